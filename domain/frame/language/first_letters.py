"""With which letters a pattern or a rule can begin, so that rules that cannot are not even tried."""

from __future__ import annotations

import string
from functools import lru_cache
from typing import Any, Final

ANY: Final = None
"""Any letter, or not known."""
LETTERS: Final = frozenset(string.ascii_lowercase)
First = frozenset[str] | None
"""Small letters and marks; the empty string among them: it may read nothing. None: any."""


@lru_cache(maxsize=4096)
def letters(pattern: str) -> First:
    """With which letters what fits a (plain) regular expression can begin."""
    found: set[str] = set()
    for branch in _branches(pattern):
        first = _sequence(branch)
        if first is None:
            return ANY
        found |= first
    return frozenset(found)


def _branches(pattern: str) -> list[str]:
    out, depth, start, i = [], 0, 0, 0
    while i < len(pattern):
        c = pattern[i]
        if c == "\\":
            i += 1
        elif c == "[":
            i = _class_end(pattern, i)
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
        elif c == "|" and not depth:
            out.append(pattern[start:i])
            start = i + 1
        i += 1
    return [*out, pattern[start:]]


def _class_end(pattern: str, i: int) -> int:
    j = pattern.index("]", i + 2)
    while pattern[j - 1] == "\\":
        j = pattern.index("]", j + 1)
    return j


def _group_end(pattern: str, i: int) -> int:
    depth = 0
    while True:
        c = pattern[i]
        if c == "\\":
            i += 1
        elif c == "[":
            i = _class_end(pattern, i)
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if not depth:
                return i
        i += 1


def _sequence(pattern: str) -> First:
    found: set[str] = set()
    i = 0
    while i < len(pattern):
        one: First
        c = pattern[i]
        if c == "(":
            end = _group_end(pattern, i)
            inner = pattern[i + 1 : end]
            if inner.startswith(("?!", "?=", "?<")):
                i = end + 1
                continue
            one = letters(inner.partition(":")[2] if inner.startswith("?") else inner)
        elif c == "[":
            end = _class_end(pattern, i)
            one = _class(pattern[i + 1 : end])
        elif c == "\\":
            end = i + 1
            one = _escape(pattern[end])
            if pattern[end] == "b":
                i = end + 1
                continue
        elif c in ".^$":
            return ANY
        else:
            end = i
            one = frozenset(c.lower())
        if one is None:
            return ANY
        after = pattern[end + 1 : end + 2]
        found |= one - {""}
        if after in ("?", "*") or "" in one:
            i = end + 1 + (after in ("?", "*"))
            continue
        return frozenset(found)
    return frozenset(found | {""})


def _class(inside: str) -> First:
    if inside.startswith("^") or "\\" in inside.replace("\\d", "").replace("\\[", "").replace(
        '\\"', ""
    ):
        return ANY
    out: set[str] = set()
    i = 0
    inside = inside.replace("\\d", "0123456789").replace("\\", "")
    while i < len(inside):
        if inside[i + 1 : i + 2] == "-" and i + 2 < len(inside):
            out |= {chr(c).lower() for c in range(ord(inside[i]), ord(inside[i + 2]) + 1)}
            i += 3
        else:
            out.add(inside[i].lower())
            i += 1
    return frozenset(out)


def _escape(c: str) -> First:
    if c == "d":
        return frozenset(string.digits)
    if c in "wWsS":
        return ANY
    return frozenset(c.lower())


@lru_cache(maxsize=4096)
def sample(pattern: str) -> str:
    """The shortest plain words that a pattern stands for, for telling what was expected."""
    out = ""
    branch = _branches(pattern)[0]
    i = 0
    while i < len(branch):
        c = branch[i]
        end = i
        one = c
        if c == "(":
            end = _group_end(branch, i)
            inner = branch[i + 1 : end]
            if inner.startswith(("?!", "?=", "?<")):
                one = ""
            else:
                one = sample(inner.partition(":")[2] if inner.startswith("?") else inner)
        elif c == "[":
            end = _class_end(branch, i)
            one = branch[i + 1]
        elif c == "\\":
            end = i + 1
            one = {"d": "3", "w": "", "b": "", "s": " "}.get(branch[end], branch[end])
        elif c in "^$.":
            one = ""
        after = branch[end + 1 : end + 2]
        if after in ("?", "*"):
            one = ""
        i = end + 1 + (after in ("?", "*", "+") and after != "")
        out += one
    return out.strip()


def first_of(rule: Any, inside: frozenset[int] = frozenset()) -> tuple[First, frozenset[str]]:
    """With which letters what a rule reads can begin, and what is expected there."""
    known: tuple[First, frozenset[str]] | None = getattr(rule, "first", None)
    if known is not None:
        return known
    how = getattr(rule, "how", None)
    if how is None or id(rule) in inside:
        return ANY, frozenset()
    inside |= {id(rule)}
    kind, parts = how
    found: set[str] = set()
    labels: frozenset[str] = frozenset()
    for part in parts:
        letters_, expected = first_of(part, inside)
        labels |= expected
        if letters_ is None:
            return ANY, labels
        found |= letters_ - {""} if kind == "seq" else letters_
        if kind == "seq" and "" not in letters_:
            return frozenset(found), labels
    if kind in ("seq", "maybe"):
        found.add("")
    return frozenset(found), labels
