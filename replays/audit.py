"""The audit: whether a match is what was recorded, and what the rules give. It never repairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.codec import place
from domain.errors import GameError
from domain.store import ChainRecorder
from replays.again import Again, run_again
from replays.blame import Head, Row
from replays.chain import Chain, follow
from replays.findings import Finding, Kind, Report, by_step

TRIES = 20
"""How often a match that is being recorded meanwhile is read again."""


def audit_match(store: ChainRecorder, match_id: str) -> Report:
    """Audit a match as it lies in a store. Whatever is wrong is in the report."""
    try:
        rows, head, findings = read(store, match_id)
    except GameError as error:
        return unread(match_id, str(error))
    return audit_rows(match_id, rows, head, findings)


def audit_rows(
    match_id: str, rows: Sequence[Row], head: Head | None, findings: Sequence[Finding] = ()
) -> Report:
    """Audit a match's rows, ordered by version and position, against the head kept beside them."""
    found = list(findings)
    if not rows:
        count = f"all its {head[0]} events are" if head else "it is"
        found.append(Finding(0, Kind.CHAIN, f"{count} missing"))
        return Report(match_id, "", 0, 0, False, "", "", by_step(found))
    chain = follow(match_id, rows, head)
    found += chain.findings
    again = Again(0, False, "", None)
    notes: list[str] = []
    if chain.opened and chain.game:
        again = run_again(chain.game, chain.opened, chain.steps)
        notes = noted(chain, again)
        if again.finding:
            found.append(again.finding)
    return Report(
        match=match_id,
        game=chain.game.key if chain.game else "",
        steps=sum(row.version > 1 for row in rows),
        checked=again.checked,
        finished=again.finished,
        ending=again.ending,
        head=chain.head,
        findings=by_step(found),
        notes=tuple(notes),
    )


def noted(chain: Chain, again: Again) -> list[str]:
    """What is worth knowing: an unfinished match, other rules or cards than today's."""
    assert chain.opened and chain.game
    notes = []
    if not again.finished and not again.finding and not chain.findings:
        notes.append("the match is not finished")
    if chain.opened.rules != chain.game.rules_version:
        notes.append(
            f"recorded under version {chain.opened.rules} of the rules, "
            f"audited with version {chain.game.rules_version}"
        )
    if remark := chain.game.remark(chain.opened.settings):
        notes.append(remark)
    return notes


def unread(match_id: str, why: str) -> Report:
    """The report on a match that the store cannot give."""
    return Report(match_id, "", 0, 0, False, "", "", (Finding(0, Kind.FILE, why),))


def read(store: ChainRecorder, match_id: str) -> tuple[list[Row], Head | None, list[Finding]]:
    """A match's rows and head at one moment, and what cannot be read of them. Raises GameError."""
    findings: list[Finding] = []
    placed: Sequence[Sequence[Any]] = []
    head: Any = None
    for _ in range(TRIES):
        head = store.head(match_id)
        try:
            placed = store.placed_rows(match_id)
        except GameError as error:
            placed = one_by_one(store, match_id, head, error, findings)
        if store.head(match_id) == head:
            break
    rows: list[Row] = []
    for position, version, topic, state in placed:
        if isinstance(version, int) and isinstance(topic, str) and isinstance(state, bytes):
            rows.append(Row(position, version, topic, state))
        else:
            step = version - 1 if isinstance(version, int) else 0
            what = f"the event at log position {position} is no event: its columns have wrong types"
            findings.append(Finding(max(0, step), Kind.READING, what))
    if head and not (isinstance(head[0], int) and isinstance(head[1], str)):
        findings.append(Finding(0, Kind.CHAIN, "the head kept for this match is none"))
        head = None
    return rows, head, findings


def one_by_one(
    store: ChainRecorder, match_id: str, head: Any, error: GameError, findings: list[Finding]
) -> list[tuple[int, int, str, bytes]]:
    """The rows that can be read where reading all fails, to name those that cannot."""
    findings.clear()
    if not head or not isinstance(head[0], int):
        raise error
    found: list[tuple[int, int, str, bytes]] = []
    for version in range(1, min(head[0], 100_000) + 1):
        try:
            events = store.select_events(match_id, gt=version - 1, lte=version)
        except Exception as reason:
            what = f"{place(version)} cannot be read from the file: {reason}"
            findings.append(Finding(version - 1, Kind.FILE, what))
            continue
        found += [(version, version, event.topic, event.state) for event in events]
    if not findings:
        findings.append(Finding(0, Kind.FILE, str(error)))
    return found
