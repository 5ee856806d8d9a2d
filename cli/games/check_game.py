"""Whether a game keeps the contract: bots play it, and everything is done with the matches."""

from __future__ import annotations

import json
import os
import random
import tempfile
import traceback
from collections.abc import Callable, Iterator
from copy import deepcopy
from math import isfinite
from pathlib import Path
from typing import Any, get_args

import msgspec

from cli.games.check_rulings import put_again, refused, worded
from domain.bots.decisions import SAME
from domain.bots.simulation import TURN_LIMIT, deal, play_match
from domain.contract.board import Board
from domain.contract.errors import GameError
from domain.contract.game import DEALER, Ask, Game, seat_name
from domain.formats.jsonl import read_jsonl, write_jsonl
from domain.formats.tape import Tape, read_tapes, write_tape
from domain.games.plugins import unfit
from domain.record.breaches import breaches
from domain.record.codec import codec, encode
from domain.record.events import AnyStep, Opened
from domain.record.match import Match, Record, fold
from domain.store.recorder import Recorder
from projections.read.reader import open_reader
from projections.reports.statistics import projected, run_report
from replays.audit.store_audit import audit_store
from replays.audit.verdicts import report_lines
from replays.board.terminal import terminal_text

BOTS: tuple[tuple[str, ...], ...] = (
    ("random", "random"),
    ("sensible", "random"),
    ("random", "sensible"),
    ("sensible", "sensible"),
)
LONGEST_TAG = 12
EACH_STEP = 7
"""After how many steps the laws are looked at."""
AT = 1_764_448_788_123
"""When the matches claim to have been recorded."""


class Check(msgspec.Struct):
    """One thing a game must do, and what is wrong with it: nothing if it holds."""

    name: str
    problems: list[str]


Played = list[Record]
Checking = Callable[[Game, Played], Iterator[str]]


def check(game: Game, number: int = 20, seed: int = 1) -> Iterator[Check]:
    """Check a game with so many matches, each check as it is done; no matches, no further checks."""
    played: Played = []
    for name, checking in (*FIRST.items(), *OVER_MATCHES.items()):
        if checking is play:
            done, played = playing(game, number, seed)
        else:
            done = Check(name, problems_of(checking, game, played))
        yield done
        if done.problems and name in FIRST:
            return


def problems_of(checking: Checking, game: Game, played: Played) -> list[str]:
    """What a check finds wrong, each problem once; a failure of the game is one, with its place."""
    found: dict[str, None] = {}
    try:
        for problem in checking(game, played):
            found[problem] = None
    except Exception as error:
        if os.environ.get("LUDOGRAPH_DEBUG"):
            raise
        last = traceback.extract_tb(error.__traceback__)[-1]
        phrase = " ".join(f"{type(error).__name__}: {error}".split())
        found[f"{phrase} ({Path(last.filename).name}, line {last.lineno}, {last.name})"] = None
    return list(found)


# -- first ---------------------------------------------------------------------------------------


def structure(game: Game, _: Played) -> Iterator[str]:
    """Names, types and tags."""
    if wrong := unfit(game, game.key):
        yield wrong
    for union in (game.action_type, game.fact_type):
        for kind in get_args(union) or (union,):
            if len(kind.__struct_config__.tag) > LONGEST_TAG:
                yield f"the tag of {kind.__name__} is longer than {LONGEST_TAG} letters"
    facts = get_args(game.fact_type) or (game.fact_type,)
    if not any(fact.opens_turn for fact in facts):
        yield "no fact opens a turn: opens_turn = True, with turn and seat as first fields"
    if lacking := {"random", "sensible"} - set(game.bots):
        yield f"there is no bot {', '.join(sorted(lacking))}"
    if not game.name or not game.rules_version:
        yield "name and rules_version must not be empty"


def settings(game: Game, _: Played) -> Iterator[str]:
    """Settings are completed and checked."""
    complete = game.settings({})
    if game.settings(complete) != complete:
        yield "settings that are complete are changed when they are checked again"
    try:
        game.settings({"no such": "setting"})
    except GameError:
        return
    yield "a setting that there is not must be refused with a GameError"


def play(game: Game, played: Played) -> Iterator[str]:
    """Play a match, asked step by step; the matches come from `playing`."""
    for record in played:
        if game.result(record.state()) is None:
            yield f"no match may last longer than {TURN_LIMIT} turns ({record.id})"
    for index in (0, 1):
        yield from watched(game, random.Random(index))


