"""Events and series: encounters, rounds, standings."""
