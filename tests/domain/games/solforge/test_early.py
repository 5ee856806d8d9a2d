"""What only the early edition has: levelling a card up from hand, its Forgeborn, its setup."""

from __future__ import annotations

import pytest

from domain.games.solforge.actions import Done, LevelUp, Pass, Play, UseForgeborn
from domain.games.solforge.editions import EARLY, EDITIONS, WHITEFANG
from domain.games.solforge.facts import BasicTaken, Carried, Levelled, Triggered
from tests.domain.games.solforge.given import born, card, gain, scene, triggered
from tests.domain.games.solforge.rulebook import rule

LEAF = card("Leaf", levels={1: (1, 1), 2: (2, 2), 3: (3, 3)})
UP = [LEAF.code(2), LEAF.code(3)]


class TestLevelUp:
    @rule("e-action.3", "e-level.1")
    @pytest.mark.parametrize("level", [1, 2])
    def test_banished_from_hand_its_next_level_to_the_discard_pile(self, level: int) -> None:
        code = LEAF.code(level)
        position = scene(hand_a=[code], upgrades_a=UP, extra=[LEAF], edition="early").when(
            LevelUp(code)
        )
        side = position.state.sides[0]
        assert (side.hand.count, side.banished) == (0, {code: 1})
        assert side.discard.public == {LEAF.code(level + 1): 1}
        assert position.emitted[:3] == [
            BasicTaken(),
            Carried(0, code, "hand", "banish"),
            Levelled(0, LEAF.code(level + 1)),
        ]

    @rule("e-action.3", "e-creature.6")
    def test_level_three_has_nowhere_to_go(self) -> None:
        position = scene(hand_a=[LEAF.code(3)], upgrades_a=UP, extra=[LEAF], edition="early")
        assert not any(isinstance(x, LevelUp) for x in position.ask.choices)
        assert "no higher level" in position.refused(LevelUp(LEAF.code(3)))

    @rule("e-level.1")
    def test_only_to_what_is_in_the_upgrade_pile(self) -> None:
        position = scene(hand_a=[LEAF], upgrades_a=UP[1:], edition="early")
        assert LevelUp(LEAF.code()) not in position.ask.choices

    @rule("e-action.3", "e-action.2")
    def test_it_is_the_basic_action(self) -> None:
        other = card("Other")
        position = scene(hand_a=[LEAF, other], upgrades_a=UP, edition="early").when(
            LevelUp(LEAF.code())
        )
        assert list(position.ask.choices) == [Done()]
        assert "taken already" in position.refused(LevelUp(other.code()))
        played = scene(hand_a=[LEAF, other], upgrades_a=UP, edition="early").when(
            Play(other.code(), 1)
        )
        assert list(played.ask.choices) == [Done()]

    @rule("action.3")
    def test_whitefang_has_none(self) -> None:
        position = scene(hand_a=[LEAF], upgrades_a=UP)
        assert not any(isinstance(x, LevelUp) for x in position.ask.choices)
        assert "of the early edition" in position.refused(LevelUp(LEAF.code()))

    @rule("g-upgrade.4", "e-level.1")
    def test_it_triggers_nothing(self) -> None:
        watch = card(
            "Watch", 1, 9, *(triggered(e, gain(1)) for e in ("upgraded", "played", "discarded"))
        )
        position = scene(a={1: watch}, hand_a=[LEAF], upgrades_a=UP, edition="early").when(
            LevelUp(LEAF.code())
        )
        assert position.facts(Triggered) == []

    @rule("ruling.hidden", "e-action.3")
    def test_from_a_hidden_hand(self) -> None:
        position = scene(
            hand_a=["??", "??"], unseen_a=[LEAF, card("Other")], upgrades_a=UP, edition="early"
        )
        position.when(LevelUp(LEAF.code()))
        assert position.state.sides[0].hand.cards == {"??": 1}
        assert LEAF.code() not in position.state.sides[0].unseen


class TestForgeborn:
    @rule("e-activate.3", "e-born.2", "e-born.4")
    def test_at_level_four_it_is_ready_again_each_cycle(self) -> None:
        position = scene(forgeborn=born([gain(1)]), level=4, turn=12, edition="early")
        position.when(UseForgeborn(), Pass(), UseForgeborn())
        assert position.health() == (51, 51)
        position.end_turn()
        assert UseForgeborn() in position.ask.choices

    @rule("e-forgeborn.2")
    def test_none_at_level_one(self) -> None:
        position = scene(forgeborn=born([gain(1)]), level=1, edition="early")
        assert UseForgeborn() not in position.ask.choices


@rule("e-turn.1", "turn.1")
def test_each_difference_is_one_value() -> None:
    """Every field of an edition but its key is read in one module of the rules; refusals say why."""
    from pathlib import Path

    import domain.games.solforge as package

    sources = [p for p in Path(package.__path__[0]).rglob("*.py") if p.name != "editions.py"]
    assert {e.key for e in EDITIONS.values()} == {WHITEFANG.key, EARLY.key}
    for name in WHITEFANG.__struct_fields__:
        if name == "key":
            continue
        assert getattr(WHITEFANG, name) is not None
        users = {p.name for p in sources if f"edition.{name}" in p.read_text("utf-8")}
        assert len(users - {"refusals.py"}) == 1, f"{name} is read in {users}"
