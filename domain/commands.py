"""What people can do to a match, as data, and the events that come of it.

A front end (flags, the prompt, a request) builds a command and sends it to the recorder
(`Recorder.carry_out`): `decide` works out the events without a disk, and the recorder appends all of
them or none. The JSON of a command is the body of the request that sends it.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, TypeVar

import msgspec

from domain.contract.characters import BREAKS, MOST_LINE, MOST_NAME, MOST_NOTE, check_text
from domain.contract.errors import GameError, Reason
from domain.formats.checks import check_eyes, check_times
from domain.formats.tape import decide_line, without_comments, without_time
from domain.formats.tape_header import checked_opening, day
from domain.games import game as find_game
from domain.record.breaches import check_laws
from domain.record.endings import (
    DISQUALIFICATION,
    RESULT,
    closing,
    seat_of,
    stated,
    winner_of,
)
from domain.record.events import CORRECTION, REVEAL, Closed, Event, Opened, Paused, Resumed, Ruled
from domain.record.match import Match, Record
from domain.record.rulings import ruling, ruling_line
from domain.revise.amendment import Amendment, amend
from domain.revise.misfits import KEEP, STOP, Answer, Misfit, stopping
from domain.revise.undo import last_lines, noted, paused, redone, standing, taken_back


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is done to a match; each names with `by` who writes it down."""

    dry: ClassVar[bool] = False
    """True if nothing is recorded, and only what would come of it is worked out."""


class Open(Command, frozen=True):
    """Open a match."""

    game: str
    players: tuple[str, str] = ("A", "B")
    settings: dict[str, str] = {}
    on: str = ""
    """The day it was played, if not today."""
    place: str = ""
    event: str = ""
    round: str = ""
    table: str = ""
    series: str = ""
    best_of: int = 0
    clock: str = ""
    eyes: str = ""
    """What the scorekeeper sees: A, B or spectator."""
    note: str = ""
    by: str = ""
    id: str = ""
    """A name of one's own for it."""


class Play(Command, frozen=True):
    """Record a line of notation, comments and all: decisions, a ruling, or how the match ended."""

    line: str
    by: str = ""
    dry: bool = False  # type: ignore[misc]


class Undo(Command, frozen=True):
    """Take back the last lines, or everything after a step."""

    lines: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1
    to: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """Everything after this step, instead of so many lines."""
    confirmed: bool = False
    """Even if something hidden or random had been shown."""
    note: str = ""
    by: str = ""


