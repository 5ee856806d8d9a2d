"""The verbs of Magical Forge's rulings: what follows each, read into facts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.contract.game import UNKNOWN, Fact, Seat
from domain.frame.ruling_words import (
    DIGITS,
    RULED,
    check_drawn,
    need_change,
    need_number,
    need_seat,
    read_end,
    read_turn,
    take_seat,
    take_word,
)
from domain.frame.scanner import END, Scanner, illegal, unreadable, whole
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.notation.names import card_next, take_cards
from domain.games.magical_forge.notation.ruling_objects import (
    FROM,
    TO,
    check_there,
    creature,
    held,
    pile,
    read_by,
    read_card,
    read_doer,
    read_thing,
    read_zone,
    zone_after,
)
from domain.games.magical_forge.state import MagicalState, Pile

WHY: Final = re.compile(rf"(attack|effect|cost){END}", re.IGNORECASE)
FREE: Final = re.compile(r"!")
AMPERSAND: Final = re.compile(r"&\s*")
PHASES: Final = {"draw": "draw", "main": "main", "end": "end"}
MARKS: Final = {
    "unblockable": "unblockable",
    "no-attack": "no attack",
    "no-block": "no block",
    "strength": "strength",
    "again": "again",
}
"""What can hold for a Creature until the end of the turn, as it is typed."""


# -- Life Points ---------------------------------------------------------------------------------


def life(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`life A 12`, `life A +3`, `life A -3`."""
    seat = need_seat(scanner)
    change = need_change(scanner, state.sides[seat].life, "the Life Points")
    if change > 0:
        return (f.LifeGained(seat, change, *read_doer(scanner, state)[1:]),)
    return (lost(scanner, state, seat, -change),)


