import inspect
import re

import numpy as np
import pandas as pd
import pytest

from acceptability import rounding
from acceptability.analyses.agreement import table as agreement
from acceptability.analyses.analysis import name_of, sentences_of
from acceptability.analyses.calibration import table as calibration
from acceptability.analyses.claims import table as claims
from acceptability.analyses.contamination import table as contamination
from acceptability.analyses.criteria import table as criteria
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.disagreements import table as disagreements
from acceptability.analyses.examples import table as examples
from acceptability.analyses.phenomena import table as phenomenon_ranking
from acceptability.analyses.registry import tables as catalogue
from acceptability.analyses.reproduction import table as reproduction
from acceptability.analyses.restart_shares import table as restart_shares
from acceptability.analyses.restarts import table as classifiers
from acceptability.analyses.showing import make_table
from acceptability.analyses.stability import table as stability
from acceptability.contracts import io
from acceptability.contracts.artefact import CSV, PATH
from acceptability.tables import latex, text
from shown import TABLES, function, reads


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
    frame = frame.assign(pairs=200, ties=0, chance_sd=0.01, fold_sd=float("nan"), chance_within=0.25)
    frame = frame.assign(excess_within=0.05, excess_within_low=-0.1, excess_within_high=0.2)
    of_adc = (frame["criterion"] == "adc") & (frame["variant"] == "corrected")
    frame.loc[of_adc, ["chance", "excess", "excess_low", "excess_high"]] = 0.2, 0.0996, -0.02, 0.2
    first, second = frame.assign(system="a", measure="pll"), frame.assign(system="b", measure="slor", share=0.1)
    both = pd.concat([first, second], ignore_index=True)
    both = both.assign(low_over_phenomena=None, high_over_phenomena=None, half_low=both["low"], half_high=both["high"])
    both = both.assign(share_ties_half=both["share"], share_ties_met=both["share"])
    both = both.assign(unanswered=0.0, share_unanswered_half=both["share"], oracle=0.75, best_constant=0.5)
    return both.reindex(columns=[*CRITERIA.columns])


def table_1(frame: pd.DataFrame, **told):
    """Table 1 with the system b and the reference a, unless told otherwise."""
    usual = {"labels": {"b/slor": "B"}, "references": {"a/pll": "A"}, "restart_shares": None, "restart_rows": {}}
    usual |= {"against_chance": None, "fits": None}
    return criteria.make_criteria(criteria=frame, **usual | {"title": "Toy"} | told)


@pytest.mark.parametrize("places", [0, 1, 2, 3])
def test_what_rounds_to_zero_has_no_sign(places):
    half = 0.5 * 10**-places
    zero = text.shown(0, places)
    assert set(zero) <= set("0.")
    assert {text.shown(value, places) for value in (-0.0, -1e-9, -0.99 * half, 0.99 * half)} == {zero}
    assert text.shown(-1.01 * half, places) == "−" + text.shown(1.01 * half, places) != "−" + zero


@pytest.mark.parametrize(
    ("met", "number", "expected"), [(2, 14, "2 of 14"), (0, 19, "0 of 19"), (3, 20, "0.150"), (20, 20, "1.000")]
)
def test_of_few_tables_say_how_many(met, number, expected):
    assert text.share_or_count(pd.Series([1] * met + [0] * (number - met))) == expected


def test_table_1_has_a_row_each_and_both_variants_and_in_latex_the_shares_side_by_side():
    made = table_1(results(), title="Toy (simulated data)")
    table = made.frame
    assert table["Toy (simulated data)"].tolist() == ["B", "A"]
    assert table.iloc[1].drop("Toy (simulated data)").to_dict() == {
        "BLiMP": "0.500 [0.250, 0.500]",
        "ADC, δ = 0.5": "0.300 [0.250, 0.500]",
        "Chance": "0.200",
        "Above chance": "0.100 [−0.020, 0.200]",
        "ADC, δ = 5": "0.440",
        "ADC, δ = 0.5, as published": "0.300",
        "ADC, δ = 5, as published": "0.450",
    }
    assert list(made.latex) == ["System", "BLiMP", "ADC, δ = 0.5", "ADC, δ = 5", "Chance", "Above chance"]
    assert made.latex.iloc[0]["BLiMP"] == table.iloc[0]["BLiMP"]


