"""How lines are read: what is forgiven, what is refused and where, and that nothing else happens."""

from __future__ import annotations

import pytest
from hypothesis import example
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from domain.formats.tape import decide_line, write_tape
from domain.games.riftforce.cards import GUILDS
from domain.games.riftforce.game import RIFTFORCE
from domain.record.match import Match
from tests.domain.given import Position, fresh, given
from tests.domain.playing import playings, record, until

TABLE = (
    "turn: 7 A",
    "guilds A: Fire Water Plant Thunderbolt",
    "guilds B: Light Ice Shadow Crystal",
    "hand A: F5 F6 F7 W7 T5 P6",
    "location 2: A W6 W6/1 | B C7/1 L6/2",
    "location 3: A P5 T7 | B I5",
    "location 4: A W5 | B S5/1 S6",
    "score: 3:4",
)


def table() -> Position:
    return given(*TABLE)


class TestForgiving:
    """Each line means the same as the first of its row."""

    ROWS = (
        (
            "7 A play F5@1 F6@2",
            "play F5@1 F6@2",
            "p f5@1 f6@2",
            "PLAY F5@1,F6@2",
            "  7.  a:  Pl   F5 @ 1 ,  F6 @2  ",
            "7) A. play F5@1; F6@2",
            "A play F5@1 F6@2",
            "a p fire5@1 FIRE 6@2",
            "7 pla fi5@1 fir6@2",
            "7\tA\tplay\tF5@1\tF6@2",
            "play F5@1 F6@2 = 3:4",
            "play F5@1 F6@2 =3-4",
            "play F5@1 F6@2 = 3–4",
            "play F5@1 F6@2=3/4",
        ),
        (
            "7 A play F5@2 F6@2 F7@2",
            "play F5 F6 F7 @2",
            "play F5 F6 F7@2",
            "play F5 F6@2 F7@2",
            "p f5,f6,f7,@2",
        ),
        (
            "7 A act W7: W6@2.1>3 W5@4>5",
            "a W7: W6@2.1>3 W5>5",
            "7 a W7: 2.1>3 4.1>5",
            "A a W7: @2.1>3 @4>5",
            "a a w7 w6@2.1>3 w5@4>5",
            "act W7: W6 @ 2.1 > 3, W5 @ 4 > 5",
            "activate water7: Water6@2 . 1>3; water5>5",
            "ac W7 W6@2.1>3 W5@4.1>5",
            "7 act W 7: W 6@2.1>3 W 5@4>5",
            "A act W 7: W 6@2.1>3 W 5@4>5",
        ),
        ("act W7", "7 A act W7:", "a W7", "a w7 :", "A a W7", "7 a Wa7", "act W7: done"),
        ("act T5: P5@3<2", "a T5: P5<2", "a thunder5: P5 < 2", "a T5 P5@3.1<2", "a t5:3.1<2"),
        ("act T5: T7x1", "a T5: T7", "a T5: T7 x1", "a T5: T7xI5", "a T5: T7*3.1", "a T5: @3.2x1"),
        (
            "7 A check & ??",
            "check",
            "c",
            "C",
            "7 A Check",
            "a check",
            "A c",
            "check &",
            "check & draw",
            "check & draw ??",
            "check ?",
        ),
        (
            "7 A check & W5",
            "check W5",
            "check & W5",
            "c &w5",
            "check & draw: water 5",
            "A ch & Wa5",
        ),
    )

    @pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
    def test_the_same(self, row: tuple[str, ...]) -> None:
        expected = table().when(row[0]).steps
        assert expected
        for line in row[1:]:
            assert table().when(line).steps == expected, line

    @pytest.mark.parametrize(
        ("line", "same"),
        [
            ("draw a fire", "draw A Fire"),
            ("dr A F", "draw A Fire"),
            ("DRAW A: Fi", "draw A Fire"),
        ],
    )
    def test_the_set_up(self, line: str, same: str) -> None:
        assert fresh([line]).steps == fresh([same]).steps

    def test_several_set_up_lines(self) -> None:
        one = fresh(
            [
                "draw A Fire B Earth",
                "display: li pl wa ic sh cr th",
                "start: b",
                "pick Light, Plant",
                "pi W I S C",
            ]
        ).when("hand b e5 e5", "face f5")
        other = fresh(
            [
                "draw A Fire",
                "draw B Earth",
                "display Light Plant Water Ice Shadow Crystal Thunderbolt",
                "start B",
                "picks Light Plant Water Ice Shadow Crystal",
                "hand A ?? ?? ?? ?? ?? ?? ??",
                "hand B E5 E5 ?? ?? ?? ?? ??",
                "face A F5",
            ]
        )
        assert one.match.steps == other.match.steps

    @pytest.mark.parametrize("code", GUILDS)
    def test_every_guild_by_code_name_and_prefix(self, code: str) -> None:
        """A code wins over a prefix: `L` is Light, `S` is Shadow, even among the expansion."""
        name = GUILDS[code]
        for word in (code, code.lower(), name, name.upper(), name[:4].lower()):
            position = fresh([f"draw A {word}"], expansion="beyond")
            assert position.state.hands[0].guilds == [code], word


