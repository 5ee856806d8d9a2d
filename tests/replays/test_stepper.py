"""Stepping through a match with keys, on a terminal that is not there."""

from __future__ import annotations

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from domain.record.match import Record
from replays.cursor import Cursor
from replays.position_text import where
from replays.stepper import ASIDE_KEYS, HELP, KEYS, MORE_KEYS, Stepper
from tests.domain.tabled import evening
from tests.replays.played import match

RIGHT, LEFT, UP, DOWN = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B"
HOME, END, PAGE_DOWN = "\x1b[H", "\x1b[F", "\x1b[6~"


class Screen(DummyOutput):
    """A terminal of a size."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.columns, self.rows = columns, rows

    def get_size(self) -> Size:
        return Size(rows=self.rows, columns=self.columns)


def press(keys: str, record: Record | None = None, rows: int = 24, columns: int = 80) -> Stepper:
    with create_pipe_input() as pipe:
        cursor = Cursor(record or match(1))
        stepper = Stepper(cursor, input=pipe, output=Screen(columns, rows))
        pipe.send_text(keys + "q")
        stepper.run()
    return stepper


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        ("", 0),
        (RIGHT, 1),
        ("nnn", 3),
        ("   " + LEFT, 2),
        ("nnnp", 2),
        ("g34\r", 34),
        ("34\r", 34),
        ("g3\x7f5\r", 5),
        ("g34\r" + HOME, 0),
        ("n" + LEFT * 3, 0),
        ("g9x9n\r", 99),
        ("gx\r", 0),
    ],
)
def test_keys_move_by_step(keys: str, step: int) -> None:
    assert press(keys).cursor.n == step


def test_keys_move_by_turn() -> None:
    cursor = Cursor(match(1))
    assert press(DOWN).cursor.n == cursor.turn_start(1)
    assert press("ttt").cursor.n == cursor.turn_start(3)
    assert press("ttt" + UP).cursor.n == cursor.turn_start(2)
    assert press("tttnT").cursor.n == cursor.turn_start(3)
    assert press("gt12\r").cursor.n == cursor.turn_start(12)
    assert press(END).cursor.n == press("G").cursor.n == len(cursor)


def test_a_place_that_is_not_there_is_said_and_nothing_moves() -> None:
    stepper = press("n" + "g99999\r")
    assert stepper.cursor.n == 1
    assert "no step 99999" in stepper.status()
    assert "no turn 999" in press("gt999\r").status()
    assert "the end" in press("Gn").status()
    assert "the opening" in press("p").status()


def test_help_shows_the_keys_and_goes_away() -> None:
    assert HELP.split("\n")[0] in "\n".join(press("?").board_lines())
    assert not press("??").helping
    assert not press("?n").helping


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (200, 60), (40, 10), (12, 4)])
def test_everything_fits_the_terminal(columns: int, rows: int) -> None:
    stepper = press("G" + PAGE_DOWN, rows=rows, columns=columns)
    used = 4 + stepper.board_height().preferred + len(stepper.changes().split("\n"))
    assert used <= max(rows, 6)
    assert all(len(line) <= columns for line in stepper.changes().split("\n") if columns > 12)


# -- what does not stand -------------------------------------------------------------------------


def test_what_is_typed_is_a_number_and_not_a_place() -> None:
    stepper = press("g30\r", evening())
    assert (stepper.cursor.n, stepper.cursor.number) == (11, 30)
    stepper = press("g30\rg12\r", evening())
    assert stepper.cursor.number == 30
    assert stepper.status() == " step 12 was taken back by event 13: v shows such lines"


def test_what_was_taken_back_or_corrected_is_told_first() -> None:
    assert press("g30\r", evening()).change_lines()[0].startswith("taken back here: steps 11-12")
    assert press("g23\r", evening()).changes().startswith("  corrected ")


def test_v_shows_the_lines_that_do_not_stand_one_after_the_other() -> None:
    record = evening()
    ends = [variation.numbers[-1] for variation in record.history.variations]
    assert ends == [12, 21]
    assert (press("v", record).cursor.to, press("v", record).cursor.number) == (12, 11)
    assert (press("vv", record).cursor.to, press("vv", record).cursor.number) == (21, 4)
    assert press("vvv", record).cursor.to is None
    assert press("g30\rvvv", record).cursor.number == 3
    assert press("v" + END, record).cursor.number == 12
    assert "on a line taken back by event 13" in press("v", record).shown(where)


def test_escape_goes_back_to_what_stands() -> None:
    record = evening()
    assert press("v\x1b", record).cursor.to is None
    assert press("v?\x1b", record).cursor.to == 12


def test_the_keys_are_named_where_they_do_something() -> None:
    record = evening()
    assert press("").status() == KEYS
    assert press("", record).status() == MORE_KEYS
    assert press("v", record).status() == ASIDE_KEYS
    assert "nothing was taken back" in press("v").status()
    assert all(len(line) <= 80 for line in (KEYS, MORE_KEYS, ASIDE_KEYS))


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (40, 10)])
def test_what_is_told_beside_the_line_fits_too(columns: int, rows: int) -> None:
    for number in evening().numbers:
        stepper = press(f"g{number}\r", evening(), rows, columns)
        used = 4 + stepper.board_height().preferred + len(stepper.changes().split("\n"))
        assert used <= max(rows, 6)
        assert all(len(line) <= columns for line in stepper.changes().split("\n"))
