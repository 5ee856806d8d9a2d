"""The rules run again over a recorded match, and the first difference named."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import Amend, decide
from domain.contract.game import UNKNOWN, Action, Fact
from domain.formats.tape import decide_line
from domain.games import GAMES
from domain.games.riftforce import actions as a
from domain.games.riftforce import facts as f
from domain.record.codec import digest, encode, topic
from domain.record.events import AnyStep, Closed, Event, Noted, Opened, Ruled, Step, TakenBack
from domain.record.match import Match, Record
from replays.audit.audit import audit_rows
from replays.audit.blame import Row
from replays.audit.findings import Finding, Kind, Report, StoreReport
from replays.audit.verdicts import report_lines
from tests.domain.tabled import Paper, Walk, ticking, walked, walks
from tests.replays import laid
from tests.replays.laid import changed as with_event
from tests.replays.laid import rows_of
from tests.replays.played import RIFTFORCE, match, opened, steps_of


def audited(steps: Sequence[Event], opening: Opened | None = None) -> Report:
    """The audit of a match whose chain holds."""
    return audit_rows("m", *rows_of(steps, opening or opened()))


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
    fact = next(iter(steps[index].facts))
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


# -- what people decided -------------------------------------------------------------------------


@settings(max_examples=80)
@given(walks(most=14))
def test_whatever_happens_at_a_table_is_well(walk: Walk) -> None:
    record = walked(walk)
    report = audit_rows(record.id, *rows_of(record.events, record.opened, record.id))
    assert report.ok, report.findings
    assert (report.line, report.steps) == (len(record.steps), len(record.events))
    assert report.checked == report.line
    assert report.finished == (record.result() is not None)
    standing = [one.step for one in report.rulings if not one.aside]
    assert standing == [
        number
        for number, step in zip(record.numbers, record.steps, strict=True)
        if not isinstance(step, Step)
    ]


def test_rulings_corrections_and_take_backs_are_listed_apart() -> None:
    record = laid.laid()
    report = audited(record.events, record.opened)
    assert report.ok
    assert report.ending == "A wins 1:0 (concession)"
    assert [(one.step, one.kind, one.judge, one.why, one.by) for one in report.rulings] == [
        (22, "stood", "Eve", "seen too late", "Dora"),
        (26, "penalty", "Eve", "slow play", "Carl"),
        (29, "concession", "", "", "Carl"),
    ]
    stood, penalty, end = report.rulings
    assert stood.what == "B `2 B play I5@2 I6@5`: B plays I6 at location 5"
    assert stood.note.startswith("not legal: locations 2, 5 are neither one location")
    assert "B's I5 at location 2" in penalty.what
    assert end.what == "B (Ben) concedes"
    (correction,) = report.corrections
    assert (correction.step, correction.why, correction.by) == (17, "misheard", "Carl")
    assert "step 4 was `1 A play F5@1 F6@2`, is `1 A play F5@1 F7@2`" in correction.what
    assert "8 later steps decided again" in correction.what
    (taken,) = report.takebacks
    assert (taken.step, taken.why) == (12, "wrong pile")
    assert taken.what.startswith("steps 10 and 11 were taken back after step 11 had shown")
    assert [one.at for one in report.rulings] == [
        record.opened.at + record.events[number - 1].after for number in (8, 15, 29)
    ]


def test_people_read_them_below_the_match() -> None:
    record = laid.laid()
    report = audited(record.events, record.opened)
    lines = list(report_lines(StoreReport((report,)), each=True))
    assert lines[0].endswith(
        "m  13 steps  A wins 1:0 (concession); 3 rulings, 1 correction, "
        "1 take-back past what was shown"
    )
    assert [line.split("[/]")[0].split("[bold]")[1].strip() for line in lines[1:-1]] == [
        "event 12", "event 17", "step 22", "step 26", "step 29",
    ]  # fmt: skip
    assert lines[-1] == "1 match, 13 steps: [green]all well[/], 1 with rulings or corrections"


def test_what_came_after_a_clock_had_run_out_is_listed() -> None:
    recorder = Paper(ticking(pace=14_002))
    opening = msgspec.structs.replace(laid.opening(), clock="0:20", at=recorder.clock())
    (record,) = recorder.add([("m", opening, [])])
    for line in (*laid.SETUP, "play F5@1 F6@2", "play I5@2 I6@2", "play F7@1"):
        recorder.play_line(record, line)
    report = audited(record.events, record.opened)
    assert report.ok
    (late,) = report.late
    assert (late.step, late.kind) == (10, "late")
    assert late.what.startswith("A's time ran out 1:")
    assert late.what.endswith(" into the match; steps 10 and 11 came after that")
    text = "".join(report_lines(StoreReport((report,)), each=True))
    assert "1 clock that ran out" in text


def test_a_ruling_that_was_taken_back_is_listed_as_that() -> None:
    recorder = Paper()
    record = laid.laid(recorder)
    recorder.take_back(record, 25, note="Eve thinks better of it")
    report = audited(record.events, record.opened)
    assert report.ok and not report.finished
    asides = {one.step: one.aside for one in report.rulings}
    assert asides == {22: "", 26: "taken back by event 30", 29: "taken back by event 30"}


def test_a_play_that_stood_and_is_legal_today_is_noted() -> None:
    record = laid.laid()
    legal = record.events[3]
    assert isinstance(legal, Step)
    stood = Ruled(legal.action, legal.facts, seat=legal.seat, kind="stood", judge="Eve")
    report = audited([*record.events[:3], stood], record.opened)
    assert report.ok
    assert [one.note for one in report.rulings] == ["would have been legal"]


@pytest.mark.parametrize(
    ("number", "fields", "says"),
    [
        (26, {"entered": 9}, "says that 9 of its 1 facts were entered"),
        (26, {"entered": 0}, "says that 0 of its 1 facts were entered"),
        (26, {"facts": (f.Damaged(77, 1, 0, 2),)}, "what was ruled cannot have happened: damage"),
        (26, {"facts": (f.Damaged(4, 1, 0, 2), f.Activated(4))}, "fact 2 is not what the rules"),
        (26, {"anew": False}, "does not go on from this ruling as the rules say"),
        (22, {"facts": ()}, "fact 1 is not what the rules give for play"),
        (22, {"seat": 0}, "it is B who decides here, not A"),
        (22, {"action": a.Play("F5", 3)}, "the rules"),
        (29, {"winner": 1}, "B cannot win by a concession of its own"),
        (29, {"winner": None}, "no match ends like this"),
        (29, {"why": "boredom"}, "no match ends like this"),
    ],
)
def test_what_does_not_follow_from_a_ruling_is_found(
    number: int, fields: dict[str, Any], says: str
) -> None:
    record = laid.laid()
    finding = first(audited(with_event(record, number, **fields), record.opened))
    assert finding.step == number and finding.kind is not Kind.HISTORY
    assert says in finding.what


def test_facts_that_follow_a_ruling_are_compared_by_their_number() -> None:
    record = laid.laid()
    wrong = (f.Gained(0, 3, "control", 3, 1), *record.events[23].facts[1:])
    finding = first(audited(with_event(record, 24, facts=wrong), record.opened))
    assert (finding.step, finding.kind) == (24, Kind.FACTS)
    assert "gains 3" in finding.recorded


def test_no_match_ends_twice() -> None:
    steps = steps_of(4, bots="sensible")
    finding = first(audited([*steps, Closed("concession", 1, 0)]))
    assert (finding.step, finding.kind) == (len(steps) + 1, Kind.RESULT)
    assert finding.what == "the match was over before it was ended by other ways"


@pytest.mark.parametrize(
    ("number", "aside"),
    [(4, "corrected by event 17"), (10, "taken back by event 12"), (13, "corrected by event 17")],
)
def test_what_does_not_stand_must_have_been_legal_too(number: int, aside: str) -> None:
    record = laid.laid()
    report = audited(with_event(record, number, facts=()), record.opened)
    finding = first(report)
    assert (finding.step, finding.kind, finding.aside) == (number, Kind.FACTS, aside)
    assert (report.checked, report.line) == (13, 13)
    assert f"step {number} ({aside}): " in "".join(report_lines(StoreReport((report,)), each=True))


def test_remarks_change_nothing() -> None:
    steps = steps_of(4, bots="sensible")
    report = audited([*steps[:20], Noted(about=3, note="hm"), *steps[20:]])
    assert report.ok and report.checked == report.line == len(steps)
    assert report.steps == len(steps) + 1
    assert not report.rulings


def test_a_take_back_of_what_was_open_is_not_listed() -> None:
    record = laid.laid()
    report = audited([*record.events[:6], TakenBack(to=4)], record.opened)
    assert report.ok and not report.takebacks


# -- other rules ---------------------------------------------------------------------------------


def under_other_rules(steps: Sequence[AnyStep], **fields: Any) -> Report:
    """The audit of steps recorded under an earlier version."""
    return audited(steps, msgspec.structs.replace(opened(), rules="0.1", **fields))


def test_what_other_rules_decided_is_no_damage() -> None:
    steps = steps_of(3, bots="sensible")
    index = where(steps, has(f.Gained))
    facts = tuple(
        msgspec.structs.replace(fact, points=2) if isinstance(fact, f.Gained) else fact
        for fact in steps[index].facts
    )
    report = under_other_rules(changed(steps, index, facts=facts))
    assert report.ok
    (difference,) = report.differences
    assert (difference.step, difference.kind) == (index + 1, Kind.RULES)
    assert "gains 2" in difference.recorded
    assert report.checked == index
    assert report.finished and "wins" in report.ending
    text = "\n".join(report_lines(StoreReport((report,)), each=True))
    audited = f"audited with version {RIFTFORCE.rules_version}"
    assert f"recorded under version 0.1 of the rules, {audited}" in text
    assert f"today's rules differ from step {index + 1}: fact" in text
    assert "1 that today's rules would decide differently" in text


def test_what_cannot_have_been_under_any_rules_is_damage() -> None:
    steps = steps_of(3, bots="sensible")
    index = where(steps, has(f.Played))
    report = under_other_rules(changed(steps, index, facts=(f.Destroyed(99, 0, 1),)))
    assert not report.ok
    assert first(report).what == "what is recorded here cannot have happened under any rules"
    assert first(report).step == index + 1


def test_a_setting_that_came_since_is_completed() -> None:
    settings = {name: value for name, value in opened().settings.items() if name != "ice"}
    report = under_other_rules(steps_of(3), settings=settings)
    assert report.ok and not report.differences
    assert not audited(steps_of(3), msgspec.structs.replace(opened(), settings=settings)).ok


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


# -- laws of the game ------------------------------------------------------------------------------


def test_a_result_that_contradicts_the_totals_is_never_well() -> None:
    """As it was recorded before a ruling was held to the laws; a correction makes it well."""
    game = GAMES["riftforce"]
    words = game.settings({"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"})
    live = Match(game, words)
    lines = (
        "hand A",
        "hand B",
        "face L5",
        "play F5@1",
        "! score A 11",
        "play L5@5",
        "check",
        "act L6",
    )
    for line in (*lines, "! score B 14"):
        decide_line(live, line)
    record = Record("m", game, msgspec.structs.replace(opened(), settings=words), live.steps, "")
    report = audited(record.events, record.opened)
    (found,) = report.findings
    assert (found.step, found.kind) == (len(live.steps), Kind.LAW)
    assert "the result agrees with the score: A has won 12:14" in found.what
    assert "`end B riftforce`" in found.what
    assert "all well" not in "\n".join(report_lines(StoreReport((report,)), each=True))
    amended = decide(record, Amend(found.step, "! score B 3"), 0)
    record.events.extend(amended.events)
    assert audited(record.events, record.opened).ok
