"""The paths that are pages: the same table as the page's own router, so that a wrong path answers 404.

The status is the same whether a room or a run of a day exists or not: a private room must look like no room.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from functools import cache

from cadogan_games import catalogue, texts
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH

ALONE = ("me", "leaderboard", "daily", "take", "tournaments", "clubs", "games")
"""Pages whose path may end after their name."""

ROOMS = ("r", "watch", "embed", "overlay", "replay", "take")
"""Pages whose path ends with the code of a room."""

CODE = re.compile(rf"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}", re.I)
PLAYER = re.compile(r"(?:.*-)?[\w-]{12}", re.ASCII)
TOURNAMENT = re.compile(r"[0-9a-z-]{6,24}", re.I)
CLUB = re.compile(r"[0-9a-z]{8,16}", re.I)
NAME = re.compile(r"[\W_]+")
"""Characters that are ignored in a game's name."""


def is_page(path: str) -> bool:
    """Return True if a path, unescaped, leads to a page, even if only to one that suggests the right address."""
    parts = [part for part in path.split("/") if part]
    if len(parts) > 2:
        return False
    if len(parts) < 2:
        return not parts or parts[0] in ALONE
    page, name = parts
    if page == "me":
        return name == "games"
    if page in ROOMS:
        return CODE.fullmatch(name) is not None
    if page == "player":
        return PLAYER.fullmatch(name) is not None
    if page == "t":
        return TOURNAMENT.fullmatch(name) is not None
    if page == "club":
        return CLUB.fullmatch(name) is not None
    if page == "daily":
        return _is_day(name)
    return page in ("games", "leaderboard") and _plain(name) in _names()


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


@cache
def _names() -> frozenset[str]:
    """Return the ids and titles of all games in the form of `_plain`; the page redirects to the right one."""
    ids = catalogue.ids()
    titles = {texts.title(id, language) for id in ids for language in texts.languages()}
    return frozenset(map(_plain, {*ids, *titles}))


def _plain(name: str) -> str:
    """Return a name without capitals, accents, and all characters but letters and digits."""
    apart = unicodedata.normalize("NFD", name)
    return NAME.sub("", "".join(sign for sign in apart if not unicodedata.combining(sign))).lower()
