"""How effects hang together in a sentence: subjects, `you may`, `and`, `then`, `to`, `or`."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language.amounts import for_each, short
from domain.games.solforge.language.cards import cards, gain, health, player_verbs
from domain.games.solforge.language.changes import Effects, acts_many, acts_one, orders
from domain.games.solforge.language.nouns import one_here
from domain.games.solforge.language.selectors import (
    EACH,
    ENEMY,
    YOU,
    player,
    pronoun,
    single,
    subject,
    this,
)

# -- players do things ---------------------------------------------------------------------------

WHO: Final = {"yours": "you", "enemy": "enemy", "": "each"}


def as_player(node: Any, who: str) -> Any:
    """The same done by another player: `destroys one of their creatures`."""
    if isinstance(node, tuple):
        return tuple(as_player(part, who) for part in node)
    if isinstance(node, n.Choose):
        if who == "each" and any(f.side in ("?their", "?own") for f in node.among):
            return n.Several((_chosen_by(node, "you"), _chosen_by(node, "enemy")))
        return _chosen_by(node, who)
    if not isinstance(node, n.Node):
        return node
    fields = {}
    for name in node.__struct_fields__:
        own = getattr(node, name)
        if name == "side" and own in ("?their", "?own"):
            own = {"you": "yours", "enemy": "enemy", "each": ""}[who]
        elif (
            (name == "whose" and own in ("?their", "you"))
            or (name == "by" and own == "you" and isinstance(node, (n.May, n.PickLane, n.Modes)))
            or (name == "who" and own == "you")
        ):
            own = who
        elif own == YOU:
            own = {"you": YOU, "enemy": ENEMY, "each": EACH}[who]
        elif isinstance(own, (n.Node, tuple)):
            own = as_player(own, who)
        fields[name] = own
    return type(node)(**fields)


def _chosen_by(choice: n.Choose, who: str) -> n.Choose:
    side = {"you": "yours", "enemy": "enemy", "each": ""}[who]
    among = tuple(
        msgspec.structs.replace(f, side=side) if f.side in ("?their", "?own") else f
        for f in choice.among
    )
    return msgspec.structs.replace(choice, among=among, by=who if who != "each" else choice.by)


def _side(who: n.Selector) -> str:
    if isinstance(who, n.All):
        return WHO[who.among[0].side]
    return "enemy"


_another_player = b.only_if(
    alt(player, to(word("they"), lambda _: ENEMY)),
    lambda who: isinstance(who, n.All) and who != YOU,
    "a player",
)
_orders = alt(orders, cards)


def _list(first: Effects, rest: list[Effects]) -> Effects:
    return sum(rest, first)


_and = alt(
    make(lambda: b.DROP, b.comma, skip("and then|then|and(?: also)?")),
    skip("and then|then|and(?: also)?"),
)
_done_by = make(_list, _orders, make(lambda e: e, _and, _orders).many())
_by_player: Final = alt(
    make(
        lambda who, body: (n.May(as_player(body, _side(who)), _side(who)),),
        _another_player, skip("may(?: choose to)?|can(?: choose to)?"),
        alt(_done_by, make(lambda a: (n.Damage(YOU, a),), skip("take"), short, skip("damage")),
            make(lambda a: gain(YOU, a, None, -1), skip("lose"), health)),
    ),
    make(
        lambda who, body: as_player(body, _side(who)),
        _another_player, b.could("must|also|then|chooses and"), _done_by,
    ),
    make(lambda who: who, _another_player, b.could("must")).bind(player_verbs),
    to(word("you"), lambda _: YOU).bind(lambda who: alt(player_verbs(who), _orders)),
)  # fmt: skip

# -- clauses -------------------------------------------------------------------------------------

_have: Final = alt(
    make(lambda who, act: act(who), skip("have"), single, acts_many),
    make(lambda who, body: as_player(body, _side(who)), skip("have"), _another_player, _done_by),
    make(
        lambda who, a: (n.Damage(who, a),),
        skip("have"),
        single,
        skip("take"),
        short,
        skip("damage"),
    ),
    make(lambda a, by: gain(YOU, a, by), skip("gain"), health, maybe(for_each)),
)
_each_other = alt(
    make(
        lambda one, two: (n.Battle(one, _marked(two)),),
        single, skip("and"), single, skip("battle each other|battle"),
    ),
    make(lambda who: (n.Battle(who, n.Refer("?each other")),), skip("have"), single,
        skip("battle each other")),
    make(
        lambda one, two: (n.Swap(one, _marked(two)),),
        b.could("have"), single, skip("and"), single, skip("swap (?:lanes|positions|places)"),
    ),
)  # fmt: skip


def _marked(who: n.Selector) -> n.Selector:
    return msgspec.structs.replace(who, mark="second") if isinstance(who, n.Choose) else who


_as_subject: Final = alt(
    make(lambda who, act: (n.May(act(who)),), subject, skip("may(?: choose to)?"), acts_many),
    make(
        lambda who, act: act(who), subject, b.could("must|also|then|each"), alt(acts_one, acts_many)
    ),
    make(lambda who, a: (n.Heal(who, a),), player, skip("gains?"), health),
    make(lambda who, a: gain(who, a, None, -1), player, skip("loses?"), health),
    make(lambda _, body: body, alt(this, pronoun), b.could("must|also|then"), orders),
)
_again: Final = make(
    lambda: (n.Again(),),
    skip(
        "repeat this(?: ability| effect| process)?|resolve this(?: ability)? again|do this again|"
        "repeat"
    ),
)
_use: Final = make(
    lambda level, whose: (n.UseAbility(level, whose),),
    skip("this has the|use the|resolve the"),
    alt(
        make(int, b.skip_mark(r"\[l"), b.mark(r"\d"), b.skip_mark(r"\]")),
        make(lambda v: v, skip("level"), b.number),
    ),
    alt(
        to(
            word(
                "ability of (?:your unused Forgeborn|your other Forgeborn|"
                "the Forgeborn you didn't choose)"
            ),
            lambda _: "you",
        ),
        to(word("ability of the enemy (?:player's )?Forgeborn"), lambda _: "enemy"),
    ),
)
_force: Final = alt(
    make(
        lambda noun: (n.ForceBattle("this", noun.filters[0]),),
        skip("the next"),
        one_here,
        skip(
            "(?:that )?(?:the enemy player|an enemy player|your opponent) plays(?: this turn)? "
            "must be (?:played )?in(?:to)? this lane"
        ),
    ),
    make(
        lambda noun: (n.ForceBattle(what=noun.filters[0]),),
        skip(
            "the next card (?:the enemy player|an enemy player|"
            "your opponent) plays this turn must be an?"
        ),
        one_here,
    ),
    make(
        lambda words: (n.ForceBattle("this", n.Filter() if "next creature" in words else None),),
        word(
            "the (?:enemy player|opponent)(?:'s)? (?:must play their next (?:card|"
            "creature)(?: this turn)? in this lane|"
            "next (?:card|creature)(?: played)?(?: this turn)? must be (?:played )?in this lane)"
        ),
    ),
)
_done_twice = make(
    lambda e, times_: e if times_ == 1 else (n.Repeat(n.Number(times_), e),),
    alt(_again, _use, _force, _by_player, _each_other, orders, cards, _have, _as_subject),
    maybe(alt(to(word("twice|two times"), lambda _: 2), to(word("three times"), lambda _: 3)), 1),
)
clause: Final = b.memo(_done_twice)
"""One effect, without connectors."""

_or_clause = make(lambda e: e, b.could(","), skip("or"), b.could("you may"), clause)


def _either(first: Effects, rest: list[Effects]) -> Effects:
    return (n.Modes((first, *rest)),) if rest else first


single_or: Final = b.memo(make(_either, clause, _or_clause.many()))

_may_words = skip("you may(?: also| instead| then)?(?: choose to)?|they may")
_link = alt(
    make(lambda: b.DROP, b.comma, skip("and then|then|and(?: also)?")),
    skip("and then|then|and(?: also)?"),
    make(
        lambda: b.DROP,
        b.comma,
        b.not_ahead(r"(?:if|when|otherwise|while|including|instead|where|unless)\b"),
    ),
)
_then_link = alt(make(lambda: b.DROP, b.comma, skip("and then|then")), skip("and then|then"))
_and_link = alt(
    make(lambda: b.DROP, b.comma, skip("and(?: also)?"), b.not_ahead(r"(?:then)\b")),
    skip("and(?: also)?(?! then)"),
    make(lambda: b.DROP, b.comma,
        b.not_ahead(r"(?:if|when|then|and|otherwise|while|including|instead|where|unless|but)\b")),
    make(lambda: b.DROP, b.could(","), skip("but")),
)  # fmt: skip
_ands = make(
    _list,
    single_or,
    make(lambda e: e, _and_link, b.not_ahead("you may|they may"), single_or).many(),
)


def _pay(cost: Effects, body: Effects | None) -> Effects:
    return cost if body is None else (n.Pay(cost, body),)


_paid = make(_pay, _ands, maybe(make(lambda e: e, b.could("in order"), skip("to"), _ands)))
_row = make(_list, _paid, make(lambda e: e, _then_link, b.not_ahead("you may"), _paid).many())


def may(body: Effects) -> Effects:
    """A choice; `up to so many` is a choice already."""
    if len(body) == 1:
        only = body[0]
        if isinstance(only, n.Repeat):
            return (n.Repeat(only.times, may(only.body)),)
        who = getattr(only, "who", None)
        if getattr(only, "least", 1) == 0 and isinstance(only, (n.PlayNamed, n.PlayCard)):
            return body
        if isinstance(who, n.Choose) and who.least == 0:
            return body
    if (
        len(body) == 2
        and isinstance(getattr(body[0], "who", None), n.Choose)
        and getattr(body[0], "who").least == 0  # noqa: B009
        and getattr(body[1], "who", None) == n.Refer("it")
    ):
        return body
    return (n.May(body),)


_part = alt(make(may, _may_words, _row), _row)
effects: Final = b.memo(make(_list, _part, make(lambda e: e, _link, _part).many()))
"""Effects one after the other, with all their connectors."""
