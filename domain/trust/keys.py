"""Keys for signing (Ed25519): made, written, read, shown so that people can compare them."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from domain.contract.errors import GameError, Reason
from domain.trust.hashes import fields, hashed

FINGERPRINT: Final = b"ludograph key 1"
GROUPS: Final = 8
"""Groups of four hexadecimal digits in a fingerprint: 128 bits."""
KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
FIELD: Final = 2**255 - 19
"""The prime of the field over which the curve lies."""
SIGN: Final = 1 << 255
"""The bit of an encoded point that says which of two."""
ORDER_EIGHT: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
"""The height of two of the points of order eight; the others lie at what it wants of the prime."""
SMALL_ORDER: Final = frozenset({0, 1, FIELD - 1, ORDER_EIGHT, FIELD - ORDER_EIGHT})
"""The heights of the points of small order: signatures by such a key hold for whatever one likes."""


def new_key() -> Ed25519PrivateKey:
    """A new private key, from the system's source of randomness."""
    return Ed25519PrivateKey.generate()


def public_text(key: Ed25519PrivateKey) -> str:
    """The public key that belongs to a private one: 32 bytes as base 64."""
    return b64encode(key.public_key().public_bytes_raw()).decode()


def to_pem(key: Ed25519PrivateKey, password: str = "") -> bytes:
    """A private key as it is kept in a file: PKCS 8, PEM, encrypted if there is a password."""
    protection: KeySerializationEncryption = NoEncryption()
    if password:
        protection = BestAvailableEncryption(password.encode())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, protection)


def is_locked(pem: bytes) -> bool:
    """Return whether a private key wants a password."""
    return b"ENCRYPTED" in pem


def from_pem(pem: bytes, password: str = "") -> Ed25519PrivateKey:
    """Read a private key. Raises GameError, in words that tell nothing of it."""
    try:
        key = load_pem_private_key(pem, password.encode() if is_locked(pem) else None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        why = "the password is wrong" if is_locked(pem) else "this is no private key"
        raise GameError(Reason.BAD_SETTING, why) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise GameError(Reason.BAD_SETTING, "this is no Ed25519 key")
    return key


def raw(text: str, size: int) -> bytes:
    """The bytes that base 64 stands for, written as it must be. Raises ValueError."""
    found = b64decode(text, validate=True)
    if len(found) != size or b64encode(found).decode() != text:
        raise ValueError(f"these are no {size} bytes in base 64")
    return found


def point(encoded: bytes) -> bytes:
    """An encoded point of the curve, as a key or the first half of a signature must have it.

    Raises ValueError for a point of small order, which takes no private key to sign with, and for one
    that is written otherwise than it must be. That it lies on the curve is for the library to say.
    """
    height = int.from_bytes(encoded, "little") & (SIGN - 1)
    if height >= FIELD or height in SMALL_ORDER:
        raise ValueError("nobody holds the key of this point alone")
    return encoded


def raw_key(text: str) -> bytes:
    """The bytes of a public key. Raises ValueError for what is none that one person can hold."""
    return point(raw(text, KEY_SIZE))


def sign(key: Ed25519PrivateKey, message: bytes) -> str:
    """The signature of a message, as base 64."""
    return b64encode(key.sign(message)).decode()


def verifies(public: str, signature: str, message: bytes) -> bool:
    """Return whether a signature of a message was made with the private key of a public one."""
    try:
        key = Ed25519PublicKey.from_public_bytes(raw_key(public))
        given = raw(signature, SIGNATURE_SIZE)
        point(given[:KEY_SIZE])
        key.verify(given, message)
    except (ValueError, InvalidSignature):
        return False
    return True


def fingerprint(public: str) -> str:
    """A public key in eight groups of four digits, to read aloud; `?` for what is no key."""
    try:
        digits = hashed(fields(FINGERPRINT, raw_key(public))).hex()
    except ValueError:
        return "?"
    return " ".join(digits[4 * n : 4 * n + 4] for n in range(GROUPS))


def read_fingerprint(words: str) -> str:
    """A fingerprint as people type it, or a public key, as a fingerprint. Raises GameError."""
    if fingerprint(words.strip()) != "?":
        return fingerprint(words.strip())
    digits = "".join(words.replace("-", " ").replace(":", " ").split()).lower()
    if len(digits) != 4 * GROUPS or not set(digits) <= set("0123456789abcdef"):
        raise GameError(
            Reason.BAD_SETTING,
            f"{words!r} is no fingerprint of a key",
            legal=("eight groups of four hexadecimal digits", "a public key in base 64"),
        )
    return " ".join(digits[4 * n : 4 * n + 4] for n in range(GROUPS))
