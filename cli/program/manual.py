"""The commands there are, in groups by what people do: each with a line of help, and where it is.

Help and completion of the program read this table alone; a command's module is imported when the
command is run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Entry(NamedTuple):
    """A command of the program."""

    name: str
    place: str
    """`.module:name`, below `cli`, of the function; or of a `typer.Typer` with more commands."""
    help: str
    """The first line of its docstring."""
    lines: bool = False
    """Words of it are lines of notation: they may begin with a dash and hold any letter."""


# fmt: off
GROUPS: Final[Mapping[str, tuple[Entry, ...]]] = {
    "Record": (
        Entry("new", ".record.commands:new",
              "Open a match; then `record` it."),
        Entry("record", ".record.commands:record",
              "Record a match at the table, line by line; quit whenever you like, and go on "
              "later."),
        Entry("play", ".record.commands:play",
              'Record one turn (or more), for scripts: `play last "play F5@1 F6@2"`.', lines=True),
        Entry("undo", ".record.revise:undo",
              "Take back the last line, or some; they stay in the record, beside the line."),
        Entry("redo", ".record.revise:redo",
              "Take the last take-back back; or let the line end with any step that was ever "
              "recorded."),
        Entry("amend", ".record.revise:amend",
              "Correct the line that tells a step; everything after it is decided "
              "again.", lines=True),
        Entry("reveal", ".record.revise:reveal",
              "Tell afterwards what was hidden in a step: the same line, and more; all is "
              "checked against it.", lines=True),
        Entry("rule", ".record.revise:rule",
              "Enter a ruling: facts that the rules did not give, or a play that "
              "stood.", lines=True),
        Entry("note", ".record.end:note",
              "Keep a remark on a step."),
        Entry("end", ".record.end:end",
              "End a match by other ways than its rules."),
        Entry("pause", ".record.end:pause",
              "Stop the clocks."),
        Entry("resume", ".record.end:resume",
              "Let the clocks go on."),
        Entry("import", ".record.commands:import_files",
              "Import matches. A bad one is reported and the others go in; importing twice "
              "adds nothing."),
    ),
    "Look back": (
        Entry("list", ".match.list_export:list_matches",
              "List the matches, the last opened first."),
        Entry("show", ".match.show_replay:show",
              "Show the board of a match: as it is now, or after a step, or where a turn begins."),
        Entry("replay", ".match.show_replay:replay",
              "Step through a match in the terminal: → next, ← back, ↓ ↑ turns, g jump, ? "
              "help, q quit."),
        Entry("history", ".match.show_replay:history",
              "Tell every event of a match in the order it was recorded: when, by whom, and "
              "what stands."),
        Entry("audit", ".match.audit:audit",
              "Check that matches are as they were recorded and follow the rules; repairs "
              "nothing."),
        Entry("compare", ".branch.commands:compare",
              "Compare two matches: how long they are the same, where they part, how each "
              "went on."),
    ),
    "What if, bots, two recordings": (
        Entry("fork", ".branch.commands:fork",
              "What if: a new match that is the same up to a step, to go on by hand or by bots."),
        Entry("merge", ".branch.commands:merge",
              "Put two recordings of one match together; what one knows and the other does "
              "not is filled in."),
        Entry("simulate", ".record.commands:simulate",
              "Let bots play. Interrupted, the same command goes on where it was."),
    ),
    "Tournament": (
        Entry("event", ".match.event_series:event",
              "Show an event: rounds, tables, results and standings. Without a name: list "
              "the events."),
        Entry("series", ".match.event_series:series",
              "Show a series: its games, who sat where, and the score. Without a name: list "
              "the series."),
    ),
    "Ask": (
        Entry("stats", ".analytics.stats:stats",
              "Show statistics of a game. Draws count as no win; unfinished matches are left out."),
        Entry("report", ".analytics.report:report",
              "Write one page with all reports of a game, to be posted: tables, charts, SQL, "
              "in one file."),
        Entry("sql", ".analytics.sql:sql",
              "Ask a question in SQL, in DuckDB's dialect; `ludograph schema` says what "
              "there is to ask."),
        Entry("schema", ".analytics.schema:schema",
              "Say what tables and views there are, and what their columns hold."),
        Entry("ratings", ".analytics.ratings:ratings",
              "Rate the players of a game by the results of their matches, the strongest first."),
        Entry("chances", ".analytics.chances:chances",
              "Say how probable a win was: at each turn of a match, or over all matches of a "
              "game."),
        Entry("decisions", ".analytics.decisions:decisions",
              "Work out for SQL what else was legal at each decision, and how the sensible "
              "bot ranks it."),
        Entry("project", ".analytics.project:project",
              "Bring the analytics file up to date with the store."),
        Entry("publish", ".analytics.publish:publish",
              "Write all tables and views as files that need no ludograph to be read."),
    ),
    "Share": (
        Entry("export", ".match.list_export:export",
              "Export matches as tapes or JSON Lines; importing them gives the same matches."),
        Entry("film", ".match.pictures:film",
              "Draw steps of a match as an animated picture, to be shown anywhere."),
        Entry("serve", ".service.serve:serve",
              "Serve the matches to a browser, on this machine or beyond, until Ctrl-C."),
        Entry("token", ".service.tokens:tokens",
              "Tokens for what `serve` serves to others."),
    ),
    "Trust": (
        Entry("key", ".trust.keys_sign:keys",
              "Make and show the keys that you sign matches with."),
        Entry("sign", ".trust.keys_sign:sign",
              "Sign a match: everything that is recorded of it up to now."),
        Entry("signatures", ".trust.keys_sign:list_signatures",
              "List who signed a match, up to where, and whether it holds. Exit code 1 if "
              "one does not."),
        Entry("dossier", ".trust.dossier:write_dossier",
              "Write matches with hashes and signatures into a file that `verify` checks "
              "without the store."),
        Entry("prove", ".trust.dossier:prove",
              "Write one match, and the proof that it is one of those of an event, into a file."),
        Entry("verify", ".trust.verify:verify",
              "Check a dossier from the file alone: hashes, root, signatures, rules. Exit "
              "code 1 if it fails."),
    ),
    "Games": (
        Entry("cards", ".games.solforge_cards:commands",
              "Look at the cards of SolForge Fusion, check card files, make decks of them."),
        Entry("check", ".match.list_export:check",
              "Run scenario files: positions, what is played, what must hold or be refused."),
        Entry("check-game", ".games.registry:check_game",
              "Check that a game keeps the contract: bots play it, and everything is done "
              "with the matches."),
        Entry("demo", ".match.list_export:demo",
              "Import, simulate, replay, audit and analyse real matches, and say what to try "
              "next."),
    ),
}
# fmt: on

ENTRIES: Final[Mapping[str, Entry]] = {
    entry.name: entry for entries in GROUPS.values() for entry in entries
}
