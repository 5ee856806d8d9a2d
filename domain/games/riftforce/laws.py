"""The laws of Riftforce: what holds in every state, whatever was ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from domain.contract.game import UNKNOWN, Seat, seat_name
from domain.contract.law import Breach
from domain.frame.conservation import agreed, conserved, possible, shown
from domain.games.riftforce.cards import GOAL, GUILDS, LOCATIONS, composition, guilds_in
from domain.games.riftforce.rules.setup import GUILDS_EACH
from domain.games.riftforce.state import RiftState

RESULT: Final = "the result agrees with the score"


def laws(state: RiftState) -> Iterator[Breach]:
    """Name every law that a state breaks."""
    yield from drafted(state)
    if all(len(hand.guilds) == GUILDS_EACH for hand in state.hands):
        for seat in (0, 1):
            yield from cards(state, seat)
    elif state.turn:
        yield Breach(
            "the draft comes before the first turn", f"each seat drafts {GUILDS_EACH} guilds"
        )
    if state.turn and state.start < 0:
        yield Breach("one seat holds the start marker", "nobody does; toss it, `start A`")
    yield from placed(state)
    yield from scored(state)


def drafted(state: RiftState) -> Iterator[Breach]:
    """A guild is drafted once, by one seat, and is in the game."""
    law = "guilds are drafted once"
    taken = [guild for hand in state.hands for guild in hand.guilds] + state.display
    for guild, count in Counter(taken).items():
        if count > 1:
            yield Breach(law, f"{GUILDS.get(guild, guild)} is there {count} times")
        if guild not in guilds_in(state.expansion):
            yield Breach(law, f"{GUILDS.get(guild, guild)} is not in the {state.expansion} game")
    for seat, hand in enumerate(state.hands):
        if len(hand.guilds) > GUILDS_EACH:
            names = ", ".join(GUILDS.get(guild, guild) for guild in hand.guilds)
            yield Breach(law, f"{seat_name(seat)} has {names}; {GUILDS_EACH} are drafted")


def cards(state: RiftState, seat: Seat) -> Iterator[Breach]:
    """Each elemental of a seat's guilds is in its hand, piles, or in play; the rest is not seen."""
    hand = state.hands[seat]
    bags = {"hand": hand.hand, "discard pile": hand.discard, "draw pile": hand.unseen}
    yield from possible(seat, bags)
    there: Counter[str] = Counter(e.card for e in state.elementals.values() if e.owner == seat)
    for bag in bags.values():
        there.update(bag)
    unknown = there.pop(UNKNOWN, 0)
    yield from conserved(seat, there, composition([g for g in hand.guilds if g in GUILDS]))
    yield from agreed(seat, hand.unseen, hand.pile + unknown, "elementals")
    if hand.pile < 0:
        yield Breach(
            "piles hold cards", f"{seat_name(seat)}'s draw pile holds {hand.pile}; 0 or more"
        )
    yield from shown(seat, hand.hand, hand.public, "hand")


def placed(state: RiftState) -> Iterator[Breach]:
    """An elemental in play lies at one location, and its damage is no less than none."""
    for e in state.elementals.values():
        if e.location not in LOCATIONS:
            yield Breach("elementals lie at a location", f"{e.card} lies at {e.location}; 1 to 5")
        if e.damage < 0:
            yield Breach("damage is a number from 0", f"{e.card} carries {e.damage}")


def scored(state: RiftState) -> Iterator[Breach]:
    """Nobody has less than no Riftforce, and who won by the rules is who the score says."""
    scores = [hand.score for hand in state.hands]
    for seat, score in enumerate(scores):
        if score < 0:
            yield Breach("a score is a number from 0", f"{seat_name(seat)} has {score}")
    if not state.over or state.why not in ("riftforce", "deadlock"):
        return
    leader = None if scores[0] == scores[1] else int(scores[1] > scores[0])
    ended = f"{'nobody' if state.winner is None else seat_name(state.winner)} has won"
    stand = f"{scores[0]}:{scores[1]} ({state.why})"
    if state.why == "riftforce" and (leader is None or max(scores) < GOAL):
        yield Breach(
            RESULT,
            f"{ended} {stand}, where nobody leads with {GOAL}; take the end back, or say with it "
            "how the match ended: `end draw agreed`",
        )
    elif state.winner != leader:
        right = "draw" if leader is None else seat_name(leader)
        yield Breach(RESULT, f"{ended} {stand}; say with it who has: `end {right} {state.why}`")
