"""What forks, comparisons and merges look like, and how a scorekeeper decides what differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from rich import box
from rich.markup import escape
from rich.table import Table

from cli.branch.fork_pool import share
from cli.edge import console, say
from domain.branch.fork import Forks
from domain.merge.alignment import units
from domain.merge.merge import (
    CONTRADICTION,
    LEFT_OUT,
    MISFIT,
    OPENING,
    SIDE_NAMES,
    Difference,
    Merged,
    Version,
)
from domain.record.events import Opened
from domain.record.match import Record
from replays.comparison import Branch, Comparison, Turn, ended

SHOWN = 6
"""Lines that are shown of a longer difference, and ids of forks."""


def line_before(record: Record, number: int) -> str:
    """The line that tells a step, which need not stand; nothing for the opening."""
    if not number:
        return ""
    part = record.variation(number)
    with part.readable():
        return units(part)[-1].lines[-1]


# -- forks -----------------------------------------------------------------------------------------


def print_endings(record: Record, forks: Forks, counts: dict[str, int], ids: Sequence[str]) -> None:
    """How the forks of a match ended, beside how it ended itself."""
    plan, number = forks.plan, len(ids)
    console.print(
        f"{number} fork{'s' * (number != 1)} of [bold]{escape(record.id)}[/] after step "
        f"{plan.origin.step}, played by {' and '.join(plan.bots)}, seed {plan.seed}"
    )
    for line in plan.lines:
        console.print(escape(f"  first {line}"))
    if forks.guessed:
        console.print("  hidden cards guessed, as far as what is recorded allows")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="bold")
    for name in ("", "forks", "share", "95 %"):
        table.add_column(name, justify="left" if not name else "right")
    for name, count in counts.items():
        if count or name.endswith("wins"):
            version = share(count, number)
            low, high = version["low"], version["high"]
            table.add_row(name, str(count), f"{version['share']:.0%}", f"{low:.0%} to {high:.0%}")
    console.print(table)
    console.print(f"the match itself: {ended(record)}")
    some = ", ".join(ids[:SHOWN]) + (" …" if number > SHOWN else "")
    console.print(f"[dim]they are recorded as {some}; ludograph compare {ids[0]}[/]")


# -- comparisons -----------------------------------------------------------------------------------


def print_comparison(found: Comparison) -> None:
    """Two matches side by side."""
    one, other = found.matches
    for name, values in found.opening.items():
        console.print(escape(f"{name}: {values[0]} in {one}, {values[1]} in {other}"))
    common = f"{found.common} step{'s' * (found.common != 1)}"
    if found.parted is None:
        console.print(f"{one} and {other} tell the same: {common}")
    elif found.common:
        after = f"up to {steps_of(found)} (`{found.line}`)"
        console.print(escape(f"{one} and {other} tell the same for {common}, {after}"))
    else:
        console.print(escape(f"{one} and {other} have nothing in common from the first step on"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("", one, other):
        table.add_column(escape(name))
    for row in rows(found):
        table.add_row(*map(escape, row))
    console.print(table)


def steps_of(found: Comparison) -> str:
    """The step at which two matches are last the same."""
    first, second = found.last
    if first == second:
        return f"step {first}"
    return f"step {first} of {found.matches[0]} and {second} of {found.matches[1]}"


def turns_shown(found: Comparison) -> Iterator[Turn]:
    """The turns after which the totals are other than after the turn before, and the last one."""
    before = None
    for turn in found.turns:
        if turn.totals != before or turn is found.turns[-1]:
            yield turn
        before = turn.totals


def rows(found: Comparison) -> Iterator[tuple[str, str, str]]:
    """What the table of a comparison holds."""
    if found.parted:
        one, other = found.parted
        yield ("then", went_on(one), went_on(other))
        for mine, others in zip_longest(one.lines[1:], other.lines[1:], fillvalue=""):
            yield ("", mine, others)
    for turn in turns_shown(found):
        yield (f"turn {turn.turn}", *turn.totals)
    yield ("result", *found.results)


def went_on(branch: Branch) -> str:
    """How a match goes on."""
    return f"step {branch.step}: {branch.lines[0]}" if branch.lines else "nothing more"


# -- merges ----------------------------------------------------------------------------------------


def merge_report(first: str, second: str, done: Merged, new: str) -> dict[str, Any]:
    """A merge as plain data."""
    return {
        "match": new or None,
        "a": first,
        "b": second,
        "complete": done.opened is not None,
        "agreed": done.agreed,
        "filled": dict(zip("ab", done.filled, strict=True)),
        "only": dict(zip("ab", done.only, strict=True)),
        "steps": len(done.events),
        "differences": [
            {
                "number": difference.number,
                "kind": difference.kind,
                "name": difference.name,
                "why": difference.why,
                "a": difference.sides[0],
                "b": difference.sides[1],
                "decided": done.answers.get(difference.number),
            }
            for difference in done.differences
        ],
        "open": [difference.number for difference in done.open],
    }


def print_merge(
    first: Record, second: Record, done: Merged, new: str, what: str, *, asked: bool
) -> None:
    """What became of a merge: what was agreed, what differs (if nobody was asked), what is open."""
    console.print(f"A is [bold]{escape(first.id)}[/]{recorded_by(first.opened)}")
    console.print(f"B is [bold]{escape(second.id)}[/]{recorded_by(second.opened)}")
    console.print(f"{lines_of(done.agreed)} told by both")
    for name, filled, only in zip(SIDE_NAMES, done.filled, done.only, strict=True):
        if filled:
            console.print(f"  {name} knew hidden cards of {filled} step{'s' * (filled != 1)} more")
        if only:
            console.print(f"  {name} goes on for {lines_of(only)} where the other breaks off")
    for difference in () if asked else done.differences:
        show(difference, done.answers.get(difference.number, ""))
    if done.open:
        numbers = ", ".join(str(difference.number) for difference in done.open)
        console.print(
            f"[bold]nothing is written:[/] {len(done.open)} to decide ({numbers}); "
            "--take ask, --take A, or --decide FILE with lines like `1 A`, `2 -`, `3 LINE`"
        )
    elif new:
        console.print(f"match [bold]{new}[/] {what}: {len(done.events)} steps")
    else:
        console.print(f"nothing is open: {len(done.events)} steps would be recorded")


def recorded_by(opened: Opened) -> str:
    """Who recorded a match, and what was seen."""
    eyes = {"A": "seat A's view", "B": "seat B's view", "spectator": "a spectator's view"}
    words = [f"by {opened.by}"] if opened.by else []
    words += [eyes[opened.eyes]] if opened.eyes in eyes else []
    return escape(f" ({', '.join(words)})") if words else ""


def lines_of(count: int) -> str:
    """So many lines."""
    return f"{count} line{'s' * (count != 1)}"


def show(difference: Difference, answer: str) -> None:
    """One difference: both recordings, and what was decided."""
    say(f"[bold]{difference.number}[/]  {escape(headline(difference))}")
    for name, version in zip(SIDE_NAMES, difference.sides, strict=True):
        if difference.kind == OPENING or version.lines:
            say(escape(f"   {name}  {side(version)}"), hanging=6)
        elif difference.kind not in (CONTRADICTION, MISFIT):
            say(f"   {name}  tells nothing there")
    if answer:
        say(escape(f"   → {decided(difference, answer)}"))
    elif difference.kind == CONTRADICTION:
        say("   who is believed, A or B? or a line in the place of the one that cannot be")
    elif difference.kind == MISFIT:
        say("   a line in its place (`!! …` if it stood), or - to leave it out")


def headline(difference: Difference) -> str:
    """What differs, in a line."""
    if difference.kind == OPENING:
        seat = difference.name in SIDE_NAMES
        return f"player {difference.name}" if seat else difference.name
    words = {
        "lines": "they differ",
        "cards": "they differ in cards that were drawn",
        MISFIT: "does not fit what was decided before",
        CONTRADICTION: "hidden cards contradict",
    }[difference.kind]
    return f"{words}: {difference.why}" if difference.why else words


def side(version: Version) -> str:
    """What one recording tells."""
    lines = list(version.lines[:SHOWN])
    if len(version.lines) > SHOWN:
        lines.append(f"and {len(version.lines) - SHOWN} more lines")
    words = " · ".join(lines)
    if not version.step:
        return words
    steps = (
        f"step {version.step}"
        if version.step == version.last
        else f"steps {version.step} to {version.last}"
    )
    return f"{steps}: {words}" + (f"   then {version.next}" if version.next else "   then nothing")


def decided(difference: Difference, answer: str) -> str:
    """What was decided, in words."""
    if answer == LEFT_OUT:
        return "left out"
    if answer in SIDE_NAMES and difference.kind == CONTRADICTION:
        return f"{answer} is believed"
    return answer.replace("\n", " · ")


def ask(difference: Difference, names: tuple[str, str]) -> str:
    """Have the scorekeeper decide a difference; nothing leaves it open."""
    show(difference, "")
    choices = f"A ({names[0]}), B ({names[1]}), a line"
    if difference.kind == MISFIT:
        choices = "a line"
    if difference.kind != OPENING:
        choices += ", - to leave it out"
    console.print(escape(f"   {choices}, Enter to leave it open"))
    try:
        answer = input("   > ").strip()
    except EOFError:
        return ""
    return answer.upper() if answer.upper() in SIDE_NAMES else answer
