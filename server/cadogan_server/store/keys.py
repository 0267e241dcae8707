"""Every key that the server uses in Redis, and nothing else knows one.

The braces make keys that are used together lie together in a Redis Cluster: a room's log by itself, all boards in one place.
"""

from __future__ import annotations

DUE = "cadogan:due"
"""A sorted set: the codes of the rooms that are not over, by the moment at which some node has to look after each."""

UNFINISHED = "cadogan:unfinished"
"""A set: the same rooms, as servers of earlier versions have left them."""

NODES = "cadogan:{lease}:nodes"
"""A hash: what each node says of itself, as JSON, by its id."""

ALIVE = "cadogan:{lease}:alive"
"""A sorted set: the nodes by the moment until which each lives, in ms by the store's clock."""

ENDED = "cadogan:{lease}:ended"
"""A sorted set: the nodes that were found silent, by the moment when that was."""

ALONE = "cadogan:{lease}:alone"
"""A set: the nodes that may play on without the store, as each was alone when it last renewed its lease."""

SECRET = "cadogan:{lease}:secret"
"""A string: 32 random bytes by which nodes know each other."""

USAGE = "cadogan:{lease}:usage"
"""A hash: what addresses have of each node, as far as it matters to the others, as JSON, by the node's id."""

LISTS = "cadogan:{lease}:rooms"
"""A hash: the rooms of each node that are in the list of rooms, as JSON, by the node's id."""

LEASE = "cadogan:{lease}"
"""A string that does not last: which server may use the store now, as JSON; of servers that had it for themselves, and for them."""

LAST_LEASE = "cadogan:{lease}:last"
"""A string: which server may use it, or was the last that might; the same."""

STORE = "cadogan:store"
"""A string: a random name of this store, by which a spill file knows where it belongs."""

DAYS = "cadogan:days"
"""A hash: the secret of each day (`2026-11-21`), 32 bytes, from which the deals of that day are made."""


def attempts(day: str, kind: str) -> str:
    """A hash that does not last: whose attempt at a contest of a day is where, `IDENTITY CODE` of the room by the player."""
    return f"cadogan:{{day:{day}}}:{kind}:attempts"


def attempts_over(day: str, kind: str) -> str:
    """A hash that does not last: the attempts that were over within the day, by the player, as `contests.py` packs them."""
    return f"cadogan:{{day:{day}}}:{kind}:over"


def day_board(day: str, kind: str) -> str:
    """A sorted set that does not last: players by how they did in a contest of a day, the best with the least."""
    return f"cadogan:{{day:{day}}}:{kind}:board"


SIGNING = "cadogan:signing"
"""A hash: by the moment when each was made, in ms since 1970, the private halves of the keys that sign texts, 32 bytes each."""

PLAYED = "cadogan:played"
"""A sorted set: how much each game has been played, what is longer ago counting less (`popularity.py`)."""

PLAYED_ROOMS = f"{{{PLAYED}}}:rooms"
"""A sorted set: the rooms that were counted there lately, by the moment when they were."""

ORDERS = "cadogan:{admin}:orders"
"""A stream: what nodes are ordered to do, as JSON in the field `order`."""

BANS = "cadogan:{admin}:bans"
"""A hash: who is kept out, `player ID` or `address NETWORK`; until when, and why, as JSON."""


def mark(server: str, number: int = 0) -> str:
    """A string that does not last: the number that a server has written last, by which it sees what the store has lost. Of a
    Cluster's masters each has one, by another `number`."""
    return f"cadogan:mark:{server}{f'.{number}' if number else ''}"


def log(code: str) -> str:
    """A stream: the log of a room. Field `r` of each entry holds one or more records, end to end."""
    return f"cadogan:{{{code}}}:log"


def room(code: str) -> str:
    """A string: the lease of a room, its fencing number and the id of the node that has it; number 0: a code that is set aside."""
    return f"cadogan:{{{code}}}:room"


def lost(code: str) -> str:
    """A hash that does not last: how many changes of a room were lost that players had been told of, by the node that told them."""
    return f"cadogan:{{{code}}}:lost"


