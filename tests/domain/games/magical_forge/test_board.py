"""The board of Magical Forge: as plain data, and as text for a terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.games.magical_forge.state import Item, MagicalState
from domain.record.match import fold
from replays.board.terminal import state_text
from tests.domain.games.magical_forge.mag import given, odd_settings, played

LINES = (
    "turn: 6",
    "life: 9:2",
    "a1: hound with ember",
    "b1: wolf with stone, ember, ember (attacked)",
    "b2: seer (new)",
    "marks b1: strength 2",
    "centre: A balm | B stone",
    "hand A: insight, ??, ??",
    "spells A: ??",
    "hand B: net, net",
    "discard A: wolf",
    "spell discard B: balm, balm",
    "deck A: 12",
    "spell deck B: 7",
)


def position() -> MagicalState:
    state = given(*LINES).state
    first = Item(20, 1, "forge", "blast", targets=(1,))
    state.stack += [first, Item(21, 0, "weapon", "net", targets=(2, -2), modes=(1,), to=20)]
    return state


def board() -> dict[str, Any]:
    return MAGICAL_FORGE.data(position())


def drawn(state: MagicalState, width: int = 80) -> list[str]:
    return state_text(MAGICAL_FORGE, state, width=width).plain.splitlines()


class TestData:
    def test_the_moment(self) -> None:
        found = board()
        keys = ("turn", "phase", "active", "start", "attached", "over", "winner", "why")
        assert [found[key] for key in keys] == [6, "main", "B", "A", 0, False, None, None]
        assert (found["attacker"], found["blocker"]) == (None, None)

    def test_creatures(self) -> None:
        wolf, seer = board()["seats"]["B"]["creatures"]
        assert wolf == {
            "place": "b1", "id": 2, "card": "wolf", "name": "Wolf", "types": ["Beast", "Multiple"],
            "spells": ["ember", "ember", "stone"], "health": 3, "entered": 4, "attacks": 1,
            "used": [], "marks": {"strength": 2},
        }  # fmt: skip
        assert (seer["place"], seer["spells"], seer["entered"]) == ("b2", [], 6)

    def test_the_centre_and_the_stack(self) -> None:
        found = board()
        assert found["centre"] == [
            {"place": "s1", "id": 4, "seat": "A", "card": "balm", "name": "Balm"},
            {"place": "s2", "id": 5, "seat": "B", "card": "stone", "name": "Stone"},
        ]
        assert found["stack"][1] == {
            "place": "e2", "id": 21, "seat": "A", "kind": "weapon", "card": "net", "name": "Net",
            "source": None, "which": 0, "targets": [2, "B"], "modes": [1], "to": 20,
        }  # fmt: skip

    def test_hands_and_piles(self) -> None:
        a, b = board()["seats"]["A"], board()["seats"]["B"]
        assert (a["life"], b["life"]) == (9, 2)
        assert (a["deck"]["hand"], a["spells"]["hand"]) == (["insight", "??", "??"], ["??"])
        assert (a["deck"]["left"], b["spells"]["left"]) == (12, 7)
        assert (a["deck"]["discard"], b["spells"]["discard"]) == (["wolf"], ["balm", "balm"])
        assert len(a["deck"]["unseen"]) == 14

    def test_it_is_json_and_the_same_whatever_happened(self) -> None:
        match = played(odd_settings(2), 2, most=80)
        state = fold(MAGICAL_FORGE.new_state(match.settings), match.steps)
        found = MAGICAL_FORGE.data(state)
        assert json.loads(json.dumps(found)) == found
        for seat in found["seats"].values():
            for pile in (seat["deck"], seat["spells"]):
                for cards in (pile["hand"], pile["discard"], pile["unseen"]):
                    assert cards == sorted(cards, key=lambda card: (card == "??", card))


class TestDrawn:
    def test_all_of_it_is_there(self) -> None:
        text = "\n".join(drawn(position()))
        for words in (
            "turn 6 of B, 2 more Spells can be attached",
            "► B  2 Life  Deck ",
            "hand 2: Net ×2",
            "Spell Deck 7  discards 0  used Spells 2",
            "  A  9 Life  Deck 12",
            "b1 Wolf  3: Ember ×2, Stone  attacked; takes 2 more with an attack",
            "b2 Seer (Mage)  0: no Spells  new",
            "a1 Hound (Beast)  1: Ember",
            "centre: s1 A's Balm, s2 B's Stone",
            "stack, the top resolves first; B, then A may respond",
            "e2 A's Net (Weapon) at B's Wolf (b1) and B, in response to e1",
            "e1 B's Blast (Forge card) at A's Hound (a1)",
            "hand 4: Insight, 2 unknown, 1 unknown spell",
            "discards 1",
            "discards: Wolf",
        ):
            assert words in text, words

    def test_b_is_above_and_the_top_of_the_stack_first(self) -> None:
        lines = drawn(position())
        places = [line.split()[0] for line in lines if re.match(r"\s+[abe]\d ", line)]
        assert places == ["b1", "b2", "e2", "e1", "a1"]

    def test_an_attack(self) -> None:
        position = given("a1: hound with ember balm", "b1: wolf with stone", "hand B: ??")
        position.when("attack a1 ...")
        text = "\n".join(drawn(position.state))
        assert "A's Hound (a1) attacks" in text
        assert "2: Balm, Ember  attacks" in text

    def test_before_the_match_and_after_it(self) -> None:
        fresh = drawn(MAGICAL_FORGE.new_state(MAGICAL_FORGE.settings({})))
        assert fresh[0] == "the match has not begun"
        over = given("a1: hound with ember", "life: 15:1").when("attack a1").state
        text = "\n".join(drawn(over))
        assert "A  15 Life  wins" in text
        assert "the match is over" in text

    @pytest.mark.parametrize("seed", range(6))
    def test_it_fits_a_terminal(self, seed: int) -> None:
        match = played(
            MAGICAL_FORGE.settings({}) if seed % 2 else odd_settings(seed),
            seed,
            known=(1.0, 0.0)[seed % 2],
        )
        state = MAGICAL_FORGE.new_state(match.settings)
        for step in match.steps:
            for fact in step.facts:
                fact.apply(state)
            lines = drawn(state)
            assert max(map(cell_len, lines)) <= 71
            if len(state.in_play) < 9 and len(state.stack) < 2:
                assert len(lines) <= 26
            assert max(map(cell_len, drawn(state, 40))) <= 68

    def test_names_with_brackets_are_no_markup(self) -> None:
        position = given("card Odd [bold]: creature", "a1: odd with ember")
        assert "Odd [bold]" in "\n".join(drawn(position.state))


TEXT = (Path(__file__).parents[4] / "docs" / "formats.md").read_text(encoding="utf-8")


def test_the_board_shown_has_the_keys_written() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    (shown,) = [json.loads(block) for block in blocks if '"centre"' in block]
    found = board()
    assert shown.keys() == found.keys()
    assert shown["stack"][0].keys() == found["stack"][0].keys()
    assert shown["centre"][0].keys() == found["centre"][0].keys()
    seat, real = shown["seats"]["A"], found["seats"]["A"]
    assert seat.keys() == real.keys()
    assert seat["creatures"][0].keys() == real["creatures"][0].keys()
    assert seat["deck"].keys() == real["deck"].keys()
