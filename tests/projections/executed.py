"""The notebook's code cells, run in order without Jupyter.

`python tests/projections/executed.py` writes what comes out into the notebook again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"

RUN = """
import ast, contextlib, io, json, sys
cells, space, found = json.load(sys.stdin), {"__name__": "__main__"}, []
for number, cell in enumerate(cells, 1):
    out, tree, outputs = io.StringIO(), ast.parse(cell), []
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(out):
        exec(compile(tree, f"cell {number}", "exec"), space)
        value = last and eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), space)
    if out.getvalue():
        text = out.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = value._repr_svg_().splitlines(keepends=True)
        outputs.append({"data": data, "execution_count": number, "metadata": {},
                        "output_type": "execute_result"})
    found.append(outputs)
json.dump(found, sys.stdout)
"""


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def execute(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The outputs of each code cell, as a notebook stores them."""
    words = ["".join(cell["source"]) for cell in code_cells(notebook)]
    environment = {key: text for key, text in os.environ.items() if "LUDOGRAPH" not in key}
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(words),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return found


def write() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    for number, (cell, outputs) in enumerate(
        zip(code_cells(notebook), execute(notebook), strict=True), 1
    ):
        cell |= {"outputs": outputs, "execution_count": number}
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    NOTEBOOK.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
