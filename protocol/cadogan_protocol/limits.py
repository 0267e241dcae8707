"""Limits of the protocol that both sides keep."""

VERSION = 2
"""The version of the protocol."""

SUBPROTOCOL_MSGPACK = f"cadogan.{VERSION}.msgpack"
"""The WebSocket subprotocol of binary frames in msgpack."""

SUBPROTOCOL_JSON = f"cadogan.{VERSION}.json"
"""The WebSocket subprotocol of text frames in JSON."""

OUTDATED = ("cadogan.1.msgpack", "cadogan.1.json")
"""Subprotocols of earlier versions. A client that offers no other gets an explanation and the close code 4001."""

MAX_MESSAGE_BYTES = 16 * 1024
"""The largest message a client may send, in bytes."""

MAX_NAME = 24
"""The longest name of a player, in characters."""

MAX_RACERS = 64
"""The largest number of seats in a race."""

MAX_BOTS = 8
"""The largest number of bots that one request may seat."""

CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a room's code, without those that look alike (I, O, 0, 1)."""

CODE_LENGTH = 6
"""Characters in a room's code."""

KEY_BYTES = 8
"""Random bytes in the key of a room by link only."""

TICKET_LENGTH = 12
"""Characters of a ticket, from the alphabet of codes: 60 random bits."""

TICKET_SECONDS = 300
"""Lifetime of a ticket in seconds."""

MOST_CHAT = 200
"""The longest line of chat, in characters."""

CHAT_KEPT = 50
"""The lines of a room's chat that are shown to a player who comes in: the last ones."""

MOST_FRIENDS = 200
"""The largest number of a player's friends."""

INVITATION_SECONDS = 120
"""Seconds for which a friend's invitation holds."""

MOST_HISTORY = 10_000
"""The smallest number of a player's last games that are kept."""

MOST_PASSKEYS = 10
"""The largest number of a player's passkeys."""

MAX_CREDENTIAL = 8 * 1024
"""The longest answer of a browser's passkey, in characters."""

MAX_ENDPOINT = 1024
"""The longest address of a device at a push service, in characters."""

MOST_PUSH_DEVICES = 8
"""The largest number of a player's devices to which news is sent."""

PUT_OUT_SECONDS = 600
"""Time in seconds during which a player who was put out stays out, and everybody else from the same address."""

MESSAGES_PER_SECOND = 50
"""The average number of messages that one socket may send in a second. This limit and the following ones are a server's
defaults."""

MESSAGE_BURST = 200
"""The number of messages that one socket may send at once after a quiet time."""

MOST_BAD = 50
"""The number of invalid or too fast messages in a row after which a socket is closed."""

HELLO_SECONDS = 10
"""The time in seconds within which a new socket must send its `hello`."""

SOCKETS_PER_ADDRESS = 256
"""The number of sockets that one address may hold. In IPv6 a network of 64 bits counts as one address."""

ROOMS_PER_ADDRESS = 50
"""The number of unfinished rooms that may have been opened from one address."""

MOST_ROOMS_LISTED = 200
"""The largest number of rooms in a list of the public rooms."""

MOST_CANDIDATES = 3
"""The largest number of games in one vote."""

MOST_SCORES = 64
"""The largest number of lines in a running score: present players come first, then those with the most points."""

MOST_CORRESPONDENCE = 30
"""The most correspondence duels that a player has running, those in lobbies included."""

MOST_DAYS = 7
"""The most days for each turn of a correspondence duel."""

FEWEST_RACES, MOST_RACES = 3, 9
"""The fewest and the most races of a series."""

MOST_GAMES_TEXT = MOST_RACES * 41
"""Characters of the ids of a series' games, with a blank behind each."""

SERIES_POINTS = (10, 7, 5, 4, 3, 2, 1)
"""The points of a race of a series for the first places; further places get none."""

SERIES_PAUSE_SECONDS = 60
"""After a race of a series, the next one is called after these seconds at the latest."""

SERIES_WAIT_SECONDS = 10
"""Seconds for which the lobby of the next race of a series waits for expected players to be ready."""

MOST_GHOSTS = 4
"""The largest number of ghosts in one race."""

MOST_PLAYED_ON = 1000
"""The largest number of moves that `play_from` adds to those of a replay."""

GHOST_SEATS = 100
"""The number of the first ghost's board in a replay, where other boards have the number of their seat."""

RANKED_DAYS = 3
"""The number of days (UTC) on which a player must have played rated games against others before a rating is ranked."""

RANKED_PEOPLE = 5
"""The number of different people a player must have met in rated games before a rating is ranked."""

PROVISIONAL_GAMES = 10
"""The number of games below which a rating is provisional: it says little yet."""

MOST_COMPARED = 200
"""The largest number of players that are compared with each other on a board."""

REQUESTS_KEPT = 64
"""The number of ids of each player's requests that a room remembers: the highest ones that were carried out."""

FEWEST_ARENA_MINUTES, MOST_ARENA_MINUTES = 20, 90
"""The shortest and the longest time of an arena."""

FEWEST_SWISS_ROUNDS, MOST_SWISS_ROUNDS = 3, 11
"""The fewest and the most rounds of a Swiss tournament."""

MOST_TOURNAMENT_TITLE = 60
"""Characters of a tournament's title."""

MOST_TOURNAMENT_TEXT = 500
"""Characters of a tournament's text."""

MOST_FILLED = 128
"""The largest number of players up to which bots fill a tournament."""

MOST_GAME_NUMBER = 1_000_000
"""The largest number of a game or round of a tournament that may be asked for."""

STANDINGS_PAGE = 100
"""The most lines of one answer about a tournament."""

MOST_CLUB_NAME = 40
"""Characters of a club's name."""

MOST_CLUB_TEXT = 1000
"""Characters of a club's text."""

MOST_MEMBERS = 500
"""The largest number of a club's members."""

MOST_ASKING = 50
"""The largest number of players who wait for a club's approval."""

MOST_SEASON_LINES = 1000
"""The most lines of the table of a season. People who have left keep theirs, so there may be more than members."""

MOST_OWN_CLUBS, MOST_CLUBS_OF_ONE = 3, 10
"""The most clubs that one player may own, and be a member of."""

MOST_RIVAL_POINTS = 3
"""The most points of a club's season for one game among members: one for each member who is left behind."""

CLUB_PLACES = (10, 7, 5, 4, 3, 2, 1)
"""The points of a club's season for the first places of a tournament of the club; everybody else who played gets one."""

SEASONS_KEPT = 8
"""The seasons of a club whose tables are kept, besides the present one."""

NO_SHOW_SECONDS = 60
"""Seconds to come to the table. Later a player has lost a tournament's game, or the seat in a game that the server has matched."""

AWAY_SECONDS = 60
"""Seconds that a player may be away from a running game that the server has matched, or a tournament. Later the player gives up."""

STALL_WARNING_SECONDS = 120
"""Seconds after which a player who could act in such a game is warned."""

STALL_SECONDS = 180
"""Seconds after which a player who could act in such a game gives up."""

HELD_SECONDS, LONGEST_HELD_SECONDS = 60, 600
"""Seconds until the server looks for a game for a player who has left or missed two in a row, and the longest such wait. Each
further game adds the first number."""
