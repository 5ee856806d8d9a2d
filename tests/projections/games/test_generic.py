"""A game without tables of its own, and projections that are installed beside ludograph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import duckdb
import pytest

from domain.contract.errors import GameError
from domain.games.plugins import InstalledWarning
from domain.games.riftforce.game import RIFTFORCE
from domain.games.solforge.game import SOLFORGE
from projections.games import generic, plugin_tables, registry
from projections.read import reader as reading
from projections.reports import statistics
from projections.schema.definitions import MATCH, Table, View, columns


def test_what_ends_a_match_is_seen_in_the_fields_of_the_facts() -> None:
    assert generic.having(RIFTFORCE, generic.ENDS) == {"end": (1, 2)}
    assert generic.having(SOLFORGE, generic.ENDS) == {"end": (1, 2)}
    assert generic.having(RIFTFORCE, generic.GAINS) == {"gain": (1, 4)}
    assert generic.having(SOLFORGE, ("no", "such")) == {}


def test_a_game_without_tables_counts_what_a_game_with_tables_counts(
    store: Path, analytics: Path
) -> None:
    """Riftforce both ways: the same ends, the same scores, the same win rates."""
    plain, own = generic.generic(RIFTFORCE), registry.PROJECTED["riftforce"]
    assert plain.gains.split() == own.gains.split()
    assert plain.ends.split() == own.ends.split()
    with reading.open_reader(store, analytics) as reader:
        assert statistics.count(reader, plain, {}) == statistics.count(reader, own, {})
        chosen = {"kind": "bots"}
        assert statistics.count(reader, plain, chosen) == statistics.count(reader, own, chosen)
        (mine,) = statistics.find_reports(plain, "starter")
        (theirs,) = statistics.find_reports(own, "starter")
        rows = statistics.run_report(reader, plain, mine, chosen).rows
        assert rows == statistics.run_report(reader, own, theirs, chosen).rows
        for report in plain.reports:
            rows = statistics.run_report(reader, plain, report, {}).rows
            assert bool(rows) != bool(report.worked_out_by), report.name
        seats = list(reader.ask("SELECT count(*), sum(won), sum(drew) FROM sides").rows())
        ends = reader.ask(
            "SELECT 2 * count(*), count(winner), 2 * (count(*) - count(winner)) FROM endings"
        )
        assert seats == list(ends.rows())


def test_a_game_without_ends_and_scores_has_none() -> None:
    none = generic.selected("x", "match", (), "NULL::VARCHAR AS seat")
    with duckdb.connect(":memory:") as con:
        con.execute("CREATE TABLE batch_facts AS SELECT 1 AS match")
        assert con.execute(none).fetchall() == []


TABLE = Table("riftforce_more", "More.", columns(MATCH))
GOOD = replace(
    generic.generic(RIFTFORCE),
    tables=(TABLE,),
    feed=("INSERT INTO target.riftforce_more SELECT match FROM batch_facts WHERE tag = 'act'",),
)


def view(sql: str) -> View:
    return View("riftforce_less", "Less.", columns(MATCH), sql)


@pytest.mark.parametrize(
    ("projection", "said"),
    [
        (GOOD, ""),
        (registry.PROJECTED["riftforce"], ""),
        (replace(GOOD, views=(view("SELECT match FROM nowhere"),)), "nowhere does not exist"),
        (replace(GOOD, feed=("INSERT INTO target.riftforce_more SELECT 1, 2",)), "Binder Error"),
        (replace(GOOD, prepare=("SELEC",)), "syntax error"),
        (replace(GOOD, ends="SELECT 1"), "Binder Error"),
        (replace(GOOD, counted="SELECT * FROM riftforce_nothing"), "riftforce_nothing"),
    ],
)
def test_a_projection_is_tried_before_it_is_used(projection: registry.Projected, said: str) -> None:
    found = plugin_tables.failure(projection)
    assert said in found
    assert bool(found) == bool(said)
    assert "\n" not in found


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        (7, "it is no Projected"),
        (replace(GOOD, key="other"), "its key is 'other'"),
        (
            replace(GOOD, tables=(replace(TABLE, name="more"),)),
            "'more' must begin with 'riftforce_'",
        ),
        (GOOD, ""),
    ],
)
def test_a_projection_is_named_after_its_game(thing: object, said: str) -> None:
    found = plugin_tables.unfit(thing, "riftforce")
    assert said in found
    assert bool(found) == bool(said)


def test_a_projection_that_cannot_be_used_leaves_the_game_what_all_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def points(group: str) -> Iterator[EntryPoint]:
        assert group == plugin_tables.GROUP
        yield EntryPoint("riftforce", "no_such_module:P", group)

    monkeypatch.setattr(plugin_tables, "entry_points", points)
    with pytest.warns(InstalledWarning, match="'riftforce' .no_such_module:P. cannot be used"):
        found = plugin_tables.projected([RIFTFORCE], ())
    assert found == {"riftforce": generic.generic(RIFTFORCE)}
    with pytest.raises(GameError, match="No module named"):
        plugin_tables.brought(EntryPoint("riftforce", "no_such_module:P", plugin_tables.GROUP))
    good = EntryPoint(
        "riftforce", "projections.games.riftforce.game:RIFTFORCE", plugin_tables.GROUP
    )
    assert plugin_tables.brought(good) is registry.PROJECTED["riftforce"]
