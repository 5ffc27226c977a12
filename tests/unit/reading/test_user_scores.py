"""Scores from elsewhere: matched with sentences by id or text; what does not match is named row by row."""

import json
import math
from array import array

import pandas as pd
import pytest

import import_scores
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES as TABLE
from acceptability.errors import InputError
from acceptability.messages import PARTIAL
from acceptability.plan.own_scores import completed
from acceptability.plan.systems import OwnScores
from acceptability.reading import scores as own
from acceptability.reading import values
from acceptability.reading.matching import BY_ID, EXACTLY, LOOSELY, NOT
from acceptability.reading.scores import check_direction, columns_of, measure_of
from acceptability.sources.git_blobs import check_blob

SENTENCES = {"a.good": "He slept.", "a.bad": "He  slept it.", "b.good": "He slept."}


def read_scores(path, columns=None, negate=(), sentences=SENTENCES, **reading):
    """Rows of scores, and how they were matched."""
    made = own.read(path, columns or columns_of(path), list(negate), sentences, **reading)
    return list(made.rows), made.ways


def written(folder, text):
    path = folder / "scores.csv"
    path.write_text(text, encoding="utf-8")
    return path


def scores(folder, text, columns=None, negate=(), sentences=SENTENCES):
    return read_scores(written(folder, text), columns, negate, sentences)[0]


def test_by_id_and_by_text_whatever_the_white_space_and_the_composition_of_letters(tmp_path):
    found = scores(tmp_path, "sentence_id,score\nb.good,3\na.bad,-1.5\na.good,2\n")
    assert found == [("a.good", "score", 2.0), ("a.bad", "score", -1.5), ("b.good", "score", 3.0)]
    found = scores(tmp_path, "Sentence;Score\nHe slept.;2,5\n He slept  it. ;1\n")
    assert found == [("a.good", "score", 2.5), ("a.bad", "score", 1.0), ("b.good", "score", 2.5)]
    assert scores(tmp_path, "sentence,score\nCafe\u0301.,1\n", sentences={"x": "Café."}) == [("x", "score", 1.0)]


def test_several_columns_and_one_that_is_no_score(tmp_path):
    text = "sentence_id,GPT-4 log prob,surprisal,note\na.good,-2,4,x\na.bad,-3,6,y\nb.good,-1,2,\n"
    columns = columns_of(written(tmp_path, text))
    assert columns == {"gpt_4_log_prob": "GPT-4 log prob", "surprisal": "surprisal"}
    found = scores(tmp_path, text, columns, negate=["surprisal"])
    assert [score for _, measure, score in found if measure == "surprisal"] == [-4.0, -6.0, -2.0]
    assert [name for name, measure, _ in found if measure == "gpt_4_log_prob"] == list(SENTENCES)


@pytest.mark.parametrize("column", ["surprisal", "Perplexity", "mean_ppl", "loss", "NLL"])
def test_columns_that_are_low_where_a_sentence_is_good(column):
    with pytest.raises(
        InputError, match=rf"the column '{column}' sounds as if low scores meant acceptable, .*negate: \[x\]"
    ):
        check_direction("s.csv", {"x": column}, [])
    check_direction("s.csv", {"x": column}, ["x"])
    check_direction("s.csv", {"x": "log_prob"}, [])


def test_names_of_measures():
    assert [measure_of(name) for name in ("GPT-4 (mean)", "log_prob", "得分")] == ["gpt_4_mean", "log_prob", "score"]


def test_what_does_not_match_is_named_row_by_row(tmp_path):
    with pytest.raises(InputError) as caught:
        scores(tmp_path, "sentence_id,score\na.good,1\na.bd,2\na.good,3\nz,4\n")
    lines = [line.strip() for line in str(caught.value).split("\n")]
    assert lines[0].endswith("5 things are wrong:")
    assert lines[1:] == [
        "rows 2 and 4: have different scores of 'a.good'; keep one",
        "row 3: 'a.bd' is not a sentence of this dataset",
        "row 5: 'z' is not a sentence of this dataset",
        f"a.bad (He  slept it.) has no score; add it, or declare that some have none ({PARTIAL})",
        "b.good (He slept.) has no score",
    ]


