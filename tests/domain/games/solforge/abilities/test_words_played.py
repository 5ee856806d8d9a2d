"""Printed words that are played: from the text of a card to what happens on the table."""

from __future__ import annotations

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Left
from tests.domain.games.solforge.abilities.acting import ELK, OX, RAM, answer, cast, play, skip
from tests.domain.games.solforge.given import (
    Scene,
    born,
    card,
    damage,
    exalt,
    gain,
    has,
    one,
    scene,
    spell,
)


def plays(position: Scene) -> set[tuple[str, int]]:
    """What may be played where now."""
    return {(x.card, x.lane) for x in position.ask.choices if isinstance(x, a.Play)}


def said(text: str, *then: object, **where: object) -> Scene:
    """A plays a spell with these words."""
    one_ = spell(text=text)
    position = scene(hand_a=[one_], **where)  # type: ignore[arg-type]
    return answer(position.when(a.Play(one_.code())), *then)  # type: ignore[arg-type]


class TestNextCreature:
    WARDEN = card(
        "Warden",
        1,
        1,
        text="Deploy: The next creature the enemy player plays this turn must be played in this lane.",
    )

    def position(self) -> Scene:
        """B holds a creature and a spell; A has played the Warden into lane 2."""
        self.bolt = spell(damage(one("enemy"), 1), name="Bolt")
        return play(scene(hand_a=[self.WARDEN], hand_b=[OX, ELK, self.bolt]), self.WARDEN, 2)

    def test_only_creatures_are_bound(self) -> None:
        position = self.position()
        bolt = (self.bolt.code(), 0)
        assert plays(position) == {(OX.code(), 2), (ELK.code(), 2), bolt}

    def test_another_card_does_not_use_it_up(self) -> None:
        position = self.position().when(a.Play(self.bolt.code()))
        assert len(position.state.standing) == 1

    def test_the_creature_uses_it_up(self) -> None:
        position = self.position().when(a.Play(OX.code(), 2))
        assert position.state.standing == []


class TestOwners:
    def test_the_owner_of_what_was_destroyed(self) -> None:
        position = said("Destroy a creature. Its owner loses 4H.", "b1", a={1: OX}, b={1: RAM})
        assert position.health() == (50, 46)

    def test_yourself(self) -> None:
        position = said("Destroy a creature. Its owner loses 4H.", "a1", a={1: OX}, b={1: RAM})
        assert position.health() == (46, 50)

    def test_the_owner_of_a_card(self) -> None:
        effects = (n.Look(n.Number(9), "enemy", "hand"), damage(n.Refer("owner it"), 3))
        assert cast(*effects, hand_b=[OX]).health() == (50, 47)


def test_playing_this_triggers_its_own_words() -> None:
    cursed = card("Cursed", 1, 1, text="When you play this, it deals 3 damage to you.")
    position = scene(hand_a=[cursed, OX])
    assert play(position, cursed, 1).health() == (47, 50)
    assert play(scene(a={1: cursed}, hand_a=[OX]), OX, 2).health() == (50, 50)


def test_put_into_play_is_not_played() -> None:
    cursed = card("Cursed", 1, 1, text="When you play this, it deals 3 damage to you.")
    put = n.PlayCard("banish", n.Filter(names=("Cursed",)), put=True)
    assert cast(put, banished_a=[cursed], then=(1,)).health() == (50, 50)


def test_armor_that_is_lost() -> None:
    crab = card("Crab", 1, 9, has(armor=3))
    position = said("One of your creatures loses 2D this turn.", a={1: crab})
    assert position.keywords("a1")["armor"] == 1
    words = "One of your creatures loses 5D this turn. Deal 2 damage to it."
    position = said(words, "a1", a={1: crab, 2: OX})
    assert position.numbers("a1") == (1, 7)


def test_what_would_be_destroyed_by_the_same_damage_is_banished() -> None:
    words = "Deal 6 damage to a creature. If it would be destroyed this turn, banish it instead."
    position = said(words, "b1", a={1: RAM}, b={1: OX})
    assert [fact.why for fact in position.facts(Left)] == ["banished"]


def test_twice_is_two_choices() -> None:
    position = said("Deal 2 damage to an enemy creature twice.", "b1", "b2", b={1: OX, 2: RAM})
    assert (position.numbers("b1"), position.numbers("b2")) == ((2, 3), (4, 7))


