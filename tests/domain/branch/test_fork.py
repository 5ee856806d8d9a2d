"""What-if matches: by hand, and by bots who know or guess the hands."""

from __future__ import annotations

import pickle
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.branch.fork import GUESSED, ForkPlan, Forks, digest_of, fork, fork_plan
from domain.branch.unknown_places import hides
from domain.contract.errors import GameError, Reason
from domain.record.chain import chained, read_rows
from domain.record.events import Closed, Ruled, TakenBack
from domain.record.match import Match, Record
from domain.record.unknown import refines
from domain.revise.misfits import happened
from tests.domain.simulated import AT, KEYS, recorded, seen, simulated, typed

NOW = AT + 1_000_000
AGREED = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}
SETUP = ("hand A F5 F6 F7", "hand B", "face C5")


def rift(*lines: str) -> Record:
    return typed(recorded("riftforce", [], "m", AGREED), [*SETUP, *lines])


# -- by hand -------------------------------------------------------------------------------------


def test_a_fork_tells_the_same_up_to_the_step_and_names_its_origin() -> None:
    whole = simulated("riftforce", 1)
    opened, steps = fork(whole, 14, NOW, note="what if", by="Eve")
    assert [happened(s) for s in steps] == [happened(s) for s in whole.steps[:14]]
    assert (opened.at, opened.note, opened.by, opened.players) == (
        NOW,
        "what if",
        "Eve",
        ("Ann", "Ben"),
    )
    assert opened.on == whole.opened.day()
    (origin,) = opened.origins
    assert (origin.match, origin.step, origin.how) == ("m", 14, "fork")
    assert origin.digest == whole.events[14].prev == digest_of(whole, 14)
    assert digest_of(whole, len(whole.events)) == whole.head


def test_a_fork_is_a_chain_of_its_own_and_goes_on_from_there() -> None:
    whole = rift("1 A play F5@1", "2 B act L7")
    opened, steps = fork(whole, 5, NOW, lines=["2 B play L5@2 {tried}", "3 A act F7: F5@1"])
    copy = Record("copy", whole.game, opened, [], "")
    rows = chained(copy, [opened, *steps])
    again = read_rows("copy", [row[1:] for row in rows])
    assert again.state().turn == 4
    assert again.steps[6].note == "tried"
    assert again.live().ask is not None
    assert whole.state().turn == 3


def test_when_steps_happened_is_kept_and_they_are_recorded_with_the_fork() -> None:
    timed = [msgspec.structs.replace(s, after=n * 1000) for n, s in enumerate(rift().steps, 1)]
    _, steps = fork(recorded("riftforce", timed, settings=AGREED), 2, NOW)
    assert [(s.after, s.occurred) for s in steps] == [(0, 1000 + AT - NOW), (0, 2000 + AT - NOW)]
    _, steps = fork(rift(), 2, NOW)
    assert [(s.after, s.occurred) for s in steps] == [(0, None), (0, None)]


def test_a_fork_of_a_variation_follows_it() -> None:
    taken_back = rift("1 A play F5@1")
    taken_back.events.append(TakenBack(to=3))
    more = typed(recorded("riftforce", taken_back.steps, "m", AGREED), ["1 A play F6@2"])
    taken_back.events += more.steps[3:]
    _, steps = fork(taken_back, 5, NOW)
    assert [s.action for s in steps[3:]] == [s.action for s in rift("1 A play F5@1").steps[3:]]
    _, steps = fork(taken_back, 8, NOW)
    assert [s.action for s in steps] == [s.action for s in more.steps]


def test_rulings_are_copied() -> None:
    whole = rift("! damage C5@3 2")
    _, steps = fork(whole, 4, NOW)
    assert isinstance(steps[-1], Ruled)
    assert happened(steps[-1]) == happened(whole.steps[-1])


def test_the_opening_can_be_forked() -> None:
    opened, steps = fork(rift(), 0, NOW, lines=["hand A W5"])
    assert len(steps) == 1
    assert opened.origins[0].step == 0


@pytest.mark.parametrize(
    ("number", "lines", "reason", "words"),
    [
        (99, [], Reason.NOT_FOUND, "no step 99"),
        (3, ["1 A play F5@9"], Reason.ILLEGAL, "`1 A play F5@9` cannot be played there"),
        (3, ["1 A fly"], Reason.UNREADABLE, "`1 A fly` cannot"),
        (4, [], Reason.ILLEGAL, "over at step 4"),
    ],
)
def test_what_cannot_be_forked(number: int, lines: list[str], reason: Reason, words: str) -> None:
    whole = rift("result A wins (concession)")
    assert isinstance(whole.steps[-1], Closed)
    with pytest.raises(GameError) as refused:
        fork(whole, number, NOW, lines=lines)
    assert words in refused.value.message


# -- by bots -------------------------------------------------------------------------------------


