"""A sample of BLiMP with what a model makes of it, in made-up rows of the form of its release."""

import csv
from math import exp
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.errors import InputError
from acceptability.papers.blimp_650 import manifest, reader, scores
from acceptability.papers.released import prompts, tables
from acceptability.statistics.clusters import holm

TEXTS = [
    ("Kim left.", "Kim leave.", "subject_verb_agreement", "agreement_1", "7"),
    ("Dogs can bark.", "Trees can bark.", "s-selection", "animate_subject", "12"),
    ("Sue saw herself.", "Sue saw  himself.", "anaphor_agreement", "anaphor_gender", "999"),
]
LOG_PROBS = [("-10", "-11.5"), ("-20", "-19"), ("-5.25", "-5.25")]
ANSWERS = [("-1", "-2", "-2", "-1"), ("-1", "-2", "-1", "-2"), ("-3", "-2", "-2", "-2")]
ALWAYS_2 = ("-2", "-1", "-2", "-1")
HEADER = ["good_sentence", "bad_sentence", "category_fine", "blimp_UID", "blimp_pairID", "item_id"]
HEADER += ["direct_sum_logprob_good_sentence", "direct_sum_logprob_bad_sentence", "direct_correct"]
HEADER += [f"meta_sum_logprob_{order}_first_{number}" for order in ("good", "bad") for number in (1, 2)]
HEADER += ["meta_good_correct", "meta_bad_correct", "meta_correct", "model"]


def row(number: int, log_probs=None, answers=None, **changes: str) -> dict[str, str]:
    good, bad = log_probs or LOG_PROBS[number]
    one, two, three, four = answers = answers or ANSWERS[number]
    first, second = float(one) > float(two), float(four) > float(three)
    right = [str(float(good) > float(bad)), *answers, str(first), str(second), str(first and second)]
    cells = [*TEXTS[number], str(number + 1), good, bad, *right, "x/y"]
    return dict(zip(HEADER, cells, strict=True)) | changes


def rows(changed: int | None = None, **changes: str) -> list[dict[str, str]]:
    """All rows, one of them with other cells."""
    return [row(number, **(changes if number == changed else {})) for number in range(len(TEXTS))]


def write(path: Path, table: list[dict[str, str]], header=HEADER) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, header, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(table)
    return path


@pytest.fixture
def path(tmp_path):
    return tmp_path / "demands.csv"


@pytest.fixture
def three(monkeypatch):
    """The release has three pairs."""
    monkeypatch.setattr(scores, "ROWS", len(TEXTS))


def test_pairs_have_blimp_s_ids_and_phenomena(path):
    made = reader.read(write(path, rows()), 3)
    io.check_table(made.sentences, SENTENCES, "sentences")
    io.check_table(made.pairs, PAIRS, "pairs")
    checks.check_pairs(made.pairs, made.sentences, "pairs")
    assert made.sentences["sentence"].tolist()[:2] == ["Kim left.", "Kim leave."]
    assert made.sentences["sentence"].iloc[-1] == "Sue saw himself."
    assert made.sentences["label"].tolist() == [1, 0] * 3 and made.sentences["rating"].isna().all()
    columns = ["pair_id", "good_id", "paradigm", "cluster", "phenomenon", "phenomenon_label"]
    one, other = made.pairs[columns].to_numpy().tolist()[:2]
    assert one[:4] == ["agreement_1-7", "agreement_1-7.good", "agreement_1", "agreement_1"]
    assert one[4:] == ["subject_verb_agreement", "Subject-verb agreement"]
    assert other[0] == "animate_subject-12" and other[4:] == ["argument_structure", "Argument structure"]
    assert manifest.manifest({}).has == {"scored", "pairs", "paradigms", "labelled"}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (rows(1, category_fine="ties"), "row 3 (item_id '2'): 'ties' is not a phenomenon of BLiMP"),
        (
            rows(1, blimp_UID="agreement_1", blimp_pairID="7"),
            "row 3 (item_id '2'): has the pair of another row: 'agree",
        ),
        (rows(1, item_id="1"), "row 3 (item_id '1'): has the item_id of another row"),
        (rows(1, bad_sentence="Dogs  can bark."), "row 3 (item_id '2'): its two sentences are the same"),
        (rows(1, bad_sentence=" "), "row 3 (item_id '2'): has no bad_sentence"),
        (rows()[:-1], "has 2 rows instead of 3"),
    ],
)
def test_what_is_wrong_is_said_with_the_row_and_the_mend(path, table, message):
    with pytest.raises(InputError) as error:
        reader.read(write(path, table), 3)
    assert message in str(error.value) and "fetch the file again" in str(error.value)


DIRECT = {"log_prob": "direct_sum_logprob"}


def scored(path: Path, table: list[dict[str, str]], measures=DIRECT):
    made = reader.read(write(path, rows()))
    return scores.scores({"": write(path, table)}, measures, made.sentences, made.pairs)


