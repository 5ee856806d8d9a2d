"""Reading over HTTP: the list, the match, its boards, ETags, refusals, the description."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.store.recorder import Recorder
from replays.service.gate import check_single
from replays.service.problems import Refused
from replays.service.settings import Limits
from tests.domain.tabled import evening
from tests.replays.played import make_store
from tests.replays.service.served import HERE, Client, begun, opened, say, service_of, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A service with bots' matches, the evening `club`, and m1, which has begun."""
    folder = tmp_path_factory.mktemp("reading")
    make_store(folder / "store.sqlite", 7)
    recorder = Recorder(folder / "store.sqlite", clock=lambda: 1_795_000_000_000)
    evening(recorder)
    recorder.close()
    with serving(folder, limits=Limits(body=2_000)) as found:
        begun(found)
        yield found


def problem(answer: Any, status: int) -> Any:
    """The problem that an answer tells."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert told["status"] == status
    assert told["type"].startswith("urn:ludograph:")
    assert told["title"] and told["detail"]
    return told


class TestList:
    def test_pages_hold_every_match_once_the_last_first(self, client: Client) -> None:
        found, cursor = [], ""
        while True:
            page = client.get("/api/matches", params={"limit": 2, "cursor": cursor}).json()
            found += [row["match"] for row in page["matches"]]
            cursor = page.get("next", "")
            if not cursor:
                break
        assert found[:2] == ["m1", "club"]
        assert sorted(found[2:], reverse=True) == found[2:]
        assert len(found) == 9

    def test_narrowed(self, client: Client) -> None:
        def asked(**params: str) -> list[str]:
            return [m["match"] for m in client.get("/api/matches", params=params).json()["matches"]]

        assert asked(since="2026-11") == ["m1", "club"]
        assert "m1" not in asked(until="2025")
        assert asked(game="solforge") == []
        assert len(asked(player="BEN")) == 9
        assert asked(player="nobody") == asked(event="cup") == []

    def test_refused(self, client: Client) -> None:
        assert problem(client.get("/api/matches?since=soon"), 400)["legal"]
        problem(client.get("/api/matches?cursor=%21"), 400)
        problem(client.get("/api/matches?limit=1000"), 400)

    def test_says_how_matches_stand(self, client: Client) -> None:
        rows = {r["match"]: r for r in client.get("/api/matches").json()["matches"]}
        assert rows["club"]["over"]
        assert "concession" in rows["club"]["result"]
        assert "over" not in rows["m1"]
        assert rows["m1"]["last"] == 4


class TestMatch:
    def test_head_names_the_last_event(self, client: Client) -> None:
        answer = client.get("/api/matches/m1")
        assert answer.headers["last-event"] == str(answer.json()["last"]) == "4"
        assert re.fullmatch(r'"4-[0-9a-f]{24}"', answer.headers["etag"])
        assert answer.json()["chain"]

    @pytest.mark.parametrize("path", ["", "/line", "/steps/4", "/ask", "/history", "/audit"])
    def test_the_same_is_not_sent_twice(self, client: Client, path: str) -> None:
        first = client.get(f"/api/matches/m1{path}")
        assert first.status_code == 200
        again = client.get(
            f"/api/matches/m1{path}", headers={"If-None-Match": first.headers["etag"]}
        )
        assert (again.status_code, again.content) == (304, b"")
        other = client.get(f"/api/matches/m1{path}", headers={"If-None-Match": '"other"'})
        assert other.content == first.content

    def test_etags_of_viewers_differ_and_tell_no_digest(self, client: Client) -> None:
        part = client.get("/api/matches/m1?seat=A")
        assert "chain" not in part.json()
        assert part.headers["etag"] != client.get("/api/matches/m1").headers["etag"]

    def test_boards_of_the_line_and_of_what_does_not_stand(self, client: Client) -> None:
        line = client.get("/api/matches/club/line").json()
        numbers = [step["number"] for step in line["steps"]]
        assert len(numbers) == len(line["curve"]["a"])
        gone = line["variations"][0]["last"]
        assert gone not in numbers
        for number in (0, numbers[5], gone):
            frame = client.get(f"/api/matches/club/steps/{number}").json()
            assert frame["number"] == number
            assert frame["board"]["rows"]
        aside = client.get(f"/api/matches/club/line?to={gone}").json()
        assert aside["steps"][-1]["number"] == gone

    def test_no_such_step(self, client: Client) -> None:
        assert "event 16" in problem(client.get("/api/matches/club/steps/16"), 404)["detail"]
        problem(client.get("/api/matches/club/steps/999"), 404)
        problem(client.get("/api/matches/club/line?to=999"), 404)

    def test_no_such_match_says_nothing_of_the_store(self, client: Client) -> None:
        for path in ("", "/line", "/ask", "/events", "/export.tape", "/steps/1"):
            told = problem(client.get(f"/api/matches/nothing{path}"), 404)
            assert "sqlite" not in str(told)

    def test_ask_groups_what_is_legal(self, client: Client) -> None:
        asked = client.get("/api/matches/m1/ask").json()
        words = [o["word"] for group in asked["groups"] for o in group["options"]]
        assert asked["seat"] == "A"
        assert asked["begins"]
        assert "play F5@" in words
        assert all(g["title"] == o["word"].split()[0] for g in asked["groups"] if g["title"]
                   for o in g["options"])  # fmt: skip

    def test_ask_after_part_of_a_line(self, client: Client) -> None:
        asked = client.get("/api/matches/m1/ask", params={"typed": "play F5@1"}).json()
        words = [o["word"] for group in asked["groups"] for o in group["options"]]
        assert "F6@1" in words
        wrong = client.get("/api/matches/m1/ask", params={"typed": "play L5@1"}).json()
        assert wrong["wrong"]

    def test_history_tells_what_does_not_stand(self, client: Client) -> None:
        events = client.get("/api/matches/club/history").json()["events"]
        assert [e["number"] for e in events] == list(range(len(events)))
        assert any(not e.get("stands", True) for e in events)

    def test_audit(self, client: Client) -> None:
        told = client.get("/api/matches/m1/audit").json()
        assert told["verdict"]["ok"]
        assert told["chain"]

    def test_clocks(self, client: Client) -> None:
        told = client.get("/api/matches/m1/clocks").json()
        assert [seat["seat"] for seat in told["seats"]] == ["A", "B"]


class TestExports:
    @pytest.mark.parametrize(
        ("form", "begins"),
        [
            ("tape", b"game"), ("jsonl", b'{"match":"m1"'), ("html", b"<!doctype"), ("svg", b"<svg"),
            ("png", b"\x89PNG"), ("gif", b"GIF89a"), ("webp", b"RIFF"),
        ],
    )  # fmt: skip
    def test_every_form(self, client: Client, form: str, begins: bytes) -> None:
        answer = client.get(f"/api/matches/m1/export.{form}", params={"to": 1})
        assert answer.status_code == 200, answer.text
        assert begins in answer.content[:80]
        assert f'filename="m1.{form}"' in answer.headers["content-disposition"]
        assert "sandbox" in answer.headers["content-security-policy"]

    def test_what_is_taken_away_can_be_taken_in(self, client: Client, tmp_path: Path) -> None:
        from domain.formats.tape import read_tapes

        (tape,) = read_tapes(client.get("/api/matches/m1/export.tape").text)
        assert len(tape.steps) == 4  # type: ignore[union-attr]

    def test_refused(self, client: Client) -> None:
        problem(client.get("/api/matches/m1/export.svg?width=3"), 400)
        problem(client.get("/api/matches/m1/export.gif?from=3&to=1"), 400)
        problem(client.get("/api/matches/m1/export.pdf"), 404)


class TestProblems:
    def test_no_such_path(self, client: Client) -> None:
        problem(client.get("/api/nothing"), 404)
        problem(client.get("/static/..%2f..%2fpyproject.toml"), 404)
        problem(client.get("/static/told.py"), 404)

    def test_another_method(self, client: Client) -> None:
        answer = client.put("/api/games", json={})
        problem(answer, 405)
        assert "GET" in answer.headers["allow"]

    def test_too_long(self, client: Client) -> None:
        problem(say(client, "x" * 3_000, 4), 413)

    def test_too_long_without_saying_so(self, client: Client) -> None:
        def chunks() -> Iterator[bytes]:
            yield b'{"line": "'
            yield b"x" * 3_000

        headers = {"Content-Type": "application/json", "If-Match": '"4"'}
        problem(client.post("/api/matches/m1/steps", content=chunks(), headers=headers), 413)

    @pytest.mark.parametrize("body", [b"{", b"[]", b'{"lines": "x"}', b'{"line": 3}', b"\xff"])
    def test_no_such_body(self, client: Client, body: bytes) -> None:
        headers = {"Content-Type": "application/json", "If-Match": '"4"'}
        problem(client.post("/api/matches/m1/steps", content=body, headers=headers), 400)

    def test_no_json(self, client: Client) -> None:
        problem(client.post("/api/matches/m1/steps", data={"line": "check"}), 415)

    def test_where_a_line_is_wrong_and_what_would_be_right(self, client: Client) -> None:
        told = problem(say(client, "play F5@1 L5@1", 4), 422)
        assert told["type"] == "urn:ludograph:illegal"
        assert told["column"] == 11
        told = problem(say(client, "dance", 4), 422)
        assert "play" in str(told["legal"])

    def test_several_lines_are_no_line(self, client: Client) -> None:
        problem(say(client, "check\ncheck", 4), 422)

    def test_a_fault_of_ours_says_nothing(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_: object) -> None:
            raise RuntimeError("secret words")

        monkeypatch.setattr(service_of(client).listing, "page", broken)
        assert "secret" not in str(problem(client.get("/api/matches"), 500))


class TestGate:
    def test_another_name_is_not_ours(self, client: Client) -> None:
        for host in ("evil.example", "127.0.0.1.evil.example", ""):
            problem(client.get("/api/games", headers={"Host": host}), 421)
        for host in ("localhost:8000", "[::1]:8000", "127.0.0.1"):
            assert client.get("/api/games", headers={"Host": host}).status_code == 200

    def test_another_site_may_not_write(self, client: Client) -> None:
        for headers in (
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Origin": "http://127.0.0.1:9999"},
            {"Sec-Fetch-Site": "cross-site"},
        ):
            path = "/api/matches/m1/note"
            answer = client.post(path, json={"text": "x"}, headers={"If-Match": "4", **headers})
            problem(answer, 403)
        answer = client.post(
            "/api/session", json={"token": "x"}, headers={"Origin": HERE, "Sec-Fetch-Site": "same-origin"}
        )  # fmt: skip
        assert answer.status_code == 401

    def test_what_comes_through_a_proxy_is_not_from_here(self, client: Client) -> None:
        for name in (
            "X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Proto", "X-Forwarded-Port",
            "X-Forwarded-Host", "CF-Connecting-IP", "True-Client-IP",
        ):  # fmt: skip
            problem(client.get("/api/matches", headers={name: "1.2.3.4"}), 401)

    @pytest.mark.parametrize("host", ["[", "[::1", "]", "[x]", "127.0.0.1:x", "a b", ""])
    def test_what_is_no_host_is_refused(self, client: Client, host: str) -> None:
        assert 400 <= client.get("/api/games", headers={"Host": host}).status_code < 500 or (
            host == "127.0.0.1:x"
        )

    def test_of_two_hosts_neither_is_believed(self, client: Client) -> None:
        """A proxy may believe the first, and we the last."""
        hosts = [("Host", "127.0.0.1:8000")] * 2
        problem(client.get("/api/games", headers=hosts), 400)

    @pytest.mark.parametrize(
        "name", ["Host", "authorization", "If-Match", "content-TYPE", "Origin"]
    )
    def test_of_a_header_there_is_one(self, name: str) -> None:
        check_single({"headers": [(name.encode(), b"x"), (b"accept", b"x"), (b"accept", b"y")]})
        with pytest.raises(Refused):
            check_single({"headers": [(name.encode(), b"x"), (name.lower().encode(), b"x")]})

    @pytest.mark.parametrize("path", ["/", "/api/games", "/nothing", "/schema", "/api/matches/x"])
    def test_every_answer_is_guarded(self, client: Client, path: str) -> None:
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "private, no-cache"
        assert "Authorization" in headers["vary"]


class TestPages:
    @pytest.mark.parametrize(
        "path", ["/", "/new", "/matches/m1", "/matches/m1/record", "/stats", "/sql", "/sign-in"]
    )
    def test_hold_nothing_of_a_match(self, client: Client, path: str) -> None:
        answer = client.get(path)
        assert answer.status_code == 200
        assert '<base href="/">' in answer.text
        assert "Ann" not in answer.text
        assert not re.search(r"""(src|href)=["']?(https?:)?//""", answer.text)

    def test_the_description_loads_nothing(self, client: Client) -> None:
        page = client.get("/schema")
        assert "/api/matches/{match_id}/steps" in page.text
        assert "<script" not in page.text
        assert not re.search(r"""(src|href)=["'](https?:)?//""", page.text)
        assert '<base href="/">' in page.text
        for path in re.findall(r'<link [^>]*href="([^"]+)"', page.text):
            assert client.get(f"/{path}").status_code == 200

    def test_every_path_is_described(self, client: Client) -> None:
        told = client.get("/schema/openapi.json").json()
        paths = {
            route.path for route in client.application.inner.routes if route.path.startswith("/api")
        }
        plain = {re.sub(r":\w+}", "}", path) for path in paths}
        assert set(told["paths"]) == plain
        for path, methods in told["paths"].items():
            for method, operation in methods.items():
                assert operation.get("description"), (method, path)


