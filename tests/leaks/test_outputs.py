"""What a viewer is shown of a match is the same, byte for byte, whatever is hidden from the viewer."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.game import Seat
from domain.games import GAMES
from domain.record.chain import chained
from domain.record.events import BESIDE, Amended, Ruled, Step
from domain.record.match import Record
from replays.board.terminal import state_text
from tests.domain.tabled import Walk, walked, walks
from tests.leaks.samples import DIGEST, SIGNATURE, samples
from tests.leaks.shown import exported, extracted, outputs, text
from tests.leaks.twins import VIEWERS, Again, Twins, hidden_places, seen_events, twin_of

EXTRACTS = {"riftforce": 0, "solforge": 1, "magical_forge": None}
"""Whose extract of each game is compared: making one takes a second."""


@lru_cache
def twins(name: str, viewer: Seat | None) -> Twins:
    """A sample and its twin."""
    return twin_of(samples()[name], viewer, random.Random(f"{name}{viewer}"), 4)


def unchained(record: Record) -> list[Any]:
    """Events without their digests."""
    return [msgspec.structs.replace(event, prev="") for event in record.events]


def digests(record: Record) -> set[str]:
    """Everything in a record that is worked out from its bytes, and what was signed."""
    return {record.head, DIGEST, SIGNATURE, *(event.prev for event in record.events)} - {""}


def differing(one: dict[str, str], two: dict[str, str]) -> list[str]:
    """The outputs that are not the same."""
    return [name for name in {**one, **two} if one.get(name) != two.get(name)]


class TestSamples:
    def test_every_kind_of_event_is_in_them(self) -> None:
        events: list[Any] = [event for record in samples().values() for event in record.events]
        assert {type(event) for event in events} == {Step, Ruled, *BESIDE.values()}
        assert {e.why for e in events if isinstance(e, Amended)} == {"correction", "reveal"}
        assert {e.action is None for e in events if isinstance(e, Ruled)} == {True, False}
        assert all(record.history.variations for record in samples().values())

    @pytest.mark.parametrize("name", list(samples()))
    def test_deciding_them_again_gives_the_same(self, name: str) -> None:
        record = samples()[name]
        assert unchained(Again(record, {}).run()) == unchained(record)

    @pytest.mark.parametrize("game", list(GAMES))
    def test_cards_are_hidden_in_draws_and_in_rulings(self, game: str) -> None:
        record = samples()[game]
        for viewer in (0, None):
            kinds = {type(record.events[place[0] - 1]) for place in hidden_places(record, viewer)}
            assert kinds == {Step, Ruled}

    @pytest.mark.parametrize("viewer", VIEWERS)
    @pytest.mark.parametrize("name", list(samples()))
    def test_a_twin_is_another_match(self, name: str, viewer: Seat | None) -> None:
        found = twins(name, viewer)
        assert found.changed > 0
        private = name == "magical_forge"
        assert (found.settings != found.record.opened.settings) is private
        assert unchained(found.twin) != unchained(found.record)
        assert digests(found.twin) != digests(found.record)


class TestShown:
    @pytest.mark.parametrize("viewer", VIEWERS)
    @pytest.mark.parametrize("name", list(samples()))
    def test_everything_is_the_same_of_a_twin(
        self, name: str, viewer: Seat | None, tmp_path: Path
    ) -> None:
        found = twins(name, viewer)
        shown = []
        for number, record in enumerate((found.record, found.twin)):
            folder = tmp_path / str(number)
            folder.mkdir()
            shown.append(outputs(record, viewer, folder))
        assert differing(*shown) == []
        assert not [what for what in shown[0] if what.endswith("fails")]
        told = "\n".join(shown[0].values())
        assert not [digest for digest in digests(found.record) if digest in told]

    @pytest.mark.parametrize("game", list(GAMES))
    def test_extracts_are_the_same_of_a_twin(self, game: str) -> None:
        viewer = EXTRACTS[game]
        found = twins(game, viewer)
        one, two = extracted(found.record, viewer), extracted(found.twin, viewer)
        assert differing(one, two) == []
        told = "\n".join(one.values())
        assert told.count("\n") > 100
        assert not [digest for digest in digests(found.record) if digest in told]

    def test_who_sees_the_cards_is_shown_two_matches(self) -> None:
        """What is compared above does show cards."""
        found = twins("riftforce", None)
        seats = {found.record.events[n - 1].action.seat for n, *_ in found.cards}
        for seat in seats:
            one, two = (dict(exported(record, seat)) for record in (found.record, found.twin))
            assert differing(one, two) == list(one)


class TestAsked:
    @pytest.mark.parametrize("seat", [0, 1])
    @pytest.mark.parametrize("game", list(GAMES))
    def test_what_a_seat_may_do_depends_on_what_it_knows(self, game: str, seat: Seat) -> None:
        """Its questions, its legal answers and their words, and why others are refused."""
        found = twins(game, seat)
        asked = []
        for cards, settings_ in (({}, None), (found.cards, found.settings)):
            again = Again(found.record, cards, settings_)
            again.asking = True
            again.run()
            asked.append({n: what for n, what in again.asked.items() if what[0] == seat})
        assert asked[0] == asked[1]
        assert len(asked[0]) > 3


class TestSeen:
    @given(walks(list(GAMES), most=8, start=40), st.sampled_from(VIEWERS), st.randoms())
    @settings(max_examples=15)
    def test_a_twin_is_seen_alike(
        self, walk: Walk, viewer: Seat | None, rng: random.Random
    ) -> None:
        record = walked(walk)
        twin = twin_of(record, viewer, rng, 3).twin
        assert text(seen_events(twin, viewer)) == text(seen_events(record, viewer))
        assert twin.seen_by(viewer).opened == record.seen_by(viewer).opened

    @pytest.mark.parametrize("name", list(samples()))
    def test_at_any_moment_what_is_still_hidden_changes_nothing(self, name: str) -> None:
        """Cards that are shown later are not known before: the record up to then has twins too."""
        record, rng = samples()[name], random.Random(name)
        for number in rng.sample(range(4, len(record.events) + 1), 6):
            part = record.before(number)
            viewer = rng.choice(VIEWERS)
            twin = twin_of(part, viewer, rng, 3).twin
            assert text(seen_events(twin, viewer)) == text(seen_events(part, viewer))
            assert outputs_now(twin, viewer) == outputs_now(part, viewer)

    @pytest.mark.parametrize("name", list(samples()))
    def test_seeing_what_was_seen_tells_no_more(self, name: str) -> None:
        record = samples()[name]
        for viewer in VIEWERS:
            seen = record.seen_by(viewer)
            for other in (viewer, None):
                again, direct = seen.seen_by(other), record.seen_by(other)
                assert (again.opened, again.events) == (direct.opened, direct.events)
            assert seen.head == ""

    @pytest.mark.parametrize("name", list(samples()))
    def test_nothing_seen_holds_a_digest_or_a_seed(self, name: str) -> None:
        record = samples()[name]
        for viewer in VIEWERS:
            seen = record.seen_by(viewer)
            told = text([seen.opened, seen.events])
            assert not [digest for digest in digests(record) if digest in told]
            assert seen.opened.seed is None
            assert [(origin.match, origin.step) for origin in seen.opened.origins] == [("other", 3)]

    def test_a_chain_of_what_was_seen_tells_nothing(self) -> None:
        """A copy has digests of its own, and those of a twin's are the same."""
        for name in samples():
            found = twins(name, 0)
            heads = []
            for record in (found.record, found.twin):
                seen = record.seen_by(0)
                copy = Record("copy", seen.game, seen.opened, [], "")
                chained(copy, [seen.opened, *seen.events])
                heads.append(copy.head)
            assert heads[0] == heads[1]


def outputs_now(record: Record, viewer: Seat | None) -> tuple[Any, ...]:
    """The board and the legal words where a record ends, as a viewer knows them."""
    seen = record.seen_by(viewer)
    live, view = seen.live(), record.game.view(record.state(), viewer)
    words = record.game.notation.words(live.state, live.ask) if live.ask else []
    return text(view), text(live.state), state_text(record.game, view).markup, words
