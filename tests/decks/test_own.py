"""Custom decks: good pictures are taken in, odd and hostile ones refused with a sentence."""

from __future__ import annotations

import base64
import struct
import zipfile
import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageDraw

from cartable.decks.layout import figures
from cartable.decks.own import OwnDeck, Shelf, Unfit, intake
from cartable.decks.own import archive as archives
from cartable.decks.own.deck import ListedSymbol, Listing, opened
from cartable.decks.own.intake import SIDE, picture
from cartable.decks.own.making import make, spoken, unpacked
from cartable.decks.own.words import Word, words
from cartable.decks.press import Options, deck_box, pdf
from cartable.decks.press.typeset import Reading, SymbolList, undrawable
from cartable.decks.theme import Source
from cartable.designs import NoPlane
from cartable.texts import LANGUAGES
from tests.patience import HUNG

SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SVG = f'<svg {SPACES} viewBox="0 0 10 10">' + "{}</svg>"
SQUARE = '<rect width="9" height="9" fill="red"/>'


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a drawing on a machine of any speed."""
    monkeypatch.setattr(intake, "_LATE", HUNG)


def shape(number: int, size: int = 64) -> Image.Image:
    """Draw a picture that differs from those of other numbers."""
    image = Image.new("RGBA", (size, size))
    draw = ImageDraw.Draw(image)
    draw.regular_polygon(
        (size // 2, size // 2, size // 2 - 4), 3 + number % 9, number * 7, fill=(number * 4, 90, 160)
    )
    draw.rectangle((8, 8, 12 + number // 2, 12), fill=(20, 20, 20))
    return image


def saved(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    file = BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def folder_of(path: Path, count: int) -> Path:
    path.mkdir()
    for number in range(count):
        (path / f"thing_{number:02}.png").write_bytes(saved(shape(number)))
    return path


def zip_of(path: Path, **entries: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def refusal(file: str, content: bytes) -> str:
    with pytest.raises(Unfit) as caught:
        picture(file, content)
    assert caught.value.said("fr") != caught.value.said("en")
    assert file in str(caught.value)
    return caught.value.key


def opened_png(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


# Good pictures


@pytest.mark.parametrize(("file", "form"), [("a.png", "PNG"), ("a.JPG", "JPEG"), ("a.webp", "WEBP")])
def test_every_kind_of_picture_becomes_a_square_png(file: str, form: str) -> None:
    image = Image.new("RGB", (300, 200), "orange")
    taken = opened_png(picture(file, saved(image, form)))
    assert taken.format == "PNG"
    assert taken.size == (300, 300)


def test_greys_of_sixteen_bits_keep_their_lightness() -> None:
    deep = Image.new("I", (60, 60), 129 * 256).convert("I;16")
    assert opened_png(picture("a.png", saved(deep))).getpixel((30, 30)) == (129, 129, 129, 255)


def test_an_svg_is_drawn() -> None:
    taken = opened_png(picture("a.svg", SVG.format(SQUARE).encode()))
    assert taken.size == (SIDE, SIDE)
    assert taken.getpixel((SIDE // 2, SIDE // 2)) == (255, 0, 0, 255)


def test_an_svg_measured_in_millimetres_is_drawn() -> None:
    measured = SVG.format(SQUARE).replace("<svg ", '<svg width="30mm" height="30mm" ')
    assert opened_png(picture("a.svg", measured.encode())).size == (SIDE, SIDE)


def test_an_svg_with_a_picture_inside_and_a_plain_doctype_is_drawn() -> None:
    inside = base64.b64encode(saved(Image.new("RGB", (4, 4), "blue"))).decode()
    body = f'<image width="10" height="10" xlink:href="data:image/png;base64,{inside}"/>'
    plain = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    taken = opened_png(picture("a.svg", (plain + SVG.format(body)).encode()))
    assert taken.getpixel((SIDE // 2, SIDE // 2)) == (0, 0, 255, 255)


def test_transparent_borders_are_trimmed() -> None:
    image = Image.new("RGBA", (400, 400))
    ImageDraw.Draw(image).ellipse((150, 150, 249, 249), fill="green")
    assert opened_png(picture("a.png", saved(image))).size == (100, 100)


def test_a_huge_picture_is_scaled() -> None:
    taken = opened_png(picture("a.png", saved(Image.new("RGB", (6000, 4000), "teal"))))
    assert taken.size == (SIDE, SIDE)


def test_a_photo_is_turned_upright_and_tells_nothing_of_its_place() -> None:
    image = Image.new("RGB", (200, 100), "white")
    ImageDraw.Draw(image).rectangle((0, 0, 99, 99), fill="red")
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held on its side: turn clockwise
    exif[0x010E] = "our garden"
    exif.get_ifd(0x8825)[1] = "N"
    photo = saved(image, "JPEG", exif=exif, quality=95)
    assert b"our garden" in photo
    png = picture("photo.jpg", photo)
    assert b"our garden" not in png
    assert b"eXIf" not in png
    taken = opened_png(png)
    assert not taken.getexif()
    assert taken.info == {}
    # Upright, the red half is on top of a picture twice as high as wide.
    top, bottom = (taken.convert("RGB").getpixel((taken.width // 2, y)) for y in (40, taken.height - 40))
    assert top != bottom
    assert isinstance(top, tuple)
    assert top[0] > 200
    assert top[1] < 60


# Odd pictures


def test_a_corrupt_picture_is_refused() -> None:
    good = saved(shape(1, 300))
    assert refusal("a.png", good[: len(good) // 2]) == "broken"
    assert refusal("b.jpg", b"\xff\xd8\xff" + b"nonsense" * 50) == "broken"
    assert refusal("c.svg", b"<svg><g>") == "broken"
    assert refusal("d.svg", b"<svg>\xff\xfe</svg>") == "broken"


def test_a_file_that_lies_about_its_type_is_refused() -> None:
    assert refusal("a.png", saved(Image.new("RGB", (9, 9)), "JPEG")) == "type"
    assert refusal("a.jpg", saved(Image.new("RGB", (9, 9)))) == "type"
    assert refusal("a.png", SVG.format(SQUARE).encode()) == "type"
    assert refusal("a.webp", b"MZ\x90\x00 a program") == "type"
    assert refusal("a.svg", b"<html><svg></svg></html>") == "type"
    assert refusal("a.png", b"") == "type"


def test_a_file_that_is_no_picture_is_refused() -> None:
    assert refusal("notes.txt", b"hello") == "kind"
    assert refusal("a.gif", b"GIF89a") == "kind"


@pytest.mark.parametrize("file", ["a.heic", "a.HEIF", "a.jpg"])
def test_a_heic_photo_is_refused_with_what_to_do(file: str) -> None:
    with pytest.raises(Unfit, match="save it as JPEG or PNG"):
        picture(file, b"\0\0\0\x18ftypheic" + bytes(40))


def test_a_picture_that_shows_nothing_is_refused() -> None:
    assert refusal("a.png", saved(Image.new("RGBA", (50, 50)))) == "empty"


def test_a_picture_of_a_hundred_megapixels_is_refused() -> None:
    assert refusal("a.png", saved(Image.new("1", (10_000, 10_000)))) == "pixels"


def test_a_small_file_that_claims_billions_of_pixels_is_refused_unread() -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0)
    bomb = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0"))
        + chunk(b"IEND", b"")
    )
    assert refusal("a.png", bomb) == "pixels"


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script>",
        '<rect width="9" height="9" onload="alert(1)"/>',
        "<foreignObject><body/></foreignObject>",
        '<rect width="9" height="9"><set attributeName="href" to="x"/></rect>',
        '<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>',
    ],
)
def test_an_svg_with_a_script_is_refused(body: str) -> None:
    assert refusal("a.svg", SVG.format(body).encode()) == "svg-script"


@pytest.mark.parametrize(
    "body",
    [
        '<image href="https://example.org/a.png"/>',
        '<image xlink:href="file:///etc/passwd"/>',
        '<image xlink:href="../secret.png"/>',
        '<image href="data:image/svg+xml;base64,AAAA"/>',
        '<use href="other.svg#a"/>',
        '<a href="javascript:alert(1)"><rect/></a>',
        "<style>@import 'https://example.org/a.css';</style>",
        "<style>rect { fill: u\\72l(https://example.org/a) }</style>",
        "<style>rect { fill: ur/**/l(https://example.org/a) }</style>",
        '<rect fill="url(https://example.org/a#b)"/>',
        "<rect style=\"fill: url( 'https://example.org' )\"/>",
    ],
)
def test_an_svg_that_loads_from_outside_is_refused(body: str) -> None:
    assert refusal("a.svg", SVG.format(body).encode()) == "svg-outside"


def test_an_svg_that_refers_to_itself_is_welcome() -> None:
    ramp = '<linearGradient id="g"><stop stop-color="red"/></linearGradient>'
    body = ramp + '<rect width="9" height="9" fill="url(#g)"/>'
    assert picture("a.svg", SVG.format(body).encode())


def test_an_svg_that_grows_without_end_is_refused() -> None:
    layers = ['<g id="a0"><rect width="1" height="1"/></g>']
    for n in range(1, 12):
        layers.append(f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * 10 + "</g>")
    assert refusal("a.svg", SVG.format("".join(layers)).encode()) == "svg-large"
    circle = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'
    assert refusal("b.svg", SVG.format(circle).encode()) == "svg-large"
    deep = "<g>" * 400 + "</g>" * 400
    assert refusal("c.svg", SVG.format(deep).encode()) == "svg-large"


@pytest.mark.parametrize(
    "root",
    [
        'viewBox="0 0 1 2000"',
        'viewBox="0,0,1e8,1"',
        'width="1mm" height="100000000mm" viewBox="0 0 10 10"',
        'width="30000" height="10"',
    ],
)
def test_a_drawing_that_is_very_long_is_refused(root: str) -> None:
    assert refusal("a.svg", SVG.replace('viewBox="0 0 10 10"', root).format(SQUARE).encode()) == "svg-long"


def test_a_drawing_without_any_size_is_broken_and_a_banner_is_welcome() -> None:
    flat = SVG.replace("0 0 10 10", "0 0 10 0").format(SQUARE)
    assert refusal("a.svg", flat.encode()) == "broken"
    banner = SVG.replace("0 0 10 10", "0 0 60 10").replace("<svg ", '<svg width="100%" height="2" ')
    assert picture("a.svg", banner.format(SQUARE).encode())


def test_a_huge_picture_inside_a_drawing_is_refused_by_its_header() -> None:
    chunks = b"IHDR" + struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0), b"IDAT"
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks
    )
    for content, key in ((png, "pixels"), (b"no picture", "broken")):
        inside = base64.b64encode(content).decode()
        body = f'<image width="10" height="10" href="data:image/png;base64,{inside}"/>'
        assert refusal("a.svg", SVG.format(body).encode()) == key


@pytest.mark.parametrize("how", ['filter="url(#b)"', 'style="opacity:1;filter:url(#b)"'])
def test_filters_inside_filters_are_refused_and_some_are_welcome(how: str) -> None:
    blur = '<filter id="b"><feGaussianBlur stdDeviation="1"/></filter>'
    many = blur + f"<g {how}>" * 150 + SQUARE + "</g>" * 150
    assert refusal("a.svg", SVG.format(many).encode()) == "svg-effects"
    assert picture("a.svg", SVG.format(blur + f"<g {how}>{SQUARE}</g>").encode())


def test_filters_in_a_style_sheet_count_too() -> None:
    rules = "".join(f".a{number}{{filter:url(#b)}}" for number in range(150))
    assert refusal("a.svg", SVG.format(f"<style>{rules}</style>{SQUARE}").encode()) == "svg-effects"


def patterns(count: int) -> str:
    """Return patterns drawn with each other, the last of them on a square."""
    size = 'width="0.5" height="0.5" patternUnits="userSpaceOnUse"'
    layers = "".join(
        f'<pattern id="p{number}" {size}><rect width="9" height="9" fill="url(#p{number - 1})"/></pattern>'
        for number in range(1, count + 1)
    )
    return SVG.format(layers + f'<rect width="9" height="9" fill="url(#p{count})"/>{SQUARE}')


def test_patterns_inside_patterns_are_refused_and_one_is_welcome() -> None:
    assert refusal("a.svg", patterns(14).encode()) == "svg-effects"
    endless = SVG.format(f'<mask id="m" mask="url(#m)">{SQUARE}</mask>{SQUARE}')
    assert refusal("a.svg", endless.encode()) == "svg-effects"
    assert picture("a.svg", patterns(1).encode())


def test_a_drawing_that_takes_too_long_or_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as limits:
        limits.setattr(intake, "_MEMORY", 1 << 20)
        assert refusal("a.svg", SVG.format(SQUARE).encode()) == "svg-costly"
    with monkeypatch.context() as limits:
        limits.setattr(intake, "_LATE", 0)
        assert refusal("a.svg", SVG.format(SQUARE).encode()) == "svg-costly"
    assert picture("a.svg", SVG.format(SQUARE).encode())


def test_an_svg_with_entities_is_refused() -> None:
    laughs = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>' + SVG.format("<text>&b;</text>")
    assert refusal("a.svg", laughs.encode()) == "svg-entities"
    reads = '<!DOCTYPE svg [ <!ENTITY x SYSTEM "file:///etc/passwd"> ]>' + SVG.format("<text>&x;</text>")
    assert refusal("a.svg", reads.encode()) == "svg-entities"


# Folders and archives


def unfit(call: Callable[[], object]) -> str:
    with pytest.raises(Unfit) as caught:
        call()
    return caught.value.key


def test_a_deck_is_made_of_a_folder(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "in", 15)
    (folder / ".DS_Store").write_bytes(b"x")
    made = make("Things", folder)
    assert made.deck.order == 3
    assert (made.unused, made.next_order, made.missing) == (2, 4, 6)
    assert made.deck.symbols[0].en == "Thing 00"
    pack = made.deck.pack()
    assert pack.deck.check().right
    assert figures(pack.drawing, pack.outlines).smallest >= 120


def test_a_zip_gives_the_same_deck_as_its_folder(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "in", 7)
    entries = {path.name: path.read_bytes() for path in folder.iterdir()}
    zipped = zip_of(tmp_path / "in.zip", **entries, **{"__MACOSX/._a.png": b"x"})
    assert make("A", folder).deck == make("A", zipped).deck


def test_too_few_pictures_are_answered_with_what_is_missing(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "in", 20)
    with pytest.raises(Unfit) as caught:
        make("A", folder, order=4)
    assert str(caught.value) == "20 pictures: order 4 needs 21. Add 1, or use order 3 with 13."
    with pytest.raises(Unfit) as caught:
        make("A", folder_of(tmp_path / "few", 5))
    assert str(caught.value) == "5 pictures: order 2 needs 7, so 2 more."
    assert unfit(lambda: make("A")) == "few.pictures"


def test_built_in_symbols_fill_a_deck_up_with_their_licences_in_the_credits(tmp_path: Path) -> None:
    source = folder_of(tmp_path / "in", 5)
    (source / "sun.png").write_bytes(saved(shape(5)))
    made = make("Filled", source, fill=True)
    assert (made.deck.order, made.filled, made.unused) == (2, 1, 0)
    larger = make("Filled", source, order=3, fill=True)
    assert (larger.deck.order, larger.filled) == (3, 7)
    names = [symbol.en.casefold() for symbol in larger.deck.symbols]
    assert len(set(names)) == 13, "no built-in symbol is called like a picture"
    path = tmp_path / "filled.cartable"
    path.write_bytes(larger.deck.packed())
    assert opened(path) == unpacked(path) == larger.deck
    last = deck_box(larger.deck.pack(), "Filled", Options(size=50)).readings[-1]
    assert isinstance(last, Reading)
    told = dict(last.sections)
    assert "Apache-2.0" in told["Noto Emoji (7)"]
    assert "private" in told["Own pictures (6)"]
    enough = make("Enough", folder_of(tmp_path / "enough", 7), fill=True)
    assert (enough.deck.order, enough.filled) == (2, 0)
    assert unfit(lambda: make("Huge", source, order=13, fill=True)) == "few-or.symbols"


def test_an_order_without_a_plane_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(NoPlane):
        make("A", folder_of(tmp_path / "in", 7), order=6)
    assert unfit(lambda: make("A", tmp_path / "in", order=10**9)) == "large-order"


def test_the_same_picture_twice_is_refused(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "in", 7)
    (folder / "again.png").write_bytes((folder / "thing_03.png").read_bytes())
    assert unfit(lambda: make("A", folder)) == "twins"


def test_pictures_of_one_name_in_two_folders_get_numbers(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "in", 6)
    (folder / "more").mkdir()
    (folder / "more" / "thing_00.png").write_bytes(saved(shape(50)))
    names = [entry.en for entry in make("A", folder).deck.symbols]
    assert {"Thing 00", "Thing 00 2"} <= set(names)
    assert len(set(names)) == 7


def test_a_link_in_a_folder_is_refused(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "in", 7)
    (folder / "link.png").symlink_to("/etc/passwd")
    assert unfit(lambda: make("A", folder)) == "link"


@pytest.mark.parametrize(
    "name", ["../out.png", "/etc/out.png", "a/../../out.png", "..\\out.png", "C:out.png"]
)
def test_a_zip_that_climbs_out_is_refused_and_writes_nothing(tmp_path: Path, name: str) -> None:
    inside = tmp_path / "deep" / "in"
    inside.mkdir(parents=True)
    zipped = zip_of(inside / "a.zip", **{name: saved(shape(1))})
    assert unfit(lambda: make("A", zipped)) == "climbs"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [zipped]


def test_a_link_or_a_lock_in_a_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        entry = zipfile.ZipInfo("a.png")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    assert unfit(lambda: make("A", path)) == "link"
    zip_of(path, **{"a.png": saved(shape(1))})
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert unfit(lambda: make("A", path)) == "locked"


def test_a_zip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = zip_of(tmp_path / "one.zip", **{"a.png": bytes(archives.LARGEST_FILE + 1)})
    assert one.stat().st_size < 100_000
    assert unfit(lambda: make("A", one)) == "large-file"
    monkeypatch.setattr(archives, "LARGEST_SUM", 3000)
    many = zip_of(tmp_path / "many.zip", **{f"{n}.png": saved(shape(n)) for n in range(20)})
    assert unfit(lambda: list(archives.files(many))) == "bomb"
    monkeypatch.setattr(archives, "MOST_FILES", 10)
    assert unfit(lambda: list(archives.files(many))) == "many-files"


def test_a_zip_that_lies_about_sizes_is_refused(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "a.zip", **{"a.png": bytes(archives.LARGEST_FILE + 1)})
    content = bytearray(path.read_bytes())
    at = content.index(b"PK\x01\x02") + 24
    content[at : at + 4] = b"\x10\0\0\0"
    path.write_bytes(content)
    assert unfit(lambda: make("A", path)) in ("broken", "large-file", "type")


def test_what_is_no_zip_or_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"PK\x03\x04 nonsense")
    assert unfit(lambda: make("A", path)) == "not-zip"
    assert unfit(lambda: make("A", tmp_path / "none.zip")) == "missing"


# Words


def test_words_come_one_a_line(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("﻿tree\n\n  red   house \nété\nfour\nfive\nsix\nseven\n", "utf-8")
    assert words(file)[:3] == [Word("tree", "tree"), Word("red house", "red house"), Word("été", "été")]
    made = make("Words", word_source=file).deck
    assert made.order == 2
    assert len({symbol.outline for symbol in made.symbols}) == 7


def test_words_come_in_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "words.csv"
    file.write_text("en;fr\ndog;chien\ncat;chat\ntea\n", "utf-8")
    assert words(file) == [Word("dog", "chien"), Word("cat", "chat"), Word("tea", "tea")]


def test_words_are_written_again_in_the_other_language(tmp_path: Path) -> None:
    file = tmp_path / "words.csv"
    file.write_text("dog,chien\ncat,chat\ntea,thé\nsun,soleil\nball,balle\nkey,clé\ntaxi\n", "utf-8")
    english, french = (make("Words", None, file, language=language).deck for language in LANGUAGES)
    assert english.pngs != french.pngs
    assert spoken(english, "fr").pngs == french.pngs
    assert spoken(english, "fr").pack().drawing == french.pack().drawing
    assert spoken(english, "en") == english
    assert spoken(spoken(english, "fr"), "en").pngs == english.pngs
    path = tmp_path / "words.cartable"
    path.write_bytes(english.packed())
    assert spoken(opened(path), "fr").pngs == spoken(unpacked(path), "fr").pngs == french.pngs


def test_a_symbol_that_is_no_word_is_kept_as_it_always_was(seven: OwnDeck) -> None:
    assert b'"word"' not in msgspec.json.encode(seven.symbols)
    assert spoken(seven, "fr") == seven


def test_pictures_and_words_make_one_deck(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("sun\nmoon\nstar\n", "utf-8")
    made = make("Both", folder_of(tmp_path / "in", 4), file)
    assert [symbol.en for symbol in made.deck.symbols][3:] == ["Thing 03", "sun", "moon", "star"]
    assert make("Fr", tmp_path / "in", file, language="fr").deck.order == 2


def test_words_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for content, key in (
        (b"\xff\xfe\x00a", "not-text"),
        (b"a\0b", "not-text"),
        (b"dog\nDog\n", "twice"),
        (b"bat;chauve-souris\nflittermouse;chauve-souris\n", "twice"),
        (b"x" * 41 + b"\n", "long-word"),
        ("a fox \N{FOX FACE}\n".encode(), "unwritten"),
        (b"x\n" * 600_000, "large-file"),
    ):
        file = tmp_path / ("words.csv" if b";" in content else "words.txt")
        file.write_bytes(content)
        assert unfit(partial(words, file)) == key
    assert unfit(lambda: words(tmp_path / "none.txt")) == "missing"


# The shelf


@pytest.fixture
def seven(tmp_path: Path) -> OwnDeck:
    return make("Our family", folder_of(tmp_path / "pictures", 7)).deck


def test_decks_are_kept_listed_renamed_and_deleted(tmp_path: Path, seven: OwnDeck) -> None:
    shelf = Shelf(tmp_path / "data" / "decks")
    assert shelf.names() == []
    shelf.add(seven)
    assert shelf.names() == ["Our family"]
    assert shelf.load("our FAMILY") == seven
    shelf.rename("Our family", "Noël")
    assert shelf.names() == ["Noël"]
    assert shelf.load("Noël").name == "Noël"
    shelf.rename("Noël", "NOËL")
    assert shelf.names() == ["NOËL"]
    shelf.delete("noël")
    assert shelf.names() == []
    assert list((tmp_path / "data" / "decks").iterdir()) == []


def test_names_are_not_taken_twice_or_made_of_anything(tmp_path: Path, seven: OwnDeck) -> None:
    shelf = Shelf(tmp_path / "decks")
    shelf.add(seven)
    assert unfit(lambda: shelf.add(seven)) == "taken"
    for name in ("../up", "", "a/b", ".hidden", "spot", "CON", "x" * 41, "a\nb", "a ", "-a", "a\\b"):
        assert unfit(partial(shelf.rename, "Our family", name)) == "name"
    with pytest.raises(Unfit, match="Your decks: Our family"):
        shelf.load("Other")
    assert shelf.names() == ["Our family"]


def test_a_deck_travels_as_one_file_and_is_the_same_there(tmp_path: Path, seven: OwnDeck) -> None:
    here, there = Shelf(tmp_path / "here"), Shelf(tmp_path / "there")
    here.add(seven)
    file = tmp_path / "family.cartable"
    here.export("Our family", file)
    assert there.take_in(file) == seven
    assert there.load("Our family").pack().drawing == seven.pack().drawing
    assert there.take_in(file, "Cousins").name == "Cousins"
    assert there.names() == ["Cousins", "Our family"]
    assert unfit(lambda: there.take_in(file)) == "taken"
    assert unfit(lambda: there.take_in(tmp_path / "none.cartable")) == "missing"


def tampered(path: Path, deck: OwnDeck, **changes: object) -> Path:
    with zipfile.ZipFile(BytesIO(deck.packed())) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    for name, content in changes.items():
        if content is None:
            del entries[name]
        else:
            assert isinstance(content, bytes)
            entries[name] = content
    return zip_of(path, **entries)


def test_a_file_that_is_no_deck_is_refused_and_leaves_nothing(tmp_path: Path, seven: OwnDeck) -> None:
    shelf = Shelf(tmp_path / "decks")
    path = tmp_path / "a.cartable"
    listing = Listing(1, seven.name, seven.order, seven.symbols)

    noto = Source("Noto", "Google", "Apache-2.0")

    def sourced(source: str) -> tuple[ListedSymbol, ...]:
        return tuple(msgspec.structs.replace(symbol, source=source) for symbol in seven.symbols)

    def listed(**changes: object) -> bytes:
        return msgspec.json.encode(msgspec.structs.replace(listing, **changes))

    for changes, key in (
        ({"deck.json": None}, "not-deck"),
        ({"deck.json": b"{}"}, "not-deck"),
        ({"deck.json": listed(order=6)}, "not-deck"),
        ({"deck.json": listed(order=10**9)}, "not-deck"),
        ({"deck.json": listed(format=2)}, "not-deck"),
        ({"deck.json": listed(sources={"noto": noto})}, "not-deck"),
        ({"deck.json": listed(symbols=sourced("noto"))}, "not-deck"),
        ({"deck.json": listed(symbols=sourced("a:b"), sources={"a:b": noto})}, "not-deck"),
        ({"deck.json": listed(symbols=sourced("own"), sources={"own": noto})}, "not-deck"),
        ({"deck.json": listed(name="../../etc")}, "name"),
        ({"deck.json": listed(symbols=seven.symbols[:6])}, "not-deck"),
        ({"003.png": None}, "not-deck"),
        ({"extra.png": b"x"}, "not-deck"),
        ({"003.png": b"nonsense"}, "type"),
        ({"003.png": SVG.format("<script/>").encode()}, "type"),
        ({"../003.png": b"x"}, "climbs"),
    ):
        tampered(path, seven, **changes)
        assert unfit(lambda: shelf.take_in(path)) == key, changes
    assert shelf.names() == []
    path.write_bytes(b"not a zip")
    assert unfit(lambda: unpacked(path)) == "not-zip"
    tampered(path, seven, **{"deck.json": b"[]"})
    assert unfit(lambda: opened(path)) == "not-deck"


def test_outlines_from_outside_are_not_trusted(tmp_path: Path, seven: OwnDeck) -> None:
    tiny = msgspec.structs.replace(
        seven.symbols[0],
        outline=msgspec.structs.replace(seven.symbols[0].outline, rings=((0, 0, 1, 0, 0, 1),)),
    )
    lying = msgspec.structs.replace(seven, symbols=(tiny, *seven.symbols[1:]))
    path = tmp_path / "a.cartable"
    path.write_bytes(lying.packed())
    assert unpacked(path).symbols[0].outline == seven.symbols[0].outline


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path, seven: OwnDeck) -> None:
    shelf = Shelf(tmp_path / "decks")
    shelf.add(seven)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.cartable").mkdir()
    with pytest.raises(OSError, match="directory"):
        shelf.export("Our family", tmp_path / "out" / "a.cartable")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.cartable"]


def test_a_name_is_printed_without_what_the_fonts_cannot_draw(tmp_path: Path) -> None:
    source = folder_of(tmp_path / "in", 4)
    for number, name in enumerate(
        ("été \N{FOX FACE} λж", "\N{FOX FACE}", "\U0001f469\u200d\U0001f680 Ada"), 4
    ):
        (source / f"{name}.png").write_bytes(saved(shape(number)))
    pack = make("Foxes", source).deck.pack()
    assert "\N{FOX FACE}" in {emblem.en for emblem in pack.emblems}, "the screen shows it"
    box = deck_box(pack, "Foxes", Options(size=50))
    (listed,) = (page for page in box.readings if isinstance(page, SymbolList))
    assert {en for _, en, _ in listed.names} >= {"Été λж", "Fox face", "ada"}
    assert undrawable(msgspec.json.encode(box.readings).decode()) == set()


def test_an_own_deck_prints_like_any_other(seven: OwnDeck) -> None:
    options = Options(size=50)
    assert pdf(deck_box(seven.pack(), seven.name, options), options).startswith(b"%PDF")
