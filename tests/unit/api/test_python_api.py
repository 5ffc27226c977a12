"""What users type in Python: tables in all forms, errors of one line, a light import. tests/workflow/test_python.py has the values."""

import json
import re
import subprocess
import sys
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest

import acceptability
from acceptability import InputError, evaluation, installation
from acceptability.analyses import registry
from acceptability.analyses.analysis import Files
from acceptability.analyses.common.compute import compute as common
from acceptability.analyses.coverage import compute_by_coverage
from acceptability.analyses.criteria.compute import compute as criteria
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.differences.compute import compute as differences
from acceptability.analyses.subject import Example, Subject
from acceptability.api.evaluating import _long
from acceptability.api.scoring import Scores
from acceptability.contracts.defaults import TIE
from acceptability.contracts.deltas import REFERENCE
from acceptability.evaluation import Evaluation
from acceptability.scoring.token_scores import with_change_per_nat
from acceptability.statistics.deltas import compute_deltas, deltas_of_decisions
from acceptability.statistics.references import reference_deltas
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
CHOSEN = pd.DataFrame({"pair_id": ["1", "2"], "m": [1, 0]})
OWN = pd.DataFrame({"sentence_id": ["1.good", "1.bad", "2.good", "2.bad"], "score": [3.0, 1.0, 2.5, 2.5]})


PAIRS = 40
WITHOUT = (4, 17, 32)  # pairs of which the partial system lacks a sentence, or, of the last one, both
UNDECIDED = (2, 4)


@pytest.fixture(scope="module")
def many() -> dict[str, object]:
    """40 rated pairs of 8 phenomena; a complete system, one without scores of 3 pairs, and choices of 38 pairs."""
    draw = np.random.default_rng(5)
    texts = [[f"Word {'more ' * (n % 3)}{n} {side}." for n in range(PAIRS)] for side in ("is", "are")]
    ratings = [(mean + draw.normal(size=PAIRS) / 2).tolist() for mean in (0.7, -0.5)]
    columns = dict(zip(("good", "bad", "good_rating", "bad_rating"), texts + ratings, strict=True))
    pairs = acceptability.pairs(pd.DataFrame(columns | {"phenomenon": [f"f{n // 5}" for n in range(PAIRS)]}))
    names = pairs.sentences["sentence_id"]
    good = names.str.endswith("good").to_numpy()
    whole, part = (
        pd.DataFrame({"sentence_id": names, "sentence": pairs.sentences["sentence"], "score": values})
        for values in (draw.normal(size=2 * PAIRS) + good, draw.normal(size=2 * PAIRS) + 2 * good)
    )
    ids = pairs.pairs.set_index("pair_id").iloc[list(WITHOUT)]
    lacking = [*ids["good_id"], ids["bad_id"].iloc[-1]]
    part.loc[part["sentence_id"].isin(lacking[1:]), "score"] = np.nan
    part = part[part["sentence_id"] != lacking[0]]  # a row that is not there is as good as an empty cell
    chosen = pd.DataFrame({"pair_id": pairs.pairs["pair_id"], "Chat": [float(n % 4 > 0) for n in range(PAIRS)]})
    chosen.loc[list(UNDECIDED), "Chat"] = np.nan
    return {"pairs": pairs, "whole": whole, "part": part, "chosen": chosen}


def rows_of(table: pd.DataFrame, *systems: str) -> pd.DataFrame:
    return table[table["system"].isin(systems)].reset_index(drop=True)


def criteria_of(*given: object, **more: object) -> pd.DataFrame:
    """Return the main table of what is evaluated."""
    return acceptability.evaluate(*given, **more)["criteria"]


def labels_of(e: Evaluation, name: str = "criteria") -> set[str]:
    """Return the labels of a figure's rows, without line breaks and the numbers before them."""
    names = e.figure(name).get_axes()[0].get_yticklabels()
    return {re.sub(r"^\d+ +", "", " ".join(name.get_text().split())) for name in names}


@pytest.fixture(scope="module")
def masked(tmp_path_factory):
    return save(tmp_path_factory.mktemp("masked") / "bert", bert(), wordpiece_tokenizer())


