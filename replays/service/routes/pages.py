"""Pages: shells of HTML that hold nothing of any match, what they load, and signing in."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from replays import viewer
from replays.service.access import NOBODY, Identity
from replays.service.auth import COOKIE
from replays.service.page_shells import shell
from replays.service.parameters import (
    MatchId,
    Running,
)
from replays.service.problems import Refused
from replays.service.service import Service

OPEN: Final = {"needs": NOBODY}
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
"""What is served beside pages; nothing else is."""


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A secret to sign in with."""

    token: str


class Session(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is signed in, and what they may do."""

    role: str
    """watch, record, judge or admin; empty for nobody."""
    name: str = ""
    match: str = ""
    seat: str = ""
    tokens: bool = False
    """Whether this service wants tokens."""


def page(service: Service, name: str) -> Response[bytes]:
    """A page by its name, with the path under which people find the service."""
    return Response(shell(name, service.settings.base), media_type="text/html")


@cache
def asset(name: str) -> bytes:
    """A file of the viewer; nothing if there is none."""
    file = files(viewer).joinpath("static", name)
    return file.read_bytes() if file.is_file() else b""


class Pages(Controller):
    """Pages; what they show they ask of the API."""

    opt = OPEN
    include_in_schema = False

    @get("/", sync_to_thread=False)
    def index(self, service: Running) -> Response[bytes]:
        """The list of matches."""
        return page(service, "index")

    @get("/new", sync_to_thread=False)
    def new(self, service: Running) -> Response[bytes]:
        """Where a match is opened."""
        return page(service, "new")

    @get("/matches/{match_id:str}", sync_to_thread=False)
    def match(self, service: Running, match_id: MatchId) -> Response[bytes]:
        """Where a match is watched."""
        return page(service, "match")

    @get("/matches/{match_id:str}/record", sync_to_thread=False)
    def record(self, service: Running, match_id: MatchId) -> Response[bytes]:
        """Where a match is recorded."""
        return page(service, "record")

    @get("/stats", sync_to_thread=False)
    def stats(self, service: Running) -> Response[bytes]:
        """Statistics."""
        return page(service, "stats")

    @get("/sql", sync_to_thread=False)
    def sql(self, service: Running) -> Response[bytes]:
        """Queries."""
        return page(service, "sql")

    @get("/sign-in", sync_to_thread=False)
    def sign_in(self, service: Running) -> Response[bytes]:
        """Where a token is entered."""
        return page(service, "sign-in")

    @get("/static/{name:str}", sync_to_thread=False)
    def static(self, name: FromPath[str]) -> Response[bytes]:
        """What pages load."""
        kind = TYPES.get(name[name.rfind(".") :])
        body = asset(name) if kind and "/" not in name and not name.startswith(".") else b""
        if not kind or not body:
            raise Refused(404, "there is no such file")
        return Response(body, media_type=kind)


class Sessions(Controller):
    """Who is signed in, for pages: a browser cannot send a header with everything."""

    path = "/api/session"
    opt = OPEN
    tags = ("session",)

    @get("/", sync_to_thread=False)
    def session(self, service: Running, request: Request[Any, Any, Any]) -> Session:
        """Who asks, and what they may do."""
        return session_of(service, request.scope.get("auth"))

    @post("/", sync_to_thread=False, status_code=200)
    def begin(
        self, service: Running, request: Request[Any, Any, Any], data: JSONBody[SignIn]
    ) -> Response[Session]:
        """Sign in with a token; the browser keeps it where no script can read it."""
        address = request.client.host if request.client else ""
        who = service.door.known(data.token, address)
        return Response(session_of(service, who), cookies=[cookie(service, data.token, who)])

    @delete("/", sync_to_thread=False, status_code=200)
    def end(self, service: Running) -> Response[Session]:
        """Sign out."""
        gone = Cookie(key=COOKIE, value="", path=f"{service.settings.base}/", max_age=0)
        return Response(session_of(service, None), cookies=[gone])


def cookie(service: Service, secret: str, who: Identity) -> Cookie:
    """The cookie that holds a token: for this site only, and out of reach of scripts."""
    token = who.token
    left = int(token.until - service.tokens.clock()) if token and token.until else None
    return Cookie(
        key=COOKIE, value=secret, path=f"{service.settings.base}/", httponly=True, samesite="strict",
        secure=service.settings.secure, max_age=left,
    )  # fmt: skip


def session_of(service: Service, who: Identity | None) -> Session:
    """Who is signed in, for pages."""
    wanted = not service.settings.local
    if who is None:
        return Session("", tokens=wanted)
    seat = who.token.seat if who.token else ""
    return Session(who.role, who.name, who.match, seat, wanted)
