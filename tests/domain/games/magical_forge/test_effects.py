"""What each part of an ability does: on the right thing, on nothing else, and at its limits."""

from __future__ import annotations

import pytest

from domain.contract.game import DEALER
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.actions import (
    Attack,
    Card,
    Deal,
    DealSpells,
    EndTurn,
    Mode,
    No,
    Pass,
    PlayForge,
    Reveal,
    Summon,
    Target,
    TargetPlayer,
    UseAbility,
    UseWeapon,
    Yes,
)
from domain.games.magical_forge.facts import (
    Activated,
    Attached,
    Carried,
    CreatureLeft,
    Detached,
    Drawn,
    Fizzled,
    LeftCentre,
    LifeLost,
    Marked,
    MatchEnded,
    PutInCentre,
    Recycled,
    SpellMoved,
    SpellsDrawn,
    Stopped,
    Summoned,
)
from tests.domain.games.magical_forge.given import Position, given

ONE = {"Blank 1": 1}


def played(text: str, *, a: str = "", **more: object) -> Position:
    """A plays a Forge card with these words, and nobody responds."""
    hand = f"{a}, Card" if a else "Card"
    position = given(hand, forge={"Card": text}, **more)  # type: ignore[arg-type]
    return position.when(PlayForge("card")).passes()


class TestLifePoints:
    def test_gain_and_lose(self) -> None:
        played("Gain 3 Life Points.").life(18, 15)
        played("Lose 3 Life Points.").life(12, 15)
        played("Each player loses 2 Life Points.").life(13, 13)
        played("Your opponent gains 2 Life Points.").life(15, 17)

    def test_a_player_as_a_target(self) -> None:
        position = given("Card", forge={"Card": "Target player loses 2 Life Points."})
        position.when(PlayForge("card")).asked("target", 0, TargetPlayer(0), TargetPlayer(1))
        position.when(TargetPlayer(0)).life(13, 15)

    @pytest.mark.parametrize(
        ("text", "life"),
        [
            ("Gain 2 Life Points for each Creature of yours.", 19),
            ("Gain Life Points equal to the number of your Creatures plus 3.", 20),
            ("Gain Life Points equal to twice the number of your opponent's Creatures.", 17),
            ("Gain Life Points equal to half your Life Points, rounded up.", 23),
            ("Gain Life Points equal to half your Life Points.", 22),
            ("Gain Life Points equal to the number of cards in your discard pile.", 17),
            ("Gain Life Points equal to the number of Spells in your Spell discard.", 18),
            ("Gain Life Points equal to the number of cards in your opponent's hand.", 16),
            ("Gain 1 Life Point for each Spell in the centre.", 17),
            ("Gain 1 Life Point for each Beast Creature.", 15),
        ],
    )
    def test_amounts(self, text: str, life: int) -> None:
        position = played(
            text,
            creatures_a={"Blank 1": 1, "Blank 2": 2},
            creatures_b=ONE,
            discard_a="Blank 1, Blank 2",
            spell_discard_a="3 Plain Spell",
            spells_b="Plain Spell",
            centre_a=["Plain Spell"],
            centre_b=["Plain Spell"],
        )
        position.life(life, 15)

    def test_that_many(self) -> None:
        spell = {"Mirror": "When you lose Life Points, your opponent loses that many Life Points."}
        position = given(creatures_a={"Blank 1": 3}, centre_b=["Mirror"], spell=spell)
        position.when(Attack(1)).life(12, 12)

    def test_who_gains_triggers(self) -> None:
        spell = {"Envy": "When your opponent gains Life Points, gain 1 Life Point."}
        position = played("Gain 2 Life Points.", centre_b=["Envy"], centre_a=["Envy"], spell=spell)
        position.life(18, 16)


