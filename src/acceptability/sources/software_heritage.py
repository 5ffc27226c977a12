"""Name the address of a file in Software Heritage's archive of public code, which finds it by its content.

The archive allows each computer so many requests an hour and counts them in the headers of its answers:
``X-RateLimit-Limit``, ``-Remaining`` and ``-Reset`` (seconds since 1970).
"""

import os
import time
from collections.abc import Mapping
from email.message import Message

ARCHIVE = "https://archive.softwareheritage.org"
VARIABLE = "ACCEPTABILITY_SOFTWARE_HERITAGE"  # of the environment: another address of the archive, or empty: none


def address_of(row: Mapping[str, str]) -> str:
    """Return the address of a registered file by its content; "" if the archive is not to be asked."""
    archive = os.environ.get(VARIABLE, ARCHIVE)
    content = f"sha1_git:{row['git_blob']}" if row.get("git_blob") else f"sha256:{row['sha256']}"
    return archive and f"{archive}/api/1/content/{content}/raw/"


def quota(headers: Message) -> str:
    """Return, as words for a message, how many requests the archive still allows; "" if its answer has no count."""
    limit, left, reset = (headers.get(f"X-RateLimit-{name}", "") for name in ("Limit", "Remaining", "Reset"))
    if not (limit.isdecimal() and left.isdecimal() and reset.isdecimal() and len(reset) <= 10):
        return ""
    until = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(int(reset)))
    return f"{left} of {limit} requests left until {until}"
