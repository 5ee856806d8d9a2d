"""Conditions: `if you have two or more Spirits in your banish pile`, `while this is opposed`."""

from __future__ import annotations

from typing import Any, Final

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.names import card_name
from domain.games.solforge.language.nouns import Noun
from domain.games.solforge.language.places import (
    WHOSE,
    compare_after,
    compare_before,
    possessive,
    zone_name,
)
from domain.games.solforge.language.selectors import pronoun, this
from domain.games.solforge.language.traits import stat

YOURS: Final = n.Filter(kind="player", side="yours")
THEIRS: Final = n.Filter(kind="player", side="enemy")
ENEMY_WORDS: Final = (
    "(?:the|an?|your|each|any|that) (?:enemy player|opponent|opposing player|enemy)(?! creature)"
    "|they|that player"
)
_who: Final = alt(
    to(word("you"), lambda _: YOURS), to(word(ENEMY_WORDS, "an enemy player"), lambda _: THEIRS)
)
WHO_OF: Final = {"yours": "you", "enemy": "enemy", "": "each"}
_has = skip("have|has|control|controls")
_hasnt = skip(
    "don't have|doesn't have|do not have|does not have|don't control|have no|has no|control no|"
    "controls no"
)


# -- how many there are --------------------------------------------------------------------------


def _limits(op: str, value: int) -> dict[str, int]:
    return {
        ">=": {"least": value},
        ">": {"least": value + 1},
        "<=": {"least": 0, "most": value},
        "<": {"least": 0, "most": value - 1},
        "=": {"least": value, "most": value},
    }[op]


counted: Final = alt(
    make(lambda v, op: _limits(op, v), b.number, compare_after),
    make(lambda op, v: _limits(op, v), compare_before, b.number),
    make(lambda: {"least": 0, "most": 0}, skip("no(?: other)?", "no")),
    make(lambda: {"least": 1}, skip("another"), b.not_ahead("one ")),
    make(lambda: {"least": 1}, skip("(?:at least )?(?:one|an?)(?! or )|any|your")),
    make(lambda v: {"least": v}, b.number),
    make(lambda: {"least": 1, "most": 1}, skip("only one|exactly one")),
)
_another = b.peek(r"(?:another|no other|any other)\b")


def _exists(side: str, counted: dict[str, int], noun: Noun, other: bool = False) -> n.Condition:
    where, whose = noun.zone or "play", noun.whose
    fields: dict[str, Any] = {"other": True} if other else {}
    if where == "play" and side and not any(f.side for f in noun.filters):
        fields["side"] = side
    if where == "play":
        found = [
            n.Exists(f, counted.get("least", 1), counted.get("most"))
            for f in noun.with_(**fields).filters
        ]
    else:
        if whose == "?their":
            whose = WHO_OF.get(side, "enemy")
        found = [
            n.Exists(f, counted.get("least", 1), counted.get("most"), where, whose)
            for f in noun.filters
        ]
    if len(found) == 1:
        return found[0]
    return n.Every(tuple(found)) if counted.get("most") == 0 else n.Any_(tuple(found))