class TestDrawing:
    def test_draw_tells_nobody_of_creatures(self) -> None:
        position = played("Draw 2 cards.", deck_a="2 Blank 1").asked("draw", DEALER)
        position.when(Deal(0, ("blank-1", "blank-1"), 2)).refused("no Spells follow this draw")
        again = played("Draw 2 cards.", deck_a="2 Blank 1")
        again.when(Deal(0, ("blank-1", "blank-1"))).did(Drawn(0, ("blank-1", "blank-1"), -1))
        again.never(SpellsDrawn)

    def test_draw_spells(self) -> None:
        position = played(
            "Draw 2 Spells.", spell_deck_a="Plain Spell", spell_discard_a="Other Spell"
        )
        position.when(DealSpells(0, ("plain-spell",)), DealSpells(0, ("other-spell",)))
        position.did(SpellsDrawn(0, ("plain-spell",)), Recycled(0))

    def test_an_empty_deck_by_an_effect(self) -> None:
        played("Draw a card.").never(Drawn).asked("turn", 0)
        played("Draw a card.", deck_out="loses").did(MatchEnded(1, "deck"))
        played("Draw a Spell.", deck_out="loses").never(MatchEnded)

    def test_the_opponent_draws(self) -> None:
        played("Your opponent draws a card.", deck_b="Blank 1").when(Deal(1, ("blank-1",))).did(
            Drawn(1, ("blank-1",), -1)
        )

    def test_discard_the_top(self) -> None:
        position = played(
            "Your opponent discards the top 3 cards of their Deck.", deck_b="2 Blank 1"
        )
        position.asked("reveal", DEALER, Reveal(1, "blank-1"))
        position.when(Reveal(1, "blank-1"), Reveal(1, "blank-1")).asked("turn", 0)
        assert position.state.sides[1].deck.discard == {"blank-1": 2}


class TestDiscarding:
    def test_of_ones_choice(self) -> None:
        position = played("Discard a card.", a="Blank 1, Blank 2", spells_a="Plain Spell")
        position.asked("card", 0, Card("blank-1"), Card("blank-2"), Card("plain-spell"))
        position.when(Card("plain-spell")).did(
            Carried(0, "spells", "plain-spell", "hand", "discard")
        )

    def test_spells_only(self) -> None:
        position = played("Discard a Spell.", a="Blank 1", spells_a="Plain Spell")
        position.asked("card", 0, Card("plain-spell"))
        played("Discard a Spell.", a="Blank 1").never(Carried).asked("turn", 0)

    def test_the_active_player_first(self) -> None:
        spell = {"Toll": "When a Creature attacks, each player discards a card."}
        position = given(
            "Blank 1", "Blank 2", creatures_a={"Blank 3": 1}, centre_b=["Toll"], spell=spell
        )
        position.when(Attack(1)).passes().asked("card", 0).when(Card("blank-1")).asked("card", 1)

    def test_at_random(self) -> None:
        position = played("Your opponent discards a card at random.", b="Blank 1, Blank 2")
        position.asked("random", DEALER, a.Random("blank-1"), a.Random("blank-2"))
        position.when(a.Random("blank-2")).did(Carried(1, "deck", "blank-2", "hand", "discard"))
        played("Your opponent discards a card at random.").never(Carried)


