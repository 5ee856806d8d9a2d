"""Facts and decisions of Magical Forge in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from domain.contract.game import UNKNOWN, Action, Fact, seat_name
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.notation.names import thing_word
from domain.games.magical_forge.state import Item, MagicalState

ZONES: Final = {
    ("deck", "hand"): "hand",
    ("deck", "deck"): "Deck",
    ("deck", "discard"): "discard pile",
    ("spells", "hand"): "hand",
    ("spells", "deck"): "Spell Deck",
    ("spells", "discard"): "Spell discard",
}
"""What a zone of a pile is called."""
LEFT: Final = {
    "destroyed": "is destroyed",
    "spells": "has no Spells and is destroyed",
    "returned": "returns from play",
}
KINDS: Final = {
    "forge": "Forge card",
    "weapon": "Weapon",
    "ability": "ability",
    "spell": "Spell in the centre",
    "trigger": "triggered ability",
}
PHASES: Final = {"main": "the drawing is done", "end": "the end of the turn"}
MARKS: Final = {
    "unblockable": "can't be blocked",
    "no attack": "can't attack",
    "no block": "can't block",
}
ENDINGS: Final = {
    "life": "the other has no Life Points left",
    "both": "both have no Life Points left",
    "concession": "the other gives up",
    "deck": "the other cannot draw from the Deck",
    "standstill": "the Decks are empty and nobody does anything",
    "endless": "it has taken too long",
}

# -- names ---------------------------------------------------------------------------------------
BY_RULING = "by a ruling"
"""How what has no other cause came about."""


def title(state: MagicalState, code: str) -> str:
    """A card's name; the code itself if the match has no such card."""
    if code == UNKNOWN:
        return "an unknown card"
    card = book(state.cards).cards.get(code)
    return card.name if card else code


def titles(state: MagicalState, cards: Iterable[str], what: str = "card") -> str:
    """Cards in words; unknown ones are counted."""
    cards = list(cards)
    parts = [title(state, card) for card in cards if card != UNKNOWN]
    if hidden := len(cards) - len(parts):
        parts.append(f"{hidden} unknown {what}{'s' if hidden > 1 else ''}")
    return ", ".join(parts) or "nothing"


def thing_name(state: MagicalState, number: int) -> str:
    """A Creature, a Spell in the centre, an effect or a player in words; its number once it is gone."""
    if number < 0:
        return seat_name(-1 - number)
    thing = state.in_play.get(number) or state.centre.get(number)
    if thing is not None:
        place = thing_word(state, number)
        return f"{seat_name(thing.seat)}'s {title(state, thing.card)} ({place})"
    item = state.item(number)
    return effect_name(state, item) if item else f"number {number}"


def effect_name(state: MagicalState, item: Item) -> str:
    """An effect in words: whose, of which card."""
    kind = KINDS.get(item.kind, item.kind)
    if item.kind in ("ability", "trigger"):
        return f"{seat_name(item.seat)}'s {kind} of {title(state, item.card)}"
    return f"{seat_name(item.seat)}'s {kind} {title(state, item.card)}"


def points(amount: int) -> str:
    """Life Points."""
    return f"{amount} Life Point{'' if amount == 1 else 's'}"


def zone(pile: str, name: str) -> str:
    """A zone in words."""
    return ZONES.get((pile, name), name)


def targets(state: MagicalState, numbers: Iterable[int]) -> str:
    """What an effect is aimed at, after a comma; nothing if it is at nothing."""
    named = [thing_name(state, number) for number in numbers if number]
    return f", aimed at {' and '.join(named)}" if named else ""


# -- facts ---------------------------------------------------------------------------------------


def describe(fact: Fact, before: MagicalState) -> str:
    """One fact in words; `before` is the state before it."""
    for part in (describe_cards, describe_play, describe_effects):
        if words := part(fact, before):
            return words
    return describe_turn(fact) or type(fact).__name__


def describe_cards(fact: Fact, before: MagicalState) -> str:
    """Facts about cards that come to hand or lie in piles."""
    match fact:
        case f.Drawn(seat, cards, creatures):
            note = f"; Creatures among them: {creatures}" if creatures >= 0 else ""
            return f"{seat_name(seat)} draws {titles(before, cards)}{note}"
        case f.SpellsDrawn(seat, cards):
            return f"{seat_name(seat)} draws {titles(before, cards, 'Spell')}"
        case f.Recycled(seat):
            count = sum(before.sides[seat].spells.discard.values())
            return f"{seat_name(seat)}'s Spell discard ({count}) becomes the Spell Deck"
        case f.Carried(seat, pile, card, source, to):
            return (
                f"{seat_name(seat)}'s {title(before, card)} goes from {zone(pile, source)} "
                f"to {zone(pile, to)}"
            )
        case _:
            return ""


