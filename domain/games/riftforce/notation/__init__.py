"""The notation of Riftforce: lines in, decisions out, and back."""
