"""Commands that change what is recorded: undo, redo, amend, reveal, rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from cli.edge import JsonOption, StoreOption, console, guarded, print_json
from cli.record import end
from cli.record.commands import LINES_FIRST, ByOption, MatchArgument
from cli.record.outcome import (
    JudgeOption,
    NoteOption,
    WhyOption,
    opened,
    print_events,
    show,
    snapshot,
)
from domain.contract.errors import GameError, Reason

if TYPE_CHECKING:
    from domain.revise.amendment import Answer, Misfit

StepArgument = Annotated[int, typer.Argument(min=1, help="Number of a step, as replay shows it.")]
LineArgument = Annotated[str, typer.Argument(help="The whole line as it should have been.")]
OtherwiseOption = Annotated[
    str,
    typer.Option(
        "--otherwise",
        help="A later line that does not fit is kept as a ruling (keep), or left off with all after "
        "it (stop); otherwise nothing is changed.",
        metavar="keep|stop",
    ),
]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Only say what would become of it.")]


def add_to(app: typer.Typer) -> None:
    """Register the commands, and those that end a match or stand beside it."""
    app.command("undo")(undo)
    app.command("redo")(redo)
    app.command("amend", context_settings=LINES_FIRST)(amend)
    app.command("reveal", context_settings=LINES_FIRST)(reveal)
    app.command("rule", context_settings=LINES_FIRST)(rule)
    end.add_to(app)


# -- take-backs ----------------------------------------------------------------------------------


@guarded
def undo(
    match: MatchArgument = "last",
    lines: Annotated[
        int, typer.Option("--lines", "-n", min=1, help="How many lines, as they were typed.")
    ] = 1,
    to: Annotated[
        int | None, typer.Option("--to", min=0, help="Everything after this step; 0: all of it.")
    ] = None,
    confirm: Annotated[
        bool,
        typer.Option("--confirm", help="Even if something random or hidden had been shown."),
    ] = False,
    note: NoteOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Take back the last line, or some; they stay in the record, beside the line."""
    from cli.record.revision_text import lines_told, taken_back_told
    from domain.revise.undo import standing

    recorder, record = opened(store, match)
    if to is not None:
        standing(record, to)
    before = snapshot(record)
    event = recorder.take_back(record, to, lines=lines, confirmed=confirm, by=by, note=note)
    if json:
        gone = lines_told(before, before.place(event.to) + 1, len(before.steps))
        print_events(record, before, taken_back=[line for _, line in gone])
    else:
        show(taken_back_told(before, event))


@guarded
def redo(
    match: MatchArgument = "last",
    to: Annotated[
        int | None, typer.Option("--to", min=1, help="Let this step be the last of the line again.")
    ] = None,
    note: NoteOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Take the last take-back back; or let the line end with any step that was ever recorded."""
    from cli.record.revision_text import redone_told

    recorder, record = opened(store, match)
    before = snapshot(record)
    event = recorder.redo(record, to, by=by, note=note)
    if json:
        print_events(record, before)
    else:
        show(redone_told(before, record, event))


# -- corrections ---------------------------------------------------------------------------------


def answer_of(otherwise: str, word: str, match: str) -> Answer:
    """What becomes of later lines that do not fit. Raises GameError for another word."""
    from domain.revise.amendment import KEEP, STOP

    if otherwise not in ("", KEEP, STOP):
        raise GameError(
            Reason.BAD_SETTING,
            f"{otherwise!r} is nothing that can become of a line",
            legal=(f"--otherwise {KEEP}", f"--otherwise {STOP}"),
        )

    def answer(misfit: Misfit) -> str:
        if otherwise:
            return otherwise
        raise GameError(
            Reason.CONFLICT,
            f"{misfit}. Nothing was recorded; --otherwise keep lets it stand as a ruling, --otherwise "
            f"stop leaves it off with all that follows ({misfit.lost} "
            f"step{'s' * (misfit.lost != 1)}); `{word} {misfit.wrong}` in `record {match}` asks about "
            "each",
        )

    return answer


def correct(
    word: str,
    match: str,
    step: int,
    line: str,
    otherwise: str,
    dry_run: bool,
    why: str,
    by: str,
    store: Path | None,
    json: bool,
) -> None:
    """Amend or reveal."""
    from cli.record.revision_text import amended_plain, amended_told, events_plain
    from domain.revise.amendment import CORRECTION, REVEAL
    from domain.revise.undo import standing

    answer = answer_of(otherwise, word, match)
    recorder, record = opened(store, match)
    standing(record, step)
    before = snapshot(record)
    amendment = recorder.amend(
        record,
        step,
        line,
        answer=answer,
        why=REVEAL if word == "reveal" else CORRECTION,
        by=by,
        note=why,
        dry=dry_run,
    )
    if json:
        count = len(record.events) - len(before.events)
        print_json(
            {
                **amended_plain(before, amendment),
                "recorded": not dry_run,
                "events": events_plain(record, count),
                "last": record.history.last,
            }
        )
    else:
        show(amended_told(before, amendment, dry=dry_run))


@guarded
def amend(
    match: MatchArgument,
    step: StepArgument,
    line: LineArgument,
    otherwise: OtherwiseOption = "",
    dry_run: DryOption = False,
    why: WhyOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Correct the line that tells a step; everything after it is decided again."""
    correct("amend", match, step, line, otherwise, dry_run, why, by, store, json)


@guarded
def reveal(
    match: MatchArgument,
    step: StepArgument,
    line: LineArgument,
    otherwise: OtherwiseOption = "",
    dry_run: DryOption = False,
    why: WhyOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Tell afterwards what was hidden in a step: the same line, and more; all is checked against it."""
    correct("reveal", match, step, line, otherwise, dry_run, why, by, store, json)


@guarded
def rule(
    match: MatchArgument,
    facts: Annotated[str, typer.Argument(help="What happened, separated by `;`; or `!! LINE`.")],
    judge: JudgeOption = "",
    kind: Annotated[str, typer.Option(help="penalty, effect or correction.")] = "",
    why: WhyOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Enter a ruling: facts that the rules did not give, or a play that stood."""
    from cli.record.prompt import record_line
    from cli.record.revision_text import recorded, ruled_told

    recorder, record = opened(store, match)
    before = snapshot(record)
    steps, did = record_line(recorder, record, ruling_line(facts, judge, kind, why), by)
    if json:
        print_events(record, before, words=did)
        return
    for words in did:
        console.print(escape(words))
    ruled = ruled_told(record, steps) or "that is legal, no ruling was needed"
    console.print(f"[dim]{escape(recorded(record, len(steps)))} · {escape(ruled)}[/]")


def ruling_line(facts: str, judge: str, kind: str, why: str) -> str:
    """A ruling as it is typed at the prompt. Raises GameError."""
    if kind not in ("", "penalty", "effect", "correction"):
        raise GameError(
            Reason.BAD_SETTING,
            f"no ruling is called {kind!r}",
            legal=("penalty", "effect", "correction"),
        )
    for word in (judge, why):
        if any(mark in word for mark in "[]{}"):
            raise GameError(Reason.BAD_SETTING, f"no brackets or braces in {word!r}")
    said = facts.strip()
    mark = "!!" if said.startswith("!!") else "!"
    if mark == "!!" and kind:
        raise GameError(Reason.BAD_SETTING, f"a play that stood is no {kind}")
    parts = [mark, f"{kind}:" if kind else "", f"[{judge}]" if judge else "", said.lstrip("! ")]
    return " ".join(part for part in (*parts, f"{{{why}}}" if why else "") if part)
