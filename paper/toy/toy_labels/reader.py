"""The toy language's grammar and phenomena → labelled sentences and their features."""

from pathlib import Path

from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.papers.toy import language


def read(grammar: Path, phenomena: Path) -> Dataset:
    """Generate the sentences, as the toy language's pairs are generated."""
    table = io.read_table(phenomena, language.PHENOMENA)
    sentences, features = language.labelled_sentences(language.read_grammar(grammar), table)
    return Dataset(sentences, features=features)
