"""A small store in which everything occurs, and its matches folded fact by fact: no SQL.

Reports are counted again from `Line`s; `Expected` is what a report must say, a row for each key.
"""

from __future__ import annotations

import math
import random
import statistics as python
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from scipy.stats import binomtest

from domain.contract.game import BROKEN_OFF
from domain.record.events import Origin, Ruled
from domain.record.match import Record
from domain.store.recorder import Recorder
from tests.domain.tabled import Deed, do, play, ticking
from tests.projections.bent import record_bent, store_of
from tests.projections.conftest import matches, solforge_matches
from tests.projections.games.magical_forge.conftest import magical_matches

Z = 1.9599639845400545
Values = dict[str, Any]
Expected = dict[tuple[Any, ...], Values]
Side = tuple["Line", int]
"""A match and a seat of it."""
Recount = Callable[["Counting"], Expected]


def record_everything(folder: Path) -> list[Record]:
    """Record matches at tables where much goes wrong, and of bots; what-ifs and events among them."""
    bent = folder / "bent.sqlite"
    records = record_bent(bent, 20, 12, seed=3)
    finish(bent, records)
    found = [dressed(record, index) for index, record in enumerate(records)]
    for key, played in (("riftforce", matches(9)), ("solforge", solforge_matches(6)),
                        ("magical_forge", magical_matches(6))):  # fmt: skip
        game = next(record.game for record in records if record.game.key == key)
        found += [Record(name, game, opened, list(steps), "") for name, opened, steps in played]
    store_of(folder / "matches.sqlite", found)
    return found


def finish(path: Path, records: list[Record]) -> None:
    """Play most of the matches to their end, with a ruling or a play that stands now and then."""
    recorder = Recorder(path, durable=False, clock=ticking(1_796_000_000_000))
    rng = random.Random(2)
    for index, record in enumerate(records):
        for _ in range(200):
            if index % 5 == 3 or record.result() is not None:
                break
            if rng.random() < 0.06:
                do(recorder, record, Deed(rng.choice(("rule", "stand", "undo")), 7), rng)
            else:
                play(recorder, record, rng)
    recorder.close()


def dressed(record: Record, index: int) -> Record:
    """The same match of others, on another occasion; some are what-ifs, some of bots."""
    players = tuple(random.Random(index).sample(("Ann", "Ben", "Cid"), 2))
    more: Values = {"players": players, "on": f"2026-{index % 12 + 1:02}-10"}
    if index % 5 in (1, 2):
        more |= {"event": "Cup", "place": "Basel", "by": "Eve"}
    if index % 6 == 2:
        more |= {"bots": ("random", "random"), "players": ("random", "random")}
    if index % 6 == 5:
        more |= {"origins": (Origin("m0", 3, "d"),)}
    opened = msgspec.structs.replace(record.opened, **more)
    return Record(record.id, record.game, opened, record.events, "")


SCORES: dict[str, Callable[[Any, int], int]] = {
    "riftforce": lambda state, seat: int(state.hands[seat].score),
    "solforge": lambda state, seat: int(state.sides[seat].health),
    "magical_forge": lambda state, seat: int(state.sides[seat].life),
}


class Line:
    """What stands of a match, folded fact by fact."""

    def __init__(self, record: Record) -> None:
        self.record, self.opened = record, record.opened
        self.key = record.game.key
        self.state = record.game.new_state(record.opened.settings)
        self.facts: list[tuple[int, Any]] = []
        """Each fact with the turn it happens in."""
        self.steps: list[tuple[int, Any]] = []
        """Each step with the turn it is made in."""
        self.begun: list[tuple[int, int, tuple[int, int]]] = []
        """Turn, whose it is, and the score when it begins."""
        self.course: dict[int, tuple[int, int]] = {}
        """The score when each turn was over."""
        for step in record.steps:
            self.steps.append((self.state.turn, step))
            for fact in step.facts:
                if getattr(fact, "opens_turn", False):
                    self.leave()
                    self.begun.append((fact.turn, fact.seat, self.score()))
                self.see(fact)
                fact.apply(self.state)
                self.facts.append((self.state.turn, fact))
        self.leave()
        self.turns = self.state.turn
        result = record.result(self.state)
        self.over = result is not None and (result.winner is not None or result.why != BROKEN_OFF)
        self.winner = result.winner if result else None
        self.why = result.why if result else ""
        origins = [origin for origin in self.opened.origins if origin.how == "fork"]
        self.kind = "what-if" if origins else "people" if self.opened.bots is None else "bots"

    def see(self, fact: Any) -> None:
        """Look at a fact before it happens."""

    def leave(self) -> None:
        if self.state.turn:
            self.course[self.state.turn] = self.score()

    def score(self) -> tuple[int, int]:
        return SCORES[self.key](self.state, 0), SCORES[self.key](self.state, 1)

    def outcome(self, seat: int) -> tuple[int, int]:
        return int(self.winner == seat), int(self.winner is None)

    def of(self, kind: Any) -> list[Any]:
        return [fact for _, fact in self.facts if isinstance(fact, kind)]

    def own_turns(self, seat: int) -> list[int]:
        return [turn for turn, whose, _ in self.begun if whose == seat]

    @property
    def starts(self) -> int | None:
        return self.begun[0][1] if self.begun else None


