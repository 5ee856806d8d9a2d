"""The description of the API: OpenAPI as JSON, and a plain page that loads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Final

from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from replays.service.auth import COOKIE

ABOUT: Final = """\
Watch, record, share and ask about matches. Every refusal is a problem (RFC 9457). A match is named by
its id, an event by its number, for ever. Writing wants `If-Match` with the number of the last event
that is known, and takes an `Idempotency-Key`. On this machine nobody needs a token; anywhere else
everybody does: `Authorization: Bearer …`, made by `ludograph token add`."""
PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<base href="{base}/">
<link rel="icon" href="static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="static/viewer.css">
<link rel="stylesheet" href="static/pages.css">
</head>
<body>
<main class="api">
<h1>{title}</h1>
<p>{about}</p>
<p><a href="{base}/">Matches</a> · <a href="{json}">OpenAPI, as JSON</a></p>
{rows}
</main>
</body>
</html>
"""


class Plain(OpenAPIRenderPlugin):
    """A page of plain HTML."""

    def __init__(self, base: str) -> None:
        super().__init__(path="/")
        self.base = base

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Every path, what it does, and what it takes."""
        info = openapi_schema["info"]
        return PAGE.format(
            title=escape(info["title"]),
            base=escape(self.base),
            about=escape(info["description"]),
            json="schema/openapi.json",
            rows="\n".join(rows(openapi_schema)),
        ).encode()


def rows(schema: dict[str, Any]) -> Iterator[str]:
    """Every operation as HTML."""
    for path, methods in sorted(schema["paths"].items()):
        for method, told in methods.items():
            if not isinstance(told, dict) or "responses" not in told:
                continue
            said = told.get("description") or told.get("summary") or ""
            yield f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield f"<p>{escape(said)}</p>"
            takes = "".join(parameters(told.get("parameters", ())))
            yield f"<dl>{takes}</dl></section>" if takes else "</section>"


def parameters(found: Any) -> Iterator[str]:
    """What an operation takes, as HTML."""
    for parameter in found:
        said = parameter.get("description") or parameter.get("schema", {}).get("description", "")
        where = "" if parameter["in"] == "query" else f" ({parameter['in']})"
        name = f"<code>{escape(parameter['name'])}</code>{where}"
        yield f"<dt>{name}</dt><dd>{escape(said)}</dd>"


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
