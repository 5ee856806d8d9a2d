"""Conditions: what happened, what there is, what something is, who has what."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
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
    Scene,
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

CARD = n.Filter(kind="card")
MINE = n.Filter(kind="card", side="yours")


def ask(
    condition: n.Condition, *before: n.Effect, then: tuple[Any, ...] = (), **where: Any
) -> bool:
    """Whether a condition holds after these effects, for A."""
    effects = (*before, n.If(condition, (gain(1000),), stops=False))
    return cast(*effects, then=then, **where).health()[0] >= 1000


class TestHappened:
    @pytest.mark.parametrize(
        ("event", "who", "holds"),
        [
            ("destroyed", THEIRS, True),
            ("destroyed", YOURS, False),
            ("destroyed", None, True),
            ("destroyed", n.Filter(names=("Ox",)), True),
            ("destroyed", n.Filter(names=("Ram",)), False),
            ("leaves", THEIRS, True),
            ("damaged", THEIRS, False),
        ],
    )
    def test_destroyed(self, event: str, who: n.Filter | None, holds: bool) -> None:
        die = n.Destroy(one("enemy"))
        assert ask(n.Happened(event, who), die, a={1: RAM}, b={1: OX}) is holds

    def test_not_yet(self) -> None:
        assert not ask(n.Happened("destroyed"), b={1: OX})

    def test_by_whom(self) -> None:
        die = n.Destroy(one("enemy"))
        for source, holds in (
            (MINE, True),
            (n.Filter(kind="spell"), True),
            (n.Filter(), False),
            (n.Filter(kind="card", side="enemy"), False),
        ):
            assert ask(n.Happened("destroyed", THEIRS, source), die, b={1: OX}) is holds

    @pytest.mark.parametrize(
        ("event", "who", "holds"),
        [
            ("damaged", THEIRS, True),
            ("damaged", YOURS, False),
            ("damaged", FOE, True),
            ("damaged", ME, False),
            ("damages", n.Filter(kind="spell", side="yours"), True),
            ("damages", n.Filter(), False),
            ("loses health", THEIRS, True),
            ("loses health", FOE, True),
            ("loses health", ME, False),
            ("gains health", ME, False),
        ],
    )
    def test_damage(self, event: str, who: n.Filter, holds: bool) -> None:
        hit = damage(n.All((THEIRS, FOE)), 1)
        assert ask(n.Happened(event, who), hit, a={1: OX}, b={1: OX}) is holds

    def test_so_often(self) -> None:
        twice = n.Happened("gains health", ME, least=2)
        assert not ask(twice, gain(1))
        assert ask(twice, gain(1), gain(1))

    def test_numbers_of_creatures(self) -> None:
        for until in ("", "turn"):
            assert ask(
                n.Happened("gains attack", YOURS), change(one("yours"), 1, 0, until), a={1: OX}
            )
            assert not ask(
                n.Happened("gains health", YOURS), change(one("yours"), 1, 0, until), a={1: OX}
            )
            assert ask(
                n.Happened("loses health", YOURS), change(one("yours"), 0, -1, until), a={1: OX}
            )

    @pytest.mark.parametrize(
        ("who", "holds"),
        [
            (n.Filter(kind="spell", side="yours"), True),
            (n.Filter(kind="spell", side="yours", other=True), False),
            (n.Filter(kind="card", levels=(1,)), True),
            (n.Filter(kind="exalt"), False),
            (n.Filter(), False),
            (n.Filter(kind="card", side="enemy"), False),
        ],
    )
    def test_played_counts_the_spell_itself_but_not_as_another(
        self, who: n.Filter, holds: bool
    ) -> None:
        assert ask(n.Happened("played", who)) is holds

    def test_another_spell_before(self) -> None:
        other = n.Happened("played", n.Filter(kind="spell", side="yours", other=True))
        zap = spell(gain(1), name="Zap")
        probe = spell(n.If(other, (gain(1000),)), name="Probe")
        position = scene(hand_a=[zap, probe]).when(
            a.Play("zap.1"), a.Done(), a.Pass(), a.Play("probe.1")
        )
        assert position.health() == (1051, 50)

    def test_another_creature_than_this(self) -> None:
        pair = card(
            "Pair",
            1,
            1,
            deploy(n.If(n.Happened("played", n.Filter(side="yours", other=True)), (gain(9),))),
        )
        position = play(scene(hand_a=[pair, OX]), pair, 1)
        assert position.health() == (50, 50)
        position = play(scene(hand_a=[pair, OX]), OX, 1)
        assert play(skip(position, 2), pair, 2).health()[0] == 59

    def test_what_happened_to_this(self) -> None:
        brave = card(
            "Brave", 1, 9, triggered("end of turn", n.If(n.Happened("damaged", SELF), (gain(1),)))
        )
        effects = damage(one("yours", names=("Brave",)), 1)
        assert cast(effects, a={1: brave, 2: OX}).end_turn().health()[0] == 51
        other = damage(one("yours", names=("Ox",)), 1)
        assert cast(other, a={1: brave, 2: OX}).end_turn().health()[0] == 50

    def test_before_combat(self) -> None:
        late = card(
            "Late",
            0,
            9,
            triggered(
                "end of turn", n.If(n.Happened("damaged", FOE, before_combat=True), (gain(1),))
            ),
        )
        field = {"a": {1: late, 2: OX}}
        assert scene(**field).end_turn().health() == (50, 48)
        assert cast(damage(n.All((FOE,)), 1), **field).end_turn().health() == (51, 47)

    @pytest.mark.parametrize(
        ("event", "who", "before", "where"),
        [
            ("moved", YOURS, (n.Move(one("yours"), to="center"),), {"a": {1: OX}}),
            ("enters", YOURS, (n.Move(one("yours"), to="center"),), {"a": {1: OX}}),
            ("exhausted", YOURS, (n.Exhaust(one("yours")),), {"a": {1: OX}}),
            ("readied", YOURS, (n.Ready(one("yours")),), {"a": {1: (OX, {"ready": False})}}),
            ("discarded", CARD, (n.Discard(what=CARD, all=True),), {"hand_a": [OX]}),
            (
                "upgraded",
                CARD,
                (n.UpgradeCard("play", n.Filter(), who=one("yours")),),
                {"a": {1: card("Top", 1, 1, level=3)}},
            ),
            (
                "slay",
                YOURS,
                (n.Strike(one("yours"), one("enemy")),),
                {"a": {1: RAM}, "b": {1: ELK}},
            ),
        ],
    )
    def test_other_events(self, event: str, who: n.Filter, before: Any, where: Any) -> None:
        assert ask(n.Happened(event, who), *before, **where)
        assert not ask(n.Happened(event, who), **where)
        assert not ask(n.Happened(event, n.Filter(kind="card", side="enemy")), *before, **where)

    def test_battles_of_both(self) -> None:
        fight, field = n.Battle(one("yours"), one("enemy")), {"a": {1: RAM}, "b": {1: RAM}}
        for who in (YOURS, THEIRS):
            assert ask(n.Happened("battles", who), fight, **field)
            assert not ask(n.Happened("battles", who), **field)

    def test_the_one_that_is_played_right_now(self) -> None:
        now = n.HappenedCount(n.Happened("played", n.Filter(kind="spell", played_now=True)))
        probe = spell(n.Heal(n.Refer("you"), now), name="Probe")
        zap = spell(gain(100), name="Zap")
        position = scene(hand_a=[zap, probe]).when(
            a.Play("zap.1"), a.Done(), a.Pass(), a.Play("probe.1")
        )
        assert position.health() == (151, 50)

    def test_drawn_and_reanimated_and_replaced(self) -> None:
        position = cast(
            n.Draw(n.Number(1)), n.If(n.Happened("drawn", MINE), (gain(9),)), deck_a=[OX]
        )
        assert position.when(a.Deal(0, ("??",))).health() == (59, 50)
        rise = n.PlayCard("banish", n.Filter())
        assert ask(n.Happened("reanimated", YOURS), rise, banished_a=[OX], then=(2,))
        assert not ask(n.Happened("reanimated", YOURS), banished_a=[OX])
        imp = card("Imp", 1, 1, minion=True)
        swap = n.ReplaceWith(one("enemy"), "Imp")
        assert ask(n.Happened("replaced", THEIRS), swap, b={1: OX}, extra=[imp])
        assert ask(n.Happened("replaces", THEIRS), swap, b={1: OX}, extra=[imp])
        assert not ask(n.Happened("destroyed", THEIRS), swap, b={1: OX}, extra=[imp])

    def test_used_forgeborn_and_transformed(self) -> None:
        probe = spell(n.If(n.Happened("forgeborn used", ME), (gain(9),)), name="Probe")
        position = scene(hand_a=[probe], forgeborn=born([gain(100)])).when(
            a.UseForgeborn(), a.Play("probe.1")
        )
        assert position.health() == (159, 50)
        assert scene(hand_a=[probe], forgeborn=born([gain(100)])).when(
            a.Play("probe.1")
        ).health() == (50, 50)
        sun, moon = card("Sun", 1, 2, solbind="Moon"), card("Moon", 3, 4, solbind="Sun", level=2)
        assert ask(
            n.Happened("transformed", YOURS), n.Transform(one("yours")), a={1: sun}, extra=[moon]
        )

    def test_the_next_turn_it_is_forgotten(self) -> None:
        probe = card(
            "Probe",
            0,
            9,
            triggered("start of turn", n.If(n.Happened("gains health", ME), (gain(100),))),
        )
        assert cast(gain(1), a={1: probe}).end_turn().health()[0] == 51


class TestExists:
    @pytest.mark.parametrize(
        ("condition", "holds"),
        [
            (n.Exists(YOURS), True),
            (n.Exists(YOURS, 2), True),
            (n.Exists(YOURS, 3), False),
            (n.Exists(YOURS, 0, 1), False),
            (n.Exists(YOURS, 2, 2), True),
            (n.Exists(THEIRS, 0, 0), True),
            (n.Exists(n.Filter(kind="exalt")), False),
            (n.Exists(n.Filter(types=("Goblin",))), False),
        ],
    )
    def test_in_play(self, condition: n.Condition, holds: bool) -> None:
        assert ask(condition, a={1: OX, 2: RAM}) is holds

    @pytest.mark.parametrize(
        ("zone", "what", "whose", "holds"),
        [
            ("discard", n.Filter(), "you", True),
            ("discard", n.Filter(kind="spell"), "you", False),
            ("discard", n.Filter(), "enemy", False),
            ("banish", n.Filter(names=("Elk",)), "enemy", True),
            ("banish", CARD, "you", False),
            ("hand", CARD, "you", True),
            ("hand", CARD, "each", True),
            ("deck", CARD, "you", False),
        ],
    )
    def test_in_a_zone(self, zone: str, what: n.Filter, whose: str, holds: bool) -> None:
        condition = n.Exists(what, zone=zone, whose=whose)
        assert ask(condition, discard_a=[OX], banished_b=[ELK], hand_a=[RAM]) is holds


class TestIs:
    def test_what_was_chosen(self) -> None:
        strong = n.Is("it", n.Filter(stats=(n.Stat("A", ">=", n.Number(4)),)))
        field = {"a": {1: OX, 2: RAM}}
        assert ask(strong, n.Target(one("yours")), then=("a2",), **field)
        assert not ask(strong, n.Target(one("yours")), then=("a1",), **field)
        assert not ask(strong, **field)

    def test_what_has_left_as_it_was(self) -> None:
        was = n.Is("it", n.Filter(stats=(n.Stat("A", "=", n.Number(3)),)))
        assert ask(was, change(one("enemy"), 1), n.Destroy(n.Refer("it")), b={1: OX})

    def test_a_card_in_hand(self) -> None:
        level = n.Is("it", n.Filter(kind="card", levels=(3,)))
        up = n.UpgradeCard("hand", CARD)
        assert ask(level, up, hand_a=[card("Top", 1, 1, level=3)], then=(a.Card("top.3"),))


class TestNumbers:
    @pytest.mark.parametrize(
        ("op", "right", "holds"),
        [
            ("<=", 5, True),
            ("<=", 4, False),
            (">=", 5, True),
            (">=", 6, False),
            ("<", 6, True),
            ("<", 5, False),
            (">", 4, True),
            (">", 5, False),
            ("=", 5, True),
            ("=", 4, False),
        ],
    )
    def test_compared(self, op: str, right: int, holds: bool) -> None:
        left = n.StatOf("H", "it")
        assert ask(n.Compare(left, op, n.Number(right)), n.Target(one("yours")), a={1: OX}) is holds


class TestPlaces:
    @pytest.mark.parametrize(
        ("which", "among", "lane", "holds"),
        [
            ("leftmost", "lane", 1, True),
            ("leftmost", "lane", 2, False),
            ("rightmost", "lane", 5, True),
            ("center", "lane", 3, True),
            ("center", "lane", 2, False),
            ("leftmost", "creature", 2, True),
            ("rightmost", "creature", 2, False),
            ("rightmost", "creature", 5, True),
        ],
    )
    def test_edges(self, which: str, among: str, lane: int, holds: bool) -> None:
        other = 4 if lane < 4 else 1
        condition = n.Edge("it", which, among)
        field = {lane: ELK, other: RAM}
        assert ask(condition, n.Target(one("yours", names=("Elk",))), a=field) is holds

    def test_edges_of_the_other_side(self) -> None:
        left = n.Edge("it", "leftmost")
        assert ask(left, n.Target(one("enemy")), b={5: OX})
        assert not ask(left, n.Target(one("enemy")), b={1: OX})

    def test_no_empty_lane(self) -> None:
        full = dict.fromkeys((1, 2, 3, 4, 5), OX)
        assert ask(n.NoEmptyLane(), a=full)
        assert not ask(n.NoEmptyLane(), a={1: OX}, b=full)
        assert ask(n.NoEmptyLane("enemy"), b=full)
        assert not ask(n.NoEmptyLane("each"), b=full)
        exalts = dict.fromkeys((1, 2, 3, 4, 5), exalt())
        assert not ask(n.NoEmptyLane(), xa=exalts)

    def test_the_forge(self) -> None:
        assert ask(n.HasForge())
        assert not ask(n.HasForge("enemy"))


class TestSurvives:
    @pytest.mark.parametrize(("amount", "survives"), [(4, True), (5, False)])
    def test_damage(self, amount: int, survives: bool) -> None:
        hit = damage(one("enemy"), amount)
        assert ask(n.Survives("it"), hit, b={1: OX, 2: RAM}, then=("b1",)) is survives
        assert ask(n.Not(n.Survives("it")), hit, b={1: OX, 2: RAM}, then=("b1",)) is not survives

    def test_nobody_neither_survives_nor_is_destroyed(self) -> None:
        hit = damage(one("enemy"), 9)
        assert not ask(n.Survives("it"), hit)
        assert not ask(n.Not(n.Survives("it")), hit)

    def test_banished_is_not_destroyed(self) -> None:
        assert not ask(n.Not(n.Survives("it")), n.Banish(one("enemy")), b={1: OX})
        assert not ask(n.Survives("it"), n.Banish(one("enemy")), b={1: OX})


class TestTogether:
    def test_not_all_any(self) -> None:
        yes, no = n.Exists(YOURS), n.Exists(THEIRS)
        field = {"a": {1: OX}}
        for condition, holds in (
            (n.Not(yes), False),
            (n.Not(no), True),
            (n.Every((yes, yes)), True),
            (n.Every((yes, no)), False),
            (n.Any_((no, yes)), True),
            (n.Any_((no, no)), False),
        ):
            assert ask(condition, **field) is holds

    def test_done(self) -> None:
        assert ask(n.Done(), n.Destroy(one("enemy")), b={1: OX})
        assert not ask(n.Done(), n.Destroy(one("enemy")))
        assert ask(n.Not(n.Done()), n.Destroy(one("enemy")))


class TestReplaced:
    def test_only_what_came_in_somebodys_place(self) -> None:
        climber = card("Climber", 1, 1, deploy(n.If(n.Replaced(), (gain(1),))))
        assert play(scene(a={1: OX}, hand_a=[climber]), climber, 1).health() == (51, 50)
        assert play(scene(a={1: OX}, hand_a=[climber]), climber, 2).health() == (50, 50)
        assert play(scene(b={1: OX}, hand_a=[climber]), climber, 1).health() == (50, 50)
        assert not ask(n.Replaced(), a={1: OX})


def ended(position: Scene) -> int:
    return position.health()[0]


def test_every_with_everything_in_play() -> None:
    assert ended(cast(n.If(n.Every(()), (gain(1),)), change(every(), 1))) == 51
