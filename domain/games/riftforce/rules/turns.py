"""A turn of Riftforce: one of the three actions (Rulebook: Gameplay), and the end of the game."""

from __future__ import annotations

from domain.contract.game import Action, Ask, Turn
from domain.contract.rule import rule
from domain.games.riftforce import actions as a
from domain.games.riftforce import facts as f
from domain.games.riftforce.cards import (
    ADJACENT,
    CARDS,
    GOAL,
    GUILD,
    HAND,
    LOCATIONS,
    NUMBER,
)
from domain.games.riftforce.rules.beyond import ALL_ABILITIES, when_played
from domain.games.riftforce.rules.engine import Engine
from domain.games.riftforce.rules.refusals import why_not_activate, why_not_play, why_not_turn
from domain.games.riftforce.state import Hand, RiftState

PLAYS: dict[str, tuple[a.Play, ...]] = {
    card: tuple(a.Play(card, location) for location in LOCATIONS) for card in CARDS
}
DISCARDS = {card: a.Discard(card) for card in CARDS}
CHECK = a.CheckAndDraw()
DONE = a.Done()
ACTIVATE: list[a.Activate] = []


def activate(elemental: int) -> a.Activate:
    """The action that activates an elemental; made once for each id."""
    while len(ACTIVATE) <= elemental:
        ACTIVATE.append(a.Activate(len(ACTIVATE)))
    return ACTIVATE[elemental]


def possible(hand: Hand) -> list[str]:
    """The different cards that can be in a hand, in the order of the guilds' names and numbers."""
    if "??" not in hand.hand:
        return list(hand.hand)
    return [card for card in CARDS if hand.holds(card)]


@rule
def turn(t: Engine) -> Turn:
    """Perform one action: Play, Activate, or Check & Draw."""
    t.check_rulings()
    seat, hand = t.seat, t.state.hands[t.seat]
    choices: list[Action] = []
    cards = possible(hand)
    for card in cards:
        choices.extend(PLAYS[card])
    choices.extend(DISCARDS[card] for card in cards)
    if hand.count < HAND:
        choices.append(CHECK)
    chosen: Action = yield Ask(seat, "turn", choices, why_not_turn(t.state), always=True)
    if isinstance(chosen, a.Play):
        yield from play(t, chosen)
    elif isinstance(chosen, a.Discard):
        yield from activation(t, chosen)
    else:
        yield from check_and_draw(t)
    end_of_action(t)


@rule
def play(t: Engine, first: a.Play) -> Turn:
    """A: Play up to 3 elementals of one symbol or one number, side by side or all at one place."""
    cards: list[str] = []
    places: list[int] = []
    chosen: Action = first
    while isinstance(chosen, a.Play):
        cards.append(chosen.card)
        places.append(chosen.location)
        number = t.state.placed + 1
        t.emit(f.Played(t.seat, chosen.card, chosen.location, number))
        if GUILD[chosen.card] in ("E", "Lo"):
            yield from when_played(t, t.state.elemental(number))
        choices = more_plays(t.state.hands[t.seat], cards, places)
        if not choices:
            return
        chosen = yield t.ask("play on", choices, why_not_play(t.state, cards, places), always=True)


def more_plays(hand: Hand, cards: list[str], places: list[int]) -> list[Action]:
    """The plays that may follow those of this action, and Done unless a gap must be closed.

    While there are cards in hand the question is asked, whether one of them fits or not: that none
    does is nobody else's business.
    """
    if len(cards) == 3 or not hand.hand:
        return []
    fitting = [card for card in possible(hand) if matches(card, cards)]
    gap = len(places) == 2 and abs(places[0] - places[1]) == 2
    choices: list[Action] = []
    where = next_places(places)
    beyond = [p for p in LOCATIONS if abs(p - places[0]) == 2] if len(places) == 1 else []
    for card in fitting:
        plays = PLAYS[card]
        choices.extend(plays[location - 1] for location in where)
        if beyond and closes_gap(hand, fitting, card, cards):
            choices.extend(plays[location - 1] for location in beyond)
    if not gap:
        choices.append(DONE)
    return choices


