"""Reflexive pronouns (Hu et al. 2020): stimuli by hand, released surprisals, and what is wrong in them."""

import numpy as np
import pandas as pd
import pytest

import import_published
from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, REMARKS, SENTENCES
from acceptability.contracts.scoring import MATCHES, SCORES
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.papers.hu2020 import manifest
from acceptability.papers.hu2020 import reader as hu2020
from acceptability.papers.hu2020.scores import scores
from acceptability.plan.systems import Published
from acceptability.statistics import deltas
from helpers import replaced

HEADER = "item,grammatical,mismatch_position,pronoun,sentence,sentence_no_eos"
TEXTS = {
    "none": "The girl said that the mother saw herself .",
    "nonlocal_subj": "The boy said that the mother saw herself .",
    "local_subj": "The girl said that the father saw herself .",
}


def row(item: str, position: str, grammatical: str, text: str | None = None, other: str | None = None) -> str:
    text = text or TEXTS[position]
    return f"{item},{grammatical},{position},herself,{text} <eos>,{other or text}"


ROWS = [row(item, position, str(int(position != "local_subj"))) for item in ("1", "2") for position in TEXTS]


def stimuli(folder, *rows: str, header: str = HEADER):
    path = folder / "stimuli.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def made(tmp_path) -> Dataset:
    return hu2020.read(exp3_herself=stimuli(tmp_path, *ROWS))


def test_sentences_have_ids_sets_conditions_and_labels(made):
    table = io.check_table(made.sentences, SENTENCES, "sentences")
    assert table["sentence_id"].tolist() == [f"exp3-herself.000{number}" for number in range(1, 7)]
    assert table["sentence"].tolist() == [*TEXTS.values()] * 2
    assert table["set"].tolist() == ["exp3-herself.1"] * 3 + ["exp3-herself.2"] * 3
    assert table["condition"].tolist() == ["baseline", "distractor", "ungrammatical"] * 2
    assert table["label"].tolist() == [1, 1, 0] * 2
    assert table["label_as_released"].tolist() == ["1", "1", "0"] * 2
    assert set(table["experiment"]) == {"exp3"} and set(table["pronoun"]) == {"herself"}
    assert table["rating"].isna().all()
    assert made.pairs.empty and made.ratings.empty and made.remarks.empty


def test_the_pronoun_is_scored_or_the_whole_sentence(tmp_path, made):
    assert made.sentences["given"].iloc[0] == "The girl said that the mother saw"
    assert set(made.sentences["scored"]) == {"herself"}
    whole = hu2020.read(exp3_herself=stimuli(tmp_path, *ROWS), method="full-sentence").sentences
    pd.testing.assert_frame_equal(whole, made.sentences.drop(columns=["given", "scored"]))
    first = hu2020.read(exp3_herself=stimuli(tmp_path, row("1", "none", "1", "herself saw herselfish girls"), *ROWS))
    assert first.sentences["given"].iloc[0] == ""


@pytest.mark.parametrize(
    ("position", "condition"),
    [
        ("none", "baseline"),
        *((name, "ungrammatical") for name in ("matrix_subj", "local_subj", "head")),
        *((name, "distractor") for name in ("rc_subj", "nonlocal_subj", "distractor")),
    ],
)
def test_conditions_are_positions_of_the_mismatch(tmp_path, position, condition):
    other = row("1", "none" if condition == "ungrammatical" else "head", "1", TEXTS["none"])
    table = hu2020.read(exp2_herself=stimuli(tmp_path, row("1", position, "1", TEXTS["none"]), other)).sentences
    assert table["condition"].iloc[0] == condition
    assert table["label"].iloc[0] == int(condition != "ungrammatical")


def test_labels_are_corrected_and_the_released_ones_kept(tmp_path):
    swapped = [row("1", "none", "1"), row("1", "nonlocal_subj", "0"), row("1", "local_subj", "1")]
    made = hu2020.read(exp1a_themselves=stimuli(tmp_path, *swapped))
    assert made.sentences["label"].tolist() == [1, 1, 0]
    assert made.sentences["label_as_released"].tolist() == ["1", "0", "1"]
    assert io.check_table(made.remarks, REMARKS, "remarks").to_numpy().tolist() == [
        ["exp1a-themselves.0002", "label", "1", "0"],
        ["exp1a-themselves.0003", "label", "0", "1"],
    ]


