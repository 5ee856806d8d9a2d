"""Rulings in Magical Forge's words, and plays that stood."""

from __future__ import annotations

import pytest

from domain.contract.errors import GameError, Reason
from domain.contract.game import Fact
from domain.formats.tape import decide_line
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.actions import Attach, Attack, Block, Deal, DealSpells, UseAbility
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.record.match import Match
from domain.record.rulings import read_facts
from tests.domain.games.ruled import cannot_stand, read_lines, stands

SETUP = ("start A", "deal A bell-keeper gate-warden turning-shield & steady-lamp held-note")
FIRST = (
    *SETUP,
    "play bell-keeper; play gate-warden; attach steady-lamp a1; attach held-note a2; end",
    "deal B forge-drake reckless-twins hooked-chain & kindling backdraft",
    "play forge-drake; attach kindling b1 ...",
)
KEEPER, WARDEN, DRAKE = 1, 2, 3


def begun(*lines: str) -> Match:
    """A match in A's first turn, after some lines."""
    return read_lines(MAGICAL_FORGE, {}, (*SETUP, *lines))


def later(*lines: str) -> Match:
    """A match in B's first turn: A has two Creatures with a Spell each, B one."""
    return read_lines(MAGICAL_FORGE, {}, (*FIRST, *lines))


def stated(text: str) -> list[Fact]:
    """What a ruling states there."""
    return read_facts(MAGICAL_FORGE, later().state, text)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("life A 12", [f.LifeLost(0, 3, "ruling", 0, "", -1)]),
        ("LIFE b +3", [f.LifeGained(1, 3, 0, "")]),
        ("life B +1 by a1", [f.LifeGained(1, 1, KEEPER, "bell-keeper")]),
        ("life A -3 by B", [f.LifeLost(0, 3, "ruling", 0, "", 1)]),
        ("damage A 99", [f.LifeLost(0, 15, "ruling", 0, "", -1)]),
        ("damage A 1 attack by b1", [f.LifeLost(0, 1, "attack", DRAKE, "forge-drake", 1)]),
        ("damage A 2 effect by B #9 hooked", [f.LifeLost(0, 2, "effect", 9, "hooked-chain", 1)]),
        ("destroy a1", [f.CreatureLeft(KEEPER, "destroyed", "discard")]),
        ("kill bell by #7", [f.CreatureLeft(KEEPER, "destroyed", "discard", 7)]),
        ("return b1", [f.CreatureLeft(DRAKE, "returned", "hand")]),
        ("starve #1", [f.CreatureLeft(KEEPER, "spells", "discard")]),
        ("summon B reckless", [f.Summoned(4, 1, "reckless-twins", "hand", False)]),
        ("summon b reckless!", [f.Summoned(4, 1, "reckless-twins", "hand", True)]),
        ("attach backdraft b1", [f.Attached(DRAKE, "backdraft", "hand", False)]),
        ("attach wildfire! b1 from deck", [f.Attached(DRAKE, "wildfire", "deck", True)]),
        ("detach a1 steady", [f.Detached(KEEPER, "steady-lamp", "discard")]),
        ("detach a1 steady to hand", [f.Detached(KEEPER, "steady-lamp", "hand")]),
        ("move a1 steady>a2", [f.SpellMoved(KEEPER, WARDEN, "steady-lamp")]),
        ("centre a1 steady", [f.PutInCentre(4, 0, "steady-lamp", KEEPER)]),
        ("centre B backdraft", [f.PutInCentre(4, 1, "backdraft", 0, "hand")]),
        (
            "centre a1 steady; remove s1 to hand",
            [f.PutInCentre(4, 0, "steady-lamp", KEEPER), f.LeftCentre(4, "hand")],
        ),
        ("mark a1 no-attack", [f.Marked(KEEPER, "no attack", 1)]),
        ("mark a1 Strength 2", [f.Marked(KEEPER, "strength", 2)]),
        ("draw A mirror ??", [f.Drawn(0, ("mirror-acolyte", "??"), -1)]),
        ("draw A 2 & 1", [f.Drawn(0, ("??", "??"), -1), f.SpellsDrawn(0, ("??",))]),
        ("draw A & last-vigil", [f.SpellsDrawn(0, ("last-vigil",))]),
        ("discard B backdraft", [f.Carried(1, "spells", "backdraft", "hand", "discard")]),
        (
            "discard A turning; return A turning",
            [
                f.Carried(0, "deck", "turning-shield", "hand", "discard"),
                f.Carried(0, "deck", "turning-shield", "discard", "hand"),
            ],
        ),
        ("carry B hooked hand>deck", [f.Carried(1, "deck", "hooked-chain", "hand", "deck")]),
        ("recycle A", [f.Recycled(0)]),
        ("phase end", [f.PhaseBegan("end")]),
        ("turn b", [f.TurnBegan(3, 1)]),
        ("end draw time", [f.MatchEnded(None, "time")]),
    ],
)
def test_what_can_be_said(text: str, facts: list[Fact]) -> None:
    assert stated(text) == facts


