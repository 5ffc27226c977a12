"""Scoring by an n-gram model, from text to a table, beside KenLM alone on the same text: `python -m benchmarks.ngram`."""

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import median

from acceptability.contracts import io
from acceptability.contracts.scoring import TOKENS, UNIGRAMS
from acceptability.kinds.ngram import ngrams
from acceptability.scoring.tokenisation import tokeniser
from benchmarks.timing import worked

WAYS = ("words", "whitespace", "treebank")
TURNS = 3


def programs(model, unigrams: ngrams.Unigrams, sentences: list[str]) -> tuple[dict[str, Callable], int]:
    """Return KenLM alone and our scorer with each way to split sentences, and the number of tokens of the first way."""
    names = [f"s{number}" for number in range(len(sentences))]
    split = {way: tokeniser(way, lowercase=True) for way in WAYS}
    texts = [" ".join(split["words"](sentence)) for sentence in sentences]

    def kenlm_alone() -> None:
        for text in texts:
            for _ in model.full_scores(text):
                pass

    score = {way: partial(ngrams.score_tokens, model, unigrams, names, sentences, split[way], True) for way in WAYS}
    return {"KenLM alone": kenlm_alone} | score, len(score["words"]())


def cpu_seconds(works: Mapping[str, Callable], turns: int = TURNS) -> dict[str, float]:
    """Return the median processor time of each work, measured in turns."""
    found = [{name: worked(work, 1)["cpu"] for name, work in works.items()} for _ in range(turns)]
    return {name: median(turn[name] for turn in found) for name in works}


def main(model_folder: Path, text: Path, table: Path) -> None:
    """Score the lines of a text with a model trained by the workflow, and print tokens a second and a ratio."""
    model = ngrams.load(model_folder / "model.binary")
    counts = io.read_table(model_folder / "unigrams.csv", UNIGRAMS)
    unigrams = ngrams.Unigrams(dict(zip(counts["token"], counts["count"], strict=True)), end_of_sentence=True)
    works, count = programs(model, unigrams, text.read_text(encoding="utf-8").splitlines())
    seconds = cpu_seconds(works)
    ratio = seconds["words"] / seconds["KenLM alone"]
    print(f"text to a table        {count / seconds['words'] / 1e6:6.2f} M tokens/s of processor time  (goal ≥ 1)")
    print(
        f"  KenLM alone          {count / seconds['KenLM alone'] / 1e6:6.2f} M tokens/s; ours takes {ratio:.1f} × as long"
    )
    for way in WAYS[1:]:
        print(f"  split as {way:<10}  {seconds['words'] / seconds[way]:6.2f} × as fast as split as words")
    made = works["words"]()
    writing = worked(lambda: io.write_table(made, table, TOKENS), len(made))["cpu"]
    print(f"writing the table      {1 / writing / 1e6:6.2f} M tokens/s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ngram", description=__doc__)
    parser.add_argument("folder", type=Path, help="a checkout in which the Brown trigram was trained")
    results = parser.parse_args().folder / "results"
    main(results / "models/brown-trigram", results / "corpora/brown.txt", results / "tokens.csv")
