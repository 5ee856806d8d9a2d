"""Add a golden match: python -m tests.golden.add NAME TAPE_FILE

A golden match is a tape, the steps it was decided into (one a line, as they are stored) and the
board at its end. None of them ever changes: this script adds, and never writes over what is there.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from domain.formats.tape import Tape, read_tapes
from domain.games import GAMES
from domain.record.codec import encode
from domain.record.match import fold

HERE = Path(__file__).parent


def encoded(tape: Tape) -> bytes:
    """The steps of a tape as they are stored, one a line."""
    return b"".join(encode(step) + b"\n" for step in tape.steps)


def board(tape: Tape) -> bytes:
    """The board at the end of a tape, as JSON."""
    game = GAMES[tape.opened.game]
    state = fold(game.new_state(tape.opened.settings), tape.steps)
    return msgspec.json.format(msgspec.json.encode(game.data(state))) + b"\n"


def read(path: Path) -> Tape:
    """The one tape of a file."""
    (tape,) = read_tapes(path.read_text("utf-8"), path.name)
    if not isinstance(tape, Tape):
        raise tape
    return tape


def add(name: str, source: Path) -> None:
    """Write the three files of a golden match; raises FileExistsError if it is there."""
    tape = read(source)
    for ending, content in (
        (".tape", source.read_bytes()),
        (".steps.jsonl", encoded(tape)),
        (".board.json", board(tape)),
    ):
        with (HERE / f"{name}{ending}").open("xb") as file:
            file.write(content)


if __name__ == "__main__":
    add(sys.argv[1], Path(sys.argv[2]))
