import numpy as np
import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.scoring import SCORES
from acceptability.contracts.studies import RELEASED
from acceptability.errors import InputError
from acceptability.papers.adc.li_adger import scores as li_adger
from acceptability.papers.adc.li_adger.scores import pair_scores
from acceptability.papers.islands import scores as islands
from acceptability.sources import released_scores
from shown import analysed


def pairs_of_scores(**changes) -> pd.DataFrame:
    table = {
        "gramm_id": ["a", "a", "e"],
        "ungramm_id": ["b", "c", "f"],
        "x_gramm": ["-1", "-1", ""],
        "x_ungramm": ["-3", "-2", "#N/A"],
        "x_zscores_gramm": ["2", "2", ""],
        "x_zscores_ungramm": ["-2", "0", "#N/A"],
    }
    return pd.DataFrame(table | changes)


def test_pair_scores_carry_the_population_they_were_standardised_over():
    scores = pair_scores(pairs_of_scores(), "log_prob", "x", log_base=10)
    assert scores["sentence_id"].tolist() == ["a", "b", "c"]
    np.testing.assert_allclose(scores["score"], np.log(10) * np.array([-1, -3, -2]))
    # log10: mean -2, SD 0.5; the same in natural logarithms
    np.testing.assert_allclose(scores["population_mean"], -2 * np.log(10))
    np.testing.assert_allclose(scores["population_sd"], 0.5 * np.log(10))


def test_released_scores_of_li_adger_are_natural_logarithms_whatever_their_bases(tmp_path):
    """The trigram's are to base 10, in one file; GPT-2's surprisals of words are in bits, with their sentences."""
    pairs_of_scores().to_csv(tmp_path / "trigram.csv", index=False)
    scores = li_adger.scores({"": tmp_path / "trigram.csv"}, {"log_prob": "x"}, pd.DataFrame(), pd.DataFrame())
    np.testing.assert_allclose(scores["score"], np.log(10) * np.array([-1, -3, -2]))
    (tmp_path / "words.txt").write_text("They 3\nleft 4.5\n. 12\n", encoding="utf-8")
    (tmp_path / "sentences.txt").write_text("They left .\n", encoding="utf-8")
    files = {part: tmp_path / f"{part}.txt" for part in ("words", "sentences")}
    for module in (li_adger, islands):
        scores = module.scores(files, {"log_prob": "sum"}, pd.DataFrame(), pd.DataFrame())
        np.testing.assert_allclose(scores["score"], -19.5 * np.log(2))
        with pytest.raises(InputError, match=r"have .*parts: \[sentences, words\]; correct study.yaml"):
            module.scores({"words": tmp_path / "words.txt"}, {"log_prob": "sum"}, pd.DataFrame(), pd.DataFrame())


def test_a_column_that_the_file_does_not_have_is_named():
    with pytest.raises(InputError, match="has no column 'y_gramm'; correct study.yaml; it has: gramm_id"):
        pair_scores(pairs_of_scores(), "m", "y", None)
    with pytest.raises(InputError, match="has no column 'y'; correct study.yaml"):
        released_scores.published_sentence_scores(pd.DataFrame({"id": ["a"], "x": ["1"]}), "m", "y")


def test_sentence_scores_keep_their_sign():
    raw = pd.DataFrame({"id": ["a", "b"], "x": ["-2", "3"]})
    assert released_scores.published_sentence_scores(raw, "m", "x")["score"].tolist() == [-2.0, 3.0]
    some = pd.DataFrame({"id": ["a", "b", "c"], "x": ["#N/A", "3", ""]})
    assert released_scores.published_sentence_scores(some, "m", "x")["sentence_id"].tolist() == ["b"]


def test_pair_scores_that_contradict_themselves_are_refused():
    with pytest.raises(InputError, match="'a' has two different"):
        pair_scores(pairs_of_scores(x_gramm=["-1", "-1.5", ""]), "m", "x", None)
    with pytest.raises(InputError, match="not one linear function"):
        pair_scores(pairs_of_scores(x_zscores_ungramm=["-2", "1", ""]), "m", "x", None)


def score_file(path, **measures):
    rows = [(name, measure, score) for measure, scores in measures.items() for name, score in scores.items()]
    io.write_table(pd.DataFrame(rows, columns=["sentence_id", "measure", "score"]), path, SCORES)
    return path


def test_each_declared_measure_is_compared_with_the_released_one(tmp_path):
    own = {"pll": {"a": -1.0, "b": -2.0, "c": -4.0}, "pll_as_published": {"a": -1.5, "b": -2.0, "c": -4.0}}
    computed = score_file(tmp_path / "own.csv", **own, pll_word_l2r={"a": 0.0, "b": 0.0, "c": 0.0})
    published = score_file(tmp_path / "theirs-published.csv", pll={"a": -1.5, "b": -2.0, "c": -4.0})
    measures = {"pll": "pll", "pll_as_published": "pll", "mean_pll": "pll"}
    entry = {"own": {"system": "theirs-published", "measures": measures}}
    inputs = {"computed": [computed], "published": [published]}
    made = analysed(tmp_path, "released", inputs, released=entry)
    found = io.read_table(made["released"], RELEASED).set_index("measure")
    assert found["equal"].to_dict() == {"pll": 2, "pll_as_published": 3}
    assert found["greatest_difference"].to_dict() == {"pll": 0.5, "pll_as_published": 0.0}
    assert set(found["released"]) == {"theirs-published"} and set(found["system"]) == {"own"}
