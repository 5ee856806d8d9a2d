"""Matches as they are recorded at real tables: lines, take-backs, corrections, rulings, ends.

    @given(walks())
    def test_something(walk: Walk) -> None:
        record = walked(walk)

A walk is a list of what is done, in order; what is not possible there is left out. `walked` does it
with a recorder that keeps nothing on a disk (`Paper`), or with any other, on a clock that goes on a
few seconds at a time.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import strategies as st

from domain.contract.errors import GameError
from domain.contract.game import DEALER, Game
from domain.games import GAMES
from domain.record.chain import EncodedEvent, chained
from domain.record.endings import ONE_LOSES, REASONS
from domain.record.events import Opened, Signed
from domain.record.match import Match, Record
from domain.revise.amendment import line_of
from domain.revise.misfits import KEEP, STOP
from domain.store.recorder import Recorder
from domain.trust.signatures import signed

NOW: Final = 1_795_000_000_000
"""In November 2026."""
SETTINGS: Final[dict[str, dict[str, str]]] = {
    "riftforce": {"guilds a": "F W P T", "guilds b": "L I S C"},
}
"""Of each game, what keeps the set-up short."""
DEEDS: Final = (
    "line", "line", "line", "undo", "redo", "jump", "amend", "rule", "stand", "close", "remark",
    "pause", "sign",
)  # fmt: skip
"""What can be done; most often a line is played."""
PEOPLE: Final = ("", "Ann", "Eve")
KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes([7]) * 32)
"""With which A signs."""


class Deed(msgspec.Struct, frozen=True):
    """One thing done at the table; the number chooses among the ways of doing it."""

    what: str
    which: int


class Walk(msgspec.Struct, frozen=True):
    """How a match is recorded."""

    game: str
    seed: int
    start: int
    """Decisions made before anything else is done."""
    deeds: tuple[Deed, ...]


def walks(
    games: Sequence[str] = ("riftforce",),
    *,
    most: int = 10,
    start: int = 25,
    deeds: Sequence[str] = DEEDS,
) -> st.SearchStrategy[Walk]:
    """Every way of recording a match, with at most so many deeds after at most `start` decisions."""
    deed = st.builds(Deed, what=st.sampled_from(deeds), which=st.integers(0, 10**6))
    return st.builds(
        Walk,
        game=st.sampled_from(games),
        seed=st.integers(0, 30),
        start=st.integers(0, start),
        deeds=st.lists(deed, max_size=most).map(tuple),
    )


class Paper(Recorder):
    """A recorder without a store: everything is as recorded, and nothing is kept."""

    def __init__(self, clock: Any = None) -> None:
        self.clock = clock or ticking()

    def _save(self, encoded: Sequence[EncodedEvent], conflict: str) -> None:
        return


def matches_built(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the live matches that are built from now on: of each, from how many steps."""
    found: list[int] = []
    real = Match._resume

    def resume(self: Match, steps: Sequence[Any]) -> None:
        found.append(len(steps))
        real(self, steps)

    monkeypatch.setattr(Match, "_resume", resume)
    return found


def ticking(start: int = NOW, pace: int = 7_001) -> Any:
    """A clock that goes on a little whenever somebody looks at it."""
    ticks = count(start, pace)
    return lambda: next(ticks)


@lru_cache(maxsize=512)
def walked(walk: Walk) -> Record:
    """The record that a walk leads to. It is shared: do not go on with it."""
    recorder = Paper()
    record = opening(recorder, walk)
    return go(recorder, record, walk)


def opening(recorder: Recorder, walk: Walk, match_id: str = "m1") -> Record:
    """Open the match of a walk."""
    game = GAMES[walk.game]
    settings = SETTINGS.get(walk.game, {})
    opened = Opened(
        game=game.key,
        rules=game.rules_version,
        settings=game.settings(settings),
        players=("Ann", "Ben"),
        at=recorder.clock(),
        by="Dora",
    )
    (record,) = recorder.add([(match_id, opened, [])])
    return record


def go(recorder: Recorder, record: Record, walk: Walk) -> Record:
    """Do everything that a walk says, as far as it can be done."""
    rng = random.Random(walk.seed)
    while len(record.events) < walk.start and record.result() is None:
        play(recorder, record, rng)
    for deed in walk.deeds:
        do(recorder, record, deed, random.Random(deed.which))
    return record


