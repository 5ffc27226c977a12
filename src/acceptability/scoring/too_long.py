"""Leave out sentences that are too long for a model, so that they get no score from it (pure)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from acceptability.errors import InputError
from acceptability.messages import joined
from acceptability.scoring import decisions

SHOWN = 5  # sentences that are named, at most
SCORING, TRAINING = "without a score from it", "neither trained on nor judged"  # what becomes of them
LABELS = {1: "acceptable", 0: "unacceptable"}


@dataclass(frozen=True)
class Skipping:
    """Describe how a system leaves sentences out.

    system
        Its key, for messages.
    pairs
        The table PAIRS of the dataset, if some pair must keep both sentences.
    fate
        What becomes of the sentences, in words.
    says
        Is it printed what is left out?
    """

    system: str
    pairs: pd.DataFrame | None = None
    fate: str = SCORING
    says: bool = True

    def leave_out(
        self, table: pd.DataFrame, tokens: Sequence[int], most: int, *helps: str
    ) -> tuple[pd.DataFrame, dict]:
        """Return the sentences of a table that the model takes, and what is recorded of the others.

        Recorded are ``doubts``, in words, and ``left_out``: the ``limit``, and the number of ``tokens`` of each
        sentence by its id; nothing where the model takes all. InputError where no sentence is left, or nothing else of
        what there must be some: pairs, rated ones if any is rated, splits, and the labels of those that need both.

        Parameters:
            table: the table SENTENCES, or a part of it.
            tokens: how many tokens each sentence has.
            most: how many the model takes at once.
            helps: what a user could do where nothing is left, besides the usual.
        """
        counts = pd.Series(tokens, index=table["sentence_id"])
        counts = counts[counts > most]
        if counts.empty:
            return table, {}
        left = table[~table["sentence_id"].isin(counts.index)]
        for what, before, after in _needed(table, left, self.pairs):
            if before and not after:
                ways = ["shorten the sentences", *helps, f"remove {self.system} from run"]
                raise InputError(
                    f"no {what} is left of {before} for {self.system}, which accepts {most} tokens; ",
                    joined(", ", ways[:-1]),
                    f", or {ways[-1]}",
                )
        pairs = 0 if self.pairs is None else len(self.pairs) - _paired(self.pairs, left)
        if self.says:
            amount = f"{len(counts):,} sentence{'s' * (len(counts) > 1)}"
            amount += f" and {pairs:,} pair{'s' * (pairs > 1)}" if pairs else ""
            print(f"{self.system}: left out because too long: {amount} (it accepts {most} tokens)")
        recorded = {"limit": most, "tokens": counts.astype(int).to_dict()}
        return left, {"doubts": [self._doubt(list(counts.index), pairs > 0, most)], "left_out": recorded}

    def _doubt(self, names: Sequence[str], paired: bool, most: int) -> str:
        """Return what a reader of the results should know of these sentences; ``paired``: some are in pairs."""
        listed = ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
        if paired:
            which = "that it is in" if len(names) == 1 else "that they are in"
            return f"Too long, and {self.fate}, with the pairs {which}: {listed} (it accepts {most} tokens)."
        return f"Too long, and {self.fate}: {listed} (it accepts {most} tokens). Its numbers are about the others."


def _needed(table: pd.DataFrame, left: pd.DataFrame, pairs: pd.DataFrame | None) -> Iterator[tuple[str, int, int]]:
    """Yield what must be left, and how many there are in a table and in what is left of it."""
    yield "sentence", len(table), len(left)
    if pairs is not None:
        yield "pair", _paired(pairs, table), _paired(pairs, left)
        yield "rated pair", _paired(pairs, _rated(table)), _paired(pairs, _rated(left))
    for split in table["split"].unique() if "split" in table else ():
        of_split = [rows[rows["split"] == split] for rows in (table, left)]
        yield f"sentence of the split {split}", len(of_split[0]), len(of_split[1])
        if split in ("train", "test") or decisions.development(of_split[0]["split"]).all():
            for label, name in LABELS.items():
                number, remaining = (int((rows["label"] == label).sum()) for rows in of_split)
                yield f"{name} sentence of the split {split}", number, remaining


def _rated(sentences: pd.DataFrame) -> pd.DataFrame:
    """Return the sentences that have a rating."""
    return sentences[sentences["rating"].notna()]


def _paired(pairs: pd.DataFrame, sentences: pd.DataFrame) -> int:
    """Return how many pairs have both members among these sentences."""
    return int((pairs["good_id"].isin(sentences["sentence_id"]) & pairs["bad_id"].isin(sentences["sentence_id"])).sum())
