"""Playing Creatures, attaching Spells, ending the turn (B)."""

from __future__ import annotations

from domain.games.magical_forge import actions as a
from domain.games.magical_forge.actions import (
    Attach,
    Attack,
    Concede,
    EndTurn,
    PlayForge,
    Summon,
    UseAbility,
    UseWeapon,
)
from domain.games.magical_forge.facts import (
    Activated,
    Attached,
    Conceded,
    CreatureLeft,
    LifeLost,
    LoopCut,
    MatchEnded,
    PhaseBegan,
    Summoned,
    TurnBegan,
)
from domain.games.magical_forge.rules.engine import MOST_EFFECTS
from domain.games.magical_forge.rules.turns import LAST_TURN
from tests.domain.games.magical_forge.given import given
from tests.domain.games.magical_forge.rulebook import rule


class TestPlaying:
    @rule("play.1")
    def test_any_number_of_creatures(self) -> None:
        position = given("3 Blank 1, Blank 2, Blank 3")
        actions = [Summon("blank-1")] * 3 + [Summon("blank-2"), Summon("blank-3")]
        position.when(*actions)
        assert len(position.state.in_play) == 5
        assert position.state.sides[0].hand == 0

    @rule("play.1")
    def test_only_creatures_and_only_from_hand(self) -> None:
        given("Gift", forge={"Gift": "Draw a card."}).when(Summon("gift")).refused(
            "Gift is a Forge card"
        )
        given(creatures_a={"Blank 1": 1}).when(Summon("blank-1")).refused("Blank 1 is not in hand")
        given().when(Summon("nobody")).refused("there is no card 'nobody'")

    def test_an_unknown_hand_can_hold_anything_of_the_deck(self) -> None:
        position = given("??", deck_a="Blank 1, Blank 2")
        position.when(Summon("blank-2")).then(Summoned(1, 0, "blank-2", "hand", played=True))
        given("??", deck_a="Blank 1").when(Summon("blank-2")).refused("not in hand")


class TestAttaching:
    @rule("attach.1")
    def test_to_any_of_ones_creatures(self) -> None:
        position = given(spells_a="2 Plain Spell", creatures_a={"Blank 1": 1, "Blank 2": 1})
        position.when(Attach("plain-spell", 2), Attach("plain-spell", 2))
        position.then(
            Attached(2, "plain-spell", "hand", counted=True),
            Attached(2, "plain-spell", "hand", counted=True),
        )

    @rule("attach.1")
    def test_not_to_others(self) -> None:
        position = given(
            spells_a="Plain Spell", creatures_a={"Blank 1": 1}, creatures_b={"Blank 2": 1}
        )
        position.when(Attach("plain-spell", 2)).refused("one's own Creatures in play")
        given(creatures_a={"Blank 1": 1}).when(Attach("plain-spell", 1)).refused("not in hand")
        given("Blank 2", creatures_a={"Blank 1": 1}).when(Attach("blank-2", 1)).refused("no Spell")

    @rule("attach.2", "ruling.attach")
    def test_as_many_as_there_are_creatures(self) -> None:
        position = given(spells_a="3 Plain Spell", creatures_a={"Blank 1": 1, "Blank 2": 1})
        position.when(Attach("plain-spell", 1), Attach("plain-spell", 1))
        position.when(Attach("plain-spell", 1)).refused(
            "2 Spells were attached this turn, and there are 2 Creatures"
        )

    @rule("ruling.attach")
    def test_a_creature_more_is_a_spell_more(self) -> None:
        position = given("Blank 2", spells_a="2 Plain Spell", creatures_a={"Blank 1": 1})
        position.when(Attach("plain-spell", 1), Summon("blank-2"), Attach("plain-spell", 2))
        assert position.state.attached == 2

    @rule("ruling.attach")
    def test_a_creature_less_does_not_give_any_back(self) -> None:
        position = given(
            "Blast",
            spells_a="3 Plain Spell",
            creatures_a={"Blank 1": 1, "Blank 2": 1},
            forge={"Blast": "Destroy target Creature of yours."},
        )
        position.when(Attach("plain-spell", 1), PlayForge("blast"), a.Target(2)).passes()
        position.when(Attach("plain-spell", 1)).refused("1 Spells were attached")

    @rule("ruling.attach")
    def test_effects_do_not_count(self) -> None:
        position = given(
            "Gift",
            spells_a="2 Plain Spell",
            creatures_a={"Blank 1": 1},
            forge={"Gift": "Attach a Spell from your hand to a Creature of yours."},
        )
        position.when(PlayForge("gift")).passes().when(a.Card("plain-spell"))
        position.when(Attach("plain-spell", 1)).did(
            Attached(1, "plain-spell", "hand", counted=True)
        )

    @rule("attach.3", "centre.3")
    def test_attached_spells_do_not_activate(self) -> None:
        spell = {"Eager": "When a Creature attacks, gain 5 Life Points."}
        attached = given(creatures_a={"Blank 1": ["Eager"]}, spell=spell)
        attached.when(Attack(1)).never(Activated).life(15, 14)
        centre = given(creatures_a={"Blank 1": ["Plain Spell"]}, centre_a=["Eager"], spell=spell)
        centre.when(Attack(1)).did(Activated(3, 0, "spell", "eager", 2, 0, (), (), 1, 0, 0))
        centre.life(20, 14)

    @rule("attach.4")
    def test_each_spell_is_one_health(self) -> None:
        position = given(creatures_a={"Blank 1": 3}, creatures_b={"Blank 2": 0})
        assert position.state.in_play[1].health == 3


