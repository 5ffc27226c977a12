"""40 pairs of one's own; scores of all, and of all but three; and what two others chose: numbers by hand."""

import random
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from helpers import copy_checkout, error_lines, explorer_data, run_workflow, snakemake, write_csv
from pages import text_of

PHENOMENA = ["agreement", "binding", "islands", "order"]
UNSCORED = {7: "both", 18: "bad", 29: "good"}  # pairs of the partial table, and which sentence has no score
SILENT = (0, 5, 11)  # pairs to which one of the deciding systems gave no answer
DELTA = 0.5
AGAIN = ("--directory", "out", "--configfile", "out/config.yaml", "--")


def world() -> pd.DataFrame:
    draw = random.Random(4)
    rows = []
    for number in range(40):
        row = {"pair_id": f"p{number}", "phenomenon": PHENOMENA[number % 4]}
        row |= {"good": f"The boy {number} sleeps.", "bad": f"The boy {number} sleep."}
        row |= {"good_rating": round(draw.gauss(0.7, 0.4), 2), "bad_rating": round(draw.gauss(-0.5, 0.4), 2)}
        for system in ("whole", "part"):
            row |= {f"{system}_{side}": round(draw.gauss(-20 + (side == "good"), 1.5), 3) for side in ("good", "bad")}
        row |= {"chosen": int(draw.random() < 0.8), "silent": int(draw.random() < 0.6)}
        rows.append(row)
    return pd.DataFrame(rows)


WORLD = world()


def write(folder: Path) -> None:
    columns = ["pair_id", "phenomenon", "good", "bad", "good_rating", "bad_rating"]
    write_csv(folder / "pairs.csv", columns, WORLD[columns].to_numpy().tolist())
    whole, part = [], []
    for number, row in WORLD.iterrows():
        for side in ("good", "bad"):
            whole.append([row[side], row[f"whole_{side}"]])
            text = row[side].upper().replace(".", " .") if number == 3 else row[side]  # matched loosely
            if UNSCORED.get(number) not in ("both", side):
                part.append([text, row[f"part_{side}"]])
            elif number == 18:
                part.append([text, ""])  # an empty cell is no score, either
    write_csv(folder / "whole.csv", ["sentence", "score"], whole)
    write_csv(folder / "part.csv", ["sentence", "score"], part)
    answers = [
        [row.pair_id, row.chosen, "" if number in SILENT else row.silent]
        for number, row in enumerate(WORLD.itertuples())
    ]
    write_csv(folder / "answers.csv", ["pair_id", "GPT", "Silent"], answers)


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> tuple[Path, str]:
    """The folder of a run in which all three were scored, and what it printed."""
    folder = copy_checkout(tmp_path_factory.mktemp("partial") / "checkout")
    write(folder)
    words = ["pairs=pairs.csv", "scores=whole.csv,part.csv", "decisions=answers.csv", "partial=yes", "folder=out"]
    done = snakemake(folder, "score", "--config", *words)
    assert done.returncode == 0, done.stdout[-4000:]
    return folder / "out/results", done.stdout


def z_deltas(system: str) -> pd.Series:
    """Deltas of a system by hand, over the sentences that it scores."""
    scores = WORLD[[f"{system}_good", f"{system}_bad"]].to_numpy(dtype=float).copy()
    if system == "part":
        for number, side in UNSCORED.items():
            scores[number, {"both": [0, 1], "good": [0], "bad": [1]}[side]] = np.nan
    z = (scores - np.nanmean(scores)) / np.nanstd(scores)
    return pd.Series(z[:, 0] - z[:, 1])


HUMAN = (WORLD["good_rating"] - WORLD["bad_rating"]).to_numpy()


def adc(model: pd.Series) -> np.ndarray:
    return (np.sign(HUMAN) == np.sign(model)) & (np.abs(HUMAN - model) < DELTA)


def shares(results: Path, name: str) -> pd.DataFrame:
    table = pd.read_csv(results / f"metrics/pairs/{name}.csv")
    table["row"] = table["system"] + "/" + table["measure"]
    return table.set_index(["row", "criterion", "threshold"]).sort_index()


def test_the_numbers_of_each_row_by_hand(run):
    table = shares(run[0], "criteria")
    for system, pairs in (("whole", 40), ("part", 37)):
        model = z_deltas(system)
        scored = model.notna().to_numpy()
        assert scored.sum() == pairs
        blimp, at_delta = (table.loc[(f"{system}/score", *key)] for key in (("blimp", np.nan), ("adc", DELTA)))
        assert blimp["pairs"] == at_delta["pairs"] == pairs
        assert blimp["share"] == pytest.approx((model[scored] > 0).mean())
        assert at_delta["share"] == pytest.approx(adc(model)[scored].mean())
        assert blimp["unanswered"] == pytest.approx(1 - pairs / 40)
        assert blimp["share_unanswered_half"] == pytest.approx(((model[scored] > 0).sum() + (40 - pairs) / 2) / 40)
        both = [[np.sign(h) == np.sign(m) and abs(h - m) < DELTA for m in model[scored]] for h in HUMAN[scored]]
        assert at_delta["chance"] == pytest.approx(np.mean(both))
    for row, answered in (("answers/gpt", WORLD.index), ("answers/silent", WORLD.index.difference(SILENT))):
        blimp = table.loc[(row, "blimp", np.nan)]
        column = row.split("/")[1].replace("gpt", "chosen")
        assert blimp["pairs"] == len(answered)
        assert blimp["share"] == pytest.approx(WORLD.loc[answered, column].mean())
        assert (row, "adc", DELTA) not in table.index


