"""Which requests a server answers: those of its own pages, under its own names."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

HEADERS: Final = {
    "Server": "Cartable",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?", re.ASCII | re.IGNORECASE)


def is_host(text: str) -> bool:
    """Return whether this can be the name of a server, with or without a port."""
    return _HOST.fullmatch(text) is not None


def household(address: str) -> str:
    """Return what counts as one address: with IPv6 a network, since one home has more than can be counted.

    It is empty where this is no address.
    """
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    return str(number.ipv4_mapped or ipaddress.ip_network((number, 64), strict=False))


def policy(host: str) -> str:
    """Return the Content-Security-Policy of a page requested under this name."""
    # Some browsers do not count a socket to the page's own host as 'self'.
    sockets = f" ws://{host} wss://{host}" if is_host(host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        f"font-src 'self'; media-src 'self'; connect-src 'self'{sockets}; "
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
    """Return whether a request comes from our own page, or no page; raise ValueError if it is no origin."""
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == host.lower() or (
        bool(public_url) and urlsplit(origin)[:2] == urlsplit(public_url)[:2]
    )
