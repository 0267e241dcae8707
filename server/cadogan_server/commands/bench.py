"""`cadogan bench`: the speed and memory of a server on this machine, and the speed of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.engine.in_turn import InTurn
from cadogan_games.report import kept_speeds, races_told, speed_table
from cadogan_games.solver.speed import NODES
from cadogan_games.speeds import Speed, measure
from cadogan_server.bench import arena as by_arena
from cadogan_server.bench import leaderboard as by_boards
from cadogan_server.bench import measures, shown
from cadogan_server.bench import rules as by_rules
from cadogan_server.bench import solver as by_solver
from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.load import Step
from cadogan_server.bench.machine import machine
from cadogan_server.bench.measures import Row, Way
from cadogan_server.bench.plan import Choice, Plan
from cadogan_server.bench.plot import Panel, draw, must_draw
from cadogan_server.bench.process import must_be_linux
from cadogan_server.bench.target import Target, own_server, running_server
from cadogan_server.commands.options import (
    Json,
    Options,
    chosen_game,
    conditions,
    going_on,
    kept_in,
    read_kept,
    write_whole,
)
from cadogan_server.rooms.kinds.registry import kind_of
from cadogan_server.settings import MOST_WORKERS, Settings
from cadogan_server.store.redis.durability import Durability

app = typer.Typer(no_args_is_help=True, help="Measure a server under a generated load, and the rules.")

MOST_SOCKETS = 10_000
"""Maximum number of sockets of a server with default settings."""

SERVER = "The server: by default one of its own, on a processor of its own where there are several"

Url = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Load the server at ws://HOST:PORT/ws, which should run with --rate 1000000 --no-bots.",
        rich_help_panel=SERVER,
    ),
]
Pid = Annotated[
    int | None,
    typer.Option(min=1, help="Its process on this machine, to measure CPU and memory.", rich_help_panel=SERVER),
]
Metrics = Annotated[
    str | None, typer.Option(metavar="URL", help="URL of its figures, to measure its lag.", rich_help_panel=SERVER)
]
Redis = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Store for a new server; the played games stay in it.", rich_help_panel=SERVER),
]
Promise = Annotated[
    Durability | None,
    typer.Option("--durability", help="Durability of a new server's store.", rich_help_panel=SERVER),
]
GameId = Annotated[str, typer.Option("--game", metavar="ID", help="The game that is played.")]
Seconds = Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds for which each point is measured.")]
Processes = Annotated[int, typer.Option(min=1, max=64, help="Number of processes that make the load.")]
Picture = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE.svg", help="Also draw the result; needs the extra `bench`.", dir_okay=False),
]


@dataclass(frozen=True)
class Output:
    """The form in which a command prints and draws its result.

    Attributes:
        name: name of the command.
        as_json, plot: True to print JSON; the file to draw into.
        along, panels: figure on the horizontal axis, and the figures that are drawn over it.
        settings: arguments of the command.
    """

    name: str
    as_json: bool
    plot: Path | None
    along: str
    panels: tuple[Panel, ...]
    settings: dict[str, Any]

    def check(self) -> None:
        """Raise typer.BadParameter before the measurement if its result can't be drawn."""
        if self.plot is not None:
            try:
                must_draw(self.plot)
            except BenchError as error:
                raise typer.BadParameter(str(error), param_hint="--plot") from error

    def show(self, found: dict[str, Any], rows: Sequence[Row]) -> None:
        """Print the rows, and draw them."""
        if self.plot is not None:
            draw(self.plot, f"cadogan bench {self.name}: {found['processor']}", rows, self.along, self.panels)
        if self.as_json:
            typer.echo(shown.as_json(self.name, self.settings, found, rows))
        else:
            shown.print_table(found, rows)


RACE_PANELS = (
    ("moves a second of CPU", ("moves_per_core_s",)),
    ("ms from when it was due", ("p50_ms", "p99_ms")),
    ("bytes a move, receiver", ("bytes_per_receiver",)),
)


