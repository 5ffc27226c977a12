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
    frame = pd.DataFrame(rows, columns=["variant", "criterion", "threshold", "share"])
    first, second = frame.assign(system="a", measure="pll"), frame.assign(system="b", measure="slor", share=0.1)
    return pd.concat([first, second])


def test_table_1_has_a_row_each_and_both_variants():
    table = tables.criteria_table(results(), {"b/slor": "B", "a/pll": "A"}, "Toy (simulated data)")
    assert table["Toy (simulated data)"].tolist() == ["B", "A"]
    assert table.iloc[1].drop("Toy (simulated data)").to_dict() == {
        "BLiMP": "0.500",
        "ADC, δ = 0.5": "0.300",
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
    assert r"\begin{longtable}" in tables.to_latex(pd.DataFrame({"a": ["b"]}), "c", "d", long=True)
