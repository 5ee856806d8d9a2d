"""Scenario files: a position, what is played, and what must hold or be refused.

Anybody can write rule tests for any game with them, without Python. See docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.contract.characters import MOST_FILE_LINE, check_text
from domain.contract.errors import GameError, Reason
from domain.contract.game import Game, seat_name
from domain.formats.tape import content, decide_line, header_line, lines_of, without_comments
from domain.games import game as find_game
from domain.record.events import AnyStep
from domain.record.match import Match

SECTION = re.compile(r"(given|when|then|refused)\s*:", re.IGNORECASE)
NAME = re.compile(r"scenario\s*:\s*(.*)", re.IGNORECASE)
ASKED = re.compile(
    r"(?P<what>asked|legal)(?:\s+(?P<seat>[ab]|dealer))?\s*:\s*"
    r"(?:(?P<part>has|lacks)\s+)?(?P<words>.*)",
    re.IGNORECASE,
)
BECAUSE = re.compile(r"because\s*:\s*(.*)", re.IGNORECASE)


class Scenario(msgspec.Struct):
    """One scenario as read."""

    name: str
    line: int
    header: dict[str, str]
    sections: list[tuple[str, list[tuple[int, str]]]]


class Outcome(msgspec.Struct, frozen=True):
    """What running a scenario gave: what is wrong, line by line; nothing if it holds."""

    name: str
    line: int
    problems: tuple[tuple[int, str], ...]
    checks: int
    """How many statements were checked."""

    @property
    def holds(self) -> bool:
        """Whether everything stated holds."""
        return not self.problems


def read_scenarios(text: str, source: str = "") -> list[Scenario]:
    """Read the scenarios of a text. Raises GameError with the line."""
    found: list[Scenario] = []
    for number, line in enumerate(lines_of(text), 1):
        try:
            check_text(line, "a line", MOST_FILE_LINE, "\t")
        except GameError as error:
            raise error.at(source=source, line=number) from error
        if not content(line):
            continue
        words = line.strip()
        if name := NAME.fullmatch(words):
            found.append(Scenario(name[1], number, {}, []))
            continue
        if not found:
            raise GameError(
                Reason.UNREADABLE,
                "a scenario begins with its name",
                source=source,
                line=number,
                legal=("scenario: Ice strikes twice",),
            )
        scenario = found[-1]
        if section := SECTION.fullmatch(words):
            scenario.sections.append((section[1].lower(), []))
        elif scenario.sections:
            scenario.sections[-1][1].append((number, line))
        elif header := header_line(line):
            scenario.header[header[0].lower()] = header[1]
        else:
            raise GameError(
                Reason.UNREADABLE,
                f"{words!r} is neither a setting nor in a section",
                source=source,
                line=number,
                legal=("game: riftforce", "given:", "when:", "then:", "refused:"),
            )
    return found


def run(scenario: Scenario, source: str = "") -> Outcome:
    """Play a scenario. Raises GameError only where the scenario itself cannot be read."""
    try:
        return Run(scenario).outcome()
    except GameError as error:
        raise (
            error.at(source=source, line=scenario.line)
            if not error.line
            else error.at(source=source)
        ) from error


class Run:
    """A scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        header = dict(scenario.header)
        if "game" not in header:
            raise GameError(
                Reason.UNREADABLE, "the scenario names no game", legal=("game: riftforce",)
            )
        self.game: Game = find_game(header.pop("game").lower())
        self.settings = self.game.settings(header)
        given = [line for kind, lines in scenario.sections if kind == "given" for line in lines]
        self.start: Any = self.game.scenery.given(self.settings, given) if given else None
        self.steps: list[AnyStep] = []
        self.match = self.fresh()
        self.problems: list[tuple[int, str]] = []
        self.checks = 0

    def fresh(self) -> Match:
        """The match as it stands, built anew."""
        start = self.start.copy() if self.start is not None else None
        return Match(self.game, self.settings, self.steps, start)

    def outcome(self) -> Outcome:
        """Go through the sections in order; a line that fails in `when` ends the scenario."""
        for kind, lines in self.scenario.sections:
            if kind == "when":
                if not self.when(lines):
                    break
            elif kind == "then":
                self.then(lines)
            elif kind == "refused":
                self.refused(lines)
        if not self.checks and not self.problems:
            self.problems.append((self.scenario.line, "nothing is stated: no then, no refused"))
        return Outcome(self.scenario.name, self.scenario.line, tuple(self.problems), self.checks)

    def when(self, lines: list[tuple[int, str]]) -> bool:
        """Play lines; returns whether all could be."""
        for number, line in lines:
            phrase, _ = without_comments(line)
            try:
                self.steps.extend(decide_line(self.match, phrase))
            except GameError as error:
                self.problems.append((number, f"was refused: {error}"))
                return False
        return True

    def then(self, lines: list[tuple[int, str]]) -> None:
        """Check statements."""
        for number, line in lines:
            self.checks += 1
            try:
                if found := ASKED.fullmatch(line.strip()):
                    wrong = self.wrong_question(found)
                else:
                    wrong = self.game.scenery.then(self.match.state, line)
            except GameError as error:
                raise error.at(line=number) from error
            if wrong:
                self.problems.append((number, f"{line.strip()}: {wrong}"))

    def wrong_question(self, found: re.Match[str]) -> str:
        """Compare what is asked, or what may be typed, with what is stated; nothing if it holds."""
        ask = self.match.ask
        if ask is None:
            return "" if found["words"].lower() == "nothing" else "nothing is asked"
        who = seat_name(ask.seat)
        if found["seat"] and found["seat"].lower() != who.lower():
            return f"{who} is asked {ask.about}"
        if found["what"].lower() == "asked":
            same = found["words"].lower() == ask.about.lower()
            return "" if same else f"{who} is asked {ask.about}"
        offered = self.game.notation.words(self.match.state, ask)
        stated = {word.strip().lower() for word in found["words"].split(",")} - {""}
        legal = {word.lower() for word in offered}
        part = (found["part"] or "").lower()
        right = (
            stated <= legal
            if part == "has"
            else not stated & legal
            if part == "lacks"
            else stated == legal
        )
        return "" if right else f"legal is {', '.join(offered)}"

    def refused(self, lines: list[tuple[int, str]]) -> None:
        """Try lines, each on the position as it stands; each must be refused, for the reason given."""
        for number, line, because in with_reasons(lines):
            self.checks += 1
            try:
                decide_line(self.match, line)
            except GameError as error:
                if because.lower() not in error.message.lower():
                    self.problems.append((number, f"was refused, but because: {error.message}"))
            else:
                self.problems.append((number, f"{line.strip()}: was not refused"))
            self.match = self.fresh()


def with_reasons(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Lines to be refused, each with the reason that follows it."""
    waiting: tuple[int, str] | None = None
    for number, line in lines:
        if because := BECAUSE.fullmatch(line.strip()):
            if waiting is None:
                raise GameError(Reason.UNREADABLE, "because follows a refused line", line=number)
            yield *waiting, because[1]
            waiting = None
        else:
            if waiting:
                yield *waiting, ""
            waiting = (number, line)
    if waiting:
        yield *waiting, ""
