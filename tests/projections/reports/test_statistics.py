"""The reports against the same counted in plain Python."""

from __future__ import annotations

import statistics as python
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import binomtest

from domain.contract.errors import GameError, Reason
from domain.games.riftforce import facts
from domain.games.riftforce.cards import GUILDS
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import AnyStep, Opened
from domain.record.match import fold
from projections.games.generic import generic
from projections.games.projection import Report
from projections.games.registry import PROJECTED
from projections.read import reader as reading
from projections.read.reader import Reader
from projections.reports import statistics

GAME = statistics.projected("riftforce")
FILTERS: tuple[dict[str, str], ...] = (
    {},
    {"kind": "bots"},
    {"kind": "people", "expansion": "base"},
    {"expansion": "beyond"},
    {"ice": "printed"},
)


@pytest.fixture(scope="module")
def reader(store: Path, analytics: Path) -> Iterator[Reader]:
    with reading.open_reader(store, analytics) as found:
        yield found


def ended(
    played: list[tuple[str, Opened, list[AnyStep]]], chosen: dict[str, str]
) -> list[tuple[Any, list[AnyStep]]]:
    """Final state and steps of each finished match that the filters let through."""
    found = []
    for _, opened, steps in played:
        if not let_through(opened, chosen):
            continue
        state = fold(RIFTFORCE.new_state(opened.settings), steps)
        if state.over:
            found.append((state, steps))
    return found


def let_through(opened: Opened, chosen: dict[str, str]) -> bool:
    """Whether the filters let a match through."""
    kind = "people" if opened.bots is None else "bots"
    facts = {**opened.settings, "kind": kind}
    return all(facts[name] == value for name, value in chosen.items())


def report(reader: Reader, name: str, chosen: dict[str, str]) -> list[dict[str, Any]]:
    (found,) = statistics.find_reports(GAME, name)
    return statistics.run_report(reader, GAME, found, chosen).records()


def rates(outcomes: Iterable[tuple[Any, int, int]]) -> dict[Any, tuple[Any, ...]]:
    """Key to n, wins, draws, win rate and Wilson's bounds, from (key, won, drew)."""
    counts: dict[Any, list[int]] = defaultdict(lambda: [0, 0, 0])
    for key, won, drew in outcomes:
        for index, one in enumerate((1, won, drew)):
            counts[key][index] += one
    found = {}
    for key, (n, wins, draws) in counts.items():
        bounds = binomtest(wins, n).proportion_ci(method="wilson")
        found[key] = (n, wins, draws, *map(close, (wins / n, bounds.low, bounds.high)))
    return found


def close(value: float) -> float:
    return round(value, 9)


def got(rows: list[dict[str, Any]], *key: str) -> dict[Any, tuple[Any, ...]]:
    names = ("n", "wins", "draws")
    return {
        tuple(row[k] for k in key): (
            *(row[name] for name in names),
            *(close(row[name]) for name in ("win_rate", "low", "high")),
        )
        for row in rows
    }


def outcome(state: Any, seat: int) -> tuple[int, int]:
    return int(state.winner == seat), int(state.winner is None)


def named(state: Any, seat: int) -> list[str]:
    return sorted(GUILDS[code] for code in state.hands[seat].guilds)


@pytest.mark.parametrize("chosen", FILTERS, ids=str)
def test_guilds_pairs_and_matchups(reader: Reader, played: Any, chosen: dict[str, str]) -> None:
    matches = ended(played, chosen)
    assert len(matches) >= 3
    sides = [(state, seat) for state, _ in matches for seat in (0, 1)]
    assert got(report(reader, "guilds", chosen), "guild") == rates(
        ((g,), *outcome(state, seat)) for state, seat in sides for g in named(state, seat)
    )
    assert got(report(reader, "pairs", chosen), "guild", "partner") == rates(
        (pair, *outcome(state, seat))
        for state, seat in sides
        for pair in combinations(named(state, seat), 2)
    )
    assert got(report(reader, "matchups", chosen), "guild", "against") == rates(
        (pair, *outcome(state, seat))
        for state, seat in sides
        for pair in product(named(state, seat), named(state, 1 - seat))
        if pair[0] < pair[1]
    )


