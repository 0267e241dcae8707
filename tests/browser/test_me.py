"""The own account and figures: passkeys in a real browser, another device by a code, the own page, friends, export and
deletion."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import Axe, axe, violations
from tests.browser.desks import DESKTOP, PHONE, Seats
from tests.browser.player import Player, go
from tests.browser.server import ServedPage

__all__ = ["axe"]

pytestmark = pytest.mark.browser


MOST_HINTS = 20
"""The number of hints after which a card has come home."""


def named(served: ServedPage) -> str:
    """Return the server's address with a host name, which passkeys need."""
    return served.url.replace("127.0.0.1", "localhost")


def with_authenticator(page: Page) -> Any:
    """Give a page's browser an authenticator that accepts everything; return the session to control it, and its id."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    how = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": how})
    return session, added["authenticatorId"]


def test_a_passkey_made_on_one_device_signs_in_on_another(sit: Seats, served: ServedPage) -> None:
    laptop, phone = sit("Ann"), sit("Quick Otter", PHONE)
    laptop.arrive(f"{named(served)}/me")
    its, one = with_authenticator(laptop.page)
    laptop.page.get_by_role("button", name="Create a passkey").click()
    expect(laptop.page.get_by_text("You have an account")).to_be_visible()
    (credential,) = its.send("WebAuthn.getCredentials", {"authenticatorId": one})["credentials"]

    phone.page.goto(f"{named(served)}/me")
    its_keys, other = with_authenticator(phone.page)
    # Copy the passkey to the other device, as a provider of passkeys does.
    its_keys.send("WebAuthn.addCredential", {"authenticatorId": other, "credential": credential})
    phone.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.page.get_by_text("Signed in: on this device you play as Ann.")).to_be_visible()
    expect(phone.page.get_by_label("You play as")).to_have_value("Ann")
    phone.page.goto(f"{named(served)}/me")
    expect(phone.page.get_by_role("heading", level=1, name="Ann")).to_be_visible()
    expect(phone.page.get_by_text("You have an account")).to_be_visible()

    # A passkey that was removed signs nobody in.
    remove = phone.page.get_by_role("button", name="Remove the passkey")
    remove.click()
    asked = phone.page.get_by_role("dialog", name="Remove this passkey?")
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_have_count(0)
    remove.click()
    asked.get_by_role("button", name="Remove").click()
    expect(phone.page.get_by_text("You don’t need an account.")).to_be_visible()
    laptop.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(laptop.page.get_by_text("This passkey can’t be used here.")).to_be_visible()


def test_a_declined_passkey_shows_no_error(sit: Seats, served: ServedPage) -> None:
    ann = sit("Ann")
    ann.arrive(f"{named(served)}/me")
    session, authenticator = with_authenticator(ann.page)
    session.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False})
    button = ann.page.get_by_role("button", name="Sign in with a passkey")
    button.click()
    expect(button).to_be_enabled()
    expect(ann.page.get_by_role("heading", level=1, name="Ann")).to_be_visible()


def test_an_address_without_a_name_says_why_it_has_no_passkeys(sit: Seats, served: ServedPage) -> None:
    ann = sit("Ann")
    ann.arrive(f"{served.url.replace('localhost', '127.0.0.1')}/me")
    expect(ann.page.get_by_text("Passkeys don’t work on this page")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Create a passkey")).to_have_count(0)


def test_a_code_is_typed_on_the_other_device(sit: Seats) -> None:
    laptop, phone, thief = sit("Ann"), sit("", PHONE), sit("Eve")
    laptop.arrive("/me")
    laptop.page.get_by_role("button", name="Continue on another device").click()
    code = laptop.page.get_by_text(re.compile(r"^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$")).inner_text()
    for device in (phone, thief):
        device.page.goto("/take")
        field = device.page.get_by_label("Code from your other device")
        go_on = device.page.get_by_role("button", name="Continue here")
        field.fill(code[:-1])
        expect(go_on).to_be_disabled()
        field.fill(code.lower().replace("-", " "))
        go_on.click()
    expect(phone.page.get_by_label("You play as")).to_have_value("Ann")
    expect(thief.page.get_by_text("This link has been used already, or has expired")).to_be_visible()


def raced(ann: Player, bob: Player) -> None:
    """Race in a room by invitation, and give up one after the other."""
    code = ann.open_room("nestor")
    bob.page.goto(f"/r/{code}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    for player in (ann, bob):
        player.ready()
    for player in (ann, bob):
        player.wait_for_cards()
    for _ in range(MOST_HINTS):
        if ann.cards_home():
            break
        ann.follow_hint()
    bob.give_up()
    ann.give_up()


def test_games_of_two_players_stand_on_their_pages_until_one_is_deleted(sit: Seats, axe: Axe) -> None:
    ann, bob = sit("Ann"), sit("Bob", PHONE)
    for player in (ann, bob):
        player.arrive()
    raced(ann, bob)
    # From the result to the other's page, and friends.
    result = ann.page.get_by_role("dialog")
    befriend = result.get_by_role("button", name="Add Bob as a friend")
    expect(befriend).to_have_text("Add friend: Add Bob as a friend")
    befriend.click()
    expect(result.get_by_role("button", name="Remove Bob")).to_be_visible()
    result.get_by_role("table").get_by_role("link", name="Bob").click()
    expect(ann.page.get_by_role("heading", level=1, name="Bob")).to_be_visible()
    assert re.search(r"/player/Bob-[\w-]{12}$", ann.page.url)
    expect(ann.page.get_by_text("You and Bob: 1 game, ahead in 1, behind in 0.")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="All games")).to_have_count(0)

    # The own page: figures, every game, and the people whom she has played with, each a friend by one press.
    go(ann.page, "/me")
    met = ann.page.get_by_role("region", name="Against others")
    expect(met.get_by_role("button", name="Remove Bob")).to_be_visible()
    favourites = ann.page.get_by_role("table", name="Favourite games")
    row = favourites.get_by_role("row").filter(has_text="Nestor")
    expect(row.get_by_role("cell")).to_have_text(["1", "0", "1", "–", "–", "–", "–", "0", "0"])
    games = ann.page.get_by_role("region", name="All games").get_by_role("listitem")
    expect(games).to_have_count(1)
    expect(games.first).to_contain_text("Bob")
    assert violations(ann.page, axe) == []
    ann.page.get_by_label("Outcome").select_option("Won")
    expect(ann.page.get_by_text("No games like this yet.")).to_be_visible()
    ann.page.get_by_label("Outcome").select_option("Not won")
    expect(games).to_have_count(1)
    expect(ann.page.get_by_role("region", name="Friends").get_by_role("listitem")).to_contain_text("Bob")

    # Bob has added Ann too, and sees where she waits for a rematch.
    bob.page.get_by_role("dialog").get_by_role("button", name="Add Ann as a friend").click()
    expect(bob.page.get_by_role("dialog").get_by_role("button", name="Remove Ann")).to_be_visible()
    go(bob.page, "/")
    games.first.get_by_role("button", name="Rematch").click()
    expect(ann.page.get_by_role("heading", name="Players")).to_be_visible()

    # Ann sees that he is online, and calls him from her lobby, wherever he is.
    ann.page.get_by_role("button", name="Invite Bob").click()
    invitation = bob.page.get_by_role("status").filter(has_text="Ann invites you to Nestor.")
    expect(invitation.get_by_role("button", name="Join")).to_be_visible()
    assert violations(bob.page, axe) == []
    invitation.get_by_role("button", name="Not now").click()
    expect(invitation).to_have_count(0)
    bob.page.goto("/")
    expect(invitation.get_by_role("button", name="Join")).to_be_visible()
    bob.page.get_by_role("region", name="Your friends").get_by_role("link", name="Join").click()
    expect(ann.page.locator(".lobby li")).to_have_count(2)

    # The export has everything, and after the deletion nothing is left. A seated player gives up the seat first.
    ann.page.get_by_role("link", name="Front page").click()
    expect(bob.page.locator(".lobby li")).to_have_count(1)
    go(ann.page, "/me")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Export my data").click()
    data = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert data["name"] == "Ann"
    assert [(game["game"], game["others"][0]["name"]) for game in data["games"]] == [("nestor", "Bob")]
    assert [one["game"] for one in data["figures"]] == ["", "nestor"]
    assert [one["name"] for one in data["against"]] == ["Bob"]
    address = ann.page.get_by_role("link", name="How others see this page").get_attribute("href")
    assert address is not None

    ann.page.get_by_role("button", name="Delete my data").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    ann.page.get_by_role("button", name="Delete my data").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    expect(ann.page.get_by_text("All your data has been deleted.")).to_be_visible()
    expect(ann.page.get_by_role("textbox", name="You play as")).to_have_value(re.compile(r"^(?!Ann$)\w+ \w+$"))
    ann.page.goto("/me")
    expect(ann.page.get_by_text("No game that counts here has been finished yet.")).to_be_visible()
    go(bob.page, address)
    expect(bob.page.get_by_role("heading", name="There is no such player")).to_be_visible()
    for name in ("x" * 5000, "x" * 5000 + "-nobodynobody"):
        go(bob.page, f"/player/{name}")
        expect(bob.page.get_by_role("heading", name="There is n")).to_be_visible()


def test_the_own_page_fits_the_window_and_can_be_used_by_everybody(sit: Seats, axe: Axe) -> None:
    page = sit("Ann", PHONE).page
    for path, heading in (("/me", "Figures"), ("/take", "Continue here?")):
        page.goto(path)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        for width, height in (DESKTOP, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            assert violations(page, axe) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
