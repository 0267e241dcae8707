"""Writes API.md: what is read over HTTP, for someone who writes a program or a page that reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cadogan_protocol.api import (
    ENDPOINTS,
    ENVELOPE,
    EVENTS,
    HEARTBEAT_SECONDS,
    JSON,
    PREFIX,
    STATUS,
    TEXT,
    Endpoint,
    Problem,
)
from cadogan_protocol.documents.document import fields_table, table, type_of
from cadogan_protocol.documents.openapi import refusals
from cadogan_protocol.documents.schemas import unwrapped
from cadogan_protocol.documents.shapes import attributes
from cadogan_protocol.messages import Message


def api_document() -> str:
    """Return the whole of API.md."""
    return "\n".join(
        [
            OPENING,
            NOTATION,
            table(("line", "means"), LINES),
            HAPPENED,
            "## Paths\n",
            table(("path", "answers"), map(_row, ENDPOINTS)),
            *(line for endpoint in ENDPOINTS for line in _path(endpoint)),
            "## What is refused\n",
            unwrapped(Problem.__doc__ or "") + "\n",
            fields_table(Problem),
            REFUSED,
            table(("status", "codes"), _statuses()),
        ]
    )


def _row(endpoint: Endpoint) -> tuple[str, str]:
    anchor = f"{PREFIX}{endpoint.path}".lower()
    anchor = "".join(c for c in anchor if c.isalnum() or c in "_-")
    return f"[`{PREFIX}{endpoint.path}`](#{anchor})", endpoint.summary


def _path(endpoint: Endpoint) -> Iterator[str]:
    yield f"### `{PREFIX}{endpoint.path}`\n"
    yield f"{endpoint.summary}. {endpoint.text}".strip() + "\n"
    if endpoint.token == "must":
        yield "It needs the token of a player.\n"
    elif endpoint.token == "may":
        yield "It takes the token of a player.\n"
    asked = list(attributes(endpoint.asks))
    if asked:
        rows = [
            (f"`{a.name}`", type_of(a.annotation, a.bounds), _default(a.info.default), a.description) for a in asked
        ]
        yield table(("parameter", "type", "default", "meaning"), rows)
    yield _answer(endpoint)
    if endpoint.events:
        events = ((f"`{name}`", _model(model)) for name, model in endpoint.events.items())
        yield table(("event", "data"), events)
    codes = [f"`{code}`" for found in refusals(endpoint).values() for code in found if code not in _ALWAYS]
    if codes:
        yield f"May be refused with {', '.join(codes)}.\n"


_ALWAYS = ("too_fast", "busy", "store_down", "internal", "bad_parameter")


def _answer(endpoint: Endpoint) -> str:
    if endpoint.kind == EVENTS:
        return "Answer: Server-Sent Events (`text/event-stream`), until one side closes.\n"
    if endpoint.kind == TEXT:
        return "Answer: text.\n"
    if endpoint.answers is None:
        return "Answer: an object.\n"
    return f"Answer: {_model(endpoint.answers, envelope=False)}.\n"


def _model(model: Any, *, envelope: bool = True) -> str:
    """Return where a model is described: a message and its parts are in PROTOCOL.md."""
    name: str = model.__name__
    if issubclass(model, Message):
        kind = model.model_fields["type"].default if "type" in model.model_fields else name.lower()
        without = "" if envelope else f" without its `{'` and `'.join(ENVELOPE)}`"
        return f"the message [`{kind}`](PROTOCOL.md#{kind}){without}"
    if model.__module__ == "cadogan_protocol.api":
        fields = ", ".join(f"`{field}`" for field in model.model_fields)
        said = unwrapped(model.__doc__ or "").removesuffix(".")
        return f"`{{{fields.replace('`', '')}}}`: {said[0].lower()}{said[1:]}"
    return f"a [{name}](PROTOCOL.md#{name.lower()})"


def _default(value: Any) -> str:
    if value in ("", (), None):
        return ""
    return f"`{value}`"


def _statuses() -> Iterator[tuple[str, str]]:
    found: dict[int, list[str]] = {404: ["unknown_path"], 405: ["bad_method"], 400: ["bad_parameter"]}
    for code, status in STATUS.items():
        if status != 400:
            found.setdefault(status, []).append(code.value)
    found[400] += ["bad_option", "bad_message"]
    for status, codes in sorted(found.items()):
        yield str(status), ", ".join(f"`{code}`" for code in codes)


OPENING = f"""\
# Reading a Cadogan server

<!-- Written by python -m cadogan_protocol.generate. -->

    curl http://localhost:8000{PREFIX}/games/klondike
    curl http://localhost:8000{PREFIX}/rooms
    curl -N http://localhost:8000{PREFIX}/events/rooms

Games, rooms, replays, boards and players, over plain HTTP, for programs and for pages of any site; `cadogan serve` starts a
server at that address. [openapi.json](openapi.json) says the same for programs (OpenAPI 3.1) and is at `{PREFIX}/openapi.json`
of each server. Playing goes through a socket: [PROTOCOL.md](PROTOCOL.md), and [asyncapi.json](asyncapi.json) for programs.

## How it answers

- **GET** and HEAD are answered, and OPTIONS, by which browsers ask. Answers are `{JSON}`. What is null is left out, as in the
  messages of the socket. A newer server may answer with fields that are not described here: pass over them.
