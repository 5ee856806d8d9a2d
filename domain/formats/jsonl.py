"""JSON Lines: a match as one object for its opening and one for each step, for programs.

Nothing is left out and nothing is abbreviated: reading it gives the same events, digests included.
See docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, get_args

import msgspec

from domain.contract.ask import Action, Fact
from domain.contract.errors import GameError, Reason
from domain.contract.fields import seat_fields
from domain.contract.json_text import escaped_json, read_json
from domain.contract.seats import DEALER, SEAT_NAMES, named_fields, seat_name
from domain.formats.tape import Tape
from domain.formats.tape_header import day
from domain.formats.validation import ANY_SEAT, Checked, unreadable
from domain.games import game as find_game
from domain.record.chain import chained
from domain.record.codec import check_seats
from domain.record.events import BESIDE, MOST_SEED, RULING, TAGS, Event, Opened, Ruled, Step
from domain.record.history_check import walked
from domain.record.ids import check_name
from domain.record.match import Record

OPENING = tuple(field for field in Opened.__struct_fields__ if field != "game")
STAMPS = ("after", "occurred", "by", "note", "redecides", "prev")


CENTURY = 3_200_000_000_000
"""A hundred years in milliseconds; nothing takes longer."""


class Stamps(msgspec.Struct):
    """What a step says beside its action and facts."""

    after: Annotated[int, msgspec.Meta(ge=0, le=CENTURY)] = 0
    occurred: Annotated[int, msgspec.Meta(ge=-CENTURY, le=CENTURY)] | None = None
    by: str = ""
    note: str = ""
    redecides: Annotated[int, msgspec.Meta(ge=0)] = 0
    prev: str = ""


def words(value: Any, what: str) -> dict[str, str]:
    """An object of strings. Raises GameError for anything else."""
    try:
        return msgspec.convert(value, type=dict[str, str])
    except msgspec.ValidationError as error:
        raise unreadable(f"{what} cannot be read: {error}") from error


def plain(value: Action | Fact) -> dict[str, Any]:
    """An action or fact as an object: its `type`, then its fields by name."""
    return {"type": value.__struct_config__.tag, **named_fields(value)}


@lru_cache
def types_of(union: Any) -> dict[str, type[msgspec.Struct]]:
    """The structs of a union, by tag."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union) or (union,)}


