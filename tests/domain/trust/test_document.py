"""What docs/trust.md says of the format is enough to check a dossier without this program."""

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from domain.trust.dossier import FORMAT, Dossier, Kept, Proof, write
from tests.domain.trust.signed_matches import whole

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


def test_every_field_is_told() -> None:
    assert f"`{FORMAT}`" in TEXT
    for kind in (Dossier, Kept, Proof):
        for field in msgspec.structs.fields(kind):
            assert f"`{field.name}`" in TEXT, field.name
