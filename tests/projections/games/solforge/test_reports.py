"""SolForge Fusion's reports against the same counted in plain Python."""

from __future__ import annotations

import statistics as python
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import binomtest

from domain.contract.errors import GameError, Reason
from domain.contract.game import UNKNOWN
from domain.games.solforge import facts as f
from domain.games.solforge.cards.book import book
from domain.games.solforge.game import SOLFORGE
from domain.record.events import AnyStep, Opened
from projections.games.solforge.tables import DAMAGE
from projections.read import reader as reading
from projections.read.reader import Reader
from projections.reports import statistics
from tests.projections.games.solforge.folding import Folded

GAME = statistics.projected("solforge")
FILTERS: tuple[dict[str, str], ...] = (
    {},
    {"kind": "bots"},
    {"kind": "people", "edition": "whitefang"},
    {"edition": "early"},
)


@pytest.fixture(scope="module")
def reader(solforge_store: Path, solforge_analytics: Path) -> Iterator[Reader]:
    with reading.open_reader(solforge_store, solforge_analytics) as found:
        yield found


class Ended:
    """A finished match: its last state, its facts with the turn each happened in, Health by turn."""

    def __init__(self, opened: Opened, steps: list[AnyStep]) -> None:
        self.settings = opened.settings
        self.steps = len(steps)
        self.facts: list[tuple[int, Any]] = []
        self.health: dict[int, tuple[int, int]] = {}
        self.state = SOLFORGE.new_state(opened.settings)
        for step in steps:
            for fact in step.facts:
                fact.apply(self.state)
                self.facts.append((self.state.turn, fact))
                if self.state.turn:
                    a, b = (side.health for side in self.state.sides)
                    self.health[self.state.turn] = (a, b)
        self.over = self.state.over
        self.rows = Folded(0, opened, steps).rows

    def of(self, kind: Any) -> list[Any]:
        return [fact for _, fact in self.facts if isinstance(fact, kind)]

    def outcome(self, seat: int) -> tuple[int, int]:
        return int(self.state.winner == seat), int(self.state.winner is None)

    def halves(self, seat: int) -> list[tuple[str | None, str | None]]:
        words = self.settings[f"deck {'ab'[seat]}"].split(" + ")
        return [
            (None, None) if ";" in word else (word, faction)
            for word, faction in zip(words, self.state.sides[seat].halves, strict=True)
        ]

    @property
    def sudden(self) -> str | None:
        return next((fact.why for fact in self.of(f.SuddenDeath)), None)


def let_through(opened: Opened, chosen: dict[str, str]) -> bool:
    kind = "people" if opened.bots is None else "bots"
    known = {**opened.settings, "kind": kind}
    return all(known[name] == value for name, value in chosen.items())


@pytest.fixture(scope="module")
def all_ended(solforge_played: Any) -> list[tuple[Opened, Ended]]:
    return [(opened, Ended(opened, steps)) for _, opened, steps in solforge_played]


@pytest.fixture(params=FILTERS, ids=str)
def chosen(request: pytest.FixtureRequest) -> dict[str, str]:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def ended(all_ended: list[tuple[Opened, Ended]], chosen: dict[str, str]) -> list[Ended]:
    found = [m for opened, m in all_ended if m.over and let_through(opened, chosen)]
    assert len(found) >= 4
    return found


def report(reader: Reader, name: str, chosen: dict[str, str]) -> list[dict[str, Any]]:
    (found,) = statistics.find_reports(GAME, name)
    return statistics.run_report(reader, GAME, found, chosen).records()


def rates(outcomes: Iterable[tuple[Any, int, int]]) -> dict[Any, tuple[Any, ...]]:
    """Key to n, wins, draws, win rate and Wilson's bounds, from (key, won, drew)."""
    counts: dict[Any, list[int]] = defaultdict(lambda: [0, 0, 0])
    for key, won, drew in outcomes:
        for index, one in enumerate((1, won, drew)):
            counts[key][index] += one
    return {
        key: (n, wins, draws, *map(close, (wins / n, *wilson(wins, n))))
        for key, (n, wins, draws) in counts.items()
    }


