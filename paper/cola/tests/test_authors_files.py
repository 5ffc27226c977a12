"""The authors' annotators, runs and sheets: cases by hand, faults, and the values of the released files."""

import io as memory
import tarfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.errors import InputError
from acceptability.figures.style import COLUMN, PAGE, plt
from acceptability.papers.cola import contracts, corpus, figures, people, runs, sheets, study, tables
from acceptability.papers.cola.numbers_files import NumbersTable, read_tables
from acceptability.sources import fetching
from helpers import MIRROR, ROOT, replace_in

# People


def lines(*rows: tuple) -> str:
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


@pytest.fixture
def judged(tmp_path) -> dict[str, Path]:
    """Four sentences, two of each domain; the first annotator's answer about the last one is 2."""
    paths = {name: tmp_path / f"{name}.tsv" for name in ("answers", "in_domain", "out_of_domain", "release")}
    answers = [("A.", 1, 1, 1, 1, 0), ("B.", 0, 0, 0, 1, 1), ("C.", 1, 1, 1, 0, 0), ("D.", 2, 1, 1, 0, 0)]
    paths["answers"].write_text(lines(*answers), encoding="utf-8")
    paths["in_domain"].write_text(lines(("s", 1, "", "C."), ("s", 0, "*", "D.")), encoding="utf-8")
    paths["out_of_domain"].write_text(lines(("t", 1, "", "A."), ("t", 0, "*", "B.")), encoding="utf-8")
    header = ("domain", "source", "CoLA_label", "source_annotation", *people.ANNOTATORS, "sentence")
    release = [("in", "s", 1, "", *answers[2][1:], "C."), ("in", "s", 1, "", 1, 1, 1, 0, 0, "D.")]
    release += [("out", "t", 1, "", *answers[0][1:], "A."), ("out", "t", 0, "*", *answers[1][1:], "B.")]
    paths["release"].write_text(lines(header, *release), encoding="utf-8")
    return paths


def test_people_by_hand(judged):
    made = io.check_table(tables.annotators(**judged).frame, contracts.ANNOTATORS, "x")
    cell = made.set_index(["reading", "domain", "annotator"])
    assert len(made) == 4 * 3 * 6
    first = cell.xs("annotator1", level="annotator")
    # Labels are 1 0 | 1 0 (A B | C D), the first annotator's answers 1 0 | 1 2, the majority's 1 0 | 1 0, 1 or 0.
    assert first.loc[("2 as 0", "all"), ["sentences", "accuracy", "mcc"]].tolist() == [4, 1, 1]
    assert first.loc[("2 as 1", "all"), "accuracy"] == 0.75
    assert first.loc[("2 as 1", "in_domain"), "mcc"] == 0  # 1 and 1, of labels 1 and 0: undefined
    assert first.loc[("2 left out", "all"), ["sentences", "accuracy"]].tolist() == [3, 1]
    assert first.loc[("file of 2019", "in_domain"), "accuracy"] == 1  # its label of D is 1
    majority = cell.xs("majority", level="annotator")["accuracy"]
    assert majority[("2 as 0", "all")] == 1 and majority[("2 as 1", "all")] == 0.75  # D: two, then three say 1
    assert (cell.xs("majority", level="annotator")["with_majority"] == 1).all()


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("answers", "D.\t2", "D.\t3", r"answers.tsv: a label is not 0 or 1, or an answer is not 0, 1 or 2; fetch it"),
        ("answers", "D.\t2", "E.\t2", r"answers.tsv: its sentences are not those of .*in_domain.tsv and .*; fetch it"),
        ("in_domain", "s\t1", "s\tx", r"a label is not 0 or 1"),
        (
            "release",
            "\nin\ts\t1\t\t1\t1\t1\t0\t0\tC",
            "\non\ts\t1\t\t1\t1\t1\t0\t0\tC",
            r"release.tsv: a domain is unknown; fetch it again",
        ),
    ],
)
def test_answers_that_cannot_be_read_are_refused(judged, name, old, new, message):
    replace_in(judged[name], old, new)
    with pytest.raises(InputError, match=message):
        tables.annotators(**judged)


