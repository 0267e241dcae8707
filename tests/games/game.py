"""Makes all measurements of one game, and prints what it still lacks.

    make game ID=penguin         or        python -m tests.games.game ID [--games N] [--no-pictures] [--busy]

It keeps the checksum of the game's rules and the lengths of its piles, plays it for winnability, choices and levels,
measures its speed, takes pictures of its table, and writes the tables of all games again. For a variant, name it as another
ID. The exit code is 1 if something is missing.

That takes some minutes, and longer on a busy machine, so each step is counted and told again while it runs. The speed is
not measured while other programs keep the machine busy: its figures would stand beside those of quiet machines.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from cadogan_games import catalogue, choices, levels, new_game, registry, report, texts
from cadogan_games.engine.checking import BadDefinition
from cadogan_games.kept import FOLDER
from tests.games import perft, reach, telling

ROOT = new_game.ROOT
CADOGAN = Path(sys.executable).with_name("cadogan")
DEALS, DEALS_COMPARED, DEALS_RANKED = 1000, 150, 5
"""Numbers of deals, as in the Makefile: for the good bot, for the good bot beside chance, and for all levels."""

TOLD_SECONDS = 20
"""Seconds after which a step that still runs is told again."""

LOOK_SECONDS = 2
"""Seconds over which the work of other programs is measured."""

QUIET = 0.25
"""The most of all processors that other programs may use while a speed is measured."""

Command = tuple[str | Path, ...]


def measure(id: str, deals: int, pictures: Path | None, *, anyway: bool = False) -> None:
    """Measure a game, and store the results where those of all games are.

    Args:
        id: the game.
        deals: the number that the good bot plays.
        pictures: the folder for pictures of the table; None: without any.
        anyway: true to measure the speed on a busy machine as well.

    Raises:
        CalledProcessError: a step has failed.
    """
    print(f"{id}: the checksum of its rules", flush=True)
    wrong = perft.write([id])
    for line in wrong:
        print(line, file=sys.stderr)
    steps = list(_steps(id, deals, pictures))
    for number, command in enumerate(steps, 1):
        if "bench" in command and not anyway and (busy := used_by_others(LOOK_SECONDS)) > QUIET:
            print(
                f"{id}: the speed is not measured: other programs use {busy:.0%} of the processors. "
                f"Run this again on a quiet machine, or with --busy: cadogan bench rules {id} --report {FOLDER}",
                flush=True,
            )
            continue
        run(f"{id}, step {number} of {len(steps)}", command, TOLD_SECONDS)


def _steps(id: str, deals: int, pictures: Path | None) -> Iterator[Command]:
    yield sys.executable, "-m", "tests.games.reach", "--games", id, "--write"
    if catalogue.head_of(id).kind == "race":
        counted = (id, "--policy", "good", "--seed", "00", "--report", str(FOLDER))
        yield CADOGAN, "simulate", *counted, "--games", str(deals)
        yield CADOGAN, "simulate", *counted, "--games", str(min(deals, DEALS_COMPARED)), "--against", "random"
        ranked = ("--seed", "00", "--among", "random,easy,fair,good", "--report", str(FOLDER))
        yield CADOGAN, "simulate", id, *ranked, "--games", str(min(deals, DEALS_RANKED))
        yield CADOGAN, "bench", "rules", id, "--report", str(FOLDER)
    yield sys.executable, "-m", "cadogan_games.tables"
    if pictures is not None:
        yield sys.executable, "-m", "tests.browser.screenshots", "--game", id, "--out", str(pictures)


def run(title: str, command: Command, told: float) -> None:
    """Run a step, and say every `told` seconds that it still runs. Raises CalledProcessError if it fails."""
    print(f"{title}: $", *command, flush=True)
    begun = time.monotonic()
    with subprocess.Popen(list(map(str, command)), cwd=ROOT) as process:
        while True:
            try:
                code = process.wait(told)
                break
            except subprocess.TimeoutExpired:
                print(f"{title}: it has run for {time.monotonic() - begun:.0f} s", flush=True)
    if code:
        raise subprocess.CalledProcessError(code, command)


def used_by_others(seconds: float) -> float:
    """Return the share of all processors that is used within these seconds, in which this program sleeps; 0 where the
    system does not tell."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    before = stat.read_text(encoding="ascii")
    time.sleep(seconds)
    return used(before, stat.read_text(encoding="ascii"))


def used(before: str, after: str) -> float:
    """Return the share of all processors that was used between two readings of `/proc/stat`."""
    counts = [[int(each) for each in text.split("\n", 1)[0].split()[1:9]] for text in (before, after)]
    spent: list[int] = [then - first for first, then in zip(*counts, strict=True)]
    return 1 - (spent[3] + spent[4]) / sum(spent)


