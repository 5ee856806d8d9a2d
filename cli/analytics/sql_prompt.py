"""The prompt of `ludograph sql`: queries over several lines, history, completion, colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.history import FileHistory
from prompt_toolkit.lexers import PygmentsLexer
from pygments.lexers.sql import SqlLexer  # type: ignore[import-untyped,unused-ignore]
from rich.markup import escape

from cli.analytics.saved_queries import list_kept
from cli.analytics.tables import print_relation, print_relations
from cli.edge import console, data_file, fail
from domain.contract.errors import GameError
from projections.games.registry import RELATIONS
from projections.schema.definitions import MACROS
from projections.schema.document import find_relation

WORDS = (
    "SELECT FROM WHERE GROUP BY ORDER BY HAVING LIMIT JOIN LEFT JOIN USING ON WITH AS DISTINCT "
    "count avg sum min max FILTER QUALIFY OVER PARTITION BY UNION ALL CASE WHEN THEN ELSE END "
    "DESCRIBE SUMMARIZE wilson_low wilson_high"
)
HELP = """A query ends with [bold];[/] or an empty line. Besides SQL:
  [bold].tables[/]          what there is to ask
  [bold].schema TABLE[/]    the columns of a table
  [bold].saved[/]           the saved queries
  [bold]@NAME who=Ann[/]    one of them, with a value for its $who
  [bold].quit[/]            leave (or Ctrl-D)"""


def prompt_for_sql(
    ask: Callable[[str], None], over: str = "everything recorded", saved: Path | None = None
) -> None:
    """Read queries until the end of the input; errors are printed, and the prompt goes on.

    `over` says what is asked about; `saved` is the folder of saved queries.
    """
    history = data_file("sql_history")
    history.parent.mkdir(parents=True, exist_ok=True)
    session: PromptSession[str] = PromptSession(
        history=FileHistory(str(history)),
        lexer=PygmentsLexer(SqlLexer),
        completer=WordCompleter([*WORDS.split(), *names()], ignore_case=True),
        complete_while_typing=False,
    )
    console.print(f"SQL over {escape(over)}; [bold].help[/] for help")
    lines: list[str] = []
    while True:
        try:
            lines.append(session.prompt("sql> " if not lines else "...> "))
        except EOFError:
            return
        except KeyboardInterrupt:
            lines.clear()
            continue
        if not lines[-1].strip() and len(lines) == 1:
            lines.clear()
        elif len(lines) == 1 and lines[0].lstrip().startswith("."):
            if not run_command(lines.pop().split(), saved):
                return
        elif len(lines) == 1 and lines[0].lstrip().startswith("@"):
            answered(ask, lines.pop())
        elif lines[-1].rstrip().endswith(";") or not lines[-1].strip():
            answered(ask, "\n".join(lines))
            lines.clear()


def answered(ask: Callable[[str], None], query: str) -> None:
    """Ask; an error is one line, Ctrl-C ends only the query."""
    try:
        ask(query)
    except GameError as error:
        fail(error)
    except KeyboardInterrupt:
        console.print("interrupted")


def run_command(words: list[str], saved: Path | None = None) -> bool:
    """Run a command that starts with a dot; False to leave."""
    match words:
        case [".quit" | ".exit" | ".q"]:
            return False
        case [".tables"]:
            print_relations(RELATIONS, MACROS)
        case [".schema", *tables]:
            for table in tables or [relation.name for relation in RELATIONS]:
                try:
                    print_relation(find_relation(table))
                except GameError as error:
                    fail(error)
        case [".saved"] if saved:
            list_kept(saved, as_json=False)
        case _:
            console.print(HELP)
    return True


def names() -> Iterable[str]:
    """Names of tables, views and their columns, each once."""
    found = [relation.name for relation in RELATIONS]
    found += [column.name for relation in RELATIONS for column in relation.columns]
    return dict.fromkeys(found)