@pytest.fixture(scope="module")
def scores(masked) -> Scores:
    return acceptability.score(acceptability.pairs(TABLE), masked)


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
    result = criteria_of(TABLE, {"mine": OWN}, thresholds=[0.5, 1])
    mine = rows_of(result, "mine")
    assert mine["criterion"].tolist() == ["blimp", "adc", "adc"] and mine["threshold"].tolist()[1:] == [0.5, 1]
    assert mine["share"].tolist() == [0.5, 0.0, 0.5]
    assert mine["share_ties_half"].tolist() == [0.75, 0.0, 0.5]
    assert set(criteria_of(TABLE[["good", "bad"]], {"mine": OWN})["criterion"]) == {"blimp"}


def test_a_partial_row_is_of_its_pairs_and_complete_ones_are_as_without_it(many):
    pairs = many["pairs"]
    e = acceptability.evaluate(pairs, {"whole": many["whole"], "part": many["part"]}, partial=True)
    both, alone = e["criteria"], criteria_of(pairs, {"whole": many["whole"]})
    complete = rows_of(both, "whole", REFERENCE)
    assert complete.to_csv().encode() == rows_of(alone, "whole", REFERENCE).to_csv().encode()
    row = rows_of(both, "part")
    assert set(row["pairs"]) == {37} and set(row["unanswered"]) == {3 / 40}
    assert row["criterion"].tolist() == ["blimp", *["adc"] * 3] and row["threshold"].tolist()[1:] == [0.5, 1, 5]
    assert "whole" in labels_of(e)
    assert {label for label in labels_of(e) if "pairs)" in label} == {"part (37 pairs)"}
    assert [[row.key for row in part.rows] for part in e.groups] == [["whole/score"], ["part/score"]]
    assert [len(part.data.pairs) for part in e.groups] == [40, 37]
    assert rows_of(e.groups[1]["criteria"], "part")["share"].tolist() == row["share"].tolist()


def test_where_no_row_covers_all_pairs_common_has_one_standardisation(many):
    pairs = many["pairs"]
    rated = pairs.sentences[["sentence_id", "rating"]].rename(columns={"rating": "score"})
    first, second = rated.iloc[4:].reset_index(drop=True), rated.iloc[:-6].reset_index(drop=True)
    e = acceptability.evaluate(pairs, {"first": first, "second": second}, thresholds=[0.1], partial=True)
    pd.testing.assert_frame_equal(e.common["criteria"], e["common"])
    shares = e["common"].query("threshold == 0.1").set_index("measure")["share"]
    assert shares["score"].tolist() == [shares["oracle"]] * 2


def test_what_covers_a_part_is_computed_as_the_workflow_does(many):
    """A partial system, one that only decides, and references get the tables that the functions of the rules make."""
    pairs, name = many["pairs"], "score"
    scored = {system: many[system].dropna()[["sentence_id", "score"]] for system in ("whole", "part")}
    long = {key: with_change_per_nat(table.assign(measure=name), pairs.sentences) for key, table in scored.items()}
    both = {
        system: compute_deltas(table, pairs.sentences, pairs.pairs, TIE, system == "part")
        for system, table in long.items()
    }
    z_scores, deltas = ({system: tables[place] for system, tables in both.items()} for place in (0, 1))
    answers = many["chosen"].dropna().rename(columns={"Chat": "chose_good"}).assign(measure="chat")
    deltas["chosen"] = deltas_of_decisions(answers, pairs.sentences, pairs.pairs, ["chat"])
    deltas[REFERENCE] = reference_deltas(pairs.sentences, pairs.pairs)
    given = {"deltas": deltas, "pairs": pairs.pairs, "thresholds": [0.5, 1], "reference": REFERENCE, "dataset": "pairs"}
    given |= {"scored_sentences": z_scores, "every_sentence": pairs.sentences}
    asked = {"scores": {"whole": many["whole"], "part": many["part"]}, "decisions": {"chosen": many["chosen"]}}
    asked |= {"thresholds": [0.5, 1], "partial": True}
    e = acceptability.evaluate(pairs, **asked)
    theirs = compute_by_coverage(criteria, given | {"variants": {}}, (CRITERIA,))["criteria"]
    pd.testing.assert_frame_equal(e["criteria"], theirs, check_exact=True)
    assert e["criteria"].query("system == 'chosen'")["criterion"].tolist() == ["blimp"]
    on_all = e.common["criteria"]
    pd.testing.assert_frame_equal(on_all, common(**given), check_exact=True)
    pd.testing.assert_frame_equal(on_all, e["common"], check_exact=True)
    assert set(on_all["pairs"]) == {PAIRS - len({*WITHOUT, *UNDECIDED})} and set(on_all["unanswered"]) == {0}
    compared = e["differences"]
    pd.testing.assert_frame_equal(compared, differences(**given, families={}), check_exact=True)
    assert compared.set_index(["first", "second"]).loc[("whole/score", "part/score"), "pairs"].tolist() == [37] * 3
    for name in ("criteria", "differences"):
        assert {"whole", "part (37 pairs)", "chosen chat (38 pairs)"} <= labels_of(e, name)
    assert {"whole", "part", "chosen chat"} <= labels_of(e.common)


