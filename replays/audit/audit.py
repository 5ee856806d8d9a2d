"""The audit: whether a match is what was recorded, and what the rules give. It never repairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.contract.errors import IMPOSSIBLE, GameError
from domain.record.codec import place
from domain.record.events import Opened, Ruled
from domain.record.match import Record, fold
from domain.store.sqlite import ChainRecorder
from domain.trust.signatures import signatures
from replays.audit.blame import Head, Row
from replays.audit.chain import follow
from replays.audit.findings import Finding, Kind, Report, by_step
from replays.audit.notices import Notices, notices_of, taken_off
from replays.audit.rerun import Again, ended, run_again
from replays.audit.violations import against_laws

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
    again, notices, differences = Again(0, False, "", None), Notices(), list[Finding]()
    notes: list[str] = []
    record = chain.record
    if record:
        again, stood, wrong = decided_again(record)
        if other_rules(record):
            again.ending, again.finished, unlikely = as_recorded(record, again)
            differences, wrong = [softened(one) for one in wrong], unlikely
        found += wrong + broken_laws(record)
        found += unsigned(match_id, rows, record)
        notes = noted(record, again, bool(found or differences))
        notices = notices_of(record, stood)
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
        line=len(record.steps) if record else 0,
        rulings=tuple(notices.rulings),
        corrections=tuple(notices.corrections),
        takebacks=tuple(notices.takebacks),
        late=tuple(notices.late),
        differences=by_step(differences),
    )


def decided_again(record: Record) -> tuple[Again, dict[int, str], list[Finding]]:
    """The line decided again, and what was taken back or corrected: from where it branches off.

    Returns how the line came out, what the rules say of plays that stood, and all that is found.
    """
    game, opened = record.game, completed(record)
    again = run_again(game, opened, record.steps, record.numbers)
    found = [again.finding] if again.finding else []
    stood = dict(again.stood)
    if record.steps is record.events:
        return again, stood, found
    differs = {finding.step for finding in found}
    for variation in sorted(record.history.variations, key=lambda one: one.numbers):
        path = record.history.path(variation.numbers[-1])
        if differs.intersection(path) or 0 in differs:
            continue
        steps = record.variation(path[-1]).steps
        aside = run_again(game, opened, steps, path, len(path) - len(variation.numbers))
        stood.update(aside.stood)
        if aside.finding:
            differs.add(aside.finding.step)
            found.append(msgspec.structs.replace(aside.finding, aside=taken_off(variation)))
    return again, stood, found


def unsigned(match_id: str, rows: Sequence[Row], record: Record) -> list[Finding]:
    """What is wrong with the signatures of a match, whose rows these are."""
    stored = [(row.version, row.topic, row.state) for row in rows[: len(record.events) + 1]]
    return [
        Finding(one.step, Kind.SIGNATURE, f"the signature as {one.role} does not hold: {one.wrong}")
        for one in signatures(match_id, stored, record.events)
        if one.wrong
    ]


def broken_laws(record: Record) -> list[Finding]:
    """Find the laws of the game that a match breaks; where the rules gave everything it breaks none."""
    if not other_rules(record) and not any(isinstance(step, Ruled) for step in record.steps):
        return []
    return against_laws(record)


def other_rules(record: Record) -> bool:
    """Return whether a match was recorded under other rules or with other cards than today's."""
    game, opened = record.game, record.opened
    return opened.rules != game.rules_version or bool(game.remark(opened.settings))


def completed(record: Record) -> Opened:
    """The opening; of a match recorded under other rules with the settings that came since."""
    opened = record.opened
    if opened.rules == record.game.rules_version:
        return opened
    try:
        settings = record.game.settings(opened.settings)
    except GameError:
        return opened
    kept = {name: settings.get(name) for name in opened.settings} == opened.settings
    return msgspec.structs.replace(opened, settings=settings) if kept else opened


def softened(finding: Finding) -> Finding:
    """A finding in a match recorded under other rules: today's decide otherwise, no more."""
    return msgspec.structs.replace(finding, kind=Kind.RULES)


def as_recorded(record: Record, again: Again) -> tuple[str, bool, list[Finding]]:
    """How a match ended as it is recorded, whatever today's rules say, and what cannot have been."""
    if not again.finding:
        return again.ending, again.finished, []
    state = record.game.new_state(record.opened.settings)
    for number, step in zip(record.numbers, record.steps, strict=True):
        try:
            fold(state, [step])
        except IMPOSSIBLE:
            what = "what is recorded here cannot have happened under any rules"
            return "", False, [Finding(number, Kind.FACTS, what)]
    phrase = ended(record.game, state, record.closed)
    return phrase or f"unfinished; {record.game.notation.totals(state)}", bool(phrase), []


def noted(record: Record, again: Again, wrong: bool) -> list[str]:
    """List what is worth knowing: an unfinished match, other rules or cards than today's."""
    notes = []
    if not again.finished and not wrong:
        notes.append("the match is not finished")
    if record.opened.rules != record.game.rules_version:
        notes.append(
            f"recorded under version {record.opened.rules} of the rules, "
            f"audited with version {record.game.rules_version}"
        )
    if remark := record.game.remark(record.opened.settings):
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
