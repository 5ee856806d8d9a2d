"""Files that commands write: whole or not at all, and what is there is not replaced unasked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from cli.edge import analytics_path, store_path
from domain.contract.errors import GameError, Reason

ForceOption = Annotated[
    bool, typer.Option("-f", "--force", help="Replace a file that is there already.")
]


def is_special(path: Path) -> bool:
    """Say if a path is neither a file nor a folder: a pipe, a device, a terminal."""
    return path.exists() and not path.is_file() and not path.is_dir()


def check_replacing(path: Path, force: bool, option: str = "-f") -> None:
    """Refuse a file or folder that is there, unless `force` is given. Raises GameError (CONFLICT).

    `option` is how `force` is spelled in the answer. What is no file, such
    as /dev/stdout, can be written to at any time.
    """
    if (path.is_file() or (path.is_dir() and any(path.iterdir()))) and not force:
        raise GameError(
            Reason.CONFLICT,
            f"{path} is there already",
            legal=(f"{option} to replace it", "another name"),
        )


def check_target(path: Path, force: bool, store: Path | None) -> Path:
    """Return a file to write, as it is. Raises GameError if it holds the matches, or is there.

    `store` is the option that names the event store.
    """
    kept = store_path(store)
    if path.resolve() in (kept.resolve(), analytics_path(None, kept).resolve()):
        raise GameError(Reason.BAD_SETTING, f"{path} holds the matches; name another file")
    if not path.is_dir():
        check_replacing(path, force)
    return path


def check_targets(paths: Iterable[Path], force: bool, kept: Iterable[Path]) -> None:
    """Raise GameError for files that cannot or must not be written: before any work is done.

    `kept` hold the matches. One that is there already is only replaced with `force`.
    """
    resolved = {path.resolve() for path in kept}
    seen: set[Path] = set()
    for path in paths:
        if path.resolve() in resolved:
            raise GameError(Reason.BAD_SETTING, f"{path} holds the matches; name another file")
        if path.resolve() in seen:
            raise GameError(Reason.BAD_SETTING, f"{path} is named twice")
        seen.add(path.resolve())
        if path.is_dir() or not path.name:
            raise GameError(Reason.BAD_SETTING, f"{str(path)!r} is a folder; name a file in it")
        if not path.parent.is_dir():
            raise GameError(Reason.NOT_FOUND, f"there is no folder {path.parent}")
        check_replacing(path, force)


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A file beside another that takes its place at the end, and is gone if that is not reached.

    What is no file, such as a pipe or a device, is written to itself: nothing can take its place.
    """
    if is_special(path):
        yield path
        return
    new = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield new
        new.replace(path)
    except OSError as error:
        raise GameError(
            Reason.NOT_FOUND, f"{path} cannot be written: {error.strerror or error}"
        ) from error
    finally:
        with suppress(OSError):
            new.unlink()


def write_whole(path: Path, text: str) -> None:
    """Write a text file whole or not at all. Raises GameError."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises GameError."""
    try:
        if is_special(path):
            path.write_bytes(data)
            return
        with written_whole(path) as beside:
            beside.write_bytes(data)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "that names no file"
        raise GameError(Reason.NOT_FOUND, f"cannot be written: {why}", source=str(path)) from error
