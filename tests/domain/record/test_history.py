"""Which events of a match stand, and what was taken back or corrected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.riftforce.actions import Done
from domain.record.events import Amended, Closed, Event, Noted, Paused, Redone, Step, TakenBack
from domain.record.history import CORRECTED, LEFT, TAKEN_BACK, Variation, history, straight, upto

STEP: Step[Done, None] = Step(Done())  # type: ignore[type-var]


def steps(count: int) -> list[Event]:
    return [STEP] * count


class TestTheLine:
    def test_of_a_match_without_bookkeeping_is_everything(self) -> None:
        there = [*steps(3), Closed("agreed")]
        assert straight(there)
        assert history(there).line == (1, 2, 3, 4)
        assert history(there).variations == ()

    def test_what_stands_beside_it_is_no_part_of_it(self) -> None:
        there = [*steps(2), Noted(about=2, note="late"), *steps(1), Paused()]
        assert not straight(there)
        assert history(there).line == (1, 2, 4)

    def test_goes_on_from_where_it_was_taken_back_to(self) -> None:
        found = history([*steps(4), TakenBack(to=2), *steps(2)])
        assert found.line == (1, 2, 6, 7)
        assert found.before == {1: 0, 2: 1, 3: 2, 4: 3, 6: 2, 7: 6}
        assert found.variations == (Variation(2, (3, 4), 5, TAKEN_BACK),)

    def test_can_be_taken_back_to_the_opening(self) -> None:
        assert history([*steps(2), TakenBack(to=0), *steps(1)]).line == (4,)

    def test_is_what_it_was_after_a_redo(self) -> None:
        there = [*steps(4), TakenBack(to=2), Redone(to=4), *steps(1)]
        assert history(there).line == (1, 2, 3, 4, 7)
        assert history(there).variations == ()

    def test_may_go_on_with_any_variation(self) -> None:
        found = history([*steps(3), TakenBack(to=1), *steps(2), Redone(to=3)])
        assert found.line == (1, 2, 3)
        assert found.variations == (Variation(1, (5, 6), 7, LEFT),)

    def test_after_a_correction_holds_what_replaces_it(self) -> None:
        found = history([*steps(4), Amended(to=1, count=3, wrong=2), *steps(3)])
        assert found.line == (1, 6, 7, 8)
        assert found.variations == (Variation(1, (2, 3, 4), 5, CORRECTED),)

    def test_of_variations_of_variations(self) -> None:
        found = history([*steps(4), TakenBack(to=3), *steps(1), TakenBack(to=1)])
        assert found.line == (1,)
        assert [v.numbers for v in found.variations] == [(4,), (2, 3, 6)]
        assert found.path(6) == (1, 2, 3, 6)
        assert found.path(4) == (1, 2, 3, 4)


class TestRedo:
    def test_goes_back_one_take_back_after_the_other(self) -> None:
        there = [*steps(5), TakenBack(to=4), TakenBack(to=2)]
        assert history(there).undone == (4, 5)
        there.append(Redone(to=4))
        assert history(there).undone == (5,)
        assert history([*there, Redone(to=5)]).undone == ()

    def test_is_over_once_the_line_goes_on(self) -> None:
        assert history([*steps(3), TakenBack(to=2), *steps(1)]).undone == ()

    def test_a_take_back_of_a_take_back_of_a_take_back(self) -> None:
        found = history([*steps(3), TakenBack(to=2), Redone(to=3), TakenBack(to=2)])
        assert found.line == (1, 2)
        assert found.undone == (3,)


@pytest.mark.parametrize(
    "there",
    [
        [*steps(2), TakenBack(to=3)],
        [*steps(3), TakenBack(to=1), TakenBack(to=2)],
        [*steps(2), Redone(to=7)],
        [*steps(2), Noted(note="x"), TakenBack(to=3)],
        [*steps(2), Amended(to=5, count=0)],
    ],
)
def test_jumps_to_what_does_not_stand_are_none(there: list[Event]) -> None:
    with pytest.raises(LookupError, match=f"event {len(there)} goes"):
        history(there)


@st.composite
def walks(draw: st.DrawFn) -> list[Event]:
    """Events as a table might record them."""
    there: list[Event] = []
    for _ in range(draw(st.integers(0, 30))):
        found = history(there)
        kinds = ["step", "note"]
        if found.line:
            kinds += ["take back", "amend"]
        if found.before:
            kinds.append("redo")
        kind = draw(st.sampled_from(kinds))
        if kind == "step":
            there.append(STEP)
        elif kind == "note":
            there.append(Noted(note="so"))
        elif kind == "redo":
            there.append(Redone(to=draw(st.sampled_from(sorted(found.before)))))
        else:
            to = draw(st.sampled_from((0, *found.line[:-1])))
            there.append(TakenBack(to=to) if kind == "take back" else Amended(to=to, count=0))
    return there


@given(walks())
def test_every_event_of_the_game_stands_or_is_in_one_variation(there: list[Event]) -> None:
    found = history(there)
    off = [number for variation in found.variations for number in variation.numbers]
    assert sorted([*found.line, *off]) == sorted(found.before)
    assert list(found.line) == sorted(found.line)
    assert found.path(found.last) == found.line
    for variation in found.variations:
        assert found.path(variation.numbers[-1])[-len(variation.numbers) :] == variation.numbers
        assert (found.before[variation.numbers[0]]) == variation.after
        assert isinstance(there[variation.by - 1], TakenBack | Amended | Redone)
    for number in found.undone:
        assert number in found.before and number not in found.line


@given(walks(), st.data())
def test_a_redo_gives_the_line_that_was_taken_back(there: list[Event], data: st.DataObject) -> None:
    line = history(there).line
    if not line:
        return
    to = data.draw(st.sampled_from((0, *line[:-1])))
    back = [*there, TakenBack(to=to)]
    assert history(back).line == tuple(number for number in line if number <= to)
    again = [*back, Redone(to=history(back).undone[0])]
    assert history(again).line == line


def test_what_was_recorded_up_to_a_time() -> None:
    there: list[Event] = [Step(Done(), after=5), Noted(after=9, note="x"), Step(Done(), after=7)]  # type: ignore[type-var]
    assert [upto(there, time) for time in (4, 5, 8, 9)] == [0, 1, 1, 3]
