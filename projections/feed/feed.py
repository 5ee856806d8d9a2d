"""Feeding the analytics file: from where it is to the end of the event log, in batches.

The rows of a batch and the new position are one transaction, and the position moves only from
where it was read: so killed at any point, or run twice at once, nothing is lost or double.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from pathlib import Path
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

from domain.contract.errors import GameError, Reason
from domain.frame.slugs import slug
from domain.record.chain import read_rows
from domain.record.codec import decode, place
from projections.database import (
    PATIENCE,
    OtherLayout,
    interruptible,
    is_broken,
    layout_of,
    open_file,
    open_to_write,
    remove,
    replace,
    run,
)
from projections.feed import batch, refeed
from projections.feed.log import NO_EVENTS, EventLog
from projections.games import registry
from projections.games.registry import PROJECTED

BATCH: Final = 1_000_000
"""Events in one transaction."""

Progress = Callable[[int, int], None]
"""Called with how many events are done, and how many there are to do."""
LeftOut = Callable[[GameError], None]
"""Called with the error of each match that cannot be read, and is in no table."""


class Lost(GameError):
    """Steps of matches of which the tables know no opening."""

    def __init__(self, versions: Mapping[str, int]) -> None:
        super().__init__(
            Reason.CORRUPT,
            "the analytics file holds other events than its position says; make it anew with "
            "`ludograph project --rebuild`",
        )
        self.versions = versions
        """Of each match the version of the first such step."""


def catch_up(
    store: Path,
    analytics: Path,
    *,
    progress: Progress | None = None,
    patience: float = PATIENCE,
    most: int = BATCH,
    left_out: LeftOut | None = None,
) -> int:
    """Bring the analytics file to the end of the store's log; returns how many events it took in.

    The file is made if there is none, and made anew if another version of ludograph made it.
    `patience` is in seconds, `most` the events of a transaction. Raises GameError: BUSY if another
    process keeps the file, CONFLICT if the file was made from another store, CORRUPT if the store
    cannot be read at all.
    """
    with EventLog(store) as log:
        try:
            con = open_to_write(analytics, patience)
            try:
                return advance(con, log, analytics, progress, most, left_out=left_out)
            finally:
                con.close()
        except OtherLayout:
            return _rebuild(log, analytics, progress, patience, most, left_out)


def rebuild(
    store: Path,
    analytics: Path,
    *,
    progress: Progress | None = None,
    patience: float = PATIENCE,
    most: int = BATCH,
    left_out: LeftOut | None = None,
) -> int:
    """Make the analytics file anew beside the old one and put it in its place; returns the events.

    An old one that cannot be opened any more is kept beside it, with `.broken` behind its name.
    Readers go on with the old file until they close it. Raises GameError as `catch_up` does.
    """
    with EventLog(store) as log:
        return _rebuild(log, analytics, progress, patience, most, left_out)


def _rebuild(
    log: EventLog,
    analytics: Path,
    progress: Progress | None,
    patience: float,
    most: int,
    left_out: LeftOut | None,
) -> int:
    whole = not is_broken(analytics)
    if analytics.exists() and whole:
        old = open_file(analytics, patience, read_only=True)
        try:
            layout_of(old, analytics)
        finally:
            old.close()
    new = analytics.with_name(analytics.name + ".new")
    if new.exists():
        open_file(new, patience=0).close()  # another rebuild would hold it
        remove(new)
    con = open_to_write(new, patience=0)
    try:
        count = advance(con, log, new, progress, most, left_out=left_out)
    finally:
        con.close()
    if whole:
        replace(new, analytics, patience)
    else:
        analytics.replace(analytics.with_name(f"{analytics.name}.broken"))
        remove(analytics)
        new.replace(analytics)
    return count


def prepare(con: DuckDBPyConnection) -> None:
    """What a connection needs before it takes in batches."""
    run(con, batch.TEMPORARY)
    run(con, registry.PREPARE)
    for game in registry.PROJECTED.values():
        run(con, game.understood())


def advance(
    con: DuckDBPyConnection,
    log: EventLog,
    path: Path,
    progress: Progress | None,
    most: int,
    target: str = "main",
    whole: Set[str] = frozenset(),
    last: int | None = None,
    left_out: LeftOut | None = None,
) -> int:
    """Take in what is in the log and not in the schema `target`; returns how many events.

    What the batches leave behind in memory is dropped with the connection, or by `tidy`.
    `whole`: matches that are taken in anew even if they are just decisions. `last`: the position up
    to which the log is read; otherwise its end. A match that cannot be read is left out whole.
    """
    without: set[str] = set()
    with interruptible(con):
        last = log.last(con) if last is None else last
        first = check_position(con, log, path, last, f"{target}.")
        position = first
        if first < last:
            prepare(con)
    while position < last:
        size = min(most, last - position)
        con.begin()
        try:
            with interruptible(con):
                position = take_in(con, log, position, size, target, whole, without)
                con.commit()
        except (duckdb.Error, GameError) as error:
            con.rollback()
            if isinstance(error, GameError) and error.reason is not Reason.CORRUPT:
                raise
            for match_id, found in broken(con, log, position, size, error, target, whole, without):
                without.add(match_id)
                if left_out:
                    left_out(found)
            continue
        except BaseException:
            con.rollback()
            raise
        if progress:
            progress(position - first, last - first)
    if left_out:
        for match_id in missing(con, log, position):
            if match_id not in without:
                left_out(unread(match_id))
    return position - first


def tidy(con: DuckDBPyConnection) -> None:
    """Drop what the batches left behind."""
    for kind, functions in (("VIEW", "duckdb_views()"), ("TABLE", "duckdb_tables()")):
        names = con.execute(
            f"SELECT {kind}_name FROM {functions} WHERE temporary AND NOT internal"
        ).fetchall()
        con.execute(";".join(f"DROP {kind} temp.{name}" for (name,) in names))
    con.execute("DROP MACRO IF EXISTS temp.seat_of")
    con.execute("RESET disabled_optimizers")


def check_position(
    con: DuckDBPyConnection, log: EventLog, path: Path, last: int, prefix: str = ""
) -> int:
    """Where the file is in the log; raises GameError (CONFLICT) if it is of another store."""
    position, match_id, version = con.execute(
        f"SELECT pos, match_id, version FROM {prefix}projection_position"
    ).fetchall()[0]
    if position and (position > last or log.name(con, position) != (match_id, version)):
        raise GameError(
            Reason.CONFLICT,
            f"the analytics file {path} was not made from the store {log.store}; "
            "name another with --analytics, or make it anew with `ludograph project --rebuild`",
        )
    return int(position)


def unread(match_id: str) -> GameError:
    """Return the error for a match that was left out before."""
    return GameError(Reason.CORRUPT, f"match {match_id} cannot be read; `audit` says why")


def missing(con: DuckDBPyConnection, log: EventLog, upto: int) -> tuple[str, ...]:
    """Return the matches opened up to a position in the log that are in no table.

    Of a match of a game that is not installed only what all games have is.
    """
    openings = con.execute("SELECT game, count(*) FROM openings GROUP BY game").fetchall()
    strange = [game for game, _ in openings if game not in PROJECTED]
    if not strange and log.count(con) == sum(count for _, count in openings):
        return ()
    rows = con.execute("SELECT match_id, game FROM openings").fetchall()
    there = {name for name, game in rows if game in PROJECTED}
    return tuple(name for name in log.names(con, upto) if name not in there)


def take_in(
    con: DuckDBPyConnection,
    log: EventLog,
    position: int,
    most: int,
    target: str = "main",
    whole: Set[str] = frozenset(),
    without: Set[str] = frozenset(),
) -> int:
    """Take in the batch after a position, inside a transaction; returns the position after it.

    Nothing of matches `without` which it is stays. Raises GameError if somebody else has moved the
    position, or if events have no opening.
    """
    log.fetch(con, position, most, without)
    if without:
        refeed.forget(con, target, sorted(without))
    moved = con.execute(
        f"UPDATE {target}.projection_position SET pos = b.id, match_id = b.match_id, "
        "version = b.version FROM batch_last b "
        "WHERE pos = ? RETURNING pos",
        [position],
    ).fetchall()
    if len(moved) != 1:
        raise GameError(Reason.BUSY, "another process moves the analytics on; try again")
    find_earlier(con, log)
    con.execute(batch.LINES)
    refeed.take_anew(con, log, target, whole)
    feed_batch(con, target)
    log.check()
    return int(moved[0][0])


def find_earlier(con: DuckDBPyConnection, log: EventLog) -> None:
    """Find out which matches the batch goes on with. It asks the log, which finds them by name."""
    con.execute(batch.EARLIER)
    names = [name for (name,) in con.execute(batch.GOES_ON).fetchall()]
    if names:
        found = log.openings(con, names)
        con.execute("INSERT INTO batch_earlier SELECT unnest($1), unnest($2)", [*found])


def clear(con: DuckDBPyConnection) -> None:
    """Let an empty batch stand ready, for matches that do not come from the log."""
    con.execute(NO_EVENTS)
    con.execute(batch.EARLIER)
    con.execute(batch.LINES)


def feed_batch(con: DuckDBPyConnection, target: str = "main") -> None:
    """Feed the tables from a batch that stands ready. Raises GameError if events have no opening."""
    run(con, batch.OPENING, target)
    games = tuple(key for (key,) in con.execute(batch.GAMES_THERE).fetchall())
    code_names(con, games)
    run(con, registry.feed_of(games), target)
    if con.execute(batch.LOST).fetchall() != [(0,)]:
        raise Lost(dict(con.execute(batch.ALL_LOST).fetchall()))


def code_names(con: DuckDBPyConnection, games: Iterable[str]) -> None:
    """Fill `batch_codes` with the names of which games ask the codes, and these."""
    asked = [PROJECTED[key].coded for key in games if key in PROJECTED]
    names: set[str] = set()
    for select in filter(None, asked):
        rows = con.execute(f"SELECT DISTINCT name FROM ({select}) WHERE name IS NOT NULL")
        names |= {name for (name,) in rows.fetchall()}
    if names:
        codes = [slug(name) for name in names]
        con.execute("INSERT INTO batch_codes SELECT unnest($1), unnest($2)", [[*names], codes])


def broken(
    con: DuckDBPyConnection,
    log: EventLog,
    position: int,
    most: int,
    error: Exception,
    target: str,
    whole: Set[str],
    without: Set[str],
) -> list[tuple[str, GameError]]:
    """Return the matches that a batch failed on, each with why it cannot be read.

    Raises GameError if it is no match that is broken.
    """
    if isinstance(error, Lost):
        return without_opening(con, log, error)
    found: dict[str, GameError] = {}
    try:
        events = log.raw(con, position, most)
    except duckdb.Error as why:
        text = str(why).splitlines()[0]
        raise GameError(
            Reason.CORRUPT,
            f"the store {log.store} is damaged: {text}; `ludograph audit --all` says where",
        ) from why
    for match_id, version, topic, state in events:
        if match_id in without or topic.partition("/")[0] not in PROJECTED:
            continue
        try:
            decode(match_id, version, topic, state)
        except GameError as why:
            found.setdefault(match_id, why)
        except TypeError as why:
            raise GameError(
                Reason.CORRUPT,
                f"match {match_id} has an event whose version is {version!r}, no number; audit it",
            ) from why
    if found:
        return list(found.items())
    text = str(error).splitlines()[0]
    first = first_broken(con, log, position, most, target, whole, without)
    for match_id, version, _, _ in log.raw(con, first - 1, 1):
        if match_id in without:
            break
        if isinstance(error, GameError):
            return [(match_id, error)]
        misfit = GameError(
            Reason.CORRUPT,
            f"match {match_id}, {place(version)}: what it holds does not fit ({text}); audit it",
        )
        return [(match_id, misfit)]
    raise GameError(
        Reason.CORRUPT, f"event {first} of {log.store} does not fit the tables: {text}"
    ) from error


def without_opening(
    con: DuckDBPyConnection, log: EventLog, error: Lost
) -> list[tuple[str, GameError]]:
    """Return matches without an opening, or that were left out before since they cannot be read.

    Raises GameError if there is nothing wrong with one: then it is the tables that lack it.
    """
    found: list[tuple[str, GameError]] = []
    rows_of = log.rows_of(con, list(error.versions), log.last(con))
    for match_id, version in error.versions.items():
        try:
            read_rows(match_id, [row[1:] for row in rows_of[match_id]])
        except GameError as why:
            lacks = GameError(
                Reason.CORRUPT,
                f"match {match_id} has no opening in the store, but has step {version - 1}; audit it",
            )
            found.append((match_id, why if rows_of[match_id][0][1] == 1 else lacks))
    if len(found) < len(error.versions) or not found:
        raise error
    return found


def first_broken(
    con: DuckDBPyConnection,
    log: EventLog,
    position: int,
    most: int,
    target: str,
    whole: Set[str],
    without: Set[str],
) -> int:
    """Position of the first event after a position with which a batch fails."""
    good, bad = 0, most
    while bad - good > 1:
        middle = (good + bad) // 2
        con.begin()
        try:
            take_in(con, log, position, middle, target, whole, without)
            good = middle
        except (duckdb.Error, GameError):
            bad = middle
        finally:
            con.rollback()
    return position + bad
