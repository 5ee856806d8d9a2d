"""Riftforce for analysts: its tables, how they are fed, its views and its reports."""
