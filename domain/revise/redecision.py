"""A match decided again from a line on that was wrong: every later line is read as it was written."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.game import Fact, totals_of
from domain.formats.tape import Written, decide_line, joined, written_lines
from domain.record.breaches import breaches, broken_since
from domain.record.events import AnyStep, Closed, Ruled
from domain.record.match import Match, Record
from domain.record.rulings import STOOD
from domain.revise.misfits import (
    KEEP,
    MORE_UNKNOWN,
    STOP,
    Altered,
    Answer,
    Misfit,
    decided,
    happened,
    happened_at,
    on_one_line,
    refined,
)


class Redeciding:
    """A match whose steps from a line on are decided again."""

    def __init__(
        self,
        record: Record,
        wrong: Written,
        later: Sequence[Written],
        *,
        reveals: bool = False,
        after: int = 0,
        by: str = "",
    ) -> None:
        self.record = record
        self.wrong = wrong
        self.later = later
        self.reveals = reveals
        self.after = after
        self.by = by
        self.kept = record.steps[: wrong.first - 1]
        self.steps: list[AnyStep] = []
        """What stands in the place of those from the wrong line on."""
        self.misfits: list[tuple[Misfit, str]] = []
        self.altered: list[Altered] = []
        self.dropped = 0
        self.was = record.state(wrong.first - 1)
        """The state as it was recorded, before the line that is read next."""
        self.now = self.was.copy()
        """The state as it is now, likewise."""
        self.match = self.fresh()

    def fresh(self) -> Match:
        """The match as far as it is decided again, built anew."""
        game, settings = self.record.game, self.record.opened.settings
        return Match(game, settings, [*self.kept, *self.steps])

    # -- reading ---------------------------------------------------------------------------------

    def correct(self, text: str, comment: str) -> None:
        """Decide the line that stands for the wrong one. Raises GameError."""
        words = self.read((text,), self.numbers(self.wrong), comment)
        if not words:
            raise GameError(Reason.UNREADABLE, "that line decides nothing", column=1)
        self.old_words(self.wrong)

    def numbers(self, line: Written) -> Sequence[int]:
        """The numbers of the steps of a line."""
        return self.record.numbers[line.first - 1 : line.last]

    def old(self, line: Written) -> list[AnyStep]:
        """The steps of a line as they were recorded."""
        return self.record.steps[line.first - 1 : line.last]

    def read(self, lines: Sequence[str], numbers: Sequence[int], note: str = "") -> list[AnyStep]:
        """Decide lines in the place of the steps with some numbers; all of them or none."""
        try:
            done = decided(self.match, lines, after=self.after, by=self.by)
        except GameError:
            self.match = self.fresh()
            raise
        return self.add(done, numbers, note)

    def add(
        self, steps: Sequence[AnyStep], numbers: Sequence[int], note: str = ""
    ) -> list[AnyStep]:
        """Let steps stand for those that were recorded: with their times, and their comment.

        Raises GameError (ILLEGAL) if what people entered by hand among them breaks a law of the game.
        """
        if any(isinstance(step, Ruled) for step in steps):
            self.check_laws()
        olds: list[Any] = [self.record.events[number - 1] for number in numbers]
        comment = note or joined(*(old.note for old in olds))
        for index, step in enumerate(steps):
            at = min(index, len(numbers) - 1)
            old = olds[at]
            self.steps.append(
                msgspec.structs.replace(
                    step,
                    redecides=numbers[at],
                    occurred=happened_at(old) if step.occurred is None else step.occurred,
                    note=comment if index == len(steps) - 1 else "",
                )
            )
        return self.steps[len(self.steps) - len(steps) :]

    def check_laws(self) -> None:
        """Refuse what was read last if it breaks a law that the match as recorded does not break.

        Raises GameError (ILLEGAL); the match is then as it was before.
        """
        record, after = self.record, self.match.state
        settings = record.opened.settings
        if not breaches(record.game, settings, after):
            return
        before = self.fresh()
        old = {breach.law for breach in breaches(record.game, settings, record.state())}
        for breach in broken_since(record.game, settings, before.state, after):
            if breach.law not in old:
                self.match = before
                raise GameError(
                    Reason.ILLEGAL, f"that breaks a law of {record.game.name}; {breach.text}"
                )

    def go_on(self, answer: Answer) -> None:
        """Decide again every line after the one that was wrong."""
        self.new_words(self.steps)
        for line in self.later:
            done = self.again(line, answer)
            if done is None:
                return
            self.compare(line, done)

    def again(self, line: Written, answer: Answer) -> list[AnyStep] | None:
        """Decide a line again, or what is answered in its place; None to stop before it."""
        numbers = self.numbers(line)
        (*_, last) = self.old(line)
        if isinstance(last, Closed):
            return self.close(last, line)
        try:
            self.check_facts(line)
            return self.read_again(line.notation, numbers)
        except GameError as error:
            misfit = self.misfit(line, error.message)
        tried: set[str] = set()
        while True:
            chosen = answer(misfit)
            if chosen == STOP:
                self.misfits.append((misfit, chosen))
                self.dropped = misfit.lost
                return None
            try:
                done = self.keep(line, misfit) if chosen == KEEP else self.read((chosen,), numbers)
            except GameError as error:
                misfit = msgspec.structs.replace(misfit, why=error.message)
                if chosen in tried:
                    raise GameError(Reason.CONFLICT, str(misfit), legal=error.legal) from error
                tried.add(chosen)
            else:
                self.misfits.append((misfit, chosen))
                return done

    def read_again(self, lines: Sequence[str], numbers: Sequence[int]) -> list[AnyStep]:
        """Read a line as it was written; cards not known at its end may be fewer now."""
        try:
            return self.read(lines, numbers)
        except GameError:
            *others, last = lines
            fewer = MORE_UNKNOWN.sub("", last)
            if fewer == last:
                raise
            with suppress(GameError):
                return self.read_again((*others, fewer), numbers)
            raise

    def misfit(self, line: Written, why: str) -> Misfit:
        """What does not fit, for people."""
        return Misfit(
            self.record.number(line.first),
            self.record.number(self.wrong.first),
            on_one_line(line),
            why,
            len(self.record.steps) - line.first + 1,
            self.reveals,
        )

    # -- what cannot be read again ---------------------------------------------------------------

    def close(self, closed: Closed, line: Written) -> list[AnyStep] | None:
        """Let the match end as it did; where the rules have ended it by now, that is left off."""
        if self.match.ask is None:
            self.misfits.append((self.misfit(line, "the match is over by its rules there"), STOP))
            self.dropped = 1
            return None
        again = msgspec.structs.replace(closed, after=self.after, by=self.by, note="", prev="")
        self.match.close(again)
        return self.add([again], self.numbers(line))

    def check_facts(self, line: Written) -> None:
        """Facts entered by their tags name things by their numbers: they must mean the same still.

        Raises GameError.
        """
        (first, *_) = self.old(line)
        if not isinstance(first, Ruled) or first.action is not None:
            return
        facts = first.facts[: first.entered]
        if not self.record.game.notation.ruled(self.was.copy(), facts):
            self.check_meaning(facts)

    def check_meaning(self, facts: Sequence[Fact]) -> None:
        """Refuse facts that mean something else now than they did. Raises GameError."""
        game = self.record.game
        was, now = self.was.copy(), self.now.copy()
        for fact in facts:
            try:
                before, after = game.tell(fact, was), game.tell(fact, now)
                fact.apply(was)
                fact.apply(now)
            except IMPOSSIBLE as error:
                raise GameError(Reason.ILLEGAL, "that cannot have happened here") from error
            if before != after:
                raise GameError(Reason.ILLEGAL, f"it would mean {after!r} now; it was {before!r}")
        gains = [
            (new[0] - old[0], new[1] - old[1])
            for old, new in (
                (totals_of(game, self.was), totals_of(game, was)),
                (totals_of(game, self.now), totals_of(game, now)),
            )
        ]
        if gains[0] != gains[1]:
            raise GameError(
                Reason.ILLEGAL,
                f"it changed the totals by {gains[0][0]}:{gains[0][1]}, "
                f"and would change them by {gains[1][0]}:{gains[1][1]} now",
            )

    def keep(self, line: Written, misfit: Misfit) -> list[AnyStep]:
        """Let what does not fit stand as a ruling: as plays that stood, or else fact by fact.

        What was a ruling by facts stays as it was written. Raises GameError (CONFLICT).
        """
        numbers, steps = self.numbers(line), self.old(line)
        reason = f"kept when step {misfit.wrong} was corrected"
        note = joined(*(step.note for step in steps), reason)
        by_hand = isinstance(steps[0], Ruled) and steps[0].action is None
        try:
            if self.match.closed:
                raise GameError(Reason.ILLEGAL, "the match has ended before it")
            if by_hand:
                return self.read(line.notation, numbers, note)
            try:
                return self.read(self.insisting(line.notation), numbers, note)
            except GameError:
                return self.add(self.by_hand(steps), numbers, note)
        except GameError as error:
            self.match = self.fresh()
            raise GameError(
                Reason.CONFLICT, f"it cannot even be kept as a ruling: {error.message}"
            ) from error

    def insisting(self, texts: Sequence[str]) -> list[str]:
        """Lines, those that are not legal as plays that stood. Raises GameError."""
        lines: list[str] = []
        for words in texts:
            try:
                self.trial([*lines, words])
                lines.append(words)
            except GameError:
                stood = words if words.lstrip().startswith("!") else f"{STOOD} {words}"
                self.trial([*lines, stood])
                lines.append(stood)
        self.check_written(self.trial(lines))
        return lines

    def trial(self, lines: Sequence[str]) -> list[AnyStep]:
        """What lines would come to here. Raises GameError."""
        return decided(self.fresh(), lines)

    def check_written(self, steps: Sequence[AnyStep]) -> None:
        """Refuse plays that stood of which a tape would not say the same. Raises GameError."""
        old, count = self.record, len(self.kept) + len(self.steps)
        everything = [*self.kept, *self.steps, *steps]
        again = Record(old.id, old.game, old.opened, everything, "")
        lines = [line for line in written_lines(again) if line.last > count]
        first = min(line.first for line in lines) - 1
        match = Match(old.game, old.opened.settings, everything[:first])
        steps = decided(match, [words for line in lines for words in line.notation])
        if [*map(happened, steps)] != [*map(happened, everything[first:])]:
            raise GameError(Reason.ILLEGAL, "there is no line that tells it")

    def by_hand(self, steps: Sequence[AnyStep]) -> list[AnyStep]:
        """The facts of steps as a ruling: up to where a turn begins, from where the rules go on.

        They are put into the game's words and read again, since what is in play can have other
        numbers now. Raises GameError if there are no words for them, or they cannot happen.
        """
        game = self.record.game
        facts = [fact for step in steps for fact in step.facts]
        begun = max((n for n, fact in enumerate(facts, 1) if fact.opens_turn), default=len(facts))
        words = game.notation.ruled(self.was.copy(), facts[:begun]) if facts else ""
        if not words:
            raise GameError(
                Reason.ILLEGAL,
                "the rules cannot carry it out; write what it did, `! …`, in its place",
            )
        return decide_line(self.match, f"! correction: {words}", after=self.after, by=self.by)

    # -- what became of it -----------------------------------------------------------------------

    def old_words(self, line: Written) -> tuple[str, ...]:
        """Describe what a line came to; the state as it was goes on."""
        return self.words(self.was, self.old(line))

    def new_words(self, steps: Sequence[AnyStep]) -> tuple[str, ...]:
        """Describe what steps come to now; the state as it is now goes on."""
        return self.words(self.now, steps)

    def words(self, state: Any, steps: Sequence[AnyStep]) -> tuple[str, ...]:
        """The facts of steps in words, without what is no news; the state is folded over them."""
        found: list[str] = []
        for step in steps:
            for fact in step.facts:
                if not fact.quiet:
                    found.append(self.record.game.tell(fact, state))
                fact.apply(state)
        return tuple(found)

    def compare(self, line: Written, new: Sequence[AnyStep]) -> None:
        """Note whether a later line comes to something else now."""
        old = self.old(line)
        was, now = self.old_words(line), self.new_words(new)
        if was != now and not refined(new, old):
            self.altered.append(
                Altered(self.record.number(line.first), on_one_line(line), was, now)
            )

    def unchanged(self, comment: str) -> bool:
        """Whether everything is as it was."""
        old = self.record.steps[self.wrong.first - 1 :]
        if comment and comment != joined(*(step.note for step in self.old(self.wrong))):
            return False
        times = zip(self.steps, self.old(self.wrong), strict=False)
        if any(happened_at(step) != happened_at(earlier) for step, earlier in times):
            return False
        return [happened(step) for step in old] == [happened(step) for step in self.steps]

    def learned(self) -> bool:
        """Whether everything that was recorded stands, and more is known."""
        return refined(self.steps, self.record.steps[self.wrong.first - 1 :])