# Runs


def folder_of(path: Path, files: dict[str, str]) -> Path:
    """A fetched folder of files."""
    with tarfile.open(path, "w") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, memory.BytesIO(text.encode()))
    return path


def test_runs_are_read_from_a_fetched_folder(tmp_path):
    path = folder_of(tmp_path / "runs.tar", {"b.tsv": "0.5\n0.1\n", "a.tsv": "1\n0\n"})
    assert runs.read_scores(path, 2).tolist() == [[1, 0], [0.5, 0.1]]
    with pytest.raises(InputError, match=r"runs.tar: a.tsv has 2 scores instead of 3; fetch it again"):
        runs.read_scores(path, 3)
    with pytest.raises(InputError, match=r"c.tar: x: could not convert .*; fetch it again"):
        runs.read_scores(folder_of(tmp_path / "c.tar", {"x": "0.5 yes"}), 2)
    with pytest.raises(InputError, match=r"no.tar: has no run; fetch it again"):
        runs.read_scores(folder_of(tmp_path / "no.tar", {}), 2)


def test_means_and_sds_of_runs_by_hand():
    labels = np.array([1, 1, 0, 0])
    found = runs.measured(labels, np.array([[1, 1, 0, 0], [1, 0, 0, 1], [1, 1, 1, 1]]))  # MCC 1, 0, undefined
    assert found == pytest.approx(
        {"accuracy": 2 / 3, "accuracy_sd": np.std([1, 0.5, 0.5]), "mcc": 1 / 3, "mcc_sd": np.std([1, 0, 0])}
    )


def test_the_original_split_is_cut_in_two_ways(monkeypatch):
    monkeypatch.setattr(runs, "CUTS", {"as_published": 3, "corrected": 2})
    labels, scores = np.array([1, 0, 1, 0]), np.array([[0.5, 0.4, 0.1, 0.2]])  # 1 0 0 0: the third is wrong
    made = io.check_table(runs.split_runs(labels, scores), contracts.SPLIT_RUNS, "x")
    cell = made.set_index(["variant", "part"])
    assert cell["accuracy"].to_dict() == pytest.approx(
        {
            ("as_published", "in_domain"): 2 / 3,
            ("as_published", "out_of_domain"): 1,
            ("as_published", "all"): 0.75,
            ("corrected", "in_domain"): 1,
            ("corrected", "out_of_domain"): 0.5,
            ("corrected", "all"): 0.75,
        }
    )
    assert cell["sentences"].tolist() == [3, 1, 4, 2, 2, 4]


def test_runs_by_feature_by_hand(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "AS_IN_1_0", {1: 1})
    monkeypatch.setattr(runs, "MOST_MISMATCHES", 1)
    header = ("Source", "Domain", "Acceptability", "Sentence", "Simple", "Question")
    rows = [("s", "In", 1, "A.", 1, 0), ("s", "In", 0, "B.", 1, 1), ("s", "Out", 0, "C.", 0, 1)]
    annotated, labelled = tmp_path / "annotated.tsv", tmp_path / "labelled.tsv"
    annotated.write_text(lines(header, *rows), encoding="utf-8")
    theirs = [("Source", "In/Out", "Accept", "Sent"), ("s", "In", 1, "a"), ("s", "In", 0, "b!"), ("s", "Out", 0, "Cc.")]
    labelled.write_text(lines(*theirs), encoding="utf-8")
    path = folder_of(tmp_path / "runs.tar", {"a": "0.9 0.5 0.1", "b": "0.9 0.6 0.6"})  # decisions 1 0 0 and 1 1 1
    made = tables.runs_by_feature(annotated=annotated, labelled=labelled, runs=path)
    assert io.check_table(made.frame, contracts.RUNS_BY_FEATURE, "x").round(3).to_numpy().tolist() == [
        ["all", 3, 2, 2, 0.25, 0.25],  # labels 1 1 0: MCC 0.5; undefined
        ["Simple", 2, 2, 2, 0.0, 0.0],
        ["Question", 2, 1, 2, 0.0, 0.0],
    ]
    labelled.write_text(lines(*theirs[:2], ("s", "In", 0, "x"), ("s", "Out", 0, "y")), encoding="utf-8")
    with pytest.raises(InputError, match=r"labelled.tsv: its sentences are not the annotated ones of the corpus"):
        tables.runs_by_feature(annotated=annotated, labelled=labelled, runs=path)


