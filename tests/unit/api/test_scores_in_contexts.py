"""Sentences and pairs in contexts, scored from Python by each kind of model: only the sentence counts."""

from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

import acceptability
from acceptability.api.ngram_models import NGramModel
from acceptability.datasets import registry
from acceptability.datasets.declared.reader import read as read_declared
from acceptability.errors import InputError
from configurations import REGISTERED
from helpers import ARPA, MIRROR, UNIGRAMS
from tiny_models import bert, gpt2, gpt2_tokenizer, of_letters, t5_letters, wordpiece_tokenizer

CONTEXTS = ["The girl sees the boys.", "The boys see.", ""]
SENTENCE = "The boy sleeps."
FRAME = pd.DataFrame({"context": CONTEXTS, "sentence": SENTENCE})


@cache
def causal() -> tuple:
    return gpt2(), gpt2_tokenizer()


@cache
def masked() -> tuple:
    return bert(), wordpiece_tokenizer()


def test_a_causal_model_gives_the_sentence_after_its_context():
    """Check log p(sentence | context) = log p(context sentence) − log p(context), with the token before the context."""
    found = acceptability.score(FRAME, causal(), beginning=True)
    wholes = [f"{context} {SENTENCE}".strip() for context in CONTEXTS]
    assert found["sentence"].tolist() == wholes
    whole = acceptability.score(wholes, causal(), beginning=True)["log_prob"]
    contexts = acceptability.score(CONTEXTS[:2], causal(), beginning=True)["log_prob"]
    assert found["log_prob"].to_numpy() == pytest.approx(
        (whole - contexts.reindex(range(3), fill_value=0)).to_numpy(), abs=1e-4
    )
    assert found["log_prob"].nunique() == 3


def test_a_masked_model_sees_the_context_and_the_rest_of_the_sentence():
    wholes = [f"{context} {SENTENCE}".strip() for context in CONTEXTS]
    key = ["sentence_id", "position"]
    whole = acceptability.score(wholes, masked(), tokens=True).set_index(key)["log_prob"]
    found = acceptability.score(FRAME, masked(), tokens=True).set_index(key)
    assert (found["log_prob"] - whole[found.index]).abs().max() < 1e-5
    assert found.groupby("sentence_id")["token"].agg(lambda tokens: "".join(tokens).replace("##", "")).unique() == [
        "theboysleeps."
    ]
    assert found.groupby("sentence_id")["log_prob"].sum().nunique() == 3


def test_an_encoder_decoder_is_given_the_context_in_its_decoder():
    model = of_letters("t5"), t5_letters()
    wholes = [f"{context} {SENTENCE}".strip() for context in CONTEXTS]
    key = ["sentence_id", "position"]
    whole = acceptability.score(wholes, model, kind="encoder_decoder", tokens=True).set_index(key)["log_prob"]
    found = acceptability.score(FRAME, model, kind="encoder_decoder", tokens=True).set_index(key)["log_prob"]
    assert len(found) < len(whole) and (found - whole[found.index]).abs().max() < 1e-5


def test_an_ngram_model_scores_the_sentence_alone_and_a_doubt_is_recorded(tmp_path):
    (tmp_path / "model.binary").write_text(ARPA)
    how = {"lowercase": True, "end_of_sentence": True, "discount_fallback": False}
    folder = SimpleNamespace(name=str(tmp_path))
    model = NGramModel(2, "words", **how, counts=UNIGRAMS, folder=folder, corpus="")
    found = acceptability.score(
        pd.DataFrame({"context": ["b a", "a b"], "sentence": ["a b", "a b"]}), model, tokens=True
    )
    whole = acceptability.score(["b a a b", "a b a b"], model, tokens=True)
    after = whole[whole["position"].isin([3, 4])]
    assert found["log_prob"].tolist() == after["log_prob"].tolist() and found["token"].tolist() == ["a", "b"] * 2
    scored = acceptability.score(pd.DataFrame({"context": ["b a"], "sentence": ["a b"]}), model, measures="log_prob")
    assert "trained on single sentences" in scored.recorded["doubts"][0]


