"""What users type in Python: tables in all forms, errors of one line, a light import. tests/workflow/test_python.py has the values."""

import subprocess
import sys

import pandas as pd
import pytest

import acceptability
from acceptability import InputError
from acceptability.api.scoring import Scores
from acceptability.plan import modules
from configurations import SCHEMAS
from tiny_models import bert, byte_tokenizer, gpt2, save, wordpiece_tokenizer

TABLE = pd.DataFrame(
    {
        "good": ["Dogs bark.", "The old dog barks."],
        "bad": ["Dogs barks.", "The old dog bark."],
        "good_rating": [1, 0.5],
        "bad_rating": [-1.0, -0.75],
    }
)
OWN = pd.DataFrame({"sentence_id": ["1.good", "1.bad", "2.good", "2.bad"], "score": [3.0, 1.0, 2.5, 2.5]})


@pytest.fixture
def masked(tmp_path):
    return save(tmp_path / "bert", bert(), wordpiece_tokenizer())


def test_a_frame_and_its_files_are_the_same_pairs(tmp_path):
    TABLE.to_csv(tmp_path / "pairs.csv", index=False)
    TABLE.to_json(tmp_path / "pairs.jsonl", orient="records", lines=True)
    frame = acceptability.pairs(TABLE)
    for name in ("pairs.csv", "pairs.jsonl"):
        read = acceptability.pairs(tmp_path / name)
        pd.testing.assert_frame_equal(read.sentences, frame.sentences)
        pd.testing.assert_frame_equal(read.pairs, frame.pairs)
    assert frame.sentences["rating"].tolist() == [1.0, -1.0, 0.5, -0.75]


def test_single_ratings_become_z_scores_of_participants():
    plain = TABLE[["good", "bad"]]
    answers = [
        (who, name, rating) for who in "ab" for name, rating in zip(OWN["sentence_id"], (5, 1, 4, 2), strict=True)
    ]
    read = acceptability.pairs(plain, pd.DataFrame(answers, columns=["participant", "sentence_id", "rating"]))
    sd = (((2**2) * 2 + 1 * 2) / 3) ** 0.5  # of 5, 1, 4 and 2, ddof = 1
    assert read.sentences["rating"].tolist() == pytest.approx([2 / sd, -2 / sd, 1 / sd, -1 / sd])
    assert len(read.ratings) == 8


def test_shares_by_hand():
    """Human deltas 2 and 1.25; scores 3, 1, 2.5, 2.5 have the mean 2.25 and the SD √.5625 = .75, so deltas 2.667 and 0."""
    result = acceptability.evaluate(TABLE, {"mine": OWN}, thresholds=[0.5, 1])
    mine = result[result["system"] == "mine"].set_index(["criterion", "threshold"])
    assert mine["share"].to_dict() == {("blimp", None): 0.5, ("adc", 0.5): 0.0, ("adc", 1.0): 0.5} or (
        mine["share"].tolist() == [0.5, 0.0, 0.5]
    )
    assert mine["share_ties_half"].tolist() == [0.75, 0.0, 0.5]
    assert set(acceptability.evaluate(TABLE[["good", "bad"]], {"mine": OWN})["criterion"]) == {"blimp"}


def test_surprisals_are_negated():
    surprisals = OWN.rename(columns={"score": "surprisal"}).assign(surprisal=lambda table: -table["surprisal"])
    with pytest.raises(InputError, match="sounds as if low scores were good"):
        acceptability.evaluate(TABLE, surprisals)
    negated = acceptability.evaluate(TABLE, surprisals, negate=["surprisal"])
    assert negated["share"].tolist() == acceptability.evaluate(TABLE, OWN)["share"].tolist()


def test_scores_keep_what_ties_need_when_rows_are_chosen(masked):
    pairs = acceptability.pairs(TABLE)
    scores = acceptability.score(pairs, masked)
    assert isinstance(scores, Scores) and list(scores) == ["sentence_id", "sentence", "pll", "pll_word_l2r"]
    shuffled = scores.sample(frac=1, random_state=1)
    first, second = (acceptability.evaluate(pairs, {"x": table}) for table in (scores, shuffled))
    pd.testing.assert_frame_equal(first, second)


