"""The tables as files for other programs."""
