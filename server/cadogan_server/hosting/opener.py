"""Opens rooms."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from cadogan_games import catalogue
from cadogan_games.daily import ContestKind, contest_of
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import KEY_BYTES
from cadogan_protocol.parts import OptionValue
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.clock import Clock
from cadogan_server.hosting.bots.seating import Seating
from cadogan_server.hosting.finder import store_answering
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.registry import Registry
from cadogan_server.hosting.space import Space
from cadogan_server.rooms import fairness
from cadogan_server.rooms.finished.ghosts import PlayedDeal
from cadogan_server.rooms.opening import (
    carried_over,
    contest_options,
    contest_rules,
    continued,
    must_go_together,
    open_room,
    resolved_rules,
)
from cadogan_server.rooms.records import Created, Leg, Score
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.seats import hashed
from cadogan_server.rooms.sequel import Choice
from cadogan_server.rooms.series import must_be_a_series
from cadogan_server.rooms.state import Wish
from cadogan_server.settings import Settings
from cadogan_server.store.games.days import Days
from cadogan_server.store.log.room_leases import RoomLeases
from cadogan_server.store.people.origins import Origin, unknown
from cadogan_server.store.people.players import Player

RACE: ContestKind = "race"
"""The contest of a day whose deal is proved winnable."""


class NodeLeaving(Exception):
    """This node opens no more rooms; the client must connect to another node."""


class Entrant(NamedTuple):
    """The player who opens a room.

    Attributes:
        player: the player.
        address: the player's address, for the limits.
        request: the id of the request.
        origin: marks of where the player comes from.
        program: the kind of program that plays; empty for a person.
    """

    player: Player
    address: str
    request: int
    origin: Origin = unknown
    program: str = ""


class Inheritance(NamedTuple):
    """The things that a new room takes over from others.

    Attributes:
        before: the room that it follows; it has the same key.
        played: the deal of another room, to play it again.
        score: the group's running score so far.
        host: the player who becomes host on taking a seat; empty: the first player is host.
        leg: the race of a series; empty: its first race, or a room by itself.
    """

    before: Hub | None = None
    played: PlayedDeal | None = None
    score: tuple[Score, ...] = ()
    host: str = ""
    leg: Leg | tuple[()] = ()


NOTHING = Inheritance()


class Terms(NamedTuple):
    """The game, the options and the deal of a new room.

    Attributes:
        revision: the current revision of the game's rules.
        options: the options of the game, all of them.
        rules: the options of the room, all of them.
        day: the day of the deal; empty for another deal.
        day_secret: the secret of that day.
        contest: the kind of the contest of that day; empty outside.
    """

    revision: int
    options: dict[str, OptionValue]
    rules: RoomOptions
    day: str
    day_secret: bytes
    contest: str


class Opener:
    """Opens new rooms.

    Args:
        settings: the settings of rooms.
        clock: the rooms' clock.
        registry: the rooms in use.
        leases: gives codes and logs.
        space: decides whether one more room may be opened.
        days: the deals of the day.
        seating: brings the bots of a room into its rematch.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        registry: Registry,
        leases: RoomLeases,
        space: Space,
        days: Days,
        seating: Seating,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._registry = registry
        self._leases = leases
        self._space = space
        self._days = days
        self._seating = seating

    async def prepare(self) -> None:
        """Prepare what a new room needs. Call this before `open`.

        Raises:
            NodeLeaving: this node is about to end.
            Refused: the store does not answer.
        """
        if self._registry.leaving:
            raise NodeLeaving
        with store_answering():
            await self._leases.prepare()

    def open(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        rules: RoomOptions,
        entrant: Entrant,
        inherited: Inheritance = NOTHING,
    ) -> tuple[Hub, int]:
        """Open a room, seat its first player, and return the room and the seat.

        Args:
            game: the game's id.
            options: the options of the game.
            rules: the options of the room.
            entrant: the player who opens it.
            inherited: what it has from other rooms.

        Raises:
            Refused: there are too many rooms, the room's options don't go together, or the deal of the day is not known.
            CatalogueError: there is no such game or option.
        """
        now, player = self._clock.now(), entrant.player
        must_be_a_series(rules, catalogue.head_of(game), inherited.leg)
        terms = self._terms(game, options, rules, now, inherited.played, entrant.address)
        key = secrets.token_urlsafe(KEY_BYTES) if rules.by_link else None
        if inherited.before is not None:  # everybody with the link of the first room may follow to the next
            key = inherited.before.key
        if inherited.host == player.id:
            inherited = inherited._replace(host="")
        room = open_room(self._created(now, game, terms, key, inherited))
        seat = room.sit(
            player.id, player.name, now, bot=entrant.program, request=entrant.request, origin=entrant.origin(now)
        )
        hub = self._registry.add(room, self._leases.open(room.code, now), entrant.address)
        hub.key = key
        self._registry.chronicle.opened(hub, player.id)
        hub.flush()
        return hub, seat

    def rematch(self, old: Hub, entrant: Entrant, choice: Choice | None = None) -> tuple[Hub, int]:
        """Open the room that follows another: with the same options and bots, and with the game that its players have
        chosen.

        The host of the new room is the player who chooses the next game in the old one, even if another player opens it.

        Raises:
            Refused: there are too many rooms, or the game does not go together with the room's options.
        """
        made, here = old.room.state.created, old.volatile.present
        if old.room.state.rules.tournament:
            raise Refused(
                ErrorCode.WRONG_PHASE,
                f"room {old.code} belongs to a tournament, which says who plays whom next; go back there",
            )
        wish = Wish(made.game, made.options)
        leg: Leg | tuple[()] = ()
        if choice is None and old.room.state.rules.races:
            wish, leg = old.room.series.following(here)
        (game, options), vote, decided = choice or Choice(wish)
        before, head = catalogue.head_of(made.game), catalogue.head_of(game)
        rules = continued(
            old.room.state.rules if game == made.game else carried_over(old.room.state.rules, before, head), head
        )
        series = old.room.state.rules if choice is None else RoomOptions()
        chat = rules.by_link and old.room.state.chat
        rules = rules.model_copy(update={"races": series.races, "games": series.games, "matched": False, "chat": chat})
        same_deal = made.seed and (game, options) == (made.game, made.options)
        played = PlayedDeal(made.revision, made.seed, made.ghosts, made.start) if same_deal else None
        score = old.room.sequel.score
        chooser = old.room.sequel.chooser(here)
        host = old.room.state.occupants[chooser].player if chooser is not None else ""
        hub, seat = self.open(game, options, rules, entrant, Inheritance(old, played, score, host, leg))
        self._seating.bring_along(old, hub, seat, entrant.address)
        self._lead_on(old, hub, entrant.player, vote, decided)
        if old.room.state.phase == "lobby":
            for earlier in self._registry.followed_by(old):
                self._lead_on(earlier, hub, entrant.player, vote, decided)
        return hub, seat

    def _lead_on(self, old: Hub, hub: Hub, player: Player, vote: str, decided: int | None) -> None:
        """Note in a room that another one follows it, which this player has opened. A lobby that is replaced is passed over: a
        guest who still reads the results of the room before it learns of the new game."""
        game = hub.room.state.created.game
        with old.change() as room:
            by, other = room.state.seat_of(player.id), "" if game == room.state.created.game else game
            room.follow(hub.room.code, self._clock.now(), by, other, vote, decided)

    def _created(self, now: int, game: str, terms: Terms, key: str | None, inherited: Inheritance) -> Created:
        """Return the first record of a room."""
        before, played, score, host, leg = inherited
        return Created(
            at=now,
            identity=secrets.token_hex(8),
            code=self._leases.free_code(),
            game=game,
            revision=played.revision if played else terms.revision,
            options=terms.options,
            rules=terms.rules.model_dump(mode="json", exclude=_unknown_earlier(terms.rules)),
            secret=secrets.token_bytes(32),
            countdown=int(1000 * self._settings.countdown),
            between_games=int(1000 * self._settings.between_games),
            key=before.room.state.created.key if before is not None else hashed(key) if key else b"",
            day=terms.day,
            day_secret=terms.day_secret,
            contest=terms.contest,
            seed=played.seed if played else b"",
            ghosts=played.ghosts if played else (),
            number=_number_after(before),
            score=score,
            host=host,
            proof=self._days.proofs.proof(terms.day) or () if terms.contest == RACE else (),
            start=played.start if played else (),
            leg=leg,
        )

    def _terms(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        rules: RoomOptions,
        now: int,
        played: PlayedDeal | None,
        address: str,
    ) -> Terms:
        """Return the terms of a new room, which may be opened now; raise as `open` does."""
        head = catalogue.head_of(game)
        day, day_secret = self._day(now) if rules.deal == "daily" else ("", b"")
        contest = contest_of(day, game) if day else None
        if contest and contest.kind == RACE and self._days.proofs.is_sought(day):
            raise Refused(
                ErrorCode.BUSY, f"this server still searches for a winnable deal for {day}; ask again", wait=3
            )
        if played is None:
            must_go_together(rules, head, contest)
        self._space.must_be_free(address)
        if rules.days_per_turn is not None:
            options = {**options, "move_seconds": 0}
        year = datetime.fromtimestamp(now / 1000, UTC).year
        chosen = contest_options(contest, options, year) if contest else catalogue.resolve_options(game, options, year)
        rules = contest_rules(contest) if contest else rules
        rules = resolved_rules(rules, head, rules.time_limit or catalogue.game(game, chosen).head.time_limit)
        return Terms(head.revision, chosen, rules, day, day_secret, contest.kind if contest else "")

    def _day(self, now: int) -> tuple[str, bytes]:
        """Return the current day and its secret."""
        day = fairness.day_of(now)
        secret = self._days.secret(day)
        if secret is None:
            raise Refused(
                ErrorCode.STORE_DOWN,
                f"the deal of {day} is not known here, as the store does not answer; try again soon, or take a fresh deal",
            )
        return day, secret


_LATER_OPTIONS = ("advice", "numbering", "races", "games", "tournament", "days_per_turn", "matched", "chat")


def _unknown_earlier(rules: RoomOptions) -> set[str]:
    """Return the options that nodes of earlier versions don't know and that this room, as most, can do without."""
    usual = RoomOptions()
    return {name for name in _LATER_OPTIONS if getattr(rules, name) == getattr(usual, name)}


def _number_after(before: Hub | None) -> int:
    """Return the number of a group's game. A game that replaces another in its lobby keeps the other's number."""
    if before is None:
        return 1
    state = before.room.state
    return state.created.number + (state.phase != "lobby")
