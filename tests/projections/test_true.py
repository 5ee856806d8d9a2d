"""Every report of every game says what the matches say: counted again in plain Python.

The store has matches of people and bots, what-ifs, take-backs, corrections, rulings, plays that stood,
other ends, and matches that are open. A report that nobody counts again makes a test fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.riftforce.game import RIFTFORCE
from projections.feed import decision_feed
from projections.games.generic import generic
from projections.games.projection import Projected
from projections.games.registry import PROJECTED
from projections.read import reader as reading
from projections.read.reader import Reader
from projections.reports import statistics
from tests.projections import (
    recount,
    recount_decisions,
    recount_magical,
    recount_riftforce,
    recount_solforge,
)
from tests.projections.recount import Counting, Line

GAMES: dict[str, tuple[Projected, Any, dict[str, recount.Recount]]] = {
    "riftforce": (PROJECTED["riftforce"], recount_riftforce.RiftLine, recount_riftforce.REPORTS),
    "solforge": (PROJECTED["solforge"], recount_solforge.SolLine, recount_solforge.REPORTS),
    "magical_forge": (
        PROJECTED["magical_forge"],
        recount_magical.MagicalLine,
        recount_magical.REPORTS,
    ),
    "generic": (generic(RIFTFORCE), Line, recount.PLAIN | recount_decisions.reports()),
}
FILTERS: tuple[dict[str, Any], ...] = (
    {},
    {"kind": "bots"},
    {"kind": "what-if"},
    {"player": ("Ann", "Cid"), "opponent": "Ben"},
    {"since": "2026-03-01", "until": "2026-07-31", "kind": "people"},
    {"event": "Cup", "place": "Basel", "by": "Eve"},
)


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Reader, dict[str, list[Any]]]]:
    """A reader, and the matches of each game folded."""
    folder: Path = tmp_path_factory.mktemp("true")
    records = recount.record_everything(folder)
    lines = {
        name: [make(record) for record in records if record.game.key == game.key]
        for name, (game, make, _) in GAMES.items()
    }
    path = folder / "matches.sqlite"
    decision_feed.work_out(path, path.with_suffix(".duckdb"), decision_feed.Wanted())
    with reading.open_reader(path, path.with_suffix(".duckdb")) as reader:
        yield reader, lines


def same(got: Any, wanted: Any) -> bool:
    if isinstance(wanted, float) and got is not None:
        return bool(got == pytest.approx(wanted, abs=1e-9))
    return bool(got == wanted)


def test_every_report_is_counted_again() -> None:
    assert set(PROJECTED) <= set(GAMES)
    for game, _, recounts in GAMES.values():
        assert {report.name for report in game.reports} == set(recounts)


def test_everything_occurs(laid: tuple[Reader, dict[str, list[Any]]]) -> None:
    assert recount.has_everything([line for lines in laid[1].values() for line in lines])


@pytest.mark.parametrize("chosen", FILTERS, ids=str)
@pytest.mark.parametrize("key", GAMES)
def test_reports_say_what_the_matches_say(
    laid: tuple[Reader, dict[str, list[Any]]], key: str, chosen: dict[str, Any]
) -> None:
    reader, (game, _, recounts) = laid[0], GAMES[key]
    counting = Counting(laid[1][key], chosen)
    tally = statistics.count(reader, game, chosen)
    assert tally.matches == len(counting.matches)
    for report in game.reports:
        found = statistics.run_report(reader, game, report, chosen)
        wanted = recounts[report.name](counting)
        rows = {found.of(row, report.key): row for row in found.rows}
        assert len(rows) == len(found.rows)
        assert set(rows) == set(wanted), report.name
        assert rows or chosen, f"nothing occurs of {report.name}"
        for of, row in rows.items():
            values = dict(zip(found.columns, row, strict=True))
            assert set(values) == {*report.key, *wanted[of]}, report.name
            wrong = {
                name: (values[name], value)
                for name, value in wanted[of].items()
                if not same(values[name], value)
            }
            assert not wrong, f"{report.name} {of}"


@pytest.mark.parametrize("key", GAMES)
def test_as_many_are_behind_a_row_as_it_counts(
    laid: tuple[Reader, dict[str, list[Any]]], key: str
) -> None:
    reader, game, chosen = laid[0], GAMES[key][0], {"player": ("Ann", "random")}
    ids = {line.record.id: line for line in laid[1][key]}
    for report in game.reports:
        found = statistics.run_report(reader, game, report, chosen)
        whole = statistics.rows_of(reader, game, report, chosen, ())
        behind = [dict(zip(whole.columns, row, strict=True)) for row in whole.rows]
        assert sum(found.of(row, (report.n,))[0] for row in found.rows) == len(behind)
        counts: dict[Any, int] = {}
        for row in behind:
            of = tuple(row[name] for name in report.key)
            counts[of] = counts.get(of, 0) + 1
            line = ids[row["match_id"]]
            assert line.over and (row["player_a"], row["player_b"]) == line.opened.players
            if row.get("step"):
                assert row["step"] in line.record.numbers
        for row in found.rows:
            assert counts.get(found.of(row, report.key), 0) == found.of(row, (report.n,))[0]
        for row in found.rows[:1]:
            of = found.of(row, report.key)
            part = statistics.rows_of(reader, game, report, chosen, of)
            assert len(part.rows) == counts.get(of, 0)
            assert set(map(str, part.rows)) <= set(map(str, whole.rows))
            assert list(reader.ask(part.sql).rows()) == part.rows
