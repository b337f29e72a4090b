"""The cards of the box, and what a replacement has to be."""

from __future__ import annotations

from collections import Counter

import pytest

from cartable.core import Chance, Game, Refused, Seat, seed_of
from cartable.games.catatac import Catatac
from cartable.games.catatac.cards import ICONS, box, flaws, our_text
from cartable.games.catatac.terms import terms
from cartable.games.catatac.yarn import CLANS, PLACES, Effect, Yarn
from cartable.texts import LANGUAGES, say
from tests.games.catatac.positions import table

OWN = our_text()
for old, new in (
    ("6 own: store 3", "6 own, other: store 3"),
    ("6 other: steal | move 2", "6 any: steal | move 2"),
    ("point 1 sardine x2", "point 1 2 sardines\npoint 1"),
):
    assert old in OWN
    OWN = OWN.replace(old, new)


@pytest.mark.rule("CTC-1")
def test_the_box_has_58_paw_cards_and_8_point_cards() -> None:
    numbers = Counter(box("").faces[card].number for card in box("").paws())
    assert numbers == {**dict.fromkeys(range(1, 9), 7), 0: 2}
    assert len(box("").paws()) == 58
    assert len(box("").treasure()) == 8


@pytest.mark.rule("CTC-12")
@pytest.mark.rule("CTC-13")
@pytest.mark.rule("CTC-14")
@pytest.mark.rule("CTC-15")
@pytest.mark.rule("CTC-16")
@pytest.mark.rule("CTC-17")
@pytest.mark.rule("CTC-18")
@pytest.mark.rule("CTC-19")
def test_every_icon_is_in_the_box_as_often_as_the_rulebook_counts() -> None:
    blocks = [face for card in box("").paws() if (face := box("").faces[card]).ways]
    icons: Counter[str] = Counter(shown for face in blocks for shown in face.when)
    icons.update(effect.do for face in blocks for way in face.ways for effect in way)
    icons["bar"] = sum(len(face.ways) - 1 for face in blocks)
    icons["cooperation"] = sum(face.together for face in blocks)
    icons["sardine"] = sum(box("").points[card].sardines for card in box("").treasure())
    icons["joker"] = sum(box("").faces[card].number == 0 for card in box("").paws())
    assert icons == ICONS
    assert (icons["own"], icons["other"], icons["store"], icons["move"]) == (12, 12, 6, 14)


@pytest.mark.rule("CTC-20")
def test_our_blocks_are_three_of_each_number_and_none_on_the_jokers() -> None:
    numbers = Counter(face.number for face in box("").faces if face.ways)
    assert numbers == dict.fromkeys(range(1, 9), 3)
    by_code = {face.code: face for face in box("").faces}
    assert by_code["5a"].ways == ((Effect("move", 1), Effect("store", 1)),)
    assert by_code["7a"].ways == ((Effect("move", 1),), (Effect("store", 2),))
    assert [by_code[code].name for code in ("4c", "5b")] == ["PASS", "MIRACLE"]


@pytest.mark.rule("CTC-32")
def test_the_point_cards_are_eight_of_five_kinds() -> None:
    points = Counter(box("").points[card].code for card in box("").treasure())
    assert points == {"1s": 2, "2": 3, "3": 1, "3-1s": 1, "1-3s": 1}


@pytest.mark.rule("CTC-20")
def test_an_owner_of_the_box_can_replace_the_cards() -> None:
    text = our_text()
    for old, new in (
        ("4 other: toss", "4 any: toss, steal"),
        ("3 other: counter, steal", "3 other: counter"),
        ("5 own: move 1, store 1", "5 own: move 1\n5 own: store 1"),
        ("5 x4", "5 x3"),
        ("1 own: move 2", "1 other: move 2"),
        ("(cooperation MIRACLE)", "(cooperation)"),
    ):
        assert old in text
        text = text.replace(old, new)
    own = {face.code: face for face in box(text).faces}
    assert own["4b"].ways == ((Effect("toss"), Effect("steal")),)
    assert own["5c"].together
    assert own["5c"].name == ""
    game = Game(Catatac(), table(2, cards=text), seed_of(1))
    while game.result is None:
        for seat in (Seat(0), Seat(1)):
            if (move := game.rules.sample(game.state, seat, game.chance())) is not None:
                game.play(seat, move, game.now)
                break
    assert game.result.why == "played"


