"""A folder of files with all tables, for programs that know nothing of ludograph.

The files are written in a folder beside, read back and counted, and only then take the place of an
older publication: whole or not at all.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
from duckdb import DuckDBPyConnection

from domain.contract.errors import GameError, Reason
from projections.games.registry import LAYOUT, PROJECTED, RELATIONS
from projections.publish import dictionary, readback
from projections.publish.forms import Form
from projections.read.export import pyarrow, write_arrow
from projections.read.reader import Reader
from projections.schema.definitions import Relation, View, literal
from projections.schema.document import find_relation, relations_of

MANIFEST: Final = "manifest.json"
KIND: Final = "ludograph publication"
"""What the manifest says first: by that the folder is known again."""
FOR_ALL: Final = ("README.md", MANIFEST)
LOADER: Final = "load.sql"

Progress = Callable[[int, int, str], None]
"""Called with how many tables are done, how many there are, and the name of the next."""


@dataclass(frozen=True)
class Part:
    """One table or view of a publication, and where its rows come from."""

    relation: Relation
    select: str
    """A SELECT of its columns; with `game` and `month` last if the files are parted by them."""
    parted: bool


def chosen(names: Sequence[str], game: str) -> list[Relation]:
    """The relations to publish: those that are named, else all, but none of other games' own.

    Raises GameError (NOT_FOUND) for a name of none, BAD_SETTING for one of another game.
    """
    others = {
        relation.name
        for key, projected in PROJECTED.items()
        if game and key != game
        for relation in relations_of(projected)
    }
    if not names:
        return [relation for relation in RELATIONS if relation.name not in others]
    found = list(dict.fromkeys(find_relation(name) for name in names))
    for relation in found:
        if relation.name in others:
            raise GameError(Reason.BAD_SETTING, f"{relation.name} holds nothing of {game}")
    return found


def part(relation: Relation, form: Form, game: str) -> Part:
    """How a relation's rows are selected: of one game, parted by game and month for Parquet."""
    names = [column.name for column in relation.columns]
    key = next((name for name in ("match", "match_id") if name in names), "")
    parted = form is Form.PARQUET and bool(key)
    own = ", ".join(f'r."{name}"' for name in names if not (parted and name == "game"))
    more = ", o.game AS game, strftime(o.played_on, '%Y-%m') AS month" if parted else ""
    joined = f" JOIN openings o ON o.{key} = r.{key}" if parted else ""
    only = ""
    if game and "game" in names:
        only = f" WHERE r.game = {literal(game)}"
    elif game:
        only = f" WHERE r.{key} IN (SELECT {key} FROM openings WHERE game = {literal(game)})"
    if form is Form.CSV:
        own = ", ".join(readback.as_text(column) for column in relation.columns)
    return Part(relation, f"SELECT {own}{more} FROM {relation.name} r{joined}{only}", parted)


