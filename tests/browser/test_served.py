"""The service in a real browser: recorded by tapping, followed live, without a connection, taken away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from domain.games import GAMES
from domain.store.recorder import Recorder
from tests.browser.browsing import (
    LAPTOP,
    NEEDED,
    PHONE,
    SETTINGS,
    SETUP,
    SMALL,
    Watched,
    browser,
    served,
)

pytestmark = NEEDED
CHIPS = "chips => chips.map(chip => chip.dataset.word)"
MOST = 40
"""Taps that a whole match may take."""
POOR = ("slow", "lost", "hung")
"""Matches that are recorded over a poor connection."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("served") / "store.sqlite"
    recorder = Recorder(path)
    for name in ("followed", "two", "late", "picked", *POOR):
        players = ("Cara", "Dan") if name in POOR else ("Ann", "Ben")
        record = recorder.new_match(GAMES["riftforce"], SETTINGS, players, match_id=name)
        for line in SETUP[:1] if name == "picked" else SETUP:
            recorder.play_line(record, line)
    recorder.close()
    return path


@pytest.fixture(scope="module")
def service(store: Path) -> Iterator[str]:
    with served(store) as address:
        yield address


READY = {
    "": ".matches li >> nth=1", "new": "[name=game]:has(option)", "stats": ".report summary",
    "matches/two": ".viewer[data-step]", "matches/two/record": ".chip", "sql": "[name=sql]",
}  # fmt: skip
"""What a page has once it is drawn."""


@pytest.fixture(scope="module")
def small(chromium: Browser, service: str) -> Watched:
    """Somebody with a small phone."""
    return Watched(chromium, service, viewport=SMALL, color_scheme="dark")


class Scorekeeper(Watched):
    """Somebody who records with a phone."""

    def tap(self, word: str) -> None:
        """Tap an answer."""
        self.page.click(f'[data-word="{word}"]')

    def type(self, line: str) -> None:
        """Type a line."""
        self.page.fill("[name=line]", line)
        self.page.keyboard.press("Enter")

    def at(self, step: int) -> None:
        """Wait until the board after a step is shown."""
        self.page.wait_for_selector(f'.board[data-step="{step}"]')


def scorekeeper(chromium: Browser, service: str, match: str) -> Scorekeeper:
    """Somebody who records a match."""
    found = Scorekeeper(chromium, service, viewport=PHONE)
    found.page.goto(f"{service}/matches/{match}/record")
    found.page.wait_for_selector(".chip")
    return found


def follower(chromium: Browser, service: str, match: str, seat: str = "") -> Watched:
    """Somebody who watches a match."""
    found = Watched(chromium, service, viewport=LAPTOP)
    found.page.goto(f"{service}/matches/{match}{f'?seat={seat}' if seat else ''}")
    found.page.wait_for_selector(".live.live:visible")
    return found


def events(store: Path, match: str) -> list[str]:
    """The kinds of events of a match, in order."""
    recorder = Recorder(store)
    try:
        return [type(event).__name__ for event in recorder.load(match).events]
    finally:
        recorder.close()


class TestWholeMatch:
    def test_it_is_opened_and_recorded_by_tapping_and_taken_away(
        self, chromium: Browser, service: str, tmp_path: Path
    ) -> None:
        keeper = Scorekeeper(chromium, service, viewport=PHONE)
        page = keeper.page
        page.goto(f"{service}/new")
        page.select_option("[name=game]", "magical_forge")
        page.fill("[name=a]", "Ann")
        page.fill("[name=b]", "Ben <script>")
        page.click("text=Settings of the game")
        page.fill("[name='set life']", "2")
        page.click("text=Open the match")
        page.wait_for_url("**/record")
        match = page.url.split("/")[-2]
        for _ in range(MOST):
            page.wait_for_selector(".ask[data-at] .who")
            words = page.locator(".ask .chip").evaluate_all(CHIPS)
            if not words:
                break
            was = page.get_attribute(".ask", "data-at")
            best = [word for word in words if word.startswith(("attack", "attach", "play"))]
            keeper.tap((best or [words[-1]])[0])
            page.wait_for_selector(f'.ask:not([data-at="{was}"], [aria-busy])')
        expect(page.locator(".ask")).to_contain_text("The match is over")
        keeper.clean()
        page.goto(f"{service}/matches/{match}")
        page.wait_for_selector(".viewer[data-step]")
        with page.expect_download() as download:
            page.click("text=page to share")
        file = tmp_path / "shared.html"
        download.value.save_as(file)
        shared = Watched(chromium, file.as_uri(), viewport=LAPTOP)
        shared.page.goto(file.as_uri())
        shared.page.wait_for_selector(".viewer[data-step]")
        shared.page.keyboard.press("End")
        expect(shared.page.locator(".ending")).to_contain_text("life")
        expect(shared.page.locator(".about summary")).to_contain_text("audited")
        shared.clean()


