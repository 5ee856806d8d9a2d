"""The probability of a win: counts against folded matches, the fit, what it says and how true."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import binomtest

from domain.bots.simulation import play_match
from domain.contract.errors import GameError, Reason
from domain.games import game as find_game
from domain.games.riftforce.game import RIFTFORCE
from domain.games.solforge.game import SOLFORGE
from domain.record.events import Closed, Opened
from domain.record.match import Record
from projections import database
from projections.read import reader as reading
from projections.read.reader import Reader
from projections.reports import statistics
from projections.win_probability import fit as fitting
from projections.win_probability.calibration import calibration, score
from projections.win_probability.curves import Point, Swing, comebacks, curve, swings
from projections.win_probability.fit import LEAST, RIDGE, counted, fit
from projections.win_probability.model import (
    LEADS,
    NAMES,
    SECOND_HALF,
    Model,
    Weights,
    features,
    in_second_half,
)
from projections.win_probability.states import states_sql
from tests.projections.bent import store_of

AT = 1_795_000_000_000
GAMES = ("riftforce", "solforge")
PROJECTED = {key: statistics.projected(key) for key in GAMES}
TRUE = dict(zip(NAMES, (0.3, 0.2, -0.2, 0.3, 0.6, -0.3, 0.7, 1.6, 0.5, 0.4), strict=True))

State = tuple[int, int, int, int]
"""Step, turn, and the score of both."""


def simulated(index: int) -> Record:
    """A match of bots of one of two games; some unfinished, some ended otherwise, some draws."""
    key = GAMES[index % 5 == 0]
    game = RIFTFORCE if key == "riftforce" else SOLFORGE
    config = game.settings({})
    bots = ("random", "random") if index % 3 else ("sensible", "random")
    steps: list[Any] = list(play_match(game, config, bots, 3, index))
    if index % 8 > 4:
        steps = steps[: len(steps) * (index % 7 + 1) // 8]
    if index % 8 == 6:
        steps.append(Closed("agreed"))
    if index % 8 == 7:
        steps.append(Closed("concession", winner=index % 2, seat=1 - index % 2))
    if index % 40 == 13:
        steps.append(Closed("abandonment"))
    people = index % 4 == 0
    opened = Opened(
        key, "1", config, ("Ann", "Ben") if people else bots, AT, bots=None if people else bots
    )
    return Record(f"m{index:03}", game, opened, steps, "")


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [simulated(index) for index in range(100)]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory, records: list[Record]) -> Iterator[Reader]:
    folder = tmp_path_factory.mktemp("winning")
    store_of(folder / "m.sqlite", records)
    with reading.open_reader(folder / "m.sqlite", folder / "a.duckdb") as found:
        yield found


@pytest.fixture(scope="module")
def model(reader: Reader) -> Model:
    return fit(reader, PROJECTED["riftforce"])


@pytest.fixture(scope="module")
def curves(reader: Reader, model: Model, records: list[Record]) -> dict[str, tuple[Point, ...]]:
    """The curves of all matches of Riftforce, by name."""
    return {r.id: curve(reader, model, r.id) for r in records if r.opened.game == "riftforce"}


def told(record: Record) -> tuple[str | None, list[State]]:
    """Who started; and after each step its number, the turn, the score, from folding the match."""
    game = find_game(record.opened.game)
    state = game.new_state(record.opened.settings)
    starter, turn, found = None, 0, []
    for number, step in zip(record.numbers, record.steps, strict=True):
        for fact in step.facts:
            fact.apply(state)
            if fact.opens_turn:
                turn = fact.turn
                starter = starter or "AB"[fact.seat]
        a, b = game.notation.totals(state).split(":")
        found.append((number, turn, int(a), int(b)))
    return starter, found


def points(record: Record) -> float | None:
    """Seat A's: 1, one half or 0; None without a result."""
    result = record.result()
    if result is None or result.outcome == "no result":
        return None
    return 0.5 if result.winner is None else 1.0 - result.winner