class TestGoingOn:
    """An action typed on several lines."""

    def test_a_play(self) -> None:
        whole = table().when("play F5@1 F6@2 F7@3").match.steps
        assert table().when("play F5@1 ...", "F6@2 ...", "F7@3").match.steps == whole
        assert table().when("play F5@1…", "... F6@2 F7@3").match.steps == whole

    def test_an_activation(self) -> None:
        whole = table().when("act W7: W6@2.1>3 W5@4>5").match.steps
        for lines in (
            ("act W7 ...", "W6@2.1>3 W5@4>5"),
            ("act W7: W6@2.1 ...", ">3 W5@4>5"),
            ("act W7: W6@2.1 ...", ">3 ...", "W5@4 ...", ">5 ...", "done"),
            ("act W7: W6@2.1>3 ...", "W5@4>5 ...", "-"),
            ("act W7: W6@2.1>3 ...", "W5@4>5 ...", "stop"),
            ("act W7: W6@2.1>3 ...", "W5@4>5 ...", "end"),
        ):
            assert table().when(*lines).match.steps == whole, lines

    def test_a_check(self) -> None:
        whole = table().when("check & W5").match.steps
        assert table().when("check ...", "& W5").match.steps == whole
        assert table().when("check ...", "&W5").match.steps == whole
        assert table().when("check ...", "done").match.steps == table().when("check").match.steps

    def test_all_the_cards_of_a_check(self) -> None:
        lines = ("guilds A: F W P T", "hand A: F5")
        whole = given(*lines).when("check & F5 ?? W5 W6 P7").match.steps
        assert given(*lines).when("check ...", "& F5 ?? W5 W6 P7").match.steps == whole

    @pytest.mark.parametrize("line", ["play F6@2", "7 A act W7", "check", "hello"])
    def test_not_with_a_new_action(self, line: str) -> None:
        table().when("play F5@1 ...").when(line).refused(
            "does not go on with the action begun", reason=Reason.UNREADABLE
        )


