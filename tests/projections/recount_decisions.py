"""Reports about decisions, counted again from `bots.decisions` in plain Python: no SQL."""

from __future__ import annotations

import statistics as python
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from domain.bots.decisions import Decision, decisions
from domain.record.match import Record
from tests.projections import recount as r

Groups = list[tuple[tuple[str, str | None], r.Values]]
"""Kinds of answers, and what is counted of each."""


@lru_cache(maxsize=512)
def decided_in(record: Record) -> tuple[tuple[Decision, Groups], ...]:
    """The decisions of a match that stand, between several answers, with the whole hand known."""
    return tuple(
        (one, list(groups(one)))
        for one in decisions(record)
        if one.offered > 1 and one.known and not (one.stood or one.taken_back or one.corrected)
    )


def questions(c: r.Counting) -> Iterator[tuple[Any, int, Decision, Groups]]:
    """What the seats that count decided."""
    for line, seat in c.sides:
        for one, told in decided_in(line.record):
            if one.seat == seat:
                yield line, seat, one, told


def average(values: list[float | None]) -> float | None:
    """The mean of what there is."""
    found = [value for value in values if value is not None]
    return python.fmean(found) if found else None


def groups(one: Decision) -> Iterator[tuple[tuple[str, str | None], r.Values]]:
    """The answers of a question, those of a kind about the same together."""
    found = r.gathered(
        ((option.action.__struct_config__.tag, option.subject), (option, n == one.place))
        for n, option in enumerate(one.options, 1)
    )
    for key, those in found.items():
        ranks = [option.rank for option, _ in those if option.rank is not None]
        yield (
            (str(key[0]), str(key[1]) or None),
            {
                "taken": any(taken for _, taken in those),
                "chance": len(those) / one.offered,
                "bot": ranks.count(1) / one.best if one.best else None,
                "rank": min(ranks, default=None),
            },
        )


def options(c: r.Counting) -> r.Expected:
    found = r.gathered(
        ((one.about, *key), (group, line.outcome(seat)))
        for line, seat, one, told in questions(c)
        for key, group in told
    )
    return {
        key: {
            "n": len(those),
            "taken": sum(group["taken"] for group, _ in those),
            **r.share(sum(group["taken"] for group, _ in those), len(those)),
            "winners_share": average([group["taken"] for group, end in those if end == (1, 0)]),
            "losers_share": average([group["taken"] for group, end in those if end == (0, 0)]),
            "chance_share": average([group["chance"] for group, _ in those]),
            "bot_share": average([group["bot"] for group, _ in those]),
            "mean_rank": average([group["rank"] for group, _ in those]),
        }
        for key, those in found.items()
    }


def agreement(key: Any) -> r.Recount:
    """`key` says by what of a decision."""

    def recount(c: r.Counting) -> r.Expected:
        found = r.gathered(
            (((line.opened.bots or ("", ""))[seat] or "people", *key(one)), one)
            for line, seat, one, _ in questions(c)
            if one.best is not None and one.best < one.offered
        )
        return {
            of: {
                "n": len(those),
                "first": sum(one.rank == 1 for one in those),
                **r.share(sum(one.rank == 1 for one in those), len(those)),
                "chance_share": average([one.best / one.offered for one in those]),
                "mean_rank": average([one.rank for one in those]),
                **r.mean((one.gap for one in those), "mean_gap", "gap"),
            }
            for of, those in found.items()
        }

    return recount


def banded(band: int) -> Any:
    """The turn, or a band of so many."""

    def key(one: Decision) -> tuple[int, ...]:
        first = one.turn // band * band
        return (first, first + band - 1) if band > 1 else (first,)

    return key


def reports(band: int = 1) -> dict[str, r.Recount]:
    """The reports about decisions of a game."""
    return {
        "options": options,
        "agreement": agreement(lambda one: (one.about,)),
        "agreement_turns": agreement(banded(band)),
    }
