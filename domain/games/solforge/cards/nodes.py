"""What abilities are: typed, immutable values that the printed words become and the rules run.

Every node is a frozen Struct that encodes to JSON as an array beginning with its tag. Granted
abilities and lasting rules lie as nodes inside stored facts: tags and field order are for ever,
fields are only added at the end, with defaults.
"""

from __future__ import annotations

from typing import TypeAlias

from domain.frame.language import nodes as language
from domain.frame.language.nodes import Done as Done
from domain.frame.language.nodes import Node as Node
from domain.frame.language.nodes import Number as Number
from domain.frame.language.nodes import Refer as Refer
from domain.frame.language.nodes import ThatMuch as ThatMuch

# -- who and what is meant -----------------------------------------------------------------------

Ref: TypeAlias = str
"""Something that is known while an ability resolves:

`this` the card with the ability; `it` what the ability chose or made last (one or several);
`that` what the triggering event happened to (the creature destroyed, damaged, played …);
`other` the second party of the event (who destroyed it, what it replaced or what replaced it);
`you`, `enemy`, `each` the player whose ability it is, the other player, both;
`second` what a Choose marked so chose (see Choose.mark);
`owner it` (`owner this`, `owner that`, `owner other`) the player whose that is;
`rest` the cards looked at (see Look) that were not put elsewhere yet;
`self` in the amounts of an effect and in the filters' tests: the very one that is affected or tested;
`facing` in the filters' tests: the creature opposing the one tested (the test fails if there is none).

The amounts of an effect are worked out before it selects: there `it` is what was chosen earlier.
`it` is set by whatever Choose, All, Among and Several select among cards, and by the cards that an
effect plays, upgrades, draws, looks at or discards. Selecting players alone, or by Refer alone, leaves
it as it was. The lines of one spell share it.
"""


class Stat(Node, frozen=True, tag="stat"):
    """A test of a number: stat is A, H, D (armor), L (level); op is <=, >=, <, >, =.

    `increased` and `decreased` compare with what is printed and need no amount.
    """

    stat: str
    op: str
    than: Amount | None = None