def test_the_table_of_the_pairs_that_all_cover(run):
    common = WORLD.index.difference([*UNSCORED, *SILENT])
    table = shares(run[0], "common")
    assert set(table["pairs"]) == {34}
    for system in ("whole", "part"):
        assert table.loc[(f"{system}/score", "adc", DELTA), "share"] == pytest.approx(
            adc(z_deltas(system))[common].mean()
        )
    assert table.loc[("answers/gpt", "blimp", np.nan), "share"] == pytest.approx(WORLD.loc[common, "chosen"].mean())
    shown = pd.read_csv(run[0] / "tables/pairs/criteria.csv", dtype=str, keep_default_na=False).set_index("pairs")
    assert shown.loc["part", ["Number of pairs", "Unanswered, %"]].tolist() == ["37", "7.5"]
    assert shown.loc["answers GPT", "ADC, δ = 0.5"] == ""


def test_differences_are_about_the_pairs_that_both_cover(run):
    run_workflow(run[0].parent.parent, *AGAIN, "results/metrics/pairs/differences.csv")
    table = pd.read_csv(run[0] / "metrics/pairs/differences.csv").set_index(["first", "second", "criterion"])
    both = WORLD.index.difference([*UNSCORED, *SILENT])
    row = table.loc[("part/score", "answers/silent", "blimp")]
    right = (z_deltas("part")[both] > 0).mean() - WORLD.loc[both, "silent"].mean()
    assert (row["pairs"], row["family"]) == (34, "partial") and row["difference"] == pytest.approx(right)
    assert ("part/score", "answers/silent", "adc") not in table.index
    assert table.loc[("whole/score", "answers/gpt", "blimp"), "family"] == "other"


def test_the_terminal_and_the_page_say_of_how_many_pairs(run):
    results, printed = run
    assert "part (37 pairs)" in printed and "answers Silent (37 pairs)" in printed
    assert (
        "Note: part: Of the 77 rows of its file, these were matched: 75 exactly; 2 only by letters and digits"
        in printed
    )
    assert "Note: part: It covers 37 of 40 pairs" in printed
    assert "Table:         out/results/tables/pairs/common.csv" in printed
    common = pd.read_csv(results / "tables/pairs/common.csv", dtype=str)
    assert set(common["Number of pairs"]) == {"34"}
    (dataset,) = explorer_data(results.parent)["datasets"]
    rows = {row["row"]: row for row in dataset["rows"]}
    assert [place for place, delta in enumerate(rows["part/score"]["model"]) if delta is None] == list(UNSCORED)
    assert rows["answers/gpt"]["decides"] and "decides" not in rows["whole/score"]
    assert (results / "figures/pairs/criteria.png").exists()


def test_every_table_figure_and_report_says_of_how_many_pairs_a_row_is(run):
    """Two rows cover 37 pairs, but other ones: both say so, whoever shows them; and each column of answers is a system."""
    results = run[0]
    names = ["results/tables/pairs/chance_steps.csv", "results/reports/pairs.pdf", "results/reports/pairs-details.pdf"]
    figures = ["adc_curves", "criteria", "phenomena", "differences"]
    names += [f"results/figures/pairs/{name}.pdf" for name in figures]
    run_workflow(results.parent.parent, *AGAIN, *names)

    steps = pd.read_csv(results / "tables/pairs/chance_steps.csv")["System"].tolist()
    assert steps[:2] == ["whole", "part (37 pairs)"] and not [label for label in steps[2:] if "pairs)" in label]
    said = {name: text_of(results / f"figures/pairs/{name}.pdf") for name in figures}
    assert all("part (37 pairs)" in shown and "whole (" not in shown for shown in said.values())
    assert all("answers Silent (37 pairs)" in said[name] for name in ("criteria", "phenomena", "differences"))
    assert "how well 4 systems match human judgments" in text_of(results / "reports/pairs.pdf")
    assert "part (37 pairs)" in text_of(results / "reports/pairs-details.pdf")


def test_without_the_word_the_run_is_refused_and_names_it(run):
    folder = run[0].parent.parent
    done = snakemake(folder, "score", "--config", "pairs=pairs.csv", "scores=part.csv", "folder=refused")
    assert done.returncode != 0
    said = "\n".join(error_lines(done)) + done.stdout
    assert "PARTIAL=yes for make score" in said and "part.csv" in said
    assert not (folder / "refused").exists()
