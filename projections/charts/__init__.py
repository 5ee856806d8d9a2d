"""Charts of reports: what to draw (`spec`), pictures (`pictures`), and text for a terminal."""
