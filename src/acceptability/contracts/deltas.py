"""Declare the tables that most analyses begin with: z-scores of sentences and deltas of pairs."""

from acceptability.contracts.columns import Table, number, text

REFERENCE = "reference"  # the system whose deltas are shown next to those of all others: a baseline, no model

Z_SCORES = Table(
    "z_scores",
    {
        "sentence_id": text("the sentence"),
        "measure": text("what was measured"),
        "z_score": number("score in standard deviations from its population's mean"),
    },
    unique=("sentence_id", "measure"),
    path="results/z_scores/{dataset}/{system}.csv",
)
DELTAS = Table(
    "deltas",
    {
        "pair_id": text("the pair"),
        "measure": text("what was measured"),
        "human_delta": number(
            "rating of the good member minus that of the bad one; empty for all pairs of a system that only decides",
            nullable=True,
        ),
        "model_delta": number(
            "z-score of the good member minus that of the bad one; of a system that only decides, 1 where it chose the "
            "good one, else -1; of one that is asked to choose, its mean score in both orders",
            nullable=True,
        ),
    },
    unique=("pair_id", "measure"),
    may_be_empty=True,
    path="results/deltas/{dataset}/{system}.csv",
)
