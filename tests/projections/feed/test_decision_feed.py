"""The decision tables: they say what `domain.bots.decisions` says, whoever works them out, and when."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.bots.decisions import Decision, Differs, decided
from domain.contract.errors import GameError, Reason
from domain.contract.game import seat_name
from domain.games import GAMES
from domain.record.match import Record
from domain.store.recorder import Recorder
from projections import database
from projections.feed import decision_feed, feed
from projections.feed.decision_feed import Wanted
from projections.read import reader as reading
from projections.read.reader import Reader
from projections.reports import statistics
from projections.schema.decision_tables import DECISION_TABLES
from tests.domain.simulated import simulated
from tests.domain.tabled import evening, ticking
from tests.projections.bent import Rows, contents, record_bent, store_of
from tests.projections.feed.test_feed import open_elsewhere

IN_TABLES = "SELECT o.match_id FROM decided d JOIN openings o USING (match)"
Made = tuple[Path, Path, list[Record]]
BOTS = ("riftforce", "solforge", "magical_forge")


def laid(path: Path) -> list[Record]:
    """Record eight tables where much goes wrong, and three whole matches."""
    tables = record_bent(path.with_name("tables.sqlite"), 8, 14, seed=5)
    tables.append(evening())
    found = [Record(one.id, one.game, one.opened, one.events, "") for one in tables]
    for key in BOTS:
        one = simulated(key, 3, f"bots-{key}", bots="sensible")
        opened = msgspec.structs.replace(one.opened, bots=("random", "sensible"))
        found.append(Record(one.id, one.game, opened, one.events, ""))
    store_of(path, found)
    recorder = Recorder(path)
    try:
        return [recorder.load(one.id) for one in found]
    finally:
        recorder.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A store, its analytics file with every decision worked out, and the records. Do not write."""
    path = tmp_path_factory.mktemp("decisions") / "matches.sqlite"
    records = laid(path)
    outcome = decision_feed.work_out(path, path.with_suffix(".duckdb"), Wanted())
    assert (outcome.worked, outcome.unchanged, outcome.differ) == (len(records), 0, {})
    return path, path.with_suffix(".duckdb"), records


@pytest.fixture
def copied(made: Made, tmp_path: Path) -> tuple[Path, Path]:
    """A copy of the store and of the file, to be written."""
    store, analytics, _ = made
    shutil.copy(store, tmp_path / "m.sqlite")
    shutil.copy(analytics, tmp_path / "m.duckdb")
    return tmp_path / "m.sqlite", tmp_path / "m.duckdb"


@pytest.fixture(scope="module")
def reader(made: Made) -> Iterator[Reader]:
    with reading.open_reader(made[0], made[1]) as found:
        yield found


def rows(path: Path) -> Rows:
    """What the decision tables hold, but not when it was worked out."""
    found = contents(path, DECISION_TABLES)
    found["decided"] = [row[:-1] for row in found["decided"]]
    return found


def each(records: list[Record]) -> Iterator[tuple[Record, Decision]]:
    """Every decision of some matches, from the rules."""
    for record in records:
        for one in decided(record):
            assert not isinstance(one, Differs)
            yield record, one


def test_every_decision_is_a_row(made: Made, reader: Reader) -> None:
    found = reader.ask(
        "SELECT o.match_id, d.* EXCLUDE (match) FROM decisions d JOIN openings o USING (match)"
    )
    wanted = [
        (
            record.id, one.number, one.turn, seat_name(one.seat), one.about, one.offered, one.words,
            one.action.__struct_config__.tag, one.subject, one.rank, one.gap, one.best, one.known,
            one.unknown, one.stood, one.taken_back, one.corrected,
        )
        for record, one in each(made[2])
    ]  # fmt: skip
    assert sorted(map(str, found.rows())) == sorted(map(str, wanted))
    told = [dict(zip(found.columns, row, strict=True)) for row in wanted]
    for name in ("stood", "taken_back", "corrected"):
        assert {row[name] for row in told} == {True, False}, name


