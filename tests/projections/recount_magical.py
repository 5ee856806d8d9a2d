"""The reports about Magical Forge counted again from folded matches."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards.book import book
from domain.record.match import Record
from tests.projections import recount as r
from tests.projections import recount_decisions
from tests.projections.games.magical_forge.folding import Folded
from tests.projections.recount import Counting, Expected

PLAYERS = ("ability", "weapon", "forge")


class Effects(dict[int, Any]):
    """Effects by id; a ruling may say one that never was."""

    def __missing__(self, number: int) -> Any:
        return SimpleNamespace(id=number, kind=None)


class Lenient(Folded):
    """A match in which a judge may have had a word."""

    def opening(self) -> None:
        self.effects = Effects()
        super().opening()


class MagicalLine(r.Line):
    """A match of Magical Forge."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.cards = book(self.opened.settings.get("cards", "")).cards
        self.creatures = {fact.id: fact for fact in self.of(f.Summoned)}
        self.effects = {fact.id: fact for fact in self.of(f.Activated)}
        self.ends: dict[int, str] = {}
        self.stops: Counter[int] = Counter()
        for _, fact in self.facts:
            match fact:
                case f.Resolved(number):
                    self.ends[number] = "resolved"
                case f.Fizzled(number):
                    self.ends[number] = "fizzled"
                case f.Stopped(number, by):
                    self.ends[number] = "stopped"
                    self.stops[by] += 1

    @cached_property
    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        return Lenient(0, self.opened, self.record.steps).rows

    def name(self, code: str) -> str:
        return self.cards[code].name

    def plays(self, seat: int) -> list[tuple[int, str, str]]:
        """Turn, card and kind of everything played or used from hand."""
        found = []
        for turn, fact in self.facts:
            match fact:
                case f.Summoned(seat=whose, played=True) if whose == seat:
                    found.append((turn, self.name(fact.card), "creature"))
                case f.Activated(seat=whose, kind="forge" | "weapon") if whose == seat:
                    found.append((turn, self.name(fact.card), fact.kind))
        return found

    @cached_property
    def attacks(self) -> list[tuple[int, str, str, int, int]]:
        """Seat, attacker's name, how it ended, Life Points it took, and the blocker."""
        found: list[tuple[int, str, str, int, int]] = []
        now, life = 0, 0
        for _, fact in self.facts:
            match fact:
                case f.AttackBegan(number):
                    now, life = number, 0
                case f.LifeLost(_, amount, "attack"):
                    life = amount
                case f.AttackEnded(number, how, blocker):
                    who = self.creatures[number]
                    found.append((who.seat, self.name(who.card), how, life, blocker))
                    now = 0
        if now:
            who = self.creatures[now]
            found.append((who.seat, self.name(who.card), "open", 0, 0))
        return found

    def lists(self, seat: int) -> tuple[str | None, str | None]:
        row = self.rows["magical_forge_decks"][seat]
        return row[2], row[4]

    def centred(self, seat: int) -> list[tuple[str, str, Any, str | None, int]]:
        """Card, why, the effect it became, what became of it, and its turn, of Spells in the centre."""
        fates = {row[5]: row[7] for row in self.rows["magical_forge_centre_exits"]}
        effects = {row[8]: row for row in self.rows["magical_forge_effects"] if row[6] == "spell"}
        return [
            (row[6], row[10], effects.get(row[5]), fates.get(row[5]), row[3])
            for row in self.rows["magical_forge_centre"]
            if row[4] == "AB"[seat]
        ]

    def life(self, by: int) -> list[tuple[bool, int, Any, str]]:
        """Whether it is the other side's, change, kind and card, of what a seat does to Life Points."""
        return [
            (row[4] != row[10], row[5], row[7], row[9])
            for row in self.rows["magical_forge_life"]
            if row[10] == "AB"[by]
        ]


def decks(c: Counting) -> Expected:
    return r.rates((m.lists(seat), m.outcome(seat)) for m, seat in c.sides)


def cards(c: Counting) -> Expected:
    plays = Counter(play[1:] for m, seat in c.sides for play in m.plays(seat))
    expected = r.rates(
        (play, m.outcome(seat))
        for m, seat in c.sides
        for play in {play[1:] for play in m.plays(seat)}
    )
    return {play: values | {"plays": plays[play]} for play, values in expected.items()}


def attacks(c: Counting) -> Expected:
    sides = set(c.sides)
    found = r.gathered(
        ((attack[2],), ((m, attack[0]), attack[3]))
        for m in c.matches
        for attack in m.attacks
        if (m, attack[0]) in sides
    )
    total = sum(map(len, found.values()))
    return {
        key: {
            "n": len(those),
            **r.share(len(those), total),
            "taken": sum(life for _, life in those),
            "each": sum(life for _, life in those) / len(those),
            **r.per_seat(c, Counter(side for side, _ in those)),
            "by_winners": sum(m.outcome(seat)[0] for (m, seat), _ in those) / len(those),
        }
        for key, those in found.items()
    }


def attackers(c: Counting) -> Expected:
    sides = set(c.sides)
    made: dict[str, list[tuple[str, int]]] = defaultdict(list)
    blocks: Counter[str] = Counter()
    for m in c.matches:
        for seat, card, how, life, blocker in m.attacks:
            if (m, seat) in sides:
                made[card].append((how, life))
            if blocker and (m, 1 - seat) in sides:
                blocks[m.name(m.creatures[blocker].card)] += 1
    return {
        (card,): {
            "attacks": len(made[card]),
            "blocked": sum(how == "blocked" for how, _ in made[card]),
            "taken": sum(life for _, life in made[card]),
            **r.mean((life for _, life in made[card]), "each", "each"),
            "blocks": blocks[card],
        }
        for card in {*made, *blocks}
    }


