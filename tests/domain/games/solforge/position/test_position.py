"""Positions of SolForge Fusion as scenario files state them: given and then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.contract.errors import GameError, Reason
from domain.contract.game import UNKNOWN
from domain.formats.scenario import read_scenarios, run
from domain.games.solforge.cards.book import book
from domain.games.solforge.game import SOLFORGE
from domain.games.solforge.queries.properties import health_of, keywords_of
from domain.games.solforge.state import SolState
from domain.record.match import Match
from tests.domain.games.solforge.sol import CARDS, given

BARE = {"deck a": "Brasswork + Emberwild", "deck b": "Gravetide + Greenhollow"}


def state(*lines: str, **settings: str) -> SolState:
    chosen = SOLFORGE.settings({**BARE, **settings})
    found = SOLFORGE.scenery.given(chosen, list(enumerate((*CARDS, *lines), 1)))
    assert isinstance(found, SolState)
    return found


def wrong(*lines: str) -> GameError:
    with pytest.raises(GameError) as error:
        state(*lines)
    return error.value


def check(found: SolState, line: str) -> str:
    return SOLFORGE.scenery.then(found, line)


class TestGiven:
    def test_nothing_is_the_first_action_step(self) -> None:
        found = state()
        assert (found.turn, found.phase, found.step, found.active) == (1, "action", 1, 0)
        assert (found.forge, found.start) == (0, 0)
        assert [side.deck for side in found.sides] == [20, 20]
        assert not found.in_play

    @pytest.mark.parametrize(
        ("lines", "forge", "start", "active"),
        [
            (["turn: 2"], 1, 0, 1),
            (["turn: 2", "forge: A"], 0, 1, 0),
            (["turn: 5", "step: 2"], 0, 0, 1),
            (["turn: 5", "step: 3 B"], 0, 0, 1),
            (["forge: B", "step: 4"], 1, 1, 0),
        ],
    )
    def test_the_moment(self, lines: list[str], forge: int, start: int, active: int) -> None:
        found = state(*lines)
        assert (found.forge, found.start, found.active) == (forge, start, active)

    def test_forgeborn_are_as_far_as_the_cycle(self) -> None:
        assert [side.level for side in state("turn: 7").sides] == [3, 3]
        found = state("turn: 7", "forgeborn A: level 1 exhausted", "forgeborn b: Old Fenn")
        assert (found.sides[0].level, found.sides[0].ready) == (1, False)
        assert (found.sides[1].level, found.sides[1].forgeborn) == (3, "old-fenn")

    def test_creatures(self) -> None:
        found = state(
            "lane 3: A old-bear.2 5/7 back exhausted | B Old Bear",
            "lane 1: A zapper | B -",
            "lane 2: B bear 4/4 of A",
        )
        bear, other, zapper, borrowed = found.in_play.values()
        assert (bear.id, bear.code, bear.seat, bear.lane) == (1, "old-bear.2", 0, 3)
        assert (other.code, other.attack, other.health, other.front) == ("old-bear.1", 3, 4, True)
        assert (zapper.id, zapper.lane) == (3, 1)
        assert (borrowed.seat, borrowed.owner, borrowed.attack) == (1, 0, 4)

    def test_numbers_rows_and_readiness(self) -> None:
        found = state("lane 3: A old-bear.2 5/7 back exhausted | B -")
        (bear,) = found.in_play.values()
        assert (bear.attack, bear.health, bear.front, bear.ready) == (5, 7, False, False)
        assert (bear.base_attack, bear.base_health) == (6, 8)

    def test_exalts(self) -> None:
        found = state("exalt 2: A pit exhausted | B pit")
        mine, theirs = found.in_play.values()
        assert (mine.exalt, mine.ready, mine.lane) == (True, False, 2)
        assert theirs.seat == 1

    def test_a_defender_stands_back(self) -> None:
        found = state('card Wall: creature 0/9 "Defender"', "lane 1: A wall | B -")
        assert not found.in_play[1].front

    def test_what_follows_of_itself_has_happened(self) -> None:
        found = state("lane 1: A bear 2/0 | B -", "lane 2: A bear | B -")
        assert [p.lane for p in found.in_play.values()] == [2]
        assert found.sides[0].banished == {"bear.1": 1}

    def test_hands_and_piles(self) -> None:
        found = state(
            "hand A: old-bear.2, zap ?? ??",
            "discard A: bear",
            "banished B: zap zap.2",
            "deck A: 5",
        )
        a, b = found.sides
        assert a.hand.cards == {"old-bear.2": 1, "zap.1": 1, UNKNOWN: 2}
        assert a.hand.public == {}
        assert a.discard.cards == a.discard.public == {"bear.1": 1}
        assert b.banished == {"zap.1": 1, "zap.2": 1}
        assert a.deck == 5
        assert sum(a.unseen.values()) == 7

    def test_a_deck_by_name(self) -> None:
        found = state("hand A: ??", "deck A: bear bear zap", "top A: old-bear")
        side = found.sides[0]
        assert side.unseen == {"bear.1": 2, "zap.1": 1}
        assert side.top == ["old-bear.1"]
        assert side.deck == 3
        assert state("deck A: -").sides[0].deck == 0

    def test_cards_of_the_deck_are_taken_out_of_it(self) -> None:
        before = state().sides[0]
        first, second = list(before.unseen)[:2]
        upgrade = second.replace(".1", ".2")
        side = state(f"hand A: {first}", f"discard A: {upgrade}").sides[0]
        assert {**side.unseen, first: 1} == before.unseen
        assert {**side.upgrades, upgrade: 1} == before.upgrades
        assert side.deck == 19

    def test_other_cards_bring_their_next_levels(self) -> None:
        side = state("hand A: zap", "lane 1: A old-bear.2 | B -").sides[0]
        assert side.upgrades.get("zap.2") == 1
        assert "old-bear.1" not in side.upgrades
        assert side.deck == 20
        plain = state().sides[0].upgrades
        assert state("upgrades A: zap.2").sides[0].upgrades == {"zap.2": 1}
        assert state("upgrades A: + zap.2").sides[0].upgrades == {**plain, "zap.2": 1}
        assert state("upgrades A: -").sides[0].upgrades == {}

    def test_what_creatures_have(self) -> None:
        found = state(
            "lane 1: A bear | B -",
            "attack a1: 9",
            "health a1: 1",
            "armor a1: 3",
            "keywords a1: aggressive, mobility 2",
            "types a1: zombie",
            "counters a1: 2 charge",
            "ready a1: no",
            "row a1: back",
        )
        bear = found.in_play[1]
        assert (bear.attack, health_of(found, bear), bear.ready) == (9, 1, False)
        assert keywords_of(found, bear) == {"armor": 3, "aggressive": 1, "mobility": 2}
        assert bear.counters == {"charge": 2}
        assert bear.front, "it is Aggressive"
        assert check(found, "types a1: Beast, Zombie") == ""

    def test_armor_that_is_used_up(self) -> None:
        found = state('card Plate: creature 1/5 "Armor 4"', "lane 1: A plate | B -", "armor a1: 1")
        assert found.in_play[1].spent == 3

    def test_players(self) -> None:
        found = state("health: 40:12", "armor B: 3", "sudden: no")
        assert [side.health for side in found.sides] == [40, 12]
        assert check(found, "armor B: 3") == ""
        assert state("health B: 7").sides[1].health == 7

    def test_cards_of_its_own(self) -> None:
        found = state(
            'card Sun Hound: creature 2/3 Beast, Spirit Tempys "Aggressive // Mobility 1"',
            "card Sun Hound 3: creature 7/8",
            'card Puppet: creature 1/1 Minion "Defender"',
            'card Moon: exalt (solbind Sun) "Activate: Draw a card."',
            'card Elder 3: forgeborn Nekrium "Draw a card."',
        )
        known = book(found.cards)
        hound = known.cards["sun-hound"]
        assert hound.types == ("Beast", "Spirit")
        assert hound.faction == "Tempys"
        assert sorted(hound.levels) == [1, 3]
        assert hound.levels[1].text == "Aggressive\nMobility 1"
        assert (hound.levels[3].attack, hound.levels[3].health) == (7, 8)
        assert known.cards["puppet"].minion
        assert known.cards["moon"].solbind == "Sun"
        assert known.forgeborn["elder"].abilities == {3: "Draw a card."}
        assert "brass-sentry" in known.cards

    @pytest.mark.parametrize(
        ("line", "part", "column"),
        [
            ("lane 9: A bear | B -", "lanes are 1 to 5", 1),
            ("lane 3: bear", "two sides", 9),
            ("lane 3: A bear | A bear", "two sides", 17),
            ("lane 3: A wolverine | B -", "no card is called 'wolverine'", 11),
            ("lane 3: A zap | B -", "is not a creature", 11),
            ("lane 3: A pit | B -", "is not a creature", 11),
            ("exalt 3: A bear | B -", "is not an Exalt", 12),
            ("hand A: bear wolverine", "no card here is called 'wolverine'", 14),
            ("hand: bear", "hand of whom", 1),
            ("turn: many", "is no number", 7),
            ("forge: C", "is no seat", 8),
            ("phase: night", "is no phase", 8),
            ("step: 0", "is no Action Step", 7),
            ("deck A: 40", "can hold 20 cards", 9),
            ("health: 50", "is not two numbers", 9),
            ("attack a3: 3", "no creature in lane 3", 1),
            ("keywords a1: flying", "is no keyword", 14),
            ("forgeborn A: Nobody level 2", "no Forgeborn is called", 14),
            ("sudden: maybe", "neither yes nor no", 9),
            ("weather: rain", "not understood", 1),
            ("hello", "not understood", 1),
            ("card Odd: artefact", "defines no card", 11),
            ('card Odd: spell "Dance a jig."', "'Dance a jig.' is not understood", 11),
        ],
    )
    def test_refused(self, line: str, part: str, column: int) -> None:
        error = wrong("lane 1: A bear | B -", line)
        assert part in error.message, error.message
        assert error.column == column
        assert error.line == len(CARDS) + 2
        assert error.reason is Reason.UNREADABLE

    def test_twice_in_a_lane(self) -> None:
        assert "stated twice" in wrong("lane 1: A bear | B -", "lane 1: A zapper | B -").message

    def test_the_match_goes_on_there(self) -> None:
        position = given("turn: 4", "forge: B", "step: 3", "hand B: bear")
        assert (position.ask.about, position.ask.seat) == ("step", 1)
        position.when("3 B bear 2").board("step: 4 A", "lane 2: B bear 2/2 front")

    def test_it_can_begin_with_the_draw_phase(self) -> None:
        chosen = SOLFORGE.settings({})
        start = SOLFORGE.scenery.given(chosen, [(1, "turn: 4"), (2, "phase: draw")])
        match = Match(SOLFORGE, chosen, state=start)
        assert match.ask is not None
        assert match.ask.about == "draw"


class TestThen:
    LINES = (
        "lane 3: A old-bear.2 5/7 back exhausted | B -",
        "exalt 3: A pit | B -",
        "hand A: zap bear ??",
        "hand B: bear",
        "discard A: zap.2",
        "banished A: bear bear",
        "top B: zap",
        "deck A: 7",
        "health: 12:34",
        "turn: 5",
        "step: 2 B",
        "forgeborn A: level 2 exhausted",
        "counters a3: 2 charge",
        "keywords a3: armor 2, mobility 1",
        "replaced a3: bear",
    )

    @pytest.mark.parametrize(
        "line",
        [
            "lane 3: A old-bear.2 5/7 back exhausted | B -",
            "lane 3: A old-bear.2",
            "lane 3: A Old Bear 2 back | B -",
            "lane 3: B -",
            "LANE 3 : a OLD-BEAR.2 5 / 7",
            "lane 4: A - | B -",
            "exalt 3: A pit ready | B -",
            "hand A: bear, zap, ??",
            "hand A: 3",
            "hand A: has zap",
            "hand A: lacks old-bear",
            "cards A: 3",
            "discard A: zap.2",
            "banished A: bear bear",
            "top B: zap",
            "deck A: 7",
            "health: 12:34",
            "health A: 12",
            "turn: 5",
            "cycle: 2",
            "phase: action",
            "step: 2",
            "step: 2 B",
            "forge: A",
            "played: no",
            "sudden: no",
            "over: no",
            "winner: none",
            "why: none",
            "forgeborn A: level 2 exhausted",
            "forgeborn A: Oriel",
            "attack a3: 5",
            "health a3: 7",
            "armor a3: 2",
            "row a3: back",
            "ready a3: no",
            "ready xa3: yes",
            "card a3: old-bear.2",
            "counters a3: 2 charge",
            "keywords a3: mobility 1, armor 2",
            "keywords a3: has armor 2",
            "keywords a3: lacks stealth, defender",
            "types a3: Beast",
            "types a3: lacks Zombie",
            "replaced a3: bear",
        ],
    )
    def test_holds(self, line: str) -> None:
        assert check(state(*self.LINES), line) == ""

    @pytest.mark.parametrize(
        ("line", "part"),
        [
            ("lane 3: A old-bear", "A has old-bear.2 5/7 back exhausted there"),
            ("lane 3: A old-bear.2 5/8", "5/7"),
            ("lane 3: A old-bear.2 front", "back"),
            ("lane 3: A old-bear.2 ready", "exhausted"),
            ("lane 3: A -", "A has old-bear.2"),
            ("lane 4: B bear", "B has nothing there"),
            ("exalt 3: A -", "A has pit.1 there"),
            ("hand A: bear, zap", "A's hand is bear.1 zap.1 ??"),
            ("hand A: has zap zap", "A's hand is"),
            ("hand A: lacks zap", "A's hand is"),
            ("hand A: 2", "has 3 cards"),
            ("discard A: -", "zap.2"),
            ("deck A: 8", "has 7 cards"),
            ("top B: bear", "zap.1"),
            ("health: 12:33", "12:34"),
            ("health B: 33", "34"),
            ("turn: 6", "it is 5"),
            ("step: 3", "it is Action Step 2 of B"),
            ("step: 2 A", "of B"),
            ("forge: B", "it is A"),
            ("over: yes", "it is no"),
            ("winner: A", "it is none"),
            ("forgeborn A: level 3", "level 2 exhausted"),
            ("forgeborn A: ready", "level 2 exhausted"),
            ("forgeborn A: Old Fenn", "Oriel"),
            ("attack a3: 6", "it is 5"),
            ("armor a3: 0", "it is 2"),
            ("row a3: front", "it is back"),
            ("ready a3: yes", "it is no"),
            ("card a3: bear", "it is old-bear.2"),
            ("counters a3: 1 charge", "charge"),
            ("keywords a3: armor 2", "armor 2, mobility 1"),
            ("keywords a3: lacks armor", "armor 2, mobility 1"),
            ("types a3: Zombie", "Beast"),
            ("types a3: has Zombie", "Beast"),
            ("replaced a3: zap", "bear.1"),
        ],
    )
    def test_does_not_hold(self, line: str, part: str) -> None:
        assert part in check(state(*self.LINES), line)

    @pytest.mark.parametrize("line", ["weather: rain", "speed a3: 4", "hello", "attack b5: 3"])
    def test_not_understood(self, line: str) -> None:
        with pytest.raises(GameError):
            check(state(*self.LINES), line)


SCENARIO = """
scenario: a replaced creature is banished, and its place is taken in the row of the turn
game: solforge
given:
  card Zap: spell "Deal 3 damage to a creature."
  card Zap 2: spell "Deal 5 damage to a creature."
  card Old Bear: creature 3/4 Beast
  lane 2: A old-bear 3/1 back | B -
  lane 4: A - | B old-bear
  hand A: old-bear
  hand B: zap, old-bear
