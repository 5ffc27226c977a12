"""Addresses of servers: which are this computer's, and what may be written into one. Standard library only."""

from urllib.parse import SplitResult, urlsplit

from acceptability.errors import InputError

HERE = ("localhost", "127.0.0.1", "::1")


def check(server: str, remote: bool, place: str) -> None:
    """Raise InputError for an address that is none, that has a password in it, or that is not this computer's.

    ``remote``: whether sentences may be sent to another computer. ``place`` is what messages call the address.
    """
    try:
        parts = urlsplit(server)
        _ = parts.port
    except ValueError as error:
        raise InputError(f"{place}: {server!r} is no address ({error}); write one such as {EXAMPLE}") from error
    if parts.username or parts.password:
        raise InputError(
            f"{place}: has a user or a password in it, which would be written into files; leave them out, and give the "
            "server's key in the environment variable ACCEPTABILITY_API_KEY"
        )
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
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
