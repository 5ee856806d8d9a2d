"""What holds without being triggered: auras, prohibitions, changed numbers, cards that are Free."""

from __future__ import annotations

from functools import reduce
from typing import Any, Final

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.amounts import equal_to, short, value
from domain.games.solforge.language.changes import whose_stats
from domain.games.solforge.language.clauses import effects
from domain.games.solforge.language.gifts import Payload, also_types, forbids, lost, payload, taken
from domain.games.solforge.language.nouns import here
from domain.games.solforge.language.selectors import YOU, player, single, subject
from domain.games.solforge.language.traits import stat
from domain.games.solforge.language.trees import with_x
from domain.games.solforge.language.triggers import filters
from domain.games.solforge.language.turn_events import if_, while_

# -- changed numbers -----------------------------------------------------------------------------

_THIS: Final = n.All((n.Filter(ref="this"),))


def everything(who: n.Selector) -> n.All | None:
    """Whom an aura is on; None for a choice."""
    if isinstance(who, n.All):
        return who
    if isinstance(who, n.Refer):
        return n.All((n.Filter(ref=who.ref),))
    if isinstance(who, n.Several):
        parts = [everything(part) for part in who.parts]
        if all(part is not None for part in parts):
            return n.All(tuple(f for part in parts if part is not None for f in part.among))
    return None


def against(who: n.Selector | None) -> n.Filter | None:
    """The filter of a second party."""
    return filters(who)[0] if who is not None and filters(who) else None


def _all_of(who: n.Selector) -> n.Selector:
    """`when one of your creatures …` is about each of them."""
    return n.All(who.among) if isinstance(who, n.Choose) else who


_combat: Final = maybe(one_of({"combat": True, "non-combat": False, "noncombat": False}, "combat"))
_by = alt(
    make(lambda a: n.Number(-a), skip("is (?:reduced|decreased) by|is lowered by"), b.number),
    make(n.Number, skip("is increased by|increases by|is raised by"), b.number),
)
_extra = alt(
    make(lambda a: {"plus": a}, skip("an additional|an extra"), short, skip("damage")),
    make(lambda a: {"plus": a}, short, skip("additional|more|extra"), skip("damage")),
    make(lambda a: {"plus": n.Number(a)}, b.skip_mark(r"\+"), b.number, skip("damage")),
    make(lambda a: {"plus": n.Number(-a)}, b.number, skip("less(?: damage)?")),
    make(
        lambda: {"times": 2}, skip("double(?: the)?(?: amount of)?|twice as much"), skip("damage")
    ),
    make(lambda: {"to": n.Number(0)}, skip("no"), skip("damage")),
)
_turn = maybe(to(word("this turn"), lambda _: "turn"), "")
_spell_source = make(
    lambda noun: noun.with_(side="yours").filters[0],
    b.could("your|all|the"), b.only_if(here, lambda f: f.filters[0].kind in ("spell", "exalt"),
        "spells"),
    b.could("you play|you control"),
)  # fmt: skip
_spared = alt(
    make(lambda: {"to": n.Number(0)}, skip("prevent (?:that|the) damage|prevent it")),
    make(lambda v: {"plus": n.Number(-v)}, skip("prevent"), b.number,
        skip("of (?:that|the) damage|of it")),
    make(
        lambda v: {"plus": n.Number(-v)},
        skip("(?:reduce|decrease) (?:that|the) damage by|that damage is (?:reduced|"
            "decreased) by|reduce it by"), b.number,
    ),
    make(
        lambda v: {"plus": n.Number(v)},
        skip("increase (?:that|the) damage by|that damage is increased by"), b.number,
    ),
)  # fmt: skip
"""What is done with damage that would be dealt."""
_gained_instead = alt(
    make(lambda v: {"plus": n.Number(-v)}, b.number, skip("less(?: H| Health)?")),
    make(lambda v: {"plus": n.Number(-v)}, b.number, skip("H less")),
    make(lambda v: {"plus": n.Number(v)}, b.number, skip("more(?: H| Health)?")),
    make(lambda v: {"to": n.Number(v)}, b.could("only"), b.number, skip("H|Health")),
    make(lambda: {"to": n.Number(0)}, skip("no(?: H| Health)|nothing")),
    make(lambda a: {"to": n.Half(n.ThatMuch(), bool(a))},
        skip("(?:only )?half that (?:much|amount)(?: H)?"),
        maybe(to(word(",? ?\\(?rounded up\\)?"), lambda _: True), False)),
    make(lambda: {"times": 2}, skip("(?:twice|double) that (?:much|amount)(?: H)?|twice as much")),
)  # fmt: skip
Changed = tuple[n.Selector, n.Alter, str]
"""Whose numbers are changed, how, and for how long."""


