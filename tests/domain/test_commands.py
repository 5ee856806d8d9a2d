"""What comes of each command, and what is refused and why: given a match, when a command, then events.

given("hand A ...", Undo()).when(Redo()).then(Redone(to=5))
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Self, get_args, get_origin, get_type_hints

import msgspec
import pytest

from domain.commands import (
    Amend,
    Author,
    Change,
    Command,
    End,
    Note,
    Open,
    Outcome,
    Pause,
    Play,
    Redo,
    Resume,
    Rule,
    Undo,
    Unentitled,
    decide,
    judged,
    needs_judge,
    opening,
)
from domain.contract.errors import GameError, Reason
from domain.formats.tape import write_tape
from domain.games import GAMES
from domain.record.chain import chained
from domain.record.endings import REASONS
from domain.record.events import (
    Amended,
    Closed,
    Event,
    Noted,
    Opened,
    Paused,
    Redone,
    Resumed,
    Ruled,
    Signed,
    Step,
    TakenBack,
)
from domain.record.match import Record
from domain.record.rulings import KINDS
from domain.revise.misfits import KEEP, STOP, Unanswered
from domain.revise.undo import Unconfirmed
from tests.domain.tabled import matches_built

NOW = 1_795_000_000_000
SETTINGS = {"guilds a": "F E P S", "guilds b": "W L I C", "start": "A"}
SETUP = ("hand A F5 F6 F7 E5 P5 S5 S6", "hand B", "face W5")
"""Steps 1 to 3."""
TURNS = ("play F5@1 F6@2", "play I5@1")
"""Steps 4 to 6, and 7 to 8."""


class Table:
    """A match, and what came of the last command."""

    def __init__(self) -> None:
        game = GAMES["riftforce"]
        settings = game.settings(SETTINGS)
        opened = Opened(
            "riftforce", game.rules_version, settings, ("Ann", "Ben"), at=NOW, by="Dora"
        )
        self.record = Record("m", game, opened, [], "")
        chained(self.record, [opened])
        self.time = NOW
        self.outcome: Outcome | None = None
        self.error: GameError | None = None

    def given(self, *commands: Change | str) -> Self:
        """Let commands happen; a text is a line."""
        for command in commands:
            self.time += 1_000
            found = decide(self.record, as_command(command), self.time)
            chained(self.record, found.events)
        return self

    def when(self, command: Change | str, **more: Any) -> Self:
        """Decide a command a second later; the match stays as it is."""
        self.time += 1_000
        before = list(self.record.events)
        try:
            self.outcome = decide(self.record, as_command(command), self.time, **more)
        except GameError as error:
            self.error = error
        assert self.record.events == before
        return self

    def then(self, *events: Event) -> Self:
        """Exactly these events come of it, at the time of the command."""
        assert not self.error, self.error
        assert self.outcome
        after = self.time - NOW
        assert list(self.outcome.events) == [
            msgspec.structs.replace(event, after=after) for event in events
        ]
        return self

    def kinds(self, *kinds: type[Any]) -> Self:
        """Events of these kinds come of it."""
        assert not self.error, self.error
        assert self.outcome
        assert [type(event) for event in self.outcome.events] == list(kinds)
        return self

    def refused(self, reason: Reason, words: str, kind: type[GameError] = GameError) -> Any:
        """It is refused for a reason, in words that hold these."""
        assert isinstance(self.error, kind), self.outcome
        assert self.error.reason is reason
        assert words in self.error.message
        return self.error

    def tape(self, start: int = len(SETUP)) -> list[str]:
        """The lines that the match would have with the events."""
        assert self.outcome
        chained(self.record, self.outcome.events)
        lines = write_tape(self.record).splitlines()
        return lines[lines.index("") + 1 + start :]


def as_command(command: Change | str) -> Change:
    return Play(command) if isinstance(command, str) else command


def given(*commands: Change | str) -> Table:
    """A match that is set up, in which two turns were played, and then this was done."""
    return Table().given(*SETUP, *TURNS, *commands)


class TestPlay:
    def test_a_line(self) -> None:
        table = given().when(Play("play F7@1 {a long think}", by="Eve")).kinds(Step, Step)
        assert table.outcome
        first, last = table.outcome.events
        assert (first.after, first.by, first.note) == (6_000, "Eve", "")
        assert last.note == "a long think"

    def test_by_whom_is_left_out_where_the_opening_says_it(self) -> None:
        table = given().when(Play("play F7@1", by="Dora")).kinds(Step, Step)
        assert table.outcome
        assert {event.by for event in table.outcome.events} == {""}

    def test_the_match_is_live_behind_it(self) -> None:
        table = given().when("play F7@1")
        assert table.outcome
        live, state = table.outcome.live, table.outcome.state
        assert live
        assert state == table.record.state()
        chained(table.record, table.outcome.events)
        again = table.record.live()
        assert (live.state, len(live.steps)) == (again.state, len(again.steps))
        assert (live.ask and live.ask.about) == (again.ask and again.ask.about)
        live.decide(live.game.bots["random"](live.state, live.open_ask(), random.Random(1)))

    def test_a_ruling_and_an_end_are_lines_too(self) -> None:
        given().when("! penalty: [Eve] score A +1").kinds(Ruled)
        given().when("result A wins (time) [Eve]").then(
            Closed("time", winner=0, seat=1, judge="Eve")
        )

    def test_what_only_checks_is_no_event(self) -> None:
        given().when("= 0:0").then()

    @pytest.mark.parametrize(
        ("line", "reason", "words"),
        [
            ("play Q5@1", Reason.UNREADABLE, "no guild is called 'Q'"),
            ("play F5@1", Reason.ILLEGAL, "F5"),
            ("= 1:0", Reason.ILLEGAL, "the totals are 0:0"),
            ("{only words}", Reason.UNREADABLE, "a comment stands beside what it is about"),
            ("play F7@1 {", Reason.UNREADABLE, "has no partner"),
            ("play F7@1 [90:00:00]", Reason.BAD_SETTING, "still to come"),
        ],
    )
    def test_refused(self, line: str, reason: Reason, words: str) -> None:
        given().when(line).refused(reason, words)

    def test_over(self) -> None:
        given(End("agreed")).when("check").refused(Reason.ILLEGAL, "")
        given(End("agreed")).when("! score A +1").refused(
            Reason.ILLEGAL, "the match is over; take back how it ended first"
        )

    def test_hidden_from_who_records(self) -> None:
        table = Table()
        opened = msgspec.structs.replace(table.record.opened, eyes="A")
        table.record = Record("m", table.record.game, opened, [], "head")
        table.given(SETUP[0]).when("hand B I5 I6").refused(Reason.ILLEGAL, "recorded from seat A")


class TestUndo:
    def test_the_last_line(self) -> None:
        given().when(Undo()).then(TakenBack(to=6))

    def test_lines_or_to_a_step(self) -> None:
        given().when(Undo(lines=2, note="why", by="Eve")).then(
            TakenBack(to=3, note="why", by="Eve")
        )
        given().when(Undo(lines=2, to=6)).then(TakenBack(to=6))

    def test_everything(self) -> None:
        given().when(Undo(to=0, confirmed=True)).then(TakenBack(to=0, revealed=(1, 2, 3)))

    def test_what_had_been_shown_wants_to_be_confirmed(self) -> None:
        table = given("check & F6 F7").when(Undo())
        error = table.refused(Reason.ILLEGAL, "step 10 (A draws F6 F7)", Unconfirmed)
        assert error.revealed == (10,)
        table.when(Undo(confirmed=True))
        table.error = None
        table.then(TakenBack(to=8, revealed=(10,)))

    def test_nothing_there(self) -> None:
        Table().when(Undo()).refused(Reason.NOT_FOUND, "nothing to take back")
        given().when(Undo(lines=9, confirmed=True)).refused(Reason.NOT_FOUND, "nothing more")
        given().when(Undo(to=8)).refused(Reason.NOT_FOUND, "lies behind step 8")
        given().when(Undo(to=99)).refused(Reason.NOT_FOUND, "has no step 99")

    def test_what_stands_for_it_is_named(self) -> None:
        given(Amend(5, "play F5@1 F6@1")).when(Undo(to=5)).refused(
            Reason.NOT_FOUND, "step 11 stands for it now"
        )

    def test_an_end_is_a_line(self) -> None:
        given(End("agreed")).when(Undo()).then(TakenBack(to=8))


class TestRedo:
    def test_the_last_take_back(self) -> None:
        given(Undo()).when(Redo(note="after all")).then(Redone(to=8, note="after all"))

    def test_any_event(self) -> None:
        given(Undo(lines=2), "play F7@1").when(Redo(to=6)).then(Redone(to=6))

    def test_refused(self) -> None:
        given().when(Redo()).refused(Reason.NOT_FOUND, "no take-back to take back")
        given(Undo(), "play I6@1").when(Redo()).refused(Reason.NOT_FOUND, "it went on since")
        given().when(Redo(to=6)).refused(Reason.CONFLICT, "step 6 stands")
        given().when(Redo(to=8)).refused(Reason.NOT_FOUND, "is the last of the line")
        given().when(Redo(to=99)).refused(Reason.NOT_FOUND, "has no step 99")


class TestAmend:
    def test_a_line_and_all_after_it(self) -> None:
        table = given().when(Amend(5, "play F5@1 F6@1", note="misread", by="Eve"))
        table.kinds(Amended, *[Step] * 5)
        assert table.outcome
        event = table.outcome.event
        assert (event.to, event.wrong, event.why, event.count) == (3, 4, "correction", 5)
        assert (event.note, event.by) == ("misread", "Eve")
        assert table.tape() == ["1 A play F5@1 F6@1", "2 B play I5@1"]

    def test_a_reveal_says_the_same_and_more(self) -> None:
        table = given().when(Amend(2, "hand B I5 I6 L7", reveal=True))
        assert table.outcome
        assert table.outcome.event.why == "reveal"
        given().when(Amend(1, "hand A ??", reveal=True)).refused(
            Reason.ILLEGAL, "says something else"
        )

    def test_a_misfit_without_an_answer(self) -> None:
        error = (
            given("act F7: F6@2")
            .when(Amend(4, "play F5@1"))
            .refused(Reason.CONFLICT, "does not go with step 4", Unanswered)
        )
        assert (error.misfit.number, error.misfit.lost) == (9, 3)

    @pytest.mark.parametrize(
        "command",
        [
            Amend(4, "play F5@1", otherwise="stop"),
            Amend(4, "play F5@1", answers={9: STOP}),
            Amend(4, "play F5@1", otherwise="keep", answers={9: STOP}),
        ],
    )
    def test_a_misfit_is_answered_by_the_command(self, command: Amend) -> None:
        table = given("act F7: F6@2").when(command)
        assert table.tape() == ["1 A play F5@1", "2 B play I5@1"]

    def test_or_by_who_is_asked(self) -> None:
        asked = []

        def answer(misfit: Any) -> str:
            asked.append(misfit.number)
            return "act F7: F5@1"

        table = given("act F7: F6@2").when(Amend(4, "play F5@1"), answer=answer)
        assert table.tape()[-1] == "3 A act F7: F5@1"
        assert asked == [9]

    def test_refused(self) -> None:
        given().when(Amend(4, "play Q5@1")).refused(Reason.UNREADABLE, "no guild is called 'Q'")
        given().when(Amend(4, "play F5@1 F6@2")).refused(Reason.CONFLICT, "nothing changes")
        given().when(Amend(44, "check")).refused(Reason.NOT_FOUND, "has no step 44")
        given().when(Amend(4, " ")).refused(Reason.UNREADABLE, "decides nothing")
        wrong: Any = "perhaps"
        given().when(Amend(4, "check", otherwise=wrong)).refused(Reason.BAD_SETTING, "'perhaps'")


class TestRule:
    def test_facts(self) -> None:
        table = given().when(Rule("score A +1", kind="penalty", judge="Eve", why="late", by="Ann"))
        table.kinds(Ruled)
        assert table.outcome
        event = table.outcome.event
        assert (event.kind, event.judge, event.note, event.by) == ("penalty", "Eve", "late", "Ann")
        assert table.tape()[-1] == "! penalty: [Eve] score A +1 = 1:0 {late}"

    def test_a_play_that_stood(self) -> None:
        table = given().when(Rule("play E5@1 P5@4", stood=True, judge="Eve"))
        assert table.outcome
        assert "stood" in {getattr(event, "kind", "") for event in table.outcome.events}
        assert table.tape()[-1].startswith("!! [Eve]")

    def test_marks_may_be_typed_before_it(self) -> None:
        assert Rule("! score A +1").line == Rule("score A +1").line == "! score A +1"
        assert Rule("!! check", stood=True).line == "!! check"

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            ({"kind": "whim"}, "no ruling is called 'whim'"),
            ({"judge": "a]"}, "no brackets or braces"),
            ({"why": "{x"}, "no brackets or braces"),
            ({"kind": "penalty", "stood": True}, "a play that stood is no penalty"),
        ],
    )
    def test_refused(self, more: dict[str, Any], words: str) -> None:
        given().when(Rule("score A +1", **more)).refused(Reason.BAD_SETTING, words)

    def test_unreadable(self) -> None:
        given().when(Rule("banana")).refused(Reason.UNREADABLE, "'banana'")


class TestNote:
    def test_on_the_last_step_on_another_on_the_match(self) -> None:
        given().when(Note("  so  it was ", by="Eve")).then(Noted(8, note="so it was", by="Eve"))
        given().when(Note("hm", 3)).then(Noted(3, note="hm"))
        given().when(Note("hm", 0)).then(Noted(0, note="hm"))

    def test_refused(self) -> None:
        given().when(Note(" ")).refused(Reason.UNREADABLE, "a note says something")
        given().when(Note("hm", 77)).refused(Reason.NOT_FOUND, "has no event 77")


class TestClocks:
    def test_stopped_and_started(self) -> None:
        given().when(Pause("tea", "Eve")).then(Paused(note="tea", by="Eve"))
        given(Pause()).when(Resume("back")).then(Resumed(note="back"))

    def test_refused(self) -> None:
        given(Pause()).when(Pause()).refused(Reason.CONFLICT, "stand still already")
        given().when(Resume()).refused(Reason.CONFLICT, "the clocks are running")
        given(Pause(), Resume()).when(Resume()).refused(Reason.CONFLICT, "are running")


class TestEnd:
    @pytest.mark.parametrize(
        ("why", "seat", "winner", "loser"),
        [
            ("concession", "A", 1, 0),
            ("concession", "b", 0, 1),
            ("time", "ben", 0, 1),
            ("time", "", None, -1),
            ("disqualification", "Ann", 1, 0),
            ("agreed", "", None, -1),
            ("abandonment", "", None, -1),
            ("abandonment", "A", 0, -1),
        ],
    )
    def test_who_wins(self, why: Any, seat: str, winner: int | None, loser: int) -> None:
        given().when(End(why, seat, judge="Eve", note="late")).then(
            Closed(why, winner=winner, seat=loser, judge="Eve", note="late")
        )

    @pytest.mark.parametrize(
        ("why", "more", "words"),
        [
            ("concession", {}, "somebody wins"),
            ("disqualification", {}, "somebody wins"),
            ("agreed", {"seat": "A"}, "a draw; it has no seat"),
            ("boredom", {}, "no match ends by 'boredom'"),
            ("agreed", {"judge": "[x]"}, "is no judge's name"),
        ],
    )
    def test_refused(self, why: Any, more: dict[str, Any], words: str) -> None:
        given().when(End(why, **more)).refused(Reason.BAD_SETTING, words)

    def test_nobody_of_that_name(self) -> None:
        given().when(End("time", "Carl")).refused(Reason.UNREADABLE, "'Carl' is no player")

    def test_a_name_of_both_is_nobody_s(self) -> None:
        table = given()
        opened = msgspec.structs.replace(table.record.opened, players=("Ann", "ann"))
        table.record = Record("m", table.record.game, opened, list(table.record.events), "")
        table.when(End("time", "ann")).refused(Reason.UNREADABLE, "'ann' is no player")

    def test_over(self) -> None:
        given(End("agreed")).when(End("agreed")).refused(Reason.ILLEGAL, "is over already")


class TestOpen:
    def test_as_it_is_said(self) -> None:
        command = Open(
            "Riftforce", ("Ann", " "), SETTINGS, on="20261129", event=" Cup ",
            clock="25:00", eyes="a", by="Dora", id="mine",
        )  # fmt: skip
        found = opening(command, NOW)
        assert (found.game, found.players, found.at, found.by) == (
            "riftforce", ("Ann", "B"), NOW, "Dora",
        )  # fmt: skip
        assert (found.on, found.event, found.eyes) == ("2026-11-29", "Cup", "A")
        assert found.rules == GAMES["riftforce"].rules_version
        assert found.settings["guilds a"]

    @pytest.mark.parametrize(
        "more",
        [{"game": "chess"}, {"settings": {"ice": "warm"}}, {"on": "someday"}, {"best_of": 3},
         {"clock": "long"}, {"eyes": "mine"}],
    )  # fmt: skip
    def test_refused(self, more: dict[str, Any]) -> None:
        with pytest.raises(GameError):
            opening(Open(**{"game": "riftforce", **more}), NOW)


def judged_events(table: Table) -> list[Event]:
    """What of the events that came of a command is a judge's word."""
    assert table.outcome
    return [event for event in table.outcome.events if judged(table.outcome.record, event)]


