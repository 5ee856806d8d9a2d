"""The board of Magical Forge: as plain data, and as text for a terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, Final

from domain.contract.game import SEAT_NAMES, UNKNOWN, Seat
from domain.frame.bags import Bag
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.notation.names import thing_word
from domain.games.magical_forge.state import Creature, Item, MagicalState, Pile
from domain.games.magical_forge.words import KINDS, mark_words, thing_name, title


def ordered(bag: Bag) -> list[str]:
    """A bag as a list of cards in the order of their codes, unknown last."""
    return [
        card
        for card in sorted(bag, key=lambda card: (card == UNKNOWN, card))
        for _ in range(bag[card])
    ]


def letter(seat: Seat | None) -> str | None:
    """A seat's letter; None for no seat."""
    return SEAT_NAMES[seat] if seat is not None and seat >= 0 else None


def creature(state: MagicalState, c: Creature) -> dict[str, Any]:
    """A Creature in play with its Spells."""
    card = book(state.cards).cards.get(c.card)
    return {
        "place": thing_word(state, c.id),
        "id": c.id,
        "card": c.card,
        "name": title(state, c.card),
        "types": list(card.types) if card else [],
        "spells": ordered(c.spells),
        "health": c.health,
        "entered": c.entered,
        "attacks": c.attacks,
        "used": list(c.used),
        "marks": dict(sorted(c.marks.items())),
    }


def effect(state: MagicalState, item: Item) -> dict[str, Any]:
    """An effect that waits on the stack."""
    return {
        "place": thing_word(state, item.id),
        "id": item.id,
        "seat": letter(item.seat),
        "kind": item.kind,
        "card": item.card,
        "name": title(state, item.card),
        "source": item.source or None,
        "which": item.which,
        "targets": [number_or_seat(number) for number in item.targets],
        "modes": list(item.modes),
        "to": item.to or None,
    }


def number_or_seat(number: int) -> int | str | None:
    """A target: an id, a player's letter, or None for none."""
    return SEAT_NAMES[-1 - number] if number < 0 else number or None


def pile_board(pile: Pile) -> dict[str, Any]:
    """A Deck or Spell Deck, and its cards in hand and in the discard pile."""
    return {
        "left": pile.left,
        "hand": ordered(pile.hand.cards),
        "discard": ordered(pile.discard),
        "unseen": ordered(pile.unseen),
    }


def board(state: MagicalState) -> dict[str, Any]:
    """The state as plain data, the same whatever order things happened in."""
    return {
        "turn": state.turn,
        "phase": state.phase or None,
        "active": letter(state.active),
        "start": letter(state.start),
        "attached": state.attached,
        "attacker": state.attacker or None,
        "blocker": state.blocker or None,
        "over": state.over,
        "winner": letter(state.winner),
        "why": state.why or None,
        "centre": [
            {
                "place": thing_word(state, spell.id),
                "id": spell.id,
                "seat": letter(spell.seat),
                "card": spell.card,
                "name": title(state, spell.card),
            }
            for spell in state.centre.values()
        ],
        "stack": [effect(state, item) for item in state.stack],
        "seats": {
            name: {
                "life": side.life,
                "creatures": [creature(state, c) for c in state.creatures(seat)],
                "deck": pile_board(side.deck),
                "spells": pile_board(side.spells),
            }
            for seat, (name, side) in enumerate(zip(SEAT_NAMES, state.sides, strict=True))
        },
    }


# -- for people ----------------------------------------------------------------------------------

WIDTH: Final = 71
LEAST: Final = 68
"""The most and the fewest columns that a board takes."""
COLOURS: Final = {"creature": "green", "forge": "yellow", "weapon": "cyan", "spell": "magenta"}


def plainly(text: str) -> str:
    """A text that stands in rich markup as it is."""
    return text.replace("[", "\\[")


