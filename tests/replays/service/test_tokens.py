"""Tokens: who may do what, and secrets that are nowhere but in the hands of those who have them."""

from __future__ import annotations

import logging
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.contract.errors import GameError, Reason
from replays.service.server import check_tokens
from replays.service.service import Service
from replays.service.settings import Limits, Settings, checked_public
from replays.service.tokens import DAY, Tokens
from tests.replays.service.served import (
    SETTINGS,
    THERE,
    Client,
    bearer,
    opened,
    secret,
    service_of,
    serving,
    settings,
)

NOBODY = bearer("ludo_00000000_wrong")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A service that wants tokens, with the match m1."""
    with serving(tmp_path, public=THERE, log=True) as found:
        admin = secret(found, "admin")
        body = {"game": "riftforce", "id": "m1", "settings": SETTINGS}
        assert found.post("/api/matches", json=body, headers=admin).status_code == 201
        yield found


class TestKept:
    def test_only_a_hash_is_kept_for_the_owner_alone(self, tmp_path: Path) -> None:
        tokens = Tokens(tmp_path / "t.json")
        token, told = tokens.add("Ann", "record", match="m1", seat="A", days=3)
        assert stat.S_IMODE((tmp_path / "t.json").stat().st_mode) == 0o600
        for path in tmp_path.iterdir():
            assert told.split("_", 2)[2] not in path.read_text()
        assert Tokens(tmp_path / "t.json").find(told) == token
        assert [path.name for path in tmp_path.iterdir()] == ["t.json"]

    def test_anything_else_is_no_token(self, tmp_path: Path) -> None:
        tokens = Tokens(tmp_path / "t.json")
        assert tokens.find("x") is None
        token, told = tokens.add("Ann", "watch")
        wrong = (
            "",
            "_",
            "__",
            told[:-1],
            told + "x",
            told.upper(),
            f"ludo_{token.id}_",
            "\ud800_a_b",
        )
        assert [tokens.find(text) for text in wrong] == [None] * len(wrong)

    def test_ends(self, tmp_path: Path) -> None:
        now = [1000.0]
        tokens = Tokens(tmp_path / "t.json", lambda: now[0])
        _, told = tokens.add("Ann", "watch", days=1)
        now[0] += DAY - 1
        assert tokens.find(told)
        now[0] += 1
        assert tokens.find(told) is None
        assert tokens.valid() == []

    def test_dropped_by_another_process(self, tmp_path: Path) -> None:
        one, other = Tokens(tmp_path / "t.json"), Tokens(tmp_path / "t.json")
        _, told = one.add("Ann", "watch")
        assert other.find(told)
        one.drop("Ann")
        assert other.find(told) is None

    @pytest.mark.parametrize(
        ("name", "more", "reason"),
        [
            ("", {}, Reason.BAD_SETTING),
            ("a\nb", {}, Reason.BAD_SETTING),
            ("x" * 61, {}, Reason.BAD_SETTING),
            ("x", {"role": "king"}, Reason.BAD_SETTING),
            ("x", {"seat": "C"}, Reason.BAD_SETTING),
            ("x", {"role": "judge", "seat": "A"}, Reason.BAD_SETTING),
            ("x", {"days": -1}, Reason.BAD_SETTING),
            ("Ann", {}, Reason.CONFLICT),
        ],
    )
    def test_refused(self, tmp_path: Path, name: str, more: Any, reason: Reason) -> None:
        tokens = Tokens(tmp_path / "t.json")
        tokens.add("Ann", "watch")
        with pytest.raises(GameError) as caught:
            tokens.add(name, **{"role": "watch", **more})
        assert caught.value.reason is reason
        assert len(tokens.all()) == 1
        with pytest.raises(GameError):
            tokens.drop("nobody")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A service that wants tokens, for tests that each open a match of their own."""
    with serving(tmp_path_factory.mktemp("roles"), public=THERE) as found:
        yield found


