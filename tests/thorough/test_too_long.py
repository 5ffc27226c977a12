"""Sentences of more tokens than a model takes, in the real workflow: refused, left out for all systems, in windows."""

import json
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from helpers import copy_checkout, error_lines, explorer_data, planned_jobs, replace_in, replaced, snakemake
from tiny_models import bert, byte_tokenizer, gpt2, save, wordpiece_tokenizer

PAIRS, LABELS = "toy-simulated", "toy-labels-simulated"
MOST = {"my-bert": 30, "my-gpt": 40, "my-classifier-simulated": 30}  # tokens that each takes
SYSTEMS = [*MOST, "toy-trigram-simulated"]
CONFIG = f"""run: all
too_long: skip
datasets:
  {PAIRS}: {{kind: toy, label: Toy language}}
  {LABELS}: {{kind: toy-labels, label: Toy labels}}
criteria: {{thresholds: [0.5]}}
corpora:
  {PAIRS}: {{kind: toy}}
ngram:
  toy-trigram-simulated: {{label: Toy trigram, corpus: {PAIRS}, order: 3, tokenisation: words, lowercase: true,
    end_of_sentence: true, discount_fallback: true, measures: [slor, log_prob]}}
classifiers:
  my-classifier-simulated: {{label: My classifier, base: my-bert, labelled: {LABELS}, restarts: [1, 2],
    training: {{epochs: 1, threads: 1}}, stability: all, measures: [logit_margin]}}
models:
  my-bert: {{label: My BERT, kind: masked, path: masked, shards: 2, measures: [pll, pll_as_published]}}
  my-gpt: {{label: My GPT, kind: causal, path: causal, beginning: true, measures: [log_prob, mean_lp]}}
"""


TARGETS = [
    *(f"results/metrics/{PAIRS}/{name}.csv" for name in ("criteria", "specifications", "agreement", "ceiling")),
    *(f"results/metrics/{LABELS}/{name}.csv" for name in ("simple_classifiers", "classifiers", "features")),
    f"results/metrics/{PAIRS}/stability.csv",
    "results/explorer/index.html",
]


@pytest.fixture(scope="module")
def skipping(demo, tmp_path_factory) -> Path:
    """A checkout in which all that tells pairs and sentences has run, and three of four systems skip some."""
    folder = copy_checkout(tmp_path_factory.mktemp("skipping") / "checkout", built=demo)
    save(folder / "masked", bert(positions=MOST["my-bert"]), wordpiece_tokenizer())
    save(folder / "causal", gpt2(positions=MOST["my-gpt"]), byte_tokenizer(mask=False))
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    run = snakemake(folder, *TARGETS)
    assert run.returncode == 0, run.stdout[-4000:]
    (folder / "terminal.txt").write_text(run.stdout, encoding="utf-8")
    return folder


def read(folder: Path, name: str) -> pd.DataFrame:
    return pd.read_csv(folder / f"results/{name}.csv", dtype={"sentence_id": str, "pair_id": str})


def tokens(sentence: str, system: str) -> int:
    """Return how many tokens a model has to take at once, one sentence at a time and by other means than the workflow's."""
    if system == "my-gpt":
        return len(byte_tokenizer(mask=False).tokenize(sentence)) + 1
    tokenizer = wordpiece_tokenizer()
    pieces = tokenizer.tokenize(sentence)
    counts = [len(pieces)]
    for place in range(len(pieces) if system == "my-bert" else 0):  # of the measure as published
        text = " ".join([*pieces[:place], "[MASK]", *pieces[place + 1 :]]).replace(" ##", "")
        counts.append(len(tokenizer.tokenize(text)))
    return max(counts) + 2


@pytest.fixture(scope="module")
def skipped(skipping) -> set[str]:
    """The sentences with pairs that some system does not take."""
    sentences = read(skipping, f"prepared/sentences/{PAIRS}").set_index("sentence_id")["sentence"]
    return {name for name, text in sentences.items() if any(tokens(text, key) > MOST[key] for key in MOST)}


def test_what_was_skipped_is_listed_with_tokens_and_limits(skipping, skipped):
    listed = read(skipping, f"skipped/{PAIRS}")
    sentences = read(skipping, f"prepared/sentences/{PAIRS}").set_index("sentence_id")["sentence"]
    expected = {
        (name, sentences[name], key, tokens(sentences[name], key), MOST[key])
        for name in skipped
        for key in MOST
        if tokens(sentences[name], key) > MOST[key]
    }
    assert set(listed.itertuples(index=False, name=None)) == expected
    by_system = listed.groupby("system")["sentence_id"].apply(set)
    assert by_system["my-classifier-simulated"] < by_system["my-bert"]  # which also tokenises masked sentences again
    assert by_system["my-gpt"] - by_system["my-bert"] and by_system["my-classifier-simulated"] - by_system["my-gpt"]