class Redo(Command, frozen=True):
    """Take the last take-back back, or let the line end with any step that was recorded."""

    to: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Let this step be the last of the line again."""
    note: str = ""
    by: str = ""


class Amend(Command, frozen=True):
    """Correct the line of a step; everything after it is decided again."""

    step: Annotated[int, msgspec.Meta(ge=1)]
    line: str
    """The whole line as it should have been."""
    reveal: bool = False
    """Whether it only adds what was hidden."""
    otherwise: Literal["", "keep", "stop"] = ""
    """What becomes of later lines that do not fit: kept as rulings, or left off with what follows."""
    answers: dict[int, str] = {}
    """What becomes of single ones, by the number of their first step: keep, stop or another line."""
    dry: bool = False  # type: ignore[misc]
    note: str = ""
    by: str = ""


class Rule(Command, frozen=True):
    """Enter a ruling: facts, separated by `;`, or with `stood` a line that stood although not legal."""

    facts: str
    stood: bool = False
    kind: Literal["", "penalty", "effect", "correction"] = ""
    judge: str = ""
    why: str = ""
    by: str = ""
    dry: bool = False  # type: ignore[misc]

    @property
    def line(self) -> str:
        """The ruling as a line. Raises GameError (BAD_SETTING) for what no line can hold."""
        return ruling_line(self.facts, self.stood, self.kind, self.judge, self.why)


class Note(Command, frozen=True):
    """Keep a remark."""

    text: str
    step: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """What it is about, if not the last step; 0 is the match."""
    by: str = ""


class Pause(Command, frozen=True):
    """Stop the clocks."""

    note: str = ""
    by: str = ""


class Resume(Command, frozen=True):
    """Let the clocks go on."""

    note: str = ""
    by: str = ""


class End(Command, frozen=True):
    """End a match by other ways than its rules."""

    why: Literal["concession", "agreed", "time", "disqualification", "abandonment"]
    seat: str = ""
    """Who concedes, loses on time or is disqualified; of what is broken off: who wins.

    A seat's letter, or a player's name.
    """
    judge: str = ""
    note: str = ""
    by: str = ""


Change: TypeAlias = Play | Undo | Redo | Amend | Rule | Note | Pause | Resume | End
"""What is done to a match that is open."""
Signable = TypeVar("Signable", bound=Open | Change)


WORDS: Final = {
    "line": ("the line", MOST_LINE, "\t"),
    "facts": ("the ruling", MOST_LINE, "\t"),
    "answers": ("an answer", MOST_LINE, "\t"),
    "text": ("the remark", MOST_NOTE, BREAKS),
    "note": ("the remark", MOST_NOTE, BREAKS),
    "why": ("the reason", MOST_NOTE, BREAKS),
    "judge": ("the judge's name", MOST_NAME, ""),
    "by": ("the name of who writes", MOST_NAME, ""),
    "seat": ("the seat", MOST_NAME, ""),
}
"""Of each field of a command: what its text is, how long, and which controls it may hold."""


class Outcome(msgspec.Struct, frozen=True):
    """What comes of a command."""

    record: Record
    """The match, which goes on with the events once they are appended."""
    count: int
    """How many events it had before."""
    events: tuple[Any, ...]
    """Of a line its steps, which can be none."""
    live: Match | None = None
    """The live end behind the events, where the command had to build it."""
    state: Any = None
    """Of a line: the state before it."""
    amendment: Amendment | None = None
    """Of a correction: what it comes to."""

    @property
    def before(self) -> Record:
        """The match as it was before."""
        return self.record.before(self.count + 1)

    @property
    def recorded(self) -> bool:
        """True once the match has gone on with the events."""
        return len(self.record.events) > self.count

    @property
    def event(self) -> Any:
        """The first event, which is the only one of all commands but lines and corrections."""
        return self.events[0]


def decide(
    record: Record,
    command: Change,
    now: int,
    answer: Answer = stopping,
    author: Author | None = None,
) -> Outcome:
    """Work out the events that come of a command; neither the match nor a store changes.

    `now` is the time in milliseconds since 1970. `answer` says what becomes of later lines that do
    not fit a correction, where the command does not. `author` is who sends it; without one it is
    anybody, who may say everything in anybody's name. Raises GameError with the reason why not:
    Unconfirmed for a take-back that wants to be confirmed, Unanswered for a misfit without an answer,
    Unentitled for what its author may not say.
    """
    check_words(command)
    if author is None:
        return worked_out(record, command, now, answer)
    outcome = worked_out(record, author.signed(command), now, answer)
    for event in outcome.events:
        author.check(record, event)
    return outcome


def worked_out(record: Record, command: Change, now: int, answer: Answer) -> Outcome:
    """Work out what comes of a command, whoever sends it. Raises GameError."""
    stamp = stamps(record, command.by, now)
    match command:
        case Play():
            return decide_play(record, command.line, stamp, now)
        case Rule():
            return decide_play(record, command.line, stamp, now)
        case Amend():
            return decide_amend(record, command, stamp, answer)
    return Outcome(record, len(record.events), (event_of(record, command, stamp),))


def check_words(command: Change) -> None:
    """Refuse a command with words that nobody may record (see `domain.contract.characters`).

    Raises GameError that names the field and the place in it.
    """
    for name in command.__struct_fields__:
        value = getattr(command, name)
        for text in value.values() if isinstance(value, dict) else (value,):
            if isinstance(text, str):
                what, most, breaks = WORDS.get(name, (f"{name!r}", MOST_NAME, ""))
                check_text(text, what, most, breaks)


def event_of(
    record: Record, command: Undo | Redo | Note | Pause | Resume | End, stamp: dict[str, Any]
) -> Event:
    """Work out the one event that comes of a command. Raises GameError."""
    match command:
        case Undo(lines=lines, to=to, confirmed=confirmed, note=note):
            place = last_lines(record, lines) if to is None else standing(record, to)
            return taken_back(record, place, confirmed=confirmed, note=note, **stamp)
        case Redo(to=to, note=note):
            return redone(record, to, note=note, **stamp)
        case Note(text=text, step=step):
            return noted(record, text, step, **stamp)
        case Pause(note=note):
            if paused(record.events):
                raise GameError(Reason.CONFLICT, "the clocks stand still already")
            return Paused(note=note, **stamp)
        case Resume(note=note):
            if not paused(record.events):
                raise GameError(Reason.CONFLICT, "the clocks are running")
            return Resumed(note=note, **stamp)
        case End(why=why, judge=judge, note=note):
            if record.result() is not None:
                raise GameError(Reason.ILLEGAL, f"match {record.id} is over already")
            seat = seat_of(record.opened.players, command.seat) if command.seat else None
            return closing(why, winner_of(why, seat), judge=judge, note=note, **stamp)


def decide_play(record: Record, line: str, stamp: dict[str, Any], now: int) -> Outcome:
    """Decide a line of notation. Raises GameError with a column."""
    text, note = without_comments(line)
    if note and not text.strip():
        raise GameError(
            Reason.UNREADABLE, "a comment stands beside what it is about, on the same line"
        )
    count, live = len(record.events), record.live()
    state = live.state.copy()
    steps = decide_line(live, text, note, **stamp)
    if any(isinstance(step, Ruled) for step in steps):
        check_laws(record.game, record.opened.settings, state, live.state)
    check_times(record.opened.at, steps, now, count + 1)
    check_eyes(record, steps)
    return Outcome(record, count, tuple(steps), live, state)


def decide_amend(record: Record, command: Amend, stamp: dict[str, Any], answer: Answer) -> Outcome:
    """Work out a correction, or a late reveal. Raises GameError."""
    if command.otherwise not in ("", KEEP, STOP):
        raise GameError(
            Reason.BAD_SETTING,
            f"{command.otherwise!r} is nothing that can become of a line",
            legal=(f"--otherwise {KEEP}", f"--otherwise {STOP}"),
        )

    def answered(misfit: Misfit) -> str:
        return command.answers.get(misfit.number) or command.otherwise or answer(misfit)

    amendment = amend(
        record,
        standing(record, command.step),
        command.line,
        answer=answered,
        why=REVEAL if command.reveal else CORRECTION,
        note=command.note,
        **stamp,
    )
    return Outcome(record, len(record.events), amendment.events, amendment=amendment)


def stamps(record: Record, by: str, now: int) -> dict[str, Any]:
    """Return when something is recorded, and by whom, as an event of the record holds it.

    Raises GameError for a name that nobody may record.
    """
    check_text(by, *WORDS["by"])
    return {
        "after": max(0, now - record.opened.at),
        "by": by if by != record.opened.by else "",
    }


def opening(command: Open, now: int) -> Opened:
    """Work out how a match is opened at a time (milliseconds since 1970). Raises GameError."""
    check_text(command.by, *WORDS["by"])
    check_text(command.note, *WORDS["note"])
    game = find_game(command.game.lower())
    fields = msgspec.structs.asdict(command)
    del fields["id"]
    return checked_opening(
        Opened(
            **{
                **fields,
                "game": game.key,
                "rules": game.rules_version,
                "settings": game.settings(command.settings),
                "on": day(command.on) if command.on else "",
                "at": now,
            }
        )
    )


# -- who may say what ----------------------------------------------------------------------------


class Unentitled(GameError):
    """A command, or an event that would come of it, that is not its author's to say."""


