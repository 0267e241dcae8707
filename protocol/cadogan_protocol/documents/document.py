"""Writes PROTOCOL.md: the protocol for someone who writes a client in another language."""

from __future__ import annotations

import json
import types
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from cadogan_protocol import errors, limits
from cadogan_protocol.codec import Format, encode
from cadogan_protocol.documents import shapes
from cadogan_protocol.documents.elsewhere import OTHER_SITES, PAGES
from cadogan_protocol.documents.opening import PIPELINING, opening
from cadogan_protocol.documents.sample import sample
from cadogan_protocol.documents.schemas import unwrapped
from cadogan_protocol.messages import HotMessage, Message
from cadogan_protocol.moves import EVENTS

BYTES_A_LINE = 32


def document() -> str:
    """Return the whole of PROTOCOL.md."""
    return "\n".join(
        [
            *opening(),
            INTRODUCTION,
            PIPELINING,
            *_limits(),
            CARDS_AND_MOVES,
            *_events(),
            STREAMS,
            DUELS,
            "## Messages from the client\n",
            *map(_message, shapes.client_messages()),
            "## Messages from the server\n",
            *map(_message, shapes.server_messages()),
            "## What messages are made of\n",
            *_small_types(),
            *map(_part, shapes.parts()),
            *_codes(),
            FAIRNESS,
            DAYS,
            BOARDS,
            HTTP,
            PAGES,
            OTHER_SITES,
            SESSION,
            *_session(),
        ]
    )


def _limits() -> Iterator[str]:
    rows = [(f"`{name}`", f"`{value}`", said) for name, value, said in shapes.constants(limits)]
    yield "### Limits\n"
    yield table(("name", "value", "meaning"), rows)


def _events() -> Iterator[str]:
    yield table(("array", "meaning"), [(f"`{array}`", meaning) for array, meaning in EVENTS])


def _small_types() -> Iterator[str]:
    rows = [(f"`{entry.name}`", entry.meaning) for entry in shapes.NAMED]
    yield table(("type", "meaning"), rows)


def _message(kind: type[Message]) -> str:
    title = f"### `{shapes.name_of(kind)}`"
    lines = [title, "", unwrapped(kind.__doc__ or ""), ""]
    if issubclass(kind, HotMessage):
        names = [f"[{a.name}]" if a.optional else a.name for a in shapes.attributes(kind)]
        note = "; what stands in brackets may be missing" if any(a.optional for a in shapes.attributes(kind)) else ""
        if kind.open_ended:
            note = f"; its `{names[-1]}` stand in it one after the other"
            names[-1:] = [names[-1].removesuffix("s"), "..."]
        lines += [f"An array: `[{json.dumps(kind.tag)}, {', '.join(names)}]`{note}.", ""]
    return "\n".join([*lines, fields_table(kind)])


def _part(kind: type[BaseModel]) -> str:
    return "\n".join([f"### {kind.__name__}", "", unwrapped(kind.__doc__ or ""), "", fields_table(kind)])


def fields_table(kind: type[BaseModel]) -> str:
    """Return the fields of a model as a table."""
    rows = [
        (f"`{a.name}`", type_of(a.annotation, a.bounds), _presence(a), a.description) for a in shapes.attributes(kind)
    ]
    return table(("field", "type", "", "meaning"), rows) if rows else "It has no fields.\n"


def _presence(attribute: shapes.Attribute) -> str:
    """Return whether a field may be left out, and what it is then."""
    if not attribute.optional:
        return ""
    default = attribute.info.get_default(call_default_factory=True, validated_data={})
    if default is None:
        return "may be absent"
    if isinstance(default, BaseModel) or default in ({}, ()):
        return "default: empty" if not isinstance(default, BaseModel) else "default: all defaults"
    return f"default: {_value(default)}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def type_of(annotation: Any, bounds: dict[str, Any] | None = None) -> str:
    """Return a field's type in words."""
    entry = shapes.named(annotation)
    if entry:
        return f"`{entry.name}`"
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inner, own = shapes.bare(annotation)
        return type_of(inner, own)
    if origin is Literal:
        return " \\| ".join(_value(part) for part in parts)
    if origin in (Union, types.UnionType):
        return " or ".join("null" if part is type(None) else type_of(part) for part in parts)
    if origin is tuple:
        if parts[-1] is Ellipsis:
            return f"list of {type_of(parts[0])}"
        return f"array [{', '.join(map(type_of, parts))}]"
    if origin is dict:
        return f"map from {type_of(parts[0])} to {type_of(parts[1])}{_bounded(bounds, ' entries')}"
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return "an error code"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return f"[{annotation.__name__}](#{annotation.__name__.lower()})"
    words = {bool: "true or false", int: "whole number", float: "number", str: "text"}
    return words[annotation] + _bounded(bounds, " characters" if annotation is str else "")


