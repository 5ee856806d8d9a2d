"""Sentences, and how they hang together: `may`, `to`, `if`, `otherwise`, `instead`, `choose one`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from parsy import forward_declaration

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.frame.language.nodes import Compare, Done, If, May, Modes, Node, Not, Pay, Repeat
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.language.amounts import countable, value
from domain.games.magical_forge.language.effects import Effects, clause
from domain.games.magical_forge.language.nouns import noun, ref


@dataclass(frozen=True)
class Step:
    """A sentence: what it does, and how it hangs on the one before."""

    effects: Effects
    condition: Node | None = None
    otherwise: bool = False
    instead: bool = False


# -- conditions ----------------------------------------------------------------------------------

_OPS: Final = {"or fewer": "<=", "or less": "<=", "or more": ">="}


def _exists(least: int, op: str, what: n.Filter) -> Node:
    if op == "<=":
        return n.Exists(what, 0, least)
    return n.Exists(what, least) if op == ">=" else n.Exists(what, least, least)


def _yours(what: n.Filter, side: str = "yours") -> n.Filter:
    fields = {name: getattr(what, name) for name in what.__struct_fields__}
    return n.Filter(**{**fields, "side": side})


_has: Final = alt(
    to(word("you have"), lambda _: "yours"), to(word("your opponent has"), lambda _: "opponent")
)
_more: Final = alt(
    to(word("you have more"), lambda _: ">"), to(word("you have fewer"), lambda _: "<")
)
condition: Final = alt(
    to(word("you do"), lambda _: Done()),
    to(word("you don't|you do not"), lambda _: Not(Done())),
    to(word("it is your turn|it's your turn"), lambda _: n.YourTurn()),
    to(word("it is not your turn|it's not your turn"), lambda _: Not(n.YourTurn())),
    make(
        lambda side, a, op: Compare(
            n.PlayerNumber("life", "you" if side == "yours" else side), op, a
        ),
        _has, value, one_of(_OPS, "or more"), skip("Life Points?"),
    ),
    make(
        lambda op, what: Compare(n.PlayerNumber(what), op, n.PlayerNumber(what, "opponent")),
        _more, one_of({"Life Points": "life", "cards in hand": "hand"}, "Life Points"),
        skip("than your opponent"),
    ),
    make(
        lambda op, what: Compare(
            n.Count(_yours(what)), op, n.Count(_yours(what, "opponent"))
        ),
        _more, noun, skip("than your opponent"),
    ),
    make(lambda side, f: n.Exists(_yours(f, side), 0, 0), _has, skip("no"), noun),
    make(
        lambda side, a, op, f: _exists(a, op, _yours(f, side)),
        _has, b.number, one_of(_OPS, "or more"), noun,
    ),
    make(lambda side, f: n.Exists(_yours(f, side)), _has, skip("an?|another"), noun),
    make(
        lambda a, op, f: _exists(a, op, f),
        skip("there are|there is"), b.number, one_of(_OPS, "or more"), noun,
    ),
    make(lambda f: n.Exists(f, 0, 0), skip("there (?:are|is) no"), noun),
    make(lambda f: n.Exists(f), skip("there is an?"), noun),
    make(
        lambda r, a, op: n.Is(r, n.Filter(spells=op, than=a)),
        ref, skip("has"), b.number, maybe(one_of(_OPS, "or more"), "="),
        skip("Spells?(?: attached(?: to it)?)?"),
    ),
    make(
        lambda r: n.Is(r, n.Filter(spells="=", than=0)), ref, skip("has no Spells")
    ),
    make(lambda r: n.Is(r, n.Filter()), ref, skip("is (?:still )?in play")),
)  # fmt: skip
"""What is asked after `if`."""

# -- connectors ----------------------------------------------------------------------------------

_comma: Final = maybe(b.comma, b.DROP)
_and: Final = alt(
    make(lambda: b.DROP, b.comma, skip("and then|then|and(?: also)?")),
    skip("and then|then|and(?: also)?"),
)


def _list(first: Effects, rest: list[Effects]) -> Effects:
    return sum(rest, first)


_row: Final = make(_list, clause, make(lambda e: e, _and, clause).many())


def _paid(cost: Effects, body: Effects | None) -> Effects:
    return cost if body is None else (Pay(cost, body),)


_pays: Final = make(_paid, _row, maybe(make(lambda e: e, skip("to"), _row)))
_may: Final = alt(
    make(lambda body: (May(body),), skip("you may"), _pays),
    make(lambda body: (May(body, "opponent"),), skip("your opponent may"), _pays),
)
effects: Final = b.memo(make(_list, alt(_may, _pays), make(lambda e: e, _and, _may).many()))
"""Effects one after the other, with all their connectors."""

core: Final = forward_declaration()
"""A sentence without its full stop; yields a Step."""
steps: Final = forward_declaration()
"""Sentences, as many as there are."""

_bullet: Final = b.skip_mark(r"[•] ?")
_option: Final = make(lambda found: assemble(found), _bullet, steps)
_either: Final = make(
    lambda one, two: ((one, two), 1),
    skip("choose one"), b.skip_mark("[:.-]"), effects, _comma, skip("or"), effects,
)  # fmt: skip
_modes: Final = make(
    lambda found: Step((Modes(tuple(found[0]), found[1]),)),
    alt(
        make(
            lambda many, options: (options, many),
            skip("choose"), b.number, b.skip_mark("[:.-]"), _option.at_least(2),
        ),
        _either,
    ),
)  # fmt: skip


def _of(condition: Node, instead: bool, step: Step) -> Step:
    return replace(step, condition=condition, instead=instead or step.instead)


_instead: Final = maybe(to(word("instead"), lambda _: True), False)
core.become(
    b.memo(
        alt(
            _modes,
            make(lambda s: replace(s, otherwise=True), skip("otherwise"), _comma, core),
            make(_of, skip("if"), condition, _comma, _instead, core),
            make(
                lambda count, body: Step((Repeat(count, body),)),
                skip("for each"), countable, b.comma, effects,
            ),
            make(
                lambda body, late, c: Step(body, c, instead=late),
                effects, _instead, maybe(make(lambda c: c, skip("if"), condition)),
            ),
        )
    )
)  # fmt: skip
_end: Final = alt(b.full_stop, b.ahead(r"$|[•]"))
_then: Final = b.could("then,?|afterwards?,?|also,?")
steps.become(make(lambda s: s, _then, core, _end).at_least(1))


def assemble(found: list[Step]) -> Effects:
    """Sentences put together: an `otherwise` or `instead` belongs to the sentence before it."""
    out: list[Node] = []
    for step in found:
        before = out[-1] if out else None
        if step.otherwise and isinstance(before, If) and not before.otherwise:
            out[-1] = If(before.condition, before.body, step.effects)
        elif step.instead and step.condition is not None and out:
            out[-1] = If(step.condition, step.effects, (out[-1],))
        elif step.condition is not None:
            out.append(If(step.condition, step.effects))
        else:
            out.extend(step.effects)
    return tuple(out)
