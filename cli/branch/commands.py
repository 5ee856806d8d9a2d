"""Commands that make matches from matches: fork, compare, merge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from cli.branch.fork_pool import endings, run, share
from cli.branch.text import (
    ask,
    line_before,
    merge_report,
    print_comparison,
    print_endings,
    print_merge,
)
from cli.edge import (
    FAILED,
    JsonOption,
    StoreOption,
    console,
    guarded,
    open_store,
    print_json,
)
from cli.match.import_files import read_text
from cli.program.suggestion import matches
from cli.record.commands import ByOption, MatchArgument
from domain.branch.fork import Forks, fork_plan
from domain.branch.fork import fork as forked
from domain.contract.errors import GameError, Reason
from domain.contract.seats import SEAT_NAMES
from domain.formats.tape import Tape
from domain.merge.merge import SIDE_NAMES, Difference, decisions
from domain.merge.merge import merge as merged
from domain.record.ids import check_name, new_id
from replays.comparison import compare as compared
from replays.comparison import ended

if TYPE_CHECKING:
    from domain.merge.merge import Decide
    from domain.store.recorder import Recorder

MOST_FORKS = 100_000
"""Forks of one plan."""

IdOption = Annotated[str, typer.Option("--id", help="A name of your own for the new match.")]


@guarded
def fork(
    match: MatchArgument,
    at: Annotated[
        int, typer.Option("--at", min=0, help="The step after which it goes its own way.")
    ],
    match_id: IdOption = "",
    note: Annotated[str, typer.Option(help="What is tried.")] = "",
    play: Annotated[
        list[str] | None, typer.Option("--play", help="A line that is played first; repeatable.")
    ] = None,
    bots: Annotated[
        str, typer.Option(help="Let bots play on, seat A's and seat B's: sensible,sensible.")
    ] = "",
    number: Annotated[
        int, typer.Option("-n", "--number", min=1, max=MOST_FORKS, help="How often, by bots.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 1,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 is one for each core.")] = 0,
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """What if: a new match that is the same up to a step, to go on by hand or by bots.

    With --bots it is played to the end many times, and how these matches ended is counted. Hands that
    the recording does not know are guessed then, as far as all that is recorded allows.
    """
    recorder = open_store(store, durable=not bots)
    if not all(line.strip() for line in play or []):
        raise GameError(Reason.UNREADABLE, "an empty line plays nothing", legal=("--play LINE",))
    if bots:
        if match_id or by:
            raise GameError(
                Reason.BAD_SETTING, "matches of bots are named by what they are made of"
            )
        names = [name.strip() for name in bots.split(",")]
        fork_by_bots(recorder, match, at, names, play or [], note, seed, number, jobs, json=json)
        return
    fork_by_hand(recorder, match, at, match_id, play or [], note, by, json=json)


def fork_by_hand(
    recorder: Recorder,
    match: str,
    at: int,
    match_id: str,
    lines: list[str],
    note: str,
    by: str,
    *,
    json: bool,
) -> None:
    """Open a match that is to be recorded from a step of another on."""
    check_name(match_id)
    record = recorder.load(recorder.find(match))
    now = recorder.clock()
    opened, steps = forked(record, at, now, lines=lines, note=" ".join(note.split()), by=by)
    (new,) = recorder.add([(match_id or new_id(now), opened, steps)])
    if json:
        print_json({"match": new.id, "steps": len(steps), "origins": opened.origins})
        return
    line = line_before(record, at)
    until = f"step {at}" + (f" (`{line}`)" if line else "") if at else "its opening"
    console.print(f"match [bold]{new.id}[/] is open: {escape(f'{record.id} up to {until}')}")
    for phrase in lines:
        console.print(escape(f"  then {phrase}"))
    console.print(f"[dim]next: ludograph record {new.id}[/]")


def fork_by_bots(
    recorder: Recorder,
    match: str,
    at: int,
    bots: list[str],
    lines: list[str],
    note: str,
    seed: int,
    number: int,
    jobs: int,
    *,
    json: bool,
) -> None:
    """Let bots play on from a step many times, and count how that ends."""
    record = recorder.load(recorder.find(match))
    plan = fork_plan(record, at, bots, seed, lines, " ".join(note.split()))
    forks = Forks(record, plan)
    ids = run(recorder, forks, number, jobs)
    counts = endings([recorder.load(one) for one in ids])
    if json:
        print_json(
            {
                "origin": plan.origin,
                "bots": plan.bots,
                "seed": seed,
                "guessed": forks.guessed,
                "forks": number,
                "endings": {name: share(count, number) for name, count in counts.items()},
                "result": ended(record),
                "matches": ids,
            }
        )
        return
    print_endings(record, forks, counts, ids)


@guarded
def compare(
    first: MatchArgument,
    second: Annotated[
        str | None,
        typer.Argument(
            metavar="[OTHER]", help="Another; left out: the match that a fork was made from."
        ),
    ] = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Compare two matches: how long they are the same, where they part, how each went on."""
    recorder = open_store(store)
    one = recorder.load(recorder.find(first))
    other = recorder.find(second) if second is not None else origin(recorder, one.id)
    found = compared(one, recorder.load(other))
    if json:
        print_json(found)
    else:
        print_comparison(found)


