"""CoLA's printed numbers and the confusion matrices behind them, from the real files; the study is off by default."""

from pathlib import Path

import pandas as pd
import pytest

from acceptability.papers.cola import study as declared
from claims_page import assert_as_on_the_page
from helpers import COMPILED, MIRROR, ROOT, copy_checkout, run_workflow

VERDICTS = {"reproduced": 148, "as published only": 3, "consistent": 58, "differs": 19, "differs by our reading": 3}
VERDICTS |= {"as the authors' sheet has it": 44, "differs from the authors' sheet": 2}
VERDICTS |= {"definition": 62, "not found": 70, "not recomputable": 5}
FIGURE_1 = {
    "Simple": 87,
    "Adjunct": 226,
    "Comp Clause": 190,
    "to-VP": 170,
    "Arg Altern": 421,
    "Binding": 121,
    "Question": 222,
    "Violations": 145,
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory) -> Path:
    """The tables of the study, made by the workflow."""
    folder = copy_checkout(tmp_path_factory.mktemp("cola") / "checkout", built=COMPILED)
    targets = [f"results/tables/cola/{name}.csv" for name in (*declared.TABLES, "reproduction")]
    targets += [f"results/figures/cola/{name}.pdf" for name in ("figure-1", "released_figure-3", "released_figure-4")]
    run_workflow(folder, "--config", "studies=[cola]", "--", *targets, mirror=str(Path(MIRROR).resolve()))
    return folder / "results/tables/cola"


@pytest.fixture
def reproduction(tables) -> pd.DataFrame:
    return pd.read_csv(tables / "reproduction.csv", dtype=str, keep_default_na=False)


def test_the_page_of_claims_has_the_numbers_of_the_run(reproduction):
    assert_as_on_the_page("cola", reproduction)


def test_so_many_numbers_come_out(reproduction):
    assert reproduction["verdict"].value_counts().to_dict() == VERDICTS
    differs = reproduction[reproduction["verdict"].str.startswith("differs")]
    assert differs["place"].value_counts().to_dict() == {
        "Figure 1": 1,
        "Table 2": 3,
        "Table 3": 1,
        "Table 4": 2,
        "Table 4, pairs": 2,
        "Table 5": 1,
        "Section 3, human performance": 4,
        "Section 5": 5,
        "Section 5, discussion": 4,
        "Section 7.2": 1,
    }
    of_paper = reproduction[reproduction["kind"] != "check"]
    beside = of_paper[of_paper["compared_with"] == "print"]
    assert (len(of_paper), len(beside), beside["verdict"].str.startswith("differs").sum()) == (385, 41, 10)


def test_the_page_has_the_counts(reproduction):
    of_paper = reproduction[reproduction["kind"] != "check"]
    counts, rows = of_paper["verdict"].value_counts(), of_paper.groupby(["compared_with", "verdict"]).size()
    readings = ((of_paper["verdict"] == "reproduced") & (of_paper["kind"] == "reading")).sum()
    page = " ".join((ROOT / "docs/papers.md").read_text(encoding="utf-8").split())
    for sentence in (
        f"The paper prints {len(of_paper)} numbers and statements about numbers.",
        f"{counts['reproduced']} come out as printed ({readings} of them by our reading of a statement without a number)",
        f"{counts['as published only']} only with the published computation, and {rows['data', 'differs']} do not come",
        f"{rows['sheet'].sum()} are compared with sheets of the authors, and {rows['sheet'].iloc[0]} agree with them.",
        f"{rows['print'].sum()} are about other printed numbers, and {counts['consistent']} agree with them.",
        f"{counts['definition']} are definitions or choices. The data for {counts['not found']} were not found; "
        f"{counts['not recomputable']} are other papers' results or estimates.",
    ):
        assert sentence in page, sentence
    computed = reproduction.set_index(["place", "item"])["corrected"].astype(str)
    people = "Section 3, human performance"
    assert f"{float(computed[people, 'agreement of the majority with CoLA, in %']):.1f} % of the sentences" in page
    assert f"MCC: {float(computed[people, 'MCC of the majority']):.3f})" in page
    split, cell = "original split: {}-domain MCC", "BNC, real/fake: out-of-domain {}"
    inside, outside = (float(computed["Table 5", split.format(part)]) for part in ("in", "out-of"))
    assert f"an MCC of {inside:.3f} in-domain and {outside:.3f} out-of-domain" in page
    accuracy, mcc = (float(computed["Table 4", cell.format(measure)]) for measure in ("accuracy", "MCC"))
    assert f"sheet has {accuracy:.3f} and {mcc:.3f} out-of-domain" in page


def test_the_majority_in_the_text_is_one_annotator(reproduction, tables):
    rows = reproduction[reproduction["place"] == "Section 3, human performance"].set_index("item")
    wrong = rows[rows["verdict"] == "differs"]
    assert wrong["printed"].tolist() == ["87", "0.713", "13", "11"]
    assert wrong["corrected"].astype(float).round(3).tolist() == [89, 0.761, 11, 9]
    assert set(rows.loc[rows["quantity"].ne("") & (rows["verdict"] != "differs"), "verdict"]) == {"reproduced"}
    annotators = pd.read_csv(tables / "annotators.csv")
    fourth = annotators.query("reading == '2 as 0' and domain == 'all' and annotator == 'annotator4'").iloc[0]
    assert (100 * fourth["accuracy"], round(fourth["mcc"], 3)) == (87, 0.713)


