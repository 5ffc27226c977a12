"""Two panels of labels, and people of whose answers only sums are known, on the files as they were released."""

import pandas as pd
import pytest

from acceptability.analyses.summed_choices.compute import compute as beside_sums
from acceptability.papers.colac.panels.compute import compute as compare_panels
from acceptability.statistics import levels


@pytest.fixture(scope="module")
def colac(made):
    return made("colac")


def test_a_linguist_and_most_people_agree_on_four_of_five_sentences(colac):
    agreement = compare_panels(sentences=colac.sentences, pairs=colac.pairs, scores={}, dataset="colac")
    table = agreement["panel_agreement"].set_index("statistic")
    assert table["sentences"].to_dict() == {
        "both": 4030,
        "first_only": 346,
        "second_only": 940,
        "neither": 1248,
        "agree": 5278,
        "first_acceptable": 4376,
        "second_acceptable": 4970,
        "mcc": 6564,
        "kappa": 6564,
    }
    assert table["value"][["agree", "mcc", "kappa"]].round(5).tolist() == [0.80408, 0.54013, 0.52709]
    of_train = colac.sentences["part"] == "train"
    both = pd.crosstab(*(colac.sentences.loc[of_train, name] for name in ("other_label", "label")))
    assert both.to_numpy().tolist() == [[1132, 316], [876, 3748]]


def test_length_is_nearer_to_most_people_than_to_the_linguist(colac):
    texts = colac.sentences.set_index("sentence_id")["sentence"]
    scores = pd.DataFrame({"score": -texts.str.len().astype(float), "measure": "length"}).reset_index()
    made = compare_panels(sentences=colac.sentences, pairs=colac.pairs, scores={"short": scores}, dataset="colac")
    auc = made["panel_separation"].query("system == 'short' and statistic == 'auc'").set_index("against")
    assert auc["value"].round(3).to_dict() == {"first": 0.541, "second": 0.490, "difference": 0.051, "agreed": 0.502}
    assert auc.loc["difference", ["low", "high"]].round(3).tolist() == [0.035, 0.067]


def test_people_on_chinese_paradigms(made):
    data = made("zhoblimp")
    by_id = data.pairs.set_index("pair_id", drop=False)
    people = levels.shares_of_sums(by_id)
    whole = people[people["level"] == "all"].iloc[0]
    assert (whole["met"], whole["pairs"]) == (2787, 2968) and round(whole["share"], 5) == 0.93902
    means = levels.mean_shares(people).set_index("level")
    assert round(means["mean"]["paradigm"], 5) == 0.93746 and means["groups"]["paradigm"] == 118
    shares = people[people["level"] == "phenomenon"].set_index("group")["share"].round(4)
    expected = {"anaphor": 0.84, "ellipsis": 0.9103, "classifier": 0.9359, "question": 0.967, "topicalization": 0.9681}
    assert shares[list(expected)].to_dict() == expected and len(shares) == 15
    hardest = people[people["level"] == "paradigm"].set_index("group")["share"]
    assert hardest.idxmin() == "principle_A_domain" and round(hardest.min(), 4) == 0.7143
    # Characters, as there are no spaces between words: shorter is better.
    texts = data.sentences.set_index("sentence_id")["sentence"].str.len()
    deltas = data.pairs["bad_id"].map(texts) - data.pairs["good_id"].map(texts)
    table = pd.DataFrame({"measure": "length", "pair_id": data.pairs["pair_id"], "model_delta": deltas})
    rows = {"short": levels.shares_of_system(table.assign(human_delta=float("nan")), by_id), "people": people}
    by_level = pd.concat(rows, names=["system"]).reset_index("system")
    assert round(by_level.query("system == 'short' and level == 'all'")["share_ties_half"].item(), 5) == 0.49516
    r = beside_sums(by_level=by_level, dataset="zhoblimp").set_index("statistic")
    assert abs(r["value"]["paradigm_r"]) < 0.2 and r["number"].to_dict() == {"paradigm_r": 118, "phenomenon_r": 15}


def test_people_on_paradigms_that_were_left_out(made):
    people = levels.shares_of_sums(made("zhoblimp-excluded").pairs.set_index("pair_id", drop=False))
    assert round(people.query("level == 'all'")["share"].item(), 5) == 0.59615
