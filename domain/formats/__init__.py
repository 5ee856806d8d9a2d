"""Matches as text: tapes, JSON Lines, scenario files, and the checks of what comes in."""
