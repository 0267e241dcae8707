"""Every Redis key of the server; no other module builds one.

The braces put keys that are used together into one slot of a Redis Cluster: each room's log by itself, all boards in
one slot. "Expires" means that the key has a time to live.
"""

from __future__ import annotations

from cadogan_protocol.messages.pushing import PUSH_KINDS

DUE = "cadogan:due"
"""A sorted set: codes of the rooms that are not over, by the time at which each needs a node's attention."""

CORRESPONDENCE = "cadogan:correspondence"
"""A sorted set: codes of the correspondence duels that are not over, by the moment of the last action, in ms since 1970."""

CORRESPONDENCE_LOBBIES = f"{{{CORRESPONDENCE}}}:lobbies"
"""A sorted set: those of them in which a player waits alone, by the moment at which one began to."""

CORRESPONDENCE_NETWORKS = f"{{{CORRESPONDENCE}}}:networks"
"""A sorted set: the same duels, by the numbers of the networks from which they were opened (`store/holdings.py`)."""

UNFINISHED = "cadogan:unfinished"
"""A set: the same rooms, as left by servers of earlier versions."""

NODES = "cadogan:{lease}:nodes"
"""A hash: node id → the node's description of itself, as JSON."""

ALIVE = "cadogan:{lease}:alive"
"""A sorted set: nodes by the end of their leases, in ms by the store's clock."""

ENDED = "cadogan:{lease}:ended"
"""A sorted set: ended nodes by the time of their end."""

ALONE = "cadogan:{lease}:alone"
"""A set: nodes that may play on without the store, as each was alone at its last renewal."""

SECRET = "cadogan:{lease}:secret"
"""A string: 32 random bytes by which nodes recognise each other."""

USAGE = "cadogan:{lease}:usage"
"""A hash: node id → its addresses' use of limits, as far as other nodes must know it, as JSON."""

LISTS = "cadogan:{lease}:rooms"
"""A hash: node id → its rooms in the public list, as JSON."""

LEASE = "cadogan:{lease}"
"""A string that expires: the server that may use the store now, as JSON. For servers of earlier versions, which shared
the store with no other."""

LAST_LEASE = "cadogan:{lease}:last"
"""A string: the server that may use the store, or was the last to do so, as JSON. For the same servers."""

STORE = "cadogan:store"
"""A string: a random name of this store, which spill files refer to."""

DAYS = "cadogan:days"
"""A hash: day (`2026-11-21`) → its secret, 32 bytes, from which the deals of that day are made."""

DAY_PROOFS = "cadogan:day_proofs"
"""A hash: day → the solver's result for the day's race, as `store/games/day_proofs.py` packs it; empty while it is
sought."""


def attempts(day: str, kind: str) -> str:
    """A hash that expires: player → `IDENTITY CODE` of the room with the player's attempt at a contest of a day."""
    return f"cadogan:{{day:{day}}}:{kind}:attempts"


def attempts_over(day: str, kind: str) -> str:
    """A hash that expires: player → attempt that was over within the day, as `contests.py` packs it."""
    return f"cadogan:{{day:{day}}}:{kind}:over"


def day_board(day: str, kind: str) -> str:
    """A sorted set that expires: players by their results in a contest of a day, the best with the smallest score."""
    return f"cadogan:{{day:{day}}}:{kind}:board"


SIGNING = "cadogan:signing"
"""A hash: time of creation in ms since 1970 → private half of a key that signs texts, 32 bytes."""

PUSH_KEY = "cadogan:push_key"
"""A string: private half of the key that identifies the server to push services, 32 bytes."""

PUSH_DAYS = "cadogan:{push}:days"
"""A set: players of whom a device gets the news that the deal of a new day is ready. Some may have no such device any more."""

PLAYED = "cadogan:played"
"""A sorted set: games by how much they have been played; older games count less (`popularity.py`)."""

PLAYED_ROOMS = f"{{{PLAYED}}}:rooms"
"""A sorted set: rooms counted there lately, by the time of counting."""

ORDERS = "cadogan:{admin}:orders"
"""A stream: orders to nodes, as JSON in the field `order`."""

CALLS = "cadogan:calls"
"""A stream that expires: the players who were just invited by friends."""

BANS = "cadogan:{admin}:bans"
"""A hash: `player ID` or `address NETWORK` → end and reason of the ban, as JSON."""


def mark(server: str, number: int = 0) -> str:
    """A string that expires: the counter that a server rewrites to detect lost data. Each master of a Cluster has one,
    with its own `number`."""
    return f"cadogan:mark:{server}{f'.{number}' if number else ''}"


def log(code: str) -> str:
    """A stream: the log of a room. Field `r` of each entry holds one or more records, end to end; field `a` names its
    predecessor."""
    return f"cadogan:{{{code}}}:log"


