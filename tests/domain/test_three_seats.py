"""More seats than two: what a match of three is asked, stores and comes to."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from domain.bots.simulation import both_bots, play_on
from domain.contract.errors import CorruptStream, GameError
from domain.contract.game import Result
from domain.formats.tape import decide_line
from domain.games.riftforce.game import RIFTFORCE
from domain.record.codec import Codec, check_seats, encode, topic
from domain.record.endings import written_result
from domain.record.events import OPENED, Opened
from domain.record.match import Match, Record, fold
from tests.domain.three_seats import HEAP

OPENING = Opened("heap", "1", {}, ("Ann", "Ben", "Eve"), 0, bots=("random", "random", "sensible"))


def test_lines_name_three_seats_and_each_has_a_turn() -> None:
    match = Match(HEAP, {})
    assert [choice.seat for choice in match.open_ask().choices] == [0, 1, 2]
    for line in ("start c", "1 C takes 3", "2 a takes 3", "B takes 3", "4 C takes 3"):
        decide_line(match, line)
    assert match.state.scores == [3, 3, 6]
    decide_line(match, "takes 1")
    match.take()
    record = Record("heap", HEAP, OPENING, list(match.steps), "")
    assert record.result() == Result(0, "last", (4, 3, 6))
    assert written_result(Result(0, "last", (4, 3, 6))) == "result A wins 4:3:6 (last)"
    words: list[str] = []
    state, rest = HEAP.new_state({}), record.steps
    while rest:
        lines, used = HEAP.notation.write(state, rest)
        words, rest = [*words, *lines], rest[used:]
    assert words[:2] == ["start C", "1 C takes 3"]
    assert HEAP.tell(record.steps[-1].facts[0], record.state(-1)) == "A has 4"


def test_a_seat_that_is_not_of_the_match_is_refused() -> None:
    with pytest.raises(GameError) as refused:
        decide_line(Match(HEAP, {}), "start D")
    assert "start C" in refused.value.legal


def test_bots_play_at_each_seat_and_the_match_comes_back_from_the_store() -> None:
    assert both_bots(HEAP, ["random"]) == ("random", "random", "random")
    with pytest.raises(GameError):
        both_bots(HEAP, ["random", "random"])
    match = Match(HEAP, {})
    play_on(match, ("random", "random", "sensible"), random.Random(1))
    steps = match.take()
    codec = Codec(HEAP)
    back = [codec.step.decode(encode(step)) for step in steps]
    assert back == steps
    assert {step.seat for step in steps} == {-1, 0, 1, 2}
    state = fold(HEAP.new_state({}), back)
    assert state == match.state
    assert sum(state.scores) == 13


def decoded(game: Any, opened: Opened) -> Opened:
    found: Opened = Codec(game).decode("m", 1, topic(game.key, OPENED), encode(opened))
    return found


def test_an_opening_has_a_player_for_each_seat() -> None:
    assert decoded(HEAP, OPENING) == OPENING
    assert OPENING.seats == HEAP.seats
    two = msgspec.structs.replace(OPENING, game="riftforce", players=("Ann", "Ben"), bots=None)
    assert decoded(RIFTFORCE, two) == two
    for game, opened, said in (
        (RIFTFORCE, OPENING, "Riftforce is played at 2 seats, not 3"),
        (HEAP, two, "Heap is played at 3 seats, not 2"),
    ):
        with pytest.raises(msgspec.ValidationError, match=said):
            check_seats(game, opened)
        with pytest.raises(CorruptStream, match=said):
            decoded(game, opened)


@pytest.mark.parametrize("players", [(), tuple("ABCDEFGHIJKLM")])
def test_an_opening_with_nobody_or_too_many_cannot_be_read(players: tuple[str, ...]) -> None:
    text = msgspec.json.encode(
        {"game": "heap", "rules": "1", "settings": {}, "players": players, "at": 0}
    )
    with pytest.raises(CorruptStream, match="1 to 12 seats"):
        Codec(HEAP).decode("m", 1, topic("heap", OPENED), text)
