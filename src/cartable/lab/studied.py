"""How long people wait for an analysis: from the request to its last line, through a server of its own."""

from __future__ import annotations

import asyncio
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec
from aiohttp import ClientSession, ClientTimeout
from msgspec import Struct

from cartable.lab.files import SHAPES, levels, played
from cartable.lab.served import served, unlimited
from cartable.server import messages


class StudyTime(Struct, frozen=True):
    """How many seconds analyses of one kind took."""

    game: str
    seats: int
    level: str
    runs: int
    moves: float
    """How many were judged in one (median)."""
    median: float
    fastest: float
    slowest: float


class StudyTimes(Struct, frozen=True):
    """How long people wait for an analysis."""

    first: float
    """The seconds that the very first took, including the start of its process."""
    kinds: tuple[StudyTime, ...]


def measure(times: int) -> StudyTimes:
    """Have this many games of each kind analysed, one after another, by a server that does nothing else."""
    with TemporaryDirectory() as folder, served(folder, unlimited) as server:
        return asyncio.run(measured(server.port, times))


async def measured(port: int, times: int) -> StudyTimes:
    """Have games analysed by the server at a port."""
    address = f"http://127.0.0.1:{port}/api/study"
    async with ClientSession(timeout=ClientTimeout(total=None)) as http:
        first, _ = await waited(http, address, "hard", played(0, *SHAPES[0]))
        kinds = []
        for game, seats in SHAPES:
            for level in levels():
                files = [played(seed, game, seats) for seed in range(1, times + 1)]
                found = [await waited(http, address, level, file) for file in files]
                seconds, moves = zip(*found, strict=True)
                figures = (round(value, 3) for value in (median(seconds), min(seconds), max(seconds)))
                kinds.append(StudyTime(game, seats, level, times, median(moves), *figures))
    return StudyTimes(round(first, 3), tuple(kinds))


async def waited(http: ClientSession, address: str, level: str, file: bytes) -> tuple[float, int]:
    """Return how many seconds the analysis of a file took, and how many moves it judged."""
    begun = perf_counter()
    async with http.post(f"{address}?level={level}", data=file) as answer:
        answer.raise_for_status()
        lines = (await answer.read()).splitlines()
    seconds = perf_counter() - begun
    told = msgspec.json.decode(lines[-1], type=messages.Studied)
    if told.study is None:
        raise RuntimeError(f"the analysis ended after {told.done} of {told.of} moves")
    return seconds, told.of
