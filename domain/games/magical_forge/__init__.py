"""Magical Forge TCG (first set, Rising Forge): the rules as they are printed, and house cards."""