def test_variants_of_table_1_are_those_that_there_are():
    corrected = results().query("variant == 'corrected'")
    other = corrected.assign(variant="ties_as_signs")
    alone, two = (
        table_1(frame, labels={"a/pll": "A"}, references={}, title="BLiMP").frame
        for frame in (corrected, pd.concat([other, corrected]))
    )
    # A dataset may be named like a criterion.
    assert list(alone) == ["BLiMP", "BLiMP", "ADC, δ = 0.5", "Chance", "Above chance", "ADC, δ = 5"]
    assert alone.iloc[0].tolist()[:3] == ["A", "0.500 [0.250, 0.500]", "0.300 [0.250, 0.500]"]
    assert list(two)[6:] == ["ADC, δ = 0.5, ties as signs", "ADC, δ = 5, ties as signs"]


def test_table_1_shows_the_sd_of_what_is_random_and_not_that_over_folds():
    frame = results().query("variant == 'corrected'")
    system = frame[frame["system"] == "a"].assign(system="c")
    frame = frame.assign(ties=float("nan"), fold_sd=0.02)
    frame.loc[frame["system"] == "b", "chance_sd"] = float("nan")
    told = {"labels": {"c/pll": "C"}, "references": {"a/pll": "Random", "b/slor": "Cross-validated"}}
    made = table_1(pd.concat([system, frame]), **told)
    assert made.frame.set_index("Toy")["BLiMP"].to_dict() == {
        "C": "0.500 [0.250, 0.500]",
        "Random": "0.500 [0.250, 0.500] ± 0.010",
        "Cross-validated": "0.100 [0.250, 0.500]",
    }


def test_table_1_shows_ties_where_a_system_has_many_and_no_chance_of_what_is_random():
    frame = results().query("variant == 'corrected'")
    frame.loc[frame["system"] == "a", "ties"] = None
    assert "Ties, %" not in table_1(frame).frame
    frame.loc[frame["system"] == "b", ["ties", "share_ties_half", "share_ties_met"]] = 1, 0.1025, 0.105
    assert "Ties, %" not in table_1(frame).frame
    frame.loc[frame["system"] == "b", ["ties", "share_ties_half", "share_ties_met"]] = 2, 0.105, 0.11
    table = table_1(frame).frame
    ties = ["Ties, %", "BLiMP, strict", "ADC, δ = 0.5, strict", "ADC, δ = 5, strict", "BLiMP, ties met"]
    assert list(table)[-5:] == ties
    assert table[ties].to_numpy().tolist() == [
        ["1.0", "0.100", "0.100", "0.100", "0.110"],
        ["", "0.500", "0.300", "0.440", "0.500"],
    ]
    assert table["BLiMP"].str.split().str[0].tolist() == ["0.105", "0.500"]  # a tie counts as half
    assert table["Chance"].tolist() == ["0.200", ""] and table["Above chance"].tolist()[1] == ""


def test_table_1_has_intervals_over_phenomena_where_clusters_consist_of_them():
    frame = results().query("variant == 'corrected'")
    frame.loc[frame["system"] == "b", ["low_over_phenomena", "high_over_phenomena"]] = 0.26, 0.49
    made = table_1(frame)
    names = [f"{name}, over phenomena" for name in ("BLiMP", "ADC, δ = 0.5", "ADC, δ = 5")]
    assert made.frame[names].to_numpy().tolist() == [["[0.260, 0.490]"] * 3, [""] * 3]
    assert not set(names) & set(made.latex)


def test_table_1_says_how_many_pairs_each_row_is_about_where_one_covers_a_part():
    frame = results()
    complete = table_1(frame)
    frame.loc[frame["system"] == "b", ["pairs", "unanswered", "share_unanswered_half"]] = 150, 0.25, 0.2
    made = table_1(frame)
    coverage = ["Number of pairs", "Unanswered, %", "BLiMP, unanswered half"]
    baselines = ["Oracle on these pairs, δ = 0.5", "Best constant on these pairs, δ = 0.5"]
    assert list(made.frame) == [*complete.frame, *coverage, *baselines]
    assert made.frame[coverage].to_numpy().tolist() == [["150", "25.0", "0.200"], ["200", "", ""]]
    assert made.frame[baselines].to_numpy().tolist() == [["0.750", "0.500"], ["", ""]]
    assert list(made.latex) == [*list(complete.latex)[:-2], *coverage, "Chance", "Above chance"]
    pd.testing.assert_frame_equal(made.frame[list(complete.frame)], complete.frame)


