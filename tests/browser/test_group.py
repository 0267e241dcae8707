"""A group of friends: three players, three games, no new link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desks import PHONE, Seats
from tests.browser.player import Player

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


def test_three_friends_play_three_games_without_a_new_link(sit: Seats) -> None:
    ann, bob, cid = friends = sit("Ann"), sit("Bob", PHONE), sit("Cid")
    ann.arrive()
    code = ann.open_room("cover")
    for other in (bob, cid):
        other.arrive(f"/r/{code}")
    play(*friends)

    # The host picks another game, and the others see the game and the host's name.
    for other in (bob, cid):
        expect(result(other).get_by_text("Ann can choose another game for everyone.")).to_be_visible()
        expect(result(other).get_by_role("button", name="Another game")).to_have_count(0)
    # She can even though Bob has opened the rematch: he is taken along from its lobby, and so is Cid, who comes later.
    result(bob).get_by_role("button", name="Rematch").click()
    expect(bob.page.locator(".lobby li")).to_have_count(1)
    expect(bob.page.get_by_role("button", name="Add a bot")).to_be_visible()
    for right in ("Another game", "Locked: nobody else can sit down"):
        expect(bob.page.get_by_text(right)).to_have_count(0)
    expect(result(ann).get_by_text("Bob wants a rematch")).to_be_visible()
    pick(ann, "the clock", "The Clock")
    ann.page.get_by_role("button", name="Play The Clock").click()
    expect(bob.page.get_by_text("Ann wants to go on with The Clock").first).to_be_visible()
    expect(result(cid).get_by_text("Ann wants to go on with The Clock")).to_be_visible()
    assert result(cid).locator(".btn.primary:visible").all_inner_texts() == ["Join: The Clock"]
    expect(result(cid).get_by_role("button", name="Another game")).to_have_count(0)
    result(cid).get_by_role("button", name="Join: The Clock").click()
    for friend in friends:
        expect(friend.page.get_by_role("heading", name="The Clock").first).to_be_visible()
        assert score(friend) == ["Ann 1", "Bob 0", "Cid 0"]
    assert ann.page.url == bob.page.url == cid.page.url

    # They send emotes, and a muted player is not shown.
    say(bob, "Good luck!")
    for friend in friends:
        speaker = "You" if friend is bob else "Bob"
        expect(friend.page.get_by_text(f"{speaker}: Good luck!").first).to_be_visible()
    opened = ann.page.get_by_role("button", name="Say something, or mute")
    opened.click()
    ann.page.get_by_role("checkbox", name="Mute Bob").check()
    opened.click()
    say(bob, "Oops!")
    say(cid, "Thank you!")
    expect(ann.page.get_by_text("Cid: Thank you!").first).to_be_visible()
    expect(cid.page.get_by_text("Bob: Oops!").first).to_be_visible()
    expect(ann.page.get_by_text("Bob: Oops!")).to_have_count(0)

    # They vote, and the third game begins by itself.
    play(*friends)
    expect(result(cid).get_by_role("heading", name="First places after 2 games")).to_be_visible()
    bob.page.keyboard.press("Escape")
    expect(bob.page.get_by_role("button", name="Results")).to_be_visible()
    result(cid).get_by_role("button", name="Say something, or mute").click()
    result(cid).get_by_role("button", name="Well played!").click()
    for friend in friends:
        expect(friend.page.locator(".notices", has_text="Well played!")).to_be_visible()
        assert friend.page.evaluate(UNDER_NOTICES) == []
    bob.page.get_by_role("button", name="Results").click()
    pick(ann, "cover", "Cover")
    pick(ann, "klondike", "Klondike, draw one", opened=True)
    chosen = ann.page.get_by_role("dialog", name="The next game").locator("li button[aria-pressed=true] strong")
    expect(chosen).to_have_text(["Cover", "Klondike, draw one"])
    ann.page.get_by_role("button", name="Let everyone vote on these 2 games").click()
    vote(bob, "Cover")
    expect(result(cid).get_by_role("button", name="Cover Bob")).to_be_visible()
    expect(result(bob).get_by_text("Still to vote: Ann and Cid.")).to_be_visible()
    vote(ann, "Klondike")
    vote(cid, "Cover")
    for friend in friends:
        friend.wait_for_cards()
        expect(friend.page.get_by_role("heading", name="Cover")).to_be_visible()
    assert ann.page.url == bob.page.url == cid.page.url


def test_a_player_who_misses_the_start_watches_and_joins_the_next_game(sit: Seats) -> None:
    ann, bob = friends = sit("Ann"), sit("Bob", PHONE)
    ann.arrive()
    bob.arrive(f"/r/{ann.open_room('cover')}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    play(*friends)

    # Ann begins alone, though the page names the missing player.
    result(ann).get_by_role("button", name="Rematch").click()
    expect(ann.page.get_by_text("Not here yet: Bob. Whoever misses the start can only watch.")).to_be_visible()
    ann.ready()
    ann.wait_for_cards()
    result(bob).get_by_role("button", name="Join the rematch").click()
    expect(result(bob).get_by_text("The next game has begun without you. Watch it now")).to_be_visible()
    result(bob).get_by_role("link", name="Watch the next game").click()
    expect(bob.page.get_by_text("Watching", exact=True)).to_be_visible()
    expect(ann.page.get_by_text("1 watching")).to_be_visible()  # the number is told twice a second
    ann.give_up()
    expect(result(bob).get_by_text("As soon as the others open the next game, you can join it here.")).to_be_visible()
    result(ann).get_by_role("button", name="Play again").click()
    expect(ann.page.get_by_text("Not here yet: Bob.")).to_be_visible()
    result(bob).get_by_role("link", name="Join the rematch").click()
    for friend in friends:
        expect(friend.page.locator(".lobby li")).to_have_count(2)
        assert score(friend, 2) == ["Ann 1", "Bob in 1 game 0"]


def test_two_people_race_a_series_up_to_its_podium(sit: Seats) -> None:
    ann, bob = friends = sit("Ann"), sit("Bob", PHONE)
    ann.arrive("/games/cover")
    ann.page.get_by_role("combobox", name="Series", exact=True).select_option("3")
    ann.page.get_by_role("combobox", name="Games of the series").select_option("chosen")
    ann.page.get_by_role("combobox", name="Race 2 of 3").select_option("clock")
    ann.page.get_by_role("button", name="Open the room").click()
    expect(ann.page.get_by_role("heading", name="Race 1 of 3")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Another game")).to_have_count(0)
    bob.arrive(f"/r/{ann.page.url.rsplit('/', 1)[1]}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    play(*friends)

    # After each race one press is enough, and the next one begins by itself, in another room.
    for race, game in ((2, "The Clock"), (3, "Cover")):
        for friend in friends:
            expect(result(friend).get_by_role("heading", name=f"Standings after {race - 1} race")).to_be_visible()
            expect(result(friend).get_by_text(f"Next race: {game}.")).to_be_visible()
            assert result(friend).locator(".btn.primary:visible").all_inner_texts() == ["Next race"]
        result(bob).get_by_role("button", name="Next race").click()
        expect(result(bob).get_by_text("Waiting for Ann")).to_be_visible()
        result(ann).get_by_role("button", name="Next race").click()
        for friend in friends:
            expect(friend.page.get_by_role("heading", name=game).first).to_be_visible()
            expect(friend.page.locator(".room > header").get_by_text(f"Race {race} of 3")).to_be_visible()
        race_on(*friends)
        assert ann.page.url == bob.page.url

    expect(result(ann).get_by_role("heading", name="You win the series")).to_be_visible()
    expect(result(bob).get_by_role("heading", name="Ann wins the series")).to_be_visible()
    for friend in friends:
        expect(result(friend).locator(".podium li").first).to_contain_text("Ann")
        expect(result(friend).get_by_role("heading", name="Standings after 3 races")).to_be_visible()
        expect(result(friend).get_by_role("button", name="New series")).to_be_visible()


def play(*friends: Player) -> None:
    """Race until all have given up. The first player makes a move before."""
    for friend in friends:
        friend.ready()
    race_on(*friends)


def race_on(*friends: Player) -> None:
    """The same of players who are ready."""
    for friend in friends:
        friend.wait_for_cards()
    friends[0].play_by_tapping()
    for friend in friends:
        friend.give_up()
    for friend in friends:
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
