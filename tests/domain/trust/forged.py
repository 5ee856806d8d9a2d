"""Dossiers that somebody has changed, with or without making hashes anew, and what is found wrong."""

from __future__ import annotations

import json
import random
from typing import Any

from domain.contract.errors import GameError
from domain.record.codec import digest
from domain.trust.dossier import Dossier, checksum, read, write
from domain.trust.hashes import record_hash
from domain.trust.merkle import root_of
from domain.trust.verification import Examined, agreed, examine
from tests.domain.trust.signed_matches import IDS, whole

Document = dict[str, Any]


def document(*ids: str) -> Document:
    found: Document = json.loads(write(whole(*ids)))
    return found


def sealed(changed: Document) -> str:
    """What somebody writes who changes a dossier and knows how its checksum is made."""
    return json.dumps({**changed, "checksum": checksum(changed)})


def verified(text: str) -> tuple[list[str], list[Examined], Dossier]:
    """Everything that is wrong with a text, what came of each match, and the dossier."""
    found, wrong = read(text)
    examined = [examine(match, found.event) for match in found.matches]
    wrong = wrong + agreed(found, examined)
    for one in examined:
        wrong += [f"{one.match}: {flaw.what}" for flaw in one.flaws]
        wrong += [
            f"{one.match}: {signature.wrong}" for signature in one.signatures if signature.wrong
        ]
        assert one.holds == (not any(line.startswith(f"{one.match}: ") for line in wrong))
    return wrong, examined, found


def wrong_with(text: str) -> list[str]:
    try:
        return verified(text)[0]
    except GameError as error:
        return [error.message]


Place = tuple[Any, Any]


def places(value: Any) -> list[Place]:
    """Every place in a document, as its container and the key or index in it."""
    keys = (
        list(value)
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    )
    return [place for key in keys for place in ((value, key), *places(value[key]))]


def bent(value: Any, rng: random.Random) -> Any:
    """Another value in the place of one."""
    if isinstance(value, str) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return (
            value[:at]
            + rng.choice(["", "A", "a", "0", " ", "é", '"', value[at] * 2])
            + value[at + 1 :]
        )
    if isinstance(value, list) and len(value) > 1 and rng.random() < 0.7:
        one, other = rng.sample(range(len(value)), 2)
        moved = list(value)
        moved[one], moved[other] = moved[other], moved[one]
        return rng.choice([moved, value[:-1], [*value, value[one]]])
    if isinstance(value, bool | int) and rng.random() < 0.7:
        return value + rng.choice([-1, 1, 2**40])
    return rng.choice([None, "", "A", 0, 1, [], {}, [value], {"type": value}, True])


def means_the_same(text: str) -> None:
    """What is told is what was written, though in other words (a field that holds its default)."""
    right, now = verified(write(whole(*IDS[:3])))[1], verified(text)[1]
    assert [(one.match, one.rows, one.hash) for one in now] == [
        (one.match, one.rows, one.hash) for one in right
    ]


def made_anew(changed: Document) -> Document:
    """Chains, heads, record hashes, root, checksum: all that can be worked out without a key."""
    records = {}
    for match in changed["matches"]:
        before = ""
        rows = []
        for version, (item, text) in enumerate(
            zip(match["events"], match["stored"], strict=True), 1
        ):
            event = json.loads(text)
            if version > 1:
                item["prev"] = event["p"] = before
            state = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
            match["stored"][version - 1] = state
            tag = "opened" if version == 1 else item.get("event", "step")
            rows.append((version, f"riftforce/{tag}", state.encode()))
            before = digest(match["match"], *rows[-1])
        match["head"] = before
        records[match["match"]] = record_hash(match["match"], rows)
        match["record"] = records[match["match"]].hex()
    return {**changed, "root": root_of("", records).hex()} if records else changed
