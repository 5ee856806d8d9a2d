"""A turn: Draw, Action, Combat, End of Turn (Game Structure: Turns)."""

from __future__ import annotations

from domain.contract.game import DEALER, UNKNOWN, Seat, Turn, seat_name
from domain.contract.rule import rule
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.queries import properties
from domain.games.solforge.rules import effects
from domain.games.solforge.rules.action_step import action_step
from domain.games.solforge.rules.combat import combat
from domain.games.solforge.rules.effects_cards import draw_cards
from domain.games.solforge.rules.engine import Engine, Event, GameOver
from domain.games.solforge.rules.resolution import settle
from domain.games.solforge.rules.rows import move_row
from domain.games.solforge.rules.triggers import Resolving, resolve_triggers
from domain.games.solforge.state import HAND, TURNS_A_CYCLE

STEPS = 4
"""Action Steps of a turn: two a seat, in turn from who has the Forge."""
LAST_CYCLE = 4
"""The deck cycle after which Sudden Death begins."""

effects.register()


@rule
def setup(t: Engine) -> Turn:
    """Who has the Forge is random, unless it was agreed (Start of the Game); a step either way."""
    agreed = t.state.forge
    choices = [a.Toss(seat) for seat in (0, 1) if agreed in (-1, seat)]
    why = (
        "the Forge goes to A or B" if agreed < 0 else f"that {seat_name(agreed)} has it was agreed"
    )
    chosen: a.Toss = yield t.ask(DEALER, "toss", choices, why, always=True)
    t.emit(f.Tossed(chosen.seat))
    t.emit(f.TurnBegan(1, t.state.forge))


def turn(t: Engine) -> Turn:
    """One turn, from the phase the state is in."""
    try:
        yield from phases(t)
    except GameOver:
        return


def phases(t: Engine) -> Resolving:
    """The four phases."""
    first = 1
    if t.state.phase == "draw":
        yield from draw_phase(t)
    elif t.state.phase == "action":
        first = max(1, t.state.step)
    if t.state.phase in ("draw", "action"):
        yield from action_phase(t, first)
    if t.state.phase in ("action", "combat"):
        yield from combat(t)
    yield from end_of_turn(t)


@rule
def draw_phase(t: Engine) -> Resolving:
    """Start-of-turn abilities; then each seat draws (1. Draw Phase)."""
    if t.state.turn > 1:
        t.happen(Event("gets forge", -1 - t.state.forge, by=t.state.forge))
    if t.state.turn % TURNS_A_CYCLE == 1:
        t.happen(Event("start of cycle"))
    t.happen(Event("start of turn"))
    yield from resolve_triggers(t)
    for seat in order(t):
        held = t.state.sides[seat].hand.count if t.edition.draw_up_to else 0
        yield from draw_cards(t, seat, HAND - held)


def order(t: Engine) -> tuple[Seat, Seat]:
    """Who has the Forge first."""
    return (t.state.forge, 1 - t.state.forge)


@rule
def action_phase(t: Engine, first: int) -> Resolving:
    """Two Action Steps each, alternating (2. Action Phase)."""
    if t.state.phase != "action":
        t.emit(f.PhaseBegan("action"))
    yield from resolve_triggers(t)
    for step in range(first, STEPS + 1):
        seat = order(t)[(step - 1) % 2]
        if t.state.step != step or t.state.active != seat:
            t.emit(f.StepBegan(step, seat))
        yield from action_step(t, seat)


@rule
def end_of_turn(t: Engine) -> Resolving:
    """4. End of Turn Phase: End Step, each third turn End of Deck Cycle, Maintenance."""
    t.emit(f.PhaseBegan("end"))
    t.happen(Event("end of turn"))
    yield from resolve_triggers(t)
    ends_cycle = t.state.turn % TURNS_A_CYCLE == 0
    forge = 1 - t.state.forge
    if t.edition.cycle_before_maintenance:
        discard_hands(t)
        if ends_cycle:
            yield from end_of_cycle(t)
        expire(t)
        yield from restore(t)
    else:
        expire(t)
        discard_hands(t)
        yield from restore(t)
        if ends_cycle:
            t.emit(f.ForgePassed(forge))
            yield from end_of_cycle(t)
    if expire(t):
        yield from resolve_triggers(t)
    t.emit(f.TurnBegan(t.state.turn + 1, forge))


