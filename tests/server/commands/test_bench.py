"""`cadogan bench`, each command small and against a real server, as it is typed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from redis import Redis
from typer.testing import CliRunner, Result

import cadogan_games
from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.report import kept_speeds
from cadogan_games.speeds import Speed
from cadogan_server.bench import measures, process
from cadogan_server.bench.load import Seen
from cadogan_server.bench.plan import ROOMS_PER_ADDRESS, SOCKETS_PER_ADDRESS, Plan
from cadogan_server.bench.process import placed
from cadogan_server.bench.target import Look, Target, lag_between, own_server
from cadogan_server.cli import app
from cadogan_server.commands import bench
from tests.server.forked import ForkedModule

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process uses")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["bench", *arguments])


def measured(*arguments: str) -> list[dict[str, Any]]:
    """Return the rows that a command prints as JSON, and check its other output."""
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["bench"] == arguments[0]
    assert found["machine"].keys() == {"processor", "cores", "system", "python", "cadogan", "load_before"}
    rows: list[dict[str, Any]] = found["rows"]
    return rows


def words(refused: Result) -> str:
    """Return the error text of a command, without the box around it."""
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", refused.stderr).split())


@pytest.fixture(autouse=True)
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the processes of each bench, which otherwise cost most of the time. Only `server` is started in earnest."""
    monkeypatch.setattr(process, "start", ForkedModule)


@pytest.fixture(scope="module")
def server() -> Iterator[Target]:
    with own_server() as target:
        yield target


def at(server: Target) -> tuple[str, ...]:
    assert server.metrics is not None
    return "--url", server.url, "--pid", str(server.pid), "--metrics", server.metrics


def messages(server: Target) -> float:
    """Return the number of messages that the server says it has received."""
    assert server.metrics is not None
    with urlopen(server.metrics) as answer:
        told = re.search(r"^cadogan_messages_total (\S+)$", answer.read().decode(), re.MULTILINE)
    assert told is not None
    return float(told[1])


# ---- loads -----------------------------------------------------------------------------------------------------------


@on_linux
def test_a_race_as_fast_as_it_is_answered(server: Target) -> None:
    before = messages(server)
    (row,) = measured("race", "--rooms", "2", "--watchers", "3", "--seconds", "0.3", *at(server))
    moves = row["moves_per_s"] * row["seconds"]
    assert 0 < moves <= messages(server) - before
    assert (row["rooms"], row["racers"], row["watchers"], row["rate"]) == (2, 4, 3, None)
    assert (row["refused"], row["missed"], row["done"]) == ({}, 0, 0)
    assert row["moves_per_core_s"] * row["us_per_move"] == pytest.approx(1e6, rel=0.01)
    assert row["moves_per_core_s"] * row["server_cpu"] == pytest.approx(row["moves_per_s"], rel=0.01)
    assert 0 < row["p50_ms"] <= row["p99_ms"] <= row["p999_ms"]
    assert row["frames_per_receiver"] > 0
    assert row["bytes_per_receiver"] == pytest.approx(
        (4 * row["bytes_per_racer"] + 3 * row["bytes_per_watcher"]) / 7, 0.01
    )
    assert row["memory_mib"] > 10
    assert row["lag_p50_below_ms"] > 0


@on_linux
def test_solvers_are_kept_at_work_while_rooms_are_played() -> None:
    (row,) = measured("solving", "--rooms", "1", "--rate", "40", "--seconds", "1", "--queued", "2000")
    assert row["searches"] + 10 < row["waiting"] < 2100  # how many are left of the 2,000 depends on the machine
    assert (row["rooms"], row["racers"], row["rate"]) == (1, 4, 40)
    assert row["solver_cpu"] > 0
    assert 0 < row["p50_alone_ms"] <= row["p99_alone_ms"]
    assert row["p99_ratio"] == pytest.approx(row["p99_ms"] / row["p99_alone_ms"], abs=0.01)
    if len(os.sched_getaffinity(0)) > 1:
        assert row["others_cpu"] >= 0


