"""How probable a win was, for people: the curve of a match as bars, tables, how good it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich import box
from rich.markup import escape
from rich.table import Table

from cli.analytics.filters import in_words
from cli.analytics.tables import print_table
from cli.edge import console, say
from cli.record.outcome_text import line_at
from domain.contract.errors import GameError
from projections.win_probability.calibration import BINS
from projections.win_probability.fit import LEAST

if TYPE_CHECKING:
    from domain.record.match import Record
    from projections.win_probability.calibration import Bin, Score
    from projections.win_probability.curve_rows import MatchCurve, Turn
    from projections.win_probability.curves import Comeback, Swing
    from projections.win_probability.population import Choice

SIDE: Final = 14
"""Cells of a bar to each side of the middle."""
WHISKER: Final = 26
"""Cells from 0 to 100 % in the calibration."""
LINE: Final = 34
"""Characters of a line of notation that are shown."""


# -- a match -------------------------------------------------------------------------------------


def print_match(shown: MatchCurve, record: Record) -> None:
    """Print the curve of a match, a row a turn, and the steps at which it moved most."""
    a, b = shown.players
    say(f"[bold]{escape(shown.match_id)}[/]: A {escape(a)}, B {escape(b)}; {escape(how(shown))}")
    if not shown.points:
        console.print("[dim]nothing is recorded after its opening[/]")
        return
    say("[dim]how probable A's win was when each turn was over[/]")
    console.print()
    steps, score = widths(shown)
    head = f"{'turn':>7} {'step':>{steps}} {'A:B':>{score}}  A wins  B"
    console.print(f"[dim]{head}{'even':^{2 * SIDE - 1}}A[/]")
    for turn in shown.turns:
        last = turn is shown.turns[-1] and shown.status == "finished"
        name = f"{turn.turn:>5} {turn.seat}" if turn.turn else "set-up"
        marked = marks(turn, shown.swings)
        console.print(
            f"{name:>7} {turn.last:>{steps}} {f'{turn.a}:{turn.b}':>{score}}  "
            f"{ended(shown) if last else f'{turn.a_wins:.0%}':>6}  {bar(turn.a_wins)}"
            f"{f'  [bold]{marked}[/]' if marked else ''}".rstrip()
        )
    if shown.swings:
        console.print()
    for swing in shown.swings:
        say(f"◆ {escape(swing_words(swing, record))}", hanging=2)


def widths(shown: MatchCurve) -> tuple[int, int]:
    """Cells of the steps and of the score."""
    steps = max(4, *(len(str(turn.last)) for turn in shown.turns))
    score = max(3, *(len(f"{turn.a}:{turn.b}") for turn in shown.turns))
    return steps, score


def how(shown: MatchCurve) -> str:
    """How it stands with a match, and whether it is a what-if."""
    if shown.status == "finished":
        phrase = f"{shown.winner} won" if shown.winner else "a draw"
    elif shown.status == "abandoned":
        phrase = "broken off"
    else:
        phrase = f"open, after step {shown.points[-1].step}" if shown.points else "open"
    if shown.kind == "what-if" and shown.origin:
        phrase += f"; a what-if, {shown.origin} up to step {shown.origin_step}"
    return phrase


def ended(shown: MatchCurve) -> str:
    """How a finished match ended, in the place of a probability."""
    return f"{shown.winner} won" if shown.winner else "draw"


def bar(a_wins: float) -> str:
    """A bar from the middle: to the right where A is the likelier winner, to the left where B is."""
    halves = round(abs(a_wins - 0.5) * 2 * SIDE * 2)
    whole, half = divmod(halves, 2)
    if a_wins >= 0.5:
        return (
            " " * SIDE + "│" + f"[blue]{'█' * whole}{'▌' * half}[/]" + " " * (SIDE - whole - half)
        )
    return " " * (SIDE - whole - half) + f"[yellow]{'▐' * half}{'█' * whole}[/]│" + " " * SIDE


def marks(turn: Turn, swings: Sequence[Swing]) -> str:
    """The great swings of a turn: the steps, and by how much they moved A's chances; two at most."""
    there = sorted((s for s in swings if turn.first <= s.step <= turn.last), key=lambda s: s.step)
    phrase = " ".join(f"◆{s.step} {moved(s)}" for s in there[:2])
    return phrase + (" …" if len(there) > 2 else "")


def moved(swing: Swing) -> str:
    """By how many percent a swing moved A's chances."""
    return f"{(swing.after - swing.before) * 100:+.0f}"


def swing_words(swing: Swing, record: Record) -> str:
    """A swing in words, with the line of notation that tells its step."""
    try:
        place = record.place(swing.step)
        line = line_at(record, place)
    except (GameError, ValueError):
        line = f"{swing.seat} {swing.action}"
    line = line if len(line) <= LINE else f"{line[: LINE - 1]}…"
    return (
        f"step {swing.step} ({line}): A's win {swing.before:.0%} → {swing.after:.0%}, "
        f"score {swing.a}:{swing.b}"
    )


