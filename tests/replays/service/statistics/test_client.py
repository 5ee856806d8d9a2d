"""Numbers over HTTP: reports with their SQL and their matches, charts, queries that can do no harm."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replays.service.settings import Limits
from tests.replays.played import make_store
from tests.replays.service.served import Client, begun, say, service_of, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A service with matches of bots."""
    folder = tmp_path_factory.mktemp("asking")
    make_store(folder / "store.sqlite", 12)
    with serving(folder, limits=Limits(seconds=10.0)) as found:
        yield found


def asked(client: Client, sql: str, **more: Any) -> Any:
    """A query."""
    return client.post("/api/sql", json={"sql": sql, **more})


class TestReports:
    def test_what_there_is(self, client: Client) -> None:
        told = client.get("/api/stats/riftforce").json()
        assert (told["matches"], told["open"]) == (8, 4)
        assert "guilds" in [report["name"] for report in told["reports"]]
        assert "player" in [known["name"] for known in told["filters"]]

    def test_a_number_leads_to_its_sql_and_its_matches(self, client: Client) -> None:
        told = client.get("/api/stats/riftforce/guilds?least=1").json()
        rows = [dict(zip(told["columns"], row, strict=True)) for row in told["rows"]]
        again = asked(client, told["sql"]).json()
        assert again["columns"] == told["columns"]
        assert sorted(map(str, again["rows"])) == sorted(map(str, told["rows"]))
        behind = client.get(
            "/api/stats/riftforce/guilds/rows", params={"key": rows[0]["guild"]}
        ).json()
        assert len(behind["rows"]) == rows[0]["n"]
        match = behind["rows"][0][behind["columns"].index("match_id")]
        assert client.get(f"/api/matches/{match}").status_code == 200

    def test_narrowed(self, client: Client) -> None:
        told = client.get("/api/stats/riftforce?player=Ann&player=Ben").json()
        assert told["matches"] == 8
        for query in ("colour=red", "player=Zoe", "since=soon"):
            answer = client.get(f"/api/stats/riftforce?{query}")
            assert answer.status_code == 400
            assert answer.headers["content-type"] == "application/problem+json"

    def test_a_chart(self, client: Client) -> None:
        answer = client.get("/api/stats/riftforce/guilds/chart.svg?least=1")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg")

    @pytest.mark.parametrize(
        "path", ["chess", "riftforce/nothing", "riftforce/guilds/rows?key=Cheese"]
    )
    def test_there_is_not(self, client: Client, path: str) -> None:
        assert client.get(f"/api/stats/{path}").status_code in (400, 404)

    def test_is_current(self, client: Client) -> None:
        before = asked(client, "SELECT count(*) FROM steps WHERE turn = 1").json()["rows"][0][0]
        say(client, "play F5@1 F6@1", begun(client))
        after = asked(client, "SELECT count(*) FROM steps WHERE turn = 1").json()["rows"][0][0]
        assert after > before


