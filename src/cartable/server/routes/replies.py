"""What requests carry and what they are answered: bodies, files, JSON, problems."""

from __future__ import annotations

from contextlib import suppress
from gzip import GzipFile
from io import BytesIO
from typing import Any, Final, TypeVar

import msgspec
from aiohttp import web

from cartable.server import messages
from cartable.server.decoders import decoder
from cartable.server.outside import LARGEST
from cartable.texts import Language, say

T = TypeVar("T")

PIECE: Final = 1 << 16
"""How many bytes are unpacked at a time."""

FOR_EVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}


class Fault(Exception):
    """An unsuccessful HTTP answer."""

    def __init__(self, status: int, key: str, **values: int | str) -> None:
        super().__init__(status, key)
        self.status = status
        self.key = key
        self.values = values


async def body_of(request: web.Request, kind: type[T]) -> T:
    """Return the body of a request, decoded."""
    try:
        body: T = decoder(kind).decode(await request.read())
        return body
    except (ValueError, RecursionError) as error:
        raise Fault(400, "error.body", why=str(error)) from error


async def file_of(request: web.Request) -> bytes:
    """Return the file that was sent, unless it is too large."""
    content = b""
    async for piece in request.content.iter_chunked(1 << 16):
        content += piece
        if len(content) > LARGEST:
            raise Fault(413, "error.record-large", most=LARGEST >> 20)
    return content


def bearer(request: web.Request) -> str:
    """Return the token that a request carries, or nothing."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if not token.isascii():
        raise Fault(400, "error.request")
    return token.strip() if scheme.lower() == "bearer" else ""


def language_of(request: web.Request) -> Language:
    """Return the language that a browser asks for."""
    return "fr" if request.headers.get("Accept-Language", "").lower().startswith("fr") else "en"


def json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return a value as JSON."""
    body = msgspec.json.encode(value)
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


async def packed(request: web.Request, body: bytes) -> web.StreamResponse:
    """Answer JSON that is compressed (gzip), unpacked piece by piece for whoever cannot read it so."""
    if "gzip" in request.headers.get("Accept-Encoding", "").lower():
        headers = {"Content-Encoding": "gzip"}
        return web.Response(body=body, content_type="application/json", headers=headers)
    response = web.StreamResponse(headers={"Content-Type": "application/json; charset=utf-8"})
    await response.prepare(request)
    with GzipFile(fileobj=BytesIO(body)) as file, suppress(ConnectionResetError):
        while piece := file.read(PIECE):
            await response.write(piece)
    return response


def qr(text: str) -> web.Response:
    """Return a QR code as a picture."""
    import segno  # Here, as in `DeckRoutes`: a server starts without it.

    image = BytesIO()
    segno.make(text, error="m").save(image, kind="svg", border=2, scale=8, xmldecl=False, svgns=True)
    return web.Response(body=image.getvalue(), content_type="image/svg+xml")


def worded(request: web.Request, fault: Fault) -> messages.Problem:
    """Return what went wrong, in the language of a request."""
    return messages.Problem(fault.key, say(fault.key, language_of(request), **fault.values))


def problem(status: int, key: str, text: str, rule: str = "") -> web.Response:
    """Return what went wrong, in words and by its key."""
    return json(messages.Problem(key, text, rule), status)
