"""Measurements of a server: each function makes one or a few loads and returns a row of figures.

Figures are per processor time of the server where possible, not per second. So a load slower than the server spoils no
figure. But the figures don't show what a server saves that gets much at once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from cadogan_server.bench.load import Load, Seen, Step, load_on
from cadogan_server.bench.plan import Plan
from cadogan_server.bench.target import Target, own_server
from cadogan_server.bench.work import SolverWork

Row = dict[str, Any]
"""Name → figure."""

KIB, MIB = 1 << 10, 1 << 20


@dataclass(frozen=True)
class Way:
    """The way a load is made.

    Attributes:
        seconds: length of the measurement.
        processes: number of processes that make the load.
        step: called with the progress.
    """

    seconds: float
    processes: int
    step: Step


def race(target: Target, plan: Plan, way: Way) -> Row:
    """Return the server's figures per move while rooms are played."""
    with load_on(target, plan, way.processes, way.step) as load:
        seen = load.measure(way.seconds)
    store, moves = seen.store_cpu, max(seen.accepted, 1)
    all = None if store is None or seen.server_cpu is None else store + seen.server_cpu
    return {
        "rooms": plan.rooms,
        "workers": max(1, len(target.workers)),
        "processors": target.placement.in_words(),
        "racers": plan.racers,
        "watchers": plan.watchers,
        "rate": plan.rate or None,
        "seconds": round(seen.seconds, 3),
        **_moves(seen),
        "store_us_per_move": None if store is None else round(1e6 * store / moves, 2),
        "all_us_per_move": None if all is None else round(1e6 * all / moves, 2),
        "cpu_of_each": [round(share, 3) for share in seen.worker_shares] or None,
        **_sent(seen, plan),
        "refused": seen.refused,
        "missed": seen.missed,
        "done": seen.done,
        **seen.lag,
        "memory_mib": _rounded(seen.after.memory, MIB, 1),
        "kib_per_move": _rounded(seen.grown, KIB * max(seen.accepted, 1), 3),
        "load_cpu": round(seen.load_cpu, 3),
        "others_cpu": _rounded(seen.others_cpu, 1, 3),
    }


def solving(target: Target, plan: Plan, way: Way, queued: int = 0) -> Row:
    """Return how long moves take while the server searches for winnable deals and analyses races, beside the same load alone.

    `queued`: analyses that wait besides, for which the store must be known.
    """
    with load_on(target, plan, way.processes, way.step) as load:
        alone, at_rest = _beside_solvers(target, load, way.seconds)
    others = replace(plan, first=plan.rooms)  # from other addresses, which may bring new players too
    with SolverWork(target, plan.game) as work, load_on(target, others, way.processes, way.step) as load:
        if queued:
            work.queue_copies(queued)
        races = work.races
        seen, at_work = _beside_solvers(target, load, way.seconds)
        races = work.races - races
        waiting = work.waiting() if queued else None
        work.check()
    before, now = alone.wait_ms(0.99), seen.wait_ms(0.99)
    return {
        "rooms": plan.rooms,
        "racers": plan.racers,
        "watchers": plan.watchers,
        "rate": plan.rate or None,
        "seconds": round(seen.seconds, 3),
        "searches": races,
        "waiting": waiting,
        "solver_cpu": _rounded(at_work, 1, 3),
        "moves_per_s": round(seen.accepted / seen.seconds, 1),
        "p50_alone_ms": alone.wait_ms(0.5),
        "p50_ms": seen.wait_ms(0.5),
        "p99_alone_ms": before,
        "p99_ms": now,
        "p99_ratio": None if before is None or now is None else round(now / before, 2),
        "missed": seen.missed,
        **seen.lag,
        "load_cpu": round(seen.load_cpu, 3),
        "others_cpu": _rounded(most_of_others((alone, at_rest), (seen, at_work)), 1, 3),
    }


def _beside_solvers(target: Target, load: Load, seconds: float) -> tuple[Seen, float | None]:
    """Measure a load; return also the share of a processor that the server's solvers have used meanwhile, if known."""
    before = target.solver_seconds()
    seen = load.measure(seconds)
    after = target.solver_seconds()
    return seen, None if before is None or after is None else (after - before) / seen.seconds


def most_of_others(*measured: tuple[Seen, float | None]) -> float | None:
    """Return the share of the server's processors that neither it nor its solvers have used, in the measurement where that is
    largest; None if unknown."""
    shares = [seen.others_cpu - (solvers or 0.0) for seen, solvers in measured if seen.others_cpu is not None]
    return max(0.0, *shares) if shares else None


COSTS = ("us_per_move", "all_us_per_move")
"""Figures that are compared, and so reported with their spread."""


def medians(rows: Sequence[Row]) -> Row:
    """Return the medians of several measurements, the last value of anything that is no figure, and the spread of the
    costs of a move. A single measurement is returned unchanged."""
    if len(rows) == 1:
        return rows[0]
    found = dict(rows[-1], rounds=len(rows))
    for name, value in rows[-1].items():
        values = [row[name] for row in rows]
        if isinstance(value, int | float) and not isinstance(value, bool) and None not in values:
            found[name] = round(median(values), 3)
    for name in COSTS:  # some are unknown for a server that was running already
        if None not in (values := [row[name] for row in rows]):
            found[f"{name}_from_to"] = [min(values), max(values)]
    return found