def wilson(wins: int, n: int) -> tuple[float, float]:
    bounds = binomtest(wins, n).proportion_ci(method="wilson")
    return bounds.low, bounds.high


def close(value: float) -> float:
    return round(value, 9)


def got(rows: list[dict[str, Any]], *key: str) -> dict[Any, tuple[Any, ...]]:
    found = {
        tuple(row[k] for k in key): (
            *(row[name] for name in ("n", "wins", "draws")),
            *(close(row[name]) for name in ("win_rate", "low", "high")),
        )
        for row in rows
    }
    assert len(found) == len(rows)
    return found


def name_of(code: str) -> tuple[str, int]:
    slug, _, level = code.partition(".")
    return book().cards[slug].name, int(level)


def test_what_is_played_with(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    sides = [(m, seat) for m in ended for seat in (0, 1)]
    assert got(report(reader, "decks", chosen), "deck", "faction") == rates(
        (half, *m.outcome(seat)) for m, seat in sides for half in m.halves(seat)
    )
    assert got(report(reader, "factions", chosen), "faction", "partner") == rates(
        (tuple(sorted(m.state.sides[seat].halves)), *m.outcome(seat)) for m, seat in sides
    )
    assert got(report(reader, "forgeborn", chosen), "forgeborn") == rates(
        ((m.settings[f"forgeborn {'ab'[seat]}"],), *m.outcome(seat)) for m, seat in sides
    )
    rows = report(reader, "starter", chosen)
    assert got(rows, "forge") == rates(
        (("with" if m.state.start == seat else "without",), *m.outcome(seat)) for m, seat in sides
    )
    for row in rows:
        healths = [
            m.state.sides[seat].health
            for m, seat in sides
            if (m.state.start == seat) is (row["forge"] == "with")
        ]
        assert row["mean_health"] == pytest.approx(python.mean(healths))


def test_cards(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    played: Counter[Any] = Counter()
    drawn: Counter[Any] = Counter()
    from_hand: Counter[Any] = Counter()
    seats = []
    for m in ended:
        plays = [(fact.seat, name_of(fact.card), fact.source) for fact in m.of(f.Announced)]
        played.update(card for _, card, _ in plays)
        from_hand.update(card for _, card, source in plays if source == "hand")
        seats += [(card, *m.outcome(seat)) for seat, card in {p[:2] for p in plays}]
        drawn.update(name_of(code) for fact in m.of(f.Drawn) for code in fact.cards)
    rows = report(reader, "cards", chosen)
    assert got(rows, "card", "level") == rates(seats)
    assert {(row["card"], row["level"]): row["plays"] for row in rows} == dict(played)
    rows = report(reader, "drawn", chosen)
    found = {(row["card"], row["level"]): (row["drawn"], row["played"]) for row in rows}
    assert found == {card: (drawn[card], from_hand[card]) for card in drawn | from_hand}
    for row in rows:
        share = row["played"] / row["drawn"] if row["drawn"] else None
        assert row["share"] == pytest.approx(share)


def test_how_matches_end(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    rows = report(reader, "ends", chosen)
    ends = Counter((m.state.why, m.sudden) for m in ended)
    assert {(row["why"], row["sudden"]): row["n"] for row in rows} == dict(ends)
    for row in rows:
        those = [m for m in ended if (m.state.why, m.sudden) == (row["why"], row["sudden"])]
        assert row["share"] == pytest.approx(len(those) / len(ended))
        assert row["mean_turns"] == pytest.approx(python.mean(m.state.turn for m in those))
        won = [m.state.sides[m.state.winner].health for m in those if m.state.winner is not None]
        lost = [
            m.state.sides[1 - m.state.winner].health for m in those if m.state.winner is not None
        ]
        assert row["winner_health"] == pytest.approx(python.mean(won) if won else None)
        assert row["loser_health"] == pytest.approx(python.mean(lost) if lost else None)
    for row in report(reader, "sudden", chosen):
        those = [m for m in ended if m.settings["edition"] == row["edition"]]
        reasons = Counter(m.sudden for m in those if m.sudden)
        assert (row["n"], row["sudden"]) == (len(those), reasons.total())
        assert (row["tied"], row["cycles"]) == (reasons["tied"], reasons["cycles"])
        assert row["share"] == pytest.approx(reasons.total() / len(those))
        assert (row["low"], row["high"]) == pytest.approx(wilson(reasons.total(), len(those)))


def test_length(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    measures = {
        "turns": [m.state.turn for m in ended],
        "steps": [m.steps for m in ended],
        "plays": [len(m.of(f.Announced)) for m in ended],
    }
    for row in report(reader, "length", chosen):
        values = measures.pop(row["measure"])
        assert (row["n"], row["least"], row["most"]) == (len(values), min(values), max(values))
        assert row["mean"] == pytest.approx(python.mean(values))
        assert row["deviation"] == pytest.approx(python.stdev(values))
        assert row["median"] == python.median_low(values)
    assert not measures
    found = {
        row["turn"]: (row["n"], row["sudden"], row["draws"])
        for row in report(reader, "turns", chosen)
    }
    assert found == {
        turn: (
            sum(m.state.turn == turn for m in ended),
            sum(m.state.turn == turn and m.state.why == "sudden" for m in ended),
            sum(m.state.turn == turn and m.state.winner is None for m in ended),
        )
        for turn in {m.state.turn for m in ended}
    }


def test_health(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    by_turn: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for m in ended:
        if m.state.winner is not None:
            for turn, totals in m.health.items():
                by_turn[turn].append((totals[m.state.winner], totals[1 - m.state.winner]))
    rows = report(reader, "health", chosen)
    assert [row["turn"] for row in rows] == sorted(by_turn)
    for row in rows:
        pairs = by_turn[row["turn"]]
        assert row["n"] == len(pairs)
        assert row["winners"] == pytest.approx(python.mean(w for w, _ in pairs))
        assert row["losers"] == pytest.approx(python.mean(o for _, o in pairs))
        assert row["lead"] == pytest.approx(row["winners"] - row["losers"])
        assert row["led"] == sum(w > o for w, o in pairs)


def test_forgeborn_abilities(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    uses: Counter[Any] = Counter()
    seats, cycles = [], defaultdict(list)
    for m in ended:
        used = [row[4:8] for row in m.rows["solforge_forgeborn"]]
        uses.update(u[1:] for u in used)
        seats += [((name, cycle, level), *m.outcome("AB".index(seat)))
                  for seat, name, level, cycle in set(used)]  # fmt: skip
        for cycle in range(1, m.state.cycle + 1):
            for seat in (0, 1):
                there = any((u[0], u[3]) == ("AB"[seat], cycle) for u in used)
                cycles[cycle].append((there, m.outcome(seat)[0]))
    rows = report(reader, "abilities", chosen)
    assert got(rows, "forgeborn", "cycle", "level") == rates(seats)
    assert {(r["forgeborn"], r["level"], r["cycle"]): r["uses"] for r in rows} == dict(uses)
    rows = report(reader, "cycles", chosen)
    assert [row["cycle"] for row in rows] == sorted(cycles)
    for row in rows:
        pairs = cycles[row["cycle"]]
        users = [won for there, won in pairs if there]
        others = [won for there, won in pairs if not there]
        assert (row["n"], row["used"]) == (len(pairs), len(users))
        assert row["win_rate"] == pytest.approx(python.mean(users) if users else None)
        assert row["unused_win_rate"] == pytest.approx(python.mean(others) if others else None)
        bounds = wilson(sum(users), len(users)) if users else (None, None)
        assert (row["low"], row["high"]) == pytest.approx(bounds)


def test_damage(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    hits: dict[str, list[Any]] = defaultdict(list)
    dealt: dict[Any, list[int]] = defaultdict(lambda: [0, 0])
    plays: Counter[Any] = Counter()
    names = [column.name for column in DAMAGE.columns]
    for m in ended:
        plays.update(name_of(fact.card) for fact in m.of(f.Announced))
        for row in m.rows["solforge_damage"]:
            hit = dict(zip(names, row, strict=True))
            won = m.outcome("AB".index(hit["seat"]))[0]
            source = "combat" if hit["combat"] else hit["source_kind"] or "rule"
            across = hit["seat"] != hit["target_seat"]
            amount = hit["amount"]
            hits[source].append((across, amount, hit["absorbed"], hit["target"] is None, won))
            card = (hit["source_card"], hit["source_level"], hit["source_kind"])
            if across and card[0] is not None:
                dealt[card][0] += 1
                dealt[card][1] += amount
    rows = report(reader, "damage", chosen)
    assert {row["source"] for row in rows} == set(hits)
    winners = sum(m.state.winner is not None for m in ended)
    whole = sum(hit[1] for found in hits.values() for hit in found if hit[0])
    for row in rows:
        over = [h for h in hits[row["source"]] if h[0]]
        assert row["hits"] == len(over)
        assert row["damage"] == sum(hit[1] for hit in over)
        assert row["share"] == pytest.approx(row["damage"] / whole)
        assert row["absorbed"] == sum(hit[2] for hit in over)
        assert row["to_player"] == sum(hit[1] for hit in over if hit[3])
        assert row["own"] == sum(hit[1] for hit in hits[row["source"]] if not hit[0])
        assert row["per_seat"] == pytest.approx(row["damage"] / (2 * len(ended)))
        assert row["per_winner"] == pytest.approx(sum(h[1] for h in over if h[4]) / winners)
        assert row["per_other"] == pytest.approx(
            sum(h[1] for h in over if not h[4]) / (2 * len(ended) - winners)
        )
    rows = report(reader, "dealers", chosen)
    assert {(r["card"], r["level"], r["kind"]): [r["hits"], r["damage"]] for r in rows} == dealt
    for row in rows:
        times = plays[row["card"], row["level"]] if row["kind"] != "forgeborn" else 0
        assert row["plays"] == (times or None)
        assert row["each_play"] == pytest.approx(row["damage"] / times if times else None)


def test_what_is_counted(
    reader: Reader, all_ended: Any, ended: list[Ended], chosen: dict[str, str]
) -> None:
    counted = statistics.count(reader, GAME, chosen)
    assert counted.matches == len(ended)
    assert counted.draws == sum(m.state.winner is None for m in ended)
    through = [opened for opened, _ in all_ended if let_through(opened, chosen)]
    assert counted.open == len(through) - len(ended)


def test_draws_that_are_not_known_are_left_out(
    solforge_played: Any, tmp_path: Path, recorded: Any
) -> None:
    match_id, opened, steps = solforge_played[0]
    hidden = [step.seen_by(1) for step in steps]
    assert any(
        UNKNOWN in fact.cards for s in hidden for fact in s.facts if isinstance(fact, f.Drawn)
    )
    recorded(tmp_path / "m.sqlite", [(match_id, opened, hidden)])
    with reading.open_reader(tmp_path / "m.sqlite", tmp_path / "m.duckdb") as found:
        rows = report(found, "drawn", {})
    known = Counter(
        name_of(code)
        for s in steps
        for fact in s.facts
        if isinstance(fact, f.Drawn) and fact.seat == 1
        for code in fact.cards
    )
    assert {(r["card"], r["level"]): r["drawn"] for r in rows if r["drawn"]} == dict(known)


def test_several_games_in_one_store(reader: Reader) -> None:
    with pytest.raises(GameError) as refused:
        statistics.only_game(reader)
    assert refused.value.reason is Reason.NOT_FOUND
    assert refused.value.legal == ("riftforce", "solforge")
    riftforce = statistics.projected("riftforce")
    counted = statistics.count(reader, riftforce, {})
    assert (counted.matches, counted.open) == (2, 0)


def test_filters_of_another_game_are_refused(reader: Reader) -> None:
    with pytest.raises(GameError) as refused:
        statistics.count(reader, GAME, {"expansion": "beyond"})
    assert {"kind", "edition", "player"} <= set(refused.value.legal)
    assert "expansion" not in refused.value.legal
