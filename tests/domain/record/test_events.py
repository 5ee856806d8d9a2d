"""The events as they are stored: their tags and fields are for ever."""

from __future__ import annotations

import pickle
from typing import Any, get_args

import msgspec
import pytest

from domain.games.riftforce.actions import Play
from domain.games.riftforce.facts import Damaged, Drawn
from domain.record import events
from domain.record.codec import codec, encode, topic_of
from domain.record.events import (
    Amended,
    Closed,
    Event,
    Noted,
    Opened,
    Origin,
    Paused,
    Redone,
    Resumed,
    Ruled,
    Signed,
    Step,
    TakenBack,
)

STORED: dict[str, str] = {
    "opened": "game rules settings players at by on place event note bots seed round table series "
    "best_of clock eyes origins",
    "step": "a f s t o by note r p",
    "ruling": "a f n s kind judge w t o by note r p",
    "closed": "why winner s judge t o by note r p",
    "takeback": "to revealed t by note p",
    "redo": "to t by note p",
    "amend": "to count why wrong t by note p",
    "note": "about t by note p",
    "pause": "t by note p",
    "resume": "t by note p",
    "signed": "role key signature upto t by note p",
}
"""Tag, and the names under which its fields are stored. Names are only ever added."""

EXAMPLES: list[tuple[Event, bytes]] = [
    (
        Step(Play("F5", 2), (Damaged(1, 2, 3, 4),), 1, 70, occurred=60, redecides=3, prev="x"),
        b'{"a":["play","F5",2],"f":[["damage",1,2,3,4]],"s":1,"t":70,"o":60,"r":3,"p":"x"}',
    ),
    (
        Ruled(None, (Drawn(1, ("F5",)),), 1, -1, "penalty", "Eve", True, 70, note="late", prev="x"),
        b'{"f":[["draw",1,["F5"]]],"n":1,"s":-1,"kind":"penalty","judge":"Eve","w":true,"t":70,'
        b'"note":"late","p":"x"}',
    ),
    (
        Ruled(Play("F5", 2), kind="stood", seat=1, prev="x"),
        b'{"a":["play","F5",2],"s":1,"kind":"stood","p":"x"}',
    ),
    (Closed("concession", 1, 0, prev="x"), b'{"why":"concession","winner":1,"s":0,"p":"x"}'),
    (TakenBack(to=4, revealed=(6,), after=9), b'{"to":4,"revealed":[6],"t":9}'),
    (Redone(to=8, by="Eve"), b'{"to":8,"by":"Eve"}'),
    (Amended(to=4, count=3, wrong=5), b'{"to":4,"count":3,"wrong":5}'),
    (Noted(about=4, note="late"), b'{"about":4,"note":"late"}'),
    (Paused(), b"{}"),
    (Resumed(after=3), b'{"t":3}'),
    (
        Signed(role="A", key="k", signature="s", upto=40),
        b'{"role":"A","key":"k","signature":"s","upto":40}',
    ),
]


def kinds() -> dict[str, Any]:
    return {tag: kind for kind, tag in events.TAGS.items()}


def test_every_kind_of_event_has_a_tag() -> None:
    union = {getattr(kind, "__origin__", kind) for kind in get_args(Event)}
    assert union | {Opened} == set(events.TAGS)


@pytest.mark.parametrize("tag", STORED)
def test_stored_names_never_change(tag: str) -> None:
    fields = msgspec.structs.fields(kinds()[tag])
    assert {field.encode_name for field in fields} >= set(STORED[tag].split())


def test_new_names_are_frozen_here_too() -> None:
    now = {tag: {f.encode_name for f in msgspec.structs.fields(k)} for tag, k in kinds().items()}
    assert now == {tag: set(names.split()) for tag, names in STORED.items()}


@pytest.mark.parametrize(("event", "stored"), EXAMPLES, ids=lambda part: type(part).__name__)
def test_bytes_never_change(event: Event, stored: bytes) -> None:
    assert encode(event) == stored
    assert codec("riftforce").decode("m", 2, topic_of("riftforce", event), stored) == event


def test_an_opening_comes_back_whole() -> None:
    opened = Opened(
        "riftforce",
        "1",
        {"ice": "printed"},
        ("Ann", "Ben"),
        5,
        round="2",
        table="7",
        series="final",
        best_of=3,
        clock="25:00",
        eyes="A",
        origins=(Origin("m", 4, "d"), Origin("n", 0, "e", "merge")),
    )
    assert codec("riftforce").opened.decode(encode(opened)) == opened
    old = b'{"game":"riftforce","rules":"1","settings":{},"players":["A","B"],"at":0}'
    assert codec("riftforce").opened.decode(old).origins == ()


def test_what_is_beside_the_line_hides_only_the_chain() -> None:
    for event, _ in EXAMPLES:
        for seat in (0, 1, None):
            assert event.seen_by(seat).prev == ""
    ruled, _ = EXAMPLES[1]
    assert isinstance(ruled, Ruled)
    assert ruled.seen_by(1).facts == ruled.facts
    assert ruled.seen_by(0).facts == (Drawn(1, ("??",)),)


def test_bytes_are_the_same_however_an_event_was_made() -> None:
    """Defaults are left out by identity; an event that came from another process is another object."""
    for event, stored in EXAMPLES:
        assert encode(pickle.loads(pickle.dumps(event))) == stored
        assert encode(msgspec.structs.replace(event)) == stored
    origin = Origin("m", 4, "d", "".join(["fo", "rk"]))
    assert (
        encode(origin) == encode(pickle.loads(pickle.dumps(origin))) == encode(Origin("m", 4, "d"))
    )
    why = "".join(["correct", "ion"])
    assert encode(Amended(to=4, count=3, why=why)) == b'{"to":4,"count":3}'