def test_more_rows_than_sentences_are_named_and_left_out(tmp_path):
    path = written(tmp_path, f"sentence,score\nHe slept.,1\nHe slept it.,2\n{'She slept. ' * 9},3\n")
    found, ways = read_scores(path)
    assert len(found) == 3
    assert ways[EXACTLY] == ["row 2: 'He slept.'", "row 3: 'He slept it.'"]
    (line,) = ways[NOT]
    assert line.startswith("row 4: 'She slept. She") and line.endswith("…'")


def test_what_is_left_out_is_printed_row_by_row(tmp_path, capsys):
    known = pd.DataFrame({"sentence_id": ["a", "b"], "sentence": ["He slept.", "He slept it."], "rating": None})
    io.write_table(known, tmp_path / "sentences.csv", TABLE)
    path = written(tmp_path, "sentence,score\nHe slept.,1\nHe slept it.,2\nShe slept.,3\n")
    to = tmp_path / "to.csv", tmp_path / "matches.csv"
    import_scores.main(tmp_path / "sentences.csv", path, {"score": "score"}, [], {}, False, *to)
    assert "row 4: 'She slept.' is not a sentence of this dataset; left out\n" in capsys.readouterr().out


def test_rows_may_lack_and_cells_be_empty_where_some_sentences_have_no_score(tmp_path):
    found, _ = read_scores(written(tmp_path, "sentence_id,score\na.good,1\n"), complete=False)
    assert found == [("a.good", "score", 1.0)]
    path = written(tmp_path, "sentence_id,x,y\na.good,,2\na.bad,3,4\na.good,1,\nb.good,,\n")
    found, ways = read_scores(path, complete=False)
    assert found == [("a.good", "x", 1.0), ("a.bad", "x", 3.0), ("a.good", "y", 2.0), ("a.bad", "y", 4.0)]
    assert ways.keys() == {BY_ID} and len(ways[BY_ID]) == 4
    path = written(tmp_path, "sentence_id,x,y\na.good,-inf,\na.bad,nan,\nb.good,1,\n")
    with pytest.raises(InputError) as caught:
        read_scores(path, complete=False)
    assert str(caught.value).split("\n  ")[1:] == [
        "row 2 (sentence_id 'a.good'): x is '-inf', which is not finite; write a finite score, or leave the cell empty",
        "row 3 (sentence_id 'a.bad'): x is 'nan'; leave the cell empty, or fill it in",
    ]


def test_a_column_without_any_score_of_the_dataset_is_named(tmp_path):
    path = written(tmp_path, "sentence_id,x,y\na.good,1,\nz,2,2\n")
    mend = "add one, or leave the column out of measures"
    with pytest.raises(InputError, match=f"y has no score of any sentence of this dataset; {mend}"):
        read_scores(path, complete=False)
    path = written(tmp_path, "sentence,x\nWho?,1\n")
    with pytest.raises(InputError, match="row 2: 'Who\\?' is not a sentence of this dataset"):
        read_scores(path, complete=False)


def test_ids_of_something_else_do_not_hide_the_sentences(tmp_path):
    assert len(scores(tmp_path, "id,sentence,score\n1,He slept.,2\n2,He slept it.,1\n")) == 3


