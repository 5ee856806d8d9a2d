"""The cursor: every way to a moment leads to the same state, and hidden cards are not in it."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.errors import CorruptStream, GameError
from domain.contract.game import UNKNOWN
from domain.games.riftforce import actions as a
from domain.games.riftforce import facts as f
from domain.record.events import AnyStep
from domain.record.match import fold
from replays import position_text
from replays.board.terminal import state_text
from replays.cursor import ALL, Cursor, Viewer
from replays.diff import last_difference
from tests.domain.tabled import evening
from tests.replays.played import RIFTFORCE, match, opened, record_of, steps_of

seeds = st.integers(0, 40)
expansions = st.sampled_from(["base", "beyond"])
seats = st.sampled_from([0, 1, None])


def folded(steps: Any, n: int, expansion: str = "base") -> Any:
    return fold(RIFTFORCE.new_state(opened(expansion).settings), steps[:n])


@settings(max_examples=12)
@given(seeds, st.integers(1, 40), st.data())
def test_wherever_it_comes_from_the_state_is_the_fold(seed: int, every: int, data: Any) -> None:
    record = match(seed)
    cursor = Cursor(record, every=every)
    moves = ("seek", "next", "previous", "next_turn", "previous_turn", "turn", "forget", "last")
    for move in data.draw(st.lists(st.sampled_from(moves), max_size=12)):
        if move == "seek":
            cursor.seek(data.draw(st.integers(0, len(record.steps))))
        elif move == "turn":
            cursor.turn(data.draw(st.integers(0, cursor.turns)))
        else:
            getattr(cursor, move)()
        assert cursor.state == folded(record.steps, cursor.n)
        assert cursor.turn_number == cursor.state.turn
        assert cursor.step == (record.steps[cursor.n - 1] if cursor.n else None)


def test_steps_and_turns_stop_at_both_ends() -> None:
    cursor = Cursor(match(1))
    assert not cursor.previous() and not cursor.previous_turn() and not cursor.first()
    assert cursor.n == 0 and cursor.step is None
    starts = [cursor.n]
    while cursor.next_turn():
        starts.append(cursor.n)
    assert cursor.n == len(cursor)
    assert starts[1:-1] == [cursor.turn_start(turn) for turn in range(1, cursor.turns + 1)]
    assert not cursor.next() and not cursor.next_turn() and not cursor.last()
    while cursor.previous_turn():
        assert cursor.n == starts[starts.index(cursor.n)]
    assert cursor.n == 0


def test_in_the_middle_of_a_turn_back_goes_to_its_start() -> None:
    record = match(1)
    cursor = Cursor(record)
    turn = next(
        t for t in range(1, cursor.turns) if cursor.turn_start(t + 1) - cursor.turn_start(t) > 2
    )
    cursor.seek(cursor.turn_start(turn) + 1)
    assert cursor.turn_number == turn
    cursor.previous_turn()
    assert cursor.n == cursor.turn_start(turn)
    cursor.previous_turn()
    assert cursor.n == cursor.turn_start(turn - 1)


@pytest.mark.parametrize("n", [-1, 10_000])
def test_a_step_or_turn_that_is_not_there_is_refused_and_nothing_moves(n: int) -> None:
    cursor = Cursor(match(1))
    cursor.seek(5)
    with pytest.raises(GameError, match=f"no step {n}"):
        cursor.seek(n)
    with pytest.raises(GameError, match=f"no turn {n}"):
        cursor.turn(n)
    assert cursor.n == 5


def test_a_match_without_steps_has_its_opening() -> None:
    cursor = Cursor(record_of([]))
    assert (cursor.n, len(cursor), cursor.turns, cursor.turn_number) == (0, 0, 0, 0)
    assert not cursor.next() and not cursor.last()
    assert cursor.seek(0) == RIFTFORCE.new_state(opened().settings)


def test_the_lines_of_all_turns_are_the_notation_of_the_match() -> None:
    record = match(3)
    cursor = Cursor(record)
    lines = [line for turn in range(cursor.turns + 1) for line in cursor.turn_lines(turn)]
    state, written = RIFTFORCE.new_state(record.opened.settings), []
    left: list[Any] = list(record.steps)
    while left:
        more, used = RIFTFORCE.notation.write(state, left)
        written += more
        left = left[used:]
    assert lines == written
    assert cursor.n == 0


def test_a_step_that_cannot_have_happened_is_named_and_the_cursor_stays() -> None:
    steps = list(steps_of(2))
    steps[20] = msgspec.structs.replace(steps[20], facts=(f.Destroyed(999, 1, 1),))
    cursor = Cursor(record_of(steps))
    cursor.seek(18)
    for go in (lambda: cursor.seek(25), cursor.last):
        with pytest.raises(CorruptStream, match="step 21 cannot have happened"):
            go()
        assert cursor.n == 18
        assert cursor.state == folded(steps, 18)
    assert cursor.seek(20) == folded(steps, 20)


def test_a_seek_costs_a_fraction_of_a_fold() -> None:
    long = max((steps_of(seed) for seed in range(40)), key=len)
    record = record_of(long)
    cursor = Cursor(record)
    cursor.last()
    rng = random.Random(1)
    places = [rng.randrange(len(long) * 3 // 4, len(long)) for _ in range(200)]

    def timed(go: Any) -> float:
        best = float("inf")
        for _ in range(3):
            start = time.perf_counter()
            for place in places:
                go(place)
            best = min(best, time.perf_counter() - start)
        return best

    def fold_all(place: int) -> None:
        folded(long, place)

    assert timed(cursor.seek) < timed(fold_all)


# -- what a seat may know ------------------------------------------------------------------------


@settings(max_examples=20)
@given(seeds, expansions, seats)
def test_the_fold_of_what_a_seat_sees_is_its_view_of_the_fold(
    seed: int, expansion: str, seat: int | None
) -> None:
    steps = steps_of(seed, expansion)
    cursor = Cursor(record_of(steps, "m", expansion), seat)
    full = RIFTFORCE.new_state(opened(expansion).settings)
    assert RIFTFORCE.view(full, seat) == RIFTFORCE.view(cursor.state, seat)
    for step in steps:
        fold(full, [step])
        cursor.next()
        seen = RIFTFORCE.view(full, seat)
        assert RIFTFORCE.data(seen) == RIFTFORCE.data(cursor.state)
        assert seen == RIFTFORCE.view(cursor.state, seat)
        assert state_text(RIFTFORCE, seen) == state_text(RIFTFORCE, cursor.state)


def everything(steps: list[AnyStep], seat: Viewer) -> list[Any]:
    """All that a viewer is ever shown of a match."""
    cursor = Cursor(record_of(steps), seat)
    shown: list[Any] = [cursor.opened, position_text.title(cursor)]
    while True:
        shown += [
            RIFTFORCE.data(cursor.state),
            msgspec.to_builtins(last_difference(cursor)),
            position_text.board(cursor).markup,
            position_text.change_lines(cursor),
            position_text.notation(cursor),
            position_text.where(cursor),
        ]
        if not cursor.next():
            return shown


def dealt_otherwise(steps: list[AnyStep], seat: int, rng: random.Random) -> list[AnyStep]:
    """The same match as far as others can tell, with other cards in a seat's hand."""
    state = folded(steps, len(steps))
    hand = state.hands[seat]
    hidden = Counter(hand.hand) - Counter(hand.public)
    pool = sorted((hidden + Counter(hand.unseen)).elements())
    rng.shuffle(pool)
    new = pool[: hidden.total()]
    shuffles = [n for n, s in enumerate(steps) for x in s.facts if x == f.Reshuffled(seat)]
    found = []
    for number in range(len(steps) - 1, -1, -1):
        step = steps[number]
        if (
            isinstance(step.action, a.Deal)
            and step.action.seat == seat
            and number > max(shuffles, default=-1) - 1
        ):
            cards = list(step.action.cards)
            for index, card in enumerate(cards):
                if hidden[card]:
                    hidden[card] -= 1
                    cards[index] = new.pop()
            rng.shuffle(cards)
            facts = tuple(
                f.Drawn(seat, tuple(cards)) if isinstance(x, f.Drawn) else x for x in step.facts
            )
            step = msgspec.structs.replace(step, action=a.Deal(seat, tuple(cards)), facts=facts)
        found.append(step)
    return found[::-1]


