"""A game goes on from a moment of another (TABLE-13), and its shuffle can be checked (TABLE-12)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace

from cartable.bots import bot
from cartable.core import Game, Millis, Record, Refused, record, replay, seed_of
from cartable.core.shuffle import Share, Shuffle, commitment
from cartable.games import GAMES
from cartable.lab.simulate import play_out


def played(name: str, **options: Any) -> Record[Any]:
    """Return the record of a game between bots."""
    rules = GAMES[name]
    game: Game[Any, Any, Any, Any] = Game(rules, rules.info.setup(2, options=options), seed_of(5))
    play_out(game, [bot("random", name)] * 2)
    return record(game)


def moment(of: Record[Any], steps: int) -> Game[Any, Any, Any, Any]:
    """Return a recorded game after so many of its moves."""
    return replay(replace(of, log=of.log[:steps], result=None), GAMES[of.game])


@pytest.mark.rule("TABLE-13")
@pytest.mark.parametrize(("name", "luck"), [("karta", False), ("catatac", True)])
def test_a_game_goes_on_from_a_moment_with_what_nobody_drew_shuffled_anew(name: str, luck: bool) -> None:
    rules, then = GAMES[name], moment(played(name), 8)
    position = rules.write(then.state)
    one, other = (Game(rules, then.setup, seed_of(seed), position) for seed in (9, 10))
    assert (rules.write(one.state) != rules.write(other.state)) is luck
    assert rules.view(one.state, None) == rules.view(other.state, None)
    assert replay(record(one), rules).state == one.state


@pytest.mark.rule("TABLE-13")
@pytest.mark.parametrize("name", ["karta", "catatac", "spot/tower", "island/ports"])
def test_nobody_plays_on_from_the_end_or_in_a_game_of_speed(name: str) -> None:
    rules = GAMES[name]
    over = replay(played(name), rules)
    with pytest.raises(Refused) as refused:
        Game(rules, over.setup, seed_of(1), rules.write(over.state))
    assert (refused.value.rule, refused.value.key) == ("TABLE-13", "practice.moment")


@pytest.mark.rule("TABLE-13")
def test_nobody_plays_on_between_two_games_of_a_series() -> None:
    before = played("karta", **{"return": True})
    games = (moment(before, steps) for steps in range(len(before.log)))
    between = next(game for game in games if game.state.resumes is not None)
    assert between.rules.afresh(between.state, Millis(0), between.chance()) is None


@pytest.mark.rule("SPOT-16")
@pytest.mark.parametrize("name", ["spot/tower", "spot/well"])
def test_a_run_is_dealt_again_in_the_same_order_whatever_the_luck(name: str) -> None:
    rules = GAMES[name]
    first = Game(rules, rules.info.setup(1), seed_of(5))
    position = rules.write(first.state)
    again = [
        Game(rules, replace(first.setup, begins=Millis(9_000)), seed_of(seed), position) for seed in (9, 10)
    ]
    for game in again:
        assert game.state == replace(first.state, flips=Millis(12_000))
        assert replay(record(game), rules).state == game.state


@pytest.mark.rule("SPOT-16")
@pytest.mark.parametrize(
    ("name", "seats", "position"),
    [
        ("spot/tower", 2, "3000 - {rest} - 0/1 0/0 0 0/0 - -"),  # A contest.
        ("spot/tower", 1, "3000 - 1,2,3 - 0 0 0 0 - -"),  # Only a few of the cards.
        ("spot/tower", 1, "3000 - {rest} - 0,1 0 0 0 - -"),  # A card has been found.
        ("spot/well", 1, "3000 - 0,1 - {rest} 0 0 0 - -"),
        ("spot/tower", 1, "3000 - 1,{rest} - 0 7 0 0 - -"),
        ("spot/tower", 1, "3000 - 1,{rest} - 0 0 0 500 - -"),
        ("spot/practice", 1, "3000 2,3 - 0,1 - 0 0 0 - -"),
    ],
)
def test_nothing_but_the_deal_of_a_run_is_played_again(name: str, seats: int, position: str) -> None:
    rules = GAMES[name]
    written = position.format(rest=",".join(map(str, range(2, 55))))
    with pytest.raises(Refused) as refused:
        Game(rules, rules.info.setup(seats), seed_of(1), written)
    assert refused.value.key == "practice.moment"


@pytest.mark.rule("TABLE-12")
def test_a_seed_is_made_of_a_promised_secret_and_of_all_numbers() -> None:
    secret, number = "0f" * 32, "ab" * 16
    shuffle = Shuffle(secret, (Share((), number), Share(())))
    assert shuffle.seed == sha256(f"{secret}\n{number}\n".encode()).digest()
    assert commitment(secret) == sha256(b"\x0f" * 32).hexdigest()
    rules = GAMES["karta"]
    made = replace(record(Game(rules, rules.info.setup(2), shuffle.seed)), shuffle=shuffle)
    assert made.commitment == commitment(secret)
    assert replay(made, rules).result is None
    with pytest.raises(ValueError, match="the seed is not made of"):
        replay(replace(made, seed="00" * 32), rules)


@pytest.mark.rule("CTC-20")
def test_rules_tell_what_is_wrong_with_the_texts_of_a_setup() -> None:
    for name in ("catatac", "karta", "spot/tower"):
        assert GAMES[name].flaws(GAMES[name].info.setup(2)) == ()
    wrong = GAMES["catatac"].info.setup(2, options={"cards": "no card"})
    assert next(flaw.values["line"] for flaw in GAMES["catatac"].flaws(wrong)) == 1
