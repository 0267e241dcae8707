"""Names of players and bots."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MAX_NAME
from cadogan_server.rooms.alike import same_name, seen
from cadogan_server.rooms.refused import Refused

BOT_NAMES = (
    "Adelaide", "Blanche", "Cavendish", "Demon", "Eugénie", "Fairfax", "Georgiana", "Hapgood", "Isabella", "Josephine",
    "Klara", "Lucie", "Margarethe", "Nestor", "Olga", "Percival", "Quentin", "Rosamond", "Salome", "Tarquin",
    "Ulrica", "Violante", "Whitmore", "Xanthe", "Yolande", "Zenobia",
)  # fmt: skip
"""The names of bots, the company of the old books."""


def cleaned(name: str) -> str:
    """Return a name as it is shown: in normal form C, blanks made single, at most `MAX_NAME` characters.

    The name is empty if nothing of it is visible.
    """
    shown = " ".join(unicodedata.normalize("NFC", name).split())[:MAX_NAME].rstrip()
    return shown if seen(shown) else ""


def shown(name: str) -> str:
    """Return a name as `cleaned` does.

    Raises:
        Refused: nothing of it is visible.
    """
    found = cleaned(name)
    if not found:
        raise Refused(ErrorCode.BAD_MESSAGE, f"the name {name!r} has no character that can be shown; choose another")
    return found


def bot_name(taken: Iterable[str]) -> str:
    """Return the first name for a bot that nobody in `taken` has."""
    others = list(taken)
    rounds = (f"{name} {number}".removesuffix(" 1") for number in range(1, 99) for name in BOT_NAMES)
    return next(name for name in rounds if not any(same_name(name, other) for other in others))
