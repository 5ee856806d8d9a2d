"""An Action Step: what may be done in it, and doing it (2. Action Phase)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.contract.game import UNKNOWN, Action, Seat, seat_name
from domain.contract.rule import rule
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Face, book
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import CardIn
from domain.games.solforge.queries.filters import fits
from domain.games.solforge.queries.forgeborn import can_use, lines_of
from domain.games.solforge.rules.effects_moves import move_to
from domain.games.solforge.rules.engine import Engine, Event, Watcher
from domain.games.solforge.rules.free_cards import free_cost, free_on, is_free, may_be_free
from domain.games.solforge.rules.play import may_play, open_lanes, passes_gate, play
from domain.games.solforge.rules.refusals import why_not
from domain.games.solforge.rules.resolution import run
from domain.games.solforge.rules.triggers import Resolving, resolve_triggers
from domain.games.solforge.state import Permanent

PASS, DONE, FORGEBORN = a.Pass(), a.Done(), a.UseForgeborn()


def action_step(t: Engine, seat: Seat) -> Resolving:
    """One Action Step: any free actions, and a basic action or a pass."""
    while True:
        choices = step_choices(t, seat)
        hidden = t.state.sides[seat].hand.count > 0 or not t.state.played
        chosen = yield t.ask(seat, "step", choices, why_not(t, seat), always=hidden)
        if isinstance(chosen, (a.Pass, a.Done)):
            return
        yield from take(t, seat, chosen)
        yield from resolve_triggers(t)
        t.now = ""


def step_choices(t: Engine, seat: Seat) -> list[Action]:
    """Everything a seat may do now in its Action Step."""
    state = t.state
    side = state.sides[seat]
    choices: list[Action] = []
    forced = forced_play(t, seat)
    for code in side.possible(side.hand):
        choices += ways_to_play(t, seat, t.face(code))
    if forced is not None:
        kept = [one for one in choices if isinstance(one, a.Play) and obeys(t, seat, one, forced)]
        if any(one.card in side.hand.cards for one in kept) or UNKNOWN not in side.hand.cards:
            choices = [*kept] or choices
    if t.edition.may_level_up and not state.played:
        choices += [
            a.LevelUp(code)
            for code in side.possible(side.hand)
            if book(state.cards).next_level(code) in side.upgrades
        ]
    if can_use(state, seat) and not properties.forbidden(state, seat, "use forgeborn"):
        choices.append(FORGEBORN)
    for p in [*state.creatures(seat), *state.exalts(seat)]:
        if p.ready:
            choices += activations(t, p)
    choices.append(DONE if state.played else PASS)
    return choices


def ways_to_play(t: Engine, seat: Seat, face: Face) -> list[Action]:
    """The ways a card may be played from hand now: lane by lane, as basic action or for Free."""
    if face.card.solbind or face.card.minion or not passes_gate(t, seat, face):
        return []
    if not may_play(t, seat, face):
        return []
    lanes = [0] if face.card.kind == "spell" else open_lanes(t, seat, face)
    if is_free(t, seat, face):
        return [a.Play(face.code, lane, True) for lane in lanes]
    found: list[Action] = []
    if not t.state.played:
        found += [a.Play(face.code, lane) for lane in lanes]
    if may_be_free(t, seat, face):
        found += [a.Play(face.code, lane, True) for lane in lanes]
    return found


def forced_play(t: Engine, seat: Seat) -> n.Rule | None:
    """A rule that says what a seat must play next, or where."""
    for s in t.state.standing:
        if s.seat != seat or not isinstance(s.what, n.Rule):
            continue
        if any(forbid.what == "must" for forbid in s.what.gift.forbids):
            return s.what
    return None


def obeys(t: Engine, seat: Seat, play: a.Play, rule: n.Rule) -> bool:
    """Whether a play is what a rule says must be played."""
    ctx = t.context(seat)
    lane = rule.gift.forbids[0].lane
    if not any(fits(ctx, one, CardIn(seat, "hand", play.card)) for one in rule.who.among):
        return bool(lane)
    return not lane or str(play.lane) == lane


def activations(t: Engine, p: Permanent) -> list[Action]:
    """What something ready can be exhausted for: its Activate abilities, and Mobility."""
    found: list[Action] = []
    if properties.forbidden(t.state, p, "activate"):
        return found
    for which, ability in enumerate(properties.activated_of(t.state, p)):
        if ability.once and any(
            h.event == "activated" and h.id == p.id and h.amount == which for h in t.state.history
        ):
            continue
        found.append(a.Activate(p.id, which))
    if not p.exalt:
        far = properties.keywords_of(t.state, p).get("mobility", 0)
        if far and not properties.forbidden(t.state, p, "move"):
            found += [
                a.UseMobility(p.id, lane)
                for lane in t.state.empty_lanes(p.seat)
                if abs(lane - p.lane) <= far
            ]
    return found


@rule
def take(t: Engine, seat: Seat, chosen: Action) -> Resolving:
    """Do what was chosen."""
    match chosen:
        case a.Play():
            yield from play_from_hand(t, seat, chosen)
        case a.LevelUp(code):
            t.emit(f.BasicTaken())
            t.emit(f.Carried(seat, code, "hand", "banish"))
            t.emit(f.Levelled(seat, book(t.state.cards).next_level(code)))
        case a.UseForgeborn():
            yield from use_forgeborn(t, seat)
        case a.Activate(number, which):
            yield from activate(t, number, which)
        case a.UseMobility(number, lane):
            use_mobility(t, number, lane)
        case _:
            raise LookupError(f"{seat_name(seat)} cannot do {chosen}")


@rule
def play_from_hand(t: Engine, seat: Seat, chosen: a.Play) -> Resolving:
    """Play a card from hand (Playing a Card), as the basic action or for Free."""
    face = t.face(chosen.card)
    must: n.Condition | None = None
    cost: tuple[n.Effect, ...] = ()
    if not chosen.free:
        t.emit(f.BasicTaken())
    elif not is_free(t, seat, face):
        cost = free_cost(t, seat, face)
        must = None if cost else free_on(face)
    yield from play(
        t, seat, chosen.card, "hand", lane=chosen.lane, free=chosen.free, must=must, cost=cost
    )


@rule
def use_forgeborn(t: Engine, seat: Seat) -> Resolving:
    """Exhaust the Forgeborn for the ability of its level (Forgeborn Abilities)."""
    side = t.state.sides[seat]
    level = side.level
    t.emit(f.ForgebornUsed(seat, level))
    t.happen(Event("forgeborn used", -1 - seat, by=seat, amount=level))
    ctx = t.context(seat, 0, f"{side.forgeborn}.{level}")
    for line in lines_of(t.state, side.forgeborn, level):
        ctx.stopped, ctx.done, ctx.body = False, True, line.body
        yield from run(t, ctx, line.body)


@rule
def use_mobility(t: Engine, number: int, lane: int) -> None:
    """Exhaust a creature to move it, which is an Activate ability (Glossary: Mobility)."""
    p = t.state.in_play[number]
    watchers = t.watchers()
    t.emit(f.Turned(number, False))
    announce_used(t, p, watchers)
    move_to(t, p, lane)


@rule
def announce_used(t: Engine, p: Permanent, watchers: Sequence[Watcher]) -> None:
    """Let trigger what triggers on something being exhausted for its ability."""
    for name in ("exhausted", "activated"):
        t.happen(Event(name, p.id, by=p.seat, lane=p.lane), watchers)


@rule
def activate(t: Engine, number: int, which: int) -> Resolving:
    """Exhaust something for its Activate ability (Glossary: Activate)."""
    p = t.state.in_play[number]
    ability = properties.activated_of(t.state, p)[which]
    watchers = t.watchers()
    t.emit(f.Activated(number, which))
    announce_used(t, p, watchers)
    ctx = t.context(p.seat, number, p.code)
    ctx.body = ability.body
    yield from run(t, ctx, ability.body)
