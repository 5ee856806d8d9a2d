"""Every command a document shows is run, in the order shown, and answers as shown."""

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from cli.program.manual import GROUPS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "benchmarks/README.md",
]
BLOCK = re.compile(r"^( *)```console\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
NOT_RUN = re.compile(r"^( *)```(?:sh|bash|shell)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
CANNOT_BE_RUN = (
    "git clone ",
    "ludograph serve ",
    "make ",
    "pip install ",
    "python -m projections.schema.document",
    "python -m pytest ",
    "python -m tests.golden.add ",
    "python -m tests.domain.games.readings",
    "source ",
)
"""How commands begin that a test cannot run: they install, run tests, write here, or do not end."""
PROMPT = "$ "


def sessions(path: Path) -> list[tuple[str, list[str]]]:
    """The commands of a document, each with the output it shows."""
    found: list[tuple[str, list[str]]] = []
    for _, block in BLOCK.findall(path.read_text(encoding="utf-8")):
        for line in dedent(block).splitlines():
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
        "XDG_DATA_HOME": str(folder / "data"),
        "COLUMNS": "110",
    }


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
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


def test_the_readme_and_the_tutorial_show_sessions() -> None:
    assert len(sessions(ROOT / "README.md")) >= 12
    assert len(sessions(ROOT / "docs" / "tutorial.md")) >= 35


def test_the_readme_is_short_and_shows_two_pictures() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) < 200
    pictures = [ROOT / name for name in re.findall(r"!\[[^]]+\]\((\S+)\)", text)]
    assert {picture.suffix for picture in pictures} == {".svg", ".png"}
    for picture in (ROOT / "docs" / "pictures").glob("*.[sp][vn]g"):
        assert picture.stat().st_size < 200_000, picture.name


def test_only_what_cannot_be_run_is_shown_without_being_run() -> None:
    for path in DOCUMENTS:
        for _, block in NOT_RUN.findall(path.read_text()):
            for line in dedent(block).splitlines():
                assert line.startswith(CANNOT_BE_RUN), f"{path.name}: {line}"


def test_the_targets_that_documents_name_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for path in DOCUMENTS:
        for target in re.findall(r"(?:^|`)make (\w+)", path.read_text(), re.MULTILINE):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{path.name}: {target}"


def test_make_says_what_it_can_make() -> None:
    """Each target has a recipe and a line in the help, which also answers a target that is none."""
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    makefile = (ROOT / "Makefile").read_text()
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    shown = subprocess.run(
        ["make", "help"], cwd=ROOT, env=alone, capture_output=True, text=True, check=True
    )
    assert re.findall(r"^  make (\w+) +\w", shown.stdout, re.MULTILINE) == phony.split()
    for target in phony.split():
        assert re.search(rf"^{target}:.*\n\t", makefile, re.MULTILINE), target
    plain = subprocess.run(
        ["make"], cwd=ROOT, env=alone, capture_output=True, text=True, check=True
    )
    assert plain.stdout == shown.stdout
    wrong = subprocess.run(
        ["make", "golden"], cwd=ROOT, env=alone, capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert wrong.stdout.startswith("there is no target golden")
    assert shown.stdout in wrong.stdout


def test_every_command_stands_in_the_list_of_commands() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "cli", "--help"],
        cwd=ROOT,
        env=environment(ROOT),
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    commands = re.findall(r"^│ ([a-z][\w-]*) {2,}", help_text, re.MULTILINE)
    listed = (ROOT / "docs" / "commands.md").read_text()
    assert len(commands) >= 15
    for command in commands:
        assert re.search(rf"^\| `{command}[ `]", listed, re.MULTILINE), command


def test_the_list_has_the_groups_of_the_help() -> None:
    listed = (ROOT / "docs" / "commands.md").read_text()
    parts = re.split(r"^## (.*)$", listed, flags=re.MULTILINE)[1:]
    found = {
        group: re.findall(r"^\| `([\w-]+)", rows, re.MULTILINE)
        for group, rows in zip(parts[::2], parts[1::2], strict=True)
    }
    wanted = {group: sorted(entry.name for entry in entries) for group, entries in GROUPS.items()}
    assert {group: sorted(names) for group, names in found.items()} == wanted


def named_paths(text: str) -> set[str]:
    """Files, folders and modules that a text names as code; capital words stand for any.

    Those that the text makes itself, in a block with a name, are left out.
    """
    code = set(re.findall(r"`([^`\n]+)`", text))
    for block in re.findall(r"^ *```sh\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL):
        code |= set(block.split())
    packages = "benchmarks|cli|docs|domain|examples|projections|replays|tests"
    found = {word for word in code if re.fullmatch(rf"(?:{packages})(?:[/.][\w.-]+)*/?", word)}
    found |= {word for word in code if re.fullmatch(r"[\w-]+\.(?:py|md|toml)", word)}
    return found - set(re.findall(r"^```\w+ (\S+)$", text, re.MULTILINE))


def is_there(name: str) -> bool:
    """A file or folder by its path, a module by its dotted name, or a file by its name alone."""
    if "/" not in name and re.search(r"\.(?:py|md|toml|json)$", name):
        return any(not {".venv", ".git"} & {*path.parts} for path in ROOT.rglob(name))
    path = name if "/" in name else name.replace(".", "/")
    pattern = re.sub(r"\b[A-Z]+\b", "*", path.rstrip("/"))
    return any(True for end in ("", ".py") for _ in ROOT.glob(pattern + end))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_is_named_as_code_is_there(path: Path) -> None:
    named = named_paths(path.read_text())
    assert [name for name in sorted(named) if not is_there(name)] == []


def test_many_paths_are_named() -> None:
    assert len(named_paths((ROOT / "CONTRIBUTING.md").read_text())) >= 50


def test_every_room_stands_in_the_architecture() -> None:
    named = named_paths((ROOT / "docs" / "architecture.md").read_text())
    for package in ("domain", "projections", "replays", "cli"):
        for module in ROOT.glob(f"{package}/*/__init__.py"):
            assert str(module.parent.relative_to(ROOT)) in named
        assert package in named


def anchors(path: Path) -> set[str]:
    """The names by which links reach a document's headings."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).replace(" ", "-").lower() for heading in headings}


def test_links_lead_somewhere() -> None:
    for path in DOCUMENTS:
        text = path.read_text()
        links = re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text)
        pictures = [(target, "") for target in re.findall(r'src="([^":]*)"', text)]
        for target, anchor in links + pictures:
            there = path.parent / target if target else path
            assert there.exists(), f"{path.name}: {target}"
            if anchor and there.suffix == ".md":
                assert anchor in anchors(there), f"{path.name}: {target}#{anchor}"
