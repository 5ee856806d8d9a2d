"""Seats: as many as play, and what a struct's types say of its fields."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from domain.contract.ask import Fact
from domain.contract.fields import Meaning, Seat, Total, declared, seat_fields
from domain.contract.game import Result
from domain.contract.seats import DEALER, TWO, Seats, named_fields, seat_name
from domain.games import GAMES, OWN

LETTERED = {"seat", "winner", "owner", "source_seat", "by_seat"}
"""The fields that outputs have written as letters since the first version."""


@pytest.mark.parametrize(
    ("seats", "names", "after", "others"),
    [
        (Seats(1), ("A",), 0, ()),
        (TWO, ("A", "B"), 1, (1,)),
        (Seats(4), ("A", "B", "C", "D"), 1, (1, 2, 3)),
        (Seats.of(("Ann", "Ben", "Eve")), ("A", "B", "C"), 1, (1, 2)),
    ],
)
def test_seats_have_letters_and_an_order(
    seats: Seats, names: tuple[str, ...], after: int, others: tuple[int, ...]
) -> None:
    assert seats.names == names
    assert seats == tuple(range(len(names)))
    assert (seats.next(0), seats.others(0)) == (after, others)
    assert seats.next(seats[-1]) == 0
    assert [seats.named(name.lower()) for name in names] == list(seats)
    assert sorted((seats[-1], *seats.others(seats[-1]))) == list(seats)


def test_twelve_play_at_most_and_one_at_least() -> None:
    assert Seats(12).names[-1] == "L"
    for number in (0, 13):
        with pytest.raises(ValueError, match="1 to 12 seats"):
            Seats(number)


def test_only_of_two_is_one_the_other() -> None:
    assert (TWO.opponent(0), TWO.opponent(1)) == (1, 0)
    for seats in (Seats(1), Seats(3)):
        with pytest.raises(ValueError):
            seats.opponent(0)


def test_a_name_is_that_of_a_seat_or_the_dealer() -> None:
    assert (seat_name(1), seat_name(DEALER), seat_name(2, Seats(3))) == ("B", "dealer", "C")
    with pytest.raises(IndexError):
        seat_name(2)
    with pytest.raises(ValueError):
        TWO.named("C")


def test_a_result_has_a_total_for_each_seat() -> None:
    assert Result(2, "points", (4, 1, 9)).outcome == "C wins"
    assert Result(None, "points", (4, 4, 4)).outcome == "draw"


class Won(Fact, frozen=True, tag="won"):
    winner: Seat | None
    points: Total
    count: int
    given: tuple[Seat, ...] = ()


def test_a_type_says_what_a_field_means() -> None:
    assert declared(Won) == {"winner": Meaning.SEAT, "points": Meaning.TOTAL}
    assert named_fields(Won(1, 5, 1)) == {"winner": "B", "points": 5, "count": 1, "given": ()}
    assert named_fields(Won(None, 5, 1))["winner"] is None


def test_what_is_declared_is_stored_as_the_number_it_is() -> None:
    assert msgspec.json.encode(Won(1, 5, 1)) == b'["won",1,5,1,[]]'
    assert msgspec.json.decode(b'["won",null,5,1]', type=Won) == Won(None, 5, 1)


@pytest.mark.parametrize("key", OWN)
def test_the_fields_that_are_written_as_letters_stay_the_same(key: str) -> None:
    game: Any = GAMES[key]
    for struct in (*get_args(game.action_type), *get_args(game.fact_type)):
        assert seat_fields(struct) == LETTERED & set(struct.__struct_fields__), struct
    ends = [struct for struct in get_args(game.fact_type) if struct.ends_match]
    assert [(seat_fields(s), s.__struct_fields__) for s in ends] == [
        (frozenset({"winner"}), ("winner", "why"))
    ]
