"""Every fact of SolForge Fusion in words."""

from __future__ import annotations

from typing import get_args

import pytest

from domain.contract.game import UNKNOWN, Fact
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.titles import gift_words, keyword_words
from domain.games.solforge.facts import SolFact
from domain.games.solforge.game import SOLFORGE
from domain.games.solforge.state import Lasting, Standing
from domain.record.match import fold
from tests.domain.games.solforge.sol import given, played

GIFT = n.Gift(keywords=(n.Keyword("armor", n.Number(2)), n.Keyword("stealth")))
LATER = n.Delayed(n.Trigger("end of turn"), (n.Draw(n.Number(1)),))
RULE = n.Rule(n.All((n.Filter(kind="card"),)), n.Gift())

TOLD: list[tuple[Fact, str]] = [
    (f.Tossed(1), "B has the Forge first"),
    (f.Drawn(0, ("bear.1", UNKNOWN, UNKNOWN)), "A draws Bear 1, 2 unknown cards"),
    (f.HandDiscarded(1, ("bear.1",)), "B discards Bear 1"),
    (f.HandDiscarded(1, (UNKNOWN,)), "B discards 1 unknown card"),
    (f.Shuffled(0), "A shuffles deck and discard pile together"),
    (f.Announced(0, "zap.1", "hand", False, 0), "A plays Zap 1"),
    (f.Announced(0, "zap.1", "hand", True, 0), "A plays Zap 1 for Free"),
    (f.Announced(0, "bear.1", "banish", True, 1), "A plays Bear 1 from Banish Pile of B for Free"),
    (f.Carried(0, "bear.1", "discard", "top"),
     "A's Bear 1 goes from discard pile to the top of the deck"),
    (f.Levelled(0, "zap.2"), "it levels up: Zap 2 goes to A's discard pile"),
    (f.Resolved(0, "zap.1"), "Zap 1 has resolved and is banished"),
    (f.Entered(9, "bear.1", 0, 0, 5, True, 2, 2, False, "played"),
     "A's Bear 1 comes into lane 5, front row with 2/2"),
    (f.Entered(9, "pit.1", 0, 0, 5, False, 0, 0, True, "played"), "A's Pit 1 comes into lane 5"),
    (f.Entered(9, "bear.1", 0, 1, 5, False, 2, 2, False, "put"),
     "A's Bear 1 (owned by B) comes into lane 5, back row with 2/2"),
    (f.Left(1, "destroyed", "banish"), "A's Old Bear 1 in lane 1 is destroyed"),
    (f.Left(1, "destroyed", "banish", 2),
     "A's Old Bear 1 in lane 1 is destroyed by B's Bear 1 in lane 1"),
    (f.Left(1, "replaced", "banish"), "A's Old Bear 1 in lane 1 is replaced"),
    (f.Left(1, "returned", "hand"), "A's Old Bear 1 in lane 1 returns from play and goes to hand"),
    (f.Left(1, "destroyed", "aside"), "A's Old Bear 1 in lane 1 is destroyed and goes out of the game"),
    (f.Left(1, "homeless", "upgrade"),
     "A's Old Bear 1 in lane 1 has no lane left and goes to Upgrade Pile"),
    (f.Hit(1, 5, 2, 2, 1, True),
     "A's Old Bear 1 in lane 1 takes 5 combat damage by B's Bear 1 in lane 1, 2 of it by its Armor"),
    (f.Hit(1, 5, 0, 0, 1, False, "zap.1"), "A's Old Bear 1 in lane 1 takes 5 damage by Zap 1"),
    (f.Hit(1, 5, 0, 0, 1, False), "A's Old Bear 1 in lane 1 takes 5 damage by B"),
    (f.HitPlayer(1, 3, 0, 1, 0, True, 47),
     "B takes 3 combat damage by A's Old Bear 1 in lane 1: 47"),
    (f.HitPlayer(1, 3, 1, 0, -1, False, 48), "B takes 3 damage, 1 of it by Armor: 48"),
    (f.Gained(0, 3, 53), "A gains 3 Health: 53"),
    (f.Gained(0, -3, 47), "A loses 3 Health: 47"),
    (f.Changed(1, 2, -1, 1, 0), "A's Old Bear 1 in lane 1 gets +2A, -1H"),
    (f.Changed(1, 0, 4, 0, -1), "A's Old Bear 1 in lane 1 gets +4H"),
    (f.Changed(1, 0, 4, 0, 0, "zap.1"), "A's Old Bear 1 in lane 1 gets +4H by Zap 1"),
    (f.Given(7, 1, GIFT, "turn", "zap.1"), "A's Old Bear 1 in lane 1 gets Armor 2, Stealth this turn"),
    (f.PlayerGiven(7, 1, GIFT, "", "zap.1"), "B gets Armor 2, Stealth"),
    (f.Stood(7, 0, LATER, (), "zap.1", 0), "Zap 1 sets up a trigger for A this turn"),
    (f.Stood(7, 0, RULE, (), "old-fenn.2", 0), "Old Fenn sets up a rule for A this turn"),
    (f.Ended((90,)), "it ends: Stealth of A's Old Bear 1 in lane 1"),
    (f.Ended((91, 92)), "it ends: Armor 2, Stealth of B; what Zap 1 had set up"),
    (f.Ended((99,)), "what was lasting ends"),
    (f.Moved(1, 4, True), "A's Old Bear 1 in lane 1 moves to lane 4"),
    (f.Moved(1, 4, False), "A's Old Bear 1 in lane 1 moves to lane 4, back row"),
    (f.Moved(1, 1, False), "A's Old Bear 1 in lane 1 goes to the back row"),
    (f.Swapped(1, 3), "A's Old Bear 1 in lane 1 swaps with A's Zapper 1 in lane 2"),
    (f.Turned(1, False), "A's Old Bear 1 in lane 1 is exhausted"),
    (f.Turned(1, True), "A's Old Bear 1 in lane 1 is ready"),
    (f.Activated(3, 0), "A's Zapper 1 in lane 2 is activated and exhausted"),
    (f.Activated(3, 1), "A's Zapper 1 in lane 2 is activated (its ability 2) and exhausted"),
    (f.ForgebornUsed(0, 2), "A uses Oriel the Assembler's ability of level 2"),
    (f.ForgebornTurned(0, True), "A's Forgeborn is ready"),
    (f.ForgebornLevelled(0, 3), "A's Forgeborn is level 3"),
    (f.Overlaid(0, "old-fenn"), "Old Fenn overlays A's Oriel the Assembler"),
    (f.Flipped(1, "bear.1", 2, 2, False, 1, True, True),
     "A's Old Bear 1 in lane 1 is Transformed into Bear 1 with 2/2"),
    (f.Flipped(1, "pit.1", 0, 0, True, 5, False, False),
     "A's Old Bear 1 in lane 1 is Transformed into Pit 1 in lane 5"),
    (f.Counted(1, "charge", 2), "A's Old Bear 1 in lane 1 gets 2 charge counters"),
    (f.Counted(1, "", -1), "A's Old Bear 1 in lane 1 loses 1 counter"),
    (f.Upgraded(0, "hand", "zap.1", "zap.2", "hand"), "A Upgrades Zap 1 to level 2 (hand)"),
    (f.Upgraded(0, "hand", "zap.1", "zap.2", "discard"),
     "A Upgrades Zap 1 to level 2 (hand, into discard pile)"),
    (f.Upgraded(0, "play", "old-bear.1", "old-bear.2", "play", 1, 6, 8),
     "A Upgrades Old Bear 1 in play to level 2"),
    (f.Upgraded(0, "hand", "zap.2", "zap.2", "hand"), "A Upgrades Zap 2, which has no higher level"),
    (f.Looked(0, ("bear.1", "zap.1")), "A looks at the top 2 cards of the deck: Bear 1, Zap 1"),
    (f.Looked(0, (UNKNOWN,)), "A looks at the top 1 card of the deck"),
    (f.Chosen(0, 2), "A can choose B's Bear 1 in lane 1 only"),
    (f.Chosen(1, -1), "B can choose A only"),
    (f.Triggered(0, "zapper.1", 3, 0), "A resolves what A's Zapper 1 in lane 2 triggered"),
    (f.Triggered(0, "zapper.1", 77, 0), "A resolves what Zapper 1 triggered"),
    (f.Replenished(), "Armor is restored"),
    (f.PhaseBegan("combat"), "the Combat Phase begins"),
    (f.StepBegan(2, 1), "Action Step 2: B"),
    (f.BasicTaken(), "the basic action is taken"),
    (f.ForgePassed(1), "the Forge passes to B"),
    (f.SuddenDeath("tied"), "Sudden Death begins: both have no Health left and the same"),
    (f.SuddenDeath("cycles"), "Sudden Death begins: so many cycles"),
    (f.LoopCut(1),
     "the engine's rule against endless loops: 1 waiting trigger will not resolve"),
    (f.TurnBegan(4, 1), "turn 4: B has the Forge"),
    (f.MatchEnded(0, "health"), "the match ends: A wins, the other has no Health left"),
    (f.MatchEnded(1, "forge"),
     "the match ends: B wins, still tied after the last turn, it has the Forge"),
    (f.MatchEnded(None, "sudden"), "the match ends: a draw, more Health in Sudden Death"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "words"), TOLD, ids=lambda value: str(value)[:40])
