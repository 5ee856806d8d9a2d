"""The state as plain data for programs, with the ids and unseen cards that no board shows."""

from __future__ import annotations

from typing import Any

from domain.contract.game import SEAT_NAMES, Seat
from domain.frame.bags import ordered
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.notation.names import thing_word
from domain.games.magical_forge.state import Creature, Item, MagicalState, Pile
from domain.games.magical_forge.words import title


def letter(seat: Seat | None) -> str | None:
    """A seat's letter; None for no seat."""
    return SEAT_NAMES[seat] if seat is not None and seat >= 0 else None


def creature(state: MagicalState, c: Creature) -> dict[str, Any]:
    """A Creature in play with its Spells."""
    card = book(state.cards).cards.get(c.card)
    return {
        "place": thing_word(state, c.id),
        "id": c.id,
        "card": c.card,
        "name": title(state, c.card),
        "types": list(card.types) if card else [],
        "spells": ordered(c.spells),
        "health": c.health,
        "entered": c.entered,
        "attacks": c.attacks,
        "used": list(c.used),
        "marks": dict(sorted(c.marks.items())),
    }


def effect(state: MagicalState, item: Item) -> dict[str, Any]:
    """An effect that waits on the stack."""
    return {
        "place": thing_word(state, item.id),
        "id": item.id,
        "seat": letter(item.seat),
        "kind": item.kind,
        "card": item.card,
        "name": title(state, item.card),
        "source": item.source or None,
        "which": item.which,
        "targets": [number_or_seat(number) for number in item.targets],
        "modes": list(item.modes),
        "to": item.to or None,
    }


def number_or_seat(number: int) -> int | str | None:
    """A target: an id, a player's letter, or None for none."""
    return SEAT_NAMES[-1 - number] if number < 0 else number or None


def pile_board(pile: Pile) -> dict[str, Any]:
    """A Deck or Spell Deck, and its cards in hand and in the discard pile."""
    return {
        "left": pile.left,
        "hand": ordered(pile.hand.cards),
        "discard": ordered(pile.discard),
        "unseen": ordered(pile.unseen),
    }


def data(state: MagicalState) -> dict[str, Any]:
    """The state as plain data, the same whatever order things happened in."""
    return {
        "turn": state.turn,
        "phase": state.phase or None,
        "active": letter(state.active),
        "start": letter(state.start),
        "attached": state.attached,
        "attacker": state.attacker or None,
        "blocker": state.blocker or None,
        "over": state.over,
        "winner": letter(state.winner),
        "why": state.why or None,
        "centre": [
            {
                "place": thing_word(state, spell.id),
                "id": spell.id,
                "seat": letter(spell.seat),
                "card": spell.card,
                "name": title(state, spell.card),
            }
            for spell in state.centre.values()
        ],
        "stack": [effect(state, item) for item in state.stack],
        "seats": {
            name: {
                "life": side.life,
                "creatures": [creature(state, c) for c in state.creatures(seat)],
                "deck": pile_board(side.deck),
                "spells": pile_board(side.spells),
            }
            for seat, (name, side) in enumerate(zip(SEAT_NAMES, state.sides, strict=True))
        },
    }
