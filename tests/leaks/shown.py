"""Everything that the program shows a viewer of a match, by name, as text.

What is made from a record by way of `Record.seen_by` is made here from the record itself, as the
commands do it, so that a command that stops doing so is found out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput

from domain.branch.fork import fork
from domain.contract.errors import IMPOSSIBLE, GameError
from domain.contract.game import DEALER, Seat
from domain.formats.jsonl import read_jsonl, write_jsonl
from domain.formats.tape import Tape, read_tapes, write_tape
from domain.merge.merge import merge
from domain.record.match import Match, Record
from domain.store.recorder import Recorder
from projections.games.registry import RELATIONS
from projections.read.reader import open_record
from replays import position_text
from replays.annotations import aside_lines
from replays.audit.audit import audit_match
from replays.comparison import compare
from replays.cursor import Cursor
from replays.event_log import annotated_tape, chronicle_objects, chronicle_rows, seen
from replays.position_data import asked, moment
from replays.stepper import Stepper
from replays.viewer.html_file import share
from tests.domain.tabled import NOW

TRIED = {
    "riftforce": (
        "play F5@1 F6@1", "play W5@9", "act F5: 1.1", "act S6", "check", "check & F5", "& ?? ??",
        "play ??@1", "done", "hand B F5 F6 F7 W5 W6 P5 T7", "!! play I5@1", "! gain B 1",
        "! draw B F5 F6", "9 B: check",
    ),
    "solforge": (
        "play battle-drum@1", "play cinder-whelp 3", "pass", "draw B ember-rush.1", "forge",
        "level brass-sentry", "done", "no", "yes", "!! play charnel-pit 5", "! draw B heart-glade.1",
        "! discard B throat-cutter", "show B battle-drum",
    ),
    "magical_forge": (
        "summon cinder-hound", "attach ward-of-hours 1", "hunt-as-one", "pass", "end", "attack 1",
        "draw B ash-stalker", "use spare-blade", "!! summon forge-drake", "! draw B ash-stalker -",
        "block 1", "no", "concede B",
    ),
}  # fmt: skip
"""Lines that are tried on what a viewer knows: legal, illegal, unreadable, hidden cards guessed."""
CLOCK = NOW + 10**9
"""When copies are imported."""


def text(value: Any) -> str:
    """A value as text that tells the order of everything in it."""
    return msgspec.json.encode(value).decode()


def outputs(record: Record, viewer: Seat | None, folder: Path | None = None) -> dict[str, str]:
    """All that a viewer is shown of a match; with a folder for stores, also of imported copies.

    Extracts take as long as all the rest; see `extracted`.
    """
    found = dict(walked_through(record, viewer))
    found.update(stepped(record, viewer))
    found.update(told(record, viewer))
    found.update(exported(record, viewer))
    found.update(decided(record, viewer))
    if folder is not None:
        found.update(copied(record, viewer, folder))
    return found


# -- show and replay -----------------------------------------------------------------------------


def lines_of(record: Record) -> list[int | None]:
    """The line that stands, and the end of every one that does not."""
    return [None, *(v.numbers[-1] for v in record.history.variations)]


def walked_through(record: Record, viewer: Seat | None) -> Iterator[tuple[str, str]]:
    """Every step of every line, from where it branches off: boards, words, what is asked."""
    for to in lines_of(record):
        cursor = Cursor(record, viewer, to=to)
        if to is not None:
            cursor.go_to(next(v.numbers[0] for v in record.history.variations if to in v.numbers))
        while True:
            name = f"step {cursor.number} of line {to}"
            yield f"{name}: view", text(cursor.state)
            yield f"{name}: moment", text(moment(cursor))
            yield f"{name}: board", position_text.board(cursor, width=90).markup
            words = (position_text.title, position_text.where, position_text.notation)
            yield f"{name}: words", "\n".join(part(cursor) for part in words)
            yield f"{name}: changes", "\n".join(position_text.change_lines(cursor))
            yield f"{name}: told", text(position_text.turn_text(cursor, cursor.turn_number))
            yield f"{name}: beside", "\n".join(aside_lines(cursor))
            yield f"{name}: asked", text(asked(cursor))
            if not cursor.next():
                break
    whole = record.state()
    yield "view of the whole", text(record.game.view(whole, viewer))


def stepped(record: Record, viewer: Seat | None) -> Iterator[tuple[str, str]]:
    """The full-screen stepper: the end, the changes, the lines that do not stand, errors."""
    stepper = Stepper(Cursor(record, viewer), input=DummyInput(), output=DummyOutput())
    stepper.cursor.last()
    for key in ("", "c", "c", *"vvv"):
        stepper.type(key)
        shown = stepper.board_lines(), stepper.change_lines(), stepper.changes(), stepper.status()
        yield f"stepper after {key!r} at {stepper.cursor.number}", text(shown)
    for typed in ("9999", "t999", "3", "t1"):
        stepper.typed = typed
        stepper.enter()
        yield f"stepper goes to {typed}", text((stepper.message, stepper.board_lines()))


# -- history -------------------------------------------------------------------------------------


def told(record: Record, viewer: Seat | None) -> Iterator[tuple[str, str]]:
    """The history, as it is and as it was after each event that is no step; errors of places."""
    cuts = [n for n, e in enumerate(record.events, 1) if getattr(e, "facts", None) is None]
    for count in (*cuts, len(record.events)):
        part = seen(record.before(count + 1), viewer)
        yield f"history up to {count}", text(list(chronicle_rows(part)))
        yield f"history for programs up to {count}", text(list(chronicle_objects(part)))
        yield f"state up to {count}", text(part.game.data(part.state()))
    as_of = record.as_of(record.opened.at + 200_000)
    if as_of is not None:
        yield "as of a time", text(list(chronicle_rows(seen(as_of, viewer))))
    cursor = Cursor(record, viewer)
    for number in range(-1, len(record.events) + 2):
        try:
            cursor.go_to(number)
        except GameError as error:
            yield f"error of step {number}", text((str(error), error.legal))


# -- exports and copies --------------------------------------------------------------------------


def exported(record: Record, viewer: Seat | None) -> Iterator[tuple[str, str]]:
    """Exports for the viewer in every form."""
    part = seen(record, viewer)
    yield "tape", write_tape(part)
    yield "tape with times", write_tape(part, times=True)
    yield "tape with history", annotated_tape(part, times=True)
    yield "jsonl", write_jsonl(part)
    yield "page", share(record, viewer)


def copied(record: Record, viewer: Seat | None, folder: Path) -> Iterator[tuple[str, str]]:
    """Exports imported elsewhere, and what is shown and made there: copies, audits, forks, merges."""
    forms = dict(exported(record, viewer))
    for form, read in (("tape with times", read_tapes), ("jsonl", read_jsonl)):
        recorder = Recorder(folder / f"{form}.sqlite", durable=False, clock=lambda: CLOCK)
        try:
            for tape in read(forms[form]):
                yield from kept(recorder, form, tape)
        finally:
            recorder.close()
    yield "merge", merged(record, viewer)


def kept(recorder: Recorder, form: str, tape: Tape | GameError) -> Iterator[tuple[str, str]]:
    """One copy: what is stored, and what the audit, a fork and a comparison say."""
    if isinstance(tape, GameError):
        yield f"import of {form} fails", text((str(tape), tape.legal))
        return
    ((match_id, _),) = recorder.take_in([tape])
    copy = recorder.load(match_id)
    yield f"import of {form}", write_jsonl(copy)
    yield f"copy of {form}", text(recorder.chain.rows(match_id))
    yield f"audit of {form}", text(audit_match(recorder.chain, match_id))
    for step in (copy.numbers[len(copy.numbers) // 2 :] or (0,))[:1]:
        try:
            opened, steps = fork(copy, step, CLOCK)
        except GameError as error:
            yield f"fork of {form}", str(error)
            continue
        (other,) = recorder.add([("f", opened, steps)])
        yield f"fork of {form}", write_jsonl(other)
        yield f"comparison of {form}", text(compare(copy, other))


def merged(record: Record, viewer: Seat | None) -> str:
    """What a viewer is shown of both seats' recordings put together."""
    try:
        both = merge(named(record.seen_by(0), "a"), named(record.seen_by(1), "b"), lambda _: "A")
    except GameError as error:
        return f"{error.reason}"
    if both.opened is None:
        return text([(d.kind, d.number) for d in both.differences])
    whole = Record("both", record.game, both.opened, list(both.events), "")
    return write_jsonl(whole.seen_by(viewer))


