"""Conditions on what something is or has: `this is opposed`, `it is a Robot`, `it has 8A or more`."""

from __future__ import annotations

from typing import Any, Final

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.conditions import against, counted
from domain.games.solforge.language.names import creature_type
from domain.games.solforge.language.nouns import Noun, here, one_here
from domain.games.solforge.language.places import counter_name, in_lane, near, stat_test
from domain.games.solforge.language.selectors import pronoun, single, this
from domain.games.solforge.language.traits import adjective, keyword_name, levels, test

# -- what something is or has --------------------------------------------------------------------

_subject = alt(this, pronoun, single)


def state(who: n.Selector, what: n.Filter, negated: bool = False) -> n.Condition:
    """Something known fits a filter; or there is something that fits both."""
    found: n.Condition
    if isinstance(who, n.Refer):
        found = n.Is(who.ref, what)
    elif isinstance(who, (n.All, n.Choose)):
        noun = Noun(who.among)
        fields = {
            k: getattr(what, k)
            for k in what.__struct_fields__
            if k != "kind" and getattr(what, k) != getattr(n.Filter(), k)
        }
        found = n.Any_(tuple(n.Exists(f) for f in noun.with_(**fields).filters))
        if len(found.conditions) == 1:
            found = found.conditions[0]
    else:
        found = n.Any_(tuple(state(part, what) for part in getattr(who, "parts", ())))
    return n.Not(found) if negated else found


_described = alt(
    make(lambda adjectives: adjectives, adjective.at_least(1), b.could("creatures?")),
    make(
        lambda first, rest: [{"types": (first[0], *(t[0] for t in rest))}],
        b.could("an?|also an?|either an?"),
        creature_type,
        make(
            lambda t: t, alt(b.comma, b.always(b.DROP)), skip("or"), b.could("an?"), creature_type
        ).at_least(1),
        b.not_ahead("(?:is|are) "),
    ),
    make(
        lambda t: [{"types": (t[0],)}],
        b.could("an?|also an?"),
        creature_type,
        b.could("creatures?"),
    ),
    make(lambda: [{"minion": True}], b.could("an?"), skip("minions?")),
    make(lambda noun: [noun], b.could("an?|one of your|one of"), one_here),
    make(lambda f: [f], in_lane),
    make(lambda f: [f], near),
    make(lambda v: [{"levels": v}], levels),
)


def _fit(parts: list[Any]) -> n.Filter:
    fields: dict[str, Any] = {"kind": "card"}
    for part in parts:
        if isinstance(part, Noun):
            return part.filters[0]
        fields |= part
    return n.Filter(**fields)


_is = skip("is|are|'s|was|were")
_is_not = skip("is not|isn't|are not|aren't|was not|wasn't|is no longer")
_edges = one_of(
    {
        "in your leftmost lane": ("leftmost", "lane"), "in your rightmost lane": ("rightmost",
            "lane"),
        "in the leftmost lane": ("leftmost", "lane"), "in the rightmost lane": ("rightmost",
            "lane"),
        "in your left-most lane": ("leftmost", "lane"), "in your right-most lane": ("rightmost",
            "lane"),
        "in its leftmost lane": ("leftmost", "lane"), "in its rightmost lane": ("rightmost",
            "lane"),
        "your leftmost creature": ("leftmost", "creature"), "your rightmost creature": ("rightmost",
            "creature"),
        "the leftmost creature": ("leftmost", "creature"), "the rightmost creature": ("rightmost",
            "creature"),
        "in the center lane": ("center", "lane"), "in your center lane": ("center", "lane"),
        "in the middle lane": ("center", "lane"), "in your middle lane": ("center", "lane"),
    },
    "in your leftmost lane",
)  # fmt: skip
_either_edge = word(
    "in (?:your|the) (?:leftmost or rightmost|rightmost or leftmost) lane|in (?:an|"
    "your) (?:outer|outermost|edge) lanes?"
)
_edge_more = make(
    lambda which: (which, "lane"),
    skip("in your|in the"), one_of({"leftmost": "leftmost", "rightmost": "rightmost"}, "leftmost"),
        skip("lane"),
)  # fmt: skip


