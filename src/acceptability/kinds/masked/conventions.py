"""Score sentences with masked models as other programs do: tokens masked in other ways."""

from collections.abc import Mapping, Sequence

import numpy as np
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.kinds.masked import log_probs as masked
from acceptability.scoring.conventions import Convention
from acceptability.scoring.pretrained import encode


def log_probs(
    model: PreTrainedModel, tokenizer: Tokenizer, sentences: Mapping[str, str], ways: Sequence[Convention]
) -> dict[Convention, dict[str, np.ndarray]]:
    """Return, by the convention and the id of a sentence, the natural log-probabilities of its tokens.

    Ways of masking that the tokenizer does not allow are left out.
    """
    is_wordpiece = type(tokenizer.backend_tokenizer.model).__name__ == "WordPiece"
    columns = masked.ways(tokenizer, as_published=is_wordpiece)
    encoded = encode(tokenizer, list(sentences.values()), list(sentences))
    values = masked.score(model, tokenizer, encoded, columns)
    return {
        way: dict(zip(sentences, (row[way.prediction] for row in values), strict=True))
        for way in ways
        if way.prediction in columns
    }
