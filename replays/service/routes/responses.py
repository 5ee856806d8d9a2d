"""How routes answer with bytes that are written already, and how the description of the API has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from litestar import Response, get
from litestar.openapi import ResponseSpec

JSON: Final = "application/json"


def as_bytes(body: bytes, media: str, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """Answer with bytes of a media type."""
    return Response(body, status_code=200, media_type=media, headers=dict(headers or {}))


def as_json(body: bytes, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """Answer with JSON that is written already."""
    return as_bytes(body, JSON, headers)


def answers(kind: Any, what: str) -> dict[int, ResponseSpec]:
    """Describe what an answer holds, for the description of the API."""
    return {200: ResponseSpec(kind, description=what, generate_examples=False)}


def get_json(path: str, kind: Any, what: str, description: str | None = None) -> get:
    """Make the route of a handler that reads and answers in JSON written already.

    For the description of the API: `kind` is the type of what is answered, `what` names it, and
    `description` is of the route, where the docstring of the handler is not enough.
    """
    responses = answers(kind, what)
    return get(
        path, sync_to_thread=True, opt={"needs": "watch"}, responses=responses,
        description=description,
    )  # fmt: skip
