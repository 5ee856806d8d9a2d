"""Commands of trust: keys and signatures; dossiers and their verification are registered with them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape

from cli.edge import (
    FAILED,
    JsonOption,
    StoreOption,
    console,
    data_file,
    from_environment,
    guarded,
    open_store,
    print_json,
    say,
)
from cli.match.selection import MatchArgument
from cli.trust.signature_text import (
    as_data,
    end_of,
    remarks,
    results_signed,
    reversed_since,
    say_signature,
    sound_match,
    title,
    who,
)
from domain.contract.errors import GameError, Reason
from domain.trust.keyring import Key, Keyring
from domain.trust.signatures import ROLES, signatures, signed, to_sign

KeysOption = Annotated[
    Path | None,
    typer.Option(
        "--keys", help="The folder of keys; otherwise that of LUDOGRAPH_KEYS.", show_default=False
    ),
]
KeyName = Annotated[str, typer.Argument(metavar="NAME", help="Name of the key.")]

keys = typer.Typer(help="Make and show the keys that you sign matches with.", no_args_is_help=True)


def keyring(option: Path | None) -> Keyring:
    """The user's keys."""
    return Keyring(option or from_environment("LUDOGRAPH_KEYS") or data_file("keys"))


# -- keys ----------------------------------------------------------------------------------------


@keys.command("new")
@guarded
def new_key(
    name: KeyName,
    password: Annotated[
        bool, typer.Option("--password", help="Ask for a password to lock it with.")
    ] = False,
    folder: KeysOption = None,
    json: JsonOption = False,
) -> None:
    """Make a pair of keys; the private one stays in a file that only you can read."""
    ring = keyring(folder)
    secret = ""
    if password:
        ring.files(name)
        secret = typer.prompt("password", hide_input=True, confirmation_prompt=True, err=True)
    key = ring.new(name, secret)
    if json:
        print_json(shown(key))
        return
    console.print(f"key [bold]{escape(name)}[/] is made: {key.fingerprint}")
    console.print(f"[dim]kept in {escape(str(ring.files(name)[0]))}; keep a copy, tell nobody[/]")


@keys.command("list")
@guarded
def list_keys(folder: KeysOption = None, json: JsonOption = False) -> None:
    """List your keys."""
    ring = keyring(folder)
    found = [ring.public(name) for name in ring.names()]
    if json:
        print_json([shown(key) for key in found])
        return
    width = max((len(key.name) for key in found), default=0)
    for key in found:
        locked = "  [dim]password[/]" if key.locked else ""
        console.print(f"{escape(key.name.ljust(width))}  {key.fingerprint}{locked}")
    if not found:
        console.print(f"no keys in {escape(str(ring.folder))}; `ludograph key new NAME` makes one")


@keys.command("show")
@guarded
def show_key(name: KeyName, folder: KeysOption = None, json: JsonOption = False) -> None:
    """Show the public key, and the fingerprint that people can compare."""
    key = keyring(folder).public(name)
    if json:
        print_json(shown(key))
        return
    locked = " (locked by a password)" if key.locked else ""
    console.print(f"key         {escape(key.name)}{locked}")
    console.print(f"public key  {key.public}")
    console.print(f"fingerprint {key.fingerprint}")


def shown(key: Key) -> dict[str, Any]:
    """A key for programs; nothing of it is secret."""
    return {**msgspec.structs.asdict(key), "fingerprint": key.fingerprint}


# -- signatures ----------------------------------------------------------------------------------


@guarded
def sign(
    match: MatchArgument,
    role: Annotated[str, typer.Option("--as", metavar="A|B|judge", help="Who signs.")],
    name: Annotated[str, typer.Option("--key", metavar="NAME", help="Your key.")],
    by: Annotated[str, typer.Option("--by", help="Who writes it down.")] = "",
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Also if the match is not over.")
    ] = False,
    folder: KeysOption = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Sign a match: everything that is recorded of it up to now."""
    roles = [known for known in ROLES if known.lower() == role.strip().lower()]
    if not roles:
        raise GameError(Reason.BAD_SETTING, f"nobody signs as {role!r}", legal=ROLES)
    ring = keyring(folder)
    key = ring.public(name)
    recorder = open_store(store)
    try:
        record, rows = sound_match(recorder, recorder.find(match))
        secret = typer.prompt("password", hide_input=True, err=True) if key.locked else ""
        private = ring.private(name, secret)
        stamps = recorder.stamps(record, by)
        event = signed(record, rows, roles[0], private, unfinished=unfinished, **stamps)
        recorder.append(record, [event])
        found = signatures(record.id, recorder.chain.rows(record.id), record.events)[-1]
    finally:
        recorder.close()
    if json:
        print_json({"match": record.id, **as_data(found, results_signed(record, [found]))})
        return
    say(f"{who(found.role).capitalize()} signs match [bold]{escape(record.id)}[/] {found.reach}")
    say(escape(f"  {title(record)}"))
    say(escape(f"  with the key {name}, {found.fingerprint}"))


@guarded
def list_signatures(
    match: MatchArgument,
    folder: KeysOption = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """List who signed a match, up to where, and whether it holds. Exit code 1 if one does not."""
    recorder = open_store(store)
    try:
        record, rows = sound_match(recorder, recorder.find(match))
    finally:
        recorder.close()
    found = signatures(record.id, rows, record.events)
    results = results_signed(record, found)
    if json:
        whole = {"match": record.id, "last": to_sign(record.events)}
        print_json({**whole, "signatures": [as_data(one, results) for one in found]})
    else:
        say(escape(f"match {record.id}: {title(record)}"))
        mine = names_of(keyring(folder))
        for one in found:
            known = f" ({mine[one.key]})" if one.key in mine else ""
            say_signature(one, known, results.get(one.upto, ""))
        for note in (*reversed_since(found, results, end_of(record)), *remarks(found)):
            say(f"  [yellow]note[/] {escape(note)}")
        if not found:
            console.print("  nobody has signed it")
    if any(one.wrong for one in found):
        raise typer.Exit(FAILED)


def names_of(ring: Keyring) -> dict[str, str]:
    """The names of the user's own keys, by public key; those that cannot be read are left out."""
    found = {}
    for name in ring.names():
        try:
            found[ring.public(name).public] = name
        except GameError:
            continue
    return found
