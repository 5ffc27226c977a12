"""The Corpus of Linguistic Acceptability: its raw files → labelled sentences with their splits, and their features.

Sources: the release of Vázquez Martínez (2021; train, dev, test, feature annotations) and the corpus's own repository
(the in-domain part of its development set). All splits are version 1.1 (December 2018), which fixed a few sentences
and two labels of version 1.0. Warstadt, Singh & Bowman (2019); features: Warstadt & Bowman (2019).
"""

from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError, naming

# Sentences of each split. ``train`` and ``in_domain_dev`` are from the same publications, ``dev`` and ``test`` from
# others. The in-domain test set is left out: GLUE keeps its labels hidden. The authors' repository still has them, in a
# file of all sentences, which is a dataset of its own (cola_all): nothing is trained, tuned or tested on it by default.
COUNTS = {"train": 8551, "in_domain_dev": 527, "dev": 516, "test": 533}
DOMAINS = {"in_domain_dev": "In", "dev": "Out"}  # the annotated splits, as the annotations name them
FEATURES = {"major": 15, "minor": 63}
MOST_MISMATCHES = 10
RAW_COLUMNS = ["sentence_source", "label", "label_notes", "sentence"]  # of the corpus's own files, without a header


def read(**paths: Path) -> Dataset:
    """Read sentences, features, and where annotations and corpus differ; the arguments are the manifest's sources."""
    raw = {
        split: io.read_raw_tsv(paths[split], RAW_COLUMNS)
        if paths[split].suffix == ".tsv"
        else io.read_raw_csv(paths[split])
        for split in COUNTS
    }
    with naming(" and ".join(map(str, paths.values()))):
        table = sentences(raw)
        annotated, mismatches = features(table, {level: io.read_raw_tsv(paths[level]) for level in FEATURES})
    return Dataset(table, features=annotated, remarks=mismatches)


def sentences(splits: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return labelled sentences: ``sentence_id, sentence, label, rating`` (empty), ``split, source``.

    ``splits`` has, by name of the split, ``sentence_source, label, sentence``. An id is the split and the sentence's
    place in it, from 1. Raises InputError where a split does not have the sentences that it is known to have.
    """
    parts = []
    for split, count in COUNTS.items():
        raw = splits[split]
        if len(raw) != count:
            raise InputError(f"the split {split} has {len(raw)} sentences instead of {count}; fetch the files again")
        parts.append(
            pd.DataFrame(
                {
                    "sentence_id": [f"{split}.{place:04d}" for place in range(1, count + 1)],
                    "sentence": raw["sentence"].to_numpy(),
                    "label": raw["label"].to_numpy(),
                    "rating": None,
                    "split": split,
                    "source": raw["sentence_source"].to_numpy(),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def features(sentences: pd.DataFrame, annotations: dict[str, pd.DataFrame]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Join the annotated features of the two development sets with their sentences.

    Parameters:
        sentences: the result of sentences.
        annotations: the files of ``major`` and ``minor`` features. Their rows are in the order of the splits, so that
            they are joined by place, one to one: repeated sentences, which carry different labels, cannot be mixed up.

    Returns: ``sentence_id, level, feature``, a row for each feature that a sentence has; and where the two disagree:
    ``sentence_id, field`` (sentence or label), ``corpus, elsewhere``. The corpus's own text and label are used.

    Raises InputError where rows or features are missing, or more than a few rows differ.
    """
    parts, mismatches = [], {}
    for level, count in FEATURES.items():
        annotated = annotations[level]
        names = list(annotated.columns[4:])
        if len(names) != count:
            raise InputError(f"the {level} features are {len(names)} instead of {count}; fetch the files again")
        for split, domain in DOMAINS.items():
            ours = sentences[sentences["split"] == split].reset_index(drop=True)
            theirs = annotated[annotated["Domain"] == domain].reset_index(drop=True)
            if len(ours) != len(theirs):
                raise InputError(f"{len(theirs)} sentences of {split} have {level} features, and {len(ours)} should")
            text, label = theirs["Sentence"], theirs["Acceptability"].astype(int)
            for field, corpus, elsewhere in (("sentence", ours["sentence"], text), ("label", ours["label"], label)):
                differs = corpus.astype(str) != elsewhere.astype(str)
                for place in differs[differs].index:
                    key = (ours["sentence_id"][place], field)
                    mismatches[key] = (*key, str(corpus[place]), str(elsewhere[place]))
            for name in names:
                having = ours.loc[theirs[name] == "1", ["sentence_id"]]
                parts.append(having.assign(level=level, feature=name))
    differing = {sentence for sentence, _ in mismatches}
    if len(differing) > MOST_MISMATCHES:
        raise InputError(f"{len(differing)} annotated sentences differ from the corpus; the files are not in its order")
    table = pd.concat(parts, ignore_index=True)
    return table, pd.DataFrame(mismatches.values(), columns=["sentence_id", "field", "corpus", "elsewhere"])
