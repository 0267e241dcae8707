"""The beginning of PROTOCOL.md: two programs that play, and pipelining of requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cadogan_protocol import limits

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
"""Programs that a test runs against a real server; they are part of a checkout, but of no package."""

TITLE = f"""\
# The protocol of Cadogan, version {limits.VERSION}

For someone who writes a client. This file is written by `python -m cadogan_protocol.generate` from the models in
`protocol/cadogan_protocol`, which the server itself uses; do not edit it by hand.

## A session, whole

This is all that a program needs to play, in Python (with the library `websockets`) and in JavaScript, without any other. Both
stand in `protocol/examples`. They keep the list of their legal moves and look at nothing else; a client that shows a table
applies the events too, which follow in the same messages.
"""

PIPELINING = f"""\
### What need not wait

A socket's requests are carried out one after the other, in the order in which they come, and answered in that order. So a
client may send `hello`, `create` (or `join`) and `ready` at once, as the programs above do, without waiting for the answers.
Moves too: each is checked against the board as the one before has left it, so one that the earlier one has made illegal is
refused, and those behind it are still tried. Who sends ahead watches two bounds: fewer than {limits.REQUESTS_KEPT} requests
without an answer, and at most {limits.MESSAGE_BURST} messages at once. Nothing that is sent ahead is lost with the connection: what
was not answered is sent again.
"""


def opening() -> Iterator[str]:
    """Yield the title and the two programs."""
    yield TITLE
    for name, language in (("race.py", "python"), ("race.mjs", "javascript")):
        yield f"```{language}\n{(EXAMPLES / name).read_text(encoding='utf-8')}```\n"
