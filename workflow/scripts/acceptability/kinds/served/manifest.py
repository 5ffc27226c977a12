"""Models behind a server, which gives the log-probabilities of the tokens of a text."""

from collections.abc import Mapping

from acceptability.errors import InputError
from acceptability.kinds import keys
from acceptability.kinds.kind import Kind
from acceptability.kinds.served import address
from acceptability.kinds.served.interfaces import INTERFACES
from acceptability.reading.completions import SPECIAL

AT_ONCE = 4  # requests, by default
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
    "at_once": keys.whole("Number of requests at the same time.", 1, 256, default=AT_ONCE),
}
ALONE = {
    "description": "must be 1: requests to a server are made at the same time, as many as `at_once` says",
    "const": 1,
}


def check(entry: Mapping, place: str) -> None:
    """Raise InputError for what cannot be asked: another's address, an unknown way, a beginning that is no token."""
    address.check(entry["server"], entry.get("remote", False), f"{place}.server")
    if (api := entry.get("api", KEYS["api"]["default"])) not in INTERFACES:
        raise InputError(f"{place}.api: {api!r} is not known; write one of {', '.join(INTERFACES)}")
    beginning = entry.get("beginning", "")
    if not isinstance(beginning, str) or SPECIAL.sub("", beginning):
        raise InputError(
            f"{place}.beginning: {beginning!r} is no special token; for a model behind a server, write the text of "
            "one, such as <s> or <|im_start|>, or leave it out"
        )


def reading(entry: Mapping) -> dict:
    """Return how the server is asked."""
    usual = {"api": KEYS["api"]["default"], "beginning": "", "at_once": AT_ONCE}
    asked = {name: entry.get(name, usual[name]) for name in usual}
    return {"server": entry["server"], "name": entry["name"]} | asked | {"at_once": int(asked["at_once"])}


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
    scores_tokens=True,
    elsewhere=lambda entry: f"server {address.host(entry['server'])}",
    reading=reading,
    scoring="kinds.served.scoring",
)
