"""What a picture is put together from: boxes, texts that fit, and groups with a title."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

from replays.board.text_width import fitted, text_width


def rounded(value: float) -> str:
    """A length, with as many digits as a picture needs."""
    return f"{value:.1f}".removesuffix(".0")


def clean(text: str) -> str:
    """A text for XML: escaped, without what XML cannot hold."""
    kept = "".join(c for c in text if c >= " " or c in "\n\t")
    return escape(
        "".join(c for c in kept if not 0xD800 <= ord(c) <= 0xDFFF and c not in "\ufffe\uffff")
    )


class Canvas:
    """The elements of a picture, in the order in which they are painted."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def box(
        self, x: float, y: float, width: float, height: float, style: str, radius: float = 6
    ) -> None:
        """A box with round corners; `style` is classes."""
        self.parts.append(
            f'<rect x="{rounded(x)}" y="{rounded(y)}" width="{rounded(width)}" '
            f'height="{rounded(height)}" rx="{rounded(radius)}" class="{style}"/>'
        )

    def line(self, x: float, y: float, to_x: float, to_y: float, style: str) -> None:
        """A straight line."""
        self.parts.append(
            f'<path d="M{rounded(x)} {rounded(y)}L{rounded(to_x)} {rounded(to_y)}" class="{style}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        style: str = "ink",
        *,
        room: float | None = None,
        anchor: str = "start",
        bold: bool = False,
        title: str = "",
    ) -> float:
        """A line of text whose foot is at `y`; returns its width. With `room` it is made to fit.

        What was cut off is in a title, as is what `title` says.
        """
        shown = words if room is None else fitted(words, room, size, bold)
        if not shown:
            return 0.0
        hint = title or (words if shown != " ".join(words.split()) else "")
        more = f"<title>{clean(hint)}</title>" if hint else ""
        weight = " b" if bold else ""
        where = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.parts.append(
            f'<text x="{rounded(x)}" y="{rounded(y)}" font-size="{rounded(size)}" '
            f'class="{style}{weight}"{where}>{more}{clean(shown)}</text>'
        )
        return text_width(shown, size, bold)

    @contextmanager
    def group(self, title: str, key: str = "", style: str = "") -> Iterator[None]:
        """What is painted meanwhile belongs together and has a title."""
        name = f' data-key="{clean(key)}"' if key else ""
        kind = f' class="{style}"' if style else ""
        self.parts.append(f"<g{name}{kind}><title>{clean(title)}</title>")
        yield
        self.parts.append("</g>")
