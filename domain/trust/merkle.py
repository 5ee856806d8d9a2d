"""A hash tree over the matches of an event, as RFC 6962 lays it out, with BLAKE2b of 256 bits.

A leaf is hashed with 0x00 before it, a node with 0x01, so neither passes for the other; a tree of
any size is split at the largest power of two below it, and nothing is doubled. The root of an
event is hashed with 0x02 over its name, the number of its matches and the top of their tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from domain.trust.hashes import field, hashed, number

MOST: Final = 2**63 - 1
"""The most matches that a root can stand over."""


def leaf(match_id: str, record: bytes) -> bytes:
    """The leaf of a match: its name and the hash of its record."""
    return hashed(b"\0" + field(match_id.encode()) + record)


def node(left: bytes, right: bytes) -> bytes:
    """What stands above two hashes."""
    return hashed(b"\1" + left + right)


def leaves(records: Mapping[str, bytes]) -> list[bytes]:
    """The leaves of some matches (by name: hash of the record), in the order of their names."""
    return [leaf(match_id, records[match_id]) for match_id in sorted(records)]


def split(size: int) -> int:
    """How many of a number of leaves, at least two, stand on the left."""
    return 1 << (size - 1).bit_length() - 1


def top(found: Sequence[bytes]) -> bytes:
    """The hash that stands above all leaves, of which there is at least one."""
    if len(found) == 1:
        return found[0]
    left = split(len(found))
    return node(top(found[:left]), top(found[left:]))


def path(found: Sequence[bytes], index: int) -> list[bytes]:
    """The hashes that lead from a leaf (its place, from 0) to the top, the lowest first."""
    if len(found) == 1:
        return []
    left = split(len(found))
    if index < left:
        return [*path(found[:left], index), top(found[left:])]
    return [*path(found[left:], index - left), top(found[:left])]


def climbed(start: bytes, index: int, size: int, steps: Sequence[bytes]) -> bytes | None:
    """The top that a path leads to from the leaf at a place of so many; None for no such path."""
    if not 0 <= index < size <= MOST:
        return None
    at, last, found = index, size - 1, start
    for step in steps:
        if last == 0:
            return None
        if at % 2 or at == last:
            found = node(step, found)
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
        else:
            found = node(found, step)
        at, last = at // 2, last // 2
    return found if last == 0 else None


def root(event: str, size: int, above: bytes) -> bytes:
    """The root of an event: its name, how many matches it has, and the top of their tree."""
    return hashed(b"\2" + field(event.encode()) + number(size) + above)


def root_of(event: str, records: Mapping[str, bytes]) -> bytes:
    """The root over some matches (by name: hash of the record), at least one."""
    return root(event, len(records), top(leaves(records)))
