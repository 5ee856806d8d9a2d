"""Matches played at random keep what must always hold."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.contract.game import DEALER, UNKNOWN, Action, Ask
from domain.games.magical_forge.bots import BOTS
from domain.games.magical_forge.cards.decks import READY, check_settings, read_list
from domain.games.magical_forge.facts import LifeLost
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.games.magical_forge.rules.engine import Engine
from domain.games.magical_forge.rules.turns import LAST_TURN
from domain.games.magical_forge.state import COPIES, MagicalState
from domain.record.codec import Codec, encode
from domain.record.events import AnyStep, Opened
from domain.record.match import Match, Record, fold
from tests.domain.games.magical_forge.given import everything
from tests.domain.games.magical_forge.rulebook import rule

FEW = settings(max_examples=15, suppress_health_check=list(HealthCheck), deadline=None)


class Playing(msgspec.Struct, frozen=True):
    """How to play a match."""

    seed: int
    decks: tuple[str, str]
    bots: str
    known: float
    """How likely a deal is known card for card."""
    opening: int = 0
    deck_out: str = "none"

    def match(self) -> Match:
        """The match, not begun."""
        a, b = self.decks
        words = {"deck a": a, "spells a": a, "deck b": b, "spells b": b}
        words |= {"opening_hand": str(self.opening), "deck_out": self.deck_out}
        return Match(MAGICAL_FORGE, check_settings(words))


def playings(*known: float, decks: tuple[str, ...] = READY) -> st.SearchStrategy[Playing]:
    """Every kind of match."""
    return st.builds(
        Playing,
        seed=st.integers(0, 10**6),
        decks=st.tuples(st.sampled_from(decks), st.sampled_from(decks)),
        bots=st.sampled_from(["random", "sensible"]),
        known=st.sampled_from(known or (1.0, 0.5, 0.0)),
        opening=st.integers(0, 5),
        deck_out=st.sampled_from(["none", "loses"]),
    )


def answer(playing: Playing, match: Match, ask: Ask, rng: random.Random) -> Action:
    """The bot's answer, or the dealer's; cards that are dealt may stay unknown."""
    if ask.seat != DEALER:
        return BOTS[playing.bots](match.state, ask, rng)
    choices: Any = ask.choices
    if hasattr(choices, "sample") and rng.random() < playing.known:
        return choices.sample(rng)  # type: ignore[no-any-return]
    return rng.choice(list(choices))  # type: ignore[no-any-return]


def play(playing: Playing) -> Iterator[tuple[Match, list[AnyStep]]]:
    """Play a match; yields it after every decision with the steps taken."""
    rng = random.Random(playing.seed)
    match = playing.match()
    while match.ask is not None:
        match.decide(answer(playing, match, match.ask, rng))
        yield match, match.take()


def whole(playing: Playing) -> Match:
    """A match played to its end."""
    now = playing.match()
    for match, _ in play(playing):
        now = match
    return now


def record(match: Match) -> Record:
    """A match as if it had been read from a store."""
    opened = Opened(
        game="magical_forge",
        rules=MAGICAL_FORGE.rules_version,
        settings=match.settings,
        players=("Ann", "Ben"),
        at=0,
        seed=7,
    )
    return Record("m", MAGICAL_FORGE, opened, list(match.steps), "")


def check(state: MagicalState, owned: list[dict[str, int]], about: str) -> None:
    """No card is lost, none doubled; everything is as it can be."""
    for seat, side in enumerate(state.sides):
        assert everything(state, seat) == owned[seat]
        assert side.life >= 0
        for pile in (side.deck, side.spells):
            assert pile.left == sum(pile.unseen.values()) - pile.hand.cards.get(UNKNOWN, 0)
            assert all(count > 0 for count in pile.hand.cards.values())
            assert all(k <= pile.hand.cards[card] for card, k in pile.hand.public.items())
        assert side.deck.left + side.deck.hand.count <= 30
    if about == "turn":
        assert not state.stack
        assert not state.attacker
        assert all(c.spells or c.entered == state.turn for c in state.in_play.values())
    assert [item.id for item in state.stack] == sorted(item.id for item in state.stack)
    assert state.ids >= max([0, *state.in_play, *state.centre])


@FEW
@examples(playings())
def test_matches_end_and_nothing_is_lost(playing: Playing) -> None:
    owned: list[dict[str, int]] = []
    state: MagicalState = playing.match().state
    for match, _ in play(playing):
        state = match.state
        owned = owned or [everything(state, seat) for seat in (0, 1)]
        check(state, owned, match.ask.about if match.ask else "")
    assert state.over
    assert state.turn <= LAST_TURN
    assert state.why in ("life", "both", "deck", "standstill", "endless")
    assert MAGICAL_FORGE.result(state) is not None


@FEW
@examples(playings())
def test_folding_gives_the_live_state_at_every_step(playing: Playing) -> None:
    folded = playing.match().state
    for match, steps in play(playing):
        fold(folded, steps)
        assert folded == match.state
        assert folded.copy() == match.state


@FEW
@examples(playings(), st.data())
def test_a_match_goes_on_from_any_step(playing: Playing, data: st.DataObject) -> None:
    match = whole(playing)
    upto = data.draw(st.integers(0, len(match.steps)))
    resumed = Match(MAGICAL_FORGE, match.settings, match.steps[:upto])
    while len(resumed.steps) < len(match.steps):
        step = match.steps[len(resumed.steps)]
        resumed.decide(step.action)
        (taken,) = resumed.take()
        assert (taken.seat, taken.action, taken.facts) == (step.seat, step.action, step.facts)
    assert resumed.state == match.state
    assert resumed.over


@rule("ruling.private")
@FEW
@examples(playings())
def test_views_are_what_is_folded_from_what_is_seen(playing: Playing) -> None:
    for seat in (0, 1, None):
        match = playing.match()
        seen = MAGICAL_FORGE.new_state(MAGICAL_FORGE.settings_seen_by(match.settings, seat))
        assert seen == MAGICAL_FORGE.view(match.state, seat)
        for now, steps in play(playing):
            fold(seen, [step.seen_by(seat) for step in steps])
            assert seen == MAGICAL_FORGE.view(now.state, seat)
            assert MAGICAL_FORGE.view(seen, seat) == seen


@rule("ruling.private", "ruling.silence")
@FEW
@examples(playings())
def test_what_a_seat_sees_can_be_gone_on_from(playing: Playing) -> None:
    """Nothing hidden decides what is asked: the same steps follow from what is seen."""
    match = whole(playing)
    for seat in (0, 1, None):
        seen = record(match).seen_by(seat)
        assert seen.opened.seed is None
        live = Match(MAGICAL_FORGE, seen.opened.settings)
        for step in seen.steps:
            assert live.ask is not None
            assert (live.ask.seat, step.action in live.ask.choices) == (step.seat, True)
            live.decide(step.action)
            (taken,) = live.take()
            assert taken.facts == step.facts


@rule("ruling.private")
@FEW
@examples(playings(1.0))
def test_views_hide_the_rest(playing: Playing) -> None:
    """Of the other side nothing shows but what everybody sees: the list changes nothing."""
    for match, _ in play(playing):
        seen = MAGICAL_FORGE.view(match.state, 0)
        other, real = seen.sides[1], match.state.sides[1]
        deck, spells = match.state.open_cards(1)
        for pile, was, opened in (
            (other.deck, real.deck, deck),
            (other.spells, real.spells, spells),
        ):
            assert {c: k for c, k in pile.hand.cards.items() if c != UNKNOWN} == was.hand.public
            assert pile.hand.count == was.hand.count
            for card in pile.unseen:
                assert pile.unseen[card] == COPIES - opened.get(card, 0)
            assert list(pile.unseen) == sorted(pile.unseen)
    names = set(read_list("deck b", playing.decks[1], Engine(match.play).book))
    assert names <= {*seen.sides[1].deck.unseen, *deck}


@FEW
@examples(playings())
def test_steps_are_stored_and_read(playing: Playing) -> None:
    match = whole(playing)
    decode = Codec(MAGICAL_FORGE).step.decode
    for step in match.steps:
        assert decode(encode(step)) == step


@FEW
@examples(playings())
def test_life_points_are_told_by_their_source(playing: Playing) -> None:
    lost = [0, 0]
    match = whole(playing)
    for step in match.steps:
        for fact in step.facts:
            if isinstance(fact, LifeLost):
                lost[fact.seat] += fact.amount
                assert fact.card
                assert fact.source
    assert all(
        amount >= 15 for amount, side in zip(lost, match.state.sides, strict=True) if not side.life
    )
