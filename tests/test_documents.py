"""Every command a document shows is run, in the order shown, and answers as shown."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "benchmarks/README.md",
]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROMPT = "$ "


def sessions(path: Path) -> list[tuple[str, list[str]]]:
    """The commands of a document, each with the output it shows."""
    found: list[tuple[str, list[str]]] = []
    for block in BLOCK.findall(path.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith(PROMPT):
                found.append((line.removeprefix(PROMPT), []))
            elif found:
                found[-1][1].append(line)
    return found


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LUDOGRAPH_STORE": str(folder / "matches.sqlite"),
        "LUDOGRAPH_ANALYTICS": str(folder / "matches.duckdb"),
        "COLUMNS": "110",
    }


@pytest.mark.parametrize("path", [p for p in DOCUMENTS if p.exists()], ids=lambda p: p.name)
def test_a_document_says_what_happens(path: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command, shown in sessions(path):
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment(tmp_path),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        code = 0
        if shown and (stated := re.fullmatch(r"\[exit code (\d)\]", shown[-1])):
            code = int(stated[1])
            shown = shown[:-1]
        assert done.returncode == code, f"{command}\n{done.stdout}"
        assert "Traceback" not in done.stdout
        printed = [line.rstrip() for line in done.stdout.splitlines()]
        if shown and shown[-1] == "...":
            shown = shown[:-1]
            printed = printed[: len(shown)]
        if shown:
            assert printed == [line.rstrip() for line in shown], command


def test_the_readme_shows_sessions() -> None:
    assert len(sessions(ROOT / "README.md")) >= 12


def test_the_targets_named_in_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", (ROOT / "README.md").read_text(), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_command_stands_in_the_table() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "cli", "--help"],
        cwd=ROOT,
        env=environment(ROOT),
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    commands = re.findall(r"^│ (\w+) {2,}", help_text, re.MULTILINE)
    readme = (ROOT / "README.md").read_text()
    assert len(commands) >= 15
    for command in commands:
        assert re.search(rf"^\| `{command}\b", readme, re.MULTILINE), command


def test_links_lead_somewhere() -> None:
    for path in DOCUMENTS:
        if not path.exists():
            continue
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
