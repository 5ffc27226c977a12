from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from acceptability import criteria, io, specifications, tables
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
    values = {name: ROWS[[name]].set_axis([0], axis=1) for name in ROWS}
    assert specifications.holds(values, quantity, argument).tolist() == [truth]


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
            specifications.holds({name: table.iloc[:, [case]] for name, table in values.items()}, quantity, argument)[0]
            for case in (0, 1)
        ]
        assert specifications.holds(values, quantity, argument).tolist() == each


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
    found = specifications.check_claims(wins, claims(), drawn()).iloc[0]
    assert (found["verdict"], found["published"], found["holding"], found["specifications"]) == (
        "robust",
        "yes",
        32,
        32,
    )
    assert found["depends_on"] == ""
    found = specifications.check_claims(wins, claims(argument="y/slor x/pll"), drawn()).iloc[0]
    assert (found["verdict"], found["published"], found["holding"]) == ("never holds", "no", 0)
    only = MADE.assign(share=np.where((MADE["system"] == "x") & (MADE["human_scale"] == "participants"), 0.9, 0.1))
    found = specifications.check_claims(only, claims(), drawn()).iloc[0]
    assert (found["verdict"], found["depends_on"], found["holding"]) == ("depends", "human_scale", 16)
    strict = MADE.assign(share=np.where((MADE["system"] == "x") & (MADE["threshold"] == 0.5), 0.9, 0.1))
    found = specifications.check_claims(strict, claims(threshold=""), drawn()).iloc[0]
    assert (found["published"], found["depends_on"], found["specifications"]) == ("no", "threshold", 64)
    found = specifications.check_claims(wins, claims(quantity="", argument=""), drawn()).iloc[0]
    assert (found["verdict"], found["published"]) == ("not reproducible here", "")


def test_a_claim_that_other_phenomena_overturn_depends_on_them():
    wins = MADE.assign(share=np.where(MADE["system"] == "x", 0.9, 0.1))
    found = specifications.check_claims(wins, claims(), drawn(share=[0.9, 0.6, 0.4, 0.9])).iloc[0]
    assert (found["verdict"], found["depends_on"], found["bootstraps"]) == ("depends", "phenomena", 0.75)
    found = specifications.check_claims(wins, claims(), drawn(share=[0.4] * 4, blimp=[0.9] * 4)).iloc[0]
    assert (found["verdict"], found["holding"], found["bootstraps"]) == ("depends", 32, 0)


def test_a_claim_about_a_threshold_that_was_not_asked_says_so():
    found = specifications.check_claims(MADE, claims(threshold="7"), drawn()).iloc[0]
    assert (found["verdict"], found["published"], found["specifications"]) == ("δ = 7 was not asked", "", 0)


def test_choices_that_change_nothing_are_counted_once():
    by_word = MADE.assign(pearson_r=np.where(MADE["normaliser"] == "words", 0.1, 0.3913486133765))
    by_word.loc[by_word["ties"] == "sign", "pearson_r"] += 1e-14  # as rounding errors do
    found = specifications.check_claims(by_word, claims(quantity="r_above", threshold=""), drawn()).iloc[0]
    assert (found["specifications"], found["different"]) == (64, 2)
    found = specifications.check_claims(MADE, claims(), drawn()).iloc[0]
    own = MADE[(MADE["threshold"] == 0.5) & MADE["system"].isin(["x", "y"])]
    shares = own.pivot(index=specifications.SPECIFICATION[1:], columns="system", values="share")
    assert found["different"] == len(shares.round(12).drop_duplicates()) < found["specifications"] == 32


def test_ranks_are_the_best_and_the_worst_place():
    made = pd.DataFrame(
        [(0.5, scale, ties, system, share)
         for scale, ties, shares in (("participants", "sign", (0.9, 0.5, 0.5)), ("participants", "missed", (0.4, 0.5, 0.3)),
                                     ("sentences", "sign", (0.1, 0.2, 0.3)), ("sentences", "missed", (0.1, 0.2, 0.3)))
         for system, share in zip("abc", shares, strict=True)],
        columns=["threshold", "human_scale", "ties", "system", "share"],
    ).assign(population="dataset", normaliser="none", unrated="met", measure="m")  # fmt: skip
    ranks = specifications.ranks(made)
    found = ranks.set_index(["row", "human_scale"])[["best", "worst"]].T.to_dict("list")
    assert found == {
        ("a/m", "participants"): [1, 2],
        ("b/m", "participants"): [1, 2],
        ("c/m", "participants"): [2, 3],
        ("a/m", "sentences"): [3, 3],
        ("b/m", "sentences"): [2, 2],
        ("c/m", "sentences"): [1, 1],
    }
    table = tables.rank_table(ranks, {"c/m": "C", "a/m": "A", "b/m": "B"})
    assert table.columns.tolist() == ["System", "δ = 0.5, ratings as they are", "δ = 0.5, ratings with SD 1"]
    assert table.to_numpy().tolist() == [["C", "2–3", "1"], ["A", "1–2", "3"], ["B", "1–2", "2"]]


def test_a_claim_about_nothing_is_refused():
    for columns in ({"argument": "z/pll y/slor"}, {"quantity": "beyond"}):
        with pytest.raises(InputError):
            specifications.check_claims(MADE, claims(**columns), drawn())


def test_our_own_claims_are_known_quantities():
    rows = pd.DataFrame(
        {"share": 0.3, "blimp": 0.8, "pearson_r": 0.2},
        index=["bert-large-cased-cola-published/cola_score", "bert-large-cased-mlm-published/pll", "trigram-published/slor",
               "trigram-published/log_prob"],
    )  # fmt: skip
    for claim in CLAIMS[CLAIMS["quantity"] != ""].itertuples():
        # of equal rows none is above another, all lose 0.5, and 0.3 is below 0.5 and above none of the bounds reached
        expected = claim.quantity in ("below", "apart_less", "loses_more")
        values = {name: rows[[name]].set_axis([0], axis=1) for name in rows}
        assert specifications.holds(values, claim.quantity, claim.argument).tolist() == [expected], claim.claim
        assert claim.threshold in ("", "0.5", "1", "5")