def test_ids_must_agree_with_sentences_where_a_table_has_both(tmp_path):
    """Spaces, case and marks need not: programs write sentences as they read them."""
    agreeing = "sentence_id,sentence,score\na.good,he slept,2\na.bad,He slept it .,1\nb.good,He slept.,2\nz,Who?,1\n"
    found, ways = read_scores(written(tmp_path, agreeing))
    assert found == [("a.good", "score", 2.0), ("a.bad", "score", 1.0), ("b.good", "score", 2.0)]
    assert ways.keys() == {BY_ID, NOT}
    for complete in (True, False):
        path = written(tmp_path, agreeing.replace("b.good,He slept.", "b.good,She slept."))
        with pytest.raises(InputError) as caught:
            read_scores(path, complete=complete)
        assert str(caught.value) == (
            f"{path}, row 4 (sentence_id 'b.good'): its text is 'She slept.', but the dataset has 'He slept.' by this "
            "sentence_id; correct the one that is wrong, or leave out the column of ids or that of texts"
        )
    path = written(tmp_path, "sentence_id,sentence,score\na.good,He slept it.,2\na.bad,He slept.,1\n")
    with pytest.raises(InputError, match="2 things are wrong:\n  row 2 .sentence_id 'a.good'.: its text is"):
        read_scores(path, complete=False)


def test_texts_without_letters_agree_if_they_are_the_same(tmp_path):
    assert scores(tmp_path, "sentence_id,sentence,score\nx, ? ,1\n", sentences={"x": "?"}) == [("x", "score", 1.0)]
    with pytest.raises(InputError, match="its text is '!', but the dataset has '\\?'"):
        scores(tmp_path, "sentence_id,sentence,score\nx,!,1\n", sentences={"x": "?"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "sentence_id,score\na.good,\na.bad,1\nb.good,1\n",
            r"row 2 \(sentence_id 'a.good'\): score is empty; write a finite score",
        ),
        (
            "thing,score\na.good,1\n",
            "has neither a column sentence_id nor a column sentence nor a column pair_id nor the columns good and bad; "
            "add them; it has: thing, score",
        ),
        ("pair,score\na.good,1\n", "no two numeric columns belong to the good and the bad sentence: 'score'"),
        (
            "sentence,lp\nHe slept.,-inf\nHe slept it.,1\nx,2\n",
            r"row 2 \(sentence 'He slept.'\): lp is '-inf', which is not finite; write a finite score",
        ),
        ("sentence_id,note\na.good,x\n", "has no column of numbers; add one with a score for each sentence"),
        (
            "good_sentence,bad_sentence,good_score,note\nHe slept.,He slept it.,1,x\n",
            "scores.csv: no two numeric columns belong to .*'good_score' .bad_score is missing.",
        ),
        (
            "sentence_good,sentence_bad,log_prob_bad\nHe slept.,He slept it.,1\n",
            "scores.csv: no two numeric columns .*'log_prob_bad' .log_prob_good is missing.",
        ),
        (
            "sentence_id,token_id,word,logprob\n1,1,He,\n1,2,slept,-2\n2,1,Him,\n2,2,slept,-3\n",
            "has several rows for each sentence_id, as of tokens, but no column token; add it, or rename the column that",
        ),
        (
            "sentence_id,token,prob\n1,He,0.1\n1,slept,0.2\n",
            "scores.csv: has several rows .*, but no column logprob or surprisal; add it, .*it has: sentence_id, token, pr",
        ),
        ("sentence_id,a b,a-b\na.good,1,1\n", "the columns 'a b' and 'a-b' have names that are too similar"),
    ],
)
def test_tables_that_cannot_be_used(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        scores(tmp_path, text)


@pytest.mark.parametrize(
    ("cell", "complaint"),
    [
        ("nan", "is 'nan'"),
        ("-inf", "is '-inf', which is not finite"),
        ("Infinity", "is 'Infinity', which is not finite"),
        ("1e999", "is '1e999', which is too large"),
        ("NA", "is 'NA'"),
    ],
)
def test_what_programs_write_where_they_computed_no_score_is_named_by_row_and_id(tmp_path, cell, complaint):
    """Also where most cells of the column are such: it is still a column of scores."""
    path = written(tmp_path, f"sentence_id,score,note\na.good,{cell},NA\na.bad,{cell},NA\nb.good,1.5,x\n")
    assert columns_of(path) == {"score": "score"}
    with pytest.raises(InputError) as caught:
        read_scores(path)
    first, *rows = str(caught.value).split("\n  ")
    assert first == f"{path}: 2 things are wrong:"
    assert rows == [
        f"row {row} (sentence_id {name!r}): score {complaint}; write a finite score, or declare that some "
        f"have none ({PARTIAL})"
        for row, name in ((2, "a.good"), (3, "a.bad"))
    ]


def test_scores_that_are_all_undefined_are_scores_and_not_remarks(tmp_path):
    path = written(tmp_path, "sentence,score\nHe slept.,nan\nHe slept it.,nan\n")
    with pytest.raises(InputError, match=r"row 2 \(sentence 'He slept.'\): score is 'nan'; write a finite"):
        read_scores(path)
    remarks = written(tmp_path, "sentence,score,remark\nHe slept.,1,none\nHe slept it.,2,NA\n")
    assert columns_of(remarks) == {"score": "score"}


def test_a_measure_of_a_column_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="has no column 'x'; correct measures; it has: score"):
        scores(tmp_path, "sentence_id,score\na.good,1\n", {"m": "x"})


