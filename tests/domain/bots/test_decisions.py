"""Decisions as they were put: what was legal, what was taken, what the sensible bot held of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.bots import options
from domain.bots.decisions import FEW, SAME, Decision, Differs, decided, decisions, gap, ranked
from domain.contract.game import DEALER
from domain.formats.tape import Tape, read_tapes
from domain.games import GAMES, OWN, game
from domain.record.events import Opened, Ruled, Step
from domain.record.history import CORRECTED
from domain.record.match import Match, Record
from domain.store.recorder import Recorder
from tests.domain.simple_race import RACE
from tests.domain.simulated import simulated
from tests.domain.tabled import Paper, Walk, evening, walked, walks

GOLDEN = Path(__file__).parents[2] / "golden"
EACH = pytest.mark.parametrize("key", OWN)


def golden(name: str) -> Record:
    """A golden match."""
    (tape,) = read_tapes((GOLDEN / f"{name}.tape").read_text(encoding="utf-8"))
    assert isinstance(tape, Tape)
    return Record("g", game(tape.opened.game), tape.opened, tape.steps, "")


def seats_decide(record: Record) -> set[int]:
    """The numbers of the events that are decisions of a seat."""
    return {
        number
        for number, event in enumerate(record.events, 1)
        if isinstance(event, Step | Ruled) and event.action is not None and event.seat != DEALER
    }


@EACH
def test_the_sensible_bot_takes_what_it_ranks_first(key: str) -> None:
    record = simulated(key, 3, bots="sensible")
    found = list(decisions(record))
    assert {one.number for one in found} == seats_decide(record)
    assert {one.seat for one in found} == {0, 1}
    for one in found:
        assert one.seat == 0 or (one.rank, one.gap) == (1, 0.0)
        assert one.best == sum(option.rank == 1 for option in one.options) >= 1
        assert one.known and not (one.stood or one.taken_back or one.corrected)


@EACH
def test_the_other_bot_does_not(key: str) -> None:
    found = list(decisions(simulated(key, 4, bots="random")))
    ranks = [one.rank for one in found]
    assert None not in ranks and len(set(ranks)) > 5
    assert all((one.rank == 1) == (one.gap == 0.0) for one in found)
    assert all(one.gap is not None and 0 <= one.gap <= 1 for one in found)


@EACH
def test_a_question_is_put_as_the_match_put_it(key: str) -> None:
    """Against the live end of the match, resumed before each decision."""
    record = simulated(key, 5, bots="random")
    for one in list(decisions(record))[::7]:
        live = Match(record.game, record.opened.settings, record.steps[: one.number - 1])
        ask = live.ask
        assert ask is not None
        assert (one.seat, one.about, one.turn) == (ask.seat, ask.about, live.state.turn)
        assert [option.action for option in one.options] == list(ask.choices)
        assert one.offered == len(ask.choices) <= FEW
        assert (
            one.options[one.place - 1].action == one.action == record.events[one.number - 1].action
        )
        assert one.options[one.place - 1].words == one.words
        value = record.game.valued(live.state, ask)
        assert value is not None
        better = sum(value(action) > value(one.action) + SAME for action in ask.choices)
        assert one.rank == better + 1


@EACH
def test_options_are_told_apart_in_words(key: str) -> None:
    for one in decisions(simulated(key, 6, bots="random")):
        words = [option.words for option in one.options]
        assert len(set(words)) == len(words) and all(words)


@settings(max_examples=40)
@given(walks(tuple(OWN), most=12))
def test_every_decision_at_a_table_is_told_and_marked(walk: Walk) -> None:
    record = walked(walk)
    found = list(decided(record))
    assert not [one for one in found if isinstance(one, Differs)]
    told = {one.number: one for one in found if isinstance(one, Decision)}
    assert set(told) == seats_decide(record) and len(told) == len(found)
    off = {n: v.reason == CORRECTED for v in record.history.variations for n in v.numbers}
    for number, one in told.items():
        event: Any = record.events[number - 1]
        assert one.taken_back == (off.get(number) is False)
        assert one.corrected == (off.get(number) is True)
        assert one.stood == isinstance(event, Ruled)
        assert (one.action, one.redecides) == (event.action, event.redecides)
        assert one.place or one.stood
        assert (one.rank is None) == (one.place == 0)


def test_an_evening_at_the_club() -> None:
    found = {one.number: one for one in decisions(evening())}
    assert {n for n, one in found.items() if one.taken_back} == {11}
    assert {n for n, one in found.items() if one.corrected} >= {4, 5}
    stood = [one for one in found.values() if one.stood]
    assert stood and all(one.offered > 1 for one in stood)
    wrong = next(one for one in stood if not one.place)
    assert (wrong.rank, wrong.gap) == (None, None) and wrong.words


def test_giving_up_is_no_option() -> None:
    recorder = Paper()
    of = GAMES["magical_forge"]
    record = recorder.new_match(of, {"start": "A"}, ("Ann", "Ben"), match_id="m")
    for _ in range(4):
        ask = record.live().open_ask()
        if ask.seat != DEALER:
            break
        recorder.play_line(record, of.notation.words(record.state(), ask)[0])
    recorder.play_line(record, "concede")
    last = list(decisions(record))[-1]
    assert (last.words, last.place, last.rank, last.gap) == ("concede A", 0, None, None)
    assert last.options and last.action not in [option.action for option in last.options]


@pytest.mark.parametrize("name", ["hidden-hands", "magical-hidden", "solforge-hidden"])
def test_what_the_recording_does_not_know_is_counted(name: str) -> None:
    record = golden(name)
    found = list(decisions(record))
    assert {one.number for one in found} == seats_decide(record)
    assert {one.known for one in found} == {True, False}
    for one in found[::9]:
        state = record.state(one.number - 1)
        assert one.unknown == record.game.unknown(state, one.seat)
        assert one.unknown == record.game.unknown(record.game.view(state, one.seat), one.seat)
    assert any(one.offered > FEW and not one.options for one in found)
    assert all(one.words and one.rank for one in found)


def test_it_ends_where_the_rules_come_to_something_else() -> None:
    record = simulated("riftforce", 7)
    numbers = [one.number for one in decisions(record)]
    at = numbers[20]
    step = record.events[at - 1]
    events = [*record.events]
    events[at - 1] = msgspec.structs.replace(step, facts=(*step.facts, step.facts[0]))
    found = list(decided(Record("m", record.game, record.opened, events, "")))
    assert found[-1] == Differs(at)
    assert [one.number for one in found[:-1]] == numbers[:20]
    events[at - 1] = msgspec.structs.replace(step, seat=1 - step.seat)
    found = list(decided(Record("m", record.game, record.opened, events, "")))
    assert (len(found), found[-1]) == (21, Differs(at))
    opened = msgspec.structs.replace(record.opened, settings={"ice": "warm"})
    assert list(decided(Record("m", record.game, opened, events, ""))) == [Differs(0)]


def test_a_variation_that_the_rules_would_not_give_is_marked() -> None:
    record = evening()
    step: Any = record.events[10]
    events = [*record.events]
    events[10] = msgspec.structs.replace(step, facts=step.facts[:-1])
    found = list(decided(Record("m", record.game, record.opened, events, "")))
    assert [one for one in found if isinstance(one, Differs)] == [Differs(11)]
    numbers = {one.number for one in found if isinstance(one, Decision)}
    assert numbers == seats_decide(record) - {11}


def test_a_game_without_an_opinion_has_no_ranks() -> None:
    state, steps = RACE.new_state(RACE.settings({})), []
    live = Match(RACE, RACE.settings({}))
    while live.ask is not None and len(steps) < 6:
        live.decide(next(iter(live.ask.choices)))
        steps += live.take()
    opened = Opened(RACE.key, "1", RACE.settings({}), ("Ann", "Ben"), 0)
    found = list(decisions(Record("m", RACE, opened, steps, "")))
    assert found
    for one in found:
        assert (one.rank, one.gap, one.best, one.unknown) == (None, None, None, 0)
        assert one.place == 1 and one.options[0].words == one.words
        assert not one.subject
    assert RACE.unknown(state, 0) == 0


@given(st.lists(st.integers(-5, 5).map(float), min_size=1))
def test_ranks(values: list[float]) -> None:
    ranks = ranked(values)
    assert ranks == [1 + sum(other > value for other in values) for value in values]
    for value, rank in zip(values, ranks, strict=True):
        assert (gap(values, value) == 0) == (rank == 1)
        assert gap(values, value) <= 1
    assert max(gap(values, value) for value in values) == float(len(set(values)) > 1)


@pytest.mark.parametrize(
    ("key", "some"),
    [
        ("riftforce", {("play", "Fire"), ("check", ""), ("to", "location 3")}),
        ("solforge", {("pass", ""), ("lane", "lane 2"), ("player", "the opponent")}),
        ("magical_forge", {("end", ""), ("mode", "number 2"), ("order", "number 1")}),
    ],
)
def test_what_answers_are_about(key: str, some: set[tuple[str, str]]) -> None:
    """It is the same in every match, so never a place in this one, a letter of a seat, or an id."""
    found = {
        (str(option.action.__struct_config__.tag), option.subject)
        for seed in range(8)
        for one in decisions(simulated(key, seed))
        for option in one.options
    }
    assert some <= found, sorted(some - found)
    assert len(found) < 400


def test_words_of_several_are_told_apart_by_what_they_differ_in() -> None:
    record = simulated("riftforce", 3, bots="sensible")
    one = next(one for one in decisions(record) if one.about == "turn")
    assert one.options[0].words.startswith("play ") and one.options[0].words.endswith("@1")
    live = Match(record.game, record.opened.settings, record.steps[: one.number - 1])
    ask = live.open_ask()
    some = [option.action for option in one.options[:1]]
    assert options.worded(record.game, live.state, ask, some)[0].endswith("@")


def test_a_stored_match_gives_the_same(tmp_path: Path) -> None:
    record = simulated("solforge", 8)
    recorder = Recorder(tmp_path / "s.sqlite", durable=False)
    recorder.add([("m", record.opened, record.events)])
    assert list(decided(recorder.load("m"))) == list(decided(record))
    recorder.close()