class TestQueries:
    def test_rows(self, client: Client) -> None:
        told = asked(client, "SELECT range AS n FROM range(10)", limit=3, offset=2).json()
        assert told == {
            "columns": ["n"],
            "types": ["BIGINT"],
            "rows": [[2], [3], [4]],
            "more": True,
        }

    def test_every_type_can_be_told(self, client: Client) -> None:
        sql = (
            "SELECT DATE '2026-11-30' d, 'NaN'::DOUBLE n, [1] l, {'a': 1} s, NULL z, true b, "
            "1.5::DECIMAL(4,1) c, '\\xAA'::BLOB x, MAP {'k': 2} m, INTERVAL 1 DAY i, uuid() u"
        )
        told = asked(client, sql).json()
        row = dict(zip(told["columns"], told["rows"][0], strict=True))
        assert (row["d"], row["n"], row["l"], row["s"]) == ("2026-11-30", None, [1], {"a": 1})
        assert (row["z"], row["b"], row["c"], row["x"], row["m"]) == (
            None,
            True,
            "1.5",
            "aa",
            {"k": 2},
        )

    def test_parameters(self, client: Client) -> None:
        told = asked(client, "SELECT $a + 1 AS n", parameters={"a": 41}).json()
        assert told["rows"] == [[42]]
        assert asked(client, "SELECT $a").status_code == 422

    def test_csv(self, client: Client) -> None:
        answer = asked(client, "SELECT 1 AS a, [1, 2] AS b, NULL AS c", format="csv")
        assert answer.text == 'a,b,c\n1,"[1,2]",\n'
        assert answer.headers["content-type"].startswith("text/csv")

    @pytest.mark.parametrize(
        "sql",
        [
            "DROP TABLE openings", "SELECT 1; SELECT 2", "COPY openings TO '/tmp/ludograph-leak.csv'",
            "ATTACH '/tmp/x.db'", "SET threads = 1", "INSTALL httpfs", "", "nonsense",
            "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM read_text('https://example.com')",
        ],
    )  # fmt: skip
    def test_refused(self, client: Client, sql: str) -> None:
        answer = asked(client, sql)
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["detail"]
        assert not Path("/tmp/ludograph-leak.csv").exists()

    def test_says_where_it_is_wrong(self, client: Client) -> None:
        told = asked(client, "SELECT 1,\n  nothing FROM openings").json()
        assert (told["source"], told["line"], told["column"]) == ("SQL", 2, 3)

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"sql": 1},
            {"sql": "SELECT 1", "limit": 0},
            {"sql": "SELECT 1", "limit": 10**6},
            {"sql": "x", "y": 1},
        ],
    )
    def test_no_such_request(self, client: Client, body: Any) -> None:
        assert client.post("/api/sql", json=body).status_code == 400

    def test_not_for_long_and_then_others_are_answered(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked(client, "SELECT 1")  # the process is there
        monkeypatch.setattr(service_of(client).asker, "limits", Limits(seconds=0.4))
        start = time.monotonic()
        answer = asked(
            client,
            "SELECT count(*) FROM range(1000000000) a, range(100000) b WHERE a.range + b.range = 7",
        )
        assert (answer.status_code, answer.json()["type"]) == (503, "urn:ludograph:too-long")
        assert time.monotonic() - start < 4
        monkeypatch.undo()
        assert asked(client, "SELECT 1 AS n").json()["rows"] == [[1]]

    def test_not_too_much(self, client: Client) -> None:
        sql = "SELECT repeat('x', 1000000) AS x FROM range(100)"
        told = asked(client, sql, limit=100).json()
        assert told["more"]
        assert len(told["rows"]) == 8

    @pytest.mark.parametrize(
        "sql",
        ["FROM duckdb_databases()", 'SELECT path FROM "DUCKDB_databases"', "FROM pragma_database_list",
         "SUMMARIZE duckdb_databases", "SELECT current_setting('temp_directory')",
         "FROM system.main.duckdb_settings()", "SELECT * FROM pg_settings",
         "FROM query('FROM duckdb_' || 'databases()')", "EXPLAIN SELECT current_setting('x')",
         "SELECT (SELECT max(path) FROM duckdb_databases /* x */ ())",
         "FROM json_execute_serialized_sql(json_serialize_sql('FROM pg_settings'))",
         "WITH a AS (FROM duckdb_databases()) SELECT hex(path) FROM a", "PRAGMA database_list",
         "CALL duckdb_databases()", "FROM duckdb_temporary_files()", "FROM duckdb_secrets()"],
    )  # fmt: skip
    def test_nobody_learns_where_files_lie(self, client: Client, sql: str) -> None:
        answer = asked(client, sql)
        assert answer.status_code == 422, answer.text
        assert "/" not in answer.json()["detail"]

    @pytest.mark.parametrize(
        "sql",
        ["SHOW TABLES", "SHOW DATABASES", "DESCRIBE steps", "SELECT 'current_setting' AS query",
         "SELECT count(*) FROM duckdb_tables()", "FROM information_schema.columns LIMIT 1"],
    )  # fmt: skip
    def test_what_tables_there_are_is_told(self, client: Client, sql: str) -> None:
        answer = asked(client, sql)
        assert answer.status_code == 200, answer.text
        folder = str(service_of(client).settings.store.parent)
        assert folder not in answer.text

    @pytest.mark.parametrize("number", [10**30, -(10**30), 2**64])
    def test_a_number_that_is_too_large_is_refused(self, client: Client, number: int) -> None:
        for more in ({"parameters": {"a": number}}, {"offset": number}, {"limit": number}):
            assert asked(client, "SELECT $a", **more).status_code == 400
        for path in (
            "steps/40",
            "line?to=40",
            "line?since=40",
            "export.svg?step=40",
            "events?since=40",
        ):
            for match in ("m1",):
                address = f"/api/matches/{match}/{path.replace('40', str(number))}"
                assert client.get(address).status_code in (400, 404), address

    def test_memory_and_disk_are_bounded(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What needs more than its share is refused; the process goes on, and nothing stays behind."""
        few = 48 * 1024 * 1024
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        with serving(tmp_path, limits=Limits(memory=few, spilled=few)) as client:
            begun(client)
            sql = "SELECT list(repeat('x', 100) || range) FROM range(1500000)"
            answer = asked(client, sql)
            assert (answer.status_code, answer.json()["type"]) == (503, "urn:ludograph:busy")
            sql = (
                "SELECT count(*) FROM (SELECT md5(range::VARCHAR) m FROM range(1000000) ORDER BY m)"
            )
            assert asked(client, sql).status_code in (200, 503)
            assert asked(client, "SELECT 1 AS n").json()["rows"] == [[1]]
            assert list(tmp_path.glob("ludograph-*"))
        assert not list(tmp_path.glob("ludograph-*"))

    def test_a_process_has_a_bound_beside_the_database_s_own(self) -> None:
        words = (
            "from replays.service.statistics.worker import bound_memory; bound_memory(1 << 28); "
        )
        command = [sys.executable, "-c", f"{words} bytearray(1 << 29)"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "MemoryError" in done.stderr

    def test_a_question_that_takes_too_long_leaves_nothing(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked(client, "SELECT 1")
        asker = service_of(client).asker
        folder = Path(asker._folder)
        assert folder.is_dir()
        monkeypatch.setattr(asker, "limits", Limits(seconds=0.3))
        asked(
            client,
            "SELECT count(*) FROM range(1000000000) a, range(100000) b WHERE a.range < b.range",
        )
        assert not folder.exists()

    def test_the_process_that_answers_may_die(self, client: Client) -> None:
        asked(client, "SELECT 1")
        process = service_of(client).asker._process
        assert process
        process.kill()
        process.wait()
        assert asked(client, "SELECT 1 AS n").json()["rows"] == [[1]]


def test_nothing_recorded_yet(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        assert client.get("/api/matches").json() == {"matches": []}
        assert asked(client, "SELECT count(*) AS n FROM openings").json()["rows"] == [[0]]
