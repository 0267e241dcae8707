"""`cadogan simulate` with the bots' policies, for one game and for all, and the reports it keeps."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from cadogan_games import catalogue, choices, levels
from cadogan_games.engine import view
from cadogan_games.engine.table import IllegalMove, Move, Table
from cadogan_games.players import Seen, played_by
from cadogan_games.report import Winnability
from cadogan_games.simulate import Tally, at_random, play_out
from cadogan_server.cli import app
from cadogan_server.commands import options
from tests.each import each

RACES = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["simulate", *arguments])


@each("id", catalogue.ids())
def test_a_policy_sees_exactly_the_view_that_a_player_is_sent(id: str) -> None:
    table = catalogue.game(id).deal(b"\x01")
    roles = (0, 1) if catalogue.head_of(id).kind == "duel" else (None,)
    seen = {role: Seen(table, role) for role in roles}
    chance = Random(1)
    for _ in range(60):
        for role, eyes in seen.items():
            eyes.look()
            assert (tuple(map(tuple, eyes.piles)), tuple(eyes.counters)) == view.state(table, role)
        if not table.moves():
            return
        table.push(chance.choice(table.moves()))


@pytest.mark.parametrize("policy", ["good", "fair", "easy", "random"])
def test_every_policy_plays(policy: str) -> None:
    arguments = ("klondike_draw1", "--policy", policy, "--seed", "00", "--games", "3", "--json")
    counts = json.loads(run(*arguments).output)
    assert (counts["policy"], counts["games"]) == (policy, 3)
    assert counts["won"] + counts["blocked"] + counts["given_up"] + counts["unfinished"] == 3
    again = json.loads(run(*arguments).output)
    assert (again["moves"], again["mean_progress"]) == (counts["moves"], counts["mean_progress"])


def test_both_seats_of_a_duel_are_played() -> None:
    counts = json.loads(run("spite_and_malice_modern", "--policy", "good", "--seed", "00", "--json").output)
    assert counts["won"] == 1


def test_all_prints_an_object_for_each_game() -> None:
    done = run("--all", "--policy", "good", "--seed", "00", "--moves", "40", "--json")
    assert [json.loads(line)["game"] for line in done.output.splitlines()] == RACES


def test_all_prints_a_table_with_the_slowest_first() -> None:
    done = run("--all", "--seed", "00", "--moves", "20")
    printed = [line.split() for line in done.output.splitlines()]
    speeds = [float(line[-1]) for line in printed if line and line[0] in RACES]
    assert len(speeds) == len(RACES)
    assert speeds == sorted(speeds, reverse=True)


def test_a_report_goes_on_where_it_stopped(tmp_path: Path) -> None:
    once, twice = tmp_path / "once", tmp_path / "twice"
    arguments = ("klondike_draw1", "--policy", "good", "--seed", "00")
    for folder, games in ((twice, "2"), (twice, "5"), (once, "5")):
        done = run(*arguments, "--games", games, "--report", str(folder))
        assert done.exit_code == 0
        assert "tells of 1 races; the catalogue's 6 other games have no line" in " ".join(done.output.split())
    assert (once / "winnability.json").read_text() == (twice / "winnability.json").read_text()
    found = Winnability.parse((once / "winnability.json").read_text()).rows["klondike_draw1"]
    assert (found.games, found.won + found.blocked + found.given_up + found.unfinished) == (5, 5)
    assert "`klondike_draw1` | 5 |" in (once / "winnability.md").read_text()
    refused = run("klondike_draw1", "--policy", "fair", "--seed", "00", "--report", str(once))
    assert refused.exit_code == 2


def test_two_policies_play_the_same_deals_and_are_compared(tmp_path: Path) -> None:
    once, twice, turned = tmp_path / "once", tmp_path / "twice", tmp_path / "turned"
    arguments = ("klondike_draw1", "--seed", "00", "--moves", "300")
    for folder, games in ((twice, "2"), (twice, "5"), (once, "5")):
        done = run(*arguments, "--policy", "good", "--against", "random", "--games", games, "--report", str(folder))
        assert done.exit_code == 0
    assert (once / "choices.json").read_text() == (twice / "choices.json").read_text()
    assert "`klondike_draw1` | 5 |" in (once / "choices.md").read_text()
    run(*arguments, "--policy", "random", "--against", "good", "--games", "5", "--report", str(turned))
    row, other = (
        choices.Choices.parse((at / "choices.json").read_text()).rows["klondike_draw1"] for at in (once, turned)
    )
    assert (row.further, row.less, row.progress) == (other.less, other.further, other.progress_of_other)
    assert row.progress > row.progress_of_other
    refused = run(*arguments, "--policy", "fair", "--against", "random", "--report", str(once))
    assert refused.exit_code == 2
    assert "delete it to begin anew" in refused.output


def test_several_policies_play_the_same_deals_by_the_clock(tmp_path: Path) -> None:
    once, twice = tmp_path / "once", tmp_path / "twice"
    arguments = ("klondike_draw1", "--seed", "00", "--moves", "300", "--among", "random,easy,good")
    for folder, games in ((twice, "2"), (twice, "4"), (once, "4")):
        done = run(*arguments, "--games", games, "--report", str(folder))
        assert done.exit_code == 0, done.output
    assert (once / "levels.json").read_text() == (twice / "levels.json").read_text()
    series = levels.Levels.parse((once / "levels.json").read_text())
    row = series.rows["klondike_draw1"]
    assert row.deals == 4
    assert (once / "levels.md").read_text() == levels.levels_table(series)
    alone = [json.loads(run("klondike_draw1", "--policy", p, *FOUR).output) for p in ("random", "easy", "good")]
    for policy, counts in zip(("random", "easy", "good"), alone, strict=True):
        score = row.score(policy)
        assert (score.won, score.moves) == (counts["won"], counts["moves"])
        assert 0 <= score.after_3 <= score.after_5
    random, easy, good = map(row.score, ("random", "easy", "good"))
    assert random.seconds == pytest.approx(random.moves * levels.USUAL_SECONDS)
    assert easy.seconds / easy.moves > 2 * good.seconds / good.moves
    refused = run(*arguments[:-1], "random,good", "--report", str(once))
    assert refused.exit_code == 2
    assert "delete it to begin anew" in " ".join(refused.output.split())


FOUR = ("--seed", "00", "--moves", "300", "--games", "4", "--json")


def test_a_clock_counts_the_cards_home_when_time_is_up() -> None:
    game, sent = catalogue.game("margarethe"), []

    def first(table: Table, moves: list[Move]) -> Move:
        sent.append(table.progress)
        return moves[0]

    score = levels.played(game, bytes(1), first, lambda offered: 50.0, 2000)
    assert score.after_3 == sent[3], "three moves were made within 150 seconds, and the fourth would take 200"
    assert score.after_5 == sent[6]
    assert score.seconds == 50 * score.moves


def test_the_report_names_games_in_which_a_weaker_level_got_further() -> None:
    def row(weaker: int, stronger: int) -> levels.Row:
        return levels.Row(1).plus({"easy": levels.Score(progress=weaker), "good": levels.Score(progress=stronger)})

    series = levels.Levels(["easy", "good"], "00", 2000, {"nestor": row(26, 13), "carpet": row(13, 26)})
    told = levels.levels_table(series).partition("## Games in which a weaker level got further")[2]
    assert told.split("\n")[2:] == ["- `nestor`: easy 50.0 %, good 25.0 %", ""]


def test_equal_progress_is_ranked_by_exchanges() -> None:
    few, many = (Tally("caesar", games=1, lengths=[9], progress=[3], penalties=[n]) for n in (2, 5))
    row = choices.Row(revision=1).plus(few, many)
    assert (row.further, row.less, row.edge) == (1, 0, 1)


def test_a_policy_that_chooses_an_illegal_move_is_told_so() -> None:
    class Cheat:
        def __init__(self, random: Random) -> None:
            pass

        def choose(self, view: object, moves: object) -> tuple[object, ...]:
            return (0, 0, 99)

    game = catalogue.game("klondike")
    with pytest.raises(IllegalMove, match="no legal move"):
        play_out(game, b"\0", played_by(Cheat, b"\0"), Tally(game.head.id), 10, lambda: 0.0)


POLICIES = """
class Timid:
    def __init__(self, random):
        pass

    def choose(self, view, moves):
        return None

