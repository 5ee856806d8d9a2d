"""Working out decisions for SQL: the rules run over matches, in several processes.

What is worked out is kept match by match, with the digest of the match's last event: so it can be
interrupted and gone on with, and only matches that have changed since are worked out again.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from duckdb import DuckDBPyConnection

from domain.bots.decisions import Decision, Differs, decided
from domain.bots.workers import map_chunks
from domain.contract.errors import GameError
from domain.contract.game import seat_name
from domain.formats.jsonl import plain
from domain.games import GAMES
from domain.record.match import Record
from domain.store.recorder import Recorder
from domain.store.worker_store import begin, own_store, patient
from projections import database
from projections.feed import feed
from projections.feed.refeed import inserting
from projections.schema.decision_tables import DECIDED, DECISION_OPTIONS, DECISION_TABLES, DECISIONS
from projections.schema.definitions import literal

CHUNK: Final = 5
"""Matches that a process works out at a time."""
ALONE: Final = 60
"""So many matches one process works out before others have started."""
PACE: Final = 2.0
"""Seconds after which what is worked out is kept."""

Progress = Callable[[int, int], None]
"""Told how many matches are done, out of how many."""
Row = dict[str, Any]


class Wanted(msgspec.Struct, frozen=True):
    """Which matches are meant; what is empty says nothing."""

    names: tuple[str, ...] = ()
    """Just these, by their ids."""
    game: str = ""
    kind: str = ""
    sample: int = 0
    """So many of them at most, always the same ones."""


class Worked(msgspec.Struct, frozen=True):
    """What came of one match."""

    match_id: str
    head: str = ""
    events: int = 0
    rules: str = ""
    decisions: str = "[]"
    """Rows as JSON, without the match's number."""
    options: str = "[]"
    count: int = 0
    differs: int | None = None
    why: str = ""
    """Why it could not be read; empty if it could."""


class Outcome(msgspec.Struct):
    """What came of a run."""

    unchanged: int = 0
    """Matches that were worked out before and have not changed."""
    worked: int = 0
    decisions: int = 0
    differ: dict[str, int] = {}
    """For each match that today's rules decide otherwise, now worked out: the first such step."""
    unread: dict[str, str] = {}
    """For each match that cannot be read: why."""


def work_out(
    store: Path,
    analytics: Path,
    wanted: Wanted,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    feeding: feed.Progress | None = None,
) -> Outcome:
    """Work out the decisions of matches and keep them in the analytics file, brought up first.

    What is done is kept when this is interrupted. Raises GameError: BUSY if another process keeps
    the file, CONFLICT if it was made from another store, NOT_FOUND if there is no store.
    """
    feed.catch_up(store, analytics, progress=feeding)
    recorder = patient(store)
    try:
        numbers, due = to_do(recorder, analytics, wanted)
        outcome = Outcome(unchanged=len(numbers) - len(due))
        keeper = Keeper(analytics, numbers, outcome)
        if jobs == 1 or len(due) <= ALONE:
            chunks = (chunk_of(recorder, some) for some in split(due))
            keeper.take(chunks, len(due), progress)
            return outcome
    finally:
        recorder.close()
    keeper.take(together(store, due, jobs), len(due), progress)
    return outcome


def to_do(recorder: Recorder, analytics: Path, wanted: Wanted) -> tuple[dict[str, int], list[str]]:
    """The numbers of the matches that are meant, and which of them are to be worked out."""
    con = database.open_file(analytics, read_only=True)
    try:
        found = con.execute(selecting(wanted)).fetchall()
    finally:
        con.close()
    numbers: dict[str, int] = {}
    due: list[str] = []
    for match, match_id, key, head, rules in found:
        numbers[match_id] = match
        now = recorder.chain.head(match_id)
        if now is None or now[1] != head or GAMES[key].rules_version != rules:
            due.append(match_id)
    return numbers, due


def selecting(wanted: Wanted) -> str:
    """A SELECT of the matches that are meant, and of how they were worked out last."""
    where = ["true"]
    if wanted.names:
        where.append(f"o.match_id IN ({', '.join(map(literal, wanted.names))})")
    if wanted.game:
        where.append(f"o.game = {literal(wanted.game)}")
    if wanted.kind:
        where.append(f"o.kind = {literal(wanted.kind)}")
    sql = (
        "SELECT o.match, o.match_id, o.game, d.head, d.rules FROM openings o "
        f"LEFT JOIN decided d ON d.match = o.match WHERE {' AND '.join(where)}"
    )
    if not wanted.sample:
        return f"{sql} ORDER BY o.match"
    return f"{sql} ORDER BY md5(o.match_id), o.match LIMIT {wanted.sample:d}"


# -- keeping -------------------------------------------------------------------------------------


