"""Places for those who send and follow: who holds many keeps nobody else out, and leaves at the end."""

from __future__ import annotations

import asyncio
import http.client
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from replays.service.admission import Admission, Places, Visit
from replays.service.connections import Connections
from replays.service.problems import Refused
from replays.service.server import CONNECTIONS, OTHERS, room
from replays.service.settings import Limits
from tests.replays.service.served import (
    Stream,
    begun,
    secret,
    service_of,
    serving,
)

SERVE = """
import sys
from pathlib import Path
from replays.service.server import serve
from replays.service.settings import Limits, Settings
folder = Path(sys.argv[1])
limits = Limits(patience=0.5, connections_each=40, senders_each=20)
files = [folder / name for name in ("s.sqlite", "s.duckdb", "s.json")]
serve(Settings(*files, port=int(sys.argv[2]), limits=limits), lambda: print("ready", flush=True))
"""
POST = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


class TestPlaces:
    def test_one_owner_never_has_all(self) -> None:
        places = Places("follow", 3, 2)
        held = [places.take("a"), places.take("a")]
        with pytest.raises(Refused) as enough:
            places.take("a")
        held.append(places.take("b"))
        with pytest.raises(Refused) as full:
            places.take("c")
        assert (enough.value.status, full.value.status) == (429, 503)
        for place in (*held, *held):
            place.leave()
        assert (places.count, dict(places.taken)) == (0, {})

    def test_many_threads_leave_nothing_behind(self) -> None:
        places = Places("draw", 10_000, 10_000)

        def work() -> None:
            for _ in range(500):
                places.take("a").leave()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (places.count, dict(places.taken)) == (0, {})


def received(limits: Limits, *messages: Any) -> list[Any]:
    """What a visit receives of messages that come, and then of nothing more."""
    left = list(messages)
    admission = Admission(limits)

    async def receive() -> Any:
        if not left:
            await asyncio.sleep(60)
        return left.pop(0)

    async def run() -> list[Any]:
        visit = Visit(admission, "1.2.3.4", receive)
        found = []
        try:
            while True:
                found.append(await visit.receive())
                if not found[-1].get("more_body"):
                    return found
        finally:
            visit.leave()
            assert admission.senders.count == 0

    return asyncio.run(run())


def part(body: bytes, more: bool) -> dict[str, Any]:
    """A part of a body."""
    return {"type": "http.request", "body": body, "more_body": more}


class TestBodies:
    def test_arrives(self) -> None:
        parts = part(b"a", True), part(b"b", False)
        assert received(Limits(), *parts) == [*parts]

    @pytest.mark.parametrize(
        ("parts", "status"),
        [
            ((), 408),
            ((part(b"x", True),) * 3, 408),
            ((part(b"x" * 60_000, True),) * 2, 413),
            ((part(b"x", True), {"type": "http.disconnect"}), 400),
        ],
    )
    def test_does_not(self, parts: tuple[Any, ...], status: int) -> None:
        with pytest.raises(Refused) as caught:
            received(Limits(patience=0.05), *parts)
        assert caught.value.status == status


class TestStreams:
    def test_counts_when_it_is_admitted(self, tmp_path: Path) -> None:
        """A stream that is never read has its place from the start, and only until its request ends."""
        with serving(tmp_path, limits=Limits(followers=4, followers_each=2)) as client:
            begun(client)
            service = service_of(client)

            async def follow(visit: Visit) -> None:
                who: Any = service.door.identity({}, visit.address)
                await service.following.follow(who, visit, "m1", "", None)

            async def nothing() -> Any:
                raise AssertionError

            visits = [Visit(service.admission, f"1.1.1.{n // 2}", nothing) for n in range(6)]
            for visit in visits[:4]:
                asyncio.run(follow(visit))
            with pytest.raises(Refused) as full:
                asyncio.run(follow(visits[4]))
            assert (full.value.status, service.following.count) == (503, 4)
            for visit in visits:
                visit.leave()
            assert service.following.count == 0

    def test_one_token_leaves_room_for_others(self, tmp_path: Path) -> None:
        with serving(
            tmp_path, public="https://cards.example", limits=Limits(followers=4, followers_each=2)
        ) as client:
            admin, mine = secret(client, "admin"), secret(client, "watch")
            client.post("/api/matches", json={"game": "riftforce", "id": "m1"}, headers=admin)

            async def test() -> list[int]:
                found = []
                streams: list[Stream] = []
                for headers in (mine, mine, mine, admin):
                    stream = Stream(client.application, address=f"1.1.1.{len(streams)}")
                    await stream.open(
                        "/api/matches/m1/events", {**headers, "Host": "cards.example"}
                    )
                    found.append(stream.status)
                    streams.append(stream)
                for stream in streams:
                    await stream.close()
                return found

            assert asyncio.run(test()) == [200, 200, 429, 200]
            assert service_of(client).following.count == 0


