"""Released scores of plausible and implausible events, with made-up rows in the form of their release."""

import pandas as pd
import pytest

from acceptability.errors import InputError
from acceptability.papers.events import scores

TEXTS = ["The cat drank the milk.", "The cat drank the ink.", "The dog dug  the hole.", "The dog dug the pool."]


def changed(rows: list[tuple[str, ...]], place: int, column: int, cell: str) -> list[tuple[str, ...]]:
    row = list(rows[place])
    row[column] = cell
    return [*rows[:place], tuple(row), *rows[place + 1 :]]


SCORES = [("0", text, str(-10.5 - place), "8", "5") for place, text in enumerate(TEXTS)]


@pytest.fixture
def score(tmp_path):
    """Return a function that reads released scores of TEXTS from files of these names, which have these rows."""

    def make(measures, rows=None, **names):
        files = {}
        for part, name in names.items():
            files[part.replace("_", "-") if part != "file" else ""] = tmp_path / name
            cells = numbered(SCORES) if rows is None else rows
            cells = [row[:3] for row in cells] if "l2r" in name else cells
            (tmp_path / name).write_text("".join("\t".join(row) + "\n" for row in cells), encoding="utf-8")
        texts = [" ".join(text.split()) for text in TEXTS]
        sentences = pd.DataFrame({"sentence_id": list("abcd"), "sentence": texts})
        return scores.scores(files, measures, sentences, pd.DataFrame())

    return make


def numbered(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [(str(place), *row[1:]) for place, row in enumerate(rows)]


LL = {"log_prob": "sentence-ll"}


def test_a_causal_models_scores_stand_in_one_file(score):
    table = score(LL, file="x.gpt2.sentence-ll.txt")
    assert table["sentence"].tolist() == TEXTS
    assert table["score"].tolist() == [-10.5, -11.5, -12.5, -13.5] and set(table["measure"]) == {"log_prob"}


def test_each_score_of_a_masked_model_stands_in_a_file_of_its_own(score):
    measures = {"pll": "sentence-pll", "l2r_context_masked": "sentence-l2r-pll"}
    table = score(measures, sentence_pll="x.bert.sentence-pll.txt", sentence_l2r_pll="x.bert.sentence-l2r-pll.txt")
    assert table["measure"].value_counts().to_dict() == {"pll": 4, "l2r_context_masked": 4}


def test_superseded_sentences_are_kept_and_equal_rows_counted_once(score):
    rows = numbered([*SCORES, SCORES[1], ("", 'The "cat" ate.', "-4", "5", "3")])
    table = score(LL, rows, file="x.gpt2.sentence-ll.txt")
    assert len(table) == 5 and table["sentence"].tolist()[-1] == 'The "cat" ate.'


@pytest.mark.parametrize(
    ("measures", "name", "message"),
    [
        ({"log_prob": "surprisal"}, "x.gpt2.sentence-ll.txt", "has no scores 'surprisal'; correct study.yaml"),
        ({"pll": "sentence-pll"}, "x.bert.sentence-l2r-pll.txt", "has no scores 'sentence-pll'; correct study.yaml"),
        ({"pll": "sentence-pll"}, "x.gpt2.sentence-ll.txt", "has no scores 'sentence-pll'; correct study.yaml"),
        (
            {"pll_word_l2r": "sentence-l2r-pll"},
            "x.bert.sentence-l2r-pll.txt",
            "the measure is called l2r_context_masked",
        ),
        ({"pll": "sentence-pll"}, "x.deberta-xxlarge-v2.sentence-pll.txt", "the released PLL of DeBERTa is not used"),
    ],
)
def test_other_metrics_and_deberta_are_refused(score, measures, name, message):
    with pytest.raises(InputError) as error:
        score(measures, file=name)
    assert name in str(error.value) and message in str(error.value) and "study.yaml" in str(error.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (SCORES, "row 2 (index '0'): is not in its place; fetch the file again"),
        (numbered(changed(SCORES, 1, 2, "x")), "row 2 (index '1'): score is 'x', not a number; fetch the file again"),
        (numbered(changed(SCORES, 1, 2, "NA")), "row 2 (index '1'): score is 'NA', not a number; fetch the file again"),
        (numbered(changed(SCORES, 1, 2, "11.5")), "row 2 (index '1'): score is above 0, and so no log-probability"),
        (numbered(SCORES[:3]), "has no score of 1 of the 4 sentences, the first 'The dog dug the pool.'; correct"),
        ([row[:3] for row in numbered(SCORES)], "row 1: has 3 cells instead of 5; fetch the file again"),
        ([], "is empty; fetch the file again"),
    ],
)
def test_what_is_wrong_in_a_file_of_scores_is_named_with_the_mend(score, rows, message):
    with pytest.raises(InputError) as error:
        score(LL, rows, file="x.gpt2.sentence-ll.txt")
    assert message in str(error.value) and "fetch the file again" in str(error.value)
    assert "x.gpt2.sentence-ll.txt" in str(error.value)