@app.command()
def race(
    rooms: Annotated[str, typer.Option(metavar="N,...", help="Number of rooms; several numbers make a curve.")] = "25",
    workers: Annotated[
        str,
        typer.Option(
            metavar="N,...",
            help="Number of workers of a new server; several numbers make a curve.",
            rich_help_panel=SERVER,
        ),
    ] = "1",
    per_worker: Annotated[
        bool,
        typer.Option(
            "--per-worker",
            help="Make --rooms and --rate count for each worker, not for all together.",
            rich_help_panel=SERVER,
        ),
    ] = False,
    rounds: Annotated[
        int, typer.Option(min=1, max=100, help="Number of rounds of all measurements; the medians are shown.")
    ] = 1,
    racers: Annotated[int, typer.Option(min=1, max=64, help="Players in a room.")] = 4,
    watchers: Annotated[int, typer.Option(min=0, max=5000, help="Spectators in a room.")] = 4,
    rate: Annotated[
        float,
        typer.Option(
            min=0, help="Moves per second of all players together, evenly paced; 0: as fast as they are answered."
        ),
    ] = 0,
    game: GameId = Plan.game,
    option: Options = None,
    choice: Annotated[Choice, typer.Option(help="Choose any legal move, or prefer those that people make.")] = "any",
    seconds: Seconds = 4,
    processes: Processes = 1,
    url: Url = None,
    pid: Pid = None,
    metrics: Metrics = None,
    redis: Redis = None,
    durability: Promise = None,
    plot: Picture = None,
    as_json: Json = False,
) -> None:
    """Play in many rooms: the number of moves per second of the server's processor, and the time that they take."""
    plan = Plan("", racers=racers, watchers=watchers, rate=rate, choice=choice, **_played(game, option, racers))
    counts = _numbers(workers, "--workers", MOST_WORKERS)
    most = MOST_SOCKETS // (racers + watchers) // (max(counts) if per_worker else 1)
    plans = [replace(plan, rooms=count) for count in _numbers(rooms, "--rooms", most)]
    settings = {"rooms": rooms, "workers": workers, "per_worker": per_worker, "rounds": rounds}
    settings |= {"racers": racers, "watchers": watchers, "rate": rate, "choice": choice, "seconds": seconds}
    settings |= {"durability": durability, "game": game, "options": plan.options}
    _must_fit(url, counts, durability)
    along = "rooms" if len(counts) == 1 else "workers"
    output = Output("race", as_json, plot, along, RACE_PANELS, settings)
    points = [point for each in plans for point in _on_workers(each, counts, redis, durability, per_worker)]
    _load(output, points, measures.race, (url, pid, metrics, redis), seconds, processes, rounds)


def _must_fit(url: str | None, counts: list[int], durability: Durability | None) -> None:
    """Raise typer.BadParameter if a running server is to be measured with options of a new one."""
    if url is not None and counts != [1]:
        raise typer.BadParameter("the server at --url already has its workers", param_hint="--workers")
    if url is not None and durability is not None:
        raise typer.BadParameter("the server at --url already has its store", param_hint="--durability")


def _on_workers(
    plan: Plan, counts: list[int], redis: str | None, durability: Durability | None, per_worker: bool
) -> Iterator[tuple[Plan, Callable[[], AbstractContextManager[Target]]]]:
    """Yield a plan for each number of workers, with the server that it is for."""
    promised = ("--durability", durability.value) if durability is not None else ()
    for count in counts:
        each = replace(plan, rooms=plan.rooms * count, rate=plan.rate * count) if per_worker else plan
        yield each, partial(own_server, redis, options=promised, workers=count, beside=max(counts))