def fanout(target: Target, plan: Plan, way: Way, nodes: int = 1) -> Row:
    """Return the messages that the server sends while one racer plays before many, and the cost of a move.

    With several nodes, all watchers are at the other nodes, which are started here and not measured.
    """
    with ExitStack() as stack:
        way.step("Starting other nodes", 0.0)
        others = [stack.enter_context(own_server(target.store, measured=False)) for _ in range(nodes - 1)]
        plan = replace(plan, watched_at=tuple(other.url for other in others))
        load = stack.enter_context(load_on(target, plan, 1, way.step))
        seen = load.measure(way.seconds)
    sends = seen.accepted * plan.per_room
    return {
        "nodes": nodes,
        "watchers": plan.watchers,
        "seconds": round(seen.seconds, 3),
        "sends_per_core_s": _rounded(sends, seen.server_cpu, 1) if seen.server_cpu and nodes == 1 else None,
        **_moves(seen),
        "refused": seen.refused,
        **seen.lag,
        "load_cpu": round(seen.load_cpu, 3),
        "others_cpu": _rounded(seen.others_cpu, 1, 3),
    }


def idle(target: Target, plan: Plan, way: Way) -> Row:
    """Return the cost of idle sockets: each has said hello, and may watch a race in which nobody moves."""
    before = target.memory()
    with load_on(target, plan, way.processes, way.step) as load:
        seen = load.measure(way.seconds)
    taken = None if before is None or seen.after.memory is None else seen.after.memory - before
    return {
        "sockets": plan.sockets,
        "watching": plan.rooms > 0,
        "kib_per_socket": _rounded(taken, KIB * plan.sockets, 2),
        "memory_mib": _rounded(seen.after.memory, MIB, 1),
        "server_cpu": _rounded(seen.server_cpu, seen.seconds, 4),
        **seen.lag,
    }


def rooms(count: int, plan: Plan, way: Way) -> Row:
    """Return the cost of this many rooms in new servers: as lobbies of one, dealt to four, while played, and at a
    start.

    The cost of their sockets is measured separately with idle ones, and subtracted.
    """
    with own_server() as target:
        started = target.started
        hello = replace(plan, rooms=0, racers=0, watchers=4 * count, deal=False)
        socket = _taken(target, hello, way) / (4 * count)
    with own_server() as target:
        lobby = _taken(target, replace(plan, rooms=count, racers=1, watchers=0, deal=False), way) / count - socket
    with tempfile.TemporaryDirectory(prefix="cadogan-bench-") as folder:
        with own_server(folder=Path(folder)) as target:
            before, stored = target.memory() or 0, target.store_bytes()
            four = replace(plan, rooms=count, racers=4, watchers=0)
            with load_on(target, four, way.processes, way.step) as load:
                dealt = ((target.memory() or 0) - before) / count - 4 * socket
                stored_dealt = target.store_bytes() - stored
                seen = load.measure(way.seconds)
                stored_played = target.store_bytes() - stored
        way.step("Starting with the rooms", 0.0)
        with own_server(folder=Path(folder)) as target:
            again = target.started
    return {
        "rooms": count,
        "lobby_kib": _rounded(lobby, KIB, 2),
        "dealt_kib": _rounded(dealt, KIB, 2),
        "socket_kib": _rounded(socket, KIB, 2),
        "kib_per_move": _rounded(seen.grown, KIB * max(seen.accepted, 1), 3),
        "moves_per_room": round(seen.accepted / count, 1),
        "store_kib_dealt": _rounded(stored_dealt, KIB * count, 2),
        "store_kib_played": _rounded(stored_played, KIB * count, 2),
        "start_empty_s": round(started, 2),
        "start_s": round(again, 2),
        "start_ms_per_room": round(1000 * (again - started) / count, 3),
        "refused": seen.refused,
    }


def _taken(target: Target, plan: Plan, way: Way) -> int:
    """Return the bytes that a server takes for a load that is ready and does not play."""
    before = target.memory() or 0
    with load_on(target, plan, way.processes, way.step):
        return (target.memory() or 0) - before


def _moves(seen: Seen) -> Row:
    """Return the number of moves, their cost, and their time from when they were due."""
    cpu = seen.server_cpu
    return {
        "moves_per_s": round(seen.accepted / seen.seconds, 1),
        "server_cpu": _rounded(cpu, seen.seconds, 4),
        "moves_per_core_s": _rounded(seen.accepted, cpu, 1) if cpu else None,
        "us_per_move": _rounded(1e6 * cpu, max(seen.accepted, 1), 2) if cpu else None,
        "p50_ms": seen.wait_ms(0.5),
        "p99_ms": seen.wait_ms(0.99),
        "p999_ms": seen.wait_ms(0.999),
    }


def _sent(seen: Seen, plan: Plan) -> Row:
    """Return the bytes and frames that were sent per move and receiver: everybody in the room, including the mover."""
    moves = max(seen.accepted, 1)
    return {
        "bytes_per_receiver": round((seen.racer_bytes + seen.watcher_bytes) / moves / plan.per_room, 2),
        "bytes_per_racer": round(seen.racer_bytes / moves / plan.racers, 2),
        "bytes_per_watcher": round(seen.watcher_bytes / moves / plan.watchers, 2) if plan.watchers else None,
        "frames_per_receiver": round(seen.frames / moves / plan.per_room, 3),
    }


def _rounded(value: float | None, unit: float, digits: int) -> float | None:
    """Return a value in a unit; None if it is unknown."""
    return None if value is None else round(value / unit, digits)