def test_a_log_probability_for_each_sentence(path, three):
    table = scored(path, rows())
    assert set(table["measure"]) == {"log_prob"}
    assert table.set_index("sentence_id")["score"].to_dict() == {
        f"{name}.{side}": float(score)
        for name, values in zip(("agreement_1-7", "animate_subject-12", "anaphor_gender-999"), LOG_PROBS, strict=True)
        for side, score in zip(("good", "bad"), values, strict=True)
    }


def test_scores_of_pairs_that_the_dataset_lacks_are_left_out(path, three):
    made = reader.read(write(path, rows()))
    assert len(scores.scores({"": path}, DIRECT, made.sentences.iloc[1:], made.pairs.iloc[1:])) == 5
    assert len(scores.decisions({"x": path}, {"x": "x"}, made.sentences.iloc[2:], made.pairs.iloc[1:])) == 2


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (rows(0, good_sentence="Kim leaves."), "row 2 (item_id '1'): 'Kim leaves.' is not the sentence of the dataset"),
        (
            rows(1, blimp_UID="agreement_1", blimp_pairID="7", good_sentence="Kim left."),
            "row 3 (item_id '2'): has the pair of another row: 'agreement_1-7.good'",
        ),
        (rows(0, direct_correct="False"), "row 2 (item_id '1'): direct_correct is 'False', against its log-prob"),
        (rows(2, direct_correct="True"), "row 4 (item_id '3'): direct_correct is 'True', against its log-prob"),
        (rows(1, meta_correct="True"), "row 3 (item_id '2'): meta_correct is 'True', against its log-prob"),
        (rows(1, meta_good_correct="x"), "row 3 (item_id '2'): meta_good_correct is 'x', against its log-prob"),
        (rows(0, meta_sum_logprob_bad_first_2="NA"), "meta_sum_logprob_bad_first_2 is 'NA', not a number"),
        (rows(0, direct_sum_logprob_bad_sentence="-inf"), "direct_sum_logprob_bad_sentence is '-inf', not a number"),
        (rows()[:-1], "has 2 rows instead of 3"),
    ],
)
def test_a_damaged_file_of_scores_is_refused(path, three, table, message):
    with pytest.raises(InputError) as error:
        scored(path, table)
    assert message in str(error.value) and "fetch the file again" in str(error.value)


def test_a_file_of_scores_without_a_column_is_refused(path, three):
    made = reader.read(write(path, rows()))
    write(path, rows(), HEADER[:-1][:-1])
    with pytest.raises(InputError, match="has no column 'meta_correct'; fetch the file again"):
        scores.scores({"": path}, DIRECT, made.sentences, made.pairs)


def test_a_column_or_a_part_that_there_is_not_is_refused(path, three):
    with pytest.raises(InputError, match="demands.csv: has no column 'x'; correct study.yaml; there is: direct_sum_"):
        scored(path, rows(), {"log_prob": "x"})
    made = reader.read(path)
    with pytest.raises(InputError, match="m: has no part 'other'; correct study.yaml; there is: small, large"):
        scores.decisions({"small": path, "large": path}, {"m": "other"}, made.sentences, made.pairs)
    with pytest.raises(InputError, match="demands.csv: has no column 'model'; correct study.yaml; there is: meta_good"):
        scores.decisions({"small": path}, {"m": "small/model"}, made.sentences, made.pairs)


def test_decisions_in_both_orders_or_in_one(path, tmp_path, three):
    made = reader.read(write(path, rows()))
    other = write(tmp_path / "2.csv", [row(number, answers=ALWAYS_2) for number in range(3)])
    measures = {"both": "a", "first": "a/meta_good_correct", "second": "a/meta_bad_correct"}
    measures |= {"other": "b/meta_bad_correct"}
    table = scores.decisions({"a": path, "b": other}, measures, made.sentences, made.pairs)
    chosen = table.pivot(index="pair_id", columns="measure", values="chose_good").loc[made.pairs["pair_id"]]
    assert chosen.to_dict("list") == {"both": [1, 0, 0], "first": [1, 1, 0], "second": [1, 0, 0], "other": [1, 1, 1]}


