"""Positions of Magical Forge as scenario files state them: given and then."""

from __future__ import annotations

import pytest

from domain.contract.errors import GameError, Reason
from domain.contract.game import UNKNOWN
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.games.magical_forge.state import MagicalState
from domain.record.match import Match
from tests.domain.games.magical_forge.mag import CARDS, given


def state(*lines: str, **settings: str) -> MagicalState:
    return given(*lines, **settings).state


def wrong(*lines: str, **settings: str) -> GameError:
    with pytest.raises(GameError) as error:
        given(*lines, **settings)
    return error.value


def check(found: MagicalState, line: str) -> str:
    return MAGICAL_FORGE.scenery.then(found, line)


class TestGiven:
    def test_nothing_is_the_main_part_of_the_first_turn(self) -> None:
        found = state()
        assert (found.turn, found.phase, found.active, found.start) == (1, "main", 0, 0)
        assert [side.life for side in found.sides] == [15, 15]
        assert [side.deck.left for side in found.sides] == [30, 30]
        assert not found.in_play

    @pytest.mark.parametrize(
        ("lines", "settings", "active", "start"),
        [
            (["turn: 2"], {}, 1, 0),
            (["turn: 2 A"], {}, 0, 1),
            (["turn: 5"], {"start": "B", "opening_hand": "1"}, 1, 1),
            (["turn: 5 A"], {}, 0, 0),
        ],
    )
    def test_whose_turn_it_is(
        self, lines: list[str], settings: dict[str, str], active: int, start: int
    ) -> None:
        found = state(*lines, **settings)
        assert (found.active, found.start) == (active, start)

    def test_creatures_and_their_spells(self) -> None:
        found = state(
            "turn: 7",
            "b1: wolf with ember, ember stone",
            "a1: Old Hound with balm (attacked)",
            "a2: drake with [ember] (new, used)",
            "a3: seer",
            "attacks b1: 2",
            "marks a2: strength 2, no block",
        )
        wolf, hound, drake, seer = found.in_play.values()
        assert (wolf.id, wolf.seat, wolf.card, wolf.health) == (1, 1, "wolf", 3)
        assert wolf.spells == {"ember": 2, "stone": 1}
        assert wolf.attacks == 2
        assert (hound.card, hound.attacks, hound.used) == ("old-hound", 1, ())
        assert (drake.entered, drake.used, drake.marks) == (7, (0,), {"strength": 2, "no block": 1})
        assert (hound.entered, wolf.entered, seer.entered) == (5, 6, 7)
        assert found.ids == 4

    def test_hands_piles_and_life(self) -> None:
        found = state(
            "life: 3:20", "hand A: hound, ?? ember", "spells A: balm, ??", "discard B: wolf, blast",
            "spell discard B: ember, ember", "attached: 1", "life B: 7",
        )  # fmt: skip
        a, b = found.sides
        assert (a.life, b.life, found.attached) == (3, 7, 1)
        assert a.deck.hand.cards == {"hound": 1, UNKNOWN: 1}
        assert a.spells.hand.cards == {"ember": 1, "balm": 1, UNKNOWN: 1}
        assert not a.deck.hand.public
        assert (b.deck.discard, b.spells.discard) == ({"wolf": 1, "blast": 1}, {"ember": 2})

    def test_what_is_shown_is_not_in_the_deck(self) -> None:
        found = state(
            "hand A: quiet-hammer, ??",
            "a1: gate-warden with ward of hours",
            "discard A: bell-keeper",
        )
        side = found.sides[0]
        listed = book().decks["dawn-choir"].cards
        assert side.deck.unseen["quiet-hammer"] == listed["Quiet Hammer"] - 1
        assert side.deck.unseen["gate-warden"] == listed["Gate Warden"] - 1
        assert side.deck.unseen["bell-keeper"] == listed["Bell Keeper"] - 1
        assert side.deck.left == 30 - 4
        assert sum(side.deck.unseen.values()) == 30 - 3

    def test_an_unknown_list(self) -> None:
        settings = {"deck a": "?", "spells a": "? 34"}
        side = state("hand A: hound, ??", "a1: wolf with ember, ember", **settings).sides[0]
        assert (side.deck.left, side.spells.left) == (27, 32)
        assert [side.deck.unseen[card] for card in ("hound", "wolf", "seer")] == [2, 2, 3]
        assert side.spells.unseen["ember"] == 1
        assert state("deck A: 4", **settings).sides[0].deck.left == 4

    def test_what_is_in_the_deck(self) -> None:
        side = state("deck A: hound, wolf wolf", "hand A: ??", "spell deck A: 3").sides[0]
        assert (side.deck.unseen, side.deck.left) == ({"hound": 1, "wolf": 2}, 2)
        assert (side.spells.left, sum(side.spells.unseen.values())) == (3, 3)

    def test_the_centre(self) -> None:
        found = state("centre: B stone | A balm")
        assert [(s.id, s.seat, s.card) for s in found.centre.values()] == [
            (1, 1, "stone"), (2, 0, "balm"),
        ]  # fmt: skip
        assert not state("center: -").centre

    def test_cards_of_its_own(self) -> None:
        found = state(
            "card Big Bear: creature Beast, Bear \"This can't attack. // This can't block.\""
        )
        card = book(found.cards).cards["big-bear"]
        assert (card.kind, card.types, card.text) == (
            "creature", ("Beast", "Bear"), "This can't attack.\nThis can't block.",
        )  # fmt: skip
        assert card.marks == {"no attack": 1, "no block": 1}

    def test_the_position_settles_before_the_match_goes_on(self) -> None:
        assert state("life: 0:3").winner == 1
        assert state("life A: 0", "life B: 0").winner is None
        assert state("life A: 0", "life B: 0").over

    def test_a_match_goes_on_from_it(self) -> None:
        found = state("phase: draw", "turn: 3", "a1: hound with ember")
        match = Match(MAGICAL_FORGE, MAGICAL_FORGE.settings({}), state=found)
        assert match.ask is not None
        assert match.ask.about == "draw"

    @pytest.mark.parametrize(
        ("line", "part"),
        [
            ("a2: hound with ember", "the next Creature is a1"),
            ("a1: ember with ember", "'ember' is no Creature"),
            ("a1: hound with wolf", "wolf is no Spell"),
            ("a1: hound with ember (tired)", "'tired' is not understood"),
            ("a1: unicorn", "no card here is called 'unicorn'"),
            ("centre: ember", "each Spell has its seat"),
            ("centre: A hound", "'hound' is no Spell"),
            ("discard A: ??", "a discard pile is open"),
            ("discard A: ember", "ember is a Spell"),
            ("spells A: hound", "hound is no Spell"),
            ("hand: hound", "hand of whom?"),
            ("hand A: {", "is no card"),
            ("turn: soon", "'soon' is no turn"),
            ("turn: 0", "'0' is no turn"),
            ("phase: night", "is no part of a turn"),
            ("life: 3", "is not two numbers"),
            ("life A: many", "is no number"),
            ("life A: -3", "never below 0"),
            ("deck A: 31", "can hold 30 cards here"),
            ("attacks a1: 1", "has no Creature a1"),
            ("marks a1: fast", "has no Creature a1"),
            ("weather: fine", "'weather' is not understood"),
            ("fog", "'fog' is not understood"),
            ("card Fog: mist", "defines no card"),
            ('card Fog: spell "When this is eaten, sing."', "is not understood"),
        ],
    )
    def test_errors(self, line: str, part: str) -> None:
        error = wrong(line)
        assert part in error.message, error.message
        assert error.reason is Reason.UNREADABLE
        assert error.line == len(CARDS) + 1

    def test_what_triggers_cannot_stand_at_the_start(self) -> None:
        lines = (
            'card Dawn: spell "At the start of your turn, draw a Spell."',
            "phase: draw",
            "centre: A dawn",
        )
        assert "cannot begin with what triggers" in wrong(*lines).message