class Clumsy(Timid):
    def choose(self, view, moves):
        return view.piles[999]

class Cheat(Timid):
    def choose(self, view, moves):
        return (0, 0, 99)

class Bare:
    def choose(self, view, moves):
        return None

nothing = 7
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The current folder has a module with policies."""
    (tmp_path / "tried_out.py").write_text(POLICIES)
    (tmp_path / "broken_one.py").write_text("def (")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    yield
    sys.modules.pop("tried_out", None)


@pytest.mark.usefixtures("own")
def test_a_policy_of_the_current_folder_plays() -> None:
    counts = json.loads(run("klondike", "--policy", "tried_out:Timid", "--games", "2", "--json").output)
    assert (counts["policy"], counts["given_up"], counts["moves"]) == ("tried_out:Timid", 2, 0)


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ("Clumsy", "the policy tried_out:Clumsy failed: IndexError: list index out of range (tried_out.py, line 11)"),
        ("Cheat", "the policy tried_out:Cheat chose (0, 0, 99), which is no legal move"),
        ("Bare", "the policy tried_out:Bare failed: TypeError: Bare() takes no arguments"),
    ],
)
def test_a_mistake_of_a_policy_is_one_line_that_names_it(policy: str, says: str) -> None:
    done = run("klondike", "--policy", f"tried_out:{policy}")
    assert (done.exit_code, done.output) == (1, f"error: {says}\n")


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ("tried_out:nothing", "is no policy: it has to be a class"),
        ("tried_out:Nobody", "AttributeError: module 'tried_out' has no attribute 'Nobody'"),
        ("broken_one:Any", "SyntaxError"),
        ("no_such_module:Any", "ModuleNotFoundError"),
    ],
)
def test_an_unusable_policy_is_named(policy: str, says: str) -> None:
    done = CliRunner().invoke(app, ["simulate", "klondike", "--policy", policy], env={"COLUMNS": "250"})
    assert done.exit_code == 2
    assert says in done.output


def test_a_game_of_the_current_year_is_dealt_for_this_year(monkeypatch: pytest.MonkeyPatch) -> None:
    class InAnotherYear(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> InAnotherYear:
            return cls(2031, 7, 1, tzinfo=tz)

    monkeypatch.setattr(options, "datetime", InAnotherYear)
    for arguments in (("anno_domini_rows",), ("anno_domini_rows", "--option", "year=current")):
        counts = json.loads(run(*arguments, "--seed", "00", "--json").output)
        assert counts["options"] == {"year": 2031}
    by_id = {
        (line := json.loads(text))["game"]: line for text in run("--all", "--moves", "1", "--json").output.splitlines()
    }
    assert by_id["anno_domini"]["options"] == {"year": 2031}


def test_a_tally_adds_up() -> None:
    tally = Tally("nestor")
    play_out(catalogue.game("nestor"), b"\0", at_random(b"\0"), tally, 500, lambda: 0.0)
    assert tally.games == tally.won + tally.blocked == 1


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("klondike", "--all"),
        ("--all", "--option", "draw=3"),
        ("klondike", "--policy", "nobody"),
        ("klondike", "--report", "/dev/null/x"),
        ("klondike", "--report", "x", "--json"),
        ("klondike", "--against", "random"),
        ("klondike", "--against", "nobody", "--report", "x"),
        ("klondike", "--among", "easy,good"),
        ("klondike", "--among", "easy", "--report", "x"),
        ("klondike", "--among", "easy,easy", "--report", "x"),
        ("klondike", "--among", "easy,nobody", "--report", "x"),
        ("klondike", "--among", "easy,good", "--policy", "good", "--report", "x"),
    ],
)
def test_bad_arguments_end_with_exit_code_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_no_table_is_wider_than_a_hundred_columns() -> None:
    assert max(map(len, run("--all", "--moves", "1").output.splitlines())) <= 100


def test_simulate_counts_and_traces(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    done = run("klondike", "--seed", "00", "--games", "3", "--trace", str(trace), "--json")
    counts = json.loads(done.output)
    assert (counts["games"], counts["seed"]) == (3, "00")
    assert counts["won"] + counts["blocked"] + counts["unfinished"] == 3
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    assert sum(line["move"] is not None for line in lines) == counts["moves"]
    for line in lines:
        assert line["move"] is None or line["move"] in line["moves"]
        assert sum(len(pile) for group in line["piles"].values() for pile in group) == 52
    assert "moves per second" in run("nestor", "--games", "2").output


def test_a_trace_of_a_duel_has_the_progress_of_both(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    run("spite_and_malice_modern", "--seed", "00", "--moves", "50", "--trace", str(trace))
    assert json.loads(trace.read_text().splitlines()[0])["progress"] == [0, 0]
