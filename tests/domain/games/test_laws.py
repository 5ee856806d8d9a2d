"""The laws of the games: legal play keeps them, and what is entered by hand cannot break them."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.bots.simulation import deal
from domain.commands import Amend, Play, decide
from domain.contract.errors import GameError
from domain.contract.game import DEALER, UNKNOWN, Fact, Game
from domain.formats.tape import Tape, decide_line, read_tapes, write_tape
from domain.games import GAMES, OWN
from domain.games.riftforce import facts as rift
from domain.games.riftforce.game import RIFTFORCE
from domain.record.breaches import breaches, check_laws
from domain.record.events import Opened
from domain.record.match import Match, Record
from domain.record.rulings import read_facts, written_fact
from tests.domain.games.ruled import SETTINGS, ruled_match, untimed

AGREED = RIFTFORCE.settings({"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"})
BEGUN = ("hand A", "hand B", "face L5")


def record_of(game: Game, words: dict[str, str], lines: Any) -> Record:
    """A match of some lines, each entered as people enter it."""
    found = Record(
        "m", game, Opened(game.key, game.rules_version, words, ("Ann", "Ben"), at=0), [], ""
    )
    for line in lines:
        enter(found, line)
    return found


def enter(record: Record, line: str) -> None:
    """Enter a line. Raises GameError."""
    record.events.extend(decide(record, Play(line), 0).events)


def broken(record: Record) -> tuple[Any, ...]:
    """The laws that a match breaks where it stands."""
    return breaches(record.game, record.opened.settings, record.state())


# -- random play and random rulings ----------------------------------------------------------------


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(list(OWN)), st.integers(0, 10**6), st.integers(20, 120))
def test_legal_play_keeps_the_laws_in_every_view(key: str, seed: int, count: int) -> None:
    game, rng = GAMES[key], random.Random(seed)
    match, known = Match(game, game.settings({})), rng.random()
    for _ in range(count):
        if (ask := match.ask) is None:
            break
        random_deal = ask.seat == DEALER and rng.random() < known
        match.decide(deal(ask, rng) if random_deal else rng.choice(list(ask.choices)))
    assert breaches(game, match.settings, match.state) == ()
    for seat in (0, 1, None):
        seen = game.settings_seen_by(match.settings, seat)
        assert breaches(game, seen, game.view(match.state, seat)) == ()


def at_random(game: Game, state: Any, past: list[Fact], rng: random.Random) -> Fact:
    """A fact of some match with other numbers, seats and cards in it: mostly it cannot be."""
    kinds = get_args(game.fact_type)
    fact = rng.choice([f for f in past if type(f) is rng.choice(kinds)] or past)
    values = {name: getattr(fact, name) for name in fact.__struct_fields__}
    cards = [c for step in past for c in getattr(step, "cards", ()) if c != UNKNOWN]
    for name, value in values.items():
        if rng.random() < 0.4:
            if type(value) is int:
                values[name] = rng.choice([value + 1, value - 1, 0, 1, rng.randrange(12), -1])
            elif name == "cards":
                values[name] = tuple(rng.choice([*cards, UNKNOWN]) for _ in range(rng.randrange(4)))
            elif name == "card" and cards:
                values[name] = rng.choice(cards)
    return type(fact)(**values)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(list(OWN)), st.integers(0, 10**6), st.integers(4, 60))
def test_a_ruling_is_refused_or_keeps_the_laws_and_bots_go_on(
    key: str, seed: int, count: int
) -> None:
    """Any kind of fact, also with fields that no rule would give, at any place of a match."""
    rng = random.Random(seed)
    match = ruled_match(key, seed, count, 0)
    game, past = match.game, [fact for step in match.steps for fact in step.facts]
    opened = Opened(game.key, game.rules_version, match.settings, ("Ann", "Ben"), at=0)
    record = Record("m", game, opened, list(match.steps), "")
    for _ in range(12):
        fact = at_random(game, match.state, past, rng)
        try:
            outcome = decide(record, Play(f"! fact {written_fact(fact)}"), 0)
        except GameError as error:
            assert error.message
            continue
        assert outcome.live is not None
        assert breaches(game, match.settings, outcome.live.state) == (), fact
        record.events.extend(outcome.events)
        live = record.live()
        for _ in range(3):
            if (ask := live.ask) is None:
                break
            bot = game.bots[rng.choice(("random", "sensible"))]
            chosen = deal(ask, rng) if ask.seat == DEALER else bot(live.state, ask, rng)
            try:
                live.decide(chosen)
            except GameError:
                break
    (tape,) = read_tapes(write_tape(record))
    assert isinstance(tape, Tape), tape
    assert untimed(tape.steps) == untimed(record.steps)


# -- one by one ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "law"),
    [
        (("! fact pick A F",), "cannot have happened"),
        (("! fact summoner A S",), "guilds are drafted once: Shadow is there 2 times"),
        (("! fact summoner A E",), "guilds are drafted once: A has"),
        (("! fact draw A " + ",".join(["??"] * 30),), "piles hold cards"),
        (("! fact gain A 3 kill -5 3",), "a score is a number from 0"),
        (("! fact turn 5 7",), "that cannot have happened"),
        (("! fact toss 4",), "seats sit at the table"),
        (("play F5@1", "! fact heal 2 5 0"), "damage is a number from 0"),
        (("play F5@1", "! fact take 2 1 0 3"), "elementals lie at a location"),
    ],
    ids=lambda value: value[-1] if isinstance(value, tuple) else "",
)  # fmt: skip
def test_what_breaks_a_law_of_riftforce_is_refused(lines: tuple[str, ...], law: str) -> None:
    record = record_of(RIFTFORCE, AGREED, (*BEGUN, *lines[:-1]))
    before = list(record.events)
    with pytest.raises(GameError) as caught:
        enter(record, lines[-1])
    assert law in caught.value.message
    assert record.events == before and broken(record) == ()


def test_a_shuffle_by_ruling_joins_the_discard_pile_to_what_is_left() -> None:
    record = record_of(RIFTFORCE, AGREED, (*BEGUN, "play F5@1", "act L6", "! shuffle B"))
    hand = record.state().hands[1]
    assert (hand.count, hand.pile, hand.discard) == (6, 29, {})
    assert broken(record) == ()


def test_a_guild_is_not_drafted_twice_by_what_stood() -> None:
    record = record_of(RIFTFORCE, RIFTFORCE.settings({}), ("draw A Fire",))
    with pytest.raises(GameError, match="guilds are drafted once: Fire is there 2 times"):
        enter(record, "!! draw B Fire")


ENDED = (*BEGUN, "play F5@1", "! score A 11", "play L5@5", "check", "act L6")


def test_the_totals_after_the_end_agree_with_the_result_or_are_refused() -> None:
    record = record_of(RIFTFORCE, AGREED, ENDED)
    result = record.result()
    assert result is not None and (result.winner, result.totals) == (0, (12, 0))
    with pytest.raises(GameError, match=r"A has won 12:14 .* `end B riftforce`"):
        enter(record, "! score B 14")
    enter(record, "! score B 14; end B riftforce")
    result = record.result()
    assert result is not None and (result.winner, result.totals) == (1, (12, 14))


def test_a_correction_that_breaks_a_law_is_refused() -> None:
    record = record_of(RIFTFORCE, AGREED, (*BEGUN, "play F5@1", "! score B 2"))
    number = record.number(len(record.steps))
    with pytest.raises(GameError, match="guilds are drafted once"):
        decide(record, Amend(number, "! fact summoner A S"), 0)
    kept = decide(record, Amend(number, "! score B 3"), 0)
    assert kept.amendment is not None


def test_what_was_broken_before_can_be_mended_by_rulings() -> None:
    match = Match(RIFTFORCE, AGREED)
    for line in ENDED:
        decide_line(match, line)
    before = match.state.copy()
    wrong = before.copy()
    rift.Gained(1, 14, "ruling", 14, 0).apply(wrong)
    with pytest.raises(GameError):
        check_laws(RIFTFORCE, AGREED, before, wrong)
    again = wrong.copy()
    rift.Gained(1, 1, "ruling", 15, 0).apply(again)
    check_laws(RIFTFORCE, AGREED, wrong, again)


@pytest.mark.parametrize(
    ("key", "lines", "law"),
    [
        ("magical_forge", ("start A", "! end A life"), "the result agrees with the Life Points"),
        ("magical_forge", ("start A", "! life B 0; end B life"), "say with it who has: `end A life`"),
        ("solforge", ("forge A", "! end A health"), "the result agrees with the Health"),
        ("solforge", ("forge A", "! health B 0; end B health"), "`end A health`"),
        ("solforge", ("forge A", "! fact carry A nobody.1 aside hand"), "cards are in the book"),
        ("solforge", ("forge A", "! fact look A " + ",".join(["??"] * 31)), "piles hold cards"),
    ],
)  # fmt: skip
def test_what_breaks_a_law_of_another_game_is_refused(
    key: str, lines: tuple[str, ...], law: str
) -> None:
    game = GAMES[key]
    record = record_of(game, game.settings(SETTINGS.get(key, {})), lines[:-1])
    with pytest.raises(GameError) as caught:
        enter(record, lines[-1])
    assert law in caught.value.message


def test_a_ruling_is_read_in_the_state_it_is_entered_in() -> None:
    state = Match(RIFTFORCE, AGREED).state
    assert read_facts(RIFTFORCE, state, "score A 3") == [rift.Gained(0, 3, "ruling", 3, 0)]


# -- what is recorded is written, and read again ---------------------------------------------------

MORE = ("hand A ??", "hand B ??", "face L5", "play F5@1", "act L6", "act F5")
UNUSUAL = [
    ("riftforce", (*MORE, "!! [Eve] check & L7 I5 I6")),
    ("riftforce", (*MORE, "!! check & ?? ?? ??", "check")),
    ("riftforce", (*MORE, "!! check & I5 ?? ?? ??")),
    ("riftforce", ("!! hand A ?? ?? ?? ?? ?? ?? ?? ??", "hand B ??", "face L5")),
    ("riftforce", ("hand A ??", "!! hand B L5 L5 L6 I5 I6 S5 S6 C5 C6")),
    ("riftforce", ("! draw A 2", "hand A ??", "hand B ??", "face L5")),
    ("riftforce", ("hand A ??", "! draw B 1; draw A F5", "hand B ??", "face L5", "play F5@1")),
    ("solforge", ("forge A", "!! deal A ?? ?? ?? ?? ?? ?? ??", "deal B ??")),
    ("solforge", ("forge A", "! draw A 2", "deal A ??", "deal B ??")),
    ("magical_forge", ("start A", "!! deal A ?? ?? ?? ?? & ??")),
    ("magical_forge", ("start A", "! draw A 2; draw A & 1", "deal A ?? 1")),
]


@pytest.mark.parametrize(("key", "lines"), UNUSUAL, ids=lambda value: str(value)[-24:])
@pytest.mark.parametrize("seat", [9, 0, 1, None], ids=["all", "A", "B", "spectator"])
def test_unknown_cards_are_written_as_many_as_were_dealt(
    key: str, lines: tuple[str, ...], seat: int | None
) -> None:
    words = AGREED if key == "riftforce" else GAMES[key].settings({})
    record = record_of(GAMES[key], words, lines)
    seen = record if seat == 9 else record.seen_by(seat)
    for times in (False, True):
        (tape,) = read_tapes(write_tape(seen, times))
        assert isinstance(tape, Tape), f"{tape}\n{write_tape(seen)}"
        assert untimed(tape.steps) == untimed(seen.steps), write_tape(seen)
