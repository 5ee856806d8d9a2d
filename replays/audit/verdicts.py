"""An audit's report: as lines for people, in rich markup, and as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from rich.markup import escape

from replays.audit.findings import Finding, Kind, Listed, Report, StoreReport

MOST: Final = 10
"""Findings of a match that are shown."""
IN_FULL: Final = 10
"""Matches whose first difference is shown with what was expected and recorded."""


def as_json(report: StoreReport) -> dict[str, Any]:
    """A report for programs."""
    return {
        "ok": report.ok,
        "matches": len(report.reports),
        "failed": len(report.failed),
        "steps": sum(one.steps for one in report.reports),
        "digest": report.digest,
        "findings": report.findings,
        "reports": [
            {"verdict": "ok" if one.ok else "failed", **msgspec.structs.asdict(one)}
            for one in report.reports
        ],
    }


def report_lines(report: StoreReport, *, each: bool) -> Iterator[str]:
    """A line a match (`each`; otherwise only for those that failed), and a summary.

    Of the first matches that failed the difference is shown in full, of the others in a line. With
    `each`, what is listed apart follows.
    """
    failed = 0
    for one in report.reports:
        if not one.ok:
            failed += 1
            yield from failed_lines(one) if failed <= IN_FULL else (failed_line(one),)
        elif each:
            yield f"[green]ok[/]      {escape(one.match)}  {one.line} steps  {escape(verdict(one))}"
            yield from different_lines(one)
        if each:
            yield from map(listed_line, all_notices(one))
    for finding in report.findings:
        yield f"[bold red]failed[/]  the store: {escape(finding.what)}"
    yield summary(report)
    if not each:
        yield f"[dim]digest of the store {report.digest}[/]"


def verdict(one: Report) -> str:
    """A match that is well, in words: how it ended, notes, and what is listed below."""
    notes = [note for note in one.notes if "not finished" not in note]
    return "; ".join(filter(None, (one.ending, *notes, counted(one))))


def counted(one: Report) -> str:
    """How much of a match is listed apart: `2 rulings, 1 correction`; of rulings those that stand."""
    found = (
        ([entry for entry in one.rulings if not entry.aside], "ruling"),
        (one.corrections, "correction"),
        (one.takebacks, "take-back past what was shown"),
        (one.late, "clock that ran out"),
    )
    parts = []
    for entries, name in found:
        if entries:
            first, space, rest = name.partition(" ")
            many = "clocks" if first == "clock" else f"{first}s"
            parts.append(f"{len(entries)} {first if len(entries) == 1 else many}{space}{rest}")
    return ", ".join(parts)


def all_notices(one: Report) -> list[Listed]:
    """List all notices, in order."""
    found = (*one.rulings, *one.corrections, *one.takebacks, *one.late)
    return sorted(found, key=lambda entry: entry.step)


def listed_line(entry: Listed) -> str:
    """An entry of the list below a match, for people."""
    beside = entry.kind in ("correction", "reveal", "takeback") and not entry.judge
    number = f"{'event' if beside else 'step'} {entry.step}"
    kind = "take-back" if entry.kind == "takeback" else entry.kind
    judge = f", ruled by {entry.judge}" if entry.judge else ""
    words = f"{kind}{judge}: {entry.what}"
    for more in (entry.note, entry.aside):
        words += f"; {more}" if more else ""
    words += f" {{{entry.why}}}" if entry.why else ""
    by = f", by {entry.by}" if entry.by else ""
    return f"        [bold]{number:<9}[/]{escape(words)} [dim]{escape(moment(entry.at) + by)}[/]"


def moment(at: int) -> str:
    """A time for people: day and minute, UTC; nothing for one that cannot be."""
    try:
        return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    except (OverflowError, OSError, ValueError):
        return ""


def different_lines(one: Report) -> Iterator[str]:
    """Describe what today's rules decide otherwise in a match recorded under others."""
    for finding in one.differences:
        yield f"        today's rules differ from {place_of(finding, '')}{escape(finding.what)}"
        yield from compared(finding, "today")


def summary(report: StoreReport) -> str:
    """How many matches, how many of them failed, and how many are not finished."""
    count = len(report.reports)
    steps = sum(one.line if one.ok else one.steps for one in report.reports)
    parts = ["[green]all well[/]" if report.ok else f"[bold red]{len(report.failed)} failed[/]"]
    if report.findings:
        parts.append(f"[bold red]{len(report.findings)} wrong with the store[/]")
    if unfinished := sum(one.ok and not one.finished for one in report.reports):
        parts.append(f"{unfinished} not finished")
    if beside := sum(one.ok and bool(all_notices(one)) for one in report.reports):
        parts.append(f"{beside} with rulings or corrections")
    if other := sum(bool(one.differences) for one in report.reports):
        parts.append(f"{other} that today's rules would decide differently")
    return f"{count} match{'es' * (count != 1)}, {steps} steps: {', '.join(parts)}"


def failed_line(one: Report) -> str:
    """A match that failed, in a line."""
    first = one.findings[0]
    return f"[bold red]failed[/]  {escape(one.match)}  {place_of(first)}{escape(first.what)}"


def failed_lines(one: Report) -> Iterator[str]:
    """A match that failed: the first difference in full, and what else there is."""
    yield (
        f"[bold red]failed[/]  {escape(one.match)}  {one.steps} steps, "
        f"of which the first {one.checked} follow the rules"
    )
    first, *rest = one.findings
    yield f"        {place_of(first)}[bold]{escape(first.what)}[/]"
    yield from compared(first, "expected")
    for finding in rest[: MOST - 1]:
        yield f"        {place_of(finding)}{escape(finding.what)}"
    if len(rest) >= MOST:
        yield f"        and {len(rest) - MOST + 1} more"


def compared(finding: Finding, expected: str) -> Iterator[str]:
    """Describe what was expected, what is recorded, and the rule."""
    for label, text in (
        (expected, finding.expected),
        ("recorded", finding.recorded),
        ("the rule", finding.rule),
    ):
        if text:
            yield f"          {label}: {escape(text)}"


def place_of(finding: Finding, kind: str | None = None) -> str:
    """Where a finding is, before what it says."""
    named = f"{finding.kind}" if kind is None else kind
    number = finding.step
    same = not number or finding.what.startswith((f"step {number} ", f"event {number} "))
    step = "" if same else f"{'event' if finding.kind is Kind.HISTORY else 'step'} {number}"
    aside = f" ({finding.aside})" if finding.aside else ""
    return f"{', '.join(filter(None, (named, step)))}{aside}: "
