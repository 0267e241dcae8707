"""The stumbling blocks of newcomers, each once."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, Page, WebSocketRoute, expect

from cadogan_protocol.messages import Matched, Seek
from cadogan_server.hosting.bots.names import BOT_NAMES
from tests.browser.desks import PHONE, Seats
from tests.browser.duellist import show_settings
from tests.browser.player import go
from tests.browser.rival import rival
from tests.browser.server import ServedPage

pytestmark = pytest.mark.browser


def box(of: Locator) -> FloatRect:
    """Return the box of an element."""
    found = of.bounding_box()
    assert found is not None
    return found


def test_a_stalled_connection_shows_within_a_second_and_loses_no_press(sit: Seats) -> None:
    ann = sit("Ann")
    held: list[bytes | str] = []
    line: list[WebSocketRoute] = []
    stalled = False

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        line.append(server)
        route.on_message(lambda message: held.append(message) if stalled else server.send(message))

    ann.page.route_web_socket(re.compile("/ws$"), pass_on)
    ann.arrive()
    ann.open_room("klondike_draw1")
    ann.ready()
    ann.wait_for_cards()
    turn = ann.page.get_by_role("button", name="Turn", exact=True)
    turn.click()
    ann.wait_for_answer()
    stalled = True
    turn.click()
    expect(ann.page.get_by_text("on its way")).to_be_visible(timeout=1500)
    turn.click(timeout=2000)
    turn.click(timeout=2000)
    assert len([at for at in ann.cards() if at.startswith("12:")]) == 1
    stalled = False
    for message in held:
        line[-1].send(message)
    for place in ("12:1", "12:2", "12:3"):
        expect(ann.table.locator(f'.card[data-at="{place}"]')).to_have_count(1)
    expect(ann.page.get_by_text("on its way")).to_have_count(0)


def test_the_address_of_an_unknown_game_leads_to_others(sit: Seats) -> None:
    page = sit("Ann").page
    page.goto("/games/La-Belle-Lucie")
    expect(page.get_by_role("heading", name="La Belle Lucie", level=1)).to_be_visible()
    assert page.url.endswith("/games/la_belle_lucie")
    for path, base in (("/games/carpet_bomb", "/games"), ("/leaderboard/carpet%20bomb", "/leaderboard")):
        page.goto(path)
        expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()
        expect(page.get_by_text("“carpet bomb”")).to_be_visible()
        expect(page.get_by_role("link", name="The Carpet")).to_have_attribute("href", f"{base}/carpet")
    page.goto("/games/%E0%A4%A")
    expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()


def test_a_game_has_the_same_name_on_every_page_of_a_language(sit: Seats) -> None:
    ann = sit("Ann")
    ann.arrive()
    ann.page.evaluate("localStorage.setItem('cadogan.settings', JSON.stringify({ language: 'fr' }))")
    ann.page.goto("/")
    expect(ann.page.get_by_role("link", name=re.compile("^Klondike, une carte"))).to_have_count(1)
    ann.page.get_by_role("link", name=re.compile("^Klondike, une carte")).click()
    ann.page.get_by_role("button", name="Amis").or_(ann.page.locator(".ways .btn").nth(3)).first.click()
    expect(ann.page.get_by_role("heading", name="Klondike, une carte", level=1)).to_be_visible()
    expect(ann.page.get_by_role("region", name="Klondike, une carte")).to_be_visible()
    expect(ann.page).to_have_title(re.compile("^Klondike, une carte – "))


def test_pressing_a_column_head_ranks_by_that_column(sit: Seats) -> None:
    ann = sit("Ann")
    ann.page.route_web_socket(re.compile("/ws$"), answer_with_a_board)
    ann.page.goto("/leaderboard/nestor")
    races = ann.page.get_by_role("columnheader", name="Races")
    expect(races).to_have_count(1)
    ann.page.get_by_role("button", name="Races").click()
    expect(races).to_have_count(1)
    expect(races).to_have_attribute("aria-sort", "descending")
    expect(ann.page.get_by_label("Ranked by")).to_have_value("races")
    expect(ann.page.get_by_role("row")).to_have_count(2)


def answer_with_a_board(route: WebSocketRoute) -> None:
    """Answer the page in the server's place, with a result on every board."""
    import msgpack

    server = route.connect_to_server()

    def back(data: bytes | str) -> None:
        message = msgpack.unpackb(data) if isinstance(data, bytes) else None
        if isinstance(message, dict) and message.get("type") == "leaderboard":
            message["rows"] = [{"rank": 1, "name": "Ann", "value": 7, "races": 9, "old_rule": False}]
            data = msgpack.packb(message)
        route.send(data)

    server.on_message(back)


