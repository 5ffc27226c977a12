"""Scoring by an n-gram model, from text to a table, beside KenLM alone on the same text: `python -m benchmarks.ngram`."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from acceptability.contracts import io
from acceptability.contracts.scoring import TOKENS, UNIGRAMS
from acceptability.kinds.ngram import ngrams
from acceptability.scoring.tokenisation import tokeniser
from benchmarks.timing import rates_in_turns, worked

WAYS = ("words", "whitespace", "treebank")
TURNS = 3


def programs(model, unigrams: ngrams.Unigrams, sentences: list[str]) -> dict[str, Callable[[], int]]:
    """Return KenLM alone, and our scorer with each way to split sentences; each returns how many tokens it scored."""
    names = [f"s{number}" for number in range(len(sentences))]
    split = {way: tokeniser(way, lowercase=True) for way in WAYS}
    texts = [" ".join(split["words"](sentence)) for sentence in sentences]

    def kenlm_alone() -> int:
        return sum(1 for text in texts for _ in model.full_scores(text))

    def ours(way: str) -> int:
        return len(ngrams.score_tokens(model, unigrams, names, sentences, split[way], True))

    return {"KenLM alone": kenlm_alone} | {way: partial(ours, way) for way in WAYS}


def main(model_folder: Path, text: Path, table: Path) -> None:
    """Score the lines of a text with a model trained by the workflow, and print tokens a second and a ratio."""
    model = ngrams.load(model_folder / "model.binary")
    counts = io.read_table(model_folder / "unigrams.csv", UNIGRAMS)
    unigrams = ngrams.Unigrams(dict(zip(counts["token"], counts["count"], strict=True)), end_of_sentence=True)
    sentences = text.read_text(encoding="utf-8").splitlines()
    works = programs(model, unigrams, sentences)
    rates = {name: cpu for name, (_, cpu) in zip(works, rates_in_turns(*works.values(), turns=TURNS), strict=True)}
    print(f"text to a table        {rates['words'] / 1e6:6.2f} M tokens/s of processor time  (goal ≥ 1)")
    ratio = rates["KenLM alone"] / rates["words"]
    print(f"  KenLM alone          {rates['KenLM alone'] / 1e6:6.2f} M tokens/s; ours takes {ratio:.1f} × as long")
    for way in WAYS[1:]:
        print(f"  split as {way:<10}  {rates[way] / 1e6:6.2f} M tokens/s")
    names = [f"s{number}" for number in range(len(sentences))]
    tokens = ngrams.score_tokens(model, unigrams, names, sentences, tokeniser("words", lowercase=True), True)
    writing = worked(lambda: io.write_table(tokens, table, TOKENS), len(tokens))["cpu"]
    print(f"writing the table      {1 / writing / 1e6:6.2f} M tokens/s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ngram", description=__doc__)
    parser.add_argument("folder", type=Path, help="a checkout in which the Brown trigram was trained")
    results = parser.parse_args().folder / "results"
    main(results / "models/brown-trigram", results / "corpora/brown.txt", results / "tokens.csv")
