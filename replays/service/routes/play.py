"""Writing: matches opened, lines recorded, taken back and corrected, rulings, remarks, clocks, ends."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Controller, Response, post
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
from replays.service.access import Identity
from replays.service.parameters import (
    IdempotencyKey,
    IfMatch,
    MatchId,
    Running,
    Who,
)
from replays.service.problems import Problem, Refused
from replays.service.service import Service
from replays.service.writes import Answer, Asking, Recorded, check_judge

WRITTEN: Final[dict[int, ResponseSpec]] = {
    200: ResponseSpec(Recorded, description="What was recorded.", generate_examples=False),
    412: ResponseSpec(Problem, description="Others recorded meanwhile.", generate_examples=False),
    422: ResponseSpec(Problem, description="It is not legal.", generate_examples=False),
    428: ResponseSpec(Problem, description="If-Match is missing.", generate_examples=False),
}  # fmt: skip


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
        command = msgspec.structs.replace(data, eyes=eyes, by=data.by or who.name)
        answer = service.writer.open(asking, command)
        found = answered(answer)
        found.status_code = 201
        found.headers["Location"] = f"{service.settings.base}/api/matches/{answer.match}"
        return found

    @post("/{match_id:str}/steps", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def steps(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Play],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Record a line of notation: all its steps, or none."""
        return write(service, asking(who, match_id, data, if_match, key, "steps"), data)

    @post("/{match_id:str}/rule", sync_to_thread=True, opt={"needs": "judge"}, responses=WRITTEN)
    def rule(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Rule],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Enter a ruling: facts that the rules did not give, or a play that stood."""
        return write(service, asking(who, match_id, data, if_match, key, "rule"), data)

    @post(
        "/{match_id:str}/takeback", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN
    )
    def takeback(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Undo],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Take back the last lines, or everything after a step."""
        return write(service, asking(who, match_id, data, if_match, key, "takeback"), data)

    @post("/{match_id:str}/redo", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def redo(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Redo],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Take the last take-back back, or let the line end with any step that was recorded."""
        return write(service, asking(who, match_id, data, if_match, key, "redo"), data)

    @post(
        "/{match_id:str}/correct", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN
    )
    def correct(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Amend],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Correct the line that tells a step; everything after it is decided again."""
        return write(service, asking(who, match_id, data, if_match, key, "correct"), data)

    @post("/{match_id:str}/note", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def note(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Note],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Keep a remark on a step."""
        return write(service, asking(who, match_id, data, if_match, key, "note"), data)

    @post("/{match_id:str}/pause", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def pause(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Pause],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Stop the clocks."""
        return write(service, asking(who, match_id, data, if_match, key, "pause"), data)

    @post("/{match_id:str}/resume", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def resume(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Resume],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Let the clocks go on."""
        return write(service, asking(who, match_id, data, if_match, key, "resume"), data)

    @post("/{match_id:str}/end", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def end(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[End],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """End a match by other ways than its rules."""
        return write(service, asking(who, match_id, data, if_match, key, "end"), data)


def asking(
    who: Identity, match_id: str, data: Change, if_match: str, key: str, what: str
) -> Asking:
    """Return what a request says about how it writes."""
    path = f"/api/matches/{match_id}/{what}"
    return Asking(who, match_id, if_match, key, path, msgspec.json.encode(data))


def write(service: Service, request: Asking, data: Change) -> Response[bytes]:
    """Carry out the command of a request, or only try it. Raises Refused or GameError."""
    if isinstance(data, Play | Rule):
        check_line(data.line)
    check_judge(request.who, data)
    command = msgspec.structs.replace(data, by=data.by or request.who.name)
    if not command.dry:
        return answered(service.writer.write(request, command))
    found = service.writer.trial(request.who, request.match, command)
    return Response(msgspec.json.encode(found), status_code=200, media_type="application/json")


def check_line(text: str) -> None:
    """Refuse what is no single line. Raises GameError (UNREADABLE)."""
    if not text.strip() or len(text.splitlines()) != 1:
        raise GameError(Reason.UNREADABLE, "a request records one line")


def answered(answer: Answer) -> Response[bytes]:
    """Return what was recorded."""
    headers = {"Last-Event": str(answer.last), "ETag": f'"{answer.last}"'}
    if answer.again:
        headers["Idempotent-Replayed"] = "true"
    return Response(answer.body, status_code=200, media_type="application/json", headers=headers)
