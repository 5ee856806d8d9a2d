"""What stands behind each number of a page: as many rows as it counts, and the first of them."""

from __future__ import annotations

import statistics as python
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from domain.bots.simulation import play_match
from domain.contract.errors import GameError, Reason
from domain.games import game as find_game
from domain.record.events import Opened
from domain.store.recorder import Recorder
from projections.games.projection import Projected, Report
from projections.page import rating_section, report_section, win_section
from projections.page.requests import Asked
from projections.page.sections import Behind, Listed, Section
from projections.ratings.ratings import history, ratings
from projections.read import reader as reading
from projections.reports import statistics
from projections.win_probability.calibration import calibration
from projections.win_probability.population import choose
from tests.projections.conftest import solforge_settings

NAMES = ("Ann", "Ben", "Cleo", "O'Neill")
GAMES = {"riftforce": 5, "solforge": 2, "magical_forge": 2}
"""So many different matches of each; the same ones are recorded under several names."""
REPEATED = 13


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sections") / "s.sqlite"
    recorder = Recorder(path, durable=False)
    day = date(2026, 1, 1)
    for key, count in GAMES.items():
        game = find_game(key)
        for index in range(count):
            settings = solforge_settings(index) if key == "solforge" else game.settings({})
            steps = play_match(game, settings, ("sensible", "random"), 3, index)
            for copy in range(REPEATED if key == "riftforce" else 2):
                number = index + copy
                players = (NAMES[number % 4], NAMES[(number + 1 + copy % 3) % 4])
                opened = Opened(key, "1", settings, players, 1_764_448_788_123,
                                on=(day + timedelta(days=number)).isoformat())  # fmt: skip
                recorder.add([(f"{key}-{index}-{copy}", opened, steps)])
    recorder.close()
    return path


@pytest.fixture(scope="module")
def reader(store: Path) -> Iterator[reading.Reader]:
    with reading.open_reader(store, store.with_suffix(".duckdb")) as found:
        yield found


def asked(reader: reading.Reader, key: str, listed: int = 3, **chosen: str) -> Asked:
    return Asked(reader, statistics.projected(key), chosen, listed)


def plain_reports(game: Projected) -> list[Report]:
    return [report for report in game.reports if not report.worked_out_by]


@pytest.mark.parametrize("key", GAMES)
def test_the_rows_of_each_number_recount_to_it(reader: reading.Reader, key: str) -> None:
    """Each list begins as `stats --rows` does, and is as long as the number says."""
    page = asked(reader, key)
    listed = 0
    for report in plain_reports(page.game):
        section = report_section.of_report(page, report, least=1)
        assert len(section.behind) == len(section.rows), report.name
        place = [section.columns.index(name) for name in report.key]
        for row, behind in [*zip(section.rows, section.behind, strict=True)][::4][:4]:
            values = tuple(row[index] for index in place)
            whole = statistics.rows_of(reader, page.game, report, {}, values)
            assert behind.total == len(whole.rows) == row[section.columns.index(report.n)]
            assert told(behind) == [
                (r["match_id"], r.get("step"), str(r["played_on"])) for r in whole.records()[:3]
            ], f"{report.name} {values}"
            listed += len(behind.matches)
    assert listed > 40


def told(behind: Behind) -> list[tuple[str, int | None, str]]:
    return [(one.match, one.step, one.date) for one in behind.matches]


def test_filters_narrow_what_is_behind(reader: reading.Reader) -> None:
    page = asked(reader, "riftforce", 50, player="O'Neill", until="2026-01-05")
    (report,) = statistics.find_reports(page.game, "players")
    section = report_section.of_report(page, report)
    ((name, *_),) = section.rows
    (behind,) = section.behind
    assert name == "O'Neill" and behind.total == len(behind.matches) > 3
    assert all(one.date <= "2026-01-05" and name in one.players for one in behind.matches)
    assert behind.command == (
        'ludograph stats riftforce players --rows "O\'Neill" --player "O\'Neill" --until 2026-01-05'
    )
    assert "until" not in section.sql and "DATE '2026-01-05'" in section.sql


def test_a_long_table_has_the_rows_that_rest_on_the_most(
    reader: reading.Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_section, "ROWS", 4)
    page = asked(reader, "riftforce")
    (report,) = statistics.find_reports(page.game, "pairs")
    whole = statistics.run_report(reader, page.game, report, {}, least=10)
    section = report_section.of_report(page, report, least=10)
    assert section.of == len(whole.rows) == len(section.drawn) > len(section.rows) == 4
    n = section.columns.index("n")
    assert sorted(row[n] for row in section.rows) == sorted(row[n] for row in whole.rows)[-4:]
    order = [row[:2] for row in whole.rows]
    places = [order.index(row[:2]) for row in section.rows]
    assert places == sorted(places), "in the report's order"
    assert [note.command for note in section.notes] == [
        "ludograph stats riftforce pairs --least 10",
        *(["ludograph stats riftforce pairs --least 1"] if whole.left_out else []),
    ]


