"""EventsAdapt, sentences with exchanged roles in two voices → sentences, pairs, ratings of single participants.

Adapted from Fedorenko, Blank, Siegelman & Mineroff (2020), "Lack of selectivity for syntax relative to word meanings
throughout the language network"; as released by Kauf et al. (2023).
"""

from pathlib import Path

from acceptability.contracts import io
from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.papers.events import events
from acceptability.papers.events.events_adapt.manifest import KIND

TYPE, VERSIONS = "TrialType", "SynonymPair"
PHENOMENA = {"AI": "Impossible: a thing acts on a person", "AAN": "Unlikely: two people in exchanged roles"}
REVERSIBLE = "AAR"  # both sentences are plausible, whatever they are called


def read(sentences: Path, ratings: Path | None = None, rows: int | None = None) -> Dataset:
    """Read sentences, pairs and, with ``ratings``, z-scores of single answers.

    Phenomena are impossible and unlikely events, paradigms also the voice. Clusters, also the ``set`` of each sentence,
    are the two versions of an event with synonyms. Notes of the sentences: ``trial_type`` as released and, if they are
    rated, ``mean_rating``, from 1 to 7. Sentences of the type REVERSIBLE all have the label 1, and are in no pair.
    Raises InputError, by row, for what is wrong in a file; that of the sentences has so many rows.
    """
    table = events.read_sentences(sentences, KIND, rows, (TYPE, VERSIONS))
    types = (*PHENOMENA, REVERSIBLE)
    raw = table[[events.ITEM, TYPE]].set_axis(table.index + 2)
    released.refuse(sentences, raw, ~raw[TYPE].isin(types), f"{TYPE} is not one of {', '.join(types)}")
    item = KIND + " event " + table[events.ITEM]
    event = item.where(table[VERSIONS].isin(io.UNKNOWN), KIND + " synonyms " + table[VERSIONS])
    table = table.rename(columns={TYPE: "trial_type"}).assign(set=event)
    columns = ["sentence_id", "sentence", "label", "rating", "set", "trial_type"]
    single = {}
    if ratings:
        answers = events.read_answers(ratings, table)
        table, single = events.rated(table, answers), {"ratings": answers.drop(columns="rating")}
        columns.append("mean_rating")
    else:
        table["rating"] = None
    phenomenon = table["trial_type"].map(PHENOMENA)
    paradigm = phenomenon + ", " + table[events.VOICE]
    paired = table.assign(paradigm=paradigm, phenomenon=phenomenon, cluster=event)[phenomenon.notna()]
    table["label"] = table["label"].where(phenomenon.notna(), 1)
    return Dataset(table[columns], events.pairs_of(paired), **single)
