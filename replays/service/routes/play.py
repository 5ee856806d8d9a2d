"""Writing: matches opened, lines recorded, taken back and corrected, rulings, remarks, clocks, ends."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Controller, Response, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from domain.commands import (
    Amend,
    Change,
    End,
    Note,
    Open,
    Pause,
    Play,
    Redo,
    Resume,
    Rule,
    Undo,
)
from domain.contract.errors import GameError, Reason
from domain.contract.game import SEAT_NAMES
from replays.service.parameters import (
    IdempotencyKey,
    IfMatch,
    MatchId,
    Running,
    Who,
)
from replays.service.problems import Problem, Refused
from replays.service.routes.responses import as_json
from replays.service.service import Service
from replays.service.writes import Answer, Asking, Recorded

WRITTEN: Final[dict[int, ResponseSpec]] = {
    200: ResponseSpec(Recorded, description="What was recorded.", generate_examples=False),
    412: ResponseSpec(Problem, description="Others recorded meanwhile.", generate_examples=False),
    422: ResponseSpec(Problem, description="It is not legal.", generate_examples=False),
    428: ResponseSpec(Problem, description="If-Match is missing.", generate_examples=False),
}  # fmt: skip


def command_route(
    kind: type[Change], path: str, about: str, needs: str = "record"
) -> HTTPRouteHandler:
    """Make the route that takes a command as its body, and records what comes of it."""

    def handler(
        self: Any,
        service: Any,
        who: Any,
        match_id: str,
        data: Any,
        if_match: Any = "",
        key: Any = "",
    ) -> Response[bytes]:
        request = f"{self.path}/{match_id}/{path}"
        body = msgspec.json.encode(data)
        return write(service, Asking(who, match_id, if_match, key, request, body), data)

    body_of: Any = JSONBody
    handler.__name__, handler.__doc__ = path, about
    handler.__annotations__ = {
        "service": Running,
        "who": Who,
        "match_id": MatchId,
        "data": body_of[kind],
        "if_match": IfMatch,
        "key": IdempotencyKey,
        "return": Response[bytes],
    }
    made = post(
        f"/{{match_id:str}}/{path}", sync_to_thread=True, opt={"needs": needs}, responses=WRITTEN
    )
    return made(handler)


class Playing(Controller):
    """Writing."""

    path = "/api/matches"
    tags = ("recording",)

    @post("/", sync_to_thread=True, opt={"needs": "record"}, responses={201: WRITTEN[200]})
    def open(
        self, service: Running, who: Who, data: JSONBody[Open], key: IdempotencyKey = ""
    ) -> Response[bytes]:
        """Open a match."""
        if who.match:
            raise Refused(403, "this token is for one match that is there already")
        eyes = data.eyes or (SEAT_NAMES[who.seat] if who.seat is not None else "")
        if who.seat is not None and eyes != SEAT_NAMES[who.seat]:
            raise Refused(403, f"this token sees as {SEAT_NAMES[who.seat]} does")
        asking = Asking(who, "", "", key, "/api/matches", msgspec.json.encode(data))
        command = msgspec.structs.replace(data, eyes=eyes)
        answer = service.writer.open(asking, command)
        found = answered(answer)
        found.status_code = 201
        found.headers["Location"] = f"{service.settings.base}/api/matches/{answer.match}"
        return found

    steps = command_route(Play, "steps", "Record a line of notation: all its steps, or none.")
    rule = command_route(
        Rule,
        "rule",
        "Enter a ruling: facts that the rules did not give, or a play that stood.",
        needs="judge",
    )
    takeback = command_route(
        Undo, "takeback", "Take back the last lines, or everything after a step."
    )
    redo = command_route(
        Redo,
        "redo",
        "Take the last take-back back, or let the line end with any step that was recorded.",
    )
    correct = command_route(
        Amend,
        "correct",
        "Correct the line that tells a step; everything after it is decided again.",
    )
    note = command_route(Note, "note", "Keep a remark on a step.")
    pause = command_route(Pause, "pause", "Stop the clocks.")
    resume = command_route(Resume, "resume", "Let the clocks go on.")
    end = command_route(End, "end", "End a match by other ways than its rules.")


def write(service: Service, request: Asking, data: Change) -> Response[bytes]:
    """Carry out the command of a request, or only try it. Raises Refused or GameError."""
    if isinstance(data, Play | Rule):
        check_line(data.line)
    if not data.dry:
        return answered(service.writer.write(request, data))
    found = service.writer.trial(request.who, request.match, data)
    return as_json(msgspec.json.encode(found))


def check_line(text: str) -> None:
    """Refuse what is no single line. Raises GameError (UNREADABLE)."""
    if not text.strip() or len(text.splitlines()) != 1:
        raise GameError(Reason.UNREADABLE, "a request records one line")


def answered(answer: Answer) -> Response[bytes]:
    """Return what was recorded."""
    headers = {"Last-Event": str(answer.last), "ETag": f'"{answer.last}"'}
    if answer.again:
        headers["Idempotent-Replayed"] = "true"
    return as_json(answer.body, headers)
