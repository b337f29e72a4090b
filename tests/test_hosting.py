"""What operators copy: compose.yaml, the Dockerfile, and the files in docs/hosting.md."""

from __future__ import annotations

import ipaddress
import json
import re
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from cartable.cli import serve
from cartable.cli.app import app
from cartable.server.settings import PREFIX, Settings, settings

ROOT = Path(__file__).parents[1]
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
GIVEN = {"DATABASE_PASSWORD": "hush", "CARTABLE_TOKEN": "long"}
"""What whoever starts it must say."""
ELSEWHERE = {"CARTABLE_CONFIG", "CARTABLE_TEST_DATABASE"}
"""Variables that are no settings."""


def filled(text: str) -> str:
    """Return a value with its variables filled in, as compose does it."""
    return re.sub(
        r"\$\{(\w+)(?::(\?|-([^}]*)))?\}",
        lambda found: GIVEN[found[1]] if found[1] in GIVEN else found[3],
        text,
    )


COMPOSE: dict[str, Any] = msgspec.yaml.decode((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
SERVERS: dict[str, Any] = {name: some for name, some in SERVICES.items() if "build" in some}
PROXY: str = COMPOSE["configs"]["proxy"]["content"]
DEFAULTS = Settings()


def chosen(name: str) -> Settings:
    """Return the settings of a server in compose.yaml."""
    environment = {key: filled(value) for key, value in SERVERS[name]["environment"].items()}
    unknown = {
        key for key in environment if key.removeprefix(PREFIX).lower() not in Settings.__struct_fields__
    }
    assert not unknown
    return settings({}, environment)


def documented(language: str) -> list[str]:
    """Return the blocks of a language in docs/hosting.md."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", HOSTING, re.MULTILINE | re.DOTALL)
    return [block for of, block in blocks if of == language]


def test_two_servers_of_compose_find_the_database_and_each_other() -> None:
    assert len(SERVERS) == 2
    database = SERVICES["database"]["environment"]
    for name in SERVERS:
        found = chosen(name)
        url = urlsplit(found.database)
        assert url.hostname == "database"
        assert (url.username, url.password) == (
            database["POSTGRES_USER"],
            filled(database["POSTGRES_PASSWORD"]),
        )
        # PostgreSQL's image calls the first database by its user.
        assert url.path == f"/{database['POSTGRES_USER']}"
        assert found.token == GIVEN["CARTABLE_TOKEN"]
        assert found.node_name == name
        # Inside its container it listens to all of a network that only these services are in.
        assert found.node_host == "0.0.0.0"
        assert found.node_address == f"{name}:{found.node_port}"
        assert found.node_port != found.port
        assert list(SERVERS[name]["networks"]) == SERVICES["database"]["networks"]
        assert "ports" not in SERVERS[name]


def test_the_proxy_of_compose_is_believed_and_knows_the_servers() -> None:
    network = ipaddress.ip_network(COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"])
    fixed = {name: SERVICES[name]["networks"]["inside"]["ipv4_address"] for name in ("proxy", *SERVERS)}
    assert len(set(fixed.values())) == len(fixed)
    assert all(ipaddress.ip_address(some) in network for some in fixed.values())
    address = fixed["proxy"]
    # A proxy that starts before a server finds no name, and would end.
    there = {name: f"{fixed[name]}:{chosen(name).port}" for name in SERVERS}
    assert dict(re.findall(r"^ +server (\w+) (\S+) ", PROXY, re.MULTILINE)) == there
    (bound,) = re.findall(r"bind :(\d+)$", PROXY, re.MULTILINE)
    (published,) = SERVICES["proxy"]["ports"]
    outside, inside = published.split(":")
    assert inside == bound
    for name in SERVERS:
        assert chosen(name).proxies == (address,)
        assert urlsplit(chosen(name).public_url).port == int(outside)


def test_a_server_of_compose_has_the_time_to_hand_its_tables_over() -> None:
    for server in SERVERS.values():
        assert int(server["stop_grace_period"].removesuffix("s")) > DEFAULTS.drain
    (template,) = [unit for unit in documented("ini") if "TimeoutStopSec" in unit]
    assert int(re.findall(r"TimeoutStopSec=(\d+)", template)[0]) > DEFAULTS.drain


def test_no_server_of_compose_begins_before_the_database_can_be_reached() -> None:
    check = SERVICES["database"]["healthcheck"]
    # While the image sets its database up, that answers on its socket alone.
    assert "-h" in check["test"]
    # Three failures would make it unhealthy, and nothing else would start.
    assert check["start_period"]
    waits = {server["depends_on"]["database"]["condition"] for server in SERVERS.values()}
    assert waits == {"service_healthy"}
    assert {service["restart"] for service in SERVICES.values()} == {"unless-stopped"}


def test_compose_fills_nothing_into_the_settings_of_the_proxy() -> None:
    assert "$" not in PROXY


def test_compose_builds_what_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for server in SERVERS.values():
        wanted = server["build"]["args"]["EXTRAS"].split(",")
        assert "postgres" in wanted
        assert set(wanted) <= extras.keys()
    assert re.search(r"^ARG EXTRAS=", DOCKERFILE, re.MULTILINE)


def test_the_proxies_of_compose_and_of_the_page_agree() -> None:
    (page,) = [block for block in documented("") if "frontend people" in block]
    ours = {line.strip() for line in PROXY.splitlines()}
    theirs = {line.strip() for line in page.splitlines()}
    own = {line for line in ours - theirs if not re.match(r"(bind|server|http-check send|#) ", line)}
    assert not own
    options = re.findall(r"^ +server \w+ \S+ (.+)$", PROXY + page, re.MULTILINE)
    assert len(options) == 4
    assert len(set(options)) == 1


@pytest.mark.parametrize("text", [HOSTING, DOCKERFILE], ids=["docs/hosting.md", "Dockerfile"])
def test_every_variable_is_a_setting(text: str) -> None:
    named = set(re.findall(r"\bCARTABLE_[A-Z_]+\b", text)) - ELSEWHERE
    assert named
    assert {name.removeprefix(PREFIX).lower() for name in named} <= set(Settings.__struct_fields__)


@pytest.mark.parametrize("block", documented("toml"))
def test_every_file_of_settings_is_read(block: str, tmp_path: Path) -> None:
    file = tmp_path / "cartable.toml"
    file.write_text(block, "utf-8")
    assert settings({}, {}, file) != DEFAULTS


def test_whatever_starts_a_server_is_a_command() -> None:
    commands = [
        line.split()[1:] for line in re.findall(r"^ExecStart=(\S+/cartable .+)$", HOSTING, re.MULTILINE)
    ]
    commands.append(json.loads(re.findall(r"^CMD (\[.+\])$", DOCKERFILE, re.MULTILINE)[-1])[1:])
    assert len(commands) == 3
    for words in commands:
        command, _, _ = app.parse_args(words, exit_on_error=False, print_error=False)
        assert command is serve.serve
