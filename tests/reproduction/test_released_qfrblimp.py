"""People's choices and released decisions of language models, from QFrBLiMP's file as it is."""

import pytest
from scipy import stats

from acceptability.datasets import registry
from acceptability.datasets.declared.reader import read
from acceptability.papers.qfrblimp import scores
from acceptability.statistics import choices

MANIFEST = registry.manifest({"kind": "qfrblimp"})
PRINTED = {  # % of pairs, in the authors' log of runs
    "bert-base-french-europeana-cased": 61.56,
    "gemma-2-27b-bnb-4bit": 89.10,
    "camembert-base": 57.07,
    "Qwen2.5-7B-Instruct-bnb-4bit": 89.32,
    "French-Alpaca-Llama3-8B-Instruct-v1.0": 87.05,
    "Lucie-7B-Instruct-human-data": 83.02,
    "Qwen2.5-14B-Instruct-bnb-4bit": 89.10,
    "Qwen2.5-14B-bnb-4bit": 88.93,
    "Qwen2.5-32B-Instruct-bnb-4bit": 90.23,
    "Meta-Llama-3.1-70B": 89.44,
    "Chocolatine-14B-Instruct-DPO-v1.2": 88.02,
    "Qwen2.5-7B-bnb-4bit": 89.66,
    "Lucie-7B": 90.01,
    "Qwen2.5-72B-bnb-4bit": 90.52,
    "Qwen2.5-72B-Instruct-bnb-4bit": 89.72,
    "llama-3-8B-bnb-4bit": 89.10,
    "Claire-7B-FR-Instruct-0.1": 89.32,
    "Qwen2.5-32B-bnb-4bit": 90.29,
    "camembert-large": 53.89,
}
UNPRINTED = {"Mixtral-8x7B-Instruct-v0.1": 89.04, "Lucie-7B-Instruct": 87.34}
BY_TYPE = {  # % of the pairs of types 1 to 20, in the same log
    "camembert-base": "59.79 44.21 45.36 67.71 56.57 42.27 81.58 49.06 35.4 51.65 60 64 43.75 28.87 91.67 100 90 96.67 "
    "75 1.59",
    "Lucie-7B": "89.69 98.95 95.88 96.88 98.99 94.85 96.49 92.45 66.37 96.7 94 100 83.33 89.69 90 98.33 93.33 95 75 "
    "39.68",
    "Qwen2.5-72B-bnb-4bit": "93.81 98.95 94.85 97.92 98.99 95.88 96.49 89.62 64.6 95.6 94 99 83.33 89.69 90 98.33 91.67 "
    "90 78.33 60.32",
}
PEOPLE = {  # right answers of 1,761
    **{"1": 1598, "2": 1541, "3": 1638, "4": 1288, "5": 1552, "6": 1569, "7": 1561, "8": 1359, "9": 1486, "10": 1411},
    **{"11": 1621, "12": 1539, "13": 1743},
}
R_WITH_PEOPLE = {  # with all 13 annotators, and without the reference
    "Lucie-7B": (0.435, 0.428),
    "Claire-7B-FR-Instruct-0.1": (0.426, 0.414),
    "Qwen2.5-7B-Instruct-bnb-4bit": (0.425, 0.420),
    "camembert-base": (0.003, -0.003),
    "camembert-large": (-0.055, -0.061),
}


@pytest.fixture(scope="module")
def path(fetched):
    """Return the path of the registered file."""
    (name,) = MANIFEST.sources.values()
    return fetched(name)


@pytest.fixture(scope="module")
def made(chosen):
    """Return the dataset, after a check of its tables' contracts."""
    return chosen(read, MANIFEST)


@pytest.fixture(scope="module")
def decided(made, path):
    """Returns 1 where a model chose the acceptable sentence, else 0: a row for each pair, a column for each model."""
    columns = dict.fromkeys([*PRINTED, *UNPRINTED])
    table = scores.decisions({"": path}, {column: column for column in columns}, made.sentences, made.pairs)
    return table.pivot(index="pair_id", columns="measure", values="chose_good").loc[made.pairs["pair_id"]]


def test_1761_pairs_of_20_phenomena_of_which_18_have_equal_sentences(made):
    assert (len(made.sentences), len(made.pairs), len(made.choices)) == (3522, 1761, 13 * 1761)
    assert made.pairs["phenomenon"].nunique() == 20
    assert (made.pairs["equal_sentences"] == "true").sum() == 18
    good = made.sentences.loc[made.sentences["label"] == 1, "sentence"]
    assert good.duplicated().sum() == 6


def test_the_shares_of_people_and_of_the_reference(made):
    right = made.choices.groupby("participant")["chose_good"].sum()
    assert right.to_dict() == PEOPLE
    excluded = made.choices[made.choices["excluded"] == 1].set_index("pair_id")["chose_good"]
    differ = made.pairs.set_index("pair_id")["equal_sentences"] == "false"
    assert (excluded == 1).equals(differ.loc[excluded.index])  # it compares sentences
    counted = choices.without_excluded(made.choices)
    assert counted["participant"].nunique() == 12
    assert counted["chose_good"].mean() == pytest.approx(0.8595, abs=0.00005)
    assert made.choices["chose_good"].mean() == pytest.approx(0.8695, abs=0.00005)
    majority = choices.by_pair(counted, made.pairs)["majority"].value_counts()
    assert majority.to_dict() == {"right": 1644, "wrong": 68, "split": 49}


def test_the_decisions_of_21_models(made, decided):
    assert decided.shape == (1761, 21) and decided.notna().all(axis=None)
    share = 100 * decided.mean()
    for model, printed in (PRINTED | UNPRINTED).items():
        assert share[model] == pytest.approx(printed, abs=0.00501), model
    kinds = made.pairs.set_index("pair_id")["type"].astype(int)
    for model, printed in BY_TYPE.items():
        by_type = 100 * decided[model].groupby(kinds).mean()
        assert by_type.tolist() == pytest.approx([float(value) for value in printed.split()], abs=0.00501), model


def test_decisions_beside_the_share_of_people(made, decided):
    for part, answers in enumerate((made.choices, choices.without_excluded(made.choices))):
        share = choices.by_pair(answers, made.pairs)["share"]
        for model, expected in R_WITH_PEOPLE.items():
            found = stats.pearsonr(decided[model], share).statistic
            assert found == pytest.approx(expected[part], abs=0.0005), model
