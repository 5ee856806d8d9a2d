"""`sql --save`, `--saved` and `--forget`: queries that are kept under names."""

from __future__ import annotations

from pathlib import Path

from rich import box
from rich.markup import escape
from rich.table import Table

from cli.analytics.tables import print_table
from cli.edge import console, print_json
from projections.read import saved_queries


def keep(folder: Path, name: str, sql: str, about: str, replace: bool, as_json: bool) -> None:
    """Keep a query, and say how it is called."""
    found = saved_queries.save(folder, name, sql, about, replace=replace)
    if as_json:
        print_json(as_data(found))
        return
    params = "".join(f" --param {parameter}=…" for parameter in found.parameters)
    console.print(f"kept in {escape(str(found.path))}; `ludograph sql @{found.name}{params}` asks")


def list_kept(folder: Path, as_json: bool) -> None:
    """Print the queries that are kept."""
    found = saved_queries.everything(folder)
    if as_json:
        print_json([as_data(query) for query in found])
        return
    if not found:
        console.print('none is saved yet; `ludograph sql --save NAME "QUERY"` keeps one')
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("name", "parameters", "answers"):
        table.add_column(heading)
    for query in found:
        params = ", ".join("$" + name for name in query.parameters)
        table.add_row(f"[bold]@{query.name}[/]", escape(params), escape(query.about))
    print_table(table)
    console.print(f"[dim]{escape(str(folder))}[/]")


def remove_kept(folder: Path, name: str, as_json: bool) -> None:
    """Forget a query."""
    saved_queries.forget(folder, name)
    if as_json:
        print_json({"forgotten": saved_queries.checked(name)})
    else:
        console.print(f"@{saved_queries.checked(name)} is forgotten")


def as_data(query: saved_queries.Saved) -> dict[str, object]:
    """A saved query as plain data."""
    return {
        "name": query.name,
        "about": query.about,
        "parameters": list(query.parameters),
        "sql": query.sql,
        "path": str(query.path),
    }