class TestWithoutSpells:
    @rule("attach.5")
    def test_destroyed_when_the_last_spell_goes(self) -> None:
        position = given(
            creatures_a={"Giver": ["Plain Spell"]},
            creature={"Giver": "Discard a Spell attached to this: Gain 1 Life Point."},
        )
        position.when(UseAbility(1, 0)).did(CreatureLeft(1, "spells", "discard"))
        assert position.state.sides[0].deck.discard == {"giver": 1}
        assert position.state.sides[0].spells.discard == {"plain-spell": 1}

    @rule("attach.6")
    def test_not_in_its_first_turn(self) -> None:
        position = given("Blank 1, Gift", forge={"Gift": "Gain 1 Life Point."})
        position.when(Summon("blank-1"), PlayForge("gift")).passes()
        assert 1 in position.state.in_play

    @rule("attach.6")
    def test_nor_when_it_loses_its_spell_in_it(self) -> None:
        text = "Discard a Spell attached to this: Gain 1 Life Point."
        position = given("Giver", spells_a="Plain Spell", creature={"Giver": text})
        position.when(Summon("giver"), Attach("plain-spell", 1), UseAbility(1, 0))
        position.never(CreatureLeft).asked("turn", 0)

    @rule("attach.7")
    def test_at_its_end_it_goes(self) -> None:
        position = given("Blank 1, Blank 2", spells_a="Plain Spell")
        position.when(Summon("blank-1"), Summon("blank-2"), Attach("plain-spell", 2), EndTurn())
        position.did(PhaseBegan("end"), CreatureLeft(1, "spells", "discard"), TurnBegan(4, 1))
        assert list(position.state.in_play) == [2]

    @rule("attach.5", "attach.6")
    def test_it_is_destroyed_in_the_other_players_turn_too(self) -> None:
        position = given(
            creatures_a={"Blank 1": 1},
            a="Hook",
            forge={"Hook": "Discard a Spell attached to target Creature."},
            creatures_b={"Blank 2": 1},
        )
        position.when(PlayForge("hook"), a.Target(2)).passes()
        position.did(CreatureLeft(2, "spells", "discard"))


class TestEnding:
    def test_the_other_seats_turn(self) -> None:
        given().when(EndTurn()).then(PhaseBegan("end"), TurnBegan(4, 1), PhaseBegan("main"))

    def test_what_lasts_for_the_turn_ends(self) -> None:
        position = given(
            "Push",
            creatures_a={"Blank 1": 1},
            forge={"Push": "Your Creatures can't block this turn."},
        )
        position.when(PlayForge("push")).passes()
        assert position.state.in_play[1].marks == {"no block": 1}
        position.when(EndTurn())
        assert position.state.in_play[1].marks == {}

    @rule("ruling.once")
    def test_an_ability_is_used_once_each_turn(self) -> None:
        position = given(
            creatures_a={"Singer": 1, "Singer'": 1},
            creature={"Singer": "Ability: Gain 1 Life Point."},
        )
        position.when(UseAbility(1, 0), UseAbility(2, 0)).life(17, 15)
        position.when(UseAbility(1, 0)).refused("Singer's ability was used this turn")
        again = given(creatures_a={"Singer": 1}, creature={"Singer": "Ability: Gain 1 Life Point."})
        again.when(UseAbility(1, 0), EndTurn(), EndTurn(), UseAbility(1, 0)).life(17, 15)

    def test_refusals_of_abilities(self) -> None:
        text = {"Singer": "Ability: Destroy target Creature of your opponent."}
        position = given(creatures_a={"Singer": 1, "Blank 1": 1}, creature=text)
        position.when(UseAbility(1, 0)).refused("has no target, or its cost cannot be paid")
        given(creatures_a={"Blank 1": 1}).when(UseAbility(1, 0)).refused("no such ability")
        given(creatures_b={"Singer": 1}, creature=text).when(UseAbility(1, 0)).refused(
            "not seat A's"
        )
        given().when(UseAbility(9, 0)).refused("there is no Creature 9")
        given("Hook", weapon={"Hook": "Destroy target Creature."}).when(UseWeapon("hook")).refused(
            "Hook has no target"
        )
        given().when(a.Pass()).refused("play, attach, use, attack, or end it")


