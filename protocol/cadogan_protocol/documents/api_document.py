"""Writes API.md: the HTTP API, for authors of programs and pages that read it."""

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
            "## Refusals\n",
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
    if endpoint.kind != JSON:
        return f"Answer: text (`{endpoint.kind}`).\n"
    if endpoint.answers is None:
        return "Answer: an object.\n"
    return f"Answer: {_model(endpoint.answers, envelope=False)}.\n"


def _model(model: Any, *, envelope: bool = True) -> str:
    """Return the description of a model. Messages and their parts are described in PROTOCOL.md."""
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

This API gives games, rooms, replays, boards and players over plain HTTP, to programs and to pages of any site. `cadogan
serve` starts a server at the address above. [openapi.json](cadogan_protocol/documents/openapi.json) describes the API
for programs (OpenAPI 3.1); each server has it at `{PREFIX}/openapi.json`. Playing needs a socket:
[PROTOCOL.md](PROTOCOL.md), and [asyncapi.json](cadogan_protocol/documents/asyncapi.json) for programs.

## Requests and answers

- **Methods.** The server answers GET and HEAD, and the OPTIONS requests of browsers. Answers are `{JSON}`. They leave
  out null values, as the messages of the socket do. A newer server may send fields that are not described here: ignore
  them.
- **Unchanged answers.** Each answer has an `ETag`. Send it back as `If-None-Match` to get 304 and no body while nothing
  has changed:

      curl -i http://localhost:8000{PREFIX}/daily -H 'If-None-Match: "THE-ETAG"'

- **Pages.** A list that continues has `next`, the `cursor` of the next page; `Link: <...>; rel="next"` has the whole
  address. At the end of the list `next` is absent or empty.
- **Own data.** A player's own data needs the player's token, which `welcome` has:

      curl http://localhost:8000{PREFIX}/me/history -H 'Authorization: Bearer TOKEN'

  Everybody who shows the token acts as this player. Put it into no address and into no page of another site.
- **Pages of other sites** may read everything: `Access-Control-Allow-Origin: *`. Cookies have no effect.
- **Rate limit.** An address may send 50 requests a second, and 200 at once, unless the server's settings differ.
  `RateLimit-Policy` has the limit, `RateLimit` the rest of it (as in draft-ietf-httpapi-ratelimit-headers). An address
  beyond its limit gets 429 and `Retry-After`. If all addresses together ask more than the server can answer, everybody
  gets 503.

## Streams of events

Two paths answer with Server-Sent Events, for overlays and counters:

```html
<pre id="said"></pre>
<script>
  const race = new EventSource('http://localhost:8000{PREFIX}/events/rooms/ABCDEF')
  for (const name of ['room', 'board', 'update', 'delta', 'progress'])
    race.addEventListener(name, (event) => {{ said.textContent = name + ' ' + event.data }})
  race.addEventListener('end', (event) => JSON.parse(event.data).reconnect || race.close())
</script>
```

- A reader sees what a spectator of the room sees. If spectators are delayed, everything comes later. In a fairly
  watched race, a card comes when all remaining racers have seen it.
- Each event has an `id`. A browser that has lost the connection comes back by itself with `Last-Event-ID`. It gets the
  missed events, or everything again if these are gone.
- At least every {HEARTBEAT_SECONDS} seconds the server sends something, a comment if nothing happens. A reader that
  takes nothing for that long, or leaves more than 256 KiB waiting, is disconnected and may come back.
- An address may have 16 streams, all addresses together 500, unless the server's settings differ.
- `end` is the last event of a stream that the server ends. Without `reconnect` there is no reason to come back.
"""

NOTATION = """\
## Replays as text

A finished room is a text of some kilobytes: its players, their moves with the moments, and the deal. Everything else
follows from the rules. So `cadogan replay FILE` plays the text again and checks it: each move must be legal, and the
results must be those that the text claims.

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

The text is UTF-8, with these lines in this order:
"""

LINES = (
    ("`cadogan replay 1`", "the kind of text, and the version of the notation"),
    ("`game ID`, `revision N`", "the game, and the revision of its rules"),
    ("`option NAME VALUE`", 'an option of the game; a value is JSON: `3`, `false`, `"both"`'),
    (
        "`rule NAME VALUE`",
        "an option of the room ([RoomOptions](PROTOCOL.md#roomoptions)) that differs from the default",
    ),
    ("`room CODE`, `starts MOMENT`", "the room, and the moment of the start (UTC)"),
    (
        "`seed HEX`, `secret HEX`",
        "the seed of the deal and the secret of the room: PROTOCOL.md says how they are related",
    ),
    ("`day DAY`", "the day of a deal of the day"),
    (
        "`proof NUMBER NODES REVISION EFFORT`",
        "the proof of a winnable deal ([DealProof](PROTOCOL.md#dealproof)); NUMBER is `-` if none was found in time",
    ),
    (
        "`seat N BOT NONCE NAME`",
        "a player; BOT is `-` for a person, NONCE is `-` for a player who added nothing to the seed",
    ),
    (
        "`result N name=value ...`",
        "the result of a seat's player ([ResultRow](PROTOCOL.md#resultrow)), without values that are 0 or null",
    ),
    ("`moves`, then lines", "the events in order, separated by spaces"),
    (
        "`end WHY MS`",
        "the reason for the end (`done`, `time`, `first`, `empty`, or `left` with the seat), and its moment from the start "
        "in milliseconds",
    ),
    (
        "`check HEX`",
        "the first 16 hex digits of the SHA-256 of everything before this line, with LF at the ends of lines",
    ),
    (
        "`signed KEY HEX`",
        "only in files that `cadogan replay --save` has written: the server's signature of everything before this line, "
        "see `/keys`",
    ),
)

HAPPENED = """\
Each event is `SEAT.MS:WHAT`. The seat is left out if it is the same as in the event before. MS is the time since the
event before, or since the start, in milliseconds. WHAT is one of these:

| what | means |
| --- | --- |
| `3-9`, `3-9x2` | the top card, or the top 2, of pile 3 go to pile 9 |
| `turn`, `pair(3,5/2)` | an action and its spots: a pile, or a card of a pile, counted from 0 at the bottom |
| `!undo` | the last move of this seat was taken back |
| `!stand` | this seat gave up |
| `!late`, `!forfeit` | a duel: this seat was late with an action, or has used up its time for the game, and the rules act for it |
| `!next` | the next game of a duel's match, or the next round at a shared table, is dealt |
| `!on` | a shared table: nothing has happened for a minute, and the rules move the round on |
"""

REFUSED = """\
A request that cannot be read at all, such as one with a body or with a line of more than 8,192 bytes, is refused in
plain text.
"""
