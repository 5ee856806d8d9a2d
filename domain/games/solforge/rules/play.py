"""Playing cards, and how creatures and Exalts come into play (Playing a Card, and after)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.contract.game import Action, Ask, Seat
from domain.contract.rule import rule
from domain.frame.slugs import slug
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Face, book
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.auras import forbids_on
from domain.games.solforge.queries.context import CardIn, Cause
from domain.games.solforge.queries.filters import fits
from domain.games.solforge.rules.engine import Engine, Event, Watcher
from domain.games.solforge.rules.resolution import instead, run, settle
from domain.games.solforge.state import LANES, Permanent

Playing: TypeAlias = Generator[Ask, Any, int]
"""A card being played: yields Asks, returns its id in play, 0 for a spell, -1 if it was not played."""

NOT_PLAYED = -1


def code_of(t: Engine, name: str) -> str:
    """The code of a card played by name: its lowest level. Empty if there is no such card."""
    card = book(t.state.cards).cards.get(slug(name))
    return f"{card.slug}.{min(card.levels)}" if card else ""


def source_of(t: Engine, seat: Seat, code: str) -> str:
    """Where a card played by name comes from: aside (Minions) or the Upgrade Pile; empty if nowhere."""
    face = t.face(code)
    if face.card.minion:
        return "aside"
    upgrades = t.state.sides[seat].upgrades
    if code in upgrades:
        return "upgrade"
    other = book(t.state.cards).other_side(code)
    return f"upgrade:{other}" if other and other in upgrades else ""


def passes_gate(t: Engine, seat: Seat, face: Face) -> bool:
    """Whether the Forgeborn's level allows it (Playing a Card, 1)."""
    return not t.edition.level_gate or face.level <= t.state.sides[seat].level


def open_lanes(t: Engine, seat: Seat, face: Face, among: Iterable[int] = LANES) -> list[int]:
    """The lanes where a seat may play a creature or Exalt; one that can't be replaced blocks its lane."""
    kind = face.card.kind
    there = t.state.exalt_at if kind == "exalt" else t.state.creature_at
    banned = [what for what in (f"play {kind}", "play card") if speaks_of(t, seat, what)]
    cause = Cause(seat, 0, face.code)
    found: list[int] = []
    for lane in sorted(among):
        old = there(seat, lane)
        if old is not None and properties.forbidden(t.state, old, "be replaced"):
            continue
        if any(properties.forbidden(t.state, seat, what, cause, lane=lane) for what in banned):
            continue
        found.append(lane)
    return found


def speaks_of(t: Engine, seat: Seat, what: str) -> bool:
    """Whether anything at all forbids such a thing to a player, somewhere."""
    return any(forbid.what == what for forbid, _ in forbids_on(t.state, seat))


def may_play(t: Engine, seat: Seat, face: Face) -> bool:
    """Whether nothing forbids a seat to play such a card at all."""
    if any(forbid.what == "be played" for has in face.has for forbid in has.gift.forbids):
        return False
    if face.card.kind != "spell":
        return bool(open_lanes(t, seat, face))
    cause = Cause(seat, 0, face.code)
    return not any(
        properties.forbidden(t.state, seat, what, cause) for what in ("play spell", "play card")
    )


@rule
def play(
    t: Engine,
    seat: Seat,
    code: str,
    source: str,
    *,
    lane: int = 0,
    lanes: Iterable[int] = LANES,
    free: bool = False,
    owner: Seat | None = None,
    put: bool = False,
    must: n.Condition | None = None,
    cost: tuple[n.Effect, ...] = (),
    bonus: tuple[int, int] = (0, 0),
    gift: n.Gift | None = None,
) -> Playing:
    """Play a card, or put it into play: announce it, its lane or its abilities, then its next level.

    `cost` is paid for playing it for Free; `must` is what its first target must fulfil for that.
    """
    face = t.face(code)
    whose = seat if owner is None else owner
    if face.card.kind != "spell" and not lane:
        choices: list[Action] = [a.Lane(x) for x in open_lanes(t, seat, face, lanes)]
        if not choices:
            return NOT_PLAYED
        chosen: a.Lane = yield t.ask(seat, "lane", choices, f"{face.title} cannot go there")
        lane = chosen.lane
    watchers = t.watchers()
    before, t.now = (t.now, t.source), code
    t.source = source
    rides: tuple[n.Gift, ...] = ()
    if put:
        t.emit(f.Carried(whose, code, source, "aside"))
    else:
        t.emit(f.Announced(seat, code, source, free, whose))
        rides = use_up_rules(t, seat, code)
    if cost:
        yield from pay_for_free(t, seat, code, cost)
    number = 0
    if face.card.kind == "spell":
        t.happen(Event("played", CardIn(seat, "now", code), by=seat, zone=source), watchers)
        riding, t.riding = t.riding, rides
        yield from resolve_spell(t, seat, face, must)
        t.riding = riding
        if t.edition.spell_levels_last:
            t.emit(f.Resolved(whose, code))
            level_up(t, whose, code)
        else:
            level_up(t, whose, code)
            t.emit(f.Resolved(whose, code))
    else:
        there = (t.state.exalt_at if face.card.kind == "exalt" else t.state.creature_at)(seat, lane)
        if there is not None:
            yield from instead(t, Event("replaced", there.id, by=seat, lane=lane))
        number = enter(t, face, seat, whose, lane, "put" if put else "played", watchers)
        if not put:
            level_up(t, whose, code)
        yield from dress(t, number, bonus, (*rides, *((gift,) if gift is not None else ())))
    t.now, t.source = before
    return number


