"""SolForge Fusion, in both editions of its rulebook."""
