"""Moves to lanes and rows, and swaps (Glossary: Move, Swap, Enters)."""

from __future__ import annotations

import pytest

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Moved, Swapped
from tests.domain.games.solforge.abilities.acting import (
    ELK,
    OX,
    RAM,
    SELF,
    THEIRS,
    YOURS,
    answer,
    cast,
    legal,
    play,
)
from tests.domain.games.solforge.given import (
    IT,
    THIS,
    card,
    change,
    deploy,
    every,
    exalt,
    gain,
    has,
    one,
    scene,
    triggered,
)


class TestLanes:
    def test_to_an_empty_lane_only(self) -> None:
        position = cast(n.Move(one("yours")), a={1: OX, 3: RAM}, b={2: ELK}, then=("a1",))
        assert legal(position) == {"2", "4", "5"}
        answer(position, 4)
        assert position.numbers("a4") == (2, 5)
        assert (position.look("a1"), position.numbers("a3")) == (None, (4, 9))

    def test_not_farther_than_it_says(self) -> None:
        near = n.Move(one("yours"), n.Number(1))
        assert legal(cast(near, a={3: OX})) == {"2", "4"}
        assert cast(near, gain(1), a={1: OX, 2: RAM}, then=("a1",)).facts(Moved) == []
        assert legal(cast(n.Move(one("yours"), n.Number(2)), a={1: OX})) == {"2", "3"}

    def test_as_far_as_its_attack(self) -> None:
        assert legal(cast(n.Move(one("yours"), n.StatOf("A", "self")), a={1: OX})) == {"2", "3"}

    def test_it_keeps_its_row(self) -> None:
        position = cast(n.Move(one("yours")), a={1: (OX, {"front": False})}, then=(5,))
        assert position.at("a5").front is False

    def test_may_stay(self) -> None:
        position = cast(n.Move(one("yours"), least=0), a={1: OX}, then=("no",))
        assert position.look("a1") is not None

    def test_an_enemy_creature_stays_on_its_side(self) -> None:
        position = cast(n.Move(one("enemy")), a={2: OX}, b={1: OX}, then=(2,))
        assert position.look("b2") is not None
        assert position.numbers("a2") == (2, 5)

    def test_exalts_have_lanes_of_their_own(self) -> None:
        move = n.Move(n.Choose((n.Filter(kind="exalt", side="yours"),)))
        position = cast(move, xa={1: exalt(), 2: exalt()}, a={3: OX}, then=("xa1",))
        assert legal(position) == {"3", "4", "5"}
        answer(position, 3)
        assert position.look("xa3") is not None
        assert position.look("a3") is not None

    @pytest.mark.parametrize(
        ("to", "lanes"),
        [("exalt", {"2", "5"}), ("adjacent", {"2", "4"}), ("", {"1", "2", "4", "5"})],
    )
    def test_to_lanes_that_are_named(self, to: str, lanes: set[str]) -> None:
        move = n.Move(one("yours"), to=to)
        position = cast(move, xa={2: exalt(), 5: exalt()}, xb={1: exalt()}, a={3: OX})
        assert legal(position) == lanes

    def test_to_its_lane_as_it_was_before(self) -> None:
        effects = (n.Destroy(one("yours")), n.Move(one("yours"), to="its"))
        position = cast(*effects, a={1: OX, 3: RAM, 5: ELK}, then=("a1", "a3"))
        assert position.numbers("a1") == (4, 9)
        assert (position.look("a3"), position.numbers("a5")) == (None, (1, 3))

    def test_to_this_lane_and_that_lane(self) -> None:
        beacon = exalt(triggered("start of combat", n.Move(one("yours"), to="this")))
        position = scene(xa={4: beacon}, a={1: OX, 2: RAM}).until("target")
        answer(position, "a2").until("step")
        assert position.numbers("a4") == (4, 9)
        heir = card("Heir", 1, 1, triggered("destroyed", n.Move(THIS, to="that"), who=YOURS))
        position = cast(n.Destroy(one("yours")), a={1: OX, 5: heir}, then=("a1",))
        assert position.numbers("a1") == (1, 1)

    def test_to_the_lane_that_was_chosen(self) -> None:
        position = cast(
            n.PickLane(empty=True), n.Move(one("yours"), to="chosen"), a={1: OX, 2: RAM}
        )
        assert legal(position) == {"3", "4", "5"}
        answer(position, 5, "a2")
        assert position.numbers("a5") == (4, 9)

    def test_several_one_after_the_other(self) -> None:
        move = n.Move(every("yours"), n.Number(1))
        position = cast(move, a={1: OX, 2: RAM})
        assert [fact.id for fact in position.facts(Moved)] == [2]
        freed = cast(move, a={2: OX, 3: RAM}, then=(2,))
        assert freed.numbers("a1") == (2, 5)
        assert freed.numbers("a2") == (4, 9)


