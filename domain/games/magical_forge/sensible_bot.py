"""A bot that looks one action ahead: Life Points, Spells on Creatures, who can block, what is stopped.

It looks at nothing its seat does not know.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from domain.contract.game import Action, Ask, Seat
from domain.frame.bots import best, one_of
from domain.frame.language.nodes import Node
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.rules.context import Context
from domain.games.magical_forge.state import Creature, Item, MagicalState

GOOD = (n.Gain, n.Draw, n.Attach, n.Recover)
"""Effects that are good for whom they are for."""


class Look:
    """What a bot sees of one question."""

    def __init__(self, state: MagicalState, ask: Ask) -> None:
        self.state = state
        self.seat: Seat = ask.seat
        self.about = ask.about
        self.book = book(state.cards)

    # -- what things are worth -------------------------------------------------------------------

    def worth(self, c: Creature) -> float:
        """What a Creature in play is worth to its player."""
        card = self.book.cards[c.card]
        return 1.2 + c.health + 0.5 * len(card.abilities)

    def strength(self, c: Creature) -> int:
        """How many Life Points it takes when it attacks."""
        more = self.book.cards[c.card].marks.get("strength", 0)
        return c.health + more + c.marks.get("strength", 0)

    def mark(self, c: Creature, mark: str) -> int:
        """What holds for it."""
        return c.marks.get(mark, 0) + self.book.cards[c.card].marks.get(mark, 0)

    def of(self, number: int) -> float:
        """What something is worth to this seat: what is the other's counts against it."""
        c = self.state.in_play.get(number)
        if c is not None:
            return self.worth(c) * (1 if c.seat == self.seat else -1)
        item = self.state.item(number)
        if item is not None:
            return self.body(item.card, item.which) * (1 if item.seat == self.seat else -1)
        spell = self.state.centre.get(number)
        return 0.0 if spell is None else 1.5 if spell.seat == self.seat else -1.5

    def body(self, code: str, which: int = 0) -> float:
        """Roughly what an effect is worth to its controller."""
        value = 0.0
        for effect in self.book.cards[code].effect(which):
            value += self.effect(effect)
        return max(value, 0.3) if value >= 0 else value

    def effect(self, effect: Node) -> float:
        """Roughly what one step of it is worth."""
        if isinstance(effect, n.Lose):
            left = self.state.sides[1 - self.seat].life
            amount = self.number(effect.amount)
            if effect.who == n.Refer("each"):
                mine = self.state.sides[self.seat].life
                return 9.0 if left <= amount < mine else 0.4 if mine > left else -3.0
            return 9.0 if amount >= left else 1.0 * amount
        if isinstance(effect, (n.Gain, n.Draw)):
            return 0.9 * self.number(effect.amount)
        return 2.0 if isinstance(effect, (n.Destroy, n.Stop)) else 1.2

    def number(self, amount: Node) -> int:
        """An amount, as far as it is known before it resolves."""
        ctx = Context(self.state, self.book, self.seat)
        return ctx.value(amount)

    # -- actions ---------------------------------------------------------------------------------

    def attach(self, action: a.Attach) -> float:
        """Attaching: first to those that would go, then where it takes most."""
        c = self.state.in_play[action.id]
        value = 2.5 if not c.spells else 1.0 / c.health
        if self.mark(c, "unblockable"):
            value += 0.8
        if not self.mark(c, "no attack") and c.attacks <= self.mark(c, "again"):
            value += 0.6
        return 3.0 + value

    def attack(self, c: Creature) -> float:
        """Attacking: through open fields always, into blockers where there is enough to give."""
        left = self.state.sides[1 - self.seat].life
        able = [
            b
            for b in self.state.creatures(1 - self.seat)
            if b.spells and not self.mark(b, "no block")
        ]
        if not able or self.mark(c, "unblockable"):
            return 2.5 if self.strength(c) < left else 50.0
        return 1.0 if c.health > 1 or len(able) <= self.state.count(self.seat) else -0.5

    def block(self, b: Creature) -> float:
        """Blocking: against what would end the match always, else with Spells to spare."""
        attacker = self.state.in_play[self.state.attacker]
        coming = self.strength(attacker)
        left = self.state.sides[self.seat].life
        if coming >= left:
            return 50.0 + b.health
        return coming - 1.5 + (0.5 * b.health if b.health > 1 else -self.worth(b) * 0.4)

    def response(self, action: Any) -> float:
        """Responding: only where the top of the stack is the other's, and worth it."""
        value = self.used(action) - 1.5
        top: Item | None = self.state.stack[-1] if self.state.stack else None
        return value if top is not None and top.seat != self.seat else value - 2.0

    def used(self, action: Any) -> float:
        """Playing a Forge card or Weapon, using an ability."""
        if isinstance(action, a.UseAbility):
            c = self.state.in_play[action.id]
            ability: Any = self.book.cards[c.card].abilities[action.which]
            costs = 0.6 * len(ability.cost) + (1.0 if c.health <= 1 else 0.0)
            return self.body(c.card, action.which) - costs
        return self.body(action.card) - (1.0 if isinstance(action, a.UseWeapon) else 0.2)

    def target(self, number: int) -> float:
        """A target: bad effects for the other's, good ones for one's own."""
        value = self.of(number)
        item = self.state.stack[-1] if self.state.stack else None
        helps = self.about == "target" and item is not None and self.helps(item)
        return value if helps else -value

    def helps(self, item: Item) -> bool:
        """Whether an effect is good for what it is for."""
        body = self.book.cards[item.card].effect(item.which)
        return item.seat == self.seat and any(isinstance(effect, GOOD) for effect in body)

    def value(self, action: Action) -> float:
        """How good an action looks; only comparisons within one question mean anything."""
        match action:
            case a.Summon():
                return 6.0
            case a.Attach():
                return self.attach(action)
            case a.PlayForge() | a.UseWeapon() | a.UseAbility():
                if self.about == "respond":
                    return self.response(action)
                return self.used(action)
            case a.Attack(number):
                return self.attack(self.state.in_play[number])
            case a.Block(number):
                return self.block(self.state.in_play[number])
            case a.Target(number):
                return self.target(number)
            case a.TargetPlayer(seat):
                return 0.0 if seat == self.seat else 1.0
            case a.Yes():
                return 0.5
            case _:
                return 0.0


def valued(state: MagicalState, ask: Ask) -> Callable[[Action], float]:
    """What the bot holds of each answer to a question, by which it chooses."""
    return Look(state, ask).value


def sensible(state: MagicalState, ask: Ask, rng: random.Random) -> Action:
    """The action that looks best one action ahead; ties fall at random."""
    return one_of(best(ask, valued(state, ask)), rng)
