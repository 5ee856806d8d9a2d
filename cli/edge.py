"""The edge: where errors become one clear line and an exit code, and output becomes text or JSON."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TextIO, TypeVar

import msgspec
import platformdirs
import typer
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment
from rich.text import Text

from domain.contract.characters import escaped
from domain.contract.errors import GameError, Reason
from domain.contract.json_text import escaped_json

if TYPE_CHECKING:
    from domain.store.recorder import Recorder

P = ParamSpec("P")
T = TypeVar("T")

FINE, FAILED, BAD_INPUT, STOPPED = 0, 1, 2, 130
INTERRUPTED = "interrupted; nothing that was confirmed is lost"

EXIT_CODES: dict[Reason, int] = {
    Reason.ILLEGAL: BAD_INPUT,
    Reason.UNREADABLE: BAD_INPUT,
    Reason.NOT_FOUND: BAD_INPUT,
    Reason.CONFLICT: BAD_INPUT,
    Reason.BAD_SETTING: BAD_INPUT,
    Reason.CORRUPT: FAILED,
    Reason.BUSY: FAILED,
    Reason.UNAVAILABLE: FAILED,
}
"""The one table from reasons to exit codes."""

PIPED_WIDTH = 160
"""Columns of output that no terminal shows."""


def wide_enough() -> int | None:
    """The width to print to: the terminal's, or one that cuts nothing off where there is none."""
    return None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPED_WIDTH


SPACES = "\n\t"
"""Controls that reach a terminal."""