def test_what_other_programs_took_is_told_of_the_busier_measurement() -> None:
    def seen(core: float) -> Seen:
        return Seen(Look(0, 0, None, 0), Look(10, 4, None, core))

    assert measures.most_of_others((seen(4.5), None), (seen(9), 0.3)) == pytest.approx(0.2)
    assert measures.most_of_others((seen(6), 0.1), (seen(9), 0.5)) == pytest.approx(0.1)
    assert measures.most_of_others((seen(4), 0.1), (seen(9), 0.6)) == 0
    unknown = Seen(Look(0, None, None), Look(10, None, None))
    assert measures.most_of_others((unknown, None), (unknown, None)) is None


@on_linux
def test_a_server_without_solvers_can_not_be_measured_solving(server: Target) -> None:
    done = run("solving", "--rooms", "1", "--seconds", "0.2", "--url", server.url)
    assert done.exit_code == 1
    assert "the server analyses nothing: this server has no solvers" in done.stderr


@on_linux
def test_a_paced_race_in_two_processes_makes_a_curve(server: Target, tmp_path: Path) -> None:
    picture = tmp_path / "race.svg"
    how = ("--rooms", "1,3", "--rate", "60", "--choice", "people", "--seconds", "0.5", "--processes", "2")
    rows = measured("race", *how, "--plot", str(picture), *at(server))
    assert [(row["rooms"], row["rate"]) for row in rows] == [(1, 60), (3, 60)]
    assert all(row["moves_per_s"] > 0 and row["refused"] == {} for row in rows)
    assert "<svg" in picture.read_text(encoding="utf-8")


@on_linux
def test_a_race_is_shown_as_a_table(server: Target) -> None:
    done = run("race", "--rooms", "1", "--watchers", "0", "--game", "nestor", "--seconds", "0.2", *at(server))
    assert done.exit_code == 0, done.output
    assert "moves_per_core_s" in done.stdout
    assert "cores" in done.stdout.splitlines()[0]


@on_linux
def test_a_shared_table_is_played_like_a_race(server: Target) -> None:
    how = ("--racers", "3", "--watchers", "1", "--rate", "60", "--choice", "people", "--seconds", "0.5")
    (row,) = measured("race", "--rooms", "2", "--game", "racing_demon", *how, *at(server))
    assert row["moves_per_s"] > 0
    assert row["refused"].keys() <= {"illegal_move"}, "a card may be too late, and nothing else is wrong"


@on_linux
def test_one_racer_before_many(server: Target) -> None:
    rows = measured("fanout", "--watchers", "2,8", "--seconds", "0.2", *at(server))
    assert [row["watchers"] for row in rows] == [2, 8]
    for row in rows:
        assert row["sends_per_core_s"] == pytest.approx(row["moves_per_core_s"] * (1 + row["watchers"]), rel=0.01)


@on_linux
def test_one_racer_before_many_at_another_node() -> None:
    (row,) = measured("fanout", "--nodes", "2", "--watchers", "6", "--rate", "50", "--seconds", "0.3")
    assert (row["nodes"], row["watchers"], row["sends_per_core_s"]) == (2, 6, None)
    assert row["us_per_move"] > 0
    assert row["refused"] == {}


@on_linux
@pytest.mark.parametrize("how", [(), ("--watching",)])
def test_idle_sockets(server: Target, how: tuple[str, ...]) -> None:
    (row,) = measured("idle", "--sockets", "60", "--seconds", "0.2", *how, *at(server))
    assert row["sockets"] == 60 + len(how)
    assert row["watching"] is bool(how)
    assert row["server_cpu"] < 1


@on_linux
def test_the_bench_starts_a_server_and_plays_its_rooms() -> None:
    (row,) = measured("rooms", "--rooms", "20", "--rate", "200", "--seconds", "0.5")
    assert row["moves_per_room"] > 0
    assert row["store_kib_dealt"] > 0
    assert row["dealt_kib"] > row["lobby_kib"]
    assert row["start_s"] > 0


