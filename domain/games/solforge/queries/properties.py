"""Numbers, keywords, types, abilities and prohibitions as they are now."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.contract.game import Seat
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.auras import (
    auras_on,
    forbids_on,
    gifts_on,
    present,
    silenced,
)
from domain.games.solforge.queries.auras import face_of as face_of
from domain.games.solforge.queries.auras import forbidden as forbidden
from domain.games.solforge.queries.auras import in_exalted_lane as in_exalted_lane
from domain.games.solforge.queries.context import Context
from domain.games.solforge.queries.evaluation import value
from domain.games.solforge.state import Permanent, SolState


class Ghost(Permanent):
    """What has left play, as it was last, auras included (it is only ever looked at)."""

    last_attack: int = 0
    last_health: int = 0
    last_armor: int = 0
    last_keywords: dict[str, int] = msgspec.field(default_factory=dict)
    last_types: frozenset[str] = frozenset()


def ghost(state: SolState, p: Permanent) -> Ghost:
    """Something in play as it is now, to be remembered."""
    fields = {name: getattr(p, name) for name in p.__struct_fields__}
    return Ghost(
        **fields | {"counters": p.counters.copy(), "gifts": list(p.gifts)},
        last_attack=attack_of(state, p),
        last_health=health_of(state, p),
        last_armor=armor_of(state, p),
        last_keywords=keywords_of(state, p),
        last_types=types_of(state, p),
    )


# -- numbers -------------------------------------------------------------------------------------


def amount_in(
    state: SolState, target: Permanent | Seat, amount: n.Amount | None, source: Permanent | None
) -> int:
    """A number of a gift on something, seen from the gift's source; the one that has it is `self`."""
    if amount is None:
        return 0
    if isinstance(amount, n.Number):
        return amount.n
    thing = target.id if isinstance(target, Permanent) else -1 - target
    seat = source.seat if source else target if isinstance(target, int) else target.seat
    ctx = Context(state, seat, source.id if source else 0, source.code if source else "")
    ctx.it = [thing]
    ctx.marks = {"self": [thing]}
    return value(ctx, amount)


def raw_attack(state: SolState, p: Permanent) -> int:
    """Attack as effects and auras add up; it may be below 0, which is shown as 0."""
    extra = sum(amount_in(state, p, g.gift.attack, p) for g in p.gifts if g.gift.attack)
    extra += sum(amount_in(state, p, gift.attack, s) for gift, s in auras_on(state, p, "attack"))
    return p.attack + extra


def attack_of(state: SolState, p: Permanent) -> int:
    """Attack as it is now; never below 0 (Creature Cards)."""
    if isinstance(p, Ghost):
        return p.last_attack
    if not p.gifts and not present(state, "attack", "attack_is"):
        return max(0, p.attack)
    for gift, source in auras_on(state, p, "attack_is"):
        return max(0, amount_in(state, p, gift.attack_is, source))
    return max(0, raw_attack(state, p))


def health_of(state: SolState, p: Permanent) -> int:
    """Health as it is now."""
    if isinstance(p, Ghost):
        return p.last_health
    if not p.gifts and not present(state, "health", "health_is"):
        return p.health
    for gift, source in auras_on(state, p, "health_is"):
        return amount_in(state, p, gift.health_is, source)
    extra = sum(amount_in(state, p, g.gift.health, p) for g in p.gifts if g.gift.health)
    extra += sum(amount_in(state, p, gift.health, s) for gift, s in auras_on(state, p, "health"))
    return p.health + extra


def armor_of(state: SolState, p: Permanent) -> int:
    """Armor that is left this turn (Damage and Armor)."""
    if isinstance(p, Ghost):
        return p.last_armor
    return max(0, keywords_of(state, p).get("armor", 0) - p.spent)


