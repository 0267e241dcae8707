"""The games of each day's contests: a fixed rotation, the same at every server and for ever.

A game is suitable if the good bot, which looks one move ahead, wins between one deal in twenty and nearly all
(`reports/winnability.md`), or if four deals of five are known to be winnable. Choices must decide it (`race` is good or
fair), it must not depend on the year, and it must take less than 300 moves. The well-known games need no bot that wins
them: people know how to play them, and the board ranks by the cards that came home. The games are listed here by name,
because a day must keep its deal when the reports change.

From 7 December 2026, four days of each week have a well-known game, and Sundays always have Klondike, draw one. Before
that, Klondike was the only game that came more often than once in five weeks. From 4 January 2027, FreeCell comes every
week, and Golf and Yukon are among the others. From 26 April 2027, when two rounds of that are over, TriPeaks, Pyramid and
Canfield are among them too.

Each day also has one duel against a server's bot, which always plays the same way on the same cards.

To change the rotation, add one that begins on a day so far ahead that all servers have it by then. Earlier rotations
stay in the list, since past days keep their games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal

from cadogan_games.engine.head import Value

ContestKind = Literal["race", "duel"]
"""The two contests of a day: a race played alone, and a duel against the bot."""

BOT_LEVEL: Literal["fair"] = "fair"
"""The bot's level in a day's duel."""


@dataclass(frozen=True)
class Contest:
    """A contest of a day, a race played alone or a duel with the bot, with the options that differ from the defaults."""

    kind: ContestKind
    game: str
    options: Mapping[str, Value]


@dataclass(frozen=True)
class Rotation:
    """The games and the duels of successive days from a first day on, each list repeated without end."""

    since: date
    races: tuple[str, ...]
    duels: tuple[str, ...]

    def contests(self, day: date) -> tuple[Contest, Contest]:
        """Return the contests of a day."""
        number = (day - self.since).days
        race, duel = self.races[number % len(self.races)], self.duels[number % len(self.duels)]
        return Contest("race", race, NO_OPTIONS), Contest("duel", duel, SHORT)


NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})
SHORT: Mapping[str, Value] = MappingProxyType({"move_seconds": 0, "riddance": 10})
"""Options of a duel that takes some minutes and has no clock."""

DUELS = ("spite_and_malice_modern", "spite_and_malice_mixed")
"""The ids of the games that take turns as the day's duel."""


def _week(*monday_to_saturday: str) -> tuple[str, ...]:
    """Return the games of a week, which ends with Klondike."""
    return (*monday_to_saturday, "klondike_draw1")


ROTATIONS = (
    Rotation(
        since=date(2026, 11, 2),
        races=(
            *("congress", "anna", "storehouse", "reversal", "klondike_draw3", "house_on_the_hill", "klondike_draw1"),
            *("nation", "red_and_black", "scorpion_2", "dial_no_2", "general_sedgewick", "square", "klondike_draw1"),
            *("mrs_mop", "fish_bone", "perseverance_units", "babette", "nestor_dick", "terrace", "klondike_draw1"),
            *("blockade_modern", "japanese_rug", "fascination", "sultan", "clock", "anna_dick", "klondike_draw1"),
            *("napoleons_square_single", "mount_olympus_rows", "hemispheres", "house_in_the_wood", "salic_law"),
            *("gathering_of_the_clans", "klondike_draw1"),
        ),
        duels=DUELS,
    ),
    Rotation(
        since=date(2026, 12, 7),
        races=(
            *_week("congress", "spider_1", "storehouse", "klondike_draw3", "nation", "scorpion"),
            *_week("anna", "spider_2", "fascination", "napoleon_at_st_helena", "reversal", "la_belle_lucie"),
            *_week("blockade_modern", "spider_1", "general_sedgewick", "klondike_draw3", "fish_bone", "scorpion"),
            *_week("house_on_the_hill", "spider_2", "terrace", "napoleon_at_st_helena", "sultan", "la_belle_lucie"),
            *_week("red_and_black", "spider_1", "babette", "klondike_draw3", "clock", "scorpion"),
            *_week(
                "square", "spider_2", "perseverance_units", "napoleon_at_st_helena", "japanese_rug", "la_belle_lucie"
            ),
            *_week("mrs_mop", "spider_1", "hemispheres", "klondike_draw3", "salic_law", "scorpion"),
            *_week(
                "house_in_the_wood", "spider_2", "dial_no_2", "napoleon_at_st_helena", "nestor_dick", "la_belle_lucie"
            ),
        ),
        duels=DUELS,
    ),
    Rotation(
        since=date(2027, 1, 4),
        races=(
            *_week("congress", "freecell", "storehouse", "klondike_draw3", "nation", "golf"),
            *_week("anna", "spider_1", "fascination", "yukon", "reversal", "freecell"),
            *_week("blockade_modern", "freecell", "general_sedgewick", "la_belle_lucie", "fish_bone", "golf"),
            *_week("house_on_the_hill", "spider_2", "terrace", "napoleon_at_st_helena", "sultan", "freecell"),
            *_week("red_and_black", "freecell", "babette", "scorpion", "clock", "golf"),
            *_week("square", "spider_1", "perseverance_units", "klondike_draw3", "japanese_rug", "freecell"),
            *_week("mrs_mop", "freecell", "hemispheres", "yukon", "salic_law", "golf"),
            *_week("house_in_the_wood", "spider_2", "dial_no_2", "la_belle_lucie", "nestor_dick", "freecell"),
        ),
        duels=DUELS,
    ),
    Rotation(
        since=date(2027, 4, 26),
        races=(
            *_week("congress", "freecell", "bristol", "tripeaks", "nation", "golf"),
            *_week("anna", "spider_1", "storehouse", "pyramid", "reversal", "freecell"),
            *_week("eight_off", "freecell", "blockade_modern", "klondike_draw3", "fish_bone", "tripeaks"),
            *_week("easthaven", "spider_2", "terrace", "napoleon_at_st_helena", "sultan", "freecell"),
            *_week("red_and_black", "freecell", "simple_simon", "pyramid", "clock", "golf"),
            *_week("square", "tripeaks", "bakers_game", "la_belle_lucie", "japanese_rug", "freecell"),
            *_week("mrs_mop", "freecell", "hemispheres", "yukon", "seahaven_towers", "spider_1"),
            *_week("house_in_the_wood", "canfield", "dial_no_2", "scorpion", "nestor_dick", "freecell"),
        ),
        duels=DUELS,
    ),
)
"""The rotations, the earliest first. The first one also holds for the days before it."""

WELL_KNOWN = frozenset(
    (
        *("klondike_draw1", "klondike_draw3", "spider_1", "spider_2", "scorpion", "napoleon_at_st_helena"),
        *("la_belle_lucie", "freecell", "golf", "yukon", "tripeaks", "pyramid", "canfield"),
    )
)
"""Games that most players of patience have met, under these names or others (Forty Thieves, Solitaire, The Fan)."""


def contests_of(day: str) -> tuple[Contest, Contest]:
    """Return the contests of a day (UTC), given as `2026-11-21`: the race, then the duel.

    Raises:
        ValueError: `day` is not a day.
    """
    when = date.fromisoformat(day)
    holds = [rotation for rotation in ROTATIONS if rotation.since <= when] or ROTATIONS[:1]
    return holds[-1].contests(when)


def contest_of(day: str, game: str) -> Contest | None:
    """Return the day's contest with this game, or None if it has none."""
    return next((contest for contest in contests_of(day) if contest.game == game), None)
