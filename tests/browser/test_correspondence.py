"""A duel by correspondence as its players see it: they come and go, and the server is renewed meanwhile."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import msgpack
import pytest
from playwright.sync_api import expect
from redis import Redis

from cadogan_server.store import keys
from cadogan_server.store.games.past_games import PastGame
from tests.browser.conftest import QUICK
from tests.browser.desks import PHONE, Desks
from tests.browser.duellist import Duellist, choose, show_settings
from tests.browser.player import Player, go
from tests.browser.server import DEALS_BY_NONCES, PAGE, serve

pytestmark = pytest.mark.browser


def take_turn(duellist: Duellist, seat: int, code: str) -> None:
    """Come to the room, play a whole turn there, and go away to the front page."""
    go(duellist.page, f"/r/{code}")
    duellist.player.wait_for_cards()
    expect(duellist.page.locator(".plate.me.awaited .clock")).to_have_text(re.compile("day"))
    while duellist.wait_for_somebody() == seat:
        duellist.act()
    go(duellist.page, "/")


def invite(host: Player, guest: Player, code: str, data: Path) -> None:
    """Make two people friends, and let the host invite the guest, who does not answer at once, to a duel that waits."""
    ids = []
    for one in (host, guest):
        one.arrive("/me")
        link = one.page.get_by_role("link", name="How others see this page").get_attribute("href")
        assert link is not None
        ids.append(link[-12:])
    with Redis(unix_socket_path=str(data / "redis" / "redis.sock")) as redis:
        redis.hset(keys.friends(ids[0]), ids[1], f"1 {guest.name}")
        redis.hset(keys.friends(ids[1]), ids[0], f"1 {host.name}")
    for one in (guest, host):
        one.page.goto("/")
        one.page.wait_for_function("() => localStorage['cadogan.friends']")
    host.page.goto(f"/r/{code}")
    host.page.get_by_role("button", name=f"Invite {guest.name}").click()
    expect(host.page.get_by_text("invited", exact=True)).to_be_visible()
    guest.page.get_by_role("button", name="Not now").click()
    guest.page.reload()
    expect(guest.page.get_by_text("1 invitation.")).to_be_visible()


def keep_games(player: Player, count: int, data: Path) -> None:
    """Give the player that many more games in the history, all of them lost to a bot."""
    link = player.page.get_by_role("link", name="How others see this page").get_attribute("href")
    assert link is not None
    game = PastGame(
        *("ABCDEF", "klondike_draw1", {}, "race", 1, 2, 2, False, False, None, 0, 5, 0, 52, None, None),
        others=[("botbotbotbot", "Adelaide", "fair", 1)],
        rules={},
        kept=False,
    )
    with Redis(unix_socket_path=str(data / "redis" / "redis.sock")) as redis:
        for _ in range(count):
            redis.xadd(keys.history(link[-12:]), {"g": msgpack.packb(tuple(game))})


def test_a_duel_over_days_goes_on_after_a_restart(own_desks: Desks, own_port: int, tmp_path: Path) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with ExitStack() as servers, own_desks.seats() as sit:
        servers.enter_context(serve(tmp_path, *QUICK, port=own_port, run=DEALS_BY_NONCES))
        ann, bob = sit("Ann"), sit("Bob", PHONE)
        ann.arrive()
        go(ann.page, "/games/spite_and_malice_modern")
        show_settings(ann.page)
        choose(ann.page, "By correspondence", "2 days per turn")
        expect(ann.page.get_by_label("Seconds for each action")).to_have_count(0)
        ann.page.get_by_role("button", name="Open the room").click()
        ann.page.wait_for_url(re.compile("/r/"))
        code = ann.page.url.rsplit("/", 1)[1]
        ann.ready()
        expect(ann.page.get_by_text("You can close the page now")).to_be_visible()
        expect(ann.page.get_by_role("button", name="Add a bot")).to_have_count(0)
        go(ann.page, "/")
        expect(ann.page.get_by_text("Nobody has come yet")).to_be_visible()

        invite(ann, bob, code, tmp_path)
        bob.page.get_by_role("link", name="My games").click()
        asked = bob.page.locator(f'li[data-room="{code}"]')
        expect(asked).to_contain_text("Ann invites you, 2 days per turn")
        asked.get_by_role("link", name="Join").click()
        bob.ready()
        bob.wait_for_cards()
        go(ann.page, "/me/games")
        expect(ann.page.locator(f'li[data-room="{code}"]')).to_contain_text("against Bob")
        players = [Duellist(ann), Duellist(bob)]
        seat = players[1].wait_for_somebody()
        assert seat is not None
        first, second = players[seat], players[1 - seat]
        take_turn(first, seat, code)
        take_turn(second, 1 - seat, code)
        for page in (ann.page, bob.page):
            page.goto("about:blank")
        servers.close()
        servers.enter_context(serve(tmp_path, *QUICK, port=own_port))
        first.page.goto("/me")
        mine = first.page.locator(f'li[data-room="{code}"]')
        expect(mine).to_contain_text(re.compile(rf"against {second.player.name}.*Your turn: 1 day"))
        mine.get_by_role("link", name="Play").click()
        take_turn(first, seat, code)
        go(first.page, "/me")
        expect(mine).to_contain_text(f"{second.player.name} is on turn")
        second.page.goto("/")
        expect(second.page.get_by_text("Your turn in 1 game.")).to_be_visible()
        second.page.get_by_role("link", name="My games").click()
        second.page.wait_for_url("**/me/games")
        expect(second.page.locator(f'li[data-room="{code}"]')).to_contain_text("Your turn: ")
        mine.get_by_role("button", name="Resign").click()
        first.dialog.get_by_role("button", name="Resign").click()
        expect(mine.get_by_role("button")).to_have_count(0)
        expect(mine.get_by_role("link", name="Replay")).to_be_visible()
        for one, other, won in ((first, second, 0), (second, first, 1)):
            one.page.goto("/me")
            expect(one.page.locator(".games li")).to_contain_text(other.player.name)
            expect(one.page.locator(".games .won")).to_have_count(won)
        keep_games(second.player, 25, tmp_path)
        second.page.reload()
        rows = second.page.locator(".games li")
        expect(rows).to_have_count(20)
        second.page.get_by_role("button", name="Earlier games").click()
        expect(rows).to_have_count(26)
        expect(rows.last).to_contain_text(first.player.name)