def test_table_1_says_how_much_restarts_differ_and_prefers_scores_to_labels():
    rows = [
        ("x-restarts", "labels", "blimp", None, 200, 0.0124),
        ("x-restarts", "labels", "adc", 0.5, 200, 0.0098),
        ("x-restarts", "labels", "adc", 5, 200, 0.5),
        ("b", "labels", "blimp", None, 3, 0.9),
        ("b", "cola_score", "blimp", None, 3, 0.01),
        ("b", "cola_score", "adc", 0.5, 3, 0.02),
    ]
    restarts = pd.DataFrame(rows, columns=["system", "of", "criterion", "threshold", "restarts", "sd"])
    restarted = {"x-restarts": "a/pll", "b": "b/slor"}
    told = {"labels": {"a/pll": "A", "b/slor": "B"}, "references": {}}
    table = table_1(results(), restart_shares=restarts, restart_rows=restarted, **told).frame
    assert table["Restarts, SD"].tolist() == ["0.012, 0.010 (200, labels)", "0.010, 0.020 (3)"]


def test_the_papers_own_examples_come_first_where_they_qualify():
    pairs = pd.DataFrame({"pair_id": list("pqrs"), "good": list("PQRS"), "bad": list("pqrs"), "human": 1.234})
    pairs = pairs.assign(**{"a/pll": ["", "", "", "-1"]})
    first = ["s", "not there", "q"]
    table = examples.make_examples(examples=pairs, example_labels={"a/pll": "A"}, first_pairs=first, rows=3)
    assert table["Acceptable"].tolist() == ["S", "Q", "P"]
    assert table[["Δ human", "Δ A"]].iloc[0].tolist() == ["1.23", "−1.00"]
    assert table["Δ A"].iloc[1] == ""  # a pair that the system has no delta of


def agreements() -> pd.DataFrame:
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
    table = agreement.make_agreement(agreement=agreements(), labels={}, references={"b/pll": "B"})
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
    table = text.count_table(frame, "place", "verdict", heading="Place")
    assert table.to_numpy().tolist() == [["x", 1, 1, 2], ["y", 0, 1, 1], ["all", 1, 2, 3]]


def test_latex_is_a_float_of_the_width_of_a_column_with_numbers_at_the_right():
    frame = pd.DataFrame({"System": ["A", "B"], "ADC, δ = 1": ["0.5", "−0.1"], "ρ": ["0.9", None], "N": [7, 8]})
    assert latex.to_latex(frame, "Shares ≥ 1.", "tab:x") == (
        "% Needs \\usepackage{array,booktabs}; for columns of 219 pt, as in ACL's style.\n"
        "\\begin{table}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n\\caption{Shares $\\geq$ 1.}\n"
        "\\label{tab:x}\n\\begin{tabular}{@{}lrrr@{}}\n\\toprule\nSystem & ADC, $\\delta$~=~1 & $\\rho$ & N \\\\\n"
        "\\midrule\nA & 0.5 & 0.9 & 7 \\\\\nB & $-$0.1 &  & 8 \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n"
    )


def test_intervals_are_small_beside_their_numbers_or_below_them_where_they_would_be_too_wide():
    shares = ["0.852 [0.817, 0.882]", "0.500 ± 0.011", ""]
    few = latex.to_latex(pd.DataFrame({"System": list("ABC"), "BLiMP": shares}), "c", "tab:x")
    assert r"\begin{tabular}{@{}lr@{}}" in few
    assert "A & 0.852 {\\scriptsize [0.817,~0.882]} \\\\\nB & 0.500 {\\scriptsize ±~0.011} \\\\\nC &  \\\\\n" in few
    names = ["The first of the systems", "B", "C"]
    frame = pd.DataFrame({"System": names} | {f"Criterion {number}": shares for number in range(6)})
    many = latex.to_latex(frame, "c", "tab:x")
    assert r"\begin{table*}" in many and many.count(r">{\raggedleft\arraybackslash}p{") == 6
    assert r"\\\addlinespace" in many and r"\addlinespace" not in few


def test_texts_wrap_and_columns_for_which_there_is_no_room_follow_in_another_table():
    sentence = "What did he say that who wanted to read the book about? " * 3
    wrapped = latex.to_latex(pd.DataFrame({"Pair": ["a"], "One": [sentence], "Other": [sentence]}), "c", "tab:x")
    assert r"\begin{table*}" in wrapped
    columns = re.findall(r">{\\raggedright\\arraybackslash}p{(\d+\.\d+)em}", wrapped)
    assert len(columns) == 2 and 40 < sum(map(float, columns)) < 50  # of 50.5 em
    frame = pd.DataFrame(
        {"Pairs": ["all", "all"], "System": ["A", "B"]} | {f"Model{n}": ["0.123456789"] * 2 for n in range(12)}
    )
    apart = latex.to_latex(frame, "c", "tab:x")
    assert apart.count(r"\caption{c}") == 1 and apart.count(r"\caption{Continued.}") == 1
    assert apart.count("\\addtocounter{table}{-1}\n\\begin{table*}") == 1 and apart.count(r"\label") == 1
    assert apart.count("Pairs & System & Model") == 2  # the first column alone does not tell the rows apart
    assert [apart.count(f"Model{number} ") for number in range(12)] == [1] * 12


