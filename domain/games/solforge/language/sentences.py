"""Sentences, and how they hang together: conditions, `otherwise`, `instead`, modes, later."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import msgspec
from parsy import Parser, Result, forward_declaration

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.amounts import countable, for_each, value
from domain.games.solforge.language.changes import Effects, bestow
from domain.games.solforge.language.clauses import effects
from domain.games.solforge.language.gifts import payload
from domain.games.solforge.language.names import creature_type
from domain.games.solforge.language.selectors import pronoun
from domain.games.solforge.language.sequences import Step, assemble, without
from domain.games.solforge.language.statics import alteration, where_x
from domain.games.solforge.language.trees import PRONOUNS, mapped, refs, renamed, with_x
from domain.games.solforge.language.triggers import When, when
from domain.games.solforge.language.turn_events import if_

# -- changes of what was read ---------------------------------------------------------------------


def for_turn(found: Effects) -> Effects:
    """`This turn, …`: all of it until the end of the turn."""

    def until(node: Any) -> Any:
        if isinstance(node, (n.Change, n.Give)):
            return msgspec.structs.replace(node, until="turn")
        return node

    done: Effects = mapped(found, until)
    return done


# -- parts of sentences --------------------------------------------------------------------------

_turn = skip(
    "this turn|until end of turn|until the end of (?:the|this) turn|for the rest of the turn"
)
_lead = b.could(
    "then,?|also,?|additionally,?|next,?|after that,?|afterwards?,?|finally,?|and|in addition,?"
)
_instead = maybe(to(word("instead"), lambda _: True), False)
_comma = maybe(b.comma, b.DROP)
_bullet = b.skip_mark(r"[•] ?")
core: Final = forward_declaration()
_would_forward: Final = forward_declaration()
"""A sentence without its full stop; yields a Step."""


TIMES: Final = frozenset(
    {"start of turn", "end of turn", "start of combat", "end of combat", "end of cycle"}
)


def _delayed(found: When, body: Effects) -> Effects:
    on: n.Selector | None = None
    out: list[n.Effect] = []
    until = "turn" if found.turn else ""
    once = found.once
    for t in found.triggers:
        if t.event in TIMES:
            once = True
            if t.event in ("end of turn", "start of combat", "end of combat") and not found.once:
                until = "turn"
            if refs(body) & PRONOUNS:
                on = n.Refer("?it")
        subject = t.who.ref if t.who is not None else ""
        if subject.startswith("?"):
            on = n.Refer(subject)
            t = msgspec.structs.replace(t, who=n.Filter(ref="this"))
        if found.once and t.event == "end of turn":
            out.append(_end_of_next_turn(t, body, on))
            continue
        out.append(n.Delayed(t, body, once, until, on))
    return tuple(out)


def _end_of_next_turn(t: n.Trigger, body: Effects, on: n.Selector | None) -> n.Delayed:
    """Set up at the start of the next turn: the end of this one comes before."""
    inside = n.Refer("this") if on is not None else None
    return n.Delayed(
        n.Trigger("start of turn"), (n.Delayed(t, body, True, "turn", inside),), True, "", on
    )


def _later_ok(stream: Any, found: When) -> bool:
    """Whether a `when` inside a body is something for later, and not another ability."""
    pronoun = any(
        (t.who is not None and t.who.ref.startswith("?"))
        or (t.other is not None and t.other.ref.startswith("?"))
        for t in found.triggers
    )
    timed = all(t.event in TIMES for t in found.triggers)
    return found.turn or found.once or pronoun or timed or stream.kind in ("spell", "forgeborn")


def _read_later(stream: Any, index: int) -> Result:
    result = when(stream, index)
    if result.status and not _later_ok(stream, result.value):
        return b.bad(index, frozenset(["a condition"]))
    return result


_later = Parser(_read_later)


def _step(body: Step | Effects) -> Step:
    return body if isinstance(body, Step) else Step(body)


def _effects_of(body: Step) -> Effects:
    if body.condition is not None:
        return (n.If(body.condition, body.effects),)
    return body.effects


def _conditional(condition: n.Condition, instead: bool, body: Step) -> Step:
    if body.condition is not None:
        return Step(
            (n.If(body.condition, body.effects),), condition, instead=instead or body.instead
        )
    return replace(body, condition=condition, instead=instead or body.instead)


def _later_step(found: When, body: Step) -> Step | None:
    if not body.instead or body.condition is not None:
        return Step(_delayed(found, _effects_of(body)))
    out: list[n.Effect] = []
    for d in _delayed(found, body.effects):
        if not isinstance(d, n.Delayed) or d.on is None:
            return None
        out.append(n.Give(d.on, n.Gift(abilities=(n.Instead(d.trigger, d.body),)), d.until))
    return Step(tuple(out))


def _for_later(body: Effects) -> bool:
    """Whether `next turn` after it can only mean when it is done."""
    return all(
        isinstance(e, n.Draw | n.Heal | n.PlayNamed)
        or (isinstance(e, n.Give) and e.gift.forbids and not e.until)
        for e in body
    )


_NEXT_TURN: Final = When((n.Trigger("start of turn"),), once=True)


def _read_later_sentence(stream: Any, index: int) -> Result:
    """`At the end of the turn, …` on a creature is of this body only if it speaks of what was chosen."""
    result = _later_parts(stream, index)
    if not result.status:
        return result
    found, step = result.value
    bound = found.turn or found.once or any(t.event not in TIMES for t in found.triggers)
    bound = bound or stream[max(0, index - 2) : index].startswith(":")
    if stream.kind in ("creature", "exalt") and not bound and not refs(step.effects) & PRONOUNS:
        return b.bad(index, frozenset(["another ability"]))
    done = _later_step(found, step)
    if done is None:
        return b.bad(index, frozenset(["an effect"]))
    return Result(True, result.index, done, result.furthest, result.expected)


_later_parts: Final = make(lambda w, s: (w, s), _later, _comma, b.could("then"), core)
_later_sentence: Final = Parser(_read_later_sentence)


def _turned(body: Step) -> Step:
    found = for_turn(body.effects)

    def later(node: Any) -> Any:
        return msgspec.structs.replace(node, until="turn") if isinstance(node, n.Delayed) else node

    return replace(body, effects=mapped(found, later))


# -- the next card -------------------------------------------------------------------------------

_next = alt(
    make(
        lambda noun: noun,
        skip("your next"),
        to(forward.noun, lambda noun: noun.with_(happened="")),
        b.could("(?:that is )?played"),
        b.could("this turn"),
    ),
    make(
        lambda noun: noun,
        skip("the next"),
        to(forward.noun, lambda noun: noun.with_(happened="")),
        b.could("that"),
        b.could("you play"),
        b.could("this turn"),
    ),
)
_next_noun = b.only_if(
    _next, lambda noun: noun.filters[0].kind != "player", "the next card you play"
)


def _on_next(noun: Any, body: Effects, once: bool = True) -> Effects:
    return tuple(
        n.Delayed(n.Trigger("played", f, by="you"), body, once, "turn")
        for f in noun.with_(side="").filters
    )


def _next_gift(noun: Any, p: Any, turn: bool = False) -> Effects:
    given = bestow(n.Refer("that"), p)
    return _on_next(noun, for_turn(given) if turn else given)


def _on_next_all(noun: Any, p: Any) -> Effects:
    return _on_next(noun, bestow(n.Refer("that"), p), once=False)


_FREE: Final = n.Gift(keywords=(n.Keyword("free"),))


def _rule(noun: Any, gift: n.Gift, once: bool = True) -> Effects:
    return (n.Rule(n.All(noun.with_(side="yours").filters), gift, once),)


_more_damage = alt(
    make(lambda a: a, skip("an additional"), to(b.number, n.Number), skip("damage")),
    make(lambda a: a, to(b.number, n.Number), skip("additional damage|more damage")),
    make(lambda a: a, b.skip_mark(r"\+"), to(b.number, n.Number), skip("damage")),
)
_this_turn: Final = maybe(to(word("this turn"), lambda _: True), False)
_next_card: Final = alt(
    make(_next_gift, skip("gives?"), _next_noun, payload, _this_turn),
    make(lambda noun, a: _rule(noun, n.Gift(keywords=_FREE.keywords,
        alters=(n.Alter("damage dealt", plus=a),))), _next_noun, skip("is free and deals"),
        _more_damage),
    make(lambda noun: _rule(noun, _FREE), _next_noun,
        skip("is free|costs nothing|may be played for free|can be played for free"),
        b.could("this turn")),
    make(_next_gift, _next_noun,
        skip("gets?|gains?|has|have|enters play with|comes into play with"), payload, _this_turn),
    make(lambda noun, a: _rule(noun, n.Gift(alters=(n.Alter("damage dealt", plus=a),))), _next_noun,
        skip("deals"), _more_damage),
    make(lambda noun: _rule(noun, n.Gift(alters=(n.Alter("damage dealt", times=2),))), _next_noun,
        skip("deals (?:double|twice as much) damage|deals double its damage")),
    make(_on_next_all, b.only_if(forward.noun, lambda noun: noun.plural, "creatures"),
        skip("you play this turn"), skip("gets?|gains?|have|enter play with"), payload),
)  # fmt: skip


# -- modes ---------------------------------------------------------------------------------------

_how_many = alt(
    make(lambda v: (v, True), skip("up to"), b.number),
    make(lambda: (99, True), skip("any number(?: of the following)?")),
    make(lambda: (2, True), skip("one or both")),
    make(lambda: (99, True), skip("one or more")),
    make(lambda v: (v, False), alt(b.number, to(word("both"), lambda _: 2))),
)
_better = make(
    lambda condition, v: (condition, v),
    b.full_stop,
    if_,
    b.could(","),
    b.could("instead"),
    b.could("you may"),
    skip("choose"),
    b.could("up to"),
    alt(b.number, to(word("both"), lambda _: 2)),
    b.could("instead"),
)
_colon = b.skip_mark(r":|-+|\.")


def _modes(
    count: tuple[int, bool], better: tuple[n.Condition, int] | None, options: list[Effects]
) -> Effects:
    condition, more = better or (None, 0)
    return (n.Modes(tuple(options), count[0], condition, more, count[1]),)


_option = make(
    lambda e: e, _bullet, b.could(r"\d\."), to(forward.steps, lambda steps: assemble(steps))
)
modes: Final = alt(
    make(
        _modes,
        skip("chooses?"), _how_many,
            b.could("of the following(?: effects| options)?|mode|different"), maybe(_better),
            _colon, _option.at_least(2),
    ),
)  # fmt: skip
_who_chooses = make(
    lambda e: tuple(msgspec.structs.replace(m, by="enemy") for m in e),
    skip("(?:the|an|each) (?:enemy player|opponent)"), modes,
)  # fmt: skip
_of_each_type: Final = make(
    lambda options: tuple(options),
    skip("for each of the following creature types adjacent to this:?|"
        "for each of the following types adjacent to this:?"),
    maybe(b.skip_mark(":"), b.DROP),
    make(
        lambda t, body: n.If(n.Exists(n.Filter(types=(t[0],), adjacent_to="this")), body,
            stops=False),
        _bullet, creature_type, b.skip_mark(r":|-"), to(forward.steps, lambda steps: assemble(steps)),
    ).at_least(1),
)  # fmt: skip
_of_each_in_play: Final = make(
    lambda options: tuple(options),
    skip("for each of the following(?: creature)? types you have in play:?"),
    maybe(b.skip_mark(":"), b.DROP),
    make(
        lambda t, body: n.If(n.Exists(n.Filter(side="yours", types=(t[0],))), body, stops=False),
        _bullet, creature_type, b.skip_mark(r":|-"), to(forward.steps, lambda steps: assemble(steps)),
    ).at_least(1),
)  # fmt: skip

# -- whole sentences -----------------------------------------------------------------------------


def _each(count: n.Amount, body: Effects) -> Effects:
    return (n.Repeat(count, body),)


_for_each: Final = make(
    _each, skip("for (?:each|every)"), countable, b.could("(?:you have )?in play"), b.comma, effects
)
_altered: Final = b.only_if(alteration, lambda found: bool(found[2]), "this turn")


def _altering(who: n.Selector, alter: n.Alter) -> Effects:
    """A changed number until the end of the turn; of spells it is a rule, for they are not in play."""
    gift = n.Gift(alters=(alter,))
    if isinstance(who, n.All) and who.among[0].kind == "spell":
        return (n.Rule(who, gift),)
    return (n.Give(who, gift, "turn"),)


_alter = to(_altered, lambda found: _altering(found[0], found[1]))


def _x(body: Effects, x: n.Amount | None) -> Effects:
    return with_x(body, x) if x is not None else body


_body = b.memo(make(_x, alt(_next_card, effects, _alter), maybe(where_x)))


def _after(body: Effects, condition: n.Condition | None, instead: bool) -> Step:
    who = getattr(body[0], "who", None) if body else None
    if condition is not None and isinstance(who, n.Refer) and who.ref == "?that":
        condition = renamed(condition, "?it", "?that")
    taken = len(body) > 1 and isinstance(body[0], n.UpgradeCard | n.Draw)
    if condition is not None and taken and refs(condition) & PRONOUNS:
        return Step((*body[:-1], n.If(condition, body[-1:], stops=False)))
    if condition is not None and refs(condition) & PRONOUNS and isinstance(who, (n.Choose, n.All)):
        return Step((n.Target(who), n.If(condition, without(body), stops=False)))
    return Step(body, condition, instead=instead)


_post_if = maybe(make(lambda c: c, b.could(","), if_))
_simple = make(
    lambda body, first, condition, second: _after(body, condition, first or second),
    _body, _instead, _post_if, _instead,
)  # fmt: skip
core.become(
    b.memo(
        alt(
            make(
                lambda found: Step(_altering(found[0], found[1])),
                _turn,
                _comma,
                alteration,
            ),
            make(lambda s: _turned(s), _turn, _comma, core),
            make(
                lambda w, s: Step(_delayed(replace(w, turn=True), _effects_of(s))),
                _turn,
                _comma,
                b.only_if(
                    when,
                    lambda w: not w.once and all(t.event not in TIMES for t in w.triggers),
                    "when",
                ),
                _comma,
                b.only_if(core, lambda s: not s.instead, "an effect"),
            ),
            make(lambda s: replace(s, otherwise=True), skip("otherwise|if not"), _comma, core),
            make(lambda s: replace(_step(s), instead=True), skip("instead"), _comma, core),
            to(alt(modes, _who_chooses, _of_each_type, _of_each_in_play), Step),
            make(
                lambda c, i, s: _conditional(c, i, s),
                if_,
                _comma,
                b.could("then"),
                _instead,
                _comma,
                core,
            ),
            to(_for_each, Step),
            to(_would_forward, Step),
            _later_sentence,
            make(lambda body, w: Step(_delayed(w, body)), effects, _later),
            make(
                lambda body: Step(_delayed(_NEXT_TURN, for_turn(body))),
                b.only_if(effects, _for_later, "what can be done later"),
                skip("next turn"),
            ),
            _simple,
        )
    )
)
_ITSELF: Final = n.Filter(ref="this")


def _would(who: n.Selector, event: str, turn: str, body: Effects) -> Effects:
    """`If it would be destroyed this turn, banish it instead.`"""
    optional = len(body) == 1 and isinstance(body[0], n.May)
    if optional and isinstance(body[0], n.May):
        body = body[0].body
    ability = n.Instead(n.Trigger(event, _ITSELF), body, optional)
    return (n.Give(who, n.Gift(abilities=(ability,)), turn),)


_would_later: Final = make(
    _would,
    skip("if|when(?:ever)?"),
    pronoun,
    skip("would"),
    alt(
        to(word("be destroyed|die"), lambda _: "destroyed"),
        to(word("be replaced"), lambda _: "replaced"),
        to(word("leave play"), lambda _: "leaves"),
    ),
    maybe(to(_turn, lambda _: "turn"), ""),
    _comma,
    b.could("instead,?"),
    effects,
    skip("instead"),
)
"""Something that happens to what was chosen in place of something else."""
_would_forward.become(_would_later)
_once: Final = make(
    lambda: Step(once=True),
    b.maybe(b.skip_mark(r"\("), b.DROP),
    alt(
        skip("this ability (?:can |may )?(?:only )?(?:triggers?|be used|be activated|"
            "happens?)(?: only)? once (?:per|each|a) turn"),
        skip("you (?:can|may) (?:only )?use this(?: ability)?(?: only)? once (?:per|each|a) turn"),
        skip("use this(?: ability)?(?: only)? once (?:per|each|a) turn"),
        skip("(?:only )?once (?:per|each|a) turn|limit once (?:per|each) turn|"
            "this triggers only once (?:per|each|a) turn"),
        skip("this (?:can )?only triggers? once (?:per|each|a) turn"),
    ),
    b.maybe(b.skip_mark(r"\)"), b.DROP),
)  # fmt: skip
_where: Final = make(
    lambda a: Step(where=a),
    b.maybe(b.skip_mark(r"\("), b.DROP), skip("X is(?: equal to)?"), value,
        b.maybe(b.skip_mark(r"\.?\)"), b.DROP),
)  # fmt: skip
_again_more: Final = alt(
    make(lambda v: Step(again=n.Number(v), optional=True),
        skip("you may do this up to"), b.number, skip("times")),
    make(lambda e: Step(e, before=True), effects, b.could(","),
        skip("before (?:it|they|this) (?:battles?|does|do)|before battling")),
    make(lambda v: Step(again=n.Number(v)), skip("do this"), b.number, skip("times")),
    make(lambda: Step(again=n.Number(2)),
        skip("do this (?:twice|once more|a second time)|"
            "repeat this(?: ability| process| effect)? (?:once(?: more)?|one more time|"
            "an additional time|for a second time)")),
    make(lambda v: Step(again=n.Number(v + 1)), skip("repeat this(?: ability| process| effect)?"),
        b.number, skip("(?:more )?times")),
    make(lambda c: Step(again=n.Sum((n.Number(1), c))),
        skip("repeat this(?: ability| process| effect)?"), for_each),
)  # fmt: skip
_end = alt(
    b.full_stop,
    b.ahead(r"$|[•\"]|\(|(?:Deploy|Activate|Slay|Vengeance|Override|Exalted)\b"),
)
sentence: Final = make(
    lambda s: s, alt(_once, _where, _again_more, make(lambda s: s, _lead, core)), _end
)
"""A sentence with its full stop, which may be missing before a new ability and at the end."""
forward.steps.become(sentence.at_least(1))
steps: Final = forward.steps
"""Sentences, as many as there are."""