def test_entries_are_completed_from_their_files(tmp_path):
    path = written(tmp_path, "sentence,score,log_prob\nHe slept.,1,-2\n")
    entry = {"label": "GPT-4", "path": str(path)}
    made = completed("scores", {"gpt-4": entry}, ["mine"])["gpt-4"]
    assert made["dataset"] == "mine"
    assert made["measures"] == {"score": "score", "log_prob": "log_prob"}
    labels = OwnScores("gpt-4", made, "refuse").row_labels
    assert labels == {"gpt-4/score": "GPT-4", "gpt-4/log_prob": "GPT-4 log_prob"}
    with pytest.raises(InputError, match="scores.gpt-4: the key 'dataset' is missing; name the scored dataset: a"):
        completed("scores", {"gpt-4": entry}, ["a", "b"])
    with pytest.raises(InputError, match="scores.gpt-4.negate: there is no measure 'x'; there are: score, log_prob"):
        completed("scores", {"gpt-4": entry | {"negate": ["x"]}}, ["mine"])
    with pytest.raises(InputError, match="scores.gpt-4.path: there is no file nowhere.csv"):
        completed("scores", {"gpt-4": entry | {"path": "nowhere.csv"}}, ["mine"])


def test_a_row_for_each_pair(tmp_path):
    """The form in which the authors of a benchmark release what models say of its pairs."""
    path = tmp_path / "outputs.jsonl"
    row = '{"sentence_good": "%s", "sentence_bad": "%s", "prob_good": %s, "prob_bad": %s, "UID": "u", "pairID": "%s"}\n'
    path.write_text(row % ("He slept.", "He slept it.", -9.5, -12, 0) + row % ("She ate.", "Her ate.", -7, -8, 1))
    texts = {"u-0.good": "He slept.", "u-0.bad": "He slept it.", "u-1.good": "She ate.", "u-1.bad": "Her ate."}
    assert columns_of(path) == {"prob": "prob"}
    found, ways = read_scores(path, {"log_prob": "prob"}, [], texts)
    assert [score for *_, score in found] == [-9.5, -12.0, -7.0, -8.0]
    assert ways == {EXACTLY: [f"row {row}: {text!r}" for row, text in zip((1, 1, 2, 2), texts.values(), strict=True)]}
    with pytest.raises(InputError, match=r"u-1.bad \(Her eat\.\) has no score"):
        read_scores(path, {"log_prob": "prob"}, [], texts | {"u-1.bad": "Her eat."})


def test_a_file_is_known_by_its_git_blob(tmp_path):
    path = tmp_path / "hello.txt"
    path.write_text("hello\n")  # git hash-object says ce013625030ba8dba906f756967f9e9ca394464a
    check_blob(path, "ce013625")
    with pytest.raises(InputError, match="git names its content ce01362, not c45e667; download it again"):
        check_blob(path, "c45e667")