def test_a_table_that_is_too_tall_has_its_head_on_every_page():
    made = latex.to_latex(pd.DataFrame({"a": range(60), "b": 0.5}), "c", "tab:d")
    head = "\\toprule\na & b \\\\\n\\midrule\n"
    assert made.startswith("% Needs \\usepackage{array,booktabs,longtable};")
    assert f"\\begin{{longtable}}{{@{{}}rr@{{}}}}\n\\caption{{c}} \\label{{tab:d}} \\\\\n{head}\\endfirsthead\n" in made
    assert f"\\caption[]{{Continued.}} \\\\\n{head}\\endhead\n" in made
    assert made.index("\\onecolumn") < made.index("\\begin{longtable}") < made.index("\n\\columnsafter\n")
    assert "longtable" not in latex.to_latex(pd.DataFrame({"a": range(40), "b": 0.5}), "c", "tab:d")


def test_latex_takes_the_signs_of_linguists_and_names_that_stand_twice():
    frame = pd.DataFrame(
        [["[±wh] $t_i$", None], ["*{a~b}", 'who--\\x^#|<"'], ["a\nb", "“c”"]], columns=["A & B", "A & B"]
    )
    made = latex.to_latex(frame, "$t_i$ in 50 %", "tab:x")
    assert r"\caption{\$t\_i\$ in 50 \%}" in made
    lines = made.split("\\midrule\n")[1].splitlines()
    assert "A \\& B & A \\& B \\\\\n" in made
    assert lines[0] == r"{}[±wh] \$t\_i\$ &  \\"  # \\ and \midrule would take a [ for their argument
    assert lines[1] == (
        r"{}*\{a\textasciitilde{}b\} & who-{}-\textbackslash{}x\textasciicircum{}\#\textbar{}\textless{}\textquotedbl{} \\"
    )
    assert lines[2] == r"a b & ``c'' \\"


def test_latex_says_what_other_scripts_need():
    assert "LuaLaTeX" not in latex.to_latex(pd.DataFrame({"δ": ["naïve – “Straße” …"]}), "c", "tab:x").splitlines()[0]
    made = latex.to_latex(pd.DataFrame({"a": ["彼は本を読んだ"]}), "c", "tab:x")
    assert "LuaLaTeX" in made.splitlines()[0] and "彼は本を読んだ" in made


SIMPLE = pd.DataFrame(
    {
        "row": ["bag-of-words", "bag-of-words", "majority-class", "x/slor", "x/slor"],
        "split": ["dev", "test", "test", "test", "test"],
        "fitted": ["train", "train", "train", "train", "folds"],
        "sentences": [5, 7, 7, 7, 7],
        "auc": [0.9, 0.6, None, 0.7, 0.7],
        "train_mcc": [0.99, 0.99, None, 0.35, None],
        "mcc": [0.9, 0.1, None, 0.3, 0.2],
        "low": [0.8, -0.05, None, 0.1, 0.1],
        "high": [1.0, 0.2, None, 0.4, 0.4],
        "sd": [None, None, None, None, 0.1],
        "collapsed": [0, 0, 1, 0, 0],
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
        "auc": [0.95, 0.65],
        "ensemble_as_published": [1.0, 0.5],
        "ensemble_corrected": [1.0, 0.4],
    }
)
EXPECTED = pd.DataFrame(
    {
        "system": "x",
        "split": ["dev"] * 3 + ["test"] * 3,
        "restarts": [1, 2, 3] * 2,
        "expected_maximum": [0.9, 0.95, 1.0, 0.25, 0.28, 0.3],
        "selected": [None, None, None, 0.25, 0.21, 0.2],
    }
)


