"""Cards that only their owner sees, and how hands are worked out."""

from __future__ import annotations

import pytest

from domain.contract.game import UNKNOWN
from domain.frame.bags import Zone
from domain.games.magical_forge import actions as m
from domain.games.magical_forge import facts as mf
from domain.games.riftforce import actions as r
from domain.games.riftforce import facts as rf
from domain.games.solforge import actions as s
from domain.games.solforge import facts as sf

CARDS = ("one", "two")


@pytest.mark.parametrize(
    "own",
    [
        r.Deal(1, CARDS),
        m.Deal(1, CARDS, 1),
        m.DealSpells(1, CARDS),
        s.Deal(1, CARDS),
        s.Show(1, CARDS),
        rf.Drawn(1, CARDS),
        mf.Drawn(1, CARDS, 1),
        mf.SpellsDrawn(1, CARDS),
        sf.Drawn(1, CARDS),
        sf.Looked(1, CARDS),
    ],
)
def test_others_see_how_many_cards_and_nothing_else_changes(own: r.Deal | rf.Drawn) -> None:
    assert own.seen_by(1) is own
    for other in (0, None):
        seen = own.seen_by(other)
        assert type(seen) is type(own)
        assert seen.cards == (UNKNOWN, UNKNOWN)
        assert seen == type(own)(1, seen.cards, *list(own.__struct_fields__[2:] and [1]))


def test_a_card_that_is_taken_binds_an_unknown_one() -> None:
    zone, unseen = Zone({"ant": 1, UNKNOWN: 1}, {"ant": 1}), {"bear": 1, "cat": 2}
    assert zone.possible(unseen) == ["ant", "bear", "cat"]
    assert zone.hidden == 1
    assert zone.holds("bear", unseen)
    assert not zone.holds("dog", unseen)
    zone.take("bear", unseen)
    assert (zone.cards, zone.public, unseen) == ({"ant": 1}, {"ant": 1}, {"cat": 2})
    zone.take("ant", unseen)
    assert (zone.cards, zone.public) == ({}, {})
    with pytest.raises(LookupError):
        zone.take("cat", unseen)


def test_what_is_hidden_becomes_unknown_in_an_order_that_says_nothing() -> None:
    one = Zone({"cat": 2, "ant": 1, UNKNOWN: 1}, {"cat": 1, "ant": 1})
    other = Zone({UNKNOWN: 1, "ant": 1, "cat": 2}, {"ant": 1, "cat": 1})
    for zone in (one, other):
        zone.hide()
        assert list(zone.cards.items()) == [("ant", 1), ("cat", 1), (UNKNOWN, 2)]
        assert list(zone.public.items()) == [("ant", 1), ("cat", 1)]
    known = Zone({"ant": 1}, {"ant": 1})
    known.hide()
    assert known.cards == {"ant": 1}
