"""A server that is killed in the middle of play loses nothing that it confirmed."""

from __future__ import annotations

from cartable.lab.kill import kill


def test_twenty_deaths_lose_no_confirmed_call_and_what_is_asked_again_is_done_once() -> None:
    killed = kill(20)
    assert killed.times == 20
    assert killed.lost == killed.forgotten == 0
    assert killed.confirmed >= 20
    assert killed.written >= killed.confirmed
    assert killed.resent > 0
    assert killed.twice == 0