def test_table_5_has_printed_rows_first_and_shows_one_split():
    values = {"BERT (us): mean": "0.478", "BERT (us): SD": "0.018", "BERT (us): max": "0.514"}
    values |= {"BERT (us): ensemble": "0.522", "Y: mean": "0.521", "Y: max": "0.521", "Y: ensemble": "0.521"}
    printed = [{"item": item, "printed": value} for item, value in values.items()]
    told = {
        "simple_classifiers": SIMPLE,
        "classifier_labels": {"x": "X"},
        "simple_labels": {"bag-of-words": "Bag of words", "majority-class": "Majority class", "x/slor": "SLOR"},
        "split": "test",
    }
    made = classifiers.make_classifiers(classifiers=SUMMARY, expected_maximum=EXPECTED, printed_rows=printed, **told)
    table = made.set_index("Model")
    assert "Max" in table and "Max of 3" not in table
    assert list(table.index) == ["BERT (us), printed", "Y, printed", "X", "Bag of words", "Majority class", "SLOR"]
    assert table.loc["BERT (us), printed"].tolist() == ["0.478", "", "", "0.018", "0.514", "", "", "0.522", *[""] * 4]
    assert table.loc["Y, printed", "SD"] == ""
    assert table.loc["X"].tolist() == [
        *("0.250", "0.100 to 0.400", "0.650", "", "0.300", "0.200", "0.400", "0.500", "3", "1", "", "")
    ]
    assert table.loc["SLOR", ["Mean", "AUC", "By folds", "On train"]].tolist() == ["0.300", "0.700", "0.200", "0.350"]
    assert table.loc["Bag of words", "95 %"] == "−0.050 to 0.200"
    assert table.loc["Majority class", ["Mean", "95 %", "Collapsed"]].tolist() == ["–", "", "1"]
    collapsed = SUMMARY.assign(mean=None, low=None, high=None, maximum=None, ensemble_corrected=None)
    shown = classifiers.make_classifiers(
        classifiers=collapsed, expected_maximum=EXPECTED, printed_rows=[], **told
    ).set_index("Model")
    assert shown.loc["X", ["Mean", "95 %", "AUC", "Max", "Ensemble"]].tolist() == ["–", "", "0.650", "–", "–"]
    alone = classifiers.make_classifiers(classifiers=None, expected_maximum=None, printed_rows=[], **told)
    assert alone["Model"].tolist() == ["Bag of words", "Majority class", "SLOR"]
    assert "Ensemble" in alone and not {"Ensemble, as published", "Best on dev"} & set(alone)


def test_classifiers_with_different_numbers_of_restarts_are_compared_by_as_many_of_each():
    more = SUMMARY.assign(system="y", restarts=2, maximum=0.29)
    fewer = EXPECTED[EXPECTED["restarts"] < 3].assign(system="y")
    told = {
        "simple_classifiers": SIMPLE[:3],
        "simple_labels": {"bag-of-words": "B", "majority-class": "M"},
        "printed_rows": [],
    }
    both = {"classifiers": pd.concat([SUMMARY, more]), "expected_maximum": pd.concat([EXPECTED, fewer])}
    made = classifiers.make_classifiers(**both, **told, classifier_labels={"x": "X", "y": "Y"}, split="test")
    table = made.set_index("Model")
    assert table.loc["X", ["Max", "Max of 2", "Best on dev"]].tolist() == ["0.300", "0.280", "0.210"]
    assert table.loc["Y", ["Max", "Max of 2", "Best on dev"]].tolist() == ["0.290", "0.280", "0.210"]


def test_calibration_has_both_kinds_of_probabilities_and_one_for_all_sentences():
    rows = [("as_trained", 0.12, 1, 1, 1, 0), ("temperature", 0.03, 1.5, 1.25, 1.75, 0)]
    frame = pd.DataFrame(
        rows, columns=["variant", "ece", "temperature", "temperature_low", "temperature_high", "at_limit"]
    )
    frame = frame.assign(system="x", split="test", sentences=1234, restarts=2, ece_sd=0.01, brier=0.2, brier_sd=0.02)
    frame = frame.assign(nll=0.6, nll_sd=None, reference_brier=0.21, reference_nll=0.612)
    told = {"classifier_labels": {"x": "X"}, "split": "test"}
    made = calibration.make_calibration(calibration=pd.concat([frame.assign(split="dev", ece=0.9), frame]), **told)
    assert made.to_numpy().tolist() == [
        ["X", "as trained", "0.120 ± 0.010", "0.200 ± 0.020", "0.600", ""],
        ["X", "with temperature", "0.030 ± 0.010", "0.200 ± 0.020", "0.600", "1.50 (1.25 to 1.75)"],
        ["Share of acceptable training sentences", "the same for all", "", "0.210", "0.612", ""],
    ]
    limited = frame.assign(at_limit=[0, 1], temperature_high=[1, 100])
    made = calibration.make_calibration(calibration=limited, **told)
    assert made.iloc[1, -2:].tolist() == ["1.25 to 100.00", "1 of 2"]


