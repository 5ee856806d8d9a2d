"""The rules of SolForge Fusion."""