@pytest.mark.rule("CTC-20")
@pytest.mark.parametrize(
    ("old", "new", "key", "values"),
    [
        ("8 x4", "9 x4", "line", {"text": "9 x4"}),
        ("joker x2", "joker own: steal", "line", {"text": "joker own: steal"}),
        ("6 own: store 3", "6 own: store 4", "effect", {"text": "store 4"}),
        ("6 own: store 3", "6 own: store", "effect", {"text": "store"}),
        ("1 other: steal", "1 other: steal 1", "effect", {"text": "steal 1"}),
        ("1 other: steal", "1 other: nap", "effect", {"text": "nap"}),
        ("5 own: move 1, store 1", "5 own: store 1, move 1", "after-store", {}),
        ("7 x4", "7 x5", "number", {"number": 7, "found": 8, "due": 7}),
        ("joker x2", "joker", "icons", {"icon": "joker", "found": 1, "due": 2}),
        ("2 other: move 1", "2 own: move 1", "icons", {"icon": "own", "found": 13, "due": 12}),
        ("6 own: store 3", "6 own: move 2", "icons", {"icon": "store", "found": 5, "due": 6}),
        ("6 own: move 1", "6 own: move 1 | move 2", "icons", {"icon": "move", "found": 15, "due": 14}),
        ("3 own: move 1 | move 2", "3 own: move 1, move 2", "icons", {"icon": "bar", "found": 3, "due": 4}),
        (" (cooperation PASS)", "", "icons", {"icon": "cooperation", "found": 1, "due": 2}),
        ("point 2 x3", "point 2 x4", "points", {"found": 9, "due": 8}),
        ("point 3/1 sardine", "point 3/1", "icons", {"icon": "sardine", "found": 3, "due": 4}),
    ],
)
def test_a_wrong_card_file_is_refused_and_the_message_says_what_is_wrong(
    old: str, new: str, key: str, values: dict[str, int | str]
) -> None:
    text = our_text()
    assert old in text
    head, _, tail = text.rpartition(old)
    with pytest.raises(Refused) as caught:
        box(head + new + tail)
    assert (caught.value.rule, caught.value.key) == ("CTC-20", f"catatac.cards.{key}")
    assert caught.value.values.items() >= values.items()
    for language in LANGUAGES:
        said = say(f"refused.{caught.value.key}", language, **caught.value.values)
        assert all(str(value) in said for value in values.values())


@pytest.mark.rule("CTC-8", "CTC-20")
def test_a_card_may_show_several_conditions_and_all_of_them_must_hold() -> None:
    chosen = terms(table(2, cards=OWN))
    both = next(face for face in chosen.box.faces if len(face.when) > 1)
    assert both.when == ("own", "other")
    for clan in CLANS:
        for yarn in (Yarn(place, of) for place in PLACES for of in CLANS):
            assert not chosen.uses[both.card, clan, yarn]
    assert any(
        chosen.uses[chosen.box.faces[both.card + 1].card, CLANS[0], Yarn(place, CLANS[0])] for place in PLACES
    )


@pytest.mark.rule("CTC-20", "CTC-31")
def test_a_point_card_may_show_several_sardines_and_each_counts() -> None:
    chosen = box(OWN)
    rich = next(point for point in chosen.points if point.sardines == 2)
    assert rich.code == "1ss"
    assert chosen.tally(((rich.card,), ()))[1] == (2, 0)
    setup = table(2, cards=OWN)
    state = Catatac().start(setup, Chance(seed_of(1), 0))
    assert Catatac().read(Catatac().write(state), setup) == state


@pytest.mark.rule("CTC-20")
def test_all_that_is_wrong_is_told_by_line() -> None:
    text = OWN.replace("1 x4", "one x4").replace("2 other: counter", "2 other: purr")
    told = [(flaw.key.rpartition(".")[2], flaw.values["line"]) for flaw in flaws(text)]
    lines = text.splitlines()
    assert told == [("line", lines.index("one x4") + 1), ("effect", lines.index("2 other: purr") + 1)]
    # Where the lines can be read, all sums are told, each with the last line that has too many.
    text = OWN.replace("7 x4", "7 x6").replace("joker x2", "joker")
    wrong = {flaw.key: flaw.values for flaw in flaws(text)}
    assert wrong["catatac.cards.number"]["line"] == text.splitlines().index("7 own: move 2") + 1
    assert "line" not in wrong["catatac.cards.icons"]
    assert flaws(OWN) == flaws("") == ()


@pytest.mark.rule("TABLE-1", "CTC-20")
def test_a_text_of_more_than_four_kilobytes_is_refused() -> None:
    table(2, cards=OWN + "#" * (4096 - len(OWN.encode())))
    with pytest.raises(Refused) as caught:
        table(2, cards=OWN + "é" * ((4096 - len(OWN.encode())) // 2 + 1))
    assert (caught.value.key, caught.value.values["most"]) == ("setup.long", 4096)
