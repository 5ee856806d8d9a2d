"""Setup: Guild Selection."""

from __future__ import annotations

from typing import ClassVar

import pytest

from domain.contract.errors import GameError, Reason
from domain.contract.game import DEALER
from domain.games.riftforce.actions import Display, DrawSummoner, Pick, Toss
from domain.games.riftforce.cards import BASE, BEYOND, COPIES, GUILDS, composition
from domain.games.riftforce.facts import (
    DecksFormed,
    Displayed,
    GuildPicked,
    StartTossed,
    SummonerDrawn,
)
from domain.games.riftforce.game import RIFTFORCE
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import fresh

DISPLAY = "display Light Plant Water Ice Shadow Crystal Thunderbolt"
BEFORE_PICKS = ("draw A Fire", "draw B Earth", DISPLAY, "start B")


@rule("components.1", "guilds.2", "guilds.5", "guilds.6", "guilds.7", "guilds.3", "guilds.4")
def test_ten_guilds_of_nine_elementals() -> None:
    assert len(BASE) == 10
    assert COPIES == {5: 4, 6: 3, 7: 2}
    assert composition(["F"]) == {"F5": 4, "F6": 3, "F7": 2}
    assert sum(composition(list(BASE)).values()) == 90


class TestSummonersAreDrawn:
    @rule("selection.1", "selection.2")
    def test_each_draws_one_at_random(self) -> None:
        """The dealer decides, among all ten; the second cannot have the first one's."""
        position = fresh()
        assert position.ask.seat == DEALER
        assert list(position.ask.choices) == [DrawSummoner(0, guild) for guild in BASE]
        position.when("draw A Fire").then(SummonerDrawn(0, "F"))
        assert position.ask.seat == DEALER
        assert [c.guild for c in position.ask.choices] == [g for g in BASE if g != "F"]
        position.when("draw B Earth").then(SummonerDrawn(1, "E"))

    @rule("selection.2")
    def test_the_same_summoner_cannot_be_drawn_twice(self) -> None:
        fresh(["draw A Fire"]).when("draw B Fire").refused("one of the summoners that are left")

    @rule("selection.2")
    def test_a_draws_before_b(self) -> None:
        fresh().when("draw B Fire").refused("seat A draws")


class TestDisplay:
    @rule("selection.3", "selection.1")
    def test_seven_of_the_eight_left(self) -> None:
        position = fresh(BEFORE_PICKS[:2]).when(DISPLAY)
        position.then(Displayed(("L", "P", "W", "I", "S", "C", "T")))

    @rule("selection.3")
    @pytest.mark.parametrize(
        "line",
        [
            "display Light Plant Water Ice Shadow Crystal",
            "display Light Plant Water Ice Shadow Crystal Thunderbolt Air",
            "display Light Light Water Ice Shadow Crystal Thunderbolt",
            "display Fire Plant Water Ice Shadow Crystal Thunderbolt",
            "display Acid Plant Water Ice Shadow Crystal Thunderbolt",
            "display",
        ],
    )
    def test_not_another_number_nor_those_drawn(self, line: str) -> None:
        fresh(BEFORE_PICKS[:2]).when(line).refused("7 different summoners are displayed")

    @rule("selection.1")
    def test_the_one_left_out_is_any(self) -> None:
        ask = fresh(BEFORE_PICKS[:2]).ask
        assert Display(("P", "W", "I", "S", "C", "T", "A")) in ask.choices
        assert Display(("L", "P", "W", "I", "S", "C", "A")) in ask.choices