@settings(max_examples=12)
@given(seeds, seats, st.integers(1, 10_000), st.randoms(use_true_random=False))
def test_other_hidden_cards_show_nothing_else(
    seed: int, seat: int | None, cut: int, rng: random.Random
) -> None:
    whole = steps_of(seed)
    steps = list(whole[: cut % len(whole) + 1])
    other = dealt_otherwise(steps, 1 if seat is None else 1 - seat, rng)
    assert everything(steps, seat) == everything(other, seat)


def test_the_deal_that_is_hidden_differs_for_who_sees_it() -> None:
    steps = list(steps_of(4)[:14])
    assert everything(steps, ALL) != everything(dealt_otherwise(steps, 1, random.Random(3)), ALL)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nothing_hidden_is_in_memory(seat: int | None) -> None:
    cursor = Cursor(match(6), seat)
    for step in cursor.steps:
        assert step.prev == ""
        if isinstance(step.action, a.Deal) and step.action.seat != seat:
            assert set(step.action.cards) == {UNKNOWN}
    assert cursor.opened.seed is None
    assert not any(hasattr(cursor, name) for name in ("record", "head"))


# -- numbers and places --------------------------------------------------------------------------


def test_of_a_straight_match_numbers_are_places() -> None:
    cursor = Cursor(match(1))
    for n in (0, 7, len(cursor)):
        cursor.seek(n)
        assert cursor.number == n == cursor.place(n)
    with pytest.raises(GameError, match="no step 9999"):
        cursor.go_to(9999)