@lru_cache
def required_of(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a struct that have no default."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.required)


def unplain(union: Any, value: Any) -> Any:
    """An object back to the action or fact it describes. Raises GameError."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise unreadable("an action or fact is an object with a type")
    kind = types_of(union).get(value["type"])
    if kind is None:
        raise unreadable(f"there is no type {value['type']!r}", tuple(types_of(union)))
    names = kind.__struct_fields__
    if unknown := [name for name in value if name not in names and name != "type"]:
        raise unreadable(f"{value['type']!r} has no field {unknown[0]!r}", names)
    if missing := [name for name in required_of(kind) if name not in value]:
        raise unreadable(f"{value['type']!r} lacks the field {missing[0]!r}", names)
    given = [name for name in names if name in value]
    seats = seat_fields(kind)
    fields = [seat_number(value[n]) if n in seats else value[n] for n in given]
    try:
        return msgspec.convert([value["type"], *fields], type=union)
    except msgspec.ValidationError as error:
        raise unreadable(f"{value['type']!r}: {error}") from error


def seat_number(value: Any) -> Any:
    """A seat's number from its letter; null stays null."""
    if value is None or value == "dealer":
        return None if value is None else DEALER
    if value not in SEAT_NAMES:
        raise unreadable(f"{value!r} is no seat", SEAT_NAMES)
    return SEAT_NAMES.index(value)


def opening_object(record: Record) -> dict[str, Any]:
    """The first object of a match."""
    found: dict[str, Any] = {"match": record.id, "game": record.opened.game}
    defaults = {field.name: field.default for field in msgspec.structs.fields(Opened)}
    for name in OPENING:
        value = getattr(record.opened, name)
        if value != defaults[name]:
            found[name] = msgspec.to_builtins(value)
    return found


def event_object(match_id: str, number: int, event: Event) -> dict[str, Any]:
    """The object of an event: its number, what it is unless it is a decision, and what it says."""
    if isinstance(event, Step):
        return step_object(match_id, number, event)
    found: dict[str, Any] = {"match": match_id, "step": number, "event": TAGS[type(event)]}
    seats = seat_fields(type(event))
    for field in msgspec.structs.fields(type(event)):
        value = getattr(event, field.name)
        if field.name == "facts":
            value = [plain(fact) for fact in value]
        elif isinstance(event, Ruled) and field.name == "action":
            value = value and plain(value)
        elif field.name in seats and value is not None:
            value = seat_name(value)
        elif value == field.default:
            continue
        if value is not None or field.name in seats:
            found[field.name] = value
    return found


def step_object(match_id: str, number: int, step: Step[Any, Any]) -> dict[str, Any]:
    """The object of a decision: number, seat or dealer, action, facts, and its stamps."""
    found: dict[str, Any] = {
        "match": match_id,
        "step": number,
        "seat": seat_name(step.seat),
        "action": plain(step.action),
        "facts": [plain(fact) for fact in step.facts],
    }
    for name in STAMPS:
        value = getattr(step, name)
        if value not in ("", None, 0) or (name == "occurred" and value is not None):
            found[name] = value
    return found


def write_jsonl(record: Record) -> str:
    """A match as JSON Lines, what was taken back and corrected included."""
    objects = [opening_object(record)]
    objects += [event_object(record.id, n, event) for n, event in enumerate(record.events, 1)]
    lines = "".join(msgspec.json.encode(item).decode() + "\n" for item in objects)
    return escaped_json(lines)


def read_jsonl(text: str, source: str = "") -> Iterator[Tape | GameError]:
    """Read every match of a text; a bad one comes as the error that explains it, in its place."""
    block: list[tuple[int, dict[str, Any]]] = []
    failure: GameError | None = None
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            item = read_json(line, Any)
            if not isinstance(item, dict):
                raise unreadable("this is no JSON object: a line is one object")
        except msgspec.DecodeError as error:
            failure = failure or unreadable(f"this is no JSON object: {error}").at(line=number)
            continue
        except GameError as error:
            failure = failure or error.at(line=number)
            continue
        if "step" not in item and (block or failure):
            yield from finished(block, failure, source)
            block, failure = [], None
        block.append((number, item))
    if block or failure:
        yield from finished(block, failure, source)


def finished(
    block: list[tuple[int, dict[str, Any]]], failure: GameError | None, source: str
) -> Iterator[Tape | GameError]:
    """One match's lines, as the match or as what is wrong with them."""
    try:
        if failure:
            raise failure
        yield read_match(block, source)
    except GameError as error:
        yield (
            error.at(source=source, line=block[0][0] if block else 0)
            if not error.line
            else error.at(source=source)
        )


def read_match(block: list[tuple[int, dict[str, Any]]], source: str) -> Tape:
    """Read one match: its opening and its steps, numbered from 1.

    Without `facts` in any step, the rules decide what the actions cause.
    """
    first, head = block[0]
    match_id = head.get("match", "")
    if not isinstance(match_id, str):
        raise unreadable(f"{match_id!r} is no name of a match").at(line=first)
    if "game" not in head:
        raise unreadable("a match begins with an object that names its game").at(line=first)
    try:
        check_name(match_id)
    except GameError as error:
        raise error.at(line=first) from error
    game = find_game(str(head["game"]))
    fields = {name: value for name, value in head.items() if name not in ("match", "game")}
    fields = {"rules": game.rules_version, "at": 0, "players": game.seats.names, **fields}
    fields["settings"] = game.settings(words(fields.get("settings", {}), "settings"))
    if fields.get("on"):
        fields["on"] = day(str(fields["on"]))
    if unknown := [name for name in fields if name not in OPENING]:
        raise unreadable(f"an opening has no field {unknown[0]!r}", OPENING).at(line=first)
    try:
        opened = msgspec.convert({"game": game.key, **fields}, type=Opened)
        check_seats(game, opened)
    except msgspec.ValidationError as error:
        raise unreadable(f"the opening cannot be read: {error}").at(line=first) from error
    if opened.seed is not None and not 0 <= opened.seed <= MOST_SEED:
        raise unreadable(f"{opened.seed} is no seed: 0 to {MOST_SEED}").at(line=first)
    record = Record(match_id, game, opened, [], "")
    checked = Checked(record, facts=any("facts" in item for _, item in block[1:]))
    for index, (number, item) in enumerate(block[1:], 1):
        try:
            checked.take(read_event(record, index, item), index)
        except GameError as error:
            raise error.at(line=number) from error
    steps = list(record.events)
    _, wrong = walked(steps)
    if wrong:
        raise unreadable(wrong[0].what).at(line=block[wrong[0].number][0])
    record.events.clear()
    chained(record, [opened, *steps])
    for (number, item), step in zip(block[1:], record.events, strict=True):
        if item.get("prev") not in (None, step.prev):
            raise GameError(
                Reason.CORRUPT,
                f"the chain breaks: step {item['step']} follows other events",
                line=number,
            )
    return Tape(match_id, opened, steps, source, first)


def read_event(record: Record, index: int, item: dict[str, Any]) -> Event:
    """Read one event, which must have the next number. Raises GameError."""
    tag = item.get("event")
    if tag is None:
        return read_step(record, index, item)
    kind = {**BESIDE, RULING: Ruled}.get(tag) if isinstance(tag, str) else None
    if kind is None:
        raise unreadable(f"there is no event {tag!r}", (RULING, *BESIDE))
    check_place(record, index, item)
    fields = {n: v for n, v in item.items() if n not in ("match", "step", "event")}
    if unknown := [name for name in fields if name not in kind.__struct_fields__]:
        raise unreadable(f"a {tag} has no field {unknown[0]!r}", kind.__struct_fields__)
    for name in seat_fields(kind) & fields.keys():
        fields[name] = seat_number(fields[name])
    try:
        stamps = {name: fields[name] for name in STAMPS if name in fields}
        msgspec.convert(stamps, type=Stamps)
        if kind is Ruled:
            game, facts = record.game, fields.pop("facts", [])
            action = fields.pop("action", None)
            if not isinstance(facts, list):
                raise unreadable("facts are a list")
            return Ruled(
                None if action is None else unplain(game.action_type, action),
                tuple(unplain(game.fact_type, fact) for fact in facts),
                **msgspec.to_builtins(msgspec.convert(fields, type=RulingFields)),
            )
        renamed = {f.name: f.encode_name for f in msgspec.structs.fields(kind)}
        event: Event = msgspec.convert({renamed[n]: v for n, v in fields.items()}, type=kind)
    except msgspec.ValidationError as error:
        raise unreadable(f"the {tag} cannot be read: {error}") from error
    return event


class RulingFields(Stamps):
    """What a ruling says beside its action and facts."""

    entered: Annotated[int, msgspec.Meta(ge=0)] = 0
    seat: int = DEALER
    kind: str = ""
    judge: str = ""
    anew: bool = False


def check_place(record: Record, index: int, item: dict[str, Any]) -> None:
    """Refuse an object that has another number, or is of another match. Raises GameError."""
    if item.get("step") != index:
        raise unreadable(f"step {item.get('step')!r} stands where step {index} belongs")
    if item.get("match", record.id) != record.id:
        raise unreadable(f"a step of match {item['match']!r} among those of {record.id!r}")


def read_step(record: Record, index: int, item: dict[str, Any]) -> Step[Any, Any]:
    """Read one step, which must have the next number."""
    check_place(record, index, item)
    try:
        given = {name: item[name] for name in STAMPS if name in item}
        stamps = msgspec.structs.asdict(msgspec.convert(given, type=Stamps))
    except msgspec.ValidationError as error:
        raise unreadable(f"the step's stamps cannot be read: {error}") from error
    del stamps["prev"]
    known = ("match", "step", "seat", "action", "facts", *STAMPS)
    if unknown := [name for name in item if name not in known]:
        raise unreadable(f"a step has no field {unknown[0]!r}", known)
    action = unplain(record.game.action_type, item.get("action"))
    facts = item.get("facts", [])
    if not isinstance(facts, list):
        raise unreadable("facts are a list")
    return Step(
        action,
        tuple(unplain(record.game.fact_type, fact) for fact in facts),
        seat_number(item["seat"]) if "seat" in item else ANY_SEAT,
        **stamps,
    )
