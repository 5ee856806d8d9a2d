"""When something triggers: `when one of your Robots is destroyed`, `at the start of the turn`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.conditions import ENEMY_WORDS
from domain.games.solforge.language.names import card_name, is_a_name
from domain.games.solforge.language.nouns import Noun
from domain.games.solforge.language.places import counter_name
from domain.games.solforge.language.selectors import one_or_all, player, single
from domain.games.solforge.language.states import having
from domain.games.solforge.language.traits import stat

YOURS: Final = n.Filter(kind="player", side="yours")
THEIRS: Final = n.Filter(kind="player", side="enemy")
ANYONE: Final = n.Filter(kind="player")


@dataclass(frozen=True)
class When:
    """What triggers: any of these."""

    triggers: tuple[n.Trigger, ...]
    turn: bool = False
    """Only this turn."""
    once: bool = False
    """The next time."""


def filters(who: n.Selector) -> tuple[n.Filter, ...]:
    """Whom a subject means, as filters."""
    if isinstance(who, (n.Choose, n.All, n.Among)):
        return who.among
    if isinstance(who, n.Refer):
        return (n.Filter(ref=who.ref),)
    if isinstance(who, n.Several):
        return tuple(f for part in who.parts for f in filters(part))
    return ()


def _each(event: str, who: tuple[n.Filter, ...], **more: Any) -> tuple[n.Trigger, ...]:
    return tuple(n.Trigger(event, f, **more) for f in who)


_subject = b.memo(
    b.only_if(single, lambda who: bool(filters(who)) and one_or_all(who), "this or a creature")
)
_is = skip("is|are|becomes|was|gets")

_PASSIVE: Final = {
    "destroyed": "destroyed", "Upgraded": "upgraded", "Transformed": "transformed",
        "played": "played",
    "readied": "readied", "Exhausted": "exhausted", "ready": "readied", "discarded": "discarded",
        "drawn": "drawn",
    "moved": "moved", "healed": "gains health", "Reanimated": "reanimated", "banished": "leaves",
        "replaced": "replaced",
}  # fmt: skip
_ACTIVE: Final = {
    "dies": "destroyed", "die": "destroyed", "comes into play": "enters play",
        "come into play": "enters play",
    "enters play": "enters play", "enter play": "enters play", "moves": "moved", "move": "moved",
    "leaves play": "leaves", "leave play": "leaves", "transforms": "transformed",
    "Battles": "battles", "Battle": "battles", "readies": "readied", "takes damage": "damaged",
        "attacks": "attacks",
}  # fmt: skip
_OF_LANES: Final = {
    "swaps lanes": "moved", "swap lanes": "moved", "changes lanes": "moved", "change lanes": "moved",
    "moves lanes": "moved", "move lanes": "moved", "enters a lane": "enters", "enter a lane": "enters",
}  # fmt: skip
"""What happens by a change of lane only, not of rows."""
_combat: Final = maybe(
    one_of({"combat": True, "non-combat": False, "noncombat": False, "non combat": False}, "combat")
)
_by_source = maybe(make(lambda who: filters(who)[0], skip("by"), _subject))
_cause = maybe(
    alt(
        make(lambda who: (filters(who)[0], None), skip("by"), _subject),
        make(lambda: (None, True), skip("in combat|during combat|by combat damage|from combat")),
        make(lambda: (n.Filter(kind="spell", side="yours"), None), skip("by one of your spells")),
    ),
    (None, None),
)


def _damages(
    who: n.Selector, combat: bool | None, target: n.Selector | None
) -> tuple[n.Trigger, ...]:
    others: tuple[n.Filter | None, ...] = filters(target) if target is not None else (None,)
    return tuple(n.Trigger("damages", f, o, combat=combat) for f in filters(who) for o in others)


def _gains(who: n.Selector, verb: str, stats: tuple[str, ...]) -> tuple[n.Trigger, ...]:
    names = {"A": "attack", "H": "health"}
    return tuple(
        n.Trigger(f"{verb} {names[s]}", f) for s in stats if s in names for f in filters(who)
    )


_stats = make(
    lambda first, rest: (first, *rest),
    b.maybe(b.skip_mark(r"\+"), b.DROP),
    stat,
    make(lambda s: s, alt(skip("or|and/or|and"), b.comma), stat).many(),
)
_lane_or_row = alt(
    make(lambda: {"lane": "this"}, skip("this lane")),
    make(lambda side, row: {"row": row, **side}, alt(to(word("your"), lambda _: {"side": "yours"}),
        to(word("the|their|its|a"), lambda _: {})), one_of({"front row": "front",
        "back row": "back"}, "front row")),
    make(lambda: {"lane": "adjacent"},
        skip("an? (?:adjacent lane|lane (?:adjacent|next) to this)|an adjacent lane")),
    make(lambda: {"lane": "any"},
        skip("(?:an?|another|any|one of your|a new|a different) (?:new )?lanes?(?! with)|"
        "any of your lanes")),
    make(lambda side, noun: {"lane": "any", "condition": n.Exists(noun.with_(lane="?its of that",
            **side).filters[0])},
        skip("a lane (?:with|that has|containing)"),
         alt(to(word("one of your|your"), lambda _: {"side": "yours"}),
             to(word("an?"), lambda _: {})),
         b.only_if(forward.noun, lambda f: not any(x.opposing for x in f.filters), "a card")),
    make(lambda noun: {"lane": "any", "condition": n.Exists(noun.with_(opposing="?that trigger",
        side="enemy").filters[0])},
         skip("a lane (?:with|that has|containing) an"), forward.noun),
)  # fmt: skip
_much = make(lambda v, op: (op, v), b.number, one_of({"or more": ">=", "or less": "<="}, "or more"))
_card_event = alt(
    make(
        lambda who, m: tuple(
            n.Trigger("damaged", f, condition=n.Compare(n.ThatMuch(), m[0], n.Number(m[1])))
            for f in filters(who)
        ),
        _subject,
        skip("is dealt|are dealt|takes"),
        _much,
        skip("damage"),
    ),
    make(
        lambda c: (n.Trigger("counter put", n.Filter(ref="this"), condition=c),),
        b.only_if(
            having, lambda c: isinstance(c, n.Compare) and isinstance(c.left, n.CountersOn), "counters"
        ),
    ),
    make(lambda who, c: tuple(n.Trigger("destroyed", f, c[0], combat=c[1]) for f in filters(who)),
         _subject, _is, skip("destroyed"), _cause),
    make(lambda who, by: tuple(n.Trigger("replaced", f, by) for f in filters(who)), _subject, _is,
        skip("replaced"), _by_source),
    make(lambda who, victim: tuple(n.Trigger("replaced", v,
        f) if v.ref == "this" else n.Trigger("replaces", f,
        v) for f in filters(who) for v in filters(victim)),
         _subject, skip("replaces?"), _subject),
    make(lambda who: tuple(n.Trigger("replaces", f) for f in filters(who)), _subject,
        skip("replaces another card|replaces something|replaces another")),
    make(lambda who, combat, source: tuple(n.Trigger("damaged", f, source,
        combat=combat) for f in filters(who)),
         _subject, skip("is dealt|are dealt|takes|suffers"), b.could("any"), _combat,
             skip("damage"), _by_source),
    make(lambda who, source: tuple(n.Trigger("damaged", f, source) for f in filters(who)),
         _subject, skip("is damaged|are damaged"), _by_source),
    make(lambda who, combat, target: _damages(who, combat, target), _subject, skip("deals?"),
        b.could("any"), _combat, skip("damage"),
         maybe(make(lambda t: t, skip("to"), alt(_subject, player)))),
    make(lambda who, target: _damages(who, None, target), _subject, skip("damages?"), alt(_subject,
        player)),
    make(lambda who, victim: tuple(n.Trigger("slay",
        f) if _enemy_creature(v) and f.ref == "this" else n.Trigger("destroyed", v,
        f) for f in filters(who) for v in filters(victim)),
         _subject, skip("destroys?|kills?"), _subject),
    make(lambda who, s: _gains(who, "gains", s), _subject, skip("gains?|gets?"), b.could("any"),
        _stats),
    make(lambda who, s: _gains(who, "loses", s), _subject, skip("loses?"), b.could("any"), _stats),
    make(lambda who, s: _gains(who, "gains", s), make(lambda who: who, _subject, b.skip_mark("'s")),
        _stats, skip("is increased|increases|goes up")),
    make(lambda who, where: tuple(n.Trigger("enters", _sided(f, where),
        **_where(where, f)) for f in filters(who)),
        _subject, skip("enters?"), _lane_or_row),
    make(lambda who, where: tuple(n.Trigger("enters", f, **_where(where,
        f)) if where.get("lane") != "any" else n.Trigger("moved", f, **_where(where,
        f)) for f in filters(who)),
         _subject, skip("(?:moves?|is moved) (?:in)?to"), _lane_or_row),
    make(lambda who, _: tuple(n.Trigger("enters play", f, lane="this") for f in filters(who)),
        _subject, word("(?:is played|comes into play|enters play) in(?:to)? this lane")),
    make(lambda who, e: _each(e, filters(who)), _subject, _is, one_of(_PASSIVE, "destroyed")),
    make(lambda who, e: _each(e, filters(who)), _subject, one_of(_ACTIVE, "is destroyed")),
    make(lambda who, e: _each(e, filters(who), lane="any"), _subject,
        one_of(_OF_LANES, "changes lanes")),
    make(lambda who: _each("alone", filters(who)), _subject,
        skip("has no adjacent creatures|isn't adjacent to any creatures|"
        "has no creatures adjacent to it|is not adjacent to (?:any|another) creatures?")),
    make(lambda who, other: tuple(n.Trigger("battles", f, filters(other)[0]) for f in filters(who)),
        _subject, skip("battles?"), _subject),
    make(lambda who: _each("activated", filters(who)), _subject,
        skip("(?:uses|activates) (?:an|its) (?:activate )?ability|is activated")),
    make(lambda who: _each("loses health", filters(who)), _subject,
        skip("is wounded|becomes wounded")),
)  # fmt: skip


def _enemy_creature(f: n.Filter) -> bool:
    return f == n.Filter(side="enemy")


def _sided(f: n.Filter, where: dict[str, Any]) -> n.Filter:
    """Only your creatures enter your rows."""
    if f.kind == "player" or f.ref:
        return f
    return msgspec.structs.replace(f, side=f.side or where.get("side", ""))


def _where(where: dict[str, Any], f: n.Filter) -> dict[str, Any]:
    if "condition" not in where:
        return {k: v for k, v in where.items() if k != "side"}
    c = where["condition"]
    ref = f.ref or "that"
    what = c.what
    if what.lane:
        what = msgspec.structs.replace(what, lane="this" if ref == "this" else "that", other=True)
    else:
        what = msgspec.structs.replace(what, opposing=ref)
    return {"condition": n.Exists(what), "lane": where["lane"]}


# -- what players do -----------------------------------------------------------------------------

_who: Final = alt(
    to(word("you"), lambda _: "you"),
    to(word(ENEMY_WORDS, "an enemy player"), lambda _: "enemy"),
    to(word("(?:a|any|each) player"), lambda _: ""),
)
_FILTER: Final = {"you": YOURS, "enemy": THEIRS, "": ANYONE}
_noun = b.only_if(
    forward.noun, lambda noun: noun.zone in ("", "hand") and not noun.random, "a card"
)
_played_noun = b.only_if(
    forward.noun,
    lambda noun: (
        noun.zone in ("", "hand", "discard", "banish")
        and noun.whose not in ("enemy", "each")
        and not noun.random
    ),
    "a card",
)
_SIDES: Final = {"you": "yours", "enemy": "enemy", "": ""}
_one = b.could("an?|another|one or more|one of your(?: other)?|your|any")
_another = b.peek(r"(?:another|one of your other)\b")
_nth = maybe(make(lambda v: v, b.could("your|their"), b.ordinal), 0)


def _by(
    event: str, who: str, noun: Noun, other: bool = False, nth: int = 0, **more: Any
) -> tuple[n.Trigger, ...]:
    wanted = noun.with_(other=True) if other else noun
    return tuple(n.Trigger(event, f, by=who, nth=nth, **more) for f in wanted.filters)


_PLAYER_VERBS: Final = {
    "Upgrade": "upgraded", "Upgrades": "upgraded", "draw": "drawn", "draws": "drawn",
        "discard": "discarded",
    "discards": "discarded", "destroy": "destroyed", "destroys": "destroyed", "move": "moved",
        "moves": "moved",
    "Transform": "transformed", "Transforms": "transformed", "Ready": "readied",
        "Exhaust": "exhausted",
    "Reanimate": "reanimated", "Reanimates": "reanimated", "heal": "gains health",
        "sacrifice": "destroyed",
    "swap": "moved", "activate": "activated", "replace": "replaced", "replaces": "replaced",
        "Summon": "enters play",
}  # fmt: skip
_or_more = make(
    lambda other, noun: (other, noun),
    b.could(","),
    skip("or(?: play| plays)?"),
    _another,
    _one,
    _noun,
)


def _plays(
    who: str, nth: int, other: bool, noun: Noun, more: list[tuple[bool, Noun]]
) -> tuple[n.Trigger, ...]:
    found = _by("played", who, noun, other, nth, zone=noun.zone)
    for o, extra in more:
        found += _by("played", who, extra, o)
    return found


_player_event = alt(
    make(lambda who, name: (n.Trigger("played", n.Filter(kind="card", names=(name,)), by=who),),
        _who, skip("plays?|casts?"), b.only_if(card_name, is_a_name, "a card's name")),
    make(lambda who, nth, other, noun, more: _plays(who, nth, other, noun, more), _who,
        skip("plays?|casts?"), _nth, _another, _one, alt(make(lambda f: f.with_(free=True),
        _played_noun, skip("for free")), _played_noun), _or_more.many()),
    make(lambda who, s: tuple(n.Trigger("gains health", _FILTER[who]) for x in s if x == "H"), _who,
        skip("gains?"), b.could("any"), b.only_if(_stats, lambda s: s == ("H",), "H")),
    make(lambda who, s: tuple(n.Trigger("loses health", _FILTER[who]) for x in s if x == "H"), _who,
        skip("loses?"), b.could("any"), b.only_if(_stats, lambda s: s == ("H",), "H")),
    make(lambda who, combat, source: (n.Trigger("damaged", _FILTER[who], source, combat=combat),),
        _who, skip("(?:is|are) dealt|takes?"), b.could("any"), _combat, skip("damage"), _by_source),
    make(lambda who: (n.Trigger("damaged", _FILTER[who]),), _who, skip("(?:is|are) damaged")),
    make(lambda who: (n.Trigger("forgeborn used", _FILTER[who]),), _who,
        skip("uses? (?:your|their|a|an|the) Forgeborn(?:'s)?(?: ability| abilities)?|"
        "activates? (?:your|their) Forgeborn|exhausts? (?:your|their) Forgeborn")),
    make(lambda who, noun, s: tuple(n.Trigger(f"gains {'attack' if x == 'A' else 'health'}", f,
        by=who) for x in s for f in noun.filters),
         _who, skip("gives?"), _one, _noun, b.skip_mark(r"\+"), _stats),
    make(lambda who, noun, s: tuple(n.Trigger(f"loses {'attack' if x == 'A' else 'health'}", f,
        by=who) for x in s for f in noun.filters),
         _who, skip("gives?"), _one, _noun, b.skip_mark(r"-"), _stats),
    make(lambda who, combat, target, source: _you_damage(who, combat, target, source), _who,
        skip("deals?"), b.could("any"), _combat, skip("damage"), skip("to"), alt(_subject, player),
         maybe(make(lambda s: s, skip("with"), _subject))),
    make(lambda who, combat: (n.Trigger("damaged", n.Filter(), n.Filter(kind="card",
        side=_SIDES[who]), by=who, combat=combat),), _who, skip("deals?"), _combat, skip("damage")),
    make(lambda who, e, other, noun: _by(e, who, noun, other), _who, one_of(_PLAYER_VERBS, "play"),
        _another, _one, _noun),
    make(lambda who: (n.Trigger("drawn", n.Filter(kind="card"), by=who),), _who,
        skip("draws? cards")),
    make(lambda other, noun: _by("played", "", noun, other), _another, _one, _noun,
        skip("is played")),
    make(lambda who, target: _each("counter put", filters(target), by=who), _who, skip("puts?"),
        b.could("an?|one or more"), b.drop(counter_name), skip("on"), _subject),
    make(lambda target: _each("counter put", filters(target)), b.could("an?"), b.drop(counter_name),
        skip("(?:is|are) put on"), _subject),
    make(lambda who, m: (n.Trigger("gains health", _FILTER[who], condition=n.Compare(n.ThatMuch(),
        m[0], n.Number(m[1]))),), _who, skip("gains?"), _much, skip("H|Health")),
    make(lambda who, m: (n.Trigger("damaged", _FILTER[who], condition=n.Compare(n.ThatMuch(), m[0],
        n.Number(m[1]))),), _who, skip("takes?|(?:is|are) dealt"), _much, skip("damage")),
    make(lambda: (n.Trigger("forgeborn levelled", YOURS),),
        skip("your Forgeborn (?:levels up|gains a level|is levell?ed up)|"
        "you level up(?: your Forgeborn)?")),
    make(lambda v: (n.Trigger("forgeborn levelled", YOURS, condition=n.Compare(
        n.PlayerNumber("forgeborn"), "=", n.Number(v))),),
        skip("your Forgeborn (?:reaches|becomes|gets to)"), b.could("level"), b.number),
    make(lambda: (n.Trigger("forgeborn used", YOURS),),
        skip("your Forgeborn (?:uses (?:an|its|their) (?:Forgeborn )?ability|is used|is exhausted)")),
    make(lambda who: (n.Trigger("played", n.Filter(ref="this"), by=who),), _who,
        skip("plays?|casts?"), skip("this(?: creature| card| exalt| minion)?(?! turn|\\w)"),
        b.not_ahead(r"on\b")),
    make(lambda who: (n.Trigger("gets forge", _FILTER[who]),), _who,
        skip("(?:gains?|gets?|receives?|takes?) the forge")),
)  # fmt: skip


def _you_damage(
    who: str, combat: bool | None, target: n.Selector, source: n.Selector | None
) -> tuple[n.Trigger, ...]:
    if source is not None:
        return tuple(
            n.Trigger("damages", msgspec.structs.replace(s, side=_SIDES[who]), t, combat=combat)
            for s in filters(source)
            for t in filters(target)
        )
    return tuple(n.Trigger("damaged", t, by=who, combat=combat) for t in filters(target))


_TIMES: Final = {
    "start of the turn": "start of turn", "start of turn": "start of turn",
        "start of each turn": "start of turn",
    "start of every turn": "start of turn", "start of your turn": "start of turn",
        "beginning of the turn": "start of turn",
    "beginning of each turn": "start of turn", "end of the turn": "end of turn",
        "end of turn": "end of turn",
    "end of each turn": "end of turn", "end of every turn": "end of turn",
        "end of your turn": "end of turn",
    "start of combat": "start of combat", "start of the combat phase": "start of combat",
        "beginning of combat": "start of combat",
    "start of each combat": "start of combat", "end of combat": "end of combat",
        "end of the combat phase": "end of combat",
    "end of the deck cycle": "end of cycle", "end of each deck cycle": "end of cycle",
        "end of deck cycle": "end of cycle",
    "end of every deck cycle": "end of cycle", "end of this deck cycle": "end of cycle",
        "end of this turn": "end of turn this",
    "start of each deck cycle": "start of cycle", "start of the deck cycle": "start of cycle",
        "end of a deck cycle": "end of cycle",
    "start of the next turn": "start of turn next", "start of next turn": "start of turn next",
        "start of your next turn": "start of turn next",
    "end of the next turn": "end of turn next", "end of next turn": "end of turn next",
        "end of step": "end of turn",
}  # fmt: skip
_time: Final = make(
    lambda e: (n.Trigger(e),),
    skip("at the|at"),
    b.could("the"),
    one_of(_TIMES, "start of the turn"),
)

# -- put together --------------------------------------------------------------------------------


def _more(found: tuple[n.Trigger, ...], parts: list[dict[str, Any]]) -> When:
    out = When(found)
    for part in parts:
        for key, value in part.items():
            if key == "survives":
                out = replace(out, triggers=tuple(map(_surviving, out.triggers)))
            elif key == "filter":
                out = replace(out, triggers=tuple(_asked(t, value) for t in out.triggers))
            elif key in ("turn", "once"):
                out = replace(out, **{key: value})
            else:
                out = replace(
                    out,
                    triggers=tuple(
                        n.Trigger(
                            **{
                                **{k: getattr(t, k) for k in t.__struct_fields__},
                                **_and(t, key, value),
                            }
                        )
                        for t in out.triggers
                    ),
                )
    return out


def _asked(t: n.Trigger, fields: dict[str, Any]) -> n.Trigger:
    """More asked of whom it happens to."""
    if t.who is None or t.who.kind == "player":
        return t
    return msgspec.structs.replace(t, who=msgspec.structs.replace(t.who, **fields))


def _surviving(t: n.Trigger) -> n.Trigger:
    ref = "this" if t.who is not None and t.who.ref == "this" else "that"
    return msgspec.structs.replace(t, condition=n.Survives(ref))


def _and(t: n.Trigger, key: str, value: Any) -> dict[str, Any]:
    if key == "condition" and t.condition is not None:
        return {key: n.Every((t.condition, value))}
    return {key: value}


_after = alt(
    make(lambda: {"by": "enemy"}, skip(f"by (?:{ENEMY_WORDS})")),
    make(lambda: {"filter": {"side": "yours"}}, skip("under your control|on your side")),
    make(lambda: {"filter": {"opposing": "this", "side": "enemy"}},
        skip("(?:in a lane )?opposing this|across from this")),
    make(lambda: {"filter": {"lane": "adjacent"}},
        skip("in(?:to)? (?:an adjacent lane|a lane adjacent to this)")),
    make(dict, skip("in an? turn|in the same turn|during a turn")),
    make(lambda: {"survives": True}, skip("and (?:it )?survives")),
    make(lambda: {"before_combat": True},
        skip("before combat|outside of combat|during the action phase")),
    make(lambda: {"combat": True}, skip("(?:in|during) combat")),
    make(lambda: {"turn": True}, skip("this turn")),
    make(lambda: {"lane": "this"}, skip("in(?:to)? this lane")),
    make(lambda: {"first": True},
        skip("for the first time (?:each|every|this|in a) turn|for the first time|"
        "the first time each turn")),
    make(lambda: {"by": "you"}, skip("by you")),
    make(lambda z: {"zone": z}, skip("from (?:your|an?|the|any)"), one_of({
        "discard pile": "discard", "banish pile": "banish"}, "discard pile")),
    make(dict, skip("from your hand|each turn|from anywhere|for any reason|from play")),
    make(lambda c: {"condition": c}, b.could(","), skip("while|and"), b.could("if|while"),
        make(lambda c: c, forward.condition)),
)  # fmt: skip
_event = alt(_player_event, _card_event)


_or_event = make(lambda t: t, b.could(","), skip("or"), b.could("when(?:ever)?"), _event)
_same_subject = make(
    lambda verb: verb,
    b.could(","),
    skip("or"),
    alt(
        make(
            lambda e: ("event", e, ""),
            b.could("is|are"),
            one_of({**_ACTIVE, **_PASSIVE}, "is destroyed"),
        ),
        make(lambda e: ("event", e, "any"), one_of(_OF_LANES, "changes lanes")),
    ),
)


def _also(t: n.Trigger, event: str, lane: str) -> tuple[n.Trigger, ...]:
    """The same subject does another thing, unless the first trigger is on it already."""
    who = t.other if t.other is not None and t.other.ref == "this" else t.who
    if t.event == event and t.who == who and t.lane in ("", lane):
        return ()
    return (n.Trigger(event, who, lane=lane),)


def _or(first: tuple[n.Trigger, ...], rest: list[Any]) -> tuple[n.Trigger, ...]:
    found = first
    for more in rest:
        if isinstance(more, tuple) and more and more[0] == "event":
            found += tuple(new for t in first for new in _also(t, more[1], more[2]))
        else:
            found += more
    return found


_events = make(_or, _event, alt(_or_event, _same_subject).many())


def _first(found: When) -> When:
    return replace(
        found,
        triggers=tuple(
            n.Trigger(**{**{k: getattr(t, k) for k in t.__struct_fields__}, "first": True})
            for t in found.triggers
        ),
    )


def _with_until(found: When) -> When:
    """`at the start of the next turn` is once, later."""
    t = found.triggers[0]
    if t.event.endswith((" next", " this")):
        event, _, which = t.event.rpartition(" ")
        return When((n.Trigger(event),), which == "this", which == "next")
    return found


_when_word = skip("when(?:ever)?|each time|every time|any time|the moment")
_whole = make(_more, _events, _after.many())
when: Final = b.memo(
    alt(
        make(lambda w: _with_until(w), make(_more, _time, _after.many())),
        make(
            lambda e: When((n.Trigger(e),)),
            skip("when"),
            one_of(
                {
                    "combat begins": "start of combat",
                    "combat starts": "start of combat",
                    "combat ends": "end of combat",
                    "the turn ends": "end of turn",
                    "the turn begins": "start of turn",
                },
                "combat begins",
            ),
        ),
        make(_first, skip("the first time"), make(_more, _events, _after.many())),
        make(lambda w: replace(w, once=True), skip("the next time"), _whole),
        make(lambda w: w, _when_word, _whole),
    )
)
"""What triggers, with its word: `when …`, `at …`, `the next time …`."""
bare: Final = make(lambda w: w, skip("when(?:ever)?"), _whole)
"""After an effect: `ready this when …`."""
if_deal: Final = b.memo(
    make(
        _more,
        make(
            lambda t: t,
            skip("if"),
            b.only_if(
                _player_event,
                lambda ts: ts[0].event == "damages",
                "you deal damage to the enemy player with another creature",
            ),
        ),
        _after.many(),
    )
)
"""`If you deal damage to a player with …,` that triggers each time."""
