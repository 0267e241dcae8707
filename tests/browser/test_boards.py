"""What counts and what does not, as the page tells it: before a race, after it, and on the boards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from redis import Redis

from cadogan_client import Client
from cadogan_games import catalogue
from cadogan_server.store import keys
from tests.browser.conftest import Seats
from tests.browser.player import Player
from tests.browser.server import PAGE, ServedPage, serve

pytestmark = pytest.mark.browser


def test_two_of_one_address_are_told_that_they_win_nothing_on_the_boards(sit: Seats) -> None:
    ann, bob = sit("Ann"), sit("Bob")
    for player in (ann, bob):
        player.arrive()
    code = ann.open_room("nestor")
    bob.page.goto(f"/r/{code}")
    expect(bob.page.get_by_text("What two players of one address or browser win")).to_be_visible()
    for player in (ann, bob):
        player.ready()
    for player in (ann, bob):
        player.wait_for_cards()
        player.give_up()
    result = bob.page.get_by_role("dialog")
    expect(result).to_contain_text("Not counted on the boards: all others came from your address or browser.")
    result.get_by_role("link", name="Leaderboard").click()
    expect(bob.page.get_by_text("Nobody yet")).to_be_visible()
    expect(bob.page.get_by_text("You here: 1 race, 0 won.")).to_be_visible()


async def play_too_fast(url: str, code: str) -> None:
    """Join as a person whose moves no hands could make, and give up after some."""
    async with await Client.connect(url.replace("http", "ws", 1) + "/ws", "Hasty") as client:
        room = await client.join(code)
        await client.ready()
        async for _ in client.updates():
            if room.moves:
                break
        for _ in range(25):
            if room.moves:
                await client.play(room.moves[0])
        await client.give_up()


def test_the_host_sees_who_moved_faster_than_hands_can(sit: Seats, served: ServedPage) -> None:
    ann = sit("Ann")
    ann.arrive()
    code = ann.open_room("la_belle_lucie")
    with ThreadPoolExecutor() as others:
        hasty = others.submit(asyncio.run, play_too_fast(served.url, code))
        expect(ann.page.locator(".lobby li")).to_have_count(2)
        ann.ready()
        ann.wait_for_cards()
        hasty.result(60)
        ann.give_up()
    line = ann.page.get_by_role("dialog").get_by_role("row").filter(has_text="Hasty")
    expect(line).to_contain_text("faster than hands can: not counted")


@pytest.fixture
def page_with_boards(browser: Browser, tmp_path: Path) -> Iterator[Player]:
    """Somebody before the page of a server whose boards hold results of two choices of options, old ones among them."""
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path, "--no-bots") as server:
        with Redis(unix_socket_path=str(tmp_path / "redis" / "redis.sock")) as redis:
            redis.hset(keys.NAMES, mapping={"a": "Anna", "o": "Olga"})
            redis.zadd(keys.board("nestor", "wins"), {"a": 3.875, "o": 5})
            redis.zadd(keys.old_board("nestor", "wins"), {"o": 5})
            redis.hset(keys.NAMES, mapping={"a": "Anna"})
            redis.zadd(keys.board("klondike", "wins", "draw=3,returns=true"), {"a": 2})
            redis.zadd(keys.boards("klondike"), {"draw=3,returns=true": 2})
        context = browser.new_context(base_url=server.url, locale="en-GB")
        yield Player(context.new_page(), "Ann")
        context.close()


def test_old_results_are_marked_and_wins_shown_in_part(page_with_boards: Player) -> None:
    page = page_with_boards.page
    page.goto("/leaderboard/nestor")
    rows = page.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Olga*5")
    expect(rows.nth(2)).to_contain_text("Anna3.88")
    expect(page.get_by_text("* Counted, in part at least, before the present rules")).to_be_visible()


def test_a_board_is_looked_up_among_friends(page_with_boards: Player, tmp_path: Path) -> None:
    page = page_with_boards.page
    page.goto("/me")
    link = page.get_by_role("link", name="How others see this page").get_attribute("href")
    assert link is not None
    with Redis(unix_socket_path=str(tmp_path / "redis" / "redis.sock")) as redis:
        redis.hset(keys.friends(link[-12:]), "a", "1 Anna")
    page.goto("/leaderboard/nestor")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Olga")
    page.get_by_role("combobox", name="Show").select_option("Among my friends")
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("row").nth(1)).to_contain_text("1Anna")


def test_each_choice_of_options_can_be_looked_up(page_with_boards: Player) -> None:
    page = page_with_boards.page
    page.goto("/leaderboard/klondike")
    expect(page.get_by_text("Nobody yet")).to_be_visible()
    options = page.get_by_role("combobox", name="Options")
    options.select_option("Cards turned at a time: 3, Cards may come back from the foundations: yes")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Anna2")
    page.get_by_role("combobox", name="Game").select_option("nestor")
    expect(page.get_by_role("cell", name="Olga")).to_be_visible()
    expect(options).to_have_count(0)
    page.get_by_role("combobox", name="Game").select_option("klondike")
    expect(page.get_by_text("Nobody yet")).to_be_visible()
    expect(options).to_have_value("0")


def test_boards_of_periods_and_ratings_are_shown_with_what_they_are_worth(
    page_with_boards: Player, tmp_path: Path
) -> None:
    """Also around a player who is on no board, and on a phone."""
    page = page_with_boards.page
    with Redis(unix_socket_path=str(tmp_path / "redis" / "redis.sock")) as redis:
        family = catalogue.head_of("nestor").family
        redis.zadd(keys.board("nestor", "rating"), {"a": 1740, "o": 1582})
        redis.hset(keys.ratings(family), mapping={"a": "35 8.3333 3", "o": "30 8.5 12"})
        redis.zadd(keys.rating_board(""), {"o": 1490})
        redis.hset(keys.ratings(""), mapping={"o": "30 8.5 12"})
    page.goto("/leaderboard/nestor")
    page.get_by_role("combobox", name="Period").select_option("Today")
    expect(page.get_by_text("Nobody yet")).to_be_visible()
    page.get_by_role("combobox", name="Period").select_option("All time")
    page.get_by_role("combobox", name="Ranked by").select_option("Rating")
    rows = page.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Anna1740?")
    expect(rows.nth(2)).to_contain_text("Olga1582")
    expect(page.get_by_text("? Fewer than ten games")).to_be_visible()
    page.get_by_role("combobox", name="Show").select_option("Around me")
    expect(page.get_by_text("You are not on this board yet.")).to_be_visible()
    page.get_by_role("combobox", name="Show").select_option("The best")
    page.get_by_role("combobox", name="Ratings in").select_option("All games")
    expect(rows).to_have_count(2)
    expect(page.get_by_role("combobox", name="Period")).to_have_count(0)
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
