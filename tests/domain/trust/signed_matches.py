"""Matches in which everything happened that can, signed, and the dossiers of them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.events import Signed
from domain.record.match import Record
from domain.store.recorder import Recorder
from domain.trust.dossier import Dossier, Kept, dossier, kept, sound
from domain.trust.hashes import StoredRow
from domain.trust.signatures import signed
from tests.domain.stored import begun, clock, go_on

EVENT = "Spring Cup"
KEYS = {
    role: Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32)
    for n, role in enumerate(("A", "B", "judge"), 1)
}
IDS = ("m1", "m2", "m3", "m4", "m5")


def sign_as(recorder: Recorder, record: Record, *roles: str) -> None:
    """Let some sign a match, finished or not."""
    for role in roles:
        event: Signed = signed(
            record,
            recorder.chain.rows(record.id),
            role,
            KEYS[role],
            unfinished=True,
            **recorder.stamps(record),
        )
        recorder.append(record, [event])


def busy(recorder: Recorder, match_id: str) -> Record:
    """A match in which something of every kind is recorded, signed by all."""
    record = begun(recorder, match_id)
    go_on(recorder, record)
    recorder.remark(record, "Ben was late")
    recorder.pause(record)
    recorder.resume(record)
    go_on(recorder, record)
    recorder.take_back(record, lines=1, confirmed=True)
    recorder.redo(record)
    recorder.play_line(record, "! penalty: [Eve] score A 2", note="what was seen")
    recorder.play_line(record, "check")
    recorder.amend(record, record.number(len(record.steps)), "check F7")
    recorder.end(record, "concession", 0, note="tired")
    sign_as(recorder, record, "A", "B", "judge")
    return record


@lru_cache
def matches() -> dict[str, tuple[Record, list[StoredRow]]]:
    """Matches with their rows, by name: one busy and signed, some short, one of them signed."""
    with TemporaryDirectory() as folder:
        recorder = Recorder(Path(folder) / "s.sqlite", durable=False, clock=clock)
        busy(recorder, IDS[0])
        for count, match_id in enumerate(IDS[1:]):
            record = begun(recorder, match_id)
            for _ in range(count):
                go_on(recorder, record)
            if count == 1:
                sign_as(recorder, record, "A")
                go_on(recorder, record)
        found = {}
        for match_id in IDS:
            rows = recorder.chain.rows(match_id)
            found[match_id] = sound(match_id, rows, recorder.chain.head(match_id)), rows
        recorder.close()
    return found


def all_kept(*ids: str) -> list[Kept]:
    """Some matches, or all, as a dossier has them."""
    return [kept(*matches()[match_id]) for match_id in ids or IDS]


def whole(*ids: str) -> Dossier:
    """The dossier of some matches, or of all."""
    return dossier(all_kept(*ids), "", "1.0")