def test_hints_for_the_host_are_shown_to_no_guest(sit: Seats) -> None:
    """The page tells the player who opened the room, in words, how to start the server so that others can reach it.
    Guests are not told. Messages that come while a dialog is open are shown in it."""
    ann, bob = sit("Ann"), sit("Bob")
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.arrive()
    code = ann.open_room("nestor")
    bob.arrive(f"/r/{code}")
    expect(bob.page.locator(".lobby li")).to_have_count(2)
    expect(ann.page.get_by_text("This address works on this computer only")).to_be_visible()
    expect(bob.page.get_by_text("This address works on this computer only")).to_have_count(0)
    expect(ann.page.get_by_text("--host")).to_have_count(0)
    ann.page.get_by_role("button", name="Share").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Copy").first.click()
    expect(dialog.get_by_text("Link copied")).to_be_visible()
    expect(ann.page.get_by_text("Link copied")).to_have_count(1)


def test_options_are_explained_beside_their_controls(sit: Seats) -> None:
    page = sit("Ann").page
    page.goto("/games/spite_and_malice_modern")
    show_settings(page)
    for value, said in (
        ("count", "1 point for each card left"),
        ("basic", "The winner gets 5 points"),
        ("triangular", "10 for four cards"),
    ):
        label = {"count": "one for each card left", "basic": "basic", "triangular": "triangular"}[value]
        page.get_by_role("combobox", name="Scoring").select_option(label)
        expect(page.get_by_text(said)).to_be_visible()
    page.goto("/games/klondike_draw1")
    expect(page.get_by_text("After 15 minutes the race is over")).to_be_visible()
    page.get_by_role("combobox", name="Time limit").select_option("0")
    expect(page.get_by_text("The race lasts until all are home")).to_be_visible()
    page.get_by_text("More options").click()
    expect(page.get_by_text("a win counts against another person")).to_be_visible()
    page.get_by_label("Counts for the leaderboard").uncheck()
    expect(page.get_by_text("go on no leaderboard")).to_be_visible()


WIDTHS = """(names, longest) => names.map((name, seat) => {
  if (seat > 0) name.textContent = longest
  return [name.scrollWidth, name.clientWidth]
})"""
"""Gives the rivals the longest name of a bot, and returns the width of each name and of its place in pixels."""


def test_every_way_into_a_game_takes_one_press(sit: Seats) -> None:
    ann, eve = sit("Ann"), sit("Eve")
    ann.arrive("/games/nestor")
    ann.page.get_by_role("button", name="Race friends").click()
    code = re.search(r"/r/(\w+)", ann.page.get_by_label("Link to play").input_value())
    assert code is not None
    # Friends come by the link: the room is in no list.
    eve.page.goto("/")
    expect(eve.page.get_by_role("heading", name="Games in progress")).to_be_visible()
    expect(eve.page.locator(f'.live a[href="/r/{code[1]}"]')).to_have_count(0)
    go(ann.page, "/games/nestor")
    ann.page.get_by_role("button", name="Play alone").click()
    ann.wait_for_cards()
    expect(ann.page.locator(".strip li")).to_have_count(1)
    go(ann.page, "/games/nestor")
    ann.page.get_by_role("button", name="Play now against bots").click()
    ann.wait_for_cards()
    expect(ann.page.locator(".strip li")).to_have_count(3)
    # Large text on a phone cuts no name.
    ann.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    ann.page.evaluate("document.documentElement.style.fontSize = '24px'")
    names = ann.page.locator(".strip .name").evaluate_all(WIDTHS, max(BOT_NAMES, key=len))
    assert all(wanted <= shown for wanted, shown in names), names
    ann.page.evaluate("document.documentElement.style.fontSize = ''")
    go(ann.page, "/games/spite_and_malice")
    ann.page.get_by_role("button", name="Play now against a bot").click()
    ann.wait_for_cards()
    go(ann.page, "/")
    ann.page.get_by_role("link", name="Deal of the day").click()
    ann.page.get_by_role("button", name="Start: this attempt counts").click()
    ann.wait_for_cards()
    expect(ann.page.locator(".strip li")).to_have_count(1)