class Counting:
    """What is counted: the seats that filters let through."""

    def __init__(self, lines: Sequence[Any], chosen: dict[str, Any]) -> None:
        self.sides: list[tuple[Any, int]] = [
            (line, seat)
            for line in lines
            for seat in (0, 1)
            if line.over and lets_through(line, seat, chosen)
        ]
        self.matches: list[Any] = list(dict.fromkeys(line for line, _ in self.sides))

    @property
    def decided(self) -> list[Any]:
        return [line for line in self.matches if line.winner is not None]


def lets_through(line: Line, seat: int, chosen: dict[str, Any]) -> bool:
    """Whether the filters let a seat of a match through."""
    opened = line.opened
    facts = {
        **opened.settings,
        "kind": line.kind,
        "player": opened.players[seat],
        "opponent": opened.players[1 - seat],
        "event": opened.event,
        "place": opened.place,
        "by": opened.by,
    }
    for name, value in chosen.items():
        if name == "since" and opened.day() < value:
            return False
        if name == "until" and opened.day() > value:
            return False
        if name in facts and facts[name] not in ((value,) if isinstance(value, str) else value):
            return False
    return "kind" in chosen or line.kind != "what-if"


# -- what reports say of numbers --------------------------------------------------------------------


@cache
def wilson(k: int, n: int) -> tuple[float | None, float | None]:
    if not n:
        return None, None
    bounds = binomtest(k, n).proportion_ci(method="wilson")
    return float(bounds.low), float(bounds.high)


def share(k: int, n: int) -> Values:
    low, high = wilson(k, n)
    return {"share": k / n if n else None, "low": low, "high": high}


def rate(outcomes: Iterable[tuple[int, int]]) -> Values:
    pairs = list(outcomes)
    n, wins = len(pairs), sum(won for won, _ in pairs)
    low, high = wilson(wins, n)
    draws = sum(drew for _, drew in pairs)
    return {"n": n, "wins": wins, "draws": draws, "win_rate": wins / n, "low": low, "high": high}


def mean(values: Iterable[float], name: str, bounds: str) -> Values:
    found = list(values)
    if not found:
        return {name: None, f"{bounds}_low": None, f"{bounds}_high": None}
    middle = python.fmean(found)
    reach = Z * python.stdev(found) / math.sqrt(len(found)) if len(found) > 1 else None
    low, high = (None, None) if reach is None else (middle - reach, middle + reach)
    return {name: middle, f"{bounds}_low": low, f"{bounds}_high": high}


def gathered(units: Iterable[tuple[tuple[Any, ...], Any]]) -> dict[tuple[Any, ...], list[Any]]:
    """What belongs to each key."""
    found: dict[tuple[Any, ...], list[Any]] = defaultdict(list)
    for key, value in units:
        found[key].append(value)
    return dict(found)


def rates(units: Iterable[tuple[tuple[Any, ...], tuple[int, int]]]) -> Expected:
    """Rates by key, from keys and outcomes."""
    return {key: rate(outcomes) for key, outcomes in gathered(units).items()}


def rates_with(
    units: Iterable[tuple[tuple[Any, ...], tuple[int, int], float]], *names: str
) -> Expected:
    """Rates by key, with the mean of a value."""
    found = gathered((key, (outcome, value)) for key, outcome, value in units)
    return {
        key: rate(o for o, _ in those) | mean((v for _, v in those), *names)
        for key, those in found.items()
    }


def spread(values: Iterable[int]) -> Values:
    """How values are distributed."""
    found = sorted(values)

    def tenth(q: float) -> int:
        return found[max(0, math.ceil(round(q * len(found), 9)) - 1)]

    return {
        "n": len(found),
        **mean(found, "mean", "mean"),
        "deviation": round(python.stdev(found), 9) if len(found) > 1 else None,
        "least": found[0],
        "low_tenth": tenth(0.1),
        "median": python.median_low(found),
        "high_tenth": tenth(0.9),
        "most": found[-1],
    }


def measured(c: Counting, **measures: Callable[[Any], int]) -> Expected:
    """The report `length`."""
    if not c.matches:
        return {}
    return {(name,): spread(map(of, c.matches)) for name, of in measures.items()}


def per_seat(c: Counting, sums: dict[Side, int], name: str = "per_seat") -> Values:
    """The mean over all seats of what some of them have."""
    return mean([sums.get(side, 0) for side in c.sides], name, name)


# -- reports that every game has --------------------------------------------------------------------


def starter(words: tuple[str, str], name: str) -> Recount:
    def recount(c: Counting) -> Expected:
        units = (
            ((words[line.starts != seat],), line.outcome(seat), line.score()[seat])
            for line, seat in c.sides
            if line.starts is not None
        )
        return rates_with(units, f"mean_{name}", name)

    return recount