class TestRoles:
    @pytest.mark.parametrize(
        ("role", "codes"),
        [
            ("watch", (200, 403, 403, 403, 403)),
            ("record", (200, 200, 403, 200, 201)),
            ("judge", (200, 200, 200, 200, 201)),
            ("admin", (200, 200, 200, 200, 201)),
        ],
    )
    def test_what_each_may(self, shared: Client, role: str, codes: tuple[int, ...]) -> None:
        client, path = shared, f"/api/matches/{role}"
        opened(client, role, headers=secret(client, "admin"))
        mine = secret(client, role)
        line = {**mine, "If-Match": "0"}
        ruling = {**mine, "If-Match": "1" if codes[1] == 200 else "0"}
        found = (
            client.get(path, headers=mine).status_code,
            client.post(f"{path}/steps", json={"line": "start A"}, headers=line).status_code,
            client.post(
                f"{path}/rule", json={"facts": "gain A 1 control 1 1"}, headers=ruling
            ).status_code,
            client.post("/api/sql", json={"sql": "SELECT 1"}, headers=mine).status_code,
            client.post("/api/matches", json={"game": "riftforce"}, headers=mine).status_code,
        )
        assert found == codes

    @pytest.mark.parametrize(
        "line",
        ["! gain A 1 control 1 1", "!! start A", "!penalty: gain A 1 control 1 1",
         "result A wins (disqualification)", " ! gain A 1 control 1 1 {why}"],
    )  # fmt: skip
    def test_a_ruling_is_a_judge_s_however_it_is_sent(self, client: Client, line: str) -> None:
        mine = {**secret(client, "record"), "If-Match": "0"}
        for what, body in (
            ("steps", {"line": line}),
            ("correct", {"step": 1, "line": line}),
            ("correct", {"step": 1, "line": "start B", "answers": {"2": line}}),
        ):
            answer = client.post(f"/api/matches/m1/{what}", json=body, headers=mine)
            assert answer.status_code == 403, answer.text
        body = {"why": "disqualification", "seat": "A"}
        assert client.post("/api/matches/m1/end", json=body, headers=mine).status_code == 403

    def test_tokens_that_cannot_be_read_let_nobody_in(self, client: Client) -> None:
        mine = secret(client, "admin")
        service_of(client).tokens.path.write_text("[{")
        answer = client.get("/api/matches", headers=mine)
        assert (answer.status_code, answer.json()["detail"]) == (500, "the tokens cannot be read")

    def test_nobody_gets_nothing(self, client: Client) -> None:
        for headers in ({}, NOBODY, {"Authorization": "Basic eDp5"}, {"Cookie": "ludograph=x"}):
            answer = client.get("/api/matches", headers=headers)
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"].startswith("Bearer")
        for path in ("/", "/matches/m1", "/schema", "/api/games", "/api/session"):
            assert client.get(path).status_code == 200

    def test_a_token_for_one_match_knows_no_other(self, client: Client) -> None:
        admin = secret(client, "admin")
        client.post("/api/matches", json={"game": "riftforce", "id": "m2"}, headers=admin)
        mine = secret(client, "record", match="m2")
        listed = client.get("/api/matches", headers=mine).json()["matches"]
        assert [match["match"] for match in listed] == ["m2"]
        there = client.get("/api/matches/m1", headers=mine)
        nothing = client.get("/api/matches/m9", headers=mine)
        assert (there.status_code, there.content) == (nothing.status_code, nothing.content)
        for path, body in (
            ("/api/matches", {"game": "riftforce"}),
            ("/api/sql", {"sql": "SELECT 1"}),
        ):
            assert client.post(path, json=body, headers=mine).status_code == 403
        assert client.get("/api/stats/riftforce", headers=mine).status_code == 403

    def test_who_records_is_who_the_token_is_called_after(self, client: Client) -> None:
        mine = {**secret(client, "record"), "If-Match": "0"}
        told = client.post("/api/matches/m1/steps", json={"line": "start A"}, headers=mine).json()
        assert told["events"][0]["event"]["by"] == "record 1"

    def test_nobody_writes_in_another_s_name(self, client: Client) -> None:
        """Whose token it is, stands beside what was recorded: who wrote it down, and who ruled."""
        mine = {**secret(client, "record"), "If-Match": "0"}
        judge = {**secret(client, "judge"), "If-Match": "0"}
        path = "/api/matches/m1"
        for headers, what, body in (
            (mine, "steps", {"line": "start A", "by": "Eve"}),
            (mine, "end", {"why": "concession", "seat": "A", "judge": "Eve"}),
            (mine, "steps", {"line": "result A wins (concession) [Eve]"}),
            (judge, "rule", {"facts": "gain A 1 control 1 1", "judge": "Eve"}),
            (judge, "steps", {"line": "! [Eve] gain A 1 control 1 1"}),
            (judge, "steps", {"line": "! [Eve] gain A 1 control 1 1", "dry": True}),
        ):
            answer = client.post(f"{path}/{what}", json=body, headers=headers)
            assert answer.status_code == 403, (body, answer.text)
        body = {"game": "riftforce", "by": "Eve"}
        assert client.post("/api/matches", json=body, headers=mine).status_code == 403
        ruling = {"facts": "gain A 1 control 1 1"}
        told = client.post(f"{path}/rule", json=ruling, headers=judge).json()
        event = told["events"][0]["event"]
        assert (event["judge"], event["by"]) == ("judge 2", "judge 2")


