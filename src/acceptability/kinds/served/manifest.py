"""Declare models behind a server that returns the log-probabilities of the tokens of a text."""

from collections.abc import Mapping

from acceptability.errors import InputError
from acceptability.kinds import keys
from acceptability.kinds.kind import Kind
from acceptability.kinds.served import address
from acceptability.kinds.served.interfaces import INTERFACES
from acceptability.messages import quoted
from acceptability.reading.completions import SPECIAL

AT_ONCE, MOST_AT_ONCE = 4, 256  # requests, by default and at most
KEYS = {
    "server": keys.text(
        f"The address of its server, such as {address.EXAMPLE} (docs/servers.md). A key that the server asks for is "
        "read from the environment variable ACCEPTABILITY_API_KEY, and never written anywhere."
    ),
    "name": keys.text("What the server calls the model.", minLength=1),
    "api": {
        "description": "How the server is asked: `openai` by completions with echo (vLLM, llama-cpp-python), `sglang` "
        "and `tgi` each by its own /generate.",
        "enum": list(INTERFACES),
        "default": next(iter(INTERFACES)),
    },
    "beginning": keys.text(
        "The text of special tokens that is put before each sentence, such as <|im_start|>. Without this key, the "
        "server puts there what it does by itself, which is recorded."
    ),
    "remote": keys.boolean(
        "true: sentences may be sent to a server that is not on this computer. Needed for any such address.",
        default=False,
    ),
    "at_once": keys.whole("Number of requests at the same time.", 1, MOST_AT_ONCE, default=AT_ONCE),
}
ALONE = {
    "description": "must be 1: requests to a server are made at the same time, as many as `at_once` says",
    "const": 1,
}


def check(entry: Mapping, place: str) -> None:
    """Raise InputError for what cannot be asked, such as another computer, or a beginning that is no token."""
    remote, at_once = entry.get("remote", False), entry.get("at_once", AT_ONCE)
    if not isinstance(remote, bool):
        raise InputError(f"{place}.remote: {remote!r} must be True or False")
    if isinstance(at_once, bool) or at_once not in range(1, MOST_AT_ONCE + 1):
        raise InputError(f"{place}.at_once: {at_once!r} must be a whole number from 1 to {MOST_AT_ONCE}")
    address.check(entry["server"], remote, f"{place}.server")
    if (api := entry.get("api", KEYS["api"]["default"])) not in INTERFACES:
        raise InputError(f"{place}.api: {api!r} is not known; write one of {', '.join(INTERFACES)}")
    beginning = entry.get("beginning", "")
    if not isinstance(beginning, str) or SPECIAL.sub("", beginning):
        raise InputError(
            f"{place}.",
            quoted("beginning", beginning),
            " is not a special token; for a model behind a server, write its text, such as <s> or <|im_start|>, or "
            "leave it out",
        )


def reading(entry: Mapping) -> dict:
    """Return how the server is asked, as far as scores may depend on it."""
    usual = {"api": KEYS["api"]["default"], "beginning": ""}
    return {"server": entry["server"], "name": entry["name"]} | {name: entry.get(name, usual[name]) for name in usual}


KIND = Kind(
    name="served",
    section="models",
    description="is behind a server, which gives the log-probability of each token after those before it",
    keys=KEYS,
    needed=("server", "name"),
    conditions={"allOf": [{"properties": {"shards": ALONE}}]},
    check=check,
    columns=("log_prob",),
    usual_measures=("log_prob", "mean_lp"),
    babylm={"log_prob": "causal"},
    scores_tokens=True,
    elsewhere=lambda entry: f"server {address.host(entry['server'])}",
    reading=reading,
    scoring="kinds.served.scoring",
)
