"""The Response Rule (D)."""

from __future__ import annotations

from domain.games.magical_forge import actions as a
from domain.games.magical_forge.actions import (
    Attack,
    Card,
    Pass,
    PlayForge,
    Target,
    UseAbility,
    UseWeapon,
)
from domain.games.magical_forge.facts import (
    Activated,
    Carried,
    CreatureLeft,
    Detached,
    Fizzled,
    LifeGained,
    LifeLost,
    Resolved,
    Resolving,
    Stopped,
)
from tests.domain.games.magical_forge.given import Position, given
from tests.domain.games.magical_forge.rulebook import rule

FORGE = {
    "Bolt": "Your opponent loses 3 Life Points.",
    "Balm": "Gain 2 Life Points.",
    "Fall": "Destroy target Creature.",
}
WEAPON = {"Hush": "Stop target effect of your opponent.", "Knife": "Destroy target Creature."}
CREATURE = {"Singer": "Ability: Gain 1 Life Point."}


def bolt(b: str = "", a: str = "Bolt", **more: object) -> Position:
    """A plays Bolt."""
    position = given(a, b, forge=FORGE, weapon=WEAPON, creature=CREATURE, **more)  # type: ignore[arg-type]
    return position.when(PlayForge("bolt"))


@rule("response.1", "response.3", "ruling.order")
def test_a_weapon_responds() -> None:
    position = bolt("Hush").asked("respond", 1, UseWeapon("hush"), Pass())
    position.when(UseWeapon("hush"), Target(1))
    position.did(Activated(2, 1, "weapon", "hush", 0, 0, (1,), (), 0, 0, 1))
    position.passes().did(Resolving(2), Stopped(1, 2), Resolved(2)).never(LifeLost).life(15, 15)
    assert position.state.sides[0].deck.discard == {"bolt": 1}
    assert position.state.sides[1].deck.discard == {"hush": 1}
    position.asked("turn", 0)


@rule("response.1", "response.3")
def test_a_creature_ability_responds() -> None:
    position = bolt(creatures_b={"Singer": 1}, life=(15, 3))
    position.asked("respond", 1, UseAbility(1, 0), Pass())
    position.when(UseAbility(1, 0)).passes().life(15, 1)


@rule("response.4")
def test_last_activated_resolves_first() -> None:
    position = bolt("Hush", a="Bolt, Hush").when(UseWeapon("hush"), Target(1))
    position.asked("respond", 0).when(UseWeapon("hush"), Target(2)).passes()
    position.did(
        Resolving(3),
        Stopped(2, 3),
        Resolved(3),
        Resolving(1),
        LifeLost(1, 3, "effect", 1, "bolt", 0),
    ).life(15, 12)


@rule("response.2", "forge.1")
def test_on_ones_own_turn_a_forge_card_responds() -> None:
    position = bolt("Balm", a="Bolt, Balm")
    position.asked("respond", 1, Pass())
    position.when(PlayForge("balm")).refused("only be played on one's own turn")
    again = bolt("Balm", a="Bolt, Balm").when(Pass()).asked("respond", 0, PlayForge("balm"), Pass())
    again.when(PlayForge("balm")).passes()
    again.did(Resolving(2), LifeGained(0, 2, 2, "balm"), Resolved(2), Resolving(1))


@rule("ruling.order")
def test_the_opponent_of_the_controller_is_asked_first() -> None:
    position = bolt("Hush, Hush", a="Bolt, Balm").asked("respond", 1)
    position.when(Pass()).asked("respond", 0)
    turned = bolt("Hush, Hush", a="Bolt, Hush").when(UseWeapon("hush"), Target(1))
    turned.asked("respond", 0)


@rule("ruling.passes")
def test_two_passes_in_a_row_resolve_the_top() -> None:
    position = bolt("Hush", a="Bolt, Balm").when(Pass())
    position.never(Resolving).when(Pass()).did(Resolving(1), Resolved(1)).asked("turn", 0)


@rule("ruling.passes")
def test_after_the_top_the_next_can_be_responded_to() -> None:
    position = bolt("Hush, Hush", a="Bolt, Balm").when(Pass(), PlayForge("balm"), Pass())
    position.did(Resolved(2)).asked("respond", 1)
    position.when(UseWeapon("hush"), Target(1)).passes().never(LifeLost)


@rule("ruling.passes")
def test_a_response_opens_a_new_round() -> None:
    position = bolt("Hush", a="Bolt, Balm").when(Pass(), PlayForge("balm"))
    position.asked("respond", 1, UseWeapon("hush"), Pass())


@rule("ruling.fizzle")
def test_an_effect_without_its_target_fizzles() -> None:
    position = given("Fall", "Knife", creatures_b={"Blank 1": 2}, forge=FORGE, weapon=WEAPON).when(
        PlayForge("fall"), Target(1)
    )
    position.when(UseWeapon("knife"), Target(1)).passes()
    position.did(Resolving(3), CreatureLeft(1, "destroyed", "discard", 3), Resolved(3), Fizzled(2))
    assert position.state.sides[0].deck.discard == {"fall": 1}


@rule("ruling.fizzle")
def test_a_stopped_effect_is_no_target_any_more() -> None:
    position = bolt("Hush, Hush").when(UseWeapon("hush"), Target(1))
    position.when(UseWeapon("hush"), Target(1)).passes()
    position.did(Stopped(1, 3), Resolved(3), Fizzled(2))


