"""`cartable backup`, `restore` and `move-data`: all tables in one file, back, and into a database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from cartable.cli.app import LANGUAGE, Complaint, app, out, t
from cartable.cli.serve import Config, unusable
from cartable.texts import say

if TYPE_CHECKING:
    from cartable.server.backup import Copied

Data = Annotated[Path | None, Parameter(help=say("serve.data", LANGUAGE))]


@app.command(help=t("backup"))
def backup(
    file: Annotated[Path, Parameter(help=t("backup.file"))], *, data: Data = None, config: Config = None
) -> None:
    from cartable.server.backup import back_up

    done = _done(back_up, file, data, config)
    out.print(t("backup.done", file=str(file), tables=done.tables, records=done.records), markup=False)


@app.command(help=t("restore"))
def restore(
    file: Annotated[Path, Parameter(help=t("restore.file"))], *, data: Data = None, config: Config = None
) -> None:
    from cartable.server.backup import BEFORE
    from cartable.server.backup import restore as put_back

    done = _done(put_back, file, data, config)
    out.print(t("restore.done", tables=done.tables, records=done.records, before=BEFORE), markup=False)


@app.command(name="move-data", help=t("move-data"))
def move_data(
    folder: Annotated[Path, Parameter(help=t("move-data.folder"))],
    database: Annotated[str | None, Parameter(help=t("move-data.database"))] = None,
    *,
    config: Config = None,
) -> None:
    from cartable.server.settings import Mistaken, settings
    from cartable.server.shared_store import moved
    from cartable.server.store import Unwritable

    try:
        url = database or settings({}, file=config).database
    except Mistaken as mistaken:
        raise Complaint(say("serve.mistaken", LANGUAGE, why=str(mistaken))) from mistaken
    if not url:
        raise Complaint(t("move-data.none"))
    try:
        place, done = moved(folder, url, _progress)
    except Unwritable as unwritable:
        raise unusable(unwritable, folder) from None
    counts = {"tables": done.tables, "records": done.records, "files": done.files, "already": done.already}
    out.print(t("move-data.done", database=place, **counts), markup=False)
    if left := [
        t(f"move-data.{why}", names=", ".join(names))
        for why, names in (("damaged", done.damaged), ("taken", done.taken))
        if names
    ]:
        raise Complaint(" ".join(left))


def _progress(done: int, tables: int) -> None:
    if done and done % 100 == 0:
        out.print(t("move-data.progress", done=done, tables=tables), markup=False, style="dim")


def _done(do: Callable[[Path, Path], Copied], file: Path, data: Path | None, config: Path | None) -> Copied:
    from cartable.server.settings import Mistaken, settings
    from cartable.server.store import Unwritable

    try:
        folder = settings({"data": None if data is None else str(data)}, file=config).folder
    except Mistaken as mistaken:
        raise Complaint(say("serve.mistaken", LANGUAGE, why=str(mistaken))) from mistaken
    try:
        return do(folder, file)
    except Unwritable as unwritable:
        raise unusable(unwritable, folder) from unwritable
    except OSError as error:
        name = str(error.filename or file)
        raise Complaint(t("backup.failed", file=name, why=error.strerror or "")) from error
