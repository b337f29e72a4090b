"""Settings, names and limits."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.lab.hand_clock import HandClock
from cartable.server.limits import Bucket, Limits
from cartable.server.names import LONGEST, cleaned
from cartable.server.origins import known_host, same_origin
from cartable.server.settings import Mistaken, Settings, settings


def test_flags_count_more_than_the_environment_and_that_more_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "cartable.toml"
    file.write_text('port = 1\nhost = "10.0.0.1"\nforget = 7\nproxies = ["127.0.0.1"]\n')
    environment = {
        "CARTABLE_CONFIG": str(file),
        "CARTABLE_PORT": "2",
        "CARTABLE_HOST": "10.0.0.2",
        "CARTABLE_HOSTS": "a,b",
    }
    chosen = settings({"port": 3, "host": None}, environment)
    assert (chosen.port, chosen.host, chosen.forget) == (3, "10.0.0.2", 7)
    assert chosen.proxies == ("127.0.0.1",)
    assert chosen.hosts == ("a", "b")
    assert settings({"local": True}, {}).listen == "127.0.0.1"
    assert settings({"data": str(tmp_path)}, {}).folder == tmp_path


def test_a_setting_that_cannot_be_is_named(tmp_path: Path) -> None:
    with pytest.raises(Mistaken, match="port"):
        settings({}, {"CARTABLE_PORT": "many"})
    file = tmp_path / "cartable.toml"
    file.write_text("cheat = true")
    with pytest.raises(Mistaken, match="cheat"):
        settings({}, {}, file)
    with pytest.raises(Mistaken, match=r"none\.toml"):
        settings({}, {}, tmp_path / "none.toml")
    with pytest.raises(Mistaken, match="not a file"):
        settings({}, {}, tmp_path)
    file.write_bytes(b"\xff")
    with pytest.raises(Mistaken, match="utf-8"):
        settings({}, {}, file)
    file.write_bytes(b"#" * ((1 << 20) + 1))
    with pytest.raises(Mistaken, match="larger than 1 MB"):
        settings({}, {}, file)


def test_everything_is_kept_where_the_system_keeps_such_things_or_where_one_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert Settings().folder == tmp_path / ".local" / "share" / "cartable"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "x"))
    assert Settings().folder == tmp_path / "x" / "cartable"
    assert Settings(data="~/games").folder == tmp_path / "games"


@given(st.text(max_size=80))
def test_a_name_is_short_visible_and_goes_one_way(name: str) -> None:
    found = cleaned(name)
    assert len(found) <= LONGEST
    assert found == found.strip()
    assert found.replace("\u200d", "x").isprintable() or all(not c.isspace() or c == " " for c in found)
    assert not set(found) & set(
        "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\n\r\t\0\u200b\ufeff"
    )
    assert cleaned(found) == found


def test_names_keep_their_accents_and_families_of_emoji() -> None:
    assert cleaned("  Zoe\u0301   Ç \n") == "Zoé Ç"
    assert cleaned("👨\u200d👩\u200d👧") == "👨\u200d👩\u200d👧"
    assert cleaned("\u202eevil\u2066") == "evil"


def test_a_bucket_gives_so_many_a_second_and_no_more() -> None:
    clock = HandClock()
    bucket = Bucket(clock, 40, 1000)
    assert sum(bucket.take() for _ in range(100)) == 40
    clock.turn(500)
    assert sum(bucket.take() for _ in range(100)) == 20
    clock.turn(100_000)
    assert sum(bucket.take() for _ in range(100)) == 40


def test_only_our_own_names_and_pages_are_known() -> None:
    assert known_host("192.168.0.7:8000", ())
    assert known_host("[fe80::1]:8000", ())
    assert not known_host("192.168.0.7.evil.example", ())
    assert not known_host("", ())
    assert same_origin(None, "a:1", "")
    assert same_origin("http://a:1", "a:1", "")
    assert not same_origin("http://a:2", "a:1", "")
    assert not same_origin("null", "a:1", "")
    assert same_origin("https://play.example", "127.0.0.1:8000", "https://play.example/")
    assert not same_origin("http://play.example", "127.0.0.1:8000", "https://play.example/")


def test_every_address_has_a_limit_of_its_own_and_is_forgotten_only_when_it_was_quiet() -> None:
    clock = HandClock()
    limits = Limits(clock, 30, 60_000)
    assert all(limits.take("a") for _ in range(30))
    assert not limits.take("a")
    assert limits.take("b")
    clock.turn(30_000)
    assert [limits.take("a") for _ in range(16)] == [True] * 15 + [False]
    clock.turn(30_001)
    # A sweep is due, and takes only the quiet one with it.
    assert [limits.take("a") for _ in range(16)] == [True] * 15 + [False]
    clock.turn(120_000)
    assert sum(limits.take("a") for _ in range(60)) == 30
    assert all(Limits(clock, 1, 60_000, on=False).take("a") for _ in range(5))


def test_the_database_is_told_by_file_environment_or_flag_and_never_printed(tmp_path: Path) -> None:
    file = tmp_path / "cartable.toml"
    file.write_text('database = "postgresql://ada:geheim@one/games"\ntoken = "geheim"\n')
    environment = {"CARTABLE_DATABASE": "postgresql://ada:geheim@two/games"}
    flags = {"database": "postgresql://ada:geheim@three/games"}
    for chosen, host in (
        (settings({}, {}, file), "one"),
        (settings({}, environment, file), "two"),
        (settings(flags, environment, file), "three"),
    ):
        assert chosen.database == f"postgresql://ada:geheim@{host}/games"
        assert "geheim" not in repr(chosen)
