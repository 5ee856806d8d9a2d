"""No action or fact that can hold a card nobody has thought about: hidden, or open to everybody."""

from __future__ import annotations

from typing import Any, Final, get_args

import pytest

from domain.contract.game import UNKNOWN, Action, Fact, Game
from domain.games import GAMES
from tests.leaks.samples import samples

HIDING: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "riftforce": {"Deal": ("cards",), "Drawn": ("cards",)},
    "solforge": {
        "Deal": ("cards",),
        "Show": ("cards",),
        "Drawn": ("cards",),
        "HandDiscarded": ("cards",),
        "Looked": ("cards",),
    },
    "magical_forge": {
        "Deal": ("cards",),
        "DealSpells": ("cards",),
        "Drawn": ("cards",),
        "SpellsDrawn": ("cards",),
    },
}
"""Fields that hold cards which only their seat sees."""
OPEN: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "riftforce": {
        "DrawSummoner": ("guild",),
        "Display": ("guilds",),
        "Pick": ("guild",),
        "FaceUp": ("card",),
        "Play": ("card",),
        "Discard": ("card",),
        "SummonerDrawn": ("guild",),
        "Displayed": ("guilds",),
        "GuildPicked": ("guild",),
        "FacedUp": ("card",),
        "Played": ("card",),
        "Discarded": ("card",),
        "Gained": ("why",),
        "MatchEnded": ("why",),
    },
    "solforge": {
        "Random": ("card",),
        "Play": ("card",),
        "LevelUp": ("card",),
        "Card": ("card",),
        "Announced": ("card", "source"),
        "Carried": ("card", "source", "to"),
        "Levelled": ("card",),
        "Resolved": ("card",),
        "Entered": ("card", "how", "replaced_card"),
        "Left": ("why", "to", "by_card"),
        "Hit": ("card",),
        "HitPlayer": ("card",),
        "Changed": ("card",),
        "Given": ("until", "source"),
        "PlayerGiven": ("until", "source"),
        "Stood": ("source",),
        "Overlaid": ("forgeborn",),
        "Flipped": ("card",),
        "Counted": ("name",),
        "Upgraded": ("zone", "old", "new", "to"),
        "Triggered": ("card",),
        "PhaseBegan": ("phase",),
        "SuddenDeath": ("why",),
        "MatchEnded": ("why",),
    },
    "magical_forge": {
        "Reveal": ("card",),
        "Random": ("card",),
        "Summon": ("card",),
        "Attach": ("card",),
        "PlayForge": ("card",),
        "UseWeapon": ("card",),
        "Card": ("card",),
        "PhaseBegan": ("phase",),
        "Carried": ("pile", "card", "source", "to"),
        "Summoned": ("card", "source"),
        "Attached": ("card", "source"),
        "SpellMoved": ("card",),
        "Detached": ("card", "to"),
        "PutInCentre": ("card", "zone"),
        "LeftCentre": ("to",),
        "CreatureLeft": ("why", "to"),
        "Activated": ("kind", "card"),
        "AttackEnded": ("how",),
        "LifeLost": ("why", "card"),
        "LifeGained": ("card",),
        "Marked": ("mark",),
        "MatchEnded": ("why",),
    },
}
"""Fields that hold words or cards which everybody at the table sees when it happens."""
NOT_PLAYED: Final[dict[str, set[str]]] = {"solforge": {"Show"}}
"""What comes only by cards that are not in the project's own decks."""
CARD: Final = "secret-card"


def kinds(game: Game) -> list[Any]:
    """Every action and fact of a game."""
    return [*get_args(game.action_type), *get_args(game.fact_type)]


def annotated(kind: Any) -> dict[str, Any]:
    """The fields of an action or fact with their types, inherited ones first."""
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        found |= vars(base).get("__annotations__", {})
    return {name: found[name] for name in kind.__struct_fields__}


def wordy(kind: Any) -> tuple[str, ...]:
    """Fields that can hold a card: text, or several of it."""
    return tuple(
        name
        for name, hint in annotated(kind).items()
        if str(hint) in ("str", "tuple[str, ...]", "str | None") or hint in (str, tuple[str, ...])
    )


def made(kind: Any, seat: int) -> Any:
    """An action or fact of a seat, with secret cards wherever text can stand."""
    fields: dict[str, Any] = {}
    for name, hint in annotated(kind).items():
        match str(hint):
            case "str" | "<class 'str'>":
                fields[name] = CARD
            case "tuple[str, ...]":
                fields[name] = (CARD, CARD)
            case "Seat" | "<class 'int'>" | "int" if name == "seat":
                fields[name] = seat
            case _:
                fields[name] = 0
    return kind(**fields)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
class TestKinds:
    def test_every_field_that_can_hold_a_card_is_known(self, game: Game) -> None:
        """A new one is hidden from others, or it is said here that everybody sees it."""
        found = {kind.__name__: fields for kind in kinds(game) if (fields := wordy(kind))}
        hiding = HIDING[game.key]
        for name, fields in found.items():
            assert fields in (hiding.get(name), OPEN[game.key].get(name)), name
        assert found.keys() == {**hiding, **OPEN[game.key]}.keys()

    def test_what_hides_cards_hides_them_from_all_others(self, game: Game) -> None:
        for kind in kinds(game):
            for seat in (0, 1):
                whole = made(kind, seat)
                assert whole.seen_by(seat) == whole
                for other in (1 - seat, None):
                    seen = whole.seen_by(other)
                    if kind.__name__ not in HIDING[game.key]:
                        assert seen == whole
                        continue
                    for name in HIDING[game.key][kind.__name__]:
                        assert set(getattr(seen, name)) == {UNKNOWN}
                        assert len(getattr(seen, name)) == 2
                    rest = [n for n in whole.__struct_fields__ if n not in wordy(kind)]
                    assert [getattr(seen, n) for n in rest] == [getattr(whole, n) for n in rest]

    def test_only_those_say_what_others_see(self, game: Game) -> None:
        open_to_all = (Action.seen_by, Fact.seen_by)
        own = {kind.__name__ for kind in kinds(game) if kind.seen_by not in open_to_all}
        assert own == HIDING[game.key].keys()

    def test_every_kind_that_hides_is_in_a_sample(self, game: Game) -> None:
        found: set[str] = set()
        for record in samples().values():
            if record.game is game:
                for event in record.events:
                    parts: list[Any] = [
                        getattr(event, "action", None),
                        *getattr(event, "facts", ()),
                    ]
                    found |= {type(p).__name__ for p in parts if p and p.seen_by(None) != p}
        assert found == HIDING[game.key].keys() - NOT_PLAYED.get(game.key, set())
