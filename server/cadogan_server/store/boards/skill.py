"""How good a player is: Plackett-Luce by openskill (Joshy, "OpenSkill: A faster asymmetric multi-team, multiplayer rating
system", 2024), for two or any number of players, shown on a scale that begins at 1500.

Each player has one in every family of games, and one over all. What counts towards it, `rooms/counting.py` decides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from cadogan_protocol.limits import PROVISIONAL_GAMES

BEGIN = 1500
"""What a player without a game is shown as."""

SCALE = 24.0
"""Points shown for one unit of skill."""

DIGITS = 4
"""What is kept of a rating behind the point: far less than a shown point."""

_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """A player's rating: the skill's mean and standard deviation as the model has them, and of how many games it was made."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """The rating as people see it: what the player is worth at least, to a certainty of three sigma."""
        return round(BEGIN + SCALE * (self.mu - 3 * self.sigma))

    @property
    def uncertainty(self) -> int:
        """The standard deviation as people see it."""
        return round(SCALE * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether it was made of too few games to say much."""
        return self.games < PROVISIONAL_GAMES


def parse(text: str) -> Skill:
    """Return the rating that is kept as `mu sigma games`; an empty text is a player without a game. Up to rule 2 it was kept as
    `mu sigma`: of that nobody knows how many games it was made of."""
    if not text:
        return Skill()
    mu, sigma, *games = text.split()
    return Skill(float(mu), float(sigma), int(games[0]) if games else 0)


def keep(skill: Skill) -> str:
    """Return the rating as it is kept."""
    return f"{round(skill.mu, DIGITS)} {round(skill.sigma, DIGITS)} {skill.games}"


def after(
    before: Mapping[str, Skill], ranks: Mapping[str, int], group: Collection[str], shares: Mapping[str, float]
) -> dict[str, Skill]:
    """Return the ratings of a group after a game among them.

    Args:
        before: the ratings that they came with.
        ranks: at which they came in; equal ranks are a draw.
        group: whose ranks are compared.
        shares: how much of its full change the game makes to each, 0 to 1; who has 0 stays as before, and no game is counted.
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