@app.command()
def fanout(
    watchers: Annotated[
        str, typer.Option(metavar="N,...", help="Number of spectators in the room; several numbers make a curve.")
    ] = "10,100,1000",
    nodes: Annotated[
        int,
        typer.Option(
            min=1,
            max=8,
            help="Number of nodes. With several, all spectators are at other nodes than the room. Its cost per move is measured.",
        ),
    ] = 1,
    rate: Annotated[
        float, typer.Option(min=0, help="Moves per second, evenly paced; 0: as fast as they are answered.")
    ] = 0,
    game: GameId = Plan.game,
    option: Options = None,
    seconds: Seconds = 4,
    url: Url = None,
    pid: Pid = None,
    metrics: Metrics = None,
    redis: Redis = None,
    plot: Picture = None,
    as_json: Json = False,
) -> None:
    """Let one racer play before many: the number of messages per second of the server's processor, and the cost of a
    move."""
    if url is not None and nodes > 1:
        raise typer.BadParameter("several nodes need new servers, not the one at --url", param_hint="--nodes")
    plan = Plan("", rooms=1, racers=1, rate=rate, **_played(game, option))
    plans = [replace(plan, watchers=count) for count in _numbers(watchers, "--watchers", MOST_SOCKETS - 1)]
    panels = (("sends a second of CPU", ("sends_per_core_s",)), ("ms to the answer", ("p50_ms", "p99_ms")))
    settings = {"watchers": watchers, "nodes": nodes, "rate": rate}
    settings |= {"game": game, "options": plan.options, "seconds": seconds}
    output = Output("fanout", as_json, plot, "watchers", panels, settings)
    points = [(plan, partial(own_server, redis)) for plan in plans]
    _load(output, points, partial(measures.fanout, nodes=nodes), (url, pid, metrics, redis), seconds, 1)


@app.command()
def idle(
    sockets: Annotated[
        str, typer.Option(metavar="N,...", help="Number of sockets; several numbers make a curve.")
    ] = "2000",
    watching: Annotated[
        bool, typer.Option("--watching", help="Let the sockets watch rooms in which nobody moves.")
    ] = False,
    game: GameId = Plan.game,
    option: Options = None,
    seconds: Seconds = 4,
    processes: Processes = 1,
    url: Url = None,
    pid: Pid = None,
    metrics: Metrics = None,
    redis: Redis = None,
    plot: Picture = None,
    as_json: Json = False,
) -> None:
    """Open idle sockets: the memory and the processor time that each takes."""
    counts = _numbers(sockets, "--sockets", MOST_SOCKETS)
    plan = Plan("", play=False, deal=watching, **_played(game, option))
    if watching:
        plans = [replace(plan, rooms=1, racers=1, watchers=count) for count in counts]
    else:
        plans = [replace(plan, watchers=count) for count in counts]
    panels = (("KiB a socket", ("kib_per_socket",)), ("MiB in all", ("memory_mib",)))
    output = Output(
        "idle", as_json, plot, "sockets", panels, {"sockets": sockets, "watching": watching, "seconds": seconds}
    )
    points = [(plan, partial(own_server, redis)) for plan in plans]
    _load(output, points, measures.idle, (url, pid, metrics, redis), seconds, processes)