def test_all_systems_and_references_have_the_same_pairs_and_sentences(skipping, skipped):
    pairs, all_pairs = read(skipping, f"pairs/{PAIRS}"), read(skipping, f"prepared/pairs/{PAIRS}")
    gone = all_pairs["good_id"].isin(skipped) | all_pairs["bad_id"].isin(skipped)
    assert 10 < gone.sum() < 60
    pd.testing.assert_frame_equal(pairs, all_pairs[~gone].reset_index(drop=True))
    names = read(skipping, f"prepared/sentences/{PAIRS}")["sentence_id"]
    names = [name for name in names if name not in skipped]
    assert read(skipping, f"sentences/{PAIRS}")["sentence_id"].tolist() == names
    for panel in ("ratings", "other_ratings"):
        left, rated = read(skipping, f"{panel}/{PAIRS}"), read(skipping, f"prepared/{panel}/{PAIRS}")
        pd.testing.assert_frame_equal(left, rated[rated["sentence_id"].isin(names)].reset_index(drop=True))
    for system in [*SYSTEMS, "reference"]:
        for _, deltas in read(skipping, f"deltas/{PAIRS}/{system}").groupby("measure"):
            assert deltas["pair_id"].tolist() == pairs["pair_id"].tolist()
            assert deltas["human_delta"].notna().sum() == len(pairs) - 1  # one is unrated
            assert deltas["model_delta"][deltas["human_delta"].notna()].notna().all()
    for system in SYSTEMS:
        for _, scores in read(skipping, f"z_scores/{PAIRS}/{system}").groupby("measure"):
            assert sorted(scores["sentence_id"]) == sorted(names)
            assert (scores["z_score"].mean(), scores["z_score"].std(ddof=0)) == pytest.approx((0, 1))
    assert read(skipping, f"predictions/{PAIRS}/my-classifier-simulated")["sentence_id"].tolist() == names


def test_whatever_counts_pairs_counts_those_that_are_left(skipping):
    left = len(read(skipping, f"pairs/{PAIRS}"))
    for name in ("criteria", "specifications"):
        assert set(read(skipping, f"metrics/{PAIRS}/{name}")["pairs"]) == {left - 1}
    agreement = read(skipping, f"metrics/{PAIRS}/agreement").query("chosen == 'all' and statistic == 'adc'")
    assert set(agreement["items"]) == {left - 1}
    ceiling = read(skipping, f"metrics/{PAIRS}/ceiling").query("source == 'noise model'")
    assert set(ceiling["pairs"]) == {left - 1}
    (dataset,) = explorer_data(skipping)["datasets"]
    assert len(dataset["good"]) == left


def test_the_terminal_says_what_was_skipped(skipping, skipped):
    gone = len(read(skipping, f"prepared/pairs/{PAIRS}")) - len(read(skipping, f"pairs/{PAIRS}"))
    said = (skipping / "terminal.txt").read_text(encoding="utf-8")
    assert f"left out because too long: {len(skipped)} sentences and {gone} pairs; results/skipped/{PAIRS}.csv" in said


def test_labelled_sentences_are_skipped_for_all_classifiers_alike(skipping):
    sentences = read(skipping, f"prepared/sentences/{LABELS}")
    long = sentences["sentence"].map(lambda text: tokens(text, "my-classifier-simulated") > 30)
    assert 10 < long.sum() < len(sentences) / 2
    assert set(read(skipping, f"skipped/{LABELS}")["sentence_id"]) == set(sentences["sentence_id"][long])
    names = sentences["sentence_id"][~long].tolist()
    assert read(skipping, f"sentences/{LABELS}")["sentence_id"].tolist() == names
    assert set(read(skipping, f"features/{LABELS}")["sentence_id"]) <= set(names)
    assert read(skipping, f"predictions/{LABELS}/my-classifier-simulated")["sentence_id"].tolist() == names
    assert set(read(skipping, f"scores/{LABELS}/toy-trigram-simulated")["sentence_id"]) == set(names)
    test = (sentences["split"] == "test") & ~long
    simple = read(skipping, f"metrics/{LABELS}/simple_classifiers").query("split == 'test'")
    assert set(simple["sentences"]) == {test.sum()}