class TestSeats:
    def test_records_only_what_it_could_see(self, client: Client) -> None:
        admin, mine = secret(client, "admin"), secret(client, "record", seat="A")

        def say(line: str, last: int, who: dict[str, str]) -> int:
            headers = {**who, "If-Match": str(last)}
            body = {"line": line}
            return client.post("/api/matches/m1/steps", json=body, headers=headers).status_code

        assert say("start A", 0, mine) == 200
        assert say("hand A F5 F6 F7 W5 W6 P5 T7", 1, mine) == 200
        assert say("hand B L5 L6 L7 I5 I6 S5 C6", 2, admin) == 200
        assert say("face C5", 3, mine) == 403
        assert say("face C5", 3, admin) == 200

    def test_looks_with_no_other_eyes(self, client: Client) -> None:
        mine = secret(client, "watch", seat="A")
        for eyes, code in (("A", 200), ("spectator", 200), ("B", 403), ("all", 403), ("C", 400)):
            path = f"/api/matches/m1?seat={eyes}"
            assert client.get(path, headers=mine).status_code == code
        watcher = secret(client, "watch")
        assert client.get("/api/matches/m1", headers=watcher).json()["seen_by"] == "spectator"
        assert client.get("/api/matches/m1?seat=A", headers=watcher).status_code == 403

    def test_opens_matches_through_its_own_eyes(self, client: Client) -> None:
        mine = secret(client, "record", seat="B")
        body = {"game": "riftforce", "id": "own"}
        assert (
            client.post("/api/matches", json={**body, "eyes": "A"}, headers=mine).status_code == 403
        )
        assert client.post("/api/matches", json=body, headers=mine).status_code == 201
        assert client.get("/api/matches/own", headers=mine).json()["eyes"] == "B"


class TestSession:
    def test_signed_in_and_out(self, client: Client) -> None:
        told = secret(client, "watch")["Authorization"].split()[1]
        assert client.post("/api/session", json={"token": "wrong"}).status_code == 401
        answer = client.post("/api/session", json={"token": told})
        assert answer.json()["role"] == "watch"
        cookie = answer.headers["set-cookie"].lower()
        for word in ("httponly", "samesite=strict", "secure", "path=/"):
            assert word in cookie
        assert client.get("/api/matches").status_code == 200
        client.request("DELETE", "/api/session", json={})
        client.cookies.clear()
        assert client.get("/api/matches").status_code == 401

    def test_with_a_token_that_was_dropped_one_can_sign_in_again(self, client: Client) -> None:
        told = secret(client, "watch")["Authorization"].split()[1]
        client.post("/api/session", json={"token": told})
        service_of(client).tokens.drop("watch 1")
        assert client.get("/api/matches").status_code == 401
        for path in ("/", "/sign-in", "/static/viewer.js", "/api/session"):
            assert client.get(path).status_code == 200
        again = secret(client, "record")["Authorization"].split()[1]
        assert client.post("/api/session", json={"token": again}).json()["role"] == "record"
        assert client.get("/api/matches").status_code == 200


