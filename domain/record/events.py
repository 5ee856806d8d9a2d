"""The events of a match as they are stored: `Opened`, then whatever happened, an event a row.

On the line of the match lie decisions (`Step`), rulings (`Ruled`) and an end by other ways than the
rules (`Closed`). The other events are the table's bookkeeping: they say where the line goes on
(`TakenBack`, `Redone`, `Amended`), or stand beside it (`Noted`, `Paused`, `Resumed`, `Signed`).
An event's number, counted from 1 after the opening, is its name for ever.

Stored names are for ever: fields are only ever added, with defaults; tags are only ever added; types
are never narrowed. What values are allowed is checked where they come in.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

import msgspec

from domain.contract.ask import Action, Fact
from domain.contract.fields import Seat
from domain.contract.seats import Seats

A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Fact)


MOST_SEED = 2**63 - 1
"""The largest seed, so that databases can hold it."""


MOST_RULED = 9_999
"""The largest number that may be entered by hand, so that what comes of it can be counted anywhere."""


FORK: Final = "fork"
CORRECTION: Final = "correction"
REVEAL: Final = "reveal"
"""What was hidden is revealed afterwards: a correction that only says the same and more."""


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match was made from: it tells the same up to a step of another."""

    match: str
    step: int
    """Number of the step after which it goes its own way; 0 is the opening."""
    digest: str
    """Digest of that event in the other match."""
    how: str = FORK
    """fork: a what-if; merge: one of the recordings that were put together."""

    def __post_init__(self) -> None:
        """Be the same bytes however it was made: what is left out is known by identity."""
        if self.how == FORK:
            msgspec.structs.force_setattr(self, "how", FORK)


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match begins: what is played, by whom, where, when, and who writes it down."""

    game: str
    rules: str
    """Version of the rules that were in force."""
    settings: dict[str, str]
    players: tuple[str, ...]
    at: int
    """When it was recorded: milliseconds since 1970, UTC."""
    by: str = ""
    """Who records it."""
    on: str = ""
    """The day it was played, ISO 8601; empty when it is the day of recording."""
    place: str = ""
    event: str = ""
    note: str = ""
    bots: tuple[str, ...] | None = None
    """The bots that played, for a simulated match."""
    seed: int | None = None
    round: str = ""
    """Round of the event."""
    table: str = ""
    """Table at which it was played."""
    series: str = ""
    """The series (best of three, of five) that it is a game of."""
    best_of: int = 0
    """How many games the series has at most; 0 if it is none."""
    clock: str = ""
    """Time a seat has (`domain.record.clock`): `25:00`, `25:00+0:10`; empty without a clock."""
    eyes: str = ""
    """What the scorekeeper saw: `A`, `B`, `spectator`; empty for a record not bound to a seat."""
    origins: tuple[Origin, ...] = ()
    """The matches that it was made from."""

    def __post_init__(self) -> None:
        """Refuse more players than there are seats, or fewer than one, and bots for some of them."""
        seats = Seats.of(self.players)
        if self.bots is not None and len(self.bots) != len(seats):
            raise ValueError(f"{len(seats)} play, and {len(self.bots)} bots")

    @property
    def seats(self) -> Seats:
        """The seats of the match, one for each player."""
        return Seats.of(self.players)

    def day(self) -> str:
        """The day it was played, or else recorded (UTC), ISO 8601; `?` for a time that is none."""
        if self.on:
            return self.on
        try:
            return datetime.fromtimestamp(self.at / 1000, UTC).date().isoformat()
        except (OverflowError, OSError, ValueError):
            return "?"


class Step(msgspec.Struct, Generic[A, F], frozen=True, omit_defaults=True, gc=False, rename={
    "action": "a", "facts": "f", "seat": "s", "after": "t", "occurred": "o", "redecides": "r",
    "prev": "p",
}):  # fmt: skip
    """One decision and everything it caused; one row of the store."""

    action: A
    facts: tuple[F, ...] = ()
    seat: Seat = 0
    """Who decided; DEALER (-1) for what is random or hidden."""
    after: int = 0
    """When it was recorded: milliseconds since the match was opened."""
    occurred: int | None = None
    """When it happened, likewise, where that is known to differ."""
    by: str = ""
    """Who recorded it, where it was not who opened the match."""
    note: str = ""
    """A scorekeeper's comment."""
    redecides: int = 0
    """Number of the step that it stands for since a correction; 0 for what was decided anew."""
    prev: str = ""
    """Digest of the event before this one."""

    @property
    def stood(self) -> bool:
        """Say if it stood against the rules; only a ruling does."""
        return False

    def seen_by(self, seat: Seat | None) -> Step[A, F]:
        """Return the step as a seat (None: a spectator) may know it."""
        return msgspec.structs.replace(
            self,
            action=self.action.seen_by(seat),
            facts=tuple(fact.seen_by(seat) for fact in self.facts),
            prev="",
        )


