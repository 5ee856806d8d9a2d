"""The event store: the recorder, SQLite, and the stores of worker processes."""
