"""A card of Magical Forge as people look it up in the middle of a match."""

from __future__ import annotations

from typing import Final

from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.state import MagicalState

COLOURS: Final = {"creature": "green", "forge": "yellow", "weapon": "cyan", "spell": "magenta"}


def escaped(text: str) -> str:
    """A text that stands in rich markup as it is."""
    return text.replace("[", "\\[")


def card_text(state: MagicalState, code: str) -> str:
    """A card in rich markup: name, kind, types and words."""
    card = book(state.cards).cards[code]
    types = f", {', '.join(card.types)}" if card.types else ""
    colour = COLOURS.get(card.kind, "white")
    lines = [f"[bold {colour}]{escaped(card.name)}[/]  [dim]{card.kind.capitalize()}{types}[/]"]
    lines += [escaped(line) for line in card.text.splitlines()]
    return "\n".join(lines)
