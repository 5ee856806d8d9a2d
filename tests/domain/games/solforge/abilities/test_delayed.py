"""Triggers and rules that are set up for later (nodes.Delayed, nodes.Rule)."""

from __future__ import annotations

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Ended, Stood
from tests.domain.games.solforge.abilities.acting import (
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
    IT,
    THAT,
    THIS,
    card,
    change,
    damage,
    deploy,
    every,
    gain,
    keywords,
    one,
    scene,
    spell,
)

FOES = n.All((FOE,))
SPELLS = n.Filter(kind="spell")


def later(
    event: str,
    *body: n.Effect,
    who: n.Filter | None = None,
    on: n.Selector | None = None,
    once: bool = False,
    until: str = "turn",
    **more: object,
) -> n.Delayed:
    """A trigger set up for later."""
    return n.Delayed(n.Trigger(event, who, **more), body, once, until, on)  # type: ignore[arg-type]


class TestDelayed:
    def test_each_time_this_turn(self) -> None:
        position = cast(
            later("destroyed", gain(2), who=n.Filter()), n.Destroy(every()), a={1: OX}, b={1: RAM}
        )
        assert position.until("step").health() == (54, 50)

    def test_not_the_next_turn(self) -> None:
        position = cast(later("start of combat", gain(2)))
        position.end_turn()
        assert position.health() == (52, 50)
        assert position.state.standing == []
        assert position.end_turn().health() == (52, 50)

    def test_for_good(self) -> None:
        position = cast(later("start of combat", gain(2), until="")).end_turn().end_turn()
        assert position.health() == (54, 50)

    def test_once(self) -> None:
        effects = (later("gains health", damage(FOES, 1), who=ME, once=True), gain(1), gain(1))
        position = cast(*effects)
        assert position.health() == (52, 49)
        assert len(position.facts(Ended)) == 1

    def test_the_next_creature_you_play(self) -> None:
        nxt = later("played", change(THAT, 3), who=n.Filter(), once=True, by="you")
        zap = spell(gain(1), name="Zap")
        position = skip(cast(nxt, hand_a=[OX, zap, RAM], hand_b=[OX]))
        position.when(a.Play(OX.code(), 1))
        assert position.numbers("b1") == (2, 5)
        position.when(a.Play(RAM.code(), 2))
        assert position.numbers("a2") == (7, 9)
        assert position.state.standing == []

    def test_bound_to_what_was_chosen(self) -> None:
        bound = later("damaged", n.Damage(FOES, n.ThatMuch()), who=SELF, on=IT)
        position = cast(
            n.Target(one("yours")),
            bound,
            damage(every("yours"), 2),
            a={1: OX, 2: RAM},
            then=("a2",),
        )
        assert position.health() == (50, 48)

    def test_that_is_the_bound_one(self) -> None:
        doomed = later("end of turn", n.Destroy(THAT), once=True, on=every("yours", names=("Ox",)))
        position = cast(doomed, a={1: OX, 2: OX, 3: RAM}).end_turn()
        assert (position.look("a1"), position.look("a2")) == (None, None)
        assert position.numbers("a3") == (4, 9)

    def test_that_is_the_bound_one_though_it_happens_to_another(self) -> None:
        avenger = later(
            "destroyed",
            change(THAT, 3),
            change(n.Refer("other"), 9),
            who=n.Filter(side="yours"),
            on=IT,
        )
        position = cast(
            n.Target(one("yours", names=("Ram",))),
            avenger,
            n.Destroy(one("yours", names=("Ox",))),
            a={1: OX, 2: RAM},
        )
        assert position.numbers("a2") == (7, 9)

    def test_each_of_several_bound_once(self) -> None:
        bound = later("damages", gain(1), who=SELF, once=True, on=every("yours"))
        position = cast(
            bound,
            n.Strike(every("yours"), one("enemy")),
            n.Strike(every("yours"), one("enemy")),
            a={1: OX, 2: RAM},
            b={1: card("Wall", 0, 99)},
        ).until("step")
        assert position.health() == (52, 50)

    def test_bound_to_nobody(self) -> None:
        position = cast(later("end of turn", gain(5), on=one("yours")))
        assert position.facts(Stood) == []

    def test_this_after_the_source_has_left(self) -> None:
        seer = card(
            "Seer", 3, 3, deploy(later("end of turn", n.Damage(FOES, n.StatOf("A", "this"))))
        )
        position = play(
            scene(hand_a=[seer], hand_b=[zap := spell(n.Destroy(one("enemy")), name="Zap")]),
            seer,
            1,
        )
        position.when(a.Play(zap.code())).end_turn()
        assert position.health() == (50, 47)

    @pytest.mark.parametrize(("who", "health"), [(THEIRS, 52), (YOURS, 50)])
    def test_it_is_yours_whoever_acts(self, who: n.Filter, health: int) -> None:
        position = cast(later("played", gain(2), who=who), hand_b=[OX]).when(a.Play(OX.code(), 1))
        assert position.health() == (health, 50)


