"""What is installed is one name: the wheel, beside a project that has its own `cli` and `domain`.

The environment is a clean one; what ludograph depends on is borrowed from the one that runs.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.timeout(600)

ROOT = Path(__file__).parent.parent
PACKAGES = ("domain", "projections", "replays", "cli")
NOT_BUILT = (".*", "*.egg-info", "__pycache__", "build", "dist", "demo-data")
CONTRACT = re.compile(r"^```python\n(from ludograph import check_game\n.*?)^```", re.M | re.DOTALL)
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")
OFFLINE = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index")
INSTALL = ("install", "--ignore-installed", *OFFLINE)
"""Also where the borrowed packages have a ludograph among them."""


@pytest.fixture(scope="module")
def backend() -> ModuleType:
    """The build backend, as a module."""
    path = ROOT / ".build" / "ludograph_build.py"
    spec = importlib.util.spec_from_file_location("ludograph_build", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- imports, rewritten ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("from domain import x\n", "from ludograph.domain import x\n"),
        (
            "from  domain.a.b import (\n    x,\n)\n",
            "from  ludograph.domain.a.b import (\n    x,\n)\n",
        ),
        ("if x:\n    from cli.a import b\n", "if x:\n    from ludograph.cli.a import b\n"),
        ("a = 'é'; from cli import b\n", "a = 'é'; from ludograph.cli import b\n"),
        ("import domain\n", "from ludograph import domain\n"),
        ("import domain.a as b\n", "import ludograph.domain.a as b\n"),
        (
            "import os, domain.a, cli as c  # why\n",
            "import os; import ludograph.domain.a; from ludograph import domain; "
            "import ludograph.cli as c  # why\n",
        ),
        ("from domainics import x\nimport cliff\n", "from domainics import x\nimport cliff\n"),
        (
            "from . import domain\nfrom .domain import x\n",
            "from . import domain\nfrom .domain import x\n",
        ),
        ("text = 'from domain import x'\ndomain.x\n", "text = 'from domain import x'\ndomain.x\n"),
    ],
)
def test_imports_are_rewritten_and_nothing_else(
    backend: ModuleType, code: str, wanted: str
) -> None:
    assert backend.rewritten(code.encode(), "a.py").decode() == wanted


@pytest.mark.parametrize(
    "code",
    [
        "from \\\n  domain import x\n",
        "import domain.a, \\\n  os\n",
        "import_module('domain.games.riftforce')\n",
        "OWN = {'a': 'domain.a:B'}\n",
        "f'cli.a.{x}'\n",
    ],
)
def test_what_cannot_be_rewritten_ends_the_build(backend: ModuleType, code: str) -> None:
    with pytest.raises(SyntaxError, match="so it cannot be rewritten"):
        backend.rewritten(code.encode(), "a.py")


def test_the_tree_is_staged_whole(backend: ModuleType, tmp_path: Path) -> None:
    backend.stage(ROOT, tmp_path)
    for package in PACKAGES:
        there = {
            path.relative_to(ROOT)
            for path in (ROOT / package).rglob("*")
            if path.is_file() and path.suffix != ".pyc"
        }
        staged = {
            path.relative_to(tmp_path / "ludograph")
            for path in (tmp_path / "ludograph" / package).rglob("*")
            if path.is_file()
        }
        assert there == staged
        for name in there:
            lines = (ROOT / name).read_bytes().count(b"\n")
            assert (tmp_path / "ludograph" / name).read_bytes().count(b"\n") == lines
    assert not any(path.name in PACKAGES for path in tmp_path.iterdir())


# -- what it needs -----------------------------------------------------------------------------


def pinned(name: str) -> dict[str, list[str]]:
    """The versions that a lock pins, by package; each has hashes, and none an address."""
    text = (ROOT / name).read_text()
    found: dict[str, list[str]] = {}
    for package, version, rest in re.findall(r"^([\w-]+)==(\S+)(.*(?:\n +.*)*)", text, re.M):
        assert "--hash=sha256:" in rest
        found.setdefault(package, []).append(version)
    assert "://" not in text
    assert "--index" not in text
    return found


def test_the_locks_pin_what_is_declared() -> None:
    """What running needs in one, what developing needs beside it in the other, nothing in both."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    running, beside = pinned("requirements.lock"), pinned("requirements-dev.lock")
    assert not running.keys() & beside.keys()
    assert "-r requirements.lock" in (ROOT / "requirements-dev.lock").read_text().splitlines()
    everything = running | beside
    for words, pins in (
        (declared["dependencies"], running),
        (declared["optional-dependencies"]["dev"], everything),
    ):
        for needed in map(Requirement, words):
            assert all(needed.specifier.contains(pin) for pin in pins[needed.name]), needed
    needs = {need for package in running for need in needed_by(package)}
    assert needs <= running.keys()


