"""Words after a noun: with what, where, next to what (`with 3A or less in this lane`)."""

from __future__ import annotations

from typing import Any, Final

from parsy import forward_declaration

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.names import card_name, creature_type
from domain.games.solforge.language.traits import Fields, keyword_name, levels, stat, test

# -- words after the noun ------------------------------------------------------------------------

Zone = tuple[str, str]
POSSESSIVES: Final = {
    "your": "yours",
    "their": "?their",
    "his or her": "?their",
    "its owner's": "?their",
    "that player's": "?their",
    "the enemy player's": "enemy",
    "an enemy player's": "enemy",
    "each enemy player's": "enemy",
    "enemy player's": "enemy",
    "enemy players'": "enemy",
    "your enemy's": "enemy",
    "the enemy's": "enemy",
    "an enemy's": "enemy",
    "your opponent's": "enemy",
    "your opponents'": "enemy",
    "an opponent's": "enemy",
    "the opponent's": "enemy",
    "each opponent's": "enemy",
    "the opposing player's": "enemy",
    "an opposing player's": "enemy",
    "the": "",
    "a player's": "",
    "any player's": "",
    "either player's": "",
    "each player's": "",
    "all players'": "",
}
WHOSE: Final = {"yours": "you", "enemy": "enemy", "?their": "?their", "": "each"}
possessive: Final = one_of(POSSESSIVES, "your")
zone_name: Final = one_of(
    {
        "hand": "hand", "hands": "hand", "discard pile": "discard", "discard": "discard",
        "discard piles": "discard", "banish pile": "banish", "banish piles": "banish",
            "banished pile": "banish",
        "banished cards": "banish", "banish zone": "banish", "deck": "deck", "decks": "deck",
        "upgrade pile": "upgrade", "upgrade piles": "upgrade", "draw pile": "deck",
    },
    "hand, discard pile, banish pile or deck",
)  # fmt: skip
zone: Final = make(
    lambda p, z: (z, "you" if p == "" and z != "" else WHOSE.get(p, p)),
    skip("(?:in|from|of|on)(?: the top of)?(?: any of)?"),
    alt(
        to(word("(?:each|a|any|either) player's|all players'|each|all|both"), lambda _: "each"),
        possessive,
    ),
    zone_name,
)
"""`from your discard pile`: the zone and whose; `the banish pile` is yours."""

