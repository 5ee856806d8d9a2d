"""The connections of a server by their addresses: an address that holds too many loses the newest."""

from __future__ import annotations

import asyncio
import os
import socket
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Final

PAUSE: Final = 0.5
"""Seconds between two looks."""
FILES: Final = Path("/dev/fd")
"""Where a system lists the files that a process has open; without it nobody is watched."""


class Connections:
    """The connections that come to a port of this process, whoever accepts them."""

    def __init__(self, port: int, each: int) -> None:
        self.port = port
        self.each = each
        """How many an address may hold."""
        self._seen: dict[int, int] = {}
        """By the number that the system gives a connection: at which look it was there first."""
        self._look = 0

    async def watch(self) -> None:
        """Look again and again, until cancelled."""
        while FILES.is_dir():
            await asyncio.to_thread(self.trim)
            await asyncio.sleep(PAUSE)

    def trim(self) -> int:
        """Shut the newest connections of every address that holds too many; returns how many."""
        files = [file.name for file in FILES.iterdir()]
        self._look += 1
        if len(files) <= self.each:
            return 0
        held: defaultdict[str, list[tuple[int, int, socket.socket]]] = defaultdict(list)
        shut = 0
        try:
            for file in files:
                if connection := self.connection(int(file)):
                    number = os.fstat(connection.fileno()).st_ino
                    first = self._seen.setdefault(number, self._look)
                    with suppress(OSError):
                        held[connection.getpeername()[0]].append((first, number, connection))
            for those in held.values():
                for _, _, connection in sorted(those, key=lambda one: one[:2])[self.each :]:
                    with suppress(OSError):
                        connection.shutdown(socket.SHUT_RDWR)
                        shut += 1
        finally:
            there = [one for those in held.values() for one in those]
            for _, _, connection in there:
                connection.close()
        self._seen = {number: first for first, number, _ in there}
        return shut

    def connection(self, file: int) -> socket.socket | None:
        """A connection to the port as a socket of one's own, if an open file is one."""
        try:
            found = socket.socket(fileno=os.dup(file))
        except OSError:  # closed meanwhile, or no socket
            return None
        with suppress(OSError, IndexError, TypeError):
            if found.getsockname()[1] == self.port and found.getpeername():
                return found
        found.close()
        return None
