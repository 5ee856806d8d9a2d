"""`token`: who may watch, record, judge and rule over what is served."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from cli.edge import JsonOption, StoreOption, console, guarded, open_store, print_json, store_path
from replays.service.settings import token_file
from replays.service.tokens import Token, Tokens

tokens = typer.Typer(no_args_is_help=True, help="Tokens for what `serve` serves to others.")


@tokens.command("add")
@guarded
def add(
    name: Annotated[str, typer.Argument(help="What to call it: whose it is, or what for.")],
    role: Annotated[
        str, typer.Option("--role", metavar="ROLE", help="watch, record, judge or admin.")
    ] = "watch",
    match: Annotated[
        str, typer.Option("--match", metavar="MATCH", help="Only for this match.")
    ] = "",
    seat: Annotated[
        str, typer.Option("--seat", metavar="SEAT", help="It sees what A or B may know, no more.")
    ] = "",
    days: Annotated[
        int | None,
        typer.Option("--days", min=1, help="How long it lasts.", show_default="for ever"),
    ] = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Make a token. Its secret is shown this once; only a hash of it is kept.

    Who watches sees what a spectator does, or what a seat does with --seat. Who records sees
    everything, but with --seat; a judge also rules; an admin may do all.
    """
    source = store_path(store)
    if match:
        recorder = open_store(store)
        try:
            match = recorder.find(match)
        finally:
            recorder.close()
    kept = Tokens(token_file(source))
    token, secret = kept.add(name, role.lower(), match=match, seat=seat.upper(), days=days or 0)
    if json:
        print_json({**plain(token), "secret": secret})
        return
    console.print(f"{escape(name)} may {rights_text(token)}; this is the token, shown only now:")
    console.print(f"[bold]{escape(secret)}[/]")


@tokens.command("list")
@guarded
def list_tokens(store: StoreOption = None, json: JsonOption = False) -> None:
    """List the tokens, without their secrets, which nobody knows."""
    kept = Tokens(token_file(store_path(store)))
    found = sorted(kept.all().values(), key=lambda token: (token.made, token.name))
    if json:
        print_json([{**plain(token), "lasts": kept.lasts(token)} for token in found])
        return
    if not found:
        console.print("there are no tokens; `ludograph token add NAME --role admin` makes one")
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("name", "role", "match", "seat", "made", "until"):
        table.add_column(column)
    for token in found:
        until = day(token.until) if token.until else "-"
        ended = "" if kept.lasts(token) else " (over)"
        table.add_row(
            escape(token.name), token.role, escape(token.match) or "all", token.seat or "-",
            day(token.made), until + ended,
        )  # fmt: skip
    console.print(table)


@tokens.command("drop")
@guarded
def drop(
    name: Annotated[str, typer.Argument(help="The token, as it is called.")],
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Drop a token: from now on nobody gets in with it, a running service included."""
    token = Tokens(token_file(store_path(store))).drop(name)
    if json:
        print_json(plain(token))
    else:
        console.print(f"{escape(token.name)} is dropped; nobody gets in with it any more")


def plain(token: Token) -> dict[str, Any]:
    """A token for programs, without anything of its secret."""
    return {
        "id": token.id,
        "name": token.name,
        "role": token.role,
        "match": token.match or None,
        "seat": token.seat or None,
        "made": day(token.made),
        "until": day(token.until) if token.until else None,
    }


def rights_text(token: Token) -> str:
    """What a token may do, in words."""
    what = {
        "watch": "watch", "record": "record", "judge": "record and judge",
        "admin": "do everything",
    }[token.role]  # fmt: skip
    where = f"match {escape(token.match)}" if token.match else "every match"
    eyes = f" with the eyes of seat {token.seat}" if token.seat else ""
    eyes = eyes or (" as a spectator" if token.role == "watch" else "")
    until = f", until {day(token.until)}" if token.until else ""
    return f"{what}, {where}{eyes}{until}"


def day(seconds: int) -> str:
    """A day, UTC, ISO 8601."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