def test_the_front_page_begins_with_known_games_and_all_ways_to_play(sit: Seats) -> None:
    """In any window: the deal of the day, the live races and every way into a game are in the first screen."""
    ann, eve, ida = sit("Ann"), sit("Eve", (1280, 800)), sit("Ida", PHONE)
    ann.arrive()
    code = ann.open_room("nestor", listed=True)
    ann.ready()
    ann.wait_for_cards()
    eve.page.goto("/")
    begins_well(eve.page, code)
    for size, columns in (((844, 390), 0), ((820, 1180), 3)):
        eve.page.set_viewport_size({"width": size[0], "height": size[1]})
        begins_well(eve.page, code, columns)
    ida.page.goto("/")
    for width in (320, PHONE[0]):
        ida.page.set_viewport_size({"width": width, "height": PHONE[1]})
        stands_in_one_row(ida.page)
    begins_well(ida.page, code, columns=1)
    for page in (eve.page, ida.page):
        goes_on_well(page)

    # Each game of the list for a new race is found by any of its names.
    ida.page.get_by_role("button", name="Race friends").click()
    dialog = ida.page.get_by_role("dialog")
    dialog.get_by_role("searchbox").fill("forty thieves")
    expect(dialog.get_by_role("combobox", name="Game")).to_have_value("napoleon_at_st_helena")
    dialog.get_by_role("searchbox").fill("osmosis")
    expect(dialog.get_by_text("osmosis is not here. Its closest relatives are:")).to_be_visible()
    expect(dialog.get_by_role("combobox", name="Game")).to_have_value("storehouse")
    dialog.get_by_role("searchbox").fill("klondyke")
    expect(dialog.get_by_text("Did you mean:")).to_be_visible()

    # The choices for the room stay while the player looks for another game.
    dialog.get_by_role("combobox", name="Seats").select_option("4")
    dialog.get_by_role("searchbox").fill("nestr")
    expect(dialog.get_by_role("combobox", name="Game")).to_have_value("nestor")
    expect(dialog.get_by_role("combobox", name="Seats")).to_have_value("4")


def test_one_press_finds_somebody_and_says_that_it_is_a_person(sit: Seats, served: ServedPage) -> None:
    ann = sit("Ann", PHONE)
    ann.page.goto("/games/golf")
    ann.page.get_by_role("button", name="Race somebody").click()
    search = ann.page.get_by_role("dialog")
    expect(search.get_by_text("Nobody else is waiting right now.")).to_be_visible()
    search.get_by_role("button", name="Stop searching").click()
    expect(search).to_have_count(0)

    ann.page.goto("/")
    ann.page.get_by_role("button", name="Race somebody").click()
    expect(search.get_by_text("Nobody else is waiting right now.")).to_be_visible()
    with rival(served.url, "Bob") as bob:
        bob.do(bob.wire.ask(Seek, games=("golf",)))
        expect(ann.page.get_by_text("Found: you are playing a person.")).to_be_visible()
        found = next(message for message in bob.wire.log if isinstance(message, Matched))
        bob.do(bob.wire.join(found.room))
        bob.do(bob.wire.ready())
        ann.wait_for_cards()
        expect(ann.page.locator(".strip li")).to_have_count(2)


def stands_in_one_row(page: Page) -> None:
    """Check the head of a page on a phone: name, ways and settings stand beside each other, and each can be pressed."""
    parts = [box(page.locator(f"header {part}")) for part in (".brand", ".me input", "nav", "button.icon")]
    middles = [part["y"] + part["height"] / 2 for part in parts]
    assert max(middles) - min(middles) < 2
    assert all(part["height"] >= 40 and part["width"] >= 32 for part in parts)
    parts.sort(key=lambda part: part["x"])
    assert all(one["x"] + one["width"] <= other["x"] + 1 for one, other in pairwise(parts))
    assert parts[-1]["x"] + parts[-1]["width"] <= page.evaluate("innerWidth")


