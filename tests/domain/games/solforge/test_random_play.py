"""Matches played at random keep what must always hold."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.contract.game import DEALER, UNKNOWN, Action, Ask
from domain.formats.tape import Tape, read_tapes, write_tape
from domain.games.solforge.actions import Deal, Show
from domain.games.solforge.bots import BOTS
from domain.games.solforge.cards.book import book
from domain.games.solforge.facts import TurnBegan
from domain.games.solforge.game import SOLFORGE
from domain.games.solforge.queries.properties import attack_of, face_of, health_of, keywords_of
from domain.games.solforge.state import LANES, SolState
from domain.record.codec import codec, encode
from domain.record.events import AnyStep, Opened
from domain.record.match import Match, Record, fold

HALVES = sorted(book().decks)
FEW = settings(
    max_examples=200 if os.environ.get("LUDOGRAPH_TESTS") == "long" else 6,
    suppress_health_check=list(HealthCheck),
)


class Playing(msgspec.Struct, frozen=True):
    """How to play a match."""

    seed: int
    edition: str
    halves: tuple[str, str, str, str]
    bots: str
    known: float
    """How likely a deal is known card for card."""

    def match(self) -> Match:
        """The match, not begun."""
        a, b, c, d = self.halves
        words = {"edition": self.edition, "deck a": f"{a} + {b}", "deck b": f"{c} + {d}"}
        return Match(SOLFORGE, SOLFORGE.settings(words))


def two_halves() -> st.SearchStrategy[tuple[str, str]]:
    """Two half-decks of different factions."""
    decks = book().decks
    return st.tuples(st.sampled_from(HALVES), st.sampled_from(HALVES)).filter(
        lambda pair: decks[pair[0]].faction != decks[pair[1]].faction
    )


def playings(known: tuple[float, ...] = (1.0, 0.5, 0.0)) -> st.SearchStrategy[Playing]:
    """Every kind of match."""
    return st.builds(
        Playing,
        seed=st.integers(0, 10**6),
        edition=st.sampled_from(["whitefang", "early"]),
        halves=st.tuples(two_halves(), two_halves()).map(lambda pair: (*pair[0], *pair[1])),
        bots=st.sampled_from(["random", "sensible"]),
        known=st.sampled_from(known),
    )


def answer(playing: Playing, match: Match, ask: Ask, rng: random.Random) -> Action:
    """The bot's answer, or the dealer's; cards that are dealt may stay unknown."""
    if ask.seat != DEALER:
        return BOTS[playing.bots](match.state, ask, rng)
    choices: Any = ask.choices
    if hasattr(choices, "sample"):
        if rng.random() < playing.known:
            return choices.sample(rng)  # type: ignore[no-any-return]
        return next(iter(choices))  # type: ignore[no-any-return]
    return rng.choice(list(choices))  # type: ignore[no-any-return]


def play(playing: Playing, most_turns: int = 40) -> Iterator[tuple[Match, list[AnyStep]]]:
    """Play a match; yields it after every decision with the steps taken."""
    rng = random.Random(playing.seed)
    match = playing.match()
    while match.ask is not None and match.state.turn < most_turns:
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
        game="solforge",
        rules=SOLFORGE.rules_version,
        settings=match.settings,
        players=("Ann", "Ben"),
        at=0,
    )
    return Record("m", SOLFORGE, opened, list(match.steps), "")


def owned(state: SolState, seat: int) -> Counter[str]:
    """Every card of a seat, wherever it lies; Solbind cards by the side that is first in the alphabet."""
    side = state.sides[seat]
    found: Counter[str] = Counter()
    for bag in (side.hand.cards, side.discard.cards, side.unseen, side.upgrades, side.banished):
        found.update(bag)
    found.update(side.top)
    found.update(p.code for p in state.in_play.values() if p.owner == seat)
    found.pop(UNKNOWN, None)
    known = book(state.cards)
    whole_cards: Counter[str] = Counter()
    for code, count in found.items():
        if known.cards[known.faces[code].card.slug].minion:
            continue
        other = known.other_side(code)
        whole_cards[min(code, other) if other else code] += count
    return whole_cards


def check(state: SolState, owned_at_first: list[Counter[str]]) -> None:
    """No card is lost, none doubled; everything stands where it can stand."""
    for seat, side in enumerate(state.sides):
        assert owned(state, seat) == owned_at_first[seat]
        unknown = side.hand.cards.get(UNKNOWN, 0) + side.discard.cards.get(UNKNOWN, 0)
        in_top = sum(card != UNKNOWN for card in side.top)
        assert side.deck == sum(side.unseen.values()) + in_top - unknown
        assert side.deck >= len(side.top)
        for zone in (side.hand, side.discard):
            assert all(count > 0 for count in zone.cards.values())
            assert all(count <= zone.cards[card] for card, count in zone.public.items())
    for exalt in (True, False):
        places = [(p.seat, p.lane) for p in state.in_play.values() if p.exalt is exalt]
        assert len(places) == len(set(places))
    for p in state.in_play.values():
        assert p.lane in LANES
        assert attack_of(state, p) >= 0
        assert p.exalt is (face_of(state, p.code).card.kind == "exalt")
        if not p.exalt:
            assert health_of(state, p) > 0
            words = keywords_of(state, p)
            assert not (p.front and "defender" in words)


@FEW
@examples(playings())
def test_cards_are_conserved_and_everything_stands_where_it_can(playing: Playing) -> None:
    first = [owned(playing.match().state, seat) for seat in (0, 1)]
    for match, steps in play(playing):
        if any(isinstance(fact, TurnBegan) for fact in steps[-1].facts):
            check(match.state, first)


@FEW
@examples(playings())
def test_it_ends(playing: Playing) -> None:
    match = whole(playing)
    result = SOLFORGE.result(match.state)
    if playing.edition == "whitefang":
        assert match.over
        assert match.state.turn <= 15
    if result is not None:
        a, b = result.totals
        assert result.why in ("health", "sudden", "forge")
        if result.why == "forge":
            assert a == b
        else:
            assert result.winner == (0 if a > b else 1)


@FEW
@examples(playings())
def test_the_fold_of_every_prefix_is_the_state_at_that_point(playing: Playing) -> None:
    folded = SOLFORGE.new_state(playing.match().settings)
    for match, steps in play(playing):
        fold(folded, steps)
        assert folded == match.state


@FEW
@examples(playings())
def test_steps_become_bytes_and_back(playing: Playing) -> None:
    decode = codec("solforge").step.decode
    for step in whole(playing).steps:
        assert decode(encode(step)) == step


@FEW
@examples(playings(), st.integers(1, 400))
def test_a_match_goes_on_from_any_step(playing: Playing, decisions: int) -> None:
    """Resumed from what is stored, the same is asked and the same is legal."""
    now = playing.match()
    for number, (match, _) in enumerate(play(playing), 1):
        now = match
        if number == decisions:
            break
    again = Match(SOLFORGE, now.settings, now.steps)
    assert again.state == now.state
    assert (again.ask is None) == (now.ask is None)
    if again.ask is not None and now.ask is not None:
        assert (again.ask.seat, again.ask.about) == (now.ask.seat, now.ask.about)
        assert list(again.ask.choices) == list(now.ask.choices)


@FEW
@examples(playings(), st.integers(1, 400))
def test_tapes_are_exact(playing: Playing, decisions: int) -> None:
    """However far the match got."""
    now = playing.match()
    for number, (match, _) in enumerate(play(playing), 1):
        now = match
        if number == decisions:
            break
    there = record(now)
    text = write_tape(there)
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), tape
    assert tape.steps == there.steps
    there.events[:] = tape.steps
    assert write_tape(there) == text


@FEW
@examples(playings(known=(1.0,)), st.sampled_from([0, 1, None]))
def test_a_seats_view_is_the_fold_of_what_it_saw(playing: Playing, seat: int | None) -> None:
    seen = SOLFORGE.view(SOLFORGE.new_state(playing.match().settings), seat)
    for match, steps in play(playing):
        fold(seen, [step.seen_by(seat) for step in steps])
        assert seen == SOLFORGE.view(match.state, seat)


def test_a_deal_holds_what_the_deck_can_hold() -> None:
    halves = ("brasswork", "emberwild", "paleborn", "wildroot")
    match = whole(Playing(3, "whitefang", halves, "random", 1.0))
    dealt = [s.action for s in match.steps if isinstance(s.action, (Deal, Show))]
    assert dealt
    assert all(UNKNOWN not in action.cards for action in dealt)
