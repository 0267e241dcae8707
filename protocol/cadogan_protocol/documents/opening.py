"""The beginning of PROTOCOL.md: two programs that play, and pipelining of requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cadogan_protocol import limits

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
"""The folder of programs that a test runs against a real server. They are part of a checkout, but of no package."""

TITLE = f"""\
# The protocol of Cadogan, version {limits.VERSION}

This document is for authors of clients. `python -m cadogan_protocol.generate` writes this file from the models in
`protocol/cadogan_protocol`, which the server itself uses; do not edit it by hand.

## A whole session

These two programs contain everything that a client needs to play: one in Python (with the library `websockets`), one in
JavaScript without any library. Both are in `protocol/examples`. They keep the list of their legal moves and look at
nothing else. A client that shows a table also applies the events, which come in the same messages.
"""

PIPELINING = f"""\
### Sending without waiting

The server carries out a socket's requests one after the other, in the order in which they arrive, and answers in that
order. So a client may send `hello`, `create` (or `join`) and `ready` at once, without waiting for the answers, as the
programs above do. The same holds for moves: each is checked against the board that the move before has left. A move
that the earlier one has made illegal is refused, and the moves after it are still tried. A client that sends ahead
keeps two bounds: fewer than {limits.REQUESTS_KEPT} requests without an answer, and at most {limits.MESSAGE_BURST}
messages at once. A broken connection loses nothing: send the unanswered requests again.
"""


def opening() -> Iterator[str]:
    """Yield the title and the two programs."""
    yield TITLE
    for name, language in (("race.py", "python"), ("race.mjs", "javascript")):
        yield f"```{language}\n{(EXAMPLES / name).read_text(encoding='utf-8')}```\n"