def test_decisions_alone_are_called_by_their_table(many, tmp_path):
    many["chosen"].to_csv(tmp_path / "chats.csv", index=False)
    results = [criteria_of(many["pairs"], decisions=it) for it in (tmp_path / "chats.csv", many["chosen"])]
    for result, system in zip(results, ("chats", "decisions"), strict=True):
        (row,) = rows_of(result, system).to_dict("records")
        right = [n % 4 > 0 for n in range(PAIRS) if n not in UNDECIDED]
        assert (row["measure"], row["pairs"], row["share"]) == ("chat", 38, pytest.approx(sum(right) / 38))
    assert set(results[0]["criterion"]) == {"blimp"}


def test_a_part_of_computed_scores_keeps_what_ties_need(scores):
    pairs = acceptability.pairs(TABLE)
    assert isinstance(scores, Scores) and list(scores) == ["sentence_id", "sentence", "pll", "pll_word_l2r"]
    shuffled = scores.sample(frac=1, random_state=1)
    whole, again = (criteria_of(pairs, {"x": table}) for table in (scores, shuffled))
    pd.testing.assert_frame_equal(whole, again)
    part = scores[scores["sentence_id"] != "2.bad"]
    same, read = (criteria_of(pairs, {"x": it}, partial=True) for it in (part, pd.DataFrame(part)))
    assert set(rows_of(same, "x")["pairs"]) == {1}
    pd.testing.assert_frame_equal(same, read)
    long = _long(part, pairs.sentences, [], True)
    kept = scores.scored[scores.scored["sentence_id"] != "2.bad"]
    pd.testing.assert_frame_equal(long, kept.reset_index(drop=True), check_exact=True)
    other = acceptability.pairs(TABLE.assign(bad=["Dogs barked.", "The old dog bark."]))
    message = r"row 3 \(sentence_id '1.bad'\): its text is 'Dogs barks.', but the dataset"
    for table in (scores, pd.DataFrame(scores)):  # of sentences that have changed since
        with pytest.raises(InputError, match=message):
            acceptability.evaluate(other, {"x": table})


def test_surprisals_are_negated():
    surprisals = OWN.rename(columns={"score": "surprisal"}).assign(surprisal=lambda table: -table["surprisal"])
    with pytest.raises(InputError, match="sounds as if low scores meant acceptable"):
        acceptability.evaluate(TABLE, surprisals)
    negated = criteria_of(TABLE, surprisals, negate="surprisal")
    assert negated["share"].tolist() == criteria_of(TABLE, OWN)["share"].tolist()


def test_columns_that_users_add_or_change_count_as_they_are(scores):
    pairs = acceptability.pairs(TABLE)
    changed = scores.assign(mine=[4.0, 1.0, 2.0, 3.0], pll=[1.0, 2.0, 3.0, 4.0])
    result = criteria_of(pairs, {"x": changed}).query("system == 'x' and criterion == 'blimp'")
    shares = result.set_index("measure")["share"]
    assert (shares["mine"], shares["pll"]) == (0.5, 0.0)
    own = criteria_of(pairs, {"x": scores}).query("system == 'x' and criterion == 'blimp'")
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
        other = acceptability.score(["The boy sleeps."], folder, tokens=True, beginning="</s>")
    assert len(with_beginning) == len(other) == len(without) + 1
    assert (other["log_prob"] != with_beginning["log_prob"]).all()


