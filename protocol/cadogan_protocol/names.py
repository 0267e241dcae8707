"""Names and ids of players."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from cadogan_protocol.limits import MAX_NAME


def _check_name(name: str) -> str:
    """Return `name` if nothing in it is invisible or changes the direction of the text around it; else ValueError."""
    for character in name:
        if unicodedata.category(character) in UNSEEN and character != ZERO_WIDTH_JOINER:
            raise ValueError(f"a name has only visible characters, and U+{ord(character):04X} is none: leave it out")
    return name


def _check_marks(name: str) -> str:
    """Return `name` if no character in it carries a tower of accents, or more marks than any language uses."""
    marks: Counter[int | str] = Counter()
    for character in unicodedata.normalize("NFC", name):
        if unicodedata.category(character)[0] == "M":
            where = unicodedata.combining(character)
            # Marks of class 0 have places of their own beside and around a letter: Burmese may need four.
            marks[character if where == 0 else where if 1 < where < ANYWHERE else ANYWHERE] += 1
        elif character != ZERO_WIDTH_JOINER:
            marks.clear()
        if marks.total() > MOST_MARKS or max(marks.values(), default=0) > MOST_ACCENTS:
            raise ValueError(
                f"a character of a name may carry {MOST_ACCENTS} accents of a kind and {MOST_MARKS} marks in all; "
                "take some off"
            )
    return name


MOST_ACCENTS = 2
"""The most accents over or under a character. An accent that forms one character with its letter does not count."""

MOST_MARKS = 4
"""The most marks of any kind on a character of a name: a Hebrew letter with its points has three, Burmese needs four.
"""

ANYWHERE = 200
"""Marks of this combining class of Unicode and above, and of class 1, fit any letter; the others belong to scripts."""

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode's categories of characters that a name must not contain."""

ZERO_WIDTH_JOINER = "\u200d"
"""Joins the parts of one emoji, so a name may contain it."""

PlayerName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME),
    AfterValidator(_check_name),
    Field(description=f"1 to {MAX_NAME} visible characters; blanks around it are removed"),
]

PlayerId = Annotated[str, Field(min_length=1, max_length=64, description="the public id of a player; no secret")]

NewName = Annotated[PlayerName, AfterValidator(_check_marks)]
"""A name that a player may choose. Names from before the limit on marks are still shown."""
