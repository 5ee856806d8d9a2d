"""The tables and views of the analytics file."""
