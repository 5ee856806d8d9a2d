"""Ludograph in Python: what is public. Everything else may change with any version.

A match is what its rules ask and what is answered. Bots answer here; the same seed gives the same
match:

>>> import ludograph
>>> (record,) = ludograph.simulate("riftforce", bots=("sensible", "random"), seed=1)
>>> print(record.result().outcome, record.result().totals)
A wins (12, 3)
>>> print(*ludograph.write_tape(record).splitlines()[9:12], sep="\\n")
draw A Air
draw B Plant
display Thunderbolt Fire Water Light Crystal Shadow Ice

What people play lies in a store, a file that only grows. A match is opened in it, and each line of
notation is appended:

>>> import tempfile
>>> from pathlib import Path
>>> folder = tempfile.TemporaryDirectory()
>>> file = Path(folder.name) / "matches.sqlite"
>>> riftforce = ludograph.find_game("riftforce")
>>> with ludograph.open_store(file) as store:
...     match = store.new_match(riftforce, {}, ("Ann", "Ben"), match_id="evening")
...     for line in ("draw A Crystal", "draw B Ice"):
...         steps = store.play_line(match, line)
...     print(len(match.steps), "steps; next:", match.live().open_ask().about)
2 steps; next: display

A line that the rules do not allow is refused, and nothing is stored:

>>> with ludograph.open_store(file) as store:
...     try:
...         store.play_line(store.load("evening"), "start A")
...     except ludograph.GameError as error:
...         print(error.reason.name, error.message)
ILLEGAL something else comes first

SQL answers questions about everything recorded, `docs/schema.md` has the tables. An audit decides
every step again:

>>> ludograph.query(file, "SELECT match_id, player_a, status FROM matches")
[{'match_id': 'evening', 'player_a': 'Ann', 'status': 'open'}]
>>> ludograph.audit(file, "evening")
[]
>>> folder.cleanup()

A package that is installed beside ludograph can bring a game (`docs/adding-a-game.md`); its tests
check that it keeps the contract:

>>> ludograph.check_game(riftforce, matches=1)
[]

No name is imported before it is asked for, so `import ludograph` costs nothing.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what is public; `__getattr__` reads where it comes from here
    from domain.contract.errors import CorruptStream, GameError, Reason
    from domain.contract.game import (
        DEALER,
        SEAT_NAMES,
        UNKNOWN,
        Action,
        Ask,
        Bot,
        Choices,
        Decider,
        Decision,
        Fact,
        Game,
        Notation,
        Play,
        Result,
        Scenery,
        Seat,
        Seats,
        State,
        Total,
        Turn,
        WhyNot,
        seat_name,
    )
    from domain.contract.rule import rule
    from domain.formats.tape import read_tapes, write_tape
    from domain.frame.scanner import Scanner, illegal, unreadable
    from domain.frame.simple import (
        MatchEnded,
        Option,
        PlainScenery,
        SimpleAction,
        SimpleFact,
        SimpleGame,
        SimpleState,
        Toss,
        TurnBegan,
        WordNotation,
        chosen_at_random,
        one_of,
    )
    from domain.games import GAMES
    from domain.games import game as find_game
    from domain.record.match import Match, Record
    from domain.store.recorder import Recorder as Store
    from projections.charts.pictures import svg as chart_svg
    from projections.charts.terminal import text as chart_text
    from projections.games.generic import generic
    from projections.games.projection import Filter, Projected, Report
    from projections.read.export import write_markdown
    from projections.read.reader import Reader, open_reader
    from projections.read.sql import Answer
    from projections.schema.definitions import MATCH, POSITION, STEP, TURN, Table, View, columns
    from projections.schema.fact_columns import FactColumns
    from replays.board import Board, Card, Mark, Number, SeatInfo, Zone, board_of

__all__ = [
    "DEALER",
    "GAMES",
    "MATCH",
    "POSITION",
    "SEAT_NAMES",
    "STEP",
    "TURN",
    "UNKNOWN",
    "Action",
    "Answer",
    "Ask",
    "Board",
    "Bot",
    "Card",
    "Choices",
    "CorruptStream",
    "Decider",
    "Decision",
    "Fact",
    "FactColumns",
    "Filter",
    "Game",
    "GameError",
    "Mark",
    "Match",
    "MatchEnded",
    "Notation",
    "Number",
    "Option",
    "PlainScenery",
    "Play",
    "Projected",
    "Reader",
    "Reason",
    "Record",
    "Report",
    "Result",
    "Scanner",
    "Scenery",
    "Seat",
    "SeatInfo",
    "Seats",
    "SimpleAction",
    "SimpleFact",
    "SimpleGame",
    "SimpleState",
    "State",
    "Store",
    "Table",
    "Toss",
    "Total",
    "Turn",
    "TurnBegan",
    "View",
    "WhyNot",
    "WordNotation",
    "Zone",
    "audit",
    "board_of",
    "chart_svg",
    "chart_text",
    "check_game",
    "chosen_at_random",
    "columns",
    "find_game",
    "find_report",
    "generic",
    "illegal",
    "main",
    "one_of",
    "open_reader",
    "open_store",
    "query",
    "read_tapes",
    "rule",
    "seat_name",
    "simulate",
    "unreadable",
    "write_markdown",
    "write_tape",
]


def open_store(path: Path | str, *, durable: bool = True) -> Store:
    """Open the store in a file, which is made if there is none; close it, or use it in a `with`.

    `durable` syncs each commit to the disk. Without it bulk work is several times faster, and a
    power cut can lose the last transactions. Raises GameError if the file is no store.
    """
    from domain.store.recorder import Recorder

    return Recorder(Path(path), durable=durable)


def simulate(
    game: Game | str,
    count: int = 1,
    *,
    bots: Sequence[str] = ("sensible",),
    seed: int = 0,
    settings: Mapping[str, str] | None = None,
) -> Iterator[Record]:
    """Let bots play matches; nothing is stored.

    `game` is a game or its key, `bots` names one bot for each seat or one for both, `settings` are
    those that differ from the game's defaults. The same arguments give the same matches, those of
    `ludograph simulate`. Raises GameError for a game, bots, a seed or settings that do not exist.
    """
    from domain.bots.simulation import plan, play_match
    from domain.games import game as find_game
    from domain.record.match import Record

    rules = find_game(game) if isinstance(game, str) else game
    what = plan(rules, settings or {}, bots, seed)
    for index in range(count):
        steps = play_match(rules, what.settings, what.bots, seed, index)
        yield Record(what.match_id(index), rules, what.opened(0), steps, "")


def check_game(game: Game, *, matches: int = 20, seed: int = 1) -> list[str]:
    """Check that a game keeps the contract, as `ludograph check-game` does; return what does not hold.

    Bots play some matches, and everything is done with them that ludograph can do. For a test:

        assert check_game(NIM) == []
    """
    from cli.games.check_game import check

    return [
        f"{done.name}: {problem}"
        for done in check(game, matches, seed)
        for problem in done.problems
    ]


def audit(store: Path | str, match_id: str) -> list[str]:
    """Decide every step of a match again; return what is wrong, a line each: `step 3: ...`.

    Step 0 is the opening, or the match as a whole. Raises GameError if the file is no store.
    """
    from replays.audit.audit import audit_match

    with open_store(store) as opened:
        found = audit_match(opened.chain, match_id).findings
    return [f"step {finding.step}: {finding.what}" for finding in found]


def query(
    store: Path | str,
    sql: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    analytics: Path | str | None = None,
) -> list[dict[str, Any]]:
    """Run a SELECT over everything recorded; return its rows by the names of their columns.

    `parameters` are the values of the `$name`s in the query. `analytics` is the analytics file, by
    default `.duckdb` beside the store; it is made, or brought up to date, if need be. Raises
    GameError with line and column for what cannot be read. `open_reader` serves many queries.
    """
    from projections.read.reader import open_reader

    path = Path(store)
    file = path.with_suffix(".duckdb") if analytics is None else Path(analytics)
    with open_reader(path, file) as reader:
        answer = reader.ask(sql, parameters)
        return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows()]


def find_report(game: str, name: str) -> Report:
    """Find a report about a game by their names, as in `ludograph stats GAME REPORT`.

    Raises GameError (NOT_FOUND) with those that there are.
    """
    from projections.reports.statistics import find_reports, projected

    (found,) = find_reports(projected(game), name)
    return found


def main() -> None:
    """Run the command line: `ludograph`, `python -m ludograph`."""
    gc.set_threshold(50_000, 20, 20)  # what is imported stays: looking it through costs a start-up
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupt before it can answer just ends it
    from cli.app import main as run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, original = _sources()[name]
    found = globals()[name] = getattr(import_module(module), original)
    return found


@cache
def _sources() -> dict[str, tuple[str, str]]:
    """Read from the imports above where each public name comes from: its module, its name there."""
    import ast

    tree = ast.parse(Path(__file__).read_bytes())
    (block,) = (
        node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name)
    )
    return {
        alias.asname or alias.name: (str(node.module), alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def __dir__() -> list[str]:
    """List what is public."""
    return sorted(__all__)


if __name__ == "__main__":
    main()
