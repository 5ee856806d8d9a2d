"""What a service is started with, and what it allows at most."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec

from domain.contract.errors import GameError, Reason

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
"""Addresses that only this machine reaches."""


class Limits(msgspec.Struct, frozen=True):
    """What is allowed at most."""

    body: int = 64 * 1024
    """Bytes of a request."""
    page: int = 100
    """Matches of a page."""
    rows: int = 5_000
    """Rows of an answer to a query."""
    answer: int = 8 * 1024 * 1024
    """Bytes of an answer to a query."""
    seconds: float = 15.0
    """How long a query may run."""
    waiting: int = 8
    """Queries that wait for their turn."""
    memory: int = 512 * 1024 * 1024
    """Bytes that a query may use in memory; what needs more goes to a folder of its own."""
    spilled: int = 1024 * 1024 * 1024
    """Bytes that a query may put there."""
    followers: int = 1_000
    """Streams that are followed at once."""
    followers_each: int = 500
    """Of these, streams with one token, or without any from one address."""
    senders: int = 512
    """Requests at once whose body has not arrived."""
    senders_each: int = 64
    """Of these, those with one token, or without any from one address."""
    patience: float = 10.0
    """Seconds in which headers have to arrive, and then in which a body has to."""
    connections_each: int = 1_024
    """Connections of one address at once; behind a proxy all are the proxy's, which has to see to it."""
    queue: int = 64
    """Messages that wait for a slow follower before it has to connect again."""
    heartbeat: float = 15.0
    """Seconds after which a silent stream says that it is there."""
    pace: float = 0.15
    """Seconds between two looks at the store for what other processes record."""
    wrong_tokens: int = 20
    """Wrong tokens from one address in a minute."""
    frames: int = 300
    """Steps of a picture that moves."""
    films: int = 6
    """Pictures that move which are drawn, or wait to be: one after the other."""
    films_each: int = 2
    """Likewise, for each token or address."""


class Settings(msgspec.Struct, frozen=True):
    """What a service is started with."""

    store: Path
    analytics: Path
    tokens: Path
    host: str = "127.0.0.1"
    port: int = 8000
    public: str = ""
    """Where people find it behind a proxy, `https://cards.example/ludograph`; empty without one."""
    log: bool = False
    """Whether each request is logged on the error output: method, path and status, nothing else."""
    limits: Limits = Limits()

    @property
    def local(self) -> bool:
        """Whether only this machine reaches it, so that no tokens are needed."""
        return self.host in LOOPBACK and not self.public

    @property
    def base(self) -> str:
        """The path under which it is found, without a slash at its end; mostly empty."""
        return urlsplit(self.public).path.rstrip("/")

    @property
    def origin(self) -> str:
        """Scheme and host of the public address; empty without one."""
        parts = urlsplit(self.public)
        return f"{parts.scheme}://{parts.netloc}".lower() if self.public else ""

    @property
    def secure(self) -> bool:
        """Whether people reach it by https only."""
        return self.public.startswith("https://")

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names that a request may give in `Host`; none where any is right."""
        named = (urlsplit(self.public).hostname or "",) if self.public else ()
        if self.host in LOOPBACK:
            return (*LOOPBACK, *named)
        return named and (*named, self.host)


def token_file(store: Path) -> Path:
    """Where the tokens of a store are kept."""
    return store.with_name(store.name + ".tokens.json")


def checked_public(address: str) -> str:
    """A public address, if it is one. Raises GameError (BAD_SETTING)."""
    parts = urlsplit(address)
    plain = not (parts.query or parts.fragment or parts.username)
    if address and (parts.scheme not in ("http", "https") or not parts.hostname or not plain):
        raise GameError(
            Reason.BAD_SETTING,
            f"{address!r} is no address that a browser could open",
            legal=("https://cards.example", "https://example.org/ludograph"),
        )
    return address.rstrip("/")
