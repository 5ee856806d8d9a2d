"""Commands of the service."""
