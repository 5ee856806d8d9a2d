"""Known forms of what cards say, for telling what a sentence might have meant; each has a test.

Each line is a form: c of a Creature, s of a Spell, f of a Forge or Weapon card.
"""

from __future__ import annotations

from typing import Final

from domain.frame.language.problems import Catalogue

KINDS: Final = {"c": "creature", "s": "spell", "f": "forge"}

_FORMS: Final = """
c This can't be blocked.
c This can't attack.
c This takes 1 more Life Point when it attacks.
c This may attack 1 more time each turn.
c When this comes into play, draw a Spell.
c When this attacks, your opponent loses 1 Life Point.
c When this blocks, gain 2 Life Points.
c When this is destroyed, you may return a Beast Creature from your discard pile to your hand.
c When another Creature of yours is destroyed, attach the top card of your Spell Deck to this.
c When a Spell is attached to this, gain 1 Life Point.
c Ability: Target Creature can't block this turn.
c Discard a Spell attached to this: Stop target Forge card that returns a Multiple Creature.
c Lose 2 Life Points: Target Creature may attack again this turn.
c Discard a card: Draw a Spell.
s When this is put into play, your opponent loses 2 Life Points.
s When a Creature of your opponent attacks, discard a Spell attached to it.
s When your opponent plays a Forge card, draw a card.
s When you lose Life Points, your opponent loses that many Life Points.
s At the start of your turn, attach a Spell from your hand to a Creature of yours.
s At the end of your opponent's turn, draw a Spell.
f Draw 2 cards.
f Draw a Spell for each Creature of yours.
f Each player loses 2 Life Points.
f Your opponent loses Life Points equal to the number of Spells attached to it.
f Lose Life Points equal to half your Life Points, rounded up.
f Your opponent discards a card at random.
f Your opponent discards the top 2 cards of their Deck.
f Your opponent destroys a Creature of theirs.
f Destroy target Creature with 2 or fewer Spells.
f Destroy each Creature without Spells.
f Return target Creature to its owner's hand.
f Return a Multiple Creature from your discard pile to your hand.
f Put a Creature from your hand into play.
f Shuffle up to 3 cards from your discard pile into your Deck.
f Put a Spell attached to target Creature into play.
f Attach a Spell from your Spell discard to target Creature of yours.
f Attach the top 2 cards of your Spell Deck to target Creature of yours.
f Move a Spell attached to target Creature of yours to another Creature of yours.
f Discard a Spell of your choice attached to target attacking Creature.
f Discard all Spells attached to target blocking Creature.
f Return a Spell attached to target Creature to its owner's hand.
f Discard target Spell in the centre of your opponent.
f Stop target effect of your opponent.
f Stop target activated Spell.
f Your Creatures take 1 more Life Point this turn.
f You may discard a Spell attached to a Creature of yours to draw 2 cards.
f If you have 3 or more Creatures, draw a card. Otherwise, draw 2 cards.
f Draw a card. If you have 5 or fewer Life Points, draw 3 cards instead.
f Discard a card. If you do, draw 2 cards.
f If you have fewer Creatures than your opponent, put a Creature from your discard pile into play.
f Choose one: Draw a card, or gain 3 Life Points.
f Choose one: • Draw a card. • Destroy target Creature without Spells.
f For each Creature of yours, your opponent loses 1 Life Point.
"""

FORMS: Final = tuple((KINDS[line[0]], line[2:]) for line in _FORMS.strip().splitlines())
"""Kind of card and words."""

CATALOGUE: Final = Catalogue(words for _, words in FORMS)
"""The forms, to find the nearest in."""