class TestCreatures:
    def test_destroy(self) -> None:
        position = played("Destroy target Creature.", creatures_b={"Blank 1": 2})
        position.did(CreatureLeft(1, "destroyed", "discard", 2))
        assert position.state.sides[1].spells.discard == {"plain-spell": 2}

    def test_destroy_all_that_fit(self) -> None:
        position = played(
            "Destroy each Creature with 1 or fewer Spells.",
            creatures_a={"Blank 1": 1, "Blank 2": 2},
            creatures_b={"Blank 1": 1},
        )
        assert list(position.state.in_play) == [2]

    def test_types(self) -> None:
        text = "Destroy target Beast Creature."
        creature, types = {"Wolf": "", "Bird": ""}, {"Wolf": ("Beast",)}
        position = given(
            "Card",
            creatures_b={"Wolf": 1, "Bird": 1},
            creature=creature,
            types=types,
            forge={"Card": text},
        )
        position.when(PlayForge("card")).did(CreatureLeft(1, "destroyed", "discard", 3))

    def test_of_their_choice(self) -> None:
        position = played(
            "Your opponent destroys a Creature of theirs.",
            creatures_a=ONE,
            creatures_b={"Blank 2": 1, "Blank 3": 1},
        )
        position.asked("target", 1, Target(2), Target(3)).when(Target(3))
        position.did(CreatureLeft(3, "destroyed", "discard", 4))

    def test_return_to_hand(self) -> None:
        position = played("Return target Creature to its owner's hand.", creatures_b={"Blank 1": 2})
        position.did(CreatureLeft(1, "returned", "hand", 2))
        side = position.state.sides[1]
        assert side.deck.hand.public == {"blank-1": 1}
        assert side.spells.discard == {"plain-spell": 2}

    def test_returned_is_not_destroyed(self) -> None:
        creature = {"Martyr": "When this is destroyed, gain 5 Life Points."}
        text = "Return target Creature of yours to its owner's hand."
        played(text, creatures_a={"Martyr": 1}, creature=creature).life(15, 15)
        played("Destroy target Creature.", creatures_a={"Martyr": 1}, creature=creature).life(
            20, 15
        )

    def test_up_to_two_targets(self) -> None:
        position = given(
            "Card", creatures_b={"Blank 1": 1, "Blank 2": 1},
            forge={"Card": "Destroy up to 2 target Creatures."},
        )  # fmt: skip
        position.when(PlayForge("card")).asked("target", 0, Target(1), Target(2), No())
        position.when(Target(2)).asked("target", 0, Target(1), No()).when(No())
        assert list(position.state.in_play) == [1]
        none = given("Card", forge={"Card": "Destroy up to 2 target Creatures. Gain 1 Life Point."})
        none.when(PlayForge("card")).never(Fizzled).life(16, 15)

    def test_put_from_hand(self) -> None:
        position = played("Put a Creature from your hand into play.", a="Blank 1")
        position.asked("card", 0, Card("blank-1")).when(Card("blank-1"))
        position.did(Summoned(2, 0, "blank-1", "hand", played=False))
        assert position.state.in_play[2].entered == 3

    def test_put_from_hand_tells_nothing_of_a_hand_without(self) -> None:
        position = played("Put a Creature from your hand into play.", a="Card")
        position.asked("card", 0, No()).when(No()).never(Summoned)

    def test_comes_into_play(self) -> None:
        creature = {"Herald": "When this comes into play, gain 1 Life Point."}
        position = given("Herald", creature=creature).when(Summon("herald")).passes()
        position.life(16, 15)

    def test_those_that_go_together_see_each_other_go(self) -> None:
        creature = {"Mourner": "When another Creature is destroyed, gain 1 Life Point."}
        position = played(
            "Destroy each Creature.", creatures_a={"Mourner": 1, "Mourner'": 1}, creature=creature
        )
        position.when(a.Order(0)).life(17, 15)


