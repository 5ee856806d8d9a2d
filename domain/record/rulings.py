"""Rulings as people write them: `! facts`, and `!! line` for what stood although it is not legal.

`! penalty: [Eve] health B 43; discard B hound {both were late}` is a penalty, given by Eve. Facts
are written in the game's own words (`Notation.ruling`), or plainly: by their tag and their fields in
order, after `fact` where the game understands that tag otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, get_args

import msgspec

from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.fields import seat_fields
from domain.contract.game import SEAT_NAMES, Fact, Game
from domain.contract.json_text import read_json
from domain.record.events import MOST_RULED, Ruled

KINDS: Final = ("penalty", "effect", "correction")
KIND: Final = rf"(?:{'|'.join(KINDS)})"
RULING: Final = re.compile(
    rf"\s*+(?P<mark>!!|!(?=\s|$|{KIND}\s*:))\s*+(?:(?P<kind>{KIND})\s*+:)?\s*+"
    rf"(?:\[(?P<judge>[^\[\]]*)\])?\s*+(?:(?P<later>{KIND})\s*+:\s*+)?(?P<text>.*)",
    re.IGNORECASE,
)
"""A `!` and a space; without one it can be a word of a game's own, as a response is."""
STOOD: Final = "!!"
NOTHING: Final = "-"
"""How a field is written that holds nothing."""
PLAIN: Final = re.compile(r"\s*fact\s+", re.IGNORECASE)
"""How a fact begins that is written by its tag in any case."""
WHOLE: Final = r'"(?:[^"\\]|\\.)*"'
"""A text in quotes, which holds together whatever stands in it."""


class Ruling(NamedTuple):
    """A line with a ruling, taken apart."""

    stood: bool
    """Whether it is a play that stood; otherwise facts."""
    kind: str
    judge: str
    text: str
    column: int
    """Column of the words, counted from 0."""


def ruling(text: str) -> Ruling | None:
    """A line as a ruling; None if it is none."""
    found = RULING.fullmatch(text.rstrip())
    if not found:
        return None
    return Ruling(
        found["mark"] == STOOD,
        (found["kind"] or found["later"] or "").lower(),
        " ".join((found["judge"] or "").split()),
        found["text"],
        found.start("text"),
    )


def prefix(ruled: Ruled[Any, Any]) -> str:
    """Write how the line of a recorded ruling begins, its words still to come."""
    return beginning(ruled.action is not None, ruled.kind, ruled.judge)


def beginning(stood: bool, kind: str, judge: str) -> str:
    """Write how the line of a ruling begins: `! penalty: [Eve] `, or `!! [Eve] ` for what stood."""
    mark = STOOD if stood else f"! {kind}:" if kind else "!"
    return f"{mark} [{judge}] " if judge else f"{mark} "


def ruling_line(
    facts: str, stood: bool = False, kind: str = "", judge: str = "", why: str = ""
) -> str:
    """Write a ruling as a line, with why as its comment.

    `facts` are separated by `;`, or are the line that `stood`. Raises GameError (BAD_SETTING) for a
    kind that there is not, and for words that no line can hold.
    """
    if kind not in ("", *KINDS):
        raise GameError(Reason.BAD_SETTING, f"no ruling is called {kind!r}", legal=KINDS)
    for word in (judge, why):
        if any(mark in word for mark in "[]{}"):
            raise GameError(Reason.BAD_SETTING, f"no brackets or braces in {word!r}")
    if stood and kind:
        raise GameError(Reason.BAD_SETTING, f"a play that stood is no {kind}")
    comment = f" {{{why}}}" if why else ""
    return beginning(stood, kind, judge) + facts.strip().lstrip("! ") + comment


def read_facts(game: Game, state: Any, text: str) -> list[Fact]:
    """The facts that words stand for, separated by `;`. Raises GameError with a column.

    Each is read in the state that the ones before it lead to; `state` is left as it is.
    """
    state = state.copy()
    found: list[Fact] = []
    for part in parts(text):
        column = part.start()
        try:
            facts = stated(game, state, part[0].rstrip())
        except GameError as error:
            raise error.at(column_offset=column) from error
        for fact in facts:
            applied(fact, state, column + 1)
        found.extend(facts)
    if not found:
        raise GameError(
            Reason.UNREADABLE, "a ruling says what happened", column=1, legal=shapes(game)
        )
    return found


def parts(text: str) -> Iterator[re.Match[str]]:
    """What stands between the `;` of a text; one in quotes separates nothing."""
    return re.finditer(rf"(?=[^\s;])(?:{WHOLE}|[^;])+", text)


def stated(game: Game, state: Any, text: str) -> Sequence[Fact]:
    """The facts that one part of a ruling states: in the game's own words, or else plainly.

    Raises GameError with a column.
    """
    if found := PLAIN.match(text):
        try:
            return (plain_fact(game, text[found.end() :]),)
        except GameError as error:
            raise error.at(column_offset=found.end()) from error
    facts = game.notation.ruling(state, text)
    return (plain_fact(game, text),) if facts is None else facts


