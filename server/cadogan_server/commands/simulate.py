"""`cadogan simulate`."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Annotated, Any, cast

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Printed

from cadogan_games import catalogue, choices, levels
from cadogan_games import trace as traces
from cadogan_games.brackets import solved_in
from cadogan_games.choices import Choices
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import IllegalMove, Move, Table
from cadogan_games.players import Chooser, PolicyFailed, played_by
from cadogan_games.report import Winnability, races_told, winnability_table
from cadogan_games.simulate import InvariantBroken, Policy, Tally, Watcher, at_random, play_out, seed_of
from cadogan_server.commands.options import (
    Json,
    Options,
    bytes_of,
    chosen_game,
    dealt_now,
    going_on,
    kept_in,
    print_json,
    print_table,
    read_kept,
    write_whole,
)
from cadogan_server.rooms.kinds.registry import kind_of

POLICIES = "cadogan.policies"
"""Entry-point group of the bots' policies: the server finds them there, and imports none."""

Timed = tuple[Callable[[bytes], Policy], levels.Seconds]
"""Makes a policy for a game's seed; and the seconds that it takes for a move."""

RANDOM = "random"
ROUND = 10
"""Games of an id after which a report is saved. No id gets further ahead of another than that."""


def simulate(
    id: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="The game; `cadogan games` lists them.", show_default=False),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every race game instead of one.")] = False,
    policy: Annotated[
        str,
        typer.Option(
            help="Policy that plays: random, an installed one (easy, fair, good, master, ...), or module:Class."
        ),
    ] = RANDOM,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="Seed of the first game; those of the others are made from it.")
    ] = None,
    games: Annotated[int, typer.Option(help="Number of games of each.", min=1)] = 1,
    moves: Annotated[int, typer.Option(help="Moves after which a game is left unfinished.", min=1)] = 2000,
    option: Options = None,
    trace: Annotated[
        Path | None, typer.Option(help="Write one line of JSON for each position, whole and unmasked.", dir_okay=False)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="Let this policy play the same deals too: --report then keeps choices.json and .md instead."),
    ] = None,
    among: Annotated[
        str | None,
        typer.Option(
            metavar="POLICY,...",
            help="Let these policies play the same deals instead, by the clock too: --report then keeps levels.json and .md.",
        ),
    ] = None,
    report: Annotated[
        Path | None,
        kept_in("Keep winnability.json and .md in this folder, and go on with the games that are there already."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play whole games, check what must always hold, and count.

    Bots have four strengths: easy plays like a beginner, fair like an attentive casual player, good like an
    experienced one, and master searches what the hidden cards may be.
    """
    _must_go_together(policy, against, among, report, alone=bool(option or trace or as_json))
    base = bytes_of(seed) if seed is not None else bytes(1) if report else secrets.token_bytes(32)
    series = Series(_chosen(id, every, option), policy, _player(policy), base, games, moves)
    try:
        if report and among:
            _rank(series, _named(among), report)
        elif report and against:
            _compare(series, replace(series, policy=against, player=_player(against, "--against")), report)
        elif report:
            _report(series, report)
        else:
            _simulate(series, trace, as_json)
    except (InvariantBroken, IllegalMove, PolicyFailed) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from error


def _must_go_together(policy: str, against: str | None, among: str | None, report: Path | None, *, alone: bool) -> None:
    """Raise typer.BadParameter if options exclude each other. `alone`: one is given that goes with no report."""
    if report and alone:
        raise typer.BadParameter("it goes with none of --option, --trace and --json", param_hint="--report")
    for name, given in (("--against", against), ("--among", among)):
        if given and not report:
            raise typer.BadParameter("it needs --report, the folder for its results", param_hint=name)
    if among and (against or policy != RANDOM):
        raise typer.BadParameter(
            "it names all policies that play: leave out --policy and --against", param_hint="--among"
        )


@dataclass(frozen=True)
class Series:
    """The games to play: a number of each, by a policy made anew for each game's seed."""

    chosen: list[Game]
    policy: str
    player: Callable[[bytes], Policy]
    seed: bytes
    games: int
    moves: int

    def play(self, game: Game, numbers: Iterable[int], step: Callable[[], None], watch: Watcher | None = None) -> Tally:
        """Play some games of one id; call `step` after each."""
        tally = Tally(game.head.id)
        for number in numbers:
            each = seed_of(self.seed, number)
            play_out(game, each, self.player(each), tally, self.moves, time.perf_counter, watch)
            step()
        return tally


def _simulate(series: Series, trace: Path | None, as_json: bool) -> None:
    tallies = []
    with _tracing(trace) as watch, _bar(series) as step:
        for game in series.chosen:
            tally = series.play(game, range(series.games), step, watch)
            tallies.append(tally)
            if as_json:
                print_json(_counts(series, game, tally))
    if as_json:
        return
    if len(series.chosen) > 1:
        _print_table(tallies)
        return
    for name, value in _counts(series, series.chosen[0], tallies[0]).items():
        typer.echo(f"{name.replace('_', ' '):>16}  {value}")


def _counts(series: Series, game: Game, tally: Tally) -> dict[str, Any]:
    return {**tally.as_dict(), "policy": series.policy, "seed": series.seed.hex(), "options": game.options}


def _print_table(tallies: list[Tally]) -> None:
    """Print a line for each game, those with the slowest rules first."""
    names = ("won", "blocked", "given_up", "unfinished", "mean_progress", "mean_moves", "median_us")
    table = Printed(box=None)
    table.add_column("game", no_wrap=True)
    for name in names:
        table.add_column(name.replace("_", " "), justify="right")
    for tally in sorted(tallies, key=lambda tally: -tally.median_us):
        counts = tally.as_dict()
        table.add_row(tally.game, *(str(counts[name]) for name in names))
    print_table(table)


def _report(series: Series, folder: Path) -> None:
    """Play a round of each game in turn until there are enough of all; save after each round."""
    kept, shown = folder / "winnability.json", folder / "winnability.md"
    with going_on(kept, "--report"):
        found = Winnability(series.policy, series.seed.hex(), series.moves).gone_on_with(read_kept(kept))
    with _bar(series, done=sum(min(found.row(game.head.id).games, series.games) for game in series.chosen)) as step:
        for end in (*range(ROUND, series.games, ROUND), series.games):
            for game in series.chosen:
                row = found.row(game.head.id)
                if row.games < end:
                    tally = series.play(game, range(row.games, end), step)
                    found.rows[game.head.id] = row.plus(tally)
                    write_whole(kept, found.as_text(), "--report")
            proved = solved_in(read_kept(folder / "solved.json"))
            write_whole(shown, winnability_table(found, proved), "--report")
    typer.echo(f"{shown} tells of {races_told(found.rows)}")


def _compare(series: Series, other: Series, folder: Path) -> None:
    """Play a round of each game by both policies until there are enough of all; save after each round."""
    kept, shown = folder / "choices.json", folder / "choices.md"
    new = Choices(series.policy, other.policy, series.seed.hex(), series.moves)
    with going_on(kept, "--report"):
        found = new.gone_on_with(read_kept(kept))
    with _bar(series, done=sum(min(found.row(game.head.id).deals, series.games) for game in series.chosen)) as step:
        for end in (*range(ROUND, series.games, ROUND), series.games):
            for game in series.chosen:
                row = found.row(game.head.id)
                if row.deals < end:
                    numbers = range(row.deals, end)
                    own, others = series.play(game, numbers, step), other.play(game, numbers, lambda: None)
                    found.rows[game.head.id] = row.plus(own, others)
                    write_whole(kept, found.as_text(), "--report")
            write_whole(shown, choices.choices_table(found), "--report")
    typer.echo(f"{shown} tells of {races_told(found.rows)}")


def _rank(series: Series, players: dict[str, Timed], folder: Path) -> None:
    """Play each deal of each game by all policies until there are enough; save after each round."""
    kept, shown = folder / "levels.json", folder / "levels.md"
    new = levels.Levels(list(players), series.seed.hex(), series.moves)
    with going_on(kept, "--report"):
        found = new.gone_on_with(read_kept(kept))
    with _bar(series, done=sum(min(found.row(game.head.id).deals, series.games) for game in series.chosen)) as step:
        for end in (*range(ROUND, series.games, ROUND), series.games):
            for game in series.chosen:
                for number in range(found.row(game.head.id).deals, end):
                    seed = seed_of(series.seed, number)
                    scores = {
                        name: levels.played(game, seed, player(seed), seconds, series.moves)
                        for name, (player, seconds) in players.items()
                    }
                    found.rows[game.head.id] = found.row(game.head.id).plus(scores)
                    step()
                write_whole(kept, found.as_text(), "--report")
            write_whole(shown, levels.levels_table(found), "--report")
    typer.echo(f"{shown} tells of {races_told(found.rows)}")


def _named(among: str) -> dict[str, Timed]:
    """Return the named policies in the given order, the weakest first, each with its tempo."""
    names = [name.strip() for name in among.split(",") if name.strip()]
    if len(names) < 2 or len(set(names)) < len(names):
        raise typer.BadParameter("it names two policies at least, each once, divided by commas", param_hint="--among")
    return {name: (_player(name, "--among"), _seconds(name)) for name in names}


def _seconds(name: str) -> levels.Seconds:
    """Return the seconds that a policy takes for a move, by its own tempo if it has one."""
    tempo = None if name == RANDOM else getattr(_found(name), "tempo", None)
    return tempo.seconds if tempo is not None else lambda offered: levels.USUAL_SECONDS


def _chosen(id: str | None, every: bool, option: list[str] | None) -> list[Game]:
    if every == (id is not None):
        raise typer.BadParameter("name one game, or --all", param_hint="ID")
    if id is not None:
        return [chosen_game(id, option)]
    if option:
        raise typer.BadParameter("--all plays with default options", param_hint="--option")
    return [dealt_now(id, {}) for id in catalogue.ids() if kind_of(catalogue.head_of(id)).own_boards]


def _player(name: str, option: str = "--policy") -> Callable[[bytes], Policy]:
    """Return the function that makes the policy for a game with a seed."""
    if name == RANDOM:
        return at_random
    try:
        return partial(played_by, _found(name))
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0]), param_hint=option) from error