class TestJudges:
    @pytest.mark.parametrize(
        ("command", "wanted"),
        [
            (Play("play F5@1 {! score A 1}"), False),
            (Play("! score A +1"), True),
            (Play("!! play E5@1 [0:10]"), True),
            (Play("result A wins (time)"), False),
            (Play("result A wins 0:0 (Disqualification)"), True),
            (Amend(4, "play F5@1"), False),
            (Amend(4, "!! play F5@1"), True),
            (Amend(4, "play F5@1", answers={9: "! score A +1"}), True),
            (Rule("score A +1"), True),
            (End("concession", "A"), False),
            (End("disqualification", "A"), True),
            (Undo(), False),
            (Redo(), False),
            (Note("! x"), False),
            (Pause(), False),
            (Resume(), False),
        ],
    )
    def test_what_only_a_judge_may_say(self, command: Change, wanted: bool) -> None:
        assert needs_judge(command) is wanted

    def test_every_event_that_comes_of_it_is_a_judge_s_word(self) -> None:
        for command in (Rule("score A +1"), End("disqualification", "A"), Play("! score A +1")):
            table = given().when(command)
            assert table.outcome
            assert judged_events(table)
        for command in (Play("play F7@1"), End("time", "A"), Undo(), Note("hm"), Pause()):
            table = given().when(command)
            assert table.outcome
            assert not judged_events(table)

    def test_what_is_only_decided_again_is_nobody_s_word(self) -> None:
        table = given(Rule("score A +1")).when(Amend(4, "play F5@1 F6@1"))
        assert table.outcome
        assert any(isinstance(event, Ruled) for event in table.outcome.events)
        assert not judged_events(table)

    def test_a_line_kept_as_a_ruling_is_a_judge_s_word(self) -> None:
        """A play that does not fit a correction stands as a ruling: so its author has to be a judge."""
        table = given("check").when(Amend(4, "!! check", otherwise=KEEP))
        assert table.outcome
        kept = [event for event in judged_events(table) if getattr(event, "redecides", 0) > 6]
        assert kept
        for event in kept:
            Author("Eve", judge=True).check(table.record, event)
            with pytest.raises(Unentitled):
                Author("Dora").check(table.record, event)


