"""Auras: whom they reach, when they begin and end, what they give (nodes.Aura)."""

from __future__ import annotations

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from tests.domain.games.solforge.abilities.acting import (
    ME,
    OX,
    RAM,
    SELF,
    THEIRS,
    YOURS,
    cast,
    play,
)
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
)

OTHERS = n.Filter(side="yours", other=True)
UP = n.Gift(attack=n.Number(2), health=n.Number(3))


def lord(gift: n.Gift, who: n.Filter = OTHERS, **more: object) -> object:
    return card("Lord", 1, 4, n.Aura(n.All((who,)), gift, **more))  # type: ignore[arg-type]


class TestReach:
    @pytest.mark.parametrize(
        ("who", "places"),
        [
            (n.Filter(side="yours", other=True), {"a2", "a4"}),
            (YOURS, {"a1", "a2", "a4"}),
            (SELF, {"a1"}),
            (THEIRS, {"b1", "b2"}),
            (n.Filter(adjacent_to="this"), {"a2"}),
            (n.Filter(side="enemy", opposing="this"), {"b1"}),
            (n.Filter(types=("Goblin",)), set()),
            (n.Filter(lane="this"), {"a1", "b1"}),
        ],
    )
    def test_whom(self, who: n.Filter, places: set[str]) -> None:
        position = scene(a={1: lord(UP, who), 2: OX, 4: OX}, b={1: OX, 2: OX})  # type: ignore[dict-item]
        raised = {
            x
            for x in ("a1", "a2", "a4", "b1", "b2")
            if position.numbers(x) != ((1, 4) if x == "a1" else (2, 5))
        }
        assert raised == places

    def test_never_stored(self) -> None:
        position = scene(a={1: lord(UP), 2: OX})  # type: ignore[dict-item]
        p = position.at("a2")
        assert (p.attack, p.health, position.numbers("a2")) == (2, 5, (4, 8))

    def test_two_of_them(self) -> None:
        position = scene(a={1: lord(UP), 2: OX, 3: lord(UP)})  # type: ignore[dict-item]
        assert position.numbers("a2") == (6, 11)


class TestBeginAndEnd:
    def test_at_once_when_it_comes(self) -> None:
        big = lord(UP)
        position = play(scene(a={2: OX}, hand_a=[big]), big, 1)  # type: ignore[list-item, arg-type]
        assert position.numbers("a2") == (4, 8)

    def test_its_health_may_kill_when_it_ends(self) -> None:
        effects = (
            damage(every("yours", names=("Ox",)), 6),
            n.Destroy(one("yours", names=("Lord",))),
            gain(1),
        )
        position = cast(*effects, a={1: lord(UP), 2: OX, 3: RAM})
        assert position.look("a2") is None
        assert position.numbers("a3") == (4, 9)
        assert position.health() == (51, 50)

    def test_when_it_moves_away(self) -> None:
        beside = lord(UP, n.Filter(adjacent_to="this"))
        hit = damage(every("yours", names=("Ox",)), 6)
        away = n.Move(one("yours", names=("Lord",)))
        position = cast(hit, away, a={5: beside, 4: OX, 1: RAM}, then=(2,))
        assert position.look("a4") is None
        assert position.numbers("a1") == (6, 12)
        near = cast(hit, away, a={5: beside, 4: OX, 1: RAM}, then=(3,))
        assert (near.numbers("a4"), near.numbers("a1")) == ((4, 2), (4, 9))

    def test_on_a_condition(self) -> None:
        while_alone = lord(UP, SELF, condition=n.Exists(THEIRS, 0, 0))
        position = cast(n.Destroy(every("enemy")), a={1: while_alone}, b={1: OX})
        assert position.numbers("a1") == (3, 7)
        assert scene(a={1: while_alone}, b={1: OX}).numbers("a1") == (1, 4)  # type: ignore[dict-item]

    def test_exalted(self) -> None:
        holy = lord(UP, exalted=True)
        assert scene(a={1: holy, 2: OX}, xa={1: exalt()}).numbers("a2") == (4, 8)  # type: ignore[dict-item]
        assert scene(a={1: holy, 2: OX}, xa={2: exalt()}).numbers("a2") == (2, 5)  # type: ignore[dict-item]

    def test_silence_ends_it(self) -> None:
        hush = n.Give(one("yours", names=("Lord",)), n.Gift(loses=("printed",)))
        position = cast(hush, a={1: lord(UP), 2: OX})
        assert position.numbers("a2") == (2, 5)
        assert position.end_turn().numbers("a2") == (4, 8)


