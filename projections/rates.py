"""How every game's reports count: wins, draws, and the win rate with its interval."""

from __future__ import annotations

from typing import Final

RATE: Final = """count(*) AS n, sum(won)::INTEGER AS wins, sum(drew)::INTEGER AS draws,
       wins / n AS win_rate, wilson_low(wins, n) AS low, wilson_high(wins, n) AS high"""
"""Columns over `counted`: how many, won, drawn, and the rate between its bounds."""

INTERVAL: Final = "low and high bound the win rate with 95 % confidence (Wilson)."
"""What the bounds are, for a report's words."""

SUMMARY: Final = """
SELECT count(DISTINCT match) AS matches, count(DISTINCT match) FILTER (drew = 1) AS draws
FROM counted
""".strip()
"""How many matches are counted, and how many of them are draws."""
