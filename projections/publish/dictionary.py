"""What lies beside published files: the dictionary, and SQL that makes tables of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from projections.publish import readback
from projections.schema.definitions import MACROS, Relation, comments, literal
from projections.schema.document import section

HOW = {
    "parquet": """Each table is a folder of Parquet files, parted by game and month of play: so
`steps/game=riftforce/month=2026-11/` holds steps of Riftforce of November 2026. `game` and `month`
are columns too, for whoever reads the folders' names (hive partitioning). Tables that are of no one
match have one file.

In this folder, `duckdb -init load.sql` or, in any DuckDB, `.read load.sql` makes a view of each
table, with comments and functions; or ask a table itself:

```sql
SELECT month, count(*) FROM read_parquet('matches/**/*.parquet', hive_partitioning = true)
GROUP BY month
```
""",
    "csv": """Each table is one CSV file: UTF-8, a heading, commas; NULL is empty, an empty text is
`""`; lists and maps are JSON. A text that begins with `=`, `+`, `-`, `@`, a tab or a return, after
apostrophes or none, has one more apostrophe before it: spreadsheets would take it for a formula.
`load.sql` takes it away again.

In this folder, `duckdb -init load.sql` or, in any DuckDB, `.read load.sql` makes a view of each
table, with types, comments and functions.
""",
    "arrow": """Each table is one Arrow IPC file (also called Feather): pandas, polars and
`pyarrow.ipc.open_file` read it as it is.
""",
}


def readme(manifest: Mapping[str, Any], relations: Sequence[Relation]) -> str:
    """The README of a folder: where it comes from, how to read it, and every column."""
    lines = ["# Matches, as tables\n", *provenance(manifest), ""]
    lines.append(HOW[manifest["format"]])
    lines.append("`match` joins everything; `match` and `step` join a row to the step that caused")
    lines.append("it. Rows come in no order. Times are UTC. manifest.json says the same of every")
    lines.append("table to programs.\n")
    lines += ["| table | kind | rows |", "|---|---|---:|"]
    lines += [f"| {t['name']} | {t['kind']} | {t['rows']:,} |" for t in manifest["tables"]]
    lines += ["", *(section(relation) for relation in relations)]
    lines += ["### Functions\n", *(f"- `{m.call}`: {m.comment}" for m in MACROS)]
    return "\n".join(lines) + "\n"


def provenance(manifest: Mapping[str, Any]) -> list[str]:
    """Where a folder comes from, in sentences."""
    lines = [f"{manifest['rows']:,} rows of {len(manifest['tables'])} tables and views."]
    if "ludograph" in manifest:
        lines.append(f"Written by ludograph {manifest['ludograph']}, {manifest['made_at']}.")
    scope = manifest.get("scope") or {}
    if scope.get("game"):
        lines.append(f"Only matches of the game {scope['game']}.")
    if scope.get("match"):
        lines.append(f"Only the match {scope['match']}.")
    if scope.get("seat"):
        lines.append(f"Only what {scope['seat']} may know: what is hidden from them is NULL here.")
    if scope.get("as_of"):
        lines.append(f"As everything stood at {scope['as_of']}.")
    return lines


def loader(relations: Sequence[Relation], parted: Set[str], of_parquet: bool) -> str:
    """SQL that makes a view of each table, to be run in the folder; the functions too."""
    lines = ["-- Run in this folder, in any DuckDB: a view of each table, with comments."]
    lines += [f"CREATE OR REPLACE MACRO {m.call} AS {m.sql};" for m in MACROS]
    for relation in relations:
        lines.append(f"CREATE OR REPLACE VIEW {relation.name} AS SELECT")
        lines.append("  " + chosen_columns(relation, relation.name in parted, of_parquet))
        lines.append(f"FROM {source(relation, relation.name in parted, of_parquet)};")
    lines += [comment.replace("COMMENT ON TABLE", "COMMENT ON VIEW") + ";" for comment in
              comments(relations)]  # fmt: skip
    return "\n".join(lines) + "\n"


def chosen_columns(relation: Relation, parted: bool, of_parquet: bool) -> str:
    """The columns of a view, in the order of the dictionary; of parted files the month, too."""
    if not of_parquet:
        return ", ".join(map(readback.from_text, relation.columns))
    names = [f'"{column.name}"' for column in relation.columns]
    return ", ".join((*names, "month") if parted else names)


def source(relation: Relation, parted: bool, of_parquet: bool) -> str:
    """What a view reads."""
    if of_parquet:
        return readback.parquet(literal(f"{relation.name}/**/*.parquet"), parted)
    return readback.csv(literal(f"{relation.name}.csv"), relation)