def test_more_attack_before_the_battle() -> None:
    words = "One of your creatures Battles an enemy creature. It gets +2A before it Battles."
    position = said(words, "a1", "b1", a={1: RAM, 2: ELK}, b={1: card("Wall", 0, 20), 2: OX})
    assert (position.numbers("b1"), position.numbers("a1")) == ((0, 14), (6, 9))


def test_a_type_or_a_name() -> None:
    imp, elf = card("Imp", 1, 1, minion=True), card("Elf", 1, 1, types=("Imp",))
    position = said("Give your Imps +3A.", a={1: imp, 2: elf, 3: OX})
    assert [position.numbers(x) for x in ("a1", "a2", "a3")] == [(4, 1), (4, 1), (2, 5)]


def test_the_damage_of_spells_alone() -> None:
    sage = card("Sage", 1, 5, text="Spells you play deal 2 additional damage.")
    thorn = card("Thorn", 1, 5, text="Activate: Deal 1 damage to the enemy player.")
    position = said("Deal 1 damage to the enemy player.", a={1: sage, 2: thorn})
    assert position.health() == (50, 47)
    position = scene(a={1: sage, 2: thorn})
    position.when(next(x for x in position.ask.choices if isinstance(x, a.Activate)))
    assert position.health() == (50, 49)


def test_an_ability_of_the_enemy_forgeborn() -> None:
    mine, theirs = born((gain(1),)), born((gain(5),))
    position = cast(n.UseAbility(3, "enemy"), forgeborn=mine, forgeborn_b=theirs)
    assert position.health() == (55, 50)


def test_a_card_of_a_pile_is_chosen_first() -> None:
    words = "Choose a creature in your discard pile. Give a creature +A equal to that card's A."
    position = said(words, RAM, a={1: OX}, discard_a=[RAM])
    assert position.numbers("a1") == (6, 5)
    assert position.state.sides[0].discard.cards[RAM.code()] == 1


def test_of_the_same_level_as_what_was_destroyed() -> None:
    two = card("Two", 4, 4, level=2)
    words = (
        "Destroy one of your creatures. If you do, destroy an enemy creature of the same level or "
        "lower."
    )
    position = said(words, a={1: OX}, b={1: two, 2: RAM})
    assert position.look("b2") is None
    assert position.look("b1") is not None


def test_more_attack_in_an_exalted_lane() -> None:
    hero = card("Hero", 2, 2, text="Exalted — +3A")
    position = scene(a={1: hero, 2: hero}, xa={1: exalt(name="Dais")})
    assert (position.numbers("a1"), position.numbers("a2")) == ((5, 2), (2, 2))


def test_next_turn() -> None:
    position = said("You gain 3H next turn.")
    assert position.health() == (50, 50)
    skip(position.end_turn(), 0)
    assert position.health()[0] == 53


class TestSlain:
    """What was slain is meant by `that creature`, not the slayer."""

    def attack(self, words: str) -> int:
        """The slayer's Attack after it has slain a creature with 2 Attack in combat."""
        return scene(a={1: card("Slayer", 9, 9, text=words)}, b={1: OX}).end_turn().numbers("a1")[0]

    def test_slay(self) -> None:
        assert self.attack("Slay: Give this +A equal to that creature's A.") == 11
        assert self.attack("Slay: Give this +A equal to the destroyed creature's A.") == 11

    def test_destroys(self) -> None:
        words = "When this destroys a creature, give this +A equal to that creature's A."
        assert self.attack(words) == 11


def test_entering_a_lane_next_to_it() -> None:
    words = "When an enemy creature enters a lane adjacent to this, deal 1 damage to it."
    position = scene(a={2: card("Guard", 1, 9, text=words)}, hand_b=[OX, RAM], forge=1)
    play(position, OX, 3)
    assert position.numbers("b3") == (2, 4)
    position = scene(a={2: card("Guard", 1, 9, text=words)}, hand_b=[OX, RAM], forge=1)
    assert play(position, OX, 4).numbers("b4") == (2, 5)


def test_only_ones_own_creatures_enter_ones_rows() -> None:
    words = "When a creature enters your front row, you gain 1H."
    herald = card("Herald", 1, 9, text=words)
    assert play(scene(a={1: herald}, hand_a=[OX]), OX, 3).health() == (51, 50)
    rows = n.Move(one("enemy"), row="front")
    assert cast(rows, a={1: herald}, b={3: (OX, {"front": False})}).health() == (50, 50)


