"""The viewer of one match: the match as data, and the page that shows it without knowing its game."""
