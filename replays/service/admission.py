"""How many at once: places for those who send and those who follow, so that others find room too."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from typing import Any, Final

from litestar.types import Receive

from replays.service.problems import Refused
from replays.service.settings import Limits

CLOSE: Final = {"Connection": "close"}
RETRY: Final = {"Retry-After": "5"}


class Place:
    """A place that somebody has until they leave."""

    def __init__(self, places: Places, owner: str) -> None:
        self.places = places
        self.owner = owner

    def leave(self) -> None:
        """Give the place back; once is enough."""
        owner, self.owner = self.owner, ""
        if owner:
            self.places.leave(owner)


class Places:
    """Places of one kind: so many in all, and so many for each owner."""

    def __init__(self, what: str, most: int, each: int) -> None:
        self.what = what
        self.most = most
        self.each = each
        self.count = 0
        """How many are taken."""
        self.taken: Counter[str] = Counter()
        """How many each owner has."""
        self._lock = threading.Lock()

    def take(self, owner: str) -> Place:
        """Take a place. Raises Refused (429) for who has enough, (503) if there is none left."""
        with self._lock:
            if self.taken[owner] >= self.each:
                raise Refused(429, f"you {self.what} too often at once", headers=RETRY)
            if self.count >= self.most:
                raise Refused(503, f"too many {self.what} already", headers=RETRY)
            self.count += 1
            self.taken[owner] += 1
        return Place(self, owner)

    def leave(self, owner: str) -> None:
        """Give a place back that somebody had."""
        with self._lock:
            self.count -= 1
            self.taken -= Counter((owner,))


class Admission:
    """The places of a service."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.senders = Places("send", limits.senders, limits.senders_each)
        self.followers = Places("follow", limits.followers, limits.followers_each)
        self.films = Places("have films drawn", limits.films, limits.films_each)


class Visit:
    """A request while it is answered: its places, which it leaves at its end, and what it sends."""

    def __init__(
        self, admission: Admission, address: str, receive: Receive, *, sends: bool = True
    ) -> None:
        self.admission = admission
        self.address = address
        self.token = ""
        """The id of its token; empty without one."""
        self.places: list[Place] = []
        self._receive = receive
        self._sending: Place | None = None
        self._sent = not sends
        """Whether nothing more of a body is to come: what only reads has none that anybody wants."""
        self._size = 0
        self._deadline = 0.0

    def take(self, places: Places) -> Place:
        """Take a place until the request is answered. Raises Refused (429), (503).

        It is of the token, wherever that is used (behind a proxy all share an address); of who has
        none it is of the address.
        """
        place = places.take(f"token {self.token}" if self.token else f"at {self.address}")
        self.places.append(place)
        return place

    def leave(self) -> None:
        """Leave every place."""
        for place in self.places:
            place.leave()

    async def receive(self) -> Any:
        """Receive what the request sends next; all of it has to arrive in time.

        Raises Refused (408) if it does not, (413) for too much, (400) for what is no body.
        """
        if self._sent:
            return await self._receive()
        limits, loop = self.admission.limits, asyncio.get_running_loop()
        if self._sending is None:
            self._sending = self.take(self.admission.senders)
            self._deadline = loop.time() + limits.patience
        try:
            async with asyncio.timeout_at(self._deadline):
                message: Any = await self._receive()
        except TimeoutError:
            words = f"a request has to arrive within {limits.patience:g} seconds"
            raise Refused(408, words, headers=CLOSE) from None
        except Exception as error:
            raise Refused(400, "the body of the request cannot be read", headers=CLOSE) from error
        if message["type"] == "http.disconnect":
            raise Refused(400, "the body of the request breaks off", headers=CLOSE)
        self._size += len(message.get("body", b""))
        if self._size > limits.body:
            raise Refused(413, f"a request is at most {limits.body:,} bytes", headers=CLOSE)
        if not message.get("more_body", False):
            self._sent = True
            self._sending.leave()
        return message
