"""Rulings in SolForge Fusion's words, and plays that stood."""

from __future__ import annotations

import pytest

from domain.contract.errors import GameError, Reason
from domain.contract.game import Fact
from domain.formats.tape import decide_line
from domain.games.solforge import facts as f
from domain.games.solforge.actions import Deal, Done, Pass, Play, UseForgeborn
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.game import SOLFORGE
from domain.record.match import Match
from domain.record.rulings import read_facts
from tests.domain.games.ruled import cannot_stand, read_lines, stands
from tests.domain.games.solforge.sol import SolPosition, given

TABLE = (
    'card Wall: creature 1/6 "Defender // Armor 2"',
    "lane 2: A old-bear.1 4/4 | B wall.1",
    "lane 3: A - | B bear.1",
    "exalt 4: A pit.1 | B -",
    "hand A: old-bear.2 zap.1 ??",
    "hand B: ?? ??",
    "forge: A",
)


def table() -> SolPosition:
    """A's first Action Step at the table."""
    return given(*TABLE)


def stated(text: str) -> list[Fact]:
    """What a ruling states there."""
    return read_facts(SOLFORGE, table().match.state, text)


BEAR, WALL = 1, 2


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("health A 43", [f.Gained(0, -7, 43)]),
        ("health b +3 by a2", [f.Gained(1, 3, 53, BEAR)]),
        ("HEALTH a -3", [f.Gained(0, -3, 47)]),
        ("health b2 3", [f.Changed(WALL, 0, -3, 0, -1)]),
        ("attack a2 7", [f.Changed(BEAR, 3, 0, 0, -1)]),
        ("attack wall +2 by A zap", [f.Changed(WALL, 2, 0, 0, 0, "zap.1")]),
        ("change a2 +2/-1", [f.Changed(BEAR, 2, -1, 0, -1)]),
        ("damage b2 3", [f.Hit(WALL, 3, 2, 0, -1, False)]),
        ("damage b2 3 armor 0 by a2", [f.Hit(WALL, 3, 0, 1, 0, False, "old-bear.1")]),
        ("damage A 5 combat", [f.HitPlayer(0, 5, 0, 0, -1, True, 45)]),
        ("heal A 3", [f.Gained(0, 3, 53)]),
        ("heal #2 1", [f.Changed(WALL, 0, 1, 0, -1)]),
        ("destroy b2", [f.Left(WALL, "destroyed", "banish")]),
        ("destroy bear by zap", None),
        ("destroy old bear by a zap", [f.Left(BEAR, "destroyed", "banish", 0, 0, "zap.1")]),
        ("banish xa4", [f.Left(4, "banished", "banish")]),
        ("return b2", [f.Left(WALL, "returned", "hand")]),
        ("return b2 to top", [f.Left(WALL, "returned", "top")]),
        ("leave b2 to deck", [f.Left(WALL, "left", "deck")]),
        ("move a2>4", [f.Moved(BEAR, 4, True)]),
        ("move a2 back", [f.Moved(BEAR, 2, False)]),
        ("move a2 to 5 back", [f.Moved(BEAR, 5, False)]),
        ("swap b2 b3", [f.Swapped(2, 3)]),
        ("put a3 bear.1", [f.Entered(5, "bear.1", 0, 0, 3, True, 2, 2, False, "put")]),
        ("put b4 bear 5/6 back of A", [f.Entered(5, "bear.1", 1, 0, 4, False, 5, 6, False, "put")]),
        (
            "put b2 bear",
            [
                f.Left(WALL, "replaced", "banish", 5, 1, "bear.1"),
                f.Entered(5, "bear.1", 1, 1, 2, False, 2, 2, False, "put", 2, "wall.1"),
            ],
        ),
        (
            "put a3 old bear from hand",
            [
                f.Carried(0, "old-bear.2", "hand", "aside"),
                f.Entered(5, "old-bear.2", 0, 0, 3, True, 6, 8, False, "put"),
            ],
        ),
        ("exhaust a2", [f.Turned(BEAR, False)]),
        ("ready A", [f.ForgebornTurned(0, True)]),
        ("activate xa4", [f.Activated(4, 0)]),
        ("counter a2 +2 growth", [f.Counted(BEAR, "growth", 2)]),
        (
            "give a2 stealth armor 2 turn",
            [
                f.Given(
                    1,
                    BEAR,
                    n.Gift(keywords=(n.Keyword("stealth"), n.Keyword("armor", n.Number(2)))),
                    "turn",
                    "",
                )
            ],
        ),
        (
            "give a2 +2/+0 this turn by zap",
            [f.Given(1, BEAR, n.Gift(attack=n.Number(2)), "turn", "zap.1")],
        ),
        ("give A armor 1", [f.PlayerGiven(1, 0, n.Gift(keywords=(n.Keyword("armor"),)), "", "")]),
        ("lose b2 defender", [f.Given(1, WALL, n.Gift(loses=("defender",)), "", "")]),
        (
            "bar a2 attack turn",
            [f.Given(1, BEAR, n.Gift(forbids=(n.Forbid("attack"),)), "turn", "")],
        ),
        ("forgeborn B level 3", [f.ForgebornLevelled(1, 3)]),
        ("forgeborn b used", [f.ForgebornUsed(1, 1)]),
        ("draw A 2", [f.Drawn(0, ("??", "??"))]),
        ("draw A spark ??", [f.Drawn(0, ("spark-adept.1", "??"))]),
        ("look A spark", [f.Looked(0, ("spark-adept.1",))]),
        ("discard A zap", [f.Carried(0, "zap.1", "hand", "discard")]),
        ("discard A zap; return A zap", None),
        ("banish A zap", [f.Carried(0, "zap.1", "hand", "banish")]),
        ("carry A zap hand>deck", [f.Carried(0, "zap.1", "hand", "deck")]),
        ("level A spark.2", [f.Levelled(0, "spark-adept.2")]),
        ("shuffle B", [f.Shuffled(1)]),
        ("forge B", [f.ForgePassed(1)]),
        ("step 3", [f.StepBegan(3, 0)]),
        ("phase combat", [f.PhaseBegan("combat")]),
        ("sudden", [f.SuddenDeath("ruling")]),
        ("turn B", [f.TurnBegan(2, 1)]),
        ("end B Eve", [f.MatchEnded(1, "Eve")]),
    ],
)
def test_what_can_be_said(text: str, facts: list[Fact] | None) -> None:
    if facts is None:
        assert stated(text)
    else:
        assert stated(text) == facts