def sample(number, *choices, **more):
    """A line that lm-evaluation-harness logs of a multiple choice; context, text and log-likelihood of each choice."""
    return {
        "doc_id": number,
        "doc": {"sentence_good": choices[0][1], "field": "syntax"},
        "target": "0",
        "arguments": {
            f"gen_args_{n}": {"arg_0": context, "arg_1": text} for n, (context, text, _) in enumerate(choices)
        },
        "resps": [[[str(value), "False"]] for *_, value in choices],
        "filtered_resps": [[str(value), "False"] for *_, value in choices],
        "filter": "none",
        "metrics": ["acc"],
        "doc_hash": "0f",
        "acc": 1.0,
    } | more


def jsonl(path, *rows):
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


ENGLISH = {"1.good": "He slept.", "1.bad": "Him slept."}
TEXTS = ENGLISH | {"2.good": "猫睡了。", "2.bad": "睡猫了。"}


def test_samples_of_the_harness_are_scores(tmp_path):
    """Its context is empty, and the text begins with the space that it puts before it."""
    one = sample(0, ("", " He slept.", -20.5), ("", " Him slept.", -22.25))
    two = sample(0, ("", "猫睡了。", -7.0), ("", "睡猫了。", -9.5), doc={"sen": "x"})
    paths = [jsonl(tmp_path / "run" / f"samples_{task}_2026.jsonl", row) for task, row in (("en", one), ("zh", two))]
    (tmp_path / "run/results_2026.json").write_text("{}")
    assert columns_of(tmp_path / "run") == {"log_prob": "log_prob"}
    expected = [("1.good", -20.5), ("1.bad", -22.25), ("2.good", -7.0), ("2.bad", -9.5)]
    for path in (tmp_path / "run", paths):  # as the configuration names them, and as a job gets them
        found, ways = read_scores(path, {"log_prob": "log_prob"}, sentences=TEXTS)
        assert [(name, score) for name, _, score in found] == expected
        assert [row[:38] for row in ways[EXACTLY]][::2] == [
            "row 1 of samples_en_2026.jsonl: 'He sl",
            "row 1 of samples_zh_2026.jsonl: '猫睡了。'",
        ]
    # As a Python program gets them, before they are written: lists, numbers and booleans.
    logged = one | {
        "arguments": [["", "He slept."], ["", "Him slept."]],
        "filtered_resps": [[-20.5, False], [-22.25, True]],
    }
    found, _ = read_scores(jsonl(tmp_path / "x.jsonl", logged), sentences=ENGLISH)
    assert [score for *_, score in found] == [-20.5, -22.25]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            sample(0, ("Is it right?", " He slept.", -1)),
            "row 1: a sentence follows a context; only whole sentences can be scored",
        ),
        (
            sample(0, ("", "x", -1), ("", "y", "nan")),
            "samples_x.jsonl, row 1: the log-likelihood of a sentence is nan, which is no score; score it anew, or leave",
        ),
        (
            sample(0, ("", "x", -1), filtered_resps=["an answer"]),
            "row 1: is not a choice between sentences by their log-lik",
        ),
        (
            sample(0, ("", "x", -1), arguments={"gen_args_0": {"arg_0": "Say so."}}),
            "row 1: is not a choice between sentences",
        ),
    ],
)
def test_samples_of_other_tasks_are_refused(tmp_path, row, message):
    with pytest.raises(InputError, match=message):
        columns_of(jsonl(tmp_path / "samples_x.jsonl", row))


