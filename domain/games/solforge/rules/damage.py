"""Damage: what is dealt, absorbed and lost (Damage and Armor)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any

import msgspec

from domain.contract.game import Ask, Seat
from domain.contract.rule import rule
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.amounts import value
from domain.games.solforge.queries.auras import auras_on
from domain.games.solforge.queries.context import CardIn, Cause, Thing
from domain.games.solforge.queries.filters import fits
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.rules.resolution import Resolve, instead
from domain.games.solforge.state import Permanent


class Blow(msgspec.Struct, frozen=True):
    """Damage that is about to be dealt."""

    target: Thing
    amount: int
    source: int
    """Id of what deals it; 0 for a spell or Forgeborn."""
    seat: Seat
    """Whose it is."""
    code: str = ""
    combat: bool = False
    settled: bool = False
    """What its source and its player change about it is in the amount already."""
    battle: bool = False

    @property
    def cause(self) -> Cause:
        """Whose doing it is."""
        return Cause(self.seat, self.source, self.code)

    @property
    def dealer(self) -> Thing:
        """Who deals it, for triggers: something in play, or the spell's card."""
        return self.source or CardIn(self.seat, "now", self.code)


class Dealt(msgspec.Struct, frozen=True):
    """Damage that was dealt, and what of it was beyond Armor and Health."""

    target: Thing
    amount: int
    excess: int
    events: list[Event]


Altering = tuple[n.Alter, Permanent | None]
"""A change to the numbers of events, and where it comes from."""


def altered(
    t: Engine,
    on: Permanent | Seat,
    event: str,
    amount: int,
    *,
    combat: bool = False,
    party: Thing | None = None,
) -> tuple[int, str]:
    """An amount after the effects that change it, and what it becomes instead, if anything.

    `party` is the other one: whom damage is dealt to, or who does what happens.
    """
    seat = on.seat if isinstance(on, Permanent) else on
    found = properties.alters_on(t.state, on)
    return altered_by(t, found, seat, event, amount, combat=combat, party=party)


def altered_by(
    t: Engine,
    alters: Iterable[Altering],
    whose: Seat,
    event: str,
    amount: int,
    *,
    combat: bool = False,
    party: Thing | None = None,
) -> tuple[int, str]:
    """The same, by certain changes."""
    becomes = ""
    for alter, source in alters if amount > 0 else ():
        if alter.event != event or (alter.combat is not None and alter.combat is not combat):
            continue
        ctx = t.context(source.seat if source else whose, source.id if source else 0)
        if alter.against is not None and not (
            party is not None and fits(ctx, alter.against, party)
        ):
            continue
        ctx.amount = amount
        if alter.to is not None:
            amount = value(ctx, alter.to)
        amount = max(0, amount * alter.times + value(ctx, alter.plus))
        becomes = alter.becomes or becomes
    return amount, becomes


def deal(t: Engine, blows: Sequence[Blow]) -> Resolve:
    """Deal damage, all at once; says whether any was dealt."""
    return bool((yield from deal_all(t, blows)))


@rule
def deal_all(t: Engine, blows: Sequence[Blow]) -> Generator[Ask, Any, list[Dealt]]:
    """Deal damage, all at once; what it triggers happens when all is dealt."""
    watchers = t.watchers()
    dealt: list[Dealt] = []
    for blow in blows:
        amount = outgoing(t, blow)
        if amount <= 0 or not can_take(t, blow):
            continue
        if (yield from replaced(t, blow, amount)):
            continue
        p = t.state.in_play.get(blow.target) if isinstance(blow.target, int) else None
        if isinstance(blow.target, int) and blow.target < 0:
            dealt += strike_player(t, blow, -1 - blow.target, amount)
        elif p is not None:
            dealt += strike_creature(t, blow, p, amount)
    for one in dealt:
        for event in one.events:
            t.happen(event, watchers)
    return dealt


def can_take(t: Engine, blow: Blow) -> bool:
    """Whether the target is there and nothing forbids the damage."""
    if not isinstance(blow.target, int):
        return False
    on: Permanent | Seat | None = t.state.in_play.get(blow.target)
    if on is None:
        if blow.target >= 0:
            return False
        on = -1 - blow.target
    return not properties.forbidden(t.state, on, "take damage", blow.cause, combat=blow.combat)


def replaced(t: Engine, blow: Blow, amount: int) -> Resolve:
    """Whether something else happens in place of the damage, for who takes or who deals it."""
    p = t.state.in_play.get(blow.target) if isinstance(blow.target, int) else None
    what = Event("damaged", blow.target, blow.dealer, blow.seat, amount, blow.combat)
    taken = msgspec.structs.replace(what, lane=p.lane if p else 0)
    if (yield from instead(t, taken)):
        return True
    by = msgspec.structs.replace(taken, name="damages", who=blow.dealer, other=blow.target)
    return (yield from instead(t, by))


