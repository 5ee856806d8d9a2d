"""Every command that shows a match to a seat prints the same of twins; none can be forgotten."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from typer.testing import CliRunner

from cli.app import app
from domain.contract.game import Seat
from domain.store.recorder import Recorder
from tests.leaks.samples import samples
from tests.leaks.twins import Twins, twin_of

SEATS: Final[dict[str, Seat | None]] = {"A": 0, "B": 1, "spectator": None}
COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "show": (
        "show m",
        "show m --json",
        "show m --step 3",
        "show m --step {gone}",
        "show m --step 999",
        "show m --turn 1 --json",
        "show m --turn 99",
        "show m --variation {gone}",
        "show m --variation {gone} --json",
        "show m --as-of @9",
        "show m --as-of 2026-11-30",
        "show m --step 12 --svg {file} --dark",
        "show m --png {file} --width 300",
    ),
    "replay": (
        "replay m --plain",
        "replay m --json",
        "replay m --plain --variation {gone}",
        "replay m --json --from 2 --to 5 --as-of @9",
        "replay m --from 999",
        "replay m --html {file}",
        "replay m --html {file} --as-of @9",
    ),
    "film": (
        "film m {gif} --from 3 --to 6 --width 300 --seconds 2 --dark",
        "film m {gif} --from 1 --to 2 --variation {gone} --width 300",
        "film m {gif} --from 4 --to 5 --as-of @9 --width 300",
    ),
    "history": ("history m", "history m --json", "history m --as-of @9"),
    "export": (
        "export m",
        "export --all --times",
        "export m --history --times",
        "export m --format jsonl",
        "export m --as-of @9 --format jsonl",
        "export m --output {file}",
    ),
    "sql": ("sql --match m --format csv {query}",),
    "publish": (
        "publish {folder} --match m --format csv --tables facts,steps,openings,variations --json",
        "publish {folder} --match m --as-of @9 --tables facts,steps",
    ),
}
"""What is run for every seat, by the command's name."""
APART: Final = {
    "sql": (
        *("--limit", "--offset", "--page", "--as-of", "--json", "--output", "--file", "--param"),
        *("--save", "--about", "--replace", "--saved", "--forget"),
    ),
    "publish": ("--game",),
}
"""Options that change only how much is shown of what the others show, or how, or what is asked."""
MADE_AT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")
"""When something was published, which is no secret."""
ALWAYS: Final = ("--force", "--seat", "--store", "--analytics", "--help")
QUERY: Final = (
    "SELECT string_agg(f::VARCHAR, chr(10)) FROM (SELECT * FROM facts ORDER BY ALL) AS f"
    " UNION ALL SELECT string_agg(s::VARCHAR, chr(10)) FROM (SELECT * FROM steps ORDER BY ALL) AS s"
)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, nothing_chosen: None) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def commands(group: Any, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every command by its name, with its options."""
    context = group.make_context("ludograph", [], resilient_parsing=True)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        full = f"{name} {word}".strip()
        if hasattr(command, "commands"):
            yield from commands(command, full)
        else:
            yield full, [option for p in command.params for option in p.opts]


NO_MATCH: Final = frozenset({"token add"})
"""They name a seat and show nothing of a match; what a token may see is held apart."""


class TestCovered:
    def test_every_command_with_a_seat_is_run_here(self) -> None:
        found = dict(commands(typer.main.get_command(app)))
        seated = {name for name, options in found.items() if "--seat" in options}
        assert seated == set(COMMANDS) | NO_MATCH

    def test_with_every_option_it_has(self) -> None:
        found = dict(commands(typer.main.get_command(app)))
        for name, lines in COMMANDS.items():
            words = {word for line in lines for word in line.split()}
            spare = {*words, *ALWAYS, *APART.get(name, ())}
            long = [option for option in found[name] if option.startswith("--")]
            assert [option for option in long if option not in spare] == [], name


class TestTwins:
    @pytest.mark.parametrize(
        ("name", "seat"), [("riftforce", "A"), ("magical_forge", "spectator"), ("solforge", "B")]
    )
    def test_what_is_printed_is_the_same(self, name: str, seat: str, tmp_path: Path) -> None:
        twins = twin_of(samples()[name], SEATS[seat], random.Random(seat), 4)
        assert twins.changed
        stores = tuple(store(tmp_path / str(n), twins, n) for n in (0, 1))
        gone = twins.record.history.variations[0].numbers[-1]
        for line in (line for lines in COMMANDS.values() for line in lines):
            printed = []
            for path in stores:
                file = path.with_name("export.txt")
                folder = str(path.with_name("published"))
                parts = {"{gone}": str(gone), "{file}": str(file), "{query}": QUERY}
                parts["{folder}"] = folder
                parts["{gif}"] = str(file.with_suffix(".gif"))
                words = [parts.get(word, word) for word in line.split()]
                printed.append(run(path, [*words, "--seat", seat], file))
            assert printed[0] == printed[1], line
            assert printed[0][1:] != ("", "", ""), line

    def test_without_a_seat_it_is_not(self, tmp_path: Path) -> None:
        """Each command does show what differs, to who may see everything."""
        twins = twin_of(samples()["riftforce"], 0, random.Random("A"), 4)
        stores = tuple(store(tmp_path / str(n), twins, n) for n in (0, 1))
        for line in ("show m --step 3", "replay m --plain", "history m", "export m"):
            one, two = (run(path, line.split(), path) for path in stores)
            assert one[0] == two[0] == 0
            if line != "show m --step 3":
                assert one != two, line


def store(folder: Path, twins: Twins, number: int) -> Path:
    """A store that holds a record (0), or its twin (1), as match m."""
    folder.mkdir()
    record = (twins.record, twins.twin)[number]
    recorder = Recorder(folder / "store.sqlite", durable=False)
    recorder.add([("m", record.opened, record.events)])
    recorder.close()
    return folder / "store.sqlite"


def run(path: Path, words: Sequence[str], file: Path) -> tuple[int, str, str, str]:
    """Run a command: the exit code, what it prints and complains, and the file it writes."""
    result = CliRunner().invoke(app, [*words, "--store", str(path)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    files = [Path(word) for word in words if word.startswith(str(file.with_suffix("")))]
    written = "".join(path.read_bytes().decode("latin-1") for path in files if path.exists())
    said = [result.stdout, result.stderr]
    if words[0] == "publish":
        written = published(Path(words[1]))
        said[0] = MADE_AT.sub("", said[0])
    out, complained = (text.replace(str(path.parent), "") for text in said)
    return result.exit_code, out, complained, written


def published(folder: Path) -> str:
    """All that is in a folder's files, but for the time when they were made."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    texts = [f"{file.relative_to(folder)}\n{file.read_bytes().decode('latin-1')}" for file in files]
    return MADE_AT.sub("", "\n".join(texts))