class TestSelection:
    @rule("selection.5")
    @pytest.mark.parametrize(("seat", "word"), [(0, "A"), (1, "B")])
    def test_the_marker_is_tossed(self, seat: int, word: str) -> None:
        position = fresh(BEFORE_PICKS[:3])
        assert position.ask.seat == DEALER
        assert list(position.ask.choices) == [Toss(0), Toss(1)]
        position.when(f"start {word}").then(StartTossed(seat))
        assert position.ask.seat == seat
        assert list(position.ask.choices) == [Pick(g) for g in "LPWISCT"]

    @rule("selection.6", "guilds.1")
    def test_in_turn_until_each_has_four(self) -> None:
        position = fresh(BEFORE_PICKS).when("picks Light Plant Water Ice Shadow Crystal")
        position.then(
            GuildPicked(1, "L"),
            GuildPicked(0, "P"),
            GuildPicked(1, "W"),
            GuildPicked(0, "I"),
            GuildPicked(1, "S"),
            GuildPicked(0, "C"),
            DecksFormed(),
        )
        position.board("guilds A: Fire Plant Ice Crystal", "guilds B: Earth Light Water Shadow")

    @rule("selection.6")
    def test_one_by_one(self) -> None:
        position = fresh(BEFORE_PICKS).when("picks Light").then(GuildPicked(1, "L"))
        assert position.ask.seat == 0
        assert Pick("L") not in position.ask.choices

    @rule("selection.6")
    @pytest.mark.parametrize("guild", ["Light", "Fire", "Air", "Acid"])
    def test_only_what_is_on_display(self, guild: str) -> None:
        fresh([*BEFORE_PICKS, "picks Light"]).when(f"picks {guild}").refused(
            "the display holds Plant"
        )

    @rule("selection.7", "selection.8", "selection.9")
    def test_those_left_over_are_not_played_with(self) -> None:
        """Nobody has Thunderbolt, which was left on display, or Air, which was left out."""
        state = fresh([*BEFORE_PICKS, "picks Light Plant Water Ice Shadow Crystal"]).state
        assert state.display == []
        cards = {card[:-1] for hand in state.hands for card in hand.unseen}
        assert cards == set(BASE) - {"T", "A"}

    @rule("selection.6")
    def test_no_ninth_pick(self) -> None:
        fresh(BEFORE_PICKS).when("picks Light Plant Water Ice Shadow Crystal Thunder").refused(
            "something else comes first", column=44, legal="hand A ??"
        )


class TestAgreedBeforehand:
    """Guilds can be settings of the match; then nothing is drafted."""

    GUILDS: ClassVar = {
        "guilds a": "Fire Plant Ice Crystal",
        "guilds b": "Earth, Light, Water, Shadow",
    }

    def test_nothing_is_drafted(self) -> None:
        position = fresh(**self.GUILDS)
        assert position.ask.about == "toss"
        position.when("start B").then(StartTossed(1))
        assert position.ask.about == "draw"
        assert position.state.hands[1].pile == 36

    def test_the_start_can_be_agreed_too(self) -> None:
        assert fresh(**self.GUILDS, start="b").ask.about == "draw"

    @pytest.mark.parametrize(
        ("settings", "part"),
        [
            ({"guilds a": "Fire Plant Ice Crystal"}, "so guilds b must be too"),
            ({"guilds b": "Fire Plant Ice Crystal"}, "so guilds a must be too"),
            ({"start": "A"}, "only with agreed guilds"),
            ({**GUILDS, "start": "C"}, "start cannot be 'C'"),
            ({**GUILDS, "guilds b": "Earth Light Water"}, "names 3 guilds, not 4"),
            ({**GUILDS, "guilds b": "Earth Light Water Fire"}, "Fire is not in the base game or"),
            ({**GUILDS, "guilds b": "Earth Light Water Acid"}, "Acid is not in the base game or"),
            ({**GUILDS, "guilds b": "Earth Light Water Wood"}, "no guild is called 'Wood'"),
            ({"ice": "cold"}, "ice cannot be 'cold'"),
            ({"expansion": "x"}, "expansion cannot be 'x'"),
            ({"colour": "red"}, "no setting 'colour'"),
        ],
    )
    def test_wrong_settings(self, settings: dict[str, str], part: str) -> None:
        with pytest.raises(GameError, match=part) as caught:
            RIFTFORCE.settings(settings)
        assert caught.value.reason is Reason.BAD_SETTING

    def test_settings_are_completed(self) -> None:
        assert RIFTFORCE.settings({"ICE": "Printed"}) == {"ice": "printed", "expansion": "base"}


class TestBeyondDraft:
    @rule("ruling.beyond-draft")
    def test_eighteen_guilds_eight_on_display(self) -> None:
        assert len(GUILDS) == len(BASE) + len(BEYOND) == 18
        position = fresh(expansion="beyond")
        assert [c.guild for c in position.ask.choices] == list(GUILDS)
        position.when("draw A Acid", "draw B Earth")
        position.when("display Light Plant Water Ice Shadow Crystal Star").refused("8 different")
        position = fresh(["draw A Acid", "draw B Earth"], expansion="beyond")
        position.when("display Light Plant Water Ice Shadow Crystal Star Sand", "start A")
        position.when("picks Star Sand Light Plant Water Ice")
        position.board("guilds A: Acid Star Light Water", "guilds B: Earth Sand Plant Ice")
        assert position.state.hands[0].pile == 36

    @rule("ruling.beyond-draft")
    def test_the_base_game_knows_no_expansion(self) -> None:
        fresh().when("draw A Acid").refused("one of the summoners that are left")