class SafeConsole(Console):
    """A console that shows what a terminal would obey, or nobody would see, as its code.

    Old stores hold names and remarks with such characters, and so do files that people bring.
    """

    def render_str(self, text: str, **options: Any) -> Text:
        """Make a text of markup as rich does, so that tables are as wide as what is shown."""
        return super().render_str(escaped(text, SPACES), **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render as rich does, and show what must not reach a terminal as its code."""
        for segment in super().render(renderable, options):
            text = segment.text if segment.control else escaped(segment.text, SPACES)
            yield segment if text is segment.text else segment._replace(text=text)


class Output(SafeConsole):
    """A console whose reader may go away (`| head`): that is no failure."""

    def on_broken_pipe(self) -> None:
        """Leave it to the edge."""
        raise BrokenPipeError


def write(text: str) -> None:
    """Write a text that is laid out already, such as a tape, to the output."""
    sys.stdout.write(escaped(text, SPACES))


def write_json(value: Any) -> None:
    """Write a value as JSON on one line."""
    sys.stdout.write(escaped_json(msgspec.json.encode(value).decode()) + "\n")


console = Output(highlight=False, soft_wrap=True, emoji=False, width=wide_enough())
"""Results."""
errors = SafeConsole(stderr=True, highlight=False, soft_wrap=True, emoji=False)
"""Errors, warnings and progress."""


def say(markup: str, *, hanging: int = 4, to: Console | None = None) -> None:
    """Print lines of rich markup; what is too long for a terminal is broken between words.

    What goes on in the next line stands `hanging` columns further in. Other output is not broken.
    """
    out = to or console
    for line in markup.split("\n"):
        text = Text.from_markup(line)
        if not out.is_terminal or cell_len(text.plain) <= out.width:
            out.print(text)
            continue
        indent = len(text.plain) - len(text.plain.lstrip()) + hanging
        first = text.wrap(out, max(20, out.width))[0]
        out.print(first)
        rest = text[len(first.plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        for part in rest.wrap(out, max(20, out.width - indent)):
            out.print(Text(" " * indent) + part)


StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store", help="The event store; otherwise that of LUDOGRAPH_STORE.", show_default=False
    ),
]
AnalyticsOption = Annotated[
    Path | None,
    typer.Option(
        "--analytics",
        help="The analytics file; otherwise that of LUDOGRAPH_ANALYTICS, or beside the store.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]

chosen: dict[str, Path] = {}
"""Files named before the command: `ludograph --store FILE list`."""


def store_path(option: Path | None) -> Path:
    """The event store: the option, the environment's, or the file in the user's data directory."""
    named = option or chosen.get("store") or from_environment("LUDOGRAPH_STORE")
    return named or data_file("matches.sqlite")


def analytics_path(option: Path | None, store: Path) -> Path:
    """The analytics file: the option, the environment's, or beside the store."""
    named = option or chosen.get("analytics") or from_environment("LUDOGRAPH_ANALYTICS")
    if not store.name:
        raise GameError(Reason.BAD_SETTING, f"{str(store)!r} names no file")
    path = named or store.with_suffix(".duckdb")
    if path.resolve() == store.resolve():
        raise GameError(
            Reason.BAD_SETTING,
            f"{path} would be the event store and the analytics file; name another with --analytics",
        )
    if "?" in str(path.resolve().parent):
        raise GameError(
            Reason.BAD_SETTING,
            f"DuckDB keeps no file in a folder with `?` in its name, such as {path.resolve().parent}; "
            "name another with --analytics",
        )
    return path


def from_environment(name: str) -> Path | None:
    """A file that an environment variable names."""
    value = os.environ.get(name)
    return Path(value) if value else None


def data_file(name: str) -> Path:
    """A file in the user's data directory."""
    return Path(platformdirs.user_data_dir("ludograph", appauthor=False)) / name


def open_store(option: Path | None, *, durable: bool = True, create: bool = False) -> Recorder:
    """Open the event store; unless it may be created, it must be there."""
    from domain.store.recorder import Recorder

    path = store_path(option)
    if not create:
        must_exist(path)
    recorder = Recorder(path, durable=durable)
    if recorder.read_only:
        errors.print(f"[dim]{escape(str(path))} is read-only: it is read, nothing is recorded[/]")
    return recorder


def must_exist(store: Path) -> None:
    """Refuse a store that is not there."""
    if not store.exists():
        raise GameError(
            Reason.NOT_FOUND,
            f"there is no store at {store} yet; `ludograph new riftforce` or `ludograph import FILE` "
            "makes one",
        )


def print_json(value: Any) -> None:
    """Print a value as one JSON document."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    sys.stdout.write(escaped_json(text) + "\n")


FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says when there is no room for what is written."""
LONGEST = 1_000
"""Letters of an error that are shown: what somebody typed or a file holds can be endless."""


def fail(error: GameError) -> int:
    """Print an error as one line and return the exit code it means."""
    errors.print(f"[bold red]ludograph:[/] {escape(shortened(str(error)))}")
    return EXIT_CODES[error.reason]


left_out: list[GameError] = []
"""What this command could not read among what it reads; then it fails, when it has done the rest."""


def leave_out(error: GameError, *, shown: bool = False) -> None:
    """Go on without a match that cannot be read: name it, unless it is `shown` elsewhere."""
    left_out.append(error)
    if not shown:
        errors.print(f"[yellow]left out:[/] {escape(shortened(error.message))}")


def shortened(phrase: str) -> str:
    """An error on one line, and not endless."""
    phrase = " ".join(phrase.split("\n"))
    if len(phrase) > LONGEST:
        phrase = f"{phrase[: LONGEST // 2]} … {phrase[-LONGEST // 2 :]}"
    return phrase


def forget_output() -> None:
    """Write nowhere from now on: whoever read the output has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning about something installed as one line; others as Python does."""
    from domain.games.plugins import InstalledWarning

    if issubclass(category, InstalledWarning):
        errors.print(f"[bold yellow]ludograph:[/] {escape(str(message))}")
    else:
        _as_python_does(message, category, filename, lineno, file, line)


_as_python_does = warnings.showwarning


def guarded(command: Callable[P, T]) -> Callable[P, T]:
    """A command whose GameErrors become a line and an exit code."""

    @wraps(command)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        left_out.clear()
        try:
            found = command(*args, **kwargs)
            if left_out:
                raise typer.Exit(FAILED)
            return found
        except GameError as error:
            raise typer.Exit(fail(error)) from error
        except UnicodeError as error:
            wrong = GameError(
                Reason.UNREADABLE,
                f"that is no text: {error.reason}"
                if isinstance(error, UnicodeEncodeError | UnicodeDecodeError)
                else "that is no text",
            )
            raise typer.Exit(fail(wrong)) from error
        except RecursionError as error:
            wrong = GameError(Reason.UNREADABLE, "what was given is nested too deeply to be read")
            raise typer.Exit(fail(wrong)) from error
        except BrokenPipeError:
            forget_output()
            raise typer.Exit(FINE) from None
        except KeyboardInterrupt:
            errors.print(INTERRUPTED)
            raise typer.Exit(STOPPED) from None
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.errno in FULL:
                errors.print(f"[bold red]ludograph:[/] cannot write: {escape(str(error.strerror))}")
                raise typer.Exit(FAILED) from error
            if os.environ.get("LUDOGRAPH_DEBUG"):
                raise
            phrase = f"{type(error).__name__}: {error}".splitlines()[0]
            errors.print(
                f"[bold red]ludograph:[/] a fault of the program: {escape(phrase)} "
                "(nothing was half recorded; LUDOGRAPH_DEBUG=1 shows where)"
            )
            raise typer.Exit(FAILED) from error

    return wrapper
