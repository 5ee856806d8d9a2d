"""Magical Forge's notation: forgiving in, canonical out, and errors that say what would be right."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from domain.contract.errors import GameError, Reason
from domain.contract.game import UNKNOWN, Ask
from domain.formats.scenario import read_scenarios, run
from domain.formats.tape import Tape, decide_line, read_tapes, write_tape
from domain.frame.scanner import Scanner
from domain.games import GAMES
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.games.magical_forge.notation.names import (
    card_word,
    find,
    resolve,
    take_card,
    take_cards,
)
from domain.record.match import Match, Record, fold
from tests.domain.games.magical_forge.mag import (
    VARIANTS,
    given,
    odd_settings,
    played,
    read,
    record,
    written,
)

CODES = ("lantern-hound", "old-lantern", "hound-master", "wisp", "hound", "dr-oneil", "e1", "end")


class TestNames:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("lantern-hound", "lantern-hound"),
            ("Lantern-Hound", "lantern-hound"),
            ("la-ho", "lantern-hound"),
            ("old", "old-lantern"),
            ("master", "hound-master"),
            ("hound", "hound"),
            ("W", "wisp"),
            ("O'Neil", "dr-oneil"),
            ("??", UNKNOWN),
            ("?", UNKNOWN),
        ],
    )
    def test_what_is_meant(self, text: str, code: str) -> None:
        assert resolve(text, 1, CODES) == code

    def test_several(self) -> None:
        assert find("hou", CODES) == ["lantern-hound", "hound-master", "hound"]
        with pytest.raises(GameError) as error:
            resolve("lantern", 4, CODES)
        assert error.value.column == 4
        assert error.value.legal == ("lantern-hound", "old-lantern")

    def test_none_names_the_nearest(self) -> None:
        with pytest.raises(GameError) as error:
            resolve("wips", 1, CODES)
        assert error.value.legal == ("wisp",)

    def test_an_earlier_pool_decides(self) -> None:
        assert resolve("lantern", 1, ["old-lantern"], CODES) == "old-lantern"
        assert resolve("wisp", 1, ["old-lantern"], CODES) == "wisp"

    def test_words_that_belong_together(self) -> None:
        scanner = Scanner("lantern hound old lantern, hound a1", " \t,")
        assert take_cards(scanner, 9, CODES) == ["lantern-hound", "old-lantern", "hound"]
        assert scanner.rest == "a1"

    def test_brackets_hold_any_name(self) -> None:
        scanner = Scanner("[e1] [end] [la ho] 4", " \t,")
        assert take_cards(scanner, 9, CODES) == ["e1", "end", "lantern-hound"]

    @pytest.mark.parametrize("code", ["e1", "end", "a2", "no", "play", "42", "b"])
    def test_what_means_something_else_is_written_in_brackets(self, code: str) -> None:
        assert card_word(code) == f"[{code}]"
        with pytest.raises(GameError):
            take_card(Scanner(code), (code,))

    def test_other_names_are_written_as_they_are(self) -> None:
        assert [card_word(code) for code in ("e1-x", "ending", "7-winds", "??")] == [
            "e1-x",
            "ending",
            "7-winds",
            "??",
        ]


class TestTurns:
    def test_a_creature(self) -> None:
        for line in (
            "1 A play wolf",
            "play WOLF",
            "1. A: play wolf",
            "a p wolf",
            "summon wolf",
            "wolf",
        ):
            position = given("hand A: wolf, hound").when(line)
            assert position.actions == [a.Summon("wolf")]
            assert position.written() == ["1 A play wolf ..."]
            position.board("a1: wolf (new)", "hand A: hound")

    def test_several_actions(self) -> None:
        position = given("hand A: wolf", "spells A: ember, stone", "a1: hound with balm")
        position.when("play wolf; attach ember a2; attach stone a1; attack a2; end")
        assert position.written() == [
            "1 A play wolf; attach ember a2; attach stone a1; attack a2; end"
        ]
        position.board("life: 15:14", "turn: 2 B", "a2: wolf with ember")

    @pytest.mark.parametrize(
        "line",
        ["attach ember stone a1", "attach ember, stone a1", "attach ember a1; attach stone a1"],
    )
    def test_several_spells_to_one_creature(self, line: str) -> None:
        position = given("spells A: ember, stone", "a1: hound with balm", "a2: wolf with balm")
        position.when(line).board("a1: hound with balm, ember, stone", "attached: 2")

    def test_one_spell_to_each_of_several(self) -> None:
        position = given("spells A: ember, ember", "a1: hound with balm", "a2: wolf with balm")
        position.when("attach ember a1 a2")
        position.board("a1: hound with balm, ember", "a2: wolf with balm, ember")

    def test_creatures_by_name(self) -> None:
        position = given("spells A: ember", "a1: hound with balm", "a2: wolf with balm")
        position.when("attach ember wolf; attack wolf")
        assert position.written() == ["1 A attach ember a2; attack a2 ..."]

    def test_a_name_in_play_twice(self) -> None:
        position = given("a1: hound with balm", "a2: old-hound with ember", "a3: hound with balm")
        error = position.refused("attack hound")
        assert error.legal == ("a1", "a3")
        assert error.column == 8

    def test_forge_weapon_and_ability(self) -> None:
        lines = ("hand A: blast net insight", "a1: drake with ember balm", "b1: hound with balm",
                 "b2: wolf with stone", "deck A: hound")  # fmt: skip
        line = "forge blast b1; ability drake ember; weapon net b1; forge insight & hound; end"
        position = given(*lines).when(line)
        assert position.written() == [
            "1 A forge blast b1; ability a1 [ember]; weapon net b1; forge insight & hound; end"
        ]
        position.board("life: 15:13", "creatures B: 0", "hand A: hound", "hand B: wolf")

    def test_play_does_for_other_cards(self) -> None:
        for words in ("play insight &", "forge insight & ", "insight &", "forge ins &"):
            position = given("hand A: insight", "deck A: wolf").when(f"{words} wolf; end")
            assert position.written() == ["1 A forge insight & wolf; end"]

    def test_a_draw_that_is_not_written_is_unknown(self) -> None:
        position = given("hand A: insight", "deck A: wolf hound").when("forge insight; end")
        assert position.written() == ["1 A forge insight & ??; end"]

    def test_an_unknown_hand(self) -> None:
        position = given("hand A: ?? ??", "deck A: wolf hound insight").when("play wolf")
        position.board("hand A: ??")
        assert given("hand A: ??", "deck A: wolf").refused("play ??").column == 6

    def test_an_ability_that_is_not_the_first(self) -> None:
        lines = (
            'card Sage: creature "Lose 1 Life Point: Draw a card. // Lose 2 Life Points: Draw a Spell."',
            "a1: sage with ember",
        )
        position = given(*lines).when("ability a1.2; use sage")
        assert position.actions[0] == a.UseAbility(1, 1)
        assert position.written() == ["1 A ability a1.2 & ??; ability a1 & ?? ..."]

    def test_the_end_of_the_turn(self) -> None:
        lines = ("hand A: hound",)
        for line in ("play hound; end", "play hound; done", "play hound end"):
            assert given(*lines).when(line).written() == ["1 A play hound; end"]
        position = given(*lines).when("play hound", "end")
        assert position.written() == ["1 A play hound; end"]

    @pytest.mark.parametrize("start", ["... ", "...", "… ", "> ", "", "1 A "])
    def test_going_on(self, start: str) -> None:
        position = given("hand A: hound wolf").when("play hound ...", f"{start}play wolf; end")
        position.board("turn: 2 B")


class TestAttacks:
    LINES = (
        "a1: hound with ember, balm",
        "b1: wolf with stone",
        "b2: drake with balm, ember",
    )

    @pytest.mark.parametrize(
        "line", ["attack a1 no block", "attack a1 n", "attack a1 -", "attack a1 unblocked"]
    )
    def test_not_blocked(self, line: str) -> None:
        position = given(*self.LINES).when(line).board("life: 15:13")
        assert position.written() == ["1 A attack a1 no block ..."]

    @pytest.mark.parametrize(
        "line",
        [
            "attack a1 block b1 [ember]; end",
            "attack a1 b1 ember stone; end",
            "attack hound block wolf [ember] [stone]; end",
        ],
    )
    def test_blocked(self, line: str) -> None:
        position = given(*self.LINES).when(line)
        position.board("life: 15:13", "a1: hound with balm", "centre: B stone", "creatures B: 1")
        assert position.written() == ["1 A attack a1 block b1 [ember]; end"]

    def test_both_choose(self) -> None:
        position = given(*self.LINES).when("attack a1 block b2 [balm] [ember]; end")
        position.board(
            "life: 15:15", "centre: -", "spell discard A: balm", "spell discard B: ember"
        )
        assert position.written() == ["1 A attack a1 block b2 [balm] [ember]; end"]

    def test_whether_it_is_blocked_must_be_said(self) -> None:
        error = given(*self.LINES).refused("attack a1; end")
        assert "B must still say whether it blocks" in error.message
        assert error.legal == ("block b1", "block b2", "no block")
        assert "must still say" in given(*self.LINES).refused("attack a1").message
        given(*self.LINES).when("attack a1 ...", "no block; end").board("turn: 2 B")


class TestResponses:
    LINES = (
        "hand A: blast insight",
        "hand B: net ??",
        "a1: hound with ember",
        "b1: seer with balm",
        "b2: wolf with stone",
        "deck A: wolf wolf wolf",
    )

    def test_no_block_may_be_said_where_nobody_can(self) -> None:
        position = given("a1: hound with ember").when("attack a1 no block; end")
        assert position.written() == ["1 A attack a1; end"]
        assert given("a1: hound with ember").refused("no block").column == 1

    def test_passes_need_not_be_written(self) -> None:
        for line in (
            "forge blast b2; end",
            "forge blast b2 -; end",
            "forge blast b2 pass pass; end",
        ):
            position = given(*self.LINES).when(line)
            assert position.written() == ["1 A forge blast b2; end"]
            assert a.Pass() in position.actions

    def test_a_response_stops_it(self) -> None:
        for response in ("!b1 e1", "! seer e1", "! ability b1 e1", "!b1"):
            position = given(*self.LINES).when(f"forge blast b2 {response}; end")
            position.board("b2: wolf", "life: 15:14", "discard A: blast")
            assert position.written() == ["1 A forge blast b2 !b1; end"]

    def test_a_weapon_responds(self) -> None:
        for line in ("forge blast b2 !net b2; end", "forge blast b2 !weapon net b2; end"):
            position = given(*self.LINES).when(line)
            position.board("creatures B: 1", "discard B: net", "hand B: has wolf")
            assert position.written() == ["1 A forge blast b2 !net b2; end"]

    def test_a_response_to_a_response(self) -> None:
        lines = (*self.LINES, "a2: seer with ember")
        position = given(*lines).when("forge blast b2 !net a2 !insight & ??; end")
        assert position.written() == ["1 A forge blast b2 !net a2 !insight & ??; end"]
        position.board("creatures A: 1", "creatures B: 1", "hand A: has seer")

    def test_the_passes_before_a_response_are_written(self) -> None:
        position = given(*self.LINES).when("forge blast b2 - !insight & wolf; end")
        assert position.written() == ["1 A forge blast b2 - !insight & wolf; end"]
        position.board("creatures B: 1", "turn: 2 B")

    def test_a_line_that_stops_in_the_middle(self) -> None:
        position = given(*self.LINES).when("forge blast b2 ...")
        assert (position.ask.about, position.ask.seat) == ("respond", 1)
        assert position.written() == ["1 A forge blast b2 ..."]
        position.when("- ...")
        assert (position.ask.about, position.ask.seat) == ("respond", 0)
        assert position.written() == ["1 A forge blast b2 - ..."]
        position.when("; end").board("turn: 2 B")

    def test_words(self) -> None:
        position = given(*self.LINES).when("forge blast b2 ...")
        assert set(position.words) >= {"!net", "!b1", "-"}


class TestForced:
    """A choice with one answer is no step; it may be spelt out all the same."""

    ONE = ("hand A: blast", "b1: hound with ember")

    def test_left_out_or_spelt_out(self) -> None:
        for line in ("forge blast", "forge blast b1", "forge blast hound"):
            position = given(*self.ONE).when(line)
            assert position.actions[0] == a.PlayForge("blast")
            assert not any(isinstance(action, a.Target) for action in position.actions)
            assert position.written() == ["1 A forge blast ..."]

    def test_spelt_out_wrongly(self) -> None:
        assert given(*self.ONE).refused("forge blast a1").column == 13

    def test_what_is_forced_and_then_chosen(self) -> None:
        lines = (
            'card Rite: forge "Destroy target Creature. '
            'Return a Creature from your discard pile to your hand."',
            "hand A: rite",
            "discard A: hound, wolf",
            "b1: seer with ember",
        )
        position = given(*lines).when("forge rite [hound]; end")
        position.board("hand A: hound", "creatures B: 0")
        assert position.written() == ["1 A forge rite - [hound]; end"]
        given(*lines).when("forge rite b1 [wolf]").board("hand A: wolf")


class TestDraws:
    def start(self, *lines: str, **settings: str) -> Match:
        return read(MAGICAL_FORGE.settings(settings), lines)

    def test_the_toss_and_the_first_draw(self) -> None:
        match = self.start(
            "start B", "deal B cinder-hound, ash-stalker, hunt & wildfire, backdraft"
        )
        assert match.steps[0].action == a.Toss(1)
        assert match.steps[1].action == a.Deal(1, ("cinder-hound", "ash-stalker", "hunt-as-one"), 2)
        assert match.steps[2].action == a.DealSpells(1, ("wildfire", "backdraft"))

    @pytest.mark.parametrize(
        ("line", "creatures", "spells"),
        [
            ("deal B ?? & ?? ??", 2, (UNKNOWN, UNKNOWN)),
            ("deal B 2", 2, (UNKNOWN, UNKNOWN)),
            ("deal B & ?? wildfire", 2, (UNKNOWN, "wildfire")),
            ("deal B hunt ?? ?? 1 & wildfire", 1, ("wildfire",)),
            ("deal B hunt, ash & wild", 1, ("wildfire",)),
            ("deal B 0", 0, None),
            ("draw b: ?? 1", 1, (UNKNOWN,)),
        ],
    )
    def test_how_many_are_creatures(
        self, line: str, creatures: int, spells: tuple[str, ...] | None
    ) -> None:
        match = self.start("start B", line)
        assert match.steps[1].action.creatures == creatures
        assert [step.action.cards for step in match.steps[2:]] == ([spells] if spells else [])
        again = self.start(*written(match.settings, match.steps))
        assert again.steps == match.steps

    @pytest.mark.parametrize(
        ("line", "part", "column"),
        [
            ("deal B ??", "how many of them are Creatures", 10),
            ("deal A & ?? ??", "it is seat B that draws here", 6),
            ("deal B hound 0", "cannot be Creatures", 6),
            ("deal B 7", "cannot be Creatures", 6),
            ("deal B orarus & ??", "can be there", 6),
            ("deal B ?? & ?? orarus", "not all of these Spells", 11),
            ("deal B 2 & ?? ?? ??", "too much", 18),
            ("1 B play hound", "B draws first", 5),
            ("concede B", "cards are drawn first", 1),
            ("start A", "B draws first", 1),
        ],
    )
    def test_errors(self, line: str, part: str, column: int) -> None:
        match = self.start("start B")
        with pytest.raises(GameError) as caught:
            decide_line(match, line)
        assert part in caught.value.message
        assert caught.value.column == column, (caught.value.column, caught.value.message)

    def test_a_draw_can_stop_in_the_middle(self) -> None:
        match = self.start("start B", "deal B hound hunt ?? 2 ...", "... & wildfire ??")
        assert match.state.phase == "main"
        assert match.steps[2].action == a.DealSpells(1, ("wildfire", UNKNOWN))

    def test_opening_hands(self) -> None:
        match = self.start("start A", "deal A ?? 2", "deal B ?? & wildfire", opening_hand="4")
        assert [side.hand for side in match.state.sides] == [6, 5]
        assert match.state.turn == 1


class TestOtherLines:
    LINES = (
        "turn: 4 A",
        "hand A: hound insight blast",
        "spells A: ember",
        "a1: drake with balm, ember",
        "a2: hound with balm (attacked)",
        "b1: seer with stone",
    )

    @pytest.mark.parametrize(
        ("line", "part", "column"),
        [
            ("5 A end", "this is turn 4, not 5; it ends with: 4 A end", 1),
            ("3 A end", "this is turn 4, not 3", 1),
            ("4 B end", "turn 4 is A's", 3),
            ("deal A hound", "draws no cards here", 6),
            ("4 A", "decides nothing", 4),
            ("...", "decides nothing", 1),
            ("4 A play unicorn", "no card here is called 'unicorn'", 10),
            ("4 A play wolf", "not in hand", 5),
            ("4 A attach ember a3", "no Creature of A number 3", 18),
            ("4 A attach ember", "which card?", 17),
            ("4 A attach a1", "which Spell?", 12),
            ("4 A attach ember b1", "one's own Creatures", 12),
            ("4 A attack a2", "attacked this turn", 5),
            ("4 A attack b1 no block", "not seat A's", 5),
            ("4 A ability a2", "no ability that can be used", 13),
            ("4 A forge blast; end", "must still say who or what is meant", 16),
            ("4 A forge blast b2", "no Creature of B number 2", 17),
            ("4 A !drake", "no action of a turn", 5),
            ("4 A forge blast b1 a1", "no action of a turn", 20),
            ("4 A end; end", "the turn is over", 8),
            ("4 A {", "no action of a turn", 5),
        ],
    )
    def test_errors(self, line: str, part: str, column: int) -> None:
        error = given(*self.LINES).refused(line)
        assert part in error.message, error.message
        assert error.column == column, (error.column, error.message)
        assert error.reason in (Reason.ILLEGAL, Reason.UNREADABLE)

    def test_errors_offer_what_is_legal(self) -> None:
        assert given(*self.LINES).refused("forge blast").legal == ("a1", "a2", "b1")
        assert "attack a1" in given(*self.LINES).refused("jump").legal

    @pytest.mark.parametrize(
        ("line", "winner"),
        [("concede", "B"), ("concede A", "B"), ("concede B", "A"), ("B concedes", "A")],
    )
    def test_giving_up(self, line: str, winner: str) -> None:
        position = given(*self.LINES).when(line)
        position.board("over: yes", f"winner: {winner}", "why: concession")
        assert position.written() == [f"4 A concede {'BA'['AB'.index(winner)]}"]

    def test_giving_up_in_the_middle(self) -> None:
        position = given(*self.LINES, "hand B: ??").when("forge blast a1 - concede B")
        assert position.written() == ["4 A forge blast a1 - concede B"]
        position = given(*self.LINES).when("attack a1 concede b")
        assert position.written() == ["4 A attack a1 concede B"]

    def test_the_match_is_over(self) -> None:
        position = given(*self.LINES).when("concede")
        assert "over" in position.refused("4 A end").message

    def test_the_totals_are_life_points(self) -> None:
        position = given("life: 15:2", "a1: hound with ember").when("attack a1 = 15:1")
        assert MAGICAL_FORGE.notation.totals(position.state) == "15:1"
        position = given("life: 15:2", "a1: hound with ember, balm").when("attack a1 = 15:0")
        position.when("result A wins 15:0 (life)")
        assert "ended otherwise" in position.refused("result B wins 15:0").message


class TestAnswers:
    def test_may_modes_and_up_to(self) -> None:
        lines = (
            'card Choice: forge "Choose one: // • Your opponent loses 2 Life Points. // • Draw a card."',
            'card Both: forge "Return up to 2 Creatures from your discard pile to your hand."',
            'card Maybe: creature "When this comes into play, you may draw a card."',
            "hand A: choice both maybe",
            "discard A: hound wolf seer",
        )
        assert given(*lines).when("forge choice #2; end").written() == [
            "1 A forge choice #2 & ??; end"
        ]
        assert given(*lines).when("forge choice 1; end").written() == ["1 A forge choice #1; end"]
        for none in ("n", ".", "no"):
            position = given(*lines).when(f"forge both [wolf] {none}; end")
            assert position.written() == ["1 A forge both - [wolf] n; end"]
        for answer, drawn in (("y", " & ??"), ("n", "")):
            position = given(*lines).when(f"play maybe {answer}; end")
            assert position.written() == [f"1 A play maybe - {answer}{drawn}; end"]

    def test_what_the_dealer_turns_up(self) -> None:
        lines = (
            'card Steal: forge "Your opponent discards a card at random."',
            'card Lift: forge "Attach the top card of your Spell Deck to target Creature of yours."',
            "hand A: steal lift",
            "hand B: hound wolf",
            "a1: hound with ember",
        )
        position = given(*lines).when("forge steal *wolf; end").board("discard B: wolf")
        assert position.written() == ["1 A forge steal *wolf; end"]
        code = next(iter(given(*lines).state.sides[0].spells.unseen))
        position = given(*lines).when(f"forge lift ^{code}")
        position.board(f"a1: hound with ember, {code}")
        assert "which card came up" in given(*lines).refused("forge steal").message

    def test_the_centre_and_the_stack_can_be_targets(self) -> None:
        lines = (
            'card Clear: forge "Discard target Spell in the centre."',
            "hand A: clear",
            "centre: A stone | B stone",
        )
        position = given(*lines).when("forge clear s2").board("centre: A stone")
        assert position.written() == ["1 A forge clear s2 ..."]


class TestWords:
    def test_in_a_turn(self) -> None:
        position = given("hand A: hound, blast", "spells A: ember", "a1: drake with balm")
        assert set(position.words) == {
            "play hound", "attach ember a1", "forge blast", "ability a1", "attack a1", "end",
        }  # fmt: skip

    def test_meanings_say_who_is_meant(self) -> None:
        position = given("a1: drake with balm")
        meanings = MAGICAL_FORGE.notation.meanings(position.state, position.ask)
        assert list(meanings) == position.words
        assert "Drake" in meanings["attack a1"]

    def test_before_the_first_turn(self) -> None:
        match = Match(MAGICAL_FORGE, MAGICAL_FORGE.settings({}))
        assert isinstance(match.ask, Ask)
        assert MAGICAL_FORGE.notation.words(match.state, match.ask) == ["start A", "start B"]
        match.decide(a.Toss(1))
        assert isinstance(match.ask, Ask)
        assert MAGICAL_FORGE.notation.prompt(match.state, match.ask) == ("1", 1)
        assert "deal B ?? & ?? ??" in MAGICAL_FORGE.notation.words(match.state, match.ask)

    def test_the_cards_of_a_deal_are_offered(self) -> None:
        match = read(MAGICAL_FORGE.settings({}), ["start A"])
        assert isinstance(match.ask, Ask)
        offered = MAGICAL_FORGE.notation.goes_on(match.state, match.ask, "deal A ")
        assert {"gate-warden", "quiet-hammer", UNKNOWN, "&"} <= set(offered)
        assert "held-note" not in offered
        typed = "deal A bell-keeper, bell keeper, "
        assert "bell-keeper" not in MAGICAL_FORGE.notation.goes_on(match.state, match.ask, typed)
        spells = MAGICAL_FORGE.notation.goes_on(match.state, match.ask, f"{typed} ?? & ")
        assert "held-note" in spells
        assert "gate-warden" not in spells
        assert MAGICAL_FORGE.notation.goes_on(match.state, match.ask, "1 A ") == []

    def test_shapes_are_there_for_every_question_of_a_turn(self) -> None:
        position = given("a1: drake with balm")
        assert "attack a1" in MAGICAL_FORGE.notation.shapes(position.state, position.ask)

    def test_a_card_for_people(self) -> None:
        position = given()
        text = MAGICAL_FORGE.notation.card(position.state, "net")
        assert "Net" in text
        assert "Weapon" in text
        assert "owner's hand" in text
        with pytest.raises(GameError):
            MAGICAL_FORGE.notation.card(position.state, "unicorn")


# -- there and back ------------------------------------------------------------------------------


def rewritten(match: Match) -> list[Any]:
    """The steps after writing and reading."""
    return read(match.settings, written(match.settings, match.steps)).steps


@pytest.mark.parametrize("seed", range(20))
def test_every_match_comes_back(seed: int) -> None:
    settings = MAGICAL_FORGE.settings(VARIANTS[seed % 5])
    bots = (("random", "random"), ("sensible", "random"))[seed % 2]
    match = played(settings, seed, known=(1.0, 0.5, 0.0)[seed % 3], bots=bots)
    assert rewritten(match) == match.steps


@pytest.mark.parametrize("seed", range(40))
def test_cards_with_odd_names_come_back(seed: int) -> None:
    """Names like those of other words, and every kind of choice."""
    match = played(
        odd_settings(seed), seed, known=(1.0, 0.5, 0.0)[seed % 3], bots=("random", "random")
    )
    assert rewritten(match) == match.steps


def test_every_kind_of_line_is_among_them() -> None:
    """What matches at random show: decisions before a draw, responses, choices, recycled Spells."""
    text: list[str] = []
    for seed in range(40):
        match = played(odd_settings(seed), seed, bots=("random", "random"))
        text += written(match.settings, match.steps)
    lines = "\n".join(text)
    for kind in (
        r"^\d+ [AB] start: ", r"^deal [AB] .* & ", r" - !", r" !a\d", r" o\d", r" #\d", r" y\b",
        r" n\b", r" \*", r" \^", r"; attach \[", r" block [ab]\d \[", r" no block",
        r"concede [AB]$", r"ability [ab]\d\.2",
    ):  # fmt: skip
        assert re.search(kind, lines, re.MULTILINE), kind


@pytest.mark.parametrize("seed", range(8))
def test_a_match_in_progress_comes_back(seed: int) -> None:
    match = played(odd_settings(seed), seed, most=13 + 7 * seed)
    assert rewritten(match) == match.steps


@pytest.mark.parametrize("seed", range(16))
def test_lines_can_be_broken_anywhere(seed: int) -> None:
    """A comment belongs to a step: the line ends there and the next goes on."""
    rng = random.Random(seed)
    settings = odd_settings(seed) if seed % 2 else MAGICAL_FORGE.settings(VARIANTS[seed // 2 % 5])
    match = played(settings, seed, known=(1.0, 0.5)[seed % 2])
    state = MAGICAL_FORGE.new_state(settings)
    lines: list[str] = []
    index, going_on = 0, False
    while index < len(match.steps):
        until = min(len(match.steps), index + rng.choice((1, 2, 3, 9, 99)))
        more, used = MAGICAL_FORGE.notation.write(state, match.steps[index:until], going_on)
        going_on = more[-1].endswith("...")
        lines += more
        index += used
    assert read(settings, lines).steps == match.steps


@pytest.mark.parametrize("seed", range(3))
def test_every_word_offered_is_understood(seed: int) -> None:
    """What is offered can be typed, and means the legal action it stands for."""
    match = played(odd_settings(seed), seed, most=90, bots=("random", "random"))
    for number in range(0, len(match.steps), 4):
        before = Match(MAGICAL_FORGE, match.settings, match.steps[:number])
        if before.ask is None:
            break
        words = MAGICAL_FORGE.notation.words(before.state, before.ask)
        for word in words[:8]:
            trial = Match(MAGICAL_FORGE, match.settings, match.steps[:number])
            decide_line(trial, f"{word} ...")
            again = written(match.settings, trial.steps)
            assert read(match.settings, again).steps == trial.steps


def test_a_seat_reads_its_own_view() -> None:
    """The tape as a seat may know it is legal: the other's hand is bound as it is revealed."""
    match = played(MAGICAL_FORGE.settings({}), 7)
    for seat in (0, 1, None):
        seen = record(match).seen_by(seat)
        settings = seen.opened.settings
        lines = written(settings, seen.steps)
        assert [step.action for step in read(settings, lines).steps] == [
            step.action for step in seen.steps
        ]


