"""As of a time: every table is what it was when only that much had been recorded."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from domain.bots.simulation import play_match
from domain.games.riftforce.game import RIFTFORCE
from domain.record.match import Record
from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games import registry
from projections.read import reader as reading
from tests.domain.tabled import ticking
from tests.projections.bent import contents, fed, read, store_of
from tests.replays.laid import laid

Bent = tuple[Path, list[Record]]


def times(store: Path) -> list[int]:
    """When each event of a store was recorded, in the order of the log."""
    recorder = Recorder(store)
    found: dict[int, int] = {}
    for match_id in recorder.chain.every_id():
        record = recorder.load(match_id)
        for position, version, _, _ in recorder.chain.placed_rows(match_id):
            after = record.events[version - 2].after if version > 1 else 0
            found[position] = record.opened.at + after
    recorder.close()
    assert list(found) and sorted(found) == list(range(1, len(found) + 1))
    return [found[position] for position in sorted(found)]


def check(store: Path, analytics: Path, at: int, folder: Path) -> None:
    """Compare the tables as of a time with those of what had been recorded by then."""
    recorded = times(store)
    count = sum(time <= at for time in recorded)
    assert recorded == sorted(recorded)
    with reading.open_reader(store, analytics, as_of=at) as reader:
        found = read(reader)
    if count:
        assert found == contents(fed(store, folder / f"{at}.duckdb", count))
    else:
        assert all(rows == [] for rows in found.values())


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 1.0])
def test_matches_side_by_side(
    bent: Bent, bent_analytics: Path, tmp_path: Path, share: float
) -> None:
    recorded = times(bent[0])
    place = random.Random(share).randrange(int(len(recorded) * (share - 0.2)), len(recorded))
    check(bent[0], bent_analytics, recorded[place] if share < 1 else recorded[-1], tmp_path)


@pytest.mark.parametrize("event", [0, 11, 12, 13, 22, 27, 29])
def test_a_match_in_which_everything_happens(tmp_path: Path, event: int) -> None:
    """After its opening, before and after a take-back, after a correction, before its end."""
    store, path = tmp_path / "m.sqlite", tmp_path / "a.duckdb"
    store_of(store, [laid()])
    feed.catch_up(store, path)
    check(store, path, times(store)[event], tmp_path)


def test_between_events_and_before_everything(
    bent: Bent, bent_analytics: Path, tmp_path: Path
) -> None:
    recorded = times(bent[0])
    check(bent[0], bent_analytics, recorded[0] - 1, tmp_path)
    check(bent[0], bent_analytics, recorded[60] + 1, tmp_path)


def test_what_is_not_in_the_file_is_as_of_then_too(bent: Bent, tmp_path: Path) -> None:
    path = fed(bent[0], tmp_path / "part.duckdb", 100)
    recorded = times(bent[0])
    for count in (60, 180):
        with reading.open_reader(bent[0], path, as_of=recorded[count - 1]) as reader:
            assert reader.tail > 50
            found = read(reader)
        assert found == contents(fed(bent[0], tmp_path / f"{count}.duckdb", count))


def test_straight_matches_in_progress_are_cut(tmp_path: Path) -> None:
    """A live match has times of its own: what was decided later is not there yet, its end neither."""
    store, path = tmp_path / "m.sqlite", tmp_path / "a.duckdb"
    recorder = Recorder(store, durable=False, clock=ticking())
    record = recorder.new_match(RIFTFORCE, {}, ("Ann", "Ben"))
    for step in play_match(RIFTFORCE, RIFTFORCE.settings({}), ("sensible", "random"), 3):
        stamps = recorder.stamps(record)
        recorder.append(record, [msgspec.structs.replace(step, **stamps)])
    recorder.close()
    feed.catch_up(store, path)
    recorded = times(store)
    check(store, path, recorded[40], tmp_path)
    with reading.open_reader(store, path, as_of=recorded[-2]) as reader:
        assert list(reader.ask("SELECT status, steps FROM matches").rows()) == [("open", None)]
        assert list(reader.ask("SELECT max(step) FROM steps").rows()) == [(len(record.steps) - 1,)]
    with reading.open_reader(store, path, as_of=recorded[-1]) as reader:
        ((status,),) = reader.ask("SELECT status FROM matches").rows()
        assert status == "finished"


def test_only_what_is_asked_can_be_seen(bent: Bent, bent_analytics: Path) -> None:
    with reading.open_reader(bent[0], bent_analytics, as_of=times(bent[0])[50]) as reader:
        names = {row[0] for row in reader.ask("SHOW TABLES").rows()}
    assert names == {relation.name for relation in registry.RELATIONS}
