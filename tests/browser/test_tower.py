"""Two people and a bot play the Tower, whatever happens on the way."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, choose_symbols, look, open_table, over, play_on, play_out, start
from tests.browser.serving import Serving


def test_two_browsers_and_a_bot_finish_a_tower_through_a_reload_and_a_power_cut(
    visit: Visit, serving: Serving
) -> None:
    ada = visit(moving=True)
    code = open_table(ada, "spot/tower")
    bruno = visit(f"/t/{code}", name="Bruno", size=(1440, 900), touch=False)
    expect(bruno.locator("li.seat.mine")).to_contain_text("Bruno")
    add_bot(ada)
    choose_symbols(ada, 4)
    start(ada)
    for page in (ada, bruno):
        expect(page.locator(".card.up").nth(1)).to_be_visible()
    ada.wait_for_timeout(200)
    play_on(ada)

    bruno.reload()
    expect(bruno.locator(".card.up").nth(1)).to_be_visible()
    assert [one["card"] for one in look(bruno) if one["mine"]]

    serving.kill()
    expect(ada.locator(".lost")).to_be_visible()
    serving.start()
    for page in (ada, bruno):
        expect(page.locator(".lost")).to_have_count(0)

    play_out(ada, bruno)
    assert over(ada)
    cards = sum(int(text) for text in ada.locator(".ranking b").all_inner_texts())
    assert cards == 13