def test_what_is_not_worked_out_is_not_there(reader: reading.Reader) -> None:
    page = asked(reader, "riftforce")
    waiting = [report for report in page.game.reports if report.worked_out_by]
    assert waiting
    with pytest.raises(GameError, match="does it") as error:
        report_section.of_report(page, waiting[0])
    assert error.value.reason is Reason.NOT_FOUND


def test_the_list_of_matches(reader: reading.Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    page = asked(reader, "riftforce")
    counted = statistics.count(reader, page.game, {})
    every = report_section.of_matches(page, counted)
    assert every.of == counted.matches and len(every.rows) == min(50, counted.matches)
    days = [row[1] for row in every.rows]
    assert days == sorted(days, reverse=True)
    assert [(b.total, b.matches[0].match) for b in every.behind] == [
        (1, row[0]) for row in every.rows
    ]
    monkeypatch.setattr(report_section, "LATEST", 2)
    some = report_section.of_matches(page, counted)
    assert some.rows == every.rows[:2]
    assert some.notes[0].command.startswith("ludograph sql ")


def test_ratings_and_their_history(reader: reading.Reader) -> None:
    page = asked(reader, "riftforce", 1000)
    strengths, went = rating_section.of_ratings(page)
    same = ratings(reader, page.game)
    assert [row[0] for row in strengths.rows] == [row.player for row in same.rows]
    for row, mine, behind in zip(same.rows, strengths.rows, strengths.behind, strict=True):
        assert mine[2] == row.games == behind.total == len(behind.matches)
        assert mine[6] == pytest.approx(row.mu)
        entries = history(reader, page.game, row.player)
        assert [one.match for one in behind.matches] == [entry.match_id for entry in entries]
    ends = {row[0]: row for row in went.rows}
    for row in same.rows:
        assert ends[row.player][2] == row.games and ends[row.player][3] == pytest.approx(row.mu)
        lists = [b for r, b in zip(went.rows, went.behind, strict=True) if r[0] == row.player]
        assert 1 < len(lists) <= rating_section.POINTS and sum(b.total for b in lists) == row.games
    assert strengths.behind[0].command.startswith("ludograph ratings riftforce --player ")


def test_ratings_where_nobody_is_ranked(reader: reading.Reader) -> None:
    assert rating_section.of_ratings(asked(reader, "riftforce", kind="bots")) == []
    assert rating_section.of_ratings(asked(reader, "riftforce", kind="what-if")) == []


def test_options_of_ratings() -> None:
    assert rating_section.options({"kind": "bots", "since": "2026", "event": ("A", "B b")}) == [
        "--bots", "--since", "2026", "--event", "A", "--event", "B b",
    ]  # fmt: skip
    assert rating_section.options({"kind": "people", "place": "Bern"}) == ["--filter", "place=Bern"]
    assert rating_section.options({"player": ("Ann", "Ben")}) is None


def test_chances_and_their_matches(reader: reading.Reader) -> None:
    page = asked(reader, "riftforce", 1000)
    section = win_section.of_chances(page)
    bins = calibration(reader, choose(reader, page.game).model)
    assert [row[1:4] for row in section.rows] == [
        (b.n, pytest.approx(b.predicted), pytest.approx(b.observed)) for b in bins
    ]
    for row, behind in zip(section.rows, section.behind, strict=True):
        assert row[1] == behind.total == len(behind.matches) == len({*told(behind)})
        said = [float(one.about.split()[1].rstrip("%,")) for one in behind.matches]
        assert python.mean(said) == pytest.approx(row[2] * 100, abs=0.06)
        came = [one.about.split(", ")[1] for one in behind.matches]
        assert came.count("A won") + came.count("a draw") / 2 == pytest.approx(row[3] * row[1])
    again = list(reader.ask(section.sql).rows())
    assert [row[1:4] for row in again] == [row[1:4] for row in map(approximate, section.rows)]
    with pytest.raises(GameError, match="50 finished matches of solforge"):
        win_section.of_chances(asked(reader, "solforge"))


def approximate(row: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(pytest.approx(v) if isinstance(v, float) else v for v in row)


def test_a_page_does_not_grow_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    lists = [Behind(100, [Listed("m")] * length) for length in (10, 10, 4, 1)]
    section = Section("t", "T", "", ["n"], [(100,)] * 4, behind=lists)
    for most, fits in ((25, 10), (24, 9), (13, 4), (4, 1), (1, 1)):
        monkeypatch.setattr(report_section, "MOST_LISTED", most)
        assert report_section.fitting([section], 10) == fits


def test_where_matches_can_be_seen(reader: reading.Reader) -> None:
    game = statistics.projected("riftforce")
    page = Asked(reader, game, {}, link="https://club.example/{match}#{step}", as_of="2026-11-30")
    assert page.href("a b/c", 14) == "https://club.example/a%20b%2Fc#14"
    assert page.href("m", None) == "https://club.example/m#"
    assert page.command("stats", "riftforce") == "ludograph stats riftforce --as-of 2026-11-30"
    for wrong in ("https://club.example/", "javascript:'{match}'"):
        with pytest.raises(GameError):
            Asked(reader, game, {}, link=wrong)
