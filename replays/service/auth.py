"""Who a request comes from: the token it brings, or whoever sits at this machine."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Final

from replays.service.access import LOCAL, Identity
from replays.service.problems import Refused
from replays.service.settings import Settings
from replays.service.tokens import Tokens

COOKIE: Final = "ludograph"
FORWARDED: Final = re.compile(
    r"forwarded|via|x-forwarded(-.*)?|x-original-.*|x-real-ip|x-client-ip|x-cluster-client-ip|"
    r"true-client-ip|cf-.*|cdn-loop|x-envoy-.*|x-amzn-trace-id"
)
"""What a proxy adds: then the request does not come from this machine, whatever its address."""
BEARER: Final = "bearer "
KEPT: Final = 1_000
"""Addresses of which wrong tokens are counted."""
MINUTE: Final = 60.0


class Doorkeeper:
    """Says who a request comes from."""

    def __init__(
        self, settings: Settings, tokens: Tokens, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.settings = settings
        self.tokens = tokens
        self.clock = clock
        self._wrong: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def identity(self, headers: Mapping[str, str], address: str) -> Identity | None:
        """Who it is; None for nobody known. Raises Refused (401) for a wrong token, (429) for many.

        A cookie with a wrong token, or one that has ended, is as none, so that its browser can sign
        in again; it is counted all the same.
        """
        if given := headers.get("authorization", ""):
            bearer = given.lower().startswith(BEARER)
            return self.known(given[len(BEARER) :].strip() if bearer else given, address)
        if secret := secret_of(headers):
            if token := self.tokens.find(secret):
                return Identity(token.role, token)
            self.count_wrong(address)
        direct = not any(map(FORWARDED.fullmatch, headers))
        return LOCAL if self.settings.local and direct else None

    def known(self, secret: str, address: str) -> Identity:
        """Whose secret it is. Raises Refused.

        A right one is never refused, whatever came from its address before.
        """
        if token := self.tokens.find(secret):
            return Identity(token.role, token)
        self.check_wrong(address)
        self.count_wrong(address)
        raise unknown("this token is wrong, or has ended")

    def refusal(self, headers: Mapping[str, str], address: str) -> Refused:
        """The refusal of a request from nobody known: (401), or (429) after too many wrong cookies."""
        try:
            if secret_of(headers):
                self.check_wrong(address)
        except Refused as refused:
            return refused
        return unknown()

    def count_wrong(self, address: str) -> None:
        """Count a wrong token of an address."""
        since, count = self.wrong(address)
        self._wrong[address] = since, count + 1
        self._wrong.move_to_end(address)
        while len(self._wrong) > KEPT:
            self._wrong.popitem(last=False)

    def check_wrong(self, address: str) -> None:
        """Refuse who is unknown, where too many wrong tokens came from. Raises Refused (429)."""
        since, count = self.wrong(address)
        if count >= self.settings.limits.wrong_tokens:
            wait = max(1, int(MINUTE - (self.clock() - since)) + 1)
            raise Refused(429, "too many wrong tokens", headers={"Retry-After": str(wait)})

    def wrong(self, address: str) -> tuple[float, int]:
        """Since when wrong tokens of an address are counted, and how many came."""
        since, count = self._wrong.get(address, (self.clock(), 0))
        return (self.clock(), 0) if self.clock() - since > MINUTE else (since, count)

    def still(self, who: Identity) -> bool:
        """Return whether somebody may still ask: their token was not dropped, and has not ended."""
        return who.token is None or self.tokens.lasts(who.token)


def secret_of(headers: Mapping[str, str]) -> str:
    """The secret that a request's cookie holds; empty for none."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def unknown(detail: str = "") -> Refused:
    """The refusal of a request from nobody known."""
    words = detail or "this needs a token: `Authorization: Bearer …`, or sign in on the page"
    return Refused(401, words, headers={"WWW-Authenticate": 'Bearer realm="ludograph"'})
