"""The replay service, measured on this machine: requests a second, live followers, memory.

`make bench` measures this with all else; `python benchmarks/service.py` prints it alone, with `--hostile`
only how a board is answered while somebody holds all connections they get. The floor is granian with a
Litestar application that says hello, started in the same way and asked by the same client, by turns.
Nothing leaves loopback.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec

from benchmarks.run import AT, GAME, Figure, fresh, machine, table
from domain.bots.simulation import play_match
from domain.formats.tape import written_lines
from domain.record.chain import chained
from domain.record.events import Opened
from domain.record.match import Record
from domain.store.recorder import Recorder
from replays.service.settings import token_file
from replays.service.tokens import Tokens

HOST = "127.0.0.1"
SECONDS = 1.0
"""How long each kind of request is sent."""
CONNECTIONS = 16
ROUNDS = 3
FOLLOWERS = 200
ACTIONS = 24
PAUSE = 0.25
"""Seconds between two actions that are followed: nobody at a table is faster."""
PEOPLE = ("sensible", "sensible")
HOSTILE = "127.0.0.2"
"""Where the hostile client comes from."""
HELD = 1_100
STREAMS = 1_050
BOARDS = 500
"""Boards that are asked for, each over a connection of its own."""
APART = 0.005
"""Seconds between two of them."""
SLOWER = 3.0
"""How many times the quiet median a board may take meanwhile."""


# -- servers -------------------------------------------------------------------------------------


def hello(port: int) -> None:
    """The floor: the bare server with an application that says hello."""
    from granian.constants import Interfaces
    from granian.server.embed import Server
    from litestar import Litestar, get

    @get("/", sync_to_thread=False)
    def said() -> dict[str, str]:
        return {"hello": "world"}

    app = Litestar([said], openapi_config=None, logging_config=None)
    options = {"websockets": False, "log_enabled": False, "interface": Interfaces.ASGI}
    asyncio.run(Server(app, address=HOST, port=port, **options).serve())


def free_port() -> int:
    """A port that nobody has just now."""
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


@contextmanager
def running(*command: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server in a process of its own, once it can be reached."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen([sys.executable, *command], stdout=quiet, stderr=quiet) as process:
        try:
            for _ in range(500):
                with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
                    break
                time.sleep(0.02)
            yield process
        finally:
            process.terminate()
            process.wait(10)


def memory(process: subprocess.Popen[bytes]) -> float:
    """Megabytes that a process holds."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


# -- a client ------------------------------------------------------------------------------------


class Connection:
    """One connection that is kept."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; its status and body."""
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        lower = head.lower()
        at = lower.find(b"content-length: ")
        length = int(lower[at + 16 : lower.index(b"\r\n", at)]) if at >= 0 else 0
        return int(head[9:12]), await self.reader.readexactly(length)


async def connected(port: int, source: str = "") -> Connection:
    """A new connection, from an address of this machine if need be."""
    from_there = (source, 0) if source else None
    return Connection(*await asyncio.open_connection(HOST, port, local_addr=from_there))


def get_request(path: str, port: int, **headers: str) -> bytes:
    """A request that reads."""
    more = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in headers.items())
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n{more}\r\n".encode()


def post_request(path: str, port: int, body: object, **headers: str) -> bytes:
    """A request that writes."""
    data = msgspec.json.encode(body)
    more = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in headers.items())
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\n{more}\r\n"
    )
    return head.encode() + data


async def rate(port: int, requests: Callable[[int], bytes]) -> float:
    """Requests a second over several connections at once, each answered with 200 or 304."""
    end = time.perf_counter() + SECONDS
    done = 0

    async def one(first: int) -> None:
        nonlocal done
        connection = await connected(port)
        number = first
        while time.perf_counter() < end:
            status, body = await connection.ask(requests(number))
            assert status in (200, 304), body
            number += CONNECTIONS
            done += 1
        connection.writer.close()

    start = time.perf_counter()
    await asyncio.gather(*(one(first) for first in range(CONNECTIONS)))
    return done / (time.perf_counter() - start)


