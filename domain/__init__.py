"""What a match is: pure rules, facts and records; no screen, no clock of its own."""
