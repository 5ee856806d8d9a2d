"""What today's rules, or other settings, would have decided differently: the list that is shown."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import typer
from rich import box
from rich.markup import escape
from rich.table import Table

from cli.analytics.tables import natural_width, print_table
from cli.edge import (
    FAILED,
    analytics_path,
    console,
    errors,
    open_store,
    print_json,
    say,
    store_path,
)
from cli.match.selection import find_any
from cli.program.progress import progress_bar
from cli.record.commands import plain_name, settings_of
from domain.contract.errors import GameError, Reason
from domain.games import GAMES
from domain.games import game as find_game
from domain.store.recorder import Recorder
from projections import impact
from projections.read.export import write_rows
from replays.audit.impact import Difference
from replays.audit.store_impact import Impact, concluded, impact_on, impact_on_store

CURRENT = "current"
MOST = 50
"""Matches that are shown; files and JSON hold all."""
UNREAD = 5
"""Matches of which it is shown why they could not be decided again."""


class Wish(msgspec.Struct):
    """What was asked for."""

    store: Path | None
    analytics: Path | None
    matches: list[str]
    settings: list[str]
    game: str
    csv: Path | None
    json: bool
    jobs: int


def show_impact(against: str, wish: Wish) -> None:
    """Decide matches again and show what differs. Raises GameError; exit code 1 for damage."""
    if against != CURRENT:
        raise GameError(
            Reason.BAD_SETTING, f"{against!r} are no rules to decide by", legal=(CURRENT,)
        )
    words = {plain_name(name): value for name, value in settings_of(wish.settings).items()}
    impact = impact_of_named(wish, words) if wish.matches else impact_of_all(wish, words)
    if wish.csv:
        write_csv(wish.csv, impact.differences)
    if not wish.matches:
        store_rows(analytics_path(wish.analytics, store_path(wish.store)), impact.differences)
    if wish.json:
        print_json(as_json(impact, words))
    else:
        print_impact(impact, words, in_full=bool(wish.matches))
    if impact.damaged:
        raise typer.Exit(FAILED)


def impact_of_named(wish: Wish, words: dict[str, str]) -> Impact:
    """Decide the matches again that were named."""
    recorder = open_store(wish.store)
    try:
        ids = list(dict.fromkeys(find_any(recorder, word) for word in wish.matches))
        found = concluded([impact_on(recorder.chain, match_id, words) for match_id in ids])
    finally:
        recorder.close()
    if words and len(found.unread) == len(ids) and not found.damaged:
        raise GameError(Reason.BAD_SETTING, found.unread[0].why)
    return found


def impact_of_all(wish: Wish, words: dict[str, str]) -> Impact:
    """Decide every match again, or those of a game, with a progress bar where somebody watches."""
    recorder = open_store(wish.store)
    try:
        key = named_game(recorder, wish.game, bool(words))
    finally:
        recorder.close()
    with progress_bar() as bar:
        task = bar.add_task("deciding again", total=None)
        return impact_on_store(
            store_path(wish.store),
            words,
            game=key,
            jobs=wish.jobs,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )


def named_game(recorder: Recorder, name: str, needed: bool) -> str:
    """The key of the game that is meant; nothing for all. Raises GameError if one is needed."""
    if name:
        return find_game(name.lower()).key
    if not needed:
        return ""
    there = [key for key in GAMES if recorder.chain.count(key)[0]]
    if len(there) > 1:
        raise GameError(
            Reason.BAD_SETTING,
            "settings are those of a game: say which",
            legal=tuple(f"--game {key}" for key in there),
        )
    return there[0] if there else ""


def write_csv(path: Path, differences: tuple[Difference, ...]) -> None:
    """Write the differences as CSV. Raises GameError if the file cannot be written."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = [msgspec.structs.asdict(one) | {"flipped": flipped(one)} for one in differences]
            write_rows(Difference.__struct_fields__, [tuple(row.values()) for row in rows], file)
    except OSError as error:
        raise GameError(
            Reason.NOT_FOUND, f"{path} cannot be written: {error.strerror or error}"
        ) from error
    many = f"{len(differences)} row{'s' * (len(differences) != 1)}"
    errors.print(f"[dim]{many} written to {escape(str(path))}[/]")


def as_json(impact: Impact, words: dict[str, str]) -> dict[str, object]:
    """The whole list, for programs."""
    return {
        "against": CURRENT,
        "settings": words,
        "matches": impact.matches,
        "differ": len(impact.differences),
        "flip": impact.flips,
        "untold": impact.untold,
        "differences": impact.differences,
        "unread": impact.unread,
    }