def _ref(who: n.Selector) -> str:
    return who.ref if isinstance(who, n.Refer) else "?it"


_known = b.only_if(_subject, lambda who: isinstance(who, n.Refer), "this or it")
_yours_more = one_of({"higher": ">", "lower": "<", "the same": "=", "greater": ">"}, "higher")
_ok_filter = to(_described, _fit)


def _alone(who: n.Selector, noun: Noun) -> n.Condition:
    f = noun.with_(side="yours").filters[0]
    return n.Every((n.Is(_ref(who), f), n.Exists(f, 1, 1)))


being: Final = alt(
    make(
        lambda _: n.Not(n.Survives("?it")),
        word(
            "(?:an?|the|that) (?:enemy )?creature (?:is|was) destroyed this way"
            "|it is destroyed this way"
        ),
    ),
    make(
        lambda who, ref: state(who, n.Filter(opposing=_ref(ref), side="enemy")),
        single,
        skip("opposes"),
        _known,
    ),
    make(
        lambda who, counted, noun: n.Exists(
            noun.with_(adjacent_to=_ref(who)).filters[0],
            counted.get("least", 1),
            counted.get("most"),
        ),
        _known,
        _is,
        skip("adjacent to"),
        make(lambda v: {"least": v}, b.number, b.could("or more")),
        here,
    ),
    make(lambda who, e: n.Edge(_ref(who), *e), _known, _is, _edges),
    make(lambda who: n.Any_((n.Edge(_ref(who), "leftmost"), n.Edge(_ref(who), "rightmost"))),
        _known, _is, b.drop(_either_edge)),
    make(lambda who: n.Exists(n.Filter(adjacent_to=_ref(who)), 0, 0), _known,
        skip("has no adjacent creatures|isn't adjacent to (?:any|another) creatures?|"
        "is not adjacent to (?:any|another)(?: other)? creatures?|"
        "has no creatures adjacent to it|is alone|is not adjacent to any of your creatures")),
    make(lambda who, noun: n.Exists(Noun(noun.filters).with_(adjacent_to=_ref(who)).filters[0]),
        _known, alt(
        make(lambda: b.DROP, _is, skip("(?:adjacent|next) to"),
            b.could("an?|another|one of your(?: other)?|one or more|your")),
            skip("has an? adjacent")), forward.noun),
    make(lambda who, noun: n.Exists(Noun(noun.filters).with_(side="enemy",
        opposing=_ref(who)).filters[0]), _known, _is, skip("(?:opposed by|opposing|across from)"),
        b.could("an?"), forward.noun),
    make(lambda who,
        noun: n.Exists(Noun(noun.filters).with_(lane="?its of " + _ref(who)).filters[0]), _known,
        _is, skip("in (?:a|the same) lane (?:with|as)"), b.could("an?|one of your|your"),
         b.only_if(forward.noun, lambda noun: noun.filters[0].kind != "exalt", "a creature")),
    make(lambda who, noun: n.Is(_ref(who), n.Filter(kind="card",
        opposed=True)) if not _narrow(noun) else n.Exists(Noun(noun.filters).with_(side="enemy",
        opposing=_ref(who)).filters[0]),
         _known,
             skip("is (?:played |placed )?(?:in|into) a lane with an|"
             "was played in(?:to)? a lane with an|moves into a lane with an|"
             "moved into a lane with an"), b.only_if(forward.noun,
             lambda f: f.filters[0].kind == "creature", "a creature")),
    make(lambda who: n.Not(n.Is(_ref(who), n.Filter(kind="card", **test("H", "decreased")))),
        _known, skip("has no damage(?: on it)?|is undamaged|isn't damaged|is not damaged")),
    make(lambda who, side, noun: n.Is(_ref(who), noun.with_(**side).filters[0]), _known, _is,
        alt(to(word("your|one of your"), lambda _: {"side": "yours"}), to(word("the|an?"),
        lambda _: {})), b.only_if(forward.noun, lambda noun: bool(noun.filters[0].extreme),
        "the highest A creature")),
    make(_alone, _known, _is, skip("your only"), forward.noun),
    make(_alone, _known, _is, skip("the only"), forward.noun,
        b.could("you have|you control|on your side"), b.could("in play")),
    make(lambda who, op: n.Compare(n.StatOf("L", _ref(who)), op, n.PlayerNumber("forgeborn")),
        _known, _is, b.could("an?|of an?|at an?|of"), _yours_more, skip("level"), skip("than|as"),
        skip("your Forgeborn(?:'s(?: level)?)?")),
    make(lambda who, t: n.Is(_ref(who), n.Filter(kind="card", **test("L", *t))), _known, _is,
        skip("level"), against),
    make(lambda who, f: state(who, f, negated=True), _subject, _is_not, _ok_filter),
    make(lambda who, f: state(who, f), _subject, _is, b.could("also|still|now"), _ok_filter),
    make(lambda who: n.Not(n.Survives(_ref(who))), _known,
        skip("(?:is|was|were|are)(?: then)? destroyed|dies|died|doesn't survive|does not survive")),
    make(lambda who: n.Survives(_ref(who)), _known,
        skip("survives?|survived|is not destroyed|isn't destroyed|was not destroyed|"
        "wasn't destroyed|is still in play|lives|remains in play|are not destroyed")),
    make(lambda who: n.Not(n.Survives(_ref(who))),
        skip("this destroys|this destroyed|you destroy|you destroyed"), _known),
)  # fmt: skip
"""`this is opposed`, `it is a Robot`, `that creature survives`."""


