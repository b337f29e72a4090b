"""`cartable arena` and `cartable bots`: who plays, and how well."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cartable.cli.app import LANGUAGE, Complaint, app, err, out, t, unwritable
from cartable.cli.sim import Json, bots_of, decimal, known_bots, rules_of, setup_of
from cartable.texts import game_title, has

if TYPE_CHECKING:
    from cartable.core import Setup
    from cartable.lab.arena import ArenaReport
    from cartable.lab.simulate import SimulatedGame


@app.command(help=t("bots"))
def bots(*, json: Json = False) -> None:
    from cartable.bots import players
    from cartable.games import GAMES

    boxes = {rules.info.box: players(rules.info.box) for rules in GAMES.values()}
    if json:
        out.print(
            msgspec.json.encode({box: tuple(plays) for box, plays in boxes.items()}).decode(), markup=False
        )
        return
    table = Table(t("bots.bot"), *boxes, t("bots.about"), box=None, pad_edge=False)
    for name in dict.fromkeys(name for plays in boxes.values() for name in plays):
        marks = ("✓" if name in plays else "–" for plays in boxes.values())
        table.add_row(name, *marks, t(f"bots.{name}") if has(f"cli.bots.{name}") else "")
    out.print(table, soft_wrap=False)
    for box, plays in boxes.items():
        for name, player in plays.items():
            if getattr(player, "weaker", False):
                out.print(t("bots.weaker", name=name, box=box), markup=False)


@app.command(help=t("arena"))
def arena(
    game: Annotated[str, Parameter(help=t("sim.game"))],
    /,
    *,
    bots: Annotated[str | None, Parameter(help=t("arena.bots"))] = None,
    games: Annotated[int, Parameter(help=t("arena.games"))] = 100,
    fewer: Annotated[list[str] | None, Parameter(help=t("arena.fewer"), negative="")] = None,
    seats: Annotated[int | None, Parameter(help=t("sim.seats"))] = None,
    seed: Annotated[int, Parameter(help=t("arena.seed"))] = 1,
    option: Annotated[list[str] | None, Parameter(help=t("sim.option"), negative="")] = None,
    order: Annotated[int | None, Parameter(help=t("deck.order"))] = None,
    cards: Annotated[int | None, Parameter(help=t("deck.cards"))] = None,
    jobs: Annotated[int | None, Parameter(help=t("sim.jobs"))] = None,
    ladder: Annotated[Path | None, Parameter(help=t("arena.ladder"))] = None,
    json: Json = False,
) -> None:
    from cartable.lab.arena import report, schedule
    from cartable.lab.simulate import play_all

    info = rules_of(game).info
    setup = setup_of(info, seats, option or (), order, cards)
    bots = bots or ",".join(known_bots(info)[:2])
    names = bots_of(bots, info)
    _check(names, games, setup)
    tasks = schedule(game, setup, names, games, seed, _fewer(fewer or (), names, games))
    # Two games in a row, and no more: one of a thinking bot's takes a minute, and the bar should move.
    outcomes = _shown(play_all(tasks, jobs, most=2), len(tasks))
    found = report(info.version, names, tasks, outcomes)
    if ladder is not None:
        chosen = {"seats": seats, "order": order, "cards": cards}
        flags = [f" --{flag} {value}" for flag, value in chosen.items() if value is not None]
        flags += [f" --option {text}" for text in option or ()]
        flags = [f" --fewer {text}" for text in fewer or ()] + flags
        command = f"cartable arena {game} --bots {bots} --games {games}{''.join(flags)} --seed {seed}"
        _write_ladder(ladder, found, command)
    if json:
        out.print(msgspec.json.encode(found).decode(), markup=False)
    else:
        _print_report(found)


def _check(names: list[str], games: int, setup: Setup) -> None:
    if games < 1:
        raise Complaint(t("sim.none", games=games))
    if len(names) < 2 or len(set(names)) < len(names):
        raise Complaint(t("arena.few"), t("arena.few.hint"))
    if setup.team_count < 2:
        raise Complaint(t("arena.alone"))


def _fewer(texts: Iterable[str], names: list[str], games: int) -> dict[frozenset[str], int]:
    """Read what some pairings play: `expert=20` for all of one bot's, `hard/expert=100` for two."""
    found: dict[frozenset[str], int] = {}
    for text in texts:
        bots, _, number = text.partition("=")
        named = frozenset(bots.split("/"))
        if not (named <= set(names) and len(named) <= 2 and number.isdecimal() and 0 < int(number) <= games):
            raise Complaint(t("arena.fewer.unread", text=text), t("arena.fewer.hint"))
        found[named] = int(number)
    return found


def _shown(outcomes: Iterable[SimulatedGame], total: int) -> Iterable[SimulatedGame]:
    if not err.is_terminal:
        return outcomes
    columns = TextColumn(t("sim.playing")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=err, transient=True) as progress:
        return list(progress.track(outcomes, total=total))


def _write_ladder(path: Path, found: ArenaReport, command: str) -> None:
    from cartable.lab.ladder import rewritten

    try:
        page = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(rewritten(page, found, command), encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error) from error


def _print_report(found: ArenaReport) -> None:
    title = game_title(found.game, LANGUAGE)
    seats = found.setup.seats
    out.print(t("arena.done", title=title, seats=seats, count=found.games), markup=False)
    table = Table(t("bots.bot"), t("arena.elo"), t("arena.interval"), box=None, pad_edge=False)
    for rating in found.ratings:
        table.add_row(rating.bot, str(rating.elo), f"{rating.low}…{rating.high}")
    out.print(table, soft_wrap=False)
    out.print()
    table = Table(
        t("arena.pairing"),
        t("arena.results"),
        t("arena.rate"),
        t("arena.interval"),
        t("arena.scores"),
        box=None,
        pad_edge=False,
    )
    for pairing in found.pairings:
        # Over both games of a deal each bot has as many teams as the other.
        teams = pairing.games * found.setup.team_count / 2
        table.add_row(
            " – ".join(pairing.bots),
            f"{pairing.wins} / {pairing.draws} / {pairing.losses}",
            decimal(pairing.rate / 100),
            f"{decimal(pairing.low / 100)}…{decimal(pairing.high / 100)}",
            " – ".join(decimal(score / teams) for score in pairing.scores),
        )
    out.print(table, soft_wrap=False)