def seats(node: str) -> str:
    """A hash that does not last: who sits in the rooms of a node, as JSON, by player."""
    return f"cadogan:seats:{node}"


def nonce(nonce: str) -> str:
    """A string that does not last: a header between nodes was used, by its nonce."""
    return f"cadogan:nonce:{nonce}"


def answers(order: str) -> str:
    """A list that does not last: what nodes have answered to an order, as JSON."""
    return f"cadogan:{{admin}}:answers:{order}"


def looks(order: str) -> str:
    """A number that does not last: how many nodes have done with an order, also those to which it was nothing."""
    return f"cadogan:{{admin}}:looks:{order}"


def player(player: str) -> str:
    """A hash: `hash` (hex SHA-256 of the first secret of the player), `hash:HEX` for the secret of each further device (when it
    was made, in µs), `name`, `played` of a player who has finished a game, `since` (when that was first, in seconds since 1970),
    `account` of a player with a passkey (earlier versions wrote 1, this one 2), and `stranger` of a player without a seat."""
    return f"cadogan:player:{player}"


def id_of_player(key: bytes) -> str:
    """Return the id of the player whose key this is: `player` itself, or one of those in `of_player`."""
    return key.decode().removeprefix("{").partition("}")[0].removeprefix("cadogan:player:")


def opening(player: str) -> str:
    """A string that does not last: the room that a player has opened last, behind the id of the request."""
    return f"cadogan:{{{player}}}:opened"


def _with(player_id: str, what: str) -> str:
    """The key of something else of a player: in a cluster it lies where `player` does, whose name stands in its braces."""
    return f"{{{player(player_id)}}}:{what}"


def last_ticket(player: str) -> str:
    """A string that does not last: the hash of the only ticket of a player that is good."""
    return _with(player, "ticket")


def passkeys(player: str) -> str:
    """A hash that lasts as long as its player is known: each passkey by its id, the rest of `Passkey` as JSON."""
    return _with(player, "passkeys")


def history(player: str) -> str:
    """A stream: the games that a player has played. Field `g` of each entry is one, as `history.py` packs it."""
    return _with(player, "games")


def history_counted(player: str) -> str:
    """A sorted set: the rooms that were counted for a player lately, by the moment when they were."""
    return _with(player, "counted")


def tally(player: str) -> str:
    """A hash: by game and options, and by "" over all, what a player has done, as JSON; `@` the last game of the history that is
    in it (`tally.py`)."""
    return _with(player, "tally")


def earlier_figures(player: str) -> str:
    """A hash: what earlier versions have counted of what a player has done, where coming first was a win."""
    return _with(player, "figures")


def met_by(player: str) -> str:
    """A hash: by the ids of others, how a player has done against them, as JSON."""
    return _with(player, "met")


def curve(player: str) -> str:
    """A sorted set: by the moment, room, family and rating of a player after a game, as JSON."""
    return _with(player, "curve")


def friends(player: str) -> str:
    """A hash: by the ids of a player's friends, when each was added, in ms, and under which name."""
    return _with(player, "friends")


def days(player: str) -> str:
    """A hash: by the day and the contest, `2026-11-21 race`, what a player has done in it."""
    return _with(player, "days")


def day_bits(player: str) -> str:
    """A string of bits: for each day from 2026-01-01 on four, whether a player has played, and won, its race and its duel."""
    return _with(player, "day_bits")


def of_player(player: str) -> tuple[str, ...]:
    """All keys beside `player` that last as long as the player is known."""
    of = (passkeys, history, history_counted, tally, earlier_figures, met_by, curve, friends, days, day_bits)
    return tuple(key(player) for key in of)


def ticket(hashed: str) -> str:
    """A string that does not last: the player whose ticket has this SHA-256 (hex)."""
    return f"cadogan:ticket:{hashed}"


def origins_key(day: str) -> str:
    """A string that does not last: the random key by which marks of where players come from are made on a day."""
    return f"cadogan:origins:{day}"


# ---- boards and ratings: one script counts a result in all of them, so they lie together -------------------------------

_BOARDS = "cadogan:{boards}:"