LINES = (
    "turn: 4 A",
    "life: 9:2",
    "a1: hound with ember, balm (attacked)",
    "b1: wolf",
    "centre: A stone",
    "hand A: hound, net",
    "spells B: ember, ??",
    "discard B: seer",
    "spell discard A: balm",
    "deck A: 9",
    "marks a1: strength 1",
)


class TestThen:
    @pytest.mark.parametrize(
        "line",
        [
            "turn: 4", "turn: 4 A", "life: 9:2", "life B: 2", "a1: hound", "a1: hound with balm ember",
            "a1: hound (attacked)", "b1: wolf (new)", "b1: wolf with none", "b2: -", "centre: A stone",
            "hand A: net, hound", "hand A: has net", "hand A: lacks wolf", "hand A: 2",
            "spells B: ember ??", "spells B: has ??", "discard B: seer", "spell discard A: balm",
            "spell discard B: -", "deck A: 9", "cards A: 2", "cards B: 2", "creatures A: 1",
            "health a1: 2", "attacks a1: 1", "marks a1: strength 1", "marks b1: -", "attached: 0",
            "phase: main", "stack: 0", "over: no", "winner: none", "why: none", "start: B",
        ],
    )  # fmt: skip
    def test_holds(self, line: str) -> None:
        assert check(state(*LINES), line) == ""

    @pytest.mark.parametrize(
        ("line", "part"),
        [
            ("turn: 5", "it is turn 4 of A"),
            ("turn: 4 B", "it is turn 4 of A"),
            ("life: 9:3", "it is 9:2"),
            ("life A: 8", "it is 9"),
            ("a1: wolf", "a1 is hound with balm, ember (attacked)"),
            ("a1: hound with ember", "a1 is hound"),
            ("a1: hound (new)", "a1 is hound"),
            ("a1: -", "a1 is hound"),
            ("b2: wolf", "b2 is nothing"),
            ("centre: B stone", "it is A stone"),
            ("centre: -", "it is A stone"),
            ("hand A: net", "A's hand is hound, net"),
            ("hand A: has net, net", "A's hand is hound, net"),
            ("hand A: lacks net", "A's hand is hound, net"),
            ("hand A: 3", "A's hand has 2 cards"),
            ("deck A: 8", "A's deck has 9 cards"),
            ("discard B: -", "B's discard is seer"),
            ("health a1: 1", "it is 2"),
            ("health a4: 1", "there is no a4"),
            ("marks a1: -", "it has {'strength': 1}"),
            ("stack: 1", "it is 0"),
            ("over: yes", "it is no"),
            ("winner: A", "it is none"),
        ],
    )
    def test_does_not_hold(self, line: str, part: str) -> None:
        assert part in check(state(*LINES), line)

    @pytest.mark.parametrize(
        "line", ["weather: fine", "hand A: unicorn", "life: much", "health: 3"]
    )
    def test_not_understood(self, line: str) -> None:
        with pytest.raises(GameError):
            check(state(*LINES), line)
