"""The cards of Magical Forge, as data."""
