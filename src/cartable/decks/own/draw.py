"""A separate program that draws an SVG: it can cost no more than this process may spend.

It imports nothing of Cartable, so that it starts at once. Its arguments are the width in pixels and how many
seconds and bytes it may use; the SVG comes in, and the PNG goes out.
"""

from __future__ import annotations

import sys

import resvg_py

BROKEN = 3
"""The exit status if the SVG cannot be read."""


def draw(width: int, seconds: int, memory: int) -> int:
    """Draw the SVG on standard input."""
    if sys.platform != "win32":  # There only the clock of whoever waits counts.
        import resource

        for what, most in (
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_CORE, 0),
        ):
            _, hard = resource.getrlimit(what)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (most, hard))
    try:
        png = resvg_py.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), width=width, dpi=96.0)
    except ValueError:
        return BROKEN
    sys.stdout.buffer.write(bytes(png))
    return 0


if __name__ == "__main__":
    sys.exit(draw(*map(int, sys.argv[1:])))