class TestFollowing:
    def test_a_line_lost_on_the_way_is_sent_once_and_followed_live(
        self, chromium: Browser, service: str, store: Path
    ) -> None:
        keeper = scorekeeper(chromium, service, "followed")
        watched = follower(chromium, service, "followed")
        watched.step(4)
        keeper.tap("play F5@")
        keeper.tap("F5@1")
        watched.step(5)
        keeper.page.wait_for_selector('[data-word="done"]')
        keeper.context.set_offline(True)
        keeper.tap("done")
        keeper.type("play L5@2 ...")
        keeper.page.wait_for_selector(".waiting li >> nth=1")
        assert events(store, "followed") == ["Step"] * 5
        watched.page.keyboard.press("ArrowLeft")
        watched.step(4)
        keeper.context.set_offline(False)
        keeper.at(7)
        keeper.page.wait_for_selector(".waiting", state="hidden")
        assert events(store, "followed") == ["Step"] * 7
        watched.page.wait_for_selector(".where:has-text('of 7')")
        expect(watched.page.locator(".where")).to_contain_text("Step 4 of 7")
        watched.page.keyboard.press("End")
        watched.step(7)
        keeper.page.click("text=Undo")
        watched.step(6)
        keeper.page.click("text=Redo")
        watched.page.wait_for_selector(".where:has-text('of 7')")
        for page in (keeper, watched):
            page.clean()

    def test_a_seat_is_shown_only_what_it_knows(self, chromium: Browser, service: str) -> None:
        watched = follower(chromium, service, "two", "B")
        watched.step(4)
        expect(watched.page.locator(".zone.hand.of-a .hidden-card")).to_have_count(7)
        expect(watched.page.locator(".zone.hand.of-b .hidden-card")).to_have_count(0)
        watched.clean()

    def test_what_waited_for_long_keeps_its_time(
        self, chromium: Browser, service: str, store: Path
    ) -> None:
        keeper = Scorekeeper(chromium, service, viewport=PHONE)
        keeper.page.clock.install()
        keeper.page.goto(f"{service}/matches/late/record")
        keeper.page.wait_for_selector(".chip")
        keeper.context.set_offline(True)
        keeper.type("play F5@1")
        keeper.page.wait_for_selector(".waiting li")
        keeper.page.clock.fast_forward(90_000)
        keeper.context.set_offline(False)
        keeper.page.wait_for_selector(".waiting", state="hidden")
        recorder = Recorder(store)
        found: Any = recorder.load("late").events
        recorder.close()
        assert [event.occurred is not None for event in found] == [False] * 4 + [True] * 2
        assert found[-1].occurred < 60_000
        keeper.clean()


class TestPoorConnection:
    """One request that is slow, lost or never answered holds up nothing and swaps nothing."""

    def test_what_was_tapped_comes_before_what_is_typed_after_it(
        self, chromium: Browser, service: str, store: Path
    ) -> None:
        keeper = scorekeeper(chromium, service, "slow")
        keeper.tap("play F5@")
        keeper.tap("F5@1")
        keeper.at(5)
        held: list[Route] = []
        keeper.page.route("**/ask?typed=done", lambda route: held.append(route))
        keeper.tap("done")
        keeper.type("play L5@2 ...")
        keeper.page.wait_for_timeout(300)
        assert events(store, "slow") == ["Step"] * 5
        held[0].continue_()
        keeper.at(7)
        keeper.clean()

    def test_a_board_that_was_lost_is_fetched_again(self, chromium: Browser, service: str) -> None:
        keeper = scorekeeper(chromium, service, "lost")
        keeper.page.route("**/steps/6", lambda route: route.abort(), times=2)
        keeper.type("play F5@1")
        keeper.at(6)

    def test_a_line_that_is_never_answered_is_sent_again_and_recorded_once(
        self, chromium: Browser, service: str, store: Path
    ) -> None:
        keeper = scorekeeper(chromium, service, "hung")
        held: list[Route] = []
        keeper.page.route("**/steps", lambda route: held.append(route), times=1)
        keeper.type("play F5@1")
        keeper.at(6)
        assert len(held) == 1
        assert events(store, "hung") == ["Step"] * 6
        keeper.page.wait_for_selector(".waiting", state="hidden")