def states_of(record: Record) -> list[State]:
    """Where a turn has begun or the score is another than before, but for the end."""
    found, before = [], (0, 0, 0)
    for step, turn, a, b in told(record)[1][:-1]:
        if turn and (turn, a, b) != before:
            found.append((step, turn, a, b))
        before = (turn, a, b)
    return found


def asked_states(reader: Reader, key: str) -> set[tuple[str, int, int, int, int]]:
    sql = states_sql(PROJECTED[key], {}) + (
        "SELECT match_id, step, turn, a, b FROM states JOIN openings USING (match)"
    )
    return set(reader.ask(sql).rows())


@pytest.mark.parametrize("key", GAMES)
def test_states_are_those_of_the_folded_matches(
    reader: Reader, records: list[Record], key: str
) -> None:
    expected = {
        (record.id, *state)
        for record in records
        if record.opened.game == key and points(record) is not None
        for state in states_of(record)
    }
    assert asked_states(reader, key) == expected
    assert len(expected) > 150


def test_states_of_bent_matches_are_those_that_stand(
    bent: tuple[Path, list[Record]], bent_analytics: Path
) -> None:
    with reading.open_reader(bent[0], bent_analytics) as reader:
        found = {row for key in GAMES for row in asked_states(reader, key)}
    expected = {
        (record.id, *state)
        for record in bent[1]
        if record.opened.game in GAMES and points(record) is not None
        for state in states_of(record)
    }
    # a score written again as it was is a state too: it says nothing new
    assert expected <= found
    steps = {(r.id, *state) for r in bent[1] for state in told(r)[1]}
    assert found <= steps


@pytest.mark.parametrize("chosen", [{}, {"kind": "bots"}], ids=str)
@pytest.mark.parametrize("key", GAMES)
def test_counts_are_those_of_the_folded_matches(
    reader: Reader, records: list[Record], key: str, chosen: dict[str, str]
) -> None:
    cells: dict[Any, list[float]] = defaultdict(lambda: [0, 0.0])
    shares: dict[bool, list[float]] = defaultdict(lambda: [0, 0.0])
    for record in records:
        outcome, bots = points(record), record.opened.bots is not None
        if record.opened.game != key or outcome is None or (chosen and not bots):
            continue
        half, starter, found = in_second_half(record.id), told(record)[0], states_of(record)
        for _, turn, a, b in found:
            cell = cells[half, starter == "A", turn, a - b]
            cell[0] += 1
            cell[1] += outcome
        if found:
            shares[half][0] += 1
            shares[half][1] += outcome
    got, halves = counted(reader, PROJECTED[key], chosen)
    assert {cell[:4]: [*cell[4:6]] for cell in got} == cells
    assert all(cell[6] == (cell[1] == bool(cell[2] % 2)) for cell in got)
    assert {half: [*share] for half, share in halves.items()} == shares
    assert len(shares) == 2 and len(cells) > 100


def slow_fit(reader: Reader, key: str, second_half: bool | None) -> list[float]:
    """The weights as scipy finds them, from the same counts."""
    cells, shares = counted(reader, PROJECTED[key], {})
    scale, long = fitting.usual(cells)
    cells = [cell for cell in cells if second_half in (cell[0], None)]
    matches = sum(n for half, (n, _) in shares.items() if second_half in (half, None))
    worth = matches / sum(cell[4] for cell in cells)

    rows = np.array(
        [features(turn, lead, starts, scale, long) for _, starts, turn, lead, *_ in cells]
    )
    n, won = (np.array([cell[index] for cell in cells]) for index in (4, 5))

    def loss(w: Any) -> float:
        odds = rows @ w
        likely = won * odds - n * np.logaddexp(0, odds)
        return float(np.dot(RIDGE, w**2) / 2 - worth * likely.sum())

    bounds = [(0, None) if index in LEADS else (None, None) for index in range(len(NAMES))]
    return list(minimize(loss, np.zeros(len(NAMES)), bounds=bounds, method="L-BFGS-B").x)