def damage(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`damage A 3 attack by b1`: Life Points that are lost."""
    seat = need_seat(scanner)
    return (lost(scanner, state, seat, need_number(scanner, "how much")),)


def lost(scanner: Scanner, state: MagicalState, seat: Seat, amount: int) -> Fact:
    """What is lost: why, and whose doing it was, if that is given; never more than there is."""
    why = scanner.take(WHY)
    by_seat, source, card = read_doer(scanner, state)
    amount = min(amount, state.sides[seat].life)
    return f.LifeLost(seat, amount, why[1].lower() if why else RULED, source, card, by_seat)


# -- what is in play -----------------------------------------------------------------------------


def destroy(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`destroy a1`, `destroy a1 by e1`."""
    number = creature(scanner, state)
    return (f.CreatureLeft(number, "destroyed", "discard", read_by(scanner, state)),)


def starve(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`starve a1`: it goes, having no Spells."""
    return (f.CreatureLeft(creature(scanner, state), "spells", "discard"),)


def return_(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`return a1`, `return s1`, `return A hound`: to its owner's hand."""
    if (seat := take_seat(scanner)) is not None:
        column = scanner.column
        side = state.sides[seat]
        card = read_card(scanner, state, [*side.deck.discard, *side.spells.discard])
        source = zone_after(scanner, FROM, "discard")
        return (carried(state, seat, card, source, "hand", column),)
    number = read_thing(
        scanner, state, [*state.in_play, *state.centre], "Creature or Spell in play"
    )
    if number in state.centre:
        return (f.LeftCentre(number, "hand"),)
    return (f.CreatureLeft(number, "returned", "hand", read_by(scanner, state)),)


def summon(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`summon A hound`, `summon A hound from discard`; with `!` it was played from hand."""
    seat, column = need_seat(scanner), scanner.column
    deck = state.sides[seat].deck
    card = read_card(scanner, state, deck.possible(), deck.discard)
    played = scanner.take(FREE) is not None
    source = zone_after(scanner, FROM, "hand")
    if book(state.cards).cards[card].kind != "creature":
        raise illegal(f"{card} is no Creature", column)
    check_there(state, seat, card, source, column)
    return (f.Summoned(state.ids + 1, seat, card, source, played),)


def attach(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`attach ember a1`, `attach ember a1 from deck`; with `!` it counts towards the limit."""
    column = scanner.column
    card = read_card(scanner, state, book(state.cards).pool["spells"])
    counted = scanner.take(FREE) is not None
    scanner.take(TO)
    number = creature(scanner, state)
    source = zone_after(scanner, FROM, "hand")
    check_spell(state, card, column)
    check_there(state, state.in_play[number].seat, card, source, column)
    return (f.Attached(number, card, source, counted),)


def check_spell(state: MagicalState, card: str, column: int) -> None:
    """Refuse what is no Spell."""
    if book(state.cards).cards[card].kind != "spell":
        raise illegal(f"{card} is no Spell", column)


def detach(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`detach a1 ember`, `detach a1 ember to hand`."""
    number = creature(scanner, state)
    card = attached(scanner, state, number)
    return (f.Detached(number, card, zone_after(scanner, TO, "discard")),)


def attached(scanner: Scanner, state: MagicalState, number: int) -> str:
    """A Spell that is attached to a Creature. Raises GameError."""
    column, spells = scanner.column, state.in_play[number].spells
    card = read_card(scanner, state, spells)
    if card not in spells:
        raise illegal(f"{card} is not attached there", column, tuple(spells))
    return card


def move(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`move a1 ember>a2`."""
    number = creature(scanner, state)
    card = attached(scanner, state, number)
    scanner.take(TO)
    return (f.SpellMoved(number, creature(scanner, state), card),)


def centre(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`centre a1 ember`: an attached Spell goes into the centre; `centre A ember from discard`."""
    if (seat := take_seat(scanner)) is not None:
        column = scanner.column
        card = read_card(scanner, state, state.sides[seat].spells.possible())
        zone = zone_after(scanner, FROM, "hand")
        check_spell(state, card, column)
        check_there(state, seat, card, zone, column)
        return (f.PutInCentre(state.ids + 1, seat, card, 0, zone),)
    number = creature(scanner, state)
    card = attached(scanner, state, number)
    return (f.PutInCentre(state.ids + 1, state.in_play[number].seat, card, number),)


def remove(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`remove s1`, `remove s1 to hand`: a Spell leaves the centre."""
    number = read_thing(scanner, state, state.centre, "Spell in the centre")
    return (f.LeftCentre(number, zone_after(scanner, TO, "discard")),)


def stop(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`stop e1`: an effect will not resolve."""
    number = read_thing(scanner, state, [i.id for i in state.stack], "effect on the stack")
    return (f.Stopped(number, read_by(scanner, state)),)


def mark(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`mark a1 no-attack`, `mark a1 strength 2`: until the end of the turn."""
    number, column = creature(scanner, state), scanner.column
    found = take_word(scanner, MARKS)
    if found is None:
        raise unreadable("what holds for it?", column, tuple(MARKS))
    count = scanner.take(DIGITS)
    return (f.Marked(number, found, whole(count[0]) if count else 1),)


# -- cards ---------------------------------------------------------------------------------------


def draw(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`draw A hound ??`, `draw A 2`; after `&` Spells: `draw A hound & ember`."""
    seat, column = need_seat(scanner), scanner.column
    side = state.sides[seat]
    found: list[Fact] = []
    if not scanner.peek(AMPERSAND):
        cards = read_drawn(scanner, state, side.deck)
        check_drawn(len(cards), side.deck.left, seat, column, "Deck")
        found.append(f.Drawn(seat, cards, -1))
    if scanner.take(AMPERSAND):
        column = scanner.column
        cards = read_drawn(scanner, state, side.spells)
        check_drawn(len(cards), side.spells.left, seat, column, "Spell Deck")
        found.append(f.SpellsDrawn(seat, cards))
    return found


def read_drawn(scanner: Scanner, state: MagicalState, drawn: Pile) -> tuple[str, ...]:
    """Cards that are drawn, or how many."""
    if count := scanner.take(DIGITS):
        return (UNKNOWN,) * whole(count[0])
    return tuple(take_cards(scanner, 99, drawn.unseen, known=book(state.cards).cards))


def discard(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`discard A hound ember`: out of the hand."""
    seat = need_seat(scanner)
    found: list[Fact] = []
    now = state.copy()
    while not found or card_next(scanner):
        column = scanner.column
        card = read_card(scanner, state, held(now, seat))
        found.append(carried(now, seat, card, "hand", "discard", column))
        found[-1].apply(now)
    return found


def carry(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`carry A hound hand>deck`: from one zone of its pile to another."""
    seat, column = need_seat(scanner), scanner.column
    card = read_card(scanner, state, held(state, seat))
    source = read_zone(scanner)
    scanner.take(TO)
    return (carried(state, seat, card, source, read_zone(scanner), column),)


def carried(state: MagicalState, seat: Seat, card: str, source: str, to: str, column: int) -> Fact:
    """A card that goes from one zone to another. Raises GameError if it is not there."""
    check_there(state, seat, card, source, column)
    return f.Carried(seat, pile(state, seat, card)[0], card, source, to)


def recycle(scanner: Scanner, _: MagicalState) -> Sequence[Fact]:
    """`recycle A`: the Spell discard is the new Spell Deck."""
    return (f.Recycled(need_seat(scanner)),)


# -- turns ---------------------------------------------------------------------------------------


def turn(scanner: Scanner, state: MagicalState) -> Sequence[Fact]:
    """`turn A`: A's turn begins; an attack is over then, and what waits on the stack is stopped."""
    facts: list[Fact] = [f.Stopped(item.id, 0) for item in reversed(state.stack)]
    if state.attacker:
        facts.append(f.AttackEnded(state.attacker, "gone", state.blocker))
    return (*facts, f.TurnBegan(*read_turn(scanner, state.turn)))


def phase(scanner: Scanner, _: MagicalState) -> Sequence[Fact]:
    """`phase end`: another part of the turn begins."""
    column, found = scanner.column, take_word(scanner, PHASES)
    if found is None:
        raise unreadable("which part of the turn?", column, tuple(PHASES))
    return (f.PhaseBegan(found),)


def end(scanner: Scanner, _: MagicalState) -> Sequence[Fact]:
    """`end A reason`."""
    return (f.MatchEnded(*read_end(scanner)),)
