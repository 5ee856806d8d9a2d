import signal
import threading

import duckdb
import pytest

from projections.database import interruptible


def test_an_interrupt_while_duckdb_works_is_one_from_the_keyboard() -> None:
    with duckdb.connect() as con:
        threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,)).start()
        with pytest.raises(KeyboardInterrupt), interruptible():
            con.execute("SELECT count(*) FROM range(1000000000000)")


def test_another_fault_stays_what_it_is() -> None:
    with pytest.raises(RuntimeError, match="the connection was interrupted"), interruptible():
        raise RuntimeError("the connection was interrupted")
    with pytest.raises(duckdb.Error), interruptible():
        raise duckdb.BinderException("no such column")
