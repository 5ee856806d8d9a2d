"""What a change of the rules, or other settings, would have decided differently in recorded matches.

Every match is decided again by today's rules. Where they come to something else than was recorded,
the match is played on from there with the later lines as they were written, as far as they fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from domain.contract.errors import IMPOSSIBLE, GameError
from domain.contract.game import Game, Result
from domain.formats.tape import decide_line, written_lines
from domain.record.events import Closed, Opened
from domain.record.match import Match, Record, result_of
from replays.audit.findings import Finding, Kind
from replays.audit.rerun import run_again

COLUMNS: Final = (
    "match_id", "rules_recorded", "rules_now", "settings", "first_step", "fact", "recorded", "now",
    "result_recorded", "result_now", "flipped", "plays_on_to",
)  # fmt: skip
"""The fields that are stored for SQL."""


class Difference(msgspec.Struct, frozen=True):
    """A match that would have been decided differently; plain values, as a table can hold them."""

    match_id: str
    game: str
    """Key of the game."""
    players: str
    """Both, A first: `Ann, Ben`."""
    rules_recorded: str
    """Version of the rules under which it was recorded."""
    rules_now: str
    """Version of the rules that decided it again."""
    settings: str
    """Settings that stood in for its own, `ice=printed, …`; empty for its own."""
    first_step: int
    """Number of the first step that is decided differently; 0: no match opens like this now."""
    fact: int | None
    """Which fact of that step differs, from 1; None if the decision itself does."""
    kind: str
    """The kind of that fact; `illegal` for a decision that is not legal now, `over` for one that
    comes after the end, `opening` if no match opens like this."""
    recorded: str
    """That fact as it was recorded, in words."""
    now: str
    """What there is now in its place, in words."""
    rule: str
    """What the rule says that gives the fact now."""
    result_recorded: str
    """`A wins 13:9 (score)`; empty for a match that is not finished."""
    result_now: str
    """How it ends now; empty where that cannot be known, or it does not end."""
    totals_now: str
    """The totals where it ends now, or where it cannot be played on: `9:12`."""
    flipped: bool | None
    """Whether the outcome is another; None where that cannot be known."""
    plays_on_to: int
    """Number of the last recorded step that still fits, once its line is decided again."""
    stops: str
    """Why the line after that does not fit; empty where all do, or the match is over by then."""

    def row(self) -> dict[str, Any]:
        """The fields that are stored for SQL, by name; None for a text that is empty."""
        return {name: None if (value := getattr(self, name)) == "" else value for name in COLUMNS}


class Unread(msgspec.Struct, frozen=True):
    """A match that could not be decided again, and why."""

    match_id: str
    why: str
    damaged: bool
    """Whether it is damaged; otherwise the settings do not go with it."""


def settings_of(record: Record, words: Mapping[str, str]) -> dict[str, str]:
    """The settings of a match with some others, as today's game completes them. Raises GameError."""
    return record.game.settings({**record.opened.settings, **words})


def impact_of(record: Record, words: Mapping[str, str]) -> Difference | None:
    """Find what today's rules would decide differently in a match; None if nothing.

    `words` are settings that stand in for its own. Raises GameError if they do not go with it, and
    for a match that cannot have happened as it is recorded.
    """
    game = record.game
    opened = msgspec.structs.replace(record.opened, settings=settings_of(record, words))
    again = run_again(game, opened, record.steps, record.numbers)
    finding = again.finding
    if finding is None:
        return None
    was = record.result()
    place = again.checked + 1
    goes_on = PlayedOn(record, opened, place)
    if finding.kind is not Kind.OPENING:
        goes_on.go()
    flipped = None
    if was is not None and goes_on.result is not None:
        flipped = was.outcome != goes_on.result.outcome
    fact, kind, recorded, now = words_of(finding)
    return Difference(
        match_id=record.id,
        game=game.key,
        players=", ".join(opened.players),
        rules_recorded=opened.rules,
        rules_now=game.rules_version,
        settings=", ".join(f"{name}={value}" for name, value in words.items()),
        first_step=finding.step,
        fact=fact,
        kind=kind,
        recorded=recorded,
        now=now,
        rule=finding.rule,
        result_recorded=result_words(was),
        result_now=result_words(goes_on.result),
        totals_now=goes_on.totals,
        flipped=flipped,
        plays_on_to=record.number(goes_on.place),
        stops=goes_on.stops,
    )


class PlayedOn:
    """A match played on under today's rules, with the lines that were recorded."""

    def __init__(self, record: Record, opened: Opened, place: int) -> None:
        self.record = record
        self.opened = opened
        self.place = place - 1
        """Place of the last step that fits."""
        self.stops = ""
        self.result: Result | None = None
        self.totals = ""

    def go(self) -> None:
        """Read every line from that of the first difference on, as far as they fit."""
        game: Game = self.record.game
        lines = [line for line in written_lines(self.record) if line.last > self.place]
        kept = self.record.steps[: lines[0].first - 1]
        match = Match(game, self.opened.settings, kept)
        self.totals = game.notation.totals(match.state)
        for line in lines:
            if match.over:
                break
            step = self.record.steps[line.first - 1]
            try:
                if isinstance(step, Closed):
                    match.close(step)
                for phrase in line.notation if not isinstance(step, Closed) else ():
                    decide_line(match, phrase)
            except Exception as error:
                if not match.over:
                    words = " / ".join(phrase.strip() for phrase in line.notation)
                    self.stops = (
                        f"step {self.record.number(line.first)} (`{words}`): {reason(error)}"
                    )
                break
            self.place = line.last
            self.totals = game.notation.totals(match.state)
        if match.over:
            self.totals = game.notation.totals(match.state)
            self.result = result_of(game, match.state, match.closed)


def reason(error: Exception) -> str:
    """Why a line does not fit."""
    if isinstance(error, GameError):
        return error.message
    return "that cannot have happened here" if isinstance(error, IMPOSSIBLE) else repr(error)


def words_of(finding: Finding) -> tuple[int | None, str, str, str]:
    """Which fact differs and its kind, and it in words: as recorded, and as it is now."""
    if not finding.expected_facts and not finding.recorded_facts:
        kind = "over" if finding.kind is Kind.RESULT else str(finding.kind)
        return None, kind, finding.recorded, finding.what
    before, after = finding.recorded_facts, finding.expected_facts
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    first = (*before[same : same + 1], *after[same : same + 1])
    return same + 1, str(first[0]["type"]), finding.recorded, finding.expected


def result_words(result: Result | None) -> str:
    """A result in words: `A wins 13:9 (score)`; empty without one."""
    return result.text if result else ""