def origin(recorder: Recorder, match_id: str) -> str:
    """The one match that a match was made from. Raises GameError."""
    origins = recorder.load(match_id).opened.origins
    if len(origins) == 1:
        return recorder.find(origins[0].match)
    which = ", ".join(one.match for one in origins)
    raise GameError(
        Reason.NOT_FOUND,
        f"match {match_id} was made from {which}; say which to compare it with"
        if origins
        else f"match {match_id} was made from no other; say what to compare it with",
        legal=tuple(f"compare {match_id} {one.match}" for one in origins)
        or (f"compare {match_id} OTHER",),
    )


@guarded
def merge(
    first: Annotated[
        str, typer.Argument(metavar="A", help="One recording of the match.", autocompletion=matches)
    ],
    second: Annotated[
        str,
        typer.Argument(metavar="B", help="Another one of the same match.", autocompletion=matches),
    ],
    match_id: IdOption = "",
    take: Annotated[
        str,
        typer.Option(help="Who is right where they differ: A, B, or ask to decide one by one."),
    ] = "",
    decide: Annotated[
        Path | None,
        typer.Option(help="A file of decisions: `1 A`, `2 B`, `3 LINE`, `4 -` (leave it out)."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be.")] = False,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Put two recordings of one match together; what one knows and the other does not is filled in.

    Where they differ nothing is written until it is decided: exit code 1 tells that something is open.
    """
    check_name(match_id)
    recorder = open_store(store)
    records = tuple(recorder.load(recorder.find(words)) for words in (first, second))
    known = decided_in(decide)
    names = records[0].id, records[1].id
    done = merged(records[0], records[1], decider(take, known, names))
    if done.opened is not None and (extra := known.keys() - {d.number for d in done.differences}):
        raise GameError(
            Reason.NOT_FOUND,
            f"there is no difference {min(extra)} to decide; there are {len(done.differences)}",
            source=str(decide),
        )
    new, what = "", ""
    if done.opened is not None and not dry_run:
        tape = Tape(match_id, done.opened, list(done.events), "", 0)
        ((new, what),) = recorder.take_in([tape])
    if json:
        print_json(merge_report(records[0].id, records[1].id, done, new))
    else:
        print_merge(records[0], records[1], done, new, what, asked=take.lower() == "ask")
    if done.opened is None:
        raise typer.Exit(FAILED)


def decided_in(path: Path | None) -> dict[int, str]:
    """The decisions of a file. Raises GameError."""
    if path is None:
        return {}
    text = read_text(path)
    try:
        return decisions(text)
    except GameError as error:
        raise error.at(source=str(path)) from error


def decider(take: str, known: dict[int, str], names: tuple[str, str]) -> Decide:
    """What decides differences: what is known, then one recording for all, or the scorekeeper."""
    wanted = take.upper()
    if wanted not in ("", "ASK", *SIDE_NAMES):
        raise GameError(Reason.BAD_SETTING, f"{take!r} is nobody", legal=(*SEAT_NAMES, "ask"))

    def answer(difference: Difference) -> str:
        if difference.number in known:
            return known[difference.number]
        return ask(difference, names) if wanted == "ASK" else wanted

    return answer
