"""Score tokens as the R package pangoling 1.0.3 does: the calls of Python that its causal_tokens_pred_lst makes.

The package itself needs R and packages of CRAN. Its values are numbers of R; a first token without one is NA there, and
NaN here.
"""

import math
from functools import cache

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer


@cache
def loaded(folder: str) -> tuple:
    """Return a model and its tokenizer, which pads with its end-of-text token if it has no other."""
    torch.set_grad_enabled(False)
    tokenizer = AutoTokenizer.from_pretrained(folder, use_fast=False)
    if tokenizer.special_tokens_map.get("pad_token") is None:
        tokenizer.pad_token = tokenizer.eos_token
    return AutoModelForCausalLM.from_pretrained(folder, return_dict_in_generate=True).eval(), tokenizer


def causal_tokens_pred(folder: str, text: str, log_p: float = math.e) -> list[float]:
    """Return the logarithm to a base of each token's probability, NaN for the first one."""
    model, tokenizer = loaded(folder)
    tensor = tokenizer.batch_encode_plus(
        [text], return_tensors="pt", stride=1, truncation=True, return_overflowing_tokens=False, padding=True
    )
    logits = model.forward(input_ids=tensor["input_ids"], attention_mask=tensor["attention_mask"]).logits[0]
    rows = torch.log_softmax(logits, dim=-1).tolist()
    ids = tensor["input_ids"][0].tolist()
    return [math.nan, *(row[one] / math.log(log_p) for row, one in zip(rows, ids[1:], strict=False))]


def total(values: list[float]) -> float:
    """Return a sum as R's `sum(values, na.rm = TRUE)` does."""
    return math.fsum(value for value in values if not math.isnan(value))
