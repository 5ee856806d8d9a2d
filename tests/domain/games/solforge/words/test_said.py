"""What words mean, as it is told in plain English: who, how many, until when, and what `it` is."""

import pytest

from domain.games.solforge.language import read_card
from domain.games.solforge.language.plain import plain

KINDS = {"c": "creature", "s": "spell", "f": "forgeborn", "e": "exalt"}
SAID = """
c Deploy: Remove all charge counters from one of your Exalts. Give this +2A for each counter
   removed this way.
= When this comes into play: remove all charge counters from one of your Exalts, then this gets
   Attack changed by 2 times that much, for good.
c When you play this, it deals 3 damage to you.
= When this is played by you: this deals 3 damage to you.
c When you play your third spell in a turn, draw a card.
= When a spell is played by you as number 3 of the turn: you draw 1 card.
c When a Zombie is played by the enemy player, deal 1 damage to them.
= When a Zombie is played by the enemy player: this deals 1 damage to the enemy player.
c When another Robot enters play under your control, give it 1D this turn.
= When one of your other Robots enters play: the one it happened to gets Armor 1, until the end
   of the turn.
c When a creature is played in an adjacent lane, give it +1A.
= When a creature in an adjacent lane is played: the one it happened to gets +1 Attack, for
   good.
c When this moves to a lane with one of your Exalts, Ready that Exalt.
= When this moves to another lane while there is at least 1 of your other Exalts in the lane of
   this in play: ready all your other Exalts in the lane of this.
c When your Forgeborn uses an ability, give this +2A.
= When you use the Forgeborn's ability: this gets +2 Attack, for good.
c When you level up your Forgeborn, draw a card.
= When you have a Forgeborn that levels up: you draw 1 card.
c When you take the Forge, Ready this.
= When you get the Forge: ready this.
c When this is opposed, it has 2D.
= While this is opposed, this has Armor 2.
c When this is destroyed, your creatures have Stealth this turn.
= When this is destroyed: all your creatures get Stealth, until the end of the turn.
c When this is unopposed at the start of combat, give it +2A.
= At the start of combat while this is unopposed: this gets +2 Attack, for good.
c Your Plants come into play with +1A,+1H.
= When one of your Plants enters play: the one it happened to gets +1 Attack and +1 Health, for
   good.
c Exalted — +3A,+1H
= While in a lane with one of your Exalts, this has +3 Attack and +1 Health.
c This creature's H is equal to its A.
= This has Health equal to the Attack of this.
c If this would be dealt damage, it is dealt 2 less instead.
= This has “damage taken is changed by -2”.
c If a spell or ability would deal damage to this, prevent it.
= This has “non-combat damage taken is 0 instead”.
c If the enemy player would gain H, they gain 2 less H instead.
= The enemy player has “health gained is changed by -2”.
c If the enemy player would gain H, you gain that much H instead.
= When the enemy player gains Health, this is done instead: you gain that much Health.
c Spells you play deal 2 additional damage.
= All your spells have “damage dealt is changed by 2”.
s Your spells deal 2 additional damage this turn.
= Each one of your spells played this turn has “damage dealt is changed by 2”.
c When you play a spell, this loses Defender this turn. Give it +3A.
= When a spell is played by you: this gets no Defender, until the end of the turn, then this
   gets +3 Attack, for good.
c When this is destroyed by an enemy creature, destroy that creature if it is [l1].
= When this is destroyed (an enemy creature being the other): if the other one of the event is
   level 1: destroy the other one of the event.
c When this replaces a creature, this gains that creature's D.
= When this replaces another (a creature being the other): this gets Armor the Armor of the
   other one of the event, for good.
c When this moves, it loses 2D.
= When this moves: this gets Armor -2, for good.
c At the start of the turn, remove a charge counter from this. Exhaust the opposing creature.
   Then, if there are no counters on this, destroy it.
= At the start of the turn: remove 1 charge counter from this, then exhaust all enemy creatures
   opposing this, then if the number of counters on this is exactly 0: destroy this (or the
   ability ends).
s Upgrade a card in your hand, then play it if it is a Robot.
= Upgrade 1 card in your hand, then if it is a Robot: you play it.
s An enemy creature can't attack or move this turn.
= An enemy creature gets “can't attack” and “can't move”, until the end of the turn.
s Deal 2 damage to a creature twice.
= 2 times: this deals 2 damage to a creature.
s Deal 2 damage to a creature. Repeat this once.
= 2 times: this deals 2 damage to a creature.
s Move a creature. You may do this up to three times.
= 3 times: you may: move a creature to another lane.
s Give a creature +1A for each of your Zombies destroyed this turn.
= A creature gets Attack changed by how often one of your Zombies is destroyed this turn, for
   good.
s Deal 3 damage to a creature. If it would be destroyed this turn, banish it instead.
= Choose a creature, then it gets the ability “When this is destroyed, this is done instead:
   banish this.”, until the end of the turn, then this deals 3 damage to it.
s One of your creatures Battles an enemy creature. It gets +2A before it Battles.
= Choose one of your creatures, then it gets +2 Attack, for good, then it Battles an enemy
   creature (the second one chosen).
s Deal damage to an enemy creature equal to the A of one of your creatures.
= Choose one of your creatures, then this deals damage equal to the Attack of it to an enemy
   creature.
s Destroy one of your creatures. If you do, destroy an enemy creature of the same level or
   lower.
= Destroy one of your creatures, then if that was done: destroy an enemy creature with level at
   most the level of it.
s Destroy one of your creatures. If you do, you may play a creature of the same level from your
   hand for Free.
= Destroy one of your creatures, then if that was done: you may: you play 1 creature of the same
   level as it from the hand.
s Draw two cards. You may play one of them for Free.
= You draw 2 cards, then you may: you play 1 card among it from the hand.
s Upgrade two cards in your hand, then discard one of them.
= Upgrade 2 cards in your hand, then put 1 card among it from your hand into the discard pile.
s Look at the top three cards of your deck. Put one in your hand, then discard the rest.
= Look at the top 3 cards of your deck, then put 1 card among it from your deck into hand, then
   put the rest of them from your deck into the discard pile.
s Look at the top two cards of your deck. Put one into your hand and the rest back in any order.
= Look at the top 2 cards of your deck, then put 1 card among it from your deck into hand, then
   put the rest of them from your deck on top of the deck.
s Banish the top card of your deck. If it is a creature, you gain 3H.
= Put 1 card from the top of your deck into the Banish Pile, then if it is a creature: you gain
   3 Health.
s Choose a creature in your discard pile. Put it on top of your deck.
= Choose 1 creature from your discard pile, then put it from your discard pile on top of the
   deck.
s Your next Beast played this turn gets +2A.
= The next time, when a Beast is played by you this turn: the one it happened to gets +2 Attack,
   for good.
s The next spell you play this turn is Free and deals 2 additional damage.
= The next one of your spells played this turn has Free and “damage dealt is changed by 2”.
s Destroy the creature with the highest A. Its owner loses 2H.
= Destroy a creature with the highest Attack, then the owner of it loses 2 Health.
s If you have H greater than the enemy player, draw a card.
= If your Health is more than the enemy player's Health: you draw 1 card (or the ability ends).
c Deploy: If this is your highest H creature, you gain 2H.
= When this comes into play: if this is one of your creatures with the highest Health: you gain
   2 Health (or the ability ends).
c Deploy: If this has no damage, draw a card.
= When this comes into play: if not (this is one with decreased Health): you draw 1 card (or the
   ability ends).
c Deploy: If your Forgeborn has used an ability this turn, draw a card.
= When this comes into play: if you use the Forgeborn's ability this turn: you draw 1 card (or
   the ability ends).
c Deploy: The next creature the enemy player plays this turn must be played in this lane.
= When this comes into play: the enemy player's next creature must be played in the lane of
   this.
c When you play Crown of Thorns, Ready this.
= When a Crown of Thorns is played by you: ready this.
c When you play Gatestone, draw a card.
= When a Gatestone is played by you: you draw 1 card.
s Destroy Gatestone.
= Destroy all Gatestone.
s Play two Sproutlings.
= You play 2 Sproutling.
c Your Sproutlings have +1A.
= All your Sproutlings have +1 Attack.
c Enemy Exalts in this lane have no abilities.
= All enemy Exalts in the lane of this have no printed abilities.
s Draw a card next turn.
= At the start of the next turn: you draw 1 card.
s Give an enemy creature -3A this turn. It can't attack next turn.
= An enemy creature gets -3 Attack, until the end of the turn, then at the start of the next
   turn (for it as this): the one it happened to gets “can't attack”, until the end of the
   turn.
c Deploy: Transform Clay Golem. If you can't, give it +2A.
= When this comes into play: Transform Clay Golem, then if not (that was done): it gets +2
   Attack, for good.
f This has the [l3] ability of the enemy Forgeborn.
= Use the level 3 ability of the enemy player's Forgeborn.
s Give an enemy creature -2A. It can't attack next turn.
= An enemy creature gets -2 Attack, for good, then at the start of the next turn (for it as
   this): the one it happened to gets “can't attack”, until the end of the turn.
c Deploy: Destroy another one of your Robots. If you do, give this A and H equal to half that
   creature's A and H.
= When this comes into play: destroy one of your other Robots, then if that was done: this gets
   Attack changed by half of the Attack of it, rounded down and Health changed by half of the
   Health of it, rounded down, for good.
c Deploy: Battle an enemy creature.
= When this comes into play: this Battles an enemy creature (the second one chosen).
c Deploy: Set this creature's A equal to 7.
= When this comes into play: the Attack of this becomes 7.
c Deploy: Give your other creatures +1A for each Robot you have in play and Stealth.
= When this comes into play: all your other creatures get Attack changed by the number of your
   Robots in play, for good, then it gets Stealth, for good.
c Deploy: You may move this up to any number of lanes.
= When this comes into play: you may: move this to another lane.
c Deploy: Move an enemy creature to the lane opposing this.
= When this comes into play: move an enemy creature, to be in the lane of this.
c Deploy: Banish a card from each discard pile.
= When this comes into play: put 1 card from either player's discard pile into the Banish Pile.
c Deploy: Put a [l1] card from your discard pile into your hand. Give this +A equal to that
   card's A.
= When this comes into play: put 1 level 1 card from your discard pile into hand, then this gets
   Attack changed by the Attack of it, for good.
s Deal 2 damage to each creature with no adjacent creatures.
= This deals 2 damage to all creatures without adjacent creatures.
c Enemy creatures opposing your Spirits have -2A.
= All enemy creatures opposing one of your Spirits have -2 Attack.
c This has Stealth while unopposed.
= While this is unopposed, this has Stealth.
c When combat begins, give this +1A.
= At the start of combat: this gets +1 Attack, for good.
c When your Forgeborn reaches level 4, give this +4A.
= When you have a Forgeborn that levels up while the level of your Forgeborn is exactly 4: this
   gets +4 Attack, for good.
c When this is Reanimated, give it +3A.
= When this is Reanimated: this gets +3 Attack, for good.
c Damage dealt by your spells is increased by 1.
= All your spells have “damage dealt is changed by 1”.
c At the start of combat, this gets +1A for each creature in the enemy front row.
= At the start of combat: this gets Attack changed by the number of enemy front-row creatures in
   play, for good.
c Deploy: If you have exactly three creatures in play, give each of them +2A.
= When this comes into play: if there are 3 of your creatures in play: all your creatures get +2
   Attack, for good (or the ability ends).
c Deploy: This turn, when one of your other creatures deals damage to the enemy player, give it
   +1A.
= When this comes into play: each time, when one of your other creatures deals damage (the enemy
   player being the other) this turn: the one it happened to gets +1 Attack, for good.
c When a creature enters your front row, give it +1A.
= When one of your creatures enters a lane or row (front row): the one it happened to gets +1
   Attack, for good.
c Activate: You may play a [l1] Beast for Free.
= Exhaust this to: you may: you play 1 level 1 Beast from the hand.
c Slay: Give this +A equal to the destroyed creature's A.
= When this destroys an enemy creature: this gets Attack changed by the Attack of the one it
   happened to, for good.
c Deploy: If this replaced a Robot, give it +3A. If it replaced a Minion, draw a card.
= When this comes into play: if this replaced a creature that was a Robot: this gets +3 Attack,
   for good, then if this replaced a creature that was a Minion: you draw 1 card.
s Give a creature +4A. If it is a Mage or Warrior, it gets Aggressive this turn.
= A creature gets +4 Attack, for good, then if it is a Mage or Warrior: it gets Aggressive,
   until the end of the turn.
s If you have a Dinosaur and a Beast in play, draw a card.
= If there is at least 1 of your Dinosaurs in play and there is at least 1 of your Beasts in
   play: you draw 1 card (or the ability ends).
c When this is destroyed, put a Glint Imp Minion into play in its lane.
= When this is destroyed: you put into play 1 Glint Imp in the lane of this.
c When an enemy creature comes into play opposing this, give it -2A.
= When an enemy creature opposing this enters play: the one it happened to gets -2 Attack, for
   good.
c When one or more of your creatures are destroyed, give this +1A.
= When one of your creatures is destroyed: this gets +1 Attack, for good.
c Deploy: You and the enemy player each draw a card.
= When this comes into play: each player draws 1 card.
c When you play a Zombie from your discard pile, give it +1A.
= When a Zombie is played from the discard pile by you: the one it happened to gets +1 Attack,
   for good.
c When this comes into play from a discard pile, give it +2A.
= When this enters play from the discard pile: this gets +2 Attack, for good.
s Switch the A of two creatures until the end of the turn.
= The Attack of 2 creatures change places, until the end of the turn.
s Remove all damage from one of your creatures.
= One of your creatures gets Health changed by the lost Health of itself, for good.
s Replace one of your creatures with a random creature from your hand.
= Replace one of your creatures with random creature from the hand.
s Choose one of your creatures. When it deals damage to the enemy player this turn, deal 2
   damage to each enemy creature instead.
= Choose one of your creatures, then it gets the ability “When this deals damage (the enemy
   player being the other), this is done instead: this deals 2 damage to all enemy creatures.”,
   until the end of the turn.
"""


