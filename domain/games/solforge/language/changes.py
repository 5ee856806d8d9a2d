"""Effects on what is in play: orders (`give`, `deal`, `destroy`, `move` …) and what subjects do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

import msgspec
from parsy import Parser

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.amounts import equal_to, for_each, short
from domain.games.solforge.language.gifts import (
    Payload,
    also_types,
    forbids,
    lost_all,
    payload,
    scaled,
    taken,
)
from domain.games.solforge.language.names import card_name
from domain.games.solforge.language.nouns import many, side_free
from domain.games.solforge.language.places import LANE_REFS, counter_name
from domain.games.solforge.language.selectors import YOU, refers, selector, single
from domain.games.solforge.language.traits import keyword_name, stat
from domain.games.solforge.language.trees import own_number, times

Effects: TypeAlias = tuple[n.Effect, ...]
Verb: TypeAlias = Callable[[n.Selector], Effects]
"""What a subject does."""

until: Final = maybe(
    alt(
        to(word("this turn|until (?:the )?end of (?:the |this )?turn|for (?:this turn|"
            "the rest of the turn)|for the turn"), lambda _: "turn"),
        to(word("permanently|for the rest of the game|for good"), lambda _: ""),
    ),
    "",
)  # fmt: skip


def bestow(who: n.Selector, what: Payload, until_: str = "") -> Effects:
    """Give a payload: Attack and Health, then the rest to the same."""
    if what.choice:
        return (n.Modes(tuple(bestow(who, option, until_) for option in what.choice)),)
    if who in (n.Refer("?owner"), n.Refer("?player")) or (
        isinstance(who, n.All) and all(f.kind == "player" for f in who.among)
    ):
        if what.attack is not None:
            return ()
        if what.health is not None:
            return (n.Heal(who, what.health),)
    found: list[n.Effect] = []
    if who != n.Refer("this"):
        what = own_numbers(what, that=not isinstance(who, n.Refer))
    if what.attack is not None or what.health is not None:
        found.append(n.Change(who, what.attack, what.health, until_))
        who = refers(who)
    if what.gift != n.Gift():
        found.append(n.Give(who, what.gift, until_))
    return tuple(found)


def own_numbers(what: Payload, *, that: bool = True) -> Payload:
    """The same for all that is given."""
    return replace(
        what,
        attack=own_number(what.attack, that=that),
        health=own_number(what.health, that=that),
        keywords=tuple(n.Keyword(k.name, own_number(k.n, that=that)) for k in what.keywords),
    )


def remark(who: n.Selector, mark: str = "second") -> n.Selector:
    """The second party of an effect, which `it` does not mean afterwards."""
    return replace_mark(who, mark) if isinstance(who, n.Choose) else who


def replace_mark(who: n.Choose, mark: str) -> n.Choose:
    """A choice with a mark."""
    return n.Choose(who.among, who.most, who.least, who.by, mark, who.alike)


def toward(who: n.Selector, target: n.Selector) -> n.Selector:
    """`the opposing creature` of whoever acts is the one opposing that one."""
    if not isinstance(who, n.Refer) and not (isinstance(who, n.Choose) and who.most == 1):
        return target
    ref = who.ref if isinstance(who, n.Refer) else "?it"

    def narrowed(f: n.Filter) -> n.Filter:
        if f.opposing == "?opp":
            return msgspec.structs.replace(f, opposing=ref)
        return f

    if isinstance(target, n.All):
        return n.All(tuple(map(narrowed, target.among)))
    if isinstance(target, n.Choose):
        return n.Choose(
            tuple(map(narrowed, target.among)),
            target.most,
            target.least,
            target.by,
            target.mark,
            target.alike,
        )
    return target


# -- damage --------------------------------------------------------------------------------------


def _damage(amount: n.Amount, who: n.Selector) -> Verb:
    def deal(source: n.Selector) -> Effects:
        if isinstance(source, n.Refer):
            return (n.Damage(who, amount, source.ref),)
        return (n.ForEach(source, (n.Damage(who, _self(amount), "it"),)),)

    return deal


def _self(amount: n.Amount) -> n.Amount:
    if isinstance(amount, n.StatOf) and amount.ref in ("?it", "?they"):
        return n.StatOf(amount.stat, "it", amount.times)
    return amount


_excess = maybe(
    make(
        lambda who: who,
        alt(
            make(lambda: b.DROP, b.full_stop,
                skip("excess damage|any excess damage|the excess damage|the excess"),
                skip("is (?:also )?dealt to")),
            make(lambda: b.DROP, b.could("and|with"), skip("(?:any |the )?excess damage"),
                skip("is dealt to|being dealt to|to")),
        ),
        selector,
    )
)  # fmt: skip
_additional = b.could("an additional|additional|another|an extra")
_deal_words = make(
    lambda a: a,
    alt(
        make(lambda a: a, _additional, short, b.could("additional|more|extra"), skip("damage")),
        make(lambda _: n.ThatMuch(), word("that (?:much )?damage|the same amount of damage")),
        make(lambda a: a, skip("damage"), equal_to),
    ),
)


def _deals(first: Verb, rest: list[Verb]) -> Verb:
    return lambda source: sum((verb(source) for verb in rest), first(source))


def _deal(amount: n.Amount, who: n.Selector, by: n.Amount | None, excess: Any) -> Verb:
    if by is not None and isinstance(amount, n.Number):
        amount = times(by, amount.n)
    plain = _damage(amount, who)
    if excess is None:
        return plain
    return lambda source: tuple(
        n.Damage(d.who, d.amount, d.source, excess) if isinstance(d, n.Damage) else d
        for d in plain(source)
    )


_to_whom = make(lambda who: who, skip("to"), selector)
deal_what: Final = alt(
    make(
        _deals,
        make(lambda a, who, by, e: _deal(a, who, by, e), _deal_words, _to_whom, maybe(for_each),
            _excess),
        make(lambda a, who: _deal(a, who, None, None), skip("and(?: deals?)?"), _deal_words,
            _to_whom).many(),
    ),
    make(lambda a, by, who, e: _deal(a, who, by, e), _deal_words, for_each, _to_whom, _excess),
    make(lambda who, a, e: _deal(own_number(a), who, None, e), skip("damage"), _to_whom, equal_to,
        _excess),
    make(lambda a: _deal(a, n.Refer("?same"), None, None), _deal_words, b.ahead("instead")),
)  # fmt: skip
"""`5 damage to a creature`, `damage equal to its A to …`: what is dealt, to whom."""


# -- moves ---------------------------------------------------------------------------------------

_lanes = alt(
    make(lambda v: {"far": v}, b.could("up to"), alt(to(b.number, n.Number), to(word("X",
        case=True), lambda _: n.PlayerNumber("?X")), to(word("an?"), lambda _: n.Number(1))),
        skip("lanes?"), b.could("each"), b.could("away|over|left or right|in either direction"),
        b.could("each")),
    make(lambda ref: {"to": ref}, skip("to|into|in"), one_of({k: v for k,
        v in LANE_REFS.items() if "lanes" not in k}, "this lane")),
    make(dict, skip("(?:up to )?any number of lanes")),
    make(lambda: {"to": "adjacent"}, skip("to|into"),
        skip("an(?:y)? adjacent(?: empty| open)? lane|an empty adjacent lane")),
    make(dict, skip("to|into"),
        skip("an(?:y|other)?(?: other)?(?: empty| open| unoccupied)? lanes?|"
        "any(?: one)? of your(?: other)?(?: empty)? lanes|a different lane|"
        "one of your(?: other)?(?: empty)? lanes|an empty lane|other lanes|"
        "any of its owner's(?: empty)? lanes|another of your(?: empty)? lanes|an enemy lane")),
    make(lambda row: {"row": row}, skip("(?:in)?to|in"), b.could("your|the|its|their"),
        one_of({"front row": "front", "back row": "back", "front": "front", "back": "back"},
        "the front row")),
)  # fmt: skip


def _move(where: dict[str, Any]) -> Verb:
    return lambda who: (n.Move(who, where.get("far"), where.get("to", ""), where.get("row", "")),)


_into_a_lane = make(
    lambda empty: _move({"to": "empty"} if empty else {}),
    skip("(?:in)?to"),
    alt(
        to(word("(?:one|any) of your empty lanes|an empty lane"), lambda _: True),
        to(word("(?:one|any) of your(?: other)? lanes|any lane|another lane"), lambda _: False),
    ),
)
move_where: Final = alt(
    to(_lanes, _move),
    to(b.ahead(r"$|[.,;]|and\b|then\b|to (?:give|deal)|if\b"), lambda _: _move({})),
)

swap_with: Final = alt(
    make(lambda who: _swap(who), b.could("lanes|positions|places"), skip("with"), single),
    make(lambda: _swap(None), skip("lanes|positions|places"), b.could("with each other")),
)  # fmt: skip


def _swap(other: n.Selector | None) -> Verb:
    return lambda who: (n.Swap(who, remark(other) if other is not None else None),)


# -- what subjects do ----------------------------------------------------------------------------


def _gets(what: Payload, until_: str, by: n.Amount | None = None) -> Verb:
    given = scaled(what, by) if by is not None else what
    return lambda who: bestow(who, given, until_)


def _battle(target: n.Selector) -> Verb:
    return lambda who: _pairwise(n.Battle, who, target)


def _strike(target: n.Selector) -> Verb:
    return lambda who: _pairwise(n.Strike, who, target)


def _pairwise(effect: Any, who: n.Selector, target: n.Selector) -> Effects:
    """Several that each act on the one opposing it do so one after the other."""
    many = isinstance(who, n.All) or (isinstance(who, n.Choose) and who.most > 1)
    if (
        many
        and isinstance(target, n.All)
        and any(f.opposing in ("?it", "?they") for f in target.among)
    ):
        opposing = tuple(msgspec.structs.replace(f, opposing="it") for f in target.among)
        return (n.ForEach(who, (effect(n.Refer("it"), n.All(opposing)),)),)
    return (effect(who, remark(toward(who, target))),)


def _forbid(what: tuple[n.Forbid, ...], until_: str) -> Verb:
    return lambda who: (n.Give(who, n.Gift(forbids=what), until_),)


_one_at_a_time = b.maybe(b.skip_mark(",? ?one (?:at a time|after the other|by one)"), b.DROP)


def verbs(s: str) -> Parser:
    """What a subject does: `s` is `s` for one (`gets`), empty for many and after `may` (`get`)."""
    has = {"s": "has", "": "have", "s?": "has|have"}[s]
    is_ = {"s": "is", "": "be|are", "s?": "is|are|be"}[s]
    does = {"s": "es", "": "", "s?": "(?:es)?"}[s]
    becomes = f"become{s}"
    return alt(
        make(_gets, skip(f"get{s}|gain{s}|{has}|receive{s}"), _maybe_also(payload), until,
            maybe(for_each)),
        make(
            lambda p, u: _gets(taken(p), u), skip(f"lose{s}"), lost_all, until
        ),
        make(
            lambda p, u: _gets(p, u), skip(f"{is_}|{becomes}"), also_types, until
        ),
        make(lambda v: v, skip(f"deal{s}"), deal_what),
        make(lambda t: _battle(t), skip(f"battle{s}|fight{s}"), selector, _one_at_a_time),
        make(lambda: (lambda who: (n.Battle(who, n.Refer("?each other")),)), skip(f"battle{s}"),
            skip("each other|one another")),
        make(lambda t: _strike(t), skip(f"strike{s}"), selector),
        make(lambda v: v, skip(f"swap{s}|switch{does}|trade{s}"), swap_with),
        make(lambda v: v, skip(f"(?:{is_} )?move[sd]?"), move_where),
        make(lambda st, a: (lambda who: (n.SetStat(who, st, own_number(a)),)),
            skip(f"{has}|get{s}|{is_}"), stat, equal_to),
        make(lambda st, st2: (lambda who: (n.Switch(who, st, None, st2),)),
            skip(f"switch{does}|swap{s}"), b.could("its|their"), stat, skip("and(?: its| their)?"),
            stat),
        make(lambda f, u: _forbid(f, u), forbids, until),
        make(lambda e: (lambda who: (e(who),)), skip(is_), one_of({"destroyed": n.Destroy,
            "exhausted": n.Exhaust, "readied": n.Ready, "banished": n.Banish, "ready": n.Ready,
            "transformed": n.Transform}, "destroyed")),
        make(lambda e: (lambda who: (e(who),)), skip(f"{becomes}"), one_of({"exhausted": n.Exhaust,
            "ready": n.Ready}, "Exhausted")),
        make(lambda a, by: (lambda who: (n.Damage(who, times(by,
            a.n) if by is not None and isinstance(a, n.Number) else a),)),
            skip(f"{is_} dealt|take{s}|suffer{s}"), _deal_words, maybe(for_each)),
        make(lambda: (lambda who: (n.Ready(who),)), skip(f"read(?:y|ies)|{becomes} ready")),
        make(lambda: (lambda who: (n.Transform(who),)), skip(f"transform{s}")),
    )  # fmt: skip


def _maybe_also(parser: Parser) -> Parser:
    return make(lambda p: p, b.could("also|instead|an additional|an extra"), parser)


def until_all(found: Effects) -> Effects:
    """`loses Defender and gets Aggressive this turn`: this turn, both."""
    if found and isinstance(found[-1], n.Give) and found[-1].until == "turn":
        return tuple(n.Give(e.who, e.gift, "turn") if isinstance(e, n.Give) else e for e in found)
    return found


def _chain(s: str) -> Parser:
    verb = verbs(s)
    later = alt(verb, make(_gets, skip("get|gain|have"), payload, until)) if s == "s" else verb
    link = alt(
        make(lambda: b.DROP, b.comma, b.could("and then|then|and")),
        skip("and then|then|and(?: also)?"),
    )

    def together(first: Verb, rest: list[Verb]) -> Verb:
        def act(who: n.Selector) -> Effects:
            found = first(who)
            again = refers(who)
            for verb in rest:
                found += verb(again)
            return until_all(found)

        return act

    return make(together, verb, make(lambda v: v, link, later).many())


acts_one: Final = _chain("s")
acts_many: Final = _chain("")
"""After a plural, and after `may`, `have it`, `must`."""
acts: Final = alt(acts_one, acts_many)

# -- orders --------------------------------------------------------------------------------------


def _give(
    who: n.Selector,
    what: Payload,
    more: list[tuple[n.Selector, Payload]],
    until_: str,
    by: n.Amount | None,
) -> Effects:
    found = bestow(who, scaled(what, by) if by is not None else what, until_)
    for other, gift in more:
        found += bestow(other, gift, until_)
    return found


def _by_number_of(
    first: n.Selector | None, s: str, whose: n.Selector, second: n.Selector | None
) -> Effects:
    """`Deal damage to a creature equal to the A of one of your creatures`: that one is chosen first."""
    who = first or second or YOU
    return (n.Target(whose), n.Damage(who, n.StatOf(s, "it")))


def _until_then(found: Effects, until_: str) -> Effects:
    """The same numbers change places until then."""
    return tuple(
        n.Switch(e.who, e.stat, e.with_, e.stat2, until_) if isinstance(e, n.Switch) else e
        for e in found
    )


def _apply(effect: Any) -> Callable[[n.Selector], Effects]:
    return lambda who: (effect(who),)


_stat_pair = alt(
    make(lambda s, t: (s, t), b.could("the"), stat, skip("and"), b.could("the"), stat),
    make(lambda s: (s, s), b.could("the"), stat),
)


def _switch(pair: tuple[str, str], who: n.Selector) -> Effects:
    s, t = pair
    if isinstance(who, n.Several) and len(who.parts) == 2:
        one, two = who.parts
        return (n.Switch(one, s, remark(two), t),)
    return (n.Switch(who, s, None, t if s != t else ""),)


def _double(s: tuple[str, ...], who: n.Selector, until_: str, factor: int = 1) -> Effects:
    return (
        n.Change(
            who,
            n.StatOf("A", "self", factor) if "A" in s else None,
            n.StatOf("H", "self", factor) if "H" in s else None,
            until_,
        ),
    )


_stats = make(lambda f, r: (f, *r), stat, make(lambda s: s, skip("and"), stat).many())
whose_stats: Final = alt(
    make(lambda who, s: (s, who), alt(
        to(word("this creature's|this's"), lambda _: n.Refer("this")), to(word("its"),
            lambda _: n.Refer("?it")),
        to(word("their"), lambda _: n.Refer("?they")), to(word("that creature's"),
            lambda _: n.Refer("?that")),
        make(lambda who: who, forward.selector, b.skip_mark("'s?")),
    ), _stats),
    make(lambda s, who: (s, who), b.could("the"), _stats, skip("of"), selector),
)  # fmt: skip
_number_or_a = alt(
    to(b.number, n.Number),
    to(word("an?|another"), lambda _: n.Number(1)),
    to(word("X", case=True), lambda _: n.PlayerNumber("?X")),
)
_XX = 0

orders: Final = alt(
    # give
    make(_give, skip("gives?"), selector, b.could("an additional|an extra"), payload, make(lambda w,
        p: (w, p), skip("and"), selector, payload).many(), until, maybe(for_each)),
    make(lambda p, who, u: bestow(who, p, u), skip("gives?"), payload, skip("to"), selector, until),
    make(lambda who, p, u: bestow(who, p, u), skip("makes?"), selector, also_types, until),
    # damage
    make(_by_number_of, skip("deals?"), skip("damage"), b.maybe(_to_whom), skip("equal to the"),
        stat, skip("of"), b.only_if(single, lambda who: isinstance(who, n.Choose), "a choice"),
        b.maybe(_to_whom)),
    make(lambda v: v(n.Refer("this")), skip("deals?"), deal_what),
    make(lambda who: (n.Battle(n.Refer("this"), remark(toward(n.Refer("this"), who))),),
        b.of_kind("creature"), skip("battles?"), selector),
    # drain of the early edition: damage, then gain as much
    make(lambda a, who: (n.Damage(who, a), n.Heal(YOU, a)), skip("drains?"), b.could(r"\("), short,
        b.could("damage|H"), skip("from"), selector),
    make(lambda who, a: (n.Damage(who, a), n.Heal(YOU, a)), skip("drains?"), selector,
        skip("for|of"), short, b.could("damage|H")),
    make(lambda a, who: (n.Damage(who, a), n.Heal(YOU, a)), skip("drains?"), alt(make(lambda v: v,
        b.skip_mark(r"\("), short, b.skip_mark(r"\)")), short), b.could("to|on"), selector),
    # destroy
    make(lambda who: (n.Destroy(who),), skip("destroys?"), selector),
    make(lambda who: (n.Destroy(_own(who)),), skip("sacrifices?"), selector),
    make(lambda who: (n.Exhaust(who),), skip("exhausts?"), selector),
    make(lambda who: (n.Ready(who),), skip("(?:ready|readies)"), alt(to(word("your Forgeborn"),
        lambda _: n.Refer("you")), selector)),
    make(lambda who: (n.Modes(((n.Ready(refers(who)),), (n.Exhaust(refers(who)),))),
        ) if isinstance(who, n.Refer) else
         (n.Target(who), n.Modes(((n.Ready(n.Refer("it")),), (n.Exhaust(n.Refer("it")),)))),
             skip("ready or exhaust|exhaust or ready"), selector),
    # moves
    make(lambda who, v: v(who), skip("moves?"), selector, move_where),
    make(lambda who, v: v(who),
        skip("swaps?(?: the)?(?: lanes of| positions of)?|switch(?:es)?(?: the)? (?:lanes|"
        "positions|places) of"), single, swap_with),
    make(lambda one, two: (n.Swap(one, remark(two)),),
        skip("swaps?(?: the)?(?: lanes of| positions of)?|switch(?:es)?(?: the)? (?:lanes|"
        "positions|places) of"), single, skip("with|and"), single),
    make(lambda who: (n.Swap(who, None),),
        skip("swaps?(?: the)?(?: lanes of| positions of)?|switch(?:es)?(?: the)? (?:lanes|"
        "positions|places) of"), selector, b.could("with each other")),
    make(lambda who, v: v(who), skip("puts?"), single, _into_a_lane),
    make(
        lambda who, row: (n.Move(who, row=row),),
        skip("puts?"),
        single,
        skip("(?:in|into) (?:the|your|its|their)"),
        one_of({"front row": "front", "back row": "back"}, "front row"),
    ),
    # numbers
    make(lambda s, who, t: (n.Switch(who, s, None, t),), skip("switch(?:es)?|swaps?|exchanges?"),
        b.could("the"), stat, skip("of"), single, skip("(?:with|and)(?: its| their)?"), stat),
    make(lambda pair, who, u: _until_then(_switch(pair, who), u),
        skip("switch(?:es)?|swaps?|exchanges?"), _stat_pair, skip("of"), selector, until),
    make(lambda who: (n.Change(who, None, n.StatOf("W", "self")),),
        skip("removes? all damage (?:from|on)|heals? all damage (?:from|on)|fully heals?"),
        selector),
    make(lambda one: (n.Switch(one[1], one[0][0], None, one[0][1] if len(one[0]) > 1 else ""),),
        skip("switch(?:es)?|swaps?|exchanges?"), whose_stats),
    make(lambda one, u: _double(one[0], one[1], u), skip("doubles?"), whose_stats, until),
    make(lambda one, u: _double(one[0], one[1], u, 2), skip("triples?"), whose_stats, until),
    make(lambda one, a: tuple(n.SetStat(one[1] if i == 0 else refers(one[1]), s,
        own_number(a)) for i, s in enumerate(one[0])), skip("sets?"), whose_stats,
        skip("(?:to be )?equal to|to"), b.could("be"), forward.amount),
    make(lambda one, a: tuple(n.SetStat(one[1] if i == 0 else refers(one[1]), s,
        own_number(a)) for i, s in enumerate(one[0])), whose_stats,
        skip("becomes?|is set to|are set to"), b.could("equal to"), forward.amount),
    # counters
    make(lambda a, name, who: (n.Counters(who, a, name),), skip("puts?|places?|adds?"),
        _number_or_a, counter_name, skip("on|to"), selector),
    make(lambda a, name, who: (n.Counters(who, times(a, -1), name),), skip("removes?"),
        _number_or_a, counter_name, skip("from"), selector),
    make(lambda name, who: (n.Counters(who, n.CountersOn("self", name, -1), name),),
        skip("removes? all"), counter_name, skip("from"), selector),
    make(lambda k, who, u: (n.Give(who, n.Gift(loses=(k,)), u),), skip("removes?"), keyword_name,
        skip("from"), selector, until),
    # choosing
    make(lambda count, noun: (n.PutCard(noun.zone, noun.zone, side_free(noun), None, count[0],
        count[1], noun.random, count[2], noun.whose),),
        skip("chooses?"), many, b.only_if(forward.noun, lambda f: f.zone in ("discard", "banish", "hand"),
        "a card in a zone")),
    make(lambda who: (n.Target(who),), skip("chooses?"), selector),
    make(lambda: (n.PickLane(),), skip("chooses?"), skip("a lane|one of the lanes|any lane")),
    make(lambda: (n.PickLane(empty=True),), skip("chooses?"),
        skip("one of your empty lanes|an empty lane")),
    # transform, overlay
    make(lambda names: (n.Transform(None, names[0], names[1]),), skip("transforms?"),
        make(lambda name, t: (name, t), card_name,
        maybe(to(word("and put it into (?:one of your|an) empty lanes?"), lambda _: "empty"), ""))),
    make(lambda who, t: (n.Transform(who, "", t),), skip("transforms?"), selector,
        maybe(to(word("and put it into (?:one of your|an) empty lanes?"), lambda _: "empty"), "")),
    make(lambda name: (n.Overlay(name),), skip("overlays?"), b.could("your Forgeborn"), card_name,
        skip("with this")),
    make(lambda name: (n.Overlay(name),), skip("overlays?"), b.could("your Forgeborn with"),
        card_name),
    make(lambda name: (n.Overlay(name),), skip("this overlays|overlays? this on(?:to)?"),
        alt(card_name, to(word("your Forgeborn"), lambda _: ""))),
    make(lambda: (n.Overlay(""),), skip("overlays? your Forgeborn with this")),
)  # fmt: skip
"""Orders: what is done, without a subject."""


def _own(who: n.Selector) -> n.Selector:
    """What is sacrificed is yours."""
    if isinstance(who, n.Choose):
        among = tuple(msgspec.structs.replace(f, side=f.side or "?own") for f in who.among)
        return n.Choose(among, who.most, who.least, who.by, who.mark, who.alike)
    return who
