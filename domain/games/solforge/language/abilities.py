"""Paragraphs: what kind of ability they are, and what is in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.changes import Effects, bestow
from domain.games.solforge.language.clauses import effects
from domain.games.solforge.language.gifts import Payload, payload, plain
from domain.games.solforge.language.nouns import Noun
from domain.games.solforge.language.places import in_lane
from domain.games.solforge.language.selectors import one_or_all, single
from domain.games.solforge.language.sentences import steps
from domain.games.solforge.language.sequences import Step, assemble
from domain.games.solforge.language.statics import aura, free, gift_of
from domain.games.solforge.language.triggers import When, bare, filters, if_deal, when
from domain.games.solforge.language.turn_events import if_

THIS: Final = n.Filter(ref="this")


@dataclass(frozen=True)
class Found:
    """Abilities of a paragraph; `instead`: a line that may take the place of the one before."""

    abilities: tuple[n.Ability, ...]
    instead: Step | None = None


def _once(steps: list[Step]) -> bool:
    return any(s.once for s in steps)


def _body(steps: list[Step]) -> Effects:
    return assemble(steps)


_HEADERS: Final = {
    "Deploy": n.Trigger("deploy", THIS),
    "Slay": n.Trigger("slay", THIS),
    "Vengeance": n.Trigger("destroyed", THIS),
    "Override": n.Trigger("deploy", THIS, condition=n.Replaced()),
}
_colon = b.skip_mark(r":|-+(?!\d)")
_once_lead = maybe(
    to(word("once per turn,?|once each turn,?|the first time each turn,?"), lambda _: True), False
)  # fmt: skip


def _header(t: n.Trigger, steps: list[Step]) -> tuple[n.Ability, ...]:
    return (n.Triggered(t, _body(steps), _once(steps)),)


def _triggered(found: When, steps: list[Step], once: bool = False) -> tuple[n.Ability, ...]:
    first = steps[0]
    if first.instead and first.condition is None:
        body = _body([replace(first, instead=False), *steps[1:]])
        optional = False
        if len(body) == 1 and isinstance(body[0], n.May):
            body, optional = body[0].body, True
        return tuple(n.Instead(t, body, optional) for t in found.triggers)
    body = _body(steps)
    limited = once or _once(steps)
    return tuple(n.Triggered(t, body, limited) for t in dict.fromkeys(found.triggers))


def _instead(found: When, body: Effects) -> tuple[n.Ability, ...]:
    optional = False
    if len(body) == 1 and isinstance(body[0], n.May):
        body, optional = body[0].body, True
    return tuple(n.Instead(t, body, optional) for t in found.triggers)


_would: Final = make(
    lambda who, event: When(tuple(n.Trigger(event, f) for f in who)),
    skip("(?:if|when(?:ever)?|the next time)"),
    to(b.only_if(single, one_or_all, "this or a creature"), filters),
    skip("would"),
    b.could("be"),
    one_of(
        {
            "destroyed": "destroyed", "die": "destroyed", "leave play": "leaves",
                "replaced": "replaced", "discarded": "discarded",
            "gain H": "gains health", "lose H": "loses health", "gain Health": "gains health",
            "gain A": "gains attack", "lose A": "loses attack",
            "deal combat damage": "damages", "dealt damage": "damaged", "move": "moved",
                "enter play": "enters play",
        },
        "be destroyed",
    ),
)  # fmt: skip


_comma = maybe(b.comma, b.DROP)
_instead_word = skip("instead")
_end = alt(b.full_stop, b.ahead(r"$|[\"(]"))
_ends = maybe(b.full_stop, b.DROP)

headers: Final = alt(
    make(_header, make(lambda t: t, one_of(_HEADERS, "Deploy:"), _colon), steps),
    make(
        lambda first, second, steps: (
            n.Activated(_body(steps), bool(first or second) or _once(steps)),
        ),
        _once_lead,
        skip("activate"),
        maybe(b.mark(r"\((?:only )?once (?:per|each|a) turn\)"), ""),
        _colon,
        steps,
    ),
)  # fmt: skip


def _two_headers(one: n.Trigger, two: n.Trigger, steps: list[Step]) -> tuple[n.Ability, ...]:
    return (*_header(one, steps), *_header(two, steps))


two_headers: Final = make(
    _two_headers,
    one_of(_HEADERS, "Deploy"), skip("and|or"), one_of(_HEADERS, "Slay"), _colon, steps,
)  # fmt: skip
_at_time = make(
    lambda c, w, steps: _triggered(_and(w, c), steps),
    skip("when(?:ever)?"), forward.condition, b.ahead("at "), when, _comma, steps,
)  # fmt: skip
triggers: Final = alt(
    make(_instead, _would, _comma, _instead_word, _comma, effects, _ends),
    make(_instead, _would, _comma, effects, _instead_word, _ends),
    make(
        lambda once, w, steps: _triggered(w, steps, once),
        _once_lead, alt(b.only_if(when, lambda w: not w.once, "when"), if_deal), _comma,
        b.could("then"), steps,
    ),
    make(
        lambda body, w, steps: _triggered(w, [Step(body), *steps]),
        effects, alt(bare, b.only_if(when, lambda w: not w.once, "when")), _ends, alt(steps,
            b.always([])),
    ),
    make(
        lambda c, w, steps: _triggered(_and(w, c), steps),
        make(lambda c: c, alt(if_, make(lambda c: c, skip("while|as long as"), forward.condition)),
            _comma), when, _comma, steps,
    ),
    _at_time,
)  # fmt: skip


def _and(found: When, condition: n.Condition) -> When:
    return When(
        tuple(
            msgspec.structs.replace(
                t, condition=condition if t.condition is None else n.Every((t.condition, condition))
            )
            for t in found.triggers
        ),
        found.turn,
        found.once,
    )


def _has(p: Payload) -> tuple[n.Ability, ...]:
    return (n.Has(p.gift),)


_reminder = b.maybe(b.skip_mark(r"\([^)]*\)"), b.DROP)
keywords: Final = make(
    _has,
    b.only_if(
        plain,
        lambda p: bool(p.keywords) and p.attack is None and p.health is None and not p.abilities,
        "keywords",
    ),
    _reminder,
    _ends,
    b.not_ahead(r"(?:or|and|to|for)\b"),
)
statics: Final = alt(
    make(lambda f: (f,), free, _end),
    make(lambda a: (a,), aura, _end),
)


def _entering(body: Effects) -> tuple[n.Ability, ...]:
    return (n.Triggered(_HEADERS["Deploy"], body),)


def _on_play(noun: Noun, lane: dict[str, Any] | None, what: Payload) -> tuple[n.Ability, ...]:
    return tuple(
        n.Triggered(n.Trigger("played", f, by="you"), bestow(n.Refer("that"), what))
        for f in noun.with_(**(lane or {})).filters
    )


_enters = skip("this (?:enters|comes into) play")


def _arriving(other: bool, noun: Noun, what: Payload) -> tuple[n.Ability, ...]:
    more = {"other": True} if other else {}
    return tuple(
        n.Triggered(n.Trigger("enters play", f), bestow(n.Refer("that"), what))
        for f in noun.with_(side="yours", **more).filters
    )


entering: Final = alt(
    make(
        _arriving, skip("your"), b.peek(r"other\b"), b.could("other"),
            b.only_if(forward.noun, lambda noun: noun.plural, "creatures"),
        skip("come into play with|enter play with"), payload, _end,
    ),
    make(_entering, make(lambda p: bestow(n.Refer("this"), p), _enters, skip("with"), payload),
        _end),
    make(_entering, make(lambda: (n.Exhaust(n.Refer("this")),), _enters, skip("exhausted")), _end),
    make(_entering, make(lambda row: (n.Move(n.Refer("this"), row=row),), _enters,
        skip("in (?:the|your)"), one_of({"front row": "front", "back row": "back"}, "front row")),
        _end),
    make(
        _on_play, b.only_if(forward.noun, lambda noun: noun.plural, "creatures"), skip("you play"),
            maybe(in_lane),
        skip("get|gain|have|enter play with"), payload, _end,
    ),
)  # fmt: skip
"""`This enters play with …`, `Zombies you play get …`: read as what triggers then."""
_permanent: Final = alt(headers, two_headers, keywords, entering, statics, triggers)


def _line(steps: list[Step]) -> tuple[n.Ability, ...]:
    return (n.Line(_body(steps)),)


_spell: Final = alt(
    make(lambda f: Found((f,)), free, _end),
    make(
        lambda w, steps: Found(_triggered(w, steps)),
        b.only_if(
            when, lambda w: all(t.who == THIS or t.other == THIS for t in w.triggers), "when this …"
        ),
        _comma,
        steps,
    ),
    make(
        lambda steps: Found(_line(steps), _lone_instead(steps)),
        steps,
    ),
)


def _lone_instead(steps: list[Step]) -> Step | None:
    """A line that begins with `if …, … instead` is about the line before."""
    first = steps[0]
    return first if first.instead and first.condition is not None and len(steps) == 1 else None


def _exalted(found: tuple[n.Ability, ...]) -> tuple[n.Ability, ...]:
    return tuple(msgspec.structs.replace(a, exalted=True) for a in found)


_bonus: Final = make(
    lambda p: (n.Aura(n.All((THIS,)), gift_of(p)),),
    b.only_if(plain, lambda p: p.attack is not None or p.health is not None, "+2A"), _end,
)  # fmt: skip
"""`Exalted — +2A`: what it has while it is there."""
permanent: Final = make(
    lambda parts: [Found(part) for part in parts],
    alt(
        make(lambda part: _exalted(part), skip("exalted"), _colon, alt(_bonus, _permanent)),
        _permanent,
    ).at_least(1),
)  # fmt: skip
"""A paragraph of a creature or Exalt."""
spell: Final = alt(_spell.at_least(1))
"""A paragraph of a spell or a Forgeborn ability."""
_quote = make(
    lambda parts: sum(parts, ()),
    b.skip_mark('"'),
    alt(headers, keywords, statics, triggers).at_least(1),
    b.skip_mark('"'),
)
forward.quoted.become(_quote)
