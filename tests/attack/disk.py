"""A disk that logs what SQLite does to its files, can fail, and can lose its power.

A copy of SQLite's own layer for files (its VFS) becomes the default one in the library that Python's
`sqlite3` uses: reads, locks and shared memory are the system's, and writes, syncs and removals pass
through here. So the store runs as it is, and sees the errors that the system would give.

What a power cut leaves of a log is worked out by `after_cut`: what was synced is there; what was not
is kept, dropped or torn at a sector, each write by itself and in any order.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from tests.attack.campaign import Impossible

SECTOR: Final = 512
"""Bytes that a disk writes as a whole."""
FULL: Final = 13
IOERR_WRITE: Final = 10 | 3 << 8
IOERR_FSYNC: Final = 10 | 4 << 8
OK: Final = 0
WRITE, SYNC, CUT, REMOVE, LOST_SYNC = "write", "sync", "truncate", "remove", "failed sync"


class Act(NamedTuple):
    """One thing done to a file."""

    what: str
    path: str
    offset: int = 0
    """Where it was written; the length for `truncate`; 1 if a removal was synced."""
    data: bytes = b""


class Fault(NamedTuple):
    """From which write or sync on the disk fails, and how."""

    what: str
    """`full`, `broken` (writes fail) or `fsync`."""
    after: int
    """How many writes (or syncs) still go well."""
    once: bool
    """It fails once, and then goes well again."""


_I, _P = ctypes.c_int, ctypes.c_void_p
_VFS_NAMES: Final = (
    *("access", "full_pathname", "dl_open", "dl_error", "dl_sym", "dl_close", "randomness"),
    *("sleep", "current_time", "last_error", "current_time64", "set_call", "get_call", "next_call"),
)
_OPEN = ctypes.CFUNCTYPE(_I, _P, _P, _P, _I, _P)
_REMOVE = ctypes.CFUNCTYPE(_I, _P, ctypes.c_char_p, _I)
_WRITE = ctypes.CFUNCTYPE(_I, _P, _P, _I, ctypes.c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(_I, _P, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(_I, _P, _I)


class _Vfs(ctypes.Structure):
    _fields_: ClassVar[Any] = [
        ("version", _I),
        ("file_size", _I),
        ("path_size", _I),
        ("next", _P),
        ("name", ctypes.c_char_p),
        ("data", _P),
        ("open", _OPEN),
        ("remove", _REMOVE),
        *((name, _P) for name in _VFS_NAMES),
    ]


class _Methods(ctypes.Structure):
    _fields_: ClassVar[Any] = [
        ("version", _I),
        ("close", _P),
        ("read", _P),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        *((f"other{n}", _P) for n in range(13)),
    ]


class _File(ctypes.Structure):
    _fields_: ClassVar[Any] = [("methods", ctypes.POINTER(_Methods))]


class Disk:
    """The log of what was done to files, and the fault that is to come."""

    def __init__(self) -> None:
        self.log: list[Act] = []
        self.fault: Fault | None = None
        self.struck = 0
        """How often the disk has failed."""
        self._paths: dict[int, str] = {}
        self._tables: list[Any] = []
        try:
            self._library = ctypes.CDLL(_sqlite3.__file__)
            self._library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        except (AttributeError, OSError) as error:
            raise Impossible("this Python hides the SQLite that it uses") from error
        self._system = self._library.sqlite3_vfs_find(None)
        own = _Vfs.from_buffer_copy(self._system.contents)
        own.name = b"ludograph-attack"
        own.next = None
        own.open = _OPEN(self._open)
        own.remove = _REMOVE(self._remove)
        self._own = own

    @contextmanager
    def installed(self) -> Iterator[Disk]:
        """Be the disk of every store that is opened meanwhile (and closed before the end)."""
        self._library.sqlite3_vfs_register(ctypes.byref(self._own), 1)
        try:
            yield self
        finally:
            self._library.sqlite3_vfs_register(self._system, 1)
            self._library.sqlite3_vfs_unregister(ctypes.byref(self._own))

    def fails(self, what: str) -> int:
        """What a write or a sync comes to: 0, or SQLite's number of an error."""
        fault = self.fault
        if fault is None or (fault.what == "fsync") != (what == SYNC):
            return OK
        if fault.after > 0:
            self.fault = fault._replace(after=fault.after - 1)
            return OK
        self.struck += 1
        if fault.once:
            self.fault = None
        return {"full": FULL, "broken": IOERR_WRITE, "fsync": IOERR_FSYNC}[fault.what]

    # -- what SQLite calls -----------------------------------------------------------------------

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        done: int = self._system.contents.open(vfs, name, file, flags, out)
        head = _File.from_address(file)
        if done != OK or not name or not head.methods:
            return done
        path = ctypes.string_at(name).decode()
        system = head.methods.contents
        own = _Methods.from_buffer_copy(system)

        def write(at: int, data: int, size: int, offset: int) -> int:
            failed = self.fails(WRITE)
            size = size // 2 // SECTOR * SECTOR if failed else size
            done: int = system.write(at, data, size, offset) if size else OK
            if size:
                self.log.append(Act(WRITE, path, offset, ctypes.string_at(data, size)))
            return failed or done

        def truncate(at: int, size: int) -> int:
            self.log.append(Act(CUT, path, size))
            return int(system.truncate(at, size))

        def sync(at: int, flags: int) -> int:
            failed = self.fails(SYNC)
            self.log.append(Act(LOST_SYNC if failed else SYNC, path))
            return failed or int(system.sync(at, flags))

        own.write, own.truncate, own.sync = _WRITE(write), _TRUNCATE(truncate), _SYNC(sync)
        self._tables.append((own, head.methods))
        head.methods = ctypes.pointer(own)
        return done

    def _remove(self, vfs: int, name: bytes, synced: int) -> int:
        done: int = self._system.contents.remove(vfs, name, synced)
        if done == OK:
            self.log.append(Act(REMOVE, name.decode(), 1 if synced else 0))
        return done