@pytest.mark.parametrize("chosen", FILTERS, ids=str)
def test_draft_and_starter(reader: Reader, played: Any, chosen: dict[str, str]) -> None:
    slots, drafted, starts = [], [], []
    for state, steps in ended(played, chosen):
        picked = [f for s in steps for f in s.facts if isinstance(f, facts.GuildPicked)]
        places = {fact.guild: n for n, fact in enumerate(picked, 1)}
        drawn = {f.guild for s in steps for f in s.facts if isinstance(f, facts.SummonerDrawn)}
        for seat in (0, 1):
            for pick, code in enumerate(state.hands[seat].guilds, 1):
                how = "picked" if code in places else "drawn" if code in drawn else "agreed"
                slots.append(((how, pick, places.get(code)), *outcome(state, seat)))
                of_pick = pick if how == "picked" else None
                drafted.append(((GUILDS[code], how, of_pick), *outcome(state, seat)))
        begins = next(f for s in steps for f in s.facts if isinstance(f, facts.TurnBegan))
        starts += [
            (("first",), *outcome(state, begins.seat)),
            (("second",), *outcome(state, 1 - begins.seat)),
        ]
    assert got(report(reader, "draft", chosen), "how", "pick", "draft_position") == rates(slots)
    assert got(report(reader, "drafted", chosen), "guild", "how", "pick") == rates(drafted)
    assert got(report(reader, "starter", chosen), "turn") == rates(starts)


