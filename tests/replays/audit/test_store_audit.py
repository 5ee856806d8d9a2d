"""A store damaged by hand: every damage is found and named, and nothing is ever repaired."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from domain.contract.errors import GameError
from domain.store.recorder import Recorder
from replays.audit.audit import audit_match, read
from replays.audit.blame import Row
from replays.audit.chain import follow
from replays.audit.findings import Kind, StoreReport
from replays.audit.store_audit import audit_store
from tests.replays import laid
from tests.replays.played import make_store, opened, rechained, steps_of

COUNT = 12


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "sound.sqlite"
    make_store(path, COUNT)
    return path


@pytest.fixture
def store(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "store.sqlite"))


@contextmanager
def by_hand(path: Path) -> Iterator[sqlite3.Connection]:
    """The file, to be changed behind ludograph's back."""
    raw = sqlite3.connect(path)
    try:
        with raw:
            yield raw
    finally:
        raw.close()


def audit(path: Path) -> StoreReport:
    """Audit, and make sure that nothing was changed by it."""
    before = dump(path)
    report = audit_store(path, jobs=1)
    assert dump(path) == before
    return report


def dump(path: Path) -> list[str]:
    raw = sqlite3.connect(path)
    try:
        return list(raw.iterdump())
    except (sqlite3.Error, UnicodeDecodeError):
        return []
    finally:
        raw.close()


def found(report: StoreReport) -> dict[str, set[int]]:
    """The matches that failed, and the steps named in each."""
    return {one.match: {finding.step for finding in one.findings} for one in report.failed}


def run(raw: sqlite3.Connection, sql: str, *values: object) -> None:
    assert raw.execute(sql, values).rowcount == 1, sql


def state_of(raw: sqlite3.Connection, match: str, version: int) -> bytes:
    row = raw.execute(
        "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?",
        (match, version),
    ).fetchone()
    return bytes(row[0])


def set_state(raw: sqlite3.Connection, match: str, version: int, state: bytes) -> None:
    sql = "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?"
    run(raw, sql, state, match, version)


def length(raw: sqlite3.Connection, match: str) -> int:
    sql = "SELECT max(originator_version) FROM stored_events WHERE originator_id=?"
    return int(raw.execute(sql, (match,)).fetchone()[0])


def without_key(raw: sqlite3.Connection) -> None:
    """The same table and rows, with nothing that keeps them unique."""
    raw.execute("ALTER TABLE stored_events RENAME TO old")
    raw.execute(
        "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, "
        "topic TEXT, state BLOB)"
    )
    raw.execute(
        "INSERT INTO stored_events (rowid, originator_id, originator_version, topic, state) "
        "SELECT rowid, * FROM old ORDER BY rowid"
    )
    raw.execute("DROP TABLE old")


def test_a_sound_store_is_well(store: Path) -> None:
    report = audit(store)
    assert report.ok and len(report.reports) == COUNT
    assert sum(not one.finished for one in report.reports) == COUNT // 3
    assert all(one.checked == one.steps > 20 for one in report.reports)


def test_several_processes_find_the_same(store: Path) -> None:
    with by_hand(store) as raw:
        set_state(raw, "m003", 9, state_of(raw, "m003", 10))
    alone = audit_store(store, jobs=1)
    from replays.audit import store_audit

    ids = [one.match for one in alone.reports]
    seen: list[tuple[int, int]] = []
    together = store_audit.spread(
        store, ids, 2, store_audit.audit_chunk, lambda done, total: seen.append((done, total))
    )
    assert tuple(together) == alone.reports
    assert seen[-1] == (COUNT, COUNT)


def test_an_empty_store_is_well(tmp_path: Path) -> None:
    Recorder(tmp_path / "new.sqlite").close()
    report = audit_store(tmp_path / "new.sqlite")
    assert report.ok and not report.reports


