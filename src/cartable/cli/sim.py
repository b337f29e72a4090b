"""`cartable sim` and `cartable replay`: games played by bots, and games played before."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.progress import track
from rich.table import Table

from cartable.cli.app import LANGUAGE, Complaint, app, content, err, out, t
from cartable.core import (
    DeckSpec,
    Game,
    Info,
    Number,
    OtherVersion,
    Record,
    Refused,
    Result,
    Rules,
    Setup,
    Text,
    Toggle,
    Value,
    decode,
    encode,
    record,
    replay,
    seed_of,
)
from cartable.core.record import MOST_ENTRIES
from cartable.designs import deck
from cartable.games import GAMES
from cartable.texts import game_title

Json = Annotated[bool, Parameter(help=t("json"), negative="")]

LARGEST = 16
"""No game's record has more megabytes than this."""
LARGEST_OPTION = 1
"""How many megabytes the text of an option may have."""

ON = {"true": True, "on": True, "yes": True, "1": True, "false": False, "off": False, "no": False, "0": False}


@app.command(help=t("sim"))
def sim(
    game: Annotated[str, Parameter(help=t("sim.game"))],
    /,
    *,
    games: Annotated[int, Parameter(help=t("sim.games"))] = 100,
    seats: Annotated[int | None, Parameter(help=t("sim.seats"))] = None,
    seed: Annotated[int, Parameter(help=t("sim.seed"))] = 1,
    option: Annotated[list[str] | None, Parameter(help=t("sim.option"), negative="")] = None,
    order: Annotated[int | None, Parameter(help=t("deck.order"))] = None,
    cards: Annotated[int | None, Parameter(help=t("deck.cards"))] = None,
    bots: Annotated[str | None, Parameter(help=t("sim.bots"))] = None,
    jobs: Annotated[int | None, Parameter(help=t("sim.jobs"))] = None,
    records: Annotated[Path | None, Parameter(help=t("sim.records"))] = None,
    json: Json = False,
) -> None:
    from cartable.lab.simulate import SimulatedGame, simulate

    info = rules_of(game).info
    if games < 1:
        raise Complaint(t("sim.none", games=games))
    setup = setup_of(info, seats, option or (), order, cards)
    chosen = bots_of(bots or known_bots(info)[:2][-1], info)
    names = [chosen[seat % len(chosen)] for seat in range(setup.seats)]
    outcomes: Iterable[SimulatedGame] = simulate(game, setup, names, games, seed, jobs)
    if err.is_terminal:
        outcomes = track(outcomes, t("sim.playing"), total=games, console=err, transient=True)
    played = list(outcomes)
    if records is not None:
        _write_records(records, game, setup, names, range(seed, seed + games))
    if json:
        report = {
            "game": game,
            "version": info.version,
            "setup": setup,
            "bots": names,
            "seed": seed,
            "games": played,
            "wins": _wins(setup, (outcome.result for outcome in played)),
            "moves": sum(outcome.moves for outcome in played),
        }
        out.print(msgspec.json.encode(report).decode(), markup=False)
    else:
        _print_summary(info, setup, names, played)


@app.command(name="replay", help=t("replay"))
def replay_(
    file: Annotated[Path, Parameter(help=t("replay.file"))],
    /,
    *,
    commitment: Annotated[str, Parameter(help=t("replay.commitment"))] = "",
    json: Json = False,
) -> None:
    found, game = read_record(file)
    rules = game.rules
    if commitment and commitment.lower() != found.commitment:
        raise Complaint(t("replay.broken", file=str(file), found=found.commitment))
    if json:
        replayed = {"game": found.game, "moves": game.moves_made, "position": rules.write(game.state)}
        replayed |= {"commitment": found.commitment, "seed": found.seed, "shuffle": found.shuffle}
        out.print(msgspec.json.encode(replayed | {"result": game.result}).decode(), markup=False)
        return
    title = game_title(found.game, LANGUAGE)
    out.print(t("replay.done", title=title, count=game.moves_made), markup=False)
    out.print(rules.write(game.state), markup=False)
    out.print(_shuffled(found, bool(commitment)), markup=False)
    for place, group in enumerate(game.result.ranking if game.result else (), 1):
        for team in group:
            assert game.result is not None
            out.print(t("replay.rank", place=place, team=team + 1, score=game.result.scores[team]))


def _shuffled(found: Record[Any], promised: bool) -> str:
    """Say what agrees, whose numbers the seed has, and what to compare (TABLE-12)."""
    # What a game was given to play on from was not dealt (TABLE-13, SPOT-16).
    said = [t(("replay.kept" if promised else "replay.agree") + (".given" if found.position else ""))]
    if found.shuffle is None:
        said.append(t("replay.alone"))
    elif numbers := [share.number for share in found.shuffle.shares]:
        said.append(t("replay.shares", count=sum(map(bool, numbers)), missing=numbers.count("")))
    else:
        said.append(t("replay.none"))
    if not promised:
        said.append(t("replay.compare", found=found.commitment))
    return " ".join(said)


