"""A turn's hands: the state, the only ways to change it, and the triggers that wait."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.contract.game import DEALER, Action, Ask, Choices, Fact, Play, Seat, seat_name
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.cards.book import Card, book
from domain.games.magical_forge.rules.context import Context, player_id
from domain.games.magical_forge.state import Creature, Item, MagicalState

MOST_EFFECTS = 100
"""Effects that resolve in one turn before no more triggers activate (house rule: loops)."""

Resolve: TypeAlias = Generator[Ask, Any, bool]
"""Something that resolves: yields Asks, says whether it was done."""
Resolving: TypeAlias = Generator[Ask, Any, None]
"""Something that goes on: yields Asks."""


class GameOver(Exception):
    """Unwinds whatever resolves, since the match has ended."""


class Offer(list[Any]):
    """The choices of a seat: what is listed; and giving up, which no bot should stumble on."""

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        return (isinstance(action, a.Concede) and action.seat in (0, 1)) or super().__contains__(
            action
        )


class Waiting(msgspec.Struct, frozen=True):
    """A triggered ability that waits to activate."""

    seat: Seat
    kind: str
    """spell or trigger, as in `state.Item.kind`."""
    card: str
    source: int
    which: int
    that: int
    amount: int


class Engine:
    """One turn in progress."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.state: MagicalState = play.state
        self.book = book(self.state.cards)
        self.waiting: list[Waiting] = []
        self.resolved = 0
        """Effects that resolved this turn."""
        self.ghosts: dict[int, Creature] = {}
        """What left play this turn, as it was last."""
        self.cut = False
        """No more triggers activate this turn."""

    def emit(self, fact: Fact) -> None:
        """Record a fact and apply it."""
        self.play.emit(fact)

    def card(self, code: str) -> Card:
        """The card of a code."""
        return self.book.cards[code]

    def context(self, you: Seat, this: int = 0) -> Context:
        """How a seat sees things, for an ability of `this`."""
        return Context(self.state, self.book, you, this)

    def next_id(self) -> int:
        """The id of what comes next."""
        return self.state.ids + 1

    def has(self, c: Creature, mark: str) -> int:
        """What holds for a Creature, by its words or this turn; 0 if it does not."""
        return c.marks.get(mark, 0) + self.card(c.card).marks.get(mark, 0)

    # -- triggers --------------------------------------------------------------------------------

    def happen(self, event: str, who: int, amount: int = 0, gone: Sequence[Creature] = ()) -> None:
        """Let everything trigger that this triggers; `gone` have left play in this very moment.

        What triggers waits until nothing resolves any more; see `stack.activate_waiting`.
        """
        if self.cut:
            return
        for spell in self.state.centre.values():
            self._trigger(spell.seat, "spell", spell.card, spell.id, event, who, amount)
        for c in (*self.state.in_play.values(), *gone):
            self._trigger(c.seat, "trigger", c.card, c.id, event, who, amount)

    def _trigger(
        self, seat: Seat, kind: str, card: str, source: int, event: str, who: int, amount: int
    ) -> None:
        for which, ability in self.card(card).triggered:
            if ability.trigger.event == event and self._meant(ability.trigger, seat, source, who):
                self.waiting.append(Waiting(seat, kind, card, source, which, who, amount))

    def _meant(self, trigger: n.Trigger, seat: Seat, source: int, who: int) -> bool:
        wanted = trigger.who
        if wanted is None:
            return True
        if wanted.ref == "this":
            return who == source
        ctx = self.context(seat, source)
        if ctx.fits(wanted, who):
            return True
        return trigger.event == "destroyed" and self._was_meant(wanted, ctx, who)

    def _was_meant(self, wanted: n.Filter, ctx: Context, who: int) -> bool:
        c = self.ghosts.get(who)
        return (
            c is not None
            and not (wanted.other and who == ctx.this)
            and (not wanted.side or ctx.seat(wanted.side) == c.seat)
            and (not wanted.types or bool(set(wanted.types) & set(self.card(c.card).types)))
        )

    # -- what happens ----------------------------------------------------------------------------

    def leave(self, found: Iterable[Creature], why: str, to: str, by: int = 0) -> None:
        """Creatures leave play, all at once; their Spells are discarded."""
        gone = [c.copy() for c in found]
        for c in gone:
            self.ghosts[c.id] = c
            self.emit(f.CreatureLeft(c.id, why, to, by))
        if why != "returned":
            for c in gone:
                self.happen("destroyed", c.id, gone=gone)

    def lose(self, seat: Seat, amount: int, why: str, source: int, card: str, by: Seat) -> None:
        """A seat loses Life Points, no more than it has."""
        lost = min(amount, self.state.sides[seat].life)
        if lost > 0:
            self.emit(f.LifeLost(seat, lost, why, source, card, by))
            self.happen("loses", player_id(seat), lost)

    def settle(self) -> None:
        """Creatures without Spells are destroyed, but in the turn they came into play (B)."""
        state = self.state
        gone = [c for c in state.in_play.values() if not c.spells and c.entered < state.turn]
        self.leave(gone, "spells", "discard")
        self.check_life()

    def check_life(self) -> None:
        """Who has no Life Points left loses, if the other has any; a draw otherwise. Raises GameOver."""
        a_left, b_left = self.state.sides[0].life, self.state.sides[1].life
        if a_left and b_left:
            return
        if a_left or b_left:
            self.end(0 if a_left else 1, "life")
        self.end(None, "both")

    def end(self, winner: Seat | None, why: str) -> None:
        """End the match. Raises GameOver."""
        self.emit(f.MatchEnded(winner, why))
        raise GameOver

    # -- asking ----------------------------------------------------------------------------------

    def ask(
        self,
        seat: Seat,
        about: str,
        choices: Iterable[Action],
        why: str | Callable[[Any], str] = "",
        *,
        always: bool = False,
        label: Callable[[Any], str] | None = None,
        what: Callable[[], str] | None = None,
    ) -> Ask:
        """Ask a seat; it may give up instead. For people: what answers stand for, what it is about."""
        reason = why if callable(why) else (lambda _: why or f"{seat_name(seat)} is asked: {about}")
        return Ask(seat, about, Offer(choices), reason, always=always, label=label, what=what)

    def dealer(self, about: str, choices: Choices, why: Callable[[Any], str]) -> Ask:
        """Ask the dealer for what is random or hidden; always a step."""
        return Ask(DEALER, about, choices, why, always=True)


def pushed(item: Item) -> f.Activated:
    """The fact that puts an effect on the stack."""
    return f.Activated(
        item.id,
        item.seat,
        item.kind,
        item.card,
        item.source,
        item.which,
        item.targets,
        item.modes,
        item.that,
        item.amount,
        item.to,
    )