def do(recorder: Recorder, record: Record, deed: Deed, rng: random.Random) -> bool:
    """Do one thing. Returns whether it could be done; if not, nothing has changed."""
    by = rng.choice(PEOPLE)
    count = len(record.events)
    try:
        match deed.what:
            case "line":
                play(recorder, record, rng, by)
            case "undo":
                place = rng.randrange(max(0, len(record.steps) - 8), max(1, len(record.steps)))
                recorder.take_back(
                    record,
                    record.number(place),
                    confirmed=True,
                    by=by,
                    note=rng.choice(("", "why")),
                )
            case "redo":
                if record.steps and not record.history.undone:
                    recorder.take_back(record, lines=1, confirmed=True)
                recorder.redo(record, by=by)
            case "jump":
                recorder.redo(record, rng.choice(sorted(record.history.before) or [0]), by=by)
            case "amend":
                amend(recorder, record, rng, by)
            case "rule":
                judge = rng.choice(("", "[Eve] "))
                recorder.play_line(record, f"! penalty: {judge}{ruling(record, rng)}", note="late")
            case "stand":
                recorder.play_line(record, f"!! {illegal(record, rng)}", by=by)
            case "close":
                why = rng.choice(REASONS)
                winner = rng.choice((0, 1) if why in ONE_LOSES else (None,))
                recorder.end(record, why, winner, judge=rng.choice(("", "Eve")), by=by)
            case "remark":
                recorder.remark(record, "so it was", rng.randrange(count + 1), by=by)
            case "pause":
                (recorder.pause if rng.random() < 0.6 else recorder.resume)(record, by=by)
            case "sign":
                recorder.append(record, [signature(record, **recorder.stamps(record, by))])
    except GameError:
        assert len(record.events) == count
    return len(record.events) > count


def signature(record: Record, **stamps: Any) -> Signed:
    """The signature of A over everything recorded of a match. Raises GameError if that is signed."""
    blank = Record(record.id, record.game, record.opened, [], "")
    rows = [row[1:] for row in chained(blank, [record.opened, *record.events])]
    return signed(record, rows, "A", KEY, unfinished=True, **stamps)


def play(recorder: Recorder, record: Record, rng: random.Random, by: str = "") -> None:
    """Decide up to the end of a turn, or only a part of it. Raises GameError if it is over."""
    live = record.live()
    turn = live.state.turn
    live.open_ask()
    for _ in range(rng.choice((1, 4, 12))):
        if live.ask is None or live.state.turn != turn:
            break
        decide(live, rng)
    note = "" if rng.random() < 0.8 else "hm"
    recorder.append(record, live.take(note=note, **recorder.stamps(record, by)))


def decide(live: Match, rng: random.Random) -> None:
    """Make a decision as the random bot does; cards that are drawn are known now and then."""
    ask = live.open_ask()
    if ask.seat != DEALER:
        live.decide(live.game.bots["random"](live.state, ask, rng))
        return
    choices: Any = ask.choices
    known = not hasattr(choices, "sample")
    live.decide(rng.choice(list(choices)) if known else choices.sample(rng))


def amend(recorder: Recorder, record: Record, rng: random.Random, by: str) -> None:
    """Correct a line of the last few to another that would have been legal. Raises GameError."""
    place = rng.randrange(max(0, len(record.steps) - 14), len(record.steps) + 1)
    if not place:
        raise record.no_step(0)
    line = line_of(record, place)
    text = otherwise(record.game, record, line.first, line.last, rng)
    answer = rng.choice((KEEP, STOP))
    recorder.amend(
        record, record.number(place), text, answer=lambda _misfit: answer, by=by, note="misheard"
    )


def otherwise(game: Game, record: Record, first: int, last: int, rng: random.Random) -> str:
    """Another line for the steps from a place to another. Raises GameError if it is none."""
    live = Match(game, record.opened.settings, record.steps[: first - 1])
    state, turn = live.state.copy(), live.state.turn
    for _ in range(last - first + 1 + rng.choice((0, 0, 8))):
        if live.ask is None or live.state.turn != turn:
            break
        decide(live, rng)
    decided: list[Any] = live.take()
    lines, _ = game.notation.write(state, decided)
    return lines[0]


