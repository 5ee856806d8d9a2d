"""The board of SolForge Fusion: as plain data, and as text for a terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from domain.games.solforge.game import SOLFORGE
from domain.record.match import fold
from replays.board.terminal import state_text
from tests.domain.games.solforge.sol import given, played

LINES = (
    "turn: 5",
    "step: 2",
    "health: 38:2",
    "lane 1: A old-bear.2 9/3 exhausted | B bear 2/2 back",
    "lane 3: A - | B old-bear",
    "exalt 3: A pit | B -",
    "armor b3: 2",
    "keywords b3: stealth",
    "counters a1: 2 charge",
    "hand A: zap ?? ??",
    "hand B: bear",
    "discard A: zap.2",
    "banished B: bear",
    "top A: old-bear",
    "deck A: 7",
    "deck B: 9",
    "upgrades A: zap.2",
    "upgrades B: -",
)


def board(*lines: str) -> dict[str, Any]:
    return SOLFORGE.data(given(*lines).state)


def drawn(*lines: str, width: int = 80) -> list[str]:
    return state_text(SOLFORGE, given(*lines).state, width=width).plain.splitlines()


class TestData:
    def test_the_moment(self) -> None:
        found = board(*LINES)
        assert {key: found[key] for key in ("turn", "cycle", "phase", "step", "active", "forge")} == {
            "turn": 5, "cycle": 2, "phase": "action", "step": 2, "active": "B", "forge": "A",
        }  # fmt: skip
        assert (found["over"], found["winner"], found["why"], found["sudden_death"]) == (
            False, None, None, False,
        )  # fmt: skip

    def test_a_creature(self) -> None:
        creature = board(*LINES)["lanes"][0]["A"]["creature"]
        assert creature == {
            "id": 1, "card": "old-bear.2", "name": "Old Bear", "level": 2, "ready": False,
            "counters": {"charge": 2}, "effects": [], "attack": 9, "health": 3, "armor": 0,
            "row": "front", "types": ["Beast"], "keywords": {},
        }  # fmt: skip

    def test_what_it_was_given(self) -> None:
        creature = board(*LINES)["lanes"][2]["B"]["creature"]
        assert creature["armor"] == 2
        assert creature["keywords"] == {"armor": 2, "stealth": 1}
        assert creature["effects"] == [
            {"gives": "Armor 2", "source": "", "until": "turn"},
            {"gives": "Stealth", "source": "", "until": None},
        ]

    def test_an_exalt_and_empty_lanes(self) -> None:
        lanes = board(*LINES)["lanes"]
        assert lanes[2]["A"] == {
            "creature": None,
            "exalt": {
                "id": 4, "card": "pit.1", "name": "Pit", "level": 1, "ready": True,
                "counters": {}, "effects": [],
            },
        }  # fmt: skip
        assert [lane["lane"] for lane in lanes] == [1, 2, 3, 4, 5]
        assert lanes[4] == {
            "lane": 5,
            "A": {"creature": None, "exalt": None},
            "B": {"creature": None, "exalt": None},
        }

    def test_a_seat(self) -> None:
        seats = board(*LINES)["seats"]
        mine = seats["A"]
        assert (mine["health"], mine["forge"], mine["armor"]) == (38, True, 0)
        assert mine["hand"] == ["zap.1", "??", "??"]
        assert (mine["deck"], mine["top"]) == (7, ["old-bear.1"])
        assert mine["discard"] == ["zap.2"]
        assert seats["B"]["banished"] == ["bear.1"]
        assert mine["forgeborn"] == {
            "card": "oriel-the-assembler", "name": "Oriel the Assembler", "level": 2, "ready": True,
        }  # fmt: skip
        assert len(mine["unseen"]) == mine["deck"] - 1 + 2

    def test_a_creature_of_the_other_player(self) -> None:
        creature = board("lane 2: A bear of B | B -")["lanes"][1]["A"]["creature"]
        assert creature["owner"] == "B"

    def test_it_is_the_same_whatever_happened_in_which_order(self) -> None:
        one = board("hand A: zap bear", "discard A: bear zap", "banished A: zap bear")
        two = board("hand A: bear zap", "discard A: zap bear", "banished A: bear zap")
        assert json.dumps(one) == json.dumps(two)


def test_the_board_of_the_documents_has_the_keys_there_are() -> None:
    """The one that docs/formats.md shows."""
    text = (Path(__file__).parents[4] / "docs" / "formats.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```json\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (shown,) = [json.loads(block) for block in blocks if '"sudden_death"' in block]
    real = board(*LINES)
    assert shown.keys() == real.keys()
    creature = shown["lanes"][0]["A"]["creature"]
    assert creature.keys() == real["lanes"][2]["B"]["creature"].keys()
    assert creature["effects"][0].keys() == real["lanes"][2]["B"]["creature"]["effects"][0].keys()
    assert shown["seats"]["A"].keys() == real["seats"]["A"].keys()
    assert shown["seats"]["A"]["forgeborn"].keys() == real["seats"]["A"]["forgeborn"].keys()


class TestDrawing:
    def test_the_whole(self) -> None:
        lines = drawn(*LINES)
        assert lines == [
            "turn 5, cycle 2, action phase, Action Step 2 of B",
            "► B  2 Health  Nekrium and Uterra  Mother Ilse L2  deck 9  discards 0",
            "     upgrades 0  banished 1  hand 1: Bear L1",
            "back       Bear           ·             ·             ·             ·",
            "          L1 2/2",
            "front       ·             ·          Old Bear         ·             ·",
            "                                   L1 3/4 2D St",
            "lane   ──── 1 ────   ──── 2 ────   ──── 3 ────   ──── 4 ────   ──── 5 ────",
            "front    Old Bear         ·             ·             ·             ·",
            "          L2 9/3",
            "         exh +2c",
            "Exalt       ·             ·           Pit L1          ·             ·",
            "  A  38 Health  the Forge  Alloyin and Tempys  Oriel the Assembler L2  deck 7",
            "     discards 1  upgrades 1  banished 0  hand 3: Zap L1, 2 unknown",
        ]

    @pytest.mark.parametrize(
        ("width", "name", "lane"),
        [(60, "Quagghid…", 10), (80, "Quagghide Vi…", 14), (120, "Quagghide Vine Mat", 22)],
    )
    def test_it_is_as_wide_as_the_terminal_lets_it_be(
        self, width: int, name: str, lane: int
    ) -> None:
        lines = drawn(
            "card Quagghide Vine Mat: creature 1/1",
            "lane 1: A quagghide | B -",
            "lane 5: A quagghide | B -",
            "hand A: zap zap zap zap quagghide quagghide quagghide",
            width=width,
        )
        (front,) = [line for line in lines if line.startswith("front")]
        assert front.split() == ["front", *name.split(), "·", "·", "·", *name.split()]
        assert front.rindex(name) - front.index(name) == 4 * lane
        assert max(map(cell_len, lines)) <= width

    def test_every_side_is_on_a_small_screen(self) -> None:
        """Eight creatures, two Exalts and both hands leave room for six lines on 80x24."""
        lines = drawn(
            *(f"lane {lane}: A old-bear.2 | B bear back" for lane in (1, 2, 4, 5)),
            "lane 3: A bear back | B bear",
            "exalt 3: A pit | B pit",
            "hand A: zap bolt insight old-bear zapper",
            "hand B: ?? ?? ?? ?? ??",
        )
        assert len(lines) <= 18
        assert any(line.startswith("► A  50 Health") for line in lines[-3:])

    def test_long_names_and_big_numbers_fit(self) -> None:
        lines = drawn(
            'card Extraordinarily Longwinded Beast: creature 1/1 "Aggressive // Mobility 3"',
            "lane 1: A extraordinarily 123/456 | B extraordinarily -12/789",
            "hand A: zap zap zap zap zap zap extraordinarily extraordinarily extraordinarily",
        )
        assert max(cell_len(line) for line in lines) <= 80
        assert any("Extraordinar…" in line for line in lines)
        assert any("123/456" in line for line in lines)
        assert any("Ag Mo3" in line for line in lines)

    def test_names_that_look_like_markup(self) -> None:
        lines = drawn(
            'card Odd [bold] One: creature 1/1 "Defender"', "lane 1: A odd | B -", "hand A: odd"
        )
        assert any("Odd [bold]" in line for line in lines)

    def test_the_end(self) -> None:
        position = given("hand A: bolt", "health: 50:2", "lane 1: A bear | B -").when("bolt b")
        lines = state_text(SOLFORGE, position.state).plain.splitlines()
        assert any(line.startswith("  A  50 Health  wins  the Forge  ") for line in lines)
        assert any(line.startswith("  B  0 Health  ") for line in lines)

    def test_before_the_first_turn(self) -> None:
        text = state_text(SOLFORGE, SOLFORGE.new_state(SOLFORGE.settings({}))).plain
        assert "the match has not begun" in text


@pytest.mark.parametrize("seed", range(4))
def test_every_position_can_be_drawn_and_given_as_data(seed: int) -> None:
    match = played(SOLFORGE.settings({"edition": ("whitefang", "early")[seed % 2]}), seed)
    state = SOLFORGE.new_state(match.settings)
    for step in match.steps:
        fold(state, [step])
        for seat in (None, 0, 1):
            seen = SOLFORGE.view(state, seat)
            assert json.dumps(SOLFORGE.data(seen))
        text = state_text(SOLFORGE, state).plain
        assert not re.search(r"\[/?\w*\]", text)
        assert max(cell_len(line) for line in text.splitlines()) <= 80
