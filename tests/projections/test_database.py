import signal
import threading
from pathlib import Path

import duckdb
import pytest

from projections import database
from projections.database import interruptible
from projections.read import reader


def test_an_interrupt_while_duckdb_works_is_one_from_the_keyboard() -> None:
    with duckdb.connect() as con:
        for _ in range(4):  # whichever thread does the work
            threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,)).start()
            with pytest.raises(KeyboardInterrupt), interruptible(con):
                con.execute("SELECT count(*) FROM range(1000000000000)")
        assert con.execute("SELECT 1").fetchall() == [(1,)]
    assert signal.set_wakeup_fd(-1) == -1


def test_another_fault_stays_what_it_is() -> None:
    with duckdb.connect() as con:
        with (
            pytest.raises(RuntimeError, match="the connection was interrupted"),
            interruptible(con),
        ):
            raise RuntimeError("the connection was interrupted")
        with pytest.raises(duckdb.Error), interruptible(con):
            raise duckdb.BinderException("no such column")


def test_an_interrupt_while_a_reader_opens_is_one_from_the_keyboard(
    store: Path, analytics: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def long(con: duckdb.DuckDBPyConnection) -> None:
        threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,)).start()
        con.execute("SELECT count(*) FROM range(1000000000000)")

    monkeypatch.setattr(reader, "lock_down", long)
    with pytest.raises(KeyboardInterrupt), reader.open_reader(store, analytics):
        raise AssertionError("it is not open yet")


def test_memory_is_bounded_wherever_a_file_is_opened(tmp_path: Path) -> None:
    """Of a process that has little: the one that feeds the file, too."""
    before = database.MEMORY.set(64 * 1024 * 1024)
    try:
        con = database.open_to_write(tmp_path / "a.duckdb")
    finally:
        database.MEMORY.reset(before)
    assert con.execute("SELECT current_setting('memory_limit')").fetchall() == [("64.0 MiB",)]
    con.close()
