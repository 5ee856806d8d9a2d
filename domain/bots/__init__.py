"""Bots that play, and what they say of decisions."""
