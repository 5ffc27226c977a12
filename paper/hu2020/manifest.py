"""Reflexive pronouns in five experiments: sentences in sets, labelled by construction."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest

KIND = "hu2020"
EXPERIMENTS = ("exp1a", "exp1b", "exp2", "exp3", "exp4")
PRONOUNS = ("herself", "himself", "themselves")
METHODS = {
    "pronoun": "only the pronoun is scored, given what comes before it",
    "full-sentence": "the whole sentence is scored",
}
KEYS = {
    "method": {
        "description": "For `hu2020`: what is scored. "
        + "; ".join(f"`{key}`: {text}" for key, text in METHODS.items())
        + ".",
        "enum": list(METHODS),
        "default": next(iter(METHODS)),
    },
}
NEEDED = ()
SOURCES = {
    f"{experiment}_{pronoun}": f"hu2020-{experiment}-{pronoun}.csv"
    for experiment in EXPERIMENTS
    for pronoun in PRONOUNS
}
DESCRIPTION = (
    "Hu et al. (2020) made 18,000 sentences with a reflexive pronoun, in five experiments with three pronouns. A set "
    "has the versions of one item with one pronoun: a baseline, versions in which a distractor does not agree with the "
    "pronoun (both acceptable), and versions in which the antecedent does not (unacceptable). The released column "
    "“grammatical” is wrong for 1,120 sentences; labels follow the position of the mismatch."
)
OF_METHOD = {
    "pronoun": " Only the pronoun is scored, given what comes before it. A masked model sees what follows, too.",
    "full-sentence": " The whole sentence is scored.",
}


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: labelled sentences in sets, without pairs."""
    method = entry.get("method", next(iter(METHODS)))
    return Manifest(
        sources=SOURCES,
        options={"method": method},
        labelled=True,
        scored_part=method == "pronoun",
        cluster="sets",
        description=DESCRIPTION + OF_METHOD[method],
    )
