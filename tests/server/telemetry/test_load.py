"""The level of load, from the rate of messages."""

from __future__ import annotations

import pytest

from cadogan_server.telemetry.load import BUSY_A_SECOND, LOOK_SECONDS, QUIET_A_SECOND, Load


def loaded(a_second: float) -> Load:
    """Return the load of a server to which this many messages have come each second for a minute."""
    load = Load()
    for second in range(60):
        load.note(round(a_second * second), second)
    return load


@pytest.mark.parametrize(
    ("a_second", "level"),
    [(0, 0), (QUIET_A_SECOND, 0), ((QUIET_A_SECOND + BUSY_A_SECOND) / 2, 0.5), (BUSY_A_SECOND, 1), (50_000, 1)],
)
def test_the_level_rises_with_the_rate_between_quiet_and_busy(a_second: float, level: float) -> None:
    load = loaded(a_second)
    assert load.a_second == pytest.approx(a_second)
    assert load.level == pytest.approx(level)


def test_the_rate_follows_the_input_and_does_not_jump() -> None:
    load = Load()
    load.note(7000, 100.0)  # messages before the first look give no rate
    assert load.a_second == 0
    load.note(7200, 100.1)
    assert load.a_second == pytest.approx(1000)
    load.note(7400, 100.2)
    assert load.a_second == pytest.approx(1500)
    load.note(7400, 100.2)  # no time has passed
    assert load.a_second == pytest.approx(1500)
    for look in range(20):
        load.note(7400, 100.3 + look / 10)
    assert load.a_second < 1


def loaded_by(sent: dict[str, int], share: float) -> Load:
    """Return the load of a server to which each network has sent this many messages a look for two seconds."""
    load = Load(share)
    for number in range(21):
        load.look(number * LOOK_SECONDS)
        for network, messages in sent.items():
            for _ in range(messages):
                load.count_message(network)
    return load


def test_a_network_counts_for_no_more_than_its_share() -> None:
    flooded = loaded_by({"192.0.2.0/24": 500, "198.51.100.0/24": 1}, share=20)
    assert flooded.a_second == pytest.approx(30)
    assert flooded.level == 0


def test_as_many_messages_of_many_networks_are_a_load() -> None:
    crowd = loaded_by({f"192.0.{network}.0/24": 1 for network in range(200)}, share=20)
    assert crowd.a_second == pytest.approx(2000)
    assert crowd.level == 1


def test_a_network_of_a_small_share_still_counts() -> None:
    assert loaded_by({"192.0.2.0/24": 3}, share=0.1).a_second == pytest.approx(10)
