"""The page: the files of the web client."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from aiohttp import web

from cartable.server.routes.replies import FOR_EVER, Fault

STATIC: Final = Path(str(files("cartable"))) / "static"


def built() -> bool:
    """Return whether the web client is there."""
    return (STATIC / "index.html").is_file()


async def page_or_file(request: web.Request) -> web.StreamResponse:
    """Answer a file of the page, or the page itself for each of its addresses."""
    path = request.match_info["path"]
    if path and (file := _file(path)):
        return web.FileResponse(file, headers=FOR_EVER if path.startswith("assets/") else None)
    if "." in path.rpartition("/")[2]:
        raise Fault(404, "error.no-page")
    if not built():
        raise Fault(503, "serve.not-built")
    return web.FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


async def nothing(request: web.Request) -> web.StreamResponse:
    """Say that there is nothing here."""
    raise Fault(404, "error.no-page")


def _file(path: str) -> Path | None:
    """Return a file of the page, and nothing outside its folder."""
    file = (STATIC / path).resolve()
    try:
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except OSError:
        # Such a name no file can have.
        return None
