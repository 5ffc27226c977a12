"""Run the first steps of evaluating a dataset: tokens or answers → scores of sentences → deltas of pairs.

Each function reads files, and writes those whose arguments begin with ``to``.
"""

from importlib import import_module
from pathlib import Path

import pandas as pd

from acceptability.contracts import checks, io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS, Z_SCORES
from acceptability.contracts.names import split_row
from acceptability.contracts.scoring import ANSWERS, LINKING, SCORES, TOKENS
from acceptability.errors import naming
from acceptability.scoring.answers import change_per_nat, scores_of_items
from acceptability.scoring.token_scores import scores_of_tokens
from acceptability.statistics import deltas, references


def measure_sentences(sentences: Path, tokens: Path, measures: list[str], to: Path) -> None:
    """Write the measures of sentences that follow from log-probabilities of tokens."""
    texts, table = io.read_table(sentences, SENTENCES), io.read_table(tokens, TOKENS)
    with naming(tokens):
        scores = scores_of_tokens(texts, table, measures)
    io.write_table(scores, to, SCORES)


def score_answers(answers: Path, to: Path) -> None:
    """Write the scores of sentences that follow from answers to prompts about them."""
    io.write_table(scores_of_answers(io.read_table(answers, ANSWERS)), to, SCORES)


def scores_of_answers(given: pd.DataFrame) -> pd.DataFrame:
    """Return the scores of sentences, as SCORES, that follow from answers to prompts about them, as ANSWERS."""
    change = {measure: change_per_nat(measure, group) for measure, group in given.groupby("measure", sort=False)}
    scores = scores_of_items(given).rename(columns={"item": "sentence_id"})
    scores["change_per_nat"] = scores["measure"].map(change).astype(float)
    return scores[["sentence_id", "measure", "score", "change_per_nat"]]


def fit_to_ratings(
    sentences: Path,
    pairs: Path,
    log_probs: Path,
    row: str,
    unigrams: Path,
    of_tokens: bool,
    folds: int,
    measures: list[str],
    fitting: str,
    to_scores: Path,
    to_coefficients: Path,
) -> None:
    """Fit a linking function to human ratings; write its predictions, out of fold, and its coefficients.

    Parameters:
        log_probs, row: scores, and the row of them (system/measure) that has the log-probabilities of sentences.
        unigrams, of_tokens: tokens or scores that have the lengths and the unigram log-probabilities of sentences.
        fitting: the module that fits it; see kinds.kind.
    """
    linking = import_module(f"acceptability.{fitting}")
    texts, scores = io.read_table(sentences, SENTENCES), io.read_table(log_probs, SCORES)
    log_prob = scores[scores["measure"] == split_row(row)[1]].set_index("sentence_id")["score"].rename("log_prob")
    with naming(unigrams):
        counted = io.read_table(unigrams, TOKENS if of_tokens else SCORES)
        lengths = linking.lengths_of_tokens(counted) if of_tokens else linking.lengths_of_scores(counted, texts)
    with naming(sentences):
        predicted = linking.predict(texts, io.read_table(pairs, PAIRS), lengths.join(log_prob), int(folds), measures)
    io.write_table(predicted[0], to_scores, SCORES)
    io.write_table(predicted[1], to_coefficients, LINKING)


def gather_scores(sentences: Path, scores: list[Path], to: Path) -> None:
    """Write the scores of all systems as one table: a row for each sentence, a column for each measure."""
    table = io.read_table(sentences, SENTENCES).set_index("sentence_id")
    for system, scored in systems.read_by_system(scores, SCORES).items():
        wide = scored.pivot(index="sentence_id", columns="measure", values="score")[scored["measure"].unique()]
        table = table.join(wide.add_prefix(f"{system}/"))
    io.write_table(table.reset_index(), to)


def compute_deltas(
    sentences: Path, pairs: Path, scores: Path, tie: float, to_z_scores: Path, to_deltas: Path, partial: bool = False
) -> None:
    """Write the z-scores of sentences and the deltas of pairs. ``partial``: some sentences may have no score."""
    texts, minimal_pairs = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    of_sentences = io.read_table(scores, SCORES)
    checks.check_pairs(minimal_pairs, texts, pairs)
    checks.check_scores(of_sentences, texts, scores, partial)
    with naming(scores):
        z_scores, of_pairs = deltas.compute_deltas(of_sentences, texts, minimal_pairs, tie, partial)
    io.write_table(z_scores, to_z_scores, Z_SCORES)
    io.write_table(of_pairs, to_deltas, DELTAS)


def choose_by_answers(sentences: Path, pairs: Path, answers: Path, measures: list[str], tie: float, to: Path) -> None:
    """Write deltas from answers to prompts about pairs; see deltas_of_answers."""
    given = io.read_table(answers, ANSWERS)
    texts, table = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    with naming(answers):
        of_pairs = deltas_of_answers(given, texts, table, measures, tie)
    io.write_table(of_pairs, to, DELTAS)


def deltas_of_answers(
    given: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame, measures: list[str], tie: float
) -> pd.DataFrame:
    """Return deltas, as DELTAS: above 0 where the good sentence is chosen, over both orders.

    Parameters:
        given: answers to prompts about pairs, as ANSWERS.
        tie: differences of log-probabilities that are so small are rounding; see statistics.deltas.
    """
    scored = scores_of_items(given).rename(columns={"item": "pair_id"})
    in_words = given["listed"].isna().all()
    return deltas.deltas_of_choices(scored, sentences, pairs, measures, 0 if in_words else tie)


def compute_references(sentences: Path, pairs: Path, preference: str | None, to: Path) -> None:
    """Write the deltas of the references that human ratings, sentences and preferences allow."""
    texts, minimal_pairs = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    checks.check_pairs(minimal_pairs, texts, pairs)
    io.write_table(references.reference_deltas(texts, minimal_pairs, preference), to, DELTAS)