def player_armor(state: SolState, seat: Seat) -> int:
    """Armor of a player that is left this turn."""
    total = sum(
        amount_in(state, seat, keyword.n, source)
        for gift, source in gifts_on(state, seat, "keywords")
        for keyword in gift.keywords
        if keyword.name == "armor"
    )
    return max(0, total - state.sides[seat].spent)


def number_of(state: SolState, p: Permanent, stat: str) -> int:
    """A number of something in play."""
    if stat == "A":
        return attack_of(state, p)
    if stat == "H":
        return max(0, health_of(state, p))
    if stat == "D":
        return armor_of(state, p)
    if stat == "W":
        printed = face_of(state, p.code).printed.health
        return max(0, printed - health_of(state, p))
    return face_of(state, p.code).level


def card_number(state: SolState, code: str, stat: str) -> int:
    """A number printed on a card."""
    face = face_of(state, code)
    if stat == "D":
        return sum(
            keyword.n.n
            for has in face.has
            for keyword in has.gift.keywords
            if keyword.name == "armor" and isinstance(keyword.n, n.Number) and not has.exalted
        )
    return {"A": face.printed.attack, "H": face.printed.health, "L": face.level}.get(stat, 0)


# -- keywords, types, abilities ------------------------------------------------------------------


def keywords_of(state: SolState, p: Permanent) -> dict[str, int]:
    """Keywords it has now: lanes of Mobility, points of Armor before what was used up, 1 for others.

    What it can't get it keeps only as far as it is printed.
    """
    if isinstance(p, Ghost):
        return p.last_keywords
    found: dict[str, int] = {}
    barred = {f.what[4:] for f, _ in forbids_on(state, p) if f.what.startswith("get ")}
    printed = face_of(state, p.code).has
    for gift, source in gifts_on(state, p, "keywords"):
        for lost in gift.loses:
            found.pop(lost, None)
        own = any(gift is has.gift for has in printed)
        for keyword in gift.keywords:
            if own or keyword.name not in barred:
                count = amount_in(state, p, keyword.n, source)
                found[keyword.name] = found.get(keyword.name, 0) + count
    return found


def types_of(state: SolState, p: Permanent) -> frozenset[str]:
    """Creature types, `Minion` among them, given ones and those of auras included."""
    if isinstance(p, Ghost):
        return p.last_types
    card = face_of(state, p.code).card
    found = set(card.types)
    if card.minion:
        found.add("Minion")
    for lasting in p.gifts:
        found.update(lasting.gift.types)
    for gift, _ in auras_on(state, p, "types"):
        found.update(gift.types)
    return frozenset(found)


def abilities_of(state: SolState, p: Permanent) -> Iterator[tuple[int, n.Ability]]:
    """Its abilities now, with their index on the card; below 0 for those that were given to it.

    A given one is -1 minus the number of the gift; all that auras give are -1.
    """
    exalted = in_exalted_lane(state, p)
    if not silenced(state, p):
        for index, ability in enumerate(face_of(state, p.code).abilities):
            if exalted or not getattr(ability, "exalted", False):
                yield index, ability
    for lasting in p.gifts:
        for ability in lasting.gift.abilities:
            if exalted or not getattr(ability, "exalted", False):
                yield -1 - lasting.id, ability
    for gift, _ in auras_on(state, p, "abilities"):
        for ability in gift.abilities:
            if exalted or not getattr(ability, "exalted", False):
                yield -1, ability


def activated_of(state: SolState, p: Permanent) -> list[n.Activated]:
    """Its Activate abilities now, in printed order."""
    return [a for _, a in abilities_of(state, p) if isinstance(a, n.Activated)]


# -- what can't be, and what is changed ----------------------------------------------------------


def alters_on(
    state: SolState, target: Permanent | Seat
) -> Iterator[tuple[n.Alter, Permanent | None]]:
    """Changes to the numbers of events, for something in play or a player."""
    for gift, source in gifts_on(state, target, "alters"):
        for alter in gift.alters:
            yield alter, source
