"""Attacking, blocking, and Spells in the centre (B)."""

from __future__ import annotations

from domain.games.magical_forge import actions as a
from domain.games.magical_forge.actions import Attach, Attack, Block, Card, EndTurn, NoBlock, Summon
from domain.games.magical_forge.facts import (
    Activated,
    AttackBegan,
    AttackEnded,
    Blocked,
    CreatureLeft,
    Detached,
    LifeGained,
    LifeLost,
    MatchEnded,
    PutInCentre,
    Resolved,
    Resolving,
)
from tests.domain.games.magical_forge.given import given
from tests.domain.games.magical_forge.rulebook import rule

SPARK = "When this is put into play, your opponent loses 2 Life Points."
BALM = "When this is put into play, gain 2 Life Points."


class TestAttacking:
    @rule("attack.1", "attack.2")
    def test_a_life_point_for_each_spell(self) -> None:
        given(creatures_a={"Blank 1": 3}).when(Attack(1)).then(
            AttackBegan(1),
            LifeLost(1, 3, "attack", 1, "blank-1", 0),
            AttackEnded(1, "unblocked"),
        ).life(15, 12)

    @rule("attack.1")
    def test_not_without_spells(self) -> None:
        position = given("Blank 1").when(Summon("blank-1"))
        position.when(Attack(1)).refused("Blank 1 cannot attack: it has no Spells")

    @rule("attack.1")
    def test_not_with_the_others(self) -> None:
        given(creatures_b={"Blank 1": 1}).when(Attack(1)).refused("is not seat A's")

    @rule("attack.3")
    def test_once_a_turn(self) -> None:
        position = given(creatures_a={"Blank 1": 1, "Blank 2": 1})
        position.when(Attack(1), Attack(2)).life(15, 13)
        position.when(Attack(1)).refused("it has attacked this turn")
        again = given(creatures_a={"Blank 1": 1})
        again.when(Attack(1), EndTurn(), EndTurn(), Attack(1)).life(15, 13)

    @rule("ruling.no-delay")
    def test_in_its_first_turn(self) -> None:
        position = given("Blank 1", spells_a="Plain Spell")
        position.when(Summon("blank-1"), Attach("plain-spell", 1), Attack(1)).life(15, 14)

    @rule("win.1")
    def test_an_attack_wins(self) -> None:
        position = given(creatures_a={"Blank 1": 3}, life=(1, 2)).when(Attack(1))
        position.did(LifeLost(1, 2, "attack", 1, "blank-1", 0), MatchEnded(0, "life"))


class TestBlocking:
    @rule("block.1")
    def test_the_opponent_may(self) -> None:
        position = given(creatures_a={"Blank 1": 2}, creatures_b={"Blank 2": 1})
        position.when(Attack(1)).asked("block", 1, Block(2), NoBlock())
        position.when(NoBlock()).life(15, 13)

    @rule("block.2", "block.3", "ruling.blocked")
    def test_both_put_a_spell_into_play(self) -> None:
        position = given(creatures_a={"Blank 1": 2}, creatures_b={"Blank 2": 2})
        position.when(Attack(1), Block(2)).then(
            AttackBegan(1),
            Blocked(2),
            PutInCentre(3, 0, "plain-spell", 1),
            PutInCentre(4, 1, "plain-spell", 2),
            AttackEnded(1, "blocked", 2),
        ).life(15, 15)
        assert [c.health for c in position.state.in_play.values()] == [1, 1]
        assert sorted(position.state.centre) == [3, 4]

    @rule("ruling.blockers")
    def test_only_creatures_with_spells(self) -> None:
        position = given(
            creatures_a={"Blank 1": 1}, creatures_b={"Blank 2": 0, "Blank 3": 1, "Blank 2'": 1}
        )
        position.when(Attack(1)).asked("block", 1, Block(3), Block(4), NoBlock())
        position.when(Block(2)).refused("only a Creature with Spells can block")
        none = given(creatures_a={"Blank 1": 1}, creatures_b={"Blank 2": 0})
        none.when(Attack(1)).did(AttackEnded(1, "unblocked"))

    @rule("ruling.choice", "block.2")
    def test_each_player_chooses_the_spell(self) -> None:
        position = given(
            creatures_a={"Blank 1": ["Plain Spell", "Other Spell"]},
            creatures_b={"Blank 2": ["Plain Spell", "Other Spell"]},
        )
        position.when(Attack(1), Block(2))
        position.asked("centre", 0, Card("other-spell"), Card("plain-spell"))
        position.when(Card("plain-spell"))
        position.asked("centre", 1, Card("other-spell"), Card("plain-spell"))
        position.when(Card("other-spell")).did(
            PutInCentre(4, 1, "other-spell", 2), AttackEnded(1, "blocked", 2)
        )

    @rule("attach.5", "block.2")
    def test_who_puts_the_last_one_is_destroyed(self) -> None:
        position = given(creatures_a={"Blank 1": 1}, creatures_b={"Blank 2": 1})
        position.when(Attack(1), Block(2)).did(
            CreatureLeft(1, "spells", "discard"),
            CreatureLeft(2, "spells", "discard"),
            AttackEnded(1, "blocked", 2),
        )