def test_the_digest_of_the_store_tells_a_lost_match(store: Path) -> None:
    whole = audit(store)
    with by_hand(store) as raw:
        raw.execute("DELETE FROM stored_events WHERE originator_id='m00b'")
        raw.execute("DELETE FROM chain_heads WHERE match_id='m00b'")
    report = audit(store)
    assert report.ok  # the last rows of the log leave no gap
    assert report.digest != whole.digest


# -- flipped bytes -------------------------------------------------------------------------------


def bent(rows: list[Row], index: int, state: bytes) -> list[Row]:
    """The rows of a match, one with other bytes."""
    copies = [Row(row.position, row.version, row.topic, row.state) for row in rows]
    copies[index].state = state
    return copies


def test_any_flipped_byte_of_a_match_is_blamed_on_its_event(store: Path) -> None:
    """In memory, byte by byte: what the audit looks at are the rows of a match."""
    recorder = Recorder(store)
    rows, head, _ = read(recorder.chain, "m003")
    recorder.close()
    assert not follow("m003", rows, head).findings
    rng = random.Random(1)
    for index, row in enumerate(rows):
        for at in range(index % 5, len(row.state), 5):
            state = bytearray(row.state)
            state[at] ^= 1 << rng.randrange(8)
            findings = follow("m003", bent(rows, index, bytes(state)), head).findings
            assert row.version - 1 in {one.step for one in findings}, (row.version, at)


@pytest.mark.parametrize("seed", range(3))
def test_a_flipped_byte_of_an_events_state(store: Path, seed: int) -> None:
    rng = random.Random(seed)
    with by_hand(store) as raw:
        match = f"m00{rng.choice('0123456789ab')}"
        version = rng.choice([1, 2, rng.randint(1, length(raw, match)), length(raw, match)])
        state = bytearray(state_of(raw, match, version))
        state[rng.randrange(len(state))] ^= 1 << rng.randrange(8)
        set_state(raw, match, version, bytes(state))
    report = audit(store)
    assert list(found(report)) == [match]
    assert version - 1 in found(report)[match]
    assert report.failed[0].findings[0].step == version - 1


@pytest.mark.parametrize("version", [2, 3, 20])
def test_a_flipped_digest_is_blamed_on_the_event_that_keeps_it(store: Path, version: int) -> None:
    with by_hand(store) as raw:
        state = state_of(raw, "m004", version)
        head, _, _ = state.rpartition(b'"p":"')
        set_state(raw, "m004", version, head + b'"p":"' + b"A" * 22 + b'"}')
    report = audit(store)
    assert found(report) == {"m004": {version - 1}}
    assert "the digest it keeps" in report.failed[0].findings[0].what


@pytest.mark.parametrize("topic", ["riftforce/stap", "riftfurce/step", "riftforce/opened", "", "/"])
@pytest.mark.parametrize("version", [1, 2, 15])
def test_a_changed_topic(store: Path, topic: str, version: int) -> None:
    if version == 1 and topic == "riftforce/opened":
        topic = "riftforce/step"
    with by_hand(store) as raw:
        sql = "UPDATE stored_events SET topic=? WHERE originator_id='m001' AND originator_version=?"
        run(raw, sql, topic, version)
    report = audit(store)
    assert found(report) == {"m001": {version - 1}}


def test_a_changed_id(store: Path) -> None:
    with by_hand(store) as raw:
        sql = "UPDATE stored_events SET originator_id='x001' WHERE originator_id='m001' AND "
        run(raw, sql + "originator_version=7")
    report = audit(store)
    assert set(found(report)) == {"m001", "x001"}
    assert 6 in found(report)["m001"]
    assert "step 6 is missing" in report.failed[0].findings[0].what


@pytest.mark.parametrize("other", [-3, 0, 900, 2**40])
def test_a_changed_version(store: Path, other: int) -> None:
    with by_hand(store) as raw:
        sql = "UPDATE stored_events SET originator_version=? WHERE originator_id='m001' AND "
        run(raw, sql + "originator_version=7", other)
    assert 6 in found(audit(store))["m001"]


