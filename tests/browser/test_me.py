"""The own account and figures: passkeys in a real browser, another device by a code, the own page, friends, export and
deletion."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cadogan_protocol.messages import AddFriend, Invite, Invited, Leave, ListFriends, Stand
from tests.browser.axe import Axe, axe, violations
from tests.browser.desks import DESKTOP, PHONE, Seats
from tests.browser.player import Player, go
from tests.browser.rival import Rival, rival
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
    a_passkey_is_declined(laptop, its, one)
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

    # An address without a name says why it has no passkeys.
    laptop.page.goto(f"{served.url.replace('localhost', '127.0.0.1')}/me")
    expect(laptop.page.get_by_text("Passkeys don’t work on this page")).to_be_visible()
    expect(laptop.page.get_by_role("button", name="Create a passkey")).to_have_count(0)


def a_passkey_is_declined(ann: Player, session: Any, authenticator: str) -> None:
    """Decline to sign in. That shows no error, and changes nothing."""
    session.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False})
    button = ann.page.get_by_role("button", name="Sign in with a passkey")
    button.click()
    expect(button).to_be_enabled()
    expect(ann.page.get_by_role("heading", level=1, name="Ann")).to_be_visible()
    session.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": True})


def test_a_code_is_typed_on_the_other_device_and_works_once(sit: Seats, axe: Axe) -> None:
    laptop, phone = sit("Ann"), sit("", PHONE)
    laptop.arrive("/me")
    laptop.page.get_by_role("button", name="Continue on another device").click()
    code = laptop.page.get_by_text(re.compile(r"^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$")).inner_text()
    page = phone.page
    typed_in(page, code, axe)
    expect(page.get_by_label("You play as")).to_have_value("Ann")
    typed_in(page, code, axe)
    expect(page.get_by_text("This link or code doesn’t work")).to_be_visible()
    expect(page.get_by_label("Code from your other device")).to_be_visible()


def typed_in(page: Page, code: str, axe: Axe) -> None:
    """Type the code of another device, as people may write it."""
    page.goto("/take")
    field = page.get_by_label("Code from your other device")
    go_on = page.get_by_role("button", name="Continue here")
    field.fill(code[:-1])
    expect(go_on).to_be_disabled()
    expect(page.get_by_role("heading", name="Continue here?")).to_be_visible()
    everybody_can_use(page, axe)
    field.fill(code.lower().replace("-", " "))
    go_on.click()


def everybody_can_use(page: Page, axe: Axe) -> None:
    """Check a page in a large and a small window."""
    for width, height in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert violations(page, axe) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def raced(ann: Player, bob: Rival) -> None:
    """Race in a room by invitation, and give up one after the other."""
    bob.do(bob.wire.join(ann.open_room("nestor")))
    bob.do(bob.wire.ready())
    ann.ready()
    ann.wait_for_cards()
    # Hints take time. A race that is played faster than by hands would not be counted.
    for _ in range(MOST_HINTS):
        if ann.cards_home():
            break
        ann.follow_hint()
    bob.do(bob.wire.ask(Stand))
    ann.give_up()


def test_games_of_two_players_stand_on_their_pages_until_one_is_deleted(
    sit: Seats, served: ServedPage, axe: Axe
) -> None:
    ann = sit("Ann")
    page = ann.page
    ann.arrive()
    with rival(served.url, "Bob") as bob:
        raced(ann, bob)
        # From the result to the other's page, and friends.
        result = page.get_by_role("dialog")
        befriend = result.get_by_role("button", name="Add Bob as a friend")
        expect(befriend).to_have_text("Add friend: Add Bob as a friend")
        befriend.click()
        expect(result.get_by_role("button", name="Remove Bob")).to_be_visible()
        result.get_by_role("table").get_by_role("link", name="Bob").click()
        expect(page.get_by_role("heading", level=1, name="Bob")).to_be_visible()
        assert re.search(r"/player/Bob-[\w-]{12}$", page.url)
        expect(page.get_by_text("You and Bob: 1 game, ahead in 1, behind in 0.")).to_be_visible()
        expect(page.get_by_role("heading", name="All games")).to_have_count(0)

        go(page, "/me")
        the_own_page_has_it_all(page, axe)
        address = page.get_by_role("link", name="How others see this page").get_attribute("href")
        assert address is not None
        bob.do(bob.wire.ask(Leave))
        bob.do(bob.wire.ask(AddFriend, player=address[-12:]))
        bob.do(bob.wire.ask(ListFriends))
        they_invite_each_other(page, bob, address[-12:], axe)

        # The export has everything, and after the deletion nothing is left. A seated player gives up the seat first.
        page.get_by_role("link", name="Front page").click()
        bob.do(bob.wire.state(lambda room: len(room.seats) == 1))
        page.get_by_role("status").get_by_role("button", name="Not now").click()
        go(page, "/me")
        the_export_has_everything(page)
        all_is_deleted(page)
        go(page, address)
        expect(page.get_by_role("heading", name="There is no such player")).to_be_visible()
        for name in ("x" * 5000, "x" * 5000 + "-nobodynobody"):
            go(page, f"/player/{name}")
            expect(page.get_by_role("heading", name="There is n")).to_be_visible()


def the_own_page_has_it_all(page: Page, axe: Axe) -> None:
    """Check the figures, every game, and the people whom Ann has played with, each a friend by one press."""
    expect(page.get_by_role("heading", name="Figures")).to_be_visible()
    met = page.get_by_role("region", name="Against others")
    expect(met.get_by_role("button", name="Remove Bob")).to_be_visible()
    favourites = page.get_by_role("table", name="Favourite games")
    row = favourites.get_by_role("row").filter(has_text="Nestor")
    expect(row.get_by_role("cell")).to_have_text(["1", "0", "1", "–", "–", "–", "–", "0", "0"])
    games = page.get_by_role("region", name="All games").get_by_role("listitem")
    expect(games).to_have_count(1)
    expect(games.first).to_contain_text("Bob")
    everybody_can_use(page, axe)
    page.get_by_label("Outcome").select_option("Won")
    expect(page.get_by_text("No games like this yet.")).to_be_visible()
    page.get_by_label("Outcome").select_option("Not won")
    expect(games).to_have_count(1)
    expect(page.get_by_role("region", name="Friends").get_by_role("listitem")).to_contain_text("Bob")


def they_invite_each_other(page: Page, bob: Rival, ann: str, axe: Axe) -> None:
    """Let Ann call Bob from the lobby of a rematch, and Bob call her, wherever she is, until she follows him."""
    page.get_by_role("region", name="All games").get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", name="Players")).to_be_visible()
    page.get_by_role("button", name="Invite Bob").click()
    bob.hears(Invited)

    bob.do(bob.wire.create("nestor", public=False))
    bob.do(bob.wire.ask(Invite, player=ann))
    invitation = page.get_by_role("status").filter(has_text="Bob invites you to Nestor.")
    expect(invitation.get_by_role("button", name="Join")).to_be_visible()
    assert violations(page, axe) == []
    invitation.get_by_role("button", name="Not now").click()
    expect(invitation).to_have_count(0)
    page.get_by_role("link", name="Front page").click()
    page.reload()
    expect(invitation.get_by_role("button", name="Join")).to_be_visible()
    page.get_by_role("region", name="Your friends").get_by_role("link", name="Join").click()
    expect(page.locator(".lobby li")).to_have_count(2)


def the_export_has_everything(page: Page) -> None:
    """Check the file with Ann's data."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Export my data").click()
    data = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert data["name"] == "Ann"
    assert [(game["game"], game["others"][0]["name"]) for game in data["games"]] == [("nestor", "Bob")]
    assert [one["game"] for one in data["figures"]] == ["", "nestor"]
    assert [one["name"] for one in data["against"]] == ["Bob"]


def all_is_deleted(page: Page) -> None:
    """Delete Ann's data, at the second attempt."""
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("All your data has been deleted.")).to_be_visible()
    expect(page.get_by_role("textbox", name="You play as")).to_have_value(re.compile(r"^(?!Ann$)\w+ \w+$"))
    page.goto("/me")
    expect(page.get_by_text("No game that counts here has been finished yet.")).to_be_visible()
