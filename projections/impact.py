"""What other rules would have made of recorded matches: the table of the last comparison.

It comes from nothing in the event log: whoever compares writes it, and each run replaces it. A file
that is made anew has none until the next run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from domain.contract.errors import GameError, Reason
from projections import database
from projections.schema.definitions import literal
from projections.schema.record_tables import RULE_DIFFERENCES


def store(analytics: Path, rows: Sequence[Mapping[str, object]]) -> int:
    """Replace the table by the rows of a run, by the names of the columns; returns how many.

    What a row does not name is NULL. Raises GameError: BUSY if another process keeps the file,
    BAD_SETTING for a name that is no column, CONFLICT for a file of another version.
    """
    names = [column.name for column in RULE_DIFFERENCES.columns]
    for row in rows:
        for name in row:
            if name not in names:
                raise GameError(
                    Reason.BAD_SETTING,
                    f"{RULE_DIFFERENCES.name} has no column {name!r}",
                    legal=tuple(names),
                )
    shape = msgspec.json.encode([{c.name: c.type for c in RULE_DIFFERENCES.columns}]).decode()
    given = msgspec.json.encode([plain(row) for row in rows]).decode()
    try:
        con = database.open_to_write(analytics)
    except database.OtherLayout as error:
        raise GameError(
            Reason.CONFLICT,
            f"the analytics file {analytics} was made by another version; "
            "bring it up first with `ludograph project`",
        ) from error
    try:
        con.begin()
        con.execute(f"DELETE FROM {RULE_DIFFERENCES.name}")
        con.execute(
            f"INSERT INTO {RULE_DIFFERENCES.name} SELECT {', '.join(f'r.{name}' for name in names)} "
            f"FROM (SELECT unnest(from_json(?, {literal(shape)})) AS r)",
            [given],
        )
        con.commit()
    finally:
        con.close()
    return len(rows)


def plain(row: Mapping[str, object]) -> dict[str, object]:
    """A row with texts for everything that the columns hold as a text."""
    texts = {column.name for column in RULE_DIFFERENCES.columns if column.type == "VARCHAR"}
    return {
        name: msgspec.json.encode(value).decode()
        if name in texts and value is not None and not isinstance(value, str)
        else value
        for name, value in row.items()
    }
