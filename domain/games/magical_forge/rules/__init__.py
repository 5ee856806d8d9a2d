"""The rules of Magical Forge."""