@app.command()
def rooms(
    rooms: Annotated[str, typer.Option(metavar="N,...", help="Number of rooms; several numbers make a curve.")] = "500",
    rate: Annotated[float, typer.Option(min=1, help="Moves per second of all players together.")] = 1600,
    game: GameId = Plan.game,
    option: Options = None,
    choice: Annotated[Choice, typer.Option(help="Choose any legal move, or prefer those that people make.")] = "any",
    seconds: Seconds = 10,
    processes: Processes = 1,
    plot: Picture = None,
    as_json: Json = False,
) -> None:
    """Keep many rooms in servers of its own: memory of a lobby, of a room of four with cards, and per move; and the time of a
    start with these rooms in the store."""
    plan = Plan("", rate=rate, choice=choice, **_played(game, option, 4))
    counts = _numbers(rooms, "--rooms", MOST_SOCKETS // 4)
    panels = (
        ("KiB a room", ("lobby_kib", "dealt_kib")),
        ("KiB a move", ("kib_per_move",)),
        ("seconds to start", ("start_s",)),
    )
    settings = {"rooms": rooms, "rate": rate, "game": game, "options": plan.options, "seconds": seconds}
    output = Output("rooms", as_json, plot, "rooms", panels, settings | {"choice": choice})
    with _measuring(output, load=True) as (found, step):
        way = Way(seconds, processes, step)
        output.show(found, [measures.rooms(count, plan, way) for count in counts])


@app.command()
def solving(
    rooms: Annotated[str, typer.Option(metavar="N,...", help="Number of rooms; several numbers make a curve.")] = "50",
    racers: Annotated[int, typer.Option(min=1, max=64, help="Players in a room.")] = 4,
    watchers: Annotated[int, typer.Option(min=0, max=5000, help="Spectators in a room.")] = 4,
    rate: Annotated[float, typer.Option(min=1, help="Moves per second of all players together, evenly paced.")] = 800,
    game: GameId = Plan.game,
    option: Options = None,
    choice: Annotated[Choice, typer.Option(help="Choose any legal move, or prefer those that people make.")] = "people",
    queued: Annotated[
        int, typer.Option(min=0, max=100_000, help="Analyses that wait besides, more than a server takes from players.")
    ] = 0,
    seconds: Seconds = 10,
    processes: Processes = 1,
    url: Url = None,
    pid: Pid = None,
    metrics: Metrics = None,
    redis: Redis = None,
    plot: Picture = None,
    as_json: Json = False,
) -> None:
    """Play in many rooms while the server searches for winnable deals and analyses races: how long moves take, beside the same
    rooms without that work."""
    plan = Plan("", racers=racers, watchers=watchers, rate=rate, choice=choice, **_played(game, option, racers))
    if queued and url is not None:
        raise typer.BadParameter("it needs a server of its own, not that at --url", param_hint="--queued")
    counts = _numbers(rooms, "--rooms", MOST_SOCKETS // (racers + watchers))
    plans = [replace(plan, rooms=count) for count in counts]
    panels = (("ms from when it was due", ("p99_alone_ms", "p99_ms")),)
    settings = {"rooms": rooms, "racers": racers, "watchers": watchers, "rate": rate, "choice": choice}
    settings |= {"queued": queued, "game": game, "options": plan.options, "seconds": seconds}
    output = Output("solving", as_json, plot, "rooms", panels, settings)
    points = [(each, partial(own_server, redis, solvers=Settings.solvers)) for each in plans]
    _load(output, points, partial(measures.solving, queued=queued), (url, pid, metrics, redis), seconds, processes)


@app.command()
def rules(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID...", help="The games; `cadogan games` lists them.", show_default=False),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Measure every race game.")] = False,
    option: Options = None,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Also measure the rules in the folder `server` of another version, in turn (`git worktree` makes one).",
            exists=True,
            file_okay=False,
        ),
    ] = None,
    report: Annotated[
        Path | None,
        kept_in(
            "Keep speed.json and .md in this folder. --all leaves out games that are there; named games are measured anew."
        ),
    ] = None,
    plot: Picture = None,
    as_json: Json = False,
) -> None:
    """Measure the rules alone: microseconds for listing all legal moves, for making a move, and for undoing it."""
    games = _races(ids or [], every, option)
    if report is not None and against is not None:
        raise typer.BadParameter(
            "a report is about one version and can't be combined with --against", param_hint="--report"
        )
    if report is not None and option:
        raise typer.BadParameter("a report is about games with their default options", param_hint="--report")
    panels = (("µs", ("moves", "push", "undo")),)
    output = Output(
        "rules", as_json, plot, "game", panels, {"games": [game.head.id for game in games], "against": str(against)}
    )
    known = _Known(report) if report is not None else None
    if known is not None and every:
        games = [game for game in games if not known.speeds.has(game.head.id)]
    with _measuring(output, load=False) as (found, step):
        rows = []
        for number, game in enumerate(games):
            step(game.head.title, number / len(games))
            if against is not None:
                rows.append(by_rules.beside(game, against.resolve()))
                continue
            speed = measure(game, perf_counter)
            rows.append(by_rules.row(speed))
            if known is not None:
                known.store(speed)
        if rows:
            output.show(found, rows)
    if known is not None:
        typer.echo(known.write_table(len(rows)), err=as_json)


