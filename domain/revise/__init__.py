"""Revisions of a record: take-backs, corrections, and what follows from them."""