- **Nothing anew.** Each answer has an `ETag`. Who sends it back as `If-None-Match` gets 304 and no body while nothing has changed:

      curl -i http://localhost:8000{PREFIX}/daily -H 'If-None-Match: "THE-ETAG"'

- **Pages.** A list that goes on has `next`; it is the `cursor` of the next page, which `Link: <...>; rel="next"` has ready. At
  its end `next` is absent or empty.
- **Whose it is.** What is a player's own needs the player's token, the one of `welcome`:

      curl http://localhost:8000{PREFIX}/me/history -H 'Authorization: Bearer TOKEN'

  Who shows it is this player: it belongs in no address and in no page of another site.
- **Pages of other sites** may read all of it: `Access-Control-Allow-Origin: *`. Cookies mean nothing here.
- **How much.** An address may ask 50 times a second, and 200 times at once, unless the server is set otherwise.
  `RateLimit-Policy` says what may be asked, `RateLimit` what is left of it (as draft-ietf-httpapi-ratelimit-headers has them).
  Who asks more gets 429 and `Retry-After`, everybody 503 where all together ask more than the server can give.

## Streams of events

Two paths answer with Server-Sent Events, for overlays and counters that only look on:

```html
<pre id="said"></pre>
<script>
  const race = new EventSource('http://localhost:8000{PREFIX}/events/rooms/ABCDEF')
  for (const name of ['room', 'board', 'update', 'delta', 'progress'])
    race.addEventListener(name, (event) => {{ said.textContent = name + ' ' + event.data }})
  race.addEventListener('end', (event) => JSON.parse(event.data).reconnect || race.close())
</script>
```

- Nobody is told more than a spectator of the room: where it is watched with a delay, all of it comes later; of a race that is
  watched fairly a card comes when all who still play have seen it.
- Each event has an `id`. A browser that has lost the connection comes back by itself with `Last-Event-ID`, and gets what it has
  missed; where that is no longer there, the whole again.
- Every {HEARTBEAT_SECONDS} seconds at least something comes, a comment if nothing happens. Who takes nothing for so long, or
  leaves more than 256 KiB waiting, is let go, and may come back.
- An address may have 16 streams, all together 500, unless the server is set otherwise.
- `end` is the last event where the server ends it; without `reconnect` there is nothing to come back for.
"""

NOTATION = """\
## Replays as text

A room that is over is a text of some kilobytes: who has played which moves on which deal, and when. All else follows from the
rules, so `cadogan replay FILE` plays it again, and finds out whether it is true: each move has to be legal, and the results
those that are claimed.

    cadogan replay 1
    game klondike_draw1
    revision 1
    rule undo "covered"
    room ABCDEF
    starts 2026-11-22T14:00:00.000Z
    seed 8d...
    secret 41...
    seat 0 - 00000000000000000000000000000007 Anna
    seat 1 good - Blanche
    result 0 rank=1 won=true progress=52 moves=131 undone=2 time=183024
    result 1 rank=2 won=false progress=17 moves=64 time=180411
    moves
    0.812:3-9 1.95:turn 0.640:9-2x3 310:!undo
    end done 183024
    check 1f3ac2...

UTF-8, a line for each thing, in this order:
"""

LINES = (
    ("`cadogan replay 1`", "what it is, and the version of the notation"),
    ("`game ID`, `revision N`", "the game, and of which revision its rules are"),
    ("`option NAME VALUE`", 'an option of the game; a value is JSON: `3`, `false`, `"both"`'),
    ("`rule NAME VALUE`", "an option of the room ([RoomOptions](PROTOCOL.md#roomoptions)) that is not the usual one"),
    ("`room CODE`, `starts MOMENT`", "the room, and the moment of the start (UTC)"),
    ("`seed HEX`, `secret HEX`", "of the deal, and of the room: PROTOCOL.md says how one is made of the other"),
    ("`day DAY`", "of a deal of the day"),
    ("`seat N BOT NONCE NAME`", "who has played; `-` stands for a person, and for who has added nothing to the seed"),
    (
        "`result N name=value ...`",
        "how the player of a seat has come in ([ResultRow](PROTOCOL.md#resultrow)); what is 0 or null is left out",
    ),
    ("`moves`, then lines", "what happened, in order, with a blank between"),
    (
        "`end WHY MS`",
        "why it was over (`done`, `time`, `first`, `empty`, `left` and whose seat), and when, from the start",
    ),
    ("`check HEX`", "the first 16 hex digits of the SHA-256 of all before this line, with LF at the ends of lines"),
    (
        "`signed KEY HEX`",
        "only in files that `cadogan replay --save` has written: the server's signature of all before this line, see `/keys`",
    ),
)

HAPPENED = """\
Each thing that happened is `SEAT.MS:WHAT`: whose it is, left out where it is the same as before; how many milliseconds after
the one before, or after the start; and what:

| what | means |
| --- | --- |
| `3-9`, `3-9x2` | the top card, or the top 2, of pile 3 go to pile 9 |
| `turn`, `pair(3,5/2)` | an action, and its spots: a pile, or a card of a pile from the bottom and from 0 |
| `!undo` | the last move of this seat was taken back |
| `!stand` | this seat gave up |
| `!late`, `!forfeit` | a duel: this seat has not acted in time, or has no time left for the game, and the rules act for it |
| `!next` | a duel: the next game of the match is dealt |
"""

REFUSED = """\
What can't be read as a request at all, as one with a body or with a line of more than 8,192 bytes, is refused in plain text.
"""
