"""Two recordings of one match put together: what either knew, and what they differ in."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from domain.contract.game import DEALER, UNKNOWN
from domain.formats.tape import Tape, decide_line, read_tapes, write_tape
from domain.merge.alignment import units
from domain.merge.differences import Difference, decisions
from domain.merge.merge import merge
from domain.record.events import Closed, Noted
from domain.record.match import Match, Record
from domain.record.unknown import refines
from domain.revise.misfits import happened
from tests.domain.simulated import AT, KEYS, recorded, seen, simulated, typed

SETUP = ("hand A F5 F6 F7", "hand B", "face C5")
AGREED = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}


def nobody(difference: Difference) -> str:
    """Leaves everything open."""
    return ""


def always(answer: str) -> Callable[[Difference], str]:
    return lambda difference: answer


def told(steps: Sequence[Any]) -> list[object]:
    return [happened(step) for step in steps]


def rift(*lines: str, match_id: str = "a") -> Record:
    """A match of Riftforce with guilds agreed on, as far as lines tell it."""
    return typed(recorded("riftforce", [], match_id, AGREED), lines)


# -- views ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_can_be_recorded_through_any_eyes(key: str, seat: int | None, seed: int) -> None:
    """The rules give for what a seat knows just what it saw; a tape of it reads back the same."""
    view = seen(simulated(key, seed), seat, "v")
    match = Match(view.game, view.opened.settings)
    for step in view.steps:
        assert step.action is not None
        match.decide(step.action)
        assert told(match.take()) == told([step])
    half = msgspec.structs.replace(view.opened)
    part = Record("v", view.game, half, view.steps[: len(view.steps) // 2], "")
    assert part.live().ask is not None
    (tape,) = read_tapes(write_tape(view))
    assert isinstance(tape, Tape), tape
    assert told(tape.steps) == told(view.steps)


@pytest.mark.parametrize("key", KEYS)
@given(seed=st.integers(0, 500), bots=st.sampled_from(["random", "sensible"]))
@settings(max_examples=6, deadline=None)
def test_both_seats_recordings_make_the_whole_match(key: str, seed: int, bots: str) -> None:
    whole = simulated(key, seed, bots=bots)
    done = merge(seen(whole, 0, "a"), seen(whole, 1, "b"), nobody)
    assert done.differences == ()
    assert done.opened is not None
    assert told(done.events) == told(whole.steps)
    assert done.opened.settings == whole.opened.settings
    assert done.only == (0, 0)
    assert done.agreed == len(units(whole))


@pytest.mark.parametrize("key", KEYS)
def test_what_neither_saw_stays_unknown(key: str) -> None:
    whole = simulated(key, 3)
    done = merge(seen(whole, None, "a"), seen(whole, 1, "b"), nobody)
    assert told(done.events) == told(seen(whole, 1, "b").steps)
    assert done.filled[0] == 0
    assert done.filled[1] > 0


@pytest.mark.parametrize("key", KEYS)
def test_a_recording_that_breaks_off_is_completed_by_the_other(key: str) -> None:
    whole = simulated(key, 4)
    for count in range(3, len(whole.steps), 11):
        part = recorded(key, whole.seen_by(0).steps[:count], "a", whole.seen_by(0).opened.settings)
        done = merge(part, seen(whole, 1, "b"), nobody)
        assert done.differences == (), count
        assert all(map(refines, told_facts(whole.steps), told_facts(done.events)))
        assert told(done.events[: count - 1]) == told(whole.steps[: count - 1])


def told_facts(steps: Sequence[Any]) -> list[object]:
    return [(step.action, step.facts) for step in steps]


# -- differences ---------------------------------------------------------------------------------


def mutated(record: Record, rng: random.Random) -> Record | None:
    """A recording in which one decision of a seat was written down otherwise, if it can be."""
    seats = [n for n, step in enumerate(record.steps) if step.seat != DEALER]
    at = rng.choice(seats)
    match = Match(record.game, record.opened.settings, record.steps[:at])
    assert match.ask is not None
    others = [action for action in match.ask.choices if action != record.steps[at].action]
    if not others:
        return None
    match.decide(rng.choice(others))
    steps = [*record.steps[:at], *match.take()]
    lines = units(record)
    place = 0
    for unit in lines:
        place += len(unit.steps)
        if place <= at:
            continue
        if place - len(unit.steps) <= at:
            while match.ask and match.ask.about not in record.game.notation.opens:
                match.decide(next(iter(match.ask.choices)))
                steps += match.take()
            continue
        try:
            for line in unit.lines:
                steps += decide_line(match, line)
        except GameError:
            match = Match(record.game, record.opened.settings, steps)
            break
    return recorded(record.game.key, steps, record.id, record.opened.settings)


@pytest.mark.parametrize("key", KEYS)
@given(seed=st.integers(0, 200), turned=st.booleans())
@example(seed=1, turned=True)
@settings(max_examples=8, deadline=None)
def test_who_is_right_is_believed(key: str, seed: int, turned: bool) -> None:
    """A wrong line comes up as a difference; with the right recording believed nothing wrong stays."""
    whole = simulated(key, seed % 20)
    right, wrong = seen(whole, 0, "a"), seen(whole, 1, "b")
    changed = mutated(wrong, random.Random(seed))
    if changed is None or told(changed.steps) == told(wrong.steps):
        return
    pair = (changed, right) if turned else (right, changed)
    done = merge(*pair, nobody)
    assert done.opened is None
    assert done.events == ()
    assert done.differences
    assert done.open == done.differences
    believed = merge(*pair, always("B" if turned else "A"))
    assert believed.opened is not None, believed.open
    assert len(believed.events) == len(whole.steps)
    assert all(map(refines, told_facts(whole.steps), told_facts(believed.events)))
    assert all(map(refines, told_facts(believed.events), told_facts(right.steps)))


def test_a_difference_says_where_it_is_in_both() -> None:
    first = rift(*SETUP, "1 A play F5@1 F6@2", "2 B act L7", "3 A act F7")
    second = rift(*SETUP, "1 A play F5@1 F6@1", "2 B act L7", "3 A act F7", match_id="b")
    (difference,) = merge(first, second, nobody).differences
    assert difference.kind == "lines"
    one, other = difference.sides
    assert one.lines == ("1 A play F5@1 F6@2",)
    assert other.lines == ("1 A play F5@1 F6@1",)
    assert one.next == other.next == "2 B act L7"
    assert (one.step, one.last) == (other.step, other.last) == (4, 6)


@pytest.mark.parametrize(("answer", "where"), [("A", 2), ("B", 1), ("1 A play F5@1 F6@1 F7@1", 1)])
def test_a_difference_is_decided_for_one_or_otherwise(answer: str, where: int) -> None:
    first = rift(*SETUP, "1 A play F5@1 F6@2", "2 B play L5@4")
    second = rift(*SETUP, "1 A play F5@1 F6@1", "2 B play L5@4", match_id="b")
    done = merge(first, second, always(answer))
    state = recorded("riftforce", list(done.events), settings=AGREED).state()
    assert state.elementals[3].location == where
    assert state.turn == 3


def test_things_that_have_other_numbers_now_are_found_by_their_names() -> None:
    """After a line more of the one, the numbers of the other's elementals are not those here."""
    turn = ("1 A play F5@1", "2 B play L5@2", "3 A act F7: F5@1", "4 B act L6: L5@2")
    first = rift(*SETUP, *turn)
    second = rift(*SETUP, "1 A play F5@1 F6@2", *turn[1:], match_id="b")
    taken = merge(first, second, lambda d: "1 A play F5@1 F6@2 F6@3")
    assert [d.kind for d in taken.differences] == ["lines"]
    state = recorded("riftforce", list(taken.events), settings=AGREED).state()
    assert state.turn == 5
    assert {e.card for e in state.elementals.values()} == {"C5", "F5", "F6", "L5"}
    assert state.hands[1].discard == {"L6": 1}