def test_after_a_take_back_steps_keep_their_numbers() -> None:
    record = evening().before(22)
    cursor = Cursor(record)
    assert list(cursor.numbers) == [*range(1, 11), 14, 15, 19, 20, 21]
    cursor.go_to(14)
    assert (cursor.n, cursor.number) == (11, 14)
    assert cursor.step is record.events[13]
    cursor.last()
    assert (cursor.n, cursor.number, len(cursor)) == (15, 21, 15)


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (
            12,
            "step 12 of match club was taken back by event 13; `ludograph show club --variation 12`",
        ),
        (5, "step 5 of match club was corrected by event 22; `ludograph show club --variation 5`"),
        (13, "event 13 of match club is no step of the game; `ludograph history club`"),
        (41, "match club has no step 41; its last is 40"),
        (-1, "match club has no step -1"),
    ],
)
def test_a_number_that_does_not_stand_is_refused_and_nothing_moves(number: int, says: str) -> None:
    cursor = Cursor(evening())
    cursor.go_to(30)
    with pytest.raises(GameError) as caught:
        cursor.go_to(number)
    assert caught.value.message.startswith(says)
    assert cursor.number == 30


def test_a_cursor_follows_a_line_that_does_not_stand() -> None:
    record = evening()
    cursor = Cursor(record, to=12)
    assert (cursor.n, list(cursor.numbers), cursor.aside) == (0, list(range(1, 13)), True)
    cursor.last()
    assert cursor.state == record.variation(12).state()
    with pytest.raises(
        GameError, match="step 23 of match club is not on the line that leads to 12"
    ):
        cursor.go_to(23)
    cursor.follow(None)
    assert (cursor.n, cursor.aside, cursor.numbers[-1]) == (0, False, 40)
    assert not Cursor(record, to=35).aside
    for number in (13, 16, 99):
        with pytest.raises(GameError):
            Cursor(record, to=number)


def test_rulings_and_ends_stand_among_the_lines() -> None:
    cursor = Cursor(evening())
    lines = [line for turn in range(cursor.turns + 1) for line in cursor.turn_lines(turn)]
    assert lines[-3:] == [
        "5 A play F7@2",
        "!! [Eve] 6 B play I5@1 I6@3",
        "result A wins 1:0 (concession) [Eve]",
    ]
    assert lines[-4].startswith("! penalty: [Eve] ")


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nothing_hidden_of_what_does_not_stand_is_in_memory(seat: int | None) -> None:
    cursor = Cursor(evening(), seat)
    drawn = cursor.seen.events[11]
    assert drawn.action.cards == (("L6",) if seat == 1 else (UNKNOWN,))
