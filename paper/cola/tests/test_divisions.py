"""Other divisions of labelled sentences than their dataset's own: who is where, and what classifiers then say."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, matthews_corrcoef

from acceptability.analyses.analysis import Files
from acceptability.contracts import io, systems
from acceptability.contracts.scoring import MARGINS
from acceptability.errors import InputError
from acceptability.figures.style import PAGE, plt
from acceptability.papers.cola.cola import manifest as cola
from acceptability.papers.cola.divisions import figure as source_splits
from acceptability.papers.cola.divisions import table as table
from acceptability.papers.cola.divisions.compute import evaluate_divisions
from acceptability.papers.cola.divisions.manifest import DIVISIONS
from acceptability.papers.toy.toy_labels import manifest as toy_labels
from acceptability.scoring import divisions
from configurations import PAPER, WITH_ENCODERS, changed, planned
from helpers import ROOT

SIZES = {"a": 400, "b": 300, "c": 250, "d": 200, "e": 150, "f": 100, "g": 60}
SOURCES = {"sources": list(SIZES)}
SPLITS = {"kind": "sources", "declared": [["b", "g"], ["a"]], "more_than": 180} | SOURCES
PARTS = ["train"] * 7 + ["dev", "test", "other_dev"]


@pytest.fixture(scope="module")
def sentences() -> pd.DataFrame:
    source = np.repeat(list(SIZES), list(SIZES.values()))
    generator = np.random.default_rng(0)
    label, split = generator.integers(0, 2, len(source)), generator.choice(PARTS, len(source))
    frame = pd.DataFrame({"source": source, "label": label, "split": split})
    frame = frame.sample(frac=1, random_state=1).reset_index(drop=True)
    return frame.assign(sentence_id=[f"s{n}" for n in frame.index], sentence="x", rating=np.nan)


def ids(frame: pd.DataFrame, *splits: str) -> set[str]:
    return set(frame.loc[frame["split"].isin(splits), "sentence_id"])


def size(number: int) -> dict:
    return {"kind": "size", "size": number}


def test_smaller_training_sets_are_parts_of_greater_ones_and_nothing_else_changes(sentences):
    drawn = []
    for restart in (1, 2):
        sets = [ids(divisions.divide(sentences, size(n), restart), "train") for n in (10, 100, 700)]
        assert [len(part) for part in sets] == [10, 100, 700]
        assert sets[0] < sets[1] < sets[2] < ids(sentences, "train")
        drawn.append(sets[1])
    assert drawn[0] != drawn[1]
    divided = divisions.divide(sentences, size(100), 1)
    for split in ("dev", "test", "other_dev"):
        assert ids(divided, split) == ids(sentences, split)
    assert divided.index.is_monotonic_increasing and divided.equals(divisions.divide(sentences, size(100), 1))
    assert divisions.divide(sentences, {"kind": "whole"}, 1).equals(sentences)


def test_each_sentence_is_as_likely_to_be_drawn(sentences):
    training = sentences[sentences["split"] == "train"]
    drawn = pd.concat([divisions.divide(sentences, size(300), restart)["sentence_id"] for restart in range(200)])
    counts = drawn.value_counts()[training["sentence_id"]] / 200
    expected = 300 / len(training)
    assert counts.mean() == pytest.approx(expected)
    assert counts.std() == pytest.approx((expected * (1 - expected) / 200) ** 0.5, rel=0.15)  # of independent draws


def test_a_size_that_is_no_smaller_set_is_refused(sentences):
    count = len(ids(sentences, "train"))
    assert len(ids(divisions.divide(sentences, size(count - 1), 1), "train")) == count - 1
    with pytest.raises(InputError, match=f"learning_curve: {count} is not fewer than the {count} training sentences"):
        divisions.divide(sentences, size(count), 1)


def test_a_division_has_both_labels_to_train_and_to_develop_on(sentences):
    """Or else its MCC on dev is undefined, and nothing is learnt or selected."""
    train = sentences["split"] == "train"
    rare = sentences.assign(label=sentences["label"].where(~train, 0))
    rare.loc[train.idxmax(), "label"] = 1
    with pytest.raises(InputError, match=r"learning_curve: 2, restart 1: all training sentences have the label 0, and"):
        divisions.divide(rare, size(2), 1)
    no_dev = sentences[~sentences["split"].str.endswith("dev")]
    with pytest.raises(InputError, match=r"restart 1: there are no development sentences, .*; add sentences of both"):
        divisions.divide(no_dev, size(100), 1)
    one = sentences[sentences["source"].isin(["a", "b"])].groupby(["source", "label"]).head(2)
    apart = {"sources": ["a", "b"], "source": "b"}
    with pytest.raises(InputError, match=r"leave_one_source_out: without b: there are no development sentences"):
        divisions.divide(one, {"kind": "without"} | apart, 1)
    same = sentences.assign(label=1)
    with pytest.raises(InputError, match=r"source_splits: without b, g: all training .* label 1.*; .* remove this key"):
        divisions.divide(same, SPLITS | {"number": 1}, 1)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_in_a_split_by_source_nothing_out_of_the_domain_is_trained_on(sentences, number):
    division = SPLITS | {"number": number}
    divided = divisions.divide(sentences, division, 1)
    out = divisions.out_of_domain(sentences, division)
    assert divided["sentence_id"].tolist() == sentences["sentence_id"].tolist()
    assert divided.drop(columns="split").equals(sentences.drop(columns="split"))
    assert divided.equals(divisions.divide(sentences, division, 2))  # the same for all restarts
    is_out, total = divided["source"].isin(out), sum(SIZES[source] for source in out)
    dev = divided["split"] == "dev"
    assert set(divided.loc[is_out, "split"]) == {"dev", "out"}
    assert set(divided.loc[~is_out, "split"]) == {"train", "dev", "in"}
    assert (dev & is_out).sum() == (dev & ~is_out).sum() == total // 2  # as many in-domain sentences, as in the paper
    assert len(ids(divided, "out")) == len(ids(divided, "in")) == total - total // 2
    assert set(divided.loc[divided["split"] == "in", "source"]) == set(SIZES) - set(out)  # drawn from all


def test_the_first_splits_are_declared_and_further_ones_follow_the_papers_rule(sentences):
    found = [divisions.out_of_domain(sentences, SPLITS | {"number": number}) for number in range(1, 13)]
    assert found[:2] == [["b", "g"], ["a"]]
    assert len({frozenset(split) for split in found}) == 12
    for split in found[2:]:
        total = sum(SIZES[source] for source in split)
        assert 180 < total < sum(SIZES.values()) / 2
        assert any(total - SIZES[source] <= 180 for source in split)  # one of them was the last to be drawn
    assert len({len(split) for split in found[2:]}) > 1


def test_no_more_splits_than_there_are(sentences):
    few = sentences[sentences["source"].isin(["a", "b", "c"])]
    division = {"kind": "sources", "declared": [["c"]], "more_than": 260, "sources": ["a", "b", "c"], "number": 4}
    assert sorted(divisions.out_of_domain(few, division | {"number": n})[0] for n in (1, 2, 3)) == ["a", "b", "c"]
    with pytest.raises(InputError, match="source_splits: there are no more than 3 splits"):
        divisions.divide(few, division, 1)
    with pytest.raises(InputError, match="source_splits: a, b have half of the sentences or more"):
        divisions.divide(few, division | {"number": 1, "declared": [["a", "b"]]}, 1)


def test_a_source_that_is_left_out_is_judged_and_not_seen(sentences):
    for source, count in SIZES.items():
        divided = divisions.divide(sentences, {"kind": "without", "source": source} | SOURCES, 1)
        assert ids(divided, "source") == set(sentences.loc[sentences["source"] == source, "sentence_id"])
        others = len(sentences) - count
        assert len(ids(divided, "dev")) == round(others * 0.058)
        assert len(ids(divided, "train")) == others - len(ids(divided, "dev"))


def test_sources_must_be_those_that_are_declared(sentences):
    for wrong in ([*SIZES, "h"], list(SIZES)[1:]):
        with pytest.raises(InputError, match="the source '[ah]' is either in the sentences or in their dataset's"):
            divisions.divide(sentences, {"kind": "without", "source": "b", "sources": wrong}, 1)


@pytest.fixture(scope="module")
def evaluated(sentences) -> tuple[pd.DataFrame, dict[str, pd.DataFrame], dict[str, dict]]:
    """Margins of two restarts that know a little; the sentences of g are all acceptable, and those of f all called so."""
    known = sentences.assign(label=sentences["label"].where(sentences["source"] != "g", 1))
    named = {"size-100": size(100), "sources-1": SPLITS | {"number": 1}, "whole": {"kind": "whole"}}
    for n, source in enumerate(SIZES, start=1):
        named[f"without-{n}"] = {"kind": "without", "source": source} | SOURCES
    said = {}
    for number, (name, division) in enumerate(named.items()):
        judged = divisions.divide(known, division, 1).query("split != 'train'").set_index("sentence_id")
        generator = np.random.default_rng(number)
        columns = {restart: judged["label"] - 0.5 + generator.normal(size=len(judged)) for restart in ("1", "2")}
        said[name] = pd.DataFrame(columns)
        said[name].loc[judged["source"] == "f"] = 1.0
    return evaluate_divisions(said, named, known, pd.Index(known["sentence_id"])), said, known


@pytest.mark.parametrize("taken", [None, 1100])
def test_numbers_are_those_of_scikit_learn(evaluated, taken):
    """A classifier may take all sentences, or some of them; then the others are in no part."""
    _, said, known = evaluated
    takes = pd.Index(known["sentence_id"].sample(taken, random_state=1) if taken else known["sentence_id"])
    named = {"size-100": size(100), "sources-1": SPLITS | {"number": 1}, "whole": {"kind": "whole"}}
    judged = {name: said[name][said[name].index.isin(takes)] for name in named}
    found = evaluate_divisions(judged, named, known, takes).set_index(["division", "part"])
    truth = known.set_index("sentence_id")["label"]
    for name, division in named.items():
        divided = divisions.divide(known, division, 1).query("sentence_id in @takes")
        train = sorted(ids(divided, "train"))
        parts = {part: [part] for part in set(divided["split"]) - {"train"}}
        parts |= {"all": ["in", "out"]} if name == "sources-1" else {"all dev": ["dev", "other_dev"]}
        for part, splits in parts.items():
            chosen = sorted(ids(divided, *splits))
            decided = (said[name].loc[chosen] > 0).astype(int)
            mcc = [matthews_corrcoef(truth[chosen], decided[restart]) for restart in decided]
            accuracy = [accuracy_score(truth[chosen], decided[restart]) for restart in decided]
            row = found.loc[("b | g" if name == "sources-1" else str(len(train)), part)]
            assert row["mean"] == pytest.approx(np.mean(mcc)) and row["sd"] == pytest.approx(np.std(mcc, ddof=1))
            assert row["accuracy"] == pytest.approx(np.mean(accuracy)) and row["low"] < row["mean"] < row["high"]
            assert (row["sentences"], row["acceptable"]) == (len(chosen), truth[chosen].sum())
            assert (row["trained_on"], row["kind"]) == (len(train), "sources" if "all" in parts else "size")
            usual = int(truth[train].mean() >= 0.5)
            assert row["majority"] == pytest.approx((truth[chosen] == usual).mean())
    assert len(found) == 4 * 3


def test_each_source_has_a_row_and_all_are_pooled(evaluated):
    found, said, known = evaluated
    left = found[found["kind"] == "without"].set_index("division")
    assert left.index.tolist() == [*SIZES, "all"]
    assert left.loc[list(SIZES), "sentences"].tolist() == list(SIZES.values())
    assert np.isnan(left.loc["g", ["mean", "low", "high", "sd"]].astype(float)).all()  # one label only
    assert 0 < left.loc["g", "accuracy"] < 1 and left.loc["g", "acceptable"] == 60
    assert np.isnan(left.loc["f", "mean"]) and left.loc["f", "collapsed"] == 2
    truth, source = (known.set_index("sentence_id")[name] for name in ("label", "source"))
    every = pd.concat(
        [said[f"without-{n}"][lambda rows, s=s: source[rows.index] == s] for n, s in enumerate(SIZES, start=1)]
    )
    assert len(every) == len(known) == left.loc["all", "sentences"]
    mcc = [matthews_corrcoef(truth[every.index], every[restart] > 0) for restart in every]
    assert left.loc["all", "mean"] == pytest.approx(np.mean(mcc)) and left.loc["all", "part"] == "pooled"
    assert left.loc["all", "trained_on"] == round(left.loc[list(SIZES), "trained_on"].mean())


def test_the_table_shows_a_dash_where_there_is_no_mcc(evaluated, tmp_path):
    io.write_table(evaluated[0].assign(system="x"), tmp_path / "divisions.csv", DIVISIONS)
    read = io.read_table(tmp_path / "divisions.csv", DIVISIONS)
    labels = {source: source.upper() for source in SIZES}
    made = table.make_divisions(divisions=read, classifier_labels={"x": "X"}, source_labels=labels)
    frame = made.set_index("Division")
    assert (frame.loc["without G", "MCC"], frame.loc["without G", "SD"]) == ("–", "")
    assert set(frame.loc["without B, G", "Judged"]) == {"in-domain", "dev", "out-of-domain", "both"}
    assert "[" in frame.loc["without each source", "MCC"] and "100 sentences" in frame.index


def test_sources_may_have_blanks_in_their_names(sentences):
    """Users' own sources, say; from what is evaluated to the table and the figure."""
    names = {"a": "Kim & Sells", "b": "Adger 2003", "g": "Ross"}
    known = sentences.assign(source=sentences["source"].replace(names))
    sources = [names.get(source, source) for source in SIZES]
    division = {"kind": "sources", "declared": [["Adger 2003", "Ross"]], "number": 1, "sources": sources}
    judged = divisions.divide(known, division, 1).query("split != 'train'").set_index("sentence_id")
    said = {"sources-1": pd.DataFrame(dict.fromkeys(("1", "2"), judged["label"] - 0.5))}
    told = {"divisions": evaluate_divisions(said, {"sources-1": division}, known, pd.Index(known["sentence_id"]))}
    told["divisions"]["system"] = "x"
    told |= {"classifier_labels": {"x": "X"}, "source_labels": {source: source for source in sources}}
    made = table.make_divisions(**told)
    assert set(made["Division"]) == {"without Adger 2003, Ross"}
    figure = source_splits.draw_source_splits(**told, classifier_colours={"x": "#000000"}, width=PAGE)
    (named,) = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert named.startswith("Adger 2003, Ross (")
    plt.close(figure)


