"""The colours of boards, light and dark: of paper and ink, of cards, of both seats and of marks."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Theme: TypeAlias = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")


class Tint(NamedTuple):
    """The colour of a card: its paper, its edge, and its name's ink."""

    paper: str
    edge: str
    ink: str


class Look(NamedTuple):
    """What a picture is painted with."""

    paper: str
    field: str
    """Behind the cards of a zone."""
    ink: str
    soft: str
    line: str
    blank: Tint
    """A card without a colour of its own."""
    back: Tint
    """A card that is face down."""
    seats: tuple[str, str]
    """A and B."""
    good: str
    bad: str
    """Of numbers that are more or less than printed, of what is won or lost."""
    mark: str
    """Around what changed."""
    on_mark: str
    """Ink on `good`, `bad`, `mark` and the seats' colours."""


LIGHT: Final = Look(
    paper="#fbfaf7", field="#f0eee8", ink="#1b1f24", soft="#5a626b", line="#d3cfc4",
    blank=Tint("#ffffff", "#a9a498", "#1b1f24"),
    back=Tint("#8d97a8", "#5f6979", "#ffffff"),
    seats=("#0061a8", "#b04300"), good="#00704f", bad="#b3261e",
    mark="#7a3ff2", on_mark="#ffffff",
)  # fmt: skip
DARK: Final = Look(
    paper="#14171c", field="#1d2128", ink="#eceef1", soft="#a3abb6", line="#39404a",
    blank=Tint("#262b33", "#565f6c", "#eceef1"),
    back=Tint("#3a4352", "#6b778a", "#dfe4ec"),
    seats=("#63b8f2", "#f5974e"), good="#3ecf9c", bad="#ff8a80",
    mark="#c3a3ff", on_mark="#14171c",
)  # fmt: skip
LOOKS: Final[dict[str, Look]] = {"light": LIGHT, "dark": DARK}

TINTS: Final[dict[str, tuple[Tint, Tint]]] = {
    "red": (Tint("#fde8e4", "#c8452f", "#8f2413"), Tint("#3a1f1c", "#d9604c", "#ffb4a6")),
    "orange": (Tint("#ffeadb", "#cf6a1c", "#8a3f06"), Tint("#392416", "#d98245", "#ffc296")),
    "amber": (Tint("#fdf0cf", "#b98411", "#6f4c00"), Tint("#352a12", "#c99a35", "#f3cf7f")),
    "yellow": (Tint("#fdf8c9", "#a99a12", "#5f5600"), Tint("#333011", "#bdb03c", "#ece27f")),
    "lime": (Tint("#eef7d0", "#7f9a1a", "#485a00"), Tint("#282f13", "#97b13f", "#d3e58b")),
    "green": (Tint("#e0f3e2", "#39904a", "#175c27"), Tint("#18301d", "#4fae62", "#a3e2ae")),
    "teal": (Tint("#dcf3ef", "#1f8f82", "#055a50"), Tint("#12302c", "#3cab9d", "#93e0d5")),
    "cyan": (Tint("#dcf1fa", "#2b8fb8", "#07587a"), Tint("#122d3a", "#48a9d0", "#9fdcf5")),
    "blue": (Tint("#e1ecfd", "#3a74cf", "#164a95"), Tint("#18273f", "#5b92e6", "#aeccff")),
    "indigo": (Tint("#e8e8fd", "#5b5bd0", "#333396"), Tint("#22224a", "#8080ec", "#c4c4ff")),
    "violet": (Tint("#f0e6fb", "#8650c4", "#562689"), Tint("#2c1e40", "#a274dd", "#dabfff")),
    "pink": (Tint("#fce5f1", "#c24a8c", "#85215a"), Tint("#3a1c2d", "#dd70aa", "#ffb8dc")),
    "brown": (Tint("#f3e9df", "#8f6640", "#5c3a18"), Tint("#2f251c", "#b18960", "#e6c8a8")),
    "grey": (Tint("#eceef0", "#717b86", "#3c454e"), Tint("#282c32", "#8c96a2", "#cfd6de")),
}  # fmt: skip
"""By the name that a card has for its colour: light, then dark."""


def tint(colour: str, theme: Theme) -> Tint:
    """The colour of a card by its name; a plain one for a name that is none."""
    if colour not in TINTS:
        return LOOKS[theme].blank
    return TINTS[colour][THEMES.index(theme)]


def palette(theme: Theme) -> list[tuple[int, int, int]]:
    """At most 256 colours that a picture is painted with, those between ink and paper included.

    The same for all pictures of a film, so that nothing flickers and only what changes is stored.
    """
    look = LOOKS[theme]
    grounds = (look.paper, look.field)
    inks = (look.ink, look.soft, look.line, look.mark, look.good, look.bad, *look.seats)
    tints = [look.blank, look.back, *(of[THEMES.index(theme)] for of in TINTS.values())]
    solid = [*grounds, *inks, look.on_mark, *(part for of in tints for part in of)]
    found = dict.fromkeys(rgb(colour) for colour in solid)
    pairs = [(ink, look.paper) for ink in inks]
    pairs += [(of.ink, of.paper) for of in tints] + [(of.edge, look.paper) for of in tints]
    pairs += [(look.on_mark, ink) for ink in (*look.seats, look.bad, look.good, look.ink)]
    pairs += [(ink, look.field) for ink in (look.ink, look.soft)]
    for share in (0.5, 0.25, 0.75):
        for one, other in pairs:
            found[blend(rgb(one), rgb(other), share)] = None
    return list(found)[:256]


def rgb(colour: str) -> tuple[int, int, int]:
    """A colour of the form `#rrggbb` as three numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(
    one: tuple[int, int, int], other: tuple[int, int, int], share: float
) -> tuple[int, int, int]:
    """A colour between two; `share` is how much of the first is in it."""
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))
    return red, green, blue
