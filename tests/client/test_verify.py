"""Checking a finished race: an honest one passes, and every single lie is found and named."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Awaitable, Callable, Iterable
from hashlib import sha256
from importlib.metadata import EntryPoints
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from cadogan_client import Client, dealt
from cadogan_client.commands import program
from cadogan_client.dealt import check_deal
from cadogan_client.promise import Witness
from cadogan_client.reading import Reader
from cadogan_client.records import BadReplay, fetch, published_day, read, write
from cadogan_client.signed import check_replay, check_signature, fetch_signed, published_keys
from cadogan_client.verify import Check, NotVerifiable, PublishedDay, check_fairness, in_words, is_fair
from cadogan_protocol import Replay, Results, RoomOptions, RoomState
from cadogan_protocol.documents.sample import NONCE, NONCE_HASH, SECRET, START
from cadogan_protocol.notation import Recording, Signed, parted, signed_bytes, with_signature, written
from cadogan_protocol.notation import read as read_recording
from cadogan_protocol.rooms import DealProof
from cadogan_server.app import Running
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.replays.from_log import story
from cadogan_server.rooms.fairness import bot_nonce, promise
from cadogan_server.rooms.finished.retelling import recorded
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.room import Room
from cadogan_server.store import keys
from cadogan_server.store.people.signing import YEAR_MS, Signing
from tests.client.scripted import LOBBY
from tests.server.core import NOON, all_ready, created

Connect = Callable[..., Awaitable[Client]]

ADA = LOBBY.seats[0].model_copy(update={"nonce_hash": NONCE_HASH, "ready": True})
BOT_NONCE = bot_nonce(SECRET, 1)
BOT = ADA.model_copy(update={"seat": 1, "name": "Robin", "bot": "easy", "nonce_hash": promise(BOT_NONCE)})
SEED = sha256(b"cadogan fresh deal" + SECRET + bytes.fromhex(NONCE) + bytes.fromhex(BOT_NONCE)).hexdigest()
HONEST = LOBBY.model_copy(
    update={
        "results": Results(rows=(), secret=SECRET.hex(), nonces=(NONCE, BOT_NONCE), seed=SEED),
        "starts": START,
        "seats": (ADA, BOT),
    }
)
WITNESS = Witness(HONEST.commit, {0: NONCE_HASH, 1: promise(BOT_NONCE)}, 0, NONCE)


def made_of(secret: bytes, *nonces: str) -> str:
    return sha256(b"cadogan fresh deal" + secret + b"".join(map(bytes.fromhex, nonces))).hexdigest()


def lied(state: RoomState = HONEST, **fields: object) -> RoomState:
    """The state with other results."""
    assert state.results is not None
    return state.model_copy(update={"results": state.results.model_copy(update=fields)})


def wrong(checks: Iterable[Check]) -> list[str]:
    """What is found to be wrong."""
    return [check.what for check in checks if check.holds is False]


# ---- fresh deals -----------------------------------------------------------------------------------------------------


def test_an_honest_race_passes() -> None:
    checks = check_fairness(HONEST, WITNESS)
    assert [check.what for check in checks] == [
        "the room's secret is the one that was promised when the room was opened",
        "the nonce of Ada is the one that was promised",
        "the nonce of Robin is the one that was promised",
        "the seed is made of the room's secret and all nonces",
        "the promise of the room's secret is still the one that this client has seen",
        "the promises of the nonces are still those that this client has seen",
        "the own nonce stands at the own seat",
    ]
    assert all(check.holds for check in checks)


WINNABLE = HONEST.model_copy(
    update={
        "rules": RoomOptions(deal="winnable"),
        "proof": DealProof(number=3, nodes=5000, revision=1),
        "results": HONEST.results
        and HONEST.results.model_copy(
            update={"seed": sha256(bytes.fromhex(SEED) + bytes((0, 0, 0, 3))).hexdigest()},
        ),
    }
)
"""A race with deal 3 of the row that its secret and nonces give."""


def test_a_winnable_deal_has_the_seed_of_its_number() -> None:
    assert not wrong(check_fairness(WINNABLE, WITNESS))
    other = WINNABLE.model_copy(update={"proof": DealProof(number=2, nodes=5000, revision=1)})
    assert wrong(check_fairness(other)) == [
        "the seed is that of deal 2 in the row that the room's secret and all nonces give"
    ]
    assert len(wrong(check_fairness(WINNABLE.model_copy(update={"proof": None})))) == 1, "then it must be deal 0"
    lie = lied(WINNABLE, nonces=(OTHER, BOT_NONCE))
    assert "the nonce of Ada is the one that was promised" in wrong(check_fairness(lie))


OTHER = "ff" * 16


@pytest.mark.parametrize(
    ("state", "named"),
    [
        (lied(secret="00" * 32), "the room's secret is the one"),
        (lied(secret="00" * 32, seed=made_of(bytes(32), NONCE, BOT_NONCE)), "the room's secret is the one"),
        (HONEST.model_copy(update={"commit": "00" * 32}), "the room's secret is the one"),
        (lied(nonces=(OTHER, BOT_NONCE), seed=made_of(SECRET, OTHER, BOT_NONCE)), "the nonce of Ada"),
        (lied(nonces=(NONCE, OTHER), seed=made_of(SECRET, NONCE, OTHER)), "the nonce of Robin"),
        (lied(nonces=("", BOT_NONCE), seed=made_of(SECRET, BOT_NONCE)), "the nonce of Ada"),
        (lied(nonces=()), "there are as many nonces as players, 2"),
        (lied(seed="00" * 32), "the seed is made of the room's secret and all nonces"),
        (
            HONEST.model_copy(update={"seats": (ADA.model_copy(update={"nonce_hash": None}), BOT)}),
            "the nonce of Ada",
        ),
    ],
)
def test_every_lie_is_found_and_named(state: RoomState, named: str) -> None:
    found = wrong(check_fairness(state))
    assert len([what for what in found if named in what]) == 1, found


def test_a_different_promise_to_one_player_is_found() -> None:
    """The server has made all anew once it knew the nonces: only who has kept the promises can tell."""
    secret = b"x" * 32
    results: dict[str, object] = {"secret": secret.hex(), "seed": made_of(secret, NONCE, BOT_NONCE)}
    chosen = lied(HONEST.model_copy(update={"commit": sha256(secret).hexdigest()}), **results)
    assert is_fair(check_fairness(chosen))
    assert wrong(check_fairness(chosen, WITNESS)) == [
        "the promise of the room's secret is still the one that this client has seen"
    ]
    robin = BOT.model_copy(update={"nonce_hash": promise(OTHER)})
    results = {"nonces": (NONCE, OTHER), "seed": made_of(SECRET, NONCE, OTHER)}
    chosen = lied(HONEST.model_copy(update={"seats": (ADA, robin)}), **results)
    assert is_fair(check_fairness(chosen))
    assert wrong(check_fairness(chosen, WITNESS)) == [
        "the promises of the nonces are still those that this client has seen"
    ]
    ada = ADA.model_copy(update={"nonce_hash": promise(OTHER)})
    results = {"nonces": (OTHER, BOT_NONCE), "seed": made_of(SECRET, OTHER, BOT_NONCE)}
    chosen = lied(HONEST.model_copy(update={"seats": (ada, BOT)}), **results)
    assert "the own nonce stands at the own seat" in wrong(check_fairness(chosen, WITNESS))


def test_the_own_nonce_at_another_seat_is_found() -> None:
    """All promises were kept, but two were exchanged before the deal: the same nonces, in another order."""
    exchanged = lied(nonces=(BOT_NONCE, NONCE), seed=made_of(SECRET, BOT_NONCE, NONCE))
    ada, robin = (seat.model_copy(update={"nonce_hash": other.nonce_hash}) for seat, other in ((ADA, BOT), (BOT, ADA)))
    seats = exchanged.model_copy(update={"seats": (ada, robin)})
    assert is_fair(check_fairness(seats))
    assert "the own nonce stands at the own seat" in wrong(check_fairness(seats, WITNESS))
    assert not wrong(check_fairness(HONEST.model_copy(update={"seats": (BOT, ADA)}), WITNESS)), (
        "seats are told by number"
    )


def test_a_room_that_tells_of_no_promises_proves_nothing() -> None:
    """As those of an earlier version, and as one of a server that hides them."""
    seats = tuple(seat.model_copy(update={"nonce_hash": None}) for seat in HONEST.seats)
    checks = check_fairness(HONEST.model_copy(update={"seats": seats}))
    assert [check.holds for check in checks] == [True, None, True]
    old = sha256(SECRET + bytes.fromhex(NONCE) + bytes.fromhex(BOT_NONCE)).hexdigest()
    assert is_fair(check_fairness(lied(HONEST.model_copy(update={"seats": seats}), seed=old)))
    assert not is_fair(check_fairness(lied(seed=old)))
    assert wrong(check_fairness(HONEST.model_copy(update={"seats": seats}), WITNESS))


def test_who_has_promised_nothing_has_nothing_to_check() -> None:
    quiet = HONEST.model_copy(update={"seats": (ADA.model_copy(update={"nonce_hash": None}), BOT)})
    assert not wrong(check_fairness(lied(quiet, nonces=("", BOT_NONCE), seed=made_of(SECRET, BOT_NONCE))))


# ---- numbered deals and deals of the day -----------------------------------------------------------------------------


def seeded(text: bytes, day: str | None = None, day_secret: bytes | None = None, **rules: Any) -> RoomState:
    state = lied(seed=sha256(text).hexdigest(), nonces=("", ""), day_secret=day_secret.hex() if day_secret else None)
    commit = sha256(DAY_SECRET).hexdigest() if day else None
    return state.model_copy(update={"rules": RoomOptions(**rules), "day": day, "day_commit": commit})


DAY_SECRET = b"d" * 32
TEXT = b"cadogan daily deal klondike 2026-09-21"


def test_numbered_deals_have_the_seed_that_anyone_can_reckon() -> None:
    assert is_fair(check_fairness(seeded(b"cadogan numbered deal klondike 7", deal="numbered", number=7)))
    found = wrong(check_fairness(seeded(b"cadogan numbered deal klondike 8", deal="numbered", number=7)))
    assert found == ["the seed is that of deal number 7"]


def test_a_deal_of_the_day_is_checked_once_the_day_is_over() -> None:
    today = seeded(TEXT + DAY_SECRET, "2026-09-21", deal="daily")
    assert [check.holds for check in check_fairness(today)] == [True, None, None]
    commit = sha256(DAY_SECRET).hexdigest()
    assert [check.holds for check in check_fairness(today, published=PublishedDay(commit))] == [True, True, None, None]
    told = check_fairness(today, published=PublishedDay(commit, DAY_SECRET.hex()))
    assert [check.holds for check in told] == [True, True, True, True]
    later = seeded(TEXT + DAY_SECRET, "2026-09-21", DAY_SECRET, deal="daily")
    assert [check.holds for check in check_fairness(later)] == [True, True, True]


def test_each_lie_about_a_day_is_found_and_named() -> None:
    day = "2026-09-21"
    honest = PublishedDay(sha256(DAY_SECRET).hexdigest(), DAY_SECRET.hex())
    state = seeded(TEXT + DAY_SECRET, day, deal="daily")
    other = PublishedDay("00" * 32, DAY_SECRET.hex())
    assert wrong(check_fairness(state, published=other)) == [
        f"the promise of the secret of {day} is the one that is published for that day"
    ]
    chosen = seeded(TEXT + b"x" * 32, day, b"x" * 32, deal="daily")
    assert wrong(check_fairness(chosen)) == [f"the secret of {day} is the one that was promised the day before"]
    for text in (TEXT, b"cadogan daily deal klondike 2026-09-22" + DAY_SECRET):
        found = wrong(check_fairness(seeded(text, day, deal="daily"), published=honest))
        assert found == [f"the seed is made of the secret of {day}"]


def test_a_day_without_a_secret_has_the_public_seed() -> None:
    assert is_fair(check_fairness(seeded(TEXT, deal="daily")))
    assert is_fair(check_fairness(seeded(b"cadogan daily deal klondike 2026-09-20", deal="daily"))), "over midnight"
    for day in (b"19", b"22"):
        assert not is_fair(check_fairness(seeded(b"cadogan daily deal klondike 2026-09-" + day, deal="daily")))


def test_what_cannot_be_checked_is_told() -> None:
    with pytest.raises(NotVerifiable, match="not finished"):
        check_fairness(LOBBY)
    with pytest.raises(NotVerifiable, match="no hex"):
        check_fairness(lied(secret="xyz"))


SECRET_HOLDS = Check("the room's secret is the one that was promised when the room was opened", True)
MADE_OF_ALL = "the seed is made of the room's secret and all nonces"
WHEN_OVER = "it is published when that day is over (UTC)"


def test_what_can_not_be_told_is_told_with_the_reason() -> None:
    today = seeded(TEXT + DAY_SECRET, "2026-09-21", deal="daily")
    assert check_fairness(today) == [
        SECRET_HOLDS,
        Check("the secret of 2026-09-21 is the one that was promised the day before", None, WHEN_OVER),
        Check("the seed is made of the secret of 2026-09-21", None, WHEN_OVER),
    ]
    unpromised = HONEST.model_copy(
        update={"seats": tuple(seat.model_copy(update={"nonce_hash": None}) for seat in HONEST.seats)}
    )
    assert check_fairness(unpromised) == [
        SECRET_HOLDS,
        Check("the nonces were promised before any was shown", None, "the room tells of no promises"),
        Check(MADE_OF_ALL, True),
    ]
    again = HONEST.model_copy(
        update={
            "rules": HONEST.rules.model_copy(update={"deal": "again"}),
            "ghosts": (SimpleNamespace(room="AAAAAA"), SimpleNamespace(room="BBBBBB")),
        }
    )
    why = "verify AAAAAA and BBBBBB, where it was dealt first"
    assert check_fairness(again, WITNESS) == [SECRET_HOLDS, Check("the seed is that of another room", None, why)]


def test_rooms_of_earlier_versions_are_checked_as_they_were_made() -> None:
    seats = tuple(seat.model_copy(update={"nonce_hash": None}) for seat in HONEST.seats)
    before = sha256(SECRET + bytes.fromhex(NONCE) + bytes.fromhex(BOT_NONCE)).hexdigest()
    old = lied(HONEST.model_copy(update={"seats": seats}), seed=before)
    assert check_fairness(old)[-1] == Check(MADE_OF_ALL, True)
    assert wrong(check_fairness(lied(seed=before))) == [MADE_OF_ALL], (
        "this one has promises, so it is of no such version"
    )
    bare = lied(HONEST.model_copy(update={"seats": seats}), nonces=("", ""), seed=made_of(SECRET))
    assert check_fairness(bare) == [SECRET_HOLDS, Check(MADE_OF_ALL, True)]
    for day, fair in (("1970-01-01", True), ("1969-12-31", True), ("1970-01-02", False)):
        unknown = seeded(f"cadogan daily deal klondike {day}".encode(), deal="daily")
        checks = check_fairness(unknown.model_copy(update={"starts": None}))
        assert checks == [SECRET_HOLDS, Check("the seed is that of the day", fair)]


def test_only_who_has_promised_or_shown_a_nonce_is_checked() -> None:
    robin = BOT.model_copy(update={"nonce_hash": None})
    one = lied(HONEST.model_copy(update={"seats": (ADA, robin)}), nonces=(NONCE, ""), seed=made_of(SECRET, NONCE))
    ada = Check("the nonce of Ada is the one that was promised", True)
    assert check_fairness(one) == [SECRET_HOLDS, ada, Check(MADE_OF_ALL, True)]
    witness = Witness(HONEST.commit, {0: NONCE_HASH}, 0, NONCE)
    assert all(check.holds for check in check_fairness(one, witness))
    shown = lied(HONEST.model_copy(update={"seats": (ADA, robin)}))
    assert wrong(check_fairness(shown)) == ["the nonce of Robin is the one that was promised"]
    nowhere = Witness(HONEST.commit, {0: NONCE_HASH, 1: promise(BOT_NONCE)}, 5, NONCE)
    assert wrong(check_fairness(HONEST, nowhere)) == ["the own nonce stands at the own seat"]
    too_few = lied(nonces=(NONCE,), seed=made_of(SECRET, NONCE))
    assert wrong(check_fairness(too_few, WITNESS)) == ["there are as many nonces as players, 2"]


def test_a_room_that_can_not_be_verified_is_named() -> None:
    with pytest.raises(NotVerifiable, match=rf"^room {LOBBY.code} is not finished; the secret is shown at the end$"):
        check_fairness(LOBBY)
    with pytest.raises(NotVerifiable, match=rf"^the results of room {LOBBY.code} are no hex: non-hexadecimal number"):
        check_fairness(lied(secret="xyz"))


def test_a_check_is_a_line_of_text() -> None:
    assert in_words(Check("all is well", True)) == "  holds  all is well"
    assert in_words(Check("all is well", False, "it is not")) == "  WRONG  all is well: it is not"
    assert in_words(Check("all is well", None, "nobody knows")) == "unknown  all is well: nobody knows"
    assert is_fair([Check("one", True), Check("two", None)])
    assert not is_fair([Check("one", True), Check("two", False)])


# ---- the cards -------------------------------------------------------------------------------------------------------


def replayed(game: str, moves: int = 40, **rules: Any) -> Replay:
    """The replay of a race or duel of two who have played at random and then given up."""
    room = open_room(created(game, **rules))
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    now = NOON + 3000
    room.tick(now)
    chance = random.Random(game)
    for _ in range(moves):
        for seat in (0, 1):
            now += 100
            choices = room.mode.choices(seat)[1]
            if choices:
                room.play(seat, chance.choice(choices), now)
    finish(room, now)
    boards, progress = story(room.take_outcome().records)
    state = describe.state(room, Volatile(), NOON)
    return Replay(re=1, state=state, layout=describe.layout(room), boards=boards, progress=progress)


def finish(room: Room, now: int) -> None:
    for seat in (0, 1):
        room.leave(seat, now + 1000)
    assert room.state.results is not None


GAMES = ["klondike", "aracnida", "louis", "la_belle_lucie", "nestor", "napoleons_square", "spite_and_malice"]


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_an_honest_game_are_those_of_its_seed(game: str) -> None:
    check = check_deal(replayed(game))
    assert check.holds, check
    assert "faces seen" in check.what


def test_the_later_games_of_a_match_are_checked_too() -> None:
    room = open_room(created("spite_and_malice_modern", {"riddance": 5}, target=1000))
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    room.tick(NOON + 3000)
    now = NOON + 3000
    for _ in range(3):
        now += 1000
        room.give_up(0, now)
        now += 9000
        room.tick(now)
        for seat in (0, 1, 0, 1):
            if choices := room.mode.choices(seat)[1]:
                room.play(seat, choices[0], now)
    finish(room, now)
    boards, progress = story(room.take_outcome().records)
    state = describe.state(room, Volatile(), NOON)
    replay = Replay(re=1, state=state, layout=describe.layout(room), boards=boards, progress=progress)
    check = check_deal(replay)
    assert check.holds, check
    forged = next(i for i, (_, events) in enumerate(boards[0].steps) if len([e for e in events if e[0] == 4]) > 5)
    moment, events = boards[0].steps[forged]
    swapped = tuple((4, e[1], tuple(reversed(e[2]))) if e[0] == 4 else e for e in events)
    steps = (*boards[0].steps[:forged], (moment, swapped), *boards[0].steps[forged + 1 :])
    lie = check_deal(replay.model_copy(update={"boards": (boards[0].model_copy(update={"steps": steps}),)}))
    assert lie.holds is False
    assert f"{moment} ms after the start" in lie.what


@pytest.mark.parametrize("where", ["start", "step", "height"])
def test_a_card_that_was_not_dealt_is_found_and_named(where: str) -> None:
    replay = replayed("klondike", deal="numbered", number=7)
    board = replay.boards[1]
    if where == "step":
        at = next(i for i, (_, events) in enumerate(board.steps) if any(event[0] == 3 for event in events))
        moment, events = board.steps[at]
        lie = tuple((3, e[1], e[2], (e[3] + 1) % 52) if e[0] == 3 else e for e in events)
        update: dict[str, Any] = {"steps": (*board.steps[:at], (moment, lie), *board.steps[at + 1 :])}
    else:
        piles = [list(pile) for pile in board.start.piles]
        shown = next(i for i, pile in enumerate(piles) if pile and pile[-1] >= 0)
        piles[shown] = piles[shown][1:] if where == "height" else [*piles[shown][:-1], (piles[shown][-1] + 1) % 52]
        update = {"start": board.start.model_copy(update={"piles": tuple(map(tuple, piles))})}
    check = check_deal(replay.model_copy(update={"boards": (replay.boards[0], board.model_copy(update=update))}))
    assert check.holds is False
    assert "on the board of Player 1" in check.what


def test_where_the_rules_are_not_installed_the_cards_can_not_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealt, "entry_points", lambda group: EntryPoints())
    check = check_deal(replayed("klondike"))
    assert (check.holds, "cadogan[server]" in check.why) == (None, True)


# ---- against a real server, and on the command line ------------------------------------------------------------------


async def played(connect: Connect, **rules: Any) -> str:
    ada = await connect("Ada")
    room = await ada.create("klondike", seats=1, **rules)
    await ada.ready()
    await ada.until(lambda: room.moves is not None)
    await ada.play(("turn",))
    await ada.give_up()
    await ada.until(lambda: room.state.phase == "finished")
    return room.code


@pytest.mark.parametrize("rules", [{}, {"deal": "daily"}, {"deal": "numbered", "number": 5}])
async def test_an_honest_server_passes_all_checks(
    connect: Connect, url: str, tmp_path: Path, rules: dict[str, Any]
) -> None:
    code = await played(connect, **rules)
    replay, checks = await program.verified(code, url, tmp_path / "kept.json")
    assert not wrong(checks)
    unknown = [check.what for check in checks if check.holds is None]
    assert len(unknown) == (2 if rules.get("deal") == "daily" else 0), unknown
    assert replay.state.rules.rated == (not rules)
    again, _ = await program.verified(str(tmp_path / "kept.json"), url, None)
    assert again == replay


async def test_what_a_server_says_of_days(url: str, server: Running) -> None:
    days = server.services.store.days
    today = await published_day(url, days.today)
    assert today is not None
    assert today.secret is None
    assert await published_day(url, "1999-01-01") is None
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        assert await published_day(f"http://127.0.0.1:{nobody.getsockname()[1]}", days.today) is None


def test_the_command_tells_what_holds_and_what_is_wrong(tmp_path: Path) -> None:
    honest, forged = tmp_path / "honest.json", tmp_path / "forged.json"
    replay = replayed("klondike")
    write(replay, honest)
    write(replay.model_copy(update={"state": lied(replay.state, seed="00" * 32)}), forged)
    fine = CliRunner().invoke(program.app, ["verify", str(honest)])
    assert fine.exit_code == 0, fine.output
    assert "nothing is wrong" in fine.output
    assert "  holds  the nonce of Player 1 is the one that was promised\n" in fine.output
    bad = CliRunner().invoke(program.app, ["verify", str(forged)])
    assert bad.exit_code == 1
    assert "  WRONG  the seed is made of the room's secret and all nonces\n" in bad.output
    assert '"holds": false' in CliRunner().invoke(program.app, ["verify", str(forged), "--json"]).output


def test_files_that_hold_no_replay(tmp_path: Path) -> None:
    for text in ("", "[]", "{}", '{"type":"ok","re":1}', "\xff"):
        bad = tmp_path / "bad.json"
        bad.write_text(text, encoding="latin-1")
        with pytest.raises(BadReplay, match=r"bad\.json"):
            read(bad)
        assert CliRunner().invoke(program.app, ["verify", str(bad)]).exit_code == 1
    with pytest.raises(BadReplay, match="can't be written"):
        write(replayed("klondike", 1), tmp_path / "nowhere" / "file")


async def test_a_room_that_is_not_over_is_not_shown(connect: Connect, url: str) -> None:
    ada = await connect("Ada")
    room = await ada.create("klondike")
    with pytest.raises(Exception, match="not finished"):
        await fetch(url, room.code)


async def test_a_client_keeps_what_was_promised_and_shows_its_nonce_by_itself(connect: Connect) -> None:
    ada, bob = await connect("Ada"), await connect("Bob")
    room = await ada.create("klondike")
    await bob.join(room.code)
    await ada.ready()
    await bob.ready()
    await ada.until(lambda: room.moves is not None)
    assert room.promise is not None
    assert bob.room is not None
    assert bob.room.promise is not None
    assert room.witness == Witness(
        room.state.commit, {0: room.promise.hash, 1: bob.room.promise.hash}, 0, room.promise.nonce
    )
    for client in (ada, bob):
        await client.give_up()
    await ada.until(lambda: room.state.phase == "finished")
    assert all(check.holds for check in check_fairness(room.state, room.witness))


async def test_clients_promise_a_new_nonce_after_a_countdown_is_called_off(connect: Connect) -> None:
    """Somebody goes while it counts down: the others go on without a press, with nonces that nobody has seen. Who goes has not
    shown a nonce yet, as her press and her leaving are sent at once, so no countdown is over before."""
    ada, bob, eve = await connect("Ada"), await connect("Bob"), await connect("Eve")
    room = await ada.create("klondike")
    await bob.join(room.code)
    await eve.join(room.code)
    first = []
    for client in (ada, bob):
        await client.ready()
        assert client.room is not None
        assert client.room.promise is not None
        first.append(client.room.promise.nonce)
    await asyncio.gather(eve.ready(), eve.leave())
    await ada.until(lambda: room.moves is not None)
    assert bob.room is not None
    assert room.state.called_off == 1
    nonces = [client.room.promise.nonce for client in (ada, bob) if client.room and client.room.promise]
    assert not {*nonces} & {*first}
    for client in (ada, bob):
        await client.give_up()
    await ada.until(lambda: room.state.results is not None)
    assert room.state.results is not None
    assert room.state.results.nonces == tuple(nonces)


async def test_who_promises_nothing_plays_all_the_same(connect: Connect) -> None:
    ada = await connect("Ada")
    room = await ada.create("klondike")
    await ada.ready(nonce=False)
    await ada.until(lambda: room.moves is not None)
    assert room.witness is None
    await ada.give_up()
    await ada.until(lambda: room.state.results is not None)
    assert room.state.results is not None
    assert room.state.results.nonces == ("",)


# ---- what the server has written down -----------------------------------------------------------------------------------


KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
PUBLISHED = {"key-1": KEY.public_key().public_bytes_raw().hex()}


def written_down() -> tuple[Replay, Recording]:
    """A race of two, as replay and as recording."""
    room = open_room(created("klondike"))
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    for number in range(1, 11):
        for seat in (0, 1):
            room.play(seat, room.mode.choices(seat)[1][0], room.state.starts + 2001 * number + 2 * seat)
    finish(room, room.state.starts + 30_000)
    records = room.take_outcome().records
    boards, progress = story(records)
    state = describe.state(room, Volatile(), NOON)
    replay = Replay(re=1, state=state, layout=describe.layout(room), boards=boards, progress=progress)
    return replay, recorded(room, records)


def signed(recording: Recording) -> Signed:
    text = written(recording)
    return Signed(text, "key-1", KEY.sign(signed_bytes(text)).hex())


def test_a_replay_that_the_server_has_written_down_passes() -> None:
    replay, recording = written_down()
    assert [check.holds for check in check_replay(replay, signed(recording), PUBLISHED)] == [True] * 5


def halved(replay: Replay) -> Replay:
    boards = tuple(
        board.model_copy(update={"steps": tuple((t // 2, events) for t, events in board.steps)})
        for board in replay.boards
    )
    return replay.model_copy(update={"boards": boards})


def renamed(replay: Replay) -> Replay:
    def one(part: Any) -> Any:
        return part.model_copy(update={"name": "Mallory"}) if part.seat == 0 else part

    state, results = replay.state, replay.state.results
    assert results is not None
    rows = results.model_copy(update={"rows": tuple(map(one, results.rows))})
    other = state.model_copy(update={"seats": tuple(map(one, state.seats)), "results": rows})
    return replay.model_copy(update={"state": other, "boards": tuple(map(one, replay.boards))})


def faster(replay: Replay) -> Replay:
    results = replay.state.results
    assert results is not None
    rows = tuple(row.model_copy(update={"time": (row.time or 0) // 2}) for row in results.rows)
    return replay.model_copy(
        update={"state": replay.state.model_copy(update={"results": results.model_copy(update={"rows": rows})})}
    )


def elsewhere(replay: Replay) -> Replay:
    return replay.model_copy(update={"state": replay.state.model_copy(update={"starts": 1})})


@pytest.mark.parametrize(
    ("forge", "named"),
    [
        (halved, "the moments of all moves are those of the text"),
        (renamed, "the names are those of the text"),
        (faster, "the results are those of the text"),
        (elsewhere, "room, game and start are those of the text"),
    ],
)
def test_what_was_changed_of_a_replay_is_found_and_named(forge: Callable[[Replay], Replay], named: str) -> None:
    replay, recording = written_down()
    assert named in wrong(check_replay(forge(replay), signed(recording), PUBLISHED))


SIGNED_BY_THE_SERVER = "the text is the one that the server has signed"


@pytest.mark.parametrize(
    "change",
    [
        lambda it: {"happened": tuple(one._replace(t=one.t // 2) for one in it.happened), "lasted": it.lasted // 2},
        lambda it: {"seats": tuple(seat.model_copy(update={"name": f"Mallory {seat.seat}"}) for seat in it.seats)},
        lambda it: {"results": tuple(row.model_copy(update={"time": 1}) for row in it.results)},
    ],
    ids=["times halved", "names changed", "results changed"],
)
def test_a_text_that_was_sealed_again_is_not_the_one_that_was_signed(change: Callable[[Recording], Any]) -> None:
    _, recording = written_down()
    again = written(recording.model_copy(update=change(recording)))
    read_recording(again)  # its own sum fits
    assert wrong([check_signature(signed(recording)._replace(text=again), PUBLISHED)]) == [SIGNED_BY_THE_SERVER]


def test_a_signature_by_another_key_or_none_proves_nothing() -> None:
    _, recording = written_down()
    honest, other = signed(recording), Ed25519PrivateKey.from_private_bytes(b"o" * 32)
    assert check_signature(honest, PUBLISHED).holds
    by_other = honest._replace(signature=other.sign(signed_bytes(honest.text)).hex())
    assert check_signature(by_other, PUBLISHED).holds is False
    assert check_signature(honest._replace(signature="no hex"), PUBLISHED).holds is False
    assert check_signature(honest._replace(key="unknown"), PUBLISHED).holds is None
    assert check_signature(Signed(honest.text), PUBLISHED).holds is None
    assert check_signature(honest._replace(signature=KEY.sign(honest.text.encode()).hex()), PUBLISHED).holds is False


def test_a_signature_stands_in_a_line_behind_its_text() -> None:
    _, recording = written_down()
    honest = signed(recording)
    assert parted(with_signature(honest)) == honest
    assert parted(with_signature(honest).replace("\n", "\r\n")) == honest
    assert parted(honest.text) == Signed(honest.text)


async def test_a_servers_texts_are_signed_by_a_key_that_it_publishes(
    connect: Connect, url: str, tmp_path: Path, server: Running
) -> None:
    code, reader = await played(connect), Reader(url)
    text = await asyncio.to_thread(fetch_signed, reader, code)
    published = await asyncio.to_thread(published_keys, reader)
    assert check_signature(text, published).holds
    replay = await fetch(url, code)
    assert is_fair(check_replay(replay, text, published))
    assert all(check.holds for check in check_replay(replay, text, published))
    file, forged, bare = tmp_path / "replay", tmp_path / "forged", tmp_path / "bare"
    file.write_text(with_signature(text))
    recording = read_recording(text.text)
    mallory = tuple(seat.model_copy(update={"name": f"Mallory {seat.seat}"}) for seat in recording.seats)
    lie = written(recording.model_copy(update={"seats": mallory}))
    forged.write_text(with_signature(text._replace(text=lie)))
    bare.write_text(lie)
    for path, code_of_exit, said in (
        (file, 0, "holds  the text"),
        (forged, 1, "WRONG  the text"),
        (bare, 1, "WRONG  the text"),
    ):
        told = await asyncio.to_thread(CliRunner().invoke, program.app, ["replay", str(path), "--url", url])
        assert (told.exit_code, said in told.stdout) == (code_of_exit, True), told.output
    redis = server.services.store.opened.connections.upkeep
    before = server.services.people.signing.published
    await server.services.people.signing.load()
    assert server.services.people.signing.published == before, "a key signs for a year"
    kept = await redis.hgetall(keys.SIGNING)
    assert [len(seed) for seed in kept.values()] == [32]
    late = Signing(redis, lambda: NOON + 3 * YEAR_MS)
    await late.load()
    assert late.published[1:] == before, "those before stay published"
    signed_late = late.sign("text")
    assert signed_late is not None
    assert signed_late[0] == late.published[0]
