"""GPT-3's released judgments of “a beautiful five days”, as scores of the sentences that people rated."""

import pandas as pd
import pytest
from scipy import stats

from acceptability.errors import InputError
from acceptability.papers.aann.scores import scores

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


def test_adjectives(judged):
    data, goodness = judged("aann-adjectives", ADJECTIVES)
    goodness = goodness[data.sentences["sentence_id"]]
    assert len(goodness) == len(data.sentences) == 3600
    assert stats.spearmanr(goodness, data.sentences["mean_rating"].astype(float))[0] == pytest.approx(0.37676, abs=5e-6)
    assert stats.pearsonr(goodness, data.sentences["rating"])[0] == pytest.approx(0.40622, abs=5e-6)


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