REFUSED = [
    ("7", "the action is missing", 2, "play"),
    ("jump F5", "'jump' is no action", 1, "act"),
    ("7 B", "'B' is no action", 3, "check"),
    ("8 A play F5@1", "this is turn 7, not 8", 1, ""),
    ("7 B play F5@1", "turn 7 is A's, not B's", 3, ""),
    ("b check", "turn 7 is A's, not B's", 1, ""),
    ("99999999999999999999999 check", "this is turn 7", 1, ""),
    ("play", "play what", 5, "F5@1"),
    ("play F5", "F5 needs a location", 6, "F5@1 to F5@5"),
    ("play F8@1", "Fire has no 8", 6, "F7"),
    ("play Q5@1", "no guild is called 'Q'", 6, "F Fire"),
    ("play F5@6", "there is no location 6", 6, ""),
    ("play F5@99999999999999999999", "there is no location", 6, ""),
    ("play L5@1", "A holds no L5", 6, "play F5@"),
    ("play F5@1 F5@1", "A holds no F5", 11, ""),
    ("play F5@1 F7@4", "neither one location nor a run", 11, ""),
    ("play F5@1 >2", "nothing to choose with '>'", 11, ""),
    ("play F5@1 and so on", "'and' is not understood", 11, ""),
    ("play ??@1", "must be named", 6, ""),
    ("act", "name the card", 4, "act F5: F6@2"),
    ("act L5", "A holds no L5", 5, ""),
    ("act ??: W6", "must be named", 5, ""),
    ("act W7: W6@2>3", "'W6@2' can be 2 elementals", 9, "W6@2.2"),
    ("act W7: W6@5>3", "has no 'W6@5' in play", 9, "W5@4.1"),
    ("act W7: C7", "has no 'C7' in play", 9, ""),
    ("act W7: P5", "does not share", 9, "W5@4"),
    ("act W7: W5", "must say", 9, ">3"),
    ("act W7: W5>2", "a Water moves to an adjacent location", 11, ">5"),
    ("act W7: W5>", "needs a location", 12, ">2"),
    ("act W7: W5>99999999999999999999", "adjacent", 11, ""),
    ("act W7: W5<3", "must say", 9, ">3"),
    ("act W7: W5>3>4", "nothing to choose with '>'", 13, ""),
    ("act W7: W5>3 W5>4", "activated already", 14, ""),
    ("act T5: T7x2", "has no 'x2' in play", 11, ""),
    ("act T5: T7x", "needs an elemental", 12, "x2"),
    ("act T5: T7x99999999999999999999", "in play", 11, ""),
    ("act P6: P5<3", "an adjacent location that has an enemy", 11, "<2"),
    ("act P6: P5", "must say", 9, "<4"),
    ("act W7: &", "not understood", 9, ""),
    ("check & L5", "can still be in the draw pile", 9, ""),
    ("check & F5 F5", "so many cards are not drawn", 9, ""),
    ("check & hello", "is not understood", 9, ""),
    ("check = 3:5", "the totals are 3:4 here, not 3:5", 7, "= 3:4"),
    ("= 4:4", "the totals are 3:4 here", 1, ""),
    ("start A", "set up already", 1, ""),
    ("picks Fire", "set up already", 1, ""),
    ("result A wins", "the match is not over", 1, ""),
]


@pytest.mark.parametrize(
    ("line", "part", "column", "legal"), REFUSED, ids=[r[0][:25] for r in REFUSED]
)
def test_refused_with_column_and_hint(line: str, part: str, column: int, legal: str) -> None:
    with pytest.raises(GameError) as caught:
        decide_line(table().match, line)
    error = caught.value
    assert part in error.message
    assert (error.column, error.reason in (Reason.ILLEGAL, Reason.UNREADABLE)) == (column, True)
    assert not legal or legal in error.legal, error.legal


@pytest.mark.parametrize("wrong", ["zz", "hello >9", "> ", "x", "& ", "F5 and"])
@pytest.mark.parametrize(
    "begun",
    ["play F5@1 ...", "act W7 ...", "act W7: W6@2.1 ...", "act P6: P5 ...", "act W7: W5 ..."],
)
def test_in_the_middle_of_an_action_what_is_called_legal_is(begun: str, wrong: str) -> None:
    """Every word that is shown for a line that cannot be read can be typed there."""
    with pytest.raises(GameError) as caught:
        decide_line(table().when(begun).match, wrong)
    assert caught.value.legal
    match = table().when(begun).match
    assert match.ask is not None
    assert set(caught.value.legal) == set(RIFTFORCE.notation.words(match.state, match.ask))
    for word in caught.value.legal:
        table().when(begun, f"{word} ...")


def test_an_action_that_cannot_be_taken_is_no_example() -> None:
    """With seven cards in hand nobody checks; with none nothing is played."""
    for lines in ((), ("act T5: T7",)):
        match = table().when(*lines).match
        with pytest.raises(GameError) as caught:
            decide_line(match, "zz")
        assert match.ask is not None
        words = RIFTFORCE.notation.words(match.state, match.ask)
        assert set(caught.value.legal) == {word.split()[0] for word in words}


BEFORE = ("draw A Fire B Earth", "display Light Plant Water Ice Shadow Crystal Thunderbolt")
SETUP_REFUSED = [
    ([], "start A", "something else comes first", 1, "draw A Fire"),
    ([], "play F5@1", "does not set the match up", 1, "draw A Fire"),
    ([], "draw Fire", "draw needs a seat and a guild", 6, "draw A Fire"),
    ([], "draw", "draw needs a seat and a guild", 5, "draw A Fire"),
    ([*BEFORE, "start A"], "picks", "who is picked?", 6, "picks Light"),
    ([*BEFORE, "start A"], "picks Light Light", "the display holds", 13, ""),
    ([*BEFORE], "start", "who starts?", 6, "start A"),
    ([*BEFORE], "start C", "who starts?", 7, "start A"),
    ([], "draw A", "draw needs a seat and a guild", 7, ""),
    ([], "draw A Wood", "no guild is called 'Wood'", 8, "F Fire"),
    ([], "draw A Fire B Fire", "one of the summoners that are left", 15, ""),
    (["draw A Fire", "draw B Earth"], "display Light", "7 different summoners", 1, ""),
    ([], "draw A Fire B Earth extra", "something else comes first", 21, ""),
    ([], "d A Fire", "does not set the match up", 1, ""),
]


