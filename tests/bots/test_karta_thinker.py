"""The bot that looks ahead in Karta Doppio."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from time import process_time

import pytest

from cartable.bots.compiled import numbers
from cartable.bots.karta import FASTEST, LEVELS, SLOWEST, KartaGreedy, KartaThinker
from cartable.bots.karta.board import LAST, SIDE, STAMPS
from cartable.bots.karta.search import ROOM, WON, KartaMind, expand, ground, mind, step
from cartable.bots.karta.thinker import NODES, PLAIN
from cartable.bots.karta.weights import DOT, ROW, TOKEN
from cartable.core import Answer, Chance, Game, Millis, Next, Seat, Setup, Sight, StageView, seed_of
from cartable.games.karta import KARTA, WAYS, KartaView, Place, Position, places
from cartable.lab.simulate import play_out
from tests.suite import walk

SETUP = KARTA.info.setup(2)

OPENING = "0 bcefhilm adgjknop b2+0+0"
"""Blue can make a line with its first card."""

BEHIND = (
    "0 abefgjkn cdhilmop A3+0+0 m0+1-2 N3+3-2 c2+3-2 E0+1-3 p2+6-2 K1+5-2"
    " l3+5+0 J3+0+1 d3-1+2 B2+0+3 o0+0+4 G3+3+0 h3+6+1 F1+8+0"
)
"""Nobody has a line, red shows more dots, and blue's last card makes a line in one place of 204."""

LAST_TWO = (
    "0 adfgklnp bcehijmo p0+0+0 B3+0+0 G2+0+2 h3+0+3 D2+2+1 E2+3+1 n2+4+1"
    " J2+5+1 A0+6+1 O2+7+1 L2+8+1 C0+9+1 F0+10+1 i0+11+1",
    "0 bcehlnop adfgijkm b1+0+0 D2+1+0 c3-2+0 m2-2+0 P0-2+2 J1-3+3 l1+1+2"
    " f1+1+3 n1+1+4 A1+1+5 o3+1+6 I3+1+7 E1+1+8 k3+1+9",
)
"""Two cards are left, and most squares are locked."""

Lead = tuple[int, int]


class Patience:
    """Tells a bot to stop when it has asked so many times."""

    def __init__(self, questions: int) -> None:
        self.asked = 0
        self.questions = questions

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked > self.questions


def position(text: str) -> Position:
    return KARTA.read(f"0 0,0 - | {text}", SETUP).game


def answer(
    text: str, nodes: int, seed: int = 1, patience: Patience | None = None
) -> Answer[Place | Next] | None:
    """Return what a bot with so many nodes answers in the seat whose turn it is."""
    stage = KARTA.read(f"0 0,0 - | {text}", SETUP)
    assert stage.game.turn is not None
    sight: Sight[Place | Next, StageView[KartaView]] = Sight(KARTA, SETUP, stage, stage.game.turn)
    return KartaThinker("", nodes).answer(sight, Chance(seed_of(seed), 1), patience or Patience(10**9))


def chosen(text: str, nodes: int, seed: int = 1, patience: Patience | None = None) -> Place:
    given = answer(text, nodes, seed, patience)
    assert given is not None
    assert isinstance(given.move, Place)
    return given.move


def played(text: str, place: Place) -> str:
    stage = KARTA.read(f"0 0,0 - | {text}", SETUP)
    assert stage.game.turn is not None
    after = KARTA.play(stage, stage.game.turn, place, Millis(0), Chance(b"", 0)).state
    return KARTA.write(after).partition(" | ")[2]


def leads(state: Position) -> Iterator[tuple[Place, Lead]]:
    """Give every placement with red's lead in tokens and dots after it, by the rules."""
    for card in state.hands[state.colour]:
        for turned, over in WAYS:
            for spot in places(state, card, turned, over):
                lead = spot.tokens[0] - spot.tokens[1], spot.dots[0] - spot.dots[1]
                yield Place(card, turned, over, spot.x, spot.y), lead


