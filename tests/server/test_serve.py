"""The command itself: it says where it is, and what is wrong in one sentence."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from cartable.server.sqlite_file import FILE
from tests.patience import HUNG

KEPT = Path(__file__).parents[1] / "kept" / "0.1" / "data"

START = "import sys; from cartable.cli import serve; from cartable.cli.app import run; run(sys.argv[1:])"


def start(*arguments: str, language: str = "en_GB.UTF-8") -> subprocess.Popen[str]:
    """Start the command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", START, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": language, "PYTHONIOENCODING": "utf-8"},
    )


def complains(sentence: str, *arguments: str, language: str = "en_GB.UTF-8") -> None:
    """Expect one sentence, exit code 2 and no traceback."""
    process = start("serve", "--local", *arguments, language=language)
    try:
        _, err = process.communicate(timeout=HUNG)
    finally:
        process.kill()
    assert process.returncode == 2
    assert sentence in err
    assert "Traceback" not in err


def test_it_says_where_it_is_and_goodbye(tmp_path: Path) -> None:
    process = start("serve", "--local", "--port", "0", "--data", str(tmp_path))
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(3)]
    assert lines[0].startswith("On this machine: http://localhost:")
    assert str(tmp_path) in lines[1]
    assert lines[2].startswith("Admin token: ")
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=HUNG)
    assert process.returncode == 0
    assert "Every table will be there" in out
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en_GB.UTF-8", "The server cannot listen on port"),
        ("fr_FR.UTF-8", "Le serveur ne peut pas écouter sur le port"),
    ],
)
def test_a_busy_port_is_told_in_the_systems_language(tmp_path: Path, language: str, sentence: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        complains(sentence, "--port", str(port), "--data", str(tmp_path), language=language)


def test_a_folder_that_cannot_be_written_and_a_wrong_setting_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    config = tmp_path / "cartable.toml"
    config.write_text("forget = 'many'")
    for arguments, sentence in (
        (("--data", str(tmp_path / "file")), "Cannot use the folder"),
        (("--config", str(config)), "Invalid setting"),
    ):
        complains(sentence, "--port", "0", *arguments)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en_GB.UTF-8", "is cut off: it has 8192 of"), ("fr_FR.UTF-8", "est tronqué\xa0: il a 8192 octets sur")],
)
def test_a_file_that_is_cut_off_is_told(tmp_path: Path, language: str, sentence: str) -> None:
    content = (KEPT / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(content[:8192])
    complains(sentence, "--port", "0", "--data", str(tmp_path), language=language)
    assert (tmp_path / FILE).read_bytes() == content[:8192]


def test_the_conversion_of_an_old_folder_is_told(tmp_path: Path) -> None:
    shutil.copy(KEPT / FILE, tmp_path)
    process = start("serve", "--local", "--port", "0", "--data", str(tmp_path))
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(3)]
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=HUNG)
    assert lines[0].startswith("Converting the tables to the new format. This needs at most 1\xa0MB.")
    assert lines[1] == "26 of 26 tables\n"
    assert lines[2].startswith("On this machine: ")


def test_a_server_on_a_database_says_where_it_is_without_the_password(
    own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTABLE_DATABASE", own_database)
    monkeypatch.setenv("CARTABLE_TOKEN", "choose a long secret")
    monkeypatch.setenv("PGPASSWORD", "geheim")
    process = start("serve", "--local", "--port", "0", "--data", str(tmp_path / "none"))
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(3)]
    address = lines[0].rpartition(" ")[2].strip()
    assert "Tables and records are kept in the database" in lines[1]
    with urlopen(f"{address}/health", timeout=HUNG) as health:
        assert health.read().startswith(b"ok\nnode ")
    with urlopen(f"{address}/api/themes", timeout=HUNG) as themes:
        assert b"everyday" in themes.read()
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=HUNG)
    assert process.returncode == 0
    assert "Traceback" not in err
    assert "geheim" not in out + err + "".join(lines)
    assert not (tmp_path / "none").exists(), "a server on a database needs no folder"
