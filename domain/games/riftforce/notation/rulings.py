"""Riftforce's rulings: what a judge or scorekeeper enters by hand, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.contract.game import UNKNOWN, Fact, Seat, seat_name
from domain.frame.ruling_words import (
    BY,
    DIGITS,
    RULED,
    Words,
    changed,
    check_drawn,
    drawn_words,
    end_words,
    need_change,
    need_number,
    need_seat,
    read_end,
    read_turn,
    take_number,
    take_seat,
    turn_words,
)
from domain.frame.scanner import Scanner, illegal, unreadable, whole
from domain.games.riftforce import facts as f
from domain.games.riftforce.cards import GUILD, LOCATIONS
from domain.games.riftforce.notation.names import CARD, Reference, card_code, name_at
from domain.games.riftforce.notation.reader import WORD, read_cards, read_reference
from domain.games.riftforce.state import Elemental, RiftState

TO: Final = re.compile(r"(?:>|to\b|@)\s*", re.IGNORECASE)
AT: Final = re.compile(r"@\s*(\d+)")
NOTHING: Final = 0
"""The id of what does something by a ruling."""


# -- what is meant -------------------------------------------------------------------------------


def guilds_of(state: RiftState) -> list[str]:
    """The guilds in the match."""
    return [guild for hand in state.hands for guild in hand.guilds]


def read_elemental(scanner: Scanner, state: RiftState) -> Elemental:
    """An elemental in play: `F5@1`, `F5@1.2`, `B F5@1`, `#12`. Raises GameError."""
    column = scanner.column
    if (number := take_number(scanner)) is not None:
        if number not in state.elementals:
            raise illegal(f"there is no elemental {number} in play", column, places(state))
        return state.elementals[number]
    seat = take_seat(scanner)
    reference = read_reference(scanner, guilds_of(state))
    if not reference.text:
        raise unreadable("which elemental?", column, places(state))
    found = [e for e in state.elementals.values() if seat in (None, e.seat)]
    found = [e for e in found if reference.fits(state, e)]
    if len(found) == 1:
        return found[0]
    whose = f"{seat_name(seat)} has no" if seat is not None else "there is no"
    if not found:
        raise illegal(f"{whose} {reference.text!r} in play", column, places(state))
    names = tuple(f"{seat_name(e.seat)} {e.card}@{e.location}.{state.position(e)}" for e in found)
    raise illegal(f"{reference.text!r} can be {len(found)} elementals", column, names)


def places(state: RiftState) -> tuple[str, ...]:
    """Every elemental in play, as written."""
    return tuple(named(state, e) for e in state.elementals.values())


def named(state: RiftState, elemental: Elemental) -> str:
    """An elemental as `read_elemental` reads it."""
    name = name_at(state, elemental)
    like = Reference("", 0, elemental.card, elemental.location, None)
    other = state.sides[1 - elemental.seat][elemental.location]
    whose = f"{seat_name(elemental.seat)} " if any(like.fits(state, e) for e in other) else ""
    return whose + name


def read_source(scanner: Scanner, state: RiftState) -> int:
    """`by F5@1`, `by #12` (which may have left): the id of what did it; 0 without one."""
    if not scanner.take(BY):
        return NOTHING
    number = take_number(scanner)
    return read_elemental(scanner, state).id if number is None else number


def source_words(state: RiftState, source: int) -> str:
    """What did it, after a space."""
    if source == NOTHING:
        return ""
    there = state.elementals.get(source)
    return f" by {named(state, there) if there else f'#{source}'}"


def read_location(scanner: Scanner) -> int:
    """`>3`, `to 3`, `@3`, `3`. Raises GameError."""
    scanner.take(TO)
    column = scanner.column
    location = need_number(scanner, "the location")
    if location not in LOCATIONS:
        raise illegal(f"there is no location {location}", column)
    return location


def read_card(scanner: Scanner, state: RiftState) -> str:
    """A card that is named. Raises GameError."""
    column, found = scanner.column, scanner.take(CARD)
    code = card_code(found, column, guilds_of(state)) if found else UNKNOWN
    if code == UNKNOWN:
        raise unreadable("which card?", column)
    return code


def owner(state: RiftState, seat: Seat | None, card: str, column: int) -> Seat:
    """Whose card it is, if that was not given. Raises GameError."""
    if seat is not None:
        return seat
    found = [s for s in (0, 1) if GUILD[card] in state.hands[s].guilds]
    if len(found) != 1:
        raise unreadable(f"whose {card}?", column, (f"A {card}", f"B {card}"))
    return found[0]


def held(state: RiftState, seat: Seat, card: str, column: int) -> None:
    """Refuse a card that cannot be in a hand."""
    if not state.hands[seat].holds(card):
        raise illegal(f"{seat_name(seat)} holds no {card}", column)


# -- verbs ---------------------------------------------------------------------------------------


def damage(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`damage F5@1 2 by W6@1`."""
    e = read_elemental(scanner, state)
    amount = need_number(scanner, "the damage")
    return (f.Damaged(e.id, amount, read_source(scanner, state), e.location),)


