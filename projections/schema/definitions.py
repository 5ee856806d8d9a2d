"""The tables and views of the analytics file: the one place that says what they are.

Every table is append-only: a row, once there, never changes, but for the rows of a match that is taken
in anew, whole (`projections.feed.refeed`). So the rows not yet in the file can be laid over it
(`projections.read.reader`), and a batch is applied whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b


@dataclass(frozen=True)
class Column:
    """One column: name, DuckDB type, and what it holds."""

    name: str
    type: str
    comment: str


@dataclass(frozen=True)
class Table:
    """One table that the feed appends to."""

    name: str
    comment: str
    columns: tuple[Column, ...]

    def ddl(self, schema: str = "main") -> str:
        """The statement that makes the table in a schema."""
        columns = ", ".join(f'"{c.name}" {c.type}' for c in self.columns)
        return f"CREATE TABLE {schema}.{self.name} ({columns})"


@dataclass(frozen=True)
class View:
    """A question asked so often that it has a name; `sql` is a SELECT over tables and views."""

    name: str
    comment: str
    columns: tuple[Column, ...]
    sql: str

    def ddl(self) -> str:
        """The statement that makes the view."""
        return f"CREATE VIEW {self.name} AS {self.sql}"


@dataclass(frozen=True)
class Macro:
    """A SQL function; `call` is its name with parameters, `sql` the expression."""

    call: str
    comment: str
    sql: str

    def ddl(self) -> str:
        """The statement that makes the function."""
        return f"CREATE MACRO {self.call} AS {self.sql}"


Relation = Table | View


def columns(text: str) -> tuple[Column, ...]:
    """Read columns from lines of `name TYPE comment`."""
    found = []
    for line in filter(str.strip, text.splitlines()):
        name, kind, comment = line.split(None, 2)
        found.append(Column(name, kind.replace("_", " "), comment))
    return tuple(found)


MATCH = "match BIGINT the match: position of its opening in the event log; joins all tables"
STEP = (
    "step INTEGER number of the step in the match, from 1; joins with `match` to a row of `steps`"
)
POSITION = "position SMALLINT which of the step's facts this is, from 1"
KIND = "kind VARCHAR people, bots for a simulated match, or what-if for one that was branched off another"
OCCASION = """
round VARCHAR round of the event; NULL if not known
table_name VARCHAR table at which it was played; NULL if not known
series VARCHAR the series (best of three, of five) that it is a game of; NULL if it is of none
best_of SMALLINT how many games the series has at most; NULL if it is of none
clock VARCHAR time that a seat has, and what each of its decisions adds: 25:00+0:10; NULL without
eyes VARCHAR what the scorekeeper saw: A, B or spectator; NULL if the record is of no seat
origin VARCHAR name of the match that it was branched off or put together from; NULL if from none
origin_step INTEGER the step of that match after which it goes its own way, 0 for its opening
"""
"""What an opening says of the occasion, and where the match came from."""
TURN = "turn INTEGER number of the turn in progress, from 1; 0 while the game is set up"

WHY = (
    "why VARCHAR the rulebook's reason for the end, or how else it ended: concession, agreed, time, "
    "disqualification, abandonment"
)

POSITION_TABLE = Table(
    "projection_position",
    "How far the file has come. One row; it changes with every batch.",
    columns(
        """
        pos BIGINT position in the event log of the last event that is in the file
        match_id VARCHAR match of that event
        version INTEGER version of that event
        layout VARCHAR digest of the tables and views; a file with another one is made anew
        """
    ),
)

OPENINGS = Table(
    "openings",
    "One row a match: what was played, by whom, where and when.",
    columns(
        f"""
        {MATCH}
        match_id VARCHAR name of the match, as the command line takes it
        game VARCHAR key of the game: riftforce, solforge, magical_forge
        rules VARCHAR version of the rules that were in force
        {KIND}
        player_a VARCHAR who plays seat A
        player_b VARCHAR who plays seat B
        bot_a VARCHAR bot of seat A; NULL for people
        bot_b VARCHAR bot of seat B; NULL for people
        seed BIGINT seed of a simulated match; NULL for people
        played_on DATE the day it was played; where that is not known, the day of recording, UTC
        recorded_at TIMESTAMP when the match was opened, UTC
        recorder VARCHAR who opened it; NULL if not known
        place VARCHAR where it was played; NULL if not known
        event VARCHAR tournament or occasion; NULL if not known
        note VARCHAR a comment on the match; NULL if there is none
        settings MAP(VARCHAR,VARCHAR) settings by name, in small letters: settings['expansion']
        {OCCASION}
        """
    ),
)

ORIGINS = Table(
    "origins",
    "One row for each match that another one was made from.",
    columns(
        f"""
        {MATCH}
        n SMALLINT which of the match's origins, from 1
        origin VARCHAR name of the match that it was made from
        step INTEGER the step of that match after which it goes its own way, 0 for its opening
        how VARCHAR fork: a what-if was branched off; merge: recordings were put together
        """
    ),
)

SEATS = Table(
    "seats",
    "Two rows a match: who sits where.",
    columns(
        f"""
        {MATCH}
        seat VARCHAR A or B
        player VARCHAR name of the player
        bot VARCHAR bot that played; NULL for people
        opponent VARCHAR name of the player of the other seat
        """
    ),
)

STEPS = Table(
    "steps",
    "One row a step that stands: a decision, a ruling or another end, and everything it caused.",
    columns(
        f"""
        {MATCH}
        {STEP}
        {TURN}
        seat VARCHAR who decided: A, B, or dealer for what is random or hidden
        action VARCHAR kind of the decision: the tag of the action; or ruling, or closed
        recorded_at TIMESTAMP when it was recorded, UTC
        occurred_at TIMESTAMP when it happened, UTC, where that is known to differ; else NULL
        recorder VARCHAR who recorded it; NULL if not known
        note VARCHAR the scorekeeper's comment; NULL if there is none
        payload JSON the step as stored, without the digest: a is the action, f the facts, tag first
        """
    ),
)

TURNS = Table(
    "turns",
    "One row a turn that began.",
    columns(
        f"""
        {MATCH}
        {TURN}
        seat VARCHAR whose turn it is: A or B; in SolForge Fusion, who has the Forge
        step INTEGER the step that caused the turn to begin; the turn's own steps come after it
        {POSITION}
        nth INTEGER which of its seat's turns it is, from 1
        a INTEGER score of seat A when it began, before anything happened in it
        b INTEGER score of seat B then
        """
    ),
)

SCORES = Table(
    "scores",
    "One row for each step that changed the score (in SolForge Fusion, Health): the score after it.",
    columns(
        f"""
        {MATCH}
        {STEP}
        {TURN}
        a INTEGER score of seat A after the step
        b INTEGER score of seat B after the step
        """
    ),
)

ENDINGS = Table(
    "endings",
    "One row for each match that has ended.",
    columns(
        f"""
        {MATCH}
        winner VARCHAR A or B; NULL is a draw, or no result if why is abandonment
        {WHY}
        score_a INTEGER final score of seat A; in SolForge Fusion, Health
        score_b INTEGER final score of seat B
        turns INTEGER how many turns were played
        steps INTEGER how many steps of the match stand
        """
    ),
)

TABLES: tuple[Table, ...] = (OPENINGS, ORIGINS, SEATS, STEPS, TURNS, SCORES, ENDINGS)
"""What every game has."""

Z = 1.9599639845400545
"""The 97.5 % quantile of the normal distribution."""

WILSON = (
    f"(k + {Z**2 / 2!r} {{op}} {Z!r} * sqrt(k::DOUBLE * (n - k) / n + {Z**2 / 4!r})) "
    f"/ (n + {Z**2!r})"
)

MACROS: tuple[Macro, ...] = (
    Macro(
        "wilson_low(k, n)",
        "lower end of the 95 % Wilson interval for k successes out of n; NULL for n = 0",
        f"CASE WHEN n > 0 THEN greatest(0.0::DOUBLE, {WILSON.format(op='-')}) END",
    ),
    Macro(
        "wilson_high(k, n)",
        "upper end of the 95 % Wilson interval for k successes out of n; NULL for n = 0",
        f"CASE WHEN n > 0 THEN least(1.0::DOUBLE, {WILSON.format(op='+')}) END",
    ),
)


def ddl(tables: Iterable[Table], schema: str = "main") -> Iterator[str]:
    """The statements that make tables in a schema."""
    for table in tables:
        yield table.ddl(schema)


def comments(relations: Iterable[Relation]) -> Iterator[str]:
    """The statements that write what everything is into the file itself."""
    for relation in relations:
        kind = "VIEW" if isinstance(relation, View) else "TABLE"
        yield f"COMMENT ON {kind} {relation.name} IS {literal(relation.comment)}"
        for c in relation.columns:
            yield f'COMMENT ON COLUMN {relation.name}."{c.name}" IS {literal(c.comment)}'


def layout_digest(
    relations: Iterable[Relation], macros: Iterable[Macro], feed: Iterable[str]
) -> str:
    """A digest of the tables, views, functions and statements that make what is in a file."""
    hasher = blake2b(digest_size=12)
    for thing in (*relations, *macros, *feed):
        hasher.update(repr(thing).encode())
    return hasher.hexdigest()


def literal(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def values(name: str, columns: str, rows: Iterable[tuple[str | int, ...]]) -> str:
    """The statement that makes a temporary table of texts and numbers that Python knows."""
    listed = ", ".join(
        f"({', '.join(literal(v) if isinstance(v, str) else str(v) for v in row)})" for row in rows
    )
    return f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT * FROM (VALUES {listed}) t({columns})"
