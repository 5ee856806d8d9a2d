"""Every known form is played, as each kind of card it can stand on: nothing breaks or is lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pytest

from domain.contract.game import DEALER, Action
from domain.frame.slugs import slug
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.language import read_card
from domain.games.magical_forge.language.catalogue import FORMS
from domain.games.magical_forge.state import MagicalState
from tests.domain.games.magical_forge.given import PLAIN, Position, everything, given
from tests.domain.games.magical_forge.test_random_play import check

KINDS: Final = ("creature", "spell", "forge", "weapon")
NAME: Final = "Trial"
HELPER: Final = "Helper"
"""A Creature whose ability makes the opponent's Spell in the centre trigger."""
TWIN: Final = "Twin"
FLASH: Final = "Flash"
"""A Spell that triggers in a block, so that one may respond while there is an attack."""
DECISIONS: Final = 30
"""How long it is played on at random."""


@dataclass(frozen=True)
class Trial:
    """Words on a kind of card."""

    kind: str
    words: str


def wordings(kind: str, words: str) -> list[Trial]:
    """A form as it would stand on each kind of card."""
    found = [Trial(kind, words)]
    if kind == "forge":
        found.append(Trial("weapon", words))
        inside = words[:1].lower() + words[1:]
        found.append(Trial("creature", f"Ability: {words}"))
        found.append(Trial("creature", f"When this comes into play, {inside}"))
        found.append(Trial("spell", f"When this is put into play, {inside}"))
    return found


@cache
def trials() -> tuple[Trial, ...]:
    """Every form on every kind of card on which its words are understood."""
    return tuple(
        dict.fromkeys(
            trial
            for kind, words in FORMS
            for trial in wordings(kind, words)
            if not read_card(trial.words, trial.kind, NAME).problems
        )
    )


def position(trial: Trial) -> Position:
    """The card in A's hand and, if it can be, in play or attached; something of everything beside it."""
    cards: dict[str, Any] = {"creature": {HELPER: "Ability: Draw a card.", TWIN: ""}}
    cards.setdefault(trial.kind, {})[NAME] = trial.words
    cards.setdefault("spell", {})[FLASH] = "When this is put into play, gain 0 Life Points."
    field: dict[str, Any] = {"Blank 1": [FLASH] * 3, HELPER: 1}
    more = {}
    if trial.kind == "creature":
        field[NAME] = 2
    if trial.kind == "spell":
        field["Blank 3"] = [NAME, NAME]
        more = {"spells_a": NAME}
    return given(
        NAME if trial.kind != "spell" else "",
        "Blank 2, Blank 3",
        creatures_a=field,
        creatures_b={"Blank 1": 2, "Blank 2": 3},
        centre_b=[PLAIN[1]],
        spells_b=PLAIN[0],
        deck_a="6 Blank 1",
        deck_b="6 Blank 2",
        spell_deck_a=f"6 {PLAIN[0]}",
        spell_deck_b=f"6 {PLAIN[1]}",
        discard_a=f"Blank 1, Blank 2, {TWIN}",
        discard_b="Blank 3",
        spell_discard_a=f"2 {PLAIN[1]}",
        types={TWIN: ("Beast", "Multiple")},
        **{**more, **cards},
    )


def first(trial: Trial, legal: list[Action]) -> list[Action]:
    """The decisions that play the card."""
    wanted = {
        "creature": (a.Summon, a.UseAbility),
        "forge": (a.PlayForge,),
        "weapon": (a.UseWeapon,),
        "spell": (a.Attack,),
    }[trial.kind]
    return [x for x in legal if isinstance(x, wanted)]


class Played:
    """A position after a form was played."""

    def __init__(self, trial: Trial) -> None:
        self.there = position(trial)
        self.rng = random.Random(trial.words)
        self.before = self.there.state.copy()
        self.folded = self.before.copy()
        self.about = ""
        self.played = self.play(trial)
        self.settle()
        self.after = self.there.state.copy()

    def play(self, trial: Trial) -> bool:
        """Play it at once, or as a response to an ability or an attack of one's own."""
        helper = next(c.id for c in self.before.creatures(0) if c.card == slug(HELPER))
        for opening in (None, a.UseAbility(helper), a.Attack(1)):
            if opening is not None:
                self.settle()
                self.decide(opening)
            while self.there.match.ask is not None:
                found = first(trial, list(self.there.ask.choices))
                if found:
                    self.decide(self.rng.choice(found))
                    return True
                if self.there.ask.about == "turn":
                    break
                self.decide(self.quiet())
        return False

    def decide(self, action: Action) -> None:
        """Decide, and fold the facts."""
        self.about = self.there.ask.about
        self.there.match.decide(action)
        for step in self.there.match.take():
            for fact in step.facts:
                fact.apply(self.folded)

    def answer(self) -> Action:
        """An answer at random."""
        choices: Any = self.there.ask.choices
        if self.there.ask.seat == DEALER and hasattr(choices, "sample"):
            dealt: Action = choices.sample(self.rng)
            return dealt
        legal: list[Action] = list(choices)
        return self.rng.choice([x for x in legal if not isinstance(x, a.Concede)] or legal)

    def settle(self) -> None:
        """Answer, without responding, until somebody may act again."""
        while self.there.match.ask is not None and self.there.ask.about != "turn":
            self.decide(self.quiet())

    def quiet(self) -> Action:
        """Pass where one may respond, else an answer at random; attacks are blocked."""
        if self.there.ask.about == "block":
            return next(x for x in self.there.ask.choices if isinstance(x, a.Block))
        return a.Pass() if self.there.ask.about == "respond" else self.answer()

    def on(self) -> None:
        """Play on at random."""
        for _ in range(DECISIONS):
            if self.there.match.ask is None:
                return
            self.decide(self.answer())


