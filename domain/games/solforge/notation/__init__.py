"""The notation of SolForge Fusion: lines in, decisions out, and back."""
