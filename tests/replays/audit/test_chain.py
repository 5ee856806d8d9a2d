"""The chain of digests, followed over rows; what a damaged store looks like is in test_store_audit."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.record.chain import chained
from domain.record.events import Amended, Closed, Event, Noted, Redone, Signed, TakenBack
from replays.audit.blame import Head, Row, run
from replays.audit.chain import Chain, follow
from replays.audit.findings import Finding, Kind, by_step
from tests.domain.tabled import Walk, walked, walks
from tests.replays import laid
from tests.replays.laid import AMENDED, CLOSED, REDONE, TAKEN_BACK, changed, rows_of
from tests.replays.played import opened, record_of, steps_of


def rows(seed: int = 1, count: int = 40) -> tuple[list[Row], Head]:
    """The rows of a match's first events, and their head."""
    record = record_of([])
    record.head, record.events = "", []
    envelopes = chained(record, [opened(), *steps_of(seed)[: count - 1]])
    made = [Row(version, version, topic, state) for _, version, topic, state in envelopes]
    return made, (len(made), record.head)


def read(chain: Chain) -> int:
    """How many events were read."""
    assert chain.record is not None
    return len(chain.record.events)


def test_an_intact_chain_is_followed_to_its_head() -> None:
    made, head = rows()
    chain = follow("m", made, head)
    assert not chain.findings
    assert (chain.opened, read(chain), chain.head) == (opened(), 39, head[1])


def test_the_steps_end_where_one_is_missing_or_cannot_be_read() -> None:
    made, head = rows()
    assert read(follow("m", made[:10] + made[11:], head)) == 9
    made, head = rows()
    made[10].state = b"{"
    chain = follow("m", made, head)
    assert read(chain) == 9
    assert [f.step for f in chain.findings if f.kind is Kind.READING] == [10]


def test_another_name_of_the_match_breaks_every_link() -> None:
    made, head = rows()
    assert follow("n", made, head).findings


def test_what_is_only_not_confirmed_comes_last() -> None:
    made, head = rows()
    for index in (5, 6, 7):
        made[index].state = made[index].state.replace(b'"a":["', b'"a" :["')
    findings = by_step(follow("m", made, head).findings)
    assert [f.step for f in findings] == [7, 5, 6]
    assert [f.kind is Kind.UNCONFIRMED for f in findings] == [False, True, True]


def test_a_lost_head_is_named() -> None:
    made, _ = rows()
    (finding,) = follow("m", made, None).findings
    assert finding.what == "no head is kept for this match"


def test_runs_have_names() -> None:
    assert run(1, 1) == "the opening is"
    assert run(2, 2) == "step 1 is"
    assert run(3, 7) == "steps 2 to 6 are"
    assert run(1, 2) == "the opening and step 1 are"
    assert run(1, 9) == "the opening and steps 1 to 8 are"


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_whatever_is_done_to_rows_is_found(rng: random.Random, times: int) -> None:
    made, head = rows()
    whole = [(row.version, row.topic, row.state) for row in made]
    for _ in range(times):
        index = rng.randrange(len(made))
        match rng.randrange(6):
            case 0:
                state = bytearray(made[index].state)
                state[rng.randrange(len(state))] ^= 1 << rng.randrange(8)
                made[index].state = bytes(state)
            case 1 if len(made) > 3:
                del made[index]
            case 2:
                row = made[index]
                made.insert(index, Row(row.position, row.version, row.topic, row.state))
            case 3:
                other = rng.randrange(len(made))
                one, two = made[index], made[other]
                one.state, two.state = two.state, one.state
                one.topic, two.topic = two.topic, one.topic
            case 4:
                made[index].version = rng.choice([-1, 0, 7, 41, 500, 2**50])
            case _:
                head = (rng.choice([head[0], 3]), rng.choice([head[1], "A" * 22]))
    made.sort(key=lambda row: (row.version, row.position))
    same = whole == [(row.version, row.topic, row.state) for row in made] and head == rows()[1]
    assert bool(follow("m", made, head).findings) != same


# -- what the table did --------------------------------------------------------------------------


