"""Which cards and players a filter means: every field of it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from tests.domain.games.solforge.abilities.acting import OX, cast, legal
from tests.domain.games.solforge.given import (
    card,
    change,
    damage,
    deploy,
    every,
    exalt,
    gain,
    has,
    one,
    scene,
    spell,
)

GOBLIN = card("Goblin King", 4, 4, has("stealth"), types=["Goblin"], faction="Tempys")
ZOMBIE = card("Zombie", 1, 6, has(armor=2), types=["Zombie", "Goblin"], faction="Nekrium", level=2)
IMP = card("Imp", 2, 2, minion=True, types=["Imp"], level=3)
FIELD: dict[str, Any] = {
    "a": {1: GOBLIN, 2: (ZOMBIE, {"front": False}), 4: (IMP, {"ready": False})},
    "b": {1: OX, 5: ZOMBIE},
    "xa": {2: exalt(name="Tower")},
    "xb": {3: exalt(name="Crypt")},
}


def meant(
    f: n.Filter, before: tuple[n.Effect, ...] = (), then: tuple[Any, ...] = (), **where: Any
) -> set[str]:
    """What fits, as places: all that an effect may choose, or at least two of it."""
    probe = n.Counters(n.All((f,)), n.Number(1), "hit")
    position = cast(*before, probe, then=then, **{**FIELD, **where})
    return {
        f"{'x' if p.exalt else ''}{'ab'[p.seat]}{p.lane}"
        for p in position.state.in_play.values()
        if "hit" in p.counters
    }


@pytest.mark.parametrize(
    ("fields", "places"),
    [
        ({}, {"a1", "a2", "a4", "b1", "b5"}),
        ({"kind": "exalt"}, {"xa2", "xb3"}),
        ({"kind": "spell"}, {"xa2", "xb3"}),
        ({"kind": "spell", "exalts": False}, set()),
        ({"kind": "card", "side": "yours"}, {"a1", "a2", "a4", "xa2"}),
        ({"side": "yours"}, {"a1", "a2", "a4"}),
        ({"side": "enemy"}, {"b1", "b5"}),
        ({"levels": (2, 3)}, {"a2", "a4", "b5"}),
        ({"types": ("Goblin",)}, {"a1", "a2", "b5"}),
        ({"types": ("Imp", "Zombie")}, {"a2", "a4", "b5"}),
        ({"not_types": ("Goblin",)}, {"a4", "b1"}),
        ({"factions": ("Tempys", "Nekrium")}, {"a1", "a2", "b5"}),
        ({"not_factions": ("Nekrium",)}, {"a1", "a4", "b1"}),
        ({"names": ("Ox", "Imp")}, {"a4", "b1"}),
        ({"minion": True}, {"a4"}),
        ({"minion": False, "side": "yours"}, {"a1", "a2"}),
        ({"keyword": "stealth"}, {"a1"}),
        ({"keyword": "armor"}, {"a2", "b5"}),
        ({"no_keyword": "armor"}, {"a1", "a4", "b1"}),
        ({"stats": (n.Stat("A", "<=", n.Number(2)),)}, {"a2", "a4", "b1", "b5"}),
        ({"stats": (n.Stat("H", ">", n.Number(4)), n.Stat("A", "=", n.Number(1)))}, {"a2", "b5"}),
        ({"stats": (n.Stat("D", ">=", n.Number(1)),)}, {"a2", "b5"}),
        ({"stats": (n.Stat("L", "<", n.Number(2)),)}, {"a1", "b1"}),
        ({"stats": (n.Stat("A", "<", n.StatOf("H", "self")),)}, {"a2", "b1", "b5"}),
        ({"stats": (n.Stat("A", ">", n.StatOf("A", "facing")),)}, {"a1"}),
        ({"row": "back"}, {"a2"}),
        ({"row": "front", "kind": "card"}, {"a1", "a4", "b1", "b5"}),
        ({"ready": False}, {"a4"}),
        ({"ready": True, "side": "yours"}, {"a1", "a2"}),
        ({"opposed": True}, {"a1", "b1"}),
        ({"opposed": False}, {"a2", "a4", "b5"}),
        ({"lane": "exalt"}, {"a2"}),
        ({"lane": "enemy exalt"}, set()),
        ({"lane": "any exalt", "kind": "card"}, {"a2", "xa2", "xb3"}),
        ({"lane": "named card", "lane_name": "Tower"}, {"a2"}),
        ({"lane": "named card", "lane_name": "Ox"}, {"a1", "b1"}),
        ({"lane": "center", "kind": "card"}, {"xb3"}),
        ({"extreme": "lowest A"}, {"a2", "b5"}),
        ({"extreme": "highest A", "side": "enemy"}, {"b1"}),
        ({"extreme": "highest H"}, {"a2", "b5"}),
        ({"extreme": "lowest H"}, {"a4"}),
        ({"extreme": "highest D"}, {"a2", "b5"}),
        ({"extreme": "highest L"}, {"a4"}),
        ({"extreme": "leftmost", "side": "yours"}, {"a1"}),
        ({"extreme": "rightmost"}, {"b5"}),
        ({"counter": ""}, set()),
        ({"happened": "moved"}, set()),
        ({"solbind": True}, set()),
        ({"solbind": False, "side": "enemy"}, {"b1", "b5"}),
        ({"free": True}, set()),
        ({"free": False, "side": "enemy"}, {"b1", "b5"}),
        ({"ref": "it"}, set()),
    ],
)
def test_each_field(fields: dict[str, Any], places: set[str]) -> None:
    assert meant(n.Filter(**fields)) == places


@pytest.mark.parametrize(
    ("fields", "chosen", "places"),
    [
        ({"ref": "it"}, "a2", {"a2"}),
        ({"not_ref": "it", "side": "yours"}, "a2", {"a1", "a4"}),
        ({"opposing": "it"}, "a1", {"b1"}),
        ({"opposing": "it"}, "a2", set()),
        ({"adjacent_to": "it"}, "a2", {"a1"}),
        ({"adjacent_to": "it"}, "a4", set()),
        ({"lane": "its", "kind": "card"}, "a2", {"a2", "xa2"}),
        ({"same": "level", "same_as": "it"}, "a2", {"a2", "b5"}),
        ({"same": "name", "same_as": "it"}, "a2", {"a2", "b5"}),
        ({"same": "type", "same_as": "it"}, "a1", {"a1", "a2", "b5"}),
        ({"same": "faction", "same_as": "it", "side": "yours"}, "a4", {"a4"}),
        ({"stats": (n.Stat("A", "<", n.StatOf("A", "it")),)}, "a1", {"a2", "a4", "b1", "b5"}),
    ],
)
def test_beside_what_was_chosen(fields: dict[str, Any], chosen: str, places: set[str]) -> None:
    assert meant(n.Filter(**fields), (n.Target(one("yours")),), (chosen,)) == places


class TestThis:
    def test_other_and_this(self) -> None:
        body = n.Counters(every("yours", other=True), n.Number(1), "hit")
        same = n.Counters(n.All((n.Filter(ref="this"),)), n.Number(1), "me")
        herald = card("Herald", 1, 1, deploy(body, same))
        position = scene(a={1: OX}, b={1: OX}, hand_a=[herald]).when(a.Play(herald.code(), 3))
        assert (position.at("a1").counters, position.at("a3").counters) == ({"hit": 1}, {"me": 1})
        assert position.at("b1").counters == {}

    @pytest.mark.parametrize(
        ("fields", "places"),
        [
            ({"lane": "this"}, {"a3", "b3"}),
            ({"lane": "adjacent", "side": "yours"}, {"a2"}),
            ({"lane": "adjacent"}, {"a2", "b4"}),
            ({"adjacent_to": "this"}, {"a2"}),
            ({"opposing": "this"}, {"b3"}),
            ({"happened": "played"}, {"a3"}),
            ({"happened": "enters play"}, {"a3"}),
        ],
    )
    def test_around_this(self, fields: dict[str, Any], places: set[str]) -> None:
        count = n.Counters(n.All((n.Filter(**fields),)), n.Number(1), "hit")
        herald = card("Herald", 1, 1, deploy(count))
        field = {"a": {2: OX, 5: OX}, "b": {3: OX, 4: OX}}
        position = scene(hand_a=[herald], **field).when(a.Play(herald.code(), 3))
        hit = {f"{'ab'[p.seat]}{p.lane}" for p in position.state.in_play.values() if p.counters}
        assert hit == places


class TestLately:
    @pytest.mark.parametrize(
        ("event", "effect", "places"),
        [
            ("damaged", damage(every("enemy"), 1), {"b1"}),
            ("moved", n.Move(one("enemy", names=("Ox",)), to="center"), {"b3"}),
            ("gains attack", change(one("enemy", names=("Ox",)), 1), {"b1"}),
            ("loses health", change(one("enemy", names=("Ox",)), 0, -1, "turn"), {"b1"}),
            ("exhausted", n.Exhaust(one("enemy", names=("Ox",))), {"b1"}),
        ],
    )
    def test_what_happened_to_it(self, event: str, effect: n.Effect, places: set[str]) -> None:
        assert meant(n.Filter(happened=event), (effect,), b={1: OX}, a={2: OX}, xb={}) == places

    def test_what_it_did(self) -> None:
        strike = n.Strike(one("yours", names=("Goblin King",)), one("enemy"))
        assert meant(n.Filter(happened="damages"), (strike,), ("b5",)) == {"a1"}


class TestPlayers:
    def test_sides(self) -> None:
        for side, health in (("yours", (49, 50)), ("enemy", (50, 49)), ("", (49, 49))):
            assert cast(damage(n.All((n.Filter(kind="player", side=side),)), 1)).health() == health

    def test_by_ref(self) -> None:
        assert cast(damage(n.All((n.Filter(ref="enemy"),)), 1), a={1: OX}).health() == (50, 49)
        assert cast(damage(n.All((n.Filter(kind="player", ref="you"),)), 1)).health() == (49, 50)


class TestNumbersNow:
    def test_increased_and_decreased(self) -> None:
        field = {
            "a": {1: (OX, {"attack": 3}), 2: (OX, {"health": 4})},
            "b": {1: OX},
            "xa": {},
            "xb": {},
        }
        for stat, op, places in (
            ("A", "increased", {"a1"}),
            ("A", "decreased", set()),
            ("H", "decreased", {"a2"}),
            ("H", "increased", set()),
        ):
            assert meant(n.Filter(stats=(n.Stat(stat, op),)), **field) == places

    def test_with_what_auras_give(self) -> None:
        flag = exalt(n.Aura(n.All((n.Filter(side="yours"),)), n.Gift(attack=n.Number(1))))
        field = {"a": {1: OX}, "b": {1: OX}, "xa": {1: flag}, "xb": {}}
        assert meant(n.Filter(stats=(n.Stat("A", "increased"),)), **field) == {"a1"}

    def test_armor_that_is_used_up_is_none(self) -> None:
        assert meant(n.Filter(keyword="armor"), (damage(every("enemy", levels=(2,)), 2),)) == {"a2"}

    def test_leftmost_as_its_player_sees_it(self) -> None:
        probe = spell(n.Counters(n.All((n.Filter(extreme="leftmost"),)), n.Number(1)), name="Probe")
        position = scene(step=2, a={1: OX}, b={5: OX}, hand_b=[probe]).when(a.Play("probe.1"))
        assert (position.at("b5").counters, position.at("a1").counters) == ({"": 1}, {})

    def test_extreme_among_what_fits_otherwise(self) -> None:
        assert meant(n.Filter(extreme="highest A", types=("Zombie",))) == {"a2", "b5"}
        assert legal(cast(change(one(extreme="lowest A"), 1), **FIELD)) == {"a2", "b5"}


class TestCardsElsewhere:
    """What is printed counts, and what only things in play have fits nothing."""

    PILE = (
        GOBLIN,
        ZOMBIE,
        IMP,
        exalt(name="Tower"),
        spell(gain(1), name="Zap"),
        card("Gift", 1, 1, n.FreeIf()),
        card("Sun", 1, 1, solbind="Moon"),
    )

    @pytest.mark.parametrize(
        ("fields", "names"),
        [
            ({}, {"goblin-king", "zombie", "imp", "gift", "sun"}),
            ({"kind": "spell"}, {"tower", "zap"}),
            ({"kind": "spell", "exalts": False}, {"zap"}),
            ({"kind": "exalt"}, {"tower"}),
            ({"levels": (2,)}, {"zombie"}),
            ({"types": ("Goblin",)}, {"goblin-king", "zombie"}),
            ({"not_types": ("Goblin",)}, {"imp", "gift", "sun"}),
            ({"minion": True}, {"imp"}),
            ({"factions": ("Nekrium",)}, {"zombie"}),
            ({"keyword": "armor"}, {"zombie"}),
            ({"no_keyword": "stealth", "levels": (1,)}, {"gift", "sun"}),
            ({"stats": (n.Stat("D", ">=", n.Number(2)),)}, {"zombie"}),
            ({"stats": (n.Stat("A", ">=", n.Number(4)),)}, {"goblin-king"}),
            ({"stats": (n.Stat("A", "<", n.StatOf("H", "self")),), "levels": (2, 3)}, {"zombie"}),
            ({"extreme": "highest H"}, {"zombie"}),
            ({"free": True}, {"gift"}),
            ({"free": False, "levels": (1,)}, {"goblin-king", "sun"}),
            ({"solbind": True}, {"sun"}),
            ({"names": ("Imp",)}, {"imp"}),
            ({"row": "front"}, set()),
            ({"lane": "center"}, set()),
            ({"ready": True}, set()),
            ({"opposed": False}, set()),
            ({"counter": ""}, set()),
            ({"happened": "moved"}, set()),
            ({"side": "enemy"}, set()),
        ],
    )
    def test_in_a_discard_pile(self, fields: dict[str, Any], names: set[str]) -> None:
        effect = n.PutCard("hand", "discard", n.Filter(**fields), most=9, least=0)
        position = cast(
            effect, discard_a=self.PILE, extra=[card("Moon", 1, 1, solbind="Sun", level=2)]
        )
        offered = {code.rpartition(".")[0] for code in legal(position) if "." in code}
        assert offered == names
