"""The build backend: setuptools, with the packages of a wheel put under the one name `ludograph`.

The source tree has four packages and `ludograph.py` side by side. In a wheel the module is
`ludograph/__init__.py` and the packages lie beneath it, so that an environment gets no `cli` and no
`domain`. Import statements are rewritten on the way, and nothing else is: no string names a module
(`rewritten` refuses one that does). An editable install and an sdist are what setuptools makes of
the source tree as it is.
"""

from __future__ import annotations

import ast
import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

NAME = "ludograph"
PACKAGES = ("domain", "projections", "replays", "cli")
EXAMPLES = ("*.tape", "*.scenarios")
"""Files of `examples/` that a wheel holds: those that commands read."""
EARLIEST = "315532800"
"""The first second of 1980, which every file in a wheel bears: a zip knows no earlier one."""
SKIPPED = ("__pycache__", "*.py[co]")
NAMES_A_MODULE = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)*\.\w*")


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what building a wheel needs beside `build-system.requires`: nothing."""
    return []


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    """Write the `.dist-info` of the wheel into a folder; return its name."""
    folder = Path(metadata_directory).resolve()
    with staged(Path.cwd()):
        name: str = build_meta.prepare_metadata_for_build_wheel(str(folder), config_settings)
        return name


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """Build the wheel into a folder; return its name. The same source makes the same bytes."""
    folder = Path(wheel_directory).resolve()
    os.environ.setdefault("SOURCE_DATE_EPOCH", EARLIEST)
    with staged(Path.cwd()):
        name: str = build_meta.build_wheel(str(folder), config_settings)
        return name


@contextlib.contextmanager
def staged(source: Path) -> Iterator[Path]:
    """Work in a temporary folder that holds the source tree as it is installed."""
    with tempfile.TemporaryDirectory(prefix=f"{NAME}-build-") as folder:
        stage(source, Path(folder))
        before = Path.cwd()
        os.chdir(folder)
        try:
            yield Path(folder)
        finally:
            os.chdir(before)


def stage(source: Path, target: Path) -> None:
    """Copy what a wheel is made of into a folder, laid out and written as it is installed.

    Raises SyntaxError where a module's imports cannot be rewritten.
    """
    for name in ("pyproject.toml", "README.md"):
        shutil.copyfile(source / name, target / name)
    home = target / NAME
    for package in PACKAGES:
        ignore = shutil.ignore_patterns(*SKIPPED)
        shutil.copytree(source / package, home / package, ignore=ignore)
    shutil.copyfile(source / f"{NAME}.py", home / "__init__.py")
    shutil.copyfile(source / "cli" / "__main__.py", home / "__main__.py")
    (home / "py.typed").touch()
    (home / "examples").mkdir()
    for pattern in EXAMPLES:
        for path in (source / "examples").glob(pattern):
            shutil.copyfile(path, home / "examples" / path.name)
    for path in home.rglob("*.py"):
        path.write_bytes(rewritten(path.read_bytes(), str(path.relative_to(home))))


def rewritten(code: bytes, path: str) -> bytes:
    """Return a module's code with its imports of the packages taken from under `ludograph`.

    Everything else, and the number of each line, stays. Raises SyntaxError for an import that is
    spread over lines before its names, and for a string that names a module.
    """
    lines = code.splitlines(keepends=True)
    tree = ast.parse(code, path)
    changes = []
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), level=0) if ours(module):
                begins = rb"from[ \t]+(?=" + re.escape(module).encode() + rb"\s)"
                head = re.match(begins, lines[node.lineno - 1][node.col_offset :])
                if head is None:
                    raise refused("an import is spread over lines", path, node.lineno)
                at = node.col_offset + head.end()
                changes.append((node.lineno, at, at, f"{NAME}."))
            case ast.Import(names=names) if any(ours(alias.name) for alias in names):
                if node.lineno != node.end_lineno or node.end_col_offset is None:
                    raise refused("an import is spread over lines", path, node.lineno)
                text = "; ".join(imported(alias) for alias in names)
                changes.append((node.lineno, node.col_offset, node.end_col_offset, text))
            case ast.Constant(value=str(text)) if NAMES_A_MODULE.fullmatch(text.partition(":")[0]):
                raise refused(f"the string {text!r} names a module", path, node.lineno)
    for number, start, end, text in sorted(changes, reverse=True):
        line = lines[number - 1]
        lines[number - 1] = line[:start] + text.encode() + line[end:]
    return b"".join(lines)


def ours(module: str) -> bool:
    """Return whether a module is in one of the packages."""
    return module.partition(".")[0] in PACKAGES


def imported(alias: ast.alias) -> str:
    """Write the import of one name of an import statement; it binds what it bound before."""
    name, bound = alias.name, f" as {alias.asname}" if alias.asname else ""
    root = name.partition(".")[0]
    if root not in PACKAGES:
        return f"import {name}{bound}"
    if bound:
        return f"import {NAME}.{name}{bound}"
    return (
        f"import {NAME}.{name}; from {NAME} import {root}"
        if name != root
        else (f"from {NAME} import {root}")
    )


def refused(why: str, path: str, line: int) -> SyntaxError:
    """Make the error that ends the build."""
    return SyntaxError(f"{why}, so it cannot be rewritten", (path, line, 1, None))