def test_every_option_is_a_row(made: Made, reader: Reader) -> None:
    found = reader.ask(
        "SELECT o.match_id, p.step, p.n, p.option, p.action, p.subject, p.rank, p.taken "
        "FROM decision_options p JOIN openings o USING (match)"
    )
    wanted = [
        (
            record.id, one.number, n, option.words, option.action.__struct_config__.tag,
            option.subject, option.rank, n == one.place,
        )
        for record, one in each(made[2])
        for n, option in enumerate(one.options, 1)
    ]  # fmt: skip
    assert sorted(map(str, found.rows())) == sorted(map(str, wanted))


def test_what_is_told_of_a_match(made: Made, reader: Reader) -> None:
    found = reader.ask(
        "SELECT o.match_id, d.head, d.events, d.rules, d.decisions, d.differs_at "
        "FROM decided d JOIN openings o USING (match)"
    )
    counts = [record.id for record, _ in each(made[2])]
    assert sorted(found.rows()) == sorted(
        (one.id, one.head, len(one.events), one.game.rules_version, counts.count(one.id), None)
        for one in made[2]
    )


def test_choices_are_what_was_decided_between_several(made: Made, reader: Reader) -> None:
    asked = reader.ask(
        "SELECT o.match_id, c.step, c.game, c.kind, c.player, c.bot, c.think_ms "
        "FROM choices c JOIN openings o USING (match)"
    )
    found = list(asked.rows())
    times = {
        (match_id, step): time
        for match_id, step, time in reader.ask(
            "SELECT o.match_id, t.step, t.think_ms FROM thinking t JOIN openings o USING (match)"
        ).rows()
    }
    wanted = []
    for record, one in each(made[2]):
        if one.offered > 1 and not one.stood and not one.corrected:
            bots, players = record.opened.bots, record.opened.players
            wanted.append(
                (
                    record.id, one.number, record.game.key, "bots" if bots else "people",
                    players[one.seat], bots[one.seat] if bots else None,
                    times.get((record.id, one.number)),
                )
            )  # fmt: skip
    assert sorted(map(str, found)) == sorted(map(str, wanted))
    assert any(row[-1] for row in wanted)


def test_subjects_are_called_as_in_the_games_tables(reader: Reader) -> None:
    """What was played is called the same; so the tables can be joined."""
    for table, name, action in (
        ("riftforce_plays", "t.guild", "play"),
        ("solforge_announced", "t.card || ' ' || t.level", "play"),
        ("magical_forge_plays", "t.card", "summon"),
    ):
        ((same, every),) = reader.ask(
            f"SELECT count(*) FILTER (d.subject = {name}), count(*) FROM decisions d "
            f"JOIN {table} t ON t.match = d.match AND t.step = d.step "
            f"WHERE d.action = '{action}' AND NOT d.stood"
        ).rows()
        assert same == every > 5, table
    empty = reader.ask("SELECT DISTINCT action FROM decision_options WHERE subject = ''")
    assert {action for (action,) in empty.rows()} <= {
        "pass", "done", "end", "yes", "no", "no-block", "check",
    }  # fmt: skip


def test_a_second_run_changes_nothing(copied: tuple[Path, Path]) -> None:
    before = contents(copied[1], DECISION_TABLES)
    outcome = decision_feed.work_out(*copied, Wanted())
    assert (outcome.worked, outcome.decisions) == (0, 0) and outcome.unchanged == 12
    assert contents(copied[1], DECISION_TABLES) == before


