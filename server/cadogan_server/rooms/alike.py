"""Finds names that look alike, by the characters that Unicode lists as confusable.

The table is that of Unicode's Technical Standard 39 (confusables.txt), as the package confusable-homoglyphs carries it.
Names are compared by their *skeletons*: Latin, Greek and Cyrillic A become one letter, so do l, I, 1 and |, and m
becomes r and n.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from confusable_homoglyphs.utils import load

BLANKS = "\u115f\u1160\u2800"
"""Characters that Unicode calls letters or symbols but that look like blanks: the Hangul fillers and the empty Braille
pattern.
"""

UNSEEN_MARKS = "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f" + "".join(map(chr, range(0xFE00, 0xFE10)))
"""Invisible marks: they join two characters, or choose a variant of one. Invisible marks beyond U+FFFF are recognised
by their names.
"""


def same_name(one: str, other: str) -> bool:
    """Return True if two names look alike enough to be confused."""
    return any(mine == theirs for mine, theirs in zip(_likeness(one), _likeness(other), strict=True))


def seen(name: str) -> str:
    """Return the visible part of a name: no blanks, no accents that stand alone, letters in their plain form."""
    return "".join(filter(_distinguishes, unicodedata.normalize("NFKC", name)))


def skeleton(text: str) -> str:
    """Return a text with each character replaced by the common form of its look-alikes. It is not for display."""
    apart = unicodedata.normalize("NFD", text)
    table = _unicode_prototypes()
    return unicodedata.normalize("NFD", "".join(table.get(char, char) for char in apart))


@lru_cache(maxsize=4096)
def _likeness(name: str) -> tuple[str, str]:
    """Return the two skeletons by which names are compared. The first takes a capital for its small letter; the second
    for everything that looks like the capital.
    """
    plain = seen(name)
    return skeleton(seen(plain.casefold())), skeleton(plain).casefold()


def _distinguishes(char: str) -> bool:
    """Return True if a character distinguishes names.

    Marks that do are the vowel signs and tones of scripts that need them (Devanagari, Thai, Burmese). Marks that don't
    are the points of Hebrew and Arabic, which are often left out, and marks that fit any letter (Unicode's combining
    classes 1, 10 to 35 and from 200). If an accent and its letter are one character, that character counts.
    """
    category = unicodedata.category(char)
    if category[0] != "M":
        return category[0] not in "CZ" and char not in BLANKS
    where = unicodedata.combining(char)
    unseen = char in UNSEEN_MARKS or unicodedata.name(char).startswith("VARIATION SELECTOR")
    return category != "Me" and not unseen and (where in range(2, 10) or where in range(36, 200) or where == 0)


@cache
def _unicode_prototypes() -> dict[str, str]:
    """Return the prototypes of Unicode's table. Reading it takes some 30 ms, so it waits for the first name."""
    return prototypes(load("confusables.json"))


def prototypes(listed: Mapping[str, Sequence[Mapping[str, str]]]) -> dict[str, str]:
    """Return for each character with look-alikes the one that stands for them all.

    Args:
        listed: look-alikes as the package has them, in both directions: a prototype has all its look-alikes, each
            look-alike has only the prototype. `c` is the look-alike.
    """
    table: dict[str, set[str]] = {}
    for char, entries in listed.items():
        # Characters of right-to-left scripts have marks of direction around them in the table.
        table.setdefault(char.strip("\u200e"), set()).update(entry["c"].strip("\u200e") for entry in entries)
    found = {}
    for char, others in table.items():
        if len(char) == 1 and len(others) == 1:
            (other,) = others
            # If two have only each other, the longer is the prototype of both, else the one with the lower code point.
            if len(table[other]) > 1 or (-len(other), other) < (-1, char):
                found[char] = other
    # A prototype may be several characters, some with look-alikes of their own.
    return {
        char: "".join(found.get(part, part) for part in unicodedata.normalize("NFD", found[char])) for char in found
    }
