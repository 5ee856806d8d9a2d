"""Feeding the analytics file from the event log."""
