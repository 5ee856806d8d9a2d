"""Boards as text: all that lies open is there, in as many columns as the terminal has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

from domain.contract.board import Board, Card, Number, SeatInfo, Zone
from domain.games.plugins import adopted
from domain.games.riftforce.game import RIFTFORCE
from replays.board.terminal import state_text, terminal_text
from tests.domain.given import given
from tests.domain.simple_race import RACE, Race
from tests.replays.board.shown import KEYS, boards, played

SEATS = (SeatInfo("A", numbers=(Number("points", 3, 9),)), SeatInfo("B", notes=("starts",)))


def lines(*rows: tuple[Zone, ...], width: int = 80, **more: Any) -> list[str]:
    """A board of such rows as lines; those of the seats left out."""
    return terminal_text(Board("any", SEATS, rows, **more), width).plain.splitlines()[1:-1]


def named(board: Board) -> Iterator[str]:
    """What must be read somewhere: the beginnings of names of what lies open, or codes."""
    for zone in board.zones:
        for card in zone.cards:
            if zone.kind != "pile" and not card.hidden:
                yield card.code if board.coded else card.name[:5]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("width", [46, 60, 80, 110])
def test_every_step_is_drawn_as_wide_as_the_terminal(key: str, width: int) -> None:
    for board in boards(played(key), every=3):
        text = terminal_text(board, width).plain
        assert max(map(cell_len, text.splitlines())) <= width
        for name in named(board):
            assert name in text
        for info in board.seats:
            assert f"{info.seat}  {info.numbers[0].value}" in text
        assert ("►" in text) is bool(board.to_move)


@pytest.mark.parametrize("key", KEYS)
def test_hidden_cards_are_counted(key: str) -> None:
    for board in boards(played(key), 0, every=5):
        hand = next(zone for zone in board.zones if zone.key == "B.hand")
        hidden = sum(card.hidden for card in hand.cards)
        text = " ".join(terminal_text(board).plain.split())
        assert f"hand {hand.count}" in text
        if hidden and not board.coded:
            assert "unknown" in text
        elif hidden:
            assert text.count("??") >= hidden


def test_riftforce_as_a_whole() -> None:
    position = given(
        "score: 3:4",
        "location 1: A F5 F6/2 | B W5",
        "location 3: A - | B W7 W6 I5/1",
        "hand A: F7",
        "hand B: W5 ??",
        "discard A: F5",
    )
    text = state_text(RIFTFORCE, position.state).plain.splitlines()
    assert text[1].startswith("  B  4/12 Riftforce  ")
    assert text[2].endswith("hand 2: W5 ??")
    assert text[3:9] == [
        "        ·            ·          I5-1           ·            ·",
        "        ·            ·           W6            ·            ·",
        "       W5            ·           W7            ·            ·",
        "  ──── 1   ──────── 2   ────▲▲▲▲ 3 B ▲▲▲▲──── 4   ──────── 5   ────",
        "       F5            ·            ·            ·            ·",
        "      F6-2           ·            ·            ·            ·",
    ]
    assert text[9].startswith("► A  3/12 Riftforce  ")


def test_a_card_in_a_list_has_its_types_only_where_they_fit() -> None:
    spells = tuple(Card(f"s{n}", f"Spell {n}", count=n) for n in (1, 2))
    card = Card(
        "c", "Hound", keywords=("a1",), numbers=(Number("Spells", 3),), state=("new",),
        attached=spells, types=("Beast", "Mage"),
    )  # fmt: skip
    field = (Zone("A.field", "Creatures", "A", "row", (card,), 1),)
    assert lines(field) == ["  a1 Hound (Beast, Mage)  3: Spell 1, Spell 2 ×2  new"]
    assert lines(field, width=45) == ["  a1 Hound  3: Spell 1, Spell 2 ×2  new"]
    assert lines(field, width=34) == ["  a1 Hound  new", "       3: Spell 1, Spell 2 ×2"]


def test_empty_zones_are_named_where_room_is_kept() -> None:
    assert lines((Zone("A.field", "Creatures", "A", place=1),)) == ["     no Creatures"]
    assert lines((Zone("A.field", "Creatures", "A"),)) == []
    assert lines((Zone("heap", "heap", kind="lane", place=1),)) == ["     heap: empty"]


def test_a_list_keeps_its_order() -> None:
    heaps = tuple(Card(f"{n}", str(size)) for n, size in enumerate((3, 5, 3)))
    assert lines((Zone("heaps", "heaps", cards=heaps, count=3),)) == ["     heaps: 3, 5, 3"]


def test_cards_beside_each_other_show_what_is_so_of_them() -> None:
    numbers = (Number("level", 2), Number("Attack", -3, 1), Number("Health", 4))
    card = Card(
        "c", "Old Bear", "", "A", numbers=numbers, keywords=("Aggressive", "Mobility 3"),
        state=("exhausted", "2 charge", "owned by B"),
    )  # fmt: skip
    row = tuple(Zone(f"A.front.{n}", "front", "A", cards=(card,) * (n == 1)) for n in range(3))
    assert [line.split() for line in lines(row)] == [
        ["front", "·", "Old", "Bear", "·"],
        ["L2", "-3/4"],
        ["exh", "+2c", "ofB", "Ag", "Mo3"],
    ]
    assert [line.split() for line in lines(row, width=30)] == [
        ["front", "·", "Old", "Be…", "·"],
        ["L2", "-3/4"],
        ["exh", "+2…"],
    ]


def test_a_name_like_markup_is_read_as_it_is() -> None:
    card = Card("c", "Odd [bold] One")
    assert "Odd [bold] One" in lines((Zone("z", "zone", cards=(card,)),))[0]


class OldRace(Race):
    """A game as it once was: its board is plain data, and it draws itself."""

    def board(self, state: Any) -> Any:
        return {"active": "A", "track": [1, 2, 4], "scores": list(state.scores)}

    def draw_board(self, state: Any, width: int = 80) -> str:
        return f"[bold]track[/] of {width}"


def test_a_game_of_the_older_contract_keeps_its_board() -> None:
    state = RACE.new_state(RACE.settings({}))
    game = adopted(OldRace())
    assert game.data(state) == {"active": "A", "track": [1, 2, 4], "scores": [0, 0]}
    board = game.board(state)
    assert [zone.key for zone in board.zones] == ["track"]
    assert [info.numbers[0].value for info in board.seats] == [0, 0]
    assert state_text(game, state, width=60).plain == "track of 60"


def test_a_game_of_today_is_left_as_it_is() -> None:
    state = RACE.new_state(RACE.settings({}))
    data, board = RACE.data(state), RACE.board(state)
    game = adopted(Race())
    assert (game.data(state), game.board(state)) == (data, board)
