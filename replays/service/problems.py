"""Problem details (RFC 9457): what every refusal looks like."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from domain.commands import Unentitled
from domain.contract.errors import GameError, Reason
from domain.revise.misfits import KEEP, STOP, Unanswered
from domain.revise.undo import Unconfirmed

MEDIA_TYPE: Final = "application/problem+json"
STATUS: Final[Mapping[Reason, int]] = {
    Reason.ILLEGAL: 422,
    Reason.UNREADABLE: 422,
    Reason.NOT_FOUND: 404,
    Reason.CONFLICT: 409,
    Reason.BAD_SETTING: 400,
    Reason.CORRUPT: 500,
    Reason.BUSY: 503,
    Reason.UNAVAILABLE: 503,
}
"""The one table from reasons to HTTP statuses."""
MOST_LEGAL: Final = 200
"""Legal answers that are shown."""
LONGEST: Final = 2_000
"""Letters of a detail that are shown."""
PLAINLY: Final = {
    404: "there is nothing at this path",
    405: "this path does not take that method",
    413: "the request is too long",
}
"""What the framework says in fewer words."""

log = logging.getLogger("ludograph.service")


class Problem(msgspec.Struct, omit_defaults=True):
    """What was wrong with a request."""

    type: str
    """`urn:ludograph:` and the reason in a word."""
    title: str
    status: int
    detail: str = ""
    source: str = ""
    """What was read: `SQL`, for instance."""
    line: int = 0
    """Where it is wrong, counted from 1; left out where that is not known."""
    column: int = 0
    legal: tuple[str, ...] = ()
    """What would have been right, as it is typed."""
    step: int = 0
    """Number of the step that it is about."""
    last: int | None = None
    """Number of the last event that is recorded, where another was expected."""
    events: tuple[dict[str, Any], ...] = ()
    """What was recorded since the event that was expected."""


class Refused(Exception):
    """A request that is refused: the status, and why."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        kind: str = "",
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = dict(headers or {})
        title = HTTPStatus(status).phrase
        name = kind or title.lower().replace(" ", "-")
        self.problem = Problem(f"urn:ludograph:{name}", title, status, detail[:LONGEST], **more)


def of_error(error: GameError, store: str = "") -> Refused:
    """A refusal of the domain as one of HTTP; where the store lies is nobody's business."""
    if isinstance(error, Unconfirmed):
        return Refused(409, error.message, kind="unconfirmed")
    if isinstance(error, Unentitled):
        return Refused(403, error.message, legal=error.legal)
    if isinstance(error, Unanswered):
        misfit = error.misfit
        return Refused(409, str(misfit), kind="misfit", legal=(KEEP, STOP), step=misfit.number)
    status = STATUS[error.reason]
    detail = error.message.replace(store, "the store") if store else error.message
    found = Refused(
        status,
        detail,
        kind=error.reason.value.replace(" ", "-"),
        headers={"Retry-After": "1"} if error.reason is Reason.BUSY else None,
        source=error.source if error.source == "SQL" else "",
        line=error.line,
        column=error.column,
        legal=tuple(str(word) for word in error.legal[:MOST_LEGAL]),
    )
    found.problem.title = error.reason.value
    return found


def of_http(error: HTTPException) -> Refused:
    """A refusal of the framework: no such path, another method, a body that does not fit."""
    status = error.status_code
    detail = error.detail if status < 500 else "a fault of the service"
    extra = error.extra if isinstance(error.extra, list) else []
    details = [
        f"{item.get('key', '')}: {item['message']}".removeprefix(": ")
        for item in extra
        if isinstance(item, dict) and "message" in item
    ]
    if status == 400 and details:
        detail = "; ".join(details)
    detail = PLAINLY.get(status, detail)
    headers = {k: v for k, v in (error.headers or {}).items() if k.lower() == "allow"}
    return Refused(status, detail, headers=headers)


def answered(refused: Refused) -> Response[bytes]:
    """Answer with a refusal."""
    return Response(
        msgspec.json.encode(refused.problem),
        status_code=refused.status,
        media_type=MEDIA_TYPE,
        headers=refused.headers,
    )


def handle(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Whatever went wrong, as problem details; a fault of ours says nothing of itself."""
    if isinstance(error, Refused):
        return answered(error)
    if isinstance(error, RecursionError):
        return answered(Refused(400, "what was sent is nested too deeply"))
    if isinstance(error, GameError):
        store = str(getattr(request.app.state, "store_path", ""))
        return answered(of_error(error, store))
    if isinstance(error, HTTPException) and error.status_code < 500:
        return answered(of_http(error))
    log.error("a fault of the service: %s", type(error).__name__, exc_info=error)
    return answered(Refused(500, "a fault of the service; nothing was half recorded"))