def watched(game: Game, rng: random.Random) -> Iterator[str]:
    """Play a match at random and look at every question, every answer and every fact."""
    complete = game.settings({})
    match, shadow = Match(game, complete), game.new_state(complete)
    while (ask := match.ask) is not None and match.state.turn <= TURN_LIMIT:
        about = f"question {ask.about!r}"
        if not game.notation.words(match.state, ask) or not ask.why_not(msgspec.UNSET):
            yield f"{about}: the notation has no words for it"
        if ask.seat == DEALER:
            chosen = deal(ask, rng)
        else:
            yield from misplayed(game, match.state, ask)
            chosen = game.bots["random"](match.state, ask, rng)
        if chosen not in ask.choices:
            yield f"{about}: {chosen!r} was drawn at random and is not legal"
            return
        match.answer(chosen)
        for fact in (fact for step in match.take() for fact in step.facts):
            before, kept = shadow.copy(), deepcopy(shadow)
            if not game.tell(fact, shadow):
                yield f"{type(fact).__name__} is not told"
            fact.apply(shadow)
            if before != kept:
                yield f"{type(fact).__name__} changes copies of the state: copy() is not deep enough"
        if shadow != match.state:
            yield f"{about}: the rules change the state other than by facts"
            return


def misplayed(game: Game, state: Any, ask: Ask) -> Iterator[str]:
    """What is wrong with how the bots answer a question."""
    before = deepcopy(state)
    for name, bot in game.bots.items():
        chosen = bot(state, ask, random.Random(1))
        if chosen not in ask.choices:
            yield f"question {ask.about!r}: the bot {name} chooses {chosen!r}, which is not legal"
        if bot(state, ask, random.Random(1)) != chosen:
            yield f"question {ask.about!r}: the bot {name} chooses otherwise when asked again"
        if state != before:
            yield f"question {ask.about!r}: the bot {name} changes the state"
    yield from misvalued(game, state, ask)
    if state != before:
        yield f"question {ask.about!r}: to value its answers changes the state"


def misvalued(game: Game, state: Any, ask: Ask) -> Iterator[str]:
    """What is wrong with how a game values the answers to a question, and knows a hand."""
    if game.unknown(state, ask.seat) != game.unknown(game.view(state, ask.seat), ask.seat):
        yield f"question {ask.about!r}: a seat does not know its own hand in its view"
    value = game.valued(state, ask)
    if value is None:
        return
    values = [value(action) for action in ask.choices]
    if not all(isfinite(one) for one in values):
        yield f"question {ask.about!r}: an answer is worth no number"
    chosen = game.bots["sensible"](state, ask, random.Random(1))
    if value(chosen) < max(values) - SAME:
        yield f"question {ask.about!r}: the bot sensible chooses {chosen!r}, which it values less"


def playing(game: Game, number: int, seed: int) -> tuple[Check, Played]:
    """Let bots play the matches."""
    played: Played = []

    def run(game: Game, played: Played) -> Iterator[str]:
        complete = game.settings({})
        for index in range(number):
            bots = BOTS[index % len(BOTS)]
            steps = play_match(game, complete, bots, seed, index)
            again = index < len(BOTS) and play_match(game, complete, bots, seed, index)
            if again and steps != again:
                yield "the same seed gives another match"
            opened = Opened(game.key, game.rules_version, complete, bots, AT, bots=bots, seed=seed)
            played.append(Record(f"check{index:04}", game, opened, steps, ""))
        yield from play(game, played)

    return Check(PLAYED, problems_of(run, game, played)), played


# -- over matches --------------------------------------------------------------------------------


def stored(game: Game, played: Played) -> Iterator[str]:
    """Steps are the same after they were stored."""
    for step in (step for record in played for step in record.steps):
        back = codec(game.key).step.decode(encode(step))
        if back != step:
            yield f"{step.action!r} with {step.facts!r} comes back as {back!r}"


def written(_: Game, played: Played) -> Iterator[str]:
    """Tapes and JSON Lines give the same match."""
    for record in played:
        for write, read in ((write_tape, read_tapes), (write_jsonl, read_jsonl)):
            (back,) = read(write(record), record.id)
            if not isinstance(back, Tape):
                yield f"cannot be read again: {back}"
            elif plainly(back.steps) != plainly(record.steps):
                yield f"{record.id} comes back with other steps from {write.__name__[6:]}"


def plainly(steps: list[AnyStep]) -> list[tuple[Any, ...]]:
    """What was decided and what it caused."""
    return [(step.seat, step.action, step.facts) for step in steps]


def resumed(game: Game, played: Played) -> Iterator[str]:
    """A match can be gone on with after every step."""
    for record in played[: len(BOTS)]:
        for end in range(len(record.steps) + 1):
            state = record.state(end)
            if Match(game, record.opened.settings, record.steps[:end]).state != state:
                yield f"{record.id} goes on from another state after step {end}"


