"""Nothing of the language is without a test: every node, every field, every event of a trigger."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

from domain.games.solforge.cards import nodes as n

HELPERS = {
    "one": ("Filter", ("side",)),
    "every": ("Filter", ("side",)),
    "triggered": ("Trigger", ("event",)),
    "spy": ("Trigger", ("event", "who")),
    "instead": ("Trigger", ("event",)),
    "later": ("Trigger", ("event",)),
    "rock": ("Forbid", ("what",)),
    "ban": ("Forbid", ("what",)),
    "meant": ("Filter", ()),
    "lord": ("Aura", ()),
    "change": ("Change", ("who", "attack", "health", "until")),
}
"""What short ways of the tests make, and the fields of their first arguments."""
NODES = {
    name: node
    for name, node in inspect.getmembers(n, inspect.isclass)
    if issubclass(node, n.Node) and node is not n.Node
}


def used() -> tuple[dict[str, set[str]], set[str]]:
    """Fields by node that the tests here give a value, and all words they speak of."""
    fields: dict[str, set[str]] = {}
    words: set[str] = set()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path.name == Path(__file__).name:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            if isinstance(node, ast.Call):
                note(node, fields)
            if isinstance(node, ast.Dict):
                keys = {k.value for k in node.keys if isinstance(k, ast.Constant)}
                fields.setdefault("Filter", set()).update(str(key) for key in keys)
                fields.setdefault("Trigger", set()).update(str(key) for key in keys)
    return fields, words


def note(call: ast.Call, fields: dict[str, set[str]]) -> None:
    """Remember which fields of a node a call fills."""
    match call.func:
        case ast.Attribute(ast.Name("n"), name) if name in NODES:
            order = NODES[name].__struct_fields__
        case ast.Name(name) if name in HELPERS:
            name, order = HELPERS[name]
        case _:
            return
    own = fields.setdefault(name, set())
    own.update(order[: len(call.args)])
    own.update(keyword.arg for keyword in call.keywords if keyword.arg)


FIELDS, WORDS = used()


@pytest.mark.parametrize("name", sorted(NODES))
def test_every_field_of_every_node(name: str) -> None:
    assert name in FIELDS, f"{name} is in no test"
    assert set(NODES[name].__struct_fields__) <= FIELDS[name]


def events() -> list[str]:
    """The events that the docstring of Trigger names."""
    text = re.sub(r"\([^)]*\)", "", str(inspect.getdoc(n.Trigger)).partition("one of")[2])
    return [word.strip() for word in re.split(r"[,/.]", text.replace("\n", " ")) if word.strip()]


@pytest.mark.parametrize("event", events())
def test_every_event(event: str) -> None:
    assert event in WORDS, f"nothing triggers on {event!r} in a test"


def forbidden() -> set[str]:
    """What the grammar can forbid."""
    from domain.games.solforge.language import gifts

    return set(gifts._forbidden.values())


@pytest.mark.parametrize("what", sorted(forbidden()))
def test_every_prohibition(what: str) -> None:
    assert what in WORDS, f"nothing can't {what!r} in a test"
