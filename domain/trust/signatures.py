"""Signatures over a match: what is signed, by whom, and whether a signature holds.

Who signs, signs everything up to the last event that is no signature, so all sign the same. What
is recorded later takes nothing from a signature; it is only not signed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from domain.contract.errors import GameError, Reason
from domain.contract.seats import SEAT_NAMES
from domain.record.endings import result_line
from domain.record.events import Event, Signed
from domain.record.match import Record
from domain.trust.hashes import StoredRow, fields, number, record_hash, record_hashes
from domain.trust.keys import fingerprint, public_text, sign, verifies

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIGNATURE: Final = b"ludograph signature 1"
ROLES: Final = (*SEAT_NAMES, "judge")


class Signature(msgspec.Struct, frozen=True):
    """A signature as it was found in a match."""

    step: int
    """Number of the event that it is."""
    role: str
    """A, B or judge."""
    key: str
    """The public key, base 64."""
    upto: int
    """Number of the last event that is signed; 0 is the opening."""
    later: int
    """How many events came after that, other signatures not counted."""
    wrong: str
    """Why it does not hold; empty if it does."""
    by: str
    """Who wrote it down, where that was not who opened the match."""

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key."""
        return fingerprint(self.key)

    @property
    def reach(self) -> str:
        """How far it reaches, in words."""
        words = f"up to step {self.upto}" if self.upto else "the opening"
        if self.later:
            words += f"; {self.later} event{'s' if self.later > 1 else ''} came after"
        return words


def message(match_id: str, role: str, upto: int, record: bytes) -> bytes:
    """The bytes that are signed: what for, match, role, last event, and hash of the record to there."""
    return fields(SIGNATURE, match_id.encode(), role.encode(), number(upto), record)


def to_sign(events: Sequence[Event]) -> int:
    """Number of the last event that is no signature; 0 is the opening."""
    for index in range(len(events), 0, -1):
        if not isinstance(events[index - 1], Signed):
            return index
    return 0


def signed(
    record: Record,
    rows: Sequence[StoredRow],
    role: str,
    key: Ed25519PrivateKey,
    *,
    unfinished: bool = False,
    **stamps: Any,
) -> Signed:
    """The event by which somebody signs a match, whose rows these are.

    Raises GameError: ILLEGAL for a match that is not finished, unless that is asked for; CONFLICT if
    this key has signed just that already, in that role.
    """
    if role not in ROLES:
        raise GameError(Reason.BAD_SETTING, f"nobody signs as {role!r}", legal=ROLES)
    if record.result() is None and not unfinished:
        raise GameError(
            Reason.ILLEGAL,
            f"match {record.id} is not finished; signed as it stands, it can go on",
            legal=("--unfinished",),
        )
    upto, public = to_sign(record.events), public_text(key)
    for found in signatures(record.id, rows, record.events):
        if (found.role, found.key, found.upto, found.wrong) == (role, public, upto, ""):
            raise GameError(
                Reason.CONFLICT, f"{role} has signed match {record.id} with this key already"
            )
    signature = sign(key, message(record.id, role, upto, record_hash(record.id, rows[: upto + 1])))
    return Signed(role=role, key=public, signature=signature, upto=upto, **stamps)


def signatures(
    match_id: str, rows: Sequence[StoredRow], events: Sequence[Event]
) -> list[Signature]:
    """Every signature of a match, in the order in which they were given."""
    if not any(isinstance(event, Signed) for event in events):
        return []
    last = [n for n, event in enumerate(events, 1) if not isinstance(event, Signed)]
    hashes = list(record_hashes(match_id, rows))
    return [
        Signature(
            step=index,
            role=event.role,
            key=event.key,
            upto=event.upto,
            later=len(last) - bisect_right(last, event.upto),
            wrong=what_is_wrong(match_id, hashes, index, event),
            by=event.by,
        )
        for index, event in enumerate(events, 1)
        if isinstance(event, Signed)
    ]


def what_is_wrong(match_id: str, hashes: Sequence[bytes], index: int, event: Signed) -> str:
    """Why a signature, the event with a number, does not hold; empty if it does.

    `hashes` are those of the record as it grew (see `record_hashes`).
    """
    if event.role not in ROLES:
        return f"nobody signs as {event.role!r}"
    if not 0 <= event.upto < index:
        return f"step {event.upto} was not there to be signed"
    if fingerprint(event.key) == "?":
        return "its key is none that one person can hold"
    record = hashes[event.upto + 1]
    if not verifies(event.key, event.signature, message(match_id, event.role, event.upto, record)):
        return "it was not given for this by the key that it names"
    return ""


def signed_results(record: Record, found: Sequence[Signature]) -> dict[int, str]:
    """The result that stood at each event up to which somebody signed, as a tape says it.

    Empty where the match was not over. Raises what folding raises, where a record cannot have been.
    """
    reached = {one.upto for one in found if not one.wrong}
    return {upto: outcome(record.before(upto + 1)) for upto in reached}


def outcome(record: Record) -> str:
    """The result of a match as a tape says it, without its first word; empty while it goes on."""
    return result_line(record.game, record.state(), record.closed).removeprefix("result ")
