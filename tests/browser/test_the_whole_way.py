"""From a browser that is new to boards and history: a rated race, a duel, the deal of the day, and every figure shown
of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating
from playwright.sync_api import Locator, Page, expect

from cadogan_protocol.messages import Leave, Stand
from cadogan_protocol.moves import Move
from cadogan_server.store import keys
from tests.browser.conftest import QUICK
from tests.browser.desks import Desks
from tests.browser.duellist import Duellist, show_settings
from tests.browser.player import Player, go
from tests.browser.rival import Rival, rival
from tests.browser.server import PAGE, RUN, serve
from tests.browser.test_boards import store_of
from tests.browser.test_duel import HEARD
from tests.server.established import CIRCLE
from tests.server.forked import SET_TO

pytestmark = pytest.mark.browser

AT_ONCE = f"""
{SET_TO.format("boards_read=0")}
from cadogan_games.daily import NO_OPTIONS, Contest, Rotation
from cadogan_server.rooms import hands
hands.quickest = lambda game: lambda move: 0
contests = Rotation.contests
Rotation.contests = lambda rotation, day: (Contest("race", "cover", NO_OPTIONS), contests(rotation, day)[1])
{RUN}"""
"""A server whose deal of the day is of a game that any moves win, that lets a test play at once, and reads boards anew."""

CELEBRATED = """() => document.getAnimations()
  .some(a => a.effect?.target?.matches('.card') && a.effect.getTiming().duration === 800)"""
"""True if cards leap off a table, those of its centre: there are few after some rounds."""

WELCOMED = "() => JSON.parse(localStorage.getItem('cadogan.me')).token"
"""True once the server has answered the page's hello: the page makes up a name before, but has no token."""

ROUNDS = 4
"""The number of turns that both play in the duel before one resigns."""

RIDDANCE = 26
"""The cards of each riddance pile in the duel. The winner gets a point for each that the other has left, and five."""

SKILL = PlackettLuce()


def settled(mu: float, sigma: float) -> PlackettLuceRating:
    """Return a rating as it is stored: with four decimals."""
    return SKILL.rating(mu=round(mu, 4), sigma=round(sigma, 4))


def after(winner: PlackettLuceRating, loser: PlackettLuceRating) -> list[PlackettLuceRating]:
    """Return the ratings of two players after a game that the first has won."""
    sides = [[settled(one.mu, one.sigma)] for one in (winner, loser)]  # the library changes its arguments
    (first,), (second,) = SKILL.rate(sides, ranks=[1, 2])
    return [settled(one.mu, one.sigma) for one in (first, second)]


def shown(rating: PlackettLuceRating) -> int:
    """Return the shown value of a rating: 1500 before the first game, and 24 for a unit of the lower bound."""
    return round(1500 + 24 * (rating.mu - 3 * rating.sigma))


def changed(before: PlackettLuceRating, now: PlackettLuceRating) -> str:
    change = shown(now) - shown(before)
    return f"+{change}" if change > 0 else f"−{-change}"