# -- a game --------------------------------------------------------------------------------------


def print_game(answer: Mapping[str, Any], bins: Sequence[Bin]) -> None:
    """Print the tables that were asked for."""
    if "swings" in answer:
        print_swings(answer["swings"])
    if "comebacks" in answer:
        print_comebacks(answer["comebacks"])
    if bins:
        print_calibration(bins)


def table(title: str, about: str, *columns: str) -> Table:
    """A table under its title; a column whose name begins with > stands to the right."""
    console.print(f"[bold]{title}[/]  [dim]{about}[/]")
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        right = name.startswith(">")
        made.add_column(name.removeprefix(">"), justify="right" if right else "left")
    return made


def print_swings(swings: Sequence[Swing]) -> None:
    """Print the greatest swings of a game."""
    made = table(
        "Swings", "the steps that moved A's chances most",
        "match", ">step", ">turn", "by", ">A:B", ">A's win", ">moved", "won",
    )  # fmt: skip
    for s in swings:
        made.add_row(
            escape(s.match_id), str(s.step), str(s.turn), escape(f"{s.seat} {s.action}"),
            f"{s.a}:{s.b}", f"{s.before:.0%} → {s.after:.0%}", moved(s), s.winner or "draw",
        )  # fmt: skip
    print_table(made)


def print_comebacks(comebacks: Sequence[Comeback]) -> None:
    """Print the wins from farthest behind."""
    made = table(
        "Comebacks", "wins from farthest behind, when it looked worst",
        "match", "won", ">step", ">turn", ">A:B", ">chance",
    )  # fmt: skip
    for c in comebacks:
        made.add_row(
            escape(c.match_id),
            c.winner,
            str(c.step),
            str(c.turn),
            f"{c.a}:{c.b}",
            f"{c.chance:.1%}",
        )
    print_table(made)


def print_calibration(bins: Sequence[Bin]) -> None:
    """Print what was predicted against what came."""
    made = table(
        "Calibration", "├─●─┤ how often A won, with 95 % bounds; ┃ what was said",
        ">said", ">matches", ">mean", ">A won", ">bounds", "0%                      100%", "",
    )  # fmt: skip
    for b in bins:
        made.add_row(
            f"{b.begins * 100:.0f}–{ends(b):.0%}", f"{b.n:,}", f"{b.predicted:.0%}",
            f"{b.observed:.0%}", f"{b.low * 100:.0f}–{b.high:.0%}", whisker(b),
            "[yellow]outside[/]" if b.outside else "",
        )  # fmt: skip
    print_table(made)


def ends(b: Bin) -> float:
    """Where a bin ends; they are all as wide."""
    return b.begins + 1 / BINS


def whisker(b: Bin) -> str:
    """The bounds of a bin, what came, and what was predicted, on a line from 0 to 100 %."""
    cells = [" "] * WHISKER

    def at(share: float) -> int:
        return round(share * (WHISKER - 1))

    for place in range(at(b.low), at(b.high) + 1):
        cells[place] = "─"
    cells[at(b.low)], cells[at(b.high)] = "├", "┤"
    cells[at(b.observed)] = "●"
    cells[at(b.predicted)] = "┃"
    return "".join(cells)


# -- how good it is ------------------------------------------------------------------------------


def print_goodness(choice: Choice, score: Score, bins: Sequence[Bin]) -> None:
    """Print which matches it rests on, how far off it is, and where it is not to be trusted."""
    others = "".join(f", {k} {v}" for k, v in in_words(choice.model.filters).items() if k != "kind")
    rest = f"goes by {score.matches:,} matches of {choice.kind}{others}"
    if choice.kind == "bots" and "people" in choice.counted:
        rest += f": of people there are {choice.counted['people']}, {LEAST} are needed"
    console.print()
    for line in (
        rest,
        f"Brier {score.brier:.3f} ({score.base_brier:.3f} by A's share alone), "
        f"log loss {score.log_loss:.3f} ({score.base_log_loss:.3f}); less is better",
        bounds_words(bins),
    ):
        say(f"[dim]{escape(line)}[/]", hanging=2)


def bounds_words(bins: Sequence[Bin]) -> str:
    """In which bins the prediction lies outside the bounds of what came."""
    off = [f"{b.begins * 100:.0f}–{ends(b):.0%}" for b in bins if b.outside]
    if not off:
        return f"in all {len(bins)} bins what was said lies within the bounds of what came"
    return (
        f"not to be trusted where it says {', '.join(off)}: "
        "what was said lies outside the bounds of what came (--calibration)"
    )
