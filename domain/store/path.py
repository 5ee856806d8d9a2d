"""What lies at the path of a store: which file, may it be written, and what its errors mean."""

from __future__ import annotations

import os
from errno import EDQUOT, EFBIG, EIO, ENOSPC, EROFS
from pathlib import Path
from typing import Final, NamedTuple

from domain.contract.errors import GameError, Reason

LAYOUT: Final = 1
"""Version of the tables, kept in the file."""

EVERY_TOPIC: Final = " AND topic > ''"
"""True of every opening; so openings are looked for in their index, not among all events."""

Number = tuple[int, int]
"""Device and number of a file."""


class Files(NamedTuple):
    """What lies at the path of a store."""

    file: Number | None
    log: Number | None
    """Its write-ahead log."""
    filled: bool = False
    """The log holds something."""
    size: int = 0
    changed: int = 0
    """When the file was written last, in nanoseconds."""

    @property
    def numbers(self) -> tuple[Number | None, Number | None]:
        """The files themselves, whatever is in them."""
        return self.file, self.log


def log_of(path: Path) -> Path:
    """Where SQLite keeps the write-ahead log of a file: beside what a link points to."""
    real = path.resolve()
    return real.with_name(f"{real.name}-wal")


def files_at(path: Path, log: Path | None = None) -> Files:
    """Look at what lies at the path of a store. Raises OSError where it cannot be looked at.

    `log` is its write-ahead log, where that is known.
    """
    number, filled = numbered(log or log_of(path))
    try:
        file = path.stat()
    except FileNotFoundError:
        return Files(None, number, filled)
    return Files((file.st_dev, file.st_ino), number, filled, file.st_size, file.st_mtime_ns)


def numbered(path: Path) -> tuple[Number | None, bool]:
    """Return the number of a file, and whether it holds something."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None, False
    return (found.st_dev, found.st_ino), found.st_size > 0


def other_file(path: Path, before: Files, now: Files) -> GameError:
    """Return the error for a store that is not the file any more that was opened."""
    if now.file is None:
        beside = (
            f"; what was recorded last may lie in {path.name}-wal, which belongs beside it"
            if now.log and now.log == before.log and now.filled
            else ""
        )
        return GameError(
            Reason.UNAVAILABLE,
            f"the store {path} is gone: it was removed or moved away while it was open; "
            f"nothing more is recorded in it{beside}",
        )
    if now.file == before.file:
        return GameError(
            Reason.UNAVAILABLE,
            f"the store {path} has lost its write-ahead log {path.name}-wal while it was open; "
            "nothing more is recorded in it before it is opened again",
        )
    return GameError(
        Reason.UNAVAILABLE,
        f"the store {path} is another file now: it was replaced while it was open; "
        "nothing more is recorded before it is opened again",
    )


def overwritten(path: Path) -> GameError:
    """Return the error for a store into whose file another program has written."""
    return GameError(
        Reason.UNAVAILABLE,
        f"the store {path} was overwritten while it was open: end every program that has it open, "
        "and lay the copy there again",
    )


def check_log(path: Path, before: Files, now: Files) -> None:
    """Refuse a file beside which the log of the file before it lies: SQLite would lay that over it.

    Raises GameError (UNAVAILABLE).
    """
    if now.file not in (None, before.file) and now.filled and now.log == before.log:
        raise GameError(
            Reason.UNAVAILABLE,
            f"the store {path} was replaced while it was open, and {path.name}-wal beside it "
            "belongs to the file before: end every program that has the store open, remove "
            f"{path.name}-wal and {path.name}-shm, and open it again",
        )


def address(path: Path) -> tuple[str, bool]:
    """Return the URI by which SQLite opens a file, and whether the file can only be read.

    Where no log can be made and none lies, the file is read as it is, without one.
    """
    uri = path.resolve().as_uri()
    if not path.exists() or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return uri, False
    beside = numbered(log_of(path))[1] or os.access(path.resolve().parent, os.W_OK)
    return f"{uri}?{'mode=ro' if beside else 'immutable=1'}", True


def read_address(path: Path) -> str:
    """Return the URI by which SQLite opens a file to read it only."""
    uri, only_read = address(path)
    return uri if only_read else f"{uri}?mode=ro"


def read_only(path: Path) -> GameError:
    """Return the error for writing into a store that can only be read."""
    return GameError(
        Reason.UNAVAILABLE,
        f"the store {path} is read-only, the file or its folder: nothing can be recorded in it; "
        "copy it to another place to go on",
    )


KINDS: Final = {
    ENOSPC: "SQLITE_FULL",
    EDQUOT: "SQLITE_FULL",
    EFBIG: "SQLITE_FULL",
    EROFS: "SQLITE_READONLY",
    EIO: "SQLITE_IOERR",
}
"""SQLite's names for what the system says."""
WORDS: Final = {
    "disk is full": "SQLITE_FULL",
    "readonly database": "SQLITE_READONLY",
    "disk I/O error": "SQLITE_IOERR",
}
"""SQLite's names for its words, where a library passes on these alone."""
DAMAGED: Final = ("malformed", "not a database", "no such table", "no such column", "decode")
"""Words of an error that say that a file is not what it was."""


def kind_of(error: BaseException) -> str:
    """Return SQLite's name for an error, or for what caused it; empty if neither is known."""
    found: BaseException | None = error
    while found is not None:
        if isinstance(found, OSError):
            return KINDS.get(found.errno or 0, "")
        if name := getattr(found, "sqlite_errorname", ""):
            return str(name)
        found = found.__cause__
    return next((kind for words, kind in WORDS.items() if words in str(error)), "")


def unreadable_store(error: Exception, path: Path | None = None) -> GameError:
    """Return what a failing database means for a user."""
    kind, text = kind_of(error), " ".join(str(error).splitlines()[:1])
    where = f"the store {path}" if path else "the store"
    if isinstance(error, UnicodeDecodeError):  # SQLite's own words hold bytes of the file
        text = "what it holds is no text"
        kind = "SQLITE_CORRUPT"
    if any(words in text for words in ("locked", "busy", "Timed out waiting")):
        return GameError(Reason.BUSY, f"{where} is being written by another process; try again")
    if kind == "SQLITE_FULL":
        return GameError(
            Reason.UNAVAILABLE, f"{where} cannot be written: there is no room on the disk"
        )
    if kind.startswith("SQLITE_READONLY"):
        return GameError(Reason.UNAVAILABLE, f"{where} is read-only and cannot be written")
    if kind.startswith("SQLITE_IOERR"):
        return GameError(Reason.UNAVAILABLE, f"the disk under {where} fails: {text} ({kind})")
    if kind.startswith("SQLITE_CORRUPT") or any(words in text for words in DAMAGED):
        return GameError(Reason.CORRUPT, f"{where} is damaged or no ludograph store: {text}")
    return GameError(Reason.NOT_FOUND, f"{where} cannot be opened: {text}")


def later_layout(path: Path) -> GameError:
    """Return the error for a store whose tables this version does not know."""
    return GameError(
        Reason.BAD_SETTING, f"the store {path} was made by a later version of ludograph; update it"
    )
