"""A duel by correspondence as a player sees it: people come and go, and the server is renewed meanwhile."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import msgpack
import pytest
from playwright.sync_api import expect
from redis import Redis

from cadogan_protocol.messages import Invite
from cadogan_server.store import keys
from cadogan_server.store.games.past_games import PastGame
from tests.browser.conftest import QUICK
from tests.browser.desks import Desks
from tests.browser.duellist import Duellist, choose, show_settings
from tests.browser.player import Player, go
from tests.browser.rival import Rival, discards_first, rival
from tests.browser.server import DEALS_BY_NONCES, PAGE, serve

pytestmark = pytest.mark.browser

ANN = 1
"""Her seat in the duel. Bob has opened its room."""

GUEST_BEGINS = 2
"""Ann's nonce, with which she begins."""


def take_turn(duellist: Duellist, code: str) -> None:
    """Come to the room, play a whole turn there, and go away to the front page."""
    go(duellist.page, f"/r/{code}")
    duellist.player.wait_for_cards()
    expect(duellist.page.locator(".plate.me.awaited .clock")).to_have_text(re.compile("day"))
    while duellist.wait_for_somebody() == ANN:
        duellist.act()
    go(duellist.page, "/")


def befriend(ann: Player, bob: Rival, data: Path) -> None:
    """Make two people friends."""
    link = ann.page.get_by_role("link", name="How others see this page").get_attribute("href")
    assert link is not None
    with Redis(unix_socket_path=str(data / "redis" / "redis.sock")) as redis:
        redis.hset(keys.friends(link[-12:]), bob.wire.player, "1 Bob")
        redis.hset(keys.friends(bob.wire.player), link[-12:], "1 Ann")


def open_room(ann: Player) -> None:
    """Open a duel by correspondence, and invite Bob to it. Ann need not wait in the room."""
    page = ann.page
    go(page, "/games/spite_and_malice_modern")
    show_settings(page)
    choose(page, "By correspondence", "2 days per turn")
    expect(page.get_by_label("Seconds for each action")).to_have_count(0)
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url(re.compile("/r/"))
    ann.ready()
    expect(page.get_by_text("You can close the page now")).to_be_visible()
    expect(page.get_by_role("button", name="Add a bot")).to_have_count(0)
    page.get_by_role("button", name="Invite Bob").click()
    expect(page.get_by_text("invited", exact=True)).to_be_visible()
    go(page, "/")
    expect(page.get_by_text("Nobody has come yet")).to_be_visible()


def accept_invitation(ann: Player, bob: Rival) -> None:
    """Let Bob invite Ann to a duel that waits. She does not answer at once, and finds it among her games."""
    page = ann.page
    bob.do(bob.wire.create("spite_and_malice_modern", public=False, days_per_turn=2))
    bob.do(bob.wire.ready())
    link = page.evaluate("JSON.parse(localStorage['cadogan.me']).token")
    bob.do(bob.wire.ask(Invite, player=link.partition(".")[0]))
    page.get_by_role("button", name="Not now").click()
    page.reload()
    expect(page.get_by_text("1 invitation.")).to_be_visible()
    page.get_by_role("link", name="My games").click()
    asked = page.locator(f'li[data-room="{bob.wire.code}"]')
    expect(asked).to_contain_text("Bob invites you, 2 days per turn")
    asked.get_by_role("link", name="Join").click()
    ann.bring_nonce(GUEST_BEGINS)
    ann.ready()
    ann.wait_for_cards()
    go(page, "/me/games")
    expect(asked).to_contain_text("against Bob")


def keep_games(player: Player, count: int, data: Path) -> None:
    """Give the player that many more games in the history, all of them lost to two bots."""
    link = player.page.get_by_role("link", name="How others see this page").get_attribute("href")
    assert link is not None
    game = PastGame(
        *("ABCDEF", "klondike_draw1", {}, "race", 1, 2, 3, False, False, None, 0, 5, 0, 52, None, None),
        others=[("botbotbotbot", "Adelaide", "fair", 1), ("botbotbotbot", "Bertram", "easy", 3)],
        rules={},
        kept=False,
    )
    with Redis(unix_socket_path=str(data / "redis" / "redis.sock")) as redis:
        for _ in range(count):
            redis.xadd(keys.history(link[-12:]), {"g": msgpack.packb(tuple(game))})


def test_a_duel_over_days_goes_on_after_a_restart(own_desks: Desks, own_port: int, tmp_path: Path) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with ExitStack() as running, own_desks.seats() as sit:
        server = running.enter_context(serve(tmp_path, *QUICK, port=own_port, run=DEALS_BY_NONCES))
        bob = running.enter_context(rival(server.url, "Bob"))
        ann = sit("Ann")
        page, player = ann.page, Duellist(ann)
        ann.arrive("/me")
        befriend(ann, bob, tmp_path)
        page.reload()
        page.wait_for_function("() => localStorage['cadogan.friends']")
        open_room(ann)
        accept_invitation(ann, bob)
        code, token = bob.wire.code, bob.wire.token
        take_turn(player, code)
        bob.turn(discards_first)
        page.goto("about:blank")

        running.close()
        server = running.enter_context(serve(tmp_path, *QUICK, port=own_port))
        bob = running.enter_context(rival(server.url, "Bob", token=token))
        page.goto("/me")
        mine = page.locator(f'li[data-room="{code}"]')
        expect(mine).to_contain_text(re.compile("against Bob.*Your turn: 1 day"))
        mine.get_by_role("link", name="Play").click()
        take_turn(player, code)
        go(page, "/me")
        expect(mine).to_contain_text("Bob is on turn")
        bob.do(bob.wire.join(code))
        bob.turn(discards_first)
        page.goto("/")
        expect(page.get_by_text("Your turn in 1 game.")).to_be_visible()
        page.get_by_role("link", name="My games").click()
        page.wait_for_url("**/me/games")
        expect(mine).to_contain_text("Your turn: ")
        mine.get_by_role("button", name="Resign").click()
        player.dialog.get_by_role("button", name="Resign").click()
        expect(mine.get_by_role("button")).to_have_count(0)
        expect(mine.get_by_role("link", name="Replay")).to_be_visible()
        go(page, "/me")
        the_history_is_told(ann, tmp_path)


def the_history_is_told(ann: Player, data: Path) -> None:
    """Check that the duel stands in Ann's history as a lost one, and is the last of many once there are more."""
    rows = ann.page.locator(".games li")
    expect(rows).to_contain_text("Bob")
    expect(ann.page.locator(".games .won")).to_have_count(0)
    keep_games(ann, 25, data)
    ann.page.reload()
    expect(rows).to_have_count(20)
    expect(rows.first).to_contain_text("Against Adelaide (medium), Bertram (easy)")
    ann.page.get_by_role("button", name="Earlier games").click()
    expect(rows).to_have_count(26)
    expect(rows.last).to_contain_text("Bob")
