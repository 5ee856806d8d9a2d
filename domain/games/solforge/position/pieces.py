"""The parts of a position as scenario files state them: cards, sides of lanes, card definitions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from domain.contract.game import UNKNOWN, Play, Seat, seat_name
from domain.frame.bags import Bag, pull, put
from domain.frame.scanner import Scanner, unreadable, whole
from domain.frame.slugs import slug
from domain.games.solforge import language
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import FACTIONS, Card, CardSet, Forgeborn, Level, book
from domain.games.solforge.notation.names import card_next, find, likely, take_card
from domain.games.solforge.rules.engine import Engine, GameOver
from domain.games.solforge.rules.triggers import resolve_triggers
from domain.games.solforge.sets.cardfile import one_line
from domain.games.solforge.state import Permanent, Side, SolState

BETWEEN: Final = " \t,"
SIDE: Final = re.compile(r"\s*([ab])\b\s*:?\s*", re.IGNORECASE)
PLACED: Final = re.compile(
    r"(?P<name>.+?)(?:\s+(?P<attack>-?\d+)\s*/\s*(?P<health>-?\d+))?"
    r"(?P<marks>(?:\s+(?:front|back|ready|exhausted|of\s+[ab]))*)\s*",
    re.IGNORECASE,
)
MARK: Final = re.compile(r"front|back|ready|exhausted|of\s+[ab]", re.IGNORECASE)
DEFINED: Final = re.compile(
    r"(?P<kind>creature|spell|exalt|forgeborn)\b(?P<words>[^\"]*)(?:\"(?P<text>.*)\")?\s*",
    re.IGNORECASE,
)
NUMBERS: Final = re.compile(r"(\d+)\s*/\s*(\d+)")
SOLBIND: Final = re.compile(r"\(\s*solbind\s+([^)]*?)\s*\)", re.IGNORECASE)
PARAGRAPH: Final = re.compile(r"\s*//\s*")


class Placed(msgspec.Struct, frozen=True):
    """A creature or Exalt as stated; None is not stated."""

    code: str
    attack: int | None = None
    health: int | None = None
    front: bool | None = None
    ready: bool | None = None
    owner: Seat | None = None

    def wrong(self, now: Placed) -> str:
        """What of the statement does not hold; nothing if it does."""
        parts = [
            name
            for name in ("code", "attack", "health", "front", "ready", "owner")
            if getattr(self, name) not in (None, getattr(now, name))
        ]
        return now.words if parts else ""

    @property
    def words(self) -> str:
        """As it is stated in full."""
        numbers = "" if self.attack is None else f" {self.attack}/{self.health}"
        row = "" if self.front is None else " front" if self.front else " back"
        return f"{self.code}{numbers}{row}{'' if self.ready else ' exhausted'}"


@lru_cache(maxsize=16)
def lowest(cards: str) -> tuple[str, ...]:
    """The codes of every card's lowest level, which a name without a level means."""
    return tuple(f"{name}.{min(card.levels)}" for name, card in book(cards).cards.items())


def pools(state: SolState) -> tuple[Iterable[str], ...]:
    """Where a name is looked for: lowest levels first, then all."""
    return lowest(state.cards), book(state.cards).faces


def code_of(state: SolState, text: str, column: int) -> str:
    """The card that a whole text names, its lowest level if it says none. Raises GameError."""
    name = re.sub(r"\s+(?=\d$)", ".", text.strip())
    if set(name) == {"?"}:
        return UNKNOWN
    first: list[str] = []
    for pool in pools(state):
        codes = list(pool)
        first = first or codes
        found = find(name, codes)
        if len(found) == 1:
            return found[0]
        if found:
            raise unreadable(f"{text.strip()!r} can be {len(found)} cards", column, tuple(found))
    raise unreadable(f"no card is called {text.strip()!r}", column, tuple(likely(name, first)[:5]))


def read_bag(state: SolState, text: str, column: int) -> Bag:
    """Cards as a bag: `spark-adept.2, glider ?? ??`; `-` for none."""
    bag: Bag = {}
    for card in read_cards(state, text, column):
        put(bag, card)
    return bag


def read_cards(state: SolState, text: str, column: int) -> list[str]:
    """Cards one after the other. Raises GameError with the column."""
    if text.strip() in ("", "-"):
        return []
    if ";" in text:
        return [code_of(state, part, column) for part in text.split(";") if part.strip()]
    scanner = Scanner(" " * (column - 1) + text, BETWEEN)
    found: list[str] = []
    while card_next(scanner):
        found.append(take_card(scanner, *pools(state)))
    if not scanner.end:
        raise unreadable(f"{scanner.rest!r} is no card", scanner.column, ("spark-adept.2", "??"))
    return found


def read_placed(state: SolState, text: str, column: int) -> Placed | None:
    """A creature or Exalt: `spark-adept.2 5/7 back exhausted`; None for `-`."""
    if text.strip() == "-":
        return None
    found = PLACED.fullmatch(text.strip())
    if not found:
        raise unreadable(f"{text.strip()!r} is no card", column, ("spark-adept.2 5/7 back",))
    marks = {" ".join(mark.lower().split()) for mark in MARK.findall(found["marks"])}
    owner = next((mark[-1] for mark in marks if mark.startswith("of")), "")
    return Placed(
        code_of(state, found["name"], column),
        int(found["attack"]) if found["attack"] else None,
        int(found["health"]) if found["health"] else None,
        True if "front" in marks else False if "back" in marks else None,
        False if "exhausted" in marks else True if "ready" in marks else None,
        "ab".index(owner) if owner else None,
    )