def _alter(
    event: str, fields: dict[str, Any], combat: bool | None = None, whom: n.Filter | None = None
) -> n.Alter:
    return n.Alter(
        event,
        fields.get("plus", n.Number(0)),
        fields.get("to"),
        fields.get("times", 1),
        combat,
        fields.get("becomes", ""),
        whom,
    )


_target = make(lambda who: who, skip("to"), alt(single, player))
_amount_lost = word("any amount of (?:H|Health)|any (?:H|Health)|H|Health|one or more H")
alteration: Final = alt(
    # damage that is dealt
    make(lambda combat, u1, by, u2: (YOU, _alter("damage dealt", {"plus": by}, combat), u1 or u2),
         b.could("all|any"), _combat, skip("damage"), skip("you deal|dealt by you|you would deal"),
             _turn, _by, _turn),
    make(lambda combat, u1, noun, by, u2: (n.All(noun.with_(side="yours").filters),
        _alter("damage dealt", {"plus": by}, combat), u1 or u2),
         b.could("all|any"), _combat, skip("damage"), skip("dealt by"), b.could("all"),
             skip("your"), _turn, b.only_if(here, lambda f: f.filters[0].kind == "spell",
             "spells"), _by, _turn),
    make(lambda combat, who, u1, by, u2: (who, _alter("damage taken", {"plus": by}, combat),
        u1 or u2),
         b.could("all|any"), _combat, skip("damage"), skip("dealt to|that would be dealt to"),
             alt(single, player), _turn, _by, _turn),
    make(lambda who, f, whom, u: (who, _alter("damage dealt", f, None, against(whom)), u),
         alt(subject, player), skip("deals?"), _extra, maybe(_target), _turn),
    make(lambda what, f, whom, u: (n.All((what,)), _alter("damage dealt", f, None,
        against(whom)), u),
        _spell_source, skip("deals?"), _extra, maybe(_target), _turn),
    make(lambda who, f, u: (who, _alter("damage taken", f), u), alt(subject, player),
        skip("takes?|is dealt|are dealt"), _extra, _turn),
    make(lambda combat, who, u: (who, _alter("damage taken", {"to": n.Number(0)}, combat), u),
         skip("prevents?"), skip("all|any"), _combat, skip("damage"), b.could("that would be"),
             skip("dealt to"), alt(single, player), _turn),
    make(lambda a, combat, who, u: (who, _alter("damage taken", {"plus": n.Number(-a)}, combat), u),
         skip("prevents?"), b.could("the next"), b.number, _combat, skip("damage"),
             b.could("that would be"), skip("dealt to"), alt(single, player), _turn),
    # If this would …, instead …
    make(lambda who, to_: (who, _alter("health lost", {"to": n.Number(to_)}), ""),
         skip("(?:if|when)"), subject, skip("would lose"), b.drop(_amount_lost), b.could(","),
             b.could("instead"), b.could(","),
         skip("(?:this|it|they|that creature)"), b.could("only"), skip("loses?"), b.could("only"),
             b.number, skip("H|Health"), b.could("instead")),
    make(lambda who, combat, f: (who, _alter("damage taken", f, combat), ""),
         skip("(?:if|when)"), alt(subject, player), skip("would (?:be dealt|take)"), b.could("any"),
             _combat, skip("damage"), b.could(","), b.could("instead"), b.could(","),
         alt(
             make(lambda: {"becomes": "attack lost"}, skip("(?:it|this) loses that much A")),
             make(lambda: {"becomes": "health gained"}, skip("(?:it|this|you) gains? that much H")),
             make(lambda f: f, skip("(?:it|this|they|you) (?:takes?|is dealt|are dealt)"), alt(
                 make(lambda v: {"to": n.Number(v)}, b.could("only"), b.number, skip("damage")),
                     _extra)),
             _spared,
         ), b.could("instead")),
    make(lambda who, f: (who, _alter("damage taken", f, False), ""),
         skip("(?:if|when) (?:a spell or ability|an ability or spell|a spell or an ability) "
             "would deal damage to"), alt(single, player), b.maybe(b.comma, b.DROP),
         b.could("instead"), _spared, b.could("instead")),
    make(lambda who: (who, _alter("damage taken", {"becomes": "attack lost"}), ""),
        skip("damage dealt to"), single,
        skip("(?:lowers|reduces|decreases) (?:its|their) A(?: instead(?: of (?:its|their) H)?)?")),
    make(lambda who: (who, _alter("damage taken", {"becomes": "attack lost"}), ""),
        skip("damage (?:lowers|reduces|decreases)"), single, skip("'s A instead(?: of its H)?")),
    make(lambda who, combat, whom, f: (_all_of(who), _alter("damage dealt", f, combat,
        against(whom)), ""),
         skip("(?:if|when)"), alt(single, player), skip("would deal"), _combat, skip("damage"),
             maybe(_target), b.maybe(b.comma, b.DROP), b.could("instead"),
             skip("(?:it|this|they|that creature|you) deals?"), alt(
             make(lambda: {"times": 2},
                 skip("(?:double|twice) that (?:much )?damage|twice that much|twice as much|"
                 "double that amount")), _extra), b.could("instead")),
    # gains
    make(lambda who, f: (who, _alter("health gained", f), ""),
        skip("(?:if|when(?:ever)?)"), b.only_if(player, lambda who: who != YOU, "a player"),
        skip("would gain|gains?"), b.could("any|any amount of"), skip("H|Health"),
        b.maybe(b.comma, b.DROP), b.could("instead"), skip("they|that player"), b.could("instead"),
        skip("gains?"), _gained_instead, b.could("instead")),
    make(lambda f: (YOU, _alter("health gained", f), ""),
        skip("(?:if|when(?:ever)?) you (?:would )?gain"), b.could("any|any amount of"),
        skip("H|Health"), b.could(","), b.could("instead"), b.could(","), skip("you"),
        b.could("instead"), skip("gain"), alt(
        make(lambda v: {"plus": n.Number(v)}, skip("that (?:much|amount)(?: H)?"),
            alt(b.skip_mark(r"\+"), skip("plus")), b.number, b.could("H")),
        make(lambda: {"times": 2},
            skip("twice that (?:much|amount)(?: H)?|double that(?: much| amount)?(?: H)?|"
            "twice as much(?: H)?")),
        make(lambda v: {"plus": n.Number(v)}, b.could("an additional"), b.number,
            skip("(?:additional |more )?H(?: more)?")),
    ), skip("instead")),
    make(lambda f: (YOU, _alter("health gained", f), ""),
        skip("(?:if|when(?:ever)?) you (?:would )?gain"), b.could("any|any amount of"),
        skip("H|Health"), b.could(","), b.could("instead"), b.could(","), skip("you"),
        b.could("instead"), skip("gain"), alt(
        make(lambda v: {"plus": n.Number(v)}, skip("an additional"), b.number, skip("H")),
        make(lambda: {"times": 2},
            skip("twice that (?:much|amount)(?: H)?|double that(?: much| amount)?(?: H)?")),
    )),
    make(lambda v: (YOU, _alter("health gained", {"plus": n.Number(v)}), ""),
        skip("(?:if|when(?:ever)?) you gain (?:any )?(?:H|Health)"), b.maybe(b.comma, b.DROP),
        b.could("you"), skip("gain"), alt(
        make(lambda v: v, skip("an additional"), b.number, skip("H|Health")),
        make(lambda v: v, b.number, skip("(?:additional|more|extra) (?:H|Health)")),
        make(lambda v: v, b.number, skip("(?:H|Health) more")))),
    make(lambda v: (YOU, _alter("health gained", {"plus": n.Number(v)}), ""),
        skip("(?:any )?H you gain|the amount of H you gain"), skip("is increased by"), b.number),
    # when … deals damage, it deals 3 more
    make(lambda who, combat, whom, f: (_all_of(who), _alter("damage dealt", f, combat,
        against(whom)), ""),
         skip("when(?:ever)?"), alt(single, player), skip("deals?|would deal"), _combat,
             skip("damage"), maybe(_target), b.could(","), b.could("instead"),
             skip("(?:it|this|they|that creature|you) deals?"), _extra, b.could("instead")),
)  # fmt: skip
"""Numbers of events that are others than they would be."""

