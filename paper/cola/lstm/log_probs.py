"""LSTM language models: log-probabilities of tokens, given ``<s>`` and the tokens before them."""

from collections.abc import Sequence

import numpy as np
import torch

from acceptability.papers.cola.lstm.recurrent import WordLstm
from acceptability.scoring import batches
from acceptability.scoring.pretrained import Encoded, check_finite


def score(
    model: WordLstm, sentences: Sequence[Encoded], end_of_sentence: bool, budget: int | None = None
) -> list[dict[str, np.ndarray]]:
    """Return two natural log-probabilities of each place of each sentence (see kinds.causal.log_probs.prepare).

    ``log_prob`` is log p(token | tokens before); ``unigram_log_prob`` is that of the training corpus's add-one
    unigram model. Sentences go through the model by length, ``budget`` tokens at once.
    """
    unigrams = model.unigram_log_probs(end_of_sentence).cpu().numpy()
    ids = [np.array(sentence.ids) for sentence in sentences]
    values = [np.empty(len(row)) for row in ids]

    def forward(model: WordLstm, numbers: list[int]) -> None:
        rows = torch.from_numpy(np.stack([ids[number] for number in numbers])).to(model.device)
        for number, row in zip(numbers, model.log_probs(rows)[0].double().cpu().numpy(), strict=True):
            values[number][1:] = row
            check_finite(sentences[number], row.sum())

    whole = batches.Part(forward, [len(row) for row in ids], len(sentences))
    batches.run(model, [whole], budget or batches.default_budget(model), len(sentences))
    return [
        {"log_prob": row[sentence.places], "unigram_log_prob": unigrams[tokens[sentence.places]]}
        for sentence, tokens, row in zip(sentences, ids, values, strict=True)
    ]
