"""What docs/formats.md says of the files is what the program reads and writes."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from domain.formats.jsonl import STAMPS, read_jsonl, write_jsonl
from domain.formats.scenario import read_scenarios, run
from domain.formats.tape import Tape, read_tapes
from domain.games import GAMES
from domain.games.riftforce.cards import GUILDS
from domain.record.chain import chained
from domain.record.match import Record

GAME = GAMES["riftforce"]
TEXT = (Path(__file__).parent.parent / "docs" / "formats.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    found = re.search(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def table(title: str) -> dict[str, set[str]]:
    """Types and fields of the table that follows a title."""
    rows = TEXT.partition(title)[2].partition("\n\n")[2].partition("\n\n")[0].splitlines()[2:]
    found: dict[str, set[str]] = {}
    for row in rows:
        types, fields, *_ = (cell.strip() for cell in row.strip("|").split("|"))
        for name in re.findall(r"`(\w+)`", types):
            found[name] = set(re.findall(r"\w+", fields))
    return found


def test_the_tape_shown_can_be_imported() -> None:
    (tape,) = read_tapes(block("text tape"))
    assert isinstance(tape, Tape), tape
    assert len(tape.steps) > 20


def test_the_scenario_shown_holds() -> None:
    (scenario,) = read_scenarios(block("text scenario"))
    outcome = run(scenario)
    assert outcome.holds, outcome.problems
    assert outcome.checks == 3


@pytest.mark.parametrize(
    ("title", "union"),
    [("Actions of Riftforce:", GAME.action_type), ("Facts of Riftforce:", GAME.fact_type)],
)
def test_every_type_and_field_is_told(title: str, union: Any) -> None:
    told = table(title)
    real = {str(k.__struct_config__.tag): set(k.__struct_fields__) for k in get_args(union)}
    assert set(told) == set(real)
    for name, fields in real.items():
        if "as" not in told[name]:
            assert told[name] == fields, name


def test_every_key_of_a_step_is_told() -> None:
    for key in ("match", "step", "seat", "action", "facts", *STAMPS):
        assert f"`{key}`" in TEXT


def test_the_json_lines_shown_have_the_keys_written() -> None:
    shown = [json.loads(line) for line in block("json").splitlines()]
    path = Path(__file__).parent.parent / "examples" / "kitchen-table.tape"
    (tape,) = read_tapes(path.read_text())
    assert isinstance(tape, Tape)
    record = Record(tape.match_id, GAME, tape.opened, [], "")
    chained(record, [tape.opened, *tape.steps])
    written = [json.loads(line) for line in write_jsonl(record).splitlines()]
    assert written[0].keys() - {"note"} == shown[0].keys()
    assert written[0]["settings"] == shown[0]["settings"]
    assert written[4].keys() == shown[1].keys()
    assert written[4]["action"] == shown[1]["action"]
    assert written[4]["facts"] == shown[1]["facts"]
    (again,) = read_jsonl(write_jsonl(record))
    assert isinstance(again, Tape)


def test_the_board_shown_has_the_keys_written() -> None:
    shown = json.loads(re.findall(r"^```json\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)[1])
    board = GAME.data(GAME.new_state(GAME.settings({})))
    assert shown.keys() == board.keys()
    assert shown["locations"][0].keys() == board["locations"][0].keys()
    assert shown["seats"]["A"].keys() == board["seats"]["A"].keys()


def test_every_guild_is_told_with_its_code() -> None:
    for code, name in GUILDS.items():
        assert f"{code} {name}" in TEXT
