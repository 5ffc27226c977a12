"""GPT-3's released judgments of “a beautiful five days”, as scores of the sentences that people rated."""

import pandas as pd
import pytest
from scipy import stats

from acceptability.analyses.people.compute import people
from acceptability.errors import InputError
from acceptability.papers.aann.scores import scores
from acceptability.rounding import percent
from acceptability.statistics.criteria import pair_deltas
from acceptability.statistics.noise import delta_variances, pooled_variance
from acceptability.statistics.panels import answers, rated_pairs
from helpers import ROOT

MEASURES = {"goodness": "goodness"}
MAIN, ADJECTIVES = ("main-1", "main-2"), ("adjectives-1", "adjectives-2")


@pytest.fixture(scope="module")
def judged(made, fetched):
    """Return a function that reads a dataset, and GPT-3's judgments of its sentences by id."""

    def make(kind: str, parts: tuple[str, ...]):
        data = made(kind)
        files = {part: fetched(f"aann-gpt3-{part}.csv") for part in parts}
        return data, scores(files, MEASURES, data.sentences, data.pairs).set_index("sentence_id")["score"]

    return make


def test_the_kinds_of_sentences(judged, fetched):
    data, goodness = judged("aann", MAIN)
    assert sorted(goodness.index) == sorted(data.sentences["sentence_id"]) and len(goodness) == 345
    released = pd.concat(pd.read_csv(fetched(f"aann-gpt3-{part}.csv")) for part in MAIN)
    released = released[released["experiment"] == "spentLondon"].set_index(["adj", "num", "noun"]).sort_index()
    for row in data.sentences.itertuples():
        own = released.loc[tuple(row.sentence_id.split("-")[:3])]
        assert [goodness[row.sentence_id]] == own.loc[own[row.kind] == row.sentence, f"goodness-{row.kind}"].tolist()
    in_order = goodness[data.sentences["sentence_id"]]
    assert stats.pearsonr(in_order, data.sentences["rating"])[0] == pytest.approx(0.34992, abs=5e-6)
    good, bad = (goodness[data.pairs[side]].to_numpy() for side in ("good_id", "bad_id"))
    assert (good > bad).sum() == len(data.pairs) == 110
    again = goodness.groupby(data.sentences.set_index("sentence_id")["sentence"]).nunique()
    assert (again > 1).sum() == 9  # without the adjective, ids differ and texts do not


def test_ratings_of_one_person_each_cannot_measure_strength(made):
    """docs/humans.md: the sampling error is larger than the variance of differences; a perfect predictor does badly, too."""
    docs = " ".join((ROOT / "docs/humans.md").read_text(encoding="utf-8").split())
    data = made("aann")
    human = pair_deltas(data.pairs, data.sentences.set_index("sentence_id")["rating"])
    panel = answers(data.ratings)
    error = delta_variances(pooled_variance(panel), panel.counts, *rated_pairs(panel, data.pairs)).mean()
    assert (human.var(), error) == pytest.approx((0.6530, 0.9799), abs=5e-5)
    assert f"a variance of {human.var():.2f}".replace("0.", ".") in docs
    assert f"their sampling error alone has {error:.2f}".replace("0.", ".") in docs
    raters = len(data.ratings) / data.ratings["sentence_id"].nunique()
    assert f"A sentence has {raters:.1f} ratings on average" in docs
    columns = pd.DataFrame({"human": human.to_numpy()}, index=pd.Index(data.pairs["pair_id"], name="pair_id"))
    table = people(data.sentences, data.pairs, data.ratings, data.ratings[:0], columns, [0.5])
    shares = table[table["statistic"] == "adc"].set_index(["system", "measure"])["value"]
    judge, constant = shares["judge", "raw"], shares["reference", "best_constant_left_out"]
    assert (judge, constant) == pytest.approx((0.3865, 0.4468), abs=5e-5)
    said = "would meet the ADC at δ = 0.5 on {} % of the pairs (`judge` in the table `people`), less than one constant for all"
    assert f"{said.format(percent(judge, 1))} pairs ({percent(constant, 1)} %, cross-validated)" in docs


def test_adjectives(judged):
    data, goodness = judged("aann-adjectives", ADJECTIVES)
    goodness = goodness[data.sentences["sentence_id"]]
    assert len(goodness) == len(data.sentences) == 3420
    assert stats.spearmanr(goodness, data.sentences["mean_rating"].astype(float))[0] == pytest.approx(0.375, abs=0.005)
    assert stats.pearsonr(goodness, data.sentences["rating"])[0] == pytest.approx(0.40526, abs=5e-6)


def test_what_is_missing_is_said_and_what_is_wrong_is_refused(tmp_path, capsys):
    path, ids = tmp_path / "gpt3.csv", ["good-ten-days-sent-temporal-0", "good-ten-days-sent-temporal-1"]

    def judge(*cells, measures=MEASURES):
        rows = "".join(f"good,ten,days,temporal,{number},text,{cell}\n" for number, cell in enumerate(cells))
        path.write_text("adj,num,noun,experiment,template,sent,goodness-sent\n" + rows)
        return scores({"": path}, measures, pd.DataFrame({"sentence_id": ids}), pd.DataFrame())

    assert judge("0.25", "", "0.5").to_numpy().tolist() == [[ids[0], "goodness", 0.25]]
    assert capsys.readouterr().out == "goodness: GPT-3 judged all but 1 of 2 sentences, which have no score\n"
    with pytest.raises(InputError, match=r"row 3 \(adj 'good'\): goodness-sent is '1.5', not a number from 0 to 1"):
        judge("0.25", "1.5")
    with pytest.raises(InputError, match="has no column 'rating-sent'; correct study.yaml"):
        judge("0.25", measures={"rating": "rating"})
