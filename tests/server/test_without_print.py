"""A server without Typst, resvg and Pillow, as `pip install cartable` gives it: people play all the same."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cartable.cli.app import DRAWING

ROOT = Path(__file__).parents[2]
HIDDEN = f"import sys; sys.modules.update(dict.fromkeys({DRAWING}));"


def without(program: str, *arguments: str, language: str = "en") -> subprocess.CompletedProcess[str]:
    """Run a program in an interpreter that cannot import what draws."""
    environment = {**os.environ, "LC_ALL": f"{language}_XX.UTF-8", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", HIDDEN + program, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8")


def test_a_whole_game_is_played_with_pictures_but_for_custom_decks(tmp_path: Path) -> None:
    from cartable.decks.own import Shelf
    from tests.server.test_pictures import words

    Shelf(tmp_path / "decks").add(words(tmp_path))
    program = "from tests.server.test_without_print import evening; evening(sys.argv[1])"
    done = without(program, str(tmp_path))
    said = done.stdout.splitlines()
    assert said == ["played", "everyday island backyard insects", "200", "501"], done.stderr


def evening(folder: str) -> None:
    """Play a game in the browser's way, then ask for pictures; print what became of it."""
    import msgspec

    from cartable.decks.own import Shelf
    from cartable.server import messages as m
    from tests.server.visitors import Visitor, serving

    async def run() -> list[str]:
        (own,) = Shelf(Path(folder, "decks")).kept()
        async with serving(Path(folder), speed=20) as served:
            opened = await served.open("karta")
            host = Visitor(served, opened.code, (0, 1), 1, opened.token)
            playing = asyncio.create_task(host.play())
            await host.seated()
            await host.ask(m.Start)
            await playing
            assert host.told[-1].result is not None

            async def get(path: str) -> tuple[int, bytes]:
                async with served.http.get(served.url + path) as answer:
                    return answer.status, await answer.read()

            looks = msgspec.json.decode((await get("/api/themes"))[1], type=list[m.Look])
            drawn, _ = await get("/api/decks/3/10/insects")
            custom, body = await get(f"/api/decks/3/13/own-{own.key}")
            assert "cartable[print]" in msgspec.json.decode(body, type=m.Problem).text
            return ["played", " ".join(look.name for look in looks), str(drawn), str(custom)]

    sys.stdout.write("\n".join(asyncio.run(run())))


@pytest.mark.parametrize("command", [("print", "karta"), ("deck", "new", "x", "--words", "README.md")])
@pytest.mark.parametrize(("language", "word"), [("en", "Printing"), ("fr", "imprimer")])
def test_printing_says_what_to_install(command: tuple[str, ...], language: str, word: str) -> None:
    done = without("from cartable.cli import main; main()", *command, language=language)
    assert done.returncode == 2
    assert word in done.stderr
    assert 'pip install "cartable[print]"' in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_that_draws_is_loaded_before_something_is_drawn() -> None:
    loads = "import cartable.cli, cartable.server.run, cartable.server.pictures, cartable.lab.load, sys;"
    code = loads + f"print([name for name in {DRAWING} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
