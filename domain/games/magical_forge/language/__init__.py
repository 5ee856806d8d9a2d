"""The printed words of Magical Forge cards, read into nodes (`cards.nodes`).

`read_card` is the door. The grammar: `nouns` (which things, and who an effect is for), `amounts`,
`effects`, `sentences` (how effects hang together), `abilities` (triggers, costs, what always holds);
`catalogue` knows the nearest form of a sentence that is not understood.
"""

from domain.games.magical_forge.language.parser import Problem, Understood, read_card

__all__ = ["Problem", "Understood", "read_card"]
