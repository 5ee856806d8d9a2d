"""Paragraphs: what kind of ability they are, and what is in them."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.frame.language.nodes import Number
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.language.effects import Effects, clause, held
from domain.games.magical_forge.language.nouns import creature, this
from domain.games.magical_forge.language.sentences import Step, assemble, steps

THIS: Final = n.Filter(ref="this")
YOU: Final = n.Filter(kind="player", side="yours")
OPPONENT: Final = n.Filter(kind="player", side="opponent")
ANYBODY: Final = n.Filter(kind="player")

# -- triggers ------------------------------------------------------------------------------------

_subject: Final = alt(
    to(this, lambda _: THIS),
    make(lambda f: msgspec.structs.replace(f, other=True), skip("another"), creature),
    make(lambda f: f, skip("an?"), creature),
    make(lambda f: msgspec.structs.replace(f, side="opponent"), skip("your opponent's"), creature),
    make(lambda f: msgspec.structs.replace(f, side="yours"), skip("your"), creature),
)
_player: Final = alt(
    to(word("you"), lambda _: YOU),
    to(word("your opponent"), lambda _: OPPONENT),
    to(word("a player"), lambda _: ANYBODY),
)
_HAPPENS: Final = {
    "comes into play": "enters", "is put into play": "placed", "attacks": "attacks",
    "blocks": "blocks", "is destroyed": "destroyed",
}  # fmt: skip
_DOES: Final = {
    "loses Life Points": "loses", "lose Life Points": "loses",
    "gains Life Points": "gains", "gain Life Points": "gains",
    "plays a Forge card": "forge", "play a Forge card": "forge",
    "uses a Weapon": "weapon", "use a Weapon": "weapon",
    "uses a Creature ability": "ability", "use a Creature ability": "ability",
}  # fmt: skip
when: Final = alt(
    make(
        lambda who, event: n.Trigger(event, who),
        skip("when(?:ever)?"), _subject, one_of(_HAPPENS, "attacks"),
    ),
    make(
        lambda who: n.Trigger("attached", who),
        skip("when(?:ever)? a Spell is attached to"), _subject,
    ),
    make(
        lambda who, event: n.Trigger(event, who),
        skip("when(?:ever)?"), _player, one_of(_DOES, "plays a Forge card"),
    ),
    make(
        lambda event, who: n.Trigger(event, who),
        skip("at the"), one_of({"start of": "start", "end of": "end"}, "start of"),
        one_of({"your turn": YOU, "your opponent's turn": OPPONENT, "each turn": ANYBODY},
            "your turn"),
    ),
)  # fmt: skip
"""What a triggered ability waits for."""

# -- abilities -----------------------------------------------------------------------------------


def _triggered(trigger: n.Trigger, found: list[Step]) -> n.Ability:
    return n.Triggered(trigger, assemble(found))


def _used(cost: Effects, found: list[Step]) -> n.Ability:
    return n.Activated(cost, assemble(found))


def _always(what: tuple[str, object]) -> n.Ability:
    mark, amount = what
    return n.Has(mark, amount.n if isinstance(amount, Number) else 1)


_colon: Final = b.skip_mark(r":|-+(?!\d)")
_break: Final = alt(b.comma, _colon)
triggered: Final = make(_triggered, when, _break, steps)
_costs: Final = make(
    lambda first, rest: sum(rest, first),
    clause,
    make(lambda e: e, alt(b.comma, skip("and")), clause).many(),
)
activated: Final = alt(
    make(lambda found: _used((), found), skip("ability"), _colon, steps),
    make(_used, b.could("ability -"), _costs, b.skip_mark(":"), steps),
)
always: Final = make(
    _always, skip("this(?: Creature)?"), held, b.could("each turn"), maybe(b.full_stop, b.DROP)
)
creature_rule: Final = alt(triggered, activated, always).at_least(1)
"""A paragraph of a Creature."""
spell_rule: Final = triggered.at_least(1)
"""A paragraph of a Spell: always a trigger and what it does."""
card_rule: Final = make(lambda found: [n.Line(assemble(found))], steps)
"""A paragraph of a Forge or Weapon card."""
RULES: Final = {
    "creature": creature_rule, "spell": spell_rule, "forge": card_rule, "weapon": card_rule,
}  # fmt: skip