def ruling(record: Record, rng: random.Random) -> str:
    """Facts that a judge may enter, by their tags."""
    game, state, which = record.game.key, record.state(), rng.choice((0, 1))
    seat = "AB"[which]
    if game == "riftforce":
        return f"gain {seat} 1 control {state.hands[which].score + 1} 1"
    if game == "magical_forge":
        return f"lose {seat} 1 effect 0 gate-warden {seat}"
    return f"gain {seat} -1 {state.sides[which].health - 1}"


def illegal(record: Record, rng: random.Random) -> str:
    """A play that is not legal where the match stands."""
    if record.game.key != "riftforce":
        return "play"
    state = record.state()
    hand = list(state.hands[max(0, state.active)].hand)
    rng.shuffle(hand)
    places = ((1, 3, 5), (1, 5), (2, 4))
    return "play " + " ".join(
        f"{card}@{place}" for card, place in zip(hand, rng.choice(places), strict=False)
    )


AGREED: Final = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}


def evening(recorder: Recorder | None = None, match_id: str = "club") -> Record:
    """A match as it happens: 1-12 are played, 13 takes 11-12 back, 14-15 are played instead, 16 is a
    remark, 17-18 a pause, 19 a penalty, 20-21 are played, 22 corrects 4 (23-35 stand for all from
    there on), 36-38 are played although not legal, 39 is signed, 40 is a concession.
    """
    recorder = recorder or Paper(ticking(pace=17_321))
    record = recorder.new_match(
        GAMES["riftforce"], AGREED, ("Ann", "Ben"), match_id=match_id, by="Dora"
    )
    for line in ("hand A F5 F6 F7 W5 W6 P5 T7", "hand B", "face C5", "play F5@1 F6@1"):
        recorder.play_line(record, line)
    recorder.play_line(record, "play L5@2", note="thought for long")
    recorder.play_line(record, "act W5: F5@1")
    recorder.play_line(record, "check & L6")
    recorder.take_back(record, confirmed=True, by="Ann", note="took the wrong cards")
    recorder.play_line(record, "play S5@4")
    recorder.remark(record, "Ben knocked his cards over")
    recorder.pause(record)
    recorder.resume(record)
    recorder.play_line(record, "! penalty: [Eve] gain A 1 control 1 1", note="Ben was late")
    recorder.play_line(record, "play F7@2")
    recorder.amend(
        record, 4, "play F5@1 P5@2", answer=lambda _misfit: KEEP, by="Eve", note="misheard"
    )
    recorder.play_line(record, "!! [Eve] play I5@1 I6@3", note="noticed too late")
    recorder.append(record, [signature(record, **recorder.stamps(record))])
    recorder.end(record, "concession", 0, judge="Eve", note="headache")
    return record


def dealt_otherwise(record: Record, seat: int | None) -> Record:
    """A record that differs only in cards that a seat (None: a spectator) does not see.

    It need not be one that can happen: who sees only what the seat sees cannot tell.
    """
    events = [otherwise_hidden(event, seat) for event in record.events]
    opened = record.opened
    return Record(record.id, record.game, opened, events, "other")


def otherwise_hidden(event: Any, seat: int | None) -> Any:
    """An event with every card that the seat does not see replaced by another."""
    if isinstance(event, Signed):
        return msgspec.structs.replace(event, signature="other")
    event = msgspec.structs.replace(event, prev="other")
    if not hasattr(event, "seat"):
        return event
    if getattr(event, "action", None) is None and not event.facts:
        return event
    action = event.action and swapped(event.action, event.action.seen_by(seat))
    facts = tuple(swapped(fact, fact.seen_by(seat)) for fact in event.facts)
    return msgspec.structs.replace(event, action=action, facts=facts)


def swapped(value: Any, seen: Any) -> Any:
    """An action or fact whose hidden cards are others."""
    changed = {
        name: ("X9",) * len(getattr(value, name))
        if isinstance(getattr(value, name), tuple)
        else "X9"
        for name in value.__struct_fields__
        if getattr(value, name) != getattr(seen, name)
    }
    return msgspec.structs.replace(value, **changed)
