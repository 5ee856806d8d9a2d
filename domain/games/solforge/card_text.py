"""A card as people look it up in the middle of a match: numbers, printed words, plain language."""

from __future__ import annotations

from domain.contract.errors import GameError, Reason
from domain.frame.slugs import slug
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Card, Face, Forgeborn, book
from domain.games.solforge.language.plain import plain
from domain.games.solforge.notation.names import LEVELLED, find, nearest_codes
from domain.games.solforge.notation.whereabouts import own_cards
from domain.games.solforge.queries.forgeborn import power
from domain.games.solforge.state import SolState


def escaped(text: str) -> str:
    """A text that stands in rich markup as it is."""
    return text.replace("[", "\\[")


def card_text(state: SolState, name: str) -> str:
    """A card or Forgeborn in rich markup, all its levels. Raises GameError if no card is meant.

    Cards of this match are looked for first.
    """
    known = book(state.cards)
    phrase = found[1] if (found := LEVELLED.fullmatch(name.strip())) else name.strip()
    here = [*own_cards(state, 0), *own_cards(state, 1)]
    born = [side.forgeborn for side in state.sides] + [side.other_forgeborn for side in state.sides]
    pools = (
        slugs(here),
        list(dict.fromkeys(b for b in born if b in known.forgeborn)),
        [*known.cards, *known.forgeborn],
    )
    for pool in pools:
        fits = slugs(find(slug(phrase), [f"{one}.1" for one in pool]))
        if len(fits) == 1:
            (one,) = fits
            if one in known.cards:
                return of_card(known.cards[one])
            return of_forgeborn(state, known.forgeborn[one])
        if fits:
            message = f"{name.strip()!r} can be {len(fits)} cards"
            raise GameError(Reason.NOT_FOUND, message, legal=tuple(fits))
    near = slugs(nearest_codes(slug(phrase), [f"{one}.1" for one in pools[-1]]))
    raise GameError(Reason.NOT_FOUND, f"no card is called {name.strip()!r}", legal=tuple(near))


def slugs(codes: list[str]) -> list[str]:
    """Codes without their levels, each once."""
    return list(dict.fromkeys(code.rpartition(".")[0] for code in codes))


def level_text(number: int, head: str, text: str, meanings: list[str]) -> list[str]:
    """A level: number, numbers or title, printed words, and what they mean."""
    lines = [f"  [bold]level {number}[/]" + (f"  {head}" if head else "")]
    lines += [f"    {escaped(words)}" for words in text.splitlines()]
    lines += [f"      [dim]= {escaped(words)}[/]" for words in meanings]
    return lines


def meant(abilities: tuple[n.Ability, ...]) -> list[str]:
    """Abilities in plain words; keywords alone need none."""
    return [plain(ability) for ability in abilities if not isinstance(ability, n.Has)]


def of_card(card: Card) -> str:
    """A card with all its levels."""
    what = "Minion" if card.minion else card.kind
    types = f" - {' '.join(card.types)}" if card.types else ""
    lines = [f"[bold]{escaped(card.name)}[/]  {escaped(f'{card.faction} {what}{types}'.strip())}"]
    faces = book_faces(card)
    for number, level in sorted(card.levels.items()):
        numbers = f"{level.attack}/{level.health}" if card.kind == "creature" else ""
        lines += level_text(number, numbers, level.text, meant(faces[number]))
    return "\n".join(lines)


def book_faces(card: Card) -> dict[int, tuple[n.Ability, ...]]:
    """What each level's words mean."""
    return {number: Face(card, number).abilities for number in card.levels}


def of_forgeborn(state: SolState, born: Forgeborn) -> str:
    """A Forgeborn with all its abilities."""
    lines = [f"[bold]{escaped(born.name)}[/]  {born.faction} Forgeborn"]
    for number, text in sorted(born.abilities.items()):
        found = power(state.cards, born.slug, number)
        title = escaped(born.titles.get(number, ""))
        lines += level_text(number, title, text, meant(found.lines) if found else [])
    return "\n".join(lines)
