"""The replay service: matches watched, recorded, shared and asked about over HTTP."""
