"""The printed words of cards, read into the nodes of `domain.games.solforge.cards.nodes`.

`read_card` is the door. The grammar is written with parsy: small rules that are put together
freely, in `base` (words and numbers), `names`, `nouns` (which things), `selectors` (who an effect
is for), `amounts`, `gifts` (what is given), `conditions`, `turn_events` (what was), `changes` and
`cards` (effects), `clauses` (how effects hang together), `triggers`, `statics` (auras), `sentences`
and `abilities`; `typography` makes the printed text even before, `references` finds out what `it`
is afterwards, `catalogue` knows the nearest form.

The grammar costs a start-up: it is imported when the first card is read.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domain.games.solforge.language.parser import Problem, Understood, read_card

__all__ = ["Problem", "Understood", "read_card"]


def __getattr__(name: str) -> Any:
    """Import the parser when something of it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from domain.games.solforge.language import parser

    globals().update({public: getattr(parser, public) for public in __all__})
    return globals()[name]
