"""`cartable serve`: open the tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from cartable.cli.app import LANGUAGE, Complaint, app, err, out
from cartable.texts import say

if TYPE_CHECKING:
    from cartable.server.renewal import Progress
    from cartable.server.run import Started
    from cartable.server.store import Unwritable


def _s(key: str, **values: int | str) -> str:
    return say(f"serve.{key}", LANGUAGE, **values)


Config = Annotated[Path | None, Parameter(help=_s("config"))]


@app.default
@app.command(help=_s("help"))
def serve(
    *,
    port: Annotated[int | None, Parameter(help=_s("port"))] = None,
    host: Annotated[str | None, Parameter(help=_s("host"))] = None,
    local: Annotated[bool | None, Parameter(help=_s("local"), negative="")] = None,
    data: Annotated[Path | None, Parameter(help=_s("data"))] = None,
    database: Annotated[str | None, Parameter(help=_s("database"))] = None,
    open: Annotated[bool, Parameter(help=_s("open"), negative="")] = False,
    public_url: Annotated[str | None, Parameter(help=_s("public-url"))] = None,
    day: Annotated[bool | None, Parameter(help=_s("day"))] = None,
    config: Config = None,
) -> None:
    from cartable.server.run import Busy
    from cartable.server.run import serve as run
    from cartable.server.settings import Mistaken, settings
    from cartable.server.store import Unwritable

    flags = {
        "port": port,
        "host": host,
        "local": local,
        "data": None if data is None else str(data),
        "database": database,
        "public_url": public_url,
        "day": day,
    }
    try:
        chosen = settings(flags, file=config)
    except Mistaken as mistaken:
        raise Complaint(_s("mistaken", why=str(mistaken))) from mistaken
    try:
        run(chosen, lambda started: _announce(started, open), _complain, _renewing)
    except Busy as busy:
        raise Complaint(_s("busy", port=chosen.port, why=busy.strerror or ""), _s("busy.hint")) from busy
    except Unwritable as unwritable:
        raise unusable(unwritable, chosen.folder) from unwritable
    except KeyboardInterrupt:
        pass
    out.print(_s("stopped"))


def unusable(unwritable: Unwritable, folder: Path) -> Complaint:
    """Return what to say about a folder that cannot be used."""
    if not unwritable.key:
        return Complaint(_s("unwritable", folder=str(folder), why=str(unwritable)), _s("unwritable.hint"))
    hint = "" if unwritable.key.startswith(("backup.", "database.")) else _s("unwritable.hint")
    if unwritable.key in ("serve.cut", "serve.damaged", "serve.empty"):
        hint = _s("damaged.hint")
    return Complaint(say(unwritable.key, LANGUAGE, **unwritable.values), hint)


def _renewing(progress: Progress) -> None:
    from cartable.server.renewal import OLD

    if not progress.done:
        room = -(-progress.room // 1_000_000)
        out.print(_s("renewing", room=room, old=OLD), markup=False)
    else:
        out.print(_s("renewed", done=progress.done, tables=progress.tables), markup=False, style="dim")


def _complain(failure: Exception) -> None:
    from cartable.server.sentences import unwritable

    err.print(say(unwritable(str(failure)), LANGUAGE, why=str(failure)), markup=False)


def _announce(started: Started, open: bool) -> None:
    from cartable.server.routes.page import built

    address = started.home or started.here
    out.print(_s("here", address=started.here), markup=False)
    if started.home:
        out.print(_s("home", address=started.home), markup=False)
        _draw(started.home)
    kept = _s("kept", database=started.kept) if started.shared else _s("folder", folder=started.kept)
    out.print(kept, markup=False, style="dim")
    out.print(_s("token", token=started.token), markup=False, style="dim")
    out.print(_s("stop"), style="dim")
    if not built():
        err.print(_s("not-built"), markup=False)
    elif open:
        import webbrowser

        webbrowser.open(started.here if not address.startswith("https:") else address)


def _draw(address: str) -> None:
    """Draw the address as a QR code, where the terminal can show one."""
    if sys.stdout.isatty():
        import segno

        segno.make(address, error="l").terminal(compact=True, border=2)
