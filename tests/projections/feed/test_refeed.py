"""Matches that are taken in anew: what was taken back, corrected or ruled, whenever it came in."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest

from domain.contract.errors import GameError
from domain.contract.game import SEAT_NAMES, seat_name
from domain.formats.jsonl import plain
from domain.games import GAMES
from domain.record.events import ON_THE_LINE, TAGS, Amended, Closed, Noted, Ruled, Step, TakenBack
from domain.record.history import CORRECTED
from domain.record.match import Record
from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games import registry
from projections.read import reader as reading
from projections.schema.definitions import OPENINGS
from projections.schema.fact_columns import struct_fields
from projections.schema.record_tables import RECORD_TABLES
from projections.schema.views import NO_DECISIONS
from tests.projections.bent import contents, fed, read, store_of, straightened
from tests.replays.laid import laid

Bent = tuple[Path, list[Record]]
TOLD = {table.name for table in RECORD_TABLES}


def test_much_is_bent(bent: Bent) -> None:
    kinds = Counter(type(event) for record in bent[1] for event in record.events)
    assert len(bent[1]) == 9 and sum(kinds.values()) > 250
    assert all(kinds[kind] for kind in (TakenBack, Amended, Ruled, Closed, Noted))
    assert {record.game.key for record in bent[1]} == {"riftforce", "solforge", "magical_forge"}
    assert sum(all(type(event) is Step for event in record.events) for record in bent[1]) == 1


def test_in_pieces_it_is_the_same_as_all_at_once(
    bent: Bent, bent_analytics: Path, tmp_path: Path
) -> None:
    path = tmp_path / "pieces.duckdb"
    events = sum(record.version for record in bent[1])
    assert feed.catch_up(bent[0], path, most=70) == events
    assert contents(path) == contents(bent_analytics)
    assert feed.catch_up(bent[0], path) == 0
    assert feed.rebuild(bent[0], path) == events
    assert contents(path) == contents(bent_analytics)


def test_one_event_at_a_time_is_the_same_as_all_at_once(tmp_path: Path) -> None:
    store, pieces, whole = (tmp_path / name for name in ("m.sqlite", "1.duckdb", "all.duckdb"))
    record = laid()
    store_of(store, [record])
    feed.catch_up(store, whole)
    assert feed.catch_up(store, pieces, most=1) == record.version == 30
    assert contents(pieces) == contents(whole)


def test_what_stands_has_the_rows_of_a_match_that_went_so(
    bent: Bent, bent_analytics: Path, tmp_path: Path
) -> None:
    """The oracle: the line alone, as decisions without gaps, gives the same rows for other steps."""
    store, path = tmp_path / "straight.sqlite", tmp_path / "straight.duckdb"
    store_of(store, [straightened(record) for record in bent[1]])
    feed.catch_up(store, path)
    numbers = {record.id: [0, *record.numbers] for record in bent[1]}
    with duckdb.connect(str(path)) as con:
        con.execute("CREATE TABLE names AS SELECT match, match_id FROM openings")
        con.execute("CREATE TABLE places (match BIGINT, was INTEGER, now INTEGER)")
        with duckdb.connect(str(bent_analytics), read_only=True) as other:
            matches = dict(other.execute("SELECT match_id, match FROM openings").fetchall())
        for match, match_id in con.execute("FROM names").fetchall():
            for place, number in enumerate(numbers[match_id]):
                con.execute("INSERT INTO places VALUES (?, ?, ?)", [match, place, number])
            con.execute("UPDATE names SET match_id = ? WHERE match = ?", [matches[match_id], match])
        for table in registry.TABLES:
            steps = {c.name for c in table.columns} & {"step", "played_step"}
            for column in steps if table.name not in TOLD else ():
                con.execute(
                    f"UPDATE {table.name} t SET {column} = p.now FROM places p "
                    f"WHERE p.match = t.match AND p.was = t.{column}"
                )
        for table in registry.TABLES:
            con.execute(
                f"UPDATE {table.name} t SET match = n.match_id::BIGINT + 1000000 "
                "FROM names n WHERE n.match = t.match"
            )
            con.execute(f"UPDATE {table.name} SET match = match - 1000000")
    expected, found = contents(path), contents(bent_analytics)
    for name in found.keys() - TOLD - {"steps", "endings"}:
        assert found[name] == expected[name], name
    steps = [(row[:4], row[5]) for row in found["steps"] if row[4] not in NO_DECISIONS]
    others = [(row[:4], row[5]) for row in expected["steps"]]
    assert set(steps) <= set(others)
    gone = {row[0][:2] for row in set(others) - set(steps)}
    assert len(gone) == sum(
        isinstance(step, Ruled) and step.action is None for r in bent[1] for step in r.steps
    )


def test_steps_are_what_stands(bent: Bent, bent_analytics: Path) -> None:
    with duckdb.connect(str(bent_analytics), read_only=True) as con:
        rows = con.execute(
            "SELECT match_id, list(step ORDER BY step), list(s.seat ORDER BY step), "
            "list(epoch_ms(s.recorded_at) ORDER BY step) "
            "FROM steps s JOIN openings USING (match) GROUP BY match_id ORDER BY match_id"
        ).fetchall()
    assert len(rows) == len(bent[1])
    for record, (match_id, steps, seats, recorded) in zip(bent[1], rows, strict=True):
        assert (match_id, steps) == (record.id, list(record.numbers))
        assert seats == [seat_name(step.seat) for step in record.steps]
        assert recorded == [record.opened.at + step.after for step in record.steps]
    with duckdb.connect(str(bent_analytics), read_only=True) as con:
        times = con.execute(
            "SELECT match_id, step, epoch_ms(s.occurred_at) FROM steps s JOIN openings USING (match) "
            "WHERE s.occurred_at IS NOT NULL ORDER BY match_id, step"
        ).fetchall()
    assert len(times) > 10
    assert times == [
        (record.id, number, record.opened.at + step.occurred)
        for record in bent[1]
        for number, step in zip(record.numbers, record.steps, strict=True)
        if step.occurred is not None
    ]


def test_ends_are_those_of_the_record(bent: Bent, bent_analytics: Path) -> None:
    with duckdb.connect(str(bent_analytics), read_only=True) as con:
        rows = {
            row[0]: row[1:]
            for row in con.execute(
                "SELECT match_id, winner, why, score_a, score_b, steps, status FROM matches"
            ).fetchall()
        }
        sides = {
            match
            for (match,) in con.execute(
                "SELECT DISTINCT match_id FROM sides JOIN openings USING (match)"
            ).fetchall()
        }
    found = set()
    for record in bent[1]:
        result = record.result()
        if result is None:
            assert rows[record.id] == (None, None, None, None, None, "open")
            continue
        winner = None if result.winner is None else SEAT_NAMES[result.winner]
        status = "abandoned" if result.outcome == "no result" else "finished"
        expected = (winner, result.why, *result.totals, len(record.steps), status)
        assert rows[record.id] == expected
        assert (record.id in sides) == (status == "finished")
        found.add(status)
    assert found


def test_what_is_told_of_the_recording(bent: Bent, bent_analytics: Path) -> None:
    with duckdb.connect(str(bent_analytics), read_only=True) as con:

        def rows(columns: str, table: str) -> list[Any]:
            return con.execute(
                f"SELECT match_id, {columns} FROM {table} t JOIN openings USING (match) ORDER BY 1, 2"
            ).fetchall()

        beside = rows("t.event, t.kind, to_step, about, epoch_ms(t.recorded_at)", "beside")
        variations = rows("step, t.seat, action, off_by, corrected", "variations")
        rulings = rows("step, t.kind, judge, action, stands, t.note", "rulings")
        closings = rows("step, why, winner, stands", "closings")
        corrections = rows("step, was_step, t.event, stands", "corrections")
    events = [(r, n, e) for r in bent[1] for n, e in enumerate(r.events, 1)]
    assert beside == [
        (r.id, n, TAGS[type(e)], getattr(e, "to", None), getattr(e, "about", getattr(e, "upto", None)),
         r.opened.at + e.after)
        for r, n, e in events if not isinstance(e, ON_THE_LINE)
    ]  # fmt: skip
    off = {(r.id, n): v for r in bent[1] for v in r.history.variations for n in v.numbers}
    assert [row[:2] for row in variations] == sorted(off)
    assert all((v[4], v[5]) == (off[v[:2]].by, off[v[:2]].reason == CORRECTED) for v in variations)
    standing = {(r.id, n) for r in bent[1] for n in r.numbers}
    assert standing.isdisjoint(off)
    assert rulings == [
        (r.id, n, e.kind, e.judge or None,
         e.action and str(e.action.__struct_config__.tag), (r.id, n) in standing, e.note or None)
        for r, n, e in events if isinstance(e, Ruled)
    ]  # fmt: skip
    assert closings == [
        (r.id, n, e.why, None if e.winner is None else SEAT_NAMES[e.winner], (r.id, n) in standing)
        for r, n, e in events if isinstance(e, Closed)
    ]  # fmt: skip
    amended = {(r.id, n): max(m for m, x in enumerate(r.events[:n], 1) if isinstance(x, Amended))
               for r, n, e in events if getattr(e, "redecides", 0)}  # fmt: skip
    assert corrections == [
        (r.id, n, e.redecides, amended[r.id, n], (r.id, n) in standing)
        for r, n, e in events if getattr(e, "redecides", 0)
    ]  # fmt: skip


def test_fields_have_the_names_that_actions_have(bent: Bent, bent_analytics: Path) -> None:
    """A step that was taken back says what it would say if it stood."""
    sql = (
        "SELECT action, data FROM (SELECT action, data::VARCHAR AS data FROM {}) "
        "WHERE action = 'play' AND json_exists(data, '$.location') LIMIT 1"
    )
    with duckdb.connect(str(bent_analytics), read_only=True) as con:
        (gone,) = con.execute(sql.format("variations")).fetchall()
        (stands,) = con.execute(sql.format("actions")).fetchall()
        keys = [con.execute("SELECT json_keys(?)", [row[1]]).fetchall() for row in (gone, stands)]
        whats = con.execute("SELECT match_id, step, what FROM rulings JOIN openings USING (match)")
        facts = {row[:2]: row[2] for row in whats.fetchall()}
    assert keys[0] == keys[1]
    for record in bent[1]:
        for number, event in enumerate(record.events, 1):
            if isinstance(event, Ruled):
                told = json.loads(facts[record.id, number])
                if event.action is None:
                    expected = [plain(fact) for fact in event.facts[: event.entered]]
                    assert told == json.loads(json.dumps(expected))
                else:
                    assert told["type"] == event.action.__struct_config__.tag


def test_no_game_calls_an_action_as_what_is_no_decision() -> None:
    for game in GAMES.values():
        assert not {tag for tag, _, _ in struct_fields(game.action_type)} & set(NO_DECISIONS)


@pytest.mark.parametrize("events", [11, 150])
def test_what_is_no_more_true_is_hidden_from_readers(
    bent: Bent, bent_analytics: Path, tmp_path: Path, events: int
) -> None:
    path = fed(bent[0], tmp_path / "a.duckdb", events)
    with reading.open_reader(bent[0], bent_analytics) as reader:
        assert reader.tail == 0
        whole = read(reader, registry.RELATIONS)
    with reading.open_reader(bent[0], path) as reader:
        assert reader.tail > 50
        assert read(reader, registry.RELATIONS) == whole


def test_a_step_after_a_take_back_is_seen_by_readers(tmp_path: Path) -> None:
    """The file has the take-back, what comes after it is just a decision: all of it is taken in anew."""
    store, path = tmp_path / "m.sqlite", tmp_path / "a.duckdb"
    recorder = Recorder(store)
    game = GAMES["riftforce"]
    record = recorder.new_match(game, {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"})
    for line in ("hand A F5 F6 F7", "hand B", "face C5", "play F5@1"):
        recorder.play_line(record, line)
    recorder.take_back(record)
    recorder.close()
    feed.catch_up(store, path)
    recorder = Recorder(store)
    record = recorder.load(record.id)
    recorder.play_line(record, "play F6@2 F5@3")
    recorder.close()
    sql = "SELECT step, elemental, number, location FROM riftforce_plays ORDER BY step"
    with reading.open_reader(store, path) as reader:
        assert reader.tail == len(record.events) - 6
        plays = list(reader.ask(sql).rows())
        assert [row[2:] for row in plays] == [(6, 2), (5, 3)]
        off = list(reader.ask("SELECT action, off_by FROM variations ORDER BY step").rows())
        assert off == [("play", 6), ("done", 6)]
    feed.catch_up(store, path)
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute(sql).fetchall() == plays


def test_a_straight_store_has_no_condition_in_its_views(store: Path, analytics: Path) -> None:
    with reading.open_reader(store, analytics, as_of=2**41) as reader:  # a time to come
        ((sql,),) = reader.ask("SELECT sql FROM duckdb_views() WHERE view_name = 'steps'").rows()
    assert "UNION ALL" in sql and "hidden" not in sql


def test_killed_at_any_point_nothing_is_lost_or_double(
    bent: Bent, bent_analytics: Path, tmp_path: Path
) -> None:
    path = tmp_path / "a.duckdb"
    code = (
        "import sys; from pathlib import Path; from projections.feed import feed\n"
        "feed.catch_up(Path(sys.argv[1]), Path(sys.argv[2]), most=60, "
        "progress=lambda done, all: print(done, flush=True))"
    )
    rng = random.Random(3)
    for _ in range(2):
        with subprocess.Popen(
            [sys.executable, "-c", code, str(bent[0]), str(path)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[3],
        ) as other:
            assert other.stdout and other.stdout.readline()
            time.sleep(rng.random() * 0.4)
            os.kill(other.pid, signal.SIGKILL)
    feed.catch_up(bent[0], path)
    assert contents(path) == contents(bent_analytics)


def test_a_bent_match_that_cannot_be_read_is_named_and_nothing_of_it_stays(
    bent: Bent, tmp_path: Path
) -> None:
    bad, path = tmp_path / "bad.sqlite", tmp_path / "a.duckdb"
    record = next(r for r in bent[1] if any(isinstance(e, TakenBack) for e in r.events))
    version = 2 + next(n for n, e in enumerate(record.events) if isinstance(e, TakenBack))
    with sqlite3.connect(bent[0]) as source, sqlite3.connect(bad) as target:
        source.backup(target)
        target.execute(
            "UPDATE stored_events SET state = '{\"to\":999}' WHERE originator_id = ? "
            "AND originator_version = ?",
            (record.id, version),
        )
    source.close()
    target.close()
    errors: list[GameError] = []
    feed.catch_up(bad, path, left_out=errors.append)
    assert [record.id in str(error) for error in errors] == [True]
    good = tmp_path / "good.duckdb"
    feed.catch_up(bent[0], good)
    with duckdb.connect(str(good)) as con:
        feed.refeed.forget(con, "main", [record.id])
    assert contents(path) == contents(good)


def test_columns_are_written_in_order() -> None:
    names = [column.name for column in OPENINGS.columns]
    assert names[-2:] == ["origin", "origin_step"]
