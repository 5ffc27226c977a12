"""Surprisals of words by wordsprobability, in its own environment (envs/separate/wordsprobability.txt).

    python rival_wordsprobability.py <folder of a GPT-2> <text, one sentence a line> <output>

It knows models by their names; here one of these stands for the folder. The output is one JSON object: for each sentence
its words and their surprisals, in order.
"""

import json
import sys
from pathlib import Path

from wordsprobability import get_surprisal_per_word
from wordsprobability.models import MODELS


def main(model: str, text: str, to: str) -> None:
    MODELS["gpt2-small"].model_name = model
    found = get_surprisal_per_word(Path(text).read_text(encoding="utf-8").removesuffix("\n"), "gpt2-small")
    by_sentence = found.groupby("text_id")
    answer = [[group["word"].tolist(), group["surprisal"].tolist()] for _, group in by_sentence]
    Path(to).write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