def room(code: str) -> str:
    """A string: the lease of a room, with its fencing token and the id of its owner; token 0 marks a reserved code."""
    return f"cadogan:{{{code}}}:room"


def analysis(code: str) -> str:
    """A string that expires with the room's log: the analysis of its game, as `store/games/analyses.py` packs it."""
    return f"cadogan:{{{code}}}:analysis"


ANALYSES_WAITING = "cadogan:{analyses}:waiting"
"""A sorted set: rooms whose analyses wait, by the time of the request in µs."""

ANALYSES_RUNNING = "cadogan:{analyses}:running"
"""A sorted set: rooms that a node analyses, by the end of its lease on the job, in ms by the store's clock."""

ANALYSES_NETWORKS = "cadogan:{analyses}:networks"
"""A sorted set: rooms whose analyses wait, by the numbers of the networks from which they were asked for."""

ANALYSES_TRIES = "cadogan:{analyses}:tries"
"""A hash: room that waits or is analysed → how often a node has begun."""


TOURNAMENTS = "cadogan:{tournaments}:coming"
"""A sorted set: ids of the tournaments that are not over, by the moment of their start, in ms since 1970."""

TOURNAMENT_NETWORKS = "cadogan:{tournaments}:networks"
"""A sorted set: ids of the tournaments that people have opened, by the numbers of their networks."""

PAST_TOURNAMENTS = "cadogan:{tournaments}:past"
"""A sorted set: ids of public tournaments by the moment of their end, in ms since 1970."""


def tournament(id: str) -> str:
    """A list that expires: the records of a tournament, as `tournaments/records.py` packs them."""
    return f"cadogan:{{tournament:{id}}}:log"


def tournament_halls(id: str) -> str:
    """A sorted set that expires: nodes with people in the hall of a tournament, by the end of their last word, in ms."""
    return f"cadogan:{{tournament:{id}}}:halls"


def tournament_told(id: str) -> str:
    """A string that expires: a node tells the players who have entered a tournament that it begins."""
    return f"cadogan:{{tournament:{id}}}:told"


def tournament_hall(id: str, node: str) -> str:
    """A hash that expires: player in the hall of a tournament at a node → the moment since when the player waits, in ms."""
    return f"cadogan:{{tournament:{id}}}:hall:{node}"


CLUBS = "cadogan:{clubs}:news"
"""A sorted set: ids of clubs by the moment of the last news, in ms since 1970."""

CLUB_NETWORKS = "cadogan:{clubs}:networks"
"""A sorted set: ids of clubs by the numbers of the networks from which they were opened."""


def club(id: str) -> str:
    """A hash that expires: `club`, a club as `clubs/club.py` packs it, its `version`, and `about`, its entry in the list."""
    return f"cadogan:{{club:{id}}}:club"


def club_season(id: str, season: str) -> str:
    """A hash that expires: player → line in the table of a club's season, as `seasons.py` packs it."""
    return f"cadogan:{{club:{id}}}:season:{season}"


def club_counted(id: str) -> str:
    """A sorted set that expires: games and tournaments that were counted for a club, by the moment of that."""
    return f"cadogan:{{club:{id}}}:counted"


def club_tournaments(id: str) -> str:
    """A sorted set that expires: ids of a club's tournaments, by the moments of their starts."""
    return f"cadogan:{{club:{id}}}:tournaments"


MATCHING = "cadogan:{matching}:"
"""The beginning of all keys about players who wait for an opponent; `store/matching/queue.lua` adds the rest:

- `waiting`, a hash: player → who waits, as JSON; `game:GAME`, a sorted set for each game: players by their ratings;
- `node:NODE`, a set: players who wait at a node; `nodes`, a sorted set: nodes by the time until which they live;
- `pairs`, a hash: id → pair as JSON; `paired`, a hash: player → id; `until`, a sorted set: pairs by the time of their end;
- `news:NODE`, a list: the news that a node has not heard yet, as JSON.
"""


def leaver(mark: str) -> str:
    """A hash that expires: how many games in a row a player, or somebody of this mark, has left or missed, and when the last."""
    return f"cadogan:{{leavers}}:{mark}"


def lost(code: str) -> str:
    """A hash that expires: server → number of lost changes of a room that this server had told players of."""
    return f"cadogan:{{{code}}}:lost"


def seats(node: str) -> str:
    """A hash that expires: player → the player's seats in rooms of a node, as JSON."""
    return f"cadogan:seats:{node}"


def nonce(nonce: str) -> str:
    """A string that expires: marks the nonce of a header between nodes as used."""
    return f"cadogan:nonce:{nonce}"