@pytest.mark.parametrize("chosen", FILTERS, ids=str)
def test_points_and_length(reader: Reader, played: Any, chosen: dict[str, str]) -> None:
    matches = ended(played, chosen)
    points: Counter[str] = Counter()
    of_winners: Counter[str] = Counter()
    for state, steps in matches:
        for fact in (f for s in steps for f in s.facts if isinstance(f, facts.Gained)):
            points[fact.why] += fact.points
            of_winners[fact.why] += fact.points * (fact.seat == state.winner)
    rows = report(reader, "points", chosen)
    assert {row["source"]: row["points"] for row in rows} == dict(points)
    winners = sum(state.winner is not None for state, _ in matches)
    for row in rows:
        why = row["source"]
        assert row["share"] == pytest.approx(points[why] / points.total())
        assert row["per_seat"] == pytest.approx(points[why] / (2 * len(matches)))
        assert row["per_winner"] == pytest.approx(of_winners[why] / winners)
        others = 2 * len(matches) - winners
        assert row["per_other"] == pytest.approx((points[why] - of_winners[why]) / others)
    measures = {
        "turns": [state.turn for state, _ in matches],
        "steps": [len(steps) for _, steps in matches],
        "points": [sum(h.score for h in state.hands) for state, _ in matches],
    }
    for row in report(reader, "length", chosen):
        values = measures.pop(row["measure"])
        assert row["n"] == len(values)
        assert (row["least"], row["most"]) == (min(values), max(values))
        assert row["mean"] == pytest.approx(python.mean(values))
        assert row["deviation"] == pytest.approx(python.stdev(values))
        assert row["median"] in values
    assert not measures
    bands = Counter(state.turn // 10 * 10 for state, _ in matches)
    assert {row["from_turn"]: row["n"] for row in report(reader, "turns", chosen)} == dict(bands)


@pytest.mark.parametrize("chosen", FILTERS, ids=str)
def test_what_is_counted(reader: Reader, played: Any, chosen: dict[str, str]) -> None:
    matches = ended(played, chosen)
    counted = statistics.count(reader, GAME, chosen)
    assert counted.matches == len(matches)
    assert counted.draws == sum(state.winner is None for state, _ in matches)
    through = [opened for _, opened, _ in played if let_through(opened, chosen)]
    assert counted.open == len(through) - len(matches)


def test_wilson_is_scipys(reader: Reader) -> None:
    cases = [(k, n) for n in (1, 2, 7, 40, 1000) for k in {0, 1, n // 3, n // 2, n - 1, n}]
    values = ", ".join(f"({k}, {n})" for k, n in cases)
    sql = f"SELECT wilson_low(k, n), wilson_high(k, n) FROM (VALUES {values}) t(k, n)"
    for (k, n), (low, high) in zip(cases, reader.ask(sql).rows(), strict=True):
        bounds = binomtest(k, n).proportion_ci(method="wilson")
        assert (low, high) == pytest.approx((bounds.low, bounds.high), abs=1e-12)
    sql = "SELECT wilson_low(0, 0), wilson_high(NULL, NULL)"
    assert list(reader.ask(sql).rows()) == [(None, None)]
    tiny = "SELECT wilson_high(100::TINYINT, 120::TINYINT)"
    assert next(iter(reader.ask(tiny).rows()))[0] == pytest.approx(
        binomtest(100, 120).proportion_ci(method="wilson").high
    )


def test_nothing_recorded_gives_empty_reports(tmp_path: Path, small_store: Path) -> None:
    with reading.open_reader(small_store, tmp_path / "a.duckdb") as found:
        for one in GAME.reports:
            rows = statistics.run_report(found, GAME, one, {}).rows
            assert rows == [] or one.name == "length"


@pytest.mark.parametrize(
    ("chosen", "words"),
    [({"expansion": "north"}, "base"), ({"weather": "fine"}, "weather")],
)
def test_filters_that_are_none(reader: Reader, chosen: dict[str, str], words: str) -> None:
    with pytest.raises(GameError) as refused:
        statistics.count(reader, GAME, chosen)
    assert refused.value.reason is Reason.BAD_SETTING
    assert words in str(refused.value)


def test_reports_are_found_by_their_beginning() -> None:
    assert [r.name for r in statistics.find_reports(GAME, "Gui")] == ["guilds"]
    for wrong in ("p", "weather", "draf"):
        with pytest.raises(GameError) as refused:
            statistics.find_reports(GAME, wrong)
        assert refused.value.reason is Reason.NOT_FOUND
        assert "guilds" in str(refused.value)
    with pytest.raises(GameError):
        statistics.projected("chess")


# -- filters -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "condition"),
    [
        (
            {"player": "Ann"},
            "(match, seat) IN (SELECT match, seat FROM seats WHERE player = 'Ann')",
        ),
        (
            {"player": ("Ann", "Ben"), "opponent": "random"},
            "WHERE player IN ('Ann', 'Ben') AND opponent = 'random')",
        ),
        (
            {"since": "2025-03", "until": "2025-03", "place": "Basel", "by": "Cleo"},
            "match IN (SELECT match FROM openings WHERE played_on >= DATE '2025-03-01' AND "
            "played_on <= DATE '2025-03-31' AND place = 'Basel' AND recorder = 'Cleo')",
        ),
        (
            {"since": "2024", "until": "2024"},
            "DATE '2024-01-01' AND played_on <= DATE '2024-12-31'",
        ),
        ({"until": "2024-02"}, "played_on <= DATE '2024-02-29'"),
        ({"ice": ("printed", "rulebook")}, "(ice = 'printed' OR ice = 'rulebook')"),
    ],
    ids=str,
)
def test_filters_are_plain_conditions(
    reader: Reader, chosen: dict[str, Any], condition: str
) -> None:
    (guilds,) = statistics.find_reports(GAME, "guilds")
    reported = statistics.run_report(reader, GAME, guilds, chosen)
    assert condition in reported.sql
    assert list(reader.ask(reported.sql).rows()) == reported.rows


def test_a_player_narrows_to_seats_and_an_occasion_to_matches(reader: Reader, played: Any) -> None:
    of_ann = statistics.count(reader, GAME, {"player": "ANN"})
    people = statistics.count(reader, GAME, {"kind": "people", "place": "basel"})
    assert of_ann == people and of_ann.matches > 0
    (row,) = report(reader, "players", {"player": "Ann"})
    assert (row["player"], row["n"]) == ("Ann", of_ann.matches)
    (against,) = report(reader, "pairings", {"player": "Ann"})
    assert (against["opponent"], against["n"]) == ("Ben", of_ann.matches)
    guilds = sum(row["n"] for row in report(reader, "guilds", {"player": "Ann"}))
    assert guilds * 2 == sum(row["n"] for row in report(reader, "guilds", {"kind": "people"}))
    assert report(reader, "matchups", {"player": "Ann"}) == report(
        reader, "matchups", {"kind": "people"}
    )
    later = statistics.count(reader, GAME, {"since": "2025-03-10"})
    earlier = statistics.count(reader, GAME, {"until": "2025-03-09"})
    every = statistics.count(reader, GAME, {})
    assert later.matches + earlier.matches == every.matches and earlier == of_ann


@pytest.mark.parametrize(
    ("chosen", "legal"),
    [
        ({"player": "Anne"}, ("Ann",)),
        ({"player": ("Ann", "bn")}, ("Ben",)),
        ({"opponent": "sens"}, ("sensible",)),
        ({"place": "Bassel"}, ("Basel",)),
        ({"by": "Cloe"}, ("Cleo",)),
        ({"event": "Cup"}, ()),
        ({"kind": "bot"}, ("bots",)),
        ({"expanson": "base"}, ("expansion",)),
        ({"since": "today"}, ("2026-11-30", "2026-11", "2026")),
        ({"since": "2025-13"}, ("2026-11-30", "2026-11", "2026")),
        ({"since": ("2025", "2026")}, ()),
        ({"since": "2026", "until": "2025-12-31"}, ()),
        ({"player": ()}, ()),
    ],
    ids=str,
)
def test_what_there_is_not_is_refused_with_the_nearest(
    reader: Reader, chosen: dict[str, Any], legal: tuple[str, ...]
) -> None:
    (guilds,) = statistics.find_reports(GAME, "guilds")
    for ask in (
        lambda: statistics.count(reader, GAME, chosen),
        lambda: statistics.run_report(reader, GAME, guilds, chosen),
        lambda: statistics.rows_of(reader, GAME, guilds, chosen, ("Fire",)),
    ):
        with pytest.raises(GameError) as refused:
            ask()
        assert refused.value.reason is Reason.BAD_SETTING
        assert refused.value.legal == legal


# -- what rests on little, and what is behind a row -----------------------------------------------------


def test_rows_that_rest_on_few_are_left_out_and_counted(reader: Reader) -> None:
    for name in ("pairs", "drafted", "guilds", "points"):
        (one,) = statistics.find_reports(GAME, name)
        whole = statistics.run_report(reader, GAME, one, {})
        some = statistics.run_report(reader, GAME, one, {}, least=20)
        assert whole.left_out == 0 and some.left_out > 0
        assert some.rows == [row for row in whole.rows if whole.of(row, (one.n,))[0] >= 20]
        assert len(some.rows) + some.left_out == len(whole.rows)
        assert f">= 20\nORDER BY {one.order}" in some.sql
        assert list(reader.ask(some.sql).rows()) == some.rows


def test_few_data_are_warned_of(reader: Reader) -> None:
    def warned(name: str, chosen: dict[str, str], least: int = 1) -> tuple[str, ...]:
        (one,) = statistics.find_reports(GAME, name)
        return statistics.run_report(reader, GAME, one, chosen, least=least).warnings

    assert warned("starter", {}) == ()
    assert warned("starter", {"kind": "people"}) == (
        "Every row rests on fewer than 30 seats: wide.",
    )
    few = sum(row["n"] < 30 for row in report(reader, "guilds", {}))
    assert 0 < few < 18
    assert warned("guilds", {}) == (f"{few} of 18 rows rest on fewer than 30 seats: wide.",)
    assert warned("guilds", {}, 30) == ()
    assert warned("turns", {}) == ()
    n = sum(row["n"] for row in report(reader, "turns", {"kind": "people"}))
    assert warned("turns", {"kind": "people"}) == (
        f"All of it rests on {n} matches, fewer than 30: wide.",
    )


def test_every_report_says_what_it_rests_on_and_how_it_is_drawn(reader: Reader) -> None:
    for game in (*PROJECTED.values(), generic(RIFTFORCE)):
        for one in game.reports:
            columns = statistics.run_report(reader, game, one, {}).columns
            assert {*one.key, one.n} <= set(columns), one.name
            assert one.chart is not None and one.chart.missing(columns) == ()
            assert one.rows and one.order and one.counts and one.about.endswith(".")
            bounds = [name for name in columns if name.endswith("low")]
            assert bounds and {name[:-3] + "high" for name in bounds} <= set(columns), one.name


def test_a_row_is_found_by_its_words(reader: Reader) -> None:
    (guilds,) = statistics.find_reports(GAME, "guilds")
    (drafted,) = statistics.find_reports(GAME, "drafted")
    reported = statistics.run_report(reader, GAME, guilds, {})
    assert statistics.key_of(reported, ["fire"]) == ("Fire",)
    assert statistics.key_of(reported, ["Fire", "Ice"]) == ("Fire", "Ice")
    with pytest.raises(GameError) as refused:
        statistics.rows_of(reader, GAME, guilds, {}, ("Fire", "Ice"))
    assert refused.value.legal == ("guild",)
    with pytest.raises(GameError) as refused:
        statistics.key_of(reported, ["Fir"])
    assert refused.value.legal[0] == "Fire"
    reported = statistics.run_report(reader, GAME, drafted, {})
    assert statistics.key_of(reported, ["air", "drawn", "-"]) == ("Air", "drawn", None)
    assert statistics.key_of(reported, ["air", "picked", "2"]) == ("Air", "picked", 2)
    all_air = statistics.rows_of(reader, GAME, drafted, {}, ("Air",))
    assert {row["guild"] for row in all_air.records()} == {"Air"}
    drawn = statistics.rows_of(reader, GAME, drafted, {}, ("Air", "drawn", None))
    assert 0 < len(drawn.rows) < len(all_air.rows)
    assert drawn.columns[:4] == ["match_id", "played_on", "player_a", "player_b"]


def test_a_report_that_says_nothing_of_its_rows(reader: Reader) -> None:
    foreign = Report("mine", "Mine", "Of another's.", "SELECT count(*) AS times FROM counted")
    found = statistics.run_report(reader, GAME, foreign, {}, least=5)
    assert (found.rows[0][0], found.least, found.left_out, found.warnings) == (100, 1, 0, ())
    with pytest.raises(GameError) as refused:
        statistics.rows_of(reader, GAME, foreign, {}, ())
    assert refused.value.reason is Reason.NOT_FOUND and "guilds" in refused.value.legal
