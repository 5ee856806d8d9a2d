"""SolForge Fusion's notation: forgiving in, canonical out, and errors that say what would be right."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from rich.text import Text

from domain.contract.errors import GameError, Reason
from domain.contract.game import DEALER, UNKNOWN, Ask
from domain.formats.tape import Tape, decide_line, read_tapes, write_tape
from domain.frame.scanner import Scanner
from domain.games.solforge import actions as a
from domain.games.solforge.game import SOLFORGE
from domain.games.solforge.notation.names import find, resolve, take_card, take_cards
from domain.record.match import Match, Record, fold
from tests.domain.games.solforge.sol import (
    given,
    odd_settings,
    played,
    read,
    record,
    refusal,
    written,
)

CODES = (
    "spark-adept.1", "spark-adept.2", "grand-spark.1", "bear.1", "bear-rider.1", "mk2.1", "mk2.2",
    "dr-oneil.1", "wisp.1",
)  # fmt: skip


class TestNames:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("spark-adept.2", "spark-adept.2"),
            ("Spark-Adept2", "spark-adept.2"),
            ("sp-ad.1", "spark-adept.1"),
            ("adept1", "spark-adept.1"),
            ("grand", "grand-spark.1"),
            ("w", "wisp.1"),
            ("WISP", "wisp.1"),
            ("rider", "bear-rider.1"),
            ("O'Neil", "dr-oneil.1"),
            ("mk2.2", "mk2.2"),
            ("mk22", "mk2.2"),
            ("??", UNKNOWN),
            ("?", UNKNOWN),
        ],
    )
    def test_what_is_meant(self, text: str, code: str) -> None:
        assert resolve(text, 1, CODES) == code

    def test_a_whole_name_wins_over_beginnings(self) -> None:
        assert find("bear", CODES) == ["bear.1"]
        assert find("bea", CODES) == ["bear.1", "bear-rider.1"]

    def test_several(self) -> None:
        with pytest.raises(GameError) as error:
            resolve("spark", 4, CODES)
        assert error.value.column == 4
        assert error.value.legal == ("spark-adept.1", "spark-adept.2", "grand-spark.1")
        assert "can be 3 cards" in error.value.message

    def test_none_names_the_nearest(self) -> None:
        with pytest.raises(GameError) as error:
            resolve("wips", 1, CODES)
        assert error.value.legal == ("wisp.1",)

    def test_an_earlier_pool_decides(self) -> None:
        assert resolve("spark", 1, ["grand-spark.1"], CODES) == "grand-spark.1"
        assert resolve("adept.2", 1, ["grand-spark.1"], CODES) == "spark-adept.2"

    def test_words_that_belong_together(self) -> None:
        scanner = Scanner("spark adept.2 bear rider, bear 3", " \t,")
        assert take_cards(scanner, 9, CODES) == ["spark-adept.2", "bear-rider.1", "bear.1"]
        assert scanner.rest == "3"

    @pytest.mark.parametrize("word", ["a3", "xb2", "b", "y", "n", "o2", "f", "4", "-", "#2", ""])
    def test_words_with_a_meaning_of_their_own_are_no_cards(self, word: str) -> None:
        with pytest.raises(GameError):
            take_card(Scanner(word), ["a3-x.1", "best.1", "yes.1", "none.1", "o2.1", "fire.1"])


class TestPlays:
    @pytest.mark.parametrize(
        "line",
        [
            "1 A old-bear.1 3", "1 a OLD-BEAR 3", "old 3", "1. A: old bear 3", "A old-b 3", "1 old >3",
            "  1   A   old-bear.1   3  ",
        ],
    )  # fmt: skip
    def test_a_creature(self, line: str) -> None:
        position = given("hand A: old-bear, zap").when(line)
        assert position.actions == [a.Play("old-bear.1", 3), a.Done()]
        position.board("lane 3: A old-bear 3/4 front | B -", "step: 2 B", "hand A: zap")

    def test_an_exalt(self) -> None:
        given("hand A: pit").when("pit 4").board("exalt 4: A pit | B -")

    @pytest.mark.parametrize("line", ["zap a3", "zap b3", "zap A3", "zap, b 3", "zap old-bear b3"])
    def test_a_target(self, line: str) -> None:
        position = given("hand A: zap", "lane 3: A old-bear | B bear", "lane 4: A - | B bear")
        if line == "zap old-bear b3":
            assert refusal(position, line).column == 14
            return
        position.when(line)
        assert isinstance(position.actions[1], a.Target)

    def test_a_target_by_name_or_lane(self) -> None:
        lines = ("hand A: zap", "lane 3: A old-bear | B -", "lane 4: A - | B bear")
        by_name = given(*lines).when("zap old-bear").actions
        assert by_name == given(*lines).when("zap 3").actions
        assert by_name == given(*lines).when("zap a3").actions
        assert refusal(given(*lines), "zap 2").column == 5

    def test_a_name_in_play_twice(self) -> None:
        position = given("hand A: zap", "lane 3: A bear | B bear", "lane 4: A - | B old-bear")
        error = refusal(position, "zap bear")
        assert error.legal == ("a3", "b3")
        assert error.column == 5

    def test_a_player(self) -> None:
        given("hand A: bolt", "lane 3: A bear | B -").when("bolt b").board("health: 50:48")

    def test_for_free(self) -> None:
        lines = ("hand A: quick-zap, old-bear, zap", "lane 3: A bear | B -", "lane 4: A bear | B -")
        position = given(*lines).when("quick! a3; old 5")
        assert position.actions == [
            a.Play("quick-zap.1", 0, True), a.Target(1), a.Play("old-bear.1", 5), a.Done()
        ]  # fmt: skip
        assert given(*lines).when("quick a3; old 5").actions == position.actions
        assert position.written() == ["1 A quick-zap.1! a3; old-bear.1 5"]

    def test_up_to(self) -> None:
        lines = ("hand A: fork", "lane 1: A bear | B bear", "lane 2: A bear | B bear")
        assert given(*lines).when("fork b1 b2").written() == ["1 A fork.1 b1 b2"]
        for none in ("fork b1 .", "fork b1 n", "fork b1 no"):
            assert given(*lines).when(none).written() == ["1 A fork.1 b1 n"]

    def test_may_and_a_lane(self) -> None:
        lines = ("hand A: pupil",)
        for line in ("pupil 2 y 4", "pupil 2 yes >4"):
            position = given(*lines).when(line)
            assert position.written() == ["1 A pupil.1 2 y >4"]
            position.board("lane 4: A gizmo | B -")
        given(*lines).when("pupil 2 n").board("lane 4: A - | B -")

    def test_at_random(self) -> None:
        lines = ("hand A: lottery", "lane 1: A bear | B old-bear")
        for line in ("lottery *b1", "lottery * old-bear", "lottery *B1"):
            assert given(*lines).when(line).written() == ["1 A lottery.1 *b1"]

    def test_a_draw_in_the_middle(self) -> None:
        lines = ("hand A: insight", "deck A: bear old-bear")
        assert given(*lines).when("insight & bear").written() == ["1 A insight.1 & bear.1"]
        assert given(*lines).when("insight & ??").written() == ["1 A insight.1 & ??"]
        assert given(*lines).when("insight").written() == ["1 A insight.1 & ??"]

    def test_an_unknown_hand(self) -> None:
        position = given("hand A: ?? ??", "unseen A: bear old-bear zap zap")
        position.when("bear 2").board("hand A: ??", "unseen A: old-bear zap zap")
        assert refusal(given("hand A: ??", "unseen A: bear"), "?? 2").column == 1


class TestFreeActions:
    LINES = (
        "hand A: old-bear",
        "lane 1: A zapper | B bear",
        "lane 2: A runner | B old-bear",
        "exalt 5: A pit | B -",
    )

    def test_activate(self) -> None:
        for line in ("@1 b2; old 3", "@ 1 b2; old 3", "@zapper b2; old 3", "@1 b2 old 3"):
            position = given(*self.LINES).when(line)
            assert position.written() == ["1 A @1 b2; old-bear.1 3"]

    def test_an_exalt(self) -> None:
        for line in ("old 3; @x5 b1", "old 3; @5 b1", "old 3 ; @pit b1"):
            assert given(*self.LINES).when(line).written() == ["1 A old-bear.1 3; @x5 b1"]

    def test_mobility(self) -> None:
        for line in ("m2>4; old 3", "M2 > 4; old 3", "m2 4; old 3"):
            position = given(*self.LINES).when(line)
            assert position.written() == ["1 A m2>4; old-bear.1 3"]
            position.board("lane 4: A runner exhausted | B -")

    def test_the_forgeborn(self) -> None:
        lines = (*self.LINES, 'card Seer 2: forgeborn "Deal 2 damage to a creature."')
        position = given(*lines, "forgeborn A: Seer level 2 ready").when("f b2; -")
        assert position.written() == ["1 A f b2; -"]
        position.board("forgeborn A: exhausted", "health b2: 2")

    def test_pass(self) -> None:
        for line in ("-", "1 A -", "pass", "1 A pass"):
            assert given(*self.LINES).when(line).actions == [a.Pass()]

    def test_what_the_line_does_not_finish(self) -> None:
        position = given(*self.LINES).when("@1 ...")
        assert position.ask.about == "target"
        position.when("b2 ...", "old 3 ...")
        assert a.Done() in position.ask.choices
        position.when("done")
        position.board("step: 2 B")
        assert position.written() == ["1 A @1 b2; old-bear.1 3"]

    @pytest.mark.parametrize("start", ["... ", "...", "… ", "> ", "", "A: "])
    def test_going_on(self, start: str) -> None:
        position = given(*self.LINES).when("@1 ...", f"{start}b2; old 3")
        position.board("step: 2 B", "lane 3: A old-bear | B -")


class TestForced:
    """A choice with one answer is no step; it may be spelt out all the same."""

    ONE = ("hand A: zap bear", "lane 3: A - | B bear")

    def test_left_out_or_spelt_out(self) -> None:
        for line in ("zap", "zap b3", "1 A zap b3", "zap (b3)", "zap ( bear )"):
            position = given(*self.ONE).when(line)
            assert position.actions == [a.Play("zap.1"), a.Done()]
            assert position.written() == ["1 A zap.1 (b3)"]

    def test_spelt_out_wrongly(self) -> None:
        error = refusal(given(*self.ONE), "zap a3")
        assert error.column == 5

    @pytest.mark.parametrize("line", ["zap (a3)", "zap (b2)", "zap (b3", "zap ()"])
    def test_wrong_in_brackets(self, line: str) -> None:
        error = refusal(given(*self.ONE), line)
        assert error.column == 5
        assert error.legal == ("b3",)

    def test_brackets_are_for_what_has_one_answer_and_never_answer_the_next(self) -> None:
        lines = (
            'card Twice: spell "Deal 1 damage to a creature. Deal 2 damage to a creature or player."',
            "hand A: twice bear",
            "lane 3: A - | B old-bear",
        )
        for line in ("twice (b3) b3", "twice b3", "twice b3 ..."):
            position = given(*lines).when(line)
            assert position.actions[:2] == [a.Play("twice.1"), a.Target(1)]
            assert position.written()[0].startswith("1 A twice.1 (b3) b3")
        assert "must still say" in refusal(given(*lines), "twice (b3)").message

    def test_what_is_not_forced_may_stand_in_brackets_too(self) -> None:
        position = given("hand A: zap", "lane 3: A bear | B bear").when("zap (b3)")
        assert position.written() == ["1 A zap.1 b3"]

    def test_of_a_trigger_and_of_several_actions(self) -> None:
        lines = (
            'card Biter: creature 2/2 "Deploy: Deal 1 damage to an enemy creature."',
            "lane 3: A - | B old-bear",
            "lane 1: A zapper 2/3 | B -",
            "hand A: biter quick-zap",
        )
        position = given(*lines).when("biter 2; quick-zap b3")
        assert position.written() == ["1 A biter.1 2 (b3); quick-zap.1! b3"]
        written = position.written()
        again = given(*lines).when(*written)
        assert again.actions == position.actions
        assert again.match.state == position.match.state

    def test_what_is_forced_after_the_step_is_not_on_its_line(self) -> None:
        lines = (
            'card Late: creature 1/9 "At the start of combat, deal 1 damage to an enemy creature."',
            "lane 1: A late | B -",
            "lane 2: A - | B old-bear",
            "step: 4 B",
            "forge: A",
        )
        assert given(*lines).when("-").written()[0] == "4 B -"

    def test_before_a_choice(self) -> None:
        lines = (
            'card Twice: spell "Deal 1 damage to a creature. Deal 2 damage to a creature or player."',
            "hand A: twice bear",
            "lane 3: A - | B old-bear",
        )
        position = given(*lines).when("twice b")
        assert position.actions == [a.Play("twice.1"), a.TargetPlayer(1), a.Done()]
        assert given(*lines).when("twice b3").actions[1] == a.Target(1)

    def test_what_could_be_either_answers_the_choice(self) -> None:
        """Read so, what is written comes back; the word too many is refused."""
        lines = (
            'card Twice: spell "Deal 1 damage to a creature. Deal 2 damage to a creature or player."',
            "hand A: twice bear",
            "lane 3: A - | B old-bear",
        )
        assert refusal(given(*lines), "twice b3 b").column == 10


class TestOtherLines:
    def test_the_toss_and_the_draws(self) -> None:
        match = read(SOLFORGE.settings({}), ["forge B", "T1 F=B", "deal A ??", "1 B -"])
        assert [type(step.action).__name__ for step in match.steps] == [
            "Toss",
            "Deal",
            "Deal",
            "Pass",
        ]
        assert match.steps[1].action == a.Deal(1, (UNKNOWN,) * 5)

    def test_a_turn_line_can_tell_the_toss(self) -> None:
        match = read(SOLFORGE.settings({}), ["T1 F=B"])
        assert match.steps[0].action == a.Toss(1)

    def test_cards_that_are_not_named_are_unknown(self) -> None:
        settings = SOLFORGE.settings({})
        names = list(SOLFORGE.new_state(settings).sides[0].unseen)[:2]
        match = read(settings, ["forge A", f"deal A {' '.join(names)}"])
        assert match.steps[1].action == a.Deal(0, (*names, UNKNOWN, UNKNOWN, UNKNOWN))

    def test_an_unknown_card_before_a_named_one_keeps_its_place(self) -> None:
        settings = SOLFORGE.settings({})
        name = next(iter(SOLFORGE.new_state(settings).sides[0].unseen))
        match = read(settings, ["forge A", f"deal A ?? {name}"])
        assert match.steps[1].action == a.Deal(0, (UNKNOWN, name, UNKNOWN, UNKNOWN, UNKNOWN))

    def test_a_step_line_deals_what_was_not_written(self) -> None:
        match = read(SOLFORGE.settings({}), ["forge A", "1 A -"])
        assert [step.action for step in match.steps[1:]] == [
            a.Deal(0, (UNKNOWN,) * 5), a.Deal(1, (UNKNOWN,) * 5), a.Pass()
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("line", "part", "column"),
        [
            ("T5 F=A", "this is turn 4, not 5", 2),
            ("t4 f=b", "A has the Forge in turn 4", 6),
            ("2 A -", "this is Action Step 1, not 2", 1),
            ("1 B -", "A is asked here, not B", 3),
            ("deal A bear", "draws no cards here", 6),
            ("combat: a3", "this is the action phase", 1),
            ("1 A", "decides nothing", 4),
            ("...", "decides nothing", 1),
            ("1 A old-bear", "played into a lane", 13),
            ("1 A old-bear 7", "there is no lane 7", 14),
            ("1 A wolf 3", "it is in neither deck", 5),
            ("1 A xyzzy 3", "no card here is called 'xyzzy'", 5),
            ("1 A old-bear.2 3", "not in A's hand", 5),
            ("1 A zap", "must still say who or what is meant", 8),
            ("1 A zap; -", "must still say who or what is meant", 8),
            ("1 A zap a1", "no creature in lane 1", 9),
            ("1 A zap a2 a2", "nothing more is asked here", 12),
            ("1 A f", "was used in this deck cycle already", 5),
            ("1 A @2", "no such Activate ability", 5),
            ("1 A @4", "no creature in lane 4", 6),
            ("1 A m2>3", "no Mobility", 5),
            ("1 A done", "before it is done", 5),
            ("1 A old-bear 3; bear 4", "card was played in this Action Step already", 17),
            ("1 A - zap a2", "the Action Step is over", 7),
            ("1 A {", "no action of a step", 5),
        ],
    )
    def test_errors(self, line: str, part: str, column: int) -> None:
        position = given(
            "turn: 4",
            "forge: A",
            "forgeborn A: exhausted",
            "hand A: old-bear bear zap",
            "lane 2: A bear | B bear",
        )
        error = refusal(position, line)
        assert part in error.message, error.message
        assert error.column == column, error.column
        assert error.reason in (Reason.ILLEGAL, Reason.UNREADABLE)

    def test_a_free_action_is_no_step(self) -> None:
        position = given("lane 1: A zapper | B bear", "hand A: bear")
        error = refusal(position, "@1 b1")
        assert "must still play a card, or pass" in error.message
        assert "bear.1" in error.legal

    def test_errors_offer_what_is_legal(self) -> None:
        position = given("hand A: old-bear zap", "lane 2: A bear | B bear")
        assert refusal(position, "zap").legal == ("a2", "b2")
        position = given("hand A: old-bear zap", "lane 2: A bear | B bear")
        assert refusal(position, "old").legal == ("1", "2", "3", "4", "5")
        position = given("hand A: old-bear zap", "lane 2: A bear | B bear")
        assert refusal(position, "xyzzy 3").legal == ("old-bear.1", "zap.1")

    def test_the_match_is_over(self) -> None:
        position = given("hand A: bolt", "health: 50:2", "lane 1: A bear | B -").when("bolt b")
        assert position.match.over
        assert "over" in refusal(position, "1 A -").message

    def test_what_hands_held_can_be_asserted(self) -> None:
        lines = ("hand A: bear zap", "hand B: old-bear", "deck A: 0", "deck B: 0", "step: 4 B")
        position = given(*lines, "forge: A").when("-", "T2 F=B", "d A: zap, bear", "d b old-bear")
        assert "not among" in refusal(position, "d A: old-bear.1").message

    def test_a_discard_that_is_asked_for(self) -> None:
        lines = ('card Drop: spell "Discard a card."', "hand A: drop bear zap")
        for line in ("drop [bear]", "drop bear"):
            assert given(*lines).when(line).written() == ["1 A drop.1 [bear.1]"]
        position = given(*lines).when("drop ...", "d A: bear")
        position.board("discard A: has bear", "hand A: zap", "step: 2 B")


class TestPhases:
    def test_choices_of_the_combat_phase(self) -> None:
        lines = (
            'card Herald: creature 1/9 "At the start of combat, deal 1 damage to a creature."',
            "lane 1: A herald | B old-bear",
            "lane 2: A herald | B -",
            "step: 4 B",
            "forge: A",
        )
        position = given(*lines).when("-")
        assert position.ask.about == "order"
        position.when("combat: o2 b1 ...", "... a1")
        assert position.written()[:2] == ["4 B -", "combat: o2 b1 a1"]
        together = given(*lines).when("4 B - o2 b1 a1")
        assert together.match.steps == position.match.steps

    def test_the_end_of_turn(self) -> None:
        lines = (
            'card Sage: creature 1/9 "At the end of the turn, draw a card."',
            "lane 1: A sage | B -",
            "step: 4 B",
            "forge: A",
            "deck A: bear zap zap zap zap zap zap zap zap",
            "deck B: 0",
        )
        position = given(*lines).when("-", "end: & bear", "T2 F=B", "deal A ??")
        assert position.written() == ["4 B -", "end: & bear.1", "", "T2 F=B", "deal A ??"]
        left_out = given(*lines).when("-", "T2 F=B", "deal A ??")
        assert left_out.written()[1] == "end: & ??"


class TestWhatHelps:
    """Messages that say where a card is, what was meant, and where in the line."""

    LINES = (
        "card Battle Bear: creature 4/4 Beast Uterra",
        "card Bearing: creature 1/1 Robot Alloyin",
        "card Gizmo: creature 1/1 Robot Minion",
        "lane 2: A zapper | B bear",
        "lane 3: A old-bear | B -",
        "hand A: battle-bear bear fork",
        "discard A: runner",
        "banished A: pit",
        "unseen A: pupil bearing",
        "deck A: 2",
        "upgrades A: lottery",
        "hand B: insight",
        "unseen B: -",
        "deck B: 0",
    )

    @pytest.mark.parametrize(
        ("line", "part", "column", "legal"),
        [
            ("batle 3", "no card here is called 'batle'", 1, ("battle-bear.1",)),
            ("beer 3", "no card here is called 'beer'", 1, ("bear.1", "battle-bear.1")),
            ("runner 3", "runner.1 is not in A's hand: it is in the discard pile", 1, None),
            ("pit 3", "pit.1 is not in A's hand: it is banished", 1, None),
            ("pupil 3", "pupil.1 is not in A's hand: it is still in the deck", 1, None),
            ("lottery", "lottery.1 is not in A's hand: it is in the Upgrade Pile", 1, None),
            ("insight", "insight.1 is not in A's hand: it is B's card", 1, None),
            ("gizmo 3", "it is a Minion, and Minions are not played from hand", 1, None),
            ("quick-zap", "quick-zap.1 is not in A's hand: it is in neither deck", 1, None),
            ("level bear", "only the early edition levels cards up from hand", 1, None),
            ("forge A", "was tossed already", 1, None),
            ("T1 F=C", "'C' is no seat", 6, ("A", "B")),
            ("battle bear 6", "there is no lane 6", 13, ("1", "2", "3", "4", "5")),
            ("battle bear 0", "there is no lane 0", 13, ("1", "2", "3", "4", "5")),
            ("battle bear", "is played into a lane", 12, ("1", "2", "3", "4", "5")),
            ("m>4", "Mobility is from a lane to a lane", 1, None),
            ("m", "Mobility is from a lane to a lane", 1, None),
            ("d 3", "is no action of a step", 1, None),
            ("bear 1 o2", "has a line of its own, like combat: o2", 8, None),
            ("T1.1 B bear 1", "A is asked here", 6, None),
            ("T2.1 A bear 1", "this is turn 1, not 2", 2, None),
        ],
    )
    def test_messages(
        self, line: str, part: str, column: int, legal: tuple[str, ...] | None
    ) -> None:
        error = refusal(given(*self.LINES), line)
        assert part in error.message, error.message
        assert error.column == column
        if legal is not None:
            assert error.legal == legal

    def test_letters_of_the_notation_are_no_names(self) -> None:
        """`m>4` with a card whose name begins with m, and the others."""
        for letter in "abdfmnotxy":
            position = given(f"card {letter.upper()}agic: creature 1/1", f"hand A: {letter}agic")
            assert refusal(position, f"{letter}>4")
            assert refusal(position, f"{letter} 4")
            position.when(f"{letter}agi 4")
            assert position.actions

    @pytest.mark.parametrize(
        "line", ["bear >4", "bear @4", "play bear 4", "T1.1 A bear 4", "Play  bear @4"]
    )
    def test_other_ways_to_play(self, line: str) -> None:
        given(*self.LINES).when(line).board("lane 4: A bear")

    def test_a_whole_word_wins_over_a_beginning(self) -> None:
        cards = ("card Ember Rush: creature 1/1", "card Emberthrower: creature 1/1")
        position = given(*cards, "hand A: ember-rush emberthrower").when("ember 2")
        assert position.actions == [a.Play("ember-rush.1", 2), a.Done()]

    def test_a_wrong_answer_to_a_choice_with_one_answer(self) -> None:
        swap = 'card Dancer: creature 1/1 "Activate: Swap this with another of your creatures."'
        lines = (swap, "lane 2: A dancer | B bear", "lane 5: A bear | B -", "hand A: bear")
        error = refusal(given(*lines), "@2 b2; bear 3")
        assert (error.column, error.legal) == (4, ("a5",))
        assert "'b2' cannot be chosen here (Dancer 1 (A's lane 2)" in error.message

    def test_a_missing_answer_says_what_each_stands_for(self) -> None:
        lines = (
            'card Choosy: spell "Choose one: // * Give a creature +3A. // * You gain 4H."',
            "lane 2: A bear | B bear",
            "hand A: choosy",
        )
        error = refusal(given(*lines), "choosy")
        assert error.legal == ("#1", "#2")
        assert re.search(r"which of the options \(#1: .*3 Attack.*; #2: .*4 Health", error.message)

    def test_a_turn_that_is_not_over(self) -> None:
        error = refusal(given(*self.LINES), "T2 F=B")
        assert error.message == "this is turn 1, not 2: Action Step 1 of A is to come"

    @pytest.mark.parametrize(
        ("line", "part", "column"),
        [
            ("deal A bear zap zap zap zap zap", "'zap' is one too many", 29),
            ("deal A bear bear", "bear.1 can be drawn here 1 time only", 13),
            ("deal A runner", "runner.1 cannot be drawn here: it is in neither deck", 8),
        ],
    )
    def test_deals(self, line: str, part: str, column: int) -> None:
        position = given("step: 4 B", "forge: A", "deck A: bear zap zap zap zap zap", "hand B: -")
        error = refusal(position.when("-"), line)
        assert part in error.message, error.message
        assert error.column == column


class TestForPeople:
    """Prompts, meanings, shapes, completion, cards."""

    def test_the_prompt_says_what_the_line_begins_with(self) -> None:
        position = given("turn: 4", "step: 3 B", "hand B: zap", "lane 1: A bear | B bear")
        prompt = SOLFORGE.notation.prompt
        assert prompt(position.match.state, position.ask) == ("T4.3", 1)
        position.when("zap ...")
        assert prompt(position.match.state, position.ask) == ("T4.3", 1)

    def test_the_prompt_of_a_deal_names_who_draws(self) -> None:
        match = read(SOLFORGE.settings({}), ["forge B"])
        assert match.ask is not None
        assert SOLFORGE.notation.prompt(match.state, match.ask) == ("T1 draw", 1)
        decide_line(match, "deal B ??")
        assert SOLFORGE.notation.prompt(match.state, match.ask) == ("T1 draw", 0)
        fresh = Match(SOLFORGE, SOLFORGE.settings({}))
        assert fresh.ask is not None
        assert SOLFORGE.notation.prompt(fresh.state, fresh.ask) == ("set-up", DEALER)

    def test_waiting_triggers_in_words(self) -> None:
        lines = (
            'card Wailer: creature 1/9 "When a creature is destroyed, you gain 2H."',
            'card Grower: creature 1/9 "When a creature is destroyed, give this +1A."',
            "lane 1: A wailer | B bear",
            "lane 2: A grower | B -",
            "hand A: zap",
        )
        position = given(*lines).when("zap b1 ...")
        found = SOLFORGE.notation.meanings(position.match.state, position.ask)
        assert list(found) == ["o1", "o2"]
        assert re.fullmatch(r"Wailer 1 \(A's lane 1\): .*2 Health.*B's Bear 1\]", found["o1"])
        assert re.fullmatch(r"Grower 1 \(A's lane 2\): .*1 Attack.*B's Bear 1\]", found["o2"])

    def test_what_may_be_done(self) -> None:
        position = given("hand A: pupil", "card Gizmo: creature 1/1 Minion").when("pupil 3 ...")
        assert position.ask.question.startswith("Pupil 1 (A's lane 3): you may")
        found = SOLFORGE.notation.meanings(position.match.state, position.ask)
        assert "Gizmo" in found["y"]
        assert found["n"] == "do not"

    def test_targets_in_words(self) -> None:
        position = given("hand A: bolt", "lane 2: A - | B bear 1/2 back").when("bolt ...")
        assert re.fullmatch(r"Bolt 1: .*2 damage to a creature or a player", position.ask.question)
        found = SOLFORGE.notation.meanings(position.match.state, position.ask)
        assert found == {
            "b2": "B's Bear 1, 1/2 back",
            "a": "player A, 50 Health",
            "b": "player B, 50 Health",
        }

    def test_actions_in_words(self) -> None:
        lines = (
            "hand A: zap bear",
            "lane 1: A zapper | B bear",
            "lane 3: A runner | B -",
            "turn: 4",
            "forge: A",
        )
        position = given(*lines)
        found = SOLFORGE.notation.meanings(position.match.state, position.ask)
        assert list(found) == position.words
        assert found["zap.1"] == "spell Deal 3 damage to a creature."
        assert found["bear.1"] == "2/2"
        assert re.fullmatch(r"exhaust Zapper 1: .*1 damage to a creature", found["@1"])
        assert found["m3>4"] == "exhaust Runner 1 to move it to lane 4"
        assert found["f"].startswith("Oriel the Assembler, level 2: ")
        assert found["-"] == "pass"
        assert all(found.values())

    def test_shapes_of_a_step(self) -> None:
        position = given("hand A: ?? ??", "lane 1: A zapper | B bear", "lane 3: A runner | B -")
        assert SOLFORGE.notation.shapes(position.match.state, position.ask) == (
            "card lane · spell · @1 · m3>2 · m3>4 · m3>5 · -"
        )
        position.when("-")
        after = given("hand A: bear bear", "lane 1: A zapper | B bear").when("bear 2 ...")
        assert SOLFORGE.notation.shapes(after.match.state, after.ask) == (
            "@1 · done (or end the line)"
        )

    def test_the_cards_of_a_deal_go_on(self) -> None:
        position = given(
            "step: 4 B", "forge: A", "deck A: bear bear zap zap fork fork", "hand B: -"
        )
        position.when("-")
        state, ask = position.match.state, position.ask
        goes_on = SOLFORGE.notation.goes_on
        assert goes_on(state, ask, "deal A") == ["bear.1", "fork.1", "zap.1", UNKNOWN]
        assert "bear.1" not in goes_on(state, ask, "deal A bear.1 bear.1")
        assert goes_on(state, ask, "")[0] == "T2 F=B"
        assert goes_on(state, ask, "zap") == []

    def test_decisions_in_words(self) -> None:
        state = given("lane 1: A bear | B -").match.state
        said = {
            a.Pass(): "passes",
            a.Yes(): "says yes",
            a.Target(1): "chooses A's Bear 1 in lane 1",
            a.AtRandom(-2): "chooses B",
            a.TargetPlayer(1): "chooses B",
            a.Lane(4): "chooses lane 4",
            a.Card("bear.1", 2): "chooses Bear 1 for lane 2",
            a.Random(""): "takes nothing",
            a.Mode(1): "chooses option 2",
            a.LevelUp("bear.1"): "levels up Bear 1",
            a.Deal(1, (UNKNOWN, UNKNOWN)): "deals 2 unknown cards to B",
        }
        for action, words in said.items():
            assert SOLFORGE.notation.says(state, action) == words
        assert {type(x) for x in said} < set(get_args(SOLFORGE.action_type))

    def test_a_card_is_looked_up(self) -> None:
        state = given("hand A: zap").match.state
        card = SOLFORGE.notation.card
        zap = Text.from_markup(card(state, "Zap")).plain.splitlines()
        assert [*zap[:3], *zap[4:6]] == [
            "Zap  spell",
            "  level 1",
            "    Deal 3 damage to a creature.",
            "  level 2",
            "    Deal 5 damage to a creature.",
        ]
        assert re.fullmatch(r"      = .*3 damage to a creature\.", zap[3])
        assert "Uterra creature - Beast" in card(state, "old bear.2")
        assert "Forgeborn" in card(state, "oriel")
        with pytest.raises(GameError, match="no card is called 'zxpper'") as error:
            card(state, "zxpper")
        assert error.value.legal == ("zapper",)


class TestWords:
    def test_in_a_step(self) -> None:
        position = given(
            "hand A: old-bear bear zap quick-zap",
            "lane 1: A zapper | B bear",
            "lane 3: A runner | B -",
            "exalt 2: A pit | B -",
        )
        assert position.words == [
            "bear.1", "old-bear.1", "quick-zap.1!", "zap.1", "@1", "m3>2", "m3>4", "m3>5", "@x2", "-",
        ]  # fmt: skip

    def test_answers(self) -> None:
        position = given("hand A: bolt", "lane 1: A bear | B -", "exalt 1: A pit | B -")
        assert sorted(position.when("bolt ...").words) == ["a", "a1", "b"]
        assert given("hand A: pupil").when("pupil 2 ...").words == ["y", "n"]
        assert given("hand A: pupil").when("pupil 2 y ...").words == [">1", ">2", ">3", ">4", ">5"]

    def test_before_the_first_turn(self) -> None:
        match = Match(SOLFORGE, SOLFORGE.settings({}))
        assert isinstance(match.ask, Ask)
        assert SOLFORGE.notation.words(match.state, match.ask) == ["forge A", "forge B"]
        match.decide(a.Toss(1))
        assert isinstance(match.ask, Ask)
        assert SOLFORGE.notation.words(match.state, match.ask) == ["deal B ??"]

    def test_totals(self) -> None:
        lines = ("health: 50:1", "hand A: bolt", "lane 1: A bear | B -")
        position = given(*lines).when("bolt b = 50:-1")
        assert SOLFORGE.notation.totals(position.state) == "50:-1"
        assert "the totals are 50:-1" in refusal(given(*lines), "bolt b = 50:1").message
        position.when("result A wins 50:-1 (health)", "result A wins 50 - -1")
        assert "ended otherwise" in refusal(position, "result A wins 50:1").message


# -- there and back ------------------------------------------------------------------------------


def rewritten(match: Match) -> Tape:
    text = write_tape(record(match))
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), f"{tape}\n{text}"
    return tape


@pytest.mark.parametrize("seed", range(6))
def test_every_match_comes_back(seed: int) -> None:
    settings = SOLFORGE.settings({"edition": ("whitefang", "early")[seed % 2]})
    match = played(settings, seed, known=(1.0, 0.5, 0.0)[seed % 3])
    tape = rewritten(match)
    assert tape.steps == match.steps
    match.steps = tape.steps
    assert rewritten(match).steps == tape.steps


@pytest.mark.parametrize("seed", range(10))
def test_cards_with_odd_names_come_back(seed: int) -> None:
    """Names like those of other words, and every kind of choice."""
    settings = odd_settings(seed, edition=("whitefang", "early")[seed % 2])
    match = played(settings, seed, known=(1.0, 0.5, 0.0)[seed % 3])
    assert rewritten(match).steps == match.steps


@pytest.mark.parametrize("seed", range(8))
def test_a_match_in_progress_comes_back(seed: int) -> None:
    settings = SOLFORGE.settings({})
    match = played(settings, seed, most=20 + 7 * seed)
    assert rewritten(match).steps == match.steps


@pytest.mark.parametrize("seed", range(3))
def test_comments_anywhere_come_back(seed: int) -> None:
    """A comment belongs to a step, so a line can be broken anywhere."""
    match = played(SOLFORGE.settings({}), seed)
    rng = random.Random(seed)
    match.steps = [
        msgspec.structs.replace(step, note=f"n{index}") if rng.random() < 0.3 else step
        for index, step in enumerate(match.steps)
    ]
    assert rewritten(match).steps == match.steps


@pytest.mark.parametrize("seed", range(2))
def test_every_word_offered_is_understood(seed: int) -> None:
    """What is offered can be typed, and means one of the legal actions (a card's lane is asked for)."""
    match = played(SOLFORGE.settings({}), seed, most=60)
    settings, steps = match.settings, match.steps
    for number in range(0, len(steps), 5):
        before = Match(SOLFORGE, settings, steps[:number])
        if before.ask is None:
            break
        for word in SOLFORGE.notation.words(before.state, before.ask)[:6]:
            trial = Match(SOLFORGE, settings, steps[:number])
            try:
                SOLFORGE.notation.read(Deciding(trial), f"{word} ...")
            except GameError as error:
                assert "played into a lane" in error.message, (word, error)


class Deciding:
    """A match as the notation sees it."""

    insists = False

    def __init__(self, match: Match) -> None:
        self.match = match

    @property
    def state(self) -> object:
        return self.match.state

    @property
    def ask(self) -> Ask | None:
        return self.match.ask

    def decide(self, action: a.SolAction) -> None:
        self.match.choose(action)

    def settle(self) -> None:
        self.match.settle()


def test_a_seat_reads_its_own_view() -> None:
    """The tape as a seat may know it is legal: the other's hand is bound as it is revealed."""
    match = played(SOLFORGE.settings({}), 7)
    for seat in (0, 1, None):
        seen = record(match).seen_by(seat)
        lines = written(match.settings, seen.steps)
        assert [step.action for step in read(match.settings, lines).steps] == [
            step.action for step in seen.steps
        ]


def test_the_fold_of_what_was_read_is_the_state() -> None:
    match = played(SOLFORGE.settings({}), 3, most=40)
    tape = rewritten(match)
    assert fold(SOLFORGE.new_state(match.settings), tape.steps) == match.state


# -- what docs/formats.md says -------------------------------------------------------------------

TEXT = (Path(__file__).parents[5] / "docs" / "formats.md").read_text(encoding="utf-8")


def described(title: str) -> dict[str, set[str]]:
    """Types and fields of the table that follows a title."""
    rows = TEXT.partition(title)[2].partition("\n\n")[2].partition("\n\n")[0].splitlines()[2:]
    found: dict[str, set[str]] = {}
    for row in rows:
        types, fields, *_ = (cell.strip() for cell in row.strip("|").split("|"))
        for name in re.findall(r"`(\w+)`", types):
            found[name] = set(re.findall(r"\w+", fields))
    return found


@pytest.mark.parametrize(
    ("title", "union"),
    [
        ("Actions of SolForge Fusion:", SOLFORGE.action_type),
        ("Facts of SolForge Fusion:", SOLFORGE.fact_type),
    ],
)
def test_every_type_and_field_is_told(title: str, union: Any) -> None:
    real = {str(k.__struct_config__.tag): set(k.__struct_fields__) for k in get_args(union)}
    assert described(title) == real


def test_the_tape_shown_can_be_imported() -> None:
    blocks = re.findall(r"^```text tape\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    (text,) = [block for block in blocks if "game: solforge" in block]
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), tape
    assert len(tape.steps) > 20


def test_a_comment_beside_the_line_of_a_turn_stays_in_that_turn() -> None:
    head = "game: solforge\nstart: A\n\nT1 F=A\n1 A -\n2 B -\n3 A -\n4 B -\n"
    (tape,) = read_tapes(head + "T2 F=B {a pause}\ndeal B ??\n1 B - {slow}\n")
    assert isinstance(tape, Tape), tape
    again = write_tape(Record("", SOLFORGE, tape.opened, tape.steps, ""))
    assert "4 B -\n\nT2 F=B\ndeal B ?? {a pause}\ndeal A ??\n1 B - {slow}\n" in again
    (twice,) = read_tapes(again)
    assert isinstance(twice, Tape), twice
    assert twice.steps == tape.steps


def test_a_comment_beside_the_last_line_is_kept_though_it_decides_nothing() -> None:
    head = "game: solforge\nstart: A\n\nT1 F=A\n1 A -\n2 B -\n3 A -\n4 B -\n"
    (tape,) = read_tapes(head + "T2 F=B {to be continued}\n")
    assert isinstance(tape, Tape), tape
    assert tape.steps[-1].note == "to be continued"
