"""Questions about a state of SolForge Fusion: numbers, conditions, filters; nothing changes."""
