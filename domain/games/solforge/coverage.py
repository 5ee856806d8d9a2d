"""How much of the printed words of cards is understood, and where what is not understood stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from domain.frame.slugs import nearest, slug
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Book, Card, CardSet, Forgeborn, own_sets
from domain.games.solforge.cards.imports import cards_from, rows_from_csv
from domain.games.solforge.language import Problem, Understood, read_card
from domain.games.solforge.language.names import RESERVED
from domain.games.solforge.language.plain import plain


class Place(msgspec.Struct, frozen=True):
    """Words that are not understood: of which card and level, the paragraph, and the column in it."""

    card: str
    level: int
    text: str
    """The paragraph, without markup."""
    column: int
    """Where in it the understanding ends, from 1."""
    sentence: str
    expected: tuple[str, ...] = ()
    near: str = ""
    """The known form that is most like it."""

    def __str__(self) -> str:
        return f"{self.card}, level {self.level}, column {self.column}: {self.why}"

    @property
    def why(self) -> str:
        """What is wrong, and what would be right."""
        phrase = f"{self.sentence!r} is not understood"
        here = self.text[self.column - 1 :].strip()
        if here and not self.sentence.startswith(here):
            phrase += f" from {shortened(here)!r} on"
        elif not here:
            phrase += "; something is missing at its end"
        return f"{phrase}; nearest form: {self.near}" if self.near else phrase


class Count(msgspec.Struct, frozen=True):
    """How many of how many are understood."""

    understood: int
    total: int

    @property
    def share(self) -> str:
        """In percent."""
        return f"{self.understood / self.total:.1%}" if self.total else "nothing to read"


class Shape(msgspec.Struct, frozen=True):
    """Sentences that are alike but for numbers and names."""

    words: str
    count: int
    example: str


class Coverage(msgspec.Struct, frozen=True):
    """What is understood of many cards. A card counts if all its levels are understood in full."""

    cards: Count
    sentences: Count
    unknown: tuple[Place, ...]

    def as_data(self) -> dict[str, Any]:
        """As plain data: counts, and every sentence that is not understood."""
        return {
            "cards": {"understood": self.cards.understood, "total": self.cards.total},
            "sentences": {"understood": self.sentences.understood, "total": self.sentences.total},
            "unknown": [
                {"card": p.card, "level": p.level, "text": p.text, "column": p.column}
                for p in self.unknown
            ],
        }

    def shapes(self) -> list[Shape]:
        """The unknown sentences by shape, most frequent first."""
        by_shape: dict[str, list[Place]] = {}
        for place in self.unknown:
            by_shape.setdefault(shape_of(place.sentence, place.card), []).append(place)
        found = [
            Shape(
                words,
                len(places),
                f"{places[0].card}, level {places[0].level}: {places[0].sentence}",
            )
            for words, places in by_shape.items()
        ]
        return sorted(found, key=lambda shape: (-shape.count, shape.words))


class Printed(msgspec.Struct, frozen=True):
    """The words of one level of a card or Forgeborn."""

    card: str
    kind: str
    level: int
    text: str

    @property
    def understood(self) -> Understood:
        """What they mean; a Modifier is read as the creature that it becomes part of."""
        kind = "creature" if self.kind == "modifier" else self.kind
        return read_card(self.text, kind, self.card)

    @property
    def places(self) -> tuple[Place, ...]:
        """What is not understood."""
        return tuple(self.place(problem) for problem in self.understood.problems)

    def place(self, problem: Problem) -> Place:
        """Where a problem stands."""
        lines = self.text.split("\n")
        line = lines[min(problem.line, len(lines)) - 1]
        return Place(
            self.card,
            self.level,
            line,
            problem.column,
            problem.sentence,
            problem.expected,
            problem.nearest,
        )


def shortened(words: str, most: int = 40) -> str:
    """The beginning of words."""
    return words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"


def sentences_in(text: str) -> int:
    """How many sentences printed words have; options of a choice and lines of keywords count too."""
    count = 0
    for line in text.split("\n"):
        bare = re.sub(r'"[^"]*"', "“”", line)
        parts = re.split(r"(?<=[.!?”)])\s+(?=[A-Z[(])|[•*]", bare)
        count += sum(bool(re.search(r"\w|“", part)) for part in parts)
    return count


def shape_of(sentence: str, card: str = "") -> str:
    """A sentence with numbers and names replaced: # and Name."""
    words = sentence.replace(card, "Name") if card else sentence
    words = re.sub(r"\d+", "#", words)
    words = re.sub(r"(?<=[a-z,] )[A-Z][a-z'-]+", renamed, words)
    return re.sub(r"Name(?: (?:of |the )*Name)+", "Name", words)


def renamed(found: re.Match[str]) -> str:
    """Name for a word of a name; words of the game's language stay."""
    return found[0] if found[0] in RESERVED else "Name"


