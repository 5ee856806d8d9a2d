"""The record of a match: its events, how they are stored and chained, its line, clocks and endings."""