class Filter(Node, frozen=True, tag="filter"):
    """Which cards or players are meant. An empty field asks nothing."""

    kind: str = "creature"
    """creature, exalt, spell (Exalts are spells too: see `exalts`), card, or player."""
    side: str = ""
    """yours, enemy, or empty for any: whose side of the lanes, or whose card or which player."""
    ref: Ref = ""
    """It must be this very thing (`this`, `it` …); the kind creature then asks nothing, others do."""
    other: bool = False
    """It must be another than `this`."""
    levels: tuple[int, ...] = ()
    types: tuple[str, ...] = ()
    """Creature types, any of them will do; singular, as printed: Zombie."""
    not_types: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    not_factions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Card names, any of them."""
    minion: bool | None = None
    """True: only Minions; False: only others."""
    keyword: str = ""
    """It has this keyword now; `armor` means 1 or more."""
    stats: tuple[Stat, ...] = ()
    row: str = ""
    """front or back."""
    ready: bool | None = None
    lane: str = ""
    """this: the lane of `this`; its: the lane of `it`; that: the lane of `that`; exalt: a lane with
    one of your Exalts; enemy exalt: with an enemy Exalt; any exalt; named card: lanes where
    `lane_name` is; adjacent: the lanes next to that of `this`; chosen: the lane of the last
    PickLane; center: lane 3; leftmost, rightmost: lane 1 or 5, as `you` see it."""
    lane_name: str = ""
    opposed: bool | None = None
    opposing: Ref = ""
    """In the lane of this ref, on the other side."""
    adjacent_to: Ref = ""
    extreme: str = ""
    """lowest A, highest A, lowest H, highest H (L, D too): only those with the extreme value among
    what fits otherwise; leftmost, rightmost: by lane, as `you` see it."""
    played_now: bool = False
    """The spell or card that is being played right now (`this one`)."""
    free: bool | None = None
    not_ref: Ref = ""
    """It must not be this (`another creature` after a choice: `it`)."""
    no_keyword: str = ""
    """It does not have this keyword now."""
    happened: str = ""
    """This event (of a Trigger) happened to it this turn: damaged, moved, enters play, played …"""
    counter: str | None = None
    """It has such a counter on it; empty: any."""
    same: str = ""
    """level, name, type or faction: it has the same (a type in common) as `same_as`."""
    same_as: Ref = ""
    solbind: bool | None = None
    exalts: bool | None = None
    """False: spells that are no Exalts."""
    facing: Filter | None = None
    """The creature opposing it is such a creature (`creatures opposing your Spirits`)."""
    alone: bool | None = None
    """True: it has no adjacent creatures."""


class Choose(Node, frozen=True, tag="choose"):
    """Chosen one at a time: between `least` and `most` of what fits any of the filters.

    `least` 0 is `up to`. `by` is who chooses: you or enemy (`each enemy player destroys one of
    their creatures` is by enemy; the filter's side is seen from `you` always).
    """

    among: tuple[Filter, ...]
    most: int = 1
    least: int = 1
    by: str = "you"
    mark: Ref = ""
    """second: the choice is known by this ref, and `it` stays what it was (whom `it` battles …)."""
    alike: str = ""
    """level: all that are chosen must have the same level."""


class All(Node, frozen=True, tag="all"):
    """Everything that fits any of the filters, at once; players too."""

    among: tuple[Filter, ...]


class Among(Node, frozen=True, tag="randomly"):
    """One of what fits, at random (the dealer's decision)."""

    among: tuple[Filter, ...]


class Several(Node, frozen=True, tag="several"):
    """All that the parts select, at once: `it and creatures adjacent to it`."""

    parts: tuple[Selector, ...]


Selector: TypeAlias = Choose | All | Refer | Among | Several


# -- numbers -------------------------------------------------------------------------------------


class StatOf(Node, frozen=True, tag="of"):
    """A number of a card or player as it is now: A, H, D, L (level); `times` multiplies it.

    W is the Health that a creature has less than is printed (`all damage on it`), 0 if it has not.
    """

    stat: str
    ref: Ref
    times: int = 1


class CountOf(Node, frozen=True, tag="count"):
    """How many there are in play (or in a zone), times `times`.

    zone: play, hand, discard, banish, deck; whose (for zones other than play): you, enemy, each.
    """

    what: Filter
    times: int = 1
    zone: str = "play"
    whose: str = "you"


class HappenedCount(Node, frozen=True, tag="times"):
    """How often something happened this turn, times `times`."""

    what: Happened
    times: int = 1


class CountersOn(Node, frozen=True, tag="counters"):
    """Counters on a card; `name` empty counts all."""

    ref: Ref
    name: str = ""
    times: int = 1


class PlayerNumber(Node, frozen=True, tag="player"):
    """A number of a player: `forgeborn` its Forgeborn's level, `hand` cards in hand, `cycle` the
    deck cycle, `banish` cards in the Banish Pile, `discard`, `deck`, `health`."""

    what: str
    whose: str = "you"
    times: int = 1


class Sum(language.Sum, frozen=True, tag="sum"):
    """Several amounts added up: `its Attack plus 2`."""

    parts: tuple[Amount, ...]


class Half(language.Half, frozen=True, tag="half"):
    """Half of an amount, rounded down or up."""

    of: Amount
    up: bool = False


class TotalOf(Node, frozen=True, tag="total"):
    """A number over all cards in play that fit; how: sum, most (the highest of them), least."""

    stat: str
    what: Filter
    how: str = "sum"
    times: int = 1


Amount: TypeAlias = (
    Number
    | StatOf
    | CountOf
    | HappenedCount
    | CountersOn
    | ThatMuch
    | PlayerNumber
    | Sum
    | Half
    | TotalOf
)


# -- conditions ----------------------------------------------------------------------------------


class Happened(Node, frozen=True, tag="happened"):
    """Something happened this turn, at least `least` times.

    event is a trigger's event (see Trigger); `who` filters what it happened to (or, for players,
    whose it was: Filter(kind="player", side="yours")); `source` what did it.
    """

    event: str
    who: Filter | None = None
    source: Filter | None = None
    least: int = 1
    before_combat: bool = False


class Exists(Node, frozen=True, tag="exists"):
    """There are at least `least` (and at most `most`) that fit, in play or in a zone."""

    what: Filter
    least: int = 1
    most: int | None = None
    zone: str = "play"
    whose: str = "you"


class Is(Node, frozen=True, tag="is"):
    """What a ref stands for fits the filter now."""

    ref: Ref
    what: Filter


class Compare(language.Compare, frozen=True, tag="compare"):
    """Two numbers compared: <=, >=, <, >, =."""

    left: Amount
    op: str
    right: Amount


class HasForge(Node, frozen=True, tag="forge"):
    """A player has the Forge."""

    whose: str = "you"


class Replaced(Node, frozen=True, tag="replaced"):
    """`this` replaced a creature when it came into play (that fits the filter)."""

    what: Filter | None = None


class Survives(Node, frozen=True, tag="survives"):
    """What a ref stands for is still in play."""

    ref: Ref


class Edge(Node, frozen=True, tag="edge"):
    """A creature is in the leftmost or rightmost lane: of all lanes (`lane`), or of its side's creatures
    (`creature`). `which`: leftmost, rightmost, center."""

    ref: Ref
    which: str
    among: str = "lane"


class NoEmptyLane(Node, frozen=True, tag="full"):
    """A player has no empty lane."""

    whose: str = "you"


class Not(language.Not, frozen=True, tag="not"):
    """The opposite."""

    condition: Condition


class Every(language.Every, frozen=True, tag="and"):
    """All of them."""

    conditions: tuple[Condition, ...]


class Any_(Node, frozen=True, tag="or"):
    """One of them at least."""

    conditions: tuple[Condition, ...]


Condition: TypeAlias = (
    Happened
    | Exists
    | Is
    | Compare
    | HasForge
    | Replaced
    | Survives
    | Done
    | Edge
    | NoEmptyLane
    | Not
    | Every
    | Any_
)


# -- what is given -------------------------------------------------------------------------------


class Keyword(Node, frozen=True, tag="keyword"):
    """aggressive, defender, breakthrough, stealth, mobility (n lanes), armor (n), free."""

    name: str
    n: Amount = Number(1)


class Forbid(Node, frozen=True, tag="forbid"):
    """Something that can't be: `what` is one of

    gain health, lose health, take damage, be affected (by enemy spells or abilities), be destroyed,
    be replaced, move, attack, be moved, get KEYWORD, play KIND, use forgeborn, be upgraded,
    deal combat damage.
    """

    what: str
    but: tuple[str, ...] = ()
    """Names of the cards whose effect is excepted."""
    source: Filter | None = None
    """Only if this does it: `can't be dealt damage by spells`."""
    combat: bool | None = None
    """Damage: only combat damage (True), only other (False)."""
    lane: str = ""
    """this: only in the lane of `this` (`enemy players can't play creatures in this lane`)."""


class Alter(Node, frozen=True, tag="alter"):
    """A number of an event is another: `event` is damage dealt, damage taken, health gained, health lost.

    Either set to `to`, or raised by `plus`, or multiplied by `times`. `combat` None is both.
    `becomes`: instead another thing happens: attack lost (damage lowers Attack), health gained.
    """

    event: str
    plus: Amount = Number(0)
    to: Amount | None = None
    times: int = 1
    combat: bool | None = None
    becomes: str = ""
    against: Filter | None = None
    """Only damage dealt to these (for `damage dealt`), or only what these do (for the other events)."""


class Gift(Node, frozen=True, tag="gift"):
    """What creatures, Exalts or players have, get or lose by an effect or an aura."""

    attack: Amount | None = None
    """Auras only: effects change Attack with `Change`."""
    health: Amount | None = None
    keywords: tuple[Keyword, ...] = ()
    types: tuple[str, ...] = ()
    """Creature types; `Minion` too."""
    abilities: tuple[Ability, ...] = ()
    loses: tuple[str, ...] = ()
    """Keywords it loses; `printed` for all printed abilities."""
    forbids: tuple[Forbid, ...] = ()
    alters: tuple[Alter, ...] = ()
    attack_is: Amount | None = None
    """Auras only: its Attack is this number, whatever it was."""
    health_is: Amount | None = None


# -- effects -------------------------------------------------------------------------------------


class Change(Node, frozen=True, tag="change"):
    """Attack and Health of creatures go up or down; `turn` for until the end of the turn."""

    who: Selector
    attack: Amount | None = None
    health: Amount | None = None
    until: str = ""


class SetStat(Node, frozen=True, tag="set"):
    """A stat (A or H) becomes a number."""

    who: Selector
    stat: str
    to: Amount


class Switch(Node, frozen=True, tag="switch"):
    """Two numbers change places: stat of `who` and stat2 of `with_`; both of one creature if None.

    The second may be a player's Health. `who` may choose two: then those two are switched.
    """

    who: Selector
    stat: str
    with_: Selector | None = None
    stat2: str = ""
    until: str = ""
    """turn: until the end of the turn."""


class Give(Node, frozen=True, tag="give"):
    """A gift to creatures, Exalts or players; `until` is turn, or empty for as long as it is in play.

    Armor too: Keyword("armor", n).
    """

    who: Selector
    gift: Gift
    until: str = "turn"


class Damage(Node, frozen=True, tag="damage"):
    """Damage to creatures or players, all at once; `source` deals it."""

    who: Selector
    amount: Amount
    source: Ref = "this"
    excess: Selector | None = None
    """What is left beyond Armor and Health is dealt to these as well."""


class Heal(Node, frozen=True, tag="gain"):
    """Players gain Health (a negative amount: lose it)."""

    who: Selector
    amount: Amount


class Destroy(Node, frozen=True, tag="destroy"):
    """Destroy creatures or Exalts, all at once."""

    who: Selector


class Banish(Node, frozen=True, tag="banish"):
    """Banish from play (not destroyed), or cards from hand or discard pile."""

    who: Selector


class PlayNamed(Node, frozen=True, tag="named"):
    """Play a card by name, from outside (Minions) or the Upgrade Pile (Solbind cards).

    lane: empty for any, or this, its, that, or as in Filter.lane (exalt, adjacent, chosen, center);
    each empty: one in each empty lane; empty: in an empty lane; lane_name: in each lane with that Exalt.
    `gift` goes on it. `put` True: put into play, not played. transform True: play it, or Transform
    it if its other side is in play.
    """

    name: str
    who: Ref = "you"
    most: int = 1
    least: int = 1
    lane: str = ""
    transform: bool = False
    gift: Gift | None = None
    attack: int = 0
    health: int = 0
    lane_name: str = ""
    put: bool = False


class PlayCard(Node, frozen=True, tag="play"):
    """Play a card from a zone: hand, discard, banish (Reanimate), deck, top (of the deck), upgrade.

    Random from the discard pile or deck is the dealer's. `who` is who plays. lane as in PlayNamed, and
    exalt: a lane with one of your Exalts. `gift`, attack and health go on the creature.
    """

    zone: str
    what: Filter
    who: Ref = "you"
    most: int = 1
    least: int = 1
    random: bool = False
    lane: str = ""
    gift: Gift | None = None
    attack: int = 0
    health: int = 0
    put: bool = False
    """Put into play, which is not playing it."""


class ReplaceWith(Node, frozen=True, tag="replace"):
    """A creature is replaced: with a card by name, or with one from a zone that fits."""

    who: Selector
    name: str = ""
    zone: str = ""
    what: Filter | None = None
    random: bool = False


class UpgradeCard(Node, frozen=True, tag="upgrade"):
    """Upgrade cards of a zone (hand, discard, play); the card is then `it`."""

    zone: str
    what: Filter
    times: int = 1
    most: int = 1
    least: int = 1
    random: bool = False
    who: Selector | None = None
    """For zone play: what is upgraded. zone empty: `what` is a ref to a card wherever it is."""
    whose: str = "you"
    """Whose zone (you, enemy, each)."""


class Discard(Node, frozen=True, tag="discard"):
    """A player discards cards that fit from hand; what None: `it`, a card in hand."""

    who: Ref = "you"
    what: Filter | None = None
    most: int = 1
    least: int = 1
    random: bool = False
    all: bool = False


class Draw(Node, frozen=True, tag="draw"):
    """A player draws cards."""

    amount: Amount
    who: Ref = "you"


class PlayIt(Node, frozen=True, tag="playit"):
    """Play `ref`, a card in hand (just Upgraded, drawn or looked at)."""

    who: Ref = "you"
    least: int = 1
    ref: Ref = "it"


class Look(Node, frozen=True, tag="look"):
    """Look at the top cards of a deck, or (zone hand) at a whole hand; they are `it`."""

    amount: Amount
    whose: str = "you"
    zone: str = "deck"


class PutCard(Node, frozen=True, tag="put"):
    """Put a card of a zone elsewhere: hand, top (of the deck), discard, banish, deck (shuffled in).

    zone play with `who`: return a creature or Exalt from play; zone top: the top cards of the deck.
    What was looked at: zone deck and a filter by ref `it` or `rest`. to: bottom (of the deck) too.
    """

    to: str
    zone: str = "discard"
    what: Filter | None = None
    who: Selector | None = None
    most: int = 1
    least: int = 1
    random: bool = False
    all: bool = False
    """All that fit, `most` and `least` ask nothing."""
    whose: str = "you"
    """Whose zone: you, enemy, each."""


class Move(Node, frozen=True, tag="move"):
    """Move creatures or Exalts.

    far: at most so many lanes (None: any). to: empty for a lane of choice, this (the lane of `this`),
    its, that, adjacent, exalt; row: front or back to change the row instead.
    """

    who: Selector
    far: Amount | None = None
    to: str = ""
    row: str = ""
    least: int = 1


class Swap(Node, frozen=True, tag="swap"):
    """Two creatures or Exalts of one side change lanes."""

    who: Selector
    with_: Selector | None = None
    """None: `who` chooses two."""


class Battle(Node, frozen=True, tag="battle"):
    """Each of `who` and the target deal damage equal to their Attack to each other."""

    who: Selector
    with_: Selector


class Strike(Node, frozen=True, tag="strike"):
    """Each of `who` deals damage equal to its Attack to the target."""

    who: Selector
    to: Selector


class Ready(Node, frozen=True, tag="ready"):
    """Ready creatures, Exalts or (ref you) the Forgeborn."""

    who: Selector


class Exhaust(Node, frozen=True, tag="exhaust"):
    """Exhaust creatures or Exalts."""

    who: Selector


class Transform(Node, frozen=True, tag="transform"):
    """Flip cards over, by name or selected. `to` empty: then put it into one of your empty lanes."""

    who: Selector | None = None
    name: str = ""
    to: str = ""


class Counters(Node, frozen=True, tag="counter"):
    """Put counters on cards (a negative number removes them; that may fail)."""

    who: Selector
    n: Amount = Number(1)
    name: str = ""


class Overlay(Node, frozen=True, tag="overlay"):
    """`this` overlays the Forgeborn (of that name)."""

    name: str = ""


class UseAbility(Node, frozen=True, tag="use"):
    """Resolve the ability of the other, unused Forgeborn of a level (2 to 4)."""

    level: int
    whose: str = "you"
    """enemy: of the Forgeborn that the enemy player uses."""


class Delayed(Node, frozen=True, tag="later"):
    """A trigger set up for later: until the end of the turn (`turn`), or for good; once or each time.

    `on`: bound to what this selects (`this` inside the trigger means each of those); None: to you.
    """

    trigger: Trigger
    body: tuple[Effect, ...]
    once: bool = False
    until: str = "turn"
    on: Selector | None = None
    """In the body `that` is the bound one, for triggers too that happen to nobody (`end of turn`)."""


class Rule(Node, frozen=True, tag="rule"):
    """A lasting rule for cards until the end of the turn: `the next [l3] card you play is Free`."""

    who: All
    gift: Gift
    once: bool = False
    """It is used up by the next card that fits and is played."""
    until: str = "turn"


class ForceBattle(Node, frozen=True, tag="must"):
    """The enemy's next card must be played in a lane or must be such a card (forcing the next play).

    With both, the next such card must be played in that lane; others may be played meanwhile.
    """

    lane: str = ""
    what: Filter | None = None


# -- how effects hang together -------------------------------------------------------------------


class May(language.May, frozen=True, tag="may"):
    """A player decides whether these are done."""

    body: tuple[Effect, ...]
    by: str = "you"


class If(language.If, frozen=True, tag="if"):
    """Done if the condition holds, otherwise the other.

    `stops`: the condition modifies no other step, so that unmet it ends the ability (whitefang).
    """

    condition: Condition
    body: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()
    stops: bool = True


class Pay(language.Pay, frozen=True, tag="to"):
    """`X to Y`: both must be possible; X first, then Y."""

    cost: tuple[Effect, ...]
    body: tuple[Effect, ...]


class Modes(language.Modes, frozen=True, tag="modes"):
    """Choose so many of the options, each once; if the condition holds, `better` many instead."""

    options: tuple[tuple[Effect, ...], ...]
    n: int = 1
    condition: Condition | None = None
    better: int = 0
    up_to: bool = False
    by: str = "you"


class Repeat(language.Repeat, frozen=True, tag="repeat"):
    """These so many times, one after the other."""

    times: Amount
    body: tuple[Effect, ...]


class Again(Node, frozen=True, tag="again"):
    """Resolve this ability once more."""


class ForEach(Node, frozen=True, tag="each"):
    """These for each of what is selected, which is `it` in turn."""

    who: Selector
    body: tuple[Effect, ...]


class Target(Node, frozen=True, tag="target"):
    """Select, and do nothing yet: it is `it` from now on (`Choose an enemy creature.`)."""

    who: Selector


class PickLane(Node, frozen=True, tag="pick"):
    """A lane is chosen, which filters and lanes of plays and moves call `chosen` from now on."""

    empty: bool = False
    """It must be an empty lane of `you`."""
    by: str = "you"


Effect: TypeAlias = (
    Change
    | SetStat
    | Switch
    | Give
    | Damage
    | Heal
    | Destroy
    | Banish
    | PlayNamed
    | PlayCard
    | ReplaceWith
    | UpgradeCard
    | Discard
    | Draw
    | PlayIt
    | Look
    | PutCard
    | Move
    | Swap
    | Battle
    | Strike
    | Ready
    | Exhaust
    | Transform
    | Counters
    | Overlay
    | UseAbility
    | Delayed
    | Rule
    | ForceBattle
    | May
    | If
    | Pay
    | Modes
    | Repeat
    | Again
    | ForEach
    | Target
    | PickLane
)


# -- abilities -----------------------------------------------------------------------------------


class Trigger(Node, frozen=True, tag="when"):
    """When an ability triggers. event is one of

    deploy (this comes into play), slay (this destroys an enemy creature), destroyed, replaced (it was
    replaced; other: by what), replaces, played (a card was played from anywhere), enters play,
    enters (a lane or row, or play), moved, damages (deals damage), damaged (is dealt damage),
    gains health / loses health (who: a player or creature), gains attack / loses attack, upgraded,
    forgeborn used, transformed, start of turn, end of turn, start of combat, end of combat,
    start of cycle, end of cycle, leaves, alone (a state: no adjacent creatures), readied, exhausted,
    discarded, drawn, activated, battles, attacks, reanimated, counter put (on it), gets forge,
    forgeborn levelled.
    """

    event: str
    who: Filter | None = None
    """What it happens to, or who does it for played, damages, upgraded: the card, or the player."""
    other: Filter | None = None
    """The second party: whom it damages, what destroyed it, what it replaces, what was upgraded."""
    by: str = ""
    """you or enemy: the player who did it (played, upgraded, used, drew)."""
    lane: str = ""
    """this: it happens in the lane of this card; adjacent: in a lane next to it; any: to what changes
    lanes or comes into play (not to what changes its row alone)."""
    row: str = ""
    combat: bool | None = None
    """Damage: only combat damage (True), only other (False)."""
    before_combat: bool = False
    first: bool = False
    """Only the first time each turn."""
    nth: int = 0
    condition: Condition | None = None
    """Looked at when it would trigger (`while`, `if` inside the trigger's own words)."""
    zone: str = ""
    """Of what is played or comes into play: only from there (hand, discard, banish)."""


class Triggered(Node, frozen=True, tag="triggered"):
    """`When …, …`, Deploy, Slay, `At the start of …`."""

    trigger: Trigger
    body: tuple[Effect, ...]
    once: bool = False
    """Only once a turn."""
    exalted: bool = False


class Activated(Node, frozen=True, tag="activated"):
    """`Activate: …`: exhaust it to do this."""

    body: tuple[Effect, ...]
    once: bool = False
    exalted: bool = False


class Line(Node, frozen=True, tag="line"):
    """One line (paragraph) of a spell or Forgeborn ability: resolved when it is played or used."""

    body: tuple[Effect, ...]


class Has(Node, frozen=True, tag="has"):
    """Keywords and the like that a card has: Aggressive, 4D, Mobility 2, Stealth."""

    gift: Gift
    exalted: bool = False


class Aura(Node, frozen=True, tag="aura"):
    """While it is in play (and the condition holds) all these have the gift; computed, never stored."""

    who: All
    gift: Gift
    condition: Condition | None = None
    exalted: bool = False


class FreeIf(Node, frozen=True, tag="free"):
    """The card may be played for Free: always, on a condition, or for a cost.

    The condition may speak of `it`, the target the spell is then played on.
    """

    condition: Condition | None = None
    cost: tuple[Effect, ...] = ()


class Instead(Node, frozen=True, tag="instead"):
    """A replacement: when the event would happen, the body happens instead (`may` leaves the choice)."""

    trigger: Trigger
    body: tuple[Effect, ...]
    may: bool = False
    exalted: bool = False


Ability: TypeAlias = Triggered | Activated | Line | Has | Aura | FreeIf | Instead