def hidden(game: Game, played: Played) -> Iterator[str]:
    """What a seat knows is what it was shown, and its view of everything is no other."""
    for record in played[: len(BOTS)]:
        for seat in (*game.seats, None):
            who = "a spectator" if seat is None else seat_name(seat)
            whole = game.new_state(record.opened.settings)
            known = game.view(whole, seat)
            for number, step in enumerate(record.steps, 1):
                fold(whole, [step])
                fold(known, [step.seen_by(seat)])
                if game.view(whole, seat) != known:
                    yield f"{who} knows more or less than it was shown ({record.id}, step {number})"
                    break


def lawful(game: Game, played: Played) -> Iterator[str]:
    """Legal play breaks no law of the game, whoever looks at it."""
    for record in played:
        state, settings = game.new_state(record.opened.settings), record.opened.settings
        for number, step in enumerate(record.steps, 1):
            fold(state, [step])
            if number % EACH_STEP and number < len(record.steps):
                continue
            looks = [(settings, state)] + [
                (game.settings_seen_by(settings, seat), game.view(state, seat))
                for seat in (*game.seats, None)
            ]
            for breach in (b for known, seen in looks for b in breaches(game, known, seen)):
                yield f"legal play breaks a law: {breach.text} ({record.id}, step {number})"


def drawn(game: Game, played: Played) -> Iterator[str]:
    """The state is plain data, and its board is drawn."""
    for record in played[: len(BOTS)]:
        for end in {0, len(record.steps) // 2, len(record.steps)}:
            state = record.state(end)
            data = game.data(state)
            if json.loads(msgspec.json.encode(data)) != data:
                yield "data is not plain data: strings, numbers, lists, and objects with names"
                continue
            board = game.board(state)
            if not isinstance(board, Board):
                yield f"board is a {type(board).__name__}, not a Board"
            elif msgspec.json.decode(msgspec.json.encode(board), type=Board) != board:
                yield "board holds something else than strings, numbers, zones and cards"
            elif not terminal_text(board):
                yield "board has nothing that can be drawn"


def audited(_: Game, played: Played) -> Iterator[str]:
    """Recorded, the matches are legal and whole."""
    with recorded(played) as folder:
        report = audit_store(Path(folder) / "matches.sqlite", jobs=1)
        if not report.ok:
            yield from report_lines(report, each=False)


def asked(game: Game, played: Played) -> Iterator[str]:
    """SQL knows how the matches ended, and the reports run."""
    ends = {}
    for record in played:
        result = game.result(record.state())
        assert result is not None
        winner = None if result.winner is None else seat_name(result.winner)
        ends[record.id] = (winner, result.why, *result.totals)
    with recorded(played) as folder:
        store = Path(folder) / "matches.sqlite"
        with open_reader(store, store.with_suffix(".duckdb")) as reader:
            rows = reader.ask("SELECT match_id, winner, why, score_a, score_b FROM matches").rows()
            for match_id, *end in rows:
                if tuple(end) != ends[match_id]:
                    yield f"a match that ended {ends[match_id]} is {tuple(end)} in SQL"
            brought = projected(game.key)
            for report in brought.reports:
                found = run_report(reader, brought, report, {}).rows
                if not found and not report.worked_out_by:
                    yield f"the report {report.name} is empty"


def recorded(played: Played) -> tempfile.TemporaryDirectory[str]:
    """A folder with a store of the matches."""
    folder = tempfile.TemporaryDirectory(prefix="ludograph-check-")
    recorder = Recorder(Path(folder.name) / "matches.sqlite", durable=False)
    recorder.add([(record.id, record.opened, record.steps) for record in played])
    recorder.close()
    return folder


PLAYED = "bots play it legally to its end, and every question and fact has words"
FIRST: dict[str, Checking] = {
    "its parts are there, and are named as they must be": structure,
    "settings are completed, and wrong ones refused": settings,
    PLAYED: play,
}
"""Without these nothing else is checked."""
OVER_MATCHES: dict[str, Checking] = {
    "what is stored comes back": stored,
    "what is written comes back, as a tape and as JSON Lines": written,
    "a match can be taken up after every step": resumed,
    "a ruling is read as it is written": worded,
    "a ruling that says nothing is refused": refused,
    "where a line begins, the state says what is asked": put_again,
    "a seat knows what it was shown": hidden,
    "legal play keeps the laws of the game": lawful,
    "boards are plain data and text": drawn,
    "an audit finds nothing": audited,
    "SQL knows how matches ended": asked,
}