def test_columns_that_users_add_or_change_count_as_they_are(masked):
    pairs = acceptability.pairs(TABLE)
    scores = acceptability.score(pairs, masked)
    changed = scores.assign(mine=[4.0, 1.0, 2.0, 3.0], pll=[1.0, 2.0, 3.0, 4.0])
    result = acceptability.evaluate(pairs, {"x": changed}).query("system == 'x' and criterion == 'blimp'")
    shares = result.set_index("measure")["share"]
    assert (shares["mine"], shares["pll"]) == (0.5, 0.0)
    own = acceptability.evaluate(pairs, {"x": scores}).query("system == 'x' and criterion == 'blimp'")
    assert shares["pll_word_l2r"] == own.set_index("measure")["share"]["pll_word_l2r"]
    with pytest.raises(InputError, match="row 3"):
        acceptability.evaluate(pairs, {"x": scores.assign(pll=[1.0, None, 3.0, 4.0])})


def test_texts_are_numbered_and_equal_texts_score_the_same(masked):
    scores = acceptability.score(["The boy sleeps.", "The girl sleeps.", "The boy sleeps."], masked, measures=["pll"])
    assert scores["sentence_id"].tolist() == ["1", "2", "3"]
    assert scores["pll"][0] == scores["pll"][2] != scores["pll"][1]


