"""Two recordings of one match put together."""