def test_another_system_that_skips_does_not_score_or_train_again(skipping):
    config = (skipping / "config.yaml").read_text(encoding="utf-8")
    save(skipping / "short", gpt2(positions=36), byte_tokenizer(mask=False))
    more = "  my-short: {label: Short, kind: causal, path: short, beginning: true, measures: [log_prob]}\n"
    assert planned_jobs(skipping, *TARGETS) == set()
    (skipping / "config.yaml").write_text(config + more, encoding="utf-8")
    try:
        jobs = planned_jobs(skipping, *TARGETS)
    finally:
        (skipping / "config.yaml").write_text(config, encoding="utf-8")
    costly = {"score_model", "train_ngram", "finetune_classifier", "select_restart", "judge_restart"}
    assert {job for job in jobs if job[0] in costly} == {
        ("score_model", f"dataset={PAIRS}, system=my-short, shard=1"),
    }
    assert ("leave_out_long", f"dataset={PAIRS}") in jobs and ("leave_out_long", f"dataset={LABELS}") not in jobs


def test_windows_score_all_sentences_and_short_ones_as_ever(skipping, skipped, tmp_path):
    folder = copy_checkout(tmp_path / "checkout")
    for name, model, tokenizer in [
        ("masked", bert(positions=30), wordpiece_tokenizer()),
        ("causal", gpt2(positions=40), byte_tokenizer(mask=False)),
    ]:
        save(folder / name, model, tokenizer)
    (folder / "config.yaml").write_text(replaced(CONFIG, "too_long: skip", "too_long: window"), encoding="utf-8")
    targets = [f"results/scores/{PAIRS}/{key}.csv" for key in ("my-bert", "my-gpt")]
    run = snakemake(folder, *targets)
    assert run.returncode == 0, run.stdout
    for key in ("my-bert", "my-gpt"):
        windows, short = (
            read(root, f"scores/{PAIRS}/{key}").set_index(["sentence_id", "measure"])["score"]
            for root in (folder, skipping)
        )
        np.testing.assert_allclose(windows.loc[short.index], short, atol=1e-4)
        long = windows.drop(short.index)
        assert {name for name, _ in long.index} == skipped
        assert np.isfinite(long).all()
        scored = json.loads((folder / f"results/tokens/{PAIRS}/{key}.json").read_text(encoding="utf-8"))
        assert scored["system"]["too_long"] == "window"
    run = snakemake(folder, "results/restarts/my-classifier-simulated/1/margins.csv")
    (error,) = set(error_lines(run))
    assert f"results/sentences/{LABELS}.csv: " in error
    assert "(too_long: window does not help, because a classifier reads whole sentences)" in error


def test_one_error_where_no_pair_is_left(checkout):
    save(checkout / "masked", bert(positions=9), wordpiece_tokenizer())
    text = CONFIG[: CONFIG.index("corpora:")] + CONFIG[CONFIG.index("models:") :]
    (checkout / "config.yaml").write_text(text[: text.index("  my-gpt")], encoding="utf-8")
    run = snakemake(checkout)
    assert run.returncode != 0
    (error,) = set(error_lines(run))
    assert error.endswith(
        f"error: results/prepared/sentences/{PAIRS}.csv: no sentence is left of 240, because the others are too long (my-bert "
        "accepts 9 tokens); shorten the sentences, remove such a system from run, or set too_long: window"
    )
    assert not list(checkout.glob("results/tokens/*/*"))


def test_a_classifier_on_an_encoder_has_a_length_of_its_own(demo, tmp_path):
    folder, system = tmp_path / "again", "toy-encoder-simulated"
    shutil.copytree(demo, folder, symlinks=True)
    replace_in(folder / "config.yaml", "transfer: {hidden: 64, epochs: 30,", "transfer: {longest: 6, epochs: 1,")
    target = f"results/scores/{PAIRS}/{system}.csv"
    done = snakemake(folder, "--config", f"run=[{system}]", "--", target)
    assert done.returncode != 0
    assert "sentences have more tokens than the 7 that the model accepts" in error_lines(done)[0]
    assert "transfer.longest" in error_lines(done)[0]
    done = snakemake(folder, "--config", f"run=[{system}]", "too_long=skip", "--", target)
    assert done.returncode == 0, done.stdout[-4000:]
    skipped = read(folder, f"skipped/{PAIRS}")
    assert set(skipped["system"]) == {system} and (skipped["tokens"] > 7).all()
    assert len(read(folder, f"scores/{PAIRS}/{system}")) == len(read(folder, f"sentences/{PAIRS}"))