def test_a_second_text_that_differs_is_a_remark(tmp_path):
    other = "The girl said that the mothers saw herself ."
    made = hu2020.read(exp3_herself=stimuli(tmp_path, row("1", "none", "1", other=other), *ROWS))
    assert made.sentences["sentence"].iloc[0] == TEXTS["none"]
    assert made.remarks.to_numpy().tolist() == [["exp3-herself.0001", "sentence", TEXTS["none"], other]]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([*ROWS, row("2", "subj", "1", "She saw herself .")], "row 8: mismatch_position is 'subj'; write one of none,"),
        ([row("2", "none", "1", "She saw him ."), *ROWS], r"row 2: 'She saw him . <eos>' does not have its pronoun"),
        ([*ROWS, row("2", "none", "1", "herself saw herself .")], "row 8: .* does not have its pronoun 'herself' once"),
        ([*ROWS, row("2", "none", "", "She saw herself .")], r"row 8: grammatical is ''; write 1 or 0"),
        ([], r"has no rows; fetch it again"),
        ([ROWS[0], ROWS[1]], r"all sentences have the same label; fetch it again"),
        ([ROWS[2], ROWS[5]], r"all sentences have the same label; fetch it again"),
    ],
)
def test_bad_stimuli_are_named_with_file_and_row(tmp_path, rows, message):
    path = stimuli(tmp_path, *rows)
    with pytest.raises(InputError, match=message) as error:
        hu2020.read(exp3_herself=path)
    assert str(error.value).startswith(str(path)) and "\n" not in str(error.value)


@pytest.mark.parametrize("column", HEADER.split(","))
def test_a_missing_column_is_named(tmp_path, column):
    path = stimuli(tmp_path, *ROWS, header=HEADER.replace(column, "x" + column))
    with pytest.raises(InputError, match=f"has no column '{column}'; fetch it again; it has: "):
        hu2020.read(exp3_herself=path)


def test_the_manifest_names_15_files_and_says_what_is_scored():
    found = manifest.manifest({})
    assert len(found.sources) == 15 and found.sources["exp1a_herself"] == "hu2020-exp1a-herself.csv"
    assert found.labelled and found.scored_part and not (found.pairs or found.ratings or found.splits)
    whole = manifest.manifest({"method": "full-sentence"})
    assert not whole.scored_part and whole.options == {"method": "full-sentence"}
    assert "whole sentence" in whole.description and "whole sentence" not in found.description


NUMBERS = [7.5, 8.0, 11.25, 7.0, 9.0, 10.0]


def tokens(texts, numbers=NUMBERS, end="<eos>\t0.0\n") -> str:
    """A released file: the pronoun's surprisal is the number, that of another word 1."""
    return "".join(
        "".join(f"{word}\t{number if word == 'herself' else 1.0}\n" for word in text.split()) + end
        for text, number in zip(texts, numbers, strict=True)
    )


def released(folder, text: str, name: str = "x.txt"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "end"),
    [
        (str, "<eos>\t0.0\n"),
        (str.lower, "<eos>\t0.1\n"),  # a model that knows lower-case letters only
        (str, "<eos>\t0.1\n<eos>\t0.0\n"),  # two ends of each sentence
    ],
)
def test_token_files_line_up_with_the_sentences(tmp_path, made, capsys, change, end):
    path = released(tmp_path, tokens(map(change, made.sentences["sentence"]), end=end))
    found = scores({"exp3-herself": path}, {"score": "surprisal"}, made.sentences, made.pairs)
    assert found["sentence_id"].tolist() == made.sentences["sentence_id"].tolist()
    assert found["score"].tolist() == [-number for number in NUMBERS]
    assert "population_mean" not in found and set(found["measure"]) == {"score"}
    io.check_table(found, SCORES, "scores")
    assert capsys.readouterr().out == ""


def test_a_csv_has_a_row_for_each_sentence(tmp_path, made):
    frame = pd.DataFrame({"": range(6), "sentence": made.sentences["sentence"] + " <eos>", "surprisal": NUMBERS})
    path = tmp_path / "x.csv"
    frame.to_csv(path, index=False)
    found = scores({"exp3-herself": path}, {"score": "surprisal"}, made.sentences, made.pairs)
    assert found["score"].tolist() == [-number for number in NUMBERS]
    with pytest.raises(InputError, match="x.csv: has no column 'bits'; correct study.yaml; it has: , sentence, surp"):
        scores({"exp3-herself": path}, {"score": "bits"}, made.sentences, made.pairs)
    frame.iloc[:5].to_csv(path, index=False)
    with pytest.raises(InputError, match="x.csv: has 5 sentences, but exp3-herself has 6; fetch it again"):
        scores({"exp3-herself": path}, {"score": "surprisal"}, made.sentences, made.pairs)


def test_scores_of_some_parts_carry_the_mean_and_sd_of_their_own(tmp_path, made):
    other = made.sentences.assign(sentence_id=made.sentences["sentence_id"].str.replace("exp3", "exp1a"))
    both = pd.concat([other, made.sentences], ignore_index=True)
    path = released(tmp_path, tokens(made.sentences["sentence"]))
    found = scores({"exp3-herself": path}, {"score": "surprisal"}, both, made.pairs)
    assert found["sentence_id"].tolist() == made.sentences["sentence_id"].tolist()
    assert set(found["population_mean"]) == {-np.mean(NUMBERS)} and set(found["population_sd"]) == {np.std(NUMBERS)}
    checks.check_scores(found, both, "scores.csv")
    z_scores, _ = deltas.compute_deltas(found, both, made.pairs)
    assert z_scores["z_score"].mean() == pytest.approx(0) and z_scores["z_score"].std(ddof=0) == pytest.approx(1)


