"""Tapes: matches as text that a scorekeeper writes and a person reads.

A tape is header lines (`name: value`), an empty line, and a line for each turn. One file can hold
many: a line `game: …` begins the next. See docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.contract.characters import MOST_FILE_LINE, MOST_LINE, check_text, escaped
from domain.contract.errors import GameError, Reason
from domain.contract.game import Ask, Game
from domain.formats.tape_header import opening_fields, write_header
from domain.games import game as find_game
from domain.record.durations import DURATION, parts_in_ms, written_duration
from domain.record.endings import BOTH, REASONS, RESULT, check_result, close_by_line, result_line
from domain.record.events import AnyStep, Closed, Opened, Ruled
from domain.record.ids import check_name
from domain.record.match import Match, Record, result_of
from domain.record.rulings import Ruling, prefix, read_facts, ruling, write_ruling
from domain.record.timeline import STATED, UNKNOWN, Moments

NAME = re.compile(r"[A-Za-z][A-Za-z -]*")
"""The name in a line of a header."""
PLACED = re.compile(r"\S*@")
"""How a line of notation goes on after a colon, where one of a header does not."""
LINE_END = re.compile(r"\r\n?|\n")
COMMENT = re.compile(r"\{([^{}]*)\}")
TOTALS = re.compile(rf"=\s*+{BOTH}\s*$")
TIME = re.compile(rf"\[\s*{DURATION}\s*\](?=\s*(?:=\s*{BOTH}\s*)?$)", re.ASCII)
"""When a line happened: at its end, before the totals."""


class Tape(msgspec.Struct):
    """One match read from a tape: its opening (without a time), its steps, and where it stood."""

    match_id: str
    opened: Opened
    steps: list[Any]
    """Its events: of a text the steps of the line, of JSON Lines all that were recorded."""
    source: str
    line: int


def error(
    reason: Reason, message: str, line: int = 0, column: int = 0, legal: tuple[str, ...] = ()
) -> GameError:
    """An error at a place of the tape."""
    return GameError(reason, message, line=line, column=column, legal=legal)


def read_tapes(text: str, source: str = "") -> Iterator[Tape | GameError]:
    """Read every match of a text; a bad one comes as the error that explains it, in its place."""
    for first, lines in split(text):
        try:
            yield read_tape(lines, first, source)
        except GameError as found:
            yield found.at(source=source)


def split(text: str) -> Iterator[tuple[int, list[str]]]:
    """Split a text into matches; yields the number of the first line, and the lines."""
    lines = lines_of(text)
    headers = map(header_line, lines)
    starts = [n for n, header in enumerate(headers) if header and header[0].lower() == "game"]
    if not starts or any(content(line) for line in lines[: starts[0]]):
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        if any(content(line) for line in lines[start:end]):
            yield start + 1, lines[start:end]


def lines_of(text: str) -> list[str]:
    """The lines of a file."""
    lines = LINE_END.split(text.removeprefix("\ufeff"))
    return lines[:-1] if not lines[-1] else lines


def header_line(line: str) -> tuple[str, str] | None:
    """The name and the value of a line of a header; None for another line."""
    name, colon, value = line.partition(":")
    if not colon or not NAME.fullmatch(name.strip()) or PLACED.match(value):
        return None
    return name.strip(), value.strip()


def content(line: str) -> bool:
    """Return whether a line says anything: not empty, and not a remark that starts with #."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def read_tape(lines: list[str], first: int, source: str = "") -> Tape:
    """Read one match. Raises GameError with line and column; nothing is kept of it then."""
    for number, line in enumerate(lines, first):
        try:
            check_text(line, "a line", MOST_FILE_LINE, "\t")
        except GameError as found:
            raise found.at(line=number) from found
    header, body = read_header(lines, first)
    game = named_game(header, first)
    fields = opening_fields(game, header)
    match_id = header.pop("match", (0, ""))[1]
    words = {name: value for name, (_, value) in header.items()}
    try:
        settings = game.settings(words)
    except GameError as found:
        raise found.at(line=setting_line(header, found, first)) from found
    opened = Opened(game=game.key, rules=game.rules_version, settings=settings, at=0, **fields)
    try:
        check_name(match_id)
    except GameError as found:
        raise found.at(line=first) from found
    reader = TapeReader(game, settings)
    for offset in range(body, len(lines)):
        if content(lines[offset]):
            try:
                reader.line(lines[offset])
            except GameError as found:
                if remark := game.remark(settings):
                    found.message += f"; {remark}"
                raise found.at(line=first + offset) from found
    reader.keep(reader.ahead)
    if reader.opening_note:
        opened = msgspec.structs.replace(opened, note=joined(opened.note, reader.opening_note))
    return Tape(match_id, opened, reader.steps, source, first)


