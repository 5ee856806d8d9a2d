"""The audit: whether a match is what was recorded, and what the rules give."""
