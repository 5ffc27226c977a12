"""Sentences of more tokens than a model takes, in the real workflow: refused, without a score from it, in windows."""

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from helpers import (
    copy_checkout,
    error_lines,
    explorer_data,
    planned_jobs,
    replace_in,
    replaced,
    run_workflow,
    snakemake,
)
from tiny_models import bert, byte_tokenizer, gpt2, save, wordpiece_tokenizer

PAIRS, LABELS = "toy-simulated", "toy-labels-simulated"
TRIGRAM, CLASSIFIER = "toy-trigram-simulated", "my-classifier-simulated"
MOST = {"my-bert": 30, "my-gpt": 40, CLASSIFIER: 30}  # tokens that each takes
SYSTEMS = [*MOST, TRIGRAM]
CONFIG = f"""run: all
too_long: skip
datasets:
  {PAIRS}: {{kind: toy, label: Toy language}}
  {LABELS}: {{kind: toy-labels, label: Toy labels}}
criteria: {{thresholds: [0.5]}}
corpora:
  {PAIRS}: {{kind: toy}}
ngram:
  {TRIGRAM}: {{label: Toy trigram, corpus: {PAIRS}, order: 3, tokenisation: words, lowercase: true,
    end_of_sentence: true, discount_fallback: true, measures: [slor, log_prob]}}
classifiers:
  {CLASSIFIER}: {{label: My classifier, base: my-bert, labelled: {LABELS}, restarts: [1, 2],
    training: {{epochs: 1, threads: 1}}, stability: all, learning_curve: [150], measures: [logit_margin]}}
models:
  my-bert: {{label: My BERT, kind: masked, path: masked, shards: 2, measures: [pll, pll_as_published]}}
  my-gpt: {{label: My GPT, kind: causal, path: causal, beginning: true, shards: 2, measures: [log_prob, mean_lp]}}
"""
METRICS = ("criteria", "specifications", "agreement", "ceiling", "doubts")
TARGETS = [
    *(f"results/metrics/{PAIRS}/{name}.csv" for name in (*METRICS, "stability", "restart_shares")),
    *(
        f"results/metrics/{LABELS}/{name}.csv"
        for name in ("simple_classifiers", "classifiers", "calibration", "features", "divisions", "doubts")
    ),
    f"results/scores/{PAIRS}.csv",
    f"results/reports/{PAIRS}.pdf",
    f"results/reports/{PAIRS}-details.pdf",
    "results/explorer/index.html",
]


