"""Printing: every piece of every box, fronts and backs that meet, files that are what they say."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from cartable.decks.layout import Drawing, Shape
from cartable.decks.pack import pack, themed
from cartable.decks.press import BOXES, Options, Printout, box_of, deck_box, pdf, png, sheets, svg, tabletop
from cartable.decks.press.box import card_size, largest
from cartable.decks.press.catatac import catatac_box
from cartable.decks.press.certificate import certificate
from cartable.decks.press.faces import Back, Film, Paw, Piece, Points, ScoreCard, Symbols, Token
from cartable.decks.press.impose import PAPERS, Backs, Paper, grid, pages
from cartable.decks.press.karta import karta_box
from cartable.decks.press.typeset import Certificate, Reading, SymbolList, typeset
from cartable.games.karta.cards import face, turned
from cartable.texts import LANGUAGES


def small() -> Printout:
    return deck_box(themed("everyday", 2), "Small", Options(size=40))


def named(box: Printout, start: str) -> list[Piece]:
    return [piece for piece in box.pieces if piece.name.startswith(start)]


def test_the_classic_box_has_55_cards_and_the_rules_in_both_languages() -> None:
    box = box_of("spot", Options())
    assert len(named(box, "card-")) == 55
    assert [piece.name for piece in named(box, "rules-")] == ["rules-en", "rules-fr"]
    assert sum(len(page.names) for page in box.readings if isinstance(page, SymbolList)) == 57


def test_the_island_has_76_cards_told_apart_by_colour_and_by_pattern() -> None:
    box = box_of("island", Options())
    fronts = [piece.front for piece in box.pieces if isinstance(piece.front, Symbols)]
    assert Counter(face.pattern for face in fronts) == {
        "hexagons": 19, "waves": 16, "stripes": 16, "dots": 16, "rope": 6,
    }  # fmt: skip
    assert len({face.rim for face in fronts}) == 5
    scores = [piece for piece in box.pieces if isinstance(piece.front, ScoreCard)]
    assert len(fronts) + len(scores) == 76
    for piece in scores:
        assert isinstance(piece.front, ScoreCard)
        assert isinstance(piece.back, ScoreCard)
        assert piece.front.points + piece.back.points == tuple(range(12))


def test_all_backs_of_a_deck_are_alike() -> None:
    for name in ("spot", "island"):
        backs = {piece.back for piece in box_of(name, Options()).pieces if isinstance(piece.front, Symbols)}
        assert len(backs) == 1


def test_catatac_has_every_piece_of_the_box() -> None:
    box = catatac_box()
    paws = [piece.front for piece in box.pieces if isinstance(piece.front, Paw)]
    assert Counter(face.number for face in paws) == dict.fromkeys(range(1, 9), 7) | {0: 2}
    assert sum(1 for piece in box.pieces if isinstance(piece.front, Points)) == 8
    assert [len(named(box, kind)) for kind in ("alley", "hideout", "yarn", "reminder")] == [3, 2, 1, 4]


def test_karta_is_printed_with_each_dot_behind_a_dot_of_the_other_colour() -> None:
    films = [piece for piece in karta_box().pieces if isinstance(piece.front, Film)]
    assert len(films) == 16
    for piece in films:
        assert isinstance(piece.front, Film)
        assert isinstance(piece.back, Film)
        behind = [row[::-1] for row in piece.back.rows]
        for front_row, back_row in zip(piece.front.rows, behind, strict=True):
            assert [{"R": "B", "B": "R", ".": "."}[dot] for dot in front_row] == list(back_row)


def test_karta_has_its_sixteen_tokens() -> None:
    tokens = [piece.front for piece in karta_box().pieces if isinstance(piece.front, Token)]
    assert [token.shape for token in tokens] == ["round"] * 16


@pytest.mark.parametrize("backs", ["none", "duplex", "fold"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", BOXES)
def test_no_card_leaves_the_paper_or_covers_another(name: str, paper: Paper, backs: Backs) -> None:
    options = Options(paper=paper, backs=backs)
    width, height = PAPERS[paper]
    for page in pages(box_of(name, options).pieces, options):
        for cell in page.cells:
            assert cell.x >= 0
            assert cell.y >= 0
            assert cell.x + cell.width <= width
            assert cell.y + cell.height <= height
        for i, one in enumerate(page.cells):
            for other in page.cells[:i]:
                (left, right), (upper, lower) = (
                    sorted((one, other), key=lambda cell: cell.x),
                    sorted((one, other), key=lambda cell: cell.y),
                )
                assert right.x - left.x >= left.width - 1e-6 or lower.y - upper.y >= upper.height - 1e-6


@pytest.mark.parametrize("backs", ["duplex", "fold"])
def test_every_back_lies_behind_its_front(backs: Backs) -> None:
    options = Options(backs=backs, size=60)
    width, _ = PAPERS["a4"]
    pieces = named(box_of("island", options), "score-")
    sheets = list(pages(pieces, options))
    cells = [cell for page in sheets for cell in page.cells]
    places = {cell.face: (cell.x, cell.y) for cell in cells}
    for piece in pieces:
        assert piece.back is not None
        x, y = places[piece.front]
        assert places[piece.back] == pytest.approx((width - x - piece.back.width, y))
    assert len(sheets) == (2 if backs == "duplex" else 1)
    assert all(page.fold == (width / 2 if backs == "fold" else 0) for page in sheets)


def test_without_backs_only_fronts_are_printed() -> None:
    options = Options(backs="none")
    box = small()
    assert sum(len(page.cells) for page in pages(box.pieces, options)) == len(box.pieces)


@pytest.mark.parametrize(("name", "count"), [("karta", 16), ("catatac", 1), ("island", 3)])
def test_without_backs_both_faces_of_what_is_played_with_either_are_printed(name: str, count: int) -> None:
    options = Options(backs="none")
    box = box_of(name, options)
    printed = {cell.face for page in pages(box.pieces, options) for cell in page.cells}
    behind = [piece.back for piece in box.pieces if piece.back in printed]
    assert len(behind) == count
    assert not any(isinstance(face, Back) for face in behind)


def test_film_shares_no_page_with_paper() -> None:
    for paper in PAPERS:
        for page in pages(karta_box().pieces, Options(paper=paper)):
            assert len({isinstance(cell.face, Film) for cell in page.cells}) == 1


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["spot", "island", "backyard", "insects"])
def test_no_card_is_alone_on_the_last_sheet(name: str, paper: Paper) -> None:
    options = Options(paper=paper, backs="none")
    assert all(len(page.cells) > 1 for page in pages(box_of(name, options).pieces, options))


def test_cards_are_turned_where_more_of_them_fit_beside_a_fold() -> None:
    assert [grid(63, 88, Options(backs=backs)).turned for backs in ("duplex", "fold")] == [False, True]
    pieces = named(catatac_box(), "paw-")
    (page, *_) = pages(pieces, Options(backs="fold"))
    fronts, backs = page.cells[:4], page.cells[4:]
    assert len(fronts) == len(backs) == 4
    for front, back in zip(fronts, backs, strict=True):
        assert (front.quarters, back.quarters) == (3, 1), "both have their top away from the fold"
        assert (front.width, front.height) == (88, 63)
        assert (back.x, back.y) == pytest.approx((PAPERS["a4"][0] - front.x - 88, front.y))


def test_nine_poker_cards_go_on_a_page_of_either_paper() -> None:
    for paper in PAPERS:
        lattice = grid(63, 88, Options(paper=paper))
        assert (lattice.columns, lattice.rows) == (3, 3)


@pytest.mark.parametrize("backs", ["duplex", "fold"])
@pytest.mark.parametrize("shape", ["round", "hexagon", "rectangle"])
def test_the_largest_size_is_the_largest_that_fits(shape: Shape, backs: Backs) -> None:
    options = Options(backs=backs)
    most = largest(options, shape)
    assert grid(*card_size(most, shape), options).columns == 1
    with pytest.raises(ValueError, match="does not fit"):
        grid(*card_size(most + 1, shape), options)


def test_a_card_larger_than_the_paper_is_refused_with_the_remedy() -> None:
    with pytest.raises(ValueError, match="does not fit on a4 paper: print it smaller"):
        grid(300, 300, Options())
    with pytest.raises(ValueError, match="folded in two: print it without fold, or smaller"):
        grid(110, 110, Options(backs="fold"))


@pytest.mark.parametrize("name", BOXES)
def test_every_box_prints_with_credits(name: str) -> None:
    options = Options()
    box = box_of(name, options)
    assert pdf(box, options).startswith(b"%PDF")
    last = box.readings[-1]
    assert isinstance(last, Reading)
    assert "MIT" in str(last.sections)
    assert "OFL-1.1" in str(last.sections)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", BOXES)
def test_no_page_runs_over_onto_another(name: str, paper: Paper) -> None:
    options = Options(paper=paper)
    box = box_of(name, options)
    job = sheets(box, options)
    assert len(typeset(job, box.pictures, "svg")) == len(job.pages)


PRINTED = {
    "spot": (
        "Denis Blanchot", "Jacques Cottereau", "Play Factory", "Jean-François Andreani",
        "Toussaint Benedetti", "Guillaume Gille-Naves", "Igor Polouchine", "Zygomatic", "Asmodee",
    ),
    "catatac": (
        "Guillaume Alarie", "Jonathan Gagnon", "Unigoat Edition", "Valérie", "Marie-Pier",
        "Jean-Thomas Rioux", "Jimmy",
    ),
    "karta": (
        "Richard Stehr", "Philippe Brandstetter", "Chieko Stehr", "François Haffner", "Orang-outan Cie.",
    ),
}  # fmt: skip
PRINTED["island"] = (*PRINTED["spot"], "Klaus Teuber", "CATAN GmbH")
"""Whom the rulebooks credit."""


@pytest.mark.parametrize("name", PRINTED)
def test_the_credits_name_everybody_whom_the_rulebook_names(name: str) -> None:
    last = box_of(name, Options()).readings[-1]
    assert isinstance(last, Reading)
    _, printed = last.sections[-1]
    english, french = printed.split("\n\n")
    pages = [Path(__file__).parents[2] / page for page in ("docs/rules/README.md", "docs/rules/fr/README.md")]
    for text in (english, french, *(" ".join(page.read_text("utf-8").split()) for page in pages)):
        assert [person for person in PRINTED[name] if person not in text] == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("catatac", ("2, 4 or 6 players", "ages 8 and up", "15\N{NO-BREAK SPACE}min", "dès 8 ans")),
        ("karta", ("2 players", "ages 8 to 99", "15\N{NO-BREAK SPACE}min", "de 8 à 99 ans")),
        ("island", ("2 to 6 players", "2 à 6 joueurs, seuls")),
        ("spot", ("2 to 8 players", "2 à 8 joueurs")),
    ],
)
def test_the_credits_say_for_whom_a_box_is_and_how_long_it_takes(name: str, said: tuple[str, ...]) -> None:
    last = box_of(name, Options()).readings[-1]
    assert isinstance(last, Reading)
    assert [part for part in said if part not in last.sections[-2][1]] == []


def test_credits_name_every_picture_of_the_deck_once() -> None:
    box = box_of("island", Options())
    last = box.readings[-1]
    assert isinstance(last, Reading)
    listed = [name for _, said in last.sections[:2] for name in said.split("\n")[1].split(", ")]
    assert sorted(listed) == sorted(emblem.en for emblem in pack("island").emblems)
    assert "Apache-2.0" in last.sections[0][1] + last.sections[1][1]


def test_an_unknown_box_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="spot, island, catatac, karta, backyard, insects"):
        box_of("chess", Options())


def test_pngs_have_the_size_of_the_card_with_its_bleed() -> None:
    made = dict(png(small(), Options(bleed=2), dpi=100))
    cards = {f"card-0{number}" for number in range(1, 8)}
    assert made.keys() == cards | {"card-01-back", "rules-en", "rules-fr"}
    image = Image.open(BytesIO(made["card-01"]))
    assert image.size == (173, 173)
    assert image.getpixel((86, 86)) != (0, 0, 0, 0)


def test_svgs_are_pictures_of_single_cards() -> None:
    made = dict(svg(small(), Options()))
    assert len(made) == 10
    assert all(picture.startswith(b"<svg") for picture in made.values())


def test_the_same_deck_comes_out_as_data() -> None:
    small_pack = themed("everyday", 2)
    listed = msgspec.json.decode(msgspec.json.encode(small_pack.listed("Small")))
    assert listed["order"] == 2
    assert [symbol["en"] for symbol in listed["symbols"]] == [emblem.en for emblem in small_pack.emblems]
    assert listed["symbols"][0]["picture"].startswith("<svg")
    assert listed["symbols"][0]["licence"] == "Apache-2.0"
    assert msgspec.convert(listed["cards"], Drawing) == small_pack.drawing


def test_a_sheet_for_tabletop_simulator_has_ten_columns() -> None:
    made = dict(tabletop(small()))
    assert sorted(made) == ["sheet-1-back.png", "sheet-1.png", "sheet-2.png"], "the rules have no back"
    sheet, back = (Image.open(BytesIO(made[name])) for name in ("sheet-1.png", "sheet-1-back.png"))
    assert sheet.size == (10 * back.width, back.height)
    assert 4000 < sheet.width <= 4096


@pytest.mark.parametrize(
    ("name", "files"),
    [
        # The cards, the tokens, the rules.
        ("karta", ["sheet-1-backs.png", "sheet-1.png", "sheet-2.png", "sheet-3.png"]),
        # Paw cards, point cards, the yarn, the board, the reminders.
        (
            "catatac",
            [
                "sheet-1-back.png", "sheet-1.png", "sheet-2-back.png", "sheet-2.png", "sheet-3-back.png",
                "sheet-3.png", "sheet-4.png", "sheet-5.png",
            ],
        ),
    ],
)  # fmt: skip
def test_tabletop_simulator_gets_one_sheet_of_every_kind(name: str, files: list[str]) -> None:
    made = dict(tabletop(box_of(name, Options())))
    assert sorted(made) == files
    if name == "karta":
        fronts, backs = (Image.open(BytesIO(made[file])) for file in ("sheet-1.png", "sheet-1-backs.png"))
        assert fronts.size == backs.size


def test_a_certificate_counts_every_pair_and_every_symbol() -> None:
    proof = certificate(pack("spot"), "Spot it!", "en")
    assert any("1485" in sentence for sentence in proof.sentences)
    assert proof.bars == (("on 8 cards", 42), ("on 7 cards", 14), ("on 6 cards", 1))
    french = certificate(pack("spot"), "Spot it!", "fr")
    assert isinstance(french, Certificate)
    assert french.bars[0] == ("sur 8 cartes", 42)


@pytest.mark.parametrize("shape", ["round", "hexagon", "rectangle"])
def test_a_certificate_shows_cards_of_the_deck_s_own_shape(shape: Shape) -> None:
    box = deck_box(themed("everyday", 2), "Small", Options(size=60), shape)
    fronts = [piece.front for piece in named(box, "card-")]
    for proof in (page for page in box.readings if isinstance(page, Certificate)):
        assert list(proof.cards) == fronts[:2]


@pytest.mark.parametrize("name", ["spot", "island", "catatac", "karta"])
def test_every_box_has_a_page_on_how_to_play_in_each_language(name: str) -> None:
    pages = [page for page in box_of(name, Options()).readings if isinstance(page, Reading)]
    titles = [page.title for page in pages]
    for title, ties in (("How to play", "Ties."), ("Comment jouer", "Égalités.")):
        page = pages[titles.index(title)]
        assert all(heading and ties in text for heading, text in page.sections)
        assert "howto." not in str(page)
        assert "{" not in str(page.sections)


@pytest.mark.parametrize("name", ["spot", "island", "catatac", "karta"])
def test_how_to_play_explains_the_mark_of_house_rules_where_it_stands(name: str) -> None:
    whys = {"How to play": "(house) marks our own", "Comment jouer": "(maison) signale nos propres"}
    pages = [page for page in box_of(name, Options()).readings if isinstance(page, Reading)]
    for page in pages:
        if why := whys.get(page.title):
            marked = why.partition(" ")[0] in str(page.sections)
            assert page.foot.startswith(why) if marked else page.foot == ""


@pytest.mark.parametrize(("name", "images"), [("spot", 19), ("island", 21), ("catatac", 10), ("karta", 18)])
def test_how_to_play_has_the_pictures_of_the_screen_drawn_from_the_printed_pieces(
    name: str, images: int
) -> None:
    box = box_of(name, Options())
    titles = ["How to play", "Comment jouer"]
    found = [
        page for page in box.readings if isinstance(page, Reading) and page.figures and page.title in titles
    ]
    assert [page.title for page in found] == titles
    for language, page in zip(LANGUAGES, found, strict=True):
        captions = [figure.caption for figure in page.figures]
        assert all(caption and "howto." not in caption for caption in captions)
        seen = {side for piece in box.pieces for side in (piece.front, piece.back)}
        for shown, _, _ in (piece for figure in page.figures for piece in figure.pieces):
            match shown:
                case Symbols(lit=int(shared)):
                    assert pack(name).emblems[shared].name(language) in captions[0]
                    assert msgspec.structs.replace(shown, lit=None) in seen
                case Film(rows=rows):
                    assert any(rows in turns(film) for film in seen if isinstance(film, Film))
                case _:
                    assert shown in seen
        alone = Printout(box.title, (), (page,), box.pictures, box.outlines)
        drawn = typeset(sheets(alone, Options()), box.pictures, "svg")
        assert [side.count(b"<image") for side in drawn] == [images], "it is one page, with all pictures"
        assert len(pdf(alone, Options())) < 100_000


def turns(film: Film) -> list[tuple[str, ...]]:
    """Return a film turned by none to three quarters."""
    return [turned(film.rows, quarters) for quarters in range(4)]


@pytest.mark.parametrize("name", ["spot", "island"])
def test_every_game_of_a_deck_has_its_sketch_beside_it(name: str) -> None:
    box = box_of(name, Options())
    for page in (page for page in box.readings if isinstance(page, Reading) and page.sketches):
        assert len(page.sketches) == len(page.sections)
        for sketch in page.sketches:
            assert box.pictures[sketch].count("<circle") > 1
    assert len({box.pictures[number] for number in range(len(pack(name).pictures), len(box.pictures))}) > 4


def test_a_deck_of_few_cards_shows_two_that_it_has() -> None:
    (figure,) = next(page.figures for page in small().readings if isinstance(page, Reading) and page.figures)
    assert len({card for card, _, _ in figure.pieces}) == 2


def test_kartas_picture_on_paper_is_that_of_the_screen() -> None:
    lesson = Path(__file__).parents[2] / "web/src/games/karta/lesson.json"
    view = msgspec.json.decode(lesson.read_bytes())[0]["goals"][0]["view"]
    (figure,) = next(
        page.figures
        for page in karta_box().readings
        if isinstance(page, Reading) and page.title == "How to play"
    )
    faces = [face(place["card"], place["turned"], place["over"]) for place in view["laid"]]
    assert [film.rows for film, _, _ in figure.pieces if isinstance(film, Film)] == faces
    assert len(figure.lines) == len(view["lines"])


def test_the_page_on_film_shows_the_layers_of_a_card_and_a_locked_square() -> None:
    box = karta_box()
    guide = box.readings[0]
    assert isinstance(guide, Reading)
    *layers, locked = guide.figures
    front, discs, back = (
        film.rows for figure in layers for film, _, _ in figure.pieces if isinstance(film, Film)
    )
    over = {
        piece.front.rows: piece.back.rows
        for piece in box.pieces
        if isinstance(piece.front, Film) and isinstance(piece.back, Film)
    }
    assert back == tuple(row[::-1] for row in over[front])
    assert discs == tuple(row.replace("R", "W").replace("B", "W") for row in front)
    (one, x, y), (other, right, below) = locked.pieces
    side = one.width / 2
    assert (right - x, below - y) == (side, 2 * side), "they share one square"
    assert {one, other} < {piece.front for piece in box.pieces}
