"""The file under a store: is it still the one at the path, may it be written, whose turn is it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.contract.errors import GameError, Reason
from domain.store.datastore import log_of
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
