"""Which game is the deal of which day: a fixed rotation, the same at every server and for ever.

A game suits that the good bot, which looks one move ahead, wins in one deal of twenty at least and not in nearly all
(`reports/winnability.md`), or of which is known that four deals of five can be won; where choices decide (`race` is good or fair);
that takes no year and less than 300 moves. The games stand here by name, since a day must keep its deal when the reports change.
Five weeks make a round: Klondike, draw one, which most people know, on Sundays, every other game once.

Beside it stands one duel a day against a bot of the server's, which always plays alike on the same cards.

Whoever wants another rotation adds one with the day from which on it holds. Those of before stay, as the past does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal

from cadogan_games.engine.head import Value

ContestKind = Literal["race", "duel"]
"""What a day has: a deal that is played alone, and a duel against the bot."""

BOT_LEVEL: Literal["fair"] = "fair"
"""How well the bot of a day's duel plays."""


@dataclass(frozen=True)
class Contest:
    """What is played on a day, with the options that are not the usual ones: a game alone, or a duel with the bot."""

    kind: ContestKind
    game: str
    options: Mapping[str, Value]


@dataclass(frozen=True)
class Rotation:
    """The games of days, one after the other and round again, from a day on; `duels` likewise."""

    since: date
    races: tuple[str, ...]
    duels: tuple[str, ...]

    def contests(self, day: date) -> tuple[Contest, Contest]:
        """What is played on a day."""
        number = (day - self.since).days
        race, duel = self.races[number % len(self.races)], self.duels[number % len(self.duels)]
        return Contest("race", race, NO_OPTIONS), Contest("duel", duel, SHORT)


NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})
SHORT: Mapping[str, Value] = MappingProxyType({"move_seconds": 0, "riddance": 10})
"""A duel that takes some minutes, without a clock."""

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
        duels=("spite_and_malice_modern", "spite_and_malice_mixed"),
    ),
)
"""The first that there is holds for the days before it, too."""


def contests_of(day: str) -> tuple[Contest, Contest]:
    """Return what is played on a day (UTC), given as `2026-11-21`: the deal of the day, and the duel.

    Raises:
        ValueError: it is no day.
    """
    when = date.fromisoformat(day)
    holds = [rotation for rotation in ROTATIONS if rotation.since <= when] or ROTATIONS[:1]
    return holds[-1].contests(when)


def contest_of(day: str, game: str) -> Contest | None:
    """Return the one of a day's contests that is played with this game; None where there is none."""
    return next((contest for contest in contests_of(day) if contest.game == game), None)
