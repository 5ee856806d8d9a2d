"""Facts of a batch with their fields as columns of SQL: names and types come from the structs.

`batch_facts` (see `projections.feed.batch`) has the fields of every fact as text, in the order in which
they are stored. `FactColumns` says which of them is which, so that the SQL of a game names them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

import msgspec

from domain.contract.fields import Meaning, declared, meaning_of
from domain.contract.game import Game
from projections.schema.definitions import literal

ROW: Final = ("match", "step", "position", "seq", "turn", "tag")
"""The columns that every fact has; a field of such a name is called by its tag, too: `turn_turn`."""

SCALARS: Final = {bool: "BOOLEAN", int: "INTEGER", float: "DOUBLE"}


def struct_fields(union: Any) -> Iterator[tuple[str, tuple[str, ...], type[msgspec.Struct]]]:
    """Tag, field names and class of each struct of a game's union of actions or facts."""
    for struct in get_args(union) or (union,):
        config = struct.__struct_config__
        yield str(config.tag), struct.__struct_fields__, struct


def turn_facts(game: Game) -> list[str]:
    """Tags of the facts with which a turn of a game begins; their first fields are turn and seat.

    Raises TypeError for a fact that opens a turn and has other fields first.
    """
    found = []
    for tag, fields, struct in struct_fields(game.fact_type):
        if getattr(struct, "opens_turn", False):
            if fields[:2] != ("turn", "seat"):
                raise TypeError(
                    f"{game.key}: fact {tag!r} opens a turn, so turn and seat come first"
                )
            found.append(tag)
    return found


def sql_type(kind: Any) -> str:
    """The SQL type of a field: SEAT for the letter of a seat, `X[]` for a list, else VARCHAR for text.

    What has a structure of its own stays the JSON that is stored.
    """
    if meaning_of(kind) is Meaning.SEAT:
        return "SEAT"
    if get_origin(kind) in (Union, UnionType):
        kind = next((part for part in get_args(kind) if part is not type(None)), str)
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (tuple, list):
        inner = get_args(kind)[0]
        return f"{SCALARS.get(inner, 'VARCHAR')}[]" if inner in (*SCALARS, str) else "VARCHAR"
    return SCALARS.get(kind, "VARCHAR")


def typed(text: str, kind: str) -> str:
    """SQL that turns a field's text into its type."""
    if kind == "SEAT":
        return f"seat_of({text})"
    if kind.endswith("[]"):
        return f"""from_json({text}, '["{kind[:-2]}"]')"""
    return text if kind == "VARCHAR" else f"{text}::{kind}"


class FactColumns:
    """The facts of one game, as relations of SQL with a column for each field.

    `union` is the game's type of facts.
    """

    def __init__(self, key: str, union: Any) -> None:
        self.key = key
        self.fields: dict[str, dict[str, tuple[int, str]]] = {}
        """For each tag the fields by the names of their columns: the place, from 1, and the SQL type."""
        self.ends: list[str] = []
        """The tags of the facts that end a match: they have the columns `winner` and `why`."""
        self.scores: dict[tuple[str, str], list[str]] = defaultdict(list)
        """The tags of the facts that say a score, by their columns: whose it is, and the total."""
        for tag, _, struct in struct_fields(union):
            names = {
                field.name: f"{tag}_{field.name}" if field.name in ROW else field.name
                for field in msgspec.structs.fields(struct)
            }
            self.fields[tag] = {
                names[field.name]: (place, sql_type(field.type))
                for place, field in enumerate(msgspec.structs.fields(struct), 1)
            }
            if getattr(struct, "ends_match", False):
                self.ends.append(tag)
            meant = {meaning: names[name] for name, meaning in reversed(declared(struct).items())}
            if meant.keys() >= {Meaning.SEAT, Meaning.TOTAL}:
                self.scores[meant[Meaning.SEAT], meant[Meaning.TOTAL]].append(tag)

    def having(self, *names: str) -> tuple[str, ...]:
        """The tags of the facts that have all these columns."""
        return tuple(tag for tag, fields in self.fields.items() if set(names) <= fields.keys())

    def of(self, *tags: str) -> str:
        """A relation of the facts with these tags, in the order of the log, in brackets.

        Its columns are those of `ROW` and the fields of all of them, by name; a field is NULL for the
        kinds that lack it, and text where they have different types. Raises LookupError for a tag
        that there is not.
        """
        columns: list[str] = list(ROW)
        found: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
        kinds: dict[str, str] = {}
        for tag in tags:
            for name, (place, kind) in self.fields[tag].items():
                if kinds.setdefault(name, kind) != kind:
                    kinds[name] = "VARCHAR"
                found[name][place].append(tag)
        for name, places in found.items():
            columns.append(f'{typed(text_of(places, len(tags)), kinds[name])} AS "{name}"')
        return (
            f"(SELECT {', '.join(columns)}\n FROM batch_facts\n"
            f" WHERE game = {literal(self.key)} AND {tagged(tags)})"
        )


def tagged(tags: Any) -> str:
    """The condition that a fact has one of some tags."""
    if len(tags) == 1:
        return f"tag = {literal(tags[0])}"
    return f"tag IN ({', '.join(map(literal, tags))})"


def text_of(places: dict[int, list[str]], all_tags: int) -> str:
    """SQL for the text of a field that facts have in different places, or that not all of them have."""
    if len(places) == 1 and len(next(iter(places.values()))) == all_tags:
        return f"f{next(iter(places))}"
    cases = " ".join(f"WHEN {tagged(tags)} THEN f{place}" for place, tags in places.items())
    return f"(CASE {cases} END)"
