"""Choosing: targets when an effect is activated, everything else while it resolves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from domain.contract.game import UNKNOWN, Action, Seat
from domain.frame.bags import Bag
from domain.frame.language.nodes import Modes, Node
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.language.plain import phrase
from domain.games.magical_forge.rules.context import Context
from domain.games.magical_forge.rules.engine import Engine, Resolving
from domain.games.magical_forge.state import Pile


def parts(node: Any) -> Iterator[Node]:
    """Targets and choices of options in an effect, in printed order; not those inside of options."""
    if isinstance(node, tuple):
        for part in node:
            yield from parts(part)
    elif isinstance(node, (n.Target, Modes)):
        yield node
    elif isinstance(node, Node):
        for name in node.__struct_fields__:
            yield from parts(getattr(node, name))


class Bound:
    """What was chosen when an effect was activated, for each place in its words."""

    __slots__ = ("modes", "must", "targets")

    def __init__(
        self, body: tuple[Node, ...], modes: Sequence[int], targets: Sequence[int]
    ) -> None:
        self.modes: dict[int, list[int]] = {}
        """Options by the id of the node that offers them."""
        self.targets: dict[int, tuple[n.Target, list[int]]] = {}
        """Targets by the id of their node."""
        self.must = False
        """Whether it has targets at all (`up to` alone, and none chosen, counts as none)."""
        self._bind(body, iter(modes), iter(targets))

    def _bind(self, body: tuple[Node, ...], modes: Iterator[int], targets: Iterator[int]) -> None:
        for part in parts(body):
            if isinstance(part, n.Target):
                chosen = [number for number in islice(targets, part.most) if number]
                self.targets[id(part)] = (part, chosen)
                self.must = self.must or part.least > 0 or bool(chosen)
            elif isinstance(part, Modes):
                taken = self.modes[id(part)] = []
                for which in islice(modes, part.n):
                    taken.append(which)
                    self._bind(part.options[which], modes, targets)

    def fizzles(self, ctx: Context) -> bool:
        """Whether it has targets and none of them is there, or fits, any more."""
        return self.must and not any(
            ctx.fits(what.among, number)
            for what, chosen in self.targets.values()
            for number in chosen
        )


def possible(ctx: Context, body: tuple[Node, ...]) -> bool:
    """Whether all targets can be chosen that must be."""
    for part in parts(body):
        if isinstance(part, n.Target):
            if part.least and len(ctx.all(part.among)) < part.least:
                return False
        elif isinstance(part, Modes) and not enough(ctx, part):
            return False
    return True


def enough(ctx: Context, part: Modes) -> bool:
    """Whether so many options can be chosen as must be."""
    return sum(possible(ctx, option) for option in part.options) >= part.n


def choose_targets(
    t: Engine, ctx: Context, body: tuple[Node, ...], modes: list[int], targets: list[int]
) -> Resolving:
    """Ask for options and targets in printed order; each target fills `most` places, 0 for none."""
    for part in parts(body):
        if isinstance(part, n.Target):
            yield from choose_target(t, ctx, part, targets)
        elif isinstance(part, Modes):
            offered = [i for i, o in enumerate(part.options) if possible(ctx, o)]
            offered = offered if len(offered) >= part.n else list(range(len(part.options)))
            chosen: list[int] = []
            for _ in range(part.n):
                left: list[Action] = [a.Mode(i) for i in offered if i not in chosen]
                answer: a.Mode = yield t.ask(
                    ctx.you,
                    "mode",
                    left,
                    "that is none of the options",
                    label=partial(option, part),
                )
                chosen.append(answer.which)
            for which in sorted(chosen):
                modes.append(which)
                yield from choose_targets(t, ctx, part.options[which], modes, targets)


def option(part: Modes, answer: Any) -> str:
    """What an option does, in words."""
    return phrase(part.options[answer.which]) if isinstance(answer, a.Mode) else ""


def choose_target(t: Engine, ctx: Context, what: n.Target, targets: list[int]) -> Resolving:
    """Ask for the targets of one place in the words."""
    chosen: list[int] = []
    while len(chosen) < what.most:
        left = [number for number in ctx.all(what.among) if number not in chosen]
        if not left:
            break
        choices = as_targets(left)
        if len(chosen) >= what.least:
            choices.append(a.No())
        answer = yield t.ask(ctx.you, "target", choices, "that cannot be a target")
        if isinstance(answer, a.No):
            break
        chosen.append(as_id(answer))
    targets.extend((chosen + [0] * what.most)[: what.most])


def as_targets(ids: list[int]) -> list[Action]:
    """Ids as actions: things and players."""
    return [a.Target(i) if i > 0 else a.TargetPlayer(-1 - i) for i in ids]


def as_id(answer: Any) -> int:
    """The id of what was chosen."""
    return -1 - answer.seat if isinstance(answer, a.TargetPlayer) else int(answer.id)


def select(t: Engine, ctx: Context, who: n.Selector) -> Any:
    """Whom an effect is for, by id; asks where it must be chosen. What is gone is left out."""
    found: list[int]
    if isinstance(who, n.Target):
        taken = ctx.bound.targets[id(who)][1] if ctx.bound is not None else []
        found = [number for number in taken if ctx.fits(who.among, number)]
    elif isinstance(who, n.All):
        found = ctx.all(who.among)
    elif isinstance(who, n.Refer):
        return there(t, ctx.refer(who.ref))
    else:
        found = yield from choose(t, ctx, who)
    if not any(number < 0 for number in found):
        ctx.it = found
    return found


def there(t: Engine, ids: list[int]) -> list[int]:
    """Those that are still there; players always are."""
    state = t.state
    return [
        i
        for i in ids
        if i < 0 or i in state.in_play or i in state.centre or state.item(i) is not None
    ]


def choose(t: Engine, ctx: Context, who: n.Choose) -> Any:
    """Choose while the effect resolves."""
    seat = ctx.you if who.by == "you" else 1 - ctx.you
    chosen: list[int] = []
    while len(chosen) < who.most:
        left = [number for number in ctx.all(who.among) if number not in chosen]
        if not left:
            break
        choices = as_targets(left)
        if len(chosen) >= who.least:
            choices.append(a.No())
        answer = yield t.ask(seat, "target", choices, "that cannot be chosen")
        if isinstance(answer, a.No):
            break
        chosen.append(as_id(answer))
    return chosen


# -- cards ---------------------------------------------------------------------------------------


def one_card(t: Engine, seat: Seat, about: str, bag: Bag) -> Any:
    """Ask for a card of what everybody sees; the code, or None if there is none."""
    if not bag:
        return None
    choices: list[Action] = [a.Card(card) for card in sorted(bag)]
    answer: a.Card = yield t.ask(seat, about, choices, "that card is not there")
    return answer.card


def from_hand(t: Engine, seat: Seat, piles: list[Pile], fits: Any, *, may: bool) -> Any:
    """Ask for a card of a hand that fits; the code, or None.

    Nobody else knows whether it holds one that fits: so it is asked wherever hidden cards could,
    and none is an answer unless it is known to hold one.
    """
    found = {card for pile in piles for card in pile.possible() if fits(card)}
    sure = any(fits(c) for pile in piles for c in pile.hand.cards if c != UNKNOWN)
    hidden = any(pile.hidden for pile in piles)
    if not found and not hidden:
        return None
    choices: list[Action] = [a.Card(card) for card in sorted(found)]
    if may or not sure:
        choices.append(a.No())
    answer = yield t.ask(seat, "card", choices, "no such card is in hand", always=hidden)
    return None if isinstance(answer, a.No) else answer.card
