"""Saved queries: plain .sql files in a folder of the user's, with a comment line each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import duckdb

from domain.contract.errors import GameError, Reason
from projections.read.sql import read_statement

NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
"""What a saved query can be called, in small letters."""


@dataclass(frozen=True)
class Saved:
    """A query that has a name."""

    name: str
    about: str
    """What it answers, in one line; empty if there is no such line."""
    sql: str
    """The text of its file, the comment line included."""
    parameters: tuple[str, ...]
    """Names of its `$name`s, in order of the alphabet."""
    path: Path


def save(folder: Path, name: str, sql: str, about: str = "", *, replace: bool = False) -> Saved:
    """Keep one statement that reads under a name, whole or not at all; it is not run.

    Raises GameError: UNREADABLE for what is no such statement, BAD_SETTING for what is no name,
    CONFLICT if the name is taken and must not be replaced.
    """
    name = checked(name)
    found = parameters_of(sql)
    path = folder / f"{name}.sql"
    if path.exists() and not replace:
        raise GameError(
            Reason.CONFLICT,
            f"there is a query @{name} already",
            legal=("--replace", "another name"),
        )
    about = " ".join(about.split())
    text = f"-- {about or name}\n{sql.strip()}\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new = path.with_name(path.name + ".part")
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise GameError(Reason.NOT_FOUND, f"{path} cannot be written: {error.strerror}") from error
    return Saved(name, about, text, found, path)


def find(folder: Path, name: str) -> Saved:
    """A saved query by its name. Raises GameError: NOT_FOUND naming those there are."""
    name = checked(name)
    path = folder / f"{name}.sql"
    if not path.is_file():
        there = tuple(f"@{other}" for other in names(folder))
        message = f"there is no query @{name}" + ("" if there else "; none is saved yet")
        raise GameError(Reason.NOT_FOUND, message, legal=there)
    return read(path)


def everything(folder: Path) -> list[Saved]:
    """All saved queries, by name."""
    return [read(folder / f"{name}.sql") for name in names(folder)]


def forget(folder: Path, name: str) -> None:
    """Remove a saved query. Raises GameError (NOT_FOUND) if there is none of the name."""
    find(folder, name).path.unlink()


def names(folder: Path) -> list[str]:
    """Names of the saved queries, in order."""
    return sorted(p.stem for p in folder.glob("*.sql") if NAME.fullmatch(p.stem))


def read(path: Path) -> Saved:
    """Read a query's file; one that somebody spoiled has no parameters until it is run."""
    text = read_text(path)
    first = text.split("\n", 1)[0].strip()
    about = first.removeprefix("--").strip() if first.startswith("--") else ""
    try:
        found = parameters_of(text)
    except GameError:
        found = ()
    return Saved(path.stem, "" if about == path.stem else about, text, found, path)


def read_text(path: Path) -> str:
    """The text of a file of SQL. Raises GameError (NOT_FOUND, UNREADABLE)."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise GameError(Reason.NOT_FOUND, f"{path} cannot be read: {error.strerror}") from error
    except UnicodeError as error:
        raise GameError(Reason.UNREADABLE, f"{path} is no text in UTF-8") from error


def checked(name: str) -> str:
    """A name in small letters, without its @. Raises GameError (BAD_SETTING)."""
    small = name.strip().removeprefix("@").lower()
    if not NAME.fullmatch(small):
        raise GameError(
            Reason.BAD_SETTING,
            f"{name!r} is no name for a query: letters, digits, - and _, 64 of them at most",
        )
    return small


def parameters_of(sql: str) -> tuple[str, ...]:
    """Names of the parameters of one statement that reads. Raises GameError (UNREADABLE)."""
    con = duckdb.connect(":memory:")
    try:
        return tuple(sorted(read_statement(con, sql).named_parameters))
    finally:
        con.close()
