"""Magical Forge for analysts: its tables, how they are fed, views and reports."""
