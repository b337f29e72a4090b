"""`cartable print`, and what `cartable deck` does with custom decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from cyclopts import Parameter

from cartable.cli.app import LANGUAGE, Complaint, app, out, t
from cartable.cli.deck import decks
from cartable.texts import say

if TYPE_CHECKING:
    from cartable.decks.layout import Shape
    from cartable.decks.own import Shelf
    from cartable.decks.pack import Pack
    from cartable.decks.press import Options, Printout

Output = Annotated[Path | None, Parameter(name=("--output", "-o"), help=t("print.output"))]
Named = Annotated[str, Parameter(help=t("deck.named"))]

_WIDEST_BLEED = 10


@app.command(name="print", help=t("print"))
def print_box(
    name: Annotated[str, Parameter(help=t("print.name"))],
    *,
    output: Output = None,
    paper: Annotated[Literal["a4", "letter"], Parameter(help=t("print.paper"))] = "a4",
    size: Annotated[float | None, Parameter(help=t("print.size"))] = None,
    bleed: Annotated[float, Parameter(help=t("print.bleed"))] = 1.5,
    marks: Annotated[bool, Parameter(help=t("print.marks"))] = True,
    backs: Annotated[Literal["none", "duplex", "fold"], Parameter(help=t("print.backs"))] = "duplex",
    shape: Annotated[
        Literal["round", "hexagon", "rectangle"] | None, Parameter(help=t("print.shape"))
    ] = None,
    png: Annotated[bool, Parameter(help=t("print.png"), negative="")] = False,
    svg: Annotated[bool, Parameter(help=t("print.svg"), negative="")] = False,
    json: Annotated[bool, Parameter(help=t("print.json"), negative="")] = False,
    tabletop: Annotated[bool, Parameter(help=t("print.tabletop"), negative="")] = False,
) -> None:
    from cartable.decks import press
    from cartable.decks.layout import figures

    if png + svg + json + tabletop > 1:
        raise Complaint(t("print.one"), t("hint.print"))
    if (size is not None and not 0 < size < 1000) or not 0 <= bleed <= _WIDEST_BLEED:
        raise Complaint(t("print.positive"), t("hint.print"))
    with _complaining(t("hint.print")):
        options = press.Options(paper, size, bleed, marks, backs)
        found = _pack(name)
        stem = name if found is None else found.theme.name
        if json:
            if found is None:
                raise Complaint(t("print.no-deck", name=name), t("hint.print"))
            listed = found.listed(name, shape or "round")
            _write(output or Path(f"{stem}.json"), msgspec.json.encode(listed))
            return
        _check_cut(name, options, shape)
        box = _box(name, found, options, shape or "round")
        if png:
            _write_all(output or Path(f"{stem}-png"), (_as(".png", side) for side in press.png(box, options)))
        elif svg:
            _write_all(output or Path(f"{stem}-svg"), (_as(".svg", side) for side in press.svg(box, options)))
        elif tabletop:
            _write_all(output or Path(f"{stem}-tabletop"), press.tabletop(box))
        else:
            _write(output or Path(f"{stem}.pdf"), press.pdf(box, options))
        if found is not None:
            measured = figures(found.drawn(shape or "round"), found.outlines)
            covered, least, smallest = (
                f"{value / 10:.1f}" for value in (measured.covered, measured.covered_least, measured.smallest)
            )
            out.print(t("print.figures", covered=covered, least=least, smallest=smallest))


@decks.command(name="new", help=t("deck.new"))
def new(
    name: Annotated[str, Parameter(help=t("deck.new.name"))],
    *,
    pictures: Annotated[Path | None, Parameter(help=t("deck.new.pictures"))] = None,
    words: Annotated[Path | None, Parameter(help=t("deck.new.words"))] = None,
    order: Annotated[int | None, Parameter(help=t("deck.new.order"))] = None,
    fill: Annotated[bool, Parameter(help=t("deck.new.fill"), negative="")] = False,
) -> None:
    from cartable.decks.own import Unfit
    from cartable.decks.own.making import make

    if pictures is None and words is None:
        raise Complaint(t("deck.new.nothing"), t("hint.own"))
    with _complaining(t("hint.own")):
        try:
            made = make(name, pictures, words, order, LANGUAGE, fill)
        except Unfit as unfit:
            if fill or not unfit.key.startswith("few"):
                raise
            raise Complaint(unfit.said(LANGUAGE), t("hint.fill")) from unfit
        with _shelf() as shelf:
            shelf.add(made.deck)
    cards = len(made.deck.symbols)
    out.print(t("deck.new.done", name=name, cards=cards, each=made.deck.order + 1), markup=False)
    if made.filled:
        out.print(t("deck.new.filled", count=made.filled), markup=False)
    if made.unused:
        out.print(t("deck.new.more", unused=made.unused, missing=made.missing, order=made.next_order))
    out.print(t("deck.new.next", name=name), markup=False)


@decks.command(name="list", help=t("deck.list"))
def list_own() -> None:
    with _shelf() as shelf:
        names = shelf.names()
    for name in names:
        out.print(name, markup=False)
    if not names:
        out.print(t("deck.list.none"), markup=False)


@decks.command(name="rename", help=t("deck.rename"))
def rename(name: Named, new_name: Annotated[str, Parameter(help=t("deck.named.new"))]) -> None:
    with _complaining(t("hint.own")), _shelf() as shelf:
        shelf.rename(name, new_name)
    out.print(new_name, markup=False)


@decks.command(name="delete", help=t("deck.delete"))
def delete(name: Named) -> None:
    with _complaining(t("hint.own")), _shelf() as shelf:
        shelf.delete(name)
    out.print(t("deck.delete.done", name=name), markup=False)


@decks.command(name="export", help=t("deck.export"))
def export(name: Named, *, output: Output = None) -> None:
    target = output or Path(f"{name}.cartable")
    with _complaining(t("hint.own")), _shelf() as shelf:
        shelf.export(name, target)
    out.print(t("print.done", file=str(target)), markup=False)


@decks.command(name="import", help=t("deck.import"))
def import_deck(
    file: Annotated[Path, Parameter(help=t("deck.file"))],
    *,
    name: Annotated[str | None, Parameter(help=t("deck.named.new"))] = None,
) -> None:
    with _complaining(t("hint.own")), _shelf() as shelf:
        taken = shelf.take_in(file, name)
    out.print(taken.name, markup=False)


@decks.command(name="certificate", help=t("deck.certificate"))
def certificate(name: Annotated[str, Parameter(help=t("print.name"))], *, output: Output = None) -> None:
    from cartable.decks import press
    from cartable.decks.press.certificate import certificates
    from cartable.decks.press.legible import legible

    with _complaining(t("hint.print")):
        found = _pack(name)
        if found is None:
            raise Complaint(t("print.no-deck", name=name), t("hint.print"))
        proof = press.Printout(name, (), certificates(legible(found), name), found.pictures, found.outlines)
        _write(output or Path(f"{found.theme.name}-certificate.pdf"), press.pdf(proof, press.Options()))


def _pack(name: str) -> Pack | None:
    """Return the deck of that name, the project's or a custom one; None for a box without symbols."""
    from cartable.decks.own.making import spoken
    from cartable.decks.pack import PACKS, pack
    from cartable.decks.press import BOXES

    if name in PACKS:
        return pack(name)
    if name in BOXES:
        return None
    with _shelf() as shelf:
        if name.casefold() not in map(str.casefold, shelf.names()):
            known = ", ".join(dict.fromkeys((*BOXES, *PACKS, *shelf.names())))
            raise Complaint(t("print.unknown", name=name, known=known), t("hint.print"))
        return spoken(shelf.load(name), LANGUAGE).pack()


