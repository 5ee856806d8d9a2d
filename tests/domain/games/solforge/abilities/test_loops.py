"""Endless chains are cut, and the match says so."""

from __future__ import annotations

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import LoopCut, Triggered
from domain.games.solforge.rules.engine import MOST_TRIGGERS
from tests.domain.games.solforge.abilities.acting import FOE, ME, OX, SELF, cast
from tests.domain.games.solforge.given import THIS, card, damage, gain, triggered


def test_two_that_trigger_each_other() -> None:
    echo = card("Echo", 0, 9, triggered("gains health", gain(1), who=ME))
    position = cast(gain(1), a={1: echo, 2: OX})
    assert [fact.waiting for fact in position.facts(LoopCut)] == [1]
    assert len(position.facts(Triggered)) == MOST_TRIGGERS
    assert position.health() == (51 + MOST_TRIGGERS, 50)
    assert position.numbers("a2") == (2, 5)
    assert position.about == "step"


def test_the_next_action_starts_afresh() -> None:
    echo = card(
        "Echo",
        0,
        9,
        triggered("gains health", gain(1), who=ME),
        triggered("start of combat", gain(1)),
    )
    position = cast(gain(1), a={1: (echo, {"front": False})}).end_turn()
    assert len(position.facts(LoopCut)) == 2


def test_a_long_chain_that_ends_is_not_cut() -> None:
    fuse = card("Fuse", 0, 30, triggered("damaged", damage(THIS, 1), who=SELF))
    position = cast(damage(n.All((n.Filter(side="yours"),)), 1), a={1: fuse})
    assert position.look("a1") is None
    assert position.facts(LoopCut) == []
    assert position.health() == (50, 50)


def test_the_end_of_the_match_ends_it() -> None:
    drain = card(
        "Drain", 0, 9, triggered("gains health", damage(n.All((FOE,)), 1), gain(1), who=ME)
    )
    position = cast(gain(1), a={1: drain})
    assert position.state.winner == 0
    assert position.facts(LoopCut) == []