def test_only_what_is_asked_for_is_worked_out(made: Made, tmp_path: Path) -> None:
    target = tmp_path / "some.duckdb"
    assert decision_feed.work_out(made[0], target, Wanted(names=("match02",))).worked == 1
    assert decision_feed.work_out(made[0], target, Wanted(kind="bots", game="solforge")).worked == 1
    first = decision_feed.work_out(made[0], target, Wanted(sample=3))
    again = decision_feed.work_out(made[0], target, Wanted(sample=3))
    assert first.worked + first.unchanged == 3 == again.unchanged
    people = decision_feed.work_out(made[0], target, Wanted(kind="people"))
    assert people.worked + people.unchanged == 9


def test_only_a_match_that_goes_on_is_worked_out_again(copied: tuple[Path, Path]) -> None:
    """Straight on, where its rows stay until then; and taken back, where they go at once."""
    store, analytics = copied
    recorder = Recorder(store, durable=False, clock=ticking(1_797_000_000_000))
    bent = recorder.load("club")
    open_ones = [recorder.load(f"match{n:02}") for n in range(8)]
    straight = next(one for one in open_ones if one.result() is None)
    live = straight.live()
    live.answer(next(iter(live.open_ask().choices)))
    recorder.append(straight, live.take(**recorder.stamps(straight, "")))
    recorder.take_back(bent, lines=1, confirmed=True)
    recorder.close()
    with reading.open_reader(store, analytics) as reader:
        names = {name for (name,) in reader.ask(IN_TABLES).rows()}
    assert "club" not in names and len(names) == 11 - (straight.id not in names)
    outcome = decision_feed.work_out(store, analytics, Wanted())
    assert (outcome.worked, outcome.unchanged) == (2, 10)
    anew = analytics.with_name("anew.duckdb")
    decision_feed.work_out(store, anew, Wanted())
    assert rows(analytics) == rows(anew)


def test_following_live_leaves_what_is_worked_out(copied: tuple[Path, Path]) -> None:
    store, analytics = copied
    before = contents(analytics, DECISION_TABLES)
    recorder = Recorder(store, durable=False)
    recorder.new_match(GAMES["riftforce"], {}, ("Ann", "Ben"), match_id="new")
    recorder.close()
    feed.catch_up(store, analytics)
    assert contents(analytics, DECISION_TABLES) == before
    feed.rebuild(store, analytics)
    assert not any(contents(analytics, DECISION_TABLES).values())


def test_other_rules_want_it_done_again(
    copied: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAMES["solforge"], "rules_version", "99", raising=False)
    outcome = decision_feed.work_out(*copied, Wanted())
    assert (outcome.worked, outcome.unchanged) == (3, 9)


@pytest.mark.parametrize("after", [1, 3])
def test_what_is_done_is_kept_when_it_is_interrupted(
    made: Made,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    after: int,
) -> None:
    monkeypatch.setattr(decision_feed, "CHUNK", 3)
    target = tmp_path / "some.duckdb"

    def interrupt(done: int, total: int) -> None:
        assert total == 12
        if done == 3 * after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        decision_feed.work_out(made[0], target, Wanted(), progress=interrupt)
    whole, some = rows(made[1]), rows(target)
    kept = {row[0] for row in some["decided"]}
    assert len(kept) == 3 * after
    for name, those in whole.items():
        assert some[name] == [row for row in those if row[0] in kept]
    outcome = decision_feed.work_out(made[0], target, Wanted())
    assert (outcome.worked, outcome.unchanged) == (12 - 3 * after, 3 * after)
    assert rows(target) == whole


