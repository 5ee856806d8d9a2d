"""Numbers that are worked out: `the number of Creatures of yours`, `half that many, rounded up`."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from parsy import forward_declaration

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.frame.language.nodes import Half, Node, Number, Sum, ThatMuch
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.language.nouns import noun, possessive, ref

_SIDES: Final = {"yours": "you", "opponent": "opponent"}
_counted: Final = b.only_if(noun, lambda f: f.kind in ("creature", "spell"), "Creatures")

countable: Final = alt(
    make(lambda r: n.SpellsOn(r), skip("Spells? attached to|Spells? on"), ref),
    make(
        lambda side, what: n.PlayerNumber(what, _SIDES[side]),
        skip("cards? in|Spells? in"),
        possessive,
        one_of(
            {"hand": "hand", "discard pile": "discard", "Spell discard": "spell discard"}, "hand"
        ),
    ),
    make(lambda side, f: n.Count(msgspec.structs.replace(f, side=side)), possessive, _counted),
    make(lambda f: n.Count(f), _counted),
)
"""What can be counted."""

value: Final = forward_declaration()
for_each: Final = make(lambda c: c, b.could(","), skip("for each"), countable)
"""`for each Creature of yours`: the number of them."""


def times(amount: Any, by: int) -> Node:
    """An amount so many times."""
    if isinstance(amount, Number):
        return Number(amount.n * by)
    found: Node = msgspec.structs.replace(amount, times=amount.times * by)
    return found


_up: Final = maybe(
    alt(
        to(word(", rounded up|rounded up"), lambda _: True),
        to(word(", rounded down|rounded down"), lambda _: False),
    ),
    False,
)
_life: Final = one_of(
    {"your Life Points": "you", "your opponent's Life Points": "opponent"}, "your"
)
_plain: Final = alt(
    make(lambda a, up: Half(a, up), skip("half(?: of)?"), value, _up),
    make(lambda c: times(c, 2), skip("twice the number of"), countable),
    make(lambda c: c, skip("the number of"), countable),
    to(word("that many|that much"), lambda _: ThatMuch()),
    to(_life, lambda whose: n.PlayerNumber("life", whose)),
    to(b.number, Number),
)


def _sum(first: Node, rest: list[Node]) -> Node:
    return Sum((first, *rest)) if rest else first


value.become(b.memo(make(_sum, _plain, make(lambda a: a, skip("plus"), _plain).many())))
short: Final = alt(
    to(word("an?"), lambda _: Number(1)),
    to(word("that many"), lambda _: ThatMuch()),
    to(b.number, Number),
)
"""A number before what is counted: `a`, `3`, `that many`."""


def many(first: Node, each: Any = None) -> Node:
    """`2 … for each …`."""
    if each is None:
        return first
    return times(each, first.n if isinstance(first, Number) else 1)


life: Final = alt(
    make(lambda a: a, skip("Life Points equal to"), value),
    make(many, short, skip("Life Points?"), maybe(for_each)),
)
"""How many Life Points."""
