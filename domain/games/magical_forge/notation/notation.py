"""Magical Forge's notation: one line a turn in, decisions out, and back again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from domain.contract.errors import GameError, Reason
from domain.contract.game import DEALER, UNKNOWN, Action, Ask, Decider, Fact, Notation, Seat
from domain.frame.line import ONGOING, decide, decide_agreed
from domain.frame.slugs import slug
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.actions import MagicalAction
from domain.games.magical_forge.card_text import card_text
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.facts import MagicalFact
from domain.games.magical_forge.notation.draw_line import DEAL
from domain.games.magical_forge.notation.lines import MagicalLine
from domain.games.magical_forge.notation.names import card_word, resolve
from domain.games.magical_forge.notation.reader import brings_spells
from domain.games.magical_forge.notation.rulings import RULINGS
from domain.games.magical_forge.notation.writer import worded, words, write_line
from domain.games.magical_forge.state import MagicalState
from domain.games.magical_forge.words import effect_name, say_action, thing_name

TOSS: Final = re.compile(r"\s*start\s*:?\s*([ab])\s*", re.IGNORECASE)

SHAPES: Final = {
    "toss": "start A or start B",
    "draw": "deal A hound ?? ?? & ember ??: cards drawn, Spells after &",
    "spells": "& ember ??: the Spells drawn",
    "turn": "play, attach CARD a1, attack a1, forge CARD, weapon CARD, ability a1, end; several with ;",
    "respond": "!a2 or !CARD responds, - passes",
    "block": "block b1 or no block",
    "centre": "[CARD]: the Spell that goes into the centre",
}
"""What answers look like, by what is asked."""


class MagicalNotation(Notation[MagicalState, MagicalAction, MagicalFact]):
    """Reads and writes lines; see docs/formats.md."""

    examples = """  play hound; attach ember a1; attack a1 no block; end
  attack a1 block b2 \\[ember] \\[frost]   the Spells that go into the centre, the attacker's first
  forge insight a1 · weapon net b1 · ability a2 b1   with their targets: a1, s1 (centre), e1 (stack), a
  forge insight a1 !b2 e1 - !a1         responses; - passes, passes at the end need not be written
  y n #2 o1 \\[ember] *ember ^ember & ember ??   answers: may, option, order, card, random, top, drawn
  deal A hound wolf ?? & ember ??       the cards drawn, then a Spell for each Creature
  concede · = 12:9                      give up · Life Points, checked"""
    opens = ("turn",)
    rulings = RULINGS.help

    def read(self, decider: Decider, text: str) -> None:
        """Decide everything a line says. Raises GameError with the column where it fails."""
        found = TOSS.fullmatch(ONGOING.sub("", text))
        if found and asks_toss(decider):
            decide(decider, found.start(1) + 1, a.Toss("ab".index(found[1].lower())))
            return
        decide_agreed(decider)
        MagicalLine(decider, text).read()

    def write(
        self, state: MagicalState, steps: Sequence[Any], going_on: bool = False
    ) -> tuple[list[str], int]:
        """Write the next line; the state is folded over the steps in it."""
        line, used = write_line(state, steps, going_on)
        return [line], used

    def words(self, state: MagicalState, ask: Ask) -> list[str]:
        """What may be typed next."""
        return words(state, ask)

    def meanings(self, state: MagicalState, ask: Ask) -> dict[str, str]:
        """The same words, each with what it stands for."""
        return {
            text: ask.meaning(action) or meant(state, action)
            for text, action in worded(state, ask).items()
        }

    def shapes(self, state: MagicalState, ask: Ask) -> str:
        """What an answer looks like."""
        return SHAPES.get(ask.about, "")

    def goes_on(self, state: MagicalState, ask: Ask, typed: str) -> list[str]:
        """The cards of a deal that can still be there; after `&` the Spells."""
        found = DEAL.match(typed.lstrip())
        if found is None or not brings_spells(ask):
            return []
        side = state.sides["ab".index(found[1].lower())]
        unseen = side.spells.unseen if "&" in typed else side.deck.unseen
        phrase = [slug(word) for word in re.split(r"[,&]", typed.lstrip()[found.end() :])]
        left = [card_word(card) for card, n in sorted(unseen.items()) if phrase.count(card) < n]
        return [*left, UNKNOWN] + ([] if "&" in typed else ["&"])

    def prompt(self, state: MagicalState, ask: Ask) -> tuple[str, Seat]:
        """The turn and who decides; of a deal, who draws."""
        seat = ask.seat
        if seat == DEALER:
            seat = getattr(next(iter(ask.choices)), "seat", max(state.active, 0))
        return (str(state.turn) if state.turn else "set-up"), seat

    def says(self, state: MagicalState, action: Action) -> str:
        """A decision in words."""
        return say_action(state, action)

    def card(self, state: MagicalState, name: str) -> str:
        """A card for people, in rich markup. Raises GameError."""
        code = resolve(name, 0, book(state.cards).cards)
        if code not in book(state.cards).cards:
            raise GameError(Reason.NOT_FOUND, f"no card is called {name!r}")
        return card_text(state, code)

    def totals(self, state: MagicalState) -> str:
        """Life Points of A and of B."""
        return f"{state.sides[0].life}:{state.sides[1].life}"

    def ruling(self, state: MagicalState, text: str) -> Sequence[Fact] | None:
        """The facts that a ruling states. Raises GameError with a column."""
        return RULINGS.read(state, text)

    def ruled(self, state: MagicalState, facts: Sequence[Fact]) -> str:
        """Facts as a ruling states them; nothing if there are no words for one."""
        return RULINGS.write(state, facts)


def asks_toss(decider: Decider) -> bool:
    """Whether it is still to be tossed who takes the first turn."""
    return decider.ask is not None and decider.ask.about == "toss"


def meant(state: MagicalState, action: Any) -> str:
    """What a word stands for, where the word is a place and not a name."""
    match action:
        case a.Attack(number) | a.UseAbility(number) | a.Block(number):
            return thing_name(state, number)
        case a.Target(number):
            item = state.item(number)
            return effect_name(state, item) if item else thing_name(state, number)
        case _:
            return ""