ref_words: Final = one_of(
    {
        "this creature": "this", "this card": "this", "this exalt": "this", "this": "this",
            "itself": "this",
        "it": "?it", "them": "?they", "that creature": "?that", "those creatures": "?they",
        "that exalt": "?that", "that card": "?that", "that spell": "?that",
            "your creature": "?first",
        "the creature": "?that", "the chosen creature": "?that",
            "either of those creatures": "?they",
        "either": "?they", "each of them": "?they", "each of those creatures": "?they",
        "both of them": "?they", "those": "?they", "these creatures": "?they",
            "the first creature": "?first",
        "that enemy creature": "?second", "the enemy creature": "?second",
            "the second creature": "?second",
        "that minion": "?that", "that robot": "?that", "the destroyed creature": "?gone",
        "the replaced creature": "other",
    },
    "this or it",
)  # fmt: skip
LANE_REFS: Final = {
    "this lane": "this",
    "this": "this",
    "its lane": "?its",
    "that lane": "?its",
    "the same lane": "?its",
    "that creature's lane": "?its",
    "the same lane as this": "this",
    "the same lane as it": "?its",
    "the lane it was in": "?its",
    "the lane this was in": "this",
    "this creature's lane": "this",
    "this exalt's lane": "this",
    "the chosen lane": "chosen",
    "the lane of this": "this",
    "the lane with this": "this",
    "a lane with one of your exalts": "exalt",
    "lanes with one of your exalts": "exalt",
    "lanes with your exalts": "exalt",
    "your lanes with exalts": "exalt",
    "a lane with an exalt you control": "exalt",
    "a lane with your exalt": "exalt",
    "any lane with one of your exalts": "exalt",
    "the same lane as one of your exalts": "exalt",
    "the same lane as an exalt you control": "exalt",
    "a lane with an exalt": "any exalt",
    "lanes with an exalt": "any exalt",
    "lanes with exalts": "any exalt",
    "a lane with an enemy exalt": "enemy exalt",
    "lanes with enemy exalts": "enemy exalt",
    "lanes with an enemy exalt": "enemy exalt",
    "an adjacent lane": "adjacent",
    "adjacent lanes": "adjacent",
    "lanes adjacent to this": "adjacent",
    "a lane adjacent to this": "adjacent",
    "the lanes adjacent to this": "adjacent",
    "lanes next to this": "adjacent",
    "the lane opposing this": "this",
    "the lane opposite this": "this",
    "the lane across from this": "this",
    "the opposing lane": "this",
    "the center lane": "center",
    "your center lane": "center",
    "the middle lane": "center",
}
in_lane: Final = alt(
    make(lambda lane: {"lane": lane}, skip("in|from|of"), one_of(LANE_REFS, "this lane")),
    make(lambda: {"lane": "?pick"}, skip("in (?:a|one|any one|a single) lane(?! with)")),
    make(
        lambda name: {"lane": "named card", "lane_name": name},
        skip("in (?:each|a|any)"),
        alt(make(lambda n_: n_, skip("lane with (?:an?|your)"), card_name), card_name),
    ),
    make(
        lambda side, row: {"row": row, **side},
        skip("in"),
        alt(
            to(word("your"), lambda _: {"side": "yours"}),
            to(
                word("(?:the |an )?enemy(?: player's|'s)?|(?:your|the) opponent's"),
                lambda _: {"side": "enemy"},
            ),
            to(word("the|their|an?|its"), lambda _: {}),
        ),
        one_of(
            {"front row": "front", "back row": "back", "front": "front", "back": "back"},
            "front row",
        ),
    ),
    make(
        lambda side, edge: {"lane": edge, **side},
        skip("in"),
        alt(
            to(word("your"), lambda _: {"side": "yours"}),
            to(word("the|their"), lambda _: {}),
        ),
        one_of({"leftmost lane": "leftmost", "rightmost lane": "rightmost"}, "leftmost lane"),
    ),
)

_exactly = b.could("exactly")
compare_after: Final = one_of(
    {
        "or less": "<=", "or fewer": "<=", "or lower": "<=", "or more": ">=", "or greater": ">=",
        "or higher": ">=", "or above": ">=", "or below": "<=", "and more": ">=", "and less": "<=",
    },
    "or less",
)  # fmt: skip
compare_before: Final = one_of(
    {
        "more than": ">", "less than": "<", "fewer than": "<", "greater than": ">",
            "higher than": ">",
        "lower than": "<", "at least": ">=", "at most": "<=", "exactly": "=", "equal to": "=",
        "less than or equal to": "<=", "greater than or equal to": ">=",
            "equal to or less than": "<=",
        "equal to or greater than": ">=", "more than or equal to": ">=", "no more than": "<=",
    },
    "more than",
)  # fmt: skip

stat_test: Final = alt(
    # 3A or less; 3 or less A
    make(lambda v, s, op: test(s, op, n.Number(v)), b.number, stat, compare_after),
    make(lambda v, op, s: test(s, op, n.Number(v)), b.number, compare_after, stat),
    # more than 3A; exactly 3A
    make(lambda op, v, s: test(s, op, n.Number(v)), compare_before, b.number, stat),
    # less A than it; more H than this
    make(
        lambda op, s, than: test(s, op, than(s)),
        one_of(
            {
                "less": "<",
                "lower": "<",
                "more": ">",
                "higher": ">",
                "greater": ">",
                "the same": "=",
            },
            "less",
        ),
        stat,
        skip("than|as"),
        (whose_number := forward_declaration()),
    ),
    # A less than its H; A equal to the number of …
    make(
        lambda s, op, of: test(s, op, of(s)),
        stat,
        b.could("that is|which is|is"),
        compare_before,
        alt(make(lambda a: lambda _: a, forward.amount), whose_number),
    ),
    make(lambda s, v, op: test(s, op, n.Number(v)), stat, b.could("of"), b.number, compare_after),
    # increased A
    make(
        lambda op, s: test(s, op),
        one_of(
            {"increased": "increased", "decreased": "decreased", "reduced": "decreased"},
            "increased",
        ),
        stat,
    ),
    make(
        lambda which, s: {"extreme": f"{which} {s}"},
        b.could("the"),
        one_of(
            {"lowest": "lowest", "highest": "highest", "most": "highest", "least": "lowest"},
            "lowest",
        ),
        stat,
    ),
    # plain: 3A
    make(lambda v, s: test(s, "=", n.Number(v)), b.number, stat),
)
"""A test of a number, after `with` or `has`."""


