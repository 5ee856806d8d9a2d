"""The bricks of the grammar: words, numbers, memory. Everything reads one space after itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from parsy import Parser, Result

from domain.frame.language.first_letters import First, first_of, letters, sample

NOTHING: Final = frozenset[str]()


class Text(str):
    """A paragraph being read. It remembers what was read where, so that nothing is read twice."""

    memory: dict[tuple[int, int], Any]
    name: str
    """Of the card whose words these are."""
    kind: str
    """creature, exalt, spell or forgeborn."""

    def __new__(cls, words: str, name: str = "", kind: str = "creature") -> Text:
        """A paragraph of a card."""
        text = str.__new__(cls, words)
        text.memory = {}
        text.name = name
        text.kind = kind
        return text


def good(index: int, value: Any) -> Result:
    """Something was read, up to index."""
    return Result(True, index, value, -1, NOTHING)


def bad(index: int, expected: frozenset[str]) -> Result:
    """Something else was expected at index."""
    return Result(False, -1, None, index, expected)


_MARKS: Final = {
    '"': "a quotation mark",
    "'": "an apostrophe",
    "'s": "'s",
    "(": "an opening bracket",
    ")": "a closing bracket",
    "()": "a remark in brackets",
    ",": "a comma",
    "/": "a stroke",
    ":": "a colon",
    "+": "a plus sign",
    "[l": "a level such as [l2]",
    "•": "an option with •",
    "a": "a or an",
}


def plain_label(pattern: str) -> str:
    """A pattern as a person would say it: its first alternative, without marks of patterns."""
    if pattern.startswith("$"):
        return "the end of the sentence"
    found = sample(pattern)
    return _MARKS.get(found, found) or "something else"


def rule(
    read: Callable[[Any, int], Result],
    how: tuple[str, tuple[Parser, ...]] | None = None,
    first: tuple[First, frozenset[str]] | None = None,
) -> Parser:
    """A parser that knows how it is made up (`seq`, `alt`, `maybe`), or with what it begins."""
    parser: Any = Parser(read)
    if first is not None:
        parser.first = first
    if how is not None:
        parser.how = how
    made: Parser = parser
    return made


def word(pattern: str, label: str = "", *, case: bool = False) -> Parser:
    """Words as a regular expression, whole words only, in any case; yields them in small letters."""
    compiled = re.compile(rf"(?:{pattern})(?!\w) ?", 0 if case else re.IGNORECASE)
    expected = frozenset([label or plain_label(pattern)])

    def read(stream: Any, index: int) -> Result:
        found = compiled.match(stream, index)
        if found is None:
            return bad(index, expected)
        return good(found.end(), found.group().rstrip() if case else found.group().rstrip().lower())

    return rule(read, first=(letters(pattern), expected))


def mark(pattern: str, label: str = "") -> Parser:
    """Marks and the like, that may stand directly before a word."""
    compiled = re.compile(rf"(?:{pattern}) ?", re.IGNORECASE)
    expected = frozenset([label or plain_label(pattern)])

    def read(stream: Any, index: int) -> Result:
        found = compiled.match(stream, index)
        if found is None:
            return bad(index, expected)
        return good(found.end(), found.group().strip())

    return rule(read, first=(letters(pattern), expected))


def one_of(table: Mapping[str, Any], label: str) -> Parser:
    """The longest of several fixed phrases; yields its value."""
    keys = sorted(table, key=len, reverse=True)
    values = {key.lower(): value for key, value in table.items()}
    compiled = re.compile(rf"(?:{'|'.join(map(re.escape, keys))})(?!\w) ?", re.IGNORECASE)
    expected = frozenset([label])

    def read(stream: Any, index: int) -> Result:
        found = compiled.match(stream, index)
        if found is None:
            return bad(index, expected)
        return good(found.end(), values[found.group().rstrip().lower()])

    return rule(read, first=(frozenset(key[0].lower() for key in keys), expected))


def to(parser: Parser, change: Callable[[Any], Any]) -> Parser:
    """What is read, changed."""

    def read(stream: Any, index: int) -> Result:
        result = parser.wrapped_fn(stream, index)
        if result.status:
            return Result(
                True, result.index, change(result.value), result.furthest, result.expected
            )
        return result

    return rule(read, ("alt", (parser,)))


def make(change: Callable[..., Any], *parsers: Parser) -> Parser:
    """Several things in a row, put together by a function of all that are not dropped."""

    def read(stream: Any, index: int) -> Result:
        values = []
        furthest, expected = -1, NOTHING
        for parser in parsers:
            result = parser.wrapped_fn(stream, index)
            if result.furthest > furthest:
                furthest, expected = result.furthest, result.expected
            elif result.furthest == furthest and result.furthest >= 0:
                expected |= result.expected
            if not result.status:
                return Result(False, -1, None, furthest, expected)
            index = result.index
            if result.value is not DROP:
                values.append(result.value)
        return Result(True, index, change(*values), furthest, expected)

    return rule(read, ("seq", parsers))


def alt(*parsers: Parser) -> Parser:
    """The first that fits. Those that cannot begin with the next letter are not tried."""
    table: dict[str, tuple[Parser, ...]] = {}
    begins: list[First] = []
    labels: list[frozenset[str]] = []
    all_labels: list[frozenset[str]] = []

    def every() -> frozenset[str]:
        if not all_labels:
            all_labels.append(NOTHING.union(*labels))
        return all_labels[0]

    def those(letter: str) -> tuple[Parser, ...]:
        if not begins:
            for parser in parsers:
                first, expected = first_of(parser)
                begins.append(first)
                labels.append(expected)
        found = table[letter] = tuple(
            p
            for p, first in zip(parsers, begins, strict=True)
            if first is None or letter in first or "" in first
        )
        return found

    def read(stream: Any, index: int) -> Result:
        letter = stream[index : index + 1].lower()
        found = table.get(letter)
        if found is None:
            found = those(letter)
        furthest, expected = -1, NOTHING
        for parser in found:
            result = parser.wrapped_fn(stream, index)
            if result.furthest > furthest:
                furthest, expected = result.furthest, result.expected
            elif result.furthest == furthest and result.furthest >= 0:
                expected |= result.expected
            if result.status:
                return Result(True, result.index, result.value, furthest, expected)
        if furthest <= index:
            furthest, expected = index, expected | every()
        return Result(False, -1, None, furthest, expected)

    return rule(read, ("alt", parsers))


class _Drop:
    pass


DROP: Final = _Drop()
"""What is read and not used."""


def skip(pattern: str, label: str = "") -> Parser:
    """Words that mean nothing by themselves."""
    return to(word(pattern, label), lambda _: DROP)


def skip_mark(pattern: str, label: str = "") -> Parser:
    """Marks that mean nothing by themselves."""
    return to(mark(pattern, label), lambda _: DROP)


def drop(parser: Parser) -> Parser:
    """Read and not used."""
    return to(parser, lambda _: DROP)


def maybe(parser: Parser, default: Any = None) -> Parser:
    """This or nothing."""

    def read(stream: Any, index: int) -> Result:
        result = parser.wrapped_fn(stream, index)
        if result.status:
            return result
        return Result(True, index, default, result.furthest, result.expected)

    return rule(read, ("maybe", (parser,)))


def could(pattern: str) -> Parser:
    """Words that may be left out and mean nothing by themselves."""
    return maybe(skip(pattern), DROP)


def memo(parser: Parser) -> Parser:
    """The same, read only once at a place."""
    key = id(parser)
    kept.append(parser)

    def read(stream: Any, index: int) -> Result:
        memory = stream.memory
        found = memory.get((key, index))
        if found is None:
            found = memory[(key, index)] = parser.wrapped_fn(stream, index)
        return found

    return rule(read, ("alt", (parser,)))


kept: Final[list[Parser]] = []
"""Keeps the parsers whose ids are keys."""


def only_if(parser: Parser, test: Callable[[Any], bool], label: str) -> Parser:
    """What is read, if it passes a test."""
    expected = frozenset([label])

    def read(stream: Any, index: int) -> Result:
        result = parser.wrapped_fn(stream, index)
        if result.status and not test(result.value):
            return bad(index, expected)
        return result

    return rule(read, ("alt", (parser,)))


def of_kind(kind: str) -> Parser:
    """Only on cards of this kind; nothing is read."""
    return rule(
        lambda stream, index: (
            good(index, DROP) if getattr(stream, "kind", "") == kind else bad(index, NOTHING)
        ),
        first=(frozenset([""]), NOTHING),
    )


def ahead(pattern: str) -> Parser:
    """What comes next looks like this; nothing is read."""
    compiled = re.compile(pattern, re.IGNORECASE)
    expected = frozenset([plain_label(pattern)])

    def read(stream: Any, index: int) -> Result:
        return good(index, DROP) if compiled.match(stream, index) else bad(index, expected)

    return Parser(read)


def peek(pattern: str) -> Parser:
    """Whether what comes next looks like this; nothing is read."""
    compiled = re.compile(pattern, re.IGNORECASE)
    return rule(
        lambda stream, index: good(index, compiled.match(stream, index) is not None),
        first=(frozenset([""]), NOTHING),
    )


def not_ahead(pattern: str, *, case: bool = False) -> Parser:
    """What comes next does not look like this; nothing is read."""
    compiled = re.compile(pattern, 0 if case else re.IGNORECASE)
    return rule(
        lambda stream, index: (
            bad(index, NOTHING) if compiled.match(stream, index) else good(index, DROP)
        ),
        first=(frozenset([""]), NOTHING),
    )


def always(value: Any) -> Parser:
    """Nothing is read."""
    return rule(lambda _, index: good(index, value), first=(frozenset([""]), NOTHING))


DIGITS: Final = {
    name: number
    for number, name in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
ORDINALS: Final = {
    **{name: n for n, name in enumerate(["zeroth", "first", "second", "third", "fourth", "fifth"])},
    **{name: n for n, name in enumerate(["0th", "1st", "2nd", "3rd", "4th", "5th"])},
}

number: Final = alt(to(mark(r"\d+", "a number"), int), one_of(DIGITS, "a number"))
"""A number, in digits or as a word."""
ordinal: Final = one_of(ORDINALS, "first, second …")
comma: Final = skip_mark(",", "a comma")
full_stop: Final = skip_mark(r"\.+|;", "a full stop")
