"""The name of an imported match that was given none comes from its content, hidden cards too.

So it would tell who guesses hidden cards that they are right: where a seat's view is given away,
that is said. Names that are given, or drawn at random, tell nothing.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from domain.formats.tape import Tape, read_tapes, write_tape
from domain.record.ids import content_id, shows_content
from domain.record.match import Record
from domain.store.recorder import Recorder
from tests.leaks.samples import late, sample
from tests.leaks.twins import twin_of

WARNING = "hidden cards too"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, nothing_chosen: None) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def imported(path: Path, record: Record, name: str = "") -> Record:
    """The line of a match as it is imported."""
    (tape,) = read_tapes(write_tape(record))
    assert isinstance(tape, Tape)
    tape.match_id = name
    recorder = Recorder(path, durable=False)
    ((match_id, _),) = recorder.take_in([tape])
    found = recorder.load(match_id)
    recorder.close()
    return found


def run(path: Path, *words: str) -> Result:
    result = CliRunner().invoke(app, [*words, "--store", str(path)])
    assert result.exit_code == 0, result.output
    return result


class TestTellingNames:
    def test_a_name_from_content_tells_a_right_guess_from_a_wrong_one(self, tmp_path: Path) -> None:
        record = imported(tmp_path / "s.sqlite", sample("riftforce"))
        twin = twin_of(record, 0, random.Random(1), 3).twin
        assert record.seen_by(0).events == twin.seen_by(0).events
        assert content_id(record.opened, record.events) == record.id
        assert content_id(twin.opened, twin.events) != record.id
        assert shows_content(record.id, record.opened, record.events)
        assert not shows_content("club", record.opened, record.events)

    def test_one_that_went_on_has_it_from_its_beginning(self, tmp_path: Path) -> None:
        record = imported(tmp_path / "s.sqlite", late())
        more = [*record.events, *record.events[-1:]]
        assert content_id(record.opened, more) != record.id
        assert shows_content(record.id, record.opened, more)


class TestWarned:
    def test_what_is_given_to_a_seat_says_so(self, tmp_path: Path) -> None:
        path = tmp_path / "s.sqlite"
        record = imported(path, late())
        for words in (
            ("export", record.id, "--seat", "A"),
            ("export", "--all", "--seat", "spectator", "-o", str(tmp_path / "x.tape")),
            ("sql", "SELECT 1", "--match", record.id, "--seat", "B"),
        ):
            found = run(path, *words)
            assert WARNING in found.stderr
            assert WARNING not in found.stdout

    def test_nothing_is_said_to_who_may_see_all_or_of_other_names(self, tmp_path: Path) -> None:
        path = tmp_path / "s.sqlite"
        record = imported(path, late())
        assert WARNING not in run(path, "export", record.id).stderr
        other = tmp_path / "t.sqlite"
        imported(other, late(), "club")
        assert WARNING not in run(other, "export", "club", "--seat", "A").stderr
