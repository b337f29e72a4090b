"""Settings: defaults, a TOML file, the environment (CARTABLE_PORT, …), flags; the last one wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from platformdirs import user_data_path

PREFIX: Final = "CARTABLE_"
LARGEST: Final = 1 << 20
"""The bytes that a file of settings may have."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a server runs."""

    port: int = 8000
    host: str = "0.0.0.0"
    """The address to listen on; 0.0.0.0 is all of this machine's."""
    local: bool = False
    """Whether to listen on this machine only."""
    data: str = ""
    """The folder where everything is kept; empty: the system's usual place."""
    database: str = ""
    """The address of the PostgreSQL database where everything is kept instead; it has a password."""
    public_url: str = ""
    """The public address, if a proxy is in front."""
    hosts: tuple[str, ...] = ()
    """Other names that this server is known by."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are believed about who is asking."""
    token: str = ""
    """The admin token; empty: a new one at every start."""
    forget: int = 30
    """After how many days a table that nobody uses is deleted; 0: never."""
    day: bool = True
    """Whether there is a deck of the day (TABLE-16)."""
    arbiter: bool = True
    """Whether the arbiter decides who was first, and not arrival; off only to measure."""
    limits: bool = True
    """Whether there is a limit on what one address may do; off only to measure."""

    node_name: str = ""
    """What this server is called among those that share a database; empty: by its machine and port."""
    node_host: str = "127.0.0.1"
    """The address to listen on for other nodes; never the public one."""
    node_port: int = 0
    """The port to listen on for other nodes; 0: any."""
    node_address: str = ""
    """Where other nodes find this one, as host:port; empty: where it listens."""
    secret: str = ""
    """The secret that nodes share; empty: the admin token."""
    drain: int = 60
    """How many seconds a stopping server waits for games that only it can continue."""
    warm: bool = True
    """Whether a process for bots that look ahead is made ready at the start; off only to measure."""

    def __repr__(self) -> str:
        # Nothing that prints settings, such as a traceback, shows secrets.
        return f"Settings(port={self.port}, data={self.data!r})"

    @property
    def folder(self) -> Path:
        """The folder where everything is kept."""
        return Path(self.data).expanduser() if self.data else user_data_path("cartable", appauthor=False)

    @property
    def decks(self) -> Path:
        """The folder where custom decks are kept."""
        return self.folder / "decks"

    @property
    def listen(self) -> str:
        """The address to listen on."""
        return "127.0.0.1" if self.local else self.host


class Mistaken(ValueError):
    """An invalid setting; the reason names it."""


def settings(
    flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ, file: Path | None = None
) -> Settings:
    """Bring the settings together; a flag that is None was not given."""
    chosen: dict[str, Any] = {}
    path = file or (Path(environment[PREFIX + "CONFIG"]) if PREFIX + "CONFIG" in environment else None)
    if path:
        try:
            if path.exists() and not path.is_file():
                # A pipe or a device might never end.
                raise Mistaken(f"{path}: not a file")
            with path.open("rb") as opened:
                content = opened.read(LARGEST + 1)
            if len(content) > LARGEST:
                raise Mistaken(f"{path}: larger than {LARGEST >> 20} MB")
            chosen |= tomllib.loads(content.decode())
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise Mistaken(f"{path}: {error}") from error
    for name in Settings.__struct_fields__:
        if (text := environment.get(PREFIX + name.upper())) is not None:
            chosen[name] = text.split(",") if name in ("hosts", "proxies") else text
    chosen |= {name: value for name, value in flags.items() if value is not None}
    try:
        return msgspec.convert(chosen, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Mistaken(str(error)) from error
