"""Following a match: a stream of server-sent events, one for each event recorded, none lost.

Whoever connects names the last event they know (`Last-Event-ID`) and is sent what came after it. A
recorder of this process wakes the streams; what other processes record is found by looking at the
store a few times a second, while anybody follows.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from domain.record.events import ON_THE_LINE, TAGS
from domain.record.match import Record
from replays.cursor import Viewer
from replays.event_log import seen
from replays.service.access import Identity, check_match, viewer
from replays.service.admission import Admission, Visit
from replays.service.auth import Doorkeeper
from replays.service.library import Library
from replays.service.problems import Refused
from replays.service.writes import event_fields

RETRY: Final = 1_000
"""Milliseconds after which a browser connects again."""
ON_LINE: Final = "step"
BESIDE: Final = "match"
"""The names of the messages: something new on the line, or beside it."""
END: Final = b""
"""What ends a stream."""


class EventMessage(msgspec.Struct, frozen=True):
    """What is sent of an event."""

    number: int
    kind: str
    """step, ruling, closed, takeback, redo, amend, note, pause, resume or signed."""
    last: int
    """Number of the last event that was recorded when it was sent."""
    event: dict[str, Any]
    """The event as JSON Lines have it."""


class Listener:
    """One who follows."""

    def __init__(self, who: Identity, eyes: Viewer, position: int, most: int) -> None:
        self.who = who
        self.eyes = eyes
        self.position = position
        """Number of the last event that was put into the queue."""
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(most)
        self.ended = False

    def put(self, message: bytes, position: int) -> None:
        """Put a message into the queue; who does not keep up has to connect again."""
        if self.ended:
            return
        try:
            self.queue.put_nowait(message)
            self.position = position
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """End the stream; what was not sent yet is sent when they connect again."""
        self.ended = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(END)


class Following:
    """Everybody who follows, by match."""

    def __init__(self, library: Library, door: Doorkeeper, admission: Admission) -> None:
        self.library = library
        self.door = door
        self.places = admission.followers
        self.limits = admission.limits
        self.rooms: dict[str, set[Listener]] = {}
        self._woken = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self.closed = False

    # -- living ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to look at the store."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """End every stream."""
        self.close()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def close(self) -> None:
        """End every stream, and begin no other."""
        self.closed = True
        for listener in [one for room in self.rooms.values() for one in room]:
            listener.end()

    def wake(self, match_id: str) -> None:
        """Something was recorded in this process; called in any thread."""
        if self._loop and match_id in self.rooms:
            self._loop.call_soon_threadsafe(self._woken.set)

    @property
    def count(self) -> int:
        """How many streams are admitted."""
        return self.places.count

    # -- following -------------------------------------------------------------------------------

    async def follow(
        self, who: Identity, visit: Visit, match_id: str, eyes: str, since: int | None
    ) -> AsyncIterator[bytes]:
        """The stream of a match after an event; None: from now on. Raises Refused before it begins.

        The visit has a place among those who follow from here to its end, whether the stream is ever
        read or not.
        """
        if self.closed:
            raise Refused(503, "the service is ending", headers={"Retry-After": "5"})
        check_match(who, match_id)
        visit.take(self.places)
        record = await asyncio.to_thread(self.library.whole, match_id)
        last = len(record.events)
        first = last if since is None else min(max(since, 0), last)
        listener = Listener(who, viewer(who, eyes), first, self.limits.queue)
        return self._stream(match_id, listener)

    async def _stream(self, match_id: str, listener: Listener) -> AsyncIterator[bytes]:
        self.rooms.setdefault(match_id, set()).add(listener)
        self._woken.set()
        try:
            yield f"retry: {RETRY}\n: match {match_id}, after event {listener.position}\n\n".encode()
            await self._send(match_id, [listener])
            while True:
                try:
                    message = await asyncio.wait_for(listener.queue.get(), self.limits.heartbeat)
                except TimeoutError:
                    message = b": still here\n\n"
                if message == END or not self.door.still(listener.who):
                    return
                yield message
        finally:
            room = self.rooms.get(match_id, set())
            room.discard(listener)
            if not room:
                self.rooms.pop(match_id, None)

    async def _watch(self) -> None:
        """Look at the store whenever woken, and else a few times a second while anybody follows."""
        while True:
            try:
                async with asyncio.timeout(self.limits.pace if self.rooms else None):
                    await self._woken.wait()
            except TimeoutError:
                pass
            self._woken.clear()
            for match_id in list(self.rooms):
                await self._send(match_id, list(self.rooms.get(match_id, ())))

    async def _send(self, match_id: str, listeners: list[Listener]) -> None:
        """Send listeners what they do not have yet."""
        try:
            record = await asyncio.to_thread(self.library.whole, match_id)
        except (
            Exception
        ):  # damaged, or locked for long: who follows finds out when they connect again
            for listener in listeners:
                listener.end()
            return
        last = len(record.events)
        made: dict[tuple[Viewer, int], bytes] = {}
        for listener in listeners:
            if listener.position >= last:
                continue
            key = listener.eyes, listener.position
            if key not in made:
                made[key] = messages(record, *key)
            listener.put(made[key], last)


def messages(record: Record, eyes: Viewer, after: int) -> bytes:
    """The messages of the events of a match after one, as somebody may know them."""
    part = seen(record, eyes)
    last = len(part.events)
    return b"".join(message(part, number, last) for number in range(after + 1, last + 1))


def message(part: Record, number: int, last: int) -> bytes:
    """The message of an event."""
    event = part.events[number - 1]
    sent = EventMessage(number, TAGS[type(event)], last, event_fields(part, number))
    data = msgspec.json.encode(sent).decode()
    name = ON_LINE if isinstance(event, ON_THE_LINE) else BESIDE
    return f"id: {number}\nevent: {name}\ndata: {data}\n\n".encode()
