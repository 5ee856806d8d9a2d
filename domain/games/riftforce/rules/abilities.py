"""What each guild of the base game does when activated (Rulebook: Guild Abilities, FAQ: Guilds)."""

from __future__ import annotations

from collections.abc import Callable

from domain.contract.game import Action, Turn
from domain.contract.rule import rule
from domain.games.riftforce import actions as a
from domain.games.riftforce.cards import ADJACENT, LOCATIONS, NUMBER
from domain.games.riftforce.rules.engine import FROM, Engine
from domain.games.riftforce.state import Elemental

Ability = Callable[[Engine, Elemental], Turn]


@rule
def fire(t: Engine, fire: Elemental) -> Turn:
    """Fire: 3 on the first enemy, 1 on the ally directly behind."""
    t.damage(fire, t.first_enemy(fire, fire.location), 3)
    allies = t.state.sides[fire.seat][fire.location]
    behind = t.state.position(fire)
    t.damage(fire, allies[behind] if behind < len(allies) else None, 1)
    yield from ()


@rule
def earth(t: Engine, earth: Elemental) -> Turn:
    """Earth: 2 on the first enemy."""
    t.damage(earth, t.first_enemy(earth, earth.location), 2)
    yield from ()


@rule
def light(t: Engine, light: Elemental) -> Turn:
    """Light: 2 on the first enemy; remove 1 from this Light or any ally, wherever it is."""
    t.damage(light, t.first_enemy(light, light.location), 2)
    hurt = [e for place in t.state.sides[light.seat] for e in place if e.damage]
    if hurt:
        choice: a.Heal = yield t.ask("heal", [a.Heal(e.id) for e in hurt], not_hurt)
        healed = t.state.elemental(choice.elemental)
        t.heal(light, healed, min(1, healed.damage))


def not_hurt(_: Action) -> str:
    """Why another ally cannot be healed."""
    return "damage is removed from an ally that carries some"


@rule
def plant(t: Engine, plant: Elemental) -> Turn:
    """Plant: 2 on the first enemy at an adjacent location, which moves to the Plant's."""
    sides = [loc for loc in ADJACENT[plant.location] if t.first_enemy(plant, loc)]
    if not sides:
        return
    why = "a Plant reaches into an adjacent location that has an enemy"
    choice: a.From = yield t.ask("reach", [FROM[loc] for loc in sides], lambda _: why)
    enemy = t.first_enemy(plant, choice.location)
    if enemy is None:
        raise LookupError(f"no enemy is at location {choice.location}")
    t.damage(plant, enemy, 2)
    if enemy.damage < NUMBER[enemy.card]:
        t.move(enemy, plant.location)


@rule
def water(t: Engine, water: Elemental) -> Turn:
    """Water: 2 on the first enemy, flow to an adjacent location, 1 on the first enemy there."""
    t.damage(water, t.first_enemy(water, water.location), 2)
    to: a.To = yield t.ask_to(
        "flow", ADJACENT[water.location], "a Water moves to an adjacent location"
    )
    t.move(water, to.location)
    t.damage(water, t.first_enemy(water, to.location), 1)


@rule
def ice(t: Engine, ice: Elemental) -> Turn:
    """Ice: 2 on the first enemy, then 4 on the last, who may be the same one.

    As printed on the card (`ice=printed`): 4 on the last enemy if it carries damage, otherwise 1.
    """
    enemies = t.state.enemies(ice.seat, ice.location)
    if enemies:
        if t.state.ice == "printed":
            t.damage(ice, enemies[-1], 4 if enemies[-1].damage else 1)
        else:
            t.damage(ice, enemies[0], 2)
            t.damage(ice, enemies[-1], 4)
    yield from ()


@rule
def shadow(t: Engine, shadow: Elemental) -> Turn:
    """Shadow: move to any other location, 1 on the first enemy there; a kill scores 1 more."""
    others = [loc for loc in LOCATIONS if loc != shadow.location]
    to: a.To = yield t.ask_to("move", others, "a Shadow moves to another location")
    t.move(shadow, to.location)
    t.damage(shadow, t.first_enemy(shadow, to.location), 1)


@rule
def crystal(t: Engine, crystal: Elemental) -> Turn:
    """Crystal: 4 on the first enemy."""
    t.damage(crystal, t.first_enemy(crystal, crystal.location), 4)
    yield from ()


@rule
def thunderbolt(t: Engine, bolt: Elemental) -> Turn:
    """Thunderbolt: 2 on any enemy at its location; if that destroys it, once more at once."""
    for _ in range(2):
        enemies = t.state.enemies(bolt.seat, bolt.location)
        if not enemies:
            return
        choice: a.Hit = yield t.ask("hit", [a.Hit(e.id) for e in enemies], not_there)
        enemy = t.state.elemental(choice.elemental)
        t.damage(bolt, enemy, 2)
        t.check_destruction()
        if enemy.id in t.state.elementals:
            return


def not_there(_: Action) -> str:
    """Why another enemy cannot be hit."""
    return "a Thunderbolt strikes an enemy at its own location"


@rule
def air(t: Engine, air: Elemental) -> Turn:
    """Air: move to any other location, 1 on the first enemy there and at each adjacent location."""
    others = [loc for loc in LOCATIONS if loc != air.location]
    to: a.To = yield t.ask_to("move", others, "an Air moves to another location")
    t.move(air, to.location)
    for location in sorted((to.location, *ADJACENT[to.location])):
        t.damage(air, t.first_enemy(air, location), 1)


ABILITIES: dict[str, Ability] = {
    "F": fire,
    "E": earth,
    "L": light,
    "P": plant,
    "W": water,
    "I": ice,
    "S": shadow,
    "C": crystal,
    "T": thunderbolt,
    "A": air,
}