def clock_text(time: int | None) -> str:
    """Return a time in milliseconds as people read it."""
    assert time is not None
    minutes, rest = divmod(time // 100, 600)
    return f"{minutes}:{rest // 10:02}.{rest % 10}"


def play_out(player: Player) -> None:
    player.wait_for_cards()
    while player.can_play():
        player.play_by_tapping()


def discards_first(moves: list[Move]) -> Move:
    return next((move for move in moves if move[0] == "discard"), moves[0])


class Way:
    """Ann at the page, and Cid, who plays without one."""

    def __init__(self, ann: Player, cid: Rival) -> None:
        self.ann, self.cid = ann, cid
        self.page = ann.page

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("dialog")

    # ---- from the front page to the result ---------------------------------------------------------------------------

    def race(self) -> tuple[str, str]:
        """Race at Cover; Cid finishes after Ann. Return both times."""
        self.page.get_by_role("button", name="Race friends").click()
        self.result.get_by_role("combobox", name="Game").select_option("cover")
        self._begin()
        play_out(self.ann)
        expect(self.page.get_by_text(re.compile("You are home! Place 1"))).to_be_visible()
        self.cid.win()
        times = self._times()
        assert times["Ann"] < times["Cid"]
        return clock_text(times["Ann"]), clock_text(times["Cid"])

    def duel(self) -> int:
        """Play some rounds of Spite and Malice, then let Cid resign; return how many riddance cards Cid has left."""
        self.page.get_by_role("button", name="Spite and Malice").click()
        show_settings(self.page)
        self._begin()
        self.ann.wait_for_cards()
        ann, played = Duellist(self.ann), 0
        while played < ROUNDS:
            if ann.wait_for_somebody() != self.cid.wire.seat:
                ann.act()
                continue
            self.cid.move(discards_first)
            while self.cid.wire.moves:
                self.cid.move(discards_first)
            played += 1
            expect(self.page.locator(".plate.me.awaited")).to_be_visible()
        left = len(self.cid.wire.boards[self.cid.wire.own].piles[self.cid.wire.seat or 0])
        self.page.emulate_media(reduced_motion="no-preference")
        self.cid.do(self.cid.wire.ask(Stand))
        # The win is celebrated with sounds. Any key ends that.
        self.page.wait_for_function(CELEBRATED)
        expect(self.result).to_have_count(0)
        self.page.keyboard.press("Shift")
        self.page.wait_for_function("() => heard.includes('won')")
        self.page.emulate_media(reduced_motion="reduce")
        return left

    def day(self) -> tuple[str, str]:
        """Play the deal of the day, Cid before Ann; return both times."""
        self.cid.do(self.cid.wire.ask(Leave))
        self.cid.do(self.cid.wire.create("cover", deal="daily", public=False))
        self.cid.do(self.cid.wire.ready())
        self.cid.win()
        first = self._times()["Cid"]
        self.page.get_by_role("link", name="Deal of the day").click()
        self.page.get_by_role("button", name="Start: this attempt counts").click()
        play_out(self.ann)
        self.result.get_by_role("cell", name=re.compile(r"^\d:\d\d\.\d")).wait_for()
        return self.result.get_by_role("cell").last.inner_text().split()[0], clock_text(first)

    def home(self) -> None:
        """Go from the result to the front page."""
        self.result.get_by_role("link", name="Front page").click()
        expect(self.page.get_by_role("button", name="Race friends")).to_be_enabled()

    def _begin(self) -> None:
        """Open the chosen room. Cid joins, and both begin."""
        self.page.get_by_role("button", name="Open the room").click()
        self.page.wait_for_url(re.compile("/r/"))
        if self.cid.wire.code:
            self.cid.do(self.cid.wire.ask(Leave))
        self.cid.do(self.cid.wire.join(self.page.url.rsplit("/", 1)[1]))
        expect(self.page.locator(".lobby li")).to_have_count(2)
        self.ann.ready()
        self.cid.do(self.cid.wire.ready())

    def _times(self) -> dict[str, int]:
        """Return the times of the results as Cid was sent them."""
        self.cid.do(self.cid.wire.phase("finished"))
        results = self.cid.room.results
        assert results is not None
        return {row.name: row.time or 0 for row in results.rows}

    # ---- the page's account of it ----------------------------------------------------------------------------------------

    def meant(self, *lines: str) -> None:
        """Check that the result explains itself with these lines, among others."""
        for line in lines:
            expect(self.result.locator(".meaning")).to_contain_text(line)

    def board(self, metric: str, *rows: tuple[str, ...], **chosen: str) -> None:
        """Check that a board shows these rows, each with rank, name, value and games. Level ones may stand in any order."""
        for label, value in {"Ranked by": metric, **chosen}.items():
            self.page.get_by_role("combobox", name=label.replace("_", " "), exact=True).select_option(value)
        shown = self.page.locator("table.figures tbody tr")
        expect(shown).to_have_count(len(rows))
        if not rows:
            expect(self.page.get_by_text("Nobody yet")).to_be_visible()
            return
        for row in rows:
            expect(shown.filter(has_text=re.compile("^" + re.escape("".join(row)) + "$"))).to_have_count(1)


def own_page(page: Page, figures: dict[str, list[str]], totals: list[str], met: list[str], games: list[str]) -> None:
    """Check that a player's page has these figures of each game and over all, those against the other, and these games."""
    go(page, "/me")
    expect(page.locator("dl dd")).to_have_text(totals)
    table = page.get_by_role("table", name="Favourite games").locator("tbody tr")
    expect(table).to_have_count(len(figures))
    expect(page.get_by_text("The deal and the duel of the day do not count here.")).to_be_visible()
    for title, row in figures.items():
        expect(table.filter(has_text=re.compile(f"^{title}")).get_by_role("cell")).to_have_text(row)
    others = page.get_by_role("region", name="Against others")
    expect(others.locator("tbody tr")).to_have_text([re.compile(f"^{met[0]} Add friend: .*{''.join(met[1:])}$")])
    told = page.get_by_role("region", name="All games").get_by_role("listitem")
    expect(told).to_have_count(len(games))
    for item, words in zip(told.all(), games, strict=True):
        expect(item).to_contain_text(re.compile(words))


def curve(page: Page, title: str, *values: PlackettLuceRating) -> None:
    """Check that a curve of ratings has these values."""
    rows = page.get_by_role("figure", name=title).locator("tbody tr td:last-child")
    expect(rows).to_have_text([str(shown(value)) for value in values])


def test_from_the_front_page_to_boards_and_history_each_number_is_true(
    own_desks: Desks, own_port: int, tmp_path: Path
) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with (
        serve(tmp_path, *QUICK, "--no-bots", run=AT_ONCE, port=own_port) as server,
        own_desks.seats() as sit,
        rival(server.url, "Cid") as cid,
    ):
        ann = sit("Ann", sounds=True)
        way, page = Way(ann, cid), ann.page
        page.goto("/")
        page.evaluate(HEARD)
        name = page.get_by_label("You play as")
        expect(name).not_to_have_value("")
        name.fill("Ann")
        name.press("Enter")
        page.wait_for_function(WELCOMED)
        known = json.loads(page.evaluate("localStorage.getItem('cadogan.me')"))
        with store_of(
            tmp_path
        ) as redis:  # both have met people before: each counts in full for the other, and is ranked
            for token in (known["token"], cid.wire.token):
                redis.hset(keys.CIRCLES, token.partition(".")[0], CIRCLE)
        nobody = SKILL.rating()
        won, lost = after(nobody, nobody)
        both_won, both_lost = after(won, lost)
        rated = [f"{shown(one)}?, {changed(nobody, one)}" for one in (won, lost)]

        # A rated race: both finish, Ann before Cid.
        mine, his = way.race()
        expect(way.result.get_by_role("heading", name="You have won!")).to_be_visible()
        rows = way.result.locator("tbody tr")
        for row, (who, time, rating) in enumerate((("Ann", mine, rated[0]), ("Cid", his, rated[1]))):
            expect(rows.nth(row).get_by_role("cell")).to_have_text(
                [
                    str(row + 1),
                    re.compile(f"^{who}.*Rating {re.escape(rating)}$"),
                    "48 of 48",
                    re.compile(f"^{re.escape(time)} [0-9]+ moves$"),
                ]
            )
        moved, his_moves = (rows.nth(row).get_by_role("cell").last.inner_text().split()[1] for row in (0, 1))
        way.meant(f"{mine} Your first win at this game.", "Today Place 1 of 2 on the board of the day")
        way.meant(
            f"{changed(nobody, won)} Rating {shown(won)}? · Over all games: {shown(won)}? ({changed(nobody, won)})"
        )
        way.home()

        # A duel, in which Cid resigns: five points, and one for each card that is left.
        left = way.duel()
        points = 5 + left
        expect(way.result.get_by_role("heading", name="You have won!")).to_be_visible()
        expect(way.result).to_contain_text("Cid resigned.")
        expect(rows.nth(0).get_by_role("cell").last).to_have_text(str(points))
        expect(rows.nth(1).get_by_role("cell").nth(2)).to_have_text(f"{RIDDANCE - left} of {RIDDANCE}")
        way.meant("Today You are the first on the board of the day")
        way.meant(
            f"{changed(nobody, won)} Rating {shown(won)}? · Over all games: {shown(both_won)}? ({changed(won, both_won)})"
        )
        expect(way.result).not_to_contain_text("came home")
        way.home()

        # The deal of the day, alone. Cid was quicker.
        today, his_today = way.day()
        assert today > his_today
        expect(way.result).to_contain_text("Place 2 of 2 on the board of the day")
        way.home()
        expect(page.get_by_role("link", name="Deal of the day")).to_contain_text(
            f"Cover: {today} · Place 2 of 2 on the board of the day"
        )
        go(page, "/daily")
        expect(page.get_by_text(f"{today} · Place 2 of 2 on the board of the day")).to_be_visible()
        day = page.get_by_role("table", name="Board of the day: Cover").locator("tbody tr")
        expect(day).to_have_text([re.compile(f"^1 *Cid *{his_today}"), re.compile(f"^2 *Ann *you *{today}")])
        expect(
            page.get_by_role("link", name=re.compile(f"Cover: won in {today}. Duel of the day: not"))
        ).to_be_visible()
        expect(page.locator("[aria-labelledby=calendar] dd")).to_have_text(
            ["Streak: 1 day (best: 1)Wins in a row: 1 (best: 1)"]
        )

        # The boards of both games.
        go(page, "/leaderboard/cover")
        for period in ("day", "ever"):
            way.board("wins", ("1", "Annyou", "1", "1"), Period=period)
            way.board("best_time", ("1", "Annyou", mine, "1"), ("2", "Cid", his, "1"))
        way.board("best_time_undo")
        way.board("races", ("1", "Annyou", "1"), ("1", "Cid", "1"))
        family = (("1", "Annyou", f"{shown(won)}?", "1"), ("2", "Cid", f"{shown(lost)}?", "1"))
        over_all = (("1", "Annyou", f"{shown(both_won)}?", "2"), ("2", "Cid", f"{shown(both_lost)}?", "2"))
        for scope, ratings in (("game", family), ("family", family), ("all", over_all)):
            way.board("rating", *ratings, Ratings_in=scope)
        expect(
            page.get_by_text(f"You here: 1 race, 1 won, came first once, best time {mine}, fewest moves {moved}.")
        ).to_be_visible()
        page.get_by_role("combobox", name="Game").select_option("spite_and_malice")
        way.board("wins", ("1", "Annyou", "1", "1"))
        way.board("score", ("1", "Annyou", str(points), "1"), ("2", "Cid", "0", "1"))
        way.board("streak", ("1", "Annyou", "1", "1"))
        way.board("races", ("1", "Annyou", "1"), ("1", "Cid", "1"))
        for scope, ratings in (("game", family), ("family", family), ("all", over_all)):
            way.board("rating", *ratings, Ratings_in=scope)

        # The games of both. The figures do not include the deal of the day, which has a board of its own.
        own_page(
            page,
            {
                "Cover": ["1", "1", "1", mine, mine, moved, mine, "1", "1"],
                "Spite": ["1", "1", "1", "–", "–", "–", "–", "1", "1"],
            },
            ["2", "2 (100 %)", "2", "2", "2"],
            ["Cid", "2", "2", "0"],
            [
                f"^Cover.*Deal of the day *All cards home! · {today}",
                "^Spite and Malice.*You have won! *Against *Cid",
                f"^Cover.*You have won! · {mine} *Against *Cid",
            ],
        )
        curve(page, "Rating over all games", won, both_won)
        curve(page, "Rating: pairs and sums", won)
        curve(page, "Rating: duel", won)
        other = sit("Cid")
        known = json.dumps({"name": "Cid", "token": cid.wire.token})
        other.page.evaluate("known => localStorage.setItem('cadogan.me', known)", known)
        own_page(
            other.page,
            {
                "Cover": ["1", "1", "0", his, his, his_moves, his, "1", "1"],
                "Spite": ["1", "0", "0", "–", "–", "–", "–", "0", "0"],
            },
            ["2", "1 (50 %)", "0", "0", "1"],
            ["Ann", "2", "0", "2"],
            [
                f"^Cover.*Deal of the day *All cards home! · {his_today}",
                "^Spite and Malice.*Lost *Against *Ann",
                f"^Cover.*All cards home! Place 2 of 2 · {his} *Against *Ann",
            ],
        )
        curve(other.page, "Rating over all games", lost, both_lost)
