"""A bot that looks one action ahead: what damage it does, what it destroys, what it controls."""

from __future__ import annotations

import random
from collections.abc import Callable

from domain.contract.game import Action, Ask, Seat
from domain.frame.bots import best, one_of
from domain.games.riftforce import actions as a
from domain.games.riftforce.cards import ADJACENT, GUILD, HAND, LOCATIONS, NUMBER
from domain.games.riftforce.state import Elemental, RiftState

DAMAGE = {"F": 3, "C": 4, "Ac": 3, "La": 2}
"""Damage on the first enemy by guild; 2 for the others."""


def hit_value(state: RiftState, seat: Seat, location: int, amount: int, which: int = 0) -> float:
    """What damage on an enemy is worth: a kill most, wounding something."""
    enemies = state.enemies(seat, location)
    if not enemies:
        return 0.0
    enemy = enemies[which]
    left = NUMBER[enemy.card] - enemy.damage
    if amount < left:
        return 0.9 * amount / left
    return 1.7 + (1.0 if GUILD[enemy.card] == "C" else 0.0) + (0.6 if len(enemies) == 1 else 0.0)


def ability_value(state: RiftState, e: Elemental) -> float:
    """Roughly what activating an elemental is worth now."""
    guild, seat, here = GUILD[e.card], e.seat, e.location
    if guild == "I":
        enemies = state.enemies(seat, here)
        if len(enemies) == 1 and state.ice == "rulebook":
            return hit_value(state, seat, here, 6)
        return hit_value(state, seat, here, 2) + hit_value(state, seat, here, 4, -1)
    if guild == "P":
        return max(hit_value(state, seat, loc, 2) for loc in ADJACENT[here])
    if guild in ("S", "A", "Sa"):
        bonus = 1.0 if guild == "S" else 0.0
        return max(move_value(state, e, loc) for loc in LOCATIONS if loc != here) + bonus * 0.1
    if guild == "W":
        flow = max(hit_value(state, seat, loc, 1) for loc in ADJACENT[here])
        return hit_value(state, seat, here, 2) + flow
    if guild == "Be":
        return max(hit_value(state, seat, loc, 3 if e.damage else 2) for loc in ADJACENT[here])
    return hit_value(state, seat, here, DAMAGE.get(guild, 2)) + 0.05


def move_value(state: RiftState, e: Elemental, to: int) -> float:
    """What moving an elemental to a location is worth, with the damage its guild does there."""
    guild, seat = GUILD[e.card], e.seat
    value = 0.0
    if not state.sides[seat][to]:
        value += 0.4 if not state.enemies(seat, to) else 0.3
    if len(state.sides[seat][e.location]) == 1:
        value -= 0.3
    if guild == "A":
        return value + sum(hit_value(state, seat, loc, 1) for loc in (to, *ADJACENT[to]))
    amount = {"S": 1, "W": 1, "Sa": 1, "Be": 3 if e.damage else 2}.get(guild, 0)
    return value + hit_value(state, seat, to, amount) if amount else value


class Look:
    """What a bot sees of one question; what several actions need is worked out once."""

    def __init__(self, state: RiftState, ask: Ask) -> None:
        self.state = state
        self.seat = ask.seat
        self.opening = ask.about == "turn"
        self.abilities: dict[int, float] = {}
        self.places: dict[int, float] = {}
        self.kin: dict[str, float] = {}

    def ability(self, e: Elemental) -> float:
        """Roughly what activating an elemental is worth now."""
        value = self.abilities.get(e.id)
        if value is None:
            value = self.abilities[e.id] = ability_value(self.state, e)
        return value

    def activation(self, card: str) -> float:
        """What discarding a card to activate is worth: the best three that share something."""
        number, symbol = [], []
        for place in self.state.sides[self.seat]:
            for e in place:
                if NUMBER[e.card] == NUMBER[card]:
                    number.append(self.ability(e))
                if GUILD[e.card] == GUILD[card]:
                    symbol.append(self.ability(e))
        return max(sum(sorted(values)[-3:]) for values in (number, symbol)) - 0.25

    def place(self, location: int) -> float:
        """What playing something at a location is worth: contest and take locations, spread out."""
        value = self.places.get(location)
        if value is None:
            mine = self.state.sides[self.seat][location]
            value = 0.9 if not mine else 0.5 - 0.08 * len(mine)
            if not mine and self.state.enemies(self.seat, location):
                value += 0.5
            self.places[location] = value
        return value

    def held(self, card: str) -> float:
        """What a card loses by leaving the hand, and gains by its kin there."""
        value = self.kin.get(card)
        if value is None:
            hand = self.state.hands[self.seat]
            kin = sum(
                n
                for c, n in hand.hand.items()
                if NUMBER.get(c) == NUMBER[card] or GUILD.get(c) == GUILD[card]
            )
            last_cards = not hand.pile and not hand.discard
            value = self.kin[card] = 0.12 * min(kin, 4) - (1.6 if last_cards else 0.0)
        return value

    def play(self, card: str, location: int) -> float:
        """What playing a card at a location is worth."""
        value = self.place(location) + self.held(card) + (1.0 if self.opening else 0.0)
        if GUILD[card] == "E":
            enemies = self.state.enemies(self.seat, location)
            value += sum(0.3 if e.damage + 1 < NUMBER[e.card] else 1.5 for e in enemies)
        return value

    def check(self) -> float:
        """What Check & Draw is worth: locations controlled, and cards."""
        hand = self.state.hands[self.seat]
        missing = min(HAND - hand.count, hand.pile + sum(hand.discard.values()))
        controlled = sum(self.state.controls(self.seat, location) for location in LOCATIONS)
        return 0.9 * controlled + 0.42 * missing

    def value(self, action: Action) -> float:
        """How good an action looks; only comparisons within one question mean anything."""
        state = self.state
        match action:
            case a.Play(card, location):
                return self.play(card, location)
            case a.Discard(card):
                return self.activation(card)
            case a.CheckAndDraw():
                return self.check()
            case a.Activate(number):
                return self.ability(state.elemental(number))
            case a.To(location):
                empty = 0.0 if state.sides[self.seat][location] else 0.4
                return hit_value(state, self.seat, location, 1) + empty
            case a.From(location):
                return hit_value(state, self.seat, location, 2)
            case a.Hit(number):
                enemy = state.elemental(number)
                left = NUMBER[enemy.card] - enemy.damage
                crystal = 0.5 if GUILD[enemy.card] == "C" else 0.0
                return (2.0 if left <= 2 else 0.0) + crystal - left / 10
            case a.Heal(number):
                ally = state.elemental(number)
                return ally.damage - (NUMBER[ally.card] - ally.damage) / 10
            case _:
                return 0.0


def valued(state: RiftState, ask: Ask) -> Callable[[Action], float]:
    """What the bot holds of each answer to a question, by which it chooses."""
    return Look(state, ask).value


def sensible(state: RiftState, ask: Ask, rng: random.Random) -> Action:
    """The action that looks best one action ahead; ties fall at random."""
    return one_of(best(ask, valued(state, ask)), rng)
