"""The contract between the house and its games: what a game is, and the errors users can meet."""