def _stat_of(ref: str) -> Any:
    return lambda s: n.StatOf(s, ref)


whose_number.become(
    alt(
        make(lambda _: _stat_of("facing"), word("(?:your|the) creature opposing it")),
        to(ref_words, _stat_of),
        make(lambda a: lambda _: a, forward.amount),
    )
)


def _counter(name: str) -> Fields:
    return {"counter": name}


counter_name: Final = alt(
    make(
        lambda name: (
            "" if name.split()[0] in ("a", "one", "counter", "counters") else name.split()[0]
        ),
        word(r"(?:[a-z]+ )?counters?", "counter"),
    ),
)
with_counter: Final = make(
    lambda name: _counter(name),
    b.could(r"an?|one or more|at least one|any"),
    counter_name,
    b.could("on it|on them"),
)

_without = make(
    lambda k: ({"no_keyword": k},),
    skip("without(?: (?-i:an?))?|with no|that (?:does not|doesn't|do not|don't) have"),
    keyword_name,
)
_with_word = make(
    lambda first, rest: tuple({"keyword": k} for k in (first, *rest)),
    keyword_name,
    make(lambda k: k, alt(skip("or|and/or"), b.comma), keyword_name).many(),
)
with_: Final = alt(
    _without,
    make(
        lambda found: found,
        skip("with(?: (?-i:an?))?|that ha(?:s|ve)(?: (?-i:an?))?|who ha(?:s|ve)"),
        alt(_with_word, to(with_counter, lambda f: (f,)), to(stat_test, lambda f: (f,))),
    ),
)
"""`with Breakthrough or Stealth`, `with 3A or less`, `without Defender`."""

_facing = make(
    lambda side, noun: {
        "facing": noun.with_(**side).filters[0],
        **({"side": "enemy"} if side.get("side") == "yours" else {}),
    },
    skip("(?:that (?:is|are) )?(?:opposing|opposed by|across from)"),
    alt(
        to(
            word("(?:one|any|each) of your other|your other"),
            lambda _: {"side": "yours", "other": True},
        ),
        to(word("(?:one|any|each) of your|your"), lambda _: {"side": "yours"}),
        to(word("an?(?= enemy)"), lambda _: {}),
        to(word("an?"), lambda _: {}),
    ),
    forward.noun,
)
near: Final = alt(
    make(lambda: {"alone": True},
        skip("(?:with|that ha(?:s|ve)) no (?:adjacent creatures|creatures adjacent to (?:it|them))")),
    make(lambda: {"alone": False}, skip("(?:with|that ha(?:s|ve)) an adjacent creature")),
    make(lambda r: {"adjacent_to": r}, skip("(?:that (?:is|are) )?(?:adjacent|next) to"),
        ref_words),
    make(lambda r: {"opposing": r, "side": "enemy"},
        skip("(?:that (?:is|are) )?opposing|opposite(?: to)?|across from"), ref_words),
    _facing,
    make(lambda r: {"not_ref": r, **({"other": True} if r == "this" else {})},
        skip("other than|except(?: for)?|besides"), ref_words),
    make(lambda t: {"not_types": (t[0],)}, skip("other than|except(?: for)?"), creature_type),
    make(lambda v: {"levels": v}, skip("of|with|at"), levels),
    make(lambda w: {"same": w}, skip("of|with|that shares?|that have|that has"), b.could("the|a"),
        skip("same"),
         one_of({"level": "level", "name": "name", "type": "type", "creature type": "type",
             "faction": "faction"}, "level"), b.not_ahead("or (?:low|high|less)")),
    make(lambda op: test("L", op, n.StatOf("L", "?that")), skip("of|with"), b.could("the"),
        one_of({"same level or lower": "<=", "same level or less": "<=",
            "same or lower level": "<=", "same level or higher": ">=",
            "same or higher level": ">=", "lower level": "<", "higher level": ">"},
            "same level or lower"), b.not_ahead("than")),
    make(dict, skip("of any level|at any level")),
    make(lambda w, r: {"same": w, "same_as": r}, skip("of|with|that shares?"), b.could("the|a"),
        b.could("same"),
         one_of({"level": "level", "name": "name", "type": "type", "creature type": "type",
             "faction": "faction"}, "level"),
         skip("as|with"), ref_words),
)  # fmt: skip