def setting_line(header: dict[str, tuple[int, str]], found: GameError, first: int) -> int:
    """The line of the header that a setting's error speaks of."""
    for name, (line, value) in header.items():
        if name in found.message.lower() or (value and repr(value) in found.message):
            return line
    return first


def read_header(lines: list[str], first: int) -> tuple[dict[str, tuple[int, str]], int]:
    """Read the header: name to (line, value), and the index of the first line after it."""
    header: dict[str, tuple[int, str]] = {}
    for index, line in enumerate(lines):
        if not line.strip() and header:
            return header, index + 1
        if not content(line):
            continue
        found = header_line(line)
        if not found:
            return header, index
        name = " ".join(found[0].lower().split())
        if name in header:
            raise error(Reason.UNREADABLE, f"{name!r} stands twice in the header", first + index, 1)
        header[name] = (first + index, found[1])
    return header, len(lines)


def named_game(header: dict[str, tuple[int, str]], first: int) -> Game:
    """The game a header names."""
    if "game" not in header:
        raise error(
            Reason.UNREADABLE, "a tape begins with the game", first, 1, ("game: riftforce",)
        )
    line, key = header.pop("game")
    try:
        return find_game(key.lower())
    except GameError as found:
        raise found.at(line=line) from found


def joined(*notes: str) -> str:
    """Comments as one."""
    return " ".join(" ".join(note.split()) for note in notes if note.strip())


class TapeReader:
    """Reads a match line by line; what a line says is decided whole or not at all."""

    def __init__(self, game: Game, settings: dict[str, str]) -> None:
        self.game = game
        self.match = Match(game, settings)
        self.steps: list[AnyStep] = []
        self.opening_note = ""
        self.ahead = ""
        """Comments beside what opens a turn and decides nothing; they go with the next step."""

    def line(self, text: str) -> None:
        """Decide what one line says. After an error the reader is of no more use."""
        phrase, note = without_comments(text)
        decided = decide_line(self.match, phrase, note) if phrase.strip() else []
        if decided:
            first = decided[0]
            decided[0] = msgspec.structs.replace(first, note=joined(self.ahead, first.note))
            self.ahead = ""
            self.steps.extend(decided)
        elif (
            note
            and phrase.strip()
            and not (TOTALS.match(phrase.strip()) or RESULT.fullmatch(phrase))
        ):
            self.ahead = joined(self.ahead, note)
        else:
            self.keep(note)

    def keep(self, note: str) -> None:
        """Keep a comment with the last step, or with the opening if there is none."""
        if note and self.steps:
            last = self.steps[-1]
            self.steps[-1] = msgspec.structs.replace(last, note=joined(last.note, note))
        else:
            self.opening_note = joined(self.opening_note, note)


def without_comments(text: str) -> tuple[str, str]:
    """A line without its `{comments}` (columns stay the same), and the comments."""
    notes = [found[1] for found in COMMENT.finditer(text)]
    phrase = COMMENT.sub(lambda found: " " * len(found[0]), text)
    for brace in "{}":
        if brace in phrase:
            raise error(
                Reason.UNREADABLE,
                f"a comment's {brace} has no partner",
                column=phrase.index(brace) + 1,
            )
    return phrase, joined(*notes)


class LineDecider:
    """A match as a notation sees it: each decision of the line, forced ones open to be spelt out."""

    def __init__(self, match: Match, insists: bool = False) -> None:
        self._match = match
        self.insists = insists

    @property
    def state(self) -> Any:
        """The state now."""
        return self._match.state

    @property
    def ask(self) -> Ask | None:
        """What is asked now."""
        return self._match.ask

    def decide(self, action: Any) -> None:
        """Choose an action; if what is written stood, one that is not legal too."""
        if self.insists and self._match.ask and action not in self._match.ask.choices:
            self._match.stand(action)
        else:
            self._match.choose(action)

    def settle(self) -> None:
        """Answer what is forced."""
        self._match.settle()


