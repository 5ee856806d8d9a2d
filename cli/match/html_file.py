"""Giving a match away: as one HTML file with the viewer and everything in it."""

from __future__ import annotations

from pathlib import Path

from rich.markup import escape

from cli.edge import errors, open_store
from cli.program.target import check_target, write_whole
from domain.record.times import as_of as stood_as_of
from replays.audit.audit import audit_match
from replays.cursor import ALL, Viewer
from replays.position_text import seen_as
from replays.viewer.html_file import share


def write_page(
    store: Path | None,
    match: str,
    eyes: Viewer,
    file: Path,
    as_of: str = "",
    *,
    force: bool = False,
) -> None:
    """Write a match through a viewer's eyes into an HTML file, and say what it holds. Raises GameError.

    Its audit goes with it, unless it is shown as it stood at a time: that was another record.
    """
    check_target(file, force, store)
    recorder = open_store(store)
    try:
        record = recorder.load(recorder.find(match))
        report = None if as_of else audit_match(recorder.chain, record.id)
    finally:
        recorder.close()
    if as_of:
        record = stood_as_of(record, as_of)
    page = share(record, eyes, report)
    write_whole(file, page)
    size = -(-len(page.encode()) // 1000)
    errors.print(f"{escape(record.id)} written to {escape(str(file))}, {size} kB")
    if eyes is ALL:
        errors.print(
            "[dim]it holds all that was recorded, hidden cards included; --seat leaves out[/]"
        )
    else:
        errors.print(f"[dim]it holds what {seen_as(eyes)} may know[/]")
