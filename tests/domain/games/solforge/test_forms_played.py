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
        legal: list[Action] = list(choices)
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


# -- what the sentences say ----------------------------------------------------------------------


@dataclass(frozen=True)
class Numbers:
    """What can be counted in a position; the played card itself is nowhere."""

    life: tuple[int, int]
    hand: tuple[int, int]
    deck: tuple[int, int]
    discard: tuple[int, int]
    attack: dict[int, int]
    health: dict[int, int]
    side: dict[int, int]
    front: frozenset[int]
    ready: frozenset[int]
    exalts: tuple[int, int]
    counters: tuple[int, int]

    @classmethod
    def of(cls, state: SolState, code: str) -> Numbers:
        """The numbers of a position."""
        a_, b_ = state.sides
        creatures = list(state.creatures())
        own = a_.hand.cards.get(code, 0)
        exalts = [list(state.exalts(seat)) for seat in (0, 1)]
        return cls(
            (a_.health, b_.health),
            (a_.hand.count - own, b_.hand.count),
            (a_.deck, b_.deck),
            (sum(a_.discard.cards.values()), sum(b_.discard.cards.values())),
            {p.id: properties.attack_of(state, p) for p in creatures},
            {p.id: properties.health_of(state, p) for p in creatures},
            {p.id: p.seat for p in creatures},
            frozenset(p.id for p in creatures if p.front),
            frozenset(p.id for p in creatures if p.ready),
            (len(exalts[0]), len(exalts[1])),
            (
                sum(sum(p.counters.values()) for p in exalts[0]),
                sum(sum(p.counters.values()) for p in exalts[1]),
            ),
        )

    def ids(self, seat: int | None = None) -> set[int]:
        """The creatures of a side, or all."""
        return {number for number, own in self.side.items() if seat in (None, own)}


Change = Callable[[Numbers, Numbers, tuple[int, ...]], bool]


def life(a_: int, b_: int) -> Change:
    """Health of A and B changes by so many times the number of the sentence."""
    return lambda x, y, m: y.life == (x.life[0] + a_ * m[0], x.life[1] + b_ * m[-1])


def hurt(whom: Callable[[Numbers], set[int]]) -> Change:
    """These creatures, and no others, lose so much Health, or are gone."""

    def check_it(x: Numbers, y: Numbers, m: tuple[int, ...]) -> bool:
        meant = whom(x)
        return all(
            y.health.get(number, 0) == max(0, had - (m[0] if number in meant else 0))
            for number, had in x.health.items()
        )

    return check_it


def one_hurt(seat: int | None = None) -> Change:
    """Exactly one creature loses so much Health, or is gone."""
    return lambda x, y, m: any(
        hurt(lambda _, number=number: {number})(x, y, m)  # type: ignore[misc]
        for number in x.ids(seat)
    )


def gone(*counts: int) -> Change:
    """So many creatures of A and of B are gone; of either, if there is one number."""

    def check_it(x: Numbers, y: Numbers, _: tuple[int, ...]) -> bool:
        found = [len(x.ids(seat) - y.ids(seat)) for seat in (0, 1)]
        return sum(found) == counts[0] if len(counts) == 1 else tuple(found) == counts

    return check_it


def hands(a_: int, b_: int = 0) -> Change:
    """So many cards more in hand."""
    return lambda x, y, _: y.hand == (x.hand[0] + a_, x.hand[1] + b_)


def changed(whom: Callable[[Numbers], set[int]], attack: int, health: int = 0) -> Change:
    """These creatures, and no others, have so much more."""
    return lambda x, y, _: all(
        (y.attack[number], y.health[number])
        == (
            max(0, x.attack[number] + (attack if number in whom(x) else 0)),
            x.health[number] + (health if number in whom(x) else 0),
        )
        for number in y.ids() & x.ids()
    )


def one_changed(attack: int, health: int = 0, seat: int | None = None) -> Change:
    """Exactly one creature has so much more."""
    return lambda x, y, m: any(
        changed(lambda _, number=number: {number}, attack, health)(x, y, m)  # type: ignore[misc]
        for number in x.ids(seat)
    )


def both(*changes: Change) -> Change:
    """All of it."""
    return lambda x, y, m: all(change(x, y, m) for change in changes)


