"""Whose requests a server answers: its own pages', under its own names."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def policy(host: str) -> str:
    """Return the Content-Security-Policy of a page that was asked for by this name."""
    # Some browsers do not count a socket to the page's own host as 'self'.
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        f"font-src 'self'; media-src 'self'; connect-src 'self' ws://{host} wss://{host}; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def known_host(host: str, names: Iterable[str]) -> bool:
    """Return whether a server is known by this name: no page may rebind its own name to us.

    Numbers are always right: nobody else can make a browser send them.
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name == "localhost" or name.endswith(".localhost") or name in {own, f"{own}.local", *names}
    return True


def same_origin(origin: str | None, host: str, public_url: str) -> bool:
    """Return whether a request comes from our own page, or from no page at all."""
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == host.lower() or (
        bool(public_url) and urlsplit(origin)[:2] == urlsplit(public_url)[:2]
    )
