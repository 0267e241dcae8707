"""The figures that boards rank by."""

from __future__ import annotations

from typing import get_args

from cadogan_protocol.boards import BoardMetric

RACE_METRICS: tuple[BoardMetric, ...] = ("wins", "races", "best_time", "best_time_undo", "rating")
"""Metrics of a race. The counting script (`count.lua`) knows these names and those of a duel."""

DUEL_METRICS: tuple[BoardMetric, ...] = ("wins", "races", "score", "streak", "rating")
"""Metrics of a duel; `races` are the matches played, `score` the points won in them, `streak` the longest series of
wins."""

SOLO_METRICS: tuple[BoardMetric, ...] = ("solo_time", "solo_moves", "solo_streak")
"""Metrics of games won alone, against bots, or among people of one origin: best time, fewest moves, longest series of
wins. Their boards are separate from the public ones."""

ALL_METRICS: tuple[BoardMetric, ...] = get_args(BoardMetric)

LOW_FIRST = ("best_time", "best_time_undo", "solo_time", "solo_moves")
"""Metrics of which the lowest value ranks first."""

OLD_METRICS = ("wins", "best_time", "races", "score")
"""Metrics counted under rule 1 too, whose old values are on the same boards now."""

PUBLIC_METRICS: tuple[BoardMetric, ...] = ("races", "wins", "score", "streak", "best_time", "best_time_undo", "rating")
"""All metrics of public boards."""

SORTED_METRICS = PUBLIC_METRICS + SOLO_METRICS
"""All metrics in the order in which waiting values are stored (`METRICS` in `waiting.lua`)."""
