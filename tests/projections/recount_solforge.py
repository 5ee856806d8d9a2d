"""The reports about SolForge Fusion counted again from folded matches."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from typing import Any

from domain.contract.game import UNKNOWN
from domain.games.solforge import facts as f
from domain.games.solforge.cards.book import book
from projections.games.solforge.tables import DAMAGE
from tests.projections import recount as r
from tests.projections import recount_decisions
from tests.projections.games.solforge.folding import Folded
from tests.projections.recount import Counting, Expected

COLUMNS = [column.name for column in DAMAGE.columns]


class SolLine(r.Line):
    """A match of SolForge Fusion."""

    @cached_property
    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        return Folded(0, self.opened, self.record.steps).rows

    @property
    def sudden(self) -> str | None:
        return next((fact.why for fact in self.of(f.SuddenDeath)), None)

    def halves(self, seat: int) -> list[tuple[str | None, str | None]]:
        words = self.opened.settings[f"deck {'ab'[seat]}"].split(" + ")
        return [
            (None, None) if ";" in word else (word, faction)
            for word, faction in zip(words, self.state.sides[seat].halves, strict=True)
        ]

    def announced(self, seat: int) -> list[tuple[int, tuple[str, int], str]]:
        """Turn, card with its level, and where from, of everything a seat played."""
        return [
            (turn, name_of(fact.card), fact.source)
            for turn, fact in self.facts
            if isinstance(fact, f.Announced) and fact.seat == seat
        ]

    def hits(self, seat: int) -> list[dict[str, Any]]:
        """The damage that a seat deals."""
        rows = (dict(zip(COLUMNS, row, strict=True)) for row in self.rows["solforge_damage"])
        return [
            row | {"across": row["seat"] != row["target_seat"]}
            for row in rows
            if row["seat"] == "AB"[seat]
        ]


def name_of(code: str) -> tuple[str, int]:
    slug, _, level = code.partition(".")
    return book().cards[slug].name, int(level)


def decks(c: Counting) -> Expected:
    return r.rates((half, m.outcome(seat)) for m, seat in c.sides for half in m.halves(seat))


def factions(c: Counting) -> Expected:
    return r.rates(
        (tuple(sorted(m.state.sides[seat].halves)), m.outcome(seat)) for m, seat in c.sides
    )


def forgeborn(c: Counting) -> Expected:
    return r.rates(
        ((m.opened.settings[f"forgeborn {'ab'[seat]}"],), m.outcome(seat)) for m, seat in c.sides
    )


def cards(c: Counting) -> Expected:
    plays = Counter(card for m, seat in c.sides for _, card, _ in m.announced(seat))
    expected = r.rates(
        (card, m.outcome(seat))
        for m, seat in c.sides
        for card in {card for _, card, _ in m.announced(seat)}
    )
    return {card: values | {"plays": plays[card]} for card, values in expected.items()}


def sudden(c: Counting) -> Expected:
    found = r.gathered(((m.opened.settings["edition"],), m.sudden) for m in c.matches)
    return {
        edition: {
            "n": len(those),
            "sudden": len(those) - those.count(None),
            "tied": those.count("tied"),
            "cycles": those.count("cycles"),
            **r.share(len(those) - those.count(None), len(those)),
        }
        for edition, those in found.items()
    }


def used(m: Any, seat: int) -> list[tuple[str, int, int]]:
    """Forgeborn, deck cycle and level of each ability a seat used."""
    return [
        (row[5], row[7], row[6]) for row in m.rows["solforge_forgeborn"] if row[4] == "AB"[seat]
    ]


def abilities(c: Counting) -> Expected:
    uses = Counter(use for m, seat in c.sides for use in used(m, seat))
    expected = r.rates((use, m.outcome(seat)) for m, seat in c.sides for use in set(used(m, seat)))
    return {use: values | {"uses": uses[use]} for use, values in expected.items()}


def cycles(c: Counting) -> Expected:
    found = r.gathered(
        ((cycle,), (any(u[1] == cycle for u in used(m, seat)), m.outcome(seat)[0]))
        for m, seat in c.sides
        for cycle in range(1, (m.turns - 1) // 3 + 2 if m.turns else 1)
    )
    expected = {}
    for key, pairs in found.items():
        users = [won for there, won in pairs if there]
        others = [won for there, won in pairs if not there]
        (low, high), (worse, better) = (r.wilson(sum(w), len(w)) for w in (users, others))
        expected[key] = {
            "n": len(pairs),
            "used": len(users),
            "share": len(users) / len(pairs),
            "win_rate": sum(users) / len(users) if users else None,
            "low": low,
            "high": high,
            "unused_win_rate": sum(others) / len(others) if others else None,
            "unused_low": worse,
            "unused_high": better,
        }
    return expected


def drawn(c: Counting) -> Expected:
    came: Counter[Any] = Counter()
    played: Counter[Any] = Counter()
    for m, seat in c.sides:
        codes = [code for d in m.of(f.Drawn) if d.seat == seat for code in d.cards]
        if UNKNOWN not in codes:
            came.update(map(name_of, codes))
            played.update(card for _, card, source in m.announced(seat) if source == "hand")
    expected = {}
    for card in came | played:
        n, k = came[card], played[card]
        low, high = r.wilson(k, n) if k <= n else (None, None)
        share = {"share": k / n if n else None, "low": low, "high": high}
        expected[card] = {"drawn": n, "played": k, **share}
    return expected


def damage(c: Counting) -> Expected:
    found: dict[str, list[Any]] = defaultdict(list)
    for m, seat in c.sides:
        for hit in m.hits(seat):
            source = "combat" if hit["combat"] else hit["source_kind"] or "rule"
            found[source].append(((m, seat), hit))
    whole = sum(h["amount"] for hits in found.values() for _, h in hits if h["across"])
    winners = [side for side in c.sides if side[0].winner == side[1]]
    others = [side for side in c.sides if side[0].winner != side[1]]
    expected = {}
    for source, hits in found.items():
        over = [(side, h) for side, h in hits if h["across"]]
        sums: Counter[r.Side] = Counter()
        for side, hit in over:
            sums[side] += hit["amount"]
        expected[source,] = {
            "hits": len(over),
            "damage": sums.total(),
            "share": sums.total() / whole if whole else None,
            "to_player": sum(h["amount"] for _, h in over if h["target"] is None),
            "absorbed": sum(h["absorbed"] for _, h in over),
            **r.per_seat(c, sums),
            "per_winner": sum(sums[s] for s in winners) / len(winners) if winners else None,
            "per_other": sum(sums[s] for s in others) / len(others) if others else None,
            "own": sum(h["amount"] for _, h in hits if not h["across"]),
        }
    return expected


def dealers(c: Counting) -> Expected:
    plays = Counter(card for m, seat in c.sides for _, card, _ in m.announced(seat))
    found = r.gathered(
        ((hit["source_card"], hit["source_level"], hit["source_kind"]), hit)
        for m, seat in c.sides
        for hit in m.hits(seat)
        if hit["across"] and hit["source_card"] is not None
    )
    expected = {}
    for key, hits in found.items():
        times = (plays[key[0], key[1]] or None) if key[2] != "forgeborn" else None
        total = sum(h["amount"] for h in hits)
        expected[key] = {
            "hits": len(hits),
            "damage": total,
            "in_combat": sum(h["amount"] for h in hits if h["combat"]),
            "to_player": sum(h["amount"] for h in hits if h["target"] is None),
            "plays": times,
            "each_play": total / times if times else None,
            **r.mean((h["amount"] for h in hits), "each_hit", "hit"),
        }
    return expected


def done(m: Any, seat: int, turn: int) -> str:
    """What a seat plays in a turn."""
    return " + ".join(sorted(card for when, (card, _), _ in m.announced(seat) if when == turn))


REPORTS: dict[str, r.Recount] = {
    **recount_decisions.reports(),
    **{name: r.PLAIN[name] for name in ("leader", "players", "pairings")},
    "starter": r.starter(("with", "without"), "health"),
    "health": r.course,
    "ends": r.ends("health", lambda m: (m.sudden,)),
    "turns": r.turns(sudden=True),
    "openings": r.openings(done, lambda m, _: list(range(1, min(m.turns, 2) + 1))),
    "length": lambda c: r.measured(
        c,
        turns=lambda m: m.turns,
        steps=lambda m: len(m.steps),
        plays=lambda m: len(m.of(f.Announced)),
    ),
    "decks": decks,
    "factions": factions,
    "forgeborn": forgeborn,
    "cards": cards,
    "sudden": sudden,
    "abilities": abilities,
    "cycles": cycles,
    "drawn": drawn,
    "damage": damage,
    "dealers": dealers,
}
