"""Marks: what the facts of a step say is what is marked."""

from __future__ import annotations

from collections import Counter

from domain.contract.board import Board, Card, Mark, Number, SeatInfo, Zone
from domain.games.magical_forge import facts as mf
from domain.games.riftforce import facts as rf
from domain.games.solforge import facts as sf
from replays.board.changes import changed
from tests.replays.board.shown import boards, played

SEATS = (SeatInfo("A", numbers=(Number("score", 1),)), SeatInfo("B"))


def table(*zones: Zone, seats: tuple[SeatInfo, ...] = SEATS) -> Board:
    return Board("game", seats, (zones,))


def test_each_kind_of_mark() -> None:
    fire, ice = Card("fire", "Fire", numbers=(Number("damage", 2),)), Card("ice", "Ice")
    before = table(Zone("one", cards=(fire, ice), count=2), Zone("two"))
    hurt = Card("fire", "Fire", numbers=(Number("damage", 5),), state=("tired",))
    after = table(
        Zone("one", cards=(Card("new", "New"),), count=1),
        Zone("two", cards=(hurt,), count=1),
        seats=(SeatInfo("A", numbers=(Number("score", 4),)), SEATS[1]),
    )
    assert changed(before, after) == [
        Mark("A", "numbers", change=3, label="score"),
        Mark("one", "numbers", "one", -1, "cards"),
        Mark("two", "numbers", "two", 1, "cards"),
        Mark("new", "came", "one"),
        Mark("fire", "moved", "two"),
        Mark("fire", "numbers", "two", 3, "damage"),
        Mark("fire", "state", "two"),
        Mark("ice", "left", "one"),
    ]


def test_a_number_that_is_gone_counts_to_nothing() -> None:
    before = table(Zone("one", cards=(Card("c", "C", numbers=(Number("damage", 2),)),), count=1))
    after = table(Zone("one", cards=(Card("c", "C"),), count=1))
    assert changed(before, after) == [Mark("c", "numbers", "one", -2, "damage")]


def test_who_only_shifts_in_a_place_has_not_moved() -> None:
    one, two = Card("one", "One"), Card("two", "Two")
    before = table(Zone("lane", cards=(one, two), count=2))
    after = table(Zone("lane", cards=(two, one), count=2))
    assert changed(before, after) == []


def test_nothing_changes_by_itself() -> None:
    for board in boards(played("magical_forge")):
        assert changed(board, board) == []


def test_riftforce_marks_what_happened() -> None:
    record = played("riftforce")
    found = list(boards(record))
    seen = Counter[str]()
    for step, before, after in zip(record.steps, found, found[1:], strict=False):
        marks = changed(before, after)
        damage = Counter[str]()
        scored = Counter[str]()
        placed, left = set(), set()
        for fact in step.facts:
            match fact:
                case rf.Damaged():
                    damage[f"e{fact.elemental}"] += fact.amount
                case rf.Healed():
                    damage[f"e{fact.elemental}"] -= fact.amount
                case rf.Destroyed():
                    left.add(f"e{fact.elemental}")
                case rf.Played() | rf.FacedUp():
                    placed.add(f"e{fact.elemental}")
                case rf.Gained():
                    scored["AB"[fact.seat]] += fact.points
                case _:
                    pass
        of = {(mark.key, mark.what): mark for mark in marks if mark.key[0] == "e"}
        assert {key for key, what in of if what == "came"} == placed
        assert {key for key, what in of if what == "left"} == left - placed
        for key, amount in damage.items():
            if amount and key not in left | placed:
                assert of[key, "numbers"].change == amount
        points = {m.key: m.change for m in marks if m.label == "Riftforce"}
        assert points == {seat: count for seat, count in scored.items() if count}
        seen.update(damage=len(damage), left=len(left), placed=len(placed), scored=len(points))
    assert min(seen[what] for what in ("damage", "left", "placed", "scored")) > 3


def test_solforge_marks_who_moves_to_the_front() -> None:
    record = played("solforge")
    found = list(boards(record))
    moved = 0
    for step, before, after in zip(record.steps, found, found[1:], strict=False):
        marks = {(mark.key, mark.what) for mark in changed(before, after)}
        health = [info.numbers[0].value for info in after.seats]
        was = [info.numbers[0].value for info in before.seats]
        by = {
            m.key: m.change for m in changed(before, after) if m.label == "Health" and m.zone == ""
        }
        assert by == {
            "AB"[s]: new - old
            for s, (new, old) in enumerate(zip(health, was, strict=True))
            if new != old
        }
        for fact in step.facts:
            if isinstance(fact, sf.Moved):
                here = {card.key for card in after.cards} & {card.key for card in before.cards}
                if f"p{fact.id}" in here:
                    moved += (f"p{fact.id}", "moved") in marks
    assert moved > 0


def test_magical_forge_marks_spells_that_go_under_a_creature() -> None:
    record = played("magical_forge")
    found = list(boards(record))
    attached = 0
    for step, before, after in zip(record.steps, found, found[1:], strict=False):
        there = {card.key for card in before.cards} & {card.key for card in after.cards}
        marks = changed(before, after)
        for fact in step.facts:
            if isinstance(fact, mf.Attached) and f"i{fact.id}" in there:
                attached += any(m.key == f"i{fact.id}" and m.what == "numbers" for m in marks)
    assert attached > 0
