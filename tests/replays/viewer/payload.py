"""The types of the JSON that pages read, written for the type checker of their scripts.

They are the structs that the service and the shared file encode, so that a field is named once;
`python -m tests.replays.viewer.payload` writes the file anew.
"""

from __future__ import annotations

import datetime
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from replays import board
from replays.service import match_list, problems, prompts, writes
from replays.service.routes import matches, pages
from replays.service.statistics import questions
from replays.viewer import sections
from replays.viewer.html_file import Shared

FILE: Final = Path(__file__).parents[3] / "replays/viewer/types/payload.d.ts"
STRUCTS: Final[dict[str, type[msgspec.Struct]]] = {
    "Number": board.Number,
    "Card": board.Card,
    "Zone": board.Zone,
    "SeatInfo": board.SeatInfo,
    "Board": board.Board,
    "Mark": board.Mark,
    "Frame": sections.Frame,
    "Ending": sections.Ending,
    "Verdict": sections.Verdict,
    "Head": sections.Head,
    "Beside": sections.Beside,
    "Step": sections.StepEntry,
    "NotationLine": sections.NotationLine,
    "Variation": sections.VariationEntry,
    "Curve": sections.Curve,
    "Line": sections.Line,
    "Shared": Shared,
    "Audited": matches.Audited,
    "Game": matches.GameInfo,
    "Summary": match_list.Summary,
    "Page": match_list.Page,
    "Option": prompts.Option,
    "Group": prompts.Group,
    "Asked": prompts.Asked,
    "Clock": prompts.ClockReading,
    "Clocks": prompts.ClockReadings,
    "Happened": writes.Happened,
    "Recorded": writes.Recorded,
    "Session": pages.Session,
    "Problem": problems.Problem,
    "Rows": questions.Rows,
    "ReportEntry": questions.ReportInfo,
    "Filter": questions.FilterInfo,
    "Reports": questions.Reports,
    "Report": questions.Report,
    "Behind": questions.Behind,
}
"""Structs by the names that scripts use, which need no other names when modules are renamed."""
PLAIN: Final[dict[Any, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
    datetime.date: "string",
}
HEAD: Final = """\
// What pages read, as the structs in Python say it; written by `python -m tests.replays.viewer.payload`.
declare namespace Payload {
"""


def written() -> str:
    """The whole file."""
    return HEAD + "\n".join(map("".join, map(interface, STRUCTS))) + "}\n"


def interface(name: str) -> Iterator[str]:
    """The lines of one struct; a field that is left out when it has its default may be missing."""
    struct = STRUCTS[name]
    hints = get_type_hints(struct)
    missing = struct.__struct_config__.omit_defaults
    yield f"  interface {name} {{\n"
    for field in msgspec.structs.fields(struct):
        optional = missing and not field.required
        kind = script_type(hints[field.name])
        if optional and field.default is None:
            kind = kind.removesuffix(" | null")
        yield f"    {field.encode_name}{'?' * optional}: {kind};\n"
    yield "  }\n"


def script_type(kind: Any) -> str:
    """A type of Python as scripts write it. Raises KeyError for one that has no counterpart."""
    origin, parts_of = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in parts_of)
    if origin in (Union, types.UnionType):
        return " | ".join(map(script_type, parts_of))
    if origin is list or (origin is tuple and parts_of[1:] == (...,)):
        inner = script_type(parts_of[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(script_type, parts_of))}]"
    if origin is dict:
        return f"Record<{script_type(parts_of[0])}, {script_type(parts_of[1])}>"
    names = {struct: name for name, struct in STRUCTS.items()}
    return names[kind] if kind in names else PLAIN[kind]


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(written(), encoding="utf-8")