def needed_by(package: str) -> set[str]:
    """What a package needs here, if it is installed here."""
    try:
        found = map(Requirement, distribution(package).requires or ())
    except PackageNotFoundError:
        return set()
    return {
        canonicalize_name(need.name) for need in found if not need.marker or need.marker.evaluate()
    }


# -- installed ---------------------------------------------------------------------------------


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command and return what it prints. It must end well."""
    hidden = ("PYTHONPATH", "LUDOGRAPH_STORE", "LUDOGRAPH_ANALYTICS", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        command, cwd=cwd, env=environment, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, unpacked; it is built of a copy, since setuptools writes beside what it builds."""
    folder = tmp_path_factory.mktemp("sdist")
    shutil.copytree(ROOT, folder / "tree", ignore=not_built)
    code = "import ludograph_build; print(ludograph_build.build_sdist('..'))"
    build = f"import sys; sys.path.insert(0, '.build'); {code}"
    name = run(sys.executable, "-B", "-c", build, cwd=folder / "tree").split()[-1]
    with tarfile.open(folder / name) as packed:
        packed.extractall(folder, filter="data")
    return folder / name.removesuffix(".tar.gz")


def not_built(folder: str, names: list[str]) -> set[str]:
    """What is no part of the source tree: environments, caches, what was built."""
    kept = {".build", ".ci"} if Path(folder) == ROOT else set()
    return set(shutil.ignore_patterns(*NOT_BUILT)(folder, names)) - kept


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the source tree."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, *PIP, "wheel", *OFFLINE, "-w", folder, ROOT, cwd=folder)
    (found,) = folder.glob("ludograph-*.whl")
    return found


