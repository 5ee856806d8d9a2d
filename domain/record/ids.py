"""Names of matches: short, typable, and for what is imported the same whenever it is imported."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from domain.contract.errors import GameError, Reason
from domain.record.codec import encode
from domain.record.events import Event, Opened

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
LAST = "last"
"""What means the match opened last, in place of its name."""

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
EPOCH_MINUTES = 28_401_120
"""Minutes from 1970 to 2024."""


def check_name(name: str) -> None:
    """Refuse what cannot name a match; nothing (a name is found for it then) is fine."""
    if name and not NAME.fullmatch(name):
        raise GameError(
            Reason.UNREADABLE,
            f"{name!r} cannot name a match: letters, digits, dots and dashes, 40 at most",
        )
    if name == LAST:
        raise GameError(
            Reason.UNREADABLE, f"{LAST!r} means the match opened last; take another name"
        )


def base32(number: int, width: int) -> str:
    """A number in 32 letters that are hard to confuse, padded to a width."""
    letters = ""
    for _ in range(width):
        number, digit = divmod(number, 32)
        letters = LETTERS[digit] + letters
    return letters


def new_id(now_ms: int) -> str:
    """A new name: five letters for the minute, four at random; later ones sort later."""
    return base32(now_ms // 60_000 - EPOCH_MINUTES, 5) + base32(secrets.randbits(20), 4)


def content_id(opened: Opened, steps: Sequence[Event]) -> str:
    """The name of an imported match that has none: ten letters that its content decides."""
    *_, name = content_ids(opened, steps)
    return name


def content_ids(opened: Opened, steps: Sequence[Event]) -> Iterator[str]:
    """The names that a match would have had from its content after none of its events, one, two, …"""
    plain = msgspec.structs.replace(opened, at=0, by="", rules="")
    hasher = blake2b(encode(plain), digest_size=8)
    yield base32(int.from_bytes(hasher.digest(), "big"), 10)
    for step in steps:
        hasher.update(encode(unstamped(step)))
        yield base32(int.from_bytes(hasher.digest(), "big"), 10)


def shows_content(name: str, opened: Opened, events: Sequence[Event]) -> bool:
    """Return whether a match has its name from its content, or from what that was when it was imported.

    Who guesses cards that are hidden in such a match can tell by its name whether they are right.
    """
    return name in content_ids(opened, events)


def unstamped(event: Any) -> Any:
    """An event without when it was recorded and what came before: only what happened."""
    plain = {"after": 0, "occurred": None, "by": "", "redecides": 0, "prev": ""}
    known = {name: value for name, value in plain.items() if hasattr(event, name)}
    return msgspec.structs.replace(event, **known)
