"""Released scores of masked models beside people's choices, from the file of the controversial pairs as it is."""

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.papers.golan import manifest, reader, scores
from acceptability.statistics import choices

MODELS = ("bert", "electra", "roberta")
MEASURES = {"chain": "{}_prob", "pll": "{}_has_a_mouth_prob"}
MATCHED = {  # of 3,960 answers
    ("bert", "chain"): 3395,
    ("electra", "chain"): 3395,
    ("roberta", "chain"): 3395,
    ("bert", "pll"): 1261,
    ("electra", "pll"): 1763,
    ("roberta", "pll"): 2415,
}
RIGHT = {  # of 132 pairs
    ("bert", "chain"): 125,
    ("electra", "chain"): 125,
    ("roberta", "chain"): 125,
    ("bert", "pll"): 36,
    ("electra", "pll"): 57,
    ("roberta", "pll"): 79,
}
SHARES = {"chain": (0.8573,) * 3, "pll": (0.3184, 0.4452, 0.6098)}


@pytest.fixture(scope="module")
def path(fetched):
    """The registered file."""
    (name,) = manifest.manifest({}).sources.values()
    return fetched(name)


@pytest.fixture(scope="module")
def made(chosen):
    """The dataset, whose tables keep their contracts."""
    return chosen(reader.read, manifest.manifest({}))


def test_132_pairs_and_30_people_who_never_split_evenly(made):
    assert (len(made.sentences), len(made.pairs), len(made.choices)) == (264, 132, 3960)
    assert made.choices["participant"].nunique() == 30 and not made.sentences["sentence"].duplicated().any()
    kinds = made.pairs["phenomenon"].value_counts().rename({label: kind for kind, label in reader.KINDS.items()})
    assert kinds.to_dict() == {"bert": 40, "electra": 40, "roberta": 40, "all": 12}
    assert made.pairs["made_for"].value_counts().to_dict() == {"chain": 113, "both": 12, "pll": 7}
    assert (made.pairs["mean_answer"].astype(float) < 3.5).sum() == 1  # most people and the mean answer disagree


def test_the_majority_of_the_others_is_the_released_leave_one_out_ceiling(made, path):
    raw = io.read_raw_csv(path)
    second = raw["rating"].astype(float) > 3
    released = {end: (raw[f"majority_vote_NC_{end}"].astype(float) == second).mean() for end in ("LB", "UB")}
    assert released["LB"] == released["UB"] == pytest.approx(0.8785, abs=0.00005)
    value = choices.summarise_choices(made.choices, made.pairs, {}).set_index("statistic")["value"]
    for statistic in ("individual", "best_guess", "one_against_others"):
        assert value[statistic] == pytest.approx(released["LB"])
    assert (value["majority"], value["split"]) == (1, 0)


@pytest.mark.parametrize("model", MODELS)
def test_choices_matched_by_chain_and_by_pll(made, path, model):
    measures = {measure: column.format(model) for measure, column in MEASURES.items()}
    table = scores.scores({"": path}, measures, made.sentences, made.pairs)
    assert len(table) == 2 * len(made.sentences) and set(table["sentence"]) == set(made.sentences["sentence"])
    names = made.sentences.set_index("sentence")["sentence_id"]
    for measure, group in table.groupby("measure"):
        score = pd.Series(group["score"].to_numpy(), index=group["sentence"].map(names))
        delta = score[made.pairs["good_id"]].to_numpy() - score[made.pairs["bad_id"]].to_numpy()
        assert (delta != 0).all()  # no ties
        right = pd.Series(delta > 0, index=made.pairs["pair_id"])
        assert right.sum() == RIGHT[model, measure]
        matched = made.choices["pair_id"].map(right) == (made.choices["chose_good"] == 1)
        assert matched.sum() == MATCHED[model, measure]
        assert matched.mean() == pytest.approx(SHARES[measure][MODELS.index(model)], abs=0.00005)