@app.command()
def solver(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID...", help="The games; by default every race game.", show_default=False),
    ] = None,
    nodes: Annotated[int, typer.Option(min=100, max=10_000_000, help="Number of nodes of each game.")] = NODES,
    option: Options = None,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Also measure the packages in this folder, such as .compiled.",
            exists=True,
            file_okay=False,
        ),
    ] = None,
    plot: Picture = None,
    as_json: Json = False,
) -> None:
    """Measure the solver alone: nodes per second of the processor, and milliseconds to derive the canonical form of a game."""
    games = _races(ids or [], not ids, option)
    settings = {"games": [game.head.id for game in games], "nodes": nodes, "against": str(against)}
    output = Output("solver", as_json, plot, "game", (("nodes a second", ("nodes_per_second",)),), settings)
    with _measuring(output, load=False) as (found, step):
        rows = []
        for number, game in enumerate(games):
            step(game.head.title, number / len(games))
            if against is not None:
                rows.append(by_solver.beside(game, nodes, against.resolve()))
            else:
                rows.append(by_solver.row(game, nodes))
        output.show(found, rows)


@app.command()
def leaderboard(
    players: Annotated[int, typer.Option(min=1000, max=10_000_000, help="Players on each board.")] = 1_000_000,
    racers: Annotated[int, typer.Option(min=2, max=64, help="Players in each recorded game.")] = 2,
    game: GameId = Plan.game,
    looks: Annotated[int, typer.Option(min=100, max=1_000_000, help="Number of reads of each view.")] = 3000,
    seconds: Seconds = 10,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="An empty store, which is filled and can be measured again without filling. By default a new one.",
        ),
    ] = None,
    plot: Picture = None,
    as_json: Json = False,
) -> None:
    """Fill boards with players: memory per player, time of each view, and results recorded per second."""
    size = by_boards.Size(chosen_game(game, None).head.id, players, racers, looks, seconds)
    panels = (("ms", ("top_p99_ms", "around_p99_ms", "among_p99_ms")), ("a second", ("results_per_s",)))
    settings = {"players": players, "racers": racers, "game": game, "looks": looks, "seconds": seconds}
    output = Output("leaderboard", as_json, plot, "players", panels, settings)
    with _measuring(output, load=False) as (found, step):
        output.show(found, [by_boards.run(redis, size, step)])


@app.command()
def arena(
    players: Annotated[int, typer.Option(min=4, max=1000, help="Players in the arena.")] = 1000,
    nodes: Annotated[int, typer.Option(min=1, max=8, help="Nodes to which they come in turn.")] = 2,
    seconds: Seconds = 60,
    game_seconds: Annotated[
        float, typer.Option(min=0, max=600, help="Seconds until a game is given up, in the mean; 0: at once.")
    ] = 20,
    redis: Redis = None,
    plot: Picture = None,
    as_json: Json = False,
) -> None:
    """Let many play an arena of short games: how long they wait for a game, the time to pair all of them, and what they cost while
    they wait and while they play."""
    panels = (("s", ("wait_p50_s", "wait_max_s")),)
    settings = {"players": players, "nodes": nodes, "seconds": seconds, "game_seconds": game_seconds}
    output = Output("arena", as_json, plot, "players", panels, settings)
    with _measuring(output, load=True) as (found, step):
        output.show(found, [by_arena.measure(players, nodes, seconds, game_seconds, redis, step)])


class _Known:
    """The speeds stored in a folder. They are saved after each game, so that an interrupted measurement can
    continue."""

    def __init__(self, folder: Path) -> None:
        self._kept, self._shown = folder / "speed.json", folder / "speed.md"
        with going_on(self._kept, "--report"):
            self.speeds = kept_speeds(read_kept(self._kept))

    def store(self, speed: Speed) -> None:
        """Store the result of a game."""
        self.speeds.keep_speed(speed, conditions())
        write_whole(self._kept, self.speeds.as_text(), "--report")

    def write_table(self, measured: int) -> str:
        """Write the table of all games; return a sentence about it."""
        write_whole(self._shown, speed_table(self.speeds), "--report")
        return f"{self._shown} tells of {races_told(self.speeds.rows)}; {measured} measured now"


