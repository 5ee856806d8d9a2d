"""Counters on cards."""

from __future__ import annotations

import pytest

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Counted
from tests.domain.games.solforge.abilities.acting import OX, RAM, SELF, YOURS, cast, legal
from tests.domain.games.solforge.given import (
    IT,
    THIS,
    card,
    change,
    every,
    exalt,
    gain,
    one,
    triggered,
)


def test_put_on_one() -> None:
    position = cast(n.Counters(one("yours"), n.Number(2), "seed"), a={1: OX, 2: OX}, then=("a1",))
    assert (position.at("a1").counters, position.at("a2").counters) == ({"seed": 2}, {})


def test_on_exalts_and_of_no_name() -> None:
    position = cast(n.Counters(n.All((n.Filter(kind="exalt"),))), xa={1: exalt()}, a={1: OX})
    assert (position.at("xa1").counters, position.at("a1").counters) == ({"": 1}, {})


@pytest.mark.parametrize(
    ("removed", "left", "done"), [(1, {"seed": 1}, True), (2, {}, True), (3, {"seed": 2}, False)]
)
def test_removed_all_or_none(removed: int, left: dict[str, int], done: bool) -> None:
    remove = n.Counters(one("yours"), n.Number(-removed), "seed")
    field = {"a": {1: (OX, {"counters": {"seed": 2}}), 2: (RAM, {"counters": {"ash": 9}})}}
    position = cast(remove, n.If(n.Done(), (gain(5),), stops=False), then=("a1",), **field)
    assert position.at("a1").counters == left
    assert position.at("a2").counters == {"ash": 9}
    assert position.health() == (50 + 5 * done, 50)


def test_any_kind_is_removed() -> None:
    for removed, left in ((2, {}), (3, {"ash": 1, "seed": 1})):
        remove = n.Counters(one("yours"), n.Number(-removed))
        position = cast(remove, a={1: (OX, {"counters": {"ash": 1, "seed": 1}})})
        assert position.at("a1").counters == left


def test_all_of_them_are_removed() -> None:
    clear = n.Counters(every("yours"), n.CountersOn("self", "seed", -1), "seed")
    position = cast(
        clear, a={1: (OX, {"counters": {"seed": 3}}), 2: (OX, {"counters": {"seed": 1, "ash": 2}})}
    )
    assert (position.at("a1").counters, position.at("a2").counters) == ({}, {"ash": 2})


def test_as_a_cost() -> None:
    pay = n.Pay((n.Counters(one("yours"), n.Number(-2), "seed"),), (gain(5),))
    assert cast(pay, a={1: (OX, {"counters": {"seed": 2}})}).health() == (55, 50)
    poor = cast(pay, a={1: (OX, {"counters": {"seed": 1}})})
    assert poor.health() == (50, 50)
    assert poor.at("a1").counters == {"seed": 1}


def test_so_many_of_them_on_it() -> None:
    grow = n.Change(one("yours"), n.CountersOn("self", "seed", 2), n.CountersOn("self"))
    position = cast(grow, a={1: (OX, {"counters": {"seed": 2, "ash": 1}}), 2: OX}, then=("a1",))
    assert (position.numbers("a1"), position.numbers("a2")) == ((6, 8), (2, 5))


def test_filtered_by_them() -> None:
    field = {"a": {1: (OX, {"counters": {"seed": 1}}), 2: (OX, {"counters": {"ash": 1}}), 3: OX}}
    position = cast(
        change(every("yours", counter="seed"), 1), change(every("yours", counter=""), 0, 1), **field
    )
    assert [position.numbers(x) for x in ("a1", "a2", "a3")] == [(3, 6), (2, 6), (2, 5)]
    assert legal(
        cast(change(one(counter="seed"), 1), a=field["a"], b={1: (OX, {"counters": {"seed": 1}})})
    ) == {"a1", "b1"}


def test_putting_them_triggers() -> None:
    urn = card("Urn", 1, 5, triggered("counter put", change(THIS, 2), who=SELF))
    put = n.Counters(one("yours"), n.Number(3))
    position = cast(put, a={1: urn, 2: OX}, then=("a1",))
    assert position.numbers("a1") == (3, 5)
    assert cast(put, a={1: urn, 2: OX}, then=("a2",)).numbers("a1") == (1, 5)


def test_how_many_were_put() -> None:
    position = cast(
        n.Counters(n.All((YOURS,)), n.Number(2)),
        n.Heal(n.Refer("you"), n.ThatMuch()),
        a={1: OX, 2: OX},
    )
    assert position.health() == (54, 50)
    assert [fact.n for fact in position.facts(Counted)] == [2, 2]
    assert cast(n.Counters(IT)).facts(Counted) == []
