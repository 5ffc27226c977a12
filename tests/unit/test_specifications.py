from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from acceptability import criteria, io, specifications
from acceptability.errors import InputError

CLAIMS = io.read_raw_csv(Path(__file__).resolve().parents[2] / "resources/claims.csv")
SENTENCES = pd.DataFrame(
    {
        "sentence_id": list("abcdefg"),
        "sentence": ["one two", "one two three four", "one", "one two", "one two", "a b c", "far away from the others"],
        "rating": [1.0, -1.0, 0.5, 0.0, 1.5, np.nan, 8.0],
    }
)
PAIRS = pd.DataFrame({"pair_id": list("pqr"), "good_id": list("ace"), "bad_id": list("bdf"), "phenomenon": "one"})
IDS = list("abcdefg")
SCORES = {
    "x": pd.DataFrame({"sentence_id": IDS, "measure": "pll", "score": [-4.0, -9.0, -1.0, -3.0, -2.0, -5.0, -30.0]}),
    "y": pd.DataFrame({"sentence_id": IDS, "measure": "slor", "score": [1.0, 0.5, 0.2, 0.2, 0.1, 0.3, 0.0]}),
}
MADE = specifications.evaluate(SENTENCES, PAIRS, SCORES, [0.5, 5], "reference")


def chosen(**values) -> pd.DataFrame:
    own = {"threshold": 0.5} | {name: options[0] for name, options in specifications.CHOICES.items()} | values
    table = MADE
    for name, value in own.items():
        table = table[table[name] == value]
    return table.set_index("system")


def test_every_row_stands_once_under_every_specification():
    assert len(MADE) == 2 * 2**5 * 4
    assert not MADE.duplicated([*specifications.SPECIFICATION, "system", "measure"]).any()


@pytest.mark.parametrize("variant", ["as_published", "corrected"])
def test_the_papers_own_choices_are_those_of_criteria(variant):
    options = criteria.VARIANTS[variant]
    for system, table in SCORES.items():
        values = table.set_index("sentence_id")["score"]
        z = pd.Series(criteria.z_scores(values), index=values.index)
        deltas = pd.DataFrame(
            {
                "measure": "m",
                "human_delta": criteria.pair_deltas(PAIRS, SENTENCES.set_index("sentence_id")["rating"]),
                "model_delta": criteria.pair_deltas(PAIRS, z),
            }
        )
        expected = criteria.evaluate(deltas, [0.5, 5]).set_index(["variant", "criterion", "threshold"])
        for delta in (0.5, 5):
            row = chosen(threshold=delta, ties=options.ties, unrated=options.unrated).loc[system]
            assert row["share"] == expected.loc[(variant, "adc", delta), "share"]
            assert row["blimp"] == expected["share"].iloc[0]  # BLiMP has no variants


def test_choices_by_hand():
    """Two rated pairs: human deltas 2 and 0.5; x's are 5 and 2 by score, 0.25 and 0.5 by word."""
    x = np.array([-4.0, -9.0, -1.0, -3.0, -2.0, -5.0, -30.0])
    ratings = np.array([1.0, -1.0, 0.5, 0.0, 1.5, 8.0])
    human = np.array([2.0, 0.5])

    def met(human, deltas, sd) -> int:
        return int((np.abs(human - deltas / sd) < 0.5).sum())

    by_score, by_word, words = np.array([5, 2]), np.array([0.25, 0.5]), np.array([2, 4, 1, 2, 2, 3, 5])
    expected = {
        "plain": met(human, by_score, x.std()),
        "pairs": met(human, by_score, x[:4].std()),
        "words": met(human, by_word, (x / words).std()),
        "sentences": met(human / ratings.std(), by_score, x.std()),
        "sentences, pairs": met(human / ratings[:4].std(), by_score, x[:4].std()),
    }
    assert expected == {"plain": 1, "pairs": 2, "words": 1, "sentences": 2, "sentences, pairs": 1}
    found = {
        "plain": chosen(unrated="dropped"),
        "pairs": chosen(unrated="dropped", population="pairs"),
        "words": chosen(unrated="dropped", normaliser="words"),
        "sentences": chosen(unrated="dropped", human_scale="sentences"),
        "sentences, pairs": chosen(unrated="dropped", human_scale="sentences", population="pairs"),
    }
    assert {name: table.loc["x", "met"] for name, table in found.items()} == expected
    assert chosen().loc["x", "met"] == chosen(unrated="dropped").loc["x", "met"] + 1
    assert chosen(normaliser="words").loc["y", "share"] == chosen().loc["y", "share"]  # SLOR is no log-probability


def test_references_follow_the_scale_of_the_ratings():
    """The oracle is the ratings with an SD of 1: on that scale it is the humans themselves."""
    rows = MADE[MADE["system"] == "reference"].set_index(["measure", "human_scale"]).sort_index()
    assert (rows.loc[("oracle", "sentences"), "met"] >= 2).all()
    own = rows.loc[("oracle", "participants")]
    sd = np.array([1.0, -1.0, 0.5, 0.0, 1.5, 8.0]).std()
    strict = own[(own["threshold"] == 0.5) & (own["unrated"] == "dropped") & (own["population"] == "dataset")]
    assert (strict["met"] == int((np.abs(np.array([2.0, 0.5]) * (1 - 1 / sd)) < 0.5).sum())).all()


