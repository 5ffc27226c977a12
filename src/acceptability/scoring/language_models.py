"""Score sentences with language models in folders of the Hugging Face format."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.messages import KEY, LISTED, Message, setting
from acceptability.scoring import against_float32, devices, pretrained, regions
from acceptability.scoring.pretrained import Architecture, Encoded
from acceptability.scoring.too_long import Skipping
from acceptability.sources import model_files

MEND = Message(
    "shorten them, or choose: skip leaves them without a score from this model, and window shows the model a part of "
    "them at a time (",
    setting("too_long", "skip", LISTED),
    ")",
)
# All sentences, those that one job scored, and the columns of the latter's tokens.
Scored = tuple[list[Encoded], list[Encoded], list[dict[str, np.ndarray]]]
WINDOW = Message("show the model a part of them at a time (", setting("too_long", "window", KEY), ")")


class Scorer(ABC):
    """Score sentences with the models of one kind."""

    architecture: Architecture

    @abstractmethod
    def encode(self, tokenizer: Tokenizer, table: pd.DataFrame, system: dict) -> list[Encoded]:
        """Return each sentence of a table as in the contract SENTENCES, as the model takes it.

        ``system`` says how the model is scored: what its kind's manifest calls ``reading``, and what all models have.
        """

    @abstractmethod
    def score(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> tuple[list[dict[str, np.ndarray]], dict]:
        """Return for each sentence the columns of its tokens; and what is recorded of the scoring."""

    @abstractmethod
    def log_probs(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> list[np.ndarray]:
        """Return for each sentence the column ``log_prob`` alone."""

    def settle(
        self, model: PreTrainedModel, tokenizer: Tokenizer, table: pd.DataFrame, system: dict
    ) -> tuple[dict, dict]:
        """Return the system with what it leaves to the model itself, tried on the whole table; and what is recorded."""
        return system, {}

    def lengths(self, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict) -> list[int]:
        """Return how many tokens the model would have to take at once for each sentence, special ones included."""
        return [len(sentence.ids) for sentence in sentences]

    def read(self, tokenizer: Tokenizer, table: pd.DataFrame, system: dict) -> tuple[list[Encoded], list[int]]:
        """Return each sentence of a table, with the tokens to score that the table names, and its number of tokens."""
        encoded = self.encode(tokenizer, table, system)
        if "scored" in table:
            space = " " if system.get("leading_space") else ""
            encoded = regions.of_encoded(encoded, table, lambda texts: pretrained.token_ids(tokenizer, texts, space))
        return encoded, self.lengths(tokenizer, encoded, system)

    def token_table(
        self,
        files: list[Path],
        table: pd.DataFrame,
        system: dict,
        number: int,
        pairs: pd.DataFrame | None,
        skipping: Skipping | None,
    ) -> tuple[pd.DataFrame, dict]:
        """Return the tokens of one shard of a table's sentences, as in the contract TOKENS, and what they were made
        from.

        Of the distinct sentences (to the model), the shard ``number`` (from 0) of n takes one of n parts: neighbours
        often begin alike. ``files`` are the model's; ``pairs`` are given where the scores are compared with those in
        float32, and ``skipping`` where sentences that are too long are left out.
        """
        torch.set_num_threads(system["threads"])
        folder, adapter = model_files.folder_of(files), model_files.adapter_of(files)
        origin = model_files.read_origin(folder, adapter)
        options = {"devices": system.get("devices", "one"), "adapter": adapter}
        model, tokenizer = pretrained.load(folder, self.architecture, system["precision"], number, **options)
        tokens, recorded, scored = self.score_table(model, tokenizer, table, system, number, skipping)
        if note := pretrained.switched_off(folder):
            recorded |= {"doubts": [*recorded.get("doubts", []), f"{note[0].upper()}{note[1:]}."]}
        provenance = origin | {"system": system} | recorded
        if pairs is not None:
            del model  # before the other one is loaded
            load = partial(pretrained.load, folder, self.architecture, "float32", number, **options)
            provenance["precision_change"] = against_float32.change(self.log_probs, load, system, *scored, pairs)
        return tokens, provenance

    def score_table(
        self,
        model: PreTrainedModel,
        tokenizer: Tokenizer,
        table: pd.DataFrame,
        system: dict,
        number: int = 0,
        skipping: Skipping | None = None,
    ) -> tuple[pd.DataFrame, dict, Scored]:
        """Score one shard of a table's sentences, as in token_table, with a model that is ready to score.

        Returns the tokens as in the contract TOKENS, what is recorded of the scoring, and the sentences: all that are
        not left out, those of the shard, and the columns of the latter's tokens.
        """
        system, settled = self.settle(model, tokenizer, table, system)
        encoded, lengths = self.read(tokenizer, table, system)
        pretrained.check_known(model, encoded)
        most, too_long = pretrained.limit(model, tokenizer), system.get("too_long", "refuse")
        left_out = skipping.leave_out(table, lengths, most, WINDOW)[1] if skipping else {}
        encoded = pretrained.admit(encoded, lengths, most, too_long, MEND)
        distinct = list({pretrained.identity(sentence): sentence for sentence in reversed(encoded)}.values())[::-1]
        if len(distinct) < system["shards"]:
            raise InputError(f"has {len(distinct)} different sentences for {system['shards']} shards; set fewer")
        first, last = (len(distinct) * part // system["shards"] for part in (number, number + 1))
        shard = distinct[first:last]
        columns, recorded = self.score(model, tokenizer, shard, system)
        tokens = pretrained.token_table(encoded, shard, columns, tokenizer.unk_token_id)
        added = {"parameters": sum(weights.numel() for weights in model.parameters())}
        added |= {"ending_token": tokenizer.eos_token} if system.get("ending") else {}
        added |= {"left_out": left_out["left_out"]} if left_out else {}
        if doubts := [doubt for record in (left_out, settled, recorded) for doubt in record.get("doubts", [])]:
            recorded |= {"doubts": doubts}
        return tokens, added | settled | recorded | devices.describe(model), (encoded, shard, columns)
