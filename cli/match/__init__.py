"""Commands that look back: list, show, replay, audit, export."""
