"""The messages about a tournament."""

from __future__ import annotations

from cadogan_protocol.messages import TournamentGame
from cadogan_server.hosting.tournaments.telling import SHOWN_LINES, WINNERS_NAMED, Telling, Told
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Result
from tests.server.tournaments.evening import Evening, terms


def evening(kind: str = "arena", players: int = 3, **changed: object) -> Evening:
    made = Evening(terms(kind, **changed))  # type: ignore[arg-type]
    made.t.id = "evening"
    made.enter(*(f"p{number}" for number in range(players)))
    return made


def test_everybody_is_told_the_first_lines_and_a_player_the_own_one() -> None:
    told = Told(evening(players=SHOWN_LINES + 5).t)
    assert len(told.tournament(7).standings) == SHOWN_LINES
    assert told.tournament(7).waiting == 7
    mine = told.mine("p24")
    assert mine.line is not None
    assert (mine.line.name, mine.entered, mine.game) == ("P24", True, None)
    assert told.mine("stranger").line is None


def test_a_bot_has_a_level_and_no_id() -> None:
    made = evening("knockout", 1, bots="good", fill=2)
    made.begin()
    told = Told(made.t).tournament(0)
    assert {(line.bot, line.player is None) for line in told.standings} == {("", False), ("good", True)}
    games: tuple[TournamentGame, ...] = told.games
    assert [player.bot for player in games[0].players] == ["", "good"]


def ended(players: int, result: Result = "first") -> str:
    """Return who has won an arena in which each pair has played one game, which its first player has won."""
    made = evening(players=players)
    made.begin()
    made.away = set(made.t.competitors)
    for pairing in made.games():
        made.decide(pairing.number, result)
    made.wait(made.t.until - made.now + 1)
    told = Told(made.t).listed
    assert told.phase == "over"
    return told.winner


def test_all_who_share_the_first_place_have_won_and_nobody_without_a_point() -> None:
    assert ended(2) == "P0"
    assert ended(4) == "P0, P2"
    assert ended(12).endswith(", …")
    assert len(ended(12).split(", ")) == WINNERS_NAMED + 1
    assert ended(4, "neither") == ""


def test_what_was_made_is_kept_until_something_changes() -> None:
    made, telling = evening(), Telling()
    first = telling.of(made.t)
    assert telling.of(made.t) is first
    made.write(orders.leave(made.t, made.now, "p1"))
    assert telling.of(made.t) is not first
    telling.keep([])
    assert telling.of(made.t) is not first


def test_what_many_ask_for_is_made_once() -> None:
    told = Told(evening().t)
    assert told.answer(1) is told.answer(1)
    assert told.picture(1) is told.picture(1)
    assert told.listed is told.listed
    assert told.answer(1) is not told.answer(2)
