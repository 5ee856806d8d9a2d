"""The hash of a record: BLAKE2b, 256 bits, over the events of a match as they are stored.

The digests of the chain have 128 bits, enough to find what was changed by accident or by hand; a
signature stands on this hash instead. Every part that is hashed has its length before it, and what
it is hashed for stands first, so no two records, nor a record and something else, read the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Final, TypeAlias

StoredRow: TypeAlias = tuple[int, str, bytes]
"""Version (the opening's is 1), topic and bytes of an event."""

SIZE: Final = 32
"""Bytes of a hash."""
RECORD: Final = b"ludograph record 1"
"""What stands before the events of a record."""


def hashed(data: bytes) -> bytes:
    """BLAKE2b of some bytes, 256 bits."""
    return blake2b(data, digest_size=SIZE).digest()


def number(value: int) -> bytes:
    """A number as eight bytes, the largest first."""
    return value.to_bytes(8, "big")


def field(part: bytes) -> bytes:
    """A part with its length before it."""
    return number(len(part)) + part


def fields(*parts: bytes) -> bytes:
    """Parts, each with its length before it, so that none can reach into the next."""
    return b"".join(map(field, parts))


def record_hash(match_id: str, rows: Iterable[StoredRow]) -> bytes:
    """The hash of a match's events, from the opening on, in the order in which they are stored."""
    *_, last = record_hashes(match_id, rows)
    return last


def record_hashes(match_id: str, rows: Iterable[StoredRow]) -> Iterator[bytes]:
    """The hashes of a record as it grew, in one walk: without an event, with its opening, and so on."""
    hasher = blake2b(field(RECORD), digest_size=SIZE)
    name = match_id.encode()
    yield hasher.digest()
    for version, topic, state in rows:
        hasher.update(fields(name, number(version), topic.encode(), state))
        yield hasher.digest()


def is_hash(text: str) -> bool:
    """Return whether a text is a hash as it is written: 64 hexadecimal digits, small letters."""
    return len(text) == 2 * SIZE and set(text) <= set("0123456789abcdef")
