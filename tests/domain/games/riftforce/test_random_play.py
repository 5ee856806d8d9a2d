"""Matches played at random keep what must always hold."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.contract.errors import GameError
from domain.contract.game import DEALER, UNKNOWN
from domain.formats.tape import Tape, decide_line, read_tapes, write_tape
from domain.games.riftforce.actions import Deal
from domain.games.riftforce.bots import BOTS
from domain.games.riftforce.cards import HAND, LOCATIONS, NUMBER, composition
from domain.games.riftforce.facts import TurnBegan
from domain.games.riftforce.game import RIFTFORCE
from domain.games.riftforce.state import RiftState
from domain.record.codec import codec, encode
from domain.record.match import Match, fold
from tests.domain.playing import (
    MOST_TURNS,
    Playing,
    answer,
    is_dealers,
    options,
    play,
    playings,
    record,
    until,
    whole,
)


def check_cards(state: RiftState) -> None:
    """No card is lost, none doubled, and nobody stands who should have fallen."""
    found: list[Counter[str]] = [Counter(), Counter()]
    for seat, hand in enumerate(state.hands):
        unknown = hand.hand.get(UNKNOWN, 0)
        assert hand.pile == sum(hand.unseen.values()) - unknown
        assert hand.pile >= 0
        assert hand.count <= HAND
        for bag in (hand.hand, hand.public, hand.unseen, hand.discard):
            assert all(count > 0 for count in bag.values())
        assert all(count <= hand.hand.get(card, 0) for card, count in hand.public.items())
        known = {card: count for card, count in hand.hand.items() if card != UNKNOWN}
        found[seat].update(known)
        found[seat].update(hand.unseen)
        found[seat].update(hand.discard)
        for location in LOCATIONS:
            for e in state.sides[seat][location]:
                assert (e.seat, e.location) == (seat, location)
                assert state.elementals[e.id] is e
                assert 0 <= e.damage < NUMBER[e.card]
                found[e.owner][e.card] += 1
    on_board = sum(len(place) for side in state.sides for place in side)
    assert on_board == len(state.elementals)
    for seat, hand in enumerate(state.hands):
        assert found[seat] == Counter(composition(hand.guilds))


@examples(playings())
def test_cards_are_conserved(playing: Playing) -> None:
    for match, steps in play(playing):
        if any(isinstance(fact, TurnBegan) for fact in steps[-1].facts):
            check_cards(match.state)


@examples(playings())
def test_it_ends(playing: Playing) -> None:
    match = whole(playing, 5000)
    assert match.over
    assert match.state.over
    result = RIFTFORCE.result(match.state)
    assert result is not None
    scores = [hand.score for hand in match.state.hands]
    if result.why == "riftforce":
        assert max(scores) >= 12
        assert result.winner == scores.index(max(scores))
        assert match.state.turn % 2 == 0
    else:
        assert result.why == "deadlock"


@examples(playings())
def test_the_fold_of_every_prefix_is_the_state_at_that_point(playing: Playing) -> None:
    folded = RIFTFORCE.new_state(playing.match().settings)
    for match, steps in play(playing):
        fold(folded, steps)
        assert folded == match.state
        assert match.steps[-len(steps) :] == steps


@examples(playings())
def test_steps_become_bytes_and_back(playing: Playing) -> None:
    decode = codec("riftforce").step.decode
    for step in whole(playing).steps:
        assert decode(encode(step)) == step


@examples(playings())
def test_tapes_are_exact(playing: Playing) -> None:
    there = record(whole(playing))
    text = write_tape(there)
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), tape
    assert tape.steps == there.steps
    there.events[:] = tape.steps
    assert write_tape(there) == text


@examples(playings(), st.integers(1, 400))
def test_a_tape_of_a_match_still_going_on(playing: Playing, decisions: int) -> None:
    """However far it got: in the set-up, between turns, in the middle of one."""
    match = until(playing, decisions)
    there = record(match)
    (tape,) = read_tapes(write_tape(there))
    assert isinstance(tape, Tape), tape
    assert tape.steps == there.steps


@examples(playings(), st.integers(0, 10))
def test_resuming_asks_the_same_question(playing: Playing, skip: int) -> None:
    """At any point the match built anew from its steps is the match that went on."""
    for number, (match, _) in enumerate(play(playing, 60)):
        if number % 11 != skip:
            continue
        again = Match(RIFTFORCE, match.settings, match.steps)
        assert again.state == match.state
        assert again.steps == match.steps
        assert again.take() == []
        assert (again.ask is None) == (match.ask is None)
        if match.ask is not None and again.ask is not None:
            assert (again.ask.seat, again.ask.about) == (match.ask.seat, match.ask.about)
            assert again.ask.always == match.ask.always
            assert Counter(options(again)) == Counter(options(match))


@examples(playings(), st.integers(0, 200), st.integers(0, 99))
def test_going_on_after_a_pause_is_the_same_match(playing: Playing, pause: int, seed: int) -> None:
    match = until(playing, pause)
    again = Match(RIFTFORCE, match.settings, match.steps)
    rng = random.Random(seed)
    for _ in range(30):
        if match.ask is None:
            break
        action = answer(match.ask, rng, playing.known)
        match.decide(action)
        again.decide(action)
        assert match.take() == again.take()


@examples(st.data())
def test_play_drawn_choice_by_choice(data: st.DataObject) -> None:
    """Hypothesis itself decides, so that it can look for the odd corner."""
    match = data.draw(playings((1.0,))).match()
    rng = random.Random(0)
    for _ in range(70):
        if match.ask is None:
            break
        if match.ask.seat == DEALER:
            match.decide(answer(match.ask, rng))
        else:
            match.decide(data.draw(st.sampled_from(options(match))))
    if match.state.turn and match.ask is not None and match.ask.about == "turn":
        check_cards(match.state)


@examples(playings((1.0,)))
def test_with_all_deals_unknown_the_same_match_is_legal(playing: Playing) -> None:
    """A table recording sees only what is played; it asks the same, and the table looks the same."""
    unknown = playing.match()
    for match, steps in play(playing):
        for step in steps:
            action = step.action
            if isinstance(action, Deal):
                action = Deal(action.seat, (UNKNOWN,) * len(action.cards))
            unknown.decide(action)
        if match.ask is not None:
            assert unknown.ask is not None
            assert (unknown.ask.seat, unknown.ask.about) == (match.ask.seat, match.ask.about)
        one, other = RIFTFORCE.data(match.state), RIFTFORCE.data(unknown.state)
        for part in ("turn", "active", "score", "locations", "over", "winner", "why"):
            assert one[part] == other[part]
        for seat in "AB":
            for part in ("guilds", "pile", "discard"):
                assert one["seats"][seat][part] == other["seats"][seat][part]
            assert len(one["seats"][seat]["hand"]) == len(other["seats"][seat]["hand"])


DRAWN = re.compile(r"& [^=]*|&\S+")
DEALT = re.compile(r"(hand [AB]) .*")


@examples(playings((1.0,)))
def test_a_tape_without_its_hands_is_the_same_match(playing: Playing) -> None:
    """Strike out every card that was drawn: the tape is still legal, and ends the same."""
    match = whole(playing)
    lines = write_tape(record(match)).splitlines()
    text = "\n".join(DRAWN.sub(" ", line) for line in lines if not DEALT.fullmatch(line))
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), tape
    there = RIFTFORCE.data(record(match).state())
    here = RIFTFORCE.data(fold(RIFTFORCE.new_state(match.settings), tape.steps))
    assert (here["locations"], here["score"]) == (there["locations"], there["score"])
    assert len(tape.steps) == len(match.steps)
    assert (here["over"], here["winner"], here["why"]) == (
        there["over"],
        there["winner"],
        there["why"],
    )


@examples(playings(), st.integers(0, 200), st.integers(0, 99))
def test_what_is_not_offered_is_refused_and_changes_nothing(
    playing: Playing, decisions: int, seed: int
) -> None:
    other = whole(Playing(seed, playing.ice, playing.expansion, 1.0)).steps
    match = until(playing, decisions)
    if match.ask is None:
        return
    before, ask = match.state.copy(), match.ask
    for step in other:
        if step.action in ask.choices:
            continue
        with pytest.raises(GameError) as caught:
            match.choose(step.action)
        assert caught.value.message
        assert match.ask is ask
        assert match.take() == []
    assert match.state == before


@examples(playings(), st.integers(0, 120))
def test_every_word_that_is_hinted_can_be_typed(playing: Playing, decisions: int) -> None:
    """What the notation says may follow is understood, and decides."""
    match = until(playing, decisions)
    if match.ask is None:
        return
    for word in RIFTFORCE.notation.words(match.state, match.ask):
        line = "done" if word.startswith("(") else word
        if line.endswith("@"):
            line += "1 ..."
        elif line.endswith(":"):
            line = line.removesuffix(":") + " ..."
        elif match.state.turn and not line.startswith("done"):
            line += " ..."
        again = Match(RIFTFORCE, match.settings, match.steps)
        assert decide_line(again, line), line


@pytest.mark.parametrize("name", sorted(BOTS))
@pytest.mark.parametrize("known", [1.0, 0.5, 0.0])
@pytest.mark.parametrize("expansion", ["base", "beyond"])
def test_bots_choose_what_is_offered_and_finish(name: str, known: float, expansion: str) -> None:
    """Also when the recording does not know all of their cards."""
    rng = random.Random(5)
    match = Playing(5, "rulebook", expansion, 1.0).match()
    while match.ask is not None:
        assert match.state.turn < MOST_TURNS
        if is_dealers(match):
            match.decide(answer(match.ask, rng, known))
        else:
            seen = RIFTFORCE.view(match.state, match.ask.seat)
            match.decide(BOTS[name](seen, match.ask, rng))
    assert match.state.over
