"""The Corpus of Linguistic Acceptability, version 1.1: labelled sentences in splits, with annotated features."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Splits

KIND = "cola"
KEYS: dict = {}
NEEDED = ()
SOURCES = {
    "train": "cola-train.csv",
    "in_domain_dev": "cola-in-domain-dev-1.1.tsv",
    "dev": "cola-dev.csv",
    "test": "cola-test.csv",
    "major": "cola-major-features.tsv",
    "minor": "cola-minor-features.tsv",
}
# Warstadt, Singh & Bowman (2019, Table 2), with the codes of the data.
ORIGINS = {
    "ad03": "Adger (2003)",
    "b_82": "Baltin (1982)",
    "bc01": "Baltin & Collins (2001)",
    "b_73": "Bresnan (1973)",
    "c_13": "Carnie (2013)",
    "cj99": "Culicover & Jackendoff (1999)",
    "d_98": "Dayal (1998)",
    "g_81": "Gazdar (1981)",
    "gj04": "Goldberg & Jackendoff (2004)",
    "kl93": "Kadmon & Landman (1993)",
    "ks08": "Kim & Sells (2008)",
    "l-93": "Levin (1993)",
    "m_02": "Miller (2002)",
    "rhl07": "Rappaport Hovav & Levin (2008)",
    "r-67": "Ross (1967)",
    "sgww85": "Sag et al. (1985)",
    "sks13": "Sportiche et al. (2013)",
    "clc95": "Chung et al. (1995)",
    "c-05": "Collins (2005)",
    "j_71": "Jackendoff (1971)",
    "s_97": "Sag (1997)",
    "swb04": "Sag et al. (2003)",
    "w_80": "Williams (1980)",
}
# Table 5: the out-of-domain sources of the original split and of splits 1 to 5; split 2 prints 853 sentences, which is
# their number without Gazdar (1981). Section 6: sources are drawn until they have more than 750 sentences.
SOURCE_SPLITS = (
    ("c-05", "j_71", "s_97", "clc95", "w_80", "swb04"),
    ("bc01", "b_73"),
    ("kl93", "sgww85", "w_80", "d_98", "b_73", "g_81"),
    ("ad03", "d_98", "g_81"),
    ("b_82", "swb04", "cj99"),
    ("m_02", "bc01", "cj99"),
)
OUT_OF_DOMAIN = 750


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: labelled sentences in splits, without pairs."""
    return Manifest(
        sources=SOURCES,
        splits=Splits(
            features=("major", "minor"), origins=ORIGINS, source_splits=SOURCE_SPLITS, out_of_domain=OUT_OF_DOMAIN
        ),
    )
