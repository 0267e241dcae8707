"""What boards count."""

from __future__ import annotations

from typing import get_args

from cadogan_protocol.rooms import BoardMetric

RACE_METRICS: tuple[BoardMetric, ...] = ("wins", "races", "best_time", "best_time_undo", "rating")
"""Of a race. The script that counts knows these names (`count.lua`), as those of a duel."""

DUEL_METRICS: tuple[BoardMetric, ...] = ("wins", "races", "score", "streak", "rating")
"""Of a duel; `races` are the matches played, `score` the points won in them, `streak` the most won in a row."""

SOLO_METRICS: tuple[BoardMetric, ...] = ("solo_time", "solo_moves", "solo_streak")
"""Of games won alone, against bots, or among people of one place: the best time, the fewest moves, the most won in a row. They lie
together, apart from the public boards."""

ALL_METRICS: tuple[BoardMetric, ...] = get_args(BoardMetric)

LOW_FIRST = ("best_time", "best_time_undo", "solo_time", "solo_moves")

OLD_METRICS = ("wins", "best_time", "races", "score")
"""What was counted under rule 1 already, and is on the same boards now."""

PUBLIC_METRICS: tuple[BoardMetric, ...] = ("races", "wins", "score", "streak", "best_time", "best_time_undo", "rating")

SORTED_METRICS = PUBLIC_METRICS + SOLO_METRICS
"""All of them in the order in which what waits is kept (`METRICS` in `waiting.lua`)."""
