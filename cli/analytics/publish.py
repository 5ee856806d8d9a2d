"""`publish`: every table as files, in a folder to be given to other programs and people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import duckdb
import typer
from rich.markup import escape

from cli.analytics.readers import AsOfOption, MatchOption, SeatOption, readers
from cli.edge import (
    AnalyticsOption,
    JsonOption,
    StoreOption,
    console,
    guarded,
    must_exist,
    print_json,
    store_path,
)
from cli.program.progress import progress_bar
from cli.program.suggestion import games
from cli.program.target import ForceOption, check_replacing
from cli.trust.dossier import program
from domain.games import game as find_game
from domain.record.codec import digest
from domain.store.recorder import Recorder
from projections.feed.log import EventLog
from projections.publish.forms import Form
from projections.publish.publication import check_target, chosen
from projections.publish.publication import publish as write

if TYPE_CHECKING:
    from projections.publish.publication import Progress
    from projections.read.reader import Reader

FEW = 8
"""So many tables without rows are named."""


@guarded
def publish(
    folder: Annotated[Path, typer.Argument(help="The folder to write.")],
    form: Annotated[Form, typer.Option("--format", help="What the files are.")] = Form.PARQUET,
    tables: Annotated[
        str, typer.Option("--tables", metavar="A,B", help="Only these tables and views.")
    ] = "",
    game: Annotated[
        str,
        typer.Option("--game", metavar="GAME", help="Only matches of it.", autocompletion=games),
    ] = "",
    match: MatchOption = "",
    seat: SeatOption = "",
    as_of: AsOfOption = "",
    force: ForceOption = False,
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write all tables and views as files that need no ludograph to be read.

    Parquet is parted by game and month of play, as DuckDB, pandas, polars and Spark read it; CSV
    and Arrow are a file a table. A README says what every column holds, a manifest how many rows
    there are; rows are counted in the tables and in the files, and must agree.
    """
    source = store_path(store)
    must_exist(source)
    key = find_game(game).key if game else ""
    names = [name.strip() for name in tables.split(",") if name.strip()]
    relations = chosen(names, key)
    check_target(folder)
    check_replacing(folder, force)
    scope = {"game": key, "match": match, "seat": seat, "as_of": as_of}
    with (
        readers(source, analytics, match, seat, as_of)() as found,
        progress_of_tables() as progress,
    ):
        store_of = origin(source, found, bool(match), bool(seat))
        if match:
            scope["match"] = store_of["match"]
        about = {
            "ludograph": program(),
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "scope": {name: value for name, value in scope.items() if value},
            "store": store_of,
        }
        manifest = write(
            found, folder, form, relations=relations, game=key, about=about, progress=progress
        )
    if as_json:
        print_json(manifest)
    else:
        print_manifest(folder, manifest)


def origin(source: Path, found: Reader, alone: bool, seen: bool) -> dict[str, Any]:
    """What says which store it was, and how much was in it.

    Of what a seat may know there is no digest: by that, what is hidden could be guessed and checked.
    """
    if alone:
        ((match_id,),) = found.ask("SELECT match_id FROM openings").rows()
        return {"file": source.name, "match": match_id, **({} if seen else head(source, match_id))}
    position, match_id, version = found.position()
    last = {"match": match_id, "number": version - 1} if position else {}
    return {"file": source.name, "position": position, "last": last} | digest_at(source, position)


def head(source: Path, match_id: str) -> dict[str, Any]:
    """The digest of a match's last event."""
    recorder = Recorder(source)
    try:
        return {"digest": recorder.load(match_id).head}
    finally:
        recorder.close()


def digest_at(source: Path, position: int) -> dict[str, Any]:
    """The digest of the event at a position of the store; none if nothing is recorded."""
    con = duckdb.connect(":memory:")
    try:
        with EventLog(source) as log:
            found = log.raw(con, position - 1, 1) if position else []
            return {"digest": digest(*found[0])} if found else {}
    finally:
        con.close()


@contextmanager
def progress_of_tables() -> Iterator[Progress]:
    """A bar that says which table is being written."""
    with progress_bar() as bar:
        task = bar.add_task("writing", total=None)

        def progress(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total, description=f"writing {name}".rstrip())

        yield progress


def print_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Say what was written, table by table; those without rows in one line."""
    width = max((len(table["name"]) for table in manifest["tables"]), default=0)
    for table in manifest["tables"]:
        if table["rows"]:
            console.print(f"  {table['name']:<{width}}  {table['rows']:>12,}")
    empty = [table["name"] for table in manifest["tables"] if not table["rows"]]
    if empty:
        named = ", ".join(empty) if len(empty) <= FEW else f"{len(empty)} others, see README.md"
        console.print(f"  [dim]without rows: {named}[/]")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    console.print(
        f"{manifest['rows']:,} rows of {len(manifest['tables'])} tables and views in "
        f"{escape(str(folder))} ({manifest['format']}, {size / 1_000_000:,.1f} MB); "
        "as many in the files as in the tables"
    )
