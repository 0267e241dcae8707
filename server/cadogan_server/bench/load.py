"""Puts a load on a server with separate processes, and collects their figures."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Self

from cadogan_server.bench import process
from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.plan import Plan
from cadogan_server.bench.target import Look, Target, lag_between

WARM_SECONDS = 1.0
"""Seconds that a load plays before anything is counted, at most half of the measured time."""

Step = Callable[[str, float], None]
"""Called with the current activity, and its progress from 0 to 1."""


@dataclass(frozen=True)
class Seen:
    """The answers of a server to a load over a time, and the resources that it used.

    Attributes:
        before, after: the server's state at both ends.
        accepted, refused, missed, done: moves answered; requests refused, by code; moves omitted because answers came
            too late; racers without a move left.
        waits: microseconds from the time when a move was due to its answer, sorted.
        frames, bytes: frames and bytes sent to all sockets, with heads; of `bytes`, those to racers and to watchers.
        load_cpu: share of a processor that the busiest process of the load has used.
        load_here: processor seconds that the whole load has used on the server's machine.
        lag: lateness of the server's event loop (`lag_between`).
    """

    before: Look
    after: Look
    accepted: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    missed: int = 0
    done: int = 0
    waits: list[int] = field(default_factory=list)
    frames: int = 0
    racer_bytes: int = 0
    watcher_bytes: int = 0
    load_cpu: float = 0.0
    load_here: float = 0.0
    lag: dict[str, float | None] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """Length of the measurement in seconds."""
        return self.after.at - self.before.at

    @property
    def server_cpu(self) -> float | None:
        """Processor seconds that the server has used, if known."""
        if self.after.cpu is None or self.before.cpu is None:
            return None
        return max(self.after.cpu - self.before.cpu, 1e-9)

    @property
    def store_cpu(self) -> float | None:
        """Processor seconds that the store has used, if known."""
        if self.after.store is None or self.before.store is None:
            return None
        return self.after.store - self.before.store

    @property
    def others_cpu(self) -> float | None:
        """Share of the server's processors that other processes have used, if known. A large share spoils all
        figures."""
        if self.after.core is None or self.before.core is None or self.server_cpu is None:
            return None
        return max(self.after.core - self.before.core - self.server_cpu - self.load_here, 0.0) / self.seconds

    @property
    def worker_shares(self) -> list[float]:
        """Share of a processor that each worker has used, if there are several."""
        both = zip(self.before.workers, self.after.workers, strict=True)
        return [(after - before) / self.seconds for before, after in both]

    @property
    def grown(self) -> int | None:
        """Bytes by which the server's memory has grown."""
        if self.after.memory is None or self.before.memory is None:
            return None
        return self.after.memory - self.before.memory

    def wait_ms(self, share: float) -> float | None:
        """Return the milliseconds within which this share of the moves was answered."""
        return self.waits[min(int(share * len(self.waits)), len(self.waits) - 1)] / 1000 if self.waits else None


class Load:
    """A load that is ready and has not started to play.

    Args:
        target: the server.
        plan: the load.
        generators: its processes.
        step: called with the progress.
    """

    def __init__(self, target: Target, plan: Plan, generators: list[Generator], step: Step) -> None:
        self.target = target
        self.plan = plan
        self._generators = generators
        self._step = step

    def measure(self, seconds: float) -> Seen:
        """Play and count for this many seconds. The load ends with it.

        Raises:
            BenchError: the server has ended.
        """
        self.say("play")
        self._rest(min(WARM_SECONDS, seconds / 2), "Warming up")
        late = self.target.lag()
        before = self.target.look()
        self.say("measure")
        self._rest(seconds, "Measuring")
        after = self.target.look()
        self.say("stop")
        figures = self.summary()
        seen = _gathered(before, after, figures, lag_between(late, self.target.lag()))
        if not self.target.placement.shared:
            return seen
        return replace(seen, load_here=sum(each["cpu"] for each in figures) + (seen.store_cpu or 0.0))

    def say(self, order: str) -> None:
        """Send an order to all processes: `play`, `measure` or `stop`."""
        for generator in self._generators:
            generator.say(order)

    def summary(self) -> list[dict[str, Any]]:
        """Return the figures of each process after `stop`.

        Raises:
            BenchError: the server has ended.
        """
        return [generator.until("counted") for generator in self._generators]

    def _rest(self, seconds: float, what: str) -> None:
        begun = time.perf_counter()
        while (passed := time.perf_counter() - begun) < seconds:
            self._step(what, passed / seconds)
            time.sleep(min(0.2, seconds - passed))


class Generator:
    """One process of a load, from its start."""

    def __init__(self, plan: Plan) -> None:
        self._process = process.start("cadogan_server.bench.generator")
        self.say(plan.as_json())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()  # nothing that it still does is needed
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def say(self, line: str) -> None:
        """Write a line to its input."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            self.until("failed")  # its last line says why

    def until(self, what: str, step: Callable[[int], None] = lambda sockets: None) -> dict[str, Any]:
        """Return its message of this kind. Until then call `step` with the number of sockets that it has opened.

        Raises:
            BenchError: it reports a failure.
        """
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message: dict[str, Any] = json.loads(line)
            if message["at"] == "failed":
                raise BenchError(message["why"])
            if message["at"] == what:
                return message
            step(message["done"])
        raise BenchError(f"a process of the load has ended with exit code {self._process.wait()}")


@contextmanager
def load_on(target: Target, plan: Plan, processes: int, step: Step) -> Iterator[Load]:
    """Prepare a load: its sockets are open and its rooms are dealt. It ends with the context.

    Raises:
        BenchError: the server refuses it.
    """
    plan = replace(plan, url=target.url, local=target.local, cores=target.placement.others)
    with ExitStack() as stack:
        generators = [stack.enter_context(Generator(part)) for part in plan.parts(processes)]
        for number, generator in enumerate(generators):

            def opened(sockets: int, number: int = number) -> None:
                step("Opening sockets", number / len(generators) + sockets / max(plan.sockets, 1))

            generator.until("ready", opened)
        yield Load(target, plan, generators, step)


def _gathered(before: Look, after: Look, figures: list[dict[str, Any]], lag: dict[str, float | None]) -> Seen:
    """Return the sum of the figures of all processes of a load."""
    refused = Counter[str]()
    for each in figures:
        refused.update(each["refused"])
    return Seen(
        before,
        after,
        accepted=sum(each["accepted"] for each in figures),
        refused=dict(refused),
        missed=sum(each["missed"] for each in figures),
        done=sum(each["done"] for each in figures),
        waits=sorted(wait for each in figures for wait in each["waits"]),
        frames=sum(each["racer_frames"] + each["watcher_frames"] for each in figures),
        racer_bytes=sum(each["racer_bytes"] for each in figures),
        watcher_bytes=sum(each["watcher_bytes"] for each in figures),
        load_cpu=max(each["cpu"] / each["seconds"] for each in figures),
        lag=lag,
    )
