"""Builds a room from its first record, or from its whole log."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import TypeVar

from pydantic import ValidationError

from cadogan_games import catalogue
from cadogan_games.daily import Contest
from cadogan_games.engine.head import Head
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.parts import OptionValue
from cadogan_protocol.room_options import MOST_NUMBER, UNSEEN_DEALS, RoomOptions
from cadogan_protocol.wording import NUMBERINGS
from cadogan_server.rooms.kinds.registry import MODES, Modes, kind_named, kind_of, most_of
from cadogan_server.rooms.records import BadLog, Created, NewerLog, Record
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room

Result = TypeVar("Result")


def open_room(created: Created, modes: Modes = MODES) -> Room:
    """Return the room that begins with this record, with the record committed. `modes` has the mode of each kind.

    Raises:
        CatalogueError: there is no such game or option.
    """
    room = Room(created, modes)
    room.records.append(created)
    return room


def must_go_together(rules: RoomOptions, game: Head, contest: Contest | None = None) -> None:
    """Check that the options of a room go together, and with its game. `contest` is the contest of the day that the
    room is for.

    Raises:
        Refused: they don't.
    """
    if rules.deal == "again":
        raise Refused(
            ErrorCode.BAD_OPTION,
            "a room with the deal of another room is opened by `race_ghosts` or `play_from`, which name that room",
        )
    _number_must_fit(rules, game)
    kind = kind_of(game)
    if rules.spectators == "live" and rules.public and kind.own_boards:
        raise Refused(
            ErrorCode.BAD_OPTION,
            "a race in the list of rooms can't be watched live, because a racer could look at the others' cards through a second "
            "window: choose `spectators` = fair, or `public` = false",
        )
    if rules.by_link and rules.public:
        raise Refused(
            ErrorCode.BAD_OPTION,
            "a room that is `by_link` is in no list: set `public` to false, or let the code be enough",
        )
    if rules.chat and not rules.by_link:
        raise Refused(
            ErrorCode.BAD_OPTION,
            "only in a room that is `by_link` may players write free text to each other: leave `chat` out, or set `by_link`",
        )
    if rules.target and not kind.matches:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"only a duel is played to a `target` of the room: leave {rules.target} out for {game.title}",
        )
    _days_must_fit(rules, game)
    if rules.deal == "winnable" and not kind.own_boards:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"only the deal of a race can be proved winnable: leave `deal` out for {game.title}, which is none",
        )
    if rules.advice and not kind.own_boards:
        raise Refused(
            ErrorCode.BAD_OPTION, f"only racers can be advised: leave `advice` out for {game.title}, which is no race"
        )
    if rules.advice and rules.deal == "daily":
        raise Refused(
            ErrorCode.BAD_OPTION,
            "nobody is advised on the deal of the day, because it is the same for everybody: leave `advice` out",
        )
    if rules.deal != "fresh" and kind.hidden_hands and contest is None:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"a room of {game.title} can't have a {rules.deal} deal, because a player who knows it knows the others' cards: "
            "leave `deal` out",
        )


def _days_must_fit(rules: RoomOptions, game: Head) -> None:
    """Check that a room whose turns have days is for a game by turns, and that nothing else limits its time.

    Raises:
        Refused: it is not so.
    """
    if rules.days_per_turn is None:
        return
    if not kind_of(game).turns:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"only a duel is played by correspondence: leave `days_per_turn` out for {game.title}, which is none",
        )
    if rules.deal == "daily":
        raise Refused(
            ErrorCode.BAD_OPTION, "the duel of the day is played at one sitting: leave `days_per_turn` out for it"
        )
    if rules.target:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"a correspondence duel is a single game: leave `target` out, which is {rules.target}, or `days_per_turn`",
        )


def _number_must_fit(rules: RoomOptions, game: Head) -> None:
    """Check that a room has a number if its deal is numbered, and that the game has a deal of that number.

    Raises:
        Refused: it is not so.
    """
    number, numbering = rules.number, rules.numbering
    most = MOST_NUMBER[numbering]
    if rules.deal != "numbered":
        if number is not None or numbering != "cadogan":
            what = f"`number`, which is {number}" if number is not None else f"`numbering`, which is {numbering}"
            raise Refused(
                ErrorCode.BAD_OPTION, f"a {rules.deal} deal has no {what}: leave it out, or ask for a numbered deal"
            )
    elif numbering not in ("cadogan", *game.numberings):
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"{game.title} has no deals by {NUMBERINGS[numbering]}'s numbers: leave `numbering` out, or choose a game that lists "
            f"{numbering} among its `numberings`, as FreeCell does",
        )
    elif number is None:
        raise Refused(ErrorCode.BAD_OPTION, f"a numbered deal needs its `number`, from 1 to {most}")
    elif number > most:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"there is no deal {number} by {NUMBERINGS[numbering]}'s numbers: choose a `number` from 1 to {most}",
        )


def contest_rules(contest: Contest) -> RoomOptions:
    """Return the options of a room for a contest of a day: the same for everybody, so that results can be compared.

    Nobody may watch, as spectators would learn the cards.
    """
    return RoomOptions(
        deal="daily",
        time_limit=0,
        undo="covered",
        spectators="none",
        rated=False,
        public=False,
        seats=kind_named(contest.kind).fewest,
    )


def contest_options(contest: Contest, options: Mapping[str, OptionValue], year: int) -> dict[str, OptionValue]:
    """Return all options of the game of a contest, after a check that a player's choice is the same.

    Raises:
        Refused: it is not.
        CatalogueError: the game has no such options.
    """
    chosen = catalogue.resolve_options(contest.game, {**contest.options, **options}, year)
    if chosen != catalogue.resolve_options(contest.game, contest.options, year):
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"all play today's deal of {catalogue.head_of(contest.game).title} with the same options: leave yours out",
        )
    return chosen


def continued(rules: RoomOptions, game: Head) -> RoomOptions:
    """Return the options of a room that follows one with these options. An old room may have options that are no longer
    allowed.
    """
    if rules.spectators == "live" and rules.public and kind_of(game).own_boards:
        return rules.model_copy(update={"spectators": "fair"})
    return rules


def carried_over(rules: RoomOptions, old: Head, new: Head) -> RoomOptions:
    """Return the options of a room with another game than the one before. Options that the old game may have set, or
    that mean nothing to the new game, get their defaults.
    """
    usual = RoomOptions()
    if rules.deal == "daily" or rules.deal == "again":  # such a room is for one player and for practice
        return usual
    stays_winnable = rules.deal == "winnable" and kind_of(new).own_boards
    changed: dict[str, object] = {
        "deal": rules.deal if stays_winnable else usual.deal,
        "number": usual.number,
        "numbering": usual.numbering,
        "races": usual.races,
        "games": usual.games,
    }
    if not old.undo_allowed:
        changed["undo"] = usual.undo
    if old.kind != new.kind:
        changed |= {
            "advice": rules.advice and kind_of(new).own_boards,
            "target": usual.target,
            "days_per_turn": usual.days_per_turn,
            "time_limit": usual.time_limit if kind_of(new).one_clock else 0,
        }
    return rules.model_copy(update=changed)


def resolved_rules(rules: RoomOptions, game: Head, time_limit: int) -> RoomOptions:
    """Return the options of a new room with their effects on each other.

    A race that others could spy on is not rated, nor one on a deal that somebody may know, nor one in which racers are
    advised. In a rated race, moves that
    revealed something can't be taken back. A game without undo has none.

    `time_limit` is the race's, in seconds; 0: it has none.
    """
    only_afterwards = rules.spectators == "delayed" and 0 < time_limit < rules.delay
    spied_on = kind_of(game).own_boards and rules.spectators in ("live", "delayed") and not only_afterwards
    if spied_on or rules.advice or rules.deal not in UNSEEN_DEALS:
        rules = rules.model_copy(update={"rated": False})
    if rules.days_per_turn is not None:
        rules = rules.model_copy(update={"time_limit": 0})
    kind = kind_of(game)
    if not kind.own_boards and kind.fewest < kind.most:
        seats = max(game.fewest, min(rules.seats, most_of(game)))
        rules = rules.model_copy(update={"seats": seats})
    if not game.undo_allowed:
        rules = rules.model_copy(update={"undo": "none"})
    elif rules.rated and rules.undo == "free":
        rules = rules.model_copy(update={"undo": "covered"})
    return rules


def replay(records: Iterable[Record], modes: Modes = MODES) -> Room:
    """Return the room of a log. `modes` has the mode of each kind.

    Raises:
        BadLog: the log is empty, makes no sense, or was made under rules that no longer exist.
        NewerLog: a later version made it.
    """
    return at_once(replaying(records, modes))


def replaying(records: Iterable[Record], modes: Modes = MODES) -> Generator[None, None, Room]:
    """Replay a log as `replay` does, one record in each step."""
    log = iter(records)
    created = next(log, None)
    if not isinstance(created, Created):
        raise BadLog("a log must begin with the opening of its room")
    try:
        room = Room(created, modes)
        for record in log:
            room.replay((record,))
            yield
    except BadLog:
        raise
    except catalogue.UnknownGame as error:
        raise NewerLog(f"room {created.code}: {error}") from error
    except catalogue.UnknownRevision as error:
        newer = created.revision > catalogue.head_of(created.game).revision
        raise (NewerLog if newer else BadLog)(f"room {created.code}: {error}") from error
    except ValidationError as error:
        if unknown := _unknown_options(error):
            raise NewerLog(f"room {created.code} has options that this version does not know: {unknown}") from error
        raise BadLog(f"the log of room {created.code} makes no sense: {error!r}") from error
    except Exception as error:  # a broken log may raise anything, and one room must not stop the recovery of others
        raise BadLog(f"the log of room {created.code} makes no sense: {error!r}") from error
    return room


def _unknown_options(error: ValidationError) -> str:
    """Return the room options at fault that only a later version can have written: with a name, or a word, unknown here."""
    found = [one for one in error.errors() if one["type"] in ("extra_forbidden", "literal_error")]
    return ", ".join(f"{'.'.join(map(str, one['loc']))} = {one['input']!r}" for one in found)


def at_once(work: Generator[None, None, Result]) -> Result:
    """Run work that pauses between its steps to the end without a pause; return its result, or raise what it raises."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result
