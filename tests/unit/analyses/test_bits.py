"""Bits per byte of a text, by hand."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.analyses.bits.compute import compute
from acceptability.analyses.bits.manifest import BITS
from acceptability.analyses.bits.table import make_bits
from acceptability.command.summary import bits as summarised
from acceptability.contracts import io

PAIRS = pd.DataFrame(columns=["pair_id", "good_id", "bad_id", "cluster"])
TEXTS = {"a": "Ja, so.", "b": "Zoë", "c": " 我喜欢你。 ", "d": "Ja."}  # 7, 4, 15 and 3 bytes
LOG_PROBS = {"a": -14 * np.log(2), "b": -6 * np.log(2), "c": -30 * np.log(2), "d": -4 * np.log(2)}


def sentences(ids: str) -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": list(ids), "sentence": [TEXTS[name] for name in ids], "rating": np.nan})


def scores(ids: str, measure: str = "log_prob", factor: float = 1) -> pd.DataFrame:
    values = [factor * LOG_PROBS[name] for name in ids]
    return pd.DataFrame({"sentence_id": list(ids), "measure": measure, "score": values, "change_per_nat": 1.0})


def computed(ids: str, **by_system: pd.DataFrame) -> pd.DataFrame:
    table = compute(sentences=sentences(ids), pairs=PAIRS, scores=by_system, dataset="text")
    io.check_table(table, BITS, "bits.csv")
    return table.set_index("system")


def test_bits_are_summed_over_sentences_before_they_are_divided():
    row = computed("abd", model=scores("abd")).loc["model"]
    assert np.isnan(row["low"])  # three sentences say too little
    assert row[["sentences", "bytes", "characters", "words"]].tolist() == [3, 14, 13, 4]
    assert row["bits"] == pytest.approx(24)
    assert row["bits_per_byte"] == pytest.approx(24 / 14)
    assert row["bits_per_character"] == pytest.approx(24 / 13)
    assert row["bits_per_word"] == pytest.approx(6)


def test_the_interval_of_a_ratio_is_over_sentences_on_the_scale_of_its_logarithm():
    texts = [f"{'so ' * place}ja" for place in range(6)]
    bits = np.array([9.0, 12, 30, 28, 50, 45])
    table = pd.DataFrame({"sentence_id": list("abcdef"), "sentence": texts, "rating": np.nan})
    given = table[["sentence_id"]].assign(measure="log_prob", score=-bits * np.log(2), change_per_nat=1.0)
    row = compute(sentences=table, pairs=PAIRS, scores={"m": given}, dataset="text").iloc[0]
    size = np.array([len(text) for text in texts], dtype=float)
    left_out = np.log((bits.sum() - bits) / (size.sum() - size))
    effective = size.sum() ** 2 / (size**2).sum()
    half = stats.t.ppf(0.975, effective - 1) * np.sqrt(5 * left_out.var())
    expected = bits.sum() / size.sum() * np.exp([-half, half])
    assert row[["low", "high"]].tolist() == pytest.approx(expected.tolist())


def test_bits_of_a_text_are_the_mean_of_its_sentences_weighted_by_bytes():
    parts = pd.concat([computed(name, model=scores(name)) for name in "abcd"])
    whole = computed("abcd", model=scores("abcd")).loc["model"]
    assert whole["bits"] == pytest.approx(parts["bits"].sum())
    assert whole["bits_per_byte"] == pytest.approx(np.average(parts["bits_per_byte"], weights=parts["bytes"]))


def test_words_are_unknown_where_the_script_has_no_spaces():
    row = computed("ac", model=scores("ac")).loc["model"]
    assert row[["bytes", "characters"]].tolist() == [22, 12]
    assert row[["words", "bits_per_word"]].isna().all()
    shown = make_bits(bits=computed("ac", model=scores("ac")).reset_index(), labels={"model/log_prob": "M"}, title="T")
    assert list(shown) == ["T", "Bits per byte", "Bits per character", "Number of sentences", "Bytes"]


def test_only_sentences_with_a_score_and_only_log_probabilities_count():
    part = scores("ab").assign(score=[LOG_PROBS["a"], np.nan])
    rows = computed("ab", whole=scores("ab"), part=part, masked=scores("ab", "pll"))
    assert rows["sentences"].to_dict() == {"whole": 2, "part": 1}
    assert rows.loc["part", "bytes"] == 7


def test_sets_are_the_clusters_of_intervals():
    table = sentences("abd").assign(set=["x", "x", "y"])
    made = compute(sentences=table, pairs=PAIRS, scores={"model": scores("abd")}, dataset="text")
    alone = computed("abd", model=scores("abd"))
    assert made["bits_per_byte"][0] == alone["bits_per_byte"].iloc[0]
    six = sentences("abdabd").assign(sentence_id=list("abdefg"))
    values = pd.concat([scores("abd"), scores("abd", factor=2).assign(sentence_id=list("efg"))])
    singly, in_sets = (
        compute(sentences=six.assign(set=names), pairs=PAIRS, scores={"model": values}, dataset="text")["low"][0]
        for names in (list("uvwxyz"), list("uvwxyy"))
    )
    assert np.isfinite([singly, in_sets]).all() and singly != in_sets


def test_the_table_and_the_summary_show_the_same(tmp_path):
    table = computed("abd", low=scores("abd", factor=0.5), high=scores("abd")).reset_index()
    labels = {"high/log_prob": "High", "low/log_prob": "Low", "low/mean_lp": "Low, mean"}
    shown = make_bits(bits=table, labels=labels, title="Text")
    assert list(shown["Text"]) == ["High", "Low"]
    assert list(shown["Perplexity per word"]) == ["64.0", "8.0"]
    io.write_table(table, tmp_path / "bits.csv", BITS)
    cells = summarised(str(tmp_path / "bits.csv")).set_index("row")
    assert cells.loc["low/log_prob", "value"] == pytest.approx(12 / 14)
    assert shown["Bits per byte"].iloc[1] == "0.857"
