"""A text that somebody writes to others is cleaned, or refused."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from cadogan_protocol.limits import MOST_CHAT
from cadogan_protocol.messages import WriteChat


def sent(text: str) -> str:
    return WriteChat(id=1, text=text).text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Good luck!", "Good luck!"),
        ("  two\n\nlines\tand a tab ", "two lines and a tab"),
        ("<b>bold</b> &amp; <script>", "<b>bold</b> &amp; <script>"),
        ("left\u202eright\u2066to\u2069", "leftrightto"),
        ("a\x07b\x1b[31mc\u200bd\ufeffe", "ab[31mcde"),
        ("private\ue000 use", "private use"),
        ("e\u0301" + "\u0301" * 40, "\u00e9" + "\u0301" * 4),
        ("family \U0001f469\u200d\U0001f466", "family \U0001f469\u200d\U0001f466"),
        ("שלום עולם", "שלום עולם"),
        ("x" * MOST_CHAT, "x" * MOST_CHAT),
    ],
)
def test_a_text_becomes_one_line_of_what_can_be_seen(text: str, line: str) -> None:
    assert sent(text) == line
    assert sent(line) == line


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b\u202e", "\u200d", "x" * (MOST_CHAT + 1)])
def test_a_text_that_shows_nothing_or_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        sent(text)
