"""Numbers that are worked out."""

from __future__ import annotations

from typing import Any

import pytest

from domain.contract.game import UNKNOWN
from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from tests.domain.games.solforge.abilities.acting import ELK, FOE, ME, OX, RAM, THEIRS, YOURS, cast
from tests.domain.games.solforge.given import (
    card,
    change,
    damage,
    every,
    exalt,
    gain,
    has,
    keywords,
    one,
    scene,
    spell,
    triggered,
)

CARD = n.Filter(kind="card")
FIELD: dict[str, Any] = {
    "a": {1: OX, 2: RAM},
    "b": {1: ELK},
    "hand_a": [OX, RAM],
    "hand_b": [OX],
    "discard_a": [ELK, UNKNOWN],
    "unseen_a": [OX],
    "banished_a": [OX, OX, RAM],
    "banished_b": [ELK],
    "upgrades_a": [RAM],
    "deck_a": [OX, ELK],
    "turn": 4,
    "level": 3,
}


def worth(amount: n.Amount, *before: n.Effect, then: tuple[Any, ...] = (), **where: Any) -> int:
    """What a number is for A after these effects, as Health gained over 50."""
    position = cast(
        *before, n.SetStat(n.All((ME,)), "H", n.Sum((amount, n.Number(1000)))), then=then, **where
    )
    return position.health()[0] - 1000


@pytest.mark.parametrize(
    ("amount", "number"),
    [
        (n.Number(7), 7),
        (n.CountOf(YOURS), 2),
        (n.CountOf(n.Filter(), 3), 9),
        (n.CountOf(n.Filter(kind="exalt")), 0),
        (n.CountOf(CARD, zone="hand"), 2),
        (n.CountOf(n.Filter(), zone="hand", whose="each"), 3),
        (n.CountOf(CARD, zone="discard"), 2),
        (n.CountOf(n.Filter(), zone="discard"), 1),
        (n.CountOf(n.Filter(names=("Ox",)), zone="banish"), 2),
        (n.CountOf(n.Filter(), zone="banish", whose="enemy"), 1),
        (n.CountOf(CARD, zone="deck"), 2),
        (n.CountOf(CARD, zone="upgrade"), 1),
        (n.PlayerNumber("hand"), 2),
        (n.PlayerNumber("hand", "enemy"), 1),
        (n.PlayerNumber("hand", "each", 2), 6),
        (n.PlayerNumber("forgeborn"), 3),
        (n.PlayerNumber("cycle"), 2),
        (n.PlayerNumber("banish"), 3),
        (n.PlayerNumber("discard"), 2),
        (n.PlayerNumber("deck"), 2),
        (n.PlayerNumber("upgrade"), 1),
        (n.PlayerNumber("health", "enemy"), 50),
        (n.Sum((n.Number(2), n.CountOf(YOURS))), 4),
        (n.Half(n.Number(7)), 3),
        (n.Half(n.Number(7), up=True), 4),
        (n.TotalOf("A", YOURS), 6),
        (n.TotalOf("H", n.Filter(), "most"), 9),
        (n.TotalOf("A", n.Filter(), "least", 2), 2),
        (n.TotalOf("A", n.Filter(kind="exalt")), 0),
        (n.StatOf("H", "enemy"), 50),
        (n.StatOf("L", "you", 2), 6),
        (n.StatOf("A", "it"), 0),
        (n.HappenedCount(n.Happened("played", CARD), 2), 2),
    ],
)
def test_each_kind(amount: n.Amount, number: int) -> None:
    assert worth(amount, **FIELD) == number


