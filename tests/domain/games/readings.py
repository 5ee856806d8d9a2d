"""Readings of the two card languages: every known form, every phrase of their tables, in plain words.

python -m tests.domain.games.readings writes the golden files (`readings.txt`, `phrases.txt` of each game)
anew, to be read by a person line by line; the tests compare with them.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from domain.frame.language.nodes import Node
from domain.games.magical_forge.language import catalogue as magical_catalogue
from domain.games.magical_forge.language import plain as magical_plain
from domain.games.magical_forge.language import read_card as read_magical
from domain.games.solforge.language import catalogue as solforge_catalogue
from domain.games.solforge.language import plain as solforge_plain
from domain.games.solforge.language import read_card as read_solforge

HERE = Path(__file__).parent
NAME = "Some Card"
"""The name of the card on which every form stands."""


@dataclass(frozen=True)
class Language:
    """A card language: its forms, how they are read, and how nodes are put into plain words."""

    key: str
    forms: tuple[tuple[str, str], ...]
    """Kind of card and words."""
    read_card: Callable[[str, str, str], Any]
    plain: Callable[[Any], str]
    more: tuple[tuple[str, str], ...] = ()
    """Sentences for tables of phrases of which no form has one."""

    def __str__(self) -> str:
        return self.key

    @property
    def golden(self) -> Path:
        """The file with the readings of all forms."""
        return HERE / self.key / "readings.txt"

    @property
    def phrases(self) -> Path:
        """The file with the readings of all phrases."""
        return HERE / self.key / "phrases.txt"

    def read(self, kind: str, words: str) -> tuple[Any, ...] | None:
        """The abilities that words mean, or None if some of them are not understood."""
        found = self.read_card(words, kind, NAME)
        return None if found.problems else found.abilities

    def readings(self) -> str:
        """All forms with their plain words, sorted by kind and words."""
        return "".join(self.reading(kind, words) for kind, words in sorted(set(self.forms)))

    def reading(self, kind: str, words: str) -> str:
        """A sentence, and below it what is understood."""
        lines = [f"{kind}: {words}"]
        for ability in self.read(kind, words) or ():
            lines += [f"    {line}" for line in self.plain(ability).split("\n")]
        return "\n".join(lines) + "\n"


MORE_SOLFORGE = (
    ("spell", "Destroy a level two creature."),
    ("spell", "Destroy a Tempys creature."),
    ("spell", "If two or more creatures were destroyed this turn, draw a card."),
    ("creature", "At the end of the turn, if this wasn't dealt damage this turn, draw a card."),
    ("creature", "At the end of the turn, if an enemy creature was dealt damage, draw a card."),
    ("spell", "If you have H greater than the enemy player, draw a card."),
    ("spell", "If your H is less than the enemy player's H, draw a card."),
    ("spell", "If there are more Robots than Zombies, draw a card."),
    ("creature", "Deploy: If your Forgeborn is a higher level than this, draw a card."),
    ("creature", "Deploy: Destroy a creature with the same level as this."),
    ("creature", "Deploy: Destroy another creature with the same level."),
    (
        "creature",
        "When another creature is destroyed, destroy a creature of the same level or lower.",
    ),
    ("spell", "You gain 1H for each time this was dealt damage this turn."),
    ("spell", "Destroy a creature that is exhausted."),
    ("spell", "Destroy a creature that is not exhausted."),
    ("creature", "When you play a card from a discard pile, draw a card."),
    ("creature", "When this swaps lanes, draw a card."),
    ("creature", "When this is destroyed or swaps lanes, draw a card."),
    ("creature", "While opposed, this has 2D."),
    ("creature", "This has 2D while opposed."),
    ("creature", "This can't attack while exhausted."),
    ("spell", "A creature becomes exhausted."),
    ("spell", "Draw two cards. Discard them."),
    ("creature", "This enters play in the front row."),
    ("creature", "When this is destroyed by an enemy creature, that creature is destroyed."),
    ("spell", "Give a creature Armor equal to half its A this turn."),
    ("spell", "Give a creature Mobility equal to its level this turn."),
)
MORE_MAGICAL_FORGE = (
    ("forge", "Draw a card for each card in your hand."),
    ("forge", "If you have more Life Points than your opponent, draw a card."),
    ("forge", "If you have 2 or fewer Creatures, draw a card."),
    ("forge", "Return a Spell from your Spell discard to your hand."),
    ("forge", "If it has 2 or fewer Spells, destroy it."),
)
SOLFORGE = Language(
    "solforge", solforge_catalogue.FORMS, read_solforge, solforge_plain.plain, MORE_SOLFORGE
)
MAGICAL_FORGE = Language(
    "magical_forge",
    magical_catalogue.FORMS,
    read_magical,
    magical_plain.ability,
    MORE_MAGICAL_FORGE,
)
LANGUAGES = (SOLFORGE, MAGICAL_FORGE)


# -- nodes with one field changed ----------------------------------------------------------------


Idle = Callable[[Node, str], bool]
"""Whether a field of a node asks nothing."""


def places(part: Any, idle: Idle) -> Iterator[tuple[Node, Callable[[Node], Any]]]:
    """Each node inside, and a function that gives the whole with another node in its place."""
    if isinstance(part, tuple):
        for index, one in enumerate(part):
            for node, put in places(one, idle):
                yield node, _in_tuple(part, index, put)
    elif isinstance(part, Node):
        yield part, lambda new: new
        for name in part.__struct_fields__:
            if not idle(part, name):
                for node, put in places(getattr(part, name), idle):
                    yield node, _in_field(part, name, put)


def _in_tuple(whole: tuple[Any, ...], index: int, put: Callable[[Node], Any]) -> Any:
    return lambda new: (*whole[:index], put(new), *whole[index + 1 :])


def _in_field(whole: Node, name: str, put: Callable[[Node], Any]) -> Any:
    return lambda new: msgspec.structs.replace(whole, **{name: put(new)})


class Values:
    """Values of the fields of nodes: the default, and those that occur in the forms.

    guess: where a field has always the same value, another is made up.
    """

    def __init__(self, abilities: list[Any], idle: Idle, most: int, *, guess: bool) -> None:
        self.most = most
        self.guess = guess
        self.known: dict[tuple[type[Node], str], dict[bytes, Any]] = {}
        for ability in abilities:
            for node, _ in places(ability, idle):
                for name in node.__struct_fields__:
                    value = getattr(node, name)
                    self.known.setdefault((type(node), name), {}).setdefault(
                        msgspec.json.encode(value), value
                    )

    def others(self, node: Node, field: msgspec.structs.FieldInfo) -> list[Any]:
        """Other values for a field: the default if it has another, else some that occur elsewhere."""
        value = getattr(node, field.name)
        if field.default is not msgspec.NODEFAULT and field.default != value:
            return [field.default]
        found = list(self.known[type(node), field.name].values())
        if len(found) == 1 and self.guess and isinstance(value, bool | int):
            found.append(not value if isinstance(value, bool) else int(not value))
        return [other for other in found[: self.most + 1] if other != value]


# -- every phrase of the grammar's tables --------------------------------------------------------


@dataclass
class Table:
    """A table of phrases of the grammar (`one_of`), which remembers what was looked up in it."""

    cell: Any
    """Where the parser keeps it."""
    phrases: dict[str, Any]
    met: set[str] = field(default_factory=set)
    examples: list[tuple[str, str, str]] = field(default_factory=list)
    """A phrase met, and the kind and words of the form."""

    def __contains__(self, phrase: object) -> bool:
        return phrase in self.phrases

    def __getitem__(self, phrase: str) -> Any:
        self.met.add(phrase)
        return self.phrases[phrase]


def tables(language: Language) -> list[Table]:
    """All tables of phrases that the grammar of a language is made of, but for the number words."""
    package = importlib.import_module(f"domain.games.{language.key}.language")
    seen: set[int] = set()
    found: dict[int, Table] = {}

    def walk(parser: Any) -> None:
        read: Any = getattr(parser, "wrapped_fn", None)
        code = getattr(read, "__code__", None)
        if code is None or id(parser) in seen:
            return
        seen.add(id(parser))
        for part in getattr(parser, "how", ("", ()))[1]:
            walk(part)
        for name, cell in zip(code.co_freevars, read.__closure__ or (), strict=True):
            value = cell.cell_contents
            if name == "values" and isinstance(value, dict) and "seventeen" not in value:
                found[id(cell)] = Table(cell, value)
            for inside in value if isinstance(value, tuple | list) else (value,):
                walk(inside)

    for module in pkgutil.iter_modules(package.__path__):
        for value in vars(importlib.import_module(f"{package.__name__}.{module.name}")).values():
            walk(value)
    return list(found.values())


def phrases(language: Language) -> str:
    """A sentence with each phrase of each table, as far as one of the forms has room for it."""
    read_anew: Any = language.read_card
    known = tables(language)
    sentences: dict[tuple[str, str], None] = {}
    missing: list[str] = []
    for table in known:
        table.cell.cell_contents = table

    def reads(kind: str, words: str) -> bool:
        for table in known:
            table.met.clear()
        return not read_anew.__wrapped__(words, kind, NAME).problems

    try:
        for kind, words in (*language.more, *language.forms):
            reads(kind, words)
            for table in known:
                table.examples += [(phrase, kind, words) for phrase in sorted(table.met)]
        for table in known:
            have = {phrase for phrase, _, __ in table.examples}
            for phrase in table.phrases:
                if phrase in have:
                    continue
                for kind, words in _with_phrase(table, phrase):
                    if reads(kind, words) and phrase in table.met:
                        sentences[kind, words] = None
                        break
                else:
                    missing.append(phrase)
    finally:
        for table in known:
            table.cell.cell_contents = table.phrases
    lines = [language.reading(kind, words) for kind, words in sorted({*sentences, *language.more})]
    return f"no sentence: {', '.join(sorted(missing))}\n" + "".join(lines)


def _with_phrase(table: Table, phrase: str, most: int = 12) -> Iterator[tuple[str, str]]:
    """Forms in which a phrase stands in the place of another of its table."""
    tried: Counter[str] = Counter()
    for old, kind, words in table.examples:
        place = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", words, re.IGNORECASE)
        if place is None or tried[old] >= 3 or tried.total() >= most:
            continue
        tried[old] += 1
        new = phrase[:1].upper() + phrase[1:] if place.group()[0].isupper() else phrase
        yield kind, words[: place.start()] + new + words[place.end() :]


def write() -> None:
    """Write the golden files anew."""
    for language in LANGUAGES:
        language.golden.write_text(language.readings(), "utf-8")
        language.phrases.write_text(phrases(language), "utf-8")


if __name__ == "__main__":
    write()
