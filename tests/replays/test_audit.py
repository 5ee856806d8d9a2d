"""The rules run again over a recorded match, and the first difference named."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chain import chained
from domain.codec import digest, encode, topic
from domain.events import AnyStep, Opened
from domain.game import UNKNOWN, Action, Fact
from domain.games.riftforce import actions as a
from domain.games.riftforce import facts as f
from replays.audit import audit_rows
from replays.blame import Row
from replays.findings import Finding, Kind, Report
from tests.replays.played import RIFTFORCE, match, opened, record_of, steps_of


def rows_of(steps: Sequence[AnyStep], opening: Opened | None = None) -> tuple[list[Row], Any]:
    """The rows of a match whose chain holds, whatever the steps are."""
    record = record_of([])
    record.head, record.steps = "", []
    events = chained(record, [opening or opened(), *steps])
    rows = [Row(10 + version, version, topic, state) for _, version, topic, state in events]
    return rows, (len(rows), record.head)


def audited(steps: Sequence[AnyStep], opening: Opened | None = None) -> Report:
    """The audit of a match whose chain holds."""
    return audit_rows("m", *rows_of(steps, opening))


def first(report: Report) -> Finding:
    """The one finding of a report, which an intact chain has at most."""
    assert len(report.findings) == 1, report.findings
    return report.findings[0]


def changed(steps: Sequence[AnyStep], index: int, **fields: Any) -> list[AnyStep]:
    """Steps with one of them changed."""
    copy = list(steps)
    copy[index] = msgspec.structs.replace(copy[index], **fields)
    return copy


def where(steps: Sequence[AnyStep], fits: Callable[[AnyStep], bool], start: int = 0) -> int:
    """Index of the first step that fits."""
    return next(i for i, step in enumerate(steps) if i >= start and fits(step))


def has(kind: type[Fact]) -> Callable[[AnyStep], bool]:
    """Steps with a kind of fact."""
    return lambda step: any(isinstance(fact, kind) for fact in step.facts)


def does(kind: type[Action]) -> Callable[[AnyStep], bool]:
    """Steps with a kind of action."""
    return lambda step: isinstance(step.action, kind)


@settings(max_examples=20)
@given(st.integers(0, 60), st.sampled_from(["base", "beyond"]), st.floats(0, 1))
def test_whatever_the_rules_played_is_well(seed: int, expansion: str, part: float) -> None:
    record = match(seed, expansion)
    steps = record.steps[: int(len(record.steps) * part) + 1]
    report = audited(steps, record.opened)
    assert report.ok and report.checked == report.steps == len(steps)
    assert report.finished == record.state(len(steps)).over
    assert report.notes == (() if report.finished else ("the match is not finished",))


@settings(max_examples=20)
@given(st.integers(0, 60), st.sampled_from([0, 1, None]))
def test_hidden_hands_are_well_until_the_last_turn_they_leave_open(seed: int, seat: Any) -> None:
    """What is not known can be anything: only where an action ends may the rules ask for more."""
    steps = [step.seen_by(seat) for step in steps_of(seed)]
    report = audited(steps)
    for finding in report.findings:
        assert finding.kind is Kind.FACTS
        assert "turn" in finding.recorded or "ends" in finding.recorded


def test_a_hand_that_is_not_known_is_well() -> None:
    steps = [step.seen_by(0) for step in steps_of(1)[:13]]
    assert any(UNKNOWN in getattr(step.action, "cards", ()) for step in steps)
    assert audited(steps).ok


def test_an_empty_match_is_well_and_not_finished() -> None:
    report = audited([])
    assert report.ok and not report.finished
    assert report.ending.startswith("unfinished in the set-up, dealer to decide: draw summoner")


def test_another_amount_of_damage_is_named_with_its_rule() -> None:
    steps = steps_of(3)
    index = where(steps, has(f.Damaged))
    facts = list(steps[index].facts)
    at = next(i for i, fact in enumerate(facts) if isinstance(fact, f.Damaged))
    facts[at] = msgspec.structs.replace(facts[at], amount=facts[at].amount + 4)
    report = audited(changed(steps, index, facts=tuple(facts)))
    finding = first(report)
    assert (finding.step, finding.kind) == (index + 1, Kind.FACTS)
    assert report.checked == index
    right = steps[index].facts[at].amount
    assert f"puts {right} on" in finding.expected
    assert f"puts {right + 4} on" in finding.recorded
    assert finding.rule.split(":")[0] in {
        "Fire", "Earth", "Light", "Plant", "Water", "Ice", "Shadow", "Crystal", "Thunderbolt", "Air",
    }  # fmt: skip
    assert finding.expected_facts[at]["amount"] == right
    assert finding.recorded_facts[at]["amount"] == right + 4


def test_a_fact_left_out_or_added_is_named() -> None:
    steps = steps_of(3)
    index = where(steps, has(f.Played))
    fact = steps[index].facts[0]
    less = first(audited(changed(steps, index, facts=steps[index].facts[1:])))
    assert (less.step, less.kind) == (index + 1, Kind.FACTS)
    assert "plays" in less.expected
    more = first(audited(changed(steps, index, facts=(*steps[index].facts, fact))))
    assert more.expected == "nothing more" and "plays" in more.recorded


def test_a_fact_that_cannot_be_is_named() -> None:
    steps = steps_of(3)
    index = where(steps, has(f.Played))
    for wrong in (f.Destroyed(99, -5, 12), f.Moved(-7, 70), f.GuildPicked(9, "Q"), f.Activated(44)):
        finding = first(audited(changed(steps, index, facts=(wrong,))))
        assert (finding.step, finding.kind) == (index + 1, Kind.FACTS)
        assert finding.recorded


def test_points_that_were_not_earned_are_named() -> None:
    steps = steps_of(3)
    index = where(steps, does(a.CheckAndDraw))
    facts = (f.Gained(steps[index].seat, 5, "control", 5, 1), *steps[index].facts)
    finding = first(audited(changed(steps, index, facts=facts)))
    assert finding.step == index + 1
    assert "gains 5" in finding.recorded


@pytest.mark.parametrize(
    ("kind", "action", "says"),
    [
        (a.Play, a.Play("F5", 9), ""),
        (a.Play, a.Play("Zz9", 1), ""),
        (a.Play, a.Activate(1), ""),
        (a.Discard, a.Discard("Q1"), ""),
        (a.Activate, a.Activate(4000), ""),
        (a.Activate, a.Activate(-1), ""),
        (a.Pick, a.Pick("Nonsense"), "the display holds"),
        (a.Toss, a.Toss(7), "the start is A or B"),
        (a.Deal, a.Deal(0, ("F5", "F5", "F5", "F5", "F5", "F5", "F5")), "can still be"),
        (a.Deal, a.Deal(0, ()), "cards are drawn here"),
        (a.Display, a.Display(("F", "F")), "different summoners"),
        (a.FaceUp, a.FaceUp(0, "Q7"), "face-up"),
        (a.DrawSummoner, a.DrawSummoner(0, "Q"), "summoners that are left"),
    ],
)
def test_an_action_that_is_not_legal_is_named(kind: Any, action: Any, says: str) -> None:
    steps = steps_of(5)
    index = where(steps, does(kind))
    finding = first(audited(changed(steps, index, action=action)))
    assert (finding.step, finding.kind) == (index + 1, Kind.ILLEGAL)
    assert says in finding.what
    assert finding.expected and finding.recorded


@pytest.mark.parametrize("seat", [-1, 0, 1, 7, -9])
def test_a_decision_of_the_wrong_seat_is_named(seat: int) -> None:
    steps = steps_of(5)
    index = where(steps, does(a.Play))
    if steps[index].seat == seat:
        index = where(steps, lambda s: isinstance(s.action, a.Play) and s.seat != seat)
    finding = first(audited(changed(steps, index, seat=seat)))
    assert (finding.step, finding.kind) == (index + 1, Kind.ILLEGAL)
    assert "who decides here" in finding.what


def test_a_step_that_is_left_out_with_a_chain_made_good_is_found() -> None:
    steps = list(steps_of(5))
    index = where(steps, does(a.Play), 20)
    report = audited([*steps[:index], *steps[index + 1 :]])
    assert first(report).step == index + 1


# -- the result ----------------------------------------------------------------------------------


def test_the_end_is_told() -> None:
    steps = steps_of(4, bots="sensible")
    end = next(fact for fact in steps[-1].facts if isinstance(fact, f.MatchEnded))
    report = audited(steps)
    assert report.finished
    assert report.ending.startswith("AB"[end.winner or 0] if end.winner is not None else "a draw")
    assert f"({end.why})" in report.ending


def test_another_winner_is_named() -> None:
    steps = steps_of(4, bots="sensible")
    facts = tuple(
        f.MatchEnded(1 - (fact.winner or 0), fact.why) if isinstance(fact, f.MatchEnded) else fact
        for fact in steps[-1].facts
    )
    finding = first(audited(changed(steps, len(steps) - 1, facts=facts)))
    assert (finding.step, finding.kind) == (len(steps), Kind.RESULT)
    assert "wins" in finding.expected and "wins" in finding.recorded
    assert finding.expected != finding.recorded


def test_an_end_too_early_is_named() -> None:
    steps = steps_of(4)
    index = where(steps, has(f.TurnBegan), 30)
    facts = (*steps[index].facts[:-1], f.MatchEnded(0, "riftforce"))
    finding = first(audited(changed(steps, index, facts=facts)))
    assert (finding.step, finding.kind) == (index + 1, Kind.RESULT)
    assert finding.expected.startswith("turn ")
    assert finding.recorded == "the match ends (riftforce): A wins"


def test_an_end_that_is_passed_over_is_named() -> None:
    steps = steps_of(4, bots="sensible")
    facts = tuple(
        f.TurnBegan(99, 0) if isinstance(fact, f.MatchEnded) else fact for fact in steps[-1].facts
    )
    assert first(audited(changed(steps, len(steps) - 1, facts=facts))).kind is Kind.RESULT


def test_a_step_after_the_end_is_named() -> None:
    steps = steps_of(4, bots="sensible")
    finding = first(audited([*steps, steps[-1]]))
    assert (finding.step, finding.kind) == (len(steps) + 1, Kind.RESULT)
    assert "over before" in finding.what


# -- the opening ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"ice": "melted"},
        {"colour": "red"},
        {},
        {"ice": "rulebook", "expansion": "base", "guilds a": "F E L P"},
        {"ice": "rulebook", "expansion": "base", "start": "A"},
    ],
)
def test_settings_no_match_has_are_named(wrong: dict[str, str]) -> None:
    opening = msgspec.structs.replace(opened(), settings=wrong)
    assert first(audited(steps_of(1), opening)).kind is Kind.OPENING


def test_other_rules_than_todays_are_noted_and_not_wrong() -> None:
    report = audited(steps_of(1), msgspec.structs.replace(opened(), rules="0.1"))
    assert report.ok
    assert "recorded under version 0.1" in " ".join(report.notes)


def test_a_game_nobody_knows_is_named() -> None:
    state = encode(opened())
    name = topic("chess", "opened")
    head = (1, digest("m", 1, name, state))
    finding = first(audit_rows("m", [Row(1, 1, name, state)], head))
    assert finding.kind is Kind.READING and "chess/opened" in finding.what


# -- anything at all -----------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.integers(0, 20), st.randoms(use_true_random=False))
def test_two_steps_exchanged_are_found_unless_they_can_be(seed: int, rng: random.Random) -> None:
    steps = list(steps_of(seed))
    i, j = rng.randrange(len(steps)), rng.randrange(len(steps))
    steps[i], steps[j] = steps[j], steps[i]
    report = audited(steps)
    same = [msgspec.structs.replace(s, prev="") for s in steps] == list(steps_of(seed))
    assert report.ok or not same
    if not report.ok:
        assert first(report).step >= min(i, j) + 1


def test_the_rules_version_is_that_of_the_game() -> None:
    assert opened().rules == RIFTFORCE.rules_version
