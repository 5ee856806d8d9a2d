"""The notebook runs, and what it shows is what comes out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.projections.executed import NOTEBOOK, code_cells, execute


@pytest.fixture(scope="module")
def notebook() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return found


def texts(outputs: list[dict[str, Any]]) -> list[str]:
    """What an output says in text; of a picture what it is."""
    return ["".join(o.get("text") or o["data"]["text/plain"]) for o in outputs]


def test_it_is_a_notebook(notebook: dict[str, Any]) -> None:
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        code = {"outputs", "execution_count"} if cell["cell_type"] == "code" else set()
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | code
    counts = [cell["execution_count"] for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))


def test_it_shows_what_comes_out(notebook: dict[str, Any]) -> None:
    """If the bots play otherwise now: `python tests/projections/executed.py` writes it anew."""
    stored = [texts(cell["outputs"]) for cell in code_cells(notebook)]
    found = execute(notebook)
    assert [texts(outputs) for outputs in found] == stored
    assert sum("|" in text for cell in stored for text in cell) >= 3
    (picture,) = [o for outputs in found for o in outputs if "image/svg+xml" in o.get("data", ())]
    assert picture["data"]["image/svg+xml"][0].startswith("<svg")
