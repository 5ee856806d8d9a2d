"""What the guilds of Riftforce do, in a few words for a card."""

from __future__ import annotations

from typing import Final

DOES: Final = {
    "F": "3 on the first enemy; 1 on the ally right behind it",
    "E": "played: 1 on every enemy there; activated: 2 on the first",
    "L": "2 on the first enemy; takes 1 off any ally or itself",
    "P": "2 on the first enemy next door, which is pulled over here",
    "W": "2 on the first enemy; flows next door, 1 on the first there",
    "I": "2 on the first enemy, then 4 on the last",
    "S": "goes anywhere else, 1 on the first enemy there; its kills score 1 more",
    "C": "4 on the first enemy; gives 1 more when destroyed",
    "T": "2 on any enemy here; once more if that destroys it",
    "A": "goes anywhere else, 1 on the first enemy there and next door on both sides",
    "Ac": "3 on the first enemy, 1 on the second; its kills score nothing",
    "Be": "goes next door; there 3 on the first enemy if it is hurt, else 2",
    "La": "2 on the first enemy next door on both sides; 1 on itself and the allies in front",
    "Lo": "played: heals an ally here; activated: 2 on the first enemy",
    "Ma": "2 on the last enemy, and both go next door",
    "Mu": "2 on the first enemy; what it destroys joins its side next door",
    "Sa": "goes anywhere else, 1 on every enemy there; takes 1 off itself",
    "St": "2 on the first enemy; draws a card if there is room in hand",
}
"""By guild code."""
ICE_PRINTED: Final = "4 on the last enemy if it is hurt, else 1"
"""Ice where the variant of the printed card is played."""

COLOUR: Final = {
    "F": "red", "E": "brown", "L": "yellow", "P": "green", "W": "blue", "I": "cyan",
    "S": "violet", "C": "pink", "T": "indigo", "A": "teal",
    "Ac": "lime", "Be": "orange", "La": "orange", "Lo": "pink", "Ma": "grey", "Mu": "indigo",
    "Sa": "amber", "St": "yellow",
}  # fmt: skip
"""By guild code."""
