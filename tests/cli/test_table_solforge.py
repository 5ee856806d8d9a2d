"""Recording SolForge Fusion at the table: what the screen says and what Tab offers."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import to_formatted_text
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console
from typer.testing import CliRunner

from cli.app import app
from cli.edge import say
from cli.match.show_replay import print_all
from cli.record.prompt import Legal, Session
from domain.formats.tape import write_tape
from domain.games.solforge.cards.book import Card, CardSet, Forgeborn, HalfDeck, Level
from domain.games.solforge.game import SOLFORGE
from domain.games.solforge.sets.cardfile import one_line
from domain.store.recorder import Recorder
from replays import position_text
from replays.cursor import Cursor
from replays.stepper import Stepper
from tests.replays.test_stepper import Screen

WORDS = {
    "Wailing Bear": "When a creature is destroyed, you gain 2H.",
    "Growing Bear": "When a creature is destroyed, give this +1A.",
    "Asking Bear": "Deploy: You may deal 2 damage to a creature.",
    "Spitter": "Deploy: Deal 9 damage to an enemy creature.",
}


def half(name: str, faction: str) -> tuple[tuple[Card, ...], HalfDeck, Forgeborn]:
    """A half-deck: the four bears, and six that do nothing."""
    words = {f"{word} {name}": text for word, text in WORDS.items()}
    words |= {f"Plain {n} {name}": "" for n in "PQRSTU"}
    cards = tuple(
        Card(title, "creature", {n: Level(text, n, 3 * n) for n in (1, 2, 3)}, faction)
        for title, text in words.items()
    )
    born = Forgeborn(f"Born {name}", faction, {2: "Draw a card.", 3: "", 4: ""})
    return cards, HalfDeck(name, faction, born.name, tuple(words)), born


def settings() -> dict[str, str]:
    """Two decks of cards of the test's own."""
    halves = [
        half(name, faction)
        for name, faction in (
            ("Fa", "Alloyin"), ("Fb", "Tempys"), ("Ga", "Nekrium"), ("Gb", "Uterra"),
        )
    ]  # fmt: skip
    cards = CardSet(
        tuple(card for cards, _, _ in halves for card in cards),
        tuple(born for _, _, born in halves),
        tuple(deck for _, deck, _ in halves),
    )
    return {
        "cards": one_line(cards), "deck a": "Fa + Fb", "deck b": "Ga + Gb", "start": "A",
    }  # fmt: skip


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    found = Recorder(tmp_path / "s.sqlite", durable=False)
    yield found
    found.close()


def table(
    recorder: Recorder, *lines: str, players: tuple[str, str] = ("Ann", "Ben"), name: str = "m"
) -> Session:
    """A match of which some lines are recorded."""
    record = recorder.new_match(SOLFORGE, settings(), players, match_id=name)
    for line in ("forge A", *lines):
        recorder.play_line(record, line)
    return Session(recorder, record, "Carla")


def typed(table: Session, *lines: str) -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("".join(line + "\r" for line in (*lines, "quit")))
        table.sit_down()


def completions(table: Session, text: str) -> dict[str, str]:
    found = Legal(table).get_completions(Document(text), CompleteEvent(completion_requested=True))
    return {text[: len(text) + c.start_position] + c.text: c.display_meta_text for c in found}


def prompt(table: Session) -> str:
    return "".join(part[1] for part in to_formatted_text(table.prompt()))


TWO_BEARS = (
    "deal A wailing-bear-fa growing-bear-fa spitter-fa plain-p-fa plain-q-fa",
    "deal B plain-p-ga ?? ?? ?? ??",
    "1 A wailing-bear-fa 1",
    "2 B plain-p-ga 5",
    "3 A growing-bear-fa 2",
    "4 B -",
    "T2 F=B",
    "deal A spitter-fb wailing-bear-fb plain-r-fa plain-s-fa plain-t-fa",
    "1 B -",
)