def test_the_same_scores_by_all_ways(tmp_path):
    path = tmp_path / "mine.csv"
    FRAME.to_csv(path, index=False)
    frames = [acceptability.score(data, masked(), tokens=True) for data in (FRAME, acceptability.sentences(path))]
    pairs = acceptability.pairs(pd.DataFrame({"context": CONTEXTS, "good": SENTENCE, "bad": "The boys sleeps."}))
    of_pairs = acceptability.score(pairs, masked(), tokens=True)
    good = of_pairs[of_pairs["sentence_id"].str.endswith(".good")]
    pd.testing.assert_frame_equal(*frames, check_exact=True)
    assert good["log_prob"].tolist() == pytest.approx(frames[0]["log_prob"].tolist(), abs=1e-6)


def test_pairs_of_one_property_after_two_prefixes_are_evaluated():
    """The sums are those of the property alone, and the report says how the table was read."""
    frame = pd.DataFrame(
        {
            "prefix_acceptable": ["A boy", "A girl"],
            "prefix_unacceptable": ["The", "An able"],
            "property_phrase": "sleeps.",
        }
    )
    with pytest.warns(UserWarning, match="the same text is scored after both prefixes"):
        pairs = acceptability.pairs(frame)
    scores = acceptability.score(pairs, causal(), beginning=True, measures="log_prob")
    expected = acceptability.score(
        pd.DataFrame({"context": ["A boy", "The", "A girl", "An able"], "sentence": "sleeps."}),
        causal(),
        beginning=True,
    )
    assert scores["log_prob"].tolist() == expected["log_prob"].tolist()
    share = acceptability.evaluate(pairs, {"tiny": scores})["criteria"].query("criterion == 'blimp'")["share"].iloc[0]
    values = scores["log_prob"].to_numpy().reshape(2, 2)
    assert share == (values[:, 0] > values[:, 1]).mean()


def test_finished_scores_of_contexts_are_doubted_and_prompts_are_refused():
    pairs = acceptability.pairs(pd.DataFrame({"context": CONTEXTS[:2], "good": SENTENCE, "bad": "The boy sleep."}))
    finished = pd.DataFrame({"sentence_id": pairs.sentences["sentence_id"], "score": [1.0, 0, 1, 2]})
    with pytest.warns(UserWarning, match="mine: a finished table of scores does not show whether"):
        acceptability.evaluate(pairs, {"mine": finished})
    with pytest.raises(InputError, match="data: prompts are about whole sentences"):
        acceptability.ask(pairs, "nowhere")


def test_a_column_without_texts_is_not_used_and_a_warning_reports_it():
    with pytest.warns(UserWarning, match="sentences: context: no cell has more than one word") as warned:
        scores = acceptability.score(FRAME.assign(context="neutral"), causal(), beginning=True)
    assert scores["sentence"].unique() == [SENTENCE] and warned[0].filename == __file__


def test_a_frame_with_one_of_two_columns_is_refused():
    with pytest.raises(InputError, match="the column 'scored' needs a column 'given'; add it, or rename 'scored'"):
        acceptability.score(FRAME.assign(scored="yes"), causal())


@pytest.mark.skipif(not MIRROR, reason="needs the external files of ACCEPTABILITY_MIRROR")
def test_a_released_dataset_in_contexts_is_the_same_by_the_public_column():
    """The 250 sentences of Lau et al. (2020) in their contexts; some of them are scored by both ways."""
    file = Path(MIRROR) / REGISTERED["context-real.csv"]["url"].removeprefix("https://")
    released = registry.manifest({"kind": "lau-2020-real", "label": "x"})
    theirs = read_declared(**dict.fromkeys(released.sources, file), **released.options).sentences
    raw = pd.read_csv(file, dtype=str).set_axis(theirs["sentence_id"])
    mine = acceptability.sentences(raw[["context", "sentence"]].rename_axis("sentence_id").reset_index()).sentences
    for column in ("sentence_id", "sentence", "given", "scored"):
        assert (mine[column] == theirs[column]).all(), column
    model = gpt2(positions=2048), gpt2_tokenizer()
    tokens = [acceptability.score(table[::60], model, beginning=True, tokens=True) for table in (mine, theirs)]
    pd.testing.assert_frame_equal(*tokens, check_exact=True)