class _Lying:
    """A file as it lies on a disk, and what is done to it that may not have reached the disk."""

    def __init__(self) -> None:
        self.content: bytearray | None = None
        self.pending: list[Act] = []
        self.new = True
        """It was not synced since it was made: SQLite syncs the folder with it, if it is a log."""

    def do(self, act: Act) -> None:
        """Let something reach the disk."""
        if act.what == REMOVE:
            self.content = None
            return
        if self.content is None:
            self.content = bytearray()
        if act.what == CUT:
            del self.content[act.offset :]
            return
        self.content.extend(bytes(max(0, act.offset - len(self.content))))
        self.content[act.offset : act.offset + len(act.data)] = act.data


def after_cut(log: Sequence[Act], rng: random.Random) -> dict[str, bytes]:
    """The files that a power cut leaves after what is logged, by their paths.

    What a sync that failed should have written is written by the next one that does not.
    """
    files: dict[str, _Lying] = {}
    for act in log:
        file = files.setdefault(act.path, _Lying())
        if act.what == SYNC and file.new:
            file.new = False
            if act.path.endswith(("-wal", "-journal")):
                _sync_folder(files.values())
        if act.what == REMOVE:
            file.new = True
        if act.what == SYNC or (act.what == REMOVE and act.offset):
            for one in file.pending:
                file.do(one)
            file.pending = []
            if act.what == REMOVE:
                file.do(act)
        elif act.what != LOST_SYNC:
            file.pending.append(act)
    for file in files.values():
        for one in file.pending:
            if (reached := _reached(one, rng)) is not None:
                file.do(reached)
    return {path: bytes(f.content) for path, f in files.items() if f.content is not None}


def _sync_folder(files: Iterable[_Lying]) -> None:
    """Let the removals of files reach the disk."""
    for file in files:
        gone = [n for n, act in enumerate(file.pending) if act.what == REMOVE]
        if gone:
            file.do(file.pending[gone[-1]])
            del file.pending[: gone[-1] + 1]


def _reached(act: Act, rng: random.Random) -> Act | None:
    """What of something that was not synced reaches the disk: all, nothing or a part."""
    fate = rng.random()
    if fate < 0.4:
        return act
    if fate < 0.7 or act.what != WRITE:
        return None
    kept = rng.randrange(0, len(act.data) + 1, SECTOR) if len(act.data) > SECTOR else 0
    if rng.random() < 0.5:
        return act._replace(data=act.data[:kept]) if kept else None
    return act._replace(offset=act.offset + kept, data=act.data[kept:])


def laid_out(files: dict[str, bytes], folder: Path) -> None:
    """Write files into a folder, under their own names."""
    for path, content in files.items():
        (folder / Path(path).name).write_bytes(content)
