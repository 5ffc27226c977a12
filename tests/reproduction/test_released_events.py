"""People's plausibility ratings and released scores of language models, from the files of Kauf et al. as they are."""

from importlib import import_module

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.datasets import registry
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.papers.events import scores

PREFIX = {"dtfit": "dtfit", "events-rev": "ev1", "events-adapt": "new-eventsadapt"}
LL, PLL, L2R = "sentence-ll", "sentence-pll", "sentence-l2r-pll"
SYSTEMS = [
    ("gpt2-xl", LL),
    ("gpt-j", LL),
    ("mpt-7b", LL),
    ("mpt-30b", LL),
    ("bert-large-cased", PLL),
    ("bert-large-cased", L2R),
    ("roberta-large", PLL),
    ("roberta-large", L2R),
]
NAMES = {"gpt2-xl": "GPT-2-xl", "gpt-j": "GPT-J", "mpt-7b": "MPT-7b", "mpt-30b": "MPT-30b"}
NAMES |= {"bert-large-cased": "BERT-large", "roberta-large": "RoBERTa-large"}
ENDINGS = {LL: "sentence-LL", PLL: "sentence-PLL", L2R: "sentence-l2r-PLL"}
CORRELATION = {  # of scores with ratings
    ("dtfit", "gpt2-xl", LL): 0.479,
    ("dtfit", "gpt-j", LL): 0.519,
    ("dtfit", "bert-large-cased", L2R): 0.066,
    ("dtfit", "roberta-large", L2R): 0.092,
}
RIGHT = {  # pairs
    "dtfit": (346, 351, 369, 369, 338, 232, 361, 256),
    "events-rev": (32, 31, 36, 34, 34, 19, 30, 21),
    "events-adapt": (429, 436, 421, 468, 445, 274, 456, 257),
}
SHARES = {("dtfit", "gpt2-xl"): 0.8759, ("dtfit", "gpt-j"): 0.8886}


@pytest.fixture(scope="module")
def sets(fetched) -> dict[str, Dataset]:
    """Return the three sets, after a check of their tables' contracts."""
    sets = {}
    for kind in PREFIX:
        manifest = registry.manifest({"kind": kind})
        files = {key: fetched(name) for key, name in manifest.sources.items()}
        read = import_module(f"acceptability.{registry.module_of({'kind': kind})}").read
        made = sets[kind] = read(**files, **manifest.options)
        for name, table in (("sentences", SENTENCES), ("pairs", PAIRS), ("ratings", RATINGS)):
            io.check_table(getattr(made, name), table, name)
        checks.check_pairs(made.pairs, made.sentences, "pairs")
    return sets


@pytest.fixture(scope="module")
def scored(fetched, sets):
    """Returns the released scores of a set by a model and metric, by sentence_id; every sentence has one."""

    def score(kind: str, model: str, metric: str) -> pd.Series:
        files = {"": fetched(f"events-{PREFIX[kind]}.{model}.{metric}.txt")}
        made = sets[kind]
        table = scores.scores(files, {scores.METRICS[metric][0]: metric}, made.sentences, made.pairs)
        by_text = table.set_index("sentence")["score"]
        assert not by_text.index.duplicated().any()
        return made.sentences.set_index("sentence_id")["sentence"].map(by_text)

    return score


def deltas(made: Dataset, values: pd.Series) -> np.ndarray:
    return values[made.pairs["good_id"]].to_numpy() - values[made.pairs["bad_id"]].to_numpy()


def test_sizes(sets):
    sizes = {
        kind: (len(made.sentences), len(made.pairs), made.pairs["cluster"].nunique()) for kind, made in sets.items()
    }
    assert sizes == {"dtfit": (790, 395, 385), "events-rev": (76, 38, 38), "events-adapt": (1564, 514, 178)}
    adapt = sets["events-adapt"]
    assert adapt.sentences["trial_type"].value_counts().to_dict() == {"AAR": 536, "AAN": 516, "AI": 512}
    assert adapt.pairs["paradigm"].value_counts().tolist() == [129, 129, 128, 128]


def test_people_find_the_plausible_event_more_plausible(sets):
    made = sets["events-rev"]
    single = made.ratings
    assert (len(single), single["participant"].nunique()) == (3648 - 17, 96)  # 17 answers are missing
    pair = single["sentence_id"].str.rsplit(".", n=1).str[0]
    assert not single.assign(pair=pair).duplicated(["participant", "pair"]).any()
    rating = {kind: sets[kind].sentences.set_index("sentence_id")["rating"] for kind in ("dtfit", "events-rev")}
    assert (deltas(made, rating["events-rev"]) > 0).all()
    human = deltas(sets["dtfit"], rating["dtfit"])
    assert ((human > 0).sum(), (human == 0).sum()) == (391, 1)
    assert sets["events-adapt"].sentences["rating"].isna().all()


@pytest.mark.parametrize(("model", "metric"), SYSTEMS)
@pytest.mark.parametrize("kind", PREFIX)
def test_correlations_with_people_and_pairs_that_are_right(sets, scored, kind, model, metric):
    made, score = sets[kind], scored(kind, model, metric)
    assert score.notna().all()
    delta = deltas(made, score)
    assert (delta != 0).all() and (delta > 0).sum() == RIGHT[kind][SYSTEMS.index((model, metric))]
    if (kind, model) in SHARES:
        assert (delta > 0).mean() == pytest.approx(SHARES[kind, model], abs=0.00005)
    if (kind, model, metric) in CORRELATION:
        r = stats.pearsonr(score, made.sentences["rating"]).statistic
        assert r == pytest.approx(CORRELATION[kind, model, metric], abs=0.0005)


def test_the_released_pll_of_deberta_is_refused_as_it_is_not_related_to_ratings(sets, scored, fetched):
    with pytest.raises(InputError, match="the released PLL of DeBERTa is not used"):
        scored("dtfit", "deberta-xxlarge-v2", PLL)
    columns = scores.METRICS[PLL][1]
    raw = io.read_raw_tsv(fetched("events-dtfit.deberta-xxlarge-v2.sentence-pll.txt"), list(columns))
    score = sets["dtfit"].sentences["sentence"].map(raw.drop_duplicates("sentence").set_index("sentence")["score"])
    r = stats.pearsonr(score.astype(float), sets["dtfit"].sentences["rating"]).statistic
    assert r == pytest.approx(-0.003, abs=0.0005)


def test_what_is_plausible_in_both_orders_is_called_plausible_at_random(sets, scored):
    made = sets["events-adapt"]
    names = made.sentences["sentence_id"][made.sentences["trial_type"] == "AAR"]
    called = names[~names.str.endswith(".implausible")]
    for model, metric in SYSTEMS:
        score = scored("events-adapt", model, metric)
        share = (score[called].to_numpy() > score[called.str.replace(".plausible", ".implausible")].to_numpy()).mean()
        assert 0.45 < share < 0.55


def test_means_and_scores_are_those_of_the_authors_own_table(sets, scored, fetched):
    own = pd.read_csv(fetched("events-clean_eventsrev_df.csv"), usecols=["Sentence", "Metric", "Score"])
    own = own.pivot(index="Sentence", columns="Metric", values="Score")
    sentences = sets["events-rev"].sentences.set_index("sentence")
    assert np.allclose(sentences["mean_rating"].astype(float), own["human"][sentences.index], rtol=0, atol=1e-9)
    for model, metric in SYSTEMS:
        score = scored("events-rev", model, metric)[sentences["sentence_id"]].to_numpy()
        assert np.allclose(score, own[f"{NAMES[model]}.{ENDINGS[metric]}"][sentences.index], rtol=0, atol=1e-6)
