"""The board of SolForge Fusion: as plain data, and as text for a terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, Final

from domain.contract.game import SEAT_NAMES, UNKNOWN
from domain.frame.bags import Bag
from domain.games.solforge.cards.book import book
from domain.games.solforge.cards.titles import forgeborn_name, gift_words, title
from domain.games.solforge.queries.properties import (
    armor_of,
    attack_of,
    health_of,
    keywords_of,
    player_armor,
    types_of,
)
from domain.games.solforge.state import LANES, Lasting, Permanent, Side, SolState


def ordered(bag: Bag) -> list[str]:
    """A bag as a list of cards in the order of their codes, unknown last."""
    return [
        card
        for card in sorted(bag, key=lambda card: (card == UNKNOWN, card))
        for _ in range(bag[card])
    ]


def effects(gifts: list[Lasting]) -> list[dict[str, Any]]:
    """What something was given, in words, with how long it lasts."""
    return [
        {"gives": gift_words(g.gift), "source": g.source, "until": g.until or None} for g in gifts
    ]


def thing(state: SolState, p: Permanent) -> dict[str, Any]:
    """A creature or Exalt with its numbers as they are now, auras included."""
    face = book(state.cards).faces.get(p.code)
    found: dict[str, Any] = {
        "id": p.id,
        "card": p.code,
        "name": face.name if face else p.code,
        "level": face.level if face else 0,
        "ready": p.ready,
        "counters": dict(sorted(p.counters.items())),
        "effects": effects(p.gifts),
    }
    if not p.exalt:
        found |= {
            "attack": attack_of(state, p),
            "health": health_of(state, p),
            "armor": armor_of(state, p),
            "row": "front" if p.front else "back",
            "types": sorted(types_of(state, p)),
            "keywords": dict(sorted(keywords_of(state, p).items())),
        }
    if p.owner != p.seat:
        found["owner"] = SEAT_NAMES[p.owner]
    return found


def seat_board(state: SolState, seat: int, side: Side) -> dict[str, Any]:
    """One seat's Health, cards and Forgeborn."""
    return {
        "health": side.health,
        "armor": player_armor(state, seat),
        "forge": state.forge == seat,
        "forgeborn": {
            "card": side.forgeborn,
            "name": forgeborn_name(state, side.forgeborn),
            "level": side.level,
            "ready": side.ready,
        },
        "other_forgeborn": side.other_forgeborn,
        "factions": list(side.halves),
        "hand": ordered(side.hand.cards),
        "deck": side.deck,
        "top": list(side.top),
        "discard": ordered(side.discard.cards),
        "unseen": ordered(side.unseen),
        "upgrades": ordered(side.upgrades),
        "banished": ordered(side.banished),
        "effects": effects(side.gifts),
    }


def board(state: SolState) -> dict[str, Any]:
    """The state as plain data, the same whatever order things happened in."""
    return {
        "turn": state.turn,
        "cycle": state.cycle,
        "phase": state.phase or None,
        "step": state.step,
        "active": SEAT_NAMES[state.active] if state.active >= 0 else None,
        "played": state.played,
        "forge": SEAT_NAMES[state.forge] if state.forge >= 0 else None,
        "start": SEAT_NAMES[state.start] if state.start >= 0 else None,
        "sudden_death": state.sudden,
        "over": state.over,
        "winner": SEAT_NAMES[state.winner] if state.winner is not None else None,
        "why": state.why or None,
        "edition": state.edition,
        "lanes": [
            {
                "lane": lane,
                **{name: lane_board(state, seat, lane) for seat, name in enumerate(SEAT_NAMES)},
            }
            for lane in LANES
        ],
        "waiting": [
            {"seat": SEAT_NAMES[s.seat], "source": s.source, "name": title(state, s.source)}
            for s in state.standing
        ],
        "seats": {
            name: seat_board(state, seat, side)
            for seat, (name, side) in enumerate(zip(SEAT_NAMES, state.sides, strict=True))
        },
    }


def lane_board(state: SolState, seat: int, lane: int) -> dict[str, Any]:
    """What a side has in a lane."""
    creature, exalt = state.creature_at(seat, lane), state.exalt_at(seat, lane)
    return {
        "creature": thing(state, creature) if creature else None,
        "exalt": thing(state, exalt) if exalt else None,
    }


# -- for people ----------------------------------------------------------------------------------

GUTTER: Final = 6
NARROWEST: Final = 8
WIDEST: Final = 24
COLOURS: Final = {"Alloyin": "cyan", "Nekrium": "magenta", "Tempys": "red", "Uterra": "green"}
SHORT: Final = {
    "aggressive": "Ag", "defender": "De", "breakthrough": "Br", "stealth": "St", "mobility": "Mo",
    "armor": "",
}  # fmt: skip
NOTHING: Final = ("[dim]·[/]", "·")