def checkout_with_models(folder: Path, config: str, demo: Path) -> Path:
    copy_checkout(folder, built=demo)
    save(folder / "masked", bert(positions=MOST["my-bert"]), wordpiece_tokenizer())
    save(folder / "causal", gpt2(positions=MOST["my-gpt"]), byte_tokenizer(mask=False))
    (folder / "config.yaml").write_text(config, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def skipping(demo, tmp_path_factory) -> Path:
    """A checkout in which all that tells pairs and sentences has run, and three of four systems skip some."""
    folder = checkout_with_models(tmp_path_factory.mktemp("skipping") / "checkout", CONFIG, demo)
    run = snakemake(folder, *TARGETS)
    assert run.returncode == 0, run.stdout[-4000:]
    (folder / "terminal.txt").write_text(run.stdout, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def alone(demo, tmp_path_factory) -> Path:
    """Returns a checkout in which only the system that takes all sentences has run."""
    folder = copy_checkout(tmp_path_factory.mktemp("alone") / "checkout", built=demo)
    text = CONFIG[: CONFIG.index("classifiers:")]
    (folder / "config.yaml").write_text(replaced(text, "too_long: skip\n", ""), encoding="utf-8")
    targets = [f"results/metrics/{PAIRS}/{name}.csv" for name in METRICS]
    run_workflow(folder, *targets)
    return folder


def read(folder: Path, name: str) -> pd.DataFrame:
    return pd.read_csv(folder / f"results/{name}.csv", dtype={"sentence_id": str, "pair_id": str})


def recorded(folder: Path, name: str) -> dict:
    return json.loads((folder / f"results/{name}.json").read_text(encoding="utf-8"))


def scoring(folder: Path, system: str, dataset: str = PAIRS) -> dict:
    """Return what is recorded of a scoring."""
    return recorded(folder, f"{'scores' if system == CLASSIFIER else 'tokens'}/{dataset}/{system}")


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


def too_long(folder: Path, dataset: str) -> dict[str, dict[str, int]]:
    """Return the tokens of the sentences that each system does not take."""
    sentences = read(folder, f"sentences/{dataset}").set_index("sentence_id")["sentence"]
    counts = {key: {name: tokens(text, key) for name, text in sentences.items()} for key in MOST}
    return {key: {name: count for name, count in counts[key].items() if count > most} for key, most in MOST.items()}


@pytest.fixture(scope="module")
def skipped(skipping) -> dict[str, dict[str, int]]:
    return too_long(skipping, PAIRS) | {TRIGRAM: {}}


def covered(skipping, skipped, system: str) -> pd.DataFrame:
    """Return the pairs of which a system takes both sentences."""
    pairs = read(skipping, f"pairs/{PAIRS}")
    return pairs[~pairs["good_id"].isin(skipped[system]) & ~pairs["bad_id"].isin(skipped[system])]


def test_what_is_left_out_is_recorded_with_tokens_and_limits(skipping, skipped):
    doubts = read(skipping, f"metrics/{PAIRS}/doubts")
    for system, most in MOST.items():
        made = scoring(skipping, system)
        assert made["left_out"] == {"limit": most, "tokens": skipped[system]}
        assert list(made["left_out"]["tokens"]) == list(skipped[system])
        said = [
            doubt for doubt in made["doubts"] if doubt.startswith("Too long, and without a score from it, with the ")
        ]
        first = ", ".join(list(skipped[system])[:5])
        assert len(said) == 1 and said[0].endswith(
            f"pairs that they are in: {first} and {len(skipped[system]) - 5} more (it accepts {most} tokens)."
        )
        assert said[0] in doubts.query("about == @system")["doubt"].tolist()
        rows = doubts[doubts["about"].str.startswith(f"{system}/")]
        number = len(covered(skipping, skipped, system)) - 1  # one is unrated
        assert rows["doubt"].str.startswith(f"It covers {number} of 119 pairs, and").sum() == {CLASSIFIER: 1}.get(
            system, 2
        )
    classifier, of_bert, of_gpt = (set(skipped[key]) for key in (CLASSIFIER, "my-bert", "my-gpt"))
    assert classifier < of_bert  # which also tokenises masked sentences again
    assert of_gpt - of_bert and classifier - of_gpt
    of_trigram = doubts[doubts["about"].str.startswith(TRIGRAM)]["doubt"]
    assert len(of_trigram) and not of_trigram.str.contains("Too long|It covers").any()


def test_each_system_scores_what_it_takes_and_counts_the_pairs_that_keep_both_sentences(skipping, skipped):
    names = read(skipping, f"sentences/{PAIRS}")["sentence_id"].tolist()
    pairs = read(skipping, f"pairs/{PAIRS}")
    assert (len(names), len(pairs)) == (240, 120)
    scored = pd.read_csv(skipping / f"results/scores/{PAIRS}.csv", dtype={"sentence_id": str}).set_index("sentence_id")
    assert scored.index.tolist() == names
    criteria = read(skipping, f"metrics/{PAIRS}/criteria")
    for system in SYSTEMS:
        taken, both = [name for name in names if name not in skipped[system]], covered(skipping, skipped, system)
        assert system == TRIGRAM or 60 < len(both) < 115
        for _, z_scores in read(skipping, f"z_scores/{PAIRS}/{system}").groupby("measure"):
            assert sorted(z_scores["sentence_id"]) == sorted(taken)
            assert (z_scores["z_score"].mean(), z_scores["z_score"].std(ddof=0)) == pytest.approx((0, 1))
        for measure, deltas in read(skipping, f"deltas/{PAIRS}/{system}").groupby("measure"):
            assert deltas["pair_id"].tolist() == both["pair_id"].tolist()
            assert deltas["human_delta"].notna().sum() == len(both) - 1
            assert deltas["model_delta"].notna().all()
            assert scored[f"{system}/{measure}"].dropna().index.tolist() == taken
        rows = criteria[criteria["system"] == system]
        assert set(rows["pairs"]) == {len(both) - 1}
        assert rows["unanswered"].tolist() == pytest.approx([1 - (len(both) - 1) / 119] * len(rows))
    judged = [name for name in names if name not in skipped[CLASSIFIER]]
    assert read(skipping, f"predictions/{PAIRS}/{CLASSIFIER}")["sentence_id"].tolist() == judged
    assert read(skipping, f"metrics/{PAIRS}/stability")["sentence_id"].tolist() == judged
    shares = read(skipping, f"metrics/{PAIRS}/restart_shares")
    assert set(shares["pairs"]) == {len(covered(skipping, skipped, CLASSIFIER)) - 1}


def test_systems_that_take_all_sentences_have_the_numbers_that_they_have_without_the_others(skipping, alone):
    for name in ("sentences", "pairs", "ratings", "other_ratings", "choices", "features"):
        path = f"results/{name}/{PAIRS}.csv"
        assert (skipping / path).read_bytes() == (alone / path).read_bytes()
    for name in (f"z_scores/{PAIRS}/{TRIGRAM}", f"deltas/{PAIRS}/{TRIGRAM}", f"deltas/{PAIRS}/reference"):
        pd.testing.assert_frame_equal(read(skipping, name), read(alone, name))
    for name in ("criteria", "specifications", "agreement", "ceiling"):
        made, expected = (read(folder, f"metrics/{PAIRS}/{name}") for folder in (skipping, alone))
        if name != "ceiling":
            assert set(expected["system"]) == {TRIGRAM, "reference"}
            made = made[made["system"].isin(expected["system"])].reset_index(drop=True)
        pd.testing.assert_frame_equal(made, expected)


def test_the_page_has_all_pairs_and_no_delta_where_a_system_has_none(skipping, skipped):
    (dataset,) = explorer_data(skipping)["datasets"]
    assert len(dataset["good"]) == 120
    by_row = {row["row"]: row["model"] for row in dataset["rows"]}
    for system, row in [(TRIGRAM, "slor"), ("my-bert", "pll"), ("my-gpt", "mean_lp"), (CLASSIFIER, "logit_margin")]:
        deltas = dict(zip(dataset["pairs"], by_row[f"{system}/{row}"], strict=True))
        there = [name for name, delta in deltas.items() if delta is not None]
        assert there == covered(skipping, skipped, system)["pair_id"].tolist()


def test_the_terminal_says_what_is_left_out(skipping, skipped):
    said = (skipping / "terminal.txt").read_text(encoding="utf-8")
    for system, most in MOST.items():
        gone = 120 - len(covered(skipping, skipped, system))
        line = f"{system}: left out because too long: {len(skipped[system])} sentences and {gone} pairs"
        assert said.count(f"{line} (it accepts {most} tokens)\n") == 1  # by one of the shards


def test_a_classifier_is_trained_on_and_judged_by_what_it_takes(skipping):
    sentences = read(skipping, f"sentences/{LABELS}").set_index("sentence_id")
    by_system = too_long(skipping, LABELS)
    long = by_system[CLASSIFIER]
    assert 10 < len(long) < len(sentences) / 2
    left = sentences.drop(list(long))
    for file in (f"restarts/{CLASSIFIER}/1/provenance", f"models/{CLASSIFIER}/provenance"):
        made = recorded(skipping, file)
        assert made["left_out"] == {"limit": 30, "tokens": long}
        assert made["doubts"][0].startswith("Too long, and neither trained on nor judged: ")
    assert read(skipping, f"restarts/{CLASSIFIER}/1/margins")["sentence_id"].tolist() == list(left.index)
    assert read(skipping, f"predictions/{LABELS}/{CLASSIFIER}")["sentence_id"].tolist() == list(left.index)
    doubts = read(skipping, f"metrics/{LABELS}/doubts")
    assert doubts[doubts["doubt"].str.startswith("Too long, and neither trained")]["about"].tolist() == [CLASSIFIER]
    without = doubts[doubts["doubt"].str.startswith("Too long, and without a score from it: ")]
    assert without["about"].tolist() == ["my-bert", "my-gpt"]
    counts = left["split"].value_counts()
    for name in ("classifiers", "calibration"):
        table = read(skipping, f"metrics/{LABELS}/{name}")
        assert all(row.sentences == counts[row.split] for row in table.itertuples())
    features = read(skipping, f"features/{LABELS}")
    having = features[features["sentence_id"].isin(left.index[left["split"] == "dev"])].groupby("feature").size()
    of_dev = read(skipping, f"metrics/{LABELS}/features").query("split == 'dev'").set_index("feature")["sentences"]
    assert of_dev.to_dict() == having.reindex(of_dev.index, fill_value=0).to_dict()
    simple = read(skipping, f"metrics/{LABELS}/simple_classifiers").query("split == 'test'")
    for row in simple.itertuples():
        gone = by_system.get(row.row.split("/")[0], {})
        assert row.sentences == ((sentences["split"] == "test") & ~sentences.index.isin(list(gone))).sum()
    divided = read(skipping, f"metrics/{LABELS}/divisions")
    assert divided.query("part == 'test'")["sentences"].tolist() == [counts["test"]] * 2
    sizes = divided.query("part == 'test'")["trained_on"]
    assert sizes.max() == counts["train"] and 0 < sizes.min() < 150
    made = recorded(skipping, f"divisions/{CLASSIFIER}/size-150/1/provenance")
    assert set(made["left_out"]["tokens"]) < set(long)


def test_another_system_that_skips_changes_nothing_of_the_others(skipping):
    config = (skipping / "config.yaml").read_text(encoding="utf-8")
    save(skipping / "short", gpt2(positions=36), byte_tokenizer(mask=False))
    more = "  my-short: {label: Short, kind: causal, path: short, beginning: true, measures: [log_prob]}\n"
    assert planned_jobs(skipping, *TARGETS) == set()
    before = read(skipping, f"metrics/{PAIRS}/criteria")
    (skipping / "config.yaml").write_text(config + more, encoding="utf-8")
    try:
        jobs = planned_jobs(skipping, *TARGETS)
        folder = skipping.parent / "more"
        shutil.copytree(skipping, folder, symlinks=True)
    finally:
        (skipping / "config.yaml").write_text(config, encoding="utf-8")
    by_system = {"score_model", "gather_tokens"}
    costly = {
        "train_ngram",
        "finetune_classifier",
        "select_restart",
        "judge_restart",
        "score_classifier",
        "score_ngram",
    }
    assert {job for job in jobs if job[0] in by_system | costly} == {
        ("score_model", f"dataset={PAIRS}, system=my-short, shard=1"),
        ("score_model", f"dataset={LABELS}, system=my-short, shard=1"),
        *(("gather_tokens", f"dataset={dataset}, system=my-short") for dataset in (PAIRS, LABELS)),
    }
    run_workflow(folder, f"results/metrics/{PAIRS}/criteria.csv")
    log = (folder / f"results/logs/evaluate/{PAIRS}.log").read_text(encoding="utf-8")
    measured = re.findall(r"^(?:scores|deltas)/(\S+): \d", log, re.MULTILINE)
    assert set(measured) == {"my-short"}
    after = read(folder, f"metrics/{PAIRS}/criteria")
    assert set(after["system"]) - set(before["system"]) == {"my-short"}
    pd.testing.assert_frame_equal(after[after["system"] != "my-short"].reset_index(drop=True), before)


def test_windows_score_all_sentences_and_short_ones_as_ever(skipping, skipped, demo, tmp_path):
    folder = checkout_with_models(tmp_path / "checkout", replaced(CONFIG, "too_long: skip", "too_long: window"), demo)
    targets = [f"results/scores/{PAIRS}/{key}.csv" for key in ("my-bert", "my-gpt")]
    run_workflow(folder, *targets)
    for key in ("my-bert", "my-gpt"):
        windows, short = (
            read(root, f"scores/{PAIRS}/{key}").set_index(["sentence_id", "measure"])["score"]
            for root in (folder, skipping)
        )
        np.testing.assert_allclose(windows.loc[short.index], short, atol=1e-4)
        long = windows.drop(short.index)
        assert {name for name, _ in long.index} == set(skipped[key])
        assert np.isfinite(long).all()
        scored = scoring(folder, key)
        assert scored["system"]["too_long"] == "window" and "left_out" not in scored
    run = snakemake(folder, f"results/restarts/{CLASSIFIER}/1/margins.csv")
    (error,) = set(error_lines(run))
    assert f"results/sentences/{LABELS}.csv: " in error
    assert "(too_long: window does not help, because a classifier reads whole sentences)" in error


def test_what_was_left_out_is_missed_where_it_is_refused_and_nothing_is_trained_again(skipping):
    target = f"results/predictions/{LABELS}/{CLASSIFIER}.csv"
    jobs = planned_jobs(skipping, "--config", "too_long=refuse", "--", target)
    assert {rule for rule, _ in jobs} == {"gather_restarts"}
    folder = skipping.parent / "refusing"
    shutil.copytree(skipping, folder, symlinks=True)
    run = snakemake(folder, "--config", "too_long=refuse", "--", target)
    (error,) = set(error_lines(run))
    assert f"error: results/restarts/{CLASSIFIER}/1/margins.csv: lacks " in error
    assert error.endswith(f"set too_long: skip, or remove the folder results/restarts/{CLASSIFIER} and run again")


def test_where_nothing_was_too_long_a_change_of_mind_trains_nothing_again(demo):
    jobs = planned_jobs(demo, "--config", "too_long=skip")
    trains = ("train_", "finetune_", "transfer_", "select_restart", "judge_restart", "make_fakes")
    assert {rule for rule, _ in jobs if rule.startswith(trains)} == set()
    assert "score_model" in {rule for rule, _ in jobs}


@pytest.mark.parametrize(
    ("system", "positions", "what"),
    [
        ("my-bert", 9, "sentence is left of 240 for my-bert, which accepts 9 tokens; "),
        (
            CLASSIFIER,
            9,
            f"acceptable sentence of the split train is left of 332 for {CLASSIFIER}, which accepts 9 tokens; ",
        ),
    ],
)
def test_one_error_where_nothing_is_left(checkout, system, positions, what):
    save(checkout / "masked", bert(positions=positions), wordpiece_tokenizer())
    text = CONFIG[: CONFIG.index("corpora:")] + CONFIG[CONFIG.index("classifiers:") :]
    (checkout / "config.yaml").write_text(text[: text.index("  my-gpt")], encoding="utf-8")
    run = snakemake(checkout, f"results/deltas/{PAIRS}/{system}.csv")
    assert run.returncode != 0
    (error,) = set(error_lines(run))
    where = PAIRS if system == "my-bert" else LABELS
    assert f"error: results/sentences/{where}.csv: no {what}" in error
    for folder in ("tokens", "shards", "scores", "restarts"):
        assert not [path for path in checkout.glob(f"results/{folder}/**/*") if path.is_file()]


def test_a_classifier_on_an_encoder_has_a_length_of_its_own(demo, tmp_path):
    folder, system = tmp_path / "again", "toy-encoder-simulated"
    shutil.copytree(demo, folder, symlinks=True)
    replace_in(folder / "config.yaml", "transfer: {hidden: 64, epochs: 30,", "transfer: {longest: 6, epochs: 1,")
    target = f"results/scores/{PAIRS}/{system}.csv"
    done = snakemake(folder, "--config", f"run=[{system}]", "--", target)
    assert done.returncode != 0
    assert "sentences have more tokens than the 7 that the model accepts" in error_lines(done)[0]
    assert "transfer.longest" in error_lines(done)[0]
    run_workflow(folder, "--config", f"run=[{system}]", "too_long=skip", "--", target)
    for made in (recorded(folder, f"scores/{PAIRS}/{system}"), recorded(folder, f"models/{system}/provenance")):
        assert made["left_out"]["limit"] == 7 and all(count > 7 for count in made["left_out"]["tokens"].values())
    left = recorded(folder, f"scores/{PAIRS}/{system}")["left_out"]["tokens"]
    names = read(folder, f"sentences/{PAIRS}")["sentence_id"]
    scored = read(folder, f"scores/{PAIRS}/{system}")
    assert set(scored["sentence_id"]) == set(names) - set(left) and 0 < len(left) < len(names)
