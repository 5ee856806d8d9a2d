"""What games share: names, scanner, bags of cards, words of rulings, the language of cards, the simple game."""
