"""A service on a store of its own, and clients of it, for the tests of the service."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.testing import TestClient

from domain.store.recorder import Recorder
from replays.service.app import Application
from replays.service.service import Service
from replays.service.settings import Settings, token_file
from tests.domain.tabled import NOW, ticking

HERE: Final = "http://127.0.0.1:8000"
THERE: Final = "https://cards.example"
SETUP: Final = ("start A", "hand A F5 F6 F7 W5 W6 P5 T7", "hand B L5 L6 L7 I5 I6 S5 C6", "face C5")
SETTINGS: Final = {"guilds a": "F W P T", "guilds b": "L I S C"}


class Client(TestClient[Any]):
    """A client, and the application that it asks."""

    __test__ = False

    def __init__(self, application: Application, **more: Any) -> None:
        super().__init__(application, **more)
        self.application = application


def settings(folder: Path, **more: Any) -> Settings:
    """Settings of a service with its files in a folder."""
    store = folder / "store.sqlite"
    return Settings(store, folder / "store.duckdb", token_file(store), **more)


IDLE: dict[tuple[str, int], list[Litestar]] = {}
"""Routes of services that have ended, by what of the settings is in them: made once, used again."""


@contextmanager
def routes_for(service: Service) -> Iterator[Application]:
    """An application for a service, with the routes of one that has ended if there is any."""
    idle = IDLE.setdefault((service.settings.base, service.settings.limits.body), [])
    application = Application(service, idle.pop() if idle else None)
    try:
        yield application
    finally:
        idle.append(application.inner)


@contextmanager
def serving(folder: Path, clock: Any = None, **more: Any) -> Iterator[Client]:
    """A client of a service on this machine; with `public=` of one that wants tokens."""
    service = Service(settings(folder, **more), clock or ticking(NOW))
    base = THERE if more.get("public") else HERE
    with (
        routes_for(service) as application,
        Client(application, base_url=base) as client,
    ):
        yield client


def service_of(client: Client) -> Service:
    """The service that a client asks."""
    return client.application.service


def bearer(secret: str) -> dict[str, str]:
    """What a request with a token says."""
    return {"Authorization": f"Bearer {secret}"}


def secret(client: Client, role: str, **more: Any) -> dict[str, str]:
    """A new token, as a request says it."""
    name = f"{role} {len(service_of(client).tokens.all())}"
    return bearer(service_of(client).tokens.add(name, role, **more)[1])


def opened(client: Client, match_id: str = "m1", **more: Any) -> str:
    """A match, opened."""
    body = {"game": "riftforce", "players": ["Ann", "Ben"], "settings": SETTINGS, "id": match_id}
    headers = more.pop("headers", {})
    answer = client.post("/api/matches", json={**body, **more}, headers=headers)
    assert answer.status_code == 201, answer.text
    return match_id


def say(client: Client, line: str, last: int, match_id: str = "m1", **headers: str) -> Any:
    """A line, recorded after the event that is known as the last."""
    wanted = {"If-Match": f'"{last}"', **{k.replace("_", "-"): v for k, v in headers.items()}}
    path = f"/api/matches/{match_id}/steps"
    return client.post(path, json={"line": line}, headers=wanted)


def begun(client: Client, match_id: str = "m1") -> int:
    """A match, opened and set up; returns the number of its last event."""
    opened(client, match_id)
    last = 0
    for line in SETUP:
        answer = say(client, line, last, match_id)
        assert answer.status_code == 200, answer.text
        last = answer.json()["last"]
    return last


def stored(folder: Path, match_id: str = "m1") -> list[tuple[Any, ...]]:
    """Every row of a match, as it lies in the store."""
    recorder = Recorder(folder / "store.sqlite")
    try:
        return list(recorder.chain.rows(match_id))
    finally:
        recorder.close()


class Stream:
    """What a service sends over a stream, read as it comes."""

    def __init__(self, application: Application, address: str = "127.0.0.1") -> None:
        self.application = application
        self.address = address
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.gone = asyncio.Event()
        self.status = 0
        self.text = ""
        self.task: asyncio.Task[None] | None = None

    async def open(self, path: str, headers: dict[str, str] | None = None) -> Stream:
        """Ask for it."""
        where, _, query = path.partition("?")
        asked = {"host": "127.0.0.1:8000", **{k.lower(): v for k, v in (headers or {}).items()}}
        scope: Any = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
            "scheme": "http", "path": where, "raw_path": where.encode(), "root_path": "",
            "query_string": query.encode(), "client": (self.address, 5), "server": ("127.0.0.1", 8000),
            "headers": [(k.encode(), v.encode()) for k, v in asked.items()], "state": {},
            "extensions": {}, "app": self.application.inner,
        }  # fmt: skip

        async def receive() -> Any:
            await self.gone.wait()
            return {"type": "http.disconnect"}

        self.task = asyncio.create_task(self.application(scope, receive, self.sent.put))
        start = await self.message()
        self.status = start["status"]
        return self

    async def message(self) -> Any:
        """The next message."""
        return await asyncio.wait_for(self.sent.get(), 5)

    async def until(self, words: str) -> str:
        """What was sent, as soon as some words are in it."""
        while words not in self.text:
            self.text += (await self.message()).get("body", b"").decode()
        return self.text

    async def events(self, count: int) -> list[tuple[int, str, Any]]:
        """So many events: number, name, data."""
        while self.text.count("\ndata: ") < count or not self.text.endswith("\n\n"):
            self.text += (await self.message()).get("body", b"").decode()
        return parsed(self.text)

    async def ended(self) -> None:
        """Wait until the service ends it."""
        while (await self.message()).get("more_body", False):
            pass
        await self.close()

    async def close(self) -> None:
        """Go away."""
        self.gone.set()
        if self.task:
            await asyncio.wait_for(self.task, 5)


def parsed(text: str) -> list[tuple[int, str, Any]]:
    """The events in a stream: number, name, data."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(
            line.split(": ", 1) for line in block.splitlines() if not line.startswith(":")
        )
        if "data" in fields:
            data = msgspec.json.decode(fields["data"])
            found.append((int(fields["id"]), fields["event"], data))
    return found
