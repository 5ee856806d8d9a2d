"""Given a position, when actions are decided, then these facts follow.

    given("Gift", creatures_b={"Blank 1": 2}, forge={"Gift": "Draw 2 cards."}).when(PlayForge("gift"))

Creatures in play have ids from 1 in the order given, A's first; each has so many plain Spells attached
or those that are named. Extra cards come by kind. `passes` answers what may be responded to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import pytest

from domain.contract.errors import GameError, Reason
from domain.contract.game import UNKNOWN, Action, Ask, Fact
from domain.frame.bags import put
from domain.frame.slugs import slug
from domain.games.magical_forge.actions import NoBlock, Pass, Target
from domain.games.magical_forge.cards.book import Card, CardSet
from domain.games.magical_forge.cards.decks import check_settings, one_line
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.games.magical_forge.state import Creature, MagicalState, Pile, Placed, empty_state
from domain.record.events import AnyStep
from domain.record.match import Match

PLAIN = ("Plain Spell", "Other Spell")
"""Spells that never trigger but at the start of a turn that never comes, for Health."""
NEVER = "When your opponent uses a Creature ability, gain 0 Life Points."

Cards = Mapping[str, str]
Field = Mapping[str, int | Sequence[str]]


class Position:
    """A match that stands at a position, and what was decided last."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.steps: list[AnyStep] = []
        self.error: GameError | None = None

    @property
    def state(self) -> MagicalState:
        """The state now."""
        state: MagicalState = self.match.state
        return state

    @property
    def ask(self) -> Ask:
        """What is asked now."""
        assert self.match.ask is not None
        return self.match.ask

    def when(self, *actions: Action) -> Self:
        """Decide actions, one after the other; a refusal is kept for `refused`.

        A target that is not asked for (since there is one only) may be named all the same.
        """
        assert self.error is None, self.error
        self.steps = []
        for action in actions:
            if isinstance(action, Target) and self.ask.about != "target":
                continue
            try:
                self.match.decide(action)
            except GameError as error:
                self.error = error
                return self
            self.steps += self.match.take()
        return self

    def passes(self, *, blocks: bool = True) -> Self:
        """Nobody responds, until something else is asked; with `blocks` False nobody blocks either."""
        while self.match.ask is not None:
            if self.match.ask.about == "respond":
                self.match.decide(Pass())
            elif self.match.ask.about == "block" and not blocks:
                self.match.decide(NoBlock())
            else:
                break
            self.steps += self.match.take()
        return self

    @property
    def facts(self) -> list[Fact]:
        """What happened since the last `when`."""
        assert self.error is None, self.error
        return [fact for step in self.steps for fact in step.facts]

    def then(self, *facts: Fact) -> Self:
        """Exactly this happened."""
        assert self.facts == list(facts)
        return self

    def did(self, *facts: Fact) -> Self:
        """This happened, in this order, and other things too."""
        rest = iter(self.facts)
        for fact in facts:
            assert fact in rest, (fact, self.facts)
        return self

    def never(self, *kinds: type[Fact]) -> Self:
        """No such thing happened."""
        assert not [fact for fact in self.facts if isinstance(fact, kinds)]
        return self

    def asked(self, about: str, seat: int, *choices: Action) -> Self:
        """This is asked now; with choices, these and no others."""
        assert (self.ask.about, self.ask.seat) == (about, seat)
        if choices:
            assert list(self.ask.choices) == list(choices)
        return self

    def refused(self, why: str) -> Self:
        """The last action was refused."""
        assert self.error is not None, "it was not refused"
        assert self.error.reason is Reason.ILLEGAL
        assert why in self.error.message, self.error.message
        return self

    def life(self, a: int, b: int) -> Self:
        """So many Life Points are left."""
        assert (self.state.sides[0].life, self.state.sides[1].life) == (a, b)
        return self


def bag(words: str) -> dict[str, int]:
    """Cards by name, joined by commas; `2 Name` for more of one."""
    found: dict[str, int] = {}
    for word in filter(None, (part.strip() for part in words.split(","))):
        first, _, rest = word.partition(" ")
        count, name = (int(first), rest) if first.isdigit() else (1, word)
        put(found, name if name == UNKNOWN else slug(name), count)
    return found