# Sheets


@pytest.fixture
def sheet(monkeypatch):
    """Replaces the tables of each Numbers file."""
    return lambda *rows: monkeypatch.setattr(
        "acceptability.papers.cola.numbers_files.read_tables", lambda path: [NumbersTable("T", list(rows))]
    )


def test_the_sheet_of_splits(sheet):
    of_split = [float(number) / 100 for number in range(12)]
    names = ["split_orig", *(f"split_{number}" for number in range(5, 10))]
    sheet(["", "", "Diff"], *([name, 7.0, 0.1, *of_split] for name in names))
    made = io.check_table(tables.split_sheet(sheet=Path("x")).frame, contracts.SPLIT_SHEET, "x")
    assert made["split"].drop_duplicates().tolist() == ["original", "1", "2", "3", "4", "5"]
    second = made[(made["split"] == "1") & (made["part"] == "out_of_domain")].iloc[0]
    assert second[["out_of_domain", "mcc", "mcc_sd", "accuracy", "accuracy_sd"]].tolist() == [7, 0.04, 0.05, 0.06, 0.07]
    sheet(["split_orig", 7.0, 0.1, *of_split])
    with pytest.raises(InputError, match="x: has no row 'split_5'; fetch it again"):
        sheets.split_sheet(Path("x"))
    sheet(["split_orig", 7.0, 0.1, *of_split[:5], "?", *of_split[6:]])
    with pytest.raises(InputError, match="x: a result is not a number: .*; fetch it again"):
        sheets.split_sheet(Path("x"))


def test_the_sheet_of_encoders_has_two_rows_of_one_name(sheet):
    run = "experiment_lstm_pooling_classifier_h_"
    sheet(
        ["encoder", "real/fake + glove", f"{run}1", 0.1, 0.2, 0.3, 0.4],
        ["encoder", "real/fake no glove", f"{run}977_", 0.5, 0.5, 0.5, 0.5],
        ["Encoder", "real/fake no glove", f"{run}696_", 0.6, 0.7, 0.8, 0.9],
        ["encoder", "Elmo", None, 0.1, 0.1, 0.1, 0.1],
        ["classifier", "Elmo", None, 0.0, 0.0, 0.0, 0.0],
    )
    made = io.check_table(tables.encoder_sheet(sheet=Path("x")).frame, contracts.ENCODER_SHEET, "x")
    cell = made.set_index(["encoder", "part"])[["mcc", "accuracy"]]
    assert cell.loc[("BNC, real/fake", "out_of_domain")].tolist() == [0.6, 0.7]
    assert cell.loc[("BNC, real/fake", "in_domain")].tolist() == [0.8, 0.9]
    assert cell.loc[("ELMo-style, real/fake", "in_domain")].tolist() == [0.1, 0.1]


def test_the_sheet_of_sizes_begins_below_mean_sd_and_greatest(sheet):
    names = [name for pair in zip(sheets.SIZES, [None] * 5, strict=True) for name in pair]
    first, second = ([number, 60.0] * 5 for number in (0.2, 0.4))
    sheet(
        [None, *names],
        ["Mean", *first],
        [None, *first],
        ["Max", *first],
        [None, *first],
        [None, *second[:8], None, None],
    )
    made = tables.size_sheet(sheet=Path("x"))
    assert io.check_table(made.frame, contracts.SIZE_SHEET, "x").groupby("sentences")["mcc"].agg(list).to_dict() == {
        100: [0.2],
        300: [0.2, 0.4],
        1000: [0.2, 0.4],
        3000: [0.2, 0.4],
        8551: [0.2, 0.4],
    }
    sheet([None, "CoLA original"], *[["Mean", 0.1]] * 4)
    with pytest.raises(InputError, match="x: has no column 'Cola 3000'; fetch it again"):
        sheets.size_sheet(Path("x"))