# -- many cards ----------------------------------------------------------------------------------


def measure(text: str) -> Coverage:
    """How much is understood of a file of cards: a CSV, or any other card file.

    Raises GameError if it cannot be read.
    """
    if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
        return coverage_of(list(printed_on(thing)) for thing in things_in(cards_from(text)))
    return coverage_of(
        [Printed(row.name, row.kind, number, level.text) for number, level in row.levels.items()]
        for row in rows_from_csv(text)
    )


def things_in(found: CardSet) -> Iterator[Card | Forgeborn]:
    """Everything with words in a set."""
    yield from found.cards
    yield from found.forgeborn


def printed_on(thing: Card | Forgeborn) -> Iterator[Printed]:
    """What is printed on a card or Forgeborn, by level."""
    if isinstance(thing, Card):
        for number, level in sorted(thing.levels.items()):
            yield Printed(thing.name, thing.kind, number, level.text)
    else:
        for number, text in sorted(thing.abilities.items()):
            yield Printed(thing.name, "forgeborn", number, text)


def coverage_of(cards: Iterable[list[Printed]]) -> Coverage:
    """Read cards, a list of levels each, and count."""
    unknown: list[Place] = []
    total = good = sentences = 0
    for levels in cards:
        places = [place for printed in levels for place in printed.places]
        total += 1
        good += not places
        sentences += sum(sentences_in(printed.text) for printed in levels)
        unknown += places
    return Coverage(
        Count(good, total), Count(max(sentences - len(unknown), 0), sentences), tuple(unknown)
    )


# -- one file ------------------------------------------------------------------------------------


class Checked(msgspec.Struct, frozen=True):
    """What is wrong with a set of cards."""

    coverage: Coverage
    missing: tuple[str, ...]
    """Cards that words name and that nowhere are."""

    @property
    def problems(self) -> tuple[Place, ...]:
        """What is not understood."""
        return self.coverage.unknown

    @property
    def summary(self) -> str:
        """In one line."""
        cards, sentences = self.coverage.cards, self.coverage.sentences
        return (
            f"{cards.understood} of {cards.total} cards understood, "
            f"{sentences.understood} of {sentences.total} sentences"
        )

    def as_data(self) -> dict[str, Any]:
        """As plain data."""
        return {**self.coverage.as_data(), "missing": list(self.missing)}


def check_set(found: CardSet) -> Checked:
    """Read every word of a set, and look for the cards that the words name."""
    levels = [list(printed_on(thing)) for thing in things_in(found)]
    known = Book([*own_sets(), found])
    missing: dict[str, None] = {}
    for printed in (one for several in levels for one in several):
        for name in named_in(printed.understood.abilities):
            if slug(name) not in known.cards and slug(name) not in known.forgeborn:
                near = nearest(name, (card.name for card in known.cards.values()), 3)
                like = f" (like it: {', '.join(near)})" if near else ""
                phrase = f"{printed.card}, level {printed.level}: there is no card {name!r}{like}"
                missing[phrase] = None
    return Checked(coverage_of(levels), tuple(missing))


def named_in(thing: Any) -> Iterator[str]:
    """The names of cards that are played, replace, or are Transformed, anywhere in nodes."""
    if isinstance(thing, n.PlayNamed | n.ReplaceWith | n.Transform | n.Overlay) and thing.name:
        yield thing.name
    if isinstance(thing, n.Node):
        for field in thing.__struct_fields__:
            yield from named_in(getattr(thing, field))
    elif isinstance(thing, tuple | list):
        for one in thing:
            yield from named_in(one)


# -- one card ------------------------------------------------------------------------------------


class LevelRead(msgspec.Struct, frozen=True):
    """One level: the words, what they mean in plain language and as nodes, and what is not understood."""

    level: int
    text: str
    plain: tuple[str, ...]
    nodes: tuple[n.Ability, ...]
    problems: tuple[Place, ...]


class CardRead(msgspec.Struct, frozen=True):
    """How a card is understood."""

    levels: tuple[LevelRead, ...]

    def as_data(self) -> dict[str, Any]:
        """As plain data, by level."""
        return {
            "levels": {
                str(read.level): {
                    "plain": list(read.plain),
                    "nodes": msgspec.to_builtins(read.nodes),
                    "problems": [
                        {"text": p.text, "column": p.column, "nearest": p.near}
                        for p in read.problems
                    ],
                }
                for read in self.levels
            }
        }


def understood(thing: Card | Forgeborn) -> CardRead:
    """How a card or Forgeborn is understood, level by level."""
    return CardRead(
        tuple(
            LevelRead(
                printed.level,
                printed.text,
                tuple(plain(ability) for ability in printed.understood.abilities),
                printed.understood.abilities,
                printed.places,
            )
            for printed in printed_on(thing)
        )
    )
