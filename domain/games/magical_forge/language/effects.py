"""What effects do, one at a time: `lose`, `draw`, `destroy`, `attach`, `stop`, `can't block`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.frame.language.nodes import Node, Number
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.language.amounts import for_each, life, many, short
from domain.games.magical_forge.language.nouns import (
    EACH,
    OPPONENT,
    YOU,
    creature_type,
    player,
    selector,
)

Effects = tuple[Node, ...]
ByPlayer = Callable[[Any], Effects]
"""What a player does, once it is known which."""

# -- what players do -----------------------------------------------------------------------------

_PILES: Final = {"cards": "", "card": "", "Spells": "spells", "Spell": "spells"}
_what: Final = one_of(_PILES, "cards")
_deck: Final = one_of({"Spell Deck": "spells", "Deck": "deck"}, "Deck")
_their: Final = skip("your opponent's|your|their")
_from_hand: Final = b.could("from (?:your|their) hand")
_at_random: Final = maybe(to(word("at random"), lambda _: True), False)


def _draw(amount: Node, pile: str, each: Any) -> ByPlayer:
    return lambda who: (n.Draw(who, many(amount, each), pile or "deck"),)


verbs: Final = alt(
    make(lambda a: lambda who: (n.Lose(who, a),), skip("loses?"), life),
    make(lambda a: lambda who: (n.Gain(who, a),), skip("gains?"), life),
    make(_draw, skip("draws?"), short, _what, maybe(for_each)),
    make(
        lambda pile: lambda who: (n.Mill(who, Number(1), pile),),
        skip("discards? the top card of"), _their, _deck,
    ),
    make(
        lambda a, pile: lambda who: (n.Mill(who, a, pile),),
        skip("discards? the top"), short, skip("cards? of"), _their, _deck,
    ),
    make(
        lambda a, pile, chance: lambda who: (n.Discard(who, a, pile, chance),),
        skip("discards?"), short, _what, b.not_ahead("attached|in the|on |of your choice"),
        _from_hand, _at_random,
    ),
)  # fmt: skip
"""Verbs of players: lose, gain, draw, discard."""

# -- orders --------------------------------------------------------------------------------------

_KINDS: Final = {
    "card": (), "cards": (), "Creature": ("creature",), "Creatures": ("creature",),
    "Forge card": ("forge",), "Forge cards": ("forge",),
    "Weapon": ("weapon",), "Weapons": ("weapon",), "Spell": ("spell",), "Spells": ("spell",),
}  # fmt: skip
_ZONES: Final = {
    "from your discard pile": ("discard", False), "from your Spell discard": ("discard", True),
    "from your hand": ("hand", False),
}  # fmt: skip
_TO: Final = {
    "to your hand": "hand", "into play": "play", "into your Deck": "deck",
    "into your Spell Deck": "spell deck",
}  # fmt: skip


def _recover(
    up_to: bool, amount: Node, of: str, kinds: tuple[str, ...], zone: tuple[str, bool], to_: str
) -> Effects:
    source, spells = zone
    if spells and not kinds:
        kinds = ("spell",)
    elif not spells and not kinds and source == "discard":
        kinds = ("creature", "forge", "weapon")
    if (spells or to_ == "spell deck") and kinds != ("spell",):
        return ()
    to_ = "deck" if to_ == "spell deck" else to_
    return (n.Recover(amount, source, to_, kinds, (of,) if of else (), up_to),)


_recovered: Final = b.only_if(
    make(
        _recover,
        skip("returns?|puts?|shuffles?"),
        maybe(to(word("up to"), lambda _: True), False),
        short,
        maybe(creature_type, ""),
        one_of(_KINDS, "Creature"),
        one_of(_ZONES, "from your discard pile"),
        one_of(_TO, "to your hand"),
    ),
    bool,
    "cards that lie there",
)
_spell: Final = skip("Spells?")
_on: Final = skip("attached to|on|from")
_by_you: Final = maybe(to(word("of your choice"), lambda _: "you"), "owner")
_attach: Final = alt(
    make(
        lambda a, zone, who: (n.Attach(who, a, zone),),
        skip("attach"), short, _spell,
        one_of({"from your hand": "hand", "from your Spell discard": "discard"}, "from your hand"),
        skip("to"), selector,
    ),
    make(
        lambda who: (n.Attach(who, Number(1), "deck"),),
        skip("attach the top card of your Spell Deck to"), selector,
    ),
    make(
        lambda a, who: (n.Attach(who, a, "deck"),),
        skip("attach the top"), short, skip("cards of your Spell Deck to"), selector,
    ),
)  # fmt: skip
_detach: Final = alt(
    make(
        lambda who: (n.Detach(who, Number(0), every=True),),
        skip("discards? (?:all|each) Spells?"), _on, selector,
    ),
    make(
        lambda a, by, who: (n.Detach(who, a, by=by),),
        skip("discards?"), short, _spell, _by_you, _on, selector,
    ),
    make(
        lambda a, by, who: (n.Detach(who, a, "hand", by=by),),
        skip("returns?"), short, _spell, _by_you, _on, selector,
        skip("to (?:its owner's|your|their owner's) hand"),
    ),
)  # fmt: skip


def _is_kind(kind: str, who: n.Selector) -> bool:
    return isinstance(who, n.Refer) or who.among.kind == kind


_kind_is: Final = {
    kind: b.only_if(selector, partial(_is_kind, kind), what)
    for kind, what in (("spell", "a Spell in the centre"), ("effect", "an effect"))
}


orders: Final = alt(
    _recovered,
    _attach,
    make(
        lambda a, who: (n.Place(who, a),),
        skip("puts?"), short, _spell, _on, selector, skip("into play"),
    ),
    make(
        lambda source, where: (n.MoveSpell(source, where),),
        skip("move an? Spell"), _on, selector, skip("to"), selector,
    ),
    _detach,
    make(lambda who: (n.Destroy(who),), skip("destroys?"), selector),
    make(
        lambda who: (n.Return(who),),
        skip("returns?"), selector, skip("to (?:its|their) owner(?:'s|s') hands?"),
    ),
    make(lambda who: (n.Clear(who),), skip("discards?"), _kind_is["spell"]),
    make(lambda who: (n.Stop(who),), skip("stop"), _kind_is["effect"]),
)  # fmt: skip
"""What is done with cards and Creatures."""

# -- Creatures for a turn ------------------------------------------------------------------------

_CANT: Final = {
    "can't be blocked": "unblockable", "cannot be blocked": "unblockable",
    "can't attack": "no attack", "cannot attack": "no attack",
    "can't block": "no block", "cannot block": "no block",
}  # fmt: skip
held: Final = alt(
    to(one_of(_CANT, "can't block"), lambda mark: (mark, Number(1))),
    make(
        lambda a: ("strength", a),
        skip("takes?"), short, skip("more Life Points?(?: when (?:it|they) attacks?)?"),
    ),
    make(
        lambda a: ("again", a),
        skip("may attack"), short, skip("more times?"),
    ),
    to(word("may attack again|may attack once more"), lambda _: ("again", Number(1))),
)  # fmt: skip
"""What can hold for a Creature: a mark, and how much of it."""
_marked: Final = make(lambda who, what: (n.Mark(who, *what),), selector, held, skip("this turn"))

# -- whose doing ---------------------------------------------------------------------------------


def as_player(body: Effects, who: Any) -> Effects:
    """The same done by another player, among what is theirs: `destroys a Creature of theirs`."""
    side, by = ("opponent", "opponent") if who == OPPONENT else ("yours", "you")

    def turned(what: Any) -> Any:
        if isinstance(what, (n.Choose, n.All)) and what.among.side == "theirs":
            among = msgspec.structs.replace(what.among, side=side)
            if isinstance(what, n.Choose):
                return n.Choose(among, what.most, what.least, by)
            return n.All(among)
        return what

    out: list[Node] = []
    for effect in body:
        fields = {name: turned(getattr(effect, name)) for name in effect.__struct_fields__}
        out.append(type(effect)(**fields))
    return tuple(out)


def _both(body: Effects, who: Any) -> Effects:
    if who == EACH:
        return (*as_player(body, YOU), *as_player(body, OPPONENT))
    return as_player(body, who)


clause: Final = b.memo(
    alt(
        make(lambda who, act: act(who), player, verbs),
        make(lambda who, body: _both(body, who), player, orders),
        make(lambda act: act(YOU), b.could("you"), verbs),
        make(lambda body: body, b.could("you"), orders),
        _marked,
    )
)
"""One effect, without connectors."""
