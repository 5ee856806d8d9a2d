"""A turn's hands: the state, the only ways to change it, and the triggers that wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec

from domain.contract.game import DEALER, Action, Ask, Choices, Fact, Play, Seat, seat_name
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Face
from domain.games.solforge.editions import EDITIONS
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.auras import present
from domain.games.solforge.queries.conditions import holds
from domain.games.solforge.queries.context import Cause, Context, Thing
from domain.games.solforge.queries.filters import fits, lanes_called
from domain.games.solforge.queries.turn_history import is_nth, thing_fits
from domain.games.solforge.rules.explanations import meaning, question
from domain.games.solforge.state import Permanent, SolState, Standing

MOST_TRIGGERS = 200
"""Triggered abilities that resolve one after another before the engine cuts the chain off."""


DOINGS = (
    "played",
    "damages",
    "upgraded",
    "discarded",
    "activated",
    "forgeborn used",
    "transformed",
    "moved",
)
"""Events that a player does: `who` may ask for that player."""


class GameOver(Exception):
    """Unwinds whatever resolves, since the match has ended."""


class Event(msgspec.Struct, frozen=True):
    """Something that triggers abilities; see `nodes.Trigger` for the names and who is who."""

    name: str
    who: Thing | None = None
    other: Thing | None = None
    by: Seat = -1
    amount: int = 0
    combat: bool = False
    lane: int = 0
    row: str = ""
    zone: str = ""
    """Where a card that is played or comes into play was before."""


class Watcher(msgspec.Struct, frozen=True):
    """A triggered ability that was in play when something happened."""

    seat: Seat
    id: int
    code: str
    index: int
    ability: n.Triggered


class Waiting(msgspec.Struct, frozen=True):
    """A triggered ability that waits to resolve (Resolving Multiple Triggered Abilities)."""

    seat: Seat
    id: int
    code: str
    index: int
    body: tuple[n.Effect, ...]
    event: Event


class Question(Ask):
    """An Ask that knows whether what is chosen gains (1) or loses (-1) by it: for bots only."""

    __slots__ = ("good",)
    good: int


class Engine:
    """One turn in progress."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.state: SolState = play.state
        self.edition = EDITIONS[self.state.edition]
        self.ghosts: dict[int, Permanent] = {}
        """What left play this turn, as it was last."""
        self.waiting: list[Waiting] = []
        self.hurt: dict[int, Cause] = {}
        """Who damaged or weakened what last, by id."""
        self.alone: set[int] = set()
        """Who has no adjacent creatures, of those that care."""
        self.looked = False
        """Whether it was looked at who is alone: who was when the turn began does not trigger."""
        self.riding: tuple[n.Gift, ...] = ()
        """What rules for cards in general give to the spell that is being played."""
        self.replacing: set[tuple[int, n.Instead]] = set()
        """Replacements that resolve right now: none applies to what it does itself."""
        self.saving: set[int] = set()
        """What would be destroyed while something else is done instead; it is not destroyed meanwhile."""
        self.resolved = 0
        """Triggered abilities resolved since nothing was waiting."""
        self.now = ""
        """Code of the card that is being played."""
        self.source = ""
        """Where that card was."""
        self.doing: Context | None = None
        """The ability that resolves, for questions in words."""

    def emit(self, fact: Fact) -> None:
        """Record a fact and apply it."""
        self.play.emit(fact)

    def face(self, code: str) -> Face:
        """The face of a card."""
        return properties.face_of(self.state, code)

    def context(self, you: Seat, this: int = 0, code: str = "") -> Context:
        """A context for an ability that resolves."""
        ctx = Context(self.state, you, this, code)
        ctx.ghosts = self.ghosts
        ctx.now = self.now
        return ctx

    # -- leaving play ----------------------------------------------------------------------------

    def pile_of(self, p: Permanent) -> str:
        """Where something goes when it leaves play: banish, aside (Minions), upgrade (Solbind cards)."""
        card = self.face(p.code).card
        return "aside" if card.minion else "upgrade" if card.solbind else "banish"

    def leave(self, p: Permanent, why: str, to: str = "", cause: Cause | None = None) -> None:
        """Take something out of play, and remember how it was."""
        self.ghosts[p.id] = properties.ghost(self.state, p)
        home = self.pile_of(p)
        by = cause or Cause(-1)
        where = home if home != "banish" or not to else to
        self.emit(f.Left(p.id, why, where, by.id, by.seat, by.code))

    # -- triggers --------------------------------------------------------------------------------

    def watchers(self) -> list[Watcher]:
        """The triggered abilities in play now: only they can trigger (Resolving Triggered Abilities)."""
        found: list[Watcher] = []
        state = self.state
        changed = present(state, "abilities", "loses")
        for p in state.in_play.values():
            if not changed and not p.gifts:
                for index, printed in self.face(p.code).triggered:
                    if not printed.exalted or properties.in_exalted_lane(state, p):
                        found.append(Watcher(p.seat, p.id, p.code, index, printed))
                continue
            for index, ability in properties.abilities_of(state, p):
                if isinstance(ability, n.Triggered):
                    found.append(Watcher(p.seat, p.id, p.code, index, ability))
        return found

    def happen(self, event: Event, watchers: Iterable[Watcher] | None = None) -> None:
        """Let everything trigger that an event triggers; it waits until triggers resolve."""
        for w in self.watchers() if watchers is None else watchers:
            if self.triggers(w, event):
                self.waiting.append(Waiting(w.seat, w.id, w.code, w.index, w.ability.body, event))
        for s in list(self.state.standing):
            if isinstance(s.what, n.Delayed):
                self.standing_trigger(s, s.what, event)

    def triggers(self, w: Watcher, event: Event) -> bool:
        """Whether an event triggers an ability."""
        if not matches_name(w.ability.trigger, event, w.id):
            return False
        ctx = self.context(w.seat, w.id, w.code)
        if not self.event_fits(ctx, w.ability.trigger, event):
            return False
        if w.ability.once or w.ability.trigger.first or w.ability.trigger.nth:
            return not self.used(w.id, w.code, w.index)
        return True

    def used(self, number: int, code: str, index: int) -> bool:
        """Whether a triggered ability has triggered this turn, or waits to resolve."""
        return any(
            h.event == "triggered" and h.id == number and h.code == code and h.amount == index
            for h in self.state.history
        ) or any((w.id, w.code, w.index) == (number, code, index) for w in self.waiting)

    def standing_trigger(self, s: Standing, delayed: n.Delayed, event: Event) -> None:
        """Let a trigger that was set up for later trigger."""
        for number in s.on or (s.source_id,):
            if not matches_name(delayed.trigger, event, number):
                continue
            ctx = self.context(s.seat, number, s.source)
            if not self.event_fits(ctx, delayed.trigger, event):
                continue
            if s.on and event.who != number:
                other = event.other if event.who is None else event.who
                event = msgspec.structs.replace(event, who=number, other=other)
            self.waiting.append(Waiting(s.seat, number, s.source, -1 - s.id, delayed.body, event))
            if delayed.once:
                self.emit(f.Ended((s.id,)))
                return

    def event_fits(self, ctx: Context, trigger: n.Trigger, event: Event) -> bool:
        """Whether an event is one that a trigger speaks of."""
        if trigger.by and (event.by == ctx.you) != (trigger.by == "you"):
            return False
        if trigger.combat is not None and event.combat is not trigger.combat:
            return False
        if trigger.before_combat and self.state.phase not in ("draw", "action"):
            return False
        ctx.that = [] if event.who is None else [event.who]
        ctx.other = [] if event.other is None else [event.other]
        ctx.amount = event.amount
        if trigger.event == "slay":
            slain = ctx.permanent(event.who) if event.who is not None else None
            if slain is None or slain.exalt or slain.seat == ctx.you:
                return False
            if trigger.other is not None and not fits(ctx, trigger.other, slain.id):
                return False
        else:
            doer = event.by if trigger.event in DOINGS else -1
            if trigger.who is not None and not thing_fits(ctx, trigger.who, event.who, doer):
                return False
            if trigger.other is not None and not (
                event.other is not None and fits(ctx, trigger.other, event.other)
            ):
                return False
        if trigger.lane and event.lane not in lanes_called(ctx, trigger.lane):
            return False
        if trigger.zone and event.zone != trigger.zone:
            return False
        if trigger.row and event.row != trigger.row:
            return False
        nth = trigger.nth or int(trigger.first)
        if nth and not is_nth(ctx, trigger, event.who, nth):
            return False
        return trigger.condition is None or holds(ctx, trigger.condition)

    # -- asking ----------------------------------------------------------------------------------

    def ask(
        self,
        seat: Seat,
        about: str,
        choices: Sequence[Action],
        why: str | Callable[[Any], str] = "",
        *,
        always: bool = False,
        good: int = 0,
        label: Callable[[Any], str] | None = None,
    ) -> Ask:
        """Ask a seat. What answers stand for is worked out where it is shown, unless it is given."""
        reason = why if callable(why) else (lambda _: why or f"{seat_name(seat)} is asked: {about}")
        ctx = self.doing if about not in ("step", "order", "toss") else None
        effect = ctx.effect if ctx is not None else None
        asked = Question(
            seat,
            about,
            list(choices),
            reason,
            always=always,
            label=label or partial(meaning, self.state, seat, effect),
            what=partial(question, self.state, ctx, effect),
        )
        asked.good = good
        return asked

    def dealer(self, about: str, choices: Choices, why: Callable[[Any], str]) -> Ask:
        """Ask the dealer for what is random or hidden; always a step."""
        return Ask(DEALER, about, choices, why, always=True)

    # -- the end ---------------------------------------------------------------------------------

    def check_health(self) -> None:
        """Winning and Losing: looked at whenever Health has changed. Raises GameOver."""
        state = self.state
        a, b = state.sides[0].health, state.sides[1].health
        if min(a, b) > 0 or state.sudden:
            return
        if a == b or (self.edition.lose_at_zero and max(a, b) <= 0):
            self.emit(f.SuddenDeath("tied"))
            return
        self.end(0 if a > b else 1, "health")

    def check_sudden(self) -> None:
        """Sudden Death: whenever nothing resolves, more Health wins. Raises GameOver."""
        a, b = self.state.sides[0].health, self.state.sides[1].health
        if self.state.sudden and a != b:
            self.end(0 if a > b else 1, "sudden")

    def end(self, winner: Seat | None, why: str) -> None:
        """End the match. Raises GameOver."""
        self.emit(f.MatchEnded(winner, why))
        raise GameOver

    def next_number(self) -> int:
        """The number of the next gift or standing trigger."""
        return self.state.lasting + 1


def matches_name(trigger: n.Trigger, event: Event, this: int) -> bool:
    """Whether an event has the name a trigger waits for."""
    if trigger.event == "slay":
        return event.name == "destroyed" and event.other == this and this > 0
    return trigger.event == event.name