def print_impact(impact: Impact, words: dict[str, str], *, in_full: bool) -> None:
    """Print the list, what could not be decided again, and a summary."""
    shown = impact.differences[:MOST]
    table = table_of(shown)
    if in_full or (console.is_terminal and natural_width(table) > console.width):
        for one in shown:
            print_one(one)
    elif shown:
        print_table(table)
    if len(impact.differences) > MOST:
        say(
            f"[dim]the first {MOST} of {len(impact.differences):,} matches that differ, flipped "
            "results first; --csv FILE and --json hold all[/]"
        )
    for kind in (True, False):
        some = [one for one in impact.unread if one.damaged is kind]
        mark = "[bold red]damaged[/]" if kind else "[yellow]left out[/]"
        for unread in some[:UNREAD]:
            say(f"{mark}  {escape(unread.match_id)}  {escape(unread.why)}", hanging=10)
        if len(some) > UNREAD:
            say(f"{mark}  and {len(some) - UNREAD:,} more")
    say(summary(impact, words))


def summary(impact: Impact, words: dict[str, str]) -> str:
    """How many matches, how many differ, and how many results flip."""
    rules = "today's rules"
    if words:
        rules += " with " + ", ".join(f"{name}={value}" for name, value in words.items())
    many = f"{impact.matches:,} match{'es' * (impact.matches != 1)}"
    if not impact.differences:
        phrase = f"{many}: {rules} would decide nothing differently"
    else:
        count = len(impact.differences)
        flips, rest = impact.flips, count - impact.flips - impact.untold
        phrase = f"{many}: {rules} would decide {count:,} differently; {flips:,} of these end"
        phrase += f"{'s' * (flips == 1)} with another result, {rest:,} with the same"
        phrase += f"; of {impact.untold:,} it cannot be told" if impact.untold else ""
    if impact.damaged:
        phrase += f"; {len(impact.damaged):,} damaged (`audit` says how)"
    return escape(phrase)


def table_of(differences: tuple[Difference, ...]) -> Table:
    """Differences as a table."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("match", "players", "rules", "step", "recorded", "now", "result", "result now"):
        table.add_column(name, justify="right" if name == "step" else "left")
    table.add_column("flipped")
    for one in differences:
        cells = (
            one.match_id,
            one.players,
            one.rules_recorded,
            str(one.first_step),
            one.recorded,
            one.now,
            one.result_recorded or "not finished",
            result_now(one),
            flipped(one),
        )
        table.add_row(*map(escape, cells))
    return table


def result_now(one: Difference) -> str:
    """How a match ends now, or how far it can be played on."""
    if one.result_now:
        return one.result_now
    stops = f"plays on to step {one.plays_on_to}, then ?" if one.stops else "not finished"
    return f"{stops} ({one.totals_now})" if one.totals_now else stops


def flipped(one: Difference) -> str:
    """Whether the result is another."""
    return {True: "yes", False: "no", None: "unknown"}[one.flipped]


def print_one(one: Difference) -> None:
    """A match in full."""
    rules = f"recorded under version {one.rules_recorded} of the rules"
    say(f"[bold]{escape(one.match_id)}[/]  {escape(one.players)}, {escape(rules)}")
    step = f"step {one.first_step}" if one.first_step else "the opening"
    say(f"  {step} is the first that is decided differently ({escape(one.kind)})", hanging=2)
    for label, text in (
        ("recorded", one.recorded),
        ("now", one.now),
        ("the rule", one.rule),
        ("result", one.result_recorded or "not finished"),
        ("result now", one.result_now or ("" if one.stops else result_now(one))),
    ):
        if text:
            say(f"    {label}: {escape(text)}", hanging=2)
    if one.stops:
        words = f"plays on to step {one.plays_on_to} ({one.totals_now}); then {one.stops}"
        say(f"    {escape(words)}", hanging=2)
    say(f"    flipped: {flipped(one)}")


def store_rows(analytics: Path, differences: tuple[Difference, ...]) -> None:
    """Keep the differences for SQL, in place of those of the last time.

    That the analytics file cannot be written now is only reported.
    """
    now = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
    try:
        impact.store(analytics, [one.row() | {"checked_at": now} for one in differences])
    except GameError as error:
        errors.print(f"[yellow]not kept for SQL:[/] {escape(str(error))}")
