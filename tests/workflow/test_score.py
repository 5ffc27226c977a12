"""`make score`: tables as people keep them, a model or scores, one command; table, figure, page, configuration."""

import json
import os
import random
import re
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from helpers import copy_checkout, error_lines, explorer_data, make, replaced, snakemake, write_csv
from spreadsheets import ods, xlsx
from tiny_models import bert, byte_tokenizer, gpt2, save, wordpiece_tokenizer

NOUNS = ["boy", "girl", "child", "dog", "cat", "man"]


def spreadsheet_user(path: Path) -> Path:
    """30 pairs as a German spreadsheet saves them: semicolons, decimal commas, BOM, curly quotes, an empty column."""
    draw = random.Random(1)
    rows = ["Pair ID;Phenomenon;Good;Bad;Good rating;Bad rating;Notes;"]
    for i in range(30):
        good, bad = (f"{draw.gauss(mean, 0.4):.2f}".replace(".", ",") for mean in (0.7, -0.6))
        noun, blank = NOUNS[i % 6], i in (3, 7, 9)
        rows.append(
            f"P{i};{['agreement', 'order', 'islands'][i % 3]};The {noun} {i} says “it’s fine”.;The {noun} {i} say “it’s fine”.;"
            f"{'' if blank else good};{bad};{'see above' if i % 4 == 0 else ''};"
        )
    path.write_bytes(("\r\n".join(rows) + "\r\n").encode("utf-8-sig"))
    return path


@pytest.fixture(scope="module")
def scored(tmp_path_factory) -> tuple[Path, str]:
    """A checkout in which many kinds of tables were scored by one command, and what that printed."""
    folder = copy_checkout(tmp_path_factory.mktemp("score") / "checkout")
    save(folder / "Tiny BERT", bert(positions=700), wordpiece_tokenizer(length=700))
    spreadsheet_user(folder / "My pairs, 2026.csv")
    header = ["sentence_good", "sentence_bad", "phenomenon", "good_rating", "bad_rating"]
    rows = [[f"The {noun} sleeps.", f"The {noun} sleep.", "agreement", 6.5, i % 3 + 1] for i, noun in enumerate(NOUNS)]
    xlsx(folder / "one_phenomenon.xlsx", {"Items": [header, *rows]})
    ods(
        folder / "long.ods",
        [["acceptable", "unacceptable"], [" ".join(["the"] * 600) + ".", "The boy."], ["A b.", "B a."]],
    )
    pairs = [("Çocuklar uyuyor 😀.", "Çocuklar uyuyorum 😀."), ("他昨天去了北京。", "他昨天北京去了。")]
    lines = [
        {"sentence_good": good, "sentence_bad": bad, "linguistics_term": "agr", "UID": uid, "pairID": str(i)}
        for uid in ("one", "two")
        for i, (good, bad) in enumerate(pairs)
    ]
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    (folder / "blimp.jsonl").write_text(text + "\n", encoding="utf-8")
    rows = [[f"The {noun} {verb}.", len(noun) + len(verb)] for noun in NOUNS for verb in ("sees", "is sleeping")]
    write_csv(folder / "rated.csv", ["sentence", "mean rating"], rows)
    rows = [[f"The {noun} {verb}.", int(verb == "sees"), noun] for noun in NOUNS for verb in ("sees", "see", "seen")]
    write_csv(folder / "labelled.csv", ["sentence", "label", "set"], rows)
    words = ["pairs=one_phenomenon.xlsx,long.ods,blimp.jsonl", "sentences=rated.csv,labelled.csv"]
    run = snakemake(folder, "score", "--config", *words, "model=Tiny BERT", "folder=out")
    assert run.returncode == 0, run.stdout
    return folder, run.stdout


def shares(folder: Path, dataset: str) -> pd.DataFrame:
    """The shares of the tiny model."""
    table = pd.read_csv(folder / f"out/results/metrics/{dataset}/criteria.csv")
    return table[table["system"] == "tiny-bert"]


