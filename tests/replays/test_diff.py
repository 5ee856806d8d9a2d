"""What a step changed, in words and as data."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.riftforce import facts as f
from domain.record.match import fold
from replays.cursor import Cursor
from replays.diff import Part, described, difference, fact_text, last_difference, parts
from tests.domain.tabled import evening
from tests.replays.played import RIFTFORCE, match


def test_an_object_that_is_new_changed_or_gone_is_one_part() -> None:
    before = {"turn": 1, "places": [{"A": [{"id": 1, "damage": 0}, {"id": 2, "damage": 0}]}]}
    after = {"turn": 2, "places": [{"A": [{"id": 2, "damage": 3}, {"id": 3, "damage": 0}]}]}
    assert parts(before, after) == [
        Part("turn", 1, 2),
        Part("places/0/A/#1", {"id": 1, "damage": 0}, None),
        Part("places/0/A/#2/damage", 0, 3),
        Part("places/0/A/#3", None, {"id": 3, "damage": 0}),
    ]


def test_a_list_of_words_changes_as_a_whole() -> None:
    assert parts({"hand": ["F5", "F6"]}, {"hand": ["F6"]}) == [Part("hand", ["F5", "F6"], ["F6"])]
    assert parts({"hand": []}, {"hand": []}) == []


@settings(max_examples=10)
@given(st.integers(0, 20), st.sampled_from(["base", "beyond"]))
def test_a_difference_tells_every_fact_and_every_change_of_the_board(
    seed: int, expansion: str
) -> None:
    cursor = Cursor(match(seed, expansion))
    assert last_difference(cursor) is None
    while True:
        before = RIFTFORCE.data(cursor.state)
        if not cursor.next():
            return
        found = last_difference(cursor)
        assert found is not None and cursor.step is not None
        assert (found.step, len(found.changes)) == (cursor.n, len(cursor.step.facts))
        assert all(change.words and change.fact["type"] for change in found.changes)
        assert bool(found.board) == (before != RIFTFORCE.data(cursor.state))
        msgspec.json.encode(found)


def test_damage_in_words_and_as_data() -> None:
    cursor = Cursor(match(3))
    while cursor.next():
        found = last_difference(cursor)
        assert found is not None
        for change in found.changes:
            if change.fact["type"] == "damage":
                number = change.fact["elemental"]
                amount = change.fact["amount"]
                assert f"puts {amount} on" in change.words
                assert any(f"#{number}" in part.path for part in found.board)
                return
    raise AssertionError("nobody was hurt")


def test_the_state_before_is_left_as_it_is() -> None:
    record = match(3)
    before = record.state(20)
    difference(RIFTFORCE, before, 21, record.steps[20])
    assert before == record.state(20)
    assert fold(before, record.steps[20:21]) == record.state(21)


def test_a_fact_that_cannot_be_told_is_described() -> None:
    state = RIFTFORCE.new_state(RIFTFORCE.settings({}))
    fact = f.GuildPicked(0, "Nonsense")
    assert fact_text(RIFTFORCE, fact, state) == "pick (seat A, guild Nonsense)"
    assert described(f.GuildPicked(77, "Nonsense")) == "pick (seat 77, guild Nonsense)"
    assert described(f.DecksFormed()) == "decks"


def of(number: int) -> dict[str, Any]:
    cursor = Cursor(evening())
    cursor.go_to(number)
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(last_difference(cursor)))
    assert found["step"] == number
    return found


def test_a_decision_has_no_ruling_and_no_end() -> None:
    assert of(23).keys() == {"step", "seat", "action", "changes", "board"}


def test_facts_entered_by_hand_have_no_action_but_a_ruling() -> None:
    found = of(33)
    assert found["action"] is None
    assert found["seat"] == "dealer"
    assert found["ruling"] == {
        "kind": "penalty", "judge": "Eve", "why": "Ben was late", "entered": 1
    }  # fmt: skip
    assert [change["fact"]["type"] for change in found["changes"]] == ["gain"]
    assert "closed" not in found


def test_a_play_that_stood_has_both() -> None:
    found = of(38)
    assert found["action"] == {"type": "done"}
    assert found["ruling"] == {
        "kind": "stood", "judge": "Eve", "why": "noticed too late", "entered": 0
    }  # fmt: skip


def test_an_end_by_other_ways_changes_nothing_on_the_board() -> None:
    found = of(40)
    assert (found["action"], found["seat"], found["changes"], found["board"]) == (None, "B", [], [])
    assert found["closed"] == {
        "why": "concession", "winner": "A", "judge": "Eve", "note": "headache"
    }  # fmt: skip