class Author(msgspec.Struct, frozen=True):
    """Who sends commands, where that is certain: they write in their own name alone."""

    name: str
    judge: bool = False
    """True if they may rule and disqualify."""

    def signed(self, command: Signable) -> Signable:
        """Return a command in the author's name.

        Raises Unentitled for another's name, and for a judge's word of who is no judge.
        """
        if not isinstance(command, Open) and not self.judge and needs_judge(command):
            raise not_a_judge()
        for name in (command.by, *map(judge_of, written(command))):
            self.check_name(name)
        signed = msgspec.structs.replace(command, by=self.name)
        if isinstance(signed, Rule | End):
            self.check_name(signed.judge)
            if needs_judge(signed):
                signed = msgspec.structs.replace(signed, judge=self.name)
        return signed

    def check(self, record: Record, event: Event) -> None:
        """Refuse an event of a match that is not the author's to say. Raises Unentitled."""
        if not isinstance(event, Ruled | Closed) or repeated(record, event):
            return
        if not self.judge and (event.judge or judged(record, event)):
            raise not_a_judge()
        self.check_name(event.judge)

    def check_name(self, name: str) -> None:
        """Refuse the name of somebody else. Raises Unentitled."""
        if name not in ("", self.name):
            raise Unentitled(
                Reason.ILLEGAL,
                f"{self.name} writes in no other name, and so not as {name}",
                legal=(self.name,),
            )


