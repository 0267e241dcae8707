"""Checking a finished race: an honest one passes, and every single lie is found and named."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Iterable
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from cadogan_client import Client
from cadogan_client.commands import program
from cadogan_client.promise import Witness
from cadogan_client.records import write
from cadogan_client.verify import Check, NotVerifiable, PublishedDay, check_fairness, in_words, is_fair
from cadogan_protocol import Replay, Results, RoomOptions, RoomState
from cadogan_protocol.days import DealProof
from cadogan_protocol.documents.sample import NONCE, NONCE_HASH, SECRET, START
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.replays.from_log import story
from cadogan_server.rooms.fairness import bot_nonce, promise
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.room import Room
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
    """Return the state with other results."""
    assert state.results is not None
    return state.model_copy(update={"results": state.results.model_copy(update=fields)})


def wrong(checks: Iterable[Check]) -> list[str]:
    """Return the checks that fail, in words."""
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
    assert wrong(check_fairness(WINNABLE.model_copy(update={"proof": None}))) == [
        "the seed is that of deal 0 in the row that the room's secret and all nonces give"
    ]
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
    """The server made all promises anew once it knew the nonces. Only a client that kept the promises can notice."""
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


def test_by_correspondence_later_promises_than_the_own_are_not_compared() -> None:
    """There the first player shows a nonce at once, perhaps before the other has promised one."""
    slow = HONEST.model_copy(update={"rules": RoomOptions(days_per_turn=3)})
    first = Witness(HONEST.commit, {0: NONCE_HASH}, 0, NONCE)
    promises = "the promises of the nonces are still those that this client has seen"
    assert not wrong(check_fairness(slow, first))
    assert wrong(check_fairness(HONEST, first)) == [promises]
    assert not wrong(check_fairness(slow, WITNESS))
    robin = BOT.model_copy(update={"nonce_hash": promise(OTHER)})
    chosen = lied(
        slow.model_copy(update={"seats": (ADA, robin)}), nonces=(NONCE, OTHER), seed=made_of(SECRET, NONCE, OTHER)
    )
    assert wrong(check_fairness(chosen, WITNESS)) == [promises]


def test_the_own_nonce_at_another_seat_is_found() -> None:
    """All promises were kept, but two seats were exchanged before the deal: the same nonces, in another order."""
    exchanged = lied(nonces=(BOT_NONCE, NONCE), seed=made_of(SECRET, BOT_NONCE, NONCE))
    ada, robin = (seat.model_copy(update={"nonce_hash": other.nonce_hash}) for seat, other in ((ADA, BOT), (BOT, ADA)))
    seats = exchanged.model_copy(update={"seats": (ada, robin)})
    assert is_fair(check_fairness(seats))
    assert "the own nonce stands at the own seat" in wrong(check_fairness(seats, WITNESS))
    assert not wrong(check_fairness(HONEST.model_copy(update={"seats": (BOT, ADA)}), WITNESS)), (
        "seats are told by number"
    )


def test_a_room_that_tells_of_no_promises_proves_nothing() -> None:
    """That holds for rooms of an earlier version, and for those of a server that hides its promises."""
    seats = tuple(seat.model_copy(update={"nonce_hash": None}) for seat in HONEST.seats)
    checks = check_fairness(HONEST.model_copy(update={"seats": seats}))
    assert [check.holds for check in checks] == [True, None, True]
    old = sha256(SECRET + bytes.fromhex(NONCE) + bytes.fromhex(BOT_NONCE)).hexdigest()
    assert is_fair(check_fairness(lied(HONEST.model_copy(update={"seats": seats}), seed=old)))
    assert not is_fair(check_fairness(lied(seed=old)))
    assert wrong(check_fairness(HONEST.model_copy(update={"seats": seats}), WITNESS))


def test_a_seat_without_a_promise_has_nothing_to_check() -> None:
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


def test_deals_by_the_worlds_numbers_are_named_by_their_seeds() -> None:
    state = seeded(b"", deal="numbered", number=617, numbering="microsoft")
    assert is_fair(check_fairness(lied(state, seed=(b"microsoft deal 617" + bytes(14)).hex())))
    for other in (b"microsoft deal 618", b"pysol deal 617"):
        found = wrong(check_fairness(lied(state, seed=other.ljust(32, b"\0").hex())))
        assert found == ["the seed names Microsoft deal 617"]


def test_a_deal_of_the_day_is_checked_once_the_day_is_over() -> None:
    today = seeded(TEXT + DAY_SECRET, "2026-09-21", deal="daily")
    assert [check.holds for check in check_fairness(today)] == [True, None, None]
    commit = sha256(DAY_SECRET).hexdigest()
    assert [check.holds for check in check_fairness(today, published=PublishedDay(commit))] == [True, True, None, None]
    told = check_fairness(today, published=PublishedDay(commit, DAY_SECRET.hex()))
    assert [check.holds for check in told] == [True, True, True, True]
    later = seeded(TEXT + DAY_SECRET, "2026-09-21", DAY_SECRET, deal="daily")
    assert [check.holds for check in check_fairness(later)] == [True, True, True]


def test_a_winnable_deal_of_the_day_is_the_deal_of_its_number() -> None:
    day = "2026-09-21"
    row = sha256(TEXT + DAY_SECRET).digest()
    honest = PublishedDay(sha256(DAY_SECRET).hexdigest(), DAY_SECRET.hex())
    for number in (0, 3):
        state = seeded(row + number.to_bytes(4, "big"), day, deal="daily")
        winnable = state.model_copy(update={"proof": DealProof(number=number, nodes=5000, revision=1)})
        assert is_fair(check_fairness(winnable, published=honest))
        assert check_fairness(winnable)[-1].holds is None, "the day's secret is not published yet"
        lied = state.model_copy(update={"proof": DealProof(number=number + 1, nodes=5000, revision=1)})
        assert wrong(check_fairness(lied, published=honest)) == [f"the seed is made of the secret of {day}"]
        assert wrong(check_fairness(state, published=honest)) == [f"the seed is made of the secret of {day}"]


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


@pytest.mark.parametrize("zone", ["EAST-23:59", "WEST+23:59"])
def test_a_day_without_a_secret_is_one_of_utc(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", zone)
        time.tzset()
        fair = [
            is_fair(check_fairness(seeded(f"cadogan daily deal klondike 2026-09-{day}".encode(), deal="daily")))
            for day in (19, 20, 21, 22)
        ]
    time.tzset()
    assert fair == [False, True, True, False]


def test_a_replay_that_cannot_be_checked_is_refused() -> None:
    with pytest.raises(NotVerifiable, match="not finished"):
        check_fairness(LOBBY)
    with pytest.raises(NotVerifiable, match="no hex"):
        check_fairness(lied(secret="xyz"))


SECRET_HOLDS = Check("the room's secret is the one that was promised when the room was opened", True)
MADE_OF_ALL = "the seed is made of the room's secret and all nonces"
WHEN_OVER = "it is published when that day is over (UTC)"


def test_a_check_that_is_not_possible_yet_says_why() -> None:
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
        "this room has promises, so it is of no such version"
    )
    bare = lied(HONEST.model_copy(update={"seats": seats}), nonces=("", ""), seed=made_of(SECRET))
    assert check_fairness(bare) == [SECRET_HOLDS, Check(MADE_OF_ALL, True)]
    for day, fair in (("1970-01-01", True), ("1969-12-31", True), ("1970-01-02", False)):
        unknown = seeded(f"cadogan daily deal klondike {day}".encode(), deal="daily")
        checks = check_fairness(unknown.model_copy(update={"starts": None}))
        assert checks == [SECRET_HOLDS, Check("the seed is that of the day", fair)]


def test_only_seats_with_a_promise_or_a_nonce_are_checked() -> None:
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
    """Return the replay of a race or duel of two who have played random moves and then given up."""
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
    boards, progress, _ = story(room.take_outcome().records)
    state = describe.state(room, Volatile(), NOON)
    return Replay(re=1, state=state, layout=describe.layout(room), boards=boards, progress=progress)


def finish(room: Room, now: int) -> None:
    for seat in (0, 1):
        room.leave(seat, now + 1000)
    assert room.state.results is not None


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


def test_the_command_prints_the_result_of_each_check(tmp_path: Path) -> None:
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


# ---- records of the server -------------------------------------------------------------------------------------------
