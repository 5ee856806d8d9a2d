"""The gate before the application: hosts, origins, who asks, and what goes with every answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from domain.contract.errors import GameError
from replays.service.admission import Admission, Visit
from replays.service.auth import Doorkeeper
from replays.service.problems import MEDIA_TYPE, Refused
from replays.service.settings import Settings

SAFE: Final = ("GET", "HEAD", "OPTIONS")
WRITING: Final = ("POST", "DELETE")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
    b"cache-control": b"private, no-cache",
    b"vary": b"Authorization, Cookie",
}
"""What every answer says, unless it says otherwise itself."""
JSON: Final = "application/json"
SINGLE: Final = (
    b"host", b"authorization", b"content-type", b"content-length", b"if-match", b"idempotency-key",
    b"last-event-id", b"origin", b"sec-fetch-site",
)  # fmt: skip
"""Headers of which a request has one at most."""
PLAIN: Final = "/:@!$&'()*+,;=~"
"""What stands in the log as it is; everything else of a path as in an address, so it is one line."""
LAST: Final = b"last-event"
"""The header that names the number of the last event; it goes into the ETag, too."""

log = logging.getLogger("ludograph.access")


class Gate:
    """An ASGI application that lets in what may come in, and knows who it comes from."""

    def __init__(
        self, app: ASGIApp, settings: Settings, door: Doorkeeper, admission: Admission
    ) -> None:
        self.app = app
        self.settings = settings
        self.door = door
        self.admission = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; the beginning and the end of everything go straight through."""
        kind = str(getattr(scope["type"], "value", scope["type"]))
        if kind == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        elif kind == "http":
            await self.answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def answer(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer an HTTP request."""
        start = time.perf_counter()
        headers = headers_of(scope)
        answer = Answer(send, headers, scope["method"])
        sends = scope["method"] not in SAFE
        visit = Visit(self.admission, client_of(scope), receive, sends=sends)
        scope["visit"] = visit
        try:
            self.strip_base(scope)
            check_single(scope)
            self.check(scope["method"], headers)
            who = scope["auth"] = self.door.identity(headers, visit.address)
            visit.token = who.key if who else ""
            await self.app(scope, visit.receive, answer.send)
        except Refused as refused:
            await answer.refuse(refused)
        except GameError as error:  # of the tokens: everything else is answered further in
            log.error("%s", error)
            await answer.refuse(Refused(500, "the tokens cannot be read"))
        finally:
            visit.leave()
        if self.settings.log:
            spent = 1000 * (time.perf_counter() - start)
            path = quote(scope["path"], PLAIN, errors="replace")
            log.info("%s %s %s %.1f ms", scope["method"], path, answer.status, spent)

    def strip_base(self, scope: Any) -> None:
        """Take the public path off, where a proxy leaves it on."""
        base = self.settings.base
        path = scope["path"]
        if base and (path == base or path.startswith(f"{base}/")):
            scope["path"] = path[len(base) :] or "/"
            scope["raw_path"] = scope["path"].encode()

    def check(self, method: str, headers: Mapping[str, str]) -> None:
        """Refuse other hosts, other sites, and what no page of ours would send. Raises Refused."""
        host = headers.get("host", "")
        names = self.settings.hosts
        if names and host_name(host) not in names:
            raise Refused(421, "this service is not found under that name")
        if method in SAFE:
            return
        origin = headers.get("origin", "").lower()
        ours = {f"http://{host}".lower(), self.settings.origin}
        if self.settings.secure:
            ours = {self.settings.origin}
        if origin and origin not in ours:
            raise Refused(403, "another site may not write here")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refused(403, "another site may not write here")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if method in WRITING and kind != JSON:
            raise Refused(415, f"what is sent has to be {JSON}", headers={"Accept": JSON})
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > self.settings.limits.body:
            raise Refused(413, f"a request is at most {self.settings.limits.body:,} bytes")


def client_of(scope: Any) -> str:
    """The address that a request comes from; empty where it is not known."""
    return str((scope.get("client") or ("", 0))[0])


def headers_of(scope: Any) -> dict[str, str]:
    """The headers of a request by their names, in small letters; of several the last."""
    return {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
    }


def check_single(scope: Any) -> None:
    """Refuse a request of which others than we could read another header. Raises Refused (400)."""
    names = [name.lower() for name, _ in scope["headers"]]
    for name in SINGLE:
        if names.count(name) > 1:
            raise Refused(400, f"a request has one {name.decode()} header")


def host_name(host: str) -> str:
    """The name in a `Host` header, without its port; empty for what is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


class Answer:
    """An answer on its way out: with our headers, and an ETag where it is one piece."""

    def __init__(self, send: Send, asked: Mapping[str, str], method: str) -> None:
        self._send = send
        self.asked = asked
        self.method = method
        self.status = 0
        self.held: Any = None

    async def send(self, message: Message) -> None:
        """Send a message of the application."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            kept = dict(message["headers"])
            headers = [*message["headers"], *(h for h in HEADERS.items() if h[0] not in kept)]
            self.held = {**message, "headers": headers}
            if self.status != 200 or self.method not in ("GET", "HEAD"):
                await self.let_go()
            return
        if self.held is not None and message["type"] == "http.response.body":
            if not message.get("more_body", False):
                message = self.tagged(message)
            await self.let_go()
        await self._send(message)

    async def let_go(self) -> None:
        """Send what was held back."""
        held, self.held = self.held, None
        await self._send(held)

    def tagged(self, message: Any) -> Any:
        """A whole answer with its ETag, made of nothing but its body; or that it is the same."""
        headers = dict(self.held["headers"])
        if self.method == "HEAD" or headers.get(b"cache-control") == b"no-store":
            return message
        digest = blake2b(message["body"], digest_size=12).hexdigest()
        last = headers.get(LAST, b"").decode()
        tag = f'"{last}-{digest}"' if last else f'"{digest}"'
        self.held["headers"].append((b"etag", tag.encode()))
        wanted = self.asked.get("if-none-match", "")
        if wanted.strip() != "*" and tag not in [w.strip() for w in wanted.split(",")]:
            return message
        self.status = self.held["status"] = 304
        unwanted = (b"content-length", b"content-type")
        self.held["headers"] = [h for h in self.held["headers"] if h[0] not in unwanted]
        return {**message, "body": b""}

    async def refuse(self, refused: Refused) -> None:
        """Send a refusal of the gate's own."""
        body = msgspec.json.encode(refused.problem)
        named = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), **refused.headers}
        headers = [(name.lower().encode(), value.encode()) for name, value in named.items()]
        start: Any = {"type": "http.response.start", "status": refused.status, "headers": headers}
        await self.send(start)
        end: Any = {"type": "http.response.body", "body": body, "more_body": False}
        await self.send(end)
