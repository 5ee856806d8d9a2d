"""The rules of Riftforce."""
