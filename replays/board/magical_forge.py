"""The board of Magical Forge: both fields of Creatures, the Spells in the centre and the stack."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.contract.game import Game
from domain.games.magical_forge.board import moment, notes_on
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.notation.names import thing_word
from domain.games.magical_forge.state import Creature, Item, MagicalState, Side
from domain.games.magical_forge.words import KINDS, thing_name, title
from domain.record.events import Opened
from replays.board.model import Board, Card, Number, Seated, SeatInfo, Zone
from replays.board.parts import (
    SEATED,
    Face,
    closed_pile,
    hand,
    in_order,
    lines,
    pile,
    placed,
    player,
    seated,
)

COLOUR: Final = {"creature": "green", "forge": "amber", "weapon": "cyan", "spell": "violet"}


def board(game: Game, state: MagicalState, opened: Opened | None, eyes: str) -> Board:
    """Both fields with the centre and the stack between them: B above, A below."""
    return Board(
        game=game.key,
        seats=(seat_info(state, opened, 0), seat_info(state, opened, 1)),
        rows=(cards_row(state, 1), field(state, 1), middle(state), field(state, 0),
              cards_row(state, 0)),
        turn=state.turn,
        to_move="" if state.over else seated(state.active),
        status=status(state),
        eyes=eyes,
    )  # fmt: skip


def status(state: MagicalState) -> str:
    """Where in the match it is, and what attacks."""
    words = moment(state)
    if state.over:
        how = f"{SEATED[state.winner]} wins" if state.winner is not None else "a draw"
        return f"{words}: {how}" + (f" ({state.why})" if state.why else "")
    if state.attacker in state.in_play:
        words += f"; {thing_name(state, state.attacker)} attacks"
        if state.blocker in state.in_play:
            words += f", {thing_name(state, state.blocker)} blocks"
    return words


def seat_info(state: MagicalState, opened: Opened | None, seat: int) -> SeatInfo:
    """A seat's Life Points and cards."""
    side = state.sides[seat]
    return SeatInfo(
        SEATED[seat],
        player(opened, seat),
        (
            Number("Life", side.life),
            Number("hand", side.hand),
            Number("Deck", side.deck.left),
            Number("Spell Deck", side.spells.left),
        ),
        wins=state.over and state.winner == seat,
    )


def face(state: MagicalState, code: str) -> Card:
    """A card as it lies face up."""
    found = book(state.cards).cards.get(code)
    if found is None:
        return Card(code, title(state, code), code)
    text = "\n".join(part for part in (", ".join(found.types), lines(found.text)) if part)
    return Card(
        code, found.name, code, kind=found.kind, text=text, colour=COLOUR.get(found.kind, "")
    )


def creature(state: MagicalState, c: Creature) -> Card:
    """A Creature in play, with its Spells under it."""
    card = face(state, c.card)
    spells = tuple(
        placed(face(state, code), f"i{c.id}.{code}", SEATED[c.seat], c.spells[code])
        for code in in_order(c.spells)
    )
    return Card(
        f"i{c.id}", card.name, c.card, SEATED[c.seat], card.kind,
        (Number("Spells", c.health),), (thing_word(state, c.id),), card.text,
        tuple(notes_on(state, c)), card.colour, attached=spells,
    )  # fmt: skip


def field(state: MagicalState, seat: int) -> tuple[Zone, ...]:
    """A seat's Creatures, oldest first."""
    cards = tuple(creature(state, c) for c in state.creatures(seat))
    key = f"{SEATED[seat]}.field"
    return (Zone(key, "Creatures", SEATED[seat], "row", cards, len(cards), place=1),)


def middle(state: MagicalState) -> tuple[Zone, ...]:
    """The Spells in the centre; beside them the stack, if something is on it."""
    spells = tuple(
        Card(
            f"i{s.id}", card.name, s.card, SEATED[s.seat], card.kind, (),
            (thing_word(state, s.id),), card.text, (), card.colour,
        )
        for s in state.centre.values()
        for card in (face(state, s.card),)
    )  # fmt: skip
    centre = Zone("centre", "centre", "", "rift", spells, len(spells), place=1, weight=2)
    if not state.stack:
        return (centre,)
    stack = tuple(effect(state, item) for item in reversed(state.stack))
    note = "the top resolves first"
    return (
        centre,
        Zone("stack", "stack", "", "stack", stack, len(stack), note, horizontal=False, weight=2),
    )


def effect(state: MagicalState, item: Item) -> Card:
    """An effect that waits on the stack."""
    card = face(state, item.card)
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
    return Card(
        f"i{item.id}", card.name, item.card, SEATED[item.seat], item.kind, (),
        (thing_word(state, item.id),), card.text, words, card.colour,
    )  # fmt: skip


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
        pile(f"{name}.discard", name, "discards", side.deck.discard, shown),
        pile(f"{name}.used", name, "used Spells", side.spells.discard, shown),
    )  # fmt: skip
