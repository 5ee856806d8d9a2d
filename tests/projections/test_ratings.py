"""Ratings against plain openskill over the folded matches, and what must hold of them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull, PlackettLuce

from domain.contract.errors import GameError, Reason
from domain.games.riftforce.actions import Done
from domain.games.riftforce.facts import MatchEnded
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Closed, Opened, Origin, Step
from domain.record.match import Record
from projections.ratings.book import Book, Played, expected
from projections.ratings.ratings import Ratings, entries, history, played, ratings
from projections.read import reader as reading
from projections.read.reader import Reader
from projections.reports import statistics
from tests.projections.bent import store_of

GAME = statistics.projected("riftforce")
AT = 1_795_000_000_000
NAMES: tuple[str, ...] = ("Ann", "Ben", "Cleo", "Dan", "Eve", "O'Neil")
SETTINGS = RIFTFORCE.settings({})

Told = tuple[str, Opened, list[Step | Closed]]


def evening(count: int, seed: int = 1) -> list[Record]:
    """Matches of six people: many a day, told in another order than played, some without result."""
    rng = random.Random(seed)
    found = []
    for index in range(count):
        a, b = rng.sample(range(len(NAMES)), 2)
        winner = rng.choice((0, 0, 1, None)) if a < b else rng.choice((1, 1, 0, None))
        steps: list[Step | Closed] = [Step(Done(), (MatchEnded(winner, "riftforce"),))]
        how = rng.randrange(12)
        if how == 0:
            steps = [Closed("concession", winner=1, seat=0)]
        elif how == 1:
            steps = [Closed("abandonment")]
        elif how == 2:
            steps = []
        found.append(
            Record(
                f"match{index:03}",
                RIFTFORCE,
                Opened(
                    game="riftforce",
                    rules="1",
                    settings={**SETTINGS, "ice": "printed"} if how == 6 else SETTINGS,
                    players=(NAMES[a], NAMES[a] if how == 3 else NAMES[b]),
                    at=AT + rng.randrange(5) * 60_000,
                    on=(date(2026, 1, 1) + timedelta(days=rng.randrange(8))).isoformat(),
                    bots=("random", "sensible") if how == 4 else None,
                    origins=(Origin("match000", 0, ""),) if how == 5 else (),
                ),
                steps,
                "",
            )
        )
    return found


@contextmanager
def asking(folder: Path, records: list[Record]) -> Iterator[Reader]:
    """A reader over a store with these matches."""
    store = folder / "m.sqlite"
    store_of(store, records)
    with reading.open_reader(store, folder / "a.duckdb") as found:
        yield found


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return evening(160)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory, records: list[Record]) -> Iterator[Reader]:
    with asking(tmp_path_factory.mktemp("ratings"), records) as found:
        yield found


def counting(records: list[Record], **wanted: str) -> list[Record]:
    """The matches that ratings count, in their order, from what domain says of them."""
    found = [
        (record.opened.day(), record.opened.at, index, record)
        for index, record in enumerate(records)
        if (result := record.result()) is not None
        and result.outcome != "no result"
        and record.opened.bots is None
        and not record.opened.origins
        and record.opened.players[0] != record.opened.players[1]
        and all(record.opened.settings[name] == value for name, value in wanted.items())
    ]
    return [record for *_, record in sorted(found, key=lambda one: one[:3])]


@pytest.mark.parametrize("wanted", [{}, {"ice": "printed"}], ids=str)
def test_ratings_are_those_of_plain_openskill(
    reader: Reader, records: list[Record], wanted: dict[str, str]
) -> None:
    model = PlackettLuce()  # of two it is the same model
    people = {name: model.rating() for name in NAMES}
    games: dict[str, int] = dict.fromkeys(NAMES, 0)
    counted = counting(records, **wanted)
    for record in counted:
        result = record.result()
        assert result is not None
        a, b = record.opened.players
        ranks: list[float] = [1, 0] if result.winner else [0, 1]
        if result.winner is None:
            ranks = [0, 0]
        (people[a],), (people[b],) = model.rate([[people[a]], [people[b]]], ranks=ranks)
        games[a] += 1
        games[b] += 1
    found = ratings(reader, GAME, wanted, least=1)
    assert found.matches == len(counted) >= 4
    assert {row.player for row in found.rows} == {name for name in NAMES if games[name]}
    for row in found.rows:
        assert row.games == games[row.player] == row.won + row.drawn + row.lost
        assert row.mu == pytest.approx(people[row.player].mu, abs=1e-12)
        assert row.sigma == pytest.approx(people[row.player].sigma, abs=1e-12)
        assert row.ordinal == pytest.approx(row.mu - 3 * row.sigma)
        assert (row.low, row.high) == (row.mu - 1.96 * row.sigma, row.mu + 1.96 * row.sigma)
    ordinals = [row.ordinal for row in found.rows]
    assert ordinals == sorted(ordinals, reverse=True)
    assert [row.rank for row in found.rows] == list(range(1, len(ordinals) + 1))


def test_counts_are_those_of_the_matches(reader: Reader, records: list[Record]) -> None:
    found = ratings(reader, GAME)
    counted = counting(records)
    for row in found.rows:
        mine = [r for r in counted if row.player in r.opened.players]
        seats = [r.opened.players.index(row.player) for r in mine]
        winners = [result.winner for r in mine if (result := r.result())]
        assert row.won == sum(w == s for w, s in zip(winners, seats, strict=True))
        assert row.drawn == winners.count(None)
        assert row.last_played.isoformat() == mine[-1].opened.day()
    alone = [r for r in records if r.opened.players[0] == r.opened.players[1]]
    assert found.with_oneself == len([r for r in alone if r.result()]) > 3


def test_few_games_give_no_rank_and_a_warning(reader: Reader) -> None:
    all_of_them = ratings(reader, GAME, {"ice": "printed"}, least=1)
    games = sorted(row.games for row in all_of_them.rows)
    assert all(row.few for row in all_of_them.rows)
    most = ratings(reader, GAME, {"ice": "printed"}, least=games[-1])
    assert [row.games for row in most.rows] == [n for n in games if n == games[-1]]
    assert most.unranked == len(games) - len(most.rows) > 0
    assert not any(row.few for row in ratings(reader, GAME).rows)
    # what is no row has changed the others' ratings all the same
    assert {row.player: row.mu for row in most.rows}.items() <= {
        row.player: row.mu for row in all_of_them.rows
    }.items()


def test_history_ends_where_the_rating_is(reader: Reader, records: list[Record]) -> None:
    for row in ratings(reader, GAME, recent=3).rows:
        found = history(reader, GAME, row.player)
        assert (found[-1].mu, found[-1].sigma) == (row.mu, row.sigma)
        assert len(found) == row.games
        assert [entry.result for entry in found].count("won") == row.won
        assert found[0].change == pytest.approx(found[0].mu - 25)
        assert row.change == pytest.approx(sum(entry.change for entry in found[-3:]))
        assert [e.match_id for e in found] == [
            r.id for r in counting(records) if row.player in r.opened.players
        ]
        for entry in found:
            mine = next(r for r in records if r.id == entry.match_id)
            assert mine.opened.players["AB".index(entry.seat)] == row.player
            assert entry.opponent in mine.opened.players
            assert 0 < entry.expected < 1


def test_what_was_expected_is_judged(reader: Reader) -> None:
    found = ratings(reader, GAME)
    both = [entry for name in NAMES for entry in history(reader, GAME, name)]
    points = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
    squares = [(entry.expected - points[entry.result]) ** 2 for entry in both]
    assert found.brier == pytest.approx(sum(squares) / len(squares))
    losses = [
        -points[e.result] * math.log(e.expected) - (1 - points[e.result]) * math.log(1 - e.expected)
        for e in both
    ]
    assert found.log_loss == pytest.approx(sum(losses) / len(losses))


def test_bots_only_when_asked_for_and_what_ifs_never(reader: Reader, records: list[Record]) -> None:
    bots = ratings(reader, GAME, {"kind": "bots"}, least=1)
    assert bots.matches == len([r for r in records if r.opened.bots and r.result()]) > 3
    assert ratings(reader, GAME).filters == {"kind": "people"}
    with pytest.raises(GameError) as refused:
        ratings(reader, GAME, {"kind": "what-if"})
    assert (refused.value.reason, refused.value.legal) == (Reason.BAD_SETTING, ("people", "bots"))


def test_refusals_say_what_there_is(reader: Reader) -> None:
    with pytest.raises(GameError) as nobody:
        history(reader, GAME, "Zoe")
    assert nobody.value.reason is Reason.NOT_FOUND
    assert nobody.value.legal == tuple(sorted(NAMES))
    for least, recent in ((0, 10), (5, 0)):
        with pytest.raises(GameError, match="number of games from 1"):
            ratings(reader, GAME, least=least, recent=recent)
    with pytest.raises(GameError, match="no colour to filter by"):
        ratings(reader, GAME, {"colour": "red"})


def test_no_match_is_no_row(reader: Reader) -> None:
    found = ratings(reader, statistics.projected("solforge"))
    assert (found.rows, found.matches, found.log_loss, found.brier) == ((), 0, None, None)


def test_the_order_of_taking_in_does_not_matter_between_days(
    tmp_path: Path, records: list[Record]
) -> None:
    moved = [
        Record(r.id, r.game, replaced(r.opened, AT + 1000 * n), r.events, "")
        for n, r in enumerate(records[:60])
    ]
    told: list[Ratings] = []
    for name, order in (("one", moved), ("two", moved[::-1])):
        (tmp_path / name).mkdir()
        with asking(tmp_path / name, order) as found:
            told.append(ratings(found, GAME, least=1))
    assert told[0] == told[1]


def replaced(opened: Opened, at: int) -> Opened:
    """The same opening, recorded at a moment of its own."""
    return Opened(opened.game, opened.rules, opened.settings, opened.players, at, on=opened.on)


DAY = date(2026, 2, 1)
RESULTS = st.sampled_from(("A", "B", None))


def some(names: str) -> st.SearchStrategy[list[Played]]:
    """Matches between people of these names."""
    pairs = st.permutations(names).map(lambda order: (order[0], order[1]))
    match = st.builds(Played, st.just("m"), st.just(DAY), pairs, RESULTS)
    return st.lists(match, max_size=12)


def rates(matches: list[Played]) -> dict[str, tuple[float, float]]:
    book = Book()
    for match in matches:
        book.enter(match)
    return {name: (page.rating.mu, page.rating.sigma) for name, page in book.pages.items()}


@settings(max_examples=60, deadline=None)
@given(some("abc"), some("xyz"), st.randoms())
def test_matches_of_others_change_nothing(
    mine: list[Played], others: list[Played], rng: random.Random
) -> None:
    mixed, left = [], (list(mine), list(others))
    while any(left):
        side = rng.choice([one for one in left if one])
        mixed.append(side.pop(0))
    assert rates(mixed) == {**rates(mine), **rates(others)}


@settings(max_examples=60, deadline=None)
@given(some("abcd"), some("abcd").filter(bool))
def test_one_match_more_changes_its_players_only(before: list[Played], more: list[Played]) -> None:
    match = more[0]
    was, now = rates(before), rates([*before, match])
    for name in "abcd":
        changed = was.get(name, (25.0, 25 / 3)) != now.get(name, (25.0, 25 / 3))
        assert changed == (name in match.players)
    if match.winner:
        winner, loser = match.players if match.winner == "A" else match.players[::-1]
        assert now[winner][0] > was.get(winner, (25.0, 0))[0]
        assert now[loser][0] < was.get(loser, (25.0, 0))[0]


@settings(max_examples=40, deadline=None)
@given(some("abcd"))
def test_seats_do_not_matter(matches: list[Played]) -> None:
    turned = [
        Played(
            m.match_id,
            m.played_on,
            (m.players[1], m.players[0]),
            {"A": "B", "B": "A"}.get(m.winner or ""),
        )
        for m in matches
    ]
    one, two = rates(matches), rates(turned)
    assert one.keys() == two.keys()
    for name, numbers in one.items():
        assert numbers == pytest.approx(two[name], abs=1e-12)


def test_everybody_begins_as_the_words_say() -> None:
    book = Book()
    assert (book.page("a").rating.mu, book.page("a").rating.sigma) == (25, 25 / 3)
    assert expected(book.page("a").rating, book.page("b").rating) == 0.5
    known = BradleyTerryFull().rating
    assert expected(known(28.3, 1), known(21.7, 1)) == pytest.approx(0.75, abs=0.005)


def test_strength_is_found_and_foretold() -> None:
    rng = random.Random(5)
    skill = {f"p{n}": n / 4 for n in range(10)}
    book = Book()
    for n in range(1500):
        a, b = rng.sample(sorted(skill), 2)
        wins = rng.random() < 1 / (1 + math.exp(skill[b] - skill[a]))
        book.enter(Played(f"m{n}", DAY, (a, b), "A" if wins else "B"))
    order = sorted(book.pages, key=lambda name: book.pages[name].rating.mu)
    places = [abs(place - int(name[1:])) for place, name in enumerate(order)]
    assert max(places) <= 2
    log_loss, brier = book.losses()
    assert log_loss is not None and brier is not None
    assert log_loss < math.log(2) - 0.03 and brier < 0.24


def test_entries_of_one_player_are_told_from_a_book(reader: Reader) -> None:
    book = Book()
    found = entries(book, "O'Neil", played(reader, GAME, {}))
    assert found == history(reader, GAME, "O'Neil")
    assert book.matches == ratings(reader, GAME).matches
