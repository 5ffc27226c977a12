"""The words of `make check`: the configuration that they mean, and one line for each mistake."""

import pytest

from acceptability.command import options, request
from acceptability.errors import InputError
from acceptability.reading import load
from acceptability.sources import fetching
from configurations import SCHEMAS
from helpers import ROOT


@pytest.fixture
def pairs(tmp_path, monkeypatch):
    """A table of pairs in the current folder, where nothing can be fetched."""
    (tmp_path / "pairs.csv").write_text("good,bad\nThe boy sleeps.,The boy sleep.\n", encoding="utf-8")

    def refuse(*_, **__):
        raise InputError("brown.zip: cannot download it")

    monkeypatch.setattr(fetching, "fetch", refuse)
    monkeypatch.setattr(fetching, "is_intact", lambda row, path: False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(**words):
    given = options.parse(words, options.CHECK)
    return load.read_yaml(request.write(given, ROOT, SCHEMAS, command=options.CHECK) / "config.yaml")


def test_no_word_but_the_pairs_is_needed_and_without_a_network_there_is_no_corpus(pairs, capsys):
    config = written(pairs="pairs.csv", folder="out")
    assert config["check"] == {} and config["run"] == [] and "corpora" not in config
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "note: brown.zip: cannot download it" and said[1].startswith("pairs.csv: 1 pair (UTF-8, ")


def test_a_corpus_that_is_here_is_counted(pairs, monkeypatch):
    monkeypatch.setattr(fetching, "is_intact", lambda row, path: True)
    assert written(pairs="pairs.csv", folder="out")["check"] == {"corpus": "brown"}
    assert written(pairs="pairs.csv", corpus="none", folder="none")["check"] == {}
    (pairs / "My texts.txt").write_text("The boy sleeps.\n")
    config = written(pairs="pairs.csv", corpus="My texts.txt", folder="own")
    assert config["check"] == {"corpus": "my-texts"}
    assert config["corpora"] == {"my-texts": {"kind": "text", "path": "../My texts.txt"}}


def test_what_was_asked_for_is_written(pairs):
    (pairs / "f.csv").write_text("sentence\nIt rained.\n")
    config = written(pairs="pairs.csv", raters=7, lists=2, fillers="f.csv", seed=3, assume="rater_sd=0.9", folder="o")
    expected = {"raters": 7, "lists": 2, "seed": 3, "fillers": "../f.csv", "assume": {"rater_sd": 0.9}}
    assert config["check"] == expected


def test_lists_are_made_of_pairs_that_are_rated_and_of_pairs_in_a_folder(pairs):
    """Test that the check of lists reads the pairs as a run does: of several tables, and without ratings."""
    rows = ("a,1.good,5", "a,1.bad,2", "b,1.good,4", "b,1.bad,1")
    (pairs / "ratings.csv").write_text("\n".join(["participant,sentence_id,rating", *rows]))
    given = {"pairs": "pairs.csv", "ratings": "ratings.csv", "standardise": "sentences", "lists": 2}
    assert written(**given, corpus="none", folder="rated")["check"] == {"lists": 2}
    (pairs / "folder").mkdir()
    for number in (1, 2):
        (pairs / f"folder/{number}.csv").write_text(f"good,bad\nThe boy {number} sleeps.,The boy {number} sleep.\n")
    assert written(pairs="folder", lists=2, corpus="none", folder="several")["check"] == {"lists": 2}


def test_fillers_are_read_as_the_other_tables_are_and_those_in_utf_8_as_that(pairs):
    (pairs / "f.csv").write_text("sentence\nLe garçon dort.\n", encoding="latin-1")
    words = {"pairs": "pairs.csv", "lists": 2, "fillers": "f.csv", "corpus": "none", "encoding": "latin-1"}
    assert written(**words, folder="o")["check"] == {"lists": 2, "fillers": "../f.csv", "encoding": "latin-1"}
    (pairs / "f.csv").write_text("sentence\nLe garçon dort.\n", encoding="utf-8")
    assert written(**words, folder="p")["check"] == {"lists": 2, "fillers": "../f.csv"}


def test_first_pairs_are_asked_for_where_two_rows_have_scores(pairs):
    texts = [f"{side} {n}" for n in range(5) for side in ("good", "bad")]
    (pairs / "five.csv").write_text("\n".join(["good,bad", *map(",".join, zip(texts[::2], texts[1::2], strict=True))]))
    (pairs / "scores.csv").write_text("\n".join(["sentence,one,two", *(f"{text},1,2" for text in texts)]))
    assert written(pairs="five.csv", scores="scores.csv", first=4, folder="o")["check"] == {"first": 4}
    with pytest.raises(
        InputError, match="check.first: 5 is not below the number of pairs of five, which is 5: to rate"
    ):
        written(pairs="five.csv", scores="scores.csv", first=5, folder="p")
    assert not (pairs / "p").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({}, "nothing to check: add PAIRS=my_pairs.csv or DATASET="),
        ({"rater": 3}, "make check: the option 'RATER' is not declared (did you mean 'RATERS'?)"),
        ({"raters": "x"}, "RATERS=x: must be a whole number"),
        ({"first": 4}, "FIRST=4: pairs are ranked by how much systems disagree, and there are no two rows of scores"),
        ({"raters": 0}, "make check: check.raters: 0 does not fit: Number of raters of each sentence; at least 1"),
        ({"lists": 1}, "make check: check.lists: 1 does not fit: Number of lists for participants"),
        ({"corpus": "nix"}, "CORPUS=nix: is neither a file nor a corpus of config.yaml; there are: brown, none"),
        ({"fillers": "f.csv"}, "FILLERS=f.csv: there is no such file; correct the path"),
        ({"fillers": "pairs.csv"}, "make check: check.fillers: fillers need lists; set their number with the key lists"),
        ({"fillers": "pairs.csv", "lists": 2}, "make check: check.fillers: pairs.csv: the column 'sentence' is missing"),
        ({"lists": 4}, "LISTS=4: 4 lists are too many for 1 pair: 2 would have no sentence of a pair; ask for 2 or fewer"),
        ({"fillers": "again.csv", "lists": 2}, "FILLERS=again.csv: row 3: 'The boy sleep.' is also a sentence of the p"),
        ({"fillers": "twice.csv", "lists": 2}, "FILLERS=twice.csv: row 3: 'It rained.' is also the filler in row 2"),
        ({"pairs": "shared.csv", "lists": 2}, "LISTS=2: the sentence 'A b.' is in several pairs, so that 2 lists are"),
        ({"assume": "rater_sdd=2"}, "ASSUME: unknown name 'rater_sdd' (did you mean 'rater_sd'?)"),
        ({"corpus": "empty.txt"}, "make check: corpora.empty.path: empty.txt: has no sentences; write one on each line"),
        ({"assume": "system_sd_phenomena=0,system_sd_pairs=0"}, "ASSUME: system_sd_phenomena and system_sd_pairs: one"),
        ({"fillers": "latin.csv", "lists": 2}, "make check: check.fillers: latin.csv, row 2: is not utf-8 text"),
        ({"dataset": "li-adger", "pairs": "", "sheet": "x"}, "SHEET=x: applies only to a table of your own"),
        ({"ratings": "r.csv"}, "RATINGS=r.csv: there is no such file; correct the path"),
    ],
)  # fmt: skip
def test_one_line_for_each_mistake(pairs, words, message):
    (pairs / "again.csv").write_text("sentence\nIt rained.\nThe boy sleep.\n")
    (pairs / "empty.txt").write_text(" \n\n")
    (pairs / "latin.csv").write_text("sentence\nLe garçon dort.\n", encoding="latin-1")
    (pairs / "twice.csv").write_text("sentence\nIt rained.\nIt  rained.\n")
    (pairs / "shared.csv").write_text("good,bad\nA b.,B a.\nA b.,A a.\nA b.,B b.\n")
    subject = {"pairs": "pairs.csv"} if words else {"lists": 2}
    with pytest.raises(InputError) as error:
        written(**subject | words, folder="out")
    assert str(error.value).startswith(message)
    assert not (pairs / "out").exists()


def test_ratings_belong_to_one_table_of_pairs(pairs):
    (pairs / "more.csv").write_text("good,bad\nA b.,B a.\n")
    with pytest.raises(InputError, match="RATINGS=pairs.csv: applies only to one table of pairs"):
        written(pairs="pairs.csv,more.csv", ratings="pairs.csv", folder="out")


def test_the_target_says_which_command_it_is_and_jobs_know_the_words_of_both():
    assert options.command_of(["--cores", "2", "check"]) is options.CHECK
    assert options.command_of(["--directory", "check", "score"]) is options.SCORE
    both = {"sentences": "s.csv", "lists": "4"}
    assert options.parse(both, options.command_of(["--target-jobs", "x"], is_main=False)) == both
