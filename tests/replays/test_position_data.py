"""A moment for programs."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.store.recorder import Recorder
from replays.cursor import ALL, Cursor
from replays.position_data import asked, moment
from tests.domain.tabled import AGREED, GAMES, Paper, evening
from tests.replays.played import match


def at(number: int, seat: Any = ALL, to: int | None = None) -> dict[str, Any]:
    cursor = Cursor(evening(), seat, to=to)
    cursor.go_to(number)
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(moment(cursor)))
    return found


def test_of_a_straight_match_step_and_place_are_one() -> None:
    cursor = Cursor(match(1))
    cursor.seek(7)
    found = moment(cursor)
    assert (found["step"], found["place"], found["steps"]) == (7, 7, len(cursor))
    assert (found["variation"], found["stands"], found["beside"]) == (None, True, [])


def test_a_step_is_known_by_its_number() -> None:
    found = at(31)
    assert (found["step"], found["place"], found["steps"]) == (31, 12, 20)
    assert found["did"]["step"] == 31
    assert found["stands"] is True


def test_on_a_line_that_does_not_stand_it_says_which_steps_do() -> None:
    found = at(12, to=12)
    assert (found["variation"], found["stands"]) == (12, False)
    assert at(3, to=12)["stands"] is True


def test_what_is_told_beside_is_there_with_its_parts() -> None:
    (aside,) = at(30)["beside"]
    assert aside["kind"] == "taken back"
    assert (aside["event"], aside["steps"], aside["shown"]) == (13, [11, 12], [12])
    assert (aside["by"], aside["note"], aside["lines"]) == (
        "Ann", "took the wrong cards", ["4 B check & L6"],
    )  # fmt: skip
    assert aside["at"].startswith("2026-11-18T11:08:")
    assert aside["words"].startswith("taken back here: steps 11-12")
    hidden = at(30, 0)["beside"][0]
    assert hidden["lines"] == ["4 B check"]


def test_the_result_is_that_of_the_table() -> None:
    assert at(40)["result"] == {
        "winner": "A", "outcome": "A wins", "why": "concession", "totals": [1, 0]
    }  # fmt: skip
    assert at(38)["result"] is None
    recorder: Recorder = Paper()
    record = recorder.new_match(GAMES["riftforce"], AGREED)
    recorder.end(record, "abandonment", None)
    cursor = Cursor(record)
    cursor.last()
    assert moment(cursor)["result"]["outcome"] == "no result"


def test_nothing_is_asked_after_the_end_nor_on_another_line() -> None:
    record = evening()
    cursor = Cursor(record.before(40))
    cursor.last()
    ask = asked(cursor)
    assert ask is not None and ask["seat"] == "A"
    for other in (Cursor(record), Cursor(record, to=12)):
        other.last()
        assert asked(other) is None
