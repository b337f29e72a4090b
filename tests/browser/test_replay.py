"""A game is seen again: from its result, from a link to a moment, from a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from cartable.core import decode
from cartable.games import GAMES, SHIPPED
from tests.browser.conftest import HUNG, Visit
from tests.browser.players import choose_symbols, open_table, play_out, resize, start
from tests.browser.test_lying import APART, LYING
from tests.recorded import RECORDS, newest

BOARDS = {"spot": ".felt", "island": ".island", "catatac": ".catatac", "karta": ".karta"}
FIRST = ("spot/tower", "island/adventure", "catatac", "karta")
"""One game of every box; the others take longer than anybody waits for."""

SCORES = {
    "spot": ".stage b",
    "island": ".stage .crew > svg text",
    "catatac": ".stage .points .number",
    "karta": ".stage .coins > b",
}
"""Where the board of each box says what each team has."""

ASKED_FOR = """() => performance.getEntriesByType('resource')
  .sort((one, other) => one.startTime - other.startTime)
  .map(({name}) => name.split('/').at(-1))"""
"""What was asked for, in turn; a game that is replayed is called `replay`."""

STATIC = files("cartable") / "static"
ASSETS = STATIC / "assets"
PART = re.compile(r"""(?:import|from)\s*[`"']\./([\w.-]+\.js)""")
"""What a part of the client needs at once."""
LATER = re.compile(r"""import\(\s*[`"']\./([\w.-]+\.js)[`"']\)(?:,__vite__mapDeps\(\[([\d,]*)\]\))?""")
"""What it loads when it is needed, and where in its list stand the files that come along."""
ALONG = re.compile(r"assets/([\w.-]+)")

OUT_OF_REACH = """() => [...document.querySelectorAll('footer, footer *')].filter((one) => {
  const { left, right, width, height } = one.getBoundingClientRect();
  const aside = one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'auto';
  const small = one.matches('button, label') && (width < 44 || height < 44);
  return width > 0 && (aside || small || left < 0 || right > innerWidth);
}).map((one) => one.outerHTML.slice(0, 120))"""
"""What of the tools lies beyond an edge, is found only by pushing them aside, or is too small to press."""


CUT_TEXTS = """(all) => all.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
  .map((one) => one.textContent)"""
"""What is taller than the room it has: it is cut off, or lies on what follows."""


FURTHER = """(done) => {
  const { value = 0 } = document.querySelector('progress') ?? {};
  if (document.querySelector('svg.graph .line')) return done + 1;
  return value > done && value;
}"""
"""Tells how far an analysis is once it is further than before, or done."""


def led_to(parts: Iterable[str], without: str = "") -> set[str]:
    """Return the scripts and styles that parts of the client lead to, perhaps without another part."""
    found: set[str] = set()
    waiting = list(parts)
    while waiting:
        name = waiting.pop()
        if name in found or name == without:
            continue
        found.add(name)
        if not name.endswith(".js"):
            continue
        text = (ASSETS / name).read_text(encoding="utf-8")
        along = ALONG.findall(text.partition("])))=>")[0]) if "__vite__mapDeps=" in text else []
        waiting += PART.findall(text)
        for later, places in LATER.findall(text):
            if later != without:
                waiting += [later, *(along[int(place)] for place in places.split(",") if place)]
    return found


@cache
def replays_own() -> set[str]:
    """Return the files of the client that nothing but the replay leads to."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    (reel,) = (part.name for part in ASSETS.iterdir() if re.fullmatch(r"Replay-.*\.js", part.name))
    styles = {part.name for part in ASSETS.iterdir() if re.fullmatch(r"Replay-.*\.css", part.name)}
    return (led_to([reel]) | styles) - led_to(ALONG.findall(page), without=reel)


def board(game: str) -> str:
    return f".stage {BOARDS[game.partition('/')[0]]}"


def await_analysis(page: Page) -> None:
    """Wait for an analysis as long as it gets on: it gives way to everything else on the machine."""
    graph, done = page.locator("svg.graph .line"), 0
    while graph.count() == 0:
        done = page.wait_for_function(FURTHER, arg=done, timeout=HUNG).json_value()
    expect(graph).to_be_visible()


def ended(game: str) -> tuple[list[str], str]:
    """Return what a record says of its end: the score of each team, and in words who won."""
    record = decode(newest(game).read_bytes(), GAMES)
    assert record.result
    best, *others = record.result.ranking
    won = [f"Guest {seat}" for seat, team in enumerate(record.setup.teams, 1) if team in best]
    words = f"{' and '.join(won)} win{'s' if len(won) == 1 else ''}" if others else "It’s a tie"
    return [str(score) for score in record.result.scores], words


def step(page: Page) -> int:
    return int(page.locator("input[type=range]").input_value())


@pytest.mark.parametrize(
    "game", [*FIRST, *(pytest.param(name, marks=pytest.mark.long) for name in SHIPPED if name not in FIRST)]
)
def test_a_saved_game_of_every_box_is_seen_again_from_its_file(visit: Visit, game: str) -> None:
    page = visit("/r", touch=False, size=(1440, 900))
    page.locator("input[type=file]").set_input_files(newest(game))
    expect(page.locator(board(game))).to_be_visible()
    moves = page.locator("aside li")
    expect(moves).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step(page) == 2
    page.keyboard.press("End")
    last = int(page.locator("input[type=range]").get_attribute("max") or 0)
    assert step(page) == last
    expect(page.locator("aside .soft")).to_have_count(0)
    expect(page).to_have_url(re.compile(f"#{last}$"))
    scores, words = ended(game)
    expect(page.locator(SCORES[game.partition("/")[0]])).to_have_text(scores)
    expect(page.locator("footer .now")).to_have_text(re.compile(f"(^|[. ]){words}$"))
    page.keyboard.press("Home")
    expect(moves).to_have_count(1)
    page.keyboard.press(" ")
    expect(page.locator("input[type=range]")).not_to_have_value("0")
    for seat in ("0", "1"):
        page.get_by_label("Seen by").select_option(seat)
        expect(page.locator(board(game))).to_be_visible()
    if game == "catatac":
        page.get_by_label("Seen by").select_option("open")
        expect(page.locator("main li .paw").first).to_be_visible()


def test_the_replays_own_code_is_small() -> None:
    own = replays_own()
    # What somebody who plays needs too would be missing here.
    assert {"Replay", "Studying", "PlayOn"} <= {name.split("-")[0] for name in own}
    assert not {"index", "Spot", "Karta", "Sheet"} & {name.split("-")[0] for name in own}
    assert sum(len((ASSETS / f"{name}.gz").read_bytes()) for name in own) <= 25_000


def test_a_file_that_is_no_saved_game_is_answered_with_a_sentence(visit: Visit) -> None:
    page = visit("/r")
    file = page.locator("input[type=file]")
    file.set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": b'{"cartable": 1'})
    expect(page.locator("main p")).to_contain_text("not a saved game")
    file.set_input_files(newest("karta"))
    expect(page.locator(".stage .karta")).to_be_visible()


def test_a_finished_game_is_seen_again_with_one_tap_shared_and_deleted(visit: Visit) -> None:
    page = visit()
    open_table(page, "spot/practice", options={"rounds": 20})
    choose_symbols(page, 4)
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    play_out(page)
    # The page was promised this shuffle, added its number, and has checked both (TABLE-12).
    expect(page.locator('.shuffled[data-finding="kept"]')).to_be_visible()
    before = page.evaluate(ASKED_FOR)
    assert not replays_own() & set(before)  # Who plays loads nothing of it.
    page.locator('[data-do="replay"]').click()
    expect(page.locator("main.replay .felt")).to_be_visible()
    # The game is asked for while the code is on its way.
    asked = page.evaluate(ASKED_FOR)[len(before) :]
    assert asked.index("replay") < min(asked.index(name) for name in replays_own() & set(asked))
    page.locator('[data-do="more"]').click()
    page.locator('[data-do="shuffle"]').click()
    expect(page.locator('dialog [data-finding="kept"]')).to_contain_text("deal and moves agree")
    expect(page.locator("dialog")).to_contain_text("Number from Ada")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    for _ in range(3):
        page.get_by_label("One step forward").click()
    expect(page.locator(".now")).to_contain_text("Ada")
    link = page.url
    assert re.search(r"/r/\w{32}#3$", link)
    other = visit(link.partition("/r/")[1] + link.partition("/r/")[2], name="Bruno", locale="fr-FR")
    expect(other.locator("main.replay .felt")).to_be_visible()
    assert step(other) == 3
    expect(other.locator(".now")).to_contain_text("Ada")
    other.locator('[data-do="more"]').click()
    other.locator('[data-do="shuffle"]').click()
    expect(other.locator('dialog [data-finding="unseen"]')).to_be_visible()
    page.locator("main.replay header").get_by_role("button", name="Share").click()
    expect(page.locator("dialog img")).to_be_visible()
    with page.expect_response("**/nameless") as answered:
        page.locator("dialog .veil input").check()
    veiled = visit(f"/r/{answered.value.json()['record']}#3", name="Eve")
    expect(veiled.locator(".now")).not_to_be_empty()
    expect(veiled.locator(".now")).not_to_contain_text("Ada")
    page.locator("dialog").get_by_role("button", name="Delete this game").click()
    page.locator("dialog").get_by_role("button", name="Delete this game").click()
    expect(page.locator(".shelf")).to_be_visible()
    other.reload()
    expect(other.locator("main p")).to_contain_text("n’existe pas")


def test_a_game_of_karta_is_analysed_its_mistakes_shown_and_learnt_from(visit: Visit) -> None:
    page = visit("/r", touch=False, size=(1440, 900))
    page.locator("input[type=file]").set_input_files(newest("karta"))
    page.locator('[data-do="analyse"]').click()
    # Nothing that follows is given away before one asks for it.
    page.locator('[data-do="whole"]').click()
    await_analysis(page)
    expect(page.locator(".share")).to_have_count(2)
    page.get_by_role("button", name="Next mistake").click()
    first = step(page)
    assert first > 0
    expect(page.locator(".said")).to_contain_text("winning chance")
    expect(page.locator("aside li").last).to_contain_text("winning chance")
    page.get_by_role("button", name="Show a better card").click()
    assert step(page) == first - 1
    expect(page.locator(".stage .outline")).to_be_visible()
    expect(page.locator(".said")).to_contain_text("Better")
    page.get_by_role("button", name=f"Back to move {first}").click()
    assert step(page) == first
    expect(page.locator(".stage .outline")).to_have_count(0)
    page.get_by_role("button", name="Next mistake").click()
    assert step(page) > first
    page.get_by_label("Seen by").select_option("0")
    page.get_by_role("button", name="Learn from your mistakes").click()
    dialog = page.locator(".exercise")
    expect(dialog.locator(".said")).to_contain_text("Find a better card")
    page.keyboard.press("1")
    expect(dialog.locator(".tools")).to_be_visible()
    expect(dialog.locator(".verdict.ok")).to_be_visible()
    page.keyboard.press("Enter")
    expect(dialog.locator(".said")).to_contain_text(re.compile("gives away|hardly do better"))
    if dialog.get_by_role("button", name="Show the solution").count():
        dialog.get_by_role("button", name="Show the solution").click()
        expect(dialog.locator(".outline")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("size", [(820, 1180), (1440, 900)])
def test_the_hands_of_karta_stay_where_they_are_when_the_analysis_opens(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit("/r", touch=False, size=size)
    page.locator("input[type=file]").set_input_files(newest("karta"))
    cards = page.locator(".stage .side .hand > *")
    expect(cards).to_have_count(16)
    before = [box for card in cards.all() if (box := card.bounding_box())]
    page.locator('[data-do="analyse"]').click()
    expect(page.locator("svg.graph")).to_be_visible()
    assert [card.bounding_box() for card in cards.all()] == before
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    assert max(card["y"] + card["height"] for card in before) <= stage["y"] + stage["height"]


CUT_PLATES = """() => [
  ...document.querySelectorAll('.stage .side :is(.plate, .score, .hand > *)'),
].filter((one) => {
  const [box, side] = [one, one.closest('.side')].map((found) => found.getBoundingClientRect());
  return box.left < side.left - 0.5 || box.right > side.right + 0.5 || box.bottom > innerHeight;
}).map((one) => one.outerHTML.slice(0, 90))"""
"""What of a side of Karta is wider than the side, or leaves the screen."""


def test_nothing_of_a_side_of_karta_is_cut_off_on_a_phone_on_its_side(visit: Visit) -> None:
    page = visit("/r", size=LYING)
    page.locator("input[type=file]").set_input_files(newest("karta"))
    expect(page.locator(".stage .side .hand > *")).to_have_count(16)
    page.locator(".stage .name").evaluate_all(
        "names => names.forEach((one) => (one.textContent = 'Maximilienne'))"
    )
    assert page.evaluate(CUT_PLATES) == []


def test_a_link_leads_to_the_first_mistake_of_a_seat(visit: Visit) -> None:
    page = visit("/r#mistake-1", touch=False, size=(390, 844))
    page.locator("input[type=file]").set_input_files(newest("karta"))
    await_analysis(page)
    expect(page.locator(".said")).to_contain_text("winning chance")
    assert step(page) > 0
    # On a phone the board keeps its room beside all that is said of it.
    page.locator(".chip.strong").click()
    for width, height in ((844, 390), (390, 844)):
        resize(page, width, height)
        assert page.evaluate(OUT_OF_REACH) == []
        free = page.locator(".stage .clear").bounding_box()
        last = page.locator("footer input[type=range]").bounding_box()
        assert free is not None
        assert last is not None
        assert free["height"] >= height / 4
        assert free["width"] >= width / 4
        assert last["x"] + last["width"] <= width
    expect(page.locator(".stage .bottom")).to_have_text("")
    # What else can be done comes on top of that, and takes no more than it needs.
    expect(page.locator('[data-do="play-on"]')).to_be_hidden()
    page.locator('[data-do="more"]').click()
    expect(page.locator('[data-do="play-on"]')).to_be_in_viewport()
    assert page.evaluate(OUT_OF_REACH) == []
    page.locator('[data-do="more"]').click()
    expect(page.locator('[data-do="play-on"]')).to_be_hidden()
    # The last card is followed by what it locked and captured, the points, and who won.
    page.keyboard.press("End")
    expect(page.locator(".now")).to_contain_text("wins")
    assert page.locator(".now").evaluate_all(CUT_TEXTS) == []


@pytest.mark.parametrize("game", ["karta", "catatac"])
def test_a_moment_of_a_file_is_played_on_against_bots(visit: Visit, game: str) -> None:
    page = visit("/r#7", size=(390, 844))
    page.locator("input[type=file]").set_input_files(newest(game))
    expect(page.locator(board(game))).to_be_visible()
    page.locator('[data-do="more"]').click()
    page.locator('[data-do="play-on"]').click()
    expect(page.locator("dialog")).to_contain_text("nobody scores")
    page.locator('[data-do="bots"]').click()
    expect(page.locator(f"main.play {BOARDS[game]}")).to_be_visible()
    assert re.search(r"/t/\w{5}$", page.url)


def test_a_moment_waits_for_people_and_says_that_it_is_practice(visit: Visit) -> None:
    page = visit("/r#7", size=(390, 844))
    page.locator("input[type=file]").set_input_files(newest("karta"))
    page.locator('[data-do="more"]').click()
    page.locator('[data-do="play-on"]').click()
    page.locator('[data-do="people"]').click()
    expect(page.locator(".lobby .practice")).to_contain_text("Practice from move 7")
    bruno = visit(page.url.partition("/t/")[1] + page.url.partition("/t/")[2], name="Bruno")
    expect(bruno.locator(".lobby .practice")).to_be_visible()
    page.locator('[data-do="start"]:enabled').click()
    for one in (page, bruno):
        expect(one.locator("main.play .karta")).to_be_visible()


def test_a_game_of_catatac_is_analysed_by_what_a_seat_could_see(visit: Visit) -> None:
    page = visit("/r#mistake", touch=False, size=(1440, 900))
    page.locator("input[type=file]").set_input_files(newest("catatac"))
    await_analysis(page)
    expect(page.locator(".said").first).to_contain_text("winning chance")
    expect(page.locator(".said").first).to_contain_text("Better")
    assert step(page) > 0
    # Whoever chose holds what was better.
    expect(page.locator(".stage .held").first).to_be_visible()
    # On a phone the street keeps its room above the hand, whatever else is open.
    resize(page, 390, 844)
    for _ in range(2):
        alley = page.locator(".stage .alley").bounding_box()
        assert alley is not None
        assert alley["height"] > 844 / 7
        # What leads to the next mistake is never cut off.
        expect(page.locator(".studying .chip").first).to_be_in_viewport(ratio=0.95)
        page.locator('[data-do="more"]').click()
    # On its side, what moves the tape is in sight, and the hand has the room beside the piles.
    resize(page, *LYING)
    for moving in (page.locator("footer input[type=range]"), page.locator("footer .moving")):
        expect(moving).to_be_in_viewport(ratio=1)
    fan = page.locator(".stage .fan").bounding_box()
    assert fan is not None
    assert fan["width"] > LYING[0] / 3
    resize(page, 1440, 900)
    page.keyboard.press("End")
    expect(page.locator(".said").last).to_contain_text(re.compile("brought|even"))
    # Where there is no room for all of it, it scrolls: nothing lies on another.
    resize(page, 360, 640)
    page.locator('[data-do="more"]').click()
    expect(page.locator(".studying .share").first).to_be_visible()
    assert page.locator(".studying > .said").evaluate_all(CUT_TEXTS) == []


def test_the_list_of_moves_keeps_its_place_when_the_analysis_takes_room_from_it(visit: Visit) -> None:
    page = visit("/r#40", touch=False, size=(1440, 900))
    page.locator("input[type=file]").set_input_files(newest("spot/tower"))
    here = page.locator("aside [aria-current]")
    expect(here).to_be_in_viewport(ratio=1)
    page.locator('[data-do="analyse"]').click()
    expect(page.locator("svg.graph path").nth(10)).to_be_visible()
    expect(here).to_be_in_viewport(ratio=1)


def test_a_game_of_speed_shows_everybodys_times(visit: Visit) -> None:
    page = visit("/r", size=(390, 844))
    page.locator("input[type=file]").set_input_files(newest("spot/tower"))
    page.locator('[data-do="analyse"]').click()
    # Nothing that follows is given away before one asks for it.
    expect(page.locator("svg.graph")).to_be_visible()
    expect(page.locator("svg.graph path")).to_have_count(0)
    expect(page.locator(".found li")).to_have_count(0)
    page.locator('[data-do="whole"]').click()
    expect(page.locator("svg.graph path").nth(10)).to_be_visible()
    expect(page.locator(".found li")).to_have_count(3)
    expect(page.locator(".found li").first).to_contain_text("like an")
    expect(page.locator(".found .card")).to_be_visible()
    page.get_by_label("One step forward").click()
    page.get_by_label("One step forward").click()
    expect(page.locator(".said")).to_contain_text(re.compile(r"\d\ss"))


def test_names_cover_no_window_of_catatac_for_whoever_looks_on(visit: Visit) -> None:
    page = visit("/r", touch=False, size=(1440, 900))
    page.locator("input[type=file]").set_input_files(RECORDS / "2" / "catatac-4-21.json")
    expect(page.locator(".stage li.cat")).to_have_count(4)
    # An analysis or open hands take some of the board's height.
    for height in (900, 800, 700):
        resize(page, 1440, height)
        assert page.evaluate(APART, [".clan li.cat, .points b", ".house .frame"]), height