def decide_line(
    match: Match, text: str, note: str = "", *, after: int = 0, by: str = ""
) -> list[AnyStep]:
    """Decide a whole line and return its steps: decisions, a ruling, or an end by other ways.

    Raises GameError with a column; the match then stands in the middle of the line and must be
    built anew from its steps.
    """
    text = text.rstrip()
    if len(text) > MOST_LINE:
        raise error(
            Reason.UNREADABLE, f"a line has {len(text):,} characters; {MOST_LINE:,} are the most"
        )
    text, occurred = without_time(text)
    stamps: dict[str, Any] = {"after": after, "by": by}
    if found := RESULT.fullmatch(text):
        return happened(ended(match, found, note, **stamps), occurred)
    phrase, totals = text, TOTALS.search(text)
    if totals:
        phrase = text[: totals.start()]
    judge = ""
    if ruled := ruling(phrase):
        judge = ruled.judge
        rule(match, ruled)
    elif phrase.strip():
        match.game.notation.read(LineDecider(match), phrase.rstrip())
        match.settle()
    if totals:
        asserted = f"{totals[1]}:{totals[2]}"
        actual = match.game.notation.totals(match.state)
        if asserted != actual:
            raise error(
                Reason.ILLEGAL,
                f"the totals are {actual} here, not {asserted}",
                column=totals.start() + 1,
                legal=(f"= {actual}",),
            )
    return happened(match.take(note=note, judge=judge, **stamps), occurred)


def without_time(text: str) -> tuple[str, int | None]:
    """A line without when it happened (columns stay the same), and that: ms after the opening.

    Raises GameError with a column.
    """
    found = TIME.search(text)
    if not found:
        return text, None
    start, end = found.span()
    try:
        time = parts_in_ms(found[1], found[2], found[3])
    except GameError as wrong:
        wrong.column = start + 1
        raise
    return text[:start] + " " * (end - start) + text[end:], time


def happened(steps: list[AnyStep], occurred: int | None) -> list[AnyStep]:
    """Steps with when they happened, where that is known."""
    if occurred is None:
        return steps
    return [msgspec.structs.replace(step, occurred=occurred) for step in steps]


def rule(match: Match, ruled: Ruling) -> None:
    """Carry out a ruling. Raises GameError with a column."""
    if match.closed:
        raise error(Reason.ILLEGAL, "the match is over; take back how it ended first", column=1)
    try:
        if ruled.stood:
            match.game.notation.read(LineDecider(match, insists=True), ruled.text)
        else:
            match.rule(read_facts(match.game, match.state, ruled.text), ruled.kind)
        match.settle()
    except GameError as found:
        raise found.at(column_offset=ruled.column) from found


def ended(match: Match, found: re.Match[str], note: str, *, after: int, by: str) -> list[AnyStep]:
    """A result line: checked where the match is over, else how it ended by other ways."""
    game, state = match.game, match.state
    over = result_of(game, state, match.closed)
    if over is None and (found[4] or "").lower() in REASONS:
        closed = close_by_line(found, game.notation.totals(state))
        closed = msgspec.structs.replace(closed, note=note, after=after, by=by)
        match.close(closed)
        match.steps.append(closed)
        return [closed]
    check_result(found, over)
    return []


def written_note(note: str) -> str:
    """A note as it can stand in braces."""
    return note.replace("{", "(").replace("}", ")")


def write_tape(record: Record, times: bool = False) -> str:
    """A match as a tape; reading it gives the same match. Raises CorruptStream.

    `times`: each line says when it happened, as far as that is known.
    """
    with record.readable():
        return tape_text(record, times)


def tape_text(record: Record, times: bool = False) -> str:
    """The header, a line for each turn, and the result."""
    opened = record.opened
    as_it_happened = opened.at and not opened.on and Moments(record).known
    lines = [*write_header(record.id, opened, opened.day() if as_it_happened else ""), ""]
    for line in written_lines(record, times):
        lines.extend(line.lines)
    if not record.closed and (result := result_line(record.game, record.state())):
        lines.append(result)
    return "\n".join(escaped(line, "\t") for line in lines) + "\n"