class TestCentre:
    @rule("centre.1", "centre.2", "centre.4")
    def test_the_attackers_first(self) -> None:
        position = given(
            creatures_a={"Blank 1": ["Spark", "Plain Spell"]},
            creatures_b={"Blank 2": ["Balm", "Plain Spell"]},
            spell={"Spark": SPARK, "Balm": BALM},
        )
        position.when(Attack(1), Block(2), Card("spark"), Card("balm"))
        position.did(
            PutInCentre(3, 0, "spark", 1),
            PutInCentre(4, 1, "balm", 2),
            Activated(5, 0, "spell", "spark", 3, 0, (), (), 3, 0, 0),
            Resolving(5),
            LifeLost(1, 2, "effect", 5, "spark", 0),
            Resolved(5),
            Activated(6, 1, "spell", "balm", 4, 0, (), (), 4, 0, 0),
            Resolving(6),
            LifeGained(1, 2, 6, "balm"),
            Resolved(6),
            AttackEnded(1, "blocked", 2),
        )
        assert position.state.centre == {}
        assert position.state.sides[0].spells.discard == {"spark": 1}
        assert position.state.sides[1].spells.discard == {"balm": 1}

    @rule("centre.2", "win.1")
    def test_the_attackers_can_end_the_match_first(self) -> None:
        position = given(
            creatures_a={"Blank 1": ["Spark"]},
            creatures_b={"Blank 2": ["Spark"]},
            life=(2, 2),
            spell={"Spark": SPARK},
        )
        position.when(Attack(1), Block(2)).did(MatchEnded(0, "life")).life(2, 0)

    @rule("centre.1")
    def test_one_that_was_discarded_meanwhile_does_not_activate(self) -> None:
        clear = "When this is put into play, discard target Spell in the centre of your opponent."
        position = given(
            creatures_a={"Blank 1": ["Clear"]},
            creatures_b={"Blank 2": ["Spark"]},
            spell={"Clear": clear, "Spark": SPARK},
        )
        position.when(Attack(1), Block(2)).life(15, 15)
        assert position.state.sides[1].spells.discard == {"spark": 1}
        assert not [f for f in position.facts if isinstance(f, Activated) and f.card == "spark"]

    @rule("centre.1")
    def test_they_wait_for_what_triggers_them(self) -> None:
        text = "When a Creature of your opponent attacks, discard a Spell attached to it."
        position = given(
            creatures_a={"Blank 1": 3}, centre_b=["Trap"], centre_a=["Trap"], spell={"Trap": text}
        )
        position.when(Attack(1)).did(Detached(1, "plain-spell", "discard")).life(15, 13)
        assert [p.seat for p in position.state.centre.values()] == [0]

    @rule("attack.1", "centre.1")
    def test_an_attacker_that_is_gone_takes_nothing(self) -> None:
        text = "When a Creature of your opponent attacks, discard a Spell attached to it."
        position = given(creatures_a={"Blank 1": 1}, centre_b=["Trap"], spell={"Trap": text})
        position.when(Attack(1)).did(
            CreatureLeft(1, "spells", "discard"), AttackEnded(1, "gone")
        ).life(15, 15)

    @rule("centre.1")
    def test_at_the_start_and_end_of_turns(self) -> None:
        position = given(
            centre_a=["Dawn"],
            centre_b=["Dusk"],
            active=1,
            spell={
                "Dawn": "At the start of your turn, gain 3 Life Points.",
                "Dusk": "At the end of your turn, gain 1 Life Point.",
            },
        )
        position.when(EndTurn()).life(18, 16).asked("turn", 0)

    @rule("centre.1")
    def test_blocking_triggers_before_spells_are_put_into_play(self) -> None:
        spell = {
            "Flare": "When a Creature of your opponent blocks, discard a Spell attached to it."
        }
        position = given(
            creatures_a={"Blank 1": 2}, creatures_b={"Blank 2": 1}, centre_a=["Flare"], spell=spell
        )
        position.when(Attack(1), Block(2)).did(
            Blocked(2),
            Detached(2, "plain-spell", "discard"),
            CreatureLeft(2, "spells", "discard"),
            PutInCentre(5, 0, "plain-spell", 1),
            AttackEnded(1, "blocked", 2),
        )
        assert [p.card for p in position.state.centre.values()] == ["plain-spell"]
        position.life(15, 15)

    def test_one_that_has_activated_does_not_again(self) -> None:
        position = given(
            "Fall",
            "Knife",
            creatures_a={"Blank 1": 1, "Blank 2": 1},
            centre_a=["Mourn"],
            forge={"Fall": "Destroy a Creature of yours."},
            weapon={"Knife": "Destroy target Creature."},
            spell={"Mourn": "When a Creature of yours is destroyed, gain 1 Life Point."},
        ).when(a.PlayForge("fall"), a.Pass(), a.Target(1))
        position.asked("respond", 1).when(a.UseWeapon("knife"), a.Target(2)).passes()
        position.life(16, 15).asked("turn", 0)
        assert len([f for f in position.facts if isinstance(f, Resolved)]) == 2

    def test_one_spell_activates_once(self) -> None:
        text = "When a Creature is destroyed, gain 1 Life Point."
        position = given(
            "Sweep",
            creatures_a={"Blank 1": 1, "Blank 2": 1},
            centre_a=["Mourn"],
            forge={"Sweep": "Destroy each Creature."},
            spell={"Mourn": text},
        )
        position.when(a.PlayForge("sweep")).asked("order", 0, a.Order(0), a.Order(1))
        meaning = "Mourn: When a Creature is destroyed, gain 1 Life Point."
        assert position.ask.meaning(a.Order(1)) == meaning
        position.when(a.Order(1)).life(16, 15).asked("turn", 0)


class TestMarks:
    def test_unblockable(self) -> None:
        text = {"Ghost": "This can't be blocked."}
        position = given(creatures_a={"Ghost": 1}, creatures_b={"Blank 1": 1}, creature=text)
        position.when(Attack(1)).did(AttackEnded(1, "unblocked"))

    def test_cannot_attack_or_block(self) -> None:
        text = {"Wall": "This can't attack.", "Coward": "This can't block."}
        given(creatures_a={"Wall": 1}, creature=text).when(Attack(1)).refused("it can't attack")
        position = given(creatures_a={"Blank 1": 1}, creatures_b={"Coward": 1}, creature=text)
        position.when(Attack(1)).did(AttackEnded(1, "unblocked"))

    @rule("attack.3")
    def test_more_life_points_and_more_attacks(self) -> None:
        text = {"Hound": "This takes 2 more Life Points when it attacks.\nThis may attack again."}
        position = given(creatures_a={"Hound": 1}, creature=text)
        position.when(Attack(1), Attack(1)).life(15, 9)
        position.when(Attack(1)).refused("it has attacked this turn")
