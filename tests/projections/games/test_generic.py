"""A game without tables of its own, and projections that are installed beside ludograph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import duckdb
import pytest

from domain.contract.errors import GameError
from domain.contract.game import Fact, Seat, Total
from domain.games.plugins import InstalledWarning
from domain.games.riftforce.facts import Activated
from domain.games.riftforce.game import RIFTFORCE
from domain.games.solforge.game import SOLFORGE
from projections.games import generic, plugin_tables, registry
from projections.read import reader as reading
from projections.reports import statistics
from projections.schema.definitions import MATCH, Table, View, columns
from projections.schema.fact_columns import FactColumns


def test_what_ends_a_match_and_says_a_score_is_declared_by_the_facts() -> None:
    rift, sol = (FactColumns(game.key, game.fact_type) for game in (RIFTFORCE, SOLFORGE))
    for facts in (rift, sol):
        assert facts.ends == ["end"]
        assert places(facts, facts.ends, ("winner", "why")) == {"end": [1, 2]}
        assert list(facts.scores) == [("seat", "total")]
    seat_total = ("seat", "total")
    assert places(rift, rift.scores[seat_total], seat_total) == {"gain": [1, 4]}
    assert places(sol, sol.scores[seat_total], seat_total) == {"hurt": [1, 7], "gain": [1, 3]}
    assert sol.having("no", "such") == ()


class Paid(Fact, frozen=True, tag="paid"):
    """The score of the seat that is named first, by other names."""

    amount: int
    by: Seat
    to: Seat
    left: Total


class Won(Fact, frozen=True, tag="won"):
    """A score that looks like one and is not declared, in a fact that looks like the end."""

    seat: Seat
    total: int
    winner: Seat | None
    why: str


def test_names_of_fields_mean_nothing() -> None:
    facts = FactColumns("pay", Paid | Won)
    assert facts.scores == {("by", "left"): ["paid"]}
    assert facts.ends == []


def places(facts: FactColumns, tags: Iterable[str], names: Iterable[str]) -> dict[str, list[int]]:
    """Where facts have some fields, by tag."""
    return {tag: [facts.fields[tag][n][0] for n in names] for tag in tags}


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
    facts = FactColumns("riftforce", Activated)
    with duckdb.connect(":memory:") as con:
        con.execute(
            "CREATE TABLE batch_facts AS SELECT 1 AS match, 1 AS step, 1 AS position, 1 AS turn"
        )
        assert con.execute(generic.gains(facts)).fetchall() == []
        assert con.execute(generic.ends(facts)).fetchall() == []


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