def test_the_weights_are_the_best_there_are(reader: Reader, model: Model) -> None:
    for second_half, weights in ((None, model.whole), (True, model.halves[1])):
        slow = slow_fit(reader, "riftforce", second_half)
        assert weights.values() == pytest.approx(slow, abs=2e-3)


def test_a_match_is_judged_without_its_own_end(reader: Reader, model: Model) -> None:
    cells, shares = counted(reader, PROJECTED["riftforce"], {})
    for half in (False, True):
        mine = [cell for cell in cells if cell[0] is half]
        alone = fitting.weights(mine, [shares[half]], model.scale, model.long)
        assert model.halves[half] == alone
    assert model.halves[0] != model.halves[1]
    for name in ("m000", "m001", "m002", "m003", "m004", "m005"):
        assert model.of(name) is model.halves[not in_second_half(name)]
    assert {in_second_half(f"m{n:03}") for n in range(9)} == {True, False}


WEIGHT = st.floats(-3, 3)
SLOPE = st.floats(0, 3)
FOUND = st.builds(
    Weights,
    **{name: SLOPE if index in LEADS else WEIGHT for index, name in enumerate(NAMES)},
    rate=st.floats(0, 1),
)
MODELS = st.builds(
    Model,
    game=st.just("riftforce"),
    filters=st.just({}),
    matches=st.just(100),
    states=st.just(1000),
    scale=st.floats(1, 30),
    long=st.integers(1, 40),
    whole=FOUND,
    halves=st.tuples(FOUND, FOUND),
)


@given(MODELS, st.integers(1, 60), st.integers(-60, 60), st.integers(1, 9), st.sampled_from("AB"))
def test_more_of_a_lead_is_never_worth_less(
    model: Model, turn: int, lead: int, more: int, starter: str
) -> None:
    assert 0 <= model.at(turn, lead, starter) <= model.at(turn, lead + more, starter) <= 1


@given(MODELS)
def test_a_model_survives_being_written_down(model: Model) -> None:
    assert msgspec.json.decode(msgspec.json.encode(model), type=Model) == model
    assert model.at(0, 3, None) == 0.5


CON = duckdb.connect()


@settings(max_examples=40, deadline=None)
@given(
    MODELS, st.lists(st.tuples(st.integers(1, 60), st.integers(-60, 60)), min_size=1, max_size=9)
)
def test_sql_says_the_same(model: Model, told: list[tuple[int, int]]) -> None:
    rows = [
        (turn, lead, started, half, active)
        for turn, lead in told
        for started in (True, False)
        for half in (True, False)
        for active in (True, False)
    ]
    values = ", ".join(str(row) for row in rows)
    found = CON.execute(
        f"SELECT {model.sql()} FROM (VALUES {values}) v(turn, lead, started, second_half, active)"
    ).fetchall()
    assert [p for (p,) in found] == pytest.approx(
        [
            model.by(model.halves[not half], turn, lead, "BA"[started], "BA"[active])
            for turn, lead, started, half, active in rows
        ],
        abs=1e-12,
    )


def test_whose_turn_it_is_counts_and_not_its_number() -> None:
    """A ruling may have let a seat act again, so that turns do not alternate."""
    mover = NAMES.index("turn")
    for active, half in ((True, 0.5), (False, -0.5)):
        for turn in (3, 4):
            for started in (True, False):
                assert features(turn, 0, started, 6, 18, active)[mover] == half
    assert [features(turn, 0, True, 6, 18)[mover] for turn in (3, 4)] == [0.5, -0.5]


def test_halves_are_the_same_in_sql(reader: Reader) -> None:
    sql = f"SELECT match_id, {SECOND_HALF.format(match_id='match_id')} FROM openings"
    found = dict(reader.ask(sql).rows())
    assert found == {name: in_second_half(name) for name in found}
    assert len(set(found.values())) == 2


