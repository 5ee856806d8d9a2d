"""Every fact and decision of Magical Forge in words."""

from __future__ import annotations

from typing import get_args

import pytest

from domain.contract.game import UNKNOWN, Action, Fact
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.games.magical_forge.state import Item, MagicalState
from domain.record.match import fold
from tests.domain.games.magical_forge.mag import given, odd_settings, played


def before() -> MagicalState:
    state = given(
        "life: 9:4",
        "a1: hound with ember",
        "b1: seer with balm",
        "centre: B stone",
        "spell discard A: ember, balm",
    ).state
    state.stack += [
        Item(10, 0, "forge", "blast", targets=(2,)),
        Item(11, 1, "ability", "seer", 2, targets=(10,), to=10),
    ]
    return state


TOLD: list[tuple[Fact, str]] = [
    (f.Tossed(1), "B takes the first turn"),
    (f.TurnBegan(3, 0), "turn 3: A"),
    (f.PhaseBegan("main"), "the drawing is done"),
    (f.PhaseBegan("end"), "the end of the turn"),
    (f.Drawn(0, ("hound", UNKNOWN, UNKNOWN), 2),
     "A draws Hound, 2 unknown cards; Creatures among them: 2"),
    (f.Drawn(1, (UNKNOWN,), -1), "B draws 1 unknown card"),
    (f.SpellsDrawn(0, ("ember", UNKNOWN)), "A draws Ember, 1 unknown Spell"),
    (f.Recycled(0), "A's Spell discard (2) becomes the Spell Deck"),
    (f.Carried(0, "deck", "hound", "discard", "hand"), "A's Hound goes from discard pile to hand"),
    (f.Carried(1, "spells", "balm", "deck", "discard"),
     "B's Balm goes from Spell Deck to Spell discard"),
    (f.Summoned(12, 0, "wolf", "hand", True), "A plays Wolf"),
    (f.Summoned(12, 0, "wolf", "discard", False), "A's Wolf comes into play from discard pile"),
    (f.Attached(1, "balm", "hand", True), "Balm is attached to A's Hound (a1)"),
    (f.Attached(1, "balm", "deck", False), "Balm from Spell Deck is attached to A's Hound (a1)"),
    (f.SpellMoved(1, 2, "ember"), "Ember moves from A's Hound (a1) to B's Seer (b1)"),
    (f.Detached(2, "balm", "hand"), "Balm leaves B's Seer (b1) for hand"),
    (f.PutInCentre(12, 0, "ember", 1), "A puts Ember of A's Hound (a1) into the centre"),
    (f.PutInCentre(12, 0, "ember", 0, "discard"), "A puts Ember from Spell discard into the centre"),
    (f.LeftCentre(3, "discard"), "B's Stone (s1) leaves the centre for Spell discard"),
    (f.CreatureLeft(1, "destroyed", "discard", 10), "A's Hound (a1) is destroyed"),
    (f.CreatureLeft(1, "spells", "discard"), "A's Hound (a1) has no Spells and is destroyed"),
    (f.CreatureLeft(1, "returned", "hand"), "A's Hound (a1) returns from play to hand"),
    (f.Activated(12, 0, "forge", "blast", 0, 0, (2,), (), 0, 0, 0),
     "A plays Blast, aimed at B's Seer (b1)"),
    (f.Activated(12, 1, "weapon", "net", 0, 0, (1, -1), (), 0, 0, 10),
     "B uses Net in response to A's Forge card Blast, aimed at A's Hound (a1) and A"),
    (f.Activated(12, 1, "ability", "seer", 2, 0, (10,), (), 0, 0, 10),
     "B uses the ability of B's Seer (b1) in response to A's Forge card Blast, "
     "aimed at A's Forge card Blast"),
    (f.Activated(12, 1, "spell", "stone", 3, 0, (), (), 0, 0, 0), "B's Stone triggers"),
    (f.Resolving(11), "B's ability of Seer resolves"),
    (f.Resolved(11), "B's ability of Seer has resolved"),
    (f.Fizzled(10), "A's Forge card Blast fizzles: its target is gone"),
    (f.Stopped(10, 11), "A's Forge card Blast is stopped by B's ability of Seer"),
    (f.AttackBegan(1), "A's Hound (a1) attacks"),
    (f.Blocked(2), "B's Seer (b1) blocks"),
    (f.AttackEnded(1, "unblocked"), "the attack is over: nobody blocked"),
    (f.AttackEnded(1, "blocked", 2), "the attack is over: it was blocked"),
    (f.AttackEnded(1, "gone"), "the attack is over: the attacker is gone"),
    (f.LifeLost(1, 3, "attack", 1, "hound", 0), "B loses 3 Life Points by Hound: 1"),
    (f.LifeLost(0, 1, "cost", 0, "seer", 0), "A loses 1 Life Point as a cost: 8"),
    (f.LifeGained(0, 2, 3, "balm"), "A gains 2 Life Points by Balm: 11"),
    (f.Marked(1, "unblockable", 1), "this turn A's Hound (a1) can't be blocked"),
    (f.Marked(1, "no attack", 1), "this turn A's Hound (a1) can't attack"),
    (f.Marked(1, "no block", 1), "this turn A's Hound (a1) can't block"),
    (f.Marked(1, "strength", 2), "this turn A's Hound (a1) takes 2 more with an attack"),
    (f.Marked(1, "again", 1), "this turn A's Hound (a1) can attack once more"),
    (f.LoopCut(1),
     "the house rule against endless loops: 1 triggered effect will not activate"),
    (f.Conceded(1), "B gives up"),
    (f.MatchEnded(0, "life"), "the match ends: A wins, the other has no Life Points left"),
    (f.MatchEnded(None, "both"), "the match ends: a draw, both have no Life Points left"),
    (f.MatchEnded(1, "concession"), "the match ends: B wins, the other gives up"),
    (f.MatchEnded(0, "deck"), "the match ends: A wins, the other cannot draw from the Deck"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "words"), TOLD, ids=[words for _, words in TOLD])