def answers(order: str) -> str:
    """A list that expires: answers of nodes to an order, as JSON."""
    return f"cadogan:{{admin}}:answers:{order}"


def looks(order: str) -> str:
    """A number that expires: nodes that are done with an order, including those that it does not concern."""
    return f"cadogan:{{admin}}:looks:{order}"


def player(player: str) -> str:
    """A hash with the fields `hash` (hex SHA-256 of the player's first secret), `hash:HEX` for the secret of each
    further device (its time of creation in µs), `name`, `played` for a player who has finished a game, `since` (when
    that first was, in seconds since 1970), `account` for a player with a passkey (earlier versions wrote 1, this one
    2), and `stranger` for a player without a seat."""
    return f"cadogan:player:{player}"


def id_of_player(key: bytes) -> str:
    """Return the id of the player with this key, which is `player` or one of `of_player`."""
    return key.decode().removeprefix("{").partition("}")[0].removeprefix("cadogan:player:")


def opening(player: str) -> str:
    """A string that expires: id of the request by which a player last opened a room, and that room."""
    return f"cadogan:{{{player}}}:opened"


def _with(player_id: str, name: str) -> str:
    """Return a further key of a player. The braces put it into the slot of `player`."""
    return f"{{{player(player_id)}}}:{name}"


def last_ticket(player: str) -> str:
    """A string that expires: hash of a player's only valid ticket."""
    return _with(player, "ticket")


def passkeys(player: str) -> str:
    """A hash that lasts as long as its player: id → passkey, the rest of `Passkey` as JSON."""
    return _with(player, "passkeys")


def push_devices(player: str) -> str:
    """A hash that lasts as long as its player: address of a device at its push service → the rest of `PushDevice` as JSON."""
    return _with(player, "push")


def pushed(player: str, kind: str) -> str:
    """A string that expires: news of this kind was sent to a player a moment ago."""
    return _with(player, f"pushed:{kind}")


def day_told(day: str) -> str:
    """A string that expires: a node tells those in `PUSH_DAYS` of this day."""
    return f"cadogan:{{push}}:told:{day}"


def history(player: str) -> str:
    """A stream: the games that a player has played. Field `g` of each entry is one game, as `past_games.py` packs
    it."""
    return _with(player, "games")


def history_counted(player: str) -> str:
    """A sorted set: rooms counted for a player lately, by the time of counting."""
    return _with(player, "counted")


def tally(player: str) -> str:
    """A hash: game and options, or "" for all games → a player's figures, as JSON; `@` is the last game included
    (`tally.py`)."""
    return _with(player, "tally")


def earlier_figures(player: str) -> str:
    """A hash: a player's figures by earlier versions, which counted every first place as a win."""
    return _with(player, "figures")


def met_by(player: str) -> str:
    """A hash: id of another player → a player's results against that one, as JSON."""
    return _with(player, "met")


def curve(player: str) -> str:
    """A sorted set: room, family and rating of a player after a game, as JSON, by time."""
    return _with(player, "curve")


def friends(player: str) -> str:
    """A hash: id of a friend → when the player added the friend, in ms, and under which name."""
    return _with(player, "friends")


def running(player: str) -> str:
    """A hash that lasts as long as its player: code of a room → the player's correspondence duel there, as JSON."""
    return _with(player, "running")


def here(player: str) -> str:
    """A string that expires: the player is connected and asks for friends."""
    return _with(player, "here")


def invitations(player: str) -> str:
    """A hash that expires: id of a friend → that friend's invitation of the player, as JSON."""
    return _with(player, "invitations")


def asked(player: str) -> str:
    """A hash that expires: code of the lobby of a correspondence duel → a friend's invitation of the player, as JSON."""
    return _with(player, "asked")


def clubs_of(player: str) -> str:
    """A hash that expires: id of a club → role of a member, `asks` for a player who waits for approval, `left` for one who has
    left."""
    return _with(player, "clubs")


def days(player: str) -> str:
    """A hash: day and contest (`2026-11-21 race`) → a player's result in it."""
    return _with(player, "days")


def day_bits(player: str) -> str:
    """A string of bits: four for each day from 2026-01-01, which say whether a player has played and won its race, and
    its duel."""
    return _with(player, "day_bits")


def of_player(player: str) -> tuple[str, ...]:
    """Return all keys besides `player` that last as long as the player."""
    of = (
        passkeys,
        push_devices,
        history,
        history_counted,
        tally,
        earlier_figures,
        met_by,
        curve,
        friends,
        running,
        clubs_of,
        days,
        day_bits,
    )
    return tuple(key(player) for key in of)