LATELY: Final = {
    "was dealt damage": "damaged", "were dealt damage": "damaged",
        "has been dealt damage": "damaged",
    "was damaged": "damaged", "have been damaged": "damaged", "has been damaged": "damaged",
    "took damage": "damaged", "moved": "moved", "was moved": "moved", "has moved": "moved",
    "entered play": "enters play", "came into play": "enters play", "was played": "enters play",
    "were played": "enters play", "entered a lane": "enters", "gained A": "gains attack",
    "gained H": "gains health", "lost H": "loses health", "lost A": "loses attack",
    "was transformed": "transformed", "dealt damage": "damages", "was readied": "readied",
    "was exhausted": "exhausted", "Battled": "battles", "was destroyed": "destroyed",
        "were destroyed": "destroyed",
    "has been destroyed": "destroyed", "was replaced": "replaced", "was Upgraded": "upgraded",
}  # fmt: skip
lately: Final = alt(
    make(lambda e: {"happened": e}, skip("that|which|who"), one_of(LATELY, "was dealt damage"),
        skip("this turn")),
    make(lambda _: {"happened": "enters play", "side": "yours"},
        word("(?:that )?you(?:'ve| have)? played this turn")),
    make(lambda _: {"happened": "damaged"}, word("(?:dealt damage|damaged) this turn")),
)  # fmt: skip

_is_what = alt(
    one_of({"exhausted": {"ready": False}, "ready": {"ready": True}, "opposed": {"opposed": True},
            "unopposed": {"opposed": False}, "damaged": test("H", "decreased"),
            "wounded": test("H", "decreased")}, "exhausted"),
    make(lambda t: {"types": (t[0],)}, b.could("an?"), creature_type),
    make(lambda _: {"minion": True}, b.could("an?"), word("minions?")),
    in_lane,
)  # fmt: skip
_is_not_what = alt(
    make(lambda t: {"not_types": (t[0],)}, b.could("an?"), creature_type),
    make(lambda _: {"minion": False}, b.could("an?"), word("minions?")),
    one_of({"exhausted": {"ready": True}, "ready": {"ready": False}, "opposed": {"opposed": False}},
        "exhausted"),
)  # fmt: skip
that_is: Final = alt(
    make(lambda f: f, skip("(?:that|who|which) (?:is not|isn't|are not|aren't)"), _is_not_what),
    make(lambda f: f, skip("(?:that|who|which) (?:is|are)"), _is_what),
)

owned: Final = alt(
    make(lambda _: {"side": "yours"}, word("(?:that )?you (?:control|have)(?: in play)?|of yours")),
    make(
        lambda _: {"side": "enemy"},
        word(
            "(?:that )?(?:your opponent|an opponent|the enemy player|an enemy player|"
            "the opponent|your enemy)"
            " (?:controls|has)(?: in play)?"
        ),
    ),
)
in_play: Final = make(
    lambda _: {}, word("(?:currently )?in play|on the (?:board|battlefield|field)")
)

after: Final = alt(
    with_,
    to(alt(in_lane, near, lately, that_is, owned, in_play), lambda f: (f,)),
)
"""What may follow the noun."""