# ---- shared by the commands --------------------------------------------------------------------------------------


def _load(
    output: Output,
    points: Sequence[tuple[Plan, Callable[[], AbstractContextManager[Target]]]],
    measured: Callable[[Target, Plan, Way], Row],
    server: tuple[str | None, int | None, str | None, str | None],
    seconds: float,
    processes: int,
    rounds: int = 1,
) -> None:
    """Measure the running server, or a new server for each point, under some loads."""
    url, pid, metrics, redis = server
    if url is None and (pid is not None or metrics is not None):
        raise typer.BadParameter("--pid and --metrics belong to the server at --url; name that too", param_hint="--url")
    if url is not None and redis is not None:
        raise typer.BadParameter("the server at --url already has its store", param_hint="--redis")
    with _measuring(output, load=True) as (found, step):
        way, found_of = Way(seconds, processes, step), [list[Row]() for _ in points]
        for _ in range(rounds):
            for rows, (plan, own) in zip(found_of, points, strict=True):
                if url is not None:
                    rows.append(measured(running_server(url, pid, metrics), plan, way))
                    continue
                step("Starting a server", 0.0)
                with own() as target:
                    rows.append(measured(target, plan, way))
        output.show(found, [measures.medians(rows) for rows in found_of])


@contextmanager
def _measuring(output: Output, *, load: bool) -> Iterator[tuple[dict[str, Any], Step]]:
    """Show progress on a terminal; yield the machine's state before the measurement, and the function to call for each
    step.

    `load`: True if a server is put under load. A `BenchError` ends the command with one line.
    """
    output.check()
    errors = Console(stderr=True)
    try:
        if load:
            must_be_linux()
        found = machine()
        with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
            task = progress.add_task(output.name, total=1.0)
            yield found, lambda what, share: progress.update(task, description=what, completed=share)
    except BenchError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from error


def _played(id: str, option: list[str] | None, players: int = 1) -> dict[str, Any]:
    """Return the fields of a plan for a game with these options and this number of players."""
    game = chosen_game(id, option)
    kind = kind_of(game.head)
    if kind.turns or isinstance(game.definition, InTurn):
        raise typer.BadParameter(f"{game.head.title} has turns; a load plays without", param_hint="--game")
    if not kind.fewest <= players <= kind.most:
        raise typer.BadParameter(
            f"{game.head.title} is for {kind.fewest} to {kind.most} players, not for {players}", param_hint="--game"
        )
    return {"game": game.head.id, "options": game.options}


def _races(ids: list[str], every: bool, option: list[str] | None) -> list[Game]:
    """Return the race games to measure."""
    if every == bool(ids):
        raise typer.BadParameter("name some games, or --all", param_hint="ID")
    if option and len(ids) != 1:
        raise typer.BadParameter("options belong to one game; name only that one", param_hint="--option")
    games = [chosen_game(id, option) for id in ids or catalogue.ids()]
    races = [game for game in games if kind_of(game.head).own_boards]
    others = [game.head.id for game in games if not kind_of(game.head).own_boards]
    if ids and others:
        raise typer.BadParameter(f"{', '.join(others)}: only race games are measured", param_hint="ID")
    return races


def _numbers(text: str, option: str, most: int) -> list[int]:
    """Return the whole numbers, each from 1 to `most`, of a list with commas."""
    found = text.split(",")
    if not all(each.isascii() and each.isdigit() and len(each) <= 9 and 1 <= int(each) <= most for each in found):
        raise typer.BadParameter(
            f"{text!r} is no list of whole numbers from 1 to {most} with commas between, as 10,25,50", param_hint=option
        )
    return [int(each) for each in found]
