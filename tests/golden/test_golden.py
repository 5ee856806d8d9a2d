"""Golden matches: what was decided once is decided so for ever, byte for byte."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from domain.formats.tape import write_tape
from domain.games import GAMES
from domain.record.codec import codec
from domain.record.match import Match, Record, fold
from tests.golden.add import HERE, add, board, encoded, read

TAPES = sorted(HERE.glob("*.tape"))
RIFTFORCE = [path for path in TAPES if path.read_text("utf-8").startswith("game: riftforce")]


def test_there_are_some() -> None:
    assert len(TAPES) >= 8


@pytest.mark.parametrize("path", TAPES, ids=lambda path: path.stem)
def test_the_tape_is_decided_as_it_was(path: Path) -> None:
    """As stored then, decoded now: fields that came later have their defaults."""
    tape = read(path)
    decode = codec(tape.opened.game).step.decode
    lines = path.with_suffix(".steps.jsonl").read_bytes().splitlines()
    assert [decode(line) for line in lines] == tape.steps


@pytest.mark.parametrize("path", RIFTFORCE, ids=lambda path: path.stem)
def test_the_bytes_are_what_they_were(path: Path) -> None:
    """Nothing was added to these facts and decisions: not a byte is another."""
    assert encoded(read(path)) == path.with_suffix(".steps.jsonl").read_bytes()


@pytest.mark.parametrize("path", TAPES, ids=lambda path: path.stem)
def test_the_bytes_fold_into_the_board(path: Path) -> None:
    """Without reading the tape's lines or running a rule."""
    opened = read(path).opened
    game = GAMES[opened.game]
    decode = codec(opened.game).step.decode
    lines = path.with_suffix(".steps.jsonl").read_bytes().splitlines()
    state = fold(game.new_state(opened.settings), [decode(line) for line in lines])
    expected = path.with_suffix(".board.json").read_bytes()
    assert msgspec.json.format(msgspec.json.encode(game.data(state))) + b"\n" == expected


@pytest.mark.parametrize("path", TAPES, ids=lambda path: path.stem)
def test_the_tape_is_canonical(path: Path) -> None:
    tape = read(path)
    record = Record(tape.match_id, GAMES[tape.opened.game], tape.opened, tape.steps, "")
    assert write_tape(record) == path.read_text("utf-8")


@pytest.mark.parametrize("path", TAPES, ids=lambda path: path.stem)
def test_it_can_be_taken_up_anywhere(path: Path) -> None:
    """The live end rebuilt from the stored steps follows from the rules of today."""
    tape = read(path)
    for end in range(0, len(tape.steps) + 1, 7):
        Match(GAMES[tape.opened.game], tape.opened.settings, tape.steps[:end])


WAYS = {
    "riftforce": ({"riftforce", "deadlock"}, {"A", "B", None}),
    "solforge": ({"health", "sudden"}, {"A", "B"}),
    "magical_forge": ({"life"}, {"A", "B"}),
}
"""Of each game: why matches end, and who wins."""


@pytest.mark.parametrize("key", WAYS)
def test_every_way_to_end_is_there(key: str) -> None:
    ends = [
        msgspec.json.decode(board(tape))
        for path in TAPES
        if (tape := read(path)).opened.game == key
    ]
    why, winners = WAYS[key]
    assert {end["why"] for end in ends} == why
    assert {end["winner"] for end in ends} == winners
    assert all(end["over"] for end in ends)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    path = TAPES[0]
    with pytest.raises(FileExistsError):
        add(path.stem, path)
    with pytest.raises(OSError, match="nowhere"):
        add("nowhere", tmp_path / "nowhere.tape")
    assert not list(HERE.glob("nowhere*"))
