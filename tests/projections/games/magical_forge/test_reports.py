"""Magical Forge's reports against the same counted in plain Python."""

from __future__ import annotations

import statistics as python
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import binomtest

from domain.contract.errors import GameError
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.record.events import AnyStep, Opened
from projections.games.registry import PROJECTED
from projections.read import reader as reading
from projections.read.reader import Reader
from projections.reports import statistics
from tests.projections.games.magical_forge.folding import Folded

pytestmark = pytest.mark.skipif("magical_forge" not in PROJECTED, reason="it is not listed")

PLAYERS = ("ability", "weapon", "forge")


class Ended:
    """A finished match: its last state, its facts, and its rows recomputed."""

    def __init__(self, opened: Opened, steps: list[AnyStep]) -> None:
        self.opened = opened
        self.kind = "people" if opened.bots is None else "bots"
        self.steps = len(steps)
        self.facts = [fact for step in steps for fact in step.facts]
        self.state = MAGICAL_FORGE.new_state(opened.settings)
        self.cards = book(opened.settings.get("cards", "")).cards
        self.owners: dict[int, int] = {}
        for fact in self.facts:
            fact.apply(self.state)
            if isinstance(fact, f.Summoned):
                self.owners[fact.id] = fact.seat
        self.rows = Folded(0, opened, steps).rows
        self.effects = {fact.id: fact for fact in self.of(f.Activated)}
        self.ends: dict[int, str] = {}
        self.stops: Counter[int] = Counter()
        for fact in self.facts:
            match fact:
                case f.Resolved(number):
                    self.ends[number] = "resolved"
                case f.Fizzled(number):
                    self.ends[number] = "fizzled"
                case f.Stopped(number, by):
                    self.ends[number] = "stopped"
                    self.stops[by] += 1

    def of(self, kind: Any) -> list[Any]:
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def outcome(self, seat: int) -> tuple[int, int]:
        return int(self.state.winner == seat), int(self.state.winner is None)

    def name(self, code: str) -> str:
        return self.cards[code].name

    def plays(self) -> list[tuple[int, str, str]]:
        """Seat, card and kind of everything played or used from hand."""
        found = [(s.seat, self.name(s.card), "creature") for s in self.of(f.Summoned) if s.played]
        return found + [
            (e.seat, self.name(e.card), e.kind)
            for e in self.effects.values()
            if e.kind in ("forge", "weapon")
        ]

    def attacks(self) -> list[tuple[int, int, str, int, int]]:
        """Attacker, its seat, how it ended, Life Points it took, and the blocker."""
        found: list[tuple[int, int, str, int, int]] = []
        now, life = 0, 0
        for fact in self.facts:
            match fact:
                case f.AttackBegan(number):
                    now, life = number, 0
                case f.LifeLost(_, amount, "attack"):
                    life = amount
                case f.AttackEnded(number, how, blocker):
                    found.append((number, self.owners[number], how, life, blocker))
                    now = 0
        if now:
            found.append((now, self.owners[now], "open", 0, 0))
        return found


@pytest.fixture(scope="module")
def reader(magical_store: Path, magical_analytics: Path) -> Iterator[Reader]:
    with reading.open_reader(magical_store, magical_analytics) as found:
        yield found


@pytest.fixture(scope="module")
def all_played(magical_played: Any) -> list[Ended]:
    return [Ended(opened, steps) for _, opened, steps in magical_played]


@pytest.fixture(params=({}, {"kind": "bots"}, {"kind": "people"}), ids=str)
def chosen(request: pytest.FixtureRequest) -> dict[str, str]:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def ended(all_played: list[Ended], chosen: dict[str, str]) -> list[Ended]:
    found = [m for m in all_played if m.state.over and chosen.get("kind", m.kind) == m.kind]
    assert len(found) >= 4
    return found


def report(reader: Reader, name: str, chosen: dict[str, str]) -> list[dict[str, Any]]:
    game = statistics.projected("magical_forge")
    (found,) = statistics.find_reports(game, name)
    return statistics.run_report(reader, game, found, chosen).records()


def close(value: float) -> float:
    return round(value, 9)


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


def columns(rows: list[dict[str, Any]], key: tuple[str, ...], *names: str) -> dict[Any, Any]:
    found = {tuple(row[k] for k in key): tuple(row[name] for name in names) for row in rows}
    assert len(found) == len(rows)
    return found


