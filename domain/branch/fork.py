"""What-if matches: one that tells the same as another up to a step, and then goes its own way.

By hand it is a match to be recorded like any other. By bots it is played to the end many times, each
time with other draws and, where the recording does not know the hands, with other guesses of them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import msgspec

from domain.bots.simulation import both_bots, check_seed, planned_id, play_on
from domain.branch.determinization import Guess
from domain.branch.unknown_places import Branch, Found, hides
from domain.contract.characters import BREAKS, MOST_LINE, MOST_NAME, MOST_NOTE, check_text
from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.formats.tape import decide_line, joined, without_comments
from domain.record.chain import EncodedEvent, chained
from domain.record.events import AnyStep, Closed, Opened, Origin
from domain.record.match import Match, Record

FORK: Final = "fork"
MERGE: Final = "merge"
GUESSED: Final = "hidden cards guessed"
"""The note of a match whose unknown cards were guessed."""


def digest_of(record: Record, number: int) -> str:
    """The digest of an event of a match, by its number; 0 is the opening."""
    return str(record.events[number].prev) if number < len(record.events) else record.head


def origin_of(record: Record, number: int, how: str = FORK) -> Origin:
    """Where a match comes from."""
    return Origin(record.id, number, digest_of(record, number), how)


def record_until(record: Record, number: int) -> Record:
    """The line that leads to a step, which need not stand, as a record of its own.

    Raises GameError for a number that is no step, and where the match is over there.
    """
    if number and number not in record.history.before:
        raise record.no_step(number)
    part = record.variation(number) if number else record.before(1)
    if part.result() is not None:
        last = record.history.before[number]
        raise GameError(
            Reason.ILLEGAL,
            f"match {record.id} is over at step {number}: nothing can be played after it",
            legal=(f"--at {last}",),
        )
    return part


def retold(record: Record, at: int) -> list[AnyStep]:
    """The steps of a line as they stand at the beginning of a match that is opened at a time.

    They are recorded with it; when they happened is kept where it was known.
    """
    timed = any(step.after or step.occurred is not None for step in record.steps)
    shift = record.opened.at - at
    return [
        msgspec.structs.replace(
            step,
            after=0,
            occurred=shift + (step.after if step.occurred is None else step.occurred)
            if timed
            else None,
            redecides=0,
            prev="",
        )
        for step in record.steps
    ]


def opening(record: Record, number: int, at: int, note: str = "", by: str = "") -> Opened:
    """The opening of a fork: players, settings, day and place are those of the other match."""
    old = record.opened
    check_text(note, "the remark", MOST_NOTE, BREAKS)
    check_text(by, "the name of who writes", MOST_NAME)
    return msgspec.structs.replace(
        old,
        at=at,
        on=old.day(),
        by=by or old.by,
        note=note,
        bots=None,
        seed=None,
        series="",
        best_of=0,
        clock="",
        origins=(origin_of(record, number),),
    )


def played(part: Record, lines: Sequence[str]) -> list[AnyStep]:
    """The steps of lines that are played first. Raises GameError that names the line."""
    if not lines:
        return []
    match = part.live()
    done: list[AnyStep] = []
    for line in lines:
        check_text(line, "the line", MOST_LINE, "\t")
        phrase, note = without_comments(line)
        try:
            done += decide_line(match, phrase, note)
        except GameError as error:
            error.message = f"`{line}` cannot be played there: {error.message}"
            raise
        except IMPOSSIBLE as error:
            raise GameError(Reason.ILLEGAL, f"`{line}` cannot be played there") from error
    return done


def fork(
    record: Record,
    number: int,
    at: int,
    *,
    lines: Sequence[str] = (),
    note: str = "",
    by: str = "",
) -> tuple[Opened, list[AnyStep]]:
    """A match that tells the same as another up to a step, and then some lines.

    Raises GameError if there is no such step, the match is over there, or a line is not legal.
    """
    part = record_until(record, number)
    steps = [*retold(part, at), *played(part, lines)]
    return opening(record, number, at, note, by), steps


class ForkPlan(msgspec.Struct, frozen=True):
    """Forks of one match that bots play to the end: the same plan gives the same matches."""

    game: str
    origin: Origin
    bots: tuple[str, ...]
    seed: int
    lines: tuple[str, ...] = ()
    """Lines that are played first."""
    note: str = ""

    def match_id(self, index: int) -> str:
        """The name of the plan's match with this index, from 0."""
        origin = msgspec.structs.astuple(self.origin)
        what = (origin, self.bots, self.seed, self.lines, self.note)
        return planned_id(what, self.game, index)