def _bounded(bounds: dict[str, Any] | None, unit: str) -> str:
    if not bounds:
        return ""
    low = bounds.get("Ge", bounds.get("MinLen"))
    high = bounds.get("Le", bounds.get("MaxLen", bounds["Lt"] - 1 if "Lt" in bounds else None))
    if low is None or high is None:
        return f", at most {high}{unit}" if low is None else f", {low} or more"
    return f", {low} to {high}{unit}"


def _codes() -> Iterator[str]:
    yield "## Error codes\n"
    yield "An `error` carries one of these. *Again*: whether the same request may succeed when it is sent again later.\n"
    rows = [
        (f"`{code.value}`", "yes" if errors.RETRY[code] else "no", errors.ERROR_MEANING[code])
        for code in errors.ErrorCode
    ]
    yield table(("code", "again", "meaning"), rows)
    yield "## Close codes\n"
    yield (
        "The server closes a socket with one of these and a sentence. *Come back*: whether a client should connect again by\n"
        "itself. After any other code, and after a connection that broke without one, it may.\n"
    )
    closes = [
        (str(int(code)), "yes" if errors.RECONNECT[code] else "no", errors.CLOSE_MEANING[code])
        for code in errors.CloseCode
    ]
    yield table(("code", "come back", "meaning"), closes)


def _session() -> Iterator[str]:
    for number, step in enumerate(sample(), 1):
        packed, text = encode(step.message, Format.MSGPACK), encode(step.message, Format.JSON)
        arrow = "client → server" if step.sender == "client" else "server → client"
        yield f"**{number}. {arrow}**, {len(packed)} bytes. {step.why}\n"
        yield f"```json\n{text}\n```\n"
        yield f"```\n{_hex(packed)}\n```\n"


def _hex(data: bytes) -> str:
    lines = (data[i : i + BYTES_A_LINE].hex(" ") for i in range(0, len(data), BYTES_A_LINE))
    return "\n".join(lines)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


INTRODUCTION = f"""\
## Connecting

Open a WebSocket at `/ws` on the server's address and ask for one of two subprotocols:

- `{limits.SUBPROTOCOL_MSGPACK}`: each message is one binary frame of msgpack.
- `{limits.SUBPROTOCOL_JSON}`: each message is one text frame of JSON. The same structures, for people and quick scripts.

Who offers both gets the one named first. Another subprotocol, or none, is refused with HTTP 400, another path with 404; so is
with 403 what comes from a page of another origin, unless the server is set to let it in: programs send no `Origin`. A client of
an earlier version, which offers `cadogan.1.msgpack` or `cadogan.1.json` alone, is let in only to be told so: its socket is closed
with 4001 and a sentence that names the subprotocol to use; a page of then is to be loaded anew. The
server answers the pings of WebSocket and sends its own; a client must answer them, as every library does. Compression is not
used; a message may come in several fragments. The first message is `hello`; it is answered by `welcome`, whose `token` makes the
player known again later. Then `create` a room or `join` one.

A socket is in one room at a time. A player may be in several rooms through several sockets; whoever enters a room that another
socket of the same player is in takes its place, and that one is closed with 4003.

## How messages look

Most messages are maps with a `type`. The frequent ones are arrays: a tag, then the fields in order. The tag of `play` is `"m"`, of
`delta` 1, of `step` 2, of `moved` 3, of `progress` 4.

- What is null is left out of a map, and an absent field is null. There is no other difference between the two.
- A client may leave out every field that has a default. It must not send fields that the server doesn't know.
- A server writes every field that is not null. A newer server may send fields and types of message that a client doesn't
  know: pass over them. It may also lengthen an array.
- At the end of an array fields that equal their default are left out. Where a message ends with a list, the items of the list
  stand in the array itself.
- Keys of maps are text, also where they are numbers: `{{"last": {{"0": 17}}}}`.
- Nothing is converted: where a number is due, `"7"` and `7.0` are errors.
- In msgpack there are no extension types and no binary strings; in JSON whole numbers have 64 bits.

### Rooms that are not open to everybody

A room's code is short to say. One that is not `public` is in no list, and who tries codes one after the other is refused
(`too_fast`) soon. The code of a room that is `by_link` opens nothing: `join` and `get_replay` need its `key` too, which stands
behind the code in the link, `/r/CODE#KEY`, and comes with `joined` to who opens the room. Who has not the key is answered as if
there were no such room.

The host may `lock` the room, and put somebody out with `unseat`, who then stays out for a while (`put_out`).

### Requests and answers

What a client sends is a request with an `id`. It is answered exactly once by a message that has the same number as `re`: the
answer named at the request, or `ok` where none is named, or `error`. What a request changes is told in the streams before its
answer comes; only the own board changes by the answer itself, `step`, and what is shown to who enters a room follows `joined`.

Ids grow: each is higher than all that the player has sent before, on this socket or an earlier one. A request that was not
answered when the connection dropped is sent again, unchanged and with the same id, after coming back: `create` after `hello`, what
is said in a room after `join`. The room knows the ids it has carried out, answers again, and applies nothing twice:

- an id that was carried out is answered as it would be now, whatever else the repeated message says;
- an id that was refused is tried anew, as is one that never came;
- of each player the last {limits.REQUESTS_KEPT} ids are known: one that comes before all of them is refused (`bad_message`), so
  a client keeps fewer requests than that unanswered;
- requests that only ask may be repeated at will, and the server does not look at the order of their ids.

A client that has forgotten its ids may begin anew at 1, if its `hello` does: what it sent before is then forgotten too.
"""

