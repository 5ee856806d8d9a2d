"""The printed words of Magical Forge cards, read into nodes (`cards.nodes`).

`read_card` is the door. The grammar: `nouns` (which things, and who an effect is for), `amounts`,
`effects`, `sentences` (how effects hang together), `abilities` (triggers, costs, what always holds);
`catalogue` knows the nearest form of a sentence that is not understood.

The grammar costs a start-up: it is imported when the first card is read.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domain.games.magical_forge.language.parser import Problem, Understood, read_card

__all__ = ["Problem", "Understood", "read_card"]


def __getattr__(name: str) -> Any:
    """Import the parser when something of it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from domain.games.magical_forge.language import parser

    globals().update({public: getattr(parser, public) for public in __all__})
    return globals()[name]
