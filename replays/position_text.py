"""One moment of a match for people: where we are, the board with what changed marked, the words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import partial
from typing import Any, Final

import msgspec
from rich.text import Text

from domain.contract.errors import CorruptStream
from domain.contract.game import SEAT_NAMES, Game, Result, seat_name
from domain.formats.tape import written_steps
from domain.record.endings import closing_words
from domain.record.events import AnyStep, Closed, Ruled
from domain.record.match import result_of
from replays.board.terminal import state_text
from replays.cursor import ALL, Cursor, Viewer, readable, viewer_name
from replays.diff import described, fact_text

MARK: Final = "reverse"
"""How what changed is shown."""
EMPTY: Final = "·"
NOTHING: Final = ": nothing happens"
"""Written of an ability that resolved and did nothing."""


def title(cursor: Cursor) -> str:
    """The match in a line: game, id, players, day, and through whose eyes."""
    players = " against ".join(
        player if player == seat else f"{player} ({seat})"
        for player, seat in zip(cursor.opened.players, SEAT_NAMES, strict=True)
    )
    eyes = "" if cursor.seat is ALL else f", as {seen_as(cursor.seat)} sees it"
    then = f", as it stood {cursor.as_of}" if cursor.as_of else ""
    return f"{cursor.game.name} {cursor.match_id}: {players}, {cursor.opened.day()}{eyes}{then}"


def seen_as(viewer: Viewer) -> str:
    """A viewer in words."""
    return "a spectator" if viewer is None else viewer_name(viewer)


def where(cursor: Cursor) -> str:
    """The place in a line: step, turn, totals, and what the match is at."""
    turn = f"turn {cursor.turn_number} of {cursor.turns}" if cursor.turn_number else "set-up"
    with readable(cursor.match_id, cursor.number):
        totals = cursor.game.notation.totals(cursor.state)
    result = result_here(cursor)
    line = f"{on_the_line(cursor)}, {turn}, {totals}"
    if result:
        who = "a draw" if result.outcome == "draw" else result.outcome
        return f"{line}, {who} ({result.why})"
    over = cursor.n == len(cursor) and not cursor.aside
    return f"{line}, not finished" if over else line


def on_the_line(cursor: Cursor) -> str:
    """Which step this is; where its number is not its place, where it stands on which line."""
    number, count = cursor.number, len(cursor)
    if cursor.aside:
        return f"step {number}, {cursor.n} of {count} on a line {fate(cursor)}"
    if cursor.to is not None:
        return f"step {number}, {cursor.n} of {count} on the line to step {cursor.to}"
    if number == cursor.n and cursor.number_at(count) == count:
        return f"step {number} of {count}"
    return f"step {number}, {cursor.n} of {count} on the line"


def fate(cursor: Cursor) -> str:
    """What became of a line that does not stand."""
    for variation in cursor.seen.history.variations:
        if cursor.to in variation.numbers:
            return f"{variation.reason} by event {variation.by}"
    return "that does not stand"


def result_here(cursor: Cursor) -> Result | None:
    """How the match has ended at this place, by its rules or otherwise; None while it goes on."""
    step = cursor.step
    with readable(cursor.match_id, cursor.number):
        return result_of(cursor.game, cursor.state, step if isinstance(step, Closed) else None)


def notation(cursor: Cursor) -> str:
    """The line a scorekeeper would have written for the turn, up to this place.

    Where a turn has just begun, that is the line of the turn before.
    """
    if not cursor.n:
        return ""
    begun = cursor.turn_start(cursor.turn_number) == cursor.n
    turn = cursor.turn_number - begun
    try:
        lines = cursor.turn_lines(turn, cursor.n)
    except CorruptStream:
        return ""
    return lines[-1] if lines else ""


class TurnText(msgspec.Struct, frozen=True):
    """Lines of notation, of which turn, and the last step that they tell."""

    turn: int
    lines: tuple[str, ...]
    last: int


def turn_text(cursor: Cursor, turn: int) -> TurnText:
    """The lines that tell the cursor's step, in the turn they are written for."""
    start = cursor.turn_start(turn)
    end = cursor.turn_start(turn + 1) if turn < cursor.turns else len(cursor)
    state = cursor.state_at(start)
    lines: list[str] = []
    with readable(cursor.match_id, cursor.number_at(end)):
        for run in written_steps(cursor.game, state, cursor.steps[start:end]):
            lines, start = run.lines, start + run.used
            if start >= cursor.n:
                break
    return TurnText(turn, tuple(lines), start)