def _narrow(noun: Noun) -> bool:
    f = noun.filters[0]
    return bool(f.levels or f.types or f.stats or f.keyword or f.minion is not None)


_has_what = alt(
    make(lambda k: {"keyword": k}, b.could("an?"), keyword_name, b.not_ahead("or (?:more|less)")),
    make(lambda f: f, b.could("(?-i:an?)"), stat_test),
    make(lambda c, name: ({"counters": (c, name)}), counted, counter_name, b.could("on it")),
)
_has_not_what = alt(
    make(lambda k: {"no_keyword": k}, b.could("any|an?"), keyword_name),
    make(
        lambda name: {"counters": ({"least": 0, "most": 0}, name)},
        b.could("any"),
        counter_name,
        b.could("on it"),
    ),
)


def _having(who: n.Selector, fields: dict[str, Any]) -> n.Condition:
    if "counters" in fields:
        return _counters(_ref(who), *fields["counters"])
    return state(who, n.Filter(kind="card", **fields))


def _counters(ref: str, counted: dict[str, int], name: str) -> n.Condition:
    on = n.CountersOn(ref, name)
    least, most = counted.get("least", 1), counted.get("most")
    if most is not None:
        if most == least:
            return n.Compare(on, "=", n.Number(most))
        return n.Compare(on, "<=", n.Number(most))
    return n.Compare(on, ">=", n.Number(least))


having: Final = alt(
    make(lambda c, name, who: _counters(_ref(who), c, name), skip("there (?:is|are)"), counted,
        counter_name, skip("on"), _known),
    make(_having, _subject, skip("doesn't have|does not have|don't have|has no|have no"),
        _has_not_what),
    make(_having, _subject, skip("has|have|had"), _has_what),
    make(lambda left, t: n.Compare(left, t[0], t[1]), forward.amount, skip("is"), against),
    make(lambda left, right: n.Compare(left, "=", right), forward.amount, skip("is equal to|equals"),
        forward.amount),
)  # fmt: skip
"""`it has 8A or more`, `there are no counters on this`, `its A is greater than its H`."""