@pytest.mark.parametrize(
    "change",
    [
        "digest='AAAAAAAAAAAAAAAAAAAAAA'",
        "digest=lower(digest)",
        "digest=''",
        "digest=x'00ff'",
        "version=version+1",
        "version=version-1",
        "version=3",
        "version=0",
        "version=123456789012",
        "version='x'",
    ],
)
def test_a_changed_head(store: Path, change: str) -> None:
    with by_hand(store) as raw:
        run(raw, f"UPDATE chain_heads SET {change} WHERE match_id='m002'")
    assert list(found(audit(store))) == ["m002"]


def test_a_head_under_another_name(store: Path) -> None:
    with by_hand(store) as raw:
        run(raw, "UPDATE chain_heads SET match_id='q' WHERE match_id='m002'")
    report = audit(store)
    assert set(found(report)) == {"m002", "q"}
    assert "no head" in report.failed[0].findings[0].what
    assert "events are missing" in report.failed[1].findings[0].what


def test_without_the_table_of_heads(store: Path) -> None:
    with by_hand(store) as raw:
        raw.execute("DROP TABLE chain_heads")
    report = audit_store(store, jobs=1)
    assert len(report.failed) == COUNT


@pytest.mark.parametrize("column", ["state", "topic", "originator_version"])
@pytest.mark.parametrize("value", ["NULL", "12.5", "'text'", "x'ff00ff'", "CAST(x'ff' AS TEXT)"])
def test_a_value_of_another_type(store: Path, column: str, value: str) -> None:
    with by_hand(store) as raw:
        sql = f"UPDATE stored_events SET {column}={value} WHERE originator_id='m001' AND "
        run(raw, sql + "originator_version=7")
    report = audit_store(store, jobs=1)
    assert list(found(report)) == ["m001"]
    assert 6 in found(report)["m001"]


@pytest.mark.parametrize("value", ["NULL", "x'6d303031'", "CAST(x'ff' AS TEXT)"])
def test_an_id_of_another_type(store: Path, value: str) -> None:
    with by_hand(store) as raw:
        sql = f"UPDATE stored_events SET originator_id={value} WHERE originator_id='m001' AND "
        run(raw, sql + "originator_version=7")
    report = audit_store(store, jobs=1)
    assert not report.ok


# -- rows removed, added, exchanged --------------------------------------------------------------


