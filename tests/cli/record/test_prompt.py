from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.record.prompt import Legal, Session
from domain.formats.tape import write_tape
from domain.games import GAMES
from domain.store.recorder import Recorder
from tests.domain.tabled import matches_built

SETTINGS = {"guilds a": "F E P S", "guilds b": "W L I C", "start": "A"}


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    found = Recorder(tmp_path / "s.sqlite", durable=False)
    yield found
    found.close()


@pytest.fixture
def table(recorder: Recorder) -> Session:
    record = recorder.new_match(GAMES["riftforce"], SETTINGS, ("Ann", "Ben"), match_id="m")
    recorder.play_line(record, "face W5")
    return Session(recorder, record, "Carla")


def typed(table: Session, *lines: str) -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("".join(line + "\r" for line in lines))
        table.sit_down()


def completions(table: Session, text: str) -> list[str]:
    found = Legal(table).get_completions(Document(text), CompleteEvent(completion_requested=True))
    return [text[: len(text) + c.start_position] + c.text for c in found]


def test_a_typed_turn_is_in_the_store_at_once(
    table: Session, recorder: Recorder, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(table, "play F5@1 F6@2", "act W7: W5@3>2", "quit")
    assert [
        line for line in write_tape(recorder.load("m")).splitlines() if line[:2] in ("1 ", "2 ")
    ] == [
        "1 A play F5@1 F6@2",
        "2 B act W7: W5@3>2",
    ]
    shown = capsys.readouterr().out
    assert "A plays F5 at location 1" in shown
    assert "go on with ludograph record m" in shown
    assert recorder.load("m").steps[-1].by == "Carla"


def test_a_line_builds_the_live_match_once(
    table: Session, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before, built = len(table.record.steps), matches_built(monkeypatch)
    table.enter("play F5@1 F6@2")
    assert len(table.live.steps) == len(table.record.steps) > before
    assert built == [before]
    assert table.read_lines(["act W7: W5@3>2"]) == 0
    assert len(built) == 2


def test_a_typing_error_is_pointed_at_and_records_nothing(
    table: Session, recorder: Recorder, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorder.load("m").steps
    typed(table, "play F5@1 Q6@2", "quit")
    assert recorder.load("m").steps == before
    error = capsys.readouterr().err.splitlines()
    assert error[0].index("Q6") == error[1].index("^")
    assert "no guild is called 'Q'" in error[2]


def test_a_quit_in_the_middle_of_an_action_is_gone_on_with(
    table: Session, recorder: Recorder
) -> None:
    typed(table, "play F5@1 ...", "quit")
    again = Session(recorder, recorder.load("m"))
    typed(again, "F6@2", "quit")
    assert "1 A play F5@1 F6@2\n" in write_tape(recorder.load("m"))


def test_somebody_who_was_slower_is_told_and_sees_the_new_board(
    table: Session, recorder: Recorder, capsys: pytest.CaptureFixture[str]
) -> None:
    other = recorder.load("m")
    recorder.play_line(other, "play E5@1")
    typed(table, "play F5@1", "act W7: W5@3>2", "quit")
    shown = capsys.readouterr()
    assert "recorded by somebody else" in shown.err
    assert "2 B act W7: W5@3>2" in write_tape(recorder.load("m"))


def test_help_board_legal_and_tape_record_nothing(
    table: Session, recorder: Recorder, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorder.load("m").steps
    typed(table, "help", "", "board", "legal", "tape", "quit")
    shown = capsys.readouterr().out
    assert "play F5@" in shown
    assert "game: riftforce" in shown
    assert recorder.load("m").steps == before


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("", ["play F5@", "act F5:"], ["play W5@", "check"]),
        ("pl", ["play F5@", "play S7@"], ["act F5:"]),
        ("act F", ["act F5:", "act F6:"], ["act E5:"]),
        ("play F5@1 ", ["play F5@1 F5@1", "play F5@1 F6@2", "play F5@1 F6@3"], ["play F5@1 F6@4"]),
        ("play F5@1 F6@3 ", ["play F5@1 F6@3 F7@2"], ["play F5@1 F6@3 F7@3"]),
    ],
)
def test_tab_completes_what_is_legal(
    table: Session, text: str, some: list[str], none: list[str]
) -> None:
    found = completions(table, text)
    assert set(some) <= set(found)
    assert not set(none) & set(found)


def test_tab_completes_the_choices_of_an_ability(table: Session, recorder: Recorder) -> None:
    recorder.play_line(table.record, "play F5@1")
    again = Session(recorder, recorder.load("m"))
    assert "act W7: W5@3 >2" in completions(again, "act W7: W5@3 ")


def test_the_end_of_the_match_ends_the_evening(
    recorder: Recorder, capsys: pytest.CaptureFixture[str]
) -> None:
    tape = (Path(__file__).parents[3] / "examples" / "kitchen-table.tape").read_text()
    lines = [line for line in tape.splitlines() if line[:1].isdigit()]
    settings = {"ice": "printed", "guilds a": "F W L P", "guilds b": "I C T A", "start": "A"}
    record = recorder.new_match(GAMES["riftforce"], settings, ("Dora", "Emil"), match_id="k")
    recorder.play_line(record, "face C6")
    typed(Session(recorder, record), *lines)
    assert "result B wins 9:13" in capsys.readouterr().out
