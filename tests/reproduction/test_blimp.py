"""BLiMP's printed numbers, against the journal's data and the corrected ones."""

import json
from zipfile import ZipFile

import numpy as np
import pandas as pd
import pytest

from acceptability.rounding import percent
from claims_page import assert_as_on_the_page
from helpers import ROOT


@pytest.fixture
def reproduction(results):
    return pd.read_csv(results / "tables/blimp/reproduction.csv", dtype=str, keep_default_na=False)


def test_the_page_of_claims_has_the_numbers_of_the_run(reproduction):
    assert_as_on_the_page("blimp", reproduction, "journal")


def right(table: pd.DataFrame, place: str, version: str) -> tuple[int, int]:
    """Return how many numbers of a place agree with a version of the data, and how many there are."""
    rows = table[table["place"] == place]
    return rows["verdict"].isin(["reproduced", f"{version} only"]).sum(), len(rows)


@pytest.mark.parametrize(
    ("place", "version", "agreeing", "cells"),
    [
        ("Table 2", "journal", 24, 24),
        ("Table 3", "journal", 64, 65),
        ("Table 3", "corrected", 51, 65),
        ("Table 3 (corrected PDF)", "corrected", 64, 65),
        ("Table 4", "journal", 274, 335),
        ("Table 4 (corrected PDF)", "corrected", 323, 335),
        ("Figure 1", "journal", 9, 10),
    ],
)
def test_so_many_numbers_agree(reproduction, place, version, agreeing, cells):
    assert right(reproduction, place, version) == (agreeing, cells)


def test_two_permutations_explain_the_journal_s_table_4(results):
    moved = pd.read_csv(results / "tables/blimp/table-4-permutations.csv")
    journal = moved[moved["Print"] == "journal"]
    assert journal["Phenomenon"].value_counts().to_dict() == {"Argument structure": 9, "Determiner-noun agreement": 4}
    assert set(journal["Row"]) == set(journal["Contains the numbers of"])
    assert 274 + (journal["Right, other row"] - journal["Right, own row"]).sum() == 335
    shown = journal.set_index("Row")["Contains the numbers of"]
    rows = sorted(journal.loc[journal["Phenomenon"] == "Argument structure", "Row"])
    assert shown[rows].tolist() == rows[2:] + rows[:2]
    corrected = moved[moved["Print"] != "journal"]
    assert set(corrected["Row"]) == {f"determiner_noun_agreement_irregular_{n}" for n in (1, 2)}
    assert set(corrected["Contains the numbers of"]) == {
        f"determiner_noun_agreement_with_adj_irregular_{n}" for n in (1, 2)
    }


@pytest.mark.parametrize(
    ("quantity", "argument", "journal", "corrected"),
    [
        ("r", "human gpt2", 0.5383, 0.6542),
        ("r", "gpt2 txl", 0.6592, 0.7746),
        ("aggregate_agreement", "", 100 * 323 / 335, 100 * 323 / 335),
        ("accuracy", "human overall", 88.5546, 88.5546),
        ("answers", "", 6676, 6676),
        ("gap", "gpt2 island_effects", 14.2463, 12.1463),
        ("minutes", "", 236 / 60, 236 / 60),
        ("payment", "", 0.25, 0.25),
        ("gap", "gpt2 overall", 7.0740, 5.5307),
        ("fall", "gpt2 attractor", 21.5, 24.1),
        ("fall", "lstm attractor", 19.65, 19.65),
        ("fall", "txl attractor", 4.7, 4.6),
        ("fall", "ngram adjective", 35.1, 35.1),
        ("fall", "txl plural_of_noun plural_of_subject", 1.2833, 1.2667),
        ("fall", "gpt2 plural_of_noun plural_of_subject", 1.2333, 2.2833),
        ("fall", "lstm plural_of_noun plural_of_subject", 5.2167, 5.2167),
        ("tokens", "0.0078 lstm npi_licensing", 21.9886, 21.9886),
        ("tokens", "0.0036 lstm island_effects", 39.9423, 39.9423),
    ],
)
def test_numbers_by_version(reproduction, quantity, argument, journal, corrected):
    row = reproduction[(reproduction["quantity"] == quantity) & (reproduction["argument"] == argument)].iloc[0]
    assert float(row["journal"]) == pytest.approx(journal, abs=1e-4)
    assert float(row["corrected"]) == pytest.approx(corrected, abs=1e-4)


def test_so_many_verdicts_of_the_paper_itself(reproduction):
    of_paper = reproduction[~reproduction["place"].str.contains("corrected PDF")]
    assert of_paper["verdict"].value_counts().to_dict() == {
        "reproduced": 382,
        "journal only": 67,
        "corrected only": 3,
        "differs": 64,
        "differs by our reading": 13,
        "definition": 30,
        "not found": 15,
        "file not fetched": 2,
        "not recomputable": 2,
    }


def test_what_holds_for_the_journal_s_data_only(reproduction):
    text = reproduction[reproduction["place"].str.startswith("Section")]
    assert text.loc[text["verdict"] == "journal only", "item"].tolist() == [
        "GPT-2 and people in anaphor, determiner-noun and subject-verb agreement: largest distance, in points",
        "GPT-2 below people on islands, in points",
        "fall with an adjective: smallest of a neural model, in points",
        "fall with an attractor: GPT-2, in points",
        "regular minus irregular nouns: GPT-2, in points",
    ]
    assert text.loc[text["verdict"] == "corrected only", "item"].tolist() == [
        "overall accuracy of GPT-2 is 0.84 ± 0.01: large"
    ]


def test_figures_of_the_paper_are_drawn(results):
    for name in ("figure-1", "figure-3", "figure-4", "figure-6"):
        for end in (".pdf", ".png", ".svg", "-column.pdf", "-column.png", "-column.svg"):
            assert (results / f"figures/blimp/{name}{end}").stat().st_size > 0


def test_more_pairs_share_only_slightly_more_beginnings(fetched):
    """docs/models.md: words a sentence, and those that are computed if sentences share beginnings, by pairs of a paradigm."""
    with ZipFile(fetched("blimp.zip")) as archive:
        names = [name for name in archive.namelist() if name.endswith(".jsonl") and "MACOSX" not in name]
        paradigms = [archive.read(name).decode().splitlines() for name in names]
    assert len(paradigms) == 67
    words, computed = {}, {}
    for number in (200, 1000):
        pairs = [json.loads(line) for lines in paradigms for line in lines[:number]]
        sentences = [pair[side].split() for pair in pairs for side in ("sentence_good", "sentence_bad")]
        words[number] = np.mean([len(sentence) for sentence in sentences])
        beginnings = {tuple(sentence[:end]) for sentence in sentences for end in range(1, len(sentence) + 1)}
        computed[number] = len(beginnings) / len(sentences)
    docs = " ".join((ROOT / "docs/models.md").read_text(encoding="utf-8").split())
    fewer = percent(1 - computed[1000] / computed[200], 0)
    assert f"{fewer} % fewer words a sentence have to be computed" in docs
    assert f"({computed[1000]:.2f} instead of {computed[200]:.2f}, of {words[200]:.2f})" in docs
