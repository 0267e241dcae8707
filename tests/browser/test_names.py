"""The own name: a friend's link, a name that is taken or changed, and the same player on another device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desks import PHONE, Seats
from tests.browser.player import Player, go

pytestmark = pytest.mark.browser


def invited(host: Player, game: str = "klondike_draw1") -> str:
    """Open a room for friends by one press, and return the path of its link."""
    go(host.page, f"/games/{game}")
    host.page.get_by_role("button", name="Race friends").click()
    expect(host.page.get_by_role("heading", name="Players")).to_be_visible()
    return host.page.url[host.page.url.index("/r/") :]


class Presses:
    """Counts the presses."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page, self.touch, self.count = page, touch, 0

    def at(self, x: float, y: float) -> None:
        self.count += 1
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(x, y)

    def on(self, name: str, role: str = "button") -> None:
        box = self.page.get_by_role(role, name=name).bounding_box()  # type: ignore[arg-type]
        assert box is not None
        self.at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_from_a_friends_link_to_the_first_card_in_three_presses(sit: Seats) -> None:
    """It holds with a mouse and with a finger."""
    ann, guests = sit("Ann"), {"Bob": sit("Bob"), "Cleo": sit("Cleo", PHONE)}
    ann.arrive()
    link = invited(ann)
    presses = {name: Presses(guest.page, touch=name == "Cleo") for name, guest in guests.items()}
    for number, (name, press) in enumerate(presses.items(), 1):
        press.page.goto(link)
        field = press.page.get_by_role("textbox", name="Your name")
        expect(field).to_be_in_viewport()
        expect(field).not_to_have_value("")
        expect(ann.page.locator(".lobby li")).to_have_count(number)
        press.on("Your name", "textbox")
        press.page.keyboard.type(name)
        press.on("I’m in, and ready")
        expect(ann.page.locator(".lobby li", has_text=name).get_by_text("ready", exact=True)).to_be_visible()
    ann.ready()
    for name, press in presses.items():
        guests[name].wait_for_cards()
        # The first card comes from the stock, which can be turned in any deal.
        stock = press.page.locator('.pile[data-pile="11"]').bounding_box()
        assert stock is not None
        press.at(stock["x"] + stock["width"] / 2, stock["y"] + stock["height"] / 2)
        expect(guests[name].table.locator('.card[data-at="12:0"]')).to_have_count(1)
        assert press.count <= 3
        expect(ann.page.locator(".strip li", has_text=name)).to_have_count(1)
    # The name is remembered: the next link is followed without a question.
    link = invited(ann)
    for name, guest in guests.items():
        guest.page.goto(link)
        expect(ann.page.locator(".lobby li", has_text=name)).to_have_count(1)


def test_a_name_that_is_changed_or_taken_in_the_lobby(sit: Seats) -> None:
    ann, bob = sit("Ann"), sit("Bob", PHONE)
    ann.arrive()
    code = ann.open_room("nestor")
    bob.page.goto(f"/r/{code}")
    # The others in the room are shown before the player sits down.
    expect(bob.page.locator(".lobby li")).to_contain_text("Ann")
    field = bob.page.get_by_role("textbox", name="Your name")
    field.fill("ann")
    bob.page.get_by_role("button", name="Just take a seat").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("here already")
    expect(field).to_have_value("ann 2")
    bob.page.get_by_role("button", name="Just take a seat").click()
    expect(ann.page.locator(".lobby li", has_text="ann 2")).to_have_count(1)
    # In the lobby it stands above the players, and changes for everybody at once.
    name = bob.page.get_by_label("You play as")
    name.fill("Bob")
    name.press("Enter")
    for one in (ann, bob):
        expect(one.page.locator(".lobby li").nth(1)).to_contain_text("Bob")
    name.fill("ANN")
    name.press("Enter")
    expect(bob.page.locator("form.name [role=status]")).to_contain_text("here already")
    expect(name).to_have_value("ANN 2")
    name.press("Enter")
    expect(ann.page.locator(".lobby li", has_text="ANN 2")).to_have_count(1)
    bob.page.reload()
    expect(ann.page.locator(".lobby li", has_text="ANN 2")).to_have_count(1)
    expect(bob.page.locator(".lobby li")).to_have_count(2)

    # A known player whose name is taken in the room is asked for another one, too.
    other = sit("Ann")
    other.arrive(f"/r/{code}")
    expect(other.page.get_by_role("textbox", name="Your name")).to_have_value("Ann 2")
    expect(other.page.get_by_text("Is that you on another device")).to_be_visible()
    other.page.get_by_role("textbox", name="Your name").fill("Anna")
    other.page.get_by_role("button", name="I’m in, and ready").click()
    expect(ann.page.locator(".lobby li", has_text="Anna").get_by_text("ready", exact=True)).to_be_visible()


