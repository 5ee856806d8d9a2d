"""What the dealer may deal out of a pile, and how bots choose."""

from __future__ import annotations

import random

import msgspec

from domain.contract.game import UNKNOWN, Action, Ask, Seat
from domain.frame.bags import Bag, in_order
from domain.frame.bots import best, one_of
from domain.frame.deals import Deals


class Dealt(Action, frozen=True, tag="dealt"):
    """Cards that a seat is dealt."""

    seat: Seat
    cards: tuple[str, ...]


class Berries(Deals):
    """Deals of berries."""

    __slots__ = ()
    action = Dealt
    cards = "berries"
    where = "be in the basket"


class Basket(msgspec.Struct):
    """What can be in a basket."""

    unseen: Bag


def two() -> Berries:
    """Two berries to A out of three."""
    return Berries(0, 2, Basket({"red": 2, "blue": 1}))


def test_what_can_be_there_can_be_dealt() -> None:
    for cards in (("red", "red"), ("red", "blue"), (UNKNOWN, "blue"), (UNKNOWN, UNKNOWN)):
        assert Dealt(0, cards) in two()


def test_why_a_deal_is_not_legal() -> None:
    wrong = {
        Dealt(0, ("blue", "blue")): "not all of these berries can be in the basket",
        Dealt(0, ("red",)): "2 berries are drawn here, not 1",
        Dealt(1, ("red", "blue")): "it is seat A that draws here",
    }
    for action, why in wrong.items():
        assert action not in two()
        assert two().why_not(action) == why
    assert Action() not in two()
    assert two().why_not(Action()) == "seat A draws first: 2 berries"


def test_the_deal_that_is_listed_says_nothing() -> None:
    assert list(two()) == [Dealt(0, (UNKNOWN, UNKNOWN))]
    assert len(two()) > 1, "it is never the only one"


def test_deals_at_random_are_as_likely_as_their_cards() -> None:
    rng = random.Random(5)
    dealt = [two().sample(rng) for _ in range(600)]
    assert all(deal in two() for deal in dealt)
    blue = sum("blue" in deal.cards for deal in dealt)
    assert 360 < blue < 440, "two of three pairs have the blue one"


def test_an_order_says_nothing_about_how_a_bag_was_filled() -> None:
    one, other = {"b": 1, UNKNOWN: 2, "a": 1}, {UNKNOWN: 2, "a": 1, "b": 1}
    assert list(in_order(one)) == list(in_order(other)) == ["a", "b", UNKNOWN]
    assert list(in_order(one, {"b": 0, "a": 1, UNKNOWN: 2}.__getitem__)) == ["b", "a", UNKNOWN]


def test_bots_choose_among_the_best() -> None:
    actions = [Dealt(0, (card,)) for card in "abc"]
    values = dict(zip(actions, (1.0, 2.0, 2.0 - 1e-12), strict=True))
    found = best(Ask(0, "turn", actions), values.__getitem__)
    assert found == actions[1:]
    assert {one_of(found, random.Random(seed)) for seed in range(9)} == set(found)


def test_one_answer_takes_no_random_number() -> None:
    rng = random.Random(1)
    before = rng.getstate()
    assert one_of([Dealt(0, ())], rng) == Dealt(0, ())
    assert rng.getstate() == before