@on_linux
def test_a_load_ends_with_the_process_that_started_it(server: Target) -> None:
    plan = Plan(server.url, rooms=1, racers=1)
    with subprocess.Popen(
        [sys.executable, "-m", "cadogan_server.bench.generator"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as load:
        assert load.stdin is not None
        assert load.stdout is not None
        load.stdin.write(f"{plan.as_json()}\n")
        load.stdin.flush()
        assert [json.loads(load.stdout.readline())["at"] for _ in range(2)] == ["sockets", "ready"]
        load.stdin.close()
        assert json.loads(load.stdout.readline())["accepted"] == 0
        assert load.wait(30) == 0


# ---- failures --------------------------------------------------------------------------------------------------------


@on_linux
def test_boards_are_filled_once_and_then_read_and_recorded_on(redis_url: str) -> None:
    # The first measurement takes at most 1,940 games and those that one server counts meanwhile; the second needs 400 more.
    size = ("--players", "6000", "--looks", "100", "--seconds", "0.1", "--redis", redis_url)
    (row,) = measured("leaderboard", *size)
    assert row["boards"] == 22
    assert 40 < row["bytes_per_player_and_board"] < 200
    assert row["results_per_s"] == pytest.approx(2 * row["games_per_s"], abs=2)
    assert row["sorted_per_s"] > 0
    assert row["behind_s"] >= 0
    assert row["results_per_s_meanwhile"] > 0
    assert row["results_per_s_of_one_server"] > 0
    for view in ("top", "around", "among"):
        for when in ("", "_meanwhile"):
            assert 0 < row[f"{view}_p50_ms{when}"] <= row[f"{view}_p99_ms{when}"]
    (again,) = measured("leaderboard", *size)
    assert again["bytes_per_player_and_board"] == row["bytes_per_player_and_board"]
    other = run("leaderboard", "--players", "5000", "--redis", redis_url)
    assert other.exit_code == 1
    assert "filled for another measurement" in other.output


def test_a_store_that_holds_something_else_is_not_filled(redis_url: str) -> None:
    with Redis.from_url(redis_url) as redis:
        redis.set("cadogan:something", "of somebody")
    refused = run("leaderboard", "--redis", redis_url)
    assert refused.exit_code == 1
    assert "not empty" in refused.output


@on_linux
def test_refused_moves_are_counted_and_a_refused_load_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's limit is met after a few moves. If it were the usual 200 at once, a busy machine would not come so far."""

    def start(module: str, *arguments: str, **streams: Any) -> ForkedModule:
        frugal = "tests.server.commands.frugal"
        return ForkedModule(frugal if module == "cadogan_server" else module, *arguments, **streams)

    monkeypatch.setattr(process, "start", start)
    with own_server(options=("--rate", "1", "--players-per-hour", "6")) as strict:
        (row,) = measured("race", "--rooms", "1", "--racers", "2", "--seconds", "1", *at(strict))
        assert row["refused"]["too_fast"] > 0
        done = run("fanout", "--watchers", "9", *at(strict))
    assert done.exit_code == 1
    assert re.fullmatch(r"error: the server refuses the load: .+\n", done.stderr), done.stderr


@on_linux
def test_a_missing_server_is_named_in_one_line() -> None:
    done = run("idle", "--url", "http://127.0.0.1:1")
    assert (done.exit_code, done.stderr) == (
        1,
        "error: no server can be reached at ws://127.0.0.1:1/ws: Connection refused\n",
    )
    done = run("race", "--redis", "unix:///no/such/socket")
    assert done.exit_code == 1
    assert done.stderr.startswith("error: the server does not start: the store does not answer: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("race", "--rooms", "10,x"), "no list of whole numbers"),
        (("race", "--rooms", "0"), "no list of whole numbers"),
        (("race", "--rooms", "99999"), "from 1 to 1250"),
        (("race", "--game", "no_game"), "there is no game"),
        (("race", "--game", "spite_and_malice"), "has turns; a load plays without"),
        (("race", "--game", "racing_demon", "--racers", "9"), "for 2 to 8 players, not for 9"),
        (("fanout", "--game", "racing_demon"), "for 2 to 8 players, not for 1"),
        (("race", "--choice", "best"), "'best' is not one of"),
        (("race", "--pid", "1"), "name that too"),
        (("race", "--url", "ws://localhost:1/ws", "--redis", "redis://localhost"), "already has its store"),
        (("fanout", "--watchers", ""), "no list of whole numbers"),
        (("idle", "--sockets", "1", "--plot", "idle.png"), "should end in .svg"),
        (("rooms", "--rooms", "1", "--plot", "/no/such/folder/rooms.svg"), "there is no folder"),
        (("rules",), "name some games, or --all"),
        (("rules", "klondike", "--all"), "name some games, or --all"),
        (("rules", "spite_and_malice"), "only race games are measured"),
        (("rules", "klondike", "nestor", "-o", "draw=3"), "options belong to one game"),
        (("rules", "klondike", "--against", "/no/such/folder"), "does not exist"),
        (("rules", "klondike", "--against", "/", "--report", "reports"), "be combined with --against"),
        (("rules", "klondike", "-o", "draw=3", "--report", "reports"), "with their default options"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_started(arguments: tuple[str, ...], why: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert why in words(done)


def test_without_the_library_a_plot_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = run("rules", "klondike", "--plot", "rules.svg")
    assert done.exit_code == 2
    assert "pip install 'cadogan[bench]'" in words(done)


# ---- the rules -------------------------------------------------------------------------------------------------------


def test_the_rules_of_some_games(tmp_path: Path) -> None:
    report, picture = tmp_path / "reports", tmp_path / "rules.svg"
    rows = measured("rules", "klondike", "nestor", "--report", str(report), "--plot", str(picture))
    assert [row["game"] for row in rows] == ["klondike", "nestor"]
    for row in rows:
        assert row["total"] == pytest.approx(row["push"] + row["moves"], abs=0.01)
        assert min(row[verb] for verb in ("moves", "push", "play", "events")) > 0
    assert "| Nestor | `nestor` |" in (report / "speed.md").read_text(encoding="utf-8")
    assert kept_speeds((report / "speed.json").read_text(encoding="utf-8")).rows.keys() == {"klondike", "nestor"}
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_a_report_goes_on_after_the_games_it_has_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measured_now = []

    def quickly(game: Game, clock: object) -> Speed:
        measured_now.append(game.head.id)
        if len(measured_now) == 3:
            raise KeyboardInterrupt
        return Speed(game.head.id, 300, moves=1, push=1, plain=None, play=1, undo=None, events=1)

    monkeypatch.setattr(bench, "measure", quickly)
    races = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]
    kept = ("--report", str(tmp_path))
    run("rules", "nestor", *kept)
    run("rules", "--all", *kept)  # this is stopped at its second game
    assert run("rules", "--all", *kept).exit_code == 0
    assert sorted(measured_now) == sorted([*races, measured_now[2]]), "each game once, without the interrupted one"
    before = len(measured_now)
    assert run("rules", "--all", *kept).exit_code == 0
    assert len(measured_now) == before, "nothing was left to do"
    run("rules", "carpet", *kept)
    assert measured_now[before:] == ["carpet"], "games that are named are measured again"
    assert kept_speeds((tmp_path / "speed.json").read_text(encoding="utf-8")).rows.keys() == set(races)
    (tmp_path / "speed.json").write_text("[]", encoding="utf-8")
    assert run("rules", "carpet", *kept).exit_code == 2


def test_the_rules_beside_those_of_another_state(tmp_path: Path) -> None:
    here = Path(cadogan_games.__file__).parents[1]
    (row,) = measured("rules", "klondike", "-o", "draw=3", "--against", str(here))
    assert {"push", "push_against", "moves", "moves_against"} < row.keys()
    done = run("rules", "klondike", "--against", str(tmp_path))
    assert done.exit_code == 1
    assert done.stderr.startswith("error: there are no rules to measure in ")


# ---- parts -----------------------------------------------------------------------------------------------------------


def test_a_load_is_shared_out_by_rooms() -> None:
    plan = Plan("", rooms=5, racers=2, watchers=1, rate=100)
    parts = plan.parts(3)
    assert [(part.first, part.rooms) for part in parts] == [(0, 1), (1, 2), (3, 2)]
    assert sum(part.rate for part in parts) == pytest.approx(100)
    assert len(plan.parts(9)) == 5
    assert Plan("", watchers=7).parts(3) == [Plan("", watchers=7)]
    assert Plan.from_json(plan.as_json()) == plan


@pytest.mark.parametrize(("racers", "watchers"), [(4, 4), (1, 0), (64, 0), (1, 1000)])
def test_no_address_has_more_than_servers_allow(racers: int, watchers: int) -> None:
    plan = Plan("", rooms=90, racers=racers, watchers=watchers)
    addresses = [plan.address(number) for number in range(plan.sockets)]
    hosts = [address for number, address in enumerate(addresses) if number % plan.per_room == 0]
    assert max(Counter(addresses).values()) <= SOCKETS_PER_ADDRESS
    assert max(Counter(hosts).values()) <= ROOMS_PER_ADDRESS
    first, second = plan.parts(2)
    assert first.address(0) == addresses[0]
    assert second.address(0) == addresses[first.sockets]


def test_each_worker_has_a_processor_and_the_load_has_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    def on(cores: int, workers: int, beside: int = 1, number: int = 0) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(cores)))
        found = placed(workers, beside, number)
        return found.workers, found.others, found.shared

    assert on(1, 2) == ((), (), False)
    assert on(2, 1) == ((0,), (1,), False)
    assert on(2, 2) == ((0, 1), (0, 1), True)
    assert on(2, 1, beside=2) == ((0,), (0, 1), True), "on the same processors as the target that it is compared with"
    assert on(2, 1, beside=2, number=1) == ((1,), (0, 1), True), "each of two servers has its own"
    assert on(4, 1, beside=3, number=2) == ((2,), (3,), False)
    assert on(4, 2) == ((0, 1), (2, 3), False)
    assert on(2, 3) == ((0, 1, 0), (0, 1), True)
    assert placed(3).in_words() == "workers 0, 1, 0; load and store 0, 1"


@on_linux
def test_rounds_are_told_in_their_middle_and_from_the_least_to_the_most(server: Target) -> None:
    (row,) = measured("race", "--rooms", "1", "--rate", "40", "--rounds", "2", "--seconds", "0.3", *at(server))
    least, most = row["us_per_move_from_to"]
    assert row["rounds"] == 2
    assert 0 < least <= row["us_per_move"] <= most
    assert "all_us_per_move_from_to" not in row, "its store's part is not known"


@on_linux
def test_workers_are_compared_under_the_same_load_each() -> None:
    one, two = measured("race", "--rooms", "2", "--workers", "1,2", "--per-worker", "--rate", "40", "--seconds", "0.3")
    for row, workers in ((one, 1), (two, 2)):
        assert (row["workers"], row["rooms"], row["rate"]) == (workers, 2 * workers, 40 * workers)
        assert row["all_us_per_move"] > 0
        if len(os.sched_getaffinity(0)) > 1:
            assert row["others_cpu"] >= 0
    assert (one["cpu_of_each"], len(two["cpu_of_each"])) == (None, 2)
    assert one["processors"].partition(";")[2] == two["processors"].partition(";")[2], "the load has the same in both"


def test_lag_is_told_by_bounds() -> None:
    before = {0.001: 5.0, 0.01: 5.0, float("inf"): 5.0}
    assert lag_between(before, {0.001: 65.0, 0.01: 104.0, float("inf"): 105.0}) == {
        "lag_p50_below_ms": 1.0,
        "lag_p99_below_ms": 10.0,
    }
    assert lag_between({}, {}) == {"lag_p50_below_ms": None, "lag_p99_below_ms": None}
    assert lag_between({}, {0.001: 1.0, float("inf"): 9.0})["lag_p50_below_ms"] is None


@on_linux
def test_arena_tells_how_long_players_wait_and_what_they_cost() -> None:
    (row,) = measured("arena", "--players", "8", "--seconds", "4", "--game-seconds", "0.2")
    assert (row["players"], row["nodes"]) == (8, 2)
    assert row["games"] > 0
    assert 0 < row["wait_p50_s"] <= row["wait_max_s"]
    assert row["pair_all_ms"] > 0
    assert len(row["cpu_waiting"]) == len(row["cpu_playing"]) == 2
