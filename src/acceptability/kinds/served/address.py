"""Check the addresses of servers: which are on this computer, and what they may contain. Standard library only."""

import re
from typing import NamedTuple

from acceptability.errors import InputError
from acceptability.messages import ALL, setting

HERE = frozenset(("localhost", "127.0.0.1", "[::1]"))  # whole hosts; all others count as another computer
# The whole of an address. Parsers of addresses disagree about strange ones, so that these match nothing here: the host
# that is compared with the list is then the host that is asked.
ADDRESS = re.compile(
    r"https?://(?P<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?(?:/[a-z0-9._~!$&'()*+,;=:/%-]*)?",
    re.IGNORECASE | re.ASCII,
)
EXAMPLE = "http://localhost:8000"
LAST_PORT = 65_535


class Place(NamedTuple):
    """Describe the host of an address, in small letters, and its port; empty if it has none."""

    host: str
    port: str


def check(server: str, remote: bool, place: str) -> None:
    """Raise InputError for what is no address, for one with a password or a key in it, and for another computer's.

    ``remote``: whether sentences may be sent to another computer. ``place`` is what messages call the address.
    """
    if {"@", "?", "#"} & set(server):  # before anything of it is repeated
        raise InputError(
            f"{place}: has @, ? or # in it, as before a user, a password or a key, which would be written into files; "
            "leave these out, and set the server's key in the environment variable ACCEPTABILITY_API_KEY"
        )
    location = _place(server)
    if location is None:
        raise InputError(f"{place}: {server!r} is not the address of a server; write an address such as {EXAMPLE}")
    if not is_here(server) and not remote:
        raise InputError(
            f"{place}: your sentences would be sent to {location.host}, which is not this computer; to allow "
            "this, set ",
            setting("remote", True, ALL),
        )


def _place(server: str) -> Place | None:
    """Return the host and the port of an address; None if the text as a whole is no plain address."""
    match = ADDRESS.fullmatch(server)
    if not match or not 0 < int(match["port"] or 1) <= LAST_PORT:
        return None
    return Place(match["host"].lower(), match["port"] or "")


def is_here(server: str) -> bool:
    """Return whether the whole host of an address is one of this computer's own names."""
    location = _place(server)
    return location is not None and location.host in HERE


def host(server: str) -> str:
    """Return the host of an address that ``check`` accepts, and its port if it has one: no part that may be secret."""
    location = _place(server)
    if location is None:
        raise InputError(f"{server!r} is not the address of a server; write an address such as {EXAMPLE}")
    return f"{location.host}:{location.port}" if location.port else location.host


def root(server: str) -> str:
    """Return an address without what people copy with it: a slash at the end, and the version of the interface."""
    return server.rstrip("/").removesuffix("/v1").rstrip("/")
