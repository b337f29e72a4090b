"""Takes the picture of Karta Doppio, in the middle of a game: `python -m tests.browser.picture_karta`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TypedDict

from playwright.sync_api import Page, sync_playwright

from cartable.server import messages
from tests.browser.chromium import launched
from tests.browser.players import open_table
from tests.browser.serving import Serving

PICTURE = Path(__file__).parents[2] / "docs/pictures/karta.png"
SETTINGS = """localStorage.setItem('cartable.settings',
  '{"name":"Ada","face":5,"language":"en","theme":"light","volume":0,"guided":["karta"]}')"""
CARDS = 11
"""So many cards lie when the picture is taken, and one more is held."""

PLACE = """([code, most, version]) => new Promise((done, fail) => {
  // Both seats lay what earns them most, as somebody does who looks one card ahead.
  const {token} = JSON.parse(localStorage.getItem('cartable.tables')).find((kept) => kept.code === code);
  const socket = new WebSocket(`ws://${location.host}/ws`);
  const send = (message) => socket.send(JSON.stringify(message));
  let waiting = [], found = [], view = null, id = 0;
  socket.onopen = () => send({type: 'hello', id: 0, version, code, token, name: 'Ada'});
  socket.onmessage = ({data}) => {
    const told = JSON.parse(data);
    if (['reload', 'refused', 'error', 'closing'].includes(told.type)) fail(new Error(data));
    if (told.type === 'ping') send({type: 'pong', nonce: told.nonce});
    if (told.type === 'game') {
      view = told.sights[0].view.game;
      const side = view.turn === view.red.seat ? view.red : view.blue;
      found = [];
      const ways = [0, 1, 2, 3].map((turned) => ({turned, over: side.over}));
      waiting = side.hand.flatMap((card) => ways.map((way) => ({card, ...way})));
      ask();
    }
    if (told.type !== 'answered' || told.id !== id) return;
    const [own, other] = view.turn === view.red.seat ? [0, 1] : [1, 0];
    for (const {x, y, tokens, dots, locks} of told.answer.spots) {
      const worth = 9 * tokens[own] - 3 * tokens[other] + dots[own] - dots[other] + locks.length / 3;
      found.push({worth, place: {type: 'place', ...waiting[0], x, y}});
    }
    waiting.shift();
    if (waiting.length > 0) return ask();
    found.sort((a, b) => b.worth - a.worth);
    if (view.laid.length === most) return socket.close(), done(found[0].place);
    setTimeout(() => send({type: 'play', id: ++id, seat: view.turn, move: found[0].place}), 300);
  };
  const ask = () => setTimeout(
    () => send({type: 'ask', id: ++id, seat: view.turn, question: {type: 'where', ...waiting[0]}}), 40);
})"""


WHERE = "() => document.querySelector('.place').style.transform.match(/-?[0-9]+/g)"


class CardPlace(TypedDict):
    """Where a card would lie."""

    card: int
    turned: int
    x: int
    y: int


def main() -> None:
    """Play half a game, hold a card over it, and take the picture."""
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as serving, sync_playwright() as p:
        browser = launched(p)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_init_script(SETTINGS)
        page = context.new_page()
        page.goto(serving.address)
        code = open_table(page, "karta")
        page.locator("li.seat.empty button").last.click()
        page.locator("li.seat.mine").nth(1).wait_for()
        page.locator('[data-do="start"]').click()
        page.locator(".karta").wait_for()
        place: CardPlace = page.evaluate(PLACE, [code, CARDS, messages.VERSION])
        page.reload()
        hold(page, place)
        page.screenshot(path=PICTURE)
        browser.close()


def hold(page: Page, place: CardPlace) -> None:
    """Take up a card and bring it to its place, as one does by keyboard."""
    page.locator(".sat").nth(CARDS - 1).wait_for()
    card = page.locator(f'[data-card="{place["card"]}"]')
    card.press("Enter")
    card.blur()
    page.locator(".outline.ok").wait_for()
    for _ in range(place["turned"]):
        page.keyboard.press("r")
    x, y = (int(part) for part in page.evaluate(WHERE))
    for keys, steps in (
        (("ArrowLeft", "ArrowRight"), place["x"] - x),
        (("ArrowUp", "ArrowDown"), place["y"] - y),
    ):
        for _ in range(abs(steps)):
            page.keyboard.press(keys[steps > 0])
    page.locator(".outline.ok").wait_for()
    page.wait_for_timeout(600)  # Until everything lies still.


if __name__ == "__main__":
    main()