Marked = tuple[str, str]
"""A text in rich markup, and as it is seen, for its width."""


def plainly(text: str) -> str:
    """A text that stands in rich markup as it is."""
    return text.replace("[", "\\[")


def short(name: str, most: int) -> str:
    """A name that fits; what is too long ends in dots."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def cell_width(width: int) -> int:
    """How wide a lane is on a terminal of so many columns."""
    return max(NARROWEST, min(WIDEST, (width - GUTTER) // len(LANES)))


def centred(cells: list[Marked], cell: int, gutter: str = "") -> str:
    """A line of the board: a cell for each lane."""
    line = f"[dim]{gutter.ljust(GUTTER)}[/]"
    for marked, plain in cells:
        left = (cell - len(plain)) // 2
        line += " " * left + marked + " " * (cell - left - len(plain))
    return line.rstrip()


def compared(now: int, printed: int) -> str:
    """A number, green where it is more than printed, red where it is less."""
    return f"[green]{now}[/]" if now > printed else f"[red]{now}[/]" if now < printed else f"{now}"


def name_cell(state: SolState, p: Permanent, most: int, behind: str = "") -> Marked:
    """A card's name in its faction's colour, dim if it is exhausted; what stands behind it."""
    face = book(state.cards).faces.get(p.code)
    plain = short(face.name if face else p.code, most - len(behind))
    style = COLOURS.get(face.card.faction if face else "", "white") + ("" if p.ready else " dim")
    return f"[{style}]{plainly(plain)}[/][dim]{plainly(behind)}[/]", plain + behind


def number_cell(state: SolState, p: Permanent) -> Marked:
    """Level, Attack/Health and Armor."""
    level = p.code.rpartition(".")[2]
    attack, health, armor = attack_of(state, p), health_of(state, p), armor_of(state, p)
    face = book(state.cards).faces.get(p.code)
    base = (face.printed.attack, face.printed.health) if face else (attack, health)
    shield = f" {armor}D" if armor else ""
    return (
        f"[dim]L{level}[/] [bold]{compared(attack, base[0])}/{compared(health, base[1])}[/]{shield}",
        f"L{level} {attack}/{health}{shield}",
    )


def mark_cell(state: SolState, p: Permanent, most: int) -> Marked:
    """Keywords, counters, and whether it is exhausted."""
    words = [] if p.ready else ["exh"]
    if not p.exalt:
        for name, count in sorted(keywords_of(state, p).items()):
            if mark := SHORT.get(name, name[:2].capitalize()):
                words.append(mark + (str(count) if name == "mobility" else ""))
    if counters := sum(p.counters.values()):
        words.append(f"+{counters}c")
    if p.owner != p.seat:
        words.append(f"of{SEAT_NAMES[p.owner]}")
    plain = short(" ".join(words), most)
    return (f"[yellow]{plainly(plain)}[/]", plain) if plain else ("", "")


def beside(one: Marked, two: Marked) -> Marked:
    """Two texts beside each other."""
    gap = " " if one[1] and two[1] else ""
    return one[0] + gap + two[0], one[1] + gap + two[1]


def row_lines(state: SolState, there: dict[int, Permanent], gutter: str, cell: int) -> list[str]:
    """A row of the board, nothing if it is empty: names, then numbers with marks where they fit."""
    if not there:
        return []
    most = cell - 1
    exalts = any(p.exalt for p in there.values())
    names = {
        lane: name_cell(state, p, most, f" L{p.code.rpartition('.')[2]}" if exalts else "")
        for lane, p in there.items()
    }
    marks = {lane: mark_cell(state, p, most) for lane, p in there.items()}
    if exalts:
        rows = [names, marks]
    else:
        numbers = {lane: number_cell(state, p) for lane, p in there.items()}
        both = {lane: beside(numbers[lane], marks[lane]) for lane in there}
        fits = all(len(both[lane][1]) <= most for lane in there)
        rows = [names, both] if fits else [names, numbers, marks]
    lines: list[str] = []
    for index, row in enumerate(rows):
        if index and not any(plain for _, plain in row.values()):
            continue
        empty = ("", "") if index else NOTHING
        cells = [row.get(lane, empty) for lane in LANES]
        lines.append(centred(cells, cell, "" if index else gutter))
    return lines


def side_rows(state: SolState, seat: int, cell: int) -> list[list[str]]:
    """A side's rows, the one nearest the middle first."""
    front = {p.lane: p for p in state.creatures(seat) if p.front}
    back = {p.lane: p for p in state.creatures(seat) if not p.front}
    exalts = {p.lane: p for p in state.exalts(seat)}
    return [
        row_lines(state, front, "front", cell),
        row_lines(state, back, "back", cell),
        row_lines(state, exalts, "Exalt", cell),
    ]


