"""`cartable games` and `cartable sim`."""

from __future__ import annotations

from tests.cli.command import Command


def test_games_lists_every_game_with_seats_and_options(cartable: Command) -> None:
    listed = cartable("games").out
    assert "spot/tower" in listed
    assert "penalty 0…[2000]…10000 ms" in listed
    assert "on|[off]" in listed
    assert "2, 4 or 6" in listed
    names = [game["name"] for game in cartable("games", "--json").json]
    assert {"spot/tower", "island/ports", "catatac", "karta"} <= set(names)


def test_the_same_seed_prints_the_same_bytes(cartable: Command) -> None:
    words = ("sim", "karta", "--games", "3", "--seed", "7", "--json")
    first = cartable(*words)
    assert first.code == 0
    assert first.out == cartable(*words).out
    assert first.out != cartable("sim", "karta", "--games", "3", "--seed", "8", "--json").out
    assert [game["seed"] for game in first.json["games"]] == [7, 8, 9]


def test_processes_change_nothing_but_the_time(cartable: Command) -> None:
    words = ("sim", "spot/well", "--games", "70", "--json", "--jobs")
    assert cartable(*words, "1").out == cartable(*words, "2").out


def test_options_seats_deck_and_bots_reach_the_game(cartable: Command) -> None:
    ran = cartable(
        *("sim", "spot/tower", "--games", "2", "--seats", "3", "--option", "penalty=0", "--order", "5"),
        *("--cards", "20", "--bots", "random,greedy", "--json"),
    )
    assert ran.json["setup"]["options"] == {"penalty": 0}
    assert ran.json["setup"]["deck"] == {"order": 5, "cards": 20}
    assert ran.json["bots"] == ["random", "greedy", "random"]
    assert sum(ran.json["games"][0]["result"]["scores"]) == 20


def test_a_toggle_takes_true_and_false(cartable: Command) -> None:
    ran = cartable("sim", "catatac", "--seats", "6", "--option", "kittens=true", "--games", "2", "--json")
    assert ran.json["setup"]["options"]["kittens"] is True


def test_without_json_the_summary_is_a_table_in_words(cartable: Command) -> None:
    ran = cartable("sim", "spot/tower", "--games", "2")
    assert "2 games" in ran.out
    assert "greedy" in ran.out