@pytest.mark.parametrize("wrong", [(-1, 0, "A"), (1, 0, "C"), (1, math.nan, "A")], ids=str)
def test_what_is_no_state_is_refused(model: Model, wrong: Any) -> None:
    with pytest.raises(GameError, match="no state"):
        model.at(*wrong)


def test_a_curve_is_told_step_by_step(
    model: Model, records: list[Record], curves: dict[str, tuple[Point, ...]]
) -> None:
    for record in records:
        if record.id not in curves:
            continue
        found = curves[record.id]
        starter, states = told(record)
        assert [(p.step, p.turn, p.a, p.b) for p in found] == states
        assert [p.action for p in found[:3]] == [
            step.action.__struct_config__.tag if step.action else "" for step in record.steps[:3]
        ]
        weights, outcome = model.of(record.id), points(record)
        for point in found[:-1]:
            assert point.a_wins == model.by(weights, point.turn, point.a - point.b, starter)
        last = found[-1]
        expected = model.by(weights, last.turn, last.a - last.b, starter)
        assert last.a_wins == (expected if outcome is None else outcome)


def test_a_match_of_another_game_has_no_curve(reader: Reader, model: Model) -> None:
    for name in ("m000", "nowhere", "o'clock"):
        with pytest.raises(GameError) as refused:
            curve(reader, model, name)
        assert refused.value.reason is Reason.NOT_FOUND


def moves(records: list[Record], curves: dict[str, tuple[Point, ...]]) -> list[Swing]:
    """All moves of all curves of finished matches after the first turn has begun."""
    found = []
    for record in records:
        if record.opened.game != "riftforce" or points(record) is None:
            continue
        line = [p for p in curves[record.id][:-1] if p.turn]
        result = record.result()
        assert result is not None
        winner = None if result.winner is None else "AB"[result.winner]
        for one, two in pairwise(line):
            shown = (two.step, two.turn, two.seat, two.action, one.a_wins, two.a_wins, two.a, two.b)
            found.append(Swing(record.id, *shown, winner))
    return sorted(found, key=lambda s: -abs(s.after - s.before))


def test_swings_are_the_greatest_moves_of_the_curves(
    reader: Reader, model: Model, records: list[Record], curves: dict[str, tuple[Point, ...]]
) -> None:
    expected = moves(records, curves)
    found = swings(reader, model, 25)
    assert len(found) == 25
    sizes = [abs(s.after - s.before) for s in found]
    assert sizes == pytest.approx([abs(s.after - s.before) for s in expected[:25]], abs=1e-12)
    places = {(s.match_id, s.step): s for s in expected}
    for swing in found:
        same = places[swing.match_id, swing.step]
        assert swing.before == pytest.approx(same.before, abs=1e-12)
        assert swing.after == pytest.approx(same.after, abs=1e-12)
        assert msgspec.structs.replace(swing, before=0, after=0) == msgspec.structs.replace(
            same, before=0, after=0
        )
    with pytest.raises(GameError, match="from 1"):
        swings(reader, model, 0)


def test_comebacks_are_told_from_where_it_looked_worst(
    reader: Reader, model: Model, records: list[Record], curves: dict[str, tuple[Point, ...]]
) -> None:
    worst = {}
    for record in records:
        if record.opened.game != "riftforce" or points(record) not in (0.0, 1.0):
            continue
        line = [p for p in curves[record.id][:-1] if p.turn]
        chances = [p.a_wins if points(record) else 1 - p.a_wins for p in line]
        if chances:
            worst[record.id] = min(chances)
    found = comebacks(reader, model, 12)
    assert [c.chance for c in found] == pytest.approx(sorted(worst.values())[:12], abs=1e-12)
    assert all(worst[c.match_id] == pytest.approx(c.chance, abs=1e-12) for c in found)
    assert all(found_lead(c.a - c.b, c.winner) < 0 for c in found[:3])


