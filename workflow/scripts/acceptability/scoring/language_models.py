"""Language models of all kinds, scored as the configuration says."""

from collections.abc import Sequence

import numpy as np
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.scoring import batches, causal, lstm, masked
from acceptability.scoring.pretrained import Encoded


def score(
    model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
) -> tuple[list[dict[str, np.ndarray]], dict[str, int]]:
    """For each sentence the columns of its tokens; and for causal models, numbers of tokens.

    ``tokens`` are in the sentences, special ones included; ``tokens_computed`` went through the model. ``system`` as in
    config.systems.scoring.
    """
    if system["kind"] == "masked":
        by = masked.ways(tokenizer, system["as_published"])
        return masked.score(model, tokenizer, sentences, by, savings=system["exact_savings"]), {}
    if system["kind"] == "lstm":
        return lstm.score(model, sentences, system["ending"]), {}
    with batches.counted(model) as computed:
        scored = causal.score(model, tokenizer, sentences, savings=system["exact_savings"])
    counts = {"tokens": sum(len(sentence.ids) for sentence in sentences), "tokens_computed": sum(computed)}
    print("{tokens:,} tokens in all sentences, {tokens_computed:,} computed".format(**counts))
    return scored, counts