def test_margins_are_known_by_their_paths(tmp_path):
    names = ("restarts/x/1", "restarts/x/2", "divisions/x/size-9/1")
    paths = [tmp_path / f"results/{name}/margins.csv" for name in names]
    for number, path in enumerate(paths):
        path.parent.mkdir(parents=True)
        io.write_table(pd.DataFrame({"sentence_id": ["s"], "margin": [float(number)]}), path, MARGINS)
    found = systems.read_divided(paths)
    assert found["x"]["whole"].loc["s"].to_dict() == {"1": 0, "2": 1}
    assert found["x"]["size-9"].loc["s"].to_dict() == {"1": 2}


def test_declared_sources_are_those_that_the_paper_prints():
    printed = ROOT / "paper/cola/printed"
    splits = pd.read_csv(printed / "table-5.csv").query("quantity == 'sentences'")
    assert [" ".join(split) for split in cola.SOURCE_SPLITS] == splits["argument"].tolist()
    sources = pd.read_csv(printed / "table-2.csv").query("quantity == 'sentences'").set_index("argument")["item"]
    names = sources.str.removesuffix(": sentences").str.replace(" and ", " & ")
    assert names[list(cola.ORIGINS)].to_dict() == cola.ORIGINS and len(cola.ORIGINS) == 23
    toy = pd.read_csv(ROOT / "resources/demo/phenomena.csv")["source"]
    assert set(toy) == set(toy_labels.manifest({}).splits.origins)


