"""The files for operators agree with the server."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

from cadogan_protocol.errors import ErrorCode
from cadogan_server.cli import app
from cadogan_server.gateway.relays.relay import PATH
from deploy import check
from deploy.cluster import Cluster
from tests.server.conftest import Serve
from tests.server.fetching import figures
from tests.server.wire import dial

DEPLOY = Path(check.__file__).parent


def named(text: str) -> set[str]:
    """Return the server's metrics that a text names, without the suffixes of Prometheus."""
    found = set(re.findall(r"\bcadogan_(?!node\b)[a-z_]+|\bprocess_[a-z_]+", text))
    return {name for name in found if not name.endswith("_")}


async def test_dashboard_and_alarms_use_existing_metrics(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna:
        await anna.hello("Anna")
        server.services.stats.refusals[ErrorCode.BUSY] += 1
        lines = [line for line in await figures(server) if not line.startswith("#")]
    there = {re.split(r"[{ ]", line)[0] for line in lines}
    board = json.loads((DEPLOY / "monitoring" / "grafana.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    rules = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yml").read_text())["groups"][0]["rules"]
    asked += [rule["expr"] for rule in rules]
    assert len(asked) > 30
    for expression in asked:
        assert named(expression) <= there, expression


def test_every_alarm_is_explained() -> None:
    rules = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yml").read_text())["groups"][0]["rules"]
    guide = (DEPLOY / "README.md").read_text()
    assert [rule["alert"] for rule in rules if f"| {rule['alert']} |" not in guide] == []


def test_the_guide_gives_existing_commands() -> None:
    guide = (DEPLOY / "README.md").read_text()
    given = [
        line.split("#")[0].split()
        for line in re.findall(r"^ +(?:sudo -u cadogan )?(?:/\S+/)?(cadogan .*)", guide, re.M)
    ]
    assert len(given) > 10
    for words in given:
        command = get_command(app)
        for word in words[1:]:
            if word.startswith("--"):
                options = {name for option in command.params for name in [*option.opts, *option.secondary_opts]}
                assert word in options, words
            else:
                command = getattr(command, "commands", {}).get(word, command)
        assert command.name in (*words, "root"), words


def test_a_file_that_is_wrong_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    def wrong() -> str:
        return "node1 is twice there"

    def absent() -> str:
        raise check.NotHere("promtool (apt install prometheus)")

    assert check.main([], [wrong]) == 1
    assert "deploy: wrong\nnode1 is twice there" in capsys.readouterr().err
    assert check.main([], [absent]) == 0
    assert "not checked, as it is not installed: promtool" in capsys.readouterr().err
    assert check.main(["--all"], [absent]) == 1


def test_the_environment_file_names_options_alone(tmp_path: Path) -> None:
    (tmp_path / "systemd").mkdir()
    (tmp_path / "systemd" / "cadogan.default").write_text("# a word\nCADOGAN_PORT=1\n#CADOGAN_PROT=2\n")
    assert check.environment(tmp_path) == "systemd/cadogan.default:3: #CADOGAN_PROT=2\n"


def test_the_cluster_agrees_with_the_compose_file(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    cluster = Cluster(tmp_path)
    services = yaml.safe_load((DEPLOY / "compose" / "compose.yaml").read_text())["services"]
    assert list(cluster.nodes) == [name for name in services if name.startswith("node")]
    redis = " ".join(cluster.redis.command)
    assert "--appendonly yes --appendfsync everysec --save  --maxmemory 1gb --maxmemory-policy noeviction" in redis
    for name, node in cluster.nodes.items():
        assert node.environment["CADOGAN_NODE"] == name
        assert node.environment["CADOGAN_BEHIND_PROXY"] == "1"
        assert node.environment["CADOGAN_REDIS"] == cluster.redis_url


def test_an_image_without_a_digest_is_named(tmp_path: Path) -> None:
    assert check.digests() == ""
    for folder in ("compose", "kubernetes"):
        (tmp_path / folder).mkdir()
    (tmp_path / "Dockerfile").write_text(f"FROM python:3 AS one\nFROM python:3@sha256:{'a' * 64} AS two\n")
    (tmp_path / "compose" / "compose.yaml").write_text(
        "services:\n  a:\n    image: cadogan\n  b:\n    image: redis:7\n"
    )
    (tmp_path / "kubernetes" / "redis.yaml").write_text("      image: redis:7@sha256:abc\n")
    found = check.digests(tmp_path).splitlines()
    assert [line.split()[1] for line in found] == ["python:3", "redis:7", "redis:7@sha256:abc"]


def test_redis_has_a_password_that_nobody_knows_beforehand() -> None:
    text = (DEPLOY / "compose" / "compose.yaml").read_text()
    given = re.findall(r"\$\{CADOGAN_REDIS_PASSWORD(:.)", text)
    assert given == [":?"] * 3, "the URL, Redis and its client: compose refuses to start without the variable"
    assert "--requirepass $(REDISCLI_AUTH)" in (DEPLOY / "kubernetes" / "redis.yaml").read_text()


def test_the_ingress_sends_visitors_of_the_nodes_own_path_to_nobody() -> None:
    ingress = yaml.safe_load((DEPLOY / "kubernetes" / "ingress.yaml").read_text())
    services = {
        service["metadata"]["name"]: service["spec"]
        for service in yaml.safe_load_all((DEPLOY / "kubernetes" / "service.yaml").read_text())
    }
    (rule,) = ingress["spec"]["rules"]
    to = {(path["pathType"], path["path"]): path["backend"]["service"]["name"] for path in rule["http"]["paths"]}
    assert "selector" not in services[to["Exact", PATH]]
    assert "selector" in services[to["Prefix", "/"]]
    limits = {name.rpartition("/")[2] for name in ingress["metadata"]["annotations"]}
    assert {"limit-connections", "limit-rps"} <= limits
