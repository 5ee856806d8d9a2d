"""A CSV of cards: a row for each card, Modifier, or ability of a Forgeborn."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping

import msgspec

from domain.contract.characters import BREAKS, MOST_FILE_LINE, check_text
from domain.contract.errors import GameError
from domain.frame.slugs import slug
from domain.games.solforge.cards.book import Card, CardSet, Forgeborn, Level
from domain.games.solforge.sets.card_print import (
    clean,
    faction_of,
    kind_and_types,
    missing,
    plain_name,
    titled,
    unreadable,
    whole_number,
)
from domain.games.solforge.sets.cardfile import LEVELS, check_set


class Row(msgspec.Struct, frozen=True):
    """A row of a CSV of cards: a card, a Modifier to splice, or one ability of a Forgeborn."""

    name: str
    kind: str
    """creature, spell, exalt, modifier, forgeborn."""
    faction: str
    types: tuple[str, ...]
    levels: dict[int, Level]
    rarity: str = ""
    solbind: str = ""


def rows_from_csv(text: str) -> list[Row]:
    """The rows of a CSV with columns id, Name, faction, cardType, cardSubType, 1attack, 1health, 1text …

    Levels may be missing. Raises GameError naming the line.
    """
    text = text.lstrip("\ufeff")
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    for number, line in enumerate(text.split("\n"), 1):
        try:
            check_text(line, "a line", MOST_FILE_LINE, BREAKS)
        except GameError as error:
            raise error.at(line=number) from error
    try:
        head = [name.strip().lower() for name in next(reader)]
        for needed in ("name", "cardtype"):
            if needed not in head:
                raise unreadable(f"no column {needed!r} in the first line")
        lines = [
            (reader.line_num, dict(zip(head, cells, strict=False)))
            for cells in reader
            if any(cell.strip() for cell in cells)
        ]
    except StopIteration:
        raise unreadable("the file is empty") from None
    except csv.Error as error:
        raise unreadable(f"line {reader.line_num}: {error}") from error
    return list(rows_of(lines))


def rows_of(lines: list[tuple[int, dict[str, str]]]) -> Iterator[Row]:
    """The rows, Solbind cards linked to their other side."""
    pairs: dict[str, str] = {}
    names = {cells.get("id", ""): cells.get("name", "") for _, cells in lines}
    for _, cells in lines:
        ids = [word.strip() for word in cells.get("solbind", "").split(",") if word.strip()]
        if len(ids) == 2:
            pairs[ids[0]], pairs[ids[1]] = ids[1], ids[0]
    for line, cells in lines:
        place = f"line {line}"
        name = plain_name(cells.get("name", ""))
        if not name:
            missing(place, "Name")
        place = f"{place}: {name}"
        phrase = cells.get("cardtype", "").strip().lower()
        types: tuple[str, ...]
        if phrase.startswith("forgeborn"):
            kind, types = "forgeborn", ()
        else:
            kind, types = kind_and_types(phrase, cells.get("cardsubtype", ""), place)
        other = pairs.get(cells.get("id") or slug(name), "")
        yield Row(
            name,
            kind,
            faction_of(cells.get("faction", "")),
            types,
            row_levels(cells, kind, name, place),
            cells.get("rarity", ""),
            plain_name(names.get(other, "")) or titled(other),
        )


def row_levels(cells: Mapping[str, str], kind: str, name: str, place: str) -> dict[int, Level]:
    """The levels that a row says anything of; all three, if it says nothing at all."""
    shown: dict[int, Level] = {}
    for number in LEVELS:
        words = clean((cells.get(f"{number}text") or "").replace(" | ", "\n"))
        attack, health = (cells.get(f"{number}{stat}") or "" for stat in ("attack", "health"))
        if words or attack.strip() or health.strip():
            shown[number] = Level(
                words,
                whole_number(attack.strip(), f"{place}, level {number}: attack"),
                whole_number(health.strip(), f"{place}, level {number}: health"),
            )
    if shown:
        return own_levels(shown, kind, name)
    return {number: Level() for number in LEVELS} if kind != "forgeborn" else {}


def own_levels(shown: dict[int, Level], kind: str, name: str) -> dict[int, Level]:
    """The abilities of a Forgeborn lie in columns 1 to 3 for levels 2 to 4, if the name says so."""
    cycle = re.match(r"C([234])\b", name)
    if kind == "forgeborn" and cycle and len(shown) == 1:
        return {int(cycle[1]): next(iter(shown.values()))}
    if kind == "forgeborn":
        return {number + 1: level for number, level in shown.items()}
    return shown


def cards_from_csv(text: str) -> CardSet:
    """The cards of a CSV; Modifiers are cards of the kind `modifier`, to be spliced with a base."""
    rows = rows_from_csv(text)
    cards = tuple(
        Card(
            row.name,
            row.kind,
            row.levels,
            row.faction,
            row.types,
            solbind=row.solbind,
            rarity=row.rarity,
        )
        for row in rows
        if row.kind != "forgeborn"
    )
    born = tuple(
        Forgeborn(row.name, row.faction, {n: level.text for n, level in row.levels.items()})
        for row in rows
        if row.kind == "forgeborn" and row.faction
    )
    found = CardSet(cards, born)
    check_set(found)
    return found
