"""Whether a dossier holds: everything it says is worked out again from the events in it.

Nothing but the dossier is used. What the rules say of the facts is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.contract.errors import CorruptStream, GameError, Reason
from domain.formats.jsonl import read_event
from domain.games import game as find_game
from domain.record.codec import decode, digest, place, topic
from domain.record.events import OPENED, STEP, Opened
from domain.record.ids import check_name
from domain.record.match import Record
from domain.trust.dossier import Dossier, Kept
from domain.trust.hashes import StoredRow, is_hash, record_hash
from domain.trust.merkle import climbed, leaf, root, root_of
from domain.trust.signatures import Signature, signatures


class Flaw(msgspec.Struct, frozen=True):
    """One thing that is wrong with a match: at which event (0: the opening, or all of it), and what."""

    step: int
    what: str


class Examined(msgspec.Struct):
    """What came of a match in a dossier."""

    match: str
    rows: list[StoredRow]
    """Its events as they were stored."""
    hash: bytes
    """Hash of the record, worked out again."""
    flaws: list[Flaw]
    record: Record | None = None
    """The match, if it can be read."""
    signatures: list[Signature] = []

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong, signatures included."""
        return not self.flaws and not any(one.wrong for one in self.signatures)


def examine(found: Kept, event: str = "") -> Examined:
    """Work a match out again from its events, and say what does not agree."""
    rows, flaws = rows_of(found)
    result = Examined(found.match, rows, record_hash(found.match, rows), flaws)
    flaws += named(found)
    events = decoded(found.match, rows, flaws)
    flaws += links(found, rows, events)
    if result.hash.hex() != found.record:
        flaws.append(Flaw(0, "the hash of the record is another than the dossier says"))
    if len(events) != len(rows) or not events or not isinstance(events[0], Opened):
        return result
    opened, *rest = events
    try:
        game = find_game(opened.game)
    except GameError as error:
        flaws.append(Flaw(0, error.message))
        return result
    record = result.record = Record(found.match, game, opened, rest, found.head)
    flaws += contradicted(found, record)
    if event and opened.event != event:
        flaws.append(Flaw(0, f"it belongs to the event {opened.event!r}, not to {event!r}"))
    result.signatures = signatures(found.match, rows, rest)
    return result


def rows_of(found: Kept) -> tuple[list[StoredRow], list[Flaw]]:
    """The events of a match as they were stored, named by what the objects say they are."""
    flaws: list[Flaw] = []
    if len(found.events) != len(found.stored):
        what = f"it tells {len(found.events)} events, and holds {len(found.stored)} as stored"
        flaws.append(Flaw(0, what))
    game = str(found.events[0].get("game", "")) if found.events else ""
    rows: list[StoredRow] = []
    for version, state in enumerate(found.stored, 1):
        item = found.events[version - 1] if version <= len(found.events) else {}
        tag = OPENED if version == 1 else str(item.get("event", STEP))
        rows.append((version, topic(game, tag), state.encode()))
    if not rows:
        flaws.append(Flaw(0, "it has no events"))
    return rows, flaws


def named(found: Kept) -> list[Flaw]:
    """What is wrong with a match's name."""
    try:
        check_name(found.match)
    except GameError as error:
        return [Flaw(0, error.message)]
    return [] if found.match else [Flaw(0, "a match has no name")]


def decoded(match_id: str, rows: Iterable[StoredRow], flaws: list[Flaw]) -> list[Any]:
    """The events up to the first that cannot be read, which is a flaw."""
    events: list[Any] = []
    for version, kind, state in rows:
        try:
            event = decode(match_id, version, kind, state)
        except (CorruptStream, RecursionError) as error:
            flaws.append(Flaw(version - 1, str(error)))
            break
        if isinstance(event, Opened) != (version == 1):
            flaws.append(Flaw(version - 1, f"{place(version)} is of another kind ({kind})"))
            break
        events.append(event)
    return events


def links(found: Kept, rows: list[StoredRow], events: list[Any]) -> list[Flaw]:
    """Where the chain breaks: which event is not the one that the next, or the head, names."""
    flaws: list[Flaw] = []
    before = ""
    for row, event in zip(rows, events, strict=False):
        if row[0] > 1 and event.prev != before:
            what = f"{place(row[0] - 1)} is not the one that {place(row[0])} was recorded after"
            flaws.append(Flaw(row[0] - 2, what))
        before = digest(found.match, *row)
    if len(events) == len(rows) and before != found.head:
        flaws.append(Flaw(len(rows) - 1, f"{place(len(rows))} is not the one that the head names"))
    return flaws


def contradicted(found: Kept, record: Record) -> list[Flaw]:
    """Events that are written otherwise than they are stored."""
    flaws: list[Flaw] = []
    events: list[Any] = [record.opened, *record.events]
    for index, (item, right) in enumerate(zip(found.events, events, strict=False)):
        try:
            kept = read_object(record, index, item)
        except GameError as error:
            flaws.append(Flaw(index, f"{place(index + 1)}, as it is told, is none: {error}"))
            continue
        if kept != right:
            names = ", ".join(
                name
                for name in right.__struct_fields__
                if getattr(kept, name, None) != getattr(right, name)
            )
            what = f"{place(index + 1)} is told otherwise than it is stored: {names or 'its kind'}"
            flaws.append(Flaw(index, what))
    return flaws


def read_object(record: Record, index: int, item: Mapping[str, Any]) -> Any:
    """The event that an object tells, as exactly as it is stored. Raises GameError."""
    if index == 0:
        fields = {name: value for name, value in item.items() if name != "match"}
        try:
            opened = msgspec.convert(fields, type=Opened)
        except msgspec.ValidationError as error:
            raise unread(error) from error
        known = (*Opened.__struct_fields__, "match")
        if unknown := [name for name in item if name not in known]:
            raise unread(f"an opening has no field {unknown[0]!r}")
        if item.get("match") != record.id:
            raise unread(f"it is of match {item.get('match')!r}")
        return opened
    prev = item.get("prev", "")
    return msgspec.structs.replace(read_event(record, index, dict(item)), prev=prev)


def unread(what: object) -> CorruptStream:
    """The error for an opening that cannot be read."""
    return CorruptStream(Reason.CORRUPT, f"it cannot be read: {what}")


def agreed(found: Dossier, examined: list[Examined]) -> list[str]:
    """What is wrong with the matches together: names, root, proof."""
    names = [match.match for match in found.matches]
    flaws = []
    if names != sorted(set(names)):
        flaws.append("the matches are not in the order of their names, each once")
    records = {match.match: match.hash for match in examined}
    if found.proof is None:
        if root_of(found.event, records).hex() != found.root:
            flaws.append("the root is not that of these matches: one was changed, added or removed")
        return flaws
    proof = found.proof
    if len(names) != 1 or not all(is_hash(step) for step in proof.path):
        return [*flaws, "a proof is of one match, by a path of hashes"]
    steps = [bytes.fromhex(step) for step in proof.path]
    above = climbed(leaf(names[0], records[names[0]]), proof.index, proof.size, steps)
    if above is None or root(found.event, proof.size, above).hex() != found.root:
        flaws.append("the proof does not lead to the root")
    return flaws
