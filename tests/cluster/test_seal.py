"""Seals: what no node has sealed is not let in, and nothing is let in twice."""

from __future__ import annotations

import msgspec
import pytest

from cartable.cluster.seal import LONGEST, WINDOW, Gate, Receiver, Sent, Unsealed, seal

SECRET = b"a secret that two nodes share"
BEN = Receiver("ben", 2)
SENT = Sent("GET", "/api/tables/BCDFG?x=1", "play.example.org", "203.0.113.7", b"body")


class At:
    """A gate of ben, who knows ada, at a time of the test's choice."""

    def __init__(self, time: int = 1_000_000, known: tuple[str, ...] = ("ada", "ben")) -> None:
        self.time = time
        self.gate = Gate(SECRET, lambda: BEN, lambda: known, lambda: self.time)

    def check(self, sealed: str, sent: Sent = SENT) -> str:
        return self.gate.check(sealed, sent.method, sent.target, sent.host, sent.body)


def test_a_node_is_let_in_and_believed_about_who_asks() -> None:
    assert At().check(seal(SECRET, SENT, "ada", BEN, 1_000_000)) == "203.0.113.7"


def test_nothing_is_let_in_twice() -> None:
    at, sealed = At(), seal(SECRET, SENT, "ada", BEN, 1_000_000)
    at.check(sealed)
    with pytest.raises(Unsealed, match="sent before"):
        at.check(sealed)
    at.time += WINDOW
    with pytest.raises(Unsealed, match="sent before"):
        at.check(sealed)
    at.time += 3 * WINDOW
    # By now it is forgotten, and too old.
    with pytest.raises(Unsealed, match="too old"):
        at.check(sealed)


def test_what_was_let_in_is_remembered_only_as_long_as_it_could_come_again() -> None:
    at = At()
    for number in range(100):
        at.time = 1_000_000 + number * WINDOW
        at.check(seal(SECRET, SENT, "ada", BEN, at.time))
    assert len(at.gate._used) == len(at.gate._order) <= 4


def test_another_secret_seals_nothing() -> None:
    with pytest.raises(Unsealed, match="wrong seal"):
        At().check(seal(b"another", SENT, "ada", BEN, 1_000_000))


@pytest.mark.parametrize("field", Sent.__struct_fields__)
def test_no_part_of_a_request_can_be_changed(field: str) -> None:
    sealed = seal(SECRET, SENT, "ada", BEN, 1_000_000)
    at = At()
    if field == "client":
        sealed = sealed.replace("203.0.113.7", "203.0.113.8")
        changed = SENT
    else:
        changed = msgspec.structs.replace(SENT, **{field: b"other" if field == "body" else "other"})
    with pytest.raises(Unsealed, match="wrong seal"):
        at.check(sealed, changed)


def test_a_request_for_one_node_is_nothing_to_another() -> None:
    with pytest.raises(Unsealed, match="wrong seal"):
        At().check(seal(SECRET, SENT, "ada", Receiver("cyd", BEN.life), 1_000_000))


def test_a_request_for_a_node_is_nothing_to_the_same_node_once_it_is_started_again() -> None:
    sealed = seal(SECRET, SENT, "ada", Receiver("ben", 1), 1_000_000)
    with pytest.raises(Unsealed, match="wrong seal"):
        At().check(sealed)


def test_a_node_that_is_not_in_the_roll_is_unknown() -> None:
    with pytest.raises(Unsealed, match="unknown"):
        At(known=("ben", "cyd")).check(seal(SECRET, SENT, "ada", BEN, 1_000_000))


def test_a_node_does_not_speak_to_itself() -> None:
    with pytest.raises(Unsealed, match="unknown"):
        At().check(seal(SECRET, SENT, "ben", BEN, 1_000_000))


@pytest.mark.parametrize("late", [-WINDOW - 1, WINDOW + 1])
def test_clocks_may_be_apart_but_not_far(late: int) -> None:
    At().check(seal(SECRET, SENT, "ada", BEN, 1_000_000 + WINDOW))
    with pytest.raises(Unsealed, match="clocks"):
        At().check(seal(SECRET, SENT, "ada", BEN, 1_000_000 + late))


@pytest.mark.parametrize(
    "text",
    ["", ";;;;", "ada;1000000;n;c", "ada;x;n;c;m", "ada;²;n;c;m", "é;1;n;c;m", "a;" * LONGEST, "\0;1;\0;;"],
)
def test_whatever_else_is_sent_is_no_seal(text: str) -> None:
    with pytest.raises(Unsealed):
        At().check(text)


def test_what_is_joined_differently_reads_differently() -> None:
    one = seal(SECRET, Sent("GET", "/a", "b", ""), "ada", BEN, 1, "n")
    other = seal(SECRET, Sent("GET", "/", "ab", ""), "ada", BEN, 1, "n")
    assert one != other
