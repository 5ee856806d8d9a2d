"""Commands of trust: keys, signatures, dossiers."""