def environment(folder: Path) -> Path:
    """Make an environment `env` that borrows what is installed here; return its Python."""
    venv.create(folder / "env", with_pip=False)
    (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
    borrowed = [path for path in sys.path if Path(path).name == "site-packages"]
    (packages / "borrowed.pth").write_text("".join(f"{path}\n" for path in borrowed))
    return folder / "env" / "bin" / "python"


@pytest.fixture(scope="module")
def project(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with packages of its own, and an environment `env` with the wheel and Nim in it."""
    folder = tmp_path_factory.mktemp("project")
    for name in PACKAGES:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text('OWN = "the project\'s"\n')
    shutil.copytree(ROOT / "examples" / "nim", folder / "nim", ignore=not_built)
    python = environment(folder)
    run(python, *PIP, *INSTALL, wheel, cwd=folder)
    run(python, *PIP, *INSTALL, folder / "nim", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def python(project: Path) -> Callable[[str], str]:
    """Run code in the project."""
    return lambda code: run(project / "env" / "bin" / "python", "-c", code, cwd=project)


def test_the_wheel_claims_one_name(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        roots = {name.partition("/")[0] for name in names}
        metadata = next(name for name in roots if name.endswith(".dist-info"))
        assert roots == {"ludograph", metadata}
        assert packed.read(f"{metadata}/top_level.txt").split() == [b"ludograph"]
        assert not any("__pycache__" in name for name in names)
    examples = {path.name for path in (ROOT / "examples").iterdir() if path.is_file()}
    assert {f"ludograph/examples/{name}" for name in examples} <= set(names)
    assert "ludograph/py.typed" in names


def test_the_sdist_is_the_source_tree(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    """Everything is in it, its tests run, and the wheel that is built of it is the same."""
    tree = sdist.parent / "tree"
    there = {path.relative_to(tree) for path in tree.rglob("*") if path.is_file()}
    found = {path.relative_to(sdist) for path in sdist.rglob("*") if path.is_file()}
    made = {path for path in there if path.parts[0].endswith(".egg-info")}
    assert there - made <= found
    run(sys.executable, *PIP, "wheel", *OFFLINE, "-w", tmp_path, sdist, cwd=tmp_path)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()
    options = ("-p", "no:cacheprovider", "-p", "no:xdist")
    tests = ("tests/test_public.py", "tests/test_formats.py", "tests/golden")
    assert "100%" in run(sys.executable, "-m", "pytest", *options, *tests, cwd=sdist)


def test_an_editable_install_is_the_source_tree(sdist: Path, tmp_path: Path) -> None:
    python = environment(tmp_path)
    run(python, *PIP, *INSTALL, "-e", sdist, cwd=tmp_path)
    code = "import ludograph, domain, cli; print(ludograph.__file__, ludograph.Game.__module__)"
    file, module = run(python, "-c", code, cwd=tmp_path).split()
    assert Path(file) == sdist / "ludograph.py"
    assert module.startswith("domain.")
    assert "usage" in run(python.with_name("ludograph"), "--help", cwd=tmp_path).lower()
    assert "usage" in run(python, "-m", "ludograph", "--help", cwd=tmp_path).lower()


def test_the_projects_own_packages_are_left_alone(python: Callable[[str], str]) -> None:
    """Every module can be imported, and none of them by another name."""
    found = python(
        "import json, pkgutil, sys, ludograph, cli, domain, projections, replays\n"
        "names = [m.name for m in pkgutil.walk_packages(ludograph.__path__, 'ludograph.')]\n"
        "for name in names:\n"
        "    if not name.endswith('__main__'):\n"
        "        __import__(name)\n"
        'own = [m for m in (cli, domain, projections, replays) if m.OWN == "the project\'s"]\n'
        "print(json.dumps([ludograph.__file__, len(own), names, list(sys.modules)]))\n"
    )
    file, own, names, loaded = json.loads(found.splitlines()[-1])
    assert "env" in Path(file).parts
    assert own == len(PACKAGES)
    assert len(names) > 300
    roots = ("domain.", "projections.", "replays.", "cli.")
    assert not [name for name in loaded if name.startswith(roots)]


def test_the_public_api_does_what_its_examples_show(python: Callable[[str], str]) -> None:
    found = python("import doctest, ludograph; print(doctest.testmod(ludograph).failed)")
    assert found == "0\n"


def test_a_plugin_keeps_the_contract(project: Path, python: Callable[[str], str]) -> None:
    """By the test that `docs/adding-a-game.md` gives to a plugin."""
    (test,) = CONTRACT.findall((ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8"))
    (project / "test_nim.py").write_text(test)
    found = python("import sys, pytest; sys.exit(pytest.main(['-q', 'test_nim.py']))")
    assert "1 passed" in found
    assert python("import ludograph; print(*ludograph.GAMES)").split()[-1] == "nim"


def test_a_plugin_is_type_checked_against_it(project: Path) -> None:
    """Types come from the wheel: the plugin has none that is wrong, and a wrong one is found."""
    plugin = project / "nim" / "ludograph_nim.py"
    wrong = project / "wrong.py"
    wrong.write_text("import ludograph\n\nludograph.simulate(7)\nludograph.Store.nothing\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable"]
    command += [str(project / "env" / "bin" / "python"), "--cache-dir", str(project / "mypy")]
    done = subprocess.run(
        [*command, plugin, wrong], cwd=project, capture_output=True, text=True, check=False
    )
    assert re.findall(r"(\w+)\.py:(\d+): error.*\[(.*)\]", done.stdout) == [
        ("wrong", "3", "arg-type"),
        ("wrong", "4", "attr-defined"),
    ]


def test_the_service_serves(project: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [project / "env" / "bin" / "ludograph", "--store", project / "served.sqlite"]
    with subprocess.Popen(
        [*map(str, command), "serve", "--port", str(port)],
        cwd=project,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as service:
        try:
            assert service.stdout and "serving" in service.stdout.readline()
            body = json.dumps({"sql": "SELECT count(*) AS n FROM matches"}).encode()
            asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/sql", body)
            asked.add_header("Content-Type", "application/json")
            with urllib.request.urlopen(asked, timeout=60) as answer:
                assert json.load(answer)["rows"] == [[0]]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as page:
                assert "<html" in page.read().decode()
            service.send_signal(signal.SIGINT)
            assert service.wait(30) == 0
        finally:
            service.kill()


def test_the_demo_runs_anywhere(project: Path) -> None:
    found = run(project / "env" / "bin" / "ludograph", "demo", cwd=project)
    assert "all well" in found
    assert "source .venv" not in found
    assert (project / "demo-data" / "evening.tape").is_file()
