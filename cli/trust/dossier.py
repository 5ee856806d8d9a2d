"""The commands that write dossiers: of matches, and of one match with its proof."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from cli.edge import StoreOption, errors, guarded, open_store
from cli.match.selection import MatchArgument
from cli.program.suggestion import events
from cli.program.suggestion import matches as match_ids
from cli.program.target import ForceOption, check_target, write_whole
from cli.trust.signature_text import sound_match
from domain.contract.errors import GameError, Reason
from domain.contract.json_text import escaped_json
from domain.record.events import FORK
from domain.trust.dossier import dossier, kept, proof, write
from domain.trust.hashes import record_hash

if TYPE_CHECKING:
    from domain.store.recorder import Recorder
    from domain.trust.dossier import Dossier, Kept

OutputOption = Annotated[
    Path | None, typer.Option("-o", "--output", help="The file to write; else print.")
]


@guarded
def write_dossier(
    matches: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MATCH", help="Matches, by id, or `last`.", autocompletion=match_ids
        ),
    ] = None,
    event: Annotated[
        str, typer.Option("--event", help="Every match of this event.", autocompletion=events)
    ] = "",
    output: OutputOption = None,
    force: ForceOption = False,
    store: StoreOption = None,
) -> None:
    """Write matches with hashes and signatures into a file that `verify` checks without the store."""
    if bool(matches) == bool(event):
        raise GameError(Reason.BAD_SETTING, "name the matches, or the --event they belong to")
    recorder = open_store(store)
    try:
        ids = matches_of(recorder, event) if event else [recorder.find(m) for m in matches or ()]
        open_ones = []
        found = []
        for match_id in dict.fromkeys(ids):
            record, rows = sound_match(recorder, match_id)
            found.append(kept(record, rows))
            if record.result() is None:
                open_ones.append(match_id)
    finally:
        recorder.close()
    put(dossier(found, event_name(event), program()), output, store, force)
    if open_ones:
        errors.print(f"not finished: {escape(', '.join(open_ones))}")


@guarded
def prove(
    match: MatchArgument,
    event: Annotated[
        str, typer.Option("--event", help="The event it belongs to.", autocompletion=events)
    ],
    output: OutputOption = None,
    force: ForceOption = False,
    store: StoreOption = None,
) -> None:
    """Write one match, and the proof that it is one of those of an event, into a file."""
    recorder = open_store(store)
    try:
        wanted = recorder.find(match)
        ids = matches_of(recorder, event)
        if wanted not in ids:
            raise GameError(
                Reason.NOT_FOUND,
                f"match {wanted} is none of the event {event!r}",
                legal=tuple(ids),
            )
        records = {}
        chosen: list[Kept] = []
        for match_id in ids:
            record, rows = sound_match(recorder, match_id)
            records[match_id] = record_hash(match_id, rows)
            if match_id == wanted:
                chosen.append(kept(record, rows))
    finally:
        recorder.close()
    put(proof(chosen[0], records, event_name(event), program()), output, store, force)


def event_name(words: str) -> str:
    """The name of an event, as openings have it."""
    return " ".join(words.split())


def matches_of(recorder: Recorder, event: str) -> list[str]:
    """The matches of an event that were played. Raises GameError that names the events there are.

    What-ifs were not; a recording that was merged stays beside what it was merged into.
    """
    wanted, found, others = event_name(event), [], set()
    for match_id, opened in recorder.openings():
        if isinstance(opened, GameError):
            errors.print(f"[yellow]left out:[/] {escape(str(opened))}")
            continue
        if any(origin.how == FORK for origin in opened.origins):
            continue
        if opened.event == wanted:
            found.append(match_id)
        elif opened.event:
            others.add(opened.event)
    if not found:
        raise GameError(
            Reason.NOT_FOUND, f"no match of an event {event!r}", legal=tuple(sorted(others))
        )
    return found


def put(found: Dossier, output: Path | None, store: Path | None, force: bool) -> None:
    """Write a dossier and say what it is. Raises GameError."""
    if output is None:
        sys.stdout.write(escaped_json(write(found)))
    else:
        check_target(output, force, store)
        write_whole(output, write(found))
    count = len(found.matches)
    what = f"{count} match{'es' if count != 1 else ''}"
    if found.proof:
        what = f"1 of {found.proof.size} matches"
    errors.print(
        f"{what}{f' of {escape(found.event)}' if found.event else ''}"
        + (f" written to {escape(str(output))}" if output else "")
    )
    errors.print(f"root {found.root}")
    errors.print("[dim]it holds all that was recorded, hidden cards included[/]")


def program() -> str:
    """The version of this program."""
    try:
        return version("ludograph")
    except PackageNotFoundError:
        return "?"