def found_lead(lead: int, winner: str) -> int:
    """The lead of who wins in the end."""
    return lead if winner == "A" else -lead


def test_scores_are_those_of_the_curves(
    reader: Reader, model: Model, records: list[Record], curves: dict[str, tuple[Point, ...]]
) -> None:
    said = []
    for record in records:
        outcome = points(record)
        if record.opened.game == "riftforce" and outcome is not None:
            line = {p.step: p.a_wins for p in curves[record.id]}
            said += [(line[state[0]], outcome) for state in states_of(record)]
    found = score(reader, model)
    assert found.states == len(said) == model.states
    assert found.matches == model.matches
    assert found.brier == pytest.approx(sum((p - y) ** 2 for p, y in said) / len(said))
    losses = [-y * math.log(p) - (1 - y) * math.log(1 - p) for p, y in said]
    assert found.log_loss == pytest.approx(sum(losses) / len(losses))
    assert found.brier < 0.9 * found.base_brier
    assert found.log_loss < 0.9 * found.base_log_loss


@pytest.mark.parametrize("key", ["solforge", "magical_forge"])
def test_too_few_matches_are_said_to_be(reader: Reader, key: str) -> None:
    with pytest.raises(GameError) as refused:
        fit(reader, statistics.projected(key))
    assert refused.value.reason is Reason.NOT_FOUND
    assert f"{LEAST} finished matches of {key} are needed" in refused.value.message


# -- matches from a model that is known ------------------------------------------------------------


def known(matches: int, seed: int = 1, fair: bool = False) -> duckdb.DuckDBPyConnection:
    """An analytics file of matches with one state each, decided as the weights `TRUE` say.

    `fair`: decided by tossing a coin.
    """
    rng = random.Random(seed)
    con = duckdb.connect()
    database.lay_out(con)
    rows: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for match in range(matches):
        turn, lead, starter = rng.randint(1, 20), rng.randint(-10, 10), rng.choice("AB")
        odds = sum(
            w * x
            for w, x in zip(TRUE.values(), features(turn, lead, starter == "A", 6, 18), strict=True)
        )
        wins = rng.random() < (0.5 if fair else 1 / (1 + math.exp(-odds)))
        rows["openings"].append((match, f"k{match}", "riftforce", "people", "Ann", "Ben"))
        rows["seats"] += [(match, "A", "Ann"), (match, "B", "Ben")]
        rows["riftforce_settings"].append((match, "base", "printed"))
        acts = starter if turn % 2 else "AB"[starter == "A"]
        rows["turns"] += [(match, 1, starter, 1), (match, turn, acts, 1)][: min(turn, 2)]
        rows["scores"].append((match, 1, max(lead, 0), max(-lead, 0)))
        rows["steps"] += [(match, 1), (match, 2)]
        rows["endings"].append((match, "A" if wins else "B", "riftforce"))
    columns = {
        "openings": "match, match_id, game, kind, player_a, player_b",
        "seats": "match, seat, player",
        "riftforce_settings": "match, expansion, ice",
        "turns": "match, turn, seat, step",
        "scores": "match, step, a, b",
        "steps": "match, step",
        "endings": "match, winner, why",
    }
    for table, values in rows.items():
        unnested = ", ".join(["unnest(?)"] * len(values[0]))
        lists = [list(column) for column in zip(*values, strict=True)]
        con.execute(f"INSERT INTO {table} ({columns[table]}) SELECT {unnested}", lists)
    return con


@pytest.fixture(scope="module")
def known_reader() -> Iterator[Reader]:
    con = known(6000)
    yield Reader(con, 0)
    con.close()


def test_a_known_model_is_found(known_reader: Reader) -> None:
    model = fit(known_reader, PROJECTED["riftforce"])
    assert (model.matches, model.states) == (6000, 6000)
    off = []
    for turn in range(1, 20, 3):
        for lead in range(-10, 11):
            for starter in "AB":
                odds = features(turn, lead, starter == "A", 6, 18)
                true = sum(w * x for w, x in zip(TRUE.values(), odds, strict=True))
                off.append(abs(model.at(turn, lead, starter) - 1 / (1 + math.exp(-true))))
    assert max(off) < 0.08
    assert sum(off) / len(off) < 0.02


