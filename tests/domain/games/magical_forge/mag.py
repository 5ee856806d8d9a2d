"""Given a position of Magical Forge, when lines are decided, then statements hold.

given("hand A: hound", "a1: wolf with ember").when("play hound; attack a1 no block")
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Self

import msgspec
import pytest

from domain.contract.errors import GameError
from domain.contract.game import DEALER, Action, Ask
from domain.formats.tape import decide_line
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.cards.book import Card, CardSet
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.games.magical_forge.state import MagicalState
from domain.record.events import AnyStep, Opened
from domain.record.match import Match, Record

CARDS = (
    "card Hound: creature Beast",
    "card Old Hound: creature Beast",
    "card Wolf: creature Beast Multiple",
    'card Seer: creature Mage "Lose 1 Life Point: Stop target Forge card."',
    'card Drake: creature Drake "Discard a Spell attached to this: Your opponent loses 2 Life Points."',
    'card Herald: creature "When this comes into play, draw a card."',
    'card Insight: forge "Draw a card."',
    'card Blast: forge "Destroy target Creature."',
    'card Net: weapon "Return target Creature to its owner\'s hand."',
    'card Ember: spell "When this is put into play, your opponent loses 2 Life Points."',
    'card Balm: spell "When this is put into play, gain 2 Life Points."',
    'card Stone: spell "When your opponent uses a Weapon, gain 1 Life Point."',
)
"""Cards that tests play with, in words of their own."""


class MagPosition:
    """A match of Magical Forge that stands at a position."""

    def __init__(self, match: Match, start: MagicalState) -> None:
        self.match = match
        self.start = start
        self.steps: list[AnyStep] = []

    def when(self, *lines: str) -> Self:
        """Decide lines, one after the other."""
        for line in lines:
            self.steps = decide_line(self.match, line)
        return self

    def board(self, *lines: str) -> Self:
        """Statements of a scenario hold."""
        for line in lines:
            wrong = MAGICAL_FORGE.scenery.then(self.match.state, line)
            assert not wrong, f"{line}: {wrong}"
        return self

    @property
    def ask(self) -> Ask:
        """What is asked now."""
        assert self.match.ask is not None
        return self.match.ask

    @property
    def state(self) -> MagicalState:
        """The state now."""
        state: MagicalState = self.match.state
        return state

    @property
    def words(self) -> list[str]:
        """What may be typed now."""
        return MAGICAL_FORGE.notation.words(self.match.state, self.ask)

    @property
    def actions(self) -> list[Action]:
        """The decisions of the last line."""
        return [step.action for step in self.steps]

    def written(self) -> list[str]:
        """Everything decided so far, as it is written; from the position on."""
        return written(self.match.settings, self.match.steps, self.start.copy())

    def refused(self, line: str) -> GameError:
        """The error of a line; the position is of no more use."""
        with pytest.raises(GameError) as caught:
            decide_line(self.match, line)
        return caught.value


def given(*lines: str, **settings: str) -> MagPosition:
    """A match at the position that the lines describe; the test cards are known."""
    chosen = MAGICAL_FORGE.settings(settings)
    start = MAGICAL_FORGE.scenery.given(chosen, list(enumerate((*CARDS, *lines), 1)))
    return MagPosition(Match(MAGICAL_FORGE, chosen, state=start.copy()), start)


def written(settings: dict[str, str], steps: Sequence[AnyStep], state: Any = None) -> list[str]:
    """Steps as lines."""
    state = MAGICAL_FORGE.new_state(settings) if state is None else state
    lines: list[str] = []
    index, going_on = 0, False
    while index < len(steps):
        more, used = MAGICAL_FORGE.notation.write(state, steps[index:], going_on)
        going_on = more[-1].endswith("...")
        lines += more
        index += used
    return lines


def read(settings: dict[str, str], lines: Sequence[str]) -> Match:
    """A match after lines were decided."""
    match = Match(MAGICAL_FORGE, settings)
    for line in lines:
        decide_line(match, line)
    return match


# -- matches at random ---------------------------------------------------------------------------


def answer(match: Match, ask: Ask, rng: random.Random, known: float, bot: str) -> Action:
    """A legal action at random; deals are known card for card with the likelihood given."""
    choices: Any = ask.choices
    if ask.seat != DEALER:
        if rng.random() < 0.001:
            return a.Concede(rng.randrange(2))
        return MAGICAL_FORGE.bots[bot](match.state, ask, rng)
    sampled: Action = (
        choices.sample(rng) if hasattr(choices, "sample") else rng.choice(list(choices))
    )
    if not isinstance(sampled, a.Deal | a.DealSpells):
        return sampled
    cards = tuple(card if rng.random() < known else "??" for card in sampled.cards)
    return msgspec.structs.replace(sampled, cards=cards)


def played(
    settings: dict[str, str],
    seed: int,
    known: float = 1.0,
    most: int = 10**6,
    bots: tuple[str, str] = ("random", "sensible"),
) -> Match:
    """A match of bots, to its end or for so many decisions."""
    rng = random.Random(seed)
    match = Match(MAGICAL_FORGE, settings)
    while match.ask is not None and match.state.turn < 60 and len(match.steps) < most:
        match.decide(answer(match, match.ask, rng, known, bots[match.ask.seat]))
        match.take()
    return match


def record(match: Match) -> Record:
    """A match as if it had been read from a store."""
    opened = Opened(
        game=MAGICAL_FORGE.key, rules="1", settings=match.settings, players=("Ann", "Ben"), at=0
    )
    return Record("m", MAGICAL_FORGE, opened, list(match.steps), "")


VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"deck a": "?", "spells a": "?"},
    {"deck b": "?", "spells b": "? 34", "opening_hand": "5", "life": "9"},
    {
        "deck a": "?",
        "spells a": "?",
        "deck b": "?",
        "spells b": "?",
        "start": "B",
        "opening_hand": "3",
    },
    {"deck_out": "loses", "deck a": "Ember Pack", "spells a": "Ember Pack"},
)
"""Settings of every kind: lists known and unknown, opening hands."""


# -- cards whose names could be mistaken for something else --------------------------------------

ODD_NAMES: tuple[tuple[str, str], ...] = (
    ("A1", "creature"), ("B", "creature"), ("Forge", "creature"), ("Hound", "creature"),
    ("Hound Master", "creature"), ("Master", "creature"), ("Ability", "creature"), ("E1", "creature"),
    ("End", "forge"), ("Play", "forge"), ("Concede", "forge"), ("Use", "weapon"), ("Weapon", "weapon"),
    ("No Block", "weapon"), ("Pass", "forge"), ("Deal A", "forge"), ("Start", "weapon"),
    ("Y", "spell"), ("N", "spell"), ("S1", "spell"), ("O2", "spell"), ("Block", "spell"),
    ("Attack", "spell"), ("Oak", "spell"), ("Oak Tree", "spell"), ("Tree", "spell"), ("A", "spell"),
    ("Windy 7", "spell"), ("Dr. O'Neil", "spell"), ("Ünder Öak", "spell"),
)  # fmt: skip
TEXTS: dict[str, tuple[str, ...]] = {
    "creature": (
        "Discard a Spell attached to this: Your opponent loses 2 Life Points.",
        "Lose 1 Life Point: Target Creature can't attack this turn.\nDiscard a card: Draw a Spell.",
        "When this comes into play, you may draw a card.",
        "When another Creature of yours is destroyed, attach the top card of your Spell Deck to this.",
        "When this attacks, you may attach a Spell from your hand to this.",
        "",
    ),
    "forge": (
        "Destroy target Creature.",
        "Draw 2 cards.",
        "Choose one:\n• Your opponent loses 2 Life Points.\n• Destroy target Creature.",
        "Your opponent discards a card at random.",
        "Return up to 2 Creatures from your discard pile to your hand.",
    ),
    "weapon": (
        "Stop target Forge card of your opponent.",
        "Return target Creature to its owner's hand.",
        "Discard a Spell of your choice attached to target Creature.",
    ),
    "spell": (
        "When this is put into play, your opponent loses 1 Life Point.",
        "When this is put into play, draw a card.",
        "At the start of your turn, draw a Spell.",
        "At the end of your turn, attach a Spell from your Spell discard to a Creature of yours.",
        "When this is put into play, discard target Spell in the centre of your opponent.",
        "When a Creature of your opponent attacks, discard a Spell attached to it.",
        "At the start of your turn, you may draw a card.",
    ),
}


def odd_settings(seed: int, **more: str) -> dict[str, str]:
    """Settings of a match with cards of odd names, each time with other abilities."""
    rng = random.Random(seed)
    cards = tuple(Card(name, kind, rng.choice(TEXTS[kind])) for name, kind in ODD_NAMES)
    deck = [card for card in cards if card.kind != "spell"]
    spells = [card for card in cards if card.kind == "spell"]
    lists: dict[str, str] = {}
    for seat in "ab":
        counts = dict.fromkeys((card.name for card in deck), 1)
        while sum(counts.values()) < 30:
            name = rng.choice(list(counts))
            counts[name] = min(3, counts[name] + 1)
        lists[f"deck {seat}"] = "; ".join(f"{n} {name}" for name, n in counts.items())
        lists[f"spells {seat}"] = "; ".join(f"3 {card.name}" for card in spells)
    extra = msgspec.json.encode(CardSet(cards)).decode()
    return MAGICAL_FORGE.settings({"cards": extra, **lists, **more})
