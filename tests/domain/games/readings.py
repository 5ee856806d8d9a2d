"""Readings of the two card languages: every known form, its nodes, and the nodes in plain words.

python -m tests.domain.games.readings writes the golden files (`readings.txt` of each game) anew, to be
read by a person line by line; the tests compare with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
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

    def __str__(self) -> str:
        return self.key

    @property
    def golden(self) -> Path:
        """The file with the readings of all forms."""
        return HERE / self.key / "readings.txt"

    def read(self, kind: str, words: str) -> tuple[Any, ...] | None:
        """The abilities that words mean, or None if some of them are not understood."""
        found = self.read_card(words, kind, NAME)
        return None if found.problems else found.abilities

    def readings(self) -> str:
        """All forms with their plain words, sorted by kind and words."""
        lines: list[str] = []
        for kind, words in sorted(set(self.forms)):
            lines.append(f"{kind}: {words}")
            for ability in self.read(kind, words) or ():
                lines += [f"    {line}" for line in self.plain(ability).split("\n")]
        return "\n".join(lines) + "\n"


SOLFORGE = Language("solforge", solforge_catalogue.FORMS, read_solforge, solforge_plain.plain)
MAGICAL_FORGE = Language(
    "magical_forge", magical_catalogue.FORMS, read_magical, magical_plain.ability
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


def write() -> None:
    """Write the golden files anew."""
    for language in LANGUAGES:
        language.golden.write_text(language.readings(), "utf-8")


if __name__ == "__main__":
    write()
