"""Declare causal language models, which predict a word from those before it, like GPT-2."""

from collections.abc import Mapping

from acceptability.kinds import keys
from acceptability.kinds.kind import Kind

PATH = {
    "path": keys.FOLDER["path"]
    | {
        "description": "The folder with its files (config.json, safetensors weights, tokenizer), or a GGUF file. The "
        "path must not contain braces."
    }
}
READING = {
    "beginning": {
        "description": "What precedes each sentence: true puts the tokenizer's beginning-of-sequence token there, "
        "false nothing, which leaves the first token unscored, and the text of a token that token. `auto`, the "
        "default, tries them on a sample, and takes what makes the other tokens most probable. `harness` takes what "
        "lm-evaluation-harness does, and `tokenizer` what the tokenizer itself puts before a text, if anything.",
        "type": ["boolean", "string"],
        "minLength": 1,
        "default": "auto",
    }
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
    return {name: entry.get(name, described["default"]) for name, described in (READING | LEADING_SPACE).items()}


KIND = Kind(
    name="causal",
    section="models",
    description="predicts a word from those before it, like GPT-2",
    keys=keys.FOLDER
    | PATH
    | keys.REGISTERED
    | keys.ADAPTER
    | keys.PRETRAINED
    | EXACT_SAVINGS
    | READING
    | LEADING_SPACE,
    conditions=keys.of_pretrained("hub", "path", "source"),
    columns=("log_prob", "unigram_log_prob"),
    usual_measures=("log_prob", "mean_lp"),
    architectures=("ForCausalLM", "LMHeadModel"),
    babylm={"log_prob": "causal"},
    as_babylm={"beginning": "tokenizer"},
    scores_tokens=True,
    words_apart=True,
    has_unigrams=lambda entry: "unigrams" in entry,
    limited=lambda entry: True,
    reading=reading,
    scoring="kinds.causal.scoring",
    conventions="kinds.causal.conventions",
)
