"""More that cards may say, in other words than the catalogue's: all of it is read."""

import pytest

from domain.games.solforge.language import read_card
from domain.games.solforge.language.plain import plain

KINDS = {"c": "creature", "x": "exalt", "s": "spell", "f": "forgeborn"}

WORDS = """
c Deploy: Ready one of your Exalts.
c Deploy: Exhaust an enemy Exalt.
c When you activate an Exalt, give this +1A.
c When one of your Exalts is Exhausted, give this +1A.
c Exalted — While this is unopposed, it has Aggressive.
c Deploy: You may destroy an Exalt in this lane.
c Deploy: Destroy all Exalts in this lane.
c Deploy: You may swap this with another creature. If you do, give them both +2A.
c Deploy: Transform one of your Solbind cards.
c Deploy: If you have a Solbind card in play, Transform it.
c Deploy: You may play Ember Keep. If you have Ember Keep in play, Transform it instead.
c Deploy: Give this +2A for each level of your Forgeborn.
c Deploy: Give this +1A,+1H for each of your Forgeborn's levels.
c Deploy: If this is the only Robot you have in play, give it +3A.
c Deploy: If an enemy creature is in this lane, destroy it.
c Deploy: If there is an enemy creature in this lane, deal 3 damage to it.
c Deploy: If there is an Exalt in this lane, draw a card.
c Deploy: If this is in a lane with an Exalt, draw a card.
c Deploy: If you have an Exalt in this lane, draw a card.
c Deploy: If this is opposed by a Minion, destroy that Minion.
c Deploy: If this is opposed, give the opposing creature -3A.
c Deploy: If the opposing creature has increased A, destroy it.
c Deploy: If you have a creature with 10 or more A in play, draw a card.
c Deploy: If you have a creature with increased H in play, give it +2H.
c Deploy: If you Reanimated a creature this turn, give this +4A.
c Deploy: If you moved a creature this turn, give this +3A.
c Deploy: If one of your creatures moved this turn, give this +3A.
c Deploy: If a creature was replaced this turn, draw a card.
c Deploy: If you've played another Mage this turn, draw a card.
c Deploy: If you have played a spell this turn, this gets +3A and Aggressive.
c Deploy: If your opponent has more cards in hand than you, draw a card.
c Deploy: If your banish pile has ten or more cards, give this +5A,+5H.
c Deploy: If there are five or more cards in your banish pile, give this +5A.
c Deploy: If there are two or more Spirits in your banish pile, draw a card.
c Deploy: You may play a Gizmo Minion in an adjacent lane.
c Deploy: You may play a Gizmo Minion. It gets 2D this turn.
c Deploy: You may play a Gizmo Minion with +2A.
c Deploy: You may Reanimate a [l1] Robot. It loses all printed abilities.
c Deploy: You may Reanimate a creature with 3A or less.
c Deploy: You may put a [l1] creature from your banish pile into your discard pile.
c Deploy: You may return an Exalt to your hand.
c Deploy: You may return a spell from your discard pile to your hand.
c Deploy: Put a random spell from your discard pile into your hand.
c Deploy: Shuffle a card from your banish pile into your deck.
c Deploy: Each player Upgrades a card in their hand.
c Deploy: Each player may play a [l1] creature for Free.
c Deploy: The enemy player may draw a card. If they do, draw two cards.
c Deploy: The enemy player loses 2H for each Zombie you have in play.
c Deploy: The enemy player takes 3 damage.
c Deploy: You take 3 damage.
c Deploy: This deals 3 damage to you.
c Deploy: This deals 2 damage to each adjacent creature.
c Deploy: Your other Warriors get +1A and 1D this turn.
c Deploy: Your creatures in the front row get +2A.
c Deploy: Another creature gets Mobility 1.
c Deploy: Give another creature "When this is destroyed, draw a card."
c Deploy: Give your leftmost creature +3A and your rightmost creature +3H.
c Deploy: Give your highest A creature +3A.
c Deploy: Give a creature with the lowest A +3A.
c Deploy: Choose an enemy creature. This Battles it.
c Deploy: Choose an enemy creature. Your other creatures Strike it.
c Deploy: Your other creatures Strike the opposing creature.
c Deploy: You may have another creature Battle its opposing creature.
c Deploy: You may have adjacent creatures Battle the creatures opposing them.
c Deploy: Move all enemy creatures to the back row.
c Deploy: You may move the opposing creature to an adjacent lane.
c Deploy: You may move this to the back row.
c Deploy: You may put this in the back row.
c Deploy: Until the end of the turn, your spells deal 2 additional damage.
c Deploy: The next spell you play this turn deals +2 damage.
c Deploy: The next Robot you play this turn gets +3A,+3H.
c Deploy: The next creature you play this turn enters play with +3A.
c Deploy: Give the next Mage you play this turn Stealth.
c Deploy: Enemy creatures lose all D this turn.
c Deploy: Enemy creatures lose Breakthrough and Stealth.
c Deploy: Each enemy creature loses 2H.
c Deploy: Remove an energy counter from one of your Exalts. If you do, draw a card.
c Deploy: Put an energy counter on each of your Exalts.
c Deploy: For each Exalt you have in play, deal 1 damage to the enemy player.
c Deploy: For each card in your hand, give this +1A.
c Deploy: Draw a card for each enemy creature in play.
c Deploy: Discard a card, then draw a card.
c Deploy: Discard a card. If it is a creature, give this +A equal to its A.
c Deploy: Discard a spell to deal 5 damage to a creature.
c Deploy: Reveal the top card of your deck. If it is a spell, draw it.
c Deploy: Banish a random card from the enemy player's discard pile.
c Deploy: Deal damage to an enemy creature equal to the number of Zombies in your banish pile.
c Deploy: If this replaced a Minion, it gets +3A,+3H and Breakthrough this turn.
c Deploy: If this replaced a [l1] creature, Upgrade a card in your hand.
c Deploy: If this replaced a creature, it gains that creature's A.
c Deploy: If this replaced a creature, give this +A equal to the replaced creature's A.
c When this is replaced, you may have the creature replacing it Battle an enemy creature.
c When this is replaced, put it on top of your deck.
c When a Robot replaces this, draw a card.
c When this is destroyed, you may play a [l1] creature from your hand in this lane.
c When this is destroyed, if it had increased A, draw a card.
c When this is destroyed, deal 3 damage to the creature that destroyed it.
c When this is destroyed, deal 2 damage to all creatures.
c When this is destroyed, give a random creature +3A.
c When this is destroyed, Transform Ember Keep.
c When this is destroyed, the enemy player discards a card.
c When a Minion is destroyed, you gain 1H.
c When another Minion enters play, give it +1A.
c When one of your Minions is destroyed, deal 1 damage to the enemy player.
c When a creature with D is destroyed, draw a card.
c When a creature is destroyed in this lane, you gain 2H.
c When an adjacent creature is destroyed, give this +3A.
c When an adjacent creature Battles, give it +1A.
c When one of your other creatures is dealt damage, it gets +1A.
c When the opposing creature is destroyed, draw a card.
c When the opposing creature is dealt damage, you gain 1H.
c When this is dealt damage by a creature, deal 2 damage to that creature.
c When this is dealt damage and survives, draw a card.
c When this is dealt 5 or more damage, draw a card.
c When you play a [l1] spell, you may play another [l1] spell for Free.
c When you play an Exalt in this lane, give this +5A.
c When you play a creature from your hand, give it +1A.
c When you play a Robot or Scientist, give it +1A,+1H.
c When you play your third card each turn, draw a card.
c When you play a card, if it is [l1], give this +1A.
c When you play a spell, if you have the Forge, draw a card.
c When you play a spell, choose one: • Give this +1A. • Give this +1H.
c When you play a spell, ready this.
c When you play a spell, this gets +1A and Aggressive this turn.
c When you draw a spell, you may play it for Free.
c When you Upgrade a spell, deal 2 damage to a creature.
c When you Upgrade a card in your hand, give this +1A.
c When you discard a creature, you may put it on top of your deck.
c When an enemy player discards a card, deal 2 damage to them.
c When the enemy player plays an Exalt, destroy it.
c When an enemy Exalt enters play, draw a card.
c When you Reanimate a creature, draw a card.
c When this is readied, deal 1 damage to the enemy player.
c When this enters a lane with an opposing creature, deal 2 damage to it.
c When this enters a lane with one of your Exalts, draw a card.
c When this moves into a lane with an Exalt, ready it.
c When an enemy creature moves to this lane, this Battles it.
c When this gains A for the first time each turn, draw a card.
c When this deals damage to the enemy player for the first time each turn, draw a card.
c When this damages an enemy player, they lose that much H.
c When this damages the enemy player, you may play a [l1] spell for Free.
c When this damages the enemy player, put a counter on each of your Exalts.
c When one of your Robots damages the enemy player, draw a card.
c When one of your creatures in a lane with one of your Exalts damages the enemy player, you gain 2H.
c At the start of the turn, reveal the top card of your deck. You may discard it.
c At the start of the turn, if this is opposed, deal 1 damage to the opposing creature.
c At the start of the turn, you may play a random [l1] card from your discard pile.
c At the start of the turn, give a random enemy creature -2A.
c At the start of combat, you may have this and another creature swap lanes.
c At the start of combat, if you have more creatures than the enemy player, give your creatures +1A.
c At the end of combat, if this survived, give it +2A.
c At the end of combat, ready this.
c At the end of the turn, if you gained H this turn, draw a card.
c At the end of the turn, if this dealt damage this turn, draw a card.
c At the end of the turn, Upgrade a random [l1] card in your discard pile.
c At the end of the turn, if this is in the front row, move it to the back row.
c While this is Exhausted, it has 4D.
c While this has 10A or more, it has Breakthrough and Stealth.
c While this has increased A, it has Breakthrough.
c While you have an Exalt in this lane, this has 2D.
c While you have two or more other Robots in play, this has +3A.
c While an enemy creature opposes this, it has +2A.
c While opposed, this has +2A.
c While this is in the front row, your other creatures have +1A.
c While your Forgeborn is level 3 or higher, this has +5A,+5H.
c While this is adjacent to two creatures, it has 3D.
c If this is unopposed, it has +3A.
c If you have a Dragon in play, this has Breakthrough.
c This has Aggressive while you have another Beast in play.
c This has Breakthrough if you have played a spell this turn.
c This and adjacent creatures have 1D.
c Your Beasts have Breakthrough while you have the Forge.
c Your other Spirits have +1A,+1H and Stealth.
c Your Spirits have "When this is destroyed, draw a card."
c Your other creatures have "Slay: You gain 2H."
c Creatures adjacent to this have "Activate: Deal 1 damage to a creature."
c Enemy creatures can't have Stealth.
c Enemy creatures lose Stealth.
c Enemy creatures in the back row can't be Exhausted.
c Creatures opposing this can't use Activate abilities.
c This can't be Exhausted.
c This can't be put in the back row.
c This can't be moved by enemy spells or abilities.
c This can't be destroyed by spells.
c When you gain H, gain an additional 1H.
c If a creature would be destroyed, banish it instead.
c If this would be replaced, you may return it to your hand instead.
c If this would deal damage to a player, it deals double that damage instead.
c Your Dragons deal 1 additional damage.
c Non-combat damage dealt to this is reduced by 2.
c Spells you play deal 1 additional damage.
c Activate: Give another Robot 2D this turn.
c Activate: Deal 1 damage to a creature for each Mage you have in play.
c Activate: Deal X damage to a creature, where X is the number of counters on this.
c Activate: Put a counter on this or remove a counter from this.
c Activate: Return another one of your creatures to your hand to draw a card.
c Activate: Discard a card to Upgrade a card in your hand.
c Activate: You lose 2H. Draw a card.
c Activate: Pay 2H to give this +2A.
c Activate: Transform this.
c Activate: Transform this, then it Battles an enemy creature.
c Activate: Ready another creature. It can't attack this turn.
c Activate: Move one of your Exalts to an adjacent lane.
c Activate: Swap two of your Exalts.
c Activate: Choose a creature. It gets Stealth this turn.
c Activate: Each player draws a card.
c Activate (once per turn): Draw a card.
c Once per turn, Activate: Draw a card.
c Slay: Upgrade a random card in your hand.
c Slay: Give the next creature you play this turn +2A.
c Slay: If you have the Forge, draw a card.
c Slay: You may play that creature in one of your lanes.
c Slay: Put that creature into play under your control.
c Slay: Deal 2 damage to another enemy creature.
s Give enemy creatures in lanes with one of your Exalts -3A.
s Deal 2 damage to each creature in a lane with an Exalt.
s Deal 5 damage to an enemy creature in a lane with one of your Exalts.
s You and your creatures get 3D this turn.
s You get 5D this turn.
s Give yourself 5D this turn.
s Each of your creatures in a lane with one of your Exalts gets +2A.
s Give up to three of your creatures in lanes with your Exalts +2A.
s Choose one of your creatures. This turn, when it is destroyed, Reanimate it.
s Give one of your creatures +4A. If it destroys an enemy creature this turn, draw a card.
s Give one of your creatures +4A. When it deals damage this turn, you gain that much H.
s Deal 4 damage to a creature. If it isn't destroyed, exhaust it.
s Deal 4 damage to a creature. If this destroys it, draw a card.
s Deal 4 damage to a creature. If a creature is destroyed this way, draw a card.
s Deal 3 damage to a creature. Deal 3 more damage to it for each spell in your banish pile.
s Deal 3 damage to a creature for each Mage you have in play.
s Deal 5 damage to up to two enemy creatures.
s Deal 2 damage to each non-Dragon creature.
s Deal 2 damage to each creature with 3H or less.
s Destroy a creature and its opposing creature.
s Destroy an enemy creature. The enemy player draws a card.
s Destroy each creature with 2A or less.
s Destroy each creature with the lowest A.
s Destroy a Minion to destroy an enemy creature.
s Destroy one of your Exalts to draw three cards.
s Destroy all creatures except Dragons.
s Destroy all other creatures.
s The enemy player destroys a creature. You gain H equal to its H.
s You may destroy one of your Minions. If you do, play a Zombie Brute Minion in its lane.
s You may destroy a creature with 3A or less. If you don't, draw a card.
s Exhaust each enemy creature with 3A or less.
s Give a creature +5A or -5A.
s Give a creature +3A or +3H.
s Give a creature your choice of Breakthrough or Stealth this turn.
s Give a creature Aggressive or Defender this turn.
s Give a creature +3A. If you have the Forge, it also gets Breakthrough this turn.
s Give a creature +3A, then you may move it up to two lanes.
s Give a creature +2A. It gets an additional +2A for each Exalt you have in play.
s Give a creature +1A and it can't be destroyed this turn.
s Give a creature +3H. If it has decreased H, give it +6H instead.
s Give each creature with Breakthrough +3A.
s Give your creatures +1A,+1H for each of your Exalts.
s Give your Minions +1A,+1H. Draw a card.
s Give one of your creatures +2A. Then, it Strikes an enemy creature.
s Give one of your creatures +2A. Then, give another one of your creatures +2H.
s Give one of your creatures +2A for each spell you've played this turn.
s Give one of your creatures +2A for each other spell played this turn.
s Give your opposed creatures +2A and your unopposed creatures +2H.
s Move an enemy creature to an adjacent lane.
s Move an enemy creature to any of its owner's empty lanes.
s Move a creature to another lane, then give it +2A.
s Move one of your creatures up to two lanes. Then, it Battles the opposing creature.
s Move a creature. If it is opposed, it gets +3A.
s Play a [l1] creature for Free. Give it Aggressive this turn.
s Play a [l1] or [l2] Robot for Free.
s Play a random [l1] creature from your deck for Free.
s Play a Minion from your banish pile.
s Play up to two [l1] spells for Free.
s Play an Exalt from your hand for Free. You may Transform it.
s Play Ember Keep or Transform it.
s Play or Transform Ember Keep.
s Ready a creature. If it is a Warrior, it gets +3A.
s Ready all your Exalts.
s Reanimate a [l1] creature or a Minion.
s Reanimate a creature with 4A or less. It gets Aggressive this turn.
s Reanimate all [l1] Zombies.
s Reanimate a Zombie. If you have a Mage in play, Reanimate up to two Zombies instead.
s Replace a creature with an Oakfather Minion.
s Replace one of your creatures with a [l1] creature from your hand.
s Replace an enemy creature with a Gizmo Minion.
s Return an enemy creature with 4A or less to its owner's hand.
s Swap one of your creatures with an adjacent creature. Give each +2A.
s Switch the A of an enemy creature and one of your creatures.
s Switch the H of two creatures, then switch their A.
s Transform one of your Exalts.
s Upgrade a card in your hand. If it is [l3], draw a card.
s Upgrade a card in your hand. You may discard it to draw a card.
s Upgrade a random creature in your hand, then play it for Free.
s Upgrade two cards in your discard pile.
s Upgrade a creature in your hand or discard pile.
s You may Upgrade a card in your hand. If you do, discard it.
s You gain 3H. If a creature was destroyed this turn, you gain 6H instead.
s You gain H equal to the highest A among your creatures.
s You gain H equal to the number of Plants you have in play.
s When you play a creature this turn, it gets Aggressive.
s When you gain H this turn, deal that much damage to an enemy creature.
s When one of your creatures deals damage to the enemy player this turn, draw a card.
s Whenever you play a spell this turn, give a creature +2A.
s Each time a creature is destroyed this turn, give one of your creatures +2A.
s Until the end of the turn, your creatures deal double damage.
s Your creatures deal 1 additional damage this turn.
s This turn, creatures can't gain H.
s This turn, enemy creatures can't deal combat damage.
s Players can't gain H this turn.
s Choose one: • Destroy an Exalt • Destroy a [l1] creature
s Choose one; if you have the Forge, choose both instead: • Draw a card. • You gain 3H.
s Choose one. If you have a Dragon in play, you may choose both instead: • Draw a card. • You gain 3H.
s If you have the Forge, destroy a [l1] creature. Otherwise, destroy a creature with 2A or less.
s If the enemy player controls more creatures than you, play two Gizmo Minions.
s If an enemy player has more H than you, you gain 5H.
s If you have less than 20H, this is Free.
s If you have 10 or less H, you gain 10H.
s If you gained H this turn, this is Free.
s If you control a Dragon, this is Free.
s If you play this on a Robot, this is Free.
s If this is the second spell you played this turn, draw a card.
s If this is your third card this turn, draw a card.
s If a creature moved this turn, this is Free.
s This is Free if an enemy creature was destroyed this turn.
s This costs nothing.
x When your creature in this lane Battles, give it +2A.
x When you move a creature into this lane, give it +3A.
x When one of your creatures enters this lane, it gets Stealth this turn.
x When a creature in this lane is destroyed, put a counter on this.
x When you play a creature in this lane, it gets "Slay: Draw a card."
x When you play a Beast in this lane, Transform this.
x At the start of the turn, if you have a creature in this lane, draw a card.
x At the start of the turn, if this has three or more counters, Transform it.
x At the end of the deck cycle, Transform this.
x Activate: Ready your creature in this lane.
x Activate: Put a counter on this. Then, if there are three or more counters on this, Transform this.
x Activate: Move this to an adjacent lane.
x Activate: Move this to another lane.
x Your creature in this lane has Mobility 1 and Stealth.
x Your creature in this lane has "When this is destroyed, draw a card."
x Your creature in this lane deals 2 additional damage.
x Your creature in this lane has +1A for each Exalt you have in play.
x Each creature in this lane has +2A.
x The enemy creature in this lane has -3A.
x Enemy creatures in this lane lose all printed abilities.
x Enemies can't play creatures in this lane.
x While you have a Mage in this lane, your spells deal 2 additional damage.
x While your creature in this lane is unopposed, it has +4A.
x Deploy: You may move a creature to this lane.
x Deploy: You may play a [l1] creature in this lane for Free.
x Deploy: Put two growth counters on this.
x Deploy: If you have a Plant in this lane, you gain 4H.
f Choose an enemy creature. It loses all printed abilities this turn.
f Choose up to two enemy creatures. They get -4A this turn.
f Discard up to two cards, then draw that many cards.
f Draw a card. Upgrade a card in your hand.
f Each of your creatures may move up to one lane.
f Give a creature +2A for each time you gained H this turn.
f Give one of your creatures +6A. It Battles an enemy creature.
f Play up to two Wisp Minions. You gain 2H for each Plant you have in play.
f Put 2 energy counters on one of your Exalts.
f Ready one of your creatures. It gets +4A.
f Return a creature from your banish pile to your hand.
f Reanimate a [l1] creature. Give it Aggressive this turn.
f Transform a Solbind card.
f Upgrade up to two cards in your discard pile.
f You may play an Exalt for Free. Ready it.
f Your Exalts are ready.
f Give up to two of your Warriors +4A.
f Give a creature +5A. It loses Defender.
"""


@pytest.mark.parametrize("line", WORDS.strip().splitlines())
def test_it_is_read(line):
    found = read_card(line[2:], KINDS[line[0]], "Some Card")
    assert found.problems == ()
    assert found.abilities
    for ability in found.abilities:
        assert "?" not in plain(ability)
