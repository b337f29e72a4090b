"""The owner's own cards of CATATAC, entered in the lobby."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from cartable.games.catatac.cards import our_text
from tests.browser.conftest import Visit
from tests.browser.players import open_table
from tests.browser.serving import Serving

OWN = our_text().replace("point 1 sardine x2", "point 1 2 sardines\npoint 1  # own")


def test_an_owner_enters_the_cards_of_the_box_and_plays_with_them(visit: Visit, tmp_path: Path) -> None:
    with Serving(tmp_path / "kept") as serving:
        host = visit("/health", origin=serving.address)
        code = open_table(host, "catatac")
        cards = host.locator('[data-option="cards"]')
        cards.get_by_role("button", name="Enter").click()
        field, use = cards.get_by_role("textbox"), cards.locator('[data-do="use"]')
        # It begins with Cartable's own cards, which add up.
        expect(cards.get_by_text("Everything adds up.")).to_be_visible()
        field.fill(OWN.replace("8 x4", "8 mice"))
        line = OWN.splitlines().index("8 x4") + 1
        flaw = cards.get_by_role("button", name=f"Line {line} of the cards")
        expect(flaw).to_be_visible()
        expect(use).to_be_disabled()
        flaw.click()
        marked = field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
        assert marked == "8 mice"
        file = tmp_path / "mine.txt"
        file.write_text(OWN + "#" * 4096, "utf-8")
        chooser = cards.locator("input[type=file]")
        chooser.set_input_files(file)
        expect(cards.get_by_text("too long")).to_be_visible()
        file.write_text(OWN, "utf-8")
        chooser.set_input_files(file)
        expect(cards.get_by_text("Everything adds up.")).to_be_visible()
        use.click()
        entered(host)

        # A guest reads them; a reload, other options and a restart of the server keep them.
        guest = visit(f"/t/{code}", name="Bruno", origin=serving.address)
        there = guest.locator('[data-option="cards"]')
        there.get_by_role("button", name="Show").click()
        expect(there.get_by_role("textbox")).to_have_value(OWN)
        expect(there.get_by_role("textbox")).to_have_attribute("readonly", "")
        host.reload()
        entered(host)
        host.get_by_role("switch", name="Deck Hockey").click()
        expect(host.get_by_role("switch", name="Deck Hockey")).to_be_checked()
        serving.kill()
        serving.start()
        host.reload()
        entered(host)
        cards.get_by_role("button", name="Change").click()
        expect(field).to_have_value(OWN)
        cards.get_by_role("button", name="Cancel").click()

        host.locator('[data-do="start"]').click()
        expect(host.locator(".catatac")).to_be_visible()
        host.get_by_role("button", name="Menu").first.click()
        host.get_by_role("button", name="Leave…").click()
        host.get_by_role("button", name="Abandon the game").click()
        host.locator('[data-do="sure"]').click()
        host.locator('[data-do="again"]').click()
        expect(host.locator('[data-do="again"]')).to_have_count(0)
        expect(host.locator(".catatac")).to_be_visible()
        assert host.evaluate(PLAYED, code) == OWN


PLAYED = """async (code) => {
  const { token } = JSON.parse(localStorage.getItem('cartable.tables')).find((one) => one.code === code);
  const Authorization = `Bearer ${token}`;
  const listed = await fetch(`/api/tables/${code}/records`, { headers: { Authorization } });
  const [{ record }] = await listed.json();
  return (await (await fetch(`/api/records/${record}/replay`)).json()).options.cards;
}"""
"""Returns the cards that the last finished game was played with."""


def entered(page: Page) -> None:
    expect(page.locator('[data-option="cards"]').get_by_text("host’s own")).to_be_visible()