def test_what_is_said_of_a_known_model_comes_true(known_reader: Reader) -> None:
    model = fit(known_reader, PROJECTED["riftforce"])
    bins = calibration(known_reader, model)
    assert sum(b.n for b in bins) == 6000
    within = [b.low <= b.predicted <= b.high for b in bins]
    assert len(bins) == 10 and within.count(False) <= 2  # of twenty, one by chance
    for b in bins:
        bounds = binomtest(round(b.observed * b.n), b.n).proportion_ci(method="wilson")
        assert (b.low, b.high) == pytest.approx((bounds.low, bounds.high))
        assert b.begins <= b.predicted <= b.begins + 0.1


def test_who_is_too_sure_is_found_out(known_reader: Reader) -> None:
    model = fit(known_reader, PROJECTED["riftforce"])
    one, two = (
        Weights(*(1.7 * value for value in weights.values()), rate=weights.rate)
        for weights in model.halves
    )
    sure = msgspec.structs.replace(model, halves=(one, two))
    bins = calibration(known_reader, sure)
    assert [b.low <= b.predicted <= b.high for b in bins].count(False) >= 5
    assert score(known_reader, sure).log_loss > score(known_reader, model).log_loss + 0.01


def test_of_coins_nothing_is_known() -> None:
    con = known(600, seed=4, fair=True)
    reader = Reader(con, 0)
    model = fit(reader, PROJECTED["riftforce"])
    judged = score(reader, model)
    con.close()
    assert judged.log_loss == pytest.approx(math.log(2), abs=0.03)
    assert 0.25 < model.at(10, 5, "A") < 0.75


def test_fifty_matches_are_enough_and_say_little() -> None:
    con = known(LEAST, seed=2)
    reader = Reader(con, 0)
    little = fit(reader, PROJECTED["riftforce"])
    con.close()
    con = known(LEAST - 1, seed=2)
    with pytest.raises(GameError, match="49 count"):
        fit(Reader(con, 0), PROJECTED["riftforce"])
    con.close()
    assert 0.5 < little.at(5, 4, "A") < 0.95


def test_bins_are_of_equal_width_and_first_visits(
    reader: Reader, model: Model, records: list[Record], curves: dict[str, tuple[Point, ...]]
) -> None:
    firsts: dict[tuple[int, str], tuple[float, float]] = {}
    for record in records:
        outcome = points(record)
        if record.opened.game == "riftforce" and outcome is not None:
            line = {p.step: p.a_wins for p in curves[record.id]}
            for step, *_ in states_of(record):
                firsts.setdefault((int(line[step] * 5), record.id), (line[step], outcome))
    found = calibration(reader, model, 5)
    assert [round(b.begins * 5) for b in found] == sorted({bin for bin, _ in firsts})
    for b in found:
        those = [v for (bin, _), v in firsts.items() if bin == round(b.begins * 5)]
        assert b.n == len(those)
        assert b.predicted == pytest.approx(sum(p for p, _ in those) / b.n)
        assert b.observed == pytest.approx(sum(y for _, y in those) / b.n)
    for wrong in (0, 101):
        with pytest.raises(GameError, match="bins are"):
            calibration(reader, model, wrong)


def test_one_sided_matches_have_weights_too() -> None:
    x = features(3, 5, True, 5.0, 20)
    found = fitting.constrained([(x, 400.0, 400.0)])
    assert all(math.isfinite(w) for w in found)
    assert sum(w * value for w, value in zip(found, x, strict=True)) > 2
    # an advantage of who is behind is none
    lead = fitting.constrained([(x, 400.0, 0.0)])
    assert all(lead[index] == 0 for index in LEADS)