def test_told(fact: Fact, words: str) -> None:
    state = given("lane 1: A old-bear | B bear", "lane 2: A zapper | B -").state
    bear = state.in_play[1]
    bear.gifts = [Lasting(90, n.Gift(keywords=(n.Keyword("stealth"),)), "turn", "zap.1")]
    state.sides[1].gifts = [Lasting(91, GIFT, "turn", "zap.1")]
    state.standing = [Standing(92, 0, LATER, (), "zap.1", 0)]
    assert SOLFORGE.tell(fact, state) == words


def test_every_kind_of_fact_is_told() -> None:
    assert {type(fact) for fact, _ in TOLD} == set(get_args(SolFact))


def test_what_has_left_is_told_by_its_number() -> None:
    state = given().state
    assert SOLFORGE.tell(f.Turned(12, False), state) == "card 12 is exhausted"


@pytest.mark.parametrize(
    ("gift", "words"),
    [
        (n.Gift(), "nothing"),
        (n.Gift(attack=n.Number(2), health=n.Number(-1)), "+2A, -1H"),
        (n.Gift(keywords=(n.Keyword("mobility", n.Number(3)),)), "Mobility 3"),
        (n.Gift(types=("Zombie",), loses=("printed", "defender")),
         "the type Zombie, no printed abilities, no Defender"),
        (n.Gift(forbids=(n.Forbid("be destroyed"),)), "can't be destroyed"),
        (n.Gift(alters=(n.Alter("damage dealt"),)), "damage dealt is altered"),
        (n.Gift(abilities=(n.Activated(()),)), "an ability"),
        (n.Gift(attack=n.CountOf(n.Filter())), "a number of A"),
        (n.Gift(keywords=(n.Keyword("armor", n.CountOf(n.Filter())),)),
         "Armor as many as it works out to"),
        (n.Gift(health_is=n.Number(4)), "Health 4"),
    ],
)  # fmt: skip
def test_gifts(gift: n.Gift, words: str) -> None:
    assert gift_words(gift) == words


def test_keywords() -> None:
    assert keyword_words("armor", 3) == "Armor 3"
    assert keyword_words("stealth", 1) == "Stealth"


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_is_told(seed: int) -> None:
    match = played(SOLFORGE.settings({"edition": ("whitefang", "early")[seed % 2]}), seed)
    state = SOLFORGE.new_state(match.settings)
    for step in match.steps:
        for fact in step.facts:
            words = SOLFORGE.tell(fact, state)
            assert words
            assert words != type(fact).__name__
            fact.apply(state)
    assert fold(SOLFORGE.new_state(match.settings), match.steps) == state
