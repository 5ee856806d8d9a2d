"""Two Riftforces, written apart, agree on every board of every match."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from domain.formats.tape import Tape, TapeReader, read_tapes
from domain.games.riftforce.game import RIFTFORCE
from domain.games.riftforce.state import RiftState

MATCHES = 120
"""Raise it to look harder: a thousand take some ten seconds."""

KINDS = [(ice, expansion) for ice in ("rulebook", "printed") for expansion in ("base", "beyond")]


def load_oracle() -> ModuleType:
    path = Path(__file__).parents[3] / "oracle" / "riftforce_oracle.py"
    spec = importlib.util.spec_from_file_location("riftforce_oracle", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["riftforce_oracle"] = module
    spec.loader.exec_module(module)
    return module


ORACLE = load_oracle()


def snapshot(state: RiftState) -> dict[str, Any]:
    """The board in the oracle's words."""
    board = RIFTFORCE.data(state)
    return {
        "turn": board["turn"],
        "score": list(board["score"].values()),
        "locations": [
            {side: [[e["card"], e["damage"]] for e in place[side]] for side in "AB"}
            for place in board["locations"]
        ],
        "hands": [sorted(board["seats"][seat]["hand"]) for seat in "AB"],
        "pile": [board["seats"][seat]["pile"] for seat in "AB"],
        "discard": [sorted(board["seats"][seat]["discard"]) for seat in "AB"],
        "over": board["over"],
        "winner": board["winner"],
    }


@pytest.mark.parametrize("ice", ["rulebook", "printed"])
@pytest.mark.parametrize("expansion", ["base", "beyond"])
def test_every_board_of_every_match(ice: str, expansion: str) -> None:
    for seed in range(MATCHES // len(KINDS)):
        text, snapshots = ORACLE.play_match(seed, ice, expansion)
        lines = text.splitlines()
        start = lines.index("") + 1
        first_turn = next(n for n, line in enumerate(lines) if line.startswith("1 "))
        reader = TapeReader(RIFTFORCE, RIFTFORCE.settings({"ice": ice, "expansion": expansion}))
        for line in lines[start:first_turn]:
            reader.line(line)
        assert snapshot(reader.match.state) == snapshots[0], seed
        for line, expected in zip(lines[first_turn:], snapshots[1:], strict=True):
            reader.line(line)
            assert snapshot(reader.match.state) == expected, (seed, line)
        (tape,) = read_tapes(text)
        assert isinstance(tape, Tape), tape
        assert tape.steps == reader.steps