@pytest.mark.parametrize(("lines", "line", "part", "column", "legal"), SETUP_REFUSED)
def test_set_up_refused(lines: list[str], line: str, part: str, column: int, legal: str) -> None:
    position = fresh(lines).when(line)
    assert position.error is not None
    assert part in position.error.message
    assert position.error.column == column
    assert not legal or legal in position.error.legal


AGREED = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}


@pytest.mark.parametrize(
    ("line", "part", "column"),
    [
        ("hand", "whose hand?", 5),
        ("hand A F5 F5 F5 F5 F5", "can still be in the draw pile", 1),
        ("hand A F5 now", "'now' is too much here", 11),
        ("hand A F9", "Fire has no 9", 8),
        ("face", "which elemental lies face up?", 5),
        ("face A L5", "the face-up elemental is B's", 1),
    ],
)
def test_hands_refused(line: str, part: str, column: int) -> None:
    position = fresh(**AGREED).when(line)
    assert position.error is not None
    assert part in position.error.message
    assert position.error.column == column


def test_a_hand_is_dealt_once() -> None:
    fresh(["hand A"], **AGREED).when("hand A F5").refused("hand A was dealt already", column=1)


class TestAmbiguous:
    def test_a_seats_letter_and_the_short_form_of_activate(self) -> None:
        """`a` opens a line as a seat only before an action."""
        assert (
            table().when("a W7").steps
            == table().when("a a W7").steps
            == table().when("A act W7").steps
        )
        assert table().when("a p F5@1").steps == table().when("play F5@1").steps

    def test_a_prefix_that_fits_several_guilds(self) -> None:
        fresh(["draw A Fire", "draw B Sh"]).board("guilds B: Shadow")
        position = fresh(["draw A M"], expansion="beyond")
        assert position.error is not None
        assert "'M' fits several guilds" in position.error.message
        assert position.error.legal == ("Ma Magnet", "Mu Music")

    def test_guilds_of_the_match_are_preferred(self) -> None:
        """`Sa` is Sand, and `Li` Light, though others would fit a shorter word."""
        lines = ("guilds A: Sand Lava Air Acid", "hand A: La5 A5 Ac5 Sa5")
        for word, card in (
            ("La5", "La5"),
            ("L5", "La5"),
            ("A5", "A5"),
            ("Ac5", "Ac5"),
            ("S5", "Sa5"),
        ):
            position = given(*lines, "guilds B: F E P W", expansion="beyond").when(f"play {word}@1")
            position.board(f"location 1: A {card} | B -")

    def test_of_twins_the_one_that_is_allowed_is_meant(self) -> None:
        """One was activated already, or carries no damage: no position need be said."""
        twins = ("hand A: C6 L6", "location 1: A C5 C5 L7 | B W7 W6")
        once = given(*twins).when("act C6: C5@1.1 C5@1.2").steps
        assert once
        assert given(*twins).when("act C6: C5@1.1 C5").steps == once
        healed = given(*twins, "location 2: A C5/1 C5 C6/1 | B -")
        healed.when("act L6: L7+C5").board("location 2: A C5 C5 C6/1 | B -")

    def test_twins_need_a_position(self) -> None:
        assert table().when("act W7 ...").words == [
            "W6@2.1",
            "W6@2.2",
            "T7@3",
            "W5@4",
            "done",
        ]


