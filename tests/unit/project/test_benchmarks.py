"""Benchmarks: ratios of medians, turns, files of results, and the made-up dataset whose cost is measured."""

import json
import re
import sys

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts import io
from benchmarks import ROOT, bnc, causal, chinese, lstm, ngram, prompts, real, timing, tiny, workflow
from helpers import ARPA, UNIGRAMS
from tiny_models import byte_tokenizer, gpt2


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([1, 1], [2, 4], (3, 2, 4)),  # of draws of two turns, a quarter is (a, a): 2; half is (a, b): 3; the rest 4
        ([1, 10], [2, 20], (2, 2, 2)),  # turns are drawn together: both took ten times as long in the second
        ([2], [3], (1.5, np.nan, np.nan)),
    ],
)
def test_ratios_and_intervals_by_hand(first, second, expected):
    assert timing.ratio(first, second) == pytest.approx(expected, nan_ok=True)


def test_the_ratio_is_that_of_medians():
    value, low, high = timing.ratio([2, 1, 9], [4, 30, 6])
    assert value == 3  # 6 / 2
    assert low < value < high


def test_programs_run_in_turns_and_processes_that_they_start_count(tmp_path):
    (tmp_path / "spin.py").write_text(
        "import subprocess, sys\n"
        "spin = 'import time\\nwhile time.process_time() < 0.3: pass'\n"
        "open('order', 'a').write(sys.argv[1])\n"
        "subprocess.run([sys.executable, '-c', spin])\n"
    )
    commands = {name: [sys.executable, "spin.py", name] for name in "ab"}
    found = timing.in_turns(commands, 3, cwd=tmp_path)
    assert (tmp_path / "order").read_text() == "abbaab"
    assert [len(turns) for turns in found.values()] == [3, 3]
    assert all(turn["cpu"] >= 0.3 for turns in found.values() for turn in turns)


def test_a_program_may_say_which_part_of_it_counts():
    say = "import json; print('loading'); print(json.dumps({'wall': 2, 'cpu': 1.5}))"
    assert timing.measured([sys.executable, "-c", say], said=True) == {"wall": 2, "cpu": 1.5}
    assert timing.measured([sys.executable, "-c", say])["wall"] < 2
    with pytest.raises(SystemExit, match="must be a JSON object with wall and cpu: 'warning'"):
        timing.measured([sys.executable, "-c", f"{say}; print('warning')"], said=True)


def test_a_program_that_fails_ends_the_benchmark():
    with pytest.raises(SystemExit, match="no such model"):
        timing.measured([sys.executable, "-c", "import sys; sys.exit('no such model')"])


@pytest.fixture
def save(tmp_path, monkeypatch):
    """Save results in a folder of the test's own, from the seconds of each turn."""
    monkeypatch.setattr(timing, "RESULTS", tmp_path)

    def saved(part: str, commit: str, **turns: list[float]):
        monkeypatch.setattr(timing, "commit", lambda: commit)
        turns = {name: [{"wall": 10 * time, "cpu": time} for time in times] for name, times in turns.items()}
        return timing.save(part, turns, "sentence")

    return saved


def test_results_of_two_commits_are_compared_by_their_ratios_to_the_rival(save, capsys):
    """The machine was twice as slow the second time, and ours took half as much of it."""
    old = save("masked", "aaa", ours=[2, 2, 2], rival=[6, 6, 6])
    new = save("masked", "bbb", ours=[2, 2, 2], rival=[12, 12, 12])
    assert (old.name, new.name) == ("masked-aaa.json", "masked-bbb.json")
    timing.main(old, new)
    head, ours, rival = capsys.readouterr().out.splitlines()
    assert "aaa, then bbb" in head
    assert ours.endswith("1.00 × the time")
    assert rival.endswith("2.00 × the time; ours is 3.00 [3.00, 3.00], then 6.00 [6.00, 6.00] × as fast")


