"""What analysts ask: tables and views in DuckDB, fed from the event store."""
