"""The Combat Phase: all lanes at once (3. Combat Phase)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.contract.rule import rule
from domain.games.solforge import facts as f
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import Thing
from domain.games.solforge.rules.damage import Blow, deal, outgoing
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.rules.triggers import Resolving, resolve_triggers
from domain.games.solforge.state import LANES, Permanent


@rule
def combat(t: Engine) -> Resolving:
    """Start-of-combat abilities, then combat damage in every lane with a creature in a front row."""
    t.emit(f.PhaseBegan("combat"))
    t.happen(Event("start of combat"))
    yield from resolve_triggers(t)
    blows: list[Blow] = []
    for lane in LANES:
        a, b = t.state.creature_at(0, lane), t.state.creature_at(1, lane)
        blows += lane_blows(t, a, b)
    watchers = t.watchers()
    for p in attackers(t):
        t.happen(Event("attacks", p.id, opposite(t, p), p.seat, combat=True, lane=p.lane), watchers)
    yield from deal(t, blows)
    yield from resolve_triggers(t)
    t.happen(Event("end of combat"))
    yield from resolve_triggers(t)


def attackers(t: Engine) -> list[Permanent]:
    """Who engages in combat from a front row."""
    return [
        p for p in t.state.creatures() if p.front and not properties.forbidden(t.state, p, "attack")
    ]


def opposite(t: Engine, p: Permanent) -> Thing:
    """The creature opposing one, or the opposing player."""
    q = t.state.creature_at(1 - p.seat, p.lane)
    return q.id if q is not None else -1 - (1 - p.seat)


def lane_blows(t: Engine, a: Permanent | None, b: Permanent | None) -> list[Blow]:
    """The combat damage of one lane."""
    found: list[Blow] = []
    if a is not None and b is not None:
        unblocked = [p for p, q in ((a, b), (b, a)) if slips_past(t, p, q)]
        if unblocked:
            for p in unblocked:
                found += at_player(t, p)
        elif a.front or b.front:
            found += at_creature(t, a, b) + at_creature(t, b, a)
    else:
        alone = a or b
        if alone is not None and alone.front:
            found += at_player(t, alone)
    return found


def slips_past(t: Engine, p: Permanent, opposing: Permanent) -> bool:
    """Stealth: in front, with the opposing creature in the back row, as though unopposed."""
    return p.front and not opposing.front and "stealth" in properties.keywords_of(t.state, p)


def strength(t: Engine, p: Permanent) -> int:
    """The combat damage a creature deals: its Attack, unless something forbids it."""
    if any(properties.forbidden(t.state, p, what) for what in ("attack", "deal combat damage")):
        return 0
    return properties.attack_of(t.state, p)


def at_player(t: Engine, p: Permanent) -> list[Blow]:
    """An unopposed creature hits the opposing player."""
    amount = strength(t, p)
    return [Blow(-1 - (1 - p.seat), amount, p.id, p.seat, p.code, combat=True)] if amount else []


def at_creature(t: Engine, p: Permanent, q: Permanent) -> list[Blow]:
    """A creature hits the one opposing it; with Breakthrough what is too much goes to the player."""
    blow = Blow(q.id, strength(t, p), p.id, p.seat, p.code, combat=True)
    amount = outgoing(t, blow)
    if not amount:
        return []
    excess = 0
    if p.front and "breakthrough" in properties.keywords_of(t.state, p):
        enough = properties.armor_of(t.state, q) + max(0, properties.health_of(t.state, q))
        excess = max(0, amount - enough)
    found = [replace(blow, amount=amount - excess, settled=True)]
    if excess:
        found.append(replace(blow, target=-1 - q.seat, amount=excess, settled=True))
    return found