def test_every_table_is_scored(scored):
    folder, _ = scored
    pairs = {name: shares(folder, name)["pairs"].unique().tolist() for name in ("one-phenomenon", "long", "blimp")}
    assert pairs == {"one-phenomenon": [6], "long": [2], "blimp": [4]}
    assert {entry["label"] for entry in explorer_data(folder / "out")["datasets"]} == {
        *("one_phenomenon", "long", "blimp")
    }


def test_the_terminal_shows_table_doubts_and_paths(scored):
    folder, printed = scored
    end = printed[printed.index("\none_phenomenon  ") :]
    assert "Tiny BERT PLL" in end and "Shorter is better" in end
    for said in (
        "Note: Ratings run from 1 to 6.5: they look like answers on a scale, not z-scores.",
        "Note: The number of phenomena is 1, so there are no intervals and no tests over phenomena: they need at least 5.",
        "Note: These pairs are the same, and each of them counts: one-0 = two-0; one-1 = two-1.",
        "Note: Tiny BERT: ",
        "Pearson's r with ratings",
    ):
        assert said in end, said
    assert re.search(r"^labelled +PBC +Most possible PBC", end, re.MULTILINE)
    paths = [
        line.split(maxsplit=1)[1] for line in end.splitlines() if line.startswith(("Table:", "Figure:", "Scores:"))
    ]
    paths += [line.split(maxsplit=1)[1] for line in end.splitlines() if line.startswith(("Page:", "Configuration:"))]
    assert len(paths) == 3 * 3 + 3 + 2 + 2
    assert all((folder / path).is_file() for path in paths), paths


def test_labels_are_separated_within_their_sets_too(scored):
    folder, _ = scored
    found = pd.read_csv(folder / "out/results/metrics/labelled/separation.csv").set_index(["measure", "statistic"])
    assert found["value"]["pll", "sets"] == len(NOUNS)
    parts = (found["value"]["pll", name] for name in ("pbc", "set_centred_pbc", "within_share"))
    whole, centred, within = parts  # every set has one acceptable sentence of three
    assert whole == pytest.approx(centred * within**0.5)


def test_scores_stand_beside_their_sentences(scored):
    folder, _ = scored
    table = pd.read_csv(folder / "out/results/scores/rated.csv")
    assert list(table) == ["sentence_id", "sentence", "rating", "tiny-bert/pll", "tiny-bert/pll_word_l2r"]
    assert table["sentence"].iloc[0] == "The boy sees." and len(table) == 12
    tokens = pd.read_csv(folder / "out/results/tokens/rated/tiny-bert.csv")
    sums = tokens.groupby("sentence_id")["log_prob"].sum()
    pd.testing.assert_series_equal(table.set_index("sentence_id")["tiny-bert/pll"], sums, check_names=False)


def test_the_configuration_can_be_kept_edited_and_run_again(scored):
    folder, _ = scored
    again = snakemake(folder, "--directory", "out", "score").stdout
    assert "Finished jobid: 0 (Rule: score)" in again and again.count("Finished jobid") == 1
    assert "Configuration: out/config.yaml" in again and "Tiny BERT PLL" in again
    plan = snakemake(folder, "--directory", "out", "--dry-run")
    assert plan.returncode == 0 and "compile_report" in plan.stdout


def run_with_a_causal_model(folder: Path, *words: str):
    path = spreadsheet_user(folder / "My pairs, 2026.csv")
    long = f"The {'very ' * 20}old man sleeps."  # more letters than the model takes
    with open(path, "a", encoding="utf-8") as file:
        file.write(f"Q;order;{long};Sleeps man.;1,5;-1;;\r\n")
    (folder / "corpus.txt").write_text("Çocuk uyudu.\nThe boy sleeps.\n", encoding="utf-8")
    save(folder / "tiny-gpt", gpt2(), byte_tokenizer(mask=False))
    given = ("pairs=My pairs, 2026.csv", "sentences=corpus.txt", "model=tiny-gpt", "beginning=true", *words)
    return snakemake(folder, "score", "--config", *given)


