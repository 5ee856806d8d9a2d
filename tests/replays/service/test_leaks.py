"""No route tells a seat the other's hidden cards: of twins every answer is the same, to the byte.

Every route of the application is asked here; one that is not fails the test.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from domain.record.match import Record
from replays.service.app import Application
from replays.service.prompts import Asked
from replays.service.routes import matches
from replays.service.service import Service
from tests.replays.service.pairs import READ, WRITE, M, Pair, told, twins_of
from tests.replays.service.served import Client, Stream, bearer, serving, settings

NOTHING: Final = frozenset({"/", "/new", "/matches/{match_id:str}", "/stats", "/sql", "/sign-in",
                            "/matches/{match_id:str}/record", "/static/{name:str}", "/schema",
                            "/schema/openapi.json", "/schema/{path:str}", "/api/games",
                            "/api/session"})  # fmt: skip
"""Routes that do not know the store: `TestNothing` holds them to that."""
STREAMS: Final = frozenset({f"{M}/events"})


def pair_of(folder: Path, name: str, seat: str, asked: int | str | None = None) -> Pair:
    """Two services, one with a sample and one with its twin."""
    return Pair(folder, seat, twins_of(name, seat, asked))


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
        pair = pair_of(tmp_path, "riftforce", "A")
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
    pair = pair_of(tmp_path_factory.mktemp("eyes"), "riftforce", "A")
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
        one, two = pair_of(tmp_path, name, seat, asked).answers()
        assert len(one) == len(two) > 100
        for (what, first), (also, second) in zip(one, two, strict=True):
            assert what == also
            assert first == second, what
            assert not first.startswith(b"5"), (what, first)
        fine = [what for what, first in one if first.startswith(b"200") and "GET" in what]
        assert len(fine) > 50

    def test_and_not_to_who_may_see_all(self, tmp_path: Path) -> None:
        """What is asked does show what differs."""
        pair = pair_of(tmp_path, "riftforce", "A")
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
        pair = pair_of(tmp_path, "riftforce", "A")

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
    pair = pair_of(tmp_path, "riftforce", "A")
    parts: list[Record] = []

    def kept(part: Record, *_: object) -> Asked:
        parts.append(part)
        return Asked(0)

    monkeypatch.setattr(matches, "asked", kept)
    for client in pair.clients():
        client.get("/api/matches/m/ask", headers=bearer(pair.secrets["watch"]))
    assert len(parts) == 2
    assert parts[0].events == parts[1].events == pair.twins.record.seen_by(0).events
