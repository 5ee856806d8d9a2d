"""The board of Riftforce: as plain data, and as text for a terminal."""

from __future__ import annotations

from typing import Any

from domain.contract.game import SEAT_NAMES, UNKNOWN
from domain.games.riftforce.cards import CARDS, GOAL, GUILDS, LOCATIONS
from domain.games.riftforce.state import Bag, Elemental, RiftState

ORDER = {card: index for index, card in enumerate((*CARDS, UNKNOWN))}


def ordered(bag: Bag) -> list[str]:
    """A bag as a list of cards in the guilds' order, unknown last."""
    return [card for card in sorted(bag, key=ORDER.__getitem__) for _ in range(bag[card])]


def board(state: RiftState) -> dict[str, Any]:
    """The state as plain data, the same whatever order things happened in."""

    def on(e: Elemental) -> dict[str, Any]:
        found: dict[str, Any] = {"card": e.card, "damage": e.damage, "id": e.id}
        if e.owner != e.seat:
            found["owner"] = SEAT_NAMES[e.owner]
        return found

    return {
        "turn": state.turn,
        "active": SEAT_NAMES[state.active] if state.active >= 0 else None,
        "start": SEAT_NAMES[state.start] if state.start >= 0 else None,
        "over": state.over,
        "winner": SEAT_NAMES[state.winner] if state.winner is not None else None,
        "why": state.why or None,
        "score": {name: state.hands[seat].score for seat, name in enumerate(SEAT_NAMES)},
        "display": [GUILDS[guild] for guild in state.display],
        "locations": [
            {
                "location": location,
                **{
                    name: [on(e) for e in state.sides[seat][location]]
                    for seat, name in enumerate(SEAT_NAMES)
                },
            }
            for location in LOCATIONS
        ],
        "seats": {
            name: {
                "guilds": [GUILDS[guild] for guild in hand.guilds],
                "hand": ordered(hand.hand),
                "pile": hand.pile,
                "unseen": ordered(hand.unseen),
                "discard": ordered(hand.discard),
            }
            for name, hand in zip(SEAT_NAMES, state.hands, strict=True)
        },
    }


COLOURS = {
    "F": "red", "E": "yellow", "L": "bright_yellow", "P": "green", "W": "blue", "I": "cyan",
    "S": "magenta", "C": "bright_magenta", "T": "bright_blue", "A": "bright_cyan",
    "Ac": "bright_green", "Be": "yellow", "La": "bright_red", "Lo": "magenta", "Ma": "red",
    "Mu": "bright_blue", "Sa": "bright_yellow", "St": "bright_white",
}  # fmt: skip


def token(e: Elemental) -> tuple[str, str]:
    """An elemental in rich markup, and as plain text for its width."""
    plain = f"{e.card}" + (f"-{e.damage}" if e.damage else "")
    colour = COLOURS[e.card[:-1]]
    marked = f"[bold {colour}]{e.card}[/]" + (f"[red]-{e.damage}[/]" if e.damage else "")
    return marked, plain


CELL = 13


def draw_board(state: RiftState) -> str:
    """The Rift between both seats: B's side above, A's below, each first nearest the Rift."""
    depth = [max(2, max(len(state.sides[seat][loc]) for loc in LOCATIONS)) for seat in (0, 1)]
    lines = [heading(state, 1)]
    rows = [(1, row) for row in range(depth[1] - 1, -1, -1)] + [(-1, 0)]
    rows += [(0, row) for row in range(depth[0])]
    for seat, row in rows:
        if seat < 0:
            lines.append("  " + "".join(rift_cell(state, loc) for loc in LOCATIONS))
            continue
        cells = ""
        for location in LOCATIONS:
            place = state.sides[seat][location]
            marked, plain = token(place[row]) if row < len(place) else ("[dim]·[/]", "·")
            left = (CELL - len(plain)) // 2
            cells += " " * left + marked + " " * (CELL - left - len(plain))
        lines.append("  " + cells.rstrip())
    lines.append(heading(state, 0))
    if state.display:
        lines.append("  display: " + ", ".join(GUILDS[guild] for guild in state.display))
    return "\n".join(lines)


def rift_cell(state: RiftState, location: int) -> str:
    """A location's name, with who controls it."""
    mark = "A" if state.controls(0, location) else "B" if state.controls(1, location) else " "
    left, right = ("▼", "▼") if mark == "A" else ("▲", "▲") if mark == "B" else ("─", "─")
    return f"[dim]{left * 4}[/] [bold]{location}[/] {mark} [dim]{right * 4}[/]"


def heading(state: RiftState, seat: int) -> str:
    """A seat's line: marker, score, guilds, hand and piles."""
    hand = state.hands[seat]
    arrow = "[bold green]►[/]" if seat == state.active and not state.over else " "
    crown = " [bold green]wins[/]" if state.over and state.winner == seat else ""
    guilds = " ".join(GUILDS[guild] for guild in hand.guilds) or "-"
    cards = " ".join(ordered(hand.hand)) or "no cards"
    return (
        f"{arrow} [bold]{SEAT_NAMES[seat]}[/]  [bold]{hand.score}[/]/{GOAL}{crown}  {guilds}\n"
        f"     hand {hand.count}: {cards}   pile {hand.pile}   discards {sum(hand.discard.values())}"
    )
