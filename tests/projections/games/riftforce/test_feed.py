"""Riftforce's tables against the matches folded in plain Python, fact by fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from domain.contract.game import DEALER, UNKNOWN
from domain.games.riftforce import actions, facts
from domain.games.riftforce.cards import GUILD, GUILDS, NUMBER
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Opened, Step
from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games.riftforce.tables import TABLES as OWN

Rows = dict[str, list[tuple[Any, ...]]]


def guild(card: str) -> str:
    return GUILDS[GUILD[card]]


def who(elemental: Any) -> tuple[Any, ...]:
    return elemental.id, "AB"[elemental.seat], guild(elemental.card), NUMBER[elemental.card]


def folded(match: int, opened: Opened, steps: list[Any]) -> Rows:
    """What the tables must hold for a match."""
    rows: Rows = defaultdict(list)
    settings = opened.settings
    agreed = "guilds a" in settings
    state = RIFTFORCE.new_state(settings)
    rows["riftforce_settings"].append(
        (match, settings["expansion"], settings["ice"], "agreed" if agreed else "draft")
    )
    for seat in (0, 1) if agreed else ():
        for pick, code in enumerate(settings[f"guilds {'ab'[seat]}"].split(), 1):
            rows["riftforce_picks"].append(
                (match, 0, 0, "AB"[seat], GUILDS[code], "agreed", pick, None)
            )
    picked = 0
    gone: dict[int, Any] = {}
    for number, step in enumerate(steps, 1):
        turn_before, scores_before = state.turn, [h.score for h in state.hands]
        for position, fact in enumerate(step.facts, 1):
            here: tuple[Any, ...] = (match, number, position, state.turn)
            old = None
            for_id = getattr(fact, "elemental", None)
            if for_id is not None and for_id in state.elementals:
                old = state.elementals[for_id]
                stood = old.location if old else None
            source = None
            if getattr(fact, "source", None) is not None:
                source = state.elementals.get(fact.source)
                if source is None:
                    source = gone[fact.source]
            fact.apply(state)
            match fact:
                case facts.SummonerDrawn(seat, code):
                    n = len(state.hands[seat].guilds)
                    rows["riftforce_picks"].append(
                        (match, number, 0, "AB"[seat], GUILDS[code], "drawn", n, None)
                    )
                case facts.GuildPicked(seat, code):
                    picked += 1
                    n = len(state.hands[seat].guilds)
                    rows["riftforce_picks"].append(
                        (match, number, 0, "AB"[seat], GUILDS[code], "picked", n, picked)
                    )
                case facts.Drawn(seat, cards):
                    for n, card in enumerate(cards, 1):
                        known = card != UNKNOWN
                        rows["riftforce_draws"].append(
                            (
                                *here,
                                "AB"[seat],
                                n,
                                guild(card) if known else None,
                                NUMBER[card] if known else None,
                            )
                        )
                case facts.FacedUp() | facts.Played():
                    new = state.elemental(fact.elemental)
                    how = "played" if isinstance(fact, facts.Played) else "faced up"
                    number_, seat_, guild_, n_ = who(new)
                    rows["riftforce_elementals"].append(
                        (*here, seat_, number_, guild_, n_, new.location, how, seat_, None)
                    )
                case facts.Discarded(seat, card):
                    rows["riftforce_discards"].append(
                        (*here, "AB"[seat], guild(card), NUMBER[card])
                    )
                case facts.Activated():
                    number_, seat_, guild_, n_ = who(old)
                    rows["riftforce_activations"].append((*here, seat_, number_, guild_, n_, stood))
                case facts.Moved(_, to):
                    number_, seat_, guild_, n_ = who(old)
                    rows["riftforce_moves"].append((*here, seat_, number_, guild_, n_, stood, to))
                case facts.Damaged(_, amount, _, location):
                    rows["riftforce_damage"].append(
                        (*here, *between(source, old), location, amount)
                    )
                case facts.Healed(_, amount, _):
                    rows["riftforce_heals"].append((*here, *between(source, old), amount))
                case facts.Destroyed():
                    gone[for_id] = old
                    rows["riftforce_destructions"].append(
                        (*here, *between(source, old), stood, "discarded")
                    )
                case facts.Taken(_, _, location, new_id):
                    gone[for_id] = old
                    rows["riftforce_destructions"].append(
                        (*here, *between(source, old), stood, "taken")
                    )
                    number_, seat_, guild_, n_ = who(state.elemental(new_id))
                    owner = "AB"[state.elemental(new_id).owner]
                    rows["riftforce_elementals"].append(
                        (*here, seat_, number_, guild_, n_, location, "taken", owner, for_id)
                    )
                case facts.Gained(seat, points, why, total, location):
                    assert state.hands[seat].score == total
                    rows["riftforce_points"].append(
                        (*here, "AB"[seat], why, points, total, location)
                    )
                case facts.TurnBegan(turn, seat):
                    own = [row for row in rows["turns"] if row[0] == match and row[2] == "AB"[seat]]
                    begun = (match, turn, "AB"[seat], number, position, len(own) + 1)
                    rows["turns"].append((*begun, *(h.score for h in state.hands)))
        scores = [h.score for h in state.hands]
        if scores != scores_before:
            rows["scores"].append((match, number, turn_before, *scores))
        rows["score_after_step"].append((match, number, turn_before, *scores))
        seat = "dealer" if step.seat == DEALER else "AB"[step.seat]
        rows["steps"].append((match, number, turn_before, seat, step.action.__struct_config__.tag))
        if state.over:
            winner = None if state.winner is None else "AB"[state.winner]
            rows["endings"].append((match, winner, state.why, *scores, turn_before, number))
    return rows


def between(source: Any, target: Any) -> tuple[Any, ...]:
    number, seat, name, n = who(source)
    return (seat, number, name, n, *who(target))


COLUMNS = {"steps": "match, step, turn, seat, action"}


@pytest.fixture(scope="module")
def expected(store: Path, analytics: Path) -> Rows:
    with duckdb.connect(str(analytics), read_only=True) as con:
        numbers = dict(con.execute("SELECT match_id, match FROM openings").fetchall())
    recorder = Recorder(store, durable=False)
    found: Rows = defaultdict(list)
    for match_id, match in numbers.items():
        record = recorder.load(match_id)
        for name, rows in folded(match, record.opened, record.steps).items():
            found[name] += rows
    recorder.close()
    assert len(numbers) == 60
    return found


TABLES = ("steps", "turns", "scores", "score_after_step", "endings", *(t.name for t in OWN))


def ordered(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(rows, key=lambda row: tuple((value is None, value) for value in row))


@pytest.mark.parametrize("table", TABLES)
def test_tables_hold_what_the_facts_say(table: str, expected: Rows, analytics: Path) -> None:
    with duckdb.connect(str(analytics), read_only=True) as con:
        got = con.execute(f"SELECT {COLUMNS.get(table, '*')} FROM {table}").fetchall()
    assert len(got) > 5
    assert ordered(got) == ordered(expected[table])


def test_every_kind_of_row_was_there(expected: Rows) -> None:
    assert {row[-1] for row in expected["riftforce_destructions"]} == {"discarded", "taken"}
    assert {row[5] for row in expected["riftforce_points"]} == {
        "kill",
        "crystal",
        "shadow",
        "control",
    }
    assert {row[5] for row in expected["riftforce_picks"]} == {"drawn", "picked", "agreed"}


def step(action: Any, *happened: Any) -> Any:
    return Step(action, happened)


def test_an_elemental_can_be_taken_again_and_again(
    tmp_path: Path, rows_of: Callable[..., Any]
) -> None:
    settings = RIFTFORCE.settings({"expansion": "beyond"})
    opened = Opened("riftforce", "1", settings, ("Ann", "Ben"), 1_764_448_788_123)
    done = actions.Done()
    steps = [
        step(done, facts.Played(0, "Mu5", 2, 1), facts.Played(1, "W6", 1, 2)),
        step(done, facts.Moved(2, 3), facts.Played(1, "Mu7", 4, 3)),
        step(done, facts.Damaged(2, 2, 1, 3), facts.Taken(2, 1, 5, 4)),
        step(done, facts.Taken(4, 3, 1, 5), facts.Taken(5, 1, 2, 6), facts.Activated(6)),
    ]
    for number in (100, 1):
        store, path = tmp_path / f"{number}.sqlite", tmp_path / f"{number}.duckdb"
        recorder = Recorder(store, durable=False)
        recorder.add([("m", opened, steps)])
        recorder.close()
        feed.catch_up(store, path, most=number)
    with duckdb.connect(str(path), read_only=True) as con:
        got = con.execute(
            "SELECT elemental, seat, guild, number, location, owner, was FROM riftforce_elementals "
            "WHERE how = 'taken' ORDER BY elemental"
        ).fetchall()
        assert got == [
            (4, "A", "Water", 6, 5, "B", 2),
            (5, "B", "Water", 6, 1, "B", 4),
            (6, "A", "Water", 6, 2, "B", 5),
        ]
        fell = con.execute(
            "SELECT target, target_seat, location, fate FROM riftforce_destructions ORDER BY target"
        ).fetchall()
        assert fell == [(2, "B", 3, "taken"), (4, "A", 5, "taken"), (5, "B", 1, "taken")]
        assert con.execute("SELECT location FROM riftforce_activations").fetchall() == [(2,)]
    assert rows_of(tmp_path / "100.duckdb") == rows_of(tmp_path / "1.duckdb")


def test_unknown_cards_are_null(tmp_path: Path) -> None:
    settings = RIFTFORCE.settings({})
    opened = Opened("riftforce", "1", settings, ("Ann", "Ben"), 1_764_448_788_123)
    steps = [step(actions.Done(), facts.Drawn(0, ("F5", UNKNOWN, UNKNOWN)))]
    store, path = tmp_path / "m.sqlite", tmp_path / "m.duckdb"
    recorder = Recorder(store, durable=False)
    recorder.add([("m", opened, steps)])
    recorder.close()
    feed.catch_up(store, path)
    with duckdb.connect(str(path), read_only=True) as con:
        got = con.execute(
            "SELECT card, guild, number FROM riftforce_draws ORDER BY card"
        ).fetchall()
    assert got == [(1, "Fire", 5), (2, None, None), (3, None, None)]
