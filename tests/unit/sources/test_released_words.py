"""Scores from released surprisals of words, with made-up words in the forms of the releases."""

from math import log

import pytest

from acceptability.datasets import registry
from acceptability.errors import InputError
from acceptability.papers.satiation import scores as satiation
from acceptability.sources import released_words

WORDS = ["They 3", "left 4.5", ". 12", "Who 1", ", 2", "Kim 3", "? 10", "They 3", "left 4.5", ". 12"]
TEXTS = ["They left .", "Who , Kim ?", "They left ."]
ALL = {kind: kind for kind in released_words.KINDS}


@pytest.fixture
def score(tmp_path):
    """Writes lines to the two files, and returns the scores."""

    def make(words, texts, measures=ALL, log_base=None, above=("!ARTICLE",)):
        lines = [line for text in texts for line in (*above, text)]
        for name, content in (("words.txt", words), ("sentences.txt", lines)):
            (tmp_path / name).write_text("\n".join(content) + "\n", encoding="utf-8")
        return released_words.scores(tmp_path / "words.txt", tmp_path / "sentences.txt", measures, log_base)

    return make


def by_measure(table) -> dict[str, list[float]]:
    return {measure: rows["score"].tolist() for measure, rows in table.groupby("measure", sort=False)}


def test_four_measures_and_a_row_for_each_time_a_sentence_occurs(score):
    made = score(WORDS, TEXTS)
    assert list(made) == ["sentence", "measure", "score"]
    assert made["sentence"].tolist() == TEXTS * 4
    assert by_measure(made) == {
        "sum": [-19.5, -16, -19.5],
        "mean": [-6.5, -4, -6.5],
        "sum without the final mark": [-7.5, -6, -7.5],
        "mean without the final mark": [-3.75, -2, -3.75],
    }


def test_bits_become_natural_logarithms(score):
    made = by_measure(score(WORDS, TEXTS, {"log_prob": "sum", "per_word": "mean without the final mark"}, 2))
    assert made["log_prob"] == pytest.approx([-19.5 * log(2), -16 * log(2), -19.5 * log(2)])
    assert made["per_word"] == pytest.approx([-3.75 * log(2), -2 * log(2), -3.75 * log(2)])


@pytest.mark.parametrize("header", [[], ["word llm_surp"]])
@pytest.mark.parametrize("above", [(), ("!ARTICLE",)])
def test_a_header_and_lines_above_the_sentences_are_as_may_be(score, header, above):
    assert score(header + WORDS, TEXTS, above=above).equals(score(WORDS, TEXTS))


@pytest.mark.parametrize(
    ("words", "text", "dropped"),
    [
        (["Go 1", "… 2"], "Go …", 2),
        (["Go 1", "?! 2"], "Go ?!", 2),
        (["Go 1", "! 2", "” 4"], "Go ! ”", 4),
        (["Go 1", "there 2"], "Go there", 0),
        (["Go 1", "there. 2"], "Go there.", 0),
        (["Go 1", ", 2", "Kim 4"], "Go , Kim", 0),
        (["Go 1", "4 2"], "Go 4", 0),
        ([". 2"], ".", 0),
    ],
)
def test_a_final_mark_is_a_last_word_of_punctuation_only(score, words, text, dropped):
    made = by_measure(score(words, [text]))
    assert made["sum without the final mark"][0] - made["sum"][0] == dropped


def test_a_sentence_is_returned_as_released(score):
    made = score(["Go 1", "there 2"], ["Go  there "], {"sum": "sum"})
    assert made["sentence"].tolist() == ["Go  there"]


SECOND = "of {sentences}, row 4 ('Who , Kim ?')"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["Kim 1", *WORDS[1:]], "{words}, row 1: has 'Kim' instead of 'They' of {sentences}, row 2 ('They left .')"),
        (WORDS[:3] + WORDS[4:], "{words}, row 4: has ',' instead of 'Who' " + SECOND),
        (WORDS[:6], "{words}: ends before '?' " + SECOND),
        ([], "{words}: ends before 'They' of {sentences}, row 2"),
        ([*WORDS, "More 1"], "{words}, row 11: has 'More' after the last sentence of {sentences}"),
        (["word surprisal", "They x", *WORDS[1:]], "{words}, row 2: is 'They x', not a word and its surprisal"),
        ([*WORDS[:4], ",", *WORDS[5:]], "{words}, row 5: is ',', not a word and its surprisal"),
        ([*WORDS[:4], ", 2 3", *WORDS[5:]], "{words}, row 5: is ', 2 3', not a word and its surprisal"),
        ([*WORDS[:4], ", -2", *WORDS[5:]], "{words}, row 5: is ', -2', not a word and its surprisal, a number from 0"),
        (["They nan", *WORDS[1:]], "{words}, row 1: is 'They nan', not a word and its surprisal"),
        (["They inf", *WORDS[1:]], "{words}, row 1: is 'They inf', not a word and its surprisal"),
        (["They x", *WORDS[1:]], "{words}, row 2: has 'left' instead of 'They' of {sentences}, row 2"),  # no header
    ],
)
def test_words_that_are_not_those_of_the_sentences_are_refused(score, tmp_path, words, message):
    with pytest.raises(InputError) as error:
        score(words, TEXTS)
    files = {name: tmp_path / f"{name}.txt" for name in ("words", "sentences")}
    assert message.format(**files) in str(error.value)
    again = "fetch the file again" if "not a word" in message else "fetch both files again"
    assert str(error.value).endswith(again)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["!ARTICLE", "They left .", "Who , Kim ?"], ", row 3: is 'Who , Kim ?' instead of !ARTICLE"),
        (["They left .", "!ARTICLE", "Who , Kim ?"], ", row 1: is 'They left .' instead of !ARTICLE"),
        (["!ARTICLE", "!ARTICLE", "They left ."], ", row 2: is '!ARTICLE' instead of a sentence"),
        (["!ARTICLE", "They left .", "!ARTICLE"], ": ends in !ARTICLE, without a sentence"),
        (["!ARTICLE"], ": has no sentences"),
        ([" "], ": has no sentences"),
    ],
)
def test_a_file_of_sentences_of_another_form_is_refused(score, lines, message):
    with pytest.raises(InputError) as error:
        score(WORDS, lines, above=())
    assert "sentences.txt" + message in str(error.value)
    assert str(error.value).endswith("fetch the file again")


def test_another_kind_of_measure_is_refused(score):
    message = (
        "words.txt: pll is 'median', not one of: sum, mean, sum without the final mark, mean without the final mark"
    )
    with pytest.raises(InputError, match=f"{message}; correct study.yaml"):
        score(WORDS, TEXTS, {"pll": "median"})


def test_scores_of_a_declared_kind_are_read_in_the_folder_of_its_publication():
    """Scores of a kind with a reader in Python are read beside that reader."""
    modules = {kind: registry.scores_module_of({"kind": kind}) for kind in ("satiation-exposure", "islands")}
    assert modules == {"satiation-exposure": "papers.satiation.scores", "islands": "papers.islands.scores"}
    with pytest.raises(InputError, match=r"have parts: \[sentences, words\]; correct study.yaml"):
        satiation.scores({"": "x.txt"}, {"sum": "sum"}, None, None)
