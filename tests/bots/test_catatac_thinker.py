"""The bot that imagines how CATATAC may go on."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cartable.bots.catatac import LEVELS, CatatacGreedy, CatatacThinker
from cartable.bots.catatac.decision import prepared, seen
from cartable.bots.catatac.effort import EFFORTS, PLAIN, Effort
from cartable.bots.catatac.endings import KINDS, SURE, endings
from cartable.bots.catatac.learned import DEEDS, NUMBERS, TRAITS, traits
from cartable.bots.catatac.tables import FACTS, NONE, SLOTS, code, node, tables
from cartable.bots.catatac.thinker import FASTEST, SLOWEST
from cartable.bots.catatac.worlds import LAYS, guessed
from cartable.bots.compiled import COMPILED
from cartable.core import Answer, Chance, Game, Next, Seat, Setup, Sight, Stage, seed_of
from cartable.games.catatac import CATATAC
from cartable.games.catatac.course import BREATH
from cartable.games.catatac.moves import CatatacMove, Cooperate, Decline, EndTurn, Steal, StoreYarn, Use
from cartable.games.catatac.state import BLOCK, MUST, PAIR, State
from cartable.games.catatac.terms import terms as terms_of
from cartable.games.catatac.turns import Turn, What
from cartable.games.catatac.yarn import ALLEYS, BLACK, NEUTRAL, PLACES, WHITE, Yarn, doorstep, hideout
from cartable.lab.simulate import play_out
from tests.games.catatac.positions import GAME, cooperate, lay, play, position, table
from tests.suite import walk

HIDEOUT = PLACES[0]
LEVEL = "1s,1s,2,3/2,3-1s,1-3s"
"""Point cards of both clans, so that the last one decides."""

EVERY_OPTION = {"hockey": True, "distraction": True, "alpha": True, "momentum": True}


class Patience:
    """Tells a bot to stop when it has asked so many times."""

    def __init__(self, questions: int) -> None:
        self.asked = 0
        self.questions = questions

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked > self.questions


def answer(
    state: State,
    seat: int,
    nodes: int = 400,
    seed: int = 1,
    patience: Patience | None = None,
    alike: bool = False,
) -> Answer[CatatacMove | Next] | None:
    """Return what a bot with so many nodes answers in a position."""
    stage = Stage(state.setup, 0, (0, 0), state)
    sight = Sight(CATATAC, state.setup, stage, Seat(seat))
    return CatatacThinker("", Effort(nodes, alike=alike)).answer(
        sight, Chance(seed_of(seed), 0), patience or Patience(10**9)
    )


def chosen(
    state: State, seat: int, nodes: int = 400, seed: int = 1, alike: bool = False
) -> CatatacMove | Next | None:
    given = answer(state, seat, nodes, seed, alike=alike)
    return None if given is None else given.move


def test_it_takes_a_store_that_lies_open() -> None:
    state = position("1a2J3b/6", "8", ".w...")
    assert chosen(state, 0) == lay("1a")
    assert chosen(play(state, 0, lay("1a")), 0) == Use(0, HIDEOUT)
    pair = position("145/6", "1", ".w...")
    assert chosen(pair, 0) == lay("1")
    assert chosen(play(pair, 0, lay("1")), 0) == StoreYarn()


def test_it_finds_as_much_where_the_others_play_alike() -> None:
    assert chosen(position("1a2J3b/6", "8", ".w..."), 0, 40, alike=True) == lay("1a")
    last = position("11/2b4", "4", "w....", "counter:1?1", laid="0", points="2", won=LEVEL)
    assert chosen(last, 1, 40, alike=True) == lay("2b")


def test_it_finds_a_combo() -> None:
    state = position("4a15/6", "4", "..b..")
    assert chosen(state, 0) == lay("4a")
    state = play(state, 0, lay("4a"))
    assert chosen(state, 0) == Steal()
    assert chosen(play(state, 0, Steal()), 0) == Use(0, HIDEOUT)


def test_it_counters_a_store_that_would_decide_the_game() -> None:
    last = position("11/2b4", "4", "w....", "counter:1?1", laid="0", points="2", won=LEVEL)
    assert chosen(last, 1) == lay("2b")
    assert chosen(position("11/44", "4", "w....", "counter:1?1", laid="0"), 1) == Decline()


def test_it_counters_for_a_team_mate() -> None:
    window = position("1/22/1/5b3", "4", "w....", "counter:1?3", laid="0", points="2", won=LEVEL)
    assert chosen(window, 3) == cooperate("5b")


def test_it_stores_in_the_turn_of_a_team_mate_and_otherwise_lets_it_play() -> None:
    assert chosen(position("11/2/4c3/2", "4", "..w..", "breath:0?2@1500"), 2) == cooperate("4c")
    assert chosen(position("11/2/33/2", "4", "..w..", "breath:0?2@1500"), 2) == Decline()


def test_it_waits_where_it_has_nothing_to_say() -> None:
    state = position("11/2/33/2", "8", "..w..")
    assert answer(state, 1) is None
    assert answer(state, 2) is None


def test_it_may_wait_where_it_could_cooperate() -> None:
    # The breath is over, so that nobody asks; the card is better kept than spent on this.
    state = position("1a1/66/4c3/66", "8", ".w...")
    assert Cooperate(lay("4c").card) in list(GAME.moves(state, Seat(2)))
    assert chosen(state, 2) is None


def test_it_does_not_carry_the_yarn_away_from_home() -> None:
    assert chosen(play(position("6c2/5", "8", ".w..."), 0, lay("6c")), 0) == EndTurn()


def test_it_keeps_the_last_store_for_when_it_can_be_used() -> None:
    # Both clans lay their last cards: the block that stores is laid when the yarn is there.
    state = position("1a4/66", "8", "..b..", pile="-")
    assert chosen(state, 0) == lay("4")


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("options", [{}, EVERY_OPTION, {"kittens": True}])
@pytest.mark.parametrize("effort", [Effort(2), Effort(2, alike=True)])
def test_it_plays_every_table_by_the_rules(
    seats: int, options: dict[str, bool | int | str], effort: Effort
) -> None:
    game = Game(CATATAC, CATATAC.info.setup(seats, options=options), seed_of(seats))
    play_out(game, [CatatacThinker("", effort)] * seats)
    assert game.result is not None


def test_it_goes_through_a_marathon() -> None:
    game = Game(CATATAC, CATATAC.info.setup(2, options={"marathon": True}), seed_of(1))
    play_out(game, [CatatacThinker("", Effort(4))] * 2)
    assert game.result is not None


def test_it_answers_alike_to_the_same_lots() -> None:
    state = position("1a2J3b/6", "8", "..w..")
    assert answer(state, 0) == answer(state, 0)


def test_it_takes_some_time_over_it_and_never_misses_a_breath() -> None:
    given = answer(position("11/2/4c3/2", "4", "..w..", "breath:0?2@1500"), 2)
    assert given is not None
    assert FASTEST <= given.delay < SLOWEST < BREATH


def test_told_to_stop_it_answers_at_once_with_what_looks_best() -> None:
    patience = Patience(0)
    given = answer(position("1a2J3b/6", "8", ".w..."), 0, 10**9, patience=patience)
    assert given is not None
    assert given.move == lay("1a")
    assert patience.asked < 10


def test_it_asks_again_and_again_whether_it_shall_stop() -> None:
    patience = Patience(3)
    assert answer(position("1a2J3b/6", "8", "..b.."), 0, 10**9, patience=patience) is not None
    assert 3 < patience.asked < 10


def test_more_nodes_never_mean_another_program() -> None:
    assert [player.name for player in LEVELS.values()] == ["easy", "medium", "hard", "expert"]
    budgets = [effort.nodes for effort in EFFORTS.values()]
    assert budgets == sorted(set(budgets))


def test_without_numba_the_stronger_levels_imagine_less_and_say_so() -> None:
    plain = {name: CatatacThinker(name, effort, compiled=False) for name, effort in EFFORTS.items()}
    assert [name for name, player in plain.items() if player.weaker] == ["hard", "expert"]
    assert [plain["expert"].effort.worlds(seats) for seats in (2, 4, 6)] == [PLAIN] * 3
    assert not CatatacThinker("expert", EFFORTS["expert"], compiled=True).weaker


def test_the_tables_know_the_turns_of_the_rules() -> None:
    setup = table(2)
    known = tables(setup)
    for game in walk(GAME, setup, 4):
        state = game.state
        if state.phase != "turn":
            continue
        for of in GAME.answer(state, state.turn, What()).cards:
            face = next(held for held in GAME.view(state, state.turn).hand if held.card == of.card)
            rights = PAIR * of.pair | (BLOCK if face.ways else 0)
            at = _node(setup, state.turn, of.card, rights, state.yarn)
            ends = {code(_end(turn, state)) for turn in of.turns if not turn.toss}
            assert {yarn for yarn in range(10) if known.ends[at] >> yarn & 1} == ends
            tossed = [known.tosses[slot] for slot in range(at * SLOTS * 2, (at + 1) * SLOTS * 2, 2)]
            assert any(to != NONE for to in tossed) is any(turn.toss for turn in of.turns)


def test_the_tables_know_that_cooperation_has_to_use_the_block() -> None:
    at = _node(table(4), Seat(0), lay("4c").card, PAIR | BLOCK | MUST, Yarn(NEUTRAL, WHITE))
    ends = tables(table(4)).ends[at]
    assert not ends >> code(Yarn(NEUTRAL, WHITE)) & 1 or ends >> code(Yarn(HIDEOUT, WHITE)) & 1
    assert ends >> code(Yarn(HIDEOUT, WHITE)) & 1


def test_who_has_more_point_cards_is_likelier_to_win_and_the_clans_are_alike() -> None:
    known = endings("")
    for white in range(KINDS):
        for black in range(KINDS - white):
            assert abs(known[white * KINDS + black] + known[black * KINDS + white] - SURE) <= 1
    assert known[0] == SURE // 2
    assert known[4 * KINDS] == SURE
    assert SURE // 2 < known[3 * KINDS + 2] < SURE


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_yarn_is_worth_more_the_nearer_it_is_to_home(seats: int) -> None:
    state = position("/".join(["1238", "4567"] * (seats // 2)), "8", "..w..")
    view, setup = GAME.view(state, Seat(0)), state.setup
    world, root = prepared(setup, [[]] * (state.setup.seats - 1)), seen(view, terms_of(setup), Seat(0))

    own, other = (
        [
            int(guessed(world, root, LAYS, lay("1").card, code(Yarn(place, clan)), NONE))
            for place in (*([HIDEOUT] if clan == WHITE else []), *ALLEYS)
        ]
        for clan in (WHITE, BLACK)
    )
    assert own == sorted(own, reverse=True)
    assert other == sorted(other, reverse=True)
    assert all(ours > theirs for ours, theirs in zip(own[1:], other, strict=True))


def test_both_clans_judge_alike() -> None:
    white = position("1a23/4567", "8", "..w..")
    black = position("4567/1a23", "8", "..b..", "turn:1")
    found = []
    for state, seat, clan in ((white, 0, WHITE), (black, 1, BLACK)):
        view, setup = GAME.view(state, Seat(seat)), state.setup
        world, root = prepared(setup, [[]] * (state.setup.seats - 1)), seen(view, terms_of(setup), Seat(seat))
        yarns = [code(Yarn(hideout(clan), clan)), code(Yarn(doorstep(clan), clan))]
        found.append([int(guessed(world, root, LAYS, lay("1a").card, yarn, NONE)) for yarn in yarns])
    assert found[0] == found[1]


def test_the_traits_of_a_card_are_its_number_and_its_effects() -> None:
    faces = {face.code: face for face in terms_of(table(2)).box.faces}
    steal, move = (NUMBERS + DEEDS.index(deed) for deed in (("steal", 0), ("move", 2)))
    assert list(traits(faces["6"])) == [6]
    assert list(traits(faces["6b"])) == [6, steal + len(DEEDS), move + len(DEEDS)]
    assert list(traits(faces["4c"])) == [4, NUMBERS + DEEDS.index(("move", 1)), TRAITS - 1]


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare with where numba is not installed")
def test_it_decides_alike_with_numba_and_without() -> None:
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "from tests.bots.test_catatac_thinker import chosen, position\n"
        f"print(chosen(position('1a2J3b/6', '8', '..b..'), 0, {PLAIN}))"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == str(chosen(position("1a2J3b/6", "8", "..b.."), 0, PLAIN))


@pytest.mark.long
def test_it_wins_more_than_it_loses_against_greedy() -> None:
    setup: Setup = CATATAC.info.setup(2)
    won, thinker = 0.0, CatatacThinker("", Effort(300))
    for seed in range(12):
        for swap in (0, 1):
            game = Game(CATATAC, setup, seed_of(seed))
            play_out(game, (CatatacGreedy(), thinker) if swap else (thinker, CatatacGreedy()))
            assert game.result is not None
            won += (swap in game.result.winners) / len(game.result.winners)
    assert won > 12


def _node(setup: Setup, seat: Seat, card: int, rights: int, yarn: Yarn) -> int:
    cards = len(tables(setup).facts) // FACTS
    return node(cards, setup.teams[seat], 0, card, rights, code(yarn))


def _end(turn: Turn, state: State) -> Yarn:
    return turn.trail[-1] if turn.trail else state.yarn
