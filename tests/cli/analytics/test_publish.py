"""`publish`, as people and programs call it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from cli.edge import chosen
from domain.store.recorder import Recorder
from tests.replays.laid import laid

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("publishing") / "matches.sqlite"
    record = laid()
    recorder = Recorder(path, durable=False)
    recorder.add([("laid1", record.opened, record.events), ("laid2", record.opened, [])])
    recorder.close()
    return path


@pytest.fixture
def run(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("LUDOGRAPH_STORE", str(store))
    monkeypatch.delenv("LUDOGRAPH_ANALYTICS", raising=False)
    monkeypatch.chdir(tmp_path)
    chosen.clear()
    runner = CliRunner()

    def call(*words: str, code: int = 0) -> Result:
        result = runner.invoke(app, ["publish", *words])
        assert result.exit_code == code, result.output
        return result

    return call


def test_everything(run: Run, store: Path, tmp_path: Path) -> None:
    said = run("out", "--game", "rift").stdout
    assert "openings" in said and "as many in the files as in the tables" in said
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    rows = {table["name"]: table["rows"] for table in manifest["tables"]}
    assert rows["openings"] == 2 and rows["steps"] == 13 and rows["variations"] > 0
    assert manifest["scope"] == {"game": "riftforce"}
    assert manifest["store"]["file"] == store.name
    assert manifest["store"]["position"] == len(laid().events) + 2
    recorder = Recorder(store)
    last = manifest["store"]["last"]["match"]
    assert manifest["store"]["digest"] == recorder.load(last).head
    recorder.close()
    assert f"{manifest['rows']:,} rows of" in said
    with duckdb.connect() as con:
        source = f"'{tmp_path}/out/steps/**/*.parquet'"
        assert con.execute(f"SELECT count(*), any_value(game) FROM {source}").fetchall() == [
            (13, "riftforce")
        ]


def test_for_programs(run: Run, tmp_path: Path) -> None:
    words = ("--format", "csv", "--tables", "matches, steps,matches", "--json")
    found = json.loads(run("out", *words).stdout)
    assert found == json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert [table["files"] for table in found["tables"]] == [["matches.csv"], ["steps.csv"]]
    assert found["format"] == "csv" and found["rows"] == 15 and "made_at" in found
    found = json.loads(run("out", *words[:4], "--as-of", "2001-01-01", "--json", "--force").stdout)
    assert found["rows"] == 0 and found["scope"] == {"as_of": "2001-01-01"}


def test_one_match_for_one_seat(run: Run, tmp_path: Path) -> None:
    tables = ("--tables", "openings,riftforce_draws", "--format", "csv")
    whole = json.loads(run("all", "--match", "laid1", *tables, "--json").stdout)
    assert whole["store"]["digest"] == laid_head(tmp_path) and whole["tables"][0]["rows"] == 1
    found = json.loads(run("a", "--match", "laid1", "--seat", "A", *tables, "--json").stdout)
    assert found["scope"] == {"match": "laid1", "seat": "A"}
    assert "digest" not in json.dumps(found)
    assert "Only what A may know" in (tmp_path / "a" / "README.md").read_text()
    texts = [(tmp_path / name / "riftforce_draws.csv").read_text() for name in ("all", "a")]
    assert texts[0] != texts[1] and len(texts[0].splitlines()) == len(texts[1].splitlines())


def laid_head(tmp_path: Path) -> str:
    """The head of the match under its name in the store."""
    record = laid()
    recorder = Recorder(tmp_path / "again.sqlite", durable=False)
    recorder.add([("laid1", record.opened, record.events)])
    head = recorder.load("laid1").head
    recorder.close()
    return head


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("out", "--tables", "weather"), "no table 'weather'"),
        (("out", "--game", "chess"), "chess"),
        (("out", "--game", "rift", "--tables", "solforge_plays"), "nothing of riftforce"),
        (("out", "--seat", "A"), "--match MATCH"),
        (("out", "--match", "nobody"), "nobody"),
        (("out", "--as-of", "soon"), "no time"),
        (("out", "--store", "none.sqlite"), "there is no store"),
        (("kept",), "kept holds mine"),
        (("/",), "names no folder"),
    ],
)
def test_wrong_wishes(run: Run, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "mine").write_text("my own")
    result = run(*words, code=2)
    assert said in result.stderr and result.stderr.count("\n") == 1 and result.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept" / "mine").read_text() == "my own"


def test_ctrl_c_leaves_the_old_folder(run: Run, store: Path, tmp_path: Path) -> None:
    run("out", "--tables", "matches")
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    main = (
        "from cli.app import app\n"
        "from projections.publish import publication as publish\n"
        "true = publish.write_part\n"
        "def slow(*words):\n"
        "    import time; print('begun', flush=True); time.sleep(30); return true(*words)\n"
        "publish.write_part = slow\n"
        "app()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", main, "publish", "out", "--force", "--store", str(store)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[3]), "HOME": str(tmp_path / "home")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 130 and "interrupted" in said and "Traceback" not in said
    assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before
