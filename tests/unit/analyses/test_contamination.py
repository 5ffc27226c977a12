import pandas as pd

from acceptability.analyses.contamination import compute as contamination


def table(*sentences: str, label: int = 1) -> pd.DataFrame:
    return pd.DataFrame(
        {"sentence_id": [f"s{n}" for n in range(len(sentences))], "sentence": sentences, "label": label}
    )


def test_case_and_punctuation_do_not_hide_a_sentence():
    found = contamination.sentences_in_training(
        table("John, left!", "Mary left.", "Who didn’t leave?"),
        table("Left.", "john left", "JOHN LEFT.", "Who didn't leave"),
    )
    assert found[["sentence_id", "trained_id"]].to_numpy().tolist() == [["s0", "s1"], ["s2", "s3"]]
    assert list(found.columns) == ["sentence_id", "sentence", "trained_id", "trained_sentence", "trained_label"]


def test_order_and_words_matter_and_nothing_found_is_an_empty_table():
    found = contamination.sentences_in_training(table("John saw Mary."), table("Mary saw John.", "John saw."))
    assert found.empty and len(found.columns) == 5


def test_pairs_with_either_member():
    pairs = pd.DataFrame({"pair_id": list("pqr"), "good_id": list("ace"), "bad_id": list("baf")})
    sentences = pd.DataFrame({"sentence_id": list("abcef"), "sentence": list("abcef")})
    labelled = pd.DataFrame({"sentence_id": "t", "sentence": ["A.", "e"], "label": 1, "split": ["train", "dev"]})
    deltas = pairs[["pair_id"]].assign(measure="m", human_delta=1.0, model_delta=1.0)
    told = {"sentences": sentences, "pairs": pairs, "labelled": labelled, "thresholds": []}
    shares = contamination.compute(deltas={"x": deltas}, **told)["contaminated_criteria"]
    assert shares.set_index("chosen")["pairs"].to_dict() == {"all": 3, "known": 2, "unknown": 1}


def test_criteria_on_all_pairs_and_with_and_without_known_ones():
    deltas = pd.DataFrame(
        {"pair_id": list("pqrs"), "measure": "m", "human_delta": [1, 2, 3, None], "model_delta": [1.1, -1, 2.9, 1]}
    )
    found = contamination.shares_of_known_pairs({"x": deltas}, {"q", "s"}, [0.5])
    by_part = found.set_index(["chosen", "criterion"])[["met", "pairs"]].T.to_dict("list")
    assert by_part == {
        ("all", "blimp"): [2, 3],
        ("all", "adc"): [2, 3],
        ("known", "blimp"): [0, 1],
        ("known", "adc"): [0, 1],
        ("unknown", "blimp"): [2, 2],
        ("unknown", "adc"): [2, 2],
    }
    nothing_known = contamination.shares_of_known_pairs({"x": deltas}, set(), [0.5])
    assert nothing_known["chosen"].unique().tolist() == ["all", "unknown"]