def fill(pile: Pile, hand: str, deck: str, discard: str) -> None:
    """Give a pile its cards; what is drawn from the deck is the dealer's to say."""
    pile.hand.cards = bag(hand)
    pile.unseen = bag(deck)
    pile.left = sum(pile.unseen.values())
    pile.discard = bag(discard)


def put_in_play(state: MagicalState, seat: int, creatures: Field) -> None:
    """Creatures with so many Spells or with these; those with none came into play this turn."""
    for words, spells in creatures.items():
        name = words.rstrip("'")
        state.ids += 1
        attached: dict[str, int] = {}
        if isinstance(spells, int):
            if spells:
                attached = {slug(PLAIN[0]): spells}
        else:
            for spell in spells:
                put(attached, slug(spell))
        state.in_play[state.ids] = Creature(
            state.ids, slug(name), seat, attached, state.turn - 2 * bool(attached), marks={}
        )


def given(
    a: str = "",
    b: str = "",
    *,
    creatures_a: Field | None = None,
    creatures_b: Field | None = None,
    centre_a: Sequence[str] = (),
    centre_b: Sequence[str] = (),
    spells_a: str = "",
    spells_b: str = "",
    deck_a: str = "",
    deck_b: str = "",
    spell_deck_a: str = "",
    spell_deck_b: str = "",
    discard_a: str = "",
    discard_b: str = "",
    spell_discard_a: str = "",
    spell_discard_b: str = "",
    life: tuple[int, int] = (15, 15),
    turn: int = 3,
    active: int = 0,
    phase: str = "main",
    creature: Cards | None = None,
    types: Mapping[str, tuple[str, ...]] | None = None,
    forge: Cards | None = None,
    weapon: Cards | None = None,
    spell: Cards | None = None,
    **settings: str,
) -> Position:
    """A position: hands (`a`, `spells_a`), Creatures, Spells in the centre, decks and extra cards."""
    cards = [Card(name, "spell", NEVER) for name in PLAIN]
    for kind, found in (("creature", creature), ("forge", forge), ("weapon", weapon)):
        for name, text in (found or {}).items():
            cards.append(Card(name, kind, text, (types or {}).get(name, ())))
    cards += [Card(name, "spell", text) for name, text in (spell or {}).items()]
    cards += [Card(f"Blank {n}", "creature") for n in range(1, 4)]
    line = one_line(CardSet(tuple(cards)))
    checked = check_settings({"cards": line, **settings})
    state = empty_state(checked["cards"])
    state.deck_out = checked["deck out"]
    state.start = state.active = active
    state.turn, state.phase = turn, phase
    sides = state.sides
    sides[0].life, sides[1].life = life
    fill(sides[0].deck, a, deck_a, discard_a)
    fill(sides[1].deck, b, deck_b, discard_b)
    fill(sides[0].spells, spells_a, spell_deck_a, spell_discard_a)
    fill(sides[1].spells, spells_b, spell_deck_b, spell_discard_b)
    put_in_play(state, 0, creatures_a or {})
    put_in_play(state, 1, creatures_b or {})
    for seat, names in ((0, centre_a), (1, centre_b)):
        for name in names:
            state.ids += 1
            state.centre[state.ids] = Placed(state.ids, slug(name), seat)
    return Position(Match(MAGICAL_FORGE, checked, state=state))


def settings_refused(words: Mapping[str, str]) -> GameError:
    """The error for settings that cannot be."""
    with pytest.raises(GameError) as caught:
        check_settings(words)
    assert caught.value.reason is Reason.BAD_SETTING
    return caught.value


def everything(state: MagicalState, seat: int) -> dict[str, int]:
    """Every known card of a seat, wherever it lies."""
    side = state.sides[seat]
    found: dict[str, int] = {}

    def count(cards: Mapping[str, Any]) -> None:
        for card, number in cards.items():
            if card != UNKNOWN:
                put(found, card, number)

    for pile in (side.deck, side.spells):
        count(pile.unseen)
        count(pile.hand.cards)
        count(pile.discard)
    for c in state.creatures(seat):
        put(found, c.card)
        count(c.spells)
    for placed in state.centre.values():
        if placed.seat == seat:
            put(found, placed.card)
    for item in state.stack:
        if item.seat == seat and item.kind in ("forge", "weapon"):
            put(found, item.card)
    return found