def triggers(c: Counting) -> Expected:
    found = r.gathered(
        ((effect[10],), (how, effect[3] - turn))
        for m, seat in c.sides
        for _, _, effect, how, turn in m.centred(seat)
        if effect is not None
    )
    return {
        key: {
            "n": len(those),
            **{name: [how for how, _ in those].count(name) for name in HOWS},
            **r.mean((wait for _, wait in those), "turns_waited", "waited"),
        }
        for key, those in found.items()
    }


HOWS = ("resolved", "fizzled", "stopped")


def spells(c: Counting) -> Expected:
    found = r.gathered(
        ((card,), (why, effect is not None, how))
        for m, seat in c.sides
        for card, why, effect, how, _ in m.centred(seat)
    )
    expected = {}
    for key, those in found.items():
        hows = [how for _, _, how in those]
        activated = sum(there for _, there, _ in those)
        expected[key] = {
            "n": len(those),
            "by_block": sum(why == "block" for why, _, _ in those),
            "activated": activated,
            **r.share(activated, len(those)),
            "resolved": hows.count("resolved"),
            "stopped": hows.count("stopped"),
            "removed": hows.count("removed"),
            "waiting": hows.count(None),
        }
    return expected


def effects(c: Counting) -> list[tuple[Any, int, Any]]:
    """Match, seat and effect, of all that were activated."""
    return [
        (m, seat, effect)
        for m, seat in c.sides
        for effect in m.effects.values()
        if effect.seat == seat
    ]


def responses(c: Counting) -> Expected:
    found = r.gathered(
        ((m.name(e.card), e.kind, m.effects[e.to].kind), (m.ends.get(e.id), m.stops[e.id]))
        for m, _, e in effects(c)
        if e.to and e.kind in PLAYERS
    )
    expected = {}
    for key, those in found.items():
        hows = [how for how, _ in those]
        expected[key] = {
            "n": len(those),
            "stopped": sum(stops for _, stops in those),
            "resolved": hows.count("resolved"),
            "fizzled": hows.count("fizzled"),
            "was_stopped": hows.count("stopped"),
            **r.share(hows.count("resolved"), len(those)),
        }
    return expected


def stopped(c: Counting) -> Expected:
    found = r.gathered(((e.kind,), m.ends.get(e.id)) for m, _, e in effects(c))
    return {
        key: {
            "n": len(hows),
            **{name: hows.count(name) for name in HOWS},
            **r.share(hows.count("stopped"), len(hows)),
        }
        for key, hows in found.items()
    }


def depth(c: Counting) -> Expected:
    sides = set(c.sides)
    found = r.gathered(
        ((row[13],), (m, row[6]))
        for m in c.matches
        for row in m.rows["magical_forge_effects"]
        if (m, "AB".index(row[4])) in sides
    )
    total = sum(map(len, found.values()))
    return {
        key: {
            "n": len(those),
            **r.share(len(those), total),
            "by_players": sum(kind in PLAYERS for _, kind in those),
            "matches": len({m for m, _ in those}),
        }
        for key, those in found.items()
    }


def life(c: Counting) -> Expected:
    found = r.gathered(
        ((kind,), ((m, seat), across, change))
        for m, seat in c.sides
        for across, change, kind, _ in m.life(seat)
    )
    whole = sum(
        -change for those in found.values() for _, across, change in those if across and change < 0
    )
    expected = {}
    for key, those in found.items():
        sums: Counter[r.Side] = Counter()
        for side, across, change in those:
            if across and change < 0:
                sums[side] -= change
        expected[key] = {
            "times": len(those),
            "lost": sums.total(),
            "share": sums.total() / whole if whole else None,
            **r.per_seat(c, sums),
            "by_winners": sum(lost for (m, seat), lost in sums.items() if m.winner == seat),
            "gained": sum(change for _, _, change in those if change > 0),
            "own_loss": -sum(change for _, across, change in those if change < 0 and not across),
        }
    return expected


def takers(c: Counting) -> Expected:
    found = r.gathered(
        ((card,), (-change if across and change < 0 else 0, change, kind))
        for m, seat in c.sides
        for across, change, kind, card in m.life(seat)
    )
    return {
        key: {
            "lost": sum(lost for lost, _, _ in those),
            "by_attacks": -sum(change for _, change, kind in those if kind == "attack"),
            "gained": sum(change for _, change, _ in those if change > 0),
            "times": len(those),
            **r.mean((lost for lost, _, _ in those), "each", "each"),
        }
        for key, those in found.items()
    }


def done(m: Any, seat: int, turn: int) -> str:
    """What a seat plays or uses from hand in a turn."""
    return " + ".join(sorted(card for when, card, _ in m.plays(seat) if when == turn))


REPORTS: dict[str, r.Recount] = {
    **recount_decisions.reports(),
    **{name: r.PLAIN[name] for name in ("leader", "course", "turns", "players", "pairings")},
    "starter": r.starter(("first", "second"), "life"),
    "ends": r.ends("life"),
    "openings": r.openings(done),
    "length": lambda c: r.measured(
        c,
        turns=lambda m: m.turns,
        steps=lambda m: len(m.steps),
        plays=lambda m: len(m.plays(0)) + len(m.plays(1)),
        attacks=lambda m: len(m.of(f.AttackBegan)),
    ),
    "decks": decks,
    "cards": cards,
    "attacks": attacks,
    "attackers": attackers,
    "triggers": triggers,
    "spells": spells,
    "responses": responses,
    "stopped": stopped,
    "depth": depth,
    "life": life,
    "takers": takers,
}
