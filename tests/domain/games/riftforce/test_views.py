"""What a seat may know: views, and that nothing leaks through them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.contract.game import UNKNOWN
from domain.frame.bags import Bag, pull, put
from domain.games.riftforce.facts import Drawn
from domain.games.riftforce.game import RIFTFORCE
from domain.games.riftforce.state import RiftState
from domain.record.match import Match, fold
from replays.board.terminal import state_text
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import fresh, given
from tests.domain.playing import Playing, options, play, playings

VIEWERS = (0, 1, None)
GUILDS = {
    "guilds a": "Fire Plant Ice Crystal",
    "guilds b": "Earth Light Water Shadow",
    "start": "A",
}


class TestWhatIsKnown:
    @rule("ruling.hidden")
    def test_both_compositions_are_public(self) -> None:
        for viewer in VIEWERS:
            seen = RIFTFORCE.view(fresh(**GUILDS).state, viewer)
            assert [sum(hand.unseen.values()) for hand in seen.hands] == [36, 36]

    @rule("ruling.hidden")
    def test_a_hand_is_its_seats_own(self) -> None:
        lines = ["hand A F5 F5 P6 I7 C5 C6 C7", "hand B E5 E5 E5 E5 L6 W7 S5", "face L5"]
        state = fresh(lines, **GUILDS).state
        seen = RIFTFORCE.view(state, 0)
        assert seen.hands[0] == state.hands[0]
        assert seen.hands[1].hand == {UNKNOWN: 7}
        assert seen.hands[1].unseen == {
            "E5": 4, "E6": 3, "E7": 2, "L5": 3, "L6": 3, "L7": 2,
            "W5": 4, "W6": 3, "W7": 2, "S5": 4, "S6": 3, "S7": 2,
        }  # fmt: skip
        assert seen.hands[1].pile == 28

    @rule("ruling.hidden")
    def test_a_card_becomes_known_when_it_is_played_or_discarded(self) -> None:
        position = given("hand A: F5 F6 F7", "hand B: W5")
        before = RIFTFORCE.view(position.state, 1)
        assert before.hands[0].hand == {UNKNOWN: 3}
        position.when("play F5@1", "check", "act F6")
        after = RIFTFORCE.view(position.state, 1)
        assert after.hands[0].hand == {UNKNOWN: 1}
        assert after.hands[0].unseen.get("F5") == 3
        assert after.hands[0].unseen.get("F6") == 2
        assert after.hands[0].discard == {"F6": 1}

    @rule("ruling.hidden")
    def test_unseen_is_what_is_nowhere_else(self) -> None:
        """Composition less board less discards."""
        seen = RIFTFORCE.view(
            given(
                "hand A: F6 F7", "location 1: A F5 | B W5", "discard A: F5 F5", "guilds A: F L P E"
            ).state,
            1,
        )
        assert {card: n for card, n in seen.hands[0].unseen.items() if card[0] == "F"} == {
            "F5": 1,
            "F6": 3,
            "F7": 2,
        }

    @rule("ruling.hidden")
    def test_an_empty_pile_gives_the_hand_away(self) -> None:
        """When the pile is turned over, what was never seen is exactly the hand, for everybody."""
        lines = ("guilds A: F L P E", "hand A: F5 F6 L5 ??", "pile A: 0", "discard A: P5 P5 P6 P7")
        position = given(*lines)
        (hidden,) = position.state.hands[0].unseen
        hand = Counter(["F5", "F6", "L5", hidden])
        position.when("check ...")
        for viewer in (1, None):
            seen = RIFTFORCE.view(position.state, viewer)
            assert seen.hands[0].hand == hand
        position.when("& P5 P6 P5")
        seen = RIFTFORCE.view(position.state, 1)
        assert seen.hands[0].hand == {**hand, UNKNOWN: 3}

    @rule("ruling.hidden")
    def test_the_last_card_of_the_pile_gives_the_hand_away(self) -> None:
        """Known as soon as the pile is empty, not only when it is turned over; one card less is not."""
        lines = ("guilds A: F L P E", "hand A: ?? ?? ?? ??", "pile A: 3", "turn: 3 A")
        position = given(*lines)
        unseen = dict(position.state.hands[0].unseen)
        position.when("check")
        assert position.state.hands[0].hand == unseen
        assert position.state.hands[0].unseen == {}
        one_left = given(*lines[:2], "pile A: 4", lines[3]).when("check")
        assert one_left.state.hands[0].hand == {UNKNOWN: 7}

    @rule("ruling.hidden")
    def test_a_hidden_card_is_bound_when_it_is_played(self) -> None:
        position = given("guilds A: F L P E", "hand A: ?? F5")
        position.when("play F7@1").board("location 1: A F7 | B -", "hand A: F5")
        assert position.state.hands[0].unseen["F7"] == 1

    @rule("ruling.hidden")
    @pytest.mark.parametrize(
        "line", ["play F7@1 F7@1 F7@1", "play W5@1", "play F7@1 F7@1 F6@1", "play L7@1"]
    )
    def test_only_to_what_it_still_can_be(self, line: str) -> None:
        """Two unknown cards, no Water in the guilds, both L7 in the discards."""
        given("guilds A: F L P E", "hand A: ?? ??", "discard A: L7 L7").when(line).refused("")

    @rule("ruling.hidden")
    def test_known_cards_are_played_from_hand_first(self) -> None:
        position = given("guilds A: F L P E", "hand A: ?? F5").when("play F5@1")
        assert position.state.hands[0].hand == {UNKNOWN: 1}


@examples(playings())
def test_a_view_is_the_fold_of_the_steps_that_were_seen(playing: Playing) -> None:
    settings = playing.match().settings
    seen = {viewer: RIFTFORCE.new_state(settings) for viewer in VIEWERS}
    for match, steps in play(playing, 60):
        for viewer, state in seen.items():
            fold(state, [step.seen_by(viewer) for step in steps])
            assert RIFTFORCE.view(match.state, viewer) == state
            assert RIFTFORCE.view(state, viewer) == state


@examples(playings())
def test_steps_as_seen_tell_no_card_of_the_other_hand(playing: Playing) -> None:
    """Cards appear in what a seat saw only if they are its own, on the table, or worked out."""
    for _, steps in play(playing, 40):
        for step in steps:
            for fact in step.seen_by(1).facts:
                if isinstance(fact, Drawn) and fact.seat == 0:
                    assert set(fact.cards) == {UNKNOWN}
            assert step.seen_by(1).prev == ""


def mixed(state: RiftState, seat: int, rng: random.Random) -> RiftState:
    """The same match with a seat's secret cards exchanged against others of its pile."""
    twin = state.copy()
    hand = twin.hands[seat]
    secret = [
        card
        for card, count in hand.hand.items()
        for _ in range(count - hand.public.get(card, 0))
        if card != UNKNOWN
    ]
    for card in secret:
        pull(hand.hand, card)
        put(hand.unseen, card)
    deck = [card for card, count in hand.unseen.items() for _ in range(count)]
    rng.shuffle(deck)
    for card in deck[: len(secret)]:
        put(hand.hand, card)
        pull(hand.unseen, card)
    hand.hand = shuffled(hand.hand, rng)
    hand.unseen = shuffled(hand.unseen, rng)
    return twin