class TestWhereItStands:
    def test_opposing_such_a_creature(self) -> None:
        ghost = card("Ghost", 1, 1, types=("Spirit",))
        who = n.All((n.Filter(side="enemy", facing=n.Filter(side="yours", types=("Spirit",))),))
        position = cast(damage(who, 1), a={1: ghost, 2: OX}, b={1: OX, 2: OX, 3: OX})
        assert [position.numbers(f"b{lane}")[1] for lane in (1, 2, 3)] == [4, 5, 5]

    def test_without_adjacent_creatures(self) -> None:
        place = {1: OX, 2: OX, 4: OX}
        alone = cast(damage(n.All((n.Filter(side="enemy", alone=True),)), 1), b=place)
        assert [alone.numbers(f"b{lane}")[1] for lane in (1, 2, 4)] == [5, 5, 4]
        beside = cast(damage(n.All((n.Filter(side="enemy", alone=False),)), 1), b=place)
        assert [beside.numbers(f"b{lane}")[1] for lane in (1, 2, 4)] == [4, 4, 5]

    def test_in_words(self) -> None:
        ghost = card("Ghost", 1, 1, types=("Spirit",))
        words = "Deal 1 damage to each creature opposing one of your Spirits."
        position = said(words, a={1: ghost, 2: OX}, b={1: OX, 2: OX})
        assert [position.numbers(f"b{lane}")[1] for lane in (1, 2)] == [4, 5]
        words = "Deal 1 damage to each creature with no adjacent creatures."
        position = said(words, a={1: OX, 2: OX}, b={1: OX, 3: OX})
        assert [position.numbers(x)[1] for x in ("a1", "a2", "b1", "b3")] == [5, 5, 4, 4]


def test_reanimated_is_not_just_coming_into_play() -> None:
    revenant = card("Revenant", 1, 1, text="When this is Reanimated, give it +4A.")
    position = said("Reanimate a creature.", 2, banished_a=[revenant])
    assert position.numbers("a2") == (5, 1)
    assert play(scene(hand_a=[revenant]), revenant, 2).numbers("a2") == (1, 1)


def test_more_health_this_turn_is_no_endless_gain() -> None:
    words = "This turn, when you gain H, you gain 1 additional H."
    position = said(f"{words}<br>You gain 3H.")
    assert position.health() == (54, 50)


class TestFromWhere:
    GHOUL = card("Ghoul", 1, 1, text="When this is played from your discard pile, give it +4A.")
    KEEPER = card("Keeper", 1, 9, text="When you play a card from your discard pile, you gain 2H.")

    def test_itself(self) -> None:
        words = "Play a creature from your discard pile."
        position = said(words, self.GHOUL, 2, discard_a=[self.GHOUL])
        assert position.numbers("a2") == (5, 1)
        assert play(scene(hand_a=[self.GHOUL]), self.GHOUL, 2).numbers("a2") == (1, 1)

    def test_another(self) -> None:
        words = "Play a creature from your discard pile."
        position = said(words, OX, 2, a={1: self.KEEPER}, discard_a=[OX])
        assert position.health() == (52, 50)
        position = scene(a={1: self.KEEPER}, hand_a=[OX])
        assert play(position, OX, 2).health() == (50, 50)

    def test_by_node(self) -> None:
        keeper = card("Node", 1, 9, n.Triggered(n.Trigger("played", zone="hand"), (gain(1),)))
        assert play(scene(a={1: keeper}, hand_a=[OX]), OX, 2).health() == (51, 50)


def test_numbers_change_places_for_a_turn() -> None:
    both = n.Choose((n.Filter(),), 2, 2)
    for until, attack in (("turn", 2), ("", 4)):
        position = cast(n.Switch(both, "A", until=until), a={1: OX}, b={2: RAM}, then=("a1",))
        assert (position.numbers("a1")[0], position.numbers("b2")[0]) == (4, 2)
        assert position.end_turn().numbers("a1")[0] == attack


def test_all_damage_is_removed() -> None:
    words = "Deal 3 damage to a creature. Remove all damage from it."
    assert said(words, a={1: OX}).numbers("a1") == (2, 5)
    words = "Give a creature +3H. Remove all damage from it."
    assert said(words, a={1: OX}).numbers("a1") == (2, 8)


def test_a_random_replacement_is_the_dealers() -> None:
    swap = n.ReplaceWith(one("yours"), "", "hand", n.Filter(), random=True)
    position = cast(swap, a={1: OX}, hand_a=[RAM, ELK])
    assert position.about == "random card"
    position.when(a.Random(ELK.code()))
    assert position.numbers("a1") == (1, 3)
