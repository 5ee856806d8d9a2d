"""Two matches side by side."""

from __future__ import annotations

import pytest

from domain.branch.fork import fork
from domain.contract.errors import GameError
from domain.record.match import Record
from replays.comparison import compare, totals_by_turn
from tests.domain.simulated import AT, KEYS, recorded, seen, simulated, typed

AGREED = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}
SETUP = ("hand A F5 F6 F7", "hand B", "face C5")
LINES = (*SETUP, "1 A play F5@1", "2 B act L7", "3 A check", "4 B check")


def rift(*lines: str, match_id: str = "m") -> Record:
    return typed(recorded("riftforce", [], match_id, AGREED), lines)


def test_a_fork_and_its_origin_part_where_the_fork_begins() -> None:
    whole = rift(*LINES)
    opened, steps = fork(whole, 6, AT, lines=["3 A play F6@2", "4 B check"])
    other = Record("f", whole.game, opened, steps, "")
    found = compare(other, whole)
    assert (found.common, found.last, found.line) == (6, (6, 6), "2 B act L7")
    assert found.parted is not None
    one, two = found.parted
    assert (one.step, one.lines) == (7, ("3 A play F6@2", "4 B check"))
    assert (two.step, two.lines) == (7, ("3 A check", "4 B check"))
    assert [(turn.turn, *turn.totals) for turn in found.turns] == [
        (3, "0:0", "1:0"),
        (4, "0:1", "1:1"),
        (5, "0:1", "1:1"),
    ]
    assert found.results == ("not finished, 0:1", "not finished, 1:1")


def test_one_that_goes_on_where_the_other_ends() -> None:
    found = compare(rift(*LINES[:-1]), rift(*LINES, "result A wins (concession)", match_id="n"))
    assert found.parted is not None
    assert (found.parted[0].step, found.parted[0].lines) == (0, ())
    assert found.parted[1].lines == ("4 B check", "result A wins 1:1 (concession)")
    assert found.results[1] == "A wins 1:1 (concession)"


@pytest.mark.parametrize("key", KEYS)
def test_what_one_does_not_know_is_no_difference(key: str) -> None:
    whole = simulated(key, 2)
    found = compare(whole, seen(whole, None, "n"))
    assert found.parted is None
    assert found.common == len(whole.steps)
    assert found.opening == {}
    assert found.results[0] == found.results[1]
    assert [turn.totals[0] for turn in found.turns] == totals_by_turn(whole)
    assert found.turns[-1].totals[0] in found.results[0]


@pytest.mark.parametrize("key", KEYS)
def test_matches_that_have_little_in_common(key: str) -> None:
    one, other = simulated(key, 1, "a"), simulated(key, 2, "b")
    found = compare(one, other)
    assert found.common < 5
    assert len(found.turns) >= max(1, len(totals_by_turn(one)) - 1)


def test_openings_differ() -> None:
    other = recorded("riftforce", [], "n", {**AGREED, "ice": "printed"})
    found = compare(rift(), other)
    assert found.opening == {"ice": ("rulebook", "printed")}
    assert (found.common, found.line, found.parted) == (0, "", None)


def test_other_games_are_refused() -> None:
    with pytest.raises(GameError, match="one game"):
        compare(rift(), recorded("solforge", [], "n"))
