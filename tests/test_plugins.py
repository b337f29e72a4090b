"""Games of other packages: known once they are installed, refused with a sentence where they cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cartable import plugins
from cartable.bots import bot, names
from cartable.games import SHIPPED
from cartable.texts import brought, catalogue, game_title, refusal
from tests.plugged import package

KIM = """
from msgspec.structs import replace
from cartable.games.karta import Karta
class Kim(Karta):
    info = replace(Karta.info, name="kim")
KIM = Kim()
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, which everything that was kept of the others forgets."""
    kept = (plugins._brought, plugins.folders, catalogue, brought)
    monkeypatch.syspath_prepend(str(tmp_path))
    for one in kept:
        one.cache_clear()
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "kim"]:
        del sys.modules[name]
    for one in kept:
        one.cache_clear()


def test_every_game_has_the_random_bot_without_a_line_of_code() -> None:
    assert names("a box that nobody wrote a bot for") == ("random",)
    assert bot("random", "nobody/wrote-one").name == "random"
    for name in SHIPPED:
        assert "random" in names(name.partition("/")[0])
    with pytest.raises(ValueError, match="choose from random"):
        bot("greedy", "nobody/wrote-one")


def test_an_installed_package_brings_a_game_with_its_bots_and_its_words(site: Path) -> None:
    texts = '{"game.kim": {"en": "Kim", "fr": "Kim"}, "refused.kim.no": {"en": "No.", "fr": "Non."}}'
    files = {
        "kim/__init__.py": KIM,
        "kim/bots.py": "from cartable.bots.random import Random\nBOTS = {'lucky': Random()}",
        "kim/texts.json": texts,
    }
    package(site, "kim", files, games="kim = kim:KIM", bots="kim = kim.bots:BOTS")
    assert "kim" in [rules.info.name for rules in plugins.games(SHIPPED).values()]
    assert list(plugins.bots()["kim"]) == ["lucky"]
    assert game_title("kim", "fr") == "Kim"
    assert refusal("KIM-1", "kim.no", "fr", {}) == "Non."
    assert set(brought()) == {"game.kim", "refused.kim.no"}


def test_a_game_without_texts_is_called_by_its_name_and_refuses_with_its_rule(site: Path) -> None:
    package(site, "kim", {"kim/__init__.py": KIM}, games="kim = kim:KIM")
    assert game_title("kim", "en") == "kim"
    assert "KIM-1" in refusal("KIM-1", "kim.no", "en", {})
    assert "KIM-1" in refusal("KIM-1", "kim.no", "fr", {})


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module", "No module named"),
        ("KIM = None", "derived from cartable.core.Rules"),
        ("", "no attribute 'KIM'"),
        (KIM.replace('"kim"', '"Kim!"'), "cannot be called 'Kim!'"),
        (KIM.replace('"kim"', '"karta"'), "already"),
        (KIM.replace('"kim"', '"spot/kim"'), "already"),
    ],
)
def test_a_package_that_brings_no_game_is_named_with_the_reason(site: Path, code: str, why: str) -> None:
    package(site, "kim", {"kim/__init__.py": code}, games="kim = kim:KIM")
    with pytest.raises(plugins.Unusable, match=f"The package kim cannot be used: kim = kim:KIM: .*{why}"):
        plugins.games(SHIPPED)


def test_bots_that_are_none_are_named_with_the_reason(site: Path) -> None:
    package(site, "kim", {"kim/__init__.py": "BOTS = {'clever': 3}"}, bots="kim = kim:BOTS")
    with pytest.raises(plugins.Unusable, match="must map names to bots"):
        plugins.bots()


@pytest.mark.parametrize(
    "texts", ["{", '{"game.kim": {"en": "Kim"}}', '{"game.karta": {"en": "Kim", "fr": "Kim"}}']
)
def test_texts_that_cannot_be_read_or_are_there_already_are_named(site: Path, texts: str) -> None:
    package(site, "kim", {"kim/__init__.py": KIM, "kim/texts.json": texts}, games="kim = kim:KIM")
    with pytest.raises(plugins.Unusable, match=r"texts\.json cannot be used: "):
        catalogue()


def test_the_command_line_ends_with_that_sentence_and_no_traceback(tmp_path: Path) -> None:
    package(tmp_path, "kim", {"kim/__init__.py": "KIM = None"}, games="kim = kim:KIM")
    told = subprocess.run(
        [sys.executable, "-c", "from cartable.cli import main; main()", "games"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 1
    assert told.stderr.startswith("The package kim cannot be used: kim = kim:KIM: ")
    assert "Traceback" not in told.stderr
