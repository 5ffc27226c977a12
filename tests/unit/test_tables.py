import pandas as pd

from acceptability import tables


def results() -> pd.DataFrame:
    rows = [
        ("as_published", "blimp", None, 0.5),
        ("as_published", "adc", 0.5, 0.3004),
        ("as_published", "adc", 5.0, 0.45),
        ("corrected", "blimp", None, 0.5),
        ("corrected", "adc", 0.5, 0.2996),
        ("corrected", "adc", 5.0, 0.44),
    ]
    frame = pd.DataFrame(rows, columns=["variant", "criterion", "threshold", "share"]).assign(low=0.25, high=0.5)
    frame.loc[frame["threshold"] == 5, ["low", "high"]] = None
    first, second = frame.assign(system="a", measure="pll"), frame.assign(system="b", measure="slor", share=0.1)
    return pd.concat([first, second])


def test_table_1_has_a_row_each_and_both_variants():
    table = tables.criteria_table(results(), {"b/slor": "B", "a/pll": "A"}, "Toy (simulated data)")
    assert table["Toy (simulated data)"].tolist() == ["B", "A"]
    assert table.iloc[1].drop("Toy (simulated data)").to_dict() == {
        "BLiMP": "0.500 [0.250, 0.500]",
        "ADC, δ = 0.5": "0.300 [0.250, 0.500]",
        "ADC, δ = 5": "0.440",
        "ADC, δ = 0.5, as published": "0.300",
        "ADC, δ = 5, as published": "0.450",
    }


def test_the_papers_own_examples_come_first_where_they_qualify():
    pairs = pd.DataFrame(
        {"pair_id": list("pqrs"), "good": list("PQRS"), "bad": list("pqrs"), "human": "1.234", "a/pll": "-1"}
    )
    table = tables.example_table(pairs, ["s", "not there", "q"], {"a/pll": "A"}, rows=3)
    assert table["Acceptable"].tolist() == ["S", "Q", "P"]
    assert table[["Δ human", "Δ A"]].iloc[0].tolist() == ["1.23", "−1.00"]


def agreement() -> pd.DataFrame:
    rows = [
        (chosen, statistic, threshold, value, 9 if chosen == "all" else 4)
        for chosen in ("all", "matched")
        for statistic, threshold, value in [
            ("blimp", None, 0.5),
            ("adc", 0.5, 0.25),
            ("pearson", None, -0.12345),
            ("point_biserial", None, None),
        ]
    ]
    frame = pd.DataFrame(rows, columns=["chosen", "statistic", "threshold", "value", "items"])
    return pd.concat([frame.assign(system="b", measure="pll"), frame.assign(system="reference", measure="oracle")])


def test_agreement_has_a_row_for_each_choice_and_row_even_without_a_label():
    table = tables.agreement_table(agreement(), {"b/pll": "B"})
    assert table["Pairs"].tolist() == ["all", "all", "equal length", "equal length"]
    assert table["System"].tolist() == ["B", "reference/oracle"] * 2
    assert table.iloc[2].to_dict() == {
        "Pairs": "equal length",
        "System": "B",
        "N": "4",
        "BLiMP": "0.500",
        "ADC, δ = 0.5": "0.250",
        "Pearson": "−0.123",
        "Point-biserial": "",
    }


def test_counts_add_up():
    frame = pd.DataFrame({"place": ["x", "y", "x"], "verdict": ["no", "yes", "yes"]})
    table = tables.count_table(frame, "place", "verdict", heading="Place")
    assert table.to_numpy().tolist() == [["x", 1, 1, 2], ["y", 0, 1, 1], ["all", 1, 2, 3]]


def test_latex_is_booktabs_with_everything_escaped():
    text = tables.to_latex(pd.DataFrame({"Δ a_b": ["50 % & more", "−1"]}), "Some δ", "tab:x")
    for part in (r"\toprule", r"\midrule", r"\bottomrule", r"\caption{Some $\delta$}", r"\label{tab:x}"):
        assert part in text
    assert r"$\Delta$ a\_b" in text
    assert r"50 \% \& more" in text
    assert "$-$1" in text
    assert r"\begin{tabular}{lp{0.26\textwidth}}" in tables.to_latex(
        pd.DataFrame({"a": [], "Acceptable": []}), "c", "d"
    )
    assert r"\begin{longtable}" in tables.to_latex(pd.DataFrame({"a": ["b"]}), "c", "d", long=True)


