"""Addresses of servers: which are this computer's, and what may be written into one. Standard library only."""

from urllib.parse import SplitResult, urlsplit

from acceptability.errors import InputError

HERE = ("localhost", "127.0.0.1", "::1")


def check(server: str, remote: bool, place: str) -> None:
    """Raise InputError for what is no address, for one with a password or a key in it, and for another computer's.

    ``remote``: whether sentences may be sent to another computer. ``place`` is what messages call the address.
    """
    if {"@", "?", "#"} & set(server):  # before anything of it is repeated
        raise InputError(
            f"{place}: has @, ? or # in it, as before a user, a password or a key, which would be written into files; "
            "leave these out, and give the server's key in the environment variable ACCEPTABILITY_API_KEY"
        )
    try:
        parts = urlsplit(server)
        is_plain = server.isascii() and server.isprintable() and " " not in server and parts.port != 0
    except ValueError:
        is_plain = False
    if not is_plain or parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(f"{place}: {server!r} is no address of a server; write one such as {EXAMPLE}")
    if not is_here(server) and not remote:
        raise InputError(
            f"{place}: your sentences would be sent to {parts.hostname}, which is not this computer; if they may be, "
            "say so: remote: true (REMOTE=yes for make score, remote=True from Python)"
        )


EXAMPLE = "http://localhost:8000"


def is_here(server: str) -> bool:
    """Say whether an address is this computer's own."""
    return urlsplit(server).hostname in HERE


def host(server: str) -> str:
    """Return the host of an address, and its port if it has one: nothing of it that could be secret."""
    parts: SplitResult = urlsplit(server)
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else f"{parts.hostname}"
    return f"{name}:{parts.port}" if parts.port else name


def root(server: str) -> str:
    """Return an address without what people copy with it: a slash at the end, and the version of the interface."""
    return server.rstrip("/").removesuffix("/v1").rstrip("/")