def cases():
    """The kind, the words, and what they mean; lines that begin with a space go on."""
    found = []
    for line in SAID.strip().split("\n"):
        if line.startswith(" "):
            found[-1][-1] += f" {line.strip()}"
        elif line.startswith("= "):
            found[-1].append(line[2:])
        else:
            found.append([KINDS[line[0]], line[2:]])
    return found


@pytest.mark.parametrize(("kind", "words", "said"), cases())
def test_what_is_understood(kind, words, said):
    found = read_card(words, kind, "Some Card")
    assert found.problems == ()
    assert " ".join(map(plain, found.abilities)) == said


HOSTILE = [
    "If ",
    "A ",
    "X ",
    "When ",
    "Deploy: ",
    "If you have the Forge, ",
    "this turn, ",
    "Choose one: • ",
    '"',
    "a Robot or ",
    "Ash of the ",
    "up to ",
    "\x00",
    "😀 ",
    "«’",
]


@pytest.mark.parametrize("part", HOSTILE)
@pytest.mark.parametrize("kind", ["creature", "spell"])
@pytest.mark.parametrize("size", [1400, 10_000])
def test_hostile_words_are_a_problem_and_nothing_worse(part, kind, size):
    words = (part * size)[:size]
    found = read_card.__wrapped__(words, kind, "Some Card")
    assert found.problems
    assert all(problem.expected for problem in found.problems)


