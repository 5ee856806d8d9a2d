"""Series and events: who meets whom, the score, and the standings."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from domain.contract.game import Result
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Closed, Opened, Origin
from domain.record.match import Record
from domain.tournament.encounters import Encounter, Summary, counted, encounters, summary
from domain.tournament.standings import DRAW, WIN, named, naturally, rounds, standings

OUTCOMES = {
    "A": Result(0, "riftforce", (13, 9)),
    "B": Result(1, "concession", (2, 3)),
    "draw": Result(None, "agreed", (0, 0)),
    "none": Result(None, "abandonment", (0, 0)),
    "open": None,
}


def match(number: int, players: str, outcome: str, **fields: Any) -> Summary:
    """A match by its number, `Ann Ben` and how it ended."""
    first, second = players.split()
    plain = Summary(
        f"m{number}",
        "riftforce",
        (first, second),
        "2026-11-20",
        number,
        event="Cup",
        result=OUTCOMES[outcome],
    )
    return msgspec.structs.replace(plain, **fields)


def bo3(*games: tuple[str, str]) -> Encounter:
    """A best of three between the same two."""
    (found,) = encounters(
        match(number, players, outcome, series="final", best_of=3)
        for number, (players, outcome) in enumerate(games)
    )
    return found


class TestSummary:
    def test_of_a_record(self) -> None:
        opened = Opened(
            game="riftforce",
            rules="1",
            settings=RIFTFORCE.settings({}),
            players=("Ann", "Ben"),
            at=1_795_000_000_000,
            event="Cup",
            round="2",
            table="7",
            series="QF",
            best_of=3,
            origins=(Origin("x", 3, "d", "merge"), Origin("y", 3, "d", "merge")),
        )
        found = summary(Record("m", RIFTFORCE, opened, [Closed("concession", 1, 0)], ""))
        assert (found.match, found.game, found.players) == ("m", "riftforce", ("Ann", "Ben"))
        assert (found.day, found.at) == ("2026-11-18", opened.at)
        assert (found.event, found.round, found.table) == ("Cup", "2", "7")
        assert (found.series, found.best_of) == ("QF", 3)
        assert (found.fork, found.replaces) == (False, ("x", "y"))
        assert found.outcome == "Ben wins 0:0 (concession)"

    @pytest.mark.parametrize(
        ("outcome", "words", "counts"),
        [
            ("A", "Ann wins 13:9 (riftforce)", True),
            ("draw", "draw 0:0 (agreed)", True),
            ("none", "no result 0:0 (abandonment)", False),
            ("open", "open", False),
        ],
    )
    def test_outcome(self, outcome: str, words: str, counts: bool) -> None:
        found = match(1, "Ann Ben", outcome)
        assert (found.outcome, found.counts) == (words, counts)

    def test_two_of_one_name(self) -> None:
        found = match(1, "Ann ann", "A")
        assert found.names == ("Ann (A)", "ann (B)")
        assert found.outcome == "Ann (A) wins 13:9 (riftforce)"


class TestWhatCounts:
    def test_no_what_ifs(self) -> None:
        games = [match(1, "Ann Ben", "A"), match(2, "Ann Ben", "B", fork=True)]
        assert [game.match for game in counted(games)] == ["m1"]

    def test_a_merge_in_place_of_its_recordings(self) -> None:
        games = [match(n, "Ann Ben", "A") for n in (1, 2, 3)]
        games.append(match(4, "Ann Ben", "A", replaces=("m1", "m3")))
        assert [game.match for game in counted(games)] == ["m2", "m4"]

    def test_by_the_day_they_were_played(self) -> None:
        games = [match(1, "Ann Ben", "A"), match(2, "Ann Ben", "A", day="2026-11-01")]
        assert [game.match for game in counted(games)] == ["m2", "m1"]


class TestSeries:
    @pytest.mark.parametrize(
        ("games", "score", "over", "winner"),
        [
            ([("Ann Ben", "open")], "0-0 of 3", False, None),
            ([("Ann Ben", "A")], "Ann leads 1-0 of 3", False, None),
            ([("Ann Ben", "B")], "Ben leads 1-0 of 3", False, None),
            ([("Ann Ben", "A"), ("Ben Ann", "A")], "1-1 of 3", False, None),
            ([("Ann Ben", "A"), ("Ben Ann", "B")], "Ann wins 2-0", True, 0),
            ([("Ann Ben", "A"), ("ben ANN", "A"), ("Ann Ben", "B")], "Ben wins 2-1", True, 1),
            ([("Ann Ben", "draw"), ("Ann Ben", "A")], "Ann leads 1-0 of 3, 1 drawn", False, None),
            ([("Ann Ben", "draw"), ("Ann Ben", "A"), ("Ann Ben", "B")], "drawn 1-1, 1 drawn", True,
             None),
            ([("Ann Ben", "draw"), ("Ann Ben", "A"), ("Ann Ben", "draw")], "Ann wins 1-0, 2 drawn",
             True, 0),
            ([("Ann Ben", "A"), ("Ann Ben", "none")], "Ann leads 1-0 of 3", False, None),
        ],
    )  # fmt: skip
    def test_score(
        self, games: list[tuple[str, str]], score: str, over: bool, winner: int | None
    ) -> None:
        found = bo3(*games)
        assert (found.score, found.over, found.winner) == (score, over, winner)
        assert found.players == ("Ann", "Ben")
        assert found.goes_on is not over

    def test_what_is_played_on_does_not_count(self) -> None:
        found = bo3(("Ann Ben", "A"), ("Ann Ben", "A"), ("Ann Ben", "B"), ("Ann Ben", "B"))
        assert (found.score, found.late) == ("Ann wins 2-0", ("m2", "m3"))

    def test_without_a_number_it_goes_on(self) -> None:
        (found,) = encounters(match(n, "Ann Ben", "A", series="league") for n in range(4))
        assert (found.score, found.over, found.winner) == ("Ann leads 4-0", False, None)

    def test_two_at_most(self) -> None:
        games = [match(n, "Ann Ben", w, series="s", best_of=2) for n, w in enumerate("AB")]
        (found,) = encounters(games)
        assert (found.score, found.over) == ("drawn 1-1", True)

    @pytest.mark.parametrize(
        "other",
        [{"event": "Other"}, {"round": "2"}, {"series": "semi"}, {"players": ("Ann", "Cleo")},
         {"game": "solforge"}],
    )  # fmt: skip
    def test_others_are_others(self, other: dict[str, Any]) -> None:
        one = match(1, "Ann Ben", "A", series="final", best_of=3)
        two = msgspec.structs.replace(match(2, "Ann Ben", "A", series="final", best_of=3), **other)
        assert len(encounters([one, two])) == 2

    def test_a_match_of_no_series_stands_alone(self) -> None:
        found = encounters([match(1, "Ann Ben", "A"), match(2, "Ann Ben", "none")])
        assert [(met.is_series, met.over, met.goes_on) for met in found] == [
            (False, True, False),
            (False, False, False),
        ]


class TestStandings:
    def test_points_and_ranks(self) -> None:
        found = standings(
            encounters(
                [
                    match(1, "Ann Ben", "A", series="q", best_of=3),
                    match(2, "Ben Ann", "A", series="q", best_of=3),
                    match(3, "Ann Ben", "A", series="q", best_of=3),
                    match(4, "Cleo Dan", "draw"),
                    match(5, "Dan Eve", "open"),
                    match(6, "ann Cleo", "open", series="s", best_of=3),
                    match(7, "Fay Gus", "none"),
                ]
            )
        )
        rows = [(s.rank, s.name, s.points, s.won, s.drawn, s.lost, s.unfinished) for s in found]
        assert rows == [
            (1, "Ann", 3, 1, 0, 0, 1),
            (2, "Cleo", 1, 0, 1, 0, 1),
            (2, "Dan", 1, 0, 1, 0, 1),
            (4, "Eve", 0, 0, 0, 0, 1),
            (4, "Fay", 0, 0, 0, 0, 0),
            (4, "Gus", 0, 0, 0, 0, 0),
            (7, "Ben", 0, 0, 0, 1, 0),
        ]
        assert (found[0].games_won, found[0].games_lost) == (2, 1)

    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["Ann Ben", "Ben Cleo", "Cleo Ann", "Dan Ann"]),
                st.sampled_from(sorted(OUTCOMES)),
                st.sampled_from(["", "x", "y"]),
            ),
            max_size=12,
        )
    )
    def test_they_add_up(self, games: list[tuple[str, str, str]]) -> None:
        met = encounters(
            match(n, players, outcome, series=series, best_of=3 if series else 0)
            for n, (players, outcome, series) in enumerate(games)
        )
        found = standings(met)
        over = [one for one in met if one.over]
        drawn = sum(one.winner is None for one in over)
        assert sum(one.won for one in found) == sum(one.lost for one in found)
        assert sum(one.won for one in found) == len(over) - drawn
        assert sum(one.drawn for one in found) == 2 * drawn
        assert sum(s.points for s in found) == WIN * (len(over) - drawn) + 2 * DRAW * drawn
        assert sum(s.games_won for s in found) == sum(s.games_lost for s in found)
        assert [s.rank for s in found] == sorted(s.rank for s in found)
        assert sum(len(one.games) for one in met) == len(games)


def test_rounds_and_tables_in_order() -> None:
    games = [
        match(n, "Ann Ben", "A", round=label, table=table)
        for n, (label, table) in enumerate(
            [
                ("10", "1"),
                ("2", "10"),
                ("", ""),
                ("final", "1"),
                ("2", "9"),
                ("Top 8", ""),
                ("2", ""),
            ]
        )
    ]
    found = rounds(encounters(games))
    assert [label for label, _ in found] == ["2", "10", "final", "Top 8", ""]
    assert [met.first.table for met in found[0][1]] == ["9", "10", ""]
    assert naturally("b2") < naturally("b10") < naturally("c1") < naturally("")


class TestNames:
    EVENTS = ("Friday Cup", "Friday League", "friday  cup", "Open")

    @pytest.mark.parametrize(
        ("words", "found"),
        [("open", "Open"), ("friday c", "friday  cup"), ("FRIDAY LEAGUE", "Friday League")],
    )
    def test_by_its_beginning(self, words: str, found: str) -> None:
        assert named(self.EVENTS, words, "event") == found

    @pytest.mark.parametrize(
        ("words", "message", "legal"),
        [("fri", "fits several", 2), ("cup", "there is no event 'cup'", 3), (" ", "no event", 3)],
    )
    def test_refused(self, words: str, message: str, legal: int) -> None:
        with pytest.raises(GameError, match=message) as caught:
            named(self.EVENTS, words, "event")
        assert caught.value.reason is Reason.NOT_FOUND
        assert len(caught.value.legal) == legal
