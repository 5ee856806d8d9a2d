"""What-if matches: forks, and the determinization of hidden cards."""
