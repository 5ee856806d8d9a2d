"""Sentences together: `otherwise`, `instead`, `if you do`, and what ends an ability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language.changes import Effects
from domain.games.solforge.language.trees import mapped, refs, with_x


@dataclass(frozen=True)
class Step:
    """A sentence: what it does, and how it hangs on those before it."""

    effects: Effects = ()
    condition: n.Condition | None = None
    otherwise: bool = False
    instead: bool = False
    once: bool = False
    """It only says that the ability is used once a turn."""
    where: n.Amount | None = None
    """It only says what X is."""
    again: n.Amount | None = None
    """It only says how often the sentence before is done."""
    optional: bool = False
    """With `again`: each time as its player likes."""
    before: bool = False
    """It is done before the Battle that was just spoken of."""


# -- sentences together --------------------------------------------------------------------------


def _flat(found: Effects) -> tuple[Effects, bool]:
    """What is inside a single `may`, and that it was."""
    if len(found) == 1 and isinstance(found[0], n.May):
        return found[0].body, True
    return found, False


def _choice(found: Effects) -> n.Choose | None:
    """What the first effect chooses."""
    for name in ("who",):
        who = getattr(found[0], name, None) if found else None
        if isinstance(who, n.Choose):
            return who
    return None


def without(found: Effects) -> Effects:
    """The same of `it`, which was chosen before."""
    first = found[0]
    return (msgspec.structs.replace(first, who=n.Refer("it")), *found[1:])


def _same(node: Any, like: Effects) -> Any:
    """What is left unsaid, taken from what is replaced."""

    def fill(part: Any) -> Any:
        if isinstance(part, n.PlayNamed) and part.name == "?same":
            for effect in like:
                if isinstance(effect, n.PlayNamed):
                    return msgspec.structs.replace(effect, most=part.most, least=part.least)
        if isinstance(part, n.UpgradeCard) and not part.zone:
            for effect in like:
                if isinstance(effect, n.UpgradeCard):
                    return msgspec.structs.replace(effect, times=part.times)
        if getattr(part, "who", None) == n.Refer("?same"):
            who = getattr(like[0], "who", None) if like else None
            return msgspec.structs.replace(
                part, who=n.Refer("?it") if isinstance(who, n.Choose) else who
            )
        return part

    return mapped(node, fill)


def replaced(before: Effects, condition: n.Condition, better: Effects) -> Effects:
    """`C. If condition, D instead.`: what D leaves unsaid is as in C."""
    plain, optional = _flat(before)
    new, new_optional = _flat(better)
    new = _same(new, plain)
    choice = _choice(plain)
    pronouns = {
        r for r in refs((new, condition)) if r in ("?it", "?they", "?that", "?first", "?near")
    }
    found: Effects
    if choice is not None and pronouns:
        found = (
            n.Target(choice),
            n.If(condition, new, without(plain), stops=False),
        )
        return (n.May(found),) if optional else found
    if optional and new_optional:
        return (n.If(condition, (n.May(new),), (n.May(plain),), stops=False),)
    return (n.If(condition, _same(better, plain), before, stops=False),)


def _second(who: n.Selector) -> n.Selector:
    return msgspec.structs.replace(who, mark="second") if isinstance(who, n.Choose) else who


def _battle_each_other(out: list[n.Effect], step: Effects) -> Effects:
    """`Choose one of your creatures and an enemy creature. They Battle each other.`"""
    found: list[n.Effect] = []
    for effect in step:
        before = out[-1] if out else None
        target = getattr(effect, "to" if isinstance(effect, n.Strike) else "with_", None)
        if (
            isinstance(effect, n.Battle | n.Strike)
            and target == n.Refer("?it")
            and isinstance(effect.who, n.All | n.Choose)
            and isinstance(before, n.Target)
            and isinstance(before.who, n.Choose)
        ):
            out.pop()
            second = msgspec.structs.replace(before.who, mark="second")
            found.append(type(effect)(effect.who, second))
        elif isinstance(effect, n.Battle) and effect.with_ == n.Refer("?each other"):
            who: n.Selector = effect.who
            before = out[-1] if out else None
            if isinstance(who, n.Refer) and isinstance(before, n.Target):
                who = before.who
                out.pop()
            if isinstance(who, n.Several) and len(who.parts) == 2:
                one, two = who.parts
                found.append(n.Battle(one, _second(two)))
            elif isinstance(who, n.Choose) and who.most == 2:
                one_ = msgspec.structs.replace(who, most=1, least=1)
                two_ = msgspec.structs.replace(
                    one_,
                    among=tuple(msgspec.structs.replace(f, not_ref="it") for f in who.among),
                    mark="second",
                )
                found.append(n.Battle(one_, two_))
            else:
                found.append(
                    n.ForEach(
                        who,
                        (n.Battle(n.Refer("it"), n.All((n.Filter(side="enemy", opposing="it"),))),),
                    )
                )
        else:
            found.append(effect)
    return tuple(found)


def _saves(found: Effects) -> bool:
    """`If it would be destroyed …, … instead`, of what was chosen before."""
    one = found[0] if len(found) == 1 else None
    return (
        isinstance(one, n.Give)
        and one.who in (n.Refer("?it"), n.Refer("?that"))
        and len(one.gift.abilities) == 1
        and isinstance(one.gift.abilities[0], n.Instead)
    )


def _first(effect: n.Effect, prepared: Effects) -> Effects:
    """What is prepared for what an effect chooses is done before the effect: it may destroy it."""
    who = getattr(effect, "who", None)
    if not isinstance(who, n.Choose) or isinstance(effect, n.Target):
        return (effect, *prepared)
    return (n.Target(who), *prepared, *without((effect,)))


def _before_battle(found: list[n.Effect], prepared: Effects) -> list[n.Effect]:
    """`One of your creatures Battles …. It gets +3A before it Battles.`"""
    out: list[n.Effect] = []
    for effect in found:
        if isinstance(effect, n.Battle) and isinstance(effect.who, n.Choose):
            out += [n.Target(effect.who), *prepared, *without((effect,))]
        elif isinstance(effect, n.Battle):
            out += [*prepared, effect]
        elif isinstance(effect, n.May | n.If):
            inner = tuple(_before_battle(list(effect.body), prepared))
            out.append(msgspec.structs.replace(effect, body=inner))
        else:
            out.append(effect)
    return out


def assemble(steps: list[Step]) -> Effects:
    """Sentences as effects one after the other."""
    out: list[n.Effect] = []
    last = 0
    """Where the effects of the last sentence begin."""
    for step in steps:
        if step.once:
            continue
        if step.again is not None:
            again = tuple(out[last:])
            out[last:] = [n.Repeat(step.again, (n.May(again),) if step.optional else again)]
            continue
        if step.before:
            changed = _before_battle(out[last:], step.effects)
            # without a Battle there is nothing that it could be before
            out[last:] = changed if changed != out[last:] else [n.Target(n.Refer("?battle"))]
            continue
        if step.where is not None:
            out = list(with_x(tuple(out), step.where))
            continue
        if _saves(step.effects) and step.condition is None and len(out) == last + 1:
            out[last:] = _first(out[last], step.effects)
            continue
        body = _battle_each_other(out, _of_seen_hand(out, _picked(step.effects)))
        condition = step.condition
        start = len(out)
        if step.otherwise:
            if condition is not None:
                body = (n.If(condition, body, stops=False),)
            out[-1:] = _otherwise(out[-1:], body)
            continue
        if step.instead and condition is not None and out:
            before = tuple(out[last:])
            out[last:] = replaced(before, condition, body)
            continue
        if isinstance(condition, n.Done):
            if out and isinstance(out[-1], n.May):
                out[-1] = n.May((*out[-1].body, n.If(n.Done(), body, stops=False)), out[-1].by)
                last = len(out) - 1
                continue
            out.append(n.If(n.Done(), body, stops=False))
        elif isinstance(condition, n.Not) and isinstance(condition.condition, n.Done):
            last_if = out[-1] if out else None
            if (
                isinstance(last_if, n.If)
                and not last_if.otherwise
                and not isinstance(last_if.condition, n.Done)
                and not isinstance(last_if.body[-1], n.May)
            ):
                out[-1:] = _otherwise(out[-1:], body)
                continue
            out.append(n.If(condition, body, stops=False))
        elif condition is not None:
            free = any(r in ("?it", "?they", "?that", "?first", "?second") for r in refs(condition))
            out.append(n.If(condition, body, stops=not free))
        else:
            out.extend(body)
        last = start
    alternatives = [i for i, e in enumerate(out) if isinstance(e, n.If) and e.stops]
    if len(alternatives) > 1:
        for i in alternatives:
            out[i] = msgspec.structs.replace(out[i], stops=False)
    return tuple(out)


def _picked(found: Effects) -> Effects:
    """`all creatures in a lane`: a lane is chosen first."""
    if "?pick" not in refs(found):
        return found

    def chosen(node: Any) -> Any:
        if isinstance(node, n.Filter) and node.lane == "?pick":
            return msgspec.structs.replace(node, lane="chosen")
        return node

    return (n.PickLane(), *mapped(found, chosen))


def _of_seen_hand(out: list[n.Effect], found: Effects) -> Effects:
    """`Look at the enemy player's hand. Choose a card.`: one of that hand, not one in play."""
    look = out[-1] if out else None
    if not (isinstance(look, n.Look) and look.zone == "hand" and isinstance(found[0], n.Target)):
        return found
    who = found[0].who
    if not isinstance(who, n.Choose) or len(who.among) != 1 or who.among[0].side:
        return found
    chosen = n.PutCard("hand", "hand", who.among[0], None, who.most, who.least, whose=look.whose)
    return (chosen, *found[1:])


def _otherwise(before: list[n.Effect], body: Effects) -> list[n.Effect]:
    if not before:
        return list(body)
    effect = before[0]
    if isinstance(effect, n.If):
        if effect.otherwise and isinstance(effect.otherwise[-1], n.If):
            inner = _otherwise([effect.otherwise[-1]], body)
            return [msgspec.structs.replace(effect, otherwise=(*effect.otherwise[:-1], *inner))]
        return [msgspec.structs.replace(effect, otherwise=body, stops=False)]
    if isinstance(effect, n.May):
        if isinstance(effect.body[-1], n.If) and effect.body[-1].condition == n.Done():
            done = effect.body[-1]
            return [
                n.May(effect.body[:-1], effect.by),
                n.If(n.Done(), done.body, body, stops=False),
            ]
        return [effect, n.If(n.Not(n.Done()), body, stops=False)]
    return [effect, n.If(n.Not(n.Done()), body, stops=False)]
