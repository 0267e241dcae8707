"""The push services that this server calls. Clients name the address to call, so only those of browsers' makers are called:
any other could be a machine behind our own firewall."""

from __future__ import annotations

import re
from collections.abc import Iterable

HOSTS = re.compile(
    r"fcm\.googleapis\.com"
    r"|([a-z0-9-]{1,63}\.){1,4}push\.services\.mozilla\.com"
    r"|([a-z0-9-]{1,63}\.){1,4}notify\.windows\.com"
    r"|([a-z0-9-]{1,63}\.){1,4}push\.apple\.com"
)
"""Hosts of the push services of Chrome, Firefox, Edge and Safari."""

ADDRESS = re.compile(r"(https?)://([a-z0-9.-]{1,253})(:[0-9]{1,5})?/[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*")
"""An address of which all libraries read the same host: without a name, a backslash, a blank, or letters that are not ASCII."""


class PushServices:
    """Knows whether an address may be called.

    Args:
        further: web origins that may be called as well, such as `https://push.example`.
    """

    def __init__(self, further: Iterable[str] = ()) -> None:
        self._further = frozenset(further)

    def allow(self, endpoint: str) -> bool:
        """Return True if this is an address of a push service that may be called."""
        return self.origin(endpoint) is not None

    def origin(self, endpoint: str) -> str | None:
        """Return the web origin of an address that may be called; None if it may not."""
        found = ADDRESS.fullmatch(endpoint)
        if found is None:
            return None
        scheme, host, port = found.groups("")
        origin = f"{scheme}://{host}{port}"
        of_browsers = scheme == "https" and port in ("", ":443") and HOSTS.fullmatch(host)
        return origin if of_browsers or origin in self._further else None
