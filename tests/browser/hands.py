"""Measures how fast our page can be played by real pointer events, and the least time that hands need for each game.

    python -m tests.browser.hands [--games ID ...] [--deals N] [--write]

It plays deals that the good bot wins, move by move, in a real Chromium: with the mouse as soon as the page takes the
next press, with a key held down, and by "All home". The server's replay has the moment of each move. Then it counts the
presses for the moves of deals that the good bot wins, for every game. With --write it keeps both, and the server's
limits of hands, in `server/cadogan_games/reports/hands.json` and `.md`. Otherwise it prints the measured spans.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any

from playwright.sync_api import Page, Playwright, expect, sync_playwright
from playwright.sync_api import TimeoutError as PageTimeout

from cadogan_client import Client
from cadogan_client.bots.good import Good
from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move, Table
from cadogan_games.hands import FILE, Way, way_of
from cadogan_games.players import played_by
from cadogan_games.simulate import Tally, play_out
from cadogan_server.rooms.fairness import numbered_seed
from tests.browser import presses
from tests.browser.launch import LAUNCH, find_chromium
from tests.browser.player import Player
from tests.browser.server import serve
from tests.games.positions import copy_of

PLAYED = ("klondike_draw1", "nestor", "la_belle_lucie", "herring_bone")
"""Games that together have every way to make a move."""

PRESS_MS = 100
"""The least time for an aimed press, in ms; `hands.md` names the source."""

SHARE = 0.25
"""The share of the least measured span that is taken as the limit: the page's own work is faster on faster machines."""

MOST_MOVES = 2000
NUMBERS = range(1, 200)
COUNTED_PRESSES = ("klondike_draw1", 200)
"""A game and a number of its deals. The presses of those that the good bot wins are counted, before and since one press
plays."""

TRIES, AGAIN_MS = 5, 2000
COUNTED = ("moves", "presses", "tapped", "home")
COSTS = (("presses", "press"), ("tapped", "tapped"), ("home", "home"))
HELD = 40
"""The number of moves made with a key held down."""

FIND = """at => {
  const [pile, index] = at
  const card = index === null ? null : document.querySelector(`.table.playing .card[data-at="${pile}:${index}"]`)
  const node = card ?? document.querySelector(`.table.playing .pile[data-pile="${pile}"]`)
  if (!node) return null
  const box = node.getBoundingClientRect()
  for (const down of [0.1, 0.5, 0.9, 0.03, 0.97]) for (const right of [0.5, 0.1, 0.9]) {
    const [x, y] = [box.left + right * box.width, box.top + down * box.height]
    const hit = document.elementFromPoint(x, y)?.closest('[data-key], [data-pile]')
    if (hit === node) return { press: [x, y], centre: [box.left + box.width / 2, box.top + box.height / 2] }
  }
  return null
}"""
"""Returns where a card, or else an empty place, can be pressed, and its middle."""

MADE = """sizes => {
  const shown = new Array(sizes.length).fill(0)
  for (const card of document.querySelectorAll('.table.playing .card')) shown[Number(card.dataset.at.split(':')[0])]++
  const isOver = !document.querySelector('.table.playing')
  const isBusy = document.querySelector('.table[aria-busy="true"]')
  return isOver || (!isBusy && sizes.every((size, pile) => size === shown[pile]))
}"""
"""True if the page shows the right number of cards on each pile and has its answer."""


@dataclass
class Played:
    """A deal that was played on the page: the spans before its moves, in ms, by the way in which each was made."""

    game: str
    number: int
    moves: int
    seconds: float
    spans: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Needed:
    """The means over deals of a game, as the good bot plays them: moves and, of these, aimed presses, taps and moves
    home; and the least time of hands, in ms for a move and in seconds for a deal that was won."""

    won: int
    moves: float
    presses: float
    tapped: float
    home: float
    least_ms_a_move: float
    least_seconds_won: float | None


