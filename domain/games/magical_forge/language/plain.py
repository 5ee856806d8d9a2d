"""What abilities mean, in plain words: each part always in the same way.

The words are of the cards' own language: read again they mean the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from domain.frame.language.nodes import If, May, Modes, Node, Number, Pay, Repeat
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.language.plain_parts import (
    article,
    condition,
    counted,
    life,
    some,
    who,
)

# -- effects -------------------------------------------------------------------------------------

MARKS: Final = {
    "unblockable": "can't be blocked",
    "no attack": "can't attack",
    "no block": "can't block",
}
DECKS: Final = {"deck": "Deck", "spells": "Spell Deck"}
CARDS: Final = {"deck": "card", "spells": "Spell", "": "card"}
KINDS: Final = {"creature": "Creature", "forge": "Forge card", "weapon": "Weapon", "spell": "Spell"}


def done_by(what: n.Selector, verb: str, rest: str) -> str:
    """A player does something."""
    if what == n.Refer("you"):
        return f"{verb} {rest}"
    return f"{who(what)} {verb}s {rest}"


def mill(e: n.Mill) -> str:
    """Top cards are discarded."""
    whose = "your" if e.who == n.Refer("you") else "their"
    return done_by(e.who, "discard", f"{top(e.amount)} of {whose} {DECKS[e.pile]}")


def top(amount: Any) -> str:
    """So many cards from the top."""
    return "the top card" if amount == Number(1) else f"the top {some(amount, 'card')}"


def discard(e: n.Discard) -> str:
    """Cards are discarded from hand."""
    rest = some(e.amount, CARDS[e.pile])
    return done_by(e.who, "discard", f"{rest} at random" if e.random else rest)


def detach(e: n.Detach) -> str:
    """Spells leave Creatures."""
    if e.every:
        return f"discard all Spells attached to {who(e.who)}"
    choice = " of your choice" if e.by == "you" else ""
    spells = f"{some(e.amount, 'Spell')}{choice} attached to {who(e.who)}"
    return f"discard {spells}" if e.to == "discard" else f"return {spells} to its owner's hand"


def attach(e: n.Attach) -> str:
    """Spells are attached."""
    if e.zone == "deck":
        return f"attach {top(e.amount)} of your Spell Deck to {who(e.who)}"
    zone = {"hand": "hand", "discard": "Spell discard"}[e.zone]
    return f"attach {some(e.amount, 'Spell')} from your {zone} to {who(e.who)}"


def recover(e: n.Recover) -> str:
    """Cards go from one zone to another."""
    zone = {"discard": "discard pile", "hand": "hand"}[e.zone]
    kind = KINDS[e.kinds[0]] if len(e.kinds) == 1 else "card"
    word = f"{e.types[0]} {kind}" if e.types else kind
    where = {"hand": "to your hand", "play": "into play", "deck": "into your Deck"}[e.to]
    verb = {"hand": "return", "play": "put", "deck": "shuffle"}[e.to]
    return f"{verb} {'up to ' * e.up_to}{some(e.amount, word)} from your {zone} {where}"


def mark(e: n.Mark) -> str:
    """Something holds for a Creature this turn."""
    return f"{who(e.who)} {held(e.mark, e.n)} this turn"


def held(name: str, amount: Any) -> str:
    """What holds for a Creature."""
    if name == "strength":
        return f"takes {some(amount, 'more Life Point')}"
    return f"may attack {some(amount, 'more time')}" if name == "again" else MARKS[name]


SAID: Final[dict[type[Node], Callable[[Any], str]]] = {
    n.Lose: lambda e: done_by(e.who, "lose", life(e.amount)),
    n.Gain: lambda e: done_by(e.who, "gain", life(e.amount)),
    n.Draw: lambda e: done_by(e.who, "draw", some(e.amount, CARDS[e.pile])),
    n.Mill: mill,
    n.Discard: discard,
    n.Destroy: lambda e: f"destroy {who(e.who)}",
    n.Return: lambda e: f"return {who(e.who)} to its owner's hand",
    n.Detach: detach,
    n.Place: lambda e: f"put {some(e.amount, 'Spell')} attached to {who(e.who)} into play",
    n.Attach: attach,
    n.MoveSpell: lambda e: f"move a Spell attached to {who(e.source)} to {who(e.to)}",
    n.Recover: recover,
    n.Clear: lambda e: f"discard {who(e.who)}",
    n.Stop: lambda e: f"stop {who(e.who)}",
    n.Mark: mark,
}


def clause(e: Any) -> str:
    """One effect, as a part of a sentence."""
    if isinstance(e, May):
        return f"{'you' if e.by == 'you' else 'your opponent'} may {row(e.body)}"
    if isinstance(e, Pay):
        return f"{row(e.cost)} to {row(e.body)}"
    chosen = getattr(e, "who", None)
    if isinstance(chosen, n.Choose) and chosen.by == "opponent":
        among = msgspec.structs.replace(chosen.among, side="theirs")
        own = msgspec.structs.replace(e, who=n.Choose(among, chosen.most, chosen.least))
        verb, _, rest = SAID[type(e)](own).partition(" ")
        return f"your opponent {verb}s {rest}"
    return SAID[type(e)](e)


def row(body: tuple[Node, ...]) -> str:
    """Effects in one sentence."""
    return " and ".join(clause(e) for e in body)


def sentence(e: Any) -> str:
    """An effect as a sentence of its own, or several."""
    if isinstance(e, If):
        first = f"If {condition(e.condition)}, {row(e.body)}."
        return f"{first} Otherwise, {row(e.otherwise)}." if e.otherwise else first
    if isinstance(e, Repeat):
        return f"For each {counted(e.times, many=False)}, {row(e.body)}."
    if isinstance(e, Modes):
        options = "".join(f"\n• {phrase(option)}" for option in e.options)
        return f"Choose {'one' if e.n == 1 else e.n}:{options}"
    words = clause(e)
    return f"{words[:1].upper()}{words[1:]}."


def phrase(body: tuple[Node, ...]) -> str:
    """What an effect does, in sentences."""
    return " ".join(sentence(e) for e in body)


# -- abilities -----------------------------------------------------------------------------------

HAPPENS: Final = {
    "enters": "comes into play",
    "placed": "is put into play",
    "attacks": "attacks",
    "blocks": "blocks",
    "destroyed": "is destroyed",
}
DOES: Final = {
    "loses": ("lose", "Life Points"),
    "gains": ("gain", "Life Points"),
    "forge": ("play", "a Forge card"),
    "weapon": ("use", "a Weapon"),
    "ability": ("use", "a Creature ability"),
}
PLAYERS: Final = {"yours": "you", "opponent": "your opponent", "": "a player"}
TURNS: Final = {"yours": "your", "opponent": "your opponent's", "": "each"}


def trigger(t: n.Trigger) -> str:
    """What a triggered ability waits for."""
    f = t.who or n.Filter()
    if t.event in ("start", "end"):
        return f"At the {t.event} of {TURNS[f.side]} turn"
    if t.event in DOES:
        verb, what = DOES[t.event]
        return f"When {PLAYERS[f.side]} {verb if f.side == 'yours' else f'{verb}s'} {what}"
    subject = "this" if f.ref == "this" else article(f)
    if t.event == "attached":
        return f"When a Spell is attached to {subject}"
    return f"When {subject} {HAPPENS[t.event]}"


def ability(what: n.Ability) -> str:
    """An ability."""
    if isinstance(what, n.Has):
        words = f"This {held(what.mark, Number(what.n))}"
        when = {"again": " each turn", "strength": " when it attacks"}.get(what.mark, "")
        return f"{words}{when}."
    if isinstance(what, n.Line):
        return phrase(what.body)
    body = phrase(what.body)
    if isinstance(what, n.Activated):
        costs = ", ".join(clause(cost) for cost in what.cost)
        return f"{costs[:1].upper()}{costs[1:]}: {body}" if costs else f"Ability: {body}"
    return f"{trigger(what.trigger)}, {body[:1].lower()}{body[1:]}"


def card(abilities: tuple[n.Ability, ...]) -> str:
    """All abilities of a card, a paragraph each."""
    return "\n".join(ability(what) for what in abilities)