def direct_sum(text: str) -> float:
    """Return the log-probability of a text by the tiny model, by transformers alone."""
    ids = torch.tensor([[0, *byte_tokenizer(mask=False)(text, add_special_tokens=False)["input_ids"]]])
    with torch.no_grad():
        return -float(gpt2()(input_ids=ids, labels=ids).loss) * (ids.shape[1] - 1)


def test_a_spreadsheet_users_file_as_it_is_and_a_causal_model(checkout):
    run = run_with_a_causal_model(checkout, "too_long=skip", "folder=mine")
    assert run.returncode == 0, run.stdout
    folder = checkout / "mine"
    criteria = pd.read_csv(folder / "results/metrics/my-pairs-2026/criteria.csv")
    assert set(criteria["pairs"]) == {27}
    assert {"oracle", "best_constant", "best_constant_left_out"} < set(criteria["measure"])
    assert pd.read_csv(folder / "results/pairs/my-pairs-2026.csv")["Notes"].notna().sum() == 8
    assert "tiny-gpt: left out because too long: 1 sentence and 1 pair (it accepts 64 tokens)" in run.stdout
    too_long = "Too long, and without a score from it, with the pairs that it is in: Q.good (it accepts 64 tokens)."
    assert too_long in run.stdout
    scored = json.loads((folder / "results/tokens/my-pairs-2026/tiny-gpt.json").read_text(encoding="utf-8"))
    assert list(scored["left_out"]["tokens"]) == ["Q.good"]
    assert "It covers 27 of 28 pairs, and its numbers are about these." in run.stdout
    assert "Note: 3 of 31 pairs lack a rating for one of their sentences" in run.stdout
    scores = pd.read_csv(folder / "results/scores/my-pairs-2026.csv").set_index("sentence_id")
    assert scores.loc["P0.good", "tiny-gpt/log_prob"] == pytest.approx(
        direct_sum(scores.loc["P0.good", "sentence"]), abs=1e-4
    )
    (bits,) = pd.read_csv(folder / "results/metrics/corpus/bits.csv").itertuples()
    lines = ["Çocuk uyudu.", "The boy sleeps."]
    assert (bits.sentences, bits.bytes, bits.characters, bits.words) == (2, 28, 27, 5)
    assert bits.bits_per_byte == pytest.approx(-sum(map(direct_sum, lines)) / np.log(2) / 28, abs=1e-4)
    assert re.search(
        rf"^corpus +Bits per byte\n.*\ntiny-gpt log-prob +{bits.bits_per_byte:.3f}", run.stdout, re.MULTILINE
    )
    spreadsheet_user(checkout / "short.csv")
    # The same scores brought back as a table from elsewhere give the same deltas,
    brought = scores[["sentence", "tiny-gpt/log_prob"]].dropna()
    brought.to_csv(checkout / "from elsewhere.csv", index=False, sep=";", decimal=",")
    run = snakemake(checkout, "score", "--config", "pairs=short.csv", "scores=from elsewhere.csv", "folder=again")
    assert run.returncode == 0, run.stdout
    again = pd.read_csv(checkout / "again/results/deltas/short/from-elsewhere.csv")
    deltas = pd.read_csv(folder / "results/deltas/my-pairs-2026/tiny-gpt.csv").query("measure == 'log_prob'")
    # in other standard deviations, since the other sentence of the long pair counts there.
    assert again["model_delta"].corr(deltas["model_delta"].reset_index(drop=True)) == pytest.approx(1)
    assert "from elsewhere tiny-gpt/log_prob" in run.stdout


def test_what_is_wrong_is_said_before_any_work(checkout):
    spreadsheet_user(checkout / "pairs.csv")
    text = (checkout / "pairs.csv").read_text(encoding="utf-8")
    (checkout / "pairs.csv").write_text(replaced(replaced(text, "P5;", "P4;"), "P7;order;", "P7;;"), encoding="utf-8")
    (checkout / "scores.csv").write_text("sentence_id,score\nP0.good,1\n", encoding="utf-8")
    run = snakemake(checkout, "score", "--config", "pairs=pairs.csv", "scores=scores.csv")
    assert run.returncode != 0 and "Traceback" not in run.stdout and "rule " not in run.stdout
    assert len(run.stdout.strip().splitlines()) <= 5, run.stdout
    assert "pairs.csv: 2 things are wrong:" in error_lines(run)[0]
    assert "row 9 (pair_id 'P7'): Phenomenon is empty; fill it in, or leave the row out" in run.stdout
    assert "rows 6 and 7: have the same pair_id 'P4'; make it different in each row" in run.stdout
    assert not list(checkout.glob("runs/*/results/sentences/*"))


