"""The project's own cards: a file for each faction, the Minions, and the rulebook's examples.

The files are JSON in the shape of `domain.games.solforge.cards.book.CardSet`; see docs/solforge-cards.md.
"""
