"""The file under a store: is it still the one at the path, may it be written, whose turn is it."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from eventsourcing.sqlite import SQLiteConnection

from domain.contract.errors import GameError, Reason, Unsynced
from domain.record.events import Noted
from domain.store import datastore
from domain.store import path as path_of_store
from domain.store.path import log_of, unreadable_store
from domain.store.recorder import Recorder
from tests.domain.stored import begun, clock, go_on


def open_store(path: Path) -> Recorder:
    return Recorder(path, durable=False, clock=clock)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "s.db"


@pytest.fixture
def recorder(store: Path) -> Iterator[Recorder]:
    recorder = open_store(store)
    yield recorder
    recorder.close()


def copy_of(store: Path, name: str = "copy.db") -> Path:
    """A whole copy of a store, whatever its log holds."""
    copy = store.with_name(name)
    with sqlite3.connect(store) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
    return copy


def remove_beside(store: Path) -> None:
    """Remove what SQLite keeps beside a store."""
    for end in ("-wal", "-shm"):
        store.with_name(store.name + end).unlink(missing_ok=True)


def removed(store: Path) -> None:
    store.unlink()


def removed_whole(store: Path) -> None:
    store.unlink()
    remove_beside(store)


def moved_away(store: Path) -> None:
    store.rename(store.with_name("away.db"))


def folder_moved_away(store: Path) -> None:
    store.parent.rename(store.parent.with_name("away"))


def replaced(store: Path) -> None:
    other = open_store(store.with_name("other.db"))
    begun(other, "m2")
    other.close()
    store.with_name("other.db").replace(store)


def replaced_whole(store: Path) -> None:
    replaced(store)
    remove_beside(store)


def restored(store: Path) -> None:
    """From a copy of this moment, which holds the same match at the same version."""
    copy_of(store).replace(store)


def log_removed(store: Path) -> None:
    log_of(store).unlink()


class TestUnderTheFeet:
    """What is confirmed is in the file that is at the path."""

    @pytest.mark.parametrize(
        "happens",
        [
            *(removed, removed_whole, moved_away, folder_moved_away),
            *(replaced, replaced_whole, restored, log_removed),
        ],
    )
    def test_nothing_is_confirmed(
        self, recorder: Recorder, store: Path, happens: Callable[[Path], None]
    ) -> None:
        record = begun(recorder)
        there = list(record.events)
        happens(store)
        before = store.read_bytes() if store.exists() else None
        for _ in range(2):  # and it is not forgotten
            with pytest.raises(GameError, match="while it was open") as caught:
                go_on(recorder, record)
            assert caught.value.reason is Reason.UNAVAILABLE
            assert record.events == there
        assert (store.read_bytes() if store.exists() else None) == before

    @pytest.mark.parametrize("happens", [removed, moved_away, replaced, restored])
    def test_not_even_if_it_happens_while_it_is_committed(
        self, recorder: Recorder, store: Path, happens: Callable[[Path], None]
    ) -> None:
        record = begun(recorder)
        with recorder.chain.datastore.transaction(commit=False) as c:
            raw = c.sqlite_cursor.connection

        def between(statement: str) -> None:
            if statement == "COMMIT":
                raw.set_trace_callback(None)
                happens(store)

        raw.set_trace_callback(between)
        with pytest.raises(GameError, match="while it was open") as caught:
            go_on(recorder, record)
        assert caught.value.reason is Reason.UNAVAILABLE

    def test_put_back_it_goes_on(self, recorder: Recorder, store: Path) -> None:
        record = begun(recorder)
        moved_away(store)
        with pytest.raises(GameError, match="is gone"):
            go_on(recorder, record)
        store.with_name("away.db").rename(store)
        go_on(recorder, record)
        assert recorder.load("m1").events == record.events

    def test_where_what_was_recorded_last_lies(self, recorder: Recorder, store: Path) -> None:
        record = begun(recorder)
        moved_away(store)
        with pytest.raises(GameError, match=r"may lie in s\.db-wal, which belongs beside it"):
            go_on(recorder, record)

    def test_a_link_that_points_elsewhere(self, tmp_path: Path) -> None:
        for name in ("one.db", "two.db"):
            made = open_store(tmp_path / name)
            begun(made, name[:3])
            made.close()
        link = tmp_path / "s.db"
        link.symlink_to("one.db")
        recorder = open_store(link)
        record = recorder.load("one")
        link.unlink()
        link.symlink_to("two.db")
        with pytest.raises(GameError, match="is another file now"):
            go_on(recorder, record)
        assert recorder.chain.ids() == ["two"]
        go_on(recorder, recorder.load("two"))
        recorder.close()
        assert open_store(tmp_path / "two.db").load("two").version == 5


class TestReadingGoesOn:
    """An answer is about the file that is at the path; nothing was promised about the one before."""

    def test_another_file_is_read(self, recorder: Recorder, store: Path) -> None:
        begun(recorder)
        replaced_whole(store)
        assert recorder.chain.ids() == ["m2"]
        assert recorder.chain.head("m1") is None
        go_on(recorder, recorder.load("m2"))
        other = open_store(store)
        assert other.load("m2").version == 5
        other.close()

    def test_a_record_of_the_file_before_cannot_go_on(
        self, recorder: Recorder, store: Path
    ) -> None:
        """The file now has a match of that name and length, and what is in it differs."""
        record = begun(recorder)
        recorder.play_line(record, "play F5@1")
        copy = copy_of(store)
        other = open_store(copy)
        there = other.load("m1")
        other.take_back(there)
        other.close()
        recorder.remark(record, "as many events")
        assert record.version == there.version
        copy.replace(store)
        remove_beside(store)
        assert recorder.chain.head("m1") == (there.version, there.head)  # it is read anew
        with pytest.raises(GameError) as caught:
            recorder.remark(record, "lost?")
        assert caught.value.reason is Reason.CONFLICT
        assert recorder.load("m1").events == there.events

    def test_nothing_there(self, recorder: Recorder, store: Path) -> None:
        begun(recorder)
        removed_whole(store)
        with pytest.raises(GameError, match="is gone") as caught:
            recorder.load("m1")
        assert caught.value.reason is Reason.UNAVAILABLE
        assert not store.exists()

    def test_the_log_of_the_file_before_is_not_laid_over_another(
        self, recorder: Recorder, store: Path
    ) -> None:
        begun(recorder)
        replaced(store)
        with pytest.raises(GameError, match=r"remove s\.db-wal and s\.db-shm"):
            recorder.load("m1")

    def test_only_the_log_lost(self, recorder: Recorder, store: Path) -> None:
        """What was in it is written into the file by who has it open."""
        record = begun(recorder)
        log_removed(store)
        assert recorder.load("m1").events == record.events
        go_on(recorder, record)
        other = open_store(store)
        assert other.load("m1").events == record.events
        other.close()

    def test_a_copy_laid_into_the_file_after_its_log_was_removed(
        self, recorder: Recorder, store: Path
    ) -> None:
        """SQLite cannot take it while the log of before is open, and would write that over it."""
        begun(recorder)
        copy = copy_of(store)
        go_on(recorder, recorder.load("m1"))
        remove_beside(store)
        shutil.copyfile(copy, store)
        with pytest.raises(GameError, match="was overwritten while it was open"):
            recorder.load("m1")


def emptied_log(store: Path) -> None:
    """What another process may do at any time: write the log into the file."""
    raw = sqlite3.connect(store)
    assert raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    raw.close()


class TestOverwritten:
    """A copy is laid into the file itself, which keeps its number."""

    @pytest.mark.parametrize("later", [0, 1])
    def test_nothing_is_confirmed(self, recorder: Recorder, store: Path, later: int) -> None:
        """`later` lines are in the log only, which still lies over the copy."""
        record = begun(recorder)
        copy = copy_of(store)
        for _ in range(3):
            recorder.remark(record, "long " * 900)
        emptied_log(store)
        for _ in range(later):
            go_on(recorder, record)
        shutil.copyfile(copy, store)
        with pytest.raises(GameError) as caught:
            go_on(recorder, record)
        if later:
            assert caught.value.reason in (Reason.CORRUPT, Reason.UNAVAILABLE)
        else:
            assert "was overwritten while it was open" in caught.value.message
            assert recorder.load("m1").version == 4

    def test_an_emptied_log_is_no_harm(self, recorder: Recorder, store: Path) -> None:
        record = begun(recorder)
        emptied_log(store)
        go_on(recorder, record)
        emptied_log(store)
        assert recorder.load("m1").events == record.events
        go_on(recorder, record)
        assert recorder.load("m1").events == record.events


def hold_the_queue(store: Path) -> subprocess.Popen[str]:
    """Another process that is the first in the queue, and does not get on."""
    waiting = (
        "import fcntl, sys, time; file = open(sys.argv[1]); "
        "fcntl.flock(file, fcntl.LOCK_EX); print('first', flush=True); time.sleep(60)"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", waiting, str(log_of(store))], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "first\n"
    return holder


@pytest.mark.skipif(sys.platform == "win32", reason="there SQLite's own waiting remains")
class TestQueue:
    def test_who_comes_first_writes_first(self, recorder: Recorder, store: Path) -> None:
        begun(recorder)
        blocker = sqlite3.connect(store, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        order: list[int] = []
        writers = []
        for number in range(6):

            def write(number: int = number) -> None:
                with (
                    open_store(store) as one,
                    one.chain.datastore.transaction(commit=True),
                ):
                    order.append(number)

            writers.append(threading.Thread(target=write))
            writers[-1].start()
            time.sleep(0.05)
        blocker.execute("ROLLBACK")
        blocker.close()
        for writer in writers:
            writer.join()
        assert order == [0, 1, 2, 3, 4, 5]

    def test_the_first_is_killed(self, recorder: Recorder, store: Path) -> None:
        record = begun(recorder)
        holder = hold_the_queue(store)
        killer = threading.Timer(0.1, holder.kill)
        killer.start()
        go_on(recorder, record)
        assert holder.wait() != 0
        assert recorder.load("m1").events == record.events

    def test_the_first_does_not_get_on(
        self, recorder: Recorder, store: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record = begun(recorder)
        there = list(record.events)
        holder = hold_the_queue(store)
        monkeypatch.setattr(datastore, "LOCK_TIMEOUT", 0.2)
        with pytest.raises(GameError) as caught:
            go_on(recorder, record)
        assert caught.value.reason is Reason.BUSY
        assert record.events == there
        holder.kill()
        holder.wait()
        go_on(recorder, record)

    def test_nothing_is_left_behind(self, store: Path) -> None:
        recorder = open_store(store)
        go_on(recorder, begun(recorder))
        recorder.close()
        assert [path.name for path in store.parent.iterdir()] == [store.name]

    def test_without_such_locks(self, recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
        def flock(*_: object) -> None:
            raise OSError(95, "Operation not supported")

        monkeypatch.setattr(datastore.fcntl, "flock", flock)
        record = begun(recorder)
        go_on(recorder, record)
        assert recorder.load("m1").events == record.events


class TestDisk:
    """What a disk refuses, in words that say so."""

    @pytest.mark.parametrize(
        ("number", "words"),
        [
            (errno.ENOSPC, "there is no room on the disk"),
            (errno.EDQUOT, "there is no room on the disk"),
            (errno.EFBIG, "there is no room on the disk"),
            (errno.EROFS, "is read-only"),
            (errno.EIO, "the disk under the store s.db fails"),
        ],
    )
    def test_of_the_system(self, number: int, words: str) -> None:
        found = unreadable_store(OSError(number, os.strerror(number)), Path("s.db"))
        assert (found.reason, words in found.message) == (Reason.UNAVAILABLE, True)

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of files")
    def test_no_room(self, recorder: Recorder, store: Path) -> None:
        """No file may grow any more: SQLite's own error, not one made up."""
        record = begun(recorder)
        there = list(record.events)
        size = log_of(store).stat().st_size
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            with pytest.raises(GameError) as caught:
                recorder.append(record, [Noted(note="long " * 1900)])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)
        assert caught.value.reason is Reason.UNAVAILABLE
        assert "nothing was recorded" in caught.value.message
        assert not isinstance(caught.value, Unsynced)
        assert record.events == there == recorder.load("m1").events
        go_on(recorder, record)
        assert recorder.load("m1").events == record.events

    def test_a_commit_that_fails_and_is_there(
        self, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As where the last sync fails: what was written can be read, and counts."""
        record = begun(recorder)
        commit = SQLiteConnection.commit

        def fail(connection: SQLiteConnection) -> None:
            commit(connection)
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(SQLiteConnection, "commit", fail)
        with pytest.raises(Unsynced, match="may not outlive a power failure"):
            go_on(recorder, record)
        monkeypatch.undo()
        assert recorder.load("m1").events == record.events
        assert record.version == 5
        go_on(recorder, record)

    def test_a_commit_that_fails_and_is_not_there(
        self, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record = begun(recorder)
        there = list(record.events)

        def fail(_: SQLiteConnection) -> None:
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(SQLiteConnection, "commit", fail)
        with pytest.raises(GameError, match="nothing was recorded"):
            go_on(recorder, record)
        monkeypatch.undo()
        assert record.events == there == recorder.load("m1").events
        go_on(recorder, record)

    def test_a_schema_that_is_no_text(self, recorder: Recorder, store: Path) -> None:
        begun(recorder)
        recorder.close()
        store.write_bytes(
            store.read_bytes().replace(b"CREATE TABLE chain", b"CREATE \xff\xfeBLE chain")
        )
        with pytest.raises(GameError, match="damaged or no ludograph store") as caught:
            open_store(store)
        assert caught.value.reason is Reason.CORRUPT


@pytest.fixture
def locked(store: Path) -> Iterator[Path]:
    """A store of one match, in a folder and a file that cannot be written."""
    recorder = open_store(store)
    begun(recorder)
    recorder.close()
    store.chmod(0o444)
    store.parent.chmod(0o555)
    yield store
    store.parent.chmod(0o755)


class TestReadOnly:
    """The superuser may write anywhere, so what the system would answer others is put in its mouth."""

    @pytest.fixture(autouse=True)
    def others(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def may(path: Path, mode: int) -> bool:
            wanted = 0o222 if mode == os.W_OK else 0o444
            return bool(path.stat().st_mode & wanted)

        monkeypatch.setattr(path_of_store.os, "access", may)

    def test_it_is_read(self, locked: Path) -> None:
        beside = sorted(locked.parent.iterdir())
        recorder = open_store(locked)
        assert recorder.read_only
        assert recorder.load("m1").version == 4
        assert sorted(locked.parent.iterdir()) == beside
        recorder.close()
        assert sorted(locked.parent.iterdir()) == beside

    def test_it_is_not_written(self, locked: Path) -> None:
        before = locked.read_bytes()
        recorder = open_store(locked)
        with pytest.raises(GameError, match="is read-only, the file or its folder") as caught:
            go_on(recorder, recorder.load("m1"))
        assert caught.value.reason is Reason.UNAVAILABLE
        with pytest.raises(GameError, match="is read-only"):
            begun(recorder, "m2")
        recorder.close()
        assert locked.read_bytes() == before

    def test_what_its_owner_is_writing_is_seen(self, locked: Path) -> None:
        """The owner has it open: a log lies beside it."""
        locked.chmod(0o644)
        locked.parent.chmod(0o755)
        owner = open_store(locked)
        go_on(owner, owner.load("m1"))
        locked.chmod(0o444)
        locked.parent.chmod(0o555)
        recorder = open_store(locked)
        assert recorder.read_only
        assert recorder.load("m1").version == 5
        recorder.close()
        owner.close()

    def test_what_its_owner_writes_later_is_seen(self, locked: Path) -> None:
        recorder = open_store(locked)
        assert recorder.load("m1").version == 4
        locked.chmod(0o644)
        locked.parent.chmod(0o755)
        with open_store(locked) as owner:
            go_on(owner, owner.load("m1"))
            locked.chmod(0o444)
            locked.parent.chmod(0o555)
            assert recorder.load("m1").version == 5
        recorder.close()

    def test_a_store_that_can_be_written_is_not_read_only(self, recorder: Recorder) -> None:
        assert not recorder.read_only
