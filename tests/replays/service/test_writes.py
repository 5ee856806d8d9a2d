"""Writing over HTTP: each key once, nobody's action lost, a refusal leaves the store as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from domain.store.recorder import Recorder
from replays.audit.audit import audit_match
from replays.service.request_keys import KeyedStore
from tests.domain.tabled import matches_built
from tests.replays.service.served import (
    Client,
    begun,
    opened,
    say,
    secret,
    service_of,
    serving,
    stored,
)

PLAY = "play F5@1 F6@1"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A service on an empty store."""
    with serving(tmp_path) as found:
        yield found


def post(client: Client, what: str, last: int | None, body: Any = None, **headers: str) -> Any:
    """Write something on match m1."""
    wanted = {} if last is None else {"If-Match": f'"{last}"'}
    wanted |= {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(f"/api/matches/m1/{what}", json=body or {}, headers=wanted)


class TestOpening:
    def test_opened(self, client: Client) -> None:
        body = {"game": "riftforce", "players": ["Ann", "Ben"], "event": "Cup", "by": "Dora"}
        answer = client.post("/api/matches", json=body)
        assert answer.status_code == 201
        found = client.get(answer.headers["location"]).json()
        assert (found["players"], found["event"], found["by"]) == (["Ann", "Ben"], "Cup", "Dora")

    def test_once_for_a_key(self, client: Client) -> None:
        headers = {"Idempotency-Key": "open-1"}
        answers = [
            client.post("/api/matches", json={"game": "riftforce"}, headers=headers)
            for _ in range(3)
        ]
        assert len({answer.content for answer in answers}) == 1
        assert [a.headers.get("idempotent-replayed") for a in answers] == [None, "true", "true"]
        assert len(client.get("/api/matches").json()["matches"]) == 1

    def test_refused(self, client: Client) -> None:
        for body in ({"game": "chess"}, {"game": "riftforce", "settings": {"ice": "warm"}},
                     {"game": "riftforce", "players": ["A"]}, {"game": "riftforce", "id": "../x"},
                     {"game": "riftforce", "on": "2999-01-01"}):  # fmt: skip
            assert 400 <= client.post("/api/matches", json=body).status_code < 500
        opened(client)
        assert (
            client.post("/api/matches", json={"game": "riftforce", "id": "m1"}).status_code == 409
        )
        assert len(client.get("/api/matches").json()["matches"]) == 1


class TestLines:
    def test_tells_what_it_did_and_what_is_asked(self, client: Client) -> None:
        answer = say(client, PLAY, begun(client))
        told = answer.json()
        assert [event["number"] for event in told["events"]] == list(range(5, told["last"] + 1))
        assert "F5" in told["events"][0]["words"][0]
        assert told["ask"]["seat"] == "B"
        assert answer.headers["etag"] == f'"{told["last"]}"'

    def test_comments_and_times_are_kept(self, client: Client, tmp_path: Path) -> None:
        last = begun(client)
        told = say(client, f"{PLAY} {{a bold start}}", last).json()
        assert told["events"][-1]["event"]["note"] == "a bold start"

    def test_builds_the_live_match_once(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        last = begun(client)
        built = matches_built(monkeypatch)
        answer = say(client, PLAY, last)
        assert answer.status_code == 200
        assert built == [last]
        post(client, "steps", None, {"line": "play L5@2", "dry": True})
        assert built == [last, answer.json()["last"]]

    def test_what_is_asked_is_as_it_is_when_it_is_read(self, client: Client) -> None:
        last = begun(client)
        for line in (PLAY, "play L5@2", "check", "! score A +1", "result A wins (time)"):
            answer = say(client, line, last)
            assert answer.status_code == 200, answer.text
            last = answer.json()["last"]
            assert answer.json()["ask"] == client.get("/api/matches/m1/ask").json()

    def test_tried_and_not_recorded(self, client: Client, tmp_path: Path) -> None:
        begun(client)
        before = stored(tmp_path)
        told = post(client, "steps", None, {"line": PLAY, "dry": True}).json()
        assert told["dry"]
        assert told["events"][0]["number"] == 5
        assert stored(tmp_path) == before
        assert post(client, "steps", None, {"line": "x", "dry": True}).status_code == 422

    def test_recorded_as_the_command_line_does(self, client: Client, tmp_path: Path) -> None:
        last = begun(client)
        say(client, PLAY, last)
        recorder = Recorder(tmp_path / "store.sqlite")
        assert audit_match(recorder.chain, "m1").ok
        recorder.close()


class TestIfMatch:
    def test_is_needed(self, client: Client) -> None:
        begun(client)
        answer = post(client, "steps", None, {"line": PLAY})
        assert answer.status_code == 428
        assert answer.json()["last"] == 4
        assert answer.headers["last-event"] == "4"

    @pytest.mark.parametrize("given", ["4", '"4"', '"4-0123abc"', 'W/"4"'])
    def test_is_the_number_of_the_last_event(self, client: Client, given: str) -> None:
        begun(client)
        headers = {"If-Match": given}
        answer = client.post("/api/matches/m1/steps", json={"line": PLAY}, headers=headers)
        assert answer.status_code == 200

    @pytest.mark.parametrize("given", ["*", "four", '"-1"', '"4", "5"'])
    def test_is_nothing_else(self, client: Client, given: str) -> None:
        begun(client)
        headers = {"If-Match": given}
        answer = client.post("/api/matches/m1/steps", json={"line": PLAY}, headers=headers)
        assert answer.status_code == 400

    def test_who_comes_too_late_is_told_what_is_there(self, client: Client) -> None:
        last = begun(client)
        first = say(client, PLAY, last).json()
        answer = say(client, PLAY, last)
        assert answer.status_code == 412
        told = answer.json()
        assert told["last"] == first["last"]
        assert told["events"] == first["events"]

    def test_what_another_process_recorded_counts(self, client: Client, tmp_path: Path) -> None:
        last = begun(client)
        other = Recorder(tmp_path / "store.sqlite")
        other.play_line(other.load("m1"), PLAY)
        assert say(client, "play L5@2", last).status_code == 412
        now = client.get("/api/matches/m1").json()["last"]
        assert say(client, "play L5@2", now).status_code == 200
        other.close()

    def test_of_two_at_once_one_is_recorded_and_the_other_told(self, client: Client) -> None:
        last = begun(client)
        lines = [PLAY, "play F5@2", "play F6@3", "play F7@1"] * 2
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda line: say(client, line, last), lines))
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [200] + [412] * 7
        (won,) = [answer for answer in answers if answer.status_code == 200]
        assert client.get("/api/matches/m1").json()["last"] == won.json()["last"]

    def test_another_process_is_faster_after_the_look(
        self, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The recorder itself finds out, in its transaction."""
        last = begun(client)
        other = Recorder(tmp_path / "store.sqlite")
        recorder = service_of(client).recorder
        real = type(recorder).append

        def overtaken(self: Any, record: Any, steps: Any) -> None:
            monkeypatch.undo()
            other.play_line(other.load("m1"), PLAY)
            real(self, record, steps)

        monkeypatch.setattr(type(recorder), "append", overtaken)
        answer = say(client, "play F7@1", last)
        assert answer.status_code == 412
        assert answer.json()["events"][0]["event"]["action"]["card"] == "F5"
        assert say(client, "play L5@1", answer.json()["last"]).status_code == 200
        other.close()


class TestKeys:
    def test_the_same_is_recorded_once_and_answered_the_same(self, client: Client) -> None:
        last = begun(client)
        answers = [say(client, PLAY, last, Idempotency_Key="k") for _ in range(3)]
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert answers[2].headers["idempotent-replayed"] == "true"

    def test_answered_the_same_after_more_was_recorded_and_after_a_restart(
        self, tmp_path: Path
    ) -> None:
        with serving(tmp_path) as client:
            last = begun(client)
            first = say(client, PLAY, last, Idempotency_Key="k")
            say(client, "play L5@2", first.json()["last"])
        with serving(tmp_path) as client:
            again = say(client, PLAY, last, Idempotency_Key="k")
            assert again.content == first.content
            assert (
                len(client.get("/api/matches/m1/history").json()["events"]) > first.json()["last"]
            )

    def test_at_once(self, client: Client) -> None:
        last = begun(client)
        with ThreadPoolExecutor(8) as pool:
            answers = list(
                pool.map(lambda _: say(client, PLAY, last, Idempotency_Key="k"), range(8))
            )
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert sum("idempotent-replayed" not in answer.headers for answer in answers) == 1

    def test_of_another_request_is_refused(self, client: Client, tmp_path: Path) -> None:
        last = begun(client)
        now = say(client, PLAY, last, Idempotency_Key="k").json()["last"]
        before = stored(tmp_path)
        for answer in (
            say(client, "play L5@2", now, Idempotency_Key="k"),
            post(client, "note", now, {"text": "x"}, Idempotency_Key="k"),
        ):
            assert answer.status_code == 422
            assert answer.json()["type"] == "urn:ludograph:key-reused"
        assert stored(tmp_path) == before

    def test_what_was_refused_can_be_sent_again(self, client: Client) -> None:
        last = begun(client)
        assert say(client, "dance", last, Idempotency_Key="k").status_code == 422
        assert say(client, PLAY, last, Idempotency_Key="k").status_code == 200

    def test_no_such_key(self, client: Client) -> None:
        last = begun(client)
        assert say(client, PLAY, last, Idempotency_Key="k" * 201).status_code == 400

    def test_stands_in_the_transaction_of_its_events(
        self, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        last = begun(client)
        real = KeyedStore._insert_events

        def torn(self: Any, c: Any, stored_events: Any, **more: Any) -> None:
            real(self, c, stored_events, **more)
            raise sqlite3.OperationalError("disk I/O error")

        before = stored(tmp_path)
        monkeypatch.setattr(KeyedStore, "_insert_events", torn)
        assert say(client, PLAY, last, Idempotency_Key="k").status_code >= 400
        monkeypatch.undo()
        assert stored(tmp_path) == before
        assert service_of(client).recorder.keys.kept("", "k") is None
        assert say(client, PLAY, last, Idempotency_Key="k").status_code == 200

    def test_are_everybody_s_own(self, tmp_path: Path) -> None:
        with serving(tmp_path, public="https://cards.example") as client:
            ann, ben = secret(client, "record"), secret(client, "record")
            for headers in (ann, ben):
                answer = client.post(
                    "/api/matches",
                    json={"game": "riftforce"},
                    headers={**headers, "Idempotency-Key": "k"},
                )
                assert "idempotent-replayed" not in answer.headers
            assert len(client.get("/api/matches", headers=ann).json()["matches"]) == 2


class TestBookkeeping:
    def test_taken_back_and_redone(self, client: Client) -> None:
        last = say(client, PLAY, begun(client)).json()["last"]
        told = post(client, "takeback", last, {"note": "wrong"}).json()
        assert told["events"][0]["kind"] == "takeback"
        assert told["line"] == 4
        told = post(client, "redo", told["last"]).json()
        assert told["line"] == last

    def test_what_had_been_shown_wants_to_be_confirmed(self, client: Client) -> None:
        last = begun(client)
        answer = post(client, "takeback", last, {"to": 1})
        assert answer.status_code == 409
        assert answer.json()["type"] == "urn:ludograph:unconfirmed"
        assert post(client, "takeback", last, {"to": 1, "confirmed": True}).json()["line"] == 1

    def test_corrected(self, client: Client, tmp_path: Path) -> None:
        last = say(client, PLAY, begun(client)).json()["last"]
        body = {"step": 5, "line": "play F5@2 F6@2"}
        before = stored(tmp_path)
        tried = post(client, "correct", None, {**body, "dry": True}).json()
        assert tried["dry"]
        assert "F5@1" in tried["was"]
        assert stored(tmp_path) == before
        told = post(client, "correct", last, body).json()
        assert told["events"][0]["kind"] == "amend"
        said = [[event["words"] for event in found["events"]] for found in (told, tried)]
        assert said[0] == said[1]
        assert len(said[0]) == 4

    def test_a_later_line_that_does_not_fit_is_asked_about(self, client: Client) -> None:
        last = say(client, PLAY, begun(client)).json()["last"]
        last = say(client, "play L5@2", last).json()["last"]
        last = say(client, "play F7@1", last).json()["last"]
        body = {"step": 5, "line": "play F7@1 F6@1"}
        answer = post(client, "correct", last, body)
        assert answer.status_code == 409
        assert answer.json()["type"] == "urn:ludograph:misfit"
        number = answer.json()["step"]
        told = post(client, "correct", last, {**body, "answers": {str(number): "stop"}})
        assert told.status_code == 200, told.text

    def test_ruled_noted_paused_ended(self, client: Client) -> None:
        last = begun(client)
        for what, body, kind in (
            (
                "rule",
                {"facts": "gain A 1 control 1 1", "judge": "Eve", "kind": "penalty"},
                "ruling",
            ),
            ("note", {"text": "a cold evening"}, "note"),
            ("pause", {}, "pause"),
            ("resume", {}, "resume"),
            ("end", {"why": "concession", "seat": "B", "judge": "Eve"}, "closed"),
        ):
            answer = post(client, what, last, body)
            assert answer.status_code == 200, answer.text
            assert answer.json()["events"][-1]["kind"] == kind
            last = answer.json()["last"]
        assert client.get("/api/matches/m1").json()["ending"]["winner"] == "A"
        assert client.get("/api/matches/m1/ask").json()["over"]

    def test_a_play_that_stood(self, client: Client) -> None:
        last = begun(client)
        body = {"facts": "play F5@1 W6@3", "stood": True, "judge": "Eve"}
        told = post(client, "rule", last, body)
        assert told.status_code == 200, told.text
        assert "ruling" in [event["kind"] for event in told.json()["events"]]

    def test_refused(self, client: Client, tmp_path: Path) -> None:
        last = begun(client)
        before = stored(tmp_path)
        for what, body in (
            ("takeback", {"to": 99}), ("takeback", {"lines": 0}), ("redo", {}),
            ("correct", {"step": 99, "line": "x"}), ("correct", {"step": 2, "line": "dance"}),
            ("rule", {"facts": "nothing of the sort"}), ("rule", {"facts": "x", "judge": "[x]"}),
            ("note", {"text": ""}), ("resume", {}), ("end", {"why": "concession"}),
            ("end", {"why": "boredom"}), ("end", {"why": "agreed", "seat": "A"}),
            ("note", {"text": "x", "about": 3}),
        ):  # fmt: skip
            answer = post(client, what, last, body)
            assert 400 <= answer.status_code < 500, (what, body, answer.text)
        assert stored(tmp_path) == before


@pytest.mark.parametrize("number", [10**30, -(10**30), 2**64, 2**63, 2**53])
def test_a_number_that_is_no_event_s_is_refused(
    client: Client, tmp_path: Path, number: int
) -> None:
    last = begun(client)
    before = stored(tmp_path)
    for what, body in (
        ("takeback", {"to": number}), ("takeback", {"lines": number}), ("redo", {"to": number}),
        ("correct", {"step": number, "line": "x"}), ("note", {"text": "x", "step": number}),
    ):  # fmt: skip
        answer = post(client, what, last, body)
        assert 400 <= answer.status_code < 500, (what, answer.text)
    body = {"game": "riftforce", "best_of": number}
    assert client.post("/api/matches", json=body).status_code == 400
    assert stored(tmp_path) == before


@pytest.mark.parametrize(
    "body", ["[" * 20_000, "[" * 5_000 + "]" * 5_000, '{"game":' * 5_000, '{"token":"\\ud800"}']
)
def test_a_body_that_is_no_request_is_refused(client: Client, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    for path in ("/api/matches", "/api/sql", "/api/session"):
        answer = client.post(path, content=body.encode(), headers=headers)
        assert 400 <= answer.status_code < 500, answer.text


def test_two_scorekeepers_of_two_matches_at_once(client: Client) -> None:
    """Nothing is lost: each of many writers goes on with its own match."""
    names = [f"m{n}" for n in range(6)]
    with ThreadPoolExecutor(6) as pool:
        lasts = list(pool.map(lambda name: begun(client, name), names))
    assert lasts == [4] * 6
    assert len(client.get("/api/matches").json()["matches"]) == 6


class TestTexts:
    """What comes in by requests follows the rule for every text."""

    BAD = ("\x1b2J", "\x00", "Eve\u202e", "Ann\u200d")

    @pytest.mark.parametrize("bad", BAD, ids=ascii)
    def test_what_nobody_sees_is_refused_by_its_name(self, client: Client, bad: str) -> None:
        for name, more in (("players", ["Ann", bad]), ("event", bad), ("note", bad), ("by", bad)):
            answer = client.post("/api/matches", json={"game": "riftforce", name: more})
            assert answer.status_code in (403, 422), answer.text
            assert "cannot hold U+" in answer.json()["detail"] or answer.status_code == 403
        last = begun(client)
        for what, body in (
            ("steps", {"line": f"{PLAY} {{{bad}}}"}),
            ("note", {"text": bad}),
            ("takeback", {"note": bad}),
            ("pause", {"note": bad}),
            ("end", {"why": "agreed", "note": bad}),
            ("rule", {"facts": "score A 1", "judge": bad}),
            ("rule", {"facts": "score A 1", "why": bad}),
            ("correct", {"step": 1, "line": bad}),
        ):
            answer = post(client, what, last, body)
            assert answer.status_code == 422, (what, answer.text)
            assert "cannot hold U+" in answer.json()["detail"]
        assert client.get("/api/matches/m1").json()["last"] == last

    def test_what_is_endless_or_nested_deeply_is_refused_at_once(self, client: Client) -> None:
        last = begun(client)
        headers = {"Content-Type": "application/json", "If-Match": f'"{last}"'}
        for half in ("[", '{"x":', '{"game":[', '{"line":{"a":', '{"settings":{"a":'):
            for path in ("/api/matches", "/api/matches/m1/steps", "/api/sql"):
                body = half + "[" * (60_000 - len(half))
                answer = client.post(path, content=body.encode(), headers=headers)
                assert answer.status_code == 400, answer.text
        for what, body in (("steps", {"line": "x" * 60_000}), ("note", {"text": "x" * 60_000})):
            answer = post(client, what, last, body)
            assert answer.status_code == 422
            assert "has 60,000 characters" in answer.json()["detail"]
        assert client.get("/api/matches/m1").json()["last"] == last
