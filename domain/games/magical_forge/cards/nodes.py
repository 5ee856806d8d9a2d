"""What the abilities of Magical Forge are made of; what all card games share is in `language.nodes`.

Nodes are read from printed words and never stored: a fact names the card and which ability of it.
"""

from __future__ import annotations

from typing import TypeAlias

from domain.frame.language.nodes import Node
from domain.frame.language.nodes import Refer as Refer

Ref: TypeAlias = str
"""Something that is known while an effect resolves:

`this` the Creature or Spell with the ability; `it` what the effect chose last, else what the
triggering event happened to; `that` always the latter; `you`, `opponent`, `each` players.
"""

# -- who and what is meant -----------------------------------------------------------------------


class Filter(Node, frozen=True, tag="filter"):
    """Which Creatures, Spells in the centre, effects or players; an empty field asks nothing."""

    kind: str = "creature"
    """creature, spell (in the centre), effect (on the stack), player."""
    side: str = ""
    """yours or opponent: whose Creature, Spell or effect, or which player."""
    ref: Ref = ""
    """It must be this very thing."""
    other: bool = False
    """It must be another than `this`."""
    types: tuple[str, ...] = ()
    """Creature types, any of them: Multiple, Beast …"""
    spells: str = ""
    """<=, >= or =: how many Spells are attached, compared with `than`."""
    than: int = 0
    state: str = ""
    """attacking or blocking."""
    effects: tuple[str, ...] = ()
    """Kinds of effects, as in `state.Item.kind`: forge, weapon, ability, spell, trigger."""
    returns: str = ""
    """Only an effect that returns Creatures of this type from a discard pile."""


class Target(Node, frozen=True, tag="target"):
    """Targets, chosen when the effect is activated: up to `most`, at least `least`."""

    among: Filter
    most: int = 1
    least: int = 1


class Choose(Node, frozen=True, tag="choose"):
    """Chosen while the effect resolves; `by` you or opponent."""

    among: Filter
    most: int = 1
    least: int = 1
    by: str = "you"


class All(Node, frozen=True, tag="all"):
    """Everything that fits."""

    among: Filter


Selector: TypeAlias = Target | Choose | All | Refer

# -- numbers -------------------------------------------------------------------------------------


class Count(Node, frozen=True, tag="count"):
    """How many Creatures or Spells in the centre fit, times `times`."""

    what: Filter
    times: int = 1


class SpellsOn(Node, frozen=True, tag="spells"):
    """How many Spells are attached to what a ref stands for, times `times`."""

    ref: Ref
    times: int = 1


class PlayerNumber(Node, frozen=True, tag="player"):
    """A number of a player: life, hand (cards in it), discard, spell discard; times `times`."""

    what: str
    whose: str = "you"
    times: int = 1


# -- conditions ----------------------------------------------------------------------------------


class Exists(Node, frozen=True, tag="exists"):
    """There are at least `least` (and at most `most`) that fit."""

    what: Filter
    least: int = 1
    most: int | None = None


class Is(Node, frozen=True, tag="is"):
    """What a ref stands for is there and fits."""

    ref: Ref
    what: Filter


class YourTurn(Node, frozen=True, tag="turn"):
    """It is the turn of the effect's controller."""


# -- effects -------------------------------------------------------------------------------------


class Lose(Node, frozen=True, tag="lose"):
    """Players lose Life Points, all at once."""

    who: Selector
    amount: Node


class Gain(Node, frozen=True, tag="gain"):
    """Players gain Life Points."""

    who: Selector
    amount: Node


class Draw(Node, frozen=True, tag="draw"):
    """Players draw from the Deck or (pile `spells`) the Spell Deck."""

    who: Selector
    amount: Node
    pile: str = "deck"


class Mill(Node, frozen=True, tag="mill"):
    """Cards from the top of a Deck or Spell Deck go to the discard pile."""

    who: Selector
    amount: Node
    pile: str = "deck"


class Discard(Node, frozen=True, tag="discard"):
    """Players discard cards of a pile from hand, of their choice or at random."""

    who: Selector
    amount: Node
    pile: str = "deck"
    """deck, spells; empty: any card."""
    random: bool = False


class Destroy(Node, frozen=True, tag="destroy"):
    """Creatures are destroyed."""

    who: Selector


class Return(Node, frozen=True, tag="return"):
    """Creatures in play, or Spells in the centre, return to their owner's hand."""

    who: Selector


class Detach(Node, frozen=True, tag="detach"):
    """So many Spells attached to each of the Creatures go to the Spell discard or the hand.

    `every` is all of them. Its own player chooses which, unless `by` says otherwise.
    """

    who: Selector
    amount: Node
    to: str = "discard"
    every: bool = False
    by: str = "owner"
    """owner, or you: the effect's controller."""


class Place(Node, frozen=True, tag="place"):
    """So many Spells attached to each of the Creatures are put into play; its player chooses which."""

    who: Selector
    amount: Node


class Attach(Node, frozen=True, tag="attach"):
    """So many Spells of a zone (hand, deck, discard) are attached to each of the Creatures."""

    who: Selector
    amount: Node
    zone: str = "hand"


class MoveSpell(Node, frozen=True, tag="move"):
    """A Spell attached to one Creature is attached to another of the same player."""

    source: Selector
    to: Selector


class Recover(Node, frozen=True, tag="recover"):
    """A card of one's own goes from a zone to another: hand, deck, discard, play.

    `kinds` as printed (creature, forge, weapon, spell), any if empty; `types` of Creatures.
    """

    amount: Node
    zone: str
    to: str
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    up_to: bool = False


class Clear(Node, frozen=True, tag="clear"):
    """Spells in the centre are discarded without resolving."""

    who: Selector


class Stop(Node, frozen=True, tag="stop"):
    """Effects on the stack will not resolve."""

    who: Selector


class Mark(Node, frozen=True, tag="mark"):
    """Until the end of the turn something holds for Creatures; see `facts.Marked`."""

    who: Selector
    mark: str
    n: Node


# -- abilities -----------------------------------------------------------------------------------


class Trigger(Node, frozen=True, tag="trigger"):
    """What an ability waits for.

    placed (a Spell is put into play), enters, attacks, blocks, destroyed, attached (a Spell, to it),
    forge, weapon, ability (one is used), loses, gains (a player, Life Points), start, end (of a turn).
    """

    event: str
    who: Filter | None = None
    """What it happens to; for forge, weapon, ability, start and end: which player."""


class Triggered(Node, frozen=True, tag="triggered"):
    """An ability that activates when something happens."""

    trigger: Trigger
    body: tuple[Node, ...]


class Activated(Node, frozen=True, tag="activated"):
    """A Creature's ability: used on any turn, once each turn (house rule), for a cost or none."""

    cost: tuple[Node, ...]
    body: tuple[Node, ...]


class Line(Node, frozen=True, tag="line"):
    """What a Forge or Weapon card does."""

    body: tuple[Node, ...]


class Has(Node, frozen=True, tag="has"):
    """A Creature always has this: unblockable, no attack, no block, strength n, again n."""

    mark: str
    n: int = 1


Ability: TypeAlias = Triggered | Activated | Line | Has
