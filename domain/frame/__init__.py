"""What games share: names, scanner, bags, words of rulings, the language of cards, the simple game."""