def test_stability_counts_sentences_that_flip():
    single = pd.DataFrame({"system": "x", "restarts": 4, "flips": [0, 2, 4], "acceptable": [4, 1, 2]})
    mcc = pd.DataFrame(
        {"system": "x", "label_source": ["corrected"] * 2 + ["as_published"] * 2, "mcc": [0.5, 0.7, 0.4, 0.4]}
    )
    table = stability.make_stability(stability=single, stability_mcc=mcc, restart_labels={"x": "X"})
    assert list(table)[-2:] == ["MCC (SD)", "MCC (SD), labels as published"]
    assert table.iloc[0].tolist() == ["X", "4", "3", "2", "0.667", "0.600 (0.141)", "0.400 (0.000)"]


def test_restart_shares_have_a_row_for_each_classifier_scores_and_criterion():
    rows = [("labels", "blimp", None, 0.612), ("cola_score", "adc", 0.5, 0.55)]
    frame = pd.DataFrame(rows, columns=["of", "criterion", "threshold", "mean_ties_half"])
    frame = frame.assign(system="x", restarts=3, mean=0.5, sd=0.01, low=0.48, high=0.52)
    told = {"restart_shares": frame, "restart_labels": {"x": "X"}}
    made = restart_shares.make_restart_shares(**told)
    numbers = ["3", "0.500", "0.010", "0.480", "0.520"]
    assert made.to_numpy().tolist() == [
        ["X", "labels, 1 or −1", "BLiMP", *numbers, "0.612"],
        ["X", "eq. (5)", "ADC, δ = 0.5", *numbers, "0.550"],
    ]


def test_contamination_sets_all_pairs_beside_the_unknown_ones():
    rows = [("all", "blimp", None, 0.8), ("known", "blimp", None, 1.0), ("unknown", "blimp", None, 0.75)]
    rows += [("all", "adc", 0.5, 0.4), ("known", "adc", 0.5, 0.5), ("unknown", "adc", 0.5, 0.3), ("all", "adc", 5, 0.9)]
    frame = pd.DataFrame(rows, columns=["chosen", "criterion", "threshold", "share"]).assign(system="x", measure="pll")
    frame["pairs"] = frame["chosen"].map({"all": 9, "known": 2, "unknown": 7})
    table = contamination.make_contamination(criteria=frame, labels={"x/pll": "X"}, references={})
    assert table.iloc[0].dropna().to_dict() == {
        "System": "X",
        "BLiMP, all": "0.800",
        "BLiMP, unknown": "0.750",
        "ADC, δ = 0.5, all": "0.400",
        "ADC, δ = 0.5, unknown": "0.300",
        "ADC, δ = 5, all": "0.900",
    }


def test_claims_say_what_they_depend_on_and_for_which_bounds():
    rows = {
        # own, supported, refuted, specifications, bootstraps, p, bounds, depends on, verdict
        "x": ("yes", 3, 1, 4, 0.752, 0.0311, 0.0095, 0.0252, "human_scale, weight", "depends", "undecided"),
        "y": ("", 0, 0, 0, None, None, None, None, "", *["not reproducible here"] * 2),
        "z": ("yes", 4, 0, 4, 1, None, None, 0.35379, "", "robust", "robust"),
        "w": ("no", 0, 4, 4, 0, None, -0.00084, None, "", "never holds", "fails"),
        "v": ("no", 0, 0, 4, 0.4, None, None, None, "", "undecided", "undecided"),
    }
    names = ["own", "supported", "refuted", "specifications", "bootstraps", "equivalence_p"]
    names += ["bound_from", "bound_to", "depends_on", "verdict", "verdict_over_phenomena"]
    checked = pd.DataFrame.from_dict(rows, orient="index", columns=names).rename_axis("claim").reset_index()
    checked = checked.assign(place="1", note=["", "no file", "", "", ""], different=[4, 0, 2, 4, 4])
    table = claims.make_claims(checked_claims=checked).frame
    assert table.iloc[0].tolist() == [
        *("1", "x", "yes", "3 of 4", "1", "75.2", "0.010 to 0.025", "0.031"),
        *("depends on human scale, weight", "undecided"),
    ]
    assert table.iloc[1].tolist() == ["1", "y (no file)", *[""] * 6, "not reproducible here", ""]
    assert table["Bounds with the same verdict"].tolist()[2:] == ["below 0.354", "above −0.001", "any"]
    assert table["Supported"].tolist() == ["3 of 4", "", "4 of 4 (2 differ)", "0 of 4", "0 of 4"]
    assert table["Refuted"].tolist() == ["1", "", "0", "4", "0"]
    assert table["Bootstraps, %"].tolist()[2:] == ["100.0", "0.0", "40.0"]
    assert table["Verdict"].tolist()[2:] == ["robust", "never holds", "undecided"]
    assert table["Verdict over phenomena, if another"].tolist()[2:] == ["", "fails", ""]
    without = claims.make_claims(checked_claims=checked.assign(verdict_over_phenomena="")).frame
    assert "Verdict over phenomena, if another" not in without


