"""A dossier: matches with everything that is recorded of them, to be checked without the store.

It is one JSON document, laid out with an event a line; docs/trust.md tells its format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from domain.contract.errors import CorruptStream, GameError, Reason
from domain.formats.jsonl import event_object, opening_object
from domain.record.chain import read_rows
from domain.record.codec import digest, place
from domain.record.match import Record
from domain.trust.hashes import StoredRow, hashed, record_hash
from domain.trust.merkle import leaves, path, root_of

FORMAT: Final = "ludograph dossier 1"
FAMILY: Final = "ludograph dossier "


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match in a dossier."""

    match: str
    head: str
    """Digest of its last event, as the chain has it."""
    record: str
    """Hash of its record, hexadecimal."""
    events: list[dict[str, Any]]
    """Its opening and events, as JSON Lines have them."""
    stored: list[str]
    """The same as they are stored: what digests, hashes and signatures are over."""


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That a match is one of those over which a root stands."""

    index: int
    """Its place among them, in the order of their names, from 0."""
    size: int
    """How many they are."""
    path: list[str]
    """Hashes that lead from its leaf to the top of the tree, hexadecimal."""


class Dossier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Matches and the root over them; or one match and the proof that it is one of them."""

    format: str
    ludograph: str
    """The version of the program that wrote it."""
    event: str
    """The event whose matches these are; empty for matches that somebody chose."""
    root: str
    """Root over the matches, hexadecimal."""
    matches: list[Kept]
    proof: Proof | None = None
    checksum: str = ""
    """Over everything else in the document, hexadecimal."""


# -- making --------------------------------------------------------------------------------------


def sound(match_id: str, rows: Sequence[StoredRow], head: tuple[int, str] | None) -> Record:
    """Read a match whose chain must hold up to the head kept beside it. Raises CorruptStream."""
    if not rows:
        raise CorruptStream(Reason.CORRUPT, f"match {match_id} has no events")
    record = read_rows(match_id, rows)
    events: list[Any] = [record.opened, *record.events]
    before = ""
    for row, event in zip(rows, events, strict=True):
        if row[0] > 1 and event.prev != before:
            raise damaged(match_id, place(row[0] - 1))
        before = digest(match_id, *row)
    if head != (len(rows), before):
        raise damaged(match_id, place(len(rows)))
    return record


def damaged(match_id: str, where: str) -> CorruptStream:
    """The error for a match that is not what was recorded."""
    return CorruptStream(
        Reason.CORRUPT,
        f"the chain of match {match_id} breaks at {where}: `ludograph audit {match_id}` tells more",
    )


def objects_of(record: Record) -> list[dict[str, Any]]:
    """A match as the objects of JSON Lines."""
    events = [event_object(record.id, n, event) for n, event in enumerate(record.events, 1)]
    found: list[dict[str, Any]] = msgspec.json.decode(
        msgspec.json.encode([opening_object(record), *events])
    )
    return found


def kept(record: Record, rows: Sequence[StoredRow]) -> Kept:
    """A match as a dossier has it."""
    return Kept(
        match=record.id,
        head=record.head,
        record=record_hash(record.id, rows).hex(),
        events=objects_of(record),
        stored=[state.decode() for _, _, state in rows],
    )


def dossier(matches: Sequence[Kept], event: str, version: str) -> Dossier:
    """A dossier of some matches, at least one, in the order of their names."""
    records = {match.match: bytes.fromhex(match.record) for match in matches}
    return Dossier(
        format=FORMAT,
        ludograph=version,
        event=event,
        root=root_of(event, records).hex(),
        matches=sorted(matches, key=lambda match: match.match),
    )


def proof(match: Kept, records: Mapping[str, bytes], event: str, version: str) -> Dossier:
    """One match, with the proof that it is one of those whose record hashes these are, by name."""
    names = sorted(records)
    index = names.index(match.match)
    steps = [step.hex() for step in path(leaves(records), index)]
    return Dossier(
        format=FORMAT,
        ludograph=version,
        event=event,
        root=root_of(event, records).hex(),
        matches=[match],
        proof=Proof(index, len(names), steps),
    )


# -- writing and reading -------------------------------------------------------------------------


def canonical(value: Any) -> str:
    """JSON as the checksum is over it: keys in order, no spaces, only what must be is escaped."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def checksum(document: Mapping[str, Any]) -> str:
    """The checksum of a document, over everything in it but the checksum. Raises UnicodeError."""
    rest = {name: value for name, value in document.items() if name != "checksum"}
    return hashed(canonical(rest).encode()).hex()


def write(found: Dossier) -> str:
    """The text of a dossier: JSON with its checksum, an event a line."""
    document: dict[str, Any] = msgspec.to_builtins(found)
    document["checksum"] = checksum(document)
    parts = [f'"{name}": {compact(value)}' for name, value in document.items()]
    matches = ",\n".join(match_text(match) for match in document["matches"])
    parts[list(document).index("matches")] = f'"matches": [\n{matches}\n]'
    return "{\n" + ",\n".join(parts) + "\n}\n"


def match_text(match: Mapping[str, Any]) -> str:
    """A match of a dossier as JSON: an event a line."""
    parts = []
    for name, value in match.items():
        if isinstance(value, list):
            lines = ",\n".join(compact(item) for item in value)
            parts.append(f'"{name}": [\n{lines}\n]')
        else:
            parts.append(f'"{name}": {compact(value)}')
    return "{" + ",\n".join(parts) + "}"


def compact(value: Any) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def read(text: str, source: str = "") -> tuple[Dossier, list[str]]:
    """Read a dossier, and say what is wrong with it as a document.

    Raises GameError: UNREADABLE for what is none, or of a later format; CORRUPT for one that is
    damaged so that nothing can be checked.
    """
    if FAMILY not in text:
        raise GameError(
            Reason.UNREADABLE,
            "this is no dossier",
            source=source,
            legal=("a file that `ludograph dossier` or `ludograph prove` wrote",),
        )
    try:
        document = json.loads(text, object_pairs_hook=once, parse_constant=no_number)
        phrase = document.get("format") if isinstance(document, dict) else None
        if isinstance(phrase, str) and phrase.startswith(FAMILY) and phrase != FORMAT:
            raise GameError(
                Reason.UNREADABLE, f"a {phrase!r} cannot be read", source=source, legal=(FORMAT,)
            )
        found = msgspec.convert(document, type=Dossier)
        if found.format != FORMAT:
            raise ValueError(f"its format is {found.format!r}")
        if not found.matches:
            raise ValueError("it holds no match")
        sealed = found.checksum == checksum(document)
    except json.JSONDecodeError as error:
        raise GameError(
            Reason.CORRUPT,
            f"the dossier is damaged: {error.msg}",
            source=source,
            line=error.lineno,
            column=error.colno,
        ) from error
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise GameError(
            Reason.CORRUPT, f"the dossier is damaged: {error}", source=source
        ) from error
    return found, [] if sealed else [
        "the document is not as it was written: its checksum is another"
    ]


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys all differ. Raises ValueError."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{double!r} stands in it twice")
    return found


def no_number(word: str) -> Any:
    """Refuse NaN and infinities, which JSON does not have. Raises ValueError."""
    raise ValueError(f"{word} is no number")
