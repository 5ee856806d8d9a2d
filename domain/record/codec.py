"""How events become bytes, and the chain of digests over them.

The bytes are JSON that a database can read: an object for the event, arrays that start with the
tag for the action and each fact. A digest covers match, version, topic and bytes of one event; each
step carries the digest of the event before it.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec

from domain.contract.errors import CorruptStream, GameError, GameMissing, Reason
from domain.contract.game import Game
from domain.record.events import (
    BESIDE,
    OPENED,
    RULING,
    STEP,
    TAGS,
    AnyStep,
    Closed,
    Event,
    Opened,
    Ruled,
    Step,
)

_encoder = msgspec.json.Encoder()
encode = _encoder.encode
"""Event to bytes."""


def topic(game_key: str, tag: str) -> str:
    """The stored kind of an event: game and tag, never an import path."""
    return f"{game_key}/{tag}"


def topic_of(game_key: str, event: Event | Opened) -> str:
    """The topic under which an event of a game is stored."""
    return topic(game_key, TAGS[type(event)])


def digest(match_id: str, version: int, event_topic: str, state: bytes) -> str:
    """The 128-bit digest of one stored event, as 22 characters of URL-safe base 64."""
    head = f"{match_id}\0{version}\0{event_topic}\0".encode()
    raw = blake2b(head + state, digest_size=16).digest()
    return urlsafe_b64encode(raw)[:22].decode()


class Link(msgspec.Struct):
    """What every event after the opening holds: the digest of the event before it."""

    prev: str = msgspec.field(default="", name="p")


link_of = msgspec.json.Decoder(Link).decode
"""The link of an event's bytes."""


class Codec:
    """Decoders for one game's events."""

    def __init__(self, game: Game) -> None:
        self.game = game
        step_type = Step[game.action_type, game.fact_type]  # type: ignore[name-defined]
        self.step: msgspec.json.Decoder[AnyStep] = msgspec.json.Decoder(step_type)
        self.opened = msgspec.json.Decoder(Opened)
        ruled_type = Ruled[game.action_type, game.fact_type]  # type: ignore[name-defined]
        self._by_topic: dict[str, Any] = {
            topic(game.key, OPENED): self.decode_opening,
            topic(game.key, STEP): self.step.decode,
            topic(game.key, RULING): msgspec.json.Decoder(ruled_type).decode,
            **{
                topic(game.key, tag): msgspec.json.Decoder(kind).decode
                for tag, kind in BESIDE.items()
            },
        }

    def decode_opening(self, state: bytes) -> Opened:
        """Bytes to an opening with a player for each seat. Raises msgspec.DecodeError."""
        opened = self.opened.decode(state)
        check_seats(self.game, opened)
        return opened

    def decode(self, match_id: str, version: int, event_topic: str, state: bytes) -> Any:
        """Bytes to event. Raises CorruptStream naming match and step."""
        decoder = self._by_topic.get(event_topic)
        if decoder is None:
            raise CorruptStream(
                Reason.CORRUPT, f"match {match_id}, {place(version)}: unknown kind {event_topic!r}"
            )
        try:
            return decoder(state)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
            raise CorruptStream(
                Reason.CORRUPT,
                f"match {match_id}, {place(version, event_topic)} cannot be read: {error}",
            ) from error


def check_seats(game: Game, opened: Opened) -> None:
    """Refuse an opening with more or fewer players than seats. Raises msgspec.ValidationError."""
    if opened.seats != game.seats:
        raise msgspec.ValidationError(
            f"{game.name} is played at {len(game.seats)} seats, not {len(opened.seats)}"
        )


def place(version: int, event_topic: str = "") -> str:
    """Name an event of a match for people: its opening, or a step by number.

    What by its topic stands beside the line is no step, but an event of its kind.
    """
    if version == 1:
        return "the opening"
    tag = event_topic.rpartition("/")[2]
    if BESIDE.get(tag, Closed) is Closed:
        return f"step {version - 1}"
    return f"event {version - 1} ({tag})"


@lru_cache
def codec(game_key: str) -> Codec:
    """The codec of a game by its key; raises GameError for an unknown game."""
    from domain.games import game  # the list of games knows the games, which know nothing of this

    return Codec(game(game_key))


def decode(match_id: str, version: int, topic: str, state: bytes) -> Any:
    """Bytes of one stored event to the event, by its topic. Raises CorruptStream."""
    game_key, _, _ = topic.partition("/")
    try:
        found = codec(game_key)
    except GameError as error:
        raise GameMissing(
            Reason.CORRUPT,
            f"match {match_id}, version {version}: unknown kind {topic!r} ({error.message})",
        ) from error
    return found.decode(match_id, version, topic, state)
