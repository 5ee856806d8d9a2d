"""The cards of SolForge Fusion, as data."""