class TestSecrets:
    def test_are_in_no_answer_and_no_log(
        self, client: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        mine = secret(client, "admin")
        told = mine["Authorization"].split()[1]
        paths = ("/api/matches", "/api/matches/m1", "/api/nothing", "/api/session", "/schema")
        said = [client.get(path, headers=mine) for path in paths]
        said.append(client.post("/api/session", json={"token": told + "x"}))
        said.append(client.get("/api/matches", headers=bearer(told + "x")))
        said.append(client.post("/api/matches", json={"game": told}, headers=bearer("x" + told)))
        text = "".join(f"{a.status_code} {a.headers} {a.text}" for a in said) + caplog.text
        assert told.split("_", 2)[2] not in text
        assert "/api/matches/m1 200" in caplog.text

    def test_queries_are_in_no_log(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG, "ludograph")
        client.get("/api/matches?player=Ann&token=hidden", headers=secret(client, "admin"))
        assert "hidden" not in caplog.text
        assert "/api/matches 200" in caplog.text

    def test_guessing_is_slowed_down(self, tmp_path: Path) -> None:
        with serving(tmp_path, public=THERE, limits=Limits(wrong_tokens=3)) as client:
            codes = [client.get("/api/matches", headers=NOBODY).status_code for _ in range(5)]
            assert codes == [401, 401, 401, 429, 429]
            answer = client.get("/api/matches", headers=NOBODY)
            assert int(answer.headers["retry-after"]) > 0
            clock = service_of(client).door
            clock.clock = lambda: 10**9
            assert client.get("/api/matches", headers=NOBODY).status_code == 401

    def test_a_right_token_is_never_refused(self, tmp_path: Path) -> None:
        """Whatever others send from the same address, a proxy's included: a header or a cookie."""
        with serving(tmp_path, public=THERE, limits=Limits(wrong_tokens=3)) as client:
            mine = secret(client, "admin")
            word = mine["Authorization"].removeprefix("Bearer ")
            for wrong in (NOBODY, {"Cookie": "ludograph=wrong"}):
                codes = [client.get("/api/matches", headers=wrong).status_code for _ in range(5)]
                assert codes[-1] == 429
                assert client.get("/api/matches", headers=mine).status_code == 200
                kept = {"Cookie": f"ludograph={word}"}
                assert client.get("/api/matches", headers=kept).status_code == 200
                signed = client.post("/api/session", json={"token": word}, headers=kept)
                assert signed.status_code == 200
                client.cookies.clear()
                assert client.get("/api/matches").status_code == 401

    def test_wrong_cookies_count(self, tmp_path: Path) -> None:
        with serving(tmp_path, public=THERE, limits=Limits(wrong_tokens=3)) as client:
            wrong = {"Cookie": "ludograph=wrong"}
            codes = [client.get("/api/matches", headers=wrong).status_code for _ in range(4)]
            assert codes == [401, 401, 429, 429]
            assert client.get("/api/matches", headers=NOBODY).status_code == 429
            word = secret(client, "watch")["Authorization"].removeprefix("Bearer ")
            again = client.post("/api/session", json={"token": word}, headers=wrong)
            assert again.status_code == 200

    def test_a_path_is_one_line_of_the_log(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO, "ludograph.access")
        with serving(tmp_path, log=True) as client:
            client.get("/x%0a12:00:00 GET /api/matches 200 1.0 ms%1b[31m%E2%80%AE%C2%85%E2%80%A8/")
        (text,) = [record.getMessage() for record in caplog.records]
        assert text.isprintable() and text.isascii()
        assert text.startswith("GET /x%0A12:00:00%20GET")
        assert " 404 " in text


class TestPublic:
    @pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "::"])
    def test_others_reach_it_only_with_tokens(self, tmp_path: Path, host: str) -> None:
        service = Service(settings(tmp_path, host=host))
        with pytest.raises(GameError) as caught:
            check_tokens(service)
        assert "ludograph token add" in str(caught.value)
        service.tokens.add("Ann", "admin")
        check_tokens(service)
        service.recorder.close()

    def test_local_needs_none(self, tmp_path: Path) -> None:
        service = Service(settings(tmp_path))
        check_tokens(service)
        service.recorder.close()

    def test_behind_a_path(self, tmp_path: Path) -> None:
        with serving(tmp_path, public=f"{THERE}/ludo") as client:
            mine = secret(client, "admin")
            for path in ("/ludo/api/matches", "/api/matches"):
                assert client.get(path, headers=mine).status_code == 200
            assert '<base href="/ludo/">' in client.get("/ludo/").text
            answer = client.post("/ludo/api/matches", json={"game": "riftforce"}, headers=mine)
            assert answer.headers["location"].startswith("/ludo/api/matches/")
            headers = {**mine, "Origin": THERE}
            answer = client.post("/ludo/api/matches", json={"game": "riftforce"}, headers=headers)
            assert answer.status_code == 201
            headers = {**mine, "Origin": "http://cards.example"}
            answer = client.post("/ludo/api/matches", json={"game": "riftforce"}, headers=headers)
            assert answer.status_code == 403

    @pytest.mark.parametrize(
        "text", ["cards.example", "ftp://x", "https://", "https://u@x", "https://x?y"]
    )
    def test_no_such_address(self, text: str) -> None:
        with pytest.raises(GameError):
            checked_public(text)
        assert checked_public("https://x/y/") == "https://x/y"
        assert Settings(Path("a"), Path("b"), Path("c"), public="https://x/y").base == "/y"