def change_lines(cursor: Cursor, *, decisions: bool = True) -> list[str]:
    """What the step that led here changed, a fact a line; a ruling and its judge are named first.

    If it changed nothing: what was decided; without `decisions` only if it has no words of its own.
    """
    step = cursor.step
    if step is None:
        return ["the match is opened"]
    with readable(cursor.match_id, cursor.number):
        before = cursor.state_at(cursor.n - 1)
        lines = news(cursor.game, before.copy(), step, cursor.steps[cursor.n : cursor.n + 1])
        if isinstance(step, Closed):
            lines = [closed_words(step, cursor.opened.players)]
        elif isinstance(step, Ruled):
            lines = [ruling_words(step), *(lines or [decided(cursor.game, before, step)])]
        elif not lines and (decisions or not cursor.game.notation.says(before, step.action)):
            lines = [decided(cursor.game, before, step)]
    if step.note and not isinstance(step, Ruled):
        lines = [*lines, f"{{{step.note}}}"]
    return lines


def ruling_words(step: Ruled[Any, Any]) -> str:
    """What kind of ruling it is, whose, and why."""
    kind = f" ({step.kind})" if step.kind and step.action is None else ""
    judge = f" by {step.judge}" if step.judge else ""
    stood = ": stood although not legal" if step.action is not None else ""
    return f"ruling{kind}{judge}{stood}{f' {{{step.note}}}' if step.note else ''}"


def closed_words(step: Closed, players: tuple[str, ...]) -> str:
    """How the match was closed, and who decided that."""
    judge = f", says {step.judge}" if step.judge else ""
    return f"{closing_words(step, players)}{judge}"


def news(game: Game, state: Any, step: AnyStep, following: Sequence[AnyStep] = ()) -> list[str]:
    """What a step did, a fact a line, without what is no news; the state is folded over it.

    Of an ability that resolves without doing anything that is written, as far as what comes next (in
    the steps `following`) shows it.
    """
    lines: list[str] = []
    after = [fact for later in following[:1] for fact in later.facts[:1]]
    facts = [*step.facts, *after]
    for index, fact in enumerate(step.facts):
        if not fact.quiet:
            words = fact_text(game, fact, state)
            if fact.resolves and any(later.begins for later in facts[index + 1 : index + 2]):
                words += NOTHING
            lines.append(words)
        fact.apply(state)
    return lines


def decided(game: Game, before: Any, step: AnyStep) -> str:
    """A decision that changed nothing, in words."""
    if step.action is None:
        return "nothing changes"
    words = game.notation.says(before, step.action)
    who = seat_name(step.seat)
    return f"{who} {words}" if words else f"{who} decides: {described(step.action)}"


def board(cursor: Cursor, *, marks: bool = True, width: int = 80) -> Text:
    """The board for a terminal so wide, with the words that the last step changed marked."""
    with readable(cursor.match_id, cursor.number):
        draw = partial(state_text, cursor.game, opened=cursor.opened, seat=cursor.seat, width=width)
        now = draw(cursor.state, result=result_here(cursor))
        if marks and cursor.n:
            before = draw(cursor.state_at(cursor.n - 1))
            for start, end in changed(before.plain, now.plain):
                now.stylize(MARK, start, end)
    return now


def changed(before: str, after: str) -> list[tuple[int, int]]:
    """Where the words of a text (start, end) differ from those of an earlier one, line by line."""
    old, new = before.split("\n"), after.split("\n")
    starts = [0]
    for line in new:
        starts.append(starts[-1] + len(line) + 1)
    found: list[tuple[int, int]] = []
    pairs = SequenceMatcher(None, old, new, autojunk=False)
    for kind, i1, i2, j1, j2 in pairs.get_opcodes():
        if kind in ("equal", "delete"):
            continue
        for offset, index in enumerate(range(j1, j2)):
            earlier = old[i1 + offset] if i1 + offset < i2 else ""
            found += [(starts[index] + s, starts[index] + e) for s, e in words(earlier, new[index])]
    return found


def words(before: str, after: str) -> Sequence[tuple[int, int]]:
    """The words of a line (start, end) that the earlier line does not have.

    Words in columns are compared by column; where words have moved along, by their order.
    """
    old = [match.group() for match in re.finditer(r"\S+", before)]
    new = list(re.finditer(r"\S+", after))
    pairs = SequenceMatcher(None, old, [match.group() for match in new], autojunk=False)
    return [
        match.span()
        for kind, _, _, j1, j2 in pairs.get_opcodes()
        if kind in ("insert", "replace")
        for match in new[j1:j2]
        if match.group() != EMPTY
    ]
