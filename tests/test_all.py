"""What `tests/all.py` says of the tests that took longest."""

from __future__ import annotations

from pathlib import Path

from tests.all import SLOWEST, TOO_LONG, slowest


def report(folder: Path, name: str, **seconds: float) -> Path:
    cases = "".join(
        f'<testcase classname="t" name="{test}" time="{time}"/>' for test, time in seconds.items()
    )
    file = folder / name
    file.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>", "utf-8")
    return file


def test_tests_that_take_too_long_are_all_named_and_told_apart(tmp_path: Path) -> None:
    tardy = {f"test_{number}": TOO_LONG + 1.0 + number for number in range(SLOWEST + 1)}
    report(tmp_path, "0", **tardy, quick=TOO_LONG)
    lines = slowest(tmp_path, long=False)
    assert len(lines) == len(tardy)
    assert lines[0] == f"   {TOO_LONG + 1.0 + SLOWEST} s  t.test_{SLOWEST}  (belongs under --long)"
    assert all("--long" in line for line in lines)
    under = slowest(tmp_path, long=True)
    assert len(under) == SLOWEST
    assert not any("--long" in line for line in under)


def test_a_test_of_just_that_time_does_not_take_too_long(tmp_path: Path) -> None:
    report(tmp_path, "0", just=TOO_LONG)
    assert slowest(tmp_path, long=False) == [f"   {TOO_LONG}.0 s  t.just"]


def test_a_report_that_breaks_off_hides_no_other(tmp_path: Path) -> None:
    file = report(tmp_path, "0", lost=2)
    file.write_text(file.read_text("utf-8")[:-30], "utf-8")
    (tmp_path / "1").touch()
    report(tmp_path, "2", kept=1)
    assert slowest(tmp_path, long=False) == ["    1.0 s  t.kept"]
