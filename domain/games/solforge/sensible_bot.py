"""A bot that looks one action ahead: bodies, lanes, damage through open lanes, what falls."""

from __future__ import annotations

import random
from collections.abc import Callable

from domain.contract.game import Action, Ask, Seat
from domain.frame.bots import best
from domain.games.solforge import actions as a
from domain.games.solforge.cards.book import Face
from domain.games.solforge.queries import properties
from domain.games.solforge.rules.engine import Question
from domain.games.solforge.state import Permanent, SolState


def worth(state: SolState, p: Permanent) -> float:
    """What a creature or Exalt in play is worth to its side."""
    if p.exalt:
        return 4.0
    return properties.attack_of(state, p) + 0.8 * max(0, properties.health_of(state, p)) + 1.0


def body(face: Face) -> float:
    """What a creature is worth by what is printed on it."""
    return face.printed.attack + 0.8 * face.printed.health + 0.6 * len(face.abilities)


class Look:
    """What a bot sees of one question."""

    def __init__(self, state: SolState, ask: Ask) -> None:
        self.state = state
        self.seat: Seat = ask.seat
        self.about = ask.about
        self.good = ask.good if isinstance(ask, Question) else 0

    def play(self, play: a.Play) -> float:
        """What playing a card is worth: its body, where it stands, and that it levels up."""
        face = properties.face_of(self.state, play.card)
        value = 2.0 + 1.5 * (face.level < 3) + (1.0 if play.free else 0.0)
        if face.card.kind == "spell":
            return value + 4.0 + 2.5 * face.level
        if face.card.kind == "exalt":
            old = self.state.exalt_at(self.seat, play.lane)
            return value + 3.5 + 2 * face.level - (6.0 if old else 0.0)
        return value + body(face) + self.lane(face, play.lane)

    def lane(self, face: Face, lane: int) -> float:
        """What standing in a lane is worth: open lanes to hit, strong enemies to hold."""
        state = self.state
        old = state.creature_at(self.seat, lane)
        value = -worth(state, old) if old else 0.0
        enemy = state.creature_at(1 - self.seat, lane)
        if enemy is None:
            return value + 0.5 * face.printed.attack * (1.3 if state.forge == self.seat else 1.0)
        attack, health = properties.attack_of(state, enemy), properties.health_of(state, enemy)
        if face.printed.attack >= health:
            value += 0.4 * worth(state, enemy)
        if attack >= face.printed.health and (enemy.front or state.forge == self.seat):
            value -= 0.35 * body(face)
        return value + (0.5 * attack if enemy.front else 0.0)

    def target(self, p: Permanent) -> float:
        """What choosing this is worth, as it gains or loses by it."""
        value = worth(self.state, p)
        mine = 1 if p.seat == self.seat else -1
        return value * mine * (self.good or 1)

    def value(self, action: Action) -> float:
        """How good an action looks; only comparisons within one question mean anything."""
        state = self.state
        match action:
            case a.Play():
                return self.play(action)
            case a.UseForgeborn():
                return 30.0
            case a.Activate(number, _):
                return 4.0 if number in state.in_play else 0.0
            case a.UseMobility(number, lane):
                return self.moved(state.in_play[number], lane)
            case a.Target(number):
                return self.target(state.in_play[number])
            case a.TargetPlayer(seat):
                return (8.0 if seat == self.seat else -8.0) * (self.good or 1)
            case a.Card(code, _):
                face = properties.face_of(state, code)
                return body(face) if face.card.kind == "creature" else 3.0 * face.level
            case a.Lane(lane):
                return self.place(lane)
            case a.Yes():
                return 1.0
            case a.LevelUp():
                return 1.0
            case _:
                return 0.0

    def moved(self, p: Permanent, lane: int) -> float:
        """What moving a creature is worth: out of a losing fight, or into an open lane."""
        here = self.state.creature_at(1 - p.seat, p.lane)
        there = self.state.creature_at(1 - p.seat, lane)
        attack = properties.attack_of(self.state, p)
        value = -2.0
        if here is not None and there is None:
            value += attack
        if there is not None and attack >= properties.health_of(self.state, there):
            value += 2.0
        return value

    def place(self, lane: int) -> float:
        """What a lane is worth for something that is played or moved by an effect."""
        old = self.state.creature_at(self.seat, lane)
        enemy = self.state.creature_at(1 - self.seat, lane)
        return (-worth(self.state, old) if old else 3.0) + (1.0 if enemy else 1.5)


def valued(state: SolState, ask: Ask) -> Callable[[Action], float]:
    """What the bot holds of each answer to a question, by which it chooses."""
    return Look(state, ask).value


def sensible(state: SolState, ask: Ask, rng: random.Random) -> Action:
    """The action that looks best one action ahead; ties fall at random."""
    if len(ask.choices) == 1:
        (only,) = ask.choices
        return only  # type: ignore[no-any-return]
    tied = best(ask, valued(state, ask))
    return tied[int(rng.random() * len(tied))]
