"""What goes wrong in an evening: each mishap ends in play, or in a sentence that says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cartable.core import Seat, decode, steps
from cartable.games import GAMES
from tests.browser import test_catatac, test_island
from tests.browser.conftest import Visit
from tests.browser.players import SMALL, add_bot, open_table, play_on, play_out, start
from tests.browser.serving import Serving
from tests.recorded import newest

pytestmark = pytest.mark.long

NO_STORAGE = """Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('denied', 'SecurityError'); } });"""
NO_SOUND = """for (const name of ['AudioContext', 'webkitAudioContext'])
  window[name] = class { constructor() { throw new DOMException('not allowed', 'NotAllowedError'); } };"""
NO_SPEECH = "delete window.speechSynthesis; delete window.SpeechSynthesisUtterance;"
WRONG_CLOCK = """{ const real = Date; const day = 86_400_000;
  window.Date = class extends real {
    constructor(...given) { given.length ? super(...given) : super(real.now() + day); }
    static now() { return real.now() + day; } }; }"""
STALE = """{ const real = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const said = JSON.parse(text);
    if (said.type === 'hello') {
      const greeted = Number(sessionStorage.getItem('greeted')) + 1;
      sessionStorage.setItem('greeted', greeted);
      if (greeted <= OLD) said.version = 1; }
    real.call(this, JSON.stringify(said)); }; }"""
"""Says the first `OLD` hellos as a page of an earlier version does."""
SEEN = """(seen) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => seen });
  document.dispatchEvent(new Event('visibilitychange')); }"""
"""Lets a page be seen or hidden, as when a phone locks."""
RELOADED_IN_COUNTDOWN = """new MutationObserver(() => {
  if (sessionStorage.getItem('reloaded') || !document.querySelector('.felt [role=timer]')) return;
  sessionStorage.setItem('reloaded', '1');
  location.reload(); }).observe(document, { childList: true, subtree: true });"""


def with_script(visit: Visit, script: str) -> Page:
    """Open a page in which something of the browser is refused or wrong."""
    page = visit()
    page.context.add_init_script(script)
    return page


def in_play(page: Page) -> None:
    """Wait until cards lie face up."""
    expect(page.locator(".card.up").nth(1)).to_be_visible()


def test_1_a_mistyped_code_says_so_and_keeps_what_was_typed(visit: Visit) -> None:
    page = visit("/")
    page.locator("#code").fill("QQQQQ")
    page.locator(".tag button").click()
    expect(page.locator("#refusal")).not_to_be_empty()
    assert page.locator("#code").input_value() == "QQQQQ"


def test_2_a_table_that_is_gone_says_so_and_leads_home(visit: Visit) -> None:
    page = visit("/t/ZZZZZ")
    expect(page.locator(".gone")).to_contain_text("There is no table with this code")
    page.get_by_role("button", name="Home").click()
    expect(page.locator(".boxes")).to_be_visible()


def test_3_a_locked_table_says_so_and_opens_again(visit: Visit) -> None:
    ada = visit()
    code = open_table(ada, "spot/tower")
    ada.get_by_role("button", name="Lock").click()
    bruno = visit(f"/t/{code}", name="Bruno")
    expect(bruno.locator(".gone")).to_contain_text("locked")
    ada.get_by_role("button", name="Unlock").click()
    bruno.locator(".gone .main").click()
    expect(bruno.locator("li.seat.mine")).to_contain_text("Bruno")


def test_4_whoever_comes_to_a_full_table_watches(visit: Visit) -> None:
    ada = visit()
    code = open_table(ada, "karta")
    visit(f"/t/{code}", name="Bruno")
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    chloe = visit(f"/t/{code}", name="Chloé")
    expect(chloe.locator("li.seat:not(.empty)")).to_have_count(2)
    for page in (ada, chloe):
        expect(page.locator(".watching")).to_have_text("Watching: Chloé")
    ada.locator('[data-do="start"]').click()
    expect(chloe.locator(".watching")).to_contain_text("You are watching")
    expect(chloe.locator(".watching button")).to_have_count(0)


def test_5_to_8_a_page_reloaded_in_every_phase_comes_back_to_it(visit: Visit) -> None:
    page = visit()
    open_table(page, "spot/tower", deck=SMALL)
    add_bot(page)
    page.reload()
    expect(page.locator("li.seat:not(.empty)")).to_have_count(2)
    start(page)
    in_play(page)
    page.reload()
    in_play(page)
    page.evaluate("location.hash = 'menu'")
    expect(page.locator(".paused")).to_be_visible()
    page.evaluate("history.replaceState(null, '', location.pathname)")
    page.reload()
    page.locator(".paused button").click()
    play_out(page)
    page.reload()
    expect(page.locator(".ranking")).to_be_visible()


def test_5_to_8_a_page_reloaded_in_the_countdown_is_there_when_the_cards_flip(visit: Visit) -> None:
    page = with_script(visit, RELOADED_IN_COUNTDOWN)
    open_table(page, "spot/tower", deck=SMALL)
    add_bot(page)
    start(page)
    in_play(page)
    assert page.evaluate("sessionStorage.getItem('reloaded')") == "1"
    play_out(page)


def test_5_to_8_a_page_reloaded_in_a_face_off_comes_back_to_it(visit: Visit) -> None:
    ada = visit()
    code = open_table(ada, "spot/faceoff", deck=SMALL)
    bruno = visit(f"/t/{code}", name="Bruno")
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    start(ada)
    for page in (ada, bruno):
        in_play(page)
        page.reload()
        in_play(page)
    play_out(ada, bruno)


def test_5_to_8_a_page_reloaded_between_two_games_of_a_series_is_in_the_next(visit: Visit) -> None:
    page = visit()
    open_table(page, "island/adventure")
    add_bot(page)
    test_island.just_once(page)
    test_island.begin(page)
    test_island.play_until_scored(page)
    page.reload()
    expect(page.locator('[data-game="ports"] [data-hand] .card.up')).to_be_visible()


def test_5_to_8_a_page_reloaded_when_asked_for_a_counter_is_asked_again(visit: Visit) -> None:
    saved = newest("catatac")
    # Whoever plays on has the seat that is asked.
    ada = visit(f"/r#{counter_question(saved)}")
    ada.locator("input[type=file]").set_input_files(saved)
    ada.locator('[data-do="more"]').click()
    ada.locator('[data-do="play-on"]').click()
    ada.locator('[data-do="people"]').click()
    expect(ada.locator("li.seat.mine")).to_be_visible()
    visit("/t/" + ada.url.rpartition("/")[2], name="Bruno")
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    test_catatac.begin(ada)
    expect(ada.locator(".decline")).to_have_text("Let it go")
    ada.reload()
    expect(ada.locator(".decline")).to_have_text("Let it go")
    ada.locator(".decline").click()
    expect(ada.locator(".decline")).to_have_count(0)


def counter_question(saved: Path) -> int:
    """Return the step of a game of CATATAC at which somebody who can counter is asked."""
    record = decode(saved.read_bytes(), GAMES)
    for step, (game, _, _) in enumerate(steps(record, GAMES[record.game])):
        for seat in map(Seat, range(len(record.setup.teams))):
            if game.state.game.phase == "counter" and len([*game.rules.moves(game.state, seat)]) > 1:
                return step
    raise AssertionError("nobody was ever asked")


def test_9_a_server_that_restarts_brings_everyone_back(visit: Visit, tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        ada = visit(origin=serving.address)
        code = open_table(ada, "spot/tower", deck=SMALL)
        bruno = visit(f"/t/{code}", name="Bruno", origin=serving.address)
        expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
        start(ada)
        in_play(bruno)
        serving.kill()
        for page in (ada, bruno):
            expect(page.locator(".lost")).to_be_visible()
        serving.start()
        for page in (ada, bruno):
            expect(page.locator(".lost")).to_have_count(0)
        play_out(ada, bruno)


def test_10_a_second_tab_takes_over_and_the_first_can_have_it_back(visit: Visit) -> None:
    first = visit()
    open_table(first, "spot/tower")
    second = first.context.new_page()
    second.goto(first.url)
    expect(first.locator(".gone")).to_be_visible()
    first.locator(".gone .main").click()
    expect(first.locator("li.seat.mine")).to_be_visible()


def test_11_the_wrong_network_says_so_and_the_right_one_goes_on(visit: Visit) -> None:
    page = visit()
    open_table(page, "spot/tower", deck=SMALL)
    add_bot(page)
    start(page)
    in_play(page)
    page.context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".lost")).to_have_count(0)
    play_out(page)


def test_12_the_hosts_closed_tab_leaves_the_others_in_play(visit: Visit, serving: Serving) -> None:
    ada = visit()
    code = open_table(ada, "spot/tower", deck=SMALL)
    bruno = visit(f"/t/{code}", name="Bruno")
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    start(ada)
    in_play(bruno)
    ada.goto(serving.address + "/health")
    play_out(bruno)


def test_12_a_host_whose_phone_locks_is_missed_and_still_the_host_when_back(visit: Visit) -> None:
    ada = visit()
    code = open_table(ada, "spot/tower", deck=SMALL)
    bruno = visit(f"/t/{code}", name="Bruno")
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    start(ada)
    in_play(bruno)
    ada.evaluate(SEEN, "hidden")
    ada.context.set_offline(True)
    expect(bruno.locator(".plate.away")).to_be_visible()
    play_on(bruno)
    ada.context.set_offline(False)
    ada.evaluate(SEEN, "visible")
    expect(bruno.locator(".plate.away")).to_have_count(0)
    expect(ada.locator(".lost")).to_have_count(0)
    play_out(ada, bruno)
    expect(ada.locator('[data-do="again"]')).to_be_visible()


@pytest.mark.parametrize(
    "script", [NO_SOUND, NO_SPEECH, WRONG_CLOCK], ids=["13 no sound", "14 no speech", "15 a day wrong"]
)
def test_what_the_phone_refuses_or_has_wrong_is_no_hindrance(visit: Visit, script: str) -> None:
    page = with_script(visit, script)
    open_table(page, "spot/tower", deck=SMALL)
    add_bot(page)
    start(page)
    play_out(page)


def test_16_without_storage_one_still_plays(visit: Visit) -> None:
    ada = visit()
    code = open_table(ada, "spot/tower", deck=SMALL)
    bruno = with_script(visit, NO_STORAGE)
    bruno.goto(ada.url)
    bruno.locator("#name").fill("Bruno")
    bruno.locator("form .main").click()
    expect(bruno.locator("li.seat.mine")).to_contain_text("Bruno")
    start(ada)
    in_play(bruno)
    play_out(ada, bruno)
    assert code in bruno.url


def test_17_an_old_page_reloads_by_itself(visit: Visit) -> None:
    ada = visit()
    open_table(ada, "spot/tower")
    bruno = with_script(visit, STALE.replace("OLD", "1"))
    bruno.goto(ada.url)
    expect(bruno.locator("li.seat.mine")).to_be_visible()
    assert bruno.evaluate("sessionStorage.getItem('greeted')") == "2"


def test_17_a_page_that_stays_old_says_so(visit: Visit) -> None:
    ada = visit()
    open_table(ada, "spot/tower")
    bruno = with_script(visit, STALE.replace("OLD", "Infinity"))
    bruno.goto(ada.url)
    expect(bruno.locator(".gone")).to_contain_text("This page and the server are different versions.")
    assert bruno.evaluate("sessionStorage.getItem('greeted')") == "2"


def test_18_a_paused_table_survives_everyone_leaving(visit: Visit, serving: Serving) -> None:
    ada = visit()
    open_table(ada, "spot/tower", deck=SMALL)
    add_bot(ada)
    start(ada)
    in_play(ada)
    address = ada.url
    ada.evaluate("location.hash = 'menu'")
    expect(ada.locator(".paused")).to_be_visible()
    ada.goto(serving.address + "/health")
    ada.goto(address)
    ada.locator(".paused button").click()
    play_out(ada)


def test_19_a_television_without_a_server_says_so_and_gets_a_code_later(visit: Visit, tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        page = visit("/tv", origin=serving.address, size=(1440, 900))
        expect(page.locator(".code")).not_to_have_text("····")
        serving.kill()
        expect(page.locator(".how")).to_contain_text("reach the server")
        serving.start()
        expect(page.locator(".code")).not_to_have_text("····")


def test_20_an_address_that_leads_nowhere_leads_home(visit: Visit) -> None:
    page = visit("/nowhere")
    page.get_by_role("button", name="Home").click()
    expect(page.locator(".boxes")).to_be_visible()