CARDS_AND_MOVES = """\
## Cards, tables, moves

**Cards** are numbers: 13 × suit + rank − 1, with the suits clubs 0, diamonds 1, hearts 2, spades 3 and the ranks from ace 1 to
king 13. So 0 is the ace of clubs, 51 the king of spades; 52 is a joker. −1 is a card face down, or one that the receiver may not
see. Equal cards of several packs have the same number.

A **table** is a list of piles, numbered from 0 through all groups in the order of the layout, and a list of counters, named in
the layout; the last counter is the number of the phase. Piles list their cards bottom first.

A **move** is an array. `[from, to, count]` takes the top `count` cards of a pile to another. Everything else is an action,
`[name, spot, spot, ...]`: a spot is a pile's number, or `[pile, k]` for the k-th card of a pile from the bottom and from 0.
A client needs no rules: it is told every legal move, in full by `moved`, and by `step` how the list has changed. The layout's
`actions` tell what to call the actions in it.

### Table events

A change of a table is a list of events, applied in order. The first number says which:
"""

STREAMS = """\
## Streams

What a room says goes out in numbered streams. Stream 0 is the room itself: seats, phase, clock, progress, results. In a race
stream 1 + seat is the board of that seat; in a duel 1 + seat is what that seat sees and 3 what spectators see.

Each stream begins with a snapshot (`room` or `board`) that carries the number it is good for; each later message of the stream
has the next number. The messages of stream 0 are `update`, those of a board `delta`; on the own board also `step`, the answer to a
move. A `delta`, `step` or `moved` carries its number modulo 128: what is meant is the number nearest to the one that is due. A
client keeps the last number of each stream, in full:

- a message with the next number: apply it, keep the number;
- a number it has had already: pass over it;
- a higher one: something was lost. Send `join` again with `last`, on the same socket; what was missed follows, or a snapshot;
- a snapshot: take it, whatever the numbers were before. A server that was started again goes on from far higher numbers.

After a broken connection, connect, send `hello` with the token and `join` with `last`. The own board comes back as a
snapshot where it has changed, and `moved` with it. That also comes without being asked for (`re` is 0) after the deal and when
the race is over.

How far a racer is, `progress`, `moves`, `state`, `penalty` and `ended` of the [Seat](#seat), is told in full with stream 0, and
goes on from there by whatever comes: `change` of a `delta` or `step` for who sees the board; `progress` for who does not, and for
everybody where no board has changed, or after coming back.

The mover gets the answer at once. Those who look on are told in rounds: what happens on boards within a fifth of a second comes
together, unless something else is to be told; a racer who finishes or is stuck ends a round. In a duel there are no rounds.

A racer sees no rival's board before being done, and then where spectators watch live; a spectator sees all of them; after the end
everybody does. Snapshots of boards that open later come by themselves. Where spectators are delayed, they are in all streams, also
stream 0, and see the room as it was then; they need no other clock than that of the messages they get.
"""

