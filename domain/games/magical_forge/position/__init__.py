"""Positions of Magical Forge in scenario files."""
