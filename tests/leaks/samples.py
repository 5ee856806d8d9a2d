"""Matches with everything in them: what is played, taken back, corrected, ruled, told late, signed.

`sample(game)` holds every kind of event, hands that are known and draws that are not shown to others;
`late()` is a recording whose hidden cards were told afterwards.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, Final

import msgspec

from domain.contract.game import UNKNOWN
from domain.games import GAMES
from domain.record.chain import chained
from domain.record.events import Origin, Signed
from domain.record.match import Record
from tests.domain.tabled import AGREED, Deed, Paper, Walk, do, go, opening, ticking

SEEDS: Final = {"riftforce": 5, "solforge": 2, "magical_forge": 3}
"""Of each game a match in which all of it is possible."""
START: Final = {"riftforce": 10, "solforge": 9, "magical_forge": 14}
EVENING: Final = (
    "line", "undo", "redo", "line", "undo", "line", "amend", "hand", "line", "rule", "stand",
    "remark", "pause", "resume", "line", "sign", "jump", "line", "close",
)  # fmt: skip
"""What is done, in order."""
DIGEST: Final = "d1ge57d1ge57d1ge57"
"""A digest of another match."""
SIGNATURE: Final = "519na7ure519na7ure"
"""What a signature is in the samples."""


@lru_cache
def sample(game: str) -> Record:
    """A match of a game in which everything happens."""
    walk = Walk(game, SEEDS[game], START[game], ())
    recorder = Paper()
    record = opening(recorder, walk)
    go(recorder, record, walk)
    for number, what in enumerate(EVENING):
        if what == "hand":
            by_hand(recorder, record)
            continue
        if what == "resume":
            recorder.resume(record)
            continue
        for which in range(SEEDS[game] * 1000 + number, SEEDS[game] * 1000 + 400, 20):
            if do(recorder, record, Deed(what, which), random.Random(which)):
                break
    return reopened(record)


def by_hand(recorder: Paper, record: Record) -> None:
    """A draw that a judge has a seat make: facts entered by hand that hide a card."""
    state: Any = record.state()
    side = (state.hands if record.game.key == "riftforce" else state.sides)[1]
    unseen = side.deck.unseen if record.game.key == "magical_forge" else side.unseen
    card = min(card for card in unseen if card != UNKNOWN)
    more = " -1" if record.game.key == "magical_forge" else ""
    recorder.play_line(record, f"! penalty: [Eve] fact draw B {card}{more}", note="drew too few")
    if record.game.key == "solforge":
        top = max(card for card in record.state().sides[1].unseen if card != UNKNOWN)
        recorder.play_line(record, f"! fact look B {top}")


@lru_cache
def late() -> Record:
    """A match recorded without knowing the hands, which are told afterwards."""
    recorder = Paper(ticking(pace=17_321))
    record = recorder.new_match(
        GAMES["riftforce"], AGREED, ("Ann", "Ben"), match_id="late", by="Dora"
    )
    for line in ("hand A", "hand B", "face C5", "play F5@1 F6@1", "play L5@2", "act W5: F5@1"):
        recorder.play_line(record, line)
    recorder.play_line(record, "check")
    recorder.amend(record, 2, "hand B L5 L6 L7 I5 I6 S5 C6", why="reveal", by="Ben")
    recorder.amend(record, record.numbers[0], "hand A F5 F6 F7 W5 W6 P5 T7", why="reveal")
    return reopened(record)


def reopened(record: Record) -> Record:
    """The same match with everything said at its opening that can be, chained anew."""
    opened = msgspec.structs.replace(
        record.opened,
        on="2026-11-28",
        place="Café",
        event="Cup",
        note="a cold evening",
        bots=("random", "sensible"),
        seed=4711,
        round="2",
        table="7",
        series="final",
        best_of=3,
        clock="25:00+0:10",
        origins=(Origin("other", 3, DIGEST),),
    )
    found = Record(record.id, record.game, opened, [], "")
    events = [
        msgspec.structs.replace(event, signature=SIGNATURE) if isinstance(event, Signed) else event
        for event in record.events
    ]
    chained(found, [opened, *events])
    return found


@lru_cache
def samples() -> dict[str, Record]:
    """Every sample by its name."""
    return {**{game: sample(game) for game in GAMES}, "late": late()}
