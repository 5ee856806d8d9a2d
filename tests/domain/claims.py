"""Which sentences of a rulebook are claimed by which tests, in a folder of tests."""

from __future__ import annotations

import ast
from pathlib import Path


def claims(folder: Path) -> dict[str, set[str]]:
    """Each id, with the tests of a folder that name it in a `@rule(...)`."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for call in node.decorator_list:
                    if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "rule":
                        for word in call.args:
                            assert isinstance(word, ast.Constant)
                            found.setdefault(str(word.value), set()).add(node.name)
    return found