@pytest.mark.parametrize(
    ("reading", "message"),
    [
        (
            {"beginning": "<s"},
            r"beginning='<s' is not one token .*did you mean '<s>'.*special: <s>, <pad>, </s>, <unk>",
        ),
        ({"beginning": "True"}, "beginning='True': write true or false without quotation marks"),
        ({"beginning": None}, "beginning=None: must be True or False, or a text"),
        ({"ending": "</s>"}, "ending='</s>': must be True or False$"),
    ],
)
def test_what_cannot_go_around_a_sentence(reading, message):
    with pytest.raises(InputError, match=message):
        acceptability.score(["The boy sleeps."], (gpt2(), byte_tokenizer(mask=False)), **reading)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda folder: acceptability.score("One text.", folder), "is one text; pass a list"),
        (lambda folder: acceptability.score([], folder), "there are none"),
        (lambda folder: acceptability.score(["A.", " "], folder), "sentence_id '2' has no text"),
        (lambda folder: acceptability.score(["A."], folder / "x"), "x: is not a folder"),
        (lambda folder: acceptability.score(["A."], folder, kind="big"), "kind='big': must be one of"),
        (lambda folder: acceptability.score(["A."], folder, kind="causal"), "sees the words that follow"),
        (lambda folder: acceptability.score(["A."], folder, measures=["log_prob"]), "no 'log_prob' here; there are: "),
        (lambda folder: acceptability.score(["A."], folder, measures=["pll", "slor"]), "no 'slor' here"),
        (lambda folder: acceptability.score(["A."], folder, beginning=True), "masked models do not have it"),
        (lambda folder: acceptability.score(["A."], folder, revision="main"), "only to a model of the hub"),
        (lambda folder: acceptability.score(["A."], 3), "model: is a int; pass (model, tokenizer), a folder"),
        (lambda folder: acceptability.score(["A."], (1, 2)), "model: is a tuple; pass (model, tokenizer)"),
        (lambda folder: acceptability.score(pd.DataFrame({"text": ["A."]}), folder), "'sentence' is missing"),
        (lambda folder: acceptability.score(["A."], (bert(), byte_tokenizer(mask=True))), "use the tokenizer that belongs to the model"),
        (lambda folder: acceptability.score(["A."], bert()), "BertForMaskedLM without its tokenizer; pass (model, tok"),
        (lambda folder: acceptability.score(["A."], folder, batch_size=8), "the batch size is chosen automatically"),
        (lambda folder: acceptability.score(["A."], folder, dtype="bfloat16"), "dtype=: write precision='bfloat16'"),
        (lambda folder: acceptability.score(["A."], folder, device="nowhere"), "device='nowhere': "),
        (lambda folder: acceptability.score(["A."], folder, tokens=True, words=True), "cannot be combined"),
        (lambda folder: acceptability.ask(acceptability.pairs(TABLE), folder), "only causal models answer prompts"),
        (lambda folder: acceptability.ask(["A."], folder), "data: has another type; pass what acceptability.pairs() or acceptability.sentences() returns"),
        (lambda folder: acceptability.check(acceptability.sentences(["A b."])), "pairs: there are none"),
        (lambda folder: acceptability.check(TABLE, assume={"x": 1}), "assume: unknown name 'x'"),
        (lambda folder: acceptability.check(TABLE, corpus=[" "]), "corpus: contains no words"),
        (lambda folder: acceptability.evaluate(TABLE, OWN)["criterion"], "no table 'criterion' (did you mean 'criteria'?); there are"),
        (lambda folder: acceptability.evaluate(TABLE, OWN)["power"], "power: needs the function check"),
        (lambda folder: acceptability.evaluate(TABLE, OWN)["classifiers"], "only the workflow computes it"),
        (lambda folder: acceptability.evaluate(TABLE, OWN)["fits", "x"], "ask for e['fits', 'sentences'] or e['fits', "),
        (lambda folder: acceptability.evaluate(TABLE, OWN).table("x"), "there is no table 'x'"),
        (lambda folder: acceptability.evaluate(TABLE, OWN).save(folder, only="x"), "only: 'x' is no table or figure"),
        (lambda folder: acceptability.evaluate(TABLE, OWN).of_rows(["x/y"]), "rows: there is no 'x/y'"),
        (lambda folder: acceptability.evaluate(TABLE, OWN).on(["7"]), "pairs: there is no pair '7'"),
        (lambda folder: acceptability.evaluate(TABLE, OWN, series={"s": {"x": 1}}), "there are no scores of 'x'"),
        (lambda folder: acceptability.pairs(TABLE.drop(columns="bad")), "pairs: the column 'bad' is missing"),
        (lambda folder: acceptability.pairs(TABLE.drop(columns="bad_rating")), "are needed together"),
        (lambda folder: acceptability.pairs("nowhere.csv"), "nowhere.csv: cannot be read"),
        (lambda folder: acceptability.pairs(TABLE, TABLE), "has ratings, and ratings has others"),
        (lambda folder: acceptability.evaluate(TABLE, OWN.head(3)), "2.bad (The old dog bark.) has no score"),
        (lambda folder: acceptability.evaluate(TABLE, OWN.head(3)), "some have none (partial=True)"),
        (lambda folder: acceptability.evaluate(TABLE, {"a": OWN.head(3)}), "scores['a']: 2.bad (The old dog bark.)"),
        (lambda folder: acceptability.evaluate(TABLE, OWN.iloc[[0, 2]], partial=True), "no pair has a score for both"),
        (lambda folder: acceptability.evaluate(TABLE), "scores: there are none"),
        (lambda folder: acceptability.evaluate(TABLE, {}, decisions={}), "scores: there are none"),
        (lambda folder: acceptability.evaluate(TABLE, {"a": OWN}, repeated="first"), "repeated: chooses among answers"),
        (lambda folder: acceptability.evaluate(TABLE, {"a": OWN}, decisions={"a": CHOSEN}), "'a' has scores, too"),
        (lambda folder: acceptability.evaluate(TABLE, decisions={"reference": CHOSEN}), "is the name of a baseline"),
        (lambda folder: acceptability.evaluate(TABLE, decisions=CHOSEN.assign(m=["yes", "no"])), "contains 'no' and 'yes'"),
        (lambda folder: acceptability.evaluate(TABLE, decisions={"x": [1]}), "decisions['x']: is a list; pass a file"),
        (
            lambda folder: acceptability.evaluate(
                TABLE, {"a": OWN.head(2), "b": OWN.tail(2).assign(score=[1.0, 2.0])}, partial=True
            ).common,
            "common: no pair is covered by all rows; leave out rows that cover few",
        ),
        (lambda folder: acceptability.evaluate(TABLE, {"reference": OWN}), "is the name of a baseline"),
        (lambda folder: acceptability.evaluate(TABLE, {"a": OWN.assign(score=1.0)}), "a: score: the scores have a"),
        (lambda folder: acceptability.evaluate(TABLE, OWN, thresholds=[0]), "must be a positive number"),
        (lambda folder: acceptability.evaluate(acceptability.pairs(TABLE), OWN, OWN), "pass ratings= to acceptability.pairs()"),
        (lambda folder: acceptability.evaluate(TABLE, OWN, negate=["ppl"]), "negate: 'ppl' is not a measure"),
        (lambda folder: acceptability.pairs([1]), "pairs: is a list; pass a file or a data frame"),
        (lambda folder: acceptability.evaluate(TABLE, [1]), "scores: is a list; pass a file or a data frame"),
        (lambda folder: acceptability.evaluate(TABLE, OWN, thresholds="0.5"), "δ = '0.5' must be a positive number"),
        (lambda folder: acceptability.pairs(TABLE.assign(good=pd.NA)), "good"),
        (lambda folder: acceptability.train_ngram([b"A b."], tools=folder), "instead of a sentence"),
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