def test_decks_and_starters(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    def lists(m: Ended, seat: int) -> tuple[str | None, ...]:
        row = m.rows["magical_forge_decks"][seat]
        return row[2], row[4]

    sides = [(m, seat) for m in ended for seat in (0, 1)]
    assert got(report(reader, "decks", chosen), "deck", "spells") == rates(
        (lists(m, seat), *m.outcome(seat)) for m, seat in sides
    )
    rows = report(reader, "starter", chosen)
    places = {True: "first", False: "second"}
    assert got(rows, "turn") == rates(
        ((places[m.state.start == seat],), *m.outcome(seat)) for m, seat in sides
    )
    for row in rows:
        lives = [
            m.state.sides[s].life for m, s in sides if places[m.state.start == s] == row["turn"]
        ]
        assert row["mean_life"] == pytest.approx(python.mean(lives))


def test_cards(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    plays: Counter[Any] = Counter()
    seats = []
    for m in ended:
        plays.update(play[1:] for play in m.plays())
        seats += [(play[1:], *m.outcome(play[0])) for play in set(m.plays())]
    rows = report(reader, "cards", chosen)
    assert got(rows, "card", "kind") == rates(seats)
    assert {(row["card"], row["kind"]): row["plays"] for row in rows} == dict(plays)


def test_attacks(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    cards: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for m in ended:
        for number, seat, how, life, blocker in m.attacks():
            found[how].append((life, m.outcome(seat)[0]))
            mine = cards[attacker_name(m, number)]
            mine[0] += 1
            mine[1] += how == "blocked"
            mine[2] += life
            if blocker:
                cards[attacker_name(m, blocker)][3] += 1
    total = sum(map(len, found.values()))
    rows = report(reader, "attacks", chosen)
    assert {row["how"] for row in rows} == set(found)
    for row in rows:
        those = found[row["how"]]
        life = sum(one for one, _ in those)
        assert (row["n"], row["taken"]) == (len(those), life)
        assert row["share"] == pytest.approx(len(those) / total)
        assert row["each"] == pytest.approx(life / len(those))
        assert row["per_seat"] == pytest.approx(len(those) / (2 * len(ended)))
        assert row["by_winners"] == pytest.approx(sum(won for _, won in those) / len(those))
    rows = report(reader, "attackers", chosen)
    assert columns(rows, ("card",), "attacks", "blocked", "taken", "blocks") == {
        (card,): tuple(counts) for card, counts in cards.items()
    }


def attacker_name(m: Ended, number: int) -> str:
    return next(m.name(s.card) for s in m.of(f.Summoned) if s.id == number)


def test_spells_in_the_centre(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    triggers: dict[Any, list[Any]] = defaultdict(list)
    spells: dict[str, list[int]] = defaultdict(lambda: [0] * 7)
    for m in ended:
        fates = {row[5]: row[7] for row in m.rows["magical_forge_centre_exits"]}
        effects = {row[8]: row for row in m.rows["magical_forge_effects"] if row[6] == "spell"}
        for spell in m.rows["magical_forge_centre"]:
            number, how = spell[5], fates.get(spell[5])
            counts = spells[spell[6]]
            effect = effects.get(number)
            for index, one in enumerate(
                (
                    True,
                    spell[10] == "block",
                    effect is not None,
                    how == "resolved",
                    how == "stopped",
                    how == "removed",
                    how is None,
                )
            ):
                counts[index] += one
            if effect is not None:
                triggers[effect[10]].append((how, effect[3] - spell[3]))
    rows = report(reader, "spells", chosen)
    names = ("n", "by_block", "activated", "resolved", "stopped", "removed", "waiting")
    assert columns(rows, ("card",), *names) == {(c,): tuple(n) for c, n in spells.items()}
    rows = report(reader, "triggers", chosen)
    assert {row["trigger"] for row in rows} == set(triggers)
    for row in rows:
        those = triggers[row["trigger"]]
        assert row["n"] == len(those)
        for how in ("resolved", "fizzled", "stopped"):
            assert row[how] == sum(one == how for one, _ in those)
        assert row["turns_waited"] == pytest.approx(python.mean(wait for _, wait in those))


def test_responses_and_the_stack(
    reader: Reader, ended: list[Ended], chosen: dict[str, str]
) -> None:
    responses: dict[Any, list[int]] = defaultdict(lambda: [0] * 5)
    kinds: dict[str, list[int]] = defaultdict(lambda: [0] * 4)
    depths: dict[int, list[Any]] = defaultdict(lambda: [0, 0, set()])
    for index, m in enumerate(ended):
        for on_stack in m.rows["magical_forge_effects"]:
            depths[on_stack[13]][0] += 1
            depths[on_stack[13]][1] += on_stack[6] in PLAYERS
            depths[on_stack[13]][2].add(index)
        for number, effect in m.effects.items():
            end = m.ends.get(number)
            for at, one in enumerate((True, end == "resolved", end == "fizzled", end == "stopped")):
                kinds[effect.kind][at] += one
            if effect.to and effect.kind in PLAYERS:
                key = (m.name(effect.card), effect.kind, m.effects[effect.to].kind)
                parts = [
                    1,
                    m.stops[number],
                    *(int(end == h) for h in ("resolved", "fizzled", "stopped")),
                ]
                for at, times in enumerate(parts):
                    responses[key][at] += times
    rows = report(reader, "responses", chosen)
    names = ("n", "stopped", "resolved", "fizzled", "was_stopped")
    assert columns(rows, ("card", "kind", "to_kind"), *names) == {
        key: tuple(counts) for key, counts in responses.items()
    }
    rows = report(reader, "stopped", chosen)
    assert columns(rows, ("kind",), "n", "resolved", "fizzled", "stopped") == {
        (kind,): tuple(counts) for kind, counts in kinds.items()
    }
    for row in rows:
        assert row["share"] == pytest.approx(row["stopped"] / row["n"])
    rows = report(reader, "depth", chosen)
    total = sum(counts[0] for counts in depths.values())
    assert columns(rows, ("depth",), "n", "by_players", "matches") == {
        (depth,): (n, by, len(matches)) for depth, (n, by, matches) in depths.items()
    }
    for row in rows:
        assert row["share"] == pytest.approx(row["n"] / total)


def test_life(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    kinds: dict[str, list[int]] = defaultdict(lambda: [0] * 5)
    cards: dict[str, list[int]] = defaultdict(lambda: [0] * 4)
    for m in ended:
        for _, _, _, _, seat, change, _, kind, _, card, by in m.rows["magical_forge_life"]:
            across = -change if change < 0 and seat != by else 0
            won = m.outcome("AB".index(by))[0]
            own = -change if change < 0 and seat == by else 0
            gained = max(0, change)
            for at, one in enumerate((1, across, across * won, gained, own)):
                kinds[kind][at] += one
            for at, one in enumerate((across, across if kind == "attack" else 0, gained, 1)):
                cards[card][at] += one
    whole = sum(counts[1] for counts in kinds.values())
    rows = report(reader, "life", chosen)
    names = ("times", "lost", "by_winners", "gained", "own_loss")
    assert columns(rows, ("source",), *names) == {(k,): tuple(c) for k, c in kinds.items()}
    for row in rows:
        assert row["share"] == pytest.approx(row["lost"] / whole)
        assert row["per_seat"] == pytest.approx(row["lost"] / (2 * len(ended)))
    rows = report(reader, "takers", chosen)
    assert columns(rows, ("card",), "lost", "by_attacks", "gained", "times") == {
        (card,): tuple(counts) for card, counts in cards.items()
    }


def test_length_and_ends(reader: Reader, ended: list[Ended], chosen: dict[str, str]) -> None:
    measures = {
        "turns": [m.state.turn for m in ended],
        "steps": [m.steps for m in ended],
        "plays": [len(m.plays()) for m in ended],
        "attacks": [len(m.of(f.AttackBegan)) for m in ended],
    }
    for row in report(reader, "length", chosen):
        found = sorted(measures.pop(row["measure"]))
        assert (row["n"], row["least"], row["most"]) == (len(found), found[0], found[-1])
        assert row["mean"] == pytest.approx(python.mean(found))
        assert row["median"] == python.median_low(found)
        assert row["deviation"] == pytest.approx(python.stdev(found))
    assert not measures
    rows = report(reader, "ends", chosen)
    reasons = Counter(m.state.why for m in ended)
    assert {row["why"]: row["n"] for row in rows} == dict(reasons)
    for row in rows:
        those = [m for m in ended if m.state.why == row["why"]]
        assert row["share"] == pytest.approx(len(those) / len(ended))
        assert row["mean_turns"] == pytest.approx(python.mean(m.state.turn for m in those))
        won = [m.state.sides[m.state.winner].life for m in those if m.state.winner is not None]
        lost = [m.state.sides[1 - m.state.winner].life for m in those if m.state.winner is not None]
        assert row["winner_life"] == pytest.approx(python.mean(won) if won else None)
        assert row["loser_life"] == pytest.approx(python.mean(lost) if lost else None)


def test_what_is_counted(
    reader: Reader, all_played: list[Ended], ended: list[Ended], chosen: dict[str, str]
) -> None:
    game = statistics.projected("magical_forge")
    counted = statistics.count(reader, game, chosen)
    assert counted.matches == len(ended)
    assert counted.draws == sum(m.state.winner is None for m in ended)
    through = [m for m in all_played if chosen.get("kind", m.kind) == m.kind]
    assert counted.open == len(through) - len(ended)


def test_filters_of_another_game_are_refused(reader: Reader) -> None:
    with pytest.raises(GameError) as refused:
        statistics.count(reader, statistics.projected("magical_forge"), {"edition": "early"})
    assert {"kind", "player", "since"} <= set(refused.value.legal)
    assert "edition" not in refused.value.legal
