"""Every game of Spot it! is played to its end in a browser."""

from __future__ import annotations

import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import (
    SMALL,
    add_bot,
    choose_symbols,
    open_from_shelf,
    open_table,
    play_out,
    start,
)


@pytest.mark.parametrize("game", ["well", "gift", "triplet", "potato", "catch", "faceoff"])
def test_a_game_against_a_bot_is_played_to_its_end(visit: Visit, game: str) -> None:
    page = visit(size=(820, 1180))
    open_table(page, f"spot/{game}", deck=SMALL)
    add_bot(page)
    start(page)
    expect(page.locator(".card.up").first).to_be_visible()
    play_out(page)


def test_the_results_say_why_crown_the_winner_and_make_a_picture_to_keep(visit: Visit) -> None:
    page = visit(moving=True)
    code = open_table(page, "spot/tower", deck=SMALL)
    calm = visit(f"/t/{code}", name="Bruno")
    expect(page.locator("li.seat:not(.empty)")).to_have_count(2)
    start(page)
    play_out(page, calm)
    expect(page.locator(".ranked-why")).to_have_text(re.compile(r"\d of 7 cards, more than anyone else\."))
    expect(page.locator(".crown")).to_have_count(1)
    # Paper falls for whoever wins, unless they want less movement.
    won = page.get_by_role("heading", name="You win").count() > 0
    assert (page.locator(".joy").count() > 0) is won
    assert calm.locator(".joy").count() == 0
    page.locator('dialog [data-do="more"]').click()
    with page.expect_download() as saved:
        page.locator('[data-do="picture"]').click()
    picture = Image.open(saved.value.path())
    assert (saved.value.suggested_filename, picture.size) == ("cartable-spot-tower.png", (1080, 1080))
    colours = picture.convert("RGB").getcolors(1080 * 1080)
    assert colours
    assert len(colours) > 50, "something is drawn"


def test_four_people_on_four_screens_in_two_languages_finish_a_game_and_are_ready_for_another(
    visit: Visit,
) -> None:
    ada = visit("/")
    code = open_from_shelf(ada, "spot/tower")
    others = [
        visit(f"/t/{code}", name="Bruno", size=(820, 1180)),
        visit(f"/t/{code}", name="Chloé", locale="fr-FR", dark=True),
        visit(f"/t/{code}", name="Dan", size=(1440, 900), touch=False),
    ]
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(4)
    choose_symbols(ada, 4)
    start(ada)
    for page in (ada, *others):
        expect(page.locator(".card.up").nth(1)).to_be_visible()
    play_out(ada, *others)
    rankings = [page.locator(".ranking b").all_inner_texts() for page in (ada, *others)]
    assert sum(map(int, rankings[0])) == 13
    assert all(ranking == rankings[0] for ranking in rankings)
    expect(ada.locator(".next .missing")).to_contain_text("Chloé")
    for page in others:
        page.locator('[data-do="ready"]').click()
    expect(ada.locator(".next .missing")).to_have_count(0)
    ada.locator('[data-do="again"]').click()
    for page in (ada, *others):
        expect(page.locator(".ranking")).to_have_count(0)
        expect(page.locator(".felt")).to_be_visible()


def test_from_the_shelf_to_a_game_against_bots_in_one_tap(visit: Visit) -> None:
    page = visit("/")
    page.locator(".pocket .button.main").click()
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    expect(page.locator(".plate")).to_have_count(3)
