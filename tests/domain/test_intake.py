"""One rule for every text that comes in, whichever way: names, remarks, titles, lines, cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from domain.branch.fork import fork
from domain.commands import Amend, End, Note, Open, Pause, Play, Redo, Resume, Rule, Undo
from domain.contract.characters import MOST_LINE, MOST_NAME, MOST_NOTE, MOST_TITLE
from domain.contract.errors import GameError, Reason
from domain.formats.jsonl import read_jsonl, write_jsonl
from domain.formats.scenario import read_scenarios
from domain.formats.tape import read_tapes, write_tape
from domain.games import GAMES
from domain.games.solforge.sets.csvfile import rows_from_csv
from domain.merge.differences import decisions
from domain.store.recorder import Recorder
from replays.service.tokens import check as check_token
from tests.domain.stored import begun, clock
from tests.pace import pace

BAD = ("\x1b[2J", "\x00", "\u202e", "Ann\u200d", "\x9b")
NAME = "علی\u200cرضا 👩\u200d👩\u200d👧"
TITLES = ("place", "event", "round", "table", "series")


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path / "s.sqlite", durable=False, clock=clock)


def refusal(work: Callable[[], Any]) -> GameError:
    with pytest.raises(GameError) as caught:
        work()
    assert caught.value.reason is Reason.UNREADABLE
    return caught.value


COMMANDS: list[Callable[[str], Any]] = [
    lambda text: Play(f"check {{{text}}}"),
    lambda text: Play(f"! [{text}] score A 1"),
    lambda text: Play("check", text),
    lambda text: Undo(note=text),
    lambda text: Redo(note=text),
    lambda text: Amend(1, text),
    lambda text: Amend(1, "check", answers={2: text}),
    lambda text: Amend(1, "check", note=text),
    lambda text: Rule("score A 1", judge=text),
    lambda text: Rule("score A 1", why=text),
    lambda text: Rule(text),
    lambda text: Note(text),
    lambda text: Note("x", by=text),
    lambda text: Pause(text),
    lambda text: Resume(text),
    lambda text: End("agreed", note=text),
    lambda text: End("abandonment", judge=text),
    lambda text: End("concession", text),
]


@pytest.mark.parametrize("bad", BAD, ids=ascii)
def test_no_command_records_what_nobody_sees(recorder: Recorder, bad: str) -> None:
    record = begun(recorder)
    count = len(record.events)
    for make in COMMANDS:
        error = refusal(lambda make=make: recorder.carry_out(record, make(bad)))  # type: ignore[misc]
        assert "cannot hold U+" in error.message
        assert error.column
    assert len(recorder.load(record.id).events) == count


def test_no_command_records_what_never_ends(recorder: Recorder) -> None:
    record = begun(recorder)
    for make in COMMANDS:
        errors: list[GameError] = []

        def work(make: Any = make, errors: list[GameError] = errors) -> None:
            errors.append(refusal(lambda: recorder.carry_out(record, make("x" * 2_000_000))))

        assert pace(work, 2_000_000) < 30
        assert "are the most" in errors[0].message
    recorder.remark(record, "x" * MOST_NOTE)
    recorder.play_line(record, "play F5@1", note="y" * (MOST_LINE - 100))


@pytest.mark.parametrize("bad", BAD, ids=ascii)
def test_no_match_is_opened_under_such_a_name(recorder: Recorder, bad: str) -> None:
    commands = [
        Open("riftforce", ("Ann", bad)),
        Open("riftforce", by=bad),
        Open("riftforce", note=bad),
        *(Open("riftforce", **{name: bad}) for name in TITLES),  # type: ignore[arg-type]
        Open("riftforce", id=bad),
    ]
    for command in commands:
        refusal(lambda command=command: recorder.open(command))  # type: ignore[misc]
    for name in ("players", *TITLES):
        many: Any = ("A", "x" * (MOST_NAME + 1)) if name == "players" else "x" * (MOST_TITLE + 1)
        assert (
            "are the most"
            in refusal(
                lambda name=name, many=many: recorder.open(Open("riftforce", **{name: many}))  # type: ignore[misc]
            ).message
        )
    assert recorder.chain.ids() == []
    record = recorder.open(Open("riftforce", (NAME, "משה"), event="Σίσυφος İpek"))
    assert record.opened.players == (NAME, "משה")


@pytest.mark.parametrize("bad", BAD, ids=ascii)
def test_forks_signatures_and_decisions_take_in_no_such_text(recorder: Recorder, bad: str) -> None:
    record = begun(recorder)
    last = len(record.events)
    works: list[Callable[[], Any]] = [
        lambda: fork(record, last, clock(), note=bad),
        lambda: fork(record, last, clock(), by=bad),
        lambda: fork(record, last, clock(), lines=[f"check {{{bad}}}"]),
        lambda: recorder.stamps(record, bad),
        lambda: decisions(f"1 A\n2 {bad}\n"),
        lambda: rows_from_csv(f"name,cardType\nBear{bad},creature\n"),
        lambda: check_token(f"Ann {bad}", "watch", "", 0),
    ]
    for work in works:
        assert "cannot hold U+" in refusal(work).message
    check_token(f"{NAME} phone", "watch", "", 0)


def test_the_names_of_the_world_come_back_from_files(recorder: Recorder) -> None:
    record = recorder.open(Open("riftforce", (NAME, "محمد"), event="Straße", note="👩🏽\u200d💻"))
    for text, read in ((write_tape(record), read_tapes), (write_jsonl(record), read_jsonl)):
        (tape,) = read(text)
        assert not isinstance(tape, GameError), tape
        assert tape.opened.players == record.opened.players
        assert tape.opened.note == record.opened.note


@pytest.mark.parametrize("bad", BAD, ids=ascii)
def test_files_say_the_line_and_the_place(recorder: Recorder, bad: str) -> None:
    good = write_tape(begun(recorder))
    lines = good.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("players"))
    for number, line in ((at, f"players: {bad}, Ben"), (len(lines) - 2, f"{lines[-2]} {{{bad}}}")):
        text = "\n".join([*lines[:number], line, *lines[number + 1 :]])
        found = list(read_tapes(f"{text}\n\n{good}", "t.txt"))
        error = found[0]
        assert isinstance(error, GameError)
        assert (error.source, error.line) == ("t.txt", number + 1)
        assert line[error.column - 1] in bad
        assert not isinstance(found[1], GameError), "one bad match stops one match"
    scenario = f"scenario: x\ngame: riftforce\ngiven:\n{bad}\n"
    error = refusal(lambda: read_scenarios(scenario, "s.txt"))
    assert (error.source, error.line) == ("s.txt", 4)
    rows = [json.loads(line) for line in write_jsonl(begun(recorder, "m2")).splitlines()]
    for number, change, path in (
        (0, {"players": ["Ann", bad]}, "players[1]"),
        (0, {"event": bad}, "event"),
        (1, {"note": bad}, "note"),
        (1, {"by": bad}, "by"),
    ):
        changed = [row | change if n == number else row for n, row in enumerate(rows)]
        (found_one,) = read_jsonl("\n".join(map(json.dumps, changed)), "t.jsonl")
        assert isinstance(found_one, GameError)
        assert (found_one.source, found_one.line) == ("t.jsonl", number + 1)
        assert found_one.message.startswith(f"{path} cannot hold U+")


def test_a_line_of_a_file_ends_where_people_see_it_end() -> None:
    """Other breaks of Unicode would hide a second match in a remark."""
    for broken in ("\x85", "\u2028", "\x0b", "\x1c"):
        (found,) = read_tapes(f"game: riftforce\nnote: x{broken}game: riftforce\n")
        assert isinstance(found, GameError)
        assert (found.line, found.column) == (2, 8)


@pytest.mark.parametrize(
    "part",
    ["a ", " ", "[", "= ", "! ", "{", "{}", "a: ", "-", "1:", "result draw ", "... "],
    ids=repr,
)
def test_two_million_letters_are_answered_soon(recorder: Recorder, part: str) -> None:
    """As one line of a tape, one of its header, a scenario, and a line that is played."""
    long = (part * 2_000_000)[:2_000_000]
    shorter = long[: MOST_LINE - 20]
    record = begun(recorder)
    lines = [f"check{shorter}x", f"result draw{shorter}x", f"! {shorter}x", f"x: {shorter}x"]
    for line in (long, f"! {long[:300_000]}x", *lines):
        for work in (
            lambda line=line: list(read_tapes(f"game: riftforce\n\n{line}")),
            lambda line=line: list(read_tapes(f"game: riftforce\n{line}\n\ncheck")),
            lambda line=line: read_scenarios(f"scenario: x\n{line}\nthen:\n{line}"),
            lambda line=line: recorder.carry_out(record, Play(line, dry=True)),
        ):

            def answered(work: Any = work) -> None:
                with suppress(GameError):
                    work()

            assert pace(answered, 2_000_000) < 30, line[:20]


@pytest.mark.parametrize("key", ["solforge", "magical_forge"])
def test_cards_of_ones_own_are_read_by_the_same_rule(key: str) -> None:
    for text, words in (
        ('{"x": ' + "[" * 100_000, "nested too deeply"),
        ('{"x": ' + "[" * 5_000 + "]" * 5_000 + "}", "nested too deeply"),
        (json.dumps({"cards": [{"name": "Fire\u202e", "kind": "creature"}]}), "U+202E"),
    ):
        with pytest.raises(GameError) as caught:
            GAMES[key].settings({"cards": text})
        assert words in caught.value.message
        assert len(caught.value.message) < 1_000
