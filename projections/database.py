"""The analytics file itself: opened by one process at a time, made whole, replaced whole."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

import duckdb
from duckdb import DuckDBPyConnection

from domain.contract.errors import GameError, Reason
from projections.games import registry
from projections.schema import definitions

PATIENCE: Final = 15.0
"""Seconds to wait for another process that has the file."""

MAGIC: Final = b"DUCK"
"""How a file of DuckDB begins, behind a checksum."""
MAGIC_AT: Final = 8
HEAD: Final = 12

MEMORY: Final[ContextVar[int]] = ContextVar("MEMORY", default=0)
"""Bytes that a connection may use in memory; 0 for what the database takes by itself."""

Opened = TypeVar("Opened")


class OtherLayout(Exception):
    """The file was made by another version of ludograph and must be made anew."""


def replace(new: Path, old: Path, patience: float) -> None:
    """Put a finished file in the place of another, which no process may be writing meanwhile.

    Held open to read, the old file can have readers, who keep it, and no writer.
    """
    held = None
    if old.exists():
        try:
            held = open_file(old, patience, read_only=True)
        except GameError:
            remove(new)
            raise
    old.with_name(old.name + ".wal").unlink(missing_ok=True)
    new.replace(old)
    if held:
        held.close()


def remove(path: Path) -> None:
    """Remove a database and its write-ahead log."""
    path.unlink(missing_ok=True)
    path.with_name(path.name + ".wal").unlink(missing_ok=True)


def open_file(
    path: Path, patience: float = PATIENCE, *, read_only: bool = False
) -> DuckDBPyConnection:
    """Open a DuckDB file, waiting for a process that has it. Raises GameError."""
    return configured(
        patiently(path, patience, lambda: duckdb.connect(str(path), read_only=read_only))
    )


def patiently(path: Path, patience: float, attempt: Callable[[], Opened]) -> Opened:
    """Try to open a file until no other process has it; `patience` in seconds. Raises GameError."""
    deadline = time.monotonic() + patience
    pause = 0.005
    while True:
        try:
            return attempt()
        except duckdb.Error as error:
            if "Could not set lock" not in str(error):
                raise unreadable(path, error) from error
            if time.monotonic() >= deadline:
                raise busy(path) from error
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


@contextmanager
def interruptible(con: DuckDBPyConnection) -> Iterator[None]:
    """An interrupt from the keyboard ends what a connection does, and is one from the keyboard."""
    try:
        with heard(con):
            yield
    except duckdb.InterruptException as error:
        raise KeyboardInterrupt from error
    except RuntimeError as error:
        if str(error) != "Query interrupted":
            raise
        raise KeyboardInterrupt from error


@contextmanager
def heard(con: DuckDBPyConnection) -> Iterator[None]:
    """Tell a connection of an interrupt at once.

    Left alone, DuckDB looks for one only while the main thread has a share of the work; where other
    threads have all of it, that may be minutes later, or never.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # no signal comes to it
        return
    bell, ear = socket.socketpair()
    bell.setblocking(False)
    before = signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
    listener = threading.Thread(target=listen, args=(ear, con), daemon=True)
    listener.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        bell.close()
        listener.join()
        ear.close()


def listen(ear: socket.socket, con: DuckDBPyConnection) -> None:
    """Interrupt a connection whenever the number of an interrupt comes, until nothing can come."""
    while numbers := ear.recv(16):
        if signal.SIGINT in numbers:
            con.interrupt()


