"""Says at start which texts for players are missing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from cadogan_games import texts

logger = logging.getLogger(__name__)

MOST_GAPS = 30
"""Missing texts that the log names, at most."""


def warn_of_missing_texts(missing: Callable[[], Iterable[str]] = texts.gaps) -> None:
    """Log which texts for players are missing: in one line, since similar lines are left out of the log."""
    gaps = list(missing())
    if gaps:
        more = f"; and {len(gaps) - MOST_GAPS} more" if len(gaps) > MOST_GAPS else ""
        logger.warning(
            "%d texts for players are missing, and shown in English or not at all: %s%s",
            len(gaps),
            "; ".join(gaps[:MOST_GAPS]),
            more,
        )