have: Final = alt(
    make(
        lambda who, c1, n1, c2, n2: n.Every((_exists(who.side, c1, n1), _exists(who.side, c2, n2))),
        _who, _has, counted, forward.noun, b.could("in play"), skip("and"), counted, forward.noun,
    ),
    make(
        lambda who, name: n.Exists(n.Filter(kind="card", side=who.side, names=(name,))),
        _who,
        _has,
        card_name,
        skip("(?:already )?in play"),
    ),
    make(
        lambda p, z, c: n.Exists(
            n.Filter(kind="card"), c.get("least", 1), c.get("most"), z, WHOSE[p]
        ),
        possessive,
        zone_name,
        skip("has|have|contains"),
        counted,
        skip("cards?"),
    ),
    make(
        lambda who, other, counted, noun: _exists(who.side, counted, noun, other),
        _who, _has, _another, counted, forward.noun,
    ),
    make(
        lambda who, noun: n.Not(_exists(who.side, {"least": 1}, noun)),
        _who, _hasnt, b.could("an?|any"), forward.noun,
    ),
    make(
        lambda other, counted, noun: _exists("", counted, noun, other),
        skip("there (?:is|are)"), _another, counted, forward.noun,
    ),
    make(
        lambda noun: n.Not(_exists("", {"least": 1}, noun)),
        skip("there (?:isn't|is not|aren't|are not)"), b.could("an?|any"), forward.noun,
    ),
    make(lambda counted, noun: _exists("", counted, noun),
         counted, forward.noun, skip("(?:is|are) in play")),
    make(lambda name: n.Exists(n.Filter(kind="card", names=(name,))), card_name,
        skip("is in play")),
)  # fmt: skip
"""`you have a Robot in play`, `there are no enemy creatures`."""


# -- cards in zones, numbers of players ----------------------------------------------------------


def _number_test(left: n.Amount, test_: tuple[str, n.Amount]) -> n.Condition:
    return n.Compare(left, test_[0], test_[1])


against: Final = alt(
    make(lambda v, op: (op, n.Number(v)), b.number, compare_after),
    make(lambda op, v: (op, v), compare_before, forward.amount),
    make(lambda v: ("=", n.Number(v)), b.number),
)
"""A comparison with a number: `5 or more`, `more than 30`, `less than its H`."""
_number_h = alt(
    make(lambda v, _s, op: (op, n.Number(v)), b.number, stat, compare_after),
    make(lambda v, op, _s: (op, n.Number(v)), b.number, compare_after, stat),
    make(lambda op, v, _s: (op, n.Number(v)), compare_before, b.number, stat),
    make(lambda v, _s: ("=", n.Number(v)), skip("exactly"), b.number, stat),
)


def _than(who: n.Filter, what: str, op: str, other: n.Filter) -> n.Condition:
    return n.Compare(
        n.PlayerNumber(what, WHO_OF[who.side]), op, n.PlayerNumber(what, WHO_OF[other.side])
    )


_more_less = one_of(
    {
        "more": ">",
        "less": "<",
        "fewer": "<",
        "higher": ">",
        "lower": "<",
        "the same": "=",
        "as many": "=",
        "as much": "=",
    },
    "more",
)
_than_who = make(
    lambda who: who,
    skip("than|as|to"),
    alt(
        to(word("you(?: do| have)?"), lambda _: YOURS),
        to(word(f"(?:{ENEMY_WORDS})(?: does| has| do| have)?"), lambda _: THEIRS),
    ),
)


def _more_creatures(who: n.Filter, op: str, noun: Noun, other: n.Filter) -> n.Condition:
    f = noun.filters[0]
    return n.Compare(
        n.CountOf(noun.with_(side=who.side).filters[0] if not f.side else f),
        op,
        n.CountOf(noun.with_(side=other.side).filters[0]),
    )