def test_tokens_of_minicons_are_summed(tmp_path):
    """Its data frames count sentences and tokens; the first token of a causal model has no number."""
    rows = ["sentence_id,token_id,token,logprob,surprisal"]
    for number, tokens in enumerate([("He", "slept", "."), ("[CLS]", "him", "sle", "##pt", ".", "[SEP]")], 1):
        for place, token in enumerate(tokens):
            value = "" if place == 0 else f"{-place - number}"
            rows.append(f"{number},{place + 1},{token},{value},{value.removeprefix('-')}")
    path = written(tmp_path, "\n".join(rows).replace("[SEP],-7,7", "[SEP],,"))
    columns = columns_of(path)
    assert columns == {"log_prob": "log_prob", "mean_lp": "mean_lp"}
    check_direction(path, columns, [])
    found, ways = read_scores(path, sentences=ENGLISH)
    assert found == [
        ("1.good", "log_prob", -2.0 - 3),
        ("1.bad", "log_prob", -3.0 - 4 - 5 - 6),
        ("1.good", "mean_lp", -2.5),
        ("1.bad", "mean_lp", -4.5),
    ]
    assert list(ways) == [LOOSELY]
    only = "\n".join(row.rpartition(",")[0].replace("logprob", "surprisal").replace("-", "") for row in rows)
    assert scores(tmp_path, only, columns, sentences={"a.good": "He slept."})[0] == ("a.good", "log_prob", -5.0)
    zeros = "\n".join(rows).replace("[SEP],-7,7", "[SEP],,").replace(",,", ",0.0,0.0")  # what minicons writes
    zeros = zeros.replace("[SEP],0.0,0.0", "[SEP],,")
    assert scores(tmp_path, zeros, columns, sentences=ENGLISH) == found
    with pytest.raises(InputError, match="row 3: logprob is 'x', which is not a number"):
        columns_of(written(tmp_path, "sentence_id,token_id,token,logprob\n1,1,He,\n1,2,slept,x\n"))


def test_sentences_that_every_file_counts_anew_are_no_tokens(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_text("sentence_id,logprob\n1,-1\n2,-2\n")
    assert columns_of(tmp_path) == {"logprob": "logprob"}


def test_pairs_of_minicons_have_their_names_in_front(tmp_path):
    text = "good_sentence,bad_sentence,good_score,bad_score,difference,correct\nHe slept.,Him slept.,-3,-4.5,1.5,True\n"
    assert columns_of(written(tmp_path, text)) == {"score": "score"}
    found = scores(tmp_path, text, sentences=ENGLISH)
    assert found == [("1.good", "score", -3.0), ("1.bad", "score", -4.5)]


def test_a_folder_of_scores_may_have_a_table_of_something_else(tmp_path):
    (tmp_path / "a.csv").write_text("text,score\nHe slept.,1\n")
    (tmp_path / "notes.csv").write_text("who,number\nI,3\n")
    with pytest.raises(InputError, match="notes.csv: has neither a column sentence_id nor .* it has: who"):
        columns_of(tmp_path)


def test_the_index_of_a_data_frame_is_no_score(tmp_path):
    frame = pd.DataFrame({"sentence": ["He slept.", "He slept it."], "score": [2.0, 1.0]})
    frame.to_csv(path := tmp_path / "scores.csv")
    assert columns_of(path) == {"score": "score"}
    assert [score for *_, score in scores(tmp_path, path.read_text())] == [2.0, 1.0, 2.0]


@pytest.mark.parametrize("cell", ["", "1e5", "1,5", "−1", "1\n2", " 1", "1 000", "nan", "x", "٣"])
def test_columns_are_read_fast_only_where_every_cell_is_a_plain_number(cell):
    assert values.are_plain_numbers(["-1.25", "3"])
    assert not values.are_plain_numbers(["-1.25", cell])
    assert not values.are_plain_numbers([])


def test_rows_of_scores_are_made_when_they_are_read():
    rows = own.Rows(["a", "b"], {"m": array("d", [1.0, math.nan]), "n": array("d", [-0.0, 2.0])})
    expected = [("a", "m", 1.0), ("a", "n", -0.0), ("b", "n", 2.0)]
    assert list(rows) == list(rows) == expected and len(rows) == 3 and expected[2] in rows
