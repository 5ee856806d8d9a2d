"""Noun phrases: which cards or players are meant (`other [l1] Robots with 3A or less in this lane`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.names import (
    TYPES,
    card_name,
    creature_type,
    minion,
    one_of_them,
    own_name,
)
from domain.games.solforge.language.places import Zone, after, zone
from domain.games.solforge.language.traits import Fields, adjective, join

Choices = tuple[Fields, ...]
"""Any of these."""


@dataclass(frozen=True)
class Noun:
    """What a noun phrase means: any of the filters, and the zone they are in."""

    filters: tuple[n.Filter, ...]
    plural: bool = False
    zone: str = ""
    whose: str = "you"
    random: bool = False

    def with_(self, **fields: Any) -> Noun:
        """With more asked of each."""
        return replace(self, filters=tuple(merged((f,), fields)[0] for f in self.filters))


def merged(filters: tuple[n.Filter, ...], fields: Fields) -> tuple[n.Filter, ...]:
    """Filters with more fields; tuples are joined."""
    out = []
    for f in filters:
        change = dict(fields)
        for key in ("stats", "not_types", "types", "factions", "not_factions"):
            if key in change:
                change[key] = (*getattr(f, key), *change[key])
        if f.kind == "player":
            change = {k: v for k, v in change.items() if k == "side"}
        out.append(n.Filter(**{**{k: getattr(f, k) for k in f.__struct_fields__}, **change}))
    return tuple(out)


# -- the noun ------------------------------------------------------------------------------------


def _typed(kind: tuple[str, bool]) -> tuple[Fields, bool]:
    return {"kind": "creature", "types": (kind[0],)}, kind[1]


def _kind(kind: str, **more: Any) -> Any:
    return lambda text: ({"kind": kind, **more}, text.endswith("s"))


def _named(name: str, *_: Any) -> tuple[Fields, bool]:
    one = one_of_them(name)
    return {"kind": "card", "names": (name,) if one == name else (name, one)}, one != name


_two_words = b.only_if(card_name, lambda name: " " in name, "a card's name")
head: Final = alt(
    to(own_name, lambda name: ({"kind": "card", "names": (name,)}, False)),
    to(word("minion creatures?|minions?"), _kind("creature", minion=True)),
    to(word("exalts?|exalt spells?"), _kind("exalt")),
    to(word("creatures?|creatures' ?"), _kind("creature")),
    to(word("spells?"), _kind("spell")),
    to(word("cards?"), _kind("card")),
    to(word("players?|opponents?"), lambda w: ({"kind": "player"}, w.endswith("s"))),
    make(
        lambda f, _: (f[0], f[1]), to(creature_type, _typed), word("creatures?|cards?", "creature")
    ),
    make(
        lambda f, w: ({**f[0], "minion": True}, w.endswith("s")),
        to(b.only_if(creature_type, lambda kind: kind[0] in TYPES, "a known type"), _typed),
        word("minions?"),
    ),
    make(
        lambda f, w: ({**f[0], "kind": "spell"}, w.endswith("s")),
        to(creature_type, _typed),
        word("spells?"),
    ),
    to(minion, lambda name: ({"kind": "card", "names": (name,)}, False)),
    make(
        lambda f: f,
        to(creature_type, _typed),
        b.not_ahead(
            r"(?!Minions?\b|Exalts?\b|Battles?\b|Strikes?\b|Aggressive\b|Defender\b|"
            r"Breakthrough\b|Stealth\b|Mobility\b|Armor\b)[A-Z][a-z]+ ?",
            case=True,
        ),
    ),
    to(_two_words, _named),
)
"""The noun itself: fields of a filter, and whether it is in the plural."""

# -- put together --------------------------------------------------------------------------------


def _build(
    before: list[Fields],
    heads: list[tuple[list[Fields], tuple[Fields, bool], bool]],
    rest: list[Any],
) -> Noun:
    zone_found: Zone = ("", "you")
    choices: list[Choices] = []
    random = any("random" in f for f in before)
    for part in rest:
        if isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], str):
            zone_found = part
        elif part == "random":
            random = True
        else:
            choices.append(part)
    filters: list[Fields] = []
    for own, (fields, _), apart in heads:
        for combination in product(*choices):
            joined = join(*(() if apart else before), *own, fields, *combination)
            joined.pop("random", None)
            if joined.get("kind") == "player":
                joined = {k: v for k, v in joined.items() if k in ("kind", "side")}
            if joined not in filters:
                filters.append(joined)
    filters = [
        {**f, "extreme": which} if f.get("extreme") == "leftmost rightmost" else f
        for f in filters
        for which in (
            ("leftmost", "rightmost") if f.get("extreme") == "leftmost rightmost" else ("",)
        )
    ]
    found = [n.Filter(**f) for f in filters]
    return Noun(
        _union(found),
        any(plural for _, (_, plural), _ in heads),
        zone_found[0],
        zone_found[1],
        random,
    )


def _union(filters: list[n.Filter]) -> tuple[n.Filter, ...]:
    """Filters that differ in their type alone become one with several types."""
    out: list[n.Filter] = []
    for f in filters:
        for index, g in enumerate(out):
            same = {k: getattr(f, k) for k in f.__struct_fields__ if k != "types"}
            if f.types and g.types and same == {k: getattr(g, k) for k in same}:
                out[index] = n.Filter(**{**same, "types": (*g.types, *f.types)})
                break
        else:
            out.append(f)
    return tuple(out)


_random = to(word("random"), lambda _: {"random": True})
_adjectives = alt(_random, adjective).many()
_article = b.maybe(to(word("an?|another|one of your|your"), lambda _: True), False)
_or_head = make(
    lambda apart, adjectives, h: (adjectives, h, apart),
    alt(
        make(lambda apart: apart, skip("or|and/or"), _article),
        make(
            lambda apart: apart,
            b.comma,
            b.ahead(r"(?:or|an?\b)|[\w\[\] ]{1,24},? or\b"),
            b.could("or"),
            _article,
        ),
    ),
    _adjectives,
    head,
)
"""Another noun; with an article of its own, what came before the first is not about it."""
_and_head = make(
    lambda adjectives, h: (adjectives, h, False),
    skip("and"),
    b.could("your"),
    _adjectives,
    b.only_if(head, lambda h: h[1], "a plural"),
)


def _heads(first: tuple[Fields, bool], more: list[Any]) -> list[Any]:
    return [([], first, False), *more]


_first_or = make(_heads, head, _or_head.many())
_first_and = make(
    _heads, b.only_if(head, lambda h: h[1], "a plural"), alt(_and_head, _or_head).at_least(1)
)
_rest = alt(zone, to(word("at random"), lambda _: "random"), after).many()

forward.noun.become(b.memo(make(_build, _adjectives, alt(_first_and, _first_or), _rest)))
noun: Final = forward.noun
"""A noun phrase without its article."""
here: Final = b.only_if(forward.noun, lambda noun: not noun.zone, "something in play")
"""A noun phrase that is not about cards of a zone."""


def one_kind(noun: Noun) -> bool:
    """Whether one filter says all of it: not `a creature or Exalt`, and nothing at random."""
    return len(noun.filters) == 1 and not noun.random


one_here: Final = b.only_if(here, one_kind, "one kind of things in play")
"""A noun phrase where only one filter can stand."""


def side_free(noun: Noun) -> n.Filter:
    """What is asked of cards of a zone: whose it is, the zone says."""
    f = noun.filters[0]
    return n.Filter(**{**{k: getattr(f, k) for k in f.__struct_fields__}, "side": ""})


many: Final = alt(
    make(lambda v: (v, 0, False), skip("up to"), alt(b.number, to(word("an?"), lambda _: 1))),
    make(lambda: (99, 0, False), skip("any number of")),
    make(lambda: (1, 1, False), skip("one of(?: the)?|an?|another|one|any")),
    make(lambda: (99, 99, True), skip("all(?: of)?(?: the)?|each|every")),
    make(lambda v: (v, v, False), b.number),
)
"""How many cards: the most, the least, and whether it is all of them."""
