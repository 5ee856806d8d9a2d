"""Commands that look: list, export, check, and the demo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from cli.edge import (
    BAD_INPUT,
    FAILED,
    JsonOption,
    StoreOption,
    console,
    errors,
    fail,
    guarded,
    leave_out,
    open_store,
    print_json,
    shortened,
    write,
)
from cli.games.demo import demonstrate
from cli.match.import_files import read_text
from cli.program.suggestion import matches as match_ids
from cli.program.target import ForceOption, check_target, write_whole
from domain.contract.errors import GameError, GameMissing, Reason
from domain.contract.seats import SEAT_NAMES
from domain.formats.jsonl import write_jsonl
from domain.formats.scenario import Outcome, read_scenarios, run
from domain.formats.tape import write_tape
from domain.games import game as find_game
from domain.record.endings import result_line
from domain.record.ids import shows_content
from domain.record.times import as_of as stood_as_of
from domain.record.times import read_time, written_time
from replays.event_log import annotated_tape
from replays.event_log import seen as seen_as

if TYPE_CHECKING:
    from domain.record.match import Record
    from domain.store.recorder import Recorder


@guarded
def list_matches(
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=10**9, help="How many.")] = 20,
    offset: Annotated[int, typer.Option(min=0, max=10**9, help="How many to pass over.")] = 0,
    as_of: Annotated[
        str,
        typer.Option(
            "--as-of",
            metavar="TIME",
            help="The store as it stood then: `2026-11-30`, `2026-11-30 19:42`.",
        ),
    ] = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """List the matches, the last opened first."""
    recorder = open_store(store)
    key = find_game(game.lower()).key if game else ""
    total, events = recorder.chain.count(key)
    then: int | None = None
    if as_of:
        then = read_time(as_of)
        ids = opened_by(recorder, key, then)
        total, ids = len(ids), ids[offset : offset + limit]
    else:
        ids = recorder.chain.ids(limit, offset, key)
    rows = [summary(recorder, match_id, then) for match_id in ids]
    if json:
        print_json({"total": total, "offset": offset, "matches": rows})
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("match", "game", "date", *SEAT_NAMES, "turns", "result"):
        player = column in SEAT_NAMES
        table.add_column(
            column,
            justify="right" if column == "turns" else "left",
            no_wrap=True,
            min_width=None
            if player
            else max((len(str(row.get(column, ""))) for row in rows), default=0),
        )
    for row in rows:
        players = [escape(name) for name in row["players"]]
        table.add_row(
            escape(row["match"]),
            row["game"],
            row["date"],
            *players,
            str(row["turns"]),
            escape(row["result"]),
        )
    console.print(table)
    summary_words = f"{events} events" if then is None else f"as they stood {written_time(then)},"
    console.print(
        f"[dim]{offset + 1 if rows else 0} to {offset + len(rows)} of {total} matches, "
        f"{summary_words} in {escape(str(recorder.path))}[/]"
    )


def opened_by(recorder: Recorder, key: str, then: int) -> list[str]:
    """Ids of the matches that were opened at a time, the last first; what is damaged is among them."""
    return [
        match_id
        for match_id, opened in recorder.openings(key)
        if isinstance(opened, GameError) or opened.at <= then
    ]


def summary(recorder: Recorder, match_id: str, then: int | None = None) -> dict[str, Any]:
    """A match in a line: who, when, how far, and how it ended; as it stood at a time, or now."""
    try:
        found = recorder.load(match_id)
        if then is not None:
            found = found.as_of(then) or found.before(1)
        state = found.state()
        result = result_line(found.game, state, found.closed).removeprefix("result ")
    except GameError as error:
        leave_out(error, shown=True)
        blank = {"match": match_id, "game": "?", "date": "", "players": ["?", "?"], "turns": 0}
        state = "cannot be read" if isinstance(error, GameMissing) else "damaged"
        return {**blank, "steps": 0, "result": f"{state}: {error.message}"}
    opened = found.opened
    if not result:
        result = f"open, {found.game.notation.totals(state)}" if state.turn else "open, set-up"
    return {
        "match": match_id,
        "game": opened.game,
        "date": opened.day(),
        "players": list(opened.players),
        "turns": state.turn,
        "steps": len(found.steps),
        "result": result,
    }


@guarded
def export(
    matches: Annotated[
        list[str] | None,
        typer.Argument(
            help="Matches, by id, start or end of it, or `last`.",
            autocompletion=match_ids,
            show_default="last",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every match of the store.")] = False,
    form: Annotated[str, typer.Option("--format", help="tape or jsonl.")] = "tape",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file to write; else print.")
    ] = None,
    seat: Annotated[str, typer.Option(help="Only what this seat (A, B or spectator) knows.")] = "",
    history: Annotated[
        bool,
        typer.Option(
            "--history",
            help="Tapes also tell, as remarks, what was taken back or corrected.",
        ),
    ] = False,
    times: Annotated[
        bool, typer.Option("--times", help="Tapes also tell when each line happened, where known.")
    ] = False,
    as_of: Annotated[
        str,
        typer.Option(
            "--as-of",
            metavar="TIME",
            help="As it stood then: `2026-11-30`, `2026-11-30 19:42`, "
            "or `@14`, when event 14 had been recorded.",
        ),
    ] = "",
    force: ForceOption = False,
    store: StoreOption = None,
) -> None:
    """Export matches as tapes or JSON Lines; importing them gives the same matches.

    A tape tells the line that stands; JSON Lines tell every event that was recorded.
    """
    tape = annotated_tape if history else write_tape
    writers: dict[str, Callable[[Record], str]] = {
        "tape": partial(tape, times=True) if times else tape,
        "jsonl": write_jsonl,
    }
    if form not in writers:
        raise GameError(Reason.BAD_SETTING, f"no format {form!r}", legal=tuple(writers))
    if matches and everything:
        raise GameError(Reason.BAD_SETTING, "name the matches to export, or --all")
    if output:
        check_target(output, force, store)
    recorder = open_store(store)
    if everything and as_of:
        ids = opened_by(recorder, "", read_time(as_of))[::-1]
    else:
        ids = (
            recorder.chain.ids()[::-1]
            if everything
            else [recorder.find(m) for m in matches or ["last"]]
        )
    telling: list[str] = []

    def text_of(match_id: str) -> str:
        record = recorder.load(match_id)
        telling.extend(telling_names(record, seat))
        return writers[form](as_known(record, seat, as_of))

    def texts() -> Iterator[str]:
        for match_id in ids:
            try:
                yield text_of(match_id)
            except GameError as error:
                if not everything or error.reason is not Reason.CORRUPT:
                    raise
                leave_out(error)

    between = "\n" if form == "tape" else ""
    if output is None:
        for index, text in enumerate(texts()):
            write((between if index else "") + text)
        warn_of_names(telling)
        return
    written = list(texts())
    write_whole(output, between.join(written))
    warn_of_names(telling)
    errors.print(
        f"{len(written)} match{'es' if len(written) != 1 else ''} written to {escape(str(output))}"
    )


def as_known(record: Record, seat: str, as_of: str) -> Record:
    """A record as it stood at a time, as a seat knows it."""
    if as_of:
        record = stood_as_of(record, as_of)
    return seen(record, seat)


def seen(record: Record, seat: str) -> Record:
    """A record as a seat knows it: hidden cards are unknown, and the chain is left out."""
    if not seat:
        return record
    seats = {"a": 0, "b": 1, "spectator": None}
    if seat.lower() not in seats:
        raise GameError(Reason.BAD_SETTING, f"no seat {seat!r}", legal=(*SEAT_NAMES, "spectator"))
    return seen_as(record, seats[seat.lower()])


def telling_names(record: Record, seat: str) -> Iterator[str]:
    """The name of a match if it tells a seat whether hidden cards are guessed right; mostly nothing."""
    if seat and shows_content(record.id, record.opened, record.events):
        yield record.id


def warn_of_names(names: Sequence[str]) -> None:
    """Say which matches had better have another name before what a seat knows is given away."""
    if not names:
        return
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    errors.print(
        f"[bold yellow]the name of match {names[0]}[/]{more} was made from all that is in it, hidden "
        "cards too: who guesses them can tell by it that they are right; to give this away, import "
        "the match under a name of your own (`match: NAME`)"
    )


@guarded
def check(
    files: Annotated[list[Path], typer.Argument(help="Scenario files.")],
    json: JsonOption = False,
) -> None:
    """Run scenario files: positions, what is played, what must hold or be refused."""
    outcomes: list[tuple[str, Outcome]] = []
    unread: list[int] = []
    for path in files:
        try:
            scenarios = read_scenarios(read_text(path), str(path))
            if not scenarios:
                raise GameError(Reason.UNREADABLE, "there is no scenario in it", source=str(path))
        except GameError as error:
            unread.append(fail(error))
            continue
        for scenario in scenarios:
            try:
                outcomes.append((str(path), run(scenario, str(path))))
            except GameError as error:
                unread.append(fail(error))
    if unread and not outcomes:
        raise typer.Exit(max(unread))
    failed = [item for item in outcomes if not item[1].holds]
    if json:
        print_json(
            [
                {
                    "file": source,
                    "line": o.line,
                    "scenario": o.name,
                    "holds": o.holds,
                    "checks": o.checks,
                    "problems": [{"line": line, "what": what} for line, what in o.problems],
                }
                for source, o in outcomes
            ]
        )
    else:
        for source, outcome in outcomes:
            mark = "[green]holds[/]" if outcome.holds else "[bold red]fails[/]"
            console.print(f"{mark} {escape(outcome.name)}")
            for line, what in outcome.problems:
                console.print(f"      {escape(shortened(f'{source}:{line}: {what}'))}")
        besides = f", {len(unread)} cannot be read" if unread else ""
        console.print(f"{len(outcomes) - len(failed)} of {len(outcomes)} scenarios hold{besides}")
    if failed or unread:
        raise typer.Exit(max([FAILED, *unread]))


@guarded
def demo(
    folder: Annotated[
        Path, typer.Option("--into", help="Where its store and analytics file go.")
    ] = Path("demo-data"),
) -> None:
    """Import, simulate, replay, audit and analyse real matches, and say what to try next."""
    code = demonstrate(folder)
    if code:
        raise typer.Exit(code if code in (FAILED, BAD_INPUT) else FAILED)