def configured(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """Quiet, blind to Python's variables, and with no more memory than there is for it."""
    con.execute("SET enable_progress_bar = false")
    con.execute("SET python_enable_replacements = false")
    if most := MEMORY.get():
        con.execute(f"SET memory_limit = '{most} B'")
    return con


def busy(path: Path) -> GameError:
    """The error for a file that another process keeps."""
    return GameError(
        Reason.BUSY, f"the analytics file {path} is in use by another process; try again"
    )


def is_broken(path: Path) -> bool:
    """Return whether a file is one of DuckDB's, as it begins, and cannot be opened any more.

    What begins otherwise is something else, which nobody must replace.
    """
    if not path.is_file():
        return False
    with path.open("rb") as file:
        if file.read(HEAD)[MAGIC_AT:] != MAGIC:
            return False
    try:
        con = open_file(path, patience=0, read_only=True)
    except GameError as error:
        return error.reason is not Reason.BUSY
    try:
        con.execute(f"SELECT layout FROM {definitions.POSITION_TABLE.name}").fetchall()
    except duckdb.CatalogException:
        return False
    except duckdb.Error:
        return True
    finally:
        con.close()
    return False


def unreadable(path: Path, error: Exception) -> GameError:
    """The error for a file that cannot be opened."""
    text = str(error).splitlines()[0]
    return GameError(
        Reason.NOT_FOUND,
        f"the analytics file {path} cannot be used: {text}; "
        "it can be made anew: with `ludograph project --rebuild`, or remove it; "
        "or name another with --analytics",
    )


def open_to_write(path: Path, patience: float = PATIENCE) -> DuckDBPyConnection:
    """Open the analytics file to feed it; a new one gets its tables.

    Raises GameError, and OtherLayout if the file is of another version.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            make(path)
    except OSError as error:
        raise GameError(Reason.NOT_FOUND, f"the file {path} cannot be made: {error}") from error
    con = open_file(path, patience)
    try:
        if layout_of(con, path) != registry.LAYOUT:
            raise OtherLayout
    except BaseException:
        con.close()
        raise
    return con


def make(path: Path) -> None:
    """Make an empty analytics file, which nobody sees before it is whole."""
    new = path.with_name(f"{path.name}.{os.getpid()}.made")
    remove(new)
    try:
        new.write_bytes(empty(registry.LAYOUT))
        with suppress(FileExistsError):  # somebody else was faster
            os.link(new, path)
    finally:
        remove(new)


@lru_cache(1)
def empty(_layout: str) -> bytes:
    """The bytes of an analytics file of a layout that nothing has been fed to."""
    with TemporaryDirectory(prefix="ludograph-") as folder:
        path = Path(folder) / "empty.duckdb"
        con = open_file(path, patience=0)
        lay_out(con)
        con.close()
        return path.read_bytes()


def layout_of(con: DuckDBPyConnection, path: Path, database: str = "") -> str:
    """The digest of what is in a file that is open, or attached under a name.

    Raises GameError (CONFLICT) for a database of something else, which nobody must replace.
    """
    table = definitions.POSITION_TABLE.name
    try:
        rows = con.execute(
            f"SELECT layout FROM {database + '.main.' if database else ''}{table}"
        ).fetchall()
    except duckdb.Error:
        rows = []
    if len(rows) != 1:
        raise GameError(
            Reason.CONFLICT,
            f"{path} is a database of something else, not of ludograph; "
            "name another file with --analytics",
        )
    return str(rows[0][0])


def lay_out(con: DuckDBPyConnection) -> None:
    """Make the tables, views and functions, with their comments, in one transaction."""
    con.begin()
    tables = (definitions.POSITION_TABLE, *registry.TABLES, *registry.WRITTEN)
    run(con, definitions.ddl(tables))
    run(con, (macro.ddl() for macro in definitions.MACROS))
    run(con, (view.ddl() for view in registry.VIEWS))
    con.execute(";".join(definitions.comments((definitions.POSITION_TABLE, *registry.RELATIONS))))
    con.execute("INSERT INTO projection_position VALUES (0, '', 0, ?)", [registry.LAYOUT])
    con.commit()


def run(con: DuckDBPyConnection, statements: Iterable[str], target: str = "main") -> None:
    """Run statements, with `target` for the schema they write into."""
    for statement in statements:
        con.execute(statement.replace("INTO target.", f"INTO {target}."))