def main() -> int:
    """Measure, print or write, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--games", nargs="*", default=PLAYED, metavar="ID")
    parser.add_argument(
        "--deals", type=int, default=10, help="how many deals of each game the good bot plays for the table"
    )
    parser.add_argument("--write", action="store_true", help="keep the figures in server/cadogan_games/reports")
    arguments = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print("error: there is no Chromium on PATH", file=sys.stderr)
        return 1
    played = [measure(chromium, id) for id in arguments.games]
    for each in played:
        print(json.dumps(figures(each)), flush=True)
    if arguments.write:
        write(played, arguments.deals)
    return 0


def figures(played: Played) -> dict[str, Any]:
    """Return a deal that was played, with the number, the least and the median of its spans."""
    spans = {way: [len(spans), min(spans), median(spans)] for way, spans in played.spans.items()}
    return {**asdict(played), "spans": spans}


# ---- before the page -------------------------------------------------------------------------------------------------


def measure(chromium: str, id: str) -> Played:
    """Play a deal of a game that the good bot wins, as fast as the page takes it."""
    number, line = winning(catalogue.game(id))
    with tempfile.TemporaryDirectory() as data, serve(Path(data), "--no-bots") as server:
        with sync_playwright() as playwright:
            code, ways = play(playwright, chromium, server.url, id, number, line)
        moments = asyncio.run(moments_of(server.url, code))
    spans: dict[str, list[int]] = {}
    for way, before, now in zip(ways[1:], moments, moments[1:], strict=False):
        spans.setdefault(way, []).append(now - before)
    return Played(id, number, len(moments), moments[-1] / 1000, spans)


def winning(game: Game) -> tuple[int, list[Move]]:
    """Return a numbered deal that the good bot wins, and its moves."""
    for number in NUMBERS:
        line: list[Move] = []
        tally = Tally(game.head.id)
        seed = numbered_seed(game.head.id, number)

        def watch(_: Table, move: Move | None, line: list[Move] = line) -> None:
            if move is not None:
                line.append(move)

        play_out(game, seed, played_by(Good, seed), tally, MOST_MOVES, time.perf_counter, watch)
        if tally.won:
            return number, line
    raise SystemExit(f"error: the good bot wins none of the first {len(NUMBERS)} deals of {game.head.id}")


def play(
    playwright: Playwright, chromium: str, url: str, id: str, number: int, line: list[Move]
) -> tuple[str, list[str]]:
    """Play the moves. Return the room's code, and the way in which each move was made."""
    browser = playwright.chromium.launch(executable_path=chromium, args=LAUNCH)
    context = browser.new_context(
        base_url=url, viewport={"width": 1280, "height": 720}, locale="en-GB", reduced_motion="reduce"
    )
    player = Player(context.new_page(), "Ann")
    code = player.open_room(id, number)
    player.ready()
    player.wait_for_cards()
    hand = Hand(player.page, catalogue.game(id).deal(numbered_seed(id, number)))
    ways: list[str] = []
    rest = list(line)
    while rest:
        if len(rest) > 1 and all(hand.way(move) == "home" for move in rest):
            player.page.keyboard.press("f")
            ways += ["all home"] * len(rest)
            break
        held = hand.held(rest)
        for move in rest[: max(1, held)]:
            ways.append("held key" if held else hand.way(move))
            hand.make(move, held=held > 0)
        del rest[: max(1, held)]
    expect(player.page.get_by_role("dialog")).to_be_visible(timeout=60_000)
    browser.close()
    return code, ways


class Hand:
    """Makes moves with the pointer, each as soon as the page takes it."""

    def __init__(self, page: Page, table: Table) -> None:
        self._page = page
        self._table = table
        self._layout = view.layout(table.game)

    def way(self, move: Move) -> Way:
        return way_of(self._table.game, move)[0]

    def held(self, rest: list[Move]) -> int:
        """Return how many of the next moves are the same tap on a pile, if there are enough to hold a key down."""
        pile = self._pile_of(rest[0])
        if pile is None:
            return 0
        count = next((at for at, move in enumerate(rest) if move != rest[0]), len(rest))
        return min(count, HELD) if count >= 4 else 0

    def make(self, move: Move, *, held: bool) -> None:
        """Make a move and wait until the page has its answer. Repeat it if a press came too early to be taken."""
        after = copy_of(self._table)
        after.push(move)
        sizes = [len(pile) for pile in after.piles]
        for _ in range(TRIES):
            self._try(move, held=held)
            try:
                self._page.wait_for_function(MADE, arg=sizes, polling=1, timeout=AGAIN_MS)
            except PageTimeout:
                self._page.keyboard.press("Escape")
                continue
            self._table = after
            return
        raise SystemExit(f"error: the page does not take {move}")

    def _try(self, move: Move, *, held: bool) -> None:
        pile = self._pile_of(move)
        if held and pile is not None:
            self._page.locator(f'.pile[data-pile="{pile}"]').focus()
            self._page.keyboard.down("Enter")
        elif isinstance(move[0], str) and len(move) == 1 and pile is None:
            self._page.locator(f'[data-action="{move[0]}"]').click()
        elif isinstance(move[0], str):
            spots = [pile] if pile is not None else move[1:]
            for nth, spot in enumerate(spots):
                if nth and not self._page.locator(".table.playing .card.picked").count():
                    break  # there was no choice, so the first press has played it
                self._page.mouse.click(*self._find(self._top(spot) if isinstance(spot, int) else spot)["press"])
        else:
            self._drag(*move)

    def _pile_of(self, move: Move) -> int | None:
        """Return the pile on which a press means this action, or None."""
        if not isinstance(move[0], str) or len(move) > 1:
            return None
        pile = next((each["pile"] for each in self._layout["actions"] if each["name"] == move[0]), None)
        return self._standing_for(pile) if pile is not None else None

    def _standing_for(self, pile: int) -> int:
        """Return the point to press for an action of this pile: of several alike, the one that lies face down, as in a
        reserve."""
        group = self._table.game.group_of[pile]
        first = self._table.game.first[group.id]
        shown, _ = view.state(self._table, 0)
        return next((each for each in range(first, first + group.size) if shown[each] and shown[each][-1] < 0), pile)

    def _drag(self, source: int, target: int, count: int) -> None:
        """Drag cards until they lie over the target. A press would play them where the page thinks best."""
        card = self._find((source, len(self._table.piles[source]) - count))
        place = self._find(self._top(target))
        (x, y), mouse = card["press"], self._page.mouse
        right, down = (place["centre"][i] - card["centre"][i] for i in (0, 1))
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + right / 2, y + down / 2)
        mouse.move(x + right, y + down)
        mouse.up()

    def _top(self, pile: int) -> tuple[int, int | None]:
        return pile, len(self._table.piles[pile]) - 1 if self._table.piles[pile] else None

    def _find(self, at: tuple[int, int | None]) -> dict[str, Any]:
        found: dict[str, Any] = self._page.wait_for_function(FIND, arg=at, polling=1).json_value()
        return found


