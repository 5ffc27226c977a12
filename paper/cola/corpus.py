"""CoLA by source and split, its annotated development sentences, and the targeted sets (pure, except for reading)."""

import hashlib
import re
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.errors import InputError
from acceptability.papers.cola.cola.reader import RAW_COLUMNS
from acceptability.sources.archives import open_zip, read_member

DOMAINS = ("in_domain", "out_of_domain")
RELEASED = ("in_domain_train", "in_domain_dev", "out_of_domain_dev")  # splits whose labels the authors publish
MEND = "fetch it again"
TOKEN = r"\w+|[^\w\s]"  # a word or a punctuation mark, as the bag of words of statistics/simple_classifiers.py has them
FIGURE_1 = ("Simple", "Adjunct", "Comp Clause", "to-VP", "Arg Altern", "Binding", "Question", "Violations")


def released_labels(path: Path) -> pd.DataFrame:
    """Return ``split`` and ``label`` of every sentence of version 1.0, the one of the paper's runs."""
    parts = []
    with open_zip(path, MEND) as archive:
        for split in RELEASED:
            text = read_member(archive, f"cola_public_1.0/raw/{split}.tsv", MEND).decode("utf-8")
            labels = [line.split("\t")[1] for line in text.split("\n") if line]
            parts.append(pd.DataFrame({"split": split, "label": labels}))
    return pd.concat(parts, ignore_index=True)


def class_counts(in_domain: Path, out_of_domain: Path, released: Path) -> pd.DataFrame:
    """Count the sentences of each source and split: the contract CLASS_COUNTS.

    ``in_domain`` and ``out_of_domain`` list all sentences of a domain with their source. The first holds the test set,
    whose labels are held back elsewhere: nothing but these counts is taken from it. A test set is what remains of its
    domain without the released splits.
    """
    parts = []
    for domain, path in zip(DOMAINS, (in_domain, out_of_domain), strict=True):
        raw = io.read_raw_tsv(path, RAW_COLUMNS)
        parts.append(raw[["sentence_source", "label"]].assign(domain=domain))
    every, splits = pd.concat(parts), released_labels(released)
    for labels, path in ((every["label"], f"{in_domain}, {out_of_domain}"), (splits["label"], released)):
        if not labels.isin(["0", "1"]).all():
            raise InputError(f"{path}: a label is neither 0 nor 1; {MEND}")
    sources = _counted(every, "sentence_source", "source", every.groupby("sentence_source")["domain"].first())
    domains = sources.groupby("domain")[["sentences", "acceptable"]].sum()
    of_split = pd.Series({split: split.rpartition("_")[0] for split in RELEASED})
    known = _counted(splits, "split", "split", of_split)
    tests = domains - known.groupby("domain")[["sentences", "acceptable"]].sum()
    tests = tests.reset_index().assign(part=tests.index + "_test", kind="split")
    return pd.concat([sources, known, tests[sources.columns]], ignore_index=True)


def _counted(rows: pd.DataFrame, column: str, kind: str, domains: pd.Series) -> pd.DataFrame:
    """Count each part that a column names, in order of first appearance."""
    counts = rows.assign(label=rows["label"].astype(int)).groupby(column, sort=False)["label"].agg(["size", "sum"])
    counts = counts.rename(columns={"size": "sentences", "sum": "acceptable"}).rename_axis("part").reset_index()
    return counts.assign(kind=kind, domain=counts["part"].map(domains))[
        ["part", "kind", "domain", "sentences", "acceptable"]
    ]


def sources(counts: pd.DataFrame, domain: str) -> pd.DataFrame:
    """Return the rows of CLASS_COUNTS, indexed by part, that are sources of a domain or of ``all``."""
    rows = counts[counts["kind"] == "source"]
    return rows if domain == "all" else rows[rows["domain"] == domain]


def count_parts(counts: pd.DataFrame, *parts: str) -> pd.Series:
    """Return ``sentences`` and ``acceptable`` of these parts together. KeyError where there is none."""
    rows = [sources(counts, part) if part in (*DOMAINS, "all") else counts.loc[[part]] for part in parts]
    return pd.concat(rows)[["sentences", "acceptable"]].sum()


def annotated(sentences: pd.DataFrame, features: pd.DataFrame) -> pd.DataFrame:
    """Return the sentences of the splits that have annotated features."""
    splits = sentences.loc[sentences["sentence_id"].isin(features["sentence_id"]), "split"].unique()
    return sentences[sentences["split"].isin(splits)]


def frequencies(sentences: pd.DataFrame, features: pd.DataFrame, level: str = "major") -> pd.DataFrame:
    """Count the sentences with each feature of a level.

    Parameters:
        sentences, features: the contracts SENTENCES and FEATURES.
        level: ``major`` or ``minor``.

    Returns: a table indexed by ``feature``, in the order of the annotation: ``sentences`` that have it, their ``share``
    of those annotated, and how many of them are ``acceptable``.
    """
    rows = annotated(sentences, features)
    of_level = features[features["level"] == level]
    labels = of_level["sentence_id"].map(rows.set_index("sentence_id")["label"])
    counts = labels.groupby(of_level["feature"], sort=False).agg(["size", "sum"])
    counts = counts.rename(columns={"size": "sentences", "sum": "acceptable"})
    counts.insert(1, "share", counts["sentences"] / len(rows))
    return counts


def read_targeted(path: Path) -> pd.DataFrame:
    """Read ``label`` and ``sentence`` (lower-cased, split into tokens) of a targeted set."""
    raw = io.read_raw_tsv(path, RAW_COLUMNS)
    return raw[["label", "sentence"]].astype({"label": int})


def digest(sentence: str) -> str:
    """Return a hash of a sentence's letters and digits, in lower case, for places where its text must not be."""
    letters = re.sub("[^a-z0-9]", "", sentence.lower())
    return hashlib.sha256(letters.encode()).hexdigest()[:12]
