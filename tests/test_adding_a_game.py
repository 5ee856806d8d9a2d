"""`docs/adding-a-game.md` followed to the letter: Nim comes out of it, is installed, and works."""

from __future__ import annotations

import json
import os
import re
import site
import subprocess
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "adding-a-game.md"
FILE = re.compile(r"^```\w+ (\S+\.\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```console nim\n(.*?)^```", re.MULTILINE | re.DOTALL)
INSTALL = "pip install --quiet --no-deps --no-build-isolation --no-index --no-input"
PROJECTIONS = re.compile(
    r'^\[project\.entry-points\."(ludograph\.projections)"\]\n(\w+) = "(.*)"', re.M
)


def files() -> dict[str, str]:
    """The files that the document makes, each from its blocks one after the other."""
    found: dict[str, str] = {}
    for name, block in FILE.findall(DOCUMENT.read_text(encoding="utf-8")):
        found[name] = found[name] + "\n\n" + block if name in found else block
    return found


def without_empty_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def run(folder: Path, command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the environment in which Nim is installed."""
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "PATH": f"{folder / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "LUDOGRAPH_STORE": str(folder / "matches.sqlite"),
            "LUDOGRAPH_ANALYTICS": str(folder / "matches.duckdb"),
            "COLUMNS": "100",
            **more,
        },
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the document makes, and an environment with ludograph and Nim installed."""
    folder = tmp_path_factory.mktemp("nim")
    for name, text in files().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    venv.create(folder / "env", with_pip=False)
    packages = [path for path in site.getsitepackages() if Path(path).is_dir()]
    (own,) = (folder / "env" / "lib").glob("python*/site-packages")
    added = "".join(f"import site; site.addsitedir({path!r})\n" for path in packages)
    (own / "ludograph-here.pth").write_text(added)
    script = folder / "env" / "bin" / "ludograph"
    script.write_text(
        f"#!{folder / 'env' / 'bin' / 'python'}\n"
        "from ludograph import main\n\nif __name__ == '__main__':\n    main()\n"
    )
    script.chmod(0o755)
    done = run(folder, f"python -m {INSTALL} ./nim")
    assert done.returncode == 0, done.stdout
    assert (own / "ludograph_nim.py").exists()
    return folder


def test_the_example_is_what_the_document_makes() -> None:
    made = {name: text for name, text in files().items() if name.startswith("nim/")}
    there = {
        f"nim/{path.name}": path.read_text(encoding="utf-8")
        for path in (ROOT / "examples" / "nim").iterdir()
        if path.suffix in (".py", ".toml")
    }
    assert set(made) == set(there)
    for name, text in there.items():
        assert without_empty_lines(made[name]) == without_empty_lines(text), name
    assert len(there["nim/ludograph_nim.py"].splitlines()) < 150


def test_every_command_of_the_document_answers_as_shown(nim: Path) -> None:
    shown: list[tuple[str, list[str]]] = []
    for block in SESSION.findall(DOCUMENT.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                shown.append((line[2:], []))
            else:
                shown[-1][1].append(line)
    assert len(shown) >= 15
    for command, expected in shown:
        done = run(nim, command)
        code = 0
        if expected and (stated := re.fullmatch(r"\[exit code (\d)\]", expected[-1])):
            code = int(stated[1])
            expected = expected[:-1]
        printed = [line.rstrip() for line in done.stdout.splitlines()]
        if expected and expected[-1] == "...":
            expected = expected[:-1]
            printed = printed[: len(expected)]
        assert done.returncode == code, f"{command}\n{done.stdout}"
        if expected:
            assert printed == expected, command


def test_what_is_exported_comes_back(nim: Path) -> None:
    """As tapes; JSON Lines are in the document."""
    one, two = ({"LUDOGRAPH_STORE": str(nim / f"{name}.sqlite")} for name in ("one", "two"))
    simulated = run(nim, "ludograph simulate nim -n 30 --seed 3 --set misere=yes", **one)
    assert "30 matches simulated" in simulated.stdout
    first = run(nim, "ludograph export --all | tee all.tape", **one).stdout
    assert run(nim, "ludograph import all.tape", **two).stdout.endswith("\n30 added\n")
    back = run(nim, "ludograph export --all", **two).stdout
    assert first.count("\nmisere: yes\n") == 30
    assert sorted(first.splitlines()) == sorted(back.splitlines())


def test_tables_of_its_own_can_be_added(nim: Path) -> None:
    """The module with a table, installed beside the game as the document says."""
    (found,) = PROJECTIONS.findall(DOCUMENT.read_text(encoding="utf-8"))
    info = nim / "tables" / "nim_tables-0.1.0.dist-info"
    info.mkdir(parents=True)
    (nim / "tables" / "nim_tables.py").write_text(files()["nim_tables.py"])
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nim-tables\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[{found[0]}]\n{found[1]} = {found[2]}\n")
    more = {
        "PYTHONPATH": str(nim / "tables"),
        "LUDOGRAPH_STORE": str(nim / "tables.sqlite"),
        "LUDOGRAPH_ANALYTICS": str(nim / "tables.duckdb"),
    }
    run(nim, "ludograph new nim --id one", **more)
    played = run(nim, 'ludograph play one "start B" 1x1 3x2', **more)
    assert played.returncode == 0, played.stdout
    asked = run(nim, 'ludograph sql --json "FROM nim_takes ORDER BY step"', **more)
    rows = [tuple(row.values()) for row in json.loads(asked.stdout)]
    assert rows == [(1, 2, 1, 1, "B", 1, 1), (1, 3, 1, 2, "A", 2, 3)]


def test_a_broken_package_is_one_line_and_no_more(nim: Path) -> None:
    """It is named where the games are listed; they, and Nim, go on as before."""
    info = nim / "broken" / "broken-1.0.dist-info"
    info.mkdir(parents=True)
    (nim / "broken" / "broken_game.py").write_text("import no_such_module\n")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[ludograph.games]\nchess = broken_game:CHESS\nriftforce = ludograph_nim:NIM\n"
    )
    more = {
        "PYTHONPATH": str(nim / "broken"),
        "LUDOGRAPH_STORE": str(nim / "broken.sqlite"),
        "LUDOGRAPH_ANALYTICS": str(nim / "broken.duckdb"),
    }
    broken = (
        "ludograph: the installed game 'chess' of broken 1.0 (broken_game:CHESS) cannot be used: "
        "ModuleNotFoundError: No module named 'no_such_module'"
    )
    taken = (
        "ludograph: the installed game 'riftforce' of broken 1.0 (ludograph_nim:NIM) is left out: "
        "ludograph has its own"
    )
    opened = run(nim, "ludograph new nim --id n", **more)
    assert opened.stdout.splitlines()[:2] == [taken, "match n is open: Nim, A, B"]
    asked = run(nim, 'ludograph sql --format csv "SELECT game FROM matches"', **more)
    assert sorted(asked.stdout.splitlines()) == sorted([taken, broken, "game", "nim"])
    refused = run(nim, "ludograph new chess", **more)
    assert refused.returncode == 2
    assert refused.stdout.splitlines() == [taken, broken]