DUELS = """\
## Duels

Two play at one table; `kind` is `duel`. The stream of a seat shows the own hand, the other's cards as -1, and all that lies open;
that of spectators shows neither hand, or both where spectators are delayed. After each action both are told their moves,
the one by `step`, the other by `moved` behind the `delta`: who is to act has moves, the other none. There is no undo, and the
room's options `seats`, `undo`, `hints` and `sudden_death` mean nothing.

`clock` says whose action is awaited and until when. The game's option `move_seconds` is the time for one action, the room's
`time_limit` what each player has for a whole game; 0 means none. Who has used up the latter loses the game. Who is late with
an action: with `on_timeout` = `forfeit` loses the game; with `auto` the server acts, and so it is the other's turn, but
`max_timeouts` times in a row lose the game. `timeouts` of the clock counts them: the `update` in which it has grown comes after
the `delta` of what the server did. `stand` gives up the game, `leave` the match.

With `target` = 0 one game is played. Else games follow each other, eight seconds apart by default, until somebody has as many
points: all the while `phase` stays `running` and `clock` has no seat. The next deal is a `delta` like any other, the `update` after
it has the seats as they are for the new game. In every other game each seat has the cards that else the other one would have
been dealt. `match` is the score.
"""

FAIRNESS = """\
## Was the deal fixed beforehand?

All values here are hex of raw bytes, and a promise is the SHA-256 of what it promises.

**A fresh deal** is made of a secret of the server and of a nonce of each player, and each is promised before any other is known:

1. When the room opens, its snapshot has `commit`, the promise of the room's secret.
2. With `ready` a client sends `nonce_hash`, the promise of 16 random bytes; it stands in its [Seat](#seat) for all to see. That of
   a bot that the server seats stands there from the start: its nonce is the first 16 bytes of SHA-256(`cadogan bot nonce` ‖ secret
   ‖ seat as 1 byte), so it was promised with `commit`, and is never sent by the bot.
3. When all are ready the countdown begins, and no promise can be changed any more. Only now each client sends its nonce itself by
   `reveal`, once it has seen in `seats` its own promise as it was sent, and has kept all promises there and `commit`. The server
   tells nobody of nonces before the end.
4. When the last nonce is there and the countdown is over, the cards are shown.

Whoever has promised a nonce and has not sent it after three seconds loses the seat, and its socket is closed with 4005. A nonce
that the server has seen must not be used again, since else who sees it could choose between two deals by leaving or staying. So
whenever a countdown is called off, because a nonce was withheld, somebody has left or is no longer ready, or the server was
started again, all promises become void: `called_off` is one more, `phase` is `lobby`, and in `seats` those who had promised
a nonce are not ready and have no `nonce_hash`. A client whose player wants to play sends `ready` with a new one by itself,
and the countdown begins again when all have. A server that called off countdowns until it likes the deal would be seen doing so.

A client may be `ready` without `nonce_hash`. It adds nothing to the seed and is not waited for, but can't know whether
the server has chosen the deal: that takes one player at least who has promised a nonce, and whom one trusts.

When the game is over, `results` show `secret`, `nonces` in seat order and `seed`:

- SHA-256(secret) is `commit`, as it was when the own nonce was sent;
- SHA-256 of each nonce is the `nonce_hash` of its seat, as it was then; the own nonce is among them, at the place of the own seat;
- SHA-256(`cadogan fresh deal` ‖ secret ‖ nonce of seat 0 ‖ nonce of seat 1 ‖ ...) is `seed`; a player without a nonce adds
  nothing. In a room that was begun before nonces were promised, which tells of no `nonce_hash`, that text is missing.

**The deal of the day**, of races, and of the duel that is one of the day's contests, is the same for all who open a room of a game
on that day. The server has a secret
for each day (UTC), whose promise is published the day before, and which is itself published when the day is over. `day` and
`day_commit` of the room say which day and promise; `/api/daily` tells them for today and tomorrow, and the secrets of days that
are over. `results` have it as `day_secret`, where that day was over when they were sent. What the bot of a day's duel leaves to
chance is drawn from SHA-256(`cadogan daily bot GAME` ‖ secret of the day).

- SHA-256(secret of the day) is `day_commit`, and the promise that was published the day before;
- SHA-256 of the text `cadogan daily deal GAME YYYY-MM-DD` in ASCII with the 32 bytes of the day's secret after it is `seed`.

The day is that on which the room was opened. A room without `day` was opened before days had secrets; its seed is SHA-256 of
the text alone.

**A numbered deal**, of races only, is known to whoever wants to know it: `seed` is SHA-256 of the text
`cadogan numbered deal GAME NUMBER`. Rooms with such a deal, or that of the day, are not rated. In neither do nonces mean anything.

**A deal again** (`again`) is that of a race that is over, and has its `seed`.

`cadogan verify CODE` checks all this of a finished room, and that the cards are those of the seed.

The seed fixes the cards. To check the deal, shuffle as the server does:

- **Order before.** By card number; equal cards of several packs side by side, jokers last. With two packs: 0, 0, 1, 1, ...
- **Numbers.** Block i is SHA-256(label ‖ seed ‖ i as 4 big-endian bytes), i = 0, 1, ..., read as eight big-endian numbers of 32
  bits, one block after the other. The label is the text `cadogan shuffle 0`; a game that shuffles a whole pack again takes
  `cadogan shuffle 1` and so on.
- **Below n.** Take the next number x. If x < 2^32 − (2^32 mod n), x mod n is drawn; else pass over it and take the next.
- **Shuffle.** For i from the last place down to 1 (places count from 0): exchange the cards at i and at the number drawn below
  i + 1. The card at place 0 is dealt first.

How a game lays the cards out, and which of them it deals, stands in its sheet, `server/cadogan_games/sheets`;
`cadogan deal GAME --seed SEED --json` shows it.

Where a redeal shuffles, the cards are ordered by SHA-256(`cadogan redeal` ‖ seed ‖ number of the redeal, from 1, as 4 big-endian
bytes ‖ card as 1 byte ‖ copy as 1 byte), the copies of a card counting 0, 1, ...; the lowest is dealt first.

In the match of a duel the seed of game n (0, 1, ...) is `seed` for n = 0, and SHA-256(`seed` ‖ n as 4 big-endian bytes) else.
"""