def outgoing(t: Engine, blow: Blow) -> int:
    """The damage after what its source and its player change about it."""
    amount = blow.amount
    if amount <= 0 or blow.settled:
        return max(0, amount)
    source = t.state.in_play.get(blow.source)
    what = {"combat": blow.combat, "party": blow.target}
    if source is not None:
        if properties.forbidden(t.state, source, "deal damage", blow.cause, combat=blow.combat):
            return 0
        amount, _ = altered(t, source, "damage dealt", amount, **what)  # type: ignore[arg-type]
    elif blow.code:
        gifts: list[tuple[n.Gift, Permanent | None]] = [(gift, None) for gift in t.riding]
        gifts += auras_on(t.state, CardIn(blow.seat, "now", blow.code), "alters")
        riding: list[Altering] = [(alter, s) for gift, s in gifts for alter in gift.alters]
        amount, _ = altered_by(t, riding, blow.seat, "damage dealt", amount, **what)  # type: ignore[arg-type]
    amount, _ = altered(t, blow.seat, "damage dealt", amount, **what)  # type: ignore[arg-type]
    return amount


@rule
def strike_creature(t: Engine, blow: Blow, p: Permanent, amount: int) -> list[Dealt]:
    """Damage to a creature; what happened."""
    what = {"combat": blow.combat, "party": blow.dealer}
    amount, becomes = altered(t, p, "damage taken", amount, **what)  # type: ignore[arg-type]
    if amount <= 0:
        return []
    details = {"by": blow.seat, "combat": blow.combat, "lane": p.lane}
    if becomes:
        name, attack, health = becoming(t, p, becomes, amount)
        t.emit(f.Changed(p.id, attack, health, blow.source, blow.seat, blow.code))
        event = Event(name, p.id, blow.dealer, amount=abs(attack + health), **details)  # type: ignore[arg-type]
        return [Dealt(p.id, 0, 0, [event])]
    absorbed = min(amount, properties.armor_of(t.state, p))
    lost, _ = altered(t, p, "health lost", amount - absorbed, **what)  # type: ignore[arg-type]
    if properties.forbidden(t.state, p, "lose health", blow.cause, combat=blow.combat):
        lost = 0
    t.emit(
        f.Hit(
            p.id,
            absorbed + lost,
            absorbed,
            blow.source,
            blow.seat,
            blow.combat,
            blow.code,
            blow.battle,
        )
    )
    t.hurt[p.id] = blow.cause
    events = [
        Event("damaged", p.id, blow.dealer, amount=amount, **details),  # type: ignore[arg-type]
        Event("damages", blow.dealer, p.id, amount=amount, **details),  # type: ignore[arg-type]
    ]
    if lost:
        events.append(Event("loses health", p.id, blow.dealer, amount=lost, **details))  # type: ignore[arg-type]
    beyond = min(lost, max(0, -properties.health_of(t.state, p)))
    return [Dealt(p.id, amount, beyond, events)]


def becoming(t: Engine, p: Permanent, what: str, amount: int) -> tuple[str, int, int]:
    """What damage to a creature is instead: the event, and how its Attack and Health change."""
    if what == "health gained":
        return "gains health", 0, amount
    return "loses attack", -min(amount, properties.attack_of(t.state, p)), 0


@rule
def strike_player(t: Engine, blow: Blow, seat: Seat, amount: int) -> list[Dealt]:
    """Damage to a player; what happened."""
    what = {"combat": blow.combat, "party": blow.dealer}
    amount, becomes = altered(t, seat, "damage taken", amount, **what)  # type: ignore[arg-type]
    if amount <= 0:
        return []
    source = t.state.in_play.get(blow.source)
    details = {"by": blow.seat, "combat": blow.combat, "lane": source.lane if source else 0}
    player = -1 - seat
    health = t.state.sides[seat].health
    if becomes == "health gained":
        t.emit(f.Gained(seat, amount, health + amount, blow.source))
        event = Event("gains health", player, blow.dealer, amount=amount, **details)  # type: ignore[arg-type]
        return [Dealt(player, 0, 0, [event])]
    absorbed = min(amount, properties.player_armor(t.state, seat))
    lost, _ = altered(t, seat, "health lost", amount - absorbed, **what)  # type: ignore[arg-type]
    if properties.forbidden(t.state, seat, "lose health", blow.cause, combat=blow.combat):
        lost = 0
    t.emit(
        f.HitPlayer(
            seat,
            absorbed + lost,
            absorbed,
            blow.source,
            blow.seat,
            blow.combat,
            health - lost,
            blow.code,
        )
    )
    events = [
        Event("damaged", player, blow.dealer, amount=amount, **details),  # type: ignore[arg-type]
        Event("damages", blow.dealer, player, amount=amount, **details),  # type: ignore[arg-type]
    ]
    if lost:
        events.append(Event("loses health", player, blow.dealer, amount=lost, **details))  # type: ignore[arg-type]
    return [Dealt(player, amount, 0, events)]
