"""Positions of Magical Forge in scenario files: what is given, and what must hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from domain.contract.game import UNKNOWN, Play, Scenery, Seat, seat_name
from domain.frame.bags import pull, put, shrink
from domain.frame.scanner import unreadable
from domain.frame.scenario_position import ScenarioPosition
from domain.frame.statements import Stated, both
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.cards.decks import starting_state
from domain.games.magical_forge.position.claims import (
    EXAMPLES,
    PHASES,
    PILES,
    creature_at,
    read_statement,
    turn_of,
    wrong,
)
from domain.games.magical_forge.position.pieces import (
    define,
    read_bag,
    read_cards,
    read_centre,
    read_field,
    read_marks,
)
from domain.games.magical_forge.rules.engine import Engine
from domain.games.magical_forge.rules.turns import turn
from domain.games.magical_forge.state import Creature, MagicalState, Pile, Placed, Side
from domain.games.magical_forge.view import any_cards

CARD: Final = re.compile(r"\s*card\s+(?P<name>.+?)\s*:\s*(?P<value>.*?)\s*", re.IGNORECASE)


class MagicalPosition(ScenarioPosition[MagicalState, Stated]):
    """A position being built from its lines."""

    definition = CARD
    examples = EXAMPLES

    def __init__(self, settings: Mapping[str, str]) -> None:
        state = starting_state({k: v for k, v in settings.items() if k != "start"})
        super().__init__(state, settings)

    def define(self, found: re.Match[str]) -> None:
        """Define a card of the scenario's own. Raises GameError."""
        define(self.state, found["name"], found["value"], found.start("value") + 1)

    def statement(self, text: str) -> Stated:
        """Read a statement. Raises GameError."""
        return read_statement(text)

    def settled(self) -> MagicalState:
        """Return the position as a match begins in it. Raises GameError."""
        return settled(self.state)

    def when(self, read: list[tuple[int, Stated]]) -> None:
        """The moment; what is not stated follows from the rest."""
        state = self.state
        state.turn, state.phase = 1, "main"
        seat: Seat | None = None
        for number, s in read:
            if s.what == "turn":
                state.turn, seat = self.at(number, turn_of, s)
            elif s.what == "phase":
                state.phase = self.at(number, s.one_of, PHASES, "part of a turn")
        first = "AB".index(self.settings.get("start", "A"))
        usual = first if state.turn % 2 else 1 - first
        state.active = usual if seat is None else seat
        state.start = state.active if state.turn % 2 else 1 - state.active

    # -- what is in play -------------------------------------------------------------------------

    def place(self, s: Stated) -> bool:
        """Put Creatures and Spells into play."""
        if s.what in ("turn", "phase"):
            return True
        state = self.state
        if s.what == "centre":
            for seat, card in read_centre(state, s.value, s.column):
                state.ids += 1
                state.centre[state.ids] = Placed(state.ids, card, seat)
            return True
        if s.what != "field":
            return False
        fielded = read_field(state, s.value, s.column)
        if fielded is None:
            return True
        seat = "ab".index(s.of[0])
        if int(s.of[1:]) != state.count(seat) + 1:
            due = f"{s.of[0]}{state.count(seat) + 1}"
            raise unreadable(f"the next Creature is {due}", 1, (f"{due}: {s.value}",))
        state.ids += 1
        spells = fielded.spells or {}
        new = "new" in fielded.notes or not spells
        state.in_play[state.ids] = Creature(
            state.ids,
            fielded.card,
            seat,
            spells,
            state.turn if new else max(0, state.turn - (2 if seat == state.active else 1)),
            int("attacked" in fielded.notes),
            used_all(state, fielded.card) if "used" in fielded.notes else (),
            {},
        )
        return True

    # -- piles -----------------------------------------------------------------------------------

    def pile(self, s: Stated) -> bool:
        """Hands and piles."""
        if s.what not in PILES:
            return False
        self.stated[s.what, "ab"[s.seat]] = (self.line, s)
        if s.what in ("deck", "spell deck"):
            return True
        side = self.state.sides[s.seat]
        for card in read_cards(self.state, s.value, s.column):
            pile = self.pile_of(side, s, card)
            if "discard" not in s.what:
                pile.hand.add(card, shown=False)
            elif card == UNKNOWN:
                raise unreadable("a discard pile is open", s.column)
            else:
                put(pile.discard, card)
        return True

    def pile_of(self, side: Side, s: Stated, card: str) -> Pile:
        """The pile that a card of a statement belongs to. Raises GameError."""
        spells = s.what in ("spells", "spell discard")
        if card != UNKNOWN:
            spell = book(self.state.cards).cards[card].kind == "spell"
            if spell is not spells and s.what != "hand":
                kind = "a Spell" if spell else "no Spell"
                raise unreadable(f"{card} is {kind}", s.column)
            spells = spell
        return side.spells if spells else side.deck

    def complete(self, seat: Seat) -> None:
        """Take what is shown out of Deck and Spell Deck; count what is left of them."""
        state = self.state
        side, letter = state.sides[seat], "ab"[seat]
        shown = state.open_cards(seat)
        for pile, which, bag in zip(
            (side.deck, side.spells), ("deck", "spells"), shown, strict=True
        ):
            for card, count in pile.hand.cards.items():
                if card != UNKNOWN:
                    put(bag, card, count)
            unknown_list = self.settings.get(f"{which} {letter}", "").startswith("?")
            found = 0
            for card, count in bag.items():
                there = min(count, pile.unseen.get(card, 0))
                found += count if unknown_list else there
                if there and not unknown_list:
                    pull(pile.unseen, card, there)
            if unknown_list:
                pile.unseen = any_cards(book(state.cards), which, bag)
            hidden = pile.hand.cards.get(UNKNOWN, 0)
            pile.left = max(0, pile.left - found - hidden)
            name = "deck" if which == "deck" else "spell deck"
            number, stated = self.stated.get((name, letter), (0, None))
            if stated is not None:
                self.at(number, self.count_left, pile, stated, hidden, unknown_list)

    def count_left(self, pile: Pile, s: Stated, hidden: int, unknown_list: bool) -> None:
        """How many cards a Deck holds (the rest is out of the game), or what can be in it."""
        if not s.value.isdecimal():
            pile.unseen = read_bag(self.state, s.value, s.column)
            pile.left = sum(pile.unseen.values()) - hidden
        elif unknown_list:
            pile.left = s.number
        else:
            have, wanted = sum(pile.unseen.values()), s.number + hidden
            if wanted > have:
                raise unreadable(
                    f"the {s.what} can hold {have - hidden} cards here, not {s.number}", s.column
                )
            shrink(pile.unseen, wanted)
            pile.left = s.number
        if pile.left < 0:
            raise unreadable("there are fewer cards than unknown ones stated", s.column)

    # -- the rest --------------------------------------------------------------------------------

    def rest(self, s: Stated) -> bool:
        """Life Points, what was attached, and what holds for Creatures."""
        state = self.state
        if s.what == "life" and not s.of:
            for side, number in zip(state.sides, both(s), strict=True):
                side.life = natural(number, s)
        elif s.what == "life":
            state.sides[s.seat].life = natural(s.number, s)
        elif s.what == "attached" and not s.of:
            state.attached = natural(s.number, s)
        elif s.what in ("attacks", "marks") and len(s.of) > 1:
            c = creature_at(state, s.of)
            if c is None:
                raise unreadable(f"{seat_name('ab'.index(s.of[0]))} has no Creature {s.of}", 1)
            if s.what == "attacks":
                c.attacks = natural(s.number, s)
            else:
                c.marks = read_marks(s.value, s.column)
        else:
            return False
        return True