def test_a_line_that_is_not_legal_is_asked_for_again_and_then_stays_open() -> None:
    first = rift(*SETUP, "1 A play F5@1")
    second = rift(*SETUP, "1 A play F6@1", match_id="b")
    done = merge(first, second, always("1 A play F5@7"))
    assert [d.kind for d in done.differences] == ["lines", "misfit"]
    assert [d.number for d in done.open] == [2]


def test_who_is_believed_leaves_out_what_only_the_other_tells_and_cannot_be() -> None:
    lines = (*SETUP, "1 A play F5@1", "2 B act L7")
    first = rift(*lines)
    second = rift(*SETUP, "1 A play F6@1", "2 B act L7", "3 A act F7: F6@1", match_id="b")
    done = merge(first, second, always("A"))
    assert [d.kind for d in done.differences] == ["lines", "misfit"]
    assert not done.open
    assert told(done.events) == told(first.steps)


def test_a_line_that_one_scribe_missed_is_for_the_scorekeeper_to_decide() -> None:
    lines = ["1 A play F5@1", "2 B act L7", "3 A play F6@2", "4 B play L5@2", "5 A play F7@3"]
    first = rift(*SETUP, *lines)
    second = rift(*SETUP, *lines[:1], *("2 B play L5@2", "3 A play F7@3"), match_id="b")
    (difference,) = merge(first, second, nobody).differences
    assert difference.sides[0].lines == ("2 B act L7", "3 A play F6@2")
    assert difference.sides[1].lines == ()
    done = merge(first, second, always("A"))
    assert told(done.events) == told(first.steps)
    assert told(merge(first, second, always("-")).events) == told(second.steps)


