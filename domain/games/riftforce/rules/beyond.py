"""What each guild of the expansion does (`expansion=beyond`)."""

from __future__ import annotations

from domain.contract.game import Turn
from domain.contract.rule import rule
from domain.games.riftforce import actions as a
from domain.games.riftforce import facts as f
from domain.games.riftforce.cards import ADJACENT, GUILD, HAND, LOCATIONS
from domain.games.riftforce.rules.abilities import ABILITIES, Ability, not_hurt
from domain.games.riftforce.rules.engine import Engine
from domain.games.riftforce.state import Elemental


@rule
def acid(t: Engine, acid: Elemental) -> Turn:
    """Acid: 3 on the first enemy, 1 on the second; enemies it destroys score nothing themselves."""
    enemies = t.state.enemies(acid.seat, acid.location)
    for enemy, amount in zip(enemies[:2], (3, 1), strict=False):
        t.damage(acid, enemy, amount)
    yield from ()


@rule
def beast(t: Engine, beast: Elemental) -> Turn:
    """Beast: move to an adjacent location; 3 on the first enemy if it is damaged, else 2."""
    why = "a Beast moves to an adjacent location"
    to: a.To = yield t.ask_to("move", ADJACENT[beast.location], why)
    t.move(beast, to.location)
    t.damage(beast, t.first_enemy(beast, to.location), 3 if beast.damage else 2)


@rule
def lava(t: Engine, lava: Elemental) -> Turn:
    """Lava: 2 on the first enemy of each adjacent location, 1 on itself and each ally in front."""
    for location in ADJACENT[lava.location]:
        t.damage(lava, t.first_enemy(lava, location), 2)
    allies = t.state.sides[lava.seat][lava.location]
    for ally in allies[: t.state.position(lava)]:
        t.damage(lava, ally, 1)
    yield from ()


@rule
def love(t: Engine, love: Elemental) -> Turn:
    """Love: 2 on the first enemy."""
    t.damage(love, t.first_enemy(love, love.location), 2)
    yield from ()


@rule
def magnet(t: Engine, magnet: Elemental) -> Turn:
    """Magnet: 2 on the last enemy; it and that enemy move to an adjacent location."""
    enemies = t.state.enemies(magnet.seat, magnet.location)
    enemy = enemies[-1] if enemies else None
    t.damage(magnet, enemy, 2)
    why = "a Magnet moves to an adjacent location"
    to: a.To = yield t.ask_to("pull", ADJACENT[magnet.location], why)
    t.move(magnet, to.location)
    if enemy:
        t.move(enemy, to.location)


@rule
def music(t: Engine, music: Elemental) -> Turn:
    """Music: 2 on the first enemy; if destroyed it is played on this side, at an adjacent location."""
    enemy = t.first_enemy(music, music.location)
    t.damage(music, enemy, 2)
    for target, source in t.fallen():
        why = "the enemy is played at an adjacent location"
        to: a.To = yield t.ask_to("take", ADJACENT[music.location], why)
        new = t.state.placed + 1
        t.emit(f.Taken(target.id, music.id, to.location, new))
        t.score_kill(target, source)
        yield from when_played(t, t.state.elemental(new))


@rule
def sand(t: Engine, sand: Elemental) -> Turn:
    """Sand: move to any other location, 1 on each enemy there, remove 1 from itself."""
    others = [loc for loc in LOCATIONS if loc != sand.location]
    to: a.To = yield t.ask_to("move", others, "a Sand moves to another location")
    t.move(sand, to.location)
    for enemy in t.state.enemies(sand.seat, to.location):
        t.damage(sand, enemy, 1)
    if sand.damage:
        t.heal(sand, sand, 1)


@rule
def star(t: Engine, star: Elemental) -> Turn:
    """Star: 2 on the first enemy; draw 1 with fewer than seven in hand."""
    t.damage(star, t.first_enemy(star, star.location), 2)
    if t.state.hands[star.seat].count < HAND:
        yield from t.draw_up_to(star.seat, 1)


@rule
def earth_played(t: Engine, earth: Elemental) -> Turn:
    """Earth, when played: 1 on each enemy there, and destruction is checked at once."""
    for enemy in list(t.state.enemies(earth.seat, earth.location)):
        t.damage(earth, enemy, 1)
    t.check_destruction()
    yield from ()


@rule
def love_played(t: Engine, love: Elemental) -> Turn:
    """Love, when played: one ally there is healed fully."""
    hurt = [e for e in t.state.sides[love.seat][love.location] if e.damage]
    if hurt:
        choice: a.Heal = yield t.ask("heal", [a.Heal(e.id) for e in hurt], not_hurt)
        ally = t.state.elemental(choice.elemental)
        t.heal(love, ally, ally.damage)


WHEN_PLAYED: dict[str, Ability] = {"E": earth_played, "Lo": love_played}


def when_played(t: Engine, elemental: Elemental) -> Turn:
    """What an elemental does when it is played."""
    effect = WHEN_PLAYED.get(GUILD[elemental.card])
    if effect:
        yield from effect(t, elemental)


ALL_ABILITIES: dict[str, Ability] = {
    **ABILITIES,
    "Ac": acid,
    "Be": beast,
    "La": lava,
    "Lo": love,
    "Ma": magnet,
    "Mu": music,
    "Sa": sand,
    "St": star,
}
