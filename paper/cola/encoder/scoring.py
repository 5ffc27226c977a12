"""Classifiers on an encoder judge sentences as other classifiers do, once the library knows their networks."""

import pandas as pd
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.kinds.classifier import scoring
from acceptability.kinds.classifier.scoring import judge, load
from acceptability.papers.cola.lstm import recurrent
from acceptability.scoring.too_long import Skipping

__all__ = ["judge", "leave_out", "load", "recurrent"]


def leave_out(
    model: PreTrainedModel, tokenizer: Tokenizer, table: pd.DataFrame, skipping: Skipping | None
) -> tuple[pd.DataFrame, dict]:
    """Return what classifier.scoring.leave_out does: here, the user says which sentences are too long."""
    return scoring.leave_out(model, tokenizer, table, skipping, "set a greater number under transfer.longest")