def applied(fact: Fact, state: Any, column: int) -> None:
    """Let a fact happen in a state. Raises GameError if it cannot."""
    check_numbers(fact, column)
    try:
        fact.apply(state)
    except IMPOSSIBLE as error:
        raise GameError(Reason.ILLEGAL, "that cannot have happened here", column=column) from error


def check_numbers(fact: Fact, column: int = 0) -> None:
    """Refuse a fact entered by hand that holds a number no match comes to. Raises GameError."""
    for number in msgspec.structs.astuple(fact):
        if isinstance(number, int) and abs(number) > MOST_RULED:
            raise GameError(
                Reason.ILLEGAL,
                f"no match comes to {number}; numbers go up to {MOST_RULED}",
                column=column,
            )


def kinds(game: Game) -> dict[str, type[Fact]]:
    """The kinds of facts of a game, by tag."""
    union = get_args(game.fact_type) or (game.fact_type,)
    return {str(kind.__struct_config__.tag): kind for kind in union}


def tags(game: Game) -> tuple[str, ...]:
    """How each kind of fact is written: its tag, and what its fields are called."""
    return tuple(" ".join((tag, *kind.__struct_fields__)) for tag, kind in kinds(game).items())


def shapes(game: Game) -> tuple[str, ...]:
    """What a ruling can say: in the game's own words, if it has any, or else plainly."""
    lines = [line.strip().partition("  ")[0] for line in game.notation.rulings.splitlines()]
    return tuple(shape for line in lines if line for shape in line.split(" · ")) or tags(game)


def unknown(game: Game, tag: str) -> GameError:
    """The error for a word that no ruling begins with: the shapes that are most like it first."""
    right = shapes(game)
    first = {shape: shape.split()[0] for shape in right}
    near = get_close_matches(tag.lower(), list(dict.fromkeys(first.values())), n=2)
    legal = tuple(shape for shape in right if first[shape] in near) or right
    return GameError(Reason.UNREADABLE, f"no ruling begins with {tag!r}", column=1, legal=legal)


def plain_fact(game: Game, text: str) -> Fact:
    """A fact from its tag and its fields in order, `draw A F5,F6`. Raises GameError with a column."""
    tag, _, rest = text.partition(" ")
    kind = kinds(game).get(tag.lower())
    if kind is None:
        raise unknown(game, tag)
    fields = msgspec.structs.fields(kind)
    shape = " ".join((tag.lower(), *(field.name for field in fields)))
    words = split(rest)
    if len(words) > len(fields) or len(words) < sum(field.required for field in fields):
        raise GameError(
            Reason.UNREADABLE,
            f"a plain {tag.lower()!r} has {'these' if fields else 'no'} fields",
            column=1,
            legal=(shape,),
        )
    seats = seat_fields(kind)
    values = [
        value(word, field.type, field.name in seats)
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
    found: list[str] = []
    depth, open_word = 0, False
    for token in re.findall(rf"{WHOLE}|\S|\s+", text):
        if token.isspace() and not depth:
            open_word = False
            continue
        depth += (token in "[{") - (token in "]}")
        if open_word:
            found[-1] += token
        else:
            found.append(token)
        open_word = True
    return found


def value(word: str, kind: Any, seat: bool) -> Any:
    """What a word stands for in a field."""
    if word == NOTHING:
        return () if "tuple" in str(kind) else None
    if seat and word.upper() in SEAT_NAMES:
        return SEAT_NAMES.index(word.upper())
    if word[0] in '[{"':
        try:
            return read_json(word, Any)
        except msgspec.DecodeError:
            return word
    if "tuple" in str(kind) or "list" in str(kind):
        return word.split(",")
    return {"yes": True, "no": False}.get(word.lower(), word) if kind is bool else word


def written_fact(fact: Fact) -> str:
    """A fact by its tag and fields, as `plain_fact` reads it."""
    words = [str(fact.__struct_config__.tag)]
    seats = seat_fields(type(fact))
    words += [word_of(getattr(fact, name), name in seats) for name in fact.__struct_fields__]
    return " ".join(words)


def word_of(value: Any, seat: bool) -> str:
    """A field's value as a word."""
    if value is None or value == ():
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if seat and isinstance(value, int) and value in range(len(SEAT_NAMES)):
        return SEAT_NAMES[value]
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
    return prefix(ruled) + (game.notation.ruled(state, facts) or one_by_one(game, state, facts))


def one_by_one(game: Game, state: Any, facts: Sequence[Fact]) -> str:
    """Facts as a line: each in the game's own words if there are some, or else plainly."""
    state = state.copy()
    words: list[str] = []
    for fact in facts:
        text = game.notation.ruled(state, (fact,))
        if not text:
            text = written_fact(fact)
            text = text if gives(game, state, text, fact) else f"fact {text}"
        words.append(text)
        fact.apply(state)
    return "; ".join(words)


def gives(game: Game, state: Any, text: str, fact: Fact) -> bool:
    """Return whether a text is read as a fact."""
    try:
        return tuple(stated(game, state, text)) == (fact,)
    except GameError:
        return False
