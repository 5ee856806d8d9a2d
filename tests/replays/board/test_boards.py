"""Boards: every step has one, and every number on it is that of the state."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.contract.board import Board
from domain.contract.game import UNKNOWN
from domain.games.riftforce.card_words import COLOUR, DOES
from domain.games.solforge.queries.properties import attack_of, health_of
from domain.record.match import Record
from replays.board.colours import TINTS
from replays.board.makers import board_of
from replays.cursor import ALL, Cursor, Viewer
from tests.replays.board.shown import GOLDEN, KEYS, boards, golden, played, value, zone

VIEWERS: tuple[Viewer, ...] = (ALL, 0, 1, None)


def sound(board: Board) -> None:
    """What holds for every board of every game."""
    assert [info.seat for info in board.seats] == ["A", "B"]
    zones = [zone.key for zone in board.zones]
    assert len(zones) == len(set(zones))
    keys = [card.key for card in board.cards]
    assert len(keys) == len(set(keys))
    for place in board.zones:
        listed = sum(card.count for card in place.cards)
        if place.kind != "pile":
            assert place.count == listed
        assert listed <= place.count
    for card in board.cards:
        assert card.hidden is (not card.name)
        if card.hidden:
            assert (card.code, card.text, card.numbers, card.state) == ("", "", (), ())
        assert not card.colour or card.colour in TINTS
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seat", VIEWERS)
def test_every_step_of_a_match_has_a_board(key: str, seat: Viewer) -> None:
    found = list(boards(played(key), seat))
    assert len(found) == len(played(key).steps) + 1
    for board in found:
        sound(board)
    assert found[-1].to_move == ""
    assert [info.wins for info in found[-1].seats].count(True) == 1
    assert "wins" in found[-1].status


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_match_has_boards(path: Path) -> None:
    for board in boards(golden(path), every=7):
        sound(board)


def states(record: Record) -> Any:
    """The state after each step, with its board."""
    cursor = Cursor(record)
    for n in range(len(cursor) + 1):
        cursor.seek(n)
        yield cursor.state, board_of(cursor.game, cursor.state, cursor.opened)


def test_riftforce_as_it_stands() -> None:
    for state, board in states(played("riftforce")):
        assert [info.numbers[0].value for info in board.seats] == [h.score for h in state.hands]
        for seat, name in enumerate("AB"):
            hand = state.hands[seat]
            held = Counter(card.code or UNKNOWN for card in zone(board, f"{name}.hand").cards)
            assert held == hand.hand
            assert zone(board, f"{name}.pile").count == hand.pile
            assert zone(board, f"{name}.discard").count == sum(hand.discard.values())
            for location in range(1, 6):
                there = [(e.card, e.damage) for e in state.sides[seat][location]]
                cards = zone(board, f"{name}.{location}").cards
                lying = [(card.code, value(card, "damage")) for card in cards]
                assert lying == (there[::-1] if seat else there)
                assert all(value(card, "strength") == int(card.code[-1]) for card in cards)
        for location in range(1, 6):
            owner = zone(board, f"rift.{location}").seat
            assert {owner} == {n for s, n in enumerate("AB") if state.controls(s, location)} or (
                owner == ""
            )


def test_every_guild_has_words_and_a_colour() -> None:
    from domain.games.riftforce.cards import GUILDS

    assert set(DOES) == set(COLOUR) == set(GUILDS)
    assert set(COLOUR.values()) <= set(TINTS)


def test_solforge_as_it_stands() -> None:
    rows = Counter[str]()
    for state, board in states(played("solforge")):
        assert [info.numbers[0].value for info in board.seats] == [s.health for s in state.sides]
        lying = {}
        for place in board.zones:
            if place.key[2:].split(".")[0] in ("front", "back", "exalt"):
                for card in place.cards:
                    lying[card.key] = (place.key, card)
        assert set(lying) == {f"p{number}" for number in state.in_play}
        for p in state.in_play.values():
            where = "exalt" if p.exalt else "front" if p.front else "back"
            key, card = lying[f"p{p.id}"]
            assert key == f"{'AB'[p.seat]}.{where}.{p.lane}"
            rows[where] += 1
            assert ("exhausted" in card.state) is (not p.ready)
            if not p.exalt:
                assert value(card, "Attack") == attack_of(state, p)
                assert value(card, "Health") == health_of(state, p)
        for seat, name in enumerate("AB"):
            side = state.sides[seat]
            counts = {"hand": side.hand.count, "deck": side.deck, "discard": side.discard.count}
            for pile, count in counts.items():
                assert zone(board, f"{name}.{pile}").count == count
    assert min(rows["front"], rows["back"]) > 5


def test_magical_forge_as_it_stands() -> None:
    attached = centre = stacked = 0
    both = itertools.chain(states(played("magical_forge")), states(played("magical_forge", 1)))
    for state, board in both:
        assert [info.numbers[0].value for info in board.seats] == [s.life for s in state.sides]
        for seat, name in enumerate("AB"):
            side = state.sides[seat]
            cards = zone(board, f"{name}.field").cards
            assert [card.key for card in cards] == [f"i{c.id}" for c in state.creatures(seat)]
            for card, c in zip(cards, state.creatures(seat), strict=True):
                assert value(card, "Spells") == c.health == sum(s.count for s in card.attached)
                assert {spell.code: spell.count for spell in card.attached} == c.spells
                attached += c.health
            assert zone(board, f"{name}.hand").count == side.hand
            assert zone(board, f"{name}.deck").count == side.deck.left
            assert zone(board, f"{name}.spelldeck").count == side.spells.left
        assert [c.code for c in zone(board, "centre").cards] == [
            s.card for s in state.centre.values()
        ]
        stack = [place for place in board.zones if place.key == "stack"]
        assert [c.code for place in stack for c in place.cards] == [
            item.card for item in reversed(state.stack)
        ]
        centre += len(state.centre)
        stacked += len(state.stack)
    assert min(attached, centre, stacked) > 0


@pytest.mark.parametrize("key", KEYS)
def test_cards_say_what_they_do(key: str) -> None:
    cards = [card for board in boards(played(key), every=9) for card in board.cards]
    assert sum(bool(card.text) for card in cards) > len(cards) * 0.8