def passing(player: str) -> tuple[str, ...]:
    """Return all keys of a player that expire by themselves, most of them within the hour."""
    news = (pushed(player, kind) for kind in PUSH_KINDS)
    return (*(key(player) for key in (last_ticket, opening, here, invitations, asked)), *news)


def ticket(hashed: str) -> str:
    """A string that expires: the player whose ticket has this SHA-256 (hex)."""
    return f"cadogan:ticket:{hashed}"


def origins_key(day: str) -> str:
    """A string that expires: the random key of a day that makes marks of players' origins."""
    return f"cadogan:origins:{day}"


# ---- boards and ratings: one script counts a result in all of them, so they lie together -------------------------------

_BOARDS = "cadogan:{boards}:"

BOARDS_RULE = "cadogan:boards:rule"
"""A string: the rule by which results are counted now. Counts of before rule 2 lie in `old_board`."""

NAMES = f"{_BOARDS}names"
"""A hash: player on a board → name."""

EARLIER_BOARDS = "cadogan:board:{*}:*"
"""Pattern of the keys of boards up to rule 2, when each game had its own slot."""


def moved_board(earlier: str) -> str:
    """Return the present name of a key of `EARLIER_BOARDS`."""
    game, _, rest = earlier.removeprefix("cadogan:board:{").partition("}:")
    return f"{_BOARDS}{game}:{rest}"


def counted(game: str) -> str:
    """A sorted set: rooms whose results have been counted, by the time of counting."""
    return f"{_BOARDS}{game}:counted"


def outcome(game: str, room: str) -> str:
    """A string that expires: the changes of ratings by a room's results (`outcome.py`)."""
    return f"{_BOARDS}{game}:outcome:{room}"


def boards(game: str) -> str:
    """A sorted set: boards of a game with results, as `catalogue.board` writes them, by their races."""
    return f"{_BOARDS}{game}:boards"


def met(game: str, day: str) -> str:
    """A hash that expires: number of meetings of two players on a day, once for each way to recognise the other,
    `PLAYER OTHER` and `PLAYER MARK`."""
    return f"{_BOARDS}{game}:met:{day}"


def board(game: str, metric: str, options: str = "", period: str = "") -> str:
    """A sorted set: players by a metric with these options. The board of a period (`periods.py`) expires."""
    return f"{_BOARDS}{game}:{metric}{f'@{period}' if period else ''}{_of(options)}"


BEHIND = f"{_BOARDS}behind"
"""A set: names of the groups of boards (`waiting.py`) into which players have yet to be sorted."""


BEHIND_SOLO = f"{_BOARDS}behind:solo"
"""A set: the same for boards of solo games. Servers of earlier versions don't know these boards and read only
`BEHIND`."""

CIRCLES = f"{_BOARDS}circles"
"""A hash: player → opponents in rated games, and number of days with such games, as `weigh.lua` packs it."""

PLAYING = f"{_BOARDS}playing"
"""A hash: player → `FROM UNTIL FROM UNTIL …`, start and last move of the player's latest rated games against others, in ms since
1970, the latest first (`weigh.lua`)."""


def queue(group: str) -> str:
    """A list: players to be sorted into a group of boards. A player who was sorted out of turn is still in it."""
    return f"{_BOARDS}queue:{group}"


def waiting(group: str) -> str:
    """A hash: player → values to be sorted into a group of boards, as `waiting.lua` packs them."""
    return f"{_BOARDS}waiting:{group}"


def old_board(game: str, metric: str) -> str:
    """A sorted set: content of the board with default options when rule 2 began."""
    return f"{_BOARDS}{game}:old:{metric}"


def old_ratings(game: str, options: str = "") -> str:
    """A hash: duellist → rating `mu sigma` with these options when rule 3 began."""
    return f"{_BOARDS}{game}:ratings{_of(options)}"


def streaks(game: str, options: str = "") -> str:
    """A hash: player → duels won in a row up to the last."""
    return f"{_BOARDS}{game}:streaks{_of(options)}"


def solo_streaks(game: str, options: str = "") -> str:
    """A hash: player → solo games won in a row up to the last; a player who lost the last one is not in it."""
    return f"{_BOARDS}{game}:solo_streaks{_of(options)}"


def earlier_own(game: str, options: str, player: str) -> str:
    """A hash that expires: a player's figures by earlier versions; `tally` replaces it."""
    return f"{_BOARDS}{game}:own:{player}{_of(options)}"


def ratings(family: str) -> str:
    """A hash: player → rating `mu sigma games` in a family of games, or with "" over all."""
    return f"{_BOARDS}ratings:{family}"


def rating_board(family: str) -> str:
    """A sorted set: players by displayed rating in a family, or with "" over all."""
    return f"{_BOARDS}rating:{family}"


def _of(options: str) -> str:
    return f":{options}" if options else ""
