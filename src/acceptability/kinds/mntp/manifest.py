"""Declare masked models that learnt masked next-token prediction: to predict a token at the place before it."""

from acceptability.kinds import keys
from acceptability.kinds.kind import Kind

KIND = Kind(
    name="mntp",
    section="models",
    description="is masked, and predicts a token at the place before it, as BabyLM's backend `mntp` reads it",
    keys=keys.FOLDER | keys.PRETRAINED,
    conditions=keys.of_pretrained("hub", "path"),
    columns=("log_prob", "unigram_log_prob"),
    pseudo=True,
    usual_measures=("pll",),
    babylm={"pll": "mntp"},
    scores_tokens=True,
    has_unigrams=lambda entry: "unigrams" in entry,
    limited=lambda entry: True,
    reading=lambda entry: {"ahead": 1},
    scoring="kinds.mntp.scoring",
)
