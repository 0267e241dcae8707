"""Questions that change nothing: the catalogue, the rooms, the boards, replays."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import cache

from cadogan_games import catalogue, texts
from cadogan_games.report import deals_played, mean_moves, solvable_share, verdicts_on, won_share
from cadogan_games.solver.proof import found_soon
from cadogan_protocol.boards import BoardMetric, BoardPeriod, BoardScope, OwnFigures
from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import GameInfo, ProvedDeals
from cadogan_protocol.messages import (
    Games,
    GetLeaderboard,
    GetReplay,
    GetReplayText,
    GetRules,
    Leaderboard,
    ListGames,
    ListRooms,
    Ping,
    Pong,
    Rooms,
    Rules,
)
from cadogan_protocol.parts import OptionValue
from cadogan_server.delivery.frame import ANY_REQUEST, SharedAnswer
from cadogan_server.gateway.handlers.locating import look_up, must_not_spoil
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.fairness import day_of
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.boards.board_reader import Board, Rows, board_of_game, board_of_ratings
from cadogan_server.store.boards.boards import Boards
from cadogan_server.store.boards.periods import period_of


@cache
def game_infos(language: str = texts.ENGLISH) -> tuple[GameInfo, ...]:
    """Return the catalogue as a message in an existing language, games that race well first."""
    heads = map(catalogue.head_of, catalogue.ids())
    return tuple(
        GameInfo(
            id=head.id,
            title=texts.title(head.id, language),
            other_names=texts.other_names(head.id, language),
            titles=texts.titles(head.id, language),
            summary=texts.summary(head.id, language),
            variant_of=head.variant_of,
            family=head.family,
            kind=head.kind,
            fewest=head.fewest,
            most=head.players if head.players > 1 else None,
            packs=head.packs,
            cards=head.cards,
            race=head.race,
            race_why=texts.race_why(head.id, language),
            options=dict(head.option_values),
            undo=head.undo_allowed,
            time_limit=head.time_limit,
            progress_max=head.progress_max,
            revision=head.revision,
            source=texts.source(head.id, language),
            won=won_share(head.id),
            won_of=deals_played(head.id),
            moves=mean_moves(head.id),
            solvable=solvable_share(head.id),
            proved=_proved(head.id),
            numberings=head.numberings,
            winnable=found_soon(head.id),
        )
        for head in heads
    )


def _proved(game: str) -> ProvedDeals | None:
    row = verdicts_on(game)
    return ProvedDeals(deals=row.deals, won=row.won, lost=row.lost) if row.deals else None


def list_games(session: Session, message: ListGames) -> None:
    """Answer `list_games`."""
    session.send_large(games_answer(texts.spoken(message.language)), message.id)


@cache
def games_answer(language: str) -> SharedAnswer:
    """Return the answer to `list_games` in a language, made once."""
    return SharedAnswer(Games(re=ANY_REQUEST, games=game_infos(language)))


def prepare() -> None:
    """Compute answers that are the same for all clients and take too long to compute while others play."""
    for language in texts.languages():
        for fmt in Format:
            games_answer(language).size(fmt)
        for game in catalogue.ids():
            texts.how_to(game, language)


def list_rooms(session: Session, message: ListRooms) -> None:
    """Answer `list_rooms`."""
    session.send(
        Rooms(re=message.id, rooms=session.services.rooms.listing.listed(), played=session.services.store.played.most)
    )


def get_rules(session: Session, message: GetRules) -> None:
    """Answer `get_rules`."""
    head, language = catalogue.head_of(message.game), texts.spoken(message.language)
    title, text = texts.title(head.id, language), texts.how_to(head.id, language)
    session.send(
        Rules(
            re=message.id,
            game=head.id,
            title=title,
            text=text,
            language=language,
            source=texts.source(head.id, language),
        )
    )


async def get_leaderboard(session: Session, message: GetLeaderboard) -> None:
    """Answer `get_leaderboard`."""
    boards, game, now = session.services.store.boards, message.game, session.services.clock.real()
    options = board_named(game, message.options, now)
    board = board_asked(game, message.metric, options, message.period, message.scope, now)
    assert session.player is not None
    player = session.player.id
    rows = await _rows(boards, board, player, message)
    session.send(
        Leaderboard(
            re=message.id,
            game=game,
            metric=message.metric,
            rows=rows.rows,
            period=message.period,
            scope=message.scope,
            view=message.view,
            total=rows.total,
            next=_next(message, rows),
            mine=await boards.row_of(board, player) if session.is_somebody else None,
            options=catalogue.options_of(options),
            boards=await boards.boards(game),
            ranking=await boards.ranking(player if session.is_somebody else None)
            if message.metric == "rating"
            else None,
            own=await session.services.store.history.own(player, game, options)
            if session.is_somebody
            else OwnFigures(),
        )
    )


async def _rows(boards: Boards, board: Board, player: str, message: GetLeaderboard) -> Rows:
    match message.view:
        case "top":
            return await boards.best(board, message.count, message.after)
        case "around":
            return await boards.around(board, player, message.count)
        case "among":
            return await boards.among(board, [player, *message.players], message.count)


def _next(message: GetLeaderboard, rows: Rows) -> int | None:
    """Return the number of rows before the next page; None if there is none."""
    seen = message.after + len(rows.rows)
    return seen if message.view == "top" and rows.rows and seen < rows.total else None


def board_asked(
    game: str, metric: BoardMetric, options: str, period: BoardPeriod, scope: BoardScope, now: int
) -> Board:
    """Return the board that a request names at the time `now`, in ms since 1970: of a game, its family, or of
    everything.

    Raises:
        Refused: there is no such board.
        CatalogueError: there is no such game.
    """
    family = catalogue.head_of(game).family
    if scope == "game":
        return board_of_game(game, metric, options, period_of(period, now).key, day=day_of(now))
    if metric != "rating" or period != "ever":
        raise Refused(
            ErrorCode.BAD_MESSAGE,
            f"a family, or all games together, have only ratings, and only for all time: not {metric!r} with the period {period!r}",
        )
    return board_of_ratings(game, family if scope == "family" else "")


def board_named(game: str, options: Mapping[str, OptionValue], now: int) -> str:
    """Return the name of the board of a game with these options, as `catalogue.board` writes it.

    Raises:
        CatalogueError: there is no such game, option or board.
    """
    board = catalogue.board(game, options, datetime.fromtimestamp(now / 1000, UTC).year)
    if board is None:
        raise catalogue.BadOption(
            f"{catalogue.head_of(game).title} has no board for {', '.join(options)} other than by default: leave it out"
        )
    return board


async def get_replay(session: Session, message: GetReplay) -> None:
    """Answer `get_replay`."""
    await _send_replay(session, message, session.services.rooms.replays.of)


async def get_replay_text(session: Session, message: GetReplayText) -> None:
    """Answer `get_replay_text`."""
    await _send_replay(session, message, session.services.rooms.replays.text_of)


async def _send_replay(
    session: Session, message: GetReplay | GetReplayText, of: Callable[[Hub], Awaitable[SharedAnswer]]
) -> None:
    hub = await look_up(session, message.room, message.key)
    hub.room.state.must_be_over()
    if session.player is not None and hub.room.state.seat_of(session.player.id) is None:
        await must_not_spoil(session, hub.room.state.created)
    with session.limits.replays.holding(session.address):
        answer = await of(hub)
        await session.services.queue.through(answer.encoding(session.outbox.fmt), session.address)
    session.send_large(answer, message.id)


def ping(session: Session, message: Ping) -> None:
    """Answer `ping`."""
    session.send(Pong(re=message.id, now=session.services.clock.real()))
