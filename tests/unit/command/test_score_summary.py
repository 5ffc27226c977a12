"""`make score` ends with a summary: tests of it, from metrics written by hand."""

import pandas as pd

from acceptability.command import contents, summary
from acceptability.contracts import io

CELLS = pd.DataFrame(
    [
        ("one/pll", "BLiMP", 0.5, 0.4, 0.6),
        ("two/pll", "BLiMP", 1.0, None, None),
        ("one/pll", "ADC, δ = 1", -0.0001, -0.2, 0.4),
    ],
    columns=["row", "heading", "value", "low", "high"],
)
ROWS = {"two/pll": "Two", "one/pll": "One", "three/pll": "Three"}


def test_columns_and_rows_stand_in_their_order():
    assert summary.fitted(CELLS, ROWS, "Toy", width=50).splitlines() == [
        "Toy  BLiMP                 ADC, δ = 1",
        "---  --------------------  ---------------------",
        "Two  1.000",
        "One  0.500 [0.400, 0.600]  0.000 [−0.200, 0.400]",
    ]


def test_the_terminal_leaves_out_intervals_first_and_then_the_last_columns():
    lines = "Toy  BLiMP  ADC, δ = 1\n---  -----  ----------\nTwo  1.000\nOne  0.500  0.000"
    assert summary.fitted(CELLS, ROWS, "Toy", width=47) == lines
    narrow = "Toy  BLiMP\n---  -----\nTwo  1.000\nOne  0.500\nNot shown: ADC, δ = 1"
    assert summary.fitted(CELLS, ROWS, "Toy", width=21) == narrow
    assert summary.fitted(CELLS, ROWS, "Toy", width=5) == narrow  # a title and a column, at least


def read(monkeypatch, function, **columns) -> list[tuple]:
    """The cells of a metric that holds these columns."""
    monkeypatch.setattr(io, "read_table", lambda path, contract: pd.DataFrame(columns))
    cells = function("metrics.csv")[["row", "heading", "value", "low", "high"]]
    return list(cells.astype(object).where(cells.notna(), None).itertuples(index=False, name=None))


def test_shares_are_corrected_with_ties_half_and_chance_is_that_of_the_smallest_threshold(monkeypatch):
    criteria = pd.DataFrame(
        {
            "system": ["a", "reference", "a", "a", "a"],
            "measure": ["pll", "random", "pll", "pll", "pll"],
            "variant": ["corrected"] * 4 + ["other"],
            "criterion": ["adc", "adc", "adc", "blimp", "adc"],
            "threshold": [0.5, 0.5, 5.0, None, 0.5],
            "share": [0.35, 0.2, 0.85, 0.65, 0.1],
            "share_ties_half": [0.4, 0.2, 0.9, 0.7, 0.15],
            "half_low": [0.3, None, 0.8, 0.6, 0.0],
            "half_high": [0.5, None, 1.0, 0.8, 0.2],
            "ties": [0, None, 0, 0, 0],
            "pairs": [9, 9, 9, 9, 9],
            "chance": [0.25, 0.2, 0.8, 0.5, 0.3],
            "excess": [0.15, 0.0, 0.1, 0.2, 0.3],
            "excess_low": [0.1, None, 0.0, 0.1, 0.3],
            "excess_high": [0.2, None, 0.2, 0.3, 0.3],
        }
    )
    monkeypatch.setattr(io, "read_table", lambda path, contract: criteria)
    cells = summary.shares("metrics.csv")[["row", "heading", "text", "low", "high"]]
    cells = list(cells.astype(object).where(cells.notna(), None).itertuples(index=False, name=None))
    assert cells == [
        ("a/pll", "ADC, δ = 0.5", "0.400", 0.3, 0.5),
        ("reference/random", "ADC, δ = 0.5", "0.200", None, None),
        ("a/pll", "Chance", "0.250", None, None),
        ("a/pll", "Above chance", "0.150", 0.1, 0.2),
        ("a/pll", "ADC, δ = 5", "0.900", 0.8, 1.0),
        ("a/pll", "BLiMP", "0.700", 0.6, 0.8),
    ]


def test_correlations_are_those_with_ratings(monkeypatch):
    cells = read(monkeypatch, summary.correlations, row=["a/pll"], pearson_r=[0.5], low=[0.3], high=[0.7])
    assert cells == [("a/pll", "Pearson's r with ratings", 0.5, 0.3, 0.7)]


def test_separations_are_the_main_ones(monkeypatch):
    cells = read(
        monkeypatch,
        summary.separations,
        system=["a"] * 3,
        measure=["pll"] * 3,
        statistic=["auc", "sets", "pbc"],
        value=[0.6, 12, 0.3],
        low=[0.5, None, 0.2],
        high=[0.7, None, 0.4],
    )
    assert cells == [("a/pll", "PBC", 0.3, 0.2, 0.4), ("a/pll", "AUC", 0.6, 0.5, 0.7)]


def test_scores_and_doubts_are_shortened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text("id,m\n" + "".join(f"s{number},{number}\n" for number in range(12)))
    (tmp_path / "empty.csv").write_text("Toy,BLiMP\n")
    doubts = ["ratings,First.", "m,Second.", *["pairs,More."] * 9]
    (tmp_path / "doubts.csv").write_text("about,doubt\n" + "\n".join(doubts) + "\n")
    signatures = "".join(f"toy,s{number},line {number}\n" for number in range(11))
    (tmp_path / "signature.csv").write_text(f"dataset,system,signature\n{signatures}")
    described = {
        "folder": "out",
        "datasets": [
            {
                "title": "Toy",
                "metrics": "scores.csv",
                "signature": "signature.csv",
                "doubts": "doubts.csv",
                "rows": {},
                "labels": {"m": "Model"},
                "files": [("Table", "empty.csv"), ("Scores", "scores.csv")],  # an empty table is not named
            }
        ],
        "files": [("Configuration", "config.yaml")],
        "command": "snakemake",
    }
    lines = summary.summary(described).splitlines()
    assert lines[:4] == ["Toy", "id  m", "--  -", "s0  0"]
    assert lines[12:15] == ["s9  9", "… and 2 more", "Signature:     line 0"]
    assert lines[23:27] == [
        "Signature:     line 9",
        "… and 1 more in out/signature.csv",
        "Note: First.",
        "Note: Model: Second.",
    ]
    assert lines[-5:] == [
        "Note: 1 more in out/doubts.csv",
        "Scores:        out/scores.csv",
        "",
        "Configuration: out/config.yaml",
        "Reports (short, details), figures, tables: snakemake",
    ]


def test_the_command_for_all_else_works_where_the_user_is(tmp_path, monkeypatch):
    base, folder = tmp_path / "my project", tmp_path / "my project/runs/toy"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    quiet = "snakemake --cores 2 --workflow-profile"
    assert contents._command(base, "runs/toy") == f"{quiet} workflow/profiles/default"
    (base / ".venv/bin").mkdir(parents=True)
    (base / ".venv/bin/snakemake").touch()
    assert contents._command(base, "runs/toy") == f".venv/bin/{quiet} workflow/profiles/default"
    whole = f"{quiet} '{base}/workflow/profiles/default' --snakefile '{base}/Snakefile'"
    assert contents._command(base, "toy") == contents._command(base, str(folder)) == whole
