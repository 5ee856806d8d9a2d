"""JSON Lines give every event back byte for byte, whatever can stand in it."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.contract.characters import BREAKS, forbidden
from domain.contract.errors import GameError
from domain.formats.jsonl import CENTURY, event_object, opening_object, read_event, read_jsonl
from domain.formats.tape import Tape
from domain.games import GAMES
from domain.record.codec import encode
from domain.record.events import BESIDE, Closed, Event, Opened, Origin, Ruled, Step
from domain.record.match import Record
from domain.trust.verification import read_object
from tests.replays.played import steps_of

GAME = GAMES["riftforce"]
TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
NUMBER = st.integers(0, 2**31)
SEAT = st.sampled_from([-1, 0, 1])
LINE = [step for seed in range(3) for step in steps_of(seed, "beyond")]
ACTIONS = st.sampled_from([step.action for step in LINE])
FACTS = st.lists(st.sampled_from([f for s in LINE for f in s.facts]), max_size=3).map(tuple)
STAMPS: dict[str, st.SearchStrategy[Any]] = {
    "after": st.integers(0, CENTURY),
    "occurred": st.none() | st.just(0) | st.integers(-CENTURY, CENTURY),
    "by": TEXT,
    "note": TEXT,
    "redecides": st.just(0) | NUMBER,
    "prev": TEXT,
}
BESIDES: dict[str, st.SearchStrategy[Any]] = {
    name: STAMPS[name] for name in ("after", "by", "note", "prev")
}
OWN: dict[type, st.SearchStrategy[Any]] = {int: st.just(0) | NUMBER, str: TEXT}
NUMBERS = st.lists(NUMBER, max_size=3).map(tuple)
OPENED = st.builds(
    Opened,
    game=st.just(GAME.key),
    rules=TEXT,
    settings=st.just(GAME.settings({})),
    players=st.tuples(TEXT, TEXT),
    at=NUMBER,
    on=st.sampled_from(["", "2026-11-20"]),
    bots=st.none() | st.tuples(TEXT, TEXT),
    seed=st.none() | st.integers(0, 2**63 - 1),
    best_of=NUMBER,
    origins=st.lists(st.builds(Origin, TEXT, NUMBER, TEXT, TEXT), max_size=2).map(tuple),
    **dict.fromkeys(
        ("by", "place", "event", "note", "round", "table", "series", "clock", "eyes"), TEXT
    ),
)


def beside(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Every value of an event that is no part of the line."""
    own = {
        field.name: NUMBERS
        if field.name == "revealed"
        else OWN[{"int": int, "str": str}[field.type.__name__]]
        for field in msgspec.structs.fields(kind)
        if field.name not in BESIDES
    }
    return st.builds(kind, **own, **BESIDES)


EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Step, action=ACTIONS, facts=FACTS, seat=SEAT, **STAMPS),
    st.builds(
        Ruled,
        action=st.none() | ACTIONS,
        facts=FACTS,
        entered=NUMBER,
        seat=SEAT,
        kind=TEXT,
        judge=TEXT,
        anew=st.booleans(),
        **STAMPS,
    ),
    st.builds(
        Closed, why=TEXT, winner=st.none() | SEAT, seat=SEAT, judge=TEXT, **STAMPS
    ),
    *(beside(kind) for kind in BESIDE.values() if kind is not Closed),
)  # fmt: skip


def texts(value: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for pair in value.items() for text in texts(list(pair)))
    elif isinstance(value, list):
        yield from (text for part in value for text in texts(part))


def record(opened: Opened, *events: Event) -> Record:
    return Record("m", GAME, opened, list(events), "")


@settings(max_examples=300)
@given(OPENED, EVENTS)
@example(Opened("riftforce", "1", {}, ("A", "B"), 0), Step(LINE[0].action, occurred=0))
def test_every_event_comes_back_byte_for_byte(opened: Opened, event: Event) -> None:
    item = json.loads(json.dumps(event_object("m", 1, event)))
    again = read_object(record(opened), 1, item)
    assert type(again) is type(event)
    assert encode(again) == encode(event)
    read = read_event(record(opened), 1, item)
    assert encode(msgspec.structs.replace(read, prev=event.prev)) == encode(event)


@given(OPENED)
def test_every_opening_comes_back_byte_for_byte(opened: Opened) -> None:
    text = msgspec.json.encode(opening_object(record(opened))).decode()
    assert encode(read_object(record(opened), 0, json.loads(text))) == encode(opened)
    (tape,) = read_jsonl(text)
    if any(list(forbidden(one, BREAKS)) for one in texts(json.loads(text))):
        assert isinstance(tape, GameError)
        assert "cannot hold U+" in tape.message
        return
    assert isinstance(tape, Tape), tape
    assert encode(tape.opened) == encode(opened)


def test_every_field_has_been_thought_of() -> None:
    for kind, own in (
        (Step, ("action", "facts", "seat")),
        (Ruled, ("action", "facts", "entered", "seat", "kind", "judge", "anew")),
        (Closed, ("why", "winner", "seat", "judge")),
    ):
        assert set(kind.__struct_fields__) == {*own, *STAMPS}
    told = {
        "game",
        "rules",
        "settings",
        "players",
        "at",
        "on",
        "bots",
        "seed",
        "best_of",
        "origins",
    }
    told |= {"by", "place", "event", "note", "round", "table", "series", "clock", "eyes"}
    assert set(Opened.__struct_fields__) == told
