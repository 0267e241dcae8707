"""A group of friends: three players, three games, no new link."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from cadogan_protocol.messages import Onward, SayEmote, Stand, Vote
from tests.browser.desks import PHONE, Seats
from tests.browser.player import Player
from tests.browser.rival import Rival, rival
from tests.browser.server import ServedPage

pytestmark = pytest.mark.browser

UNDER_NOTICES = """() => {
  const box = element => element.getBoundingClientRect()
  const shown = document.querySelector('dialog[open]') ?? document
  const notices = [...shown.querySelectorAll('.notices > *')].map(box)
  return [...shown.querySelectorAll('a[href], button, summary')].filter(one => {
    const { left, right, top, bottom, width } = box(one)
    return width && notices.some(notice => notice.left < right && left < notice.right && notice.top < bottom && top < notice.bottom)
  }).map(one => one.innerText || one.ariaLabel)
}"""
"""Names the links and buttons of the open dialog, or else of the page, that lie under a notice."""


def test_three_friends_play_three_games_without_a_new_link(sit: Seats, served: ServedPage) -> None:
    ann, bob = pages = sit("Ann"), sit("Bob", PHONE)
    ann.arrive()
    code = ann.open_room("cover")
    with rival(served.url, "Cid") as cid:
        cid.do(cid.wire.join(code))
        bob.arrive(f"/r/{code}")
        play(pages, cid)
        the_host_picks_another_game(ann, bob, cid)
        for friend in pages:
            expect(friend.page.get_by_role("heading", name="The Clock").first).to_be_visible()
            assert score(friend) == ["Ann 1", "Bob 0", "Cid 0"]
        assert ann.page.url == bob.page.url

        # They send emotes, and a muted player is not shown.
        say(bob, "Good luck!")
        for friend, speaker in ((ann, "Bob"), (bob, "You")):
            expect(friend.page.get_by_text(f"{speaker}: Good luck!").first).to_be_visible()
        opened = ann.page.get_by_role("button", name="Say something, or mute")
        opened.click()
        ann.page.get_by_role("checkbox", name="Mute Bob").check()
        opened.click()
        say(bob, "Oops!")
        cid.do(cid.wire.ask(SayEmote, emote="thanks"))
        expect(ann.page.get_by_text("Cid: Thank you!").first).to_be_visible()
        expect(bob.page.get_by_text("You: Oops!").first).to_be_visible()
        expect(ann.page.get_by_text("Bob: Oops!")).to_have_count(0)

        # They vote, and the third game begins by itself.
        play(pages, cid)
        expect(result(bob).get_by_role("heading", name="First places after 2 games")).to_be_visible()
        no_notice_lies_on_a_button(ann, bob)
        they_vote(ann, bob, cid)
        for friend in pages:
            friend.wait_for_cards()
            expect(friend.page.get_by_role("heading", name="Cover")).to_be_visible()
        assert ann.page.url == bob.page.url


def the_host_picks_another_game(ann: Player, bob: Player, cid: Rival) -> None:
    """Let Ann pick a game though Bob has opened the rematch: he is taken along from its lobby, and so is Cid, who comes later."""
    result(bob).get_by_role("button", name="Rematch").click()
    expect(bob.page.locator(".lobby li")).to_have_count(1)
    expect(bob.page.get_by_role("button", name="Add a bot")).to_be_visible()
    for right in ("Another game", "Locked: nobody else can sit down"):
        expect(bob.page.get_by_text(right)).to_have_count(0)
    expect(result(ann).get_by_text("Bob wants a rematch")).to_be_visible()
    pick(ann, "the clock", "The Clock")
    ann.page.get_by_role("button", name="Play The Clock").click()
    expect(bob.page.get_by_text("Ann wants to go on with The Clock").first).to_be_visible()
    expect(ann.page.get_by_text("Not here yet: Cid. Whoever misses the start can only watch.")).to_be_visible()
    cid.do(cid.follow())


def no_notice_lies_on_a_button(ann: Player, bob: Player) -> None:
    """Say something where one sees the results and the other the table."""
    bob.page.keyboard.press("Escape")
    expect(bob.page.get_by_role("button", name="Results")).to_be_visible()
    result(ann).get_by_role("button", name="Say something, or mute").click()
    result(ann).get_by_role("button", name="Well played!").click()
    for friend in (ann, bob):
        expect(friend.page.locator(".notices", has_text="Well played!")).to_be_visible()
        assert friend.page.evaluate(UNDER_NOTICES) == []
    bob.page.get_by_role("button", name="Results").click()


def they_vote(ann: Player, bob: Player, cid: Rival) -> None:
    """Let Ann put two games to the vote. Two of three want Cover."""
    pick(ann, "cover", "Cover")
    pick(ann, "klondike", "Klondike, draw one", opened=True)
    chosen = ann.page.get_by_role("dialog", name="The next game").locator("li button[aria-pressed=true] strong")
    expect(chosen).to_have_text(["Cover", "Klondike, draw one"])
    ann.page.get_by_role("button", name="Let everyone vote on these 2 games").click()
    vote(bob, "Cover")
    expect(result(ann).get_by_role("button", name="Cover Bob")).to_be_visible()
    expect(result(bob).get_by_text("Still to vote: Ann and Cid.")).to_be_visible()
    vote(ann, "Klondike")
    cid.do(cid.wire.ask(Vote, choice=0))
    cid.do(cid.follow())
    cid.do(cid.wire.ready())


def test_a_player_who_misses_the_start_watches_and_joins_the_next_game(sit: Seats, served: ServedPage) -> None:
    """Bob is at the page. Ann, who has opened the room, begins alone."""
    bob = sit("Bob", PHONE)
    with rival(served.url, "Ann") as ann:
        ann.do(ann.wire.create("cover", public=False))
        bob.arrive(f"/r/{ann.wire.code}")
        play((bob,), ann)
        expect(result(bob).get_by_text("Ann can choose another game for everyone.")).to_be_visible()
        expect(result(bob).get_by_role("button", name="Another game")).to_have_count(0)
        ann.do(ann.follow())
        expect(result(bob).get_by_role("button", name="Join the rematch")).to_be_visible()
        ann.do(ann.wire.ready())
        ann.do(ann.wire.phase("running"))
        result(bob).get_by_role("button", name="Join the rematch").click()
        expect(result(bob).get_by_text("The next game has begun without you. Watch it now")).to_be_visible()
        result(bob).get_by_role("link", name="Watch the next game").click()
        expect(bob.page.get_by_text("Watching", exact=True)).to_be_visible()
        ann.do(ann.wire.ask(Stand))
        later = "As soon as the others open the next game, you can join it here."
        expect(result(bob).get_by_text(later)).to_be_visible()
        ann.do(ann.follow())
        result(bob).get_by_role("link", name="Join the rematch").click()
        expect(bob.page.locator(".lobby li")).to_have_count(2)
        assert score(bob, 2) == ["Bob in 1 game 1", "Ann 0"]

        # The host goes on with another game, whose name the others see, even at the replay.
        play((bob,), ann)
        result(bob).get_by_role("link", name="Replay").click()
        back = bob.page.get_by_role("link", name="Back to the table")
        expect(back).to_be_visible()
        ann.do(ann.follow(game="clock"))
        called = bob.page.get_by_role("status").filter(has_text="Ann wants to go on with The Clock")
        expect(called.get_by_role("button", name="Join: The Clock")).to_be_visible()
        back.click()
        expect(result(bob).get_by_text("Ann wants to go on with The Clock")).to_be_visible()
        assert result(bob).locator(".btn.primary:visible").all_inner_texts() == ["Join: The Clock"]
        expect(result(bob).get_by_role("button", name="Another game")).to_have_count(0)
        result(bob).get_by_role("button", name="Join: The Clock").click()
        expect(bob.page.get_by_role("heading", name="The Clock").first).to_be_visible()


def test_two_people_race_a_series_up_to_its_podium(sit: Seats, served: ServedPage) -> None:
    ann = sit("Ann", PHONE)
    page = ann.page
    ann.arrive("/games/cover")
    page.get_by_role("combobox", name="Series", exact=True).select_option("3")
    page.get_by_role("combobox", name="Games of the series").select_option("chosen")
    page.get_by_role("combobox", name="Race 2 of 3").select_option("clock")
    page.get_by_role("button", name="Open the room").click()
    expect(page.get_by_role("heading", name="Race 1 of 3")).to_be_visible()
    expect(page.get_by_role("button", name="Another game")).to_have_count(0)
    with rival(served.url, "Bob") as bob:
        bob.do(bob.wire.join(page.url.rsplit("/", 1)[1]))
        play((ann,), bob)

        # After each race one press is enough, and the next one begins by itself, in another room.
        for race, game in ((2, "The Clock"), (3, "Cover")):
            expect(result(ann).get_by_role("heading", name=f"Standings after {race - 1} race")).to_be_visible()
            expect(result(ann).get_by_text(f"Next race: {game}.")).to_be_visible()
            assert result(ann).locator(".btn.primary:visible").all_inner_texts() == ["Next race"]
            result(ann).get_by_role("button", name="Next race").click()
            expect(result(ann).get_by_text("Waiting for Bob")).to_be_visible()
            bob.do(bob.wire.ask(Onward))
            bob.do(bob.wire.state(lambda room: room.races is not None and room.races.called))
            bob.do(bob.follow())
            bob.do(bob.wire.ready())
            expect(page.get_by_role("heading", name=game).first).to_be_visible()
            expect(page.locator(".room > header").get_by_text(f"Race {race} of 3")).to_be_visible()
            race_on((ann,), bob)
            assert page.url.endswith(bob.wire.code)

    expect(result(ann).get_by_role("heading", name="You win the series")).to_be_visible()
    expect(result(ann).locator(".podium li").first).to_contain_text("Ann")
    expect(result(ann).get_by_role("heading", name="Standings after 3 races")).to_be_visible()
    expect(result(ann).get_by_role("button", name="New series")).to_be_visible()


def play(pages: Sequence[Player], other: Rival) -> None:
    """Race until all have given up. The first player at a page makes a move before."""
    for friend in pages:
        friend.ready()
    other.do(other.wire.ready())
    race_on(pages, other)


def race_on(pages: Sequence[Player], other: Rival) -> None:
    """The same of players who are ready."""
    for friend in pages:
        friend.wait_for_cards()
    pages[0].play_by_tapping()
    other.do(other.wire.ask(Stand))
    for friend in pages:
        friend.give_up()
    for friend in pages:
        expect(result(friend)).to_be_visible()


def result(who: Player) -> Locator:
    """Return the dialog with the results."""
    return who.page.get_by_role("dialog").first


def pick(who: Player, query: str, title: str, *, opened: bool = False) -> None:
    """Look for another game for the group, and choose it."""
    if not opened:
        result(who).get_by_role("button", name="Another game").click()
    dialog = who.page.get_by_role("dialog", name="The next game")
    dialog.get_by_role("searchbox").fill(query)
    dialog.locator("li button", has=who.page.get_by_text(title, exact=True)).click()


def say(who: Player, phrase: str) -> None:
    """Say one of the set phrases."""
    who.page.get_by_role("button", name="Say something, or mute").click()
    who.page.get_by_role("button", name=phrase).click()


def vote(who: Player, game: str) -> None:
    """Vote for a game."""
    result(who).locator(".vote button", has_text=game).click()


def score(who: Player, players: int = 3) -> list[str]:
    """Return the running score, line by line."""
    lines = who.page.locator(".series li")
    expect(lines).to_have_count(players)
    return [" ".join(text.split()) for text in lines.all_inner_texts()]
