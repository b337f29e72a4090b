"""A custom deck at a table: chosen, played, deleted meanwhile."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from cartable.decks.own import Shelf
from cartable.decks.own.making import make
from tests.browser.conftest import Visit
from tests.browser.players import find, look, open_table, start
from tests.browser.serving import Serving

WEATHER = "sun moon star rain snow wind fog hail frost dew ice sea sky"


def test_a_deck_of_ones_own_is_chosen_played_and_missed(
    visit: Visit, serving: Serving, tmp_path: Path
) -> None:
    shelf = Shelf(serving.folder / "decks")
    words = tmp_path / "words.txt"
    words.write_text(WEATHER.replace(" ", "\n"), "utf-8")
    shelf.add(make("Weather", None, words).deck)
    page = visit()
    open_table(page, "spot/practice")
    own = page.locator(".agreement label", has_text="Weather (custom deck)")
    own.click()
    expect(own.locator("input")).to_be_checked()
    # Its own size comes with it: four symbols on a card.
    expect(page.locator(".agreement label.on", has_text="4")).to_be_visible()
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    seen = look(page)
    assert {len(card["symbols"]) for card in seen} == {4}
    assert find(seen)
    shelf.delete("Weather")
    serving.kill()
    serving.start()
    other = visit(path=page.url.removeprefix(serving.address), name="Bruno")
    expect(other.get_by_role("alert")).to_contain_text("no longer on the server")
    # Whoever has loaded it plays on.
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    shelf.add(make("Weather", None, words).deck)
    other.reload()
    expect(other.locator(".card.up").nth(1)).to_be_visible()
