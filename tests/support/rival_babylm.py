"""Score a sentence as BabyLM's evaluation pipeline (2025) does: its formulas, written anew with transformers alone.

The pipeline is no package that can be installed. It sums the natural log-probabilities of the tokens that end after the
place where the completion begins; for pairs of sentences, that is the beginning of the sentence. Special tokens that
the tokenizer adds end at 0, so that they are not counted.
"""

from functools import cache

import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

CLASSES = {"causal": AutoModelForCausalLM, "mlm": AutoModelForMaskedLM}


@cache
def loaded(folder: str, backend: str) -> tuple:
    """Return a model and its tokenizer."""
    return CLASSES[backend].from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)


@torch.no_grad()
def causal(folder: str, text: str) -> float:
    """Return the score of the backend `causal`: each token from those before it."""
    model, tokenizer = loaded(folder, "causal")
    encoded = tokenizer(text, return_offsets_mapping=True)
    ids = torch.tensor([encoded["input_ids"]])
    log_probs = model(input_ids=ids).logits[0, :-1].log_softmax(-1)
    counted = torch.tensor([end > 0 for _, end in encoded["offset_mapping"]])[1:]
    return float((log_probs.gather(1, ids[0, 1:, None])[:, 0] * counted).sum())


@torch.no_grad()
def mlm(folder: str, text: str) -> float:
    """Return the score of the backend `mlm`: each token masked alone."""
    model, tokenizer = loaded(folder, "mlm")
    encoded = tokenizer(text, return_offsets_mapping=True)
    places = [place for place, (_, end) in enumerate(encoded["offset_mapping"]) if end > 0]
    ids = torch.tensor(encoded["input_ids"])
    copies = ids.repeat(len(places), 1)
    rows = torch.arange(len(places))
    copies[rows, places] = tokenizer.mask_token_id
    log_probs = model(input_ids=copies).logits[rows, places].log_softmax(-1)
    return float(log_probs.gather(1, ids[places, None]).sum())
