import os
from base64 import b64encode
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from domain.contract.errors import GameError, Reason
from domain.trust.keyring import Keyring
from domain.trust.keys import (
    SMALL_ORDER,
    fingerprint,
    from_pem,
    is_locked,
    new_key,
    public_text,
    read_fingerprint,
    sign,
    to_pem,
    verifies,
)

# The first test vector of RFC 8032, section 7.1.
SECRET = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
SIGNED = bytes.fromhex(
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
    "d25bf5f0595bbe24655141438e7a100b"
)

ORDER = 2**252 + 27742317777372353535851937790883648493
"""The order of the group in which keys lie."""


def test_a_signature_is_that_of_the_rfc() -> None:
    key = Ed25519PrivateKey.from_private_bytes(SECRET)
    assert public_text(key) == b64encode(PUBLIC).decode()
    assert sign(key, b"") == b64encode(SIGNED).decode()
    assert verifies(public_text(key), sign(key, b""), b"")


def test_only_the_message_signed_verifies_with_only_its_key() -> None:
    key, other = new_key(), new_key()
    signature = sign(key, b"words")
    assert verifies(public_text(key), signature, b"words")
    assert not verifies(public_text(key), signature, b"word")
    assert not verifies(public_text(other), signature, b"words")
    for bad in ("", "?", signature[:-4], signature + "AAAA", signature.replace("=", "")):
        assert not verifies(public_text(key), bad, b"words")
        assert not verifies(bad, signature, b"words")


def test_base_64_has_one_spelling() -> None:
    """The last letter before the padding has two bits that stand for nothing."""
    text = b64encode(PUBLIC).decode()
    spelled = [f"{text[:-2]}{chr(ord(text[-2]) + n)}=" for n in range(4)]
    assert [fingerprint(one) == fingerprint(text) for one in spelled] == [True, False, False, False]


# Every encoding of the eight points of small order, those that are written as they must not be included.
SMALL = [
    bytes.fromhex(low + "00" * 30 + top)
    for low, top in (("01", "00"), ("01", "80"), ("00", "00"), ("00", "80"))
]
SMALL += [
    bytes.fromhex(low + "ff" * 30 + top) for low in ("ec", "ed", "ee") for top in ("7f", "ff")
]
SMALL += [
    bytes.fromhex(start + top)
    for start, tops in (
        ("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc", ("05", "85")),
        ("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03", ("7a", "fa")),
    )
    for top in tops
]