def test_table_5_comes_out_with_the_authors_cut(reproduction):
    cells = reproduction[(reproduction["place"] == "Table 5") & (reproduction["quantity"] != "sentences")]
    only = cells[cells["verdict"] == "as published only"]
    names = ["in-domain accuracy", "in-domain MCC", "out-of-domain MCC"]
    assert only["item"].tolist() == [f"original split: {name}" for name in names]
    assert only["as_published"].astype(float).round(6).tolist() == [0.700810, 0.347938, 0.223008]
    others = cells[~cells["item"].str.startswith("original")]
    assert len(others) == 30 and set(others["verdict"]) == {"as the authors' sheet has it"}


def test_46_of_46_cells_of_single_sources_come_out(reproduction):
    cells = reproduction[(reproduction["place"] == "Table 2") & (reproduction["quantity"] != "difference")]
    sums = cells["argument"].isin(["in_domain", "out_of_domain", "all"])
    assert (~sums).sum() == 46 and set(cells.loc[~sums, "verdict"]) == {"reproduced"}
    counted = cells[cells["quantity"] == "sentences"].set_index("argument")["corrected"]
    assert counted[["in_domain", "out_of_domain", "all"]].tolist() == ["9608", "1049", "10657"]
    assert cells.loc[cells["verdict"] == "differs", "item"].tolist() == [
        "In-Domain: sentences",
        "In-Domain: acceptable, in %",
    ]


def test_splits_and_their_acceptable_sentences(tables):
    counts = pd.read_csv(tables / "class_counts.csv").set_index("part")[["sentences", "acceptable"]]
    expected = {
        "in_domain_train": [8551, 6023],
        "in_domain_dev": [527, 367],
        "in_domain_test": [530, 393],
        "out_of_domain_dev": [516, 354],
        "out_of_domain_test": [533, 372],
    }
    assert {part: counts.loc[part].tolist() for part in expected} == expected


def test_figure_1(tables, reproduction):
    table = pd.read_csv(tables / "feature_frequencies.csv").set_index("Feature")
    assert table.loc[table["In Figure 1"] == "yes", "Sentences"].to_dict() == FIGURE_1
    assert len(table) == 15 and table["Sentences"].idxmax() == "Argument Type"
    computed = reproduction.set_index("quantity")["corrected"]
    assert float(computed["mean_features"]) == pytest.approx(3360 / 1043)
    for path in ("figure-1.pdf", "figure-1-column.pdf", "released_figure-3.pdf", "released_figure-4-column.pdf"):
        assert (tables.parents[1] / "figures/cola" / path).stat().st_size > 0


def test_22_of_24_pairs_fit_one_matrix_and_the_others_one_if_digits_are_cut(tables):
    table = pd.read_csv(tables / "matrices.csv")
    assert len(table) == 24 and (table["fitting"] == 1).all()
    cut = table[table["digits"] != "rounded"]
    assert cut[["system", "test_set"]].to_numpy().tolist() == [
        ["LSTM LM, WLPM", "in-domain"],
        ["2-gram LM, WLPM", "in-domain"],
    ]
    best = table[(table["system"] == "ELMo-style, real/fake then CoLA") & (table["test_set"] == "out-of-domain")]
    assert best[["tp", "fn", "fp", "tn"]].to_numpy().tolist() == [[343, 29, 114, 47]]
    assert (table[["tp", "fn"]].sum(axis=1) == table["test_set"].map({"in-domain": 393, "out-of-domain": 372})).all()


def test_five_of_six_sizes_of_table_5_come_out(reproduction):
    sizes = reproduction[(reproduction["place"] == "Table 5") & (reproduction["quantity"] == "sentences")]
    assert sizes["verdict"].tolist() == [*["reproduced"] * 2, "differs", *["reproduced"] * 3]
    assert sizes["corrected"].iloc[2] == "963"


def test_targeted_sets(tables):
    table = pd.read_csv(tables / "targeted_sets.csv").set_index("Set")
    assert table[["Sentences", "Acceptable", "Different sentences"]].to_numpy().tolist() == [
        [500, 100, 500],
        [520, 260, 370],
        [182, 127, 182],
        [676, 338, 676],
        [144, 24, 144],
    ]
    assert (table["Matrices, fewest"].min(), table["Matrices, most"].max()) == (2, 261)


def test_nine_of_ten_sampled_sentences_are_in_the_training_set(reproduction):
    sampled = reproduction[reproduction["place"] == "Table 3"]
    assert sampled["verdict"].value_counts().to_dict() == {"reproduced": 9, "differs": 1}
    assert "Ross" in sampled.loc[sampled["verdict"] == "differs", "item"].item()
