"""Compare a model's scores in a lower precision with its own in float32, on a sample."""

import gc
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd
import torch
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.scoring import precision_change, pretrained
from acceptability.scoring.precisions import NoRoom
from acceptability.scoring.pretrained import Encoded


def change(
    log_probs: Callable[[PreTrainedModel, Tokenizer, Sequence[Encoded], dict], list[np.ndarray]],
    load: Callable[[], tuple[PreTrainedModel, Tokenizer]],
    system: dict,
    encoded: Sequence[Encoded],
    distinct: Sequence[Encoded],
    scored: Sequence[Mapping[str, np.ndarray]],
    pairs: pd.DataFrame,
) -> dict:
    """Return the change (see precision_change), and print it, after the model in the lower precision is out of memory.

    ``log_probs`` gives those of the tokens of each sentence, and ``load`` the model and its tokenizer in float32.
    ``scored`` belongs to ``distinct``, the different ones of
    ``encoded`` in this shard; ``pairs`` as in the contract PAIRS.
    """
    numbers = {pretrained.identity(sentence): place for place, sentence in enumerate(distinct)}
    rows = ((sentence.name, numbers.get(pretrained.identity(sentence))) for sentence in encoded)
    names = {name: place for name, place in rows if place is not None}
    places, compared = precision_change.sample(
        len(distinct), names, list(zip(pairs["good_id"], pairs["bad_id"], strict=True)), system["shards"]
    )
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    try:
        model, tokenizer = load()
    except NoRoom as error:
        measured = {"not_measured": str(error)}
    else:
        sentences = [distinct[place] for place in places]
        single = log_probs(model, tokenizer, sentences, system)
        lower = {place: scored[place]["log_prob"].sum() for place in places}
        exact = {place: of_tokens.sum() for place, of_tokens in zip(places, single, strict=True)}
        measured = precision_change.change(lower, exact, compared)
    print(precision_change.describe(measured, system["precision"]))
    return measured