def test_a_causal_model_reads_its_beginning_unless_it_is_told_otherwise(tmp_path):
    folder = save(tmp_path / "gpt", gpt2(), byte_tokenizer(mask=False))
    with pytest.warns(UserWarning, match="does not know this language"):
        with_beginning, without = (
            acceptability.score(["The boy sleeps."], folder, tokens=True, beginning=it) for it in (True, False)
        )
        assert len(acceptability.score(["The boy sleeps."], folder, tokens=True)) == len(with_beginning)
    assert len(with_beginning) == len(without) + 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda folder: acceptability.score("One text.", folder), "is one text; give a list"),
        (lambda folder: acceptability.score([], folder), "there are none"),
        (lambda folder: acceptability.score(["A.", " "], folder), "sentence_id '2' has no text"),
        (lambda folder: acceptability.score(["A."], folder / "x"), "x: is not a folder"),
        (lambda folder: acceptability.score(["A."], folder, kind="big"), "kind='big': must be one of"),
        (lambda folder: acceptability.score(["A."], folder, kind="causal"), "use kind: masked"),
        (lambda folder: acceptability.score(["A."], folder, measures=["log_prob"]), "no 'log_prob' here; there are: "),
        (lambda folder: acceptability.score(["A."], folder, measures=["pll", "slor"]), "no 'slor' here"),
        (lambda folder: acceptability.score(["A."], folder, beginning=True), "masked models do not have it"),
        (lambda folder: acceptability.score(["A."], folder, revision="main"), "only to a model of the hub"),
        (lambda folder: acceptability.score(["A."], 3), "model: is a int; give a folder"),
        (lambda folder: acceptability.score(["A."], (1, 2)), "does not say which kind it is"),
        (lambda folder: acceptability.score(pd.DataFrame({"sentence": ["A."]}), folder), "'sentence_id' is missing"),
        (lambda folder: acceptability.pairs(TABLE.drop(columns="bad")), "pairs: the column 'bad' is missing"),
        (lambda folder: acceptability.pairs(TABLE.drop(columns="bad_rating")), "go together"),
        (lambda folder: acceptability.pairs("nowhere.csv"), "nowhere.csv: cannot be read"),
        (lambda folder: acceptability.pairs(TABLE, TABLE), "has ratings, and ratings has others"),
        (lambda folder: acceptability.evaluate(TABLE, OWN.head(3)), "2.bad (The old dog bark.) has no score"),
        (lambda folder: acceptability.evaluate(TABLE, {}), "scores: there are none"),
        (lambda folder: acceptability.evaluate(TABLE, {"reference": OWN}), "is what references are called"),
        (lambda folder: acceptability.evaluate(TABLE, {"a": OWN.assign(score=1.0)}), "a: score: the scores have a"),
        (lambda folder: acceptability.evaluate(TABLE, OWN, thresholds=[0]), "must be a positive number"),
        (lambda folder: acceptability.evaluate(acceptability.pairs(TABLE), OWN, OWN), "give them to pairs()"),
        (lambda folder: acceptability.evaluate(TABLE, OWN, negate=["ppl"]), "negate: 'ppl' is not a measure"),
        (lambda folder: acceptability.plot(OWN), "has no rows of evaluate or compare"),
        (lambda folder: acceptability.plot(acceptability.evaluate(TABLE, OWN).head(0)), "has no rows of evaluate"),
        (lambda folder: acceptability.pairs([1]), "pairs: is a list; give a file or a data frame"),
        (lambda folder: acceptability.evaluate(TABLE, [1]), "scores: is a list; give a file or a data frame"),
        (lambda folder: acceptability.evaluate(TABLE, OWN, thresholds="0.5"), "δ = '0.5' must be a positive number"),
        (lambda folder: acceptability.pairs(TABLE.assign(good=pd.NA)), "good"),
        (lambda folder: acceptability.train_ngram([b"A b."], tools=folder), "where a sentence belongs"),
        (lambda folder: acceptability.read(folder / "config.json"), "is not a table of results"),
        (lambda folder: acceptability.read("results/x.csv"), "is not a file"),
        (lambda folder: acceptability.train_ngram(["A b."], order=9), "order=9: must be from 2 to 6"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(masked, call, message):
    with pytest.raises(InputError) as error:
        call(masked)
    assert message in str(error.value)
    assert error.value._render_traceback_() == [f"InputError: {error.value}"]


def test_a_tokenizer_of_another_model_is_refused():
    with pytest.raises(InputError, match="do not belong together"):
        acceptability.score(["A."], (bert(), byte_tokenizer(mask=True)), kind="masked")


def test_without_kenlm_the_mend_is_named(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match="tools='kenlm'"):
        acceptability.train_ngram(["A b."])


def test_figures_leave_the_users_style_alone():
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    result = acceptability.evaluate(TABLE, {"owner/name": OWN})
    for table in (result, acceptability.compare(TABLE, {"a": OWN, "b": OWN.assign(score=[1, 2, 3, 4.0])})):
        figure = acceptability.plot(table)
        assert figure.get_axes()
    assert "owner/name" in [name.get_text() for name in acceptability.plot(result).get_axes()[0].get_yticklabels()]
    assert {key: value for key, value in mpl.rcParams.items() if before[key] != value} == {}


def test_results_are_read_by_their_contract(tmp_path):
    target = tmp_path / "results/metrics/mine/criteria.csv"
    target.parent.mkdir(parents=True)
    result = acceptability.evaluate(TABLE, OWN)
    result.to_csv(target, index=False)
    pd.testing.assert_frame_equal(acceptability.read(target), result)
    result.drop(columns="share").to_csv(target, index=False)
    with pytest.raises(InputError, match="the column 'share' is missing"):
        acceptability.read(target)


def test_the_import_loads_no_other_package():
    program = f"import sys; sys.path.insert(0, {str(modules.SCRIPTS)!r}); import acceptability; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"pandas", "numpy", "torch"} & set(done.stdout.split())
    assert set(acceptability.__all__) <= set(dir(acceptability))
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        acceptability.scores  # noqa: B018


def test_ties_are_those_of_the_configurations_default():
    from acceptability.api.judging import TIE

    assert SCHEMAS["config"]["properties"]["criteria"]["properties"]["tie"]["default"] == TIE