@pytest.mark.parametrize(
    ("text", "reason", "column", "message", "legal"),
    [
        ("damage", Reason.UNREADABLE, 7, "who or what?", "b2"),
        ("damage b5 3", Reason.ILLEGAL, 8, "B has no creature in lane 5", "b2"),
        ("damage b2", Reason.UNREADABLE, 10, "the damage: a number is missing", "damage b2 3"),
        ("damage b2 3 armor 4", Reason.ILLEGAL, 19, "Armor takes 3 at most", "damage b2 3"),
        ("damage b2 3 by", Reason.UNREADABLE, 15, "by whom", "by a1"),
        ("destroy dragon", Reason.UNREADABLE, 9, "no card here is called", "old-bear.1"),
        ("move a2>9", Reason.ILLEGAL, 9, "there is no lane 9", "move b2>4"),
        ("move b2>3", Reason.ILLEGAL, 9, "lane 3 is taken", "move b2>4"),
        ("swap a2 b2", Reason.ILLEGAL, 9, "of one side", "swap b2 b3"),
        ("counter a2 -1", Reason.ILLEGAL, 12, "there are 0 such counters", "counter b2 +1"),
        ("give a2", Reason.UNREADABLE, 8, "what is given?", "stealth"),
        ("put a9 bear", Reason.ILLEGAL, 5, "there is no lane 9", "put a3 bear"),
        (
            "put a3 bear.1 from discard",
            Reason.ILLEGAL,
            8,
            "A's discard holds no bear.1",
            "put a3 bear",
        ),
        ("discard A wall", Reason.ILLEGAL, 11, "A's hand holds no wall.1", "discard A bear"),
        ("step 2 A", Reason.ILLEGAL, 8, "step 2 is of B", "step 3"),
        ("step 9", Reason.ILLEGAL, 6, "the steps 1 to 4", "step 3"),
        ("phase lunch", Reason.UNREADABLE, 7, "which phase?", "combat"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    text: str, reason: Reason, column: int, message: str, legal: str
) -> None:
    with pytest.raises(GameError) as caught:
        stated(text)
    assert message in caught.value.message
    assert (caught.value.reason, caught.value.column) == (reason, column)
    assert legal in caught.value.legal, caught.value.legal


def test_facts_are_said_so_that_they_are_understood() -> None:
    state = table().match.state
    said = {
        f.Hit(
            WALL, 3, 1, 1, 0, True, "old-bear.1", True
        ): "damage b2 3 armor 1 combat battle by a2",
        f.HitPlayer(1, 2, 0, 9, 0, False, 48, "zap.1"): "damage B 2 by A #9 zap.1",
        f.Left(WALL, "destroyed", "hand"): "destroy b2 to hand",
        f.Counted(BEAR, "", 1): "counter a2 +1",
        f.Given(1, BEAR, n.Gift(types=("Mage",)), "", ""): "",
        f.Entered(5, "bear.1", 0, 0, 3, True, 2, 2, False, "played", 9, "wall.1"): (
            "put a3 bear.1 2/2 front played for #9 wall.1"
        ),
        f.BasicTaken(): "",
    }
    for fact, text in said.items():
        assert SOLFORGE.notation.ruled(state, (fact,)) == text
        assert not text or stated(text) == [fact]


def test_what_follows_by_the_rules_follows() -> None:
    """No Health left: it is destroyed; a player who has none has lost."""
    position = table().when("! damage b3 2 by a2")
    assert [type(fact) for fact in position.facts] == [f.Hit, f.Left]
    assert (position.ask.about, position.ask.seat) == ("step", 0)
    position.when("! health B 0")
    assert position.facts[-1] == f.MatchEnded(0, "health")


def test_steps_phases_and_turns_pass() -> None:
    position = table().when("! step 2")
    assert (position.ask.about, position.ask.seat) == ("step", 1)
    position.when("! step 3")
    assert (position.ask.about, position.ask.seat) == ("step", 0)
    position.when("! phase end")
    assert position.match.state.turn == 2
    position.when("! turn A")
    assert (position.match.state.turn, position.match.state.forge) == (3, 0)


# -- plays that stood ----------------------------------------------------------------------------

SETUP = ("forge A", "T1 F=A", "deal A ??", "deal B ??")


def begun(*lines: str) -> Match:
    """A match in its first turn, after some lines; both hands are unknown."""
    return read_lines(SOLFORGE, {}, (*SETUP, *lines))


def test_two_cards_in_one_step() -> None:
    match = stands(begun(), "1 A spark-adept 3; searing-bolt a3 ...", Play)
    assert not match.state.in_play or match.state.played


def test_two_creatures_in_one_step() -> None:
    match = stands(begun(), "spark-adept 3; brass-sentry 4", Play)
    assert [p.lane for p in match.state.creatures(0)] == [3, 4]


def test_the_forgeborn_is_used_twice() -> None:
    stands(begun(), "f; f; spark-adept 3", UseForgeborn, UseForgeborn)


def test_what_is_exhausted_is_activated() -> None:
    match = begun("spark-adept 3")
    there = stands(match, "B mossback 3; f", UseForgeborn)
    assert not there.state.sides[1].ready


def test_a_step_without_its_basic_action() -> None:
    match = begun()
    stands(match, "1 A done", Done)


def test_a_pass_after_the_basic_action() -> None:
    stands(begun("spark-adept 3 ..."), "... -", Pass)


def test_too_many_cards_are_drawn() -> None:
    match = read_lines(SOLFORGE, {}, SETUP[:2])
    there = stands(match, "deal A spark-adept gearwright ?? ?? ?? ??", Deal)
    assert there.state.sides[0].hand.count == 6


def test_wrong_numbers_of_turn_and_step_are_passed_over() -> None:
    match = begun()
    steps = decide_line(match, "!! T9.3 A spark-adept 3")
    assert steps[0].action == Play("spark-adept.1", 3)


def test_what_cannot_stand_says_why() -> None:
    match = begun("spark-adept 3")
    cannot_stand(match, "A brass-sentry 3", "a ruling before this line", "! step 3")
    cannot_stand(match, "mossback 9", "there is no lane 9")
    cannot_stand(match, "spark-adept 3", "is not in B's hand")
    cannot_stand(match, "mossback 3; @3.5", "the rules cannot carry that out")
    cannot_stand(match, "f", "must still play a card")