# -- auras ---------------------------------------------------------------------------------------

_lasting = b.only_if(
    alt(subject, player), lambda who: everything(who) is not None, "`this` or all of something"
)
_has = skip("has|have|gets?|gains?")


def _join(one: n.Gift, two: n.Gift) -> n.Gift:
    return n.Gift(
        one.attack or two.attack,
        one.health or two.health,
        one.keywords + two.keywords,
        one.types + two.types,
        one.abilities + two.abilities,
        one.loses + two.loses,
        one.forbids + two.forbids,
        one.alters + two.alters,
        one.attack_is or two.attack_is,
        one.health_is or two.health_is,
    )


def gift_of(p: Payload) -> n.Gift:
    """A payload as an aura gives it."""
    return n.Gift(
        p.attack,
        p.health,
        keywords=p.keywords,
        types=p.types,
        abilities=p.abilities,
        loses=p.loses,
        forbids=p.forbids,
    )


def _is_number(s: str, a: n.Amount) -> n.Gift:
    return n.Gift(attack_is=a) if s == "A" else n.Gift(health_is=a)


def _never(what: str) -> n.Gift:
    return n.Gift(loses=(what,), forbids=(n.Forbid(f"get {what}"),))


_KEYWORDS: Final = {
    "Aggressive": "aggressive", "Defender": "defender", "Breakthrough": "breakthrough",
    "Stealth": "stealth", "Mobility": "mobility",
}  # fmt: skip
_one_gift: Final = alt(
    make(_never, skip("loses? and (?:can't|cannot) (?:get|gain|have)"), one_of(_KEYWORDS,
        "a keyword")),
    make(_is_number, skip("has|have"), b.could("(?-i:an?)"), stat, equal_to),
    make(gift_of, _has, b.could("an additional|also"), b.only_if(payload, lambda p: not p.choice,
        "what it has")),
    make(lambda p: gift_of(taken(p)), skip("loses?"), lost),
    make(gift_of, skip("is|are"), also_types),
    make(lambda: n.Gift(keywords=(n.Keyword("free"),)),
        skip("is free|are free|can be played for free|may be played for free")),
    make(lambda: n.Gift(loses=("printed",)), skip("(?:has|have) no(?: printed)? abilities")),
    make(lambda found: n.Gift(forbids=found), forbids),
)  # fmt: skip
_gifts: Final = make(
    lambda first, rest: reduce(_join, rest, first),
    _one_gift,
    make(
        lambda g: g, alt(make(lambda: b.DROP, b.comma, b.could("and")), skip("and|but")), _one_gift
    ).many(),
)


