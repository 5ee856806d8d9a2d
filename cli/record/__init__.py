"""Commands that record, and the prompt at the table."""
