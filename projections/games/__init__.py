"""What each game brings for analysts."""