@rule
def dress(
    t: Engine, number: int, bonus: tuple[int, int], gifts: tuple[n.Gift, ...]
) -> Generator[Ask, Any, None]:
    """Give a creature what the effect that played it says it has, and rules for cards to come."""
    p = t.state.in_play.get(number)
    if p is not None and bonus != (0, 0):
        t.emit(f.Changed(number, *bonus, 0, p.seat))
    for gift in gifts if p is not None else ():
        t.emit(f.Given(t.next_number(), number, gift, "", t.now))
    yield from settle(t)


def pay_for_free(
    t: Engine, seat: Seat, code: str, cost: tuple[n.Effect, ...]
) -> Generator[Ask, Any, None]:
    """What it costs to play a card for Free (Playing a Card, 2)."""
    yield from run(t, t.context(seat, 0, code), cost)


@rule
def level_up(t: Engine, seat: Seat, code: str) -> None:
    """The next level goes from the Upgrade Pile to the discard pile (Playing a Card, 4)."""
    up = book(t.state.cards).next_level(code)
    card = t.face(code).card
    if up and up in t.state.sides[seat].upgrades and not card.minion and not card.solbind:
        t.emit(f.Levelled(seat, up))


@rule
def use_up_rules(t: Engine, seat: Seat, code: str) -> tuple[n.Gift, ...]:
    """What rules for cards in general give to one that is played; those for the next are used up."""
    gone: list[int] = []
    gifts: list[n.Gift] = []
    for s in t.state.standing:
        if not isinstance(s.what, n.Rule):
            continue
        forced = any(forbid.what == "must" for forbid in s.what.gift.forbids)
        if forced and s.seat == seat:
            if not s.what.gift.forbids[0].lane or rule_fits(t, s.seat, s.what, code, seat):
                gone.append(s.id)
        elif rule_fits(t, s.seat, s.what, code, seat):
            gone += [s.id] if s.what.once else []
            words = tuple(k for k in s.what.gift.keywords if k.name != "free")
            gift = msgspec.structs.replace(s.what.gift, keywords=words)
            gifts += [gift] if gift != n.Gift() else []
    if gone:
        t.emit(f.Ended(tuple(gone)))
    return tuple(gifts)


def rule_fits(t: Engine, seat: Seat, rule: n.Rule, code: str, player: Seat | None = None) -> bool:
    """Whether a lasting rule of a seat speaks of a card of a player: without a side of its own cards."""
    whose = seat if player is None else player
    ctx = t.context(seat)
    return any(
        (one.side or whose == seat) and fits(ctx, one, CardIn(whose, "hand", code))
        for one in rule.who.among
    )


def resolve_spell(
    t: Engine, seat: Seat, face: Face, must: n.Condition | None
) -> Generator[Ask, Any, None]:
    """All abilities of a spell, line by line (Playing Spells); what it triggers waits."""
    ctx = t.context(seat, 0, face.code)
    ctx.must = must
    for line in face.lines:
        ctx.stopped, ctx.done, ctx.body = False, True, line.body
        yield from run(t, ctx, line.body)


def front_row(t: Engine, face: Face, seat: Seat, lane: int) -> bool:
    """Whether a creature comes into the front row (Playing Creatures)."""
    printed = {
        k.name
        for has in face.has
        if not has.exalted or t.state.exalt_at(seat, lane) is not None
        for k in has.gift.keywords
    }
    if "defender" in printed:
        return False
    return "aggressive" in printed or t.state.forge == seat


@rule
def enter(
    t: Engine,
    face: Face,
    seat: Seat,
    owner: Seat,
    lane: int,
    how: str,
    watchers: Sequence[Watcher],
) -> int:
    """Put a creature or Exalt into a lane, replacing what is there, with all that triggers."""
    state = t.state
    exalt = face.card.kind == "exalt"
    old = (state.exalt_at if exalt else state.creature_at)(seat, lane)
    number = state.placed + 1
    if old is not None:
        t.leave(old, "replaced", cause=Cause(seat, number, face.code))
    t.emit(
        f.Entered(
            number,
            face.code,
            seat,
            owner,
            lane,
            not exalt and front_row(t, face, seat, lane),
            face.printed.attack,
            face.printed.health,
            exalt,
            how,
            old.id if old else 0,
            old.code if old else "",
        )
    )
    arrived(t, state.in_play[number], old, watchers, played=how == "played")
    return number


@rule
def arrived(
    t: Engine, p: Permanent, old: Permanent | None, watchers: Sequence[Watcher], *, played: bool
) -> None:
    """What triggers when something has come into play."""
    own = [w for w in t.watchers() if w.id == p.id]
    about_itself = [
        w for w in own if w.ability.trigger.who is not None and w.ability.trigger.who.ref == "this"
    ]
    row = "" if p.exalt else "front" if p.front else "back"
    what = {"by": p.seat, "lane": p.lane, "row": row, "zone": t.source}
    if old is not None:
        t.happen(Event("replaced", old.id, p.id, **what), watchers)  # type: ignore[arg-type]
        t.happen(Event("leaves", old.id, p.id, **what), watchers)  # type: ignore[arg-type]
        t.happen(Event("replaces", p.id, old.id, **what), [*watchers, *about_itself])  # type: ignore[arg-type]
    if played:
        t.happen(Event("played", p.id, **what), [*watchers, *about_itself])  # type: ignore[arg-type]
    other = old.id if old is not None else None
    for name in ("enters play", "enters"):
        t.happen(Event(name, p.id, other, **what), [*watchers, *about_itself])  # type: ignore[arg-type]
    t.happen(Event("deploy", p.id, other, **what), own)  # type: ignore[arg-type]
