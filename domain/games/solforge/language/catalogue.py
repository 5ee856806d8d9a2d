"""Known forms of what cards say: examples of every rule, for telling what a sentence might have meant.

Each line is a form: c of a creature, x of an Exalt, s of a spell, f of a Forgeborn. The grammar reads
all of them (a test sees to it). A sentence that is not understood is compared with them.
"""

from __future__ import annotations

from typing import Final

from domain.frame.language.problems import Catalogue

KINDS: Final = {"c": "creature", "x": "exalt", "s": "spell", "f": "forgeborn"}

_FORMS: Final = r"""
c Deploy: Each enemy player discards a card.
c When this is destroyed, each player discards a card.
c Slay: Draw a card.
c At the start of the turn, you may move this to an adjacent lane.
c Exalted — When this deals damage to the enemy player, draw a card.
s Give your creatures in the back row +2A.
s Give a creature +3A for each Robot adjacent to it.
c Deploy: You may swap two of your creatures.
c While this is in your front row, it has 3D.
c This has +2A for each other Zombie you have in play.
c Your other Zombies have +1A.
c Deploy: Return a random spell from your banish pile to your hand.
c Deploy: Put a [l1] card from your discard pile on top of your deck.
c When this is Upgraded, give it +3A,+3H.
c Mobility 2. Deploy: Give this +2A.
c Breakthrough, Mobility 1
c Aggressive and Breakthrough
c 3 Armor
c Armor 3
s Deal 4 damage to each creature.
s Deal 3 damage to all creatures in the front row.
s Deal 2 damage to each enemy creature and each enemy player.
s Deal 5 damage to an enemy creature. If it survives, it gets Defender this turn.
s Deal 5 damage to a creature. If that creature is destroyed, draw a card.
s Destroy a creature with 5A or more.
s Destroy all creatures with decreased H.
s Destroy an Exalt.
s Destroy a creature or Exalt.
s Destroy up to two enemy Exalts.
s Destroy the creature with the highest A.
s Destroy a creature with the lowest H.
s Each player destroys two of their creatures.
s Each player sacrifices a creature.
c Activate: Sacrifice a creature to draw two cards.
c Vengeance: Deal 3 damage to the enemy player.
c Override: Give this +3A,+3H.
s Drain 4 from a creature.
s Drain (3) a creature.
s Summon a Wisp.
s Summon two Wisps.
s Deal 5 damage to a Wounded creature.
s Give a creature +4A until end of turn.
s Give a creature +4A and Breakthrough until the end of the turn.
s Your creatures gain +2A and Aggressive this turn.
s This turn, your creatures have Breakthrough.
s All creatures lose all abilities this turn.
s A creature gets -4A this turn.
s A creature loses 5A.
s An enemy creature loses 3H.
s You gain 5H. If you have the Forge, you gain 10H instead.
s Deal 3 damage to a creature. If you have the Forge, deal 6 damage instead.
s Deal 3 damage to a creature. If you have a Mage in play, deal 6 damage to it instead.
s Give a creature +3A. If it is a Zombie, give it +6A instead.
s Draw two cards.
s Draw a card, then discard a card.
s Draw 2 cards, then discard a card at random.
s Discard a card. If you do, draw two cards.
s Discard your hand, then draw that many cards.
s Look at the top three cards of your deck. Put one into your hand and the rest into your discard pile.
s Look at the enemy player's hand. Choose a card. They discard it.
s Return a creature to its owner's hand.
s Put a creature on top of its owner's deck.
s Banish a creature.
s Banish all cards from your discard pile.
s Banish a card from your hand.
s Shuffle your discard pile into your deck.
s Reanimate a creature. It gets +2A,+2H.
s Reanimate a [l1] creature with Aggressive.
s Reanimate up to two [l1] Zombies.
s Reanimate a random creature.
s Upgrade two cards in your hand.
s Upgrade all cards in your hand.
s Upgrade a random card in your discard pile.
s Upgrade a card in your hand. If it is a creature, you may play it for Free.
s Upgrade a creature in play.
s You may Upgrade a card in your hand or discard pile.
s Play a card for Free.
s You may play another [l1] creature for Free.
s You may play a creature for Free. It gets Aggressive this turn.
s Play the top card of your deck for Free.
s Put a random [l1] creature from your discard pile into play.
s Play a random spell from your banish pile.
s Play a Wisp Minion in each of your empty lanes.
s Play a Gizmo Minion in an empty lane.
s Play a Gizmo Minion and a Wisp Minion.
s Play a Gizmo or Wisp Minion.
s Play two Mindless Zombie Minions. They get +1A.
s Play a Gizmo Minion. Give it Aggressive this turn.
s Move a creature up to two lanes.
s Move one of your creatures to an adjacent lane.
s Move a creature to the back row.
s Move all your creatures to the front row.
s Move any number of your creatures.
s Swap two creatures.
s Swap the lanes of two of your creatures.
s Swap an enemy creature with another enemy creature.
s One of your creatures Strikes an enemy creature.
s Each of your creatures Strikes its opposing creature.
s Your creatures Battle their opposing creatures.
s Choose one of your creatures and an enemy creature. They Battle each other.
s Two enemy creatures Battle each other.
s One of your creatures Battles the opposing creature.
s Ready a creature. It gets +2A.
s Ready all of your creatures.
s Ready your Forgeborn.
s Exhaust an enemy creature.
s Exhaust up to two creatures.
s Double a creature's A.
s Double the A and H of one of your creatures.
s Switch a creature's A and H.
s Switch the A of two creatures.
s Switch the A and H of each creature.
s Set a creature's A to 0.
s A creature's A becomes equal to its H.
s Give a creature +A equal to its H.
s Give a creature +XA, where X is the number of creatures you have in play.
s Deal X damage to a creature, where X is the number of spells in your banish pile.
s Deal damage equal to your Forgeborn's level to a creature.
s Deal damage to a creature equal to twice your Forgeborn's level.
s You gain H equal to the number of cards in your hand.
s You gain 1H for each creature destroyed this turn.
s Deal 1 damage to the enemy player for each Zombie you have in play.
s Deal 2 damage to a creature for each spell you played this turn.
s For each Robot you have in play, draw a card.
s Choose one: • Give a creature +5A. • Destroy an Exalt. • You gain 5H.
s Choose up to two: • Draw a card. • You gain 3H. • Deal 2 damage to a creature.
s Choose one — • Ready a creature • Exhaust a creature
s This is Free if you have the Forge.
s If you played another spell this turn, this is Free.
s This is Free if you have three or more Robots in play.
s You may have this deal 3 damage to you to play this for Free.
s The next spell you play this turn is Free.
s The next [l1] or [l2] creature you play this turn is Free.
s The next creature you play this turn gets Aggressive.
s The next spell you play this turn deals 2 additional damage.
s Creatures you play this turn get +2A.
s When you play a creature this turn, give it +2A.
s When a creature is destroyed this turn, deal 1 damage to the enemy player.
s Choose a creature. When it deals damage this turn, you gain that much H.
s Choose a creature. At the end of the turn, destroy it.
s Give a creature +5A. At the end of the turn, destroy it.
s Give one of your creatures "When this is destroyed, draw a card." this turn.
s Enemy creatures can't attack this turn.
s The enemy player can't play spells this turn.
s An enemy creature can't move this turn.
s Prevent all damage that would be dealt to you this turn.
s You take no damage this turn.
s All damage dealt to your creatures this turn is reduced by 2.
s Put an energy counter on an Exalt.
s Put two energy counters on each of your Exalts.
s Remove all counters from an Exalt.
s Transform one of your Solbind creatures.
s Transform Moon Keep.
s Deal 5 damage to a creature. Excess damage is dealt to the enemy player.
s Deal 2 damage to up to three creatures.
s Deal 3 damage to an unopposed creature.
s Give your unopposed creatures +3A.
s Give your leftmost creature +4A.
s Give your leftmost and rightmost creatures +4A.
s Give creatures in your leftmost lane +2A.
s Deal 4 damage to a creature and 2 damage to each creature adjacent to it.
s Deal 4 damage to a creature and 2 damage to you.
s Deal 3 damage to an enemy creature and creatures adjacent to it.
s Give each of your creatures +1A,+1H for each other creature you have in play.
s Give a creature -3A,-3H. If it is destroyed, you may play a Mindless Zombie Minion.
s Destroy one of your creatures. If you do, draw two cards.
s You may destroy one of your creatures. If you do, destroy an enemy creature. Otherwise, draw a card.
s If you have no creatures in play, play two Gizmo Minions.
s If you have fewer creatures than the enemy player, play a Zombie Brute Minion.
s If you have less H than the enemy player, you gain 10H.
s Choose a lane. Deal 3 damage to each creature in that lane.
s Deal 4 damage to all creatures in a lane.
s Give a creature Stealth, Breakthrough, and +2A this turn.
s Give all Beasts and Dinosaurs +2A,+2H.
s Give your Robots and Scientists +2A.
s Give a non-Minion creature +5H.
s Give a creature 5D this turn. It can't move this turn.
s Discard a card to draw two cards.
s Destroy one of your Robots to deal damage equal to its A to an enemy creature.
s Banish a creature from your banish pile to give a creature +3A.
s An enemy player discards a card at random.
s Each player draws a card.
s The enemy player loses 4H.
s The enemy player loses 2H and you gain 2H.
s Deal 3 damage to a player and you gain 3H.
s Each player loses 3H.
s Repeat this ability for each Mage you have in play.
c Deploy: If you have another Robot in play, this gets +3A,+3H.
c Deploy: If you have no other creatures in play, this gets Breakthrough.
c Deploy: Give this +1A for each card in your hand.
c Deploy: Give adjacent creatures +2H.
c Deploy: Give each adjacent creature Breakthrough this turn.
c Deploy: Give this and each adjacent creature +2A.
c Deploy: Deal 3 damage to the opposing creature.
c Deploy: Destroy the opposing creature if it has 4A or less.
c Deploy: Exhaust the opposing creature.
c Deploy: If this replaced a Robot, draw a card.
c Deploy: If you replaced a creature this turn, give this +4A.
c Deploy: If an enemy creature was destroyed this turn, this gets +4A.
c Deploy: If you have played two or more spells this turn, destroy an enemy creature.
c Deploy: If this is adjacent to a Robot, give it +2A.
c Deploy: The enemy player discards a random card.
c Deploy: You may discard a card. If you do, draw a card.
c Deploy: You may banish a creature from your banish pile. If you do, give this +4A,+4H.
c Deploy: This gets +1A for each creature in your banish pile.
c Deploy: You may Reanimate a [l1] creature in an adjacent lane.
c Deploy: Move an enemy creature to another lane.
c Deploy: Swap this with another one of your creatures.
c Deploy: You may move another one of your creatures.
c Deploy: You may ready another creature.
c Deploy: Choose another one of your creatures. This gets +A equal to its A.
c Deploy: This Battles the opposing creature.
c Deploy: This deals damage equal to its A to an enemy creature.
c Deploy: You may have another one of your creatures Battle an enemy creature.
c Deploy: You may have this Strike an enemy creature.
c When you play a spell, you may deal 1 damage to a creature or player.
c When you play your second spell each turn, draw a card.
c When you play a Robot, give it 2D this turn.
c When you play a [l2] or [l3] card, you gain 2H.
c When you play a creature, this deals 1 damage to the enemy player.
c When you play a creature in an adjacent lane, give it +1A.
c When you play an Exalt, you may play a Wisp Minion.
c Whenever another creature is destroyed, give this +2A,+2H.
c When an enemy creature is destroyed, draw a card.
c When another one of your creatures is destroyed, give this +1A.
c When another Zombie is destroyed, you may Reanimate it.
c When this is destroyed, draw a card.
c When this is destroyed, you may Upgrade a card in your hand.
c When this is destroyed, deal damage equal to its A to the enemy player.
c When this is destroyed, destroy the opposing creature.
c When this is destroyed, give adjacent creatures +2A,+2H.
c When this is destroyed by an enemy creature, destroy that creature.
c When this is dealt damage, give it +2A.
c When this is dealt damage, deal that much damage to the enemy player.
c When this is dealt combat damage, it gets +3A.
c When another creature is dealt damage, give this +1A.
c When this deals damage to a creature, destroy that creature.
c When this deals combat damage to a creature, give that creature -2A.
c When this damages the enemy player, draw a card.
c When this damages a player, they discard a card.
c When this damages an enemy creature, it gets Defender this turn.
c When you gain H, deal 1 damage to an enemy creature.
c When you gain H, deal that much damage to the enemy player.
c When the enemy player gains H, give this +2A.
c When this gains A, it also gains that much H.
c When one of your creatures gains H, you gain 1H.
c When this moves, deal 2 damage to the opposing creature.
c When this moves or swaps lanes, give it +2A.
c When another one of your creatures moves, give it +1A.
c When this enters the front row, it gets +2A.
c When an enemy creature enters the front row, deal 2 damage to it.
c When you use your Forgeborn ability, give this +4A.
c When you discard a card, deal 2 damage to the enemy player.
c When you draw a card, give this +1A.
c When you Upgrade a card, you may play it for Free.
c When this Transforms, ready it.
c When one of your creatures Battles, give it +2A.
c When you Reanimate a creature, give it +2A,+2H.
c When one of your creatures replaces another, draw a card.
c When another one of your creatures is replaced, you may play a Gizmo Minion.
c When you replace a creature, draw a card.
c At the start of combat, if this is unopposed, give it +3A this turn.
c At the start of combat, deal 1 damage to the opposing creature.
c At the end of the turn, return this to your hand.
c At the end of the turn, if this was dealt damage this turn, give it +2A.
c At the end of the turn, you gain 1H for each Plant you have in play.
c At the end of the turn, if you have the Forge, draw a card.
c At the end of each turn, give your other creatures +1H.
c At the start of each turn, you may move this.
c At the end of the deck cycle, you gain 5H.
c While you have the Forge, this has +4A.
c While this is opposed, it has Breakthrough.
c While this is in a lane with one of your Exalts, it has 2D.
c While this is adjacent to a Spirit, this has Stealth.
c While you have more H than the enemy player, this has +3A.
c While you have no cards in hand, this has Aggressive.
c As long as you have another Robot in play, this has 3D.
c This has Breakthrough while it has 10A or more.
c This has 1D for each other Robot you have in play.
c Your other creatures have 1D.
c Your Robots have Mobility 1.
c Adjacent creatures have Breakthrough.
c Adjacent creatures have +2A.
c Enemy creatures in this lane can't gain A.
c The opposing creature can't deal combat damage.
c The opposing creature has -2A.
c Opposing creatures lose Breakthrough.
c This can't be destroyed.
c This can't be replaced.
c This can't be dealt non-combat damage.
c This can't be affected by enemy spells.
c This can't attack unless you have the Forge.
c Enemy players can't gain H.
c Enemy players can't play creatures in this lane.
c You can't gain H.
c If you would gain H, you gain twice that much instead.
c If this would be destroyed, you may destroy another one of your creatures instead.
c If this would be dealt damage, it loses that much A instead.
c This deals double damage to creatures.
c Your spells deal 1 additional damage.
c Your spells deal +2 damage.
c Your [l1] spells are Free.
c The first spell you play each turn is Free.
c Activate: Draw a card. You may only use this ability once per turn.
c Activate: Deal 1 damage to an enemy creature for each other Mage you have in play.
c Activate: Move this up to two lanes.
c Activate: Swap this with an adjacent creature.
c Activate: Give another creature +2A. Deal 1 damage to it.
c Activate: If this is in the back row, deal 2 damage to the enemy player.
c Activate: Put a random [l1] creature from your banish pile into your hand.
c Activate: This deals 2 damage to each creature adjacent to it.
c Activate: Destroy this. If you do, draw two cards.
c Activate: Pay 3H to draw a card.
c Activate: Lose 3H to draw a card.
c Slay: Give this +3A,+3H.
c Slay: You may play a Zombie Brute Minion in that lane.
c Slay: Reanimate that creature.
c Slay: This gets +A equal to the destroyed creature's A.
c Slay: You may have this Battle another enemy creature.
c Slay: You gain H equal to that creature's H.
c Exalted — This has +4A.
c Exalted — Slay: Draw a card.
c Exalted — Deploy: You gain 4H.
c Exalted — Mobility 2
c Exalted — Your other creatures have 1D.
c Your creatures with Defender get +1H at the end of the turn.
x Your creature in this lane has 2D.
x Your creature in this lane has +3A.
x Creatures in this lane have Breakthrough.
x Enemy creatures in this lane have -2A.
x Enemy creatures in this lane can't gain H.
x Deploy: Give your creature in this lane +4A,+4H.
x When you play a spell, give your creature in this lane +2A.
x When your creature in this lane is destroyed, you may play a Wisp Minion in this lane.
x When your creature in this lane deals combat damage to the enemy player, draw a card.
x When you play a Mage in this lane, draw a card. Then, destroy this.
x When an enemy creature moves into this lane, deal 3 damage to it.
x At the start of combat, give your creature in this lane +2A this turn.
x At the end of the turn, if you have no creature in this lane, destroy this.
x Activate: Destroy this to draw a card.
x Activate: Move your creature in this lane to another lane.
x While there are 3 or more counters on this, your creature in this lane has 3D.
x Creatures in this lane are also Spirits.
x Your creature in this lane gets +2A for each counter on this.
x When this is Transformed, give your creature in this lane +5A.
f Play a Gizmo Minion. If you have a Scientist in play, play two instead.
f Give a creature +5A. Ready it.
f Upgrade a Plant in your hand, then play it for Free.
f Move a creature up to two lanes. Deal 4 damage to it.
f Give your creatures 2D this turn. You gain 4H.
f Choose an enemy creature. It can't attack this turn.
f You gain 3H for each of your Exalts.
f Give a creature -4A this turn for each Exalt you have in play.
f Give one of your creatures Aggressive and Breakthrough this turn.
f Overlay Oros.
f The next card you play this turn is Free.
f Destroy a creature with less H than your Forgeborn's level.
f Reanimate a [l1] or [l2] creature. It loses all printed abilities.
f Deal 3 damage to a creature. You gain that much H.
f Switch the A of a creature with its H.
f Give an enemy creature -5A. If its A is 0, destroy it.
s Give one of your creatures +3A and it gains Breakthrough this turn.
s Give one of your Beasts +4A,+4H. If you have another Beast in play, draw a card.
s One of your creatures gets +6A. At the end of the turn, it loses 6A.
s A creature gains +3 Attack and +3 Health.
s Give a creature +3 Attack. It gains Mobility 2 this turn.
s Give a creature -2 Attack/-2 Health.
s Creatures get -1A,-1H.
s Enemy creatures get -2A this turn.
s Your other creatures get +1H.
s Each enemy creature gets -1A,-1H for each Zombie you have in play.
s Up to three creatures get +2A,+2H.
s Give each creature in the front row Defender this turn.
s Deal 3 damage to target creature.
s Deal 3 damage to any creature or player.
s Deal 3 damage to an enemy creature or the enemy player.
s Deal 3 damage to one of your creatures. If it survives, give it +6A.
s Deal 5 damage to an enemy creature with 5A or more.
s Deal 4 damage to an enemy creature and 4 damage to the enemy player.
s Deal 4 damage to an enemy creature. If you control a Dragon, deal 4 damage to the enemy player.
s Deal 6 damage to a creature. It can't gain H this turn.
s Deal 2 damage to a creature, then deal 2 damage to another creature.
s Deal 8 damage to a creature in the front row.
s Deal damage to an enemy creature equal to the number of creatures you have in play.
s Deal damage to the enemy player equal to the number of Zombies in your banish pile.
s Deal 1 damage to an enemy creature for each spell in your banish pile.
s Destroy an enemy creature if you have more creatures in play than the enemy player.
s Destroy an enemy creature with H less than or equal to your Forgeborn's level.
s Destroy a creature that was dealt damage this turn.
s Destroy an enemy creature that moved this turn.
s Destroy an Exhausted creature.
s Destroy a creature with Armor.
s Destroy a creature with no D.
s Destroy any number of your Minions. You gain 3H for each creature destroyed this way.
s Destroy all Minions. Draw a card for each Minion destroyed this way.
s Destroy one of your creatures to give another one of your creatures +A equal to its A.
s Destroy two of your creatures to destroy an enemy creature.
s Destroy your lowest A creature to draw two cards.
s Destroy a creature. The enemy player gains 4H.
s The enemy player destroys their highest A creature.
s The enemy player chooses one of their creatures and destroys it.
s Each player discards their hand, then draws three cards.
s The enemy player discards two cards at random.
s The enemy player can't gain H this turn.
s The enemy player can't use their Forgeborn ability this turn.
s Enemy creatures can't move this turn.
s Your creatures can't be destroyed this turn.
s Your creatures can't be dealt damage this turn.
s A creature can't be dealt non-combat damage this turn.
s You gain 3H. Draw a card.
s You gain 2H for each Plant you have in play.
s Gain 4H.
s You lose 5H to draw two cards.
s You gain H equal to the number of creatures you have in play.
s You gain H equal to twice the number of creatures you have in play.
s You gain H equal to the damage dealt this way.
s Play a Mindless Zombie Minion for each creature destroyed this turn.
s Play a Mindless Zombie Minion in each of your empty lanes.
s You may play a Zombie Brute Minion in a lane with one of your Exalts.
s Play up to three Wisp Minions. Give your Wisps +2A,+2H.
s Play a Wisp Minion. It gains +1A,+1H for each other Plant you have in play.
s Play a [l1] spell from your discard pile for Free.
s Play a random [l2] card from your discard pile for Free.
s You may play a Robot from your discard pile. It gets +2A.
s You may play a Dinosaur for Free.
s Play a creature from your hand for Free. It gets +2A,+2H.
s Play a [l1] creature from your hand in an empty lane for Free.
s You may Reanimate a Zombie or Spirit.
s Reanimate a creature to an empty lane.
s Reanimate a Minion.
s Reanimate one of your creatures that was destroyed this turn.
s Reanimate a creature that was destroyed this turn.
s Return a card from your banish pile to your hand.
s Return a [l1] card from your discard pile to your hand.
s Return one of your creatures to your hand. You may play it for Free.
s Put two cards from your discard pile on top of your deck.
s Put a card from your hand on top of your deck.
s Put the top two cards of your deck into your discard pile.
s Look at the top card of your deck. You may put it into your discard pile.
s Reveal the top card of your deck. If it is a creature, put it into your hand.
s Draw a card for each Exalt you have in play.
s Upgrade a card in your hand. Draw a card.
s Upgrade up to two cards in your discard pile.
s Upgrade each [l1] card in your hand.
s Upgrade a creature in your discard pile, then put it on top of your deck.
s Upgrade a Robot in your hand, then play it for Free.
s Move one of your creatures to an empty lane. It gets +3A.
s Move a creature up to one lane. It may Battle the opposing creature.
s Move up to two creatures up to one lane each.
s Move a creature to the front row. Give it +2A.
s Swap the positions of two enemy creatures.
s Swap one of your creatures with another one of your creatures. Give both of them +1A.
s Ready up to two creatures. They get +2A.
s Ready a creature and give it +3A.
s Exhaust a creature. It gets Defender this turn.
s Exhaust all enemy creatures.
s Give a creature Defender.
s Remove Defender from a creature.
s A creature loses Defender.
s A creature loses Defender and gets Aggressive this turn.
s Choose a creature. It loses all printed abilities.
s Choose an enemy creature. It Battles another enemy creature.
s Choose two of your creatures. Each gets +2A,+2H.
s Choose two creatures. Swap them.
s Choose one of your creatures. It gets +A equal to the opposing creature's A.
s Choose a creature. Deal damage to it equal to its A.
s Choose one of your Exalts. Transform it.
s Choose one of your creatures. Give it +2A for each adjacent creature.
s Choose one of your creatures. It and creatures adjacent to it get +2A,+2H.
s If you have an Exalt in play, draw a card.
s If you have one or more Exalts in play, give a creature +4A.
s If you have no Exalts in play, play an Exalt for Free.
s If you control three or more Robots, draw a card.
s If there is an Exalt in play, deal 3 damage to a creature.
s If you have the Forge, give your creatures +2A. If you don't, give your creatures +2H.
s If you have the Forge, give your creatures +2A. If you do not have the Forge, you gain 4H.
s If you have 20 or less H, you gain 10H.
s If you have exactly 2 creatures in play, draw a card.
s If you have five creatures in play, give your creatures +2A.
s If your Forgeborn is level 4, deal 10 damage to the enemy player.
s If it is the third deck cycle or later, draw two cards.
s If a creature was destroyed this turn, draw a card.
s If you have taken damage this turn, this is Free.
s If the enemy player has the Forge, this is Free.
s If you have a Dragon in play, this is Free.
s If you haven't played a creature this turn, this is Free.
s While you have a Zombie in play, this is Free.
s This is Free while you have the Forge.
s The next creature you play this turn gains +3A,+3H and Breakthrough.
s The next time you play a creature this turn, draw a card.
s The next time a creature is destroyed this turn, draw a card.
s Until end of turn, when you play a spell, deal 1 damage to the enemy player.
s This turn, when one of your creatures damages the enemy player, you gain that much H.
s At the end of the turn, draw a card.
s At the start of the next turn, draw a card.
s At the end of the turn, destroy all Minions.
s Your Zombies gain "When this is destroyed, deal 2 damage to the enemy player."
s This turn, your creatures get "Slay: Draw a card."
s Give a creature "Activate: Deal 2 damage to a creature." this turn.
s Choose one — • Each creature gets +1A. • Each creature gets -1A.
s Choose one or both: • Draw a card. • You gain 3H.
s Choose three: • Draw a card. • You gain 3H. • Deal 2 damage to a creature. • Ready a creature.
s Deal 3 damage to a creature. Repeat this ability.
s Deal 3 damage to a creature. If it is destroyed, repeat this ability.
s Deal 1 damage to a creature. Do this three times.
s Put three charge counters on one of your Exalts, then Transform it.
s Transform an Exalt. If you can't, draw a card.
c Stealth, Breakthrough, Mobility 2
c Mobility (2)
c Defender, 4D
c Aggressive. Breakthrough.
c Aggressive (This is always put in the front.)
c Deploy - Draw a card.
c Deploy and Slay: Give this +2A.
c Deploy: Ready this.
c Deploy: You may play a card for Free.
c Deploy: Deal 2 damage to an enemy creature or Exalt.
c Deploy: If you have a Dragon or Dinosaur in play, give this Breakthrough.
c Deploy: If you gained H this turn, you may destroy an enemy [l1] creature.
c Deploy: If there are no enemy creatures in play, draw a card.
c Deploy: If the opposing creature is a Minion, destroy it.
c Deploy: If there is an opposing creature, give it -3A.
c Deploy: If the opposing creature has more A than this, give this +4A.
c Deploy: If you have two or more other Warriors in play, give your Warriors +2A.
c Deploy: Give your Warriors +1A for each Warrior you have in play.
c Deploy: Each of your other creatures gets +1A,+1H.
c Deploy: This and your other Robots get 2D this turn.
c Deploy: Choose another creature. Give it and this +2A.
c Deploy: You may deal 3 damage to another creature. If it is destroyed, draw a card.
c Deploy: You may have the enemy player draw a card. If you do, draw two cards.
c Deploy: You may discard a card to deal 4 damage to a creature.
c Deploy: Discard your hand. Give this +2A,+2H for each card discarded this way.
c Deploy: Swap the A and H of another creature.
c Deploy: This gains H equal to the opposing creature's H.
c Deploy: This gets +A equal to the highest A among your other creatures.
c Deploy: This gets +A equal to the total A of adjacent creatures.
c Deploy: You may replace an enemy creature with a Wisp Minion.
c Deploy: Move the opposing creature to the back row.
c Deploy: The next spell you play this turn costs nothing.
c Deploy: When you play a spell this turn, give this +2A.
c Deploy: At the end of the turn, destroy this.
c Deploy: Another creature gets +3A. At the end of the turn, destroy it.
c When this attacks, give it +2A.
c When this deals damage, you gain that much H.
c When this deals combat damage to the enemy player, you may destroy this to draw two cards.
c When this destroys a creature, it gets +2A,+2H.
c When this destroys a creature or is destroyed, draw a card.
c When this is destroyed in combat, destroy the creature that destroyed it.
c When this is destroyed, each enemy player destroys one of their creatures.
c When this is destroyed, return it to your hand.
c When this is destroyed, put it on top of your deck.
c When this is destroyed, Reanimate it at the end of the turn.
c When this is destroyed or replaced, you gain 3H.
c When this is replaced by a Robot, give that creature +4A.
c When this replaces a creature, draw a card.
c When this replaces a Plant, give this +5A,+5H.
c When this becomes Exhausted, deal 1 damage to the enemy player.
c When this enters play or is destroyed, draw a card.
c When this gains H, give your other creatures +1H.
c When this loses H, give it +2A.
c When this loses A, destroy it.
c When this Battles, it gets +3A this turn.
c When this moves to another lane, ready it.
c When you play another creature, give it and this +1A.
c When you play a creature adjacent to this, give it +2A,+2H.
c When you play a creature with 3A or less, draw a card.
c When you play a non-Minion creature, you may play a Gizmo Minion.
c When you play a Minion, give it +1A.
c When you play a card for Free, give this +2A.
c When you play an [l3] card, draw a card.
c When you play your first spell each turn, you may deal 2 damage to a creature.
c When the enemy player plays a creature, deal 2 damage to it.
c When an enemy player plays a card, give this +1A.
c When an enemy creature enters play, it gets -1A,-1H.
c When an enemy creature is dealt damage, you gain 1H.
c When an enemy creature moves, deal 2 damage to it.
c When an enemy creature opposing this is destroyed, ready this.
c When a creature adjacent to this is destroyed, give this +3A.
c When an adjacent creature is dealt damage, give this +2A.
c When an Exalt is destroyed, give this +3A.
c When one of your Exalts is Transformed, draw a card.
c When a counter is put on one of your Exalts, give this +1A.
c When you put a counter on an Exalt, give this +1A.
c When you Transform a card, give this +2A.
c When one of your Zombies is destroyed, you may Reanimate it to the same lane.
c When another one of your creatures is destroyed in combat, give this +2A.
c When another creature in this lane is destroyed, draw a card.
c When one of your other creatures damages a player, give it +1A.
c When you deal non-combat damage to an enemy creature, deal 1 damage to the enemy player.
c When you gain 3 or more H, draw a card.
c When you gain the Forge, ready this.
c When your Forgeborn levels up, give this +3A.
c The first time this is dealt damage each turn, draw a card.
c The first time you gain H each turn, draw a card.
c Once per turn, when you play a spell, draw a card.
c When you play a spell, draw a card. This triggers only once per turn.
c At the start of the turn, if you have the Forge, give this +3A.
c At the start of the turn, you may Upgrade a card in your discard pile.
c At the start of combat, this deals 2 damage to the opposing creature.
c At the start of combat, you may swap this with an adjacent creature.
c At the start of combat, if this is opposed, it gets 3D this turn.
c At the end of the turn, if this is Exhausted, draw a card.
c At the end of the turn, if you played two or more spells this turn, draw a card.
c At the end of the turn, if you have fewer cards in hand than the enemy player, draw a card.
c At the end of the turn, if no creatures were destroyed this turn, destroy this.
c At the end of the turn, each player loses 1H.
c At the end of the deck cycle, Transform this.
c This can't attack.
c This can't move.
c This can't gain Aggressive.
c This can't be dealt combat damage by Minions.
c This has A equal to the number of Zombies you have in play.
c This has +1A for each card in your banish pile.
c This has +2A,+2H for each of your Exalts.
c This has +X A, where X is your Forgeborn's level.
c This has +3A while it is in the front row.
c This gets +2A for each adjacent creature.
c This is also a Zombie.
c This enters play Exhausted.
c This enters play with +1A for each spell you played this turn.
c Your Minions have +1A,+1H.
c Your other Robots have 1D.
c Your creatures in lanes with your Exalts have +2A.
c Your front row creatures have +1A.
c Your other creatures with increased A have Breakthrough.
c All other creatures have -1A.
c Enemy creatures have -1A.
c Enemy Minions have -1A,-1H.
c Opposing creatures can't gain A.
c Spells can't affect this.
c Enemy creatures can't be readied.
c If another one of your creatures would be dealt damage, this is dealt that damage instead.
c If this would be dealt damage, reduce that damage by 1.
c If this would deal combat damage, it deals double that damage instead.
c When this would be destroyed, you may discard a card instead.
c Damage dealt to this is reduced by 1.
c Activate: Give another creature +X A, where X is this creature's A.
c Activate: Exhaust another one of your creatures to draw a card.
c Activate: Deal 2 damage to an enemy creature. If it is destroyed, ready this.
c Activate: Move another one of your creatures up to one lane.
c Activate: You may play a [l1] creature for Free.
c Activate: Destroy this to Reanimate a [l1] or [l2] creature to this lane.
c Activate: Discard a card. Draw a card.
c Activate: Choose one: • Give this +1A. • Give this +1H.
c Activate: This deals 3 damage to the enemy player and 3 damage to you.
c Slay: Deal that much damage to the enemy player.
c Slay: You may move this up to one lane.
c Slay: You may repeat this ability.
c Vengeance: Give your other creatures +1A.
c Exalted — While this is opposed, it has +3A.
c Exalted — When this is destroyed, draw a card.
c Exalted - Aggressive, Breakthrough
c Exalted: Your other creatures have +1A.
x When you play a creature in this lane, put a counter on this.
x When you play a spell, put a charge counter on this.
x When one of your creatures in this lane destroys an enemy creature, draw a card.
x When your creature in this lane is dealt damage, give it +2A.
x When a creature enters this lane, it gets +1A.
x When another Exalt enters play, draw a card.
x When an enemy creature in this lane deals damage, it gets -1A.
x When you play a creature in this lane, you may destroy this. If you do, give it +5A,+5H.
x At the start of combat, deal 1 damage to each creature in this lane.
x At the end of each turn, you gain 1H for each Exalt you have in play.
x At the end of the turn, deal 2 damage to the enemy creature in this lane.
x Activate: Play a Wisp Minion in this lane.
x Activate: Remove two charge counters from this to draw a card.
x Activate: Give your creature in this lane Breakthrough this turn.
x Activate: Swap your creature in this lane with another one of your creatures.
x While you have a creature in this lane, your spells deal 1 additional damage.
x Your creature in this lane can't be affected by enemy spells or abilities.
x Creatures you play in this lane get +2A.
x Creatures in this lane can't move.
x Deploy: If you have another Exalt in play, draw a card.
c Deploy: If this is in your leftmost lane, give this +3A.
c Deploy: If this is in your rightmost lane, give this +3H. If this is in your center lane, draw a card.
c Deploy: If you have no empty lanes, draw a card.
c Deploy: If you have the Forge or this is opposed, draw a card.
c Deploy: Deal 3 damage to a random enemy creature.
c Deploy: You gain H equal to half of your H, rounded up.
c Activate: The enemy player must play their next creature in this lane.
f This has the [l3] ability of your unused Forgeborn.
f The next card the enemy player plays this turn must be a creature.
c Deploy: If you have the Forge and this is opposed, draw a card.
c Exalted — +3A
c When this is opposed, it has 2D.
c When you play this, it deals 2 damage to you.
c When a spell is played by the enemy player, deal 1 damage to them.
c When you play a card from your discard pile, you gain 1H.
c When this is Reanimated, give it +3A.
c When combat begins, give this +1A.
c When your Forgeborn reaches level 4, give this +4A.
c When an enemy creature enters a lane adjacent to this, deal 1 damage to it.
c Slay: Give this +A equal to that creature's A.
c Your Plants come into play with +1A,+1H.
c This creature's A is equal to its H.
c If this would be dealt damage, it is dealt 1 less instead.
c If the enemy player would gain H, they gain 2 less H instead.
c Spells you play deal 2 additional damage.
c Enemy creatures opposing your Spirits have -2A.
c Deploy: Set this creature's A equal to 7.
c Deploy: The next creature the enemy player plays this turn must be played in this lane.
s Deal 2 damage to a creature twice.
s Deal 2 damage to a creature. Repeat this once.
s Move a creature. You may do this up to two times.
s Deal 2 damage to each creature with no adjacent creatures.
s Deal 3 damage to a creature. If it would be destroyed this turn, banish it instead.
s One of your creatures Battles an enemy creature. It gets +2A before it Battles.
s Draw two cards. You may play one of them for Free.
s Look at the top three cards of your deck. Put one in your hand, then discard the rest.
s Choose a creature in your discard pile. Put it on top of your deck.
s Destroy the creature with the highest A. Its owner loses 2H.
s Remove all damage from one of your creatures.
s An enemy creature can't attack or move this turn.
s Switch the A of two creatures until the end of the turn.
f This has the [l3] ability of the enemy Forgeborn.
"""

FORMS: Final = tuple((KINDS[line[0]], line[2:]) for line in _FORMS.strip().splitlines())
"""Kind of card and words."""

CATALOGUE: Final = Catalogue(words for _, words in FORMS)
"""The forms, to find the nearest in."""