def test_the_fold_of_what_was_read_is_the_state() -> None:
    match = played(MAGICAL_FORGE.settings({}), 3, most=40)
    steps = rewritten(match)
    assert fold(MAGICAL_FORGE.new_state(match.settings), steps) == match.state


REGISTERED = pytest.mark.skipif("magical_forge" not in GAMES, reason="the game is not listed")


@REGISTERED
def test_a_tape_comes_back_as_it_was_written() -> None:
    match = played(MAGICAL_FORGE.settings({}), 5)
    match.steps = [
        msgspec.structs.replace(step, note=f"n{index}") if index % 5 == 0 else step
        for index, step in enumerate(match.steps)
    ]
    text = write_tape(record(match))
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), tape
    assert tape.steps == match.steps


# -- what docs/formats.md says -------------------------------------------------------------------

TEXT = (Path(__file__).parents[5] / "docs" / "formats.md").read_text(encoding="utf-8")


def described(title: str) -> dict[str, set[str]]:
    """Types and fields of the table that follows a title."""
    rows = TEXT.partition(title)[2].partition("\n\n")[2].partition("\n\n")[0].splitlines()[2:]
    found: dict[str, set[str]] = {}
    for row in rows:
        types, fields, *_ = (cell.strip() for cell in row.strip("|").split("|"))
        for name in re.findall(r"`([\w-]+)`", types):
            found[name] = set(re.findall(r"\w+", fields))
    return found


