"""Tokens: who may do what. A secret is shown once; what is kept is only its hash."""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from domain.contract.characters import check_text
from domain.contract.errors import GameError, Reason
from domain.contract.seats import SEAT_NAMES

ROLES: Final = ("watch", "record", "judge", "admin")
"""Each may do what those before it may."""
SEATS: Final = SEAT_NAMES
MARK: Final = "ludo"
DAY: Final = 86_400
NAME_LENGTH: Final = 60


class Token(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token as it is kept."""

    id: str
    name: str
    role: str
    digest: str
    """SHA-256 of the secret, which has 256 bits of its own: nothing to guess, nothing to salt."""
    match: str = ""
    """The only match it is for; empty for all."""
    seat: str = ""
    """The seat whose eyes it has; empty for none."""
    made: int = 0
    """When it was made: seconds since 1970."""
    until: int = 0
    """When it ends, likewise; 0 for never."""


class Tokens:
    """The tokens of a store, in a file that only its owner can read."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.clock = clock
        self._read: tuple[tuple[int, int, int], dict[str, Token]] = ((0, 0, 0), {})

    def all(self) -> dict[str, Token]:
        """Every token by its id; the file is read again when it has changed. Raises GameError."""
        try:
            stat = self.path.stat()
        except FileNotFoundError:
            return {}
        stamp = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        if self._read[0] != stamp:
            try:
                found = msgspec.json.decode(self.path.read_bytes(), type=list[Token])
            except (msgspec.DecodeError, OSError) as error:
                raise GameError(
                    Reason.CORRUPT, f"the tokens in {self.path} cannot be read; remove the file"
                ) from error
            self._read = stamp, {token.id: token for token in found}
        return self._read[1]

    def valid(self) -> list[Token]:
        """Those that have not ended."""
        return [token for token in self.all().values() if self.lasts(token)]

    def lasts(self, token: Token) -> bool:
        """Return whether a token is still kept as it is, and has not ended."""
        return self.all().get(token.id) == token and not 0 < token.until <= self.clock()

    def add(
        self, name: str, role: str, *, match: str = "", seat: str = "", days: int = 0
    ) -> tuple[Token, str]:
        """Make a token; returns it and its secret, which nobody can find out again.

        Raises GameError (BAD_SETTING) for what no token can be.
        """
        check(name, role, seat, days)
        with self._changing() as tokens:
            if any(token.name == name for token in tokens.values()):
                raise GameError(
                    Reason.CONFLICT, f"there is a token {name!r} already; drop it first"
                )
            key = next(key for key in iter(lambda: secrets.token_hex(4), "") if key not in tokens)
            secret = f"{MARK}_{key}_{secrets.token_urlsafe(32)}"
            now = int(self.clock())
            until = now + days * DAY if days else 0
            token = Token(key, name, role, hashed(secret), match, seat, now, until)
            tokens[key] = token
        return token, secret

    def drop(self, name: str) -> Token:
        """Forget a token by its name or id. Raises GameError (NOT_FOUND)."""
        with self._changing() as tokens:
            for token in tokens.values():
                if name in (token.name, token.id):
                    return tokens.pop(token.id)
            known = tuple(token.name for token in tokens.values())
            raise GameError(Reason.NOT_FOUND, f"there is no token {name!r}", legal=known)

    def find(self, secret: str) -> Token | None:
        """The token that a secret is of; None for any other, in about the same time."""
        key = secret.split("_")[1] if secret.count("_") >= 2 else ""
        token = self.all().get(key)
        same = secrets.compare_digest(hashed(secret), token.digest if token else hashed(""))
        return token if token and same and self.lasts(token) else None

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Token]]:
        """The tokens, to be changed by one process at a time; written whole or not at all."""
        lock = self.path.with_name(self.path.name + ".lock")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError as error:
            raise GameError(
                Reason.BUSY, f"the tokens are being changed; if not, remove {lock}"
            ) from error
        except OSError as error:
            raise GameError(
                Reason.NOT_FOUND, f"the tokens cannot be kept in {self.path}: {error.strerror}"
            ) from error
        try:
            tokens = dict(self.all())
            yield tokens
            os.write(descriptor, msgspec.json.encode(list(tokens.values())))
            os.fsync(descriptor)
            lock.replace(self.path)
        finally:
            os.close(descriptor)
            lock.unlink(missing_ok=True)


def hashed(secret: str) -> str:
    """Return the digest that is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def check(name: str, role: str, seat: str, days: int) -> None:
    """Refuse what no token can be. Raises GameError (BAD_SETTING)."""
    if not name.strip() or name != " ".join(name.split()) or len(name) > NAME_LENGTH:
        raise GameError(Reason.BAD_SETTING, f"{name!r} names no token", legal=("Ann's phone",))
    check_text(name, "the name of a token", NAME_LENGTH)
    if set(name) & set("[]{}"):
        raise GameError(Reason.BAD_SETTING, f"no brackets or braces in {name!r}")
    if role not in ROLES:
        raise GameError(Reason.BAD_SETTING, f"there is no role {role!r}", legal=ROLES)
    if seat and seat not in SEATS:
        raise GameError(Reason.BAD_SETTING, f"there is no seat {seat!r}", legal=SEATS)
    if seat and role not in ("watch", "record"):
        raise GameError(
            Reason.BAD_SETTING,
            f"a {role} sees everything; a seat's token watches or records",
            legal=("--role watch", "--role record"),
        )
    if days < 0:
        raise GameError(Reason.BAD_SETTING, f"{days} days are over already")