BOARDS_RULE = "cadogan:boards:rule"
"""A string: by which rule results are counted now. What had been counted before rule 2 lies in `old_board`."""

NAMES = f"{_BOARDS}names"
"""A hash: the name of each player who is on a board."""

EARLIER_BOARDS = "cadogan:board:{*}:*"
"""What the keys of boards looked like up to rule 2, when each game had a slot of its own."""


def moved_board(earlier: str) -> str:
    """What a key of `EARLIER_BOARDS` is called now."""
    game, _, rest = earlier.removeprefix("cadogan:board:{").partition("}:")
    return f"{_BOARDS}{game}:{rest}"


def counted(game: str) -> str:
    """A sorted set: the rooms whose results have been counted, by the moment when they were."""
    return f"{_BOARDS}{game}:counted"


def outcome(game: str, room: str) -> str:
    """A string that does not last: what the results of a room have changed (`outcome.py`)."""
    return f"{_BOARDS}{game}:outcome:{room}"


def boards(game: str) -> str:
    """A sorted set: the boards of a game that hold results, as `catalogue.board` writes them, by their races."""
    return f"{_BOARDS}{game}:boards"


def met(game: str, day: str) -> str:
    """A hash that does not last: how often a player has met another on a day; each as often as there are ways to know the
    other again, `PLAYER OTHER` and `PLAYER MARK`."""
    return f"{_BOARDS}{game}:met:{day}"


def board(game: str, metric: str, options: str = "", period: str = "") -> str:
    """A sorted set: players by what the metric counts, with these options; of a period (`periods.py`) it does not last."""
    return f"{_BOARDS}{game}:{metric}{f'@{period}' if period else ''}{_of(options)}"


BEHIND = f"{_BOARDS}behind"
"""A set: the groups of boards, by their names (`waiting.py`), into which somebody is still to be sorted."""


BEHIND_SOLO = f"{_BOARDS}behind:solo"
"""The same of the boards of those who play alone or at home. Servers of earlier versions don't know these boards, and look only
into the other set."""

CIRCLES = f"{_BOARDS}circles"
"""A hash: whom each player has met in rated games, and on how many days, as `weigh.lua` packs it."""

PLAYING = f"{_BOARDS}playing"
"""A hash: when each player's last rated game against others began, and when the player made the last move there: `FROM UNTIL`, in
ms since 1970."""


def queue(group: str) -> str:
    """A list: who is to be sorted into a group of boards; whoever was sorted out of turn is still in it."""
    return f"{_BOARDS}queue:{group}"


def waiting(group: str) -> str:
    """A hash: what each player has that is to be sorted into a group of boards, as `waiting.lua` packs it."""
    return f"{_BOARDS}waiting:{group}"


def old_board(game: str, metric: str) -> str:
    """A sorted set: what was on the board with default options when rule 2 came."""
    return f"{_BOARDS}{game}:old:{metric}"


def old_ratings(game: str, options: str = "") -> str:
    """A hash: each duellist's rating, `mu sigma`, with these options, as it was when rule 3 came."""
    return f"{_BOARDS}{game}:ratings{_of(options)}"


def streaks(game: str, options: str = "") -> str:
    """A hash: how many duels each player has won in a row, up to the last."""
    return f"{_BOARDS}{game}:streaks{_of(options)}"


def solo_streaks(game: str, options: str = "") -> str:
    """A hash: how many games each player has won in a row alone or at home, up to the last; who has lost the last is not in it."""
    return f"{_BOARDS}{game}:solo_streaks{_of(options)}"


def earlier_own(game: str, options: str, player: str) -> str:
    """A hash that does not last: what earlier versions have counted of what a player has done; it is in `tally` now."""
    return f"{_BOARDS}{game}:own:{player}{_of(options)}"


def ratings(family: str) -> str:
    """A hash: each player's rating in a family of games, or with "" over all: `mu sigma games`."""
    return f"{_BOARDS}ratings:{family}"


def rating_board(family: str) -> str:
    """A sorted set: players by their rating in a family, or with "" over all, as it is shown."""
    return f"{_BOARDS}rating:{family}"


def _of(options: str) -> str:
    return f":{options}" if options else ""