when:
  1 A old-bear 2
  2 B zap a2
then:
  lane 2: A old-bear 3/1 front | B -
  banished A: old-bear
  discard B: has zap.2
  step: 3 A
refused:
  4 B old-bear 1
  because: this is Action Step 3
  zap b4
  because: not in A's hand
"""


def test_a_scenario() -> None:
    (scenario,) = read_scenarios(SCENARIO)
    outcome = run(scenario)
    assert outcome.holds, outcome.problems
    assert outcome.checks == 6


ASKED = """
scenario: what is asked, and what may be said
game: solforge
given:
  card Bolt: spell "Deal 2 damage to a creature or player."
  card Bear: creature 2/2
  lane 1: A bear | B bear
  hand A: bolt bear
then:
  asked: step
  asked A: step
  legal: bear.1, bolt.1, -
  legal: has bolt.1
  legal: lacks bear.1!, f
when:
  bolt ...
then:
  asked: target
  legal: a1, b1, a, b
"""


def test_what_is_asked_can_be_stated() -> None:
    (scenario,) = read_scenarios(ASKED)
    outcome = run(scenario)
    assert outcome.holds, outcome.problems
    assert outcome.checks == 7


@pytest.mark.parametrize(
    ("right", "false", "why"),
    [
        ("asked: step", "asked: target", "A is asked step"),
        ("asked A: step", "asked B: step", "A is asked step"),
        ("legal: has bolt.1", "legal: has bolt.2", "legal is bear.1, bolt.1, -"),
        ("legal: lacks bear.1!, f", "legal: lacks bear.1", "legal is bear.1, bolt.1, -"),
        ("legal: a1, b1, a, b", "legal: a1, b1, a", "legal is a1, b1, a, b"),
        ("asked: target", "asked: nothing", "A is asked target"),
    ],
)
def test_what_is_asked_can_be_stated_wrongly(right: str, false: str, why: str) -> None:
    (scenario,) = read_scenarios(ASKED.replace(right, false))
    ((_, problem),) = run(scenario).problems
    assert sorted(problem.split(": ", 2)[2].split(", ")) == sorted(why.split(", "))


def test_the_scenario_of_the_documents() -> None:
    """The one that docs/formats.md shows."""
    text = (Path(__file__).parents[5] / "docs" / "formats.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```text scenario\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (shown,) = [block for block in blocks if "game: solforge" in block]
    (scenario,) = read_scenarios(shown)
    outcome = run(scenario)
    assert outcome.holds, outcome.problems
    assert outcome.checks == 6


def test_a_scenario_that_does_not_hold() -> None:
    (scenario,) = read_scenarios(SCENARIO.replace("3/1 front", "3/2 front"))
    outcome = run(scenario)
    assert [problem for _, problem in outcome.problems] == [
        "lane 2: A old-bear 3/2 front | B -: A has old-bear.1 3/1 front there"
    ]