def seats(c: Counting) -> Expected:
    return rates_with(
        ((("AB"[seat],), line.outcome(seat), line.score()[seat]) for line, seat in c.sides),
        "mean_score",
        "score",
    )


def players(c: Counting) -> Expected:
    return rates(((line.opened.players[seat],), line.outcome(seat)) for line, seat in c.sides)


def pairings(c: Counting) -> Expected:
    return rates(
        ((line.opened.players[seat], line.opened.players[1 - seat]), line.outcome(seat))
        for line, seat in c.sides
    )


def ends(unit: str, more: Callable[[Any], tuple[Any, ...]] = lambda _: ()) -> Recount:
    def recount(c: Counting) -> Expected:
        found = gathered(((line.why, *more(line)), line) for line in c.matches)
        return {
            key: {
                "n": len(those),
                **share(len(those), len(c.matches)),
                **mean((line.turns for line in those), "mean_turns", "turns"),
                **mean(final(those, 0), f"winner_{unit}", "winner"),
                **mean(final(those, 1), f"loser_{unit}", "loser"),
            }
            for key, those in found.items()
        }

    return recount


def final(lines: Iterable[Any], place: int) -> list[int]:
    """The final scores of winners (0) or losers (1)."""
    decided = [line for line in lines if line.winner is not None]
    return [line.score()[line.winner ^ place] for line in decided]


def turns(band: int = 1, sudden: bool = False) -> Recount:
    def recount(c: Counting) -> Expected:
        def key(line: Any) -> tuple[int, ...]:
            first = line.turns // band * band
            return (first, first + band - 1) if band > 1 else (first,)

        return {
            bands: {
                "n": len(those),
                **share(len(those), len(c.matches)),
                "draws": sum(line.winner is None for line in those),
                **({"sudden": sum(line.why == "sudden" for line in those)} if sudden else {}),
            }
            for bands, those in gathered((key(line), line) for line in c.matches).items()
        }

    return recount


def leader(c: Counting) -> Expected:
    return rates_with(
        (
            ((turn,), line.outcome(seat), abs(score[0] - score[1]))
            for line, seat in c.sides
            for turn, _, score in line.begun
            if score[seat] > score[1 - seat]
        ),
        "mean_lead",
        "lead",
    )


def course(c: Counting) -> Expected:
    found = gathered(
        ((turn,), (score[line.winner], score[1 - line.winner]))
        for line in c.decided
        for turn, score in line.course.items()
    )
    expected = {}
    for key, pairs in found.items():
        led = sum(winner > loser for winner, loser in pairs)
        winners = mean((winner for winner, _ in pairs), "winners", "winners")
        losers = mean((loser for _, loser in pairs), "losers", "losers")
        lead = winners["winners"] - losers["losers"]
        more = {"n": len(pairs), "lead": lead, "led": led, **share(led, len(pairs))}
        expected[key] = {**winners, **losers, **more}
    return expected


def openings(
    done: Callable[[Any, int, int], str],
    own: Callable[[Any, int], list[int]] = lambda line, seat: line.own_turns(seat)[:2],
) -> Recount:
    """`done` says what a seat does in a turn."""

    def recount(c: Counting) -> Expected:
        return rates(
            (
                (" / ".join(done(line, seat, turn) or "–" for turn in own(line, seat)),),
                line.outcome(seat),
            )
            for line, seat in c.sides
            if own(line, seat)
        )

    return recount


def stored(line: Any, seat: int, turn: int) -> str:
    """What a seat decides in a turn, in the words in which actions are stored."""
    return " ".join(
        " ".join(map(str, msgspec.to_builtins(step.action)))
        for when, step in line.steps
        if when == turn and step.action is not None and step.seat == seat
    )


def has_everything(lines: Sequence[Line]) -> bool:
    """Whether rulings, other ends, take-backs, bots and what-ifs are all among finished matches."""
    over = [line for line in lines if line.over]
    ruled = [step for line in over for _, step in line.steps if isinstance(step, Ruled)]
    return (
        {line.kind for line in over} == {"people", "bots", "what-if"}
        and {bool(ruling.entered) for ruling in ruled} == {True, False}
        and any(line.record.closed for line in over)
        and any(list(line.record.numbers) != list(range(1, len(line.steps) + 1)) for line in over)
        and any(line.winner is None for line in over)
        and any(not line.over for line in lines)
    )


PLAIN: dict[str, Recount] = {
    "starter": starter(("first", "second"), "score"),
    "seats": seats,
    "players": players,
    "pairings": pairings,
    "ends": ends("score"),
    "length": lambda c: measured(
        c, turns=lambda line: line.turns, steps=lambda line: len(line.steps)
    ),
    "turns": turns(),
    "leader": leader,
    "course": course,
    "openings": openings(stored),
}
"""The reports of a game that brings none."""