KEYS = {"learning_curve", "source_splits", "leave_one_source_out", "divisions"}


def test_a_classifier_has_the_divisions_that_its_keys_ask_for():
    run = ["brown-elmo-cola", "brown-bert-cola", "brown-cbow-cola", "brown-trigram"]
    cola = planned(WITH_ENCODERS | {"run": run}).datasets["cola"]
    assert list(cola.divided) == ["brown-elmo-cola"]
    named = cola.divided["brown-elmo-cola"]
    kinds = pd.Series([division["kind"] for division in named.values()]).value_counts().to_dict()
    assert kinds == {"size": 4, "whole": 1, "sources": 6, "without": 23}
    assert named["size-300"] == {"kind": "size", "size": 300} and named["without-1"]["source"] == "ad03"
    assert named["sources-2"]["declared"][1] == ["bc01", "b_73"] and named["sources-2"]["more_than"] == 750
    margins = cola.subject.files[Files.DIVIDED_MARGINS]
    assert len(margins) == len(set(margins)) == 6 * (4 + 6 + 23 + 1)
    assert "results/restarts/brown-elmo-cola/6/margins.csv" in margins  # the end of the curve is not trained again
    assert cola.has > KEYS
    assert not KEYS & planned(PAPER).datasets["cola"].has


@pytest.mark.parametrize(
    ("books", "message"), [([""], "no source is known"), (["book"], "only one source is known"), (["a", "b"], None)]
)
def test_by_source_only_where_sources_are_known(tmp_path, monkeypatch, books, message):
    monkeypatch.chdir(tmp_path)
    kinds = [(split, label, book) for split in ("train", "dev", "test") for label in (0, 1) for book in books]
    rows = [f"{split} {label} {book}.,{label},{split},{book}" for split, label, book in kinds]
    (tmp_path / "mine.csv").write_text("\n".join(["sentence,label,split,source", *rows]) + "\n")
    mine = changed(PAPER, "datasets/mine", {"kind": "labelled", "label": "Mine", "sentences": "mine.csv"})
    classifier = PAPER["classifiers"]["brown-bert-cola"] | {"labelled": "mine", "leave_one_source_out": True}
    config = changed(mine, "classifiers/by-source", classifier)
    if message is None:
        assert len(planned(config).systems["by-source"].divisions) == 2
    else:
        with pytest.raises(InputError, match=rf"by-source.leave_one_source_out: .* {message}"):
            planned(config)