# Figures


@pytest.mark.parametrize("width", [PAGE, COLUMN])
def test_the_authors_learning_curve_has_restarts_and_means(width):
    sizes = pd.DataFrame([(100, 0.1), (100, 0.3), (1000, 0.4)], columns=["sentences", "mcc"])
    figure = figures.released_figure_3(size_sheet=sizes, width=width)
    figure.canvas.draw()
    (axes,) = figure.axes
    restarts, means = axes.lines
    assert restarts.get_ydata().tolist() == [0.1, 0.3, 0.4] and means.get_ydata() == pytest.approx([0.2, 0.4])
    assert means.get_xdata().tolist() == [100, 1000]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["100", "1,000"]
    plt.close(figure)


@pytest.mark.parametrize("width", [PAGE, COLUMN])
def test_the_authors_features_are_sorted_by_their_mcc(width):
    mccs = [*range(8), 3.5]
    rows = [(feature, 10, mcc / 10, 0.05) for feature, mcc in zip((*corpus.FIGURE_1, "all"), mccs, strict=True)]
    table = pd.DataFrame([*rows, ("Imperative", 10, 0.9, 0.05)], columns=["feature", "sentences", "mcc", "mcc_sd"])
    figure = figures.released_figure_4(runs_by_feature=table, width=width)
    figure.canvas.draw()
    (axes,) = figure.axes
    assert axes.lines[0].get_xdata() == pytest.approx([mcc / 10 for mcc in reversed(range(8))])
    assert axes.get_yticklabels()[0].get_text() == f"{corpus.FIGURE_1[-1]} (10)"
    assert axes.lines[1].get_xdata()[0] == pytest.approx(0.35)
    assert axes.collections[0].get_segments()[0][:, 0] == pytest.approx([0.65, 0.75])
    plt.close(figure)


# The released files

needs_files = pytest.mark.skipif(
    not MIRROR, reason="needs the external files: run `make test MIRROR=<folder>` (see README.md)"
)


@pytest.fixture(scope="module")
def released(tmp_path_factory) -> dict[str, pd.DataFrame]:
    """The tables of the released files, by name."""
    folder = tmp_path_factory.mktemp("released")
    registered = fetching.read_registry(ROOT / "resources/sources.tsv")
    made = {}
    for name in study.MEASURED:
        files = {argument: Path(file.path).name for argument, file in study.TABLES[name].reads.items()}
        for file in files.values():
            fetching.fetch(registered[file], folder / file, str(Path(MIRROR).resolve()))
        made[name] = getattr(tables, name)(**{argument: folder / file for argument, file in files.items()}).frame
    return made | {"folder": folder}


@needs_files
def test_released_answers(released):
    cell = released["annotators"].set_index(["reading", "domain", "annotator"]).sort_index()
    mccs = cell.loc[("2 as 0", "all"), "mcc"]
    assert mccs.round(5).tolist() == [0.63659, 0.72035, 0.72578, 0.71318, 0.68869, 0.76149]
    assert cell.loc[("2 as 0", "all"), "accuracy"].tolist() == pytest.approx([0.835, 0.87, 0.87, 0.87, 0.86, 0.89])
    means = cell[cell.index.get_level_values("annotator") != "majority"].groupby(["reading", "domain"]).mean()
    assert means.loc[("2 as 1", "all"), "mcc"] == pytest.approx(0.6990, abs=5e-5)
    assert means.loc[("2 as 1", "in_domain"), ["accuracy", "mcc"]].tolist() == pytest.approx([0.852, 0.6481], abs=5e-5)
    assert means.loc[("2 left out", "all"), "mcc"] == pytest.approx(0.6988, abs=5e-5)
    assert means.loc[("file of 2019", "all"), ["accuracy", "mcc"]].tolist() == pytest.approx([0.864, 0.7033], abs=5e-5)
    aggregate = cell.loc[("2 as 0", "out_of_domain", "majority"), "mcc"]
    assert aggregate == pytest.approx((54 * 37 - 5 * 4) / np.sqrt(59 * 58 * 41 * 42), abs=1e-9)


