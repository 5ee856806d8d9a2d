"""What today's rules, or other settings, would have decided differently in recorded matches."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from domain.formats.tape import decide_line, write_tape
from domain.games.riftforce import actions as a
from domain.games.riftforce import facts as f
from domain.games.riftforce.rules.beyond import ALL_ABILITIES
from domain.record.match import Match, Record
from domain.store.recorder import Recorder
from replays.audit import store_impact
from replays.audit.audit import audit_match
from replays.audit.impact import COLUMNS, Difference, impact_of
from replays.audit.store_audit import spread
from replays.audit.store_impact import Impact, impact_chunk, impact_on, impact_on_store
from tests.domain.tabled import Walk, walked, walks
from tests.replays import laid
from tests.replays.laid import changed as with_event
from tests.replays.played import RIFTFORCE, make_store, opened, record_of, steps_of

RECORDED = RIFTFORCE.rules_version
PRINTED = {"ice": "printed"}


def sensible(seed: int) -> Record:
    """A whole match between bots that want to win."""
    return record_of(steps_of(seed, bots="sensible"))


def differs(record: Record, words: Mapping[str, str] = PRINTED) -> Difference:
    """What is decided differently in a match of which something is."""
    found = impact_of(record, words)
    assert found is not None
    return found


def first_ice(record: Record) -> int:
    """Number of the first step at which an Ice deals its two damages."""
    state = record.state(0)
    for number, step in enumerate(record.steps, 1):
        for fact in step.facts:
            if isinstance(fact, f.Damaged) and state.elementals[fact.source].card[0] == "I":
                return number
            fact.apply(state)
    raise AssertionError


def played_by_hand(record: Record, ice: str) -> Match:
    """A match read line by line from its tape, under another rule, as far as that goes."""
    game_lines = write_tape(record).split("\n\n", 1)[1].splitlines()
    match = Match(RIFTFORCE, {**record.opened.settings, "ice": ice})
    kept = Match(RIFTFORCE, {**record.opened.settings, "ice": ice})
    for line in game_lines:
        if line.startswith("result") or match.over:
            break
        try:
            decide_line(match, line.partition("{")[0].partition("=")[0])
        except GameError:
            return kept if not match.over else match
        kept = Match(RIFTFORCE, kept.settings, match.steps)
    return match


# -- one match -----------------------------------------------------------------------------------


def test_the_same_rules_decide_the_same() -> None:
    assert impact_of(sensible(1), {}) is None
    assert impact_of(sensible(1), {"ice": "rulebook"}) is None
    assert impact_of(record_of([]), PRINTED) is None


@pytest.mark.parametrize("seed", range(12))
def test_another_setting_is_told_from_the_first_step_that_it_changes(seed: int) -> None:
    record = sensible(seed)
    found = impact_of(record, PRINTED)
    if found is None:
        return
    assert found.first_step >= first_ice(record)
    assert found.kind == "damage" and found.fact is not None
    assert found.rule.startswith("Ice: 2 on the first enemy")
    assert " puts 2 on " in found.recorded
    assert " puts 1 on " in found.now or " puts 4 on " in found.now
    assert found.settings == "ice=printed"
    assert (found.rules_recorded, found.rules_now) == (RIFTFORCE.rules_version,) * 2
    result = record.result()
    assert result is not None
    assert found.result_recorded.startswith(result.outcome)


@pytest.mark.parametrize("seed", range(12))
def test_the_result_now_is_that_of_the_lines_read_under_the_other_rule(seed: int) -> None:
    record = sensible(seed)
    found = impact_of(record, PRINTED)
    match = played_by_hand(record, "printed")
    if found is None:
        assert match.over and RIFTFORCE.result(match.state) == record.result()
        return
    assert found.totals_now == RIFTFORCE.notation.totals(match.state)
    ended = RIFTFORCE.result(match.state)
    was = record.result()
    assert was is not None
    assert bool(found.result_now) is match.over
    assert found.flipped is (None if ended is None else ended.winner != was.winner)
    assert bool(found.stops) is (not match.over and found.plays_on_to < len(record.steps))


def test_a_result_that_flips() -> None:
    found = differs(sensible(82))
    assert (found.result_recorded, found.result_now, found.flipped) == (
        "A wins 13:12 (riftforce)",
        "B wins 10:12 (riftforce)",
        True,
    )
    assert found.row()["settings"] == "ice=printed"


def test_a_conceded_match_is_conceded_under_any_rules() -> None:
    record = laid.laid()
    facts = (f.Gained(0, 5, "control", 5, 1), *record.events[23].facts[1:])
    found = differs(
        Record("m", RIFTFORCE, record.opened, with_event(record, 24, facts=facts), ""), {}
    )
    assert (found.first_step, found.fact, found.kind) == (24, 1, "gain")
    assert found.flipped is False
    assert found.result_recorded == "A wins 5:0 (concession)"
    assert found.result_now == "A wins 1:0 (concession)"
    assert found.plays_on_to == 29 and found.stops == ""


def test_what_is_not_legal_now_is_told_and_ends_it() -> None:
    steps = list(steps_of(5, bots="sensible"))
    index = next(i for i, step in enumerate(steps) if isinstance(step.action, a.Play))
    steps[index] = msgspec.structs.replace(steps[index], action=a.Play("Q9", 1))
    found = impact_of(record_of(steps[: index + 1]), {})
    assert found is not None
    assert (found.first_step, found.fact, found.kind) == (index + 1, None, "illegal")
    assert "not legal" in found.now and "Q9" in found.recorded
    assert found.flipped is None and found.result_recorded == ""
    assert found.plays_on_to <= index
    assert found.stops.startswith("step ")


def test_a_match_that_is_over_earlier_now_has_a_result() -> None:
    whole = steps_of(4, bots="sensible")
    more = [*whole, whole[-1]]
    found = differs(record_of(more), {})
    assert (found.first_step, found.kind) == (len(whole) + 1, "over")
    assert found.flipped is False and found.result_now == found.result_recorded
    assert found.stops == ""


def test_numbers_are_those_of_the_record_after_a_correction() -> None:
    record = laid.laid()
    events = with_event(record, 24, facts=record.events[23].facts[1:])
    found = differs(Record("m", RIFTFORCE, record.opened, events, ""), {})
    assert (found.first_step, record.place(24)) == (24, 10)


@settings(max_examples=40)
@given(walks(most=8))
def test_a_table_under_its_own_rules_differs_in_nothing(walk: Walk) -> None:
    assert impact_of(walked(walk), {}) is None


@settings(max_examples=40)
@given(walks(most=8, start=60), st.sampled_from([PRINTED, {"expansion": "beyond"}]))
def test_any_table_can_be_decided_by_other_settings(walk: Walk, words: dict[str, str]) -> None:
    record = walked(walk)
    found = impact_of(record, words)
    if found is not None:
        assert found.first_step in (0, *record.numbers)
        assert found.plays_on_to in (0, *record.numbers)
        assert set(found.row()) == set(COLUMNS)


def test_settings_that_do_not_go_with_a_match_are_refused() -> None:
    with pytest.raises(GameError, match="ice"):
        impact_of(sensible(1), {"ice": "melted"})


# -- a changed rule ------------------------------------------------------------------------------


@pytest.fixture
def gentle_ice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 2 of the rules, in which an Ice only harms the first enemy."""

    def ice(t: Any, ice: Any) -> Any:
        """Ice: 2 on the first enemy, and no more."""
        enemies = t.state.enemies(ice.seat, ice.location)
        if enemies:
            t.damage(ice, enemies[0], 2)
        return
        yield

    ice.__module__ = "domain.games.riftforce.rules.abilities"
    monkeypatch.setitem(ALL_ABILITIES, "I", ice)
    monkeypatch.setattr(RIFTFORCE, "rules_version", "99")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("impact") / "store.sqlite"
    make_store(path, 12)
    return path


