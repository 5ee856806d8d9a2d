"""No route tells a seat the other's hidden cards: of twins every answer is the same, to the byte.

Every route of the application is asked here; one that is not fails the test.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from domain.contract.errors import GameError
from domain.record.match import Record
from domain.store.recorder import Recorder
from replays.service.app import Application
from replays.service.prompts import Asked
from replays.service.routes import matches
from replays.service.service import Service
from replays.service.tokens import Tokens
from tests.leaks.samples import samples
from tests.leaks.twins import Twins, twin_of
from tests.replays.service.served import Client, Stream, bearer, serving, settings

SEATS: Final = {"A": 0, "B": 1, "spectator": None}
NOTHING: Final = frozenset({"/", "/new", "/matches/{match_id:str}", "/stats", "/sql", "/sign-in",
                            "/matches/{match_id:str}/record", "/static/{name:str}", "/schema",
                            "/schema/openapi.json", "/schema/{path:str}", "/api/games",
                            "/api/session"})  # fmt: skip
"""Routes that do not know the store: `TestNothing` holds them to that."""
M: Final = "/api/matches/{match_id:str}"
READ: Final[dict[str, tuple[str, ...]]] = {
    "/api/matches": ("", "?player=ann", "?limit=1", "?since=2026&event=cup", "?cursor=x"),
    M: ("",),
    f"{M}/line": ("", "?to={gone}", "?since=5", "?to=999"),
    f"{M}/steps/{{number:int}}": ("0", "1", "2", "3", "4", "7", "{gone}", "{last}", "999"),
    f"{M}/ask": (
        "",
        "?typed=play",
        "?typed=draw",
        "?typed=hand B",
        "?typed=act",
        "?typed=%26",
        "?typed=check %26",
    ),
    f"{M}/clocks": ("",),
    f"{M}/history": ("",),
    f"{M}/audit": ("",),
    f"{M}/export.tape": ("", "?history=true&times=true"),
    f"{M}/export.jsonl": ("",),
    f"{M}/export.html": ("",),
    f"{M}/export.svg": ("", "?step=3", "?step={gone}", "?step=999"),
    f"{M}/export.png": ("?step=3&width=300",),
    f"{M}/export.gif": ("?from=2&to=3&width=300",),
    f"{M}/export.webp": ("?from=2&to=3&width=300",),
    "/api/stats/{game:str}": ("riftforce", "solforge"),
    "/api/stats/{game:str}/{report:str}": ("riftforce/guilds", "riftforce/nothing"),
    "/api/stats/{game:str}/{report:str}/rows": ("riftforce/guilds/rows?key=Fire",),
    "/api/stats/{game:str}/{report:str}/chart.svg": ("riftforce/guilds/chart.svg",),
}
"""What is asked for with GET; after the last fixed part of the path where it has others."""
WRITE: Final[dict[str, tuple[Any, ...]]] = {
    "/api/matches": ({"game": "riftforce", "id": "m"},),
    f"{M}/steps": ({"line": "play F5@1"}, {"line": "check"}, {"line": "hand B L5", "dry": True},
                   {"line": "draw B ??"}),
    f"{M}/rule": ({"facts": "gain A 1 control 1 1"}, {"facts": "discard B L5", "dry": True}),
    f"{M}/takeback": ({}, {"to": 1, "confirmed": True}),
    f"{M}/redo": ({},),
    f"{M}/correct": ({"step": 2, "line": "hand B ??"}, {"step": 2, "line": "x", "dry": True}),
    f"{M}/note": ({"text": "so it was"},),
    f"{M}/pause": ({},),
    f"{M}/resume": ({},),
    f"{M}/end": ({"why": "concession", "seat": "A"},),
    "/api/sql": ({"sql": "SELECT * FROM facts"},),
}  # fmt: skip
"""What is sent with POST."""
DRAWN: Final = frozenset(f"{M}/export.{form}" for form in ("html", "png", "gif", "webp"))
STREAMS: Final = frozenset({f"{M}/events"})


def twins_of(name: str, seat: str, asked: int | str | None = None) -> Twins:
    """A sample, and another match that a seat cannot tell from it; as it was when `asked` was asked."""
    record = samples()[name]
    if asked is not None:
        record = next(part for part in earlier(record) if asked in asks(part))
    found = twin_of(record, SEATS[seat], random.Random(seat), 4)
    assert found.changed
    return found


def earlier(record: Record) -> Iterator[Record]:
    """A match as it was before, and before that."""
    for number in range(len(record.events), 1, -1):
        yield record.before(number)


def asks(record: Record) -> tuple[object, ...]:
    """Which seat is asked at the end of a match that goes on, and about what; nothing for none."""
    try:
        ask = record.live().ask
    except GameError:
        return ()
    return (ask.seat, ask.about) if ask else ()


class Pair:
    """Two services, one with a match and one with its twin, and a token that is good for both."""

    def __init__(self, folder: Path, name: str, seat: str, asked: int | str | None = None) -> None:
        self.seat = seat
        self.twins = twins_of(name, seat, asked)
        self.folders = (folder / "0", folder / "1")
        self.secrets: dict[str, str] = {}
        for place, record in zip(self.folders, (self.twins.record, self.twins.twin), strict=True):
            place.mkdir()
            recorder = Recorder(place / "store.sqlite", durable=False)
            recorder.add([("m", record.opened, record.events)])
            recorder.close()
        tokens = Tokens(settings(self.folders[0]).tokens)
        eyes = "" if seat == "spectator" else seat
        self.secrets["watch"] = tokens.add("watch", "watch", seat=eyes)[1]
        if eyes:
            self.secrets["record"] = tokens.add("record", "record", seat=eyes)[1]
        self.secrets["admin"] = tokens.add("admin", "admin")[1]
        settings(self.folders[1]).tokens.write_bytes(tokens.path.read_bytes())

    @property
    def gone(self) -> int:
        """A step that does not stand; if there is none, the first."""
        variations = self.twins.record.history.variations
        return variations[0].numbers[-1] if variations else 1

    def filled(self, template: str, rest: str) -> str:
        """What is asked for."""
        last = self.twins.record.history.last
        rest = rest.replace("{gone}", str(self.gone)).replace("{last}", str(last))
        path = template.replace("{match_id:str}", "m")
        return path.partition("{")[0] + rest if "{" in path else path + rest

    def clients(self) -> Iterator[Client]:
        """Both services, one after the other, on a clock that stands alike."""
        now = self.twins.record.opened.at + 10**8
        for folder in self.folders:
            ticks = count(now, 1_000)
            with serving(
                folder, lambda ticks=ticks: next(ticks), public="https://cards.example"
            ) as c:  # type: ignore[misc]
                yield c

    def answers(self) -> Iterator[list[tuple[str, bytes]]]:
        """Everything that is answered, by both."""
        for client in self.clients():
            yield list(self.asked(client))

    def asked(self, client: Client) -> Iterator[tuple[str, bytes]]:
        """Everything that is asked of a service, and what it answers."""
        eyes = f"seat={self.seat}"
        for template, wanted in READ.items():
            for rest in wanted:
                path = self.filled(template, rest)
                with_eyes = f"{path}{'&' if '?' in path else '?'}{eyes}"
                for role, where in (("watch", path), ("watch", with_eyes), ("admin", with_eyes)):
                    if role == "admin" and "/stats/" in path:
                        continue  # about everything, for those who may see everything
                    if where is not path and template in DRAWN:
                        continue  # drawn by the same hand as the SVG, and it takes long
                    answer = client.get(where, headers=bearer(self.secrets[role]))
                    yield f"GET {where} as {role}", told(answer)
        last = len(self.twins.record.events)
        for role in self.secrets:
            if role == "admin":
                continue
            for template, bodies in WRITE.items():
                for body in bodies:
                    headers = {**bearer(self.secrets[role]), "If-Match": str(last)}
                    path = self.filled(template, "")
                    for number, more in enumerate(({}, {"If-Match": "3"})):
                        answer = client.post(path, json=body, headers={**headers, **more})
                        yield f"POST {path} {body} {number} as {role}", told(answer)


def told(answer: Any) -> bytes:
    """All that an answer tells."""
    headers = sorted((k, v) for k, v in answer.headers.items() if k != "date")
    return f"{answer.status_code} {headers}\n".encode() + answer.content


def routes(folder: Path) -> dict[str, set[str]]:
    """Every route of the application, with its methods."""
    service = Service(settings(folder))
    found = {
        route.path: {m for m in getattr(route, "methods", ()) if m != "OPTIONS"}
        for route in Application(service).inner.routes
    }
    service.recorder.close()
    return found


class TestCovered:
    def test_every_route_is_asked(self, tmp_path: Path) -> None:
        found = routes(tmp_path)
        reading = {path for path, methods in found.items() if "GET" in methods}
        writing = {path for path, methods in found.items() if methods - {"GET"}}
        assert reading - NOTHING == set(READ) | STREAMS
        assert writing - NOTHING == set(WRITE)


class TestNothing:
    def test_what_does_not_know_the_store_tells_nothing_of_it(self, tmp_path: Path) -> None:
        pair = Pair(tmp_path, "riftforce", "A")
        found = []
        for client in pair.clients():
            paths = [
                path.replace("{match_id:str}", "m").replace("{name:str}", "viewer.js")
                .replace("{path:str}", "x") for path in sorted(NOTHING)
            ]  # fmt: skip
            found.append([told(client.get(path)) for path in paths])
            assert all(b"Ann" not in text for text in found[-1])
        assert found[0] == found[1]


@pytest.fixture(scope="module")
def watched(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Client, dict[str, str]]]:
    """A service with a match, and what a watcher with the eyes of A sends."""
    pair = Pair(tmp_path_factory.mktemp("eyes"), "riftforce", "A")
    with serving(pair.folders[0], public="https://cards.example") as client:
        yield client, bearer(pair.secrets["watch"])


class TestTwins:
    @pytest.mark.parametrize(
        ("name", "seat", "asked"),
        [
            ("riftforce", "A", None), ("riftforce", "spectator", None), ("magical_forge", "B", None),
            ("riftforce", "A", 1), ("solforge", "A", -1),
        ],
    )  # fmt: skip
    def test_are_answered_the_same(
        self, tmp_path: Path, name: str, seat: str, asked: int | str | None
    ) -> None:
        one, two = Pair(tmp_path, name, seat, asked).answers()
        assert len(one) == len(two) > 100
        for (what, first), (also, second) in zip(one, two, strict=True):
            assert what == also
            assert first == second, what
            assert not first.startswith(b"5"), (what, first)
        fine = [what for what, first in one if first.startswith(b"200") and "GET" in what]
        assert len(fine) > 50

    def test_and_not_to_who_may_see_all(self, tmp_path: Path) -> None:
        """What is asked does show what differs."""
        pair = Pair(tmp_path, "riftforce", "A")
        paths = [
            pair.filled(t, r) for t in (M, f"{M}/history", f"{M}/export.jsonl") for r in READ[t]
        ]
        paths += [pair.filled(f"{M}/line", ""), pair.filled(f"{M}/steps/{{number:int}}", "4")]
        admin = bearer(pair.secrets["admin"])
        one, two = ([told(c.get(path, headers=admin)) for path in paths] for c in pair.clients())
        for path, first, second in zip(paths, one, two, strict=True):
            if not path.endswith("/4"):
                assert first != second, path

    @pytest.mark.parametrize("eyes", ["", "?seat=A"])
    def test_are_followed_the_same(self, tmp_path: Path, eyes: str) -> None:
        pair = Pair(tmp_path, "riftforce", "A")

        async def followed(folder: Path) -> list[Any]:
            service = Service(settings(folder, public="https://cards.example"))
            await service.start()
            headers = {
                **bearer(pair.secrets["watch"]),
                "Host": "cards.example",
                "Last-Event-ID": "0",
            }
            stream = await Stream(Application(service)).open(
                f"/api/matches/m/events{eyes}", headers
            )
            found = await stream.events(len(pair.twins.record.events))
            await stream.close()
            await service.stop()
            return found

        one, two = (asyncio.run(followed(folder)) for folder in pair.folders)
        assert one == two

    @pytest.mark.parametrize(
        "path",
        [
            "",
            "/line",
            "/steps/3",
            "/ask",
            "/history",
            "/audit",
            "/events",
            "/clocks",
            "/export.tape",
            "/export.jsonl",
            "/export.html",
            "/export.svg",
            "/export.png",
            "/export.gif",
            "/export.webp",
        ],
    )
    def test_no_route_takes_other_eyes(
        self, watched: tuple[Client, dict[str, str]], path: str
    ) -> None:
        client, watch = watched
        for eyes in ("B", "all", "ALL", "b"):
            where = f"/api/matches/m{path}?seat={eyes}"
            assert client.get(where, headers=watch).status_code == 403
            both = f"/api/matches/m{path}?seat=A&seat={eyes}"
            assert client.get(both, headers=watch).status_code in (400, 403)


def test_the_rules_are_asked_over_what_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = Pair(tmp_path, "riftforce", "A")
    parts: list[Record] = []

    def kept(part: Record, *_: object) -> Asked:
        parts.append(part)
        return Asked(0)

    monkeypatch.setattr(matches, "asked", kept)
    for client in pair.clients():
        client.get("/api/matches/m/ask", headers=bearer(pair.secrets["watch"]))
    assert len(parts) == 2
    assert parts[0].events == parts[1].events == pair.twins.record.seen_by(0).events