def test_facts_in_words(fact: Fact, words: str) -> None:
    assert MAGICAL_FORGE.tell(fact, before()) == words


def test_every_kind_of_fact_is_there() -> None:
    assert {type(fact) for fact, _ in TOLD} == set(get_args(MAGICAL_FORGE.fact_type))


SAID: list[tuple[Action, str]] = [
    (a.Summon("wolf"), "play Wolf"),
    (a.Attach("ember", 1), "attach Ember to A's Hound (a1)"),
    (a.PlayForge("blast"), "play Blast"),
    (a.UseWeapon("net"), "use Net"),
    (a.UseAbility(2), "use the ability of B's Seer (b1)"),
    (a.Attack(1), "attack with A's Hound (a1)"),
    (a.Block(2), "block with B's Seer (b1)"),
    (a.NoBlock(), "do not block"),
    (a.Target(10), "A's Forge card Blast"),
    (a.TargetPlayer(1), "B"),
    (a.Card("ember"), "Ember"),
    (a.Pass(), "no response"),
    (a.Concede(0), "A gives up"),
    (a.EndTurn(), ""),
]


@pytest.mark.parametrize(("action", "words"), SAID, ids=[words for _, words in SAID])
def test_decisions_in_words(action: Action, words: str) -> None:
    assert MAGICAL_FORGE.notation.says(before(), action) == words


@pytest.mark.parametrize("seed", range(6))
def test_whole_matches_can_be_told(seed: int) -> None:
    match = played(odd_settings(seed), seed, bots=("random", "random"))
    state = MAGICAL_FORGE.new_state(match.settings)
    kinds = {kind.__name__ for kind in get_args(MAGICAL_FORGE.fact_type)}
    for step in match.steps:
        for fact in step.facts:
            words = MAGICAL_FORGE.tell(fact, state)
            assert words
            assert words not in kinds
            assert "number " not in words
            fact.apply(state)
    assert state == fold(MAGICAL_FORGE.new_state(match.settings), match.steps)
