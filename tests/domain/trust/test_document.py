"""What docs/trust.md says of the format is enough to check a dossier without this program."""

import json
import re
import subprocess
import sys
from base64 import b64decode, b64encode
from pathlib import Path

import msgspec
import pytest

from domain.record.codec import digest, encode
from domain.record.events import Signed
from domain.record.match import Record
from domain.trust.dossier import FORMAT, Dossier, Kept, Proof, dossier, kept, write
from domain.trust.keys import public_text
from tests.domain.trust.signed_matches import KEYS, matches, whole

ANYBODY = b64encode(bytes([1]) + bytes(31)).decode()
"""The key with which a signature of the same point, and nothing else, holds for any message."""

TEXT = (Path(__file__).parents[3] / "docs" / "trust.md").read_text(encoding="utf-8")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    found = re.search(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert found
    path = tmp_path / "check.py"
    path.write_text(found[1], encoding="utf-8")
    return path


def check(program: Path, text: str) -> tuple[int, str]:
    file = program.with_name("d.json")
    file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(program), str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_the_program_shown_checks_a_dossier(program: Path) -> None:
    made = whole()
    assert check(program, write(made)) == (0, f"5 matches hold, root {made.root}\n")


def test_the_program_shown_finds_what_was_changed(program: Path) -> None:
    for change in ("stored", "head", "match", "root"):
        document = json.loads(write(whole()))
        if change == "root":
            document["root"] = "0" * 64
        elif change == "match":
            document["matches"].pop()
        elif change == "head":
            document["matches"][0]["head"] = "x"
        else:
            state = document["matches"][0]["stored"][0]
            document["matches"][0]["stored"][0] = state.replace("Ann", "Eve")
        assert check(program, json.dumps(document))[0] == 1, change


def test_the_program_shown_checks_signatures_and_whose_keys_they_can_be(program: Path) -> None:
    """A dossier that agrees with itself throughout, but for a signature that anybody could make."""
    record, rows = matches()["m3"]
    (at,) = [n for n, event in enumerate(record.events) if isinstance(event, Signed)]
    for fields, why in (
        ({"key": public_text(KEYS["B"])}, "InvalidSignature"),
        ({"role": "B"}, "InvalidSignature"),
        ({"upto": at + 1}, "not there is signed"),
        (
            {"key": ANYBODY, "signature": b64encode(b64decode(ANYBODY) + bytes(32)).decode()},
            "nobody",
        ),
    ):
        events = [record.opened, *record.events[: at + 1]]
        events[-1] = msgspec.structs.replace(record.events[at], **fields)
        forged = [*rows[: at + 1], (at + 2, rows[at + 1][1], encode(events[-1]))]
        head = digest("m3", *forged[-1])
        made = Record("m3", record.game, record.opened, events[1:], head)
        found = write(dossier([kept(made, forged)], "", "1.0"))
        file = program.with_name("d.json")
        file.write_text(found, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-I", str(program), str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert re.search(why, done.stderr), (fields, done.stderr[-300:])


def test_every_field_is_told() -> None:
    assert f"`{FORMAT}`" in TEXT
    for kind in (Dossier, Kept, Proof):
        for field in msgspec.structs.fields(kind):
            assert f"`{field.name}`" in TEXT, field.name
