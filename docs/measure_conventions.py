"""Measure how much conventions change the results of SmolLM2, for the figure of docs/conventions.md (an hour).

    snakemake --cores 1 -- results/pairs/li-adger.csv
    python docs/measure_conventions.py

The first command reads the pairs of LI-Adger. The second one scores BLiMP (10 pairs a paradigm) and every fourth rated
pair of LI-Adger by each convention, and writes docs/convention_effects.tsv. `make docs` draws the figure from it.
"""

import json
import os
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd
from transformers import PreTrainedTokenizerBase as Tokenizer

import acceptability
from acceptability.kinds.causal import conventions as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.scoring import pretrained
from acceptability.scoring.conventions import LENGTHS, conventions
from acceptability.sources import fetching
from acceptability.statistics import clusters

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from benchmarks.causal import first_lines  # noqa: E402

EFFECTS = ROOT / "docs/convention_effects.tsv"
MODEL, ARCHIVE = "smollm2-135m-instruct.q4_1.gguf", "blimp.zip"
OF_PARADIGM, EVERY = 10, 4
DELTA = 0.5
REFERENCE = "bos"
TEXT_SEPARATOR, AFTER = "<|endoftext|>", "bos with the space after a word"
# The conventions that are computed at once: those with the same tokens and spaces.
GROUPS = (
    ("bos", "bos-from-second", "bos-end"),
    ("none",),
    ("bos-space-before",),
    ("bos-twice",),
    ("eos", TEXT_SEPARATOR),  # with EOS as BOS, all tokens that may begin a sentence are tried
    ("bos-space-after",),
)
MEANS = {f"bos, {length.words}": length for length in LENGTHS[1:4]}  # over tokens, words and characters
Values = Mapping[str, np.ndarray]  # the log-probabilities of the counted tokens of each text, by its id


def fetched(name: str) -> Path:
    """Return a registered file, which is fetched once."""
    path = ROOT / "build/models" / name
    row = fetching.read_registry(ROOT / "resources/sources.tsv")[name]
    fetching.fetch(row, path, os.environ.get("ACCEPTABILITY_MIRROR"))
    return path


def blimp() -> pd.DataFrame:
    """Return the first pairs of each paradigm of BLiMP."""
    lines = (line for of_file in first_lines(fetched(ARCHIVE), OF_PARADIGM).values() for line in of_file)
    table = pd.DataFrame(map(json.loads, lines))
    named = {"sentence_good": "good", "sentence_bad": "bad", "UID": "paradigm", "linguistics_term": "phenomenon"}
    return table.rename(columns=named)[list(named.values())].assign(cluster=table["UID"])


def li_adger() -> pd.DataFrame:
    """Return every fourth rated pair of LI-Adger, with ratings."""
    pairs, texts = (pd.read_csv(ROOT / f"results/{part}/li-adger.csv") for part in ("pairs", "sentences"))
    texts = texts.set_index("sentence_id")
    for side in ("good", "bad"):
        pairs[side] = pairs[f"{side}_id"].map(texts["sentence"])
        pairs[f"{side}_rating"] = pairs[f"{side}_id"].map(texts["rating"])
    rated = pairs.dropna(subset=["good_rating", "bad_rating"])
    return rated.iloc[::EVERY][["good", "bad", "good_rating", "bad_rating", "phenomenon"]]


def log_probs(texts: Mapping[str, str]) -> tuple[dict[str, Values], Tokenizer]:
    """Return the log-probabilities of texts by each convention of SmolLM2, and its tokenizer.

    They are kept in files in build/, so that a run that was stopped goes on.
    """
    model, tokenizer = pretrained.load(fetched(MODEL), CAUSAL)
    scored: dict[str, Values] = {}
    for names in GROUPS:
        kept = ROOT / f"build/convention_effects/{names[0].replace(' ', '-')}.json"
        if not kept.exists():
            ways = [way for way in conventions() if way.name in names]
            values = causal.log_probs(model, tokenizer, texts, ways)
            rows = {way.name: {key: row.tolist() for key, row in of_way.items()} for way, of_way in values.items()}
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(rows), encoding="utf-8")
        values = json.loads(kept.read_text(encoding="utf-8"))
        scored |= {name: {key: np.array(values[name][key]) for key in texts} for name in names}
    return scored, tokenizer


def frame(texts: Mapping[str, str], scored: Mapping[str, Values]) -> dict[str, pd.DataFrame]:
    """Return the scores of texts by each convention and each length, as `acceptability.evaluate` reads them."""
    sums = {name: np.array([values[text].sum() for text in texts]) for name, values in scored.items()}
    counts = [len(scored[REFERENCE][text]) for text in texts]
    for name, length in MEANS.items():
        sizes = [length.divisor(text, count) for text, count in zip(texts.values(), counts, strict=True)]
        sums[name] = sums[REFERENCE] / sizes
    return {name: pd.DataFrame({"sentence": texts.values(), "score": values}) for name, values in sums.items()}