def publish(
    reader: Reader,
    folder: Path,
    form: Form = Form.PARQUET,
    *,
    relations: Iterable[Relation] = RELATIONS,
    game: str = "",
    about: dict[str, Any] | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Write what a reader has into a folder, and return what its manifest says.

    `about` is what the manifest says besides: where it comes from, when, as whose eyes saw it.
    Raises GameError: CONFLICT if the folder holds anything else than an older publication, CORRUPT
    if the files do not hold what the tables do, NOT_FOUND if it cannot be written.
    """
    check_target(folder)
    if form is Form.ARROW:
        pyarrow()
    parts = [part(relation, form, game) for relation in relations]
    new = folder.absolute().with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        new.mkdir(parents=True)
        tables = []
        with readback.reading_back() as con:
            for done, each in enumerate(parts):
                if progress:
                    progress(done, len(parts), each.relation.name)
                tables.append(write_part(reader, con, new, each, form, game))
        manifest = {"kind": KIND, "format": str(form), "layout": LAYOUT, **(about or {})}
        manifest |= {"rows": sum(table["rows"] for table in tables), "tables": tables}
        write_documents(new, manifest, parts, form)
        replace(new, folder)
    except OSError as error:
        raise GameError(
            Reason.NOT_FOUND, f"{folder} cannot be written: {error.strerror or error}"
        ) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
    if progress:
        progress(len(parts), len(parts), "")
    return manifest


def write_part(
    reader: Reader, con: DuckDBPyConnection, new: Path, each: Part, form: Form, game: str
) -> dict[str, Any]:
    """Write one relation and count it: in the table, when written, and in the files."""
    name = each.relation.name
    path = new / (name if form is Form.PARQUET else f"{name}.{form}")
    only = part(each.relation, Form.ARROW, game).select
    ((there,),) = reader.ask(f"SELECT count(*) FROM ({only})").rows()
    if form is Form.ARROW:
        written = write_arrow(reader.arrow(each.select), path)
    elif form is Form.CSV:
        written = copied(reader, each.select, path, "FORMAT csv, HEADER")
    elif each.parted and there:
        options = "FORMAT parquet, COMPRESSION zstd, PARTITION_BY (game, month)"
        written = copied(reader, each.select, path, options)
    else:
        path.mkdir()
        options = "FORMAT parquet, COMPRESSION zstd"
        written = copied(reader, each.select, path / "data_0.parquet", options)
    files = [path] if path.is_file() else sorted(path.rglob("*.parquet"))
    back = readback.count(con, files, each.relation)
    if not there == written == back:
        raise GameError(
            Reason.CORRUPT,
            f"{name} has {there:,} rows, {written:,} were written and {back:,} are in the files; "
            "audit the store, and make the analytics anew with `ludograph project --rebuild`",
        )
    return {
        "name": name,
        "kind": "view" if isinstance(each.relation, View) else "table",
        "rows": there,
        "files": [str(file.relative_to(new).as_posix()) for file in files],
    }


def copied(reader: Reader, sql: str, path: Path, options: str) -> int:
    """Write rows where the reader may, and move them to their place; returns how many."""
    beside = reader.spill() / "published"
    try:
        rows = reader.copy(sql, beside, options)
        if beside.exists():
            shutil.move(beside, path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        with suppress(OSError):
            beside.unlink()
    return rows


def write_documents(new: Path, manifest: dict[str, Any], parts: list[Part], form: Form) -> None:
    """Write the manifest, the dictionary, and for plain DuckDB what makes tables of the files."""
    relations = [each.relation for each in parts]
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    (new / MANIFEST).write_bytes(text + b"\n")
    (new / "README.md").write_text(dictionary.readme(manifest, relations), encoding="utf-8")
    if form is not Form.ARROW:
        parted = {each.relation.name for each in parts if each.parted}
        loader = dictionary.loader(relations, parted, form == Form.PARQUET)
        (new / LOADER).write_text(loader, encoding="utf-8")


def check_target(folder: Path) -> None:
    """Refuse a place where something else is. Raises GameError (CONFLICT)."""
    if not folder.name:
        raise GameError(Reason.BAD_SETTING, f"{str(folder)!r} names no folder")
    if not folder.exists():
        return
    if not folder.is_dir():
        raise GameError(Reason.CONFLICT, f"{folder} is a file; name a folder")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    strange = sorted(there - written_before(folder))
    if strange:
        raise GameError(
            Reason.CONFLICT,
            f"{folder} holds {strange[0]}, which no publication wrote; it would be lost: "
            "name another folder",
        )


def written_before(folder: Path) -> set[str]:
    """The files that an older publication wrote into a folder; none if it is no publication."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes())
        if manifest["kind"] != KIND:
            return set()
        files = {file for table in manifest["tables"] for file in table["files"]}
    except (OSError, ValueError, KeyError, TypeError, msgspec.DecodeError):
        return set()
    return {*files, *FOR_ALL, LOADER}


def replace(new: Path, folder: Path) -> None:
    """Put a finished folder in the place of an older one, which comes back if that fails."""
    old = new.with_suffix(".old")
    if folder.exists():
        folder.replace(old)
    try:
        new.replace(folder)
    except BaseException:
        if old.exists():
            old.replace(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)
