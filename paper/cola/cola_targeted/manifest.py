"""The targeted sets of Warstadt, Singh & Bowman (2019): generated sentences, each set about one contrast."""

from collections.abc import Mapping

from acceptability.datasets.manifest import THRESHOLDS_FROM, Manifest, Pairs

KIND = "cola-targeted"
FORMS = {
    "restored": "with capital letters, and with clitics and the final mark joined to their words",
    "as_released": "in lower case, tokens between spaces",
}
KEYS = {
    "form": {
        "enum": list(FORMS),
        "default": next(iter(FORMS)),
        "description": "For `cola-targeted`: how sentences are written. "
        + "; ".join(f"`{form}`: {text}" for form, text in FORMS.items())
        + ".",
    },
} | THRESHOLDS_FROM
NEEDED = ()
SOURCES = {
    "svo": "cola-targeted-svo.tsv",
    "wh_extraction": "cola-targeted-wh-extraction.tsv",
    "inchoative": "cola-targeted-inchoative.tsv",
    "singular_pl": "cola-targeted-singular-pl.tsv",
    "reflexive": "cola-targeted-reflexive.tsv",
}
DESCRIPTION = (
    "These are five sets of generated sentences, 2,022 in all, each about one contrast. Pairs are an acceptable and an "
    "unacceptable sentence of one item, such as the same subject, verb and object in two orders."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: pairs are within items, and a set is the phenomenon of its pairs."""
    form = entry.get("form", next(iter(FORMS)))
    return Manifest(
        sources=SOURCES,
        options={"form": form},
        pairs=Pairs(),
        thresholds_from=entry.get("thresholds_from"),
        description=f"{DESCRIPTION} They are written {FORMS[form]}.",
    )
