"""Results that count and results that do not, on the page: before a race, after it, and on the boards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from redis import Redis

from cadogan_client import Client
from cadogan_games import catalogue
from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_protocol.messages import Stand
from cadogan_server.store import keys
from tests.browser.desks import Desks, Seats
from tests.browser.player import go
from tests.browser.rival import rival
from tests.browser.server import PAGE, ServedPage, serve

pytestmark = pytest.mark.browser


def test_two_of_one_address_are_told_that_they_win_nothing_on_the_boards(sit: Seats, served: ServedPage) -> None:
    with rival(served.url, "Ann", address="127.0.0.1") as ann:
        ann.do(ann.wire.create("nestor"))
        bob = sit("Bob")
        bob.arrive(f"/r/{ann.wire.code}")
        expect(bob.page.get_by_text("Wins between two players with the same address or browser")).to_be_visible()
        ann.do(ann.wire.ready())
        bob.ready()
        bob.wait_for_cards()
        ann.move(lambda moves: moves[0])
        ann.do(ann.wire.ask(Stand))
        bob.give_up()
    result = bob.page.get_by_role("dialog")
    expect(result).to_contain_text(
        "Not counted on the boards “Against others”: all others came from your home network, address or browser."
    )
    result.get_by_role("link", name="Leaderboard").click()
    expect(bob.page.get_by_text("Nobody yet")).to_be_visible()
    expect(bob.page.get_by_text("You here: 1 race, 0 won.")).to_be_visible()


async def play_too_fast(url: str, code: str) -> None:
    """Join as a person with moves faster than hands, and give up after some."""
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


def test_the_host_sees_players_faster_than_hands(sit: Seats, served: ServedPage) -> None:
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
    expect(line).to_contain_text("faster than hands can play: not counted")


@pytest.fixture
def kept(tmp_path: Path, own_port: int) -> Iterator[ServedPage]:
    """Yield a server whose boards hold results of two choices of options, some of them old."""
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path, "--no-bots", port=own_port) as server:
        with store_of(tmp_path) as redis:
            redis.hset(keys.NAMES, mapping={"a": "Anna", "o": "Olga"})
            redis.zadd(keys.board("nestor", "wins"), {"a": 3.875, "o": 5})
            redis.zadd(keys.old_board("nestor", "wins"), {"o": 5})
            redis.zadd(keys.board("klondike", "wins", "draw=3,returns=true"), {"a": 2})
            redis.zadd(keys.boards("klondike"), {"draw=3,returns=true": 2})
            family = catalogue.head_of("nestor").family
            redis.zadd(keys.board("nestor", "rating"), {"a": 1740, "o": 1582})
            redis.hset(keys.ratings(family), mapping={"a": "35 8.3333 3", "o": "30 8.5 12"})
            redis.zadd(keys.rating_board(""), {"o": 1490})
            redis.hset(keys.ratings(""), mapping={"o": "30 8.5 12"})
        yield server


def store_of(data: Path) -> Redis:
    """Return the store of a server that keeps its data in this folder."""
    return Redis(unix_socket_path=str(data / "redis" / "redis.sock"))


def test_the_boards_and_curves_of_a_server_that_has_seen_much(
    own_desks: Desks, kept: ServedPage, tmp_path: Path
) -> None:
    with own_desks.seats() as sit:
        page = sit("Ann").page
        page.goto("/me")
        link = page.get_by_role("link", name="How others see this page").get_attribute("href")
        assert link is not None
        me = link[-12:]
        with store_of(tmp_path) as redis:
            redis.hset(keys.friends(me), "a", "1 Anna")
            for number, value in enumerate((1500, 1524.4, 1498)):
                point = json.dumps([f"room {number}", "duel", value])
                redis.zadd(keys.curve(me), {point: 1_800_000_000_000 + 86_400_000 * number})
        a_curve_is_drawn_and_can_be_read_as_a_table(page)
        go(page, "/leaderboard/nestor")
        old_results_are_marked_and_wins_shown_in_part(page)
        a_board_is_looked_up_among_friends(page)
        periods_and_ratings_are_shown_with_what_they_are_worth(page)
        each_choice_of_options_can_be_looked_up(page)
        page.set_viewport_size({"width": 360, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def a_curve_is_drawn_and_can_be_read_as_a_table(page: Page) -> None:
    page.reload()
    figure = page.get_by_role("figure", name="Rating: duel")
    expect(figure.locator("canvas")).to_be_visible()
    figure.get_by_text("Show as a table").click()
    rows = figure.get_by_role("table", name="Rating: duel").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(2).get_by_role("cell").last).to_have_text("1524")


def old_results_are_marked_and_wins_shown_in_part(page: Page) -> None:
    rows = page.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Olga*5")
    expect(rows.nth(2)).to_contain_text("Anna3.88")
    expect(page.get_by_text("* Counted, at least in part, before the present rules")).to_be_visible()


def a_board_is_looked_up_among_friends(page: Page) -> None:
    rows, show = page.get_by_role("row"), page.get_by_role("combobox", name="Show")
    show.select_option("Among my friends")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("1Anna")
    show.select_option("The best")
    expect(rows.nth(1)).to_contain_text("Olga")


def periods_and_ratings_are_shown_with_what_they_are_worth(page: Page) -> None:
    """They are shown around a player too who is on no board."""
    period = page.get_by_role("combobox", name="Period")
    period.select_option("Today")
    expect(page.get_by_text("Nobody yet")).to_be_visible()
    period.select_option("All time")
    page.get_by_role("combobox", name="Ranked by").select_option("Rating")
    rows = page.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Anna1740?")
    expect(rows.nth(2)).to_contain_text("Olga1582")
    expect(page.get_by_text("? Fewer than ten games")).to_be_visible()
    expect(
        page.get_by_text(
            f"A rating is ranked after rated games on {RANKED_DAYS} days against {RANKED_PEOPLE} different people. "
            f"You have 0 of {RANKED_DAYS} days and 0 of {RANKED_PEOPLE} people so far."
        )
    ).to_be_visible()
    page.get_by_role("combobox", name="Show").select_option("Around me")
    expect(page.get_by_text("You are not on this board yet.")).to_be_visible()
    page.get_by_role("combobox", name="Show").select_option("The best")
    page.get_by_role("combobox", name="Ratings in").select_option("All games")
    expect(rows).to_have_count(2)
    expect(period).to_have_count(0)


def each_choice_of_options_can_be_looked_up(page: Page) -> None:
    page.goto("/leaderboard/klondike")
    expect(page.get_by_text("Nobody yet")).to_be_visible()
    options, game = page.get_by_role("combobox", name="Options"), page.get_by_role("combobox", name="Game")
    options.select_option("Cards turned at a time: 3, Cards may come back from the foundations: yes")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Anna2")
    game.select_option("nestor")
    expect(page.get_by_role("cell", name="Olga")).to_be_visible()
    expect(options).to_have_count(0)
    game.select_option("klondike")
    expect(page.get_by_text("Nobody yet")).to_be_visible()
    expect(options).to_have_value("0")
