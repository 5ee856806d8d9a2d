"""Writing: matches opened, lines recorded, taken back and corrected, rulings, remarks, clocks, ends."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Controller, Response, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from domain.contract.errors import GameError
from domain.contract.game import SEAT_NAMES
from domain.formats.checks import check_eyes, check_times
from domain.formats.tape import decide_line, without_comments
from domain.games import game as find_game
from domain.record.chain import chained
from domain.record.match import Record
from domain.revise.undo import standing
from domain.store.recorder import Recorder
from replays.service.access import Identity, check_match, check_writing
from replays.service.bodies import (
    Aside,
    Correction,
    Ending,
    Opening,
    Redo,
    Remark,
    Ruling,
    Said,
    TakeBack,
)
from replays.service.inputs import answering, one_line, ruling_line, winner_of
from replays.service.parameters import (
    IdempotencyKey,
    IfMatch,
    MatchId,
    Running,
    Who,
)
from replays.service.problems import Problem, Refused
from replays.service.service import Service
from replays.service.writes import Answer, Asking, Deed, Recorded, check_line, recorded

WRITTEN: Final[dict[int, ResponseSpec]] = {
    200: ResponseSpec(Recorded, description="What was recorded.", generate_examples=False),
    412: ResponseSpec(Problem, description="Others recorded meanwhile.", generate_examples=False),
    422: ResponseSpec(Problem, description="It is not legal.", generate_examples=False),
    428: ResponseSpec(Problem, description="If-Match is missing.", generate_examples=False),
}  # fmt: skip


def answered(answer: Answer) -> Response[bytes]:
    """What was recorded."""
    headers = {"Last-Event": str(answer.last), "ETag": f'"{answer.last}"'}
    if answer.again:
        headers["Idempotent-Replayed"] = "true"
    return Response(answer.body, status_code=200, media_type="application/json", headers=headers)


def by_of(who: Identity, said: str) -> str:
    """Who writes: as the request says, or else as the token is called."""
    return said or who.name


def dry_run(service: Service, who: Identity, match_id: str, deed: Any) -> Response[bytes]:
    """What a request would record; nothing is. `deed` returns the events, and more to tell."""
    check_match(who, match_id)
    record = service.library.copy(match_id)
    check_writing(who, record)
    last = len(record.events)
    events, more = deed(record)
    chained(record, events)
    told = recorded(record, range(last + 1, len(record.events) + 1), who.eyes, dry=True, **more)
    return Response(msgspec.json.encode(told), status_code=200, media_type="application/json")


class Playing(Controller):
    """Writing."""

    path = "/api/matches"
    tags = ("recording",)

    @post("/", sync_to_thread=True, opt={"needs": "record"}, responses={201: WRITTEN[200]})
    def open(
        self, service: Running, who: Who, data: JSONBody[Opening], key: IdempotencyKey = ""
    ) -> Response[bytes]:
        """Open a match."""
        if who.match:
            raise Refused(403, "this token is for one match that is there already")
        eyes = data.eyes or (SEAT_NAMES[who.seat] if who.seat is not None else "")
        if who.seat is not None and eyes != SEAT_NAMES[who.seat]:
            raise Refused(403, f"this token sees as {SEAT_NAMES[who.seat]} does")
        said = msgspec.structs.asdict(data)
        game, settings, players = said.pop("game"), said.pop("settings"), said.pop("players")
        said |= {"match_id": said.pop("id"), "eyes": eyes, "by": by_of(who, data.by)}

        def make(recorder: Recorder) -> Record:
            return recorder.new_match(find_game(game.lower()), settings, players, **said)

        body = msgspec.json.encode(data)
        answer = service.writer.open(Asking(who, "", "", key, "/api/matches", body), make)
        found = answered(answer)
        found.status_code = 201
        found.headers["Location"] = f"{service.settings.base}/api/matches/{answer.match}"
        return found

    @post("/{match_id:str}/steps", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def steps(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Said],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Record a line of notation: all its steps, or none."""
        check_line(who, data.line)
        if data.dry:
            return dry_run(
                service, who, match_id, lambda record: (tried(service, record, data), {})
            )
        return played(service, who, match_id, data, if_match, key, "steps")

    @post("/{match_id:str}/rule", sync_to_thread=True, opt={"needs": "judge"}, responses=WRITTEN)
    def rule(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Ruling],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Enter a ruling: facts that the rules did not give, or a play that stood."""
        line = Said(ruling_line(data), data.by, data.dry)
        if data.dry:
            return dry_run(
                service, who, match_id, lambda record: (tried(service, record, line), {})
            )
        return played(service, who, match_id, line, if_match, key, "rule")

    @post(
        "/{match_id:str}/takeback", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN
    )
    def takeback(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[TakeBack],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Take back the last lines, or everything after a step."""

        def deed(recorder: Recorder, record: Record) -> None:
            if data.to is not None:
                standing(record, data.to)
            try:
                recorder.take_back(
                    record, data.to, lines=data.lines, confirmed=data.confirmed,
                    by=by_of(who, data.by), note=data.note,
                )  # fmt: skip
            except GameError as error:
                if "--confirm" in error.legal:
                    raise Refused(409, error.message, kind="unconfirmed") from error
                raise

        return write(service, who, match_id, data, if_match, key, "takeback", deed)

    @post("/{match_id:str}/redo", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def redo(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Redo],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Take the last take-back back, or let the line end with any step that was recorded."""

        def deed(recorder: Recorder, record: Record) -> None:
            recorder.redo(record, data.to, by=by_of(who, data.by), note=data.note)

        return write(service, who, match_id, data, if_match, key, "redo", deed)

    @post(
        "/{match_id:str}/correct", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN
    )
    def correct(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Correction],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Correct the line that tells a step; everything after it is decided again."""
        for line in (data.line, *data.answers.values()):
            check_line(who, line)

        def amended(recorder: Recorder, record: Record, *, dry: bool) -> Any:
            standing(record, data.step)
            return recorder.amend(
                record, data.step, data.line, answer=answering(data),
                why="reveal" if data.reveal else "correction",
                by=by_of(who, data.by), note=data.note, dry=dry,
            )  # fmt: skip

        def trial(record: Record) -> tuple[Any, dict[str, Any]]:
            found = amended(service.recorder, record, dry=True)
            misfits = tuple(f"{misfit}: {answer}" for misfit, answer in found.misfits)
            return found.events, {"was": found.was, "misfits": misfits, "dropped": found.dropped}

        if data.dry:
            return dry_run(service, who, match_id, trial)
        return write(
            service, who, match_id, data, if_match, key, "correct",
            lambda recorder, record: amended(recorder, record, dry=False),
        )  # fmt: skip

    @post("/{match_id:str}/note", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def note(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Remark],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Keep a remark on a step."""

        def deed(recorder: Recorder, record: Record) -> None:
            recorder.remark(record, data.text, data.step, by=by_of(who, data.by))

        return write(service, who, match_id, data, if_match, key, "note", deed)

    @post("/{match_id:str}/pause", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def pause(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Aside],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Stop the clocks."""

        def deed(recorder: Recorder, record: Record) -> None:
            recorder.pause(record, by=by_of(who, data.by), note=data.note)

        return write(service, who, match_id, data, if_match, key, "pause", deed)

    @post("/{match_id:str}/resume", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def resume(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Aside],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """Let the clocks go on."""

        def deed(recorder: Recorder, record: Record) -> None:
            recorder.resume(record, by=by_of(who, data.by), note=data.note)

        return write(service, who, match_id, data, if_match, key, "resume", deed)

    @post("/{match_id:str}/end", sync_to_thread=True, opt={"needs": "record"}, responses=WRITTEN)
    def end(
        self, service: Running, who: Who, match_id: MatchId, data: JSONBody[Ending],
        if_match: IfMatch = "", key: IdempotencyKey = "",
    ) -> Response[bytes]:  # fmt: skip
        """End a match by other ways than its rules."""

        def deed(recorder: Recorder, record: Record) -> None:
            recorder.end(
                record, data.why, winner_of(data), judge=data.judge,
                by=by_of(who, data.by), note=data.note,
            )  # fmt: skip

        return write(service, who, match_id, data, if_match, key, "end", deed)


def write(
    service: Service, who: Identity, match_id: str, data: msgspec.Struct, if_match: str, key: str,
    what: str, deed: Deed,
) -> Response[bytes]:  # fmt: skip
    """Write as a request asks."""
    path = f"/api/matches/{match_id}/{what}"
    asking = Asking(who, match_id, if_match, key, path, msgspec.json.encode(data))
    return answered(service.writer.write(asking, deed))


def played(
    service: Service, who: Identity, match_id: str, data: Said, if_match: str, key: str, what: str
) -> Response[bytes]:
    """Record a line as typed, comments and all."""
    said, note = without_comments(one_line(data.line))

    def deed(recorder: Recorder, record: Record) -> None:
        recorder.play_line(record, said, by=by_of(who, data.by), note=note)

    return write(service, who, match_id, data, if_match, key, what, deed)


def tried(service: Service, record: Record, data: Said) -> Any:
    """The steps of a line that is only tried. Raises GameError."""
    said, note = without_comments(one_line(data.line))
    steps = decide_line(record.live(), said, note, **service.recorder.stamps(record, data.by))
    check_times(record.opened.at, steps, service.recorder.clock(), len(record.events) + 1)
    check_eyes(record, steps)
    return steps