def not_a_judge() -> Unentitled:
    """Return the refusal of a judge's word by who is no judge."""
    return Unentitled(Reason.ILLEGAL, "a ruling, or a disqualification, is a judge's to say")


def needs_judge(command: Change) -> bool:
    """Say whether a command is a judge's by its words: a ruling, or a disqualification.

    Raises GameError. What else comes to a ruling, as a line that is kept although it does not fit a
    correction, shows only in the events (`judged`).
    """
    match command:
        case Rule():
            return True
        case End(why=why):
            return why == DISQUALIFICATION
        case _:
            return any(map(judges, written(command)))


def written(command: Command) -> tuple[str, ...]:
    """Return the lines of notation that a command brings."""
    match command:
        case Play(line=line):
            return (line,)
        case Amend(line=line, answers=answers):
            return (line, *answers.values())
        case _:
            return ()


def judge_of(line: str) -> str:
    """Return the judge whom a line names; empty for none. Raises GameError (UNREADABLE)."""
    text, _ = without_time(without_comments(line)[0])
    if ruled := ruling(text):
        return ruled.judge
    found = RESULT.fullmatch(text)
    return " ".join((found[5] or "").split()) if found else ""


def judges(line: str) -> bool:
    """Say whether a line holds a ruling or a disqualification. Raises GameError (UNREADABLE)."""
    text, _ = without_time(without_comments(line)[0])
    found = RESULT.fullmatch(text)
    return bool(ruling(text)) or bool(found and stated(found)[0] == DISQUALIFICATION)


def judged(record: Record, event: Event) -> bool:
    """Say whether an event of a match is a judge's word, and not only repeated after a correction."""
    match event:
        case Closed(why=why):
            return why == DISQUALIFICATION and not repeated(record, event)
        case Ruled():
            return not repeated(record, event)
        case _:
            return False


def repeated(record: Record, event: Ruled[Any, Any] | Closed) -> bool:
    """Say whether an event only repeats, after a correction, what the same judge had said."""
    if not event.redecides:
        return False
    old = record.events[event.redecides - 1]
    if isinstance(event, Closed):
        return isinstance(old, Closed) and (old.why, old.judge) == (event.why, event.judge)
    return isinstance(old, Ruled) and old.judge == event.judge