class TestWords:
    def test_what_may_open_a_turn(self) -> None:
        assert table().words == [
            "play F5@", "play F6@", "play F7@", "play W7@", "play T5@", "play P6@",
            "act F5:", "act F6:", "act F7:", "act W7:", "act T5:", "act P6:",
            "check",
        ]  # fmt: skip

    def test_what_may_follow(self) -> None:
        after = [f"{card}@{n}" for card in ("F6", "F7") for n in (1, 2, 3)]
        assert set(table().when("play F5@1 ...").words) == {
            *after,
            "T5@1",
            "T5@2",
            "done",
        }
        assert table().when("act W7: W5 ...").words == [">3", ">5"]
        assert table().when("act P6: P5 ...").words == ["<2", "<4"]
        assert table().when("check ...").words == ["& ??"]

    def test_the_set_up(self) -> None:
        assert fresh().words[0] == "draw A Fire"
        assert fresh(**AGREED).words == ["hand A ??"]
        assert "face L5" in fresh(["hand A", "hand B"], **AGREED).words


# -- anything may be typed -----------------------------------------------------------------------

CARDS = [f"{g}{n}" for g in ("F", "W", "T", "P", "L", "Fire", "wa", "??", "Q") for n in (5, 7, "")]
VERBS = ["play", "act", "check", "a", "b", "A", "B", "7", "8", "p", "c", ":", "&", "draw", "hand"]
VERBS += ["face", "start", "picks", "display", "result", "A wins", "done", "-", "...", "=", "3:4"]
PLACES = ["@1", "@2", "@3", "@2.1", "@9", "2.2", ">3", "<2", "+2.1", "x1", "*2"]
ODD = [",", ";", "?", "{", "}", "!!", "²", "٣", "\t", "…"]
PIECES = [*CARDS, *VERBS, *PLACES, *ODD]

LINES = st.lists(st.sampled_from(PIECES), max_size=9).flatmap(
    lambda words: st.sampled_from([" ", ""]).map(lambda glue: glue.join(words))
)


def attempt(match: Match, line: str) -> None:
    """Decide a line, or be told why not: nothing else comes out, and the steps are as they were."""
    before = list(match.steps)
    try:
        steps = decide_line(match, line)
    except GameError as error:
        assert error.message
        assert 0 <= error.column <= len(line) + 1
        assert all(isinstance(word, str) and word for word in error.legal)
        assert match.steps == before
    else:
        assert match.steps == before + steps


@examples(st.one_of(LINES, st.text(max_size=40)))
@example("play F5@" + "9" * 5000)
@example("9" * 5000)
@example("act W7: W5>" + "9" * 5000)
@example("check & F" + "9" * 5000)
@example("= " + "9" * 5000 + ":0")
def test_anything_may_be_typed_in_a_turn(line: str) -> None:
    attempt(table().match, line)


@examples(st.one_of(LINES, st.text(max_size=40)))
def test_anything_may_be_typed_in_the_set_up(line: str) -> None:
    attempt(fresh().match, line)
    attempt(fresh(**AGREED).match, line)


@examples(
    st.one_of(LINES, st.text(max_size=40)),
    st.sampled_from(["play F5@1 ...", "act W7 ...", "act P6: P5 ...", "check ..."]),
)
def test_anything_may_be_typed_in_the_middle(line: str, begun: str) -> None:
    attempt(table().when(begun).match, line)


@examples(playings(), st.integers(1, 200), st.data())
def test_a_line_with_a_mistake(playing: object, decisions: int, data: st.DataObject) -> None:
    """Lines of real matches with a character gone, doubled or changed, where they were typed."""
    match = until(playing, decisions)  # type: ignore[arg-type]
    text = write_tape(record(match)).splitlines()
    line = text[-1]
    at = data.draw(st.integers(0, max(0, len(line) - 1)))
    what = data.draw(st.sampled_from(["", line[at : at + 1] * 2, "x", "9", " ", "@", ">", "?"]))
    broken = line[:at] + what + line[at + 1 :]
    attempt(Match(RIFTFORCE, match.settings, match.steps), broken)


@pytest.mark.parametrize("card", ["S5", "L5"])
def test_a_code_means_its_guild_also_where_nobody_has_it(card: str) -> None:
    position = given("guilds A: Fire Water Ice Air", "guilds B: Earth Plant Crystal Thunderbolt")
    position.when(f"play {card}@1").refused(f"holds no {card}")


@pytest.mark.parametrize(("line", "column"), [("1 A plya F5@1", 5), ("A chekc", 3)])
def test_a_seat_before_a_verb_with_a_mistake_is_a_seat(line: str, column: int) -> None:
    error = table().when(line).error
    assert error is not None
    assert ("is no action" in error.message, error.column) == (True, column)


def test_the_letter_before_a_card_is_the_verb() -> None:
    assert table().when("a W7").error is None