def test_a_transaction_that_breaks_keeps_none_of_it(
    copied: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the tables: what there was before is there, whole."""
    before = contents(copied[1], DECISION_TABLES)
    with database.open_to_write(copied[1]) as con:
        con.execute("UPDATE decided SET head = ''")
    inserting = decision_feed.inserting

    def broken(table: Any, schema: str) -> str:
        if table.name == "decision_options":
            raise KeyboardInterrupt
        return inserting(table, schema)

    monkeypatch.setattr(decision_feed, "inserting", broken)
    with pytest.raises(KeyboardInterrupt):
        decision_feed.work_out(*copied, Wanted())
    now = contents(copied[1], DECISION_TABLES)
    for name in ("decisions", "decision_options"):
        assert now[name] == before[name]


def test_several_processes_give_the_same_as_one(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decision_feed, "CHUNK", 2)
    monkeypatch.setattr(decision_feed, "ALONE", 0)
    target = tmp_path / "two.duckdb"
    seen: list[int] = []
    outcome = decision_feed.work_out(
        made[0], target, Wanted(), jobs=2, progress=lambda done, _: seen.append(done)
    )
    assert outcome.worked == 12 and seen == sorted(seen) and seen[-1] == 12
    assert rows(target) == rows(made[1])


def test_where_the_rules_say_otherwise_it_ends(made: Made, tmp_path: Path) -> None:
    record = next(one for one in made[2] if one.id == "bots-riftforce")
    number = [one.number for _, one in each([record])][9]
    events: list[Any] = list(record.events)
    step = events[number - 1]
    events[number - 1] = msgspec.structs.replace(step, facts=(*step.facts, step.facts[0]))
    store = tmp_path / "m.sqlite"
    store_of(store, [Record("other", record.game, record.opened, events, "")])
    outcome = decision_feed.work_out(store, tmp_path / "m.duckdb", Wanted())
    assert (outcome.worked, outcome.decisions, outcome.differ) == (1, 9, {"other": number})
    again = decision_feed.work_out(store, tmp_path / "m.duckdb", Wanted())
    assert (again.worked, again.unchanged, again.differ) == (0, 1, {})


def test_a_file_that_is_kept_by_another_is_refused(
    copied: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(copied[1], DECISION_TABLES)
    keep = decision_feed.Keeper(copied[1], {"m": 1}, decision_feed.Outcome()).take
    opening = database.open_to_write
    monkeypatch.setattr(database, "open_to_write", lambda path: opening(path, 0.2))
    with open_elsewhere(copied[1]), pytest.raises(GameError) as refused:
        keep([[decision_feed.Worked("m")]], 1, None)
    assert refused.value.reason is Reason.BUSY
    assert contents(copied[1], DECISION_TABLES) == before


def test_reports_say_with_how_many_matches_it_was_done(made: Made, tmp_path: Path) -> None:
    game = statistics.projected("riftforce")
    (report,) = statistics.find_reports(game, "agreement")
    target = tmp_path / "some.duckdb"

    def run(**chosen: str) -> statistics.Reported:
        with reading.open_reader(made[0], target) as reader:
            return statistics.run_report(reader, game, report, chosen)

    none = run()
    assert none.nothing and not none.rows
    assert none.warnings == (
        "Nothing is worked out yet: `ludograph decisions --game riftforce --all` does it.",
    )
    decision_feed.work_out(made[0], target, Wanted(names=("bots-riftforce",)))
    some = run()
    finished = [one for one in made[2] if one.game.key == "riftforce" and one.result()]
    assert some.worked_out == (1, len(finished)) and len(finished) > 1 and some.rows
    assert some.warnings[0].startswith("Only 1 match is worked out: `ludograph decisions")
    assert run(kind="bots").lacking == ()


def test_a_match_alone_has_none(made: Made) -> None:
    """They would tell a seat what the others could have played."""
    for record in made[2][-3:]:
        with reading.open_record(record) as reader:
            for table in DECISION_TABLES:
                assert list(reader.ask(f"FROM {table.name}").rows()) == []


SECTION = re.compile(r"\n## Decisions\n(.*?)\n## ", re.DOTALL)
QUERIES = Path(__file__).parents[3] / "docs" / "queries.md"


def test_what_the_document_asks_finds_something(reader: Reader) -> None:
    (section,) = SECTION.findall(QUERIES.read_text(encoding="utf-8"))
    asked = re.findall(r"```sql\n(.*?)```", section, re.DOTALL)
    assert len(asked) == 4
    for sql in asked:
        assert list(reader.ask(sql).rows())
