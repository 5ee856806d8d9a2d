"""Replacements: something else happens in place of an event (nodes.Instead)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.contract.game import UNKNOWN
from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Drawn, Left, Moved, Turned
from tests.domain.games.solforge.abilities.acting import (
    FOE,
    ME,
    OX,
    RAM,
    SELF,
    THEIRS,
    YOURS,
    answer,
    cast,
    play,
)
from tests.domain.games.solforge.given import (
    THIS,
    card,
    change,
    damage,
    every,
    exalt,
    gain,
    one,
    scene,
    triggered,
)

FOES = n.All((FOE,))


def instead(
    event: str, *body: n.Effect, who: n.Filter | None = SELF, may: bool = False, **more: Any
) -> n.Instead:
    """When this would happen, that happens instead."""
    return n.Instead(n.Trigger(event, who, **more), body, may)


CAT = card("Cat", 3, 4, instead("destroyed", n.SetStat(THIS, "H", n.Number(2)), gain(5)))


class TestDestroyed:
    def test_it_stays_and_the_other_goes(self) -> None:
        mourner = card("Mourner", 0, 9, triggered("destroyed", gain(100), who=YOURS))
        position = cast(
            n.Destroy(every("yours", names=("Cat", "Ox"))), a={1: CAT, 2: OX, 3: mourner}
        )
        assert position.numbers("a1") == (3, 2)
        assert position.look("a2") is None
        assert position.health() == (155, 50)

    def test_by_damage_too(self) -> None:
        position = cast(damage(one("yours"), 9), a={1: CAT})
        assert position.numbers("a1") == (3, 2)
        assert position.facts(Left) == []

    def test_the_other_is_done_in_full_before_it_is_looked_at_again(self) -> None:
        slow = card("Slow", 3, 4, instead("destroyed", gain(5), n.SetStat(THIS, "H", n.Number(2))))
        position = cast(damage(one("yours"), 9), a={1: slow})
        assert (position.numbers("a1"), position.health()) == ((3, 2), (55, 50))

    def test_no_slay_for_what_was_not_destroyed(self) -> None:
        hunter = card("Hunter", 9, 9, n.Triggered(n.Trigger("slay"), (gain(7),)))
        position = cast(n.Strike(one("yours"), one("enemy")), a={1: hunter}, b={1: CAT})
        assert position.health() == (50, 55)

    def test_for_others(self) -> None:
        nurse = card(
            "Nurse",
            1,
            5,
            instead(
                "destroyed",
                n.PutCard("hand", "play", who=n.Refer("that")),
                who=n.Filter(side="yours", other=True),
            ),
        )
        position = cast(n.Destroy(every()), a={1: nurse, 2: OX}, b={1: RAM})
        assert position.state.sides[0].hand.cards == {OX.code(): 1}
        assert [fact.why for fact in position.facts(Left)] == ["returned", "destroyed", "destroyed"]

    @pytest.mark.parametrize(("word", "there"), [("yes", True), ("no", False)])
    def test_if_its_player_likes(self, word: str, there: bool) -> None:
        maybe = card(
            "Maybe", 3, 4, instead("destroyed", n.SetStat(THIS, "H", n.Number(1)), may=True)
        )
        position = cast(n.Destroy(one("enemy")), b={1: maybe})
        assert (position.ask.seat, position.about) == (1, "may")
        answer(position, word)
        assert (position.look("b1") is not None) is there

    def test_a_counter_is_needed(self) -> None:
        shield = card(
            "Shield", 3, 4, instead("destroyed", n.Counters(THIS, n.Number(-1), "shield"))
        )
        field = {"b": {1: (shield, {"counters": {"shield": 1}}), 2: shield}}
        position = cast(n.Destroy(every("enemy")), **field)
        assert position.at("b1").counters == {}
        assert position.look("b2") is None

    def test_exalted_and_silenced(self) -> None:
        holy = card("Holy", 3, 4, n.Instead(n.Trigger("destroyed", SELF), (gain(5),), exalted=True))
        position = cast(n.Destroy(every("yours")), a={1: holy, 2: holy}, xa={2: exalt()})
        assert (position.look("a1") is None, position.look("a2") is None) == (True, False)
        hush = n.Give(one("yours"), n.Gift(loses=("printed",)))
        assert cast(hush, n.Destroy(every("yours")), a={1: CAT}).look("a1") is None

    def test_granted(self) -> None:
        give = n.Give(one("yours"), n.Gift(abilities=(instead("destroyed", gain(5)),)))
        position = cast(give, n.Destroy(every("yours")), a={1: OX, 2: OX}, then=("a1",))
        assert (position.look("a1") is None, position.look("a2") is None) == (False, True)


class TestDamage:
    def test_taken(self) -> None:
        sponge = card("Sponge", 1, 9, instead("damaged", n.Heal(n.Refer("you"), n.ThatMuch())))
        position = cast(damage(every("enemy"), 3), b={1: sponge, 2: OX})
        assert (position.numbers("b1"), position.numbers("b2")) == ((1, 9), (2, 2))
        assert position.health() == (50, 53)

    def test_by_a_player(self) -> None:
        guard = card("Guard", 1, 9, instead("damaged", n.Damage(THIS, n.ThatMuch()), who=ME))
        position = cast(damage(FOES, 3), b={1: guard})
        assert (position.health(), position.numbers("b1")) == ((50, 50), (1, 6))
        assert cast(damage(n.All((ME,)), 3), b={1: guard}).health() == (47, 50)

    def test_dealt(self) -> None:
        mild = card("Mild", 4, 9, instead("damages", change(THIS, 1), other=THEIRS))
        position = cast(n.Strike(one("yours"), one("enemy")), a={1: mild}, b={1: OX})
        assert (position.numbers("a1"), position.numbers("b1")) == ((5, 9), (2, 5))


class TestHealth:
    @pytest.mark.parametrize(("amount", "health"), [(3, (50, 47)), (-3, (47, 50))])
    def test_gained(self, amount: int, health: tuple[int, int]) -> None:
        vamp = card("Vamp", 1, 9, instead("gains health", n.Damage(FOES, n.ThatMuch()), who=ME))
        assert cast(gain(amount), a={1: vamp}).health() == health

    def test_lost(self) -> None:
        vamp = card("Vamp", 1, 9, instead("loses health", change(THIS, 2), who=ME))
        position = cast(gain(-3), a={1: vamp})
        assert (position.health(), position.numbers("a1")) == ((50, 50), (3, 9))

    def test_of_creatures(self) -> None:
        odd = card("Odd", 1, 9, instead("gains attack", n.Change(THIS, None, n.ThatMuch())))
        position = cast(change(every("yours"), 3), a={1: odd, 2: OX})
        assert (position.numbers("a1"), position.numbers("a2")) == ((1, 12), (5, 5))


class TestCards:
    def test_drawn(self) -> None:
        miser = card("Miser", 1, 9, instead("drawn", gain(4), who=ME))
        assert cast(n.Draw(n.Number(1)), a={1: miser}, deck_a=[OX]).health() == (54, 50)
        position = cast(n.Draw(n.Number(1), "enemy"), a={1: miser}, deck_b=[OX])
        assert answer(position, a.Deal(1, (UNKNOWN,))).facts(Drawn) != []

    def test_discarded(self) -> None:
        keeper = card("Keeper", 1, 9, instead("discarded", gain(4), who=n.Filter(side="yours")))
        position = cast(n.Discard(what=n.Filter(kind="card"), all=True), a={1: keeper}, hand_a=[OX])
        assert (position.health(), position.state.sides[0].hand.count) == ((54, 50), 1)

    def test_upgraded_twice_if_you_like(self) -> None:
        beast = card("Beast", levels={1: (1, 1), 2: (3, 3), 3: (6, 6)})
        twice = n.UpgradeCard("hand", n.Filter(kind="card", ref="it"), times=2)
        tutor = card(
            "Tutor", 1, 9, instead("upgraded", twice, who=n.Filter(kind="card"), may=True, by="you")
        )
        pile = {"hand_a": [beast], "upgrades_a": [beast.code(2), beast.code(3)], "a": {1: tutor}}
        up = n.UpgradeCard("hand", n.Filter(kind="card"))
        assert cast(up, then=(beast, "yes"), **pile).state.sides[0].hand.cards == {beast.code(3): 1}
        assert cast(up, then=(beast, "no"), **pile).state.sides[0].hand.cards == {beast.code(2): 1}


class TestBoard:
    @pytest.mark.parametrize(
        ("event", "effect", "fact"),
        [
            ("moved", n.Move(every("yours", names=("Odd",)), to="center"), Moved),
            ("moved", n.Move(every("yours", names=("Odd",)), row="back"), Moved),
            ("exhausted", n.Exhaust(every("yours", names=("Odd",))), Turned),
            ("leaves", n.Banish(every("yours", names=("Odd",))), Left),
            ("leaves", n.PutCard("hand", "play", who=every("yours", names=("Odd",))), Left),
        ],
    )
    def test_does_not_happen(self, event: str, effect: n.Effect, fact: Any) -> None:
        odd = card("Odd", 1, 9, instead(event, gain(4)))
        position = cast(effect, a={1: odd, 2: OX})
        assert position.facts(fact) == []
        assert position.health() == (54, 50)

    def test_transformed(self) -> None:
        sun = card("Sun", 1, 1, instead("transformed", gain(4)), solbind="Moon")
        position = cast(
            n.Transform(one("yours")),
            a={1: sun},
            extra=[card("Moon", 2, 2, solbind="Sun", level=2)],
        )
        assert (position.at("a1").code, position.health()) == (sun.code(), (54, 50))

    def test_replaced(self) -> None:
        dodger = card("Dodger", 1, 9, instead("replaced", n.PutCard("hand", "play", who=THIS)))
        position = play(scene(a={1: dodger}, hand_a=[OX]), OX, 1)
        assert position.numbers("a1") == (2, 5)
        assert dodger.code() in position.state.sides[0].hand.cards


def test_it_does_not_replace_what_it_does_itself() -> None:
    loop = card("Loop", 1, 9, instead("gains health", gain(1), who=ME))
    assert cast(gain(5), a={1: loop}).health() == (51, 50)


def test_two_of_them_one_after_the_other() -> None:
    first = card("First", 1, 9, instead("gains health", gain(1), who=ME))
    second = card("Second", 1, 9, instead("gains health", damage(FOES, 2), who=ME))
    assert cast(gain(5), a={1: first, 2: second}).health() == (50, 48)