class TestWinning:
    @rule("win.1")
    def test_no_life_points_left(self) -> None:
        position = given("Bolt", life=(3, 2), forge={"Bolt": "Your opponent loses 2 Life Points."})
        position.when(PlayForge("bolt")).passes().did(MatchEnded(0, "life"))
        assert position.match.over
        own = given("Bolt", life=(2, 2), forge={"Bolt": "Lose 2 Life Points."})
        own.when(PlayForge("bolt")).passes().did(MatchEnded(1, "life"))

    @rule("win.1")
    def test_life_points_are_never_below_none(self) -> None:
        position = given("Bolt", life=(3, 2), forge={"Bolt": "Your opponent loses 9 Life Points."})
        position.when(PlayForge("bolt")).passes().life(3, 0)
        position.did(LifeLost(1, 2, "effect", 1, "bolt", 0))

    @rule("ruling.both")
    def test_both_at_the_same_time(self) -> None:
        position = given("Bolt", life=(2, 3), forge={"Bolt": "Each player loses 3 Life Points."})
        position.when(PlayForge("bolt")).passes().did(MatchEnded(None, "both"))

    @rule("ruling.both")
    def test_one_after_the_other_is_not_at_the_same_time(self) -> None:
        text = "Your opponent loses 3 Life Points. Lose 3 Life Points."
        position = given("Bolt", life=(2, 3), forge={"Bolt": text})
        position.when(PlayForge("bolt")).passes().did(MatchEnded(0, "life"))

    @rule("ruling.concede")
    def test_giving_up(self) -> None:
        position = given()
        assert Concede(0) in position.ask.choices
        assert Concede(1) in position.ask.choices
        assert Concede(2) not in position.ask.choices
        assert Concede(0) not in list(position.ask.choices)
        position.when(Concede(0)).then(Conceded(0), MatchEnded(1, "concession"))
        assert position.match.over

    @rule("ruling.concede")
    def test_giving_up_in_the_middle_of_a_response(self) -> None:
        position = given("Bolt", "Bolt", forge={"Bolt": "Your opponent loses 1 Life Point."})
        position.when(PlayForge("bolt")).asked("respond", 1)
        position.when(Concede(1)).then(Conceded(1), MatchEnded(0, "concession"))

    @rule("ruling.standstill")
    def test_standstill(self) -> None:
        position = given().when(EndTurn(), EndTurn(), EndTurn()).never(MatchEnded)
        position.when(EndTurn()).did(MatchEnded(None, "standstill"))

    @rule("ruling.standstill")
    def test_no_standstill_while_something_happens(self) -> None:
        position = given("Blank 1").when(EndTurn(), EndTurn(), Summon("blank-1"), EndTurn())
        position.when(EndTurn(), EndTurn(), EndTurn()).never(MatchEnded)
        position.when(EndTurn()).did(MatchEnded(None, "standstill"))

    @rule("ruling.standstill")
    def test_no_standstill_while_there_are_cards(self) -> None:
        turns = [a.Deal(1, ("??",) * 3, 0), EndTurn(), EndTurn()] * 2
        position = given(deck_b="9 Blank 1").when(EndTurn(), *turns).never(MatchEnded)
        assert position.state.idle == 5
        position.when(a.Deal(1, ("??",) * 3, 0))
        position.when(EndTurn()).did(MatchEnded(None, "standstill"))

    @rule("ruling.endless")
    def test_endless(self) -> None:
        given("Blank 1", turn=LAST_TURN).when(EndTurn()).did(MatchEnded(None, "endless"))
        given("Blank 1", turn=LAST_TURN - 1).when(EndTurn()).never(MatchEnded)

    @rule("ruling.loops")
    def test_loops_are_cut(self) -> None:
        position = given(
            "Spark",
            creatures_a={"Echo": 1},
            creature={"Echo": "When you gain Life Points, gain 1 Life Point."},
            forge={"Spark": "Gain 1 Life Point."},
        )
        position.when(PlayForge("spark")).passes()
        position.did(LoopCut(1)).life(15 + MOST_EFFECTS, 15).asked("turn", 0)
        position.when(EndTurn()).did(TurnBegan(4, 1))
