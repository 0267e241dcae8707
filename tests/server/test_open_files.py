"""The limit on open files."""

from __future__ import annotations

import pytest

from cadogan_server.open_files import raise_open_files


def test_as_many_sockets_may_be_open_as_the_machine_allows() -> None:
    resource = pytest.importorskip("resource", reason="Windows has no bound")
    before = soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), most))
    try:
        raise_open_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