class TestFilms:
    def test_keeps_no_picture_waiting_and_tells_how_far_it_is(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("replays.service.renditions.PATIENCE", 0.05)
        with serving(tmp_path) as client:
            begun(client)
            studio = service_of(client).studio
            with studio.filming(120):
                studio.advance(40)
                assert client.get("/api/matches/m1/export.png?width=400").status_code == 200
                answer = client.get("/api/matches/m1/export.gif?width=400")
            assert answer.status_code == 503
            assert "step 40 of 120" in answer.json()["detail"]
            assert client.get("/api/matches/m1/export.gif?width=400").status_code == 200

    def test_nobody_has_the_whole_queue(self, tmp_path: Path) -> None:
        with serving(tmp_path, limits=Limits(films_each=1)) as client:
            begun(client)
            films = service_of(client).admission.films
            place = films.take("at testclient")
            assert client.get("/api/matches/m1/export.webp?width=400").status_code == 429
            place.leave()
            assert client.get("/api/matches/m1/export.webp?width=400").status_code == 200
            assert films.count == 0


class Held:
    """Connections that are opened and kept."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.sockets: list[socket.socket] = []

    def hold(self, count: int, sent: bytes, source: str = "127.0.0.2") -> None:
        """Open connections from an address of this machine, and send a beginning over each."""
        for _ in range(count):
            made = socket.socket()
            made.settimeout(5)
            made.bind((source, 0))
            made.connect(("127.0.0.1", self.port))
            made.sendall(sent)
            self.sockets.append(made)

    def statuses(self) -> list[str]:
        """The status that each was answered before it was closed; empty for none."""
        found = []
        for one in self.sockets:
            try:
                found.append(one.recv(12)[9:].decode())
            except OSError:
                found.append("")
            one.close()
        self.sockets.clear()
        return found


@pytest.mark.skipif(sys.platform != "linux", reason="other loopback addresses are taken as given")
def test_held_connections_shut_nobody_out(tmp_path: Path) -> None:
    """Headers and bodies that never come, and connections beyond what an address may hold."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def board() -> int:
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        asked.request("GET", "/api/games")
        return asked.getresponse().status

    command = [sys.executable, "-c", SERVE, str(tmp_path), str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"
            held = Held(port)
            held.hold(30, POST + b"Content-Length: 50\r\n\r\n{")
            assert board() == 200
            statuses = held.statuses()
            assert (statuses.count("408"), statuses.count("429")) == (20, 10)
            held.hold(60, b"GET / HTTP/1.1\r\nHost: 127")
            assert board() == 200
            assert held.statuses() == [""] * 60
            for size in (b"f" * 20, b"zz"):
                held.hold(1, POST + b"Transfer-Encoding: chunked\r\n\r\n" + size + b"\r\n{")
                assert held.statuses() == ["400"]
            assert board() == 200
        finally:
            process.terminate()
            _, said = process.communicate(timeout=10)
    assert b"Traceback" not in said


def test_an_address_that_holds_too_many_loses_the_newest() -> None:
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = listener.getsockname()[1]
        ours, theirs = [], []
        watched = Connections(port, 6)
        for batch in (5, 5):
            for _ in range(batch):
                theirs.append(stack.enter_context(socket.create_connection(("127.0.0.1", port))))
                ours.append(stack.enter_context(listener.accept()[0]))
            watched.trim()
        for one in theirs:
            one.settimeout(0.01)
        alive = []
        for one in theirs:
            try:
                alive.append(bool(one.recv(1)))
            except TimeoutError:
                alive.append(True)
        assert alive[:5] == [True] * 5
        assert alive.count(True) == 6
        assert watched.trim() <= 4


def test_connections_leave_files_for_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    unlimited = resource.RLIM_INFINITY
    for limits, wanted in (
        ((1_024, 1_024), 1_024 - OTHERS),
        ((1_024, 4_096), 4_096 - OTHERS),
        ((1_024, unlimited), CONNECTIONS),
        ((unlimited, unlimited), CONNECTIONS),
        ((100_000, 100_000), CONNECTIONS),
        ((64, 64), 1),
    ):
        asked: list[Any] = []
        monkeypatch.setattr(resource, "getrlimit", lambda _, limits=limits: limits)
        monkeypatch.setattr(resource, "setrlimit", lambda _, pair, asked=asked: asked.append(pair))
        assert room() == wanted
        assert all(hard == limits[1] for _, hard in asked)