def heal(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`heal F5@1 1 by L5@1`; never more than there is."""
    e, column = read_elemental(scanner, state), scanner.column
    amount = need_number(scanner, "how much")
    if amount > e.damage:
        raise illegal(f"{e.card} carries {e.damage}", column)
    return (f.Healed(e.id, amount, read_source(scanner, state)),)


def move(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`move F5@1>3`."""
    e = read_elemental(scanner, state)
    return (f.Moved(e.id, read_location(scanner)),)


def destroy(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`destroy F5@1 by S6@2`."""
    e = read_elemental(scanner, state)
    return (f.Destroyed(e.id, read_source(scanner, state), e.location),)


def take(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`take F5@1>2 by Mu5@1`: it changes sides."""
    e = read_elemental(scanner, state)
    location = read_location(scanner)
    return (f.Taken(e.id, read_source(scanner, state), location, state.placed + 1),)


def play(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`play A F5@1 F6@2`: out of a hand into play."""
    seat = take_seat(scanner)
    found: list[Fact] = []
    now = state.copy()
    while not found or scanner.peek(CARD):
        column, card = scanner.column, read_card(scanner, state)
        whose = owner(state, seat, card, column)
        held(now, whose, card, column)
        found.append(f.Played(whose, card, read_location(scanner), now.placed + 1))
        found[-1].apply(now)
    return found


def face(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`face B C5`: out of the draw pile to the middle."""
    seat, column = take_seat(scanner), scanner.column
    card = read_card(scanner, state)
    return (f.FacedUp(owner(state, seat, card, column), card, state.placed + 1),)


def discard(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`discard A F5 F6`: out of a hand to the discard pile."""
    seat = take_seat(scanner)
    found: list[Fact] = []
    now = state.copy()
    while not found or scanner.peek(CARD):
        column, card = scanner.column, read_card(scanner, state)
        whose = owner(state, seat, card, column)
        held(now, whose, card, column)
        found.append(f.Discarded(whose, card))
        found[-1].apply(now)
    return found


def draw(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`draw A F5 ??`, `draw A 2`."""
    seat, column = need_seat(scanner), scanner.column
    count = scanner.take(DIGITS)
    cards = [UNKNOWN] * whole(count[0]) if count else read_cards(scanner, state.hands[seat].guilds)
    check_drawn(len(cards), state.hands[seat].pile, seat, column)
    return (f.Drawn(seat, tuple(cards)),)


def shuffle(scanner: Scanner, _: RiftState) -> Sequence[Fact]:
    """`shuffle A`: the discard pile becomes the draw pile."""
    return (f.Reshuffled(need_seat(scanner)),)


def activate(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`activate F5@1`: only that it was."""
    return (f.Activated(read_elemental(scanner, state).id),)


def score(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`score B 5`, `score B +1`, `score B +1 kill @3`."""
    seat, column = need_seat(scanner), scanner.column
    now = state.hands[seat].score
    points = need_change(scanner, now, "the score")
    if now + points < 0:
        raise illegal(f"{seat_name(seat)} has {now}", column)
    why, where = scanner.take(WORD), scanner.take(AT)
    location = whole(where[1]) if where else 0
    return (f.Gained(seat, points, why[0].lower() if why else RULED, now + points, location),)


def turn(scanner: Scanner, state: RiftState) -> Sequence[Fact]:
    """`turn A`: A's turn begins."""
    return (f.TurnBegan(*read_turn(scanner, state.turn)),)


def end(scanner: Scanner, _: RiftState) -> Sequence[Fact]:
    """`end A reason`."""
    return (f.MatchEnded(*read_end(scanner)),)


TABLE: Final = """
damage | damage F5@1 2 · damage F5@1 2 by W6@2 | damage is put on it
heal | heal F5@1 1 | damage is removed from it
destroy kill | destroy F5@1 | it goes to its owner's discard pile
move | move F5@1>3 | it moves
take | take F5@1>2 | it changes sides
play place | play A F5@1 | out of the hand into play
face | face B C5 | out of the draw pile to the middle
discard | discard A F5 | out of the hand to the discard pile
draw | draw A F5 ?? · draw A 2 | cards are drawn
shuffle | shuffle A | the discard pile becomes the draw pile
activate | activate F5@1 | only that it was activated
score | score B 5 · score B +1 | Riftforce: so much, or so much more
turn | turn A | A's turn begins
end | end A reason · end draw | the match ends: who wins, and why
"""
"""The verbs, what right lines look like, and what they do."""


def score_words(fact: f.Gained) -> str:
    """Riftforce gained, as it is entered."""
    why = "" if fact.why == RULED else f" {fact.why}"
    where = f" @{fact.location}" if fact.location else ""
    return f"score {seat_name(fact.seat)} {changed(fact.points)}{why}{where}"


def words_of(state: RiftState, fact: Fact) -> str:
    """A fact as it is entered, `state` being before it; nothing if there are no words for it."""

    def at(number: int) -> str:
        return named(state, state.elementals[number])

    match fact:
        case f.Damaged(number, amount, source):
            return f"damage {at(number)} {amount}{source_words(state, source)}"
        case f.Healed(number, amount, source):
            return f"heal {at(number)} {amount}{source_words(state, source)}"
        case f.Moved(number, to):
            return f"move {at(number)}>{to}"
        case f.Destroyed(number, source):
            return f"destroy {at(number)}{source_words(state, source)}"
        case f.Taken(number, source, location):
            return f"take {at(number)}>{location}{source_words(state, source)}"
        case f.Activated(number):
            return f"activate {at(number)}"
        case f.Played(seat, card, location):
            return f"play {seat_name(seat)} {card}@{location}"
        case f.FacedUp(seat, card):
            return f"face {seat_name(seat)} {card}"
        case f.Discarded(seat, card):
            return f"discard {seat_name(seat)} {card}"
        case f.Drawn(seat, cards):
            return f"draw {seat_name(seat)} {drawn_words(cards)}"
        case f.Reshuffled(seat):
            return f"shuffle {seat_name(seat)}"
        case f.Gained():
            return score_words(fact)
        case f.TurnBegan(number, seat):
            return turn_words(number, seat, state.turn)
        case f.MatchEnded(winner, why):
            return end_words(winner, why)
        case _:
            return ""


RULINGS: Final = Words(TABLE, globals(), words_of)
"""What a ruling can say in Riftforce."""
