"""The notation of Magical Forge: lines in, decisions out, and back."""
