"""Commands that ask: SQL, reports, charts, ratings, publications."""