async def moments_of(url: str, code: str) -> list[int]:
    """Return the moments of a room's moves, in ms from its start."""
    async with await Client.connect(url.replace("http", "ws", 1) + "/ws", "Reader") as client:
        (board,) = (await client.replay(code)).boards
    return [step[0] for step in board.steps]


# ---- the presses of every game ---------------------------------------------------------------------------------------


def needed(game: Game, deals: int, least: dict[str, float]) -> Needed:
    """Return the means over some deals of a game."""
    played: list[Counter[str]] = []
    for number in range(1, deals + 1):
        counts: Counter[str] = Counter()

        def watch(table: Table, move: Move | None, counts: Counter[str] = counts) -> None:
            if move is not None:
                way, presses = way_of(table.game, move)
                counts.update({"moves": 1, "presses": presses, way: 1})

        seed, tally = numbered_seed(game.head.id, number), Tally(game.head.id)
        play_out(game, seed, played_by(Good, seed), tally, MOST_MOVES, time.perf_counter, watch)
        counts["won"] = tally.won
        counts["ms"] = round(sum(counts[what] * least[by] for what, by in COSTS))
        played.append(counts)
    moves, presses, tapped, home = (round(mean(each[what] for each in played), 1) for what in COUNTED)
    a_move = round(sum(each["ms"] for each in played) / sum(each["moves"] for each in played), 1)
    won = [each["ms"] / 1000 for each in played if each["won"]]
    return Needed(len(won), moves, presses, tapped, home, a_move, round(mean(won), 1) if won else None)


# ---- kept ------------------------------------------------------------------------------------------------------------


def write(played: list[Played], deals: int) -> None:
    """Keep the figures, and a text that explains them."""
    by_itself = {
        "tapped": [span for each in played for way in ("held key", "tapped") for span in each.spans.get(way, ())],
        "home": [span for each in played for span in each.spans.get("all home", ())],
    }
    least = {"press": float(PRESS_MS), **{way: round(SHARE * min(spans), 1) for way, spans in by_itself.items()}}
    races = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]
    games: dict[str, Needed] = {}
    for id in races:
        games[id] = needed(catalogue.game(id), deals, least)
        print(id, games[id], flush=True)
    kept = {
        "least_ms": least,
        "played": [figures(each) for each in played],
        "deals": deals,
        "games": {id: asdict(each) for id, each in games.items()},
    }
    FILE.write_text(as_lines(kept), encoding="utf-8")
    FILE.with_suffix(".md").write_text(document(played, least, games, deals), encoding="utf-8")


def as_lines(kept: dict[str, Any]) -> str:
    """Return JSON with a line for each game."""
    played = ",\n".join(f"  {json.dumps(each)}" for each in kept["played"])
    games = ",\n".join(f"  {json.dumps(id)}: {json.dumps(each)}" for id, each in kept["games"].items())
    head = f' "least_ms": {json.dumps(kept["least_ms"])},\n "deals": {kept["deals"]}'
    return f'{{\n{head},\n "played": [\n{played}\n ],\n "games": {{\n{games}\n }}\n}}\n'