class TestRule:
    @staticmethod
    def rule(
        gift: n.Gift,
        who: n.Filter = SPELLS,
        *,
        once: bool = True,
        until: str = "turn",
    ) -> n.Rule:
        return n.Rule(n.All((who,)), gift, once, until)

    FREE = keywords("free")

    def test_the_next_one_is_free(self) -> None:
        zap, other = spell(gain(1), name="Zap"), spell(gain(10), name="Other")
        position = cast(self.rule(self.FREE), hand_a=[zap, other, OX])
        assert set(position.ask.choices) == {
            a.Play("zap.1", 0, True),
            a.Play("other.1", 0, True),
            a.Done(),
        }
        position.when(a.Play("zap.1", 0, True))
        assert list(position.ask.choices) == [a.Done()]
        assert position.health() == (51, 50)

    def test_all_of_them_this_turn(self) -> None:
        zap, other = spell(gain(1), name="Zap"), spell(gain(10), name="Other")
        position = cast(self.rule(self.FREE, once=False), hand_a=[zap, other])
        position.when(a.Play("zap.1", 0, True), a.Play("other.1", 0, True))
        assert position.health() == (61, 50)
        assert position.end_turn().state.standing == []

    def test_not_for_others(self) -> None:
        zap = spell(gain(1), name="Zap")
        position = cast(self.rule(self.FREE), hand_b=[zap])
        assert set(position.ask.choices) == {a.Play("zap.1"), a.Pass()}

    def test_for_the_enemys_cards(self) -> None:
        slow = self.rule(
            n.Gift(keywords=(n.Keyword("defender"),)), n.Filter(side="enemy"), once=False
        )
        position = cast(slow, hand_b=[OX], hand_a=[RAM])
        skip(position).when(a.Play(OX.code(), 1))
        assert position.keywords("b1") == {"defender": 1}
        position.when(a.Play(RAM.code(), 2))
        assert position.keywords("a2") == {}

    def test_the_next_creature_has_something(self) -> None:
        strong = self.rule(
            n.Gift(n.Number(2), keywords=(n.Keyword("stealth"),)), n.Filter(levels=(1,))
        )
        position = cast(strong, hand_a=[OX, RAM])
        skip(position, 2).when(a.Play(OX.code(), 1))
        assert (position.numbers("a1"), position.keywords("a1")) == ((4, 5), {"stealth": 1})
        assert position.state.standing == []

    def test_the_next_spell_deals_more(self) -> None:
        more = self.rule(n.Gift(alters=(n.Alter("damage dealt", n.Number(3)),)))
        zap = spell(damage(FOES, 2), name="Zap")
        position = cast(more, damage(FOES, 1), hand_a=[zap])
        assert position.health() == (50, 49)
        skip(position, 2).when(a.Play("zap.1"))
        assert position.health() == (50, 44)

    def test_for_good(self) -> None:
        position = cast(self.rule(self.FREE, until="")).end_turn()
        assert len(position.state.standing) == 1


def test_a_creature_that_is_set_up_by_this() -> None:
    waiter = card("Waiter", 1, 9, deploy(later("gains health", change(THIS, 1), who=ME)))
    position = play(scene(hand_a=[waiter, spell(gain(1), name="Zap")], a={2: OX}), waiter, 1)
    skip(position, 2).when(a.Play("zap.1"))
    assert (position.numbers("a1"), position.numbers("a2")) == ((2, 9), (2, 5))
