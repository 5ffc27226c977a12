"""Results in the JSON form of lm-evaluation-harness: shares by hand, and scores that are read back."""

import json

import numpy as np
import pandas as pd
import pytest

import write_harness
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import SCORES
from acceptability.reading.scores import columns_of
from acceptability.reading.scores import read as read_scores
from acceptability.statistics.deltas import compute_deltas

PARADIGMS = ["case", "case", "case", "word order"]
LOG_PROB = {"good": [-1.0, -2.0, -3.0, -4.0], "bad": [-2.0, -1.0, -3.0, -5.0]}  # right, wrong, a tie, right
MEAN = {"good": [-1.0, -2.0, -3.0, -4.0], "bad": [-2.0, -3.0, -4.0, -5.0]}  # all right


@pytest.fixture
def written(tmp_path):
    sentences = pd.DataFrame(
        [(f"{n}.{side}", f"{side.capitalize()} 猫 {n}.", np.nan) for n in range(1, 5) for side in ("good", "bad")],
        columns=["sentence_id", "sentence", "rating"],
    )
    pairs = pd.DataFrame({"pair_id": list("1234"), "good_id": [f"{n}.good" for n in "1234"]})
    pairs = pairs.assign(
        bad_id=[f"{n}.bad" for n in "1234"], paradigm=PARADIGMS, phenomenon=PARADIGMS, cluster=PARADIGMS
    )
    scores = pd.DataFrame(
        [
            (f"{n + 1}.{side}", measure, values[side][n])
            for measure, values in (("log_prob", LOG_PROB), ("mean_lp", MEAN))
            for n in range(4)
            for side in ("good", "bad")
        ],
        columns=["sentence_id", "measure", "score"],
    )
    deltas = compute_deltas(scores, sentences, pairs)[1]
    tables = {
        "sentences": (sentences, SENTENCES),
        "pairs": (pairs, PAIRS),
        "scores": (scores, SCORES),
        "deltas": (deltas, DELTAS),
    }
    for name, (table, contract) in tables.items():
        io.write_table(table, tmp_path / f"{name}.csv", contract)
    paths = [tmp_path / f"{name}.csv" for name in tables]
    write_harness.main(
        *paths, "mine", {"model_name": "My model"}, tmp_path / "results.json", tmp_path / "samples.jsonl"
    )
    return tmp_path, sentences


def test_shares_are_those_of_the_blimp_criterion(written):
    made = json.loads((written[0] / "results.json").read_text(encoding="utf-8"))
    found = made["results"]
    assert list(found) == ["mine", "mine_case", "mine_word_order"]
    assert found["mine"]["acc,none"] == 0.5 and found["mine"]["acc,mean_lp"] == 1  # a tie is not right
    assert found["mine_case"]["acc,none"] == pytest.approx(1 / 3)
    assert found["mine_case"]["acc_stderr,none"] == pytest.approx(np.std([1, 0, 0], ddof=1) / 3**0.5)
    assert found["mine_word_order"] | {"alias": "x"} == {
        "alias": "x", "acc,none": 1.0, "acc_stderr,none": "N/A", "acc,mean_lp": 1.0, "acc_stderr,mean_lp": "N/A"
    }  # fmt: skip
    assert made["groups"] == {"mine": found["mine"]}
    assert made["group_subtasks"] == {"mine": ["mine_case", "mine_word_order"]}
    assert made["n-samples"]["mine_case"] == {"original": 3, "effective": 3}
    assert made["model_name"] == "My model" and made["higher_is_better"]["mine"] == {"acc": True}


def test_samples_are_read_back_as_scores(written):
    folder, sentences = written
    rows = [json.loads(line) for line in (folder / "samples.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["acc"] for row in rows] == [1, 0, 0, 1]
    assert rows[0]["arguments"]["gen_args_1"] == {"arg_0": "", "arg_1": "Bad 猫 1."}
    assert columns_of(folder / "samples.jsonl") == {"log_prob": "log_prob"}
    texts = sentences.set_index("sentence_id")["sentence"].to_dict()
    found = read_scores(folder / "samples.jsonl", {"log_prob": "log_prob"}, [], texts).rows
    assert [score for *_, score in found] == [LOG_PROB[side][n] for n in range(4) for side in ("good", "bad")]