def describe_play(fact: Fact, before: MagicalState) -> str:
    """Facts about Creatures, their Spells and the centre."""
    match fact:
        case f.Summoned(_, seat, card, source, played):
            if played:
                return f"{seat_name(seat)} plays {title(before, card)}"
            origin = zone("deck", source)
            return f"{seat_name(seat)}'s {title(before, card)} comes into play from {origin}"
        case f.Attached(number, card, source):
            origin = "" if source == "hand" else f" from {zone('spells', source)}"
            return f"{title(before, card)}{origin} is attached to {thing_name(before, number)}"
        case f.SpellMoved(source, number, card):
            return (
                f"{title(before, card)} moves from {thing_name(before, source)} "
                f"to {thing_name(before, number)}"
            )
        case f.Detached(number, card, to):
            return (
                f"{title(before, card)} leaves {thing_name(before, number)} for "
                f"{zone('spells', to)}"
            )
        case f.PutInCentre(_, seat, card, source, place):
            origin = f" of {thing_name(before, source)}" if source else ""
            origin += f" from {zone('spells', place)}" if place else ""
            return f"{seat_name(seat)} puts {title(before, card)}{origin} into the centre"
        case f.LeftCentre(number, to):
            return f"{thing_name(before, number)} leaves the centre for {zone('spells', to)}"
        case f.CreatureLeft(number, why, to):
            home = "" if to == "discard" else f" to {zone('deck', to)}"
            return f"{thing_name(before, number)} {LEFT.get(why, why)}{home}"
        case f.AttackBegan(number):
            return f"{thing_name(before, number)} attacks"
        case f.Blocked(number):
            return f"{thing_name(before, number)} blocks"
        case f.AttackEnded(_, how):
            ends = {"unblocked": "nobody blocked", "blocked": "it was blocked"}
            return f"the attack is over: {ends.get(how, 'the attacker is gone')}"
        case f.Marked(number, mark, n):
            return f"this turn {thing_name(before, number)} {mark_words(mark, n)}"
        case _:
            return ""


def mark_words(mark: str, n: int) -> str:
    """What holds for a Creature until the end of the turn."""
    if mark == "strength":
        return f"takes {n} more with an attack"
    if mark == "again":
        return f"can attack {'once' if n == 1 else f'{n} times'} more"
    return MARKS.get(mark, mark)


def describe_effects(fact: Fact, before: MagicalState) -> str:
    """Facts about effects on the stack, and Life Points."""
    match fact:
        case f.Activated(_, seat, kind, card):
            verb = "plays" if kind == "forge" else "uses"
            aimed = targets(before, fact.targets)
            name = title(before, card)
            if kind in ("forge", "weapon"):
                words = f"{seat_name(seat)} {verb} {name}"
            elif kind == "ability":
                words = f"{seat_name(seat)} uses the ability of {thing_name(before, fact.source)}"
            else:
                words = f"{seat_name(seat)}'s {name} triggers"
            if fact.to and (to := before.item(fact.to)) is not None:
                words += f" in response to {effect_name(before, to)}"
            return words + aimed
        case f.Resolving(number):
            return f"{thing_name(before, number)} resolves"
        case f.Resolved(number):
            return f"{thing_name(before, number)} has resolved"
        case f.Fizzled(number):
            return f"{thing_name(before, number)} fizzles: its target is gone"
        case f.Stopped(number, by):
            doer = f"by {thing_name(before, by)}" if by else BY_RULING
            return f"{thing_name(before, number)} is stopped {doer}"
        case f.LifeLost(seat, amount, why, _, card):
            left = before.sides[seat].life - amount
            doer = f"by {title(before, card)}" if card else BY_RULING
            cause = "as a cost" if why == "cost" else doer
            return f"{seat_name(seat)} loses {points(amount)} {cause}: {left}"
        case f.LifeGained(seat, amount, _, card):
            total = before.sides[seat].life + amount
            doer = f"by {title(before, card)}" if card else BY_RULING
            return f"{seat_name(seat)} gains {points(amount)} {doer}: {total}"
        case f.LoopCut(dropped):
            return (
                f"the house rule against endless loops: {dropped} triggered "
                f"effect{'' if dropped == 1 else 's'} will not activate"
            )
        case _:
            return ""


def describe_turn(fact: Fact) -> str:
    """Facts about turns and the end."""
    match fact:
        case f.Tossed(seat):
            return f"{seat_name(seat)} takes the first turn"
        case f.TurnBegan(turn, seat):
            return f"turn {turn}: {seat_name(seat)}"
        case f.PhaseBegan(phase):
            return PHASES.get(phase, f"the {phase} part of the turn begins")
        case f.Conceded(seat):
            return f"{seat_name(seat)} gives up"
        case f.MatchEnded(winner, why):
            result = f"{seat_name(winner)} wins" if winner is not None else "a draw"
            return f"the match ends: {result}, {ENDINGS.get(why, why)}"
        case _:
            return ""


# -- decisions -----------------------------------------------------------------------------------


def say_action(state: MagicalState, action: Action) -> str:
    """A decision in words; nothing for what the words of the notation say as well."""
    match action:
        case a.Summon(card):
            return f"play {title(state, card)}"
        case a.Attach(card, number):
            return f"attach {title(state, card)} to {thing_name(state, number)}"
        case a.PlayForge(card):
            return f"play {title(state, card)}"
        case a.UseWeapon(card):
            return f"use {title(state, card)}"
        case a.UseAbility(number):
            return f"use the ability of {thing_name(state, number)}"
        case a.Attack(number):
            return f"attack with {thing_name(state, number)}"
        case a.Block(number):
            return f"block with {thing_name(state, number)}"
        case a.NoBlock():
            return "do not block"
        case a.Target(number):
            return thing_name(state, number)
        case a.TargetPlayer(seat):
            return seat_name(seat)
        case a.Card(card) | a.Random(card) | a.Reveal(_, card):
            return title(state, card)
        case a.Pass():
            return "no response"
        case a.Concede(seat):
            return f"{seat_name(seat)} gives up"
        case _:
            return ""
