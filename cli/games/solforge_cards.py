"""Commands about the cards of SolForge Fusion: list, show, decks, deck, check, coverage."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from cli.edge import FAILED, JsonOption, console, errors, guarded, print_json, write
from cli.match.import_files import read_text
from cli.program.target import ForceOption, check_target, write_whole
from domain.contract.errors import GameError, Reason
from domain.frame.slugs import nearest, slug
from domain.games.solforge.cards.book import FACTIONS, Book, Card, own_sets
from domain.games.solforge.cards.decks import settings_to_play
from domain.games.solforge.cards.imports import cards_from, joined, splice
from domain.games.solforge.coverage import check_set, measure, understood
from domain.games.solforge.notation.names import fitting
from domain.games.solforge.sets.cardfile import KINDS

if TYPE_CHECKING:
    from domain.games.solforge.cards.book import Book, Card, CardSet, Forgeborn

FilesOption = Annotated[
    list[Path] | None,
    typer.Option("--cards", help="Card files beside the project's own cards (see docs)."),
]
FactionOption = Annotated[str, typer.Option(help="Only this faction.")]

commands = typer.Typer(
    help="Look at the cards of SolForge Fusion, check card files, make decks of them.",
    no_args_is_help=True,
)


def read_file(path: Path) -> CardSet:
    """A card file of any kind. Raises GameError that names it."""
    text = read_text(path)
    try:
        return cards_from(text)
    except GameError as error:
        raise error.at(source=str(path)) from error


def book_with(files: list[Path] | None) -> Book:
    """The project's own cards, and those of files."""
    return Book([*own_sets(), *(read_file(path) for path in files or ())])


def chosen_faction(word: str) -> str:
    """A faction by its name or the beginning of it; empty for every one."""
    fits = [name for name in FACTIONS if name.lower().startswith(word.strip().lower())]
    if word.strip() and len(fits) != 1:
        raise GameError(Reason.BAD_SETTING, f"no faction {word!r}", legal=FACTIONS)
    return fits[0] if word.strip() else ""


# -- looking -------------------------------------------------------------------------------------


@commands.command("list")
@guarded
def list_cards(
    faction: FactionOption = "",
    kind: Annotated[str, typer.Option(help="Only this kind: creature, spell, exalt.")] = "",
    files: FilesOption = None,
    json: JsonOption = False,
) -> None:
    """List the cards, with Attack and Health at each level."""
    wanted = chosen_faction(faction)
    if kind and kind.lower() not in KINDS:
        raise GameError(Reason.BAD_SETTING, f"no kind of card {kind!r}", legal=KINDS)
    found = [
        card
        for card in book_with(files).cards.values()
        if wanted in ("", card.faction) and kind.lower() in ("", card.kind)
    ]
    if json:
        print_json([card_facts(card) for card in found])
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("card", "faction", "what it is", "level 1", "level 2", "level 3"):
        table.add_column(
            column, justify="right" if column.startswith("level") else "left", no_wrap=True
        )
    for card in found:
        numbers = [numbers_of(card, level) for level in (1, 2, 3)]
        table.add_row(escape(card.name), card.faction, escape(described(card)), *numbers)
    console.print(table)
    console.print(f"[dim]{len(found)} card{'' if len(found) == 1 else 's'}[/]")


def numbers_of(card: Card, level: int) -> str:
    """Attack and Health of a level; a dot for a spell that has it, nothing for no such level."""
    shown = card.levels.get(level)
    if shown is None:
        return ""
    creature = card.kind in ("creature", "modifier")
    return f"{shown.attack}/{shown.health}" if creature else "·"


def described(card: Card) -> str:
    """What a card is: kind and types, Minion, Solbind."""
    what = "Minion" if card.minion else card.kind
    if card.types:
        what += " - " + " ".join(card.types)
    return f"{what} (Solbind: {card.solbind})" if card.solbind else what


def card_facts(card: Card) -> dict[str, Any]:
    """A card as plain data."""
    return {
        "name": card.name,
        "code": card.slug,
        "kind": card.kind,
        "faction": card.faction,
        "types": list(card.types),
        "minion": card.minion,
        "solbind": card.solbind,
        "levels": {
            str(n): {"attack": level.attack, "health": level.health, "text": level.text}
            for n, level in sorted(card.levels.items())
        },
    }


@commands.command("decks")
@guarded
def list_decks(
    faction: FactionOption = "", files: FilesOption = None, json: JsonOption = False
) -> None:
    """List the half-decks that are ready to be played, by the name a match is opened with."""
    wanted = chosen_faction(faction)
    known = book_with(files)
    found = [deck for deck in known.decks.values() if wanted in ("", deck.faction)]
    if json:
        print_json([msgspec.to_builtins(deck) for deck in found])
        return
    for deck in found:
        console.print(
            f"[bold]{escape(deck.name)}[/]  {deck.faction}, Forgeborn {escape(deck.forgeborn)}"
        )
        console.print(f"  [dim]{escape('; '.join(deck.cards))}[/]")
    console.print(
        "[dim]a deck is two of them, of different factions: "
        '`ludograph new solforge --set "deck a=Brasswork + Emberwild"`[/]'
    )