@pytest.mark.usefixtures("gentle_ice")
def test_an_audit_after_a_change_of_the_rules_calls_nothing_damage(recorded: Path) -> None:
    recorder = Recorder(recorded)
    reports = [audit_match(recorder.chain, match_id) for match_id in recorder.chain.ids()]
    recorder.close()
    assert all(report.ok for report in reports)
    differ = [report for report in reports if report.differences]
    assert len(differ) >= 6
    assert all(f"recorded under version {RECORDED}" in report.notes[-1] for report in differ)
    assert all(report.ending for report in reports)


@pytest.mark.usefixtures("gentle_ice")
def test_the_impact_of_a_changed_rule_on_a_store(recorded: Path) -> None:
    impact = impact_on_store(recorded, {}, jobs=1)
    assert impact.matches == 12 and not impact.unread
    assert len(impact.differences) >= 6
    for one in impact.differences:
        assert (one.rules_recorded, one.rules_now, one.settings) == (RECORDED, "99", "")
        assert " puts 4 on " in one.recorded and " puts 4 on " not in one.now
    recorder = Recorder(recorded)
    for one in impact.differences:
        (difference,) = audit_match(recorder.chain, one.match_id).differences
        assert difference.step == one.first_step
    recorder.close()


# -- a store -------------------------------------------------------------------------------------