class TestGifts:
    def test_keywords_types_and_lost_ones(self) -> None:
        gift = n.Gift(
            keywords=(n.Keyword("stealth"), n.Keyword("armor", n.Number(2))),
            types=("Golem",),
            loses=("aggressive",),
        )
        fox = card("Fox", 1, 1, has("aggressive"))
        position = scene(a={1: lord(gift), 2: fox}, b={2: fox})  # type: ignore[dict-item]
        assert position.keywords("a2") == {"stealth": 1, "armor": 2}
        assert position.keywords("b2") == {"aggressive": 1}
        assert properties.types_of(position.state, position.at("a2")) == {"Golem"}

    def test_all_printed_abilities_lost(self) -> None:
        hush = lord(n.Gift(loses=("printed",)), THEIRS)
        loud = card(
            "Loud", 1, 1, has("stealth"), n.Aura(n.All((SELF,)), n.Gift(attack=n.Number(5)))
        )
        position = scene(a={1: hush, 2: loud}, b={2: loud})  # type: ignore[dict-item]
        assert (position.keywords("b2"), position.numbers("b2")) == ({}, (1, 1))
        assert (position.keywords("a2"), position.numbers("a2")) == ({"stealth": 1}, (6, 1))

    def test_a_number_is_another(self) -> None:
        fixed = lord(n.Gift(attack_is=n.Number(7)), SELF)
        position = cast(change(one("yours", names=("Lord",)), 3), a={1: fixed, 2: OX})
        assert (position.numbers("a1"), position.numbers("a2")) == ((7, 4), (2, 5))
        health = lord(n.Gift(health_is=n.CountOf(YOURS, 4)), SELF)
        assert scene(a={1: health, 2: OX}).numbers("a1") == (1, 8)  # type: ignore[dict-item]
        none = cast(
            n.Destroy(one("yours", names=("Ox",))),
            a={1: lord(n.Gift(health_is=n.CountOf(n.Filter(names=("Ox",)))), SELF), 2: OX},
        )
        assert none.look("a1") is None

    def test_an_aura_granted_by_an_aura(self) -> None:
        inner = n.Aura(n.All((n.Filter(adjacent_to="this"),)), n.Gift(attack=n.Number(1)))
        position = scene(a={1: lord(n.Gift(abilities=(inner, has("stealth")))), 3: OX, 4: RAM})  # type: ignore[dict-item]
        assert (position.numbers("a3"), position.numbers("a4"), position.numbers("a1")) == (
            (3, 5),
            (5, 9),
            (1, 4),
        )
        assert (position.keywords("a3"), position.keywords("a1")) == ({"stealth": 1}, {})

    def test_aggressive_by_an_aura_moves_rows(self) -> None:
        position = play(
            scene(a={2: (OX, {"front": False})}, hand_a=[x := lord(keywords("aggressive"))]), x, 1
        )  # type: ignore[list-item, arg-type]
        assert position.at("a2").front is True

    def test_one_that_asks_about_what_it_changes(self) -> None:
        weak = n.Filter(stats=(n.Stat("A", "<=", n.Number(2)),))
        position = scene(a={1: lord(UP, weak), 2: OX, 3: RAM})  # type: ignore[dict-item]
        assert (position.numbers("a2"), position.numbers("a3")) == ((4, 8), (4, 9))


class TestFree:
    def test_cards_in_hand(self) -> None:
        free = n.Gift(keywords=(n.Keyword("free"),))
        host = lord(free, n.Filter(kind="spell", side="yours"))
        zap, other = spell(gain(1), name="Zap"), spell(gain(2), name="Other")
        position = scene(a={1: host}, hand_a=[zap, other, OX]).when(a.Play("zap.1", 0, True))  # type: ignore[dict-item]
        assert a.Play("other.1", 0, True) in position.ask.choices
        assert a.Play(OX.code(), 1) in position.ask.choices
        assert a.Play("zap.1", 0, True) not in scene(b={1: host}, hand_a=[zap]).ask.choices  # type: ignore[dict-item]

    def test_only_the_first_each_turn(self) -> None:
        mine = n.Filter(kind="spell", side="yours")
        host = card(
            "Host",
            1,
            1,
            n.Aura(
                n.All((mine,)),
                n.Gift(keywords=(n.Keyword("free"),)),
                n.Not(n.Happened("played", mine)),
            ),
        )
        zap, other = spell(gain(1), name="Zap"), spell(gain(2), name="Other")
        position = scene(a={1: host}, hand_a=[zap, other]).when(a.Play("zap.1", 0, True))
        assert set(position.ask.choices) == {a.Play("other.1"), a.Pass()}


def test_a_player_is_reached() -> None:
    host = lord(keywords(armor=2), ME)
    position = cast(damage(n.All((n.Filter(kind="player"),)), 3), a={1: host})
    assert position.health() == (49, 47)