@pytest.mark.parametrize(
    ("title", "union"),
    [
        ("Actions of Magical Forge:", MAGICAL_FORGE.action_type),
        ("Facts of Magical Forge:", MAGICAL_FORGE.fact_type),
    ],
)
def test_every_type_and_field_is_told(title: str, union: Any) -> None:
    real = {str(k.__struct_config__.tag): set(k.__struct_fields__) for k in get_args(union)}
    assert described(title) == real


@REGISTERED
def test_the_tape_shown_can_be_imported() -> None:
    blocks = re.findall(r"^```text tape\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    (text,) = [block for block in blocks if "game: magical_forge" in block]
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), tape
    assert len(tape.steps) > 20


@REGISTERED
def test_the_scenario_shown_holds() -> None:
    blocks = re.findall(r"^```text scenario\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    (text,) = [block for block in blocks if "game: magical_forge" in block]
    (scenario,) = read_scenarios(text)
    assert run(scenario).holds, run(scenario).problems


EXAMPLES = Path(__file__).parents[5] / "examples"


@REGISTERED
def test_the_example_tape_is_a_whole_match_and_comes_back() -> None:
    (tape,) = read_tapes((EXAMPLES / "life-force.tape").read_text(encoding="utf-8"))
    assert isinstance(tape, Tape), tape
    again = write_tape(Record(tape.match_id, MAGICAL_FORGE, tape.opened, tape.steps, ""))
    (back,) = read_tapes(again)
    assert isinstance(back, Tape), back
    assert back.steps == tape.steps
    assert again.endswith("result A wins 9:0 (life)\n")
    kinds = {type(fact).__name__ for step in tape.steps for fact in step.facts}
    assert {"Stopped", "Blocked", "PutInCentre", "LeftCentre", "Marked", "LifeGained"} <= kinds


@REGISTERED
def test_the_example_scenarios_hold() -> None:
    text = (EXAMPLES / "magical-forge.scenarios").read_text(encoding="utf-8")
    outcomes = [run(scenario) for scenario in read_scenarios(text)]
    assert len(outcomes) == 8
    assert all(outcome.holds for outcome in outcomes), [o.problems for o in outcomes if o.problems]