@rule("ruling.fizzle")
def test_what_does_not_fit_any_more_is_gone_too() -> None:
    forge = {"Fall": "Destroy target Creature with 1 or fewer Spells."}
    weapon = {"Gift": "Attach the top card of your Spell Deck to target Creature of yours."}
    position = given(
        "Fall",
        "Gift",
        creatures_b={"Blank 1": 1},
        spell_deck_b="Other Spell",
        forge=forge,
        weapon=weapon,
    ).when(PlayForge("fall"), Target(1), UseWeapon("gift"))
    position.passes().when(a.Reveal(1, "other-spell")).passes()
    position.did(Fizzled(2))
    assert position.state.in_play[1].health == 2


@rule("ruling.fizzle")
def test_some_targets_left_are_enough() -> None:
    forge = {"Fall": "Destroy 2 target Creatures."}
    position = given(
        "Fall", "Knife", creatures_b={"Blank 1": 1, "Blank 2": 1}, forge=forge, weapon=WEAPON
    ).when(PlayForge("fall"), Target(1))
    position.when(UseWeapon("knife"), Target(1)).passes().never(Fizzled)
    assert position.state.in_play == {}


@rule("response.1")
def test_a_triggered_spell_can_be_responded_to() -> None:
    spell = {"Spark": "When this is put into play, your opponent loses 2 Life Points."}
    position = given(
        b="Hush",
        creatures_a={"Blank 1": ["Spark"]},
        creatures_b={"Blank 2": 2},
        spell=spell,
        weapon=WEAPON,
    ).when(Attack(1), a.Block(2))
    position.asked("respond", 1, UseWeapon("hush"), Pass())
    position.when(UseWeapon("hush"), Target(5)).passes().did(Stopped(5, 6)).life(15, 15)
    assert position.state.sides[0].spells.discard == {"spark": 1}
    assert [p.card for p in position.state.centre.values()] == ["plain-spell"]


@rule("response.4", "centre.1")
def test_what_a_response_triggers_resolves_before_the_rest() -> None:
    spell = {"Mourn": "When a Creature of yours is destroyed, gain 4 Life Points."}
    position = given(
        "Bolt",
        "Knife",
        creatures_a={"Blank 1": 1},
        creatures_b={"Blank 2": 1},
        centre_b=["Mourn"],
        life=(15, 3),
        spell=spell,
        forge=FORGE,
        weapon=WEAPON,
    ).when(PlayForge("bolt"), UseWeapon("knife"), Target(2))
    position.passes().life(15, 4)


@rule("response.4")
def test_being_played_triggers_before_it_resolves() -> None:
    spell = {"Answer": "When your opponent plays a Forge card, gain 2 Life Points."}
    position = given("Bolt", centre_b=["Answer"], life=(15, 2), spell=spell, forge=FORGE)
    position.when(PlayForge("bolt")).did(Resolved(3), Resolved(2)).life(15, 1)


@rule("example.1", "response.3", "response.4")
def test_orarus_answers_a_forge_card() -> None:
    light = "orarus-the-unknown-light"
    forge = {"Call": "Return a Multiple Creature from your discard pile to your hand."}
    position = given(
        "Call",
        creatures_b={"Orarus, the Unknown Light": 2},
        discard_a="Choir of Many Voices",
        forge=forge,
    ).when(PlayForge("call"))
    position.asked("respond", 1, UseAbility(1, 0), Pass())
    position.when(UseAbility(1, 0)).did(
        Detached(1, "plain-spell", "discard"),
        Activated(3, 1, "ability", light, 1, 0, (2,), (), 0, 0, 2),
    )
    position.passes().did(Resolving(3), Stopped(2, 3), Resolved(3)).never(Carried)
    assert position.state.sides[0].deck.discard == {"call": 1, "choir-of-many-voices": 1}


@rule("example.1")
def test_orarus_answers_no_other() -> None:
    forge = {
        "Call": "Return a Beast Creature from your discard pile to your hand.",
        "Draw": "Draw a card.",
    }
    for card in ("call", "draw"):
        position = given(
            "Call, Draw", creatures_b={"Orarus, the Unknown Light": 2}, forge=forge
        ).when(PlayForge(card))
        position.asked("respond", 0)


@rule("example.1")
def test_unanswered_the_creature_comes_back() -> None:
    forge = {"Call": "Return a Multiple Creature from your discard pile to your hand."}
    position = given(
        "Call",
        creatures_b={"Orarus, the Unknown Light": 2},
        discard_a="Choir of Many Voices, Cinder Hound",
        forge=forge,
    ).when(PlayForge("call"), Pass())
    position.did(Carried(0, "deck", "choir-of-many-voices", "discard", "hand"))


class TestSilence:
    @rule("ruling.silence")
    def test_who_holds_hidden_cards_is_asked(self) -> None:
        bolt("Blank 1").asked("respond", 1, Pass())
        bolt("??", deck_b="Blank 1").asked("respond", 1, Pass())

    @rule("ruling.silence")
    def test_who_holds_none_is_not(self) -> None:
        bolt(spells_b="Plain Spell").asked("turn", 0)

    @rule("ruling.silence")
    def test_nor_who_holds_only_what_everybody_knows(self) -> None:
        position = given("Bolt", "Blank 1", forge=FORGE)
        position.state.sides[1].deck.hand.public = {"blank-1": 1}
        position.when(PlayForge("bolt")).asked("turn", 0)

    @rule("ruling.silence")
    def test_discarding_tells_no_more_than_is_seen(self) -> None:
        forge = {"Rob": "Your opponent discards a card."}
        position = given("Rob", "Blank 1", forge=forge).when(PlayForge("rob")).passes()
        position.asked("card", 1, Card("blank-1"))
        position.when(Card("blank-1")).did(Carried(1, "deck", "blank-1", "hand", "discard"))