class TestSpells:
    def test_discarded_from_a_creature_by_its_player(self) -> None:
        position = played(
            "Discard a Spell attached to target Creature.",
            creatures_b={"Blank 1": ["Plain Spell", "Other Spell"]},
        )
        position.asked("card", 1).when(Card("plain-spell"))
        position.did(Detached(1, "plain-spell", "discard"))

    def test_or_of_ones_own_choice(self) -> None:
        position = played(
            "Discard a Spell of your choice attached to target Creature.",
            creatures_b={"Blank 1": ["Plain Spell", "Other Spell"]},
        )
        position.asked("card", 0)

    def test_all_of_them(self) -> None:
        position = played(
            "Discard all Spells attached to target Creature.",
            creatures_b={"Blank 1": ["Plain Spell", "Other Spell"]},
        )
        position.did(CreatureLeft(1, "spells", "discard"))

    def test_returned_to_hand(self) -> None:
        position = played(
            "Return a Spell attached to target Creature to its owner's hand.",
            creatures_b={"Blank 1": 2},
        )
        position.did(Detached(1, "plain-spell", "hand"))
        assert position.state.sides[1].spells.hand.public == {"plain-spell": 1}

    def test_put_into_play(self) -> None:
        spell = {"Spark": "When this is put into play, your opponent loses 2 Life Points."}
        position = played(
            "Put a Spell attached to target Creature into play.",
            creatures_b={"Blank 1": ["Spark", "Spark"]},
            spell=spell,
        )
        position.did(PutInCentre(3, 1, "spark", 1)).life(13, 15)

    def test_its_own_player_chooses_which(self) -> None:
        position = played(
            "Put a Spell attached to target Creature into play.",
            creatures_b={"Blank 1": ["Plain Spell", "Other Spell"]},
        )
        position.asked("centre", 1, Card("other-spell"), Card("plain-spell"))

    def test_attached_from_everywhere(self) -> None:
        position = played(
            "Attach a Spell from your Spell discard to target Creature of yours.",
            creatures_a=ONE,
            spell_discard_a="Other Spell",
        )
        position.did(Attached(1, "other-spell", "discard", counted=False))
        deck = played(
            "Attach the top 2 cards of your Spell Deck to target Creature of yours.",
            creatures_a=ONE,
            spell_deck_a="Other Spell",
            spell_discard_a="Plain Spell",
        )
        deck.when(Reveal(0, "other-spell"), Reveal(0, "plain-spell")).did(
            Attached(1, "other-spell", "deck", counted=False), Recycled(0)
        )
        assert deck.state.in_play[1].health == 3

    def test_attaching_triggers(self) -> None:
        creature = {"Vessel": "When a Spell is attached to this, gain 1 Life Point."}
        position = given(spells_a="Plain Spell", creatures_a={"Vessel": 1}, creature=creature)
        position.when(a.Attach("plain-spell", 1)).life(16, 15)

    def test_moved(self) -> None:
        text = "Move a Spell attached to target Creature of yours to another Creature of yours."
        position = given("Card", creatures_a={"Blank 1": 2, "Blank 2": 1}, forge={"Card": text})
        position.when(PlayForge("card"), Target(1)).did(SpellMoved(1, 2, "plain-spell"))
        alone = given("Card", creatures_a=ONE, forge={"Card": text})
        alone.when(PlayForge("card")).never(SpellMoved)

    def test_discarded_from_the_centre(self) -> None:
        position = played(
            "Discard target Spell in the centre of your opponent.",
            centre_a=["Plain Spell"],
            centre_b=["Other Spell"],
        )
        position.did(LeftCentre(2, "discard"))

    def test_returned_from_the_centre(self) -> None:
        text = "Return target Spell in the centre to its owner's hand."
        position = played(text, centre_b=["Other Spell"]).did(LeftCentre(1, "hand"))
        assert position.state.sides[1].spells.hand.public == {"other-spell": 1}


class TestCards:
    def test_back_to_hand_and_into_the_deck(self) -> None:
        position = played(
            "Return a Creature from your discard pile to your hand.", discard_a="Blank 1, Blank 2"
        )
        position.asked("card", 0, Card("blank-1"), Card("blank-2")).when(Card("blank-2"))
        position.did(Carried(0, "deck", "blank-2", "discard", "hand"))
        deck = played("Shuffle a card from your discard pile into your Deck.", discard_a="Blank 1")
        deck.did(Carried(0, "deck", "blank-1", "discard", "deck"))
        assert deck.state.sides[0].deck.left == 1

    def test_up_to(self) -> None:
        text = "Return up to 2 Creatures from your discard pile to your hand."
        position = played(text, discard_a="Blank 1")
        position.asked("card", 0, Card("blank-1"), No()).when(No()).never(Carried)

    def test_nothing_there(self) -> None:
        text = "Return a Creature from your discard pile to your hand."
        played(text).never(Carried).asked("turn", 0)

    def test_a_creature_from_the_discard_pile(self) -> None:
        text = "Put a Creature from your discard pile into play."
        position = played(text, discard_a="Blank 1, Card")
        position.did(Summoned(2, 0, "blank-1", "discard", played=False))

    def test_a_spell_from_hand_into_play(self) -> None:
        text = "Put a Spell from your hand into play."
        spell = {"Spark": "When this is put into play, gain 2 Life Points."}
        position = played(text, spells_a="Spark", spell=spell).when(Card("spark"))
        position.did(PutInCentre(2, 0, "spark", 0, "hand")).life(17, 15)