def sides_of(text: str, column: int) -> list[tuple[Seat, str, int]]:
    """The sides of a lane that are stated, `A … | B …`: seat, words, and their column."""
    found: list[tuple[Seat, str, int]] = []
    at = 0
    for part in text.split("|"):
        side = SIDE.match(part)
        if not side or any("ab".index(side[1].lower()) == seat for seat, _, _ in found):
            raise unreadable(
                "a lane has two sides, A and B", column + at, ("lane 3: A spark-adept 2/3 | B -",)
            )
        found.append(("ab".index(side[1].lower()), part[side.end() :], column + at + side.end()))
        at += len(part) + 1
    return found


def at_place(state: SolState, place: str, column: int) -> Permanent:
    """What is in play at a place: `a3`, `xb1`. Raises GameError if nothing is."""
    low = place.lower().replace(" ", "")
    exalt = "x" in low
    seat, lane = "ab".index(low.replace("x", "")[0]), int(low[-1])
    p = state.exalt_at(seat, lane) if exalt else state.creature_at(seat, lane)
    if p is None:
        kind = "Exalt" if exalt else "creature"
        raise unreadable(f"{seat_name(seat)} has no {kind} in lane {lane}", column)
    return p


def settled(state: SolState) -> SolState:
    """The position after what follows of itself: who has no Health left is gone, rows are right.

    A match begins with a question, so this cannot wait until then; where it asks for a decision the
    position stays as it was given.
    """
    if state.phase != "action":
        return state
    trial = state.copy()
    try:
        for _ in resolve_triggers(Engine(Play(trial))):
            return state
    except GameOver:
        pass
    return trial


def take_out(state: SolState, side: Side, code: str) -> None:
    """Take a card that is shown out of a pile; if it is in none, its next levels come with it."""
    known = book(state.cards)
    face = known.faces[code]
    if code in side.unseen:
        pull(side.unseen, code)
    elif code in side.upgrades:
        pull(side.upgrades, code)
    elif face.card.solbind:
        other = known.other_side(code)
        if other in side.upgrades:
            pull(side.upgrades, other)
    elif not face.card.minion:
        for level in face.card.levels:
            if level > face.level:
                put(side.upgrades, f"{face.card.slug}.{level}")


def armor(amount: int) -> n.Gift:
    """A gift of Armor."""
    return n.Gift(keywords=(n.Keyword("armor", n.Number(amount)),))


# -- cards that a scenario defines ---------------------------------------------------------------


def define(state: SolState, name: str, level: int, text: str, column: int) -> None:
    """Add a level of a card to the scenario's own: `creature 3/4 Zombie "Deploy: …"`.

    Raises GameError. The state's book has the card from then on.
    """
    found = DEFINED.fullmatch(text)
    if not found:
        raise unreadable(
            f"{text!r} defines no card", column, ('creature 3/4 Zombie "Deploy: Draw a card."',)
        )
    kind = found["kind"].lower()
    words, phrase = found["words"], PARAGRAPH.sub("\n", (found["text"] or "").strip())
    own = msgspec.json.decode(state.cards.encode(), type=CardSet) if state.cards else CardSet()
    if kind == "forgeborn":
        made = forgeborn_with(own, name, level, phrase, words)
        others = tuple(b for b in own.forgeborn if b.slug != made.slug)
        own = msgspec.structs.replace(own, forgeborn=(*others, made))
    else:
        card = card_with(own, name, level, phrase, words, kind)
        own = msgspec.structs.replace(
            own, cards=(*(c for c in own.cards if c.slug != card.slug), card)
        )
    understood(phrase, kind, name, column)
    state.cards = one_line(own)


def understood(phrase: str, kind: str, name: str, column: int) -> None:
    """Refuse words that the engine does not understand: a scenario would state nothing with them."""
    for problem in language.read_card(phrase, kind, name).problems:
        raise unreadable(
            f"{name}: {problem.sentence!r} is not understood",
            column,
            (problem.nearest,) if problem.nearest else (),
        )


def card_with(own: CardSet, name: str, level: int, phrase: str, words: str, kind: str) -> Card:
    """A card with one more level; what was defined of it before stays."""
    solbind = SOLBIND.search(words)
    words = SOLBIND.sub("", words)
    numbers = NUMBERS.search(words)
    attack, health = (whole(numbers[1]), whole(numbers[2])) if numbers else (0, 0)
    types = [w.strip(",").capitalize() for w in NUMBERS.sub("", words).split()]
    minion = "Minion" in types
    faction = next((t for t in types if t in FACTIONS), "")
    kept = tuple(t for t in types if t not in FACTIONS and t != "Minion")
    old = next((c for c in own.cards if c.slug == slug(name)), None)
    levels = {**old.levels} if old else {}
    levels[level] = Level(phrase, attack, health)
    return Card(
        name=old.name if old else name,
        kind=kind,
        levels=dict(sorted(levels.items())),
        faction=faction or (old.faction if old else ""),
        types=kept or (old.types if old else ()),
        minion=minion or bool(old and old.minion),
        solbind=solbind[1] if solbind else (old.solbind if old else ""),
    )


def forgeborn_with(own: CardSet, name: str, level: int, phrase: str, words: str) -> Forgeborn:
    """A Forgeborn with one more ability."""
    old = next((b for b in own.forgeborn if b.slug == slug(name)), None)
    faction = next((w.capitalize() for w in words.split() if w.capitalize() in FACTIONS), "")
    return Forgeborn(
        name=old.name if old else name,
        faction=faction or (old.faction if old else FACTIONS[0]),
        abilities={**(old.abilities if old else {}), level: phrase},
    )
