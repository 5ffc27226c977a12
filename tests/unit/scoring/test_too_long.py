"""Sentences that are too long for a model: what is left, what is said of the others, and what is made of it."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gather_restarts
import gather_tokens
from acceptability.analyses.simple_classifiers import compute as simple_classifiers
from acceptability.contracts import systems
from acceptability.errors import InputError
from acceptability.scoring.too_long import TRAINING, Skipping
from acceptability.statistics import restarts

NAMES = [f"s{number}" for number in range(6)]
PAIRS = pd.DataFrame(
    [("p0", "s0", "s1"), ("p1", "s1", "s2"), ("p2", "s3", "s4")], columns=["pair_id", "good_id", "bad_id"]
)  # s5 is in no pair


def table(rated=NAMES, **columns) -> pd.DataFrame:
    ratings = [1.0 if name in rated else np.nan for name in NAMES]
    return pd.DataFrame({"sentence_id": NAMES, "rating": ratings} | columns, index=range(10, 16))


def lengths(long) -> list[int]:
    return [9 + number if name in long else number for number, name in enumerate(NAMES)]


@given(st.sets(st.sampled_from(NAMES)), st.booleans())
def test_what_is_left_is_that_which_the_model_takes_in_the_same_order(long, paired):
    skipping = Skipping("mine", PAIRS if paired else None)
    left = [row for row in PAIRS.itertuples(index=False) if not long & {row.good_id, row.bad_id}]
    if len(long) == 6 or (paired and not left):
        what = "sentence is left of 6" if len(long) == 6 else "pair is left of 3"
        with pytest.raises(InputError, match=f"^no {what} for mine, which accepts 8 tokens"):
            skipping.leave_out(table(), lengths(long), 8)
        return
    kept, recorded = skipping.leave_out(table(), lengths(long), 8)
    pd.testing.assert_frame_equal(kept, table()[~table()["sentence_id"].isin(long)])
    if not long:
        assert recorded == {}
        return
    tokens = {name: 9 + number for number, name in enumerate(NAMES) if name in long}
    assert recorded["left_out"] == {"limit": 8, "tokens": tokens}
    assert json.loads(json.dumps(recorded)) == recorded
    (doubt,) = recorded["doubts"]
    assert ("with the pairs that" in doubt) == (paired and len(left) < 3)


def test_what_is_left_out_is_said_in_words(capsys):
    def said(long, *, pairs=PAIRS, **how) -> str:
        (doubt,) = Skipping("mine", pairs, **how).leave_out(table(), lengths(long), 8)[1]["doubts"]
        return doubt

    assert said(NAMES[:3]) == (
        "Too long, and without a score from it, with the pairs that they are in: s0, s1, s2 (it accepts 8 tokens)."
    )
    assert said(NAMES[3:4]).endswith("with the pairs that it is in: s3 (it accepts 8 tokens).")
    assert said(NAMES[5:]).endswith("score from it: s5 (it accepts 8 tokens). Its numbers are about the others.")
    assert capsys.readouterr().out.split("\n") == [
        "mine: left out because too long: 3 sentences and 2 pairs (it accepts 8 tokens)",
        "mine: left out because too long: 1 sentence and 1 pair (it accepts 8 tokens)",
        "mine: left out because too long: 1 sentence (it accepts 8 tokens)",
        "",
    ]
    assert said(NAMES[:2], pairs=None, fate=TRAINING, says=False) == (
        "Too long, and neither trained on nor judged: s0, s1 (it accepts 8 tokens). Its numbers are about the others."
    )
    many = pd.DataFrame({"sentence_id": [f"s{number}" for number in range(9)], "rating": np.nan})
    doubt = Skipping("mine", says=False).leave_out(many, [9] * 8 + [1], 8)[1]["doubts"][0]
    assert "score from it: s0, s1, s2, s3, s4 and 3 more (" in doubt
    assert capsys.readouterr().out == ""


def test_where_nothing_is_left_the_error_says_what_helps():
    message = (
        "no rated pair is left of 1 for mine, which accepts 8 tokens; shorten the sentences, set too_long: window, or "
        "remove mine from run"
    )
    with pytest.raises(InputError) as raised:
        Skipping("mine", PAIRS).leave_out(table(["s0", "s1"]), lengths({"s0"}), 8, "set too_long: window")
    assert str(raised.value) == message
    assert len(Skipping("mine", PAIRS).leave_out(table(["s3", "s4"]), lengths({"s0"}), 8)[0]) == 5
    assert len(Skipping("mine", PAIRS).leave_out(table([]), lengths({"s0"}), 8)[0]) == 5
    with pytest.raises(InputError, match="tokens; shorten the sentences, or remove mine from run$"):
        Skipping("mine").leave_out(table(), [9] * 6, 8)


@pytest.mark.parametrize(
    ("long", "what"),
    [
        ({"s0"}, "acceptable sentence of the split train is left of 1"),
        ({"s3"}, "unacceptable sentence of the split dev is left of 1"),
        ({"s4", "s5"}, "sentence of the split hidden is left of 2"),
        ({"s4"}, ""),
    ],
)
def test_splits_keep_some_sentences_and_the_labels_that_they_need(long, what):
    labelled = table(split=["train", "train", "dev", "dev", "hidden", "hidden"], label=[1, 0, 1, 0, 1, 0])
    skipping = Skipping("mine", PAIRS[:0])
    if not what:
        assert len(skipping.leave_out(labelled, lengths(long), 8)[0]) == 5
        return
    with pytest.raises(InputError, match=f"^no {what} for mine"):
        skipping.leave_out(labelled, lengths(long), 8)


def shard(folder, number: int, names: list[str], **described):
    tokens = pd.DataFrame({"sentence_id": names, "position": 1, "token": "a", "log_prob": -1.0, "oov": 0})
    tokens.to_csv(folder / f"{number}.csv", index=False)
    (folder / f"{number}.json").write_text(json.dumps({"system": {}, "device": "cpu"} | described))
    return folder / f"{number}.csv", folder / f"{number}.json"


def test_tokens_of_shards_lack_what_is_left_out_and_nothing_else(tmp_path):
    pd.DataFrame({"sentence_id": NAMES, "sentence": NAMES, "rating": np.nan}).to_csv(tmp_path / "s.csv", index=False)
    left_out, long = {"limit": 8, "tokens": {"s1": 9}}, "Too long: s1."
    one = {"doubts": [long], "left_out": left_out}
    other = {"doubts": [long, "No beginning."], "left_out": left_out}
    shards = [shard(tmp_path, 1, ["s3", "s0"], **one), shard(tmp_path, 2, ["s5", "s2", "s4"], **other)]
    to = tmp_path / "tokens.csv", tmp_path / "tokens.json"
    gather_tokens.main(tmp_path / "s.csv", *map(list, zip(*shards, strict=True)), [], *to)
    assert pd.read_csv(to[0])["sentence_id"].tolist() == ["s0", "s2", "s3", "s4", "s5"]
    recorded = json.loads(to[1].read_text())
    assert (recorded["doubts"], recorded["left_out"]) == ([long, "No beginning."], left_out)
    shards[1] = shard(tmp_path, 2, ["s5", "s2"], **other)
    with pytest.raises(InputError, match="s4"):  # a shard lacks it, and nobody left it out
        gather_tokens.main(tmp_path / "s.csv", *map(list, zip(*shards, strict=True)), [], *to)


@pytest.fixture
def margins(tmp_path):
    pd.DataFrame({"sentence_id": NAMES, "sentence": NAMES, "rating": np.nan}).to_csv(tmp_path / "s.csv", index=False)
    paths = []
    for restart in (1, 2):
        paths.append(tmp_path / str(restart) / "margins.csv")
        paths[-1].parent.mkdir()
        judged = pd.DataFrame({"sentence_id": ["s4", "s0", "s2"], "margin": [1.0, -1.0, restart - 1.5]})
        judged.to_csv(paths[-1], index=False)
    return paths


def test_decisions_lack_what_is_left_out_if_that_is_asked_for(tmp_path, margins):
    to = tmp_path / "decisions.csv"
    gather_restarts.main(tmp_path / "s.csv", margins, ["1", "2"], "mine", True, to)
    assert pd.read_csv(to).to_dict("list") == {"sentence_id": ["s0", "s2", "s4"], "1": [0, 0, 1], "2": [0, 1, 1]}
    message = r"1/margins.csv: lacks 3 sentences, .* set too_long: skip, or remove the folder results/restarts/mine and"
    with pytest.raises(InputError, match=message):
        gather_restarts.main(tmp_path / "s.csv", margins, ["1", "2"], "mine", False, to)


def test_analyses_are_about_the_sentences_that_a_classifier_judges():
    generator = np.random.default_rng(1)
    names = [f"s{number}" for number in range(80)]
    labels = pd.Series(np.arange(80) % 2, index=names)
    splits = pd.Series(np.repeat(["train", "dev", "test", "test"], 20), index=names)
    whole = pd.DataFrame(generator.normal(size=(80, 3)), index=names, columns=["1", "2", "3"])
    taken = sorted(generator.choice(names, 60, replace=False), key=names.index)
    judged = {"all": whole, "some": whole.loc[taken]}
    found = systems.stack_judged(judged, restarts.summarise_restarts, labels, splits).set_index("system")
    for name, ids in (("all", names), ("some", taken)):
        alone = restarts.summarise_restarts(whole.loc[ids], labels[ids], splits[ids])
        pd.testing.assert_frame_equal(found.loc[[name]].reset_index(drop=True), alone)
    decided = (whole > 0).astype(int)
    texts = pd.DataFrame({"sentence_id": names, "sentence": names, "label": labels.to_numpy()})
    stable = restarts.stability(decided.loc[taken], texts)
    expected = restarts.stability(decided, texts).set_index("sentence_id").loc[taken].reset_index()
    pd.testing.assert_frame_equal(stable.reset_index(drop=True), expected)


def test_a_pair_counts_for_restarts_that_judge_both_sentences():
    names = [f"s{number}" for number in range(40)]
    pairs = pd.DataFrame({"good_id": names[::2], "bad_id": names[1::2]})
    generator = np.random.default_rng(2)
    sentences = pd.DataFrame({"sentence_id": names, "rating": generator.normal(size=40)})
    scores = pd.DataFrame(generator.normal(size=(40, 4)), index=names)
    some = scores.drop(["s3", "s8", "s30"])
    found = restarts.shares_of_restarts({"cola_score": some}, sentences, pairs, [0.5])
    inside = pairs.drop([1, 4, 15])
    kept = sentences[sentences["sentence_id"].isin(some.index)]
    pd.testing.assert_frame_equal(found, restarts.shares_of_restarts({"cola_score": some}, kept, inside, [0.5]))
    assert set(found["pairs"]) == {17}
    z = (some[0] - some[0].mean()) / some[0].std(ddof=0)
    met = (z[inside["good_id"]].to_numpy() > z[inside["bad_id"]].to_numpy()).mean()
    alone = restarts.shares_of_restarts({"cola_score": some[[0]]}, sentences, pairs, [])
    assert alone["mean"].tolist() == pytest.approx([met])
    with pytest.raises(InputError, match="no pair has both sentences judged"):
        restarts.shares_of_restarts({"labels": scores.iloc[::2]}, sentences, pairs, [])


def test_thresholds_are_about_the_sentences_that_have_a_score():
    generator = np.random.default_rng(3)
    names = [f"s{number}" for number in range(120)]
    labelled = pd.DataFrame(
        {
            "sentence_id": names,
            "sentence": [" ".join(generator.choice(["boy", "girl", "sees"], 4)) for _ in names],
            "label": generator.integers(0, 2, 120),
            "split": np.repeat(["train", "dev", "test"], 40),
        }
    )
    taken = sorted(generator.choice(names, 90, replace=False), key=names.index)
    scores = {"all": pd.Series(generator.normal(size=120), index=names)}
    scores["some"] = scores["all"][taken]
    tables = {
        system: values.rename_axis("sentence_id").rename("score").reset_index().assign(measure="m")
        for system, values in scores.items()
    }
    found = simple_classifiers.compute(sentences=labelled, scores=tables).set_index("row")
    part = labelled[labelled["sentence_id"].isin(taken)]
    alone = simple_classifiers.compute(sentences=part, scores={"some": tables["some"]}).set_index("row")
    pd.testing.assert_frame_equal(found.loc[["some/m"]], alone.loc[["some/m"]])
    without = simple_classifiers.compute(sentences=labelled, scores={"all": tables["all"]}).set_index("row")
    pd.testing.assert_frame_equal(found.drop("some/m"), without)
    one_label = tables["some"][~tables["some"]["sentence_id"].isin(part.query("split == 'dev' & label")["sentence_id"])]
    with pytest.raises(InputError, match="^scores of some/m: all sentences of the split dev have the label 0"):
        simple_classifiers.compute(sentences=labelled, scores={"some": one_label})
