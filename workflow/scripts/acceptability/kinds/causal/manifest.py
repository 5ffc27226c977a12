"""Causal language models, which predict a word from those before it, like GPT-2."""

from collections.abc import Mapping

from acceptability.kinds import keys
from acceptability.kinds.kind import Kind

READING = {
    "beginning": keys.boolean(
        "true puts the tokenizer's beginning-of-sequence token before the sentence; false leaves the "
        "first token unscored."
    )
} | keys.ENDING
LEADING_SPACE = {"leading_space": keys.boolean("true puts a space before the sentence.", default=False)}
EXACT_SAVINGS = {
    "exact_savings": keys.boolean(
        "true computes once what sentences share, where the architecture allows it. false computes "
        "every layer for every token of each sentence; the scores are the same, apart from rounding.",
        default=True,
    ),
}


def reading(entry: Mapping) -> dict:
    """Return what is put around a sentence."""
    return {name: entry.get(name, False) for name in (*READING, *LEADING_SPACE)}


KIND = Kind(
    name="causal",
    section="models",
    description="predicts a word from those before it, like GPT-2",
    keys=keys.FOLDER | keys.PRETRAINED | EXACT_SAVINGS | READING | LEADING_SPACE,
    needed=("beginning",),
    conditions=keys.of_pretrained("hub", "path"),
    columns=("log_prob", "unigram_log_prob"),
    usual_measures=("log_prob", "mean_lp"),
    architectures=("ForCausalLM", "LMHeadModel"),
    scores_tokens=True,
    has_unigrams=lambda entry: "unigrams" in entry,
    limited=lambda entry: True,
    reading=reading,
    scoring="kinds.causal.scoring",
)
