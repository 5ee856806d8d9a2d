"""Rulings as people write them: `! facts`, and `!! line` for what stood although it is not legal.

`! penalty: [Eve] health B 43; discard B hound {both were late}` is a penalty, given by Eve. Facts
are written in the game's own words (`Notation.ruling`), or by their tag and their fields in order.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple, get_args

import msgspec

from domain.errors import GameError, Reason
from domain.events import Ruled
from domain.game import DEALER, SEAT_FIELDS, SEAT_NAMES, Fact, Game, seat_name

RULING: Final = re.compile(
    r"\s*(?P<mark>!!?)\s*(?:(?P<kind>penalty|effect|correction)\s*:)?\s*"
    r"(?:\[(?P<judge>[^\[\]]*)\])?\s*(?P<said>.*?)\s*",
    re.IGNORECASE,
)
STOOD: Final = "!!"
NOTHING: Final = "-"
"""How a field is written that holds nothing."""


class Ruling(NamedTuple):
    """A line with a ruling, taken apart."""

    stood: bool
    """Whether it is a play that stood; otherwise facts."""
    kind: str
    judge: str
    said: str
    column: int
    """Column of the words, counted from 0."""


def ruling(text: str) -> Ruling | None:
    """A line as a ruling; None if it is none."""
    found = RULING.fullmatch(text)
    if not found:
        return None
    return Ruling(
        found["mark"] == STOOD,
        (found["kind"] or "").lower(),
        " ".join((found["judge"] or "").split()),
        found["said"],
        found.start("said"),
    )


def prefix(ruled: Ruled[Any, Any]) -> str:
    """How the line of a ruling begins, its words still to come."""
    mark = STOOD if ruled.action is not None else "!"
    kind = f" {ruled.kind}:" if ruled.kind and ruled.action is None else ""
    judge = f" [{ruled.judge}]" if ruled.judge else ""
    return f"{mark}{kind}{judge} "


def read_facts(game: Game, state: Any, text: str) -> list[Fact]:
    """The facts that words stand for, separated by `;`. Raises GameError with a column.

    Each is read in the state that the ones before it lead to; `state` is left as it is.
    """
    state = state.copy()
    found: list[Fact] = []
    column = 0
    for part in text.split(";"):
        if part.strip():
            try:
                facts = game.notation.ruling(state, part.strip())
                if facts is None:
                    facts = (plain_fact(game, part.strip()),)
            except GameError as error:
                raise error.at(column_offset=column + len(part) - len(part.lstrip())) from error
            for fact in facts:
                applied(fact, state, column + 1)
            found.extend(facts)
        column += len(part) + 1
    if not found:
        raise GameError(
            Reason.UNREADABLE, "a ruling says what happened", column=1, legal=tags(game)
        )
    return found


def applied(fact: Fact, state: Any, column: int) -> None:
    """Let a fact happen in a state. Raises GameError if it cannot."""
    from domain.match import IMPOSSIBLE

    try:
        fact.apply(state)
    except IMPOSSIBLE as error:
        raise GameError(Reason.ILLEGAL, "that cannot have happened here", column=column) from error


def kinds(game: Game) -> dict[str, type[Fact]]:
    """The kinds of facts of a game, by tag."""
    union = get_args(game.fact_type) or (game.fact_type,)
    return {str(kind.__struct_config__.tag): kind for kind in union}


def tags(game: Game) -> tuple[str, ...]:
    """How each kind of fact is written: its tag, and what its fields are called."""
    return tuple(" ".join((tag, *kind.__struct_fields__)) for tag, kind in kinds(game).items())


def plain_fact(game: Game, text: str) -> Fact:
    """A fact from its tag and its fields in order, `draw A F5,F6`. Raises GameError with a column."""
    tag, _, rest = text.partition(" ")
    kind = kinds(game).get(tag.lower())
    if kind is None:
        raise GameError(
            Reason.UNREADABLE, f"nothing is called {tag!r}", column=1, legal=tuple(kinds(game))
        )
    fields = msgspec.structs.fields(kind)
    shape = " ".join((tag.lower(), *(field.name for field in fields)))
    words = split(rest)
    if len(words) > len(fields) or len(words) < sum(field.required for field in fields):
        raise GameError(
            Reason.UNREADABLE, f"{tag.lower()!r} needs its fields", column=1, legal=(shape,)
        )
    values = [
        value(word, field.type, field.name in SEAT_FIELDS)
        for word, field in zip(words, fields, strict=False)
    ]
    try:
        fact: Fact = msgspec.convert([tag.lower(), *values], type=kind, strict=False)
    except msgspec.ValidationError as error:
        what = str(error).partition(" - at")[0]
        raise GameError(
            Reason.UNREADABLE, f"{tag.lower()!r}: {what}", column=1, legal=(shape,)
        ) from error
    return fact


def split(text: str) -> list[str]:
    """The words of a text; brackets and quotes hold together what stands in them."""
    return re.findall(r'(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{[^}]*\}|\S)+', text)


def value(word: str, kind: Any, seat: bool) -> Any:
    """What a word stands for in a field."""
    if word == NOTHING:
        return () if "tuple" in str(kind) else None
    if seat and word.upper() in SEAT_NAMES:
        return SEAT_NAMES.index(word.upper())
    if word[0] in '[{"':
        try:
            return msgspec.json.decode(word)
        except msgspec.DecodeError:
            return word
    if "tuple" in str(kind) or "list" in str(kind):
        return word.split(",")
    return {"yes": True, "no": False}.get(word.lower(), word) if kind is bool else word


def written_fact(fact: Fact) -> str:
    """A fact by its tag and fields, as `plain_fact` reads it."""
    words = [str(fact.__struct_config__.tag)]
    words += [word_of(getattr(fact, name), name in SEAT_FIELDS) for name in fact.__struct_fields__]
    return " ".join(words)


def word_of(value: Any, seat: bool) -> str:
    """A field's value as a word."""
    if value is None or value == ():
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if seat and isinstance(value, int) and value != DEALER:
        return seat_name(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str) and re.fullmatch(r'[^\s;\[\]{}",]+', value) and value != NOTHING:
        return value
    if isinstance(value, tuple) and all(
        isinstance(item, str) and re.fullmatch(r'[^\s;\[\]{}",]+', item) for item in value
    ):
        return ",".join(value)
    return msgspec.json.encode(value).decode()


def write_ruling(game: Game, state: Any, ruled: Ruled[Any, Any]) -> str:
    """Facts that were entered by hand, as a line; `state` is before them and is left as it is."""
    facts = ruled.facts[: ruled.entered]
    own = game.notation.ruled(state, facts)
    return prefix(ruled) + (own or "; ".join(map(written_fact, facts)))