def document(played: list[Played], least: dict[str, float], games: dict[str, Needed], deals: int) -> str:
    """Return the report in Markdown."""
    measured = [
        f"| {catalogue.head_of(each.game).title} | {each.number} | {each.moves} | {each.seconds:.1f} | "
        + " | ".join(cell(each.spans.get(way, [])) for way in ("aimed", "home", "tapped", "held key", "all home"))
        + " |"
        for each in played
    ]
    table = [
        f"| {catalogue.head_of(id).title} | `{id}` | {each.moves} | {each.presses} | {each.tapped} | {each.home} | "
        f"{each.least_ms_a_move:.0f} | {each.won} | {each.least_seconds_won or '–'} |"
        for id, each in games.items()
    ]
    return TEXT.format(
        press=least["press"],
        tapped=least["tapped"],
        home=least["home"],
        share=SHARE,
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}",
        measured="\n".join(measured),
        deals=deals,
        table="\n".join(table),
        **{f"presses_{what}": value for what, value in presses.figures(*COUNTED_PRESSES).items()},
        fastest=min(min(each.spans["aimed"]) for each in played if "aimed" in each.spans),
    )


def cell(spans: list[int]) -> str:
    """Return the number of spans, the least and the median."""
    return f"{len(spans)}: {min(spans)} / {median(spans):.0f}" if spans else "–"


TEXT = """# The least time that hands need

A race that was played faster than hands can play counts on no board, and the room's host is told so. This page says what that
rule rests on. It was made by

    python -m tests.browser.hands --write

which plays in a real Chromium. The server uses `least_ms` of `hands.json`, in milliseconds a move.

## How a move is made, and the least time for it

| way | what it is on the page | least |
| --- | --- | ---: |
| aimed | a press on a card, which goes where it serves best; or on each of an action of over two | {press:.0f} ms a press |
| tapped | an action by one press where the last press was, as on the stock; Enter held down repeats it | {tapped} ms |
| home | a card that goes to a foundation; "All home" makes such moves by itself, one after the other | {home} ms |

**An aimed press.** The page takes presses as fast as a program makes them (two in {fastest} ms on the busy machine of the
figures below), so the page sets no bound. The bound rests on what is known of people. The nearest target, the next card, is as
far away as it is wide; to point at it takes 1 bit. Fingers on touchscreens reach 6.95 bit/s on average, half more than a mouse
(MacKenzie, "Fitts' throughput and the remarkable case of touch-based target selection", HCI International 2015). That gives 144
ms. Fingers that tap without aiming are no faster: 50 to 70 taps in ten seconds are normal. {press:.0f} ms is less than either
by a third, and means ten such moves a second, twenty in a row, with no time to look. Most games also want some drags, which
take longer. Nobody was timed for this; if you have timed people who play fast, please check it.

**Moves that the page makes by itself** are bounded only by the page, the connection and the server. They were measured with the
server on the same machine and without animations, so no connection is faster. {share} of the least span counts, since machines
differ. In games in which nearly all cards go home by themselves (a few ms a move in the last table) the rule therefore finds
next to nothing.

Moves that were taken back count too, as hands made them. The time includes the span before the first move. The server looks at
all moves of a player together, and at any 20 in a row. It does not look at fewer, because they may arrive at once after the
connection was held up.

## One press a move

`client/web/src/table/best.ts` decides what a press on a card plays. `python -m tests.browser.presses` counted presses with it:
the bot `good` wins {presses_won} of {presses_deals} deals of `{presses_game}`, in {presses_moves} moves on average. They take
**{presses_now} presses; they took {presses_before}** when a player had to press a card and then its place. A press on the card
plays {presses_best} of the moves of cards. {presses_dragged} have to be dragged, which counts as two presses. The stock, a
right press or "All home" make the others.

## Measured on the page

Deals that the bot `good` wins, played by real pointer and key events as soon as the page took the next one: one browser with
reduced motion, window 1280 × 720, {machine}. Each cell has the number of moves, then the least and the median span before one,
in ms as the server saw it. Cards were dragged to where the bot wanted them, also those that went home one by one.

| game | deal | moves | seconds | aimed | home | tapped | held key | All home |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
{measured}

## Every game

Averages over {deals} deals, as the bot `good` plays them: moves, aimed presses, tapped moves, moves home. Then the least time
that hands need, in ms for a move, and in seconds for the deals that were won. The server counts the moves of the race itself,
so a deal that is won in few moves is judged by those few.

| game | id | moves | presses | tapped | home | ms a move | won | seconds at least |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
{table}
"""


if __name__ == "__main__":
    sys.exit(main())
