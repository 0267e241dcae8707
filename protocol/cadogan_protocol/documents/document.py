"""Writes PROTOCOL.md: the protocol, for authors of clients in other languages."""

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
            CORRESPONDENCE,
            SHARED,
            SERIES,
            "## Messages from the client\n",
            *map(_message, shapes.client_messages()),
            "## Messages from the server\n",
            *map(_message, shapes.server_messages()),
            "## Parts of messages\n",
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
    rows = [
        (f"`{name}`", ", ".join(f"`{one}`" for one in (value if isinstance(value, tuple) else (value,))), said)
        for name, value, said in shapes.constants(limits)
    ]
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
        note = "; a field in brackets may be missing" if any(a.optional for a in shapes.attributes(kind)) else ""
        if kind.open_ended:
            note = f"; the items of `{names[-1]}` stand in the array itself"
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
    """Return a note if a field may be left out, with the value that it has then."""
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
    yield "An `error` carries one of these. *Again*: `yes` if the same request may succeed when it is sent again.\n"
    rows = [
        (f"`{code.value}`", "yes" if errors.RETRY[code] else "no", errors.ERROR_MEANING[code])
        for code in errors.ErrorCode
    ]
    yield table(("code", "again", "meaning"), rows)
    yield "## Close codes\n"
    yield (
        "The server closes a socket with one of these and a sentence. *Come back*: `yes` if a client should connect again\n"
        "automatically. After any other code, and after a connection that broke without one, it may.\n"
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

Open a WebSocket at `/ws` on the server's address and offer one of two subprotocols:

- `{limits.SUBPROTOCOL_MSGPACK}`: each message is one binary frame of msgpack.
- `{limits.SUBPROTOCOL_JSON}`: each message is one text frame of JSON. It has the same structure and suits people and
  quick scripts.

A client that offers both gets the one it names first. The server refuses these connections:

- With HTTP 400: any other subprotocol, or none.
- With HTTP 404: any other path.
- With HTTP 403: a page of another web origin, unless the server's settings list that origin. Programs send no `Origin`.
- With close code 4001: a client of an earlier version, which offers only `cadogan.1.msgpack` or `cadogan.1.json`. The
  server lets it connect and closes the socket with a sentence that names the subprotocol to use. A page of that version
  must be loaded again.

The server answers WebSocket pings and sends its own; a client must answer them, as every library does. Compression is
not used. A message may come in several fragments.

The first message is `hello`. The server answers `welcome`, whose `token` identifies the player later on. Then `create`
a room or `join` one.

A socket is in one room at a time. A player may be in several rooms with several sockets. If a player enters a room with
a second socket, that socket takes the place of the first, which is closed with 4003.

## How messages look

Most messages are maps with a `type`. The frequent ones are arrays: a tag, then the fields in order. The tag of `play`
is `"m"`, of `delta` 1, of `step` 2, of `moved` 3, of `progress` 4.

- Maps leave out null values, and an absent field is null. The two mean the same.
- A client may leave out every field that has a default. It must not send fields that the server does not know.
- A server writes every field that is not null. A newer server may send fields and types of message that a client does
  not know, and may lengthen an array. Ignore what you do not know.
- Arrays leave out fields at their end that have their default values. If a message ends with a list, the items of the
  list stand in the array itself.
- Keys of maps are text, even if they are numbers: `{{"last": {{"0": 17}}}}`.
- Nothing is converted: if a field is a number, `"7"` and `7.0` are errors.
- In msgpack there are no extension types and no binary strings. In JSON, whole numbers have 64 bits.

### Rooms that are not open to everybody

A room has a short code. A room that is not `public` is in no list, and a client that tries code after code is soon
refused (`too_fast`). The code of a room that is `by_link` opens nothing: `join` and `get_replay` also need its `key`.
In the link the key follows the code, `/r/CODE#KEY`, and the client that opens the room gets it with `joined`. A client
without the key gets the same answer as if the room did not exist.

The host may `lock` the room. The host may also put somebody out with `unseat`, who then stays out for a while
(`put_out`).

### Requests and answers

Every message of a client is a request with an `id`. The server answers each request exactly once, by a message with the
same number as `re`. The answer is the one named with the request, or `ok` if none is named, or `error`. The changes
that a request makes are sent in the streams before its answer. There are two exceptions: the player's own board changes
by the answer itself, `step`; and the snapshots for a client that enters a room follow `joined`.

Ids grow: each is higher than all ids that the player has sent before, on this socket or an earlier one. If the
connection drops before a request is answered, send the request again, unchanged and with the same id, after coming
back: `create` after `hello`, requests within a room after `join`. The room knows the ids that it has carried out, so it
answers them again and applies nothing twice:

- An id that was carried out gets the answer that it would get now, whatever else the repeated message says.
- An id that was refused, or that never arrived, is tried again.
- The room knows each player's last {limits.REQUESTS_KEPT} ids. An id below all of them is refused (`bad_message`), so a
  client keeps fewer requests than that unanswered.
- Requests that only ask may be repeated at will. The server does not look at the order of their ids.

A client that has forgotten its ids may begin again at 1, if its `hello` does. The server then forgets the ids that it
sent before.
"""

CARDS_AND_MOVES = """\
## Cards, tables, moves

**Cards** are numbers: 13 × suit + rank − 1, with the suits clubs 0, diamonds 1, hearts 2, spades 3 and the ranks from
ace 1 to king 13. So 0 is the ace of clubs and 51 the king of spades. 52 is a joker. −1 is a card that lies face down,
or one that the receiver may not see. Equal cards of several packs have the same number.

A **table** is a list of piles and a list of counters. Piles are numbered from 0 through all groups in the order of the
layout, and list their cards bottom first. The layout names the counters; the last counter is the number of the phase.

A **move** is an array. `[from, to, count]` takes the top `count` cards of a pile to another. Everything else is an
action, `[name, spot, spot, ...]`: a spot is a pile's number, or `[pile, k]` for the k-th card of a pile, counted from 0
at the bottom. A client needs no rules, because the server sends every legal move: `moved` has the whole list, and
`step` says how the list has changed. The layout's `actions` have the words for the actions in it.

### Table events

A change of a table is a list of events, applied in order. The first number of an event is its kind:
"""

STREAMS = """\
## Streams

A room sends its state in numbered streams. Stream 0 is the room itself: seats, phase, clock, progress, results. In a
race, stream 1 + seat is the board of that seat. In a duel, stream 1 + seat is the view of that seat, and stream 3 the
view of spectators. At a shared table it is stream 65.

Each stream begins with a snapshot (`room` or `board`) that carries its number in the stream. Each later message of the
stream has the next number. The messages of stream 0 are `update`, those of a board `delta`; the player's own board also
has `step`, the answer to a move. `delta`, `step` and `moved` carry their number modulo 128: take the full number that
is nearest to the one you expect next. A client keeps the last number of each stream, in full, and compares each message
with it:

- The next number: apply the message and keep the number.
- A number that you have had already: ignore the message.
- A higher number: a message was lost. Send `join` again with `last`, on the same socket. The missed messages follow, or
  a snapshot.
- A snapshot: take it, whatever the numbers were before. A server that was restarted continues with far higher numbers.

After a broken connection, connect, send `hello` with the token and `join` with `last`. If the player's own board has
changed, it comes as a snapshot, with `moved`. `moved` also comes unasked (`re` is 0) after the deal and when the race
is over.

A racer's standing is `progress`, `moves`, `state`, `penalty` and `ended` of the [Seat](#seat). Stream 0 has it in full,
and these messages change it: `change` of a `delta` or `step` for clients that see the board; `progress` for clients
that do not, and for everybody if no board has changed or after coming back.

A player gets the answer to a move at once. Everybody else gets moves in digests: the changes of all boards within a
fifth of a second, or two fifths under load, are sent together, unless another message is due earlier. A racer who
finishes or is stuck ends a digest. Duels and shared tables have no digests.

A racer sees no rival's board before being done, and after that only if spectators watch live. A spectator sees all
boards. After the end everybody does. Snapshots of boards that open later come unasked. Delayed spectators get all
streams late, stream 0 included, and see the room as it was then; the messages that they get are their only clock.
"""

DUELS = """\
## Duels

A duel is a game for two at one table; its `kind` is `duel`. A seat's stream shows its own hand, the other hand's cards
as -1, and all face-up cards. The spectators' stream shows neither hand, or both if spectators are delayed. After each
action both players get their legal moves: the player who acted by `step`, the other by `moved` after the `delta`. Only
the player who is to act has moves. There is no undo, and the room's options `seats`, `undo`, `hints` and `sudden_death`
have no effect.

`clock` has the seat that is to act, and its deadline. The game's option `move_seconds` is the time for one action, and
the room's `time_limit` is each player's time for a whole game; 0 means no limit. A player whose `time_limit` is used up
loses the game. A player who is late with an action loses the game if `on_timeout` is `forfeit`. If it is `auto`, the
server acts for the player, and it is the other's turn; but `max_timeouts` times in a row lose the game. `timeouts` of
the clock counts them: an `update` with the new count follows the `delta` of the server's action. `stand` gives up the
game, `leave` the match.

With `target` = 0 the duel is one game. Otherwise games follow each other, by default after eight seconds, until a
player has `target` points. Between the games `phase` stays `running` and `clock` has no seat. The next deal is a
`delta` like any other, and the `update` after it has the seats of the new game. In every other game the seats exchange
the cards that the seed gives them. `match` is the score.
"""

CORRESPONDENCE = """\
## Correspondence

A duel whose room has `days_per_turn` is played by correspondence. A turn is everything that a player does until it is
the other's turn: it has that many days from the moment at which the other's turn ended, however many actions it takes.
The days run by the calendar, even while no server runs. If the time runs out while none runs, the player gets another twelve
hours. `deadline` of `clock` is the end of the turn. An action in the ten minutes after it is still in time, because the clocks
of servers may differ. After that the player loses the game; but the game of a player who has not acted in it at all is called
off. There is a single game, and no bot plays.

Nobody need be there. In the lobby a player who is ready keeps the seat while away. So `reveal` may be sent as soon as
`ready` was answered, and must be before the player goes: a player who has not shown the nonce in the countdown loses the seat.
The lobby is kept for seven days. During play `leave` only leaves the room; `stand` gives up, or calls the game off
while the other player has not acted yet. A game that was called off is in no history and on no board (`called_off` of
`why_not`).
"""

SHARED = """\
## Shared tables

At a shared table two to eight players move at the same time, or by turns if they have hands; its `kind` is `shared`. The
layout has places for all seats, each with its `owner`; the piles of seats that nobody holds stay empty. All streams of the table
show the same: the cards that lie face up. A hand is shown in its owner's stream alone until the match is over. Cards that lie
face down are -1 for everybody, their owner too. Moves count in the order in which the server takes them. There is no undo.

Each player gets only their own legal moves. After another's move these come by `moved` (`re` is 0), if they have changed.
A player who has none waits. A move that another has forestalled is refused with `illegal_move` and the rule `too_late`,
whose values are `player` (the name), `seat`, and `cards`: put the card back. The `delta` with the other's move has come
before. Between two rounds moves are refused with `wrong_phase`.

A match has rounds, by default eight seconds apart, until somebody has the points of the game's option `target`. `match`
has the points of the rounds that are over. Between them `phase` stays `running`, and `clock` has no seat, but the moment
of the next deal as `deadline`; when all people have said `onward`, it comes at once. It is a `delta` like any other. If no card
goes home or leaves a demon for a minute, the server moves the round on by the rules, again in a `delta`. `stand` and `leave`
give up: the others play on without that player, who ranks behind them. The match ends when the remaining players are of one
side, or all bots. `time_limit` ends it for all, with the running round as it stands.

By turns, `clock` names the seat that is awaited, and the `deadline` of its action. Then the server acts for that player
by the rules; a player who is late too often is `late` and plays no more, as after `stand`. With the option `partners`, seats 0
and 2 play against 1 and 3. Partners share their points and their rank.
"""

SERIES = """\
## Series

A series is 3 to 9 races that a group plays one after the other, for points. `create` begins one with `races`, and with `games`,
which names the game of each race; without `games` it is mixed. Each race has a room of its own, in which `races` of the state
says how far the series is: the number of this race, the games, the points of each place, and the standings.

After a race, players who are ready for the next one send `onward`. `called` becomes true when all who are present have done so,
bots of the server apart, and at `next_at` at the latest. Before that, `rematch` is refused with `wrong_phase`; afterwards
clients send `rematch` by themselves, and `ready` in the room where it leads. That room begins when all who were present are
there and ready. It waits at least for the length of a countdown, in which newcomers may join by its code. After ten seconds it
begins without players who are not ready: those who hold a seat lose it (close code 4006). Points stay with players who leave,
and a player who joins late begins with 0. Spectators follow by `rematch` of the state.

A race gives 10, 7, 5, 4, 3, 2 and 1 points for the first seven places. Equal ranks get the same points. A racer without a card
home, or without another racer, gets none. After the last race a `rematch` without a game begins a new series like this one.

In a mixed series the further games are drawn from the seed of the first race, once it is over. Each game of kind `race` with
`race` = good, except the first, has the SHA-256 of `cadogan series `, the id in ASCII, and the 32 bytes of the seed. The games
with the smallest hashes are drawn, in that order. A game after the first has its default options, unless it is the first one
again.
"""

FAIRNESS = """\
## Was the deal fixed beforehand?

All values here are hex of raw bytes. A promise is the SHA-256 of the value that it promises.

**A fresh deal** is made of a secret of the server and a nonce of each player. Each of them is promised before any other
is known:

1. When the room opens, its snapshot has `commit`, the promise of the room's secret.
2. With `ready` a client sends `nonce_hash`, the promise of 16 random bytes. Everybody sees it in the client's
   [Seat](#seat). A bot that the server seats has its promise there from the start. Its nonce is the first 16 bytes of
   SHA-256(`cadogan bot nonce` ‖ secret ‖ seat as 1 byte), so `commit` has promised it already, and the bot never sends
   it.
3. When all are ready, the countdown begins and no promise can be changed any more. Only now each client sends the nonce
   itself by `reveal`. It does so once it has seen its own promise in `seats`, as it was sent, and has kept all promises
   there and `commit`. The server tells nobody the nonces before the end.
4. When the last nonce has arrived and the countdown is over, the cards are shown.

A player who has promised a nonce and has not sent it after three seconds loses the seat, and the socket is closed with
4006. A nonce that the server has seen must not be used again: a player who knew it could choose between two deals by
leaving or staying. Therefore all promises become void whenever a countdown is called off. That happens if a nonce was
withheld, if somebody has left or is no longer ready, or if the server was restarted. Then `called_off` grows by one,
`phase` is `lobby`, and in `seats` the players who had promised a nonce are not ready and have no `nonce_hash`. A client
whose player wants to play sends `ready` again by itself, with a new nonce, and the countdown begins again when all have
done so. A server that called off countdowns until it liked the deal would be noticed.

A client may be `ready` without `nonce_hash`. It adds nothing to the seed, and nobody waits for it, but it cannot know
if the server has chosen the deal. To exclude that, at least one player whom you trust must have promised a nonce.

When the game is over, `results` show `secret`, `nonces` in seat order, and `seed`:

- SHA-256(secret) is `commit`, as it was when you sent your nonce.
- SHA-256 of each nonce is the `nonce_hash` of its seat, as it was then. Your own nonce is among them, at the place of
  your seat.
- SHA-256(`cadogan fresh deal` ‖ secret ‖ nonce of seat 0 ‖ nonce of seat 1 ‖ ...) is `seed`; a player without a nonce
  adds nothing. Rooms that began before nonces were promised show no `nonce_hash`; their seed lacks the text.

**A winnable deal** (`winnable`), which only races have, is fresh too: it has the same secret and nonces. The value that
would be the seed of a fresh deal gives a row of deals: deal `number` has the seed SHA-256(value ‖ number as 4
big-endian bytes). Once all nonces are known, the server's solver tries the deals from 0 on, each with the same budget
of positions. The first deal that it wins is dealt. The snapshot's `proof` names this deal's number, the budget and the
revision of the solver, so that anybody can repeat the search. If no deal is won within five seconds, the proof has no
`number`, and deal 0 is dealt.

**The deal of the day** is the same for all who open a room of a game on that day. It exists for races, and for the duel
that is one of the day's contests. The server has a secret for each day (UTC). It publishes the secret's promise the day
before, and the secret itself when the day is over. The room's `day` and `day_commit` name the day and the promise.
`/api/daily` has the promises of today and tomorrow, and the secrets of days that are over. `results` have the secret as
`day_secret`, if the day was over when they were sent. The chance choices of the bot in a day's duel are drawn from
SHA-256(`cadogan daily bot GAME` ‖ secret of the day).

- SHA-256(secret of the day) is `day_commit`, and the promise that was published the day before.
- SHA-256 of the text `cadogan daily deal GAME YYYY-MM-DD` in ASCII, followed by the 32 bytes of the day's secret, is
  `seed`. If the room has a `proof`, as the race among the day's contests may have, this value gives a row of deals
  instead, as for a winnable deal, and `seed` is that of the deal that `proof` names. The row is searched in the days
  before, once for all servers, and without a bound of five seconds.

The day is the one on which the room was opened. A room without `day` was opened before days had secrets; its seed is
the SHA-256 of the text alone.

**A numbered deal**, which only races have, is known to everybody in advance: `seed` is the SHA-256 of the text `cadogan
numbered deal GAME NUMBER`. With `numbering` = microsoft or pysol it is a deal that many programs have, Microsoft's
FreeCell or PySolFC among them: `seed` is then the text `microsoft deal NUMBER` or `pysol deal NUMBER` in ASCII, filled
up with zeros to 32 bytes. Rooms with a numbered deal or the deal of the day are not rated. Nonces have no effect in
either.

**A repeated deal** (`again`) is the deal of a race that is over, and has its `seed`.

`cadogan verify CODE` checks all this for a finished room, and checks that the cards are those of the seed.

The seed fixes the cards. To check the deal, shuffle as the server does:

- **Order before.** Sort by card number, with equal cards of several packs side by side and jokers last. With two packs:
  0, 0, 1, 1, ...
- **Numbers.** Block i is SHA-256(label ‖ seed ‖ i as 4 big-endian bytes), i = 0, 1, ..., read as eight big-endian
  numbers of 32 bits, one block after the other. The label is the text `cadogan shuffle 0`; a game that shuffles a whole
  pack again takes `cadogan shuffle 1` and so on.
- **Below n.** Take the next number x. If x < 2^32 − (2^32 mod n), x mod n is drawn; otherwise skip it and take the
  next.
- **Shuffle.** For i from the last place down to 1 (places count from 0), exchange the card at i with the card at the
  number drawn below i + 1. The card at place 0 is dealt first.

- **By the world's numbers** the cards come in another order: take the place of shuffling from Microsoft's FreeCell or
  PySolFC. One pack lies by rank, each rank in the order clubs, diamonds, hearts, spades; two packs, and all cards of
  PySolFC's deals above 32000, lie by pack, then by suit (clubs, spades, hearts, diamonds), then by rank. For i from the
  last place down to 1, exchange the card at i with the card at j. Up to 32000, and for Microsoft's numbers, j is x mod
  (i + 1): take 214013 · state + 2531011 mod 2^31 as the next state, of which the number of the deal is the first, and
  as x its bits from 16 up. For PySolFC's numbers above 32000, j is the whole part of r · (i + 1), where r is the next
  number of Python's `random.Random(NUMBER).random()`. The card at the last place is dealt first, and to the places
  where PySolFC has it.

A game's sheet in `server/cadogan_games/sheets` says how the cards are laid out, and which of them are dealt. `cadogan
deal GAME --seed SEED --json` shows the result.

If a redeal shuffles, the cards are ordered by SHA-256(`cadogan redeal` ‖ seed ‖ number of the redeal, from 1, as 4
big-endian bytes ‖ card as 1 byte ‖ copy as 1 byte), where copies of a card count 0, 1, ...; the lowest is dealt first.

In a match of several games or rounds, the seed of game 0 is `seed`. The seed of game n (1, 2, ...) is SHA-256(`seed` ‖ n as 4
big-endian bytes). At a shared table the pack of seat k is shuffled by itself, as shuffle k.
"""

DAYS = """\
## Days

Each day (UTC) has two contests, the same for all: the deal of the day, which is a race played alone, and a duel against
a bot of the server. `get_day` has their games, which follow a fixed rotation (`server/cadogan_games/daily.py`), and
people's results.

To play one, `create` a room with its game, its `options` or none, and `deal` = daily. For the duel, then send
`seat_bots` with the level that `get_day` gives. Then send `ready`. All other options of the room are the same for
everybody: nobody else plays, nobody watches before the end, there is no clock, and undo takes back only moves that have
shown nothing new. The room has a `contest`.

- **The attempt** is the first room in which the cards are dealt to a player, on any node and any device. The store
  decides it, and `attempts` of the room says so soon afterwards. Any later room is practice.
- **It counts** if it was over within its day, was not given up before the third move, and was not faster than hands can
  be. Programs are on no board. The results go on no other board (`why_not` = daily).
- **The board** of a race ranks winners first, by `penalty` and `time`; then the others by progress, penalty, and the
  moment at which they reached it. The board of a duel ranks winners by points, then the others by progress; fewer moves
  decide between equals. Boards are kept for forty days.
- **A streak** is a number of days in a row on which the attempt counted, or was won. The current day breaks no streak
  before it is over.
- **Nobody is spoiled**: during the day, codes of rooms, replays and ghosts of a contest are open only to players whose
  own attempt is over.
- **A rival** is a player whose row `get_day` shows at any place of the board. It serves links by which friends race a
  ghost. The row has the name and the result at once, and the room when that spoils nothing.

`race_ghosts` opens a race alone against earlier runs on a deal, that of a day or any other. The room's `ghosts` say how
far each was at which moment, and show no cards; its replay has their boards after the racer's. A ghost has no seat and
no line in the results, and such a race counts for nothing.

`play_from` opens a practice room that begins from a position of a finished race: on the board of a seat, after a number
of steps of its `replay`, and then some more moves if the client wants, such as those of a line that wins. `practice` of the
room says where. The room has no clock and no spectators' veil, undo goes back to the deal, and it counts for nothing. Its
recording begins with the moves before the start, at moment 0. It is refused

- with `bad_option` if the room was a duel or was played by an earlier revision of the rules, if nobody raced on that seat,
  if the replay has fewer steps, or if the game is over in that position;
- with `illegal_move` if the rules forbid one of the further moves;
- with `not_finished` if the race is not over, if its deal is one of today's, even if the player has played it already, or if the
  player is racing on that deal in another room.
"""

BOARDS = """\
## Boards

Boards compare people. A result of a rated room with a fresh deal counts there against each person who

- is neither a bot nor a program that says so;
- came from another place and another browser (`browser` of `hello`). A place is a /24 network in IPv4, a /48 in IPv6;
- has played: moved in the last third of the race, or to the end of their own board. For a player who finished, the race
  lasted until then; for the others, until it was over. A player who gave up with fewer than three moves has not played.

`why_not` of a [ResultRow](#resultrow) says which of these conditions no opponent met. A game that was won without any
such opponent (`alone`, `bots`, `same_place`, `idle`) is on no public board. It counts on boards for people who play
alone or at home: `solo_time`, `solo_moves` and `solo_streak`, the most games won in a row. The player's own figures
(`own` of `leaderboard`) include all games.

- **Won and first** are two things. A game is *won* if all cards came home, or if the match of a duel was won. A player
  comes *first* by getting further than somebody else, with any number of cards. The board `wins` counts first places in
  races, and matches won in duels.
- **The weight of a game**: `wins` and points weigh less if the opponent says little about the player. Repeated games of
  the same two players within a day (UTC) weigh less and less: the first of a game counts in full, then a half, a
  quarter, an eighth; later ones add to no board. An opponent who has met no other person in rated games weighs a
  quarter, with one other a half, with two three quarters, with more one. Among several opponents, the one who weighs most
  decides. Two players remain the same two if one of them comes under another name from the same place or browser. A duel's
  points weigh the same. `races` are the games that weighed anything, and a `streak` consists of such games.
- **One rated room at a time**: if a player played several games at the same moment, only the first one to end counts
  for that player on public boards and ratings. The results of the others say so soon after their end, by `why_not`
  `elsewhere`. A game is played from its start to the player's last move, so a room
  that the player has left is in nobody's way. Nor is a correspondence duel, which goes on beside other games.
- **A best time** has no move taken back. Times with undone moves are on a board of their own, `best_time_undo`.
- **Periods**: each result that counts is on the boards of the day, the week (from Monday), the month, all in UTC, and
  of all time. A streak may have begun before the period in which it grew.
- **Ranks**: equal values have equal ranks, and the next rank is skipped.
- **Delay**: a result is on its boards as soon as the store has time for it. That is at once, unless very many games end
  together. The player's own row (`mine`, and `view` "around") and those of friends ("among") include it even earlier.
- **Options**: each choice of options has a board of its own, except for options that make a game no easier, such as a
  duel's clock. If an option is any number of a span, only its default has a board.
- **Hands**: a game does not count at all if the player was faster than hands can be: if all moves, or any 20 in a row,
  took less time than the presses that they need on the page. `server/cadogan_games/reports/hands.md` has these times
  and how they were measured.

Results from before these rules are kept, and their rows have `old_rule`.

### Ratings

A game that counts for two people or more changes the ratings of players who have each other as opponents. It uses
Plackett-Luce ([openskill](https://openskill.me)), for any number of racers by their ranks; equal ranks are a draw. Each
player has a rating in the family of the game and one over all games. The shown rating is 1500 + 24 · (μ − 3σ), rounded,
which is 1500 before the first game; `uncertainty` is 24 · σ. A rating is `provisional` until ten games have been
played. Only a part of each change is made: the mean over the opponents of the game's weight. That weight depends on how
often the two have met that day (for the player of the two for whom it weighs less), and on how many others the opponent
has met.

A rating is **ranked** once its player has played rated games against others on three days and has met five people in
them; `ranking` of [leaderboard](#leaderboard) shows a player's own way there. Until then the rating is shown beside
names and in results, but on no board. The `rating` board of a game has the players of this game with these options in
the period, by the family's rating after their last such game. `rating` of a [Seat](#seat) is the family's.
"""

HTTP = """\
## Without a socket

Games, rooms, replays, boards and players can be read over HTTP on the same port, at `/api/v1`. [API.md](API.md) has the
paths, and [openapi.json](cadogan_protocol/documents/openapi.json) the same for programs.
[asyncapi.json](cadogan_protocol/documents/asyncapi.json) has the messages of this document for programs.

`/healthz` answers JSON such as `{"status": "ok", "store": "ok"}`. The code is for proxies. With 404 nobody new should
come, but sockets stay open; with 503 the server is of no use.

| `status` | code | when |
| --- | --- | --- |
| `ok` | 200 | all is well, or a server that is alone plays on without its store (`store` is `away`) |
| `store_full` | 200 | the store has no space for anything new; games that have begun go on |
| `leaving` | 404 | the server is about to end, and hands its rooms to others |
| `paused` | 404 | the store can't be reached, and other servers may take the rooms: all rooms pause |
| `full` | 404 | a server that is alone has played on until no more may wait for the store: all rooms pause |
| `replaced` | 503 | another server has taken the rooms |
| `starting` | 503 | the store has not answered yet |

| `store` | when |
| --- | --- |
| `ok` | it has everything that players were told |
| `away` | it can't be reached, or takes nothing |
| `lost` | it came back without moves of running games that the server doesn't have any more either |
| `full` | it has no space for anything new |

All other paths belong to the page.
"""

SESSION = """\
## A worked session

One player, with one socket after another, in msgpack. The JSON above each block of bytes is the same message in the
other subprotocol. The table is reduced to four piles and seven cards to keep the session short. The server's own
encoder made the bytes.
"""
