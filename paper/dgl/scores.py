"""Log-probabilities, surprisals and answers of language models that were released of sentences that people judged."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.papers.dgl import task_demands
from acceptability.papers.dgl.answers import CHECKS, PAIR, PHENOMENON, SIDES, pair_ids
from acceptability.papers.dgl.manifest import ROWS
from acceptability.papers.dgl.reader import TEXTS, read_pairs, with_twins

SURPRISAL = "sum_surprisal"  # with an ending, the surprisal of a sentence
ENDINGS = {side: f"_{condition}" for condition, side in SIDES.items()}
SENTENCE = "sentence"
YES, NO = "C", "N"  # correct, not correct; answers that are neither are empty


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``sentence_id, measure, score`` from the file of one model: log-probabilities, or minus surprisals.

    A measure's column is task_demands.LOG_PROB, in files of Hu & Frank, or SURPRISAL, in files of Hu et al., without
    the ending for the side. The first are of sentences with a full stop, the second of sentences without. Raises
    InputError for another column, and, by row, for what is wrong in the file.
    """
    path = files[""]
    if SURPRISAL not in measures.values():
        return task_demands.scores(path, measures, sentences, pair_ids, PAIR, TEXTS, ROWS)
    columns = {side: SURPRISAL + ending for side, ending in ENDINGS.items()}
    raw = read_pairs(path, more=tuple(columns.values()))
    released.check_count(path, len(raw), ROWS, "pairs")
    for column in measures.values():
        task_demands.check_known(path, "column", column, [SURPRISAL])
    texts = {side: with_twins(raw, column) for side, column in TEXTS.items()}
    raw = raw.assign(**{column: with_twins(raw, column) for column in columns.values()})
    values = {side: -released.numbers(path, raw, column, needed=True) for side, column in columns.items()}
    table = task_demands.member_scores(path, raw, pair_ids(raw), texts, values, sentences)
    return pd.concat([table.assign(measure=measure) for measure in measures], ignore_index=True)


def decisions(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``pair_id, measure, chose_good``: whether the answers of models are right.

    Of several files, one for each of Hu & Frank's models, a measure is a part: see task_demands.decisions. Of one file,
    it is a column with answers about the sentences that people judged, YES or NO; an empty one is no answer, and has no
    row. Raises InputError for another column, and, by row, for what is wrong in a file.
    """
    if "" in files:
        table = _about_single_sentences(files[""], measures, sentences, pairs)
    else:
        table = task_demands.decisions(files, measures, pair_ids, PAIR, ROWS)
    return table[table["pair_id"].isin(pairs["pair_id"])].reset_index(drop=True)


def _about_single_sentences(
    path: Path, measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return right answers from a file with a row for each sentence that people judged, and for attention checks."""
    raw = released.read(path, (SENTENCE, PHENOMENON))
    raw = raw[raw[PHENOMENON] != CHECKS]
    released.check_count(path, len(raw), ROWS, "sentences")
    text = raw[SENTENCE].str.split().str.join(" ")
    released.refuse(path, raw, text.duplicated(), "is the sentence of another row")
    by_id = sentences.set_index("sentence_id")["sentence"]
    good = pairs["judged"] == "good"
    questions = pairs.assign(good=good, text=pairs["good_id"].where(good, pairs["bad_id"]).map(by_id)).set_index("text")
    parts = []
    for measure, column in measures.items():
        task_demands.check_known(path, "column", column, raw)
        faults = raw[column].map(lambda cell, column=column: f"{column} is {cell!r}, neither {YES} nor {NO} nor empty")
        released.refuse(path, raw, ~raw[column].isin([YES, NO, ""]), faults)
        answer = pd.Series(raw[column].to_numpy(), index=text).reindex(questions.index)
        released.check_count(path, int(answer.notna().sum()), len(pairs), "sentences of the dataset")
        table = pd.DataFrame(
            {"pair_id": questions["pair_id"], "measure": measure, "chose_good": (answer == YES) == questions["good"]}
        )
        parts.append(table[answer.isin([YES, NO])].astype({"chose_good": int}))
    return pd.concat(parts, ignore_index=True)