DAYS = """\
## Days

Each day (UTC) has two contests, the same for all: the deal of the day, a race that is played alone, and a duel against a bot of the
server. `get_day` tells their games, which follow a fixed rotation (`server/cadogan_games/daily.py`), and how people did.

To play one, `create` a room with its game, its `options` or none, and `deal` = daily; for the duel then `seat_bots` with the level
that `get_day` tells; then `ready`. All other options of the room are the same for everybody: nobody else plays, nobody watches
before the end, it has no clock, and undo takes back only what has taught nothing. The room has a `contest`.

- **The attempt** is the first room in which the cards are dealt to a player, at whatever node and on whatever device; the store
  decides it, and `attempts` of the room tells it soon after. In any later room it is practice.
- **It counts** if it was over within its day, was not given up before the third move, and was not faster than hands can be.
  Programs are on no board, and results go on no other one (`why_not` = daily).
- **The board** of a race has those first who have won, by `penalty` and `time`, then the others by progress, penalty, and when they
  had come so far; that of a duel those who have won by points, then the others by progress; who is level there by fewer moves. It
  is kept for forty days.
- **A streak** counts days in a row on which the attempt counted, or was won. Today breaks none before it is over.
- **Nobody is spoiled**: while it is today, codes of rooms, replays and ghosts of a contest are for those whose own attempt is over.
- **A rival** is a player whose row `get_day` shows wherever it is on the board, for a link by which friends race a ghost: with the
  name and the result at once, with the room when that spoils nothing.

`race_ghosts` opens a race alone against runs that were made on a deal before, be it that of a day or any other. The room's `ghosts`
have how far each was at which moment, and no cards; its replay has their boards behind the racer's. A ghost has no seat and no
line in the results, and such a race counts for nothing.
"""