SIMPLE = pd.DataFrame(
    {
        "row": ["bag-of-words", "bag-of-words", "majority-class"],
        "split": ["dev", "test", "test"],
        "mcc": [0.9, 0.1, 0.0],
        "low": [0.8, -0.05, 0.0],
        "high": [1.0, 0.2, 0.0],
        "sd": [0.1, None, None],
        "collapsed": [0, 0, 1],
    }
)
SUMMARY = pd.DataFrame(
    {
        "system": ["x", "x"],
        "split": ["dev", "test"],
        "restarts": [3, 3],
        "collapsed": [0, 1],
        "mean": [0.9, 0.25],
        "low": [0.8, 0.1],
        "high": [1.0, 0.4],
        "sd": [0.1, None],
        "maximum": [1.0, 0.3],
        "ensemble_as_published": [1.0, 0.5],
        "ensemble_corrected": [1.0, 0.4],
    }
)


def test_table_5_has_printed_rows_first_and_shows_one_split():
    printed = pd.DataFrame(
        {
            "item": ["BERT (us): mean", "BERT (us): SD", "BERT (us): max", "BERT (us): ensemble", "Y: mean", "Y: max", "Y: ensemble"],
            "printed": ["0.478", "0.018", "0.514", "0.522", "0.521", "0.521", "0.521"],
        }
    )  # fmt: skip
    labels = {"x": "X", "bag-of-words": "Bag of words", "majority-class": "Majority class"}
    table = tables.classifier_table(SUMMARY, SIMPLE, printed, labels, "test").set_index("Model")
    assert list(table.index) == ["BERT (us), printed", "Y, printed", "X", "Bag of words", "Majority class"]
    assert table.loc["BERT (us), printed"].tolist() == ["0.478", "", "0.018", "0.514", "", "0.522", "", ""]
    assert table.loc["Y, printed", "SD"] == ""
    assert table.loc["X"].tolist() == ["0.250", "0.100 to 0.400", "", "0.300", "0.400", "0.500", "3", "1"]
    assert table.loc["Bag of words", "95 %"] == "−0.050 to 0.200"
    assert table.loc["Majority class", ["Mean", "95 %", "Collapsed"]].tolist() == ["0.000", "", "1"]
    alone = tables.classifier_table(None, SIMPLE, printed.iloc[:0], labels, "test")
    assert alone["Model"].tolist() == ["Bag of words", "Majority class"]


def test_stability_counts_sentences_that_flip():
    single = pd.DataFrame({"system": "x", "restarts": 4, "flips": [0, 2, 4], "acceptable": [4, 1, 2]})
    mcc = pd.DataFrame(
        {"system": "x", "label_source": ["corrected"] * 2 + ["as_published"] * 2, "mcc": [0.5, 0.7, 0.4, 0.4]}
    )
    table = tables.stability_table(single, mcc, {"x": "X"})
    assert table.iloc[0].tolist() == ["X", "4", "3", "2", "0.667", "0.600 (0.141)", "0.400 (0.000)"]


def test_contamination_sets_all_pairs_beside_the_unknown_ones():
    rows = [("all", "blimp", None, 0.8), ("known", "blimp", None, 1.0), ("unknown", "blimp", None, 0.75)]
    rows += [("all", "adc", 0.5, 0.4), ("known", "adc", 0.5, 0.5), ("unknown", "adc", 0.5, 0.3), ("all", "adc", 5, 0.9)]
    frame = pd.DataFrame(rows, columns=["chosen", "criterion", "threshold", "share"]).assign(system="x", measure="pll")
    table = tables.contamination_table(frame, {"x/pll": "X"})
    assert table.iloc[0].dropna().to_dict() == {
        "System": "X",
        "BLiMP": "0.800",
        "BLiMP, unknown": "0.750",
        "ADC, δ = 0.5": "0.400",
        "ADC, δ = 0.5, unknown": "0.300",
        "ADC, δ = 5": "0.900",
    }


def test_claims_say_what_they_depend_on():
    claims = pd.DataFrame(
        {
            "place": ["1", "2"],
            "claim": ["x", "y"],
            "quantity": ["above", ""],
            "published": ["yes", ""],
            "holding": ["3", "0"],
            "specifications": ["4", "0"],
            "different": ["2", "0"],
            "bootstraps": ["0.752", ""],
            "note": ["", "no file"],
            "depends_on": ["human_scale, ties", ""],
            "verdict": ["depends", "not reproducible here"],
        }
    )
    table = tables.claim_table(claims)
    assert table["Verdict"].tolist() == ["depends on human scale, ties", "not reproducible here"]
    assert table["Holds in"].tolist() == ["3 of 4", ""]
    assert table["Differ"].tolist() == ["2", ""]
    assert table["Bootstraps, %"].tolist() == ["75", ""]
    assert table["Claim"].tolist() == ["x", "y (no file)"]