def _aura(who: n.Selector, gift: n.Gift, condition: n.Condition | None = None) -> n.Aura:
    found = everything(who)
    return n.Aura(found if found is not None else _THIS, gift, condition)


where_x: Final = make(
    lambda a: a,
    b.could(","),
    b.maybe(b.comma, b.DROP),
    skip("where X is(?: equal to)?|X is(?: equal to)?|with X being(?: equal to)?"),
    value,
)
"""`, where X is the number of Robots you have in play`."""
_cond = alt(if_, while_)
_state = b.only_if(
    forward.condition,
    lambda c: isinstance(c, n.Is | n.HasForge | n.Exists | n.Compare | n.NoEmptyLane | n.Edge),
    "what is so",
)
"""What holds for a time, and does not happen: `when this is opposed, it has …`."""
_free_all = make(
    lambda noun, *_: n.Aura(
        n.All(noun.with_(side="yours").filters),
        n.Gift(keywords=(n.Keyword("free"),)),
    ),
    skip("your|the"), here, skip("(?:you play )?(?:are|is) free"),
)  # fmt: skip
_first_free = make(
    lambda noun: n.Aura(
        n.All(noun.with_(side="yours", happened="").filters),
        n.Gift(keywords=(n.Keyword("free"),)),
        n.Not(n.Happened("played", noun.with_(side="yours").filters[0])),
    ),
    skip("the first"), here, skip("you play each turn is free"),
)  # fmt: skip
_immune = make(
    lambda noun, who: n.Aura(
        everything(who) or _THIS,
        n.Gift(forbids=(n.Forbid("be affected") if noun is None else n.Forbid("be affected",
            source=noun),)),
    ),
    alt(
        to(word("enemy (?:spells (?:or|and) abilities|abilities (?:or|and) spells)|spells (?:or|"
            "and) abilities|enemy cards"), lambda _: None),
        make(lambda noun: noun.filters[0], here),
    ),
    skip("(?:can't|cannot|do not|don't) (?:affect|target)"),
    _lasting,
)  # fmt: skip
aura: Final = alt(
    make(
        lambda f, who, g: _aura(who, g, n.Is("this", f)),
        skip("while"),
        one_of(
            {
                "opposed": n.Filter(kind="card", opposed=True),
                "unopposed": n.Filter(kind="card", opposed=False),
                "Exhausted": n.Filter(kind="card", ready=False),
                "ready": n.Filter(kind="card", ready=True),
            },
            "opposed",
        ),
        b.maybe(b.comma, b.DROP),
        _lasting,
        _gifts,
    ),
    _immune,
    _first_free,
    make(lambda c, who, g: _aura(who, g, c), while_, b.could(","), _lasting, _gifts),
    make(lambda c, who, g: _aura(who, g, c), if_, b.could(","), _lasting, _gifts),
    make(lambda who, g, c: _aura(who, g, c), _lasting, _gifts, b.could(","), _cond),
    make(lambda who, g, x: _aura(who, with_x(g, x)), _lasting, _gifts, where_x),
    make(lambda who, g, f: _aura(who, g, n.Is("this", f)), b.only_if(_lasting,
        lambda who: who == n.Refer("this"), "this"), _gifts, skip("while"), one_of({
        "opposed": n.Filter(kind="card", opposed=True),
        "unopposed": n.Filter(kind="card", opposed=False),
        "exhausted": n.Filter(kind="card", ready=False),
        "ready": n.Filter(kind="card", ready=True)}, "opposed")),
    make(lambda who, g: _aura(who, g), _lasting, _gifts),
    make(lambda one, a: _aura(one[1], _is_number(one[0][0], a)), b.only_if(
        whose_stats, lambda one: len(one[0]) == 1 and everything(one[1]) is not None,
        "this creature's A"),
        skip("(?:is|are)(?: always)?"), b.could("equal to"), value),
    make(lambda c, who, g: _aura(who, g, c), skip("when(?:ever)?"), _state, b.could(","),
        b.ahead(r"[^.\"]*?\b(?:has|have)\b"), _lasting, _gifts),
    _free_all,
    make(lambda c, found: _aura(found[0], n.Gift(alters=(found[1],)), c), while_, b.could(","),
        alteration),
    make(
        lambda found: _aura(found[0], n.Gift(alters=(found[1],))),
        b.only_if(alteration, lambda found: not found[2] and everything(found[0]) is not None,
            "what is changed"),
    ),
)  # fmt: skip
"""`your other Zombies have Aggressive`, `while this is opposed, it has 2D`, `this can't gain H`."""