def test_disagreements_take_pairs_without_delta_and_show_the_first_of_many():
    cells = {"kind": "missed_by_all", "criterion": "blimp", "threshold": None, "met_by": None, "human_delta": 1.0}
    found = pd.DataFrame(
        {"pair_id": [f"p{n}" for n in range(20)], "a/pll": ["", "0.5"] + [""] * 18, "b/pll": ["", "-1"] + [""] * 18}
    )
    found = found.assign(**cells, good="G", bad="B")
    made = disagreements.make_disagreements(
        disagreements=found, labels={"a/pll": "A", "b/pll": "B"}, part="missed_by_all"
    )
    assert made.frame["Δ models"].head(3).tolist() == ["", "−1.00 to 0.50", ""]
    assert (len(made.frame), len(made.latex)) == (20, 12)
    assert made.note == "The first 12 of each criterion, of 20 rows."


def test_the_ranking_counts_a_system_once():
    rows = [("a", "pll", 1), ("a", "slor", 1), ("b", "pll", 0), ("b", "slor", 1), ("c", "pll", 0)]
    rows += [("reference", "x", 1)]
    found = pd.DataFrame(rows, columns=["system", "measure", "mean_meets"]).assign(
        phenomenon="$t_i$", criterion="blimp", threshold=None, pairs=1, mean_human_delta=None, mean_model_delta=1.0
    )
    pairs = pd.DataFrame({"pair_id": ["1"], "phenomenon": ["$t_i$"], "good_id": ["g"], "bad_id": ["b"]})
    sentences = pd.DataFrame({"sentence_id": ["g", "b"], "sentence": ["Good.", "Bad."]})
    labels = {f"{system}/{measure}": "X" for system, measure, _ in rows[:5]}
    told = {"phenomena": found.astype({"threshold": float, "mean_human_delta": float}), "sentences": sentences}
    told |= {"labels": labels, "systems_of_rows": {row: row.split("/")[0] for row in labels}}
    made = phenomenon_ranking.make_phenomenon_ranking(**told, pairs=pairs)
    assert made.frame.to_dict("records") == [
        {"Phenomenon": "$t_i$", "Number of pairs": "1", "BLiMP": "2", "Acceptable": "Good.", "Unacceptable": "Bad."}
    ]
    apart = told | {"systems_of_rows": {row: row for row in labels}}  # as of columns of decisions: each is a system
    assert phenomenon_ranking.make_phenomenon_ranking(**apart, pairs=pairs).frame["BLiMP"].tolist() == ["3"]
    named = phenomenon_ranking.make_phenomenon_ranking(**told, pairs=pairs.assign(phenomenon_label="Traces"))
    assert named.frame["Phenomenon"].tolist() == ["Traces"]


def test_reproduction_is_told_in_full_and_summed_up():
    values = ("0.5", "0.423456789", "-0.076543211", "data", "as published only")
    rows = [("Table 1", "x", "0.50", "result", "share", "a/pll", "", "", *values)]
    rows += [("Text", "y", "9", "result", "", "", "lost", "not found: it", "", "", "", "nothing", "not found")]
    names = ["place", "item", "printed", "kind", "quantity", "argument", "reason", "note"]
    names += ["as_published", "corrected", "difference", "compared_with", "verdict"]
    table = pd.DataFrame(rows, columns=names)
    full = reproduction.make_reproduction(reproduction=table)
    assert full.frame.equals(table)
    assert list(full.latex) == ["Place", "Item", "Printed", "As published", "Corrected", "Verdict"]
    assert full.latex["Corrected"].tolist() == ["0.4235", ""]
    summary = reproduction.make_reproduction_summary(reproduction=table)
    assert summary.to_numpy().tolist() == [["Table 1", 1, 0, 1], ["Text", 0, 1, 1], ["all", 1, 1, 2]]
    searches = [
        ("other", "that", "", "", "unsearched"),
        ("lost", "it", f"a/b@{'0' * 40} c/d@{'1f' * 20}", "2026-11-28", "no"),
    ]
    searches = pd.DataFrame(searches, columns=["reason", "missing", "looked", "date", "found"])
    asked = reproduction.make_searches(reproduction=table, searches=searches)
    assert asked.to_numpy().tolist() == [["it", 1, "not found", "2026-11-28", "a/b@0000000, c/d@1f1f1f1"]]


