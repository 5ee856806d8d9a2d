"""Effects on cards outside of play: play, Reanimate, Upgrade, draw, discard, look, put; Health."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from parsy import Parser

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.amounts import equal_to, for_each, short
from domain.games.solforge.language.changes import Effects
from domain.games.solforge.language.gifts import Payload, payload
from domain.games.solforge.language.names import RESERVED, TYPES, card_name, is_a_name, minion
from domain.games.solforge.language.nouns import Noun, many, side_free
from domain.games.solforge.language.places import LANE_REFS, WHOSE, possessive, zone_name
from domain.games.solforge.language.selectors import YOU, selector, single
from domain.games.solforge.language.trees import fields, times

free: Final = b.could("for free|without paying|free of charge")
lane_words: Final = alt(
    make(lambda ref: {"lane": ref}, skip("to|in|into|on"), one_of({**LANE_REFS, "its place": "?its",
        "its previous lane": "?its",
         "the lane it died in": "?its", "the lane in which it was destroyed": "?its",
             "any one lane": "", "the lane it left": "?its"}, "this lane")),
    make(lambda: {"lane": "each empty"},
        skip("in(?:to)? each(?: of your)? (?:empty|open) lanes?|"
        "in(?:to)? all(?: of)? your empty lanes|in each lane you don't have a creature(?: in)?")),
    make(lambda: {"lane": "empty"},
        skip("(?:in|into|to) (?:an|one of your|any) (?:empty|open|unoccupied) lanes?")),
    make(dict,
        skip("(?:to|in|into) any(?: of your)? lanes?|(?:to|in|into) one of your lanes|(?:to|in|"
        "into) a lane(?! with)|in a different lane|into play|(?:to|in|into) any (?:of their|"
        "one) lanes?")),
    make(lambda name: {"lane_name": name}, skip("in each"), card_name),
    make(lambda name: {"lane_name": name}, skip("in (?:each|a|the) lane with(?: an?| your)?"),
        card_name),
)  # fmt: skip


def _with(what: Payload) -> dict[str, Any]:
    """A payload on what comes into play."""
    out: dict[str, Any] = {}
    if isinstance(what.attack, n.Number):
        out["attack"] = what.attack.n
    if isinstance(what.health, n.Number):
        out["health"] = what.health.n
    if what.gift != n.Gift():
        out["gift"] = what.gift
    return out


def _loses(_: Any = None) -> dict[str, Any]:
    return {"gift": n.Gift(loses=("printed",))}


def _join_gifts(parts: list[dict[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for part in parts:
        for key, value in part.items():
            if key == "gift" and "gift" in out:
                old = out["gift"]
                out["gift"] = n.Gift(
                    keywords=old.keywords + value.keywords,
                    abilities=old.abilities + value.abilities,
                    loses=old.loses + value.loses,
                )
            else:
                out[key] = value
    return out


_fixed = b.only_if(
    payload,
    lambda p: all(a is None or isinstance(a, n.Number) for a in (p.attack, p.health)),
    "numbers",
)
_with_words = alt(
    make(_with, skip("with|and give (?:it|them)|and (?:it|they) gains?|and (?:it|they) gets?"),
        b.could("an additional"), _fixed),
    make(_loses,
        skip("(?:and|but) (?:it|they) loses? all(?: of its| its)?(?: printed)? abilities|"
        "without(?: any)?(?: of)?(?: its)?(?: printed)? abilities")),
    lane_words,
)  # fmt: skip
tail: Final = to(
    make(
        lambda parts: parts,
        make(lambda p: p, alt(_with_words, to(word("for free"), lambda _: {}),

            to(word("from outside the game|from your upgrade pile|ready|under your control"),
                lambda _: {}))).many(),
    ),
    _join_gifts,
)  # fmt: skip
"""Where it is played, and with what on it."""


_own_cards: Final = b.only_if(
    forward.noun,
    lambda noun: (
        noun.whose not in ("enemy", "each") and not any(f.side == "enemy" for f in noun.filters)
    ),
    "cards of your own",
)
_one_kind: Final = b.only_if(forward.noun, lambda noun: len(noun.filters) == 1, "one kind of cards")
_own_kind: Final = b.only_if(_own_cards, lambda noun: len(noun.filters) == 1, "one kind of cards")


def _limit(effect: Any, fields: dict[str, Any]) -> n.Effect:
    own = {k: getattr(effect, k) for k in effect.__struct_fields__}
    made: n.Effect = type(effect)(**{**own, **{k: v for k, v in fields.items() if k in own}})
    return made


# -- by name -------------------------------------------------------------------------------------


def _repeat(effects: Effects, by: n.Amount | None) -> Effects:
    return effects if by is None else (n.Repeat(by, effects),)


def _named(count: tuple[int, int, bool], name: str, more: dict[str, Any]) -> Effects:
    return (_limit(n.PlayNamed(name, most=count[0], least=count[1]), more),)


_or_minion = make(lambda name: name, skip("or"), b.could("an?"), minion)


def _minions(count: tuple[int, int, bool], names: list[str], more: dict[str, Any]) -> Effects:
    if len(names) == 1:
        return _named(count, names[0], more)
    return (n.Modes(tuple(_named(count, name, more) for name in names)),)


_and_minion = make(lambda count, name: (count, name), skip("and"), many, minion)


def _two_minions(first: Effects, rest: list[Any], more: dict[str, Any]) -> Effects:
    found = tuple(_limit(e, more) for e in first)
    for count, name in rest:
        found += _named(count, name, more)
    return found


def called(noun: Noun, count: int = 1) -> str:
    """The name that a noun is, without more asked: also a single word that is no known type."""
    f = n.Filter(**{**fields(noun.filters[0]), "lane": ""})
    if noun.zone or len(noun.filters) != 1 or noun.filters[0].lane.startswith("?"):
        return ""
    if len(f.types) == 1 and f == n.Filter(types=f.types) and f.types[0] not in TYPES:
        return f.types[0]
    if not f.names or f != n.Filter(kind="card", names=f.names):
        return ""
    return f.names[-1] if count > 1 else f.names[0]


def _looks_like_a_kind(name: str) -> bool:
    """`Spell Sprite`: a name that begins like a kind of card."""
    first, _, rest = name.partition(" ")
    return first in RESERVED and bool(rest) and rest.split(" ")[0] not in RESERVED


by_name: Final = alt(
    make(
        lambda count: _named(count, "?same", {}),
        skip("plays?|summons?"), many, b.could("of them"), b.ahead("instead"),
    ),
    make(
        lambda count, name, rest, more, by: _repeat(_two_minions(_named(count, name, {}), rest,
            more), by),
        skip("plays?|summons?"), many, minion, _and_minion.at_least(1), tail, maybe(for_each),
    ),
    make(
        lambda count, name, names, more, by: _repeat(_minions(count, [name, *names], more), by),
        skip("plays?|summons?"), many, minion, _or_minion.many(), tail, maybe(for_each),
    ),
    make(
        lambda count, name, names, more: _minions(count, [name, *names], more),
        skip("plays?|summons?"), many, b.only_if(card_name, is_a_name, "a Minion's name"),
        _or_minion.at_least(1), tail,
    ),
    make(
        lambda count, name, more: _named(count, name, {**more, "put": True}),
        skip("puts?"), many, minion, skip("into play"), tail,
    ),
    make(
        lambda name, more: _named((1, 1, False), name, {**more, "transform": True}),
        skip("plays? or transforms?"), card_name, tail,
    ),
    make(
        lambda name, more: _named((1, 1, False), name, more),
        skip("plays?|summons?"), b.could("the"), b.not_ahead(r"(?:a|an|one|your|another|two|up)\b"),
            card_name, tail,
    ),
    make(
        lambda count, noun, more, by: _repeat(
            _named(count, called(noun, count[0]), {"lane": noun.filters[0].lane, **more}), by
        ),
        skip("plays?|summons?"), many,
        b.only_if(forward.noun, lambda f: bool(called(f)), "a card's name"),
        b.not_ahead("for free"), tail, maybe(for_each),
    ),
    make(
        lambda count, name, more: _named(count, name, more),
        skip("plays?|summons?"), many, b.only_if(card_name, _looks_like_a_kind, "a card's name"),
        tail,
    ),
)  # fmt: skip

# -- from zones ----------------------------------------------------------------------------------


def _from(
    zone: str,
    count: tuple[int, int, bool],
    noun: Noun,
    more: dict[str, Any],
    by: n.Amount | None = None,
) -> Effects:
    lane = noun.filters[0].lane
    if lane and not more.get("lane"):
        more = {**more, "lane": lane}
        noun = noun.with_(lane="")
    options = tuple(
        (
            _limit(
                n.PlayCard(
                    noun.zone or zone,
                    side_free(Noun((f,))),
                    most=count[0],
                    least=count[1],
                    random=noun.random,
                ),
                more,
            ),
        )
        for f in noun.filters
    )
    found = options[0] if len(options) == 1 else (n.Modes(options),)
    return _repeat(found, by)


_REFS: Final = {"it": "?it", "that creature": "?that", "that card": "?that", "them": "?they",
    "those creatures": "?they",
                "this": "this", "this creature": "this", "this card": "this", "that exalt": "?that",
                    "that minion": "?that",
                "the creature": "?that", "itself": "this", "that spell": "?that",
                    "the destroyed creature": "?gone", "the replaced creature": "other",
                "the discarded card": "?it", "the upgraded card": "?it"}  # fmt: skip
_known = one_of(_REFS, "it")


def _known_from(zone: str, ref: str, more: dict[str, Any], put: bool = False) -> Effects:
    return (_limit(n.PlayCard(zone, n.Filter(kind="card", ref=ref), put=put), more),)


from_zone: Final = alt(
    make(lambda ref, more: _known_from("banish", ref, more), skip("reanimates?"), _known,
        b.not_ahead("of"), tail),
    make(
        lambda count, noun, more, by: _from("banish", count, noun, more, by),
        skip("reanimates?"), alt(to(word("one of your"), lambda _: (1, 1, False)), many,
            b.always((1, 1, False))), _own_cards, tail, maybe(for_each),
    ),
    make(lambda ref, more: _known_from("banish", ref, more, put=True), skip("puts?|returns?"),
        _known, skip("(?:back )?into play|to play|back to play"), tail),
    make(
        lambda count, noun, more: _from("banish", count, noun, {**more, "put": True}),
        skip("puts?"), many, b.only_if(_own_cards, lambda f: bool(f.zone), "a card in a zone"),
            skip("into play"), tail,
    ),
    make(
        lambda ref: (n.PlayIt(ref=ref),),
        skip("plays?|summons?"), _known, b.not_ahead("of"),
        b.drop(b.only_if(tail, lambda more: not more, "the end")),
    ),
    make(
        lambda least, more: (_limit(n.PlayCard("?seen", n.Filter(kind="card", ref="?they"),
            least=least), more),),
        skip("plays?"), alt(to(word("up to one"), lambda _: 0), to(word("one|any one"),
            lambda _: 1)), skip("of (?:them|those cards|those|the revealed cards)"), tail,
    ),
    make(
        lambda: (n.PlayCard("top", n.Filter(kind="card")),), skip("plays?"),
            skip("the top card of your deck"), free
    ),
    make(
        lambda count, noun, more, by: _from("hand", count, noun, more, by),
        skip("plays?|summons?"), many, b.only_if(_own_cards, lambda f: f.filters[0].kind != "player",
            "cards"), tail, maybe(for_each),
    ),
)  # fmt: skip

# -- Upgrade, discard, draw ----------------------------------------------------------------------

_times = maybe(
    alt(
        to(word("twice|two times"), lambda _: 2),
        make(lambda v: v, b.number, skip("times?")),
        make(lambda v: v, skip("up to"), b.number, skip("times?")),
        to(word("once"), lambda _: 1),
    ),
    1,
)


def _upgrade(count: tuple[int, int, bool], noun: Noun, times_: int) -> Effects:
    most, least, _ = count
    zone = noun.zone or "hand"
    whose = noun.whose if noun.zone else "you"
    return (n.UpgradeCard(zone, side_free(noun), times_, most, least, noun.random, whose=whose),)


def _not_in_play(noun: Noun) -> bool:
    f = noun.filters[0]
    return bool(noun.zone or f.names) or (f.kind in ("card", "spell") and not f.side)


_pile_cards: Final = b.only_if(_one_kind, _not_in_play, "cards in a zone")


upgrades: Final = alt(
    make(
        lambda count, noun, z, t: (n.Modes((_upgrade(count, noun, t), _upgrade(count, replace(noun,
            zone=z), t))),),
        skip("upgrades?"), many, _pile_cards, skip("or"), b.could("in your|your"), zone_name, _times,
    ),
    make(lambda count, noun, t: _upgrade(count, noun, t), skip("upgrades?"), many, _pile_cards, _times),
    make(lambda p, z, t: (n.UpgradeCard(z, n.Filter(kind="card"), t, 99, 99, whose=WHOSE[p]),),
        skip("upgrades?"), b.could("all cards in|each card in"), possessive, zone_name, _times),
    make(lambda ref, t: (n.UpgradeCard("", n.Filter(kind="card", ref=ref), t),), skip("upgrades?"),
        _known, b.not_ahead("of"), b.could("again|once more|one more time|an additional time"),
        _times),
    make(lambda who, t: (n.UpgradeCard("play", n.Filter(kind="card"), t, 1, 1, False, who),),
        skip("upgrades?"), selector, _times),
)  # fmt: skip


def _discard(count: tuple[int, int, bool], noun: Noun) -> Effects:
    return (n.Discard("you", side_free(noun), count[0], count[1], noun.random, count[2]),)


_of_them = skip("of (?:them|those cards|those)")
discards: Final = alt(
    make(lambda: (n.PutCard("discard", "deck", n.Filter(kind="card", ref="rest"), all=True),),
        skip("discards?"), skip("the (?:rest|others?|other cards?|remaining cards?)")),
    make(lambda count: (n.PutCard("discard", "?seen", n.Filter(kind="card", ref="?they"), None,
        count[0], count[1], False, count[2]),), skip("discards?"), alt(to(word("one"),
        lambda _: (1, 1, False)), many), _of_them),
    make(lambda _: (n.Discard(),), skip("discards?"), word("it|that card|the card")),
    make(lambda ref: (n.Discard(what=n.Filter(kind="card", ref=ref)),), skip("discards?"),
        one_of({"this": "this", "them": "?they", "those cards": "?they"}, "it")),
    make(lambda: (n.Discard("you", n.Filter(kind="card"), 99, 99, False, True),), skip("discards?"),
        skip("(?:your|their|his or her) hand|all(?: of)?(?: the)? cards in (?:your|their) hand|"
        "all (?:your|their) cards")),
    make(_discard, skip("discards?"), alt(many, b.always((1, 1, False))), _own_kind),
)  # fmt: skip
draws: Final = alt(
    make(lambda a, by: (n.Draw(times(by, a.n) if by is not None and isinstance(a, n.Number) else a),
        ),
         skip("draws?"), alt(short,
             to(word("an?|another|an additional"), lambda _: n.Number(1))),
             b.could("additional|more|extra|random"),
         skip("cards?"), b.could("from your deck|from their deck"), maybe(for_each)),
    make(lambda a: (n.Draw(a),), skip("draws?"), skip("cards"), equal_to),
)  # fmt: skip

# -- looking and putting -------------------------------------------------------------------------

_TOP: Final = {
    "on top of your deck": "top", "on the top of your deck": "top", "on top": "top",
        "back on top": "top",
    "on top of their deck": "top", "on top of its owner's deck": "top",
        "back on top of your deck": "top",
    "to the top of your deck": "top", "to the bottom of your deck": "bottom",
    "to the bottom of its owner's deck": "bottom", "to the top of its owner's deck": "top",
    "on the bottom of its owner's deck": "bottom", "at the bottom of your deck": "bottom",
    "on the bottom of your deck": "bottom", "on the bottom": "bottom",
        "on the bottom of their deck": "bottom",
    "into your hand": "hand", "in your hand": "hand", "to your hand": "hand",
        "into their hand": "hand",
    "to its owner's hand": "hand", "into its owner's hand": "hand", "to their owner's hand": "hand",
    "to their owners' hands": "hand", "to their hand": "hand", "into your discard pile": "discard",
    "to your discard pile": "discard", "in your discard pile": "discard",
        "on your discard pile": "discard",
    "into the discard pile": "discard", "into their discard pile": "discard",
        "in their discard pile": "discard",
    "into its owner's discard pile": "discard", "in its owner's discard pile": "discard",
    "into your banish pile": "banish", "in your banish pile": "banish", "into your deck": "deck",
    "into its owner's deck": "deck", "into their deck": "deck", "back into your deck": "deck",
        "in the discard pile": "discard",
    "back into your hand": "hand", "back to your hand": "hand", "to your deck": "deck",
        "on top of the deck": "top",
}  # fmt: skip
_where = one_of(_TOP, "into your hand")
_order = b.could("in any order|in an order of your choice|in the same order")
_back = alt(_where, to(word("back"), lambda _: "top"))


def _put(count: tuple[int, int, bool], noun: Noun, to_: str) -> Effects:
    f = side_free(noun)
    zone = noun.zone or "?seen"
    whose = noun.whose if noun.zone else "you"
    return (n.PutCard(to_, zone, f, None, count[0], count[1], noun.random, count[2], whose),)


puts: Final = alt(
    make(
        lambda: (n.PutCard("hand", "?seen", n.Filter(kind="card", ref="?it"), all=True),),
        skip("draws? (?:it|that card|them|those cards)"),
    ),
    # the cards looked at
    make(lambda count, to_: (n.PutCard(to_, "deck", n.Filter(kind="card", ref="it"), None, count[0],
        count[1], False, count[2]),),
         skip("puts?|places?|return"), many, skip("of (?:them|those cards)|of those"), _where),
    make(lambda to_: (n.PutCard(to_, "deck", n.Filter(kind="card", ref="it"), None, 1, 1),),
         skip("puts?|places?"), skip("one(?: of (?:them|those cards|those))?"), _where),
    make(lambda to_: (n.PutCard(to_, "deck", n.Filter(kind="card", ref="rest"), all=True),),
         b.could("puts?|places?|return"),
             skip("the (?:rest|others?|other cards?|remaining cards?)|and the (?:rest|others?)"),
             alt(make(lambda to_: to_, b.could("back"), _where), to(word("back"), lambda _: "top")),
             _order),
    make(lambda ref, to_: (n.PutCard(to_, "?seen", n.Filter(kind="card", ref=ref), all=True),),
         skip("puts?|places?|returns?|shuffles?|moves?"), _known, b.could("back(?= (?:on|in|to))"),
             _back, _order),
    make(lambda count, noun, to_: _put(count, noun, to_),
        skip("puts?|places?|returns?|shuffles?|adds?|moves?"), alt(many, b.always((99, 99, True))),
        b.only_if(_one_kind, lambda noun: noun.zone or noun.filters[0].kind not in ("creature",
            "exalt"), "cards in a zone"), b.could("back"), _where, _order),
    make(lambda p, z, to_: (n.PutCard(to_, z, n.Filter(kind="card"), all=True, whose=WHOSE[p]),),
        skip("shuffles?|puts?"), possessive, zone_name, _where),
    make(lambda who, to_: (n.PutCard(to_, "play", None, who),),
        skip("puts?|places?|returns?|shuffles?|adds?|moves?"), selector, b.could("back"), _where,
        _order),
    make(lambda a, p: (n.PutCard("banish", "top", n.Filter(kind="card"), None, a, a, False, False,
        WHOSE[p]),), skip("banish(?:es)?"), skip("the top"), alt(b.number, b.always(1)),
        skip("cards? of"), possessive, skip("deck")),
    make(lambda a, p, to_: (n.PutCard(to_, "top", n.Filter(kind="card"), None, a, a, False, False,
        WHOSE[p]),), skip("puts?|discards?|places?"), skip("the top"), alt(b.number, b.always(1)),
        skip("cards? of"),
         possessive, skip("deck"), alt(_where, b.always("discard"))),
    make(lambda count, noun: (n.PutCard("banish", noun.zone, side_free(noun), None, count[0],
        count[1], noun.random, count[2], noun.whose),),
         skip("banish(?:es)?"), alt(many, b.always((99, 99, True))), b.only_if(_one_kind,
             lambda f: bool(f.zone), "a card in a zone")),
    make(lambda p, z: (n.PutCard("banish", z, n.Filter(kind="card"), all=True, whose=WHOSE[p]),),
        skip("banish(?:es)?"), possessive, zone_name),
    make(lambda who: (n.Banish(who),), skip("banish(?:es)?"), selector),
)  # fmt: skip
looks: Final = alt(
    make(lambda a, p: (n.Look(a, WHOSE[p]),), skip("looks? at|reveals?"), skip("the top"),
        alt(short, b.always(n.Number(1))), skip("cards? of"), possessive, skip("deck")),
    make(lambda p: (n.Look(n.Number(99), WHOSE[p], "hand"),), skip("looks? at|reveals?"),
        possessive, skip("hand")),
    make(lambda: (n.Look(n.Number(99), "enemy", "hand"),),
        skip("(?:the|an) enemy player reveals their hand")),
)  # fmt: skip

# -- replace -------------------------------------------------------------------------------------

replaces: Final = alt(
    make(lambda who, name: (n.ReplaceWith(who, name),), skip("replaces?"), selector, skip("with"),
        b.could("an?|your"), minion),
    make(lambda who, noun: (n.ReplaceWith(who, "", noun.zone or "hand", side_free(noun),
        noun.random),),
        skip("replaces?"), selector, skip("with"), b.could("an?|another"), b.only_if(_own_kind,
        lambda f: not f.filters[0].names, "a card")),
    make(lambda who, name: (n.ReplaceWith(who, name),), skip("replaces?"), selector, skip("with"),
        b.could("an?"), card_name),
)  # fmt: skip

# -- Health of players ---------------------------------------------------------------------------


def gain(who: n.Selector, amount: n.Amount, by: n.Amount | None, sign: int = 1) -> Effects:
    """A player gains Health, or loses it."""
    if by is not None and isinstance(amount, n.Number):
        amount = times(by, amount.n)
    return (n.Heal(who, times(amount, sign)),)


_h = skip("H|Health|life", "H")
health: Final = alt(
    make(lambda a: a, b.maybe(b.skip_mark(r"\+"), b.DROP), short, b.could("more|additional"), _h),
    make(lambda a: a, _h, equal_to),
    make(lambda a: a, b.could("an amount of"), _h, equal_to),
    to(word("that (?:much|amount)|that many|the same amount"), lambda _: n.ThatMuch()),
)
"""So much Health."""


def player_verbs(who: n.Selector, s: str = "s?") -> Parser:
    """What only players do."""
    return alt(
        make(lambda a, by: gain(who, a, by), skip(f"gain{s}"), health, maybe(for_each)),
        make(lambda a, by: gain(who, a, by, -1), skip(f"lose{s}"), health, maybe(for_each)),
        make(
            lambda a: (n.SetStat(who, "H", a),),
            skip("your H becomes|your Health becomes"),
            b.could("equal to"),
            forward.amount,
        ),
        make(
            lambda a: (n.Damage(who, a),), skip(f"choose{s} to take|take{s}"), short, skip("damage")
        ),
    )


healing: Final = alt(
    make(lambda a, by: gain(YOU, a, by), skip("gain"), health, maybe(for_each)),
    make(lambda a, by: gain(YOU, a, by, -1), skip("lose|pay"), health, maybe(for_each)),
    make(lambda who, a, by: (n.Change(who, None, times(by, a.n) if by is not None and isinstance(a,
        n.Number) else a),), skip("heals?"), single, b.could("for|by"), health, maybe(for_each)),
    make(lambda who, a: (n.Change(who, None, a),), skip("heals?"), single, skip("for"), short,
        b.could("damage")),
    make(lambda a, who: (n.Change(who, None, a),), skip("heals?"), short,
        b.could("damage|H|Health"), skip("from|to|on"), selector),
    make(lambda a: gain(YOU, a, None), skip("heal"), health),
)  # fmt: skip
cards: Final = alt(replaces, by_name, from_zone, upgrades, discards, draws, puts, looks, healing)
"""Orders about cards and Health."""
