"""The printed words of cards, read into the nodes of `domain.games.solforge.cards.nodes`.

`read_card` is the door. The grammar is written with parsy: small rules that are put together freely,
    in
`base` (words and numbers), `names`, `nouns` (which things), `selectors` (who an effect is for),
    `amounts`,
`gifts` (what is given), `conditions`, `happenings` (what was), `changes` and `cards` (effects),
    `clauses`
(how effects hang together), `triggers`, `statics` (auras),
    `sentences` and `abilities`; `tidy` makes the
printed text even before, `meaning` finds out what `it` is afterwards,
    `catalogue` knows the nearest form.
"""

from domain.games.solforge.language.parser import Problem, Understood, read_card

__all__ = ["Problem", "Understood", "read_card"]
