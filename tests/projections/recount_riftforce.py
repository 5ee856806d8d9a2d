"""The reports about Riftforce counted again from folded matches."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, product
from typing import Any

from domain.games.riftforce import facts as f
from domain.games.riftforce.actions import CheckAndDraw
from domain.games.riftforce.cards import GUILDS
from domain.record.match import Record
from tests.projections import recount as r
from tests.projections import recount_decisions
from tests.projections.recount import Counting, Expected


class RiftLine(r.Line):
    """A match of Riftforce."""

    def __init__(self, record: Record) -> None:
        self.activated: list[tuple[int, int, str]] = []
        """Turn, seat and guild of each activation."""
        super().__init__(record)

    def see(self, fact: Any) -> None:
        if isinstance(fact, f.Activated):
            elemental = self.state.elementals[fact.elemental]
            guild = GUILDS[elemental.card[:-1]]
            self.activated.append((self.state.turn, elemental.seat, guild))

    def guilds(self, seat: int) -> list[str]:
        return sorted(GUILDS[code] for code in self.state.hands[seat].guilds)

    def picks(self, seat: int) -> list[tuple[str, str, int, int | None]]:
        """Guild, how, which of the seat's, which of the draft."""
        places = {fact.guild: n for n, fact in enumerate(self.of(f.GuildPicked), 1)}
        drawn = {fact.guild for fact in self.of(f.SummonerDrawn)}
        return [
            (
                GUILDS[code],
                "picked" if code in places else "drawn" if code in drawn else "agreed",
                pick,
                places.get(code),
            )
            for pick, code in enumerate(self.state.hands[seat].guilds, 1)
        ]


def guilds(c: Counting) -> Expected:
    return r.rates(((g,), m.outcome(seat)) for m, seat in c.sides for g in m.guilds(seat))


def pairs(c: Counting) -> Expected:
    return r.rates(
        (pair, m.outcome(seat)) for m, seat in c.sides for pair in combinations(m.guilds(seat), 2)
    )


def matchups(c: Counting) -> Expected:
    return r.rates(
        (pair, m.outcome(seat))
        for m in c.matches
        for seat in (0, 1)
        for pair in product(m.guilds(seat), m.guilds(1 - seat))
        if pair[0] < pair[1]
    )


def draft(c: Counting) -> Expected:
    return r.rates((slot[1:], m.outcome(seat)) for m, seat in c.sides for slot in m.picks(seat))


def drafted(c: Counting) -> Expected:
    return r.rates(
        ((guild, how, pick if how == "picked" else None), m.outcome(seat))
        for m, seat in c.sides
        for guild, how, pick, _ in m.picks(seat)
    )


def points(c: Counting) -> Expected:
    sums: dict[str, Counter[r.Side]] = defaultdict(Counter)
    times: Counter[str] = Counter()
    for m, seat in c.sides:
        for fact in m.of(f.Gained):
            if fact.seat == seat:
                sums[fact.why][m, seat] += fact.points
                times[fact.why] += 1
    whole = sum(of.total() for of in sums.values())
    winners = [side for side in c.sides if side[0].winner == side[1]]
    others = [side for side in c.sides if side[0].winner != side[1]]
    return {
        (why,): {
            "gains": times[why],
            "points": of.total(),
            "share": of.total() / whole,
            **r.per_seat(c, of),
            "per_winner": sum(of[s] for s in winners) / len(winners) if winners else None,
            "per_other": sum(of[s] for s in others) / len(others) if others else None,
        }
        for why, of in sums.items()
    }


def done(m: Any, seat: int, turn: int) -> str:
    """What a seat does in a turn."""
    facts = [fact for when, fact in m.facts if when == turn]
    played = sorted(
        GUILDS[fact.card[:-1]] for fact in facts if isinstance(fact, f.Played) and fact.seat == seat
    )
    activated = sorted(guild for when, whose, guild in m.activated if (when, whose) == (turn, seat))
    words = []
    if activated:
        words.append(f"activate {'+'.join(activated)}")
    if any(
        isinstance(step.action, CheckAndDraw) and step.seat == seat
        for when, step in m.steps
        if when == turn
    ):
        words.append("check")
    if not activated and any(isinstance(x, f.Discarded) and x.seat == seat for x in facts):
        words.append("discard")
    if played:
        words.append(f"play {'+'.join(played)}")
    return ", ".join(words)


REPORTS: dict[str, r.Recount] = {
    **recount_decisions.reports(5),
    **{
        name: r.PLAIN[name]
        for name in ("starter", "leader", "course", "ends", "players", "pairings")
    },
    "guilds": guilds,
    "pairs": pairs,
    "matchups": matchups,
    "draft": draft,
    "drafted": drafted,
    "points": points,
    "openings": r.openings(done),
    "turns": r.turns(band=10),
    "length": lambda c: r.measured(
        c, turns=lambda m: m.turns, steps=lambda m: len(m.steps), points=lambda m: sum(m.score())
    ),
}
