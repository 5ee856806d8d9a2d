"""Commands that make matches from matches, and what they show."""