class Written(msgspec.Struct, frozen=True):
    """What a tape says at once: one line, or several of the set-up; and which steps it tells."""

    lines: tuple[str, ...]
    notation: tuple[str, ...]
    """The same without the totals and the comment."""
    first: int
    """Place of its first step on the line of the match, from 1."""
    last: int


class Run(NamedTuple):
    """The lines that tell the next steps, without totals and comments."""

    lines: list[str]
    used: int
    """How many steps they tell."""
    open: bool
    """Whether they leave a turn open, which the next line goes on with."""


def written_steps(
    game: Game,
    state: Any,
    steps: Sequence[AnyStep],
    breaks: Iterable[int] = (),
    going_on: bool = False,
) -> Iterator[Run]:
    """Steps from a state, which is folded on, as a tape says them, line by line.

    `breaks` are how many steps lie before a place where a line ends in any case; `going_on` says
    that the line before these steps left its turn open.
    """
    index = 0
    ends = sorted({*breaks, *line_breaks(steps), len(steps)}, reverse=True)
    while index < len(steps):
        while ends[-1] <= index:
            ends.pop()
        step = steps[index]
        if isinstance(step, Closed):
            lines, used = [result_line(game, state, step)], 1
        elif isinstance(step, Ruled) and step.action is None:
            lines, used = [write_ruling(game, state, step)], 1
            going_on = going_on and not step.anew
            for fact in step.facts:
                fact.apply(state)
        else:
            lines, used = decided_lines(game, state, steps[index : ends[-1]], going_on)
            going_on = lines[-1].endswith("...")
        yield Run(lines, used, going_on)
        index += used


def line_breaks(steps: Sequence[AnyStep]) -> Iterator[int]:
    """How many steps lie before a place where a line ends since what follows is no such line."""
    judge: str | None = None
    for index, step in enumerate(steps):
        if isinstance(step, Closed) or (isinstance(step, Ruled) and step.action is None):
            yield from (index, index + 1)
            judge = None
        elif isinstance(step, Ruled):
            if judge not in (None, step.judge):
                yield index
            judge = step.judge


def decided_lines(
    game: Game, state: Any, steps: Sequence[AnyStep], going_on: bool
) -> tuple[list[str], int]:
    """The next line of decisions, marked if one of them stood although it is not legal."""
    decided: Sequence[Any] = steps
    stood = next((n for n, step in enumerate(steps) if isinstance(step, Ruled)), len(steps))
    if stood == len(steps):
        return game.notation.write(state, decided, going_on)
    trial = state.copy()
    lines, used = game.notation.write(trial, decided, going_on)
    several = len(lines) > 1 and used > stood
    if several:
        decided = steps[: stood or 1]
    lines, used = game.notation.write(state, decided, going_on)
    found = next((step for step in steps[:used] if isinstance(step, Ruled)), None)
    if found is not None:
        lines[-1] = prefix(found) + lines[-1]
    return lines, used


def written_times(record: Record) -> list[str]:
    """When each step of the line happened, as a tape says it; nothing where that is not known."""
    moments = Moments(record)
    found = [moments.of(number) for number in record.numbers]
    if not moments.known:
        found = [(time, by if by == STATED else UNKNOWN) for time, by in found]
    basis = next((basis for _, basis in found if basis != UNKNOWN), UNKNOWN)
    return [
        f" [{written_duration(time, hours=True)}]" if by == basis != UNKNOWN and time >= 0 else ""
        for time, by in found
    ]


def written_lines(record: Record, times: bool = False) -> Iterator[Written]:
    """A match's line as a tape says it, step by step; with `times`, when each happened."""
    game, steps = record.game, record.steps
    state = record.state(0)
    totals = game.notation.totals(state)
    index = 0
    breaks = [number for number, step in enumerate(steps, 1) if step.note]
    when = written_times(record) if times else [""] * len(steps)
    breaks += [number for number in range(1, len(steps)) if when[number - 1] != when[number]]
    for written, used, going_on in written_steps(game, state, steps, breaks):
        phrase = tuple(written)
        written[:] = [line and line + when[index] for line in written]
        note = written_note(joined(*(step.note for step in steps[index : index + used])))
        now = game.notation.totals(state)
        if now != totals and not going_on and not isinstance(steps[index], Closed):
            written[-1] += f" = {now}"
            totals = now
        if note:
            written[-1] += f" {{{note}}}"
        yield Written(tuple(written), phrase, index + 1, index + used)
        index += used
