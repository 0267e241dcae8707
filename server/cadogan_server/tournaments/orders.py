"""The orders of people to a tournament: each returns the records that carry it out, or raises Refused."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from cadogan_games import catalogue
from cadogan_games.catalogue import BadOption, UnknownGame
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import (
    FEWEST_ARENA_MINUTES,
    FEWEST_SWISS_ROUNDS,
    MOST_ARENA_MINUTES,
    MOST_FILLED,
    MOST_SWISS_ROUNDS,
    MOST_TOURNAMENT_TEXT,
    MOST_TOURNAMENT_TITLE,
)
from cadogan_protocol.parts import OptionValue
from cadogan_server.rooms.kinds.registry import is_for
from cadogan_server.rooms.refused import Refused
from cadogan_server.tournaments import knockout
from cadogan_server.tournaments.records import (
    Cause,
    Decided,
    Entered,
    Kind,
    Left,
    Moved,
    Opened,
    Over,
    Paused,
    Record,
    Result,
    RoomOpened,
)
from cadogan_server.tournaments.state import Competitor, Pairing, Tournament

MOST_PEOPLE: Mapping[Kind, int] = {"arena": 1000, "swiss": 256, "knockout": 128}
"""The most people in a tournament of each kind."""

MOST_TIMES = 20
"""How many times one player may enter a tournament: each time is kept in its log."""

MOST_WITH_LEAVERS = 2
"""How many times the most people may have entered, with those who have left."""

MOST_ORDERS = 500
"""How often a host may move the start, stop the pairing or void a game."""

MOST_AHEAD_MS = 30 * 86_400_000
"""The longest time from now to the start of a tournament."""

LATE_MS = 60_000
"""A start that lies so little in the past means now: the clocks of people differ."""

LEAST_SECONDS, MOST_SECONDS = 60, 3600
"""The shortest and the longest time limit of a game."""

BOT_LEVELS = ("easy", "fair", "good", "master")
"""The levels of the bots that may fill it."""


def opened(
    now: int,
    kind: Kind,
    game: str,
    options: Mapping[str, OptionValue],
    title: str,
    text: str,
    host: str,
    host_name: str,
    starts: int,
    minutes: int,
    rounds: int,
    time_limit: int,
    private: bool,
    bots: str,
    fill: int,
    club: str = "",
    emblem: tuple[str, ...] = (),
) -> Opened:
    """Return the first record of a new tournament.

    Raises:
        Refused: it can't be played that way; the sentence names the value.
    """
    _must_be(kind in MOST_PEOPLE, f"a tournament can't be {kind!r}: choose arena, swiss or knockout")
    chosen = _chosen(game, options, now)
    title, text = title.strip(), text.strip()
    _must_be_readable("title", title, MOST_TOURNAMENT_TITLE)
    _must_be_readable("text", text, MOST_TOURNAMENT_TEXT, besides="\n")
    _must_lie_ahead(starts, now)
    _must_last(kind, minutes, rounds)
    _must_be(
        LEAST_SECONDS <= time_limit <= MOST_SECONDS,
        f"`time_limit` can't be {time_limit}: it may be {LEAST_SECONDS} to {MOST_SECONDS} seconds",
    )
    _must_be(not bots or bots in BOT_LEVELS, f"there are no bots of the level {bots!r}: choose {', '.join(BOT_LEVELS)}")
    least, most = (2, MOST_FILLED) if bots else (0, 0)
    _must_be(
        least <= fill <= most,
        f"`fill` can't be {fill}: with bots it may be 2 to {MOST_FILLED}, without them it is 0",
    )
    starts = max(starts, now)
    return Opened(
        now, kind, game, chosen, title, text, host, host_name, starts, minutes, rounds, time_limit, private, bots, fill, club,
        emblem,
    )  # fmt: skip


def enter(
    t: Tournament,
    now: int,
    player: str,
    name: str,
    rating: int,
    program: str = "",
    marks: tuple[str, ...] = (),
    origin: tuple[str, ...] = (),
) -> list[Record]:
    """Return the records by which a player enters, or comes back.

    Raises:
        Refused: it is over, full, or too late; the player is in it already, was removed by the host, or has entered too often.
    """
    _must_go_on(t)
    known = t.competitors.get(player)
    if known is not None and known.removed:
        raise Refused(ErrorCode.PUT_OUT, "the host has removed you from this tournament: you can't come back")
    if known is not None and not known.out:
        raise Refused(ErrorCode.WRONG_PHASE, "you have entered this tournament already")
    if t.phase == "running":
        _must_not_be_late(t, now, known)
    if known is not None and known.entered >= MOST_TIMES:
        raise Refused(ErrorCode.WRONG_PHASE, f"you have entered this tournament {MOST_TIMES} times: that is the most")
    most = MOST_PEOPLE[t.terms.kind]
    if known is None and sum(c.is_person for c in t.competitors.values()) >= MOST_WITH_LEAVERS * most:
        raise Refused(
            ErrorCode.ROOM_FULL,
            f"this tournament is full: {MOST_WITH_LEAVERS * most} people have entered, with those who have left",
        )
    if sum(c.is_person and not c.out for c in t.competitors.values()) >= most:
        raise Refused(ErrorCode.ROOM_FULL, f"this tournament is full: {most} people have entered")
    return [Entered(now, player, name, rating, "", program, marks, origin)]


def leave(t: Tournament, now: int, player: str) -> list[Record]:
    """Return the records by which a player is paired no more, and loses a game in play.

    Raises:
        Refused: the tournament is over, or the player has never entered.
    """
    _must_go_on(t)
    known = t.competitors.get(player)
    if known is None:
        raise Refused(ErrorCode.NOT_SEATED, "you have not entered this tournament")
    return [] if known.out else _gone(t, now, player, player)


def remove(t: Tournament, now: int, by: str, player: str) -> list[Record]:
    """Return the records by which the host removes a player for good.

    Raises:
        Refused: `by` is not the host, the tournament is over, or the player has never entered, or plays against the host now.
    """
    _must_be_host(t, by)
    _must_go_on(t)
    known = t.competitors.get(player)
    if known is None:
        raise Refused(ErrorCode.UNKNOWN_PLAYER, f"no player with the id {player!r} has entered this tournament")
    if player != by:
        _must_not_be_own(t.playing.get(player), by)
    return [] if known.removed or (known.out and by == player) else _gone(t, now, player, by)


def pause(t: Tournament, now: int, by: str, on: bool) -> list[Record]:
    """Return the records by which the host stops or continues the pairing.

    Raises:
        Refused: `by` is not the host, or the tournament is not running.
    """
    _must_be_host(t, by)
    _must_go_on(t)
    if t.phase == "open":
        raise Refused(ErrorCode.WRONG_PHASE, "this tournament has not begun: move its start instead")
    if t.paused == on:
        return []
    if on:
        _must_order_more(t)
    return [Paused(now, on)]


def move_start(t: Tournament, now: int, by: str, starts: int) -> list[Record]:
    """Return the records by which the host puts the start off, or brings it forward.

    Raises:
        Refused: `by` is not the host, the tournament has begun, or that moment is past or too far ahead.
    """
    _must_be_host(t, by)
    _must_be_open(t)
    if starts == t.starts:
        return []
    _must_lie_ahead(starts, now)
    _must_order_more(t)
    return [Moved(now, max(starts, now))]


def start_now(t: Tournament, now: int, by: str) -> list[Record]:
    """Return the records by which the host lets it start now.

    Raises:
        Refused: `by` is not the host, the tournament has begun, or too few have entered.
    """
    _must_be_host(t, by)
    _must_be_open(t)
    if t.starts <= now:
        return []
    here = [c for c in t.competitors.values() if not c.out]
    if not here or max(len(here), t.terms.fill) < 2:
        raise Refused(
            ErrorCode.WRONG_PHASE,
            f"a tournament needs two competitors, and {len(here) or 'nobody'} has entered: wait for more",
        )
    return [Moved(now, now)]


def cancel(t: Tournament, now: int, by: str) -> list[Record]:
    """Return the records by which the host ends it without a result; games that run do not count.

    Raises:
        Refused: `by` is not the host, or the tournament is over.
    """
    _must_be_host(t, by)
    if t.phase == "cancelled":
        return []
    _must_go_on(t)
    return [*(Decided(now, number, "void", "host") for number in t.open_pairings), Over(now, cancelled=True)]


def void(t: Tournament, now: int, by: str, number: int) -> list[Record]:
    """Return the records by which the host stops a game that then does not count; its players are paired anew.

    Raises:
        Refused: `by` is not the host, or plays this game, or the game is over, or there is none of that number.
    """
    _must_be_host(t, by)
    pairing = t.pairings.get(number)
    if pairing is None:
        raise Refused(ErrorCode.BAD_OPTION, f"this tournament has no pairing {number}: the last is {len(t.pairings)}")
    if pairing.result == "void":
        return []
    if pairing.result is not None:
        raise Refused(ErrorCode.WRONG_PHASE, f"pairing {number} has its result already, and others build on it")
    _must_not_be_own(pairing, by)
    _must_order_more(t)
    return [Decided(now, number, "void", "host")]


def room_opened(t: Tournament, now: int, number: int, room: str) -> list[Record]:
    """Return the records of a room that its players may enter; none if the pairing has a room or a result already."""
    pairing = t.open_pairings.get(number)
    return [RoomOpened(now, number, room)] if pairing is not None and not pairing.room else []


def decide(
    t: Tournament, now: int, number: int, result: Result, cause: Cause, cards: tuple[int, ...] = ()
) -> list[Record]:
    """Return the records of a game's result; none if it has one already. A draw in a knockout goes to the better
    seed, and so does a game that both have lost. Outside an arena, a player who did not come to a game is not paired again."""
    pairing = t.open_pairings.get(number)
    if pairing is None:
        return []
    absent: list[Record] = []
    if cause == "no_show" and t.terms.kind != "arena":
        came = {"first": pairing.players[:1], "second": pairing.players[1:]}.get(result, ())
        absent = [Left(now, player, player) for player in pairing.players if player not in came]
    if t.terms.kind == "knockout" and result in ("draw", "neither"):
        result, cause = knockout.lot(t, pairing.players), "lot"
    return [Decided(now, number, result, cause, cards), *absent]


def _gone(t: Tournament, now: int, player: str, by: str) -> list[Record]:
    records: list[Record] = [Left(now, player, by)]
    pairing = t.playing.get(player)
    if pairing is not None:
        records.append(Decided(now, pairing.number, "second" if pairing.players[0] == player else "first", "left"))
    return records


# ---- checks ----------------------------------------------------------------------------------------------------------


def _must_be(so: bool, otherwise: str) -> None:
    if not so:
        raise Refused(ErrorCode.BAD_OPTION, otherwise)


def _chosen(game: str, options: Mapping[str, OptionValue], now: int) -> dict[str, OptionValue]:
    """Return the options that differ from the usual ones."""
    year = datetime.fromtimestamp(now / 1000, UTC).year
    try:
        head = catalogue.head_of(game)
        asked, usual = catalogue.resolve_options(game, options, year), catalogue.resolve_options(game, {}, year)
    except UnknownGame as error:
        raise Refused(ErrorCode.UNKNOWN_GAME, str(error)) from error
    except BadOption as error:
        raise Refused(ErrorCode.BAD_OPTION, str(error)) from error
    _must_be(is_for(head, 2), f"two players can't play {head.title} against each other: choose another game")
    return {name: value for name, value in options.items() if asked[name] != usual[name]}


def _must_be_readable(name: str, value: str, most: int, besides: str = "") -> None:
    _must_be(len(value) <= most, f"the {name} has {len(value)} characters: {most} are allowed")
    bad = [letter for letter in value if not letter.isprintable() and letter not in besides]
    _must_be(not bad, f"the {name} has the character {bad[0]!r} in it, which can't be shown" if bad else "")


def _must_order_more(t: Tournament) -> None:
    """Check that the log of a tournament has space for one more order of its host."""
    if t.ordered >= MOST_ORDERS:
        raise Refused(
            ErrorCode.WRONG_PHASE,
            f"its host has moved the start, stopped the pairing or voided games {MOST_ORDERS} times: that is the most",
        )


def _must_lie_ahead(starts: int, now: int) -> None:
    _must_be(starts >= now - LATE_MS, f"the start, {_spoken(starts)}, is past: it is {_spoken(now)}")
    _must_be(
        starts <= now + MOST_AHEAD_MS,
        f"the start, {_spoken(starts)}, is too far ahead: it may be up to 30 days from now, until {_spoken(now + MOST_AHEAD_MS)}",
    )


def _spoken(moment: int) -> str:
    try:
        return f"{datetime.fromtimestamp(moment / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    except (OverflowError, ValueError, OSError):
        return f"{moment} ms since 1970"


def _must_last(kind: Kind, minutes: int, rounds: int) -> None:
    if kind == "arena":
        _must_be(
            FEWEST_ARENA_MINUTES <= minutes <= MOST_ARENA_MINUTES,
            f"an arena can't last {minutes} minutes: `minutes` may be {FEWEST_ARENA_MINUTES} to {MOST_ARENA_MINUTES}",
        )
    else:
        _must_be(minutes == 0, f"only an arena has `minutes`, which are {minutes}: leave them out")
    if kind == "swiss":
        _must_be(
            rounds == 0 or FEWEST_SWISS_ROUNDS <= rounds <= MOST_SWISS_ROUNDS,
            f"a Swiss tournament can't have {rounds} rounds: `rounds` may be {FEWEST_SWISS_ROUNDS} to {MOST_SWISS_ROUNDS}, "
            "or 0 for as many as its players need",
        )
    else:
        _must_be(rounds == 0, f"only a Swiss tournament has `rounds`, which are {rounds}: leave them out")


def _must_go_on(t: Tournament) -> None:
    if t.is_over:
        how = "is over" if t.phase == "over" else "was cancelled"
        raise Refused(ErrorCode.WRONG_PHASE, f"this tournament {how}")


def _must_be_open(t: Tournament) -> None:
    _must_go_on(t)
    if t.phase != "open":
        raise Refused(ErrorCode.WRONG_PHASE, "this tournament has begun already")


def _must_be_host(t: Tournament, by: str) -> None:
    if by != t.terms.host:
        raise Refused(ErrorCode.NOT_HOST, f"only the host may do that: {t.terms.host_name or 'this server'}")


def _must_not_be_own(pairing: Pairing | None, by: str) -> None:
    """A host who plays along decides nothing about their own game, which may be about to be lost."""
    if pairing is not None and by in pairing.players:
        raise Refused(ErrorCode.WRONG_PHASE, "you play this game yourself: it must come to its end first")


def _must_not_be_late(t: Tournament, now: int, known: Competitor | None) -> None:
    kind = t.terms.kind
    if kind == "knockout":
        raise Refused(ErrorCode.WRONG_PHASE, "this knockout has begun, so nobody may enter it any more")
    if kind == "arena":
        if now >= t.until:
            raise Refused(ErrorCode.WRONG_PHASE, "the time of this arena is up: its last games are being played")
    elif known is not None:
        if t.round >= t.rounds:
            raise Refused(
                ErrorCode.WRONG_PHASE, "the last round of this tournament is paired: there is nothing to come back to"
            )
    elif 2 * t.round > t.rounds:
        raise Refused(
            ErrorCode.WRONG_PHASE,
            f"it is too late to enter: round {t.round} of {t.rounds} has begun, and half of them is the limit",
        )