# -- Free ----------------------------------------------------------------------------------------


def _pays_for_this(found: Any) -> bool:
    return (
        len(found) == 1 and isinstance(found[0], n.Pay) and found[0].body == (n.PlayIt(ref="this"),)
    )


_is_free = skip(
    "(?:this|it|this card|this spell|this creature|you may play this)(?: is| for|"
    " can be played for| may be played for|'s)? free"
    "|this costs nothing"
)
free: Final = alt(
    make(lambda c: n.FreeIf(c), _cond, b.maybe(b.comma, b.DROP), _is_free),
    make(lambda c: n.FreeIf(c), _is_free, b.maybe(b.comma, b.DROP), _cond),
    make(lambda: n.FreeIf(), _is_free),
    make(
        lambda cost: n.FreeIf(None, cost),
        skip("you may(?: also)?"), effects, b.full_stop, skip("if you do, ?"), _is_free,
    ),
    make(
        lambda e: n.FreeIf(None, e[0].cost),
        skip("you may(?: also)?"),
        b.only_if(effects, _pays_for_this, "a cost to play this for Free"),
    ),
    make(lambda c, cost: n.FreeIf(c, cost), if_, b.could(","), skip("you may(?: also)?"), effects,
        b.full_stop, skip("if you do, ?"), _is_free),
)  # fmt: skip
"""When the card itself may be played for Free."""
