"""Count how often each token of a pretrained model's vocabulary occurs in a corpus."""

import hashlib
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.scoring.pretrained import vocabulary_size

SENTENCES = 2_000  # that are tokenised at once


def count(
    corpus: Path, tokenizer: Tokenizer, ending: bool, leading_space: bool, progress: Callable[[int, int], None]
) -> tuple[pd.DataFrame, dict]:
    """Return ``token, count`` of the tokens that occur, in the order of their ids; and ``sha256, sentences, tokens`` of
    it.

    The corpus has one sentence a line and is never held as a whole. Sentences are tokenised as those that are scored:
    with ``leading_space``, after a space; with ``ending``, the end-of-text token occurs once a sentence. Other special
    tokens are not counted. ``progress`` is told the megabytes that are read, and those that there are.
    """
    counts, digest, sentences, read = np.zeros(vocabulary_size(tokenizer), dtype=np.int64), hashlib.sha256(), 0, 0
    megabytes = -(-corpus.stat().st_size // 10**6)
    with open(corpus, "rb") as file:
        while chunk := list(islice(file, SENTENCES)):
            for line in chunk:
                digest.update(line)
                read += len(line)
            texts = [text for line in chunk if (text := line.decode().rstrip("\r\n"))]
            sentences += len(texts)
            if texts:
                texts = [f" {text}" for text in texts] if leading_space else texts
                ids = tokenizer(texts, add_special_tokens=False, verbose=False)["input_ids"]
                counts += np.bincount(np.concatenate(ids).astype(np.int64), minlength=len(counts))
            progress(read // 10**6, megabytes)
    special = set(tokenizer.all_special_ids) - {tokenizer.unk_token_id}
    counts[list(special)] = 0
    if ending:
        counts[tokenizer.eos_token_id] = sentences
    occurring = np.flatnonzero(counts)
    if not len(occurring):
        raise InputError("contains no tokens to count; name another corpus")
    table = pd.DataFrame({"token": tokenizer.convert_ids_to_tokens(occurring.tolist()), "count": counts[occurring]})
    return table, {"sha256": digest.hexdigest(), "sentences": sentences, "tokens": int(counts.sum())}