@pytest.mark.parametrize(
    ("text", "reason", "column", "message", "legal"),
    [
        ("life", Reason.UNREADABLE, 5, "whose? A or B", "life A 12"),
        ("life A", Reason.UNREADABLE, 7, "the Life Points: a number is missing", "life A +3"),
        ("life A 3 by", Reason.UNREADABLE, 12, "by whom", "by a1"),
        ("destroy", Reason.UNREADABLE, 8, "which Creature?", "b1"),
        ("destroy a9", Reason.UNREADABLE, 9, "there is no Creature of A number 9", "a1"),
        ("destroy #9", Reason.ILLEGAL, 9, "that is no Creature", "a1"),
        (
            "attach backdraft a1",
            Reason.ILLEGAL,
            8,
            "A's hand holds no backdraft",
            "attach ember a1",
        ),
        ("attach ash-stalker a1", Reason.ILLEGAL, 8, "ash-stalker is no Spell", "attach ember a1"),
        ("detach a1 held", Reason.ILLEGAL, 11, "held-note is not attached there", "steady-lamp"),
        ("summon B hooked", Reason.ILLEGAL, 10, "hooked-chain is no Creature", "summon A hound"),
        (
            "discard A backdraft",
            Reason.ILLEGAL,
            11,
            "A's hand holds no backdraft",
            "discard A hound",
        ),
        ("draw A 99", Reason.ILLEGAL, 8, "A's Deck holds 27", "draw A 2"),
        ("mark a1 big", Reason.UNREADABLE, 9, "what holds for it?", "strength"),
        ("carry B hooked attic>deck", Reason.UNREADABLE, 16, "where?", "discard"),
        ("stop e1", Reason.UNREADABLE, 6, "there is no effect on the stack number 1", "stop e1"),
        ("phase lunch", Reason.UNREADABLE, 7, "which part of the turn?", "main"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    text: str, reason: Reason, column: int, message: str, legal: str
) -> None:
    with pytest.raises(GameError) as caught:
        stated(text)
    assert message in caught.value.message
    assert (caught.value.reason, caught.value.column) == (reason, column)
    assert legal in caught.value.legal, caught.value.legal


def test_facts_are_said_so_that_they_are_understood() -> None:
    state = later().state
    said = {
        f.LifeLost(0, 2, "effect", 9, "hooked-chain", 1): "damage A 2 effect by B #9 hooked-chain",
        f.LifeLost(0, 2, "attack", DRAKE, "forge-drake", 1): "damage A 2 attack by b1",
        f.CreatureLeft(KEEPER, "destroyed", "discard", 9): "destroy a1 by #9",
        f.CreatureLeft(KEEPER, "destroyed", "hand"): "",
        f.Marked(KEEPER, "no block", 1): "mark a1 no-block",
        f.SpellsDrawn(1, ("??", "??")): "draw B & 2",
        f.AttackBegan(DRAKE): "",
    }
    for fact, text in said.items():
        assert MAGICAL_FORGE.notation.ruled(state, (fact,)) == text
        assert not text or stated(text) == [fact]


def test_what_follows_by_the_rules_follows() -> None:
    """A Creature without Spells goes, a player without Life Points has lost."""
    match = later()
    (ruled,) = decide_line(match, "! detach a1 steady")
    assert f.CreatureLeft(KEEPER, "spells", "discard") in ruled.facts
    (ruled,) = decide_line(match, "! life A 0")
    assert list(ruled.facts)[-1] == f.MatchEnded(1, "life")


def test_a_turn_that_passes_leaves_nothing_on_the_stack() -> None:
    match = later("weapon hooked a1 ...")
    assert match.state.stack
    assert match.ask is not None
    assert match.ask.about == "respond"
    (ruled,) = decide_line(match, "! turn A")
    assert [type(fact) for fact in ruled.facts] == [f.Stopped, f.TurnBegan]
    assert not match.state.stack
    assert match.ask is not None
    assert match.ask.about == "draw"


# -- plays that stood ----------------------------------------------------------------------------


def test_more_spells_are_attached_than_there_are_creatures() -> None:
    match = stands(later(), "... attach backdraft b1 ...", Attach)
    assert match.state.in_play[DRAKE].health == 2


def test_a_creature_attacks_that_cannot() -> None:
    stands(begun("play gate-warden; attach held-note a1 ..."), "... attack a1; end", Attack)


def test_a_creature_attacks_twice() -> None:
    match = later("attack b1 no block ...")
    there = stands(match, "attack b1 no block ...", Attack)
    assert there.state.sides[0].life == 13


def test_a_creature_blocks_that_has_no_spells() -> None:
    match = begun(
        "play bell-keeper; play gate-warden; attach steady-lamp a1; end",
        "deal B forge-drake reckless-twins hooked-chain & kindling backdraft",
        "play forge-drake; attach kindling b1; play reckless-twins ...",
    )
    stands(match, "attack b1 block b2 ...", Block)


def test_an_ability_is_used_twice() -> None:
    match = later("end", "deal A ?? 0", "ability a1 b1 ...")
    stands(match, "ability a1 b1 ...", UseAbility)


def test_too_many_cards_are_drawn() -> None:
    match = later("end")
    there = stands(match, "deal A mirror ?? ?? ?? 2 & ?? ?? ??", Deal, DealSpells)
    assert there.state.sides[0].hand == 8


def test_a_wrong_number_of_the_turn_is_passed_over() -> None:
    match = begun()
    steps = decide_line(match, "!! 9 A play bell-keeper ...")
    assert len(steps) == 1
    assert match.state.in_play


def test_what_cannot_stand_says_why() -> None:
    match = begun()
    cannot_stand(match, "1 B end", "a ruling before this line", "! turn B")
    cannot_stand(match, "play forge-drake", "the rules cannot carry that out")
    cannot_stand(match, "attack a1", "there is no Creature of A number 1")
    cannot_stand(later(), "ability b1.7", "the rules cannot carry that out")
    cannot_stand(later(), "ability b1.0", "they are counted from 1")