def test_an_end_by_other_ways_is_told_by_both_or_differs() -> None:
    lines = (*SETUP, "1 A act F7")
    over = typed(rift(*lines), ["result B wins (concession)"])
    assert merge(over, rift(*lines, match_id="b"), nobody).only == (1, 0)
    going_on = rift(*lines, "2 B act L7", match_id="b")
    (difference,) = merge(over, going_on, nobody).differences
    assert difference.sides[1].lines == ("2 B act L7",)
    for longer in (going_on, rift(*lines, "2 B act L7", "3 A act F6", match_id="b")):
        done = merge(over, longer, always("A"))
        assert isinstance(done.events[-1], Closed)
        assert len(merge(longer, over, always("A")).events) == len(longer.steps)


# -- hidden cards --------------------------------------------------------------------------------


def test_hidden_cards_that_contradict_are_named_with_both_steps() -> None:
    first = rift("hand A F5 F5 F5 F5 F6 F6 F6", *SETUP[1:], "1 A play F6@1", "2 B act L7")
    second = rift("hand A", *SETUP[1:], "1 A play W5@1", "2 B act L7", match_id="b")
    done = merge(first, second, lambda d: "B" if d.number == 1 else "")
    assert [d.kind for d in done.differences] == ["lines", "contradiction"]
    assert done.differences[1].why == (
        "step 4 of B (`1 A play W5@1`) cannot be: "
        "step 1 of A (`hand A F5 F5 F5 F5 F6 F6 F6`) says otherwise"
    )
    assert done.opened is None
    believed = merge(first, second, always("B"))
    assert told(believed.events) == told(second.steps)
    otherwise = merge(first, second, lambda d: "B" if d.number == 1 else "1 A play F5@2")
    state = recorded("riftforce", list(otherwise.events), settings=AGREED).state()
    assert state.elementals[2].card == "F5"
    assert state.hands[0].hand == {"F5": 3, "F6": 3}


def test_who_knows_wrong_cards_cannot_be_believed_without_another_line() -> None:
    first = rift("hand A F5 F5 F5 F5 F6 F6 F6", *SETUP[1:], "1 A play F6@1")
    second = rift("hand A", *SETUP[1:], "1 A play W5@1", match_id="b")
    done = merge(first, second, lambda d: "B" if d.number == 1 else "A")
    assert done.opened is None
    assert [d.number for d in done.open] == [2]


def test_cards_that_were_written_in_another_order_are_the_same() -> None:
    first = rift("hand A F5 F6 F7 W5 W6 W7 P5", *SETUP[1:])
    second = rift("hand A P5 W7 W6 W5 F7 F6 F5", *SETUP[1:], match_id="b")
    assert merge(first, second, nobody).differences == ()


def test_a_deal_that_both_know_otherwise_differs() -> None:
    first = rift("hand A F5 F6 F7", *SETUP[1:])
    second = rift("hand A F5 F6 P7", *SETUP[1:], match_id="b")
    (difference,) = merge(first, second, nobody).differences
    assert difference.kind == "cards"


# -- openings, times, remarks --------------------------------------------------------------------


def opened(record: Record, **fields: object) -> Record:
    record.opened = msgspec.structs.replace(record.opened, **fields)
    return record


def test_players_day_and_settings_differ_or_are_filled_in() -> None:
    first = opened(rift(), players=("Ann", "B"), on="2025-11-30", place="Club", eyes="A", by="Eve")
    second = opened(rift(match_id="b"), players=("Anna", "Ben"), event="League", eyes="B", by="Jo")
    done = merge(first, second, nobody)
    assert [(d.kind, d.name) for d in done.differences] == [("opening", "A")]
    done = merge(first, second, always("Annabel"))
    assert done.opened is not None
    assert done.opened.players == ("Annabel", "Ben")
    assert (done.opened.on, done.opened.place, done.opened.event) == (
        "2025-11-30",
        "Club",
        "League",
    )
    assert (done.opened.eyes, done.opened.by) == ("", "Eve and Jo")
    assert [(o.match, o.step, o.how) for o in done.opened.origins] == [
        ("a", 0, "merge"),
        ("b", 0, "merge"),
    ]
    assert [o.digest for o in done.opened.origins] == [first.head, second.head]