class TestAuthors:
    @pytest.mark.parametrize(
        "command",
        [
            Note("hm", by="Eve"),
            Play("play F7@1", by="Eve"),
            Rule("score A +1"),
            Play("! score A +1"),
            End("concession", "A", judge="Dora"),
            Play("result A wins (concession) [Dora]"),
        ],
    )
    def test_who_is_no_judge_says_nothing_as_a_judge_or_as_another(self, command: Change) -> None:
        with pytest.raises(Unentitled):
            decide(given().record, command, NOW + 60_000, author=Author("Dora"))

    @pytest.mark.parametrize(
        "command",
        [
            Rule("score A +1", judge="Dora"),
            Play("! [Dora] score A +1"),
            End("disqualification", "A", judge="Dora"),
            Play("result A wins (concession) [Dora]"),
            Amend(7, "! [Dora] score A +1"),
        ],
    )
    def test_a_judge_rules_in_no_other_name(self, command: Change) -> None:
        with pytest.raises(Unentitled, match="as Dora"):
            decide(given().record, command, NOW + 60_000, author=Author("Eve", judge=True))

    @pytest.mark.parametrize("command", [Rule("score A +1"), End("disqualification", "A")])
    def test_a_judge_s_word_bears_the_judge_s_name(self, command: Change) -> None:
        event = decide(
            given().record, command, NOW + 60_000, author=Author("Eve", judge=True)
        ).event
        assert (event.judge, event.by) == ("Eve", "Eve")

    def test_a_correction_repeats_what_another_judge_said(self) -> None:
        record = given(Rule("score A +1", judge="Eve")).record
        found = decide(
            record, Amend(4, "play F5@1 F6@1"), NOW + 60_000, author=Author("Dora")
        ).events
        assert [event.judge for event in found if isinstance(event, Ruled)] == ["Eve"]