def test_without_kenlm_the_mend_is_named(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match="tools='kenlm'"):
        acceptability.train_ngram(["A b."])


def test_figures_leave_the_users_style_alone():
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    e = acceptability.evaluate(TABLE, {"owner/name": OWN, "b": OWN.assign(score=[1, 2, 3, 4.0])})
    for name in ("criteria", "differences"):
        assert e.figure(name).get_axes()
    assert "owner/name" in [name.get_text() for name in e.figure("criteria").get_axes()[0].get_yticklabels()]
    assert {key: value for key, value in mpl.rcParams.items() if before[key] != value} == {}


def test_results_are_read_by_their_contract(tmp_path):
    target = tmp_path / "results/metrics/mine/criteria.csv"
    target.parent.mkdir(parents=True)
    result = criteria_of(TABLE, OWN)
    result.to_csv(target, index=False)
    pd.testing.assert_frame_equal(acceptability.read(target), result)
    result.drop(columns="share").to_csv(target, index=False)
    with pytest.raises(InputError, match="the column 'share' is missing"):
        acceptability.read(target)


def test_the_import_loads_no_other_package():
    program = f"import sys; sys.path.insert(0, {str(installation.SOURCE)!r}); import acceptability; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"pandas", "numpy", "torch"} & set(done.stdout.split())
    assert set(acceptability.__all__) <= set(dir(acceptability))
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        acceptability.scores  # noqa: B018