def test_results_of_different_parts_are_not_compared(save):
    with pytest.raises(SystemExit, match="different parts"):
        timing.main(save("masked", "aaa", ours=[1], rival=[2]), save("causal", "aaa", ours=[1], rival=[2]))


PROCESSES = [  # seconds and MB of two jobs of a rule, one of another, Snakemake and a program that it starts
    ("/run/.snakemake/scripts/tmpa1.compute_deltas.py", 3.0, 1.0, 0.0, 90),
    ("/run/.snakemake/scripts/tmpb2.compute_deltas.py", 4.0, 2.0, 0.5, 80),
    ("/run/.snakemake/scripts/tmp_3.draw_figure.py", 9.0, 8.0, 0.0, 200),
    ("/bin/snakemake", 20.0, 5.0, 99.0, 150),
    ("-c", 1.0, 0.1, 0.0, 10),
]


def test_processes_are_added_up_by_rule(monkeypatch, tmp_path):
    monkeypatch.setattr(workflow, "startup", lambda rule: 0.4)
    processes = pd.DataFrame(PROCESSES, columns=["script", "wall", "cpu", "children", "mb"])
    found = workflow.by_rule(processes)
    assert list(found.itertuples(index=False, name=None)) == [
        ("draw_figure", 1, 9.0, 8.0, 0.4, 200),
        ("Snakemake itself", 1, 20.0, 5.0, 0.0, 150),
        ("compute_deltas", 2, 7.0, 3.5, 0.8, 90),
    ]
    workflow.draw(found, 20, "Three", tmp_path / "chart.png")
    assert (tmp_path / "chart.png").stat().st_size > 1000


