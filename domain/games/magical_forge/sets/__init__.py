"""The project's own cards, all of its own invention but for the one card the rulebook names.

The files are JSON in the shape of `domain.games.magical_forge.cards.book.CardSet`.
"""