def settled(state: MagicalState) -> MagicalState:
    """The position after what follows of itself: a match begins with a question.

    Raises GameError where that cannot be, as with triggers at the start of a turn.
    """
    trial = state
    for _ in range(3):
        play = Play(trial.copy())
        if not trial.over:
            next(turn(Engine(play)), None)
        if not play.facts:
            return trial
        trial = play.state
        if trial.stack:
            break
    raise unreadable("a position cannot begin with what triggers: begin in the main part", 0)


def natural(number: int, s: Stated) -> int:
    """A number that cannot be negative. Raises GameError."""
    if number < 0:
        raise unreadable(f"{s.what} is never below 0", s.column)
    return number


def used_all(state: MagicalState, card: str) -> tuple[int, ...]:
    """The places of all abilities of a card that can be used."""
    return tuple(which for which, _ in book(state.cards).cards[card].activated)


class MagicalScenery(Scenery[MagicalState]):
    """Reads the `given` and `then` lines of a scenario."""

    def given(self, settings: Mapping[str, str], lines: Sequence[tuple[int, str]]) -> MagicalState:
        """The position that the lines describe. Raises GameError with line and column.

        Cards that are not shown are those of the lists of the settings; the match goes on in the
        main part of the turn that is stated (A's first if none is).
        """
        return MagicalPosition(settings).build(lines)

    def then(self, state: MagicalState, line: str) -> str:
        """Check one statement; returns what is wrong with it, or nothing."""
        return wrong(state, read_statement(line))