class TestRows:
    @pytest.mark.parametrize(
        ("row", "front", "keywords", "moves"),
        [
            ("front", False, (), True),
            ("front", True, (), False),
            ("front", False, ("defender",), False),
            ("front", False, ("defender", "aggressive"), False),
            ("back", True, (), True),
            ("back", True, ("aggressive",), False),
        ],
    )
    def test_if_its_keywords_let_it(
        self, row: str, front: bool, keywords: tuple[str, ...], moves: bool
    ) -> None:
        one_ = card("One", 1, 1, *([has(*keywords)] if keywords else []))
        position = cast(
            n.Move(one("yours", names=("One",)), row=row),
            gain(1),
            a={2: (one_, {"front": front}), 3: OX},
        )
        assert len(position.facts(Moved)) == int(moves)
        assert position.at("a2").front is (front if not moves else row == "front")
        assert position.at("a3").front is True
        assert position.health() == (51, 50)

    def test_entering_a_row_is_not_entering_a_lane(self) -> None:
        gate = exalt(
            triggered("enters", gain(1), who=n.Filter(), lane="this"),
            triggered("enters", gain(10), who=n.Filter(), row="back"),
        )
        position = cast(n.Move(one("yours"), row="back"), xa={2: gate}, a={2: OX})
        assert position.health() == (60, 50)


class TestTriggers:
    def test_moving_and_entering(self) -> None:
        scout = card(
            "Scout",
            1,
            3,
            triggered("moved", gain(1), who=SELF),
            triggered("enters", gain(10), who=SELF),
        )
        position = cast(n.Move(one("yours", names=("Scout",))), a={1: scout, 2: OX}, then=(5,))
        assert position.until("step").health() == (61, 50)
        assert cast(
            n.Move(one("yours", names=("Ox",))), a={1: scout, 2: OX}, then=(5,)
        ).health() == (50, 50)

    def test_into_this_lane(self) -> None:
        gate = exalt(triggered("enters", change(n.Refer("that"), 2), who=YOURS, lane="this"))
        move = n.Move(one("yours"))
        position = cast(move, xa={2: gate}, a={1: OX, 3: OX}, then=("a1", 2))
        assert (position.numbers("a2"), position.numbers("a3")) == ((4, 5), (2, 5))
        assert cast(move, xa={2: gate}, a={1: OX, 3: OX}, then=("a1", 4)).numbers("a4") == (2, 5)


class TestSwap:
    def test_two_that_are_chosen(self) -> None:
        swap = n.Swap(n.Choose((n.Filter(),), 2, 2))
        position = cast(
            swap, a={1: OX, 4: (RAM, {"front": False}), 5: ELK}, b={1: OX}, then=("a1",)
        )
        assert legal(position) == {"a4", "a5"}
        answer(position, "a4")
        assert (position.numbers("a4"), position.numbers("a1")) == ((2, 5), (4, 9))
        assert (position.at("a4").front, position.at("a1").front) == (True, False)
        assert position.numbers("a5") == (1, 3)

    def test_with_a_second_one(self) -> None:
        swap = n.Swap(one("enemy"), n.Choose((n.Filter(),), mark="second"))
        position = cast(
            swap,
            change(IT, 1),
            change(n.Refer("second"), 0, 1),
            a={1: OX},
            b={1: OX, 3: RAM, 5: OX},
            then=("b1",),
        )
        assert legal(position) == {"b3", "b5"}
        answer(position, "b3")
        assert (position.numbers("b3"), position.numbers("b1")) == ((3, 5), (4, 10))

    def test_there_must_be_another(self) -> None:
        swap = n.Swap(one("yours"), one("yours"))
        position = cast(swap, gain(1), a={1: OX}, b={2: OX})
        assert position.facts(Swapped) == []
        assert position.health() == (51, 50)

    def test_this_with_another(self) -> None:
        dancer = card("Dancer", 1, 1, deploy(n.Swap(THIS, one("yours", other=True))))
        position = play(scene(hand_a=[dancer], a={2: OX, 3: RAM}), dancer, 5, "a3")
        assert (position.numbers("a3"), position.numbers("a5")) == ((1, 1), (4, 9))
        assert position.numbers("a2") == (2, 5)

    def test_both_move(self) -> None:
        scout = card("Scout", 1, 3, triggered("moved", gain(1), who=n.Filter()))
        position = cast(n.Swap(n.Choose((YOURS,), 2, 2)), a={1: scout, 3: OX})
        assert position.until("step").health() == (52, 50)

    def test_exalts_with_exalts(self) -> None:
        card_ = n.Filter(kind="card", side="yours")
        position = cast(
            n.Swap(n.Choose((card_,), 2, 2)),
            xa={1: exalt(), 2: exalt()},
            a={1: OX, 3: RAM},
            then=("xa1",),
        )
        assert position.facts(Swapped) == [Swapped(3, 4)]
        assert (position.at("xa1").id, position.at("xa2").id) == (4, 3)
        assert position.numbers("a1") == (2, 5)

    def test_a_refused_one(self) -> None:
        rock = card("Rock", 1, 1, n.Has(n.Gift(forbids=(n.Forbid("move"),))))
        swap = n.Swap(one("yours"), one("yours"))
        position = cast(swap, a={1: OX, 2: rock, 3: ELK})
        assert legal(position) == {"a1", "a3"}

    def test_enemies_only(self) -> None:
        position = cast(
            n.Swap(n.Choose((THEIRS,), 2, 2)), a={1: OX, 2: OX}, b={1: OX, 2: RAM}, then=("b1",)
        )
        assert (position.numbers("b1"), position.numbers("a1")) == ((4, 9), (2, 5))