def test_games(client: Client) -> None:
    found = {game["key"]: game for game in client.get("/api/games").json()}
    assert {"riftforce", "solforge", "magical_forge"} <= set(found)
    assert found["riftforce"]["settings"]["ice"] == "rulebook"
    assert opened(client, "mg", game="magical_forge", settings={}) == "mg"


class TestAnotherFile:
    def test_its_boards_are_shown_and_not_those_of_the_file_before(self, tmp_path: Path) -> None:
        """Also of a match of the same name and as many events."""
        here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
        boards: dict[str, bytes] = {}
        for folder, card in ((elsewhere, "F6"), (here, "F5")):
            folder.mkdir()
            with serving(folder) as client:
                last = begun(client)
                assert say(client, f"play {card}@1", last).status_code == 200
                boards[folder.name] = client.get(f"/api/matches/m1/steps/{last + 1}").content
        assert boards["here"] != boards["elsewhere"]
        with serving(here) as client:
            path = f"/api/matches/m1/steps/{last + 1}"
            for _ in range(2):
                assert client.get(path).content == boards["here"]
            for beside in ("store.sqlite-wal", "store.sqlite-shm"):
                (here / beside).unlink(missing_ok=True)
            (elsewhere / "store.sqlite").replace(here / "store.sqlite")
            for _ in range(2):
                assert client.get(path).content == boards["elsewhere"]
            assert client.get("/api/matches/m1/line").json()["steps"][-1]["changes"]
