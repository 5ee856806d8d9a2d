"""The description of the API: OpenAPI as JSON, and a plain page that loads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from replays.service.auth import COOKIE
from replays.viewer.template import render

ABOUT: Final = """\
Watch, record, share and ask about matches. Every refusal is a problem (RFC 9457). A match is named by
its id, an event by its number, for ever. Writing wants `If-Match` with the number of the last event
that is known, and takes an `Idempotency-Key`. On this machine nobody needs a token; anywhere else
everybody does: `Authorization: Bearer …`, made by `ludograph token add`."""


class Taken(msgspec.Struct, frozen=True):
    """A parameter of an operation."""

    name: str
    place: str
    """`path` or `header`; empty for the query."""
    words: str


class Operation(msgspec.Struct, frozen=True):
    """A method of a path."""

    method: str
    path: str
    words: str
    takes: tuple[Taken, ...]


class Plain(OpenAPIRenderPlugin):
    """A page of plain HTML."""

    def __init__(self, base: str) -> None:
        super().__init__(path="/")
        self.base = base

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Every path, what it does, and what it takes."""
        info = openapi_schema["info"]
        return render(
            "api.html",
            title=info["title"],
            base=self.base,
            about=info["description"],
            operations=tuple(operations(openapi_schema)),
        ).encode()


def operations(schema: dict[str, Any]) -> Iterator[Operation]:
    """Every operation of a description, by path."""
    for path, methods in sorted(schema["paths"].items()):
        for method, found in methods.items():
            if isinstance(found, dict) and "responses" in found:
                words = found.get("description") or found.get("summary") or ""
                takes = tuple(map(taken, found.get("parameters", ())))
                yield Operation(method.upper(), path, words, takes)


def taken(parameter: dict[str, Any]) -> Taken:
    """A parameter of a description."""
    words = parameter.get("description") or parameter.get("schema", {}).get("description", "")
    place = parameter["in"]
    return Taken(parameter["name"], "" if place == "query" else place, words)


def described(version: str, base: str = "") -> OpenAPIConfig:
    """How the API is described; `base` is the path under which people find the service."""
    bearer = SecurityScheme(type="http", scheme="bearer")
    cookie = SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie")
    return OpenAPIConfig(
        title="ludograph",
        version=version,
        description=ABOUT.replace("\n", " "),
        path="/schema",
        use_handler_docstrings=True,
        render_plugins=[Plain(base), JsonRenderPlugin(path="/openapi.json")],
        components=Components(security_schemes={"token": bearer, "cookie": cookie}),
        security=[{"token": []}, {"cookie": []}],
    )
