"""Following a match: nothing is lost, nothing comes twice, whoever records and whoever is slow."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from domain.store.recorder import Recorder
from replays.service.access import LOCAL
from replays.service.app import Application
from replays.service.routes.streams import Listener, messages
from replays.service.service import Service
from replays.service.settings import Limits
from replays.service.tokens import DAY
from tests.domain.tabled import evening
from tests.replays.service.served import Stream, bearer, parsed, settings

PATH = "/api/matches/club/events"
Test = Callable[[Application, Recorder], Awaitable[None]]


def running(folder: Path, test: Test, **more: Any) -> None:
    """Run a test while a service runs, and beside it a recorder of its own."""
    other = Recorder(folder / "store.sqlite")
    evening(other)

    async def run() -> None:
        service = Service(settings(folder, **more))
        await service.start()
        try:
            await test(Application(service), other)
        finally:
            await service.stop()

    try:
        asyncio.run(run())
    finally:
        other.close()


def remark(recorder: Recorder, count: int = 1) -> None:
    """Record remarks."""
    record = recorder.load("club")
    for _ in range(count):
        recorder.remark(record, "so it was")


class TestFollowing:
    def test_begins_after_the_last_event_that_is_known(self, tmp_path: Path) -> None:
        async def test(application: Application, other: Recorder) -> None:
            stream = await Stream(application).open(PATH, {"Last-Event-ID": "37"})
            found = await stream.events(3)
            assert stream.status == 200
            assert [number for number, _, _ in found] == [38, 39, 40]
            assert [kind for _, kind, _ in found] == ["step", "match", "step"]
            assert [data["kind"] for _, _, data in found][1:] == ["signed", "closed"]
            assert all(data["last"] == 40 for _, _, data in found)
            await stream.close()

        running(tmp_path, test)

    def test_what_is_no_number_is_not_known(self, tmp_path: Path) -> None:
        async def test(application: Application, other: Recorder) -> None:
            for known in ("9" * 5_000, "-1", "x", "²"):
                stream = await Stream(application).open(PATH, {"Last-Event-ID": known})
                assert "after event 40" in await stream.until("\n\n")
                await stream.close()

        running(tmp_path, test)

    def test_else_begins_now(self, tmp_path: Path) -> None:
        async def test(application: Application, other: Recorder) -> None:
            stream = await Stream(application).open(PATH)
            await stream.until("\n\n")
            remark(other)
            ((number, kind, data),) = await stream.events(1)
            assert (number, kind, data["kind"]) == (41, "match", "note")
            await stream.close()

        running(tmp_path, test)

    def test_connecting_again_loses_nothing_and_repeats_nothing(self, tmp_path: Path) -> None:
        async def test(application: Application, other: Recorder) -> None:
            seen: list[int] = [40]
            for _ in range(4):
                stream = await Stream(application).open(PATH, {"Last-Event-ID": str(seen[-1])})
                remark(other, 2)
                found = await stream.events(2)
                seen += [number for number, _, _ in found]
                await stream.close()
                remark(other, 1)
            stream = await Stream(application).open(f"{PATH}?since={seen[-1]}")
            seen += [number for number, _, _ in await stream.events(1)]
            await stream.close()
            assert seen == list(range(40, seen[-1] + 1))
            assert len(other.load("club").events) == seen[-1]

        running(tmp_path, test)

    def test_many_are_told_the_same(self, tmp_path: Path) -> None:
        async def test(application: Application, other: Recorder) -> None:
            streams = [await Stream(application).open(PATH) for _ in range(20)]
            for stream in streams:
                await stream.until("\n\n")
            remark(other, 3)
            found = [await stream.events(3) for stream in streams]
            for one in found:  # who is sent an event sooner may know of fewer after it
                assert all(data.pop("last") >= number for number, _, data in one)
            assert all(one == found[0] for one in found)
            assert application.service.following.count == 20
            for stream in streams:
                await stream.close()
            assert application.service.following.count == 0

        running(tmp_path, test)

    def test_a_silent_stream_says_that_it_is_there(self, tmp_path: Path) -> None:
        async def test(application: Application, other: Recorder) -> None:
            stream = await Stream(application).open(PATH)
            await stream.until(": still here")
            await stream.close()

        running(tmp_path, test, limits=Limits(heartbeat=0.05))

    def test_ends_with_the_service(self, tmp_path: Path) -> None:
        async def test(application: Application, other: Recorder) -> None:
            stream = await Stream(application).open(PATH)
            await stream.until("\n\n")
            application.service.following.close()
            await stream.ended()
            late = await Stream(application).open(PATH)
            assert late.status == 503
            await late.close()

        running(tmp_path, test)

    def test_no_more_than_so_many(self, tmp_path: Path) -> None:
        async def test(application: Application, other: Recorder) -> None:
            stream = await Stream(application).open(PATH)
            await stream.until("\n\n")
            late = await Stream(application).open(PATH)
            assert late.status == 503
            await late.close()
            await stream.close()

        running(tmp_path, test, limits=Limits(followers=1))

    def test_ends_when_the_token_is_dropped(self, tmp_path: Path) -> None:
        async def test(application: Application, other: Recorder) -> None:
            tokens = application.service.tokens
            _, secret = tokens.add("Ann", "watch")
            headers = {**bearer(secret), "Host": "cards.example"}
            stream = await Stream(application).open(PATH, headers)
            await stream.until(": still here")
            tokens.drop("Ann")
            await stream.ended()

        more = {"public": "https://cards.example", "limits": Limits(heartbeat=0.05)}
        running(tmp_path, test, **more)

    def test_who_lost_the_token_is_sent_nothing_more(self, tmp_path: Path) -> None:
        """Asked before each message, however lively the match is; so when it expires."""

        async def test(application: Application, other: Recorder) -> None:
            tokens = application.service.tokens
            for end in ("dropped", "expired"):
                _, secret = tokens.add("Ann", "watch", days=1)
                headers = {**bearer(secret), "Host": "cards.example"}
                stream = await Stream(application).open(PATH, headers)
                await stream.until("\n\n")
                if end == "dropped":
                    tokens.drop("Ann")
                else:
                    later = tokens.clock() + 2 * DAY
                    tokens.clock = partial(float, later)
                remark(other)
                await stream.ended()
                assert "data:" not in stream.text

        running(tmp_path, test, public="https://cards.example")


class TestSlow:
    def test_who_does_not_keep_up_has_to_connect_again(self) -> None:
        listener = Listener(LOCAL, None, 0, 3)
        for number in range(1, 6):
            listener.put(b"x", number)
        assert listener.ended
        assert listener.position == 3
        assert listener.queue.get_nowait() == b""
        assert listener.queue.empty()


def test_a_seat_is_told_no_hidden_card() -> None:
    from tests.leaks.samples import sample

    record = sample("riftforce")
    found = parsed(messages(record, 0, 0).decode())
    assert [number for number, _, _ in found] == list(range(1, len(record.events) + 1))
    draws = [d["event"]["action"] for _, _, d in found if d["kind"] == "step"
             and d["event"]["action"]["type"] == "deal"]  # fmt: skip
    assert any(set(draw["cards"]) == {"??"} for draw in draws if draw["seat"] == "B")
    assert all("??" not in draw["cards"] for draw in draws if draw["seat"] == "A")