@pytest.mark.parametrize("name", TABLES)
def test_each_table_takes_what_the_registry_says(name):
    row = TABLES[name]
    given = {*reads("tables", name), *row.settings, *row.fixed}
    assert given == set(inspect.signature(function("tables", name)).parameters)
    assert all(text.endswith(".") for text, *_ in sentences_of(row.caption))
    assert all(name_of(table) in catalogue() for table in reads("tables", name).values())


def test_a_table_is_written_as_csv_and_latex(tmp_path):
    io.write_table(results().assign(dataset="toy", met=1, pairs=2), tmp_path / "in.csv", CRITERIA)
    csv, tex = tmp_path / "out.csv", tmp_path / "out.tex"
    made = {"module": "analyses.criteria.table", "function": "make_criteria", "caption": [("Shares.", "", "")]}
    made["settings"] = {"labels": {"a/pll": "$t_i$ & {x}_y"}, "references": {}, "restart_rows": {}, "title": "Toy"}
    made["reads"] = {"criteria": tmp_path / "in.csv"}
    made["contracts"] = {"criteria": "criteria", "restart_shares": "restart_shares"}
    made["contracts"] |= {"against_chance": "against_chance", "fits": "fits"}
    make_table("my_pairs", "disagreements/a_b", made | {"path": str(tmp_path / "out")})
    assert io.read_raw_csv(csv)["Toy"].tolist() == ["$t_i$ & {x}_y"]
    assert r"\label{tab:disagreements-a-b-my-pairs}" in tex.read_text()
    assert r"\$t\_i\$ \& \{x\}\_y & 0.500 {\scriptsize [0.250,~0.500]}" in tex.read_text()


def test_a_study_may_read_any_csv_and_lack_a_file(tmp_path, monkeypatch):
    (tmp_path / "in.csv").write_text("a\n0.50\n")

    def make(raw, other, path):
        assert other is None and path == tmp_path / "in.csv"
        return text.PresentedTable(raw, raw.assign(a="x"), "In part.")

    monkeypatch.setattr("acceptability.tables.text.own", make, raising=False)
    csv, tex = tmp_path / "out.csv", tmp_path / "out.tex"
    made = {"module": "tables.text", "function": "own", "settings": {}, "caption": [("Printed.", "", "")]}
    made["reads"] = dict.fromkeys(("raw", "path"), str(tmp_path / "in.csv"))
    made["contracts"] = {"raw": CSV, "other": "criteria", "path": PATH}
    make_table("study", "own", made | {"path": str(tmp_path / "out")})
    assert csv.read_text() == "a\n0.50\n"
    assert "Printed. In part." in tex.read_text()
    assert "x \\\\" in tex.read_text() and "0.50" not in tex.read_text()


@pytest.mark.parametrize(
    ("share", "places", "expected"),
    [
        (41 / 80, 1, "51.3"),
        (23 / 80, 1, "28.8"),
        (0.005, 0, "1"),
        (-0.125, 1, "−12.5"),
        (np.nan, 1, ""),
        (0.0, 1, "0.0"),
        (1.0, 1, "100.0"),
        (0.0004, 1, "<0.1"),
        (0.9996, 1, ">99.9"),
        (0.996, 0, ">99"),
        (0.1 + 0.2 + 0.7, 1, "100.0"),
    ],
)
def test_percentages_round_the_decimals_that_a_share_has(share, places, expected):
    assert rounding.percent(share, places) == expected


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [
        (0.998, 2, ">0.99"),
        (0.998, 3, "0.998"),
        (0.99951, 3, ">0.999"),
        (-0.9996, 3, "<−0.999"),
        (1.0, 3, "1.000"),
        (-1.0, 2, "−1.00"),
        (1 - 1e-12, 3, "1.000"),
        (1.0004, 3, "1.000"),
        (0.0001, 3, "0.000"),
        (np.nan, 3, ""),
    ],
)
def test_only_what_is_one_is_written_as_one(value, places, expected):
    assert rounding.short_of_one(value, places) == expected


def test_a_value_and_its_interval_are_one_only_where_they_are():
    frame = pd.DataFrame({"r": [0.9982, 1.0], "low": [0.943, 1.0], "high": [0.99994, 1.0]})
    assert text.with_interval(frame, "r", "low", "high").tolist() == ["0.998 [0.943, >0.999]", "1.000 [1.000, 1.000]"]
