"""Lists are private: what a seat is given of a match does not hold the other's."""

from __future__ import annotations

import random

from domain.bots.simulation import play_match
from domain.contract.game import UNKNOWN
from domain.games.magical_forge.cards.decks import check_settings
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.games.riftforce.game import RIFTFORCE
from domain.games.solforge.game import SOLFORGE
from domain.record.events import Opened
from domain.record.match import Match, Record
from tests.domain.games.magical_forge.rulebook import rule


def record() -> Record:
    """A whole match, as if it had been read from a store."""
    settings = check_settings({"deck b": "Dawn Choir"})
    steps = play_match(MAGICAL_FORGE, settings, ("random", "sensible"), 3)
    opened = Opened("magical_forge", "1", settings, ("Ann", "Ben"), 0, seed=3)
    return Record("m", MAGICAL_FORGE, opened, steps, "")


@rule("ruling.private")
def test_a_seats_record_has_no_list_of_the_other() -> None:
    whole = record()
    for seat, hidden in ((0, "b"), (1, "a"), (None, "ab")):
        settings = whole.seen_by(seat).opened.settings
        for letter in "ab":
            unknown = letter in hidden
            for kind in ("deck", "spells"):
                name = f"{kind} {letter}"
                assert settings[name] == ("?" if unknown else whole.opened.settings[name])


@rule("ruling.private")
def test_it_folds_to_the_view_of_that_seat() -> None:
    whole = record()
    for seat in (0, 1, None):
        seen = whole.seen_by(seat)
        for step in range(0, len(whole.steps) + 1, 7):
            assert seen.state(step) == MAGICAL_FORGE.view(whole.state(step), seat)


@rule("ruling.private")
def test_two_lists_look_alike_from_the_other_side() -> None:
    """Before anything is shown, a seat knows as much of one deck as of another."""
    views = [
        MAGICAL_FORGE.view(
            MAGICAL_FORGE.new_state(check_settings({"deck b": deck, "spells b": spells})), 0
        )
        for deck, spells in (("Dawn Choir", "Dawn Choir"), ("Ember Pack", "?"), ("?", "?"))
    ]
    assert views[0] == views[1] == views[2]


def test_a_match_of_unknown_lists_can_be_recorded() -> None:
    """At a table: what is played shows what was in the decks, at most three of each."""
    settings = check_settings({"deck a": "?", "spells a": "? 32", "deck b": "?", "spells b": "?"})
    match = Match(MAGICAL_FORGE, settings)
    rng = random.Random(4)
    for _ in range(60):
        assert match.ask is not None
        choices = list(match.ask.choices)
        match.decide(choices[int(rng.random() * len(choices))])
    for side in match.state.sides:
        assert UNKNOWN not in side.deck.discard
        assert all(0 < count <= 3 for count in side.deck.unseen.values())


def test_other_games_show_their_settings() -> None:
    for game in (RIFTFORCE, SOLFORGE):
        settings = game.settings({})
        for seat in (0, 1, None):
            assert game.settings_seen_by(settings, seat) == settings