def test_several_processes_find_the_same(recorded: Path) -> None:
    seen: list[tuple[int, int]] = []
    alone = impact_on_store(
        recorded, PRINTED, jobs=1, progress=lambda *done: seen.append((done[0], done[1]))
    )
    assert seen[-1] == (12, 12)
    recorder = Recorder(recorded)
    ids = recorder.chain.ids()[::-1]
    recorder.close()
    work = partial(impact_chunk, words=PRINTED)
    together = store_impact.concluded(spread(recorded, ids, 2, work, None))
    assert together == alone
    assert alone.flips + alone.untold <= len(alone.differences)


def test_flipped_results_come_first_and_then_those_that_cannot_be_told(recorded: Path) -> None:
    order = {True: 0, None: 1, False: 2}
    impact = impact_on_store(recorded, PRINTED, jobs=1)
    places = [order[one.flipped] for one in impact.differences]
    assert places == sorted(places)


def damaged(recorded: Path, path: Path) -> Path:
    """The store without a step of a match."""
    shutil.copy(recorded, path)
    raw = sqlite3.connect(path)
    with raw:
        raw.execute("DELETE FROM stored_events WHERE originator_id='m004' AND originator_version=9")
    raw.close()
    return path


def test_damaged_matches_are_named_and_not_decided(recorded: Path, tmp_path: Path) -> None:
    impact = impact_on_store(damaged(recorded, tmp_path / "s.sqlite"), PRINTED, jobs=1)
    assert [(one.match_id, one.why) for one in impact.damaged] == [("m004", "step 8 is missing")]
    assert impact.matches == 11
    assert "m004" not in {one.match_id for one in impact.differences}


def test_only_the_matches_of_a_game(recorded: Path) -> None:
    assert impact_on_store(recorded, {}, game="solforge", jobs=1).matches == 0
    assert impact_on_store(recorded, {}, game="riftforce", jobs=1).matches == 12


def test_settings_that_go_with_no_match_are_an_error(recorded: Path) -> None:
    for words in ({"ice": "melted"}, {"colour": "red"}):
        with pytest.raises(GameError) as caught:
            impact_on_store(recorded, words, jobs=1)
        assert caught.value.reason is Reason.BAD_SETTING


def test_settings_that_go_with_some_matches_leave_the_others_out(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "s.sqlite", durable=False)
    record = laid.laid()
    recorder.add([("agreed", record.opened, record.events), ("drafted", opened(), [])])
    recorder.close()
    impact = impact_on_store(tmp_path / "s.sqlite", {"guilds a": "F W P A"}, jobs=1)
    assert (impact.matches, [one.match_id for one in impact.unread]) == (1, ["drafted"])
    assert not impact.damaged


def test_a_match_that_is_not_there_is_damaged(recorded: Path) -> None:
    recorder = Recorder(recorded)
    found = impact_on(recorder.chain, "nothing", {})
    recorder.close()
    assert isinstance(found, store_impact.Unread) and found.damaged


def test_an_impact_counts(recorded: Path) -> None:
    impact = impact_on_store(recorded, PRINTED, jobs=1)
    assert isinstance(impact, Impact)
    kept = sum(one.flipped is False for one in impact.differences)
    assert impact.flips + impact.untold + kept == len(impact.differences) > 0
