"""Magical Forge's rulings: what a judge or scorekeeper enters by hand, in words."""

from __future__ import annotations

from typing import Final

from domain.contract.game import Fact, seat_name
from domain.frame.ruling_words import RULED, Words, end_words, turn_words
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.notation import ruling_verbs as verbs
from domain.games.magical_forge.notation.names import at, card_word
from domain.games.magical_forge.notation.ruling_objects import by_words, doer_words, drawn_words
from domain.games.magical_forge.state import MagicalState

TABLE: Final = """
life | life A 12 · life A +3 · life A -3 | Life Points: so many, or by so many
damage | damage A 3 · damage A 3 by b1 | Life Points are lost
destroy kill | destroy a1 | a Creature is destroyed
return | return a1 · return A hound | out of play, or of the discard, to the hand
starve | starve a1 | a Creature goes for want of Spells
summon put | summon A hound · summon A hound from discard | a Creature comes into play
attach | attach ember a1 · attach ember a1 from deck | a Spell is attached
detach | detach a1 ember · detach a1 ember to hand | a Spell leaves its Creature
move | move a1 ember>a2 | a Spell goes to another Creature
centre center | centre a1 ember | a Spell goes into the centre
remove | remove s1 · remove s1 to hand | a Spell leaves the centre
stop | stop e1 | an effect on the stack does nothing
mark | mark a1 no-attack · mark a1 strength 2 | holds until the end of the turn
draw | draw A hound ?? · draw A 2 · draw A & ember | cards are drawn; Spells after &
discard | discard A hound | out of the hand
carry | carry A hound hand>deck | from a zone to another: hand, deck, discard
recycle | recycle A | the Spell discard is the new Spell Deck
phase | phase end | a part of the turn begins: draw, main, end
turn | turn A | A's turn begins
end | end A reason · end draw | the match ends: who wins, and why
"""
"""The verbs, what right lines look like, and what they do."""


def words_of(state: MagicalState, fact: Fact) -> str:
    """A fact as it is entered, `state` being before it; nothing if there are no words for it."""
    return of_play(state, fact) or of_cards(fact) or of_turns(state, fact)


def of_play(state: MagicalState, fact: Fact) -> str:
    """Facts about Life Points and what is in play."""
    match fact:
        case f.LifeLost(seat, amount, why, source, card, by_seat):
            reason = "" if why == RULED else f" {why}"
            doer = doer_words(state, by_seat, source, card)
            return f"damage {seat_name(seat)} {amount}{reason}{doer}"
        case f.LifeGained(seat, amount, source, card):
            return f"life {seat_name(seat)} +{amount}{doer_words(state, None, source, card)}"
        case f.CreatureLeft(number, why, _, by):
            verb = {"destroyed": "destroy", "spells": "starve", "returned": "return"}.get(why, "")
            return f"{verb} {at(state, number)}{by_words(state, by)}" if verb else ""
        case f.Summoned(_, seat, card, source, played):
            where = "" if source == "hand" else f" from {source}"
            return f"summon {seat_name(seat)} {card_word(card)}{'!' * played}{where}"
        case f.Attached(number, card, source, counted):
            where = "" if source == "hand" else f" from {source}"
            return f"attach {card_word(card)}{'!' * counted} {at(state, number)}{where}"
        case f.Detached(number, card, to):
            return f"detach {at(state, number)} {card_word(card)} to {to}"
        case f.SpellMoved(source, number, card):
            return f"move {at(state, source)} {card_word(card)}>{at(state, number)}"
        case f.PutInCentre(_, seat, card, source, zone):
            if source:
                return f"centre {at(state, source)} {card_word(card)}"
            return f"centre {seat_name(seat)} {card_word(card)} from {zone}"
        case f.LeftCentre(number, to):
            return f"remove {at(state, number)} to {to}"
        case f.Stopped(number, by):
            return f"stop {at(state, number)}{by_words(state, by)}"
        case f.Marked(number, name, n):
            count = f" {n}" if n != 1 else ""
            return f"mark {at(state, number)} {name.replace(' ', '-')}{count}"
        case _:
            return ""


def of_cards(fact: Fact) -> str:
    """Facts about cards that are not in play."""
    match fact:
        case f.Drawn(seat, cards):
            return f"draw {seat_name(seat)} {drawn_words(cards)}"
        case f.SpellsDrawn(seat, cards):
            return f"draw {seat_name(seat)} & {drawn_words(cards)}"
        case f.Carried(seat, _, card, source, to):
            return f"carry {seat_name(seat)} {card_word(card)} {source}>{to}"
        case f.Recycled(seat):
            return f"recycle {seat_name(seat)}"
        case _:
            return ""


def of_turns(state: MagicalState, fact: Fact) -> str:
    """Facts about the course of a match."""
    match fact:
        case f.TurnBegan(number, seat):
            return turn_words(number, seat, state.turn)
        case f.PhaseBegan(name):
            return f"phase {name}"
        case f.MatchEnded(winner, why):
            return end_words(winner, why)
        case _:
            return ""


RULINGS: Final = Words(TABLE, vars(verbs), words_of)
"""What a ruling can say in Magical Forge."""
