"""The live end of a match: choosing, settling, taking, resuming."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.contract.errors import CorruptStream, GameError, Reason
from domain.contract.game import DEALER, UNKNOWN
from domain.games.riftforce.actions import CheckAndDraw, Deal, Discard, Play, Toss
from domain.games.riftforce.facts import Damaged, Drawn, Gained, MatchEnded, Played, TurnBegan
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Closed, Ruled, TakenBack
from domain.record.match import Match, Record, fold, turn_start
from tests.domain.given import given
from tests.domain.playing import Playing, answer, play, playings, record, until, whole

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


def at_turn(number: int, seed: int = 11) -> Match:
    """A match at the beginning of a turn."""
    for match, _ in play(Playing(seed, "rulebook", "base", 1.0)):
        if match.state.turn == number and match.ask is not None and match.ask.about == "turn":
            return match
    raise AssertionError


class TestRuling:
    def test_facts_happen_and_the_question_is_put_again(self) -> None:
        match = at_turn(5)
        seat = match.state.active
        asked, turn = match.ask, match.state.turn
        card = next(iter(match.state.hands[seat].hand))
        match.rule([Drawn(seat, (UNKNOWN,))], "correction")
        (ruled,) = match.take(judge="Eve", note="dealt too few")
        assert isinstance(ruled, Ruled)
        assert (ruled.facts, ruled.entered, ruled.anew) == ((Drawn(seat, (UNKNOWN,)),), 1, True)
        assert (ruled.kind, ruled.judge, ruled.note) == ("correction", "Eve", "dealt too few")
        assert match.ask is not asked
        assert match.state.turn == turn
        assert Discard(card) in match.ask.choices  # type: ignore[union-attr]

    def test_what_makes_a_turn_begin_lets_it_begin(self) -> None:
        match = at_turn(5)
        match.rule([TurnBegan(6, 0)])
        assert match.ask is not None
        assert (match.ask.about, match.ask.seat) == ("turn", 0)

    def test_what_ends_the_match_ends_it(self) -> None:
        match = at_turn(5)
        match.rule([MatchEnded(1, "deadlock")])
        assert match.over

    def test_in_the_middle_of_an_action_the_question_stays(self) -> None:
        for match, _ in play(Playing(11, "rulebook", "base", 1.0)):
            if match.state.turn > 4 and match.ask is not None and match.ask.about == "play on":
                break
        asked = match.ask
        number = next(iter(match.state.elementals))
        match.rule([Damaged(number, 1, 0, 1)])
        (ruled,) = match.take()
        assert isinstance(ruled, Ruled)
        assert not ruled.anew
        assert match.ask is asked
        again = Match(RIFTFORCE, match.settings, match.steps)
        assert again.state == match.state
        assert again.ask is not None
        assert list(again.ask.choices) == list(asked.choices)  # type: ignore[union-attr]

    def test_what_cannot_have_happened_is_refused(self) -> None:
        with pytest.raises(GameError, match="cannot have happened"):
            at_turn(5).rule([Damaged(99, 1, 0, 1)])

    def test_a_play_that_stood_is_carried_out(self) -> None:
        match = at_turn(3)
        seat = match.state.active
        first, *_ = (card for card in match.state.hands[seat].hand if card[0] not in "EL")
        match.decide(Play(first, 1))
        match.take()
        other = next(
            card
            for card in match.state.hands[seat].hand
            if card[0] not in ("E", "L", first[0]) and card[-1] != first[-1]
        )
        with pytest.raises(GameError):
            match.choose(Play(other, 5))
        match.stand(Play(other, 5))
        (ruled,) = match.take()
        assert isinstance(ruled, Ruled)
        assert (ruled.action, ruled.kind, ruled.entered) == (Play(other, 5), "stood", 0)
        assert ruled.facts[0] == Played(seat, other, 5, match.state.placed)
        again = Match(RIFTFORCE, match.settings, match.steps)
        assert (again.state, again.over) == (match.state, match.over)

    def test_a_play_that_the_rules_cannot_carry_out_is_refused(self) -> None:
        match = at_turn(3)
        with pytest.raises(GameError, match="cannot carry that out"):
            match.stand(Play("F5", 99))


@examples(playings(), st.integers(1, 200), st.data())
def test_matches_with_rulings_resume_everywhere(
    playing: Playing, decisions: int, data: st.DataObject
) -> None:
    """Whatever is ruled and when: the fold of every prefix is the state, and the live end goes on."""
    rng = random.Random(playing.seed)
    match = playing.match()
    for _ in range(decisions):
        if match.ask is None:
            break
        if match.state.turn and rng.random() < 0.15:
            rule_something(match, rng)
        else:
            match.decide(answer(match.ask, rng, playing.known))
        match.take()
    assert fold(RIFTFORCE.new_state(match.settings), match.steps) == match.state
    end = data.draw(st.integers(0, len(match.steps)))
    there = Match(RIFTFORCE, match.settings, match.steps[:end])
    assert there.state == fold(RIFTFORCE.new_state(match.settings), match.steps[:end])
    for step in match.steps[end:]:
        if isinstance(step, Ruled) and step.action is None:
            there.rule(step.facts[: step.entered], step.kind, step.seat)
        else:
            there.choose(step.action)
        (again,) = there.take()
        assert again == step
    assert (there.ask is None) == (match.ask is None)
    if match.ask is not None and there.ask is not None:
        assert (there.ask.seat, there.ask.about) == (match.ask.seat, match.ask.about)
        assert list(there.ask.choices) == list(match.ask.choices)


def rule_something(match: Match, rng: random.Random) -> None:
    """Let something happen that was not decided."""
    numbers = list(match.state.elementals)
    if numbers and rng.random() < 0.6:
        match.rule([Damaged(rng.choice(numbers), 1, 0, 1)], "effect")
    else:
        seat = rng.choice((0, 1))
        match.rule(
            [Gained(seat, 1, "ruling", match.state.hands[seat].score + 1, 0)], "penalty", seat
        )


class TestClosed:
    def test_nothing_is_asked_any_more(self) -> None:
        match = at_turn(5)
        steps = [*match.steps, Closed("concession", 1, 0)]
        again = Match(RIFTFORCE, match.settings, steps)
        assert again.over
        assert again.closed == steps[-1]
        with pytest.raises(GameError, match="the match is over"):
            again.choose(CheckAndDraw())

    def test_nothing_follows(self) -> None:
        match = at_turn(5)
        with pytest.raises(CorruptStream):
            Match(RIFTFORCE, PLAYED.settings, [*match.steps, Closed("agreed"), PLAYED.steps[-1]])

    @pytest.mark.parametrize(
        ("closed", "outcome"),
        [
            (Closed("concession", 1, 0), "B wins"),
            (Closed("agreed"), "draw"),
            (Closed("abandonment"), "no result"),
            (Closed("abandonment", 0), "A wins"),
        ],
    )
    def test_the_result_is_what_the_table_says(self, closed: Closed, outcome: str) -> None:
        there = record(at_turn(5))
        assert there.result() is None
        there.events.append(closed)
        result = there.result()
        assert result is not None
        assert (result.outcome, result.why) == (outcome, closed.why)
        hands = there.state().hands
        assert result.totals == (hands[0].score, hands[1].score)


class TestTheLine:
    def test_numbers_are_for_ever_and_places_are_not(self) -> None:
        there = record(at_turn(5))
        count = len(there.events)
        there.events += [TakenBack(to=count - 2), *at_turn(5).steps[-2:]]
        assert list(there.numbers) == [*range(1, count - 1), count + 2, count + 3]
        assert there.place(count + 2) == count - 1
        assert there.number(count - 1) == count + 2
        assert there.place(0) == there.number(0) == 0
        assert there.state() == at_turn(5).state
        with pytest.raises(GameError, match=f"was taken back by event {count + 1}"):
            there.place(count)
        with pytest.raises(GameError, match="is no step of the game"):
            there.place(count + 1)
        with pytest.raises(GameError, match=f"has no step {count + 9}"):
            there.place(count + 9)
        assert there.variation(count).steps == at_turn(5).steps
        assert there.before(count + 1).steps == at_turn(5).steps

    def test_a_take_back_to_what_never_was_is_damage(self) -> None:
        there = record(at_turn(5))
        there.events.append(TakenBack(to=999))
        with pytest.raises(CorruptStream, match="cannot have happened"):
            there.state()

    def test_as_of(self) -> None:
        match = at_turn(5)
        steps = [
            msgspec.structs.replace(step, after=10 * n) for n, step in enumerate(match.steps, 1)
        ]
        there = record(match)
        there.events[:] = [*steps, TakenBack(to=3, after=10_000)]
        assert there.as_of(-1) is None
        assert list(there.as_of(9_999).numbers) == list(range(1, len(steps) + 1))  # type: ignore[union-attr]
        assert there.as_of(10_000) is there
        assert list(there.as_of(25).numbers) == [1, 2]  # type: ignore[union-attr]

    def test_seen_by_a_seat(self) -> None:
        """What was taken back is hidden as what stands is."""
        there = record(at_turn(5))
        there.events.append(TakenBack(to=1))
        seen = there.seen_by(None).variation(len(there.events) - 1)
        hidden = [fact for step in seen.steps for fact in step.facts if isinstance(fact, Drawn)]
        assert hidden
        assert {card for fact in hidden for card in fact.cards} == {UNKNOWN}