def check(whole: Record, forks: Forks, count: int, told: int) -> None:
    """Forks tell the same as far as it is known, follow the rules, and hold nothing unknown."""
    for index in range(count):
        steps = forks.play(index, NOW)
        for step, old in zip(steps[:told], whole.steps, strict=False):
            assert refines((step.action, step.facts), (old.action, old.facts))
        assert not any(map(hides, steps))
        match = Match(whole.game, whole.opened.settings)
        for step in steps:
            assert match.ask is not None
            assert step.action in match.ask.choices
            match.answer(step.action)
            match.settle()
            assert [again.facts for again in match.take()] == [step.facts]
        assert match.over


@pytest.mark.parametrize("key", KEYS)
@given(seed=st.integers(0, 60), part=st.floats(0, 0.9), seat=st.sampled_from([0, 1, None]))
@settings(max_examples=3, deadline=None)
def test_hidden_cards_are_guessed_as_what_is_recorded_allows(
    key: str, seed: int, part: float, seat: int | None
) -> None:
    whole = seen(simulated(key, seed), seat, "m")
    at = int(len(whole.steps) * part)
    forks = Forks(whole, fork_plan(whole, at, ["random"], 1))
    assert forks.guessed == any(map(hides, whole.steps[:at]))
    check(whole, forks, 1, at)


@pytest.mark.parametrize("key", KEYS)
def test_what_was_played_later_in_the_match_tells_of_the_hands(key: str) -> None:
    """A card that is played after the fork without a draw was in hand there."""
    whole = simulated(key, 5)
    view = seen(whole, None, "m")
    at = len(view.steps) // 2
    forks = Forks(view, fork_plan(view, at, ["random"], 1))
    assert forks.guess is not None
    for branch in forks.guess.branches:
        assert len(branch.steps) == len(view.steps)
    again = forks.guess.draw(random.Random(1), forks.found)
    assert all(
        refines((new.action, new.facts), (old.action, old.facts))
        for new, old in zip(again[0], view.steps, strict=True)
    )


def test_known_hands_are_not_guessed() -> None:
    whole = simulated("riftforce", 2)
    forks = Forks(whole, fork_plan(whole, 30, ["sensible", "random"], 3))
    assert not forks.guessed
    opened = forks.opened(NOW)
    assert (opened.bots, opened.seed, opened.note) == (("sensible", "random"), 3, "")
    assert [happened(s) for s in forks.play(0, NOW)[:30]] == [happened(s) for s in whole.steps[:30]]
    assert forks.play(0, NOW) == forks.play(0, NOW)
    assert forks.play(0, NOW) != forks.play(1, NOW)


def test_lines_are_played_first_and_guesses_allow_them() -> None:
    """B, whose hand nobody knows, plays a card in the fork: it is guessed to have been there."""
    whole = rift("1 A play F5@1", "2 B act L7")
    forks = Forks(whole, fork_plan(whole, 5, ["random"], 1, ["2 B play I6@2 I6@2"], "two ice"))
    assert forks.opened(NOW).note == f"two ice {GUESSED}"
    for index in range(3):
        steps = forks.play(index, NOW)
        assert steps[1].action.cards.count("I6") >= 2
        assert "L7" in steps[1].action.cards
        assert [s.action for s in steps[5:7]] == [s.action for s in forks.first[:2]]
    check(whole, forks, 1, 5)


def test_a_plan_names_its_matches_by_what_they_are_made_of() -> None:
    whole = simulated("riftforce", 2)
    plan = fork_plan(whole, 30, ["random"], 3)
    assert plan == fork_plan(whole, 30, ["random"], 3)
    sent: ForkPlan = pickle.loads(pickle.dumps(plan))
    assert sent.match_id(0) == plan.match_id(0)
    others = [
        fork_plan(whole, 31, ["random"], 3),
        fork_plan(whole, 30, ["sensible"], 3),
        fork_plan(whole, 30, ["random"], 4),
        fork_plan(whole, 30, ["random"], 3, ["check"]),
    ]
    names = {plan.match_id(0), plan.match_id(1), *(other.match_id(0) for other in others)}
    assert len(names) == 6
    forks = Forks(whole, plan)
    rows = forks.encoded([1], NOW)
    made = read_rows(plan.match_id(1), [row[1:] for row in rows])
    assert forks.made(made.opened)
    assert not Forks(whole, others[0]).made(made.opened)


def test_cards_that_cannot_have_been_there_cannot_be_guessed() -> None:
    """Entered by hand: a fact that no cards of the deals allow."""
    whole = rift("! draw B ??", "1 A play F5@1", "2 B act L7")
    with pytest.raises(GameError, match="hands are not known there, and something stays unknown"):
        Forks(whole, fork_plan(whole, 6, ["random"], 1)).play(0, NOW)


def test_bots_that_do_not_exist_are_refused() -> None:
    with pytest.raises(GameError) as refused:
        fork_plan(rift(), 3, ["clever"], 1)
    assert refused.value.reason is Reason.BAD_SETTING