class TestPrompt:
    def test_it_says_what_the_tapes_line_begins_with(self, recorder: Recorder) -> None:
        found = table(recorder)
        assert prompt(found) == "T1 draw A (Ann)> "
        found.decide("deal A ??")
        assert prompt(found) == "T1 draw B (Ben)> "
        found.decide("deal B ??")
        assert prompt(found) == "T1.1 A (Ann)> "
        found.decide("1 A wailing-bear-fa 2")
        assert prompt(found) == "T1.2 B (Ben)> "
        found.decide("T1.2 B asking-bear-ga 2 ...")
        assert prompt(found) == "T1.2 B (Ben) may> "

    def test_players_without_names(
        self, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = table(recorder, players=("A", "B"))
        assert prompt(found) == "T1 draw A> "
        typed(found)
        assert capsys.readouterr().out.startswith("SolForge Fusion m: A, B ")


class TestQuestions:
    def test_what_waits_is_listed_under_the_board(
        self, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = table(recorder, *TWO_BEARS)
        typed(found, "2 A spitter-fb 3 ...")
        shown = capsys.readouterr().out
        assert re.search(r"\n  o1 +Wailing Bear Fa 1 \(A's lane 1\): .*2 Health", shown)
        assert re.search(r"\n  o2 +Growing Bear Fa 1 \(A's lane 2\): .*1 Attack", shown)
        assert prompt(found) == "T2.2 A (Ann) order> "
        menu = completions(found, "o")
        assert list(menu) == ["o1", "o2"]
        assert menu["o1"].startswith("Wailing Bear Fa 1 (A's lane 1): ")

    def test_what_may_be_done_is_said(
        self, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = table(recorder, "deal A asking-bear-fa")
        typed(found, "asking-bear-fa 3 ...", "legal")
        shown = capsys.readouterr().out
        assert shown.count("Asking Bear Fa 1 (A's lane 3): you may") == 1
        assert len(re.findall(r"\n  y +\S.*2 damage to a creature", shown)) == 2
        assert len(re.findall(r"\n  n +do not", shown)) == 2

    def test_a_line_that_lacks_an_answer_says_of_what(
        self, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        typed(table(recorder, "deal A asking-bear-fa"), "asking-bear-fa 3")
        error = capsys.readouterr().err
        assert "A must still say whether that is done (Asking Bear Fa 1 (A's lane 3)" in error

    def test_legal_in_a_step_is_a_line_each(
        self, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = table(recorder, *TWO_BEARS)
        typed(found, "legal")
        shown = capsys.readouterr().out
        assert re.search(r"\n  spitter-fb.1 +1/3 Deploy: Deal 9 damage", shown)
        assert re.search(r"\n  - +pass", shown)

    def test_a_card_is_looked_up_at_the_prompt(
        self, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = table(recorder)
        before = found.record.steps
        typed(found, "card asking bear fa", "card nonesuch", "help", "?")
        shown = capsys.readouterr()
        assert "Asking Bear Fa  Alloyin creature" in shown.out
        assert "level 2  2/6\n    Deploy: You may deal 2 damage" in shown.out
        assert "no card is called 'nonesuch'" in shown.err
        for words in (
            "card NAME",
            "level spark",
            "combat: o2",
            "forge A",
            "d A:",
            "Br Breakthrough",
        ):
            assert shown.out.count(words) == 2, words
        assert found.record.steps == before


class TestCompletion:
    def test_any_word_of_a_name_can_be_begun(self, recorder: Recorder) -> None:
        found = table(recorder, *TWO_BEARS)
        assert "plain-r-fa.1" in completions(found, "pla")
        assert list(completions(found, "be")) == ["wailing-bear-fb.1"]
        assert completions(found, "spi")["spitter-fb.1"].startswith("1/3 Deploy")
        assert set(completions(found, "spitter ")) == {f"spitter {lane}" for lane in range(1, 6)}

    def test_the_cards_of_a_deal(self, recorder: Recorder) -> None:
        found = table(recorder)
        menu = completions(found, "deal A ")
        assert "deal A wailing-bear-fa.1" in menu
        assert not any("-ga" in word for word in menu)
        again = completions(found, "deal A wailing-bear-fa.1 wai")
        assert list(again) == ["deal A wailing-bear-fa.1 wailing-bear-fb.1"]

    def test_the_line_of_a_turn_and_a_card_before_the_deal(self, recorder: Recorder) -> None:
        found = table(recorder)
        assert list(completions(found, "T")) == ["T1 F=A"]
        assert "spitter-fa.1" in completions(found, "spit")
        found.decide("T1 F=A")
        found.decide("1 A spitter-fa 3")
        assert "T1 F=A" not in completions(found, "T")

    def test_the_toolbar_shows_what_actions_look_like(self, recorder: Recorder) -> None:
        found = table(recorder)
        assert found.toolbar().startswith("deal A and 5 cards, or go on")
        found.decide("T1 F=A")
        found.decide("deal A ??")
        found.decide("deal B ??")
        assert found.toolbar() == "card lane · -"


class TestScreen:
    def test_words_are_not_broken_on_a_terminal(self) -> None:
        for width in (40, 60, 80):
            out = io.StringIO()
            screen = Console(
                file=out, force_terminal=True, width=width, no_color=True, soft_wrap=True
            )
            text = "  · Wailing Bear resolves what " + "Thornhide Vine Matron in lane 3 " * 6
            say(text, to=screen)
            lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in out.getvalue().splitlines()]
            assert max(map(len, lines)) <= width
            assert " ".join(text.split()) == " ".join(" ".join(lines).split())
            assert all(line.startswith("      ") for line in lines[1:])

    def test_other_output_is_not_broken(self) -> None:
        out = io.StringIO()
        say("word " * 60, to=Console(file=out, width=40, soft_wrap=True))
        assert out.getvalue().count("\n") == 1

    def test_no_help_is_wider_than_eighty_columns(
        self, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        table(recorder).look("help")
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines[:-1] if len(line) > 80] == []


class TestPipesAndScripts:
    def test_words_of_the_prompt_work_from_a_pipe(
        self, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = table(recorder)
        code = found.read_lines(
            ["help", "legal", "card spitter-fa", "T1 F=A", "1 A spitter-fa 3", "board"]
        )
        shown = capsys.readouterr()
        assert (code, shown.err) == (0, "")
        assert "a line a turn" in shown.out
        assert "Action Step 2 of B" in shown.out

    def test_lines_of_play_are_no_options_and_a_check_says_ok(self, recorder: Recorder) -> None:
        table(recorder, "T1 F=A", "deal A ??", "deal B ??")
        words = ["play", "--store", str(recorder.path), "m", "- {she was tired}", "= 50:50"]
        run = CliRunner().invoke(app, words)
        assert run.exit_code == 0, run.output
        assert run.output.splitlines()[-1] == "ok"
        tape = write_tape(recorder.load("m"))
        assert "1 A - {she was tired}" in tape

    def test_turns_of_a_tape_are_apart(self, recorder: Recorder) -> None:
        tape = write_tape(table(recorder, *TWO_BEARS).record)
        assert "\n4 B - = 50:48\n\nT2 F=B\ndeal B ??\n" in tape


class TestLookingBack:
    """The same match, stepped through and printed."""

    @pytest.fixture
    def cursor(self, recorder: Recorder) -> Cursor:
        lines = (*TWO_BEARS, "2 A spitter-fb 3 (b5) o2", "3 B plain-q-ga 2", "4 A plain-r-fa 5")
        return Cursor(table(recorder, *lines).record)

    def test_each_line_stands_above_what_it_did(
        self, cursor: Cursor, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        print_all(cursor, len(cursor))
        shown = capsys.readouterr().out
        order = [
            "\nT2 F=B\ndeal B ??\ndeal A spitter-fb.1",
            "A draws Spitter Fb 1",
            "\n1 B -\n",
            "\n2 A spitter-fb.1 3 (b5) o2\n",
            "A plays Spitter Fb 1",
            "B's Plain P Ga 1 in lane 5 takes 9 damage",
            "\n3 B plain-q-ga.1 2\n",
            "B plays Plain Q Ga 1",
        ]
        places = [shown.index(words) for words in order]
        assert places == sorted(places)

    def test_no_news_is_left_out(self, cursor: Cursor) -> None:
        told = []
        while cursor.next():
            told += position_text.change_lines(cursor)
        assert "B passes" in told
        assert not any(line.startswith(("the basic action", "Action Step")) for line in told)
        assert not any("can choose" in line or "(id" in line for line in told)

    @pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (120, 40)])
    def test_both_sides_are_on_the_screen(self, cursor: Cursor, columns: int, rows: int) -> None:
        with create_pipe_input() as pipe:
            stepper = Stepper(cursor, input=pipe, output=Screen(columns, rows))
            while cursor.next():
                lines = [re.sub(r"\x1b\[[\d;]*m", "", x) for x in stepper.board().value.split("\n")]
                assert any("A  " in line and "Health" in line for line in lines)
                assert any("B  " in line and "Health" in line for line in lines)
                assert max(map(len, lines)) <= columns
                below = len(stepper.changes().split("\n"))
                assert len(lines) + below + 4 <= rows

    def test_all_changes_of_a_step_can_be_read(self, cursor: Cursor) -> None:
        with create_pipe_input() as pipe:
            stepper = Stepper(cursor, input=pipe, output=Screen(80, 24))
            cursor.last()
            assert "more lines: c shows them" in stepper.changes()
            pipe.send_text("cq")
            stepper.run()
            shown = stepper.board().value
            for line in position_text.change_lines(cursor)[:5]:
                assert " ".join(line.split()) in " ".join(shown.split())
            assert stepper.changes() == ""


class TestAgreedStart:
    def test_who_has_the_forge_first_need_not_be_written(self, recorder: Recorder) -> None:
        record = recorder.new_match(SOLFORGE, settings(), ("Ann", "Ben"), match_id="m")
        found = Session(recorder, record)
        assert found.toolbar() == "legal: forge A"
        assert found.decide("1 A spitter-fa 3")
        assert prompt(Session(recorder, recorder.load("m"))) == "T1.2 B (Ben)> "


class TestNothingHappens:
    def test_an_ability_that_does_nothing_is_said_to(
        self, recorder: Recorder, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = table(recorder, "deal A spitter-fa growing-bear-fa")
        typed(found, "deal B ??", "1 A spitter-fa 3")
        words = "A resolves what A's Spitter Fa 1 in lane 3 triggered: nothing happens\n"
        assert words in capsys.readouterr().out
        typed(table(found.recorder, "deal A spitter-fa", name="n"), "1 A spitter-fa 3 ...")
        assert words in capsys.readouterr().out
