"""Positions of SolForge Fusion in scenario files."""
