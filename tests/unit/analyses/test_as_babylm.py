"""Shares of right pairs as BabyLM's pipeline counts, by hand."""

import numpy as np
import pandas as pd
import pytest

import acceptability
import tiny_models
from acceptability.analyses.as_babylm.compute import compute
from acceptability.analyses.as_babylm.manifest import AS_BABYLM
from acceptability.analyses.as_babylm.table import make_as_babylm
from acceptability.api.scoring import Scores
from acceptability.command import request
from acceptability.command.summary import as_babylm as summarised
from acceptability.contracts import io
from acceptability.errors import InputError
from acceptability.kinds.registry import backends_of_babylm, kinds
from acceptability.reading import load
from configurations import SCHEMAS
from helpers import ROOT

TIE = 0.0001
# Paradigm a: right, right, wrong, a tie; paradigm b: right. Over pairs 4 of 5, over paradigms (3/4 + 1) / 2.
DIFFERENCES = {"a": [2.0, 0.5, -1.0, 0.00005], "b": [3.0]}
MEAN = (3 / 4 + 1) / 2


def pairs_of(differences: dict[str, list[float]]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return a table of pairs, and scores in which the pairs of a paradigm have these differences."""
    rows, scores = [], []
    for paradigm, values in differences.items():
        for number, value in enumerate(values):
            name = f"{paradigm}{number}"
            rows.append([name, f"{name}+", f"{name}-", paradigm])
            scores += [[f"{name}+", "log_prob", -20 + value], [f"{name}-", "log_prob", -20.0]]
    pairs = pd.DataFrame(rows, columns=["pair_id", "good_id", "bad_id", "paradigm"])
    table = pd.DataFrame(scores, columns=["sentence_id", "measure", "score"])
    return pairs, table.assign(change_per_nat=1.0)


def computed(pairs: pd.DataFrame, **scores: pd.DataFrame) -> pd.DataFrame:
    rows = {f"{system}/log_prob": "causal" for system in scores}
    table = compute(scores=scores, pairs=pairs, babylm_rows=rows, tie=TIE, dataset="mine")
    io.check_table(table, AS_BABYLM, "as_babylm.csv")
    return table


def test_a_tie_counts_as_right_and_each_paradigm_alike():
    pairs, scores = pairs_of(DIFFERENCES)
    (row,) = computed(pairs, m=scores).to_dict("records")
    assert row["mean"] == pytest.approx(MEAN)
    assert [row[name] for name in ("paradigms", "pairs", "ties", "backend")] == [2, 5, 1, "causal"]


def test_a_pair_without_scores_counts_nowhere():
    pairs, scores = pairs_of(DIFFERENCES)
    part = scores[scores["sentence_id"] != "a2-"]  # of the pair that is wrong
    rows = computed(pairs, whole=scores, part=part, none=scores.assign(score=np.nan)).set_index("system")
    assert rows["mean"].to_dict() == {"whole": pytest.approx(MEAN), "part": 1}
    assert rows.loc["part", "pairs"] == 4


def test_only_sums_of_the_pipelines_ways_count():
    of = {name: backends_of_babylm(kind, ["log_prob", "pll", "slor", "mean_lp"]) for name, kind in kinds().items()}
    assert {name: backends for name, backends in of.items() if backends} == {
        "causal": {"log_prob": "causal"},
        "masked": {"pll": "mlm"},
        "mntp": {"pll": "mntp"},
        "served": {"log_prob": "causal"},
    }
    measures = ["log_prob", "pll_infilling", "pll_babylm_mask", "pll_babylm_prefix"]
    assert backends_of_babylm(kinds()["encoder_decoder"], measures) == {
        "pll_babylm_mask": "enc_dec_mask",
        "pll_babylm_prefix": "enc_dec_prefix",
    }
    assert backends_of_babylm(None, ["surprisal", "pll"]) == {"pll": "elsewhere"}


def test_readers_see_the_number_and_the_backend(tmp_path):
    pairs, scores = pairs_of(DIFFERENCES)
    table = computed(pairs, m=scores)
    shown = make_as_babylm(as_babylm=table, labels={"m/log_prob": "M", "m/mean_lp": "M, mean"}, title="Mine")
    assert shown.to_dict("records") == [
        {
            "Mine": "M",
            "As BabyLM's pipeline counts": "0.875",
            "Backend": "causal",
            "Paradigms": "2",
            "Number of pairs": "5",
            "Ties": "1",
        }
    ]
    io.write_table(table, tmp_path / "as_babylm.csv", AS_BABYLM)
    assert summarised(tmp_path / "as_babylm.csv")[["row", "value"]].to_numpy().tolist() == [["m/log_prob", MEAN]]


def test_python_counts_so_only_where_it_is_asked_to():
    rows = [
        {"good": f"Good {name} {number}.", "bad": f"Bad {name} {number}.", "phenomenon": "all", "paradigm": name}
        for name, values in DIFFERENCES.items()
        for number in range(len(values))
    ]
    data = acceptability.pairs(pd.DataFrame(rows))
    differences = [value for values in DIFFERENCES.values() for value in values]
    sums = dict(zip(data.pairs["good_id"], differences, strict=True)) | dict.fromkeys(data.pairs["bad_id"], 0.0)
    made = Scores(pd.DataFrame({"sentence_id": list(sums), "log_prob": [-20 + value for value in sums.values()]}))
    whole = acceptability.evaluate(data, {"M": made}, as_babylm=True)
    (row,) = whole["as_babylm"].to_dict("records")
    assert row["mean"] == pytest.approx(MEAN) and row["backend"] == "elsewhere"
    shown = whole.table("as_babylm").frame
    assert shown[["System", "As BabyLM's pipeline counts", "Number of pairs"]].to_numpy().tolist() == [
        ["M log-prob", "0.875", "5"]
    ]
    assert whole["criteria"].query("system == 'M' and criterion == 'blimp'")["share_ties_half"].tolist() == [3.5 / 5]
    assert "as_babylm" not in acceptability.evaluate(data, {"M": made}).frames


def config_of(tmp_path, **words: str) -> dict:
    """Return the configuration of a run with a tiny T5 and GPT-2 of one's own."""
    (tmp_path / "mine.csv").write_text(
        "good,bad\nThe boy sleeps.,The boy sleep.\nWe sing.,We sings.\n", encoding="utf-8"
    )
    tiny_models.save(tmp_path / "span", tiny_models.of_letters("t5"), tiny_models.t5_letters())
    tiny_models.save(tmp_path / "left", tiny_models.of_letters("gpt2"), tiny_models.bart_letters("<s> $A"))
    given = {"pairs": f"{tmp_path}/mine.csv", "model": f"{tmp_path}/span,{tmp_path}/left"} | words
    folder = request.write(given | {"folder": f"{tmp_path}/run"}, ROOT, SCHEMAS)
    return load.read_yaml(folder / "config.yaml")


def test_the_word_adds_the_measures_and_the_beginning_of_the_pipeline(tmp_path, capsys):
    config = config_of(tmp_path, as_babylm="yes")
    assert config["as_babylm"] is True
    of_span, of_left = config["models"].values()
    assert of_span["measures"][-2:] == ["pll_babylm_mask", "pll_babylm_prefix"]
    assert of_left["beginning"] == "tokenizer"
    said = "note: AS_BABYLM=yes sets beginning: tokenizer, as in BabyLM's pipeline; BEGINNING= changes that"
    assert said in capsys.readouterr().err


def test_a_choice_of_the_user_goes_before_it_and_without_the_word_nothing_changes(tmp_path):
    (_, of_left) = config_of(tmp_path, as_babylm="yes", beginning="false")["models"].values()
    assert of_left["beginning"] is False
    (tmp_path / "plain").mkdir()
    config = config_of(tmp_path / "plain")
    assert "as_babylm" not in config and "beginning" not in config["models"]["left"]
    assert config["models"]["span"]["measures"] == ["log_prob", "mean_lp", "pll_infilling"]


def test_the_word_is_for_pairs(tmp_path):
    (tmp_path / "text.csv").write_text("sentence\nThe boy sleeps.\n", encoding="utf-8")
    tiny_models.save(tmp_path / "span", tiny_models.of_letters("t5"), tiny_models.t5_letters())
    words = {"sentences": f"{tmp_path}/text.csv", "model": f"{tmp_path}/span", "as_babylm": "yes"}
    with pytest.raises(InputError, match="AS_BABYLM=yes: applies only to minimal pairs"):
        request.write(words | {"folder": f"{tmp_path}/run"}, ROOT, SCHEMAS)
