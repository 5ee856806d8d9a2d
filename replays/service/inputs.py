"""What requests that write say, made into what the recorder takes."""

from __future__ import annotations

from domain.contract.errors import GameError, Reason
from domain.contract.game import SEAT_NAMES, Seat
from domain.revise.amendment import Answer, Misfit
from replays.service.bodies import Correction, Ending, Ruling
from replays.service.problems import Refused


def one_line(text: str) -> str:
    """A line, if it is one. Raises GameError (UNREADABLE)."""
    if not text.strip() or len(text.splitlines()) != 1:
        raise GameError(Reason.UNREADABLE, "a request records one line")
    return text


def answering(data: Correction) -> Answer:
    """What a request answers to later lines that do not fit."""

    def answer(misfit: Misfit) -> str:
        found = data.answers.get(misfit.number) or data.otherwise
        if not found:
            ways = ("keep", "stop")
            raise Refused(409, str(misfit), kind="misfit", legal=ways, step=misfit.number)
        return found

    return answer


def winner_of(data: Ending) -> Seat | None:
    """Who wins. Raises GameError (BAD_SETTING) where it is not said who loses."""
    seat = SEAT_NAMES.index(data.seat) if data.seat else None
    if seat is None or data.why == "abandonment":
        return seat
    if data.why == "agreed":
        raise GameError(Reason.BAD_SETTING, "what both agree on is a draw; it has no seat")
    return 1 - seat


def ruling_line(data: Ruling) -> str:
    """A ruling as it is typed. Raises GameError (BAD_SETTING)."""
    for word in (data.judge, data.why):
        if any(mark in word for mark in "[]{}"):
            raise GameError(Reason.BAD_SETTING, f"no brackets or braces in {word!r}")
    if data.stood and data.kind:
        raise GameError(Reason.BAD_SETTING, f"a play that stood is no {data.kind}")
    parts = [
        "!!" if data.stood else "!",
        f"{data.kind}:" if data.kind else "",
        f"[{data.judge}]" if data.judge else "",
        data.facts.strip().lstrip("! "),
        f"{{{data.why}}}" if data.why else "",
    ]
    return " ".join(part for part in parts if part)