def test_what_a_process_took_is_written_when_it_ends(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(workflow.AT_EXIT)
    spin = "import time\nwhile time.process_time() < 0.2: pass"
    environment = {"PYTHONPATH": str(tmp_path), "BENCHMARK_TIMES": str(tmp_path / "times.jsonl")}
    timing.measured([sys.executable, "-c", spin], env=environment)
    (line,) = map(json.loads, (tmp_path / "times.jsonl").read_text().splitlines())
    assert 0.2 <= line["cpu"] <= line["wall"] + 0.2
    assert line["mb"] is None or 1 < line["mb"] < 1000


def test_made_up_scores_agree_with_ratings_more_or_less(tmp_path):
    workflow.make_up(tmp_path, 200, 3, phenomena=7)
    pairs = io.read_raw_csv(tmp_path / "pairs.csv")
    assert (len(pairs), pairs["pair_id"].nunique(), pairs["phenomenon"].nunique()) == (200, 200, 7)
    ratings = pd.concat([pairs["good_rating"], pairs["bad_rating"]]).astype(float).to_numpy()
    for number in (1, 2, 3):
        scores = pd.read_csv(tmp_path / f"scores-00{number}.csv")
        assert scores["sentence_id"].tolist() == [
            f"{name}.{side}" for side in ("good", "bad") for name in pairs["pair_id"]
        ]
        assert 0.1 < np.corrcoef(ratings, scores["log_prob"])[0, 1] < 0.95


def test_chinese_and_english_sentences_have_as_many_tokens():
    tables = chinese.sentences_of(5)
    model, tokenizer = gpt2(), byte_tokenizer(mask=False)
    tokens = {language: chinese.score(model, tokenizer, table) for language, table in tables.items()}
    counts = {language: made["sentence_id"].value_counts().to_dict() for language, made in tokens.items()}
    assert counts["chinese"] == counts["english"] and min(counts["chinese"].values()) >= 24
    assert all(text.isascii() and " " in text for text in tables["english"]["sentence"])
    assert (
        tables["chinese"]["words"].str.split("\t").str.len().tolist()
        == tables["chinese"]["sentence"].str.len().tolist()
    )


def test_pairs_are_compared_by_what_each_program_wrote(tmp_path):
    pairs = [("A.", "B."), ("A.", "C.")]
    rows = [json.dumps({"sentence_good": good, "sentence_bad": bad}).encode() for good, bad in pairs]
    lines = {name: [row] for name, row in zip("xy", rows, strict=True)}
    side = real.Side(lines, tmp_path / "pairs", tmp_path, None)
    assert (tmp_path / "pairs/spaced.txt").read_text(encoding="utf-8") == " A.\n B.\n C.\n"
    (tmp_path / "pairs/ours.json").write_text("[-1, -2, -3]", encoding="utf-8")
    (tmp_path / "pairs/harness.json").write_text(
        json.dumps({"y": [{"scores": [-1, -0.5]}], "x": [{"scores": [-1, -2.5]}]}), encoding="utf-8"
    )
    assert side.scores("ours").tolist() == [[-1, -2], [-1, -3]]
    assert side.scores("harness").tolist() == [[-1, -2.5], [-1, -0.5]]
    said = "1 of 2 pairs decided alike, sums apart by 0.75 on average, 2.5 at most"
    assert side.compared("ours", "harness") == said


def test_scoring_by_an_n_gram_model_runs_to_its_end(tmp_path, capsys):
    (tmp_path / "model.binary").write_text(ARPA)
    (tmp_path / "unigrams.csv").write_text("token,count\n" + "".join(f"{token},{n}\n" for token, n in UNIGRAMS.items()))
    (tmp_path / "text.txt").write_text("a b\na a b\n" * 50)
    ngram.main(tmp_path, tmp_path / "text.txt", tmp_path / "tokens.csv")
    printed = capsys.readouterr().out
    assert all(
        said in printed for said in ("ours takes", "split as whitespace", "split as treebank", "writing the table")
    )
    assert len(pd.read_csv(tmp_path / "tokens.csv")) == 350


def test_reading_a_corpus_in_new_processes_runs_to_its_end(capsys):
    bnc.main(words=400, words_of_text=100)
    assert re.search(r"reading the BNC +\d.*\n.*MB for 0.0 M words", capsys.readouterr().out)


def test_tiny_sizes_are_those_of_modules():
    assert all((ROOT / "benchmarks" / f"{name}.py").is_file() for name in tiny.OPTIONS)


def told(monkeypatch, module, **files) -> None:
    """Run a module with the options for tiny sizes and these files."""
    words = [word for name, path in files.items() for word in (f"--{name}", str(path))]
    name = module.__name__.removeprefix("benchmarks.")
    monkeypatch.setattr(sys, "argv", [name, *words, *tiny.OPTIONS[name].split()])
    module.main()


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("The old boys sleep.\nThe young dog sees the tall king.\n" * 20, encoding="utf-8")
    return path


def test_counting_tokens_of_a_causal_model_runs_to_its_end(tmp_path, corpus, monkeypatch, capsys):
    tiny.write_blimp(tmp_path / "blimp.zip")
    told(monkeypatch, causal, archive=tmp_path / "blimp.zip", corpus=corpus)
    assert [line.split(",")[0] for line in capsys.readouterr().out.splitlines()] == ["     3 pairs"] * 2 + [
        "     6 pairs"
    ] * 2


def test_training_and_scoring_by_an_lstm_run_to_their_end(tmp_path, corpus, monkeypatch, capsys):
    tiny.configure(tmp_path)
    told(monkeypatch, lstm, corpus=corpus, sentences=corpus, config=tmp_path / "config.yaml")
    printed = capsys.readouterr().out
    assert all(said in printed for said in ("training an LSTM", "padded batches", "scoring with it", "one at a time"))


def test_asking_a_model_runs_to_its_end(monkeypatch, capsys):
    told(monkeypatch, prompts)
    assert re.search(
        r"4 questions.*asked together.*a pass for each form.*a pass for each question",
        capsys.readouterr().out,
        re.DOTALL,
    )
