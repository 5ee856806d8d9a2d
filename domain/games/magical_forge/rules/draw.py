"""Drawing from the Deck and the Spell Deck, and recycling the Spell discard (A, B)."""

from __future__ import annotations

from typing import Any

from domain.contract.game import Seat
from domain.contract.rule import rule
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.rules.deal import DealsCards, DealsSpells, turned_up
from domain.games.magical_forge.rules.engine import Engine, Resolving


@rule
def draw(t: Engine, seat: Seat, count: int, *, announced: bool) -> Resolving:
    """Draw from the Deck what there is; `announced`: then a Spell for each Creature drawn (A).

    Where `deck_out` is loses, who cannot draw all loses. Raises GameOver.
    """
    pile = t.state.sides[seat].deck
    can = min(count, pile.left)
    if can > 0:
        deals = DealsCards(seat, can, pile, t.book, announced=announced)
        dealt: a.Deal = yield t.dealer("draw", deals, deals.why_not)
        t.emit(f.Drawn(seat, dealt.cards, dealt.creatures))
        if announced:
            yield from draw_spells(t, seat, dealt.creatures)
    if can < count and t.state.deck_out == "loses":
        t.end(1 - seat, "deck")


@rule
def draw_spells(t: Engine, seat: Seat, count: int) -> Resolving:
    """Draw Spells; the Spell discard becomes the Spell Deck when that is empty."""
    pile = t.state.sides[seat].spells
    while count > 0 and refilled(t, seat):
        can = min(count, pile.left)
        deals = DealsSpells(seat, can, pile)
        dealt: a.DealSpells = yield t.dealer("spells", deals, deals.why_not)
        t.emit(f.SpellsDrawn(seat, dealt.cards))
        count -= can


@rule
def refilled(t: Engine, seat: Seat) -> bool:
    """Whether the Spell Deck holds a card, after recycling if it must be."""
    pile = t.state.sides[seat].spells
    if not pile.left and pile.discard:
        t.emit(f.Recycled(seat))
    return pile.left > 0


def turn_up(t: Engine, seat: Seat, pile: str) -> Any:
    """Turn up the top card of a Deck or Spell Deck; its code, or None if there is none."""
    if pile == "spells":
        if not refilled(t, seat):
            return None
        found = t.state.sides[seat].spells
    else:
        found = t.state.sides[seat].deck
        if not found.left:
            return None
    choices = turned_up(seat, found)
    answer: a.Reveal = yield t.dealer("reveal", choices, choices.why_not)
    return answer.card