def test_what_is_expected_is_said_in_words():
    for words in ("Deploy: Give this +2A for zq each Robot.", "Deal 3 damage (zq", "Choose zq one"):
        for kind in ("creature", "spell"):
            for problem in read_card(words, kind, "Some Card").problems:
                assert not [e for e in problem.expected if set(e) & set("\\|?*^$")]


NAMES = [
    ("When you play Ash of the Vale, draw a card.", "Ash of the Vale"),
    ("When you play Gatestone, Ready this.", "Gatestone"),
    ("When you play Mora, the Bright, draw a card.", "Mora, the Bright"),
    ("When you play Stonewall, Ready this.", "Stonewall"),
]


@pytest.mark.parametrize(("words", "name"), NAMES)
def test_names_of_played_cards(words, name):
    [ability] = read_card(words, "creature", "Some Card").abilities
    assert ability.trigger.who.names == (name,)


def test_types_are_no_names():
    [ability] = read_card("When you play a Mage, draw a card.", "creature", "Some Card").abilities
    assert ability.trigger.who.types == ("Mage",)


@pytest.mark.parametrize(
    "words",
    ["Play a Glint Imp Minion.", "Play two Glint Imps.", "Play up to three Glint Imp Minions."],
)
def test_any_minion_may_be_named(words):
    [line] = read_card(words, "spell", "Some Card").abilities
    assert line.body[0].name == "Glint Imp"