def test_ties_are_those_of_the_configurations_default():
    assert SCHEMAS["config"]["properties"]["criteria"]["properties"]["tie"]["default"] == TIE


DECLARATION = {"unit": "answer", "file": "t.csv", "row": {"participant": "who", "sentence": "text", "rating": "said"}}
DECLARATION |= {"pairs": {"within": "item", "good": {"kind": ["a"]}, "bad": {"kind": ["b"]}}, "scale": [1, 7]}


def test_a_declaration_is_a_dataset(tmp_path, monkeypatch, capsys):
    """Both people have the z-scores ±1/√2; a file in YAML says the same as the mapping."""
    monkeypatch.chdir(tmp_path)
    rows = ["who,item,kind,text,said", "p,1,a,So it is.,7", "p,1,b,Is it so,1", "q,1,a,So it is.,5", "q,1,b,Is it so,3"]
    (tmp_path / "t.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    data = acceptability.declared(DECLARATION)
    assert data.sentences["rating"].tolist() == pytest.approx([0.5**0.5, -(0.5**0.5)])
    assert data.reading.notes[-1] == "t.csv: pairs: 1" and data.reading.notes[0] == "t.csv: 4 rows"
    scores = pd.DataFrame({"sentence": data.sentences["sentence"], "score": [-3.0, -5.0]})
    assert acceptability.evaluate(data, {"M": scores})["deltas"]["human_delta"].tolist() == pytest.approx([2**0.5] * 3)
    entry = "kind: declared\nlabel: Mine\nunit: answer\nfile: t.csv\nscale: [1, 7]\n"
    entry += "row: {participant: who, sentence: text, rating: said}\npairs: {within: item, good: {kind: [a]}, bad: {kind: [b]}}"
    (tmp_path / "mine.yaml").write_text(entry, encoding="utf-8")
    assert acceptability.declared("mine.yaml").sentences.equals(data.sentences)
    assert capsys.readouterr().out == ""
    with pytest.raises(InputError, match="the declaration: .*file"):
        acceptability.declared({key: value for key, value in DECLARATION.items() if key != "file"})
    with pytest.raises(InputError, match="t.csv, row 2 .*: said is '7', not a number from 1 to 5"):
        acceptability.declared(DECLARATION | {"scale": [1, 5]})
    with pytest.raises(InputError, match="mine.txt: is a str; pass unit, file, row"):
        (tmp_path / "mine.txt").write_text("answers", encoding="utf-8")
        acceptability.declared("mine.txt")


def test_sentences_without_pairs_by_hand():
    """AUC: of 4 pairs of an acceptable and another sentence, 3 are in order. r: of scores 1 to 4 and ratings 1, 3, 2, 4."""
    table = pd.DataFrame({"sentence": list("abcd"), "label": [0, 1, 0, 1], "rating": [1.0, 3.0, 2.0, 4.0]})
    scores = pd.DataFrame({"sentence": list("abcd"), "score": [1.0, 2.0, 3.0, 4.0]})
    e = acceptability.evaluate(acceptability.sentences(table), {"mine": scores})
    assert e["separation"].set_index("statistic")["value"]["auc"] == 0.75
    (r,) = e["correlations"].query("row == 'mine/score' and column == 'human'")["pearson_r"]
    assert r == pytest.approx(0.8)
    assert {"ratings", "separation"} <= set(e.tables) and "sentences" in e.figures
    shown = e.table("ratings").frame
    assert shown.to_dict("records") == [
        {"System": "mine", "Pearson's r with ratings": "0.800", "Number of sentences": "4"}
    ]
    assert "0.800" in e._repr_html_() and "criteria" not in e.frames
    texts = acceptability.sentences(["Dogs bark.", "Cats meow."])
    assert texts.sentences["sentence_id"].tolist() == ["1", "2"] and "Dogs bark." in repr(texts)


def test_tables_as_json_and_why_there_are_no_intervals():
    pairs = [("Dogs bark.", "Dogs barks."), ("Cats meow.", "Cats meows.")]
    scores = pd.DataFrame({"sentence": [text for pair in pairs for text in pair], "score": [1.0, 2.0, 4.0, 3.0]})
    e = acceptability.evaluate(acceptability.pairs(pairs), {"mine": scores})
    made = json.loads(e.to_json("criteria", "sizes"))
    assert list(made) == ["criteria", "sizes"] and made["sizes"][0]["pairs"] == 2
    assert made["criteria"][0]["share"] == 0.5 and made["criteria"][0]["low"] is None
    assert set(json.loads(e.to_json())) == set(e.frames) - {"sentences", "pairs", *e.by_system}
    with pytest.raises(InputError, match="no table 'criterion'"):
        e.to_json("criterion")
    assert "so there are no intervals" in repr(e) and "so there are no intervals" in e._repr_html_()


def test_ids_in_the_index_are_ids():
    """Test that levels of an index are columns, as in pairs, and that a note names those that are not used."""
    frame = pd.DataFrame({"sentence": ["The boy sleeps.", "The boy sleep."]}, index=["b", "a"])
    network = (gpt2(), byte_tokenizer(mask=False))
    with pytest.warns(UserWarning) as said:
        scored = acceptability.score(frame.rename_axis("sentence_id"), network, beginning=True)
        unnamed = acceptability.score(frame, network, beginning=True)
    assert scored["sentence_id"].tolist() == ["b", "a"] and unnamed["sentence_id"].tolist() == ["1", "2"]
    (note,) = {str(one.message) for one in said if "index" in str(one.message)}
    assert note.startswith("sentences: the index has texts ('b', …)") and 'rename_axis("sentence_id")' in note


def test_shares_by_phenomenon_and_all_that_is_saved(many, tmp_path):
    e = acceptability.evaluate(many["pairs"], {"whole": many["whole"], "part": many["part"]}, partial=True)
    by = e["by_level"].query("system == 'whole' and level == 'phenomenon'")
    assert len(by) == 8 and by["met"].sum() == e["criteria"].query("system == 'whole'")["share"].iloc[0] * PAIRS
    assert {"low", "high"} <= set(by)
    assert {path.suffix for path in e.save(tmp_path, only="criteria")} == {".csv", ".tex", ".pdf", ".png", ".svg"}
    saved = acceptability.read(e.save(tmp_path / "results", only=["by_level"])[0])
    pd.testing.assert_frame_equal(saved, e["by_level"], check_exact=True)
    mine = e["criteria"]  # a copy, so that nothing changes what is computed
    mine["share"] = 2.0
    assert e["criteria"]["share"].max() <= 1
    assert list(e["z_scores"]["system"].unique()) == ["whole", "part"]


def test_pairs_are_given_as_they_come():
    listed = acceptability.pairs([("Dogs bark.", "Dogs barks."), ("The old dog barks.", "The old dog bark.")])
    pd.testing.assert_frame_equal(listed.sentences, acceptability.pairs(TABLE[["good", "bad"]]).sentences)
    assert repr(listed).startswith("2 pairs of 4 sentences\n") and "Dogs barks." in listed._repr_html_()


def test_words_have_the_surprisals_of_their_tokens(masked):
    tokens, words = (acceptability.score(["The boy sleeps."], masked, **{unit: True}) for unit in ("tokens", "words"))
    assert words["surprisal"].sum() == pytest.approx(-tokens["log_prob_word_l2r"].sum())
    one = acceptability.score(pd.DataFrame({"sentence": ["The boy sleeps."]}), masked, measures="pll", device="cpu")
    assert list(one) == ["sentence_id", "sentence", "pll"] and len(words) == 3


def test_answers_to_prompts_are_choices_or_scores(tmp_path):
    folder = save(tmp_path / "gpt", gpt2(positions=512), byte_tokenizer(mask=False))
    pairs = acceptability.pairs(TABLE)
    with pytest.warns(UserWarning, match="Asked by prompts"):
        choices = acceptability.ask(pairs, folder)
        judged = acceptability.ask(pairs, folder, ["yes_no", "rating"])
    e = acceptability.evaluate(pairs, {"scores": OWN}, answers={"asked": choices, "judging": judged})
    assert set(e["criteria"].query("system == 'asked'")["criterion"]) == {"blimp"}
    assert set(e["criteria"].query("system == 'judging'")["measure"]) == {"yes_no", "rating"}
    assert "prompting" in e.tables


def test_parts_have_only_what_their_rows_have():
    """Neither a series of systems that are left out, nor doubts about them."""
    scores = {"small": OWN, "large": OWN, "other": OWN}
    e = acceptability.evaluate(TABLE, scores, series={"size": {"small": 1, "large": 2}})
    recorded = {"small": {"doubts": ["It is small."]}, "large": {"doubts": ["It is large."]}}
    e = evaluation.Evaluation(e.data, e.subject, {**e.by_system, Files.SCORINGS: recorded})
    assert "series" in e.frames and {"It is small.", "It is large."} <= {*e["doubts"]["doubt"]}
    part = e.of_rows([row for row in e.rows if row.system != "large"])
    assert "series" not in part.frames and "It is large." not in {*part["doubts"]["doubt"]}
    assert "It is small." in part.to_json()
    assert not {"criteria", "doubts"} & {*e.of_rows([]).frames}
    with pytest.raises(InputError, match="word_counts: needs corpus="):
        e["word_counts"]


def test_checked_pairs_need_all_scores_unless_some_may_be_missing():
    few = pd.DataFrame({"sentence": ["Dogs bark.", "Dogs barks."], "lp": [-1.0, -2.0]})
    pairs = acceptability.pairs(
        pd.DataFrame({"good": ["Dogs bark.", "Cats nap."], "bad": ["Dogs barks.", "Cats naps."]})
    )
    with pytest.raises(InputError, match="partial=True"):
        acceptability.check(pairs, scores=few)
    assert "partial" in acceptability.check(pairs, scores=few, partial=True).has


def test_every_word_of_what_can_be_asked_for_has_a_meaning_in_python():
    """Test that analyses in Python ask only for attributes of the Subject, or of one of its examples."""
    known = {name for kind in (Subject, Example) for name in (*dir(kind), *(it.name for it in fields(kind)))}
    for folder, analysis in registry.analyses().items():
        if {*analysis.when} <= {*evaluation.WANTED}:
            shown = [*analysis.tables.values(), *analysis.figures.values()]
            words = {*analysis.settings}.union(*(row.settings for row in shown if row.owner == "dataset"))
            assert words - {"part"} <= known, folder


@pytest.mark.parametrize("index", ["pair_id", ["phenomenon", "pair_id"]])
def test_named_levels_of_an_index_are_columns(index: str | list[str]) -> None:
    """Ids that are the index of a frame stay ids."""
    frame = pd.DataFrame(
        {
            "pair_id": ["7", "3"],
            "phenomenon": ["a", "b"],
            "good": ["Birds sing.", "We run."],
            "bad": ["Birds sings.", "We runs."],
        }
    )
    table = acceptability.pairs(frame.set_index(index))
    assert table.pairs["pair_id"].tolist() == ["7", "3"]
    assert table.pairs["phenomenon"].tolist() == ["a", "b"]


def test_a_table_whose_pairs_all_have_equal_sentences_is_refused() -> None:
    """Nothing is scored where no pair can tell anything."""
    sentences = ["Birds sing.", "We run."]
    with pytest.raises(acceptability.InputError, match="in every pair, the two sentences are the same"):
        acceptability.pairs(pd.DataFrame({"good": sentences, "bad": sentences}))