def wrapped(words: list[str], indent: int, lead: str, width: int) -> list[str]:
    """Words joined by commas after a lead, in lines that fit the board; a name is not broken."""
    text = lead + ", ".join(word.replace(" ", "\N{NO-BREAK SPACE}") for word in words)
    lines = wrap(text, max(20, width - indent), break_on_hyphens=False, subsequent_indent="  ")
    return [" " * indent + plainly(line.replace("\N{NO-BREAK SPACE}", " ")) for line in lines]


def heading(state: SolState, seat: int, width: int) -> list[str]:
    """A seat's lines: Health, the Forge, Forgeborn and piles, and the hand."""
    side = state.sides[seat]
    arrow = "[bold green]►[/]" if seat == state.active and not state.over else " "
    armor = player_armor(state, seat)
    parts: list[Marked] = [
        (
            f"{arrow} [bold]{SEAT_NAMES[seat]}[/]  [bold]{side.health}[/] Health"
            + (f" {armor}D" if armor else ""),
            f"  {SEAT_NAMES[seat]}  {side.health} Health" + (f" {armor}D" if armor else ""),
        )
    ]
    if state.forge == seat:
        parts.append(("[bold yellow]the Forge[/]", "the Forge"))
    if state.over and state.winner == seat:
        parts.append(("[bold green]wins[/]", "wins"))
    born = f"{forgeborn_name(state, side.forgeborn)} L{side.level}"
    parts.append((plainly(born), born))
    if not side.ready:
        parts.append(("used", "used"))
    piles = {
        "deck": side.deck,
        "discards": side.discard.count,
        "upgrades": sum(side.upgrades.values()),
        "banished": sum(side.banished.values()),
    }
    parts += [(f"[dim]{name} {count}[/]", f"{name} {count}") for name, count in piles.items()]
    hand = [title(state, c) for c in ordered(side.hand.cards) if c != UNKNOWN]
    if hidden := side.hand.cards.get(UNKNOWN, 0):
        hand.append(f"{hidden} unknown")
    if hand:
        hand[0] = f"hand {side.hand.count}: {hand[0]}"
        hand[:-1] = [f"{name}," for name in hand[:-1]]
    lines = flowed([*parts, *((plainly(name), name) for name in hand or ["no hand"])], width)
    if side.gifts:
        lines += wrapped(gift_words_of(side), 5, "has ", width)
    return lines


def flowed(parts: list[Marked], width: int) -> list[str]:
    """Parts of a line one after the other, in as many lines as they need; lists closer together."""
    lines: list[Marked] = [("", "")]
    for marked, plain in parts:
        before = lines[-1]
        gap = " " if before[1].endswith(",") else "  " if before[1] else ""
        if before[1] and len(before[1]) + len(gap) + len(plain) >= width:
            lines.append(("     " + marked, "     " + plain))
        else:
            lines[-1] = (before[0] + gap + marked, before[1] + gap + plain)
    return [marked for marked, _ in lines]


def gift_words_of(side: Side) -> list[str]:
    """What a player was given, word by word."""
    return [word for g in side.gifts for word in gift_words(g.gift).split(", ")]


def middle(cell: int) -> str:
    """The line between both sides: the lanes' numbers."""
    dash = "─" * min(4, (cell - 4) // 2)
    cells = [(f"[dim]{dash}[/] [bold]{n}[/] [dim]{dash}[/]", f"{dash} {n} {dash}") for n in LANES]
    return centred(cells, cell, "lane")


def moment(state: SolState) -> str:
    """Where in the match it is, in words."""
    if not state.turn:
        return "the match has not begun"
    words = f"turn {state.turn}, cycle {state.cycle}"
    if state.phase and not state.over:
        words += f", {state.phase} phase"
        if state.active >= 0:
            words += f", Action Step {state.step} of {SEAT_NAMES[state.active]}"
            words += ", played" if state.played else ""
    return words + (", Sudden Death" if state.sudden else "")


def draw_board(state: SolState, width: int = 80) -> str:
    """The lanes between both seats: B's side above, A's below, front rows in the middle.

    Rows that are empty are left out; on a wide terminal the names have more room.
    """
    cell = cell_width(width)
    lines = [f"[dim]{moment(state)}[/]", *heading(state, 1, width)]
    for row in reversed(side_rows(state, 1, cell)):
        lines += row
    lines.append(middle(cell))
    for row in side_rows(state, 0, cell):
        lines += row
    return "\n".join([*lines, *heading(state, 0, width)])
