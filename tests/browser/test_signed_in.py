"""Signing in with a token in a real browser: a seat sees its view, and nothing else is there for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain.games import GAMES
from domain.store.recorder import Recorder
from replays.service.settings import token_file
from replays.service.tokens import Tokens
from tests.browser.browsing import (
    LAPTOP,
    NEEDED,
    SETTINGS,
    SETUP,
    Watched,
    browser,
    served,
)

pytestmark = NEEDED
HIDDEN = ("F5", "F6", "F7", "W5", "W6", "P5", "T7")
"""What A holds, which B does not know."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a match that has begun."""
    path = tmp_path_factory.mktemp("tokens") / "store.sqlite"
    recorder = Recorder(path)
    record = recorder.new_match(GAMES["riftforce"], SETTINGS, ("Ann", "Ben"), match_id="club")
    for line in SETUP:
        recorder.play_line(record, line)
    recorder.close()
    return path


@pytest.fixture(scope="module")
def tokens(store: Path) -> dict[str, str]:
    """Secrets, by what they are for."""
    found = Tokens(token_file(store))
    return {
        "seat": found.add("Ben's phone", "watch", seat="B")[1],
        "admin": found.add("Eve", "admin")[1],
    }


@pytest.fixture(scope="module")
def service(store: Path, tokens: dict[str, str]) -> Iterator[str]:
    with served(store, tokens=True) as address:
        yield address


def signed_in(chromium: Browser, service: str, secret: str, path: str = "") -> Watched:
    """Somebody who came to a page, was asked for a token, and gave it."""
    watched = Watched(chromium, service, viewport=LAPTOP)
    watched.page.goto(f"{service}/{path}")
    watched.page.wait_for_url("**/sign-in?**")
    watched.page.fill("[name=token]", secret)
    watched.page.keyboard.press("Enter")
    return watched


class TestSeat:
    def test_signs_in_sees_its_own_view_and_signs_out(
        self, chromium: Browser, service: str, tokens: dict[str, str]
    ) -> None:
        watched = signed_in(chromium, service, tokens["seat"], "matches/club")
        page = watched.page
        page.wait_for_url("**/matches/club*")
        watched.step(4)
        expect(page.locator(".zone.hand.of-a .hidden-card")).to_have_count(7)
        expect(page.locator(".zone.hand.of-b .hidden-card")).to_have_count(0)
        expect(page.locator(".eyes option")).to_have_text(
            [
                "what B knows",
                "what a spectator knows",
            ]
        )
        with page.expect_response("**/steps/4*") as answer:
            page.reload()
        told = answer.value.text()
        watched.step(4)
        assert '"C6"' in told
        assert not any(f'"{card}"' in told for card in HIDDEN)
        expect(page.locator("#top nav a:visible")).to_have_text(["Matches"])
        assert tokens["seat"] not in page.content() + page.evaluate("document.cookie")
        page.click("text=Sign out")
        page.wait_for_url("**/sign-in")
        page.goto(f"{service}/matches/club")
        page.wait_for_url("**/sign-in?**")
        watched.clean()

    def test_is_let_into_neither_sql_nor_other_eyes_nor_recording(
        self, chromium: Browser, service: str, tokens: dict[str, str]
    ) -> None:
        watched = signed_in(chromium, service, tokens["seat"])
        page = watched.page
        page.wait_for_selector(".matches li")
        page.goto(f"{service}/sql")
        page.fill("[name=sql]", "SELECT * FROM facts")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(".problem:visible")
        expect(page.locator(".answer table")).to_have_count(0)
        page.goto(f"{service}/matches/club?seat=A")
        page.wait_for_selector(".viewer.failed")
        page.goto(f"{service}/matches/club/record")
        page.wait_for_selector(".recorder.failed")
        expect(page.locator(".problem")).to_contain_text("may only watch")
        watched.clean()


class TestJudge:
    def test_rules_in_the_token_s_name(
        self, chromium: Browser, service: str, tokens: dict[str, str]
    ) -> None:
        watched = signed_in(chromium, service, tokens["admin"], "matches/club/record")
        watched.page.click(".tools button:has-text('Rule')")
        watched.page.wait_for_selector("dialog [name=facts]")
        expect(watched.page.locator("dialog [name=judge]")).to_have_count(0)
        watched.clean()


class TestSecret:
    def test_a_wrong_one_is_refused_and_the_right_one_leads_where_one_wanted_to_go(
        self, chromium: Browser, service: str, tokens: dict[str, str]
    ) -> None:
        watched = signed_in(chromium, service, "ludo_00000000_wrong", "sql")
        watched.page.wait_for_selector(".problem:visible")
        watched.page.fill("[name=token]", tokens["admin"])
        watched.page.keyboard.press("Enter")
        watched.page.wait_for_url("**/sql")
        expect(watched.page.locator("#top")).to_contain_text("Eve (admin)")
        watched.clean()