players: Final = alt(
    # the Forge
    make(lambda who: n.HasForge(WHO_OF[who.side]), _who, skip("have|has|hold|holds"),
        skip("the forge")),
    make(lambda who: n.Not(n.HasForge(WHO_OF[who.side])), _who,
        skip("don't have|doesn't have|do not have|does not have"), skip("the forge")),
    # Health
    make(lambda who, t: _number_test(n.PlayerNumber("health", WHO_OF[who.side]), t), _who, _has,
        _number_h),
    make(lambda who, op, _s, other: _than(who, "health", op, other), _who, _has, _more_less, stat,
        _than_who),
    make(lambda who, _s, op, other: _than(who, "health", op, other), _who, _has, stat,
        one_of({"greater": ">", "higher": ">", "more": ">", "less": "<", "lower": "<",
        "equal": "="}, "greater"), _than_who),
    make(lambda p, t: _number_test(n.PlayerNumber("health", WHOSE[p]), t), possessive,
        skip("(?:total )?(?:H|Health|life)(?: total)?"), skip("is"), against),
    make(lambda p, op, q: n.Compare(n.PlayerNumber("health", WHOSE[p]), op, n.PlayerNumber("health",
        WHOSE[q])), possessive, skip("(?:H|Health)"), skip("is"),
         one_of({"less than": "<", "lower than": "<", "greater than": ">", "higher than": ">",
             "more than": ">"}, "less than"), possessive, b.could("H|Health")),
    # hands and piles
    make(lambda who, c, z: n.Exists(n.Filter(kind="card"), c.get("least", 1), c.get("most"), z[1],
        z[0] or WHO_OF[who.side]),
         _who, _has, counted, skip("(?:other )?cards?"), alt(
             make(lambda p, z: ({"yours": "you", "enemy": "enemy"}.get(p, ""), z),
                 skip("in|left in"), possessive, zone_name),
             to(word("in hand"), lambda _: ("", "hand")))),
    make(lambda p, z: n.Exists(n.Filter(kind="card"), 0, 0, z, WHOSE[p]), possessive, zone_name,
        skip("is empty")),
    make(lambda who, op, z, other: _than(who, z, op, other), _who, _has, _more_less,
        skip("cards in"), b.could("your|their"), zone_name, _than_who),
    make(_more_creatures, _who, _has, _more_less, forward.noun, b.could("in play"), _than_who,
        b.could("in play")),
    make(lambda op, a, c: n.Compare(n.CountOf(a.filters[0]), op, n.CountOf(c.filters[0])),
        skip("there are"), one_of({"more": ">", "fewer": "<"}, "more"), forward.noun, skip("than"),
        forward.noun),
    # lanes
    make(lambda who: n.NoEmptyLane(WHO_OF[who.side]), _who,
        skip("have no|has no|don't have any|doesn't have any|don't have an"),
        skip("(?:empty|open|unoccupied) lanes?")),
    make(lambda who: n.Not(n.NoEmptyLane(WHO_OF[who.side])), _who, _has,
        skip("an|one or more|at least one"), skip("(?:empty|open) lanes?")),
    make(lambda who: n.NoEmptyLane(WHO_OF[who.side]), _who, _has,
        skip("a creature in (?:each|every|all)(?: of your| of their)?"), skip("lanes?|lane")),
    make(lambda: n.NoEmptyLane("you"),
        skip("all(?: of)? your lanes are (?:full|occupied|filled)|"
        "each of your lanes has a creature|there are no empty lanes on your side|"
        "your lanes are full")),
    # deck cycle, Forgeborn
    make(lambda v, op: n.Compare(n.PlayerNumber("cycle"), op, n.Number(v)), skip("it is|it's"),
        b.could("the"), b.ordinal, skip("deck cycle"), one_of({"or later": ">=",
        "or earlier": "<="}, "or later")),
    make(lambda v: n.Compare(n.PlayerNumber("cycle"), "=", n.Number(v)), skip("it is|it's|this is"),
        b.could("the"), b.ordinal, skip("deck cycle")),
    make(lambda v, op: n.Compare(n.PlayerNumber("forgeborn"), op, n.Number(v)),
        skip("your Forgeborn is"), b.could("at"), skip("level"), b.number, maybe(compare_after,
        "=")),
    make(lambda t: _number_test(n.PlayerNumber("forgeborn"), t),
        skip("(?:your Forgeborn's(?: current)? level|the level of your Forgeborn) is"),
        b.could("level"), against),
    make(lambda op, r: n.Compare(n.PlayerNumber("forgeborn"), op, n.StatOf("L", r)),
        skip("your Forgeborn is"), b.could("an?|at a"), one_of({"higher": ">", "lower": "<",
        "the same": "="}, "higher"),
         skip("level"), skip("than|as"), b.could("that of"), alt(to(this, lambda _: "this"),
             to(pronoun, lambda s: getattr(s, "ref", "?it")))),
)  # fmt: skip
"""Conditions about players."""
