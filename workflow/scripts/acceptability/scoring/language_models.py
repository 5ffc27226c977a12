"""Language models of all kinds, scored as the configuration says."""

from collections.abc import Sequence

import numpy as np
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.scoring import batches, beginnings, causal, lstm, masked
from acceptability.scoring.pretrained import Encoded


def score(
    model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
) -> tuple[list[dict[str, np.ndarray]], dict]:
    """For each sentence the columns of its tokens; and for causal models, what is recorded of the scoring.

    ``tokens`` are in the sentences, special ones included; ``tokens_computed`` went through the model; ``doubts`` as
    beginnings.doubts gives them. ``system`` as in config.systems.scoring.
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
    doubts = beginnings.doubts(model, tokenizer, sentences, scored, system["beginning"])
    for doubt in doubts:
        print(f"warning: {doubt}")
    return scored, counts | {"doubts": doubts}