EVERYBODY: Final = Numbers.ids
SAYS: Final[dict[str, Change]] = {
    r"(?:You g|G)ain (\d+)H\.": life(1, 0),
    r"The enemy player loses (\d)H\.": life(0, -1),
    r"Each player loses (\d)H\.": life(-1, -1),
    r"The enemy player loses (\d)H and you gain (\d)H\.": life(1, -1),
    r"You gain (\d)H\. Draw a card\.": both(life(1, 0), hands(1)),
    r"Draw two cards\.": hands(2),
    r"Each player draws a card\.": hands(1, 1),
    r"Draw a card, then discard a card\.": hands(0),
    r"Discard a card\. If you do, draw two cards\.": hands(1),
    r"Discard a card to draw two cards\.": hands(1),
    r"You lose (\d)H to draw two cards\.": both(life(-1, 0), hands(2)),
    r"Discard your hand, then draw that many cards\.": hands(0),
    r"The enemy player discards two cards at random\.": hands(0, -2),
    r"An enemy player discards a card at random\.": hands(0, -1),
    r"Look at the enemy player's hand\. Choose a card\. They discard it\.": hands(0, -1),
    r"Banish a card from your hand\.": hands(-1),
    r"Return a card from your banish pile to your hand\.": hands(1),
    r"Put a card from your hand on top of your deck\.": hands(-1),
    r"Banish all cards from your discard pile\.": lambda _, y, __: y.discard[0] == 0,
    r"Put the top two cards of your deck into your discard pile\.": lambda x, y, _: (
        (y.deck[0], y.discard[0]) == (x.deck[0] - 2, x.discard[0] + 2)
    ),
    r"Deal (\d) damage to each creature\.": hurt(EVERYBODY),
    r"Deal (\d) damage to all creatures in the front row\.": hurt(lambda x: set(x.front)),
    r"Deal (\d) damage to each enemy creature and each enemy player\.": both(
        hurt(lambda x: x.ids(1)), life(0, -1)
    ),
    r"Deal (\d) damage to (?:a|target) creature\.": one_hurt(),
    r"Deal (\d) damage to a creature and \d damage to you\.": one_hurt(),
    r"Deal (\d) damage to an enemy creature and \d damage to the enemy player\.": both(
        one_hurt(1), life(0, -1)
    ),
    r"Drain (\d) from a creature\.": both(one_hurt(), life(1, 0)),
    r"Deal (\d) damage to an unopposed creature\.": one_hurt(),
    r"Destroy a creature with (?:5A or more|the highest A|the lowest H)\.": gone(1),
    r"Destroy (?:the creature with the highest A|a creature with the lowest H)\.": gone(1),
    r"Destroy all creatures with decreased H\.": gone(1),
    r"Destroy an Exhausted creature\.": gone(1),
    r"Each player destroys two of their creatures\.": gone(2, 2),
    r"Each player sacrifices a creature\.": gone(1, 1),
    r"Destroy two of your creatures to destroy an enemy creature\.": gone(2, 1),
    r"Destroy a creature\. The enemy player gains (\d)H\.": both(gone(1), life(0, 1)),
    r"The enemy player chooses one of their creatures and destroys it\.": gone(0, 1),
    r"Banish a creature\.": gone(1),
    r"Return a creature to its owner's hand\.": gone(1),
    r"Destroy an Exalt\.": lambda x, y, _: sum(y.exalts) == sum(x.exalts) - 1,
    r"Destroy a creature or Exalt\.": lambda x, y, _: (
        len(y.ids()) + sum(y.exalts) == len(x.ids()) + sum(x.exalts) - 1
    ),
    r"Put two energy counters on each of your Exalts\.": lambda x, y, _: (
        y.counters == (x.counters[0] + 4, x.counters[1])
    ),
    r"Give your creatures in the back row \+2A\.": changed(lambda x: x.ids(0) - x.front, 2),
    r"Creatures get -1A,-1H\.": changed(EVERYBODY, -1, -1),
    r"Enemy creatures get -2A this turn\.": changed(lambda x: x.ids(1), -2),
    r"Your creatures gain \+2A and Aggressive this turn\.": both(
        changed(lambda x: x.ids(0), 2), lambda x, y, _: x.ids(0) <= y.front
    ),
    r"Give a creature \+4A until end of turn\.": one_changed(4),
    r"A creature gains \+3 Attack and \+3 Health\.": one_changed(3, 3),
    r"A creature loses 5A\.": one_changed(-5),
    r"An enemy creature loses 3H\.": one_changed(0, -3, 1),
    r"Give a non-Minion creature \+5H\.": one_changed(0, 5),
    r"Set a creature's A to 0\.": lambda x, y, _: 0 in y.attack.values(),
    r"Exhaust all enemy creatures\.": lambda _, y, __: not y.ready & y.ids(1),
    r"Exhaust up to two creatures\.": lambda x, y, _: len(x.ready - y.ready) == 2,
    r"Move all your creatures to the front row\.": lambda x, y, _: x.ids(0) <= y.front,
    r"Move a creature to the back row\.": lambda x, y, _: len(x.front - y.front) == 1,
    r"Play a Gizmo Minion in an empty lane\.": lambda x, y, _: len(y.ids(0)) == len(x.ids(0)) + 1,
    r"Play a Wisp Minion in each of your empty lanes\.": lambda _, y, __: len(y.ids(0)) == 5,
}
"""What a sentence says will be, in numbers."""


def test_what_happens_is_what_the_sentence_says() -> None:
    wrong, met = [], set()
    for trial in trials():
        if trial.kind not in ("spell", "forgeborn"):
            continue
        for pattern, change in SAYS.items():
            found = re.fullmatch(pattern, trial.words)
            if found:
                met.add(pattern)
                played = Played(trial)
                before, after = (
                    Numbers.of(state, played.code) for state in (played.before, played.after)
                )
                if not change(before, after, tuple(map(int, found.groups())) or (0,)):
                    wrong.append(f"{trial.kind}: {trial.words}\n{before}\n{after}")
    assert met == set(SAYS), set(SAYS) - met
    assert not wrong, "\n".join(wrong)
