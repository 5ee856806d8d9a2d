"""Which Creatures, Spells, effects and players are meant, and how an effect gets at them."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.magical_forge.cards import nodes as n

YOU: Final = n.Refer("you")
OPPONENT: Final = n.Refer("opponent")
EACH: Final = n.Refer("each")

Fields = dict[str, Any]

owner: Final = alt(
    to(word("of yours|you have"), lambda _: {"side": "yours"}),
    to(word("of your opponent(?:'s)?"), lambda _: {"side": "opponent"}),
    to(word("of theirs"), lambda _: {"side": "theirs"}),
)
"""`of yours`, `of your opponent`."""
creature_type: Final = b.only_if(
    word(r"[A-Z][a-z]+(?= Creatures?\b)", "a Creature type", case=True),
    lambda name: name not in ("Target", "Your", "Each", "All", "This", "That", "Other"),
    "a Creature type",
)


def _attached(number: int, op: str = "=") -> Fields:
    return {"spells": op, "than": number}


_spells: Final = skip("Spells?(?: attached(?: to it)?)?")
_with: Final = alt(
    to(word("without Spells|with no Spells"), lambda _: _attached(0)),
    make(
        _attached,
        skip("with"),
        b.number,
        one_of({"or fewer": "<=", "or less": "<=", "or more": ">="}, "or more"),
        _spells,
    ),
    make(_attached, skip("with"), b.could("exactly"), b.number, _spells),
)


def _creature(other: Fields, state: Fields, of: str, more: list[Fields]) -> n.Filter:
    fields = {**other, **state}
    for part in more:
        fields.update(part)
    return n.Filter(types=(of,) if of else (), **fields)


_other: Final = maybe(to(word("other"), lambda _: {"other": True}), {})
_state: Final = maybe(
    one_of({"attacking": {"state": "attacking"}, "blocking": {"state": "blocking"}}, "attacking"),
    {},
)
creature: Final = make(
    _creature,
    _other,
    _state,
    maybe(creature_type, ""),
    skip("Creatures?"),
    alt(owner, _with).many(),
)
"""`attacking Beast Creature of your opponent with 2 or more Spells`."""
_centre: Final = make(
    lambda before, after: n.Filter(kind="spell", **{**before, **after}),
    skip("Spells?"), maybe(owner, {}), skip("in the cent(?:re|er)"), maybe(owner, {}),
)  # fmt: skip
_returns: Final = make(
    lambda of: {"returns": of},
    skip("that (?:would )?returns? an?"),
    creature_type,
    skip("Creature"),
)
_effect: Final = make(
    lambda kinds, side, what: n.Filter(kind="effect", effects=kinds, **{**side, **what}),
    one_of(
        {
            "Forge card": ("forge",), "Forge cards": ("forge",),
            "Weapon card": ("weapon",), "Weapon": ("weapon",), "Weapons": ("weapon",),
            "Creature ability": ("ability", "trigger"), "activated Spell": ("spell",),
            "effect": (), "effects": (),
        },
        "Forge card",
    ),
    maybe(owner, {}),
    maybe(_returns, {}),
)  # fmt: skip
_players: Final = to(word("players?"), lambda _: n.Filter(kind="player"))
noun: Final = b.memo(alt(_centre, _effect, creature, _players))
"""Anything that can be chosen or be a target."""

# -- who an effect is for ------------------------------------------------------------------------

possessive: Final = alt(
    to(word("your opponent's"), lambda _: "opponent"), to(word("your"), lambda _: "yours")
)


def _owned(side: str, what: n.Filter) -> n.Selector:
    return n.All(msgspec.structs.replace(what, side=side))


def another(what: n.Filter) -> n.Selector:
    """One other than `this`."""
    return n.Choose(msgspec.structs.replace(what, other=True))


this: Final = to(word("this(?: Creature| Spell)?"), lambda _: n.Refer("this"))
pronoun: Final = alt(
    to(word("it|them|they|that Spell|those Creatures"), lambda _: n.Refer("it")),
    to(word("that Creature"), lambda _: n.Refer("it")),
    to(word("the attacking Creature"), lambda _: n.All(n.Filter(state="attacking"))),
    to(word("the blocking Creature"), lambda _: n.All(n.Filter(state="blocking"))),
)
selector: Final = b.memo(
    alt(
        make(lambda many, f: n.Target(f, many, 0), skip("up to"), b.number, skip("target"), noun),
        make(lambda many, f: n.Target(f, many, many), b.number, skip("target"), noun),
        make(lambda f: n.Target(f), skip("target"), noun),
        make(lambda many, f: n.Choose(f, many, 0), skip("up to"), b.number, noun),
        make(another, skip("another"), noun),
        make(lambda f: n.Choose(f), skip("an?"), noun),
        make(lambda f: n.All(f), skip("each|all(?: the)?"), noun),
        make(_owned, possessive, noun),
        this,
        pronoun,
        make(lambda many, f: n.Choose(f, many, many), b.number, noun),
    )
)
"""Who an effect is for, but for players as subjects."""
player: Final = alt(
    to(word("your opponent"), lambda _: OPPONENT),
    to(word("each player"), lambda _: EACH),
    to(word("that player"), lambda _: n.Refer("that")),
    to(word("target player"), lambda _: n.Target(n.Filter(kind="player"))),
)
"""A player who is not you."""
ref: Final = alt(
    to(word("this(?: Creature)?"), lambda _: "this"),
    to(word("it|that Creature"), lambda _: "it"),
)
"""One thing that is known."""
