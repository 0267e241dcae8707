"""Commands that the store does not take: kept in a file, and read first at the next start."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from cadogan_server.store.log.spill import RESERVE_BYTES, Spill, left_by_others
from cadogan_server.store.redis.writer import pack

COMMANDS = [pack("SET", "cadogan:number", number) for number in range(3)]


def left(folder: Path) -> list[list[bytes]]:
    """Return the commands in each file of a folder, and leave the files."""
    found = list(left_by_others(folder))
    for older in found:
        older.leave()
    return [older.commands for older in found]


def test_spilled_commands_are_read_by_the_next_server(tmp_path: Path) -> None:
    spill = Spill(tmp_path / "spill", "store")
    spill.prepare()
    spill.add(COMMANDS[:2])
    spill.add(COMMANDS[2:])
    assert left(tmp_path / "spill") == [], "the server of that file lives"
    spill.close()
    (older,) = left_by_others(tmp_path / "spill")
    assert (older.store, b"".join(older.commands)) == ("store", b"".join(COMMANDS))
    older.remove()
    assert not list((tmp_path / "spill").iterdir())


def test_a_spill_that_was_emptied_leaves_no_file(tmp_path: Path) -> None:
    for prepared in (True, False):
        spill = Spill(tmp_path / "spill", "store")
        if prepared:
            spill.prepare()
        spill.add(COMMANDS)
        spill.clear()
        spill.close()
        assert not list((tmp_path / "spill").iterdir())


def test_commands_from_before_a_spill_was_emptied_are_never_read(tmp_path: Path) -> None:
    spill = Spill(tmp_path, "store")
    for command in COMMANDS:
        spill.add([command])
    spill.clear()
    spill.add([COMMANDS[1]])
    assert spill.path is not None
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "killed.spill").write_bytes(spill.path.read_bytes())
    assert left(copy) == [[COMMANDS[1]]]
    spill.close()


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_chunk_that_was_not_written_whole_is_left_out(tmp_path: Path, cut: int) -> None:
    spill = Spill(tmp_path, "store")
    for command in COMMANDS:
        spill.add([command])
    spill.close()
    assert spill.path is not None
    os.truncate(spill.path, spill.path.stat().st_size - cut)
    assert left(tmp_path) == [COMMANDS[:2]]


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "other.spill").write_bytes(b"hello\n")
    assert left(tmp_path) == []
    assert "other.spill is not a spill file" in caplog.text
    assert (tmp_path / "other.spill").exists()


def test_a_spill_folder_that_cannot_be_used_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    spill = Spill(tmp_path / "file", "store")
    assert (spill.store, spill.path, spill.begun, spill.whole) == ("store", None, False, True)
    with pytest.raises(OSError):  # noqa: PT011 - which depends on the system
        spill.prepare()
    for _ in range(2):
        spill.add(COMMANDS)
    assert (spill.begun, spill.whole) == (True, False)
    assert caplog.text.count("in memory alone") == 1
    spill.clear()
    assert (spill.begun, spill.whole) == (False, True)
    spill.close()


def short(file: int, data: bytes, offset: int) -> int:
    """A disk that takes all but the last byte."""
    return REAL_PWRITE(file, data[:-1], offset)


REAL_PWRITE = os.pwrite


def broken(*_: object) -> int:
    raise OSError(errno.EIO, "broken")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, None])
def test_a_full_disk_keeps_no_server_from_starting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, code: int | None
) -> None:
    def full(*_: object) -> int:
        raise OSError(code, "full")

    spill = Spill(tmp_path / "spill", "store")
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", short if code is None else full)
        spill.prepare()
        assert "no disk space can be reserved in" in caplog.text
        assert not list((tmp_path / "spill").iterdir())
        spill.add(COMMANDS)
        assert (spill.begun, spill.whole) == (True, False)
        reason = f"[Errno {code or errno.ENOSPC}] {'full' if code else 'no space left for it'}"
        assert caplog.text.count(f"either: {reason}; they are in memory alone") == 1
        spill.close()
    spill.add(COMMANDS)
    assert (spill.begun, spill.whole) == (True, False), "an earlier part is missing"
    spill.clear()
    spill.add(COMMANDS)
    assert (spill.begun, spill.whole) == (True, True)
    spill.close()
    assert left(tmp_path / "spill") == [[b"".join(COMMANDS)]]


def test_a_disk_that_fills_up_later_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    spill = Spill(tmp_path, "store")
    spill.add(COMMANDS[:1])
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", short)
        spill.add(COMMANDS[1:2])
        patch.setattr(os, "pwrite", broken)
        assert f"[Errno {errno.ENOSPC}] no space left for it; they are in memory alone" in caplog.text
        assert str(spill.path) in caplog.text
        spill.clear()  # commands that can't be marked as done are done again
    spill.close()
    spill.close()


def test_space_is_reserved_if_the_system_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spill = Spill(tmp_path / "a" / "b", "store")
    spill.prepare()
    assert spill.path is not None
    assert spill.path.parent.stat().st_mode & 0o777 == 0o700
    assert spill.path.stat().st_size == (
        RESERVE_BYTES if hasattr(os, "posix_fallocate") else len(b"cadogan spill 1 store\n")
    )
    spill.path.unlink()
    spill.close()
    assert spill.whole, "its server has removed it on purpose"
    monkeypatch.setattr(os, "posix_fallocate", broken, raising=False)
    other = Spill(tmp_path, "store")
    other.prepare()
    other.close()


def test_a_spill_that_cannot_be_synced_at_its_end_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    spill = Spill(tmp_path, "store")
    spill.add(COMMANDS)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", broken)
        spill.close()
    assert (spill.begun, spill.whole) == (True, False)
    assert "can't be written to the disk" in caplog.text


def test_an_emptied_file_shows_nothing_of_before(tmp_path: Path) -> None:
    spill = Spill(tmp_path, "store")
    for number in range(3):
        for command in COMMANDS:
            spill.add([command])
        spill.clear()
        assert spill.path is not None
        assert copied(spill.path, tmp_path / f"emptied {number}") == []
        spill.add(COMMANDS[1:2])
        assert copied(spill.path, tmp_path / f"begun {number}") == [COMMANDS[1:2]]
    spill.close()


def copied(path: Path, folder: Path) -> list[list[bytes]]:
    """Return the commands that would be read from a file if its server were killed now."""
    folder.mkdir()
    (folder / "killed.spill").write_bytes(path.read_bytes())
    return left(folder)


def test_a_chunk_that_has_changed_is_left_out_and_all_behind_it(tmp_path: Path) -> None:
    spill = Spill(tmp_path, "store")
    for command in COMMANDS:
        spill.add([command])
    spill.close()
    assert spill.path is not None
    spill.path.write_bytes(spill.path.read_bytes().replace(COMMANDS[1], COMMANDS[1].replace(b"number", b"nomber")))
    assert left(tmp_path) == [COMMANDS[:1]]


def test_files_of_servers_that_live_are_passed_over_and_empty_ones_removed(tmp_path: Path) -> None:
    (tmp_path / "0.spill").touch()
    living, gone = Spill(tmp_path, "store"), Spill(tmp_path, "store")
    living.prepare()
    gone.prepare()
    gone.add(COMMANDS)
    gone.close()
    (older,) = left_by_others(tmp_path)
    assert not (tmp_path / "0.spill").exists()
    assert older.path == gone.path
    older.path.unlink()
    older.remove()  # another server was quicker
    living.close()


def test_spill_files_of_others_are_removed_when_the_store_has_all(tmp_path: Path) -> None:
    for number in range(2):
        gone = Spill(tmp_path / str(number), "store")
        gone.add(COMMANDS)
        gone.close()
    mine = Spill(tmp_path, "store")
    for number in range(2):
        mine.after(list(left_by_others(tmp_path / str(number))))
    mine.clear()
    assert not list(tmp_path.glob("*/*.spill"))
    mine.close()
