"""The program as Typer runs it: commands imported when they are run, and what all of them share."""

from __future__ import annotations

import re
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from cli.program.manual import ENTRIES, GROUPS, Entry

HELP_NAMES: Final = {"help_option_names": ["-h", "--help"]}
LINES_FIRST: Final = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
"""Settings of a command that takes lines of notation: a letter after a dash is no option."""
METAVARS: Final[dict[Any, str]] = {str: "TEXT", int: "N", float: "X", Path: "FILE", bool: ""}
"""What help calls values of a type, where the option does not say."""
SMALL: Final = re.compile(r"-?[0-9]{1,9}", re.ASCII)


class PlainValue:
    """Values of the plain types, taken as they are typed.

    Typer checks every value with pydantic, which takes longer to import than most commands run.
    What is not plainly right is left to it, errors too.
    """

    def __init__(self, kind: type, many: bool) -> None:
        self.kind = kind
        self.many = many

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value of a parameter; `value` is its text, its default, or None."""
        if value is None:
            return () if self.many else None
        values = list(value) if self.many and isinstance(value, list | tuple) else [value]
        if all(self.is_plain(one, param) for one in values):
            plain = [self.kind(one) if isinstance(one, str) else one for one in values]
            return plain if self.many else plain[0]
        vars(param)["_runtime_param"] = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)

    def is_plain(self, value: Any, param: Any) -> bool:
        """Say if a value needs no checks but those done here."""
        if self.kind is int:
            if not isinstance(value, int) and not (
                isinstance(value, str) and SMALL.fullmatch(value)
            ):
                return False
            least, most = param.min, param.max
            return (least is None or int(value) >= least) and (most is None or int(value) <= most)
        if isinstance(value, str):
            return self.kind in (str, Path) and encodes(value)
        return isinstance(value, self.kind)


def encodes(text: str) -> bool:
    """Say if a text can be written: what the system passes on as it came may be no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def short_name(name: str, ctx: Any) -> str:  # noqa: ARG001
    """Return the name of a type, whatever the context."""
    return name


def prepare(params: list[Any]) -> list[Any]:
    """Give parameters short names of their types in help, and the way plain values take."""
    for param in params:
        described = getattr(param, "type_descriptor", None)
        if described is None:  # an older Typer: it converts at once, and names types shortly
            continue
        many = described.is_list
        kind = described.annotation.__args__[0] if many else described.annotation
        if kind in METAVARS and param.param_type_name == "argument":
            vars(param)["display_type_rich"] = partial(short_name, METAVARS[kind])
        elif param.metavar is None:
            param.metavar = METAVARS.get(kind)
        if isinstance(kind, type):
            vars(param)["_runtime_param"] = PlainValue(kind, many)
    return params


class Command(TyperCommand):
    """A command of the program. Where its first word is a match, `last` stands for what is not named."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = [param for param in self.params if param.param_type_name == "argument"]
        self.needed = [param.name for param in words if param.required and param.name != "match"]
        self.of_a_match = bool(words) and words[0].name == "match"
        if self.of_a_match:
            words[0].required, words[0].default = False, "last"

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, `--help` among them."""
        return prepare(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after the command's name; `-h` alone asks for help everywhere."""
        if "-h" not in ctx.help_option_names:
            end = args.index("--") if "--" in args else len(args)
            args = ["--help" if word == "-h" else word for word in args[:end]] + args[end:]
        if self.of_a_match and self.lacks_the_match(ctx, args):
            args = ["last", *args]
        return super().parse_args(ctx, args)

    def lacks_the_match(self, ctx: Any, args: list[str]) -> bool:
        """Say if the match is not among the words, since there are fewer than the command needs.

        Where the only word is the id of a match, it is not the match that is missing.
        """
        try:
            found, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        except Exception:  # what cannot be read is refused when it is read in earnest
            return False
        words = (found.get(name) for name in self.needed)
        if all(isinstance(word, str | list | tuple) and word for word in words):
            return False
        from cli.program.suggestion import is_match

        return not is_match(ctx, found.get("match"), found.get("store"))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help; where a game is named, with the games there are, looked up only now."""
        from domain.games import GAMES

        for param in self.params:
            shown: Any = param
            if param.name == "game" and shown.param_type_name == "argument":
                shown.help = f"{shown.help} There are: {', '.join(GAMES)}."
        super().format_help(ctx, formatter)


class Group(TyperGroup):
    """A command with commands of its own."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options, `--help` among them."""
        return prepare(super().get_params(ctx))


class Program(Group):
    """All commands of the table: `commands` holds their names and help; what runs is imported."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.commands = {
            entry.name: TyperCommand(entry.name, help=entry.help, rich_help_panel=group)
            for group, entries in GROUPS.items()
            for entry in entries
        }

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command; None if there is none of the name."""
        entry = ENTRIES.get(cmd_name)
        return load(entry) if entry else None

    def contents(self, ctx: Any) -> TyperGroup:
        """Return a group with the same help and nothing to run."""
        return TyperGroup(
            name=self.name,
            help=self.help,
            params=self.get_params(ctx),
            add_help_option=False,
            rich_markup_mode=self.rich_markup_mode,
            commands=dict(self.commands),
        )

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help from the table."""
        self.contents(ctx).format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Complete the name of a command from the table."""
        contents = self.contents(ctx)
        return contents.shell_complete(type(ctx)(contents, info_name=self.name), incomplete)


def load(entry: Entry) -> Any:
    """Import a command of the table, as Typer runs it."""
    module, _, name = entry.place.partition(":")
    found = getattr(import_module(module, __name__.rsplit(".", 2)[0]), name)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.callback()(lambda: None)
    if isinstance(found, typer.Typer):
        for info in found.registered_commands:
            info.cls = Command
        alone.add_typer(found, name=entry.name, cls=Group)
    else:
        settings = LINES_FIRST if entry.lines else HELP_NAMES
        alone.command(entry.name, cls=Command, context_settings=dict(settings))(found)
    group: Any = typer.main.get_command(alone)
    return group.commands[entry.name]
