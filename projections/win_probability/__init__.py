"""How probable it is that seat A wins, at every step of a match: a model, its tests, its uses."""
