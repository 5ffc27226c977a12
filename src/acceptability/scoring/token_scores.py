"""Turn log-probabilities of all tokens of a dataset into scores of its sentences (pure)."""

import numpy as np
import pandas as pd

from acceptability import segmentation
from acceptability.scoring.measures import MEASURES, Sentence, change_per_nat_without_tokens, is_of_log_probs
from acceptability.scoring.regions import scored_text


def scores_of_tokens(sentences: pd.DataFrame, tokens: pd.DataFrame, measures: list[str]) -> pd.DataFrame:
    """Return ``sentence_id, measure, score, change_per_nat``, sentences in the order in which their tokens come.

    ``sentences`` and ``tokens`` as in the contracts SENTENCES and TOKENS; the rows of a sentence need not stand
    together. InputError where the tokens lack a column that a measure needs, or the words that it counts are not known.
    """
    lengths = sizes_of(sentences)
    for measure in measures:
        if MEASURES[measure].length == "words":
            segmentation.known(lengths["words"], sentences.set_index("sentence_id"), f"{measure} counts words")
    number, names = pd.factorize(tokens["sentence_id"])
    in_order = np.argsort(number, kind="stable")
    ends = np.cumsum(np.bincount(number)).tolist()
    bounds = list(zip([0, *ends[:-1]], ends, strict=True))
    columns = {}
    for column in sorted({need for measure in measures for need in MEASURES[measure].needs} & set(tokens)):
        values = tokens[column].to_numpy()[in_order].tolist()
        columns[column] = [values[start:end] for start, end in bounds]
    counts = lengths.loc[names].itertuples(index=False)
    scored = [
        Sentence(words, {column: values[place] for column, values in columns.items()}, *others)
        for place, (words, *others) in enumerate(counts)
    ]
    parts = [
        pd.DataFrame(
            {
                "sentence_id": names,
                "measure": measure,
                "score": list(map(MEASURES[measure].function, scored)),
                "change_per_nat": [MEASURES[measure].change(sentence) for sentence in scored],
            }
        )
        for measure in measures
    ]
    return pd.concat(parts, ignore_index=True)


def with_change_per_nat(scores: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return scores that come from elsewhere, with the column ``change_per_nat``: what is known of it without their
    tokens.

    Empty for sentences that the dataset does not have.
    """
    lengths = sizes_of(sentences)
    of_log_probs = [measure for measure in scores["measure"].unique() if is_of_log_probs(measure)]
    known = scores["sentence_id"].isin(lengths.index) & scores["measure"].isin(of_log_probs)
    counts = lengths.loc[scores.loc[known, "sentence_id"]].itertuples(index=False)
    each = zip(scores.loc[known, "measure"], counts, strict=True)
    change = pd.Series(
        [change_per_nat_without_tokens(measure, *count) for measure, count in each], index=scores.index[known]
    )
    return scores.assign(change_per_nat=change.astype(float))


def sizes_of(sentences: pd.DataFrame) -> pd.DataFrame:
    """Return ``words``, ``characters`` and ``bytes`` of each sentence, as it is scored; words are None if unknown."""
    by_id, column = sentences.set_index("sentence_id"), scored_text(sentences)
    words = [
        None if sentence_words is None else len(sentence_words)
        for sentence_words in segmentation.of_table(by_id, column)
    ]
    texts = by_id[column].str.strip()
    return pd.DataFrame(
        {
            "words": pd.Series(words, index=by_id.index, dtype=object),
            "characters": [len(segmentation.characters(text)) for text in texts],
            "bytes": [len(text.encode()) for text in texts],
        }
    )
