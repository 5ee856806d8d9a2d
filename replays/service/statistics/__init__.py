"""Statistics and SQL of the service, answered by a process of their own."""