def named(record: Record, name: str) -> Record:
    """The same record under another name."""
    return Record(name, record.game, record.opened, record.events, record.head)


# -- SQL -----------------------------------------------------------------------------------------


def extracted(record: Record, viewer: Seat | None) -> dict[str, str]:
    """Every table and view of an extract, row by row."""
    found: dict[str, str] = {}
    with open_record(seen(record, viewer)) as reader:
        for relation in RELATIONS:
            rows = sorted(map(str, reader.ask(f"FROM {relation.name}").rows()))
            found[f"sql {relation.name}"] = "\n".join(rows)
    return found


# -- deciding on what a viewer knows -------------------------------------------------------------


def decided(record: Record, viewer: Seat | None) -> Iterator[tuple[str, str]]:
    """What the rules ask a viewer at the end, what is legal, and why a line is refused."""
    part = record.seen_by(viewer)
    try:
        live = part.live()
    except (GameError, *IMPOSSIBLE) as error:
        yield "rules", f"{type(error).__name__}: {error}"
        return
    yield from asks(live)
    for line in TRIED[record.game.key]:
        try:
            steps = text(Paper(record).play_line(record.seen_by(viewer), line))
        except GameError as error:
            steps = text((str(error), error.legal, error.column))
        yield f"line {line!r}", steps


def asks(live: Match) -> Iterator[tuple[str, str]]:
    """A question, its answers and what they mean."""
    ask, notation = live.ask, live.game.notation
    if ask is None:
        yield "asked by the rules", "nothing"
        return
    answers = list(ask.choices)[:60] if ask.seat != DEALER else [len(ask.choices)]
    yield "asked by the rules", text((ask.seat, ask.about, ask.question, ask.forced, answers))
    state = live.state
    words = (
        notation.words(state, ask),
        notation.meanings(state, ask),
        notation.shapes(state, ask),
        notation.prompt(state, ask),
    )
    yield "words of the rules", text(words)


class Paper(Recorder):
    """A recorder that keeps nothing, on a clock that stands."""

    def __init__(self, record: Record) -> None:
        self.clock = lambda: record.opened.at + 10**7

    def _save(self, encoded: Any, conflict: str) -> None:
        return
