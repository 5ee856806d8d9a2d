"""JSON that people and programs bring: read, its texts checked, and written so that it can be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar, overload

import msgspec

from domain.contract.characters import BREAKS, MOST_FILE_LINE, check_text, forbidden
from domain.contract.errors import GameError

T = TypeVar("T")

DEEPEST: Final = 100
"""Lists and objects that lie in each other."""


@overload
def read_json(text: str, kind: type[T]) -> T: ...
@overload
def read_json(text: str, kind: Any) -> Any: ...
def read_json(text: str, kind: Any) -> Any:
    """Read JSON of a type, `Any` for plain values.

    Raises msgspec.DecodeError for what is none, or nested too deeply; GameError for a text in it that may
    not be taken in, with its path: `players[0]`.
    """
    try:
        found = msgspec.json.decode(text, type=kind)
        if not is_plain(text):
            check_data(msgspec.to_builtins(found))
    except RecursionError as error:
        raise msgspec.DecodeError("it is nested too deeply") from error
    return found


def is_plain(text: str) -> bool:
    """Return whether nothing in a JSON document can be refused: plain letters, and not nested deeply."""
    return (
        len(text) < MOST_FILE_LINE
        and text.isascii()
        and not any(sign in text for sign in ("\\", "\x7f"))
        and text.count("[") + text.count("{") <= DEEPEST
    )


def check_data(value: Any, path: str = "") -> None:
    """Refuse plain data with a text that may not be, or nested too deeply.

    Raises GameError with the path of the text, and RecursionError.
    """
    pending: list[tuple[Any, str, int]] = [(value, path, 0)]
    while pending:
        found, where, depth = pending.pop()
        if isinstance(found, str):
            check_part(found, where or "the text")
        elif depth >= DEEPEST and isinstance(found, Mapping | Sequence):
            raise RecursionError
        elif isinstance(found, Mapping):
            for name, part in found.items():
                check_part(str(name), f"a name in {where or 'it'}")
                pending.append((part, f"{where}.{name}" if where else str(name), depth + 1))
        elif isinstance(found, Sequence):
            pending += [(part, f"{where}[{n}]", depth + 1) for n, part in enumerate(found)]


def check_part(text: str, what: str) -> None:
    """Refuse a text of a document that may not be taken in. Raises GameError."""
    try:
        check_text(text, what, MOST_FILE_LINE, BREAKS)
    except GameError as error:
        place = f", its character {error.column}" if error.column else ""
        raise GameError(error.reason, f"{error.message}{place}") from error


def escaped_json(text: str) -> str:
    """A JSON document as it can be shown anywhere: it means the same."""
    places = list(forbidden(text, BREAKS))
    parts, done = [], 0
    for place in places:
        units = text[place].encode("utf-16-be", "surrogatepass")
        codes = [f"\\u{units[n]:02x}{units[n + 1]:02x}" for n in range(0, len(units), 2)]
        parts += [text[done:place], *codes]
        done = place + 1
    return "".join([*parts, text[done:]]) if places else text