class Keeper:
    """Keeps what is worked out in the analytics file, every few seconds, each match whole."""

    def __init__(self, analytics: Path, numbers: Mapping[str, int], outcome: Outcome) -> None:
        self.analytics = analytics
        self.numbers = numbers
        self.outcome = outcome
        self.waiting: list[Worked] = []

    def take(self, chunks: Iterable[list[Worked]], total: int, progress: Progress | None) -> None:
        """Keep everything that comes, also what has come when something goes wrong."""
        done, kept = 0, time.monotonic()
        try:
            for chunk in chunks:
                self.waiting += chunk
                done += len(chunk)
                if time.monotonic() - kept > PACE:
                    self.keep()
                    kept = time.monotonic()
                if progress:
                    progress(done, total)
        finally:
            self.keep()

    def keep(self) -> None:
        """Put what waits in place of what the file has of these matches, in one transaction."""
        some, self.waiting = self.waiting, []
        read = [one for one in some if not one.why]
        self.outcome.unread |= {one.match_id: one.why for one in some if one.why}
        if not read:
            return
        con = database.open_to_write(self.analytics)
        try:
            with database.interruptible(con):
                con.begin()
                replace(con, [(self.numbers[one.match_id], one) for one in read])
                con.commit()
        finally:
            con.close()
        self.outcome.worked += len(read)
        self.outcome.decisions += sum(one.count for one in read)
        self.outcome.differ |= {o.match_id: o.differs for o in read if o.differs is not None}


def replace(con: DuckDBPyConnection, some: Sequence[tuple[int, Worked]]) -> None:
    """Write the rows of matches, by their numbers, in place of those that are there."""
    numbers = [match for match, _ in some]
    for table in DECISION_TABLES:
        con.execute(f"DELETE FROM {table.name} WHERE match IN (SELECT unnest(?))", [numbers])
    now = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
    rows = [
        {
            "match": match,
            "head": one.head,
            "events": one.events,
            "rules": one.rules,
            "decisions": one.count,
            "differs_at": one.differs,
            "worked_out_at": now,
        }
        for match, one in some
    ]
    con.execute(inserting(DECIDED, "main"), [msgspec.json.encode(rows).decode()])
    for match, one in some:
        for table, text in ((DECISIONS, one.decisions), (DECISION_OPTIONS, one.options)):
            con.execute(inserting(table, "main").replace('r."match"', f"{match:d}"), [text])


# -- working out ---------------------------------------------------------------------------------


def split(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Some matches at a time."""
    return (ids[start : start + CHUNK] for start in range(0, len(ids), CHUNK))


def together(store: Path, ids: Sequence[str], jobs: int) -> Iterator[list[Worked]]:
    """Work matches out in several processes; what is done comes as it is done."""
    return (found for _, found in map_chunks(own_chunk, ids, CHUNK, jobs, begin, str(store)))


def own_chunk(ids: Sequence[str]) -> list[Worked]:
    """Work some matches out in a worker process."""
    found = chunk_of(own_store(), ids)
    gc.collect()
    return found


def chunk_of(recorder: Recorder, ids: Sequence[str]) -> list[Worked]:
    """Work some matches out."""
    return [of_match(recorder, match_id) for match_id in ids]


def of_match(recorder: Recorder, match_id: str) -> Worked:
    """Work one match out as it lies in a store."""
    try:
        return of_record(recorder.load(match_id))
    except GameError as error:
        return Worked(match_id, why=str(error))


def of_record(record: Record) -> Worked:
    """Work one match out. Raises CorruptStream."""
    found = list(decided(record))
    decisions = sorted(
        (one for one in found if isinstance(one, Decision)), key=lambda one: one.number
    )
    options = [row for one in decisions for row in rows_of_options(one)]
    return Worked(
        record.id,
        record.head,
        len(record.events),
        record.game.rules_version,
        msgspec.json.encode([row_of(one) for one in decisions]).decode(),
        msgspec.json.encode(options).decode(),
        len(decisions),
        min((one.number for one in found if isinstance(one, Differs)), default=None),
    )


def row_of(one: Decision) -> Row:
    """A decision as a row of `decisions`."""
    return {
        "step": one.number,
        "turn": one.turn,
        "seat": seat_name(one.seat),
        "about": one.about,
        "options": one.offered,
        "taken": one.words,
        "action": one.action.__struct_config__.tag,
        "subject": one.subject,
        "rank": one.rank,
        "gap": one.gap,
        "best": one.best,
        "known": one.known,
        "unknown": one.unknown,
        "stood": one.stood,
        "taken_back": one.taken_back,
        "corrected": one.corrected,
    }


def rows_of_options(one: Decision) -> Iterator[Row]:
    """The options of a decision as rows of `decision_options`."""
    for n, option in enumerate(one.options, 1):
        fields = plain(option.action)
        yield {
            "step": one.number,
            "n": n,
            "option": option.words,
            "action": fields.pop("type"),
            "subject": option.subject,
            "data": fields,
            "rank": option.rank,
            "taken": n == one.place,
        }
