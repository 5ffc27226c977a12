"""The toy language's grammar and phenomena → sentences, pairs and simulated ratings."""

from pathlib import Path

from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import mean_ratings, participant_z_scores
from acceptability.datasets.user_pairs.reader import from_records
from acceptability.papers.toy import language


def read(grammar: Path, phenomena: Path) -> Dataset:
    """Generate the dataset: the same grammar gives the same one on every machine."""
    table = io.read_table(phenomena, language.PHENOMENA)
    pairs = language.minimal_pairs(language.read_grammar(grammar), table)
    effects = dict(zip(table["phenomenon"], table["effect"], strict=True))
    raw, others = language.simulated_ratings(pairs, effects), language.other_ratings(pairs, effects)
    sentences, minimal_pairs = from_records(pairs.to_dict("records"))
    panels = [panel.assign(z_score=participant_z_scores(panel)).drop(columns="rating") for panel in (raw, others)]
    sentences["rating"] = sentences["sentence_id"].map(mean_ratings(panels[0]))
    return Dataset(sentences, minimal_pairs, *panels)