class Ruled(msgspec.Struct, Generic[A, F], frozen=True, omit_defaults=True, gc=False, rename={
    "action": "a", "facts": "f", "seat": "s", "after": "t", "occurred": "o", "entered": "n",
    "anew": "w", "redecides": "r", "prev": "p",
}):  # fmt: skip
    """A judge's or scorekeeper's word: facts entered by hand, or an illegal play that stood."""

    action: A | None = None
    """The decision that stood although the rules do not allow it; None for facts entered by hand."""
    facts: tuple[F, ...] = ()
    """What happened: what was entered, and then what followed from it by the rules."""
    entered: int = 0
    """How many of the facts were entered; 0 where the rules carried out a decision that stood."""
    seat: Seat = 0
    """Whose decision stood; of facts, whom it is about: DEALER (-1) for both or neither."""
    kind: str = ""
    """stood, penalty, effect, correction; empty for any other ruling."""
    judge: str = ""
    """Whose word it is."""
    anew: bool = False
    """Whether the question that was open was put again, the state being another."""
    after: int = 0
    occurred: int | None = None
    by: str = ""
    note: str = ""
    """Why."""
    redecides: int = 0
    prev: str = ""

    @property
    def stood(self) -> bool:
        """Say if it is a decision that stood; otherwise it is facts entered by hand."""
        return self.action is not None

    def seen_by(self, seat: Seat | None) -> Ruled[A, F]:
        """Return the ruling as a seat (None: a spectator) may know it."""
        return msgspec.structs.replace(
            self,
            action=self.action and self.action.seen_by(seat),
            facts=tuple(fact.seen_by(seat) for fact in self.facts),
            prev="",
        )


class Closed(msgspec.Struct, frozen=True, omit_defaults=True, rename={
    "seat": "s", "after": "t", "occurred": "o", "redecides": "r", "prev": "p",
}):  # fmt: skip
    """The match ends by other ways than its rules."""

    why: str
    """concession, agreed, time, disqualification, abandonment."""
    winner: Seat | None = None
    """Who wins; None for a draw, and for a match that has no result (`abandonment`)."""
    seat: Seat = -1
    """Who conceded, lost on time or was disqualified; DEALER (-1) for nobody."""
    judge: str = ""
    after: int = 0
    occurred: int | None = None
    by: str = ""
    note: str = ""
    redecides: int = 0
    prev: str = ""

    action: ClassVar[None] = None
    facts: ClassVar[tuple[()]] = ()

    def seen_by(self, seat: Seat | None) -> Closed:
        """Return it without its place in the chain: everybody knows how a match ended."""
        return msgspec.structs.replace(self, prev="")


class Beside(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, rename={
    "after": "t", "prev": "p",
}):  # fmt: skip
    """An event that is no part of the line."""

    after: int = 0
    """When it was recorded: milliseconds since the match was opened."""
    by: str = ""
    note: str = ""
    prev: str = ""

    def seen_by(self, seat: Seat | None) -> Any:
        """Return the event without its place in the chain; nothing in it is hidden."""
        return msgspec.structs.replace(self, prev="")


class TakenBack(Beside, frozen=True):
    """The last events of the line are taken back; they stay in the record, beside the line."""

    to: int
    """Number of the event after which the line goes on; 0 is the opening."""
    revealed: tuple[int, ...] = ()
    """Numbers of those taken back by which something hidden or random had become known."""


class Redone(Beside, frozen=True):
    """A take-back is taken back: the line is what it was, up to an event."""

    to: int
    """Number of the event that is the last of the line again."""


class Amended(Beside, frozen=True):
    """What was recorded is corrected: the events that follow replace those from an event on."""

    to: int
    """Number of the event after which the line was wrong; 0 is the opening."""
    count: int
    """How many of the events that follow belong to the correction."""
    why: str = CORRECTION
    """correction, or reveal: what was hidden is revealed afterwards."""
    wrong: int = 0
    """Number of the first event that was wrong."""

    def __post_init__(self) -> None:
        """Be the same bytes however it was made: what is left out is known by identity."""
        if self.why == CORRECTION:
            msgspec.structs.force_setattr(self, "why", CORRECTION)


class Noted(Beside, frozen=True):
    """Somebody remarks something (the note)."""

    about: int = 0
    """Number of the event it is about; 0 for the match."""


class Paused(Beside, frozen=True):
    """The clocks stand still."""


class Resumed(Beside, frozen=True):
    """The clocks go on."""


class Signed(Beside, frozen=True):
    """A player or the judge signs everything up to an event."""

    role: str
    """A, B or judge."""
    key: str
    """The public key (Ed25519), base 64."""
    signature: str
    """Over what `domain.trust` says, base 64."""
    upto: int
    """Number of the last event that is signed."""

    def seen_by(self, seat: Seat | None) -> Signed:
        """Return it without the signature, by which guesses at hidden cards could be tested."""
        return msgspec.structs.replace(self, signature="", prev="")


AnyStep: TypeAlias = Step[Any, Any] | Ruled[Any, Any] | Closed
"""What lies on the line of a match."""
Event: TypeAlias = AnyStep | TakenBack | Redone | Amended | Noted | Paused | Resumed | Signed
"""What a match is made of, after its opening."""

ON_THE_LINE: Final = (Step, Ruled, Closed)
OPENED: Final = "opened"
STEP: Final = "step"
BESIDE: Final[Mapping[str, Any]] = {
    "closed": Closed,
    "takeback": TakenBack,
    "redo": Redone,
    "amend": Amended,
    "note": Noted,
    "pause": Paused,
    "resume": Resumed,
    "signed": Signed,
}
"""Tags under which events are stored that are the same for all games."""
RULING: Final = "ruling"
TAGS: Final[Mapping[Any, str]] = {
    Step: STEP,
    Opened: OPENED,
    Ruled: RULING,
    **{kind: tag for tag, kind in BESIDE.items()},
}
"""The tag of each kind of event."""
