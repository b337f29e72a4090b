"""The arena: who plays whom, and what is made of it."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import msgspec
import pytest

from cartable.core import Chance, Millis, Result, Setup, Team, ranked
from cartable.games import GAMES
from cartable.lab.arena import MEAN, Pairing, ratings, report, schedule, single, wilson
from cartable.lab.ladder import rewritten
from cartable.lab.simulate import SimulatedGame, play_all


def table(game: str, seats: int) -> Setup:
    return GAMES[game].info.setup(seats)


def ended(seed: int, result: Result) -> SimulatedGame:
    return SimulatedGame(seed, 1, Millis(0), result)


def pairing(a: str, b: str, wins: int, draws: int, losses: int) -> Pairing:
    return Pairing((a, b), wins, draws, losses, (0, 0), 0, 0, 0, wins + draws + losses)


def test_every_pair_plays_every_deal_twice_with_places_changed() -> None:
    tasks = schedule("karta", table("karta", 2), ("a", "b", "c"), 4, seed=7)
    assert [(task.bots, task.seed) for task in tasks[:4]] == [
        (("a", "b"), 7),
        (("b", "a"), 7),
        (("a", "b"), 8),
        (("b", "a"), 8),
    ]
    met = Counter((frozenset(task.bots), task.seed) for task in tasks)
    pairs = map(frozenset, combinations("abc", 2))
    assert met == {(pair, seed): 2 for pair in pairs for seed in (7, 8)}


def test_an_odd_number_of_games_is_rounded_up() -> None:
    assert len(schedule("karta", table("karta", 2), ("a", "b"), 3, seed=1)) == 4


@pytest.mark.parametrize(
    ("game", "seats", "first", "second"),
    [
        ("catatac", 4, "abab", "baba"),
        ("island/ports", 5, "abaab", "babba"),
        ("spot/tower", 3, "aba", "bab"),
        ("spot/tower", 4, "abab", "baba"),
    ],
)
def test_a_team_is_one_bots_and_teams_alternate(game: str, seats: int, first: str, second: str) -> None:
    setup = table(game, seats)
    seated = [task.bots for task in schedule(game, setup, ("a", "b"), 2, seed=1)]
    assert ["".join(bots) for bots in seated] == [first, second]
    for bots in seated:
        for team in range(setup.team_count):
            assert len({bots[seat] for seat in setup.seats_of(Team(team))}) == 1


def test_games_are_counted_for_the_bot_and_not_for_the_seat() -> None:
    tasks = schedule("karta", table("karta", 2), ("a", "b"), 4, seed=1)
    results = [ranked((3, 1), (3, 1)), ranked((1, 2), (1, 2)), ranked((5, 0), (5, 0)), ranked((4, 4), (4, 4))]
    found = report(1, ("a", "b"), tasks, (ended(1, result) for result in results))
    (one,) = found.pairings
    # The second game was played from the other seats.
    assert (one.wins, one.draws, one.losses) == (3, 1, 0)
    assert one.scores == (3 + 2 + 5 + 4, 1 + 1 + 0 + 4)
    assert one.rate == 8750
    assert one.low < 8750 < one.high
    assert (found.game, found.games, found.seed) == ("karta", 4, 1)


def test_best_teams_that_are_level_are_a_draw_only_where_they_are_both_bots() -> None:
    tasks = schedule("spot/tower", table("spot/tower", 4), ("a", "b"), 2, seed=1)
    same, mixed = ranked((9, 1, 9, 1), (9, 1, 9, 1)), ranked((9, 9, 1, 1), (9, 9, 1, 1))
    (one,) = report(1, ("a", "b"), tasks, [ended(1, same), ended(1, mixed)]).pairings
    assert (one.wins, one.draws, one.losses) == (1, 1, 0)


def test_wilsons_interval_is_the_one_in_the_books() -> None:
    low, high = wilson(81 / 263, 263)
    assert (low, high) == pytest.approx((0.2553, 0.3662), abs=0.0001)
    assert wilson(0, 10)[0] == pytest.approx(0, abs=1e-12)
    assert wilson(1, 10)[1] == pytest.approx(1, abs=1e-12)


def test_deals_that_are_all_won_twice_or_lost_twice_count_as_one_game_each() -> None:
    # Ten deals in place of twenty games, but for the one degree of freedom that the mean takes.
    assert single([2.0] * 5 + [0.0] * 5) == pytest.approx(9)
    tasks = schedule("karta", table("karta", 2), ("a", "b"), 20, seed=1)
    first, second = ranked((1, 0), (1, 0)), ranked((0, 1), (0, 1))
    twice = [first, second] * 5 + [second, first] * 5
    (one,) = report(1, ("a", "b"), tasks, (ended(1, result) for result in twice)).pairings
    assert (one.rate, one.single) == (5000, 9)
    low, high = wilson(0.5, 9)
    assert (one.low, one.high) == (round(10_000 * low), round(10_000 * high))


def test_no_interval_is_narrower_than_that_of_single_games() -> None:
    assert single([1.0] * 10) == 20
    assert single([2.0] * 10) == 20
    assert single([0.0]) == single([1.5]) == 2
    # Independent games: as many deals are won twice, once and never as coins would have it.
    assert single([2.0] * 25 + [1.0] * 50 + [0.0] * 25) == pytest.approx(198)


def test_the_interval_holds_the_truth_in_95_cases_of_100_though_deals_favour_one_bot() -> None:
    lots = Chance(b"deals", 0)
    held = 0
    for _ in range(2_000):
        # In half of the deals the bot wins nine games of ten, whatever its place, and in the others three.
        odds = [lots.choice((90, 30)) for _ in range(50)]
        points = [float(sum(lots.below(100) < of for _ in range(2))) for of in odds]
        low, high = wilson(sum(points) / 100, single(points))
        held += low <= 0.6 <= high
    assert 1_880 <= held <= 1_940


def test_bots_that_think_long_may_play_fewer_games() -> None:
    fewer = {frozenset("c"): 4, frozenset("bc"): 6}
    tasks = schedule("karta", table("karta", 2), ("a", "b", "c"), 8, 1, fewer)
    met = Counter(frozenset(task.bots) for task in tasks)
    assert met == {frozenset("ab"): 8, frozenset("ac"): 4, frozenset("bc"): 6}
    found = report(1, "abc", tasks, (ended(1, ranked((1, 0), (1, 0))) for _ in tasks))
    assert [pairing.games for pairing in found.pairings] == [8, 4, 6]
    assert found.games == 8
    assert "(8 games per pairing, or fewer, version 1 of the rules)" in rewritten("", found, "cartable arena")


def test_what_tells_less_widens_the_interval_of_a_rating() -> None:
    clear, vague = (
        ratings(("a", "b"), [msgspec.structs.replace(pairing("a", "b", 60, 0, 40), single=of)])[0]
        for of in (100, 25)
    )
    assert clear.elo == vague.elo
    assert (vague.high - vague.low) / (clear.high - clear.low) == pytest.approx(2, rel=0.05)


def test_two_bots_are_as_far_apart_as_their_results_say() -> None:
    strong, weak = ratings(("a", "b"), [pairing("a", "b", 24, 0, 75)])
    assert (strong.bot, weak.bot) == ("b", "a")
    # With the drawn game that is added: 24.5 to 75.5.
    assert strong.elo - weak.elo == pytest.approx(400 * math.log10(75.5 / 24.5), abs=1)
    assert strong.elo + weak.elo == 2 * MEAN
    error = 400 / math.log(10) / math.sqrt(100 * 0.245 * 0.755) / 2
    assert strong.high - strong.elo == pytest.approx(1.96 * error, abs=1)
    assert strong.elo - strong.low == pytest.approx(1.96 * error, abs=1)


def test_ratings_come_out_as_the_strengths_they_were_made_from() -> None:
    strengths = {"a": 1800, "b": 1600, "c": 1450, "d": 1150}
    games, pairings = 100_000, []
    for one, other in combinations(strengths, 2):
        wins = round(games / (1 + 10 ** ((strengths[other] - strengths[one]) / 400)))
        pairings.append(pairing(one, other, wins, 0, games - wins))
    assert {rating.bot: rating.elo for rating in ratings(tuple(strengths), pairings)} == pytest.approx(
        strengths, abs=2
    )


def test_draws_count_half() -> None:
    drawn = ratings(("a", "b"), [pairing("a", "b", 0, 50, 0)])
    assert [rating.elo for rating in drawn] == [MEAN, MEAN]
    assert ratings(("a", "b"), [pairing("a", "b", 10, 20, 5)]) == ratings(
        ("a", "b"), [pairing("a", "b", 20, 0, 15)]
    )


def test_a_bot_that_always_wins_has_a_rating_and_a_wide_interval() -> None:
    best, _ = ratings(("a", "b"), [pairing("a", "b", 1000, 0, 0)])
    assert best.bot == "a"
    assert best.low > MEAN
    assert best.high - best.low > 400


def test_more_games_narrow_the_interval() -> None:
    few, many = (ratings(("a", "b"), [pairing("a", "b", 6 * n, 0, 4 * n)])[0] for n in (10, 1000))
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(10, rel=0.1)


def test_the_same_seed_finds_the_same_on_any_number_of_processes() -> None:
    tasks = schedule("spot/faceoff", table("spot/faceoff", 2), ("easy", "expert"), 12, seed=3)
    reports = [report(1, ("easy", "expert"), tasks, play_all(tasks, jobs, most=2)) for jobs in (1, 2)]
    assert reports[0] == reports[1]
    assert reports[0].ratings[0].bot == "expert"


def test_a_bot_against_its_double_is_level() -> None:
    tasks = schedule("spot/faceoff", table("spot/faceoff", 2), ("hard", "regular"), 40, seed=1)
    found = report(1, ("hard", "regular"), tasks, play_all(tasks, 1))
    # They draw the same lots: what one wins from a seat the other wins there too.
    assert found.pairings[0].rate == 5000


def test_a_section_of_the_ladder_is_written_anew_and_the_others_stay() -> None:
    def found(game: str, wins: int) -> str:
        tasks = schedule(game, table(game, 2), ("a", "b"), 2, seed=1)
        results = [ranked((1, 0), (1, 0)), ranked((1 - wins, wins), (1 - wins, wins))]
        made = report(1, ("a", "b"), tasks, [ended(1, result) for result in results])
        return rewritten(page, made, f"cartable arena {game}")

    page = ""
    page = found("karta", 1)
    page = found("spot/tower", 1)
    assert page.index("## spot/tower, 2 seats") < page.index("## karta, 2 seats")
    assert page.count("| a | 1") == 2
    assert "100.0% [34.2, 100.0]" in page
    again = found("karta", 0)
    assert again.count("## ") == 2
    assert again[: again.index("## karta")] == page[: page.index("## karta")]
    assert "50.0% [9.4, 90.5]" in again
    page = again
    assert found("karta", 0) == again
