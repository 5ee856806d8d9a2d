"""Numbers that are worked out: `equal to its A`, `the number of Robots you have in play`."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from parsy import forward_declaration

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.nouns import Noun
from domain.games.solforge.language.places import WHOSE, counter_name, possessive, zone_name
from domain.games.solforge.language.traits import stat
from domain.games.solforge.language.trees import times

X: Final = n.PlayerNumber("?X")
"""`X`, until it is known what it is."""

_WHO_NUMBER: Final = one_of(
    {
        "its": "?it", "this creature's": "this", "this card's": "this", "that creature's": "?that",
        "this exalt's": "this", "their": "?they", "the creature's": "?that", "this's": "this",
        "the destroyed creature's": "?gone", "the sacrificed creature's": "?gone",
        "the opposing creature's": "?opposing", "your creature's": "?first",
            "that enemy creature's": "?second",
        "the replaced creature's": "other", "the discarded card's": "?card", "that card's": "?card",
        "that spell's": "?card", "that minion's": "?that",
    },
    "its",
)  # fmt: skip

number_of: Final = alt(
    make(lambda r, s: n.StatOf(s, r), _WHO_NUMBER, b.could("current|total|printed"), stat),
    make(lambda s, r: n.StatOf(s, r), b.could("the"), stat, skip("of"), alt(
        to(word("this(?: creature)?"), lambda _: "this"), to(word("it"), lambda _: "?it"),
        to(word("that creature|the creature"), lambda _: "?that"),
        to(word("the opposing creature"), lambda _: "?opposing"),
        to(word("the (?:destroyed|sacrificed) creature"), lambda _: "?gone"),
        to(word("the replaced creature"), lambda _: "other"),
    )),
)  # fmt: skip
"""A number of one thing."""

_level = one_of(
    {
        "the current level of your Forgeborn": "you", "the level of your Forgeborn": "you",
        "your Forgeborn's current level": "you", "your Forgeborn's level": "you",
            "your Forgeborn level": "you",
        "the enemy Forgeborn's level": "enemy", "the level of the enemy Forgeborn": "enemy",
        "the enemy player's Forgeborn's level": "enemy",
    },
    "the level of your Forgeborn",
)  # fmt: skip
_health = one_of(
    {
        "your H": "you", "your Health": "you", "your current H": "you", "your total H": "you",
        "your life": "you", "the enemy player's H": "enemy", "an enemy player's H": "enemy",
        "the enemy player's Health": "enemy", "your opponent's H": "enemy",
            "the opponent's H": "enemy",
    },
    "your H",
)  # fmt: skip


def count(noun: Noun, zone: tuple[str, str] | None = None, times: int = 1) -> n.Amount:
    """How many there are of a noun."""
    where, whose = zone or (noun.zone, noun.whose)
    if len(noun.filters) > 1:
        return n.Sum(tuple(n.CountOf(f, times, where or "play", whose) for f in noun.filters))
    found = next(iter(noun.filters))
    if found.happened == "enters play" and found.kind in ("spell", "card"):
        return happened_count("played", who=_with(noun, happened=""))
    if where:
        found = msgspec.structs.replace(found, side="")
    return n.CountOf(found, times, where or "play", whose)


def happened_count(event: str, **fields: Any) -> n.Amount:
    """How often something happened this turn."""
    return n.HappenedCount(n.Happened(event, **fields))


def _with(noun: Noun, **fields: Any) -> n.Filter:
    return noun.with_(**fields).filters[0]


countable: Final = alt(
    # spells played this turn
    make(
        lambda f, *_: happened_count("played", who=_with(f)),
        forward.noun,
        word("(?:that were |that was |that have been )?played (?:so far )?this turn"),
        maybe(word(", including this one|including this one|, including itself|including this"),
            b.DROP),
    ),
    make(
        lambda f, *_: happened_count("played", who=_with(f, side="yours")),
        forward.noun,
        word("(?:that )?(?:you(?:'ve| have)? played|played by you) (?:so far )?this turn"),
        maybe(word(", including this one|including this one|, including itself"), b.DROP),
    ),
    make(
        lambda p, f, e: happened_count(e, who=_with(f, **({"side": p} if p else {}))),
        maybe(make(lambda p: p, b.could("of"), possessive), ""),
        forward.noun,
        b.could("that"),
        one_of(
            {
                "was destroyed": "destroyed", "were destroyed": "destroyed",
                    "destroyed": "destroyed",
                "has been destroyed": "destroyed", "you Upgraded": "upgraded",
                    "Upgraded": "upgraded",
                "you discarded": "discarded", "discarded": "discarded", "was replaced": "replaced",
                "have been destroyed": "destroyed", "that died": "destroyed", "you drew": "drawn",
                "transformed": "transformed", "moved": "moved",
            },
            "destroyed",
        ),
        skip("this turn"),
    ),
    make(lambda _: n.ThatMuch(),
        word("(?:[a-z]+ )?counters? (?:that (?:was|were) )?removed(?: in)? this way")),
    make(lambda _: n.ThatMuch(),
        word("(?:creatures?|cards?|minions?|exalts?|[A-Z][a-z]+) (?:that (?:was|"
        "were) )?(?:destroyed|discarded|banished|drawn|played|upgraded|moved|sacrificed|"
        "damaged)(?: in| this)? (?:this )?way")),
    make(
        n.HappenedCount,
        skip("times?(?: that)?"),
        b.only_if(forward.condition, lambda c: isinstance(c, n.Happened), "what happened this turn"),
    ),
    make(lambda f: happened_count(f), skip("times?(?: that)?"), one_of(
        {"this was dealt damage this turn": "damaged",
            "this has been dealt damage this turn": "damaged"}, "this was dealt damage")),
    make(lambda name, ref: n.CountersOn(ref, name), counter_name, skip("on"),
         one_of({"this": "this", "it": "?it", "that creature": "?that", "this creature": "this",
             "this exalt": "this"}, "this")),
    make(lambda p, z: n.PlayerNumber(z,
        WHOSE[p]) if z != "upgrade" else count(Noun((n.Filter(kind="card"),)), (z, WHOSE[p])),
         skip("cards? (?:in|left in|remaining in)"), possessive, zone_name),
    make(lambda w: n.PlayerNumber("forgeborn", w), alt(
        _level,
            to(word("levels? (?:of your Forgeborn|your Forgeborn has)|"
            "(?:of )?your Forgeborn(?:'s)? levels?|Forgeborn level"), lambda _: "you"))),
    make(lambda s, r: n.StatOf(s, r), stat, b.could("that"), alt(
        to(word("(?:this|it) has|on this|on it"), lambda _: "?it"),)),
    make(lambda _: n.PlayerNumber("cycle"), word("deck cycles?(?: completed| so far)?")),
    make(
        lambda p, o, f: count(f.with_(**({"side": p} if p else {}),
            **({"other": True} if o else {}))),
        possessive,
        b.peek(r"other\b"),
        b.could("other"),
        forward.noun,
    ),
    make(count, forward.noun),
)  # fmt: skip
"""What can be counted."""


for_each: Final = make(lambda c: c, b.could(","), skip("for (?:each|every)(?: of)?"), countable)
"""`for each spell played this turn`: the number of them."""

_total = alt(
    make(
        lambda how, s, noun: n.TotalOf(s, noun.filters[0], how),
        b.could("the"),
        one_of({"total": "sum", "combined": "sum", "highest": "most", "lowest": "least",
            "greatest": "most"}, "total"),
        stat,
        skip("(?:of|among)(?: all)?(?: of)?"),
        b.could("the"),
        make(lambda p, f: f.with_(side="yours" if p == "your" else ""), maybe(word("your|all"), ""),
            forward.noun),
    ),
)  # fmt: skip


def _sum(first: n.Amount, rest: list[n.Amount]) -> n.Amount:
    if not rest:
        return first
    if isinstance(first, n.ThatMuch) and len(rest) == 1 and isinstance(rest[0], n.Number):
        return n.ThatMuch(first.plus + rest[0].n, first.times)
    return n.Sum((first, *rest))


_plain = forward_declaration()
value: Final = make(
    _sum,
    _plain,
    make(lambda a: a, alt(skip("plus"), b.skip_mark(r"\+")), _plain).many(),
)
_plain.become(
    alt(
        make(lambda a: times(a, 2), skip("twice|double|two times|2 times"), _plain),
        make(lambda a: times(a, 3), skip("three times|triple"), _plain),
        make(
            lambda a, up=False: n.Half(a, bool(up)),
            skip("half(?: of)?"),
            _plain,
            maybe(
                alt(
                    to(word(r",? ?\(?rounded up\)?|, rounded up"), lambda _: True),
                    to(word(r",? ?\(?rounded down\)?|, rounded down"), lambda _: False),
                ),
                False,
            ),
        ),
        make(lambda c: c, skip("the (?:total )?number of"), countable),
        make(
            lambda _: n.ThatMuch(),
            word(
                "that (?:much|many|amount|damage)|the same amount|the amount(?: (?:of|it|this|"
                "you) [a-z ]{0,24}(?:dealt|gained|lost|took))?|"
                "the (?:amount of )?(?:damage|H|Health)(?: (?:that was |it |this |you )?(?:dealt|"
                "gained|lost)(?: this way| to it)?)?"
            ),
        ),
        _total,
        number_of,
        to(_level, lambda w: n.PlayerNumber("forgeborn", w)),
        to(_health, lambda w: n.PlayerNumber("health", w)),
        make(lambda _: n.PlayerNumber("cycle"), word("the (?:current )?deck cycle")),
        to(word("X", case=True), lambda _: X),
        to(b.number, n.Number),
    )
)
equal_to: Final = make(lambda a: a, b.could("that is|which is"), skip("equal to"), value)
"""`equal to its A`."""
forward.amount.become(b.memo(value))

_x = to(b.mark(r"X(?=[AHD]?\b)", "X"), lambda _: X)
short: Final = alt(
    make(lambda s: n.StatOf(s, "this"), b.skip_mark(r"\("), stat, b.skip_mark(r"\)")),
    to(b.number, n.Number),
    _x,
    to(
        word("that (?:much|many)|the same amount of|that amount of|an equal amount of"),
        lambda _: n.ThatMuch(),
    ),
    make(lambda: n.ThatMuch(times=2), skip("twice that (?:much|many)|double that(?: much)?")),
)
"""A number before what is counted: `5`, `X`, `that much`."""
