"""Who asks, and through whose eyes they see: the one place that decides it, for every request."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.commands import Author
from domain.contract.game import SEAT_NAMES, Seat
from domain.record.events import ON_THE_LINE
from domain.record.match import Record
from replays.cursor import ALL, Viewer, viewer_name
from replays.service.problems import Refused
from replays.service.tokens import ROLES, Token

NOBODY: Final = "nobody"
"""What a route needs that holds nothing of any match."""
VIEWERS: Final[dict[str, Viewer]] = {"a": 0, "b": 1, "spectator": None, "all": ALL}


class Identity(msgspec.Struct, frozen=True):
    """Who asks."""

    role: str
    """watch, record, judge or admin."""
    token: Token | None = None
    """None for whoever sits at this machine."""

    @property
    def name(self) -> str:
        """What the token is called; empty without one."""
        return self.token.name if self.token else ""

    @property
    def author(self) -> Author | None:
        """Who writes, in the token's name alone; None for whoever sits at this machine: anybody."""
        return Author(self.token.name, self.may("judge")) if self.token else None

    @property
    def key(self) -> str:
        """Whose requests these are, for keys that are theirs alone."""
        return self.token.id if self.token else ""

    @property
    def match(self) -> str:
        """The only match it is for; empty for all."""
        return self.token.match if self.token else ""

    @property
    def seat(self) -> Seat | None:
        """The seat whose eyes it has; None for none."""
        return SEAT_NAMES.index(self.token.seat) if self.token and self.token.seat else None

    @property
    def eyes(self) -> Viewer:
        """The most that it may see: its seat's; as a watcher a spectator's; else everything."""
        if self.seat is not None:
            return self.seat
        return None if self.role == ROLES[0] else ALL

    def may(self, role: str) -> bool:
        """Return whether it may do what a role may."""
        return ROLES.index(self.role) >= ROLES.index(role)


LOCAL: Final = Identity("admin")
"""Whoever sits at the machine of a service that nobody else reaches."""


def viewer(who: Identity, asked: str = "") -> Viewer:
    """Through whose eyes a request is answered: as it asks, if it may see that much.

    Raises Refused (400) for no viewer, (403) for more than it may see.
    """
    if not asked:
        return who.eyes
    if asked.lower() not in VIEWERS:
        legal = tuple(viewer_name(eyes) for eyes in VIEWERS.values())
        raise Refused(400, f"nobody looks as {asked[:40]!r}", legal=legal)
    wanted = VIEWERS[asked.lower()]
    if who.eyes is ALL or wanted is None or wanted == who.eyes:
        return wanted
    raise Refused(403, f"this token sees as {viewer_name(who.eyes)} does")


def check_match(who: Identity, match_id: str) -> None:
    """Refuse a match that a token is not for, as if there were none. Raises Refused (404)."""
    if who.match and who.match != match_id:
        raise Refused(404, "there is no such match")


def check_whole(who: Identity) -> None:
    """Refuse what is asked of everything recorded to who may not see it all. Raises Refused (403)."""
    if who.eyes is not ALL or who.match:
        raise Refused(
            403,
            "numbers and queries are about all that is recorded, hidden cards too; "
            "this token may not see it all",
        )


def check_writing(who: Identity, record: Record) -> None:
    """Refuse a seat's scorekeeper a match that holds more than that seat knows. Raises Refused (403).

    What is refused or legal there depends on the hidden cards, and would give them away.
    """
    if who.seat is None:
        return
    seen = record.seen_by(who.seat)
    pairs = zip(record.events, seen.events, strict=True)
    on_line = [(event, known) for event, known in pairs if isinstance(event, ON_THE_LINE)]
    same = all(msgspec.structs.replace(event, prev="") == known for event, known in on_line)
    if not same or seen.opened.settings != record.opened.settings:
        raise Refused(
            403,
            f"match {record.id} holds cards that seat {SEAT_NAMES[who.seat]} cannot see; "
            "whose token sees everything has to record it",
        )
