"""A player's skill: Plackett-Luce by openskill (Joshy, "OpenSkill: A faster asymmetric multi-team, multiplayer rating
system", 2024), for two or more players, displayed on a scale that begins at 1500.

Each player has a rating in every family of games, and one over all. `rooms/counting.py` decides which games count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from cadogan_protocol.limits import PROVISIONAL_GAMES
from cadogan_protocol.rooms import Rating

BEGIN = 1500
"""Displayed rating of a player without a game."""

SCALE = 24.0
"""Displayed points per unit of skill."""

DIGITS = 4
"""Stored decimals of a rating: far finer than a displayed point."""

_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """A player's rating: mean and standard deviation of the skill in the model's units, and the number of games."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """The displayed rating: a lower bound of the skill at three sigma."""
        return round(BEGIN + SCALE * (self.mu - 3 * self.sigma))

    @property
    def uncertainty(self) -> int:
        """The displayed standard deviation."""
        return round(SCALE * self.sigma)

    @property
    def provisional(self) -> bool:
        """True if too few games were played for a reliable rating."""
        return self.games < PROVISIONAL_GAMES


def parse(text: str) -> Skill:
    """Return a rating stored as `mu sigma games`; "" is a player without a game. Up to rule 2 it was stored as `mu
    sigma`, without the number of games."""
    if not text:
        return Skill()
    mu, sigma, *games = text.split()
    return Skill(float(mu), float(sigma), int(games[0]) if games else 0)


def as_text(skill: Skill) -> str:
    """Return a rating in the form that `parse` reads."""
    return f"{round(skill.mu, DIGITS)} {round(skill.sigma, DIGITS)} {skill.games}"


def after(
    before: Mapping[str, Skill], ranks: Mapping[str, int], group: Collection[str], shares: Mapping[str, float]
) -> dict[str, Skill]:
    """Return the ratings of a group after a game among them.

    Args:
        before: ratings before the game.
        ranks: ranks in the game; equal ranks are a draw.
        group: players whose ranks are compared.
        shares: weight of the change for each player, 0 to 1; with 0 the rating stays, and no game is counted.
    """
    players = sorted(group)
    rated = _MODEL.rate(
        [[_model(before[player])] for player in players], ranks=[float(ranks[player]) for player in players]
    )
    return {
        player: _towards(before[player], new, shares[player]) for player, (new,) in zip(players, rated, strict=True)
    }


def _model(skill: Skill) -> PlackettLuceRating:
    return _MODEL.rating(mu=skill.mu, sigma=skill.sigma)


def _towards(old: Skill, new: PlackettLuceRating, share: float) -> Skill:
    if not share:
        return old
    return Skill(old.mu + share * (new.mu - old.mu), old.sigma + share * (new.sigma - old.sigma), old.games + 1)


def estimate(rating: Rating | None) -> int:
    """Return the strength that is thought likeliest, on the displayed scale; of a player without a game that of the model."""
    return rating.value + 3 * rating.uncertainty if rating is not None else round(BEGIN + SCALE * _MODEL.mu)
