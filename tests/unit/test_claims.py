from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from acceptability.analysis.specifications import SPECIFICATION, specify
from acceptability.contracts import io
from acceptability.contracts.studies import CHECKED_CLAIMS, CLAIMS
from acceptability.errors import InputError
from acceptability.options import Options
from acceptability.studies.claims import check_claims, holds

OUR_OWN = io.read_table(Path(__file__).resolve().parents[2] / "paper/adc/claims.csv", CLAIMS)
PUBLISHED = Options(unrated="met", ties="sign")
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
MADE = specify(SENTENCES, PAIRS, SCORES, [0.5, 5], "reference")


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
    values = {name: ROWS[[name]].set_axis([0], axis=1) for name in ROWS}
    assert holds(values, quantity, argument).tolist() == [truth]


def test_a_claim_is_asked_of_every_case_by_itself():
    values = {
        name: pd.concat(
            [ROWS[name], ROWS[name].sample(frac=1, random_state=1).set_axis(ROWS.index)], axis=1, keys=[0, 1]
        )
        for name in ROWS
    }
    for quantity, argument in (
        ("above", "b-mlm/pll c/slor"),
        ("loses_more", "c/slor 0.39"),
        ("r_above", "a-mlm/pll c/slor"),
    ):
        each = [
            holds({name: table.iloc[:, [case]] for name, table in values.items()}, quantity, argument)[0]
            for case in (0, 1)
        ]
        assert holds(values, quantity, argument).tolist() == each


def drawn(**of_x) -> dict:
    """Four bootstraps in which x has these values and y has 0.5."""
    tables = {}
    for name in ("share", "blimp", "pearson_r"):
        values = [of_x.get(name, [0.9] * 4), [0.5] * 4]
        tables[name] = pd.DataFrame(values, index=["x/pll", "y/slor"])
    return {0.5: tables, 5: tables}


def claims(**columns) -> pd.DataFrame:
    row = {"place": "p", "claim": "c", "threshold": "0.5", "quantity": "above", "argument": "x/pll y/slor", "note": ""}
    return pd.DataFrame([row | columns])


def test_verdicts():
    wins = MADE.assign(share=np.where(MADE["system"] == "x", 0.9, 0.1))
    found = check_claims(wins, claims(), drawn(), PUBLISHED).iloc[0]
    assert (found["verdict"], found["published"], found["holding"], found["specifications"]) == (
        "robust",
        "yes",
        32,
        32,
    )
    assert found["depends_on"] == ""
    found = check_claims(wins, claims(argument="y/slor x/pll"), drawn(), PUBLISHED).iloc[0]
    assert (found["verdict"], found["published"], found["holding"]) == ("never holds", "no", 0)
    only = MADE.assign(share=np.where((MADE["system"] == "x") & (MADE["human_scale"] == "participants"), 0.9, 0.1))
    found = check_claims(only, claims(), drawn(), PUBLISHED).iloc[0]
    assert (found["verdict"], found["depends_on"], found["holding"]) == ("depends", "human_scale", 16)
    strict = MADE.assign(share=np.where((MADE["system"] == "x") & (MADE["threshold"] == 0.5), 0.9, 0.1))
    found = check_claims(strict, claims(threshold=""), drawn(), PUBLISHED).iloc[0]
    assert (found["published"], found["depends_on"], found["specifications"]) == ("no", "threshold", 64)
    found = check_claims(wins, claims(quantity="", argument=""), drawn(), PUBLISHED).iloc[0]
    assert (found["verdict"], found["published"]) == ("not reproducible here", "")


def test_a_claim_that_other_phenomena_overturn_depends_on_them():
    wins = MADE.assign(share=np.where(MADE["system"] == "x", 0.9, 0.1))
    found = check_claims(wins, claims(), drawn(share=[0.9, 0.6, 0.4, 0.9]), PUBLISHED).iloc[0]
    assert (found["verdict"], found["depends_on"], found["bootstraps"]) == ("depends", "phenomena", 0.75)
    found = check_claims(wins, claims(), drawn(share=[0.4] * 4, blimp=[0.9] * 4), PUBLISHED).iloc[0]
    assert (found["verdict"], found["holding"], found["bootstraps"]) == ("depends", 32, 0)


def test_a_claim_about_a_threshold_that_was_not_asked_says_so():
    found = check_claims(MADE, claims(threshold="7"), drawn(), PUBLISHED).iloc[0]
    assert (found["verdict"], found["published"], found["specifications"]) == ("δ = 7 was not asked", "", 0)


def test_choices_that_change_nothing_are_counted_once():
    by_word = MADE.assign(pearson_r=np.where(MADE["normaliser"] == "words", 0.1, 0.3913486133765))
    by_word.loc[by_word["ties"] == "sign", "pearson_r"] += 1e-14  # as rounding errors do
    found = check_claims(by_word, claims(quantity="r_above", threshold=""), drawn(), PUBLISHED).iloc[0]
    assert (found["specifications"], found["different"]) == (64, 2)
    found = check_claims(MADE, claims(), drawn(), PUBLISHED).iloc[0]
    own = MADE[(MADE["threshold"] == 0.5) & MADE["system"].isin(["x", "y"])]
    shares = own.pivot(index=SPECIFICATION[1:], columns="system", values="share")
    assert found["different"] == len(shares.round(12).drop_duplicates()) < found["specifications"] == 32


def test_a_claim_about_nothing_is_refused():
    for columns in ({"argument": "z/pll y/slor"}, {"quantity": "beyond"}):
        with pytest.raises(InputError):
            check_claims(MADE, claims(**columns), drawn(), PUBLISHED)


def test_checked_claims_keep_their_contract():
    several = pd.concat([claims(), claims(claim="d", quantity="", argument=""), claims(claim="e", threshold="7")])
    checked = check_claims(MADE, several, drawn(), PUBLISHED)
    assert io.check_table(checked, CHECKED_CLAIMS, "claims.csv")["published"].isin(["yes", "no", ""]).all()


def test_what_bootstraps_draw_has_its_own_name():
    wins = MADE.assign(share=np.where(MADE["system"] == "x", 0.9, 0.1))
    found = check_claims(wins, claims(), drawn(share=[0.4] * 4), PUBLISHED, "articles").iloc[0]
    assert found["depends_on"] == "articles"


def test_the_papers_own_choices_are_those_of_its_variant():
    only = MADE.assign(share=np.where((MADE["system"] == "x") & (MADE["unrated"] == "met"), 0.9, 0.1))
    for options, published in ((PUBLISHED, "yes"), (Options(ties="sign"), "no"), (Options(), "no")):
        assert check_claims(only, claims(), drawn(), options).iloc[0]["published"] == published


def test_our_own_claims_are_known_quantities():
    rows = pd.DataFrame(
        {"share": 0.3, "blimp": 0.8, "pearson_r": 0.2},
        index=["bert-large-cased-cola-published/cola_score", "bert-large-cased-mlm-published/pll", "trigram-published/slor",
               "trigram-published/log_prob"],
    )  # fmt: skip
    for claim in OUR_OWN[OUR_OWN["quantity"] != ""].itertuples():
        # of equal rows none is above another, all lose 0.5, and 0.3 is below 0.5 and above none of the bounds reached
        expected = claim.quantity in ("below", "apart_less", "loses_more")
        values = {name: rows[[name]].set_axis([0], axis=1) for name in rows}
        assert holds(values, claim.quantity, claim.argument).tolist() == [expected], claim.claim
        assert claim.threshold in ("", "0.5", "1", "5")
