"""What is given and lost: keywords, armor, types, abilities; for how long (nodes.Give, nodes.Has)."""

from __future__ import annotations

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Given, PlayerGiven
from domain.games.solforge.queries import properties
from tests.domain.games.solforge.abilities.acting import ME, OX, RAM, SELF, cast, legal, skip
from tests.domain.games.solforge.given import (
    IT,
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


class TestKeywords:
    @pytest.mark.parametrize("until", ["turn", ""])
    def test_for_the_turn_or_for_good(self, until: str) -> None:
        position = cast(
            n.Give(one("yours"), keywords("stealth"), until), a={1: OX, 2: OX}, then=("a1",)
        )
        assert (position.keywords("a1"), position.keywords("a2")) == ({"stealth": 1}, {})
        assert position.end_turn().keywords("a1") == ({} if until else {"stealth": 1})

    def test_armor_goes_with_the_turn_whatever_is_said(self) -> None:
        gift = keywords("stealth", armor=2)
        position = cast(n.Give(one("yours"), gift, ""), a={1: OX})
        assert position.keywords("a1") == {"stealth": 1, "armor": 2}
        assert position.end_turn().keywords("a1") == {"stealth": 1}

    def test_armor_and_mobility_add_up(self) -> None:
        shell = card("Shell", 1, 9, has(armor=1, mobility=1))
        position = cast(
            n.Give(one("yours"), keywords(armor=2, mobility=2)), damage(IT, 4), a={1: shell}
        )
        assert position.keywords("a1") == {"armor": 3, "mobility": 3}
        assert position.numbers("a1") == (1, 8)

    def test_aggressive_moves_it_forward_and_defender_back(self) -> None:
        back = (OX, {"front": False})
        position = cast(
            n.Give(one("yours"), keywords("aggressive")), a={1: back, 2: back}, then=("a1",)
        )
        assert (position.at("a1").front, position.at("a2").front) == (True, False)
        guard = cast(
            n.Give(one("yours"), keywords("defender", "aggressive")), a={1: OX, 2: OX}, then=("a2",)
        )
        assert (guard.at("a1").front, guard.at("a2").front) == (True, False)

    def test_lost(self) -> None:
        fox = card("Fox", 1, 1, has("stealth", "aggressive"))
        lose = n.Give(one("yours"), n.Gift(loses=("stealth",)))
        position = cast(lose, a={1: fox, 2: fox}, then=("a1",))
        assert (position.keywords("a1"), position.keywords("a2")) == (
            {"aggressive": 1},
            {"stealth": 1, "aggressive": 1},
        )
        assert position.end_turn().keywords("a1") == {"stealth": 1, "aggressive": 1}

    def test_lost_and_got_again(self) -> None:
        fox = card("Fox", 1, 1, has("stealth"))
        lose, get = (
            n.Give(one("yours"), n.Gift(loses=("stealth",))),
            n.Give(one("yours"), keywords("stealth")),
        )
        assert cast(lose, get, a={1: fox}).keywords("a1") == {"stealth": 1}
        assert cast(get, lose, a={1: fox}).keywords("a1") == {}

    def test_numbers_are_fixed_when_given(self) -> None:
        gift = n.Gift(keywords=(n.Keyword("mobility", n.StatOf("A", "self")),))
        position = cast(n.Give(every("yours"), gift), change(every("yours"), 5), a={1: OX, 2: RAM})
        assert (position.keywords("a1"), position.keywords("a2")) == (
            {"mobility": 2},
            {"mobility": 4},
        )


class TestSilence:
    HUSH = n.Give(one("enemy"), n.Gift(loses=("printed",)), "")

    def test_all_printed_is_gone_and_nothing_else(self) -> None:
        loud = card(
            "Loud",
            1,
            9,
            has("stealth"),
            triggered("end of turn", gain(1)),
            n.Aura(n.All((SELF,)), n.Gift(attack=n.Number(5))),
            n.Activated((gain(7),)),
        )
        give = n.Give(one("enemy", names=("Loud",)), keywords("breakthrough"))
        position = cast(give, self.HUSH, b={1: loud, 2: loud}, then=("b1", "b1"))
        assert (position.keywords("b1"), position.keywords("b2")) == (
            {"breakthrough": 1},
            {"stealth": 1},
        )
        assert (position.numbers("b1"), position.numbers("b2")) == ((1, 9), (6, 9))
        assert a.Activate(1) not in position.ask.choices
        assert a.Activate(2) in position.ask.choices

    @pytest.mark.parametrize(("hit", "left"), [(0, 2), (1, 1), (4, 0)])
    def test_printed_armor_is_subtracted(self, hit: int, left: int) -> None:
        shell = card("Shell", 1, 9, has(armor=3))
        effects = (
            n.Give(one("enemy"), keywords(armor=2)),
            damage(IT, hit),
            n.Give(IT, n.Gift(loses=("printed",))),
        )
        position = cast(*effects, b={1: shell, 2: shell}, then=("b1",))
        assert properties.armor_of(position.state, position.at("b1")) == left
        assert properties.armor_of(position.state, position.at("b2")) == 3

    def test_what_is_granted_later_stays(self) -> None:
        quoted = triggered("destroyed", gain(5), who=SELF)
        position = cast(
            self.HUSH, n.Give(IT, n.Gift(abilities=(quoted,))), n.Destroy(IT), b={1: OX}
        )
        assert position.health() == (50, 55)

    def test_defender_lost_lets_it_come_forward(self) -> None:
        wall = card("Wall", 1, 9, has("defender"))
        position = cast(
            self.HUSH, b={1: (wall, {"front": False}), 2: (wall, {"front": False})}, then=("b1",)
        )
        position.end_turn()
        assert (position.at("b1").front, position.at("b2").front) == (True, False)


class TestTypes:
    def test_given(self) -> None:
        give = n.Give(one("yours"), n.Gift(types=("Golem", "Minion")), "")
        position = cast(
            give,
            change(every(types=("Golem",)), 1),
            change(every(minion=True), 0, 1),
            a={1: OX, 2: OX},
            then=("a1",),
        )
        assert (position.numbers("a1"), position.numbers("a2")) == ((3, 6), (2, 5))


class TestAbilities:
    def test_an_activated_one(self) -> None:
        quoted = n.Activated((gain(4),))
        position = cast(
            n.Give(one("yours"), n.Gift(abilities=(quoted,))), a={1: OX, 2: OX}, then=("a2",)
        )
        assert a.Activate(1) not in position.ask.choices
        assert position.when(a.Activate(2)).health() == (54, 50)

    def test_keywords_in_quotes_and_an_aura(self) -> None:
        quoted = (
            has("stealth"),
            n.Aura(n.All((n.Filter(side="yours", other=True),)), n.Gift(attack=n.Number(3))),
        )
        position = cast(
            n.Give(one("yours"), n.Gift(abilities=quoted)), a={1: OX, 2: RAM}, then=("a1",)
        )
        assert position.keywords("a1") == {"stealth": 1}
        assert (position.numbers("a1"), position.numbers("a2")) == ((2, 5), (7, 9))

    def test_an_exalted_one_only_beside_an_exalt(self) -> None:
        quoted = n.Has(keywords("stealth"), exalted=True)
        position = cast(
            n.Give(every("yours"), n.Gift(abilities=(quoted,))), a={1: OX, 2: OX}, xa={2: exalt()}
        )
        assert (position.keywords("a1"), position.keywords("a2")) == ({}, {"stealth": 1})

    def test_to_an_exalt(self) -> None:
        quoted = triggered("end of turn", gain(3))
        position = cast(
            n.Give(n.All((n.Filter(kind="exalt"),)), n.Gift(abilities=(quoted,))), xa={1: exalt()}
        )
        assert position.end_turn().health() == (53, 50)


class TestPlayersHave:
    def test_armor_till_the_end_of_the_turn(self) -> None:
        position = cast(n.Give(n.All((ME,)), keywords(armor=3), ""), damage(n.All((ME,)), 4))
        assert position.health() == (49, 50)
        assert [fact.until for fact in position.facts(PlayerGiven)] == ["turn"]
        assert position.end_turn().state.sides[0].gifts == []

    def test_printed_armor_of_an_aura_by_a_number(self) -> None:
        keep = exalt(
            n.Aura(
                n.All((ME,)),
                n.Gift(keywords=(n.Keyword("armor", n.CountOf(n.Filter(side="yours"))),)),
            )
        )
        assert cast(
            damage(n.All((n.Filter(kind="player"),)), 3), xa={1: keep}, a={1: OX, 2: OX}
        ).health() == (49, 47)


def test_to_nobody() -> None:
    position = cast(
        n.Give(one("yours"), keywords("stealth")), n.If(n.Done(), (gain(9),)), b={1: OX}
    )
    assert position.facts(Given) == []
    assert position.health() == (50, 50)


def test_mobility_given_can_be_used() -> None:
    give = spell(n.Give(one("yours"), keywords(mobility=1)), name="Give")
    position = scene(a={2: OX, 4: RAM}, hand_a=[give]).when(a.Play("give.1"), a.Target(1))
    moves = {choice for choice in position.ask.choices if isinstance(choice, a.UseMobility)}
    assert moves == {a.UseMobility(1, 1), a.UseMobility(1, 3)}
    position.when(a.UseMobility(1, 3))
    assert position.numbers("a3") == (2, 5)
    assert position.at("a3").ready is False
    assert legal(skip(position)) == {"pass"}