def missing(id: str) -> Iterator[str]:
    """Return a sentence for each thing that a game lacks. Translations are not among them: see `untranslated`."""
    head = catalogue.head_of(id)
    try:
        catalogue.game(id)
    except BadDefinition as error:
        yield str(error)
        return
    for path, what in (
        (f"server/cadogan_games/sheets/{head.sheet}.md", "sheet"),
        (f"tests/games/test_{head.sheet}.py", "Checks"),
    ):
        if not (ROOT / path).exists():
            yield f"{path}, the {what}, is not there"
    yield from new_game.unfinished(ROOT, id)
    yield from texts.missing(id)
    words = len(texts.how_to(id).split())
    if not 80 <= words <= 250:
        yield f"how_to/en/{id}.md has {words} words: 80 to 250 tell enough and not too much"
    kept = perft.kept()
    if lacking := [key for key, each, _ in perft.ways() if each == id and key not in kept]:
        yield f"perft.json holds nothing of {', '.join(lacking)}: run python -m tests.games.perft --write {id}"
    if id not in reach.known():
        yield f"reach.json holds nothing of it: run python -m tests.games.reach --games {id} --write"
    yield from telling.untold(id)
    if head.kind == "race":
        yield from _uncounted(id)


def untranslated(id: str) -> Iterator[str]:
    """Return a sentence for each text of a game that is shown in English in another language."""
    for language in texts.languages():
        if language != texts.ENGLISH:
            yield from texts.missing(id, language)


def _uncounted(id: str) -> Iterator[str]:
    """Return a sentence for each figure of a race that is missing, or odd and not explained."""
    row = report.Winnability.parse((FOLDER / "winnability.json").read_text(encoding="utf-8")).row(id)
    if row.games < DEALS:
        yield f"winnability.json has {row.games} deals of {DEALS}: run make game ID={id}"
    elif row.won in (0, row.games) and id not in report.second_looks():
        yield f"the good bot wins {'every' if row.won else 'no'} deal: say in reports/second_looks.json what was found"
    compared = choices.Choices.parse((FOLDER / "choices.json").read_text(encoding="utf-8")).row(id)
    order = ("poor", "fair", "good")
    if compared.deals < DEALS_COMPARED:
        yield f"choices.json has {compared.deals} deals of {DEALS_COMPARED}: run make game ID={id}"
    elif order.index(catalogue.head_of(id).race) > order.index(choices.highest_race(id, compared)):
        race, most = catalogue.head_of(id).race, choices.highest_race(id, compared)
        yield f"it is called a {race} race, and may be called {most} at the most"
    ranked = levels.Levels.parse((FOLDER / "levels.json").read_text(encoding="utf-8")).row(id)
    if ranked.deals < DEALS_RANKED:
        yield f"levels.json has {ranked.deals} deals of {DEALS_RANKED}: run make game ID={id}"
    if not report.kept_speeds((FOLDER / "speed.json").read_text(encoding="utf-8")).has(id):
        yield f"speed.json holds nothing of it: run make game ID={id}"


def main(arguments: list[str]) -> int:
    """Measure the named games and print what they lack. Return the exit code."""
    parser = argparse.ArgumentParser("python -m tests.games.game", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("ids", nargs="+", metavar="ID")
    parser.add_argument("--games", type=int, default=DEALS, help="deals that the good bot plays")
    parser.add_argument("--pictures", type=Path, default=ROOT / "screenshots", help="where the pictures go")
    parser.add_argument("--no-pictures", action="store_true", help="without Chromium")
    parser.add_argument("--busy", action="store_true", help="measure the speed on a busy machine, too")
    wanted = parser.parse_args(arguments)
    try:
        for id in wanted.ids:
            catalogue.game(id)
            measure(id, wanted.games, None if wanted.no_pictures else wanted.pictures, anyway=wanted.busy)
        found = {id: list(missing(id)) for id in wanted.ids}
    except (catalogue.UnknownGame, BadDefinition, registry.NoHead) as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode
    for id, sentences in found.items():
        english_alone = list(untranslated(id))
        so_far = (
            "nothing is missing but translations, for which English stands in:"
            if english_alone
            else "nothing is missing"
        )
        print(f"\n{id}: {so_far if not sentences else 'this is missing:'}")
        for sentence in sentences:
            print(f"- {sentence}")
        for sentence in english_alone:
            print(f"- not translated: {sentence}")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