class TestTwoScorekeepers:
    def test_who_comes_second_is_shown_what_the_first_entered(
        self, chromium: Browser, service: str, store: Path
    ) -> None:
        first = scorekeeper(chromium, service, "two")
        second = scorekeeper(chromium, service, "two")
        second.page.route("**/events**", lambda route: route.abort())
        second.page.reload()
        second.page.wait_for_selector(".chip")
        first.type("play F5@1")
        first.at(6)
        second.type("play F6@2")
        second.page.wait_for_selector(".problem:visible")
        said = second.page.inner_text(".problem")
        assert "Somebody else recorded meanwhile" in said
        assert "A plays F5 at location 1" in said
        assert "play F6@2" in said
        second.page.click("text=Leave mine out")
        second.page.wait_for_selector(".problem", state="hidden")
        assert len(events(store, "two")) == 6
        second.type("play F6@2")
        second.page.wait_for_selector(".problem:visible")
        expect(second.page.locator(".problem")).to_contain_text("Not recorded")
        assert len(events(store, "two")) == 6


class TestPicking:
    def test_a_hand_that_nobody_has_seen_is_picked_and_a_card_of_it_tapped_on_the_board(
        self, chromium: Browser, service: str, store: Path
    ) -> None:
        keeper = scorekeeper(chromium, service, "picked")
        keeper.page.click('[data-word^="hand A"]')
        for card in ("F5", "F6", "F7", "W5", "W6", "P5", "T7"):
            keeper.page.click(f'.picker [data-word="{card}"]')
        keeper.at(2)
        keeper.page.click('[data-word^="hand B"]')
        expect(keeper.page.locator('.picker [data-word="F5"]')).to_have_count(0)
        keeper.page.click(".chip.quiet")
        keeper.tap("face C5")
        keeper.page.wait_for_selector(".zone.hand.of-a .card.answers >> nth=6")
        expect(keeper.page.locator(".zone.hand.of-b .card.answers")).to_have_count(0)
        keeper.page.click('.card.answers[aria-label^="Fire"] >> nth=0')
        keeper.page.click('[data-answer="play F5@"]')
        keeper.tap("F5@1")
        keeper.at(5)
        wide = keeper.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"]
        keeper.clean()
        recorder = Recorder(store)
        found: Any = recorder.load("picked").events
        recorder.close()
        assert found[1].action.cards == ("F5", "F6", "F7", "W5", "W6", "P5", "T7")
        assert set(found[2].action.cards) == {"??"}
        assert (found[4].action.card, found[4].action.location) == ("F5", 1)


class TestNothingToRecord:
    def test_of_a_match_that_is_not_there_only_that_is_said(
        self, chromium: Browser, service: str
    ) -> None:
        watched = Watched(chromium, service, viewport=PHONE)
        watched.page.goto(f"{service}/matches/nothing/record")
        watched.page.wait_for_selector(".recorder.failed")
        expect(watched.page.locator(".problem")).to_contain_text("no such match")
        expect(watched.page.locator(".tools")).to_be_hidden()
        watched.clean()


class TestOtherPages:
    def test_matches_are_listed_and_searched(self, chromium: Browser, service: str) -> None:
        watched = Watched(chromium, service, viewport=PHONE)
        watched.page.goto(f"{service}/")
        watched.page.wait_for_selector(".matches li >> nth=1")
        watched.page.fill("[name=player]", "nobody of that name")
        watched.page.wait_for_selector("text=No match is like that.")
        watched.page.goto(f"{service}/?player=ben&game=riftforce")
        watched.page.wait_for_selector(".matches li >> nth=1")
        expect(watched.page.locator(".matches li")).to_have_count(4)
        watched.clean()

    def test_a_number_leads_to_its_sql_and_sql_to_rows(
        self, chromium: Browser, service: str
    ) -> None:
        watched = Watched(chromium, service, viewport=LAPTOP)
        watched.page.goto(f"{service}/stats")
        watched.page.wait_for_selector(".report summary")
        watched.page.click(".report summary")
        watched.page.click("text=Ask it on the SQL page")
        watched.page.wait_for_selector(".answer table")
        watched.page.fill("[name=sql]", "SELECT match_id FROM matches WHERE match_id = 'two'")
        watched.page.keyboard.press("Control+Enter")
        watched.page.click(".answer a")
        watched.page.wait_for_selector(".viewer[data-step]")
        watched.page.goto(f"{service}/sql")
        watched.page.fill("[name=sql]", "DROP TABLE steps")
        watched.page.keyboard.press("Control+Enter")
        watched.page.wait_for_selector(".problem:visible")
        watched.clean()

    @pytest.mark.parametrize(
        "path", ["", "new", "stats", "sql", "schema", "matches/two", "matches/two/record"]
    )
    def test_a_small_phone_shows_every_page_without_scrolling_sideways(
        self, small: Watched, service: str, path: str
    ) -> None:
        small.page.goto(f"{service}/{path}")
        small.page.wait_for_selector(READY.get(path, "main"))
        assert small.page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
        small.clean()
