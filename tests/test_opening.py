"""A catalogue from a stranger: what is no regular file of bounded size inside its folder is not opened, and is a finding."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import PATIENCE, WORLD

from sportlore import registry, rules
from sportlore.cli import main, reloading
from sportlore.registry.opening import LARGEST

SECRET = "SECRET_TOKEN = not_to_be_shown\n"

Trap = Callable[[Path], None]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the miniature world, beside a file with a secret."""
    (tmp_path / "secret").write_text(SECRET, encoding="utf-8")
    shutil.copytree(WORLD, tmp_path / "catalogue")
    return tmp_path / "catalogue"


def link(path: Path) -> None:
    path.symlink_to(next(parent for parent in path.parents if (parent / "secret").exists()) / "secret")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def unix_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            listening.bind(f"/proc/self/fd/{folder}/{path.name}")  # its whole path may be too long for a socket
        finally:
            os.close(folder)


def sparse(path: Path) -> None:
    with path.open("wb") as opened:
        opened.truncate(100 << 30)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


TRAPS: dict[Trap, str] = {
    link: "is a link, which is not followed",
    pipe: "is a pipe",
    unix_socket: "is a socket",
    sparse: f"is larger than {LARGEST:,} bytes",
    device: "is a link, which is not followed",
}
FILES = (
    "entities/sport/tennis.toml",
    "searches/physical-quality/agility.toml",
    "sources/itf-rules-2025.toml",
    "vocabulary/terms.toml",
    "catalogue.toml",
    "redirects.toml",
    "courses/tennis.toml",
)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.__name__)
@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_what_is_no_regular_file_is_a_finding(
    copy: Path, trap: Trap, file: str, form: str, capfd: pytest.CaptureFixture[str]
) -> None:
    if trap is unix_socket and not Path("/proc/self/fd").is_dir():
        pytest.skip("a socket needs a short path, which /proc gives")
    (copy / file).unlink()
    trap(copy / file)
    assert main(["check", "--catalogue", str(copy), "--format", form]) == 1
    said = "".join(capfd.readouterr())
    assert f"`{file}` {TRAPS[trap]}" in said.replace("%2C", ",")
    assert "SECRET" not in said


@pytest.mark.parametrize("folder", ["entities", "entities/sport", "searches/physical-quality", "sources", "vocabulary"])
def test_no_folder_is_reached_through_a_link(copy: Path, folder: str) -> None:
    outside = copy.parent / "outside"
    (copy / folder).rename(outside)
    (copy / folder).symlink_to(outside)
    findings = rules.check(registry.read(copy)).findings
    assert any(f"{folder}/" in finding.message and "link" in finding.message for finding in findings)
    opened = registry.read(copy).versions
    assert not [file for file in opened if file.startswith(f"{folder}/")]


def test_a_catalogue_may_itself_be_reached_through_a_link(copy: Path) -> None:
    (copy.parent / "here").symlink_to(copy)
    assert registry.read(copy.parent / "here").findings == ()


def test_a_file_that_is_exchanged_while_it_is_opened_is_not_followed(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = copy / "redirects.toml"
    real = os.open

    def exchange(path: str, flags: int) -> int:
        file.unlink()
        link(file)
        return real(path, flags)

    monkeypatch.setattr(os, "open", exchange)
    with pytest.raises(OSError, match="symbolic links"):
        registry.read_bytes(copy, "redirects.toml")


def test_fmt_and_new_do_not_write_through_a_link(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tennis, outside = copy / "entities" / "sport" / "tennis.toml", copy.parent / "outside"
    tennis.unlink()
    link(tennis)
    assert main(["fmt", "--catalogue", str(copy)]) == 1
    assert f"refused {tennis}: is a link" in capsys.readouterr().err
    assert (copy.parent / "secret").read_text(encoding="utf-8") == SECRET
    (copy / "entities" / "goal").rename(outside)
    (copy / "entities" / "goal").symlink_to(outside)
    assert main(["new", "goal/run-faster", "--catalogue", str(copy)]) == 1
    assert "reached through a link" in capsys.readouterr().err
    assert not (outside / "run-faster.toml").exists()


def test_a_watcher_stays_inside_the_catalogue_and_sees_new_folders(copy: Path) -> None:
    outside = copy.parent / "outside"
    outside.mkdir()
    (copy / "link").symlink_to(outside)
    reports: Iterator[bool] = reloading._watched(copy)
    assert next(reports) is False  # nothing yet: what follows is reported
    (outside / "x.toml").write_text("", encoding="utf-8")
    assert next(reports) is False
    folder = copy / "entities" / "surface"
    folder.mkdir()
    assert next(reports) is True
    assert any((folder / "clay.toml").write_text(f"{n}") and next(reports) for n in range(int(PATIENCE)))


def test_reading_again_notices_a_pipe_and_does_not_wait(copy: Path) -> None:
    reader = registry.Reader(copy)
    assert reader.read().findings == ()
    tennis = copy / "entities" / "sport" / "tennis.toml"
    tennis.unlink()
    pipe(tennis)
    done: list[registry.Registry] = []
    thread = threading.Thread(target=lambda: done.append(reader.read()), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert [finding.message for finding in done[0].findings] == ["`entities/sport/tennis.toml` is a pipe"]


@pytest.mark.parametrize("folder", ["", "entities/sport/"])
@pytest.mark.parametrize("form", ["text", "github"])
def test_a_name_with_a_line_end_begins_no_line_of_the_report(
    copy: Path, folder: str, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy / f"{folder}a\n::stop-commands::b.toml").write_text("", encoding="utf-8")
    assert main(["check", "--catalogue", str(copy), "--format", form]) == 1
    printed = capsys.readouterr()
    report = printed.out + printed.err
    assert f"`{folder}a\\n::stop-commands::b.toml` has a name that cannot be printed" in report
    assert not any(line.startswith("::stop") for line in report.splitlines())
