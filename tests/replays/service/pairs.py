"""Two services with twins: what is asked of every route, as whom, and what is answered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

from domain.contract.errors import GameError
from domain.record.match import Record
from domain.store.recorder import Recorder
from replays.service.tokens import Tokens
from tests.leaks.samples import samples
from tests.leaks.twins import Twins, twin_of
from tests.replays.service.served import Client, bearer, serving, settings

SEATS: Final = {"A": 0, "B": 1, "spectator": None}

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

    def __init__(self, folder: Path, seat: str, twins: Twins) -> None:
        self.seat = seat
        self.twins = twins
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