def shares(table: pd.DataFrame, texts: Mapping[str, str], scored: Mapping[str, Values], measure: str) -> pd.DataFrame:
    """Return the share of pairs by each convention, chance, and its difference from the reference, with intervals.

    Chance is what the same score differences are expected to reach when shuffled over the pairs; of BLiMP, a half.
    """
    sentences = {name: text for name, text in texts.items() if text in {*table["good"], *table["bad"]}}
    scores = frame(sentences, scored)
    evaluated = acceptability.evaluate(acceptability.pairs(table), scores, thresholds=[DELTA])
    criterion = measure.split()[0].lower()
    found, compared = (evaluated[name].query(f"criterion == {criterion!r}") for name in ("criteria", "differences"))
    compared = compared[compared["first"] == f"{REFERENCE}/score"].set_index("second")
    rows = []
    for name in scores:
        one = found.set_index("system").loc[name]
        row = {"convention": name, "measure": measure, "items": int(one["pairs"]), "value": one["share_ties_half"]}
        row |= {"low": one["half_low"], "high": one["half_high"]}
        row["chance"] = one["chance"] if criterion == "adc" else 0.5
        if name != REFERENCE:  # rows are compared in the order of scores, so the reference is the first of two
            less = compared.loc[f"{name}/score"]
            ends = {"difference_low": -less["high"], "difference_high": -less["low"]}
            row |= {"difference": -less["difference"]} | ends | {"p": less["p"]}
        rows.append(row)
    return pd.DataFrame(rows)


def surprisals(
    texts: Mapping[str, str], scored: Mapping[str, Values], tokenizer: Tokenizer
) -> dict[str, dict[str, np.ndarray]]:
    """Return the surprisals in bits of the words of texts after the first, by each convention.

    A token belongs to the word that it ends in. The end-of-text token belongs to no word.
    """
    by_name = {way.name: way for way in conventions()}
    of_words = {}
    for name, values in scored.items():
        way = by_name.get(name, by_name[REFERENCE])
        of_words[name] = {}
        for key, text in texts.items():
            spaced = causal.SPACES[way.space].format(text)
            ends = [
                end
                for _, end in tokenizer(spaced, add_special_tokens=False, return_offsets_mapping=True)["offset_mapping"]
            ]
            words = np.array([len(spaced[:end].split()) - 1 for end in ends])
            bits = -values[key][: -1 if way.ending == "yes" else None] / np.log(2)
            words = words[len(words) - len(bits) :]
            of_words[name][key] = np.array([bits[words == word].sum() for word in range(1, len(text.split()))])
    return of_words


def changes(of_words: Mapping[str, Values], groups: Mapping[str, str], measure: str) -> pd.DataFrame:
    """Return the mean absolute difference of words' surprisals from the reference, with an interval over groups."""
    reference = np.concatenate(list(of_words[REFERENCE].values()))
    numbers = clusters.cluster_numbers([groups[key] for key, bits in of_words[REFERENCE].items() for _ in bits])
    rows = []
    for name, by_text in of_words.items():
        change = np.abs(np.concatenate([by_text[key] for key in of_words[REFERENCE]]) - reference)
        estimate = clusters.mean(change, numbers)
        low, high = estimate.interval() if change.any() else (0.0, 0.0)
        rows.append((name, measure, len(change), estimate.value, max(0.0, low), high))
    return pd.DataFrame(rows, columns=["convention", "measure", "items", "value", "low", "high"])


def after_words(texts: Mapping[str, str]) -> Values:
    """Return the surprisals in bits of words after the first where the space after a word, not before, counts."""
    loaded = pretrained.load(fetched(MODEL), CAUSAL)
    frame = pd.DataFrame({"sentence_id": texts.keys(), "sentence": texts.values()})
    with warnings.catch_warnings(action="ignore"):
        words = acceptability.score(frame, loaded, "causal", words=True, beginning=True)
    later = words[words["word"] > 1].groupby("sentence_id")["surprisal_whitespace_bits"]
    return {key: later.get_group(key).to_numpy() for key in texts}


def main() -> None:
    """Write docs/convention_effects.tsv."""
    pairs, rated = blimp(), li_adger()
    sides = [table[side] for table in (pairs, rated) for side in ("good", "bad")]
    texts = {text: text for side in sides for text in side}
    scored, tokenizer = log_probs(texts)
    groups = dict(zip(rated["good"], rated["phenomenon"], strict=True))
    good = {text: text for text in groups if len(text.split()) > 1}
    of_words = surprisals(good, scored, tokenizer) | {AFTER: after_words(good)}
    parts = [shares(pairs, texts, scored, "BLiMP share"), shares(rated, texts, scored, "ADC at δ = 0.5")]
    table = pd.concat([*parts, changes(of_words, groups, "bits per word")], ignore_index=True)
    compared = table["p"].notna()
    table.loc[compared, "p_holm"] = clusters.holm(table.loc[compared, "p"])
    table.to_csv(EFFECTS, sep="\t", index=False, float_format="%.6g", lineterminator="\n")


if __name__ == "__main__":
    main()
