"""Series, standings, and what an opening says of the occasion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.events import Closed, Opened, Origin
from domain.games.riftforce.rules import RIFTFORCE
from domain.recorder import Recorder
from projections import games, reading, statistics

SETTINGS = RIFTFORCE.settings({"guilds a": "F W P T", "guilds b": "L I S C"})


class Club:
    """A store of matches that nobody played out."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.matches: list[Any] = []

    def game(self, a: str, b: str, winner: str, **fields: Any) -> None:
        """A game that A won, or B; drawn (`=`), broken off (`x`), or not over (`?`)."""
        number = len(self.matches)
        opened = Opened("riftforce", "1", SETTINGS, (a, b), 1_795_000_000_000 + number, **fields)
        ends = {
            "A": [Closed("concession", 0, 1)],
            "B": [Closed("time", 1, 0)],
            "=": [Closed("agreed")],
            "x": [Closed("abandonment")],
            "?": [],
        }
        self.matches.append((f"m{number}", opened, ends[winner]))

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """What a reader answers."""
        recorder = Recorder(self.path, durable=False)
        recorder.add(self.matches)
        recorder.close()
        with reading.open_reader(self.path, self.path.with_suffix(".duckdb")) as reader:
            return list(reader.ask(sql).rows())


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path / "m.sqlite")


def test_series(club: Club) -> None:
    final: Any = {"event": "Cup", "round": "3", "series": "final", "best_of": 3}
    club.game("Ben", "Ann", "A", **final)
    club.game("Ann", "Ben", "A", **final)
    club.game("Ann", "Ben", "x", **final)
    club.game("Ann", "Ben", "A", **final)
    club.game("Cid", "Dan", "A", **{**final, "series": "third"})
    club.game("Cid", "Dan", "?", **{**final, "series": "third"})
    club.game("Ann", "Cid", "=", **{**final, "round": "1"})
    club.game("Ann", "Cid", "=", **{**final, "round": "1"})
    club.game("Ann", "Cid", "=", **{**final, "round": "1"})
    club.game("Ann", "Ben", "A", **final, origins=(Origin("m0", 0, ""),))
    club.game("Ann", "Ben", "B", **final, bots=("random", "random"))
    rows = club.ask(
        "SELECT round, series, player_1, player_2, best_of, games, wins_1, wins_2, draws, winner, "
        "status, len(matches) FROM series ORDER BY round DESC, series"
    )
    assert rows == [
        ("3", "final", "Ben", "Ann", 3, 3, 1, 2, 0, "Ann", "finished", 3),
        ("3", "third", "Cid", "Dan", 3, 1, 1, 0, 0, None, "open", 2),
        ("1", "final", "Ann", "Cid", 3, 3, 0, 0, 3, None, "finished", 3),
    ]


def test_standings(club: Club) -> None:
    final: Any = {"event": "Cup", "series": "final", "best_of": 3}
    club.game("Ann", "Ben", "A", event="Cup", round="1")
    club.game("Cid", "Ben", "=", event="Cup", round="2")
    club.game("Ann", "Cid", "B", **final)
    club.game("Cid", "Ann", "A", **final)
    club.game("Dan", "Ann", "A", event="Cup", series="open", best_of=3)
    club.game("Dan", "Ann", "x", event="Cup")
    club.game("Dan", "Ann", "?", event="Cup")
    club.game("Dan", "Ann", "A")
    club.game("Dan", "Ann", "A", event="Cup", bots=("random", "random"))
    club.game("Dan", "Ann", "A", event="Cup", origins=(Origin("m0", 0, ""),))
    rows = club.ask("SELECT * FROM standings ORDER BY points DESC, player")
    assert rows == [
        ("Cup", "riftforce", "Cid", 2, 1, 1, 0, 4, 2, 0, ["Ann", "Ben"]),
        ("Cup", "riftforce", "Ann", 2, 1, 0, 1, 3, 1, 2, ["Ben", "Cid"]),
        ("Cup", "riftforce", "Ben", 2, 0, 1, 1, 1, 0, 1, ["Ann", "Cid"]),
    ]


def test_an_opening_says_where_it_comes_from(club: Club) -> None:
    club.game("Ann", "Ben", "A", table="7", clock="25:00", eyes="A")
    club.game("Ann", "Ben", "A", origins=(Origin("m0", 12, "d"),))
    club.game("Ann", "Ben", "A", origins=(Origin("m0", 12, "d"),), bots=("random", "random"))
    club.game(
        "Ann", "Ben", "A", origins=(Origin("m0", 3, "d", "merge"), Origin("m1", 3, "d", "merge"))
    )
    rows = club.ask(
        "SELECT kind, table_name, clock, eyes, origin, origin_step FROM matches ORDER BY match"
    )
    assert rows == [
        ("people", "7", "25:00", "A", None, None),
        ("what-if", None, None, None, "m0", 12),
        ("what-if", None, None, None, "m0", 12),
        ("people", None, None, None, "m0", 3),
    ]


@pytest.mark.parametrize(
    ("chosen", "matches", "draws", "unfinished"),
    [
        ({}, 4, 1, 1),
        ({"kind": "people"}, 3, 1, 1),
        ({"kind": "bots"}, 1, 0, 0),
        ({"kind": "what-if"}, 1, 0, 1),
    ],
)
def test_what_ends_otherwise_counts_and_what_ifs_only_if_asked(
    club: Club, chosen: dict[str, str], matches: int, draws: int, unfinished: int
) -> None:
    club.game("Ann", "Ben", "A")
    club.game("Ann", "Ben", "B")
    club.game("Ann", "Ben", "=")
    club.game("Ann", "Ben", "x")
    club.game("Ann", "Ben", "?")
    club.game("Ann", "Ben", "A", bots=("random", "random"))
    club.game("Ann", "Ben", "B", origins=(Origin("m0", 0, ""),))
    club.game("Ann", "Ben", "?", origins=(Origin("m0", 0, ""),))
    club.ask("SELECT 1")
    game = games.PROJECTED["riftforce"]
    with reading.open_reader(club.path, club.path.with_suffix(".duckdb")) as reader:
        counted = statistics.count(reader, game, chosen)
        assert counted == statistics.Counted(matches, draws, unfinished)
        (players,) = statistics.find_reports(game, "length")
        for report in game.reports:
            statistics.run_report(reader, game, report, chosen)
        rows = statistics.run_report(reader, game, players, chosen).rows
        assert rows[0][1] == matches
        sides = list(
            reader.ask("SELECT player, sum(won), sum(drew) FROM sides WHERE kind = 'people' "
                       "GROUP BY player ORDER BY player").rows()
        )  # fmt: skip
        assert sides == [("Ann", 1, 1), ("Ben", 1, 1)]
