"""`cadogan solve`."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Printed

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.engine.head import Value
from cadogan_games.engine.shuffle import SEED_BYTES
from cadogan_games.report import Winnability, winnability_table
from cadogan_games.simulate import seed_of
from cadogan_games.solver.outcome import LineBroken, Outcome
from cadogan_games.solver.solve import solve as solved
from cadogan_games.solver.solved import Solved
from cadogan_games.trace import spell
from cadogan_server.commands.options import (
    ByNumbering,
    Json,
    Number,
    Options,
    bytes_of,
    chosen_game,
    dealt_now,
    going_on,
    kept_in,
    print_json,
    print_table,
    read_kept,
    seed_of_deal,
    write_whole,
)
from cadogan_server.commands.winning_line import line_in_words
from cadogan_server.rooms.kinds.registry import kind_of

KEPT = "solved.json"
"""The file in which verdicts are kept."""
SAVED = 2.0
"""Seconds between two times at which verdicts are saved."""
AHEAD = 4
"""The number of deals for each process that are given out before they are needed."""
ROUND = 20
"""The number of deals of a game that are solved before the next game's turn."""

Deal = tuple[str, dict[str, Value], int, bytes, int]
"""A game's id and options, the number of the deal, its seed and the budget."""


def solve(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID...", help="The game; `cadogan games` lists them.", show_default=False),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every race game; needs --deals.")] = False,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="Seed of the deal, or of the first of --deals.  [default: 00]")
    ] = None,
    number: Number = None,
    numbering: ByNumbering = None,
    nodes: Annotated[int, typer.Option(min=1, help="Budget for each deal, in positions reached.")] = 200_000,
    option: Options = None,
    deals: Annotated[
        int | None,
        typer.Option(min=1, help="Number of deals to solve. Verdicts are kept, and the next run goes on from them."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Number of processes that solve --deals.")] = 1,
    report: Annotated[
        Path | None, kept_in(f"Keep the verdicts on --deals in {KEPT} in this folder; by default the present one.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Find out whether a deal can be won by a player who knows all cards.

    The verdict is won, with the moves; lost, which is proved; or unknown within the budget. Verdicts on many deals are
    kept, also when Ctrl-C ends the command, and the next one goes on from there.
    """
    chosen = _chosen(ids or [], every, option)
    first = bytes_of("00" if seed is None else seed)
    if not 1 <= len(first) <= SEED_BYTES:
        raise typer.BadParameter(f"a seed has 1 to {SEED_BYTES} bytes, this one {len(first)}", param_hint="--seed")
    if number is not None and (seed is not None or deals is not None):
        raise typer.BadParameter(
            "a number is that of one deal: leave out --seed and --deals, or the number", param_hint="--number"
        )
    if deals is not None:
        if option:
            raise typer.BadParameter("verdicts are kept for games with default options", param_hint="--option")
        _many(chosen, first, nodes, deals, jobs, (report or Path()) / KEPT, as_json)
        return
    if report is not None or jobs != 1:
        raise typer.BadParameter("it belongs to --deals", param_hint="--report" if report is not None else "--jobs")
    if len(chosen) != 1:
        raise typer.BadParameter("one deal is of one game; name only that one, or add --deals", param_hint="ID")
    first, named = seed_of_deal(chosen[0], number, numbering) or (first, f"seed {first.hex()}")
    _one(chosen[0], first, named, nodes, as_json)


def _chosen(ids: list[str], every: bool, option: list[str] | None) -> list[Game]:
    """Return the race games to solve."""
    if every == bool(ids):
        raise typer.BadParameter("name some games, or --all", param_hint="ID")
    if option and len(ids) != 1:
        raise typer.BadParameter("options belong to one game; name only that one", param_hint="--option")
    if every:
        return [dealt_now(id, {}) for id in catalogue.ids() if kind_of(catalogue.head_of(id)).own_boards]
    games = [chosen_game(id, option) for id in ids]
    if duels := [game.head.id for game in games if not kind_of(game.head).own_boards]:
        raise typer.BadParameter(f"{', '.join(duels)}: a duel has two players; only races are solved", param_hint="ID")
    return games


def _one(game: Game, seed: bytes, named: str, nodes: int, as_json: bool) -> None:
    """Solve one deal, which is called `named`, and print verdict, nodes and line."""
    table = game.deal(seed)
    with _bar(game.head.title, nodes) as update:
        outcome = solved(table, nodes, update)
    if as_json:
        line = [spell(game, move) for move in outcome.line]
        head = {"game": game.head.id, "options": game.options, "seed": seed.hex(), "budget": nodes}
        print_json({**head, "verdict": outcome.verdict, "nodes": outcome.nodes, "line": line})
        return
    typer.echo(f"{game.head.title}, {named}: {outcome.verdict}, {outcome.nodes:,} nodes")
    for number, words in enumerate(line_in_words(table, outcome.line), 1):
        typer.echo(f"{number:>4}  {words}")


def _many(chosen: list[Game], seed: bytes, nodes: int, deals: int, jobs: int, kept: Path, as_json: bool) -> None:
    """Solve many deals of some games in some processes, a round of each game in turn, and print the counts.

    Raises:
        typer.Exit: Ctrl-C has ended the work (code 130), or a process has died or found a fault (code 1). Finished
            deals are kept and printed all the same.
    """
    with going_on(kept, "--report"):
        found = Solved(seed.hex()).gone_on_with(read_kept(kept))
    pending: list[Deal] = []
    for game in chosen:
        row = found.rows[game.head.id] = found.row(game.head.id).within(nodes)
        if row.budget > nodes:
            typer.echo(f"{game.head.id} is left as it is: its deals were solved within {row.budget:,} nodes", err=True)
            continue
        for deal in row.pending(deals):
            pending.append((game.head.id, dict(game.options), deal, seed_of(seed, deal), nodes))
    pending.sort(key=lambda task: task[2] // ROUND)
    title = chosen[0].head.title if len(chosen) == 1 else f"{len(chosen)} games"
    total, saved, code = len(chosen) * deals, -SAVED, 0  # the first verdict is saved at once
    try:
        with _bar(title, total) as update, closing(_solved(pending, jobs)) as outcomes:
            for done, (id, deal, outcome) in enumerate(outcomes, 1):
                found.rows[id] = found.row(id).plus(deal, outcome)
                update(total - len(pending) + done)
                if time.monotonic() > saved + SAVED:
                    _write(kept, found)
                    saved = time.monotonic()
    except KeyboardInterrupt:
        code = 130
    except LineBroken as error:
        typer.echo(f"error: {error}", err=True)
        code = 1
    except BrokenProcessPool:
        typer.echo("error: a process that solves deals has died; if memory was short, try fewer --jobs", err=True)
        code = 1
    _write(kept, found)
    _print_counts(found, [game.head.id for game in chosen], as_json)
    if code:
        typer.echo(f"{kept} has what is done; the same command goes on from there", err=True)
        raise typer.Exit(code)


def _solved(pending: list[Deal], jobs: int) -> Generator[tuple[str, int, Outcome]]:
    """Solve deals in some processes; yield a game's id, a deal's number and its outcome as they come.

    Raises:
        BrokenProcessPool: a process has died.
    """
    others = set(active_children())
    executor = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_signals)
    tasks, running = iter(pending), set[Future[tuple[str, int, Outcome]]]()
    try:
        while True:
            running |= {executor.submit(_solve_deal, task) for task in islice(tasks, AHEAD * jobs - len(running))}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()


def _write(kept: Path, found: Solved) -> None:
    """Keep the verdicts, and add them to the report of winnability, if that is kept beside them."""
    write_whole(kept, found.as_text(), "--report")
    bots = kept.with_name("winnability.json")
    if bots.exists():
        table = winnability_table(Winnability.parse(bots.read_text(encoding="utf-8")), found)
        write_whole(kept.with_name("winnability.md"), table, "--report")


def _leave_signals() -> None:
    """Let the first process alone handle Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _solve_deal(task: Deal) -> tuple[str, int, Outcome]:
    """Solve one deal in a process of the pool."""
    id, options, deal, seed, nodes = task
    return id, deal, solved(catalogue.game(id, options).deal(seed), nodes)


def _print_counts(found: Solved, ids: list[str], as_json: bool) -> None:
    """Print a line for each game: deals, verdicts and the bracket of the winnable share."""
    names = ("deals", "won", "lost", "unknown", "at least %", "at most %", "nodes per deal")
    table = Printed(box=None)
    table.add_column("game", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right")
    for id in ids:
        row = found.row(id)
        least, most = row.bracket
        unknown = row.deals - row.won - row.lost
        if as_json:
            counts = {"deals": row.deals, "won": row.won, "lost": row.lost, "unknown": unknown}
            print_json({"game": id, "seed": found.seed, "budget": row.budget, **counts, "nodes": row.nodes})
        figures = (row.deals, row.won, row.lost, unknown, f"{100 * least:.1f}", f"{100 * most:.1f}")
        table.add_row(id, *map(str, figures), f"{row.nodes / row.deals:,.0f}" if row.deals else "")
    if not as_json:
        print_table(table)


@contextmanager
def _bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show progress on a terminal; yield the function that takes the part of `total` that is done."""
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done: progress.update(task, completed=done)
