"""`ludograph.py` is what is public: its examples hold, and plugins and documents import nothing else."""

from __future__ import annotations

import ast
import doctest
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludograph

ROOT = Path(__file__).parent.parent
PACKAGES = {"domain", "projections", "replays", "cli"}
BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
DOCUMENTS = sorted(
    (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*.ipynb"))
)
PLUGINS = sorted((ROOT / "examples").rglob("*.py"))


def imported(code: str) -> set[str]:
    """The modules that code imports, anywhere."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def pieces(path: Path) -> Iterator[str]:
    """The Python of a file: a module, a notebook's cells, a document's blocks."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield text
    elif path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        yield from ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    else:
        yield from (block for block in BLOCK.findall(text) if not block.startswith(" "))


def test_the_examples_hold() -> None:
    done = doctest.testmod(ludograph)
    assert done.attempted >= 10
    assert done.failed == 0


def test_each_name_is_there_once_and_documented() -> None:
    own = {"audit", "check_game", "find_report", "main", "open_store", "query", "simulate"}
    assert len(set(ludograph.__all__)) == len(ludograph.__all__)
    assert {*own, *ludograph._sources()} == set(ludograph.__all__)
    for name in ludograph.__all__:
        found = getattr(ludograph, name)
        if isinstance(found, type) or inspect.isfunction(found):
            assert found.__doc__, name
    assert dir(ludograph) == sorted(ludograph.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Recorder'"):
        ludograph.Recorder  # noqa: B018


def test_importing_it_imports_nothing_heavy() -> None:
    code = (
        "import sys; before = set(sys.modules); import ludograph; print(*set(sys.modules) - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    roots = {name.partition(".")[0] for name in done.stdout.split()}
    assert roots - {"ludograph"} <= sys.stdlib_module_names


@pytest.mark.parametrize("path", [*DOCUMENTS, *PLUGINS], ids=lambda path: path.name)
def test_plugins_and_documents_import_what_is_public(path: Path) -> None:
    for piece in pieces(path):
        assert {name for name in imported(piece) if name.partition(".")[0] in PACKAGES} == set()


def test_plugins_and_documents_are_read() -> None:
    for path in (ROOT / "docs" / "adding-a-game.md", ROOT / "docs" / "notebook.ipynb", *PLUGINS):
        assert any("ludograph" in imported(piece) for piece in pieces(path)), path


def test_nothing_of_the_house_imports_it() -> None:
    """It stands above everything; but for it, the command line is the top."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            code = path.read_text(encoding="utf-8")
            assert "ludograph" not in code or "ludograph" not in imported(code), path