BOARDS = """\
## Boards

Boards are among people. A result of a rated room with a fresh deal counts there against each person who

- is neither a bot nor a program that has said what it is;
- came from another place and another browser (`browser` of `hello`). A place is a /24 network in IPv4, a /48 in IPv6;
- has played: moved in the last third of the race, or to the end of the own board. For who has finished the race lasted until
  then, for the others until it was over. Who gave up with fewer than three moves has not played.

`why_not` of a [ResultRow](#resultrow) says which of these nobody was. A game that was won against nobody such (`alone`, `bots`,
`same_place`, `idle`) is on no public board. It counts on boards of its own for people who play alone or at home: `solo_time`,
`solo_moves` and `solo_streak`, the most games won in a row. All games are in the player's own figures (`own` of `leaderboard`).

- **Won and first** are two things. A game is *won* where all cards came home, or the match of a duel was won. A player comes
  *first* before somebody else, with however many cards. The board `wins` counts first places in races, and matches won in duels.
- **What a game weighs**: `wins` and points weigh less where the opponent says little. The games of two players count less and
  less within a day (UTC): the first of a game in full, then a half, a quarter, an eighth; later ones add to no board. An opponent
  who has met no other person in rated games weighs a quarter, with one other a half, with two three quarters, with more one. Of
  several opponents the one who weighs most decides. Two are the same two also where one of them comes under another name from the
  same place or browser. A duel's points weigh the same. `races` are the games that weighed anything, and a `streak` is of such
  games.
- **One rated room at a time**: of games that a player has played at the same moment only the one that is over first counts for
  that player on public boards and ratings. A game is played from its start to the player's last move, so a room that was left is
  in nobody's way.
- **A best time** has no move taken back; those with undone moves are on a board of their own, `best_time_undo`.
- **Periods**: what counts, counts on the boards of the day, the week (from Monday), the month, all in UTC, and of ever. A streak
  may have begun before the period in which it grew.
- **Ranks**: equal values have equal ranks, and the next is skipped.
- **When**: a result is on its boards as soon as the store has the time for it, which is at once but where very many games end.
  The own row (`mine`, and `view` "around") and those of friends ("among") tell of it even before.
- **Options**: each choice of options has a board of its own, but for those that make a game no easier, such as a duel's clock.
  Of options that are any number of a span only the default has one.
- **Hands**: a game is not counted at all for who was quicker than hands can be: where all moves, or any 20 in a row, took less
  time than the presses that they need on the page. How long that is, and how it was measured, stands in
  `server/cadogan_games/reports/hands.md`.

What was counted before these rules is kept, and its rows have `old_rule`.

### Ratings

A game that counts for two people or more changes the ratings of those who have each other as opponents: by Plackett-Luce
([openskill](https://openskill.me)), for any number of racers by their ranks, equal ranks being a draw. Each player has a rating in
the family of the game and one over all games. Shown is 1500 + 24 · (μ − 3σ), rounded, which is 1500 before the first game;
`uncertainty` is 24 · σ. Till ten games were played it is `provisional`. How much of the change is made, the mean over the
opponents decides: for each what the game weighs, by how often the two have met that day, for the one for whom it weighs less, and
by how many others the opponent has met.

A rating is **ranked** once its player has played rated games against others on three days and has met five people in them;
`ranking` of [leaderboard](#leaderboard) tells how far the player who asks is. Till then it stands on plates and in results, on no
board. The `rating` board of a game has those who have played it with these options in the period, by the family's rating as it
was after the last such game. `rating` of a [Seat](#seat) is the family's.
"""

HTTP = """\
## Without a socket

Games, rooms, replays, boards and players are read over HTTP on the same port, at `/api/v1`: [API.md](API.md) has the paths,
[openapi.json](openapi.json) the same for programs. The messages here are in [asyncapi.json](asyncapi.json) for programs, too.

`/healthz` answers `{"status": "ok", "store": "ok"}`; `status` is `store_full`, still with code 200, while the store has no
space for anything new (games that have begun go on), and `store` then is `full`; `status` is `full`, with code 503, when nothing
more is taken, or
`replaced` when another server has taken over; `store` is `away` while results are kept in memory only. All other paths are the
page's.
"""

SESSION = """\
## A worked session

One player, one socket after another, in msgpack; the JSON above each block of bytes is the same message in the other
subprotocol. The table is cut down to four piles and seven cards to keep it short. The bytes are made by the server's own encoder.
"""