def test_lists_that_only_one_knows_are_taken_from_it() -> None:
    lists = {"deck a": "Ember Pack", "spells a": "Ember Pack"}
    first = recorded("magical_forge", [], "a", lists | {"deck b": "?", "spells b": "?"})
    second = recorded("magical_forge", [], "b", {"deck a": "?", "spells a": "? 34"})
    done = merge(first, second, nobody)
    assert [(d.name, d.sides[1].lines) for d in done.differences] == [("spells a", ("? 34",))]
    second = recorded("magical_forge", [], "b", {"deck a": "?", "spells a": "?"})
    done = merge(first, second, nobody)
    assert done.opened is not None
    assert done.opened.settings["deck a"] == "Ember Pack"
    assert not done.opened.settings["deck b"].startswith("?")


def timed(record: Record, at: int, *after: int) -> Record:
    steps = [
        msgspec.structs.replace(step, after=time)
        for step, time in zip(record.steps, after, strict=True)
    ]
    return (
        recorded("riftforce", steps, record.id, AGREED, by=record.id)
        if at == AT
        else opened(recorded("riftforce", steps, record.id, AGREED, by=record.id), at=at)
    )


def test_the_earliest_time_is_kept() -> None:
    lines = (*SETUP, "1 A play F5@1")
    first = timed(rift(*lines), AT, 10, 20, 30, 5000, 5000)
    second = timed(rift(*lines, match_id="b"), AT + 1000, 0, 0, 0, 3000, 9000)
    done = merge(first, second, nobody)
    assert done.opened is not None
    assert done.opened.at == AT
    assert [step.after for step in done.events] == [10, 20, 30, 4000, 5000]
    assert all(getattr(step, "occurred", None) is None for step in done.events)


def test_remarks_of_both_are_kept() -> None:
    first = rift(*SETUP)
    first.events[2] = msgspec.structs.replace(first.events[2], note="a sigh")
    second = rift(*SETUP, match_id="b")
    second.events[2] = msgspec.structs.replace(second.events[2], note="a laugh")
    second.events.append(Noted(about=1, note="seven cards", by="Jo"))
    done = merge(first, second, nobody)
    assert done.events[2].note == "a sigh a laugh"
    (remark,) = (event for event in done.events if isinstance(event, Noted))
    assert (remark.about, remark.note, remark.by) == (1, "seven cards", "Jo")


def test_what_cannot_be_one_match_is_refused() -> None:
    with pytest.raises(GameError, match="name another"):
        merge(rift(), rift(), nobody)
    with pytest.raises(GameError) as refused:
        merge(rift(), recorded("solforge", [], "b"), nobody)
    assert refused.value.reason is Reason.CONFLICT


# -- decisions -----------------------------------------------------------------------------------


def test_decisions_are_read_from_a_file() -> None:
    text = "# ours\n1 a\n\n2: B\n3 -\n4 1 A play F5@1 F6@2\n4 2 B check\n"
    assert decisions(text) == {1: "A", 2: "B", 3: "-", 4: "1 A play F5@1 F6@2\n2 B check"}


@pytest.mark.parametrize("text", ["1 A\nfoo\n", "1 A\n1 B\n", "1 A\n1 check\n", "x\n1\n"])
def test_what_decides_nothing_is_an_error_with_a_line(text: str) -> None:
    with pytest.raises(GameError) as refused:
        decisions(text)
    assert refused.value.line in (1, 2)
    assert refused.value.reason is Reason.UNREADABLE


def test_a_line_that_does_not_fit_is_asked_about() -> None:
    lines = (*SETUP, "1 A play F5@1 F6@2", "2 B act L7")
    first = rift(*lines, "3 A act F7: F6@2")
    second = rift(*SETUP, "1 A play F5@1", "2 B act L7", "3 A act F7: F5@1", match_id="b")
    answers = {1: "B", 2: "A", 3: ""}
    done = merge(first, second, lambda d: answers[d.number])
    assert done.differences[2].kind == "misfit"
    assert done.differences[2].why.startswith("`3 A act F7: F6@2`: ")
    assert [d.number for d in done.open] == [3]
    answers[3] = "3 A act F7: F5@1"
    assert told(merge(first, second, lambda d: answers[d.number]).events) == told(second.steps)
    assert UNKNOWN not in str(merge(first, second, lambda d: answers[d.number]).answers)


def test_who_broke_off_says_nothing_of_when_the_rest_happened() -> None:
    """B's scorekeeper left in the middle of a line; what follows was played 80 seconds later."""
    whole, begun = (rift(*SETUP, "1 A play F5@1 F6@2", match_id=name) for name in "ab")
    del begun.events[-1:]
    times = [1_000 * n for n in range(len(begun.events))]
    first = timed(whole, AT, *times, times[-1] + 80_000)
    second = timed(begun, AT, *times)
    done = merge(first, second, nobody)
    assert [step.after for step in done.events] == [*times, times[-1] + 80_000]