COMMANDS: Sequence[type[Command]] = (Open, *get_args(Change))
BODIES = {
    Open: {"game": "riftforce", "players": ["Ann", "Ben"], "id": "m1", "best_of": 3, "series": "x"},
    Play: {"line": "check", "by": "Eve", "dry": True},
    Undo: {"lines": 2, "to": None, "confirmed": True, "note": "x", "by": "Eve"},
    Redo: {"to": 3, "note": "x", "by": "Eve"},
    Amend: {"step": 3, "line": "check", "reveal": True, "otherwise": "keep",
            "answers": {"9": "stop"}, "dry": True, "note": "x", "by": "Eve"},
    Rule: {"facts": "x", "stood": True, "kind": "", "judge": "Eve", "why": "x", "by": "y",
           "dry": True},
    Note: {"text": "x", "step": 0, "by": "Eve"},
    Pause: {"note": "x", "by": "Eve"},
    Resume: {"note": "x", "by": "Eve"},
    End: {"why": "abandonment", "seat": "A", "judge": "Eve", "note": "x", "by": "Eve"},
}  # fmt: skip
"""Of each command a request body with all its fields (of an opening, some)."""


class TestJson:
    def test_kinds_and_reasons_are_those_that_there_are(self) -> None:
        hints = get_type_hints(Rule), get_type_hints(End), get_type_hints(Amend)
        assert get_args(hints[0]["kind"]) == ("", *KINDS)
        assert get_args(hints[1]["why"]) == REASONS
        assert get_args(hints[2]["otherwise"]) == ("", KEEP, STOP)

    def test_every_command_has_a_body(self) -> None:
        assert set(COMMANDS) == set(BODIES)

    @pytest.mark.parametrize("kind", COMMANDS)
    def test_a_command_is_its_json(self, kind: type[Any]) -> None:
        body = msgspec.json.encode(BODIES[kind])
        command = msgspec.json.decode(body, type=kind)
        assert msgspec.json.decode(msgspec.json.encode(command), type=kind) == command
        assert command.dry is BODIES[kind].get("dry", False)
        if kind is not Open:
            assert set(BODIES[kind]) == set(kind.__struct_fields__)

    @pytest.mark.parametrize("kind", COMMANDS)
    def test_nothing_else_is_read(self, kind: type[Any]) -> None:
        with pytest.raises(msgspec.ValidationError, match="unknown field"):
            msgspec.json.decode(msgspec.json.encode({**BODIES[kind], "what": 1}), type=kind)

    @pytest.mark.parametrize(
        ("kind", "body"),
        [(Undo, {"lines": 0}), (Undo, {"to": -1}), (Redo, {"to": 0}), (Rule, {"kind": "whim"}),
         (Amend, {"step": 0}), (Amend, {"otherwise": "perhaps"}), (End, {"why": "boredom"}),
         (Note, {"step": -1})],
    )  # fmt: skip
    def test_what_cannot_be_meant(self, kind: type[Any], body: dict[str, Any]) -> None:
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(msgspec.json.encode({**BODIES[kind], **body}), type=kind)


def test_a_signature_is_no_change_of_the_match() -> None:
    """Signatures are made of a key; every other event comes of a command."""
    found = given(
        Undo(), Redo(), Rule("score A +1"), Note("hm"), Pause(), Resume(),
        Amend(4, "play F5@1 F6@1", otherwise=KEEP), End("agreed"),
    ).record.events  # fmt: skip
    every = {get_origin(kind) or kind for kind in get_args(Event)}
    assert {type(event) for event in found} == every - {Signed}


class TestOnce:
    """An accepted line builds the live match once, and runs the turn in progress once."""

    def test_decided(self, monkeypatch: pytest.MonkeyPatch) -> None:
        table = given()
        built = matches_built(monkeypatch)
        table.when("play F7@1").kinds(Step, Step)
        assert len(built) == 1