def matches(card: str, cards: list[str]) -> bool:
    """Whether a card shares the number of all the cards, or the symbol of all."""
    return all(NUMBER[card] == NUMBER[c] for c in cards) or all(
        GUILD[card] == GUILD[c] for c in cards
    )


def one_kind(cards: list[str]) -> bool:
    """Whether all cards share a number or all share a symbol."""
    return len({NUMBER[c] for c in cards}) == 1 or len({GUILD[c] for c in cards}) == 1


def closes_gap(hand: Hand, fitting: list[str], card: str, cards: list[str]) -> bool:
    """Whether a third card can be had to fill the location left out between two."""
    return any(one_kind([*cards, card, c]) and has_both(hand, card, c) for c in fitting)


def has_both(hand: Hand, one: str, other: str) -> bool:
    """Whether two cards can be in hand together."""
    unknown = hand.hand.get("??", 0)
    needed: dict[str, int] = {}
    for card in (one, other):
        needed[card] = needed.get(card, 0) + 1
    missing = 0
    for card, count in needed.items():
        short = count - hand.hand.get(card, 0)
        if short > 0:
            if hand.unseen.get(card, 0) < short:
                return False
            missing += short
    return missing <= unknown


def next_places(places: list[int]) -> list[int]:
    """Where the next elemental may go so that all are at one location or in one run."""
    if len(places) == 1:
        return sorted((places[0], *ADJACENT[places[0]]))
    low, high = min(places), max(places)
    if low == high:
        return [low]
    if high - low == 2:
        return [low + 1]
    return [p for p in (low - 1, high + 1) if p in LOCATIONS]


@rule
def activation(t: Engine, discard: a.Discard) -> Turn:
    """B: Activate up to 3 elementals that share the discarded one's number, or its symbol."""
    card = discard.card
    t.emit(f.Discarded(t.seat, card))
    used: list[int] = []
    by_number = by_symbol = True
    sides = t.state.sides[t.seat]
    while len(used) < 3:
        choices: list[Action] = [
            activate(e.id)
            for place in sides
            for e in place
            if (
                (by_number and NUMBER[e.card] == NUMBER[card])
                or (by_symbol and GUILD[e.card] == GUILD[card])
            )
            and e.id not in used
        ]
        if not choices:
            return
        choices.append(DONE)
        why = why_not_activate(t.state, card, used, by_number, by_symbol)
        chosen: Action = yield t.ask("activate", choices, why, always=True)
        if not isinstance(chosen, a.Activate):
            return
        elemental = t.state.elemental(chosen.elemental)
        used.append(elemental.id)
        by_number = by_number and NUMBER[elemental.card] == NUMBER[card]
        by_symbol = by_symbol and GUILD[elemental.card] == GUILD[card]
        t.emit(f.Activated(elemental.id))
        yield from ALL_ABILITIES[GUILD[elemental.card]](t, elemental)
        t.check_destruction()


@rule
def check_and_draw(t: Engine) -> Turn:
    """C: Gain 1 for each location controlled, then draw up to 7."""
    for location in LOCATIONS:
        if t.state.controls(t.seat, location):
            t.gain(t.seat, 1, "control", location)
    yield from t.fill_hand(t.seat)


@rule
def end_of_action(t: Engine) -> None:
    """Game End: looked at after the second player's action; otherwise the other seat's turn begins.

    Whose action it was counts, not the number of the turn: a ruling may have let a seat act again.
    """
    state = t.state
    scores = [hand.score for hand in state.hands]
    even = state.active != state.start
    leader = None if scores[0] == scores[1] else int(scores[1] > scores[0])
    if even and max(scores) >= GOAL and leader is not None:
        t.emit(f.MatchEnded(leader, "riftforce"))
    elif deadlocked(state):
        t.emit(f.MatchEnded(leader, "deadlock"))
    else:
        t.emit(f.TurnBegan(state.turn + 1, 1 - state.active))


def deadlocked(state: RiftState) -> bool:
    """Whether nobody can ever score again: no cards left anywhere, and no location controlled."""
    for hand in state.hands:
        if hand.hand or hand.pile or hand.discard:
            return False
    return not any(state.controls(seat, location) for seat in (0, 1) for location in LOCATIONS)
