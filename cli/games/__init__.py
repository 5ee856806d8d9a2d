"""Commands about games and cards, and the demo."""