@commands.command("show")
@guarded
def show(
    name: Annotated[str, typer.Argument(help="A card, Forgeborn, or Modifier and base.")],
    files: FilesOption = None,
    json: JsonOption = False,
) -> None:
    """Show a card or Forgeborn: numbers, printed words, and how the engine understands them."""
    thing = find(name, book_with(files))
    shown = understood(thing)
    if json:
        print_json({**facts_of(thing), "understood": shown.as_data()})
        return
    console.print(f"[bold]{escape(thing.name)}[/]  {escape(headline(thing))}")
    for level in shown.levels:
        numbers = level_numbers(thing, level.level)
        console.print(f"\n[bold]level {level.level}[/]" + (f"  {numbers}" if numbers else ""))
        for words in level.text.splitlines():
            console.print(f"  {escape(words)}")
        for meaning in level.plain:
            console.print(f"    [dim]= {escape(meaning)}[/]")
        for problem in level.problems:
            console.print(f"    [red]? {escape(str(problem))}[/]")


def find(name: str, known: Book) -> Card | Forgeborn:
    """A card or Forgeborn by its name, a unique beginning of any word of it, or as Modifier and base."""
    code = slug(name)
    things: dict[str, Card | Forgeborn] = {**known.forgeborn, **known.cards}
    if code in things:
        return things[code]
    for modifier in known.cards.values():
        base = known.cards.get(code.removeprefix(f"{modifier.slug}-"))
        if modifier.kind == "modifier" and base and code != base.slug:
            return splice(modifier, base)
    fits = [c for c in things if code and c.startswith(code)]
    fits = fits or list({c[:-2]: None for c in fitting(name, "", [f"{c}.1" for c in things])})
    if len(fits) != 1:
        names = [things[c].name for c in fits] or nearest(name, (t.name for t in things.values()))
        raise GameError(Reason.NOT_FOUND, f"no card {name!r}", legal=tuple(names))
    return things[fits[0]]


def headline(thing: Card | Forgeborn) -> str:
    """What a card or Forgeborn is."""
    if isinstance(thing, Card):
        return f"{thing.faction} {described(thing)}".strip()
    return f"{thing.faction} Forgeborn"


def level_numbers(thing: Card | Forgeborn, level: int) -> str:
    """Attack and Health of a creature's level, the title of a Forgeborn's."""
    if isinstance(thing, Card):
        return numbers_of(thing, level).strip("·")
    return escape(thing.titles.get(level, ""))


def facts_of(thing: Card | Forgeborn) -> dict[str, Any]:
    """A card or Forgeborn as plain data."""
    if isinstance(thing, Card):
        return card_facts(thing)
    return {**msgspec.to_builtins(thing, str_keys=True), "kind": "forgeborn"}


# -- files ---------------------------------------------------------------------------------------


@commands.command("deck")
@guarded
def deck(
    files: Annotated[
        list[Path],
        typer.Argument(help="Decks: JSON of the game's deck service, or card files with decks."),
    ],
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the settings here, for --settings.")
    ] = None,
    force: ForceOption = False,
) -> None:
    """Print the settings that play a deck: half-decks of one or two files, their cards, all in one.

    One half-deck is joined with a ready one; two are a deck; two fused decks are seat A's and B's.
    """
    if out:
        check_target(out, force, None)
    if len(files) > 2:
        raise GameError(Reason.BAD_SETTING, "a match has two decks: one or two files")
    sets = [read_file(path) for path in files]
    for path, found in zip(files, sets, strict=True):
        if not found.decks:
            raise GameError(Reason.UNREADABLE, "there is no deck in it", source=str(path))
    whole = joined(sets)
    by_file = [[d.name for d in found.decks] for found in sets]
    settings = settings_to_play(whole, by_file)
    text = "".join(f"{name}={value}\n" for name, value in settings.items())
    if out is None:
        write(text)
        return
    write_whole(out, text)
    decks = "; ".join(f"{name}: {value}" for name, value in settings.items() if "deck" in name)
    errors.print(f"written to {escape(str(out))} ({escape(decks)})")
    errors.print(f"[dim]next: ludograph new solforge --settings {escape(str(out))}[/]")


@commands.command("check")
@guarded
def check(
    file: Annotated[Path, typer.Argument(help="A card file, a deck's JSON, or a CSV of cards.")],
    json: JsonOption = False,
) -> None:
    """Check a card file; every word that the engine does not understand is named with its place."""
    found = check_set(read_file(file))
    if json:
        print_json(found.as_data())
    else:
        for problem in found.problems:
            console.print(escape(f"{file}: {problem}"))
        for missing in found.missing:
            errors.print(f"[yellow]{escape(f'{file}: {missing}')}[/]")
        console.print(f"[dim]{escape(found.summary)}[/]")
    if found.problems:
        raise typer.Exit(FAILED)


@commands.command("coverage")
@guarded
def coverage(
    file: Annotated[Path, typer.Argument(help="A CSV of cards (or any card file).")],
    limit: Annotated[int, typer.Option(min=1, max=10**6, help="How many shapes.")] = 40,
    json: JsonOption = False,
) -> None:
    """Count the cards and sentences that are understood; the others by shape, most frequent first."""
    try:
        found = measure(read_text(file))
    except GameError as error:
        raise error.at(source=str(file)) from error
    if json:
        print_json(found.as_data())
        return
    for what, count in (("cards", found.cards), ("sentences", found.sentences)):
        console.print(f"{what}: {count.understood} of {count.total} understood ({count.share})")
    if not found.unknown:
        return
    shapes = found.shapes()
    console.print("\n[bold]not understood[/]")
    for shape in shapes[:limit]:
        console.print(f"{shape.count:4}  {escape(shape.words)}")
        console.print(f"      [dim]{escape(shape.example)}[/]")
    if len(shapes) > limit:
        console.print(f"[dim]and {len(shapes) - limit} more; --limit shows them[/]")