def wrong(events: Sequence[Event]) -> tuple[int, list[Finding]]:
    """How many events can be followed of a match whose digests are in order, and what is found."""
    chain = follow("m", *rows_of(events, laid.opening()))
    assert all(finding.kind is Kind.HISTORY for finding in chain.findings)
    return read(chain), chain.findings


def test_everything_a_table_does_is_followed() -> None:
    record = laid.laid()
    assert {type(event) for event in record.events} >= {TakenBack, Amended, Redone, Noted, Closed}
    assert wrong(record.events) == (len(record.events), [])


@settings(max_examples=80)
@given(walks(most=14))
def test_whatever_a_recorder_lets_happen_is_well(walk: Walk) -> None:
    assert wrong(walked(walk).events) == (len(walked(walk).events), [])


@pytest.mark.parametrize(
    ("number", "fields", "says"),
    [
        (TAKEN_BACK, {"to": 19}, "goes back to step 19, which does not stand"),
        (TAKEN_BACK, {"to": -1}, "goes back to step -1"),
        (AMENDED, {"to": 11}, "goes back to step 11, which does not stand"),
        (AMENDED, {"to": TAKEN_BACK}, "goes back to step 12"),
        (REDONE, {"to": 99}, "goes on to step 99, which never stood"),
        (REDONE, {"to": 0}, "goes on to step 0, which never stood"),
        (REDONE, {"to": 12}, "goes on to step 12, which never stood"),
    ],
)
def test_a_jump_to_what_cannot_be_ends_what_is_followed(
    number: int, fields: dict[str, Any], says: str
) -> None:
    count, found = wrong(changed(laid.laid(), number, **fields))
    assert count == number - 1
    assert [finding.step for finding in found] == [number]
    assert says in found[0].what


@pytest.mark.parametrize(
    ("number", "fields", "says"),
    [
        (TAKEN_BACK, {"revealed": ()}, "does not say that step 11 had shown"),
        (TAKEN_BACK, {"revealed": (3, 11)}, "speaks of step 3"),
        (TAKEN_BACK, {"to": 11, "revealed": ()}, "takes nothing back"),
        (AMENDED, {"count": 10}, "10 steps should belong to the correction, and 9 follow it"),
        (AMENDED, {"count": 0}, "says that 0 steps belong to it"),
        (AMENDED, {"wrong": 6}, "says that step 6 was wrong, and replaces those from step 4 on"),
        (AMENDED + 1, {"redecides": 2}, "stands for step 2, which is none that correction 17"),
        (AMENDED + 1, {"redecides": 99}, "stands for step 99"),
        (CLOSED, {"redecides": 26}, "stands for step 26, and belongs to no correction"),
        (REDONE, {"to": 25}, "goes on to step 25, the last of the line already"),
        (laid.NOTED, {"about": 16}, "about event 16, which was not there yet"),
    ],
)
def test_what_the_table_tells_wrongly_is_found(
    number: int, fields: dict[str, Any], says: str
) -> None:
    record = laid.laid()
    count, found = wrong(changed(record, number, **fields))
    assert count == len(record.events)
    assert found[0].step == number
    assert says in found[0].what


def test_a_correction_that_says_too_few_steps_leaves_one_that_belongs_to_none() -> None:
    _, found = wrong(changed(laid.laid(), AMENDED, count=8))
    assert [finding.step for finding in found] == [AMENDED + 9]
    assert "belongs to no correction" in found[0].what


def test_a_step_after_the_end_cannot_be() -> None:
    record = laid.laid()
    count, found = wrong([*record.events, record.events[0]])
    assert (count, found[0].step) == (CLOSED, CLOSED + 1)
    assert found[0].what == "the match was ended by step 29; a step after that cannot be"


def test_a_remark_after_the_end_and_a_take_back_of_it_can() -> None:
    record = laid.laid()
    later = [Noted(about=29, note="so be it"), TakenBack(to=26)]
    assert wrong([*record.events, *later]) == (31, [])


def test_what_is_not_there_yet_cannot_be_signed() -> None:
    signed = Signed(role="A", key="k", signature="s", upto=30)
    _, found = wrong([*laid.laid().events, signed])
    assert "event 30 is signed" in found[0].what
