"""Log-probabilities of all tokens of a dataset → scores of its sentences (pure)."""

import numpy as np
import pandas as pd

from acceptability.scoring.measures import MEASURES, Sentence, change_per_nat_without_tokens
from acceptability.scoring.regions import scored_text


def scores_of_tokens(sentences: pd.DataFrame, tokens: pd.DataFrame, measures: list[str]) -> pd.DataFrame:
    """``sentence_id, measure, score, change_per_nat``, sentences in the order in which their tokens come.

    ``sentences`` and ``tokens`` as in the contracts SENTENCES and TOKENS; the rows of a sentence need not stand
    together. InputError where the tokens lack a column that a measure needs.
    """
    words = _words(sentences)
    number, names = pd.factorize(tokens["sentence_id"])
    in_order = np.argsort(number, kind="stable")
    ends = np.cumsum(np.bincount(number)).tolist()
    bounds = list(zip([0, *ends[:-1]], ends, strict=True))
    columns = {}
    for column in sorted({need for measure in measures for need in MEASURES[measure].needs} & set(tokens)):
        values = tokens[column].to_numpy()[in_order].tolist()
        columns[column] = [values[start:end] for start, end in bounds]
    scored = [
        Sentence(count, {column: values[place] for column, values in columns.items()})
        for place, count in enumerate(words.loc[names].tolist())
    ]
    parts = [
        pd.DataFrame(
            {
                "sentence_id": names,
                "measure": measure,
                "score": list(map(MEASURES[measure].function, scored)),
                "change_per_nat": list(map(MEASURES[measure].change_per_nat, scored)),
            }
        )
        for measure in measures
    ]
    return pd.concat(parts, ignore_index=True)


def with_change_per_nat(scores: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Scores that come from elsewhere, with the column ``change_per_nat``: what is known of it without their tokens.

    Empty for sentences that the dataset does not have.
    """
    words = scores["sentence_id"].map(_words(sentences))
    known = zip(scores.loc[words.notna(), "measure"], words.dropna().astype(int), strict=True)
    change = pd.Series([change_per_nat_without_tokens(*one) for one in known], index=scores.index[words.notna()])
    return scores.assign(change_per_nat=change.astype(float))


def _words(sentences: pd.DataFrame) -> pd.Series:
    """Return the number of words of each sentence, as a model scores it."""
    return sentences.set_index("sentence_id")[scored_text(sentences)].str.split().str.len()