def _check_cut(name: str, options: Options, shape: Shape | None) -> None:
    """Refuse a size or a shape that the cards of a box cannot have, and say which they can."""
    from cartable.decks.press import CUTS, SMALLEST, largest

    cut = CUTS.get(name)
    if cut is not None:
        box = say(f"box.{name}", LANGUAGE)
        if shape not in {None, cut.shape}:
            raise Complaint(t(f"print.reshaped.{cut.shape}", box=box), t("hint.print"))
        if cut.size is not None:
            width, height = cut.size
            if options.size not in {None, height}:
                sizes = {"width": f"{width:g}", "height": f"{height:g}"}
                raise Complaint(t("print.resized", box=box, **sizes), t("hint.print"))
            return
    most = largest(options, shape or "round")
    if options.size is not None and not SMALLEST <= options.size <= most:
        raise Complaint(
            t("print.unfitting", size=f"{options.size:g}", least=SMALLEST, most=most), t("hint.print")
        )


def _box(name: str, found: Pack | None, options: Options, shape: Shape) -> Printout:
    from cartable.decks import press
    from cartable.decks.pack import PACKS

    if found is None or name in PACKS:
        return press.box_of(name, options, shape)
    return press.deck_box(found, found.theme.name, options, shape)


@contextmanager
def _shelf() -> Iterator[Shelf]:
    """Yield the shelf: a folder, or a copy of what the database has, which then gets all changes."""
    from cartable.decks.own import Shelf
    from cartable.server.settings import settings

    chosen = settings({})
    if not chosen.database:
        yield Shelf(chosen.decks)
        return
    from cartable.cli.serve import unusable
    from cartable.server.shared_store import borrowed
    from cartable.server.store import Unwritable

    try:
        with borrowed(chosen.database) as folder:
            yield Shelf(folder)
    except Unwritable as unwritable:
        raise unusable(unwritable, chosen.folder) from None


def _as(suffix: str, side: tuple[str, bytes]) -> tuple[str, bytes]:
    name, content = side
    return name + suffix, content


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    out.print(t("print.done", file=str(path)), markup=False)


def _write_all(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, content in files:
        (folder / name).write_bytes(content)
        count += 1
    out.print(t("print.files", count=count, folder=str(folder)), markup=False)


@contextmanager
def _complaining(hint: str) -> Iterator[None]:
    """Turn what is wrong with the input or the disk into one sentence in the reader's language."""
    from cartable.decks.own import Unfit
    from cartable.designs import NoPlane

    try:
        yield
    except Unfit as unfit:
        raise Complaint(unfit.said(LANGUAGE), hint) from unfit
    except NoPlane:
        raise
    except (ValueError, OSError) as error:
        raise Complaint(str(error), hint) from error