def test_a_configuration_of_ones_own_replaces_the_projects(checkout):
    (checkout / "mine.yaml").write_text(
        "run: all\ndatasets:\n  mine: {kind: pairs, label: Mine, pairs: ~/mine.csv}\ncriteria: {thresholds: [1]}\n"
        "scores:\n  other: {label: Other, path: ~/scores.csv}\n",
        encoding="utf-8",
    )
    home = checkout / "home"
    home.mkdir()
    (home / "mine.csv").write_text("good,bad\nHe sleeps.,He sleep.\n", encoding="utf-8")
    (home / "scores.csv").write_text("sentence,score\nHe sleeps.,2\nHe sleep.,1\n", encoding="utf-8")
    (checkout / "results/sentences").mkdir(parents=True)
    (checkout / "results/sentences/former.csv").write_text("sentence_id\n", encoding="utf-8")
    before = os.environ.get("HOME")
    os.environ["HOME"] = str(home)
    try:
        plan = snakemake(checkout, "--dry-run", "--configfile", "mine.yaml")
    finally:
        os.environ["HOME"] = before or ""
    assert plan.returncode == 0, plan.stdout
    assert "li-adger" not in plan.stdout and "results/reports/mine.pdf" in plan.stdout
    assert "results: also has results of former, which this configuration does not name" in plan.stdout


def test_make_score_ends_with_its_summary_and_says_how_to_go_on(checkout):
    """Paths with blanks, quotes, dollars and commas reach the program as they are."""
    name = 'It\'s $5, "my" `pairs` & more.csv'
    spreadsheet_user(checkout / name)
    pairs = [line.split(";") for line in (checkout / name).read_text(encoding="utf-8-sig").splitlines()[1:]]
    lines = [f"{sentence},{len(sentence)}" for pair in pairs for sentence in pair[2:4]]
    (checkout / "scores.csv").write_text("\n".join(["sentence,length", *lines]) + "\n", encoding="utf-8")
    run = make(checkout, "score", f"PAIRS={name}", "SCORES=scores.csv", "FOLDER=out")
    assert run.returncode == 0, run.stderr
    title, *_, configuration, last = run.stdout.strip().splitlines()  # Snakemake's lines are messages, and above
    assert title.startswith(name.removesuffix(".csv")) and "BLiMP  Pairs right  p (50 %)  ADC, δ = 0.5" in title
    assert configuration == "Configuration: out/config.yaml"
    command = last.removeprefix("Reports (short, details), figures, tables: ")
    plan = snakemake(checkout, *shlex.split(command)[3:], "--dry-run")
    assert plan.returncode == 0 and "compile_report" in plan.stdout, plan.stdout
    assert "params: " not in plan.stdout and len(plan.stdout) < 4000
    run = make(checkout, "score", f"PAIRS={name}", "SCORES=scores.csv", "FOLDER=out")
    assert "Finished jobid: 0 (Rule: score)" in run.stderr and run.stderr.count("Finished jobid") == 1
    assert run.stdout.startswith(f"\n{title}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "error: nothing to score; type: make score PAIRS=my_pairs.csv MODEL="),
        (("PAIRS=x.csv", "MODLE=m"), "error: make score: the option 'MODLE' is not declared (did you mean 'MODEL'?)"),
        (("PAIRS=envs", "MODEL=m"), "error: envs: has no tables, which are files that end in .csv, .tsv"),
    ],
)
def test_make_score_says_what_is_wrong_with_its_words(checkout, words, message):
    run = make(checkout, "score", *words)
    assert run.returncode != 0 and (run.stdout + run.stderr).startswith(message), run.stderr
