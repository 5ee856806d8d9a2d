"""The board of Magical Forge: both fields of Creatures, the Spells in the centre and the stack."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.contract.board import SEATED, Board, Card, Number, Seated, SeatInfo, Zone
from domain.frame.zones import (
    Face,
    closed_pile,
    hand,
    known_codes,
    lines,
    pile,
    placed,
    whole_board,
)
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.notation.names import thing_word
from domain.games.magical_forge.state import Creature, Item, MagicalState, Side
from domain.games.magical_forge.words import KINDS, mark_words, thing_name, title

COLOUR: Final = {"creature": "green", "forge": "amber", "weapon": "cyan", "spell": "violet"}


def board(state: MagicalState) -> Board:
    """Both fields with the centre and the stack between them: B above, A below."""
    return whole_board(
        "magical_forge",
        state,
        state.active,
        (seat_info(state, 0), seat_info(state, 1)),
        (cards_row(state, 1), field(state, 1), middle(state), field(state, 0), cards_row(state, 0)),
        moment(state),
    )


def moment(state: MagicalState) -> str:
    """Where in the match it is, and what attacks."""
    if not state.turn:
        return "the match has not begun"
    words = f"turn {state.turn} of {SEATED[state.active]}"
    if state.over:
        return f"{words}, the match is over"
    if state.phase == "main":
        left = max(0, state.count(state.active) - state.attached)
        words += f", {left} more Spell{'' if left == 1 else 's'} can be attached"
    else:
        words += f", {'the draw' if state.phase == 'draw' else 'its end'}"
    if state.attacker in state.in_play:
        words += f"; {thing_name(state, state.attacker)} attacks"
        if state.blocker in state.in_play:
            words += f", {thing_name(state, state.blocker)} blocks"
    return words


def seat_info(state: MagicalState, seat: int) -> SeatInfo:
    """A seat's Life Points and cards."""
    side = state.sides[seat]
    return SeatInfo(
        SEATED[seat],
        numbers=(
            Number("Life", side.life),
            Number("hand", side.hand),
            Number("Deck", side.deck.left),
            Number("Spell Deck", side.spells.left),
        ),
    )


def face(state: MagicalState, code: str) -> Card:
    """A card as it lies face up."""
    found = book(state.cards).cards.get(code)
    if found is None:
        return Card(code, title(state, code), code)
    return Card(
        code, found.name, code, kind=found.kind, types=found.types, text=lines(found.text),
        colour=COLOUR.get(found.kind, ""),
    )  # fmt: skip


def creature(state: MagicalState, c: Creature) -> Card:
    """A Creature in play, with its Spells under it."""
    card = face(state, c.card)
    spells = tuple(
        placed(face(state, code), f"i{c.id}.{code}", SEATED[c.seat], c.spells[code])
        for code in known_codes(c.spells)
    )
    return msgspec.structs.replace(
        placed(card, f"i{c.id}", SEATED[c.seat]),
        numbers=(Number("Spells", c.health),),
        keywords=(thing_word(state, c.id),),
        state=tuple(notes_on(state, c)),
        attached=spells,
    )


def notes_on(state: MagicalState, c: Creature) -> list[str]:
    """What is special about a Creature this turn."""
    notes = []
    if c.id == state.attacker:
        notes.append("attacks")
    elif c.id == state.blocker:
        notes.append("blocks")
    elif c.attacks:
        notes.append("attacked")
    if c.entered == state.turn:
        notes.append("new")
    if c.used:
        notes.append("used")
    return notes + [mark_words(mark, n) for mark, n in sorted(c.marks.items())]


def field(state: MagicalState, seat: int) -> tuple[Zone, ...]:
    """A seat's Creatures, oldest first."""
    cards = tuple(creature(state, c) for c in state.creatures(seat))
    key = f"{SEATED[seat]}.field"
    return (Zone(key, "Creatures", SEATED[seat], "row", cards, len(cards), place=1),)


def middle(state: MagicalState) -> tuple[Zone, ...]:
    """The Spells in the centre; beside them the stack, if something is on it."""
    spells = tuple(
        msgspec.structs.replace(
            placed(face(state, s.card), f"i{s.id}", SEATED[s.seat]),
            keywords=(thing_word(state, s.id),),
        )
        for s in state.centre.values()
    )
    centre = Zone("centre", "centre", "", "rift", spells, len(spells), place=1, weight=2)
    if not state.stack:
        return (centre,)
    stack = tuple(effect(state, item) for item in reversed(state.stack))
    last = state.stack[-1].seat
    note = f"the top resolves first; {SEATED[1 - last]}, then {SEATED[last]} may respond"
    return (
        centre,
        Zone("stack", "stack", "", "stack", stack, len(stack), note, horizontal=False, weight=2),
    )


def effect(state: MagicalState, item: Item) -> Card:
    """An effect that waits on the stack."""
    aimed = [thing_name(state, target) for target in item.targets if target]
    words = tuple(
        part
        for part in (
            KINDS.get(item.kind, item.kind),
            f"at {' and '.join(aimed)}" if aimed else "",
            f"in response to {thing_word(state, item.to) or 'what is gone'}" if item.to else "",
        )
        if part
    )
    return msgspec.structs.replace(
        placed(face(state, item.card), f"i{item.id}", SEATED[item.seat]),
        kind=item.kind,
        keywords=(thing_word(state, item.id),),
        state=words,
    )


def in_hand(side: Side, name: Seated, shown: Face) -> Zone:
    """A seat's hand: cards of the Deck, then Spells, whose backs are others."""
    cards = hand(f"{name}.hand", name, side.deck.hand.cards, shown)
    spells = hand(f"{name}.hand.spells", name, side.spells.hand.cards, shown)
    backs = tuple(
        msgspec.structs.replace(card, kind="spell", colour=COLOUR["spell"]) if card.hidden else card
        for card in spells.cards
    )
    count = cards.count + spells.count
    unknown = sum(card.hidden for card in (*cards.cards, *backs))
    note = f"{unknown} unknown" if 0 < unknown < count else ""
    return Zone(cards.key, "hand", name, "hand", (*cards.cards, *backs), count, note, weight=8)


def cards_row(state: MagicalState, seat: int) -> tuple[Zone, ...]:
    """A seat's hand, decks and discard piles."""
    side, name = state.sides[seat], SEATED[seat]

    def shown(code: str) -> Card:
        return face(state, code)

    return (
        in_hand(side, name, shown),
        closed_pile(f"{name}.deck", name, "Deck", side.deck.left),
        closed_pile(f"{name}.spelldeck", name, "Spell Deck", side.spells.left),
        pile(f"{name}.discard", name, "discards", side.deck.discard, shown, named=True),
        pile(f"{name}.used", name, "used Spells", side.spells.discard, shown),
    )  # fmt: skip