def shuffled(bag: Bag, rng: random.Random) -> Bag:
    items = list(bag.items())
    rng.shuffle(items)
    return dict(items)


def told(state: RiftState, viewer: int | None, settings: dict[str, str]) -> dict[str, Any]:
    """Everything a viewer can be shown, in order; dicts as lists, so that their order counts."""
    seen = RIFTFORCE.view(state, viewer)
    match = Match(RIFTFORCE, settings, state=seen.copy())
    words = RIFTFORCE.notation.words(match.state, match.ask) if match.ask else []
    return {
        "view": seen,
        "order": [
            [list(b.items()) for b in (h.hand, h.public, h.unseen, h.discard)] for h in seen.hands
        ],
        "board": RIFTFORCE.data(seen),
        "text": state_text(RIFTFORCE, seen).markup,
        "options": options(match) if match.ask else [],
        "words": words,
    }


@examples(playings((1.0, 0.5)), st.integers(0, 80), st.integers(0, 1), st.integers(0, 99))
def test_exchanging_hidden_cards_changes_nothing_that_others_see(
    playing: Playing, turns: int, seat: int, seed: int
) -> None:
    settings = playing.match().settings
    state = None
    for match, steps in play(playing, turns + 1):
        facts = [fact for step in steps for fact in step.facts]
        if facts and facts[-1].opens_turn:
            state = match.state.copy()
    if state is None:
        return
    twin = mixed(state, seat, random.Random(seed))
    for viewer in (1 - seat, None):
        assert told(twin, viewer, settings) == told(state, viewer, settings)