class TestStats:
    @pytest.mark.parametrize(("stat", "number"), [("A", 6), ("H", 4), ("D", 1), ("L", 2)])
    def test_of_a_creature_as_it_is_now(self, stat: str, number: int) -> None:
        shell = card("Shell", 3, 6, has(armor=2), level=2)
        before = (change(one("yours", names=("Shell",)), 3, -2), damage(n.Refer("it"), 1))
        assert worth(n.StatOf(stat, "it"), *before, a={1: shell, 2: OX}) == number

    def test_of_the_first_of_several(self) -> None:
        assert worth(n.StatOf("A", "it"), n.Target(every("yours")), a={1: OX, 2: RAM}) == 2

    def test_of_a_card_in_hand(self) -> None:
        top = card("Top", 5, 6, has(armor=4), level=3)
        up = n.UpgradeCard("hand", CARD)
        for stat, number in (("A", 5), ("H", 6), ("D", 4), ("L", 3)):
            assert worth(n.StatOf(stat, "it"), up, hand_a=[top], then=(top,)) == number

    def test_armor_of_a_player(self) -> None:
        keep = n.Give(n.All((ME,)), keywords(armor=3))
        assert worth(n.StatOf("D", "you"), keep, damage(n.All((ME,)), 1)) == 2

    def test_never_below_nothing(self) -> None:
        assert worth(n.StatOf("A", "it"), change(one("yours"), -9), a={1: OX}) == 0


class TestHappened:
    def test_so_often(self) -> None:
        amount = n.HappenedCount(n.Happened("destroyed", THEIRS), 2)
        assert worth(amount, n.Destroy(every()), a={1: OX}, b={1: OX, 2: ELK}) == 4


class TestThatMuch:
    @pytest.mark.parametrize(
        ("effect", "number"),
        [
            (damage(every("enemy"), 3), 6),
            (gain(-4, n.All((FOE,))), 4),
            (n.Destroy(every()), 3),
            (n.Counters(every("yours"), n.Number(5)), 5),
            (n.Discard(what=CARD, all=True), 2),
            (n.PutCard("deck", "banish", CARD, all=True), 1),
        ],
    )
    def test_of_what_was_done(self, effect: n.Effect, number: int) -> None:
        field = {"a": {1: OX}, "b": {1: OX, 2: RAM}, "hand_a": [OX, ELK], "banished_a": [OX]}
        assert worth(n.ThatMuch(), effect, **field) == number
        assert worth(n.ThatMuch(2, 3), effect, **field) == 3 * number + 2

    def test_of_the_event(self) -> None:
        echo = card(
            "Echo", 0, 9, triggered("gains health", n.Damage(n.All((FOE,)), n.ThatMuch()), who=ME)
        )
        assert cast(gain(4), a={1: echo}).health() == (54, 46)


class TestWhenWorkedOut:
    def test_before_the_effect_chooses(self) -> None:
        effects = (n.Target(one("yours")), n.Damage(one("enemy"), n.StatOf("A", "it")))
        position = cast(*effects, a={1: RAM, 2: OX}, b={1: RAM, 2: RAM}, then=("a2", "b1"))
        assert (position.numbers("b1"), position.numbers("b2")) == ((4, 7), (4, 9))

    def test_for_all_of_them_before_any_changes(self) -> None:
        grow = n.Change(every("yours"), n.TotalOf("A", YOURS))
        position = cast(grow, a={1: OX, 2: RAM})
        assert (position.numbers("a1"), position.numbers("a2")) == ((8, 5), (10, 9))

    def test_self_in_a_count(self) -> None:
        beside = n.Change(every("yours"), n.CountOf(n.Filter(adjacent_to="self")))
        position = cast(beside, a={1: OX, 2: OX, 3: OX, 5: OX})
        assert [position.numbers(f"a{x}")[0] for x in (1, 2, 3, 5)] == [3, 4, 3, 2]

    def test_when_given_it_stays(self) -> None:
        gift = n.Gift(keywords=(n.Keyword("armor", n.CountOf(YOURS)),))
        position = cast(
            n.Give(one("yours", names=("Ox",)), gift),
            n.Destroy(every(names=("Ram",))),
            a={1: OX, 2: RAM},
        )
        assert position.keywords("a1") == {"armor": 2}

    def test_in_an_aura_it_follows(self) -> None:
        flag = exalt(n.Aura(n.All((YOURS,)), n.Gift(attack=n.CountOf(YOURS))))
        zap = spell(n.Destroy(every(names=("Ram",))), name="Zap")
        position = scene(a={1: OX, 2: RAM}, xa={1: flag}, hand_a=[zap])
        assert position.numbers("a1") == (4, 5)
        assert position.when(a.Play("zap.1")).numbers("a1") == (3, 5)
