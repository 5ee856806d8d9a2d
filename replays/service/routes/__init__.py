"""The routes of the service."""
