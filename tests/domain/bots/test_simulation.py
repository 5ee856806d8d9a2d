import pytest

from domain.bots.simulation import made_by, plan, play_encoded, play_match
from domain.contract.errors import GameError, Reason
from domain.games import GAMES
from domain.record.chain import read_rows

GAME = GAMES["riftforce"]


def test_the_same_plan_gives_the_same_matches_in_any_portions() -> None:
    what = plan(GAME, {"expansion": "beyond"}, ["random", "sensible"], 5)
    together = play_encoded(what, [0, 1, 2], 77)
    apart = [event for index in (0, 1, 2) for event in play_encoded(what, [index], 77)]
    assert together == apart


def test_seed_index_bots_and_settings_each_make_another_match() -> None:
    base = play_match(GAME, GAME.settings({}), ("random", "random"), 1, 0)
    others = [
        play_match(GAME, GAME.settings({}), ("random", "random"), 2, 0),
        play_match(GAME, GAME.settings({}), ("random", "random"), 1, 1),
        play_match(GAME, GAME.settings({}), ("random", "sensible"), 1, 0),
        play_match(GAME, GAME.settings({"expansion": "beyond"}), ("random", "random"), 1, 0),
    ]
    assert all(other != base for other in others)


def test_names_tell_plans_and_matches_apart_and_sort_in_the_order_of_play() -> None:
    one = plan(GAME, {}, ["random"], 1)
    other = plan(GAME, {}, ["random"], 2)
    names = [one.match_id(index) for index in range(300)]
    assert names == sorted(set(names))
    assert not set(names) & {other.match_id(index) for index in range(300)}


def test_a_match_knows_the_plan_it_is_of() -> None:
    what = plan(GAME, {}, ["random"], 1)
    record = read_rows(what.match_id(0), [e[1:] for e in play_encoded(what, [0], 123)])
    assert made_by(what, record.opened)
    assert not made_by(plan(GAME, {}, ["sensible"], 1), record.opened)


def test_one_bot_plays_both_seats_and_an_unknown_one_is_refused() -> None:
    assert plan(GAME, {}, ["random"], 1).bots == ("random", "random")
    for bots in (["clever", "random"], ["random", "random", "random"], []):
        with pytest.raises(GameError) as refused:
            plan(GAME, {}, bots, 1)
        assert refused.value.reason is Reason.BAD_SETTING


def test_the_sensible_bot_beats_the_random_one() -> None:
    wins = [0, 0]
    for index in range(40):
        sensible = index % 2
        bots = ("random", "sensible") if sensible else ("sensible", "random")
        steps = play_match(GAME, GAME.settings({}), bots, 9, index)
        winner = steps[-1].facts[-1].winner
        if winner is not None:
            wins[winner == sensible] += 1
    assert wins[1] > 4 * max(1, wins[0])