@pytest.mark.parametrize("place", ["first", "second", "middle", "last"])
def test_a_removed_row(store: Path, place: str) -> None:
    with by_hand(store) as raw:
        last = length(raw, "m004")
        version = {"first": 1, "second": 2, "middle": last // 2, "last": last}[place]
        sql = "DELETE FROM stored_events WHERE originator_id='m004' AND originator_version=?"
        run(raw, sql, version)
    report = audit(store)
    assert found(report) == {"m004": {version - 1}}
    assert "missing" in report.failed[0].findings[0].what
    assert "removed" in report.findings[0].what


def test_a_run_of_removed_rows_is_one_finding(store: Path) -> None:
    with by_hand(store) as raw:
        sql = "DELETE FROM stored_events WHERE originator_id='m004' AND originator_version "
        raw.execute(sql + "BETWEEN 11 AND 20")
    (finding,) = audit(store).failed[0].findings
    assert finding.what == "steps 10 to 19 are missing"


def test_a_removed_match(store: Path) -> None:
    with by_hand(store) as raw:
        raw.execute("DELETE FROM stored_events WHERE originator_id='m004'")
    report = audit(store)
    assert found(report) == {"m004": {0}}
    with by_hand(store) as raw:
        raw.execute("DELETE FROM chain_heads WHERE match_id='m004'")
    report = audit(store)
    assert not report.failed
    assert not report.ok and "removed" in report.findings[0].what


def test_a_removed_row_with_the_rest_moved_up(store: Path) -> None:
    with by_hand(store) as raw:
        raw.execute(
            "DELETE FROM stored_events WHERE originator_id='m004' AND originator_version=10"
        )
        for version in range(11, length(raw, "m004") + 1):
            sql = "UPDATE stored_events SET originator_version=? WHERE originator_id='m004' AND "
            run(raw, sql + "originator_version=?", version - 1, version)
    findings = audit(store).failed[0].findings
    assert findings[0].step == 9
    assert findings[0].what.startswith("what lies at step 9 was recorded as step 10")


@pytest.mark.parametrize(("one", "other"), [(5, 6), (5, 9), (2, 3), (1, 2)])
def test_exchanged_states(store: Path, one: int, other: int) -> None:
    with by_hand(store) as raw:
        first, second = state_of(raw, "m004", one), state_of(raw, "m004", other)
        set_state(raw, "m004", one, second)
        set_state(raw, "m004", other, first)
    steps = found(audit(store))
    assert list(steps) == ["m004"]
    assert {one - 1, other - 1} <= steps["m004"]


def test_the_last_two_states_exchanged(store: Path) -> None:
    with by_hand(store) as raw:
        last = length(raw, "m004")
        first, second = state_of(raw, "m004", last - 1), state_of(raw, "m004", last)
        set_state(raw, "m004", last - 1, second)
        set_state(raw, "m004", last, first)
    assert {last - 2, last - 1} <= found(audit(store))["m004"]


@pytest.mark.parametrize(("one", "other"), [(5, 6), (5, 9), (1, 2), (2, 30)])
def test_exchanged_versions(store: Path, one: int, other: int) -> None:
    with by_hand(store) as raw:
        sql = "UPDATE stored_events SET originator_version=? WHERE originator_id='m004' AND "
        for new, old in ((-1, one), (one, other), (other, -1)):
            run(raw, sql + "originator_version=?", new, old)
    findings = audit(store).failed[0].findings
    assert {one - 1, other - 1} <= {finding.step for finding in findings}
    assert any("was recorded as" in finding.what for finding in findings)


@pytest.mark.parametrize(("one", "other"), [(5, 6), (5, 9), (1, 2)])
def test_exchanged_places_in_the_log(store: Path, one: int, other: int) -> None:
    with by_hand(store) as raw:
        sql = "SELECT rowid FROM stored_events WHERE originator_id='m004' AND originator_version=?"
        places = [raw.execute(sql, (v,)).fetchone()[0] for v in (one, other)]
        for new, old in ((10**9, places[0]), (places[0], places[1]), (places[1], 10**9)):
            run(raw, "UPDATE stored_events SET rowid=? WHERE rowid=?", new, old)
    findings = audit(store).failed[0].findings
    assert {finding.step for finding in findings} <= {one - 1, other - 1}
    assert "out of order" in findings[0].what


def test_places_in_the_log_exchanged_between_matches(store: Path) -> None:
    with by_hand(store) as raw:
        sql = "SELECT rowid FROM stored_events WHERE originator_id=? AND originator_version=8"
        places = [raw.execute(sql, (m,)).fetchone()[0] for m in ("m004", "m006")]
        for new, old in ((10**9, places[0]), (places[0], places[1]), (places[1], 10**9)):
            run(raw, "UPDATE stored_events SET rowid=? WHERE rowid=?", new, old)
    assert found(audit(store)) == {"m004": {7}, "m006": {7}}


@pytest.mark.parametrize("what", ["state", "id"])
def test_rows_exchanged_between_matches(store: Path, what: str) -> None:
    with by_hand(store) as raw:
        if what == "state":
            one, other = state_of(raw, "m004", 8), state_of(raw, "m006", 8)
            set_state(raw, "m004", 8, other)
            set_state(raw, "m006", 8, one)
        else:
            sql = "UPDATE stored_events SET originator_id=? WHERE originator_id=? AND "
            for new, old in (("-", "m004"), ("m004", "m006"), ("m006", "-")):
                run(raw, sql + "originator_version=8", new, old)
    steps = found(audit(store))
    assert set(steps) == {"m004", "m006"}
    assert all(7 in named for named in steps.values())


@pytest.mark.parametrize("version", [1, 2, 20])
def test_a_row_there_twice(store: Path, version: int) -> None:
    with by_hand(store) as raw:
        without_key(raw)
        raw.execute(
            "INSERT INTO stored_events SELECT * FROM stored_events "
            "WHERE originator_id='m004' AND originator_version=?",
            (version,),
        )
    report = audit(store)
    assert found(report) == {"m004": {version - 1}}
    assert "is there 2 times, the same" in report.failed[0].findings[0].what


def test_two_different_rows_for_a_step(store: Path) -> None:
    with by_hand(store) as raw:
        without_key(raw)
        raw.execute(
            "INSERT INTO stored_events SELECT originator_id, 5, topic, state FROM stored_events "
            "WHERE originator_id='m004' AND originator_version=9"
        )
    report = audit(store)
    assert 4 in found(report)["m004"]
    assert any("not the same" in finding.what for finding in report.failed[0].findings)


def test_a_copy_behind_the_last_row(store: Path) -> None:
    with by_hand(store) as raw:
        last = length(raw, "m004")
        raw.execute(
            "INSERT INTO stored_events SELECT originator_id, ?, topic, state FROM stored_events "
            "WHERE originator_id='m004' AND originator_version=?",
            (last + 1, last),
        )
    report = audit(store)
    assert last in found(report)["m004"]


def insert_forged(path: Path, version: int) -> None:
    """Insert a copy of a step of another match and move the later steps down."""
    with by_hand(path) as raw:
        state = state_of(raw, "m006", version)
        for old in range(length(raw, "m004"), version - 1, -1):
            sql = "UPDATE stored_events SET originator_version=? WHERE originator_id='m004' AND "
            run(raw, sql + "originator_version=?", old + 1, old)
        sql = "INSERT INTO stored_events VALUES ('m004', ?, 'riftforce/step', ?)"
        run(raw, sql, version, state)


@pytest.mark.parametrize("version", [2, 10, 40])
def test_an_inserted_row_is_the_first_thing_named(store: Path, version: int) -> None:
    insert_forged(store, version)
    findings = audit(store).failed[0].findings
    assert findings[0].step == version - 1
    assert "never recorded" in findings[0].what


def test_a_match_made_up(store: Path) -> None:
    with by_hand(store) as raw:
        raw.execute(
            "INSERT INTO stored_events SELECT 'made', originator_version, topic, state "
            "FROM stored_events WHERE originator_id='m004'"
        )
    report = audit(store)
    assert list(found(report)) == ["made"]


def test_a_cheat_that_makes_the_chain_good_is_found_by_the_rules(store: Path) -> None:
    version = 0
    with by_hand(store) as raw:
        for version in range(2, length(raw, "m004")):
            state = state_of(raw, "m004", version)
            if b'["damage",' in state:
                changed = state.replace(b",2,", b",7,", 1)
                if changed != state:
                    set_state(raw, "m004", version, changed)
                    break
    rechained(store, "m004")
    report = audit(store)
    assert found(report) == {"m004": {version - 1}}
    assert report.failed[0].findings[0].kind in (Kind.FACTS, Kind.ILLEGAL)


# -- events that are no decisions ----------------------------------------------------------------

BESIDE = {
    laid.TAKEN_BACK: "takeback",
    laid.NOTED: "note",
    laid.AMENDED: "amend",
    laid.REDONE: "redo",
}
RULED = {laid.STOOD: "ruling", laid.PENALTY: "ruling", laid.CLOSED: "closed"}
"""Their numbers and tags."""


@pytest.fixture(scope="module")
def a_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("table") / "table.sqlite"
    recorder = Recorder(path, durable=False)
    record = laid.laid()
    for name in ("m1", "m2"):
        recorder.add([(name, record.opened, record.events)])
    recorder.close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.execute("PRAGMA journal_mode=DELETE")
    raw.close()
    return path


@pytest.fixture
def table(a_table: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(a_table, tmp_path / "table.sqlite"))


def named(number: int) -> str:
    """What an event is called."""
    return f"event {number} ({BESIDE[number]})" if number in BESIDE else f"step {number}"


def test_a_store_of_tables_is_well(table: Path) -> None:
    report = audit(table)
    assert report.ok
    assert [len(one.rulings) for one in report.reports] == [3, 3]


@pytest.mark.parametrize("number", [*BESIDE, *RULED])
def test_a_flipped_byte_of_any_event(table: Path, number: int) -> None:
    recorder = Recorder(table)
    rows, head, _ = read(recorder.chain, "m1")
    recorder.close()
    for index in range(len(rows[number].state)):
        state = bytearray(rows[number].state)
        state[index] ^= 1 << (index % 8)
        findings = follow("m1", bent(rows, number, bytes(state)), head).findings
        damaged = [one for one in findings if one.step == number]
        assert any(named(number) in one.what for one in damaged)


@pytest.mark.parametrize("number", [*BESIDE, *RULED])
def test_any_event_removed(table: Path, number: int) -> None:
    with by_hand(table) as raw:
        sql = "DELETE FROM stored_events WHERE originator_id='m1' AND originator_version=?"
        run(raw, sql, number + 1)
    report = audit(table)
    assert found(report) == {"m1": {number}}
    assert report.failed[0].findings[0].what == f"step {number} is missing"


@pytest.mark.parametrize("number", [*BESIDE, *RULED])
def test_any_event_exchanged_with_the_one_before_it(table: Path, number: int) -> None:
    with by_hand(table) as raw:
        sql = "UPDATE stored_events SET originator_version=? WHERE originator_id='m1' AND "
        for new, old in ((-1, number), (number, number + 1), (number + 1, -1)):
            run(raw, sql + "originator_version=?", new, old)
    findings = audit(table).failed[0].findings
    assert {number - 1, number} <= {finding.step for finding in findings}
    assert any(
        finding.what == f"what lies at step {number - 1} was recorded as {named(number)}"
        for finding in findings
    )


@pytest.mark.parametrize("number", [*BESIDE, *RULED])
def test_any_event_there_twice(table: Path, number: int) -> None:
    with by_hand(table) as raw:
        without_key(raw)
        raw.execute(
            "INSERT INTO stored_events SELECT * FROM stored_events "
            "WHERE originator_id='m1' AND originator_version=?",
            (number + 1,),
        )
    report = audit(table)
    assert found(report) == {"m1": {number}}
    assert report.failed[0].findings[0].what.startswith(f"{named(number)} is there 2 times")


@pytest.mark.parametrize("number", [*BESIDE, *RULED])
@pytest.mark.parametrize(
    "tag", ["takeback", "amend", "ruling", "step", "closed", "signed", "opened"]
)
def test_any_event_under_another_name(table: Path, number: int, tag: str) -> None:
    if tag in (BESIDE | RULED)[number]:
        return
    with by_hand(table) as raw:
        sql = "UPDATE stored_events SET topic=? WHERE originator_id='m1' AND originator_version=?"
        run(raw, sql, f"riftforce/{tag}", number + 1)
    assert number in found(audit(table))["m1"]


def test_a_take_back_that_hides_what_it_saw_is_found_though_its_chain_is_good(table: Path) -> None:
    with by_hand(table) as raw:
        state = state_of(raw, "m1", laid.TAKEN_BACK + 1)
        set_state(raw, "m1", laid.TAKEN_BACK + 1, state.replace(b',"revealed":[11]', b""))
    rechained(table, "m1")
    report = audit(table)
    assert found(report) == {"m1": {laid.TAKEN_BACK}}
    assert report.failed[0].findings[0].kind is Kind.HISTORY


# -- the file itself -----------------------------------------------------------------------------


def rows_in(path: Path) -> list[tuple[object, ...]]:
    """All that lies in the tables of the store, whatever its indexes say."""
    raw = sqlite3.connect(path)
    try:
        events = "SELECT rowid, * FROM stored_events NOT INDEXED ORDER BY rowid"
        return [*raw.execute(events), *raw.execute("SELECT * FROM chain_heads")]
    finally:
        raw.close()


def flip(path: Path, offset: int, bit: int) -> None:
    content = bytearray(path.read_bytes())
    content[offset] ^= 1 << bit
    path.write_bytes(content)


@pytest.mark.parametrize("seed", range(25))
def test_a_byte_of_the_file_flipped_inside_an_event(store: Path, seed: int) -> None:
    rng = random.Random(seed)
    with by_hand(store) as raw:
        match = f"m00{rng.choice('0123456789ab')}"
        version = rng.randint(1, length(raw, match))
        state = state_of(raw, match, version)
    content = store.read_bytes()
    assert content.count(state) == 1
    flip(store, content.index(state) + rng.randrange(len(state)), rng.randrange(8))
    report = audit_store(store, jobs=1)
    assert list(found(report)) == [match]
    assert version - 1 in found(report)[match]


@pytest.mark.parametrize("seed", range(25))
def test_a_byte_flipped_anywhere_is_found_or_changes_nothing(
    sound: Path, store: Path, seed: int
) -> None:
    rng = random.Random(seed)
    flip(store, rng.randrange(100, store.stat().st_size), rng.randrange(8))
    try:
        report = audit_store(store, jobs=1)
    except GameError:
        return
    if report.ok:
        assert rows_in(store) == rows_in(sound)


def test_a_row_that_its_index_knows_under_another_name(store: Path) -> None:
    with by_hand(store) as raw:
        state = state_of(raw, "m004", 9)
    content = store.read_bytes()
    flip(store, content.rindex(b"m004", 0, content.index(state)), 1)
    assert not audit_store(store, jobs=1).ok


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_file(store: Path, part: float) -> None:
    content = store.read_bytes()
    store.write_bytes(content[: int(len(content) * part)])
    try:
        report = audit_store(store, jobs=1)
    except GameError:
        return
    assert not report.ok


def test_a_page_of_zeros(store: Path) -> None:
    content = bytearray(store.read_bytes())
    content[4096 * 5 : 4096 * 6] = bytes(4096)
    store.write_bytes(content)
    try:
        assert not audit_store(store, jobs=1).ok
    except GameError:
        return


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "letter.sqlite"
    path.write_text("Dear Ann, " * 1000)
    with pytest.raises(GameError, match="no ludograph store"):
        audit_store(path)


# -- while somebody records ----------------------------------------------------------------------


def test_a_match_that_grows_while_it_is_read_is_well(tmp_path: Path) -> None:
    path = tmp_path / "live.sqlite"
    writer, reader = Recorder(path, durable=False), Recorder(path)
    steps = steps_of(1)
    (record,) = writer.add([("live", opened(), steps[:10])])
    given = iter(steps[10:40])
    placed = reader.chain.placed_rows

    def meanwhile(match_id: str) -> list[tuple[int, int, str, bytes]]:
        rows = placed(match_id)
        if len(record.steps) < 13:
            writer.append(record, [next(given)])
        return rows

    reader.chain.placed_rows = meanwhile  # type: ignore[method-assign]
    report = audit_match(reader.chain, "live")
    writer.close()
    reader.close()
    assert report.ok and report.steps == 13
