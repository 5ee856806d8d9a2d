"""When abilities trigger: every event, whom it happens to, by whom, where, how often (nodes.Trigger)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Triggered
from tests.domain.games.solforge.abilities.acting import (
    ELK,
    FOE,
    ME,
    OX,
    RAM,
    SELF,
    THEIRS,
    YOURS,
    cast,
    play,
    skip,
)
from tests.domain.games.solforge.given import (
    THAT,
    THIS,
    born,
    card,
    change,
    damage,
    deploy,
    every,
    exalt,
    gain,
    one,
    scene,
    spell,
    triggered,
)

FOES = n.All((FOE,))
ZAP = spell(damage(FOES, 1), name="Zap")


def spy(event: str, who: n.Filter | None = None, **more: Any) -> Any:
    """A creature that gains you 1 when something happens."""
    return card("Spy", 0, 9, triggered(event, gain(1), who=who, **more))


class TestPlayed:
    @pytest.mark.parametrize(
        ("who", "more", "times"),
        [
            (n.Filter(kind="spell"), {"by": "you"}, 1),
            (n.Filter(kind="spell"), {"by": "enemy"}, 0),
            (n.Filter(kind="spell", side="yours"), {}, 1),
            (n.Filter(kind="spell", exalts=False), {}, 1),
            (n.Filter(kind="card"), {}, 1),
            (n.Filter(), {"by": "you"}, 0),
            (n.Filter(kind="exalt"), {}, 0),
            (n.Filter(kind="card", names=("Zap",)), {}, 1),
            (n.Filter(kind="card", levels=(2, 3)), {}, 0),
            (ME, {}, 1),
            (FOE, {}, 0),
        ],
    )
    def test_a_spell(self, who: n.Filter, more: dict[str, str], times: int) -> None:
        position = scene(a={1: spy("played", who, **more)}, hand_a=[ZAP]).when(a.Play(ZAP.code()))
        assert position.health() == (50 + times, 49)

    def test_after_all_lines_of_the_spell(self) -> None:
        position = cast(
            gain(1),
            n.Destroy(one("yours", names=("Spy",))),
            a={1: spy("played", n.Filter(kind="spell"))},
        )
        assert position.health() == (52, 50)

    def test_a_creature_and_an_exalt(self) -> None:
        watch = card(
            "Watch",
            0,
            9,
            triggered("played", gain(1), who=n.Filter(), by="you"),
            triggered("played", gain(10), who=n.Filter(kind="spell"), by="you"),
        )
        tower = exalt()
        assert play(scene(a={1: watch}, hand_a=[OX]), OX, 2).health() == (51, 50)
        assert play(scene(a={1: watch}, hand_a=[tower]), tower, 2).health() == (60, 50)

    def test_it_does_not_see_itself_being_played(self) -> None:
        drummer = card("Drummer", 0, 9, triggered("played", gain(1), who=n.Filter(), by="you"))
        position = play(scene(hand_a=[drummer]), drummer, 1)
        assert position.health() == (50, 50)

    def test_the_second_each_turn(self) -> None:
        second = spy("played", n.Filter(kind="spell"), by="you", nth=2)
        zaps = [spell(gain(10), name=name) for name in ("One", "Two", "Three")]
        position = scene(a={1: second}, hand_a=zaps[:2]).when(a.Play("one.1"), a.Done(), a.Pass())
        assert position.health() == (60, 50)
        assert position.when(a.Play("two.1")).health() == (71, 50)

    def test_the_second_counts_what_was_before_it_came(self) -> None:
        second = spy("played", n.Filter(), by="you", nth=2)
        third = spy("played", n.Filter(), by="you", nth=3)
        for watch, health in ((second, 50), (third, 51)):
            call = spell(n.PlayNamed("Imp"), n.PlayNamed("Imp"), name="Call")
            imp = card("Imp", 1, 1, minion=True)
            position = play(scene(hand_a=[watch, call], extra=[imp]), watch, 1).when(
                a.Done(), a.Pass()
            )
            position.when(a.Play("call.1"), a.Lane(2), a.Lane(3))
            assert position.health()[0] == (51 if watch is second else health)

    def test_only_the_first_time(self) -> None:
        first = card("First", 0, 9, triggered("gains health", change(THIS, 1), who=ME, first=True))
        position = cast(gain(1), gain(1), a={1: first})
        assert position.numbers("a1") == (1, 9)

    def test_the_first_time_was_before_it_came(self) -> None:
        late = spy("played", n.Filter(kind="spell"), by="you", first=True)
        zaps = [spell(gain(10), name=name) for name in ("One", "Two")]
        position = scene(hand_a=[*zaps, late]).when(a.Play("one.1"), a.Done(), a.Pass())
        once = card("Call", 0, 0, n.FreeIf(), n.Line((gain(100),)), kind="spell")
        assert play(position, late, 1).health() == (60, 50)
        fresh = play(scene(hand_a=[late, once]), late, 1)
        assert fresh.when(a.Play(once.code(), 0, True)).health() == (151, 50)
        again = scene(hand_a=[late, once, zaps[0]]).when(a.Play(once.code(), 0, True))
        play(again, late, 1).when(a.Done(), a.Pass())
        assert again.when(a.Play("one.1")).health() == (160, 50)

    def test_once_a_turn(self) -> None:
        one_ = card(
            "One", 0, 9, n.Triggered(n.Trigger("gains health", ME), (change(THIS, 1),), once=True)
        )
        position = cast(gain(1), gain(1), a={1: one_, 2: one_}).until("step")
        assert (position.numbers("a1"), position.numbers("a2")) == ((1, 9), (1, 9))


class TestEntering:
    def test_deploy_for_itself_only(self) -> None:
        herald = card("Herald", 1, 1, deploy(gain(3)))
        position = play(scene(a={1: herald}, hand_a=[OX, herald]), OX, 2)
        assert position.health() == (50, 50)
        assert play(scene(a={1: OX}, hand_a=[herald]), herald, 2).health() == (53, 50)

    def test_deploy_is_about_this(self) -> None:
        herald = card("Herald", 1, 1, triggered("deploy", change(THIS, 2), who=SELF))
        position = play(scene(a={1: herald}, hand_a=[herald]), herald, 2)
        assert (position.numbers("a2"), position.numbers("a1")) == ((3, 1), (1, 1))

    def test_enters_play_however(self) -> None:
        watch = spy("enters play", YOURS)
        put = n.PlayCard("discard", n.Filter(), put=True)
        assert cast(put, a={1: watch}, discard_a=[OX], then=(OX, 2)).health() == (51, 50)
        assert play(scene(a={1: watch}, hand_a=[OX]), OX, 2).health() == (51, 50)
        assert play(scene(b={1: watch}, hand_a=[OX]), OX, 2).health() == (50, 50)

    def test_in_this_lane(self) -> None:
        gate = exalt(triggered("enters play", change(THAT, 2), who=YOURS, lane="this"))
        for lane, attack in ((2, 4), (3, 2)):
            position = play(scene(xa={2: gate}, hand_a=[OX]), OX, lane)
            assert position.numbers(f"a{lane}") == (attack, 5)

    @pytest.mark.parametrize(("row", "gained"), [("front", 1), ("back", 0)])
    def test_into_a_row(self, row: str, gained: int) -> None:
        position = play(scene(a={1: spy("enters", YOURS, row=row)}, hand_a=[OX]), OX, 2)
        assert position.health() == (50 + gained, 50)


class TestDamage:
    @pytest.mark.parametrize(
        ("event", "who", "more", "times"),
        [
            ("damages", YOURS, {}, 2),
            ("damages", YOURS, {"other": FOE}, 1),
            ("damages", YOURS, {"other": THEIRS}, 1),
            ("damages", n.Filter(names=("Ox",)), {"combat": True}, 1),
            ("damages", YOURS, {"combat": False}, 0),
            ("damages", THEIRS, {}, 1),
            ("damaged", YOURS, {}, 1),
            ("damaged", FOE, {}, 1),
            ("damaged", ME, {}, 0),
            ("damaged", n.Filter(), {"other": THEIRS}, 1),
            ("damaged", n.Filter(), {"by": "you"}, 1),
            ("damaged", n.Filter(), {"lane": "this"}, 0),
            ("damaged", THEIRS, {"before_combat": True}, 0),
            ("loses health", THEIRS, {}, 1),
            ("loses health", FOE, {}, 1),
            ("attacks", YOURS, {}, 2),
            ("attacks", YOURS, {"other": FOE}, 1),
        ],
    )
    def test_in_combat(self, event: str, who: n.Filter, more: dict[str, Any], times: int) -> None:
        watch = card("Watch", 0, 9, triggered(event, gain(1), who=who, **more))
        field = {
            "a": {1: OX, 2: RAM, 5: (watch, {"front": False})},
            "b": {1: (RAM, {"front": False})},
        }
        position = scene(**field).end_turn()
        assert position.health() == (50 + times, 46)

    def test_by_a_spell(self) -> None:
        by_spell = spy("damaged", n.Filter(), other=n.Filter(kind="spell", side="yours"))
        assert cast(damage(one("enemy"), 1), a={1: by_spell}, b={1: OX}).health() == (51, 50)
        doer = spy("damages", n.Filter(kind="spell"), combat=False)
        assert cast(damage(one("enemy"), 1), a={1: doer}, b={1: OX}).health() == (51, 50)

    def test_in_this_lane(self) -> None:
        watch = card("Watch", 0, 9, triggered("damaged", gain(1), who=THEIRS, lane="this"))
        position = cast(damage(every("enemy"), 1), a={2: watch}, b={2: OX, 3: OX})
        assert position.health() == (51, 50)

    def test_so_much(self) -> None:
        mirror = card(
            "Mirror", 0, 9, triggered("damaged", n.Damage(FOES, n.ThatMuch(1, 2)), who=SELF)
        )
        assert cast(damage(every("yours"), 3), a={1: mirror, 2: OX}).health() == (50, 43)


class TestNumbersOfCreatures:
    @pytest.mark.parametrize(
        ("event", "attack", "health", "times"),
        [
            ("gains attack", 2, 0, 1),
            ("gains attack", 0, 2, 0),
            ("gains health", 0, 2, 1),
            ("loses attack", -1, 0, 1),
            ("loses health", 0, -1, 1),
            ("loses health", 0, 1, 0),
        ],
    )
    def test_changes(self, event: str, attack: int, health: int, times: int) -> None:
        watch = card(
            "Watch",
            0,
            9,
            triggered(event, gain(1), who=n.Filter(names=("Ox",), side="yours"), by="you"),
        )
        field = {"a": {1: watch, 2: OX}, "b": {1: OX}}
        assert cast(change(every(names=("Ox",)), attack, health), **field).health() == (
            50 + times,
            50,
        )


class TestTimes:
    @pytest.mark.parametrize(
        ("event", "turn", "times"),
        [
            ("start of combat", 1, 1),
            ("end of combat", 1, 1),
            ("end of turn", 1, 1),
            ("start of turn", 1, 1),
            ("end of cycle", 1, 0),
            ("end of cycle", 3, 1),
            ("start of cycle", 1, 0),
            ("start of cycle", 3, 1),
        ],
    )
    def test_each_turn(self, event: str, turn: int, times: int) -> None:
        watch = card("Watch", 0, 9, triggered(event, gain(1)))
        position = scene(a={1: watch}, turn=turn).end_turn()
        assert position.health() == (50 + times, 50)

    def test_getting_the_forge(self) -> None:
        watch = card("Watch", 0, 9, triggered("gets forge", gain(1), who=ME))
        assert scene(b={1: watch}, forge=0).end_turn().health() == (50, 51)
        assert scene(a={1: watch}, forge=0).end_turn().health() == (50, 50)

    def test_the_forgeborn(self) -> None:
        watch = card(
            "Watch",
            0,
            9,
            triggered("forgeborn used", gain(1), who=ME),
            triggered("forgeborn levelled", gain(10), who=ME),
        )
        position = scene(a={1: watch}, forgeborn=born([gain(100)]), turn=3).when(a.UseForgeborn())
        assert position.health() == (151, 50)
        assert position.end_turn().health() == (161, 50)


class TestActivity:
    def test_activated_and_exhausted(self) -> None:
        monk = card("Monk", 0, 5, n.Activated((gain(100),)))
        watch = card(
            "Watch",
            0,
            9,
            triggered("activated", gain(1), who=YOURS, by="you"),
            triggered("exhausted", gain(10), who=YOURS),
            triggered("readied", gain(1000), who=SELF),
        )
        position = scene(a={1: monk, 2: watch}).when(a.Activate(1)).until("step")
        assert position.health() == (161, 50)

    def test_once_a_turn_and_exalted(self) -> None:
        once = card("Once", 0, 5, n.Activated((n.Ready(THIS), gain(1)), once=True))
        position = scene(a={1: once}).when(a.Activate(1))
        assert (position.at("a1").ready, list(position.ask.choices)) == (True, [a.Pass()])
        holy = card("Holy", 0, 5, n.Activated((gain(1),), exalted=True))
        position = scene(a={1: holy, 2: holy}, xa={2: exalt()})
        assert set(position.ask.choices) == {a.Activate(2), a.Pass()}

    def test_alone(self) -> None:
        hermit = card("Hermit", 0, 9, triggered("alone", gain(1), who=SELF))
        two = {2: hermit, 3: OX, 5: OX}
        position = cast(n.Destroy(one("yours")), gain(100), a=two, then=("a3",))
        assert position.health() == (151, 50)
        assert cast(n.Destroy(one("yours")), a=two, then=("a5",)).health() == (50, 50)
        already = scene(a={2: hermit, 5: OX}).end_turn()
        assert already.health()[0] == 50

    def test_alone_again(self) -> None:
        hermit = card("Hermit", 0, 9, triggered("alone", gain(1), who=SELF))
        away = n.Move(one("yours", names=("Ox",)))
        effects = (away, away, away)
        position = cast(*effects, a={2: hermit, 3: OX}, then=(5, 1, 5))
        assert position.until("step").health() == (52, 50)


class TestWhose:
    def test_you_is_whose_creature_it_is(self) -> None:
        watch = card("Watch", 0, 9, triggered("destroyed", gain(1), who=THEIRS))
        position = cast(
            n.Destroy(every(names=("Ox",))), a={1: OX, 2: watch}, b={1: OX, 2: watch, 3: OX}
        )
        assert position.until("step").health() == (52, 51)

    def test_who_has_the_forge_resolves_first(self) -> None:
        watch = card("Watch", 0, 9, triggered("end of turn", gain(1)))
        position = scene(a={1: watch}, b={1: watch}, forge=1).end_turn()
        assert [fact.seat for fact in position.facts(Triggered)] == [1, 0]

    def test_its_owner_orders_several(self) -> None:
        two = card(
            "Two", 0, 9, triggered("end of turn", gain(1)), triggered("end of turn", gain(10))
        )
        position = scene(a={1: two}).until("order")
        assert len(list(position.ask.choices)) == 2
        position.when(a.Order(1))
        assert position.health() == (61, 50)
        assert [fact.which for fact in position.facts(Triggered)] == [1, 0]


class TestConditions:
    def test_looked_at_when_it_would_trigger(self) -> None:
        watch = card(
            "Watch",
            0,
            9,
            triggered("gains health", change(THIS, 1), who=ME, condition=n.Exists(THEIRS)),
        )
        position = cast(gain(1), n.Destroy(every("enemy")), gain(1), a={1: watch}, b={1: OX})
        assert position.numbers("a1") == (1, 9)
        assert cast(gain(1), a={1: watch}).numbers("a1") == (0, 9)

    def test_exalted_ones_need_an_exalt_in_their_lane(self) -> None:
        holy = card(
            "Holy",
            0,
            9,
            n.Triggered(n.Trigger("gains health", ME), (change(THIS, 1),), exalted=True),
        )
        position = cast(gain(1), a={1: holy, 2: holy}, xa={2: exalt()}, xb={1: exalt()})
        assert (position.numbers("a1"), position.numbers("a2")) == ((0, 9), (1, 9))


class TestGranted:
    QUOTED = triggered("destroyed", gain(4), who=SELF)

    def test_until_the_end_of_the_turn(self) -> None:
        give = n.Give(one("yours"), n.Gift(abilities=(self.QUOTED,)))
        position = cast(give, n.Destroy(every("yours")), a={1: OX, 2: RAM}, then=("a1",))
        assert position.health() == (54, 50)
        over = cast(give, a={1: OX, 2: RAM}, then=("a1",)).end_turn()
        assert over.at("a1").gifts == []

    def test_two_once_a_turn_each(self) -> None:
        quoted = n.Triggered(n.Trigger("gains health", ME), (change(THIS, 1),), once=True)
        give = n.Give(one("yours"), n.Gift(abilities=(quoted,)))
        position = cast(give, give, gain(1), gain(1), a={1: OX}).until("step")
        assert position.numbers("a1") == (4, 5)

    def test_by_an_aura(self) -> None:
        lord = card(
            "Lord",
            0,
            9,
            n.Aura(n.All((n.Filter(side="yours", other=True),)), n.Gift(abilities=(self.QUOTED,))),
        )
        assert cast(n.Destroy(one("yours", names=("Ox",))), a={1: lord, 2: OX}).health() == (54, 50)
        assert cast(n.Destroy(one("yours", names=("Lord",))), a={1: lord, 2: OX}).health() == (
            50,
            50,
        )
        assert cast(n.Destroy(one("enemy")), a={1: lord}, b={2: OX}).health() == (50, 50)

    def test_silence_takes_printed_ones_only(self) -> None:
        hush = n.Give(every("yours"), n.Gift(loses=("printed",)))
        give = n.Give(every("yours"), n.Gift(abilities=(self.QUOTED,)))
        loud = card("Loud", 1, 1, triggered("destroyed", gain(100), who=SELF))
        assert cast(hush, give, n.Destroy(every("yours")), a={1: loud}).health() == (54, 50)


def test_a_step_passed_triggers_nothing() -> None:
    position = skip(scene(a={1: spy("played", n.Filter(kind="card"))}, b={1: ELK}), 3)
    assert position.facts(Triggered) == []
