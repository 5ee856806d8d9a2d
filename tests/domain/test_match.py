"""The live end of a match: choosing, settling, taking, resuming."""

from __future__ import annotations

import msgspec
import pytest

from domain.errors import CorruptStream, GameError, Reason
from domain.game import DEALER
from domain.games.riftforce.actions import CheckAndDraw, Deal, Discard, Play, Toss
from domain.games.riftforce.facts import Damaged, Drawn
from domain.games.riftforce.rules import RIFTFORCE
from domain.match import Match, Record, fold, turn_start
from tests.domain.given import given
from tests.domain.playing import Playing, play, record, until, whole

PLAYED = whole(Playing(11, "rulebook", "base", 1.0))
SETTINGS = RIFTFORCE.settings({"guilds a": "F W P T", "guilds b": "L I S C"})


def test_a_new_match() -> None:
    match = Match(RIFTFORCE, SETTINGS)
    assert match.steps == match.take() == []
    assert not match.over
    assert match.ask is not None
    assert match.ask.seat == DEALER


def test_choosing_answers_and_taking_hands_over() -> None:
    match = Match(RIFTFORCE, SETTINGS)
    match.choose(Toss(1))
    assert match.steps == []
    (step,) = match.take(after=5, by="Cleo", note="so")
    assert (step.action, step.seat, step.after, step.by, step.note) == (
        Toss(1),
        DEALER,
        5,
        "Cleo",
        "so",
    )
    assert step.prev == ""
    assert match.steps == [step]
    assert match.take() == []


def test_a_note_goes_with_the_last_step() -> None:
    match = Match(RIFTFORCE, SETTINGS)
    match.decide(Toss(1))
    match.decide(Deal(0, ("??",) * 7))
    assert [step.note for step in match.take(note="so")] == ["", "so"]


def test_what_is_not_offered_is_refused() -> None:
    match = Match(RIFTFORCE, SETTINGS)
    ask, before = match.ask, match.state.copy()
    for action in (Toss(2), Play("F5", 1), "nonsense", None, 5):
        with pytest.raises(GameError) as caught:
            match.choose(action)  # type: ignore[arg-type]
        assert caught.value.reason is Reason.ILLEGAL
        assert caught.value.legal == ("start A", "start B")
    assert match.ask is ask
    assert match.state == before
    assert match.take() == []


def test_over_is_over() -> None:
    again = Match(RIFTFORCE, PLAYED.settings, PLAYED.steps)
    assert again.over
    assert again.ask is None
    with pytest.raises(GameError, match="the match is over"):
        again.choose(CheckAndDraw())


def test_forced_answers_belong_to_the_step_that_led_to_them() -> None:
    """One Water at the end of the Rift: where it flows is no step of its own."""
    position = given("hand A: W6", "location 1: A W5 | B I7").when("act W6: W5")
    assert [type(step.action).__name__ for step in position.steps] == ["Discard", "Activate"]
    assert len(position.steps[1].facts) == 4


def test_a_forced_answer_may_be_spelt_out() -> None:
    lines = ("hand A: W6", "location 1: A W5 | B I7")
    assert given(*lines).when("act W6: W5>2").steps == given(*lines).when("act W6: W5").steps


class TestResuming:
    def test_from_nothing(self) -> None:
        match = Match(RIFTFORCE, SETTINGS, [])
        assert match.ask is not None
        assert match.ask.about == "toss"

    def test_only_the_turn_in_progress_is_decided_again(self) -> None:
        """A step of an earlier turn may be what today's rules would never do."""
        steps = list(PLAYED.steps)
        index = next(n for n, step in enumerate(steps) if isinstance(step.action, Discard))
        steps[index] = msgspec.structs.replace(steps[index], action=Discard("Xx9"))
        assert Match(RIFTFORCE, PLAYED.settings, steps).state == PLAYED.state

    @pytest.mark.parametrize("change", ["action", "facts", "seat"])
    def test_a_turn_in_progress_that_does_not_follow(self, change: str) -> None:
        match = until(Playing(11, "rulebook", "base", 1.0), 0)
        for match, _ in play(Playing(11, "rulebook", "base", 1.0)):
            if match.state.turn > 4 and match.ask is not None and match.ask.about != "turn":
                break
        steps = list(match.steps)
        changed = {
            "action": msgspec.structs.replace(steps[-1], action=Play("F5", 9)),
            "facts": msgspec.structs.replace(
                steps[-1], facts=(*steps[-1].facts, Damaged(1, 1, 1, 1))
            ),
            "seat": msgspec.structs.replace(steps[-1], seat=1 - steps[-1].seat),
        }
        steps[-1] = changed[change]
        with pytest.raises(
            CorruptStream, match=f"step {len(steps)} does not follow from the rules"
        ) as caught:
            Match(RIFTFORCE, match.settings, steps)
        assert caught.value.reason is Reason.CORRUPT

    def test_the_end_of_a_match_that_does_not_follow(self) -> None:
        """More steps than the rules ask for."""
        with pytest.raises(CorruptStream):
            Match(RIFTFORCE, PLAYED.settings, [*PLAYED.steps, PLAYED.steps[-1]])

    def test_turn_start(self) -> None:
        assert turn_start([]) == (0, 0)
        assert turn_start(PLAYED.steps[:3]) == (0, 0)
        for end in range(len(PLAYED.steps)):
            steps = PLAYED.steps[:end]
            index, after = turn_start(steps)
            if after:
                assert steps[index].facts[after - 1].opens_turn
                later = [
                    *steps[index].facts[after:],
                    *(f for s in steps[index + 1 :] for f in s.facts),
                ]
                assert not any(fact.opens_turn for fact in later)


class TestRecord:
    def test_versions(self) -> None:
        assert record(Match(RIFTFORCE, SETTINGS)).version == 1
        assert record(PLAYED).version == len(PLAYED.steps) + 1

    def test_states(self) -> None:
        there = record(PLAYED)
        assert there.state() == PLAYED.state
        assert there.state(0) == RIFTFORCE.new_state(PLAYED.settings)
        assert there.state(5) == fold(RIFTFORCE.new_state(PLAYED.settings), PLAYED.steps[:5])

    def test_a_state_is_the_callers_own(self) -> None:
        there: Record = record(PLAYED)
        there.state().hands[0].score = 99
        assert there.state() == PLAYED.state

    def test_live(self) -> None:
        there = record(until(Playing(11, "rulebook", "base", 1.0), 40))
        live = there.live()
        assert live.ask is not None
        live.decide(next(iter(live.ask.choices)))
        assert len(live.take()) == 1
        assert len(there.steps) == 40 == len(live.steps) - 1


def test_folding_runs_no_rules() -> None:
    """Facts that no rule would cause are folded all the same."""
    match = Match(RIFTFORCE, SETTINGS)
    match.decide(Toss(0))
    (step,) = match.take()
    state = RIFTFORCE.new_state(SETTINGS)
    fold(state, [msgspec.structs.replace(step, facts=(Drawn(0, ("F5",)),))])
    assert state.hands[0].hand == {"F5": 1}
    assert state.hands[0].pile == 35


def test_a_copy_shares_nothing() -> None:
    state = PLAYED.state
    twin = state.copy()
    assert twin == state
    for e in twin.elementals.values():
        e.damage += 1
    twin.hands[0].hand["F5"] = 50
    twin.hands[1].guilds.append("X")
    twin.display.append("X")
    assert twin != state
    assert "X" not in state.hands[1].guilds
    assert state == Match(RIFTFORCE, PLAYED.settings, PLAYED.steps).state
