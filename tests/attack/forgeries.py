"""Dossiers forged: bent anywhere, cut, signed without a secret, made anew."""

from __future__ import annotations

import json
import random
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path
from typing import Any, Final

from domain.record.events import Signed
from domain.trust.dossier import write
from domain.trust.hashes import StoredRow
from domain.trust.verification import Examined
from tests.domain.trust.forged import (
    Document,
    bent,
    document,
    made_anew,
    places,
    sealed,
    verified,
    wrong_with,
)
from tests.domain.trust.signed_matches import IDS, whole

FORGERIES: Final = 12
SMALL: Final = tuple(
    bytes.fromhex(point)
    for point in (
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    )
)
"""Points of small order, also as they may be written otherwise."""


@cache
def right() -> list[Examined]:
    """What the dossier comes to that is forged here."""
    return verified(write(whole(*IDS[:3])))[1]


def attempt(seed: int, folder: Path) -> int:
    """Forge some dossiers."""
    rng = random.Random(seed)
    for _ in range(FORGERIES):
        rng.choice((one_changed, one_changed, several_changed, cut, small_order))(rng)
    return FORGERIES


def changed(rng: random.Random, times: int) -> Document:
    """The dossier with so many places bent or removed."""
    made = document(*IDS[:3])
    for _ in range(times):
        container, key = rng.choice(places(made))
        if rng.random() < 0.15:
            del container[key]
        else:
            container[key] = bent(container[key], rng)
    return made


def one_changed(rng: random.Random) -> None:
    """One place changed, by somebody who knows how checksums are made."""
    passes(changed(rng, 1), anew=rng.random() < 0.5)


def several_changed(rng: random.Random) -> None:
    """More places changed."""
    passes(changed(rng, rng.randrange(2, 6)), anew=rng.random() < 0.7)


def cut(rng: random.Random) -> None:
    """The file ends early, or is two."""
    text = write(whole(*IDS[:3]))
    at = rng.randrange(len(text) - 2)
    assert wrong_with(rng.choice((text[:at], text[at:], text + text[at:]))), f"cut at {at} passes"


def small_order(rng: random.Random) -> None:
    """A signature with a key that needs no secret, and a hash of everything made anew."""
    made = document(*IDS[:3])
    match = rng.choice(made["matches"])
    signed = [n for n, item in enumerate(match["events"]) if item.get("event") == "signed"]
    if not signed:
        return
    at = rng.choice(signed)
    key = rng.choice(SMALL)
    event = json.loads(match["stored"][at])
    named = {"key": b64encode(key).decode()}
    before = dict(match["events"][at])
    old = b64decode(before["signature"])
    point = rng.choice((*SMALL, old[:32]))
    named["signature"] = b64encode(point + rng.choice((bytes(32), old[32:]))).decode()
    for name, value in named.items():
        match["events"][at][name] = value
        event[next(k for k, v in event.items() if v == before[name])] = value
    match["stored"][at] = json.dumps(event)
    wrong = wrong_with(sealed(made_anew(made)))
    assert any("sign" in line or "key" in line for line in wrong), f"{key.hex()} signs anything"


def passes(made: Document, *, anew: bool) -> None:
    """Check that what passes is the same, or that nobody signed it and its root is another."""
    if anew:
        try:
            made = made_anew(made)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            anew = False
    wrong, found = outcome(sealed(made))
    if wrong:
        return
    if same(found):
        return
    assert anew, "another dossier passes though no hash was made anew"
    assert made["root"] != document(*IDS[:3])["root"], "another record has the same root"
    rows = {one.match: one.rows for one in right()}
    for one in found:
        for number, event in enumerate(one.record.events if one.record else (), 1):
            if isinstance(event, Signed) and known(event):
                covered = one.rows[: event.upto + 1]
                assert covered == rows.get(one.match, [])[: event.upto + 1], (
                    f"{one.match}: the signature at step {number} holds for another record"
                )


def known(event: Signed) -> bool:
    """Return whether a signature is by a key that signed the dossier that is forged."""
    return event.key in keys()


@cache
def keys() -> frozenset[str]:
    """The keys that signed it."""
    return frozenset(
        event.key
        for one in right()
        for event in (one.record.events if one.record else ())
        if isinstance(event, Signed)
    )


def outcome(text: str) -> tuple[list[str], list[Any]]:
    """What is wrong with a text, and its matches."""
    wrong = wrong_with(text)
    return (wrong, []) if wrong else (wrong, verified(text)[1])


def same(found: list[Examined]) -> bool:
    """Return whether matches are what they were, perhaps in other words."""
    is_now: list[tuple[str, list[StoredRow], Any]] = [(f.match, f.rows, f.hash) for f in found]
    return is_now == [(one.match, one.rows, one.hash) for one in right()]
