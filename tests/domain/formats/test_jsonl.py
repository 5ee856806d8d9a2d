import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.bots.simulation import plan, play_encoded
from domain.contract.errors import GameError
from domain.formats.jsonl import plain, read_jsonl, unplain, write_jsonl
from domain.formats.tape import Tape
from domain.games import GAMES
from domain.record.chain import chained, read_rows
from domain.record.match import Record

GAME = GAMES["riftforce"]


@pytest.fixture(scope="module", params=["base", "beyond"])
def record(request: pytest.FixtureRequest) -> Record:
    what = plan(GAME, {"expansion": request.param}, ["random"], 3)
    return read_rows(what.match_id(0), [e[1:] for e in play_encoded(what, [0], 1_764_000_000_000)])


def read_one(text: str) -> Tape:
    (found,) = read_jsonl(text)
    assert isinstance(found, Tape), found
    return found


def test_reading_gives_the_same_events_and_the_same_chain(record: Record) -> None:
    tape = read_one(write_jsonl(record))
    again = Record(tape.match_id, GAME, tape.opened, [], "")
    chained(again, [tape.opened, *tape.steps])
    assert (again.opened, again.steps, again.head) == (record.opened, record.steps, record.head)
    assert write_jsonl(again) == write_jsonl(record)


def test_every_action_and_fact_survives_its_plain_form(record: Record) -> None:
    for step in record.steps:
        assert unplain(GAME.action_type, plain(step.action)) == step.action
        for fact in step.facts:
            assert unplain(GAME.fact_type, json.loads(json.dumps(plain(fact)))) == fact


def test_without_facts_the_rules_decide_what_the_actions_cause(record: Record) -> None:
    lines = [json.loads(line) for line in write_jsonl(record).splitlines()]
    for item in lines:
        for key in ("facts", "prev", "after"):
            item.pop(key, None)
    tape = read_one("\n".join(json.dumps(item) for item in lines))
    assert [s.facts for s in tape.steps] == [s.facts for s in record.steps]


def test_several_matches_stand_in_one_file_and_a_bad_one_spares_the_others(record: Record) -> None:
    good = write_jsonl(record)
    bad = good.replace(record.id, "other").replace('"seat":"A"', '"seat":"C"', 1)
    first, second, third = read_jsonl(good + bad + good, "file")
    assert isinstance(first, Tape)
    assert isinstance(third, Tape)
    assert isinstance(second, GameError)
    assert second.source == "file"
    assert second.line > len(good.splitlines())


def edited(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[Record], GameError]:
    def error(record: Record) -> GameError:
        lines = [json.loads(line) for line in write_jsonl(record).splitlines()]
        change(lines)
        (found,) = read_jsonl("\n".join(json.dumps(item) for item in lines))
        assert isinstance(found, GameError)
        return found

    return error


def old_rules(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[Record], GameError]:
    def changed(lines: list[dict[str, Any]]) -> None:
        lines[0]["rules"] = "0"
        change(lines)

    return edited(changed)


def test_a_match_made_under_other_rules_is_taken_in_as_it_happened(record: Record) -> None:
    lines = [json.loads(line) for line in write_jsonl(record).splitlines()]
    lines[0]["rules"] = "0"
    for item in lines[1:]:
        del item["prev"]
    tape = read_one("\n".join(json.dumps(item) for item in lines))
    assert [step.facts for step in tape.steps] == [step.facts for step in record.steps]


@pytest.mark.parametrize(
    ("error", "line", "words"),
    [
        (edited(lambda ls: ls[3].update(step=9)), 4, "step 9 stands where step 3 belongs"),
        (edited(lambda ls: ls[3].update(action={"type": "jump"})), 4, "no type 'jump'"),
        (edited(lambda ls: ls[3].update(action={"type": "toss"})), 4, "lacks the field 'seat'"),
        (edited(lambda ls: ls[3].update(facts=[{"type": "end"}])), 4, "lacks the field 'winner'"),
        (edited(lambda ls: ls[3].update(colour="red")), 4, "no field 'colour'"),
        (edited(lambda ls: ls[3].update(prev="x")), 4, "chain breaks"),
        (edited(lambda ls: ls[3].update(match="other")), 4, "'other'"),
        (edited(lambda ls: ls[3].update(after="noon")), 4, "stamps cannot be read"),
        (edited(lambda ls: ls[3].update(note=7)), 4, "stamps cannot be read"),
        (edited(lambda ls: ls[0].update(on="yesterday")), 1, "is no day"),
        (edited(lambda ls: ls[0].update(settings={"ice": "hot"})), 1, "ice cannot be 'hot'"),
        (edited(lambda ls: ls[3].update(facts=[])), 4, "not what its action causes"),
        (edited(lambda ls: ls[3].update(seat="A")), 4, "is dealer's to decide"),
        (edited(lambda ls: ls[3].update(after=2**62)), 4, "stamps cannot be read"),
        (edited(lambda ls: ls[0].update(match=None)), 1, "None is no name"),
        (edited(lambda ls: ls[0].update(seed=2**63)), 1, "is no seed"),
        (
            old_rules(lambda ls: ls[11]["facts"][0].update(cards=["F9"] * 7)),
            12,
            "cannot have happened",
        ),
        (old_rules(lambda ls: ls[13]["facts"][1].update(turn=2**40)), 14, "holds the number"),
        (edited(lambda ls: ls[0].update(players=[1, 2])), 1, "opening cannot be read"),
        (edited(lambda ls: ls[0].update(game="chess")), 1, "no game 'chess'"),
        (edited(lambda ls: ls.pop(0)), 1, "names its game"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    record: Record, error: Callable[[Record], GameError], line: int, words: str
) -> None:
    found = error(record)
    assert words in found.message
    assert found.line == line


@pytest.mark.parametrize(
    "text",
    ["[1]", "{", "nonsense", '{"step": 1}', '{"game": 1}', '{"game":"riftforce","settings":3}'],
)
def test_anything_else_is_an_error_and_never_a_crash(text: str) -> None:
    (found,) = read_jsonl(text)
    assert isinstance(found, GameError)


def test_stamps_and_notes_are_kept(record: Record) -> None:
    steps = [
        msgspec.structs.replace(
            step, after=number * 10, note=f"note {number}", by="Carla", occurred=5
        )
        for number, step in enumerate(record.steps)
    ]
    twin = Record(record.id, GAME, record.opened, [], "")
    chained(twin, [record.opened, *steps])
    tape = read_one(write_jsonl(twin))
    assert [s.note for s in tape.steps] == [s.note for s in steps]
    assert [(s.after, s.by, s.occurred) for s in tape.steps] == [
        (s.after, s.by, s.occurred) for s in steps
    ]