def code(place: Place) -> int:
    corner = (SIDE // 2 + place.y) * SIDE + SIDE // 2 + place.x
    return corner * STAMPS + place.card * len(WAYS) + WAYS.index((place.turned, place.over))


def counting(state: Position) -> KartaMind:
    """Return a mind at a position to which only tokens, 64 each, and dots are worth anything."""
    weights = [0] * (ROW * (LAST + 2))
    for turn in range(LAST + 2):
        weights[ROW * turn + TOKEN], weights[ROW * turn + DOT] = 64, 1
    red, blue = (sum(1 << card for card in hand) for hand in state.hands)
    thinking = mind(red, blue, (), 0, state.table.corner)._replace(weights=numbers(weights, "int32"))
    for turn, place in enumerate(state.laid):
        step(thinking, turn, code(place))
    return thinking


@pytest.mark.parametrize(("seed", "corner"), [(0, False), (1, False), (2, True)])
def test_the_fast_board_finds_the_placements_of_the_rules_and_what_each_is_worth(
    seed: int, corner: bool
) -> None:
    for game in walk(KARTA, KARTA.info.setup(2, options={"corner": corner}), seed):
        state: Position = game.state.game
        turn = len(state.laid)
        # Without numba every turn would take long: these have rules of their own, or stand for the others.
        if state.over or turn not in (0, 1, 2, 7, 12, 14, 15):
            continue
        thinking, sign = counting(state), -1 if turn % 2 else 1
        kept = expand(thinking, turn, ground(thinking, turn), ROOM, 2 * WON)
        slots = range(ROOM * turn, ROOM * turn + kept)
        worths = [int(thinking.values[slot]) for slot in slots]
        assert worths == sorted(worths, reverse=True)
        found = {int(thinking.places[slot]): sign * worth for slot, worth in zip(slots, worths, strict=True)}
        expected = {code(place): 64 * tokens + dots for place, (tokens, dots) in leads(state)}
        if turn == LAST:
            expected = {at: lead + WON * ((lead > 0) - (lead < 0)) for at, lead in expected.items()}
        assert found == expected


@pytest.mark.parametrize("text", LAST_TWO)
def test_it_plays_the_last_two_cards_exactly(text: str) -> None:
    def worst(place: Place) -> Lead:
        return min(lead for _, lead in leads(position(played(text, place))))

    exact = {place: worst(place) for place, _ in leads(position(text))}
    assert len(set(exact.values())) > 3
    assert exact[chosen(text, 50_000)] == max(exact.values())


@pytest.mark.parametrize("text", LAST_TWO)
def test_it_lays_the_last_card_as_well_as_can_be(text: str) -> None:
    first, _ = next(leads(position(text)))
    after = played(text, first)
    every = dict(leads(position(after)))
    assert every[chosen(after, 5_000)] == min(every.values())


@pytest.mark.parametrize("seed", range(4))
def test_the_last_two_cards_take_50_ms_and_no_more_nodes_than_the_hard_level_has(seed: int) -> None:
    game = next(game for game in walk(KARTA, SETUP, seed) if len(game.state.game.laid) == LAST - 1)
    sight: Sight[Place | Next, StageView[KartaView]] = Sight(KARTA, SETUP, game.state, game.state.game.turn)
    exact = KartaThinker("", 10**9)
    hard = LEVELS["hard"].answer(sight, Chance(b"", 1), lambda: False)
    assert hard == exact.answer(sight, Chance(b"", 1), lambda: False)
    spent = []
    for _ in range(5):
        began = process_time()
        exact.answer(sight, Chance(b"", 1), lambda: False)
        spent.append(process_time() - began)
    assert min(spent) <= 0.050


def test_it_follows_up_all_of_the_last_two_cards() -> None:
    patience = Patience(10**9)
    chosen(LAST_TWO[0], 50_000, patience=patience)
    # It asks once for every placement that it followed up: the whole of red's last card was.
    assert patience.asked == len(dict(leads(position(LAST_TWO[0]))))


def test_it_takes_the_line_that_wins() -> None:
    every = dict(leads(position(BEHIND)))
    winning = [place for place, lead in every.items() if lead < (0, 0)]
    assert [chosen(BEHIND, 5_000)] == winning
    assert position(played(BEHIND, winning[0])).tokens == (0, 1)


def test_it_leaves_a_line_that_the_other_can_break() -> None:
    lines = [place for place, (tokens, _) in leads(position(OPENING)) if tokens < 0]
    assert lines
    assert chosen(OPENING, 8_000) not in lines


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_plays_a_game_by_the_rules(name: str) -> None:
    # The higher levels are the same program and would think for long.
    player = KartaThinker(name, min(NODES[name], 600))
    game = Game(KARTA, SETUP, seed_of(5))
    play_out(game, (player, player))
    assert game.result is not None
    assert len(game.state.game.laid) in (LAST, LAST + 1)


def test_it_waits_for_its_turn() -> None:
    stage = KARTA.read("0 0,0 - | 0 abcdefgh ijklmnop", SETUP)
    sight: Sight[Place | Next, StageView[KartaView]] = Sight(KARTA, SETUP, stage, Seat(1))
    assert KartaThinker("", 50).answer(sight, Chance(b"", 1), lambda: False) is None


def test_it_takes_some_time_over_it_as_people_do() -> None:
    given = answer(OPENING, 50)
    assert given is not None
    assert FASTEST <= given.delay < SLOWEST


def test_it_answers_alike_to_the_same_lots() -> None:
    assert chosen(OPENING, 3_000) == chosen(OPENING, 3_000)


def test_with_few_nodes_lots_decide_what_it_looks_at() -> None:
    assert len({chosen(OPENING, 1, seed) for seed in range(4)}) == 4


def test_told_to_stop_it_answers_at_once_with_the_best_it_has() -> None:
    patience = Patience(0)
    stopped = chosen(OPENING, 10**9, patience=patience)
    assert patience.asked == 1
    # One card ahead is all that it saw: as many nodes as there are placements show the same.
    assert stopped == chosen(OPENING, len(dict(leads(position(OPENING)))))


def test_more_nodes_never_mean_another_program() -> None:
    assert [player.name for player in LEVELS.values()] == ["easy", "medium", "hard", "expert"]
    budgets = list(NODES.values())
    assert budgets == sorted(set(budgets))


def test_without_numba_the_expert_thinks_less_and_says_so() -> None:
    plain = {name: KartaThinker(name, nodes, compiled=False) for name, nodes in NODES.items()}
    assert [name for name, player in plain.items() if player.weaker] == ["expert"]
    assert plain["expert"].nodes == PLAIN
    assert not KartaThinker("expert", NODES["expert"], compiled=True).weaker


def test_it_decides_alike_with_numba_and_without() -> None:
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "from tests.bots.test_karta_thinker import OPENING, chosen\n"
        "print(chosen(OPENING, 3_000))"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == str(chosen(OPENING, 3_000))


def test_the_hard_level_wins_a_return_against_greedy() -> None:
    setup: Setup = KARTA.info.setup(2, options={"return": True})
    game = Game(KARTA, setup, seed_of(1))
    play_out(game, (LEVELS["hard"], KartaGreedy()))
    assert game.result is not None
    assert game.result.winners == (0,)
