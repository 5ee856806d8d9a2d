"""Bytes of events: exact, stable, readable by a database, and with a clear error when they are not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.contract.errors import CorruptStream, GameError, Reason
from domain.games.riftforce import actions, facts
from domain.games.riftforce.game import RIFTFORCE
from domain.record.codec import Codec, codec, digest, encode, place, topic
from domain.record.events import Opened, Step

STEP = Step(
    actions.Play("F5", 2),
    (facts.Played(0, "F5", 2, 7), facts.Damaged(3, 1, 7, 2), facts.TurnBegan(9, 1)),
    0,
    1500,
    note="so",
    prev="abc",
)


def test_the_bytes_of_a_step() -> None:
    """They are stored for ever: this must not change."""
    assert encode(STEP) == (
        b'{"a":["play","F5",2],"f":[["play",0,"F5",2,7],["damage",3,1,7,2],["turn",9,1]],'
        b'"t":1500,"note":"so","p":"abc"}'
    )


def test_the_bytes_of_an_opening() -> None:
    opened = Opened(
        game="riftforce", rules="1", settings={"ice": "printed"}, players=("Ann", "Ben"), at=5
    )
    assert encode(opened) == (
        b'{"game":"riftforce","rules":"1","settings":{"ice":"printed"},"players":["Ann","Ben"],"at":5}'
    )
    assert codec("riftforce").decode("m", 1, "riftforce/opened", encode(opened)) == opened


def test_a_new_field_is_passed_over() -> None:
    """A later version may write more; this one still reads."""
    more = json.loads(encode(STEP)) | {"new": [1, 2]}
    assert codec("riftforce").step.decode(json.dumps(more).encode()) == STEP


TAGS = {
    "actions": "summoner display toss pick deal face play discard act to from hit heal check done",
    "facts": "summoner display toss pick decks draw shuffle face play discard act damage heal move "
    "destroy take gain turn end",
}
FIELDS = {
    "play": ("seat", "card", "location", "elemental"),
    "damage": ("elemental", "amount", "source", "location"),
    "gain": ("seat", "points", "why", "total", "location"),
    "end": ("winner", "why"),
    "take": ("elemental", "source", "location", "new"),
    "destroy": ("elemental", "source", "location"),
}


def test_tags_are_for_ever() -> None:
    """Only ever add at the end."""
    for kind, union in (("actions", RIFTFORCE.action_type), ("facts", RIFTFORCE.fact_type)):
        tags = [cls.__struct_config__.tag for cls in union.__args__]
        assert " ".join(tags).startswith(TAGS[kind])
        assert len(set(tags)) == len(tags)
    by_tag = {cls.__struct_config__.tag: cls for cls in RIFTFORCE.fact_type.__args__}
    for tag, fields in FIELDS.items():
        assert by_tag[tag].__struct_fields__[: len(fields)] == fields


class TestUnreadable:
    @pytest.mark.parametrize(
        "state",
        [
            b"", b"{", b"null", b"[]", b"{}", b'{"a":["nonsense"]}', b'{"a":["play","F5"]}', b"\xff",
            b'{"a":["play",5,2]}', b'{"a":["play","F5",2],"f":[["damage","x"]]}',
            b'{"a":["play","F5",2],"s":"A"}',
        ],
    )  # fmt: skip
    def test_a_step(self, state: bytes) -> None:
        with pytest.raises(CorruptStream, match=r"^match m1, step 4 cannot be read: ") as caught:
            codec("riftforce").decode("m1", 5, "riftforce/step", state)
        assert caught.value.reason is Reason.CORRUPT

    def test_an_opening(self) -> None:
        with pytest.raises(CorruptStream, match="match m1, the opening cannot be read"):
            codec("riftforce").decode("m1", 1, "riftforce/opened", b'{"game":5}')

    def test_an_unknown_kind(self) -> None:
        with pytest.raises(
            CorruptStream, match=r"match m1, step 2: unknown kind 'riftforce/dance'"
        ):
            codec("riftforce").decode("m1", 3, "riftforce/dance", b"{}")

    @examples(st.binary(max_size=60))
    def test_any_bytes(self, state: bytes) -> None:
        with pytest.raises(CorruptStream):
            codec("riftforce").decode("m", 2, "riftforce/step", state)


def test_names() -> None:
    assert topic("riftforce", "step") == "riftforce/step"
    assert (place(1), place(2)) == ("the opening", "step 1")
    assert isinstance(codec("riftforce"), Codec)
    with pytest.raises(GameError, match="no game 'chess'"):
        codec("chess")


def test_a_digest_covers_everything() -> None:
    base = ("m", 1, "riftforce/step", b"{}")
    seen = {digest(*base)}
    for other in (
        ("n", *base[1:]),
        ("m", 2, *base[2:]),
        (*base[:2], "riftforce/opened", b"{}"),
        (*base[:3], b"[]"),
    ):
        seen.add(digest(*other))
    assert len(seen) == 5
    assert all(len(d) == 22 for d in seen)
    assert digest(*base) == "bZPhGcj2yMqC6wb02WY6xw"


def test_the_words_of_a_digest_do_not_run_together() -> None:
    assert digest("m1", 1, "x", b"") != digest("m", 11, "x", b"")
    assert digest("m", 1, "xy", b"z") != digest("m", 1, "x", b"yz")
