"""Every known form is played once, as each kind of card it can stand on: nothing breaks or is lost."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
import pytest

from domain.contract.game import DEALER, Action, Ask
from domain.frame.language.problems import Catalogue
from domain.frame.slugs import slug
from domain.games.solforge import actions as a
from domain.games.solforge.cards.book import Card, CardSet, Forgeborn, Level
from domain.games.solforge.language import read_card
from domain.games.solforge.language.catalogue import FORMS
from domain.games.solforge.queries import properties
from domain.games.solforge.state import SolState
from domain.record.match import Match
from tests.domain.games.solforge.given import RULES, card, exalt, scene
from tests.domain.games.solforge.test_random_play import check, owned

READ_AS: Final = ("creature", "exalt", "spell", "forgeborn")


@dataclass(frozen=True)
class Trial:
    """Words on a kind of card."""

    name: str
    kind: str
    words: str


def wordings(kind: str, words: str) -> dict[str, str]:
    """A form as it would stand on each kind of card."""
    found = {kind: words}
    if kind in ("spell", "forgeborn"):
        found |= {"spell": words, "forgeborn": words}
        found["creature"] = f"Deploy: {words[:1].upper()}{words[1:]}"
    elif words.startswith("Deploy: "):
        body = words.removeprefix("Deploy: ")
        found |= {"spell": body, "forgeborn": body, "exalt": words}
    return found


@cache
def trials() -> tuple[Trial, ...]:
    """Every form on every kind of card on which its words are understood."""
    found: dict[tuple[str, str], Trial] = {}
    for own, words in FORMS:
        for kind, text in wordings(own, words).items():
            name = f"Trial {len(found)}"
            if not read_card(text, kind, name).problems:
                found.setdefault((kind, text), Trial(name, kind, text))
    return tuple(found.values())


@cache
def start() -> SolState:
    """A position with something of everything: lanes, rows, Exalts, piles, hands, decks."""
    cards = [
        Card(t.name, t.kind, {1: Level(t.words, *((3, 6) if t.kind == "creature" else (0, 0)))})
        for t in trials()
        if t.kind != "forgeborn"
    ]
    powers = [
        Forgeborn(t.name, "Alloyin", dict.fromkeys((2, 3, 4), t.words))
        for t in trials()
        if t.kind == "forgeborn"
    ]

    def all_cards(state: SolState) -> None:
        known = msgspec.json.decode(state.cards, type=CardSet)
        state.cards = msgspec.json.encode(
            msgspec.structs.replace(
                known,
                cards=(*known.cards, *cards),
                forgeborn=(*known.forgeborn, *powers),
            )
        ).decode()

    robot = card("Tin Robot", 3, 6, types=("Robot", "Mage"))
    rotten = card("Rotten Plant", 2, 7, types=("Zombie", "Plant"))
    beast = card("Grey Beast", 4, 5, types=("Beast", "Scientist", "Spirit"))
    imp = card("Small Imp", 1, 4, types=("Zombie",), minion=True)
    lizard = card("Old Lizard", 6, 9, types=("Dinosaur", "Dragon", "Warrior"))
    zap = card("Plain Zap", 0, 0, kind="spell", text="Deal 1 damage to a creature.")
    stone, pool = exalt(name="Plain Stone"), exalt(name="Plain Pool")
    grown = card("Grown Robot", 2, 3, levels={1: (2, 3), 2: (5, 6), 3: (8, 9)}, types=("Robot",))
    return scene(
        a={1: robot, 2: (rotten, {"front": False}), 4: (beast, {"health": 3})},
        b={1: lizard, 2: imp, 3: (robot, {"attack": 5, "ready": False}), 5: rotten},
        xa={1: (stone, {"counters": {"charge": 4}}), 4: pool},
        xb={2: stone},
        hand_a=[grown, zap, beast, pool],
        hand_b=[grown, zap, lizard],
        discard_a=[grown, zap, rotten],
        discard_b=[zap, beast],
        banished_a=[beast, rotten, zap, grown],
        banished_b=[lizard, zap],
        upgrades_a=[grown.code(2), grown.code(2), grown.code(3)],
        upgrades_b=[grown.code(2)],
        deck_a=[beast, zap, grown, rotten, lizard, zap],
        deck_b=[beast, zap, grown, rotten, lizard, zap],
        turn=7,
        change=all_cards,
    ).state


class Played:
    """A position after a form was played, until the next turn if something is left to come."""

    def __init__(self, trial: Trial) -> None:
        state = start().copy()
        self.rng = random.Random(trial.words)
        side = state.sides[0]
        self.code = f"{slug(trial.name)}.1"
        if trial.kind == "forgeborn":
            side.forgeborn = slug(trial.name)
        else:
            side.hand.add(self.code, shown=False)
        self.before = state.copy()
        self.match = Match(RULES, {}, (), state)
        self.folded = self.before.copy()
        self.id = state.placed + 1
        self.decide(self.first(trial))
        self.questions()
        self.after = self.state.copy()

    @property
    def state(self) -> SolState:
        """The state now."""
        state: SolState = self.match.state
        return state

    def first(self, trial: Trial) -> Action:
        """Playing the card: for Free where it says so, a creature opposite to an enemy's."""
        assert self.match.ask is not None
        legal = list(self.match.ask.choices)
        if trial.kind == "forgeborn":
            assert a.UseForgeborn() in legal, trial
            return a.UseForgeborn()
        plays = [x for x in legal if isinstance(x, a.Play) and x.card == self.code]
        lane = 0 if trial.kind == "spell" else 4 if trial.kind == "exalt" else 3
        return next(x for x in plays if x.lane == lane)

    def decide(self, action: Action) -> None:
        """Decide, and fold the facts."""
        self.match.decide(action)
        for step in self.match.take():
            for fact in step.facts:
                fact.apply(self.folded)

    def answer(self, ask: Ask) -> Action:
        """An answer at random."""
        choices: Any = ask.choices
        if ask.seat == DEALER and hasattr(choices, "sample"):
            dealt: Action = choices.sample(self.rng)
            return dealt
        legal = list(choices)
        if ask.about != "step":
            return self.rng.choice([x for x in legal if not isinstance(x, a.No)] or legal)
        return a.Done() if a.Done() in legal else a.Pass()

    def questions(self, *, turn: int = 0) -> None:
        """Answer everything until somebody may act again, or until a later turn."""
        for _ in range(150):
            ask = self.match.ask
            if ask is None or (ask.about == "step" and self.state.turn > turn):
                return
            self.decide(self.answer(ask))
        raise AssertionError("it does not end")

    def activate(self) -> None:
        """Use its ability, if it has one."""
        assert self.match.ask is not None
        used = a.Activate(self.id)
        if self.match.ask.about == "step" and used in self.match.ask.choices:
            self.decide(used)
            self.questions()


def playing(trial: Trial) -> Played:
    """Play a form; what must always hold holds."""
    played = Played(trial)
    first = [owned(played.before, seat) for seat in (0, 1)]
    if trial.kind in ("creature", "exalt"):
        played.activate()
    if trial.kind in ("creature", "exalt") or played.state.standing or played.state.lasting:
        played.questions(turn=played.state.turn)
    assert played.folded == played.state
    if not played.state.over:
        check(played.state, first)
    return played


@pytest.mark.parametrize("kind", READ_AS)
def test_every_form_is_played(kind: str) -> None:
    wrong = []
    mine = [trial for trial in trials() if trial.kind == kind]
    for trial in mine:
        try:
            playing(trial)
        except Exception as error:  # all of them are named
            wrong.append(f"{trial.words}: {type(error).__name__}: {error}")
    assert len(mine) > 50
    assert not wrong, "\n".join(wrong)
