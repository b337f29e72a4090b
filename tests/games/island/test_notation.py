"""A table of the island as one line of text."""

from __future__ import annotations

from typing import Any

import pytest

from cartable.games.island import Barbarians, Knights, Ports, Welcome
from tests.games.island.positions import PORT_ROW, laid, line

WELCOME, PORTS, KNIGHTS = Welcome(), Ports(), Knights()
TWO = WELCOME.info.setup(2)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (KNIGHTS, "- - - 19,35 20,21/36,37 - 22,38 -/- 3/0 1/0 2 0/0"),
        (KNIGHTS, "5000 - - 19,35 -/- - - 36/- 0/0 1/0 2 0/7000"),
        (WELCOME, line("19,-1", "20/-", island=laid({3: 40}), gone="3")),
        (PORTS, line("19,35", "20/36", island=laid(), ports=PORT_ROW, reach="512,26416")),
        (Barbarians(), line("19,35", "-/-", island=laid({0: -1, 1: -1}), taken="0/1")),
    ],
)
def test_a_line_reads_back_to_itself(rules: Any, text: str) -> None:
    assert rules.write(rules.read(text, rules.info.setup(2))) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "write it like"),
        ("- -", "write it like"),
        (line("19,blue", "20/36", island=laid()), "write it like"),
        (line("19,35", "20/36"), "other places"),
        (line("19,35", "20/36", island=laid() + ",18"), "other places"),
        (line("19,35,51", "20/36/52", island=laid()), "other places"),
        (line("19,35", "20/36", island=laid(), ports=PORT_ROW), "other places"),
        (line("19,35", "20/36", island=laid(), reach="1,1"), "other places"),
        (line("19,35", "20/36", island=laid(), frozen="0/0/0"), "other places"),
        (line("19,35", "20/36", island=laid(), standing="0/0/0"), "other places"),
        (line("19,35", "20/20", island=laid()), "card twice"),
        (line("19,35", "20/36", island=laid({0: 19})), "card twice"),
        (line("19,35", "20/36", island=laid(), gone="19"), "card twice"),
        (line("19,35", "20/73", island=laid()), "not in the box"),
        (line("19,-2", "20/36", island=laid()), "not in the box"),
        (line("19,35", "20/36", island=laid(), taken="99/-"), "not in the box"),
    ],
)
def test_what_is_no_table_is_said_to_be_none(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        WELCOME.read(text, TWO)