def begins_well(page: Page, code: str, columns: int = 0) -> None:
    """Check the beginning of the front page. If `columns` is given, the ways into a game stand in so many."""
    window = page.viewport_size
    assert window is not None
    # The deal of the day and the live races are seen at once,
    for seen in (page.get_by_role("link", name="Deal of the day"), page.locator(f'.live a[href="/watch/{code}"]')):
        expect(seen).to_be_visible()
        here = box(seen)
        assert here["y"] + here["height"] <= window["height"]
    expect(page.get_by_role("button", name="Race friends")).to_be_enabled()
    if columns:
        ways = [box(way) for way in page.locator(".choice").all() if way.is_visible()]
        assert len(ways) == 6
        assert max(way["y"] + way["height"] for way in ways) <= window["height"]
        assert len({way["x"] for way in ways}) == columns


def goes_on_well(page: Page) -> None:
    """Check the rest: well-known games first, then the best races, then the families, each with a picture."""
    families = page.get_by_role("region", name="Kinds of games")
    expect(families).to_be_attached()  # all but the live races comes with the texts
    headings = page.get_by_role("heading", level=2).all_inner_texts()
    wanted = ["Games in progress", "Games you know", "Best for racing", "Kinds of games", "All games"]
    assert [heading for heading in headings if heading in wanted] == wanted
    known = page.get_by_role("region", name="Games you know").locator("a.game strong")
    assert known.all_inner_texts()[:2] == ["Klondike, draw one", "Spider, one suit"]
    spiders = families.get_by_role("button", name="spider kin")
    spiders.scroll_into_view_if_needed()
    expect(families.locator("img")).to_have_count(families.get_by_role("button").count())
    spiders.click()
    expect(page.get_by_role("combobox", name="Any kind")).to_have_value("spider kin")
    expect(page.locator(".games a.game .chip", has_text="spider kin")).to_have_count(
        page.locator(".games a.game").count()
    )
    expect(page.get_by_role("heading", name="All games")).to_be_in_viewport()


CUT = """title => {
  const words = document.createRange()
  const { firstChild: text } = title
  const lines = [...text.data.matchAll(/[^ -]+/g)].map(({ index, 0: word }) => {
    words.setStart(text, index)
    words.setEnd(text, index + word.length)
    return words.getClientRects().length
  })
  return title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight + 1 || lines.some(n => n > 1)
}"""
"""True if part of a title is out of sight, or a word of it is broken."""


CROWDED = ("perseverance", "house_in_the_wood", "herring_bone_german", "la_nivernaise", "japanese_rug")
"""The games with the longest titles beside the clock, or the most tools below the table."""


def test_no_title_and_no_tool_is_cut(sit: Seats, thorough: bool) -> None:
    """In every language, on a phone and a tablet; two of these games, and all of them with --thorough."""
    ann = sit("Ann", PHONE)
    page = ann.page
    ann.arrive()
    for game in CROWDED if thorough else CROWDED[:2]:
        ann.open_room(game)
        ann.ready()
        ann.wait_for_cards()
        expect(page.get_by_role("timer")).to_be_visible()
        for language in ("de", "fr", "en"):
            page.evaluate(SPEAK, language)
            page.wait_for_function("tag => document.documentElement.lang === tag", arg=language)
            for width, height in ((820, 1180), PHONE):
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_function(f"() => !({CUT})(document.querySelector('h1'))")
                tools = page.get_by_role("toolbar")
                assert tools.evaluate("bar => bar.scrollWidth <= bar.clientWidth"), (
                    f"tools are cut in {game}, {language}"
                )


SPEAK = """language => {
  localStorage.setItem('cadogan.settings', JSON.stringify({ language }))
  dispatchEvent(new StorageEvent('storage', { key: 'cadogan.settings' }))
}"""
"""Chooses a language, as in another window of the same browser."""
