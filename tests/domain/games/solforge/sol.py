"""Given a position of SolForge Fusion, when lines are decided, then statements hold.

given("card Zap: spell \\"Deal 3 damage to a creature.\\"", "hand A: zap").when("zap b2")
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Self

from domain.contract.errors import GameError
from domain.contract.game import DEALER, Action, Ask
from domain.formats.tape import decide_line
from domain.games.solforge.cards.book import FACTIONS, Card, CardSet, Forgeborn, HalfDeck, Level
from domain.games.solforge.game import SOLFORGE
from domain.games.solforge.sets.cardfile import one_line
from domain.record.events import AnyStep, Opened
from domain.record.match import Match, Record
from tests.domain.given import Position

CARDS = (
    'card Zap: spell "Deal 3 damage to a creature."',
    'card Zap 2: spell "Deal 5 damage to a creature."',
    'card Zapper: creature 2/3 Mage Tempys "Activate: Deal 1 damage to a creature."',
    "card Old Bear: creature 3/4 Beast Uterra",
    "card Old Bear 2: creature 6/8 Beast Uterra",
    "card Bear: creature 2/2 Beast Uterra",
    'card Fork: spell "Deal 2 damage to up to two creatures."',
    'card Bolt: spell "Deal 2 damage to a creature or player."',
    'card Runner: creature 1/3 Beast "Mobility 2"',
    'card Pupil: creature 1/1 Mage "Deploy: You may play a Gizmo Minion."',
    'card Insight: spell "Draw a card."',
    'card Quick Zap: spell "This is Free. // Deal 1 damage to a creature."',
    'card Pit: exalt "Activate: Deal 1 damage to a creature."',
    'card Lottery: spell "Deal 2 damage to a random creature."',
)
"""Cards that tests play with, in words of their own."""


class SolPosition(Position):
    """A match of SolForge Fusion that stands at a position."""

    def board(self, *lines: str) -> Self:
        """Statements of a scenario hold."""
        self._no_error()
        for line in lines:
            assert not (wrong := SOLFORGE.scenery.then(self.match.state, line)), f"{line}: {wrong}"
        return self

    def not_board(self, *lines: str) -> Self:
        """Statements of a scenario do not hold."""
        for line in lines:
            assert SOLFORGE.scenery.then(self.match.state, line), line
        return self

    @property
    def words(self) -> list[str]:
        """What may be typed now."""
        return SOLFORGE.notation.words(self.match.state, self.ask)

    @property
    def actions(self) -> list[Action]:
        """The decisions of the last line."""
        self._no_error()
        return [step.action for step in self.steps]

    def written(self) -> list[str]:
        """Everything decided so far, as it is written; from the position on."""
        self._no_error()
        return written(self.match.settings, self.match.steps, self.start.copy())

    start: Any = None


def given(*lines: str, **settings: str) -> SolPosition:
    """A match at the position that the lines describe; the test cards are known."""
    chosen = SOLFORGE.settings(settings)
    numbered = list(enumerate((*CARDS, *lines), 1))
    state = SOLFORGE.scenery.given(chosen, numbered)
    position = SolPosition(Match(SOLFORGE, chosen, state=state.copy()))
    position.start = state
    return position


def written(settings: dict[str, str], steps: Sequence[AnyStep], state: Any = None) -> list[str]:
    """Steps as lines."""
    state = SOLFORGE.new_state(settings) if state is None else state
    lines: list[str] = []
    index, going_on = 0, False
    while index < len(steps):
        more, used = SOLFORGE.notation.write(state, steps[index:], going_on)
        going_on = more[-1].endswith("...")
        lines += more
        index += used
    return lines


def read(settings: dict[str, str], lines: Sequence[str], state: Any = None) -> Match:
    """A match after lines were decided."""
    match = Match(SOLFORGE, settings, state=state)
    for line in lines:
        decide_line(match, line)
    return match


def refusal(position: SolPosition, line: str) -> GameError:
    """The error of a line."""
    position.when(line)
    assert position.error is not None, f"{line} was not refused"
    error, position.error = position.error, None
    return error


# -- matches at random ---------------------------------------------------------------------------


def answer(match: Match, ask: Ask, rng: random.Random, known: float) -> Action:
    """A legal action at random; deals are known card for card with the likelihood given."""
    choices: Any = ask.choices
    if ask.seat != DEALER:
        return SOLFORGE.bots["random"](match.state, ask, rng)
    if not hasattr(choices, "sample"):
        return rng.choice(list(choices))  # type: ignore[no-any-return]
    if rng.random() >= known:
        (unknown,) = choices
        return unknown  # type: ignore[no-any-return]
    return choices.sample(rng)  # type: ignore[no-any-return]


def played(settings: dict[str, str], seed: int, known: float = 1.0, most: int = 10**6) -> Match:
    """A match played at random, to its end or for so many decisions."""
    rng = random.Random(seed)
    match = Match(SOLFORGE, settings)
    while match.ask is not None and match.state.turn < 40 and len(match.steps) < most:
        match.decide(answer(match, match.ask, rng, known))
        match.take()
    return match


def record(match: Match) -> Record:
    """A match as if it had been read from a store."""
    opened = Opened(
        game=SOLFORGE.key, rules="1", settings=match.settings, players=("Ann", "Ben"), at=0
    )
    return Record("m", SOLFORGE, opened, list(match.steps), "")


# -- cards whose names could be mistaken for something else --------------------------------------

ODD_NAMES = (
    "A3", "F", "O2", "Y", "N", "Pass", "M3 4", "4 Winds", "Done", "Level", "Bear", "Bear Rider", "42",
    "B", "X1", "Deal A", "Forge B", "Draw", "D", "End", "Combat", "T4", "Oak", "Oakling", "Dr. O'Neil",
    "Ünder Öak", "Yes", "No", "2 B", "T4 F A", "M 3", "A", "X", "Turn 4", "Start", "Action", "Oak Oak",
    "Result", "Game", "Legal",
)  # fmt: skip
TEXTS = (
    ("spell", "Deal 2 damage to a creature."),
    ("spell", "Deal 2 damage to a creature or player."),
    ("spell", "Deal 1 damage to up to two creatures."),
    ("spell", "Draw a card.\nDeal 1 damage to a creature."),
    ("spell", "This is Free.\nYou gain 1H."),
    ("spell", "Deal 3 damage to a random creature."),
    ("spell", "Discard a card.\nDraw two cards."),
    ("spell", "You may play a Gizmo Minion."),
    ("spell", "Reanimate a creature."),
    ("spell", "Upgrade a card in your hand."),
    ("creature", "Deploy: Deal 1 damage to a creature."),
    ("creature", "Deploy: You may play a Gizmo Minion."),
    ("creature", "Activate: Deal 1 damage to a creature."),
    ("creature", "Mobility 2"),
    ("creature", "At the start of combat, deal 1 damage to a creature."),
    ("creature", "At the end of the turn, draw a card."),
    ("creature", "At the start of the turn, deal 1 damage to a creature."),
    ("creature", "When this is destroyed, discard a card."),
    ("creature", ""),
    ("exalt", "Activate: Deal 1 damage to a creature."),
)


def odd_settings(seed: int, **more: str) -> dict[str, str]:
    """Settings of a match with cards of odd names, each time with other abilities."""
    rng = random.Random(seed)
    cards = []
    for index, name in enumerate(ODD_NAMES):
        kind, text = TEXTS[(index * 7 + seed) % len(TEXTS)]
        levels = {
            level: Level(text, *((level, 3 * level) if kind == "creature" else (0, 0)))
            for level in (1, 2, 3)
        }
        cards.append(Card(name, kind, levels, FACTIONS[index // 10]))
    ability = {2: "Deal 2 damage to a creature.", 3: "Draw a card.", 4: "Reanimate a creature."}
    born = tuple(Forgeborn(f"Born {faction}", faction, ability) for faction in FACTIONS)
    halves = tuple(
        HalfDeck(f"Half {faction}", faction, f"Born {faction}", ODD_NAMES[10 * n : 10 * n + 10])
        for n, faction in enumerate(FACTIONS)
    )
    order = list(FACTIONS)
    rng.shuffle(order)
    return SOLFORGE.settings(
        {
            "cards": one_line(CardSet(tuple(cards), born, halves)),
            "deck a": f"Half {order[0]} + Half {order[1]}",
            "deck b": f"Half {order[2]} + Half {order[3]}",
            **more,
        }
    )
