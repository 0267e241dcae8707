"""Lets workers tell the main process only what it needs of a test.

pytest-xdist sends six messages for each test: its start, three reports, and two ends. If a test passes at once, only
one report and the ends matter. The others cost as much as a short test.
"""

from __future__ import annotations

from typing import Any

import pytest

LEAST_SECONDS = 0.01
"""The duration in seconds below which nobody misses the duration of a test's preparation or end."""


def tell_less(config: pytest.Config) -> None:
    """Send fewer messages from now on, if this process is a worker. With -v all are sent, as each start is printed
    then."""
    for plugin in config.pluginmanager.get_plugins():
        # Its class is not that of `xdist.remote`: a worker loads this module from a message.
        if type(plugin).__name__ == "WorkerInteractor" and config.get_verbosity() <= 0:
            plugin.sendevent = only_needed(plugin.sendevent)


def only_needed(send: Any) -> Any:
    """Return a function that sends only the messages that are needed."""

    def sendevent(name: str, **content: Any) -> None:
        if name != "logstart" and not (name == "testreport" and is_empty(content["data"])):
            send(name, **content)

    return sendevent


def is_empty(report: dict[str, Any]) -> bool:
    """True for a report which says only that the preparation or the end of a test took no time and went well."""
    told = report["sections"] or report["user_properties"] or report["longrepr"]
    passed = report["when"] != "call" and report["outcome"] == "passed"
    return passed and not told and report["duration"] < LEAST_SECONDS