@rule
def discard_hands(t: Engine) -> None:
    """Players discard what is left in hand (End Step)."""
    for seat in order(t):
        hand = t.state.sides[seat].hand
        if not hand.count:
            continue
        shown = [c for c in sorted(hand.public) for _ in range(hand.public[c])]
        rest: list[str] = []
        for card in sorted(hand.cards, key=lambda c: (c == UNKNOWN, c)):
            rest += [card] * (hand.cards[card] - hand.public.get(card, 0))
        t.emit(f.HandDiscarded(seat, (*shown, *rest), len(shown)))


@rule
def end_of_cycle(t: Engine) -> Resolving:
    """End of Deck Cycle Step: triggers, Forgeborn ready and level up, decks are shuffled."""
    t.happen(Event("end of cycle"))
    yield from resolve_triggers(t)
    cycle = t.state.cycle
    for seat in order(t):
        if not t.state.sides[seat].ready:
            t.emit(f.ForgebornTurned(seat, True))
    if t.edition.shuffle_before_level:
        shuffle(t)
        level_up(t)
    else:
        level_up(t)
        shuffle(t)
    if cycle >= LAST_CYCLE and not t.state.sudden:
        t.emit(f.SuddenDeath("cycles"))
    yield from resolve_triggers(t)
    if t.edition.last_turn and t.state.turn >= t.edition.last_turn:
        t.end(t.state.forge, "forge")


@rule
def level_up(t: Engine) -> None:
    """Each Forgeborn is a level higher."""
    for seat in order(t):
        level = t.state.sides[seat].level
        if not t.edition.last_level or level < t.edition.last_level:
            t.emit(f.ForgebornLevelled(seat, level + 1))
            t.happen(Event("forgeborn levelled", -1 - seat, by=seat, amount=level + 1))


@rule
def shuffle(t: Engine) -> None:
    """Each deck and discard pile become the deck of the next cycle."""
    for seat in order(t):
        t.emit(f.Shuffled(seat))


@rule
def expire(t: Engine) -> bool:
    """What lasts this turn ends, and what waited for things that are gone; whether anything did."""
    state = t.state
    ended = [g.id for p in state.in_play.values() for g in p.gifts if g.until == "turn"]
    ended += [g.id for side in state.sides for g in side.gifts if g.until == "turn"]
    ended += [s.id for s in state.standing if s.what.until == "turn"]
    ended += [
        s.id
        for s in state.standing
        if s.what.until != "turn" and s.on and not any(i in state.in_play for i in s.on)
    ]
    if ended:
        t.emit(f.Ended(tuple(sorted(ended))))
    return bool(ended)


@rule
def restore(t: Engine) -> Resolving:
    """Armor is restored, the exhausted ready, the back rows come to the front (Maintenance Step).

    Creatures that lived on what has ended are destroyed first. What all this triggers resolves
    afterwards, while the Forge is still where it was.
    """
    state = t.state
    yield from settle(t)
    if any(p.spent for p in state.in_play.values()) or any(side.spent for side in state.sides):
        t.emit(f.Replenished())
    watchers = t.watchers()
    for p in sorted(state.in_play.values(), key=lambda p: p.id):
        if not p.ready:
            t.emit(f.Turned(p.id, True))
            t.happen(Event("readied", p.id, lane=p.lane), watchers)
    for p in list(state.creatures()):
        if not p.front and "defender" not in properties.keywords_of(state, p):
            move_row(t, p, front=True)
    yield from resolve_triggers(t)
