"""Only the push services of browsers are called, and what the operator allows besides."""

from __future__ import annotations

import pytest

from cadogan_server.hosting.pushing.push_services import PushServices


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/d6_Uu:APA91b",
        "https://fcm.googleapis.com:443/wp/x",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA_",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2bx%3d",
        "https://web.push.apple.com/QPx",
        "http://127.0.0.1:9000/send",
    ],
)
def test_push_services_of_browsers_and_of_the_operator_are_allowed(endpoint: str) -> None:
    assert PushServices(["http://127.0.0.1:9000"]).allow(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com:8080/x",
        "https://fcm.googleapis.com./x",
        "https://xfcm.googleapis.com/x",
        "https://storage.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://fcm.googleapis.com:443@evil.example/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://evil.example#.push.apple.com/x",
        "https://evil.example/.push.apple.com/x",
        "https://evil.example?.push.apple.com/x",
        "https://push.apple.com/x",
        "https://.push.apple.com/x",
        "https://evilpush.apple.com/x",
        "https://web.push.apple.com/x\r\nHost: evil.example",
        "https://web.push.apple.com/x ",
        "https://web.push.apple.com/x\n",
        "https://wеb.push.apple.com/x",
        "HTTPS://web.push.apple.com/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "http://127.0.0.1:9001/send",
        "http://127.0.0.1:9000",
        "http://127.0.0.1:9000@evil.example/",
        "file:///etc/passwd",
    ],
)
def test_other_addresses_are_not_called(endpoint: str) -> None:
    assert not PushServices(["http://127.0.0.1:9000"]).allow(endpoint)