def test_probability_beside_prompts(path, tmp_path):
    """Model a answers one pair correctly in both orders, and another with 1 in both; a third is a tie."""
    always_2 = write(tmp_path / "2.csv", [row(number, answers=ALWAYS_2) for number in range(3)])
    wrong = write(tmp_path / "w.csv", [row(number, ("-2", "-1"), ("-2", "-1", "-1", "-2")) for number in range(3)])
    table = prompts.prompted({"a": write(path, rows()), "b": always_2, "c": wrong}).set_index("model")
    assert table.loc["a"].to_dict() == pytest.approx(
        {
            "pairs": 3,
            **{"direct": 1 / 3, "first": 2 / 3, "second": 1 / 3, "both": 1 / 3, "alike": 1 / 3},
            **{"answers_1": 1 / 2, "answers_1_first": 2 / 3, "answers_1_second": 1 / 3, "answers_1_both": 1 / 3},
            "answers_2_both": 0,
            "direct_ties_half": 1.5 / 3,  # the third is a tie
            "averaged": 1.5 / 3,  # averaged log-odds: 1; 0, a tie; (−3 + 2 − 2 + 2) / 2 = −½
            "listed": (4 * (exp(-1) + exp(-2)) + exp(-3) + 3 * exp(-2)) / 6,
        }
    )
    columns = ["direct", "first", "second", "both", "answers_1", "answers_2_both", "alike"]
    assert table.loc["b", columns].tolist() == pytest.approx([1 / 3, 0, 1, 0, 0, 1, 0])
    assert table.loc["c", columns].tolist() == pytest.approx([0, 0, 0, 0, 1 / 2, 0, 1])
    with pytest.raises(InputError, match="has 3 rows instead of 650"):
        prompts.prompted({"a": path}, 650)


def test_what_prompts_gain_is_their_share_minus_the_direct_one(path, three):
    """The pairs are right, a tie and wrong by prompt, and right, wrong and a tie by log-probability; three clusters are
    too few for an interval.
    """
    made = reader.read(write(path, rows()))
    (row,) = prompts.compare({"m": path}, made.pairs, reader).to_dict("records")
    assert row["difference"] == pytest.approx((0 + 0.5 - 0.5) / 3) and np.isnan([row["low"], row["high"]]).all()
    assert row["p"] == 1 and row["p_least"] == 0.5  # two differ: of four signs, two are as extreme
    with pytest.raises(InputError, match="'agreement_1-7' is not a pair of the dataset"):
        prompts.compare({"m": path}, made.pairs.assign(pair_id=["a", "b", "c"]), reader)


@pytest.mark.parametrize("few", [True, False])
def test_models_are_corrected_together_where_their_dataset_allows_a_test(monkeypatch, few):
    ps, least = {"dgl": [0.04, 0.5], "blimp-650": [0.01, 0.03]}, {"dgl": 0.5 if few else 1e-5, "blimp-650": 1e-5}

    def compare(files, pairs, module):
        return pd.DataFrame({"model": ["a", "b"], "difference": 0.1, "p": ps[pairs], "p_least": least[pairs]})

    monkeypatch.setattr(prompts, "compare", compare)
    monkeypatch.setattr(prompts, "_files", lambda tables, dataset: {})
    made = prompts.gained({"pairs_dgl": "dgl", "pairs_blimp_650": "blimp-650"}, {"dgl": "D", "blimp-650": "B"})
    assert list(made) == ["D", "B"]
    tested = ps["blimp-650"] if few else [*ps["dgl"], *ps["blimp-650"]]
    expected = holm(tested).tolist()
    assert made["B"]["p_holm"].tolist() == pytest.approx(expected[-2:])
    assert made["D"]["p_holm"].isna().all() if few else made["D"]["p_holm"].tolist() == pytest.approx(expected[:2])


def test_the_table_shows_each_share_with_its_chance_and_the_test(monkeypatch, path, tmp_path):
    """The second model gets one of three pairs more right by prompt, averaged, than by log-probability."""
    other = [row(0), row(1), row(2, ("-5", "-5"), ("-1", "-2", "-2", "-1"))]
    files = {"Tried": write(path, rows()), "Untried": write(tmp_path / "other.csv", other)}
    compared = pd.DataFrame(
        {"model": list(files), "difference": [0.0, 0.5], "low": [-0.1, np.nan], "high": [0.1, np.nan]}
    )
    gains = {"D": compared.assign(p_holm=[0.8, np.nan]), "B": compared.assign(p_holm=0.04)}
    monkeypatch.setattr(prompts, "_files", lambda tables, dataset: files)
    monkeypatch.setattr(tables, "gained", lambda given, labels: gains)
    table = tables.prompted(dataset_labels={"dgl": "D", "blimp-650": "B"})
    assert table["Dataset"].tolist() == ["D", "", "B", ""] and table["Model"].tolist() == [*files, *files]
    assert table.columns[[2, 4, 6]].tolist() == [
        "Direct, a tie wrong (chance .5)",
        "Prompted, averaged (chance .5)",
        "Prompted, strict (chance .25)",
    ]
    assert table.iloc[0, 2:7].tolist() == ["0.333", "0.500", "0.500", "0.000 [−0.100, 0.100], p = 0.800", "0.333"]
    assert table.iloc[1, 2:7].tolist() == ["0.333", "0.500", "0.833", "0.500, no test", "0.667"]
    shares = table.iloc[0][["Answers 1", "Decides alike", "Probability of 1 or 2"]]
    assert shares.tolist() == ["0.500", "0.333", "0.411"]
    assert table.loc[3, "Averaged minus direct"].endswith("p = 0.040")