def test_a_spectator_of_a_lobby_sees_it_and_can_take_a_seat(sit: Seats) -> None:
    ann, eve = sit("Ann"), sit("Eve")
    ann.arrive()
    code = ann.open_room("nestor")
    eve.arrive(f"/watch/{code}")
    expect(ann.page.locator(".title")).to_contain_text("1 watching")
    expect(eve.page.locator(".lobby li")).to_contain_text("Ann")
    expect(eve.page.get_by_role("region", name="How to play")).to_be_visible()
    expect(eve.page.get_by_role("region", name="The game has not begun")).to_be_visible()
    eve.page.get_by_role("button", name="I’d rather play along").click()
    ann.page.get_by_label("Locked").check()
    expect(eve.page.get_by_text("The host has locked the room")).to_be_visible()
    ann.page.get_by_label("Locked").uncheck()
    eve.page.get_by_role("button", name="Just take a seat").click()
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    expect(ann.page.locator(".title")).not_to_contain_text("watching")
    assert eve.page.url.endswith(f"/r/{code}")
    eve.ready()
    ann.ready()
    for racer in (ann, eve):
        racer.wait_for_cards()


def test_an_unwatchable_room_asks_for_a_name_and_deals_to_the_newcomer(sit: Seats) -> None:
    ann, bob = sit("Ann"), sit("Bob")
    ann.arrive("/games/nestor")
    ann.page.get_by_text("More options").click()
    ann.page.get_by_role("combobox", name="Spectators").select_option("none")
    ann.page.get_by_role("button", name="Open the room").click()
    expect(ann.page.get_by_role("heading", name="Players")).to_be_visible()
    bob.page.goto(ann.page.url)
    bob.page.get_by_role("textbox", name="Your name").fill("Bob")
    bob.page.get_by_role("button", name="I’m in, and ready").click()
    expect(ann.page.locator(".lobby li", has_text="Bob").get_by_text("ready", exact=True)).to_be_visible()
    ann.ready()
    for one in (ann, bob):
        one.wait_for_cards()
        one.give_up()
    bob.page.get_by_text("Checked: the deal was fixed before the start.").click()
    expect(bob.page.get_by_text("Your own random number is among them.")).to_be_visible()


def test_the_seat_goes_to_another_device_of_the_same_player(sit: Seats) -> None:
    laptop, phone, late = sit("Ann"), sit("", PHONE), sit("Eve")
    laptop.arrive()
    code = laptop.open_room("klondike_draw1")
    laptop.ready()
    laptop.wait_for_cards()
    before = laptop.cards()
    laptop.page.get_by_role("button", name="Settings").click()
    laptop.page.get_by_role("button", name="Continue on another device").click()
    link = laptop.page.get_by_label("Link for your other device").input_value()
    expect(laptop.page.get_by_alt_text("QR code of the link")).to_be_visible()
    assert re.search(rf"/take/{code}#", link)
    path = link[link.index("/take/") :]
    phone.page.goto(path)
    expect(phone.page.get_by_text(f"Your seat in room {code}")).to_be_visible()
    phone.page.get_by_role("button", name="Continue here").click()
    phone.wait_for_cards()
    assert phone.cards() == before
    expect(laptop.page.get_by_text("This game is open in another window.")).to_be_visible()
    phone.page.goto("/leaderboard")
    expect(phone.page.get_by_label("You play as")).to_have_value("Ann")
    late.arrive(path)
    late.page.get_by_role("button", name="Continue here").click()
    expect(late.page.get_by_text("This link or code doesn’t work")).to_be_visible()
