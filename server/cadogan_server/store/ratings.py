"""Ratings of duellists: Plackett-Luce by openskill (Joshy, "OpenSkill: A faster asymmetric multi-team, multiplayer rating
system", 2024), shown on a scale that begins at 1500."""

from __future__ import annotations

from openskill.models import PlackettLuce, PlackettLuceRating

BEGIN = 1500
"""What a player without a game is shown as."""

SCALE = 24.0
"""Points shown for one unit of skill."""

_MODEL = PlackettLuce()


def parse(text: str) -> PlackettLuceRating:
    """The rating that is kept as `mu sigma`; an empty text is a player without a game."""
    if not text:
        return _MODEL.rating()
    mu, sigma = map(float, text.split())
    return _MODEL.rating(mu=mu, sigma=sigma)


def keep(rating: PlackettLuceRating) -> str:
    """The rating as it is kept."""
    return f"{rating.mu!r} {rating.sigma!r}"


def shown(rating: PlackettLuceRating) -> float:
    """The rating as people see it: what the player is worth at least, to a certainty of three sigma."""
    return round(rating.ordinal(alpha=SCALE, target=BEGIN), 1)


def after(ratings: list[PlackettLuceRating], ranks: list[int]) -> list[PlackettLuceRating]:
    """The players' ratings after a game in which they came in at these ranks; equal ranks are a draw."""
    return [team[0] for team in _MODEL.rate([[rating] for rating in ratings], ranks=[float(rank) for rank in ranks])]


def between(old: PlackettLuceRating, new: PlackettLuceRating, share: float) -> PlackettLuceRating:
    """The rating that is so much of the way from the old to the new: a share of 1 is the new."""
    if share == 1:
        return new
    mu, sigma = (old.mu + share * (new.mu - old.mu), old.sigma + share * (new.sigma - old.sigma))
    return _MODEL.rating(mu=mu, sigma=sigma)