def counted(state: MagicalState, bag: Bag) -> list[str]:
    """The names of cards, with how many of each; unknown ones last."""
    parts = [
        title(state, card) + (f" ×{count}" if count > 1 else "")
        for card, count in sorted(bag.items())
        if card != UNKNOWN
    ]
    if hidden := bag.get(UNKNOWN, 0):
        parts.append(f"{hidden} unknown")
    return parts


def wrapped(parts: list[str], width: int, indent: int, lead: str = "", hang: int = 0) -> list[str]:
    """Words joined by commas after a lead, in lines that fit; a name is not broken if it fits."""
    space = " " if any(len(part) > width // 2 for part in parts) else "\N{NO-BREAK SPACE}"
    text = lead + ", ".join(part.replace(" ", space) for part in parts)
    lines = wrap(
        text,
        width - indent,
        break_on_hyphens=False,
        drop_whitespace=True,
        subsequent_indent=" " * (hang or len(lead)),
    )
    return [" " * indent + plainly(line.replace("\N{NO-BREAK SPACE}", " ")) for line in lines]


def shortened(parts: list[str], width: int, lead: str) -> str:
    """Words joined by commas after a lead, in one line; what is too much is dots."""
    text = lead + ", ".join(parts)
    return plainly(text if len(text) <= width else text[: width - 2].rsplit(",", 1)[0] + ", …")


def creature_lines(state: MagicalState, c: Creature, width: int) -> list[str]:
    """A Creature: its place, name, how many Spells, which, and what is special this turn.

    One line if that fits, without its types if need be; else its Spells on a line of their own.
    """
    place, name = thing_word(state, c.id), title(state, c.card)
    card = book(state.cards).cards.get(c.card)
    spells = ", ".join(counted(state, c.spells)) or "no Spells"
    notes = f"  {'; '.join(notes_on(state, c))}".rstrip()
    types = f" ({', '.join(card.types)})" if card and card.types else ""
    room = width - len(f"{place:>4} {name}  {c.health}: {spells}{notes}")
    if room < len(types):
        types = ""
    head = f"[bold]{place:>4}[/] [green]{plainly(name)}[/][dim]{plainly(types)}[/]"
    health = f"[bold]{c.health}[/]: [magenta]{plainly(spells)}[/]"
    if room >= 0:
        return [f"{head}  {health}[yellow]{plainly(notes)}[/]"]
    second = wrapped(counted(state, c.spells) or ["no Spells"], width, 7, f"{c.health}: ")
    return [f"{head}[yellow]{plainly(notes)}[/]", *(f"[magenta]{line}[/]" for line in second)]


def notes_on(state: MagicalState, c: Creature) -> list[str]:
    """What is special about a Creature this turn."""
    notes = []
    if c.id == state.attacker:
        notes.append("attacks")
    elif c.id == state.blocker:
        notes.append("blocks")
    elif c.attacks:
        notes.append("attacked")
    if c.entered == state.turn:
        notes.append("new")
    if c.used:
        notes.append("used")
    return notes + [mark_words(mark, n) for mark, n in sorted(c.marks.items())]


def heading(state: MagicalState, seat: Seat, width: int) -> list[str]:
    """A seat's lines: Life Points, hand, decks and discard piles."""
    side = state.sides[seat]
    arrow = "[bold green]►[/]" if seat == state.active and not state.over else " "
    crown = "  [bold green]wins[/]" if state.over and state.winner == seat else ""
    piles = (
        f"hand {side.hand}  Deck {side.deck.left}  Spell Deck {side.spells.left}  "
        f"used Spells {sum(side.spells.discard.values())}"
    )
    lines = [
        f"{arrow} [bold]{SEAT_NAMES[seat]}[/]  [bold]{side.life}[/] Life{crown}   [dim]{piles}[/]"
    ]
    held = [
        (lead, counted(state, zone.cards))
        for lead, zone in (("hand: ", side.deck.hand), ("Spells: ", side.spells.hand))
        if zone.count
    ]
    one = "; ".join(f"{lead}{', '.join(parts)}" for lead, parts in held)
    if held and len(one) + 5 <= width:
        lines.append(f"     {plainly(one)}")
    else:
        for lead, parts in held:
            lines += wrapped(parts, width, 5, lead)
    if side.deck.discard:
        lead = f"     {sum(side.deck.discard.values())} discards: "
        lines.append(f"[dim]{shortened(counted(state, side.deck.discard), width, lead)}[/]")
    return lines


def effect_lines(state: MagicalState, item: Item, width: int, *, top: bool) -> list[str]:
    """An effect on the stack: whose, what, at what, in response to what."""
    words = (
        f"{SEAT_NAMES[item.seat]}'s {title(state, item.card)} ({KINDS.get(item.kind, item.kind)})"
    )
    aimed = [thing_name(state, number) for number in item.targets if number]
    parts = [words + (f" at {' and '.join(aimed)}" if aimed else "")]
    if item.to:
        parts.append(f"in response to {thing_word(state, item.to) or 'what is gone'}")
    lead = f"{thing_word(state, item.id):>3} "
    lines = wrapped(parts, width, 2, lead, 4)
    return [f"[bold]{line}[/]" if top else line for line in lines]


def middle(state: MagicalState, width: int) -> list[str]:
    """Between both fields: the attack, the centre, the stack, and who responds."""
    lines = [f"[dim]{'─' * width}[/]"]
    if state.attacker in state.in_play:
        words = f"{thing_name(state, state.attacker)} attacks"
        if state.blocker in state.in_play:
            words += f", {thing_name(state, state.blocker)} blocks"
        lines += [f"[bold yellow]{line}[/]" for line in wrapped([words], width, 2)]
    spells = [
        f"{thing_word(state, s.id)} {SEAT_NAMES[s.seat]}'s {title(state, s.card)}"
        for s in state.centre.values()
    ]
    centre = wrapped(spells or ["empty"], width, 2, "centre: ", 4)
    lines += [f"[magenta]{line}[/]" for line in centre]
    if state.stack:
        top = state.stack[-1]
        first, second = SEAT_NAMES[1 - top.seat], SEAT_NAMES[top.seat]
        lines.append(
            f"  [bold]stack[/], the top resolves first [dim]({first}, then {second} may respond)[/]"
        )
        for item in reversed(state.stack):
            lines += effect_lines(state, item, width, top=item is top)
    return [*lines, f"[dim]{'─' * width}[/]"]


def field(state: MagicalState, seat: Seat, width: int) -> list[str]:
    """A seat's Creatures with their Spells."""
    rows = [line for c in state.creatures(seat) for line in creature_lines(state, c, width)]
    return rows or ["[dim]     no Creatures[/]"]


def moment(state: MagicalState) -> str:
    """Where in the match it is, in words."""
    if not state.turn:
        return "the match has not begun"
    words = f"turn {state.turn} of {SEAT_NAMES[state.active]}"
    if state.over:
        return f"{words}, the match is over"
    if state.phase == "main":
        left = max(0, state.count(state.active) - state.attached)
        return f"{words}, {left} more Spell{'' if left == 1 else 's'} can be attached"
    return f"{words}, {'the draw' if state.phase == 'draw' else 'its end'}"


def draw_board(state: MagicalState, width: int = 80) -> str:
    """Both fields with the centre and the stack between them: B's side above, A's below."""
    wide = max(LEAST, min(width, WIDTH))
    lines = [f"[dim]{moment(state)}[/]", *heading(state, 1, wide), *field(state, 1, wide)]
    lines += [*middle(state, wide), *field(state, 0, wide), *heading(state, 0, wide)]
    return "\n".join(lines)


def card_text(state: MagicalState, code: str) -> str:
    """A card for people, in rich markup: name, kind, types and words."""
    card = book(state.cards).cards[code]
    types = f", {', '.join(card.types)}" if card.types else ""
    colour = COLOURS.get(card.kind, "white")
    lines = [f"[bold {colour}]{plainly(card.name)}[/]  [dim]{card.kind.capitalize()}{types}[/]"]
    lines += [plainly(line) for line in card.text.splitlines()]
    return "\n".join(lines)