def _found(name: str) -> Callable[[Random], Chooser]:
    """Return a policy by its installed name, or as module:Class; raise LookupError with a message for the user."""
    return _loaded(name) if ":" in name else _installed(name)


def _installed(name: str) -> Callable[[Random], Chooser]:
    installed = entry_points(group=POLICIES)
    if name not in installed.names:
        known = ", ".join(sorted({RANDOM, *installed.names}))
        raise LookupError(f"there is no policy {name!r}; there are {known}, or module:Class")
    return cast(Callable[[Random], Chooser], installed[name].load())


def _loaded(name: str) -> Callable[[Random], Chooser]:
    """Return a policy under development in the current folder, given as `module:Class`."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except Exception as error:  # the user's module may raise anything
        raise LookupError(f"no policy can be loaded from {name!r}: {type(error).__name__}: {error}") from error
    if not (isinstance(found, type) and callable(getattr(found, "choose", None))):
        raise LookupError(f"{name!r} is no policy: it has to be a class with a method choose(view, moves)")
    return found


@contextmanager
def _bar(series: Series, done: int = 0) -> Iterator[Callable[[], None]]:
    """Show the progress on a terminal; yield the function that counts one played game."""
    total = len(series.chosen) * series.games
    title = series.chosen[0].head.title if len(series.chosen) == 1 else f"{len(series.chosen)} games"
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal or total == 1) as progress:
        task = progress.add_task(title, total=total, completed=done)
        yield lambda: progress.advance(task)


@contextmanager
def _tracing(path: Path | None) -> Iterator[Watcher | None]:
    """Yield the function that writes each position to a file; None without a file."""
    if path is None:
        yield None
        return
    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise typer.BadParameter(f"{path} can't be written: {error.strerror}", param_hint="--trace") from error
    with file:

        def write(table: Table, move: Move | None) -> None:
            file.write(json.dumps(traces.record(table, move)) + "\n")

        yield write
