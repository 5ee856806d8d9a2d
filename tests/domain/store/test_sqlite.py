"""How events lie on disk."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.contract.errors import CorruptStream, GameError, Reason
from domain.games.riftforce.game import RIFTFORCE
from domain.store.path import unreadable_store
from domain.store.recorder import Recorder
from domain.store.sqlite import Envelope, EnvelopeMapper
from tests.domain.stored import begun, clock, go_on

ROOT = Path(__file__).parents[3]


def open_store(path: Path, *, durable: bool = False) -> Recorder:
    return Recorder(path, durable=durable, clock=clock)


class TestSyncing:
    @pytest.mark.parametrize(("durable", "level"), [(True, 2), (False, 1)])
    def test_as_asked(self, tmp_path: Path, durable: bool, level: int) -> None:
        """2 is FULL: every commit reaches the disk. 1 is NORMAL: the file is whole after any crash."""
        recorder = open_store(tmp_path / "s.db", durable=durable)
        begun(recorder)
        for commit in (True, False):
            with recorder.chain.datastore.transaction(commit=commit) as c:
                c.execute("PRAGMA synchronous")
                assert c.fetchone()[0] == level
                c.execute("PRAGMA journal_mode")
                assert c.fetchone()[0] == "wal"
        recorder.close()


class TestEnvironment:
    @pytest.mark.parametrize("name", ["SQLITE_DBNAME", "LUDOGRAPH_SQLITE_DBNAME"])
    def test_the_librarys_variables_do_not_reach_in(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        monkeypatch.setenv(name, str(tmp_path / "elsewhere.db"))
        monkeypatch.setenv("ORIGINATOR_ID_TYPE", "uuid")
        monkeypatch.setenv("LUDOGRAPH_ORIGINATOR_ID_TYPE", "uuid")
        monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.popo")
        monkeypatch.setenv("COMPRESSOR_TOPIC", "zlib")
        monkeypatch.setenv("LUDOGRAPH_CREATE_TABLE", "no")
        path = tmp_path / "s.db"
        recorder = open_store(path)
        begun(recorder)
        recorder.close()
        assert not (tmp_path / "elsewhere.db").exists()
        again = open_store(path)
        assert again.load("m1").version == 4
        again.close()

    def test_in_a_process_of_its_own(self, tmp_path: Path) -> None:
        """Variables that are there before anything is imported."""
        elsewhere = tmp_path / "elsewhere.db"
        code = (
            "import sys; from pathlib import Path; from domain.store.recorder import Recorder\n"
            "from tests.domain.stored import begun\n"
            "r = Recorder(Path(sys.argv[1])); begun(r); print(r.load('m1').version)"
        )
        names = ("SQLITE_DBNAME", "LUDOGRAPH_SQLITE_DBNAME", "Ludograph_SQLITE_DBNAME")
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "s.db")],
            env={**os.environ, **dict.fromkeys(names, str(elsewhere))},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.stdout.strip() == "4", done.stderr
        assert not elsewhere.exists()


class TestRows:
    def test_anybody_can_read_them(self, tmp_path: Path) -> None:
        recorder = open_store(tmp_path / "s.db")
        begun(recorder)
        recorder.close()
        with sqlite3.connect(tmp_path / "s.db") as connection:
            rows = connection.execute(
                "SELECT originator_id, originator_version, topic, json_extract(state, '$.a[0]') "
                "FROM stored_events"
            ).fetchall()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.close()
        assert rows == [
            ("m1", 1, "riftforce/opened", None),
            ("m1", 2, "riftforce/step", "deal"),
            ("m1", 3, "riftforce/step", "deal"),
            ("m1", 4, "riftforce/step", "face"),
        ]
        assert version == 1

    def test_lists(self, tmp_path: Path) -> None:
        recorder = open_store(tmp_path / "s.db")
        for name in ("b", "a", "c"):
            begun(recorder, name)
        chain = recorder.chain
        assert chain.ids() == ["c", "a", "b"]
        assert chain.ids(1, 1) == ["a"]
        assert chain.every_id() == ["b", "a", "c"]
        assert chain.known(["a", "x", "c"]) == {"a", "c"}
        assert chain.known([str(n) for n in range(1200)] + ["b"]) == {"b"}
        assert chain.count() == (3, 12)
        assert [row[0] for row in chain.rows("a", gt=2)] == [3, 4]
        assert [row[:2] for row in chain.placed_rows("a")] == [(5, 1), (6, 2), (7, 3), (8, 4)]
        assert chain.gaps() == []
        assert chain.broken_pages() == []
        recorder.close()

    def test_a_gap_in_the_log_is_seen(self, tmp_path: Path) -> None:
        recorder = open_store(tmp_path / "s.db")
        begun(recorder, "a")
        begun(recorder, "b")
        with sqlite3.connect(tmp_path / "s.db") as connection:
            connection.execute("DELETE FROM stored_events WHERE rowid IN (2, 3, 6)")
        connection.close()
        assert recorder.chain.gaps() == [(2, 3), (6, 6)]
        recorder.close()


class TestAppending:
    """The recorder of the store itself refuses what does not come next."""

    @pytest.mark.parametrize("versions", [[4], [6], [5, 7], [5, 5], [6, 5], [1]])
    def test_only_the_next_versions(self, tmp_path: Path, versions: list[int]) -> None:
        recorder = open_store(tmp_path / "s.db")
        begun(recorder)
        before = recorder.chain.rows("m1")
        events = [StoredEvent("m1", version, "riftforce/step", b"{}") for version in versions]
        with pytest.raises(IntegrityError):
            recorder.chain.insert_events(events)
        assert recorder.chain.rows("m1") == before
        assert recorder.chain.head("m1") == (4, recorder.load("m1").head)
        recorder.close()

    def test_not_to_a_match_that_is_not_there(self, tmp_path: Path) -> None:
        recorder = open_store(tmp_path / "s.db")
        with pytest.raises(IntegrityError):
            recorder.chain.insert_events([StoredEvent("m9", 2, "riftforce/step", b"{}")])
        assert recorder.chain.count() == (0, 0)
        recorder.close()

    def test_all_matches_or_none(self, tmp_path: Path) -> None:
        recorder = open_store(tmp_path / "s.db")
        begun(recorder)
        events = [
            StoredEvent("m2", 1, "riftforce/opened", b"{}"),
            StoredEvent("m1", 4, "riftforce/step", b"{}"),
        ]
        with pytest.raises(IntegrityError):
            recorder.chain.insert_events(events)
        assert recorder.chain.head("m2") is None
        recorder.close()


class TestMapper:
    def test_there_and_back(self, tmp_path: Path) -> None:
        recorder = open_store(tmp_path / "s.db")
        there = begun(recorder)
        mapper = EnvelopeMapper()
        for version, topic, state in recorder.chain.rows("m1"):
            stored = mapper.to_stored_event(Envelope("m1", version, topic, state))
            found = mapper.to_domain_event(stored)
            assert (found.originator_id, found.originator_version, found.state) == (
                "m1",
                version,
                state,
            )
            assert found.event == (there.opened if version == 1 else there.steps[version - 2])
        recorder.close()

    def test_an_unknown_game(self) -> None:
        with pytest.raises(CorruptStream, match="match m1, version 3: unknown kind 'chess/step'"):
            EnvelopeMapper().to_domain_event(StoredEvent("m1", 3, "chess/step", b"{}"))


class TestBadFiles:
    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(GameError, match="is a folder") as caught:
            open_store(tmp_path)
        assert caught.value.reason is Reason.NOT_FOUND

    @pytest.mark.parametrize("content", [b"hello " * 300, b"SQLite format 3\0" + b"x" * 2000])
    def test_no_store(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "s.db"
        path.write_bytes(content)
        with pytest.raises(GameError, match="damaged or no ludograph store") as caught:
            open_store(path)
        assert caught.value.reason is Reason.CORRUPT
        assert path.read_bytes() == content

    def test_a_folder_that_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "x").write_text("")
        with pytest.raises(GameError, match="cannot be opened"):
            open_store(tmp_path / "x" / "s.db")

    def test_odd_names(self, tmp_path: Path) -> None:
        """Characters that mean something in a URI."""
        for name in ("a b.db", "ä?x=1.db", "100%25.db", "#1.db"):
            recorder = open_store(tmp_path / name)
            begun(recorder)
            go_on(recorder, recorder.load("m1"))
            recorder.close()
            assert (tmp_path / name).stat().st_size > 0
            again = open_store(tmp_path / name)
            assert again.load("m1").version > 4
            again.close()

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("database is locked", Reason.BUSY),
            ("database disk image is malformed", Reason.CORRUPT),
            ("file is not a database", Reason.CORRUPT),
            ("no such table: stored_events", Reason.CORRUPT),
            ("unable to open database file", Reason.NOT_FOUND),
        ],
    )
    def test_reasons(self, text: str, reason: Reason) -> None:
        error = unreadable_store(sqlite3.OperationalError(text), Path("s.db"))
        assert error.reason is reason
        assert "the store s.db" in error.message

    def test_busy(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Another process writes, and does not finish in time."""
        monkeypatch.setattr("domain.store.datastore.LOCK_TIMEOUT", 0.2)
        recorder = open_store(tmp_path / "s.db")
        there = begun(recorder)
        before = recorder.chain.rows("m1")
        writer = sqlite3.connect(tmp_path / "s.db", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(GameError, match="written by another process") as caught:
            recorder.play_line(there, "play F5@1")
        assert caught.value.reason is Reason.BUSY
        assert recorder.chain.rows("m1") == before  # reading goes on meanwhile
        writer.execute("ROLLBACK")
        writer.close()
        recorder.play_line(there, "play F5@1")
        assert recorder.load("m1").steps == there.steps
        recorder.close()


def test_the_name_of_the_application() -> None:
    """It begins the names of the library's variables, and must stay what it is."""
    assert Recorder.name == "ludograph"
    assert RIFTFORCE.key == "riftforce"


class TestOpenings:
    """All openings, and the matches of a game, are found without reading every event."""

    def test_an_index_finds_them(self, tmp_path: Path) -> None:
        recorder = open_store(tmp_path / "s.db")
        go_on(recorder, begun(recorder))
        asked: list[str] = []
        with recorder.chain.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.connection.set_trace_callback(asked.append)
        assert [match_id for match_id, _ in recorder.openings()] == ["m1"]
        assert [match_id for match_id, _ in recorder.openings("riftforce")] == ["m1"]
        assert recorder.chain.ids(game="riftforce") == ["m1"]
        assert recorder.chain.count("riftforce")[0] == 1
        assert list(recorder.openings("solforge")) == recorder.chain.ids(game="solforge") == []
        recorder.close()
        selects = [sql for sql in asked if sql.startswith("SELECT")]
        assert len(selects) == 6
        with sqlite3.connect(tmp_path / "s.db") as raw:
            for sql in selects:
                plan = " ".join(row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {sql}"))
                assert "USING INDEX openings" in plan or "USING COVERING INDEX openings" in plan

    def test_an_older_store_gets_the_index_with_the_next_event(self, tmp_path: Path) -> None:
        path = tmp_path / "s.db"
        recorder = open_store(path)
        begun(recorder)
        recorder.close()
        with sqlite3.connect(path) as raw:
            raw.execute("DROP INDEX openings")
        again = open_store(path)
        assert [match_id for match_id, _ in again.openings()] == ["m1"]
        assert not indexed(path)
        go_on(again, again.load("m1"))
        again.close()
        assert indexed(path)


def indexed(path: Path) -> bool:
    """Look into the file whether openings have their index."""
    with sqlite3.connect(path) as raw:
        return bool(raw.execute("SELECT 1 FROM sqlite_master WHERE name='openings'").fetchall())