def fork_plan(
    record: Record,
    number: int,
    bots: Sequence[str],
    seed: int,
    lines: Sequence[str] = (),
    note: str = "",
) -> ForkPlan:
    """Check and make a plan. Raises GameError for bots, steps or seeds that do not exist."""
    pair = both_bots(record.game, bots)
    check_seed(seed)
    record_until(record, number)
    origin = origin_of(record, number)
    return ForkPlan(record.game.key, origin, pair, seed, tuple(lines), note)


class Forks:
    """The matches of a plan, ready to be played."""

    def __init__(self, record: Record, plan: ForkPlan) -> None:
        self.record = record
        self.plan = plan
        number = plan.origin.step
        self.part = record_until(record, number)
        self.first = played(self.part, plan.lines)
        self.line: tuple[AnyStep, ...] = (*self.part.steps, *self.first)
        if self.first and Match(record.game, self.settings, self.line).over:
            raise GameError(
                Reason.ILLEGAL, "the match is over after these lines: nothing is left to play"
            )
        self.guessed = any(map(hides, self.line))
        self.guess: Guess | None = None
        self.found = Found()
        if self.guessed:
            self.find_hands()

    @property
    def settings(self) -> dict[str, str]:
        """The settings of the match."""
        return self.record.opened.settings

    def find_hands(self) -> None:
        """Find hands that fit what is recorded, if possible of the whole match. Raises GameError."""
        own = Branch(len(self.part.steps), self.line)
        rng = random.Random(f"{self.plan.seed}/hands")
        later = self.went_on()
        more = [own, later] if self.first and later else [later] if later else []
        for branches in filter(None, (more, [own])):
            self.guess = Guess(self.record.game, self.settings, branches)
            try:
                self.found = self.guess.learn(rng)
            except GameError:
                if branches is more:
                    continue
                raise
            return

    def went_on(self) -> Branch | None:
        """The match as it went on, if it did: it tells more of the hands."""
        shared = self.part.steps
        whole = [step for step in self.record.steps if not isinstance(step, Closed)]
        if len(whole) <= len(shared) or whole[: len(shared)] != shared:
            return None
        return Branch(len(shared), tuple(whole))

    def opened(self, at: int) -> Opened:
        """The opening of each of the matches."""
        note = joined(self.plan.note, GUESSED if self.guessed else "")
        opened = opening(self.record, self.plan.origin.step, at, note)
        return msgspec.structs.replace(opened, bots=self.plan.bots, seed=self.plan.seed)

    def made(self, opened: Opened) -> bool:
        """Return whether a recorded match is one of these."""
        return self.opened(opened.at) == opened

    def play(self, index: int, at: int) -> list[AnyStep]:
        """Play the match with this index, from 0. Raises GameError if no hands can be guessed."""
        rng = random.Random(f"{self.plan.seed}/{index}")
        line: Sequence[AnyStep] = self.line
        if self.guess is not None:
            line = self.guess.draw(rng, self.found)[0][: len(self.line)]
        kept = Record(
            "", self.record.game, self.record.opened, list(line[: len(self.part.steps)]), ""
        )
        match = Match(self.record.game, self.settings, line)
        play_on(match, self.plan.bots, rng)
        return [*retold(kept, at), *line[len(self.part.steps) :], *match.take()]

    def encoded(self, indexes: Sequence[int], at: int) -> list[EncodedEvent]:
        """Play matches and encode them, chained."""
        events: list[EncodedEvent] = []
        for index in indexes:
            opened = self.opened(at)
            record = Record(self.plan.match_id(index), self.record.game, opened, [], "")
            events.extend(chained(record, [opened, *self.play(index, at)]))
        return events
