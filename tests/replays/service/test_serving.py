"""The real `ludograph serve`, in a process of its own: asked, followed, interrupted."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from cli.app import app
from tests.replays.service.served import SETTINGS

LUDOGRAPH = (sys.executable, "-m", "cli")


pytestmark = pytest.mark.usefixtures("nothing_chosen")


def free_port() -> int:
    """A port that nobody has just now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def ask(port: int, method: str, path: str, body: Any = None, **headers: str) -> Any:
    """Ask, and read the JSON that comes."""
    con = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    sent = None if body is None else msgspec.json.encode(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    con.request(method, path, sent, {"Content-Type": "application/json", **named})
    answer = con.getresponse()
    told = answer.read()
    con.close()
    return answer.status, msgspec.json.decode(told)


@contextmanager
def process(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A service that has begun."""
    command = [*LUDOGRAPH, "--store", str(folder / "s.sqlite"), "serve", *words]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as running:
        try:
            assert running.stdout
            assert "serving" in running.stdout.readline()
            yield running
        finally:
            running.kill()


def test_served_followed_and_interrupted(tmp_path: Path) -> None:
    port = free_port()
    with process(tmp_path, "--port", str(port), "--log") as running:
        body = {"game": "riftforce", "id": "m1", "settings": SETTINGS}
        assert ask(port, "POST", "/api/matches", body)[0] == 201
        stream = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        stream.request("GET", "/api/matches/m1/events", headers={"Last-Event-ID": "0"})
        events = stream.getresponse()
        assert events.status == 200
        assert events.headers["content-type"].startswith("text/event-stream")
        headers = {"If_Match": "0", "Idempotency_Key": "k"}
        status, told = ask(port, "POST", "/api/matches/m1/steps", {"line": "start A"}, **headers)
        assert (status, told["last"]) == (200, 1)
        assert line(events, "id: ") == "1"
        command = [*LUDOGRAPH, "--store", str(tmp_path / "s.sqlite"), "play", "m1"]
        subprocess.run([*command, "hand A F5 F6 F7 W5 W6 P5 T7"], check=True, capture_output=True)
        assert line(events, "id: ") == "2"
        status, told = ask(port, "POST", "/api/sql", {"sql": "SELECT count(*) AS n FROM steps"})
        assert told["rows"] == [[2]]
        running.send_signal(signal.SIGINT)
        rest = events.read()
        assert b"id: 3" not in rest
        out, err = running.communicate(timeout=10)
        assert running.returncode == 0
        assert out.splitlines()[-1].startswith("ended")
        assert "Traceback" not in err
        assert "POST /api/matches/m1/steps 200" in err
    with process(tmp_path, "--port", str(port)):
        status, again = ask(port, "POST", "/api/matches/m1/steps", {"line": "start A"}, **headers)
        assert (status, again["last"], again["events"]) == (200, 1, again["events"])
        assert ask(port, "GET", "/api/matches/m1")[1]["last"] == 2


def line(stream: http.client.HTTPResponse, begins: str) -> str:
    """What follows in the next line that begins so."""
    while True:
        text = stream.readline().decode()
        assert text, "the stream ended"
        if text.startswith(begins):
            return text.removeprefix(begins).strip()


def here(folder: Path, *words: str) -> tuple[int, str, str]:
    """A command in this process: its exit code, what it prints, and what it complains of."""
    done = CliRunner().invoke(app, [*words, "--store", str(folder / "s.sqlite")])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def refused(folder: Path, *words: str) -> str:
    """The line with which `serve` refuses."""
    code, out, said = here(folder, "serve", *words)
    assert (code, out) == (2, "")
    assert said.count("\n") == 1
    return said


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} of 127.0.0.1 is in use" in refused(tmp_path, "--port", str(port))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--host", "0.0.0.0"), "ludograph token add NAME --role admin"),
        (("--public-url", "https://cards.example"), "ludograph token add NAME --role admin"),
        (("--public-url", "cards"), "no address that a browser could open"),
    ],
)
def test_refused(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    assert said in refused(tmp_path, *words)


def test_tokens_by_the_command_line(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        code, said, wrong = here(tmp_path, "token", *words)
        assert (code, wrong) == (0, "")
        return said

    made = msgspec.json.decode(run("add", "Ann", "--role", "admin", "--json"))
    assert made["secret"].split("_", 2)[2] not in run("list") + run("list", "--json")
    port = free_port()
    started = time.monotonic()
    with process(tmp_path, "--port", str(port), "--public-url", "http://127.0.0.1"):
        assert ask(port, "GET", "/api/matches")[0] == 401
        mine = {"Authorization": f"Bearer {made['secret']}"}
        assert ask(port, "GET", "/api/matches", **mine) == (200, {"matches": []})
        assert "dropped" in run("drop", "Ann")
        assert ask(port, "GET", "/api/matches", **mine)[0] == 401
    assert time.monotonic() - started < 30
