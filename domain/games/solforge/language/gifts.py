"""What is given: Attack, Health, Armor, keywords, quoted abilities (`+2A,+2H, 3D and Stealth`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

import msgspec

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.amounts import equal_to, for_each, number_of, short
from domain.games.solforge.language.names import card_name, creature_type
from domain.games.solforge.language.traits import KEYWORDS, stat
from domain.games.solforge.language.trees import times


@dataclass(frozen=True)
class Payload:
    """What is given, or taken away, all at once."""

    attack: n.Amount | None = None
    health: n.Amount | None = None
    keywords: tuple[n.Keyword, ...] = ()
    abilities: tuple[n.Ability, ...] = ()
    loses: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    forbids: tuple[n.Forbid, ...] = ()
    choice: tuple[Payload, ...] = ()
    """One of these, as its owner chooses."""
    armor_plain: bool = False

    @property
    def gift(self) -> n.Gift:
        """All but Attack and Health."""
        return n.Gift(
            keywords=self.keywords,
            types=self.types,
            abilities=self.abilities,
            loses=self.loses,
            forbids=self.forbids,
        )

    @property
    def whole(self) -> n.Gift:
        """All of it, as an aura gives it."""
        g = self.gift
        return n.Gift(
            self.attack, self.health, g.keywords, g.types, g.abilities, g.loses, g.forbids
        )


def both(one: Payload, two: Payload) -> Payload:
    """Two payloads together."""
    return Payload(
        one.attack or two.attack,
        one.health or two.health,
        one.keywords + two.keywords,
        one.abilities + two.abilities,
        one.loses + two.loses,
        one.types + two.types,
        one.forbids + two.forbids,
        one.choice + two.choice,
    )


def numbers(stat: str, value: n.Amount) -> Payload:
    """A change of one number."""
    if stat == "A":
        return Payload(attack=value)
    if stat == "H":
        return Payload(health=value)
    return Payload(keywords=(n.Keyword("armor", value),))


def scaled(payload: Payload, by: n.Amount) -> Payload:
    """So much for each."""

    def grow(value: n.Amount | None) -> n.Amount | None:
        return times(by, value.n) if isinstance(value, n.Number) else value

    return replace(
        payload,
        attack=grow(payload.attack),
        health=grow(payload.health),
        keywords=tuple(
            n.Keyword(k.name, grow(k.n) or n.Number(1)) if k.name in ("armor", "mobility") else k
            for k in payload.keywords
        ),
    )


def taken(payload: Payload) -> Payload:
    """The same taken away: `loses 3A`, `loses Defender`."""

    def negative(value: n.Amount | None) -> n.Amount | None:
        return None if value is None else times(value, -1)

    lost = tuple(k.name for k in payload.keywords if k.name != "armor")
    less = tuple(n.Keyword("armor", times(k.n, -1)) for k in payload.keywords if k.name == "armor")
    return Payload(
        negative(payload.attack), negative(payload.health), less, loses=lost + payload.loses
    )


_sign = b.mark(r"[+-](?=[\dXAHD ])", "+ or -")


def _signed(sign: str, value: n.Amount, s: str) -> Payload:
    return numbers(s, times(value, -1) if sign == "-" else value)


def _keyword(name: str, value: n.Amount | None = None) -> Payload:
    return Payload(keywords=(n.Keyword(name, value or n.Number(1)),))


_not_armor = {k: v for k, v in KEYWORDS.items() if v not in ("armor", "mobility")}
_slash = b.skip_mark("/")
_value = alt(short, number_of)
_both_numbers = alt(
    make(lambda: ("A", "H"), b.skip_mark(r"\+?A(?!\w)"), alt(skip("and"), b.comma),
        b.skip_mark(r"\+?H(?!\w)")),
)  # fmt: skip
_of_both = make(
    lambda how, a: (how, a),
    maybe(one_of({"half": "half", "twice": "twice", "double": "twice"}, "half"), ""),
    b.only_if(number_of, lambda a: isinstance(a, n.StatOf), "its A"),
)


def _alike(how: str, a: n.Amount) -> n.Amount:
    return n.Half(a) if how == "half" else times(a, 2) if how == "twice" else a


def _equal_both(found: tuple[str, n.StatOf]) -> Payload:
    """`+A and +H equal to half its A and H`."""
    how, a = found
    return Payload(
        _alike(how, msgspec.structs.replace(a, stat="A")),
        _alike(how, msgspec.structs.replace(a, stat="H")),
    )


item: Final = alt(
    # +2/+3
    make(
        lambda s1, a, s2, h: both(_signed(s1, a, "A"), _signed(s2, h, "H")),
        _sign, short, _slash, _sign, short, b.not_ahead(r"(?:A|H|D|Attack|Health)\b"),
    ),
    make(lambda _, found: _equal_both(found), _both_numbers, skip("equal to"), _of_both,
        skip("and"), b.could("its"), b.drop(stat)),
    make(_signed, _sign, short, stat),
    make(lambda sign, s, v: _signed(sign, v, s), _sign, stat, equal_to),
    make(lambda sign, v, s: _signed(sign, v, s), _sign, number_of, b.could("to its|to"), stat),
    # 3D, 3 Armor, Armor 3, Mobility 2
    make(
        lambda name, v: _keyword(name, v),
        one_of({"Armor": "armor", "Mobility": "mobility"}, "Mobility"),
        alt(
            make(lambda v: v, b.skip_mark(r"\("), short, b.skip_mark(r"\)")),
            make(lambda v: v, b.skip_mark("X: ?"), b.skip_mark(r"\("), skip("X is"), equal_to,
                b.skip_mark(r"\.?\)")),
            make(lambda v: v, b.skip_mark(r"\+"), short),
            short,
            equal_to,
        ),
    ),
    make(lambda name: _keyword(name), one_of({"Mobility": "mobility"}, "Mobility")),
    make(lambda v, s: numbers(s, v), short, b.could("additional|more|extra"), stat),
    make(lambda s, v: numbers(s, v), stat, equal_to),
    make(_keyword, one_of(_not_armor, "a keyword"), b.not_ahead(r"creatures?\b|or more")),
    make(
        lambda a: numbers(a.stat, a),
        b.only_if(number_of, lambda a: isinstance(a, n.StatOf), "its A"),
    ),
    make(lambda a: Payload(abilities=a), b.could("the ability|the following ability|this ability"),
        forward.quoted),
)  # fmt: skip
"""One thing that is given."""

_between = alt(
    make(lambda: b.DROP, b.comma, b.could("and(?: (?:gets?|gains?|has|have))?")),
    skip("and(?: (?:gets?|gains?|has|have))?"),
    b.skip_mark("/"),
    make(lambda: b.DROP, b.skip_mark(r"(?=[+-]\d)")),
)


def _all(first: Payload, rest: list[Payload], by: n.Amount | None) -> Payload:
    found = reduce(both, rest, first)
    return scaled(found, by) if by is not None else found


_item_each = make(scaled, item, for_each, b.ahead(r"and\b"))
_any_item = alt(_item_each, item)
plain: Final = make(_all, _any_item, make(lambda p: p, _between, _any_item).many(), maybe(for_each))
_choice = make(
    lambda first, rest: Payload(choice=(first, *rest)),
    b.could("your choice of|either"),
    plain,
    make(
        lambda p: p, alt(make(lambda: b.DROP, b.comma, b.could("or")), skip("or")), plain
    ).at_least(1),
)
forward.payload.become(b.memo(alt(_choice, plain)))
payload: Final = forward.payload
"""All that is given at once."""

_bare_between = alt(
    make(lambda: b.DROP, b.comma, b.could("and(?! (?:gets?|gains?|has|have))")),
    skip("and(?! (?:gets?|gains?|has|have))"),
)
_lost_items = make(_all, item, make(lambda p: p, _bare_between, item).many(), maybe(for_each))

lost: Final = alt(
    to(
        word(
            "all (?:of )?(?:its |their )?(?:printed )?abilities|all printed abilties|"
            "its printed abilities"
        ),
        lambda _: Payload(loses=("printed",)),
    ),
    make(
        lambda s: numbers(s, n.StatOf(s, "self")),
        skip("all(?: of)?(?: its| their)?"),
        b.only_if(stat, lambda s: s in "AH", "A or H"),
    ),
    make(lambda: Payload(loses=("armor",)), skip("(?:all(?: of)? )?(?:its |their )?(?:D|Armor)")),
    _lost_items,
)
"""What is lost."""
lost_all: Final = make(
    lambda first, rest: reduce(both, rest, first),
    lost,
    make(lambda p: p, skip("and loses?|and(?! (?:gets?|gains?|has|have))"), lost).many(),
)
_forbidden: Final = {
    "gain H": "gain health", "gain Health": "gain health", "lose H": "lose health",
        "lose Health": "lose health",
    "gain A": "gain attack", "lose A": "lose attack",
    "take damage": "take damage", "be dealt damage": "take damage", "be damaged": "take damage",
    "be destroyed": "be destroyed", "be replaced": "be replaced", "move": "move",
        "be moved": "be moved",
    "attack": "attack", "be Upgraded": "be upgraded", "deal combat damage": "deal combat damage",
    "deal damage": "deal damage", "be Exhausted": "be exhausted", "be Readied": "be readied",
        "ready": "be readied",
    "be affected by enemy spells or abilities": "be affected", "be affected": "be affected",
    "be affected by enemy abilities or spells": "be affected",
    "be affected by enemy spells and abilities": "be affected", "be targeted": "be affected",
    "be the target of enemy spells or abilities": "be affected",
        "be chosen by enemy spells or abilities": "be affected",
    "use Activate abilities": "activate", "use their Forgeborn": "use forgeborn",
        "use Forgeborn abilities": "use forgeborn",
    "use their Forgeborn's ability": "use forgeborn",
        "use their Forgeborn ability": "use forgeborn",
    "activate": "activate", "be Banished": "be banished", "be Reanimated": "be reanimated",
    "play spells": "play spell", "play creatures": "play creature", "play Exalts": "play exalt",
        "play cards": "play card",
    "play a spell": "play spell", "play a creature": "play creature", "draw cards": "draw",
    "be put in the back row": "enter back",
    "be put in the front row": "enter front", "enter the back row": "enter back",
        "be Transformed": "be transformed",
    "enter the front row": "enter front", "be in the front row": "enter front", "Battle": "battle",
    "use abilities": "activate", "be played": "be played", "have its A increased": "gain attack",
}  # fmt: skip
_get_keyword = make(
    lambda k: f"get {k}",
    skip("get|gain|have"),
    one_of({**_not_armor, "Mobility": "mobility", "Armor": "armor", "D": "armor"}, "a keyword"),
)
_damage_kind = make(
    lambda combat, verb: n.Forbid(verb, combat=combat),
    b.could("be dealt|take"),
    b.could("any"),
    one_of(
        {"combat damage": True, "non-combat damage": False, "noncombat damage": False},
        "combat damage",
    ),
    b.always("take damage"),
)
forbidden: Final = make(
    lambda f, by, but, lane: n.Forbid(
        f.what, tuple(but), source=by, combat=f.combat, lane=lane
    ),
    skip("can't|cannot|can not|may not|couldn't"),
    b.could("also|ever"),
    alt(_damage_kind, to(alt(one_of(_forbidden, "gain H"), _get_keyword), n.Forbid)),
    maybe(
        alt(
            make(
                lambda: n.Filter(kind="card", side="enemy"),
                skip("by enemy (?:spells (?:or|and) abilities|abilities (?:or|and) spells)"),
            ),
            make(
                lambda noun: noun.filters[0],
                skip("by|from"), b.could("an?|any|other"), forward.noun,
            ),
        )
    ),
    maybe(make(lambda name: [name], b.could(","),
        skip("except (?:by|from|with)|other than (?:by|from)"), card_name), []),
    maybe(to(word("in this lane"), lambda _: "this"), ""),
)  # fmt: skip
"""`can't gain H except by Some Card`."""
forbids: Final = make(
    lambda first, rest: (first, *rest),
    forbidden,
    make(
        lambda f: f,
        skip("and|or"),
        alt(forbidden, to(alt(one_of(_forbidden, "gain H"), _get_keyword), n.Forbid)),
    ).many(),
)
"""`can't attack or move`."""
_types = alt(
    make(lambda t: t[0], b.could("an?"), creature_type),
    to(word("(?:an? )?minions?"), lambda _: "Minion"),
)
also_types: Final = make(
    lambda first, rest: Payload(types=(first, *rest)),
    b.could("also"),
    _types,
    make(lambda t: t, skip("and|and also|,"), _types).many(),
)
"""`also Robots`: a type that is given."""
