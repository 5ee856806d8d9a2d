"""The chain of digests, followed over rows; what a damaged store looks like is in test_store_audit."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chain import chained
from replays.blame import Head, Row, run
from replays.chain import follow
from replays.findings import Kind, by_step
from tests.replays.played import opened, record_of, steps_of


def rows(seed: int = 1, count: int = 40) -> tuple[list[Row], Head]:
    """The rows of a match's first events, and their head."""
    record = record_of([])
    record.head, record.steps = "", []
    envelopes = chained(record, [opened(), *steps_of(seed)[: count - 1]])
    made = [Row(version, version, topic, state) for _, version, topic, state in envelopes]
    return made, (len(made), record.head)


def test_an_intact_chain_is_followed_to_its_head() -> None:
    made, head = rows()
    chain = follow("m", made, head)
    assert not chain.findings
    assert (chain.opened, len(chain.steps), chain.head) == (opened(), 39, head[1])


def test_the_steps_end_where_one_is_missing_or_cannot_be_read() -> None:
    made, head = rows()
    assert len(follow("m", made[:10] + made[11:], head).steps) == 9
    made, head = rows()
    made[10].state = b"{"
    chain = follow("m", made, head)
    assert len(chain.steps) == 9
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