class TestMarks:
    def test_cannot_block_this_turn(self) -> None:
        position = played(
            "Target Creature of your opponent can't block this turn.",
            creatures_a=ONE,
            creatures_b=ONE,
        )
        position.did(Marked(2, "no block", 1)).when(Attack(1)).life(15, 14)

    def test_attack_again_and_take_more(self) -> None:
        position = played("Target Creature may attack again this turn.", creatures_a=ONE)
        position.when(Attack(1), Attack(1)).life(15, 13)
        more = played("Your Creatures take 2 more Life Points this turn.", creatures_a=ONE)
        more.when(Attack(1)).life(15, 12)

    def test_cannot_attack_or_be_blocked(self) -> None:
        played("Target Creature can't attack this turn.", creatures_a=ONE).when(Attack(1)).refused(
            "it can't attack"
        )
        position = played(
            "Target Creature of yours can't be blocked this turn.", creatures_a=ONE, creatures_b=ONE
        )
        position.when(Attack(1)).life(15, 14)

    def test_for_the_turn_only(self) -> None:
        position = played("Your Creatures take 2 more Life Points this turn.", creatures_a=ONE)
        position.when(EndTurn(), EndTurn(), Attack(1)).life(15, 14)


class TestConnectors:
    def test_may(self) -> None:
        text = "You may gain 2 Life Points."
        assert played(text).ask.question == "you may gain 2 Life Points"
        played(text).asked("may", 0, Yes(), No()).when(Yes()).life(17, 15)
        played(text).when(No()).life(15, 15)
        played("Your opponent may gain 2 Life Points.").asked("may", 1)

    def test_to(self) -> None:
        text = "Discard a Spell attached to a Creature of yours to gain 3 Life Points."
        played(text, creatures_a={"Blank 1": 2}).life(18, 15)
        played(text).life(15, 15)

    def test_if_you_do(self) -> None:
        text = "Discard a Spell. If you do, gain 3 Life Points."
        played(text, spells_a="Plain Spell").when(Card("plain-spell")).life(18, 15)
        played(text).life(15, 15)

    @pytest.mark.parametrize(
        ("condition", "holds"),
        [
            ("you have a Creature", True),
            ("you have 2 or more Creatures", False),
            ("you have 2 or fewer Creatures", True),
            ("you have no Creatures", False),
            ("your opponent has 2 or more Creatures", True),
            ("you have more Creatures than your opponent", False),
            ("you have fewer Creatures than your opponent", True),
            ("you have 15 or more Life Points", True),
            ("you have 14 or fewer Life Points", False),
            ("your opponent has 14 or fewer Life Points", True),
            ("you have more Life Points than your opponent", True),
            ("there is a Spell in the centre", True),
            ("there are 2 or more Spells in the centre", False),
            ("there are no Creatures with 3 or more Spells", True),
            ("it is your turn", True),
            ("it is not your turn", False),
        ],
    )
    def test_conditions(self, condition: str, *, holds: bool) -> None:
        position = played(
            f"If {condition}, gain 1 Life Point. Otherwise, gain 2 Life Points.",
            creatures_a=ONE,
            creatures_b={"Blank 1": 1, "Blank 2": 2},
            centre_a=["Plain Spell"],
            life=(15, 14),
        )
        position.life(16 if holds else 17, 14)

    def test_instead(self) -> None:
        text = "Gain 1 Life Point. If you have no Creatures, gain 4 Life Points instead."
        played(text).life(19, 15)
        played(text, creatures_a=ONE).life(16, 15)

    def test_what_it_is(self) -> None:
        text = "Discard a Spell attached to target Creature. If it has no Spells, draw a card."
        more = " Gain Life Points equal to the number of Spells attached to it."
        position = played(text + more, creatures_b={"Blank 1": 3}).life(17, 15)
        assert position.state.in_play[1].health == 2

    def test_for_each(self) -> None:
        text = "For each Creature of yours, you may gain 1 Life Point."
        position = played(text, creatures_a={"Blank 1": 1, "Blank 2": 1})
        position.when(Yes(), No()).life(16, 15).asked("turn", 0)

    def test_choose_one(self) -> None:
        text = "Choose one:\n• Gain 2 Life Points.\n• Destroy target Creature."
        position = given("Card", "Blank 2", creatures_b=ONE, forge={"Card": text})
        position.when(PlayForge("card")).asked("mode", 0, Mode(0), Mode(1))
        assert position.ask.meaning(Mode(1)) == "Destroy target Creature."
        position.when(Mode(1)).did(Activated(2, 0, "forge", "card", 0, 0, (1,), (1,), 0, 0, 0))
        position.when(Pass()).did(CreatureLeft(1, "destroyed", "discard", 2)).life(15, 15)

    def test_an_option_without_a_target_is_not_offered(self) -> None:
        text = "Choose one:\n• Gain 2 Life Points.\n• Destroy target Creature."
        played(text).life(17, 15)

    def test_choose_two(self) -> None:
        text = "Choose 2:\n• Gain 2 Life Points.\n• Destroy target Creature.\n• Draw a card."
        position = given("Card", creatures_b=ONE, deck_a="Blank 1", forge={"Card": text})
        position.when(PlayForge("card"), Mode(2), Mode(0)).life(17, 15).asked("draw", DEALER)

    def test_targets_of_both_branches(self) -> None:
        text = (
            "If you have no Creatures, destroy target Creature of your opponent. "
            "Otherwise, discard a Spell attached to target Creature with 2 or more Spells."
        )
        position = given(
            "Card", creatures_a=ONE, creatures_b={"Blank 1": 1, "Blank 2": 3}, forge={"Card": text}
        )
        position.when(PlayForge("card")).asked("target", 0, Target(2), Target(3)).when(Target(2))
        position.did(Detached(3, "plain-spell", "discard")).never(CreatureLeft)