@needs_files
def test_released_runs_of_the_original_split_equal_the_sheet_with_the_authors_cut(released):
    table = released["split_runs"].set_index(["variant", "part"])
    assert (table["runs"] == 100).all()
    measures = ["mcc", "mcc_sd", "accuracy", "accuracy_sd"]
    sheet_ = released["split_sheet"]
    original = sheet_[sheet_["split"] == "original"].set_index("part")[measures]
    assert np.abs(table.loc["as_published"][measures] - original).max(axis=None) < 1e-6
    corrected = table.loc["corrected", ["mcc", "accuracy"]].round(6).to_numpy().tolist()
    assert corrected[:2] == [[0.347371, 0.700245], [0.223872, 0.620319]]


@needs_files
def test_released_sheets(released):
    splits = released["split_sheet"].set_index(["split", "part"])
    assert splits.loc[("2", "out_of_domain"), ["mcc", "accuracy"]].round(5).tolist() == [0.18831, 0.66554]
    assert splits["out_of_domain"].drop_duplicates().tolist() == [1043, 1139, 853, 1237, 789, 1539]
    encoders = released["encoder_sheet"].set_index(["encoder", "part"])
    assert encoders.loc[("BNC, real/fake", "out_of_domain"), ["accuracy", "mcc"]].tolist() == [0.70169, 0.19767]
    sizes = released["size_sheet"].groupby("sentences")["mcc"].agg(["mean", "std", "max", "size"])
    assert sizes["size"].to_dict() == {100: 19, 300: 20, 1000: 20, 3000: 20, 8551: 20}
    assert sizes["mean"].round(5).drop(300).tolist() == [0.20521, 0.27668, 0.26412, 0.31629]
    assert sizes["std"].round(5).drop(300).tolist() == [0.01595, 0.00834, 0.00515, 0.01174]
    assert sizes["max"].round(5).drop(300).tolist() == [0.22996, 0.2919, 0.27588, 0.33173]
    names = [len(read_tables(released["folder"] / f"cola-{name}.numbers")) for name in ("splits", "encoders", "sizes")]
    assert names == [4, 1, 1]


@needs_files
def test_released_runs_by_feature(released):
    table = released["runs_by_feature"].set_index("feature")
    assert table.loc["all", ["sentences", "acceptable", "runs"]].tolist() == [1043, 719, 20]
    assert table.loc["all", ["mcc", "mcc_sd"]].round(4).tolist() == [0.3198, 0.0074]
    expected = {"Simple": 0.4513, "Adjunct": 0.3935, "to-VP": 0.2880, "Arg Altern": 0.2744, "Question": 0.1785}
    assert table.loc[list(expected), "mcc"].round(4).to_dict() == expected
    assert table.loc["Violations", ["sentences", "acceptable"]].tolist() == [145, 2]
    assert table.loc["Violations", "mcc"] == pytest.approx(-0.0877, abs=5e-5)


@needs_files
def test_released_runs_have_the_mccs_of_the_authors_table(released):
    """Its first row has the MCC of the ensemble, then those of the runs; every other cell is a p-value."""
    folder = released["folder"]
    registered = fetching.read_registry(ROOT / "resources/sources.tsv")
    fetching.fetch(registered["cola-analysis-elmo.tsv"], folder / "elmo.tsv", str(Path(MIRROR).resolve()))
    _, *of_runs = (folder / "elmo.tsv").read_text(encoding="utf-8").split("\n")[0].split("\t")[3::2]
    _, labels = runs.annotated_labels(folder / "cola-analysis-dev.tsv")
    scores = runs.read_scores(folder / "cola-analysis-elmo-runs.tar", len(labels))
    computed = [runs.measured(labels, decisions[None])["mcc"] for decisions in (scores > 0.5).astype(int)]
    assert sorted(f"{mcc:.6f}" for mcc in computed) == sorted(of_runs) and len(of_runs) == 20
