"""Questions about numbers, asked of a process of their own, which is ended if it takes too long."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any, Final

import msgspec

from domain.contract.errors import GameError, Reason
from replays.service.problems import Refused
from replays.service.settings import Settings
from replays.service.statistics.questions import LENGTH, Question, Reply, write

PATIENCE: Final = 600.0
"""Seconds that the first question waits while the analytics file is brought up to date."""


class Asker:
    """Asks one question after the other; so many may wait, and none for long."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = ""
        """Where the process puts what it makes; removed with it."""
        self._turn = threading.Lock()
        self._waiting = threading.BoundedSemaphore(self.limits.waiting)

    def ask(self, question: Question) -> bytes:
        """The answer. Raises GameError, or Refused (429) if too many ask, (503) if it takes long."""
        if not self.settings.store.exists():
            raise GameError(Reason.NOT_FOUND, "nothing is recorded yet")
        if not self._waiting.acquire(blocking=False):
            raise Refused(429, "too many questions at once", headers={"Retry-After": "2"})
        try:
            if not self._turn.acquire(timeout=self.limits.seconds):
                raise Refused(503, "others ask for long already", headers={"Retry-After": "5"})
            try:
                reply = self._asked(question)
            finally:
                self._turn.release()
        finally:
            self._waiting.release()
        if reply.failure:
            raise reply.failure.error
        return reply.body

    def _asked(self, question: Question) -> Reply:
        if self._process is None or self._process.poll() is not None:
            self._start()
            self._exchange(Question("ready"), PATIENCE)
        return self._exchange(question, self.limits.seconds)

    def _exchange(self, question: Question, seconds: float) -> Reply:
        """Ask the process, and wait so many seconds for its answer. Raises Refused (503)."""
        process = self._process
        assert process and process.stdin and process.stdout
        source = process.stdout.fileno()
        try:
            write(process.stdin, msgspec.msgpack.encode(question))
            deadline = time.monotonic() + seconds
            head = received(source, LENGTH.size, deadline)
            body = received(source, LENGTH.unpack(head)[0], deadline)
        except TimeoutError:
            self.close()
            words = f"the question takes longer than {seconds:g} seconds"
            raise Refused(503, words, kind="too-long") from None
        except (OSError, EOFError):
            self.close()
            raise Refused(503, "the question needs too much", kind="too-much") from None
        return msgspec.msgpack.decode(body, type=Reply)

    def _start(self) -> None:
        """Start the process that answers."""
        self.close()
        settings, limits = self.settings, self.limits
        about = (settings.store, settings.analytics, limits.memory, limits.spilled)
        self._folder = tempfile.mkdtemp(prefix="ludograph-")
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.worker", *map(str, about)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "TMPDIR": self._folder},
        )

    def close(self) -> None:
        """End the process that answers."""
        process, self._process = self._process, None
        folder, self._folder = self._folder, ""
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream:
                    stream.close()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)  # what a process that was ended leaves behind


def received(descriptor: int, count: int, deadline: float) -> bytes:
    """So many bytes. Raises TimeoutError after the deadline, EOFError if the other side is gone."""
    found = bytearray()
    poll: Any = select.poll()
    poll.register(descriptor, select.POLLIN)
    while len(found) < count:
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(1000 * left):
            raise TimeoutError
        chunk = os.read(descriptor, min(1 << 20, count - len(found)))
        if not chunk:
            raise EOFError
        found += chunk
    return bytes(found)
