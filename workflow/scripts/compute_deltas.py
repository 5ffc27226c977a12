"""Scores of one system → z-scores of sentences and deltas of pairs."""

from pathlib import Path

import pandas as pd

from acceptability.analysis import criteria
from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import DELTAS, Z_SCORES
from acceptability.contracts.scoring import SCORES
from acceptability.errors import InputError, reporting


def main(sentences: Path, pairs: Path, scores: Path, to_z_scores: Path, to_deltas: Path) -> None:
    all_sentences, all_pairs = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    checks.check_pairs(all_pairs, all_sentences, pairs)
    all_scores = io.read_table(scores, SCORES)
    checks.check_scores(all_scores, all_sentences, scores)
    human_delta = criteria.pair_deltas(all_pairs, all_sentences.set_index("sentence_id")["rating"])
    z_scores, deltas = [], []
    for measure, group in all_scores.groupby("measure", sort=False):
        population = group.iloc[0].reindex(["population_mean", "population_sd"])
        try:
            z = criteria.z_scores(group["score"], *(population if population.notna().all() else ()))
        except InputError as error:
            raise InputError(f"{scores}: {measure}: {error}; a system must tell sentences apart") from error
        z_scores.append(group[["sentence_id", "measure"]].assign(z_score=z))
        delta = criteria.pair_deltas(all_pairs, pd.Series(z, index=group["sentence_id"]))
        unscored = all_pairs[delta.isna() & human_delta.notna()]
        if len(unscored):
            raise InputError(
                f"{scores}: {measure}: a member of the rated pair {unscored['pair_id'].iloc[0]!r} has no score"
            )
        columns = {"measure": measure, "human_delta": human_delta, "model_delta": delta}
        deltas.append(all_pairs[["pair_id"]].assign(**columns))
    io.write_table(pd.concat(z_scores), to_z_scores, Z_SCORES)
    io.write_table(pd.concat(deltas), to_deltas, DELTAS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            scores=Path(snakemake.input.scores),
            to_z_scores=Path(snakemake.output.z_scores),
            to_deltas=Path(snakemake.output.deltas),
        )