class TestStopping:
    def test_a_creature_ability(self) -> None:
        creature = {"Singer": "Discard a Spell attached to this: Gain 4 Life Points."}
        weapon = {"Gag": "Stop target Creature ability."}
        position = given(b="Gag", creatures_a={"Singer": 2}, creature=creature, weapon=weapon)
        position.when(UseAbility(1, 0)).asked("respond", 1).when(UseWeapon("gag")).passes()
        position.did(Stopped(2, 3)).life(15, 15)
        assert position.state.in_play[1].health == 1

    def test_a_trigger_of_a_creature_is_an_ability_too(self) -> None:
        creature = {"Herald": "When this comes into play, gain 4 Life Points."}
        weapon = {"Gag": "Stop target Creature ability."}
        position = given("Herald", "Gag", creature=creature, weapon=weapon).when(Summon("herald"))
        position.when(UseWeapon("gag")).passes().life(15, 15)

    def test_there_must_be_one(self) -> None:
        position = given("Gag", weapon={"Gag": "Stop target effect."})
        position.when(UseWeapon("gag")).refused("Gag has no target")


class TestCosts:
    def test_life_points_are_paid_at_once(self) -> None:
        creature = {"Singer": "Lose 2 Life Points: Draw a card."}
        position = given(b="Blank 1", creatures_a={"Singer": 1}, creature=creature)
        position.when(UseAbility(1, 0)).did(LifeLost(0, 2, "cost", 1, "singer", 0)).asked(
            "respond", 1
        )

    def test_not_the_last_ones(self) -> None:
        creature = {"Singer": "Lose 2 Life Points: Draw a card."}
        given(creatures_a={"Singer": 1}, creature=creature, life=(2, 15)).when(
            UseAbility(1, 0)
        ).refused("its cost cannot be paid")

    def test_a_card(self) -> None:
        creature = {"Singer": "Discard a card: Gain 1 Life Point."}
        position = given("Blank 1", creatures_a={"Singer": 1}, creature=creature)
        position.when(UseAbility(1, 0)).asked("card", 0, Card("blank-1")).when(Card("blank-1"))
        position.life(16, 15)
        given(creatures_a={"Singer": 1}, creature=creature).when(UseAbility(1, 0)).refused("cost")

    def test_its_own_last_spell(self) -> None:
        creature = {"Singer": "Discard a Spell attached to this: Gain 1 Life Point."}
        position = given(creatures_a={"Singer": 1}, creature=creature).when(UseAbility(1, 0))
        position.did(CreatureLeft(1, "spells", "discard")).life(16, 15)
