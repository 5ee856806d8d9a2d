"""JSON Lines of what nobody can have recorded: refused, and the line is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from domain.contract.errors import GameError, Reason
from domain.formats.jsonl import read_jsonl, write_jsonl
from domain.formats.tape import Tape
from domain.games import GAMES
from domain.record.history_check import walked
from tests.domain.stored import AGREED
from tests.domain.tabled import Paper, ticking

Objects = list[dict[str, Any]]
LINES = ("hand A F5 F6 F7 W5 W6 W7 P5", "hand B", "face L5", "play F5@1 F6@2", "play L6@1")


@pytest.fixture(scope="module")
def objects() -> Objects:
    """Steps 1 to 8 (4 to 6 corrected by 10), a ruling 9, 10 to 16, and so on up to an end."""
    recorder = Paper(ticking())
    record = recorder.new_match(GAMES["riftforce"], AGREED, match_id="m1")
    for line in (*LINES, "! penalty: [Eve] score B +1"):
        recorder.play_line(record, line)
    recorder.amend(record, 4, "play F7@1 F6@2")
    recorder.take_back(record, record.number(2), confirmed=True)
    recorder.redo(record)
    recorder.remark(record, "late")
    recorder.end(record, "concession", 0, judge="Eve")
    found = [json.loads(line) for line in write_jsonl(record).splitlines()]
    for item in found:
        item.pop("prev", None)
    return found


def at(objects: Objects, event: str) -> int:
    """The number of an event; it stands on the line of the file after that."""
    return next(n for n, item in enumerate(objects) if item.get("event") == event)


def read(objects: Objects) -> Tape | GameError:
    (found,) = read_jsonl("\n".join(map(json.dumps, objects)), "f")
    return found


def changed(objects: Objects, number: int, **fields: Any) -> Objects:
    copy = [dict(item) for item in objects]
    copy[number].update(fields)
    return copy


def test_what_was_recorded_is_read_and_walked(objects: Objects) -> None:
    found = read(objects)
    assert isinstance(found, Tape)
    assert walked(found.steps) == (len(objects) - 1, [])


@pytest.mark.parametrize(
    ("event", "fields", "words"),
    [
        ("amend", {"count": 0}, "says that 0 steps belong to it"),
        ("amend", {"count": 99}, "99 steps should belong to the correction"),
        ("amend", {"wrong": 5}, "says that step 5 was wrong"),
        ("amend", {"why": "whim"}, "nothing is amended for 'whim'"),
        ("takeback", {"revealed": []}, "does not say that step"),
        ("takeback", {"revealed": [3, 1]}, "speaks of step 1, and does not take it back"),
        ("redo", {"to": 2}, "the last of the line already"),
        ("redo", {"to": 0}, "where it never was"),
        ("note", {"about": 99}, "which was not there yet"),
        ("note", {"note": " "}, "a note says something"),
        ("closed", {"why": "whim"}, "no match ends by 'whim'"),
        ("closed", {"winner": None}, "somebody wins"),
        ("closed", {"winner": "dealer"}, "who does not play"),
        ("closed", {"seat": "A"}, "says that A loses"),
        ("closed", {"judge": "E]ve"}, "no judge's name"),
        ("ruling", {"judge": "E\nve"}, "no judge's name"),
        ("ruling", {"kind": "whim"}, "no ruling is called 'whim'"),
    ],
)
def test_a_history_that_cannot_be_is_refused_with_its_line(
    objects: Objects, event: str, fields: dict[str, Any], words: str
) -> None:
    number = at(objects, event)
    found = read(changed(objects, number, **fields))
    assert isinstance(found, GameError)
    assert words in found.message
    assert (found.reason in (Reason.UNREADABLE, Reason.BAD_SETTING), found.source) == (True, "f")
    assert found.line == number + 1 or fields == {"revealed": [3, 1]}


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (lambda o: changed(o, 5, redecides=2), "stands for step 2, and belongs to no correction"),
        (lambda o: changed(o, 11, redecides=2), "is none that correction 10 replaces"),
        (lambda o: [*o, {**o[8], "step": len(o)}], "the match is over"),
    ],
)
def test_steps_that_stand_for_what_they_cannot(
    objects: Objects, bad: Callable[[Objects], Objects], words: str
) -> None:
    found = read(bad(objects))
    assert isinstance(found, GameError)
    assert words in found.message
    assert found.line


def test_numbers_entered_by_hand_are_of_this_world(objects: Objects) -> None:
    number = at(objects, "ruling")
    facts = [{**objects[number]["facts"][0], "points": 99_999}]
    found = read(changed(objects, number, facts=facts))
    assert isinstance(found, GameError)
    assert (found.line, "no match comes to 99999" in found.message) == (number + 1, True)