def by_turns(one: tuple[int, Callable[[int], bytes]], floor: int) -> tuple[float, float]:
    """Requests a second of the service and of the floor, by turns; the median ratio's."""
    pairs = []
    for _ in range(ROUNDS):
        ours = asyncio.run(rate(*one))
        bare = asyncio.run(rate(floor, lambda _: get_request("/", floor)))
        pairs.append((ours, bare))
    pairs.sort(key=lambda pair: pair[0] / pair[1])
    return pairs[len(pairs) // 2]


# -- what is measured ----------------------------------------------------------------------------


def lines_of(seed: int) -> list[str]:
    """A match as a scorekeeper would type it, line by line."""
    settings = GAME.settings({})
    opened = Opened(GAME.key, GAME.rules_version, settings, ("Ann", "Ben"), AT)
    record = Record("m", GAME, opened, [], "")
    chained(record, [opened, *play_match(GAME, settings, PEOPLE, 7, seed)])
    said = [line for written in written_lines(record) for line in written.notation]
    return [line for line in said if line.strip()]


def filled(folder: Path) -> tuple[Path, int]:
    """A store with 50 matches of bots, and how many steps the first has."""
    path = fresh(folder)
    recorder = Recorder(path, durable=False)
    settings = GAME.settings({})
    opened = Opened(GAME.key, GAME.rules_version, settings, ("Ann", "Ben"), AT)
    matches = [(f"m{n}", opened, play_match(GAME, settings, PEOPLE, 7, n)) for n in range(50)]
    recorder.add(matches)
    recorder.close()
    return path, len(matches[0][2])


def reading(port: int, floor: int, steps: int) -> Iterator[Figure]:
    """Boards, lines, lists."""
    etag = asyncio.run(etag_of(port))
    frame = get_request("/api/matches/m0/steps/40", port)
    kinds: dict[str, Callable[[int], bytes]] = {
        "a board, the same again and again": lambda _: frame,
        "a board, every step of 50 matches": lambda n: get_request(
            f"/api/matches/m{n // 40 % 50}/steps/{n % min(40, steps)}", port
        ),
        "a board that is known already (304)": lambda _: get_request(
            "/api/matches/m0/steps/40", port, If_None_Match=etag
        ),
        "a whole line": lambda _: get_request("/api/matches/m0/line", port),
        "the list, 20 matches": lambda _: get_request("/api/matches", port),
    }
    for what, requests in kinds.items():
        ours, bare = by_turns((port, requests), floor)
        ratio = f"{ours / bare:.2f}"
        yield Figure(f"service: {what}", f"{ours:,.0f} requests/s", f"{bare:,.0f}", ratio, "")


async def etag_of(port: int) -> str:
    """The ETag of a board."""
    connection = await connected(port)
    connection.writer.write(get_request("/api/matches/m0/steps/40", port))
    head = await connection.reader.readuntil(b"\r\n\r\n")
    connection.writer.close()
    return head.decode().lower().partition("etag: ")[2].partition("\r\n")[0]


async def record(port: int, match: str, lines: list[str], took: list[float]) -> int:
    """Record lines in a match of their own, each when the one before is confirmed; how many steps."""
    connection = await connected(port)
    body = {"game": GAME.key, "id": match}
    status, told = await connection.ask(post_request("/api/matches", port, body))
    assert status == 201, told
    last = 0
    for number, line in enumerate(lines):
        headers = {"If_Match": str(last), "Idempotency_Key": f"{match}-{number}"}
        path = f"/api/matches/{match}/steps"
        start = time.perf_counter()
        status, told = await connection.ask(post_request(path, port, {"line": line}, **headers))
        took.append(1000 * (time.perf_counter() - start))
        assert status == 200, told
        last = msgspec.json.decode(told)["last"]
    connection.writer.close()
    return last


def writing(port: int, floor: int) -> Iterator[Figure]:
    """Lines recorded, each synced to the disk."""
    bare = asyncio.run(rate(floor, lambda _: get_request("/", floor)))
    for count in (1, 8):
        took: list[float] = []

        async def work(count: int = count, took: list[float] = took) -> list[int]:
            names = [f"w{count}-{n}" for n in range(count)]
            return await asyncio.gather(*(record(port, n, lines_of(9), took) for n in names))

        start = time.perf_counter()
        asyncio.run(work())
        found = len(took) / (time.perf_counter() - start)
        took.sort()
        middle, late = statistics.median(took), took[int(0.99 * len(took))]
        who = "one scorekeeper" if count == 1 else f"{count} scorekeepers at once"
        yield Figure(
            f"service: a line recorded, synced, {who} (median {middle:.1f} ms, p99 {late:.1f} ms)",
            f"{found:,.0f} requests/s",
            f"{bare:,.0f}",
            f"{found / bare:.2f}",
            "",
        )


async def followed(port: int, frames: bool) -> tuple[list[float], int]:
    """Delays, in milliseconds, from an action's sending to each follower's event (or board)."""
    actor = await connected(port)
    match = f"followed-{frames:d}"
    body = {"game": GAME.key, "id": match}
    await actor.ask(post_request("/api/matches", port, body))
    begun: dict[int, float] = {}
    heard: list[dict[int, float]] = [{} for _ in range(FOLLOWERS)]
    followers = [asyncio.create_task(follow(port, match, frames, h)) for h in heard]
    await asyncio.sleep(2)
    last = 0
    for number in range(ACTIONS):
        headers = {"If_Match": str(last), "Idempotency_Key": f"{match}-{number}"}
        path = f"/api/matches/{match}/steps"
        start = time.perf_counter()
        request = post_request(path, port, {"line": LINES[number]}, **headers)
        status, told = await actor.ask(request)
        assert status == 200, told
        last = msgspec.json.decode(told)["last"]
        begun[last] = start
        await asyncio.sleep(PAUSE)
    for _ in range(100):
        if all(last in one for one in heard):
            break
        await asyncio.sleep(0.05)
    for follower in followers:
        follower.cancel()
    await asyncio.gather(*followers, return_exceptions=True)
    lost = sum(last not in one for one in heard)
    pairs = [(one[number], begun[number]) for one in heard for number in begun if number in one]
    return [1000 * (then - start) for then, start in pairs], lost


async def follow(port: int, match: str, frames: bool, heard: dict[int, float]) -> None:
    """Follow a match, and fetch the last board of what came at once; when each event was there."""
    stream = await connected(port)
    boards = await connected(port) if frames else None
    path = f"/api/matches/{match}/events"
    stream.writer.write(get_request(path, port, Last_Event_ID="0"))
    while True:
        chunk = await stream.reader.read(1 << 16)
        if not chunk:
            return
        numbers = [int(line[4:]) for line in chunk.split(b"\n") if line.startswith(b"id: ")]
        if boards and numbers:
            path = f"/api/matches/{match}/steps/{numbers[-1]}"
            status, body = await boards.ask(get_request(path, port))
            assert status == 200, body
        heard.update(dict.fromkeys(numbers, time.perf_counter()))


LINES = lines_of(3) if "--floor" not in sys.argv else []


def following(port: int) -> Iterator[Figure]:
    """Live followers of one match."""
    for frames in (False, True):
        delays, lost = asyncio.run(followed(port, frames))
        delays.sort()
        middle, late = statistics.median(delays), delays[int(0.99 * len(delays))]
        what = "board fetched" if frames else "event"
        lost_too = f", {lost} lost" if lost else ""
        yield Figure(
            f"service: {FOLLOWERS} followers, from action to {what} (median, p99{lost_too})",
            f"{middle:.0f} ms, {late:.0f} ms",
            "",
            "",
            "",
        )


class Hostile:
    """A client that holds as many connections as it gets, and sends nothing whole over them."""

    def __init__(self, port: int, watch: str) -> None:
        self.port = port
        self.watch = watch
        """The secret of a token that may watch."""
        self.held: list[Connection] = []
        self.followed = 0
        """How many streams were admitted."""

    async def hold(self) -> None:
        """Hold connections: a third silent, a third within the headers, a third within a body."""
        whole = post_request("/api/matches", self.port, {"game": GAME.key})
        for number in range(HELD):
            connection = await connected(self.port, HOSTILE)
            connection.writer.write((b"", whole[:30], whole[:-1])[number % 3])
            self.held.append(connection)

    async def follow(self) -> None:
        """Ask for streams of one match with one token."""
        mine = {"Authorization": f"Bearer {self.watch}", "Last_Event_ID": "0"}
        request = get_request("/api/matches/m0/events", self.port, **mine)
        for _ in range(STREAMS):
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                connection = await connected(self.port, HOSTILE)
                self.held.append(connection)
                connection.writer.write(request)
                head = await connection.reader.readuntil(b"\r\n\r\n")
                self.followed += head[9:12] == b"200"

    def leave(self) -> None:
        """Close everything."""
        for connection in self.held:
            connection.writer.close()


async def boards(port: int, token: str) -> float:
    """The median of milliseconds until a board is there, over a new connection each time."""
    took = []
    for number in range(BOARDS):
        path = f"/api/matches/m{number % 50}/steps/{number % 40}"
        request = get_request(path, port, Authorization=f"Bearer {token}")
        await asyncio.sleep(APART)
        start = time.perf_counter()
        connection = await connected(port)
        status, body = await connection.ask(request)
        took.append(1000 * (time.perf_counter() - start))
        assert status == 200, body
        connection.writer.close()
    return statistics.median(took)


async def attacked(port: int, admin: str, watch: str) -> tuple[float, float, int]:
    """The median for a board when it is quiet, and while a hostile client holds what it gets.

    Returns how many streams that was, too.
    """
    await boards(port, admin)
    quiet = await boards(port, admin)
    hostile = Hostile(port, watch)
    try:
        await hostile.follow()
        await hostile.hold()
        meanwhile = await boards(port, admin)
    finally:
        hostile.leave()
    return quiet, meanwhile, hostile.followed


def under_attack(store: Path) -> Iterator[Figure]:
    """A board asked for while somebody else holds connections and streams. Raises RuntimeError."""
    if sys.platform != "linux":  # other systems have one address for themselves
        return
    tokens = Tokens(token_file(store))
    _, admin = tokens.add("admin", "admin")
    _, watch = tokens.add("watch", "watch")
    port = free_port()
    command = (
        "-m",
        "cli",
        "--store",
        str(store),
        "serve",
        "--host",
        "0.0.0.0",
        "--port",
        str(port),
    )
    with running(*command, port=port):
        quiet, meanwhile, followed = asyncio.run(attacked(port, admin, watch))
    if meanwhile > SLOWER * quiet:
        raise RuntimeError(f"a board takes {meanwhile:.1f} ms under attack, {quiet:.1f} ms else")
    yield Figure(
        f"service: a board while {HELD:,} connections are held and {STREAMS:,} streams asked for "
        f"(one token has {followed:,}), new connection",
        f"{meanwhile:.1f} ms",
        f"{quiet:.1f} ms when quiet",
        f"{meanwhile / quiet:.2f}",
        f"at most {SLOWER:g}",
    )


def service() -> Iterator[Figure]:
    """Everything, one figure after the other as they are found; it takes about a minute."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).resolve().parent) as name:
        store, steps = filled(Path(name))
        port, floor = free_port(), free_port()
        served = ("-m", "cli", "--store", str(store), "serve", "--port", str(port))
        with (
            running(*served, port=port) as process,
            running(__file__, "--floor", str(floor), port=floor) as bare,
        ):
            idle, bare_idle = memory(process), memory(bare)
            yield from reading(port, floor, steps)
            yield from writing(port, floor)
            yield from following(port)
            size = f"{idle:.0f} MB, {memory(process):.0f} MB"
            what = "service: memory when started, and after all this"
            yield Figure(what, size, f"{bare_idle:.0f} MB, {memory(bare):.0f} MB", "", "")
        yield from under_attack(store)


def hostile_alone() -> Iterator[Figure]:
    """Only what a hostile client does, in some seconds."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).resolve().parent) as name:
        store, _ = filled(Path(name))
        yield from under_attack(store)


def main() -> None:
    """Measure and print, or be the floor."""
    if "--floor" in sys.argv:
        hello(int(sys.argv[-1]))
        return
    found: list[Figure] = []
    for figure in hostile_alone() if "--hostile" in sys.argv else service():
        found.append(figure)
        print("  ".join(field for field in figure if field), flush=True)
    print()
    print(table(found))
    print(machine())


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
