"""Hidden cards of a recording, guessed: whatever the steps recorded later do not contradict.

The rules decide every recorded step again with random cards in the place of the unknown ones. Where a
step then cannot happen (a card is played that the guess did not deal), one guessed card is changed,
and kept from then on: later guesses of the same recording begin with what was found so.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from domain.bots.simulation import deal
from domain.branch.unknown_places import (
    Branch,
    Deal,
    Found,
    Place,
    Stuck,
    hides,
    named_cards,
    stamped,
    unknown_places,
    with_cards,
)
from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.game import DEALER, UNKNOWN, Ask, Game
from domain.contract.seats import seat_in
from domain.record.events import AnyStep, Step
from domain.record.match import Match
from domain.record.unknown import refines

MOST_WALKS: Final = 600
"""How often a recording is decided again with one guess that is changed until it fits."""
MOST_ATTEMPTS: Final = 60
"""How many guesses are begun until the hands are given up as not to be known."""
LEARNING: Final = 3
"""How many guesses are made to learn from."""
MOST_DEALS: Final = 80
"""How often cards are drawn at random for one step until they must be others."""
MOST_SAMPLES: Final = 12
"""How often another card is drawn for a place that had better spare the one drawn."""
MOST_PLACES: Final = 24
"""How many guessed cards are tried in turn where one must be another."""

Walk = tuple[Stuck | None, list[list[AnyStep]]]
"""What does not fit, if anything does not, and the steps of the branches before."""
Change = tuple[dict[Place, str], Found]
"""Other guessed cards, and what is found then."""


class Guess:
    """Cards for everything unknown in branches of a match that begin alike."""

    def __init__(self, game: Game, settings: Mapping[str, str], branches: Sequence[Branch]) -> None:
        self.game = game
        self.settings = dict(settings)
        self.branches = branches
        self.found = Found()
        self.cards: dict[Place, str] = {}
        self.walks = 0

    def draw(self, rng: random.Random, found: Found | None = None) -> list[list[AnyStep]]:
        """Guess anew; returns the steps of every branch, nothing unknown in them any more.

        `found` is what an earlier guess has found. Raises GameError (ILLEGAL) if the search gives up.
        """
        self.rng = rng
        walks = 0
        for attempt in range(MOST_ATTEMPTS):
            self.found = found if found is not None and not attempt else Found()
            self.cards, self.walks = {}, 0
            done = self.attempt()
            walks += self.walks
            if any(hides(step) for steps in done for step in steps):
                raise unguessable("something stays unknown with the cards guessed")
            if done:
                return done
        raise unguessable(
            f"the search for cards that fit all that is recorded gave up after {MOST_ATTEMPTS} "
            f"guesses, tried {walks} times in all (such cards may exist)"
        )

    def learn(self, rng: random.Random) -> Found:
        """What several guesses find, so that later ones seldom need to be changed. Raises GameError."""
        self.draw(rng)
        found = self.settled()
        for _ in range(LEARNING):
            self.draw(rng, found)
            found = msgspec.structs.replace(found, spared=found.spared | self.found.spared)
        return found

    def attempt(self) -> list[list[AnyStep]]:
        """Guess, and mend the guess until all branches fit; nothing if that does not succeed."""
        stuck, done = self.walk_all()
        while stuck is not None:
            mended = self.mend(stuck) if self.walks < MOST_WALKS else None
            if mended is None:
                return []
            stuck, done = mended
        return done

    def settled(self) -> Found:
        """What the guess has found, and where it had by chance what later steps need."""
        kept = dict(self.found.kept)
        for number, branch in enumerate(self.branches):
            used: set[Place] = set()
            for index, step in enumerate(branch.steps):
                if step.seat == DEALER:
                    continue
                for card in named_cards(step.action):
                    there = [
                        place
                        for place in self.cards
                        if self.cards[place] == card
                        and place not in used
                        and place[1] < index
                        and (place[0] == number or place[1] < branch.shared)
                    ]
                    if there:
                        place = max(there, key=lambda one: (one in kept, one[1]))
                        used.add(place)
                        kept[place] = card
        return msgspec.structs.replace(self.found, kept=kept)

    # -- walking ---------------------------------------------------------------------------------

    def walk_all(self) -> Walk:
        """Decide every branch again: what does not fit first, and the steps of those before."""
        done: list[list[AnyStep]] = []
        for number in range(len(self.branches)):
            steps: list[AnyStep] = []
            stuck = self.walk(number, steps)
            if stuck is not None:
                return stuck, done
            done.append(steps)
        return None, done

    def walk(self, number: int, done: list[AnyStep]) -> Stuck | None:
        """Decide a branch again with the guessed cards; what does not fit, or None if all does."""
        self.walks += 1
        branch = self.branches[number]
        match = Match(self.game, self.settings)
        for index, step in enumerate(branch.steps):
            try:
                given = self.replay(match, branch, number, index, step)
            except (GameError, *IMPOSSIBLE):
                given = None
            if given is None:
                return self.stuck(number, index, step)
            if not refines(given.facts, step.facts):
                return Stuck(number, index, (), dealt=False)
            done.append(stamped(given, step))
        return None

    def replay(
        self, match: Match, branch: Branch, number: int, index: int, step: AnyStep
    ) -> AnyStep | None:
        """Let a step happen again, with cards for the dealer's unknown ones; None if it cannot."""
        if type(step) is Step and step.seat == DEALER and match.ask is not None:
            places = [branch.place(number, index, *at) for at in unknown_places(step.action)]
            if places:
                action = self.filled(match.ask, places, step.action)
                if action is None:
                    return None
                step = msgspec.structs.replace(step, action=action)
        return match.replay(step).given

    def filled(self, ask: Ask, places: Sequence[Place], action: Any) -> Any:
        """The dealer's action with cards for what is unknown; None if none were found."""
        known = [self.cards.get(place, UNKNOWN) for place in places]
        for _ in range(MOST_DEALS):
            if UNKNOWN not in known:
                found = with_cards(action, places, known)
                if found in ask.choices:
                    self.cards.update(zip(places, known, strict=True))
                    return found
            sample = deal(ask, self.rng)
            if type(sample) is not type(action):
                return None
            known = [self.one_of(sample, place, ask) for place in places]
        return None

    def one_of(self, sample: Any, place: Place, ask: Ask) -> str:
        """A card for a place: the one kept there, or one of a sample that is better not spared."""
        if place in self.found.kept:
            return self.found.kept[place]
        card = ""
        for _ in range(MOST_SAMPLES):
            card = str(getattr(sample, place[2])[place[3]])
            if (place[:2], card) not in self.found.spared:
                break
            sample = deal(ask, self.rng)
        return card

    def stuck(self, number: int, index: int, step: AnyStep) -> Stuck:
        """What is needed for a step that cannot happen."""
        place = self.branches[number].place
        needed = [
            self.found.kept.get(place(number, index, *at)) for at in unknown_places(step.action)
        ]
        cards = [*(card for card in needed if card), *named_cards(step.action)]
        return Stuck(number, index, tuple(dict.fromkeys(cards)), dealt=step.seat == DEALER)

    # -- mending ---------------------------------------------------------------------------------

    def mend(self, stuck: Stuck) -> Walk | None:
        """Change what is guessed so that a step fits that did not; None if nothing helps."""
        if stuck.dealt and (holding := self.holding(stuck)) - self.found.spared:
            self.cards, self.found = self.spared(holding)
            return self.walk_all()
        ways = [self.elsewhere, self.put_in] if stuck.dealt else [self.put_in, self.elsewhere]
        for way in (*ways, self.dealt_again):
            for cards, found in way(stuck):
                before = self.cards, self.found
                self.cards, self.found = cards, found
                now, done = self.walk_all()
                if now is None or (now.branch, now.index) > (stuck.branch, stuck.index):
                    return now, done
                self.cards, self.found = before
                if self.walks > MOST_WALKS:
                    return None
        return None

    def before(self, stuck: Stuck) -> list[Place]:
        """Guessed cards dealt before a step that may be others, the latest first.

        Those of the seat whose step it is come before the other's.
        """
        branch = self.branches[stuck.branch]
        seat = branch.steps[stuck.index].seat
        owner = {index: seat_in(step.action, seat) for index, step in enumerate(branch.steps)}
        places = [
            place
            for place in self.cards
            if place not in self.found.kept
            and place[1] < stuck.index
            and (place[0] == stuck.branch or place[1] < branch.shared)
        ]
        self.rng.shuffle(places)
        return sorted(places, key=lambda place: (owner[place[1]] != seat, -place[1]))

    def put_in(self, stuck: Stuck) -> Iterator[Change]:
        """Guesses that deal a needed card to a hand, in exchange for where it was dealt if it was."""
        for card in stuck.cards:
            places = self.before(stuck)
            holding = [place for place in places if self.cards[place] == card]
            for place in places[:MOST_PLACES]:
                if self.cards[place] == card:
                    continue
                changed = {**self.cards, place: card}
                kept = {**self.found.kept, place: card}
                found = msgspec.structs.replace(self.found, kept=kept)
                for other in holding:
                    yield {**changed, other: self.cards[place]}, found
                yield changed, found

    def elsewhere(self, stuck: Stuck) -> Iterator[Change]:
        """Guesses that leave the needed cards where they are dealt from later."""
        holding = self.holding(stuck)
        if holding:
            yield self.spared(holding)
        for one in sorted(holding, key=lambda held: (held[0][1], held), reverse=True):
            yield self.spared({one})

    def holding(self, stuck: Stuck) -> set[tuple[Deal, str]]:
        """The deals before a step that guess one of the cards it needs, and may guess another."""
        return {
            (place[:2], self.cards[place])
            for place in self.before(stuck)
            if self.cards[place] in stuck.cards
        }

    def spared(self, held: set[tuple[Deal, str]]) -> Change:
        """The guess with some deals dealt anew, those cards spared."""
        dealt = {place for place, _ in held}
        cards = {place: card for place, card in self.cards.items() if place[:2] not in dealt}
        return cards, msgspec.structs.replace(self.found, spared=self.found.spared | held)

    def dealt_again(self, stuck: Stuck) -> Iterator[Change]:
        """Guesses that deal the cards of one step anew, the last first, and then those of all."""
        for one in dict.fromkeys(place[:2] for place in self.before(stuck)):
            yield {p: card for p, card in self.cards.items() if p[:2] != one}, self.found
        for _ in range(4):
            yield {}, self.found


def unguessable(why: str) -> GameError:
    """The error for a match whose hidden cards were not guessed; `why` is a clause."""
    return GameError(
        Reason.ILLEGAL, f"the hands are not known there, and {why}; bots need to know them"
    )