@pytest.mark.parametrize("kind", KINDS)
def test_every_form_is_played(kind: str) -> None:
    wrong = []
    mine = [trial for trial in trials() if trial.kind == kind]
    for trial in mine:
        try:
            played = Played(trial)
            assert played.played
            owned = [everything(played.before, seat) for seat in (0, 1)]
            played.on()
            assert played.folded == played.there.state
            check(played.there.state, owned, "")
        except Exception as error:  # all of them are named
            wrong.append(f"{trial.words}: {type(error).__name__}: {error}")
    assert len(mine) > 30
    assert not wrong, "\n".join(wrong)


# -- what the sentences say ----------------------------------------------------------------------


@dataclass(frozen=True)
class Numbers:
    """What can be counted; the played card itself is nowhere."""

    life: tuple[int, int]
    hand: tuple[int, int]
    spells: tuple[int, int]
    creatures: tuple[int, int]
    attached: tuple[int, int]
    centre: tuple[int, int]

    @classmethod
    def of(cls, state: MagicalState) -> Numbers:
        """The numbers of a position."""
        first_, second = state.sides
        own = [list(state.creatures(seat)) for seat in (0, 1)]
        return cls(
            (first_.life, second.life),
            (
                first_.deck.hand.count - first_.deck.hand.cards.get(slug(NAME), 0),
                second.deck.hand.count,
            ),
            (first_.spells.hand.count, second.spells.hand.count),
            (len(own[0]), len(own[1])),
            (
                sum(sum(c.spells.values()) for c in own[0]),
                sum(sum(c.spells.values()) for c in own[1]),
            ),
            (
                sum(p.seat == 0 for p in state.centre.values()),
                sum(p.seat == 1 for p in state.centre.values()),
            ),
        )

    def plus(self, **more: tuple[int, int]) -> Numbers:
        """With so many more."""
        changed = {
            name: (old[0] + more[name][0], old[1] + more[name][1])
            for name, old in vars(self).items()
            if name in more
        }
        return Numbers(**{**vars(self), **changed})


def says(**more: tuple[int, int]) -> Callable[[Numbers, Numbers], bool]:
    """So many more of each, and nothing else is another number."""
    return lambda before, after: after == before.plus(**more)


SAYS: Final[dict[str, Callable[[Numbers, Numbers], bool]]] = {
    "Draw 2 cards.": says(hand=(2, 0)),
    "Draw a Spell for each Creature of yours.": says(spells=(2, 0)),
    "Each player loses 2 Life Points.": says(life=(-2, -2)),
    "Lose Life Points equal to half your Life Points, rounded up.": says(life=(-8, 0)),
    "Your opponent discards a card at random.": says(hand=(0, -1)),
    "Your opponent discards the top 2 cards of their Deck.": says(),
    "For each Creature of yours, your opponent loses 1 Life Point.": says(life=(0, -2)),
    "If you have 3 or more Creatures, draw a card. Otherwise, draw 2 cards.": says(hand=(2, 0)),
    "Draw a card. If you have 5 or fewer Life Points, draw 3 cards instead.": says(hand=(1, 0)),
    "Return a Multiple Creature from your discard pile to your hand.": says(hand=(1, 0)),
    "Put a Spell attached to target Creature into play.": lambda x, y: (
        sum(y.attached) == sum(x.attached) - 1 and y.spells == x.spells
    ),
    "Attach a Spell from your Spell discard to target Creature of yours.": says(attached=(1, 0)),
    "Attach the top 2 cards of your Spell Deck to target Creature of yours.": says(attached=(2, 0)),
    "Move a Spell attached to target Creature of yours to another Creature of yours.": lambda x, y: (
        y.attached == x.attached
    ),
    "Return a Spell attached to target Creature to its owner's hand.": lambda x, y: (
        sum(y.attached) == sum(x.attached) - 1 and sum(y.spells) == sum(x.spells) + 1
    ),
    "Discard target Spell in the centre of your opponent.": says(centre=(0, -1)),
    "Return target Creature to its owner's hand.": lambda x, y: (
        sum(y.creatures) == sum(x.creatures) - 1 and sum(y.hand) == sum(x.hand) + 1
    ),
    "Your opponent destroys a Creature of theirs.": lambda x, y: (
        y.creatures == (x.creatures[0], x.creatures[1] - 1)
    ),
    "Destroy target Creature with 2 or fewer Spells.": lambda x, y: (
        sum(y.creatures) == sum(x.creatures) - 1
    ),
}
"""What a sentence says will be, in numbers: two Creatures each, 15 Life Points."""


@pytest.mark.parametrize("words", SAYS)
def test_what_happens_is_what_the_sentence_says(words: str) -> None:
    for kind in ("forge", "weapon"):
        assert Trial(kind, words) in trials()
        played = Played(Trial(kind, words))
        before, after = Numbers.of(played.before), Numbers.of(played.after)
        assert SAYS[words](before, after), (before, after)
