"""What `it`, `that creature`, `its lane` and the like stand for: the last step from words to nodes.

While a sentence is read,
    such a word is a ref beginning with `?`. Here each becomes what it refers to, by
what came before it in the same ability.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language.selectors import ENEMY, YOU
from domain.games.solforge.language.trees import fields, own_number


class Unclear(Exception):
    """A word refers to nothing that came before."""


@dataclass
class Scope:
    """What came so far."""

    kind: str
    name: str
    it: str | n.Selector = ""
    """What `it` is: a ref, or a selector to say again; empty for nothing yet."""
    that: str | n.Selector = ""
    """What `that creature` is."""
    trigger: str = ""
    """What the event happened to: `this`, or `that` for another creature."""
    opposing: str = "this"
    chosen: bool = False
    """An effect has chosen or made something: `it`."""
    other: bool = False
    """What was chosen was another than this."""
    second: bool = False
    pile: str = ""
    """Where `it` is, if not in play: hand, deck, discard, banish."""
    gone: str = ""
    """What `the destroyed creature` is."""
    looked: bool = False
    """Cards were looked at."""
    spell: bool = False
    """The event is about a spell: nothing in play."""
    picked: bool = False
    """A lane was chosen, and nothing since."""
    by: bool = False
    """The event is what a player did with a card: `they` is that player."""
    they: str = "enemy"
    """The player last spoken of."""
    players: bool = False
    """`that player` is spoken of somewhere."""

    def choose(self, *, pile: str = "") -> None:
        """From now on `it` is what was just chosen."""
        self.it = self.that = "it"
        self.chosen = True
        self.picked = False
        self.pile = pile


def _ref(scope: Scope, ref: str) -> str | n.Selector:
    if not ref.startswith("?"):
        return ref
    if ref in ("?it", "?they", "?near"):
        return scope.it or _fallback(scope)
    if ref in ("?that", "?card"):
        return scope.that or scope.it or _fallback(scope)
    if ref == "?first":
        return "it" if scope.chosen else (scope.it or _fallback(scope))
    if ref == "?second":
        return "second" if scope.second else (scope.that or scope.it or _fallback(scope))
    if ref == "?opp":
        if scope.kind in ("spell", "forgeborn"):
            return "it" if scope.chosen else (scope.it or "it")
        return scope.opposing
    if ref == "?adj":
        if scope.kind == "creature":
            return "this"
        return scope.it or "it"
    if ref == "?player":
        return (
            "second"
            if scope.players and scope.second
            else (ENEMY if scope.they == "enemy" else YOU)
        )
    if ref == "?battle":
        raise Unclear("the Battle")
    if ref == "?owner":
        found = scope.it if isinstance(scope.it, str) and scope.it else _fallback(scope)
        return f"owner {found}"
    if ref == "?gone":
        return "it" if scope.chosen or not scope.gone else scope.gone
    raise Unclear(ref)


def _fallback(scope: Scope) -> str:
    if scope.kind in ("creature", "exalt"):
        return "this"
    return "it"


def _plain_ref(scope: Scope, ref: str) -> str:
    found = _ref(scope, ref)
    return found if isinstance(found, str) else "it"


def _filter(scope: Scope, f: n.Filter, *, chosen: bool = False) -> n.Filter:
    change: dict[str, Any] = {}
    for name in ("ref", "opposing", "adjacent_to", "not_ref", "same_as"):
        own = getattr(f, name)
        if own.startswith("?"):
            change[name] = _plain_ref(scope, own)
    if f.facing is not None:
        change["facing"] = _filter(scope, f.facing)
    if f.same and not f.same_as:
        change["same_as"] = _plain_ref(scope, "?that")
    if f.lane.startswith("?its of "):
        change["lane"] = {"this": "this", "that": "that"}.get(_plain_ref(scope, f.lane[8:]), "its")
        change["other"] = f.other or f.lane[8:] == "this"
    elif f.lane.startswith("?"):
        change["lane"] = _lane(scope, f.lane)
    if f.side == "?own":
        change["side"] = "yours"
    if (
        f.adjacent_to == "?adj"
        and scope.kind == "exalt"
        and not scope.chosen
        and scope.it in ("", "this")
    ):
        change |= {"adjacent_to": "", "lane": "adjacent", "side": f.side or "yours"}
    if f.side == "?their":
        change["side"] = "enemy" if scope.they == "enemy" else "yours"
    if f.types and scope.name and any(t == scope.name for t in f.types):
        change |= {"types": (), "names": (scope.name,), "kind": "card"}
    if f.stats:
        change["stats"] = tuple(
            n.Stat(s.stat, s.op, resolve(s.than, scope) if s.than is not None else None)
            for s in f.stats
        )
    if f.other and chosen and f.kind in ("creature", "exalt", "card"):
        if scope.chosen:
            change["not_ref"] = "it"
            if not scope.other:
                change["other"] = False
        elif scope.that in ("that", "other") and not scope.pile:
            change["not_ref"] = scope.that
            if scope.kind != "creature":
                change["other"] = False
    return msgspec.structs.replace(f, **change) if change else f


def _lane(scope: Scope, lane: str) -> str:
    if lane == "?its" and scope.picked:
        return "chosen"
    if lane == "?its":
        found = scope.it if isinstance(scope.it, str) else "it"
        return {"this": "this", "that": "that", "it": "its", "other": "that", "second": "its"}.get(
            found, "its" if scope.kind in ("spell", "forgeborn") else "this"
        )
    return lane


def _players_only(among: tuple[n.Filter, ...]) -> bool:
    return all(f.kind == "player" for f in among)


def _selector(scope: Scope, who: n.Selector) -> n.Selector:
    if isinstance(who, n.Refer):
        if who.ref == "?both":
            first = _selector(scope, n.Refer("?it"))
            return n.Several((first, n.Refer("second"))) if scope.second else first
        if who.ref == "?they" and scope.by and scope.it == "that" and not scope.chosen:
            return ENEMY if scope.they == "enemy" else YOU
        if who.ref == "?they" and not scope.it and scope.they:
            return ENEMY if scope.they == "enemy" else YOU
        found = _ref(scope, who.ref)
        if found == "this" and not scope.chosen and (not scope.it or scope.pile):
            scope.it = scope.that = "this"
            scope.pile = ""
        return n.Refer(found) if isinstance(found, str) else found
    if isinstance(who, n.Several):
        parts = tuple(_selector(scope, part) for part in who.parts)
        return n.Several(parts)
    filters = tuple(_filter(scope, f, chosen=isinstance(who, n.Choose)) for f in who.among)
    if _players_only(filters):
        if filters[0].side:
            scope.they = "enemy" if filters[0].side == "enemy" else "yours"
        if isinstance(who, n.Choose) and scope.players:
            scope.second = True
            return msgspec.structs.replace(who, among=filters, mark="second")
        return msgspec.structs.replace(who, among=filters)
    if isinstance(who, n.Choose) and who.mark == "second":
        scope.second = True
        return msgspec.structs.replace(who, among=filters)
    if isinstance(who, n.All) and all(f.ref for f in filters):
        return msgspec.structs.replace(who, among=filters)
    scope.other = any(f.other for f in who.among)
    scope.choose()
    return msgspec.structs.replace(who, among=filters)


def _subject(condition: n.Condition, scope: Scope) -> str | n.Selector:
    """What a condition is about, for `it` after it."""
    match condition:
        case n.Replaced():
            return "this"
        case n.Is(ref) | n.Survives(ref) | n.Edge(ref):
            return _ref(scope, ref)
        case n.Compare(n.StatOf(_, ref)) | n.Compare(n.CountersOn(ref)):
            return _ref(scope, ref)
        case n.Happened(_, n.Filter(ref=ref)) if ref:
            return _ref(scope, ref)
        case n.Exists(what, least, most, "play") if least >= 1 and most in (None, least):
            free = not scope.it or (scope.it == "this" and not scope.chosen)
            bound = what.opposing or what.lane or free
            if bound and what.kind != "spell" and not what.adjacent_to:
                return n.All((_filter(scope, what),))
            return ""
        case n.Every(conditions) | n.Any_(conditions):
            return _subject(conditions[0], scope)
        case n.Not(inner):
            return _subject(inner, scope) if not isinstance(inner, n.Exists) else ""
        case _:
            return ""


def resolve(node: Any, scope: Scope) -> Any:
    """A tree of nodes in which everything is known."""
    if isinstance(node, tuple):
        return tuple(resolve(part, scope) for part in node)
    if isinstance(node, str):
        if node.startswith("?"):
            return _plain_ref(scope, node)
        return node
    if not isinstance(node, n.Node):
        return node
    match node:
        case n.Refer() | n.Choose() | n.All() | n.Among() | n.Several():
            return _selector(scope, node)
        case n.Filter():
            return _filter(scope, node)
        case n.StatOf(stat, ref, times):
            if ref == "?opposing":
                opposing = _plain_ref(scope, "?opp")
                return n.TotalOf(stat, n.Filter(side="enemy", opposing=opposing), "sum", times)
            return n.StatOf(stat, _plain_ref(scope, ref), times)
        case n.If():
            return _if(node, scope)
        case n.Exists(what, least, most, zone, whose):
            found = _filter(scope, what, chosen=scope.kind != "creature")
            return n.Exists(found, least, most, zone, _whose(scope, whose))
        case (
            n.Change() | n.Give() | n.Ready() | n.Exhaust() | n.Move() | n.Counters() | n.SetStat()
        ):
            return _here(node, scope)
        case n.Damage():
            amount = resolve(node.amount, scope)
            source = _plain_ref(scope, node.source)
            who = _selector(scope, node.who)
            excess = _aside(scope, node.excess) if node.excess is not None else None
            return n.Damage(who, amount, source, excess)
        case n.Battle() | n.Swap() | n.Switch() | n.Strike():
            return _two_parties(node, scope)
        case n.Modes():
            condition = resolve(node.condition, scope)
            options = tuple(resolve(option, _copy(scope)) for option in node.options)
            scope.it = scope.it or "it"
            return msgspec.structs.replace(node, options=options, condition=condition)
        case n.Delayed():
            return _delayed(node, scope)
        case n.Gift():
            own = fields(node)
            abilities = tuple(settle(a, "creature", "") for a in own.pop("abilities"))
            return n.Gift(**{k: resolve(v, scope) for k, v in own.items()}, abilities=abilities)
        case n.ForEach():
            who = _selector(scope, node.who)
            inner = _copy(scope)
            inner.choose()
            return n.ForEach(who, resolve(node.body, inner))
        case n.PlayCard(zone="?seen"):
            pile = {"deck": "top"}.get(scope.pile, scope.pile or "hand")
            return _plain(msgspec.structs.replace(node, zone=pile), scope)
        case n.PutCard(what=n.Filter(ref="rest")) if not scope.looked:
            raise Unclear("the rest")
        case n.PutCard(zone="?seen"):
            return _put(node, scope)
        case n.Discard(what=None) if scope.pile == "deck":
            return n.PutCard("discard", "deck", n.Filter(kind="card", ref="it"), all=True)
        case n.Discard(what=None):
            return node
        case n.PlayIt(ref=ref) if scope.pile == "banish" and not scope.chosen:
            return _plain(n.PlayCard("banish", n.Filter(kind="card", ref=ref), node.who), scope)
        case n.PickLane():
            scope.picked = True
            return node
        case _:
            return _plain(node, scope)


def _whose(scope: Scope, whose: str) -> str:
    if whose == "?their":
        return "enemy" if scope.they == "enemy" else "you"
    return whose


_NUMBERS = ("attack", "health", "to", "n", "gift")


def _here(node: Any, scope: Scope) -> n.Node:
    """What is done to something in play: not to what the event has just removed.

    What its numbers speak of came before it: they are settled first.
    """
    early = {name: getattr(node, name, None) for name in _NUMBERS}
    early = {k: resolve(v, _copy(scope)) for k, v in early.items() if isinstance(v, n.Node)}
    node = msgspec.structs.replace(node, **early)
    who = node.who
    pronoun = isinstance(who, n.Refer) and who.ref in ("?it", "?that", "?they")
    if pronoun and (scope.pile == "banish" or scope.spell):
        gone = scope.it in ("that", "other") and not scope.chosen
        node = msgspec.structs.replace(node, who=n.Refer("this")) if gone else node
    if (
        isinstance(node, n.Change)
        and scope.chosen
        and isinstance(who, n.Choose)
        and any(f.other for f in who.among)
    ):
        node = msgspec.structs.replace(
            node, attack=_earlier(node.attack), health=_earlier(node.health)
        )
    return _plain(node, scope)


def _earlier(amount: n.Amount | None) -> n.Amount | None:
    """`give another creature +A equal to its A`: `its` is what was chosen before."""
    if isinstance(amount, n.StatOf) and amount.ref == "self":
        return n.StatOf(amount.stat, "it", amount.times)
    return amount


def _plain(node: n.Node, scope: Scope) -> n.Node:
    own = fields(node)
    for name, value in own.items():
        if (name == "lane" and isinstance(value, str) and value.startswith("?")) or (
            name == "to" and isinstance(value, str) and value.startswith("?")
        ):
            own[name] = _lane(scope, value)
        elif name in ("whose", "who", "by") and value == "?their":
            own[name] = "enemy" if scope.they == "enemy" else "you"
        else:
            own[name] = resolve(value, scope)
    found: n.Node = type(node)(**own)
    match found:
        case n.PlayNamed() | n.PlayCard():
            scope.choose()
        case n.UpgradeCard(zone=zone) if zone:
            scope.choose(pile=zone if zone != "play" else "")
        case n.Draw():
            if not scope.chosen:
                scope.choose(pile="hand")
        case n.Discard():
            scope.choose(pile="discard")
        case n.Look(zone=zone):
            scope.choose(pile=zone)
            scope.looked = True
        case n.PutCard(who=None, to=zone):
            scope.choose(pile=zone)
        case n.Transform(who=None):
            scope.choose()
        case n.ReplaceWith():
            scope.choose()
        case _:
            pass
    return found


def _aside(scope: Scope, who: n.Selector) -> n.Selector:
    """A second party: `it` stays what it was."""
    it, that, chosen = scope.it, scope.that, scope.chosen
    found = _selector(scope, who)
    scope.it, scope.that, scope.chosen = it, that, chosen
    return found


def _two_parties(node: Any, scope: Scope) -> n.Node:
    own = fields(node)
    key = "to" if isinstance(node, n.Strike) else "with_"
    if isinstance(own[key], n.Refer):
        own[key] = _selector(_copy(scope), own[key])
        if isinstance(own["who"], n.Choose) and own[key] == n.Refer("it"):
            own["who"] = msgspec.structs.replace(own["who"], mark="second")
    who = _selector(scope, own["who"])
    other = own[key]
    if other is not None:
        before = scope.chosen
        if isinstance(who, n.Choose):
            scope.chosen = True
        other = _aside(scope, other) if isinstance(other, n.All) else _selector(scope, other)
        scope.chosen = before or isinstance(who, n.Choose)
        if isinstance(who, n.Refer):
            scope.that = "second" if isinstance(other, n.Choose) else scope.that
    if isinstance(who, n.Refer) and not scope.chosen:
        scope.it = who.ref
    own |= {"who": who, key: other}
    done: n.Node = type(node)(**own)
    return done


def _if(node: n.If, scope: Scope) -> n.If:
    subject = _subject(node.condition, scope)
    condition = resolve(node.condition, scope)
    inner = _copy(scope)
    if subject and not (isinstance(subject, str) and subject == scope.it):
        inner.it = subject
        if subject != "this" or not scope.chosen:
            inner.that = subject
        if subject == "this":
            inner.chosen = False
    if isinstance(node.condition, n.Replaced):
        inner.that = "other"
    body = resolve(node.body, inner)
    other = _copy(scope)
    otherwise = resolve(node.otherwise, other)
    for after in (inner, other):
        if after.chosen and after.it == "it":
            scope.choose(pile=after.pile)
        scope.second = scope.second or after.second
    if subject == "this" and not scope.chosen:
        scope.it = scope.that = "this"
    return n.If(condition, body, otherwise, node.stops)


def _delayed(node: n.Delayed, scope: Scope) -> n.Delayed:
    on = _selector(scope, node.on) if node.on is not None else None
    trigger = _trigger(node.trigger, scope)
    inner = _copy(scope)
    if on is not None:
        inner.it = inner.that = "that"
        inner.chosen = False
        inner.opposing = "that"
        if node.trigger.event in ("damages", "battles", "destroyed"):
            other = node.trigger.other
            if other is not None and other.kind != "player":
                inner.that = "other"
    else:
        _enter(inner, trigger)
    if inner.kind in ("spell", "forgeborn"):
        inner.opposing = "that"
    body = resolve(node.body, inner)
    return n.Delayed(trigger, body, node.once, node.until, on)


def _put(node: n.PutCard, scope: Scope) -> n.Node:
    what = node.what
    if what is None or not what.ref:
        return msgspec.structs.replace(
            node, zone="hand" if node.to in ("top", "bottom", "deck") else "discard"
        )
    ref = _plain_ref(scope, what.ref)
    if ref == "it" and scope.pile:
        return msgspec.structs.replace(node, zone=scope.pile, what=n.Filter(kind="card", ref="it"))
    if ref in ("this", "that") and scope.trigger == ref and scope.pile:
        return msgspec.structs.replace(node, zone=scope.pile, what=n.Filter(kind="card", ref=ref))
    return n.PutCard(node.to, "play", None, n.Refer(ref))


def _copy(scope: Scope) -> Scope:
    return replace(scope)


# -- triggers ------------------------------------------------------------------------------------


def _trigger(t: n.Trigger, scope: Scope) -> n.Trigger:
    inner = _copy(scope)
    inner.chosen = False
    own = fields(t)
    for name in ("who", "other"):
        if own[name] is not None:
            own[name] = _filter(inner, own[name])
    found = n.Trigger(**own)
    if t.condition is not None:
        _enter(inner, found)
        found = msgspec.structs.replace(found, condition=resolve(t.condition, inner))
    return found


_GONE = ("destroyed", "replaced", "leaves")
_PILES = {
    "destroyed": "banish",
    "replaced": "banish",
    "leaves": "banish",
    "discarded": "discard",
    "drawn": "hand",
}


def _enter(scope: Scope, t: n.Trigger) -> None:
    """What `it` and `that creature` are inside the body of a trigger."""
    scope.chosen = False
    who, other = t.who, t.other
    if who is not None and who.kind == "player":
        scope.they = "enemy" if who.side == "enemy" else "yours"
    if other is not None and other.kind == "player":
        scope.they = "enemy" if other.side != "yours" else "yours"
    if t.by == "enemy" or (t.by == "" and t.event == "played"):
        scope.they = "enemy"
    scope.pile = _PILES.get(t.event, "")
    scope.by = t.event in ("played", "discarded", "drawn", "upgraded") and t.by != "you"
    if who is not None and who.ref == "this":
        scope.trigger = "this"
        scope.it = scope.that = "this"
        creature = other is not None and other.kind != "player"
        scope.gone = "that" if t.event == "slay" else "this"
        if t.event == "slay":
            scope.it = scope.that = "that"
            scope.pile = "banish"
        elif t.event in ("damages", "battles") and creature:
            scope.it = scope.that = "other"
            scope.pile = ""
        elif t.event in ("damaged", "destroyed", "replaces") and creature:
            scope.that = "other"
        elif t.event == "replaced" and creature:
            scope.it = scope.that = "other"
            scope.pile = ""
        elif t.condition is not None and isinstance(t.condition, n.Exists):
            scope.it = scope.that = n.All((t.condition.what,))
        return
    if who is None or who.kind == "player":
        return
    scope.trigger = scope.it = scope.that = "that"
    scope.spell = who.kind == "spell"
    if t.event in _GONE:
        scope.gone = "that"
    if t.event == "replaces" and other is not None and other.ref == "this":
        return
    creature = other is not None and other.kind != "player" and not other.ref
    if creature and t.event in ("damages", "battles"):
        scope.that = "other"
    comes = t.event in ("moved", "enters", "enters play", "played", "battles")
    if comes and scope.kind == "creature" and who.side != "enemy" and who.kind == "creature":
        scope.opposing = "that"


# -- abilities -----------------------------------------------------------------------------------


def new_scope(kind: str, name: str, ability: Any) -> Scope:
    """Nothing came yet."""
    return Scope(kind, name, players=b'"?player"' in msgspec.json.encode(ability))


def settle(ability: n.Ability, kind: str, name: str, scope: Scope | None = None) -> n.Ability:
    """An ability in which everything is known; the lines of a spell share a scope. Raises Unclear."""
    scope = scope or new_scope(kind, name, ability)
    found = _settled(ability, scope)
    left = msgspec.json.encode(found)
    if b'"?' in left:
        raise Unclear(left[left.index(b'"?') + 2 :].split(b'"')[0].decode())
    return found


def _settled(ability: n.Ability, scope: Scope) -> n.Ability:
    match ability:
        case n.Triggered():
            trigger = _trigger(ability.trigger, scope)
            _enter(scope, trigger)
            return msgspec.structs.replace(
                ability, trigger=trigger, body=resolve(ability.body, scope)
            )
        case n.Instead():
            trigger = _trigger(ability.trigger, scope)
            _enter(scope, trigger)
            scope.pile = ""
            return msgspec.structs.replace(
                ability, trigger=trigger, body=resolve(ability.body, scope)
            )
        case n.Activated() | n.Line():
            return msgspec.structs.replace(ability, body=resolve(ability.body, scope))
        case n.Aura():
            ability = _aura_on_it(ability)
            who = n.All(tuple(_filter(scope, f) for f in ability.who.among))
            condition = ability.condition
            if condition is not None:
                scope.it = scope.that = "this"
                condition = resolve(condition, scope)
            if any(f.ref == "this" for f in who.among):
                scope.it = "this"
            gift = resolve(_own(ability.gift, who), scope)
            return msgspec.structs.replace(ability, who=who, gift=gift, condition=condition)
        case n.Has():
            scope.it = "this"
            return msgspec.structs.replace(ability, gift=resolve(ability.gift, scope))
        case n.FreeIf():
            if scope.kind not in ("creature", "exalt"):
                scope.it = "it"
            condition = resolve(ability.condition, scope)
            return msgspec.structs.replace(
                ability, condition=condition, cost=resolve(ability.cost, scope)
            )


def _aura_on_it(aura: n.Aura) -> n.Aura:
    """`While your creature in this lane is unopposed, it has …`: it is that creature."""
    if not any(f.ref == "?it" for f in aura.who.among):
        return aura
    condition = aura.condition
    if isinstance(condition, n.Exists) and condition.least == 1 and condition.most is None:
        what = condition.what
        if condition.zone == "play" and what.lane and not what.opposing and what.kind == "creature":
            return msgspec.structs.replace(aura, who=n.All((what,)), condition=None)
    return msgspec.structs.replace(aura, who=n.All((n.Filter(ref="this"),)))


def _own(gift: n.Gift, who: n.All) -> n.Gift:
    """In an aura on others, `its A` is their own."""
    if any(f.ref for f in who.among):
        return gift
    return msgspec.structs.replace(
        gift,
        attack=own_number(gift.attack),
        health=own_number(gift.health),
        attack_is=own_number(gift.attack_is),
        health_is=own_number(gift.health_is),
    )
