"""Stepping through matches, and checking them: cursor, diff, audit."""