def read_record(file: Path) -> tuple[Record[Any], Game[Any, Any, Any, Any]]:
    """Return a record and its game, played again; complain where that cannot be."""
    try:
        found = decode(content(file, LARGEST), GAMES)
        if len(found.log) > MOST_ENTRIES:
            raise Complaint(t("replay.long", file=str(file), most=MOST_ENTRIES))
        setup, info = found.setup, GAMES[found.game].info
        if found.version == info.version:
            # What no table could have agreed on is refused as at a table.
            info.setup(teams=setup.teams, deck=setup.deck, options=setup.options)
        return found, replay(found, GAMES[found.game])
    except OtherVersion as error:
        title = game_title(error.game, LANGUAGE)
        raise Complaint(
            t("replay.version", file=str(file), title=title, needs=error.needs, has=error.has)
        ) from error
    except ValueError as error:
        raise Complaint(t("replay.wrong", file=str(file), why=str(error))) from error
    except (Refused, LookupError, TypeError, AssertionError, RecursionError) as error:
        # What a hand changed may break the rules anywhere.
        raise Complaint(t("replay.changed", file=str(file))) from error


def rules_of(game: str) -> Rules[Any, Any, Any, Any]:
    """Return the rules of a game, or complain with the games there are."""
    if game not in GAMES:
        raise Complaint(t("sim.unknown", game=game), t("sim.known", games=", ".join(GAMES)))
    return GAMES[game]


def setup_of(
    info: Info, seats: int | None, option: Iterable[str], order: int | None, cards: int | None
) -> Setup:
    """Return the table that the words of a command ask for, or complain."""
    return info.setup(
        seats, deck=_deck(info, order, cards), options=dict(_option(info, text) for text in option)
    )


def known_bots(info: Info) -> tuple[str, ...]:
    """Return the bots that play a game, by name: `random`, then those written for it, the quickest first."""
    from cartable.bots import names

    return names(info.box)


def bots_of(words: str, info: Info) -> list[str]:
    """Return the bots that a list with commas names, or complain with those that play the game."""
    chosen, known = words.split(","), known_bots(info)
    if unknown := [name for name in chosen if name not in known]:
        raise Complaint(t("sim.bot", name=unknown[0]), t("sim.bot.known", names=", ".join(known)))
    return chosen


def _option(info: Info, text: str) -> tuple[str, Value]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Complaint(t("sim.option.form", text=text), t("hint.games"))
    for option in info.options:
        if option.name == name:
            return name, _value(option, value)
    return name, value


def _value(option: object, text: str) -> Value:
    match option:
        case Toggle() if text.lower() in ON:
            return ON[text.lower()]
        case Number() if text.lstrip("-").isdecimal():
            return int(text)
        case Text() if text.startswith("@"):
            try:
                return content(Path(text[1:]), LARGEST_OPTION).decode()
            except UnicodeDecodeError as error:
                raise Complaint(t("sim.option.file", file=text[1:])) from error
    return text


def _deck(info: Info, order: int | None, cards: int | None) -> DeckSpec | None:
    if order is None and cards is None:
        return None
    chosen = order or (info.deck.order if info.deck else 7)
    try:
        return DeckSpec(chosen, len(deck(chosen, cards)))
    except ValueError as error:
        if cards is None:
            raise
        raise Complaint(
            t("deck.size", order=chosen, count=chosen * chosen + chosen + 1, cards=cards)
        ) from error


def _write_records(folder: Path, name: str, setup: Setup, bots: list[str], seeds: Iterable[int]) -> None:
    from cartable.bots import bot
    from cartable.lab.simulate import play_out

    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        game: Game[Any, Any, Any, Any] = Game(GAMES[name], setup, seed_of(seed))
        play_out(game, [bot(player, name) for player in bots])
        (folder / f"{name.replace('/', '-')}-{setup.seats}-{seed}.json").write_bytes(encode(record(game)))


def _wins(setup: Setup, results: Iterable[Result]) -> list[int]:
    wins = [0] * setup.team_count
    for result in results:
        for team in result.winners:
            wins[team] += 1
    return wins


def _print_summary(info: Info, setup: Setup, bots: list[str], played: list[Any]) -> None:
    moves = sum(outcome.moves for outcome in played)
    title = game_title(info.name, LANGUAGE)
    out.print(t("sim.done", title=title, count=len(played), moves=moves // len(played)), markup=False)
    table = Table(t("sim.team"), t("sim.players"), t("sim.wins"), t("sim.score"), box=None, pad_edge=False)
    for team, wins in enumerate(_wins(setup, (outcome.result for outcome in played))):
        players = ", ".join(bots[seat] for seat, of in enumerate(setup.teams) if of == team)
        score = sum(outcome.result.scores[team] for outcome in played) / len(played)
        table.add_row(str(team + 1), players, str(wins), decimal(score))
    out.print(table, soft_wrap=False)


def decimal(number: float, places: int = 1) -> str:
    """Return a number with its decimals, as the language writes it."""
    text = f"{number:.{places}f}"
    return text.replace(".", ",") if LANGUAGE == "fr" else text