def test_a_released_population_is_that_of_the_dataset_only():
    scores = {"t": SCORES["x"].assign(population_mean=0.0, population_sd=2.5)}
    made = specifications.evaluate(SENTENCES, PAIRS, scores, [0.5], "reference")
    made = made[made["system"] == "t"].set_index(["population", "normaliser", "unrated"])
    assert made.loc[("dataset", "none", "dropped"), "met"].tolist()[:1] == [
        int(abs(2.0 - 5 / 2.5) < 0.5) + int(abs(0.5 - 2 / 2.5) < 0.5)
    ]


ROWS = pd.DataFrame(
    {"share": [0.4, 0.5, 0.3], "blimp": [0.9, 0.8, 0.7], "pearson_r": [0.3, 0.1, 0.2]},
    index=["a-mlm/pll", "b-mlm/pll", "c/slor"],
)


@pytest.mark.parametrize(
    ("quantity", "argument", "truth"),
    [
        ("above", "*-mlm/pll c/slor", True),
        ("above", "a-mlm/pll b-mlm/pll", False),
        ("blimp_above", "a-mlm/pll b-mlm/pll", True),
        ("r_above", "a-mlm/pll c/slor", True),
        ("r_above", "*-mlm/pll c/slor", False),
        ("reaches", "* 0.3", True),
        ("reaches", "* 0.31", False),
        ("below", "* 0.5", False),
        ("below", "* 0.51", True),
        ("apart_less", "a-mlm/pll c/slor 0.11", True),
        ("apart_less", "*-mlm/pll c/slor 0.15", False),
        ("loses_more", "* 0.29", True),
        ("loses_more", "* 0.35", False),
        ("loses_less", "* 0.51", True),
        ("loses_less", "* 0.45", False),
        ("falls_further", "c/slor b-mlm/pll", True),
        ("falls_further", "c/slor a-mlm/pll", False),
    ],
)
def test_claims_by_hand(quantity, argument, truth):
    assert specifications.holds(ROWS, quantity, argument) == truth


def claims(**columns) -> pd.DataFrame:
    row = {"place": "p", "claim": "c", "threshold": "0.5", "quantity": "above", "argument": "x/pll y/slor", "note": ""}
    return pd.DataFrame([row | columns])


def test_verdicts():
    wins = MADE.assign(share=np.where(MADE["system"] == "x", 0.9, 0.1))
    found = specifications.check_claims(wins, claims()).iloc[0]
    assert (found["verdict"], found["published"], found["holding"], found["specifications"]) == (
        "robust",
        "yes",
        32,
        32,
    )
    assert found["depends_on"] == ""
    found = specifications.check_claims(wins, claims(argument="y/slor x/pll")).iloc[0]
    assert (found["verdict"], found["published"], found["holding"]) == ("never holds", "no", 0)
    only = MADE.assign(share=np.where((MADE["system"] == "x") & (MADE["human_scale"] == "participants"), 0.9, 0.1))
    found = specifications.check_claims(only, claims()).iloc[0]
    assert (found["verdict"], found["depends_on"], found["holding"]) == ("depends", "human_scale", 16)
    strict = MADE.assign(share=np.where((MADE["system"] == "x") & (MADE["threshold"] == 0.5), 0.9, 0.1))
    found = specifications.check_claims(strict, claims(threshold="")).iloc[0]
    assert (found["published"], found["depends_on"], found["specifications"]) == ("no", "threshold", 64)
    found = specifications.check_claims(wins, claims(quantity="", argument="")).iloc[0]
    assert (found["verdict"], found["published"]) == ("not reproducible here", "")


def test_a_claim_about_nothing_is_refused():
    for columns in ({"argument": "z/pll y/slor"}, {"quantity": "beyond"}, {"threshold": "7"}):
        with pytest.raises(InputError):
            specifications.check_claims(MADE, claims(**columns))


def test_our_own_claims_are_known_quantities():
    rows = pd.DataFrame(
        {"share": 0.3, "blimp": 0.8, "pearson_r": 0.2},
        index=["bert-large-cased-cola-published/cola_score", "bert-large-cased-mlm-published/pll", "trigram-published/slor",
               "trigram-published/log_prob"],
    )  # fmt: skip
    for claim in CLAIMS[CLAIMS["quantity"] != ""].itertuples():
        # of equal rows none is above another, all lose 0.5, and 0.3 is below 0.5 and above none of the bounds reached
        expected = claim.quantity in ("below", "apart_less", "loses_more")
        assert specifications.holds(rows, claim.quantity, claim.argument) == expected, claim.claim
        assert claim.threshold in ("", "0.5", "1", "5")
