"""Published folders: every table, typed as documented, whole or not at all, read by plain DuckDB."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pyarrow.dataset
import pytest

from domain.contract.errors import GameError, Reason
from projections.games import registry
from projections.publish import publication, readback
from projections.publish.forms import Form
from projections.read import export
from projections.read import reader as reading
from projections.schema.definitions import Column
from projections.schema.document import find_relation
from tests.replays.laid import laid

TABLES = "matches,openings,steps,riftforce_damage,standings,rule_differences,solforge_plays"
SOME = [find_relation(name) for name in TABLES.split(",")]
Written = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def whole(
    store: Path, analytics: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, Any]]:
    """Everything of a store as Parquet. Do not write."""
    folder = tmp_path_factory.mktemp("publish") / "whole"
    with reading.open_reader(store, analytics) as reader:
        return folder, publication.publish(reader, folder)


@pytest.fixture
def written(store: Path, analytics: Path, tmp_path: Path) -> Written:
    def write(folder: str = "out", form: Form = Form.PARQUET, **more: Any) -> dict[str, Any]:
        with reading.open_reader(store, analytics) as reader:
            more.setdefault("relations", SOME)
            return publication.publish(reader, tmp_path / folder, form, **more)

    return write


def plain(folder: Path, words: str) -> list[Any]:
    """What DuckDB answers in a process and a folder that know nothing of ludograph."""
    return plainly(folder, words)[0]


def plainly(folder: Path, *words: str) -> list[list[Any]]:
    """What it answers to several questions in one such process."""
    program = (
        "import duckdb, json, sys; con = duckdb.connect(); con.execute(open('load.sql').read()); "
        "print(json.dumps([con.execute(sql).fetchall() for sql in sys.argv[1:]], default=str))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", program, *words],
        cwd=folder,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[list[Any]] = json.loads(done.stdout)
    return found


def counts(store: Path, analytics: Path) -> dict[str, int]:
    union = " UNION ALL ".join(
        f"SELECT '{r.name}', count(*) FROM {r.name}" for r in registry.RELATIONS
    )
    with reading.open_reader(store, analytics) as reader:
        return dict(reader.ask(union).rows())  # type: ignore[arg-type]


def types(relation: Any) -> list[tuple[str, str]]:
    return [(c.name, c.type.replace(",", ", ")) for c in relation.columns]


def test_every_table_is_there_typed_as_documented(
    whole: tuple[Path, dict[str, Any]], store: Path, analytics: Path
) -> None:
    folder, manifest = whole
    assert {t["name"]: t["rows"] for t in manifest["tables"]} == counts(store, analytics)
    assert json.loads((folder / "manifest.json").read_text()) == manifest
    readme = (folder / "README.md").read_text()
    with duckdb.connect() as con:
        for relation in registry.RELATIONS:
            source = readback.parquet(f"'{folder}/{relation.name}/**/*.parquet'", True)
            found = {
                name: kind for name, kind, *_ in con.execute(f"DESCRIBE FROM {source}").fetchall()
            }
            parts = {"game", "month"} if {"match", "match_id"} & set(found) else set()
            assert parts <= set(found)
            documented = dict(types(relation))
            assert {n: k for n, k in found.items() if n in documented} == documented
            assert set(found) == set(documented) | parts
            assert f"### {relation.name} (" in readme
    for relation in registry.RELATIONS:
        assert "month" not in {column.name for column in relation.columns}


def test_plain_duckdb_loads_the_folder(
    whole: tuple[Path, dict[str, Any]], store: Path, analytics: Path
) -> None:
    folder = whole[0]
    union = " UNION ALL ".join(
        f"SELECT '{r.name}', count(*) FROM {r.name}" for r in registry.RELATIONS
    )
    sql = "SELECT match_id, settings['ice'], wilson_low(1, 2) > 0 FROM openings ORDER BY match LIMIT 3"
    counted, columns, said = plainly(
        folder,
        union,
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
        "WHERE NOT internal AND column_name <> 'month' ORDER BY table_name, column_index",
        sql,
    )
    assert dict(counted) == counts(store, analytics)
    documented = [
        [r.name, c.name, kind, c.comment]
        for r in sorted(registry.RELATIONS, key=lambda r: r.name)
        for c, (_, kind) in zip(r.columns, types(r), strict=True)
    ]
    assert columns == documented
    with reading.open_reader(store, analytics) as reader:
        assert said == [list(row) for row in reader.ask(sql).rows()]


def test_parts_by_game_and_month(whole: tuple[Path, dict[str, Any]]) -> None:
    paths = {
        str(path.relative_to(whole[0] / "steps").parent)
        for path in (whole[0] / "steps").rglob("*.parquet")
    }
    assert paths == {
        "game=riftforce/month=2025-03",
        "game=riftforce/month=2025-11",
        "game=riftforce/month=2025-12",
    }
    dataset = pyarrow.dataset.dataset(whole[0] / "steps", partitioning="hive")
    assert dataset.count_rows() == next(
        t["rows"] for t in whole[1]["tables"] if t["name"] == "steps"
    )
    assert {"game", "month"} <= set(dataset.schema.names)


def test_csv_has_the_same_rows(
    written: Written, store: Path, analytics: Path, tmp_path: Path
) -> None:
    manifest = written(form=Form.CSV)
    assert [t["files"] for t in manifest["tables"]] == [[f"{r.name}.csv"] for r in SOME]
    every = "SELECT * REPLACE (payload::VARCHAR AS payload) FROM steps"
    described = "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'matches'"
    asked = ("SELECT * FROM openings", every)
    *said, found = plainly(tmp_path / "out", *asked, described)
    with reading.open_reader(store, analytics) as reader:
        for sql, rows in zip(asked, said, strict=True):
            expected = json.loads(json.dumps([*reader.ask(sql).rows()], default=str))
            assert sorted(map(str, rows)) == sorted(map(str, expected))
    assert list(map(tuple, found)) == types(find_relation("matches"))


def test_a_text_of_csv_is_no_formula_and_comes_back() -> None:
    """As it is selected for a file, and as `load.sql` reads it again."""
    texts = (
        "=1",
        "+1",
        "-1",
        "@a",
        "\tx",
        "\rx",
        "'=1",
        "''=1",
        "'a",
        "a",
        "",
        None,
        "1",
        "'",
        "a=1",
    )
    column = Column("t", readback.TEXT, "")
    con = duckdb.connect()
    con.execute("CREATE TABLE r (t VARCHAR)")
    con.executemany("INSERT INTO r VALUES (?)", [[text] for text in texts])
    kept = con.execute(f"SELECT {readback.as_text(column)} FROM r").fetchall()
    assert not any(text and text[0] in "=+-@\t\r" for (text,) in kept)
    assert sum(text != old for (text,), old in zip(kept, texts, strict=True)) == 8
    con.execute(f"CREATE TABLE k AS SELECT {readback.as_text(column)} FROM r")
    assert con.execute(f"SELECT {readback.from_text(column)} FROM k").fetchall() == [
        (text,) for text in texts
    ]


def test_arrow_has_the_same_rows(written: Written, tmp_path: Path) -> None:
    manifest = written(form=Form.ARROW)
    for table in manifest["tables"]:
        with pyarrow.memory_map(str(tmp_path / "out" / table["files"][0])) as source:
            found = pyarrow.ipc.open_file(source).read_all()
            assert found.num_rows == table["rows"]
            assert found.column_names == [c.name for c in find_relation(table["name"]).columns]
    assert not (tmp_path / "out" / "load.sql").exists()


def test_without_pyarrow_arrow_says_what_to_do(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(GameError, match="pip install pyarrow"):
        written(form=Form.ARROW)
    assert list(tmp_path.iterdir()) == []
    assert written()["rows"] > 0


def test_one_game(solforge_store: Path, solforge_analytics: Path, tmp_path: Path) -> None:
    both = {}
    common = ("openings", "steps", "facts", "matches", "sides", "standings", "series")
    for game in ("riftforce", "solforge"):
        everything = {r.name for r in publication.chosen((), game)}
        assert everything.issuperset(common) and f"{game}_sides" in everything
        assert not any(name.startswith("magical_forge_") for name in everything)
        relations = publication.chosen((*common, f"{game}_plays"), game)
        with reading.open_reader(solforge_store, solforge_analytics) as reader:
            manifest = publication.publish(reader, tmp_path / game, relations=relations, game=game)
        both[game] = {t["name"]: t["rows"] for t in manifest["tables"]}
    every = counts(solforge_store, solforge_analytics)
    assert both["riftforce"]["openings"] == 2 and both["solforge"]["openings"] == 42
    for name in common:
        assert both["riftforce"][name] + both["solforge"][name] == every[name], name
    assert both["solforge"]["solforge_plays"] == every["solforge_plays"] > 0
    for relation in registry.RELATIONS:
        columns = {c.name for c in relation.columns}
        assert columns & {"game", "match", "match_id"}, relation.name
    with pytest.raises(GameError, match="nothing of riftforce"):
        publication.chosen(("solforge_plays",), "riftforce")
    with pytest.raises(GameError) as refused:
        publication.chosen(("plays",), "")
    assert "solforge_plays" in refused.value.legal


def test_an_older_publication_is_replaced_and_nothing_else(
    written: Written, tmp_path: Path
) -> None:
    written(form=Form.CSV)
    written()
    out = tmp_path / "out"
    assert (out / "steps").is_dir() and not (out / "steps.csv").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    (out / "mine.txt").write_text("my notes")
    other = tmp_path / "other"
    other.mkdir()
    (other / "manifest.json").write_text('{"kind": "something else"}')
    (tmp_path / "file").write_text("")
    for name, said in (("out", "mine.txt"), ("other", "manifest.json"), ("file", "is a file")):
        with pytest.raises(GameError) as refused:
            written(name)
        assert refused.value.reason is Reason.CONFLICT and said in refused.value.message
    assert (out / "mine.txt").read_text() == "my notes"
    (tmp_path / "empty").mkdir()
    assert written("empty/deep/er")["rows"] > 0


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_an_interrupted_run_leaves_the_old_folder(written: Written, tmp_path: Path) -> None:
    written(form=Form.CSV)
    before = snapshot(tmp_path)

    def interrupt(done: int, total: int, name: str) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        written(progress=interrupt)
    assert snapshot(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_that_cannot_be_put_in_place_comes_back(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(form=Form.CSV)
    before = snapshot(tmp_path)
    true = Path.replace

    def fail(self: Path, target: Path) -> Path:
        if self.suffix == ".part":
            raise OSError(28, "No space left on device")
        return true(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(GameError, match="No space left"):
        written()
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("form", list(Form))
def test_what_is_lost_on_the_way_is_noticed(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: Form
) -> None:
    monkeypatch.setattr(readback, "count", lambda *_: 7)
    with pytest.raises(GameError) as refused:
        written(form=form)
    assert refused.value.reason is Reason.CORRUPT and "7 are in the files" in refused.value.message
    assert list(tmp_path.iterdir()) == []


def test_counting_reads_every_value(written: Written, tmp_path: Path) -> None:
    relation = find_relation("riftforce_damage")
    written(relations=[relation])
    path = sorted((tmp_path / "out" / "riftforce_damage").rglob("*.parquet"))[0]
    with readback.reading_back() as con:
        assert readback.count(con, [path], relation) > 0
        data = bytearray(path.read_bytes())
        data[20:60] = bytes(40)
        path.write_bytes(data)
        with pytest.raises(GameError, match="cannot be read"):
            readback.count(con, [path], relation)


def test_of_a_seat_nothing_hidden_is_in_any_file(tmp_path: Path) -> None:
    record = laid()
    texts = {}
    for name, told in (("all", record), ("a", record.seen_by(0))):
        with reading.open_record(told) as reader:
            names = ("openings", "steps", "facts", "actions", "riftforce_draws", "variations")
            relations = publication.chosen(names, "riftforce")
            publication.publish(reader, tmp_path / name, Form.CSV, relations=relations)
        texts[name] = "".join(p.read_text() for p in (tmp_path / name).rglob("*.csv"))
    hidden = "SELECT guild, number FROM riftforce_draws WHERE seat = 'B' AND step = 2"
    assert all(None not in row for row in plain(tmp_path / "all", hidden))
    assert all(row == [None, None] for row in plain(tmp_path / "a", hidden))
    assert '"L5"' in texts["all"].replace('""', '"')


def test_the_analytics_file_is_anybodys_to_attach(analytics: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    shutil.copy(analytics, path)
    program = (
        "import duckdb, sys; con = duckdb.connect(); "
        f"con.execute(\"ATTACH '{path}' AS a (READ_ONLY)\"); con.execute('USE a'); "
        "print(con.execute('SELECT count(*), max(wilson_low(1, 2)) > 0 FROM matches').fetchall(), "
        "con.execute(\"SELECT comment FROM duckdb_views() WHERE view_name = 'matches'\").fetchall(), "
        'con.execute("SELECT count(*) FROM duckdb_columns() WHERE NOT internal AND comment IS NULL '
        "AND database_name = 'a'\").fetchall())"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], cwd=tmp_path, env={}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    comment = find_relation("matches").comment
    assert done.stdout.strip() == f"[(60, True)] [({comment!r},)] [(0,)]"


def test_the_package_for_arrow_is_not_loaded_without_need() -> None:
    program = (
        "import sys, projections.publish.publication, projections.read.export;"
        "print('pyarrow' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert done.stdout == "False\n" and export.pyarrow() is pyarrow
