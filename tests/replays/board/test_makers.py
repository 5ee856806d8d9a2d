"""Games without a board of their own, and games that bring one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from domain.bots.simulation import play_match
from domain.contract.board import Board
from domain.games.plugins import InstalledWarning
from replays.board import makers
from replays.board.makers import board_of
from replays.board.svg import svg
from replays.board.terminal import state_text
from tests.domain.simple_race import RACE
from tests.replays.board.test_boards import sound

NIM = Path(__file__).parents[3] / "examples" / "nim"
BRINGS = """
from replays.board import Board, SeatInfo, Zone, Card
def board(game, state, opened, eyes):
    heap = Zone("heap", "heap", cards=tuple(Card(f"m.{n}", "match") for n in range(3)), count=3)
    return Board(game.key, (SeatInfo("A"), SeatInfo("B")), ((heap,),), eyes=eyes)
"""

Install = Callable[[str, str], None]


@pytest.fixture
def install(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Install]:
    """Put a package on the path that brings a board: its entry point, and its module."""
    monkeypatch.syspath_prepend(str(NIM))

    def add(point: str, module: str) -> None:
        folder = tmp_path_factory.mktemp("installed")
        info = folder / "some_boards-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some_boards\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[ludograph.boards]\n{point}\n")
        (folder / "some_boards.py").write_text(module)
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.delitem(sys.modules, "some_boards", raising=False)
        makers.maker.cache_clear()

    yield add
    monkeypatch.undo()
    makers.maker.cache_clear()


def nim() -> Any:
    from ludograph_nim import NIM as game  # found by the fixture

    return game


def states(game: Any) -> Iterator[Any]:
    """The state after each step of a match."""
    settings = game.settings({})
    state = game.new_state(settings)
    yield state
    for step in play_match(game, settings, ("random", "random"), 3):
        for fact in step.facts:
            fact.apply(state)
        yield state


def test_a_game_without_a_board_has_a_plain_one() -> None:
    for state in states(RACE):
        board = board_of(RACE, state)
        sound(board)
        scores = [{n.label: n.value for n in info.numbers}["score"] for info in board.seats]
        assert scores == list(state.scores)
        assert "goal 12" in board.status or state.over
        svg(board)
    assert board.status.startswith(("A wins", "B wins"))
    assert board.to_move == ""


def test_an_installed_board_is_used(install: Install) -> None:
    install("nim = some_boards:board", BRINGS)
    board = board_of(nim(), next(states(nim())), seat=1)
    assert isinstance(board, Board)
    assert [zone.key for zone in board.zones] == ["heap"]
    assert board.eyes == "B"
    assert "match" in svg(board)


def test_nim_has_a_plain_one_too(install: Install) -> None:
    install("other = some_boards:board", BRINGS)
    for state in states(nim()):
        board = board_of(nim(), state)
        sound(board)
        (heaps,) = board.zones
        assert [card.name for card in heaps.cards] == [str(size) for size in state.heaps]


def test_the_board_of_the_document(install: Install) -> None:
    install("other = some_boards:board", BRINGS)
    text = (NIM.parent.parent / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (block,) = [b for b in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S) if "Zone(" in b]
    made: dict[str, Any] = {}
    exec(block, made)
    game = made["NimOfHeaps"]()
    for state in states(game):
        board = board_of(game, state)
        sound(board)
        assert [len(zone.cards) for zone in board.zones] == state.heaps
        text = state_text(game, state).plain
        for heap, size in enumerate(state.heaps, 1):
            assert f"heap {heap}: " + (f"match ×{size}" if size > 1 else "") in text
        drawn = svg(board)
    ElementTree.fromstring(drawn)


@pytest.mark.parametrize(
    ("point", "module", "said"),
    [
        ("nim = some_boards:board", "import nothing_like_it", "ModuleNotFoundError"),
        ("nim = some_boards:board", "board = 3", "it is no function"),
        ("nim = some_boards:other", BRINGS, "AttributeError"),
    ],
)
def test_one_that_cannot_be_used_is_said_and_left_out(
    install: Install, point: str, module: str, said: str
) -> None:
    install(point, module)
    with pytest.warns(InstalledWarning, match=said):
        board = board_of(nim(), next(states(nim())))
    sound(board)


def test_nobody_brings_a_board_for_our_games(install: Install) -> None:
    install("riftforce = some_boards:board", BRINGS)
    assert makers.maker("riftforce") is None
