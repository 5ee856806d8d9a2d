"""The keys of a person, in a folder: for each name a private key (`.key`) and a public one (`.pub`)."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from domain.contract.errors import GameError, Reason
from domain.trust.keys import fingerprint, from_pem, is_locked, new_key, public_text, to_pem

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
"""What nobody but the owner may do with a private key."""


class Key(msgspec.Struct, frozen=True):
    """What everybody may know of a key."""

    name: str
    public: str
    """Base 64."""
    locked: bool
    """Whether the private key wants a password."""

    @property
    def fingerprint(self) -> str:
        """Eight groups of four digits."""
        return fingerprint(self.public)


class Keyring:
    """The keys in a folder; private ones are read only to sign, and never shown."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, name: str, password: str = "") -> Key:
        """Make a pair of keys. Raises GameError if the name is taken or the folder is not writable."""
        private, public = self.files(name)
        key = new_key()
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise unusable(error, self.folder) from error
        try:
            write_new(private, to_pem(key, password), 0o600)
        except FileExistsError as error:
            raise GameError(Reason.CONFLICT, f"there is a key {name!r} already") from error
        except OSError as error:
            raise unusable(error, private) from error
        try:
            public.unlink(missing_ok=True)
            write_new(public, f"{public_text(key)}\n".encode(), 0o644)
        except OSError as error:
            private.unlink(missing_ok=True)
            raise unusable(error, public) from error
        return Key(name, public_text(key), bool(password))

    def names(self) -> list[str]:
        """The names of the keys there are."""
        return sorted(path.stem for path in self.folder.glob("*.key") if KEY_NAME.match(path.stem))

    def public(self, name: str) -> Key:
        """What everybody may know of a key. Raises GameError (NOT_FOUND)."""
        pem = self.pem(name)
        path = self.files(name)[1]
        try:
            text = path.read_text("ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise unusable(error, path) from error
        if fingerprint(text) == "?":
            raise GameError(Reason.BAD_SETTING, "this is no public key", source=str(path))
        return Key(name, text, is_locked(pem))

    def private(self, name: str, password: str = "") -> Ed25519PrivateKey:
        """A private key, to sign with. Raises GameError, also if others can read its file."""
        pem = self.pem(name)
        path = self.files(name)[0]
        if os.name == "posix" and path.stat().st_mode & OTHERS:
            raise GameError(
                Reason.BAD_SETTING,
                "other people of this computer can use this key",
                source=str(path),
                legal=(f"chmod 600 {path}",),
            )
        try:
            return from_pem(pem, password)
        except GameError as error:
            raise error.at(source=str(path)) from error

    def pem(self, name: str) -> bytes:
        """A private key as its file keeps it. Raises GameError."""
        path = self.files(name)[0]
        try:
            return path.read_bytes()
        except FileNotFoundError as error:
            raise GameError(
                Reason.NOT_FOUND,
                f"there is no key {name!r} in {self.folder}",
                legal=tuple(self.names()) or (f"ludograph key new {name}",),
            ) from error
        except OSError as error:
            raise unusable(error, path) from error

    def files(self, name: str) -> tuple[Path, Path]:
        """Where the private and the public key of a name are kept. Raises GameError for no name."""
        if not KEY_NAME.fullmatch(name):
            raise GameError(
                Reason.UNREADABLE,
                f"{name!r} cannot name a key: letters, digits, dots and dashes, 40 at most",
            )
        return self.folder / f"{name}.key", self.folder / f"{name}.pub"


def write_new(path: Path, content: bytes, mode: int) -> None:
    """Write a file that must not be there yet, whole or not at all. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise


def unusable(error: Exception, path: Path) -> GameError:
    """The error for a file of keys that cannot be used."""
    why = error.strerror if isinstance(error, OSError) else "this is no text"
    return GameError(Reason.NOT_FOUND, f"cannot be used: {why}", source=str(path))
