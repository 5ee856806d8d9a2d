"""Everything that a running service consists of."""

from __future__ import annotations

import time
from collections.abc import Callable

from domain.store.recorder import wall_clock
from replays.service.admission import Admission
from replays.service.auth import Doorkeeper
from replays.service.library import Library
from replays.service.match_list import Listing
from replays.service.renditions import Studio
from replays.service.request_keys import ServedRecorder
from replays.service.routes.streams import Following
from replays.service.settings import Settings
from replays.service.statistics.client import Asker
from replays.service.tokens import Tokens
from replays.service.writes import Writer


class Service:
    """The parts, put together for a store. Raises GameError if the store cannot be opened."""

    def __init__(self, settings: Settings, clock: Callable[[], int] = wall_clock) -> None:
        self.settings = settings
        self.recorder = ServedRecorder(settings.store, clock=clock)
        self.tokens = Tokens(settings.tokens, time.time)
        self.door = Doorkeeper(settings, self.tokens)
        self.admission = Admission(settings.limits)
        self.library = Library(self.recorder)
        self.listing = Listing(self.library)
        self.following = Following(self.library, self.door, self.admission)
        self.writer = Writer(self.library, self.following.wake)
        self.asker = Asker(settings)
        self.studio = Studio(settings.limits)

    async def start(self) -> None:
        """Begin to serve."""
        self.following.start()

    async def stop(self) -> None:
        """End: streams first, then who answers questions, then the store."""
        await self.following.stop()
        self.asker.close()
        self.recorder.close()