def times(point: tuple[int, int], factor: int) -> tuple[int, int]:
    """A point of the curve times a number, by the law of addition as RFC 8032 has it."""
    prime = 2**255 - 19
    bend = -121665 * pow(121666, -1, prime) % prime

    def plus(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
        (a, b), (c, d) = one, two
        both = bend * a * b * c * d
        return (
            (a * d + b * c) * pow(1 + both, -1, prime) % prime,
            (b * d + a * c) * pow(1 - both, -1, prime) % prime,
        )

    total = (0, 1)
    for _ in range(factor):
        total = plus(total, point)
    return total


def test_the_points_that_are_refused_are_those_of_small_order() -> None:
    """Eight times each is nothing; there are eight on the curve, so there are no others."""
    prime, points = 2**255 - 19, set()
    bend = -121665 * pow(121666, -1, prime) % prime
    for height in SMALL_ORDER:
        square = (height**2 - 1) * pow(bend * height**2 + 1, -1, prime) % prime
        across = pow(square, (prime + 3) // 8, prime)
        if across**2 % prime != square:
            across = across * pow(2, (prime - 1) // 4, prime) % prime
        assert across**2 % prime == square
        points |= {(across, height), (-across % prime, height)}
    assert len(points) == 8
    assert {times(point, 8) for point in points} == {(0, 1)}


@pytest.mark.parametrize("encoded", SMALL, ids=bytes.hex)
def test_a_key_that_signs_for_anybody_is_none(encoded: bytes) -> None:
    """With such a key a signature of the neutral point holds for any message, for every library."""
    text = b64encode(encoded).decode()
    assert fingerprint(text) == "?"
    for first in (encoded, SMALL[0]):
        for message in (b"words", b"other words"):
            assert not verifies(text, b64encode(first + bytes(32)).decode(), message)
    with pytest.raises(GameError, match="no fingerprint"):
        read_fingerprint(text)
    own = b64encode(PUBLIC).decode()
    assert not verifies(own, b64encode(encoded + SIGNED[32:]).decode(), b"")


def test_a_key_has_one_encoding() -> None:
    """Nineteen heights can be written twice; the second is refused."""
    for more in range(19):
        encoded = (2**255 - 19 + more).to_bytes(32, "little")
        for last in (encoded[-1], encoded[-1] | 128):
            assert fingerprint(b64encode(encoded[:-1] + bytes([last])).decode()) == "?"
    own = b64encode(PUBLIC).decode()
    assert fingerprint(own) != "?"
    late = bytearray(SIGNED)
    late[32:] = (int.from_bytes(SIGNED[32:], "little") + ORDER).to_bytes(32, "little")
    assert not verifies(own, b64encode(bytes(late)).decode(), b"")


@pytest.mark.parametrize("password", ["", "käse ✓"])
def test_a_key_is_kept_with_and_without_a_password(password: str) -> None:
    key = new_key()
    pem = to_pem(key, password)
    assert pem.startswith(b"-----BEGIN")
    assert is_locked(pem) == bool(password)
    assert public_text(from_pem(pem, password)) == public_text(key)
    if password:
        for wrong in ("", "other"):
            with pytest.raises(GameError, match="password is wrong"):
                from_pem(pem, wrong)


def test_what_is_no_key_is_refused() -> None:
    other = X25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    for pem, words in ((b"", "no private key"), (b"ENCRYPTED", "wrong"), (other, "no Ed25519")):
        with pytest.raises(GameError, match=words):
            from_pem(pem)


def test_a_fingerprint_is_read_as_people_type_it() -> None:
    public = b64encode(PUBLIC).decode()
    printed = fingerprint(public)
    assert len(printed.split()) == 8
    assert {len(group) for group in printed.split()} == {4}
    for typed in (printed, printed.upper(), printed.replace(" ", ""), printed.replace(" ", "-")):
        assert read_fingerprint(typed) == printed
    assert read_fingerprint(f" {public} ") == printed
    assert fingerprint(public_text(new_key())) != printed
    for wrong in ("", printed[:-1], printed + "0", "g" * 32):
        with pytest.raises(GameError, match="no fingerprint"):
            read_fingerprint(wrong)


def test_a_keyring_keeps_keys_that_only_their_owner_reads(tmp_path: Path) -> None:
    ring = Keyring(tmp_path / "deep" / "keys")
    assert ring.names() == []
    made = ring.new("ann")
    ring.new("ben", "secret")
    assert ring.names() == ["ann", "ben"]
    assert ring.public("ann") == made
    assert [ring.public(name).locked for name in ring.names()] == [False, True]
    assert public_text(ring.private("ann")) == made.public
    assert public_text(ring.private("ben", "secret")) == ring.public("ben").public
    if os.name == "posix":
        assert (ring.folder / "ann.key").stat().st_mode & 0o777 == 0o600
        assert ring.folder.stat().st_mode & 0o777 == 0o700
        (ring.folder / "ann.key").chmod(0o640)
        with pytest.raises(GameError, match="other people") as caught:
            ring.private("ann")
        assert "chmod 600" in caught.value.legal[0]


def test_a_name_is_taken_once_and_leads_nowhere_else(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    first = ring.new("ann")
    with pytest.raises(GameError, match="already") as caught:
        ring.new("ann")
    assert caught.value.reason is Reason.CONFLICT
    assert ring.public("ann") == first
    for name in ("", "../ann", "a/b", ".ann", "a" * 41):
        with pytest.raises(GameError, match="cannot name a key"):
            ring.new(name)
    with pytest.raises(GameError, match="no key 'ben'") as caught:
        ring.private("ben")
    assert caught.value.legal == ("ann",)
    for words in ("nonsense", b64encode(SMALL[0]).decode()):
        (tmp_path / "ann.pub").write_text(words)
        with pytest.raises(GameError, match="no public key"):
            ring.public("ann")


def test_a_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GameError, match="cannot be used"):
        Keyring(tmp_path / "file").new("ann")
