"""Series, standings, and what an opening says of the occasion."""

from __future__ import annotations

import random
from itertools import zip_longest
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pytest

from domain.contract.characters import folded
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Closed, Opened, Origin
from domain.record.match import Record
from domain.store.recorder import Recorder
from domain.tournament.encounters import encounters, summary
from domain.tournament.standings import standings
from projections.games import registry
from projections.read import reader as reading
from projections.reports import statistics
from projections.schema.encounters import folded as sql_folded

SETTINGS = RIFTFORCE.settings({"guilds a": "F W P T", "guilds b": "L I S C"})


class Club:
    """A store of matches that nobody played out."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.matches: list[Any] = []
        self.kept = 0

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
        recorder.add(self.matches[self.kept :])
        self.kept = len(self.matches)
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
        ("3", "final", "Ben", "Ann", 3, 3, 1, 2, 0, "Ann", "finished", 4),
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
    game = registry.PROJECTED["riftforce"]
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


NAMES = ("Ann", "ann", "Ben", "BEN ", "Cid", "Dan  Doe", "dan doe")


@pytest.mark.parametrize("seed", range(4))
def test_series_and_standings_are_those_of_the_evening(club: Club, seed: int) -> None:
    """The views come to what the domain works out from summaries, in plain Python."""
    rng = random.Random(seed)
    for number in range(90):
        fields: dict[str, Any] = {"event": rng.choice(("Cup", "CUP", "League"))}
        if rng.random() < 0.7:
            fields |= {"series": rng.choice(("final", "Final", "third"))}
            fields |= {"best_of": rng.choice((0, 1, 3, 5)), "round": rng.choice(("", "1", "2"))}
        if rng.random() < 0.3:
            fields["on"] = f"2026-11-{rng.randint(1, 28):02}"
        if number > 3 and rng.random() < 0.15:
            how = rng.choice(("fork", "merge", "merge"))
            some = rng.sample(range(number), 2)
            fields["origins"] = tuple(Origin(f"m{n}", 1, "d", how) for n in some)
        club.game(rng.choice(NAMES), rng.choice(NAMES), rng.choice("AABB=x?"), **fields)
    records = [Record(name, RIFTFORCE, *rest, "") for name, *rest in club.matches]
    summaries = [summary(record) for record in records]
    found = encounters(summaries)
    rows = club.ask(
        "SELECT event, round, series, player_1, player_2, best_of, games, wins_1, wins_2, draws, "
        "winner, status, first_match, matches FROM series ORDER BY first_match"
    )
    numbers = {name: n for n, name in club.ask("SELECT match, match_id FROM openings")}
    assert sorted(rows, key=lambda row: row[-2]) == sorted(
        (
            (
                met.first.event or None,
                met.first.round or None,
                met.first.series,
                *met.players,
                met.best_of or None,
                sum(met.wins) + met.drawn,
                *met.wins,
                met.drawn,
                None if met.winner is None else met.players[met.winner],
                "finished" if met.over else "open",
                numbers[met.first.match],
                [numbers[game.match] for game in met.games],
            )
            for met in found
            if met.is_series
        ),
        key=lambda row: row[-2],
    )
    for event in ("Cup", "League"):
        there = [met for met in found if folded(met.first.event) == folded(event)]
        expected = {
            folded(one.name): (
                one.points, one.won, one.drawn, one.lost, one.games_won, one.games_lost,
            )
            for one in standings(there)
            if one.won + one.drawn + one.lost
        }  # fmt: skip
        stand = club.ask(
            "SELECT player, points, won, drawn, lost, game_wins, game_losses, matches, "
            f"len(opponents) FROM standings WHERE lower(event) = '{event.lower()}'"
        )
        assert {folded(player): tuple(row) for player, *row, _, _ in stand} == expected
        for player, *_, matches, opponents in stand:
            mine = [m for m in there if folded(player) in map(folded, m.players) and m.over]
            assert matches == len(mine)
            assert opponents == len({f for m in mine for f in map(folded, m.players)}) - 1


SPELLINGS = (
    ("Straße", "STRASSE", "straße", "Strasse", "STRAẞE"),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ", "σίσυφοσ", " σίσυφος  "),
    ("İpek Işık", "ipek ışık", "IPEK\u00a0IŞIK", "İPEK  IŞIK"),
    ("José", "JOSÉ", "Jose\u0301"),
    ("Ｊｏ", "ｊｏ"),
    ("علی\u200cرضا",),
    ("Ann",),
)


def test_a_name_is_one_however_it_is_spelled_in_sql_and_elsewhere(club: Club) -> None:
    """Every pair of people meets once, in any spelling, at an event in any spelling."""
    for words in SPELLINGS:
        for other in SPELLINGS:
            if words < other:
                pairs = zip_longest(words, other, fillvalue="")
                for n, (one, two) in enumerate(pairs):
                    event = SPELLINGS[0][n % 5]
                    club.game(one or words[0], two or other[0], "A", event=event)
    found = encounters(
        [summary(Record(name, RIFTFORCE, *rest, "")) for name, *rest in club.matches]
    )
    stood = standings(found)
    assert {one.name for one in stood} == {words[0] for words in SPELLINGS}
    rows = club.ask("SELECT event, player, points, matches, len(opponents) FROM standings")
    assert {row[0] for row in rows} == {"Straße"}
    assert {(player, points) for _, player, points, _, _ in rows} == {
        (one.name, one.points) for one in stood
    }
    assert {row[4] for row in rows} == {len(SPELLINGS) - 1}


def test_sql_folds_every_letter_as_python_does() -> None:
    letters = [chr(n) for n in range(1, 0x1F000) if not 0xD800 <= n <= 0xDFFF]
    con = duckdb.connect()
    con.register("letters", pyarrow.table({"c": [f"x{letter}y" for letter in letters]}))
    found = con.execute(f"SELECT {sql_folded('c')} FROM letters").fetchall()
    assert [
        letter
        for letter, (text,) in zip(letters, found, strict=True)
        if folded(f"x{letter}y") != text
    ] == []


def test_recordings_that_were_put_together_count_once(club: Club) -> None:
    club.game("Ann", "Ben", "A")
    club.game("Ann", "Ben", "A")
    club.game("Ann", "Ben", "A", origins=tuple(Origin(f"m{n}", 3, "d", "merge") for n in (0, 1)))
    club.game("Ann", "Ben", "?", origins=(Origin("m2", 3, "d"),))
    club.game(
        "Ann", "Ben", "A", origins=(Origin("m3", 1, "d", "merge"),), bots=("random", "random")
    )
    assert club.ask("SELECT match_id, by_id FROM (SELECT o.match_id, b.match_id AS by_id FROM replaced r "
                    "JOIN openings o ON o.match = r.match JOIN openings b ON b.match = r.by_match) "
                    "ORDER BY 1") == [("m0", "m2"), ("m1", "m2"), ("m3", "m4")]  # fmt: skip
    rows = club.ask("SELECT match, n, origin, step, how FROM origins ORDER BY match, n")
    assert [row[1:] for row in rows] == [
        (1, "m0", 3, "merge"), (2, "m1", 3, "merge"), (1, "m2", 3, "fork"), (1, "m3", 1, "merge"),
    ]  # fmt: skip
    with reading.open_reader(club.path, club.path.with_suffix(".duckdb")) as reader:
        riftforce = registry.PROJECTED["riftforce"]
        assert statistics.count(reader, riftforce, {"kind": "people"}).matches == 1