def test_other_words_are_counted_and_other_sentences_refused(tmp_path, made, capsys):
    texts = made.sentences["sentence"].tolist()
    path = released(tmp_path, tokens([texts[0].replace("mother", "sister"), *texts[1:]]))
    scores({"exp3-herself": path}, {"score": "surprisal"}, made.sentences, made.pairs)
    assert "1 of 6 sentences have other words than those of exp3-herself" in capsys.readouterr().out
    path = released(tmp_path, tokens([text.replace("saw", "hurt") for text in texts]))
    with pytest.raises(InputError, match="6 of 6 sentences are not those of exp3-herself; fetch it again"):
        scores({"exp3-herself": path}, {"score": "surprisal"}, made.sentences, made.pairs)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda text: replaced(text, "herself\t11.25\n", ""),
            r"x.txt, sentence 3 \(exp3-herself.0003\): has 'herself' 0 times",
        ),
        (lambda text: text.split("<eos>\t0.0\n", 1)[1], "x.txt: has 5 sentences, but exp3-herself has 6; fetch it"),
        (lambda text: "", "x.txt: has 0 sentences, but exp3-herself has 6; fetch it"),
        (lambda text: replaced(text, "\t1.0", ""), "x.txt, row 1: must end in a surprisal, a finite number; fetch"),
        (lambda text: replaced(text, "11.25", "inf"), "x.txt, row 28: must end in a surprisal"),
        (lambda text: replaced(text, "11.25", "a b"), "x.txt, row 28: must end in a surprisal"),
    ],
)
def test_bad_token_files_are_named(tmp_path, made, change, message):
    path = released(tmp_path, change(tokens(made.sentences["sentence"])))
    with pytest.raises(InputError, match=message) as error:
        scores({"exp3-herself": path}, {"score": "surprisal"}, made.sentences, made.pairs)
    assert "\n" not in str(error.value)


def test_an_unknown_part_is_refused(tmp_path, made):
    path = released(tmp_path, tokens(made.sentences["sentence"]))
    with pytest.raises(InputError, match="x.txt: no sentence of the dataset belongs to the part 'exp3-her'"):
        scores({"exp3-her": path}, {"score": "surprisal"}, made.sentences, made.pairs)


def imported(folder, **given) -> pd.DataFrame:
    """The scores that the rule makes of raw files, and no matches: what has ids is not matched by text."""
    usual = {"sentences": folder / "sentences.csv", "pairs": folder / "pairs.csv", "parts": []}
    made = {"to_scores": folder / "scores.csv", "to_matches": folder / "matches.csv"}
    import_published.main(**usual | made | given)
    assert io.read_table(folder / "matches.csv", MATCHES).empty
    return io.read_table(folder / "scores.csv", SCORES)


def test_the_rule_imports_all_parts_of_a_system(tmp_path, made):
    other = made.sentences.assign(sentence_id=made.sentences["sentence_id"].str.replace("exp3", "exp1a"))
    io.write_table(pd.concat([other, made.sentences]), tmp_path / "sentences.csv", SENTENCES)
    io.write_table(made.pairs, tmp_path / "pairs.csv", PAIRS)
    texts = made.sentences["sentence"]
    files = [released(tmp_path, tokens(texts, numbers), f"{n}.txt") for n, numbers in enumerate([NUMBERS, range(6)])]
    own = {"unit": "own", "module": "papers.hu2020.scores", "parts": ["exp3-herself", "exp1a-herself"]}
    found = imported(tmp_path, raw=files, measures={"score": "surprisal"}, **own)
    of_sentences = found.set_index("sentence_id")["score"]
    assert of_sentences["exp3-herself.0003"] == -11.25 and of_sentences["exp1a-herself.0003"] == -2


def test_only_a_dataset_s_own_sentences_are_kept_of_a_release(tmp_path, capsys):
    sentences = pd.DataFrame({"sentence_id": ["b", "c"], "sentence": ["B.", "C."], "rating": None})
    io.write_table(sentences, tmp_path / "sentences.csv", SENTENCES)
    pd.DataFrame({"id": ["a", "b", "c"], "x": [1, 2, 3]}).to_csv(tmp_path / "x.csv", index=False)

    release = {"raw": [tmp_path / "x.csv"], "unit": "sentence", "measures": {"pll": "x"}}
    assert imported(tmp_path, **release)["sentence_id"].tolist() == ["a", "b", "c"]  # later, unknown ones are named
    assert imported(tmp_path, **release, selection=True)["sentence_id"].tolist() == ["b", "c"]
    assert "1 of 3 scores are of sentences that this dataset does not have; left out" in capsys.readouterr().out
    io.write_table(sentences.replace({"b": "d", "c": "e"}), tmp_path / "others.csv", SENTENCES)
    with pytest.raises(InputError, match="x.csv: has no sentence of this dataset; correct dataset or source"):
        imported(tmp_path, **release, sentences=tmp_path / "others.csv", selection=True)


def test_a_source_stands_for_a_file_for_each_part():
    assert Published("x", {"source": "x.csv"}, "refuse").files == ("x.csv",)
    assert Published("x", {"source": "x-{part}.csv", "parts": ["a", "b"]}, "refuse").files == ("x-a.csv", "x-b.csv")
