"""An audit's report: as lines for people, in rich markup, and as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from rich.markup import escape

from replays.findings import Finding, Report, StoreReport

MOST: Final = 10
"""Findings of a match that are shown."""


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


IN_FULL = 10
"""Matches whose first difference is told with what was expected and recorded."""


def report_lines(report: StoreReport, *, each: bool) -> Iterator[str]:
    """A line a match (`each`; otherwise only for those that failed), and a summary.

    Of the first matches that failed the difference is told in full, of the others in a line.
    """
    failed = 0
    for one in report.reports:
        if not one.ok:
            failed += 1
            yield from failed_lines(one) if failed <= IN_FULL else (failed_line(one),)
        elif each:
            said = "; ".join([one.ending, *(n for n in one.notes if "not finished" not in n)])
            yield f"[green]ok[/]      {escape(one.match)}  {one.steps} steps  {escape(said)}"
    for finding in report.findings:
        yield f"[bold red]failed[/]  the store: {escape(finding.what)}"
    yield summary(report)
    if not each:
        yield f"[dim]digest of the store {report.digest}[/]"


def summary(report: StoreReport) -> str:
    """How many matches, how many of them failed, and how many are not finished."""
    count = len(report.reports)
    steps = sum(one.steps for one in report.reports)
    parts = ["[green]all well[/]" if report.ok else f"[bold red]{len(report.failed)} failed[/]"]
    if report.findings:
        parts.append(f"[bold red]{len(report.findings)} wrong with the store[/]")
    if unfinished := sum(one.ok and not one.finished for one in report.reports):
        parts.append(f"{unfinished} not finished")
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
    for label, text in (
        ("expected", first.expected),
        ("recorded", first.recorded),
        ("the rule", first.rule),
    ):
        if text:
            yield f"          {label}: {escape(text)}"
    for finding in rest[: MOST - 1]:
        yield f"        {place_of(finding)}{escape(finding.what)}"
    if len(rest) >= MOST:
        yield f"        and {len(rest) - MOST + 1} more"


def place_of(finding: Finding) -> str:
    """Where a finding is, before what it says."""
    told = not finding.step or finding.what.startswith(f"step {finding.step} ")
    return f"{finding.kind}: " if told else f"{finding.kind}, step {finding.step}: "
